//! The `custom` legalizer actions of AArch64.

use crate::aarch64::isel::{fp_environment, legalize_intrinsics, legalize_masks, legalize_vectors};
use crate::aarch64::mc::instructions::op::*;
use gisel_codegen::ir::builder::Builder;
use gisel_codegen::ir::entity::InstId;
use gisel_codegen::ir::llt::{S64, S128};
use gisel_codegen::ir::mir::{IntPredicate, Operand};
use gisel_codegen::ir::opcodes::*;
use gisel_codegen::isel::legalizer::build::constant_value;
use gisel_codegen::isel::legalizer::{Outcome, reduction};

/// Legalizes `inst`, for which a rule has the action `custom`.
pub(crate) fn legalize_custom(b: &mut Builder<'_>, inst: InstId) -> Outcome {
    match b.mf.opcode(inst) {
        G_EXTRACT_VECTOR_ELT => known_lane(b, inst, 2),
        G_INSERT_VECTOR_ELT => known_lane(b, inst, 3),
        G_SHUFFLE_VECTOR => legalize_vectors::shuffle(b, inst),
        G_ANYEXT | G_SEXT | G_ZEXT => legalize_vectors::extend(b, inst),
        G_TRUNC => legalize_vectors::truncate(b, inst),
        G_BITCAST => match legalize_masks::cast(b, inst) {
            Outcome::Declined => legalize_vectors::cast_short(b, inst),
            outcome => outcome,
        },
        G_MUL => legalize_vectors::multiply_long(b, inst),
        G_CTPOP => legalize_vectors::count_ones(b, inst),
        G_BITREVERSE => legalize_vectors::reverse_bits(b, inst),
        G_FSHL | G_FSHR => funnel_shift(b, inst),
        G_ATOMIC_CMPXCHG_WITH_SUCCESS => compare_and_swap(b, inst),
        G_INTRINSIC => legalize_intrinsics::legalize(b, inst),
        G_PREFETCH => prefetch(b, inst),
        G_GET_ROUNDING => {
            fp_environment::get_rounding(b, inst);
            Outcome::Replaced
        }
        G_SET_ROUNDING => {
            fp_environment::set_rounding(b, inst);
            Outcome::Replaced
        }
        opcode => match reduction(opcode) {
            Some((each, false)) => match legalize_masks::reduce(b, inst, each) {
                Outcome::Declined => legalize_vectors::reduce(b, inst, each),
                outcome => outcome,
            },
            _ => Outcome::Declined,
        },
    }
}

/// Lowers a funnel shift to `extr`, which shifts right by a constant.
fn funnel_shift(b: &mut Builder<'_>, inst: InstId) -> Outcome {
    let (dst, high, low, amount) = (b.reg(inst, 0), b.reg(inst, 1), b.reg(inst, 2), b.reg(inst, 3));
    let Some(by) = constant_value(b.mf, amount) else { return Outcome::Declined };
    let (left, bits) = (b.mf.opcode(inst) == G_FSHL, i64::from(b.ty(dst).bits()));
    let right = if left { -by } else { by }.rem_euclid(bits);
    match right {
        0 => b.define(dst, if left { high } else { low }),
        _ if !left && right == by => return Outcome::Legal,
        _ => {
            let right = b.int(b.ty(amount), right.into());
            b.define_by(dst, G_FSHR, &[high, low, right]);
        }
    }
    Outcome::Replaced
}

/// Lowers to `prfm`, whose operation has the kind (load, instructions, store), the cache level, and
/// the streaming flag.
fn prefetch(b: &mut Builder<'_>, inst: InstId) -> Outcome {
    let address = b.reg(inst, 0);
    let [write, locality, data] = [1, 2, 3].map(|n| b.imm_of(inst, n));
    // The most local data belongs to the first level; data that is used once is streamed through
    // it.
    let (level, stream) = if locality == 0 { (0, 1) } else { (3 - locality, 0) };
    let operation = b.mf.imm(write << 4 | (1 - data) << 3 | level << 1 | stream);
    b.inst(G_AARCH64_PREFETCH, &[operation, Operand::use_of(address)]);
    Outcome::Replaced
}

/// Builds the compare-and-swap, and the comparison of the old with the expected value.
fn compare_and_swap(b: &mut Builder<'_>, inst: InstId) -> Outcome {
    let [old, success, pointer] = [b.reg(inst, 0), b.reg(inst, 1), b.reg(inst, 2)];
    let [expected, new] = [b.reg(inst, 3), b.reg(inst, 4)];
    if b.ty(old) == S128 {
        let [expected, new] = [b.unmerge(S64, expected), b.unmerge(S64, new)];
        let [low, high] = [b.mf.create_vreg(S64), b.mf.create_vreg(S64)];
        let uses = [pointer, expected[0], expected[1], new[0], new[1]];
        let swap = b.regs(G_CMP_SWAP_128, &[low, high], &uses);
        b.mf.copy_mem_operands(inst, swap);
        b.define_merge(old, &[low, high]);
    } else {
        let swap = b.regs(G_ATOMIC_CMPXCHG, &[old], &[pointer, expected, new]);
        b.mf.copy_mem_operands(inst, swap);
    }
    let predicate = Operand::int_predicate(IntPredicate::Eq);
    let uses = [Operand::use_of(old), Operand::use_of(expected)];
    b.inst(G_ICMP, &[Operand::def(success), predicate, uses[0], uses[1]]);
    Outcome::Replaced
}

/// Accepts an access if the lane at operand `index` is a constant inside of a register vector.
fn known_lane(b: &mut Builder<'_>, inst: InstId, index: usize) -> Outcome {
    let vector = b.reg(inst, 1);
    match constant_value(b.mf, b.reg(inst, index)) {
        Some(lane) if (0..b.ty(vector).elements() as i64).contains(&lane) => match b.ty(vector).bits() {
            64 | 128 => Outcome::Legal,
            _ => legalize_vectors::access_lane(b, inst, vector, lane as usize),
        },
        _ => Outcome::Declined,
    }
}
