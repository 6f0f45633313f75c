//! What several passes ask of a function.

use super::MachineFunction;
use crate::builder::InsertPoint;
use crate::entity::{BlockId, InstId, VReg};
use crate::opcodes::G_CONSTANT;
use crate::target::Target;
use crate::target::instructions::InstrFlags;

impl MachineFunction {
    /// The constant in `vreg`, sign-extended from its width, if a `G_CONSTANT` of at most 64 bits defines it.
    pub fn constant(&self, vreg: VReg) -> Option<i64> {
        let def = self.def(vreg).filter(|&d| self.opcode(d) == G_CONSTANT)?;
        let value = self.imm_value(self.operand(def, 1))?;
        let unused = 64u32.checked_sub(self.ty(vreg).bits().max(1))?;
        Some(value << unused >> unused)
    }

    /// The same of operand `n` of `inst`.
    pub fn constant_operand(&self, inst: InstId, n: usize) -> Option<i64> {
        self.constant(self.vreg_operand(inst, n)?)
    }

    /// The first of the terminators that `block` ends in.
    pub fn first_terminator(&self, target: &dyn Target, block: BlockId) -> Option<InstId> {
        let mut first = None;
        let mut at = self.last_inst(block);
        while let Some(inst) = at.filter(|&i| target.desc(self.opcode(i)).has(InstrFlags::TERMINATOR)) {
            first = Some(inst);
            at = self.prev_inst(inst);
        }
        first
    }

    /// The place in front of the terminators of `block`.
    pub fn before_terminators(&self, target: &dyn Target, block: BlockId) -> InsertPoint {
        self.first_terminator(target, block).map_or(InsertPoint::End(block), InsertPoint::Before)
    }

    /// Whether `block` may go on with the block behind it in the layout: it does not end in a jump, a return or the like.
    pub fn falls_through(&self, target: &dyn Target, block: BlockId) -> bool {
        self.last_inst(block).is_none_or(|i| !target.desc(self.opcode(i)).has(InstrFlags::BARRIER))
    }
}
