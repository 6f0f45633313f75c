//! Extended frame records: the context of Swift's asynchronous calls, in the 8 bytes below the record.
//!
//! That a record is extended is said by a bit of the frame pointer that it holds, which no address has. It is set before the frame pointer is
//! stored and cleared after it is loaded. Source: Swift's documentation of its calling convention, "Asynchronous calls", and what LLVM does.

use super::instructions::op;
use super::logical_immediate;
use super::registers::regs;
use gisel_codegen::ir::builder::Builder;
use gisel_codegen::ir::mir::Operand;
use gisel_codegen::target::desc::instructions::Opcode;
use gisel_codegen::target::desc::registers::PhysReg;

/// Where contexts come in.
pub(super) const CONTEXT: PhysReg = regs::X22;

/// Where a context lies, from the frame record that it extends, in bytes.
pub(super) const OFFSET: i64 = -8;

/// Of a saved frame pointer: the record that it is in is extended.
const EXTENDED: u64 = 1 << 60;

/// Builds what says that the record with the frame pointer at entry will be extended.
pub(super) fn mark(b: &mut Builder<'_>) {
    change(b, op::ORRXri, EXTENDED);
}

/// Builds what makes the frame pointer an address, after it was loaded.
pub(super) fn clear(b: &mut Builder<'_>) {
    change(b, op::ANDXri, !EXTENDED);
}

fn change(b: &mut Builder<'_>, opcode: Opcode, mask: u64) {
    let mask = logical_immediate::encode(mask, 64).expect("runs of ones are immediates");
    let operands = [Operand::def(regs::FP), Operand::use_of(regs::FP), Operand::small_imm(mask as i32)];
    b.inst(opcode, &operands);
}

/// Builds the store of the context below a record that is `record` bytes above the stack pointer.
pub(super) fn store(b: &mut Builder<'_>, record: i64) {
    let (block, word) = (b.block(), 8);
    if !b.mf.block(block).live_ins.contains(&CONTEXT) {
        b.mf.block_mut(block).live_ins.push(CONTEXT);
    }
    let offset = Operand::small_imm(((record + OFFSET) / word) as i32);
    b.inst(op::STRXui, &[Operand::use_of(CONTEXT), Operand::use_of(regs::SP), offset]);
}
