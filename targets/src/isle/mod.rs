//! The interface of all targets' rules, for the terms of `prelude.isle`.
//!
//! ISLE generates a trait from each target's external terms; [`prelude_methods`] implements the
//! shared terms with the functions in [`prelude`].

pub(crate) mod prelude;

use gisel_codegen::isel::select::Selection;

/// Names that generated code refers to.
#[allow(unused_imports, dead_code, missing_docs, reason = "not every target's rules name all")]
pub(crate) mod names {
    use gisel_codegen::ir::llt::Llt;
    pub(crate) use gisel_codegen::ir::llt::{P0, S1, S8, S16, S32, S64, S128};
    pub(crate) use gisel_codegen::ir::opcodes::{
        COPY, EXTRACT_SUBREG, IMPLICIT_DEF, INSERT_SUBREG, REG_SEQUENCE, SUBREG_TO_REG,
    };
    pub(crate) use gisel_codegen::machine::desc::registers::{BankId, PhysReg, RegClassId, SubReg};

    /// The result of constructors without a value.
    pub(crate) type Unit = ();
    pub(crate) const V8S8: Llt = Llt::vector(8, S8);
    pub(crate) const V16S8: Llt = Llt::vector(16, S8);
    pub(crate) const V4S16: Llt = Llt::vector(4, S16);
    pub(crate) const V8S16: Llt = Llt::vector(8, S16);
    pub(crate) const V2S32: Llt = Llt::vector(2, S32);
    pub(crate) const V4S32: Llt = Llt::vector(4, S32);
    pub(crate) const V2S64: Llt = Llt::vector(2, S64);
    pub(crate) const V2P0: Llt = Llt::vector(2, P0);
}

/// The state that rules operate on.
pub(crate) struct RuleContext<'a, 'b> {
    /// The selection: the function and the position.
    pub s: &'a mut Selection<'b>,
    /// The subtarget's features, as the target numbers them.
    pub features: u32,
}

/// Defines the constructors of an instruction with a number of operands: one for inner instructions
/// of a rule, and one for the last instruction, which replaces the root.
macro_rules! instruction {
    (op $($rest:tt)*) => {
        $crate::isle::instruction!(=> () -> VReg, op(), last_op(), []; $($rest)*);
    };
    (op_in $($rest:tt)*) => {
        $crate::isle::instruction!(=> (class: RegClassId) -> VReg, op_in(class,), last_op_in(class,), []; $($rest)*);
    };
    (emit $($rest:tt)*) => {
        $crate::isle::instruction!(=> () -> (), emit(), last_emit(), []; $($rest)*);
    };
    (define $($rest:tt)*) => {
        $crate::isle::instruction!(=> (reg: PhysReg) -> (), emit(), last_emit(), [Operand::def(reg)]; $($rest)*);
    };
    // The text before the opcode; the result; the two methods and their first arguments; the first
    // operand.
    (=> ($($first:ident: $ty:ty)?) -> $result:ty, $built:ident($($of:tt)*), $ended:ident($($by:tt)*), [$($lead:expr)?];
        $name:ident $last:ident($($operand:ident),*)) => {
        #[inline]
        fn $name(&mut self $(, $first: $ty)?, op: Opcode $(, $operand: Operand)*) -> $result {
            self.s.$built($($of)* op, &[$($lead,)? $($operand),*])
        }
        #[inline]
        fn $last(&mut self $(, $first: $ty)?, op: Opcode $(, $operand: Operand)*) -> Selected {
            self.s.$ended($($by)* op, &[$($lead,)? $($operand),*])
        }
    };
}
pub(crate) use instruction;

/// Defines the methods of a target's ISLE context that implement `prelude.isle`.
macro_rules! prelude_methods {
    () => {
        #[inline]
        fn rule_enabled(&mut self, rule: u32) -> Option<()> {
            self.s.rule_config.may_select(rule).then_some(())
        }
        #[inline]
        fn rule_hit(&mut self, rule: u32) {
            self.s.rule_hit(rule);
        }
        #[inline]
        fn view(&mut self, inst: InstId) -> InstView {
            view(self.s.mf, inst)
        }
        #[inline(always)]
        fn root_view(&mut self, inst: InstId) -> InstView {
            root_view(self.s.mf, inst)
        }
        #[inline]
        fn value(&mut self, vreg: VReg) -> Selected {
            prelude::value(vreg)
        }
        #[inline]
        fn done(&mut self, (): Unit) -> Selected {
            Selected::default()
        }
        fn values2(&mut self, a: VReg, b: VReg) -> Selected {
            self.s.several([a, b])
        }
        #[inline]
        fn def(&mut self, vreg: VReg) -> Option<InstId> {
            self.s.mf.def(vreg)
        }
        #[inline]
        fn one_use(&mut self, vreg: VReg) -> Option<VReg> {
            (self.s.mf.use_count(vreg) == 1).then_some(vreg)
        }
        fn sinkable(&mut self, inst: InstId) -> Option<InstId> {
            prelude::sinkable(self.s, inst).then_some(inst)
        }
        #[inline]
        fn ty(&mut self, vreg: VReg) -> Llt {
            self.s.mf.ty(vreg)
        }
        #[inline]
        fn bits(&mut self, vreg: VReg) -> u32 {
            self.s.mf.ty(vreg).bits()
        }
        #[inline]
        fn bank(&mut self, vreg: VReg) -> Option<BankId> {
            self.s.bank(vreg)
        }
        #[inline]
        fn type_of(&mut self, vreg: VReg) -> Llt {
            self.s.mf.ty(vreg)
        }
        #[inline]
        fn same_type(&mut self, a: VReg, b: VReg) -> bool {
            self.s.mf.ty(a) == self.s.mf.ty(b)
        }
        #[inline]
        fn iconst(&mut self, vreg: VReg) -> Option<i64> {
            self.s.mf.constant(vreg)
        }
        #[inline]
        fn uconst(&mut self, vreg: VReg) -> Option<u64> {
            prelude::uconst(self.s.mf, vreg)
        }
        fn fconst(&mut self, vreg: VReg) -> Option<u128> {
            prelude::fconst(self.s.mf, vreg)
        }
        #[inline]
        fn simm12(&mut self, vreg: VReg) -> Option<i64> {
            self.s.mf.constant(vreg).filter(|v| (-2048..=2047).contains(v))
        }
        #[inline]
        fn mem_bits(&mut self, inst: InstId) -> Option<u32> {
            prelude::mem_bits(self.s.mf, inst)
        }
        fn atomic_bits(&mut self, inst: InstId) -> Option<(u32, u32)> {
            prelude::atomic_bits(self.s.mf, inst)
        }
        fn operand_reg(&mut self, inst: InstId, n: u32) -> Option<VReg> {
            self.s.mf.vreg_operand(inst, n as usize)
        }
        fn num_operands(&mut self, inst: InstId) -> u32 {
            self.s.mf.operands(inst).len() as u32
        }
        fn swapped(&mut self, p: &IntPredicate) -> IntPredicate {
            p.swapped()
        }
        fn inverse(&mut self, p: &IntPredicate) -> IntPredicate {
            p.inverse()
        }
        fn swapped_fp(&mut self, p: &FloatPredicate) -> FloatPredicate {
            p.swapped()
        }
        fn inverse_fp(&mut self, p: &FloatPredicate) -> FloatPredicate {
            p.inverse()
        }
        fn i64_add(&mut self, a: i64, b: i64) -> i64 {
            a.wrapping_add(b)
        }
        fn i64_sub(&mut self, a: i64, b: i64) -> i64 {
            a.wrapping_sub(b)
        }
        fn i64_neg(&mut self, a: i64) -> i64 {
            a.wrapping_neg()
        }
        fn i64_and(&mut self, a: i64, b: i64) -> i64 {
            a & b
        }
        fn i64_shr(&mut self, a: i64, b: i64) -> i64 {
            a.wrapping_shr(b as u32)
        }
        fn u64_as_i64(&mut self, a: u64) -> i64 {
            a as i64
        }
        #[inline]
        fn i64_in(&mut self, value: i64, low: i64, high: i64) -> Option<()> {
            (low..=high).contains(&value).then_some(())
        }
        fn log2(&mut self, value: u64) -> Option<i64> {
            value.is_power_of_two().then(|| i64::from(value.trailing_zeros()))
        }
        fn mask_width(&mut self, value: u64) -> Option<i64> {
            (value != 0 && value & value.wrapping_add(1) == 0).then(|| i64::from(value.count_ones()))
        }
        fn is_thread_local(&mut self, symbol: Operand) -> Option<()> {
            prelude::is_thread_local(self.s, symbol).then_some(())
        }
        fn is_pic(&mut self) -> Option<()> {
            (self.s.module.reloc_model == RelocModel::Pic).then_some(())
        }
        #[inline]
        fn reg(&mut self, vreg: VReg) -> Operand {
            Operand::use_of(vreg)
        }
        fn phys(&mut self, reg: PhysReg) -> Operand {
            Operand::use_of(reg)
        }
        #[inline]
        fn imm(&mut self, value: i64) -> Operand {
            self.s.mf.imm(value)
        }
        fn sub(&mut self, vreg: VReg, part: SubReg) -> Operand {
            Operand::use_of(vreg).with_sub_reg(part)
        }
        fn flagged(&mut self, operand: Operand, flags: u8) -> Operand {
            operand.with_target_flags(flags)
        }
        $crate::isle::instruction!(op op0 last_op0());
        $crate::isle::instruction!(op op1 last_op1(a));
        $crate::isle::instruction!(op op2 last_op2(a, b));
        $crate::isle::instruction!(op op3 last_op3(a, b, c));
        $crate::isle::instruction!(op op4 last_op4(a, b, c, d));
        $crate::isle::instruction!(op op5 last_op5(a, b, c, d, e));
        $crate::isle::instruction!(op op6 last_op6(a, b, c, d, e, f));
        $crate::isle::instruction!(op_in in0 last_in0());
        $crate::isle::instruction!(op_in in1 last_in1(a));
        $crate::isle::instruction!(op_in in2 last_in2(a, b));
        $crate::isle::instruction!(op_in in3 last_in3(a, b, c));
        $crate::isle::instruction!(emit run0 last_run0());
        $crate::isle::instruction!(emit run1 last_run1(a));
        $crate::isle::instruction!(emit run2 last_run2(a, b));
        $crate::isle::instruction!(emit run3 last_run3(a, b, c));
        $crate::isle::instruction!(emit run4 last_run4(a, b, c, d));
        $crate::isle::instruction!(define to0 last_to0());
        $crate::isle::instruction!(define to1 last_to1(a));
        $crate::isle::instruction!(define to2 last_to2(a, b));
        $crate::isle::instruction!(define to3 last_to3(a, b, c));
        fn last_subreg_to_reg(&mut self, class: RegClassId, source: VReg, part: SubReg) -> Selected {
            prelude::last_subreg_to_reg(self.s, class, source, part)
        }
        fn access_of(&mut self, inst: InstId) {
            self.s.set_access(inst);
        }
        fn subreg_to_reg(&mut self, class: RegClassId, source: VReg, part: SubReg) -> VReg {
            prelude::subreg_to_reg(self.s, class, source, part)
        }
        fn insert_sub(&mut self, class: RegClassId, base: VReg, source: VReg, part: SubReg) -> VReg {
            let part = Operand::small_imm(i32::from(part.0));
            self.s.op_in(class, names::INSERT_SUBREG, &[Operand::use_of(base), Operand::use_of(source), part])
        }
    };
}
pub(crate) use prelude_methods;

/// Includes the generated code of a target's rules: `rules`, the rules themselves over the target's
/// opcodes `op`, and `rule_view`, their view of an instruction.
macro_rules! include_rules {
    ($target:literal) => {
        #[allow(warnings, clippy::all, missing_docs, reason = "generated")]
        mod rules {
            use super::op::*;
            use crate::isle::names::*;
            include!(concat!(env!("OUT_DIR"), "/", $target, "_isle.rs"));
        }

        #[allow(warnings, clippy::all, missing_docs, reason = "generated")]
        mod rule_view {
            use super::*;
            use crate::isle::names::*;
            include!(concat!(env!("OUT_DIR"), "/", $target, "_isle_view.rs"));
        }
    };
}
pub(crate) use include_rules;
