//! gisel as a library: LLVM IR, or MIR, in memory becomes an object for RISC-V or AArch64.
//!
//! [`compile`] is all of it; [`Options`] say how. [`command`] is the command `gisel`.
//!
//! Who has no LLVM IR builds generic MIR with `gisel-codegen` and compiles that with `gisel-targets`, without LLVM.

pub use library::{Diagnostics, Object, Options, compile};

mod archive;
mod assembly;
pub mod command;
mod compare;
mod compile_options;
mod coverage;
mod debug_only;
mod emulator;
mod explain;
mod fallback;
mod file_tests;
mod input;
mod interpret;
mod job_slots;
mod library;
mod link;
mod llc;
mod llc_options;
mod manual;
mod messages;
mod mir_input;
mod options;
mod output;
mod program;
mod progress;
mod remarks;
mod reports;
mod run;
mod runtime;
mod session;
mod subtargets;
