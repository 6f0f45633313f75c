//! Splits offsets that do not fit into an access. The larger addend is added to the base, which
//! nearby accesses may share, and the access has the rest. The target's rule decides how an offset
//! is split.

use super::Combiner;
use crate::ir::entity::InstId;
use crate::ir::opcodes::*;
use crate::machine::desc::instructions::Opcode;

/// The roots of such a rule.
pub const ACCESSES: &[Opcode] = &[G_LOAD, G_SEXTLOAD, G_ZEXTLOAD, G_STORE];

/// Splits the constant offset of an access by `high_part`, whose arguments are the offset and the
/// size of the access in bytes.
pub fn split(c: &mut Combiner<'_>, inst: InstId, high_part: impl Fn(i64, i64) -> Option<i64>) -> bool {
    let Some(access) = c.mf.mem_operand(inst).filter(|m| m.is_unordered()) else { return false };
    let size = i64::from(access.size());
    let Some(pointer) = c.reg(inst, 1).filter(|_| size.count_ones() == 1) else { return false };
    let Some(sum) = c.defined_by(pointer, G_PTR_ADD) else { return false };
    let (Some(base), Some(by)) = (c.reg(sum, 1), c.reg(sum, 2)) else { return false };
    let Some(offset) = c.constant(by).filter(|_| c.ty(by).bits() == 64).map(|v| v as i64) else {
        return false;
    };
    // Accesses fold frame objects, and symbols whose address has no other use.
    let symbolic = c.defined_by(base, G_FRAME_INDEX).is_some()
        || c.has_one_use(base) && c.defined_by(base, G_GLOBAL_VALUE).is_some();
    let Some(high) = high_part(offset, size).filter(|_| !symbolic) else { return false };
    let (pointer_ty, offset_ty) = (c.ty(pointer), c.ty(by));
    let constant = c.new_constant(inst, offset_ty, high as u64);
    let near = c.new_op(inst, G_PTR_ADD, pointer_ty, &[base, constant]);
    let constant = c.new_constant(inst, offset_ty, (offset - high) as u64);
    let address = c.new_op(inst, G_PTR_ADD, pointer_ty, &[near, constant]);
    c.set_use(inst, 1, address);
    true
}
