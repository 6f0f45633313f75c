//! The edges of conditional branches: the code on each edge checks the branch's prediction.
//!
//! Each block is split after its first conditional branch; the new block is the edge that falls
//! through. The code of the taken edge is at the start of its target, if that has no other
//! predecessor. Otherwise it is in a new block between the two. So the unwind rules of the branch
//! hold there, too.

use crate::aarch64::isel::logical_immediate;
use crate::aarch64::mc::conditions::{EQ, NE};
use crate::aarch64::mc::instructions::op;
use crate::aarch64::passes::speculation_hardening::{Protection, TAINT, after_labels, build_barrier};
use crate::aarch64::registers::{REGISTERS, classes, regs};
use gisel_codegen::ir::builder::Builder;
use gisel_codegen::ir::entity::{BlockId, InstId};
use gisel_codegen::ir::mir::{MachineFunction, Operand};
use gisel_codegen::machine::desc::instructions::InstrFlags;
use gisel_codegen::machine::desc::registers::PhysReg;
use gisel_codegen::target::PassTarget;

/// The check of a branch's prediction on one of its edges.
#[derive(Clone, Copy)]
enum Check {
    /// This condition holds on the edge.
    Condition(i32),
    /// There is no condition: a barrier waits.
    Barrier,
}

impl Check {
    fn inverse(self) -> Check {
        match self {
            Check::Condition(condition) => Check::Condition(condition ^ 1),
            Check::Barrier => Check::Barrier,
        }
    }

    fn build(self, b: &mut Builder<'_>) {
        let Check::Condition(condition) = self else { return build_barrier(b) };
        let zero = Operand::use_of(regs::XZR);
        let (def, taint, condition) =
            (Operand::def(TAINT), Operand::use_of(TAINT), Operand::small_imm(condition));
        b.inst(op::CSELXr, &[def, taint, zero, condition, Operand::implicit_use(regs::NZCV)]);
    }
}

/// Updates the taint on each edge of a conditional branch.
pub(crate) fn track(mf: &mut MachineFunction, target: &dyn PassTarget, protection: Protection) {
    let old = mf.layout.clone();
    let mut layout = Vec::with_capacity(old.len());
    for (position, &first) in old.iter().enumerate() {
        layout.push(first);
        let next = old.get(position + 1).copied();
        let mut block = first;
        while let Some(branch) = first_conditional(mf, target, block) {
            let rest = split_after(mf, target, branch, next);
            if let Some(taken) = track_branch(mf, target, protection, branch, rest) {
                layout.push(taken);
            }
            layout.push(rest);
            block = rest;
        }
    }
    mf.layout = layout;
}

/// Returns the first conditional branch of `block`.
fn first_conditional(mf: &MachineFunction, target: &dyn PassTarget, block: BlockId) -> Option<InstId> {
    let others = InstrFlags::BARRIER.union(InstrFlags::INDIRECT_BRANCH).union(InstrFlags::CALL);
    mf.insts(block).find(|&inst| {
        let flags = target.desc(mf.opcode(inst)).flags;
        mf.opcode(inst).is_target() && flags.contains(InstrFlags::BRANCH) && !flags.intersects(others)
    })
}

/// Moves the instructions after `branch` to a new block. `next` is the block after them in the
/// layout.
fn split_after(
    mf: &mut MachineFunction,
    target: &dyn PassTarget,
    branch: InstId,
    next: Option<BlockId>,
) -> BlockId {
    let block = mf.expect_block_of(branch);
    let falls_to = next.filter(|_| mf.falls_through(target, block));
    let rest = mf.create_block();
    if let Some(first) = mf.next_inst(branch) {
        mf.splice_tail(first, rest);
    }
    for to in mf.block(block).successors.clone() {
        let names = |mf: &MachineFunction, from| {
            mf.insts(from).any(|inst| mf.operands(inst).iter().any(|o| o.as_block() == Some(to)))
        };
        if names(mf, rest) || falls_to == Some(to) {
            mf.add_edge(rest, to);
        }
        // Exceptions leave from calls.
        if !names(mf, block) && !mf.block(to).is_eh_pad {
            mf.remove_edge(block, to);
        }
    }
    mf.block_mut(block).probabilities.clear();
    mf.add_edge(block, rest);
    mf.block_mut(rest).live_ins = live_into(mf, rest);
    rest
}

/// Returns the registers that are live into a block of terminators.
fn live_into(mf: &MachineFunction, block: BlockId) -> Vec<PhysReg> {
    let read = mf.insts(block).flat_map(|inst| mf.operands(inst).iter().filter(|o| !o.is_def()));
    let named = read.filter_map(|o| o.phys()).filter(|&reg| reg != regs::XZR && reg != regs::WZR);
    let later = mf.block(block).successors.iter().flat_map(|&to| mf.block(to).live_ins.iter().copied());
    let mut live: Vec<PhysReg> = named.chain(later).collect();
    live.sort_unstable();
    live.dedup();
    live
}

fn add_live_in(mf: &mut MachineFunction, block: BlockId, reg: PhysReg) {
    let live_ins = &mut mf.block_mut(block).live_ins;
    if !live_ins.contains(&reg) {
        live_ins.push(reg);
    }
}

/// Builds the code of the two edges of `branch`, which is before `rest`. Returns the new block of
/// the taken edge, if there is one.
fn track_branch(
    mf: &mut MachineFunction,
    target: &dyn PassTarget,
    protection: Protection,
    branch: InstId,
    rest: BlockId,
) -> Option<BlockId> {
    let block = mf.expect_block_of(branch);
    let (operand, to) =
        (0..).zip(mf.operands(branch)).find_map(|(n, operand)| Some((n, operand.as_block()?)))?;
    let (branch, operand, check) = match protection {
        Protection::Taint => set_flags(mf, branch, operand, rest),
        Protection::Barriers => (branch, operand, Check::Barrier),
    };
    check.inverse().build(&mut after_labels(mf, rest));
    let data = mf.block(to);
    let is_own = data.predecessors.len() == 1 && !data.is_eh_pad && !data.address_taken && to != mf.entry();
    let others = |inst| inst != branch && mf.operands(inst).iter().any(|o| o.as_block() == Some(to));
    if is_own && !mf.insts(block).any(others) {
        check.build(&mut after_labels(mf, to));
        note_flags(mf, check, &[to, rest]);
        return None;
    }
    Some(split_taken(mf, target, (branch, operand), to, rest, check))
}

fn note_flags(mf: &mut MachineFunction, check: Check, blocks: &[BlockId]) {
    if matches!(check, Check::Condition(_)) {
        blocks.iter().for_each(|&block| add_live_in(mf, block, regs::NZCV));
    }
}

/// Inserts a block between `branch` and its target, directly after the branch. The inverted branch
/// jumps to `rest`.
fn split_taken(
    mf: &mut MachineFunction,
    target: &dyn PassTarget,
    (branch, operand): (InstId, usize),
    to: BlockId,
    rest: BlockId,
    check: Check,
) -> BlockId {
    let block = mf.expect_block_of(branch);
    let taken = mf.create_block();
    check.build(&mut Builder::at_end(mf, taken));
    target.instr_info().insert_branch(&mut Builder::at_end(mf, taken), to);
    let inverted = target.instr_info().invert_branch(mf, branch);
    mf.set_operand(branch, operand, Operand::block(if inverted { rest } else { taken }));
    if !inverted {
        target.instr_info().insert_branch(&mut Builder::at_end(mf, block), rest);
    }
    let is_named = mf.insts(block).any(|inst| mf.operands(inst).iter().any(|o| o.as_block() == Some(to)));
    if !is_named {
        mf.remove_edge(block, to);
    }
    mf.add_edge(block, taken);
    mf.add_edge(taken, to);
    mf.block_mut(taken).live_ins = mf.block(to).live_ins.clone();
    note_flags(mf, check, &[taken, rest]);
    taken
}

/// Replaces a branch by one that reads the flags, unless the flags are live after it. Returns the
/// branch, the index of its block operand, and the check of its taken edge.
fn set_flags(
    mf: &mut MachineFunction,
    branch: InstId,
    operand: usize,
    rest: BlockId,
) -> (InstId, usize, Check) {
    let to = mf.operand(branch, operand);
    let (opcode, first) = (mf.opcode(branch), mf.operand(branch, 0));
    if opcode == op::Bcc {
        let condition = mf.imm_value(first).and_then(|condition| i32::try_from(condition).ok());
        return (branch, operand, condition.map_or(Check::Barrier, Check::Condition));
    }
    let reads_flags = |block: &BlockId| mf.block(*block).live_ins.contains(&regs::NZCV);
    let is_read = reads_flags(&rest) || to.as_block().is_some_and(|to| reads_flags(&to));
    let is_wide = first.phys().is_some_and(|reg| REGISTERS.contains(classes::GPR64ALL, reg));
    let condition = match opcode {
        op::CBZW | op::CBZX | op::TBZW | op::TBZX => EQ as i32,
        op::CBNZW | op::CBNZX | op::TBNZW | op::TBNZX => NE as i32,
        _ => return (branch, operand, Check::Barrier),
    };
    if is_read {
        return (branch, operand, Check::Barrier);
    }
    let flags = Operand::implicit_def(regs::NZCV);
    let zero = Operand::def(if is_wide { regs::XZR } else { regs::WZR });
    let value = first;
    let bit = (operand == 2).then(|| mf.imm_value(mf.operand(branch, 1))).flatten();
    let mask = bit.and_then(|bit| logical_immediate::encode(1 << bit, if is_wide { 64 } else { 32 }));
    let mut b = Builder::before(mf, branch);
    match mask {
        Some(mask) => {
            let opcode = if is_wide { op::ANDSXri } else { op::ANDSWri };
            b.inst(opcode, &[zero, value, Operand::small_imm(mask as i32), flags]);
        }
        None => {
            let opcode = if is_wide { op::SUBSXri } else { op::SUBSWri };
            b.inst(opcode, &[zero, value, Operand::small_imm(0), Operand::small_imm(0), flags]);
        }
    }
    let operands = [Operand::small_imm(condition), to, Operand::implicit_use(regs::NZCV)];
    let by_flags = b.inst(op::Bcc, &operands);
    mf.remove_inst(branch);
    (by_flags, 1, Check::Condition(condition))
}
