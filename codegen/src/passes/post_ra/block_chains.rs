//! The block layout of `branch-folder`, for functions with edge frequencies.
//!
//! An executed jump costs an instruction; a conditional branch falls through on one side for free.
//! So blocks are joined to chains, by the edge that saves most jumps first. For a block with one
//! successor, that is the edge's frequency. For a block with a conditional branch, either edge
//! saves the frequency of the rarer side; ties prefer single successors. This rotates loops whose
//! last block copies values and jumps back: that block is placed before the header. Chains keep the
//! order of their first blocks. After Pettis and Hansen: "Profile Guided Code Positioning" (1990).
//!
//! Requires: terminators of the target. Establishes: all jumps are explicit. Cost: n log n in the
//! number of edges.

use crate::ir::entity::BlockId;
use crate::ir::mir::MachineFunction;
use crate::passes::analysis::block_frequency::BlockFrequency;
use crate::passes::analysis::control_flow::ControlFlow;
use crate::passes::post_ra::branch_folding::branch_before;
use crate::passes::target::PassTarget;
use std::cmp::Reverse;

/// Reorders the blocks of `mf`.
pub(super) fn run(mf: &mut MachineFunction, target: &dyn PassTarget, flow: &ControlFlow) {
    let ends: Vec<End> = (0..mf.layout.len()).filter_map(|n| End::of(mf, target, n)).collect();
    if ends.iter().all(|end| end.is_next(end.to) || end.other.is_some_and(|other| end.is_next(other))) {
        return;
    }
    let mut edges = edges(mf, &ends, flow.frequency(mf, target));
    edges.sort_by_key(|edge| Reverse(edge.gain));
    let mut chains = Chains::of_single_blocks(mf.num_blocks());
    for edge in edges.iter().filter(|edge| edge.to != mf.entry()) {
        chains.join(edge.from, edge.to);
    }
    let entry = mf.entry();
    mf.layout = chains.in_order(&mf.layout);
    debug_assert_eq!(mf.layout[0], entry, "{}: the entry stays first", mf.name);
}

/// The terminating jump of a block.
struct End {
    from: BlockId,
    to: BlockId,
    /// The target of the conditional branch before it.
    other: Option<BlockId>,
    /// The next block in the layout.
    next: Option<BlockId>,
}

impl End {
    /// Returns the end of block number `n`, made explicit, if it ends in a direct jump.
    fn of(mf: &mut MachineFunction, target: &dyn PassTarget, n: usize) -> Option<End> {
        let (from, next) = (mf.layout[n], mf.layout.get(n + 1).copied());
        let destination = |mf: &MachineFunction| {
            let jump = mf.last_inst(from)?;
            Some((jump, target.instr_info().unconditional_branch_target(mf, jump)?))
        };
        let (jump, to) = match (destination(mf), next) {
            (None, Some(next)) => {
                mf.make_jump_explicit(target, from, next);
                destination(mf)
            }
            (known, _) => known,
        }?;
        let branch = branch_before(mf, target, jump);
        let other = branch.map(|(_, _, other)| other).filter(|&other| other != to);
        Some(End { from, to, other, next })
    }

    fn is_next(&self, to: BlockId) -> bool {
        self.next == Some(to)
    }
}

/// An edge whose target could become the fall-through.
struct Edge {
    from: BlockId,
    to: BlockId,
    /// The benefit of falling through: the number of saved jumps, then whether no other edge of the
    /// block could save them, then whether it falls through now.
    gain: u64,
}

fn edges(mf: &MachineFunction, ends: &[End], frequency: &BlockFrequency) -> Vec<Edge> {
    let mut edges = Vec::with_capacity(2 * ends.len());
    for end in ends {
        let taken = frequency.between(mf, end.from, end.to);
        let edge = |to, saved, only| Edge {
            from: end.from,
            to,
            gain: saved << 2 | u64::from(only) << 1 | u64::from(end.is_next(to)),
        };
        match end.other {
            Some(other) => {
                let saved = taken.min(frequency.between(mf, end.from, other));
                // No block follows itself.
                let (first, second) = (other == end.from, end.to == end.from);
                edges.extend([edge(end.to, saved, first), edge(other, saved, second)]);
            }
            None => edges.push(edge(end.to, taken, true)),
        }
    }
    edges
}

/// Chains of blocks in layout order.
struct Chains {
    /// By block: its successor and predecessor in its chain.
    next: Vec<Option<BlockId>>,
    previous: Vec<Option<BlockId>>,
    /// By first or last block of a chain: the other end.
    other_end: Vec<BlockId>,
}

impl Chains {
    fn of_single_blocks(blocks: usize) -> Chains {
        let other_end = (0..blocks).map(BlockId::new).collect();
        Chains { next: vec![None; blocks], previous: vec![None; blocks], other_end }
    }

    /// Joins two chains if `from` is the last block of one and `to` the first of the other.
    fn join(&mut self, from: BlockId, to: BlockId) {
        let free = self.next[from.index()].is_none() && self.previous[to.index()].is_none();
        let (first, last) = (self.other_end[from.index()], self.other_end[to.index()]);
        if free && first != to {
            self.next[from.index()] = Some(to);
            self.previous[to.index()] = Some(from);
            self.other_end[first.index()] = last;
            self.other_end[last.index()] = first;
        }
    }

    /// Returns all blocks of `layout`, each chain at the position of its first block.
    fn in_order(&self, layout: &[BlockId]) -> Vec<BlockId> {
        let mut placed = vec![false; self.next.len()];
        let mut order = Vec::with_capacity(layout.len());
        for &block in layout {
            if placed[block.index()] {
                continue;
            }
            let mut first = block;
            while let Some(previous) = self.previous[first.index()] {
                first = previous;
            }
            let chain = std::iter::successors(Some(first), |b| self.next[b.index()]);
            for block in chain {
                placed[block.index()] = true;
                order.push(block);
            }
        }
        debug_assert_eq!(order.len(), layout.len(), "each block is in one chain");
        order
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Random;

    fn blocks(numbers: &[usize]) -> Vec<BlockId> {
        numbers.iter().map(|&n| BlockId::new(n)).collect()
    }

    #[test]
    fn the_last_block_of_a_loop_comes_before_the_header() {
        // 0 → 1; 1 → 2 and 3; 2 → 1.
        let mut chains = Chains::of_single_blocks(4);
        for (from, to) in [(2, 1), (1, 3), (0, 1), (1, 2)] {
            chains.join(BlockId::new(from), BlockId::new(to));
        }
        assert_eq!(chains.in_order(&blocks(&[0, 1, 2, 3])), blocks(&[0, 2, 1, 3]));
    }

    #[test]
    fn each_block_comes_once_and_after_what_it_was_joined_to() {
        let mut random = Random::new(7);
        for _ in 0..200 {
            let (mut chains, layout) = (Chains::of_single_blocks(12), (0..12).collect::<Vec<_>>());
            for (from, to) in random.edges(12, 40) {
                chains.join(BlockId::new(from), BlockId::new(to));
            }
            let order = chains.in_order(&blocks(&layout));
            for (n, block) in order.iter().enumerate() {
                let next = chains.next[block.index()];
                assert!(next.is_none() || next == order.get(n + 1).copied(), "{order:?}");
            }
            let mut sorted = order.clone();
            sorted.sort_unstable();
            assert_eq!(sorted, blocks(&layout));
        }
    }
}
