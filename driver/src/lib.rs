//! gisel as a library: LLVM IR, or MIR, in memory becomes an object for RISC-V or AArch64.
//!
//! [`compile`] is all of it; [`Options`] say how. The other modules serve the command `gisel`, and are no part of the interface.
//!
//! Who has no LLVM IR builds generic MIR with `gisel-codegen` and compiles that with `gisel-targets`, without LLVM.

pub use library::{Diagnostics, Object, Options, compile};

#[doc(hidden)]
pub mod archive;
mod assembly;
#[doc(hidden)]
pub mod compare;
#[doc(hidden)]
pub mod compile_options;
#[doc(hidden)]
pub mod coverage;
#[doc(hidden)]
pub mod explain;
#[doc(hidden)]
pub mod fallback;
mod input;
#[doc(hidden)]
pub mod interpret;
#[doc(hidden)]
pub mod job_slots;
mod library;
#[doc(hidden)]
pub mod link;
#[doc(hidden)]
pub mod llc;
#[doc(hidden)]
pub mod llc_options;
#[doc(hidden)]
pub mod manual;
#[doc(hidden)]
pub mod messages;
mod mir_input;
#[doc(hidden)]
pub mod options;
#[doc(hidden)]
pub mod output;
#[doc(hidden)]
pub mod program;
mod remarks;
#[doc(hidden)]
pub mod reports;
#[doc(hidden)]
pub mod run;
#[doc(hidden)]
pub mod runtime;
#[doc(hidden)]
pub mod session;
mod subtargets;
