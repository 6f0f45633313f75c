//! MachineVerifier: checks that a function is what its properties say.
//!
//! At every stage: operand counts and kinds by the opcode's description, types that share a type index agree,
//! definitions dominate uses (SSA), terminators stand at the end and name exactly the successors, edges are
//! listed at both ends, frame objects, constants and jump tables that are named exist, spill slots are accessed within their bounds,
//! physical registers hold a value where they are read. By property: everything is legal after the legalizer, has
//! a bank or class after regbankselect, nothing is generic after selection, classes fit, no virtual register is left after
//! allocation, branches reach after relaxation. Linear but for the dominator tree (Cooper, Harvey and Kennedy 2001).

mod dominance;
mod flow;
mod legality;
mod liveness;
mod operands;
mod ranges;
mod reach;
mod types;

use crate::entity::{BlockId, InstId};
use crate::mir::{MachineFunction, inst_to_string};
use crate::target::Target;
use std::fmt;

/// Something that is not as it must be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The block.
    pub block: Option<BlockId>,
    /// The instruction, printed.
    pub instruction: String,
    /// Number of the operand in the instruction.
    pub operand: Option<usize>,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        if let Some(n) = self.operand {
            write!(f, " (operand {n})")?;
        }
        if !self.instruction.is_empty() {
            write!(f, ": {}", self.instruction)?;
        }
        match self.block {
            Some(block) => write!(f, " in {block}"),
            None => Ok(()),
        }
    }
}

/// Checks `mf` by its properties.
///
/// Errors: all violations, in the order of the function.
pub fn verify(mf: &MachineFunction, target: &dyn Target) -> Result<(), Vec<Violation>> {
    let mut verifier = Verifier { mf, target, violations: Vec::new() };
    let in_layout = verifier.flow();
    verifier.jump_tables(&in_layout);
    for &block in &mf.layout {
        for inst in mf.insts(block) {
            verifier.operands(inst);
            verifier.types(inst);
            verifier.ranges(inst);
        }
    }
    if verifier.violations.is_empty() {
        verifier.of_sound_instructions();
    }
    if verifier.violations.is_empty() && mf.properties.contains(crate::mir::Properties::IS_SSA) {
        verifier.dominance();
    }
    if verifier.violations.is_empty() { Ok(()) } else { Err(verifier.violations) }
}

struct Verifier<'a> {
    mf: &'a MachineFunction,
    target: &'a dyn Target,
    violations: Vec<Violation>,
}

impl Verifier<'_> {
    /// What can be asked only of instructions whose operands are what they must be.
    fn of_sound_instructions(&mut self) {
        for &block in &self.mf.layout {
            self.mf.insts(block).for_each(|inst| self.legality(inst));
        }
        if self.tracks_liveness() {
            self.liveness();
        }
        self.reach();
    }

    fn report(&mut self, inst: InstId, operand: Option<usize>, message: impl Into<String>) {
        self.violations.push(Violation {
            block: self.mf.block_of(inst),
            instruction: inst_to_string(self.mf, self.target, inst),
            operand,
            message: message.into(),
        });
    }

    fn report_block(&mut self, block: BlockId, message: impl Into<String>) {
        self.violations.push(Violation {
            block: Some(block),
            instruction: String::new(),
            operand: None,
            message: message.into(),
        });
    }
}
