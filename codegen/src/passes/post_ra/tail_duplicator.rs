//! `tailduplication`: copies a short block that ends in a branch into its predecessors.
//!
//! A loop whose test is at its end is entered by a jump to the test. After duplication, the test is
//! before the loop too, and the loop is entered at its head.
//!
//! Interpreters with computed `goto` dispatch have one block with an indirect branch for all their
//! instructions. After duplication, each handler saves a jump and has its own indirect branch, which
//! the CPU predicts better.
//!
//! Copies between registers that served the join of the predecessors are erased from the copies.
//!
//! Requires: physical registers, no phis. Establishes: nothing new. Cost: linear in the copied
//! code, which the size of the function limits.

use crate::ir::debug_info::{TailCopy, ValueLocation};
use crate::ir::entity::{BlockId, InstId};
use crate::ir::mir::MachineFunction;
use crate::machine::desc::instructions::InstrFlags;
use crate::passes::analysis::control_flow::ControlFlow;
use crate::passes::post_ra::branch_folding;
use crate::passes::post_ra::machine_copy_propagation::{backward, forward};
use crate::passes::target::PassTarget;
use crate::regalloc::jumps_by_address;

/// The maximum number of instructions of a block that is copied.
const MAX_INSTRUCTIONS: usize = 20;

/// The maximum number of instructions of a loop's test that is copied, its branch included.
const MAX_TEST: usize = 3;

/// The maximum number of new edges for each instruction of the function.
const EDGES_PER_INSTRUCTION: usize = 16;

/// Duplicates tails of `mf`, unless it is `minsize`.
pub fn run(mf: &mut MachineFunction, target: &dyn PassTarget) {
    if mf.attrs.min_size {
        return;
    }
    let mut tails: Vec<BlockId> =
        mf.layout.iter().copied().skip(1).filter(|&b| jumps_by_address(mf, target, b)).collect();
    let mut edges = EDGES_PER_INSTRUCTION * mf.num_insts();
    let mut removed = vec![false; mf.num_blocks()];
    let mut extended = Vec::new();
    while let Some(tail) = tails.pop() {
        let unfit = mf.block(tail).predecessors.is_empty() || mf.insts(tail).nth(MAX_INSTRUCTIONS).is_some();
        if unfit || mf.block(tail).successors.contains(&tail) {
            continue;
        }
        let made = mf.block(tail).predecessors.len() * mf.block(tail).successors.len();
        if made > edges {
            continue;
        }
        edges -= made;
        for pred in mf.block(tail).predecessors.clone() {
            if duplicate(mf, target, tail, pred) {
                tails.push(pred);
                extended.push(pred);
            }
        }
        if mf.block(tail).predecessors.is_empty() && !mf.block(tail).address_taken && tail != mf.entry() {
            for to in mf.block(tail).successors.clone() {
                mf.remove_edge(tail, to);
            }
            removed[tail.index()] = true;
        }
    }
    mf.layout.retain(|b| !removed[b.index()]);
    if !mf.attrs.opt_size {
        duplicate_tests(mf, target, &mut extended);
    }
    // Each copy of a tail has one predecessor, whose values it can read where they are, and which can
    // compute them where it reads them.
    forward::run(mf, target, &extended);
    backward::run(mf, target, &extended);
}

/// Copies the short conditional tests of loops into predecessors that jump to them. Adds these
/// predecessors to `extended`.
fn duplicate_tests(mf: &mut MachineFunction, target: &dyn PassTarget, extended: &mut Vec<BlockId>) {
    let flow = ControlFlow::of(mf);
    let loops = flow.loops(mf);
    let mut place = vec![0; mf.num_blocks()];
    mf.layout.iter().enumerate().for_each(|(n, block)| place[block.index()] = n);
    let known = extended.len();
    for n in 1..mf.layout.len() {
        let tail = mf.layout[n];
        if loops.depth(tail) == 0 || !is_short_test(mf, target, tail) {
            continue;
        }
        let next = mf.layout.get(n + 1).copied();
        for pred in mf.block(tail).predecessors.clone() {
            if pred == tail || !duplicate(mf, target, tail, pred) {
                continue;
            }
            extended.push(pred);
            if let Some(next) = next {
                mf.make_jump_explicit(target, pred, next);
            }
            let after = mf.layout.get(place[pred.index()] + 1).copied();
            branch_folding::fold_branches(mf, target, pred, after);
        }
    }
    if extended.len() > known {
        branch_folding::remove_unreachable(mf);
    }
}

/// Returns true if `block` is few instructions, the last of which is a conditional branch, perhaps
/// before a jump.
fn is_short_test(mf: &MachineFunction, target: &dyn PassTarget, block: BlockId) -> bool {
    let last = mf.last_inst(block);
    let jump = last.filter(|&inst| target.instr_info().unconditional_branch_target(mf, inst).is_some());
    let branch = match jump {
        Some(jump) => mf.prev_inst(jump),
        None => last,
    };
    let branch = branch.and_then(|branch| branch_folding::conditional_branch(mf, target, branch));
    let acts = InstrFlags::CALL | InstrFlags::SIDE_EFFECTS;
    let is_plain =
        |inst: InstId| mf.opcode(inst).is_target() && !target.desc(mf.opcode(inst)).flags.intersects(acts);
    let most = MAX_TEST + usize::from(jump.is_some());
    branch.is_some()
        && mf.block(block).successors.len() == 2
        && mf.insts(block).nth(most).is_none()
        && mf.insts(block).all(is_plain)
}

/// Appends a copy of `tail` to `pred` if that only jumps to it. Returns true if it does.
pub(super) fn duplicate(
    mf: &mut MachineFunction,
    target: &dyn PassTarget,
    tail: BlockId,
    pred: BlockId,
) -> bool {
    let Some(jump) = mf.last_inst(pred) else { return false };
    let jumps = target.instr_info().unconditional_branch_target(mf, jump) == Some(tail);
    if !jumps || !mf.has_one_way(target, pred) || mf.block(pred).successors.len() != 1 {
        return false;
    }
    mf.remove_inst(jump);
    let before = mf.last_inst(pred);
    let insts: Vec<InstId> = mf.insts(tail).collect();
    for &inst in &insts {
        let operands = mf.operands(inst).to_vec();
        let (opcode, flags, loc) = {
            let i = mf.inst(inst);
            (i.opcode, i.flags, i.debug_loc)
        };
        let copy = mf.create_inst(opcode, &operands, loc);
        mf.inst_mut(copy).flags = flags;
        mf.copy_mem_operands(inst, copy);
        mf.append_inst(pred, copy);
        if let Some(values) = mf.debug_values_mut() {
            values.copied(inst, copy);
        }
    }
    note_copy(mf, target, (tail, &insts), (pred, before));
    mf.remove_edge(pred, tail);
    for to in mf.block(tail).successors.clone() {
        mf.add_new_edge(pred, to);
    }
    mf.block_mut(pred).probabilities = mf.block(tail).probabilities.clone();
    true
}

/// Records the values that start in the copy of `tail` after the instruction `before` in `pred`.
fn note_copy(
    mf: &mut MachineFunction,
    target: &dyn PassTarget,
    (tail, insts): (BlockId, &[InstId]),
    (pred, before): (BlockId, Option<InstId>),
) {
    let first = before.map_or(mf.first_inst(pred), |before| mf.next_inst(before));
    let (Some(values), Some(first), Some(last)) = (mf.debug_values(), first, mf.last_inst(pred)) else {
        return;
    };
    let phis = values.at_block.get(&tail).map_or(&[][..], |phis| phis);
    let start = |first: InstId, value: u32, at: ValueLocation| {
        (value, at, mf.last_overwrite(target, mf.prev_inst(first), at))
    };
    let mut copies = Vec::new();
    let starts = phis.iter().map(|&(value, at)| start(first, value, at)).collect();
    copies.push(TailCopy { tail, insts: (first, last), starts });
    let copied = |inst: InstId| {
        let at = insts.iter().position(|&other| other == inst)?;
        Some(InstId::new(first.index() + at))
    };
    // The tail itself may end in a copy of another one.
    for inner in values.tail_copies.iter().filter(|copy| mf.block_of(copy.insts.0) == Some(tail)) {
        let [Some(first), Some(last)] = [inner.insts.0, inner.insts.1].map(copied) else { continue };
        let starts = inner.starts.iter().map(|&(value, at, _)| start(first, value, at)).collect();
        copies.push(TailCopy { tail: inner.tail, insts: (first, last), starts });
    }
    if let Some(values) = mf.debug_values_mut() {
        values.tail_copies.extend(copies);
    }
}
