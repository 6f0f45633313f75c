//! Lengths of the common tails of blocks, for `tail-merging`.
//!
//! The instructions of the candidates, from the last one back, form a trie: equal instructions
//! after equal tails share a node. The common tail of two candidates is their common path. A node
//! is extended only when a second candidate reaches it. So the cost is linear in the common
//! instructions times the number of different instructions at one node, where a comparison of each
//! pair of candidates would be quadratic.

use crate::ir::entity::InstId;
use smallvec::SmallVec;

/// The root of the trie: no instruction.
const ROOT: u32 = 0;

/// The paths of candidates through the trie of their tails.
pub(super) struct CommonTails {
    /// By candidate: its nodes below the root.
    paths: Vec<SmallVec<[u32; 8]>>,
}

/// An instruction that ends equal tails.
struct Node {
    /// The instruction in the first candidate.
    inst: Option<InstId>,
    /// The candidate whose path ends here, since no other candidate has reached the node.
    only: Option<usize>,
    children: SmallVec<[u32; 4]>,
}

impl CommonTails {
    /// Compares the tails that end with `lasts`, one per candidate. `previous` returns the
    /// instruction before another; none ends the tail. `are_equal` must be an equivalence relation.
    pub(super) fn of(
        lasts: &[InstId],
        previous: impl Fn(InstId) -> Option<InstId>,
        are_equal: impl Fn(InstId, InstId) -> bool,
    ) -> CommonTails {
        let mut nodes = vec![Node { inst: None, only: None, children: SmallVec::new() }];
        let mut paths: Vec<SmallVec<[u32; 8]>> = vec![SmallVec::new(); lasts.len()];
        let add = |nodes: &mut Vec<Node>, paths: &mut [SmallVec<[u32; 8]>], parent: u32, inst, candidate| {
            let node = nodes.len() as u32;
            nodes.push(Node { inst: Some(inst), only: Some(candidate), children: SmallVec::new() });
            nodes[parent as usize].children.push(node);
            paths[candidate].push(node);
        };
        for (candidate, &last) in lasts.iter().enumerate() {
            let (mut at, mut next) = (ROOT, Some(last));
            while let Some(inst) = next {
                let found =
                    nodes[at as usize].children.iter().copied().find(|&child| {
                        nodes[child as usize].inst.is_some_and(|other| are_equal(other, inst))
                    });
                let Some(child) = found else {
                    add(&mut nodes, &mut paths, at, inst, candidate);
                    break;
                };
                paths[candidate].push(child);
                let node = &mut nodes[child as usize];
                if let (Some(other), Some(before)) = (node.only.take(), node.inst.and_then(&previous)) {
                    add(&mut nodes, &mut paths, child, before, other);
                }
                (at, next) = (child, previous(inst));
            }
        }
        CommonTails { paths }
    }

    /// Returns the number of equal instructions at the ends of two candidates.
    pub(super) fn length(&self, a: usize, b: usize) -> usize {
        self.paths[a].iter().zip(&self.paths[b]).take_while(|(a, b)| a == b).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Random;

    #[test]
    fn lengths_are_those_of_pairs() {
        let mut random = Random::new(5);
        for _ in 0..300 {
            // Tails over three instructions, as rows of one table.
            let tails: Vec<Vec<usize>> = (0..1 + random.below(12))
                .map(|_| (0..1 + random.below(6)).map(|_| random.below(3)).collect())
                .collect();
            let row = |candidate: usize, n: usize| InstId::new(candidate * 8 + n);
            let symbol = |inst: InstId| tails[inst.index() / 8][inst.index() % 8];
            let previous = |inst: InstId| {
                let (candidate, n) = (inst.index() / 8, inst.index() % 8 + 1);
                (n < tails[candidate].len()).then(|| row(candidate, n))
            };
            let lasts: Vec<InstId> = (0..tails.len()).map(|candidate| row(candidate, 0)).collect();
            let found = CommonTails::of(&lasts, previous, |a, b| symbol(a) == symbol(b));
            for (a, one) in tails.iter().enumerate() {
                for (b, other) in tails.iter().enumerate().filter(|&(b, _)| b != a) {
                    let equal = one.iter().zip(other).take_while(|(x, y)| x == y).count();
                    assert_eq!(found.length(a, b), equal, "{a} {b} {tails:?}");
                }
            }
        }
    }
}
