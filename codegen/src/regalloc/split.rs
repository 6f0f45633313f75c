//! Where and how intervals are split, and what becomes of spilled parts.

use super::interval::{IntervalId, Place};
use super::numbering::Position;
use super::scan::Scan;

impl Scan<'_> {
    /// The best even position in `earliest..=latest` (both inside one interval, `latest` even): the start of the latest
    /// block of the smallest loop depth on the way, if that is less deep than `latest`; else `latest`.
    pub(super) fn best_split(&self, earliest: Position, latest: Position) -> Position {
        if self.depths.is_empty() {
            return latest;
        }
        let (first, last) = (self.numbering.block_index(earliest), self.numbering.block_index(latest));
        let depth = |n: usize| self.depths[self.numbering.order[n].index()];
        let start = |n: usize| self.numbering.spans[self.numbering.order[n].index()].start;
        let (mut best, mut best_depth) = (latest, depth(last));
        // Far away loops are not worth the search.
        for n in (first..=last).rev().take(32) {
            let at = start(n);
            let boundary = depth(n).min(if n == 0 { 0 } else { depth(n - 1) });
            if at >= earliest && at < best && boundary < best_depth {
                (best, best_depth) = (at, boundary);
            }
        }
        best
    }

    /// Cuts `id` at `at`, which is behind its start and before its end, and returns the new part.
    pub(super) fn split(&mut self, id: IntervalId, at: Position) -> IntervalId {
        let new = IntervalId(self.intervals.list.len() as u32);
        let interval = &mut self.intervals.list[id.index()];
        let mut rest = interval.cut(at);
        rest.next = interval.next.replace(new);
        self.intervals.list.push(rest);
        new
    }

    /// Cuts `id` at `at` and has the new part looked at later.
    pub(super) fn split_and_enqueue(&mut self, id: IntervalId, at: Position) {
        let rest = self.split(id, at);
        self.enqueue(rest);
    }

    /// Spills `id` from its start up to before its next use that needs a register (which is not at the start); what
    /// follows is looked at later.
    pub(super) fn spill(&mut self, id: IntervalId) {
        self.spill_beyond(id, self.intervals.get(id).start());
    }

    /// Spills `id` from its start up to a place behind `pos`, the scan's position.
    fn spill_beyond(&mut self, id: IntervalId, pos: Position) {
        let interval = self.intervals.get(id);
        if let Some(must) = interval.next_must(interval.start()) {
            let at = self.best_split(pos + 1, must & !1);
            self.split_and_enqueue(id, at);
        }
        self.intervals.list[id.index()].place = Place::Spilled;
    }

    /// Spills the active interval `id` from `pos` on, or from where a loop begins in which it is not used before `pos`: it is in
    /// memory anyway, and does not have to come back to its register at the end of the loop.
    pub(super) fn evict(&mut self, id: IntervalId, pos: Position) {
        let interval = self.intervals.get(id);
        let start = interval.start();
        let rest = if start < pos {
            let used = interval.last_use_before(pos).unwrap_or(start).max(start);
            let at = self.best_split(((used | 1) + 1).min(pos), pos);
            self.split(id, at)
        } else {
            id
        };
        self.spill_beyond(rest, pos);
    }
}
