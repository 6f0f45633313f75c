//! Extended frame records: the context of Swift's asynchronous calls, in the 8 bytes below the
//! record.
//!
//! A bit of the saved frame pointer marks an extended record; no address has that bit. It is set
//! before the frame pointer is stored and cleared after it is loaded. Source: Swift's documentation
//! of its calling convention, "Asynchronous calls", and LLVM's behaviour.

use crate::aarch64::isel::logical_immediate;
use crate::aarch64::mc::instructions::op;
use crate::aarch64::registers::regs;
use gisel_codegen::ir::builder::Builder;
use gisel_codegen::ir::mir::Operand;
use gisel_codegen::machine::desc::instructions::Opcode;
use gisel_codegen::machine::desc::registers::PhysReg;

/// The register of incoming contexts.
pub(crate) const CONTEXT: PhysReg = regs::X22;

/// The offset of a context from the frame record that it extends, in bytes.
pub(crate) const OFFSET: i64 = -8;

/// In a saved frame pointer: its record is extended.
const EXTENDED: u64 = 1 << 60;

/// Builds the mark in the frame pointer at entry for an extended record.
pub(crate) fn mark(b: &mut Builder<'_>) {
    change(b, op::ORRXri, EXTENDED);
}

/// Builds the removal of the mark after the frame pointer was loaded.
pub(crate) fn clear(b: &mut Builder<'_>) {
    change(b, op::ANDXri, !EXTENDED);
}

fn change(b: &mut Builder<'_>, opcode: Opcode, mask: u64) {
    let mask = logical_immediate::encode(mask, 64).expect("runs of ones are immediates");
    let operands = [Operand::def(regs::FP), Operand::use_of(regs::FP), Operand::small_imm(mask as i32)];
    b.inst(opcode, &operands);
}

/// Builds the store of the context below a record that is `record` bytes above the stack pointer.
pub(crate) fn store(b: &mut Builder<'_>, record: i64) {
    let (block, word) = (b.block(), 8);
    if !b.mf.block(block).live_ins.contains(&CONTEXT) {
        b.mf.block_mut(block).live_ins.push(CONTEXT);
    }
    let offset = Operand::small_imm(((record + OFFSET) / word) as i32);
    b.inst(op::STRXui, &[Operand::use_of(CONTEXT), Operand::use_of(regs::SP), offset]);
}
