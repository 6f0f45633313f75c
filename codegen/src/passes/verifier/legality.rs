//! Checks that after the legalizer every generic instruction is legal by the target's rules.

use super::Verifier;
use crate::ir::entity::InstId;
use crate::isel::legalizer::LegalityQuery;
use crate::machine::desc::instructions::InstrFlags;

impl Verifier<'_> {
    /// Checks the legality of `inst`. Requires that its operands match its opcode.
    pub(super) fn legality(&mut self, inst: InstId) {
        let opcode = self.mf.opcode(inst);
        if opcode.is_target() || !self.target.desc(opcode).has(InstrFlags::GENERIC) {
            return;
        }
        let query = LegalityQuery::of(self.mf, self.target.descs(), inst);
        if !self.target.legalizer_info().is_legal_or_custom(&query) {
            self.report(inst, None, "the instruction is not legal after the legalizer");
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::passes::verifier::tests::check;
    use crate::testing::passes::GENERIC;

    #[test]
    fn generic_instructions_are_legal_after_the_legalizer() {
        let (legal, illegal) =
            ("bb.0:\n%0:_(s64) = G_CONSTANT i64 1\nRET", "bb.0:\n%0:_(s32) = G_CONSTANT i32 1\nRET");
        let message = "the instruction is not legal after the legalizer";
        check(&format!("legalized: true\n{GENERIC}"), &[(legal, ""), (illegal, message)]);
        check(GENERIC, &[(illegal, "")]);
    }
}
