//! The interference matrix: the interval that holds each register unit at each position.
//!
//! It has a tree of ranges for each unit. For each block, it has the set of units that are held
//! there at all, which answers most queries at once. Fixed ranges and call clobbers are included in
//! the blocks' sets. Cost: n log n for all ranges that are inserted and removed.

use super::fixed::Fixed;
use super::interval::{Interval, IntervalId, Range};
use super::numbering::{Numbering, Position};
use crate::machine::desc::registers::{PhysReg, RegUnit, RegisterInfo, UnitSet};
use std::collections::BTreeMap;

/// The held ranges.
#[derive(Debug)]
pub(crate) struct Matrix {
    /// By unit: the start of each range, with its end and holder.
    units: Vec<BTreeMap<Position, (Position, IntervalId)>>,
    /// By index in the layout: the units with fixed ranges in the block.
    fixed: Vec<UnitSet>,
    /// By index in the layout: the units that are held in the block, fixed or not.
    busy: Vec<UnitSet>,
}

impl Matrix {
    /// Returns a matrix with fixed ranges only.
    pub(crate) fn new(fixed: &Fixed, numbering: &Numbering) -> Matrix {
        let mut taken = vec![0; numbering.order.len()];
        fixed.each(|units, range| {
            taken[numbering.blocks_of(range)].iter_mut().for_each(|taken| *taken |= units);
        });
        Matrix { units: vec![BTreeMap::new(); fixed.num_units()], busy: taken.clone(), fixed: taken }
    }

    /// Inserts `interval` as the holder of `reg`.
    pub(crate) fn insert(
        &mut self,
        registers: &RegisterInfo,
        numbering: &Numbering,
        id: IntervalId,
        interval: &Interval,
        reg: PhysReg,
    ) {
        for &unit in registers.units(reg) {
            debug_assert!(
                interval.ranges().iter().all(|&range| self.first_in(unit, range).is_none()),
                "{}: another interval holds {unit:?} of {reg:?}",
                interval.vreg
            );
            let tree = &mut self.units[unit.0 as usize];
            tree.extend(interval.ranges().iter().map(|range| (range.start, (range.end, id))));
        }
        let set = registers.unit_set(reg);
        for &range in interval.ranges() {
            self.busy[numbering.blocks_of(range)].iter_mut().for_each(|busy| *busy |= set);
        }
    }

    /// Removes `interval` as the holder of `reg`.
    pub(crate) fn remove(
        &mut self,
        registers: &RegisterInfo,
        numbering: &Numbering,
        interval: &Interval,
        reg: PhysReg,
    ) {
        for &unit in registers.units(reg) {
            for range in interval.ranges() {
                let held = self.units[unit.0 as usize].remove(&range.start);
                debug_assert!(
                    held.is_some_and(|(end, _)| end == range.end),
                    "{} does not hold {unit:?} in {range:?}",
                    interval.vreg
                );
            }
            for n in interval.ranges().iter().flat_map(|&range| numbering.blocks_of(range)) {
                let span = numbering.spans[numbering.order[n].index()];
                let held = self.first_in(unit, Range { start: span.start, end: span.end }).is_some();
                if !held && self.fixed[n] & unit.bit() == 0 {
                    self.busy[n] &= !unit.bit();
                }
            }
        }
    }

    /// Returns the units that are held in the block at index `n` of the layout.
    pub(crate) fn busy(&self, n: usize) -> UnitSet {
        self.busy[n]
    }

    /// Returns the units that are held in one of these blocks.
    pub(crate) fn busy_in(&self, blocks: std::ops::Range<usize>) -> UnitSet {
        self.busy[blocks].iter().fold(0, |busy, units| busy | units)
    }

    fn first_in(&self, unit: RegUnit, range: Range) -> Option<IntervalId> {
        self.holders(unit, range).next().map(|(_, holder)| holder)
    }

    /// Returns the hull of the positions in `range` at which `unit` is held.
    pub(crate) fn extent(&self, unit: RegUnit, range: Range) -> Option<Range> {
        let end = self.holders(unit, range).next()?.0.end;
        let tree = &self.units[unit.0 as usize];
        let over = tree.range(..=range.start).next_back().filter(|held| held.1.0 > range.start);
        let start = over.or_else(|| tree.range(range.start..).next()).map_or(range.start, |held| *held.0);
        Some(Range { start: start.max(range.start), end: end.min(range.end) })
    }

    /// Returns the ranges and holders of `unit` in `range`, last first.
    pub(crate) fn holders(
        &self,
        unit: RegUnit,
        range: Range,
    ) -> impl Iterator<Item = (Range, IntervalId)> + '_ {
        let before = self.units[unit.0 as usize].range(..range.end).rev();
        before
            .map(|(&start, &(end, holder))| (Range { start, end }, holder))
            .take_while(move |(held, _)| held.end > range.start)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extents_reach_from_the_first_to_the_last_holder() {
        let mut matrix = Matrix { units: vec![BTreeMap::new()], fixed: Vec::new(), busy: Vec::new() };
        for (start, end) in [(4, 8), (8, 10), (20, 30)] {
            matrix.units[0].insert(start, (end, IntervalId(start)));
        }
        let extent = |start, end| matrix.extent(RegUnit(0), Range { start, end }).map(|r| (r.start, r.end));
        assert_eq!(extent(0, 40), Some((4, 30)));
        assert_eq!(extent(6, 22), Some((6, 22)));
        assert_eq!(extent(9, 20), Some((9, 10)));
        assert_eq!((extent(0, 4), extent(10, 20), extent(30, 31)), (None, None, None));
        let holders = |start, end| {
            let held = matrix.holders(RegUnit(0), Range { start, end });
            held.map(|(_, holder)| holder.0).collect::<Vec<_>>()
        };
        assert_eq!((holders(7, 21), holders(10, 20)), (vec![20, 8, 4], vec![]));
    }
}
