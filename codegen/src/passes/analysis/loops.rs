//! Natural loops and their nesting.
//!
//! A loop has a header that dominates one of its predecessors (a latch). It consists of the blocks
//! that reach the latch without passing the header. Back edges to the same header form one loop.
//! Irreducible cycles do not count. Headers are processed inner first, and a finished loop is
//! collapsed to one node. Cost: nearly linear in blocks and edges.

use super::dominators::Dominators;
use crate::ir::entity::{BlockId, LoopId};
use crate::ir::mir::MachineFunction;

/// One loop.
#[derive(Clone, Debug)]
pub(crate) struct Loop {
    /// The block through which it is entered.
    pub header: BlockId,
    /// The enclosing loop.
    pub parent: Option<LoopId>,
    /// The nesting depth, 1 for an outermost loop.
    pub depth: u32,
}

/// All loops of a function.
#[derive(Debug, Default)]
pub struct Loops {
    /// The loops, each before its enclosing loops.
    loops: Vec<Loop>,
    /// By block id: its innermost loop.
    innermost: Vec<Option<LoopId>>,
}

impl Loops {
    /// Finds the loops of `mf`.
    pub(crate) fn compute(mf: &MachineFunction, tree: &Dominators) -> Loops {
        let mut found = Loops { loops: Vec::new(), innermost: vec![None; mf.num_blocks()] };
        // By loop: an enclosing loop, towards the outermost known one; the loop itself if it is
        // outermost (union-find).
        let mut around: Vec<LoopId> = Vec::new();
        let mut stack: Vec<BlockId> = Vec::new();
        for &header in tree.order.iter().rev() {
            let closes = |p: &&BlockId| tree.is_reachable(**p) && tree.dominates(header, **p);
            stack.extend(mf.block(header).predecessors.iter().filter(closes));
            if !stack.is_empty() {
                found.collect(mf, tree, header, &mut stack, &mut around);
            }
        }
        for n in (0..found.loops.len()).rev() {
            found.loops[n].depth = found.loops[n].parent.map_or(0, |p| found.loops[p.index()].depth) + 1;
        }
        found
    }

    /// Creates the loop of `header`, from the blocks that reach those on the stack without passing
    /// it.
    fn collect(
        &mut self,
        mf: &MachineFunction,
        tree: &Dominators,
        header: BlockId,
        stack: &mut Vec<BlockId>,
        around: &mut Vec<LoopId>,
    ) {
        let this = LoopId::new(self.loops.len());
        self.loops.push(Loop { header, parent: None, depth: 0 });
        around.push(this);
        self.innermost[header.index()] = Some(this);
        while let Some(block) = stack.pop() {
            let entrance = match self.innermost[block.index()] {
                None => {
                    self.innermost[block.index()] = Some(this);
                    block
                }
                Some(inner) => match outermost(around, inner) {
                    known if known == this => continue,
                    child => {
                        self.loops[child.index()].parent = Some(this);
                        around[child.index()] = this;
                        self.loops[child.index()].header
                    }
                },
            };
            stack.extend(mf.block(entrance).predecessors.iter().filter(|p| tree.is_reachable(**p)));
        }
    }

    /// Returns the loops, each before its enclosing loops.
    pub(crate) fn iter(&self) -> impl DoubleEndedIterator<Item = LoopId> + use<> {
        (0..self.loops.len()).map(LoopId::new)
    }

    /// Returns the number of loops.
    pub(crate) fn len(&self) -> usize {
        self.loops.len()
    }

    /// Returns true if there are none.
    pub(crate) fn is_empty(&self) -> bool {
        self.loops.is_empty()
    }

    /// Returns a loop.
    pub(crate) fn get(&self, id: LoopId) -> &Loop {
        &self.loops[id.index()]
    }

    /// Returns the innermost loop that contains `block`.
    pub(crate) fn innermost(&self, block: BlockId) -> Option<LoopId> {
        self.innermost[block.index()]
    }

    /// Returns the loop depth of `block`.
    pub fn depth(&self, block: BlockId) -> u32 {
        self.innermost(block).map_or(0, |id| self.get(id).depth)
    }

    /// Returns true if the loop `id`, or a loop inside it, contains `block`. Cost: linear in the
    /// nesting distance.
    pub(crate) fn contains(&self, id: LoopId, block: BlockId) -> bool {
        let mut at = self.innermost(block);
        while let Some(inner) = at.filter(|&l| l < id) {
            at = self.get(inner).parent;
        }
        at == Some(id)
    }
}

/// Returns the outermost known loop that contains `inner`.
fn outermost(around: &mut [LoopId], inner: LoopId) -> LoopId {
    let mut at = inner;
    while around[at.index()] != at {
        around[at.index()] = around[around[at.index()].index()];
        at = around[at.index()];
    }
    at
}

/// Returns the loop depth of each block, by block id.
pub(crate) fn depths(mf: &MachineFunction, loops: &Loops) -> Vec<u32> {
    (0..mf.num_blocks()).map(|n| loops.depth(BlockId::new(n))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Random, graph};

    #[test]
    fn nested_loops_count_each() {
        let edges = [(0, 1), (1, 2), (2, 3), (3, 2), (3, 4), (4, 1), (4, 5), (1, 5)];
        let mf = graph(6, &edges);
        let tree = Dominators::compute(&mf);
        let loops = Loops::compute(&mf, &tree);
        assert_eq!(depths(&mf, &loops), [0, 1, 2, 2, 1, 0]);
        let outer = loops.innermost(BlockId::new(1)).unwrap();
        let inner = loops.innermost(BlockId::new(3)).unwrap();
        assert_eq!(loops.get(inner).parent, Some(outer));
        assert!(loops.contains(outer, BlockId::new(2)) && !loops.contains(inner, BlockId::new(4)));
        assert!(!loops.contains(outer, BlockId::new(5)));
    }

    /// Returns the blocks from which `header` is reachable without leaving the blocks that it
    /// dominates, by definition.
    fn members(mf: &MachineFunction, tree: &Dominators, header: BlockId) -> Vec<bool> {
        let mut inside = vec![false; mf.num_blocks()];
        let latch = |p: &&BlockId| tree.is_reachable(**p) && tree.dominates(header, **p);
        let mut stack: Vec<BlockId> = mf.block(header).predecessors.iter().filter(latch).copied().collect();
        if !stack.is_empty() {
            inside[header.index()] = true;
        }
        while let Some(block) = stack.pop() {
            if !std::mem::replace(&mut inside[block.index()], true) {
                stack.extend(mf.block(block).predecessors.iter().filter(|p| tree.is_reachable(**p)));
            }
        }
        inside
    }

    #[test]
    fn loops_are_what_they_are_by_definition() {
        let mut random = Random::new(11);
        for _ in 0..300 {
            let blocks = 1 + random.below(10);
            let edges = random.edges(blocks, 22);
            let mf = graph(blocks, &edges);
            let tree = Dominators::compute(&mf);
            let loops = Loops::compute(&mf, &tree);
            let mut depths = vec![0; blocks];
            for &header in &tree.order {
                let inside = members(&mf, &tree, header);
                let found = loops.iter().find(|&l| loops.get(l).header == header);
                for (n, &is_in) in inside.iter().enumerate() {
                    depths[n] += u32::from(is_in);
                    let known = found.is_some_and(|l| loops.contains(l, BlockId::new(n)));
                    assert_eq!(known, is_in, "bb.{n} in the loop of {header}: {edges:?}");
                }
            }
            assert!((0..blocks).all(|n| loops.depth(BlockId::new(n)) == depths[n]), "{edges:?}");
        }
    }
}
