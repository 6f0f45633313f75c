//! Arithmetic with overflow flags.

use crate::ir::builder::Builder;
use crate::ir::entity::{InstId, VReg};
use crate::ir::mir::IntPredicate::{Ne, Slt, Ult};
use crate::ir::opcodes::*;
use crate::isel::legalizer::Outcome;

/// Defines the flag `dst` as `value`, an `s1`.
fn define_flag(b: &mut Builder<'_>, dst: VReg, value: VReg) {
    let ty = b.ty(dst);
    let value = b.resize(G_ZEXT, ty, value);
    b.define(dst, value);
}

/// Returns true if the flag is used.
fn is_used(b: &Builder<'_>, flag: VReg) -> bool {
    b.mf.use_count(flag) != 0
}

/// Lowers unsigned additions and subtractions. A sum has wrapped if it is less than an operand; a
/// difference wraps if the minuend is less.
pub(crate) fn unsigned_add_sub(b: &mut Builder<'_>, inst: InstId) -> Outcome {
    let (opcode, dst, flag) = (b.mf.opcode(inst), b.reg(inst, 0), b.reg(inst, 1));
    let (lhs, rhs, carry) = (b.reg(inst, 2), b.reg(inst, 3), b.mf.vreg_operand(inst, 4));
    let add = matches!(opcode, G_UADDO | G_UADDE);
    let ty = b.ty(dst);
    let first = b.bin(if add { G_ADD } else { G_SUB }, lhs, rhs);
    let wrapped = is_used(b, flag).then(|| if add { b.cmp(Ult, first, rhs) } else { b.cmp(Ult, lhs, rhs) });
    let Some(carry) = carry else {
        b.define(dst, first);
        if let Some(wrapped) = wrapped {
            define_flag(b, flag, wrapped);
        }
        return Outcome::Replaced;
    };
    let carry = b.resize(G_ZEXT, ty, carry);
    let result = b.bin(if add { G_ADD } else { G_SUB }, first, carry);
    if let Some(wrapped) = wrapped {
        let again = if add { b.cmp(Ult, result, carry) } else { b.cmp(Ult, first, carry) };
        let either = b.bin(G_OR, wrapped, again);
        define_flag(b, flag, either);
    }
    b.define(dst, result);
    Outcome::Replaced
}

/// Lowers signed additions and subtractions. Overflow is a result sign that does not follow from
/// the operands' signs.
pub(crate) fn signed_add_sub(b: &mut Builder<'_>, inst: InstId) -> Outcome {
    let (opcode, dst, flag) = (b.mf.opcode(inst), b.reg(inst, 0), b.reg(inst, 1));
    let (lhs, rhs, carry) = (b.reg(inst, 2), b.reg(inst, 3), b.mf.vreg_operand(inst, 4));
    let add = matches!(opcode, G_SADDO | G_SADDE);
    let arith = if add { G_ADD } else { G_SUB };
    let ty = b.ty(dst);
    let mut result = b.bin(arith, lhs, rhs);
    if let Some(carry) = carry {
        let carry = b.resize(G_ZEXT, ty, carry);
        result = b.bin(arith, result, carry);
    }
    let changed = b.bin(G_XOR, result, lhs);
    let against = if add { b.bin(G_XOR, result, rhs) } else { b.bin(G_XOR, lhs, rhs) };
    let both = b.bin(G_AND, changed, against);
    let overflow = b.cmp_int(Slt, both, 0);
    define_flag(b, flag, overflow);
    b.define(dst, result);
    Outcome::Replaced
}

/// Lowers a multiplication by the product in twice the width if that fits a register, else by the
/// high half.
pub(crate) fn multiply(b: &mut Builder<'_>, inst: InstId) -> Outcome {
    let (dst, flag, lhs, rhs) = (b.reg(inst, 0), b.reg(inst, 1), b.reg(inst, 2), b.reg(inst, 3));
    let signed = b.mf.opcode(inst) == G_SMULO;
    let ty = b.ty(dst);
    let bits = ty.scalar_bits();
    let overflow = if bits <= 32 {
        let wide = ty.with_scalar_bits(bits * 2);
        let extend = if signed { G_SEXT } else { G_ZEXT };
        let (l, r) = (b.op(extend, wide, &[lhs]), b.op(extend, wide, &[rhs]));
        let product = b.bin(G_MUL, l, r);
        let low = b.op(G_TRUNC, ty, &[product]);
        b.define(dst, low);
        let again = b.op(extend, wide, &[low]);
        b.cmp(Ne, product, again)
    } else {
        let high = b.bin(if signed { G_SMULH } else { G_UMULH }, lhs, rhs);
        let low = b.bin(G_MUL, lhs, rhs);
        b.define(dst, low);
        let expected = if signed { b.bin_int(G_ASHR, low, bits as i128 - 1) } else { b.int(ty, 0) };
        b.cmp(Ne, high, expected)
    };
    define_flag(b, flag, overflow);
    Outcome::Replaced
}
