//! Combines artifacts with the definitions of their operands: pairs that cancel, and constants
//! through extensions.
//!
//! [`combine`] builds the replacement before the artifact, or returns the equal value; the artifact
//! is then removed or replaced by a copy. It inspects only the definitions of operands, never the
//! users.

use super::Cx;
use super::build::{Regs, constant_operand, constant_value, constant_words, defined_by, source, source_def};
use super::query::LegalityQuery;
use crate::ir::builder::Builder;
use crate::ir::entity::{InstId, VReg};
use crate::ir::int::Int;
use crate::ir::llt::Llt;
use crate::ir::mir::MachineFunction;
use crate::ir::opcodes::*;
use crate::machine::desc::instructions::Opcode;
use smallvec::SmallVec;

/// The result of combining an artifact.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Combined {
    /// It is unchanged.
    No,
    /// Its replacement has been built.
    Replaced,
    /// It has one operand, and its result equals this value.
    Value(VReg),
}

impl From<bool> for Combined {
    fn from(replaced: bool) -> Combined {
        if replaced { Combined::Replaced } else { Combined::No }
    }
}

/// Replaces `inst`, an artifact, if the definitions of its operands allow it.
pub(crate) fn combine(cx: &Cx<'_>, b: &mut Builder<'_>, inst: InstId) -> Combined {
    match b.mf.opcode(inst) {
        G_ANYEXT | G_ZEXT | G_SEXT => extension(cx, b, inst),
        G_TRUNC => truncation(cx, b, inst),
        G_UNMERGE_VALUES => unmerge(b, inst).into(),
        G_MERGE_VALUES | G_BUILD_VECTOR | G_CONCAT_VECTORS => merge(cx, b, inst).into(),
        _ => Combined::No,
    }
}

fn extension(cx: &Cx<'_>, b: &mut Builder<'_>, inst: InstId) -> Combined {
    let (opcode, dst, src) = (b.mf.opcode(inst), b.reg(inst, 0), b.reg(inst, 1));
    let ty = b.ty(dst);
    let Some(def) = source_def(b.mf, src) else { return Combined::No };
    // Only truncations of constants are constants too.
    if matches!(b.mf.opcode(def), G_CONSTANT | G_TRUNC)
        && let Some(folded) = folded_constant(b, opcode, ty, src)
    {
        return Combined::Value(folded);
    }
    let inner = b.mf.vreg_operand(def, 1);
    let replaced = match (b.mf.opcode(def), inner) {
        (G_TRUNC, Some(x)) => {
            let value = extend_truncated(cx, b, opcode, ty, src, x);
            return value.map_or(Combined::No, Combined::Value);
        }
        (G_IMPLICIT_DEF, _) if opcode == G_ANYEXT => {
            b.define_by(dst, G_IMPLICIT_DEF, &[]);
            true
        }
        (G_IMPLICIT_DEF, _) => return Combined::Value(b.int(ty, 0)),
        (same, Some(x)) if same == opcode || (opcode == G_ANYEXT && is_extension(same)) => {
            let joined = in_one_step(cx, same, ty, b.ty(x));
            if joined {
                b.define_by(dst, same, &[x]);
            }
            joined
        }
        // The upper bits are known to be zero, and so is the sign bit.
        (G_ZEXT, Some(x)) if opcode == G_SEXT && in_one_step(cx, G_ZEXT, ty, b.ty(x)) => {
            b.define_by(dst, G_ZEXT, &[x]);
            true
        }
        (G_MERGE_VALUES, Some(_)) => extend_merge(b, opcode, dst, def),
        (G_BUILD_VECTOR, _) => {
            let elements: Regs = b.mf.operands(def)[1..].iter().filter_map(|o| o.vreg()).collect();
            let element = ty.element();
            let wide = resized_elements(b, opcode, element, &elements);
            b.define_by(dst, G_BUILD_VECTOR, &wide);
            true
        }
        _ => false,
    };
    replaced.into()
}

/// Returns the extension of `value` if its definition determines it: the extended constant, or the
/// source of a truncation.
pub(crate) fn folded_extension(b: &mut Builder<'_>, opcode: Opcode, ty: Llt, value: VReg) -> Option<VReg> {
    let def = b.mf.def(value)?;
    match b.mf.opcode(def) {
        G_CONSTANT if is_extension(opcode) => folded_constant(b, opcode, ty, value),
        G_TRUNC if opcode == G_ANYEXT => b.mf.vreg_operand(def, 1).filter(|&x| b.ty(x) == ty),
        _ => None,
    }
}

/// Returns true if two extensions may be combined into one. Vector extensions must stay legal,
/// since the target may have split them.
fn in_one_step(cx: &Cx<'_>, opcode: Opcode, to: Llt, from: Llt) -> bool {
    !to.is_vector() || cx.info.is_legal(&LegalityQuery::new(opcode, &[to, from]))
}

/// Combines `extend(merge parts)` into a merge with more operands, if these fill the wider value.
fn extend_merge(b: &mut Builder<'_>, opcode: Opcode, dst: VReg, merge: InstId) -> bool {
    let mut parts: Regs = b.mf.operands(merge)[1..].iter().filter_map(|o| o.vreg()).collect();
    let (ty, part) = (b.ty(dst), b.ty(parts[0]));
    if !ty.is_scalar() || !part.is_scalar() || ty.bits() % part.bits() != 0 {
        return false;
    }
    let fill = match opcode {
        G_ANYEXT => b.undef(part),
        G_ZEXT => b.int(part, 0),
        _ => {
            let top = parts[parts.len() - 1];
            b.bin_int(G_ASHR, top, part.bits() as i128 - 1)
        }
    };
    parts.resize((ty.bits() / part.bits()) as usize, fill);
    b.define_merge(dst, &parts);
    true
}

fn is_extension(opcode: Opcode) -> bool {
    matches!(opcode, G_ANYEXT | G_ZEXT | G_SEXT)
}

/// Returns the `elements` of a vector, each extended or truncated by `opcode` to the type `element`.
/// Equal elements are often next to each other.
fn resized_elements(b: &mut Builder<'_>, opcode: Opcode, element: Llt, elements: &[VReg]) -> Regs {
    let mut last = None;
    let mut resized = |value: VReg| match last {
        Some((known, resized)) if known == value => resized,
        _ => {
            let resized = b.op(opcode, element, &[value]);
            last = Some((value, resized));
            resized
        }
    };
    elements.iter().map(|&value| resized(value)).collect()
}

/// Combines `extend(trunc x)`.
fn extend_truncated(
    cx: &Cx<'_>,
    b: &mut Builder<'_>,
    opcode: Opcode,
    ty: Llt,
    narrow: VReg,
    x: VReg,
) -> Option<VReg> {
    let bits = b.ty(narrow).scalar_bits();
    if opcode != G_ANYEXT && !may_work_in(cx, opcode, ty) {
        return None;
    }
    let known = match opcode {
        G_ZEXT => known_zero_from(b.mf, x) <= bits,
        G_SEXT => known_sign_from(b.mf, x) <= bits,
        _ => true,
    };
    if known {
        // Then `x` itself may be extended the same way, or truncated.
        return Some(b.resize(opcode, ty, x));
    }
    let wide = b.resize(G_ANYEXT, ty, x);
    Some(if opcode == G_ZEXT { b.zext_inreg(wide, bits) } else { b.sext_inreg(wide, bits) })
}

/// Returns true if the replacement of an extension is profitable in `ty`. Scalar operations can be
/// legalized further, but a vector operation that would be scalarized is no gain.
fn may_work_in(cx: &Cx<'_>, opcode: Opcode, ty: Llt) -> bool {
    if !ty.is_vector() {
        return true;
    }
    let with = if opcode == G_ZEXT { G_AND } else { G_SEXT_INREG };
    let query = LegalityQuery::new(with, &[ty]);
    !matches!(cx.info.action(&query, 0).0, super::info::Action::Unsupported)
}

/// Returns the lowest bit from which on `x` is known to be zero.
pub(crate) fn known_zero_from(mf: &MachineFunction, x: VReg) -> u32 {
    let bits = mf.ty(x).scalar_bits();
    let Some(def) = source_def(mf, x) else { return bits };
    let operand = |n: usize| mf.vreg_operand(def, n);
    let constant = |n: usize| operand(n).and_then(|v| constant_words(mf, v));
    match mf.opcode(def) {
        G_ICMP | G_FCMP | G_IS_FPCLASS if !mf.ty(x).is_vector() => 1,
        G_ZEXT => mf.ty(mf.expect_vreg(def, 1)).scalar_bits(),
        G_ZEXTLOAD => mf.expect_mem_operand(def).ty.bits(),
        G_ASSERT_ZEXT => (mf.expect_imm(def, 2) as u32).min(bits),
        G_CONSTANT => constant_words(mf, x).map_or(bits, |w| significant(&w)),
        G_AND => constant(2).or_else(|| constant(1)).map_or(bits, |w| significant(&w)),
        G_LSHR => match constant(2).as_deref() {
            Some(&[n]) => bits.saturating_sub(n as u32),
            _ => bits,
        },
        _ => bits,
    }
}

fn significant(words: &[u64]) -> u32 {
    let top = words.iter().rposition(|&w| w != 0);
    top.map_or(0, |n| n as u32 * 64 + 64 - words[n].leading_zeros())
}

/// The maximum number of instructions on the way from a vector to the comparisons that make it.
const MAX_MASK_DEPTH: u32 = 6;

/// Returns the lowest number of bits that `x` is known to be a sign extension from.
pub(crate) fn known_sign_from(mf: &MachineFunction, x: VReg) -> u32 {
    known_sign_within(mf, x, MAX_MASK_DEPTH)
}

fn known_sign_within(mf: &MachineFunction, x: VReg, depth: u32) -> u32 {
    let bits = mf.ty(x).scalar_bits();
    let Some(def) = source_def(mf, x) else { return bits };
    // Chains of conversions are short.
    if mf.ty(x).is_vector() && matches!(mf.opcode(def), G_TRUNC | G_SEXT) {
        return known_sign_within(mf, mf.expect_vreg(def, 1), depth).min(bits);
    }
    if mf.ty(x).is_vector() && depth > 0 {
        let of = |n: usize| mf.vreg_operand(def, n).map_or(bits, |v| known_sign_within(mf, v, depth - 1));
        let operands = mf.operands(def).len();
        // Each element is one of an operand's.
        let known = match mf.opcode(def) {
            G_CONCAT_VECTORS => (1..operands).map(of).max(),
            G_SHUFFLE_VECTOR => {
                let count = mf.vreg_operand(def, 1).map_or(0, |first| mf.ty(first).elements() as i32);
                let lanes = mf.shuffle_mask_value(mf.operand(def, 3));
                let last = lanes.and_then(|lanes| lanes.iter().copied().max()).unwrap_or(i32::MAX);
                // The lanes may be those of one concatenated vector.
                let first = mf.vreg_operand(def, 1).and_then(|v| defined_by(mf, v, G_CONCAT_VECTORS));
                let low = first.and_then(|concat| mf.vreg_operand(concat, 1));
                Some(match low {
                    Some(low) if last < mf.ty(low).elements() as i32 => known_sign_within(mf, low, depth - 1),
                    _ if last < count => of(1),
                    _ => of(1).max(of(2)),
                })
            }
            G_UNMERGE_VALUES if mf.ty(mf.expect_vreg(def, operands - 1)).scalar_bits() == bits => {
                Some(of(operands - 1))
            }
            G_AND | G_OR | G_XOR => Some(of(1).max(of(2))),
            _ => None,
        };
        if let Some(known) = known {
            return known.min(bits);
        }
    }
    match mf.opcode(def) {
        G_EXTRACT_VECTOR_ELT if depth > 0 => {
            let of = mf.vreg_operand(def, 1).filter(|&vector| mf.ty(vector).scalar_bits() == bits);
            of.map_or(bits, |vector| known_sign_within(mf, vector, depth - 1))
        }
        G_UNMERGE_VALUES if depth > 0 => {
            let vector = mf.vreg_operand(def, mf.operands(def).len() - 1);
            let of = vector.filter(|&v| mf.ty(v).is_vector() && mf.ty(v).scalar_bits() == bits);
            of.map_or(bits, |vector| known_sign_within(mf, vector, depth - 1))
        }
        G_ICMP | G_FCMP => {
            if mf.ty(x).is_vector() {
                1
            } else {
                2
            }
        }
        G_SEXT => mf.ty(mf.expect_vreg(def, 1)).scalar_bits(),
        G_SEXT_INREG | G_ASSERT_SEXT => (mf.expect_imm(def, 2) as u32).min(bits),
        G_SEXTLOAD => mf.expect_mem_operand(def).ty.bits(),
        G_ZEXT | G_ZEXTLOAD | G_ASSERT_ZEXT | G_AND | G_LSHR => (known_zero_from(mf, x) + 1).min(bits),
        _ => bits,
    }
}

/// Returns the constant `src` extended to `ty`.
fn folded_constant(b: &mut Builder<'_>, opcode: Opcode, ty: Llt, src: VReg) -> Option<VReg> {
    let from = b.ty(src).bits();
    if ty.is_vector() {
        return None;
    }
    if ty.bits() <= 64
        && let Some(value) = constant_value(b.mf, src)
    {
        let by_sign = opcode == G_SEXT || (opcode == G_ANYEXT && from > 1);
        let value = if by_sign { value } else { value & (u64::MAX >> (64 - from)) as i64 };
        return Some(b.constant(ty, value));
    }
    let mut words = constant_words(b.mf, src)?;
    let top = from - 1;
    let negative = words.get((top / 64) as usize).is_some_and(|w| w >> (top % 64) & 1 != 0);
    // Booleans are 0 and 1; for other constants the sign-extended form is cheaper.
    let fill = negative && (opcode == G_SEXT || (opcode == G_ANYEXT && from > 1));
    if fill
        && !from.is_multiple_of(64)
        && let Some(last) = words.last_mut()
    {
        *last |= u64::MAX << (from % 64);
    }
    words.resize(ty.bits().div_ceil(64) as usize, if fill { u64::MAX } else { 0 });
    Some(b.words(ty, &words))
}

fn truncation(cx: &Cx<'_>, b: &mut Builder<'_>, inst: InstId) -> Combined {
    let (dst, src) = (b.reg(inst, 0), b.reg(inst, 1));
    let ty = b.ty(dst);
    let Some(def) = source_def(b.mf, src) else { return Combined::No };
    // If the narrow constant is not legal, its users see through the truncation.
    if !ty.is_vector()
        && matches!(b.mf.opcode(def), G_CONSTANT | G_TRUNC)
        && constant_operand(b.mf, src).is_some()
        && cx.info.is_legal(&LegalityQuery::new(G_CONSTANT, &[ty]))
        && let Some(words) = constant_words(b.mf, src)
    {
        return Combined::Value(b.words(ty, &words));
    }
    let inner = b.mf.vreg_operand(def, 1);
    let replaced = match (b.mf.opcode(def), inner) {
        (opcode, Some(x)) if is_extension(opcode) && may_extend(cx, opcode, ty, b.ty(x)) => {
            return Combined::Value(b.resize(opcode, ty, x));
        }
        (G_TRUNC, Some(x)) if in_one_step(cx, G_TRUNC, ty, b.ty(x)) => {
            b.define_by(dst, G_TRUNC, &[x]);
            true
        }
        (G_IMPLICIT_DEF, _) => undefined(cx, b, dst),
        (G_MERGE_VALUES, Some(_)) => truncate_merge(b, dst, def),
        (G_BUILD_VECTOR, _) => {
            let elements: Regs = b.mf.operands(def)[1..].iter().filter_map(|o| o.vreg()).collect();
            let element = ty.element();
            let narrow = resized_elements(b, G_TRUNC, element, &elements);
            b.define_by(dst, G_BUILD_VECTOR, &narrow);
            true
        }
        _ => false,
    };
    replaced.into()
}

/// Returns true if `from` may become `to`; an extension by `opcode` must be legal, so it is not
/// widened again.
fn may_extend(cx: &Cx<'_>, opcode: Opcode, to: Llt, from: Llt) -> bool {
    to.scalar_bits() <= from.scalar_bits() || cx.info.is_legal(&LegalityQuery::new(opcode, &[to, from]))
}

/// Combines `trunc(merge parts)`.
fn truncate_merge(b: &mut Builder<'_>, dst: VReg, merge: InstId) -> bool {
    let parts: Regs = b.mf.operands(merge)[1..].iter().filter_map(|o| o.vreg()).collect();
    let (bits, part) = (b.ty(dst).bits(), b.ty(parts[0]).bits());
    if b.ty(parts[0]).is_pointer() {
        return false;
    }
    if bits <= part {
        let low = b.resize(G_TRUNC, Llt::scalar(bits), parts[0]);
        b.define(dst, low);
    } else if bits % part == 0 {
        b.define_merge(dst, &parts[..(bits / part) as usize]);
    } else {
        let count = bits.div_ceil(part);
        if count as usize == parts.len() {
            return false;
        }
        let wide = b.op(G_MERGE_VALUES, Llt::scalar(count * part), &parts[..count as usize]);
        b.define_by(dst, G_TRUNC, &[wide]);
    }
    true
}

fn unmerge(b: &mut Builder<'_>, inst: InstId) -> bool {
    let count = b.mf.operands(inst).len() - 1;
    let defs: Regs = b.mf.operands(inst)[..count].iter().filter_map(|o| o.vreg()).collect();
    let src = source(b.mf, b.reg(inst, count));
    let part = b.ty(defs[0]);
    let Some(def) = b.mf.def(src) else { return false };
    match b.mf.opcode(def) {
        G_IMPLICIT_DEF => {
            for &d in &defs {
                b.define_by(d, G_IMPLICIT_DEF, &[]);
            }
            true
        }
        G_CONSTANT | G_TRUNC if part.is_scalar() && constant_words(b.mf, src).is_some() => {
            let Some(words) = constant_words(b.mf, src) else { return false };
            for (n, &d) in defs.iter().enumerate() {
                let piece = Int::of_bits(&words, n as u32 * part.bits(), part.bits());
                let value = b.words(part, piece.words());
                b.define(d, value);
            }
            true
        }
        G_MERGE_VALUES | G_BUILD_VECTOR | G_CONCAT_VECTORS => unmerge_merge(b, &defs, def),
        G_UNMERGE_VALUES => unmerge_unmerge(b, &defs, src, def),
        G_ANYEXT | G_ZEXT | G_SEXT if part.is_scalar() && !b.ty(src).is_vector() => {
            unmerge_extension(b, &defs, def)
        }
        G_TRUNC if part.is_vector() => {
            let x = b.reg(def, 1);
            let pieces = b.unmerge(b.ty(x).with_elements(part.elements()), x);
            for (&d, &piece) in defs.iter().zip(&pieces) {
                b.define_by(d, G_TRUNC, &[piece]);
            }
            true
        }
        G_TRUNC if !b.ty(src).is_vector() && part.is_scalar() => unmerge_trunc(b, &defs, def),
        G_BITCAST => unmerge_cast(b, &defs, def),
        _ => false,
    }
}

/// Combines `unmerge(bitcast x)` into an unmerge of `x`, if the types match.
fn unmerge_cast(b: &mut Builder<'_>, defs: &[VReg], cast: InstId) -> bool {
    let x = source(b.mf, b.reg(cast, 1));
    let (from, part) = (b.ty(x), b.ty(defs[0]));
    let scalar_pieces = !from.is_vector() && part.is_scalar();
    let same_elements = from.is_vector() && from.element() == part.element();
    if from.has_pointer_elements() || !(scalar_pieces || same_elements) {
        return false;
    }
    b.regs(G_UNMERGE_VALUES, defs, &[x]);
    true
}

/// Matches the operands of `merge` with the results of the unmerge.
fn unmerge_merge(b: &mut Builder<'_>, defs: &[VReg], merge: InstId) -> bool {
    let parts: Regs = b.mf.operands(merge)[1..].iter().filter_map(|o| o.vreg()).collect();
    let (want, have) = (b.ty(defs[0]), b.ty(parts[0]));
    if want == have {
        for (&d, &p) in defs.iter().zip(&parts) {
            b.define(d, p);
        }
        return true;
    }
    if want.bits() == have.bits() {
        for (&d, &p) in defs.iter().zip(&parts) {
            let cast = b.cast(want, p);
            b.define(d, cast);
        }
        return true;
    }
    if want.bits() > have.bits() && want.bits() % have.bits() == 0 {
        let each = (want.bits() / have.bits()) as usize;
        if !joins(have, want) {
            return false;
        }
        for (&d, group) in defs.iter().zip(parts.chunks(each)) {
            b.define_merge(d, group);
        }
        return true;
    }
    if have.bits() > want.bits() && have.bits() % want.bits() == 0 {
        let each = (have.bits() / want.bits()) as usize;
        if !joins(want, have) {
            return false;
        }
        for (group, &p) in defs.chunks(each).zip(&parts) {
            b.regs(G_UNMERGE_VALUES, group, &[p]);
        }
        return true;
    }
    want.is_scalar() && have.is_scalar() && unmerge_by_common_parts(b, defs, &parts)
}

/// Splits both sides into their greatest common width, if neither width divides the other. The
/// common width must have at least `MIN_COMMON_BITS` bits.
fn unmerge_by_common_parts(b: &mut Builder<'_>, defs: &[VReg], parts: &[VReg]) -> bool {
    const MIN_COMMON_BITS: u32 = 32;
    let (want, have) = (b.ty(defs[0]).bits(), b.ty(parts[0]).bits());
    let common = greatest_common_divisor(want, have);
    if common < MIN_COMMON_BITS {
        return false;
    }
    let pieces: Regs = parts.iter().flat_map(|&part| b.unmerge(Llt::scalar(common), part)).collect();
    for (&def, group) in defs.iter().zip(pieces.chunks((want / common) as usize)) {
        b.define_merge(def, group);
    }
    true
}

fn greatest_common_divisor(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}

/// Returns true if values of type `part` make up a `whole` by a merge opcode.
fn joins(part: Llt, whole: Llt) -> bool {
    if whole.is_vector() { whole.element() == part.element() } else { whole.is_scalar() && part.is_scalar() }
}

/// Combines `unmerge(result of an unmerge)` into an unmerge of the first source.
fn unmerge_unmerge(b: &mut Builder<'_>, defs: &[VReg], part: VReg, outer: InstId) -> bool {
    let count = b.mf.operands(outer).len() - 1;
    let whole = b.reg(outer, count);
    let (small, part_ty, whole_ty) = (b.ty(defs[0]), b.ty(part), b.ty(whole));
    if !joins(small, part_ty) || !joins(part_ty, whole_ty) || !joins(small, whole_ty) {
        return false;
    }
    let Some(place) = b.mf.operands(outer)[..count].iter().position(|o| o.vreg() == Some(part)) else {
        return false;
    };
    let each = defs.len();
    let all: Regs = (0..count * each)
        .map(|n| if n / each == place { defs[n % each] } else { b.mf.create_vreg(small) })
        .collect();
    b.regs(G_UNMERGE_VALUES, &all, &[whole]);
    true
}

/// Combines `unmerge(extend x)`, with `x` no wider than a result, or a multiple of it.
fn unmerge_extension(b: &mut Builder<'_>, defs: &[VReg], extension: InstId) -> bool {
    let (opcode, x) = (b.mf.opcode(extension), b.reg(extension, 1));
    let (part, from) = (b.ty(defs[0]), b.ty(x));
    if from.is_pointer() {
        return false;
    }
    let low: Regs = if from.bits() <= part.bits() {
        SmallVec::from_slice(&[b.resize(opcode, part, x)])
    } else if from.bits() % part.bits() == 0 {
        b.unmerge(part, x)
    } else {
        return false;
    };
    let fill = match opcode {
        G_ANYEXT => b.undef(part),
        G_ZEXT => b.int(part, 0),
        _ => {
            let top = low[low.len() - 1];
            b.bin_int(G_ASHR, top, part.bits() as i128 - 1)
        }
    };
    for (n, &d) in defs.iter().enumerate() {
        b.define(d, low.get(n).copied().unwrap_or(fill));
    }
    true
}

/// Combines `unmerge(trunc x)` into an unmerge of `x`, if the result width divides it; the upper
/// results are unused.
fn unmerge_trunc(b: &mut Builder<'_>, defs: &[VReg], trunc: InstId) -> bool {
    let x = b.reg(trunc, 1);
    let (part, from) = (b.ty(defs[0]), b.ty(x));
    if from.bits() % part.bits() != 0 || !from.is_scalar() {
        return false;
    }
    let count = (from.bits() / part.bits()) as usize;
    let all: Regs =
        (0..count).map(|n| defs.get(n).copied().unwrap_or_else(|| b.mf.create_vreg(part))).collect();
    b.regs(G_UNMERGE_VALUES, &all, &[x]);
    true
}

/// Replaces a merge of all results of an unmerge by its source, and a merge of undefined values by
/// an undefined value.
fn merge(cx: &Cx<'_>, b: &mut Builder<'_>, inst: InstId) -> bool {
    let dst = b.reg(inst, 0);
    let parts: Regs =
        b.mf.operands(inst)[1..].iter().filter_map(|o| o.vreg()).map(|v| source(b.mf, v)).collect();
    if parts.iter().all(|&p| defined_by(b.mf, p, G_IMPLICIT_DEF).is_some()) {
        return undefined(cx, b, dst);
    }
    let Some(from) = defined_by(b.mf, parts[0], G_UNMERGE_VALUES) else { return false };
    let count = b.mf.operands(from).len() - 1;
    let whole = b.reg(from, count);
    let same = b.mf.operands(from)[..count].iter().filter_map(|o| o.vreg()).eq(parts.iter().copied());
    if !same || b.ty(whole).has_pointer_elements() != b.ty(dst).has_pointer_elements() {
        return false;
    }
    let (ty, from) = (b.ty(dst), b.ty(whole));
    // A cast that would be split again is no gain.
    let query = LegalityQuery::new(G_BITCAST, &[ty, from]);
    if ty != from && (ty.has_pointer_elements() || !cx.info.is_legal(&query)) {
        return false;
    }
    let cast = b.cast(ty, whole);
    b.define(dst, cast);
    true
}

/// Makes `dst` undefined, unless that would be split or widened again.
fn undefined(cx: &Cx<'_>, b: &mut Builder<'_>, dst: VReg) -> bool {
    let legal = cx.info.is_legal(&LegalityQuery::new(G_IMPLICIT_DEF, &[b.ty(dst)]));
    if legal {
        b.define_by(dst, G_IMPLICIT_DEF, &[]);
    }
    legal
}
