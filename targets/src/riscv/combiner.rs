//! Combiner rules for immediates and offsets of twelve bits, and for bit fields and halves of registers without instructions for them but shifts.

use gisel_codegen::ir::entity::{InstId, VReg};
use gisel_codegen::ir::llt::S64;
use gisel_codegen::ir::mir::Operand;
use gisel_codegen::ir::opcodes::*;
use gisel_codegen::isel::combiner::offsets::{self, ACCESSES};
use gisel_codegen::isel::combiner::{Combiner, CombinerInfo, Rule, widen};
use std::sync::LazyLock;

/// All rules.
pub static INFO: LazyLock<CombinerInfo> = LazyLock::new(|| CombinerInfo::new(&[], &[widen::TO_64, OWN]));

const OWN: &[Rule] = &[
    Rule { name: "shl_field", roots: &[G_SHL], apply: shl_field },
    Rule { name: "mul_words", roots: &[G_MUL], apply: mul_words },
    Rule { name: "split_offset", roots: ACCESSES, apply: split_offset },
];

const LARGEST_IMMEDIATE: u64 = 2047;

/// `(x >> a & mask) << b` is `(x shifted by the difference) & (mask << b)`, if that mask is an immediate of 12 bits.
fn shl_field(c: &mut Combiner<'_>, inst: InstId) -> bool {
    let (Some(field), Some(b)) = (c.reg(inst, 1), c.constant_operand(inst, 2)) else { return false };
    let Some(and) = c.defined_by(field, G_AND).filter(|_| c.has_one_use(field)) else { return false };
    let (Some(part), Some(mask)) = (c.reg(and, 1), c.constant_operand(and, 2)) else { return false };
    let Some(shr) = c.defined_by(part, G_LSHR).filter(|_| c.has_one_use(part)) else { return false };
    let (Some(x), Some(a)) = (c.reg(shr, 1), c.constant_operand(shr, 2)) else { return false };
    let width = u64::from(c.ty(field).bits());
    if b >= width || a >= width || mask.leading_zeros() < b as u32 || mask << b > LARGEST_IMMEDIATE {
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
    c.become_op(inst, G_AND, &[Operand::use_of(shifted), Operand::use_of(mask)])
}

const LOW_HALF: u64 = 0xffff_ffff;

/// The product of two numbers below 2^32 is the high half of their product when both are shifted up by 32: one shift clears the upper half,
/// where a mask takes two.
fn mul_words(c: &mut Combiner<'_>, inst: InstId) -> bool {
    let (Some(x), Some(y)) = (c.reg(inst, 1), c.reg(inst, 2)) else { return false };
    if !c.may_make(G_UMULH, &[S64]) {
        return false;
    }
    let masked = |v: VReg| {
        let and = c.defined_by(v, G_AND).filter(|&and| c.constant_operand(and, 2) == Some(LOW_HALF))?;
        c.reg(and, 1).filter(|_| c.has_one_use(v) && c.ty(v) == S64)
    };
    let constant = c.constant(y).filter(|&value| value <= LOW_HALF);
    let (Some(a), b) = (masked(x), masked(y)) else { return false };
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
    c.become_op(inst, G_UMULH, &[Operand::use_of(first), Operand::use_of(second)])
}

/// What `lui` and one more instruction add to a register, at most.
const LARGEST_BUILT: i64 = i32::MAX as i64 - 0xfff;

fn split_offset(c: &mut Combiner<'_>, inst: InstId) -> bool {
    offsets::split(c, inst, |offset, _| {
        let fits = (-2048..2048).contains(&offset) || !(-LARGEST_BUILT..=LARGEST_BUILT).contains(&offset);
        (!fits).then_some((offset + 0x800) & !0xfff)
    })
}
