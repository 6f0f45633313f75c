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
            let mut short = McInst::new(pattern.to, &[]);
            for (index, source) in pattern.operands.iter().enumerate() {
                let operand = match *source {
                    Source::Operand(at) => *inst.operands.get(at as usize)?,
                    Source::Reg(reg) => McOperand::Reg(reg),
                    Source::Imm(value) => McOperand::Imm(value),
                };
                if !self.fits(pattern.to, index, &operand) {
                    return None;
                }
                short.operands.push(operand);
            }
            Some(short)
        })
    }
}
