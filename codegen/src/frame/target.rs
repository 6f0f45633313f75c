//! FrameLowering: a target's stack frame, which `prologepilog` (`codegen::frame`) lays out.
//!
//! From high to low addresses: incoming arguments (fixed objects at offsets ≥ 0 from the stack
//! pointer at entry), fixed objects at negative offsets (register save areas), callee-saved
//! registers, locals and spills, outgoing arguments. `FrameObject::offset` is always relative to
//! the stack pointer at entry. After the prologue the stack pointer is `FrameInfo::stack_size`
//! bytes below that (or lower, if it is realigned).

use crate::frame::Scavenger;
use crate::frame::registers::FrameRegisters;
use crate::frame::shape::FrameShape;
use crate::ir::entity::{BlockId, FrameIndex, InstId};
use crate::ir::mir::{MachineFunction, Operand};
use crate::machine::calling_convention::CalleeSavedReg;
use crate::machine::desc::instructions::Opcode;
use crate::machine::desc::registers::PhysReg;
use crate::machine::target::MachineTarget;
use crate::support::error::Result;

/// A target with frames, for register allocation and frame lowering.
pub trait FrameTarget: MachineTarget {
    /// Returns the frame lowering.
    fn frame_lowering(&self) -> &dyn FrameLowering;
}

/// A target's frames.
pub trait FrameLowering: FrameRegisters + FrameShape {
    /// Changes which callee-saved registers are saved, before they get slots. On entry, `saved`
    /// lists those that the function writes (in the order of [`FrameRegisters::callee_saved`]). The
    /// target adds the frame pointer, the base pointer and the return address where the function
    /// requires them, and registers that complete a pair.
    fn determine_callee_saved(&self, mf: &MachineFunction, saved: &mut Vec<CalleeSavedReg>);

    /// Returns the opcodes of the call-frame pseudos: setup and destroy. Operand 0 is the size in
    /// bytes.
    fn call_frame_opcodes(&self) -> (Opcode, Opcode);

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

    /// Returns the register from which escaped objects have fixed offsets: the stack pointer, or if
    /// it `moves`, the frame pointer, or in a realigned frame the base pointer.
    fn local_address_register(&self, mf: &MachineFunction, moves: bool) -> PhysReg {
        match (moves, self.needs_realignment(mf)) {
            (false, _) => self.stack_pointer(),
            (true, false) => self.frame_pointer(),
            (true, true) => self.base_pointer(),
        }
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
