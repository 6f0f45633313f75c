//! Narrowing: splits an operation into operations of a narrower type, least significant first. A
//! vector is split into vectors of the split elements.

use super::build::{Regs, constant_words, point_after};
use super::query::typed_operands;
use super::widen::before_terminators;
use super::{Cx, Outcome, narrow_arith, narrow_memory};
use crate::ir::builder::Builder;
use crate::ir::entity::{InstId, VReg};
use crate::ir::int::Int;
use crate::ir::llt::{Llt, S32};
use crate::ir::mir::{IntPredicate, Operand};
use crate::ir::opcodes::*;
use crate::machine::desc::instructions::Opcode;
use crate::support::error::Result;
use smallvec::SmallVec;

/// Splits `inst` into operations of `ty` at type `index`.
pub fn narrow_scalar(
    cx: &Cx<'_>,
    b: &mut Builder<'_>,
    inst: InstId,
    index: usize,
    ty: Llt,
) -> Result<Outcome> {
    let opcode = b.mf.opcode(inst);
    Ok(match (opcode, index) {
        (G_CONSTANT, _) => constant(b, inst, ty),
        (G_IMPLICIT_DEF, _) => undefined(b, inst, ty),
        (G_FREEZE | G_CONSTANT_FOLD_BARRIER | G_AND | G_OR | G_XOR, _) => bitwise(b, inst, ty),
        (G_SELECT, 0) => select(b, inst, ty),
        (G_PHI, _) => phi(b, inst, ty),
        (G_ADD | G_SUB, _) => narrow_arith::add_sub(b, inst, ty),
        (G_UADDO | G_UADDE | G_USUBO | G_USUBE | G_SADDO | G_SADDE | G_SSUBO | G_SSUBE, 0) => {
            narrow_arith::add_sub_overflow(b, inst, ty)
        }
        (G_MUL, _) => narrow_arith::multiply(b, inst, ty),
        (G_SHL | G_LSHR | G_ASHR, 0) => narrow_arith::shift(b, inst, ty),
        (G_ICMP, 1) => compare(b, inst, ty),
        (G_ZEXT | G_SEXT | G_ANYEXT, 0) => extension(b, inst, ty),
        (G_TRUNC, 1) => truncation(b, inst, ty),
        (G_SEXT_INREG, _) => sext_inreg(b, inst, ty),
        (G_LOAD | G_SEXTLOAD | G_ZEXTLOAD, 0) => narrow_memory::load(b, inst, ty),
        (G_STORE, 0) => narrow_memory::store(b, inst, ty),
        (G_CTLZ | G_CTLZ_ZERO_UNDEF | G_CTTZ | G_CTTZ_ZERO_UNDEF, 1) => count_zeros(b, inst, ty),
        (G_CTPOP, 1) => count_ones(b, inst, ty),
        (G_BSWAP | G_BITREVERSE, _) => reverse(b, inst, ty),
        (G_FLDEXP | G_STRICT_FLDEXP, 1) => clamp_operand(b, inst, 2, ty),
        (
            G_CTLZ | G_CTLZ_ZERO_UNDEF | G_CTTZ | G_CTTZ_ZERO_UNDEF | G_CTPOP | G_ICMP | G_FCMP | G_PTRTOINT
            | G_IS_FPCLASS,
            0,
        ) => result(b, inst, ty, G_ZEXT),
        (G_SCMP | G_UCMP, 0) => result(b, inst, ty, G_SEXT),
        (
            G_SHL | G_LSHR | G_ASHR | G_ROTL | G_ROTR | G_PTR_ADD | G_PTRMASK | G_INTTOPTR | G_BRJT
            | G_DYN_STACKALLOC | G_SELECT,
            1,
        )
        | (
            G_FSHL | G_FSHR | G_EXTRACT_VECTOR_ELT | G_INSERT_VECTOR_ELT | G_MEMCPY | G_MEMMOVE | G_MEMSET,
            2,
        )
        | (G_BRCOND, 0) => operand(cx, b, inst, index, ty),
        _ => Outcome::Declined,
    })
}

/// Returns the number of values of `ty` into which `whole`, or each of its elements, can be split,
/// if it can.
pub(crate) fn num_parts(whole: Llt, ty: Llt) -> Option<usize> {
    let (wide, narrow) = (whole.scalar_bits(), ty.scalar_bits());
    let divides = whole.with_scalar_bits(narrow) == ty && whole.element().is_scalar() && !whole.is_scalable();
    (divides && wide > narrow && wide.is_multiple_of(narrow)).then(|| (wide / narrow) as usize)
}

/// Splits `value` into values of type `ty`.
pub(crate) fn extract_parts(b: &mut Builder<'_>, ty: Llt, value: VReg) -> Regs {
    if ty.is_scalar() {
        return b.unmerge(ty, value);
    }
    let elements = b.elements(value);
    let split: Vec<Regs> = elements.iter().map(|&element| b.unmerge(ty.element(), element)).collect();
    (0..split[0].len())
        .map(|n| {
            let lanes: Regs = split.iter().map(|parts| parts[n]).collect();
            b.op(G_BUILD_VECTOR, ty, &lanes)
        })
        .collect()
}

/// Defines `dst` as the merge of the values from [`extract_parts`].
pub(crate) fn merge_parts(b: &mut Builder<'_>, dst: VReg, parts: &[VReg]) {
    let whole = b.ty(dst);
    if whole.is_scalar() {
        return b.define_merge(dst, parts);
    }
    let split: Vec<Regs> = parts.iter().map(|&part| b.elements(part)).collect();
    let elements: Regs = (0..split[0].len())
        .map(|n| {
            let words: Regs = split.iter().map(|lanes| lanes[n]).collect();
            b.merge(whole.element(), &words)
        })
        .collect();
    b.define_merge(dst, &elements);
}

fn constant(b: &mut Builder<'_>, inst: InstId, ty: Llt) -> Outcome {
    let dst = b.reg(inst, 0);
    let Some(words) = constant_words(b.mf, dst) else { return Outcome::Declined };
    let Some(count) = num_parts(b.ty(dst), ty) else { return Outcome::Declined };
    let parts: Regs = (0..count as u32)
        .map(|n| b.words(ty, Int::of_bits(&words, n * ty.bits(), ty.bits()).words()))
        .collect();
    b.define_merge(dst, &parts);
    Outcome::Replaced
}

fn undefined(b: &mut Builder<'_>, inst: InstId, ty: Llt) -> Outcome {
    let dst = b.reg(inst, 0);
    let Some(count) = num_parts(b.ty(dst), ty) else { return Outcome::Declined };
    let parts: Regs = (0..count).map(|_| b.undef(ty)).collect();
    merge_parts(b, dst, &parts);
    Outcome::Replaced
}

/// Splits a bitwise operation.
fn bitwise(b: &mut Builder<'_>, inst: InstId, ty: Llt) -> Outcome {
    let (opcode, dst) = (b.mf.opcode(inst), b.reg(inst, 0));
    let Some(count) = num_parts(b.ty(dst), ty) else { return Outcome::Declined };
    let uses: Regs = b.mf.operands(inst)[1..].iter().filter_map(|o| o.vreg()).collect();
    let uses: SmallVec<[Regs; 2]> = uses.iter().map(|&u| extract_parts(b, ty, u)).collect();
    let parts: Regs = (0..count)
        .map(|n| {
            let operands: Regs = uses.iter().map(|u| u[n]).collect();
            b.op(opcode, ty, &operands)
        })
        .collect();
    merge_parts(b, dst, &parts);
    Outcome::Replaced
}

fn select(b: &mut Builder<'_>, inst: InstId, ty: Llt) -> Outcome {
    let (dst, condition) = (b.reg(inst, 0), b.reg(inst, 1));
    if num_parts(b.ty(dst), ty).is_none() {
        return Outcome::Declined;
    }
    let (yes, no) = (b.reg(inst, 2), b.reg(inst, 3));
    let (yes, no) = (extract_parts(b, ty, yes), extract_parts(b, ty, no));
    let parts: Regs = yes.iter().zip(&no).map(|(&y, &n)| b.select(condition, y, n)).collect();
    merge_parts(b, dst, &parts);
    Outcome::Replaced
}

fn phi(b: &mut Builder<'_>, inst: InstId, ty: Llt) -> Outcome {
    let dst = b.reg(inst, 0);
    let Some(count) = num_parts(b.ty(dst), ty) else { return Outcome::Declined };
    split_phi(b, inst, &SmallVec::from_elem(ty, count), |b, value| extract_parts(b, ty, value), merge_parts);
    Outcome::Replaced
}

/// Splits a phi. `split` splits an incoming value in its block; `join` merges the result.
pub(crate) fn split_phi(
    b: &mut Builder<'_>,
    inst: InstId,
    types: &SmallVec<[Llt; 4]>,
    mut split: impl FnMut(&mut Builder<'_>, VReg) -> Regs,
    join: impl FnOnce(&mut Builder<'_>, VReg, &[VReg]),
) {
    let dst = b.reg(inst, 0);
    let parts: Regs = types.iter().map(|&t| b.mf.create_vreg(t)).collect();
    let mut operands: SmallVec<[Vec<Operand>; 4]> = parts.iter().map(|&p| vec![Operand::def(p)]).collect();
    let incoming: SmallVec<[Operand; 8]> = b.mf.operands(inst)[1..].into();
    for pair in incoming.chunks(2) {
        let [value, block] = pair else { continue };
        let (Some(vreg), Some(from)) = (value.vreg(), block.as_block()) else { continue };
        b.set_point(before_terminators(b.mf, from));
        for (list, part) in operands.iter_mut().zip(split(b, vreg)) {
            list.extend([Operand::use_of(part), *block]);
        }
    }
    b.set_point(crate::ir::builder::InsertPoint::Before(inst));
    for list in &operands {
        b.inst(G_PHI, list);
    }
    b.set_point(point_after(b.mf, inst));
    join(b, dst, &parts);
}

/// Splits a comparison: equality by the union of differences, order from the highest word down.
fn compare(b: &mut Builder<'_>, inst: InstId, ty: Llt) -> Outcome {
    let (dst, lhs, rhs) = (b.reg(inst, 0), b.reg(inst, 2), b.reg(inst, 3));
    let Some(predicate) = b.mf.operand(inst, 1).as_int_predicate() else { return Outcome::Declined };
    let Some(count) = num_parts(b.ty(lhs), ty) else { return Outcome::Declined };
    let (lhs, rhs) = (extract_parts(b, ty, lhs), extract_parts(b, ty, rhs));
    let to = b.ty(dst);
    if predicate.is_equality() {
        let mut differences: Regs = lhs.iter().zip(&rhs).map(|(&l, &r)| b.bin(G_XOR, l, r)).collect();
        let first = differences.remove(0);
        let all = differences.iter().fold(first, |a, &d| b.bin(G_OR, a, d));
        let zero = b.int(ty, 0);
        let result = b.icmp(to, predicate, all, zero);
        b.define(dst, result);
        return Outcome::Replaced;
    }
    let unsigned = match predicate {
        IntPredicate::Sgt => IntPredicate::Ugt,
        IntPredicate::Sge => IntPredicate::Uge,
        IntPredicate::Slt => IntPredicate::Ult,
        IntPredicate::Sle => IntPredicate::Ule,
        other => other,
    };
    let mut result = b.icmp(to, unsigned, lhs[0], rhs[0]);
    for n in 1..count {
        let here = if n + 1 == count { predicate } else { unsigned };
        let equal = b.cmp(IntPredicate::Eq, lhs[n], rhs[n]);
        let order = b.icmp(to, here, lhs[n], rhs[n]);
        result = b.select(equal, result, order);
    }
    b.define(dst, result);
    Outcome::Replaced
}

fn extension(b: &mut Builder<'_>, inst: InstId, ty: Llt) -> Outcome {
    let (opcode, dst, src) = (b.mf.opcode(inst), b.reg(inst, 0), b.reg(inst, 1));
    let (to, from) = (b.ty(dst), b.ty(src));
    let Some(count) = num_parts(to, ty) else { return Outcome::Declined };
    let mut parts: Regs = if from.scalar_bits() <= ty.scalar_bits() {
        SmallVec::from_slice(&[b.resize(opcode, ty, src)])
    } else if num_parts(from, ty).is_some() {
        extract_parts(b, ty, src)
    } else {
        return Outcome::Declined;
    };
    if parts.len() < count {
        let fill = match opcode {
            G_ANYEXT => b.undef(ty),
            G_ZEXT => b.int(ty, 0),
            _ => {
                let top = parts[parts.len() - 1];
                b.bin_int(G_ASHR, top, ty.scalar_bits() as i128 - 1)
            }
        };
        parts.resize(count, fill);
    }
    merge_parts(b, dst, &parts);
    Outcome::Replaced
}

fn truncation(b: &mut Builder<'_>, inst: InstId, ty: Llt) -> Outcome {
    let (dst, src) = (b.reg(inst, 0), b.reg(inst, 1));
    let (to, from) = (b.ty(dst), b.ty(src));
    if num_parts(from, ty).is_none() {
        return Outcome::Declined;
    }
    if to.scalar_bits() <= ty.scalar_bits() {
        let parts = extract_parts(b, ty, src);
        let low = b.resize(G_TRUNC, to, parts[0]);
        b.define(dst, low);
    } else if to.scalar_bits() % ty.scalar_bits() == 0 {
        let parts = extract_parts(b, ty, src);
        merge_parts(b, dst, &parts[..(to.scalar_bits() / ty.scalar_bits()) as usize]);
    } else {
        return Outcome::Declined;
    }
    Outcome::Replaced
}

fn sext_inreg(b: &mut Builder<'_>, inst: InstId, ty: Llt) -> Outcome {
    let (dst, src, bits) = (b.reg(inst, 0), b.reg(inst, 1), b.imm_of(inst, 2) as u32);
    let Some(count) = num_parts(b.ty(dst), ty) else { return Outcome::Declined };
    let mut parts = extract_parts(b, ty, src);
    let (last, inside) = (((bits - 1) / ty.scalar_bits()) as usize, bits % ty.scalar_bits());
    if inside != 0 {
        parts[last] = b.sext_inreg(parts[last], inside);
    }
    if last + 1 < count {
        let fill = b.bin_int(G_ASHR, parts[last], ty.scalar_bits() as i128 - 1);
        parts[last + 1..].fill(fill);
    }
    merge_parts(b, dst, &parts);
    Outcome::Replaced
}

/// Splits a count of zeros: the count of the first nonzero word, plus the width of the words before
/// it.
fn count_zeros(b: &mut Builder<'_>, inst: InstId, ty: Llt) -> Outcome {
    let (opcode, dst, src) = (b.mf.opcode(inst), b.reg(inst, 0), b.reg(inst, 1));
    if num_parts(b.ty(src), ty).is_none() {
        return Outcome::Declined;
    }
    let leading = matches!(opcode, G_CTLZ | G_CTLZ_ZERO_UNDEF);
    let known = if leading { G_CTLZ_ZERO_UNDEF } else { G_CTTZ_ZERO_UNDEF };
    let mut parts = extract_parts(b, ty, src);
    if !leading {
        parts.reverse();
    }
    // Now the word that is counted first is last.
    let mut count = b.op(opcode, ty, &[parts[0]]);
    for &part in &parts[1..] {
        let further = b.bin_int(G_ADD, count, ty.scalar_bits() as i128);
        let zero = b.cmp_int(IntPredicate::Eq, part, 0);
        let here = b.op(known, ty, &[part]);
        count = b.select(zero, further, here);
    }
    let to = b.ty(dst);
    let count = b.resize(G_ZEXT, to, count);
    b.define(dst, count);
    Outcome::Replaced
}

fn count_ones(b: &mut Builder<'_>, inst: InstId, ty: Llt) -> Outcome {
    let (dst, src) = (b.reg(inst, 0), b.reg(inst, 1));
    if num_parts(b.ty(src), ty).is_none() {
        return Outcome::Declined;
    }
    let parts = extract_parts(b, ty, src);
    let mut sum = b.op(G_CTPOP, ty, &[parts[0]]);
    for &part in &parts[1..] {
        let here = b.op(G_CTPOP, ty, &[part]);
        sum = b.bin(G_ADD, sum, here);
    }
    let to = b.ty(dst);
    let sum = b.resize(G_ZEXT, to, sum);
    b.define(dst, sum);
    Outcome::Replaced
}

fn reverse(b: &mut Builder<'_>, inst: InstId, ty: Llt) -> Outcome {
    let (opcode, dst, src) = (b.mf.opcode(inst), b.reg(inst, 0), b.reg(inst, 1));
    if num_parts(b.ty(dst), ty).is_none() {
        return Outcome::Declined;
    }
    let parts = extract_parts(b, ty, src);
    let reversed: Regs = parts.iter().rev().map(|&p| b.un(opcode, p)).collect();
    merge_parts(b, dst, &reversed);
    Outcome::Replaced
}

/// Narrows a result that fits in `ty`, whatever its type.
fn result(b: &mut Builder<'_>, inst: InstId, ty: Llt, extend: Opcode) -> Outcome {
    let (old, new) = b.replace_def(inst, 0, ty);
    b.set_point(point_after(b.mf, inst));
    b.define_by(old, extend, &[new]);
    Outcome::Updated
}

/// Narrows an operand whose upper bits do not matter.
fn operand(cx: &Cx<'_>, b: &mut Builder<'_>, inst: InstId, index: usize, ty: Llt) -> Outcome {
    let operands: SmallVec<[(usize, Llt); 4]> =
        typed_operands(b.mf, cx.target, inst).filter(|o| o.1 == index).map(|o| (o.0, o.2)).collect();
    for (n, from) in operands {
        let value = b.reg(inst, n);
        let narrow = b.op(G_TRUNC, from.with_scalar_bits(ty.scalar_bits()), &[value]);
        b.replace_use(inst, n, narrow);
    }
    Outcome::Updated
}

/// Narrows a signed operand that has the same meaning when clamped to `ty`.
fn clamp_operand(b: &mut Builder<'_>, inst: InstId, n: usize, ty: Llt) -> Outcome {
    if ty != S32 {
        return Outcome::Declined;
    }
    let value = b.reg(inst, n);
    let low = b.bin_int(G_SMAX, value, i32::MIN as i128);
    let clamped = b.bin_int(G_SMIN, low, i32::MAX as i128);
    let narrow = b.op(G_TRUNC, ty, &[clamped]);
    b.replace_use(inst, n, narrow);
    Outcome::Updated
}
