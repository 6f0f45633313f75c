//! The targets: registers, instruction tables, calling conventions, legalizer rules, register banks,
//! selection rules, frames and relocations of RISC-V and AArch64.
//!
//! What a target is to the passes is in `gisel_codegen::target`; a target is mostly tables.

pub mod aarch64;
pub mod features;
mod isle;
mod legalizer_info;
pub mod riscv;
pub mod table;

use features::{FeatureTable, Request};
use gisel_codegen::module::CodeModel;
use gisel_codegen::target::Target;
use std::sync::Arc;

/// The subtarget of an architecture as a target triple names it (`riscv64`, `aarch64`), a CPU, and a list of
/// features such as `+zbb,-relax`. An error names what is not supported.
pub fn create(triple: &str, cpu: &str, features: &str) -> Result<Arc<dyn Target>, String> {
    let request = Request { cpu, features, ..Request::default() };
    Ok(Subtarget::new(triple, &request, &mut Vec::new())?.target())
}

/// The architectures, as triples name them, with their features and CPUs.
pub static TABLES: [(&str, &FeatureTable); 3] = [
    ("riscv32", &riscv::features::TABLE),
    ("riscv64", &riscv::features::TABLE),
    ("aarch64", &aarch64::features::TABLE),
];

/// The features and CPUs of the architecture that `triple` names.
pub fn feature_table(triple: &str) -> Result<&'static FeatureTable, String> {
    Ok(match Architecture::of(triple)? {
        Architecture::Riscv { .. } => &riscv::features::TABLE,
        Architecture::AArch64 => &aarch64::features::TABLE,
    })
}

/// One subtarget, before a target is made for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Subtarget {
    /// Of RISC-V.
    Riscv(riscv::features::Subtarget),
    /// Of AArch64.
    AArch64(aarch64::features::Subtarget),
}

impl Subtarget {
    /// The subtarget of the architecture that `triple` names. Names that are not known are ignored with a warning; an error names what is
    /// not supported.
    pub fn new(triple: &str, request: &Request<'_>, warnings: &mut Vec<String>) -> Result<Subtarget, String> {
        Ok(match Architecture::of(triple)? {
            Architecture::Riscv { xlen } => {
                Subtarget::Riscv(riscv::features::Subtarget::new(xlen, request, warnings)?)
            }
            Architecture::AArch64 => {
                check_abi(request.abi)?;
                Subtarget::AArch64(aarch64::features::Subtarget::new(request, warnings)?)
            }
        })
    }

    /// The target for it.
    pub fn target(&self) -> Arc<dyn Target> {
        match self {
            Subtarget::Riscv(subtarget) => Arc::new(riscv::target::RiscvTarget::of(*subtarget)),
            Subtarget::AArch64(subtarget) => Arc::new(aarch64::target::AArch64Target::of(*subtarget)),
        }
    }

    /// What two functions' subtargets have in common, as far as it is that of a module: nothing on AArch64.
    pub fn common(&self, other: &Subtarget) -> Subtarget {
        match (self, other) {
            (Subtarget::Riscv(a), Subtarget::Riscv(b)) => Subtarget::Riscv(a.common(b)),
            _ => *self,
        }
    }

    /// What is taken where nobody says which extensions there are, if it is not what LLVM takes: for a warning.
    pub fn default_taken(&self) -> Option<String> {
        match self {
            Subtarget::Riscv(subtarget) if subtarget.is_default => Some(format!(
                "no feature says which extensions there are: {} and the ABI {} are taken, where llc takes rv64i and lp64; \
                 without -code-model, code reaches 2 GiB around itself (medium), where llc's reaches 2 GiB around zero (small)",
                riscv::isa::letters(&subtarget.set),
                subtarget.float_abi.name(64),
            )),
            _ => None,
        }
    }
}

/// The features that a module's ISA strings stand for, such as `+m,+zbb`.
pub fn isa_features(isa: &[String]) -> String {
    let features = isa.iter().flat_map(|string| riscv::isa::features(string));
    features.map(|name| format!("+{name}")).collect::<Vec<_>>().join(",")
}

/// AArch64 has one ABI here.
fn check_abi(abi: &str) -> Result<(), String> {
    if matches!(abi, "" | "aapcs") {
        return Ok(());
    }
    Err(format!("ABI `{abi}` is not supported: aapcs is the only one of AArch64"))
}

/// What triples name.
enum Architecture {
    /// With general registers of `xlen` bits.
    Riscv {
        xlen: u32,
    },
    AArch64,
}

impl Architecture {
    fn of(triple: &str) -> Result<Architecture, String> {
        if let Some(system) = triple.split('-').find(|part| OTHER_FORMATS.iter().any(|s| part.starts_with(s)))
        {
            return Err(format!("target `{triple}` is not supported: {system} has no ELF objects"));
        }
        match triple.split('-').next().unwrap_or("") {
            "riscv32" => Ok(Architecture::Riscv { xlen: 32 }),
            "riscv64" => Ok(Architecture::Riscv { xlen: 64 }),
            "aarch64" | "arm64" if triple.ends_with("_ilp32") => {
                Err(format!("target `{triple}` is not supported: pointers have 64 bits"))
            }
            "aarch64" | "arm64" => Ok(Architecture::AArch64),
            "" => Err("the module names no target: give one with -mtriple".into()),
            arch => Err(format!("target `{arch}` is not supported: riscv32, riscv64 and aarch64 are")),
        }
    }
}

/// Beginnings of a triple's parts that ask for object files other than ELF.
const OTHER_FORMATS: [&str; 11] =
    ["macosx", "darwin", "ios", "tvos", "watchos", "xros", "windows", "win32", "uefi", "macho", "coff"];

/// Whether modules for an architecture can be compiled by a code model.
///
/// # Errors
/// They cannot; the message names the model.
pub fn check_code_model(triple: &str, model: CodeModel) -> Result<(), String> {
    let riscv = triple.starts_with("riscv");
    match model {
        CodeModel::Tiny if riscv => Err("code model tiny is not supported: RISC-V has none".into()),
        CodeModel::Medium if !riscv => Err("code model medium is not supported: AArch64 has none".into()),
        _ => Ok(()),
    }
}

/// Whether an architecture has a register near which small data stand.
pub fn has_small_data(triple: &str) -> bool {
    triple.starts_with("riscv")
}

/// The data layout of an architecture, in LLVM's syntax, for modules that name none.
pub fn data_layout(triple: &str) -> Option<&'static str> {
    match triple.split('-').next()? {
        "riscv32" => Some(riscv::DATA_LAYOUTS[0]),
        "riscv64" => Some(riscv::DATA_LAYOUTS[1]),
        "aarch64" | "arm64" => Some(aarch64::DATA_LAYOUT),
        _ => None,
    }
}
