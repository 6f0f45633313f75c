//! FrameLowering: a target's stack frame, as `prologepilog` (`codegen::frame`) has it laid out.
//!
//! From high to low addresses: incoming arguments (fixed objects at offsets ≥ 0 from the stack pointer
//! at entry), fixed objects at negative offsets (register save areas), callee-saved registers, locals
//! and spills, outgoing arguments. `FrameObject::offset` is always relative to the stack pointer at
//! entry; after the prologue the stack pointer is `FrameInfo::stack_size` bytes below that (or lower,
//! if it is realigned).

use crate::frame::Scavenger;
use crate::ir::builder::Builder;
use crate::ir::entity::{BlockId, FrameIndex, InstId};
use crate::ir::mir::{FrameObjectKind, MachineFunction, Operand};
use crate::support::error::Result;
use crate::target::desc::instructions::Opcode;
use crate::target::desc::registers::{PhysReg, RegClassId};

/// A register that a calling convention preserves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CalleeSavedReg {
    /// The register, of exactly the part that is preserved (`d8`, not `q8`).
    pub reg: PhysReg,
    /// The class by which it is stored and loaded.
    pub class: RegClassId,
}

/// A register that callers expect nothing in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CallUsedReg {
    /// The whole register.
    pub reg: PhysReg,
    /// Whether it is a general one.
    pub is_general: bool,
    /// Whether the C convention passes arguments in it.
    pub is_argument: bool,
}

/// A target's frames.
pub trait FrameLowering {
    /// The stack pointer.
    fn stack_pointer(&self) -> PhysReg;

    /// The frame pointer, where a function has one.
    fn frame_pointer(&self) -> PhysReg;

    /// How many bytes next below the slot of the frame pointer the prologue fills itself; a multiple of the stack's alignment.
    fn record_extension(&self, mf: &MachineFunction) -> u64 {
        let _ = mf;
        0
    }

    /// The register that addresses locals where the stack pointer moves and the frame is realigned.
    fn base_pointer(&self) -> PhysReg;

    /// Alignment of the stack pointer in bytes at calls.
    fn stack_alignment(&self) -> u32;

    /// Whether the function keeps a frame pointer. Must answer the same before and after register
    /// allocation, which adds only spill slots of at most the stack's alignment. The default: by attribute,
    /// for objects of variable size, realigned frames, where the frame's address is taken, and for the emergency slot above
    /// many outgoing arguments.
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

    /// Whether functions with a `STACKMAP` or `PATCHPOINT` keep a frame pointer.
    fn maps_need_frame_pointer(&self) -> bool {
        false
    }

    /// Whether a base pointer is kept besides the frame pointer.
    fn has_base_pointer(&self, mf: &MachineFunction) -> bool {
        mf.frame.has_variable_sized && self.needs_realignment(mf)
    }

    /// Whether the stack pointer is aligned to more than callers have it: for an object, or because the function says so.
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

    /// What the stack pointer is aligned to, in bytes, where it is realigned.
    fn realigned_to(&self, mf: &MachineFunction) -> u32 {
        let objects = mf.frame.objects.iter().filter(|o| !o.dead && o.kind != FrameObjectKind::Fixed);
        let align = objects.map(|o| o.align).fold(mf.attrs.stack_align, u32::max);
        align.max(self.stack_alignment())
    }

    /// Registers that allocation must not touch in `mf`: stack pointer, zero register, thread and global
    /// pointer, platform register, scratch registers of the target's own expansions, and frame and base
    /// pointer where the function has them.
    fn reserved(&self, mf: &MachineFunction) -> Vec<PhysReg>;

    /// The registers that the subtarget's features reserve, which [`FrameLowering::reserved`] has among its own.
    fn user_reserved(&self) -> Vec<PhysReg> {
        Vec::new()
    }

    /// The pointer of the shadow call stack, which frames move even though, or because, it is reserved.
    fn shadow_stack_pointer(&self) -> Option<PhysReg> {
        None
    }

    /// The registers that calls need whatever their arguments are.
    fn needed_by_calls(&self) -> &'static [PhysReg] {
        &[]
    }

    /// The registers that `mf`'s calling convention preserves, the return address register among them where
    /// calls overwrite it, in the order of their slots from high to low addresses.
    fn callee_saved(&self, mf: &MachineFunction) -> &'static [CalleeSavedReg];

    /// The registers that `mf` may leave with any contents when it returns: those that are neither reserved for something that outlives it
    /// nor preserved by any convention.
    fn call_used(&self, mf: &MachineFunction) -> Vec<CallUsedReg> {
        let _ = mf;
        Vec::new()
    }

    /// Sets a register of [`FrameLowering::call_used`] to zero. No flags register may be written.
    fn clear(&self, b: &mut Builder<'_>, reg: PhysReg) {
        let _ = (b, reg);
    }

    /// Returns the registers in which exceptions have their data where they are caught. Functions that return by `llvm.eh.return` save
    /// them and restore them only there.
    fn eh_data_registers(&self) -> &'static [CalleeSavedReg] {
        &[]
    }

    /// Changes which callee-saved registers are saved, before they get their slots. On entry those that
    /// the function writes (in the order of [`FrameLowering::callee_saved`]); the target adds frame pointer,
    /// base pointer and return address where the function needs them, and what makes a pair.
    fn determine_callee_saved(&self, mf: &MachineFunction, saved: &mut Vec<CalleeSavedReg>);

    /// Where the frame pointer points, as an offset in bytes from the stack pointer at entry, once the
    /// callee-saved registers have their slots.
    fn frame_pointer_offset(&self, mf: &MachineFunction) -> i64;

    /// Opcodes of the pseudos around calls: set-up and destroy. Operand 0 is the size in bytes.
    fn call_frame_opcodes(&self) -> (Opcode, Opcode);

    /// Whether room for outgoing arguments is part of the fixed frame, so that the pseudos around calls vanish.
    fn has_reserved_call_frame(&self, mf: &MachineFunction) -> bool {
        !mf.frame.has_variable_sized
    }

    /// Whether a frame of about `size` bytes may need a register where none is free, so that
    /// `prologepilog` must keep a slot near the stack pointer for saving one. Not where a scratch register is
    /// always at hand.
    fn needs_emergency_slot(&self, mf: &MachineFunction, size: u64) -> bool;

    /// The most bytes from the stack pointer at which the emergency slot is in reach; nothing where none is ever needed.
    fn emergency_reach(&self) -> Option<u64> {
        None
    }

    /// The register that prologues and epilogues may overwrite besides those that they save, unless it is reserved.
    fn prologue_scratch(&self) -> Option<PhysReg> {
        None
    }

    /// Builds the prologue at the start of `block`: moves the stack pointer by `FrameInfo::stack_size`,
    /// saves `FrameInfo::callee_saved` (each in its `slot`, through the offset that the object has; pairs and
    /// write-back are the target's choice), sets frame and base pointer, realigns, and adds CFI.
    /// Instructions carry `FRAME_SETUP`.
    fn emit_prologue(&self, mf: &mut MachineFunction, block: BlockId) -> Result<()>;

    /// Builds the epilogue before the first terminator of `block`, which returns, tail-calls, or continues to where there is no
    /// frame; instructions carry `FRAME_DESTROY`. CFI describes what they do, or is left out.
    fn emit_epilogue(&self, mf: &mut MachineFunction, block: BlockId) -> Result<()>;

    /// Adds `amount` bytes (either sign) to the stack pointer before `inst`: around calls in functions
    /// without a reserved call frame. May use the scavenger for large amounts.
    fn adjust_stack(
        &self,
        mf: &mut MachineFunction,
        inst: InstId,
        amount: i64,
        scavenger: &mut Scavenger<'_>,
    ) -> Result<()>;

    /// The register and offset in bytes by which `index` is reached.
    fn frame_index_reference(&self, mf: &MachineFunction, index: FrameIndex) -> (PhysReg, i64) {
        crate::frame::reference::frame_index_reference(self, mf, index)
    }

    /// Puts the stack pointer in place of the frame index at operand `n` of an instruction, and adds the `offset` from there to the immediate after
    /// it, where the object is reached so and the instruction takes the sum. False, with nothing done, where there is more to do:
    /// [`FrameLowering::eliminate_frame_index`].
    fn address_directly(&self, opcode: Opcode, operands: &mut [Operand], n: usize, offset: i64) -> bool {
        let _ = (opcode, operands, n, offset);
        false
    }

    /// Rewrites the frame index at operand `n` of `inst`, and the immediate after it, to register and
    /// offset by [`FrameLowering::frame_index_reference`]. Where the offset is out of the
    /// instruction's range, builds the address before `inst` in a register from the scavenger
    /// ([`Scavenger::scavenge`], to be called before anything is built) or the target's own scratch register.
    /// No flags register may be written.
    fn eliminate_frame_index(
        &self,
        mf: &mut MachineFunction,
        inst: InstId,
        n: usize,
        scavenger: &mut Scavenger<'_>,
    ) -> Result<()>;
}
