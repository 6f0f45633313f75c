//! The targets: registers, instruction tables, calling conventions, legalizer rules, register banks,
//! selection rules, frames and relocations of RISC-V and AArch64.
//!
//! What a target is to the passes is in `gisel_codegen::target`; a target is mostly tables.

pub mod aarch64;
mod isle;
pub mod riscv;
pub mod table;

use gisel_codegen::target::Target;
use std::sync::Arc;

/// The subtarget of an architecture as a target triple names it (`riscv64`, `aarch64`), a CPU, and a list of
/// features such as `+zbb,-relax`. An error names what is not supported.
pub fn create(triple: &str, cpu: &str, features: &str) -> Result<Arc<dyn Target>, String> {
    match triple.split('-').next().unwrap_or("") {
        "riscv64" => Ok(Arc::new(riscv::target::RiscvTarget::new(cpu, features)?)),
        "aarch64" | "arm64" => Ok(Arc::new(aarch64::target::AArch64Target::new(cpu, features)?)),
        "" => Err("the module names no target: give one with -mtriple".into()),
        arch => Err(format!("target `{arch}` is not supported: riscv64 and aarch64 are")),
    }
}

/// The data layout of an architecture, in LLVM's syntax, for modules that name none.
pub fn data_layout(triple: &str) -> Option<&'static str> {
    match triple.split('-').next()? {
        "riscv64" => Some(riscv::DATA_LAYOUT),
        "aarch64" | "arm64" => Some(aarch64::DATA_LAYOUT),
        _ => None,
    }
}
