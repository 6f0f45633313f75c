//! Forwarding: instructions that read a copy read its source instead, and the copy is erased.
//!
//! The allocator cannot join a register of a tuple with its copy if both are live, although they
//! hold the same value. All readers must be in the copy's block, before the source is overwritten.
//!
//! Requires: physical registers, no phis, live-in lists of blocks. Establishes: nothing new. Cost:
//! a copy scans `MAX_DISTANCE` instructions after it; otherwise linear.

use super::copies::{Copy, MAX_DISTANCE, for_each_copy, keep_alive};
use crate::ir::entity::{BlockId, InstId};
use crate::ir::mir::MachineFunction;
use crate::machine::desc::instructions::OperandKind;
use crate::machine::desc::registers::{PhysReg, UnitSet};
use crate::passes::target::PassTarget;
use smallvec::SmallVec;

/// Erases copies in these blocks of `mf`.
pub fn run(mf: &mut MachineFunction, target: &dyn PassTarget, blocks: &[BlockId]) {
    for_each_copy(mf, target, blocks, |mf, copy, block| {
        if let Some(reads) = reads(mf, copy, block) {
            forward(mf, copy, &reads);
        }
    });
}

/// An operand that reads the copy or a sub-register of it.
struct Read {
    inst: InstId,
    n: usize,
    /// The register with the same value, or the part of it that is read, in the source.
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

/// Returns the register with the source as the part that `inst` reads of operand `n`, which is
/// `reg`, if that part is the copy.
fn wide_counterpart(
    mf: &MachineFunction,
    copy: &Copy<'_>,
    (inst, n): (InstId, usize),
    reg: PhysReg,
) -> Option<PhysReg> {
    let part = copy.target.instr_info().read_part(mf, inst, n)?;
    let OperandKind::Class(class) = copy.target.desc(mf.opcode(inst)).operands.get(n)?.kind else {
        return None;
    };
    let registers = copy.target.registers();
    let is_copy = registers.sub_reg(reg, part) == Some(copy.to);
    is_copy.then(|| registers.matching_super_reg(copy.from, part, class))?
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
        let (desc, registers) = (copy.target.desc(mf.opcode(inst)), copy.target.registers());
        if registers.unit_set_of(desc.implicit_uses) & copy.to_units != 0 {
            return None;
        }
        for (n, operand) in mf.operands(inst).iter().enumerate().filter(|(_, operand)| operand.is_use()) {
            if operand.phys().is_none_or(|reg| copy.units_of(reg) & copy.to_units == 0) {
                continue;
            }
            let reg = operand.phys().filter(|_| operand.sub_reg().0 == 0)?;
            let reg = counterpart(copy, reg).or_else(|| wide_counterpart(mf, copy, (inst, n), reg))?;
            let is_overwritten = written_early(mf, copy, inst) & copy.from_units != 0;
            let is_free = !operand.is_implicit() && copy.may_replace(mf, (inst, n), reg);
            if source_is_lost || is_overwritten || !is_free {
                return None;
            }
            reads.push(Read { inst, n, reg });
        }
        let written = mf.register_effects(copy.target, inst).writes;
        match written & copy.to_units {
            0 => {}
            all if all == copy.to_units => return Some(reads),
            _ => return None,
        }
        source_is_lost |= written & copy.from_units != 0;
    }
    None
}

/// Returns the units that an instruction may write before it reads its operands.
fn written_early(mf: &MachineFunction, copy: &Copy<'_>, inst: InstId) -> UnitSet {
    let listed = copy.target.desc(mf.opcode(inst)).operands;
    let is_early = |n: usize| listed.get(n).is_none_or(|listed| listed.early_clobber);
    let defs = mf.operands(inst).iter().enumerate().filter(|&(n, operand)| operand.is_def() && is_early(n));
    defs.filter_map(|(_, operand)| operand.phys()).fold(0, |set, reg| set | copy.units_of(reg))
}

/// Makes these operands read the source, which stays live up to them, and erases the copy.
fn forward(mf: &mut MachineFunction, copy: &Copy<'_>, reads: &[Read]) {
    for &Read { inst, n, reg } in reads {
        let operand = mf.operand(inst, n).with_reg(reg);
        mf.set_operand(inst, n, operand);
    }
    let last = reads.last().map_or(copy.inst, |read| read.inst);
    let end = mf.next_inst(last);
    keep_alive(mf, copy.target, (copy.inst, end), copy.from_units);
    mf.remove_inst(copy.inst);
}
