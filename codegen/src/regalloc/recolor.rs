//! Recoloring: moves assigned intervals to other registers if that saves copies.
//!
//! Block-local intervals are assigned by position, so the register of a value is often chosen
//! before the register to which it is copied. Three corrections follow LLVM's greedy allocator
//! (hint recoloring, eviction of broken hints):
//!
//! * A hinted register is vacated if its only holder can move and loses fewer copies.
//! * After an assignment, intervals that are copied to or from it move to its register if it is
//!   free for them. Intervals copied to or from those follow.
//! * A tuple takes the registers to which most of its members can move: the intervals that are
//!   copied to or from its sub-registers.
//!
//! Only intervals that are not split move, and no callee-saved register is used for that. The number
//! of saved copies never decreases.
//!
//! Cost: the hints of an assigned interval and of at most `MAX_MOVED` others, none of them with more
//! than `MAX_HINTS`.

use super::greedy::Greedy;
use super::interval::{Assignment, Hint, IntervalId};
use crate::machine::desc::registers::PhysReg;
use smallvec::SmallVec;

/// The maximum number of hints of an interval that is examined.
const MAX_HINTS: usize = 16;

/// The maximum number of intervals that move after one assignment.
const MAX_MOVED: usize = 8;

/// The savings of a member of a tuple that must move first, relative to one in its register.
const MOVED_MEMBER: f32 = 0.9;

impl Greedy<'_> {
    /// Vacates the first of the registers that are hinted to `id`, if that saves more copies than
    /// `free`. Returns it.
    pub(super) fn vacate(
        &mut self,
        id: IntervalId,
        hinted: &[PhysReg],
        free: Option<PhysReg>,
    ) -> Option<PhysReg> {
        let &reg = hinted.first().filter(|&&reg| Some(reg) != free)?;
        let gain = self.saved(id, reg) - free.map_or(0.0, |free| self.saved(id, free));
        if gain <= 0.0 {
            return None;
        }
        let holder = self.only_holder(id, reg)?;
        // A copy between both is saved only if the holder stays.
        let first = self.intervals.first(self.intervals.get(id).vreg)?;
        let of_holder =
            |hint: &Hint| hint.other.as_virt().and_then(|v| self.intervals.first(v)) == Some(holder);
        if self.intervals.hints[first.index()].iter().any(of_holder) {
            return None;
        }
        let Assignment::Reg(now) = self.intervals.get(holder).assignment else { return None };
        let units = self.target.registers().unit_set(reg);
        let order = self.target.registers().class(self.intervals.get(holder).class).order;
        let mut best: Option<(PhysReg, f32)> = None;
        for &other in order {
            let apart = self.target.registers().unit_set(other) & units == 0;
            if apart && self.can_move(holder, other) {
                let saved = self.saved(holder, other);
                if best.is_none_or(|(_, most)| saved > most) {
                    best = Some((other, saved));
                }
            }
        }
        let (to, saved) = best?;
        if gain + saved <= self.saved(holder, now) {
            return None;
        }
        self.move_to(holder, now, to);
        Some(reg)
    }

    /// Returns the only interval that holds `reg` while `id` is live, if it is not split.
    fn only_holder(&self, id: IntervalId, reg: PhysReg) -> Option<IntervalId> {
        let ranges = self.intervals.get(id).ranges();
        let mut found = None;
        for &unit in self.target.registers().units(reg) {
            if self.fixed.meets(unit, ranges) {
                return None;
            }
            for (_, holder) in ranges.iter().flat_map(|&range| self.matrix.holders(unit, range)) {
                if *found.get_or_insert(holder) != holder {
                    return None;
                }
            }
        }
        found.filter(|&holder| self.is_whole(holder))
    }

    /// Moves intervals that are copied to or from `id`, which has been assigned, to its register.
    pub(super) fn recolor(&mut self, id: IntervalId) {
        let mut pending: SmallVec<[IntervalId; MAX_MOVED]> = SmallVec::from_slice(&[id]);
        let mut seen = pending.clone();
        while let Some(next) = pending.pop() {
            if !self.is_whole(next) {
                continue;
            }
            for n in 0..self.intervals.hints[next.index()].len() {
                let hint = self.intervals.hints[next.index()][n];
                let Some((other, now, to)) = self.target_of_hint(next, hint, None) else { continue };
                let gains = |greedy: &Self| greedy.saved(other, to) >= greedy.saved(other, now);
                if now == to || seen.contains(&other) || !self.can_move(other, to) || !gains(self) {
                    continue;
                }
                self.move_to(other, now, to);
                seen.push(other);
                pending.push(other);
                if seen.len() > MAX_MOVED {
                    return;
                }
            }
        }
    }

    /// Returns the interval at the other side of `hint`, its register, and the one that it requires
    /// to save the copy if `id` is in `reg`, or else in its own register.
    fn target_of_hint(
        &self,
        id: IntervalId,
        hint: Hint,
        reg: Option<PhysReg>,
    ) -> Option<(IntervalId, PhysReg, PhysReg)> {
        let interval = self.intervals.get(id);
        let other = self.intervals.first(hint.other.as_virt()?)?;
        let Assignment::Reg(now) = self.intervals.get(other).assignment else { return None };
        let own = match interval.assignment {
            Assignment::Reg(own) => own,
            _ => reg?,
        };
        if !self.is_whole(other) {
            return None;
        }
        let class = self.intervals.get(other).class;
        let to = hint.mirrored(interval.vreg).register(own, class, self.target.registers())?;
        Some((other, now, to))
    }

    /// Returns the free registers for `id`, a tuple that is copied together, to which most of its
    /// members can move.
    pub(super) fn register_by_members(&self, id: IntervalId) -> Option<PhysReg> {
        let registers = self.target.registers();
        let interval = self.intervals.get(id);
        let hints = self.intervals.hints.get(id.index()).filter(|_| self.is_whole(id))?;
        let is_high = |hint: &Hint| !registers.has_low_parts(interval.class, hint.sub);
        if hints.len() > MAX_HINTS || !hints.iter().any(is_high) {
            return None;
        }
        let lost = self.fixed.clobbered_units(interval);
        let mut best: Option<(PhysReg, f32)> = None;
        for &reg in registers.class(interval.class).order {
            if registers.unit_set(reg) & lost != 0 || !self.is_free(id, reg, !0) {
                continue;
            }
            let saved = hints.iter().map(|&hint| self.saved_with_member(id, hint, reg)).sum();
            if best.is_none_or(|(_, most)| saved > most) {
                best = Some((reg, saved));
            }
        }
        best.filter(|&(_, saved)| saved > 0.0).map(|(reg, _)| reg)
    }

    /// Returns the savings of the copy of `hint` if the tuple `id` is in `reg`, and of the copies
    /// to or from the copied member.
    fn saved_with_member(&self, id: IntervalId, hint: Hint, reg: PhysReg) -> f32 {
        let frequency = self.frequency_at(hint.copy_pos);
        if hint.other.as_phys().is_some() {
            let is_saved = self.hinted(hint, self.intervals.get(id).class) == Some(reg);
            return if is_saved { frequency } else { 0.0 };
        }
        let Some((member, now, to)) = self.target_of_hint(id, hint, Some(reg)) else { return 0.0 };
        if now == to {
            return frequency + self.saved(member, now);
        }
        if !self.can_follow(id, member, to) {
            return 0.0;
        }
        let hints = self.intervals.hints[member.index()].iter().take(MAX_HINTS);
        let others = hints.map(|&hint| self.saved_beside(id, (member, to), hint));
        MOVED_MEMBER * frequency + others.sum::<f32>()
    }

    /// Returns the savings of the copy of `hint` if `member` moves to `to`, and the other side may
    /// follow; but not over the tuple `id`.
    fn saved_beside(&self, id: IntervalId, (member, to): (IntervalId, PhysReg), hint: Hint) -> f32 {
        let registers = self.target.registers();
        let frequency = self.frequency_at(hint.copy_pos);
        if hint.other.as_phys().is_some() {
            let is_saved = self.hinted(hint, self.intervals.get(member).class) == Some(to);
            return if is_saved { frequency } else { 0.0 };
        }
        let Some(other) = hint.other.as_virt().and_then(|vreg| self.intervals.first(vreg)) else {
            return 0.0;
        };
        let interval = self.intervals.get(other);
        let Assignment::Reg(now) = interval.assignment else { return 0.0 };
        let mirrored = hint.mirrored(self.intervals.get(member).vreg);
        let Some(follows) = mirrored.register(to, interval.class, registers).filter(|_| other != id) else {
            return 0.0;
        };
        if follows == now {
            return frequency;
        }
        if !self.is_whole(other) || !self.can_follow(id, other, follows) {
            return 0.0;
        }
        let with_member = if self.hinted(mirrored, interval.class) == Some(now) { frequency } else { 0.0 };
        let lost = self.saved(other, now) - with_member;
        (MOVED_MEMBER * frequency + self.saved(other, follows) - lost).max(0.0)
    }

    /// Returns true if `member` can move to `reg`, which the tuple `id` will hold.
    fn can_follow(&self, id: IntervalId, member: IntervalId, reg: PhysReg) -> bool {
        let is_apart = self.intervals.get(member).intersection(self.intervals.get(id), 0).is_none();
        is_apart && self.can_hold(member, reg)
    }

    /// Returns the execution frequency of the copies that `reg` saves.
    fn saved(&self, id: IntervalId, reg: PhysReg) -> f32 {
        let interval = self.intervals.get(id);
        let Some(first) = self.intervals.first(interval.vreg) else { return 0.0 };
        let hints = self.intervals.hints[first.index()].iter();
        let saved = hints.filter(|hint| {
            let here = interval.covers(hint.pos) || interval.covers(hint.pos + 1);
            here && self.hinted(**hint, interval.class) == Some(reg)
        });
        saved.map(|hint| self.frequency_at(hint.copy_pos)).sum()
    }

    /// Returns true if `id` is all of its virtual register, with few hints.
    fn is_whole(&self, id: IntervalId) -> bool {
        let interval = self.intervals.get(id);
        interval.next.is_none()
            && self.intervals.first(interval.vreg) == Some(id)
            && self.intervals.hints[id.index()].len() <= MAX_HINTS
    }

    /// Returns true if `id`, which is assigned, can move to `reg`, and no register is saved for that.
    fn can_move(&self, id: IntervalId, reg: PhysReg) -> bool {
        self.target.registers().unit_set(reg) & !self.unsaved == 0 && self.can_hold(id, reg)
    }

    /// Returns true if `reg` can hold `id`.
    fn can_hold(&self, id: IntervalId, reg: PhysReg) -> bool {
        let interval = self.intervals.get(id);
        let registers = self.target.registers();
        registers.contains(interval.class, reg)
            && registers.class(interval.class).order.contains(&reg)
            && registers.unit_set(reg) & self.fixed.clobbered_units(interval) == 0
            && self.is_free(id, reg, !0)
    }

    /// Moves `id` from `now` to `reg`, which is free for it.
    fn move_to(&mut self, id: IntervalId, now: PhysReg, reg: PhysReg) {
        let interval = self.intervals.get(id);
        self.matrix.remove(self.target.registers(), self.numbering, interval, now);
        self.intervals.list[id.index()].assignment = Assignment::Unassigned;
        self.assign(id, reg);
    }
}
