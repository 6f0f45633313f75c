//! Eviction in linear scan, when no register is free.

use super::interval::{Assignment, IntervalId};
use super::numbering::Position;
use super::scan::{Active, Scan};
use crate::machine::desc::registers::PhysReg;
use crate::support::error::{CompileError, Result};

/// The consequences of taking a register.
struct Candidate {
    reg: PhysReg,
    /// The nearest next use of its holders.
    next_use: Position,
    /// The position where a fixed range or a call ends its availability.
    block: Position,
}

/// The next use of a holder that cannot be evicted here.
const IN_USE: Position = 0;

impl Candidate {
    /// Returns true if the register is available beyond the next instruction.
    fn lasts_beyond(&self, start: Position) -> bool {
        self.block & !1 > start + 1
    }
}

impl Scan<'_> {
    /// Assigns a location to `current` when no register is free. Either `current` is spilled up to
    /// its first use that requires a register, or it evicts the intervals with the furthest next
    /// uses.
    pub(super) fn allocate_blocked(&mut self, current: IntervalId) -> Result<()> {
        self.spread_locals()?;
        let interval = self.intervals.get(current);
        let start = interval.start();
        let first_must = interval.next_must(start);
        let needed_now = first_must.is_some_and(|m| m & !1 <= start);
        let best = match first_must {
            Some(_) => self.best_candidate(current),
            None => None,
        };
        match (best, first_must) {
            (Some(best), Some(must)) if needed_now || best.next_use > must => self.take(current, best),
            (None, Some(_)) if needed_now => Err(self.no_register(current)),
            _ => {
                self.spill(current);
                Ok(())
            }
        }
    }

    fn best_candidate(&mut self, current: IntervalId) -> Option<Candidate> {
        let class = self.intervals.get(current).class;
        let start = self.intervals.get(current).start();
        self.collect_next_uses(current);
        let mut best: Option<Candidate> = None;
        for &reg in self.registers.class(class).order {
            let Some(candidate) = self.candidate(current, reg) else { continue };
            let rank = |c: &Candidate| (c.lasts_beyond(start), c.next_use);
            if self.lasts(current, &candidate) && best.as_ref().is_none_or(|b| rank(&candidate) > rank(b)) {
                best = Some(candidate);
            }
        }
        best
    }

    /// Computes for each unit the next use of the intervals that `current` would evict; 0 if one
    /// cannot be evicted.
    fn collect_next_uses(&mut self, current: IntervalId) {
        let registers = self.registers;
        let start = self.intervals.get(current).start();
        let mut next_use = std::mem::take(&mut self.unit_next_use);
        next_use.clear();
        next_use.resize(registers.num_units as usize, Position::MAX);
        let mut take = |reg: PhysReg, next: Position| {
            for unit in registers.units(reg) {
                let known = &mut next_use[unit.0 as usize];
                *known = next.min(*known);
            }
        };
        for &Active { id, .. } in &self.active {
            if let Assignment::Reg(reg) = self.intervals.get(id).assignment {
                take(reg, self.next_use_of(id, start).unwrap_or(IN_USE));
            }
        }
        if self.may_meet_inactive(current) {
            for &id in &self.inactive {
                let other = self.intervals.get(id);
                if let Assignment::Reg(reg) = other.assignment
                    && self.intervals.get(current).intersection(other, start).is_some()
                {
                    take(reg, other.next_use(start).unwrap_or(Position::MAX));
                }
            }
        }
        self.unit_next_use = next_use;
    }

    /// Returns the consequences of taking `reg`; `None` if a holder cannot be evicted. Requires
    /// [`Scan::collect_next_uses`].
    fn candidate(&mut self, current: IntervalId, reg: PhysReg) -> Option<Candidate> {
        let registers = self.registers;
        let start = self.intervals.get(current).start();
        let mut candidate = Candidate { reg, next_use: Position::MAX, block: Position::MAX };
        for &unit in registers.units(reg) {
            if self.fixed.reserved[unit.0 as usize] {
                return None;
            }
            for (mask, at) in &self.clobbers {
                if !mask.preserves(unit) {
                    candidate.block = candidate.block.min(*at);
                }
            }
            let interval = &self.intervals.list[current.index()];
            let fixed = self.fixed.next_in_unit(unit, interval, start, Position::MAX);
            candidate.block = candidate.block.min(fixed);
        }
        for &unit in registers.units(reg) {
            candidate.next_use = candidate.next_use.min(self.unit_next_use[unit.0 as usize]);
        }
        if candidate.next_use == 0 {
            return None;
        }
        Some(candidate)
    }

    /// Returns true if the register is available for the uses at the instruction where `current`
    /// starts.
    fn lasts(&self, current: IntervalId, candidate: &Candidate) -> bool {
        let interval = self.intervals.get(current);
        let start = interval.start();
        let needed = |pos| interval.next_must(pos).is_some_and(|m| m / 2 == start / 2);
        candidate.lasts_beyond(start)
            || candidate.block >= interval.end()
            || (candidate.block > start && !needed(candidate.block))
    }

    fn holds(&self, id: IntervalId, reg: PhysReg) -> bool {
        matches!(self.intervals.get(id).assignment, Assignment::Reg(r) if self.registers.overlap(r, reg))
    }

    /// Returns the next use of an active interval that could be spilled at `pos`; `None` if the
    /// instruction there requires its register.
    fn next_use_of(&self, id: IntervalId, pos: Position) -> Option<Position> {
        let interval = self.intervals.get(id);
        match interval.next_must(pos) {
            Some(must) if must / 2 == pos / 2 => None,
            _ => Some(interval.next_use(pos).unwrap_or(Position::MAX)),
        }
    }

    /// Assigns the candidate's register to `current` and spills its holders.
    fn take(&mut self, current: IntervalId, best: Candidate) -> Result<()> {
        let start = self.intervals.get(current).start();
        let holders: Vec<IntervalId> =
            self.active.iter().map(|active| active.id).filter(|&id| self.holds(id, best.reg)).collect();
        self.active.retain(|active| !holders.contains(&active.id));
        self.active_changed = true;
        for id in holders {
            self.evict(id, start);
        }
        if best.block < self.intervals.get(current).end() {
            if best.lasts_beyond(start) {
                self.split_and_enqueue(current, best.block & !1);
            } else {
                let rest = self.split(current, best.block);
                self.spill(rest);
            }
        }
        self.evict_inactive(current, best.reg);
        self.assign(current, best.reg);
        Ok(())
    }

    /// Splits inactive intervals that hold `reg` and intersect `current` at the end of their
    /// lifetime hole, so they get another location.
    fn evict_inactive(&mut self, current: IntervalId, reg: PhysReg) {
        let start = self.intervals.get(current).start();
        let mut n = 0;
        while let Some(&id) = self.inactive.get(n) {
            let other = self.intervals.get(id);
            let meets =
                self.holds(id, reg) && self.intervals.get(current).intersection(other, start).is_some();
            if !meets {
                n += 1;
                continue;
            }
            self.inactive.swap_remove(n);
            self.split_and_enqueue(id, start);
        }
    }

    fn no_register(&self, current: IntervalId) -> CompileError {
        let interval = self.intervals.get(current);
        let inst = self.numbering.inst_at(interval.start());
        let shown =
            inst.map(|i| crate::machine::print::inst_to_string(self.mf, self.target, i)).unwrap_or_default();
        CompileError::new(&self.mf.name, shown, format!("no register is left for {}", interval.vreg))
    }
}
