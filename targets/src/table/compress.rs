//! Shorter forms: the first whose pattern matches and whose operands fit.
//!
//! Cost: for an instruction, its few patterns; nothing for one that has none. What a form needs is asked once a subtarget: then it is one bit.

use super::parse::missing;
use super::{Compression, Condition, Source, Table};
use gisel_codegen::mc::inst::{McInst, McOperand};
use gisel_codegen::target::instructions::OperandKind;
use gisel_codegen::target::registers::PhysReg;

/// No shorter form has more operands.
const MAX_OPERANDS: usize = 4;

/// The shorter forms that a subtarget has: one bit for each group of those that need the same features.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShorterForms(u32);

impl ShorterForms {
    /// None at all.
    pub const NONE: ShorterForms = ShorterForms(0);

    /// Whether `pattern`'s form is among them.
    #[inline]
    pub(super) fn include(self, pattern: &Compression) -> bool {
        self.0 >> pattern.group & 1 != 0
    }
}

impl Table {
    /// The shorter forms that there are with the features that `has` knows.
    pub fn shorter_forms(&self, has: &dyn Fn(&str) -> bool) -> ShorterForms {
        let groups = self.form_groups.iter().enumerate();
        let met = groups.filter(|(_, needed)| missing(needed, has).is_none());
        ShorterForms(met.fold(0, |bits, (group, _)| bits | 1 << group))
    }

    /// The operands of the shorter form that `pattern` makes of an instruction with these operands, registers by their numbers;
    /// `None` if it does not fit.
    pub(super) fn shorter_values(
        &self,
        pattern: &Compression,
        values: &[i64],
    ) -> Option<[i64; MAX_OPERANDS]> {
        let holds = |(condition, value): (&Condition, &i64)| match condition {
            Condition::Any => true,
            Condition::Reg(reg) => *value == i64::from(reg.0),
            Condition::Imm(imm) => value == imm,
            Condition::Same(other) => values.get(*other as usize) == Some(value),
        };
        if pattern.conditions.len() != values.len() || !pattern.conditions.iter().zip(values).all(holds) {
            return None;
        }
        let mut shorter = [0; MAX_OPERANDS];
        let listed = self.desc(pattern.to).operands.iter().zip(pattern.operands);
        for (to, (listed, source)) in shorter.iter_mut().zip(listed) {
            *to = match *source {
                Source::Operand(at) => *values.get(at as usize)?,
                Source::Reg(reg) => i64::from(reg.0),
                Source::Imm(value) => value,
            };
            let fits = match listed.kind {
                OperandKind::Class(class) => self.registers.contains(class, PhysReg(*to as u16)),
                OperandKind::Imm(kind) | OperandKind::Expr(kind) => self.imm_kind(kind).accepts(*to),
                _ => false,
            };
            if !fits {
                return None;
            }
        }
        (pattern.operands.len() <= MAX_OPERANDS).then_some(shorter)
    }

    /// The shorter form of `inst`, if it has one among `forms`.
    pub fn compress(&self, inst: &McInst, forms: ShorterForms) -> Option<McInst> {
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
            // Most patterns do not fit: nothing is built before that is known.
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
