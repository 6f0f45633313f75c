//! Coalescing: joins a phi and its inputs with disjoint ranges into one interval. The phi is free
//! if they share a location, be it a register or a spill slot.
//!
//! Phis are visited from the most frequent blocks on. Two intervals are joined if no position is in
//! both. That suffices, since one location then never has to hold two values. Rematerialized values
//! are not joined.
//!
//! Requires intervals before the scan. Cost: each join searches the smaller side's ranges in the
//! larger one and moves them there: n log² n in the worst case.

use super::interval::{Interval, IntervalId, Range, UsePos};
use super::intervals::Intervals;
use super::numbering::{Numbering, Position};
use crate::ir::entity::{BlockId, VReg};
use crate::ir::mir::{MachineFunction, Operand};
use crate::ir::opcodes::PHI;
use crate::machine::desc::registers::{RegClassId, RegisterInfo};
use crate::passes::analysis::liveness::phi_inputs;
use std::collections::BTreeMap;

/// Joins the registers that phis connect, except those in `alone`. `frequencies` are by block id.
pub fn run(
    mf: &MachineFunction,
    registers: &RegisterInfo,
    intervals: &mut Intervals,
    numbering: &Numbering,
    frequencies: &[f32],
    alone: &[VReg],
) {
    let has_phi = |b: &BlockId| mf.first_inst(*b).is_some_and(|i| mf.opcode(i) == PHI);
    let mut blocks: Vec<BlockId> = mf.layout.iter().copied().filter(has_phi).collect();
    blocks.sort_by(|a, b| frequencies[b.index()].total_cmp(&frequencies[a.index()]));
    let mut classes = Classes::new(registers, intervals);
    for &block in &blocks {
        for phi in mf.insts(block).take_while(|&i| mf.opcode(i) == PHI) {
            let operands = mf.operands(phi);
            let Some(result) = operands[0].vreg().filter(|v| !alone.contains(v)) else { continue };
            for (value, _) in phi_inputs(operands) {
                classes.join(result, value);
            }
        }
    }
    classes.finish();
    for block in blocks {
        for phi in mf.insts(block).take_while(|&i| mf.opcode(i) == PHI) {
            let start = numbering.spans[block.index()].start;
            remark_cost(mf.operands(phi), start, frequencies, intervals);
        }
    }
}

/// Marks a phi at `start` as free if its most frequent input is in its own interval.
fn remark_cost(phi: &[Operand], start: Position, frequencies: &[f32], intervals: &mut Intervals) {
    let Some(first) = phi[0].vreg().and_then(|result| intervals.first(result)) else { return };
    let (mut own, mut others) = (0.0, 0.0);
    for (value, pred) in phi_inputs(phi) {
        let is_own = intervals.first(value) == Some(first);
        *if is_own { &mut own } else { &mut others } += frequencies[pred.index()];
    }
    intervals.list[first.index()].set_free(start, own > others);
}

/// Congruence classes of intervals, while they are built.
struct Classes<'a> {
    registers: &'a RegisterInfo,
    intervals: &'a mut Intervals,
    /// By leader.
    parent: Vec<u32>,
    /// By root of several: start and end of each range.
    ranges: Vec<BTreeMap<Position, Position>>,
    joined: bool,
}

impl<'a> Classes<'a> {
    fn new(registers: &'a RegisterInfo, intervals: &'a mut Intervals) -> Classes<'a> {
        let count = intervals.list.len();
        let ranges = vec![BTreeMap::new(); count];
        Classes { registers, intervals, parent: (0..count as u32).collect(), ranges, joined: false }
    }

    fn root(&mut self, mut n: u32) -> u32 {
        while self.parent[n as usize] != n {
            let above = self.parent[self.parent[n as usize] as usize];
            self.parent[n as usize] = above;
            n = above;
        }
        n
    }

    /// Joins the intervals of two registers if possible.
    fn join(&mut self, a: VReg, b: VReg) {
        let (Some(a), Some(b)) = (self.intervals.first(a), self.intervals.first(b)) else { return };
        let (a, b) = (self.root(a.0) as usize, self.root(b.0) as usize);
        if a == b || [a, b].iter().any(|&n| self.intervals.remat[n].is_some()) {
            return;
        }
        let Some(class) = self.common_class(a, b) else { return };
        let (large, small) = if self.size(a) >= self.size(b) { (a, b) } else { (b, a) };
        let ranges = self.ranges_of(small);
        self.fill(large);
        if ranges.iter().any(|&(start, end)| overlaps(&self.ranges[large], start, end)) {
            return;
        }
        self.ranges[large].extend(ranges);
        self.ranges[small] = BTreeMap::new();
        self.parent[small] = large as u32;
        self.intervals.list[large].class = class;
        self.joined = true;
    }

    /// Returns a class that fits both, if it has enough registers.
    fn common_class(&self, a: usize, b: usize) -> Option<RegClassId> {
        let (a, b) = (self.intervals.list[a].class, self.intervals.list[b].class);
        let common = self.registers.common_sub_class(a, b)?;
        let [a, b, c] = [a, b, common].map(|class| self.registers.class(class));
        let same = a.bits == b.bits && a.spill_size == b.spill_size && a.bank == b.bank;
        (same && 2 * c.order.len() > a.order.len().max(b.order.len())).then_some(common)
    }

    fn size(&self, n: usize) -> usize {
        self.ranges[n].len().max(self.intervals.list[n].ranges().len())
    }

    fn ranges_of(&self, n: usize) -> Vec<(Position, Position)> {
        if self.ranges[n].is_empty() {
            self.intervals.list[n].ranges().iter().map(|r| (r.start, r.end)).collect()
        } else {
            self.ranges[n].iter().map(|(&start, &end)| (start, end)).collect()
        }
    }

    fn fill(&mut self, n: usize) {
        if self.ranges[n].is_empty() {
            self.ranges[n] = self.ranges_of(n).into_iter().collect();
        }
    }

    /// Merges each class into one interval.
    fn finish(mut self) {
        if !self.joined {
            return;
        }
        self.intervals.coalesced = true;
        let mut uses: BTreeMap<u32, Vec<UsePos>> = BTreeMap::new();
        for n in 0..self.parent.len() as u32 {
            let root = self.root(n);
            if root != n {
                let member = &mut self.intervals.list[n as usize];
                uses.entry(root).or_default().extend(member.uses());
                *member = Interval::new(member.vreg, member.class);
                let hints = std::mem::take(&mut self.intervals.hints[n as usize]);
                self.intervals.hints[root as usize].extend(hints);
            }
        }
        for (root, mut uses) in uses {
            let interval = &mut self.intervals.list[root as usize];
            uses.extend(interval.uses());
            uses.sort_by_key(|u| u.pos);
            let ranges = std::mem::take(&mut self.ranges[root as usize]);
            interval.replace(ranges.into_iter().map(|(start, end)| Range { start, end }), uses);
        }
        for n in 0..self.intervals.of_vreg.len() {
            if let Some(IntervalId(first)) = self.intervals.first(VReg::new(n)) {
                self.intervals.of_vreg[n] = self.root(first);
            }
        }
        self.drop_inner_hints();
    }

    /// Drops hints between members of one class.
    fn drop_inner_hints(&mut self) {
        for n in 0..self.intervals.hints.len() {
            let mut hints = std::mem::take(&mut self.intervals.hints[n]);
            let own = IntervalId(n as u32);
            hints.retain(|h| h.other.as_virt().and_then(|v| self.intervals.first(v)) != Some(own));
            self.intervals.hints[n] = hints;
        }
    }
}

/// Returns true if any of `ranges` has a position from `start` to before `end`.
fn overlaps(ranges: &BTreeMap<Position, Position>, start: Position, end: Position) -> bool {
    ranges.range(..end).next_back().is_some_and(|(_, &last)| last > start)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_that_only_touch_do_not_overlap() {
        let ranges = BTreeMap::from([(4, 8), (12, 20)]);
        assert!(!overlaps(&ranges, 0, 4) && !overlaps(&ranges, 8, 12) && !overlaps(&ranges, 20, 30));
        assert!(overlaps(&ranges, 0, 5) && overlaps(&ranges, 7, 9) && overlaps(&ranges, 9, 13));
        assert!(overlaps(&ranges, 0, 40) && overlaps(&ranges, 13, 14));
    }
}
