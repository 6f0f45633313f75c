//! FrameShape: the layout that a function's frame requires.

use crate::ir::mir::{FrameObjectKind, MachineFunction};

/// The layout that a function's frame requires.
pub trait FrameShape {
    /// Returns the number of bytes directly below the frame pointer's slot that the prologue fills
    /// itself; a multiple of the stack's alignment.
    fn record_extension(&self, mf: &MachineFunction) -> u64 {
        let _ = mf;
        0
    }

    /// Returns the alignment of the stack pointer in bytes at calls.
    fn stack_alignment(&self) -> u32;

    /// Returns true if the function has a frame pointer. Must return the same before and after
    /// register allocation, which adds only spill slots of at most the stack's alignment. The
    /// default: by attribute, for objects of variable size, realigned frames, if the frame's
    /// address is taken, and for the emergency slot above many outgoing arguments.
    fn has_fp(&self, mf: &MachineFunction) -> bool {
        use crate::ir::mir::FramePointer;
        let required = match mf.attrs.frame_pointer {
            FramePointer::All => true,
            FramePointer::NonLeaf => mf.frame.has_calls,
            FramePointer::None => false,
        };
        required
            || mf.frame.has_variable_sized
            || mf.frame.frame_address_taken
            || mf.frame.far_call_frame
            || self.needs_realignment(mf)
            || self.maps_need_frame_pointer() && (mf.frame.has_stack_map || mf.frame.has_patch_point)
    }

    /// Returns true if functions with a `STACKMAP` or `PATCHPOINT` require a frame pointer.
    fn maps_need_frame_pointer(&self) -> bool {
        false
    }

    /// Returns true if there is a base pointer besides the frame pointer.
    fn has_base_pointer(&self, mf: &MachineFunction) -> bool {
        mf.frame.has_variable_sized && self.needs_realignment(mf)
    }

    /// Returns true if the stack pointer has a larger alignment than in callers: for an object, or
    /// by attribute.
    fn needs_realignment(&self, mf: &MachineFunction) -> bool {
        let align = self.stack_alignment();
        if mf.attrs.no_realign_stack || mf.attrs.naked {
            return false;
        }
        if mf.attrs.stack_realign || mf.attrs.stack_align > align {
            return true;
        }
        if mf.frame.largest_align() <= align {
            return false;
        }
        let is_laid_out = |kind| !matches!(kind, FrameObjectKind::Fixed | FrameObjectKind::VariableSized);
        mf.frame.objects.iter().any(|o| !o.dead && is_laid_out(o.kind) && o.align > align)
    }

    /// Returns the alignment of a realigned stack pointer, in bytes.
    fn realigned_to(&self, mf: &MachineFunction) -> u32 {
        let objects = mf.frame.objects.iter().filter(|o| !o.dead && o.kind != FrameObjectKind::Fixed);
        let align = objects.map(|o| o.align).fold(mf.attrs.stack_align, u32::max);
        align.max(self.stack_alignment())
    }

    /// Returns the frame pointer's value, as an offset in bytes from the stack pointer at entry.
    /// Requires the slots of callee-saved registers.
    fn frame_pointer_offset(&self, mf: &MachineFunction) -> i64;

    /// Returns true if the fixed frame includes the outgoing arguments, so the call-frame pseudos
    /// are erased.
    fn has_reserved_call_frame(&self, mf: &MachineFunction) -> bool {
        !mf.frame.has_variable_sized
    }

    /// Returns true if a frame of about `size` bytes may require a register where none is free, so
    /// `prologepilog` must reserve an emergency slot near the stack pointer. Returns false if a
    /// scratch register is always available.
    fn needs_emergency_slot(&self, mf: &MachineFunction, size: u64) -> bool;

    /// Returns the maximum distance in bytes of the emergency slot from the stack pointer; `None`
    /// if it is never required.
    fn emergency_reach(&self) -> Option<u64> {
        None
    }
}
