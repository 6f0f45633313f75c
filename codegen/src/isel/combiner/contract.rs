//! Fused multiply-adds of products and sums that both allow contraction, after the legalizer, where
//! it is known which types fuse.

use super::{Combiner, Rule};
use crate::ir::entity::{InstId, VReg};
use crate::ir::mir::{InstFlags, Operand};
use crate::ir::opcodes::*;

/// The rules.
pub(crate) const RULES: &[Rule] =
    &[Rule { name: "contract_product", roots: &[G_FADD, G_FSUB], apply: contract_product }];

/// Replaces `a * b + c`, `a * b - c` and `c - a * b` by a fused multiply-add if the product has no
/// other use.
fn contract_product(c: &mut Combiner<'_>, inst: InstId) -> bool {
    let (Some(x), Some(y)) = (c.reg(inst, 1), c.reg(inst, 2)) else { return false };
    let ty = c.ty(x);
    let is_difference = c.mf.opcode(inst) == G_FSUB;
    if !c.mf.inst(inst).flags.contains(InstFlags::FM_CONTRACT)
        || !c.may_make(G_FMA, &[ty])
        || is_difference && !c.may_make(G_FNEG, &[ty])
    {
        return false;
    }
    let (mut a, b, mut addend, is_first) = if let Some([a, b]) = product(c, x) {
        (a, b, y, true)
    } else if let Some([a, b]) = product(c, y) {
        (a, b, x, false)
    } else {
        return false;
    };
    if is_difference {
        let negated = if is_first { &mut addend } else { &mut a };
        *negated = c.new_op(inst, G_FNEG, ty, &[*negated]);
    }
    c.replace_with_opcode(inst, G_FMA, &[a, b, addend].map(Operand::use_of))
}

/// Returns the factors of `v`, a product with one use that allows contraction.
fn product(c: &Combiner<'_>, v: VReg) -> Option<[VReg; 2]> {
    let def = c.defined_by(v, G_FMUL).filter(|_| c.has_one_use(v))?;
    let is_only = c.has_one_use(c.reg(def, 0)?) && c.mf.inst(def).flags.contains(InstFlags::FM_CONTRACT);
    is_only.then_some([c.reg(def, 1)?, c.reg(def, 2)?])
}
