//! Rules about vector masks: vectors of bools that are used as integers.

use super::{Combiner, Rule};
use crate::ir::entity::InstId;
use crate::ir::llt::S1;
use crate::ir::mir::{IntPredicate, Operand};
use crate::ir::opcodes::*;
use crate::isel::known_bits::low_bits;

/// The rules.
pub(crate) const RULES: &[Rule] = &[
    Rule { name: "icmp_of_mask_bits", roots: &[G_ICMP], apply: icmp_of_mask_bits },
    Rule { name: "sum_with_mask", roots: &[G_ADD, G_SUB], apply: sum_with_mask },
];

/// Replaces the sum of a vector and zero-extended bools by the difference with sign-extended ones,
/// which are the mask; and a difference by a sum.
fn sum_with_mask(c: &mut Combiner<'_>, inst: InstId) -> bool {
    let (Some(first), Some(second)) = (c.reg(inst, 1), c.reg(inst, 2)) else { return false };
    let ty = c.ty(first);
    if !ty.is_vector() {
        return false;
    }
    let bools = |c: &Combiner<'_>, extended| {
        let extension = c.defined_by(extended, G_ZEXT).filter(|_| c.has_one_use(extended))?;
        c.reg(extension, 1).filter(|&bools| c.ty(bools).element() == S1)
    };
    let is_sum = c.mf.opcode(inst) == G_ADD;
    let (value, bools) = match (bools(c, second), bools(c, first)) {
        (Some(bools), _) => (first, bools),
        (_, Some(bools)) if is_sum => (second, bools),
        _ => return false,
    };
    let mask = c.new_op(inst, G_SEXT, ty, &[bools]);
    let opcode = if is_sum { G_SUB } else { G_ADD };
    c.replace_with_opcode(inst, opcode, &[Operand::use_of(value), Operand::use_of(mask)])
}

/// Replaces a comparison of all bits of a mask with zeros or ones by a reduction: no bit is set, some
/// bit is set, all are set, or not all.
fn icmp_of_mask_bits(c: &mut Combiner<'_>, inst: InstId) -> bool {
    let (Some(bits), Some(value)) = (c.reg(inst, 2), c.constant_operand(inst, 3)) else { return false };
    let cast = c.defined_by(bits, G_BITCAST).filter(|_| c.has_one_use(bits));
    let Some(mask) = cast.and_then(|cast| c.reg(cast, 1)) else { return false };
    let ty = c.ty(mask);
    if !ty.is_vector()
        || ty.is_scalable()
        || ty.element() != S1
        || c.reg(inst, 0).map(|dst| c.ty(dst)) != Some(S1)
    {
        return false;
    }
    let reduction = match value {
        0 => G_VECREDUCE_OR,
        ones if ones == low_bits(ty.elements()) => G_VECREDUCE_AND,
        _ => return false,
    };
    let is_direct = match c.mf.operand(inst, 1).as_int_predicate() {
        Some(IntPredicate::Ne) => reduction == G_VECREDUCE_OR,
        Some(IntPredicate::Eq) => reduction == G_VECREDUCE_AND,
        _ => return false,
    };
    if is_direct {
        return c.replace_with_opcode(inst, reduction, &[Operand::use_of(mask)]);
    }
    let reduced = c.new_op(inst, reduction, S1, &[mask]);
    let one = c.new_constant(inst, S1, 1);
    c.replace_with_opcode(inst, G_XOR, &[Operand::use_of(reduced), Operand::use_of(one)])
}
