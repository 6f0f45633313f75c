//! The return address on a second stack: the hardware's shadow stack, or one of ordinary memory.
//!
//! Functions that store `ra` push it as their first action, and pop it or have it compared as their
//! last one. The instructions for the hardware's stack are may-be operations, without effect if it
//! is disabled. The stack in ordinary memory grows upwards from `gp`; unwind information describes
//! how to restore `gp`. Source: the RISC-V manual on Zicfiss; *RISC-V ELF psABI*, "Shadow Call
//! Stack".

use crate::riscv::features::Features;
use crate::riscv::mc::instructions::op;
use crate::riscv::registers::xlen;
use crate::riscv::registers::{REGISTERS, regs};
use gisel_codegen::ir::builder::Builder;
use gisel_codegen::ir::mir::{CfiDirective, MachineFunction, Operand};
use gisel_codegen::machine::desc::registers::PhysReg;

/// The second location of a function's return address, besides its frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum SecondStack {
    /// The stack that the hardware protects.
    Hardware,
    /// In memory, through `gp`.
    Memory,
}

const RETURN_ADDRESS: PhysReg = regs::X1;
/// The pointer of the stack in memory.
pub(crate) const SHADOW: PhysReg = regs::X3;
fn bytes(mf: &MachineFunction) -> i8 {
    if xlen::is_rv64(mf) { 8 } else { 4 }
}

fn second_stack(mf: &MachineFunction, features: Features) -> Option<SecondStack> {
    if !mf.frame.callee_saved.iter().any(|saved| saved.reg == RETURN_ADDRESS) {
        return None;
    }
    if mf.attrs.hw_shadow_stack && features.contains(Features::ZIMOP) {
        return Some(SecondStack::Hardware);
    }
    mf.attrs.shadow_call_stack.then_some(SecondStack::Memory)
}

fn bump(b: &mut Builder<'_>, by: i8) {
    b.inst(op::ADDI, &[Operand::def(SHADOW), Operand::use_of(SHADOW), Operand::small_imm(by.into())]);
}

/// Builds the start of a prologue.
pub(crate) fn push(b: &mut Builder<'_>, features: Features) {
    let bytes = bytes(b.mf);
    match second_stack(b.mf, features) {
        Some(SecondStack::Hardware) => {
            let zero = Operand::use_of(regs::X0);
            b.inst(op::MOP_RR_7, &[Operand::def(regs::X0), zero, Operand::use_of(RETURN_ADDRESS)]);
        }
        Some(SecondStack::Memory) => {
            bump(b, bytes);
            b.cfi(CfiDirective::ValExpression(REGISTERS.dwarf(SHADOW), REGISTERS.dwarf(SHADOW), -bytes));
            let operands = [Operand::use_of(RETURN_ADDRESS), Operand::use_of(SHADOW)];
            b.inst(xlen::store(b.mf), &[operands[0], operands[1], Operand::small_imm((-bytes).into())]);
        }
        None => {}
    }
}

/// Builds the end of an epilogue.
pub(crate) fn pop(b: &mut Builder<'_>, features: Features) {
    let bytes = bytes(b.mf);
    match second_stack(b.mf, features) {
        Some(SecondStack::Hardware) => {
            b.inst(op::MOP_R_28, &[Operand::def(regs::X0), Operand::use_of(RETURN_ADDRESS)]);
        }
        Some(SecondStack::Memory) => {
            let operands = [Operand::def(RETURN_ADDRESS), Operand::use_of(SHADOW)];
            b.inst(xlen::load(b.mf), &[operands[0], operands[1], Operand::small_imm((-bytes).into())]);
            bump(b, -bytes);
            b.cfi(CfiDirective::Restore(REGISTERS.dwarf(SHADOW)));
        }
        None => {}
    }
}
