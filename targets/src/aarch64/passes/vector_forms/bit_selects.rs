//! The operand that a bit select overwrites: the mask, or one of the two vectors.
//!
//! `bsl` overwrites the mask, `bit` the vector whose bits are chosen where the mask is zero, `bif`
//! the other one. An operand that is read again would be copied before. A complement of a sum is
//! selected by `bic` of a difference.

use super::{Form, Operands, VectorForms, WHOLE};
use crate::aarch64::mc::instructions::op;
use gisel_codegen::ir::entity::InstId;
use gisel_codegen::ir::mir::Operand;
use gisel_codegen::ir::opcodes as gop;

impl VectorForms<'_> {
    /// Replaces a bit select that would copy its mask by one that overwrites another operand.
    pub(super) fn choose_overwritten(&mut self, inst: InstId) {
        let (bit, bif) = match self.mf.opcode(inst) {
            op::BSLv8i8 => (op::BITv8i8, op::BIFv8i8),
            op::BSLv16i8 => (op::BITv16i8, op::BIFv16i8),
            _ => return,
        };
        let &[mask, a, b] = self.inputs(inst) else { return };
        let result = self.mf.operand(inst, 0);
        let new = if self.is_carried(b, result) {
            (bit, [b, a, mask])
        } else if self.is_carried(a, result) {
            (bif, [a, b, mask])
        } else if self.is_last_use(mask, inst) {
            return;
        } else if self.is_last_use(b, inst) {
            (bit, [b, a, mask])
        } else if self.is_last_use(a, inst) {
            (bif, [a, b, mask])
        } else {
            return;
        };
        self.mf.replace_with_inst(inst, new.0, &[result, new.1[0], new.1[1], new.1[2]]);
    }

    /// Replaces `a & (!b + p)`, where `p` is a product, by `a & !(b - p)`.
    pub(super) fn complement_of_difference(&mut self, inst: InstId) {
        let bic = match self.mf.opcode(inst) {
            op::ANDv8i8 => op::BICv8i8,
            op::ANDv16i8 => op::BICv16i8,
            _ => return,
        };
        let &[a, b] = self.inputs(inst) else { return };
        for (a, b) in [(a, b), (b, a)] {
            let opcode = b.vreg().and_then(|v| self.mf.def(v)).map(|def| self.mf.opcode(def));
            let row = super::ROWS.iter().find(|row| row.form == Form::Rest && row.inner == opcode);
            let (Some(row), Some(sum)) = (row, self.inner(b, opcode, inst)) else { continue };
            let mut operands: Operands = self.inputs(sum).iter().copied().collect();
            let mut inversions = [op::NOTv8i8, op::NOTv16i8].into_iter();
            let Some(not) = inversions.find_map(|not| self.inner(operands[0], Some(not), sum)) else {
                continue;
            };
            operands[0] = self.mf.operand(not, 1);
            if operands[0].sub_reg() != WHOLE || !self.fit(row.new, &operands) {
                continue;
            }
            self.replace(sum, row.new, operands);
            self.replace(inst, bic, [a, b].into_iter().collect());
            self.remove_unused([not].into_iter().collect());
            return;
        }
    }

    /// Returns true if `operand` is a phi that `result` becomes in the next iteration.
    fn is_carried(&self, operand: Operand, result: Operand) -> bool {
        let (Some(phi), Some(next)) = (operand.vreg(), result.vreg()) else { return false };
        let def = self.mf.def(phi).filter(|&def| self.mf.opcode(def) == gop::PHI);
        operand.sub_reg() == WHOLE
            && def.is_some_and(|def| self.mf.operands(def)[1..].iter().any(|o| o.vreg() == Some(next)))
    }

    /// Returns true if `inst`, in the block of its definition, has the only use of `operand`.
    fn is_last_use(&self, operand: Operand, inst: InstId) -> bool {
        let Some(vreg) = operand.vreg().filter(|_| operand.sub_reg() == WHOLE) else { return false };
        let def = self.mf.def(vreg).filter(|&def| self.mf.opcode(def) != gop::PHI);
        self.mf.use_count(vreg) == 1 && def.is_some_and(|def| self.mf.block_of(def) == self.mf.block_of(inst))
    }
}
