//! Intrinsics on types that no instruction computes: generic opcodes, and reductions to integers of
//! other sizes.
//!
//! Cost: one opcode lookup by types per intrinsic.

use crate::aarch64::isel::intrinsic_forms;
use crate::aarch64::isel::intrinsics::{self, Call, How};
use gisel_codegen::ir::builder::Builder;
use gisel_codegen::ir::entity::{InstId, VReg};
use gisel_codegen::ir::llt::Llt;
use gisel_codegen::ir::mir::{Operand, OperandTag};
use gisel_codegen::ir::opcodes::*;
use gisel_codegen::isel::legalizer::Outcome;
use gisel_codegen::machine::desc::instructions::Opcode;

/// Legalizes an intrinsic without effects. Declines those that selection handles or rejects.
pub(crate) fn legalize(b: &mut Builder<'_>, inst: InstId) -> Outcome {
    let Some(name) = name(b, inst) else { return Outcome::Declined };
    match intrinsics::read(b.mf, inst) {
        Some(Call { how: How::AcrossLanes(times), types, .. }) => {
            let bits = times * types.source.scalar_bits();
            resize_reduction(b, inst, bits, times == 1, !name.starts_with('u'))
        }
        Some(_) => Outcome::Declined,
        None => replace_with_opcode(b, inst, name),
    }
}

/// Returns the name of an intrinsic of NEON, after the prefix that they share.
fn name(b: &Builder<'_>, inst: InstId) -> Option<&'static str> {
    let operand = b.mf.operands(inst).get(1).filter(|operand| operand.tag() == OperandTag::Intrinsic)?;
    intrinsics::name(operand.payload())?.strip_prefix("llvm.aarch64.neon.")
}

/// Truncates or extends a reduction of `bits` bits to the result's size. The bits of a word above
/// narrower reductions are unspecified. Only a reduction that `may_extend` has longer results.
fn resize_reduction(b: &mut Builder<'_>, inst: InstId, bits: u32, may_extend: bool, signed: bool) -> Outcome {
    let (result, wide) = (b.reg(inst, 0), Llt::scalar(bits.max(32)));
    let ty = b.ty(result);
    if !ty.is_scalar() || ty == wide || (ty.bits() > wide.bits() && !may_extend) {
        return Outcome::Declined;
    }
    let mut operands = b.mf.operands(inst).to_vec();
    let mut value = b.mf.create_vreg(wide);
    operands[0] = Operand::def(value);
    b.inst(G_INTRINSIC, &operands);
    if ty.bits() > bits && bits < wide.bits() {
        value = if signed { b.sext_inreg(value, bits) } else { b.zext_inreg(value, bits) };
    }
    let extension = if signed { G_SEXT } else { G_ZEXT };
    let opcode = if ty.bits() > wide.bits() { extension } else { G_TRUNC };
    b.define_by(result, opcode, &[value]);
    Outcome::Replaced
}

/// Replaces an intrinsic whose operands have one type by the generic opcode with its meaning.
fn replace_with_opcode(b: &mut Builder<'_>, inst: InstId, name: &str) -> Outcome {
    let Some(opcode) = intrinsic_forms::generic_opcode(name).filter(|&opcode| has_all_types(opcode)) else {
        return Outcome::Declined;
    };
    let result = b.reg(inst, 0);
    let uses: Vec<VReg> = b.mf.operands(inst)[2..].iter().filter_map(|operand| operand.vreg()).collect();
    if uses.iter().any(|&vreg| b.ty(vreg) != b.ty(result)) || b.ty(result).has_pointer_elements() {
        return Outcome::Declined;
    }
    b.define_by(result, opcode, &uses);
    Outcome::Replaced
}

/// Returns true if the legalizer lowers an opcode for all integers and vectors of them.
fn has_all_types(opcode: Opcode) -> bool {
    matches!(
        opcode,
        G_ABS
            | G_ABDS
            | G_ABDU
            | G_SMAX
            | G_SMIN
            | G_UMAX
            | G_UMIN
            | G_SAVGCEIL
            | G_SAVGFLOOR
            | G_UAVGCEIL
            | G_UAVGFLOOR
    )
}
