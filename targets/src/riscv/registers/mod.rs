//! The register file, from `registers.txt`.

pub(crate) mod calling_conventions;
pub(crate) mod mir_names;
pub(crate) mod xlen;

use gisel_codegen::machine::desc::registers::{
    BankId, PhysReg, RegBank, RegClass, RegDesc, RegUnit, RegisterInfo, SubReg, unit_set,
};

include!(concat!(env!("OUT_DIR"), "/riscv_registers.rs"));

/// `REGISTERS` with general registers of 32 bits.
pub(crate) static REGISTERS_RV32: RegisterInfo = RegisterInfo { classes: &CLASSES_RV32, ..REGISTERS };

const CLASSES_RV32: [RegClass; REGISTERS.classes.len()] = {
    let mut classes = [REGISTERS.classes[0]; REGISTERS.classes.len()];
    let mut n = 0;
    while n < classes.len() {
        classes[n] = REGISTERS.classes[n];
        if classes[n].bank.0 == banks::GPRB.0
            && n != classes::GPRPAIR.0 as usize
            && n != classes::GPRPAIRC.0 as usize
        {
            (classes[n].bits, classes[n].spill_size, classes[n].spill_align) = (32, 4, 4);
        }
        n += 1;
    }
    classes
};
