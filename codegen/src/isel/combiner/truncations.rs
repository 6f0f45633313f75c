//! Rules about truncations that lose no bit, by their flag `nuw`. Front ends truncate bools so, which
//! memory holds as bytes.

use super::{Combiner, Rule};
use crate::ir::entity::{InstId, VReg};
use crate::ir::llt::Llt;
use crate::ir::mir::{InstFlags, Operand};
use crate::ir::opcodes::*;

/// The rules.
pub(crate) const RULES: &[Rule] =
    &[Rule { name: "zext_of_nuw_trunc", roots: &[G_ZEXT], apply: zext_of_nuw_trunc }];

/// Replaces `zext(trunc nuw x)` by `x`, and `zext(trunc nuw x ^ c)` by `x ^ c`, and so for other
/// logic, if `x` has the type of the extension.
fn zext_of_nuw_trunc(c: &mut Combiner<'_>, inst: InstId) -> bool {
    let (Some(dst), Some(value)) = (c.reg(inst, 0), c.reg(inst, 1)) else { return false };
    let ty = c.ty(dst);
    if let Some(x) = truncated(c, value, ty) {
        return c.replace_with_register(inst, x);
    }
    let logic = [G_XOR, G_AND, G_OR].into_iter().find_map(|opcode| c.defined_by(value, opcode));
    let Some(logic) = logic.filter(|_| c.has_one_use(value)) else { return false };
    let x = c.reg(logic, 1).and_then(|operand| truncated(c, operand, ty));
    let (Some(x), Some(number)) = (x, c.constant_operand(logic, 2)) else { return false };
    let (opcode, number) = (c.mf.opcode(logic), c.new_constant(inst, ty, number));
    c.replace_with_opcode(inst, opcode, &[Operand::use_of(x), Operand::use_of(number)])
}

/// Returns the value of type `ty` that `value` is without its zero bits.
fn truncated(c: &Combiner<'_>, value: VReg, ty: Llt) -> Option<VReg> {
    let trunc = c.defined_by(value, G_TRUNC)?;
    let has_flag = c.mf.inst(trunc).flags.contains(InstFlags::NO_U_WRAP);
    c.reg(trunc, 1).filter(|&x| has_flag && ty.is_scalar() && c.ty(x) == ty)
}
