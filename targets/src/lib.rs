//! The targets: registers, instruction tables, calling conventions, legalizer rules, register banks,
//! selection rules, frames and relocations of RISC-V and AArch64.
//!
//! What a target is to the passes is in `gisel_codegen::target`; a target is mostly tables.

pub mod aarch64;
mod isle;
mod legalizer_info;
pub mod riscv;
pub mod table;

use gisel_codegen::target::Target;
use std::sync::Arc;

/// The subtarget of an architecture as a target triple names it (`riscv64`, `aarch64`), a CPU, and a list of
/// features such as `+zbb,-relax`. An error names what is not supported.
pub fn create(triple: &str, cpu: &str, features: &str) -> Result<Arc<dyn Target>, String> {
    if let Some(system) = triple.split('-').find(|part| OTHER_FORMATS.iter().any(|s| part.starts_with(s))) {
        return Err(format!("target `{triple}` is not supported: {system} has no ELF objects"));
    }
    match triple.split('-').next().unwrap_or("") {
        "riscv64" => Ok(Arc::new(riscv::target::RiscvTarget::new(cpu, features)?)),
        "aarch64" | "arm64" if triple.ends_with("_ilp32") => {
            Err(format!("target `{triple}` is not supported: pointers have 64 bits"))
        }
        "aarch64" | "arm64" => Ok(Arc::new(aarch64::target::AArch64Target::new(cpu, features)?)),
        "" => Err("the module names no target: give one with -mtriple".into()),
        arch => Err(format!("target `{arch}` is not supported: riscv64 and aarch64 are")),
    }
}

/// Beginnings of a triple's parts that ask for object files other than ELF.
const OTHER_FORMATS: [&str; 11] =
    ["macosx", "darwin", "ios", "tvos", "watchos", "xros", "windows", "win32", "uefi", "macho", "coff"];

/// Checks the name of an ABI, as `-target-abi` and a module flag of that name give it: each target has one, and an error names it.
pub fn check_abi(triple: &str, abi: &str) -> Result<(), String> {
    let only = match triple.split('-').next() {
        Some("riscv64") => "lp64d",
        _ => "aapcs",
    };
    match abi {
        "" => Ok(()),
        abi if abi == only => Ok(()),
        abi => Err(format!("ABI `{abi}` is not supported for `{triple}`: {only} is the only one")),
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
