//! The instruction table of AArch64, generated from `instructions.txt` and the files beside it.

use crate::table::{Alias, Condition, Encoding, ImmKind, Piece, Run, Slot, SlotKind, Syntax, Table};
use gisel_codegen::ir::llt::Llt;
use gisel_codegen::machine::desc::instructions::{
    InstrDesc, InstrFlags, Opcode, OperandDesc, OperandKind, Variadic, constrained, type_places,
};
use gisel_codegen::machine::desc::registers::{BankId, PhysReg, RegClassId};
use gisel_codegen::machine::desc::schedule::{SchedModel, Unit};

include!(concat!(env!("OUT_DIR"), "/aarch64_instructions.rs"));

/// Returns true if `opcode` is an instruction of Advanced SIMD: on vectors, or on scalars in its
/// encodings.
///
/// Source: *Arm Architecture Reference Manual*, "A64 instruction set encoding".
pub(crate) fn is_advanced_simd(opcode: Opcode) -> bool {
    let bits = TABLE.encoded_bits(opcode);
    let computes = bits >> 25 & 7 == 7 && bits >> 28 & 5 != 1;
    let accesses_structures = bits >> 31 == 0 && bits >> 25 & 0x1f == 0b00110;
    computes || accesses_structures
}
