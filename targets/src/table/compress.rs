//! Shorter forms: the first whose pattern matches and whose operands fit.
//!
//! Cost: for an instruction, its few patterns; nothing for one that has none.

use super::{Condition, Source, Table};
use gisel_codegen::mc::inst::{McInst, McOperand};

impl Table {
    /// The shorter form of `inst`, if it has one.
    pub fn compress(&self, inst: &McInst) -> Option<McInst> {
        let patterns = self.encodings.get(inst.opcode.table_index())?.compressions;
        patterns.iter().find_map(|pattern| {
            if !Condition::all_hold(pattern.conditions, &inst.operands) {
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
