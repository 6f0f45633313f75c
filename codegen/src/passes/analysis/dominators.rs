//! Reverse post-order and dominators.
//!
//! After Cooper, Harvey, Kennedy: "A Simple, Fast Dominance Algorithm" (2001); nearly linear in
//! practice.

use crate::ir::entity::BlockId;
use crate::ir::mir::MachineFunction;

const NONE: u32 = u32::MAX;

/// The dominator tree of the blocks that the entry reaches.
#[derive(Debug)]
pub struct Dominators {
    /// The reachable blocks in reverse post-order.
    pub order: Vec<BlockId>,
    /// By block id: the index in `order`, or `NONE`.
    number: Vec<u32>,
    /// By index in `order`: the index of the immediate dominator.
    parents: Vec<u32>,
    /// By index in `order`: entry and exit times of a depth-first walk over the tree.
    span: Vec<(u32, u32)>,
}

impl Dominators {
    /// Computes the tree.
    pub(crate) fn compute(mf: &MachineFunction) -> Dominators {
        let order = reverse_postorder(mf);
        let mut number = vec![NONE; mf.num_blocks()];
        for (n, block) in order.iter().enumerate() {
            number[block.index()] = n as u32;
        }
        let mut parents = vec![NONE; order.len()];
        if let Some(root) = parents.first_mut() {
            *root = 0;
        }
        let meet_predecessors = |parents: &[u32], block: BlockId| {
            // The last predecessor is often the deepest: the walk up from there passes the others.
            let numbers = mf.block(block).predecessors.iter().rev().map(|p| number[p.index()]);
            let known = numbers.filter(|&p| p != NONE && parents[p as usize] != NONE);
            known.reduce(|a, b| meet(parents, a, b)).expect("a predecessor comes first in the order")
        };
        for (n, &block) in order.iter().enumerate().skip(1) {
            parents[n] = meet_predecessors(&parents, block);
        }
        // One walk is enough if each block that is the target of a retreating edge dominates the
        // edge's source.
        let mut span = spans(&parents);
        while !retreating_edges_are_back_edges(mf, &order, &number, &span) {
            let mut changed = false;
            for (n, &block) in order.iter().enumerate().skip(1) {
                let parent = meet_predecessors(&parents, block);
                changed |= std::mem::replace(&mut parents[n], parent) != parent;
            }
            if !changed {
                break;
            }
            span = spans(&parents);
        }
        Dominators { order, number, parents, span }
    }

    /// Returns true if the entry reaches `block`.
    pub(crate) fn is_reachable(&self, block: BlockId) -> bool {
        self.number[block.index()] != NONE
    }

    /// Returns the index of a reachable block in `order`.
    pub fn number(&self, block: BlockId) -> usize {
        self.number[block.index()] as usize
    }

    /// Returns the entry time of a reachable block in a depth-first walk over the tree.
    pub(crate) fn preorder(&self, block: BlockId) -> usize {
        self.span[self.number(block)].0 as usize
    }

    /// Returns the immediate dominator of `block`; `None` for the entry and unreachable blocks.
    pub(crate) fn parent(&self, block: BlockId) -> Option<BlockId> {
        match self.number[block.index()] {
            NONE | 0 => None,
            n => Some(self.order[self.parents[n as usize] as usize]),
        }
    }

    /// Returns the nearest common dominator, if it is one of the first `most` dominators of `a`,
    /// `a` included.
    pub(crate) fn common(&self, mut a: BlockId, b: BlockId, most: usize) -> Option<BlockId> {
        for _ in 0..most {
            if self.dominates(a, b) {
                return Some(a);
            }
            a = self.parent(a)?;
        }
        None
    }

    /// Returns true if each path from the entry to `b` passes `a`; true if `b` is unreachable.
    pub(crate) fn dominates(&self, a: BlockId, b: BlockId) -> bool {
        match (self.number[a.index()], self.number[b.index()]) {
            (_, NONE) => true,
            (NONE, _) => false,
            (a, b) => {
                let (a, b) = (self.span[a as usize], self.span[b as usize]);
                a.0 <= b.0 && b.1 <= a.1
            }
        }
    }
}

/// Returns true if the target of each edge that goes back in the order dominates its source.
fn retreating_edges_are_back_edges(
    mf: &MachineFunction,
    order: &[BlockId],
    number: &[u32],
    span: &[(u32, u32)],
) -> bool {
    let is_back = |from: u32, to: usize| {
        let (from, to) = (span[from as usize], span[to]);
        to.0 <= from.0 && from.1 <= to.1
    };
    order.iter().enumerate().all(|(n, block)| {
        let numbers = mf.block(*block).predecessors.iter().map(|p| number[p.index()]);
        numbers.filter(|&p| p != NONE && p as usize >= n).all(|p| is_back(p, n))
    })
}

/// Returns the nearest common ancestor.
fn meet(parents: &[u32], mut a: u32, mut b: u32) -> u32 {
    while a != b {
        match a > b {
            true => a = parents[a as usize],
            false => b = parents[b as usize],
        }
    }
    a
}

/// Computes entry and exit times. A child's interval is nested in its parent's, and the parent
/// comes before it in the order.
fn spans(parents: &[u32]) -> Vec<(u32, u32)> {
    let mut sizes = vec![1u32; parents.len()];
    for n in (1..parents.len()).rev() {
        sizes[parents[n] as usize] += sizes[n];
    }
    let mut next: Vec<u32> = vec![0; parents.len()];
    let mut spans = vec![(0, 0); parents.len()];
    for n in 0..parents.len() {
        let start = if n == 0 { 0 } else { next[parents[n] as usize] };
        spans[n] = (start, start + sizes[n]);
        next[n] = start + 1;
        if n != 0 {
            next[parents[n] as usize] = start + sizes[n];
        }
    }
    spans
}

/// Returns the reachable blocks, each before its successors except along back edges.
pub(crate) fn reverse_postorder(mf: &MachineFunction) -> Vec<BlockId> {
    let (mut order, _) = postorder(mf);
    order.reverse();
    order
}

/// Returns the reachable blocks, each after its successors except along back edges. Also returns
/// for each block whether it is reachable.
pub(crate) fn postorder(mf: &MachineFunction) -> (Vec<BlockId>, Vec<bool>) {
    let mut seen = vec![false; mf.num_blocks()];
    let Some(&entry) = mf.layout.first() else { return (Vec::new(), seen) };
    seen[entry.index()] = true;
    let mut order = Vec::with_capacity(mf.layout.len());
    let mut stack = Vec::with_capacity(mf.layout.len());
    stack.push((entry, 0));
    while let Some((block, next)) = stack.last_mut() {
        match mf.block(*block).successors.get(*next) {
            Some(&successor) => {
                *next += 1;
                if !std::mem::replace(&mut seen[successor.index()], true) {
                    stack.push((successor, 0));
                }
            }
            None => {
                order.push(*block);
                stack.pop();
            }
        }
    }
    (order, seen)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Random, graph};

    /// Returns true if `b` cannot be reached without `a`.
    fn cuts(mf: &MachineFunction, a: BlockId, b: BlockId) -> bool {
        let mut seen = vec![false; mf.num_blocks()];
        let mut stack = vec![mf.entry()];
        while let Some(block) = stack.pop() {
            if block != a && !std::mem::replace(&mut seen[block.index()], true) {
                stack.extend(&mf.block(block).successors);
            }
        }
        !seen[b.index()]
    }

    #[test]
    fn dominance_is_what_it_is_by_definition() {
        let mut random = Random::new(7);
        for _ in 0..200 {
            let blocks = 1 + random.below(9);
            let edges = random.edges(blocks, 16);
            let mf = graph(blocks, &edges);
            let tree = Dominators::compute(&mf);
            for (&a, &b) in mf.layout.iter().flat_map(|a| mf.layout.iter().map(move |b| (a, b))) {
                if tree.is_reachable(a) || !tree.is_reachable(b) {
                    assert_eq!(tree.dominates(a, b), cuts(&mf, a, b), "{a} {b} {edges:?}");
                }
            }
        }
    }
}
