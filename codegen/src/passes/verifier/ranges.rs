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

#[cfg(test)]
mod tests {
    use crate::passes::verifier::tests::check;
    use crate::testing::passes::SELECTED;

    const FRAME: &str = "stack:\n  - { id: 0, type: spill-slot, size: 8, alignment: 8 }\n  - { id: 1, size: 8, alignment: 8 }\n";

    #[test]
    fn accesses_are_within_spill_slots() {
        let outside = "the access lies outside of its spill slot";
        check(
            &format!("{SELECTED}{FRAME}"),
            &[
                ("bb.0:\n%0:gpr = LOAD %stack.0 :: (load (s64) from %stack.0)\nRET", ""),
                ("bb.0:\n%0:gpr = LOAD %stack.0 :: (load (s128) from %stack.0)\nRET", outside),
                ("bb.0:\n%0:gpr = LOAD %stack.0 :: (load (s64) from %stack.0 + 4)\nRET", outside),
                ("bb.0:\n%0:gpr = LOAD %stack.0 :: (load (s8) from %stack.0 - 1)\nRET", outside),
                // Accesses to variables are not restricted.
                ("bb.0:\n%0:gpr = LOAD %stack.1 :: (load (s128) from %stack.1)\nRET", ""),
            ],
        );
    }

    #[test]
    fn referenced_objects_exist() {
        use crate::ir::entity::FrameIndex;
        use crate::ir::module::Module;
        use crate::passes::verifier::verify;
        use crate::testing::passes::parse;
        use crate::testing::toy::TOY;
        let header = format!("{SELECTED}{FRAME}");
        let mut mf = parse(&mut Module::default(), &header, "bb.0:\n%0:gpr = LOAD %stack.1\nRET");
        assert!(verify(&mf, TOY).is_ok());
        mf.frame.objects[FrameIndex::new(1).index()].dead = true;
        let violations = verify(&mf, TOY).expect_err("the object is dead");
        assert_eq!(violations[0].message, "there is nothing of this number");
    }
}
