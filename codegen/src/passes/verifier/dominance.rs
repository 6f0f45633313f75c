//! SSA form: each virtual register has one definition, which dominates its uses.

use super::Verifier;
use super::operands::is_phi;
use crate::ir::entity::{BlockId, InstId};
use crate::passes::analysis::dominators::Dominators;
use std::collections::HashSet;

/// A block, and an index of an instruction in it.
type Position = (BlockId, usize);

impl Verifier<'_> {
    pub(super) fn dominance(&mut self) {
        let positions = self.positions();
        let tree = Dominators::compute(self.mf);
        for &block in self.mf.layout.iter().filter(|&&block| tree.is_reachable(block)) {
            for (at, inst) in self.mf.insts(block).enumerate() {
                if is_phi(self.mf.opcode(inst)) {
                    self.phi(inst, block, &positions, &tree);
                } else {
                    self.uses(inst, (block, at), &positions, &tree);
                }
            }
        }
    }

    /// Returns the block and index of each register's definition, if it has one.
    fn positions(&mut self) -> Vec<Option<Position>> {
        let mut positions = vec![None; self.mf.num_vregs()];
        for &block in &self.mf.layout {
            for (position, inst) in self.mf.insts(block).enumerate() {
                for n in 0..self.mf.operands(inst).len() {
                    let operand = self.mf.operand(inst, n);
                    let Some(vreg) = operand.vreg().filter(|_| operand.is_def()) else { continue };
                    if positions[vreg.index()].replace((block, position)).is_some() {
                        self.report(inst, Some(n), format!("{vreg} is defined twice"));
                    }
                }
            }
        }
        positions
    }

    fn uses(
        &mut self,
        inst: InstId,
        (block, at): Position,
        positions: &[Option<Position>],
        tree: &Dominators,
    ) {
        for n in 0..self.mf.operands(inst).len() {
            let operand = self.mf.operand(inst, n);
            let undef = operand.flags.contains(crate::ir::mir::OperandFlags::UNDEF);
            let Some(vreg) = operand.vreg().filter(|_| operand.is_use() && !undef) else { continue };
            let dominates = match positions[vreg.index()] {
                Some((same, position)) if same == block => at > position,
                Some((other, _)) => tree.dominates(other, block),
                None => false,
            };
            if !dominates {
                self.report(inst, Some(n), format!("{vreg} is used where its definition does not dominate"));
            }
        }
    }

    /// Checks that a phi has a value for each predecessor, which is available at its end.
    fn phi(&mut self, inst: InstId, block: BlockId, positions: &[Option<Position>], tree: &Dominators) {
        let operands = self.mf.operands(inst).to_vec();
        let pairs = operands[1..].chunks(2);
        let mut missing: HashSet<BlockId> = self.mf.block(block).predecessors.iter().copied().collect();
        if pairs.len() != missing.len() {
            self.report(inst, None, "a phi needs one value for each predecessor");
        }
        for (n, pair) in pairs.enumerate() {
            let [value, from] = pair else {
                return self.report(inst, None, "a phi has values and blocks in pairs");
            };
            let Some(from) = from.as_block().filter(|from| missing.remove(from)) else {
                let message = "a phi names a block that is no predecessor, or has a value already";
                self.report(inst, Some(2 * n + 2), message);
                continue;
            };
            let Some(vreg) = value.vreg().filter(|_| tree.is_reachable(from)) else { continue };
            if !positions[vreg.index()].is_some_and(|(def_block, _)| tree.dominates(def_block, from)) {
                self.report(inst, Some(2 * n + 1), format!("{vreg} does not dominate the edge from %{from}"));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::passes::verifier::tests::check;
    use crate::testing::passes::SELECTED;

    #[test]
    fn definitions_dominate_uses() {
        let used = "is used where its definition does not dominate";
        let (second, third) = (format!("%1 {used}"), format!("%2 {used}"));
        check(
            SELECTED,
            &[
                ("bb.0:\n%1:gpr = CONST 1\nTRACE %1\nTRACE undef %2:gpr\nRET", ""),
                ("bb.0:\n%1:gpr = CONST 1\n%1:gpr = CONST 2\nRET", "%1 is defined twice"),
                ("bb.0:\nTRACE %1:gpr\n%1:gpr = CONST 1\nRET", &second),
                ("bb.0:\nTRACE %2:gpr\nRET", &third),
                (
                    "bb.0:\n%0:gpr = CONST 1\nBCC %0, %bb.2\nbb.1:\n%1:gpr = CONST 1\nbb.2:\nTRACE %1\nRET",
                    &second,
                ),
            ],
        );
    }

    #[test]
    fn phis_have_an_available_value_for_each_predecessor() {
        let body = |phi: &str| {
            format!(
                "bb.0:\n%0:gpr = CONST 1\nBCC %0, %bb.2\nbb.1:\n%1:gpr = CONST 2\nbb.2:\n%2:gpr = PHI {phi}\nRET"
            )
        };
        let table = [
            ("%0, %bb.0, %1, %bb.1", ""),
            ("%0, %bb.0", "a phi needs one value for each predecessor"),
            ("%0, %bb.0, %1, %bb.0", "a phi names a block that is no predecessor, or has a value already"),
            ("%0, %bb.0, %1, %bb.2", "a phi names a block that is no predecessor, or has a value already"),
            ("%0, %bb.0, %1", "a phi has values and blocks in pairs"),
            ("%1, %bb.0, %1, %bb.1", "%1 does not dominate the edge from %bb.0"),
        ];
        table.iter().for_each(|(phi, message)| check(SELECTED, &[(&body(phi), message)]));
    }
}
