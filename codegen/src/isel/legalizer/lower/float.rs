//! Floating-point operations on the bit representation, and by related operations.

use crate::ir::builder::Builder;
use crate::ir::entity::{InstId, VReg};
use crate::ir::llt::{Llt, S32};
use crate::ir::mir::{
    FloatPredicate, FrameObjectKind, InstFlags, IntPredicate, MemFlags, MemOperand, PointerInfo,
};
use crate::ir::opcodes::*;
use crate::isel::legalizer::query::LegalityQuery;
use crate::isel::legalizer::{Action, Cx, Outcome, libcall};
use crate::support::error::Result;

/// Returns the exponent bits and mantissa bits of the IEEE format of `bits` bits.
pub(crate) fn format(bits: u32) -> Option<(u32, u32)> {
    Some(match bits {
        16 => (5, 10),
        32 => (8, 23),
        64 => (11, 52),
        128 => (15, 112),
        _ => return None,
    })
}

/// Lowers a constant to an integer constant.
pub(crate) fn constant(b: &mut Builder<'_>, inst: InstId) -> Outcome {
    let dst = b.reg(inst, 0);
    let Some(bits) = b.mf.fp_value(b.mf.operand(inst, 1)) else { return Outcome::Declined };
    let ty = b.ty(dst);
    let value = b.words(ty, &[bits as u64, (bits >> 64) as u64]);
    b.define(dst, value);
    Outcome::Replaced
}

/// Lowers negation and absolute value: flips or clears the sign bit.
pub(crate) fn sign_bit(b: &mut Builder<'_>, inst: InstId) -> Outcome {
    let (opcode, dst, src) = (b.mf.opcode(inst), b.reg(inst, 0), b.reg(inst, 1));
    let ty = b.ty(dst);
    let (with, mask) = if opcode == G_FNEG { (G_XOR, b.sign_mask(ty)) } else { (G_AND, b.max_signed(ty)) };
    b.define_by(dst, with, &[src, mask]);
    Outcome::Replaced
}

/// Lowers `copysign`: the magnitude of one operand, the sign bit of the other, which may have
/// another width.
pub(crate) fn copy_sign(b: &mut Builder<'_>, inst: InstId) -> Outcome {
    let (dst, magnitude, sign) = (b.reg(inst, 0), b.reg(inst, 1), b.reg(inst, 2));
    let (ty, sign_ty) = (b.ty(dst), b.ty(sign));
    let rest = b.max_signed(ty);
    let magnitude = b.bin(G_AND, magnitude, rest);
    let mask = b.sign_mask(sign_ty);
    let bit = b.bin(G_AND, sign, mask);
    let (to, from) = (ty.scalar_bits(), sign_ty.scalar_bits());
    let bit = if from > to { b.bin_int(G_LSHR, bit, (from - to) as i128) } else { bit };
    let bit = b.resize(G_ANYEXT, ty, bit);
    let bit = if to > from { b.bin_int(G_SHL, bit, (to - from) as i128) } else { bit };
    b.define_by(dst, G_OR, &[magnitude, bit]);
    Outcome::Replaced
}

/// Returns a quiet NaN of type `ty`.
fn nan(b: &mut Builder<'_>, ty: Llt) -> Option<VReg> {
    let (exponent, mantissa) = format(ty.bits())?;
    let bits = ((1u128 << (exponent + 1)) - 1) << (mantissa - 1);
    Some(b.fconstant(ty, bits))
}

/// Lowers `minimum` and `maximum`: `minnum` or `maxnum` of numbers, else a NaN. If a variant that
/// orders zeros is legal, a NaN operand also replaces the other operand.
pub(crate) fn minimum(cx: &Cx<'_>, b: &mut Builder<'_>, inst: InstId) -> Outcome {
    let (opcode, dst, lhs, rhs) = (b.mf.opcode(inst), b.reg(inst, 0), b.reg(inst, 1), b.reg(inst, 2));
    let (ty, is_minimum) = (b.ty(dst), opcode == G_FMINIMUM);
    let ordering = if is_minimum { G_FMINIMUMNUM } else { G_FMAXIMUMNUM };
    let bool_ty = b.bool_ty(ty);
    if cx.info.is_legal(&LegalityQuery::new(ordering, &[ty])) {
        let no_nans = b.mf.inst(inst).flags.contains(InstFlags::FM_NO_NANS);
        let mut other = |value: VReg, instead: VReg| match no_nans {
            true => value,
            false => {
                let is_number = b.fcmp(bool_ty, FloatPredicate::Oeq, instead, instead);
                b.select(is_number, value, instead)
            }
        };
        let operands = [other(lhs, rhs), other(rhs, lhs)];
        b.define_by(dst, ordering, &operands);
        return Outcome::Replaced;
    }
    let Some(nan) = nan(b, ty) else { return Outcome::Declined };
    let number = b.bin(if is_minimum { G_FMINNUM } else { G_FMAXNUM }, lhs, rhs);
    let equal = b.fcmp(bool_ty, FloatPredicate::Oeq, lhs, rhs);
    // The negative zero is the lesser one.
    let zero = b.bin(if is_minimum { G_OR } else { G_AND }, lhs, rhs);
    let number = b.select(equal, zero, number);
    let unordered = b.fcmp(bool_ty, FloatPredicate::Uno, lhs, rhs);
    b.define_by(dst, G_SELECT, &[unordered, nan, number]);
    Outcome::Replaced
}

/// Lowers to a minimum with itself, which quiets NaNs. If a routine computes the minimum, lowers to
/// a product with one, whose routine is always available.
pub(crate) fn canonicalize(cx: &Cx<'_>, b: &mut Builder<'_>, inst: InstId) -> Outcome {
    let (dst, src) = (b.reg(inst, 0), b.reg(inst, 1));
    let ty = b.ty(dst);
    let (minimum, _) = cx.info.action(&LegalityQuery::new(G_FMINNUM, &[ty]), 0);
    if minimum != Action::Libcall {
        b.define_by(dst, G_FMINNUM, &[src, src]);
        return Outcome::Replaced;
    }
    let Some((exponent, mantissa)) = format(ty.bits()) else { return Outcome::Declined };
    let one = b.fconstant(ty, ((1u128 << (exponent - 1)) - 1) << mantissa);
    b.define_by(dst, G_FMUL, &[src, one]);
    Outcome::Replaced
}

/// Lowers the IEEE variants, which are the same here.
pub(crate) fn plain_min_max(b: &mut Builder<'_>, inst: InstId) -> Outcome {
    let (opcode, dst, lhs, rhs) = (b.mf.opcode(inst), b.reg(inst, 0), b.reg(inst, 1), b.reg(inst, 2));
    b.define_by(dst, if opcode == G_FMAXNUM_IEEE { G_FMAXNUM } else { G_FMINNUM }, &[lhs, rhs]);
    Outcome::Replaced
}

/// Lowers to a product and a sum, each rounded.
pub(crate) fn multiply_add(b: &mut Builder<'_>, inst: InstId) -> Outcome {
    let (dst, lhs, rhs, addend) = (b.reg(inst, 0), b.reg(inst, 1), b.reg(inst, 2), b.reg(inst, 3));
    let product = b.bin(G_FMUL, lhs, rhs);
    b.define_by(dst, G_FADD, &[product, addend]);
    Outcome::Replaced
}

/// Lowers the rounding mode of soft-float targets: always to nearest, 1 in `FLT_ROUNDS`.
pub(crate) fn only_rounding(b: &mut Builder<'_>, inst: InstId) -> Outcome {
    let dst = b.reg(inst, 0);
    let ty = b.ty(dst);
    let mode = b.int(ty, 1);
    b.define(dst, mode);
    Outcome::Replaced
}

/// Lowers to two calls.
pub(crate) fn sine_and_cosine(b: &mut Builder<'_>, inst: InstId) -> Outcome {
    let (sine, cosine, src) = (b.reg(inst, 0), b.reg(inst, 1), b.reg(inst, 2));
    b.define_by(sine, G_FSIN, &[src]);
    b.define_by(cosine, G_FCOS, &[src]);
    Outcome::Replaced
}

/// Lowers to routines that return their second result through a pointer: `frexp`, `modf`.
pub(crate) fn with_out_pointer(cx: &Cx<'_>, b: &mut Builder<'_>, inst: InstId) -> Result<Outcome> {
    let (opcode, dst, second, src) = (b.mf.opcode(inst), b.reg(inst, 0), b.reg(inst, 1), b.reg(inst, 2));
    let wanted = b.ty(second);
    let out = if opcode == G_FFREXP { S32 } else { b.ty(src) };
    let slot = b.mf.frame.create(FrameObjectKind::Local, out.bytes() as u64, out.bytes());
    let address = b.frame_index(b.pointer(), slot);
    if libcall::call_routine(cx, b, opcode, dst, &[src, address])?.is_none() {
        return Ok(Outcome::Declined);
    }
    let mem = MemOperand::new(MemFlags::LOAD, out, out.bytes()).with_pointer(PointerInfo::Stack(slot, 0));
    let value = b.load(out, address, mem);
    let value = b.resize(G_SEXT, wanted, value);
    b.define(second, value);
    Ok(Outcome::Replaced)
}

/// The classes of floating-point values, by the bits of the operand of `G_IS_FPCLASS`.
const SIGNALING_NAN: i64 = 1;
const QUIET_NAN: i64 = 2;
const NEGATIVE: [i64; 4] = [1 << 2, 1 << 3, 1 << 4, 1 << 5];
const POSITIVE: [i64; 4] = [1 << 9, 1 << 8, 1 << 7, 1 << 6];

/// Lowers a class test to integer comparisons of the bits.
pub(crate) fn class(b: &mut Builder<'_>, inst: InstId) -> Outcome {
    let (dst, src, mask) = (b.reg(inst, 0), b.reg(inst, 1), b.imm_of(inst, 2));
    let ty = b.ty(src);
    let Some((exponent, mantissa)) = format(ty.bits()) else { return Outcome::Declined };
    let rest = b.max_signed(ty);
    let magnitude = b.bin(G_AND, src, rest);
    let negative = b.cmp_int(IntPredicate::Slt, src, 0);
    let infinity = ((1i128 << exponent) - 1) << mantissa;
    let quiet = infinity | 1i128 << (mantissa - 1);
    let mut tests: Vec<VReg> = Vec::new();
    for (bit, class) in [(QUIET_NAN, (quiet, None)), (SIGNALING_NAN, (infinity + 1, Some(quiet)))] {
        if mask & bit != 0 {
            tests.push(in_range(b, magnitude, class.0, class.1));
        }
    }
    // Infinity, normal, subnormal, zero: ranges of the magnitude.
    let ranges = [
        (infinity, Some(infinity + 1)),
        (1i128 << mantissa, Some(infinity)),
        (1, Some(1i128 << mantissa)),
        (0, Some(1)),
    ];
    for (n, range) in ranges.into_iter().enumerate() {
        let (minus, plus) = (mask & NEGATIVE[n] != 0, mask & POSITIVE[n] != 0);
        if !(minus || plus) {
            continue;
        }
        let within = in_range(b, magnitude, range.0, range.1);
        tests.push(match (minus, plus) {
            (true, true) => within,
            (true, false) => b.bin(G_AND, within, negative),
            _ => {
                let positive = b.not(negative);
                b.bin(G_AND, within, positive)
            }
        });
    }
    let to = b.ty(dst);
    let first = match tests.first() {
        Some(&t) => t,
        None => b.int(crate::ir::llt::S1, 0),
    };
    let any = tests.iter().skip(1).fold(first, |a, &t| b.bin(G_OR, a, t));
    let any = b.resize(G_ZEXT, to, any);
    b.define(dst, any);
    Outcome::Replaced
}

/// Returns true if `low <= value < high` (unsigned; no upper bound: to the end).
fn in_range(b: &mut Builder<'_>, value: VReg, low: i128, high: Option<i128>) -> VReg {
    let Some(high) = high else { return b.cmp_int(IntPredicate::Uge, value, low) };
    if high == low + 1 {
        return b.cmp_int(IntPredicate::Eq, value, low);
    }
    let above = b.bin_int(G_SUB, value, low);
    b.cmp_int(IntPredicate::Ult, above, high - low)
}
