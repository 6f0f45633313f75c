//! Copies between physical registers, and the liveness that changes when they are erased.

use crate::ir::entity::{BlockId, InstId};
use crate::ir::mir::{MachineFunction, OperandFlags};
use crate::ir::opcodes::COPY;
use crate::machine::desc::instructions::OperandKind;
use crate::machine::desc::registers::{PhysReg, UnitSet};
use crate::passes::target::PassTarget;

/// The maximum distance of a definition from the copy, and of the source's end after it, in
/// instructions.
pub(super) const MAX_DISTANCE: usize = 32;

/// Returns destination and source of a copy of a full register.
pub(super) fn plain_copy(mf: &MachineFunction, inst: InstId) -> Option<(PhysReg, PhysReg)> {
    let [to, from] = mf.operands(inst) else { return None };
    let whole = to.sub_reg().0 == 0 && from.sub_reg().0 == 0 && !from.flags.contains(OperandFlags::UNDEF);
    (mf.opcode(inst) == COPY && whole).then(|| to.phys().zip(from.phys()))?
}

/// Extends the liveness of these units from the first instruction up to the second, or up to the end
/// of the block.
pub(super) fn keep_alive(
    mf: &mut MachineFunction,
    target: &dyn PassTarget,
    (first, end): (InstId, Option<InstId>),
    units: UnitSet,
) {
    let mut next = Some(first);
    while let Some(inst) = next.filter(|&inst| Some(inst) != end) {
        next = mf.next_inst(inst);
        for n in 0..mf.operands(inst).len() {
            let operand = mf.operand(inst, n);
            let concerned = |reg: PhysReg| target.registers().unit_set(reg) & units != 0;
            if operand.phys().is_some_and(concerned) {
                mf.set_operand_flags(inst, n, operand.flags - OperandFlags::KILL - OperandFlags::DEAD);
            }
        }
    }
    debug_assert!(next.is_some() || end.is_none(), "{}: {end:?} is not after {first:?}", mf.name);
}

/// Visits the copies in `blocks` between registers that are not reserved; `visit` may erase its
/// copy.
pub(super) fn for_each_copy(
    mf: &mut MachineFunction,
    target: &dyn PassTarget,
    blocks: &[BlockId],
    visit: impl Fn(&mut MachineFunction, &Copy<'_>, BlockId),
) {
    let reserved = target.registers().unit_set_of(&target.frame_lowering().reserved(mf));
    for &block in blocks {
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
        let (to, from) = plain_copy(mf, inst)?;
        let [to_units, from_units] = [to, from].map(|reg| target.registers().unit_set(reg));
        (to_units & from_units == 0).then_some(Copy { target, inst, to, from, to_units, from_units })
    }

    pub(crate) fn units(&self) -> UnitSet {
        self.to_units | self.from_units
    }

    pub(crate) fn units_of(&self, reg: PhysReg) -> UnitSet {
        self.target.registers().unit_set(reg)
    }

    /// Returns true if the explicit operand may be `reg` instead, as far as the instruction is
    /// concerned.
    pub(crate) fn may_replace(&self, mf: &MachineFunction, (inst, n): Mention, reg: PhysReg) -> bool {
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
    pub(crate) fn is_live_out(&self, mf: &MachineFunction, block: BlockId, units: UnitSet) -> bool {
        mf.block(block).successors.iter().any(|&to| self.is_live_in(mf, to, units))
    }

    /// Returns true if units are live at a landing pad after `block`.
    pub(crate) fn is_live_in_pad(&self, mf: &MachineFunction, block: BlockId, units: UnitSet) -> bool {
        let mut pads = mf.block(block).successors.iter().filter(|&&to| mf.block(to).is_eh_pad);
        pads.any(|&to| self.is_live_in(mf, to, units))
    }
}
