//! Decides for each block boundary if a value is in a register or in memory.
//!
//! Boundaries that edges connect must agree, to avoid moves on edges: they form one *bundle*. Each
//! bundle chooses register or memory. Blocks with uses bias it one way, blocks in which the
//! register is taken the other. Blocks that the value only passes through link their two bundles.
//! All biases are weighted by block frequency. The network converges to a local minimum of the cost
//! (a Hopfield network, as in LLVM's spill placement).
//!
//! Cost: n log n in the visited blocks; bundles change a bounded number of times.

use crate::ir::entity::BlockId;
use crate::ir::mir::MachineFunction;
use smallvec::SmallVec;

/// The bundle of each block boundary.
#[derive(Debug, Default)]
pub(crate) struct EdgeBundles {
    /// By block id: the bundles of its start and of its end.
    of: Vec<[u32; 2]>,
    count: usize,
}

impl EdgeBundles {
    /// Finds the bundles of `mf`.
    pub(crate) fn compute(mf: &MachineFunction) -> EdgeBundles {
        let mut parent: Vec<u32> = (0..2 * mf.num_blocks() as u32).collect();
        for &block in &mf.layout {
            for &successor in &mf.block(block).successors {
                let (a, b) = (root(&mut parent, 2 * block.raw() + 1), root(&mut parent, 2 * successor.raw()));
                parent[a.max(b) as usize] = a.min(b);
            }
        }
        let count = parent.len();
        let of =
            (0..mf.num_blocks() as u32).map(|n| [root(&mut parent, 2 * n), root(&mut parent, 2 * n + 1)]);
        EdgeBundles { of: of.collect(), count }
    }

    /// Returns the bundle at the start of `block`.
    pub(crate) fn start(&self, block: BlockId) -> u32 {
        self.of[block.index()][0]
    }

    /// Returns the bundle at the end of `block`.
    pub(crate) fn end(&self, block: BlockId) -> u32 {
        self.of[block.index()][1]
    }
}

fn root(parent: &mut [u32], mut n: u32) -> u32 {
    while parent[n as usize] != n {
        let above = parent[parent[n as usize] as usize];
        parent[n as usize] = above;
        n = above;
    }
    n
}

/// The maximum average number of changes of a bundle.
const MAX_CHANGES: usize = 8;

/// The number of links of a bundle that a new one is compared with.
const RECENT_LINKS: usize = 4;

/// The biases of one bundle.
#[derive(Clone, Debug, Default)]
struct Node {
    /// Positive towards the register, negative towards memory.
    bias: f32,
    links: SmallVec<[(u32, f32); 4]>,
    /// 1 for the register, -1 for memory, 0 if undecided.
    choice: i8,
    seen: bool,
}

impl Node {
    /// Adds a link, or strengthens one of the last links if it is to the same bundle. The blocks
    /// of a `switch` link the same two bundles.
    fn add_link(&mut self, other: u32, pull: f32) {
        let last = self.links.iter_mut().rev().take(RECENT_LINKS);
        match last.into_iter().find(|link| link.0 == other) {
            Some(link) => link.1 += pull,
            None => self.links.push((other, pull)),
        }
    }
}

/// The network; it is reused for all queries.
#[derive(Debug, Default)]
pub(crate) struct SpillPlacement {
    nodes: Vec<Node>,
    touched: Vec<u32>,
}

impl SpillPlacement {
    /// Returns a network with a node for each bundle.
    pub(crate) fn new(bundles: &EdgeBundles) -> SpillPlacement {
        SpillPlacement { nodes: vec![Node::default(); bundles.count], touched: Vec::new() }
    }

    /// Resets the nodes of the last query.
    pub(crate) fn clear(&mut self) {
        for n in self.touched.drain(..) {
            let node = &mut self.nodes[n as usize];
            node.links.clear();
            (node.bias, node.choice, node.seen) = (0.0, 0, false);
        }
    }

    fn node(&mut self, bundle: u32) -> &mut Node {
        let node = &mut self.nodes[bundle as usize];
        if !std::mem::replace(&mut node.seen, true) {
            self.touched.push(bundle);
        }
        node
    }

    /// Biases `bundle` towards the register, or towards memory if `pull` is negative.
    pub(crate) fn pull(&mut self, bundle: u32, pull: f32) {
        debug_assert!(!pull.is_nan(), "a bias that compares with no other");
        self.node(bundle).bias += pull;
    }

    /// Links two bundles, so that each biases the other.
    pub(crate) fn link(&mut self, a: u32, b: u32, pull: f32) {
        debug_assert!(pull >= 0.0, "a link that repels: {pull}");
        if a != b {
            self.node(a).add_link(b, pull);
            self.node(b).add_link(a, pull);
        }
    }

    /// Solves the network. Nodes with the strongest bias are decided first.
    pub(crate) fn solve(&mut self) {
        // Ascending numbers that are not negative have ascending bits.
        let pull = |n: u32| u64::from(self.nodes[n as usize].bias.abs().to_bits());
        let mut order: Vec<u64> = self.touched.iter().map(|&n| pull(n) << 32 | u64::from(!n)).collect();
        order.sort_unstable();
        let mut work: Vec<u32> = order.into_iter().map(|key| !(key as u32)).collect();
        let mut steps = MAX_CHANGES * work.len();
        while let Some(n) = work.pop().filter(|_| steps > 0) {
            steps -= 1;
            let node = &self.nodes[n as usize];
            let toward = |&(other, pull): &(u32, f32)| pull * f32::from(self.nodes[other as usize].choice);
            let sum = node.bias + node.links.iter().map(toward).sum::<f32>();
            let choice = i8::from(sum > 0.0) - i8::from(sum < 0.0);
            if choice != node.choice {
                work.extend(node.links.iter().map(|link| link.0));
                self.nodes[n as usize].choice = choice;
            }
        }
    }

    /// Returns true if the value is in the register at `bundle`.
    pub(crate) fn in_register(&self, bundle: u32) -> bool {
        self.nodes[bundle as usize].choice > 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::entity::{SubtargetId, SymbolId};

    /// Returns a loop of blocks 1 and 2, entered from 0 and left to 3.
    fn bundles() -> (EdgeBundles, [BlockId; 4]) {
        let mut mf = MachineFunction::new(SymbolId::new(0), "f", SubtargetId::new(0));
        let b = [0; 4].map(|_| mf.append_block());
        for (from, to) in [(0, 1), (1, 2), (2, 1), (2, 3)] {
            mf.add_edge(b[from], b[to]);
        }
        (EdgeBundles::compute(&mf), b)
    }

    #[test]
    fn boundaries_that_edges_connect_are_one_bundle() {
        let (bundles, b) = bundles();
        assert_eq!(bundles.end(b[0]), bundles.start(b[1]));
        assert_eq!(bundles.end(b[2]), bundles.start(b[1]), "the edges to one block agree");
        assert_eq!(bundles.end(b[2]), bundles.start(b[3]), "the edges from one block agree");
        assert_ne!(bundles.end(b[1]), bundles.end(b[0]));
    }

    #[test]
    fn the_stronger_pull_decides_for_what_is_linked() {
        let (bundles, b) = bundles();
        let mut placement = SpillPlacement::new(&bundles);
        let (around, inside) = (bundles.start(b[1]), bundles.end(b[1]));
        for (pull, expected) in [(3.0, true), (1.0, false)] {
            placement.clear();
            placement.pull(around, -2.0);
            placement.pull(inside, pull);
            placement.link(around, inside, 10.0);
            placement.solve();
            assert_eq!(placement.in_register(around), expected);
            assert_eq!(placement.in_register(inside), expected);
        }
        placement.clear();
        placement.pull(around, -2.0);
        placement.pull(inside, 3.0);
        placement.link(around, inside, 1.0);
        placement.solve();
        assert!(placement.in_register(inside) && !placement.in_register(around));
    }
}
