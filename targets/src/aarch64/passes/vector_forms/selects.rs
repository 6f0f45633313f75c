//! Selects of bits by a mask.
//!
//! A select between a value and all zeros or all ones is one logical instruction. An inverted mask
//! exchanges the values. Cost: the definitions of a select's operands.

use super::{Operands, Row, VectorForms, WHOLE};
use crate::aarch64::mc::instructions::op;
use crate::aarch64::registers::{classes, subs};
use gisel_codegen::ir::entity::InstId;
use gisel_codegen::ir::mir::{Operand, RegAttr};
use gisel_codegen::ir::opcodes as gop;

/// All bits of the constant of `movi` that has one bit for each byte.
const ALL_ONES: i64 = 0xff;

impl VectorForms<'_> {
    /// Returns the operands of a select: the mask, the value where it is one, and the other one.
    pub(super) fn select(&self, inst: InstId, row: &Row) -> Option<Operands> {
        let &[a, b] = self.inputs(inst) else { return None };
        [(a, b), (b, a)].into_iter().find_map(|(x, y)| {
            let both =
                [op::ANDv8i8, op::ANDv16i8].into_iter().find_map(|and| self.inner(x, Some(and), inst))?;
            let rest = self.inner(y, row.inner, inst)?;
            let &[other, mask] = self.inputs(rest) else { return None };
            let &[p, q] = self.inputs(both) else { return None };
            let value = [(p, q), (q, p)].into_iter().find(|pair| pair.0 == mask)?.1;
            Some([mask, value, other].into_iter().collect())
        })
    }

    /// Replaces `inst`, if it is a select with a constant or an inverted mask.
    pub(super) fn simplify_select(&mut self, inst: InstId) {
        let [and, bic, orr, orn] = match self.mf.opcode(inst) {
            op::BSLv8i8 => [op::ANDv8i8, op::BICv8i8, op::ORRv8i8, op::ORNv8i8],
            op::BSLv16i8 => [op::ANDv16i8, op::BICv16i8, op::ORRv16i8, op::ORNv16i8],
            _ => return,
        };
        let &[mask, a, b] = self.inputs(inst) else { return };
        let mut inversions = [op::NOTv8i8, op::NOTv16i8].into_iter();
        let inverted = inversions.find_map(|not| self.inner(mask, Some(not), inst));
        let (opcode, operands) = match (self.repeated_bit(a), self.repeated_bit(b), inverted) {
            (Some(0), ..) => (bic, [b, mask].into_iter().collect()),
            (_, Some(0), _) => (and, [a, mask].into_iter().collect()),
            (Some(_), ..) => (orr, [b, mask].into_iter().collect()),
            (_, Some(_), _) => (orn, [a, mask].into_iter().collect()),
            (.., Some(not)) => {
                let &[mask] = self.inputs(not) else { return };
                (self.mf.opcode(inst), [mask, b, a].into_iter().collect())
            }
            _ => return,
        };
        let operands: Operands = operands;
        if !self.fit(opcode, &operands) {
            return;
        }
        let before = [mask, a, b].iter().filter_map(|o| self.mf.def(o.vreg()?)).collect();
        self.replace(inst, opcode, operands);
        self.remove_unused(before);
    }

    /// Returns the value of all bits of `operand`, if they are equal: 0 or 1.
    fn repeated_bit(&self, operand: Operand) -> Option<i64> {
        let def = self.mf.def(operand.vreg()?)?;
        let &[imm] = self.inputs(def) else { return None };
        match (self.mf.opcode(def), self.mf.imm_value(imm)?) {
            (op::MOVID | op::MOVIv2d_ns, 0) => Some(0),
            (op::MOVID | op::MOVIv2d_ns, ALL_ONES) => Some(1),
            _ => None,
        }
    }

    /// Returns a register of 128 bits with `half` in its lower half, for `user`; the upper half is
    /// arbitrary.
    pub(super) fn whole_of(&mut self, half: Operand, user: InstId) -> Option<Operand> {
        let vreg = half.vreg()?;
        let RegAttr::Class(class) = self.mf.reg_attr(vreg) else { return None };
        match (half.sub_reg(), class) {
            (subs::DSUB, classes::FPR128 | classes::FPR128_LO) => Some(Operand::use_of(vreg)),
            (WHOLE, classes::FPR64) => {
                let part = Operand::small_imm(i32::from(subs::DSUB.0));
                let operands = [Operand::small_imm(0), half, part];
                Some(self.build_in(classes::FPR128, gop::SUBREG_TO_REG, &operands, user))
            }
            _ => None,
        }
    }
}
