//! Backward propagation of `machine-cp`: a value that is only copied to another register is
//! computed in that register, and the copy is erased.
//!
//! The registers of a tuple are copied there one after another, while the tuple is live as a whole,
//! so the allocator cannot join them with their sources. Between the instruction that defines the
//! source and the copy, the destination must not be mentioned; after the copy, the source must be
//! dead. Instructions between them read the destination instead.
//!
//! Requires: physical registers, no phis, live-in lists of blocks. Establishes: nothing new. Cost:
//! a copy scans `MAX_DISTANCE` instructions before it and after it; otherwise linear.

use crate::ir::entity::{BlockId, InstId};
use crate::ir::mir::{MachineFunction, OperandFlags, OperandTag};
use crate::ir::opcodes::COPY;
use crate::machine::desc::instructions::OperandKind;
use crate::machine::desc::registers::{PhysReg, UnitSet};
use crate::passes::target::PassTarget;
use smallvec::SmallVec;

/// The maximum distance of a definition from the copy, and of the source's end after it, in
/// instructions.
pub(super) const MAX_DISTANCE: usize = 32;

/// Erases copies of `mf`.
pub fn run(mf: &mut MachineFunction, target: &dyn PassTarget) {
    for_each_copy(mf, target, |mf, copy, block| {
        if let Some((definition, operands)) = copy.operands(mf, block) {
            copy.propagate(mf, definition, &operands);
        }
    });
}

/// Visits the copies between registers that are not reserved; `visit` may erase its copy.
pub(super) fn for_each_copy(
    mf: &mut MachineFunction,
    target: &dyn PassTarget,
    visit: impl Fn(&mut MachineFunction, &Copy<'_>, BlockId),
) {
    let registers = target.registers();
    let reserved = target.frame_lowering().reserved(mf);
    let reserved = reserved.iter().fold(0, |set, &reg| set | registers.unit_set(reg));
    for n in 0..mf.layout.len() {
        let block = mf.layout[n];
        let mut next = mf.first_inst(block);
        while let Some(inst) = next {
            next = mf.next_inst(inst);
            if let Some(copy) = Copy::of(mf, target, inst).filter(|copy| copy.units() & reserved == 0) {
                visit(mf, &copy, block);
            }
        }
    }
}

/// An instruction and an operand of it.
pub(super) type Mention = (InstId, usize);

/// A copy of a full register.
pub(super) struct Copy<'a> {
    pub target: &'a dyn PassTarget,
    pub inst: InstId,
    pub to: PhysReg,
    pub from: PhysReg,
    pub to_units: UnitSet,
    pub from_units: UnitSet,
}

impl<'a> Copy<'a> {
    fn of(mf: &MachineFunction, target: &'a dyn PassTarget, inst: InstId) -> Option<Copy<'a>> {
        let &[to, from] = mf.operands(inst) else { return None };
        let is_plain = mf.opcode(inst) == COPY;
        let is_whole =
            to.sub_reg().0 == 0 && from.sub_reg().0 == 0 && !from.flags.contains(OperandFlags::UNDEF);
        let (to, from) = (to.phys().filter(|_| is_plain && is_whole)?, from.phys()?);
        let [to_units, from_units] = [to, from].map(|reg| target.registers().unit_set(reg));
        (to_units & from_units == 0).then_some(Copy { target, inst, to, from, to_units, from_units })
    }

    fn units(&self) -> UnitSet {
        self.to_units | self.from_units
    }

    pub fn units_of(&self, reg: PhysReg) -> UnitSet {
        self.target.registers().unit_set(reg)
    }

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

    /// Returns the operands of `inst` that are the source. Returns `None` if `inst` mentions the
    /// destination, or the source in another way than as a replaceable operand.
    fn mentions(&self, mf: &MachineFunction, inst: InstId) -> Option<SmallVec<[usize; 2]>> {
        let desc = self.target.desc(mf.opcode(inst));
        let listed = desc.implicit_defs.iter().chain(desc.implicit_uses);
        if listed.fold(0, |set, &reg| set | self.units_of(reg)) & self.units() != 0 {
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

    /// Returns true if the explicit operand may be `reg` instead, as far as the instruction is
    /// concerned.
    pub fn may_replace(&self, mf: &MachineFunction, (inst, n): Mention, reg: PhysReg) -> bool {
        let desc = self.target.desc(mf.opcode(inst));
        mf.opcode(inst) == COPY
            || desc.operands.get(n).is_some_and(|listed| {
                let holds = |class| self.target.registers().contains(class, reg);
                let is_tied = desc.operands.iter().any(|other| other.tied_to.map(usize::from) == Some(n));
                matches!(listed.kind, OperandKind::Class(class) if holds(class))
                    && !is_tied
                    && listed.tied_to.is_none()
                    && !listed.early_clobber
            })
    }

    fn is_live_in(&self, mf: &MachineFunction, block: BlockId, units: UnitSet) -> bool {
        mf.block(block).live_ins.iter().any(|&reg| self.units_of(reg) & units != 0)
    }

    /// Returns true if units are live at the end of `block`.
    pub fn is_live_out(&self, mf: &MachineFunction, block: BlockId, units: UnitSet) -> bool {
        mf.block(block).successors.iter().any(|&to| self.is_live_in(mf, to, units))
    }

    /// Returns true if units are live at a landing pad after `block`.
    pub fn is_live_in_pad(&self, mf: &MachineFunction, block: BlockId, units: UnitSet) -> bool {
        let mut pads = mf.block(block).successors.iter().filter(|&&to| mf.block(to).is_eh_pad);
        pads.any(|&to| self.is_live_in(mf, to, units))
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
