//! Rules about bit fields, for machines that have no instruction for them.

use super::{Combiner, Rule};
use crate::entity::InstId;
use crate::mir::Operand;
use crate::opcodes::*;

/// The rules.
pub(super) const RULES: &[Rule] = &[Rule { name: "shl_field", roots: &[G_SHL], apply: shl_field }];

const LARGEST_IMMEDIATE: u64 = 2047;

/// `(x >> a & mask) << b` is `(x shifted by the difference) & (mask << b)`, if that mask is an immediate of 12 bits.
fn shl_field(c: &mut Combiner<'_>, inst: InstId) -> bool {
    let (Some(field), Some(b)) = (c.reg(inst, 1), c.constant_operand(inst, 2)) else { return false };
    let Some(and) = c.defined_by(field, G_AND).filter(|_| c.has_one_use(field)) else { return false };
    let (Some(part), Some(mask)) = (c.reg(and, 1), c.constant_operand(and, 2)) else { return false };
    let Some(shr) = c.defined_by(part, G_LSHR).filter(|_| c.has_one_use(part)) else { return false };
    let (Some(x), Some(a)) = (c.reg(shr, 1), c.constant_operand(shr, 2)) else { return false };
    let width = u64::from(c.ty(field).bits());
    if b >= width || a >= width || mask.leading_zeros() < b as u32 || mask << b > LARGEST_IMMEDIATE {
        return false;
    }
    let ty = c.ty(field);
    let shifted = if a == b {
        x
    } else {
        let by = c.new_constant(inst, ty, a.abs_diff(b));
        c.new_op(inst, if a > b { G_LSHR } else { G_SHL }, ty, &[x, by])
    };
    let mask = c.new_constant(inst, ty, mask << b);
    c.become_op(inst, G_AND, &[Operand::use_of(shifted), Operand::use_of(mask)])
}
