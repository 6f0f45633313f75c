//! `block-placement`: the initial block order.
//!
//! The order is a reverse post-order. The later of two successors is visited first: a loop exit
//! before the loop body, so loops stay contiguous; blocks that end in a trap or a call that does
//! not return; the less probable successor; the one that was later so far. Linear scan profits as
//! much as branches do, since blocks that run together are close in the order.
//!
//! Requires: terminators of the target. Establishes: each block ends in an explicit jump;
//! `branch-folder` removes jumps to the next block. Cost: dominators, loops, and sorting
//! successors.

use crate::ir::entity::BlockId;
use crate::ir::mir::MachineFunction;
use crate::passes::analysis::block_frequency::cold_blocks;
use crate::passes::analysis::control_flow::ControlFlow;
use crate::passes::analysis::loops;
use crate::passes::target::PassTarget;

/// Reorders the blocks of `mf`.
pub fn run(mf: &mut MachineFunction, target: &dyn PassTarget) {
    if mf.layout.len() < 3 {
        return;
    }
    for n in 1..mf.layout.len() {
        let (block, next) = (mf.layout[n - 1], mf.layout[n]);
        mf.make_jump_explicit(target, block, next);
    }
    let flow = ControlFlow::of(mf);
    let depths = loops::depths(mf, flow.loops(mf));
    let cold = cold_blocks(mf, target, &flow.tree);
    let mut place = vec![0; mf.num_blocks()];
    for (n, block) in mf.layout.iter().enumerate() {
        place[block.index()] = n;
    }
    let ordered = |block: BlockId| {
        let data = mf.block(block);
        let mut successors: Vec<(u32, bool, u32, usize, BlockId)> = Vec::with_capacity(data.successors.len());
        for (n, &to) in data.successors.iter().enumerate() {
            // Unknown probabilities count as equal.
            let probability = data.probabilities.get(n).copied().unwrap_or_default();
            let late = usize::MAX - place[to.index()];
            successors.push((depths[to.index()], !cold[to.index()], probability, late, to));
        }
        successors.sort_unstable();
        successors
    };
    let order = postorder(mf, ordered);
    let mut placed = vec![false; mf.num_blocks()];
    order.iter().for_each(|b| placed[b.index()] = true);
    let unreachable = mf.layout.iter().copied().filter(|b| !placed[b.index()]);
    mf.layout = order.iter().rev().copied().chain(unreachable).collect();
}

/// Returns the reachable blocks in post-order, with the successors of each block visited in the
/// order that `ordered` returns.
fn postorder<K>(mf: &MachineFunction, ordered: impl Fn(BlockId) -> Vec<K>) -> Vec<BlockId>
where
    K: Successor,
{
    let mut seen = vec![false; mf.num_blocks()];
    let mut order = Vec::with_capacity(mf.layout.len());
    let entry = mf.entry();
    seen[entry.index()] = true;
    let mut stack = vec![(entry, ordered(entry).into_iter())];
    while let Some((block, rest)) = stack.last_mut() {
        match rest.next() {
            Some(successor) => {
                let to = successor.block();
                if !std::mem::replace(&mut seen[to.index()], true) {
                    stack.push((to, ordered(to).into_iter()));
                }
            }
            None => {
                order.push(*block);
                stack.pop();
            }
        }
    }
    order
}

trait Successor {
    fn block(&self) -> BlockId;
}

impl Successor for (u32, bool, u32, usize, BlockId) {
    fn block(&self) -> BlockId {
        self.4
    }
}
