//! Emission of instructions.

use crate::ir::entity::InstId;
use crate::ir::mir::MachineFunction;
use crate::machine::desc::instructions::Opcode;
use crate::mc::inst::{McExpr, McInst, McOperand};
use crate::mc::streamer::DataStreamer;

/// Receives instructions.
pub(crate) trait CodeStreamer: DataStreamer {
    /// Enables or disables linker relaxation of the code that follows.
    fn set_linker_relaxation(&mut self, _relaxes: bool) {}

    /// Emits an instruction whose operands are registers and numbers. Returns false, without
    /// effect, if it must be emitted by [`CodeStreamer::inst`].
    fn plain_inst(&mut self, _opcode: Opcode, _operands: &[McOperand]) -> bool {
        false
    }

    /// Emits one instruction.
    fn inst(&mut self, inst: &McInst) -> Result<(), String>;

    /// Emits one instruction in this form, even if there is a shorter one.
    fn exact(&mut self, inst: &McInst) -> Result<(), String> {
        self.inst(inst)
    }

    /// Emits one instruction in this form, without relaxation if it is a branch out of range.
    fn unrelaxed(&mut self, inst: &McInst) -> Result<(), String> {
        self.exact(inst)
    }

    /// Emits the instructions of a function from `first` up to `end`, as [`CodeEmitter::encode_insts`]
    /// accepts them. Returns the first one that requires [`CodeStreamer::inst`], or `end`.
    ///
    /// [`CodeEmitter::encode_insts`]: crate::mc::code_emitter::CodeEmitter::encode_insts
    fn insts(
        &mut self,
        _function: &MachineFunction,
        first: Option<InstId>,
        _end: Option<InstId>,
    ) -> Option<InstId> {
        first
    }

    /// Emits a branch of a function, to `to`, in its shortest form. Returns false without effect if
    /// [`CodeStreamer::inst`] is required.
    fn branch(&mut self, _function: &MachineFunction, _inst: InstId, _to: McExpr) -> bool {
        false
    }

    /// Emits an instruction from its bytes.
    fn raw_inst(&mut self, bytes: &[u8]) {
        self.bytes(bytes);
    }
}
