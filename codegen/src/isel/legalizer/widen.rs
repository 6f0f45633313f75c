//! Widening: performs an operation in a wider scalar or element type.
//!
//! Most opcodes follow one table of the extension of operands by type index ([`extension`]);
//! results are truncated. The others have functions below.

use super::artifacts::{folded_extension, known_sign_from};
use super::build::{constant_value, constant_words, point_after, source_def};
use super::query::typed_operands;
use super::{Cx, Outcome};
use crate::ir::builder::{Builder, InsertPoint};
use crate::ir::entity::{InstId, VReg};
use crate::ir::llt::{Llt, S1};
use crate::ir::mir::{InstFlags, MachineFunction};
use crate::ir::opcodes::*;
use crate::machine::desc::instructions::{InstrFlags, Opcode};
use smallvec::SmallVec;

/// The extension to a wider type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Extension {
    Any,
    Sign,
    Zero,
    Float,
}

impl Extension {
    fn opcode(self) -> Opcode {
        match self {
            Extension::Any => G_ANYEXT,
            Extension::Sign => G_SEXT,
            Extension::Zero => G_ZEXT,
            Extension::Float => G_FPEXT,
        }
    }
}

/// Widens `inst` to `ty` at type `index`.
pub(crate) fn widen_scalar(cx: &Cx<'_>, b: &mut Builder<'_>, inst: InstId, index: usize, ty: Llt) -> Outcome {
    let bits = ty.scalar_bits();
    match (b.mf.opcode(inst), index) {
        (G_CONSTANT, _) => constant(b, inst, ty),
        (G_CTLZ | G_CTLZ_ZERO_UNDEF, 1) => count_leading(b, inst, ty),
        (G_CTTZ, 1) => count_trailing(b, inst, ty),
        (G_BSWAP | G_BITREVERSE, _) => reverse(b, inst, ty),
        (G_ANYEXT | G_SEXT | G_ZEXT, 1) => extend_source(b, inst, ty),
        (G_ROTL | G_ROTR | G_FSHL | G_FSHR, 0) | (G_IS_FPCLASS, 1) => Outcome::Declined,
        (G_FCOPYSIGN, _) => Outcome::Declined,
        (G_BUILD_VECTOR, _) => build_vector(b, inst, ty),
        (G_BRCOND, _) if retype_comparison(b.mf, inst, ty) => Outcome::Updated,
        (opcode, _) => {
            let Some(extension) = extension(cx, b.mf, inst, opcode, index, bits) else {
                return Outcome::Declined;
            };
            in_place(cx, b, inst, index, bits, extension);
            Outcome::Updated
        }
    }
}

/// Returns true if `inst` is an operation on vectors of bools, whose sign extensions are known to be
/// the masks of comparisons, or on such extensions.
fn joins_masks(mf: &MachineFunction, inst: InstId) -> bool {
    let is_mask = |n: usize| {
        let Some(operand) = mf.vreg_operand(inst, n).filter(|&v| mf.ty(v).is_vector()) else { return false };
        if mf.ty(operand).element() != S1 {
            return known_sign_from(mf, operand) == 1;
        }
        source_def(mf, operand).is_some_and(|def| match mf.opcode(def) {
            G_ICMP | G_FCMP => true,
            G_AND | G_OR => [1, 2].iter().all(|&n| is_comparison(mf, mf.vreg_operand(def, n))),
            G_TRUNC => mf.vreg_operand(def, 1).is_some_and(|wide| known_sign_from(mf, wide) == 1),
            _ => false,
        })
    };
    is_mask(1) && is_mask(2)
}

/// Returns true if `value` is the result of a comparison.
fn is_comparison(mf: &MachineFunction, value: Option<VReg>) -> bool {
    let def = value.and_then(|v| source_def(mf, v));
    def.is_some_and(|def| matches!(mf.opcode(def), G_ICMP | G_FCMP))
}

/// Returns the extension of operands at type `index`; results are truncated (except floats). `None`
/// if the table lacks the opcode.
fn extension(
    cx: &Cx<'_>,
    mf: &MachineFunction,
    inst: InstId,
    opcode: Opcode,
    index: usize,
    bits: u32,
) -> Option<Extension> {
    use Extension::*;
    Some(match (opcode, index) {
        (G_AND | G_OR | G_XOR, 0) if joins_masks(mf, inst) => Sign,
        (
            G_ADD
            | G_SUB
            | G_MUL
            | G_AND
            | G_OR
            | G_XOR
            | G_SHL
            | G_SELECT
            | G_PHI
            | G_FREEZE
            | G_IMPLICIT_DEF
            | G_CONSTANT_FOLD_BARRIER
            | G_SEXT_INREG
            | G_LOAD
            | G_STORE
            | G_SEXTLOAD
            | G_ZEXTLOAD
            | G_EXTRACT_VECTOR_ELT
            | G_INSERT_VECTOR_ELT
            | G_SHUFFLE_VECTOR
            | G_ANYEXT
            | G_SEXT
            | G_ZEXT
            | G_TRUNC
            | G_PTRTOINT
            | G_VAARG
            | G_READ_REGISTER
            | G_WRITE_REGISTER
            | G_READCYCLECOUNTER
            | G_CTLZ
            | G_CTTZ
            | G_CTPOP
            | G_CTLZ_ZERO_UNDEF
            | G_CTTZ_ZERO_UNDEF
            | G_ICMP
            | G_FCMP
            | G_IS_FPCLASS
            | G_FPTOSI
            | G_FPTOUI
            | G_INTRINSIC_LRINT
            | G_INTRINSIC_LLRINT
            | G_LROUND
            | G_LLROUND
            | G_SCMP
            | G_UCMP,
            0,
        )
        | (G_TRUNC | G_CTTZ_ZERO_UNDEF | G_INSERT_VECTOR_ELT | G_EXTRACT_VECTOR_ELT | G_SHUFFLE_VECTOR, 1) => {
            Any
        }
        (G_SDIV | G_SREM | G_SMIN | G_SMAX | G_ASHR | G_SDIVREM | G_ABS | G_ABDS, 0) => Sign,
        (G_UDIV | G_UREM | G_UMIN | G_UMAX | G_LSHR | G_UDIVREM | G_ABDU | G_BRCOND, 0) => Zero,
        (
            G_SHL | G_LSHR | G_ASHR | G_ROTL | G_ROTR | G_CTPOP | G_UITOFP | G_INTTOPTR | G_DYN_STACKALLOC
            | G_BRJT,
            1,
        )
        | (
            G_MEMCPY | G_MEMMOVE | G_MEMSET | G_EXTRACT_VECTOR_ELT | G_INSERT_VECTOR_ELT | G_FSHL | G_FSHR,
            2,
        ) => Zero,
        (G_UADDO | G_USUBO | G_SADDO | G_SSUBO | G_UMULO | G_SMULO, 1) => Any,
        (G_UADDE | G_USUBE | G_SADDE | G_SSUBE, 1) => Zero,
        (G_SITOFP | G_PTR_ADD | G_PTRMASK | G_FPOWI | G_FLDEXP | G_STRICT_FLDEXP | G_SCMP, 1) => Sign,
        (G_UCMP, 1) => Zero,
        (G_SELECT, 1) => boolean(mf, mf.vreg_operand(inst, 1)?),
        (G_ICMP, 1) => compared(cx, mf, inst, bits),
        (G_SITOFP | G_UITOFP | G_FPEXT | G_FPTRUNC, 0) => Float,
        (
            G_FCMP | G_FPTOSI | G_FPTOUI | G_FPTOSI_SAT | G_FPTOUI_SAT | G_INTRINSIC_LRINT
            | G_INTRINSIC_LLRINT | G_LROUND | G_LLROUND | G_FPEXT | G_FPTRUNC,
            1,
        ) => Float,
        (_, 0) if DESCS[opcode.table_index()].has(InstrFlags::FLOAT) => Float,
        _ => return None,
    })
}

/// Returns the extension of a condition: scalar conditions are 0 or 1, elements of vector
/// conditions 0 or -1.
fn boolean(mf: &MachineFunction, condition: VReg) -> Extension {
    if mf.ty(condition).is_vector() { Extension::Sign } else { Extension::Zero }
}

fn compared(cx: &Cx<'_>, mf: &MachineFunction, inst: InstId, bits: u32) -> Extension {
    let predicate = mf.operand(inst, 1).as_int_predicate().expect("integers are compared by a predicate");
    let from = mf.ty(mf.expect_vreg(inst, 2)).scalar_bits();
    // Sign extension preserves the unsigned order too.
    let cheaper = cx.info.sext_cheaper_than_zext == Some((from, bits));
    if predicate.is_signed() || cheaper { Extension::Sign } else { Extension::Zero }
}

fn in_place(cx: &Cx<'_>, b: &mut Builder<'_>, inst: InstId, index: usize, bits: u32, how: Extension) {
    let same = |(n, i, ty): (usize, usize, Llt)| {
        // Elements and their vector change together.
        let linked =
            matches!(b.mf.opcode(inst), G_EXTRACT_VECTOR_ELT | G_INSERT_VECTOR_ELT | G_SHUFFLE_VECTOR)
                && i < 2;
        (i == index || (linked && index < 2)).then_some((n, ty))
    };
    let mut operands: SmallVec<[(usize, Llt); 4]> = SmallVec::new();
    typed_operands(b.mf, cx.target, inst).filter_map(same).for_each(|operand| operands.push(operand));
    let wraps = InstFlags::NO_U_WRAP | InstFlags::NO_S_WRAP | InstFlags::NON_NEG | InstFlags::DISJOINT;
    b.mf.inst_mut(inst).flags.remove(wraps);
    for (n, ty) in operands {
        let wide = ty.with_scalar_bits(bits);
        if b.mf.operand(inst, n).is_def() {
            widen_result(b, inst, n, wide, how);
        } else {
            widen_operand(b, inst, n, wide, how.opcode());
        }
    }
}

/// Changes the type of the comparison whose only use is the condition of `branch` to `ty`: its
/// result is 0 or 1 in any type.
fn retype_comparison(mf: &mut MachineFunction, branch: InstId, ty: Llt) -> bool {
    let Some(condition) = mf.vreg_operand(branch, 0).filter(|&v| mf.use_count(v) == 1) else { return false };
    let compares = mf.def(condition).is_some_and(|def| matches!(mf.opcode(def), G_ICMP | G_FCMP));
    if compares {
        mf.set_ty(condition, ty);
    }
    compares
}

fn widen_result(b: &mut Builder<'_>, inst: InstId, n: usize, wide: Llt, how: Extension) {
    let (old, new) = b.replace_def(inst, n, wide);
    let point = b.point();
    b.set_point(point_after(b.mf, inst));
    b.define_by(old, if how == Extension::Float { G_FPTRUNC } else { G_TRUNC }, &[new]);
    b.set_point(point);
}

fn widen_operand(b: &mut Builder<'_>, inst: InstId, n: usize, wide: Llt, opcode: Opcode) {
    let point = b.point();
    if b.mf.opcode(inst) == G_PHI
        && let Some(block) = b.mf.operands(inst).get(n + 1).and_then(|o| o.as_block())
    {
        b.set_point(before_terminators(b.mf, block));
    }
    let narrow = b.reg(inst, n);
    // The source does not name the extension: it gets the location of its operand.
    let loc = b.debug_loc;
    b.debug_loc = b.mf.def(narrow).and_then(|def| b.mf.inst(def).debug_loc);
    let value = match folded_extension(b, opcode, wide, narrow) {
        Some(value) => value,
        None => b.op(opcode, wide, &[narrow]),
    };
    b.debug_loc = loc;
    b.replace_use(inst, n, value);
    b.set_point(point);
    remove_unused_constant(b.mf, narrow);
}

/// Removes the constant in `vreg` if it is unused.
fn remove_unused_constant(mf: &mut MachineFunction, vreg: VReg) {
    let def = mf.def(vreg).filter(|&def| mf.use_count(vreg) == 0 && mf.opcode(def) == G_CONSTANT);
    def.into_iter().for_each(|def| mf.remove_inst(def));
}

/// Returns the insertion point before the terminators of `block`, which are generic.
pub(crate) fn before_terminators(mf: &MachineFunction, block: crate::ir::entity::BlockId) -> InsertPoint {
    let is_terminator =
        |opcode: Opcode| !opcode.is_target() && DESCS[opcode.table_index()].has(InstrFlags::TERMINATOR);
    mf.first_at_end(block, is_terminator).map_or(InsertPoint::End(block), InsertPoint::Before)
}

fn constant(b: &mut Builder<'_>, inst: InstId, ty: Llt) -> Outcome {
    let dst = b.reg(inst, 0);
    let from = b.ty(dst).bits();
    if ty.bits() <= 64
        && let Some(value) = constant_value(b.mf, dst)
    {
        // Booleans are 0 and 1.
        let value = b.mf.imm(if from == 1 { value & 1 } else { value });
        b.mf.set_operand(inst, 1, value);
        widen_result(b, inst, 0, ty, Extension::Any);
        return Outcome::Updated;
    }
    let Some(mut words) = constant_words(b.mf, dst) else { return Outcome::Declined };
    let top = from - 1;
    // Booleans are 0 and 1.
    if from > 1 && words[(top / 64) as usize] >> (top % 64) & 1 != 0 {
        if !from.is_multiple_of(64) {
            words[(top / 64) as usize] |= u64::MAX << (from % 64);
        }
        words.resize(ty.bits().div_ceil(64) as usize, u64::MAX);
    }
    words.resize(ty.bits().div_ceil(64) as usize, 0);
    let wide = b.words(ty, &words);
    b.define_by(dst, G_TRUNC, &[wide]);
    Outcome::Replaced
}

/// Counts the leading zeros of the wider value, and subtracts the added bits.
fn count_leading(b: &mut Builder<'_>, inst: InstId, ty: Llt) -> Outcome {
    let (dst, src) = (b.reg(inst, 0), b.reg(inst, 1));
    let extra = ty.scalar_bits() - b.ty(src).scalar_bits();
    let result = b.ty(dst).with_scalar_bits(b.ty(dst).scalar_bits().max(ty.scalar_bits()));
    let wide = b.op(G_ZEXT, ty, &[src]);
    let opcode = b.mf.opcode(inst);
    let count = b.op(opcode, result, &[wide]);
    let less = b.bin_int(G_SUB, count, extra as i128);
    let to = b.ty(dst);
    let less = b.resize(G_ANYEXT, to, less);
    b.define(dst, less);
    Outcome::Replaced
}

/// Counts the trailing zeros of the wider value, with a bit set above the original ones.
fn count_trailing(b: &mut Builder<'_>, inst: InstId, ty: Llt) -> Outcome {
    let (dst, src) = (b.reg(inst, 0), b.reg(inst, 1));
    let bits = b.ty(src).scalar_bits();
    let wide = b.op(G_ANYEXT, ty, &[src]);
    let mut words = vec![0u64; ty.scalar_bits().div_ceil(64) as usize];
    words[(bits / 64) as usize] = 1 << (bits % 64);
    let stop = b.words(ty.element(), &words);
    let stop = b.splat(ty, stop);
    let stopped = b.bin(G_OR, wide, stop);
    b.define_by(dst, G_CTTZ_ZERO_UNDEF, &[stopped]);
    Outcome::Replaced
}

/// Reverses the wider value; the result is in its upper bits.
fn reverse(b: &mut Builder<'_>, inst: InstId, ty: Llt) -> Outcome {
    let (dst, src) = (b.reg(inst, 0), b.reg(inst, 1));
    let extra = ty.scalar_bits() - b.ty(src).scalar_bits();
    let wide = b.op(G_ANYEXT, ty, &[src]);
    let opcode = b.mf.opcode(inst);
    let reversed = b.un(opcode, wide);
    let shifted = b.bin_int(G_LSHR, reversed, extra as i128);
    b.define_by(dst, G_TRUNC, &[shifted]);
    Outcome::Replaced
}

/// Widens the operand of an extension: the bits between are cleared or filled.
fn extend_source(b: &mut Builder<'_>, inst: InstId, ty: Llt) -> Outcome {
    let (opcode, dst, src) = (b.mf.opcode(inst), b.reg(inst, 0), b.reg(inst, 1));
    let bits = b.ty(src).scalar_bits();
    let wide = b.op(G_ANYEXT, ty, &[src]);
    let filled = match opcode {
        G_ZEXT => b.zext_inreg(wide, bits),
        G_SEXT => b.sext_inreg(wide, bits),
        _ => wide,
    };
    let to = b.ty(dst);
    let result = b.resize(opcode, to, filled);
    b.define(dst, result);
    Outcome::Replaced
}

fn build_vector(b: &mut Builder<'_>, inst: InstId, ty: Llt) -> Outcome {
    let dst = b.reg(inst, 0);
    let elements: super::build::Regs = b.mf.operands(inst)[1..].iter().filter_map(|o| o.vreg()).collect();
    let element = Llt::scalar(ty.scalar_bits());
    let wide: super::build::Regs = elements.iter().map(|&e| b.op(G_ANYEXT, element, &[e])).collect();
    let vector = b.from_elements(&wide);
    b.define_by(dst, G_TRUNC, &[vector]);
    Outcome::Replaced
}
