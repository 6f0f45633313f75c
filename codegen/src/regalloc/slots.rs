//! Spill slots: registers with disjoint live ranges share one.
//!
//! Requires the finished allocation. Registers are visited in order of their starts. A slot is free
//! again when the last split interval of its register has ended (lifetime holes are not used).
//! Cost: n log n.

use super::interval::{Assignment, IntervalId};
use super::intervals::Intervals;
use super::numbering::Position;
use crate::frame::target::FrameTarget;
use crate::ir::entity::{FrameIndex, VReg};
use crate::ir::mir::{FrameObjectKind, MachineFunction};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Assigns a slot to each register that is in memory anywhere; those of `alone` do not share. The
/// result is by leader.
pub(crate) fn assign(
    mf: &mut MachineFunction,
    target: &dyn FrameTarget,
    intervals: &Intervals,
    alone: &[VReg],
) -> Vec<Option<FrameIndex>> {
    let mut slots = vec![None; intervals.hints.len()];
    let mut spilled: Vec<(Position, Position, u32)> = intervals
        .leaders()
        .filter_map(|id| spilled_span(intervals, id).map(|(start, end)| (start, end, id.0)))
        .collect();
    for (start, end, id) in &mut spilled {
        if alone.contains(&intervals.list[*id as usize].vreg) {
            (*start, *end) = (0, Position::MAX);
        }
    }
    spilled.sort_unstable();
    let share = !mf.attrs.calls_returns_twice;
    let max_align = target.frame_lowering().stack_alignment();
    let mut taken: BinaryHeap<Reverse<(Position, FrameIndex)>> = BinaryHeap::new();
    let mut free: Vec<FrameIndex> = Vec::new();
    for (start, end, id) in spilled {
        while let Some(&Reverse((_, slot))) = taken.peek().filter(|t| t.0.0 <= start) {
            taken.pop();
            free.push(slot);
        }
        let class = target.registers().class(intervals.list[id as usize].class);
        let (size, align) = (class.spill_size as u64, (class.spill_align as u32).min(max_align));
        debug_assert!(start < end, "a spilled register is live nowhere: {start}..{end}");
        debug_assert!(align.is_power_of_two(), "a slot with alignment {align}");
        let fits = |f: &FrameIndex| mf.frame.object(*f).size == size && mf.frame.object(*f).align >= align;
        let slot = match free.iter().rposition(fits).filter(|_| share) {
            Some(n) => free.swap_remove(n),
            None => mf.frame.create(FrameObjectKind::Spill, size, align),
        };
        taken.push(Reverse((end, slot)));
        slots[id as usize] = Some(slot);
    }
    slots
}

/// Returns start and end of a register's live range, if it is in memory anywhere.
fn spilled_span(intervals: &Intervals, first: IntervalId) -> Option<(Position, Position)> {
    if intervals.remat[first.index()].is_some() {
        return None;
    }
    let (mut next, mut span, mut spilled) = (Some(first), (Position::MAX, 0), false);
    while let Some(id) = next {
        let interval = intervals.get(id);
        next = interval.next;
        if !interval.ranges().is_empty() {
            spilled |= interval.assignment == Assignment::Spilled;
            span = (span.0.min(interval.start()), span.1.max(interval.end()));
        }
    }
    spilled.then_some(span)
}
