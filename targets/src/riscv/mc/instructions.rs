//! The instruction table, from `instructions.txt` and `instructions/`.

use crate::table::{Alias, Condition, Encoding, ImmKind, Piece, Run, Slot, SlotKind, Syntax, Table};
use gisel_codegen::machine::desc::instructions::{
    InstrDesc, InstrFlags, Opcode, OperandDesc, OperandKind, Variadic, constrained, type_places,
};
use gisel_codegen::machine::desc::registers::{PhysReg, RegClassId};
use gisel_codegen::machine::desc::schedule::{SchedModel, Unit};

include!(concat!(env!("OUT_DIR"), "/riscv_instructions.rs"));
