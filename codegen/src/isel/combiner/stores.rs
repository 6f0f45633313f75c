//! Merges adjacent stores of constants, as LLVM's `loadstore-opt` does.

use super::accesses::{MAX_DISTANCE, based_on, plain_access};
use super::{Combiner, Rule};
use crate::ir::entity::{InstId, VReg};
use crate::ir::llt::Llt;
use crate::ir::mir::MemOperand;
use crate::ir::opcodes::*;
use crate::isel::legalizer::LegalityQuery;
use crate::isel::legalizer::query::MemDesc;
use crate::machine::desc::instructions::InstrFlags;
use smallvec::SmallVec;

/// The rules.
pub(crate) const RULES: &[Rule] = &[Rule { name: "merge_stores", roots: &[G_STORE], apply: merge_stores }];

/// A store of a constant.
#[derive(Clone, Copy)]
struct Stored {
    pointer: VReg,
    base: VReg,
    /// Offset in bytes from the base.
    offset: i64,
    bits: u32,
    value: u64,
    access: MemOperand,
}

impl Stored {
    fn of(c: &Combiner<'_>, inst: InstId) -> Option<Stored> {
        let access = plain_access(c, inst).filter(|_| c.mf.opcode(inst) == G_STORE)?;
        let (stored, pointer) = (c.reg(inst, 0)?, c.reg(inst, 1)?);
        let bits = c.scalar_width(stored).filter(|bits| matches!(bits, 8 | 16 | 32))?;
        let value = c.constant(stored).filter(|_| access.ty == c.ty(stored))?;
        let (base, offset) = based_on(c, pointer);
        Some(Stored { pointer, base, offset, bits, value, access })
    }

    /// Returns start and end of the stored bytes, relative to the base.
    fn range(&self) -> (i64, i64) {
        (self.offset, self.offset + i64::from(self.bits / 8))
    }

    /// Returns both stores merged, if the target has such an access, and its constant takes no more
    /// instructions than two of half its size.
    fn with(&self, c: &Combiner<'_>, other: &Stored) -> Option<Stored> {
        let (low, high) = if self.offset < other.offset { (self, other) } else { (other, self) };
        let bits = 2 * low.bits;
        let size = i64::from(bits / 8);
        let side_by_side = low.bits == high.bits && low.range().1 == high.offset && low.base == high.base;
        let same_kind =
            low.access.flags == high.access.flags && low.access.address_space == high.access.address_space;
        let value = low.value | high.value << low.bits;
        let is_short = bits < 64 || value as i64 == i64::from(value as i32);
        if !side_by_side || !same_kind || !is_short || low.offset % size != 0 {
            return None;
        }
        let access = low.access.part(0, Llt::scalar(bits));
        let types = [Llt::scalar(bits.max(32)), c.ty(low.pointer)];
        let query = LegalityQuery::new(G_STORE, &types).with_mem(MemDesc::of(&access));
        c.target.legalizer_info().is_legal(&query).then_some(Stored { bits, value, access, ..*low })
    }
}

/// Merges a store of a constant with an adjacent store of the same size in the same block, at the
/// position of the later one.
fn merge_stores(c: &mut Combiner<'_>, inst: InstId) -> bool {
    let Some(last) = Stored::of(c, inst) else { return false };
    // The accessed ranges between the two, relative to their base.
    let mut between: SmallVec<[(i64, i64); 8]> = SmallVec::new();
    let before = std::iter::successors(c.mf.prev_inst(inst), |&inst| c.mf.prev_inst(inst));
    let mut found = None;
    for earlier in before.take(MAX_DISTANCE) {
        let first = Stored::of(c, earlier);
        let stays = |first: &Stored| {
            let (start, end) = first.range();
            between.iter().all(|&(from, to)| end <= from || to <= start)
        };
        found = first.filter(stays).and_then(|first| first.with(c, &last)).map(|both| (earlier, both));
        if found.is_some() || !passes(c, earlier, last.base, &mut between) {
            break;
        }
    }
    let Some((earlier, both)) = found else { return false };
    let value = c.new_constant(inst, both.access.ty, both.value);
    c.mf.clear_mem_operands(inst);
    c.mf.add_mem_operand(inst, both.access);
    c.set_use(inst, 0, value);
    c.set_use(inst, 1, both.pointer);
    c.remove(earlier);
    true
}

/// Returns true if the accesses of `inst` are known relative to `base`, and adds them to `between`.
fn passes(c: &Combiner<'_>, inst: InstId, base: VReg, between: &mut SmallVec<[(i64, i64); 8]>) -> bool {
    let flags = c.descs.get(c.mf.opcode(inst)).flags;
    if flags.intersects(InstrFlags::SIDE_EFFECTS | InstrFlags::CALL) {
        return false;
    }
    if !flags.intersects(InstrFlags::MAY_LOAD | InstrFlags::MAY_STORE) {
        return true;
    }
    let is_access = matches!(c.mf.opcode(inst), G_LOAD | G_STORE);
    let access =
        plain_access(c, inst).filter(|access| is_access && access.ty.is_valid() && !access.ty.is_scalable());
    let place = access.and_then(|access| Some((based_on(c, c.reg(inst, 1)?), access)));
    let Some(((_, offset), access)) = place.filter(|((own, _), _)| *own == base) else { return false };
    between.push((offset, offset + i64::from(access.size())));
    true
}
