//! Live intervals: the ranges in which a virtual register, or a split interval of it, holds a
//! value, and its uses.

use super::numbering::Position;
use crate::ir::entity::VReg;
use crate::ir::mir::Reg;
use crate::machine::desc::registers::{PhysReg, RegClassId, RegisterInfo, SubReg};
use smallvec::SmallVec;

/// The positions from `start` to before `end`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Range {
    /// First position.
    pub start: Position,
    /// Position after the last.
    pub end: Position,
}

impl Range {
    /// Extends the range to `end`, if it reaches `start`, which must not be before its own. Returns
    /// true if it does.
    #[inline]
    pub(crate) fn extend(&mut self, start: Position, end: Position) -> bool {
        debug_assert!(self.start <= start, "ranges ascend in a forward walk: {start} after {self:?}");
        let reaches = self.end >= start;
        if reaches {
            self.end = self.end.max(end);
        }
        reaches
    }
}

/// A read or write.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct UsePos {
    /// Its position.
    pub pos: Position,
    /// True if a register is required; copies and phis can use a spill slot.
    pub must: bool,
    /// True if it is a write.
    pub is_def: bool,
    /// True if it is free: a phi whose value is usually in the location already.
    pub is_free: bool,
}

/// A register that would save a copy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Hint {
    /// The other side of the copy.
    pub other: Reg,
    /// The sub-register of this one that is copied.
    pub sub: SubReg,
    /// The sub-register of the other one.
    pub other_sub: SubReg,
    /// The position of the copy: its reading position, the start of a phi's block, or the last
    /// position of a phi input's block.
    pub pos: Position,
    /// A position in the block that executes the copy. For a phi, that is the input's block.
    pub copy_pos: Position,
}

impl Hint {
    /// Returns the hint of the other side of the copy. `vreg` is this side.
    pub(crate) fn mirrored(self, vreg: VReg) -> Hint {
        Hint { other: Reg::virt(vreg), sub: self.other_sub, other_sub: self.sub, ..self }
    }

    /// Returns the register of `class` that makes the copy redundant when the other side is in
    /// `other`, if there is one.
    pub(crate) fn register(
        self,
        other: PhysReg,
        class: RegClassId,
        registers: &RegisterInfo,
    ) -> Option<PhysReg> {
        if self.sub == SubReg::default() && self.other_sub == SubReg::default() {
            return registers.contains(class, other).then_some(other);
        }
        let part = registers.sub_reg(other, self.other_sub)?;
        let reg = if self.sub == SubReg::default() {
            // The lower half of a part, if it is wider than the class.
            return registers
                .contains(class, part)
                .then_some(part)
                .or_else(|| registers.low_part(part, class));
        } else {
            // A tuple must be in the allocation order; only assembly names others.
            let whole = registers.matching_super_reg(part, self.sub, class)?;
            Some(whole).filter(|reg| registers.class(class).order.contains(reg))?
        };
        registers.contains(class, reg).then_some(reg)
    }
}

/// The location of an interval's value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Assignment {
    /// Not assigned yet.
    #[default]
    Unassigned,
    /// In a register.
    Reg(PhysReg),
    /// In the register's spill slot, or rematerialized where it is required.
    Spilled,
}

/// Index of an interval.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct IntervalId(pub u32);

impl IntervalId {
    /// Returns the id as an index.
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// One interval. Splitting shortens it and creates a new one for the rest. The split intervals of a
/// register form a list in order of position; the first is its leader.
#[derive(Debug)]
pub(crate) struct Interval {
    /// The register.
    pub vreg: VReg,
    /// Its class.
    pub class: RegClassId,
    ranges: SmallVec<[Range; 2]>,
    uses: SmallVec<[UsePos; 4]>,
    /// The number of `ranges` and `uses` that belong to earlier split intervals: splitting does not
    /// copy the long rest.
    before: (u32, u32),
    /// The next split interval.
    pub next: Option<IntervalId>,
    /// The location of the value.
    pub assignment: Assignment,
    /// True if it starts at a definition of its register.
    pub starts_at_def: bool,
    /// During the scan, the first range that does not end before the scan's position.
    pub cursor: u32,
}

impl Interval {
    /// Returns an empty interval of `vreg`.
    pub(crate) fn new(vreg: VReg, class: RegClassId) -> Interval {
        Interval {
            vreg,
            class,
            ranges: SmallVec::new(),
            uses: SmallVec::new(),
            before: (0, 0),
            next: None,
            assignment: Assignment::Unassigned,
            starts_at_def: false,
            cursor: 0,
        }
    }

    /// Returns the live ranges: ascending, disjoint and not adjacent.
    #[inline]
    pub(crate) fn ranges(&self) -> &[Range] {
        &self.ranges[self.before.0 as usize..]
    }

    /// Returns reads and writes, ascending.
    pub(crate) fn uses(&self) -> &[UsePos] {
        &self.uses[self.before.1 as usize..]
    }

    /// Returns the number of positions in its ranges.
    pub(crate) fn len(&self) -> Position {
        self.ranges().iter().map(|r| r.end - r.start).sum()
    }

    /// Returns the first position; of an interval with ranges.
    #[inline]
    pub(crate) fn start(&self) -> Position {
        self.ranges()[0].start
    }

    /// Returns the position after the last; of an interval with ranges.
    #[inline]
    pub(crate) fn end(&self) -> Position {
        self.ranges[self.ranges.len() - 1].end
    }

    /// Returns the first position at or after `from` that both cover.
    pub(crate) fn intersection(&self, other: &Interval, from: Position) -> Option<Position> {
        let mut a = self.ranges().partition_point(|r| r.end <= from);
        let mut b = other.ranges().partition_point(|r| r.end <= from);
        while let (Some(x), Some(y)) = (self.ranges().get(a), other.ranges().get(b)) {
            let start = x.start.max(y.start);
            if start < x.end.min(y.end) {
                return Some(start.max(from));
            }
            if x.end <= y.end { a += 1 } else { b += 1 }
        }
        None
    }

    /// Returns the first use at or after `from` that requires a register.
    pub(crate) fn next_must(&self, from: Position) -> Option<Position> {
        let n = self.uses().partition_point(|u| u.pos < from);
        self.uses()[n..].iter().find(|u| u.must).map(|u| u.pos)
    }

    /// Returns the first use at or after `from`.
    pub(crate) fn next_use(&self, from: Position) -> Option<Position> {
        let n = self.uses().partition_point(|u| u.pos < from);
        self.uses().get(n).map(|u| u.pos)
    }

    /// Adds a range during a backward walk (ranges are then in descending order).
    pub(crate) fn add_range_before(&mut self, start: Position, end: Position) {
        debug_assert!(start < end, "an empty range of {}: {start}..{end}", self.vreg);
        match self.ranges.last_mut() {
            Some(last) if last.start <= end => {
                last.start = last.start.min(start);
                last.end = last.end.max(end);
            }
            _ => self.ranges.push(Range { start, end }),
        }
    }

    /// Adds a range during a forward walk.
    #[inline]
    pub(crate) fn add_range(&mut self, start: Position, end: Position) {
        debug_assert!(start < end, "an empty range of {}: {start}..{end}", self.vreg);
        if !self.ranges.last_mut().is_some_and(|last| last.extend(start, end)) {
            self.ranges.push(Range { start, end });
        }
    }

    /// Adds the range of a definition during a forward walk.
    #[inline]
    pub(crate) fn define(&mut self, start: Position, end: Position) {
        self.starts_at_def |= self.ranges.is_empty();
        self.add_range(start, end);
    }

    /// Adds a use during a backward walk.
    pub(crate) fn add_use_before(&mut self, pos: UsePos) {
        self.uses.push(pos);
    }

    /// Replaces ranges, which must ascend, and uses.
    pub(crate) fn replace(&mut self, ranges: impl Iterator<Item = Range>, uses: Vec<UsePos>) {
        self.ranges.clear();
        ranges.for_each(|range| self.add_range(range.start, range.end));
        self.uses = SmallVec::from_vec(uses);
        debug_assert!(self.uses.is_sorted_by_key(|u| u.pos), "uses of {} ascend", self.vreg);
    }

    /// Sets whether the definition at `pos` is free. The interval must not have been split.
    pub(crate) fn set_free(&mut self, pos: Position, is_free: bool) {
        debug_assert!(self.before == (0, 0) && self.next.is_none(), "{} has been split", self.vreg);
        let n = self.uses.partition_point(|u| u.pos < pos);
        self.uses[n..].iter_mut().take_while(|u| u.pos == pos && u.is_def).for_each(|u| u.is_free = is_free);
    }

    /// Returns true if its register is written at `pos`.
    pub(crate) fn is_written_at(&self, pos: Position) -> bool {
        let n = self.uses().partition_point(|u| u.pos < pos);
        self.uses()[n..].iter().take_while(|u| u.pos == pos).any(|u| u.is_def)
    }

    /// Returns true if the value is live at `pos`.
    pub(crate) fn covers(&self, pos: Position) -> bool {
        let n = self.ranges().partition_point(|r| r.end <= pos);
        self.ranges().get(n).is_some_and(|r| r.start <= pos)
    }

    /// Returns the range added last.
    pub(crate) fn newest_range(&mut self) -> Option<&mut Range> {
        self.ranges.last_mut()
    }

    /// Reverses uses that a backward walk has collected to ascending order.
    pub(crate) fn reverse_uses(&mut self) {
        self.uses.reverse();
        debug_assert!(self.uses.is_sorted_by_key(|u| u.pos), "uses of {} ascend", self.vreg);
    }

    /// Reverses ranges and uses that a backward walk has collected to ascending order.
    pub(crate) fn reverse(&mut self) {
        self.ranges.reverse();
        self.uses.reverse();
        let is_apart = |a: &Range, b: &Range| a.end < b.start;
        debug_assert!(self.ranges.is_sorted_by(is_apart), "ranges of {} are disjoint", self.vreg);
        debug_assert!(self.uses.is_sorted_by_key(|u| u.pos), "uses of {} ascend", self.vreg);
        self.starts_at_def = self.is_written_at_start();
    }

    fn is_written_at_start(&self) -> bool {
        let start = self.ranges().first().map(|range| range.start);
        self.uses().first().is_some_and(|first| first.is_def && Some(first.pos) == start)
    }

    /// Cuts off the rest from `pos` on, which must be after the start and at most the last
    /// position. Cost: linear in the remaining interval, so cutting an interval repeatedly from the
    /// start on is linear.
    pub(crate) fn cut(&mut self, pos: Position) -> Interval {
        debug_assert!(self.start() < pos, "the first half of {} at {pos} is empty", self.vreg);
        debug_assert!(pos < self.end(), "the second half of {} at {pos} is empty", self.vreg);
        let ranges = self.ranges().partition_point(|r| r.end <= pos);
        let uses = self.uses().partition_point(|u| u.pos < pos);
        let mut kept: SmallVec<[Range; 2]> = SmallVec::from_slice(&self.ranges()[..ranges]);
        let kept_uses = SmallVec::from_slice(&self.uses()[..uses]);
        let mut rest = Interval::new(self.vreg, self.class);
        rest.before = (self.before.0 + ranges as u32, self.before.1 + uses as u32);
        rest.ranges = std::mem::take(&mut self.ranges);
        rest.uses = std::mem::replace(&mut self.uses, kept_uses);
        if let Some(first) = rest.ranges.get_mut(rest.before.0 as usize).filter(|r| r.start < pos) {
            kept.push(Range { start: first.start, end: pos });
            first.start = pos;
        }
        (self.ranges, self.before) = (kept, (0, 0));
        rest.starts_at_def = rest.is_written_at_start();
        rest
    }
}
