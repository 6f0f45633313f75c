//! Rules about comparisons, for machines that compare 32 bits as well as 64.

use super::{Combiner, Rule};
use crate::entity::{InstId, VReg};
use crate::llt::{S32, S64};
use crate::mir::IntPredicate;
use crate::opcodes::*;

/// The rules.
pub(super) const NARROW: &[Rule] =
    &[Rule { name: "narrow_compare", roots: &[G_ICMP], apply: narrow_compare }];

const LOW_HALF: u64 = 0xffff_ffff;

/// `(x & 0xffffffff) == y` and the like, unsigned, is a comparison of the low halves where `y` has no more bits.
fn narrow_compare(c: &mut Combiner<'_>, inst: InstId) -> bool {
    let Some(predicate) = c.mf.operand(inst, 1).as_int_predicate() else { return false };
    let (Some(a), Some(b)) = (c.reg(inst, 2), c.reg(inst, 3)) else { return false };
    let signed =
        matches!(predicate, IntPredicate::Sgt | IntPredicate::Sge | IntPredicate::Slt | IntPredicate::Sle);
    if signed || c.ty(a) != S64 || masked(c, a).is_none() {
        return false;
    }
    let narrow_enough = masked(c, b).is_some() || c.constant(b).is_some_and(|value| value <= LOW_HALF);
    if !narrow_enough {
        return false;
    }
    for n in [2, 3] {
        let Some(operand) = c.reg(inst, n) else { continue };
        let narrow = match (masked(c, operand), c.constant(operand)) {
            (Some(wide), _) => c.new_op(inst, G_TRUNC, S32, &[wide]),
            (None, value) => c.new_constant(inst, S32, value.unwrap_or(0) as i32 as u64),
        };
        c.set_use(inst, n, narrow);
    }
    true
}

/// The value whose low half `vreg` is, with an upper half of zeros.
fn masked(c: &Combiner<'_>, vreg: VReg) -> Option<VReg> {
    let and = c.defined_by(vreg, G_AND).filter(|&and| c.constant_operand(and, 2) == Some(LOW_HALF))?;
    c.reg(and, 1)
}
