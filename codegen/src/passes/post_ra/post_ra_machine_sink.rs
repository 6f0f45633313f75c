//! `postra-machine-sink`: sinks copies whose result only one successor requires, so that other
//! paths need no frame.
//!
//! Arguments that are live across calls are copied to callee-saved registers at function entry.
//! After an early exit check, such a copy is executed only where it is required. Readers of the
//! copy before that point read its source instead. Blocks are visited in reverse post-order, so
//! copies pass several checks. If the entry branches to a return and into a loop, the edge into the
//! loop gets a block for the copies.
//!
//! Requires: physical registers, no phis, live-in lists of blocks. Establishes: nothing new. Cost:
//! a copy scans `MAX_DISTANCE` instructions of each block that it passes; otherwise linear.

use crate::ir::builder::Builder;
use crate::ir::entity::{BlockId, InstId};
use crate::ir::mir::{MachineFunction, OperandFlags, OperandTag};
use crate::ir::opcodes::COPY;
use crate::machine::desc::instructions::{InstrFlags, OperandKind};
use crate::machine::desc::registers::PhysReg;
use crate::passes::analysis::dominators::reverse_postorder;
use crate::passes::target::PassTarget;

/// The maximum number of instructions that a copy may pass in one block.
const MAX_DISTANCE: usize = 32;

/// The maximum number of instructions of a block that returns at once.
const MAX_RETURN: usize = 8;

/// Sinks copies of `mf` into successors.
pub fn run(mf: &mut MachineFunction, target: &dyn PassTarget) {
    for block in reverse_postorder(mf) {
        if mf.block(block).successors.len() < 2 {
            continue;
        }
        let mut next = mf.last_inst(block);
        while let Some(inst) = next {
            next = mf.prev_inst(inst);
            if mf.opcode(inst) == COPY
                && let Some(copy) = Copy::of(mf, target, inst)
                && let Some(to) = copy.destination(mf, block)
                && let Some(reads) = copy.reads_after(mf)
                && let Some(to) = copy.block_before(mf, block, to)
            {
                copy.sink(mf, to, &reads);
            }
        }
    }
}

/// Returns true if `block` returns after few instructions, without a call.
fn returns_at_once(mf: &MachineFunction, target: &dyn PassTarget, block: BlockId) -> bool {
    let flags = |inst| target.desc(mf.opcode(inst)).flags;
    let returns = mf.last_inst(block).is_some_and(|inst| flags(inst).contains(InstrFlags::RETURN));
    let calls = |inst| flags(inst).contains(InstrFlags::CALL) && !flags(inst).contains(InstrFlags::RETURN);
    returns && mf.insts(block).nth(MAX_RETURN).is_none() && !mf.insts(block).any(calls)
}

/// Inserts a block on the edge, unless the branch is indirect.
fn split_edge(
    mf: &mut MachineFunction,
    target: &dyn PassTarget,
    from: BlockId,
    to: BlockId,
) -> Option<BlockId> {
    let last = mf.last_inst(from)?;
    let at = mf.layout.iter().position(|&block| block == from)?;
    if target.desc(mf.opcode(last)).has(InstrFlags::INDIRECT_BRANCH) || mf.invoke(from).is_some() {
        return None;
    }
    let next = mf.layout.get(at + 1).copied();
    let falls_through = mf.falls_through(target, from);
    let jumps = target.instr_info().unconditional_branch_target(mf, last) == Some(to);
    let new = mf.create_block();
    mf.block_mut(new).live_ins = mf.block(to).live_ins.clone();
    mf.redirect_edge(from, to, new);
    mf.add_edge(new, to);
    if falls_through && next == Some(to) {
        mf.layout.insert(at + 1, new);
        return Some(new);
    }
    if jumps {
        mf.remove_inst(last);
        mf.layout.insert(at + 1, new);
    } else {
        let end = mf.layout.iter().rposition(|&block| !mf.falls_through(target, block))?;
        mf.layout.insert(end + 1, new);
    }
    target.instr_info().insert_branch(&mut Builder::at_end(mf, new), to);
    Some(new)
}

/// A copy between two registers.
struct Copy<'a> {
    target: &'a dyn PassTarget,
    inst: InstId,
    to: PhysReg,
    from: PhysReg,
}

impl<'a> Copy<'a> {
    fn of(mf: &MachineFunction, target: &'a dyn PassTarget, inst: InstId) -> Option<Copy<'a>> {
        let [to, from] = mf.operands(inst) else { return None };
        let whole = to.sub_reg().0 == 0 && from.sub_reg().0 == 0;
        let (to, from) = (to.phys().filter(|_| whole)?, from.phys()?);
        let reserved = target.frame_lowering().reserved(mf);
        let is_reserved = |reg| reserved.iter().any(|&r| target.registers().overlap(r, reg));
        let fixed = is_reserved(to) || is_reserved(from) && !target.instr_info().is_constant_register(from);
        (!fixed && !target.registers().overlap(to, from)).then_some(Copy { target, inst, to, from })
    }

    fn overlap(&self, a: PhysReg, b: PhysReg) -> bool {
        self.target.registers().overlap(a, b)
    }

    /// Returns the only successor of `block` that requires the copy.
    fn destination(&self, mf: &MachineFunction, block: BlockId) -> Option<BlockId> {
        let needs = |b: &&BlockId| mf.block(**b).live_ins.iter().any(|&r| self.overlap(r, self.to));
        let mut needing = mf.block(block).successors.iter().filter(needs);
        let only = *needing.next()?;
        let data = mf.block(only);
        (needing.next().is_none()
            && !data.is_eh_pad
            && !data.address_taken
            && data.live_ins.contains(&self.to))
        .then_some(only)
    }

    /// Returns `to` if `block` is its only predecessor. At the entry of a function that may return
    /// at once, returns a new block on the edge: a loop may follow directly.
    fn block_before(&self, mf: &mut MachineFunction, block: BlockId, to: BlockId) -> Option<BlockId> {
        if mf.block(to).predecessors.len() == 1 {
            return Some(to);
        }
        let others = || mf.block(block).successors.iter().filter(|&&other| other != to);
        let leaves = block == mf.entry() && others().all(|&other| returns_at_once(mf, self.target, other));
        let saved = || self.target.frame_lowering().callee_saved(mf);
        let is_saved = leaves && saved().iter().any(|saved| self.overlap(saved.reg, self.to));
        is_saved.then(|| split_edge(mf, self.target, block, to)).flatten()
    }

    /// Returns the operands after the copy in its block that read its result. Returns `None` unless
    /// each can read the source instead, which must not be overwritten there.
    fn reads_after(&self, mf: &MachineFunction) -> Option<Vec<(InstId, usize)>> {
        let mut reads = Vec::new();
        let mut next = mf.next_inst(self.inst);
        for _ in 0..MAX_DISTANCE {
            let Some(inst) = next else { return Some(reads) };
            next = mf.next_inst(inst);
            let desc = self.target.desc(mf.opcode(inst));
            let concerned = |reg: &PhysReg| self.overlap(*reg, self.to) || self.overlap(*reg, self.from);
            if desc.implicit_defs.iter().any(concerned)
                || desc.implicit_uses.iter().any(|&r| self.overlap(r, self.to))
            {
                return None;
            }
            for (n, operand) in mf.operands(inst).iter().enumerate() {
                if operand.tag() == OperandTag::RegMask {
                    return None;
                }
                let Some(reg) = operand.phys() else { continue };
                if operand.is_def() && concerned(&reg) {
                    return None;
                }
                if self.overlap(reg, self.to) {
                    let fits = match desc.operands.get(n).map(|o| o.kind) {
                        Some(OperandKind::Class(class)) => self.target.registers().contains(class, self.from),
                        _ => mf.opcode(inst) == COPY,
                    };
                    if !fits || reg != self.to || operand.sub_reg().0 != 0 || operand.is_implicit() {
                        return None;
                    }
                    reads.push((inst, n));
                }
            }
        }
        None
    }

    fn sink(&self, mf: &mut MachineFunction, to: BlockId, reads: &[(InstId, usize)]) {
        for &(inst, n) in reads {
            let operand = mf.operand(inst, n).with_reg(self.from);
            mf.set_operand(inst, n, operand);
        }
        // The source stays live until the copy.
        let mut next = mf.next_inst(self.inst);
        while let Some(inst) = next {
            next = mf.next_inst(inst);
            for n in 0..mf.operands(inst).len() {
                let operand = mf.operand(inst, n);
                if operand.phys().is_some_and(|r| self.overlap(r, self.from)) {
                    mf.set_operand_flags(inst, n, operand.flags - OperandFlags::KILL);
                }
            }
        }
        mf.unlink_inst(self.inst);
        mf.prepend_inst(to, self.inst);
        mf.note_written_at_start(self.inst, self.to);
        let constant = self.target.instr_info().is_constant_register(self.from);
        let (registers, live_ins) = (self.target.registers(), &mut mf.block_mut(to).live_ins);
        // Sub-registers of the result may be listed too, for copies that were sunk before.
        let written = registers.units(self.to);
        live_ins.retain(|r| !registers.units(*r).iter().all(|u| written.contains(u)));
        if !constant && !live_ins.contains(&self.from) {
            live_ins.push(self.from);
        }
    }
}
