//! CodeEmitter: the encoding of instructions.

use super::inst::{Fixup, FixupKind, McExpr, McInst, McOperand};
use crate::ir::entity::InstId;
use crate::ir::mir::MachineFunction;
use crate::machine::desc::instructions::Opcode;
use smallvec::SmallVec;

/// An encoded branch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EncodedBranch {
    /// The opcode of its form.
    pub opcode: Opcode,
    /// The kind of its target's fixup.
    pub kind: FixupKind,
    /// True if it has relaxed forms.
    pub grows: bool,
}

/// Encodes instructions.
pub trait CodeEmitter: Send + Sync {
    /// Appends the bytes of `inst` to `out`, and its fixups to `fixups`, with offsets from the
    /// first of these bytes. A pseudo that expands to several instructions (a call) may be encoded
    /// too.
    fn encode(
        &self,
        inst: &McInst,
        out: &mut Vec<u8>,
        fixups: &mut SmallVec<[Fixup; 2]>,
    ) -> Result<(), String>;

    /// Appends the bytes of the shortest form of an instruction whose operands are registers and
    /// numbers, in the order of its table line. A register is its number as [`PhysReg`], a number
    /// its value. Returns false without effect if [`CodeEmitter::compress`] and [`CodeEmitter::encode`]
    /// are required, also for errors.
    ///
    /// [`PhysReg`]: crate::machine::desc::registers::PhysReg
    fn encode_values(&self, _opcode: Opcode, _values: &[i64], _out: &mut Vec<u8>) -> bool {
        false
    }

    /// Appends the bytes of machine instructions from `first` up to `end`, while their operands are
    /// registers and numbers in range. Returns the first other one, or `end`.
    fn encode_insts(
        &self,
        _function: &MachineFunction,
        first: Option<InstId>,
        _end: Option<InstId>,
        _out: &mut Vec<u8>,
    ) -> Option<InstId> {
        first
    }

    /// Appends the bytes of the shortest form of a branch to `to`, whose other operands are
    /// registers and numbers, and that form's operands to `pool`. Has no effect if [`EmitContext`]
    /// must lower it.
    ///
    /// [`EmitContext`]: crate::mc::context::EmitContext
    fn encode_branch(
        &self,
        _function: &MachineFunction,
        _inst: InstId,
        _to: McExpr,
        _out: &mut Vec<u8>,
        _pool: &mut Vec<McOperand>,
    ) -> Option<EncodedBranch> {
        None
    }

    /// Returns the shortest form of `inst` for this subtarget, if that is another one. A branch's
    /// form may be out of range; [`AsmBackend::relax`] reverses the change.
    ///
    /// [`AsmBackend::relax`]: crate::mc::asm_backend::AsmBackend::relax
    fn compress(&self, _inst: &McInst) -> Option<McInst> {
        None
    }
}
