//! Exact decimal representations of floats, which `printf` rounds.

use crate::interpreter::float;
use crate::interpreter::int::Int;
use rustc_apfloat::Float;
use rustc_apfloat::ieee::Quad;

/// A magnitude as decimal digits.
pub(crate) struct Decimal {
    /// All digits; the first is not zero unless the number is.
    pub digits: Vec<u8>,
    /// The number of digits before the point; negative for zeros after it.
    pub point: i32,
}

/// Returns the magnitude of a finite float of `bits` bits.
pub(crate) fn exact(bits: u32, value: u128) -> Option<Decimal> {
    let nearest = rustc_apfloat::Round::NearestTiesToEven;
    let value = Quad::from_bits(float::convert(bits, 128, value, nearest)?).abs();
    if value.is_zero() {
        return Some(Decimal { digits: vec![0], point: 1 });
    }
    let mut exponent = value.ilogb() - 112;
    let mut is_exact = false;
    let mut significand = value.scalbn(-exponent).to_u128_r(128, nearest, &mut is_exact).value;
    let zeros = significand.trailing_zeros();
    significand >>= zeros;
    exponent += zeros as i32;
    // An integer, or a fraction over a power of two, which is a multiple of a power of five over a
    // power of ten.
    let (number, fraction) = if exponent >= 0 {
        (Int::from_u128(128 + exponent as u32, significand).shl(exponent as u32), 0)
    } else {
        let by = exponent.unsigned_abs();
        let mut number = Int::from_u128(128 + by * 3, significand);
        for step in (0..by).step_by(27) {
            let power = 5_u64.pow((by - step).min(27));
            number = number.mul(&Int::new(number.bits(), power));
        }
        (number, by as i32)
    };
    let digits = digits(&number);
    let point = digits.len() as i32 - fraction;
    Some(Decimal { digits, point })
}

/// Returns the decimal digits of a nonzero number.
fn digits(number: &Int) -> Vec<u8> {
    const CHUNK: u128 = 10_000_000_000_000_000_000;
    let mut words = number.words().to_vec();
    let mut reversed = Vec::new();
    while words.iter().any(|&w| w != 0) {
        let mut rest = 0;
        for word in words.iter_mut().rev() {
            let value = rest << 64 | u128::from(*word);
            *word = (value / CHUNK) as u64;
            rest = value % CHUNK;
        }
        for _ in 0..19 {
            reversed.push((rest % 10) as u8);
            rest /= 10;
        }
    }
    let length = reversed.iter().rposition(|&d| d != 0).map_or(0, |n| n + 1);
    reversed.truncate(length);
    reversed.reverse();
    reversed
}

impl Decimal {
    /// Rounds to `count` digits, half to even.
    pub(crate) fn round(&mut self, count: i32) {
        if count >= self.digits.len() as i32 {
            return;
        }
        if count < 0 {
            (self.digits, self.point) = (vec![0], self.point.max(1));
            return;
        }
        let rest = self.digits.split_off(count as usize);
        let above = rest[1..].iter().any(|&d| d != 0);
        let odd = self.digits.last().is_some_and(|d| d % 2 != 0);
        if rest[0] > 5 || rest[0] == 5 && (above || odd) {
            for digit in self.digits.iter_mut().rev() {
                *digit = (*digit + 1) % 10;
                if *digit != 0 {
                    return;
                }
            }
            self.digits.insert(0, 1);
            self.point += 1;
        }
    }

    /// Returns the digit `n` places after the first.
    pub(crate) fn digit(&self, n: i32) -> u8 {
        usize::try_from(n).ok().and_then(|n| self.digits.get(n)).copied().unwrap_or(0)
    }
}
