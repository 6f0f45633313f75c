//! FrameLowering: a target's stack frame, which `prologepilog` (`codegen::frame`) lays out.
//!
//! From high to low addresses: incoming arguments (fixed objects at offsets ≥ 0 from the stack
//! pointer at entry), fixed objects at negative offsets (register save areas), callee-saved
//! registers, locals and spills, outgoing arguments. `FrameObject::offset` is always relative to
//! the stack pointer at entry. After the prologue the stack pointer is `FrameInfo::stack_size`
//! bytes below that (or lower, if it is realigned).

use crate::frame::Scavenger;
use crate::ir::builder::Builder;
use crate::ir::entity::{BlockId, FrameIndex, InstId};
use crate::ir::mir::{FrameObjectKind, MachineFunction, Operand};
use crate::machine::calling_convention::CalleeSavedReg;
use crate::machine::desc::instructions::Opcode;
use crate::machine::desc::registers::PhysReg;
use crate::machine::target::MachineTarget;
use crate::support::error::Result;

/// A register in which callers expect no value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CallUsedReg {
    /// The whole register.
    pub reg: PhysReg,
    /// True if it is a general register.
    pub is_general: bool,
    /// True if the C convention passes arguments in it.
    pub is_argument: bool,
}

/// A target with frames, for register allocation and frame lowering.
pub trait FrameTarget: MachineTarget {
    /// Returns the frame lowering.
    fn frame_lowering(&self) -> &dyn FrameLowering;
}

/// A target's frames.
pub trait FrameLowering {
    /// Returns the stack pointer.
    fn stack_pointer(&self) -> PhysReg;

    /// Returns the frame pointer, for functions that have one.
    fn frame_pointer(&self) -> PhysReg;

    /// Returns the number of bytes directly below the frame pointer's slot that the prologue fills
    /// itself; a multiple of the stack's alignment.
    fn record_extension(&self, mf: &MachineFunction) -> u64 {
        let _ = mf;
        0
    }

    /// Returns the register that addresses locals if the stack pointer moves and the frame is
    /// realigned.
    fn base_pointer(&self) -> PhysReg;

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
        let asks = |kind| !matches!(kind, FrameObjectKind::Fixed | FrameObjectKind::VariableSized);
        mf.frame.objects.iter().any(|o| !o.dead && asks(o.kind) && o.align > align)
    }

    /// Returns the alignment of a realigned stack pointer, in bytes.
    fn realigned_to(&self, mf: &MachineFunction) -> u32 {
        let objects = mf.frame.objects.iter().filter(|o| !o.dead && o.kind != FrameObjectKind::Fixed);
        let align = objects.map(|o| o.align).fold(mf.attrs.stack_align, u32::max);
        align.max(self.stack_alignment())
    }

    /// Returns the reserved registers of `mf`: stack pointer, zero register,
    /// thread and global pointer, platform register, scratch registers of the target's own
    /// expansions, and frame and base pointer if the function has them.
    fn reserved(&self, mf: &MachineFunction) -> Vec<PhysReg>;

    /// Returns the registers that the subtarget's features reserve; [`FrameLowering::reserved`]
    /// includes them.
    fn user_reserved(&self) -> Vec<PhysReg> {
        Vec::new()
    }

    /// Returns the shadow call stack pointer, which frames move although it is reserved.
    fn shadow_stack_pointer(&self) -> Option<PhysReg> {
        None
    }

    /// Returns the registers that all calls require.
    fn needed_by_calls(&self) -> &'static [PhysReg] {
        &[]
    }

    /// Returns the registers that `mf`'s calling convention preserves, including the return address
    /// register if calls overwrite it, in slot order from high to low addresses.
    fn callee_saved(&self, mf: &MachineFunction) -> &'static [CalleeSavedReg];

    /// Returns the registers that `mf`'s calling convention also preserves, but which the subtarget
    /// lacks. A function with calls that overwrite them is refused.
    fn missing_callee_saved(&self, mf: &MachineFunction) -> &'static [CalleeSavedReg] {
        let _ = mf;
        &[]
    }

    /// Returns the registers that `mf` may leave with any contents when it returns: neither
    /// reserved for values that outlive it nor preserved by any convention.
    fn call_used(&self, mf: &MachineFunction) -> Vec<CallUsedReg> {
        let _ = mf;
        Vec::new()
    }

    /// Sets a register of [`FrameLowering::call_used`] to zero. Must not write a flags register.
    fn clear(&self, b: &mut Builder<'_>, reg: PhysReg) {
        let _ = (b, reg);
    }

    /// Returns the registers that hold an exception's data in its handler. Functions that return by
    /// `llvm.eh.return` save them, and restore them only at such a return.
    fn eh_data_registers(&self) -> &'static [CalleeSavedReg] {
        &[]
    }

    /// Changes which callee-saved registers are saved, before they get slots. On entry, `saved`
    /// lists those that the function writes (in the order of [`FrameLowering::callee_saved`]). The
    /// target adds the frame pointer, the base pointer and the return address where the function
    /// requires them, and registers that complete a pair.
    fn determine_callee_saved(&self, mf: &MachineFunction, saved: &mut Vec<CalleeSavedReg>);

    /// Returns the frame pointer's value, as an offset in bytes from the stack pointer at entry.
    /// Requires the slots of callee-saved registers.
    fn frame_pointer_offset(&self, mf: &MachineFunction) -> i64;

    /// Returns the opcodes of the call-frame pseudos: setup and destroy. Operand 0 is the size in
    /// bytes.
    fn call_frame_opcodes(&self) -> (Opcode, Opcode);

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

    /// Returns the register that prologues and epilogues may overwrite besides those that they
    /// save, unless it is reserved.
    fn prologue_scratch(&self) -> Option<PhysReg> {
        None
    }

    /// Builds the prologue at the start of `block`. It moves the stack pointer by
    /// `FrameInfo::stack_size` and saves `FrameInfo::callee_saved`, each in its `slot`, at the
    /// object's offset. Pairs and write-back are the target's choice. It sets frame and base
    /// pointer, realigns, and adds CFI. Instructions carry `FRAME_SETUP`.
    fn emit_prologue(&self, mf: &mut MachineFunction, block: BlockId) -> Result<()>;

    /// Builds the epilogue before the first terminator of `block`, which returns, tail-calls, or
    /// continues in a block without a frame. Instructions carry `FRAME_DESTROY`. CFI describes
    /// their effects, or is omitted.
    fn emit_epilogue(&self, mf: &mut MachineFunction, block: BlockId) -> Result<()>;

    /// Adds `amount` bytes (either sign) to the stack pointer before `inst`, around calls in
    /// functions without a reserved call frame. May use the scavenger for large amounts.
    fn adjust_stack(
        &self,
        mf: &mut MachineFunction,
        inst: InstId,
        amount: i64,
        scavenger: &mut Scavenger<'_>,
    ) -> Result<()>;

    /// Returns the register and offset in bytes of `index`.
    fn frame_index_reference(&self, mf: &MachineFunction, index: FrameIndex) -> (PhysReg, i64) {
        crate::frame::reference::frame_index_reference(self, mf, index)
    }

    /// Returns the offset in bytes of a root of the function's collector, as its table has it. The
    /// default: from the stack pointer, or in dynamic frames from the register that addresses the
    /// object.
    fn root_offset(&self, mf: &MachineFunction, index: FrameIndex) -> i64 {
        self.frame_index_reference(mf, index).1
    }

    /// Folds the SP offset: replaces the frame index at operand `n` by the stack pointer, and adds
    /// `offset` to the following immediate, if the instruction encodes the sum. Returns false
    /// without effect if [`FrameLowering::eliminate_frame_index`] is required.
    fn address_directly(&self, opcode: Opcode, operands: &mut [Operand], n: usize, offset: i64) -> bool {
        let _ = (opcode, operands, n, offset);
        false
    }

    /// Replaces the frame index at operand `n` of `inst`, and the immediate after it, by register
    /// and offset from [`FrameLowering::frame_index_reference`]. If the offset is out of the
    /// instruction's range, builds the address before `inst`, in a register from the scavenger or
    /// in the target's scratch register. [`Scavenger::scavenge`] must be called before anything is
    /// built. Must not write a flags register.
    fn eliminate_frame_index(
        &self,
        mf: &mut MachineFunction,
        inst: InstId,
        n: usize,
        scavenger: &mut Scavenger<'_>,
    ) -> Result<()>;
}
