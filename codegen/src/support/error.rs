//! Errors with their locations.

use crate::support::diagnostics::SourceLocation;
use crate::support::guard;
use std::fmt;

/// The reason why a function cannot be compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompileError {
    /// The function; empty for an error about the module.
    pub function: String,
    /// The instruction, as IR or MIR prints it; empty if there is none.
    pub instruction: String,
    /// Its location in the source program, if known.
    pub location: Option<Box<SourceLocation>>,
    /// The message.
    pub message: String,
    /// The function's inline assembly with its operands, if it cannot be read: it may name symbols
    /// that the module lacks.
    pub assembly: Vec<String>,
}

impl CompileError {
    /// Returns an error in `function` about `instruction`.
    pub fn new(function: &str, instruction: impl fmt::Display, message: impl Into<String>) -> Self {
        CompileError {
            function: function.to_string(),
            instruction: instruction.to_string(),
            location: None,
            message: message.into(),
            assembly: Vec::new(),
        }
    }
}

impl CompileError {
    /// Runs `work` for `function`; a broken invariant becomes an error about it.
    pub fn guard<T>(function: &str, work: impl FnOnce() -> T) -> Result<T> {
        guard::catch(work).map_err(|message| CompileError::new(function, "", message))
    }
}

impl fmt::Display for CompileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(location) = &self.location {
            write!(f, "{location} ")?;
        }
        if self.function.is_empty() {
            write!(f, "{}", self.message)?;
        } else {
            write!(f, "in function '{}': {}", self.function, self.message)?;
        }
        if !self.instruction.is_empty() {
            write!(f, ": {}", self.instruction.trim())?;
        }
        Ok(())
    }
}

impl std::error::Error for CompileError {}

/// The result of a stage.
pub type Result<T> = std::result::Result<T, CompileError>;
