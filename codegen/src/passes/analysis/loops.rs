//! Natural loops and how they are nested.
//!
//! A loop has a header that dominates a predecessor of its own; it consists of what reaches that predecessor without
//! passing the header. Back edges to one header make one loop. Cycles without such a header do not count. Headers are
//! looked at inner ones first, and a finished loop is stepped over as one node, so the cost is nearly linear in blocks and edges.

use super::dominators::Dominators;
use crate::ir::entity::{BlockId, LoopId};
use crate::ir::mir::MachineFunction;

/// One loop.
#[derive(Clone, Debug)]
pub struct Loop {
    /// The block through which it is entered.
    pub header: BlockId,
    /// The loop around it.
    pub parent: Option<LoopId>,
    /// How many loops it is in, itself counted.
    pub depth: u32,
}

/// All loops of a function.
#[derive(Debug, Default)]
pub struct Loops {
    /// Each before those around it.
    loops: Vec<Loop>,
    /// By block id: the innermost loop around it.
    innermost: Vec<Option<LoopId>>,
}

impl Loops {
    /// Finds the loops of `mf`.
    pub fn compute(mf: &MachineFunction, tree: &Dominators) -> Loops {
        let mut found = Loops { loops: Vec::new(), innermost: vec![None; mf.num_blocks()] };
        // By loop: one that is around it, towards the outermost so far; itself if it is that one.
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

    /// Makes a loop of `header` and all that reaches the blocks on the stack without passing it.
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

    /// Returns the loops, each before those around it.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = LoopId> + use<> {
        (0..self.loops.len()).map(LoopId::new)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.loops.len()
    }

    /// Returns true if there are none.
    pub fn is_empty(&self) -> bool {
        self.loops.is_empty()
    }

    /// What is known of one of them.
    pub fn get(&self, id: LoopId) -> &Loop {
        &self.loops[id.index()]
    }

    /// Returns the innermost loop around `block`.
    pub fn innermost(&self, block: BlockId) -> Option<LoopId> {
        self.innermost[block.index()]
    }

    /// How many loops are around `block`.
    pub fn depth(&self, block: BlockId) -> u32 {
        self.innermost(block).map_or(0, |id| self.get(id).depth)
    }

    /// Returns true if `block` is in the loop `id`, or in one inside of it. Takes as many steps as
    /// loops are in between.
    pub fn contains(&self, id: LoopId, block: BlockId) -> bool {
        let mut at = self.innermost(block);
        while let Some(inner) = at.filter(|&l| l < id) {
            at = self.get(inner).parent;
        }
        at == Some(id)
    }
}

/// Returns the outermost of the loops found so far that are around `inner`.
fn outermost(around: &mut [LoopId], inner: LoopId) -> LoopId {
    let mut at = inner;
    while around[at.index()] != at {
        around[at.index()] = around[around[at.index()].index()];
        at = around[at.index()];
    }
    at
}

/// How many of `loops` are around each block, by block id.
pub fn depths(mf: &MachineFunction, loops: &Loops) -> Vec<u32> {
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

    /// Returns the blocks from which `header` can be reached again without leaving what it
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
