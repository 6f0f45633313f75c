//! All intervals of a function.

use super::interval::{Assignment, Hint, Interval, IntervalId, Range};
use super::locals::Locals;
use super::numbering::Position;
use crate::ir::entity::{InstId, VReg};
use smallvec::SmallVec;

/// A live range of a register that has been split.
#[derive(Clone, Copy, Debug)]
pub struct Segment {
    /// Its positions.
    pub range: Range,
    /// The split interval that it belongs to.
    pub interval: IntervalId,
}

/// Registers that would save copies of one register.
pub(crate) type Hints = SmallVec<[Hint; 2]>;

/// All intervals of a function.
#[derive(Debug, Default)]
pub(crate) struct Intervals {
    /// Leaders, unordered, then the intervals that splitting has created.
    pub list: Vec<Interval>,
    /// By virtual register: its leader, or `u32::MAX`.
    pub of_vreg: Vec<u32>,
    /// Registers that are local to one block, unless they had to become intervals.
    pub locals: Locals,
    /// By leader: its hints.
    pub hints: Vec<Hints>,
    /// By leader: the instruction that rematerializes the value, which reads no register.
    pub remat: Vec<Option<InstId>>,
    /// True if coalescing has given any interval definitions in several blocks.
    pub coalesced: bool,
    /// The ranges of all split registers, sorted by position for each register.
    pub(super) segments: Vec<Segment>,
    /// By leader: the range of its entries in `segments`; empty if it has not been split.
    pub(super) segments_of: Vec<(u32, u32)>,
    /// By leader: the last split interval of its register, and the position from which on it is the
    /// only one.
    pub(super) last_intervals: Vec<(Position, IntervalId)>,
}

impl Intervals {
    /// Returns the leader of `vreg`, if it is live anywhere.
    pub(crate) fn first(&self, vreg: VReg) -> Option<IntervalId> {
        self.of_vreg.get(vreg.index()).filter(|&&id| id != u32::MAX).map(|&id| IntervalId(id))
    }

    /// Adds the leader of a register.
    pub(crate) fn add(&mut self, interval: Interval) -> IntervalId {
        let (index, vreg) = (self.list.len(), interval.vreg.index());
        if vreg >= self.of_vreg.len() {
            self.of_vreg.resize(vreg + 1, u32::MAX);
        }
        debug_assert!(self.of_vreg[vreg] == u32::MAX, "{} has two leaders", interval.vreg);
        self.of_vreg[vreg] = index as u32;
        self.list.push(interval);
        if self.hints.len() < index {
            self.hints.resize(index, SmallVec::new());
            self.remat.resize(index, None);
        }
        self.hints.push(SmallVec::new());
        self.remat.push(None);
        IntervalId(index as u32)
    }

    /// Reserves room for `count` intervals.
    pub(super) fn reserve(&mut self, count: usize) {
        self.list.reserve(count);
        self.hints.reserve(count);
        self.remat.reserve(count);
    }

    /// Removes all intervals, and prepares for a function with `num_vregs` registers.
    pub(super) fn clear(&mut self, num_vregs: usize) {
        for interval in self.list.drain(..) {
            self.of_vreg[interval.vreg.index()] = u32::MAX;
        }
        self.of_vreg.resize(num_vregs, u32::MAX);
        self.hints.clear();
        self.remat.clear();
        self.coalesced = false;
    }

    /// Removes the interval of `vreg`, which must not have been split. Returns it with its hints
    /// and the instruction that rematerializes it.
    pub(crate) fn take(&mut self, vreg: VReg) -> Option<(Interval, Hints, Option<InstId>)> {
        let id = self.first(vreg)?.index();
        debug_assert!(self.list[id].next.is_none(), "{vreg} has been split");
        self.of_vreg[vreg.index()] = u32::MAX;
        let (interval, hints) = (&mut self.list[id], std::mem::take(&mut self.hints[id]));
        let class = interval.class;
        Some((std::mem::replace(interval, Interval::new(vreg, class)), hints, self.remat[id]))
    }

    /// Returns the leaders, unordered.
    pub(crate) fn leaders(&self) -> impl Iterator<Item = IntervalId> + '_ {
        let ids = (0..self.hints.len() as u32).map(IntervalId);
        ids.filter(|&id| self.of_vreg[self.get(id).vreg.index()] == id.0)
    }

    /// Returns the interval `id`.
    pub(crate) fn get(&self, id: IntervalId) -> &Interval {
        &self.list[id.index()]
    }

    /// Returns the split interval of `vreg` that covers `pos`, or else the last one that ends
    /// before it. Used after the scan: requires [`Intervals::index_segments`].
    pub(crate) fn at(&self, vreg: VReg, pos: Position) -> Option<IntervalId> {
        Some(self.around(self.first(vreg)?, pos).1)
    }

    /// Returns the interval at `pos` of the register whose leader is `first`, with the positions
    /// for which the answer is the same.
    pub(crate) fn around(&self, first: IntervalId, pos: Position) -> (Range, IntervalId) {
        let (start, last) = self.last_intervals[first.index()];
        if pos >= start {
            return (Range { start, end: Position::MAX }, last);
        }
        let segments = self.segments(first);
        let started = segments.partition_point(|segment| segment.range.start <= pos);
        let end = segments.get(started).map_or(start, |next| next.range.start);
        let range = |segment: &Segment| Range { start: segment.range.start, end };
        match (segments.get(started.wrapping_sub(1)), segments.first()) {
            (Some(segment), _) => (range(segment), segment.interval),
            (None, Some(segment)) => (Range { start: 0, end }, segment.interval),
            (None, None) => (Range { start: 0, end }, first),
        }
    }

    /// Returns true if the register whose leader is `first` has been split.
    pub(crate) fn is_split(&self, first: IntervalId) -> bool {
        let (start, end) = self.segments_of[first.index()];
        start != end
    }

    /// Returns the ranges of the register whose leader is `first`, in order; none if it has not
    /// been split. Used after the scan: requires [`Intervals::index_segments`].
    pub(crate) fn segments(&self, first: IntervalId) -> &[Segment] {
        let (start, end) = self.segments_of[first.index()];
        &self.segments[start as usize..end as usize]
    }

    /// Returns the index in `segments` of the first range of the register whose leader is `first`.
    pub(crate) fn first_segment(&self, first: IntervalId) -> usize {
        self.segments_of[first.index()].0 as usize
    }

    /// Returns the index in `segments` of the range at `pos`, where the register is live.
    pub(crate) fn segment_index(&self, first: IntervalId, pos: Position) -> Option<usize> {
        let started = self.segments(first).partition_point(|segment| segment.range.start <= pos);
        (started > 0).then(|| self.first_segment(first) + started - 1)
    }

    /// Returns the number of ranges of all split registers.
    pub(crate) fn num_segments(&self) -> usize {
        self.segments.len()
    }

    /// Adds registers that have one physical register wherever they are live to the block-local
    /// ones.
    pub(crate) fn settle(&mut self) {
        for (id, interval) in self.list.iter().enumerate().take(self.hints.len()) {
            let is_leader = self.of_vreg[interval.vreg.index()] == id as u32;
            if let Assignment::Reg(reg) = interval.assignment
                && is_leader
                && interval.next.is_none()
            {
                self.locals.settle(interval.vreg, reg);
            }
        }
    }

    /// Indexes the ranges of each split register, after splitting is complete.
    pub(crate) fn index_segments(&mut self) {
        let (mut segments, mut segments_of) = (Vec::new(), vec![(0, 0); self.hints.len()]);
        let mut last_intervals: Vec<_> = (0..self.hints.len() as u32).map(|id| (0, IntervalId(id))).collect();
        for first in self.leaders() {
            let (start, mut next) = (segments.len(), self.get(first).next.map(|_| first));
            while let Some(interval) = next {
                segments.extend(self.get(interval).ranges().iter().map(|&range| Segment { range, interval }));
                next = self.get(interval).next;
            }
            segments[start..].sort_unstable_by_key(|segment| segment.range.start);
            let is_apart = |a: &Segment, b: &Segment| a.range.end <= b.range.start;
            debug_assert!(
                segments[start..].is_sorted_by(is_apart),
                "split intervals of {} overlap",
                self.get(first).vreg
            );
            if let Some(run) = segments[start..].chunk_by(|a, b| a.interval == b.interval).next_back() {
                last_intervals[first.index()] = (run[0].range.start, run[0].interval);
            }
            segments_of[first.index()] = (start as u32, segments.len() as u32);
        }
        (self.segments, self.segments_of, self.last_intervals) = (segments, segments_of, last_intervals);
    }
}
