//! Intrinsics that LLVM's legalizer lowers to generic opcodes and ours leaves to selection, in the
//! form of LLVM's passes.

use crate::aarch64::isel::intrinsics;
use crate::aarch64::isel::llvm_forms::{compute, sum_of_lanes};
use crate::aarch64::mc::instructions::op::*;
use gisel_codegen::ir::builder::Builder;
use gisel_codegen::ir::entity::{InstId, VReg};
use gisel_codegen::ir::llt::{S32, S64};
use gisel_codegen::ir::mir::{MachineFunction, Operand, OperandTag};
use gisel_codegen::ir::opcodes::*;
use gisel_codegen::machine::desc::instructions::Opcode;

/// Names after `llvm.aarch64.neon.`, and the opcodes: the second of two uses the first one's
/// result.
#[rustfmt::skip]
const FORMS: &[(&str, &[Opcode])] = &[
    ("abs", &[G_ABS]),
    ("fmax", &[G_FMAXIMUM]),
    ("fmaxnm", &[G_FMAXNUM]),
    ("fmin", &[G_FMINIMUM]),
    ("fminnm", &[G_FMINNUM]),
    ("pmull", &[G_PMULL]),
    ("pmull64", &[G_PMULL]),
    ("sabd", &[G_ABDS]),
    ("shadd", &[G_SAVGFLOOR]),
    ("smax", &[G_SMAX]),
    ("smin", &[G_SMIN]),
    ("smull", &[G_SMULL]),
    ("sqadd", &[G_SADDSAT]),
    ("sqrshrn", &[G_SRSHR_I, G_TRUNC_SSAT_S]),
    ("sqrshrun", &[G_SRSHR_I, G_TRUNC_SSAT_U]),
    ("sqshrn", &[G_VASHR, G_TRUNC_SSAT_S]),
    ("sqshrun", &[G_VASHR, G_TRUNC_SSAT_U]),
    ("sqsub", &[G_SSUBSAT]),
    ("sqxtn", &[G_TRUNC_SSAT_S]),
    ("sqxtun", &[G_TRUNC_SSAT_U]),
    ("srhadd", &[G_SAVGCEIL]),
    ("uabd", &[G_ABDU]),
    ("uhadd", &[G_UAVGFLOOR]),
    ("umax", &[G_UMAX]),
    ("umin", &[G_UMIN]),
    ("umull", &[G_UMULL]),
    ("uqadd", &[G_UADDSAT]),
    ("uqrshrn", &[G_URSHR_I, G_TRUNC_USAT_U]),
    ("uqshrn", &[G_VLSHR, G_TRUNC_USAT_U]),
    ("uqsub", &[G_USUBSAT]),
    ("uqxtn", &[G_TRUNC_USAT_U]),
    ("urhadd", &[G_UAVGCEIL]),
    ("vsli", &[G_SLI]),
    ("vsri", &[G_SRI]),
];

/// Returns the opcode with the meaning of the intrinsic of this name after `llvm.aarch64.neon.`.
pub(crate) fn generic_opcode(name: &str) -> Option<Opcode> {
    match FORMS.iter().find(|(known, _)| *known == name)?.1 {
        [opcode] => Some(*opcode),
        _ => None,
    }
}

/// Rewrites one intrinsic with a result.
pub(crate) fn rewrite(mf: &mut MachineFunction, inst: InstId, result: VReg) {
    let [_, intrinsic, args @ ..] = mf.operands(inst) else { return };
    if intrinsic.tag() != OperandTag::Intrinsic {
        return;
    }
    let name = intrinsics::name(intrinsic.payload()).and_then(|name| name.strip_prefix("llvm.aarch64.neon."));
    let (Some(name), args) = (name, args.to_vec()) else { return };
    match name {
        "saddlv" => return add_lanes(mf, inst, result, G_SADDLV, &args),
        "uaddlv" => return add_lanes(mf, inst, result, G_UADDLV, &args),
        "sqshlu" => return shift_by_number(mf, inst, result, &args),
        _ => {}
    }
    let opcodes = FORMS.iter().find(|(known, _)| *known == name).map(|(_, opcodes)| *opcodes);
    match (opcodes, args.first().and_then(|arg| arg.vreg())) {
        (Some(&[opcode]), _) if mf.ty(result).is_vector() => {
            become_generic(mf, inst, opcode, result, &args);
        }
        (Some(&[first, second]), Some(source)) if mf.ty(result).is_vector() => {
            let mut b = Builder::before(mf, inst);
            let middle = b.mf.create_vreg(b.mf.ty(source));
            b.inst(first, &[&[Operand::def(middle)], &args[..]].concat());
            compute(mf, inst, result, second, &[middle]);
        }
        _ => {}
    }
}

fn become_generic(mf: &mut MachineFunction, inst: InstId, opcode: Opcode, result: VReg, args: &[Operand]) {
    mf.replace_with_inst(inst, opcode, &[&[Operand::def(result)], args].concat());
}

/// Rewrites a shift by a number that is in all lanes.
fn shift_by_number(mf: &mut MachineFunction, inst: InstId, result: VReg, args: &[Operand]) {
    let &[source, amount] = args else { return };
    if let Some(number) = amount.vreg().and_then(|amount| intrinsics::splat(mf, amount)) {
        let number = mf.imm(number);
        become_generic(mf, inst, G_SQSHLU_I, result, &[source, number]);
    }
}

fn add_lanes(mf: &mut MachineFunction, inst: InstId, result: VReg, opcode: Opcode, args: &[Operand]) {
    let (ty, Some(lanes)) = (mf.ty(result), args.first().and_then(|arg| arg.vreg())) else { return };
    if ty == S32 || ty == S64 {
        let sum = sum_of_lanes(&mut Builder::before(mf, inst), opcode, ty, lanes);
        compute(mf, inst, result, COPY, &[sum]);
    }
}
