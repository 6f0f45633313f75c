//! The register file of AArch64, generated from `registers.txt`.

pub(crate) mod calling_conventions;
pub(crate) mod mir_names;

use gisel_codegen::machine::desc::registers::{
    BankId, PhysReg, RegBank, RegClass, RegDesc, RegUnit, RegisterInfo, SubReg, unit_set,
};

include!(concat!(env!("OUT_DIR"), "/aarch64_registers.rs"));
