//! Selection: the rules of `select.isle`, and what they cannot say.

use super::instructions::op;
use crate::isle::names::{self, Unit};
use crate::isle::{RuleContext, prelude, prelude_methods};
use gisel_codegen::coverage::{Coverage, Kind};
use gisel_codegen::entity::{InstId, VReg};
use gisel_codegen::llt::Llt;
use gisel_codegen::mir::{FloatPredicate, IntPredicate, MachineFunction, Operand};
use gisel_codegen::module::RelocModel;
use gisel_codegen::select::{InstructionSelector, Selected, Selection};
use gisel_codegen::target::instructions::Opcode;
use gisel_codegen::target::registers::{BankId, PhysReg, RegClassId, SubReg};

/// The selector of AArch64.
#[derive(Debug)]
pub struct AArch64Selector;

impl InstructionSelector for AArch64Selector {
    fn select(&self, selection: &mut Selection<'_>, root: InstId) -> Option<Selected> {
        let mut context = RuleContext { s: selection, disabled: &[], applied: None };
        rules::constructor_select(&mut context, root)
    }

    fn rules(&self) -> &'static [&'static str] {
        rules::RULES
    }
}

#[allow(
    clippy::all,
    dead_code,
    unused,
    non_snake_case,
    non_camel_case_types,
    missing_docs,
    reason = "generated"
)]
mod rules {
    use super::op::*;
    use crate::isle::names::*;
    include!(concat!(env!("OUT_DIR"), "/aarch64_isle.rs"));
}

#[allow(
    clippy::all,
    dead_code,
    unused,
    non_snake_case,
    non_camel_case_types,
    missing_docs,
    reason = "generated"
)]
mod rule_view {
    use super::*;
    use crate::isle::names::*;
    include!(concat!(env!("OUT_DIR"), "/aarch64_isle_view.rs"));
}

use rule_view::*;

impl rules::Context for RuleContext<'_, '_> {
    prelude_methods!();
}
