//! Offsets that an access cannot hold are split: the larger part is added to the base, where the accesses around may share it, and the
//! access holds the rest.

use super::{Combiner, Rule};
use crate::entity::InstId;
use crate::opcodes::*;
use crate::target::instructions::Opcode;

/// For offsets of 12 bits with a sign.
pub(super) const SIGNED: &[Rule] = &[Rule { name: "split_offset", roots: ACCESSES, apply: split_signed }];

/// For offsets of 12 bits in units of the access, and additions of 12 bits times 4096.
pub(super) const SCALED: &[Rule] =
    &[Rule { name: "split_scaled_offset", roots: ACCESSES, apply: split_scaled }];

const ACCESSES: &[Opcode] = &[G_LOAD, G_SEXTLOAD, G_ZEXTLOAD, G_STORE];

/// What is added to a register in one step, or with one more instruction: 24 bits, 32 bits.
const LARGEST_ADDED: i64 = 0xff_ffff;
const LARGEST_BUILT: i64 = i32::MAX as i64 - 0xfff;

fn split_signed(c: &mut Combiner<'_>, inst: InstId) -> bool {
    split(c, inst, |offset, _| {
        let fits = (-2048..2048).contains(&offset) || !(-LARGEST_BUILT..=LARGEST_BUILT).contains(&offset);
        (!fits).then_some((offset + 0x800) & !0xfff)
    })
}

fn split_scaled(c: &mut Combiner<'_>, inst: InstId) -> bool {
    split(c, inst, |offset, size| {
        let scaled = offset % size == 0 && (0..4096).contains(&(offset / size));
        let fits = scaled || (-256..256).contains(&offset);
        let high = offset & !0xfff;
        let rest_fits = (offset - high) % size == 0 || offset - high < 256;
        let added = (-LARGEST_ADDED..=LARGEST_ADDED).contains(&offset);
        (!fits && rest_fits && added && high != 0).then_some(high)
    })
}

/// Splits the constant offset of an access by `high_part`, which gets the offset and the size of the access.
fn split(c: &mut Combiner<'_>, inst: InstId, high_part: impl Fn(i64, i64) -> Option<i64>) -> bool {
    let Some(access) = c.mf.mem_operand(inst).filter(|m| m.is_unordered()) else { return false };
    let size = i64::from(access.size());
    let Some(pointer) = c.reg(inst, 1).filter(|_| size.count_ones() == 1) else { return false };
    let Some(sum) = c.defined_by(pointer, G_PTR_ADD) else { return false };
    let (Some(base), Some(by)) = (c.reg(sum, 1), c.reg(sum, 2)) else { return false };
    let Some(offset) = c.constant(by).filter(|_| c.ty(by).bits() == 64).map(|v| v as i64) else {
        return false;
    };
    let symbolic = [G_FRAME_INDEX, G_GLOBAL_VALUE].iter().any(|&op| c.defined_by(base, op).is_some());
    let Some(high) = high_part(offset, size).filter(|_| !symbolic) else { return false };
    let (pointer_ty, offset_ty) = (c.ty(pointer), c.ty(by));
    let constant = c.new_constant(inst, offset_ty, high as u64);
    let near = c.new_op(inst, G_PTR_ADD, pointer_ty, &[base, constant]);
    let constant = c.new_constant(inst, offset_ty, (offset - high) as u64);
    let address = c.new_op(inst, G_PTR_ADD, pointer_ty, &[near, constant]);
    c.set_use(inst, 1, address);
    true
}
