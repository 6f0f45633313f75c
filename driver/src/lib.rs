//! gisel as a library: compiles LLVM IR or MIR in memory to an object for RISC-V or AArch64.
//!
//! [`compile`] is the entry point; [`Options`] control it. [`command`] is the command `gisel`.
//!
//! Without LLVM IR, build generic MIR with `gisel-codegen` and compile it with `gisel-targets`; no
//! LLVM is needed.

pub use library::{Diagnostics, Object, Options, compile};

mod archive;
mod assembly;
mod cargo;
mod cc;
pub mod command;
mod compare;
mod compile_options;
mod compiled;
mod coverage;
mod debug_only;
mod emulator;
mod explain;
mod failure;
mod fallback;
mod file_tests;
mod input;
mod input_text;
mod interpret;
mod job;
mod job_slots;
mod library;
mod link;
mod link_time;
mod llc;
mod llc_options;
mod manual;
mod messages;
mod mir_input;
mod module_options;
mod options;
mod output;
mod program;
mod progress;
mod remarks;
mod reports;
mod run;
mod run_wrapper;
mod runtime;
mod session;
mod shell;
mod split;
mod subtargets;
mod temporary_folder;
