//! Selection: the rules of `select.isle`, and what they cannot say.

use super::instructions::op;
use super::materialize::materialize;
use super::word_values;
use crate::isle::names::{self, Unit};
use crate::isle::{RuleContext, prelude, prelude_methods};
use gisel_codegen::coverage::{Coverage, Kind};
use gisel_codegen::entity::{InstId, VReg};
use gisel_codegen::llt::Llt;
use gisel_codegen::mir::{FloatPredicate, IntPredicate, MachineFunction, Operand};
use gisel_codegen::module::RelocModel;
use gisel_codegen::opcodes;
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

    fn long_constant(&mut self, value: i64) -> Option<i64> {
        (materialize(value).len() > 3).then_some(value)
    }

    fn pool64(&mut self, bits: i64) -> Operand {
        Operand::constant_pool(self.s.mf.constant_pool_entry(&bits.to_le_bytes(), 8))
    }

    fn local_symbol(&mut self, address: VReg) -> Option<Operand> {
        local_symbol(self.s, address)
    }

    fn with_scratch(&mut self, opcode: Opcode, value: Operand, symbol: Operand) {
        self.s.op(opcode, &[value, symbol]);
    }
}

/// The symbol at an offset that `address` is, if it is local and its address is needed for nothing else.
fn local_symbol(s: &mut Selection<'_>, address: VReg) -> Option<Operand> {
    let single = |s: &Selection<'_>, v: VReg| if s.mf.use_count(v) == 1 { s.mf.def(v) } else { None };
    let mut def = single(s, address)?;
    let mut offset = 0;
    if s.mf.opcode(def) == opcodes::G_PTR_ADD {
        offset = prelude::iconst(s.mf, s.mf.vreg_operand(def, 2)?)?;
        def = single(s, s.mf.vreg_operand(def, 1)?)?;
    }
    if s.mf.opcode(def) != opcodes::G_GLOBAL_VALUE {
        return None;
    }
    let operand = s.mf.operand(def, 1);
    let reference = s.mf.symbol_ref(operand)?;
    let total = reference.offset.checked_add(offset)?;
    if operand.target_flags() != 0 || !prelude::is_local_symbol(s, operand) || i32::try_from(total).is_err() {
        return None;
    }
    Some(if offset == 0 { operand } else { s.mf.global(reference.symbol, total) })
}
