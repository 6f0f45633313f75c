//! The debug information of a function's variables, kept beside its instructions.

use super::{NodeId, ValueTable};
use crate::ir::entity::{DebugLoc, FrameIndex};

/// The debug information of one function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FunctionDebug {
    /// Its subprogram.
    pub subprogram: NodeId,
    /// Variables that are in the frame for the whole function.
    pub declared: Vec<DeclaredVariable>,
    /// The values of the other variables, if there are any.
    pub values: Option<Box<ValueTable>>,
}

/// A variable that is in the frame for the whole function (`#dbg_declare`).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeclaredVariable {
    /// The variable.
    pub variable: NodeId,
    /// The expression applied to the address of the object (the elements of a `DIExpression`).
    pub expression: Box<[u64]>,
    /// The location of its declaration: its scope and its inlined call.
    pub location: DebugLoc,
    /// The frame object.
    pub home: FrameIndex,
}

impl FunctionDebug {
    /// Returns the debug information of a function with a known subprogram only.
    pub fn new(subprogram: NodeId) -> FunctionDebug {
        FunctionDebug { subprogram, declared: Vec::new(), values: None }
    }
}
