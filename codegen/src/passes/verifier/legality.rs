//! After the legalizer every generic instruction is one that the target's rules call legal: the rules themselves are asked.

use super::Verifier;
use crate::ir::entity::InstId;
use crate::isel::legalizer::LegalityQuery;
use crate::target::desc::instructions::InstrFlags;

impl Verifier<'_> {
    /// Requires that the operands of `inst` are what its opcode requires.
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
