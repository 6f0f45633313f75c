//! Greedy allocation: assigns registers to intervals by priority, not by position.
//!
//! Intervals that span several blocks come first, the largest first; then block-local ones, by
//! position. An interval takes a register that is free wherever it is live, preferably a hinted
//! one. If the hinted one is not free, the interval may be split at the boundaries where it is
//! available ([`super::hint_split`]). If none is free, the interval evicts intervals of smaller
//! *weight* (accesses by block frequency, divided by the length of the interval). Evicted intervals
//! return to the queue. They are split around their evictor at once if that is worth far less.
//! Other intervals are split after all have been tried, the most valuable first:
//!
//! * around the blocks where a register is available ([`super::region_split`]);
//! * within a block ([`super::local_split`]);
//! * finally into the minimal ranges of single instructions, of infinite weight, with spills
//!   between.
//!
//! Termination: intervals evict only smaller weights, and split intervals are shorter than the
//! original. Cost: n log n, and for each split interval its blocks, for a few registers.
//!
//! This follows LLVM's successor of linear scan ("greedy", Olesen 2011). A scan by position assigns
//! the first registers to the first intervals. It cannot tell values live across a loop from those
//! that the loop uses.

use super::affinity::Affinity;
use super::fixed::Fixed;
use super::interval::{Assignment, Hint, Interval, IntervalId, Range, UsePos};
use super::intervals::Intervals;
use super::matrix::Matrix;
use super::numbering::{Numbering, Position};
use super::spill_placement::{EdgeBundles, SpillPlacement};
use crate::frame::target::FrameTarget;
use crate::ir::entity::InstId;
use crate::ir::mir::MachineFunction;
use crate::ir::opcodes::COPY;
use crate::machine::desc::registers::{PhysReg, RegClassId, UnitSet};
use crate::support::error::{CompileError, Result};
use smallvec::SmallVec;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The maximum number of region splits of one interval and its descendants.
pub(super) const MAX_SPLITS: u8 = 6;

/// The stage of an interval in allocation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Stage {
    /// It may find a free register or evict others.
    Assign,
    /// It was evicted by a far less valuable interval. It is split if it still finds none, before
    /// others take the remaining registers.
    SplitEarly,
    /// All others have been tried: it is split if it still finds none.
    Split,
}

/// The state of an interval besides its ranges.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RangeInfo {
    /// The spill cost divided by the length; infinite if spilling does not help.
    pub weight: f32,
    /// Its stage.
    pub stage: Stage,
    /// The number of region splits of its ancestors.
    pub splits: u8,
}

/// The priority of an interval to be split, for a spill cost of one at the entry's frequency.
const SPLIT_PRIORITY: f32 = 1024.0;

/// The ratio of values from which on an interval is split around its evictor instead of being
/// spilled for it.
const FAR_MORE: f32 = 16.0;

/// The maximum number of copies that are visited on each side of one.
const MAX_BESIDE: usize = 8;

/// The minimum average distance in positions between uses of an interval that leaves registers of
/// short instructions to others.
const SPARSE: u32 = 16;

/// The maximum number of intervals that one interval evicts.
const MAX_EVICTED: usize = 10;

/// The state of greedy allocation.
pub(crate) struct Greedy<'a> {
    pub(super) mf: &'a MachineFunction,
    pub(super) target: &'a dyn FrameTarget,
    pub(super) numbering: &'a Numbering,
    /// By index in the layout, in units of the entry's frequency.
    pub(super) frequencies: &'a [f32],
    pub(super) intervals: Intervals,
    pub(super) fixed: &'a Fixed,
    pub(super) matrix: Matrix,
    pub(super) info: Vec<RangeInfo>,
    pub(super) bundles: EdgeBundles,
    pub(super) placement: SpillPlacement,
    /// The units of registers that the function may use without saving others, which are those that
    /// it uses already and those that calls overwrite.
    pub(super) unsaved: UnitSet,
    /// The units of registers that short forms of instructions name.
    pub(super) short: UnitSet,
    queue: BinaryHeap<(u64, Reverse<IntervalId>)>,
    affinity: Affinity,
}

impl<'a> Greedy<'a> {
    /// Assigns a location to all intervals.
    pub fn run(
        mf: &'a MachineFunction,
        target: &'a dyn FrameTarget,
        numbering: &'a Numbering,
        frequencies: &'a [f32],
        intervals: Intervals,
        fixed: &'a Fixed,
    ) -> Result<Intervals> {
        let bundles = EdgeBundles::compute(mf);
        let saved = target.frame_lowering().callee_saved(mf).iter().map(|saved| &saved.reg);
        let saved = target.registers().unit_set_of(saved);
        let mut greedy = Greedy {
            mf,
            target,
            numbering,
            frequencies,
            affinity: Affinity::of(&intervals, target.registers()),
            intervals,
            matrix: Matrix::new(fixed, numbering),
            fixed,
            info: Vec::new(),
            placement: SpillPlacement::new(&bundles),
            bundles,
            unsaved: !saved,
            short: target.registers().unit_set_of(target.facts().short_registers),
            queue: BinaryHeap::new(),
        };
        let count = greedy.intervals.list.len() as u32;
        greedy.info = (0..count).map(|n| greedy.measure(IntervalId(n), 0)).collect();
        for id in (0..count).map(IntervalId) {
            if !greedy.rematerialize_at_copies(id) {
                greedy.enqueue(id);
            }
        }
        while let Some((_, Reverse(id))) = greedy.queue.pop() {
            greedy.select_or_split(id)?;
        }
        greedy.intervals.index_segments();
        Ok(greedy.intervals)
    }

    /// Computes the state of a new interval.
    pub(super) fn measure(&self, id: IntervalId, splits: u8) -> RangeInfo {
        let interval = self.intervals.get(id);
        let cost = self.cost(interval.uses());
        let remat = self.intervals.first(interval.vreg).and_then(|f| self.intervals.remat[f.index()]);
        let cost = if remat.is_some() { cost / 2.0 } else { cost };
        let weight = if is_minimal(interval) { f32::INFINITY } else { weight(cost, interval.len()) };
        debug_assert!(!weight.is_nan(), "{}: a weight that compares with no other", interval.vreg);
        RangeInfo { weight, stage: Stage::Assign, splits }
    }

    /// Returns the spill cost of these uses.
    pub(super) fn cost(&self, uses: &[UsePos]) -> f32 {
        let (mut cost, mut n, mut end) = (0.0, 0, 0);
        for u in uses.iter().filter(|u| !u.is_free) {
            if u.pos >= end {
                n = self.numbering.block_index(u.pos);
                end = self.numbering.spans[self.numbering.order[n].index()].end;
            }
            cost += self.frequencies[n];
        }
        cost
    }

    /// Adds `id` to the queue, by its priority.
    pub(super) fn enqueue(&mut self, id: IntervalId) {
        let interval = self.intervals.get(id);
        if interval.ranges().is_empty() {
            return;
        }
        let long = interval.len() > 4 * self.target.registers().class(interval.class).order.len() as u32;
        let priority = match self.info[id.index()].stage {
            Stage::Split => {
                // The most valuable comes first.
                (self.worth(id) * SPLIT_PRIORITY).min(u32::MAX as f32) as u64
            }
            Stage::Assign | Stage::SplitEarly if long || self.block_of(interval).is_none() => {
                2 << 32 | u64::from(interval.len())
            }
            Stage::Assign | Stage::SplitEarly => 1 << 32 | u64::from(Position::MAX - interval.start()),
        };
        self.queue.push((priority, Reverse(id)));
    }

    /// Returns the index in the layout of the block that contains all of `interval`.
    pub(super) fn block_of(&self, interval: &Interval) -> Option<usize> {
        let n = self.numbering.block_index(interval.start());
        (interval.end() <= self.numbering.spans[self.numbering.order[n].index()].end).then_some(n)
    }

    /// Assigns a location to `id`, or splits it.
    fn select_or_split(&mut self, id: IntervalId) -> Result<()> {
        let interval = self.intervals.get(id);
        let (registers, busy) = (self.target.registers(), self.busy(interval));
        let lost = self.fixed.clobbered_units(interval);
        let is_left = |reg: &PhysReg| registers.unit_set(*reg) & lost == 0;
        let order = registers.class(interval.class).order;
        let mut hinted = self.hinted_registers(id);
        hinted.retain(|reg| is_left(reg));
        if let Some(reg) = self.register_by_members(id) {
            hinted.retain(|&mut hinted| hinted != reg);
            hinted.insert(0, reg);
        }
        // Best first.
        let others = order.iter().filter(|reg| is_left(reg) && !hinted.contains(reg));
        let candidates = hinted.iter().chain(others).copied();
        let others = order.iter().copied().filter(|reg| is_left(reg) && !hinted.contains(reg));
        let free = hinted.iter().copied().find(|&reg| self.is_free(id, reg, busy));
        let free = self.vacate(id, &hinted, free).or(free);
        let has_short_forms = self.short != 0 && !self.is_sparse(id);
        let free = free.or_else(|| {
            let tied = has_short_forms.then(|| self.short_form_register(id, others.clone(), busy));
            tied.flatten()
        });
        if let Some(reg) = free.or_else(|| self.free_register(id, others, busy)) {
            if !self.split_around_calls(id, reg) && !self.split_around_hint(id, reg) {
                self.assign(id, reg);
                self.recolor(id);
            }
        } else if let Some((reg, holders)) = self.cheapest_holders(id, candidates) {
            let worth = FAR_MORE * self.worth(id);
            for holder in holders {
                if self.worth(holder) > worth && self.block_of(self.intervals.get(holder)).is_none() {
                    self.info[holder.index()].stage = Stage::SplitEarly;
                }
                self.evict(holder);
            }
            self.assign(id, reg);
        } else if self.info[id.index()].weight == f32::INFINITY {
            return Err(self.no_register(id));
        } else if self.info[id.index()].stage == Stage::Assign {
            self.info[id.index()].stage = Stage::Split;
            self.enqueue(id);
        } else {
            self.split(id);
        }
        Ok(())
    }

    /// Returns the first of `registers` that is free, preferably not one to which another value is
    /// copied beside `id`: that value is hinted to it. An interval with few uses leaves registers of
    /// short instructions to others, if it needs no save.
    fn free_register(
        &self,
        id: IntervalId,
        registers: impl Iterator<Item = PhysReg> + Clone,
        busy: UnitSet,
    ) -> Option<PhysReg> {
        let first = registers.clone().find(|&reg| self.is_free(id, reg, busy))?;
        let info = self.target.registers();
        if info.unit_set(first) & self.short != 0 && self.is_sparse(id) {
            let others = self.unsaved & !self.short;
            let mut long = registers.clone().filter(|&reg| info.unit_set(reg) & !others == 0);
            if let Some(reg) = long.find(|&reg| self.is_free(id, reg, busy)) {
                return Some(reg);
            }
        }
        let targets = self.targets_beside(id);
        if info.unit_set(first) & targets == 0 {
            return Some(first);
        }
        let mut better = registers.filter(|&reg| info.unit_set(reg) & targets == 0);
        better.find(|&reg| self.is_free(id, reg, busy)).or(Some(first))
    }

    /// Returns true if the uses of `id` are far from each other: others in its place use their
    /// registers more often.
    fn is_sparse(&self, id: IntervalId) -> bool {
        let interval = self.intervals.get(id);
        (interval.uses().len() as u32).saturating_mul(SPARSE) < interval.len()
    }

    /// Returns the units of the physical registers to which instructions beside a copy of `id` to a
    /// physical register copy other values.
    fn targets_beside(&self, id: IntervalId) -> UnitSet {
        let Some(first) = self.intervals.first(self.intervals.get(id).vreg) else { return 0 };
        let hint = self.intervals.hints[first.index()].iter().find(|hint| hint.other.as_phys().is_some());
        let Some(copy) = hint.and_then(|hint| self.numbering.inst_at(hint.pos)) else { return 0 };
        let target = |inst: InstId| match self.mf.opcode(inst) {
            COPY => self.mf.operand(inst, 0).phys(),
            _ => None,
        };
        let before = std::iter::successors(self.mf.prev_inst(copy), |&inst| self.mf.prev_inst(inst));
        let after = std::iter::successors(self.mf.next_inst(copy), |&inst| self.mf.next_inst(inst));
        let before = before.map(target).take(MAX_BESIDE).map_while(|reg| reg);
        let after = after.map(target).take(MAX_BESIDE).map_while(|reg| reg);
        before.chain(after).fold(0, |units, reg| units | self.target.registers().unit_set(reg))
    }

    /// Returns the execution frequency at a position, in units of the entry's.
    pub(super) fn frequency_at(&self, pos: Position) -> f32 {
        self.frequencies[self.numbering.block_index(pos)]
    }

    /// Returns the spill cost of `id`.
    fn worth(&self, id: IntervalId) -> f32 {
        self.info[id.index()].weight * weight_length(self.intervals.get(id).len())
    }

    fn split(&mut self, id: IntervalId) {
        match self.block_of(self.intervals.get(id)) {
            Some(block) => self.local_split(id, block),
            None => self.region_split(id),
        }
    }

    /// Returns the units that are held in one of the blocks of `interval`.
    fn busy(&self, interval: &Interval) -> UnitSet {
        let blocks = interval.ranges().iter().map(|&range| self.numbering.blocks_of(range));
        blocks.fold(0, |busy, blocks| busy | self.matrix.busy_in(blocks))
    }

    /// Returns true if no interval holds `reg` while `id` is live. Calls are not checked. `busy`
    /// are the units held in one of its blocks.
    pub(super) fn is_free(&self, id: IntervalId, reg: PhysReg, busy: UnitSet) -> bool {
        if busy & self.target.registers().unit_set(reg) == 0 {
            return true;
        }
        let ranges = self.intervals.get(id).ranges();
        self.target.registers().units(reg).iter().all(|&unit| {
            let held = |&range: &Range| self.matrix.holders(unit, range).next().is_some();
            busy & unit.bit() == 0 || (!ranges.iter().any(held) && !self.fixed.meets(unit, ranges))
        })
    }

    /// Returns the register with the cheapest holders, all of less weight than `id`, and these
    /// holders.
    fn cheapest_holders(
        &self,
        id: IntervalId,
        registers: impl Iterator<Item = PhysReg>,
    ) -> Option<(PhysReg, SmallVec<[IntervalId; 4]>)> {
        let (mut limit, mut best) = (self.info[id.index()].weight, None);
        for reg in registers {
            if let Some((weight, holders)) = self.holders_below(id, reg, limit) {
                (limit, best) = (weight, Some((reg, holders)));
            }
        }
        best
    }

    /// Returns the holders of `reg` while `id` is live, if all have less weight than `limit`, and
    /// their largest weight.
    fn holders_below(
        &self,
        id: IntervalId,
        reg: PhysReg,
        limit: f32,
    ) -> Option<(f32, SmallVec<[IntervalId; 4]>)> {
        let ranges = self.intervals.get(id).ranges();
        let mut holders: SmallVec<[IntervalId; 4]> = SmallVec::new();
        let mut largest = 0.0f32;
        let units = self.target.registers().units(reg);
        for &unit in units {
            for (_, holder) in ranges.iter().flat_map(|&range| self.matrix.holders(unit, range)) {
                if holders.contains(&holder) {
                    continue;
                }
                let info = &self.info[holder.index()];
                largest = largest.max(info.weight);
                let is_kept = info.splits >= MAX_SPLITS && self.worth(holder) > FAR_MORE * self.worth(id);
                if largest >= limit || is_kept || holders.len() == MAX_EVICTED {
                    return None;
                }
                holders.push(holder);
            }
        }
        (!units.iter().any(|&unit| self.fixed.meets(unit, ranges))).then_some((largest, holders))
    }

    /// Assigns the register to `id`, for which it is free.
    pub(super) fn assign(&mut self, id: IntervalId, reg: PhysReg) {
        let interval = self.intervals.get(id);
        let registers = self.target.registers();
        debug_assert!(
            registers.contains(interval.class, reg),
            "{}: {reg:?} is not in its class",
            interval.vreg
        );
        debug_assert!(
            interval.assignment == Assignment::Unassigned,
            "{} holds {:?} when it gets {reg:?}",
            interval.vreg,
            interval.assignment
        );
        self.unsaved |= registers.unit_set(reg);
        self.matrix.insert(registers, self.numbering, id, interval, reg);
        if let Some(first) = self.intervals.first(interval.vreg) {
            self.affinity.set(first, reg);
        }
        self.intervals.list[id.index()].assignment = Assignment::Reg(reg);
    }

    /// Evicts `id` from its register.
    fn evict(&mut self, id: IntervalId) {
        let interval = self.intervals.get(id);
        if let Assignment::Reg(reg) = interval.assignment {
            self.matrix.remove(self.target.registers(), self.numbering, interval, reg);
            self.intervals.list[id.index()].assignment = Assignment::Unassigned;
            self.enqueue(id);
        }
    }

    /// Returns the registers that would save copies, each once, by decreasing savings.
    fn hinted_registers(&mut self, id: IntervalId) -> SmallVec<[PhysReg; 32]> {
        let interval = self.intervals.get(id);
        let Some(first) = self.intervals.first(interval.vreg) else { return SmallVec::new() };
        let mut saved: SmallVec<[(PhysReg, f32); 8]> = SmallVec::new();
        for hint in &self.intervals.hints[first.index()] {
            let here = interval.covers(hint.pos) || interval.covers(hint.pos + 1);
            let Some(reg) = self.hinted(*hint, interval.class).filter(|_| here) else { continue };
            let frequency = self.frequency_at(hint.copy_pos);
            match saved.iter_mut().find(|s| s.0 == reg) {
                Some(known) => known.1 += frequency,
                None => saved.push((reg, frequency)),
            }
        }
        saved.sort_by(|a, b| b.1.total_cmp(&a.1));
        let class = interval.class;
        let connected = self.affinity.registers(first).into_iter().flatten();
        let mut registers: SmallVec<[PhysReg; 32]> = saved.into_iter().map(|s| s.0).collect();
        for reg in connected.filter_map(|reg| self.in_class(class, reg)) {
            if !registers.contains(&reg) {
                registers.push(reg);
            }
        }
        registers
    }

    /// Returns `reg`, or the register of `class` that overlaps it.
    fn in_class(&self, class: RegClassId, reg: PhysReg) -> Option<PhysReg> {
        let registers = self.target.registers();
        if registers.contains(class, reg) {
            return Some(reg);
        }
        registers.class(class).order.iter().copied().find(|&r| registers.overlap(r, reg))
    }

    /// Returns the register that `hint` prefers, if it is known and in `class`.
    pub(super) fn hinted(&self, hint: Hint, class: RegClassId) -> Option<PhysReg> {
        let other = hint.other.as_phys().or_else(|| self.register_near(hint))?;
        hint.register(other, class, self.target.registers())
    }

    /// Returns the register of the hint's other side at the copy, else one that it has anywhere.
    fn register_near(&self, hint: Hint) -> Option<PhysReg> {
        let (mut next, mut found) = (self.intervals.first(hint.other.as_virt()?), None);
        while let Some(id) = next {
            let interval = self.intervals.get(id);
            if let Assignment::Reg(reg) = interval.assignment {
                if interval.covers(hint.pos) || interval.covers(hint.pos + 1) {
                    return Some(reg);
                }
                found = Some(reg);
            }
            next = interval.next;
        }
        found
    }

    /// Splits `id` into `count` intervals: each segment, ascending, has the number of its interval.
    /// They have no register. Returns them by number.
    pub(super) fn cut(
        &mut self,
        id: IntervalId,
        segments: &[(Range, usize)],
        count: usize,
    ) -> Vec<IntervalId> {
        let (vreg, class) = (self.intervals.get(id).vreg, self.intervals.get(id).class);
        debug_assert!(segments.is_sorted_by(|a, b| a.0.end <= b.0.start), "segments of {vreg} overlap");
        debug_assert!(
            !matches!(self.intervals.get(id).assignment, Assignment::Reg(_)),
            "{vreg} is split while it holds a register"
        );
        let mut ranges: Vec<SmallVec<[Range; 2]>> = vec![SmallVec::new(); count];
        let mut uses: Vec<Vec<UsePos>> = vec![Vec::new(); count];
        let mut left = self.intervals.get(id).uses();
        for &(range, number) in segments {
            ranges[number].push(range);
            let here = left.partition_point(|u| u.pos < range.end);
            uses[number].extend_from_slice(&left[..here]);
            left = &left[here..];
        }
        debug_assert!(left.is_empty(), "uses of {vreg} outside of its segments: {left:?}");
        let splits = self.info[id.index()].splits + 1;
        let (mut ids, mut last) = (Vec::with_capacity(count), id);
        for (ranges, uses) in ranges.into_iter().zip(uses) {
            let mut interval = Interval::new(vreg, class);
            interval.replace(ranges.into_iter(), uses);
            let new = if ids.is_empty() {
                interval.next = self.intervals.get(id).next;
                self.intervals.list[id.index()] = interval;
                id
            } else {
                let new = IntervalId(self.intervals.list.len() as u32);
                interval.next = self.intervals.list[last.index()].next.replace(new);
                self.intervals.list.push(interval);
                self.info.push(self.info[id.index()]);
                new
            };
            ids.push(new);
            last = new;
        }
        for &new in &ids {
            self.info[new.index()] = self.measure(new, splits);
        }
        ids
    }

    /// Spills `id`.
    pub(super) fn spill(&mut self, id: IntervalId) {
        debug_assert!(
            self.intervals.get(id).next_must(0).is_none(),
            "{} is spilled where it requires a register",
            self.intervals.get(id).vreg
        );
        self.intervals.list[id.index()].assignment = Assignment::Spilled;
    }

    fn no_register(&self, id: IntervalId) -> CompileError {
        let interval = self.intervals.get(id);
        let inst = self.numbering.inst_at(interval.start());
        let shown =
            inst.map(|i| crate::machine::print::inst_to_string(self.mf, self.target, i)).unwrap_or_default();
        CompileError::new(&self.mf.name, shown, format!("no register is left for {}", interval.vreg))
    }
}

/// Returns the weight for a `cost` and a `length` in positions; very short intervals do not differ.
pub(super) fn weight(cost: f32, length: Position) -> f32 {
    cost / weight_length(length)
}

/// Returns the divisor of the cost for an interval of `length` positions.
fn weight_length(length: Position) -> f32 {
    length as f32 + 50.0
}

/// Returns true if spilling does not help: each instruction from the first to the last requires the
/// register.
fn is_minimal(interval: &Interval) -> bool {
    interval.len() <= 3 && interval.ranges().len() == 1 && interval.uses().iter().all(|u| u.must)
}

/// Returns the minimal ranges of instructions that require a register for one of `uses`; ascending
/// and disjoint.
pub(super) fn needs(uses: &[UsePos]) -> Vec<Range> {
    let mut needs: Vec<Range> = Vec::new();
    for u in uses.iter().filter(|u| u.must) {
        let end = if u.is_def { (u.pos | 1) + 1 } else { u.pos + 1 };
        match needs.last_mut().filter(|last| last.start / 2 == u.pos / 2) {
            Some(last) => last.end = last.end.max(end),
            None => {
                debug_assert!(needs.last().is_none_or(|last| last.end <= u.pos), "uses ascend: {u:?}");
                needs.push(Range { start: u.pos, end });
            }
        }
    }
    needs
}
