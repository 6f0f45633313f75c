//! High halves of products, remainders, fixed-point multiplication and division.

use super::saturate::clamp;
use crate::ir::builder::Builder;
use crate::ir::entity::{InstId, VReg};
use crate::ir::mir::IntPredicate;
use crate::ir::opcodes::*;
use crate::isel::legalizer::Outcome;
use crate::machine::desc::instructions::Opcode;

/// Lowers to the product in twice the width, shifted right.
pub(crate) fn multiply_high(b: &mut Builder<'_>, inst: InstId) -> Outcome {
    let (opcode, dst, lhs, rhs) = (b.mf.opcode(inst), b.reg(inst, 0), b.reg(inst, 1), b.reg(inst, 2));
    let ty = b.ty(dst);
    let bits = ty.scalar_bits();
    let wide = ty.with_scalar_bits(bits * 2);
    let extend = if opcode == G_SMULH { G_SEXT } else { G_ZEXT };
    let (lhs, rhs) = (b.op(extend, wide, &[lhs]), b.op(extend, wide, &[rhs]));
    let product = b.bin(G_MUL, lhs, rhs);
    let high = b.bin_int(G_LSHR, product, bits as i128);
    b.define_by(dst, G_TRUNC, &[high]);
    Outcome::Replaced
}

/// Lowers a remainder to the dividend minus the quotient's multiple.
pub(crate) fn remainder(b: &mut Builder<'_>, inst: InstId) -> Outcome {
    let (dst, lhs, rhs) = (b.reg(inst, 0), b.reg(inst, 1), b.reg(inst, 2));
    let divide = if b.mf.opcode(inst) == G_SREM { G_SDIV } else { G_UDIV };
    if b.ty(dst).bits() > 64 {
        return Outcome::Declined;
    }
    let quotient = b.bin(divide, lhs, rhs);
    let multiple = b.bin(G_MUL, quotient, rhs);
    b.define_by(dst, G_SUB, &[lhs, multiple]);
    Outcome::Replaced
}

/// Lowers to a division and a remainder.
pub(crate) fn divide_with_remainder(b: &mut Builder<'_>, inst: InstId) -> Outcome {
    let (quotient, rest, lhs, rhs) = (b.reg(inst, 0), b.reg(inst, 1), b.reg(inst, 2), b.reg(inst, 3));
    let signed = b.mf.opcode(inst) == G_SDIVREM;
    b.define_by(quotient, if signed { G_SDIV } else { G_UDIV }, &[lhs, rhs]);
    b.define_by(rest, if signed { G_SREM } else { G_UREM }, &[lhs, rhs]);
    Outcome::Replaced
}

/// Lowers a fixed-point product: computed in twice the width, scaled down, and saturated if
/// required.
pub(crate) fn multiply_fixed(b: &mut Builder<'_>, inst: InstId) -> Outcome {
    let (opcode, dst, lhs, rhs) = (b.mf.opcode(inst), b.reg(inst, 0), b.reg(inst, 1), b.reg(inst, 2));
    let scale = b.imm_of(inst, 3) as i128;
    let signed = matches!(opcode, G_SMULFIX | G_SMULFIXSAT);
    let ty = b.ty(dst);
    let wide = ty.with_scalar_bits(ty.scalar_bits() * 2);
    let extend = if signed { G_SEXT } else { G_ZEXT };
    let (lhs, rhs) = (b.op(extend, wide, &[lhs]), b.op(extend, wide, &[rhs]));
    let product = b.bin(G_MUL, lhs, rhs);
    let mut scaled = b.bin_int(if signed { G_ASHR } else { G_LSHR }, product, scale);
    if matches!(opcode, G_SMULFIXSAT | G_UMULFIXSAT) {
        scaled = clamp(b, scaled, ty.scalar_bits(), signed);
    }
    b.define_by(dst, G_TRUNC, &[scaled]);
    Outcome::Replaced
}

/// Lowers a fixed-point division: the dividend is scaled up in a wider type, the quotient is
/// rounded down, and saturated if required.
pub(crate) fn divide_fixed(b: &mut Builder<'_>, inst: InstId) -> Outcome {
    let (opcode, dst, lhs, rhs) = (b.mf.opcode(inst), b.reg(inst, 0), b.reg(inst, 1), b.reg(inst, 2));
    let scale = b.imm_of(inst, 3);
    let [scaled, rhs] = scale_dividend(b, opcode, [lhs, rhs], scale);
    let quotient = b.bin(if is_signed(opcode) { G_SDIV } else { G_UDIV }, scaled, rhs);
    define_fixed_quotient(b, opcode, dst, [quotient, scaled, rhs]);
    Outcome::Replaced
}

fn is_signed(opcode: Opcode) -> bool {
    matches!(opcode, G_SDIVFIX | G_SDIVFIXSAT)
}

/// Returns the operands of a fixed-point division in twice the width, the dividend scaled up.
pub fn scale_dividend(b: &mut Builder<'_>, opcode: Opcode, operands: [VReg; 2], scale: i64) -> [VReg; 2] {
    let ty = b.ty(operands[0]);
    let wide = ty.with_scalar_bits(ty.scalar_bits() * 2);
    let extend = if is_signed(opcode) { G_SEXT } else { G_ZEXT };
    let [lhs, rhs] = operands.map(|operand| b.op(extend, wide, &[operand]));
    [b.bin_int(G_SHL, lhs, scale.into()), rhs]
}

/// Defines `dst` by the quotient of the operands from [`scale_dividend`].
pub fn define_fixed_quotient(
    b: &mut Builder<'_>,
    opcode: Opcode,
    dst: VReg,
    [mut quotient, scaled, rhs]: [VReg; 3],
) {
    let signed = is_signed(opcode);
    if signed {
        quotient = round_down(b, quotient, scaled, rhs);
    }
    if matches!(opcode, G_SDIVFIXSAT | G_UDIVFIXSAT) {
        quotient = clamp(b, quotient, b.ty(dst).scalar_bits(), signed);
    }
    b.define_by(dst, G_TRUNC, &[quotient]);
}

/// Rounds down a quotient that was rounded towards zero: subtracts one if it is negative and
/// inexact.
fn round_down(b: &mut Builder<'_>, quotient: VReg, lhs: VReg, rhs: VReg) -> VReg {
    let multiple = b.bin(G_MUL, quotient, rhs);
    let inexact = b.cmp(IntPredicate::Ne, multiple, lhs);
    let signs = b.bin(G_XOR, lhs, rhs);
    let negative = b.cmp_int(IntPredicate::Slt, signs, 0);
    let less = b.bin(G_AND, inexact, negative);
    let ty = b.ty(quotient);
    let less = b.op(G_ZEXT, ty, &[less]);
    b.bin(G_SUB, quotient, less)
}
