//! The LLVM frontend, the only crate that depends on LLVM. It reads `.ll` and `.bc` and translates
//! functions and globals to GMIR.
//!
//! Three layers: `raw` contains all unsafe code, `ir` wraps it in safe handles, `translate`
//! converts these to codegen's structures.

pub mod ir;
pub mod memory;
pub mod properties;
mod raw;
pub mod reader;
pub mod standard_streams;
pub mod translate;

pub use raw::inherited_job_server;

/// Returns the version of the LLVM that reads IR, such as `22.1.0`.
#[must_use]
pub fn llvm_version() -> String {
    let (major, minor, patch) = inkwell::support::get_llvm_version();
    format!("{major}.{minor}.{patch}")
}
