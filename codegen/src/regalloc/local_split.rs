//! Splitting an interval of one block: one range where a register can be had, for as many uses as its weight allows, and what is
//! before and after; or what single instructions need.

use super::greedy::{Greedy, needs, weight};
use super::interval::{IntervalId, Range};
use crate::target::desc::registers::PhysReg;

/// Most instructions with uses among which a range is looked for.
const LONGEST_RUN: usize = 24;

/// Most instructions with uses of an interval that is looked at as a whole.
const MOST_NEEDS: usize = 64;

/// Most holders of one register that are looked at between two uses; more do not all give way.
const MOST_HOLDERS: usize = 32;

/// What the range to be made must be better than what is there by.
const BETTER: f32 = 0.98;

impl Greedy<'_> {
    /// Splits `id`, which lives in the block at index `block` of the layout.
    pub(super) fn divide_locally(&mut self, id: IntervalId, block: usize) {
        let needs = needs(self.intervals.get(id).uses());
        if needs.len() > MOST_NEEDS {
            let chunks =
                needs.chunks(MOST_NEEDS / 2).map(|c| Range { start: c[0].start, end: c[c.len() - 1].end });
            return self.keep(id, &chunks.collect::<Vec<_>>());
        }
        match self.best_run(id, block, &needs) {
            Some((first, last)) => self.keep_run(id, &needs, first, last),
            None => self.keep(id, &needs),
        }
    }

    /// Returns the first and last of `needs` for which a register is to be had between them.
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
                .map(|w| self.heaviest(reg, Range { start: w[0].start, end: w[1].end }))
                .collect();
            for first in 0..needs.len() - 1 {
                let mut heaviest = 0.0f32;
                for last in first + 1..needs.len().min(first + LONGEST_RUN) {
                    heaviest = heaviest.max(gaps[last - 1]);
                    if heaviest == f32::INFINITY {
                        break;
                    }
                    let loads = last - first + usize::from(first > 0) + usize::from(last + 1 < needs.len());
                    if last - first + 1 == needs.len() {
                        continue;
                    }
                    let cost = self.frequencies[block] * loads as f32;
                    let gain = BETTER * weight(cost, needs[last].end - needs[first].start) - heaviest;
                    if gain > most {
                        (best, most) = (Some((first, last)), gain);
                    }
                }
            }
        }
        best
    }

    /// Returns the largest weight of what holds `reg` in `range`, which must give way there.
    fn heaviest(&self, reg: PhysReg, range: Range) -> f32 {
        let mut heaviest = 0.0f32;
        for &unit in self.target.registers().units(reg) {
            if self.fixed.extent(unit, range).is_some() {
                return f32::INFINITY;
            }
            for (n, (_, holder)) in self.matrix.holders(unit, range).enumerate() {
                heaviest = heaviest.max(self.info[holder.index()].weight);
                if heaviest == f32::INFINITY || n == MOST_HOLDERS {
                    return f32::INFINITY;
                }
            }
        }
        heaviest
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

    /// Makes a split range of each of `kept`, which ascend, and has the rest of `id` be in memory.
    fn keep(&mut self, id: IntervalId, kept: &[Range]) {
        let split = self.divide(id, kept);
        self.spill(split[0]);
        split[1..].iter().for_each(|&id| self.enqueue(id));
    }

    /// Cuts `id` into the split ranges `kept`, which ascend, and what is left, which comes first.
    pub(super) fn divide(&mut self, id: IntervalId, kept: &[Range]) -> Vec<IntervalId> {
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
