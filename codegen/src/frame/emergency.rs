//! The slot that a register is saved in when an offset is out of range and none is free.
//!
//! It must be in reach without a further register: it lies next to the stack pointer, or to the frame pointer where that addresses
//! objects. Above more outgoing arguments than the stack pointer reaches over, it lies next to the frame pointer, which such functions
//! have: [`reserve`] decides so before registers are allocated.

use super::layout::lowest_fixed;
use crate::ir::entity::FrameIndex;
use crate::ir::mir::{FrameObject, FrameObjectKind, MachineFunction};
use crate::target::Target;

/// Decides whether `mf` needs the frame pointer for its emergency slot.
pub fn reserve(mf: &mut MachineFunction, target: &dyn Target) {
    let lowering = target.frame_lowering();
    let Some(reach) = lowering.emergency_reach() else { return };
    mf.frame.far_call_frame = lowering.has_reserved_call_frame(mf) && mf.frame.max_call_frame_size > reach;
}

/// Adds the slot next to the frame pointer, before callee-saved registers have theirs, if it must be there.
pub(super) fn near_frame_pointer(mf: &mut MachineFunction, target: &dyn Target) -> Option<FrameIndex> {
    if !mf.frame.far_call_frame {
        return None;
    }
    let size = slot_size(mf, target)?.0;
    let offset = lowest_fixed(mf, target.frame_lowering().stack_alignment()) - size as i64;
    Some(mf.frame.create_fixed(size, offset, false))
}

/// Adds the slot among the other objects, if the target requires one.
pub(super) fn among_objects(mf: &mut MachineFunction, target: &dyn Target) -> Option<FrameIndex> {
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

/// Bytes of a slot for a general register, and its alignment.
fn slot_size(mf: &MachineFunction, target: &dyn Target) -> Option<(u64, u32)> {
    let class = target.frame_lowering().callee_saved(mf).first()?.class;
    let class = target.registers().class(class);
    Some((class.spill_size as u64, class.spill_align as u32))
}
