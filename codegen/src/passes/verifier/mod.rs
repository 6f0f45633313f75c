//! MachineVerifier: checks that a function is what its properties say.
//!
//! At every stage: operand counts and kinds by the opcode's description, types that share a type index agree,
//! definitions dominate uses (SSA), terminators stand at the end and name exactly the successors, edges are
//! listed at both ends, frame objects, constants and jump tables that are named exist, spill slots are accessed within their bounds,
//! physical registers hold a value where they are read, what prologues save and epilogues restore is the caller's. By property: everything is legal after the legalizer, has
//! a bank or class after regbankselect, nothing is generic after selection, classes fit, no virtual register is left after
//! allocation, branches reach after relaxation. Linear but for the dominator tree (Cooper, Harvey and Kennedy 2001).

mod callee_saved;
mod dominance;
mod flow;
mod legality;
mod liveness;
mod operands;
mod ranges;
mod reach;
mod type_rules;
mod types;

use crate::ir::entity::{BlockId, InstId};
use crate::ir::mir::{MachineFunction, Properties};
use crate::mir_text::inst_to_string;
use crate::support::error::CompileError;
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

/// Checks `mf` by its properties. Of a function that selection has given up nothing is asked.
///
/// Errors: all violations, in the order of the function.
pub fn verify(mf: &MachineFunction, target: &dyn Target) -> Result<(), Vec<Violation>> {
    Verifier { mf, target, asks_legality: true, violations: Vec::new() }.run()
}

/// Checks `mf` as it was read: like `verify`, but after the legalizer it may have what only LLVM's rules call legal.
///
/// Errors: all violations, in the order of the function.
pub fn verify_as_read(mf: &MachineFunction, target: &dyn Target) -> Result<(), Vec<Violation>> {
    Verifier { mf, target, asks_legality: false, violations: Vec::new() }.run()
}

/// Returns all violations in one error, which begins with `when`.
pub fn error(mf: &MachineFunction, when: &str, violations: &[Violation]) -> CompileError {
    let list: Vec<String> = violations.iter().map(ToString::to_string).collect();
    CompileError::new(&mf.name, "", format!("{when}: {}", list.join("; ")))
}

struct Verifier<'a> {
    mf: &'a MachineFunction,
    target: &'a dyn Target,
    /// True if the target's rules are asked about every instruction after the legalizer.
    asks_legality: bool,
    violations: Vec<Violation>,
}

impl Verifier<'_> {
    fn run(mut self) -> Result<(), Vec<Violation>> {
        if self.mf.properties.contains(Properties::FAILED_ISEL) {
            return Ok(());
        }
        let in_layout = self.flow();
        self.jump_tables(&in_layout);
        for &block in &self.mf.layout {
            for inst in self.mf.insts(block) {
                self.operands(inst);
                self.types(inst);
                self.ranges(inst);
            }
        }
        if self.violations.is_empty() {
            self.of_sound_instructions();
        }
        if self.violations.is_empty() && self.mf.properties.contains(Properties::IS_SSA) {
            self.dominance();
        }
        if self.violations.is_empty() { Ok(()) } else { Err(self.violations) }
    }

    /// What can be asked only of instructions whose operands are what they must be.
    fn of_sound_instructions(&mut self) {
        if self.asks_legality && self.mf.properties.contains(Properties::LEGALIZED) {
            for &block in &self.mf.layout {
                self.mf.insts(block).for_each(|inst| self.legality(inst));
            }
        }
        if self.tracks_liveness() {
            self.liveness();
        }
        self.callee_saved();
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
