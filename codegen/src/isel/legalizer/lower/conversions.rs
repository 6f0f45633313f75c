//! Conversions between floats, and saturating conversions to integers.

use super::float::format;
use crate::ir::builder::Builder;
use crate::ir::entity::{InstId, VReg};
use crate::ir::llt::{Llt, S1, S32, S64, S128};
use crate::ir::mir::{FloatPredicate, IntPredicate};
use crate::ir::opcodes::*;
use crate::isel::legalizer::Outcome;

/// Lowers an extension of half to more than single precision, by way of single.
pub(crate) fn extend(b: &mut Builder<'_>, inst: InstId) -> Outcome {
    let (dst, src) = (b.reg(inst, 0), b.reg(inst, 1));
    if b.ty(src).scalar_bits() != 16 || b.ty(dst).scalar_bits() <= 32 {
        return Outcome::Declined;
    }
    let single = b.op(G_FPEXT, b.ty(src).with_scalar_bits(32), &[src]);
    b.define_by(dst, G_FPEXT, &[single]);
    Outcome::Replaced
}

/// Returns the bits of the float of `bits` bits with the value `2^power`; with `less`, of the
/// preceding float.
fn power_of_two(bits: u32, power: u32, less: bool) -> Option<u128> {
    let (exponent, mantissa) = format(bits)?;
    let bias = (1u128 << (exponent - 1)) - 1;
    let biased = bias + power as u128;
    // Too large: all finite values are below.
    let infinity = ((1u128 << exponent) - 1) << mantissa;
    let value = if biased >= (1 << exponent) - 1 { infinity } else { biased << mantissa };
    Some(if less { value - 1 } else { value })
}

/// Returns the largest float of `bits` bits that is not above `2^power - 1`.
fn largest_below(bits: u32, power: u32) -> Option<u128> {
    let (exponent, mantissa) = format(bits)?;
    if power > mantissa {
        return power_of_two(bits, power, true);
    }
    // All bits of the integer fit: ones from the leading one on.
    let bias = (1u128 << (exponent - 1)) - 1;
    if power == 0 {
        return Some(0);
    }
    let fraction = ((1u128 << (power - 1)) - 1) << (mantissa - (power - 1));
    Some((bias + power as u128 - 1) << mantissa | fraction)
}

/// Lowers a saturating conversion: out-of-range values are replaced by a limit, and NaN by zero.
pub(crate) fn to_int_saturating(b: &mut Builder<'_>, inst: InstId) -> Outcome {
    let (opcode, dst, src) = (b.mf.opcode(inst), b.reg(inst, 0), b.reg(inst, 1));
    let (to, from) = (b.ty(dst), b.ty(src));
    let (bits, signed) = (to.scalar_bits(), opcode == G_FPTOSI_SAT);
    let power = if signed { bits - 1 } else { bits };
    let Some(high) = largest_below(from.bits(), power) else { return Outcome::Declined };
    let sign = 1u128 << (from.bits() - 1);
    let Some(beyond) = power_of_two(from.bits(), power, false) else { return Outcome::Declined };
    let low = if signed { beyond | sign } else { 0 };
    let (low, high) = (b.fconstant(from, low), b.fconstant(from, high));
    let converted = b.op(if signed { G_FPTOSI } else { G_FPTOUI }, to, &[src]);
    let (least, most) =
        if signed { (b.sign_mask(to), b.max_signed(to)) } else { (b.int(to, 0), b.int(to, -1)) };
    let flag = b.bool_ty(from);
    // Unordered counts as below, which is correct for unsigned results.
    let below = b.fcmp(flag, FloatPredicate::Ult, src, low);
    let result = b.select(below, least, converted);
    let above = b.fcmp(flag, FloatPredicate::Ogt, src, high);
    let mut result = b.select(above, most, result);
    if signed {
        let no_number = b.fcmp(flag, FloatPredicate::Uno, src, src);
        let zero = b.int(to, 0);
        result = b.select(no_number, zero, result);
    }
    b.define(dst, result);
    Outcome::Replaced
}

/// Lowers the conversion of an integer without a routine to a float. Its top bits are converted,
/// with a sticky bit for the lower ones, so the result is rounded once. It is scaled by a power of
/// two, which is exact.
pub(crate) fn wide_to_float(b: &mut Builder<'_>, inst: InstId) -> Outcome {
    let (signed, dst, src) = (b.mf.opcode(inst) == G_SITOFP, b.reg(inst, 0), b.reg(inst, 1));
    let (to, ty) = (b.ty(dst), b.ty(src));
    if ty.is_vector() || ty.scalar_bits() <= 2 * b.word().bits() {
        return Outcome::Declined;
    }
    let Some((_, mantissa)) = format(to.bits()) else { return Outcome::Declined };
    let sign = b.bin_int(G_ASHR, src, ty.scalar_bits() as i128 - 1);
    let flipped = b.bin(G_XOR, src, sign);
    let magnitude = if signed { b.bin(G_SUB, flipped, sign) } else { src };
    let value = if to == S128 && ty.scalar_bits() <= 128 {
        halves_to_quad(b, magnitude)
    } else if to.bits() == 16 {
        // All larger integers become infinity.
        let most = b.int(ty, 1 << 20);
        let limited = b.bin(G_UMIN, magnitude, most);
        let limited = b.op(G_TRUNC, S64, &[limited]);
        b.op(G_UITOFP, to, &[limited])
    } else {
        scaled_to_float(b, magnitude, to, mantissa)
    };
    if !signed {
        b.define(dst, value);
        return Outcome::Replaced;
    }
    let negated = b.un(G_FNEG, value);
    let negative = b.op(G_TRUNC, S1, &[sign]);
    let result = b.select(negative, negated, value);
    b.define(dst, result);
    Outcome::Replaced
}

/// Converts an unsigned integer of at most 128 bits to a quad: both halves are exact, and their sum
/// is rounded.
fn halves_to_quad(b: &mut Builder<'_>, value: VReg) -> VReg {
    let wide = b.resize(G_ZEXT, S128, value);
    let halves = b.unmerge(S64, wide);
    let [low, high] = [halves[0], halves[1]].map(|half| b.op(G_UITOFP, S128, &[half]));
    let shift = b.int(S64, 64);
    let power = power_of_two_at(b, S128, shift);
    let high = b.bin(G_FMUL, high, power);
    b.bin(G_FADD, high, low)
}

/// Converts an unsigned integer to a single, a double or a quad, whose mantissa has `mantissa`
/// bits.
fn scaled_to_float(b: &mut Builder<'_>, value: VReg, to: Llt, mantissa: u32) -> VReg {
    let bits = b.ty(value).scalar_bits();
    // Two bits more than the mantissa suffice for correct rounding.
    let head = if mantissa + 3 > 64 { 128 } else { 64 };
    let narrow = Llt::scalar(head);
    let ty = b.ty(value);
    let leading = b.op(G_CTLZ, S64, &[value]);
    let amount = b.resize(G_ZEXT, ty, leading);
    let aligned = b.bin(G_SHL, value, amount);
    let high = b.bin_int(G_LSHR, aligned, (bits - head) as i128);
    let high = b.op(G_TRUNC, narrow, &[high]);
    let mask = b.low_mask(ty, bits - head);
    let low = b.bin(G_AND, aligned, mask);
    let sticky = b.cmp_int(IntPredicate::Ne, low, 0);
    let sticky = b.op(G_ZEXT, narrow, &[sticky]);
    let high = b.bin(G_OR, high, sticky);
    // The exponent range of single precision is too small for the power.
    let computed = if to == S32 { S64 } else { to };
    let converted = b.op(G_UITOFP, to, &[high]);
    let converted = if to == computed { converted } else { b.op(G_FPEXT, computed, &[converted]) };
    let shift = b.int(S64, (bits - head) as i128);
    let exponent = b.bin(G_SUB, shift, leading);
    let power = power_of_two_at(b, computed, exponent);
    let scaled = b.bin(G_FMUL, converted, power);
    if to == computed { scaled } else { b.op(G_FPTRUNC, to, &[scaled]) }
}

/// Builds `2^exponent` for an exponent (64 bits) of at least the minimum normal one; it is clamped
/// to the maximum.
fn power_of_two_at(b: &mut Builder<'_>, ty: Llt, exponent: VReg) -> VReg {
    let (exponent_bits, mantissa) = format(ty.bits()).expect("a type that numbers are computed in");
    let bias = (1i128 << (exponent_bits - 1)) - 1;
    let most = b.int(S64, bias);
    let exponent = b.bin(G_SMIN, exponent, most);
    let biased = b.bin_int(G_ADD, exponent, bias);
    let biased = b.resize(G_ZEXT, ty, biased);
    b.bin_int(G_SHL, biased, mantissa as i128)
}

/// Lowers the conversion of a float to an integer without a routine: its mantissa, shifted by its
/// exponent.
pub(crate) fn float_to_wide(b: &mut Builder<'_>, inst: InstId) -> Outcome {
    let (signed, dst, src) = (b.mf.opcode(inst) == G_FPTOSI, b.reg(inst, 0), b.reg(inst, 1));
    let ty = b.ty(dst);
    if ty.is_vector() || ty.scalar_bits() <= 2 * b.word().bits() {
        return Outcome::Declined;
    }
    let src = if b.ty(src).bits() < 64 { b.op(G_FPEXT, S64, &[src]) } else { src };
    let from = b.ty(src);
    let Some((exponent_bits, mantissa)) = format(from.bits()) else { return Outcome::Declined };
    let exponent = b.bin_int(G_LSHR, src, mantissa as i128);
    let exponent = b.bin_int(G_AND, exponent, (1 << exponent_bits) - 1);
    let mask = b.low_mask(from, mantissa);
    let fraction = b.bin(G_AND, src, mask);
    let number = b.bin_int(G_OR, fraction, 1 << mantissa);
    let bias = (1i128 << (exponent_bits - 1)) - 1;
    let up = b.bin_int(G_ADD, exponent, -bias - mantissa as i128);
    let down = b.neg(up);
    // Fraction bits are shifted out, by less than the width.
    let most = b.int(from, from.bits() as i128 - 1);
    let down = b.bin(G_UMIN, down, most);
    let small = b.bin(G_LSHR, number, down);
    let small = b.op(G_ZEXT, ty, &[small]);
    let wide = b.op(G_ZEXT, ty, &[number]);
    let amount = b.resize(G_ZEXT, ty, up);
    let large = b.bin(G_SHL, wide, amount);
    let is_small = b.cmp_int(IntPredicate::Slt, up, 0);
    let magnitude = b.select(is_small, small, large);
    if !signed {
        b.define(dst, magnitude);
        return Outcome::Replaced;
    }
    let is_negative = b.cmp_int(IntPredicate::Slt, src, 0);
    let negated = b.neg(magnitude);
    let result = b.select(is_negative, negated, magnitude);
    b.define(dst, result);
    Outcome::Replaced
}

/// Lowers rounding to an integer that is wider than a C `long`: to the `long long` routine, or to a
/// rounding and a conversion of more than 64 bits.
pub(crate) fn round_to_wide(b: &mut Builder<'_>, inst: InstId) -> Outcome {
    let (dst, src) = (b.reg(inst, 0), b.reg(inst, 1));
    let to_nearest = matches!(b.mf.opcode(inst), G_LROUND | G_LLROUND);
    if b.ty(dst).bits() > 64 {
        let rounded = b.un(if to_nearest { G_INTRINSIC_ROUND } else { G_FRINT }, src);
        b.define_by(dst, G_FPTOSI, &[rounded]);
    } else {
        b.define_by(dst, if to_nearest { G_LLROUND } else { G_INTRINSIC_LLRINT }, &[src]);
    }
    Outcome::Replaced
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_the_floats_next_to_the_integers() {
        let f32_of = |v: Option<u128>| f32::from_bits(v.unwrap() as u32);
        let f64_of = |v: Option<u128>| f64::from_bits(v.unwrap() as u64);
        assert_eq!(f32_of(largest_below(32, 31)), 2147483520.0);
        assert_eq!(f64_of(largest_below(64, 31)), 2147483647.0);
        assert_eq!(f64_of(largest_below(64, 1)), 1.0);
        assert_eq!(f64_of(largest_below(64, 0)), 0.0);
        assert_eq!(f32_of(power_of_two(32, 63, false)), 9223372036854775808.0);
        assert_eq!(f32_of(largest_below(32, 128)), f32::MAX);
        assert_eq!(f64_of(largest_below(64, 53)), 9007199254740991.0);
        assert_eq!(f64_of(largest_below(64, 54)), 18014398509481982.0);
    }
}
