//! Conversions between floats, and to integers with saturation.

use super::float::format;
use crate::builder::Builder;
use crate::entity::InstId;
use crate::legalizer::Outcome;
use crate::mir::FloatPredicate;
use crate::opcodes::*;

/// Half goes through single precision.
pub fn extend(b: &mut Builder<'_>, inst: InstId) -> Outcome {
    let (dst, src) = (b.reg(inst, 0), b.reg(inst, 1));
    if b.ty(src).scalar_bits() != 16 || b.ty(dst).scalar_bits() <= 32 {
        return Outcome::Declined;
    }
    let single = b.op(G_FPEXT, b.ty(src).with_scalar_bits(32), &[src]);
    b.define_by(dst, G_FPEXT, &[single]);
    Outcome::Replaced
}

/// The bits of the float of `bits` bits that is the integer `2^power`, or with `less`, the one before it.
fn power_of_two(bits: u32, power: u32, less: bool) -> Option<u128> {
    let (exponent, mantissa) = format(bits)?;
    let bias = (1u128 << (exponent - 1)) - 1;
    let biased = bias + power as u128;
    // Too large: all finite values are below.
    let infinity = ((1u128 << exponent) - 1) << mantissa;
    let value = if biased >= (1 << exponent) - 1 { infinity } else { biased << mantissa };
    Some(if less { value - 1 } else { value })
}

/// The largest float of `bits` bits that is not above `2^power - 1`.
fn largest_below(bits: u32, power: u32) -> Option<u128> {
    let (exponent, mantissa) = format(bits)?;
    if power > mantissa {
        return power_of_two(bits, power, true);
    }
    // All of the integer's bits fit: ones from the leading one down.
    let bias = (1u128 << (exponent - 1)) - 1;
    if power == 0 {
        return Some(0);
    }
    let fraction = ((1u128 << (power - 1)) - 1) << (mantissa - (power - 1));
    Some((bias + power as u128 - 1) << mantissa | fraction)
}

/// Converted, and replaced by a limit where it is out of range, by zero where it is no number.
pub fn to_int_saturating(b: &mut Builder<'_>, inst: InstId) -> Outcome {
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
    // Unordered counts as below, which is right for unsigned results.
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
