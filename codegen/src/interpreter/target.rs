//! The interface to a target for the interpreter.

use super::operation::{Context, Fault, Operation, Results};
use crate::isel::target::IselTarget;
use crate::mc::target::EmitTarget;

/// Computes the results of one of a target's own generic opcodes.
///
/// Errors: other opcodes, undefined behaviour.
pub type InterpretTargetOpcode = fn(&Operation, &mut Context<'_>) -> std::result::Result<Results, Fault>;

/// A target whose own generic opcodes can be interpreted.
pub trait InterpreterTarget: IselTarget + EmitTarget {
    /// Returns the function that interprets the target's own generic opcodes.
    fn interpret(&self) -> InterpretTargetOpcode;
}
