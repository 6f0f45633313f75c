//! Where and how intervals are split, and what becomes of spilled ranges.

use super::interval::{Assignment, IntervalId};
use super::numbering::Position;
use super::scan::Scan;

impl Scan<'_> {
    /// Cuts `id` at `at`, which is after its start and before its end, and returns the new split range.
    pub(super) fn split(&mut self, id: IntervalId, at: Position) -> IntervalId {
        let new = IntervalId(self.intervals.list.len() as u32);
        let interval = &mut self.intervals.list[id.index()];
        let mut rest = interval.cut(at);
        rest.next = interval.next.replace(new);
        self.intervals.list.push(rest);
        new
    }

    /// Cuts `id` at `at` and has the new split range looked at later.
    pub(super) fn split_and_enqueue(&mut self, id: IntervalId, at: Position) {
        let rest = self.split(id, at);
        self.enqueue(rest);
    }

    /// Spills `id` from its start up to before its next use that needs a register (which is not at the start); what
    /// follows is looked at later.
    pub(super) fn spill(&mut self, id: IntervalId) {
        let interval = self.intervals.get(id);
        if let Some(must) = interval.next_must(interval.start()) {
            self.split_and_enqueue(id, must & !1);
        }
        self.intervals.list[id.index()].assignment = Assignment::Spilled;
    }

    /// Spills the active interval `id` from `pos` on.
    pub(super) fn evict(&mut self, id: IntervalId, pos: Position) {
        let start = self.intervals.get(id).start();
        let rest = if start < pos { self.split(id, pos) } else { id };
        self.spill(rest);
    }
}
