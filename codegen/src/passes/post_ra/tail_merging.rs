//! Part of `branch-folder`: what several blocks end in is done in one place.
//!
//! Blocks that continue at the same block, or at none, and whose last instructions are the same jump to one copy of these. Where a whole block is
//! another's tail the others jump to it; else a block is split. After LLVM's `BranchFolder::TailMergeBlocks`; but what runs often keeps its own copy
//! if it would have one jump more for few instructions less.
//!
//! Requires: physical registers, no phis, blocks that list what lives into them. Establishes: nothing new. Cost: linear, but for the
//! comparison of blocks that end in the same `SHORTEST` instructions with `MOST_COMPARED` others; block frequencies where there are such blocks.

use crate::ir::builder::Builder;
use crate::ir::entity::{BlockId, InstId};
use crate::ir::mir::{MachineFunction, MemOperand, Operand, OperandFlags, OperandTag};
use crate::ir::opcodes::{COPY, IMPLICIT_DEF, KILL};
use crate::passes::analysis::block_frequency::BlockFrequency;
use crate::passes::analysis::control_flow::ControlFlow;
use crate::target::Target;
use crate::target::desc::instructions::InstrFlags;
use crate::target::desc::registers::PhysReg;
use smallvec::SmallVec;
use std::cmp::Reverse;

/// So many blocks are compared with each other.
const MOST_COMPARED: usize = 24;

/// Fewer instructions are merged only if they are all that two blocks have.
const SHORTEST: usize = 3;

/// So many instructions less are worth a jump more that runs as often as the function.
const WORTH_A_JUMP: u64 = 2;

/// Longer tails are merged in parts.
const LONGEST: usize = 200;

/// Merges tails of `mf`. Returns whether there were any.
pub(crate) fn run(mf: &mut MachineFunction, target: &dyn Target) -> bool {
    if mf.attrs.has_nomerge_calls || !target.frame_lowering().has_reserved_call_frame(mf) {
        return false;
    }
    let mut ends: Vec<End> = Vec::new();
    for (n, &block) in mf.layout.iter().enumerate() {
        ends.extend(End::of(mf, target, block, mf.layout.get(n + 1).copied(), n));
    }
    ends.sort_unstable_by_key(|end| (end.to, end.hashes[0], end.position));
    let mut same: Vec<End> = Vec::new();
    for like in ends.chunk_by(|a, b| (a.to, a.hashes[0]) == (b.to, b.hashes[0])).filter(|l| l.len() > 1) {
        let first = same.len();
        same.extend_from_slice(like);
        same[first..].iter_mut().for_each(|end| end.hash_all(mf));
        same[first..].sort_unstable_by_key(|end| (end.hashes, end.position));
    }
    let is_like = |a: &End, b: &End| (a.to, a.hashes) == (b.to, b.hashes);
    if same.windows(2).all(|pair| !is_like(&pair[0], &pair[1])) {
        return false;
    }
    let flow = ControlFlow::of(mf);
    let frequencies = BlockFrequency::compute(mf, target, &flow.tree, flow.loops(mf));
    same.iter_mut().for_each(|end| end.frequency = frequencies.of(end.block));
    let mut merging = TailMerging { mf, target, splits: Vec::new() };
    let mut merged = false;
    for like in same.chunk_by(is_like) {
        for group in like.chunks(MOST_COMPARED).filter(|group| group.len() > 1) {
            merged |= merging.group(group.to_vec());
        }
    }
    merging.lay_out();
    merged
}

/// The end of a block.
#[derive(Clone, Copy, Debug)]
struct End {
    block: BlockId,
    /// The last instruction that is not the jump.
    last: InstId,
    /// The block that is jumped to, or fallen through to, in the end.
    to: Option<BlockId>,
    /// Whether that is the next block, so that no jump is needed.
    falls: bool,
    /// Hash values of the last instructions, the last one first; 0 where there are no more.
    hashes: [u32; SHORTEST],
    /// The block's position in the layout.
    position: usize,
    /// How often the block runs.
    frequency: u64,
}

impl End {
    fn of(
        mf: &MachineFunction,
        target: &dyn Target,
        block: BlockId,
        next: Option<BlockId>,
        position: usize,
    ) -> Option<End> {
        let successors = &mf.block(block).successors;
        let last = mf.last_inst(block)?;
        let jumps_to = target.instr_info().unconditional_branch_target(mf, last);
        let barrier = target.desc(mf.opcode(last)).has(InstrFlags::BARRIER);
        let (to, last, falls) = match jumps_to {
            Some(to) => (Some(to), mf.prev_inst(last)?, next == Some(to)),
            None if successors.is_empty() => (None, last, false),
            None if barrier => return None,
            None => (Some(next.filter(|to| successors.contains(to))?), last, true),
        };
        if successors.iter().any(|&s| mf.block(s).is_eh_pad) || !may_merge(mf, last) {
            return None;
        }
        let mut hashes = [0; SHORTEST];
        hashes[0] = hash_of(mf, last);
        Some(End { block, last, to, falls, hashes, position, frequency: 0 })
    }

    /// Finds the hash values of the instructions before the last one.
    fn hash_all(&mut self, mf: &MachineFunction) {
        let way = std::iter::successors(mf.prev_inst(self.last), |&i| mf.prev_inst(i));
        for (hash, inst) in self.hashes[1..].iter_mut().zip(way) {
            *hash = hash_of(mf, inst);
        }
    }

    /// The number of instructions up to the jump.
    fn len(&self, mf: &MachineFunction) -> usize {
        std::iter::successors(Some(self.last), |&i| mf.prev_inst(i)).count()
    }
}

fn hash_of(mf: &MachineFunction, inst: InstId) -> u32 {
    let mut hash = u64::from(mf.opcode(inst).0);
    for operand in mf.operands(inst) {
        let value = match operand.tag() {
            OperandTag::Reg | OperandTag::Imm => u64::from(operand.payload()),
            _ => 0,
        };
        hash = (hash.rotate_left(5) ^ value).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
    (hash >> 32) as u32
}

/// Whether an instruction may be merged with the same one: it is the target's, or a copy, and stands for no place in the code.
fn may_merge(mf: &MachineFunction, inst: InstId) -> bool {
    let opcode = mf.opcode(inst);
    let unfit = |o: &Operand| o.tag() == OperandTag::JumpTable;
    (opcode.is_target() || matches!(opcode, COPY | IMPLICIT_DEF | KILL))
        && !mf.operands(inst).iter().any(unfit)
}

/// Whether two instructions do the same.
fn are_equal(mf: &MachineFunction, a: InstId, b: InstId) -> bool {
    let (x, y) = (mf.operands(a), mf.operands(b));
    mf.opcode(a) == mf.opcode(b)
        && mf.inst(a).flags == mf.inst(b).flags
        && x.len() == y.len()
        && x.iter().zip(y).all(|(&x, &y)| mf.are_equal_operands(without_ends(x), without_ends(y)))
}

/// The operand without what is said of the end of its value.
fn without_ends(mut operand: Operand) -> Operand {
    operand.flags -= OperandFlags::KILL | OperandFlags::DEAD;
    operand
}

/// The work on a function.
struct TailMerging<'a> {
    mf: &'a mut MachineFunction,
    target: &'a dyn Target,
    /// Blocks and those that were split off their ends, in the order in which that was done.
    splits: Vec<(BlockId, BlockId)>,
}

impl TailMerging<'_> {
    /// Merges blocks that continue at the same place, as long as there are two with a tail in common.
    fn group(&mut self, mut group: Vec<End>) -> bool {
        let mut merged = false;
        while group.len() > 1 {
            let mut best = (0, 0);
            for (n, a) in group.iter().enumerate() {
                for b in &group[n + 1..] {
                    let length = self.common(a, b);
                    if length > best.0 {
                        best = (length, n);
                    }
                }
            }
            let (length, leader) = best;
            if length == 0 {
                break;
            }
            let leader = group[leader];
            let (same, others): (Vec<End>, Vec<End>) = group
                .iter()
                .partition(|end| end.block == leader.block || self.common(&leader, end) >= length);
            let kept = self.kept(&same, length);
            let less_often: Vec<End> = same
                .iter()
                .filter(|end| end.block != kept.block && self.is_worth_it(&kept, end, length))
                .copied()
                .collect();
            group = others;
            if !less_often.is_empty() {
                group.push(self.merge(&kept, &less_often, length));
                merged = true;
            }
        }
        merged
    }

    /// How many instructions two blocks have in common at their ends, if merging these pays.
    fn common(&self, a: &End, b: &End) -> usize {
        let mf = &*self.mf;
        let (mut x, mut y, mut length) = (Some(a.last), Some(b.last), 0);
        // Branches are merged all or not at all.
        let (mut fits, mut at_branch) = (0, true);
        while let (Some(i), Some(j)) = (x, y) {
            if length == LONGEST || !may_merge(mf, i) || !are_equal(mf, i, j) {
                break;
            }
            length += 1;
            (x, y) = (mf.prev_inst(i), mf.prev_inst(j));
            at_branch = [x, y].into_iter().flatten().any(|i| self.is_terminator(i));
            if !at_branch {
                fits = length;
            }
        }
        let whole = x.is_none() && y.is_none() && !at_branch;
        if fits >= SHORTEST || whole { fits } else { 0 }
    }

    fn is_terminator(&self, inst: InstId) -> bool {
        self.target.desc(self.mf.opcode(inst)).has(InstrFlags::TERMINATOR)
    }

    /// The block whose tail is kept: that which is nothing else, if there is one, or which needs no jump; among those, the one that runs most often.
    fn kept(&self, same: &[End], length: usize) -> End {
        let key = |end: &&End| (self.is_whole(end, length), end.falls, end.frequency, Reverse(end.position));
        *same.iter().max_by_key(key).unwrap_or(&same[0])
    }

    /// Whether a block is nothing but its last `length` instructions, and others may jump to it.
    fn is_whole(&self, end: &End, length: usize) -> bool {
        let data = self.mf.block(end.block);
        let free = !data.is_eh_pad && !data.address_taken && end.block != self.mf.entry();
        free && end.len(self.mf) == length
    }

    /// Whether what is saved is worth it that `other` jumps to what `kept` ends in.
    fn is_worth_it(&self, kept: &End, other: &End, length: usize) -> bool {
        let jumps = |end: &End| u64::from(end.to.is_some() && !end.falls);
        let more = 1 + jumps(kept) - jumps(other).min(1);
        other.frequency * more * WORTH_A_JUMP <= length as u64 * BlockFrequency::ENTRY
    }

    /// Has `others` end in a jump to the last `length` instructions of `kept`: the end that these are.
    fn merge(&mut self, kept: &End, others: &[End], length: usize) -> End {
        let tail: Vec<InstId> = tail_of(self.mf, kept, length);
        for other in others {
            let insts = tail_of(self.mf, other, length);
            for (&inst, &from) in tail.iter().zip(&insts) {
                self.merge_instructions(inst, from);
            }
        }
        let whole = self.is_whole(kept, length);
        let block = if whole { kept.block } else { self.split(kept.block, &tail) };
        if let Some(values) = self.mf.debug_values_mut() {
            values.at_block.remove(&block);
        }
        others.iter().for_each(|other| self.jump(other, length, block));
        End { block, ..*kept }
    }

    /// Has `inst` stand for `from`, too.
    fn merge_instructions(&mut self, inst: InstId, from: InstId) {
        let mf = &mut *self.mf;
        if mf.inst(inst).debug_loc != mf.inst(from).debug_loc {
            mf.inst_mut(inst).debug_loc = None;
        }
        for n in 0..mf.operands(inst).len() {
            let flags = mf.operand(inst, n).flags;
            let less =
                flags - (OperandFlags::KILL | OperandFlags::DEAD).difference(mf.operand(from, n).flags);
            if less != flags {
                mf.set_operand_flags(inst, n, less);
            }
        }
        let known: SmallVec<[MemOperand; 2]> = mf.mem_operands(inst).copied().collect();
        let memory: SmallVec<[MemOperand; 2]> = mf.mem_operands(from).copied().collect();
        if known.is_empty() || memory.is_empty() {
            mf.clear_mem_operands(inst);
            return;
        }
        for operand in memory.into_iter().filter(|m| !known.contains(m)) {
            mf.add_mem_operand(inst, operand);
        }
    }

    /// Makes the instructions `tail`, the last ones of `block` but for a jump, a block of their own, with the jump.
    fn split(&mut self, block: BlockId, tail: &[InstId]) -> BlockId {
        let new = self.mf.create_block();
        let mut next = tail.first().copied();
        while let Some(inst) = next {
            next = self.mf.next_inst(inst);
            self.mf.unlink_inst(inst);
            self.mf.append_inst(new, inst);
        }
        let probabilities = std::mem::take(&mut self.mf.block_mut(block).probabilities);
        for to in self.mf.block(block).successors.clone() {
            self.mf.remove_edge(block, to);
            self.mf.add_new_edge(new, to);
        }
        self.mf.block_mut(new).probabilities = probabilities;
        self.mf.add_new_edge(block, new);
        self.mf.block_mut(new).live_ins = live_ins(self.mf, self.target, new);
        self.splits.push((block, new));
        new
    }

    /// Has the end of a block be a jump to `to`.
    fn jump(&mut self, end: &End, length: usize, to: BlockId) {
        let first = tail_of(self.mf, end, length)[0];
        let rest: Vec<InstId> = std::iter::successors(Some(first), |&i| self.mf.next_inst(i)).collect();
        rest.into_iter().for_each(|inst| self.mf.remove_inst(inst));
        for successor in self.mf.block(end.block).successors.clone() {
            self.mf.remove_edge(end.block, successor);
        }
        self.mf.block_mut(end.block).probabilities.clear();
        self.mf.add_new_edge(end.block, to);
        self.target.instr_info().insert_branch(&mut Builder::at_end(self.mf, end.block), to);
    }

    /// Puts what was split off blocks after them.
    fn lay_out(self) {
        if self.splits.is_empty() {
            return;
        }
        let mut after: Vec<SmallVec<[BlockId; 1]>> = Vec::new();
        after.resize_with(self.mf.num_blocks(), SmallVec::new);
        for (block, new) in self.splits {
            after[block.index()].push(new);
        }
        let mut layout = Vec::with_capacity(self.mf.num_blocks());
        let mut left: Vec<BlockId> = self.mf.layout.iter().rev().copied().collect();
        while let Some(block) = left.pop() {
            layout.push(block);
            left.extend_from_slice(&after[block.index()]);
        }
        self.mf.layout = layout;
    }
}

/// The last `length` instructions of a block but for the jump, in order.
fn tail_of(mf: &MachineFunction, end: &End, length: usize) -> Vec<InstId> {
    let mut tail: Vec<InstId> =
        std::iter::successors(Some(end.last), |&i| mf.prev_inst(i)).take(length).collect();
    tail.reverse();
    tail
}

/// What lives into `block`, found from what lives out of it.
fn live_ins(mf: &MachineFunction, target: &dyn Target, block: BlockId) -> Vec<PhysReg> {
    let (registers, reserved) = (target.registers(), target.frame_lowering().reserved(mf));
    let is_part = |reg: PhysReg, of: PhysReg| {
        registers.units(reg).iter().all(|unit| registers.units(of).contains(unit))
    };
    let successors = &mf.block(block).successors;
    let mut live: Vec<PhysReg> = successors.iter().flat_map(|&s| &mf.block(s).live_ins).copied().collect();
    let insts: Vec<InstId> = mf.insts(block).collect();
    for inst in insts.into_iter().rev() {
        let operands = mf.operands(inst);
        let implicit = target.desc(mf.opcode(inst));
        let written = operands.iter().filter(|o| o.is_def()).filter_map(|o| o.phys());
        for reg in written.chain(implicit.implicit_defs.iter().copied()) {
            live.retain(|&other| !is_part(other, reg));
        }
        for mask in operands.iter().filter(|o| o.tag() == OperandTag::RegMask) {
            let mask = mf.reg_mask(target, *mask);
            live.retain(|&reg| registers.units(reg).iter().any(|&unit| mask.preserves(unit)));
        }
        let is_read = |o: &&Operand| o.is_use() && !o.flags.contains(OperandFlags::UNDEF);
        let read = operands.iter().filter(is_read).filter_map(|o| o.phys());
        live.extend(read.filter(|reg| !reserved.iter().any(|&other| registers.overlap(other, *reg))));
    }
    live.sort_unstable();
    live.dedup();
    live
}
