//! `early-machinelicm`: moves what a loop computes anew each time, from values that do not change in it, before the loop.
//!
//! Of loops that are small and call nothing, the inner ones first. A loop has the blocks that reach an edge back to a header that
//! dominates them; its instructions move to the end of the one block before the header that is not in the loop. Only as
//! many values are moved as registers are likely to be free; those that need none but a constant can be rematerialized when not.
//! Of other loops, as interpreters have around what they do for each instruction, addresses and long constants in the header move.
//!
//! Requires: selected instructions in SSA form. Establishes: nothing new. Cost: linear in the blocks of small loops times their depth.

use crate::ir::entity::{BlockId, InstId};
use crate::ir::mir::{MachineFunction, Operand, OperandTag};
use crate::ir::opcodes::PHI;
use crate::passes::analysis::control_flow::ControlFlow;
use crate::passes::analysis::dominators::Dominators;
use crate::target::Target;
use crate::target::desc::instructions::InstrFlags;

/// No larger loops are looked at: in blocks and instructions.
const MOST_BLOCKS: usize = 64;
const MOST_INSTRUCTIONS: usize = 600;

/// How many values may be moved out of one loop.
const MOST_VALUES: usize = 12;

/// How many out of the header of one that is large or calls something.
const MOST_OF_HEADER: usize = 2;

/// Moves invariant instructions of `mf` out of loops.
pub fn run(mf: &mut MachineFunction, target: &dyn Target) {
    let flow = ControlFlow::of(mf);
    let tree = &flow.tree;
    let mut inside = vec![u32::MAX; mf.num_blocks()];
    for n in (0..tree.order.len()).rev() {
        let header = tree.order[n];
        let is_back = |p: &BlockId| tree.is_reachable(*p) && tree.dominates(header, *p);
        if !mf.block(header).predecessors.iter().any(is_back) {
            continue;
        }
        let Some(before) = entering(mf, header, is_back) else { continue };
        match small_loop(mf, tree, header, &mut inside).filter(|body| !has_calls(mf, target, body)) {
            Some(body) => hoist(mf, target, &body, header, before, &inside),
            None => hoist_addresses(mf, target, header, before),
        }
    }
}

/// The blocks of the loop with this header, marked in `inside` by the header's number, in no order.
fn small_loop(
    mf: &MachineFunction,
    tree: &Dominators,
    header: BlockId,
    inside: &mut [u32],
) -> Option<Vec<BlockId>> {
    let closes = |p: &&BlockId| tree.is_reachable(**p) && tree.dominates(header, **p);
    let mut stack: Vec<BlockId> = mf.block(header).predecessors.iter().filter(closes).copied().collect();
    if stack.is_empty() {
        return None;
    }
    let mut body = vec![header];
    inside[header.index()] = header.raw();
    while let Some(block) = stack.pop() {
        if std::mem::replace(&mut inside[block.index()], header.raw()) == header.raw() {
            continue;
        }
        body.push(block);
        if body.len() > MOST_BLOCKS || mf.block(block).is_eh_pad {
            return None;
        }
        stack.extend(mf.block(block).predecessors.iter().filter(|p| tree.is_reachable(**p)));
    }
    body.sort_by_key(|&b| tree.number(b));
    Some(body)
}

/// The only block outside of the loop that leads to its header, if it leads nowhere else.
fn entering(mf: &MachineFunction, header: BlockId, is_back: impl Fn(&BlockId) -> bool) -> Option<BlockId> {
    let mut outside = mf.block(header).predecessors.iter().filter(|p| !is_back(p));
    let before = *outside.next()?;
    (outside.next().is_none() && mf.block(before).successors.len() <= 2).then_some(before)
}

fn has_calls(mf: &MachineFunction, target: &dyn Target, body: &[BlockId]) -> bool {
    let insts = body.iter().flat_map(|&b| mf.insts(b));
    let mut count = 0;
    for inst in insts {
        count += 1;
        let flags = target.desc(mf.opcode(inst)).flags;
        if count > MOST_INSTRUCTIONS || flags.contains(InstrFlags::CALL) {
            return true;
        }
    }
    false
}

/// Moves what reads no register and takes more than one instruction.
fn hoist_addresses(mf: &mut MachineFunction, target: &dyn Target, header: BlockId, before: BlockId) {
    let long = |mf: &MachineFunction, inst| {
        let desc = target.desc(mf.opcode(inst));
        let reads_none = mf.operands(inst).iter().all(|o| o.is_def() || o.vreg().is_none());
        desc.has(InstrFlags::REMATERIALIZABLE) && !desc.has(InstrFlags::CHEAP) && reads_none
    };
    let found: Vec<InstId> = mf
        .insts(header)
        .filter(|&inst| long(mf, inst) && is_movable(mf, target, inst))
        .take(MOST_OF_HEADER)
        .collect();
    let terminator = mf.first_terminator(target, before);
    for inst in found {
        move_before(mf, inst, before, terminator);
    }
}

/// Moves `inst` to the end of `block`.
fn move_before(mf: &mut MachineFunction, inst: InstId, block: BlockId, terminator: Option<InstId>) {
    mf.unlink_inst(inst);
    // Who steps through the code before the loop is not to get into it.
    mf.inst_mut(inst).debug_loc = None;
    match terminator {
        Some(terminator) => mf.insert_before(terminator, inst),
        None => mf.append_inst(block, inst),
    }
}

fn hoist(
    mf: &mut MachineFunction,
    target: &dyn Target,
    body: &[BlockId],
    header: BlockId,
    before: BlockId,
    inside: &[u32],
) {
    let terminator = mf.first_terminator(target, before);
    let mut left = MOST_VALUES;
    for &block in body {
        let mut next = mf.first_inst(block);
        while let Some(inst) = next {
            next = mf.next_inst(inst);
            if left == 0 {
                return;
            }
            let moves = is_movable(mf, target, inst) && is_invariant(mf, inst, header, inside);
            if moves {
                move_before(mf, inst, before, terminator);
                left -= 1;
            }
        }
    }
}

/// Whether `inst` may be executed anywhere where its operands are there.
pub(crate) fn is_movable(mf: &MachineFunction, target: &dyn Target, inst: InstId) -> bool {
    let opcode = mf.opcode(inst);
    let desc = target.desc(opcode);
    let unfit = mf.effects();
    let constant_load = desc.has(InstrFlags::MAY_LOAD | InstrFlags::REMATERIALIZABLE);
    let constant =
        |o: &Operand| o.phys().is_none_or(|reg| o.is_use() && target.instr_info().is_constant_register(reg));
    // Which table a branch goes by is read off its block.
    let table = |o: &Operand| o.tag() == OperandTag::JumpTable;
    opcode.is_target()
        && opcode != PHI
        && !mf.operands(inst).iter().any(table)
        && !desc.flags.intersects(unfit)
        && (!desc.has(InstrFlags::MAY_LOAD) || constant_load)
        && mf.operands(inst).iter().all(constant)
        && mf.operands(inst).iter().filter(|o| o.is_def()).count() == 1
}

/// Whether all operands come from outside of the loop.
fn is_invariant(mf: &MachineFunction, inst: InstId, header: BlockId, inside: &[u32]) -> bool {
    mf.operands(inst).iter().filter(|o| o.is_use()).all(|o| {
        let Some(vreg) = o.vreg() else { return true };
        let block = mf.def(vreg).and_then(|def| mf.block_of(def));
        block.is_some_and(|b| inside[b.index()] != header.raw())
    })
}
