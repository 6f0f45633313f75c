//! Region split: splits an interval of several blocks. One interval covers the boundaries and
//! blocks where a register is available. Each other block with uses gets its own interval. The rest
//! is spilled.
//!
//! The registers that are taken in the interval's least frequent blocks are candidates. For each,
//! [`super::spill_placement`] decides at which boundaries the value is in the register. The
//! candidate with the fewest loads and stores, by block frequency, is chosen. Moves are then inside
//! of blocks and never on edges.

use super::greedy::{Greedy, needs};
use super::interval::{IntervalId, Range};
use super::numbering::Position;
use crate::ir::entity::BlockId;
use crate::machine::desc::registers::{PhysReg, UnitSet};
use crate::regalloc::greedy::MAX_SPLITS;
use smallvec::SmallVec;

/// A block in which the interval is live.
pub(super) struct LiveBlock {
    /// Index in the layout.
    n: usize,
    /// In units of the entry's.
    pub(super) frequency: f32,
    /// The hull of its positions in the block.
    pub(super) live: Range,
    pub(super) live_in: bool,
    pub(super) live_out: bool,
    /// Its ranges there, as indices into the ranges cut at block boundaries.
    ranges: (usize, usize),
    /// Its uses there, as indices.
    pub(super) uses: (usize, usize),
    /// The number of its definitions there.
    definitions: u32,
    /// The position of the terminators.
    pub(super) last: Position,
}

impl LiveBlock {
    /// Adds the ranges in the block to `segments`, cut at `bounds`. Up to each bound, the rest
    /// belongs to the interval with its number.
    pub(super) fn cut(
        &self,
        ranges: &[Range],
        bounds: &[(Position, usize)],
        segments: &mut Vec<(Range, usize)>,
    ) {
        for range in &ranges[self.ranges.0..self.ranges.1] {
            let mut start = range.start;
            for &(bound, number) in bounds {
                let end = range.end.min(bound);
                if start < end {
                    segments.push((Range { start, end }, number));
                    start = end;
                }
            }
        }
    }
}

/// The planned split in a block.
#[derive(Clone, Copy, Default)]
pub(super) struct Choice {
    /// The positions at which the register is taken.
    pub(super) taken: Option<Range>,
    /// True if the value is in the register at the start, and at the end.
    pub(super) starts: bool,
    pub(super) ends: bool,
}

/// The number of registers that are evaluated.
const CANDIDATES: usize = 4;

/// The code-size cost of a load, in units of the entry's frequency.
const SIZE: f32 = 0.01;

/// A bias stronger than all others.
const MUST: f32 = 1e30;

impl Greedy<'_> {
    /// Splits `id`, which is live in several blocks.
    pub(super) fn region_split(&mut self, id: IntervalId) {
        let (mut blocks, ranges, uses) = self.blocks_with_uses(id);
        self.count_definitions(id, &mut blocks);
        let spilled = vec![Choice::default(); blocks.len()];
        let limit = 0.98 * memory_cost(&blocks, &uses, &spilled);
        let mut registers = Vec::new();
        if self.info[id.index()].splits < MAX_SPLITS {
            registers = self.least_taken(id, &blocks, !0);
        }
        let (chosen, choices) = match self.cheapest_register(&blocks, &uses, &registers, limit) {
            Some((reg, choices)) => (Some(reg), choices),
            None => (None, spilled),
        };
        self.split_at(id, (&blocks, &ranges, &uses), &choices, chosen);
    }

    /// Returns the register with the fewest loads and stores, and where the value is in it, if they
    /// cost less than `limit`.
    pub(super) fn cheapest_register(
        &mut self,
        blocks: &[LiveBlock],
        uses: &[Range],
        registers: &[PhysReg],
        mut limit: f32,
    ) -> Option<(PhysReg, Vec<Choice>)> {
        let (mut seen, mut best) = (SmallVec::<[Vec<Option<Range>>; CANDIDATES]>::new(), None);
        for &reg in registers {
            let taken = self.taken_in(blocks, reg);
            // Registers that are taken at the same positions have the same cost.
            if seen.contains(&taken) {
                continue;
            }
            let choices = self.choices(blocks, uses, &taken);
            seen.push(taken);
            let cost = memory_cost(blocks, uses, &choices);
            if cost < limit {
                (best, limit) = (Some((reg, choices)), cost);
            }
        }
        best
    }

    /// Splits `id` as planned in `choices` for its blocks, ranges and uses. The interval at their
    /// boundaries is in `chosen`, if that is free.
    pub(super) fn split_at(
        &mut self,
        id: IntervalId,
        (blocks, ranges, uses): (&[LiveBlock], &[Range], &[Range]),
        choices: &[Choice],
        chosen: Option<PhysReg>,
    ) {
        let (segments, count) = segments(blocks, ranges, uses, choices);
        let split = self.cut(id, &segments, count);
        self.spill(split[0]);
        for (n, &id) in split.iter().enumerate().skip(1) {
            match chosen.filter(|_| n == 1 && !self.intervals.get(id).ranges().is_empty()) {
                Some(reg) => self.assign_or_enqueue(id, reg),
                None => self.enqueue(id),
            }
        }
    }

    /// Assigns `reg` to `id`, if it is available, or adds `id` to the queue.
    pub(super) fn assign_or_enqueue(&mut self, id: IntervalId, reg: PhysReg) {
        if self.is_free(id, reg, !0) && !self.is_lost(id, reg) {
            self.assign(id, reg);
        } else {
            self.enqueue(id);
        }
    }

    /// Returns true if `reg` is reserved, or clobbered where `id` lives.
    pub(super) fn is_lost(&self, id: IntervalId, reg: PhysReg) -> bool {
        self.fixed.clobbered_units(self.intervals.get(id)) & self.target.registers().unit_set(reg) != 0
    }

    /// Returns the live blocks of `id`, its ranges cut at their boundaries, and the minimal ranges
    /// of its uses.
    pub(super) fn blocks_with_uses(&self, id: IntervalId) -> (Vec<LiveBlock>, Vec<Range>, Vec<Range>) {
        let (mut blocks, ranges) = self.live_blocks(id);
        let uses = needs(self.intervals.get(id).uses());
        let mut from = 0;
        for block in &mut blocks {
            let count = uses[from..].partition_point(|u| u.start < block.live.end);
            block.uses = (from, from + count);
            from += count;
        }
        debug_assert_eq!(from, uses.len(), "each use is in a live block");
        (blocks, ranges, uses)
    }

    /// Returns the live blocks of `id`, and its ranges cut at their boundaries.
    fn live_blocks(&self, id: IntervalId) -> (Vec<LiveBlock>, Vec<Range>) {
        let interval = self.intervals.get(id);
        let count = interval.ranges().iter().map(|&range| self.numbering.blocks_of(range).len()).sum();
        let (mut blocks, mut ranges) = (Vec::<LiveBlock>::with_capacity(count), Vec::with_capacity(count));
        for &range in interval.ranges() {
            for n in self.numbering.blocks_of(range) {
                let span = self.numbering.spans[self.numbering.order[n].index()];
                let cut = Range { start: range.start.max(span.start), end: range.end.min(span.end) };
                debug_assert!(cut.start < cut.end, "{}: an empty range in block {n}", interval.vreg);
                ranges.push(cut);
                match blocks.last_mut().filter(|b| b.n == n) {
                    Some(block) => {
                        (block.live.end, block.ranges.1) = (cut.end, ranges.len());
                        block.live_out = cut.end == span.end;
                    }
                    None => blocks.push(LiveBlock {
                        n,
                        frequency: self.frequencies[n],
                        live: cut,
                        live_in: cut.start == span.start,
                        live_out: cut.end == span.end,
                        ranges: (ranges.len() - 1, ranges.len()),
                        uses: (0, 0),
                        definitions: 0,
                        last: span.end - 2,
                    }),
                }
            }
        }
        (blocks, ranges)
    }

    /// Returns the registers of the units `allowed` that are taken in the least frequent blocks.
    pub(super) fn least_taken(&self, id: IntervalId, blocks: &[LiveBlock], allowed: UnitSet) -> Vec<PhysReg> {
        let registers = self.target.registers();
        let class = registers.class(self.intervals.get(id).class);
        let free =
            |r: &&PhysReg| registers.unit_set(**r) & !allowed == 0 && !self.fixed.is_reserved(registers, **r);
        let mut taken: Vec<(f32, PhysReg)> = class.order.iter().filter(free).map(|&reg| (0.0, reg)).collect();
        let sets: Vec<_> = taken.iter().map(|t| self.target.registers().unit_set(t.1)).collect();
        for block in blocks {
            let busy = self.matrix.busy(block.n);
            let weight = if block.uses.0 < block.uses.1 { block.frequency } else { block.frequency / 4.0 };
            for (set, taken) in sets.iter().zip(&mut taken) {
                taken.0 += if busy & set != 0 { weight } else { 0.0 };
            }
        }
        taken.sort_by(|a, b| a.0.total_cmp(&b.0));
        taken.truncate(CANDIDATES);
        taken.into_iter().map(|t| t.1).collect()
    }

    /// Returns the positions at which `reg` is taken in each block.
    pub(super) fn taken_in(&self, blocks: &[LiveBlock], reg: PhysReg) -> Vec<Option<Range>> {
        blocks.iter().map(|block| self.taken(block, reg)).collect()
    }

    /// Returns the positions at which `reg` is taken in `block`.
    fn taken(&self, block: &LiveBlock, reg: PhysReg) -> Option<Range> {
        if self.matrix.busy(block.n) & self.target.registers().unit_set(reg) == 0 {
            return None;
        }
        let mut taken: Option<Range> = None;
        for &unit in self.target.registers().units(reg) {
            let held = self.matrix.extent(unit, block.live);
            for range in held.into_iter().chain(self.fixed.extent(unit, block.live)) {
                let so_far = taken.unwrap_or(range);
                taken = Some(Range { start: range.start.min(so_far.start), end: range.end.max(so_far.end) });
            }
        }
        taken
    }

    /// Returns for each block whether the value is at its boundaries in a register that is taken at
    /// these positions.
    pub(super) fn choices(
        &mut self,
        blocks: &[LiveBlock],
        uses: &[Range],
        taken: &[Option<Range>],
    ) -> Vec<Choice> {
        self.placement.clear();
        for (block, &taken) in blocks.iter().zip(taken) {
            let id = self.numbering.order[block.n];
            let (start, end) = (self.bundles.start(id), self.bundles.end(id));
            let uses = &uses[block.uses.0..block.uses.1];
            let (at_start, at_end) = match (taken, uses.first(), uses.last()) {
                (None, Some(_), _) => (block.frequency, block.frequency),
                (None, None, _) => {
                    self.placement.link(start, end, block.frequency);
                    continue;
                }
                (Some(taken), first, last) => {
                    let early = first.is_some_and(|u| u.end <= taken.start);
                    let late = last.is_some_and(|u| u.start & !1 >= taken.end);
                    let pull = |good: bool| if good { block.frequency } else { -block.frequency };
                    let at_start = if taken.start <= block.live.start { -MUST } else { pull(early) };
                    let is_lost = taken.end > block.last && !self.is_left_without_branch(id);
                    (at_start, if is_lost { -MUST } else { pull(late) })
                }
            };
            if block.live_in {
                self.placement.pull(start, at_start);
            }
            if block.live_out {
                self.placement.pull(end, at_end);
            }
        }
        self.placement.solve();
        let choice = |(block, &taken): (&LiveBlock, &Option<Range>)| {
            let id = self.numbering.order[block.n];
            let starts = block.live_in && self.placement.in_register(self.bundles.start(id));
            let ends = block.live_out && self.placement.in_register(self.bundles.end(id));
            Choice { taken, starts, ends }
        };
        blocks.iter().zip(taken).map(choice).collect()
    }

    /// Returns true if a load at the end of a block can be after all its instructions, on the edge.
    fn is_left_without_branch(&self, block: BlockId) -> bool {
        self.mf.block(block).successors.len() == 1 && self.mf.first_terminator(self.target, block).is_none()
    }

    /// Counts the definitions of `id` in each block, unless it is rematerialized.
    pub(super) fn count_definitions(&self, id: IntervalId, blocks: &mut [LiveBlock]) {
        let interval = self.intervals.get(id);
        let first = self.intervals.first(interval.vreg);
        if first.is_some_and(|first| self.intervals.remat[first.index()].is_some()) {
            return;
        }
        let mut n = 0;
        for u in interval.uses().iter().filter(|u| u.is_def && !u.is_free) {
            n += blocks[n..].partition_point(|block| block.live.end <= u.pos);
            if let Some(block) = blocks.get_mut(n) {
                block.definitions += 1;
            }
        }
    }
}

/// Returns the cost of loads and stores for `choices`, by frequency.
fn memory_cost(blocks: &[LiveBlock], uses: &[Range], choices: &[Choice]) -> f32 {
    let (mut loads, mut definitions, mut transitions) = (0.0, 0.0, 0.0);
    for (block, choice) in blocks.iter().zip(choices) {
        let cost = block.frequency + SIZE;
        loads += loads_of(block, uses, choice) as f32 * cost;
        definitions += block.definitions as f32 * cost;
        let to_memory = choice.taken.is_some() || block.live_out && !choice.ends;
        transitions += if to_memory && (choice.starts || block.definitions > 0) { cost } else { 0.0 };
    }
    loads + f32::min(definitions, transitions)
}

/// Returns the number of loads in `block` for `choice`.
fn loads_of(block: &LiveBlock, uses: &[Range], choice: &Choice) -> u32 {
    let uses = &uses[block.uses.0..block.uses.1];
    let (starts, ends) = (choice.starts, choice.ends);
    match (choice.taken, uses.first(), uses.last()) {
        (_, None, _) => u32::from(ends && (!starts || choice.taken.is_some())),
        (None, ..) => u32::from(block.live_in && !starts),
        (Some(taken), Some(first), Some(last)) => {
            let before = block.live_in && !starts && (first.start < taken.end || !ends);
            let inside = starts && !ends && last.end > taken.start;
            u32::from(before) + u32::from(inside) + u32::from(ends)
        }
        _ => 0,
    }
}

/// Returns the segments of the split intervals, and their number: 0 is in memory, 1 is in the
/// register at boundaries, and the others are the uses of one block each.
fn segments(
    blocks: &[LiveBlock],
    ranges: &[Range],
    uses: &[Range],
    choices: &[Choice],
) -> (Vec<(Range, usize)>, usize) {
    let (mut segments, mut count) = (Vec::new(), 2);
    for (block, choice) in blocks.iter().zip(choices) {
        let uses = &uses[block.uses.0..block.uses.1];
        let (head, tail) = live_in_and_out_ends(block, choice, uses);
        let inside = uses.iter().filter(|u| u.end > head && u.start & !1 < tail);
        let middle = inside.clone().next().zip(inside.clone().next_back());
        let middle = middle.map(|(a, b)| Range { start: (a.start & !1).max(head), end: b.end.min(tail) });
        let own = middle.map_or(0, |_| count);
        count += usize::from(middle.is_some());
        let middle = middle.unwrap_or(Range { start: head, end: head });
        let bounds = [(head, 1), (middle.start, 0), (middle.end, own), (tail, 0), (block.live.end, 1)];
        block.cut(ranges, &bounds, &mut segments);
    }
    (segments, count)
}

/// Returns the end of the range in the register at the start of the block, and the start of the
/// range at its end.
fn live_in_and_out_ends(block: &LiveBlock, choice: &Choice, uses: &[Range]) -> (Position, Position) {
    let live = block.live;
    let (Choice { starts, ends, .. }, taken) =
        (*choice, choice.taken.unwrap_or(Range { start: live.end, end: live.start }));
    if choice.taken.is_none() && (starts || !block.live_in) && (ends || !block.live_out) && (starts || ends) {
        return (live.end, live.end);
    }
    let last_before = uses.iter().map(|u| u.end).take_while(|&end| end <= taken.start).max();
    let head = if starts { last_before.unwrap_or(live.start) } else { live.start };
    let first_after = uses.iter().map(|u| u.start & !1).find(|&pos| pos >= taken.end && pos >= head);
    // If the register is taken up to the end, the load is on the edge.
    let loaded = if taken.end > block.last { live.end } else { block.last };
    let tail = if ends { first_after.unwrap_or(loaded).max(live.start) } else { live.end };
    (head, tail.max(head))
}
