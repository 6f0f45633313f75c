//! Sequences that load a constant into a register, equal to llc's and its assembler's.
//!
//! The base is `lui` and `addi` for 32 bits. Wider values are built from the top: the rest above
//! the low 12 bits is shifted right as far as possible and built first. If that takes more than two
//! instructions, other ways are tried that the value's form or an extension allows. The shortest is
//! used, at most eight instructions.

use crate::riscv::features::Features;
use crate::riscv::mc::instructions::op;
use gisel_codegen::machine::desc::instructions::Opcode;
use smallvec::{SmallVec, smallvec};

/// The second operand of a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Second {
    /// A number.
    Imm(i64),
    /// The register of the previous step, which is the first operand as well.
    Source,
    /// The zero register.
    Zero,
}

/// One step. Its first operand is the register of the previous step, or x0 for the first; `LUI` has
/// none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Step {
    /// The opcode.
    pub opcode: Opcode,
    /// Its other operand.
    pub second: Second,
}

impl Step {
    fn imm(opcode: Opcode, imm: i64) -> Step {
        Step { opcode, second: Second::Imm(imm) }
    }

    /// Returns the operands, from `dst`, the register `source` of the previous step, the register
    /// `zero`, and numbers converted by `imm`.
    pub(crate) fn operands<T: Copy>(
        self,
        dst: T,
        source: T,
        zero: T,
        imm: impl FnOnce(i64) -> T,
    ) -> SmallVec<[T; 3]> {
        let second = match self.second {
            Second::Imm(value) => imm(value),
            Second::Source => source,
            Second::Zero => zero,
        };
        if self.opcode == op::LUI { smallvec![dst, second] } else { smallvec![dst, source, second] }
    }
}

/// The steps of one constant.
pub(crate) type Steps = SmallVec<[Step; 8]>;

/// Returns the steps that build `value`, or its low half in registers of 32 bits.
pub(crate) fn materialize(value: i64, features: Features) -> Steps {
    let value = if features.contains(Features::RV64) { value } else { i64::from(value as i32) };
    let build = Build { features };
    let best = build.shifted_or_whole(value);
    if best.len() <= 2 {
        return best;
    }
    let ways = [
        Build::rounded_up,
        Build::without_leading_zeros,
        Build::inverted,
        Build::of_equal_halves,
        Build::of_set_bits,
        Build::of_cleared_bits,
        Build::multiple,
        Build::rotated,
    ];
    let best = ways.iter().filter_map(|way| way(build, value)).fold(best, shorter);
    build.of_a_set_bit(best)
}

/// Returns the sign-extended word whose sum with itself shifted left by 32 is `value`, if that
/// saves instructions. It takes a second register.
pub(crate) fn doubled(value: i64, features: Features) -> Option<i64> {
    let word = i64::from(value as i32);
    let is_double = value.wrapping_sub(word) >> 32 == word && !is_word(value);
    if !is_double || !features.contains(Features::RV64) {
        return None;
    }
    (materialize(word, features).len() + 2 < materialize(value, features).len()).then_some(word)
}

fn shorter(a: Steps, b: Steps) -> Steps {
    if b.len() < a.len() { b } else { a }
}

/// Returns the low 12 bits of `value`, sign-extended.
pub(crate) fn low12(value: i64) -> i64 {
    value << 52 >> 52
}

/// Returns the immediates of the `lui` and of the addition that build a word; each may be zero.
pub(crate) fn halves(word: i32) -> (i64, i64) {
    let low = low12(word.into());
    ((i64::from(word) - low) >> 12 & 0xfffff, low)
}

fn is_word(value: i64) -> bool {
    i32::try_from(value).is_ok()
}

/// The mask above the low 32 bits.
const UPPER: i64 = !0 << 32;

/// The upper bits and the sign bit of a negative sign-extended word.
const SIGN: i64 = !0 << 31;

/// The builder for the subtarget's extensions.
#[derive(Clone, Copy)]
struct Build {
    features: Features,
}

impl Build {
    fn has(self, feature: Features) -> bool {
        self.features.contains(feature)
    }

    /// Builds `value` from the top.
    fn whole(self, value: i64) -> Steps {
        let is_bit = value.count_ones() == 1 && (!is_word(value) || value == 0x800);
        if is_bit && self.has(Features::ZBS) {
            return smallvec![Step::imm(op::BSETI, value.trailing_zeros().into())];
        }
        i32::try_from(value).map_or_else(|_| self.wide(value), |word| self.word(word))
    }

    fn word(self, value: i32) -> Steps {
        let (high, low) = halves(value);
        let mut steps = Steps::new();
        if high != 0 {
            steps.push(Step::imm(op::LUI, high));
        }
        if low != 0 || high == 0 {
            // The sum wraps to 32 bits only if bit 31 came from the carry.
            let upper = i64::from((high << 12) as i32);
            let wraps = self.has(Features::RV64) && !is_word(upper + low);
            steps.push(Step::imm(if wraps { op::ADDIW } else { op::ADDI }, low));
        }
        steps
    }

    fn wide(self, value: i64) -> Steps {
        let low = low12(value);
        let mut rest = value.wrapping_sub(low);
        let (mut shift, mut is_unsigned) = (0, false);
        if !is_word(rest) {
            shift = rest.trailing_zeros();
            rest >>= shift;
            let fits_unsigned =
                |value: i64| self.has(Features::ZBA) && u32::try_from(value).is_ok() && !is_word(value);
            // `lui` builds twelve of the zeros.
            let upper = rest << 12;
            if shift > 12 && rest != low12(rest) && (is_word(upper) || fits_unsigned(upper)) {
                shift -= 12;
                rest = upper;
            }
            if fits_unsigned(rest) {
                rest |= UPPER;
                is_unsigned = true;
            }
        }
        let mut steps = self.whole(rest);
        if shift > 0 {
            steps.push(Step::imm(if is_unsigned { op::SLLI_UW } else { op::SLLI }, shift.into()));
        }
        if low != 0 {
            steps.push(Step::imm(op::ADDI, low));
        }
        steps
    }

    /// Builds `value` from the top, or without its trailing zeros, which a final `slli` adds. The
    /// latter is preferred if both instructions have short forms.
    fn shifted_or_whole(self, value: i64) -> Steps {
        let whole = self.whole(value);
        if value & 0xfff == 0 || value & 1 != 0 || whole.len() < 2 {
            return whole;
        }
        let zeros = value.trailing_zeros();
        let rest = value >> zeros;
        let mut shifted = self.whole(rest);
        shifted.push(Step::imm(op::SLLI, zeros.into()));
        let is_short = (-32..32).contains(&rest);
        if is_short || shifted.len() < whole.len() { shifted } else { whole }
    }

    /// Builds values that end like 0x17ff: the next number that ends in 0x800, and a subtraction.
    fn rounded_up(self, value: i64) -> Option<Steps> {
        let distance = 0x800 - (value & 0xfff);
        if value & 0xfff == 0 || value & 0x1800 != 0x1000 {
            return None;
        }
        let mut steps = self.whole(value.wrapping_add(distance));
        steps.push(Step::imm(op::ADDI, -distance));
        Some(steps)
    }

    /// Builds leading zeros by a final `srli`, or by a zero extension.
    fn without_leading_zeros(self, value: i64) -> Option<Steps> {
        if value <= 0 {
            return None;
        }
        let zeros = value.leading_zeros();
        let shifted = value << zeros;
        let filled = shifted | !(!0 << zeros);
        let by_shift = |value: i64| {
            let mut steps = self.whole(value);
            steps.push(Step::imm(op::SRLI, zeros.into()));
            steps
        };
        let best = shorter(by_shift(filled), by_shift(shifted));
        if zeros != 32 || !self.has(Features::ZBA) {
            return Some(best);
        }
        let mut extended = self.whole(value | UPPER);
        extended.push(Step { opcode: op::ADD_UW, second: Second::Zero });
        Some(shorter(best, extended))
    }

    /// Builds a negative number whose complement has leading zeros.
    fn inverted(self, value: i64) -> Option<Steps> {
        let mut steps = self.without_leading_zeros(!value)?;
        steps.push(Step::imm(op::XORI, -1));
        Some(steps)
    }

    fn of_equal_halves(self, value: i64) -> Option<Steps> {
        let low = i64::from(value as i32);
        if low != value >> 32 || !self.has(Features::ZBKB) {
            return None;
        }
        let mut steps = self.whole(low);
        steps.push(Step { opcode: op::PACK, second: Second::Source });
        Some(steps)
    }

    /// Builds a number of 31 bits, and sets each bit above.
    fn of_set_bits(self, value: i64) -> Option<Steps> {
        let low = value & !SIGN;
        let steps = if low == 0 { Steps::new() } else { self.whole(low) };
        self.one_by_one(op::BSETI, value ^ low, steps)
    }

    /// Builds a negative word, and clears bits above.
    fn of_cleared_bits(self, value: i64) -> Option<Steps> {
        let low = value | SIGN;
        self.one_by_one(op::BCLRI, value ^ low, self.whole(low))
    }

    fn one_by_one(self, opcode: Opcode, mut bits: i64, mut steps: Steps) -> Option<Steps> {
        if !self.has(Features::ZBS) || bits.count_ones() > 7 {
            return None;
        }
        while bits != 0 {
            steps.push(Step::imm(opcode, bits.trailing_zeros().into()));
            bits &= bits.wrapping_sub(1);
        }
        Some(steps)
    }

    /// Builds three, five or nine times another number, and perhaps a sum.
    fn multiple(self, value: i64) -> Option<Steps> {
        if !self.has(Features::ZBA) {
            return None;
        }
        let rounded = value.wrapping_add(0x800) & !0xfff;
        let factors = [(3, op::SH1ADD), (5, op::SH2ADD), (9, op::SH3ADD)];
        let of = |product: i64| {
            let (factor, opcode) =
                *factors.iter().find(|(factor, _)| product % factor == 0 && is_word(product / factor))?;
            let mut steps = self.whole(product / factor);
            steps.push(Step { opcode, second: Second::Source });
            Some(steps)
        };
        of(value).or_else(|| {
            let mut steps = of(rounded)?;
            steps.push(Step::imm(op::ADDI, low12(value)));
            Some(steps)
        })
    }

    /// Builds ones except for a few adjacent bits: `addi` and a rotation.
    fn rotated(self, value: i64) -> Option<Steps> {
        if !self.has(Features::ZBB) && !self.has(Features::ZBKB) {
            return None;
        }
        let (above, below) = (value.leading_ones(), value.trailing_ones());
        let (high, low) = ((value >> 32) as i32, value as i32);
        let (in_high, in_low) = (high.trailing_ones(), low.leading_ones());
        let distance = if (1..64).contains(&below) && above + below > 52 {
            64 - below
        } else if in_high < 32 && in_high + in_low > 52 {
            32 - in_high
        } else {
            return None;
        };
        let imm = value.rotate_left(distance);
        Some(smallvec![Step::imm(op::ADDI, imm), Step::imm(op::RORI, distance.into())])
    }

    /// Replaces an initial one that is shifted by a set bit.
    fn of_a_set_bit(self, mut steps: Steps) -> Steps {
        if let [first, Step { opcode: op::SLLI, second }, ..] = steps[..]
            && first == Step::imm(op::ADDI, 1)
            && self.has(Features::ZBS)
        {
            steps.remove(0);
            steps[0] = Step { opcode: op::BSETI, second };
        }
        steps
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The extensions with which values are built.
    const EXTENSIONS: [Features; 6] = [
        Features::RV64,
        Features::RV64.union(Features::ZBA),
        Features::RV64.union(Features::ZBB),
        Features::RV64.union(Features::ZBS),
        Features::RV64.union(Features::ZBKB),
        Features::RV64.union(Features::ZBA).union(Features::ZBB).union(Features::ZBS).union(Features::ZBKB),
    ];

    /// Returns the result of the steps in registers of 64 bits.
    fn run(steps: &[Step]) -> i64 {
        steps.iter().fold(0i64, |x, step| {
            let second = match step.second {
                Second::Imm(value) => value,
                Second::Source => x,
                Second::Zero => 0,
            };
            match step.opcode {
                op::LUI => i64::from((second << 12) as i32),
                op::ADDI => x.wrapping_add(second),
                op::ADDIW => i64::from(x.wrapping_add(second) as i32),
                op::XORI => x ^ second,
                op::SLLI => x << second,
                op::SRLI => ((x as u64) >> second) as i64,
                op::RORI => x.rotate_right(second as u32),
                op::BSETI => x | 1 << second,
                op::BCLRI => x & !(1 << second),
                op::SLLI_UW => i64::from(x as u32) << second,
                op::ADD_UW => i64::from(x as u32).wrapping_add(second),
                op::SH1ADD => (x << 1).wrapping_add(second),
                op::SH2ADD => (x << 2).wrapping_add(second),
                op::SH3ADD => (x << 3).wrapping_add(second),
                op::PACK => x & 0xffff_ffff | second << 32,
                other => panic!("{other:?}"),
            }
        })
    }

    fn check(value: i64) {
        for features in EXTENSIONS {
            let steps = materialize(value, features);
            assert_eq!(run(&steps), value, "{value:#x}: {steps:?}");
            assert!(!steps.is_empty() && steps.len() <= 8);
            for step in &steps {
                let range = match step.opcode {
                    op::LUI => 0..=0xfffff,
                    op::ADDI | op::ADDIW | op::XORI => -2048..=2047,
                    _ => 0..=63,
                };
                let fits = !matches!(step.second, Second::Imm(value) if !range.contains(&value));
                assert!(fits, "{value:#x}: {steps:?}");
            }
        }
    }

    #[test]
    fn every_shape_is_built() {
        for shift in 0..64 {
            for low in [
                -2049i64,
                -2048,
                -1,
                0,
                1,
                5,
                0x7ff,
                0x800,
                0xfff,
                0x12345,
                0x7fff_f7ff,
                0x7fff_f800,
                0xdead_beef,
            ] {
                for value in [
                    low.wrapping_shl(shift),
                    !low.wrapping_shl(shift),
                    low.wrapping_shl(shift).wrapping_add(low),
                ] {
                    check(value);
                }
            }
        }
        let mut x = 0x1234_5678_9abc_def1u64;
        for _ in 0..100_000 {
            x ^= x << 13;
            x ^= x >> 7;
            x ^= x << 17;
            check(x as i64);
        }
    }

    #[test]
    fn short_ones_are_short() {
        let (all, base) = (EXTENSIONS[5], EXTENSIONS[0]);
        for (value, length, length_with_all) in [
            (0, 1, 1),
            (-1, 1, 1),
            (0x1000, 1, 1),
            (0x7fff_ffff, 2, 2),
            (1 << 40, 2, 1),
            (0xffff_ffff, 2, 2),
            (i64::MIN, 2, 1),
            (i64::MAX, 2, 2),
            (-0x8000_0005, 2, 2),
            (-0x71b0_c000_0000_0001, 3, 3),
            (0x1234_5678_1234_5678, 8, 3),
            (0x17ff, 2, 2),
            (-0x7000_0001, 2, 2),
        ] {
            let lengths = (materialize(value, base).len(), materialize(value, all).len());
            assert_eq!(lengths, (length, length_with_all), "{value:#x}");
        }
    }

    /// Bit 31 comes from the carry only if the sum of a 32-bit register must wrap.
    #[test]
    fn sums_wrap_only_where_they_must() {
        let last = |value, features| materialize(value, features).last().map(|step| step.opcode);
        assert_eq!(last(0x7fff_ffff, Features::RV64), Some(op::ADDIW));
        assert_eq!(last(0x1234_5678, Features::RV64), Some(op::ADDI));
        assert_eq!(last(0x7fff_ffff, Features::empty()), Some(op::ADDI));
    }
}
