//! Selection of vectors: lanes, constants, comparisons, shifts.
//!
//! Lanes are moved within 128-bit registers; a 64-bit vector is the low half of one.

use crate::aarch64::isel::select::shapes::*;
use crate::aarch64::isel::select::shuffles::repeated_lane;
use crate::aarch64::isel::select::vector_constants::constant_vector;
use crate::aarch64::mc::instructions::op;
use crate::aarch64::registers::{banks, classes, regs, subs};
use crate::isle::prelude::{fconst, subreg_to_reg};
use gisel_codegen::ir::entity::{InstId, VReg};
use gisel_codegen::ir::llt::Llt;
use gisel_codegen::ir::mir::{FloatPredicate, IntPredicate, MachineFunction, Operand};
use gisel_codegen::ir::opcodes as gop;
use gisel_codegen::isel::select::{Selected, Selection};
use gisel_codegen::machine::desc::instructions::Opcode;
use gisel_codegen::machine::desc::registers::{RegClassId, SubReg};

pub(crate) fn used(v: VReg) -> Operand {
    Operand::use_of(v)
}

fn imm(value: usize) -> Operand {
    Operand::small_imm(value as i32)
}

/// Returns the class of vector registers with a width in bits, and its sub-register index in a
/// 128-bit register.
pub(crate) fn part(bits: u32) -> (RegClassId, Option<SubReg>) {
    match bits {
        ..=8 => (classes::FPR8, Some(subs::BSUB)),
        9..=16 => (classes::FPR16, Some(subs::HSUB)),
        17..=32 => (classes::FPR32, Some(subs::SSUB)),
        33..=64 => (classes::FPR64, Some(subs::DSUB)),
        _ => (classes::FPR128, None),
    }
}

/// Returns a 128-bit register with `v` as its low part.
pub(crate) fn whole(s: &mut Selection<'_>, v: VReg) -> VReg {
    match part(s.mf.ty(v).bits()) {
        (_, Some(sub)) => subreg_to_reg(s, classes::FPR128, v, sub),
        _ => v,
    }
}

/// Returns the low `bits` bits of a 128-bit register.
pub(crate) fn low_part(s: &mut Selection<'_>, v: VReg, bits: u32) -> VReg {
    match part(bits) {
        (class, Some(sub)) => s.extract_sub(class, v, sub),
        _ => v,
    }
}

pub(crate) fn is_fpr(s: &Selection<'_>, v: VReg) -> bool {
    s.bank(v) == Some(banks::FPR)
}

/// Returns true if `v` is undefined.
pub(crate) fn is_undef(mf: &MachineFunction, v: VReg) -> bool {
    mf.def(v).is_some_and(|d| matches!(mf.opcode(d), gop::G_IMPLICIT_DEF | gop::IMPLICIT_DEF))
}

/// Returns the registers that `inst` reads, from operand `first` on.
pub(crate) fn sources(mf: &MachineFunction, inst: InstId, first: usize) -> Vec<VReg> {
    mf.operands(inst).iter().skip(first).filter_map(|o| o.vreg()).collect()
}

/// Returns `base`, of 128 bits, with lane `lane` of `bits` bits replaced by `element`.
fn insert_lane(
    s: &mut Selection<'_>,
    base: VReg,
    lane: usize,
    element_bits: u32,
    value: VReg,
) -> Option<VReg> {
    let size = element(element_bits)?;
    if is_fpr(s, value) {
        let source = whole(s, value);
        return Some(s.op(INS_LANE[size], &[used(base), imm(lane), used(source), imm(0)]));
    }
    Some(s.op(INS_GPR[size], &[used(base), imm(lane), used(value)]))
}

/// Returns a register of 128 bits with `value` in the lowest lane; the others are undefined.
fn lowest_lane(s: &mut Selection<'_>, value: VReg) -> Option<VReg> {
    if is_fpr(s, value) {
        return Some(whole(s, value));
    }
    let (opcode, sub) = match s.mf.ty(value).bits() {
        64 => (op::FMOVXDr, subs::DSUB),
        ..=32 => (op::FMOVWSr, subs::SSUB),
        _ => return None,
    };
    let moved = s.op(opcode, &[used(value)]);
    Some(subreg_to_reg(s, classes::FPR128, moved, sub))
}

/// Returns lane `lane` of `vector`, of 128 bits, in the bank of `like`.
fn extract_lane(s: &mut Selection<'_>, vector: VReg, lane: usize, like: VReg) -> Option<VReg> {
    let bits = s.mf.ty(like).bits();
    if is_fpr(s, like) {
        return Some(match lane {
            0 => low_part(s, vector, bits),
            _ => s.op(DUP_SCALAR[element(bits)?], &[used(vector), imm(lane)]),
        });
    }
    Some(s.op(UMOV[element(bits)?], &[used(vector), imm(lane)]))
}

fn one(v: VReg) -> Selected {
    Selected::One(v)
}

/// Selects `G_BUILD_VECTOR`: a constant, a splat, or lane by lane.
pub(crate) fn build_vector(s: &mut Selection<'_>, inst: InstId) -> Option<Selected> {
    let ty = s.mf.ty(s.mf.vreg_operand(inst, 0)?);
    let elements = sources(s.mf, inst, 1);
    if let Some(bytes) = constant_bytes(s.mf, &elements, ty.scalar_bits()) {
        return Some(one(constant_vector(s, &bytes)));
    }
    let first = *elements.iter().find(|&&e| !is_undef(s.mf, e))?;
    if elements[1..].iter().all(|&e| is_undef(s.mf, e)) {
        let lowest = lowest_lane(s, first)?;
        return Some(one(low_part(s, lowest, ty.bits())));
    }
    if elements.iter().all(|&e| e == first || is_undef(s.mf, e)) {
        return splat(s, ty, first).map(one);
    }
    let mut vector = match elements.first() {
        Some(&low) if !is_undef(s.mf, low) => lowest_lane(s, low)?,
        _ => s.op_in(classes::FPR128, gop::IMPLICIT_DEF, &[]),
    };
    for (lane, &value) in elements.iter().enumerate().skip(1) {
        if !is_undef(s.mf, value) {
            vector = insert_lane(s, vector, lane, ty.scalar_bits(), value)?;
        }
    }
    Some(one(low_part(s, vector, ty.bits())))
}

/// Returns a vector with `value` in all lanes.
pub(crate) fn splat(s: &mut Selection<'_>, ty: Llt, value: VReg) -> Option<VReg> {
    if is_fpr(s, value) {
        return splat_lane(s, ty, value, 0);
    }
    Some(s.op(by_shape(&DUP_GPR, ty)?, &[used(value)]))
}

/// Returns a vector with one lane of another vector of the same elements in all lanes.
pub(crate) fn splat_lane(s: &mut Selection<'_>, ty: Llt, source: VReg, lane: i64) -> Option<VReg> {
    let lane = usize::try_from(lane).ok()?;
    let source = whole(s, source);
    Some(s.op(by_shape(&DUP_LANE, ty)?, &[used(source), imm(lane)]))
}

/// Returns the register and the lane that `v` has in all lanes, if it is copied in the root's
/// block. Elsewhere one copy may serve many iterations.
pub(crate) fn one_element(s: &Selection<'_>, v: VReg) -> Option<(VReg, i64)> {
    let inst = s.mf.def(v).filter(|&inst| s.mf.block_of(inst) == s.mf.block_of(s.root()))?;
    let source = s.mf.vreg_operand(inst, 1)?;
    match s.mf.opcode(inst) {
        op::G_DUP if is_fpr(s, source) => Some((source, 0)),
        gop::G_SHUFFLE_VECTOR => repeated_lane(s, inst),
        op::G_DUPLANE32 | op::G_DUPLANE64 => {
            let lane = s.mf.constant(s.mf.vreg_operand(inst, 2)?)?;
            Some((source, lane))
        }
        _ => None,
    }
}

/// Returns the sum of all lanes, extended to twice their size, in the lowest lane of a register
/// that is zero above it.
pub(crate) fn sum_of_lanes(s: &mut Selection<'_>, inst: InstId, v: VReg) -> Option<VReg> {
    let ty = s.mf.ty(v);
    let family = if s.mf.opcode(inst) == op::G_SADDLV { &SADDLV } else { &UADDLV };
    let sum = s.op(by_shape(family, ty)?, &[used(v)]);
    let sub = part(ty.scalar_bits() * 2).1?;
    Some(subreg_to_reg(s, classes::FPR128, sum, sub))
}

/// Returns the bytes of constant elements in memory order; undefined ones are zero.
fn constant_bytes(mf: &MachineFunction, elements: &[VReg], bits: u32) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    for &element in elements {
        let value = match (mf.constant(element), fconst(mf, element)) {
            (Some(value), _) => value as u64,
            (_, Some(value)) => value as u64,
            _ if is_undef(mf, element) => 0,
            _ => return None,
        };
        bytes.extend_from_slice(&value.to_le_bytes()[..bits as usize / 8]);
    }
    Some(bytes)
}

/// Returns the vector whose lanes `v` truncates to their low halves, if it has no other use.
fn truncated(mf: &MachineFunction, v: VReg) -> Option<VReg> {
    let def = mf.def(v).filter(|&d| mf.opcode(d) == gop::G_TRUNC && mf.use_count(v) == 1)?;
    mf.vreg_operand(def, 1).filter(|_| mf.ty(v).is_vector())
}

/// Selects `G_CONCAT_VECTORS` of two 64-bit vectors, and `G_MERGE_VALUES` of two 64-bit scalars.
pub(crate) fn join_halves(s: &mut Selection<'_>, inst: InstId) -> Option<Selected> {
    let [low, high] = sources(s.mf, inst, 1)[..] else { return None };
    if s.mf.ty(low).bits() != 64 {
        return None;
    }
    if let (Some(a), Some(b)) = (truncated(s.mf, low), truncated(s.mf, high)) {
        let ty = s.mf.ty(low).with_elements(s.mf.ty(low).elements() * 2);
        return Some(one(s.op(by_shape(&UZP1, ty)?, &[used(a), used(b)])));
    }
    let base = if is_fpr(s, low) {
        let base = whole(s, low);
        if is_undef(s.mf, high) {
            return Some(one(base));
        }
        if splat_constant(s.mf, high) == Some(0) {
            // The move zeroes the upper half.
            let cleared = s.op(op::FMOVDr, &[used(low)]);
            return Some(one(subreg_to_reg(s, classes::FPR128, cleared, subs::DSUB)));
        }
        base
    } else {
        let moved = s.op(op::FMOVXDr, &[used(low)]);
        subreg_to_reg(s, classes::FPR128, moved, subs::DSUB)
    };
    insert_lane(s, base, 1, 64, high).map(one)
}

/// Selects `G_UNMERGE_VALUES` of a vector, or of 128 bits.
pub(crate) fn unmerge(s: &mut Selection<'_>, inst: InstId) -> Option<Selected> {
    let mut results = sources(s.mf, inst, 0);
    let source = results.pop()?;
    if !is_fpr(s, source) {
        return split_general(s, &results, source);
    }
    let vector = whole(s, source);
    let lanes = results.iter().enumerate();
    let lanes: Option<Vec<VReg>> = lanes
        .map(|(lane, &like)| match s.mf.use_count(like) {
            0 => Some(undefined(s, like)),
            _ => extract_lane(s, vector, lane, like),
        })
        .collect();
    Some(s.several(lanes?))
}

/// Selects two halves of a 64-bit register.
fn split_general(s: &mut Selection<'_>, results: &[VReg], source: VReg) -> Option<Selected> {
    if results.len() != 2 || s.mf.ty(source).bits() != 64 {
        return None;
    }
    let low = s.extract_sub(classes::GPR32, source, subs::SUB_32);
    let shifted = s.op(op::UBFMXri, &[used(source), imm(32), imm(63)]);
    let high = s.extract_sub(classes::GPR32, shifted, subs::SUB_32);
    Some(s.several([low, high]))
}

/// Returns an undefined value, in a register like `like`.
fn undefined(s: &mut Selection<'_>, like: VReg) -> VReg {
    let class = match (is_fpr(s, like), s.mf.ty(like).bits()) {
        (true, bits) => part(bits).0,
        (false, ..=32) => classes::GPR32,
        (false, _) => classes::GPR64,
    };
    s.op_in(class, gop::IMPLICIT_DEF, &[])
}

/// Selects `G_EXTRACT_VECTOR_ELT`.
pub(crate) fn extract_element(s: &mut Selection<'_>, inst: InstId) -> Option<Selected> {
    let [result, vector, index] = sources(s.mf, inst, 0)[..] else { return None };
    let count = i64::from(s.mf.ty(vector).elements());
    let lane = s.mf.constant(index);
    if lane == Some(0)
        && let Some(sum) = sum_of_pair(s, vector, result)
    {
        return Some(one(sum));
    }
    let source = whole(s, vector);
    match lane {
        Some(lane) if (0..count).contains(&lane) => extract_lane(s, source, lane as usize, result).map(one),
        Some(_) => Some(one(undefined(s, result))),
        None => {
            let address = spilled_lane(s, source, index, s.mf.ty(vector))?;
            let load = match (is_fpr(s, result), s.mf.ty(result).bits()) {
                (true, 8) => op::LDRBui,
                (true, 16) => op::LDRHui,
                (true, 32) => op::LDRSui,
                (true, 64) => op::LDRDui,
                (false, 8) => op::LDRBBui,
                (false, 16) => op::LDRHHui,
                (false, 32) => op::LDRWui,
                (false, 64) => op::LDRXui,
                _ => return None,
            };
            Some(one(s.op(load, &[used(address), imm(0)])))
        }
    }
}

/// Selects the first lane of the sum of `vector`'s two lanes, like `result`, if both are added there.
fn sum_of_pair(s: &mut Selection<'_>, vector: VReg, result: VReg) -> Option<VReg> {
    let def = s.mf.def(vector).filter(|_| is_fpr(s, result) && s.mf.use_count(vector) == 1)?;
    let opcode = match (s.mf.opcode(def), s.mf.ty(vector).scalar_bits()) {
        (gop::G_FADD, 64) => op::FADDPv2i64p,
        (gop::G_FADD, 32) => op::FADDPv2i32p,
        (gop::G_ADD, 64) => op::ADDPv2i64p,
        _ => return None,
    };
    let [_, a, b] = sources(s.mf, def, 0)[..] else { return None };
    let has_second = |of: VReg, shuffled: VReg| {
        let shuffle = s.mf.def(shuffled).filter(|&def| s.mf.opcode(def) == gop::G_SHUFFLE_VECTOR)?;
        let &[_, first, _, mask] = s.mf.operands(shuffle) else { return None };
        let lanes = s.mf.shuffle_mask_value(mask)?;
        (first.vreg() == Some(of) && lanes.first() == Some(&1)).then_some(of)
    };
    let pair = has_second(a, b).or_else(|| has_second(b, a))?;
    (s.mf.ty(pair).elements() == 2).then(|| s.op(opcode, &[used(pair)]))
}

/// Selects `G_INSERT_VECTOR_ELT`.
pub(crate) fn insert_element(s: &mut Selection<'_>, inst: InstId) -> Option<Selected> {
    let [_, vector, value, index] = sources(s.mf, inst, 0)[..] else { return None };
    let ty = s.mf.ty(vector);
    let base = whole(s, vector);
    let Some(lane) = s.mf.constant(index) else {
        return insert_variable(s, base, value, index, ty).map(one);
    };
    if !(0..i64::from(ty.elements())).contains(&lane) {
        return Some(one(vector));
    }
    let inserted = match is_undef(s.mf, vector) && lane == 0 {
        true => lowest_lane(s, value)?,
        false => insert_lane(s, base, lane as usize, ty.scalar_bits(), value)?,
    };
    Some(one(low_part(s, inserted, ty.bits())))
}

/// Stores `vector`, of 128 bits, to a new stack object. Returns the address of its lane `index`.
fn spilled_lane(s: &mut Selection<'_>, vector: VReg, index: VReg, ty: Llt) -> Option<VReg> {
    let slot = Operand::frame_index(s.mf.create_stack_object(16, 16));
    s.emit(op::STRQui, &[used(vector), slot, imm(0)]);
    lane_address(s, slot, index, ty)
}

fn lane_address(s: &mut Selection<'_>, slot: Operand, index: VReg, ty: Llt) -> Option<VReg> {
    let base = s.op(op::ADDXri, &[slot, imm(0), imm(0)]);
    let mask = crate::aarch64::isel::logical_immediate::encode(u64::from(ty.elements()) - 1, 64)?;
    let wide = if s.mf.ty(index).bits() == 64 {
        index
    } else {
        subreg_to_reg(s, classes::GPR64, index, subs::SUB_32)
    };
    let lane = s.op(op::ANDXri, &[used(wide), imm(mask as usize)]);
    let shift = (ty.scalar_bits() / 8).trailing_zeros() as usize;
    Some(s.op(op::ADDXrs, &[used(base), used(lane), imm(shift)]))
}

fn insert_variable(s: &mut Selection<'_>, base: VReg, value: VReg, index: VReg, ty: Llt) -> Option<VReg> {
    let slot = Operand::frame_index(s.mf.create_stack_object(16, 16));
    s.emit(op::STRQui, &[used(base), slot, imm(0)]);
    let address = lane_address(s, slot, index, ty)?;
    let store = match (is_fpr(s, value), ty.scalar_bits()) {
        (true, 8) => op::STRBui,
        (true, 16) => op::STRHui,
        (true, 32) => op::STRSui,
        (true, 64) => op::STRDui,
        (false, 8) => op::STRBBui,
        (false, 16) => op::STRHHui,
        (false, 32) => op::STRWui,
        (false, 64) => op::STRXui,
        _ => return None,
    };
    s.emit(store, &[used(value), used(address), imm(0)]);
    let loaded = s.op(op::LDRQui, &[slot, imm(0)]);
    Some(low_part(s, loaded, ty.bits()))
}

/// Inverts all bits of a vector of `ty`.
fn invert(s: &mut Selection<'_>, ty: Llt, v: VReg) -> VReg {
    s.op(if ty.bits() == 64 { op::NOTv8i8 } else { op::NOTv16i8 }, &[used(v)])
}

/// Selects `G_ICMP` of vectors: all ones where the predicate holds.
pub(crate) fn compare(s: &mut Selection<'_>, predicate: IntPredicate, a: VReg, b: VReg) -> Option<VReg> {
    let ty = s.mf.ty(a);
    if let Some(compared) = compare_with_zero(s, predicate, a, b) {
        return Some(compared);
    }
    let (family, swapped) = match predicate {
        IntPredicate::Eq | IntPredicate::Ne => (&CMEQ, false),
        IntPredicate::Sgt => (&CMGT, false),
        IntPredicate::Sge => (&CMGE, false),
        IntPredicate::Slt => (&CMGT, true),
        IntPredicate::Sle => (&CMGE, true),
        IntPredicate::Ugt => (&CMHI, false),
        IntPredicate::Uge => (&CMHS, false),
        IntPredicate::Ult => (&CMHI, true),
        IntPredicate::Ule => (&CMHS, true),
    };
    let operands = if swapped { [used(b), used(a)] } else { [used(a), used(b)] };
    let compared = s.op(by_shape(family, ty)?, &operands);
    Some(if predicate == IntPredicate::Ne { invert(s, ty, compared) } else { compared })
}

/// Returns the negated lanes of `v`.
pub fn negated(s: &mut Selection<'_>, v: VReg) -> Option<VReg> {
    let opcode = by_shape(&NEG, s.mf.ty(v))?;
    Some(s.op(opcode, &[used(v)]))
}

/// Returns the comparison with zero that is equivalent to a signed one with `constant`.
fn with_zero(predicate: IntPredicate, constant: i64) -> Option<IntPredicate> {
    Some(match (predicate, constant) {
        (_, 0) => predicate,
        (IntPredicate::Sgt, -1) => IntPredicate::Sge,
        (IntPredicate::Sle, -1) => IntPredicate::Slt,
        (IntPredicate::Sge, 1) => IntPredicate::Sgt,
        (IntPredicate::Slt, 1) => IntPredicate::Sle,
        _ => return None,
    })
}

/// Returns the operands of the conjunction that defines `v`, if it has no other use.
fn conjunction(mf: &MachineFunction, v: VReg) -> Option<[VReg; 2]> {
    let def = mf.def(v).filter(|&d| mf.opcode(d) == gop::G_AND && mf.use_count(v) == 1)?;
    Some([mf.vreg_operand(def, 1)?, mf.vreg_operand(def, 2)?])
}

/// Selects a signed comparison with zero on either side.
fn compare_with_zero(s: &mut Selection<'_>, predicate: IntPredicate, a: VReg, b: VReg) -> Option<VReg> {
    let (predicate, value, constant) = match (splat_constant(s.mf, a), splat_constant(s.mf, b)) {
        (_, Some(constant)) => (predicate, a, constant),
        (Some(constant), _) => (predicate.swapped(), b, constant),
        _ => return None,
    };
    let predicate = with_zero(predicate, constant)?;
    let family = match predicate {
        IntPredicate::Eq => &CMEQ_ZERO,
        IntPredicate::Ne => {
            let tested = conjunction(s.mf, value).unwrap_or([value, value]);
            return Some(s.op(by_shape(&CMTST, s.mf.ty(a))?, &tested.map(used)));
        }
        IntPredicate::Sgt => &CMGT_ZERO,
        IntPredicate::Sge => &CMGE_ZERO,
        IntPredicate::Slt => &CMLT_ZERO,
        IntPredicate::Sle => &CMLE_ZERO,
        _ => return None,
    };
    Some(s.op(by_shape(family, s.mf.ty(a))?, &[used(value)]))
}

/// Selects a comparison that is one instruction.
fn compare_floats_once(s: &mut Selection<'_>, predicate: FloatPredicate, a: VReg, b: VReg) -> Option<VReg> {
    use FloatPredicate::*;
    let ty = s.mf.ty(a);
    if splat_constant(s.mf, b) == Some(0) {
        let family = match predicate {
            Oeq => &FCMEQ_ZERO,
            Ogt => &FCMGT_ZERO,
            Oge => &FCMGE_ZERO,
            Olt => &FCMLT_ZERO,
            _ => &FCMLE_ZERO,
        };
        return Some(s.op(by_float_shape(family, ty)?, &[used(a)]));
    }
    let (family, a, b) = match predicate {
        Oeq => (&FCMEQ, a, b),
        Ogt => (&FCMGT, a, b),
        Oge => (&FCMGE, a, b),
        Olt => (&FCMGT, b, a),
        _ => (&FCMGE, b, a),
    };
    Some(s.op(by_float_shape(family, ty)?, &[used(a), used(b)]))
}

/// Selects `G_FCMP` of vectors: all ones where the predicate holds.
pub(crate) fn compare_floats(
    s: &mut Selection<'_>,
    predicate: FloatPredicate,
    a: VReg,
    b: VReg,
) -> Option<VReg> {
    use FloatPredicate::*;
    let ty = s.mf.ty(a);
    // The predicate, or its inverse: unordered predicates are inverses of ordered ones.
    let inverted = matches!(predicate, Uno | Ueq | Ugt | Uge | Ult | Ule | Une);
    let ordered = if inverted { predicate.inverse() } else { predicate };
    let compared = match ordered {
        Oeq | Ogt | Oge | Olt | Ole => compare_floats_once(s, ordered, a, b)?,
        Ord if a == b => compare_floats_once(s, Oeq, a, b)?,
        One | Ord => {
            let greater = if ordered == Ord { Oge } else { Ogt };
            let first = compare_floats_once(s, greater, a, b)?;
            let second = compare_floats_once(s, Olt, a, b)?;
            let either = if ty.bits() == 64 { op::ORRv8i8 } else { op::ORRv16i8 };
            s.op(either, &[used(first), used(second)])
        }
        _ => {
            let byte = if predicate == True { 0xff } else { 0 };
            constant_vector(s, &vec![byte; ty.bytes() as usize])
        }
    };
    Some(if inverted { invert(s, ty, compared) } else { compared })
}

/// Returns the constant in all lanes of a vector that are defined, of which there is one; for floats
/// their bits.
pub(crate) fn splat_constant(mf: &MachineFunction, v: VReg) -> Option<i64> {
    let def = mf.def(v).filter(|&d| mf.opcode(d) == gop::G_BUILD_VECTOR)?;
    let constant = |e| mf.constant(e).or_else(|| fconst(mf, e).map(|bits| bits as i64));
    let defined = sources(mf, def, 1).into_iter().filter(|&lane| !is_undef(mf, lane));
    let mut values = defined.map(constant);
    let first = values.next()??;
    values.all(|v| v == Some(first)).then_some(first)
}

/// Returns true if all lanes of `v` that are defined are all ones, and one is.
pub fn is_all_ones(mf: &MachineFunction, v: VReg) -> bool {
    let Some(def) = mf.def(v).filter(|&d| mf.opcode(d) == gop::G_BUILD_VECTOR) else { return false };
    let mut lanes = sources(mf, def, 1).into_iter().filter(|&lane| !is_undef(mf, lane)).peekable();
    lanes.peek().is_some() && lanes.all(|lane| mf.constant(lane) == Some(-1))
}

/// Selects shifts of vectors: by a constant, or by a register of amounts (negative ones shift
/// right).
pub(crate) fn shift(s: &mut Selection<'_>, inst: InstId) -> Option<Selected> {
    let [result, value, amount] = sources(s.mf, inst, 0)[..] else { return None };
    let ty = s.mf.ty(result);
    let left = s.mf.opcode(inst) == gop::G_SHL;
    let signed = s.mf.opcode(inst) == gop::G_ASHR;
    let low = i64::from(!left);
    if let Some(by) =
        splat_constant(s.mf, amount).filter(|by| (low..i64::from(ty.scalar_bits())).contains(by))
    {
        let family: &[Opcode] = if left {
            &SHL_IMM
        } else if signed {
            &SSHR_IMM
        } else {
            &USHR_IMM
        };
        return Some(one(s.op(by_shape(family, ty)?, &[used(value), imm(by as usize)])));
    }
    let amount = if left { amount } else { s.op(by_shape(&NEG, ty)?, &[used(amount)]) };
    Some(one(s.op(by_shape(if signed { &SSHL } else { &USHL }, ty)?, &[used(value), used(amount)])))
}

/// Selects a 128-bit select by a condition: a mask of all lanes.
pub(crate) fn choose_whole(s: &mut Selection<'_>, condition: i64, t: VReg, f: VReg) -> VReg {
    let zero = Operand::use_of(regs::XZR);
    let mask = s.op(op::CSINVXr, &[zero, zero, imm((condition ^ 1) as usize)]);
    let lanes = s.op(op::DUPv2i64gpr, &[used(mask)]);
    s.op(op::BSLv16i8, &[used(lanes), used(t), used(f)])
}
