//! Selection: the rules of `select.isle`, and what they cannot say.

use super::instructions::op;
use super::word_values;
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

/// The selector of RISC-V.
#[derive(Debug)]
pub struct RiscvSelector;

impl InstructionSelector for RiscvSelector {
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
    include!(concat!(env!("OUT_DIR"), "/riscv_isle.rs"));
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
    include!(concat!(env!("OUT_DIR"), "/riscv_isle_view.rs"));
}

use rule_view::*;

impl rules::Context for RuleContext<'_, '_> {
    prelude_methods!();

    fn sext32(&mut self, value: VReg) -> Option<VReg> {
        word_values::is_sext32(self.s.mf, value).then_some(value)
    }

    fn zext32(&mut self, value: VReg) -> Option<VReg> {
        word_values::is_zext32(self.s.mf, value).then_some(value)
    }

    fn s32_bits(&mut self, bits: u128) -> i64 {
        i64::from(bits as i32)
    }

    fn s64_bits(&mut self, bits: u128) -> i64 {
        bits as i64
    }
}
