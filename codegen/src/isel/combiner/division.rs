//! Division and remainder by constants, before the legalizer: multiplications and shifts, see
//! `magic`. For scalars of at most 32 bits, or 64, and for vectors with elements of at most 32 bits
//! and a splat divisor.
//!
//! Not applied in `minsize` functions.

use super::{Combiner, Rule, magic, multiply};
use crate::ir::builder::Builder;
use crate::ir::entity::{InstId, VReg};
use crate::ir::llt::S64;
use crate::ir::mir::{InstFlags, IntPredicate, Operand};
use crate::ir::opcodes::*;
use crate::isel::known_bits::low_bits;
use crate::isel::legalizer::build::constant_splat;

/// The rules.
pub(crate) const RULES: &[Rule] = &[
    Rule { name: "udiv_constant", roots: &[G_UDIV], apply: |c, inst| quotient(c, inst, unsigned) },
    Rule { name: "sdiv_constant", roots: &[G_SDIV], apply: |c, inst| quotient(c, inst, signed) },
    Rule { name: "urem_constant", roots: &[G_UREM], apply: |c, inst| remainder(c, inst, unsigned) },
    Rule { name: "srem_constant", roots: &[G_SREM], apply: |c, inst| remainder(c, inst, signed) },
    Rule { name: "remainder_is_zero", roots: &[G_ICMP], apply: remainder_is_zero },
];

/// A division, to be replaced before `root`.
struct Division {
    root: InstId,
    dividend: VReg,
    /// The divisor, zero-extended from `bits`.
    divisor: u64,
    bits: u32,
    /// The number of top bits of the dividend that are known to be zero.
    zeros: u32,
}

/// Returns the division that `inst` performs, if it is by a constant and the expansion is
/// profitable.
fn division(c: &mut Combiner<'_>, inst: InstId, root: InstId) -> Option<Division> {
    let (dividend, divisor) = (c.reg(inst, 1)?, c.reg(inst, 2)?);
    let ty = c.ty(dividend);
    let bits = ty.scalar_bits();
    let width_fits = (2..=32).contains(&bits) || ty == S64;
    if c.mf.attrs.min_size || !width_fits {
        return None;
    }
    let divisor = constant_splat(c.mf, divisor)? as u64 & low_bits(bits);
    let known = c.known(dividend);
    let zeros =
        if known.bits == bits { bits - (64 - (!known.zero & low_bits(bits)).leading_zeros()) } else { 0 };
    (divisor != 0).then_some(Division { root, dividend, divisor, bits, zeros })
}

type Divide = fn(&mut Builder<'_>, &Division) -> Option<VReg>;

fn quotient(c: &mut Combiner<'_>, inst: InstId, divide: Divide) -> bool {
    let Some(division) = division(c, inst, inst) else { return false };
    let exact = c.mf.inst(inst).flags.contains(InstFlags::IS_EXACT);
    let mut b = Builder::before(c.mf, inst);
    let value = if exact { Some(exactly(&mut b, &division)) } else { divide(&mut b, &division) };
    value.is_some_and(|value| c.replace_with_register(inst, value))
}

/// Replaces a remainder by the dividend minus a multiple of the divisor.
fn remainder(c: &mut Combiner<'_>, inst: InstId, divide: Divide) -> bool {
    let Some(division) = division(c, inst, inst) else { return false };
    let Division { dividend, divisor, bits, .. } = division;
    let signed = c.mf.opcode(inst) == G_SREM;
    if !signed && !divisor.is_multiple_of(2) && divisor != 1 && is_compared_with_zero(c, inst) {
        return false;
    }
    let ty = c.ty(dividend);
    let mut b = Builder::before(c.mf, inst);
    if divisor.is_power_of_two() && (!signed || division.zeros > 0) {
        let mask = b.int(ty, i128::from(divisor - 1));
        return c.replace_with_opcode(inst, G_AND, &[Operand::use_of(dividend), Operand::use_of(mask)]);
    }
    // The sign of the divisor does not matter.
    let magnitude = if signed { magnitude(divisor, bits) } else { divisor };
    let multiple = if signed && magnitude.is_power_of_two() {
        let rounded = towards_zero(&mut b, &division, magnitude.trailing_zeros());
        b.bin_int(G_AND, rounded, -i128::from(magnitude))
    } else {
        let Some(quotient) = divide(&mut b, &Division { divisor: magnitude, ..division }) else {
            return false;
        };
        multiply::by_constant(&mut b, quotient, magnitude)
    };
    c.replace_with_opcode(inst, G_SUB, &[Operand::use_of(dividend), Operand::use_of(multiple)])
}

/// Returns the magnitude of a signed number of `bits` bits.
fn magnitude(value: u64, bits: u32) -> u64 {
    ((value << (64 - bits)) as i64 >> (64 - bits)).unsigned_abs() & low_bits(bits)
}

/// Returns the quotient of an exact division: the factors of two are shifted out, and the odd rest
/// is multiplied by its inverse.
fn exactly(b: &mut Builder<'_>, division: &Division) -> VReg {
    let &Division { root, dividend, divisor, bits, .. } = division;
    let shift = if b.mf.opcode(root) == G_SDIV { G_ASHR } else { G_LSHR };
    let twos = divisor.trailing_zeros();
    let mut value = dividend;
    if twos > 0 {
        b.flags = InstFlags::IS_EXACT;
        value = b.bin_int(shift, dividend, i128::from(twos));
        b.flags = InstFlags::empty();
    }
    let extended = (divisor << (64 - bits)) as i64 >> (64 - bits);
    let odd = if shift == G_ASHR { (extended >> twos) as u64 } else { divisor >> twos };
    match magic::inverse(odd, bits) {
        1 => value,
        inverse => b.bin_int(G_MUL, value, i128::from(inverse)),
    }
}

fn unsigned(b: &mut Builder<'_>, division: &Division) -> Option<VReg> {
    let &Division { dividend, divisor, bits, zeros, .. } = division;
    let ty = b.ty(dividend);
    if divisor.is_power_of_two() {
        return Some(shifted(b, dividend, divisor.trailing_zeros()));
    }
    if divisor >> (bits - 1) != 0 {
        let reached = b.cmp_int(IntPredicate::Uge, dividend, i128::from(divisor));
        return Some(b.op(G_ZEXT, ty, &[reached]));
    }
    let by = magic::unsigned(divisor, bits, zeros);
    let value = shifted(b, dividend, by.before);
    let high = b.bin_int(G_UMULH, value, i128::from(by.multiplier));
    if !by.add {
        return Some(shifted(b, high, by.after));
    }
    let rest = b.bin(G_SUB, value, high);
    let half = shifted(b, rest, 1);
    let sum = b.bin(G_ADD, half, high);
    Some(shifted(b, sum, by.after - 1))
}

fn shifted(b: &mut Builder<'_>, value: VReg, by: u32) -> VReg {
    if by == 0 { value } else { b.bin_int(G_LSHR, value, i128::from(by)) }
}

fn signed(b: &mut Builder<'_>, division: &Division) -> Option<VReg> {
    let &Division { dividend, divisor, bits, .. } = division;
    let magnitude = magnitude(divisor, bits);
    let negative = divisor >> (bits - 1) != 0;
    let quotient = if magnitude == 1 {
        dividend
    } else if magnitude.is_power_of_two() {
        let shift = magnitude.trailing_zeros();
        let rounded = towards_zero(b, division, shift);
        b.bin_int(G_ASHR, rounded, i128::from(shift))
    } else if division.zeros > 0 {
        unsigned(b, &Division { divisor: magnitude, ..*division })?
    } else {
        signed_by_multiplication(b, division, magnitude)
    };
    Some(if negative { b.neg(quotient) } else { quotient })
}

fn signed_by_multiplication(b: &mut Builder<'_>, division: &Division, magnitude: u64) -> VReg {
    let &Division { dividend, bits, .. } = division;
    let by = magic::signed(magnitude, bits);
    let mut high = b.bin_int(G_SMULH, dividend, i128::from(by.multiplier));
    if by.add {
        high = b.bin(G_ADD, high, dividend);
    }
    let quotient = if by.after == 0 { high } else { b.bin_int(G_ASHR, high, i128::from(by.after)) };
    let sign = b.bin_int(G_LSHR, quotient, i128::from(bits - 1));
    b.bin(G_ADD, quotient, sign)
}

/// Returns the dividend, plus `2^shift - 1` if it is negative.
fn towards_zero(b: &mut Builder<'_>, division: &Division, shift: u32) -> VReg {
    let &Division { dividend, bits, zeros, .. } = division;
    if zeros > 0 || shift == 0 {
        return dividend;
    }
    let sign = if shift == 1 { dividend } else { b.bin_int(G_ASHR, dividend, i128::from(bits - 1)) };
    let bias = b.bin_int(G_LSHR, sign, i128::from(bits - shift));
    b.bin(G_ADD, dividend, bias)
}

/// Returns true if the only use of `inst` is a comparison in one of the next instructions, as
/// `remainder_is_zero` requires.
fn is_compared_with_zero(c: &Combiner<'_>, inst: InstId) -> bool {
    let Some(value) = c.reg(inst, 0).filter(|&v| c.has_one_use(v)) else { return false };
    let mut following = std::iter::successors(c.mf.next_inst(inst), |&i| c.mf.next_inst(i)).take(2);
    following.any(|next| {
        let equality = [IntPredicate::Eq, IntPredicate::Ne];
        c.mf.opcode(next) == G_ICMP
            && c.mf.operand(next, 1).as_int_predicate().is_some_and(|p| equality.contains(&p))
            && c.reg(next, 2) == Some(value)
            && c.constant_operand(next, 3) == Some(0)
    })
}

/// Replaces `x % constant == 0`, unsigned with an odd constant, by a comparison of the product with
/// its inverse: exactly multiples have a small product.
fn remainder_is_zero(c: &mut Combiner<'_>, inst: InstId) -> bool {
    let predicate = match c.mf.operand(inst, 1).as_int_predicate() {
        Some(IntPredicate::Eq) => IntPredicate::Ule,
        Some(IntPredicate::Ne) => IntPredicate::Ugt,
        _ => return false,
    };
    let Some(value) = c.reg(inst, 2).filter(|&v| c.has_one_use(v)) else { return false };
    let rest = c.defined_by(value, G_UREM).filter(|_| c.constant_operand(inst, 3) == Some(0));
    let Some(division) = rest.and_then(|rest| division(c, rest, inst)) else { return false };
    let Division { dividend, divisor, bits, .. } = division;
    if divisor.is_multiple_of(2) || divisor == 1 {
        return false;
    }
    let mut b = Builder::before(c.mf, inst);
    let product = b.bin_int(G_MUL, dividend, i128::from(magic::inverse(divisor, bits)));
    let ty = b.ty(dividend);
    let most = b.int(ty, i128::from(low_bits(bits) / divisor));
    let operands = [Operand::int_predicate(predicate), Operand::use_of(product), Operand::use_of(most)];
    c.replace_with_opcode(inst, G_ICMP, &operands)
}
