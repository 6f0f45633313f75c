//! Rules about constants and identities.

use super::{Combiner, Rule};
use crate::analysis::known_bits::low_bits;
use crate::entity::InstId;
use crate::mir::Operand;
use crate::opcodes::*;
use crate::target::instructions::Opcode;

/// The rules.
pub(super) const RULES: &[Rule] = &[
    Rule { name: "fold_binary", roots: BINARY, apply: fold_binary },
    Rule {
        name: "identity",
        roots: &[G_ADD, G_PTR_ADD, G_SUB, G_OR, G_XOR, G_SHL, G_LSHR, G_ASHR],
        apply: identity,
    },
    Rule { name: "select_same", roots: &[G_SELECT], apply: select_same },
    Rule { name: "add_add", roots: &[G_ADD, G_PTR_ADD], apply: add_add },
];

const BINARY: &[Opcode] = &[G_ADD, G_SUB, G_MUL, G_AND, G_OR, G_XOR, G_SHL, G_LSHR, G_ASHR];

/// An operation on two constants.
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
    c.become_constant(inst, value & low_bits(bits))
}

/// `x + 0` and the like.
fn identity(c: &mut Combiner<'_>, inst: InstId) -> bool {
    match (c.reg(inst, 1), c.constant_operand(inst, 2)) {
        (Some(x), Some(0)) => c.become_value(inst, x),
        _ => false,
    }
}

/// `condition ? x : x`.
fn select_same(c: &mut Combiner<'_>, inst: InstId) -> bool {
    match (c.reg(inst, 2), c.reg(inst, 3)) {
        (Some(a), Some(b)) if a == b => c.become_value(inst, a),
        _ => false,
    }
}

/// `(x + a) + b`, where the sum of the constants is as cheap as one of them.
fn add_add(c: &mut Combiner<'_>, inst: InstId) -> bool {
    let (Some(x), Some(b)) = (c.reg(inst, 1), c.constant_operand(inst, 2)) else { return false };
    let opcode = c.mf.opcode(inst);
    let Some(inner) = c.defined_by(x, opcode) else { return false };
    let (Some(y), Some(a)) = (c.reg(inner, 1), c.constant_operand(inner, 2)) else { return false };
    let Some(offset) = c.reg(inst, 2) else { return false };
    let sum = a.wrapping_add(b);
    let bits = c.ty(offset).bits();
    let signed = (sum << (64 - bits)) as i64 >> (64 - bits);
    if !(-2048..2048).contains(&signed) {
        return false;
    }
    let sum = c.new_constant(inst, c.ty(offset), sum);
    c.become_op(inst, opcode, &[Operand::use_of(y), Operand::use_of(sum)])
}
