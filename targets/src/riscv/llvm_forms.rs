//! Instructions of ours that LLVM's passes do not take, in LLVM's terms: accesses to a symbol's memory in one instruction, and selects of zero.

use super::asm_printer::{SYMBOL_LOADS, SYMBOL_STORES, symbol_access};
use super::instructions::op;
use super::registers::{classes, regs};
use gisel_codegen::entity::{InstId, VReg};
use gisel_codegen::mir::{MachineFunction, Operand};
use gisel_codegen::opcodes::COPY;
use gisel_codegen::target::instructions::Opcode;

/// Rewrites one instruction.
pub fn rewrite(mf: &mut MachineFunction, inst: InstId) {
    let opcode = mf.opcode(inst);
    let (load, store) = (symbol_access(&SYMBOL_LOADS, opcode), symbol_access(&SYMBOL_STORES, opcode));
    match (mf.operands(inst), load, store) {
        (&[result, symbol], Some(load), _) => access(mf, inst, load, result, symbol),
        (&[_, value, symbol], _, Some(store)) => access(mf, inst, store, value, symbol),
        (&[.., value, _], ..)
            if opcode == op::Select_GPR_Using_CC_GPR && value == Operand::use_of(regs::X0) =>
        {
            let zero = before(mf, inst, COPY, value);
            let n = mf.operands(inst).len() - 2;
            mf.set_operand(inst, n, Operand::use_of(zero));
        }
        _ => {}
    }
}

/// Puts an instruction with one operand in front, and gives its result.
fn before(mf: &mut MachineFunction, inst: InstId, opcode: Opcode, operand: Operand) -> VReg {
    let result = mf.create_class_vreg(classes::GPR);
    let loc = mf.inst(inst).debug_loc;
    let new = mf.create_inst(opcode, &[Operand::def(result), operand], loc);
    mf.insert_before(inst, new);
    result
}

/// The address in an instruction of its own, and the access at it.
fn access(mf: &mut MachineFunction, inst: InstId, opcode: Opcode, data: Operand, symbol: Operand) {
    let address = before(mf, inst, op::PseudoLLA, symbol);
    mf.set_operands(inst, &[data, Operand::use_of(address), Operand::small_imm(0)]);
    mf.inst_mut(inst).opcode = opcode;
}
