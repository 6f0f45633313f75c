//! `tailduplication`: copies a short block that ends in an indirect branch into its predecessors.
//!
//! Interpreters with computed `goto` dispatch have one such block for all their instructions. After
//! duplication, each handler saves a jump and has its own indirect branch, which the CPU predicts
//! better.
//!
//! Requires: physical registers, no phis. Establishes: nothing new. Cost: linear in the copied
//! code, which the size of the function limits.

use crate::ir::debug_info::{TailCopy, ValueLocation};
use crate::ir::entity::{BlockId, InstId};
use crate::ir::mir::MachineFunction;
use crate::passes::target::PassTarget;
use crate::regalloc::jumps_by_address;

/// The maximum number of instructions of a block that is copied.
const MAX_INSTRUCTIONS: usize = 20;

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
}

/// Appends a copy of `tail` to `pred` if that only jumps to it.
fn duplicate(mf: &mut MachineFunction, target: &dyn PassTarget, tail: BlockId, pred: BlockId) -> bool {
    let Some(jump) = mf.last_inst(pred) else { return false };
    let jumps = target.instr_info().unconditional_branch_target(mf, jump) == Some(tail);
    if !jumps || mf.block(pred).successors.len() != 1 {
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
