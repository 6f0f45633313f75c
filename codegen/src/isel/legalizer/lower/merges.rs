//! Merges and unmerges of scalars by shifts; bit casts.

use crate::ir::builder::Builder;
use crate::ir::entity::{InstId, VReg};
use crate::ir::llt::Llt;
use crate::ir::opcodes::*;
use crate::isel::legalizer::Outcome;
use crate::isel::legalizer::build::Regs;

/// Lowers a merge to `a | b << n | …` of the zero-extended operands.
pub(crate) fn merge(b: &mut Builder<'_>, inst: InstId) -> Outcome {
    let dst = b.reg(inst, 0);
    let parts: Regs = b.mf.operands(inst)[1..].iter().filter_map(|o| o.vreg()).collect();
    let ty = b.ty(dst);
    if !ty.is_scalar() || parts.iter().any(|&p| !b.ty(p).is_scalar()) {
        return Outcome::Declined;
    }
    let bits = b.ty(parts[0]).bits();
    let word = b.word().bits();
    if ty.bits() > word && (word.is_multiple_of(bits) || bits.is_multiple_of(word)) {
        return merge_by_words(b, dst, &parts, bits);
    }
    let to = ty;
    let ty = if to.bits() > word { Llt::scalar(to.bits().next_multiple_of(word)) } else { to };
    let mut all = b.resize(G_ZEXT, ty, parts[0]);
    for (n, &part) in parts.iter().enumerate().skip(1) {
        let last = n + 1 == parts.len();
        let wide = b.resize(if last { G_ANYEXT } else { G_ZEXT }, ty, part);
        let moved = b.bin_int(G_SHL, wide, (n as u32 * bits) as i128);
        all = b.bin(G_OR, all, moved);
    }
    let all = b.resize(G_TRUNC, to, all);
    b.define(dst, all);
    Outcome::Replaced
}

/// Merges words first, then all of them.
fn merge_by_words(b: &mut Builder<'_>, dst: VReg, parts: &[VReg], bits: u32) -> Outcome {
    let word = b.word();
    if bits >= word.bits()
        || !word.bits().is_multiple_of(bits)
        || !b.ty(dst).bits().is_multiple_of(word.bits())
    {
        return Outcome::Declined;
    }
    let words: Regs = parts.chunks((word.bits() / bits) as usize).map(|group| b.merge(word, group)).collect();
    b.define_merge(dst, &words);
    Outcome::Replaced
}

/// Lowers an unmerge: shifts and truncates for each result; vectors are cast first.
pub(crate) fn unmerge(b: &mut Builder<'_>, inst: InstId) -> Outcome {
    let count = b.mf.operands(inst).len() - 1;
    let src = b.reg(inst, count);
    let defs: Regs = b.mf.operands(inst)[..count].iter().filter_map(|o| o.vreg()).collect();
    let (from, part) = (b.ty(src), b.ty(defs[0]));
    if from.is_vector() {
        return unmerge_vector(b, &defs, src);
    }
    if !from.is_scalar() || !part.is_scalar() {
        return Outcome::Declined;
    }
    for (n, &d) in defs.iter().enumerate() {
        let moved = if n == 0 { src } else { b.bin_int(G_LSHR, src, (n as u32 * part.bits()) as i128) };
        let low = b.resize(G_TRUNC, part, moved);
        b.define(d, low);
    }
    Outcome::Replaced
}

fn unmerge_vector(b: &mut Builder<'_>, defs: &[VReg], src: VReg) -> Outcome {
    let (from, part) = (b.ty(src), b.ty(defs[0]));
    if part == from.element() || from.has_pointer_elements() || part.has_pointer_elements() {
        return Outcome::Declined;
    }
    if part.is_vector() && part.element() == from.element() {
        let elements = b.elements(src);
        for (&d, group) in defs.iter().zip(elements.chunks(part.elements() as usize)) {
            b.define_merge(d, group);
        }
        return Outcome::Replaced;
    }
    let total = from.bits();
    if total % part.bits() != 0 {
        return Outcome::Declined;
    }
    let cast = b.cast(Llt::vector(total / part.bits(), Llt::scalar(part.bits())), src);
    let pieces = b.elements(cast);
    for (&d, &piece) in defs.iter().zip(&pieces) {
        let ty = b.ty(d);
        let value = b.cast(ty, piece);
        b.define(d, value);
    }
    Outcome::Replaced
}

/// Lowers the extraction of bits at an offset.
pub(crate) fn extract(b: &mut Builder<'_>, inst: InstId) -> Outcome {
    let (dst, src, offset) = (b.reg(inst, 0), b.reg(inst, 1), b.imm_of(inst, 2));
    let (to, from) = (b.ty(dst), b.ty(src));
    let whole = b.cast(Llt::scalar(from.bits()), src);
    let moved = if offset == 0 { whole } else { b.bin_int(G_LSHR, whole, offset as i128) };
    let low = b.resize(G_TRUNC, Llt::scalar(to.bits()), moved);
    let value = b.cast(to, low);
    b.define(dst, value);
    Outcome::Replaced
}

/// Lowers the replacement of bits at an offset.
pub(crate) fn insert(b: &mut Builder<'_>, inst: InstId) -> Outcome {
    let (dst, src, part, offset) = (b.reg(inst, 0), b.reg(inst, 1), b.reg(inst, 2), b.imm_of(inst, 3));
    let (to, bits) = (b.ty(dst), b.ty(part).bits());
    let int = Llt::scalar(to.bits());
    let whole = b.cast(int, src);
    let piece = b.cast(Llt::scalar(bits), part);
    let wide = b.resize(G_ZEXT, int, piece);
    let moved = b.bin_int(G_SHL, wide, offset as i128);
    let field = b.low_mask(int, bits);
    let hole = b.bin_int(G_SHL, field, offset as i128);
    let keep = b.not(hole);
    let rest = b.bin(G_AND, whole, keep);
    let joined = b.bin(G_OR, rest, moved);
    let value = b.cast(to, joined);
    b.define(dst, value);
    Outcome::Replaced
}

/// Lowers a bit cast: unmerges the elements and merges them again, lowest first.
pub(crate) fn bitcast(b: &mut Builder<'_>, inst: InstId) -> Outcome {
    let (dst, src) = (b.reg(inst, 0), b.reg(inst, 1));
    let (to, from) = (b.ty(dst), b.ty(src));
    if to == from {
        b.define(dst, src);
        return Outcome::Replaced;
    }
    if to.has_pointer_elements() || from.has_pointer_elements() {
        let cast = b.cast(to, src);
        b.define(dst, cast);
        return Outcome::Replaced;
    }
    if to.scalar_bits() == from.scalar_bits() {
        return Outcome::Declined;
    }
    let elements = b.elements(src);
    let (small, large) = (from.scalar_bits().min(to.scalar_bits()), from.scalar_bits().max(to.scalar_bits()));
    if large % small != 0 {
        // Through one integer of all bits.
        let whole = b.merge(Llt::scalar(from.bits()), &elements);
        let pieces = b.unmerge(to.element(), whole);
        b.define_merge(dst, &pieces);
        return Outcome::Replaced;
    }
    let mut pieces = Regs::new();
    if to.scalar_bits() < from.scalar_bits() {
        for &element in &elements {
            pieces.extend(b.unmerge(to.element(), element));
        }
    } else {
        for group in elements.chunks((large / small) as usize) {
            pieces.push(b.merge(to.element(), group));
        }
    }
    b.define_merge(dst, &pieces);
    Outcome::Replaced
}

/// Lowers an address space cast: address spaces of the same width have the same addresses.
pub(crate) fn address_space_cast(b: &mut Builder<'_>, inst: InstId) -> Outcome {
    let (dst, src) = (b.reg(inst, 0), b.reg(inst, 1));
    let (to, from) = (b.ty(dst), b.ty(src));
    let int = b.op(G_PTRTOINT, from.with_scalar_bits(from.scalar_bits()), &[src]);
    let wide = b.resize(G_ZEXT, to.with_scalar_bits(to.scalar_bits()), int);
    b.define_by(dst, G_INTTOPTR, &[wide]);
    Outcome::Replaced
}
