//! Opcodes of vector operations by the shape of the vector: 8B, 16B, 4H, 8H, 2S, 4S, 2D.

#![allow(missing_docs, reason = "the names are those of the instructions")]

use super::super::instructions::op;
use gisel_codegen::llt::Llt;
use gisel_codegen::target::instructions::Opcode;

/// The place of a vector type in the lists below.
pub fn shape(ty: Llt) -> Option<usize> {
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

/// The place of an element size, in bits, in the lists of operations on lanes.
pub fn element(bits: u32) -> Option<usize> {
    [8, 16, 32, 64].iter().position(|&b| b == bits)
}

/// The opcode of a family for a type.
pub fn by_shape(family: &[Opcode], ty: Llt) -> Option<Opcode> {
    family.get(shape(ty)?).copied()
}

/// The opcode of a family of floating-point comparisons for a type.
pub fn by_float_shape(family: &[Opcode; 3], ty: Llt) -> Option<Opcode> {
    family.get(shape(ty)?.checked_sub(4)?).copied()
}

pub const CMEQ: [Opcode; 7] =
    [op::CMEQv8i8, op::CMEQv16i8, op::CMEQv4i16, op::CMEQv8i16, op::CMEQv2i32, op::CMEQv4i32, op::CMEQv2i64];
pub const CMGT: [Opcode; 7] =
    [op::CMGTv8i8, op::CMGTv16i8, op::CMGTv4i16, op::CMGTv8i16, op::CMGTv2i32, op::CMGTv4i32, op::CMGTv2i64];
pub const CMGE: [Opcode; 7] =
    [op::CMGEv8i8, op::CMGEv16i8, op::CMGEv4i16, op::CMGEv8i16, op::CMGEv2i32, op::CMGEv4i32, op::CMGEv2i64];
pub const CMHI: [Opcode; 7] =
    [op::CMHIv8i8, op::CMHIv16i8, op::CMHIv4i16, op::CMHIv8i16, op::CMHIv2i32, op::CMHIv4i32, op::CMHIv2i64];
pub const CMHS: [Opcode; 7] =
    [op::CMHSv8i8, op::CMHSv16i8, op::CMHSv4i16, op::CMHSv8i16, op::CMHSv2i32, op::CMHSv4i32, op::CMHSv2i64];
pub const USHL: [Opcode; 7] =
    [op::USHLv8i8, op::USHLv16i8, op::USHLv4i16, op::USHLv8i16, op::USHLv2i32, op::USHLv4i32, op::USHLv2i64];
pub const SSHL: [Opcode; 7] =
    [op::SSHLv8i8, op::SSHLv16i8, op::SSHLv4i16, op::SSHLv8i16, op::SSHLv2i32, op::SSHLv4i32, op::SSHLv2i64];
pub const NEG: [Opcode; 7] =
    [op::NEGv8i8, op::NEGv16i8, op::NEGv4i16, op::NEGv8i16, op::NEGv2i32, op::NEGv4i32, op::NEGv2i64];
pub const ZIP1: [Opcode; 7] =
    [op::ZIP1v8i8, op::ZIP1v16i8, op::ZIP1v4i16, op::ZIP1v8i16, op::ZIP1v2i32, op::ZIP1v4i32, op::ZIP1v2i64];
pub const ZIP2: [Opcode; 7] =
    [op::ZIP2v8i8, op::ZIP2v16i8, op::ZIP2v4i16, op::ZIP2v8i16, op::ZIP2v2i32, op::ZIP2v4i32, op::ZIP2v2i64];
pub const UZP1: [Opcode; 7] =
    [op::UZP1v8i8, op::UZP1v16i8, op::UZP1v4i16, op::UZP1v8i16, op::UZP1v2i32, op::UZP1v4i32, op::UZP1v2i64];
pub const UZP2: [Opcode; 7] =
    [op::UZP2v8i8, op::UZP2v16i8, op::UZP2v4i16, op::UZP2v8i16, op::UZP2v2i32, op::UZP2v4i32, op::UZP2v2i64];
pub const TRN1: [Opcode; 7] =
    [op::TRN1v8i8, op::TRN1v16i8, op::TRN1v4i16, op::TRN1v8i16, op::TRN1v2i32, op::TRN1v4i32, op::TRN1v2i64];
pub const TRN2: [Opcode; 7] =
    [op::TRN2v8i8, op::TRN2v16i8, op::TRN2v4i16, op::TRN2v8i16, op::TRN2v2i32, op::TRN2v4i32, op::TRN2v2i64];
pub const SHL_IMM: [Opcode; 7] = [
    op::SHLv8i8_shift,
    op::SHLv16i8_shift,
    op::SHLv4i16_shift,
    op::SHLv8i16_shift,
    op::SHLv2i32_shift,
    op::SHLv4i32_shift,
    op::SHLv2i64_shift,
];
pub const SSHR_IMM: [Opcode; 7] = [
    op::SSHRv8i8_shift,
    op::SSHRv16i8_shift,
    op::SSHRv4i16_shift,
    op::SSHRv8i16_shift,
    op::SSHRv2i32_shift,
    op::SSHRv4i32_shift,
    op::SSHRv2i64_shift,
];
pub const USHR_IMM: [Opcode; 7] = [
    op::USHRv8i8_shift,
    op::USHRv16i8_shift,
    op::USHRv4i16_shift,
    op::USHRv8i16_shift,
    op::USHRv2i32_shift,
    op::USHRv4i32_shift,
    op::USHRv2i64_shift,
];
pub const DUP_GPR: [Opcode; 7] = [
    op::DUPv8i8gpr,
    op::DUPv16i8gpr,
    op::DUPv4i16gpr,
    op::DUPv8i16gpr,
    op::DUPv2i32gpr,
    op::DUPv4i32gpr,
    op::DUPv2i64gpr,
];
pub const DUP_LANE: [Opcode; 7] = [
    op::DUPv8i8lane,
    op::DUPv16i8lane,
    op::DUPv4i16lane,
    op::DUPv8i16lane,
    op::DUPv2i32lane,
    op::DUPv4i32lane,
    op::DUPv2i64lane,
];
pub const REV64: [Opcode; 6] =
    [op::REV64v8i8, op::REV64v16i8, op::REV64v4i16, op::REV64v8i16, op::REV64v2i32, op::REV64v4i32];
pub const FCMEQ: [Opcode; 3] = [op::FCMEQv2f32, op::FCMEQv4f32, op::FCMEQv2f64];
pub const FCMGE: [Opcode; 3] = [op::FCMGEv2f32, op::FCMGEv4f32, op::FCMGEv2f64];
pub const FCMGT: [Opcode; 3] = [op::FCMGTv2f32, op::FCMGTv4f32, op::FCMGTv2f64];
pub const INS_GPR: [Opcode; 4] = [op::INSvi8gpr, op::INSvi16gpr, op::INSvi32gpr, op::INSvi64gpr];
pub const INS_LANE: [Opcode; 4] = [op::INSvi8lane, op::INSvi16lane, op::INSvi32lane, op::INSvi64lane];
pub const UMOV: [Opcode; 4] = [op::UMOVvi8, op::UMOVvi16, op::UMOVvi32, op::UMOVvi64];
pub const DUP_SCALAR: [Opcode; 4] = [op::DUPi8, op::DUPi16, op::DUPi32, op::DUPi64];
