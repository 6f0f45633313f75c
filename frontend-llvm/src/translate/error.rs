//! Errors that stop a translation, before their location is known.

use std::fmt;

use gisel_codegen::support::error::CompileError;

use crate::ir::{Function, Inst, Type};

/// An unsupported construct, or an error from a target's lowering.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Stop {
    Unsupported(String),
    Lowering(CompileError),
}

/// The result of every step of a translation.
pub(crate) type Result<T> = std::result::Result<T, Stop>;

impl Stop {
    pub(crate) fn new(what: impl Into<String>) -> Stop {
        Stop::Unsupported(what.into())
    }

    pub(crate) fn ty(ty: Type<'_>) -> Stop {
        Stop::Unsupported(format!("unsupported type {ty}"))
    }

    /// Returns the error with its location: the function, and the instruction as LLVM prints it.
    pub(crate) fn at(&self, function: Function<'_>, inst: Option<Inst<'_>>) -> CompileError {
        let mut error = match self {
            Stop::Unsupported(what) => CompileError::new(function.name(), "", what.as_str()),
            Stop::Lowering(error) => error.clone(),
        };
        error.function = function.name().to_owned();
        if let Some(inst) = inst {
            error.instruction = inst.value().to_string().trim().to_owned();
            error.location = inst.location().map(|location| Box::new(location.into()));
        }
        error
    }

    /// Returns the error for a global's definition.
    pub(crate) fn in_global(&self, name: &str) -> CompileError {
        let message = match name {
            "" => self.to_string(),
            _ => format!("in global '{name}': {self}"),
        };
        CompileError::new("", "", message)
    }
}

impl From<CompileError> for Stop {
    fn from(error: CompileError) -> Stop {
        Stop::Lowering(error)
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stop::Unsupported(what) => f.write_str(what),
            Stop::Lowering(error) => f.write_str(&error.message),
        }
    }
}
