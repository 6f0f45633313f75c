//! MachineVerifier: checks that a function satisfies its properties.
//!
//! At every stage: the count and kind of operands match the opcode's description; types with the
//! same type index agree; definitions dominate uses (SSA); terminators are at the end and name
//! exactly the successors; edges are listed at both ends; referenced frame objects, constants and
//! jump tables exist; spill slots are accessed within bounds; physical registers hold a value where
//! they are read; saved and restored registers hold the caller's values. By property: everything is
//! legal after the legalizer and has a bank or class after regbankselect; nothing is generic after
//! selection, and classes fit; no virtual register remains after allocation; branches reach their
//! targets after relaxation. Cost: linear except for the dominator tree (Cooper, Harvey and Kennedy
//! 2001).

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
use crate::machine::print::inst_to_string;
use crate::passes::target::PassTarget;
use crate::support::error::CompileError;
use std::fmt;

/// A violation of an invariant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The block.
    pub block: Option<BlockId>,
    /// The instruction in text form.
    pub instruction: String,
    /// Index of the operand.
    pub operand: Option<usize>,
    /// The message.
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

/// Checks `mf` by its properties. A function whose selection failed is not checked.
///
/// Errors: all violations, in function order.
pub fn verify(mf: &MachineFunction, target: &dyn PassTarget) -> Result<(), Vec<Violation>> {
    Verifier { mf, target, asks_legality: true, violations: Vec::new() }.run()
}

/// Checks `mf` as it was read. Like `verify`, but after the legalizer it accepts instructions that
/// only LLVM's rules call legal.
///
/// Errors: all violations, in function order.
pub fn verify_as_read(mf: &MachineFunction, target: &dyn PassTarget) -> Result<(), Vec<Violation>> {
    Verifier { mf, target, asks_legality: false, violations: Vec::new() }.run()
}

/// Returns an error with all violations; its message begins with `when`.
pub fn error(mf: &MachineFunction, when: &str, violations: &[Violation]) -> CompileError {
    let list: Vec<String> = violations.iter().map(ToString::to_string).collect();
    CompileError::new(&mf.name, "", format!("{when}: {}", list.join("; ")))
}

struct Verifier<'a> {
    mf: &'a MachineFunction,
    target: &'a dyn PassTarget,
    /// True if the target's rules are checked for every instruction after the legalizer.
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

    /// Runs the checks that require well-formed operands.
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

#[cfg(test)]
mod tests {
    use super::{error, verify, verify_as_read};
    use crate::ir::module::Module;
    use crate::testing::passes::{GENERIC, SELECTED, parse};
    use crate::testing::toy::TOY;

    /// Returns the messages of all violations in a function with this body.
    pub(super) fn messages(header: &str, body: &str) -> Vec<String> {
        let mf = parse(&mut Module::default(), header, body);
        let violations = verify(&mf, TOY).err().unwrap_or_default();
        violations.into_iter().map(|violation| violation.message).collect()
    }

    /// Checks that each body has exactly the violation with this message, or none if it is empty.
    #[track_caller]
    pub(super) fn check(header: &str, table: &[(&str, &str)]) {
        for (body, message) in table {
            let expected: Vec<&str> = Some(*message).into_iter().filter(|m| !m.is_empty()).collect();
            assert_eq!(messages(header, body), expected, "{body}");
        }
    }

    #[test]
    fn an_error_lists_violations_with_operand_instruction_and_block() {
        let mf = parse(&mut Module::default(), SELECTED, "bb.0:\n%0:gpr = ADD $r0, $sp\nRET");
        let violations = verify(&mf, TOY).expect_err("the stack pointer is in no class");
        let message = error(&mf, "after a pass", &violations).to_string();
        let expected =
            "after a pass: register is not in class gpr (operand 2): %0:gpr = ADD $r0, $sp in bb.0";
        assert!(message.ends_with(expected), "{message}");
    }

    #[test]
    fn only_functions_as_read_may_be_illegal_and_failed_ones_are_not_checked() {
        let illegal = "bb.0:\n%0:_(s32) = G_CONSTANT i32 1\nRET";
        let mut mf = parse(&mut Module::default(), &format!("legalized: true\n{GENERIC}"), illegal);
        assert!(verify_as_read(&mf, TOY).is_ok() && verify(&mf, TOY).is_err());
        mf.properties |= crate::ir::mir::Properties::FAILED_ISEL;
        assert!(verify(&mf, TOY).is_ok());
    }
}
