//! Minimum, maximum, absolute values, three-way comparison, averages.

use crate::ir::builder::Builder;
use crate::ir::entity::InstId;
use crate::ir::mir::IntPredicate;
use crate::ir::opcodes::*;
use crate::isel::legalizer::Outcome;

/// Lowers to a comparison and a select.
pub(crate) fn min_max(b: &mut Builder<'_>, inst: InstId) -> Outcome {
    let (dst, lhs, rhs) = (b.reg(inst, 0), b.reg(inst, 1), b.reg(inst, 2));
    let predicate = match b.mf.opcode(inst) {
        G_SMIN => IntPredicate::Slt,
        G_SMAX => IntPredicate::Sgt,
        G_UMIN => IntPredicate::Ult,
        _ => IntPredicate::Ugt,
    };
    let first = b.cmp(predicate, lhs, rhs);
    b.define_by(dst, G_SELECT, &[first, lhs, rhs]);
    Outcome::Replaced
}

/// Lowers an absolute value to `(x ^ s) - s`, with the sign mask `s`.
pub(crate) fn absolute(b: &mut Builder<'_>, inst: InstId) -> Outcome {
    let (dst, src) = (b.reg(inst, 0), b.reg(inst, 1));
    let top = b.ty(src).scalar_bits() - 1;
    let sign = b.bin_int(G_ASHR, src, top as i128);
    let flipped = b.bin(G_XOR, src, sign);
    b.define_by(dst, G_SUB, &[flipped, sign]);
    Outcome::Replaced
}

/// Lowers a three-way comparison to greater minus less.
pub(crate) fn three_way(b: &mut Builder<'_>, inst: InstId) -> Outcome {
    let (dst, lhs, rhs) = (b.reg(inst, 0), b.reg(inst, 1), b.reg(inst, 2));
    let signed = b.mf.opcode(inst) == G_SCMP;
    let (greater, less) =
        if signed { (IntPredicate::Sgt, IntPredicate::Slt) } else { (IntPredicate::Ugt, IntPredicate::Ult) };
    let ty = b.ty(dst);
    let (greater, less) = (b.cmp(greater, lhs, rhs), b.cmp(less, lhs, rhs));
    let (greater, less) = (b.resize(G_ZEXT, ty, greater), b.resize(G_ZEXT, ty, less));
    b.define_by(dst, G_SUB, &[greater, less]);
    Outcome::Replaced
}

/// Lowers an absolute difference to a select of the difference that does not wrap.
pub(crate) fn absolute_difference(b: &mut Builder<'_>, inst: InstId) -> Outcome {
    let (dst, lhs, rhs) = (b.reg(inst, 0), b.reg(inst, 1), b.reg(inst, 2));
    let signed = b.mf.opcode(inst) == G_ABDS;
    let first = b.cmp(if signed { IntPredicate::Sgt } else { IntPredicate::Ugt }, lhs, rhs);
    let (down, up) = (b.bin(G_SUB, lhs, rhs), b.bin(G_SUB, rhs, lhs));
    b.define_by(dst, G_SELECT, &[first, down, up]);
    Outcome::Replaced
}

/// Lowers an average to the common bits plus or minus half of the different ones, which does not
/// overflow.
pub(crate) fn average(b: &mut Builder<'_>, inst: InstId) -> Outcome {
    let (opcode, dst, lhs, rhs) = (b.mf.opcode(inst), b.reg(inst, 0), b.reg(inst, 1), b.reg(inst, 2));
    let down = matches!(opcode, G_UAVGFLOOR | G_SAVGFLOOR);
    let signed = matches!(opcode, G_SAVGFLOOR | G_SAVGCEIL);
    let common = b.bin(if down { G_AND } else { G_OR }, lhs, rhs);
    let different = b.bin(G_XOR, lhs, rhs);
    let half = b.bin_int(if signed { G_ASHR } else { G_LSHR }, different, 1);
    b.define_by(dst, if down { G_ADD } else { G_SUB }, &[common, half]);
    Outcome::Replaced
}
