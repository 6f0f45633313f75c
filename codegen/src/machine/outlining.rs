//! The target's interface to `machine-outliner`: calls of outlined functions, and the instructions
//! that they may contain.

use crate::ir::builder::Builder;
use crate::ir::entity::InstId;
use crate::ir::mir::{MachineFunction, Operand};
use crate::ir::module::Module;
use crate::machine::desc::instructions::Opcode;
use crate::machine::desc::registers::PhysReg;

/// The linkage of outlined functions. Sizes are in bytes.
#[derive(Debug)]
pub struct OutlinedLinkage {
    /// The register for the return address in a call of an outlined function that ends in a return.
    pub link: PhysReg,
    /// The register for the return address in a call of an outlined function that ends in a tail
    /// call: the ordinary link register.
    pub call_link: PhysReg,
    /// The registers that the linker may modify between a call and its callee.
    pub call_clobbers: &'static [PhysReg],
    /// The registers that the linker may modify between a jump and its target.
    pub jump_clobbers: &'static [PhysReg],
    /// The registers with a return address at a function's exit.
    pub live_at_exit: &'static [PhysReg],
    /// The registers that may hold the value of `link` during a call.
    pub scratch: &'static [PhysReg],
    /// The size of a call.
    pub call_size: u32,
    /// The size of a jump to an outlined function.
    pub jump_size: u32,
    /// The size of a return.
    pub return_size: u32,
    /// The total size of the code that saves and restores `link`.
    pub save_size: u32,
    /// The distance in bytes by which the stack pointer moves to save `link` to the stack; 0 if it
    /// is never saved there.
    pub save_distance: i64,
}

/// The outlining of a target's code. All registers are physical, and frames are laid out.
pub trait Outlining {
    /// Returns the linkage of outlined functions.
    fn linkage(&self) -> &OutlinedLinkage;

    /// Returns true if code of the module may be outlined.
    fn is_possible(&self, module: &Module) -> bool;

    /// Returns the size in bytes of `inst`, which is expanded before encoding.
    fn size(&self, mf: &MachineFunction, inst: InstId) -> u32;

    /// Returns true if `inst` has the same effect at any position, unless its operands refer to its
    /// function.
    fn may_be_moved(&self, mf: &MachineFunction, inst: InstId) -> bool;

    /// Returns the tail call for an ordinary call with this opcode; `None` for all other opcodes.
    fn jump_of_call(&self, call: Opcode) -> Option<Opcode>;

    /// Returns the operands of that tail call, from the call's operands.
    fn jump_operands(&self, call: &[Operand]) -> Vec<Operand>;

    /// Inserts a call of `callee`, through `link` or as an ordinary call.
    fn build_call(&self, b: &mut Builder<'_>, callee: Operand, ordinary: bool) -> InstId;

    /// Inserts a jump to `callee`.
    fn build_jump(&self, b: &mut Builder<'_>, callee: Operand) -> InstId;

    /// Inserts a return through `link`.
    fn build_return(&self, b: &mut Builder<'_>);

    /// Saves `link` to a register, or without one to the stack; restores it if `back`.
    fn move_link(&self, b: &mut Builder<'_>, scratch: Option<PhysReg>, back: bool);
}
