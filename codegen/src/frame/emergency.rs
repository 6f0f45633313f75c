//! The emergency spill slot: the scavenger saves a register there when an offset is out of range
//! and none is free.
//!
//! It must be reachable without another register. It is next to the stack pointer, or next to the
//! frame pointer if that addresses objects. If the outgoing arguments exceed the stack pointer's
//! range, it is next to the frame pointer, which such functions have: [`reserve`] decides so before
//! register allocation.

use super::layout::lowest_fixed;
use crate::frame::target::FrameTarget;
use crate::ir::entity::FrameIndex;
use crate::ir::mir::{FrameObject, FrameObjectKind, MachineFunction};

/// Decides if `mf` requires the frame pointer for its emergency slot.
pub(crate) fn reserve(mf: &mut MachineFunction, target: &dyn FrameTarget) {
    let lowering = target.frame_lowering();
    let Some(reach) = lowering.emergency_reach() else { return };
    mf.frame.far_call_frame = lowering.has_reserved_call_frame(mf) && mf.frame.max_call_frame_size > reach;
}

/// Adds the slot next to the frame pointer, before the slots of callee-saved registers, if it must
/// be there.
pub(super) fn near_frame_pointer(mf: &mut MachineFunction, target: &dyn FrameTarget) -> Option<FrameIndex> {
    if !mf.frame.far_call_frame {
        return None;
    }
    let size = slot_size(mf, target)?.0;
    let offset = lowest_fixed(mf, target.frame_lowering().stack_alignment()) - size as i64;
    Some(mf.frame.create_fixed(size, offset, false))
}

/// Adds the slot among the other objects, if the target requires one.
pub(super) fn among_objects(mf: &mut MachineFunction, target: &dyn FrameTarget) -> Option<FrameIndex> {
    let room = |o: &FrameObject| o.size + o.align as u64;
    let objects: u64 = mf.frame.objects.iter().filter(|o| !o.dead).map(room).sum();
    let end = |o: &FrameObject| o.offset.saturating_add_unsigned(o.size).max(0) as u64;
    let arguments =
        mf.frame.objects.iter().filter(|o| o.kind == FrameObjectKind::Fixed).map(end).fold(0, u64::max);
    let size = objects + mf.frame.max_call_frame_size + arguments;
    if !target.frame_lowering().needs_emergency_slot(mf, size) {
        return None;
    }
    let (size, align) = slot_size(mf, target)?;
    Some(mf.frame.create(FrameObjectKind::Spill, size, align))
}

/// Returns the size in bytes of a slot for a general register, and its alignment.
fn slot_size(mf: &MachineFunction, target: &dyn FrameTarget) -> Option<(u64, u32)> {
    let class = target.frame_lowering().callee_saved(mf).first()?.class;
    let class = target.registers().class(class);
    Some((class.spill_size as u64, class.spill_align as u32))
}
