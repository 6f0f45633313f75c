//! `branch-relaxation`: expands jumps that may exceed the range of the target's jump.
//!
//! The assembler relaxes branches up to the range of the unconditional jump. Longer functions
//! require a register for long jumps. [`reserve`] decides before allocation if a function may be
//! that long, and reserves the register. [`run`] inserts the long jumps where an upper bound of the
//! distance requires them. An out-of-range conditional branch targets a new block with a long jump.
//!
//! Requires for `run`: register allocation is done, the frame is laid out. Establishes: every jump
//! reaches its target. Cost: linear in instructions.

use crate::frame::target::FrameTarget;
use crate::ir::builder::Builder;
use crate::ir::entity::{BlockId, InstId};
use crate::ir::mir::stack_map::{is_recorded, most_bytes};
use crate::ir::mir::{MachineFunction, Operand, OperandTag};
use crate::ir::opcodes::{INLINEASM, INLINEASM_BR, PATCHABLE_EVENT_CALL, PATCHABLE_TYPED_EVENT_CALL};
use crate::machine::desc::instructions::InstrFlags;
use crate::mc::xray::is_sled;
use crate::passes::post_ra::assembly_size;
use crate::passes::target::PassTarget;
use std::ops::Range;

/// Average upper bound of the bytes for an instruction before register allocation, spills and frame
/// offsets included.
const BYTES_PER_INST: u64 = 48;

/// Upper bound of the extra bytes for a terminator: the inverted branch, and jumps after the block.
const TERMINATOR_BYTES: u64 = 16;

/// The most bytes that a recorded call takes that nothing is reserved for.
const CALL_BYTES: u64 = 32;

/// The maximum size of the sled of an XRay event in bytes.
const EVENT_BYTES: u64 = 36;

/// Decides whether `mf` needs the register of long jumps.
pub fn reserve(mf: &mut MachineFunction, target: &dyn FrameTarget) {
    let Some(long) = target.instr_info().long_branch() else { return };
    let assembly = mf
        .asm_strings
        .iter()
        .map(|text| assembly_size::most_bytes(text))
        .fold(mf.frame.patch_bytes, u64::saturating_add);
    let limit = (long.reach.saturating_sub(assembly) / BYTES_PER_INST) as usize;
    if mf.num_insts() > limit {
        mf.frame.long_branches = mf.layout.iter().map(|&b| mf.insts(b).count()).sum::<usize>() > limit;
    }
}

/// Inserts long jumps.
pub fn run(mf: &mut MachineFunction, target: &dyn PassTarget) {
    let Some(long) = target.instr_info().long_branch().filter(|_| mf.frame.long_branches) else { return };
    mf.frame.branches_relaxed = true;
    let extents = extents(mf, target);
    if mf.layout.last().is_none_or(|last| extents[last.index()].end <= long.reach) {
        return;
    }
    let old = std::mem::take(&mut mf.layout);
    for (position, &block) in old.iter().enumerate() {
        mf.layout.push(block);
        let far = far_branches(mf, target, block, &extents, long.reach);
        if far.is_empty() {
            continue;
        }
        // A new block is inserted before the next block.
        if let Some(&next) = old.get(position + 1) {
            mf.make_jump_explicit(target, block, next);
        }
        for (inst, operand, to) in far {
            lengthen(mf, target, block, inst, operand, to);
        }
    }
}

/// Returns the range of each block in bytes from the function's start, by an upper bound.
fn extents(mf: &MachineFunction, target: &dyn PassTarget) -> Vec<Range<u64>> {
    let mut extents = vec![0..0; mf.num_blocks()];
    let mut at = 0;
    for &block in &mf.layout {
        let start = at;
        at += u64::from(mf.block(block).align) + mf.insts(block).map(|i| size(mf, target, i)).sum::<u64>();
        extents[block.index()] = start..at;
    }
    extents
}

/// Returns an upper bound of the size of `inst` in bytes.
fn size(mf: &MachineFunction, target: &dyn PassTarget, inst: InstId) -> u64 {
    if matches!(mf.opcode(inst), INLINEASM | INLINEASM_BR) {
        let strings = mf.operands(inst).iter().filter(|o| o.tag() == OperandTag::AsmString);
        let strings = strings.filter_map(|o| mf.asm_strings.get(o.payload() as usize));
        return strings.map(|text| assembly_size::most_bytes(text)).fold(0, u64::saturating_add);
    }
    if is_recorded(mf.opcode(inst)) {
        return most_bytes(mf, inst, CALL_BYTES);
    }
    if is_sled(mf, mf.opcode(inst)) {
        return target.mc().xray_sled().expect("functions get sleds where a target has them").bytes();
    }
    if matches!(mf.opcode(inst), PATCHABLE_EVENT_CALL | PATCHABLE_TYPED_EVENT_CALL) {
        return EVENT_BYTES;
    }
    let desc = target.desc(mf.opcode(inst));
    u64::from(desc.size) + if desc.has(InstrFlags::TERMINATOR) { TERMINATOR_BYTES } else { 0 }
}

/// Returns the branches at the end of `block` that may be out of range, with the index of the
/// target operand.
fn far_branches(
    mf: &MachineFunction,
    target: &dyn PassTarget,
    block: BlockId,
    extents: &[Range<u64>],
    reach: u64,
) -> Vec<(InstId, usize, BlockId)> {
    let from = &extents[block.index()];
    let is_far = |to: &BlockId| {
        let to = &extents[to.index()];
        from.end.max(to.end) - from.start.min(to.start) > reach
    };
    let terminators = mf.insts(block).filter(|&i| target.desc(mf.opcode(i)).has(InstrFlags::BRANCH));
    let blocks = terminators.flat_map(|i| {
        mf.operands(i).iter().enumerate().filter_map(move |(n, o)| Some((i, n, o.as_block()?)))
    });
    blocks.filter(|(_, _, to)| is_far(to)).collect()
}

/// Replaces the jump `inst` by a long one, or redirects a conditional branch to a block with one.
fn lengthen(
    mf: &mut MachineFunction,
    target: &dyn PassTarget,
    block: BlockId,
    inst: InstId,
    operand: usize,
    to: BlockId,
) {
    let info = target.instr_info();
    if info.unconditional_branch_target(mf, inst).is_some() {
        info.insert_long_branch(&mut Builder::before(mf, inst), to);
        mf.remove_inst(inst);
        return;
    }
    let between = mf.append_block();
    info.insert_long_branch(&mut Builder::at_end(mf, between), to);
    mf.set_operand(inst, operand, Operand::block(between));
    let live_ins = mf.block(to).live_ins.clone();
    mf.block_mut(between).live_ins = live_ins;
    let branches_there = mf.insts(block).any(|i| mf.operands(i).iter().any(|o| o.as_block() == Some(to)));
    if !branches_there {
        mf.remove_edge(block, to);
    }
    mf.add_edge(block, between);
    mf.add_edge(between, to);
}
