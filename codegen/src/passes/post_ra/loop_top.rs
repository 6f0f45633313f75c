//! Part of `branch-folder`: the block that jumps back to a loop's header stands before the header.
//!
//! Allocation makes such blocks, for the moves on the way around a loop. After the branch that leaves the loop one of them costs a jump in
//! each round; before the header, it falls into it, and the branch leads there. What fell into the header from outside of the loop
//! jumps over the block, once for all rounds.
//!
//! Requires: terminators of the target, blocks that only jump have been jumped past. Establishes: nothing new. Cost: that of dominators and loops
//! where there is such a block; else linear.

use crate::ir::entity::{BlockId, InstId};
use crate::ir::mir::MachineFunction;
use crate::passes::analysis::control_flow::ControlFlow;
use crate::passes::analysis::loops::Loops;
use crate::target::Target;

/// Moves blocks of `mf` before the headers that they jump to.
pub fn run(mf: &mut MachineFunction, target: &dyn Target) {
    let mut place = vec![0; mf.num_blocks()];
    for (n, block) in mf.layout.iter().enumerate() {
        place[block.index()] = n;
    }
    let latches: Vec<Latch> =
        (1..mf.layout.len()).filter_map(|position| Latch::of(mf, target, &place, position)).collect();
    if latches.is_empty() {
        return;
    }
    let flow = ControlFlow::of(mf);
    let loops = flow.loops(mf);
    for latch in latches {
        if latch.is_only_exit(mf, loops) {
            latch.place(mf, target, loops);
        }
    }
}

/// A block that jumps back and is reached by nothing but a branch before it.
struct Latch {
    block: BlockId,
    pred: BlockId,
    header: BlockId,
}

impl Latch {
    /// The block at a position of the layout, if it is one; `place` has the positions of all.
    fn of(mf: &MachineFunction, target: &dyn Target, place: &[usize], position: usize) -> Option<Latch> {
        let (pred, block) = (mf.layout[position - 1], mf.layout[position]);
        let data = mf.block(block);
        if data.address_taken || data.is_eh_pad || data.predecessors[..] != [pred] {
            return None;
        }
        let header = target.instr_info().unconditional_branch_target(mf, mf.last_inst(block)?)?;
        let is_back = (1..position).contains(&place[header.index()]);
        let alone = data.successors.len() == 1 && mf.block(pred).successors.len() == 2;
        (is_back && alone && branches(mf, target, pred)).then_some(Latch { block, pred, header })
    }

    /// Whether its branch leaves the loop, and nothing else does: loops that are left from several blocks are often left soon.
    fn is_only_exit(&self, mf: &MachineFunction, loops: &Loops) -> bool {
        let Some(around) = loops.innermost(self.block) else { return false };
        let inside = |&&block: &&BlockId| loops.contains(around, block);
        let leaves =
            |&block: &BlockId| mf.block(block).successors.iter().any(|&to| !loops.contains(around, to));
        loops.get(around).header == self.header
            && mf.layout.iter().filter(inside).all(|&block| leaves(&block) == (block == self.pred))
    }

    /// Moves it before the header, if that saves a jump in the loop.
    fn place(&self, mf: &mut MachineFunction, target: &dyn Target, loops: &Loops) {
        let place = |mf: &MachineFunction, block| mf.layout.iter().position(|&b| b == block);
        let (Some(from), Some(to)) = (place(mf, self.block), place(mf, self.header)) else { return };
        let before = mf.layout[to - 1];
        let falls_in = mf.falls_through(target, before);
        if falls_in && loops.innermost(self.block).is_some_and(|around| loops.contains(around, before)) {
            return;
        }
        mf.make_jump_explicit(target, before, self.header);
        mf.make_jump_explicit(target, self.pred, self.block);
        mf.layout.remove(from);
        mf.layout.insert(to, self.block);
    }
}

/// Whether `block` ends in a branch that can be inverted, with a jump after it or not.
fn branches(mf: &MachineFunction, target: &dyn Target, block: BlockId) -> bool {
    let terminators: Vec<InstId> =
        std::iter::successors(mf.first_terminator(target, block), |&i| mf.next_inst(i)).collect();
    let jump = |&i: &InstId| target.instr_info().unconditional_branch_target(mf, i).is_some();
    match terminators[..] {
        [_] => !jump(&terminators[0]),
        [_, ref last] => jump(last),
        _ => false,
    }
}
