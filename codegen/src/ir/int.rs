//! Integers of any width, with arithmetic modulo two to the width. The interpreter computes with
//! them, and MIR prints them.

use smallvec::SmallVec;
use std::cmp::Ordering;
use std::fmt;

/// An integer of `bits` bits. Bits above the width are zero.
#[derive(Clone, PartialEq, Eq)]
pub struct Int {
    bits: u32,
    words: SmallVec<[u64; 2]>,
}

impl Int {
    /// Returns zero.
    pub fn zero(bits: u32) -> Int {
        Int { bits, words: SmallVec::from_elem(0, bits.div_ceil(64) as usize) }
    }

    /// Returns `value`, truncated to `bits` bits.
    pub fn new(bits: u32, value: u64) -> Int {
        Int::from_words(bits, [value])
    }

    /// Returns `value`, truncated or sign-extended to `bits` bits.
    pub fn signed(bits: u32, value: i64) -> Int {
        let sign = if value < 0 { u64::MAX } else { 0 };
        Int::from_words(bits, std::iter::once(value as u64).chain(std::iter::repeat(sign)))
    }

    /// Returns `value`, truncated to `bits` bits.
    pub fn from_u128(bits: u32, value: u128) -> Int {
        Int::from_words(bits, [value as u64, (value >> 64) as u64])
    }

    /// Returns the integer with all bits set.
    pub fn ones(bits: u32) -> Int {
        Int::signed(bits, -1)
    }

    /// Returns the smallest signed number.
    pub fn sign_bit(bits: u32) -> Int {
        Int::new(bits, 1).shl(bits - 1)
    }

    /// Returns 1 if `holds`, else 0.
    pub(crate) fn truth(bits: u32, holds: bool) -> Int {
        Int::new(bits, u64::from(holds))
    }

    /// Converts words, least significant first; missing words are zero.
    pub fn from_words(bits: u32, words: impl IntoIterator<Item = u64>) -> Int {
        let mut int = Int::zero(bits);
        int.words.iter_mut().zip(words).for_each(|(to, word)| *to = word);
        int.cut()
    }

    /// Extracts `bits` bits of `words`, least significant first, from bit `first` on; missing words
    /// are zero.
    pub(crate) fn of_bits(words: &[u64], first: u32, bits: u32) -> Int {
        let word = |n: usize| words.get(n).copied().unwrap_or(0);
        let (skip, shift) = ((first / 64) as usize, first % 64);
        let high = |n: usize| if shift == 0 { 0 } else { word(n + 1) << (64 - shift) };
        Int::from_words(bits, (skip..).map(|n| word(n) >> shift | high(n)))
    }

    /// Parses decimal digits with an optional sign. Returns `None` if they are malformed or do not
    /// fit into the words of `bits` bits.
    pub(crate) fn from_decimal(bits: u32, text: &str) -> Option<Int> {
        let (negative, digits) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
        let wide = (bits.div_ceil(64) + 1) * 64;
        let (mut value, ten) = (Int::zero(wide), Int::new(wide, 10));
        for digit in digits.bytes() {
            let digit = digit.checked_sub(b'0').filter(|d| *d < 10)?;
            value = value.mul(&ten).add(&Int::new(wide, digit.into()));
            if value.words.last() != Some(&0) {
                return None;
            }
        }
        let value = value.trunc(bits);
        (!digits.is_empty()).then(|| if negative { value.neg() } else { value })
    }

    /// Converts bytes, least significant first.
    pub(crate) fn from_bytes(bits: u32, bytes: &[u8]) -> Int {
        let word = |chunk: &[u8]| {
            chunk.iter().enumerate().fold(0, |word, (n, &byte)| word | u64::from(byte) << (8 * n))
        };
        Int::from_words(bits, bytes.chunks(8).map(word))
    }

    /// Returns the bytes, least significant first.
    pub(crate) fn bytes(&self) -> impl Iterator<Item = u8> + '_ {
        (0..self.bits.div_ceil(8) as usize).map(|n| (self.words[n / 8] >> (n % 8 * 8)) as u8)
    }

    fn cut(mut self) -> Int {
        if let (Some(last), rest @ 1..) = (self.words.last_mut(), self.bits % 64) {
            *last &= (1 << rest) - 1;
        }
        self
    }

    /// Returns the width in bits.
    pub fn bits(&self) -> u32 {
        self.bits
    }

    /// Returns the words, least significant first.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// Returns the lowest word.
    pub fn low(&self) -> u64 {
        self.words.first().copied().unwrap_or(0)
    }

    /// Returns the lowest 128 bits.
    pub fn low128(&self) -> u128 {
        u128::from(self.low()) | u128::from(self.words.get(1).copied().unwrap_or(0)) << 64
    }

    /// Returns the lowest word of the sign-extended number.
    pub(crate) fn low_signed(&self) -> i64 {
        if self.bits >= 64 {
            self.low() as i64
        } else {
            (self.low() << (64 - self.bits)) as i64 >> (64 - self.bits)
        }
    }

    /// Returns its value, or `u64::MAX` if it does not fit.
    pub(crate) fn saturated(&self) -> u64 {
        if self.words.iter().skip(1).any(|&w| w != 0) { u64::MAX } else { self.low() }
    }

    /// Returns true if it is zero.
    pub fn is_zero(&self) -> bool {
        self.words.iter().all(|&w| w == 0)
    }

    /// Returns bit `n`; false beyond the width.
    pub(crate) fn bit(&self, n: u32) -> bool {
        self.words.get(n as usize / 64).is_some_and(|w| w >> (n % 64) & 1 != 0)
    }

    /// Returns true if the top bit is set.
    pub(crate) fn is_negative(&self) -> bool {
        self.bit(self.bits.wrapping_sub(1))
    }

    fn zip(&self, other: &Int, op: impl Fn(u64, u64) -> u64) -> Int {
        Int::from_words(self.bits, self.words.iter().zip(&other.words).map(|(&a, &b)| op(a, b)))
    }

    /// Returns the bitwise and.
    pub fn and(&self, other: &Int) -> Int {
        self.zip(other, |a, b| a & b)
    }

    /// Returns the bitwise or.
    pub fn or(&self, other: &Int) -> Int {
        self.zip(other, |a, b| a | b)
    }

    /// Returns the bitwise exclusive or.
    pub(crate) fn xor(&self, other: &Int) -> Int {
        self.zip(other, |a, b| a ^ b)
    }

    /// Returns the bitwise complement.
    pub fn not(&self) -> Int {
        Int::from_words(self.bits, self.words.iter().map(|w| !w))
    }

    /// Returns the sum of both and a carry.
    pub(crate) fn add_carry(&self, other: &Int, mut carry: bool) -> Int {
        let sum = self.words.iter().zip(&other.words).map(|(&a, &b)| {
            let (sum, first) = a.overflowing_add(b);
            let (sum, second) = sum.overflowing_add(u64::from(carry));
            carry = first || second;
            sum
        });
        let words: SmallVec<[u64; 2]> = sum.collect();
        Int::from_words(self.bits, words)
    }

    /// Returns the sum.
    pub fn add(&self, other: &Int) -> Int {
        self.add_carry(other, false)
    }

    /// Returns the difference.
    pub(crate) fn sub(&self, other: &Int) -> Int {
        self.add_carry(&other.not(), true)
    }

    /// Returns the negated number.
    pub fn neg(&self) -> Int {
        Int::zero(self.bits).sub(self)
    }

    /// Returns the magnitude as an unsigned number.
    pub(crate) fn abs(&self) -> Int {
        if self.is_negative() { self.neg() } else { self.clone() }
    }

    /// Returns the product.
    pub fn mul(&self, other: &Int) -> Int {
        let mut product = Int::zero(self.bits);
        let count = product.words.len();
        for (i, &a) in self.words.iter().enumerate() {
            let mut carry = 0;
            for (j, &b) in other.words.iter().enumerate().take(count - i) {
                let sum = u128::from(a) * u128::from(b) + u128::from(product.words[i + j]) + carry;
                product.words[i + j] = sum as u64;
                carry = sum >> 64;
            }
        }
        product.cut()
    }

    /// Returns quotient and remainder of unsigned numbers; the divisor is not zero.
    pub fn divide(&self, divisor: &Int) -> (Int, Int) {
        if self.bits <= 128 {
            let (a, b) = (self.low128(), divisor.low128());
            return (Int::from_u128(self.bits, a / b), Int::from_u128(self.bits, a % b));
        }
        // One more bit, since the remainder is doubled.
        let bits = self.bits + 1;
        let (divisor, mut rest, mut quotient) = (divisor.zext(bits), Int::zero(bits), Int::zero(self.bits));
        for n in (0..self.bits).rev() {
            rest = rest.shl(1);
            rest.words[0] |= u64::from(self.bit(n));
            if divisor.cmp_unsigned(&rest).is_le() {
                rest = rest.sub(&divisor);
                quotient.words[n as usize / 64] |= 1 << (n % 64);
            }
        }
        (quotient, rest.trunc(self.bits))
    }

    /// Returns quotient, rounded towards zero, and remainder of signed numbers; the divisor is not
    /// zero.
    pub fn divide_signed(&self, divisor: &Int) -> (Int, Int) {
        let (quotient, rest) = self.abs().divide(&divisor.abs());
        let (left, right) = (self.is_negative(), divisor.is_negative());
        (if left != right { quotient.neg() } else { quotient }, if left { rest.neg() } else { rest })
    }

    /// Shifts left; zeros are shifted in.
    pub fn shl(&self, by: u32) -> Int {
        let (words, bits) = ((by / 64) as usize, by % 64);
        let word = |n: usize, back: usize| n.checked_sub(words + back).map_or(0, |n| self.words[n]);
        Int::from_words(
            self.bits,
            (0..self.words.len()).map(|n| match bits {
                0 => word(n, 0),
                _ => word(n, 0) << bits | word(n, 1) >> (64 - bits),
            }),
        )
    }

    /// Shifts right; zeros are shifted in.
    pub fn lshr(&self, by: u32) -> Int {
        let (words, bits) = ((by / 64) as usize, by % 64);
        let word = |n: usize| self.words.get(n + words).copied().unwrap_or(0);
        Int::from_words(
            self.bits,
            (0..self.words.len()).map(|n| match bits {
                0 => word(n),
                _ => word(n) >> bits | word(n + 1) << (64 - bits),
            }),
        )
    }

    /// Shifts right; copies of the sign bit are shifted in.
    pub fn ashr(&self, by: u32) -> Int {
        let shifted = self.lshr(by);
        match self.is_negative() {
            true if by >= self.bits => Int::ones(self.bits),
            true => shifted.or(&Int::ones(self.bits).shl(self.bits - by)),
            false => shifted,
        }
    }

    /// Rotates left by less than the width.
    pub fn rotl(&self, by: u32) -> Int {
        if by == 0 { self.clone() } else { self.shl(by).or(&self.lshr(self.bits - by)) }
    }

    /// Zero-extends, or truncates, to `bits` bits.
    pub fn zext(&self, bits: u32) -> Int {
        Int::from_words(bits, self.words.iter().copied())
    }

    /// Sign-extends to `bits` bits.
    pub fn sext(&self, bits: u32) -> Int {
        let wide = self.zext(bits);
        if self.is_negative() { wide.or(&Int::ones(bits).shl(self.bits)) } else { wide }
    }

    /// Returns the lowest `bits` bits.
    pub fn trunc(&self, bits: u32) -> Int {
        self.zext(bits)
    }

    /// Returns `bits` bits from bit `offset` on; zeros beyond the width.
    pub fn extract(&self, offset: u32, bits: u32) -> Int {
        self.lshr(offset).trunc(bits)
    }

    /// Inserts `part` at bit `offset`.
    pub fn insert(&mut self, part: &Int, offset: u32) {
        let hole = Int::ones(part.bits).zext(self.bits).shl(offset).not();
        *self = self.and(&hole).or(&part.zext(self.bits).shl(offset));
    }

    /// Compares as unsigned numbers.
    pub(crate) fn cmp_unsigned(&self, other: &Int) -> Ordering {
        self.words.iter().rev().cmp(other.words.iter().rev())
    }

    /// Compares as signed numbers.
    pub(crate) fn cmp_signed(&self, other: &Int) -> Ordering {
        other.is_negative().cmp(&self.is_negative()).then_with(|| self.cmp_unsigned(other))
    }

    /// Returns the number of set bits.
    pub fn count_ones(&self) -> u32 {
        self.words.iter().map(|w| w.count_ones()).sum()
    }

    /// Returns the number of bits above the highest set bit.
    pub fn leading_zeros(&self) -> u32 {
        (0..self.bits).rev().position(|n| self.bit(n)).map_or(self.bits, |n| n as u32)
    }

    /// Returns the number of bits below the lowest set bit.
    pub fn trailing_zeros(&self) -> u32 {
        (0..self.bits).position(|n| self.bit(n)).map_or(self.bits, |n| n as u32)
    }

    /// Returns the number with its fields of `field` bits in reverse order; the width is a multiple
    /// of `field`.
    pub(crate) fn reverse(&self, field: u32) -> Int {
        let mut reversed = Int::zero(self.bits);
        for n in (0..self.bits).step_by(field as usize) {
            reversed.insert(&self.extract(n, field), self.bits - field - n);
        }
        reversed
    }

    /// Saturates to a signed number of `bits` bits.
    pub(crate) fn saturate_signed(&self, bits: u32) -> Int {
        let lowest = Int::sign_bit(bits);
        match self.trunc(bits).sext(self.bits) == *self {
            true => self.trunc(bits),
            false if self.is_negative() => lowest,
            false => lowest.not(),
        }
    }

    /// Saturates to an unsigned number of `bits` bits; `self` is unsigned.
    pub(crate) fn saturate_unsigned(&self, bits: u32) -> Int {
        if self.trunc(bits).zext(self.bits) == *self { self.trunc(bits) } else { Int::ones(bits) }
    }
}

/// Prints a signed number in decimal.
impl fmt::Display for Int {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        /// The largest power of ten in a word.
        const CHUNK: u64 = 10_000_000_000_000_000_000;
        let bits = self.bits.max(64);
        let (mut left, chunk) = (self.abs().zext(bits), Int::new(bits, CHUNK));
        let mut chunks = Vec::new();
        while !left.is_zero() {
            let (quotient, rest) = left.divide(&chunk);
            chunks.push(rest.low());
            left = quotient;
        }
        let sign = if self.is_negative() { "-" } else { "" };
        write!(f, "{sign}{}", chunks.pop().unwrap_or(0))?;
        chunks.iter().rev().try_for_each(|chunk| write!(f, "{chunk:019}"))
    }
}

impl fmt::Debug for Int {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = self.words.iter().rev().map(|w| format!("{w:016x}"));
        write!(f, "i{} 0x{}", self.bits, digits.collect::<Vec<_>>().join("_"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns numbers of `bits` bits at the edges of the range.
    fn corners(bits: u32) -> Vec<u128> {
        let all = if bits == 128 { u128::MAX } else { (1 << bits) - 1 };
        [0, 1, 2, 3, 7, all, all - 1, all >> 1, (all >> 1) + 1, 0x1234_5678_9abc_def0_0fed_cba9 & all]
            .to_vec()
    }

    #[test]
    fn agrees_with_the_host_s_numbers() {
        for bits in [1, 5, 8, 31, 32, 63, 64, 65, 100, 127, 128] {
            let int = |v| Int::from_u128(bits, v);
            let signed = |v: u128| (v << (128 - bits)) as i128 >> (128 - bits);
            for a in corners(bits) {
                for b in corners(bits) {
                    let (x, y) = (int(a), int(b));
                    let (a, b) = (x.low128(), y.low128());
                    assert_eq!(x.add(&y), int(a.wrapping_add(b)));
                    assert_eq!(x.sub(&y), int(a.wrapping_sub(b)));
                    assert_eq!(x.mul(&y), int(a.wrapping_mul(b)));
                    assert_eq!(x.cmp_unsigned(&y), a.cmp(&b));
                    assert_eq!(x.cmp_signed(&y), signed(a).cmp(&signed(b)));
                    if let (Some(quotient), Some(rest)) = (a.checked_div(b), a.checked_rem(b)) {
                        let unsigned = (int(quotient), int(rest));
                        assert_eq!(x.divide(&y), unsigned);
                        let (p, q) = (signed(a), signed(b));
                        let expected = (int(p.wrapping_div(q) as u128), int(p.wrapping_rem(q) as u128));
                        assert_eq!(x.divide_signed(&y), expected);
                        // The path for more than 128 bits gives the same result.
                        let (quotient, rest) = x.zext(300).divide(&y.zext(300));
                        assert_eq!((quotient.trunc(bits), rest.trunc(bits)), unsigned);
                    }
                }
                for by in 0..bits {
                    assert_eq!(int(a).shl(by), int(int(a).low128() << by));
                    assert_eq!(int(a).lshr(by), int(int(a).low128() >> by));
                    assert_eq!(int(a).ashr(by), int((signed(a) >> by) as u128));
                }
            }
        }
    }

    #[test]
    fn wide_numbers_shift_and_reverse() {
        let x = Int::from_words(200, [1, 2, 3, 4]);
        assert_eq!(x.shl(130).lshr(130), x.trunc(70).zext(200));
        assert_eq!(x.reverse(8).reverse(8), x);
        assert_eq!(x.reverse(1).lshr(199).low(), 1);
        assert_eq!(Int::ones(200).count_ones(), 200);
        assert_eq!((x.leading_zeros(), x.trailing_zeros()), (5, 0));
        assert_eq!(Int::signed(200, -5).saturate_signed(3), Int::sign_bit(3));
        assert_eq!(Int::new(200, 9).saturate_unsigned(3), Int::ones(3));
    }

    #[test]
    fn numbers_are_written_and_read() {
        let cases: [(&[u64], u32, &str); 8] = [
            (&[5, 0], 128, "5"),
            (&[u64::MAX, u64::MAX], 128, "-1"),
            (&[0, 1], 128, "18446744073709551616"),
            (&[0, 1 << 63], 128, "-170141183460469231731687303715884105728"),
            (&[u64::MAX, u64::MAX >> 1], 128, "170141183460469231731687303715884105727"),
            (&[0, 1], 65, "-18446744073709551616"),
            (&[0, 0, 4], 192, "1361129467683753853853498429727072845824"),
            (&[1], 1, "-1"),
        ];
        for (words, bits, text) in cases {
            let number = Int::from_words(bits, words.iter().copied());
            assert_eq!(number.to_string(), text);
            assert_eq!(Int::from_decimal(bits, text), Some(number), "{text}");
        }
        let malformed = ["12a", "-", "", "99999999999999999999999999999999999999999999"];
        assert!(malformed.iter().all(|text| Int::from_decimal(128, text).is_none()));
    }

    #[test]
    fn bits_are_taken_from_anywhere() {
        let words = [0x0123_4567_89ab_cdef, 0xfedc_ba98_7654_3210, 5];
        let whole = Int::from_words(192, words);
        for (first, bits) in [(0, 192), (4, 64), (60, 8), (64, 128), (100, 1), (130, 300), (500, 70)] {
            let expected = if first < 192 { whole.zext(512).extract(first, bits) } else { Int::zero(bits) };
            assert_eq!(Int::of_bits(&words, first, bits), expected, "{first} {bits}");
        }
    }
}
