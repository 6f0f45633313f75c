//! Rules about constants and identities.

use super::{Combiner, Rule};
use crate::ir::entity::{InstId, VReg};
use crate::ir::llt::{S32, S64};
use crate::ir::mir::{FloatPredicate, InstFlags, IntPredicate, Operand};
use crate::ir::opcodes::*;
use crate::isel::known_bits::low_bits;
use crate::machine::desc::instructions::Opcode;
use std::ops::Range;

/// The rules.
pub const RULES: &[Rule] = &[
    Rule { name: "fold_binary", roots: BINARY, apply: fold_binary },
    Rule { name: "fold_compare", roots: &[G_ICMP], apply: fold_compare },
    Rule {
        name: "right_identity_zero",
        roots: &[G_ADD, G_PTR_ADD, G_SUB, G_OR, G_XOR, G_SHL, G_LSHR, G_ASHR],
        apply: right_identity_zero,
    },
    Rule { name: "right_identity_one", roots: &[G_MUL], apply: right_identity_one },
    Rule { name: "binop_same_val", roots: &[G_AND, G_OR, G_XOR, G_SUB], apply: binop_same_val },
    Rule { name: "commute_constant_to_rhs", roots: COMMUTATIVE, apply: commute_constant_to_rhs },
    Rule { name: "not_compare", roots: &[G_XOR], apply: not_compare },
    Rule { name: "select_constant", roots: &[G_SELECT], apply: select_constant },
    Rule { name: "select_same_val", roots: &[G_SELECT], apply: select_same_val },
    Rule { name: "shift_shift", roots: &[G_SHL, G_LSHR, G_ASHR], apply: shift_shift },
    Rule { name: "add_add", roots: &[G_ADD, G_PTR_ADD], apply: add_add },
    Rule { name: "disjoint_or_to_add", roots: &[G_OR], apply: disjoint_or_to_add },
    Rule { name: "ordered_with_constant", roots: &[G_FCMP], apply: ordered_with_constant },
    Rule { name: "fmul_negated", roots: &[G_FMUL], apply: fmul_negated },
    Rule { name: "fmul_by_constant", roots: &[G_FMUL], apply: fmul_by_constant },
    Rule { name: "fadd_negated", roots: &[G_FADD, G_FSUB], apply: fadd_negated },
];

const BINARY: &[Opcode] = &[G_ADD, G_SUB, G_MUL, G_AND, G_OR, G_XOR, G_SHL, G_LSHR, G_ASHR];

const COMMUTATIVE: &[Opcode] = &[G_ADD, G_MUL, G_AND, G_OR, G_XOR];

/// Folds an operation on two constants.
fn fold_binary(c: &mut Combiner<'_>, inst: InstId) -> bool {
    let (Some(a), Some(b)) = (c.constant_operand(inst, 1), c.constant_operand(inst, 2)) else { return false };
    let Some(bits) = c.reg(inst, 0).and_then(|dst| c.scalar_width(dst)) else { return false };
    let in_range = b < u64::from(bits);
    let value = match c.mf.opcode(inst) {
        G_ADD => a.wrapping_add(b),
        G_SUB => a.wrapping_sub(b),
        G_MUL => a.wrapping_mul(b),
        G_AND => a & b,
        G_OR => a | b,
        G_XOR => a ^ b,
        G_SHL if in_range => a << b,
        G_LSHR if in_range => a >> b,
        G_ASHR if in_range => ((a << (64 - bits)) as i64 >> (64 - bits) >> b) as u64,
        _ => return false,
    };
    c.replace_with_constant(inst, value & low_bits(bits))
}

/// Folds a comparison of two constants.
fn fold_compare(c: &mut Combiner<'_>, inst: InstId) -> bool {
    let (Some(a), Some(b)) = (c.constant_operand(inst, 2), c.constant_operand(inst, 3)) else { return false };
    let Some(bits) = c.reg(inst, 2).map(|x| c.ty(x).bits()) else { return false };
    let Some(predicate) = c.mf.operand(inst, 1).as_int_predicate() else { return false };
    let signed = |v: u64| (v << (64 - bits)) as i64;
    let holds = match predicate {
        IntPredicate::Eq => a == b,
        IntPredicate::Ne => a != b,
        IntPredicate::Ugt => a > b,
        IntPredicate::Uge => a >= b,
        IntPredicate::Ult => a < b,
        IntPredicate::Ule => a <= b,
        IntPredicate::Sgt => signed(a) > signed(b),
        IntPredicate::Sge => signed(a) >= signed(b),
        IntPredicate::Slt => signed(a) < signed(b),
        IntPredicate::Sle => signed(a) <= signed(b),
    };
    c.replace_with_constant(inst, u64::from(holds))
}

/// Replaces `x + 0` and the like by `x`.
fn right_identity_zero(c: &mut Combiner<'_>, inst: InstId) -> bool {
    match (c.reg(inst, 1), c.constant_operand(inst, 2)) {
        (Some(x), Some(0)) => c.replace_with_register(inst, x),
        _ => false,
    }
}

/// Replaces `x * 1` by `x`.
fn right_identity_one(c: &mut Combiner<'_>, inst: InstId) -> bool {
    match (c.reg(inst, 1), c.constant_operand(inst, 2)) {
        (Some(x), Some(1)) => c.replace_with_register(inst, x),
        _ => false,
    }
}

/// Folds `x & x`, `x | x`, `x ^ x`, `x - x`.
fn binop_same_val(c: &mut Combiner<'_>, inst: InstId) -> bool {
    let Some(x) = c.reg(inst, 1).filter(|&x| c.reg(inst, 2) == Some(x)) else { return false };
    match c.mf.opcode(inst) {
        G_AND | G_OR => c.replace_with_register(inst, x),
        _ => c.scalar_width(x).is_some() && c.replace_with_constant(inst, 0),
    }
}

/// Commutes a constant to the right, where the other rules expect it.
fn commute_constant_to_rhs(c: &mut Combiner<'_>, inst: InstId) -> bool {
    let swap = c.constant_operand(inst, 1).is_some() && c.constant_operand(inst, 2).is_none();
    if swap {
        let (first, second) = (c.mf.operand(inst, 1), c.mf.operand(inst, 2));
        c.mf.set_operand(inst, 1, second);
        c.mf.set_operand(inst, 2, first);
    }
    swap
}

/// The maximum constant of a disjoint or that becomes an addition: all targets add it at once.
const MAX_ADDEND: u64 = 2047;

/// Replaces `x | c` of 64 bits without common bits by `x + c`, which folds into addresses and is
/// seen as an induction variable's offset.
fn disjoint_or_to_add(c: &mut Combiner<'_>, inst: InstId) -> bool {
    let is_disjoint = c.mf.inst(inst).flags.contains(InstFlags::DISJOINT);
    let is_small = c.constant_operand(inst, 2).is_some_and(|constant| constant <= MAX_ADDEND);
    let is_address = c.reg(inst, 0).is_some_and(|dst| c.scalar_width(dst) == Some(64));
    if !(is_disjoint && is_small && is_address) {
        return false;
    }
    let operands = [c.mf.operand(inst, 1), c.mf.operand(inst, 2)];
    let is_replaced = c.replace_with_opcode(inst, G_ADD, &operands);
    if is_replaced {
        c.mf.inst_mut(inst).flags = InstFlags::NO_U_WRAP | InstFlags::NO_S_WRAP;
    }
    is_replaced
}

/// Returns the value of a constant of single or double precision.
fn float_constant(c: &Combiner<'_>, vreg: VReg) -> Option<f64> {
    let def = c.defined_by(vreg, G_FCONSTANT)?;
    let bits = c.mf.fp_value(c.mf.operand(def, 1))?;
    match c.ty(vreg) {
        S32 => Some(f64::from(f32::from_bits(bits as u32))),
        S64 => Some(f64::from_bits(bits as u64)),
        _ => None,
    }
}

/// Returns the value of a constant, or of all elements of a constant vector.
fn float_splat(c: &Combiner<'_>, vreg: VReg) -> Option<f64> {
    let Some(def) = c.defined_by(vreg, G_BUILD_VECTOR) else { return float_constant(c, vreg) };
    let first = float_constant(c, c.reg(def, 1)?)?;
    let is_equal = |n: usize| c.reg(def, n).and_then(|v| float_constant(c, v)) == Some(first);
    (2..c.mf.operands(def).len()).all(is_equal).then_some(first)
}

/// Replaces `x * 2` by `x + x`, `x * 1` by `x`, and `x * -1` by `-x`.
fn fmul_by_constant(c: &mut Combiner<'_>, inst: InstId) -> bool {
    let (Some(dst), Some(x), Some(y)) = (c.reg(inst, 0), c.reg(inst, 1), c.reg(inst, 2)) else {
        return false;
    };
    let (x, constant) = match (float_splat(c, x), float_splat(c, y)) {
        (None, Some(constant)) => (x, constant),
        (Some(constant), None) => (y, constant),
        _ => return false,
    };
    let (ty, flags) = (c.ty(dst), c.mf.inst(inst).flags);
    if constant == 1.0 {
        c.replace_with_register(inst, x)
    } else if constant == -1.0 && c.may_make(G_FNEG, &[ty]) {
        c.replace_with_opcode(inst, G_FNEG, &[Operand::use_of(x)])
    } else if constant == 2.0 && c.may_make(G_FADD, &[ty]) {
        c.replace_with_opcode(inst, G_FADD, &[x, x].map(Operand::use_of));
        c.mf.inst_mut(inst).flags = flags;
        true
    } else {
        false
    }
}

/// Replaces `fcmp ord x, c` by `fcmp ord x, x`, for a constant that is no NaN; also `uno`.
fn ordered_with_constant(c: &mut Combiner<'_>, inst: InstId) -> bool {
    let predicate = c.mf.operand(inst, 1).as_float_predicate();
    let (Some(x), Some(other)) = (c.reg(inst, 2), c.reg(inst, 3)) else { return false };
    let is_number = float_constant(c, other).is_some_and(|number| !number.is_nan());
    let is_order = matches!(predicate, Some(FloatPredicate::Ord | FloatPredicate::Uno));
    if is_order && is_number {
        c.mf.set_operand(inst, 3, Operand::use_of(x));
    }
    is_order && is_number
}

/// Replaces the inverse of a comparison without other uses by the inverse comparison.
fn not_compare(c: &mut Combiner<'_>, inst: InstId) -> bool {
    let Some(condition) =
        c.reg(inst, 1).filter(|&v| c.has_one_use(v) && c.constant_operand(inst, 2) == Some(1))
    else {
        return false;
    };
    let Some(compare) = c.defined_by(condition, G_ICMP) else { return false };
    let Some(predicate) = c.mf.operand(compare, 1).as_int_predicate() else { return false };
    let operands =
        [Operand::int_predicate(predicate.inverse()), c.mf.operand(compare, 2), c.mf.operand(compare, 3)];
    c.replace_with_opcode(inst, G_ICMP, &operands)
}

/// Folds a select with a constant condition.
fn select_constant(c: &mut Combiner<'_>, inst: InstId) -> bool {
    let Some(condition) = c.constant_operand(inst, 1) else { return false };
    match c.reg(inst, if condition & 1 != 0 { 2 } else { 3 }) {
        Some(value) => c.replace_with_register(inst, value),
        None => false,
    }
}

/// Replaces `condition ? x : x` by `x`.
fn select_same_val(c: &mut Combiner<'_>, inst: InstId) -> bool {
    match (c.reg(inst, 2), c.reg(inst, 3)) {
        (Some(a), Some(b)) if a == b => c.replace_with_register(inst, a),
        _ => false,
    }
}

/// Combines `(x << a) << b` and the like.
fn shift_shift(c: &mut Combiner<'_>, inst: InstId) -> bool {
    let (Some(x), Some(b)) = (c.reg(inst, 1), c.constant_operand(inst, 2)) else { return false };
    let opcode = c.mf.opcode(inst);
    let Some(inner) = c.defined_by(x, opcode) else { return false };
    let (Some(y), Some(a)) = (c.reg(inner, 1), c.constant_operand(inner, 2)) else { return false };
    let (Some(bits), Some(by)) = (c.scalar_width(x).map(u64::from), c.reg(inst, 2)) else { return false };
    let sum = match a.saturating_add(b) {
        _ if a >= bits || b >= bits => return false,
        sum if sum < bits => sum,
        _ if opcode == G_ASHR => bits - 1,
        _ => return c.replace_with_constant(inst, 0),
    };
    let sum = c.new_constant(inst, c.ty(by), sum);
    c.replace_with_opcode(inst, opcode, &[Operand::use_of(y), Operand::use_of(sum)])
}

/// The range of addends that every target has as immediates.
const ADDENDS: Range<i64> = -2048..2048;

/// Combines `(x + a) + b` if the sum of the constants is as cheap as one of them.
fn add_add(c: &mut Combiner<'_>, inst: InstId) -> bool {
    let (Some(x), Some(b)) = (c.reg(inst, 1), c.constant_operand(inst, 2)) else { return false };
    let opcode = c.mf.opcode(inst);
    let Some(inner) = c.defined_by(x, opcode) else { return false };
    let (Some(y), Some(a)) = (c.reg(inner, 1), c.constant_operand(inner, 2)) else { return false };
    let Some(offset) = c.reg(inst, 2) else { return false };
    let sum = a.wrapping_add(b);
    let bits = c.ty(offset).bits();
    let signed = (sum << (64 - bits)) as i64 >> (64 - bits);
    if !ADDENDS.contains(&signed) {
        return false;
    }
    let sum = c.new_constant(inst, c.ty(offset), sum);
    c.replace_with_opcode(inst, opcode, &[Operand::use_of(y), Operand::use_of(sum)])
}

/// Replaces `x * -y` by `-(x * y)`, which folds into an addition or subtraction.
fn fmul_negated(c: &mut Combiner<'_>, inst: InstId) -> bool {
    let (Some(dst), Some(x), Some(y)) = (c.reg(inst, 0), c.reg(inst, 1), c.reg(inst, 2)) else {
        return false;
    };
    let negated = |v: VReg| c.defined_by(v, G_FNEG).filter(|_| c.has_one_use(v)).and_then(|i| c.reg(i, 1));
    let factors = match (negated(x), negated(y)) {
        (None, Some(y)) => [x, y],
        (Some(x), None) => [x, y],
        _ => return false,
    };
    let product = c.new_op(inst, G_FMUL, c.ty(dst), &factors);
    c.replace_with_opcode(inst, G_FNEG, &[Operand::use_of(product)])
}

/// Replaces `x + -y` by `x - y`, and `x - -y` by `x + y`.
fn fadd_negated(c: &mut Combiner<'_>, inst: InstId) -> bool {
    let (Some(x), Some(y)) = (c.reg(inst, 1), c.reg(inst, 2)) else { return false };
    let negated = |v: VReg| c.defined_by(v, G_FNEG).and_then(|i| c.reg(i, 1));
    let (opcode, operands) = match (c.mf.opcode(inst), negated(x), negated(y)) {
        (G_FADD, _, Some(y)) => (G_FSUB, [x, y]),
        (G_FADD, Some(x), _) => (G_FSUB, [y, x]),
        (_, _, Some(y)) => (G_FADD, [x, y]),
        _ => return false,
    };
    c.replace_with_opcode(inst, opcode, &operands.map(Operand::use_of))
}
