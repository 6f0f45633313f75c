//! Linear scan: assigns registers to intervals in order of their starts.
//!
//! At each interval's start, *active* intervals hold a register there, and *inactive* ones have a
//! lifetime hole there. An interval takes a register that is free for its whole length, hinted ones
//! first. Otherwise it takes one that is free for a while, and is split. Otherwise it evicts the
//! holder with the furthest next use ([`super::blocked`]). After Wimmer and Mössenböck, "Optimized
//! Interval Splitting in a Linear Scan Register Allocator" (2005).
//!
//! Cost: n log n for sorting, and for each interval the number of active ones, which the number of
//! registers bounds. Inactive ones matter to split intervals only. An unsplit one starts at its
//! definition, and if two SSA values are both live at some point, one is live at the other's
//! definition.

use super::build::{self};
use super::fixed::Fixed;
use super::interval::{Assignment, Hint, Interval, IntervalId};
use super::intervals::Intervals;
use super::locals::ActiveLocal;
use super::numbering::{Numbering, Position};
use crate::frame::target::FrameTarget;
use crate::ir::entity::{BlockId, VReg};
use crate::ir::mir::MachineFunction;
use crate::machine::desc::reg_mask::RegMask;
use crate::machine::desc::registers::{PhysReg, RegClassId, RegisterInfo, UnitSet};
use crate::passes::analysis::liveness::Liveness;
use crate::support::error::Result;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Returns the start of the first range that ends after `pos`.
fn next_range(interval: &mut Interval, pos: Position) -> Option<Position> {
    while interval.ranges().get(interval.cursor as usize).is_some_and(|r| r.end <= pos) {
        interval.cursor += 1;
    }
    interval.ranges().get(interval.cursor as usize).map(|r| r.start)
}

/// Returns the live intervals by decreasing start: the scan pops from the end. Among those with the
/// same start, such as phis, the longest comes first in the scan, since later intervals may evict
/// it.
fn in_order(intervals: &Intervals) -> Vec<IntervalId> {
    let ids = (0..intervals.list.len() as u32).map(IntervalId);
    let live = ids.filter(|&id| !intervals.get(id).ranges().is_empty());
    let key = |id: IntervalId| {
        let interval = intervals.get(id);
        (u64::from(!interval.start()) << 32 | u64::from(interval.end()), !id.0)
    };
    let mut keys: Vec<(u64, u32)> = live.map(key).collect();
    keys.sort_unstable();
    keys.into_iter().map(|(_, id)| IntervalId(!id)).collect()
}

/// An interval that holds a register at the scan's position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Active {
    pub(super) id: IntervalId,
    /// The end of its current range; 0 if unknown.
    until: Position,
    /// The register's units.
    units: UnitSet,
}

/// The state of the scan.
pub(crate) struct Scan<'a> {
    pub(super) mf: &'a MachineFunction,
    pub(super) target: &'a dyn FrameTarget,
    pub(super) registers: &'static RegisterInfo,
    pub(super) numbering: &'a Numbering,
    pub(super) liveness: &'a Liveness,
    pub(super) intervals: Intervals,
    pub(super) fixed: &'a mut Fixed,
    /// The block of the last block-local register that became an interval, and the intervals of all
    /// registers local to it.
    pub(super) described: (Option<BlockId>, Intervals),
    /// Leaders that have not been visited, in reverse order.
    unhandled: Vec<IntervalId>,
    /// Split intervals that have not been visited.
    split_off: BinaryHeap<Reverse<(Position, IntervalId)>>,
    pub(super) active: Vec<Active>,
    pub(super) inactive: Vec<IntervalId>,
    /// The first position at which an inactive interval continues.
    pub(super) inactive_wake: Position,
    /// The first position at which an active interval ends or has a lifetime hole.
    active_until: Position,
    /// True if `interval_units` is out of date.
    pub(super) active_changed: bool,
    /// The units of the active intervals, and of `active_locals`.
    pub(super) interval_units: UnitSet,
    pub(super) local_units: UnitSet,
    /// Block-local registers that hold a register.
    pub(super) active_locals: Vec<ActiveLocal>,
    /// The first position at which one of them ends.
    pub(super) locals_until: Position,
    /// True if each register has one interval, which starts at its definition.
    pub(super) starts_at_defs: bool,
    /// True if the uses of registers have been computed.
    knows_uses: bool,
    /// Scratch, by unit: the first position at which it is not free.
    unit_limit: Vec<Position>,
    /// Scratch, by unit: the next use of its holder.
    pub(super) unit_next_use: Vec<Position>,
    pub(super) clobbers: Vec<(RegMask, Position)>,
    /// By leader: the register of the latest assigned split interval.
    pub(super) latest: Vec<PhysReg>,
}

impl<'a> Scan<'a> {
    /// Assigns a location to all intervals. `knows_uses` is true if they have uses.
    pub fn run(
        mf: &'a MachineFunction,
        target: &'a dyn FrameTarget,
        numbering: &'a Numbering,
        liveness: &'a Liveness,
        intervals: Intervals,
        fixed: &'a mut Fixed,
        knows_uses: bool,
    ) -> Result<Intervals> {
        let unhandled = in_order(&intervals);
        let starts_at_defs =
            !intervals.coalesced && unhandled.iter().all(|&id| intervals.get(id).starts_at_def);
        let mut scan = Scan {
            mf,
            target,
            registers: target.registers(),
            numbering,
            liveness,
            intervals,
            fixed,
            described: (None, Intervals::default()),
            unhandled,
            split_off: BinaryHeap::new(),
            active: Vec::new(),
            inactive: Vec::new(),
            inactive_wake: Position::MAX,
            active_until: Position::MAX,
            active_changed: false,
            interval_units: 0,
            local_units: 0,
            active_locals: Vec::new(),
            locals_until: Position::MAX,
            starts_at_defs,
            knows_uses,
            unit_limit: Vec::new(),
            unit_next_use: Vec::new(),
            clobbers: Vec::new(),
            latest: Vec::new(),
        };
        scan.latest.resize(scan.intervals.hints.len(), PhysReg::NONE);
        scan.allocate_locals()?;
        while let Some(current) = scan.pop() {
            scan.allocate(current)?;
            scan.allocate_locals()?;
        }
        scan.intervals.index_segments();
        scan.intervals.settle();
        Ok(scan.intervals)
    }

    /// Assigns a location to `current`, the interval with the next start.
    pub(super) fn allocate(&mut self, current: IntervalId) -> Result<()> {
        self.advance(self.intervals.get(current).start());
        if !self.allocate_free(current)? {
            self.allocate_blocked(current)?;
        }
        let interval = self.intervals.get(current);
        if let Assignment::Reg(reg) = interval.assignment {
            if let Some(first) = self.intervals.first(interval.vreg) {
                self.latest[first.index()] = reg;
            }
            self.activate(current);
        }
        Ok(())
    }

    /// Makes `id`, which holds a register here, active.
    pub(super) fn activate(&mut self, id: IntervalId) {
        let interval = self.intervals.get(id);
        let until = interval.ranges().first().expect("what is active has a range").end;
        debug_assert!(
            matches!(interval.assignment, Assignment::Reg(_)),
            "{} is active without a register",
            interval.vreg
        );
        let units = self.units_of(interval);
        self.active_until = self.active_until.min(until);
        self.active_changed = true;
        self.active.push(Active { id, until, units });
    }

    /// Returns the units of an interval's register, if it has one.
    fn units_of(&self, interval: &Interval) -> UnitSet {
        match interval.assignment {
            Assignment::Reg(reg) => self.registers.unit_set(reg),
            _ => 0,
        }
    }

    /// Returns true if a unit set can distinguish all units.
    fn sets_tell(&self) -> bool {
        u32::from(self.registers.num_units) <= UnitSet::BITS
    }

    /// Returns the units that are held at the scan's position, if a unit set can represent them.
    fn held_units(&mut self) -> UnitSet {
        if self.sets_tell() { self.active_units() | self.local_units } else { 0 }
    }

    /// Returns the units of the active intervals.
    pub(super) fn active_units(&mut self) -> UnitSet {
        if std::mem::take(&mut self.active_changed) {
            self.interval_units = self.active.iter().fold(0, |units, active| units | active.units);
        }
        self.interval_units
    }

    /// Returns the start of the interval that [`Scan::pop`] returns next.
    pub(super) fn next_start(&self) -> Option<Position> {
        let first = self.unhandled.last().map(|&id| self.intervals.get(id).start());
        let split = self.split_off.peek().map(|&Reverse((start, _))| start);
        first.into_iter().chain(split).min()
    }

    fn pop(&mut self) -> Option<IntervalId> {
        let first = self.unhandled.last().map(|&id| (self.intervals.get(id).start(), id));
        let split = self.split_off.peek().map(|&Reverse(key)| key);
        match (first, split) {
            (Some(f), Some(s)) if s < f => self.split_off.pop().map(|Reverse((_, id))| id),
            (None, Some(_)) => self.split_off.pop().map(|Reverse((_, id))| id),
            _ => self.unhandled.pop(),
        }
    }

    /// Adds `id`, created by splitting, to the queue.
    pub(super) fn enqueue(&mut self, id: IntervalId) {
        self.split_off.push(Reverse((self.intervals.get(id).start(), id)));
    }

    /// Moves intervals between active, inactive and handled according to `pos`.
    #[inline]
    pub(super) fn advance(&mut self, pos: Position) {
        if self.locals_until <= pos {
            self.end_locals(pos);
        }
        if self.inactive_wake <= pos {
            self.wake(pos);
        }
        if self.active_until <= pos {
            self.end_active(pos);
        }
    }

    /// Removes intervals that have ended, or have a lifetime hole at `pos`, from the active ones.
    fn end_active(&mut self, pos: Position) {
        let list = &mut self.intervals.list;
        let (inactive, wake, mut until) = (&mut self.inactive, &mut self.inactive_wake, Position::MAX);
        self.active.retain_mut(|active| {
            if active.until <= pos {
                let interval = &mut list[active.id.index()];
                match next_range(interval, pos) {
                    Some(start) if start > pos => {
                        inactive.push(active.id);
                        *wake = start.min(*wake);
                        return false;
                    }
                    None => return false,
                    Some(_) => active.until = interval.ranges()[interval.cursor as usize].end,
                }
            }
            until = until.min(active.until);
            true
        });
        (self.active_until, self.active_changed) = (until, true);
    }

    /// Activates inactive intervals that continue at or before `pos`.
    fn wake(&mut self, pos: Position) {
        let (mut inactive, mut wake) = (std::mem::take(&mut self.inactive), Position::MAX);
        inactive.retain(|&id| match next_range(&mut self.intervals.list[id.index()], pos) {
            Some(start) if start > pos => {
                wake = start.min(wake);
                true
            }
            Some(_) => {
                let units = self.units_of(self.intervals.get(id));
                self.active.push(Active { id, until: 0, units });
                false
            }
            None => false,
        });
        self.inactive = inactive;
        (self.inactive_wake, self.active_until, self.active_changed) = (wake, pos, true);
    }

    /// Returns true if the interval may intersect inactive ones.
    pub(super) fn may_meet_inactive(&self, id: IntervalId) -> bool {
        !self.starts_at_defs || !self.intervals.get(id).starts_at_def
    }

    fn collect_limits(&mut self, current: IntervalId) {
        let registers = self.registers;
        self.unit_limit.clear();
        self.unit_limit.resize(registers.num_units as usize, Position::MAX);
        if !self.sets_tell() {
            for &Active { id, .. } in &self.active {
                if let Assignment::Reg(reg) = self.intervals.get(id).assignment {
                    registers.units(reg).iter().for_each(|u| self.unit_limit[u.0 as usize] = 0);
                }
            }
        }
        let mut taken = self.held_units();
        while taken != 0 {
            self.unit_limit[taken.trailing_zeros() as usize] = 0;
            taken &= taken - 1;
        }
        if self.may_meet_inactive(current) {
            let interval = self.intervals.get(current);
            for &id in &self.inactive {
                let other = self.intervals.get(id);
                let Assignment::Reg(reg) = other.assignment else { continue };
                let Some(at) = interval.intersection(other, interval.start()) else { continue };
                for unit in registers.units(reg) {
                    let limit = &mut self.unit_limit[unit.0 as usize];
                    *limit = at.min(*limit);
                }
            }
        }
        let interval = self.intervals.get(current);
        self.fixed.next_clobbers(interval, interval.start(), &mut self.clobbers);
    }

    /// Returns the position up to which `reg` is free for `interval`, by the collected limits,
    /// calls and fixed ranges.
    fn free_until(&mut self, interval: IntervalId, reg: PhysReg) -> Position {
        let interval = &self.intervals.list[interval.index()];
        let mut limit = Position::MAX;
        for &unit in self.registers.units(reg) {
            if self.fixed.reserved[unit.0 as usize] {
                return 0;
            }
            limit = limit.min(self.unit_limit[unit.0 as usize]);
            if limit == 0 {
                return 0;
            }
            for (mask, at) in &self.clobbers {
                if *at < limit && !mask.preserves(unit) {
                    limit = *at;
                }
            }
            limit = limit.min(self.fixed.next_in_unit(unit, interval, interval.start(), limit));
        }
        limit
    }

    /// Assigns a register that is free at the start of `current`, if there is one. Returns true if
    /// there is.
    fn allocate_free(&mut self, current: IntervalId) -> Result<bool> {
        if let Some(reg) = self.free_throughout(current) {
            self.assign(current, reg);
            return Ok(true);
        }
        self.learn_uses()?;
        self.collect_limits(current);
        let interval = self.intervals.get(current);
        let (start, end, class) = (interval.start(), interval.end(), interval.class);
        if let Some(reg) = self.first_hinted(current, |scan, reg| scan.free_until(current, reg) >= end) {
            self.assign(current, reg);
            return Ok(true);
        }
        let (mut best, mut best_limit) = (None, 0);
        let (registers, taken) = (self.registers, self.fixed.reserved_units() | self.held_units());
        if self.sets_tell() && self.fixed.units_of_class(class) & !taken == 0 {
            return Ok(false);
        }
        for &reg in registers.class(class).order {
            if registers.unit_set(reg) & taken != 0 && self.sets_tell() {
                continue;
            }
            let limit = self.free_until(current, reg);
            if limit > best_limit {
                (best, best_limit) = (Some(reg), limit);
            }
            if limit >= end {
                break;
            }
        }
        let Some(reg) = best else { return Ok(false) };
        if best_limit < end {
            // A split interval that ends before the next instruction gains nothing.
            let latest = best_limit & !1;
            if latest <= start + 1 {
                return Ok(false);
            }
            self.split_and_enqueue(current, latest);
        }
        self.assign(current, reg);
        Ok(true)
    }

    /// Computes the uses, before the first interval is split: without splits nothing reads them.
    fn learn_uses(&mut self) -> Result<()> {
        if std::mem::replace(&mut self.knows_uses, true) {
            return Ok(());
        }
        build::add_uses(self.mf, self.target, self.numbering, self.liveness, &mut self.intervals)
    }

    /// Returns a register that is free wherever `current` is live, if a unit set can decide that:
    /// the first hinted one, or the first of its class.
    fn free_throughout(&mut self, current: IntervalId) -> Option<PhysReg> {
        if !self.sets_tell() {
            return None;
        }
        let taken = self.taken_units(current);
        let hinted = self.first_hinted(current, |scan, reg| scan.is_free_throughout(current, reg, taken));
        if hinted.is_some() {
            return hinted;
        }
        let class = self.intervals.get(current).class;
        if self.fixed.units_of_class(class) & !taken == 0 {
            return None;
        }
        let mut order = self.registers.class(class).order.iter().copied();
        order.find(|&reg| {
            self.registers.unit_set(reg) & taken == 0 && self.is_free_throughout(current, reg, taken)
        })
    }

    /// Returns the units that are reserved, or held other than by fixed ranges at the start of
    /// `current` or while it is live.
    fn taken_units(&mut self, current: IntervalId) -> UnitSet {
        let held = self.held_units();
        let interval = self.intervals.get(current);
        let mut taken = held | self.fixed.clobbered_units(interval);
        if self.may_meet_inactive(current) {
            for &id in &self.inactive {
                let other = self.intervals.get(id);
                let Assignment::Reg(reg) = other.assignment else { continue };
                let units = self.registers.unit_set(reg);
                if units & !taken != 0 && interval.intersection(other, interval.start()).is_some() {
                    taken |= units;
                }
            }
        }
        taken
    }

    /// Returns true if no unit of `reg` is in `taken`, or in a fixed range while `current` is live.
    fn is_free_throughout(&mut self, current: IntervalId, reg: PhysReg, taken: UnitSet) -> bool {
        let interval = &self.intervals.list[current.index()];
        let (start, end) = (interval.start(), interval.end());
        self.registers.unit_set(reg) & taken == 0
            && self
                .registers
                .units(reg)
                .iter()
                .all(|&unit| self.fixed.next_in_unit(unit, interval, start, end) >= end)
    }

    /// Assigns the register to `id`.
    pub(super) fn assign(&mut self, id: IntervalId, reg: PhysReg) {
        let (interval, units) = (self.intervals.get(id), self.registers.unit_set(reg));
        debug_assert!(
            self.registers.contains(interval.class, reg),
            "{}: {reg:?} is not in its class",
            interval.vreg
        );
        debug_assert!(
            self.active.iter().fold(self.local_units, |held, active| held | active.units) & units == 0,
            "{}: {reg:?} is held by another interval",
            interval.vreg
        );
        self.intervals.list[id.index()].assignment = Assignment::Reg(reg);
    }

    /// Returns the first free register that would save a copy of `current`.
    fn first_hinted(
        &mut self,
        current: IntervalId,
        is_free: impl Fn(&mut Self, PhysReg) -> bool,
    ) -> Option<PhysReg> {
        let interval = self.intervals.get(current);
        let (first, class) = (self.intervals.first(interval.vreg)?.index(), interval.class);
        for n in 0..self.intervals.hints[first].len() {
            let hinted = self.hinted(self.intervals.hints[first][n], class);
            if let Some(reg) = hinted.filter(|&reg| is_free(self, reg)) {
                return Some(reg);
            }
        }
        None
    }

    /// Returns the register that `hint` prefers, if it is known and in `class`.
    pub(super) fn hinted(&self, hint: Hint, class: RegClassId) -> Option<PhysReg> {
        let other = match (hint.other.as_phys(), hint.other.as_virt()) {
            (Some(reg), _) => reg,
            (_, Some(vreg)) => self.latest_register(vreg)?,
            _ => return None,
        };
        hint.register(other, class, self.registers)
    }

    /// Returns the register of the latest assigned split interval of `vreg`; they are visited in
    /// order of position.
    fn latest_register(&self, vreg: VReg) -> Option<PhysReg> {
        if let Some(reg) = self.intervals.locals.register(vreg) {
            return Some(reg);
        }
        let first = self.intervals.first(vreg)?;
        Some(self.latest[first.index()]).filter(|&reg| reg != PhysReg::NONE)
    }
}
