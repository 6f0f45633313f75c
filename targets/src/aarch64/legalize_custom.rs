//! What the `custom` rules of AArch64 do.

use gisel_codegen::builder::Builder;
use gisel_codegen::entity::InstId;
use gisel_codegen::legalizer::Outcome;
use gisel_codegen::legalizer::build::constant_value;
use gisel_codegen::opcodes::*;

/// Legalizes `inst`, for which a rule says `custom`.
pub fn legalize_custom(b: &mut Builder<'_>, inst: InstId) -> Outcome {
    match b.mf.opcode(inst) {
        G_EXTRACT_VECTOR_ELT => known_lane(b, inst, 1, 2),
        G_INSERT_VECTOR_ELT => known_lane(b, inst, 0, 3),
        _ => Outcome::Declined,
    }
}

/// Legal if the lane at operand `index` is a constant inside of the vector at operand `vector`.
fn known_lane(b: &Builder<'_>, inst: InstId, vector: usize, index: usize) -> Outcome {
    let count = b.ty(b.reg(inst, vector)).elements() as i64;
    match constant_value(b.mf, b.reg(inst, index)) {
        Some(lane) if (0..count).contains(&lane) => Outcome::Legal,
        _ => Outcome::Declined,
    }
}
