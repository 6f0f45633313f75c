//! Loops that translation itself builds, for operations with a variable number of steps.

use gisel_codegen::ir::entity::VReg;
use gisel_codegen::ir::mir::{IntPredicate, Operand};
use gisel_codegen::ir::opcodes::*;

use super::function_state::FunctionTranslator;

impl FunctionTranslator<'_, '_> {
    /// Builds a loop that executes `step` `count` times. `step` receives values, initially `first`,
    /// and returns the values of the next iteration. Returns the last values.
    pub(crate) fn repeat<const N: usize>(
        &mut self,
        count: VReg,
        first: [VReg; N],
        step: impl FnOnce(&mut Self, [VReg; N]) -> [VReg; N],
    ) -> [VReg; N] {
        let before = self.b.block();
        let [header, body, done] = [(); 3].map(|()| self.b.mf.create_block());
        self.b.br(header);
        self.b.mf.add_edge(before, header);

        self.enter(header);
        let left = self.b.mf.create_vreg(self.b.mf.ty(count));
        let current = first.map(|value| self.b.mf.create_vreg(self.b.mf.ty(value)));
        let left_phi = self.b.inst(G_PHI, &[Operand::def(left)]);
        let phis = current.map(|value| self.b.inst(G_PHI, &[Operand::def(value)]));
        let is_done = self.b.cmp_int(IntPredicate::Eq, left, 0);
        self.branch_if(is_done, done, body);

        self.enter(body);
        let less = self.b.bin_int(G_ADD, left, -1);
        let next = step(self, current);
        let end = self.b.block();
        self.b.br(header);
        self.b.mf.add_edge(end, header);
        self.b.mf.set_incoming(left_phi, [(count, before), (less, end)]);
        for (n, phi) in phis.into_iter().enumerate() {
            self.b.mf.set_incoming(phi, [(first[n], before), (next[n], end)]);
        }
        self.enter(done);
        current
    }
}
