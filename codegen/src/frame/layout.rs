//! Offsets of the frame's objects.
//!
//! From the callee-saved registers downwards: large objects first, spill slots last. The most used
//! objects are then near the stack pointer, with short offsets. If the frame pointer addresses
//! them, the order is reversed. With a stack protector, its guard comes first, followed by the
//! objects that it protects: arrays next to it, so an overflow hits only the guard. The outgoing
//! arguments are at the bottom.

use crate::frame::target::FrameTarget;
use crate::ir::entity::FrameIndex;
use crate::ir::mir::{FrameObject, FrameObjectKind, MachineFunction};
use crate::support::error::{CompileError, Result};
use std::cmp::Reverse;

/// Returns the lowest offset of a fixed object, not above 0, rounded down to the stack's alignment.
pub(super) fn lowest_fixed(mf: &MachineFunction, stack_align: u32) -> i64 {
    debug_assert!(stack_align.is_power_of_two(), "a stack alignment of {stack_align}");
    mf.frame.lowest_fixed() & -(stack_align as i64)
}

/// Rejects a frame of half the address space or more: an offset in it would not fit a signed
/// address-sized number.
///
/// # Errors
/// All objects, and the arguments on both sides of them, are that large.
pub(super) fn check_size(mf: &MachineFunction) -> Result<()> {
    let room = |o: &FrameObject| {
        let outside = if o.kind == FrameObjectKind::Fixed { o.offset.unsigned_abs() } else { 0 };
        u128::from(o.size) + u128::from(o.align) + u128::from(outside)
    };
    let objects: u128 = mf.frame.objects.iter().filter(|o| !o.dead).map(room).sum();
    let size = objects + u128::from(mf.frame.max_call_frame_size);
    let address_bits = mf.pointer.bits();
    if size < 1 << (address_bits - 1) {
        return Ok(());
    }
    let message = format!("a stack frame of {size} bytes, where addresses have {address_bits} bits");
    Err(CompileError::new(&mf.name, "", message))
}

/// Sets the offsets of all objects and the size of the frame.
pub(super) fn run(mf: &mut MachineFunction, target: &dyn FrameTarget, emergency: Option<FrameIndex>) {
    let lowering = target.frame_lowering();
    let stack_align = lowering.stack_alignment();
    let realigned = lowering.needs_realignment(mf);
    let from_frame_pointer = mf.frame.has_variable_sized && !lowering.has_base_pointer(mf);
    let mut offset = lowest_fixed(mf, stack_align);
    for saved in &mf.frame.callee_saved {
        offset = offset.min(mf.frame.object(saved.slot).offset);
    }
    let mut order = placeable(mf);
    let key = |f: &FrameIndex| {
        let object = mf.frame.object(*f);
        let nearest = Some(*f) == emergency;
        (nearest, object.kind == FrameObjectKind::Spill, Reverse(object.size), *f)
    };
    order.sort_unstable_by_key(key);
    if from_frame_pointer {
        order.reverse();
    }
    if let Some(guard) = mf.frame.stack_protector {
        // A slot that must be near the frame pointer comes first.
        let nearest = |f| from_frame_pointer && Some(f) == emergency;
        order.sort_by_key(|&f| (!nearest(f), f != guard, mf.frame.object(f).ssp_layout));
    }
    let frame_align = if realigned { lowering.realigned_to(mf) } else { stack_align };
    debug_assert!(frame_align.is_power_of_two(), "{}: a frame alignment of {frame_align}", mf.name);
    for index in order {
        let object = &mut mf.frame.objects[index.index()];
        let align = object.align.clamp(1, frame_align);
        debug_assert!(align.is_power_of_two(), "{index:?} has alignment {align}");
        offset = (offset - object.size as i64) & -i64::from(align);
        object.offset = offset;
    }
    debug_assert!(offset <= 0, "{}: the frame's lowest object is above its start: {offset}", mf.name);
    let mut size = offset.unsigned_abs();
    if lowering.has_reserved_call_frame(mf) {
        size += mf.frame.max_call_frame_size;
    }
    mf.frame.stack_size = size.next_multiple_of(frame_align.into());
}

/// Returns the objects that require an offset.
fn placeable(mf: &MachineFunction) -> Vec<FrameIndex> {
    let is_saved = |f: FrameIndex| mf.frame.callee_saved.iter().any(|s| s.slot == f);
    (0..mf.frame.objects.len())
        .map(FrameIndex::new)
        .filter(|&f| {
            let object = mf.frame.object(f);
            let placed = matches!(object.kind, FrameObjectKind::Fixed | FrameObjectKind::VariableSized);
            !object.dead && !placed && !is_saved(f)
        })
        .collect()
}
