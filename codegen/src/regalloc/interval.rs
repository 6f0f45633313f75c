//! Live intervals: where a virtual register, or a split range of one, holds a value, and where it is read and written.

use super::numbering::Position;
use crate::ir::entity::VReg;
use crate::ir::mir::Reg;
use crate::target::desc::registers::{PhysReg, RegClassId, RegisterInfo, SubReg};
use smallvec::SmallVec;

/// The positions from `start` to before `end`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Range {
    /// First position.
    pub start: Position,
    /// Position after the last.
    pub end: Position,
}

impl Range {
    /// Makes it reach to `end`, if it reaches to `start`, which is not before its own; whether it does.
    #[inline]
    pub fn extend(&mut self, start: Position, end: Position) -> bool {
        let reaches = self.end >= start;
        if reaches {
            self.end = self.end.max(end);
        }
        reaches
    }
}

/// A read or write.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UsePos {
    /// Where.
    pub pos: Position,
    /// True if a register must hold the value there; copies and phis can do with a spill slot.
    pub must: bool,
    /// True if it is a write.
    pub is_def: bool,
    /// True if it costs nothing: a phi whose value is mostly there already.
    pub is_free: bool,
}

/// A register that would save a copy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hint {
    /// The other side of the copy.
    pub other: Reg,
    /// The sub-register of this one that is copied.
    pub sub: SubReg,
    /// The sub-register of the other one.
    pub other_sub: SubReg,
    /// Where the copy is: its reading position, the start of a phi's block, the last position of an input's.
    pub pos: Position,
}

impl Hint {
    /// Returns the register of `class` that needs no copy when the other side is in `other`, if
    /// there is one.
    pub fn register(self, other: PhysReg, class: RegClassId, registers: &RegisterInfo) -> Option<PhysReg> {
        if self.sub == SubReg::default() && self.other_sub == SubReg::default() {
            return registers.contains(class, other).then_some(other);
        }
        let part = registers.sub_reg(other, self.other_sub)?;
        let reg = if self.sub == SubReg::default() {
            part
        } else {
            // Of several registers as one, only assembly has those that are not allocated.
            let whole = registers.matching_super_reg(part, self.sub, class)?;
            Some(whole).filter(|reg| registers.class(class).order.contains(reg))?
        };
        registers.contains(class, reg).then_some(reg)
    }
}

/// Where an interval's value is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Assignment {
    /// Not decided.
    #[default]
    Unassigned,
    /// In a register.
    Reg(PhysReg),
    /// In the register's spill slot, or nowhere and rematerialized where it is needed.
    Spilled,
}

/// Index of an interval.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct IntervalId(pub u32);

impl IntervalId {
    /// As an index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// One interval. Splitting shortens it and makes a new one of the rest; the split ranges of a register are a list in
/// order of position, and the first of them is its leader.
#[derive(Debug)]
pub struct Interval {
    /// The register.
    pub vreg: VReg,
    /// Its class.
    pub class: RegClassId,
    ranges: SmallVec<[Range; 2]>,
    uses: SmallVec<[UsePos; 4]>,
    /// How many of `ranges` and `uses` belong to earlier split ranges: splitting leaves the long rest where it is.
    before: (u32, u32),
    /// The next split range.
    pub next: Option<IntervalId>,
    /// Where the value is.
    pub assignment: Assignment,
    /// True if it starts where its register is written.
    pub starts_at_def: bool,
    /// While the scan continues: the first range that does not end before the scan's position.
    pub cursor: u32,
}

impl Interval {
    /// Returns an empty interval of `vreg`.
    pub fn new(vreg: VReg, class: RegClassId) -> Interval {
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

    /// Where the value is live: ascending, disjoint and not adjacent.
    #[inline]
    pub fn ranges(&self) -> &[Range] {
        &self.ranges[self.before.0 as usize..]
    }

    /// Reads and writes, ascending.
    pub fn uses(&self) -> &[UsePos] {
        &self.uses[self.before.1 as usize..]
    }

    /// In how many positions it is live.
    pub fn len(&self) -> Position {
        self.ranges().iter().map(|r| r.end - r.start).sum()
    }

    /// Returns the first position; of an interval with ranges.
    #[inline]
    pub fn start(&self) -> Position {
        self.ranges()[0].start
    }

    /// Returns the position after the last; of an interval with ranges.
    #[inline]
    pub fn end(&self) -> Position {
        self.ranges[self.ranges.len() - 1].end
    }

    /// Returns the first position at or after `from` that both cover.
    pub fn intersection(&self, other: &Interval, from: Position) -> Option<Position> {
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

    /// Returns the first use at or after `from` that needs a register.
    pub fn next_must(&self, from: Position) -> Option<Position> {
        let n = self.uses().partition_point(|u| u.pos < from);
        self.uses()[n..].iter().find(|u| u.must).map(|u| u.pos)
    }

    /// Returns the first use at or after `from`.
    pub fn next_use(&self, from: Position) -> Option<Position> {
        let n = self.uses().partition_point(|u| u.pos < from);
        self.uses().get(n).map(|u| u.pos)
    }

    /// Adds a range while the function is walked backwards (ranges are then in descending order).
    pub fn add_range_before(&mut self, start: Position, end: Position) {
        match self.ranges.last_mut() {
            Some(last) if last.start <= end => {
                last.start = last.start.min(start);
                last.end = last.end.max(end);
            }
            _ => self.ranges.push(Range { start, end }),
        }
    }

    /// Adds a range while the function is walked forwards.
    #[inline]
    pub fn add_range(&mut self, start: Position, end: Position) {
        if !self.ranges.last_mut().is_some_and(|last| last.extend(start, end)) {
            self.ranges.push(Range { start, end });
        }
    }

    /// Adds the range of a definition while the function is walked forwards.
    #[inline]
    pub fn define(&mut self, start: Position, end: Position) {
        self.starts_at_def |= self.ranges.is_empty();
        self.add_range(start, end);
    }

    /// Adds a use while the function is walked backwards.
    pub fn add_use_before(&mut self, pos: UsePos) {
        self.uses.push(pos);
    }

    /// Has this interval be live in `ranges`, which ascend, and used at `uses`.
    pub fn replace(&mut self, ranges: impl Iterator<Item = Range>, uses: Vec<UsePos>) {
        self.ranges.clear();
        ranges.for_each(|range| self.add_range(range.start, range.end));
        self.uses = SmallVec::from_vec(uses);
    }

    /// Says of what writes its register at `pos` whether it costs nothing. Of an interval that has not been split.
    pub fn set_free(&mut self, pos: Position, is_free: bool) {
        let n = self.uses.partition_point(|u| u.pos < pos);
        self.uses[n..].iter_mut().take_while(|u| u.pos == pos && u.is_def).for_each(|u| u.is_free = is_free);
    }

    /// Returns true if its register is written at `pos`.
    pub fn is_written_at(&self, pos: Position) -> bool {
        let n = self.uses().partition_point(|u| u.pos < pos);
        self.uses()[n..].iter().take_while(|u| u.pos == pos).any(|u| u.is_def)
    }

    /// Returns true if the value is live at `pos`.
    pub fn covers(&self, pos: Position) -> bool {
        let n = self.ranges().partition_point(|r| r.end <= pos);
        self.ranges().get(n).is_some_and(|r| r.start <= pos)
    }

    /// Returns the range added last.
    pub fn newest_range(&mut self) -> Option<&mut Range> {
        self.ranges.last_mut()
    }

    /// Puts uses, collected backwards, in ascending order.
    pub fn reverse_uses(&mut self) {
        self.uses.reverse();
    }

    /// Puts ranges and uses, collected backwards, in ascending order.
    pub fn reverse(&mut self) {
        self.ranges.reverse();
        self.uses.reverse();
        self.starts_at_def = self.is_written_at_start();
    }

    fn is_written_at_start(&self) -> bool {
        let start = self.ranges().first().map(|range| range.start);
        self.uses().first().is_some_and(|first| first.is_def && Some(first.pos) == start)
    }

    /// Cuts off what is at or after `pos`, which is after the start and not after the end's last position. Costs as much as
    /// what stays is long, so that cutting an interval into many from the start on is linear.
    pub fn cut(&mut self, pos: Position) -> Interval {
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
