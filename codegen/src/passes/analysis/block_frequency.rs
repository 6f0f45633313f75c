//! Block frequencies: the expected number of executions of each block per call of the function.
//!
//! An edge without a known probability gets an estimate. Blocks from which the function never
//! returns are almost never reached. A loop iterates 31 times out of 32. A successor with a call
//! that has no other predecessor is slightly less likely. Loops are processed inner first. One
//! iteration starts with mass 1 at the header and propagates it along the edges. Mass that returns
//! to the header gives the trip count. Mass that leaves is propagated from the loop, as one node of
//! the enclosing loop. Then frequencies are computed from the outer loops inwards. After Wu and
//! Larus: "Static Branch Frequency and Program Profile Analysis" (1994).
//!
//! Mass that flows round an irreducible cycle is propagated again, at most `MAX_SWEEPS` times. Cost:
//! linear in blocks and edges; an edge that leaves several loops counts once for each.

use super::dominators::Dominators;
use super::loops::Loops;
use crate::ir::entity::{BlockId, LoopId};
use crate::ir::mir::MachineFunction;
use crate::machine::desc::instructions::InstrFlags;
use crate::machine::target::MachineTarget;

/// The maximum number of times that mass flows through the blocks of a loop with irreducible cycles.
const MAX_SWEEPS: usize = 16;

/// The mass that is not propagated again.
const NEGLIGIBLE: f64 = 1.0 / 256.0;

/// Block and edge frequencies of a function; the entry has [`BlockFrequency::ENTRY`].
#[derive(Debug)]
pub struct BlockFrequency {
    /// By block id.
    blocks: Vec<u64>,
    edges: Edges,
}

impl BlockFrequency {
    /// The frequency of a block that runs once each time the function is called.
    pub const ENTRY: u64 = 1 << 20;

    /// Upper bound of all frequencies, so a few thousand can be added up.
    pub(crate) const MAX: u64 = 1 << 50;

    /// Estimates all frequencies.
    pub(crate) fn compute(
        mf: &MachineFunction,
        target: &dyn MachineTarget,
        tree: &Dominators,
        loops: &Loops,
    ) -> Self {
        let is_call = |inst| target.desc(mf.opcode(inst)).has(InstrFlags::CALL);
        let calls = |block| mf.insts(block).any(is_call);
        Self::with_cold(mf, &cold_blocks(mf, target, tree), &calls, tree, loops)
    }

    /// Estimates all frequencies, given which blocks are `cold` and which have calls.
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
            arrived: vec![0.0; mf.num_blocks()],
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

    /// Returns the frequency of `block`: 0 if it is unreachable, else at least 1.
    #[inline]
    pub fn of(&self, block: BlockId) -> u64 {
        self.blocks[block.index()]
    }

    /// Returns the frequency of the edge from `from` to its successor `n`.
    pub fn of_edge(&self, from: BlockId, n: usize) -> u64 {
        (self.of(from) as f64 * self.edges.probability(from, n)) as u64
    }

    /// Returns the frequency of the edge from `from` to `to`; 0 if there is no such edge.
    pub(crate) fn between(&self, mf: &MachineFunction, from: BlockId, to: BlockId) -> u64 {
        let place = mf.block(from).successors.iter().position(|&s| s == to);
        place.map_or(0, |n| self.of_edge(from, n))
    }
}

/// The probabilities of all edges.
#[derive(Debug)]
struct Edges {
    /// Index of each block's first edge, by block id.
    first: Vec<u32>,
    probabilities: Vec<f32>,
}

impl Edges {
    fn new(mf: &MachineFunction, cold: &[bool], calls: &dyn Fn(BlockId) -> bool, loops: &Loops) -> Edges {
        let (first, probabilities) =
            (Vec::with_capacity(mf.num_blocks()), Vec::with_capacity(2 * mf.num_blocks()));
        let mut edges = Edges { first, probabilities };
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

/// Weight of an edge to a call block without other predecessors, relative to a block without a
/// call.
pub(crate) const CALL: f32 = 0.7;

/// Returns the weight of the edge from `block` to its successor `n`, relative to the other edges.
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

/// Returns for each block id whether no path from it returns.
pub(crate) fn cold_blocks(mf: &MachineFunction, target: &dyn MachineTarget, tree: &Dominators) -> Vec<bool> {
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

/// The mass that flows through a loop, as one node.
#[derive(Clone, Debug, Default)]
struct LoopFlow {
    /// Mass that enters the header in one iteration of the parent loop.
    entered: f64,
    /// The part of it that has not been propagated.
    arrived: f64,
    /// Mass that returns to the header in one iteration.
    back: f64,
    /// Mass that leaves in one iteration, by exit block.
    exits: Vec<(BlockId, f64)>,
}

impl LoopFlow {
    /// Returns the header's executions for each entry of the loop; at most 4096.
    fn rounds(&self) -> f64 {
        1.0 / (1.0 - self.back).max(1.0 / 4096.0)
    }
}

/// A block, or an inner loop as one node, directly inside a loop.
#[derive(Clone, Copy)]
enum Node {
    Block(BlockId),
    Loop(LoopId),
}

struct Flow<'a> {
    mf: &'a MachineFunction,
    loops: &'a Loops,
    edges: &'a Edges,
    /// By block id, the executions in one iteration of the innermost loop.
    mass: Vec<f64>,
    /// By block id, mass that has not been propagated.
    arrived: Vec<f64>,
    loop_flow: Vec<LoopFlow>,
}

impl Flow<'_> {
    fn run(&mut self, tree: &Dominators) {
        let Some(&entry) = tree.order.first() else { return };
        let mut members = vec![Vec::new(); self.loops.len()];
        let mut outside = Vec::with_capacity(tree.order.len());
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
            self.arrived[self.loops.get(id).header.index()] = 1.0;
            self.propagate(Some(id), &members[id.index()]);
        }
        self.hand(None, entry, 1.0);
        self.propagate(None, &outside);
    }

    /// Propagates the mass of one iteration of a loop, or of the function. `nodes` are in reverse
    /// post-order, so only mass in irreducible cycles returns to an earlier node.
    fn propagate(&mut self, around: Option<LoopId>, nodes: &[Node]) {
        for _ in 0..MAX_SWEEPS {
            nodes.iter().for_each(|&node| self.pass_on(around, node));
            if nodes.iter().all(|&node| *self.arrived(node) < NEGLIGIBLE) {
                break;
            }
        }
        for &node in nodes {
            self.take_arrived(node);
        }
    }

    /// Returns the mass of a node that has not been propagated.
    fn arrived(&mut self, node: Node) -> &mut f64 {
        match node {
            Node::Block(block) => &mut self.arrived[block.index()],
            Node::Loop(id) => &mut self.loop_flow[id.index()].arrived,
        }
    }

    /// Adds the mass that arrived at a node to the node's. Returns it.
    fn take_arrived(&mut self, node: Node) -> f64 {
        let mass = std::mem::take(self.arrived(node));
        match node {
            Node::Block(block) => self.mass[block.index()] += mass,
            Node::Loop(id) => self.loop_flow[id.index()].entered += mass,
        }
        mass
    }

    /// Propagates the mass that arrived at a node directly in `around` to its successors.
    fn pass_on(&mut self, around: Option<LoopId>, node: Node) {
        let mass = self.take_arrived(node);
        if mass == 0.0 {
            return;
        }
        match node {
            Node::Block(block) => {
                for (n, &to) in self.mf.block(block).successors.iter().enumerate() {
                    self.hand(around, to, mass * self.edges.probability(block, n));
                }
            }
            Node::Loop(id) => {
                let flow = &mut self.loop_flow[id.index()];
                let (times, exits) = (mass * flow.rounds(), std::mem::take(&mut flow.exits));
                for &(to, left) in &exits {
                    self.hand(around, to, times * left);
                }
                self.loop_flow[id.index()].exits = exits;
            }
        }
    }

    /// Adds mass that flows to `to` from a node directly in `around`.
    fn hand(&mut self, around: Option<LoopId>, to: BlockId, mass: f64) {
        match (self.loops.innermost(to), around) {
            (Some(id), _) if around == Some(id) && self.loops.get(id).header == to => {
                self.loop_flow[id.index()].back += mass;
            }
            (inner, _) if inner == around => self.arrived[to.index()] += mass,
            (Some(id), _) if self.loops.get(id).parent == around => {
                self.loop_flow[id.index()].arrived += mass;
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

    /// The number of the block with a call, in test functions that have as many blocks.
    const CALLING: usize = 20;

    fn frequency(mf: &MachineFunction, cold: &[usize]) -> BlockFrequency {
        let tree = Dominators::compute(mf);
        let loops = Loops::compute(mf, &tree);
        let is_cold: Vec<bool> = (0..mf.num_blocks()).map(|n| cold.contains(&n)).collect();
        BlockFrequency::with_cold(mf, &is_cold, &|block| block.index() == CALLING, &tree, &loops)
    }

    /// Returns a frequency in units of the entry's.
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
        // A call block with another predecessor does not change the estimate.
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
        // The header exits once in 32 iterations; the inner loop's exit mass returns to it.
        assert!((of(&f, 1) - 32.0).abs() < 0.01 && (of(&f, 2) - 31.0 * 32.0).abs() < 0.01, "{f:?}");
        assert!((of(&f, 3) - 1.0).abs() < 0.01);
        let f = frequency(&graph(5, &[(0, 1), (1, 2), (2, 2), (2, 3), (3, 1), (3, 4)]), &[]);
        assert!((of(&f, 2) / of(&f, 1) - 32.0).abs() < 0.01 && (of(&f, 1) - 32.0).abs() < 0.01, "{f:?}");
    }

    #[test]
    fn mass_flows_round_irreducible_cycles() {
        let f = frequency(&graph(4, &[(0, 1), (0, 2), (1, 2), (2, 1), (2, 3)]), &[]);
        let expected = [1.0, 1.5, 2.0, 1.0];
        assert!((0..4).all(|n| (of(&f, n) - expected[n]).abs() < 0.02), "{f:?}");
        // One without an end counts as often as it is propagated.
        let f = frequency(&graph(3, &[(0, 1), (0, 2), (1, 2), (2, 1)]), &[]);
        assert!(of(&f, 1) > 8.0 && of(&f, 1) < 32.0, "{f:?}");
    }

    #[test]
    fn where_nothing_returns_is_cold() {
        let f = frequency(&graph(3, &[(0, 1), (0, 2)]), &[1]);
        assert!(of(&f, 1) < 0.001 && of(&f, 2) > 0.999);
    }

    #[test]
    fn endless_and_unreachable_blocks_have_frequencies() {
        let f = frequency(&graph(4, &[(0, 1), (1, 1), (2, 3)]), &[]);
        assert_eq!([0, 1, 2].map(|n| of(&f, n)), [1.0, 4096.0, 0.0]);
    }

    #[test]
    fn a_block_is_as_frequent_as_its_incoming_edges() {
        let mut random = Random::new(3);
        // A chain of blocks with forward jumps, and back edges to dominators: natural loops only,
        // which all terminate.
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
