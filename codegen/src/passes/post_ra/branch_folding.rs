//! `branch-folder`: removes redundant jumps.
//!
//! Jumps to a block that only jumps are threaded to its target. A conditional branch over an
//! unconditional jump to the next block is inverted, and the jump is erased. A jump to the next
//! block is erased. If a branch is followed by a more frequent jump, or by a backward jump, the two
//! are exchanged. Equal landing pads are merged. Unreachable blocks are removed.
//!
//! Requires: no phis, terminators of the target. Establishes: nothing new. Cost: block layout; else
//! linear in blocks and terminators.

use crate::ir::entity::{BlockId, InstId};
use crate::ir::mir::{MachineFunction, Operand};
use crate::machine::desc::instructions::InstrFlags;
use crate::passes::analysis::control_flow::ControlFlow;
use crate::passes::post_ra::block_chains;
use crate::passes::post_ra::landing_pad_merging;
use crate::passes::post_ra::latch_copies;
use crate::passes::target::PassTarget;

/// Folds the branches of `mf`.
pub fn run(mf: &mut MachineFunction, target: &dyn PassTarget) {
    latch_copies::run(mf, target);
    landing_pad_merging::run(mf);
    jump_past(mf, target);
    let flow = ControlFlow::of(mf);
    block_chains::run(mf, target, &flow);
    let mut place = vec![usize::MAX; mf.num_blocks()];
    for (n, block) in mf.layout.iter().enumerate() {
        place[block.index()] = n;
    }
    for position in 0..mf.layout.len() {
        let next = mf.layout.get(position + 1).copied();
        fold_branches(mf, target, mf.layout[position], next);
        split_branch_conditions(mf, target, mf.layout[position], &place, &flow);
    }
}

/// Threads jumps to blocks that only jump, then removes unreachable blocks.
pub(super) fn jump_past(mf: &mut MachineFunction, target: &dyn PassTarget) {
    let forward = forwarders(mf, target);
    if forward.iter().any(Option::is_some) {
        let resolved: Vec<BlockId> =
            (0..mf.num_blocks()).map(|b| resolve(&forward, BlockId::new(b))).collect();
        retarget(mf, target, &resolved);
    }
    remove_unreachable(mf);
}

/// Returns the target of each block that only jumps.
fn forwarders(mf: &MachineFunction, target: &dyn PassTarget) -> Vec<Option<BlockId>> {
    let mut forward = vec![None; mf.num_blocks()];
    for &block in mf.layout.iter().skip(1) {
        let data = mf.block(block);
        if data.address_taken || data.is_eh_pad {
            continue;
        }
        let first = mf.first_inst(block).filter(|&i| mf.next_inst(i).is_none());
        let to = first.and_then(|i| target.instr_info().unconditional_branch_target(mf, i));
        forward[block.index()] = to.filter(|&to| to != block);
    }
    forward
}

/// Returns the end of the chain of jumps that starts at `block`; some block of the chain if it is
/// cyclic.
fn resolve(forward: &[Option<BlockId>], block: BlockId) -> BlockId {
    let mut at = block;
    for _ in 0..forward.len() {
        match forward[at.index()] {
            Some(to) => at = to,
            None => break,
        }
    }
    at
}

/// Redirects every branch, jump table entry and edge from `block` to `resolved[block]`.
/// Fall-through edges are unchanged.
fn retarget(mf: &mut MachineFunction, target: &dyn PassTarget, resolved: &[BlockId]) {
    for position in 0..mf.layout.len() {
        let block = mf.layout[position];
        // A branch has an edge.
        if mf.block(block).successors.iter().all(|to| resolved[to.index()] == *to) {
            continue;
        }
        let insts: Vec<InstId> = mf.insts(block).collect();
        let mut falls_through = true;
        for inst in insts {
            for n in 0..mf.operands(inst).len() {
                let Some(to) = mf.operand(inst, n).as_block() else { continue };
                if resolved[to.index()] != to {
                    mf.set_operand(inst, n, Operand::block(resolved[to.index()]));
                }
            }
            falls_through &= !target.desc(mf.opcode(inst)).has(InstrFlags::BARRIER);
        }
        let next = mf.layout.get(position + 1).copied().filter(|_| falls_through);
        redirect_edges(mf, block, next, resolved);
    }
    for table in &mut mf.jump_tables {
        table.targets.iter_mut().for_each(|to| *to = resolved[to.index()]);
    }
}

fn redirect_edges(mf: &mut MachineFunction, block: BlockId, falls_to: Option<BlockId>, resolved: &[BlockId]) {
    for to in mf.block(block).successors.clone() {
        let new = resolved[to.index()];
        if new == to {
            continue;
        }
        if falls_to != Some(to) {
            mf.remove_edge(block, to);
        }
        mf.add_edge(block, new);
        mf.block_mut(block).probabilities.clear();
    }
}

/// Removes unreachable blocks: those that jumps have been threaded past, and those after them.
pub(super) fn remove_unreachable(mf: &mut MachineFunction) {
    let mut left: Vec<BlockId> = mf.layout.iter().skip(1).copied().collect();
    let mut removed = vec![false; mf.num_blocks()];
    while let Some(block) = left.pop() {
        let data = mf.block(block);
        let needed = !data.predecessors.is_empty() || data.address_taken || data.is_eh_pad;
        if needed || std::mem::replace(&mut removed[block.index()], true) {
            continue;
        }
        for to in mf.block(block).successors.clone() {
            mf.remove_edge(block, to);
            left.extend(Some(to).filter(|&to| to != mf.entry()));
        }
    }
    mf.layout.retain(|b| !removed[b.index()]);
}

/// Removes branches and jumps to `next` from the end of `block`. Inverts the preceding branch if
/// that makes its jump one to `next`.
pub(crate) fn fold_branches(
    mf: &mut MachineFunction,
    target: &dyn PassTarget,
    block: BlockId,
    next: Option<BlockId>,
) {
    let Some(next) = next else { return };
    while let Some(last) = mf.last_inst(block).filter(|&last| only_leads_to(mf, target, last, next)) {
        mf.remove_inst(last);
    }
    let Some(last) = mf.last_inst(block) else { return };
    let Some(to) = target.instr_info().unconditional_branch_target(mf, last) else { return };
    let Some((branch, n, branched_to)) = branch_before(mf, target, last) else { return };
    if branched_to == to && only_leads_to(mf, target, branch, to) {
        mf.remove_inst(branch);
        return;
    }
    if branched_to != next {
        return;
    }
    if target.instr_info().invert_branch(mf, branch) {
        mf.set_operand(branch, n, Operand::block(to));
        mf.remove_inst(last);
    }
}

/// Returns true if `inst` only jumps or branches to `block`.
fn only_leads_to(mf: &MachineFunction, target: &dyn PassTarget, inst: InstId, block: BlockId) -> bool {
    let opcode = mf.opcode(inst);
    let flags = target.desc(opcode).flags;
    let branches =
        flags.contains(InstrFlags::BRANCH) && !flags.intersects(InstrFlags::SIDE_EFFECTS | InstrFlags::CALL);
    opcode.is_target() && branches && mf.operands(inst).iter().any(|o| o.as_block() == Some(block))
}

/// Exchanges the targets of the final jump of `block` and the preceding branch, if the branch is
/// more frequent. If both are equally frequent, the branch becomes the backward one.
fn split_branch_conditions(
    mf: &mut MachineFunction,
    target: &dyn PassTarget,
    block: BlockId,
    place: &[usize],
    flow: &ControlFlow,
) {
    let Some(jump) = mf.last_inst(block) else { return };
    let Some(jumped_to) = target.instr_info().unconditional_branch_target(mf, jump) else { return };
    let Some((branch, n, branched_to)) = branch_before(mf, target, jump) else { return };
    let is_back = |to: BlockId| place[to.index()] <= place[block.index()];
    let frequency = flow.frequency(mf, target);
    let rank = |to| (frequency.between(mf, block, to), is_back(to));
    if rank(jumped_to) > rank(branched_to) && target.instr_info().invert_branch(mf, branch) {
        mf.set_operand(branch, n, Operand::block(jumped_to));
        mf.set_operand(jump, 0, Operand::block(branched_to));
    }
}

/// Returns the conditional branch before `jump`, the index of its target operand, and the target.
pub(super) fn branch_before(
    mf: &MachineFunction,
    target: &dyn PassTarget,
    jump: InstId,
) -> Option<(InstId, usize, BlockId)> {
    conditional_branch(mf, target, mf.prev_inst(jump)?)
}

/// Returns `branch`, the index of its target operand, and the target, if it is a conditional branch.
pub(super) fn conditional_branch(
    mf: &MachineFunction,
    target: &dyn PassTarget,
    branch: InstId,
) -> Option<(InstId, usize, BlockId)> {
    let flags = target.desc(mf.opcode(branch)).flags;
    if !flags.contains(InstrFlags::BRANCH) || flags.contains(InstrFlags::BARRIER) {
        return None;
    }
    let operands = mf.operands(branch).iter().enumerate();
    operands.filter_map(|(n, o)| Some((branch, n, o.as_block()?))).next()
}
