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
