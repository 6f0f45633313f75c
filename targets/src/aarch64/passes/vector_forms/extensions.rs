//! Extensions with several users, all of which are sums and differences.
//!
//! Each user absorbs the extension, which is then unused. A user that would rather absorb its other
//! operand, such as a product, keeps the extension for all. Cost: the first use examines at most
//! `MAX_USER_DISTANCE` instructions.

use super::{Form, Operands, Row, VectorForms, WHOLE, rows};
use gisel_codegen::ir::entity::{InstId, VReg};
use gisel_codegen::ir::mir::Operand;
use std::iter;

/// The maximum distance of the last user from an extension, in instructions.
const MAX_USER_DISTANCE: usize = 32;

impl VectorForms<'_> {
    /// Returns the operands of a sum or difference with an extended operand.
    pub(super) fn extended(&self, inst: InstId, row: &Row) -> Option<Operands> {
        let (other, extension) = self.extension(inst, row)?;
        let source = *self.inputs(self.mf.def(extension)?).first()?;
        self.all_absorb(extension).then(|| [other, source].into_iter().collect())
    }

    /// Returns the other operand of `inst` and the result of the extension that it absorbs.
    fn extension(&self, inst: InstId, row: &Row) -> Option<(Operand, VReg)> {
        let &[a, b] = self.inputs(inst) else { return None };
        let is_sum = |row: &Row| row.form == Form::Sum;
        let exchanged = rows(self.mf.opcode(inst)).iter().any(is_sum).then_some((b, a));
        iter::once((a, b)).chain(exchanged).find_map(|(other, extended)| {
            let vreg = extended.vreg().filter(|_| extended.sub_reg() == WHOLE && extended != other)?;
            let def = self.mf.def(vreg)?;
            let &[_, shift] = self.inputs(def) else { return None };
            let is_extension = Some(self.mf.opcode(def)) == row.inner && self.mf.imm_value(shift) == Some(0);
            (is_extension && !self.absorbs_other(inst, other)).then_some((other, vreg))
        })
    }

    /// Returns true if `inst` can absorb the definition of `other` by another form.
    fn absorbs_other(&self, inst: InstId, other: Operand) -> bool {
        let Some(def) = other.vreg().and_then(|v| self.mf.def(v)) else { return false };
        let opcode = Some(self.mf.opcode(def));
        let absorbs = |row: &Row| matches!(row.form, Form::Sum | Form::Difference) && row.inner == opcode;
        rows(self.mf.opcode(inst)).iter().any(absorbs) && self.inner(other, opcode, inst).is_some()
    }

    /// Returns true if the users of `extension` follow in its block, and all absorb it.
    fn all_absorb(&self, extension: VReg) -> bool {
        let Some(def) = self.mf.def(extension) else { return false };
        let after = iter::successors(self.mf.next_inst(def), |&inst| self.mf.next_inst(inst));
        let mut left = self.mf.use_count(extension);
        for inst in after.take(MAX_USER_DISTANCE) {
            let uses = self.mf.operands(inst).iter().filter(|o| o.is_use() && o.vreg() == Some(extension));
            match uses.count() {
                0 => continue,
                1 if self.absorbs(inst, extension) => left -= 1,
                _ => return false,
            }
            if left == 0 {
                return true;
            }
        }
        false
    }

    /// Returns true if `inst` is a sum or difference that absorbs `extension`.
    fn absorbs(&self, inst: InstId, extension: VReg) -> bool {
        let mut extended = rows(self.mf.opcode(inst)).iter().filter(|row| row.form == Form::Extended);
        extended.any(|row| self.extension(inst, row).is_some_and(|(_, found)| found == extension))
    }
}
