//! Saturating arithmetic.

use crate::ir::builder::Builder;
use crate::ir::entity::{InstId, VReg};
use crate::ir::mir::IntPredicate::{Ne, Slt};
use crate::ir::opcodes::*;
use crate::isel::legalizer::Outcome;

/// Clamps `value` to the range of `bits` bits, signed or unsigned.
pub(crate) fn clamp(b: &mut Builder<'_>, value: VReg, bits: u32, signed: bool) -> VReg {
    let ty = b.ty(value);
    if !signed {
        let most = b.low_mask(ty, bits);
        return b.bin(G_UMIN, value, most);
    }
    let most = b.low_mask(ty, bits - 1);
    let least = b.not(most);
    let low = b.bin(G_SMIN, value, most);
    b.bin(G_SMAX, low, least)
}

/// Lowers to a select of all ones, or zero, on overflow.
pub(crate) fn unsigned_add_sub(b: &mut Builder<'_>, inst: InstId) -> Outcome {
    let (opcode, dst, lhs, rhs) = (b.mf.opcode(inst), b.reg(inst, 0), b.reg(inst, 1), b.reg(inst, 2));
    let ty = b.ty(dst);
    let add = opcode == G_UADDSAT;
    let flag = b.bool_ty(ty);
    let (result, overflow) = b.op2(if add { G_UADDO } else { G_USUBO }, (ty, flag), &[lhs, rhs]);
    let limit = b.int(ty, if add { -1 } else { 0 });
    b.define_by(dst, G_SELECT, &[overflow, limit, result]);
    Outcome::Replaced
}

/// Lowers to a select of the limit opposite to the wrapped result's sign on overflow.
pub(crate) fn signed_add_sub(b: &mut Builder<'_>, inst: InstId) -> Outcome {
    let (opcode, dst, lhs, rhs) = (b.mf.opcode(inst), b.reg(inst, 0), b.reg(inst, 1), b.reg(inst, 2));
    let ty = b.ty(dst);
    let add = opcode == G_SADDSAT;
    let flag = b.bool_ty(ty);
    let (result, overflow) = b.op2(if add { G_SADDO } else { G_SSUBO }, (ty, flag), &[lhs, rhs]);
    let sign = b.bin_int(G_ASHR, result, ty.scalar_bits() as i128 - 1);
    let least = b.sign_mask(ty);
    let limit = b.bin(G_XOR, sign, least);
    b.define_by(dst, G_SELECT, &[overflow, limit, result]);
    Outcome::Replaced
}

/// Lowers to a select of the limit if shifting back does not restore the value.
pub(crate) fn shift_left(b: &mut Builder<'_>, inst: InstId) -> Outcome {
    let (opcode, dst, src, amount) = (b.mf.opcode(inst), b.reg(inst, 0), b.reg(inst, 1), b.reg(inst, 2));
    let ty = b.ty(dst);
    let signed = opcode == G_SSHLSAT;
    let shifted = b.bin(G_SHL, src, amount);
    let back = b.bin(if signed { G_ASHR } else { G_LSHR }, shifted, amount);
    let lost = b.cmp(Ne, back, src);
    let limit = if signed {
        let (least, most) = (b.sign_mask(ty), b.max_signed(ty));
        let negative = b.cmp_int(Slt, src, 0);
        b.select(negative, least, most)
    } else {
        b.int(ty, -1)
    };
    b.define_by(dst, G_SELECT, &[lost, limit, shifted]);
    Outcome::Replaced
}

/// Clamps to the range of the narrow type, then truncates.
pub(crate) fn truncate(b: &mut Builder<'_>, inst: InstId) -> Outcome {
    let (opcode, dst, src) = (b.mf.opcode(inst), b.reg(inst, 0), b.reg(inst, 1));
    let bits = b.ty(dst).scalar_bits();
    let clamped = match opcode {
        G_TRUNC_SSAT_S => clamp(b, src, bits, true),
        G_TRUNC_USAT_U => clamp(b, src, bits, false),
        _ => {
            let ty = b.ty(src);
            let positive = b.bin_int(G_SMAX, src, 0);
            let most = b.low_mask(ty, bits);
            b.bin(G_SMIN, positive, most)
        }
    };
    b.define_by(dst, G_TRUNC, &[clamped]);
    Outcome::Replaced
}
