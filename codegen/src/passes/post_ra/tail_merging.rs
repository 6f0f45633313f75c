//! `tail-merging`: merges equal ends of blocks with the same successor, or without one. LLVM does
//! this in `branch-folder`.
//!
//! Among the blocks that jump to one block, or that end the function, those with the longest common
//! tail share it. One of them keeps it, in a block of its own, and the others jump there. Then the
//! next longest tail is merged, and so on. A block that fell through to the common successor keeps
//! the tail, so none gets an additional jump.
//!
//! Requires: physical registers, no phis, live-in lists of blocks, explicit jumps. Establishes:
//! nothing new. Cost: for each jump target, the tails of blocks with the same last instruction form
//! pairs, `MAX_BLOCKS` at a time.

use crate::ir::builder::Builder;
use crate::ir::debug_info::ValueTable;
use crate::ir::entity::{BlockId, DebugLoc, InstId};
use crate::ir::mir::stack_map::is_recorded;
use crate::ir::mir::{MachineFunction, MemFlags, MemOperand, OperandFlags, OperandTag, PointerInfo};
use crate::ir::opcodes::{INLINEASM, INLINEASM_BR};
use crate::machine::desc::instructions::{InstrFlags, Opcode};
use crate::machine::desc::registers::{PhysReg, UnitSet};
use crate::passes::analysis::control_flow::ControlFlow;
use crate::passes::analysis::loops;
use crate::passes::post_ra::branch_folding::jump_past;
use crate::passes::post_ra::common_tails::CommonTails;
use crate::passes::target::PassTarget;
use smallvec::SmallVec;

/// The minimum length of a tail that is worth an additional jump in a loop.
const MIN_TAIL_IN_LOOP: usize = 8;

/// The minimum length of a tail that ends the function.
const MIN_TAIL_AT_END: usize = 3;

/// The maximum number of blocks with the same target and last instruction that are compared with
/// each other.
const MAX_BLOCKS: usize = 150;

/// The maximum number of instructions of a block that is compared as a whole.
const MAX_BLOCK_SIZE: usize = 8;

/// Merges equal tails of the blocks of `mf`.
pub fn run(mf: &mut MachineFunction, target: &dyn PassTarget) {
    jump_past(mf, target);
    let mut merging = TailMerging::of(mf, target);
    let exits = mf.layout.iter().copied().filter(|&block| mf.block(block).successors.is_empty());
    let exits = exits.collect();
    merging.merge(mf, None, exits);
    let mut places = mf.layout.clone();
    let mut known = merging.num_blocks;
    loop {
        places.into_iter().for_each(|place| merging.share_before(mf, place));
        if known == mf.num_blocks() {
            break;
        }
        mf.layout = std::iter::successors(Some(mf.entry()), |&block| merging.next[block.index()]).collect();
        jump_past(mf, target);
        (merging.next, merging.positions) = (next_blocks(mf), positions(mf));
        // The predecessors of new blocks may have equal tails in turn.
        places = (known..mf.num_blocks()).map(BlockId::new).collect();
        known = mf.num_blocks();
    }
}

/// A block whose tail may be merged.
#[derive(Clone, Copy)]
struct Candidate {
    block: BlockId,
    /// The last instruction of the tail, before the jump to the common successor.
    last: InstId,
}

/// Two candidates and the length of their common tail.
struct Pair {
    length: usize,
    first: usize,
    second: usize,
}

struct TailMerging<'a> {
    target: &'a dyn PassTarget,
    /// The call frame setup and destroy opcodes, if they move the stack pointer.
    call_frame: Option<(Opcode, Opcode)>,
    /// The number of blocks before the pass.
    num_blocks: usize,
    /// By block: its loop depth.
    depths: Vec<u32>,
    /// By block: the next one in the layout.
    next: Vec<Option<BlockId>>,
    /// By block: its index in the layout, or the index of the block from which it was split.
    positions: Vec<usize>,
}

impl<'a> TailMerging<'a> {
    fn of(mf: &MachineFunction, target: &'a dyn PassTarget) -> TailMerging<'a> {
        let lowering = target.frame_lowering();
        let call_frame = (!lowering.has_reserved_call_frame(mf)).then(|| lowering.call_frame_opcodes());
        let depths = loops::depths(mf, ControlFlow::of(mf).loops(mf));
        let (next, positions) = (next_blocks(mf), positions(mf));
        TailMerging { target, call_frame, num_blocks: mf.num_blocks(), depths, next, positions }
    }

    /// Merges equal tails of blocks that jump to `place`.
    fn share_before(&mut self, mf: &mut MachineFunction, place: BlockId) {
        let blocks = self.predecessors(mf, place).into_iter();
        let blocks: Vec<BlockId> = blocks.filter(|&block| self.jumps_to(mf, block, place)).collect();
        if blocks.len() < 2 {
            return;
        }
        self.merge(mf, Some(place), blocks.clone());
        let mut whole: Vec<(SmallVec<[u64; MAX_BLOCK_SIZE]>, BlockId)> = Vec::new();
        for block in blocks {
            let few = mf.insts(block).nth(MAX_BLOCK_SIZE).is_none() && mf.insts(block).nth(1).is_some();
            let shared = |inst| self.may_be_shared(mf, inst);
            if few && self.jumps_to(mf, block, place) && mf.insts(block).all(shared) {
                whole.push((mf.insts(block).map(|inst| hash(mf, inst)).collect(), block));
            }
        }
        whole.sort_by(|a, b| a.0.cmp(&b.0));
        for same in whole.chunk_by(|a, b| a.0 == b.0).filter(|same| same.len() > 1) {
            self.jump_to_one(mf, &same.iter().map(|&(_, block)| block).collect::<Vec<_>>());
        }
    }

    /// Redirects predecessors of `same` to one of them, so that their own long common tails can be
    /// merged. `same` are equal blocks with the same successor that are too short to be merged in a
    /// loop.
    fn jump_to_one(&mut self, mf: &mut MachineFunction, same: &[BlockId]) {
        let equal = |a: BlockId, b: BlockId| mf.insts(a).zip(mf.insts(b)).all(|(x, y)| are_equal(mf, x, y));
        let same: Vec<BlockId> = same.iter().copied().filter(|&block| equal(same[0], block)).collect();
        let mut jumping: Vec<(BlockId, Candidate)> = Vec::new();
        for &to in &same {
            for block in self.predecessors(mf, to) {
                if mf.block(block).successors.len() == 1
                    && self.jumps_to(mf, block, to)
                    && let Some(last) = mf.last_inst(block).and_then(|jump| mf.prev_inst(jump))
                {
                    jumping.push((to, Candidate { block, last }));
                }
            }
        }
        jumping.truncate(MAX_BLOCKS);
        let has_long_end = |&(to, one): &(BlockId, Candidate)| {
            jumping.iter().any(|&(other_to, other)| {
                other_to != to && self.common(mf, one.last, other.last) >= MIN_TAIL_IN_LOOP
            })
        };
        let moving: Vec<(BlockId, BlockId)> =
            jumping.iter().filter(|one| has_long_end(one)).map(|&(to, one)| (to, one.block)).collect();
        let Some(first) = mf.first_inst(same[0]).filter(|_| !moving.is_empty()) else { return };
        let block = self.split(mf, same[0], first);
        for &other in &same[1..] {
            debug_assert_eq!(mf.insts(block).count(), mf.insts(other).count(), "merged blocks are equal");
            let pairs: Vec<(InstId, InstId)> = mf.insts(block).zip(mf.insts(other)).collect();
            pairs.into_iter().for_each(|(stays, goes)| merge_insts(mf, stays, goes, block));
        }
        for (to, from) in moving {
            if let Some(jump) = mf.last_inst(from) {
                mf.remove_inst(jump);
            }
            mf.remove_edge(from, to);
            self.continue_at(mf, from, block);
        }
        mf.block_mut(block).live_ins = self.live_into(mf, block);
    }

    /// Returns the predecessors of a block, in an order that depends neither on block numbers nor
    /// on the creation of edges.
    fn predecessors(&self, mf: &MachineFunction, block: BlockId) -> Vec<BlockId> {
        let mut blocks = mf.block(block).predecessors.to_vec();
        blocks.sort_unstable_by_key(|&block| (self.positions[block.index()], block));
        blocks
    }

    fn jumps_to(&self, mf: &MachineFunction, block: BlockId, successor: BlockId) -> bool {
        let jump = mf.last_inst(block);
        let to = jump.and_then(|inst| self.target.instr_info().unconditional_branch_target(mf, inst));
        let is_alone = || mf.has_one_way(self.target, block) || mf.block(block).successors.len() > 1;
        to == Some(successor) && block != successor && mf.invoke(block).is_none() && is_alone()
    }

    /// Merges tails of `blocks`, which jump to `successor` or end the function.
    fn merge(&mut self, mf: &mut MachineFunction, successor: Option<BlockId>, blocks: Vec<BlockId>) {
        if blocks.len() < 2 {
            return;
        }
        let last = |block| match successor {
            Some(_) => mf.prev_inst(mf.last_inst(block)?),
            None => mf.last_inst(block),
        };
        let candidates = blocks
            .into_iter()
            .filter_map(|block| Some(Candidate { block, last: last(block)? }))
            .filter(|candidate| self.may_be_shared(mf, candidate.last));
        let mut keyed: Vec<(u64, Candidate)> =
            candidates.map(|candidate| (hash(mf, candidate.last), candidate)).collect();
        // The sort is stable for equal hash values.
        keyed.sort_by_key(|&(hash, _)| hash);
        let same = keyed.chunk_by(|a, b| a.0 == b.0).flat_map(|same| same.chunks(MAX_BLOCKS));
        for same in same.filter(|same| same.len() > 1) {
            let same: Vec<Candidate> = same.iter().map(|&(_, candidate)| candidate).collect();
            self.merge_longest_first(mf, successor, same);
        }
    }

    fn merge_longest_first(
        &mut self,
        mf: &mut MachineFunction,
        successor: Option<BlockId>,
        mut blocks: Vec<Candidate>,
    ) {
        let lasts: Vec<InstId> = blocks.iter().map(|candidate| candidate.last).collect();
        let previous = |inst| mf.prev_inst(inst).filter(|&inst| self.may_be_shared(mf, inst));
        let tails = CommonTails::of(&lasts, previous, |a, b| are_equal(mf, a, b));
        let mut pairs = Vec::new();
        for first in 0..blocks.len() {
            for second in first + 1..blocks.len() {
                let equal = tails.length(first, second);
                let length = self.mergeable(mf, lasts[first], lasts[second], equal);
                if length > 0 {
                    pairs.push(Pair { length, first, second });
                }
            }
        }
        pairs.sort_by_key(|pair| (std::cmp::Reverse(pair.length), pair.first, pair.second));
        // By candidate: the candidate that holds its tail now.
        let mut kept: Vec<usize> = (0..blocks.len()).collect();
        for same in pairs.chunk_by(|a, b| a.length == b.length && a.first == b.first) {
            let Pair { length, first, .. } = same[0];
            let mut sharing: Vec<usize> = vec![kept[first]];
            sharing.extend(same.iter().map(|pair| kept[pair.second]));
            sharing.sort_unstable();
            sharing.dedup();
            if sharing.len() < 2 {
                continue;
            }
            let members: Vec<Candidate> = sharing.iter().map(|&n| blocks[n]).collect();
            let shared = self.share(mf, successor, &members, length);
            let Some((giving_up, keeper, block)) = shared else { continue };
            blocks[sharing[keeper]].block = block;
            let gave_up: Vec<usize> = giving_up.into_iter().map(|n| sharing[n]).collect();
            kept.iter_mut().filter(|n| gave_up.contains(n)).for_each(|n| *n = sharing[keeper]);
        }
    }

    /// Merges the last `length` instructions of the blocks for which it is profitable: one keeps
    /// them, and the others jump there. Returns the merged candidates, the one with the tail, and
    /// its block, if there are any.
    fn share(
        &mut self,
        mf: &mut MachineFunction,
        successor: Option<BlockId>,
        blocks: &[Candidate],
        length: usize,
    ) -> Option<(Vec<usize>, usize, BlockId)> {
        let falls_through = |candidate: &Candidate| self.next[candidate.block.index()] == successor;
        let falling = successor.and_then(|_| blocks.iter().position(falls_through));
        let small = mf.attrs.min_size;
        let is_worth_it = |candidate: &Candidate| {
            let is_in_loop = self.depths[candidate.block.index()] > 0;
            length
                >= match successor {
                    _ if small => 1,
                    None => MIN_TAIL_AT_END,
                    Some(_) if is_in_loop && falling.is_none() => MIN_TAIL_IN_LOOP,
                    Some(_) => 1,
                }
        };
        let is_whole = |candidate: &Candidate| {
            let first = nth_before(mf, candidate.last, length - 1);
            let data = mf.block(candidate.block);
            first.is_some_and(|first| mf.prev_inst(first).is_none()) && !data.address_taken
        };
        let hot = || blocks.iter().position(|candidate| !is_worth_it(candidate));
        let keeper = falling.or_else(hot).or_else(|| blocks.iter().position(is_whole)).unwrap_or(0);
        let giving_up: Vec<usize> =
            (0..blocks.len()).filter(|&n| n != keeper && is_worth_it(&blocks[n])).collect();
        if giving_up.is_empty() {
            return None;
        }
        let kept = blocks[keeper];
        let first = nth_before(mf, kept.last, length - 1)?;
        let is_shared = kept.block.index() >= self.num_blocks && mf.prev_inst(first).is_none();
        let block = if is_shared { kept.block } else { self.split(mf, kept.block, first) };
        for &other in &giving_up {
            self.replace_tail_with_branch(mf, block, &blocks[other], length);
        }
        mf.block_mut(block).live_ins = self.live_into(mf, block);
        Some((giving_up, keeper, block))
    }

    /// Moves the instructions from `first` on to a new block.
    fn split(&mut self, mf: &mut MachineFunction, from: BlockId, first: InstId) -> BlockId {
        let block = mf.create_block();
        self.depths.push(self.depths[from.index()]);
        mf.splice_tail(first, block);
        for to in mf.block(from).successors.clone() {
            mf.remove_edge(from, to);
            mf.add_edge(block, to);
        }
        let probabilities = std::mem::take(&mut mf.block_mut(from).probabilities);
        mf.block_mut(block).probabilities = probabilities;
        let after = self.next[from.index()].replace(block);
        self.next.push(after);
        self.positions.push(self.positions[from.index()]);
        self.continue_at(mf, from, block);
        block
    }

    fn continue_at(&self, mf: &mut MachineFunction, from: BlockId, to: BlockId) {
        mf.add_edge(from, to);
        mf.block_mut(from).probabilities.clear();
        self.target.instr_info().insert_branch(&mut Builder::at_end(mf, from), to);
    }

    /// Replaces the tail of `other` by a jump to `block`.
    fn replace_tail_with_branch(
        &self,
        mf: &mut MachineFunction,
        block: BlockId,
        other: &Candidate,
        length: usize,
    ) {
        // The jump to the common successor, if any, counts as well.
        let jump = usize::from(mf.last_inst(other.block) != Some(other.last));
        let mut same = mf.last_inst(block).zip(mf.last_inst(other.block));
        for _ in 0..length + jump {
            let Some((stays, goes)) = same else { break };
            same = mf.prev_inst(stays).zip(mf.prev_inst(goes));
            merge_insts(mf, stays, goes, block);
            mf.remove_inst(goes);
        }
        for to in mf.block(other.block).successors.clone() {
            mf.remove_edge(other.block, to);
        }
        self.continue_at(mf, other.block, block);
    }

    /// Returns the number of equal instructions that end with these and may be merged.
    fn common(&self, mf: &MachineFunction, a: InstId, b: InstId) -> usize {
        let mut same = Some((a, b));
        let mut equal = 0;
        while let Some((x, y)) = same
            && self.may_be_shared(mf, x)
            && are_equal(mf, x, y)
        {
            equal += 1;
            same = mf.prev_inst(x).zip(mf.prev_inst(y));
        }
        self.mergeable(mf, a, b, equal)
    }

    /// Returns how many of `equal` equal instructions that end with these may be merged: without an
    /// incomplete call frame sequence, and none if a branch comes before them.
    fn mergeable(&self, mf: &MachineFunction, a: InstId, b: InstId, equal: usize) -> usize {
        let (mut length, mut open) = (equal, 0_i32);
        if let Some((setup, destroy)) = self.call_frame {
            length = 0;
            let insts = std::iter::successors(Some(a), |&inst| mf.prev_inst(inst));
            for (n, inst) in insts.take(equal).enumerate() {
                open += i32::from(mf.opcode(inst) == destroy) - i32::from(mf.opcode(inst) == setup);
                length = if open == 0 { n + 1 } else { length };
            }
        }
        // A branch before the tail would have its edges in another block.
        let branches = |last| {
            let before = nth_before(mf, last, length);
            before.is_some_and(|inst| self.target.desc(mf.opcode(inst)).has(InstrFlags::TERMINATOR))
        };
        if length == 0 || branches(a) || branches(b) { 0 } else { length }
    }

    fn may_be_shared(&self, mf: &MachineFunction, inst: InstId) -> bool {
        let assembly = matches!(mf.opcode(inst), INLINEASM | INLINEASM_BR);
        if mf.attrs.has_nomerge_calls && self.target.desc(mf.opcode(inst)).has(InstrFlags::CALL) {
            return false;
        }
        !assembly
            && !is_recorded(mf.opcode(inst))
            && !mf.operands(inst).iter().any(|o| matches!(o.tag(), OperandTag::McSymbol | OperandTag::Cfi))
    }

    /// Returns the live-in registers of a block, from its instructions and its successors.
    fn live_into(&self, mf: &MachineFunction, block: BlockId) -> Vec<PhysReg> {
        let registers = self.target.registers();
        let mut named: Vec<PhysReg> = Vec::new();
        for &to in &mf.block(block).successors {
            named.extend_from_slice(&mf.block(to).live_ins);
        }
        let mut live: UnitSet = registers.unit_set_of(&named);
        let mut next = mf.last_inst(block);
        while let Some(inst) = next {
            next = mf.prev_inst(inst);
            let desc = self.target.desc(mf.opcode(inst));
            for operand in mf.operands(inst) {
                match operand.phys_def() {
                    Some(reg) => live &= !registers.unit_set(reg),
                    None if operand.tag() == OperandTag::RegMask => {
                        live &= !mf.reg_mask(self.target, *operand).lost(registers);
                    }
                    None => {}
                }
            }
            desc.implicit_defs.iter().for_each(|&reg| live &= !registers.unit_set(reg));
            let reads =
                mf.operands(inst).iter().filter(|o| !o.is_def() && !o.flags.contains(OperandFlags::UNDEF));
            // A return reads the return address, which the epilogue will restore.
            let implied = if desc.has(InstrFlags::RETURN) { &[][..] } else { desc.implicit_uses };
            for reg in reads.filter_map(|operand| operand.phys()).chain(implied.iter().copied()) {
                live |= registers.unit_set(reg);
                named.push(reg);
            }
        }
        let reserved = self.target.frame_lowering().reserved(mf);
        named.retain(|&reg| {
            let units = registers.unit_set(reg);
            live & units == units && !reserved.iter().any(|&r| registers.overlap(r, reg))
        });
        named.sort_unstable();
        named.dedup();
        named
    }
}

/// Returns the `n`th instruction before `inst`.
fn nth_before(mf: &MachineFunction, inst: InstId, n: usize) -> Option<InstId> {
    std::iter::successors(Some(inst), |&inst| mf.prev_inst(inst)).nth(n)
}

/// The flags that describe liveness, not the operation.
const OF_VALUES: OperandFlags = OperandFlags::KILL.union(OperandFlags::DEAD);

/// Returns a hash that equal instructions share.
fn hash(mf: &MachineFunction, inst: InstId) -> u64 {
    let operands = mf.operands(inst).iter().map(|&operand| mf.operand_hash(operand));
    let mix = |hash: u64, value: u64| (hash.rotate_left(5) ^ value).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    operands.fold(u64::from(mf.opcode(inst).0), mix)
}

/// Returns the index of each block in the layout.
fn positions(mf: &MachineFunction) -> Vec<usize> {
    let mut positions = vec![0; mf.num_blocks()];
    for (position, block) in mf.layout.iter().enumerate() {
        positions[block.index()] = position;
    }
    positions
}

/// Returns the next block in the layout for each block.
fn next_blocks(mf: &MachineFunction) -> Vec<Option<BlockId>> {
    let mut next = vec![None; mf.num_blocks()];
    for pair in mf.layout.windows(2) {
        next[pair[0].index()] = Some(pair[1]);
    }
    next
}

/// Returns true if two instructions are equal. Their memory operands may differ.
pub(super) fn are_equal(mf: &MachineFunction, x: InstId, y: InstId) -> bool {
    let same = |n: usize| {
        let (a, b) = (mf.operand(x, n), mf.operand(y, n));
        mf.is_identical_operand(a, b) && a.flags - OF_VALUES == b.flags - OF_VALUES
    };
    mf.opcode(x) == mf.opcode(y)
        && mf.inst(x).flags == mf.inst(y).flags
        && mf.metadata_of(x) == mf.metadata_of(y)
        && mf.operands(x).len() == mf.operands(y).len()
        && (0..mf.operands(x).len()).all(same)
        && mf.mem_operands(x).len() == mf.mem_operands(y).len()
        && mf.mem_operands(x).zip(mf.mem_operands(y)).all(|(a, b)| common_access(a, b).is_some())
}

/// Returns the facts that hold for both accesses, if they are of one kind.
fn common_access(a: &MemOperand, b: &MemOperand) -> Option<MemOperand> {
    let assumed = MemFlags::DEREFERENCEABLE | MemFlags::INVARIANT | MemFlags::NON_TEMPORAL;
    let pointer = if a.pointer == b.pointer { a.pointer } else { PointerInfo::Unknown };
    let flags = a.flags & b.flags;
    let both = MemOperand { flags, pointer, align: a.align.min(b.align), ..*a };
    let same = MemOperand { flags: b.flags, pointer: b.pointer, align: b.align, ..*a } == *b;
    (same && a.flags - assumed == b.flags - assumed).then_some(both)
}

/// Merges `goes` into `stays`, which is in `block`: flags, memory operands, and the location.
fn merge_insts(mf: &mut MachineFunction, stays: InstId, goes: InstId, block: BlockId) {
    merge_flags_and_memrefs(mf, stays, goes);
    let (loc, other) = (mf.location(stays), mf.location(goes));
    let plain: Option<DebugLoc> = loc.filter(|_| loc == other);
    let shared = |values: &mut ValueTable| values.shared_site(block, [loc, other]);
    let loc = mf.debug_values_mut().map_or(plain, shared);
    mf.set_location(stays, loc);
}

/// Intersects the flags and memory operands of `stays` with those of `goes`, which it replaces, and
/// records the values that both define.
pub(super) fn merge_flags_and_memrefs(mf: &mut MachineFunction, stays: InstId, goes: InstId) {
    for n in 0..mf.operands(stays).len() {
        let (flags, other) = (mf.operand(stays, n).flags, mf.operand(goes, n).flags);
        mf.set_operand_flags(stays, n, flags - (OF_VALUES - other));
    }
    let accesses = mf.mem_operands(stays).zip(mf.mem_operands(goes));
    let accesses: SmallVec<[Option<MemOperand>; 2]> = accesses.map(|(a, b)| common_access(a, b)).collect();
    if mf.mem_operands(stays).ne(mf.mem_operands(goes)) {
        mf.clear_mem_operands(stays);
        accesses.into_iter().flatten().for_each(|access| mf.add_mem_operand(stays, access));
    }
    if let Some(values) = mf.debug_values_mut() {
        values.shared(stays, goes);
    }
}
