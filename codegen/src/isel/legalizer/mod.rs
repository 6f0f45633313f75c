//! Legalizer: replaces generic instructions until the target can select all of them.
//!
//! Requires GMIR in SSA form. Establishes `Legalized`: every generic instruction is legal by the
//! target's [`LegalizerInfo`]; there are no copies between virtual registers and no dead
//! instructions. Each instruction is visited when it is created and when it changes, so the cost is
//! linear in the resulting code.
//!
//! Source: LLVM's *Legalizer*.
//!
//! An action gets a builder positioned before its instruction. It may build a replacement that
//! defines the instruction's results and return [`Outcome::Replaced`]; the instruction is then
//! removed. Or it may change operands in place and return [`Outcome::Updated`].

mod artifacts;
pub mod build;
mod cache;
mod composites;
mod context;
mod fewer_elements;
mod fp_environment;
pub(crate) mod info;
pub mod libcall;
mod lower;
mod more_elements;
pub mod mutations;
mod narrow;
mod narrow_arith;
mod narrow_memory;
mod outcome;
mod pass;
pub mod predicates;
pub mod query;
mod rules;
#[cfg(test)]
mod rules_tests;
pub(crate) mod target;
mod widen;

pub use context::Cx;
pub use fewer_elements::split;
pub use lower::{define_fixed_quotient, scale_dividend};
pub use outcome::Outcome;

pub use info::{Action, BlockLimits, LegalizerInfo};
pub use lower::reduction;
pub use narrow::narrow_scalar;
pub use pass::{Legalizer, illegal_instructions, run};
pub use query::LegalityQuery;
pub use rules::RuleSet;
