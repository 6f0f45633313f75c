//! What a function says of its variables, beside its instructions.

use super::NodeId;
use crate::ir::entity::{DebugLoc, FrameIndex};
use crate::target::registers::PhysReg;

/// The debug information of one function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FunctionDebug {
    /// The subprogram that it is.
    pub subprogram: NodeId,
    /// Variables that are in the frame as long as the function runs.
    pub declared: Vec<DeclaredVariable>,
    /// Variables that have the value of an argument as long as the function runs.
    pub arguments: Vec<ArgumentVariable>,
}

/// A variable that has the value of an argument as long as the function runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ArgumentVariable {
    /// The variable.
    pub variable: NodeId,
    /// What is made of the argument.
    pub expression: NodeId,
    /// Where it is declared: its scope, and the call that it was inlined at.
    pub location: DebugLoc,
    /// The register in which the argument comes.
    pub reg: PhysReg,
}

/// A variable that is in the frame as long as the function runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DeclaredVariable {
    /// The variable.
    pub variable: NodeId,
    /// How it is found from the address of the object.
    pub expression: NodeId,
    /// Where it is declared: its scope, and the call that it was inlined at.
    pub location: DebugLoc,
    /// The object.
    pub home: FrameIndex,
}

impl FunctionDebug {
    /// That of a function of which only the subprogram is known.
    pub fn new(subprogram: NodeId) -> FunctionDebug {
        FunctionDebug { subprogram, declared: Vec::new(), arguments: Vec::new() }
    }
}
