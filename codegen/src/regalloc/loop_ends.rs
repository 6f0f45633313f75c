//! Uses at the ends of loops: what lives around a loop and is used in it is used again soon, wherever in the loop one asks. The scan goes by
//! positions and would take such a register for one that is not needed until behind the loop.
//!
//! Each jump back to the header of a loop that is not long gets a use of every such interval that is live there; it does not need a register.
//! After the loop end markers of Wimmer and Mössenböck (2005).
//!
//! Requires intervals before the scan. Cost: jumps back times what lives into their header, as for the moves on these edges.

use super::build::Intervals;
use super::interval::{IntervalId, UsePos};
use super::numbering::{Numbering, Position};
use crate::analysis::dominators::Dominators;
use crate::analysis::liveness::Liveness;
use crate::entity::{BlockId, VReg};
use crate::mir::MachineFunction;
use crate::opcodes::PHI;

/// In positions: in longer loops so much is used that all seems to be needed soon.
const LONGEST_LOOP: Position = 512;

/// Adds the uses.
pub fn mark(
    mf: &MachineFunction,
    numbering: &Numbering,
    liveness: &Liveness,
    tree: &Dominators,
    intervals: &mut Intervals,
) {
    let mut marks: Vec<(IntervalId, Position)> = Vec::new();
    for &header in &mf.layout {
        let start = numbering.spans[header.index()].start;
        let closes = |p: &BlockId| tree.is_reachable(*p) && tree.dominates(header, *p);
        let latches = mf.block(header).predecessors.iter().copied().filter(closes);
        let ends: Vec<Position> =
            latches.map(|p| numbering.spans[p.index()].end - 2).filter(|&end| end >= start).collect();
        let Some(&last) = ends.iter().max().filter(|&&end| end - start < LONGEST_LOOP) else { continue };
        let phis = mf.insts(header).take_while(|&i| mf.opcode(i) == PHI);
        let results = phis.filter_map(|phi| mf.vreg_operand(phi, 0));
        let around: Vec<VReg> = liveness.live_in(header).iter().copied().chain(results).collect();
        for id in around.into_iter().filter_map(|vreg| intervals.first(vreg)) {
            let interval = intervals.get(id);
            if interval.next_use(start + 1).is_some_and(|pos| pos <= last) {
                let live = ends.iter().filter(|&&end| interval.covers(end));
                marks.extend(live.map(|&end| (id, end)));
            }
        }
    }
    marks.sort_unstable();
    marks.dedup();
    for group in marks.chunk_by(|a, b| a.0 == b.0) {
        let uses = group.iter().map(|&(_, pos)| UsePos { pos, must: false, is_def: false });
        intervals.list[group[0].0.index()].add_uses(uses);
    }
}
