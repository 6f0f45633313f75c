//! Emission of one instruction, with the labels that its metadata requires.

use super::context::EmitContext;
use super::inst::{McInst, McOperand};
use super::metadata_labels;
use crate::ir::entity::InstId;
use crate::machine::desc::instructions::Opcode;
use crate::support::error::{CompileError, Result};

impl EmitContext<'_> {
    /// Emits one instruction.
    pub fn emit(&mut self, opcode: Opcode, operands: &[McOperand]) -> Result<()> {
        if self.note_metadata(opcode)? || self.out.plain_inst(opcode, operands) {
            return Ok(());
        }
        self.lowered.opcode = opcode;
        self.lowered.operands.clear();
        self.lowered.operands.extend_from_slice(operands);
        self.emit_lowered()
    }

    /// Adds labels and relocations for the metadata of the instruction at hand, before it becomes
    /// an instruction of `opcode`. Returns true if it must not be emitted.
    #[inline]
    pub(super) fn note_metadata(&mut self, opcode: Opcode) -> Result<bool> {
        match self.labelled {
            Some(inst) => metadata_labels::note(self, inst, opcode),
            None => Ok(false),
        }
    }

    /// Emits the current instruction.
    fn emit_lowered(&mut self) -> Result<()> {
        let (out, opcode) = (self.out.inst(&self.lowered), self.lowered.opcode);
        out.map_err(|e| CompileError::new(&self.function.name, self.target.desc(opcode).name, e))
    }

    /// Emits one instruction.
    pub fn emit_inst(&mut self, inst: &McInst) -> Result<()> {
        if self.note_metadata(inst.opcode)? {
            return Ok(());
        }
        let out = self.out.inst(inst);
        out.map_err(|e| CompileError::new(&self.function.name, self.target.desc(inst.opcode).name, e))
    }

    /// Emits `inst` as its table line defines it: the explicit operands in order.
    pub fn emit_plain(&mut self, inst: InstId) -> Result<()> {
        let function = self.function;
        let opcode = function.opcode(inst);
        self.lowered.opcode = opcode;
        self.lowered.operands.clear();
        let listed = self.descs.get(opcode).operands.len();
        let explicit = function.operands(inst).iter().filter(|o| !o.is_implicit());
        for &operand in explicit.take(listed) {
            let lowered = self.operand(inst, operand)?;
            self.lowered.operands.push(lowered);
        }
        if self.note_metadata(opcode)? {
            return Ok(());
        }
        self.emit_lowered()
    }
}
