//! Constrained floating-point operations (`llvm.experimental.constrained.…`), where the rounding
//! mode and the raised exceptions matter.
//!
//! * Instructions selected for plain opcodes use the dynamic rounding mode. In functions with
//!   constrained operations, they are neither moved, merged nor removed, and no combine folds them.
//!   Plain opcodes are thus used where there is no `G_STRICT_…`.
//! * If exceptions matter (any `fpexcept` but `ignore`), operations that would raise too many or
//!   too few are built differently. Their result is used at once, so that selection neither delays
//!   nor drops the operation.

use gisel_codegen::ir::entity::VReg;
use gisel_codegen::ir::libcalls;
use gisel_codegen::ir::llt::{Llt, S1, S16, S32};
use gisel_codegen::ir::mir::{FloatPredicate, Operand};
use gisel_codegen::ir::opcodes::*;
use gisel_codegen::isel::legalizer::libcall;
use gisel_codegen::machine::desc::instructions::{InstrFlags, Opcode as Generic};

use super::error::{Result, Stop};
use super::function_state::FunctionTranslator;
use super::value_map::Regs;
use crate::ir::{CallSite, Inst};

/// Roundings to integers that raise no exception for non-integral values.
const SILENT_ROUNDINGS: [Generic; 5] =
    [G_FFLOOR, G_FCEIL, G_INTRINSIC_TRUNC, G_INTRINSIC_ROUND, G_INTRINSIC_ROUNDEVEN];

/// Returns true if exceptions matter.
fn raises(call: CallSite<'_>) -> bool {
    let last = call.num_args().checked_sub(1).and_then(|last| call.arg(last));
    last.and_then(|arg| arg.metadata_string()) != Some("fpexcept.ignore")
}

/// Returns the bits of a quiet NaN.
fn quiet_nan(ty: Llt) -> u128 {
    match ty.bits() {
        16 => 0x7e00,
        32 => 0x7fc0_0000,
        _ => 0x7ff8 << 48,
    }
}

impl<'m> FunctionTranslator<'_, 'm> {
    /// Translates an operation with `args` arguments followed by metadata.
    pub(super) fn constrained(
        &mut self,
        inst: Inst<'m>,
        call: CallSite<'m>,
        opcode: Generic,
        args: u8,
    ) -> Result<()> {
        self.b.mf.attrs.strict_fp = true;
        let heeded = self.target.desc(opcode).has(InstrFlags::FP_ENVIRONMENT);
        if heeded || !raises(call) {
            return self.plain_intrinsic(inst, call, opcode, args, None);
        }
        let rounds = opcode == G_FRINT || SILENT_ROUNDINGS.contains(&opcode);
        if rounds && self.target.facts().raises_extra_exceptions {
            self.rounding_routine(inst, call, opcode)?;
        } else {
            self.plain_intrinsic(inst, call, opcode, args, None)?;
        }
        self.use_at_once(inst)
    }

    /// Inserts a use of a result directly after its definition.
    fn use_at_once(&mut self, inst: Inst<'m>) -> Result<()> {
        for reg in self.result(inst)? {
            self.use_in_registers(reg);
        }
        Ok(())
    }

    /// Rounds each element to an integer by the C library, which raises the correct exceptions.
    /// Halves and bfloats are rounded as singles, which is exact.
    fn rounding_routine(&mut self, inst: Inst<'m>, call: CallSite<'m>, opcode: Generic) -> Result<()> {
        let value = self.operand_value(call.value(), 0)?;
        let ty = self.cx.types.llt(value.ty())?.element();
        let is_bfloat = self.is_bfloat(value.ty())?;
        let rounded = if ty == S16 { S32 } else { ty };
        let number = libcalls::find(opcode, rounded, &[rounded], self.b.pointer().bits());
        let number = number.ok_or_else(|| Stop::new(format!("no routine that rounds {}", value.ty())))?;
        let value = self.reg(value)?;
        let mut results = Regs::new();
        for element in self.b.elements(value) {
            let result = self.b.mf.create_vreg(rounded);
            let element = match is_bfloat {
                true => self.widen_bfloat(element),
                false if ty == rounded => element,
                false => self.b.op(G_FPEXT, rounded, &[element]),
            };
            libcall::call(self.target, &mut self.b, number, Some(result), &[element])?;
            results.push(if is_bfloat {
                let narrow = self.b.mf.create_vreg(ty);
                self.narrow_to_bfloat(narrow, result);
                narrow
            } else if ty == rounded {
                result
            } else {
                self.b.op(G_FPTRUNC, ty, &[result])
            });
        }
        let whole = self.b.from_elements(&results);
        self.define(inst, &[whole]);
        Ok(())
    }

    /// Translates a comparison. It raises an exception for signaling NaNs or, if `signaling` is
    /// set, for all NaNs.
    pub(super) fn constrained_compare(
        &mut self,
        inst: Inst<'m>,
        call: CallSite<'m>,
        signaling: bool,
    ) -> Result<()> {
        self.b.mf.attrs.strict_fp = true;
        let name = call.arg(2).and_then(|arg| arg.metadata_string());
        let predicate = name.and_then(FloatPredicate::from_name);
        let predicate = predicate.ok_or_else(|| Stop::new("comparison without predicate"))?;
        let operand = self.operand_value(call.value(), 0)?.ty();
        let [lhs, rhs] = [self.operand(call.value(), 0)?, self.operand(call.value(), 1)?];
        let [lhs, rhs] = [self.widen_if_bfloat(operand, lhs)?, self.widen_if_bfloat(operand, rhs)?];
        let ty = self.cx.types.llt(inst.ty())?;
        if !raises(call) || self.b.mf.ty(lhs).scalar_bits() == 128 {
            let result = self.b.fcmp(ty, predicate, lhs, rhs);
            self.define(inst, &[result]);
            return Ok(());
        }
        let (lhs, rhs) = (self.b.elements(lhs), self.b.elements(rhs));
        let results: Regs = lhs
            .iter()
            .zip(&rhs)
            .map(|(&lhs, &rhs)| self.compare_elements(predicate, [lhs, rhs], signaling))
            .collect();
        let whole = self.b.from_elements(&results);
        self.define(inst, &[whole]);
        self.use_at_once(inst)
    }

    /// Compares two numbers where exceptions matter.
    fn compare_elements(
        &mut self,
        predicate: FloatPredicate,
        [lhs, rhs]: [VReg; 2],
        signaling: bool,
    ) -> VReg {
        let orders = self.target.facts().raises_extra_exceptions && is_by_order(predicate);
        let result = match signaling && orders {
            true => self.b.fcmp(S1, predicate, lhs, rhs),
            false => self.quiet_compare(S1, predicate, lhs, rhs, orders),
        };
        if signaling && !orders {
            self.raise_if_unordered(S1, lhs, rhs);
        }
        result
    }

    /// Compares without an exception for quiet NaNs. Where ordered comparisons would raise one,
    /// both operands are replaced by zero if one is a NaN.
    fn quiet_compare(
        &mut self,
        ty: Llt,
        predicate: FloatPredicate,
        lhs: VReg,
        rhs: VReg,
        orders: bool,
    ) -> VReg {
        if !orders {
            return self.b.fcmp(ty, predicate, lhs, rhs);
        }
        let float = self.b.mf.ty(lhs);
        let ordered = self.b.fcmp(ty, FloatPredicate::Ord, lhs, rhs);
        let zero = self.b.fconstant(float, 0);
        let [lhs, rhs] = [lhs, rhs].map(|value| self.b.op(G_SELECT, float, &[ordered, value, zero]));
        let compared = self.b.fcmp(ty, predicate, lhs, rhs);
        if is_unordered(predicate) {
            let yes = self.b.constant(ty, 1);
            self.b.op(G_SELECT, ty, &[ordered, compared, yes])
        } else {
            self.b.op(G_AND, ty, &[ordered, compared])
        }
    }

    /// Raises the invalid-operation exception if one of two numbers is a NaN, by converting a NaN
    /// to an integer.
    fn raise_if_unordered(&mut self, ty: Llt, lhs: VReg, rhs: VReg) {
        let float = self.b.mf.ty(lhs);
        let unordered = self.b.fcmp(ty, FloatPredicate::Uno, lhs, rhs);
        let (nan, zero) = (self.b.fconstant(float, quiet_nan(float)), self.b.fconstant(float, 0));
        let converted = self.b.op(G_SELECT, float, &[unordered, nan, zero]);
        let number = self.b.op(G_FPTOSI, self.b.word(), &[converted]);
        self.b.inst(FAKE_USE, &[Operand::use_of(number)]);
    }
}

/// Returns true if a comparison depends on which operand is greater.
fn is_by_order(predicate: FloatPredicate) -> bool {
    use FloatPredicate::*;
    !matches!(predicate, False | Oeq | Une | Ord | Uno | True)
}

/// Returns true if a comparison is true when an operand is a NaN.
fn is_unordered(predicate: FloatPredicate) -> bool {
    use FloatPredicate::*;
    matches!(predicate, Uno | Ueq | Ugt | Uge | Ult | Ule | Une | True)
}
