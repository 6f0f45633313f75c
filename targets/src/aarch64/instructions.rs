//! The instruction table of AArch64, generated from `instructions.txt` and the files beside it.

use crate::table::{Alias, Condition, Encoding, ImmKind, Piece, Run, Slot, SlotKind, Syntax, Table};
use gisel_codegen::ir::llt::Llt;
use gisel_codegen::target::desc::instructions::{
    InstrDesc, InstrFlags, Opcode, OperandDesc, OperandKind, Variadic, constrained, type_places,
};
use gisel_codegen::target::desc::registers::{BankId, PhysReg, RegClassId};
use gisel_codegen::target::desc::schedule::{SchedModel, Unit};

include!(concat!(env!("OUT_DIR"), "/aarch64_instructions.rs"));
