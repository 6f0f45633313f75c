//! Selection: the rules of `select.isle` and `select_float.isle`, and cases that they cannot
//! express.

mod addresses;
pub(crate) mod authentication;
mod conjunctions;
mod constant_pool;
mod fields;
mod halves;
mod intrinsics;
mod matchers;
mod scalars;
mod shapes;
mod shuffles;
mod tuples;
mod vector_constants;
pub(crate) mod vectors;
mod widening;

pub(crate) use addresses::scaled_of_indexed;

pub(crate) use scalars::load_got;

use crate::aarch64::features::Features;
use crate::aarch64::isel::atomics;
use crate::aarch64::isel::intrinsics::are_intrinsics;
use crate::aarch64::mc::instructions::{is_advanced_simd, op};
use crate::aarch64::registers::{REGISTERS, regs};
use crate::features::FeatureSet;
use crate::isle::names::{self, Unit};
use crate::isle::{RuleContext, include_rules, prelude, prelude_methods};
use gisel_codegen::ir::entity::{InstId, VReg};
use gisel_codegen::ir::llt::Llt;
use gisel_codegen::ir::mir::{FloatPredicate, IntPredicate, MachineFunction, Operand, RegAttr};
use gisel_codegen::ir::module::RelocModel;
use gisel_codegen::ir::opcodes as gop;
use gisel_codegen::isel::select::{InstructionSelector, Selected, Selection};
use gisel_codegen::machine::desc::instructions::Opcode;
use gisel_codegen::machine::desc::registers::{BankId, PhysReg, RegClassId, SubReg};

/// The selector of AArch64.
#[derive(Debug)]
pub(crate) struct AArch64Selector {
    /// The features that code depends on.
    pub features: Features,
    /// All features of the subtarget.
    pub set: FeatureSet,
}

impl InstructionSelector for AArch64Selector {
    fn select(&self, selection: &mut Selection<'_>, root: InstId) -> Option<Selected> {
        match selection.mf.opcode(root) {
            gop::G_LOAD | gop::G_SEXTLOAD | gop::G_ZEXTLOAD => {
                return addresses::load(selection, self.features, root);
            }
            gop::G_STORE => return addresses::store(selection, root),
            op::G_AARCH64_PREFETCH => return addresses::prefetch(selection, root),
            gop::G_MERGE_VALUES if !self.features.contains(Features::NEON) => {
                if let Some(selected) = halves::merge(selection, root) {
                    return Some(selected);
                }
            }
            gop::G_UNMERGE_VALUES if !self.features.contains(Features::NEON) => {
                if let Some(selected) = halves::unmerge(selection, root) {
                    return Some(selected);
                }
            }
            gop::G_PTRAUTH_GLOBAL_VALUE => return authentication::signed_address(selection, &self.set, root),
            gop::G_BRINDIRECT if selection.mf.attrs.block_schema.is_some() => {
                return authentication::indirect_branch(selection, &self.set, root);
            }
            opcode if are_intrinsics(opcode) => {
                return intrinsics::select(selection, &self.set, root);
            }
            _ => {}
        }
        let mut context = RuleContext { s: selection, features: self.features.bits() };
        rules::constructor_select(&mut context, root)
    }

    fn unavailable(&self, mf: &MachineFunction) -> Option<InstId> {
        if self.features.contains(Features::NEON) {
            return None;
        }
        if self.features.contains(Features::FP) {
            let is_vectors = |opcode: Opcode| opcode.is_target() && is_advanced_simd(opcode);
            let mut insts = mf.layout.iter().flat_map(|block| mf.insts(*block));
            return insts.find(|inst| is_vectors(mf.opcode(*inst)));
        }
        let outside = |operand: &&Operand| match (operand.vreg(), operand.phys()) {
            (Some(vreg), _) => {
                matches!(mf.reg_attr(vreg), RegAttr::Class(class) if REGISTERS.class(class).bank == B_FPR)
            }
            (_, Some(reg)) => REGISTERS.reg(reg).bank == Some(B_FPR),
            _ => false,
        };
        // Clobbers of inline assembly besides its results use no register of ours.
        let is_asm = |inst| matches!(mf.opcode(inst), gop::INLINEASM | gop::INLINEASM_BR);
        let operands = |inst| mf.operands(inst).iter().filter(move |o| !is_asm(inst) || o.vreg().is_some());
        let mut insts = mf.layout.iter().flat_map(|block| mf.insts(*block));
        insts.find(|inst| operands(*inst).any(|operand| outside(&operand)))
    }

    fn rules(&self) -> &'static [&'static str] {
        rules::RULES
    }

    fn rule_texts(&self) -> &'static [&'static str] {
        rules::RULE_TEXTS
    }
}

include_rules!("aarch64");

use rule_view::*;

impl rules::Context for RuleContext<'_, '_> {
    prelude_methods!();

    fn sized(&mut self, bits: u32, w: Opcode, x: Opcode) -> Opcode {
        if bits > 32 { x } else { w }
    }
    fn zero_reg(&mut self, bits: u32) -> PhysReg {
        if bits > 32 { regs::XZR } else { regs::WZR }
    }
    fn top_bit(&mut self, bits: u32) -> i64 {
        i64::from(bits) - 1
    }
    fn compared(&mut self, condition: VReg) -> Option<InstId> {
        let mf = &*self.s.mf;
        let here =
            |&inst: &InstId| mf.use_count(condition) == 1 || mf.block_of(inst) == mf.block_of(self.s.root());
        mf.def(condition).filter(here)
    }
    fn all_amounts(&mut self, bits: u32, mask: i64) -> Option<()> {
        let amounts = i64::from(bits) - 1;
        (mask & amounts == amounts).then_some(())
    }
    fn arith_imm(&mut self, v: VReg) -> Option<(i64, i64)> {
        matchers::arithmetic(prelude::uconst(self.s.mf, v)?)
    }
    fn neg_arith_imm(&mut self, v: VReg) -> Option<(i64, i64)> {
        let value = self.s.mf.constant(v).filter(|v| *v != 0)?;
        matchers::arithmetic(value.wrapping_neg() as u64)
    }
    fn logical_imm(&mut self, v: VReg) -> Option<i64> {
        matchers::logical(self.s.mf, v, false)
    }
    fn inverted_logical_imm(&mut self, v: VReg) -> Option<i64> {
        matchers::logical(self.s.mf, v, true)
    }
    fn shifted(&mut self, v: VReg) -> Option<(VReg, i64)> {
        matchers::shifted(self.s.mf, v, false)
    }
    fn shifted_or_rotated(&mut self, v: VReg) -> Option<(VReg, i64)> {
        matchers::shifted(self.s.mf, v, true)
    }
    fn extended(&mut self, v: VReg) -> Option<(Operand, i64)> {
        matchers::extended(self.s.mf, v)
    }
    fn local(&mut self, v: VReg) -> Option<VReg> {
        let here = self.s.mf.block_of(self.s.root());
        self.s.mf.def(v).filter(|&def| self.s.mf.block_of(def) == here).map(|_| v)
    }
    fn uxtw(&mut self) -> i64 {
        matchers::UXTW << 3
    }
    fn within(&mut self, bits: u32, amount: i64) -> Option<()> {
        (0..i64::from(bits)).contains(&amount).then_some(())
    }
    fn single_bit(&mut self, v: VReg) -> Option<i64> {
        let value = prelude::uconst(self.s.mf, v)?;
        value.is_power_of_two().then(|| i64::from(value.trailing_zeros()))
    }
    fn low_mask(&mut self, v: VReg) -> Option<i64> {
        let value = prelude::uconst(self.s.mf, v)?;
        (value != 0 && value & value.wrapping_add(1) == 0).then(|| i64::from(value.trailing_ones()))
    }
    fn zero_extended(&mut self, v: VReg) -> Option<VReg> {
        matchers::is_zero_extended(self.s.mf, v).then_some(v)
    }
    fn word(&mut self, value: i64) -> Option<i64> {
        (value == i64::from(value as i32)).then_some(value)
    }
    fn inverse_cc(&mut self, cc: i64) -> i64 {
        cc ^ 1
    }
    fn field_top(&mut self, bits: u32, low: i64, width: i64) -> Option<i64> {
        let fits = low >= 0 && width >= 1 && low < i64::from(bits) && width <= i64::from(bits) - low;
        fits.then(|| low + width - 1)
    }
    fn left_rotation(&mut self, bits: u32, by: i64) -> i64 {
        by.wrapping_neg().rem_euclid(i64::from(bits))
    }
    fn at_most(&mut self, bits: u32, limit: u32) -> Option<()> {
        (bits <= limit).then_some(())
    }
    fn low_bits(&mut self, bits: u128) -> i64 {
        bits as i64
    }
    fn fp_constant(&mut self, bits: u32, value: u128) -> VReg {
        let vectors = Features::from_bits_retain(self.features).contains(Features::NEON);
        scalars::fp_constant(self.s, bits, value, vectors)
    }
    fn symbol_address(&mut self, symbol: Operand) -> VReg {
        scalars::symbol_address(self.s, symbol)
    }
    fn condition(&mut self, predicate: &IntPredicate) -> i64 {
        matchers::condition(*predicate)
    }
    fn is_equality(&mut self, predicate: &IntPredicate) -> Option<()> {
        predicate.is_equality().then_some(())
    }
    fn float_condition(&mut self, predicate: &FloatPredicate) -> i64 {
        matchers::float_conditions(*predicate).0
    }
    fn second_float_condition(&mut self, predicate: &FloatPredicate) -> Option<i64> {
        matchers::float_conditions(*predicate).1
    }
    fn real_predicate(&mut self, predicate: &FloatPredicate) -> Option<()> {
        (!matches!(predicate, FloatPredicate::False | FloatPredicate::True)).then_some(())
    }
    fn single_condition(&mut self, predicate: &FloatPredicate) -> Option<()> {
        let (_, second) = matchers::float_conditions(*predicate);
        self.real_predicate(predicate).filter(|()| second.is_none())
    }
    fn selectable(&mut self, v: VReg) -> Option<()> {
        (self.s.mf.ty(v).bits() <= 128).then_some(())
    }
    fn scalar_float(&mut self, v: VReg) -> Option<()> {
        let scalar = self.s.mf.ty(v).is_scalar();
        (scalar && self.s.bank(v) == Some(B_FPR)).then_some(())
    }
    fn bit_zero(&mut self) -> i64 {
        // N = 0, immr = 0, imms = 0: one bit, not rotated, in 32 bits.
        0
    }
    fn jump_through_table(&mut self, table: VReg, entries: Operand, index: VReg) {
        scalars::jump_through_table(self.s, table, entries, index);
    }
    fn branch_on_bit(
        &mut self,
        bits: u32,
        bit: i64,
        v: VReg,
        target: Operand,
        w: Opcode,
        x: Opcode,
    ) -> Selected {
        scalars::branch_on_bit(self.s, bits, bit, v, target, (w, x))
    }
    fn nothing(&mut self) {}
    fn va_start(&mut self, list: VReg) {
        scalars::va_start(self.s, list);
    }
    fn stack_allocate(&mut self, size: VReg, align: i64) -> VReg {
        scalars::stack_allocate(self.s, size, align)
    }
    fn atomic_rmw(&mut self, inst: InstId, what: i64) -> VReg {
        atomics::select_rmw(self.s, Features::from_bits_retain(self.features), inst, what)
    }
    fn compare_and_swap(&mut self, inst: InstId) -> VReg {
        atomics::select_compare_exchange(self.s, Features::from_bits_retain(self.features), inst)
    }
    fn compare_and_swap_pair(&mut self, inst: InstId) -> Selected {
        let [low, high] = atomics::select_compare_exchange_pair(self.s, inst);
        self.s.several([low, high])
    }
    fn build_vector(&mut self, inst: InstId) -> Option<Selected> {
        vectors::build_vector(self.s, inst)
    }
    fn join_halves(&mut self, inst: InstId) -> Option<Selected> {
        vectors::join_halves(self.s, inst)
    }
    fn unmerge(&mut self, inst: InstId) -> Option<Selected> {
        vectors::unmerge(self.s, inst)
    }
    fn extract_element(&mut self, inst: InstId) -> Option<Selected> {
        vectors::extract_element(self.s, inst)
    }
    fn insert_element(&mut self, inst: InstId) -> Option<Selected> {
        vectors::insert_element(self.s, inst)
    }
    fn shuffle(&mut self, inst: InstId) -> Option<VReg> {
        shuffles::shuffle(self.s, inst)
    }
    fn splat(&mut self, result: VReg, value: VReg) -> Option<VReg> {
        vectors::splat(self.s, self.s.mf.ty(result), value)
    }
    fn add_low(&mut self, page: VReg, low: Operand) -> VReg {
        scalars::add_low(self.s, page, low)
    }
    fn splat_lane(&mut self, result: VReg, source: VReg, lane: i64) -> Option<VReg> {
        vectors::splat_lane(self.s, self.s.mf.ty(result), source, lane)
    }
    fn cssc(&mut self) -> Option<()> {
        let features = Features::from_bits_retain(self.features);
        features.contains(Features::CSSC).then_some(())
    }
    fn signed_byte(&mut self, value: i64) -> Option<i64> {
        i8::try_from(value).ok().map(i64::from)
    }
    fn unsigned_byte(&mut self, value: i64) -> Option<i64> {
        u8::try_from(value).ok().map(i64::from)
    }
    fn vector(&mut self, v: VReg) -> Option<()> {
        self.s.mf.ty(v).is_vector().then_some(())
    }
    fn sum_of_lanes(&mut self, inst: InstId, v: VReg) -> Option<VReg> {
        vectors::sum_of_lanes(self.s, inst, v)
    }
    fn compare_vectors(&mut self, predicate: &IntPredicate, a: VReg, b: VReg) -> Option<VReg> {
        vectors::compare(self.s, *predicate, a, b)
    }
    fn compare_float_vectors(&mut self, predicate: &FloatPredicate, a: VReg, b: VReg) -> Option<VReg> {
        vectors::compare_floats(self.s, *predicate, a, b)
    }
    fn by_length(&mut self, ty: Llt, short: Opcode, long: Opcode) -> Opcode {
        if ty.bits() == 64 { short } else { long }
    }
    fn all_ones(&mut self, v: VReg) -> Option<()> {
        vectors::is_all_ones(self.s.mf, v).then_some(())
    }
    fn bit_select(&mut self, inst: InstId) -> Option<(VReg, VReg, VReg)> {
        matchers::bit_select(self.s.mf, inst)
    }
    fn zero_lanes(&mut self, v: VReg) -> Option<()> {
        (vectors::splat_constant(self.s.mf, v) == Some(0)).then_some(())
    }
    fn negated_lanes(&mut self, v: VReg) -> Option<VReg> {
        vectors::negated(self.s, v)
    }
    fn same_value(&mut self, a: VReg, b: VReg) -> Option<()> {
        let constants = self.iconst(a).zip(self.iconst(b));
        (a == b || constants.is_some_and(|(a, b)| a == b)).then_some(())
    }
    fn is_next(&mut self, a: i64, b: i64) -> Option<()> {
        (a != 0 && b != 0 && a.checked_add(1) == Some(b)).then_some(())
    }
    fn is_negation(&mut self, a: i64, b: i64) -> Option<()> {
        (a != 0 && a.checked_neg() == Some(b)).then_some(())
    }
    fn is_inverse(&mut self, a: i64, b: i64) -> Option<()> {
        (a != 0 && b != 0 && !a == b).then_some(())
    }
    fn same_register(&mut self, a: VReg, b: VReg) -> Option<()> {
        (a == b).then_some(())
    }
    fn inserted_width(&mut self, bits: u32, shift: i64, mask: VReg) -> Option<i64> {
        matchers::inserted_width(self.s.mf, bits, shift, mask)
    }
    fn inserts_field(&mut self, bits: u32, a: VReg, b: VReg) -> Option<()> {
        fields::insertion(self.s.mf, bits, a, b).map(drop)
    }
    fn insert_field(&mut self, bits: u32, a: VReg, b: VReg) -> VReg {
        fields::insert(self.s, bits, a, b)
    }
    fn is_conjunction(&mut self, inst: InstId) -> Option<()> {
        conjunctions::is_conjunction(self.s.mf, inst).then_some(())
    }
    fn conjunction(&mut self, inst: InstId) -> i64 {
        conjunctions::flags(self, inst)
    }
    fn flag_is_unused(&mut self) -> Option<()> {
        scalars::flag_is_unused(self.s).then_some(())
    }
    fn in_carry_flag(&mut self, carry: VReg) -> Option<()> {
        scalars::in_carry_flag(self.s, carry).then_some(())
    }
    fn widened(&mut self, inst: InstId) -> Option<(Opcode, Operand, Operand)> {
        widening::widened(self.s.mf, inst)
    }
    fn accumulated(&mut self, inst: InstId) -> Option<(Opcode, Operand, Operand, Operand)> {
        widening::accumulated(self.s.mf, inst)
    }
    fn lengthened(&mut self, v: VReg) -> Option<(Opcode, Opcode, Operand)> {
        widening::lengthened(self.s.mf, v)
    }
    fn vector_shift(&mut self, inst: InstId) -> Option<Selected> {
        vectors::shift(self.s, inst)
    }
    fn one_element(&mut self, v: VReg) -> Option<(VReg, i64)> {
        vectors::one_element(self.s, v)
    }
    fn in_whole(&mut self, v: VReg) -> VReg {
        vectors::whole(self.s, v)
    }
    fn by_element(&mut self, ty: Llt, two: Opcode, four: Opcode, doubles: Opcode) -> Option<Opcode> {
        match (ty.elements(), ty.scalar_bits()) {
            (2, 32) => Some(two),
            (4, 32) => Some(four),
            (2, 64) => Some(doubles),
            _ => None,
        }
    }
    fn choose_whole(&mut self, condition: i64, t: VReg, f: VReg) -> VReg {
        vectors::choose_whole(self.s, condition, t, f)
    }
    fn one_to_one(&mut self, inst: InstId) -> Option<Opcode> {
        scalars::one_to_one(self.s, inst)
    }
    fn same_operands(&mut self, opcode: Opcode, inst: InstId) -> Selected {
        scalars::same_operands(self.s, opcode, inst)
    }
}
