//! How often each block runs, for one run of the function.
//!
//! The probability of an edge is what stands on it, else a guess: a block from which nothing returns is hardly ever reached, a loop runs
//! on 31 times of 32, and a call that one side of a branch has to itself is a little less likely than the other side. The loops are taken inner ones first. One round of a loop starts with a mass of 1 at the header and hands it on
//! from block to block; what comes back to the header gives the number of rounds, what leaves is what the loop, as one node of
//! the loop around it, hands on. Then the frequencies follow from outside in. After Wu and Larus: "Static Branch Frequency and Program Profile Analysis" (1994).
//!
//! Cycles that are no natural loops count as if they ran once. Cost: linear in blocks and edges; an edge that leaves several loops counts once for each.

use super::dominators::Dominators;
use super::loops::Loops;
use crate::ir::entity::{BlockId, LoopId};
use crate::ir::mir::MachineFunction;
use crate::target::Target;
use crate::target::desc::instructions::InstrFlags;

/// Block and edge frequencies of a function, in units of which the entry has [`BlockFrequency::ENTRY`].
#[derive(Debug)]
pub struct BlockFrequency {
    /// By block id.
    blocks: Vec<u64>,
    edges: Edges,
}

impl BlockFrequency {
    /// The frequency of a block that runs once each time the function is called.
    pub const ENTRY: u64 = 1 << 20;

    /// No frequency is larger, so a few thousand can be added up.
    pub const MAX: u64 = 1 << 50;

    /// Guesses all frequencies.
    pub fn compute(mf: &MachineFunction, target: &dyn Target, tree: &Dominators, loops: &Loops) -> Self {
        let is_call = |inst| target.desc(mf.opcode(inst)).has(InstrFlags::CALL);
        let calls = |block| mf.insts(block).any(is_call);
        Self::with_cold(mf, &cold_blocks(mf, target, tree), &calls, tree, loops)
    }

    /// With what is known of blocks: whether they are `cold`, and whether they have calls.
    fn with_cold(
        mf: &MachineFunction,
        cold: &[bool],
        calls: &dyn Fn(BlockId) -> bool,
        tree: &Dominators,
        loops: &Loops,
    ) -> Self {
        let edges = Edges::new(mf, cold, calls, loops);
        let mut flow = Flow {
            mf,
            loops,
            edges: &edges,
            mass: vec![0.0; mf.num_blocks()],
            loop_flow: vec![LoopFlow::default(); loops.len()],
        };
        flow.run(tree);
        let mut rounds = vec![1.0; loops.len()];
        for id in loops.iter().rev() {
            let flow = &flow.loop_flow[id.index()];
            let outside = loops.get(id).parent.map_or(1.0, |p: LoopId| rounds[p.index()]);
            rounds[id.index()] = outside * flow.entered * flow.rounds();
        }
        let mut blocks = vec![0; mf.num_blocks()];
        for &block in &tree.order {
            let around = loops.innermost(block).map_or(1.0, |id| rounds[id.index()]);
            let frequency = flow.mass[block.index()] * around * Self::ENTRY as f64;
            blocks[block.index()] = (frequency as u64).clamp(1, Self::MAX);
        }
        BlockFrequency { blocks, edges }
    }

    /// How often `block` runs: 0 if the entry does not reach it, else at least 1.
    #[inline]
    pub fn of(&self, block: BlockId) -> u64 {
        self.blocks[block.index()]
    }

    /// How often `from` goes to its successor with the number `n`.
    pub fn of_edge(&self, from: BlockId, n: usize) -> u64 {
        (self.of(from) as f64 * self.edges.probability(from, n)) as u64
    }

    /// How often `from` goes to `to`: 0 if that is no successor.
    pub fn between(&self, mf: &MachineFunction, from: BlockId, to: BlockId) -> u64 {
        let place = mf.block(from).successors.iter().position(|&s| s == to);
        place.map_or(0, |n| self.of_edge(from, n))
    }
}

/// The probabilities of all edges.
#[derive(Debug)]
struct Edges {
    /// By block id: where its edges begin.
    first: Vec<u32>,
    probabilities: Vec<f32>,
}

impl Edges {
    fn new(mf: &MachineFunction, cold: &[bool], calls: &dyn Fn(BlockId) -> bool, loops: &Loops) -> Edges {
        let mut edges = Edges { first: Vec::with_capacity(mf.num_blocks()), probabilities: Vec::new() };
        for n in 0..mf.num_blocks() {
            let (block, first) = (BlockId::new(n), edges.probabilities.len());
            edges.first.push(first as u32);
            let successors = &mf.block(block).successors;
            let weights = (0..successors.len()).map(|n| weight(mf, cold, loops, block, n));
            edges.probabilities.extend(weights);
            if successors.len() > 1 && mf.block(block).probabilities.is_empty() {
                let own = edges.probabilities[first..].iter_mut().zip(successors);
                let calling = own.filter(|(_, to)| mf.block(**to).predecessors.len() == 1 && calls(**to));
                calling.for_each(|(weight, _)| *weight *= CALL);
            }
            let own = &mut edges.probabilities[first..];
            let sum: f32 = own.iter().sum();
            own.iter_mut().for_each(|p| *p /= sum);
        }
        edges
    }

    fn probability(&self, from: BlockId, n: usize) -> f64 {
        f64::from(self.probabilities[self.first[from.index()] as usize + n])
    }
}

/// How likely a call is that nothing else leads to, against what would be there without it.
const CALL: f32 = 0.7;

/// Returns the weight of the edge from `block` to its successor with the number `n`, against the
/// weights of the others.
fn weight(mf: &MachineFunction, cold: &[bool], loops: &Loops, block: BlockId, n: usize) -> f32 {
    const COLD: f32 = 1.0 / 4096.0;
    const IN_LOOP: f32 = 31.0;
    let data = mf.block(block);
    let to = data.successors[n];
    if let Some(&known) = data.probabilities.get(n) {
        return known.max(1) as f32;
    }
    match loops.innermost(block) {
        _ if cold[to.index()] => COLD,
        Some(around) if loops.contains(around, to) => IN_LOOP,
        _ => 1.0,
    }
}

/// By block id: whether all ways on end where nothing returns.
pub fn cold_blocks(mf: &MachineFunction, target: &dyn Target, tree: &Dominators) -> Vec<bool> {
    let mut cold = vec![false; mf.num_blocks()];
    for &block in tree.order.iter().rev() {
        let successors = &mf.block(block).successors;
        cold[block.index()] = if successors.is_empty() {
            !mf.last_inst(block).is_some_and(|i| target.desc(mf.opcode(i)).has(InstrFlags::RETURN))
        } else {
            successors.iter().all(|s| cold[s.index()])
        };
    }
    cold
}

/// What is known of a loop as one node.
#[derive(Clone, Debug, Default)]
struct LoopFlow {
    /// What comes to the header from outside, in one round of the loop around it.
    entered: f64,
    /// What comes back to the header in one round.
    back: f64,
    /// What leaves in one round, and to where.
    exits: Vec<(BlockId, f64)>,
}

impl LoopFlow {
    /// How often the header runs when the loop is entered once; what never ends counts 4096.
    fn rounds(&self) -> f64 {
        1.0 / (1.0 - self.back).max(1.0 / 4096.0)
    }
}

/// A block, or a loop as a whole, among what is directly in a loop.
#[derive(Clone, Copy)]
enum Node {
    Block(BlockId),
    Loop(LoopId),
}

struct Flow<'a> {
    mf: &'a MachineFunction,
    loops: &'a Loops,
    edges: &'a Edges,
    /// By block id: how often it runs in one round of the innermost loop around it.
    mass: Vec<f64>,
    loop_flow: Vec<LoopFlow>,
}

impl Flow<'_> {
    fn run(&mut self, tree: &Dominators) {
        let Some(&entry) = tree.order.first() else { return };
        let (mut members, mut outside) = (vec![Vec::new(); self.loops.len()], Vec::new());
        for &block in &tree.order {
            let around = self.loops.innermost(block);
            if let Some(id) = around.filter(|&id| self.loops.get(id).header == block) {
                match self.loops.get(id).parent {
                    Some(parent) => members[parent.index()].push(Node::Loop(id)),
                    None => outside.push(Node::Loop(id)),
                }
            }
            match around {
                Some(id) => members[id.index()].push(Node::Block(block)),
                None => outside.push(Node::Block(block)),
            }
        }
        for id in self.loops.iter() {
            self.mass[self.loops.get(id).header.index()] = 1.0;
            self.propagate(Some(id), &members[id.index()]);
        }
        self.hand(None, entry, 1.0);
        self.propagate(None, &outside);
    }

    /// One round of a loop, or of the function: its nodes in reverse post-order.
    fn propagate(&mut self, around: Option<LoopId>, nodes: &[Node]) {
        for &node in nodes {
            match node {
                Node::Block(block) => {
                    let mass = self.mass[block.index()];
                    for (n, &to) in self.mf.block(block).successors.iter().enumerate() {
                        self.hand(around, to, mass * self.edges.probability(block, n));
                    }
                }
                Node::Loop(id) => {
                    let flow = &mut self.loop_flow[id.index()];
                    let times = flow.entered * flow.rounds();
                    for (to, mass) in std::mem::take(&mut flow.exits) {
                        self.hand(around, to, times * mass);
                    }
                }
            }
        }
    }

    /// Mass goes to `to` from a node that is directly in `around`.
    fn hand(&mut self, around: Option<LoopId>, to: BlockId, mass: f64) {
        match (self.loops.innermost(to), around) {
            (Some(id), _) if around == Some(id) && self.loops.get(id).header == to => {
                self.loop_flow[id.index()].back += mass;
            }
            (inner, _) if inner == around => self.mass[to.index()] += mass,
            (Some(id), _) if self.loops.get(id).parent == around => {
                self.loop_flow[id.index()].entered += mass;
            }
            (_, Some(left)) => self.loop_flow[left.index()].exits.push((to, mass)),
            (_, None) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Random, graph};

    /// The number of the block that has a call, in functions of so many blocks.
    const CALLING: usize = 20;

    fn frequency(mf: &MachineFunction, cold: &[usize]) -> BlockFrequency {
        let tree = Dominators::compute(mf);
        let loops = Loops::compute(mf, &tree);
        let is_cold: Vec<bool> = (0..mf.num_blocks()).map(|n| cold.contains(&n)).collect();
        BlockFrequency::with_cold(mf, &is_cold, &|block| block.index() == CALLING, &tree, &loops)
    }

    /// In units of the entry's.
    fn of(frequency: &BlockFrequency, block: usize) -> f64 {
        frequency.of(BlockId::new(block)) as f64 / BlockFrequency::ENTRY as f64
    }

    #[test]
    fn both_sides_of_a_branch_get_half_and_meet_again() {
        let f = frequency(&graph(4, &[(0, 1), (0, 2), (1, 3), (2, 3)]), &[]);
        assert_eq!([0, 1, 2, 3].map(|n| of(&f, n)), [1.0, 0.5, 0.5, 1.0]);
        assert_eq!(f.of_edge(BlockId::new(0), 1), BlockFrequency::ENTRY / 2);
    }

    #[test]
    fn a_call_on_one_side_is_less_likely() {
        let mut edges = vec![(0, CALLING), (0, 1), (1, 2), (CALLING, 2)];
        let f = frequency(&graph(CALLING + 1, &edges), &[]);
        assert!(of(&f, CALLING) < 0.45 && of(&f, CALLING) > 0.25, "{f:?}");
        assert!((of(&f, CALLING) + of(&f, 1) - 1.0).abs() < 0.01);
        // What others lead to, too, is no guess of this branch.
        edges.push((2, CALLING));
        let f = frequency(&graph(CALLING + 1, &edges), &[]);
        assert_eq!(f.of_edge(BlockId::new(0), 0), BlockFrequency::ENTRY / 2);
    }

    #[test]
    fn given_probabilities_hold() {
        let mut mf = graph(3, &[(0, 1), (0, 2)]);
        mf.block_mut(BlockId::new(0)).probabilities = vec![1 << 29, 3 << 29];
        assert_eq!([1, 2].map(|n| of(&frequency(&mf, &[]), n)), [0.25, 0.75]);
    }

    #[test]
    fn a_loop_runs_thirty_two_times_and_one_within_it_as_often_each_time() {
        let f = frequency(&graph(4, &[(0, 1), (1, 2), (2, 2), (2, 1), (1, 3)]), &[]);
        // The header leaves in one round of 32; what the inner loop leaves comes back to it.
        assert!((of(&f, 1) - 32.0).abs() < 0.01 && (of(&f, 2) - 31.0 * 32.0).abs() < 0.01, "{f:?}");
        assert!((of(&f, 3) - 1.0).abs() < 0.01);
        let f = frequency(&graph(5, &[(0, 1), (1, 2), (2, 2), (2, 3), (3, 1), (3, 4)]), &[]);
        assert!((of(&f, 2) / of(&f, 1) - 32.0).abs() < 0.01 && (of(&f, 1) - 32.0).abs() < 0.01, "{f:?}");
    }

    #[test]
    fn where_nothing_returns_is_cold() {
        let f = frequency(&graph(3, &[(0, 1), (0, 2)]), &[1]);
        assert!(of(&f, 1) < 0.001 && of(&f, 2) > 0.999);
    }

    #[test]
    fn what_never_ends_and_what_is_not_reached_are_numbers_too() {
        let f = frequency(&graph(4, &[(0, 1), (1, 1), (2, 3)]), &[]);
        assert_eq!([0, 1, 2].map(|n| of(&f, n)), [1.0, 4096.0, 0.0]);
    }

    #[test]
    fn what_comes_into_a_block_is_what_it_does() {
        let mut random = Random::new(3);
        // A chain of blocks with jumps ahead, and back to blocks that all ways go through: natural loops only, which all end.
        for _ in 0..200 {
            let blocks = 2 + random.below(12);
            let mut edges: Vec<(usize, usize)> = (1..blocks).map(|n| (n - 1, n)).collect();
            edges.extend(
                (0..random.below(6))
                    .map(|_| (random.below(blocks), random.below(blocks)))
                    .filter(|(a, b)| a < b),
            );
            let mut mf = graph(blocks, &edges);
            let tree = Dominators::compute(&mf);
            for (from, to) in (0..random.below(5)).map(|_| (random.below(blocks - 1), random.below(blocks))) {
                let (from, to) = (BlockId::new(from), BlockId::new(to));
                if to.index() > 0 && tree.dominates(to, from) {
                    mf.add_edge(from, to);
                }
            }
            let f = frequency(&mf, &[]);
            for &block in mf.layout.iter().skip(1) {
                let preds = &mf.block(block).predecessors;
                let sum: u64 = preds.iter().map(|&p| f.between(&mf, p, block)).sum();
                let own = f.of(block);
                assert!(sum.abs_diff(own) <= own / 100 + 8, "{block}: {sum} come, {own} are there: {mf:?}");
            }
        }
    }
}
