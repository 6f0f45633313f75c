//! In-register extensions, rotations, funnel shifts, bit fields.

use crate::ir::builder::Builder;
use crate::ir::entity::{InstId, VReg};
use crate::ir::llt::{Llt, S32, S64};
use crate::ir::mir::IntPredicate;
use crate::ir::opcodes::*;
use crate::isel::legalizer::artifacts::known_sign_from;
use crate::isel::legalizer::build::{Regs, constant_splat, constant_value, constant_words, source_def};
use crate::isel::legalizer::query::LegalityQuery;
use crate::isel::legalizer::{Cx, Outcome};
use crate::machine::desc::instructions::Opcode;

/// Lowers to a left shift and an arithmetic right shift.
pub(crate) fn sext_inreg(b: &mut Builder<'_>, inst: InstId) -> Outcome {
    let (dst, src, bits) = (b.reg(inst, 0), b.reg(inst, 1), b.imm_of(inst, 2));
    if b.ty(src).is_vector() && i64::from(known_sign_from(b.mf, src)) <= bits {
        b.define(dst, src);
        return Outcome::Replaced;
    }
    if b.ty(src).is_vector()
        && let Some(value) = sign_extended(b, src, bits, MAX_LOGIC)
    {
        b.define(dst, value);
        return Outcome::Replaced;
    }
    let amount = b.ty(src).scalar_bits() as i128 - bits as i128;
    let up = b.bin_int(G_SHL, src, amount);
    let down = b.bin_int(G_ASHR, up, amount);
    b.define(dst, down);
    Outcome::Replaced
}

/// The maximum number of nested operations of a vector's elements that are sign-extended before.
const MAX_LOGIC: u32 = 3;

/// Returns the vector `value` with its low `bits` sign-extended, if that is a logical operation of
/// vectors that are extended.
fn sign_extended(b: &mut Builder<'_>, value: VReg, bits: i64, depth: u32) -> Option<VReg> {
    if i64::from(known_sign_from(b.mf, value)) <= bits {
        return Some(value);
    }
    let def = source_def(b.mf, value)?;
    let ty = b.ty(value);
    match b.mf.opcode(def) {
        G_ANYEXT if i64::from(b.ty(b.reg(def, 1)).scalar_bits()) == bits => {
            let source = b.reg(def, 1);
            Some(b.op(G_SEXT, ty, &[source]))
        }
        G_BUILD_VECTOR => {
            let elements: Regs = b.mf.operands(def)[1..].iter().filter_map(|o| o.vreg()).collect();
            let values: Option<Vec<i64>> = elements.iter().map(|&e| constant_value(b.mf, e)).collect();
            let extended = |value: i64| value << (64 - bits) >> (64 - bits);
            let wide: Regs = values?.iter().map(|&v| b.int(ty.element(), extended(v).into())).collect();
            Some(b.op(G_BUILD_VECTOR, ty, &wide))
        }
        opcode @ (G_AND | G_OR | G_XOR) if depth > 0 => {
            let [left, right] = [1, 2].map(|n| b.reg(def, n));
            let left = sign_extended(b, left, bits, depth - 1)?;
            let right = sign_extended(b, right, bits, depth - 1)?;
            Some(b.bin(opcode, left, right))
        }
        _ => None,
    }
}

/// Returns the amount modulo the width, in the type of the value.
fn reduced(b: &mut Builder<'_>, value: VReg, amount: VReg) -> VReg {
    let (ty, bits) = (b.ty(value), b.ty(value).scalar_bits());
    let (from, modulus) = (b.ty(amount).scalar_bits(), bits as i128);
    if (2 * b.word().bits() + 1..1 << 16).contains(&bits) && !bits.is_power_of_two() && !ty.is_vector() {
        let amount = if from < 64 { b.resize(G_ZEXT, S64, amount) } else { amount };
        let least = remainder_by_small(b, amount, bits);
        return b.resize(G_ZEXT, ty, least);
    }
    // A narrow amount is reduced in a type that represents the modulus; a wide one in its own type.
    let wide = if from < bits { b.resize(G_ZEXT, ty, amount) } else { amount };
    let least = if bits.is_power_of_two() {
        b.bin_int(G_AND, wide, modulus - 1)
    } else {
        b.bin_int(G_UREM, wide, modulus)
    };
    b.resize(G_ZEXT, ty, least)
}

/// Returns `value` modulo a small number, in 64 bits: the sum of its 32-bit digits, weighted modulo
/// that number.
fn remainder_by_small(b: &mut Builder<'_>, value: VReg, modulus: u32) -> VReg {
    let words = Llt::scalar(b.ty(value).scalar_bits().next_multiple_of(64));
    let value = b.resize(G_ZEXT, words, value);
    let digits = b.unmerge(S32, value);
    let mut sum = b.int(S64, 0);
    let mut weight = 1u64;
    for digit in digits {
        let digit = b.op(G_ZEXT, S64, &[digit]);
        let part = b.bin_int(G_MUL, digit, weight as i128);
        sum = b.bin(G_ADD, sum, part);
        weight = (weight << 32) % u64::from(modulus);
    }
    b.bin_int(G_UREM, sum, modulus as i128)
}

/// Lowers by the opposite rotation if it is legal, else by two shifts.
pub(crate) fn rotate(cx: &Cx<'_>, b: &mut Builder<'_>, inst: InstId) -> Outcome {
    let (opcode, dst, src, amount) = (b.mf.opcode(inst), b.reg(inst, 0), b.reg(inst, 1), b.reg(inst, 2));
    let (ty, amount_ty) = (b.ty(src), b.ty(amount));
    let bits = ty.scalar_bits();
    let other = if opcode == G_ROTL { G_ROTR } else { G_ROTL };
    let legal = cx.info.is_legal_or_custom(&LegalityQuery::new(other, &[ty, amount_ty]));
    if legal && bits.is_power_of_two() && amount_ty.scalar_bits() > bits.trailing_zeros() {
        let back = match constant_value(b.mf, amount) {
            Some(n) => b.int(amount_ty, (-n).rem_euclid(bits as i64) as i128),
            None => b.neg(amount),
        };
        b.define_by(dst, other, &[src, back]);
        return Outcome::Replaced;
    }
    let shifts = if opcode == G_ROTL { (G_SHL, G_LSHR) } else { (G_LSHR, G_SHL) };
    let is_variable = constant_splat(b.mf, amount).is_none();
    let result = match () {
        () if is_two_words(b, ty) => rotate_words(b, opcode, src, amount),
        () if is_variable && is_reduced_by_shifts(cx, b, shifts, ty, amount_ty) => {
            // Both shifts must use the same amount even if it is undefined.
            let amount = b.op(G_FREEZE, amount_ty, &[amount]);
            let along = b.bin_int(G_AND, amount, i128::from(bits) - 1);
            let back = b.neg(amount);
            let back = b.bin_int(G_AND, back, i128::from(bits) - 1);
            let (along, back) = (b.bin(shifts.0, src, along), b.bin(shifts.1, src, back));
            b.bin(G_OR, along, back)
        }
        () => two_shifts(b, shifts, src, src, amount),
    };
    b.define(dst, result);
    Outcome::Replaced
}

/// Returns true if the target shifts values of type `ty` itself, which reduces their amounts for
/// free.
fn is_reduced_by_shifts(
    cx: &Cx<'_>,
    b: &Builder<'_>,
    shifts: (Opcode, Opcode),
    ty: Llt,
    amount: Llt,
) -> bool {
    let is_legal = |opcode| cx.info.is_legal_or_custom(&LegalityQuery::new(opcode, &[ty, amount]));
    ty.bits().is_power_of_two()
        && ty.is_scalar()
        && ty.bits() <= b.word().bits()
        && amount.scalar_bits() > ty.bits().trailing_zeros()
        && is_legal(shifts.0)
        && is_legal(shifts.1)
}

fn is_two_words(b: &Builder<'_>, ty: Llt) -> bool {
    ty == Llt::scalar(2 * b.word().bits())
}

/// Rotates a value of two words: the words are exchanged if the amount exceeds a word, and
/// funnel-shifted by the rest.
fn rotate_words(b: &mut Builder<'_>, opcode: Opcode, src: VReg, amount: VReg) -> VReg {
    let words = b.unmerge(b.word(), src);
    let by = WordShift::new(b, amount);
    let (low, high) = (by.choose(b, words[0], words[1]), by.choose(b, words[1], words[0]));
    let funnel = if opcode == G_ROTL { G_FSHL } else { G_FSHR };
    let pairs = if opcode == G_ROTL { [(low, high), (high, low)] } else { [(high, low), (low, high)] };
    by.shift(b, funnel, b.ty(src), pairs)
}

/// Funnel-shifts two values of two words each: two of the four words are selected, and
/// funnel-shifted.
fn funnel_words(b: &mut Builder<'_>, opcode: Opcode, high: VReg, low: VReg, amount: VReg) -> VReg {
    let (low_words, high_words) = (b.unmerge(b.word(), low), b.unmerge(b.word(), high));
    let by = WordShift::new(b, amount);
    let words = [low_words[0], low_words[1], high_words[0], high_words[1]];
    // Words in order from the end that bits move away from.
    let [first, second, third, fourth] = match opcode {
        G_FSHL => [words[3], words[2], words[1], words[0]],
        _ => words,
    };
    let (outer, middle, inner) =
        (by.choose(b, first, second), by.choose(b, second, third), by.choose(b, third, fourth));
    let pairs = match opcode {
        G_FSHL => [(middle, inner), (outer, middle)],
        _ => [(middle, outer), (inner, middle)],
    };
    by.shift(b, opcode, b.ty(high), pairs)
}

/// A shift amount for values of two words.
enum WordShift {
    /// A constant number of bits; `far` is true for an additional word.
    Constant { bits: i128, far: bool },
    /// The amount, by whose rest words are shifted, and the condition that it exceeds a word.
    Variable { amount: VReg, far: VReg },
}

impl WordShift {
    fn new(b: &mut Builder<'_>, amount: VReg) -> WordShift {
        let word = b.word();
        let width = i128::from(word.bits());
        if let Some(words) = constant_words(b.mf, amount) {
            let n = i128::from(words[0]) % (2 * width);
            return WordShift::Constant { bits: n % width, far: n >= width };
        }
        let amount = b.resize(G_ZEXT, word, amount);
        // All shifts must use the same amount even if it is undefined.
        let amount = b.op(G_FREEZE, word, &[amount]);
        let odd = b.bin_int(G_AND, amount, width);
        WordShift::Variable { amount, far: b.cmp_int(IntPredicate::Ne, odd, 0) }
    }

    /// Returns `near` if the amount is less than a word, else `far`.
    fn choose(&self, b: &mut Builder<'_>, near: VReg, far: VReg) -> VReg {
        match *self {
            WordShift::Constant { far: false, .. } => near,
            WordShift::Constant { .. } => far,
            WordShift::Variable { far: condition, .. } => b.select(condition, far, near),
        }
    }

    /// Returns a value of type `ty` whose low and high word are funnel shifts of the pairs (upper,
    /// lower).
    fn shift(&self, b: &mut Builder<'_>, funnel: Opcode, ty: Llt, pairs: [(VReg, VReg); 2]) -> VReg {
        let word = b.word();
        let words = match *self {
            WordShift::Constant { bits: 0, .. } => {
                pairs.map(|(upper, lower)| if funnel == G_FSHL { upper } else { lower })
            }
            WordShift::Constant { bits, .. } => {
                // All words are shifted before the result is merged, since it may reuse a word's
                // register.
                let along = if funnel == G_FSHL { bits } else { i128::from(word.bits()) - bits };
                let uppers = pairs.map(|(upper, _)| b.bin_int(G_SHL, upper, along));
                let lowers =
                    pairs.map(|(_, lower)| b.bin_int(G_LSHR, lower, i128::from(word.bits()) - along));
                [0, 1].map(|n| b.bin(G_OR, uppers[n], lowers[n]))
            }
            WordShift::Variable { amount, .. } => {
                pairs.map(|(upper, lower)| b.op(funnel, word, &[upper, lower, amount]))
            }
        };
        b.merge(ty, &words)
    }
}

/// Returns `amount` modulo `bits`. `amount` is an unsigned number of `width` bits, given
/// sign-extended.
fn modulo(amount: i64, width: u32, bits: u32) -> i128 {
    let bits = i128::from(bits);
    // A negative amount is that much below `2^width`.
    let above = if amount < 0 { (0..width).fold(1, |power, _| power * 2 % bits) } else { 0 };
    (i128::from(amount) + above).rem_euclid(bits)
}

/// Shifts `main` by the amount modulo the width, and fills in bits of `filler`, shifted by the rest
/// in the other direction.
fn two_shifts(b: &mut Builder<'_>, shifts: (Opcode, Opcode), main: VReg, filler: VReg, amount: VReg) -> VReg {
    let bits = b.ty(main).scalar_bits();
    if let Some(n) = constant_splat(b.mf, amount) {
        let n = modulo(n, b.ty(amount).scalar_bits(), bits);
        if n == 0 {
            return main;
        }
        let along = b.bin_int(shifts.0, main, n);
        let back = b.bin_int(shifts.1, filler, i128::from(bits) - n);
        return b.bin(G_OR, along, back);
    }
    let amount = reduced(b, main, amount);
    let along = b.bin(shifts.0, main, amount);
    // In two steps, because the rest may be the whole width.
    let rest = if bits.is_power_of_two() {
        b.bin_int(G_XOR, amount, bits as i128 - 1)
    } else {
        let most = b.ty(main);
        let most = b.int(most, bits as i128 - 1);
        b.bin(G_SUB, most, amount)
    };
    let once = b.bin_int(shifts.1, filler, 1);
    let back = b.bin(shifts.1, once, rest);
    b.bin(G_OR, along, back)
}

/// Lowers a funnel shift to shifts of the two values.
pub(crate) fn funnel(b: &mut Builder<'_>, inst: InstId) -> Outcome {
    let (opcode, dst, high, low) = (b.mf.opcode(inst), b.reg(inst, 0), b.reg(inst, 1), b.reg(inst, 2));
    let amount = b.reg(inst, 3);
    let result = if b.ty(dst).scalar_bits() == 1 {
        // Nothing is ever shifted.
        if opcode == G_FSHL { high } else { low }
    } else if is_two_words(b, b.ty(dst)) {
        funnel_words(b, opcode, high, low, amount)
    } else if opcode == G_FSHL {
        two_shifts(b, (G_SHL, G_LSHR), high, low, amount)
    } else {
        two_shifts(b, (G_LSHR, G_SHL), low, high, amount)
    };
    b.define(dst, result);
    Outcome::Replaced
}

/// Lowers a bit field extraction: shifts left, then right with extension.
pub(crate) fn bit_field(b: &mut Builder<'_>, inst: InstId) -> Outcome {
    let (opcode, dst, src) = (b.mf.opcode(inst), b.reg(inst, 0), b.reg(inst, 1));
    let (first, width) = (b.reg(inst, 2), b.reg(inst, 3));
    let bits = b.ty(src).scalar_bits();
    let amount_ty = b.ty(first);
    let whole = b.int(amount_ty, bits as i128);
    let down = b.bin(G_SUB, whole, width);
    let up = b.bin(G_SUB, down, first);
    let top = b.bin(G_SHL, src, up);
    b.define_by(dst, if opcode == G_SBFX { G_ASHR } else { G_LSHR }, &[top, down]);
    Outcome::Replaced
}
