//! Multiplication rules, before the legalizer: products with constants become shifts and additions,
//! and products of extended numbers use high multiplies.

use super::{Combiner, Rule};
use crate::ir::builder::Builder;
use crate::ir::entity::{InstId, VReg};
use crate::ir::llt::{Llt, S32, S64};
use crate::ir::mir::Operand;
use crate::ir::opcodes::*;
use crate::isel::known_bits::low_bits;
use crate::isel::legalizer::build::constant_splat;

/// The rules.
pub(crate) const RULES: &[Rule] = &[
    Rule { name: "mul_constant", roots: &[G_MUL], apply: mul_constant },
    Rule { name: "mul_extended", roots: &[G_MUL], apply: mul_extended },
];

/// Rules for targets with a shift-and-add instruction.
pub const SHIFTED: &[Rule] = &[Rule { name: "mul_constant_even", roots: &[G_MUL], apply: mul_constant_even }];

/// Replaces a product with a constant by at most a shift and an addition; of a vector, by a shift and
/// a negation.
fn mul_constant(c: &mut Combiner<'_>, inst: InstId) -> bool {
    let (Some(x), Some(multiplier)) = (c.reg(inst, 1), c.reg(inst, 2)) else { return false };
    let splat = || constant_splat(c.mf, multiplier).filter(|_| c.ty(x).is_vector()).map(|value| value as u64);
    let mask = low_bits(c.ty(x).scalar_bits());
    let is_negated_power = |factor: &u64| (factor.wrapping_neg() & mask).is_power_of_two();
    let factor = c.constant(multiplier).or_else(|| splat().filter(is_negated_power));
    let Some(factor) = factor else { return false };
    let mut b = Builder::before(c.mf, inst);
    match shift_and_add(&mut b, x, factor) {
        Some(value) => c.replace_with_register(inst, value),
        None => false,
    }
}

/// Returns `x * factor`, for scalars or vectors with elements of at most 64 bits.
pub(super) fn by_constant(b: &mut Builder<'_>, x: VReg, factor: u64) -> VReg {
    shift_and_add(b, x, factor).unwrap_or_else(|| b.bin_int(G_MUL, x, i128::from(factor)))
}

/// Returns `x` times a power of two, or its negative, or times one more or less than a power of two.
fn shift_and_add(b: &mut Builder<'_>, x: VReg, factor: u64) -> Option<VReg> {
    let mask = low_bits(b.ty(x).scalar_bits());
    let factor = Some(factor & mask).filter(|&factor| factor != 0)?;
    let power = |n: u64| n.is_power_of_two().then(|| i128::from(n.trailing_zeros()));
    if let Some(shift) = power(factor) {
        return Some(if shift == 0 { x } else { b.bin_int(G_SHL, x, shift) });
    }
    let negated = factor.wrapping_neg() & mask;
    if let Some(shift) = power(negated).filter(|&shift| shift > 0) {
        let shifted = b.bin_int(G_SHL, x, shift);
        return Some(b.neg(shifted));
    }
    let (opcode, shift, shifted_first) = if let Some(shift) = factor.checked_sub(1).and_then(power) {
        (G_ADD, shift, true)
    } else if let Some(shift) = power(factor.wrapping_add(1) & mask) {
        (G_SUB, shift, true)
    } else {
        (G_SUB, power(1u64.wrapping_sub(factor) & mask)?, false)
    };
    let shifted = b.bin_int(G_SHL, x, shift);
    Some(if shifted_first { b.bin(opcode, shifted, x) } else { b.bin(opcode, x, shifted) })
}

/// Expands `x * (2^n + 1) * 2^m`, for targets with a shift-and-add instruction. Such targets
/// multiply sign-extended words in one instruction, so these are excluded.
fn mul_constant_even(c: &mut Combiner<'_>, inst: InstId) -> bool {
    let (Some(x), Some(factor)) = (c.reg(inst, 1), c.constant_operand(inst, 2)) else { return false };
    let odd = factor >> factor.trailing_zeros().min(63);
    if factor == 0 || odd == 1 || !(odd - 1).is_power_of_two() || is_word_to_extend(c, x) {
        return false;
    }
    let mut b = Builder::before(c.mf, inst);
    let shifted = b.bin_int(G_SHL, x, i128::from((odd - 1).trailing_zeros()));
    let sum = b.bin(G_ADD, x, shifted);
    let value = b.bin_int(G_SHL, sum, i128::from(factor.trailing_zeros()));
    c.replace_with_register(inst, value)
}

/// Returns true if `x` is a word whose sign extension takes an instruction.
fn is_word_to_extend(c: &Combiner<'_>, x: VReg) -> bool {
    let word = c.defined_by(x, G_SEXT).and_then(|sext| c.reg(sext, 1)).filter(|&word| c.ty(word) == S32);
    let is_loaded_so = |word| c.has_one_use(word) && c.defined_by(word, G_LOAD).is_some();
    word.is_some_and(|word| c.ty(x) == S64 && !is_loaded_so(word))
}

/// Replaces the 128-bit product of two 64-bit numbers with the same extension by low and high
/// multiplies.
fn mul_extended(c: &mut Combiner<'_>, inst: InstId) -> bool {
    const HALF: Llt = Llt::scalar(64);
    let (Some(a), Some(b)) = (c.reg(inst, 1), c.reg(inst, 2)) else { return false };
    if c.ty(a) != Llt::scalar(128) {
        return false;
    }
    for (extend, high) in [(G_ZEXT, G_UMULH), (G_SEXT, G_SMULH)] {
        let narrow = |v| c.defined_by(v, extend).and_then(|d| c.reg(d, 1)).filter(|&v| c.ty(v).bits() <= 64);
        let (Some(a), Some(b)) = (narrow(a), narrow(b)) else { continue };
        let mut builder = Builder::before(c.mf, inst);
        let (a, b) = (builder.resize(extend, HALF, a), builder.resize(extend, HALF, b));
        let parts = [builder.bin(G_MUL, a, b), builder.bin(high, a, b)];
        return c.replace_with_opcode(inst, G_MERGE_VALUES, &parts.map(Operand::use_of));
    }
    false
}
