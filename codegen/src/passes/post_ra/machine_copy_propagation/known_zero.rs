//! Zeros in registers that are zero already: after a branch that tests a register for zero, one
//! successor knows that it is zero.
//!
//! Early returns of zero are such blocks. They become empty, and the branch goes to the return.
//!
//! Requires: physical registers, no phis, live-in lists of blocks. Establishes: nothing new. Cost:
//! linear; at most `MAX_DISTANCE` instructions of a block are visited. After LLVM's
//! "RedundantCopyElimination".

use super::copies::{MAX_DISTANCE, keep_alive};
use crate::ir::entity::{BlockId, InstId};
use crate::ir::mir::MachineFunction;
use crate::ir::opcodes::COPY;
use crate::machine::desc::registers::PhysReg;
use crate::machine::instr_info::WrittenValue;
use crate::passes::target::PassTarget;
use smallvec::SmallVec;

/// Erases zeros of `mf` that registers hold already.
pub fn run(mf: &mut MachineFunction, target: &dyn PassTarget) {
    for n in 0..mf.layout.len() {
        if let Some((branch, reg, to)) = zero_on_edge(mf, target, mf.layout[n]) {
            erase(mf, target, (branch, to), reg);
        }
    }
}

/// Returns the branch at the end of `block`, the register that it tests for zero, and the successor
/// that is entered from nowhere else and only if it is zero.
fn zero_on_edge(
    mf: &MachineFunction,
    target: &dyn PassTarget,
    block: BlockId,
) -> Option<(InstId, PhysReg, BlockId)> {
    let &[a, b] = &mf.block(block).successors[..] else { return None };
    let branch = mf.first_terminator(target, block).filter(|_| a != b)?;
    let test = target.instr_info().zero_test(mf, branch)?;
    let other = if a == test.target { b } else { a };
    let to = if test.is_zero { test.target } else { other };
    let data = mf.block(to);
    (data.predecessors.len() == 1 && !data.address_taken && !data.is_eh_pad).then_some((branch, test.reg, to))
}

/// Erases the zeros that `reg`, which is zero, receives at the start of the block after `branch`.
fn erase(mf: &mut MachineFunction, target: &dyn PassTarget, (branch, to): (InstId, BlockId), reg: PhysReg) {
    let units = target.registers().unit_set(reg);
    let mut zeros: SmallVec<[InstId; 2]> = SmallVec::new();
    for inst in mf.insts(to).take(MAX_DISTANCE) {
        if mf.register_effects(target, inst).writes & units == 0 {
            continue;
        }
        if !is_zero_in(mf, target, inst, reg) {
            break;
        }
        zeros.push(inst);
    }
    let Some(&last) = zeros.last() else { return };
    keep_alive(mf, target, (branch, None), units);
    if let Some(first) = mf.first_inst(to) {
        keep_alive(mf, target, (first, Some(last)), units);
    }
    zeros.into_iter().for_each(|inst| mf.remove_inst(inst));
    let live_ins = &mut mf.block_mut(to).live_ins;
    if !live_ins.iter().any(|&live| target.registers().unit_set(live) & units == units) {
        live_ins.push(reg);
    }
}

/// Returns true if all that `inst` does is to write zero to `reg` or a part of it.
fn is_zero_in(mf: &MachineFunction, target: &dyn PassTarget, inst: InstId, reg: PhysReg) -> bool {
    let registers = target.registers();
    let [to, from, ..] = *mf.operands(inst) else { return false };
    let is_constant = |reg: PhysReg| target.instr_info().is_constant_register(reg);
    let is_zero = match mf.opcode(inst) {
        COPY => from.phys().is_some_and(is_constant),
        _ => target.instr_info().written_value(mf, inst) == Some(WrittenValue::Integer(0)),
    };
    let is_part = |to: PhysReg| registers.unit_set(to) & !registers.unit_set(reg) == 0;
    is_zero && to.phys().is_some_and(is_part)
}
