//! Queries of a function that require its target.

use crate::ir::builder::{Builder, InsertPoint};
use crate::ir::debug_info::ValueLocation;
use crate::ir::entity::{BlockId, InstId};
use crate::ir::mir::{FrameObjectKind, MachineFunction, Operand, OperandFlags, OperandTag, PointerInfo};
use crate::machine::desc::instructions::InstrFlags;
use crate::machine::desc::reg_mask::RegMask;
use crate::machine::desc::registers::{PhysReg, UnitSet};
use crate::machine::target::MachineTarget;

/// The register units that an instruction reads and writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct RegisterEffects {
    /// The units that it reads.
    pub reads: UnitSet,
    /// The units that it writes, or that a call clobbers.
    pub writes: UnitSet,
}

/// The last write of a register before a position in a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LastWrite {
    /// None in the block.
    None,
    /// An instruction with an operand that is this register.
    Definition(InstId),
    /// An instruction that clobbers it.
    Clobber,
}

impl MachineFunction {
    /// Returns the units that `inst` reads and writes: its physical operands, what its row lists, and
    /// what its mask clobbers.
    pub(crate) fn register_effects(&self, target: &dyn MachineTarget, inst: InstId) -> RegisterEffects {
        let registers = target.registers();
        let desc = target.desc(self.opcode(inst));
        let set = |regs: &[PhysReg]| registers.unit_set_of(regs);
        let mut effects = RegisterEffects { reads: set(desc.implicit_uses), writes: set(desc.implicit_defs) };
        for &operand in self.operands(inst) {
            match operand.phys() {
                Some(reg) if operand.is_def() => effects.writes |= registers.unit_set(reg),
                Some(reg) if !operand.flags.contains(OperandFlags::UNDEF) => {
                    effects.reads |= registers.unit_set(reg);
                }
                Some(_) => {}
                None if operand.tag() == OperandTag::RegMask => {
                    effects.writes |= self.reg_mask(target, operand).lost(registers);
                }
                None => {}
            }
        }
        effects
    }

    /// Returns the first terminator of `block`; for an invoke's block, its call.
    pub(crate) fn first_terminator(&self, target: &dyn MachineTarget, block: BlockId) -> Option<InstId> {
        if let Some(invoke) = self.invoke(block) {
            return Some(invoke.call);
        }
        self.first_at_end(block, |opcode| target.desc(opcode).has(InstrFlags::TERMINATOR))
    }

    /// Returns the point before the terminators of `block`.
    pub fn before_terminators(&self, target: &dyn MachineTarget, block: BlockId) -> InsertPoint {
        self.first_terminator(target, block).map_or(InsertPoint::End(block), InsertPoint::Before)
    }

    /// Returns true if at most the last instruction of `block` is a terminator. A branch before a jump
    /// may have the same target, so one successor does not imply it.
    pub(crate) fn has_one_way(&self, target: &dyn MachineTarget, block: BlockId) -> bool {
        self.first_terminator(target, block).is_none_or(|first| self.last_inst(block) == Some(first))
    }

    /// Returns true if `block` may fall through to the next block of the layout: it does not end in
    /// a jump, a return or the like.
    pub fn falls_through(&self, target: &dyn MachineTarget, block: BlockId) -> bool {
        self.last_inst(block).is_none_or(|i| !target.desc(self.opcode(i)).has(InstrFlags::BARRIER))
    }

    /// Inserts a jump from `block` to `next`, the next block of the layout, if it falls through.
    pub(crate) fn make_jump_explicit(&mut self, target: &dyn MachineTarget, block: BlockId, next: BlockId) {
        if self.falls_through(target, block) && self.block(block).successors.contains(&next) {
            target.instr_info().insert_branch(&mut Builder::at_end(self, block), next);
        }
    }

    /// Returns the mask of an operand of kind [`OperandTag::RegMask`].
    pub fn reg_mask(&self, target: &dyn MachineTarget, operand: Operand) -> RegMask {
        let custom = self.custom_reg_mask(operand);
        custom.map_or_else(|| target.instr_info().reg_mask(operand.payload()), |custom| custom.mask)
    }

    /// Returns true if an operand of `inst` writes any unit of `reg`, or is the mask of a call that
    /// does not preserve all of it.
    pub(crate) fn clobbers(&self, target: &dyn MachineTarget, inst: InstId, reg: PhysReg) -> bool {
        let registers = target.registers();
        self.operands(inst).iter().any(|&operand| {
            if operand.tag() == OperandTag::RegMask {
                return !self.reg_mask(target, operand).preserves_all(registers.units(reg));
            }
            operand.is_def() && operand.phys().is_some_and(|written| registers.overlap(written, reg))
        })
    }

    /// Returns true if an instruction may write to a location of a value.
    pub(crate) fn overwrites(
        &self,
        target: &dyn MachineTarget,
        inst: InstId,
        location: ValueLocation,
    ) -> bool {
        let slot = match location {
            ValueLocation::Register(reg) => return self.clobbers(target, inst, reg),
            ValueLocation::Slot(slot) => slot,
        };
        let desc = target.desc(self.opcode(inst));
        if !desc.has(InstrFlags::MAY_STORE) || desc.has(InstrFlags::CALL) {
            return false;
        }
        // The argument areas of tail calls and of the function overlap.
        let is_fixed = |slot| self.frame.object(slot).kind == FrameObjectKind::Fixed;
        let is_written = |other| other == slot || is_fixed(slot) && is_fixed(other);
        let mut accesses = self.mem_operands(inst).peekable();
        // Tail merging may have dropped the memory operand. A fence reads no address.
        if accesses.peek().is_none() {
            return self.operands(inst).iter().any(|operand| operand.is_use());
        }
        accesses.any(|access| matches!(access.pointer, PointerInfo::Stack(other, _) if is_written(other)))
    }

    /// Returns the last instruction up to `last`, in its block, that may write a value's location.
    pub(crate) fn last_overwrite(
        &self,
        target: &dyn MachineTarget,
        last: Option<InstId>,
        location: ValueLocation,
    ) -> Option<InstId> {
        let mut back = std::iter::successors(last, |&inst| self.prev_inst(inst));
        back.find(|&inst| self.overwrites(target, inst, location))
    }

    /// Returns the last write of a register in a block, up to the instruction `last`. Without
    /// `last`, the search starts at the block's start.
    pub(crate) fn last_write(
        &self,
        target: &dyn MachineTarget,
        last: Option<InstId>,
        reg: PhysReg,
    ) -> LastWrite {
        let mut next = last;
        while let Some(at) = next {
            if self.clobbers(target, at, reg) {
                let writes = |o: &Operand| o.is_def() && o.phys() == Some(reg);
                return match self.operands(at).iter().any(writes) {
                    true => LastWrite::Definition(at),
                    false => LastWrite::Clobber,
                };
            }
            next = self.prev_inst(at);
        }
        LastWrite::None
    }
}
