//! FrameRegisters: the registers of a target's frames.

use crate::ir::builder::Builder;
use crate::ir::mir::MachineFunction;
use crate::machine::calling_convention::CalleeSavedReg;
use crate::machine::desc::registers::PhysReg;

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

/// The registers of a target's frames.
pub trait FrameRegisters {
    /// Returns the stack pointer.
    fn stack_pointer(&self) -> PhysReg;

    /// Returns the frame pointer, for functions that have one.
    fn frame_pointer(&self) -> PhysReg;

    /// Returns the register that addresses locals if the stack pointer moves and the frame is
    /// realigned.
    fn base_pointer(&self) -> PhysReg;

    /// Returns the reserved registers of `mf`: stack pointer, zero register,
    /// thread and global pointer, platform register, scratch registers of the target's own
    /// expansions, and frame and base pointer if the function has them.
    fn reserved(&self, mf: &MachineFunction) -> Vec<PhysReg>;

    /// Returns the registers that the subtarget's features reserve; [`FrameRegisters::reserved`]
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

    /// Sets a register of [`FrameRegisters::call_used`] to zero. Must not write a flags register.
    fn clear(&self, b: &mut Builder<'_>, reg: PhysReg) {
        let _ = (b, reg);
    }

    /// Returns the registers that hold an exception's data in its handler. Functions that return by
    /// `llvm.eh.return` save them, and restore them only at such a return.
    fn eh_data_registers(&self) -> &'static [CalleeSavedReg] {
        &[]
    }

    /// Returns the register that prologues and epilogues may overwrite besides those that they
    /// save, unless it is reserved.
    fn prologue_scratch(&self) -> Option<PhysReg> {
        None
    }
}
