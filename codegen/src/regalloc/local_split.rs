//! Local split: splits an interval within one block. One split interval is assigned a register, for
//! as many uses as its weight allows. Otherwise each instruction gets its minimal range.

use super::greedy::{Greedy, needs, weight};
use super::interval::{IntervalId, Range};
use crate::machine::desc::registers::PhysReg;

/// The maximum number of instructions with uses among which a run is searched.
const MAX_RUN: usize = 24;

/// The maximum number of instructions with uses of an interval that is handled as a whole.
const MAX_USES: usize = 64;

/// The maximum number of holders of one register between two uses; more are never all evicted.
const MAX_INTERFERENCES: usize = 32;

/// The ratio by which the new interval must be better than the present holders.
const BETTER: f32 = 0.98;

impl Greedy<'_> {
    /// Splits `id`, which is local to the block at index `block` of the layout.
    pub(super) fn local_split(&mut self, id: IntervalId, block: usize) {
        let needs = needs(self.intervals.get(id).uses());
        if needs.len() > MAX_USES {
            let chunks =
                needs.chunks(MAX_USES / 2).map(|c| Range { start: c[0].start, end: c[c.len() - 1].end });
            return self.keep(id, &chunks.collect::<Vec<_>>());
        }
        match self.best_run(id, block, &needs) {
            Some((first, last)) => self.keep_run(id, &needs, first, last),
            None => self.keep(id, &needs),
        }
    }

    /// Returns the first and last of `needs` between which a register is available.
    fn best_run(&self, id: IntervalId, block: usize, needs: &[Range]) -> Option<(usize, usize)> {
        let (mut best, mut most) = (None, 0.0);
        if needs.len() < 3 {
            return None;
        }
        let class = self.target.registers().class(self.intervals.get(id).class);
        for &reg in class.order {
            if self.fixed.is_reserved(self.target.registers(), reg) {
                continue;
            }
            let gaps: Vec<f32> = needs
                .windows(2)
                .map(|w| self.max_weight(reg, Range { start: w[0].start, end: w[1].end }))
                .collect();
            for first in 0..needs.len() - 1 {
                let mut max_weight = 0.0f32;
                for last in first + 1..needs.len().min(first + MAX_RUN) {
                    max_weight = max_weight.max(gaps[last - 1]);
                    if max_weight == f32::INFINITY {
                        break;
                    }
                    let loads = last - first + usize::from(first > 0) + usize::from(last + 1 < needs.len());
                    if last - first + 1 == needs.len() {
                        continue;
                    }
                    let cost = self.frequencies[block] * loads as f32;
                    let gain = BETTER * weight(cost, needs[last].end - needs[first].start) - max_weight;
                    if gain > most {
                        (best, most) = (Some((first, last)), gain);
                    }
                }
            }
        }
        best
    }

    /// Returns the largest weight of the holders of `reg` in `range`, which would have to be
    /// evicted.
    fn max_weight(&self, reg: PhysReg, range: Range) -> f32 {
        let mut max_weight = 0.0f32;
        for &unit in self.target.registers().units(reg) {
            if self.fixed.extent(unit, range).is_some() {
                return f32::INFINITY;
            }
            for (n, (_, holder)) in self.matrix.holders(unit, range).enumerate() {
                max_weight = max_weight.max(self.info[holder.index()].weight);
                if max_weight == f32::INFINITY || n == MAX_INTERFERENCES {
                    return f32::INFINITY;
                }
            }
        }
        max_weight
    }

    fn keep_run(&mut self, id: IntervalId, needs: &[Range], first: usize, last: usize) {
        let mut kept: Vec<Range> = Vec::new();
        let mut keep =
            |from: usize, to: usize| kept.push(Range { start: needs[from].start, end: needs[to].end });
        if first > 0 {
            keep(0, first - 1);
        }
        keep(first, last);
        if last + 1 < needs.len() {
            keep(last + 1, needs.len() - 1);
        }
        self.keep(id, &kept);
    }

    /// Splits `id` into an interval for each of `kept`, which ascend, and spills the rest.
    fn keep(&mut self, id: IntervalId, kept: &[Range]) {
        let split = self.divide(id, kept);
        self.spill(split[0]);
        split[1..].iter().for_each(|&id| self.enqueue(id));
    }

    /// Splits `id` into the rest, which comes first, and an interval for each of `kept`, which
    /// ascend.
    pub(super) fn divide(&mut self, id: IntervalId, kept: &[Range]) -> Vec<IntervalId> {
        debug_assert!(kept.is_sorted_by(|a, b| a.end <= b.start), "ranges that are kept overlap: {kept:?}");
        let (mut segments, mut passed) = (Vec::new(), 0);
        for range in self.intervals.get(id).ranges() {
            let mut start = range.start;
            passed += kept[passed..].partition_point(|keep| keep.end <= range.start);
            let inside = kept[passed..].iter().take_while(|keep| keep.start < range.end);
            for (n, keep) in inside.enumerate() {
                for (end, number) in [(keep.start, 0), (keep.end, passed + n + 1)] {
                    let end = end.min(range.end);
                    if start < end {
                        segments.push((Range { start, end }, number));
                        start = end;
                    }
                }
            }
            if start < range.end {
                segments.push((Range { start, end: range.end }, 0));
            }
        }
        self.cut(id, &segments, kept.len() + 1)
    }
}
