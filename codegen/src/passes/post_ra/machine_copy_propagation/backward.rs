//! Backward propagation: a value that is only copied to another register is computed in that
//! register, and the copy is erased.
//!
//! The registers of a tuple are copied there one after another, while the tuple is live as a whole,
//! so the allocator cannot join them with their sources. Between the instruction that defines the
//! source and the copy, the destination must not be mentioned; after the copy, the source must be
//! dead. Instructions between them read the destination instead.
//!
//! Requires: physical registers, no phis, live-in lists of blocks. Establishes: nothing new. Cost:
//! a copy scans `MAX_DISTANCE` instructions before it and after it; otherwise linear.

use super::copies::{Copy, MAX_DISTANCE, Mention, for_each_copy};
use crate::ir::entity::{BlockId, InstId};
use crate::ir::mir::{MachineFunction, OperandFlags, OperandTag};
use crate::machine::desc::registers::PhysReg;
use crate::passes::target::PassTarget;
use smallvec::SmallVec;

/// Erases copies in these blocks of `mf`.
pub fn run(mf: &mut MachineFunction, target: &dyn PassTarget, blocks: &[BlockId]) {
    for_each_copy(mf, target, blocks, |mf, copy, block| {
        if let Some((definition, operands)) = copy.operands(mf, block) {
            copy.propagate(mf, definition, &operands);
        } else if let Some(definition) = copy.tied_definition(mf, block)
            && target.instr_info().tie_to(mf, definition, copy.to)
        {
            copy.propagate(mf, definition, &[]);
        }
    });
}

impl Copy<'_> {
    /// Returns the instruction that defines the source, and all operands before the copy with its
    /// value, if all can be replaced.
    fn operands(&self, mf: &MachineFunction, block: BlockId) -> Option<(InstId, SmallVec<[Mention; 4]>)> {
        let mut found = SmallVec::new();
        let mut before = mf.prev_inst(self.inst);
        for _ in 0..MAX_DISTANCE {
            let inst = before?;
            before = mf.prev_inst(inst);
            let mentions = self.mentions(mf, inst)?;
            if let Some(&n) = mentions.iter().find(|&&n| mf.operand(inst, n).is_def()) {
                // It may read an earlier value in the source.
                found.push((inst, n));
                return self.is_dead_after(mf, block).then_some((inst, found));
            }
            found.extend(mentions.iter().map(|&n| (inst, n)));
        }
        None
    }

    /// Returns the instruction that defines the source in a tied register, if no other one before
    /// the copy mentions source or destination.
    fn tied_definition(&self, mf: &MachineFunction, block: BlockId) -> Option<InstId> {
        let mut before = mf.prev_inst(self.inst);
        for _ in 0..MAX_DISTANCE {
            let inst = before?;
            before = mf.prev_inst(inst);
            let desc = self.target.desc(mf.opcode(inst));
            if desc.constrained && mf.operand(inst, 0).phys() == Some(self.from) {
                return Some(inst).filter(|_| self.is_dead_after(mf, block));
            }
            let is_apart = |reg: PhysReg| self.units_of(reg) & self.units() == 0;
            let operands = mf.operands(inst).iter();
            let is_kept = operands.clone().all(|o| o.tag() != OperandTag::RegMask)
                && operands.filter_map(|o| o.phys()).all(is_apart)
                && desc.implicit_uses.iter().chain(desc.implicit_defs).all(|&reg| is_apart(reg));
            if !is_kept {
                return None;
            }
        }
        None
    }

    /// Returns the operands of `inst` that are the source. Returns `None` if `inst` mentions the
    /// destination, or the source in another way than as a replaceable operand.
    fn mentions(&self, mf: &MachineFunction, inst: InstId) -> Option<SmallVec<[usize; 2]>> {
        let (desc, registers) = (self.target.desc(mf.opcode(inst)), self.target.registers());
        let listed = registers.unit_set_of(desc.implicit_defs) | registers.unit_set_of(desc.implicit_uses);
        if listed & self.units() != 0 {
            return None;
        }
        let mut found = SmallVec::new();
        for (n, operand) in mf.operands(inst).iter().enumerate() {
            if operand.tag() == OperandTag::RegMask {
                return None;
            }
            let Some(reg) = operand.phys().filter(|&reg| self.units_of(reg) & self.units() != 0) else {
                continue;
            };
            let fits = self.may_replace(mf, (inst, n), self.to);
            if reg != self.from || !fits || operand.sub_reg().0 != 0 || operand.is_implicit() {
                return None;
            }
            found.push(n);
        }
        Some(found)
    }

    /// Returns true if the source is not read after the copy.
    fn is_dead_after(&self, mf: &MachineFunction, block: BlockId) -> bool {
        // A call in the block may leave it for a landing pad.
        if self.is_live_in_pad(mf, block, self.from_units) {
            return false;
        }
        let mut next = mf.next_inst(self.inst);
        for _ in 0..MAX_DISTANCE {
            let Some(inst) = next else { return !self.is_live_out(mf, block, self.from_units) };
            next = mf.next_inst(inst);
            let desc = self.target.desc(mf.opcode(inst));
            let reads = |reg: PhysReg| self.units_of(reg) & self.from_units != 0;
            let (mut is_read, mut is_written) = (desc.implicit_uses.iter().any(|&reg| reads(reg)), false);
            for operand in mf.operands(inst) {
                let Some(reg) = operand.phys() else { continue };
                is_read |= operand.is_use() && reads(reg);
                is_written |= operand.is_def() && self.from_units & !self.units_of(reg) == 0;
            }
            if is_read || is_written {
                return !is_read;
            }
        }
        false
    }

    /// Replaces the source by the destination in these operands, and erases the copy.
    fn propagate(&self, mf: &mut MachineFunction, definition: InstId, operands: &[Mention]) {
        for &(inst, n) in operands {
            let operand = mf.operand(inst, n);
            let flags = operand.flags - OperandFlags::KILL - OperandFlags::DEAD;
            mf.set_operand(inst, n, operand.with_reg(self.to).with_flags(flags));
        }
        if let Some(values) = mf.debug_values_mut() {
            values.moved_to_register(definition, self.from, self.to);
        }
        mf.remove_inst(self.inst);
    }
}
