//! Opcodes of vector operations by arrangement: 8B, 16B, 4H, 8H, 2S, 4S, 2D.

#![allow(missing_docs, reason = "the names are those of the instructions")]

use crate::aarch64::mc::instructions::op;
use gisel_codegen::ir::llt::Llt;
use gisel_codegen::machine::desc::instructions::Opcode;

/// Returns the index of a vector type in the lists below.
pub(crate) fn shape(ty: Llt) -> Option<usize> {
    Some(match (ty.elements(), ty.scalar_bits()) {
        (8, 8) => 0,
        (16, 8) => 1,
        (4, 16) => 2,
        (8, 16) => 3,
        (2, 32) => 4,
        (4, 32) => 5,
        (2, 64) => 6,
        _ => return None,
    })
}

/// Returns the index of an element size, in bits, in the lists of lane operations.
pub(crate) fn element(bits: u32) -> Option<usize> {
    [8, 16, 32, 64].iter().position(|&b| b == bits)
}

/// Returns the opcode of a family for a type.
pub(crate) fn by_shape(family: &[Opcode], ty: Llt) -> Option<Opcode> {
    family.get(shape(ty)?).copied()
}

/// Returns the opcode of a family of floating-point comparisons for a type.
pub(crate) fn by_float_shape(family: &[Opcode; 5], ty: Llt) -> Option<Opcode> {
    family.get(shape(ty)?.checked_sub(2)?).copied()
}

pub(crate) const CMEQ: [Opcode; 7] =
    [op::CMEQv8i8, op::CMEQv16i8, op::CMEQv4i16, op::CMEQv8i16, op::CMEQv2i32, op::CMEQv4i32, op::CMEQv2i64];
pub(crate) const CMGT: [Opcode; 7] =
    [op::CMGTv8i8, op::CMGTv16i8, op::CMGTv4i16, op::CMGTv8i16, op::CMGTv2i32, op::CMGTv4i32, op::CMGTv2i64];
pub(crate) const CMGE: [Opcode; 7] =
    [op::CMGEv8i8, op::CMGEv16i8, op::CMGEv4i16, op::CMGEv8i16, op::CMGEv2i32, op::CMGEv4i32, op::CMGEv2i64];
pub(crate) const CMHI: [Opcode; 7] =
    [op::CMHIv8i8, op::CMHIv16i8, op::CMHIv4i16, op::CMHIv8i16, op::CMHIv2i32, op::CMHIv4i32, op::CMHIv2i64];
pub(crate) const CMHS: [Opcode; 7] =
    [op::CMHSv8i8, op::CMHSv16i8, op::CMHSv4i16, op::CMHSv8i16, op::CMHSv2i32, op::CMHSv4i32, op::CMHSv2i64];
pub(crate) const USHL: [Opcode; 7] =
    [op::USHLv8i8, op::USHLv16i8, op::USHLv4i16, op::USHLv8i16, op::USHLv2i32, op::USHLv4i32, op::USHLv2i64];
pub(crate) const SSHL: [Opcode; 7] =
    [op::SSHLv8i8, op::SSHLv16i8, op::SSHLv4i16, op::SSHLv8i16, op::SSHLv2i32, op::SSHLv4i32, op::SSHLv2i64];
pub(crate) const NEG: [Opcode; 7] =
    [op::NEGv8i8, op::NEGv16i8, op::NEGv4i16, op::NEGv8i16, op::NEGv2i32, op::NEGv4i32, op::NEGv2i64];
pub(crate) const ZIP1: [Opcode; 7] =
    [op::ZIP1v8i8, op::ZIP1v16i8, op::ZIP1v4i16, op::ZIP1v8i16, op::ZIP1v2i32, op::ZIP1v4i32, op::ZIP1v2i64];
pub(crate) const ZIP2: [Opcode; 7] =
    [op::ZIP2v8i8, op::ZIP2v16i8, op::ZIP2v4i16, op::ZIP2v8i16, op::ZIP2v2i32, op::ZIP2v4i32, op::ZIP2v2i64];
pub(crate) const UZP1: [Opcode; 7] =
    [op::UZP1v8i8, op::UZP1v16i8, op::UZP1v4i16, op::UZP1v8i16, op::UZP1v2i32, op::UZP1v4i32, op::UZP1v2i64];
pub(crate) const UZP2: [Opcode; 7] =
    [op::UZP2v8i8, op::UZP2v16i8, op::UZP2v4i16, op::UZP2v8i16, op::UZP2v2i32, op::UZP2v4i32, op::UZP2v2i64];
pub(crate) const TRN1: [Opcode; 7] =
    [op::TRN1v8i8, op::TRN1v16i8, op::TRN1v4i16, op::TRN1v8i16, op::TRN1v2i32, op::TRN1v4i32, op::TRN1v2i64];
pub(crate) const TRN2: [Opcode; 7] =
    [op::TRN2v8i8, op::TRN2v16i8, op::TRN2v4i16, op::TRN2v8i16, op::TRN2v2i32, op::TRN2v4i32, op::TRN2v2i64];
pub(crate) const SHL_IMM: [Opcode; 7] = [
    op::SHLv8i8_shift,
    op::SHLv16i8_shift,
    op::SHLv4i16_shift,
    op::SHLv8i16_shift,
    op::SHLv2i32_shift,
    op::SHLv4i32_shift,
    op::SHLv2i64_shift,
];
pub(crate) const SSHR_IMM: [Opcode; 7] = [
    op::SSHRv8i8_shift,
    op::SSHRv16i8_shift,
    op::SSHRv4i16_shift,
    op::SSHRv8i16_shift,
    op::SSHRv2i32_shift,
    op::SSHRv4i32_shift,
    op::SSHRv2i64_shift,
];
pub(crate) const USHR_IMM: [Opcode; 7] = [
    op::USHRv8i8_shift,
    op::USHRv16i8_shift,
    op::USHRv4i16_shift,
    op::USHRv8i16_shift,
    op::USHRv2i32_shift,
    op::USHRv4i32_shift,
    op::USHRv2i64_shift,
];
pub(crate) const DUP_GPR: [Opcode; 7] = [
    op::DUPv8i8gpr,
    op::DUPv16i8gpr,
    op::DUPv4i16gpr,
    op::DUPv8i16gpr,
    op::DUPv2i32gpr,
    op::DUPv4i32gpr,
    op::DUPv2i64gpr,
];
pub(crate) const DUP_LANE: [Opcode; 7] = [
    op::DUPv8i8lane,
    op::DUPv16i8lane,
    op::DUPv4i16lane,
    op::DUPv8i16lane,
    op::DUPv2i32lane,
    op::DUPv4i32lane,
    op::DUPv2i64lane,
];
pub(crate) const REV64: [Opcode; 6] =
    [op::REV64v8i8, op::REV64v16i8, op::REV64v4i16, op::REV64v8i16, op::REV64v2i32, op::REV64v4i32];
pub(crate) const FCMEQ: [Opcode; 5] =
    [op::FCMEQv4f16, op::FCMEQv8f16, op::FCMEQv2f32, op::FCMEQv4f32, op::FCMEQv2f64];
pub(crate) const FCMGE: [Opcode; 5] =
    [op::FCMGEv4f16, op::FCMGEv8f16, op::FCMGEv2f32, op::FCMGEv4f32, op::FCMGEv2f64];
pub(crate) const FCMGT: [Opcode; 5] =
    [op::FCMGTv4f16, op::FCMGTv8f16, op::FCMGTv2f32, op::FCMGTv4f32, op::FCMGTv2f64];
pub(crate) const INS_GPR: [Opcode; 4] = [op::INSvi8gpr, op::INSvi16gpr, op::INSvi32gpr, op::INSvi64gpr];
pub(crate) const INS_LANE: [Opcode; 4] = [op::INSvi8lane, op::INSvi16lane, op::INSvi32lane, op::INSvi64lane];
pub(crate) const UMOV: [Opcode; 4] = [op::UMOVvi8, op::UMOVvi16, op::UMOVvi32, op::UMOVvi64];
pub(crate) const DUP_SCALAR: [Opcode; 4] = [op::DUPi8, op::DUPi16, op::DUPi32, op::DUPi64];
pub(crate) const CMEQ_ZERO: [Opcode; 7] = [
    op::CMEQv8i8rz,
    op::CMEQv16i8rz,
    op::CMEQv4i16rz,
    op::CMEQv8i16rz,
    op::CMEQv2i32rz,
    op::CMEQv4i32rz,
    op::CMEQv2i64rz,
];
pub(crate) const CMGT_ZERO: [Opcode; 7] = [
    op::CMGTv8i8rz,
    op::CMGTv16i8rz,
    op::CMGTv4i16rz,
    op::CMGTv8i16rz,
    op::CMGTv2i32rz,
    op::CMGTv4i32rz,
    op::CMGTv2i64rz,
];
pub(crate) const CMGE_ZERO: [Opcode; 7] = [
    op::CMGEv8i8rz,
    op::CMGEv16i8rz,
    op::CMGEv4i16rz,
    op::CMGEv8i16rz,
    op::CMGEv2i32rz,
    op::CMGEv4i32rz,
    op::CMGEv2i64rz,
];
pub(crate) const CMLT_ZERO: [Opcode; 7] = [
    op::CMLTv8i8rz,
    op::CMLTv16i8rz,
    op::CMLTv4i16rz,
    op::CMLTv8i16rz,
    op::CMLTv2i32rz,
    op::CMLTv4i32rz,
    op::CMLTv2i64rz,
];
pub(crate) const CMLE_ZERO: [Opcode; 7] = [
    op::CMLEv8i8rz,
    op::CMLEv16i8rz,
    op::CMLEv4i16rz,
    op::CMLEv8i16rz,
    op::CMLEv2i32rz,
    op::CMLEv4i32rz,
    op::CMLEv2i64rz,
];
pub(crate) const CMTST: [Opcode; 7] = [
    op::CMTSTv8i8,
    op::CMTSTv16i8,
    op::CMTSTv4i16,
    op::CMTSTv8i16,
    op::CMTSTv2i32,
    op::CMTSTv4i32,
    op::CMTSTv2i64,
];
pub(crate) const MLA: [Opcode; 6] =
    [op::MLAv8i8, op::MLAv16i8, op::MLAv4i16, op::MLAv8i16, op::MLAv2i32, op::MLAv4i32];
pub(crate) const MLS: [Opcode; 6] =
    [op::MLSv8i8, op::MLSv16i8, op::MLSv4i16, op::MLSv8i16, op::MLSv2i32, op::MLSv4i32];
/// Signed sums across lanes; the sum of two lanes is a pairwise sum.
pub(crate) const SADDLV: [Opcode; 6] = [
    op::SADDLVv8i8v,
    op::SADDLVv16i8v,
    op::SADDLVv4i16v,
    op::SADDLVv8i16v,
    op::SADDLPv2i32_v1i64,
    op::SADDLVv4i32v,
];
/// Unsigned sums across lanes.
pub(crate) const UADDLV: [Opcode; 6] = [
    op::UADDLVv8i8v,
    op::UADDLVv16i8v,
    op::UADDLVv4i16v,
    op::UADDLVv8i16v,
    op::UADDLPv2i32_v1i64,
    op::UADDLVv4i32v,
];
pub(crate) const SADDL: [Opcode; 3] = [op::SADDLv8i8_v8i16, op::SADDLv4i16_v4i32, op::SADDLv2i32_v2i64];
pub(crate) const UADDL: [Opcode; 3] = [op::UADDLv8i8_v8i16, op::UADDLv4i16_v4i32, op::UADDLv2i32_v2i64];
pub(crate) const SSUBL: [Opcode; 3] = [op::SSUBLv8i8_v8i16, op::SSUBLv4i16_v4i32, op::SSUBLv2i32_v2i64];
pub(crate) const USUBL: [Opcode; 3] = [op::USUBLv8i8_v8i16, op::USUBLv4i16_v4i32, op::USUBLv2i32_v2i64];
pub(crate) const SMULL: [Opcode; 3] = [op::SMULLv8i8_v8i16, op::SMULLv4i16_v4i32, op::SMULLv2i32_v2i64];
pub(crate) const UMULL: [Opcode; 3] = [op::UMULLv8i8_v8i16, op::UMULLv4i16_v4i32, op::UMULLv2i32_v2i64];
pub(crate) const SADDW: [Opcode; 3] = [op::SADDWv8i8_v8i16, op::SADDWv4i16_v4i32, op::SADDWv2i32_v2i64];
pub(crate) const UADDW: [Opcode; 3] = [op::UADDWv8i8_v8i16, op::UADDWv4i16_v4i32, op::UADDWv2i32_v2i64];
pub(crate) const SSUBW: [Opcode; 3] = [op::SSUBWv8i8_v8i16, op::SSUBWv4i16_v4i32, op::SSUBWv2i32_v2i64];
pub(crate) const USUBW: [Opcode; 3] = [op::USUBWv8i8_v8i16, op::USUBWv4i16_v4i32, op::USUBWv2i32_v2i64];
pub(crate) const SMLAL: [Opcode; 3] = [op::SMLALv8i8_v8i16, op::SMLALv4i16_v4i32, op::SMLALv2i32_v2i64];
pub(crate) const UMLAL: [Opcode; 3] = [op::UMLALv8i8_v8i16, op::UMLALv4i16_v4i32, op::UMLALv2i32_v2i64];
pub(crate) const SMLSL: [Opcode; 3] = [op::SMLSLv8i8_v8i16, op::SMLSLv4i16_v4i32, op::SMLSLv2i32_v2i64];
pub(crate) const UMLSL: [Opcode; 3] = [op::UMLSLv8i8_v8i16, op::UMLSLv4i16_v4i32, op::UMLSLv2i32_v2i64];
pub(crate) const SADDL2: [Opcode; 3] = [op::SADDLv16i8_v8i16, op::SADDLv8i16_v4i32, op::SADDLv4i32_v2i64];
pub(crate) const UADDL2: [Opcode; 3] = [op::UADDLv16i8_v8i16, op::UADDLv8i16_v4i32, op::UADDLv4i32_v2i64];
pub(crate) const SSUBL2: [Opcode; 3] = [op::SSUBLv16i8_v8i16, op::SSUBLv8i16_v4i32, op::SSUBLv4i32_v2i64];
pub(crate) const USUBL2: [Opcode; 3] = [op::USUBLv16i8_v8i16, op::USUBLv8i16_v4i32, op::USUBLv4i32_v2i64];
pub(crate) const SMULL2: [Opcode; 3] = [op::SMULLv16i8_v8i16, op::SMULLv8i16_v4i32, op::SMULLv4i32_v2i64];
pub(crate) const UMULL2: [Opcode; 3] = [op::UMULLv16i8_v8i16, op::UMULLv8i16_v4i32, op::UMULLv4i32_v2i64];
pub(crate) const SSHLL: [Opcode; 3] = [op::SSHLLv8i8_shift, op::SSHLLv4i16_shift, op::SSHLLv2i32_shift];
pub(crate) const SSHLL2: [Opcode; 3] = [op::SSHLLv16i8_shift, op::SSHLLv8i16_shift, op::SSHLLv4i32_shift];
pub(crate) const USHLL: [Opcode; 3] = [op::USHLLv8i8_shift, op::USHLLv4i16_shift, op::USHLLv2i32_shift];
pub(crate) const USHLL2: [Opcode; 3] = [op::USHLLv16i8_shift, op::USHLLv8i16_shift, op::USHLLv4i32_shift];
pub(crate) const FCMEQ_ZERO: [Opcode; 5] =
    [op::FCMEQv4i16rz, op::FCMEQv8i16rz, op::FCMEQv2i32rz, op::FCMEQv4i32rz, op::FCMEQv2i64rz];
pub(crate) const FCMGT_ZERO: [Opcode; 5] =
    [op::FCMGTv4i16rz, op::FCMGTv8i16rz, op::FCMGTv2i32rz, op::FCMGTv4i32rz, op::FCMGTv2i64rz];
pub(crate) const FCMGE_ZERO: [Opcode; 5] =
    [op::FCMGEv4i16rz, op::FCMGEv8i16rz, op::FCMGEv2i32rz, op::FCMGEv4i32rz, op::FCMGEv2i64rz];
pub(crate) const FCMLT_ZERO: [Opcode; 5] =
    [op::FCMLTv4i16rz, op::FCMLTv8i16rz, op::FCMLTv2i32rz, op::FCMLTv4i32rz, op::FCMLTv2i64rz];
pub(crate) const FCMLE_ZERO: [Opcode; 5] =
    [op::FCMLEv4i16rz, op::FCMLEv8i16rz, op::FCMLEv2i32rz, op::FCMLEv4i32rz, op::FCMLEv2i64rz];
