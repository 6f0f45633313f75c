//! What `machine-outliner` asks of a target: how functions that it makes are called, and what instructions may become part of one.

use crate::ir::builder::Builder;
use crate::ir::entity::InstId;
use crate::ir::mir::{MachineFunction, Operand};
use crate::ir::module::Module;
use crate::target::desc::instructions::Opcode;
use crate::target::desc::registers::PhysReg;

/// How control gets to an outlined function and back. Sizes are in bytes.
#[derive(Debug)]
pub struct OutlinedLinkage {
    /// The register that a call of an outlined function which returns by itself writes the return address to.
    pub link: PhysReg,
    /// The register that a call of an outlined function which ends in a jump to another writes it to: that of ordinary calls.
    pub call_link: PhysReg,
    /// What the linker may change between a call and what is called.
    pub call_clobbers: &'static [PhysReg],
    /// The same of a jump.
    pub jump_clobbers: &'static [PhysReg],
    /// Registers with a return address where a function is left.
    pub live_at_exit: &'static [PhysReg],
    /// Registers that may keep the value of `link` during a call.
    pub scratch: &'static [PhysReg],
    /// The size of a call.
    pub call_size: u32,
    /// The size of a jump to an outlined function.
    pub jump_size: u32,
    /// The size of a return.
    pub return_size: u32,
    /// The size of what saves `link` and of what restores it, together.
    pub save_size: u32,
    /// How far the stack pointer moves where `link` is saved to the stack; 0: it is not.
    pub save_distance: i64,
}

/// The outlining of a target's code. All registers are physical, frames are laid out.
pub trait Outlining {
    /// How outlined functions are called.
    fn linkage(&self) -> &OutlinedLinkage;

    /// Whether code of the module may be outlined at all.
    fn is_possible(&self, module: &Module) -> bool;

    /// How many bytes `inst` becomes, which the encoder does not take as it stands.
    fn size(&self, mf: &MachineFunction, inst: InstId) -> u32;

    /// Whether `inst` does the same wherever it stands, as long as its operands name no part of its function.
    fn may_be_moved(&self, mf: &MachineFunction, inst: InstId) -> bool;

    /// What jumps where an ordinary call with this opcode calls; `None` for all other opcodes.
    fn jump_of_call(&self, call: Opcode) -> Option<Opcode>;

    /// The operands of that jump, from those of the call.
    fn jump_operands(&self, call: &[Operand]) -> Vec<Operand>;

    /// Puts in a call of `callee`, by `link` or as ordinary calls are.
    fn build_call(&self, b: &mut Builder<'_>, callee: Operand, ordinary: bool) -> InstId;

    /// Puts in a jump to `callee`.
    fn build_jump(&self, b: &mut Builder<'_>, callee: Operand) -> InstId;

    /// Puts in a return by `link`.
    fn build_return(&self, b: &mut Builder<'_>);

    /// Saves `link` to a register, or without one to the stack; on the way back restores it.
    fn move_link(&self, b: &mut Builder<'_>, scratch: Option<PhysReg>, back: bool);
}
