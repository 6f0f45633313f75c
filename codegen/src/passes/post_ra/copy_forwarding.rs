//! Forwarding of `machine-cp`: instructions that read a copy read its source instead, and the copy
//! is erased.
//!
//! The allocator cannot join a register of a tuple with its copy if both are live, although they
//! hold the same value. All readers must be in the copy's block, before the source is overwritten.
//!
//! Requires: physical registers, no phis, live-in lists of blocks. Establishes: nothing new. Cost:
//! a copy scans `MAX_DISTANCE` instructions after it; otherwise linear.

use super::backward_copy_propagation::{Copy, MAX_DISTANCE, for_each_copy};
use crate::ir::entity::{BlockId, InstId};
use crate::ir::mir::{MachineFunction, OperandFlags, OperandTag};
use crate::machine::desc::registers::{PhysReg, UnitSet};
use crate::passes::target::PassTarget;
use smallvec::SmallVec;

/// Erases copies of `mf`.
pub fn run(mf: &mut MachineFunction, target: &dyn PassTarget) {
    for_each_copy(mf, target, |mf, copy, block| {
        if let Some(reads) = reads(mf, copy, block) {
            forward(mf, copy, &reads);
        }
    });
}

/// An operand that reads the copy or a sub-register of it.
struct Read {
    inst: InstId,
    n: usize,
    /// The register with the same value in the source.
    reg: PhysReg,
}

/// Returns the part of the source that corresponds to the copy or a sub-register of it.
fn counterpart(copy: &Copy<'_>, reg: PhysReg) -> Option<PhysReg> {
    if reg == copy.to {
        return Some(copy.from);
    }
    let registers = copy.target.registers();
    let parts = registers.reg(copy.to).sub_regs;
    let &(sub, _) = parts.iter().find(|&&(_, part)| part == reg)?;
    registers.sub_reg(copy.from, sub)
}

/// Returns the operands that read the copy, if all can read its source.
fn reads(mf: &MachineFunction, copy: &Copy<'_>, block: BlockId) -> Option<SmallVec<[Read; 4]>> {
    // A call in the block may leave it for a landing pad.
    if copy.is_live_in_pad(mf, block, copy.to_units) {
        return None;
    }
    let (mut reads, mut source_is_lost) = (SmallVec::new(), false);
    let mut next = mf.next_inst(copy.inst);
    for _ in 0..MAX_DISTANCE {
        let Some(inst) = next else {
            return (!copy.is_live_out(mf, block, copy.to_units)).then_some(reads);
        };
        next = mf.next_inst(inst);
        let written = written(mf, copy, inst)?;
        for (n, operand) in mf.operands(inst).iter().enumerate().filter(|(_, operand)| operand.is_use()) {
            if operand.phys().is_none_or(|reg| copy.units_of(reg) & copy.to_units == 0) {
                continue;
            }
            let reg =
                operand.phys().filter(|_| operand.sub_reg().0 == 0).and_then(|reg| counterpart(copy, reg))?;
            let is_overwritten = written.early & copy.from_units != 0;
            let is_free = !operand.is_implicit() && copy.may_replace(mf, (inst, n), reg);
            if source_is_lost || is_overwritten || !is_free {
                return None;
            }
            reads.push(Read { inst, n, reg });
        }
        match written.all & copy.to_units {
            0 => {}
            all if all == copy.to_units => return Some(reads),
            _ => return None,
        }
        source_is_lost |= written.all & copy.from_units != 0;
    }
    None
}

/// The units that an instruction writes, and those among them before it reads.
struct Written {
    all: UnitSet,
    early: UnitSet,
}

/// Returns the units that `inst` writes. Returns `None` if it reads the copy without an operand.
fn written(mf: &MachineFunction, copy: &Copy<'_>, inst: InstId) -> Option<Written> {
    let desc = copy.target.desc(mf.opcode(inst));
    if desc.implicit_uses.iter().any(|&reg| copy.units_of(reg) & copy.to_units != 0) {
        return None;
    }
    let all = desc.implicit_defs.iter().fold(0, |set, &reg| set | copy.units_of(reg));
    let mut written = Written { all, early: 0 };
    for (n, &operand) in mf.operands(inst).iter().enumerate() {
        if operand.tag() == OperandTag::RegMask {
            written.all |= mf.reg_mask(copy.target, operand).lost(copy.target.registers());
        }
        let Some(reg) = operand.phys().filter(|_| operand.is_def()) else { continue };
        written.all |= copy.units_of(reg);
        if desc.operands.get(n).is_none_or(|listed| listed.early_clobber) {
            written.early |= copy.units_of(reg);
        }
    }
    Some(written)
}

/// Makes these operands read the source, which stays live up to them, and erases the copy.
fn forward(mf: &mut MachineFunction, copy: &Copy<'_>, reads: &[Read]) {
    for &Read { inst, n, reg } in reads {
        let operand = mf.operand(inst, n).with_reg(reg);
        mf.set_operand(inst, n, operand);
    }
    let last = reads.last().map_or(copy.inst, |read| read.inst);
    let mut next = Some(copy.inst);
    while let Some(inst) = next {
        next = mf.next_inst(inst).filter(|_| inst != last);
        for n in 0..mf.operands(inst).len() {
            let operand = mf.operand(inst, n);
            if operand.phys().is_some_and(|reg| copy.units_of(reg) & copy.from_units != 0) {
                mf.set_operand_flags(inst, n, operand.flags - OperandFlags::KILL - OperandFlags::DEAD);
            }
        }
    }
    mf.remove_inst(copy.inst);
}
