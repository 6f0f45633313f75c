//! Where physical registers are taken: by unit, and one record a call for all that it clobbers.

use super::interval::{Interval, Range};
use super::numbering::Position;
use crate::target::Target;
use crate::target::instr_info::RegMask;
use crate::target::registers::{PhysReg, RegUnit};

/// Ranges in which register units hold values that are not virtual registers'.
#[derive(Debug)]
pub struct Fixed {
    /// By unit, ascending.
    pub units: Vec<Vec<Range>>,
    /// By unit: whether it is reserved.
    pub reserved: Vec<bool>,
    /// The masks of the function's calls, each with the positions (ascending) at which they clobber.
    pub clobbers: Vec<(u32, RegMask, Vec<Position>)>,
    cursors: Vec<u32>,
}

impl Fixed {
    /// No ranges yet.
    pub fn new(target: &dyn Target, reserved_regs: &[PhysReg]) -> Fixed {
        let registers = target.registers();
        let num_units = registers.num_units as usize;
        let mut reserved = vec![false; num_units];
        for &reg in reserved_regs {
            registers.units(reg).iter().for_each(|u| reserved[u.0 as usize] = true);
        }
        Fixed {
            units: vec![Vec::new(); num_units],
            reserved,
            clobbers: Vec::new(),
            cursors: vec![0; num_units],
        }
    }

    /// Records a call, while the function is walked backwards.
    pub fn add_call(&mut self, target: &dyn Target, mask: u32, pos: Position) {
        match self.clobbers.iter_mut().find(|(m, _, _)| *m == mask) {
            Some((_, _, positions)) => positions.push(pos),
            None => self.clobbers.push((mask, target.instr_info().reg_mask(mask), vec![pos])),
        }
    }

    /// Puts what was collected backwards in ascending order.
    pub fn reverse(&mut self) {
        self.units.iter_mut().for_each(|ranges| ranges.reverse());
        self.clobbers.iter_mut().for_each(|(_, _, positions)| positions.reverse());
    }

    /// Has no unit be free at `pos`, of positions that ascend from call to call.
    pub fn block_all(&mut self, pos: Position) {
        for ranges in &mut self.units {
            let n = ranges.partition_point(|r| r.end <= pos);
            if ranges.get(n).is_none_or(|r| r.start > pos) {
                ranges.insert(n, Range { start: pos, end: pos + 1 });
            }
        }
    }

    /// Forgets, for good, what ends at or before `pos`: positions asked for from now on are not smaller.
    pub fn next_in_unit(
        &mut self,
        unit: RegUnit,
        interval: &Interval,
        pos: Position,
        limit: Position,
    ) -> Position {
        let ranges = &self.units[unit.0 as usize];
        let cursor = &mut self.cursors[unit.0 as usize];
        while ranges.get(*cursor as usize).is_some_and(|r| r.end <= pos) {
            *cursor += 1;
        }
        let end = interval.end().min(limit);
        let (mut fixed, mut live) = (&ranges[*cursor as usize..], interval.ranges());
        // Each side is moved past what the other does not reach.
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

    /// For each mask, the first position at or behind `pos` at which a call clobbers and `interval` is live.
    pub fn next_clobbers(&self, interval: &Interval, pos: Position, out: &mut Vec<(RegMask, Position)>) {
        out.clear();
        for (_, mask, positions) in &self.clobbers {
            if let Some(at) = first_inside(positions, interval.ranges(), pos) {
                out.push((*mask, at));
            }
        }
    }
}

/// The first of `positions` at or behind `pos` that lies in one of `ranges`; both ascend.
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
