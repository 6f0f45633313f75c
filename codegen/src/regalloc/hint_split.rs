//! Splits an interval around the register from which it is copied.
//!
//! Take a value in a caller-saved register, such as an argument, that is live across a call. It is
//! copied to a callee-saved register also on paths without a call. A result that one path computes
//! before a call is in a callee-saved register on all paths. If a register is free for the
//! whole interval but the hinted one is not, the interval may be split in two. One interval is in
//! the hinted register where that is available; the other is the rest. The value then moves near a
//! call. [`super::spill_placement`] decides for each block boundary which of the two holds the
//! value. The split is done if the moves are executed less often than the copies that they save.
//!
//! Cost: examining one register, for intervals of several blocks whose hinted register is clobbered
//! in another block.

use super::greedy::Greedy;
use super::interval::{Interval, IntervalId, Range};
use super::numbering::Position;
use super::region_split::{Choice, LiveBlock};
use crate::machine::desc::registers::PhysReg;

/// The maximum cost of the moves relative to the copies.
const MAX_MOVED_SHARE: f32 = 0.95;

/// The code-size cost of a move, in units of the entry's frequency.
const SIZE: f32 = 0.04;

impl Greedy<'_> {
    /// Splits `id`, for which `reg` is free, around its hinted register. That requires that the
    /// hinted register is not available for all of it, and that the split executes less. Returns
    /// true if it was split.
    pub(super) fn split_around_hint(&mut self, id: IntervalId, reg: PhysReg) -> bool {
        if self.info[id.index()].splits > 0 || self.block_of(self.intervals.get(id)).is_some() {
            return false;
        }
        let Some(hint) = self.unavailable_hint(id).filter(|&hint| hint != reg) else { return false };
        let (blocks, ranges, uses) = self.blocks_with_uses(id);
        let taken = self.taken_in(&blocks, hint);
        let choices = self.choices(&blocks, &uses, &taken);
        let segments = segments(&blocks, &ranges, &uses, &choices);
        if self.moves(&segments) >= MAX_MOVED_SHARE * self.saved_copies(id, hint, &segments) {
            return false;
        }
        for (id, reg) in self.cut(id, &segments, 2).into_iter().zip([reg, hint]) {
            self.assign_or_enqueue(id, reg);
        }
        true
    }

    /// Returns the register of the most frequent copy to `id`, or of the copy that returns it, if it is
    /// taken elsewhere in the interval but not in the copy's block.
    pub(super) fn unavailable_hint(&self, id: IntervalId) -> Option<PhysReg> {
        let interval = self.intervals.get(id);
        let first = self.intervals.first(interval.vreg)?;
        let mut found: Option<(PhysReg, f32)> = None;
        for hint in &self.intervals.hints[first.index()] {
            let Some(other) = hint.other.as_phys() else { continue };
            let Some(reg) = hint.register(other, interval.class, self.target.registers()) else { continue };
            if !self.leaves_block_in(interval, hint.pos, reg) && !self.is_returned_in(interval, hint.pos, reg)
            {
                continue;
            }
            let frequency = self.frequency_at(hint.copy_pos);
            match &mut found {
                Some((known, sum)) if *known == reg => *sum += frequency,
                Some((_, sum)) if *sum >= frequency => {}
                _ => found = Some((reg, frequency)),
            }
        }
        found
            .map(|(reg, _)| reg)
            .filter(|&reg| self.is_lost(id, reg) && !self.fixed.is_reserved(self.target.registers(), reg))
    }

    /// Returns true if the copy at `pos` is from `reg`, which stays available up to the end of the
    /// block or of the range.
    fn leaves_block_in(&self, interval: &Interval, pos: Position, reg: PhysReg) -> bool {
        let span = self.numbering.spans[self.numbering.order[self.numbering.block_index(pos)].index()];
        let written = interval.ranges().iter().find(|range| (range.start..range.end).contains(&(pos + 1)));
        let Some(range) = written.filter(|range| range.start == pos + 1) else { return false };
        self.is_not_fixed(reg, Range { start: range.start, end: range.end.min(span.end) })
    }

    /// Returns true if the copy at `pos` is the last reader, writes `reg`, and is in a block that
    /// returns; `reg` is available before it.
    fn is_returned_in(&self, interval: &Interval, pos: Position, reg: PhysReg) -> bool {
        let block = self.numbering.order[self.numbering.block_index(pos)];
        if !self.mf.block(block).successors.is_empty() {
            return false;
        }
        let read = interval.ranges().iter().find(|range| (range.start..range.end).contains(&pos));
        let Some(range) = read.filter(|range| range.end == pos + 1) else { return false };
        let start = range.start.max(self.numbering.spans[block.index()].start);
        self.is_not_fixed(reg, Range { start, end: pos + 1 })
    }

    /// Returns true if no fixed range or call takes `reg` in `range`.
    fn is_not_fixed(&self, reg: PhysReg, range: Range) -> bool {
        self.target.registers().units(reg).iter().all(|&unit| self.fixed.extent(unit, range).is_none())
    }

    /// Returns the cost of the copies from or to `reg` that disappear if `segments` place `id`
    /// there.
    fn saved_copies(&self, id: IntervalId, reg: PhysReg, segments: &[(Range, usize)]) -> f32 {
        let interval = self.intervals.get(id);
        let Some(first) = self.intervals.first(interval.vreg) else { return 0.0 };
        let is_in = |pos: Position| {
            let n = segments.partition_point(|segment| segment.0.end <= pos);
            segments.get(n).is_some_and(|segment| segment.0.start <= pos && segment.1 == 1)
        };
        let saved = self.intervals.hints[first.index()].iter().filter(|hint| {
            let same = |other| hint.register(other, interval.class, self.target.registers()) == Some(reg);
            hint.other.as_phys().is_some_and(same) && (is_in(hint.pos) || is_in(hint.pos + 1))
        });
        saved.map(|hint| self.move_cost(hint.copy_pos)).sum()
    }

    /// Returns the cost of moves between the two intervals within blocks.
    fn moves(&self, segments: &[(Range, usize)]) -> f32 {
        let pairs = segments.iter().zip(segments.get(1..).unwrap_or_default());
        let moved = pairs.filter(|((a, from), (b, to))| {
            a.end == b.start && from != to && !self.numbering.is_block_start(b.start)
        });
        moved.map(|(_, (range, _))| self.move_cost(range.start)).sum()
    }

    /// Returns the cost of a move at `pos`.
    fn move_cost(&self, pos: Position) -> f32 {
        let frequency = self.frequency_at(pos);
        if self.mf.attrs.min_size { 1.0 } else { frequency + SIZE }
    }
}

/// Returns the segments of the two intervals: 1 is in the register of `choices`, 0 is in another
/// one.
fn segments(
    blocks: &[LiveBlock],
    ranges: &[Range],
    uses: &[Range],
    choices: &[Choice],
) -> Vec<(Range, usize)> {
    let mut segments = Vec::new();
    for (block, choice) in blocks.iter().zip(choices) {
        let (head, tail) = live_in_and_out_ends(block, choice, &uses[block.uses.0..block.uses.1]);
        block.cut(ranges, &[(head, 1), (tail, 0), (block.live.end, 1)], &mut segments);
    }
    segments
}

/// Returns the end of the range in the register at the start of the block, and the start of the
/// range at its end. Moves are inserted before instructions, at even positions.
fn live_in_and_out_ends(block: &LiveBlock, choice: &Choice, uses: &[Range]) -> (Position, Position) {
    let live = block.live;
    let Choice { starts, ends, taken } = *choice;
    let Some(taken) = taken else {
        return match (starts || !block.live_in, ends || !block.live_out) {
            (true, true) if starts || ends => (live.end, live.end),
            _ if starts => (block.last.max(live.start), live.end),
            _ if ends => (live.start, (live.start + 2).min(live.end)),
            _ => (live.start, live.end),
        };
    };
    let last_before = uses.iter().map(|u| u.end).take_while(|&end| end <= taken.start).max();
    let head = match last_before {
        _ if !starts => live.start,
        None => live.start + 2,
        // After the last reader, unless that takes the register.
        Some(end) if end % 2 == 1 && taken.start > end => end + 1,
        Some(end) => end & !1,
    };
    let first_after = uses.iter().map(|u| u.start & !1).find(|&pos| pos >= taken.end && pos >= head);
    // If the register is taken up to the end, the move is on the edge.
    let moved = if taken.end > block.last { live.end } else { block.last };
    let tail = if ends { first_after.unwrap_or(moved) } else { live.end };
    (head, tail.max(head))
}
