//! Combiner rules for scaled offsets, and codegen's rules for machines with 32-bit operations and
//! shifted operands.

use crate::aarch64::isel::{llvm_forms, quad_floats};
use crate::aarch64::mc::instructions::op;
use gisel_codegen::ir::builder::Builder;
use gisel_codegen::ir::entity::InstId;
use gisel_codegen::ir::llt::{Llt, S8, S16, S32, S64};
use gisel_codegen::ir::mir::{IntPredicate, Operand};
use gisel_codegen::ir::opcodes::*;
use gisel_codegen::isel::combiner::offsets::{self, ACCESSES};
use gisel_codegen::isel::combiner::{Combiner, CombinerInfo, Rule, accesses, lanes, multiply, widen, words};
use std::sync::LazyLock;

/// All rules.
pub(crate) static INFO: LazyLock<CombinerInfo> = LazyLock::new(|| {
    CombinerInfo::new(
        &[multiply::SHIFTED, accesses::WIDER, lanes::RULES, lanes::NARROWED, SUMS, quad_floats::RULES],
        &[widen::TO_32, widen::SIGNED_LOADS, OWN, words::RULES, lanes::LEGAL],
    )
});

const OWN: &[Rule] = &[
    Rule { name: "split_scaled_offset", roots: ACCESSES, apply: split_scaled_offset },
    Rule { name: "test_variable_bit", roots: &[G_ICMP], apply: test_variable_bit },
];

const SUMS: &[Rule] =
    &[Rule { name: "sum_extended_lanes", roots: &[G_VECREDUCE_ADD], apply: sum_extended_lanes }];

/// Replaces the sum of extended lanes by a sum that extends them.
fn sum_extended_lanes(c: &mut Combiner<'_>, inst: InstId) -> bool {
    let (Some(dst), Some(wide)) = (c.reg(inst, 0), c.reg(inst, 1)) else { return false };
    for (extension, opcode) in [(G_ZEXT, op::G_UADDLV), (G_SEXT, op::G_SADDLV)] {
        let from = c.defined_by(wide, extension).and_then(|def| c.reg(def, 1));
        let Some(lanes) = from.filter(|&v| LANES.contains(&c.ty(v))) else { continue };
        let (bits, to) = (c.ty(lanes).scalar_bits(), c.ty(dst));
        let sum_ty = if bits == 32 { S64 } else { S32 };
        if to.bits() < bits * 2 || to.bits() > 64 || to.bits() < sum_ty.bits() {
            return false;
        }
        let mut b = Builder::before(c.mf, inst);
        let mut sum = llvm_forms::sum_of_lanes(&mut b, opcode, sum_ty, lanes);
        if bits == 8 && extension == G_SEXT {
            sum = b.sext_inreg(sum, 16);
        }
        let extension = if to == sum_ty { COPY } else { extension };
        return c.replace_with_opcode(inst, extension, &[Operand::use_of(sum)]);
    }
    false
}

/// Replaces `(x & (1 << n)) == 0` by `((x >> n) & 1) == 0`: a branch tests the lowest bit.
fn test_variable_bit(c: &mut Combiner<'_>, inst: InstId) -> bool {
    let is_equality =
        matches!(c.mf.operand(inst, 1).as_int_predicate(), Some(IntPredicate::Eq | IntPredicate::Ne));
    let Some(tested) = c.reg(inst, 2).filter(|&v| is_equality && c.has_one_use(v)) else { return false };
    let ty = c.ty(tested);
    if c.constant_operand(inst, 3) != Some(0) || !(ty == S32 || ty == S64) {
        return false;
    }
    let Some((a, b)) = c.defined_by(tested, G_AND).and_then(|and| c.reg(and, 1).zip(c.reg(and, 2))) else {
        return false;
    };
    let bit = |c: &Combiner<'_>, value| {
        let shift = c.defined_by(value, G_SHL).filter(|_| c.has_one_use(value))?;
        let (one, n) = (c.reg(shift, 1)?, c.reg(shift, 2)?);
        (c.constant(one) == Some(1) && c.constant(n).is_none()).then_some((one, n))
    };
    let found = bit(c, b).map(|bit| (a, bit)).or_else(|| bit(c, a).map(|bit| (b, bit)));
    let Some((x, (one, n))) = found else { return false };
    if !c.may_make(G_LSHR, &[ty, c.ty(n)]) {
        return false;
    }
    let shifted = c.new_op(inst, G_LSHR, ty, &[x, n]);
    let lowest = c.new_op(inst, G_AND, ty, &[shifted, one]);
    let operands = [c.mf.operand(inst, 1), Operand::use_of(lowest), c.mf.operand(inst, 3)];
    c.replace_with_opcode(inst, G_ICMP, &operands)
}

/// The vectors whose lanes are added up to twice their size.
const LANES: [Llt; 5] =
    [Llt::vector(8, S8), Llt::vector(16, S8), Llt::vector(4, S16), Llt::vector(8, S16), Llt::vector(4, S32)];

/// The maximum constant that two additions of 12 bits, one of them shifted, add to a register.
const LARGEST_ADDED: i64 = 0xff_ffff;

/// Splits an offset. Accesses encode 12 bits in units of their size, or 9 signed bits; additions
/// encode 12 bits times 4096.
fn split_scaled_offset(c: &mut Combiner<'_>, inst: InstId) -> bool {
    offsets::split(c, inst, |offset, size| {
        let scaled = offset % size == 0 && (0..4096).contains(&(offset / size));
        let fits = scaled || (-256..256).contains(&offset);
        let high = offset & !0xfff;
        let rest_fits = (offset - high) % size == 0 || offset - high < 256;
        let added = (-LARGEST_ADDED..=LARGEST_ADDED).contains(&offset);
        (!fits && rest_fits && added && high != 0).then_some(high)
    })
}
