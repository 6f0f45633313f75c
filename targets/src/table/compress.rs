//! Compressed forms: the first one whose pattern matches and whose operands fit.
//!
//! Cost: for an instruction, its few patterns; none without patterns. The required features of a
//! form are checked once per subtarget, and stored as one bit.

use super::parse::missing;
use super::{Compression, Condition, Source, Table, Test};
use gisel_codegen::mc::inst::{McInst, McOperand};

/// The compressed forms of a subtarget: one bit for each group with the same required features.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShorterForms(pub(super) u32);

impl ShorterForms {
    /// None at all.
    pub(crate) const NONE: ShorterForms = ShorterForms(0);

    /// Returns true if they include `pattern`'s form.
    #[inline]
    pub(super) fn include(self, pattern: &Compression) -> bool {
        self.0 >> pattern.group & 1 != 0
    }
}

impl Table {
    /// Returns true if a test holds for these operands.
    #[inline]
    pub(super) fn holds(&self, test: &Test, values: &[i64]) -> bool {
        let Some(&value) = values.get(test.operand as usize) else { return false };
        if test.same != Test::NONE {
            return values.get(test.same as usize) == Some(&value);
        }
        let is_in_range = value.wrapping_sub(test.min) as u64 <= test.span;
        is_in_range
            && value & test.clear == 0
            && value != test.except
            && (test.kind == Test::NONE || self.imm_kind(test.kind).accepts(value))
    }

    /// Returns the compressed forms with the features for which `has` returns true.
    pub(crate) fn shorter_forms(&self, has: &dyn Fn(&str) -> bool) -> ShorterForms {
        let groups = self.form_groups.iter().enumerate();
        let met = groups.filter(|(_, needed)| missing(needed, has).is_none());
        ShorterForms(met.fold(0, |bits, (group, _)| bits | 1 << group))
    }

    /// Returns the compressed form of `inst`, if it has one among `forms`.
    pub(crate) fn compress(&self, inst: &McInst, forms: ShorterForms) -> Option<McInst> {
        let patterns = self.encodings.get(inst.opcode.table_index())?.compressions;
        patterns.iter().find_map(|pattern| {
            if !forms.include(pattern) || !Condition::all_hold(pattern.conditions, &inst.operands) {
                return None;
            }
            let operand = |source: &Source| match *source {
                Source::Operand(at) => inst.operands.get(at as usize).copied(),
                Source::Reg(reg) => Some(McOperand::Reg(reg)),
                Source::Imm(value) => Some(McOperand::Imm(value)),
            };
            // Most patterns do not match, so the form is built only after the test.
            let fits = |(index, source)| operand(source).is_some_and(|o| self.fits(pattern.to, index, &o));
            if !pattern.operands.iter().enumerate().all(fits) {
                return None;
            }
            let mut short = McInst::new(pattern.to, &[]);
            short.operands.extend(pattern.operands.iter().filter_map(operand));
            Some(short)
        })
    }
}
