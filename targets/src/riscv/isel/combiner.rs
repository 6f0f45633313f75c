//! Combiner rules for immediates and offsets of 12 bits, and for bit fields and register halves,
//! which only shifts can access.

use crate::riscv::isel::legalize_custom::rounding_mode;
use crate::riscv::mc::instructions::op::{G_FCVT_L_RV64, G_FCVT_W_RV64, G_FCVT_WU_RV64};
use gisel_codegen::ir::builder::Builder;
use gisel_codegen::ir::entity::{InstId, VReg};
use gisel_codegen::ir::llt::{Llt, S32, S64};
use gisel_codegen::ir::mir::{InstFlags, IntPredicate, Operand};
use gisel_codegen::ir::opcodes::*;
use gisel_codegen::isel::combiner::offsets::{self, ACCESSES};
use gisel_codegen::isel::combiner::{Combiner, CombinerInfo, Rule, accesses, widen};
use std::sync::LazyLock;

/// All rules.
pub(crate) static INFO: LazyLock<CombinerInfo> =
    LazyLock::new(|| CombinerInfo::new(&[accesses::UNALIGNED, EARLY], &[widen::TO_64, OWN]));

const EARLY: &[Rule] = &[
    Rule { name: "zext_nneg", roots: &[G_ZEXT], apply: zext_nneg },
    Rule { name: "convert_rounded", roots: &[G_FPTOSI, G_FPTOUI], apply: convert_rounded },
];

const OWN: &[Rule] = &[
    Rule { name: "shl_field", roots: &[G_SHL], apply: shl_field },
    Rule { name: "mul_words", roots: &[G_MUL], apply: mul_words },
    Rule { name: "shl_add", roots: &[G_SHL], apply: shl_add },
    Rule { name: "ptr_add_scaled_sum", roots: &[G_PTR_ADD], apply: ptr_add_scaled_sum },
    Rule { name: "ptr_add_offset_last", roots: &[G_PTR_ADD], apply: ptr_add_offset_last },
    Rule { name: "compare_words", roots: &[G_ICMP], apply: compare_words },
    Rule { name: "low_bits_are_zero", roots: &[G_ICMP], apply: low_bits_are_zero },
    Rule { name: "select_bit", roots: &[G_SELECT], apply: select_bit },
    Rule { name: "split_offset", roots: ACCESSES, apply: split_offset },
];

const MAX_IMMEDIATE: u64 = 2047;

/// Words are kept sign-extended, so sign extension is the cheaper one for a non-negative value.
fn zext_nneg(c: &mut Combiner<'_>, inst: InstId) -> bool {
    let (Some(dst), Some(value)) = (c.reg(inst, 0), c.reg(inst, 1)) else { return false };
    let word = c.ty(dst) == S64 && c.ty(value) == S32 && c.mf.pointer.bits() == 64;
    let not_negative = c.mf.inst(inst).flags.contains(InstFlags::NON_NEG);
    word && not_negative && c.replace_with_opcode(inst, G_SEXT, &[Operand::use_of(value)])
}

/// Converts a rounded float to an integer in one instruction, which has a rounding mode.
fn convert_rounded(c: &mut Combiner<'_>, inst: InstId) -> bool {
    let (Some(dst), Some(rounded)) = (c.reg(inst, 0), c.reg(inst, 1)) else { return false };
    let word = Llt::scalar(c.mf.pointer.bits());
    let (result, source) = (c.ty(dst), c.ty(rounded));
    if !(result == word || result == S32) || !c.has_one_use(rounded) {
        return false;
    }
    let opcode = match (c.mf.opcode(inst), result == S32) {
        (G_FPTOSI, true) => G_FCVT_W_RV64,
        (G_FPTOUI, true) => G_FCVT_WU_RV64,
        (G_FPTOSI, false) => G_FCVT_L_RV64,
        _ => return false,
    };
    let Some(rounding) = c.mf.def(rounded) else { return false };
    let Some(mode) = rounding_mode(c.mf.opcode(rounding)) else { return false };
    let Some(value) = c.reg(rounding, 1).filter(|_| c.is_legal(G_FPTOSI, &[word, source])) else {
        return false;
    };
    let mode = Operand::small_imm(mode as i32);
    if result == word {
        return c.replace_with_opcode(inst, opcode, &[Operand::use_of(value), mode]);
    }
    let wide = c.mf.create_vreg(word);
    Builder::before(c.mf, inst).inst(opcode, &[Operand::def(wide), Operand::use_of(value), mode]);
    c.replace_with_opcode(inst, G_TRUNC, &[Operand::use_of(wide)])
}

/// The range of immediates of additions and of access offsets.
const IMMEDIATES: std::ops::Range<i64> = -2048..2048;

/// Returns the constant at operand `n`, if it is a signed number of 12 bits.
fn immediate_operand(c: &Combiner<'_>, inst: InstId, n: usize) -> Option<i64> {
    let bits = c.ty(c.reg(inst, n)?).bits();
    let value = c.constant_operand(inst, n)?;
    Some((value << (64 - bits)) as i64 >> (64 - bits)).filter(|v| IMMEDIATES.contains(v))
}

/// Rewrites `(x + a) << b` to `(x << b) + (a << b)`: an access may fold the addend as its offset.
fn shl_add(c: &mut Combiner<'_>, inst: InstId) -> bool {
    let (Some(sum), Some(by), Some(b)) = (c.reg(inst, 1), c.reg(inst, 2), c.constant_operand(inst, 2)) else {
        return false;
    };
    let Some(add) = c.defined_by(sum, G_ADD).filter(|_| c.has_one_use(sum) && b < 12) else { return false };
    let (Some(x), Some(a)) = (c.reg(add, 1), immediate_operand(c, add, 2)) else { return false };
    if !IMMEDIATES.contains(&(a << b)) {
        return false;
    }
    let ty = c.ty(sum);
    let shifted = c.new_op(inst, G_SHL, ty, &[x, by]);
    let constant = c.new_constant(inst, ty, (a << b) as u64);
    c.replace_with_opcode(inst, G_ADD, &[Operand::use_of(shifted), Operand::use_of(constant)])
}

/// Rewrites `base + (((x << k) + a) << b)` to `(base + (x << (k + b))) + (a << b)`, even if the
/// inner sum has other users. It takes no additional instruction, the access folds the offset, and
/// neighbours share the rest.
fn ptr_add_scaled_sum(c: &mut Combiner<'_>, inst: InstId) -> bool {
    let (Some(base), Some(index)) = (c.reg(inst, 1), c.reg(inst, 2)) else { return false };
    let Some(shl) = c.defined_by(index, G_SHL).filter(|_| c.has_one_use(index)) else { return false };
    let (Some(sum), Some(b)) = (c.reg(shl, 1), c.constant_operand(shl, 2)) else { return false };
    let add = c.defined_by(sum, G_ADD).or_else(|| c.defined_by(sum, G_OR));
    let Some((add, a)) = add.and_then(|add| Some((add, immediate_operand(c, add, 2)?))) else { return false };
    let Some(inner) = c.reg(add, 1).and_then(|scaled| c.defined_by(scaled, G_SHL)) else { return false };
    let (Some(x), Some(k)) = (c.reg(inner, 1), c.constant_operand(inner, 2)) else { return false };
    let is_sum = c.mf.opcode(add) == G_ADD || (0..1 << k.min(11)).contains(&a);
    if !is_sum || k + b >= u64::from(c.ty(index).bits()) || b >= 12 || !IMMEDIATES.contains(&(a << b)) {
        return false;
    }
    let ty = c.ty(index);
    let by = c.new_constant(inst, ty, k + b);
    let scaled = c.new_op(inst, G_SHL, ty, &[x, by]);
    let near = c.new_op(inst, G_PTR_ADD, c.ty(base), &[base, scaled]);
    let offset = c.new_constant(inst, ty, (a << b) as u64);
    c.replace_with_opcode(inst, G_PTR_ADD, &[Operand::use_of(near), Operand::use_of(offset)])
}

/// Rewrites `base + (x + a)` and `(base + a) + x` to `(base + x) + a`: an access folds the last
/// addend as its offset.
fn ptr_add_offset_last(c: &mut Combiner<'_>, inst: InstId) -> bool {
    let (Some(base), Some(index)) = (c.reg(inst, 1), c.reg(inst, 2)) else { return false };
    if c.constant(index).is_some() || c.ty(base).is_vector() {
        return false;
    }
    let inner = |c: &Combiner<'_>, sum: VReg, opcode| {
        let def = c.defined_by(sum, opcode).filter(|_| c.has_one_use(sum))?;
        Some((c.reg(def, 1)?, c.reg(def, 2).filter(|_| immediate_operand(c, def, 2).is_some())?))
    };
    let symbolic = |x| [G_FRAME_INDEX, G_GLOBAL_VALUE].iter().any(|&op| c.defined_by(x, op).is_some());
    let (base, index, offset) = if let Some((x, offset)) = inner(c, index, G_ADD) {
        (base, x, offset)
    } else if let Some((x, offset)) = inner(c, base, G_PTR_ADD).filter(|&(x, _)| !symbolic(x)) {
        (x, index, offset)
    } else {
        return false;
    };
    let sum = c.new_op(inst, G_PTR_ADD, c.ty(base), &[base, index]);
    c.replace_with_opcode(inst, G_PTR_ADD, &[Operand::use_of(sum), Operand::use_of(offset)])
}

/// Replaces zero extensions by sign extensions in equality and unsigned comparisons of words, which
/// are mostly sign-extended already.
fn compare_words(c: &mut Combiner<'_>, inst: InstId) -> bool {
    use IntPredicate::{Eq, Ne, Uge, Ugt, Ule, Ult};
    let predicate = c.mf.operand(inst, 1).as_int_predicate();
    let (Some(x), Some(y)) = (c.reg(inst, 2), c.reg(inst, 3)) else { return false };
    if !matches!(predicate, Some(Eq | Ne | Uge | Ugt | Ule | Ult)) || c.ty(x) != S64 {
        return false;
    }
    let masked = |v: VReg| {
        let and = c.defined_by(v, G_AND).filter(|&and| c.constant_operand(and, 2) == Some(LOW_HALF))?;
        c.reg(and, 1)
    };
    let word = masked(x).filter(|_| c.has_one_use(x));
    let constant = c.constant(y).filter(|&value| value <= LOW_HALF);
    let (Some(word), other) = (word, masked(y)) else { return false };
    if !c.may_make(G_SEXT_INREG, &[S64]) || (other.is_none() && constant.is_none()) {
        return false;
    }
    let other = match constant {
        Some(value) => c.new_constant(inst, S64, value as i32 as u64),
        None => sign_extended(c, inst, other.unwrap_or(y)),
    };
    let word = sign_extended(c, inst, word);
    c.set_use(inst, 2, word);
    c.set_use(inst, 3, other);
    true
}

/// Compares `x << n` with zero instead of the low bits of `x`, if a mask of them is no immediate.
fn low_bits_are_zero(c: &mut Combiner<'_>, inst: InstId) -> bool {
    let predicate = c.mf.operand(inst, 1).as_int_predicate();
    let is_equality = matches!(predicate, Some(IntPredicate::Eq | IntPredicate::Ne));
    let Some(low) = c.reg(inst, 2).filter(|_| is_equality && c.constant_operand(inst, 3) == Some(0)) else {
        return false;
    };
    let Some((x, mask)) = c.masked_low_bits(low) else { return false };
    let (ty, bits) = (c.ty(low), mask.trailing_ones());
    if ty.bits() != c.mf.pointer.bits() || mask <= MAX_IMMEDIATE || bits >= ty.bits() {
        return false;
    }
    let amount = c.new_constant(inst, ty, u64::from(ty.bits() - bits));
    let shifted = c.new_op(inst, G_SHL, ty, &[x, amount]);
    c.set_use(inst, 2, shifted);
    true
}

/// Rewrites a select of a power of two or zero to a shifted comparison, if that is one instruction.
/// The inverse comparison is used if the comparison has other users.
fn select_bit(c: &mut Combiner<'_>, inst: InstId) -> bool {
    use IntPredicate::{Sgt, Slt, Ugt, Ult};
    let (Some(dst), Some(condition)) = (c.reg(inst, 0), c.reg(inst, 1)) else { return false };
    let ty = c.ty(dst);
    let (Some(yes), Some(no)) = (c.constant_operand(inst, 2), c.constant_operand(inst, 3)) else {
        return false;
    };
    let Some(compare) = c.defined_by(condition, G_ICMP).filter(|_| c.ty(condition) == ty) else {
        return false;
    };
    let is_one = matches!(c.mf.operand(compare, 1).as_int_predicate(), Some(Ult | Ugt | Slt | Sgt));
    let is_inverse = yes == 0;
    let bit = yes | no;
    if !is_one || yes & no != 0 || yes != 0 && no != 0 || !bit.is_power_of_two() || bit == 1 {
        return false;
    }
    if is_inverse && c.has_one_use(condition) {
        return false;
    }
    let by = c.new_constant(inst, ty, bit.trailing_zeros().into());
    let mut shifted = condition;
    if is_inverse {
        let one = c.new_constant(inst, ty, 1);
        shifted = c.new_op(inst, G_XOR, ty, &[condition, one]);
    }
    c.replace_with_opcode(inst, G_SHL, &[Operand::use_of(shifted), Operand::use_of(by)])
}

/// Builds the sign extension of the low half of `x`, before `inst`.
fn sign_extended(c: &mut Combiner<'_>, inst: InstId, x: VReg) -> VReg {
    Builder::before(c.mf, inst).op_imm(G_SEXT_INREG, S64, x, 32)
}

/// Rewrites `(x >> a & mask) << b` to `(x shifted by the difference) & (mask << b)`, if that mask
/// is an immediate of 12 bits.
fn shl_field(c: &mut Combiner<'_>, inst: InstId) -> bool {
    let (Some(field), Some(b)) = (c.reg(inst, 1), c.constant_operand(inst, 2)) else { return false };
    let Some(and) = c.defined_by(field, G_AND).filter(|_| c.has_one_use(field)) else { return false };
    let (Some(part), Some(mask)) = (c.reg(and, 1), c.constant_operand(and, 2)) else { return false };
    let Some(shr) = c.defined_by(part, G_LSHR).filter(|_| c.has_one_use(part)) else { return false };
    let (Some(x), Some(a)) = (c.reg(shr, 1), c.constant_operand(shr, 2)) else { return false };
    let width = u64::from(c.ty(field).bits());
    if b >= width || a >= width || mask.leading_zeros() < b as u32 || mask << b > MAX_IMMEDIATE {
        return false;
    }
    let ty = c.ty(field);
    let shifted = if a == b {
        x
    } else {
        let by = c.new_constant(inst, ty, a.abs_diff(b));
        c.new_op(inst, if a > b { G_LSHR } else { G_SHL }, ty, &[x, by])
    };
    let mask = c.new_constant(inst, ty, mask << b);
    c.replace_with_opcode(inst, G_AND, &[Operand::use_of(shifted), Operand::use_of(mask)])
}

/// Returns true if `x` is a loaded word whose load may zero-extend it.
fn is_loaded_word(c: &Combiner<'_>, x: VReg) -> bool {
    let load = c.defined_by(x, G_SEXTLOAD).or_else(|| c.defined_by(x, G_LOAD));
    load.and_then(|load| c.mf.mem_operand(load)).is_some_and(|access| access.size() == 4)
}

const LOW_HALF: u64 = 0xffff_ffff;

/// Rewrites the product of two numbers below 2^32 to the high half of the product of both shifted
/// left by 32. One shift clears the upper half, while a mask takes two.
fn mul_words(c: &mut Combiner<'_>, inst: InstId) -> bool {
    let (Some(x), Some(y)) = (c.reg(inst, 1), c.reg(inst, 2)) else { return false };
    if !c.may_make(G_UMULH, &[S64]) {
        return false;
    }
    let masked = |v: VReg| {
        let (x, mask) = c.masked_low_bits(v)?;
        (mask == LOW_HALF && c.ty(v) == S64).then_some(x)
    };
    let constant = c.constant(y).filter(|&value| value <= LOW_HALF);
    let (Some(a), b) = (masked(x), masked(y)) else { return false };
    if constant.is_some_and(|value| value <= i32::MAX as u64) && is_loaded_word(c, a) {
        return false;
    }
    let up = |c: &mut Combiner<'_>, value: VReg| {
        let by = c.new_constant(inst, S64, 32);
        c.new_op(inst, G_SHL, S64, &[value, by])
    };
    let second = match (b, constant) {
        (Some(b), _) => up(c, b),
        (None, Some(value)) => c.new_constant(inst, S64, value << 32),
        _ => return false,
    };
    let first = up(c, a);
    c.replace_with_opcode(inst, G_UMULH, &[Operand::use_of(first), Operand::use_of(second)])
}

/// The maximum constant that `lui` and one more instruction add to a register.
const MAX_BUILT_OFFSET: i64 = i32::MAX as i64 - 0xfff;

fn split_offset(c: &mut Combiner<'_>, inst: InstId) -> bool {
    offsets::split(c, inst, |offset, _| match offset {
        -2048..2048 => None,
        // One more addition adds the rest.
        2048..=4094 => Some(2047),
        -4096..-2048 => Some(-2048),
        _ => (-MAX_BUILT_OFFSET..=MAX_BUILT_OFFSET).contains(&offset).then_some((offset + 0x800) & !0xfff),
    })
}
