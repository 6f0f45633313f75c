//! The register file, from `registers.txt`.

use gisel_codegen::target::registers::{
    BankId, PhysReg, RegBank, RegClass, RegDesc, RegUnit, RegisterInfo, SubReg,
};

include!(concat!(env!("OUT_DIR"), "/riscv_registers.rs"));
