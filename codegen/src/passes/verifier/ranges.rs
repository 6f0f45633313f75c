//! Checks that referenced frame objects, constants and jump tables exist, and that accesses are
//! within their spill slots. (Accesses to variables may be out of bounds in code that is never
//! executed.)

use super::Verifier;
use crate::ir::entity::{FrameIndex, InstId};
use crate::ir::mir::{FrameObjectKind, MemOperand, Operand, OperandTag, PointerInfo};

impl Verifier<'_> {
    /// Checks the indices in operands, and accesses to the frame.
    pub(super) fn ranges(&mut self, inst: InstId) {
        for n in 0..self.mf.operands(inst).len() {
            if !self.exists(self.mf.operand(inst, n)) {
                self.report(inst, Some(n), "there is nothing of this number");
            }
        }
        let outside = self.mf.mem_operands(inst).any(|mem| !self.is_within(mem));
        if outside {
            self.report(inst, None, "the access lies outside of its spill slot");
        }
    }

    fn exists(&self, operand: Operand) -> bool {
        let number = operand.payload() as usize;
        match operand.tag() {
            OperandTag::FrameIndex => self.is_object(FrameIndex::new(number)),
            OperandTag::ConstantPool => number < self.mf.constant_pool.len(),
            OperandTag::JumpTable => number < self.mf.jump_tables.len(),
            _ => true,
        }
    }

    fn is_object(&self, index: FrameIndex) -> bool {
        self.mf.frame.objects.get(index.index()).is_some_and(|object| !object.dead)
    }

    fn is_within(&self, mem: &MemOperand) -> bool {
        let PointerInfo::Stack(index, offset) = mem.pointer else { return true };
        let Some(object) = self.mf.frame.objects.get(index.index()) else { return false };
        let end = offset.saturating_add(mem.ty.size().known_min_value().div_ceil(8).into());
        object.kind != FrameObjectKind::Spill || (offset >= 0 && end.unsigned_abs() <= object.size)
    }
}
