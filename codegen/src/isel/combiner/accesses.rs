//! Rules about the width of memory accesses. Loads are narrowed to the bits that are used. An
//! unaligned store of an unaligned load copies without merging the value in a register.

use super::{Combiner, Rule};
use crate::ir::builder::Builder;
use crate::ir::entity::{InstId, VReg};
use crate::ir::llt::Llt;
use crate::ir::mir::{MemOperand, Operand};
use crate::ir::opcodes::*;
use crate::isel::known_bits::low_bits;
use crate::isel::legalizer::LegalityQuery;
use crate::isel::legalizer::query::MemDesc;
use crate::machine::desc::instructions::InstrFlags;
use smallvec::SmallVec;

/// Rules that narrow loads.
pub(crate) const NARROWER: &[Rule] =
    &[Rule { name: "reduce_load_width", roots: &[G_AND], apply: reduce_load_width }];

/// Rules for targets that access aligned memory only.
pub const UNALIGNED: &[Rule] = &[Rule { name: "copy_unaligned", roots: &[G_STORE], apply: copy_unaligned }];

/// Rules that merge adjacent loads.
pub const WIDER: &[Rule] = &[Rule { name: "load_or_combine", roots: &[G_OR], apply: load_or_combine }];

/// The maximum number of instructions between a load and a store.
const MAX_BETWEEN: usize = 16;

/// Returns the access of a load or store, if it is neither volatile nor atomic, and has no metadata.
pub(super) fn plain_access(c: &Combiner<'_>, inst: InstId) -> Option<MemOperand> {
    let is_plain = |access: &MemOperand| access.is_unordered() && !access.is_atomic();
    c.mf.mem_operand(inst).copied().filter(|access| is_plain(access) && c.mf.metadata_of(inst).is_none())
}

/// A range of a loaded value, in bits.
struct Window {
    from: u32,
    bits: u32,
}

/// Narrows the load of `load & mask` and `(load >> shift) & mask` to the bytes with used bits. The
/// load may have no other use. A load that is a single access already is narrowed only if no mask
/// remains.
fn reduce_load_width(c: &mut Combiner<'_>, inst: InstId) -> bool {
    let (Some(x), Some(mask)) = (c.reg(inst, 1), c.constant_operand(inst, 2)) else { return false };
    let shifted = c.defined_by(x, G_LSHR).and_then(|shr| Some((c.reg(shr, 1)?, c.constant_operand(shr, 2)?)));
    let (value, shift) = shifted.unwrap_or((x, 0));
    if mask == 0 || shift >= 64 || !c.has_one_use(x) || !c.has_one_use(value) {
        return false;
    }
    let Some(load) = c.mf.def(value).filter(|&def| c.mf.opcode(def) == G_LOAD) else { return false };
    let Some(access) = plain_access(c, load) else { return false };
    let ty = c.ty(value);
    if access.ty != ty || c.scalar_width(value).is_none_or(|bits| !bits.is_multiple_of(8)) {
        return false;
    }
    let seen = mask << shift & low_bits(ty.bits());
    let Some(window) = window(seen, &access) else { return false };
    let exact = seen >> window.from == low_bits(window.bits) && u64::from(window.from) == shift;
    if !exact && ty.bits().is_power_of_two() {
        return false;
    }
    let Some(address) = c.reg(load, 1) else { return false };
    let (offset, narrow) = (i64::from(window.from / 8), Llt::scalar(window.bits));
    let mut b = Builder::before(c.mf, load);
    let place = b.ptr_add_imm(address, offset);
    let loaded = b.load(narrow, place, access.part(offset, narrow));
    if exact {
        return c.replace_with_opcode(inst, G_ZEXT, &[Operand::use_of(loaded)]);
    }
    let wide = c.new_op(inst, G_ZEXT, ty, &[loaded]);
    let from = u64::from(window.from);
    let moved = match from.cmp(&shift) {
        std::cmp::Ordering::Equal => wide,
        order => {
            let opcode = if order.is_lt() { G_LSHR } else { G_SHL };
            let by = c.new_constant(inst, ty, from.abs_diff(shift));
            c.new_op(inst, opcode, ty, &[wide, by])
        }
    };
    c.set_use(inst, 1, moved);
    true
}

/// Returns the narrowest aligned single access that has all bits in `seen`.
fn window(seen: u64, access: &MemOperand) -> Option<Window> {
    let (low, high) = (seen.trailing_zeros(), 64 - seen.leading_zeros());
    let all = access.ty.bits();
    let fits = |bits: u32| {
        let from = low / bits * bits;
        let aligned = access.part(i64::from(from / 8), Llt::scalar(bits)).align >= bits / 8;
        (bits < all && from + bits <= all && high <= from + bits && aligned).then_some(Window { from, bits })
    };
    [8, 16, 32].into_iter().find_map(fits)
}

/// Copies the bytes of an unaligned load that the next store writes, also unaligned, by smaller
/// loads and then stores. Otherwise the value would be merged in a register and split again.
fn copy_unaligned(c: &mut Combiner<'_>, inst: InstId) -> bool {
    let (Some(value), Some(to)) = (c.reg(inst, 0), c.reg(inst, 1)) else { return false };
    let Some(load) = c.mf.def(value).filter(|&d| c.mf.opcode(d) == G_LOAD && c.has_one_use(value)) else {
        return false;
    };
    let accesses = (plain_access(c, load), plain_access(c, inst), c.reg(load, 1));
    let (Some(read), Some(written), Some(from)) = accesses else { return false };
    let ty = c.ty(value);
    let bits = ty.bits();
    let whole = c.scalar_width(value).is_some_and(|bits| bits.is_power_of_two() && bits > 8);
    let part = Llt::scalar(8 * read.align.min(written.align).min(8));
    if !whole || read.ty != ty || written.ty != ty || part.bits() >= bits || is_one_access(c, ty, load, inst)
    {
        return false;
    }
    if !only_computes_between(c, load, inst) {
        return false;
    }
    let mut b = Builder::before(c.mf, inst);
    let offsets = (0..bits / 8).step_by(part.bits() as usize / 8).map(i64::from);
    let parts: SmallVec<[VReg; 8]> = offsets
        .clone()
        .map(|offset| {
            let place = b.ptr_add_imm(from, offset);
            b.load(part, place, read.part(offset, part))
        })
        .collect();
    let (&last, others) = parts.split_last().expect("at least two parts");
    for (&loaded, offset) in others.iter().zip(offsets.clone()) {
        let place = b.ptr_add_imm(to, offset);
        b.store(loaded, place, written.part(offset, part));
    }
    let offset = i64::from((bits - part.bits()) / 8);
    let place = b.ptr_add_imm(to, offset);
    c.mf.clear_mem_operands(inst);
    c.mf.add_mem_operand(inst, written.part(offset, part));
    c.set_use(inst, 1, place);
    c.set_use(inst, 0, last);
    true
}

/// Returns true if the target supports the load or the store as they are.
fn is_one_access(c: &Combiner<'_>, ty: Llt, load: InstId, store: InstId) -> bool {
    let is_legal = |inst: InstId| {
        let now = LegalityQuery::of(c.mf, c.descs, inst);
        // In registers, narrower values are extended.
        let mut query = LegalityQuery::new(now.opcode, &[Llt::scalar(ty.bits().max(32)), now.ty(1)]);
        query.mem = now.mem;
        c.target.legalizer_info().is_legal(&query)
    };
    is_legal(load) || is_legal(store)
}

/// Returns true if the instructions between `first` and `last`, in one block, neither write memory
/// nor have other side effects.
fn only_computes_between(c: &Combiner<'_>, first: InstId, last: InstId) -> bool {
    let mut next = c.mf.next_inst(first);
    for _ in 0..MAX_BETWEEN {
        match next {
            Some(inst) if inst == last => return true,
            Some(inst) => {
                let flags = c.descs.get(c.mf.opcode(inst)).flags;
                let acts = InstrFlags::SIDE_EFFECTS | InstrFlags::MAY_STORE | InstrFlags::CALL;
                if flags.intersects(acts) {
                    return false;
                }
                next = c.mf.next_inst(inst);
            }
            None => return false,
        }
    }
    false
}

/// A narrow load and its position in a wider value.
struct LoadFragment {
    load: InstId,
    /// Offset in bytes from the common base.
    offset: i64,
    bits: u32,
    shift: u32,
    /// True if its bytes are swapped; `None` for a single byte.
    swapped: Option<bool>,
}

/// The maximum number of merged loads, and of nested operations.
const MAX_FRAGMENTS: usize = 8;

/// The maximum distance of merged loads or stores, in instructions.
pub(super) const MAX_DISTANCE: usize = 64;

/// Merges adjacent loads that are shifted and combined into one load, with a byte swap if
/// necessary.
fn load_or_combine(c: &mut Combiner<'_>, inst: InstId) -> bool {
    let Some(result) = c.reg(inst, 0) else { return false };
    let Some(room) = c.scalar_width(result) else { return false };
    let mut pieces: SmallVec<[LoadFragment; MAX_FRAGMENTS]> = SmallVec::new();
    let mut base = None;
    for n in [1, 2] {
        let found = c.reg(inst, n).and_then(|value| {
            collect_load_fragments(c, value, (0, room, MAX_FRAGMENTS), &mut base, &mut pieces)
        });
        if found.is_none() {
            return false;
        }
    }
    pieces.sort_by_key(|piece| piece.offset);
    let (Some(base), Some(bits)) = (base, loaded_bits(&pieces)) else { return false };
    let ty = c.ty(result);
    let first = &pieces[0];
    let place = |piece: &LoadFragment| (piece.offset - first.offset) as u32 * 8;
    let in_order = pieces.iter().all(|p| p.shift == place(p) && p.swapped != Some(true));
    let reversed = pieces.iter().all(|p| p.shift + place(p) + p.bits == bits && p.swapped != Some(false));
    if bits > ty.bits() || !(in_order || reversed) || (reversed && bits < 32) {
        return false;
    }
    let Some(lowest) = c.mf.mem_operand(first.load).copied() else { return false };
    let (narrow, offset) = (Llt::scalar(bits), first.offset);
    let flags = pieces.iter().filter_map(|piece| c.mf.mem_operand(piece.load)).map(|access| access.flags);
    let access =
        MemOperand { flags: flags.fold(lowest.flags, |all, flags| all & flags), ..lowest.part(0, narrow) };
    let query =
        LegalityQuery::new(G_LOAD, &[Llt::scalar(bits.max(32)), c.ty(base)]).with_mem(MemDesc::of(&access));
    if !c.target.legalizer_info().is_legal(&query) || !are_together(c, inst, &pieces) {
        return false;
    }
    let mut b = Builder::before(c.mf, inst);
    let place = b.ptr_add_imm(base, offset);
    let loaded = b.load(narrow, place, access);
    let whole = if in_order { loaded } else { b.op(G_BSWAP, narrow, &[loaded]) };
    match bits == ty.bits() {
        true => c.replace_with_register(inst, whole),
        false => c.replace_with_opcode(inst, G_ZEXT, &[Operand::use_of(whole)]),
    }
}

/// Collects the loads that `value`, shifted left by `shift`, is combined of. All have one base, and
/// each has no other use. `room` bits of `value` are in the result, so no shift of a narrower value
/// has lost them.
fn collect_load_fragments(
    c: &Combiner<'_>,
    value: VReg,
    (shift, room, levels): (u32, u32, usize),
    base: &mut Option<VReg>,
    pieces: &mut SmallVec<[LoadFragment; MAX_FRAGMENTS]>,
) -> Option<()> {
    let def = c.mf.def(value).filter(|_| c.has_one_use(value) && levels > 0)?;
    let room = room.min(c.scalar_width(value)?);
    match c.mf.opcode(def) {
        G_OR => (1..3).try_for_each(|n| {
            collect_load_fragments(c, c.reg(def, n)?, (shift, room, levels - 1), base, pieces)
        }),
        G_SHL => {
            let by = c.constant_operand(def, 2).filter(|by| by.is_multiple_of(8) && *by < 64)? as u32;
            collect_load_fragments(
                c,
                c.reg(def, 1)?,
                (shift + by, room.checked_sub(by)?, levels - 1),
                base,
                pieces,
            )
        }
        G_ZEXT => collect_load_fragments(c, c.reg(def, 1)?, (shift, room, levels - 1), base, pieces),
        G_BSWAP => {
            let loaded = c.reg(def, 1).filter(|&v| c.has_one_use(v))?;
            add_piece(c, loaded, (shift, room, true), base, pieces)
        }
        _ => add_piece(c, value, (shift, room, false), base, pieces),
    }
}

/// Adds a load.
fn add_piece(
    c: &Combiner<'_>,
    value: VReg,
    (shift, room, swapped): (u32, u32, bool),
    base: &mut Option<VReg>,
    pieces: &mut SmallVec<[LoadFragment; MAX_FRAGMENTS]>,
) -> Option<()> {
    let load = c.mf.def(value).filter(|&def| c.mf.opcode(def) == G_LOAD)?;
    let access = plain_access(c, load)?;
    let bits = c
        .scalar_width(value)
        .filter(|&bits| access.ty == c.ty(value) && bits.is_power_of_two() && bits >= 8 && bits <= room)?;
    let (own, offset) = based_on(c, c.reg(load, 1)?);
    let same_base = *base.get_or_insert(own) == own;
    let swapped = (bits > 8).then_some(swapped);
    (same_base && pieces.len() < MAX_FRAGMENTS)
        .then(|| pieces.push(LoadFragment { load, offset, bits, shift, swapped }))
}

/// Returns the base and the constant offset of `pointer`.
pub(super) fn based_on(c: &Combiner<'_>, pointer: VReg) -> (VReg, i64) {
    let sum = c.defined_by(pointer, G_PTR_ADD);
    let place = sum.and_then(|sum| Some((c.reg(sum, 1)?, c.mf.constant_operand(sum, 2)?)));
    place.unwrap_or((pointer, 0))
}

/// Returns the total width in bits if the loads are adjacent and form one access.
fn loaded_bits(pieces: &[LoadFragment]) -> Option<u32> {
    let adjoin = pieces.windows(2).all(|pair| pair[1].offset - pair[0].offset == i64::from(pair[0].bits / 8));
    let bits: u32 = pieces.iter().map(|piece| piece.bits).sum();
    (adjoin && pieces.len() > 1 && matches!(bits, 16 | 32 | 64)).then_some(bits)
}

/// Returns true if all loads precede `root` in its block without intervening side effects.
fn are_together(c: &Combiner<'_>, root: InstId, pieces: &[LoadFragment]) -> bool {
    let acts = InstrFlags::SIDE_EFFECTS | InstrFlags::MAY_STORE | InstrFlags::CALL;
    let mut left = pieces.len();
    let before = std::iter::successors(c.mf.prev_inst(root), |&inst| c.mf.prev_inst(inst));
    for inst in before.take(MAX_DISTANCE) {
        if c.descs.get(c.mf.opcode(inst)).flags.intersects(acts) {
            return false;
        }
        left -= usize::from(pieces.iter().any(|piece| piece.load == inst));
        if left == 0 {
            return true;
        }
    }
    false
}
