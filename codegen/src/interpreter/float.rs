//! IEEE arithmetic on the bits of floats of 16, 32, 64 and 128 bits, independent of the host.
//!
//! A NaN result is always the same quiet NaN, whatever the operands are.

use super::int::Int;
use crate::ir::mir::FloatPredicate;
use rustc_apfloat::ieee::{Double, Half, Quad, Single};
use rustc_apfloat::{Category, Float, FloatConvert, Round};
use std::cmp::Ordering;

/// Evaluates `$body` with `$f` as the format of `$bits` bits; returns `None` for other widths.
macro_rules! with_format {
    ($bits:expr, $f:ident => $body:expr) => {
        match $bits {
            16 => {
                type $f = Half;
                Some($body)
            }
            32 => {
                type $f = Single;
                Some($body)
            }
            64 => {
                type $f = Double;
                Some($body)
            }
            128 => {
                type $f = Quad;
                Some($body)
            }
            _ => None,
        }
    };
}

/// The rounding modes, indexed as in `FLT_ROUNDS`.
pub(crate) const MODES: [Round; 5] = [
    Round::TowardZero,
    Round::NearestTiesToEven,
    Round::TowardPositive,
    Round::TowardNegative,
    Round::NearestTiesToAway,
];

/// Returns the number of a rounding mode.
pub(crate) fn mode_number(mode: Round) -> u64 {
    MODES.iter().position(|&known| known == mode).expect("every mode has a number") as u64
}

/// An operation on one float.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unary {
    /// The square root.
    Sqrt,
    /// The same value with quiet NaNs.
    Canonicalize,
    /// Rounding to an integer in this mode.
    Round(Round),
}

/// An operation on two floats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Binary {
    /// The sum.
    Add,
    /// The difference.
    Sub,
    /// The product.
    Mul,
    /// The quotient.
    Div,
    /// The remainder of a division rounded towards zero.
    Rem,
    /// The minimum; the other operand if one is NaN.
    MinNum,
    /// The maximum; the other operand if one is NaN.
    MaxNum,
    /// The minimum; NaN if an operand is.
    Minimum,
    /// The maximum; NaN if an operand is.
    Maximum,
}

fn out<F: Float>(value: F) -> u128 {
    if value.is_nan() { F::NAN.to_bits() } else { value.to_bits() }
}

/// Applies `op` to a float of `bits` bits.
pub fn unary(op: Unary, bits: u32, a: u128, round: Round) -> Option<u128> {
    with_format!(bits, F => {
        let a = F::from_bits(a);
        out(match op {
            Unary::Sqrt => sqrt(a, round),
            Unary::Canonicalize => a,
            Unary::Round(round) => a.round_to_integral(round).value,
        })
    })
}

/// Applies `op` to two floats of `bits` bits.
pub(crate) fn binary(op: Binary, bits: u32, a: u128, b: u128, round: Round) -> Option<u128> {
    with_format!(bits, F => {
        let (a, b) = (F::from_bits(a), F::from_bits(b));
        out(match op {
            Binary::Add => a.add_r(b, round).value,
            Binary::Sub => a.sub_r(b, round).value,
            Binary::Mul => a.mul_r(b, round).value,
            Binary::Div => a.div_r(b, round).value,
            Binary::Rem => remainder(a, b),
            Binary::MinNum if a.is_nan() => b,
            Binary::MaxNum if a.is_nan() => b,
            Binary::MinNum | Binary::MaxNum if b.is_nan() => a,
            Binary::MinNum | Binary::Minimum => a.minimum(b),
            Binary::MaxNum | Binary::Maximum => a.maximum(b),
        })
    })
}

/// Returns `a * b + c`, rounded once.
pub(crate) fn fused(bits: u32, a: u128, b: u128, c: u128, round: Round) -> Option<u128> {
    with_format!(bits, F => out(F::from_bits(a).mul_add_r(F::from_bits(b), F::from_bits(c), round).value))
}

/// Returns the remainder, with the dividend's sign.
fn remainder<F: Float>(a: F, b: F) -> F {
    if a.is_nan() || b.is_nan() || a.is_infinite() || b.is_zero() {
        return F::NAN;
    }
    if a.is_zero() || b.is_infinite() {
        return a;
    }
    let (mut rest, divisor) = (a.abs(), b.abs());
    while rest.is_non_zero() && rest.partial_cmp(&divisor) != Some(Ordering::Less) {
        // The divisor times the largest power of two for which it does not exceed the rest.
        let mut step = divisor.scalbn(rest.ilogb() - divisor.ilogb());
        if rest.partial_cmp(&step) == Some(Ordering::Less) {
            step = divisor.scalbn(rest.ilogb() - divisor.ilogb() - 1);
        }
        rest = rest.sub_r(step, Round::NearestTiesToEven).value;
    }
    rest.copy_sign(a)
}

/// Computes the square root by the integer square root of the significand, with at least two bits
/// more than the format has; the last one is sticky.
fn sqrt<F: Float>(a: F, round: Round) -> F
where
    Quad: FloatConvert<F>,
{
    if a.is_nan() || a.is_negative() && !a.is_zero() {
        return F::NAN;
    }
    if a.is_zero() || a.is_infinite() {
        return a;
    }
    let digits = F::PRECISION as i32;
    let exponent = a.ilogb() - (digits - 1);
    let mut exact = false;
    let significand = a.scalbn(-exponent).to_u128_r(128, Round::TowardZero, &mut exact).value;
    // Twice the number of bits of the root, and an even exponent.
    let shift = digits + 4 + (digits + 4 + exponent).rem_euclid(2);
    let radicand = Int::from_u128(320, significand).shl(shift as u32);
    let root = integer_root(&radicand);
    let sticky = root.mul(&root) != radicand;
    let root = root.low128() << 1 | u128::from(sticky);
    // The widest format holds the roots of all others exactly enough. Its own roots are rounded
    // here, so the conversion below does not round again.
    let scaled = Quad::from_u128_r(root, round).value.scalbn((exponent - shift) / 2 - 1);
    let mut lossy = false;
    scaled.convert_r(round, &mut lossy).value
}

/// Returns the integer square root, rounded down.
fn integer_root(radicand: &Int) -> Int {
    let bits = radicand.bits();
    let mut root = Int::zero(bits);
    for n in (0..bits / 2).rev() {
        let candidate = root.or(&Int::new(bits, 1).shl(n));
        if candidate.mul(&candidate).cmp_unsigned(radicand).is_le() {
            root = candidate;
        }
    }
    root
}

/// Converts between formats.
pub(crate) fn convert(from: u32, to: u32, a: u128, round: Round) -> Option<u128> {
    with_format!(from, F => with_format!(to, T => {
        let mut lossy = false;
        let converted: T = F::from_bits(a).convert_r(round, &mut lossy).value;
        out(converted)
    }))
    .flatten()
}

/// Converts a float to an integer of `width` bits, saturating. Returns it, and true if the float is
/// in range. NaN becomes 0.
pub fn to_int(bits: u32, a: u128, width: u32, signed: bool, round: Round) -> Option<(Int, bool)> {
    if width > 128 {
        return None;
    }
    with_format!(bits, F => {
        let (a, mut exact) = (F::from_bits(a), false);
        let whole = a.round_to_integral(round).value;
        if whole.is_nan() {
            (Int::zero(width), false)
        } else if signed {
            let number = whole.to_i128_r(128, round, &mut exact);
            let fits = exact || whole.is_zero();
            let wide = Int::from_u128(128, number.value as u128);
            let near = wide.saturate_signed(width);
            let fits = fits && near.sext(128) == wide;
            (near, fits)
        } else {
            let number = whole.to_u128_r(128, round, &mut exact);
            let fits = exact || whole.is_zero();
            let wide = Int::from_u128(128, number.value);
            let near = wide.saturate_unsigned(width);
            let fits = fits && near.zext(128) == wide;
            (near, fits)
        }
    })
}

/// Returns the float nearest to an integer.
pub fn from_int(bits: u32, a: &Int, signed: bool, round: Round) -> Option<u128> {
    if a.bits() > 128 {
        return None;
    }
    with_format!(bits, F => match signed {
        true => F::from_i128_r(a.sext(128).low128() as i128, round).value.to_bits(),
        false => F::from_u128_r(a.low128(), round).value.to_bits(),
    })
}

/// Returns true if the predicate holds for two floats.
pub fn compare(bits: u32, predicate: FloatPredicate, a: u128, b: u128) -> Option<bool> {
    let order = with_format!(bits, F => F::from_bits(a).partial_cmp(&F::from_bits(b)))?;
    use FloatPredicate::*;
    let (less, equal, greater, unordered) = match predicate {
        False => (false, false, false, false),
        Oeq => (false, true, false, false),
        Ogt => (false, false, true, false),
        Oge => (false, true, true, false),
        Olt => (true, false, false, false),
        Ole => (true, true, false, false),
        One => (true, false, true, false),
        Ord => (true, true, true, false),
        Uno => (false, false, false, true),
        Ueq => (false, true, false, true),
        Ugt => (false, false, true, true),
        Uge => (false, true, true, true),
        Ult => (true, false, false, true),
        Ule => (true, true, false, true),
        Une => (true, false, true, true),
        True => (true, true, true, true),
    };
    Some(match order {
        Some(Ordering::Less) => less,
        Some(Ordering::Equal) => equal,
        Some(Ordering::Greater) => greater,
        None => unordered,
    })
}

/// Returns the bit of LLVM's class mask for a float: signaling and quiet NaN, then negative
/// infinity, normal, denormal, zero, and the positive ones in reverse order.
pub fn class(bits: u32, a: u128) -> Option<u32> {
    with_format!(bits, F => {
        let a = F::from_bits(a);
        let place = match a.category() {
            Category::NaN if a.is_signaling() => return Some(1),
            Category::NaN => return Some(1 << 1),
            Category::Infinity => 0,
            Category::Normal if a.is_denormal() => 2,
            Category::Normal => 1,
            Category::Zero => 3,
        };
        1 << if a.is_negative() { 2 + place } else { 9 - place }
    })
}

/// Multiplies a float by a power of two.
pub fn scale(bits: u32, a: u128, by: i64, round: Round) -> Option<u128> {
    let by = by.clamp(-100_000, 100_000) as i32;
    with_format!(bits, F => out(F::from_bits(a).scalbn_r(by, round)))
}

/// Splits a float into a fraction between a half and one, and the exponent of a power of two; 0 if
/// there is none.
pub(crate) fn fraction(bits: u32, a: u128) -> Option<(u128, i32)> {
    with_format!(bits, F => {
        let a = F::from_bits(a);
        let mut exponent = 0;
        match a.is_finite_non_zero() {
            true => (out(a.frexp_r(&mut exponent, Round::NearestTiesToEven)), exponent),
            false => (out(a), 0),
        }
    })
}

/// Returns true if the float is a NaN.
pub(crate) fn is_nan(bits: u32, a: u128) -> bool {
    with_format!(bits, F => F::from_bits(a).is_nan()).unwrap_or(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NEAREST: Round = Round::NearestTiesToEven;

    fn numbers() -> Vec<f64> {
        let values =
            [0.0, 1.0, 2.0, 0.1, 3.5, 1e300, 1e-300, 5e-324, f64::MAX, f64::MIN_POSITIVE, f64::INFINITY];
        values.into_iter().flat_map(|v| [v, -v]).chain([f64::NAN]).collect()
    }

    fn same(found: Option<u128>, expected: f64, what: &str) {
        let found = f64::from_bits(found.expect("a format") as u64);
        let same = found.to_bits() == expected.to_bits() || found.is_nan() && expected.is_nan();
        assert!(same, "{what}: {found} for {expected}");
    }

    #[test]
    fn agrees_with_the_host_s_doubles() {
        for a in numbers() {
            let bits = u128::from(a.to_bits());
            same(unary(Unary::Sqrt, 64, bits, NEAREST), a.sqrt(), "sqrt");
            same(unary(Unary::Round(Round::TowardNegative), 64, bits, NEAREST), a.floor(), "floor");
            for b in numbers() {
                let other = u128::from(b.to_bits());
                same(binary(Binary::Add, 64, bits, other, NEAREST), a + b, "add");
                same(binary(Binary::Div, 64, bits, other, NEAREST), a / b, "div");
                same(binary(Binary::Rem, 64, bits, other, NEAREST), a % b, &format!("rem {a} {b}"));
                same(fused(64, bits, other, bits, NEAREST), a.mul_add(b, a), "fma");
                let less = compare(64, FloatPredicate::Olt, bits, other);
                assert_eq!(less, Some(a < b));
            }
        }
    }

    #[test]
    fn roots_of_all_formats_are_rounded_once() {
        for n in 1..2000_u32 {
            let value = f64::from(n) * 0.37;
            for bits in [16, 32] {
                let narrow = convert(64, bits, u128::from(value.to_bits()), NEAREST).expect("formats");
                let exact = f64::from_bits(convert(bits, 64, narrow, NEAREST).expect("formats") as u64);
                let expected = convert(64, bits, u128::from(exact.sqrt().to_bits()), NEAREST);
                assert_eq!(unary(Unary::Sqrt, bits, narrow, NEAREST), expected, "{bits} {value}");
            }
            let wide = convert(64, 128, u128::from(value.to_bits()), NEAREST).expect("formats");
            let root = unary(Unary::Sqrt, 128, wide, NEAREST).expect("a format");
            let square = binary(Binary::Mul, 128, root, root, NEAREST).expect("a format");
            let error = binary(Binary::Sub, 128, square, wide, NEAREST).expect("a format");
            let error = f64::from_bits(convert(128, 64, error, NEAREST).expect("formats") as u64);
            assert!((error / value).abs() < 1e-33, "{value}: {error}");
        }
    }

    #[test]
    fn integers_saturate() {
        let int = |a: f64, width, signed| {
            to_int(64, u128::from(a.to_bits()), width, signed, Round::TowardZero).expect("a width")
        };
        assert_eq!(int(-1.5, 8, true), (Int::signed(8, -1), true));
        assert_eq!(int(-1.5, 8, false), (Int::zero(8), false));
        assert_eq!(int(300.0, 8, false), (Int::ones(8), false));
        assert_eq!(int(1e40, 100, true), (Int::sign_bit(100).not(), false));
        assert_eq!(int(f64::NAN, 100, true), (Int::zero(100), false));
        assert_eq!(int(-0.5, 8, false), (Int::zero(8), true));
        assert_eq!(class(64, u128::from((-0.0_f64).to_bits())), Some(1 << 5));
        assert_eq!(class(32, u128::from(f32::MAX.to_bits())), Some(1 << 8));
    }
}
