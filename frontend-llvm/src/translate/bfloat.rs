//! Arithmetic on bfloat: computed in single precision and rounded after each operation. A bfloat is
//! the upper half of a single.
//!
//! This must happen in translation: afterwards, register types no longer distinguish a bfloat from
//! a half.

use gisel_codegen::ir::entity::VReg;
use gisel_codegen::ir::llt::Llt;
use gisel_codegen::ir::mir::{FloatPredicate, InstFlags, IntPredicate, Operand};
use gisel_codegen::ir::opcodes::*;
use gisel_codegen::ir::value_type::{ValueType, VectorElement};
use gisel_codegen::machine::desc::instructions::Opcode as Generic;

use super::error::{Result, Stop};
use super::function_state::FunctionTranslator;
use super::value_map::Regs;
use crate::ir::{CallSite, Inst, Opcode, Type};

/// The sign bit of a bfloat.
const SIGN: i128 = 0x8000;
/// All bits but the sign.
const MAGNITUDE: i128 = 0x7fff;

/// The difference in width of a bfloat and a single, in bits.
const LACKS: i128 = 16;

fn is_bfloat(ty: ValueType) -> bool {
    matches!(ty, ValueType::BFloat | ValueType::Vector { element: VectorElement::BFloat, .. })
}

impl<'m> FunctionTranslator<'_, 'm> {
    /// Returns true if a type is bfloat or a vector of bfloats; aggregates are neither.
    pub(crate) fn is_bfloat(&mut self, ty: Type<'m>) -> Result<bool> {
        // A bfloat has the size of a half.
        if self.cx.types.register(ty).is_some_and(|llt| llt.scalar_bits() != 16) {
            return Ok(false);
        }
        let [leaf] = self.cx.types.leaves(ty)? else { return Ok(false) };
        Ok(is_bfloat(leaf.ty))
    }

    /// Rejects operations on bfloat that would otherwise be translated as operations on half.
    pub(crate) fn refuse_bfloat(&mut self, ty: Type<'m>) -> Result<()> {
        if self.is_bfloat(ty)? { Err(Stop::new("operation on bfloat")) } else { Ok(()) }
    }

    /// Converts a bfloat to single precision.
    pub(crate) fn widen_bfloat(&mut self, value: VReg) -> VReg {
        let flags = std::mem::replace(&mut self.b.flags, InstFlags::empty());
        let ty = self.b.mf.ty(value).with_scalar_bits(32);
        if let Some(opcodes) = self.target.facts().bfloat_opcodes {
            let wide = self.b.mf.create_vreg(ty);
            self.convert_each(opcodes.extend, wide, value);
            self.b.flags = flags;
            return wide;
        }
        let low = self.b.op(G_ANYEXT, ty, &[value]);
        let wide = self.b.bin_int(G_SHL, low, LACKS);
        self.b.flags = flags;
        wide
    }

    /// Converts `value` to single precision if it is a bfloat.
    pub(crate) fn widen_if_bfloat(&mut self, ty: Type<'m>, value: VReg) -> Result<VReg> {
        Ok(if self.is_bfloat(ty)? { self.widen_bfloat(value) } else { value })
    }

    /// Defines `dst` as a float rounded to a bfloat: to nearest, ties to even. If the operation has
    /// no NaN as its result, none is made quiet.
    pub(crate) fn narrow_to_bfloat(&mut self, dst: VReg, value: VReg) {
        let flags = std::mem::replace(&mut self.b.flags, InstFlags::empty());
        let single = if self.b.mf.ty(value).scalar_bits() > 32 { self.round_to_odd(value) } else { value };
        if let Some(intrinsic) = self.target.bfloat_rounding(self.b.mf.ty(single)) {
            let operands = [Operand::def(dst), Operand::intrinsic(intrinsic.number), Operand::use_of(single)];
            self.b.inst(G_INTRINSIC, &operands);
            return;
        }
        let ty = self.b.mf.ty(single);
        let register = Llt::vector(4, Llt::scalar(32));
        if ty.is_vector()
            && !ty.is_scalable()
            && ty.elements().is_multiple_of(4)
            && let Some(intrinsic) = self.target.bfloat_rounding(register)
        {
            let parts = self.b.unmerge(register, single);
            let mut rounded = Regs::new();
            for &part in &parts {
                let narrow = self.b.mf.create_vreg(register.with_scalar_bits(16));
                let operands =
                    [Operand::def(narrow), Operand::intrinsic(intrinsic.number), Operand::use_of(part)];
                self.b.inst(G_INTRINSIC, &operands);
                rounded.push(narrow);
            }
            self.b.regs(G_CONCAT_VECTORS, &[dst], &rounded);
            return;
        }
        if let Some(opcodes) = self.target.facts().bfloat_opcodes {
            return self.convert_each(opcodes.round, dst, single);
        }
        let upper = self.b.bin_int(G_LSHR, single, LACKS);
        let odd = self.b.bin_int(G_AND, upper, 1);
        let half = self.b.bin_int(G_ADD, odd, (1 << (LACKS - 1)) - 1);
        let rounded = self.b.bin(G_ADD, single, half);
        let bits = match flags.contains(InstFlags::FM_NO_NANS) {
            true => rounded,
            false => {
                // Rounding could turn a NaN into infinity; a NaN must become quiet.
                let flag = self.b.bool_ty(self.b.mf.ty(single));
                let is_nan = self.b.fcmp(flag, FloatPredicate::Uno, single, single);
                // The last use: the result may replace `single` in its register.
                let quiet = self.b.bin_int(G_OR, single, 1 << 22);
                self.b.select(is_nan, quiet, rounded)
            }
        };
        let bits = self.b.bin_int(G_LSHR, bits, LACKS);
        self.b.regs(G_TRUNC, &[dst], &[bits]);
    }

    /// Defines `dst` by the scalar conversion `opcode`, applied to `value` or to each of its
    /// elements.
    fn convert_each(&mut self, opcode: Generic, dst: VReg, value: VReg) {
        let (from, to) = (self.b.mf.ty(value), self.b.mf.ty(dst));
        if !from.is_vector() {
            self.b.regs(opcode, &[dst], &[value]);
            return;
        }
        let elements = self.b.unmerge(from.element(), value);
        let converted: Regs = elements.iter().map(|&each| self.b.op(opcode, to.element(), &[each])).collect();
        self.b.regs(G_BUILD_VECTOR, &[dst], &converted);
    }

    /// Converts a double or quad to a single, rounded to odd: truncated, with the last bit set if
    /// the result is inexact. Rounding that again equals rounding once (Boldo and Melquiond 2008).
    fn round_to_odd(&mut self, value: VReg) -> VReg {
        let ty = self.b.mf.ty(value);
        let single = ty.with_scalar_bits(32);
        let near = self.b.op(G_FPTRUNC, single, &[value]);
        let back = self.b.op(G_FPEXT, ty, &[near]);
        let flag = self.b.bool_ty(ty);
        let inexact = self.b.fcmp(flag, FloatPredicate::Une, back, value);
        let (back, value) = (self.b.un(G_FABS, back), self.b.un(G_FABS, value));
        let above = self.b.fcmp(flag, FloatPredicate::Ogt, back, value);
        let above = self.b.op(G_ZEXT, single, &[above]);
        let cut = self.b.bin(G_SUB, near, above);
        let inexact = self.b.op(G_ZEXT, single, &[inexact]);
        self.b.bin(G_OR, cut, inexact)
    }

    /// Defines `dst` as a bfloat extended to single precision or more.
    fn extend_bfloat(&mut self, dst: VReg, value: VReg) {
        let wide = self.widen_bfloat(value);
        let is_single = self.b.mf.ty(dst).scalar_bits() == 32;
        self.b.regs(if is_single { COPY } else { G_FPEXT }, &[dst], &[wide]);
    }

    /// Defines `dst` by an integer, rounded once. The intermediate format is exact, or holds 53
    /// bits, of which the last is sticky.
    fn integer_to_bfloat(&mut self, generic: Generic, dst: VReg, value: VReg) {
        let ty = self.b.mf.ty(value);
        let (value, float) = match ty.scalar_bits() {
            // Wider ones are first rounded to singles, as in `llc`.
            ..=24 | 65.. => (value, 32),
            25..=53 => (value, 64),
            _ => (self.in_53_bits(generic, value), 64),
        };
        let float = self.b.op(generic, ty.with_scalar_bits(float), &[value]);
        self.b.flags = InstFlags::FM_NO_NANS;
        self.narrow_to_bfloat(dst, float);
    }

    /// Reduces an integer of at most 64 bits to one that a double holds exactly. If it is large,
    /// its lowest 11 bits are cleared and ORed into the next bit.
    fn in_53_bits(&mut self, generic: Generic, value: VReg) -> VReg {
        let ty = self.b.mf.ty(value);
        let wide = ty.with_scalar_bits(64);
        let extend = if generic == G_SITOFP { G_SEXT } else { G_ZEXT };
        let value = self.b.resize(extend, wide, value);
        let flag = self.b.bool_ty(wide);
        let low = self.b.bin_int(G_AND, value, 0x7ff);
        let zero = self.b.int(wide, 0);
        let inexact = self.b.icmp(flag, IntPredicate::Ne, low, zero);
        let inexact = self.b.op(G_ZEXT, wide, &[inexact]);
        let last = self.b.bin_int(G_SHL, inexact, 11);
        let cut = self.b.bin_int(G_AND, value, !0x7ff);
        let odd = self.b.bin(G_OR, cut, last);
        let (above_zero, limit) = match generic {
            G_SITOFP => (self.b.bin_int(G_ADD, value, 1 << 53), self.b.int(wide, 1 << 54)),
            _ => (value, self.b.int(wide, 1 << 53)),
        };
        let large = self.b.icmp(flag, IntPredicate::Uge, above_zero, limit);
        self.b.select(large, odd, value)
    }

    /// Defines `dst` by an operation with a bfloat result or operand. Operands are passed
    /// unconverted, with their types.
    pub(crate) fn bfloat_operation(
        &mut self,
        opcode: Opcode,
        generic: Generic,
        (dst, to): (VReg, Type<'m>),
        operands: &[(VReg, Type<'m>)],
    ) -> Result<()> {
        match (opcode, operands) {
            (Opcode::FNeg, &[(value, _)]) => {
                let sign = self.b.int(self.b.mf.ty(value), SIGN);
                self.b.regs(G_XOR, &[dst], &[value, sign]);
                return Ok(());
            }
            (Opcode::FPTrunc, &[(value, _)]) => {
                self.narrow_to_bfloat(dst, value);
                return Ok(());
            }
            (Opcode::FPExt, &[(value, _)]) => {
                self.extend_bfloat(dst, value);
                return Ok(());
            }
            (Opcode::SIToFP | Opcode::UIToFP, &[(value, _)]) => {
                self.integer_to_bfloat(generic, dst, value);
                return Ok(());
            }
            _ => {}
        }
        let mut uses = Regs::new();
        for &(value, ty) in operands {
            uses.push(self.widen_if_bfloat(ty, value)?);
        }
        self.bfloat_result(generic, (dst, to), &uses)
    }

    /// Defines `dst` by a generic instruction whose operands have already been widened.
    fn bfloat_result(&mut self, generic: Generic, (dst, to): (VReg, Type<'m>), uses: &[VReg]) -> Result<()> {
        if !self.is_bfloat(to)? {
            self.b.regs(generic, &[dst], uses);
            return Ok(());
        }
        let wide = self.single_of(dst);
        let result = self.b.op(generic, wide, uses);
        self.narrow_to_bfloat(dst, result);
        Ok(())
    }

    /// Returns the single-precision type with the same number of elements.
    fn single_of(&self, value: VReg) -> Llt {
        self.b.mf.ty(value).with_scalar_bits(32)
    }

    /// Translates an intrinsic to `generic` of its first `count` arguments and `imm`.
    pub(crate) fn bfloat_intrinsic(
        &mut self,
        inst: Inst<'m>,
        call: CallSite<'m>,
        (generic, count): (Generic, u8),
        imm: Option<i64>,
    ) -> Result<()> {
        let args = self.call_args(call, count.into())?;
        let results = self.result(inst)?;
        let &[dst] = &results[..] else { return self.bfloat_results(inst, generic, &results, &args) };
        match (generic, &args[..]) {
            (G_FPEXT, &[value]) => {
                self.extend_bfloat(dst, value);
                return Ok(());
            }
            (G_FPTRUNC, &[value]) => {
                self.narrow_to_bfloat(dst, value);
                return Ok(());
            }
            (G_SITOFP | G_UITOFP, &[value]) => {
                self.integer_to_bfloat(generic, dst, value);
                return Ok(());
            }
            (G_FABS, &[value]) => {
                let mask = self.b.int(self.b.mf.ty(value), MAGNITUDE);
                self.b.regs(G_AND, &[dst], &[value, mask]);
                return Ok(());
            }
            (G_FCOPYSIGN, &[value, sign]) => {
                let ty = self.b.mf.ty(value);
                let (mask, bit) = (self.b.int(ty, MAGNITUDE), self.b.int(ty, SIGN));
                let (value, sign) = (self.b.bin(G_AND, value, mask), self.b.bin(G_AND, sign, bit));
                self.b.regs(G_OR, &[dst], &[value, sign]);
                return Ok(());
            }
            _ => {}
        }
        let mut uses = Regs::new();
        for (arg, value) in call.args().zip(args) {
            uses.push(self.widen_if_bfloat(arg.ty(), value)?);
        }
        if matches!(generic, G_FLDEXP | G_STRICT_FLDEXP) {
            uses[1] = self.exponents(uses[0], uses[1]);
        }
        let Some(imm) = imm else { return self.bfloat_result(generic, (dst, inst.ty()), &uses) };
        self.refuse_bfloat(inst.ty())?;
        let imm = self.b.mf.imm(imm);
        let uses = uses.iter().map(|&reg| Operand::use_of(reg));
        let operands: Vec<Operand> = [Operand::def(dst)].into_iter().chain(uses).chain([imm]).collect();
        self.b.inst(generic, &operands);
        Ok(())
    }

    /// Defines several results by `generic` of arguments that are all bfloats.
    fn bfloat_results(
        &mut self,
        inst: Inst<'m>,
        generic: Generic,
        results: &[VReg],
        args: &[VReg],
    ) -> Result<()> {
        let leaves = self.cx.types.leaves(inst.ty())?;
        let bfloats: Vec<bool> = leaves.iter().map(|leaf| is_bfloat(leaf.ty)).collect();
        let mut wide = Regs::from_slice(results);
        for (reg, _) in wide.iter_mut().zip(&bfloats).filter(|&(_, &bfloat)| bfloat) {
            *reg = self.b.mf.create_vreg(self.single_of(*reg));
        }
        let args: Regs = args.iter().map(|&arg| self.widen_bfloat(arg)).collect();
        self.b.regs(generic, &wide, &args);
        for ((&dst, wide), _) in results.iter().zip(wide).zip(bfloats).filter(|&(_, bfloat)| bfloat) {
            self.narrow_to_bfloat(dst, wide);
        }
        Ok(())
    }

    /// Computes `generic` of two bfloats as a bfloat.
    pub(crate) fn bfloat_step(&mut self, generic: Generic, lhs: VReg, rhs: VReg) -> VReg {
        let dst = self.b.mf.create_vreg(self.b.mf.ty(lhs));
        let (lhs, rhs) = (self.widen_bfloat(lhs), self.widen_bfloat(rhs));
        let result = self.b.bin(generic, lhs, rhs);
        self.narrow_to_bfloat(dst, result);
        dst
    }
}
