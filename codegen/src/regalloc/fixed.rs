//! Fixed ranges of physical registers by unit, and call clobbers by register mask.

use super::interval::{Interval, Range};
use super::numbering::Position;
use crate::frame::target::FrameTarget;
use crate::ir::entity::BlockId;
use crate::ir::mir::{MachineFunction, Operand};
use crate::machine::desc::reg_mask::RegMask;
use crate::machine::desc::registers::{PhysReg, RegClass, RegClassId, RegUnit, RegisterInfo, UnitSet};

/// Ranges in which register units are not available for virtual registers. The memory is reused for
/// the next function.
#[derive(Debug, Default)]
pub(crate) struct Fixed {
    /// By unit: its index in `lists`, or `NONE`. Few of the units have ranges.
    list_of: Vec<u16>,
    /// For each unit with ranges: these, ascending. Entries from `num_lists` on are unused memory.
    lists: Vec<FixedRanges>,
    num_lists: usize,
    /// The units with lists.
    listed_units: UnitSet,
    /// By unit: true if it is reserved.
    pub reserved: Vec<bool>,
    /// The reserved units as a set; and whether a set can distinguish all units.
    reserved_units: UnitSet,
    sets_tell: bool,
    /// By class: the units of its allocatable registers, for this register file.
    units_of_class: Vec<UnitSet>,
    register_file: Option<&'static RegisterInfo>,
    /// The masks of the function's calls. Entries from `num_clobbers` on are unused memory.
    clobbers: Vec<Clobber>,
    num_clobbers: usize,
    /// The block that is being recorded, counted from 1, and its start.
    block: u32,
    block_start: Position,
}

const NONE: u16 = u16::MAX;

/// The ranges of one unit.
#[derive(Debug)]
struct FixedRanges {
    unit: RegUnit,
    ranges: Vec<Range>,
    /// The first range that does not end before the last query.
    cursor: u32,
    /// The block in which the last range may still grow, and the block into which the unit is live;
    /// counted from 1.
    open: u32,
    live_into: u32,
}

/// The initial capacity of each list.
const LISTED: usize = 8;

impl FixedRanges {
    /// Adds a range, which must not start before the last one.
    fn add(&mut self, start: Position, end: Position) {
        if !self.ranges.last_mut().is_some_and(|last| last.extend(start, end)) {
            self.ranges.push(Range { start, end });
        }
    }

    /// Returns the ranges that end after `pos`; later queries must not have a smaller position.
    fn from(&mut self, pos: Position) -> &[Range] {
        debug_assert!(
            self.cursor == 0 || self.ranges[self.cursor as usize - 1].end <= pos,
            "a query of {:?} at {pos}, before the last query",
            self.unit
        );
        while self.ranges.get(self.cursor as usize).is_some_and(|r| r.end <= pos) {
            self.cursor += 1;
        }
        &self.ranges[self.cursor as usize..]
    }
}

/// The clobbers of all calls with one mask.
#[derive(Debug)]
struct Clobber {
    operand: Operand,
    mask: RegMask,
    units: UnitSet,
    /// The positions of the calls, ascending.
    positions: Vec<Position>,
    cursor: u32,
}

impl Fixed {
    /// Resets to a function without ranges, with these reserved registers.
    pub(crate) fn reset(&mut self, target: &dyn FrameTarget, reserved_regs: &[PhysReg]) {
        let registers = target.registers();
        let num_units = registers.num_units as usize;
        self.reserved.clear();
        self.reserved.resize(num_units, false);
        for &reg in reserved_regs {
            registers.units(reg).iter().for_each(|u| self.reserved[u.0 as usize] = true);
        }
        self.reserved_units = registers.unit_set_of(reserved_regs);
        self.sets_tell = u32::from(registers.num_units) <= UnitSet::BITS;
        if self.register_file.is_none_or(|known| !std::ptr::eq(known, registers)) {
            let units = |class: &RegClass| registers.unit_set_of(class.order);
            self.units_of_class = registers.classes.iter().map(units).collect();
            self.register_file = Some(registers);
        }
        self.list_of.clear();
        self.list_of.resize(num_units, NONE);
        (self.num_lists, self.num_clobbers, self.listed_units, self.block) = (0, 0, 0, 0);
    }

    /// Returns the reserved units, as far as a set can represent them.
    pub(crate) fn reserved_units(&self) -> UnitSet {
        self.reserved_units
    }

    /// Returns the units of the allocatable registers of `class`.
    #[inline]
    pub(crate) fn units_of_class(&self, class: RegClassId) -> UnitSet {
        self.units_of_class[usize::from(class.0)]
    }

    /// Returns the number of units.
    pub(crate) fn num_units(&self) -> usize {
        self.list_of.len()
    }

    /// Returns the ranges of `unit`, ascending.
    fn ranges(&self, unit: RegUnit) -> &[Range] {
        self.lists.get(self.list_of[unit.0 as usize] as usize).map_or(&[], |list| &list.ranges)
    }

    fn clobbers(&self) -> &[Clobber] {
        &self.clobbers[..self.num_clobbers]
    }

    /// Returns the list of `unit`, which is created if necessary.
    fn list(&mut self, unit: RegUnit) -> &mut FixedRanges {
        let slot = &mut self.list_of[unit.0 as usize];
        if *slot == NONE {
            *slot = self.num_lists as u16;
            self.num_lists += 1;
            self.listed_units |= unit.bit();
            match self.lists.get_mut(*slot as usize) {
                Some(list) => {
                    list.ranges.clear();
                    (list.unit, list.cursor, list.open, list.live_into) = (unit, 0, 0, 0);
                }
                None => {
                    let ranges = Vec::with_capacity(LISTED);
                    self.lists.push(FixedRanges { unit, ranges, cursor: 0, open: 0, live_into: 0 });
                }
            }
        }
        &mut self.lists[*slot as usize]
    }

    /// Returns the ranges of `unit`, if it has any.
    #[inline]
    fn listed(&mut self, unit: RegUnit) -> Option<&mut FixedRanges> {
        self.lists.get_mut(self.list_of[unit.0 as usize] as usize)
    }

    /// Starts a block with these live-in registers. Blocks and their instructions must be visited
    /// in order.
    pub(crate) fn start_block(
        &mut self,
        registers: &RegisterInfo,
        block: BlockId,
        start: Position,
        live_ins: &[PhysReg],
    ) {
        (self.block, self.block_start) = (block.raw() + 1, start);
        for &reg in live_ins {
            for &unit in registers.units(reg) {
                self.list(unit).live_into = block.raw() + 1;
            }
        }
    }

    /// Records that `reg` is written at `at`: it is live at least to the end of that instruction.
    pub(crate) fn open(&mut self, registers: &RegisterInfo, reg: PhysReg, at: Position) {
        if self.sets_tell && registers.unit_set(reg) & !self.reserved_units == 0 {
            return;
        }
        for &unit in registers.units(reg) {
            if self.reserved[unit.0 as usize] {
                continue;
            }
            let block = self.block;
            let list = self.list(unit);
            list.open = block;
            list.add(at, (at | 1) + 1);
        }
    }

    /// Records that the value in `reg` is read before `end`. A value that is not written in the
    /// block is either live in or irrelevant (callee-saved registers at a return).
    pub(crate) fn extend(&mut self, registers: &RegisterInfo, reg: PhysReg, end: Position) {
        if registers.unit_set(reg) & self.listed_units == 0 {
            return;
        }
        for &unit in registers.units(reg) {
            let (block, start, reserved) = (self.block, self.block_start, self.reserved[unit.0 as usize]);
            let Some(list) = self.listed(unit).filter(|_| !reserved) else { continue };
            if list.open == block {
                let last = list.ranges.last_mut().expect("what is open has a range");
                last.end = last.end.max(end);
            } else if list.live_into == block {
                list.open = block;
                list.add(start, end);
            }
        }
    }

    /// Records a call, and returns the units that it clobbers.
    pub(crate) fn add_call(
        &mut self,
        mf: &MachineFunction,
        target: &dyn FrameTarget,
        operand: Operand,
        pos: Position,
    ) -> UnitSet {
        let known = self.clobbers().iter().position(|clobber| clobber.operand == operand);
        let n = known.unwrap_or_else(|| self.new_mask(mf, target, operand));
        debug_assert!(
            self.clobbers[n].positions.last().is_none_or(|&last| last <= pos),
            "{}: calls are recorded in order, not at {pos}",
            mf.name
        );
        self.clobbers[n].positions.push(pos);
        self.clobbers[n].units
    }

    fn new_mask(&mut self, mf: &MachineFunction, target: &dyn FrameTarget, operand: Operand) -> usize {
        let mask = mf.reg_mask(target, operand);
        let memory = self.clobbers.get_mut(self.num_clobbers).map(|old| std::mem::take(&mut old.positions));
        let mut positions = memory.unwrap_or_default();
        positions.clear();
        let units = mask.lost(target.registers());
        self.clobbers.truncate(self.num_clobbers);
        self.clobbers.push(Clobber { operand, mask, units, positions, cursor: 0 });
        self.num_clobbers += 1;
        self.num_clobbers - 1
    }

    /// Blocks all units at `pos`. Positions must ascend from call to call.
    pub(crate) fn block_all(&mut self, pos: Position) {
        for unit in 0..self.num_units() {
            let ranges = &mut self.list(RegUnit(unit as u16)).ranges;
            let n = ranges.partition_point(|r| r.end <= pos);
            if ranges.get(n).is_none_or(|r| r.start > pos) {
                ranges.insert(n, Range { start: pos, end: pos + 1 });
            }
        }
    }

    /// Returns the first position from `pos` to before `limit` at which `unit` is taken and
    /// `interval` is live, or `Position::MAX`. Ranges that end by `pos` are dropped, so later
    /// queries must not have a smaller position.
    pub(crate) fn next_in_unit(
        &mut self,
        unit: RegUnit,
        interval: &Interval,
        pos: Position,
        limit: Position,
    ) -> Position {
        let Some(list) = self.listed(unit) else { return Position::MAX };
        let end = interval.end().min(limit);
        let (mut fixed, mut live) = (list.from(pos), interval.ranges());
        // Each side skips what the other does not reach.
        while let Some(f) = fixed.first().filter(|f| f.start < end) {
            live = &live[live.partition_point(|r| r.end <= f.start.max(pos))..];
            let Some(r) = live.first() else { break };
            if r.start < f.end {
                return r.start.max(f.start).max(pos);
            }
            fixed = &fixed[fixed.partition_point(|f| f.end <= r.start)..];
        }
        Position::MAX
    }

    /// Returns for each mask the first position at or after `pos` at which a call clobbers while
    /// `interval` is live.
    pub(crate) fn next_clobbers(
        &self,
        interval: &Interval,
        pos: Position,
        out: &mut Vec<(RegMask, Position)>,
    ) {
        out.clear();
        for clobber in self.clobbers() {
            if let Some(at) = first_inside(&clobber.positions, interval.ranges(), pos) {
                out.push((clobber.mask, at));
            }
        }
    }

    /// Calls `see` with the units and range of each fixed range and clobber, without reserved
    /// units.
    pub(crate) fn each(&self, mut see: impl FnMut(UnitSet, Range)) {
        for list in &self.lists[..self.num_lists] {
            list.ranges.iter().for_each(|&range| see(list.unit.bit(), range));
        }
        for clobber in self.clobbers() {
            let lost = clobber.units & !self.reserved_units;
            clobber.positions.iter().for_each(|&at| see(lost, Range { start: at, end: at + 1 }));
        }
    }

    /// Returns the units that are reserved, or clobbered by a call while `interval` is live.
    pub(crate) fn clobbered_units(&self, interval: &Interval) -> UnitSet {
        let meets = |clobber: &&Clobber| {
            first_inside(&clobber.positions, interval.ranges(), interval.start()).is_some()
        };
        self.clobbers().iter().filter(meets).fold(self.reserved_units, |lost, clobber| lost | clobber.units)
    }

    /// Returns true if a call at a position that satisfies `is_wanted` clobbers registers while
    /// `interval` is live.
    pub(crate) fn is_clobbered(&self, interval: &Interval, is_wanted: impl Fn(Position) -> bool) -> bool {
        self.clobbers().iter().any(|clobber| {
            let next = |from| first_inside(&clobber.positions, interval.ranges(), from);
            std::iter::successors(next(interval.start()), |&pos| next(pos + 1)).any(&is_wanted)
        })
    }

    /// Returns true if any unit of `reg` is reserved.
    pub(crate) fn is_reserved(&self, registers: &RegisterInfo, reg: PhysReg) -> bool {
        self.reserved_units & registers.unit_set(reg) != 0
    }

    /// Returns the hull of the positions in `range` at which `unit` is taken.
    pub(crate) fn extent(&self, unit: RegUnit, range: Range) -> Option<Range> {
        let mut found: Option<Range> = None;
        let mut see = |start: Position, end: Position| {
            let so_far = found.unwrap_or(Range { start, end });
            found = Some(Range { start: start.min(so_far.start), end: end.max(so_far.end) });
        };
        let ranges = self.ranges(unit);
        let inside =
            ranges.partition_point(|r| r.end <= range.start)..ranges.partition_point(|r| r.start < range.end);
        if let [first, ..] = &ranges[inside.clone()] {
            see(first.start.max(range.start), ranges[inside.end - 1].end.min(range.end));
        }
        for clobber in self.clobbers().iter().filter(|c| !c.mask.preserves(unit)) {
            let after = |end| clobber.positions.partition_point(|&at| at < end);
            let inside = &clobber.positions[after(range.start)..after(range.end)];
            if let [first, ..] = inside {
                see(*first, inside[inside.len() - 1] + 1);
            }
        }
        found
    }

    /// Returns true if `unit` is taken, other than by a call, in one of `ranges`.
    pub(crate) fn meets(&self, unit: RegUnit, ranges: &[Range]) -> bool {
        let (mut fixed, mut live) = (self.ranges(unit), ranges);
        while let (Some(f), Some(r)) = (fixed.first(), live.first()) {
            if f.start < r.end && r.start < f.end {
                return true;
            }
            if f.end <= r.start {
                fixed = &fixed[fixed.partition_point(|f| f.end <= r.start)..];
            } else {
                live = &live[live.partition_point(|r| r.end <= f.start)..];
            }
        }
        false
    }

    /// Returns the units that are reserved, or clobbered by calls from `start` to before `end`.
    /// Later queries must not have a smaller start.
    pub(crate) fn taken_units(&mut self, start: Position, end: Position) -> UnitSet {
        let mut taken = self.reserved_units;
        for clobber in &mut self.clobbers[..self.num_clobbers] {
            debug_assert!(
                clobber.cursor == 0 || clobber.positions[clobber.cursor as usize - 1] < start,
                "a query of calls at {start}, before the last query"
            );
            while clobber.positions.get(clobber.cursor as usize).is_some_and(|&at| at < start) {
                clobber.cursor += 1;
            }
            if clobber.positions.get(clobber.cursor as usize).is_some_and(|&at| at < end) {
                taken |= clobber.units;
            }
        }
        taken
    }

    /// Returns true if no unit of `reg` is in `taken`, or in a range that intersects the positions
    /// from `start` to before `end`.
    #[inline]
    pub(crate) fn is_free(
        &mut self,
        registers: &RegisterInfo,
        reg: PhysReg,
        taken: UnitSet,
        start: Position,
        end: Position,
    ) -> bool {
        let units = registers.unit_set(reg);
        if units & taken != 0 || units & self.listed_units == 0 {
            return units & taken == 0;
        }
        self.is_free_by_ranges(registers, reg, start, end)
    }

    fn is_free_by_ranges(
        &mut self,
        registers: &RegisterInfo,
        reg: PhysReg,
        start: Position,
        end: Position,
    ) -> bool {
        registers.units(reg).iter().all(|unit| {
            self.listed(*unit).is_none_or(|list| list.from(start).first().is_none_or(|r| r.start >= end))
        })
    }
}

/// Returns the first of `positions` at or after `pos` that is in one of `ranges`; both ascend.
fn first_inside(mut positions: &[Position], mut ranges: &[Range], pos: Position) -> Option<Position> {
    positions = &positions[positions.partition_point(|&p| p < pos)..];
    while let Some(&at) = positions.first() {
        ranges = &ranges[ranges.partition_point(|r| r.end <= at)..];
        let range = ranges.first()?;
        if range.start <= at {
            return Some(at);
        }
        positions = &positions[positions.partition_point(|&p| p < range.start)..];
    }
    None
}
