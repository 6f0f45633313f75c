//! What the `custom` rules of AArch64 do.

use super::instructions::op::*;
use gisel_codegen::builder::Builder;
use gisel_codegen::entity::{InstId, VReg};
use gisel_codegen::legalizer::Outcome;
use gisel_codegen::legalizer::build::constant_value;
use gisel_codegen::llt::{S64, S128};
use gisel_codegen::mir::{IntPredicate, Operand};
use gisel_codegen::opcodes::*;
use gisel_codegen::target::instructions::Opcode;

/// Legalizes `inst`, for which a rule says `custom`.
pub fn legalize_custom(b: &mut Builder<'_>, inst: InstId) -> Outcome {
    match b.mf.opcode(inst) {
        G_EXTRACT_VECTOR_ELT => known_lane(b, inst, 1, 2),
        G_INSERT_VECTOR_ELT => known_lane(b, inst, 0, 3),
        G_ATOMIC_CMPXCHG_WITH_SUCCESS => compare_and_swap(b, inst),
        G_ANYEXT | G_SEXT | G_ZEXT => extend_vector(b, inst),
        _ => Outcome::Declined,
    }
}

/// To twice the size at a time, and from 64 bits at a time: as `sshll` and `ushll` do it.
fn extend_vector(b: &mut Builder<'_>, inst: InstId) -> Outcome {
    let (opcode, dst, source) = (b.mf.opcode(inst), b.reg(inst, 0), b.reg(inst, 1));
    let (to, from) = (b.ty(dst), b.ty(source));
    if !matches!(from.scalar_bits(), 8 | 16 | 32) || from.bits() < 64 || !from.bits().is_power_of_two() {
        return Outcome::Declined;
    }
    let mut pieces = Vec::new();
    extend_pieces(b, opcode, source, to.scalar_bits(), &mut pieces);
    b.define_merge(dst, &pieces);
    Outcome::Replaced
}

/// Appends `value` with elements of `wide` bits, in registers of 128 bits.
fn extend_pieces(b: &mut Builder<'_>, opcode: Opcode, value: VReg, wide: u32, pieces: &mut Vec<VReg>) {
    let ty = b.ty(value);
    if ty.scalar_bits() >= wide {
        pieces.push(value);
        return;
    }
    for part in b.parts(ty.with_elements(64 / ty.scalar_bits()), value) {
        let double = b.ty(part).with_scalar_bits(2 * ty.scalar_bits());
        let part = b.op(opcode, double, &[part]);
        extend_pieces(b, opcode, part, wide, pieces);
    }
}

/// The swap, and whether what was there is what was expected.
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

/// Legal if the lane at operand `index` is a constant inside of the vector at operand `vector`.
fn known_lane(b: &Builder<'_>, inst: InstId, vector: usize, index: usize) -> Outcome {
    let count = b.ty(b.reg(inst, vector)).elements() as i64;
    match constant_value(b.mf, b.reg(inst, index)) {
        Some(lane) if (0..count).contains(&lane) => Outcome::Legal,
        _ => Outcome::Declined,
    }
}
