//! Checks types of generic instructions: those with the same type index agree, and they satisfy
//! [`super::type_rules`].

use super::Verifier;
use super::operands::kind_at;
use super::type_rules::{Typed, rule};
use crate::ir::entity::InstId;
use crate::ir::llt::Llt;
use crate::ir::opcodes::COPY;
use crate::machine::desc::instructions::{InstrFlags, OperandKind};

impl Verifier<'_> {
    /// Checks that operands with the same type index have the same type, and that the types suit
    /// the opcode.
    pub(super) fn types(&mut self, inst: InstId) {
        let opcode = self.mf.opcode(inst);
        let desc = self.target.desc(opcode);
        if opcode == COPY {
            return self.copy(inst);
        }
        if !desc.has(InstrFlags::GENERIC) {
            return;
        }
        let operands = self.mf.operands(inst);
        let mut types = [Llt::INVALID; 10];
        for n in 0..operands.len() {
            let Some(OperandKind::Type(index)) = kind_at(desc, opcode, n, operands.len()) else { continue };
            let (vreg, known) = (self.known_vreg(inst, n), types.get_mut(index as usize));
            let (Some(vreg), Some(known)) = (vreg, known) else { continue };
            let ty = self.mf.ty(vreg);
            if !ty.is_valid() {
                self.report(inst, Some(n), "a generic instruction needs typed operands");
            } else if !known.is_valid() {
                *known = ty;
            } else if *known != ty {
                let known = *known;
                self.report(inst, Some(n), format!("type {ty} where type index {index} is {known}"));
            }
        }
        let Some((fits, required)) = rule(opcode) else { return };
        let typed = Typed { mf: self.mf, inst, types };
        if types[0].is_valid() && !fits(&typed) {
            self.report(inst, None, format!("the types do not suit the opcode, which requires {required}"));
        }
    }

    /// Checks that a copy between typed virtual registers preserves the size.
    fn copy(&mut self, inst: InstId) {
        let [to, from] = [0, 1].map(|n| {
            let whole = self.mf.operands(inst).get(n).filter(|operand| operand.sub_reg().0 == 0);
            let vreg = whole.and_then(|_| self.known_vreg(inst, n));
            vreg.map(|vreg| self.mf.ty(vreg)).filter(|ty| ty.is_valid())
        });
        if let (Some(to), Some(from)) = (to, from)
            && to.size() != from.size()
        {
            self.report(inst, Some(1), format!("a copy of {from} to {to}"));
        }
    }

    /// Returns the virtual register at operand `n`, if it exists in the function.
    fn known_vreg(&self, inst: InstId, n: usize) -> Option<crate::ir::entity::VReg> {
        self.mf.operand(inst, n).vreg().filter(|v| v.index() < self.mf.num_vregs())
    }
}

#[cfg(test)]
mod tests {
    use crate::passes::verifier::tests::check;
    use crate::testing::passes::GENERIC;

    #[test]
    fn operands_with_one_type_index_have_one_type() {
        let start = "bb.0:\nliveins: $r0\n%0:_(s64) = G_CONSTANT i64 1\n%1:_(s32) = G_CONSTANT i32 1\n";
        let table = [
            ("%2:_(s64) = G_ADD %0, %0", ""),
            ("%2:_(s64) = G_ADD %0, %1", "type s32 where type index 0 is s64"),
            ("%2:gpr = G_ADD %0, %0", "a generic instruction needs typed operands"),
            ("%2:_(s64) = COPY %0(s64)", ""),
            ("%2:_(s64) = COPY %1(s32)", "a copy of s32 to s64"),
            ("%2:_(s64) = G_ZEXT %1(s32)", ""),
            ("%2:_(s32) = G_ZEXT %0(s64)", "the types do not suit the opcode, which requires a wider result"),
        ];
        for (line, message) in table {
            check(GENERIC, &[(&format!("{start}{line}\nRET"), message)]);
        }
    }
}
