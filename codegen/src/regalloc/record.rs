//! Records the decisions of allocation, for reports.

use super::interval::Interval;
use super::locals::Locals;
use super::moves::MoveLocation;
use super::numbering::{Numbering, Position};
use super::rewrite::Rewriter;
use crate::frame::target::FrameTarget;
use crate::ir::entity::{BlockId, VReg};
use crate::ir::mir::{MachineFunction, RegAttr};
use crate::isel::record::{Allocation, LiveInterval};

/// Returns the blocks and intervals of a function, before it is rewritten. Cost: linear except for
/// sorting.
pub(crate) fn allocation(rewriter: &Rewriter<'_>, locals: &Locals, target: &dyn FrameTarget) -> Allocation {
    let numbering: &Numbering = rewriter.numbering;
    let of_block = |&block: &BlockId| {
        let span = numbering.spans[block.index()];
        (block, span.start, span.end)
    };
    let split = rewriter.intervals.list.iter().zip(&rewriter.locations);
    let split = split.map(|(interval, location)| of_interval(interval, *location, target));
    let mf: &MachineFunction = rewriter.emitter.mf;
    let local =
        locals.ranges().filter_map(|(vreg, start, end)| of_local(mf, locals, target, vreg, (start, end)));
    let mut intervals: Vec<LiveInterval> = split.chain(local).filter(|i| !i.ranges.is_empty()).collect();
    intervals.sort_by_key(|interval| (interval.vreg, interval.ranges.first().copied()));
    Allocation { blocks: numbering.order.iter().map(of_block).collect(), intervals }
}

fn of_interval(
    interval: &Interval,
    location: Option<MoveLocation>,
    target: &dyn FrameTarget,
) -> LiveInterval {
    let registers = target.registers();
    LiveInterval {
        vreg: interval.vreg.raw(),
        class: registers.class(interval.class).name,
        ranges: interval.ranges().iter().map(|range| (range.start, range.end)).collect(),
        in_register: matches!(location, Some(MoveLocation::Reg(_))),
        location: match location {
            Some(MoveLocation::Reg(reg)) => registers.reg(reg).name.to_owned(),
            Some(MoveLocation::Slot(slot)) => format!("stack slot {}", slot.index()),
            Some(MoveLocation::Remat(_)) => "made again where it is used".to_owned(),
            None => "nowhere".to_owned(),
        },
    }
}

/// Returns the record of a block-local register, which is not split.
fn of_local(
    mf: &MachineFunction,
    locals: &Locals,
    target: &dyn FrameTarget,
    vreg: VReg,
    range: (Position, Position),
) -> Option<LiveInterval> {
    let reg = locals.register(vreg)?;
    let class = match mf.vreg(vreg).attr {
        RegAttr::Class(class) => target.registers().class(class).name,
        _ => "",
    };
    let location = target.registers().reg(reg).name.to_owned();
    Some(LiveInterval { vreg: vreg.raw(), class, ranges: vec![range], location, in_register: true })
}
