//! Magic numbers: replace a division by a constant by a multiplication.
//!
//! Granlund and Montgomery, Division by Invariant Integers using Multiplication, 1994; Warren,
//! Hacker's Delight, chapter 10. The quotient is the high half of the product with a number
//! slightly above `2^p / divisor`. `p` is the smallest exponent for which the error does not reach
//! the next integer. Widths are at most 64 bits, so `u128` holds all products.

use crate::isel::known_bits::low_bits;

/// The parameters of an unsigned division.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Unsigned {
    /// The right shift of the dividend before the multiplication.
    pub before: u32,
    /// The multiplier, of whose product the high half is taken.
    pub multiplier: u64,
    /// True if the multiplier has one more bit above the width: the dividend is added without
    /// overflow.
    pub add: bool,
    /// The right shift of the result.
    pub after: u32,
}

/// Computes the parameters for dividends below `2^(bits - zeros)` of `bits` bits. `divisor` is no
/// power of two and below `2^(bits - 1)`.
pub(crate) fn unsigned(divisor: u64, bits: u32, zeros: u32) -> Unsigned {
    let plain = least_unsigned(divisor, bits, zeros);
    let even = divisor.trailing_zeros();
    if plain.add && even > 0 {
        let halved = least_unsigned(divisor >> even, bits, (even + zeros).min(bits));
        if !halved.add {
            return Unsigned { before: even, ..halved };
        }
    }
    plain
}

fn least_unsigned(divisor: u64, bits: u32, zeros: u32) -> Unsigned {
    let divisor = u128::from(divisor);
    let significant = bits - zeros;
    let mut power = bits;
    loop {
        let error = divisor - (1u128 << power) % divisor;
        if error <= 1 << (power - significant) {
            break;
        }
        power += 1;
    }
    let multiplier = (1u128 << power) / divisor + 1;
    Unsigned {
        before: 0,
        multiplier: multiplier as u64 & low_bits(bits),
        add: multiplier >> bits != 0,
        after: power - bits,
    }
}

/// The parameters of a signed division by the divisor's magnitude.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Signed {
    /// The multiplier, of whose signed product the high half is taken.
    pub multiplier: u64,
    /// True if the multiplier is negative as a signed number, so the dividend is added.
    pub add: bool,
    /// The arithmetic right shift of the sum; 1 is added to a negative result.
    pub after: u32,
}

/// Computes the parameters for dividends of `bits` bits. `divisor` is at least 3, no power of two
/// and at most `2^(bits - 1)`.
pub(crate) fn signed(divisor: u64, bits: u32) -> Signed {
    let divisor = u128::from(divisor);
    // The largest dividend, as a magnitude, with the largest remainder.
    let half = 1u128 << (bits - 1);
    let critical = half - half % divisor - 1;
    let mut power = bits;
    loop {
        let error = divisor - (1u128 << power) % divisor;
        if critical * error < 1 << power {
            break;
        }
        power += 1;
    }
    let multiplier = (1u128 << power) / divisor + 1;
    Signed { multiplier: multiplier as u64, add: multiplier >= half, after: power - bits }
}

/// Returns the multiplicative inverse of the odd `divisor` modulo `2^bits`.
pub(crate) fn inverse(divisor: u64, bits: u32) -> u64 {
    // Three bits are correct initially; each step doubles their number.
    let mut inverse = divisor;
    for _ in 0..5 {
        inverse = inverse.wrapping_mul(2u64.wrapping_sub(divisor.wrapping_mul(inverse)));
    }
    inverse & low_bits(bits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Random;

    fn divide_unsigned(x: u64, by: Unsigned, bits: u32) -> u64 {
        let x = x >> by.before;
        let high = ((u128::from(x) * u128::from(by.multiplier)) >> bits) as u64;
        if by.add { (((x - high) >> 1) + high) >> (by.after - 1) } else { high >> by.after }
    }

    fn sign_extended(x: u64, bits: u32) -> i64 {
        (x << (64 - bits)) as i64 >> (64 - bits)
    }

    fn divide_signed(x: i64, by: Signed, bits: u32) -> i64 {
        let multiplier = sign_extended(by.multiplier, bits);
        let high = ((i128::from(x) * i128::from(multiplier)) >> bits) as i64;
        let sum = sign_extended((high.wrapping_add(if by.add { x } else { 0 })) as u64, bits);
        let quotient = sum >> by.after;
        quotient + i64::from(x < 0)
    }

    #[test]
    fn all_quotients_of_eight_bits() {
        for divisor in (3u64..128).filter(|d| !d.is_power_of_two()) {
            for zeros in 0..3 {
                let by = unsigned(divisor, 8, zeros);
                for x in 0..256u64 >> zeros {
                    assert_eq!(divide_unsigned(x, by, 8), x / divisor, "{x} / {divisor} {by:?}");
                }
            }
            let by = signed(divisor, 8);
            for x in -128i64..128 {
                assert_eq!(divide_signed(x, by, 8), x / divisor as i64, "{x} / {divisor} {by:?}");
            }
        }
    }

    #[test]
    fn quotients_near_multiples() {
        let mut random = Random::new(1);
        for round in 0..20_000 {
            let seed = random.next();
            let bits = [16, 32, 64][round % 3];
            let divisor = (seed >> (64 - bits)) >> 1 >> (round as u32 / 3 % (bits - 3));
            if divisor < 3 || divisor.is_power_of_two() {
                continue;
            }
            let by = (unsigned(divisor, bits, 0), signed(divisor, bits));
            let largest = low_bits(bits) / divisor * divisor;
            let some = (seed.rotate_left(17) & low_bits(bits)) / divisor * divisor;
            for near in [0, divisor, some, largest] {
                for x in [near.wrapping_sub(1), near, near.wrapping_add(1)].map(|x| x & low_bits(bits)) {
                    assert_eq!(divide_unsigned(x, by.0, bits), x / divisor, "{x} / {divisor} {by:?}");
                    let signed = sign_extended(x, bits);
                    assert_eq!(divide_signed(signed, by.1, bits), signed / divisor as i64);
                }
            }
        }
    }

    #[test]
    fn inverses() {
        for divisor in (1u64..2000).step_by(2) {
            assert_eq!(divisor.wrapping_mul(inverse(divisor, 64)), 1);
            assert_eq!(divisor.wrapping_mul(inverse(divisor, 16)) & 0xffff, 1);
        }
    }
}
