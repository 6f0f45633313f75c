//! Splits intervals, and spills split ranges.

use super::interval::{Assignment, IntervalId};
use super::numbering::Position;
use super::scan::Scan;

impl Scan<'_> {
    /// Splits `id` at `at`, which is after its start and before its end. Returns the new split
    /// interval.
    pub(super) fn split(&mut self, id: IntervalId, at: Position) -> IntervalId {
        let new = IntervalId(self.intervals.list.len() as u32);
        let interval = &mut self.intervals.list[id.index()];
        let mut rest = interval.cut(at);
        rest.next = interval.next.replace(new);
        self.intervals.list.push(rest);
        new
    }

    /// Splits `id` at `at` and adds the new split interval to the queue.
    pub(super) fn split_and_enqueue(&mut self, id: IntervalId, at: Position) {
        let rest = self.split(id, at);
        self.enqueue(rest);
    }

    /// Spills `id` up to its next use that requires a register, which must not be at its start. The
    /// rest is added to the queue.
    pub(super) fn spill(&mut self, id: IntervalId) {
        let interval = self.intervals.get(id);
        if let Some(must) = interval.next_must(interval.start()) {
            debug_assert!(
                must & !1 > interval.start(),
                "{} is spilled where it requires a register: {must}",
                interval.vreg
            );
            self.split_and_enqueue(id, must & !1);
        }
        debug_assert!(
            self.intervals.get(id).next_must(0).is_none(),
            "{} is spilled where it requires a register",
            self.intervals.get(id).vreg
        );
        self.intervals.list[id.index()].assignment = Assignment::Spilled;
    }

    /// Spills the active interval `id` from `pos` on.
    pub(super) fn evict(&mut self, id: IntervalId, pos: Position) {
        let start = self.intervals.get(id).start();
        let rest = if start < pos { self.split(id, pos) } else { id };
        self.spill(rest);
    }
}
