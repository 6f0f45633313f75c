//! The base register and offset of frame objects.

use crate::frame::target::FrameLowering;
use crate::ir::entity::FrameIndex;
use crate::ir::mir::{FrameObjectKind, MachineFunction};
use crate::machine::desc::registers::PhysReg;

/// Returns the distance in bytes from the stack pointer up to the base of object offsets, if all
/// objects are addressed from the stack pointer.
pub(super) fn from_stack_pointer<F: FrameLowering + ?Sized>(
    lowering: &F,
    mf: &MachineFunction,
) -> Option<i64> {
    let fixed = !mf.frame.has_variable_sized && !lowering.needs_realignment(mf);
    fixed.then_some(mf.frame.stack_size as i64)
}

/// Returns the register and offset in bytes for `index`, after frame layout. The base is the stack
/// pointer while it is constant after the prologue, else the frame pointer. In a realigned frame,
/// locals are addressed only from the stack or base pointer, arguments only from the frame pointer.
pub fn frame_index_reference<F: FrameLowering + ?Sized>(
    lowering: &F,
    mf: &MachineFunction,
    index: FrameIndex,
) -> (PhysReg, i64) {
    let object = mf.frame.object(index);
    debug_assert!(!object.dead, "{}: a reference to {index:?}, which has no offset", mf.name);
    let from_sp = object.offset + mf.frame.stack_size as i64;
    let is_realigned = lowering.needs_realignment(mf);
    if !is_realigned && !mf.frame.has_variable_sized {
        return (lowering.stack_pointer(), from_sp);
    }
    let from_fp = || object.offset - lowering.frame_pointer_offset(mf);
    let above = object.kind == FrameObjectKind::Fixed
        || mf.frame.callee_saved.iter().any(|saved| saved.slot == index);
    match (is_realigned, mf.frame.has_variable_sized) {
        (true, _) if above => (lowering.frame_pointer(), from_fp()),
        (true, true) => (lowering.base_pointer(), from_sp),
        (false, true) if !above && lowering.has_base_pointer(mf) => (lowering.base_pointer(), from_sp),
        (false, true) => (lowering.frame_pointer(), from_fp()),
        (_, false) => (lowering.stack_pointer(), from_sp),
    }
}
