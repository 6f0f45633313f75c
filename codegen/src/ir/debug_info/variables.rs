//! What a function says of its variables, beside its instructions.

use super::{NodeId, ValueTable};
use crate::ir::entity::{DebugLoc, FrameIndex};

/// The debug information of one function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FunctionDebug {
    /// The subprogram that it is.
    pub subprogram: NodeId,
    /// Variables that are in the frame as long as the function runs.
    pub declared: Vec<DeclaredVariable>,
    /// Variables that have values, if there are any.
    pub values: Option<Box<ValueTable>>,
}

/// A variable that is in the frame as long as the function runs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeclaredVariable {
    /// The variable.
    pub variable: NodeId,
    /// How it is found from the address of the object (the elements of a `DIExpression`).
    pub expression: Box<[u64]>,
    /// Where it is declared: its scope, and the call that it was inlined at.
    pub location: DebugLoc,
    /// The object.
    pub home: FrameIndex,
}

impl FunctionDebug {
    /// That of a function of which only the subprogram is known.
    pub fn new(subprogram: NodeId) -> FunctionDebug {
        FunctionDebug { subprogram, declared: Vec::new(), values: None }
    }
}
