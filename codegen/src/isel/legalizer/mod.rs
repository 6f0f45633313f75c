//! Legalizer: makes every generic instruction one that the target can select.
//!
//! Requires GMIR in SSA form; establishes `Legalized`: every generic instruction is legal by the target's
//! [`LegalizerInfo`], there are no copies between virtual registers and no dead instructions. Each instruction is
//! looked at when it is made and when it changes, so the cost is linear in the code that comes out.
//!
//! Source: LLVM's *Legalizer*.
//!
//! An action gets a builder placed before its instruction. It builds the replacement, which defines the
//! instruction's results, and says [`Outcome::Replaced`], upon which the instruction is removed; or it changes
//! operands in place and says [`Outcome::Updated`].

mod artifacts;
pub mod build;
mod cache;
mod composites;
mod fewer_elements;
mod fp_environment;
pub mod info;
pub mod libcall;
mod lower;
mod more_elements;
pub mod mutations;
mod narrow;
mod narrow_arith;
mod narrow_memory;
mod pass;
pub mod predicates;
pub mod query;
mod rules;
#[cfg(test)]
mod rules_tests;
mod widen;

pub use lower::{define_fixed_quotient, scale_dividend};

pub use info::{Action, LegalizerInfo};
pub use lower::reduction;
pub use narrow::narrow_scalar;
pub use pass::{Legalizer, illegal_instructions, run};
pub use query::LegalityQuery;
pub use rules::RuleSet;

use crate::ir::module::Module;
use crate::target::Target;

/// What an action did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Built what replaces the instruction.
    Replaced,
    /// Changed the instruction in place.
    Updated,
    /// Found it legal as it is.
    Legal,
    /// Nothing; the next rule is to try.
    Declined,
}

/// What actions may ask.
#[derive(Clone, Copy)]
pub struct Cx<'a> {
    /// The subtarget.
    pub target: &'a dyn Target,
    /// Its rules.
    pub info: &'a LegalizerInfo,
    /// The module.
    pub module: &'a Module,
}
