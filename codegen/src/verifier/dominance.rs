//! SSA form: each virtual register has one definition, which dominates its uses.

use super::Verifier;
use super::operands::is_phi;
use crate::entity::{BlockId, InstId};

const NONE: u32 = u32::MAX;

impl Verifier<'_> {
    pub(super) fn dominance(&mut self) {
        let places = self.places();
        let tree = Dominators::new(self);
        for &block in &self.mf.layout {
            if tree.order[block.index()] == NONE {
                continue;
            }
            for (at, inst) in self.mf.insts(block).enumerate() {
                if is_phi(self.mf.opcode(inst)) {
                    self.phi(inst, block, &places, &tree);
                } else {
                    self.uses(inst, (block, at as u32), &places, &tree);
                }
            }
        }
    }

    /// Block and position of each register's definition.
    fn places(&mut self) -> Vec<(u32, u32)> {
        let mut places = vec![(NONE, 0); self.mf.num_vregs()];
        for &block in &self.mf.layout {
            for (position, inst) in self.mf.insts(block).enumerate() {
                for n in 0..self.mf.operands(inst).len() {
                    let operand = self.mf.operand(inst, n);
                    let Some(vreg) = operand.vreg().filter(|_| operand.is_def()) else { continue };
                    if places[vreg.index()].0 != NONE {
                        self.report(inst, Some(n), format!("{vreg} is defined twice"));
                    }
                    places[vreg.index()] = (block.raw(), position as u32);
                }
            }
        }
        places
    }

    fn uses(&mut self, inst: InstId, (block, at): (BlockId, u32), places: &[(u32, u32)], tree: &Dominators) {
        for n in 0..self.mf.operands(inst).len() {
            let operand = self.mf.operand(inst, n);
            let undef = operand.flags.contains(crate::mir::OperandFlags::UNDEF);
            let Some(vreg) = operand.vreg().filter(|_| operand.is_use() && !undef) else { continue };
            let (def_block, position) = places[vreg.index()];
            let dominates = match def_block == block.raw() {
                true => at > position,
                false => def_block != NONE && tree.dominates(def_block, block.raw()),
            };
            if !dominates {
                self.report(inst, Some(n), format!("{vreg} is used where its definition does not dominate"));
            }
        }
    }

    fn phi(&mut self, inst: InstId, block: BlockId, places: &[(u32, u32)], tree: &Dominators) {
        let operands = self.mf.operands(inst).to_vec();
        let pairs = operands[1..].chunks(2);
        let predecessors = self.mf.block(block).predecessors.clone();
        if pairs.len() != predecessors.len() {
            self.report(inst, None, "a phi needs one value for each predecessor");
        }
        for (n, pair) in pairs.enumerate() {
            let [value, from] = pair else {
                return self.report(inst, None, "a phi has values and blocks in pairs");
            };
            let Some(from) = from.as_block().filter(|b| predecessors.contains(b)) else {
                self.report(inst, Some(2 * n + 2), "a phi names a block that is no predecessor");
                continue;
            };
            let Some(vreg) = value.vreg() else { continue };
            let (def_block, _) = places[vreg.index()];
            let reachable = tree.order[from.index()] != NONE;
            if reachable && (def_block == NONE || !tree.dominates(def_block, from.raw())) {
                self.report(inst, Some(2 * n + 1), format!("{vreg} does not dominate the edge from %{from}"));
            }
        }
    }
}

/// Immediate dominators by position in reverse post-order.
struct Dominators {
    /// Position of each block in reverse post-order.
    order: Vec<u32>,
    /// Immediate dominator of each position.
    parents: Vec<u32>,
}

impl Dominators {
    fn new(verifier: &Verifier<'_>) -> Dominators {
        let mf = verifier.mf;
        let mut order = vec![NONE; mf.num_blocks()];
        let Some(&entry) = mf.layout.first() else { return Dominators { order, parents: Vec::new() } };
        let postorder = postorder(verifier, entry);
        for (n, block) in postorder.iter().rev().enumerate() {
            order[block.index()] = n as u32;
        }
        let mut parents = vec![NONE; postorder.len()];
        parents[0] = 0;
        let mut changed = true;
        while changed {
            changed = false;
            for (n, block) in postorder.iter().rev().enumerate().skip(1) {
                let predecessors = mf.block(*block).predecessors.iter().map(|p| order[p.index()]);
                let known = predecessors.filter(|&p| p != NONE && parents[p as usize] != NONE);
                let new = known.reduce(|a, b| intersect(&parents, a, b)).unwrap_or(0);
                changed |= std::mem::replace(&mut parents[n], new) != new;
            }
        }
        Dominators { order, parents }
    }

    fn dominates(&self, a: u32, b: u32) -> bool {
        let (a, mut b) = (self.order[a as usize], self.order[b as usize]);
        if a == NONE || b == NONE {
            return false;
        }
        while b > a {
            b = self.parents[b as usize];
        }
        a == b
    }
}

fn intersect(parents: &[u32], mut a: u32, mut b: u32) -> u32 {
    while a != b {
        while a > b {
            a = parents[a as usize];
        }
        while b > a {
            b = parents[b as usize];
        }
    }
    a
}

fn postorder(verifier: &Verifier<'_>, entry: BlockId) -> Vec<BlockId> {
    let mf = verifier.mf;
    let mut seen = vec![false; mf.num_blocks()];
    let mut out = Vec::new();
    let mut stack = vec![(entry, 0)];
    seen[entry.index()] = true;
    while let Some((block, next)) = stack.pop() {
        match mf.block(block).successors.get(next) {
            Some(&to) => {
                stack.push((block, next + 1));
                if !std::mem::replace(&mut seen[to.index()], true) {
                    stack.push((to, 0));
                }
            }
            None => out.push(block),
        }
    }
    out
}
