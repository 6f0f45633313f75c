//! Specifiers, fixup kinds and their ELF relocations.
//!
//! Source: the RISC-V ELF psABI.

use crate::riscv::mc::instructions::{TABLE, op};
use crate::riscv::registers::regs;
use gisel_codegen::machine::desc::instructions::Opcode;
use gisel_codegen::mc::asm_backend::{FixupInfo, Half, Longer};
use gisel_codegen::mc::inst::{FixupKind, McInst, McOperand};
use std::ops::Range;

/// The specifiers of symbol operands.
#[allow(missing_docs)]
pub(crate) mod spec {
    use gisel_codegen::mc::inst::Specifier;
    pub(crate) const NONE: Specifier = Specifier(0);
    pub(crate) const HI: Specifier = Specifier(1);
    pub(crate) const LO: Specifier = Specifier(2);
    pub(crate) const PCREL_HI: Specifier = Specifier(3);
    pub(crate) const PCREL_LO: Specifier = Specifier(4);
    pub(crate) const GOT_PCREL_HI: Specifier = Specifier(5);
    pub(crate) const TPREL_HI: Specifier = Specifier(6);
    pub(crate) const TPREL_LO: Specifier = Specifier(7);
    pub(crate) const TPREL_ADD: Specifier = Specifier(8);
    pub(crate) const TLS_IE_PCREL_HI: Specifier = Specifier(9);
    pub(crate) const TLS_GD_PCREL_HI: Specifier = Specifier(10);
    pub(crate) const TLSDESC_HI: Specifier = Specifier(11);
    pub(crate) const TLSDESC_LOAD_LO: Specifier = Specifier(12);
    pub(crate) const TLSDESC_ADD_LO: Specifier = Specifier(13);
    pub(crate) const TLSDESC_CALL: Specifier = Specifier(14);
}

/// Names of the specifiers in assembly, by number.
pub(crate) const SPECIFIER_NAMES: &[&str] = &[
    "",
    "%hi",
    "%lo",
    "%pcrel_hi",
    "%pcrel_lo",
    "%got_pcrel_hi",
    "%tprel_hi",
    "%tprel_lo",
    "%tprel_add",
    "%tls_ie_pcrel_hi",
    "%tls_gd_pcrel_hi",
    "%tlsdesc_hi",
    "%tlsdesc_load_lo",
    "%tlsdesc_add_lo",
    "%tlsdesc_call",
];

/// Kinds of fixups.
#[allow(missing_docs)]
pub(crate) mod fixup {
    use gisel_codegen::mc::inst::FixupKind;
    pub(crate) const HI20: FixupKind = FixupKind(0);
    pub(crate) const LO12_I: FixupKind = FixupKind(1);
    pub(crate) const LO12_S: FixupKind = FixupKind(2);
    pub(crate) const PCREL_HI20: FixupKind = FixupKind(3);
    pub(crate) const PCREL_LO12_I: FixupKind = FixupKind(4);
    pub(crate) const PCREL_LO12_S: FixupKind = FixupKind(5);
    pub(crate) const GOT_HI20: FixupKind = FixupKind(6);
    pub(crate) const TPREL_HI20: FixupKind = FixupKind(7);
    pub(crate) const TPREL_LO12_I: FixupKind = FixupKind(8);
    pub(crate) const TPREL_LO12_S: FixupKind = FixupKind(9);
    pub(crate) const TLS_GOT_HI20: FixupKind = FixupKind(10);
    pub(crate) const TLS_GD_HI20: FixupKind = FixupKind(11);
    pub(crate) const JAL: FixupKind = FixupKind(12);
    pub(crate) const BRANCH: FixupKind = FixupKind(13);
    pub(crate) const RVC_JUMP: FixupKind = FixupKind(14);
    pub(crate) const RVC_BRANCH: FixupKind = FixupKind(15);
    pub(crate) const CALL_PLT: FixupKind = FixupKind(16);
    pub(crate) const TPREL_ADD: FixupKind = FixupKind(17);
    pub(crate) const TLSDESC_HI20: FixupKind = FixupKind(18);
    pub(crate) const TLSDESC_LOAD_LO12: FixupKind = FixupKind(19);
    pub(crate) const TLSDESC_ADD_LO12: FixupKind = FixupKind(20);
    pub(crate) const TLSDESC_CALL: FixupKind = FixupKind(21);
}

/// The ELF relocation types that are used here.
#[allow(missing_docs)]
pub(crate) mod elf {
    pub(crate) const R_RISCV_32: u32 = 1;
    pub(crate) const R_RISCV_64: u32 = 2;
    pub(crate) const R_RISCV_BRANCH: u32 = 16;
    pub(crate) const R_RISCV_JAL: u32 = 17;
    pub(crate) const R_RISCV_CALL_PLT: u32 = 19;
    pub(crate) const R_RISCV_GOT_HI20: u32 = 20;
    pub(crate) const R_RISCV_TLS_GOT_HI20: u32 = 21;
    pub(crate) const R_RISCV_TLS_GD_HI20: u32 = 22;
    pub(crate) const R_RISCV_PCREL_HI20: u32 = 23;
    pub(crate) const R_RISCV_PCREL_LO12_I: u32 = 24;
    pub(crate) const R_RISCV_PCREL_LO12_S: u32 = 25;
    pub(crate) const R_RISCV_HI20: u32 = 26;
    pub(crate) const R_RISCV_LO12_I: u32 = 27;
    pub(crate) const R_RISCV_LO12_S: u32 = 28;
    pub(crate) const R_RISCV_TPREL_HI20: u32 = 29;
    pub(crate) const R_RISCV_TPREL_LO12_I: u32 = 30;
    pub(crate) const R_RISCV_TPREL_LO12_S: u32 = 31;
    pub(crate) const R_RISCV_TPREL_ADD: u32 = 32;
    pub(crate) const R_RISCV_ADD8: u32 = 33;
    pub(crate) const R_RISCV_ADD16: u32 = 34;
    pub(crate) const R_RISCV_ADD32: u32 = 35;
    pub(crate) const R_RISCV_ADD64: u32 = 36;
    pub(crate) const R_RISCV_SUB8: u32 = 37;
    pub(crate) const R_RISCV_SUB16: u32 = 38;
    pub(crate) const R_RISCV_SUB32: u32 = 39;
    pub(crate) const R_RISCV_SUB64: u32 = 40;
    pub(crate) const R_RISCV_ALIGN: u32 = 43;
    pub(crate) const R_RISCV_RVC_BRANCH: u32 = 44;
    pub(crate) const R_RISCV_RVC_JUMP: u32 = 45;
    pub(crate) const R_RISCV_RELAX: u32 = 51;
    pub(crate) const R_RISCV_SUB6: u32 = 52;
    pub(crate) const R_RISCV_SET6: u32 = 53;
    pub(crate) const R_RISCV_SET8: u32 = 54;
    pub(crate) const R_RISCV_SET16: u32 = 55;
    pub(crate) const R_RISCV_SET32: u32 = 56;
    pub(crate) const R_RISCV_32_PCREL: u32 = 57;
    pub(crate) const R_RISCV_PLT32: u32 = 59;
    pub(crate) const R_RISCV_TLSDESC_HI20: u32 = 62;
    pub(crate) const R_RISCV_TLSDESC_LOAD_LO12: u32 = 63;
    pub(crate) const R_RISCV_TLSDESC_ADD_LO12: u32 = 64;
    pub(crate) const R_RISCV_TLSDESC_CALL: u32 = 65;

    /// Flags of the header: compressed code, and floats up to double in registers.
    pub(crate) const EF_RISCV_RVC: u32 = 1;
    pub(crate) const EF_RISCV_FLOAT_ABI_SINGLE: u32 = 2;
    pub(crate) const EF_RISCV_FLOAT_ABI_DOUBLE: u32 = 4;
    pub(crate) const EF_RISCV_RVE: u32 = 8;
    pub(crate) const EF_RISCV_TSO: u32 = 0x10;
    pub(crate) const R_RISCV_SET_ULEB128: u32 = 60;
    pub(crate) const R_RISCV_SUB_ULEB128: u32 = 61;
}

const fn info(
    relocation: u32,
    size: u8,
    pc_relative: bool,
    relaxable: bool,
    resolvable: bool,
) -> (u32, FixupInfo) {
    (relocation, FixupInfo { size, pc_relative, relaxable, resolvable, half: None })
}

const fn half(relocation: u32, half: Half) -> (u32, FixupInfo) {
    (relocation, FixupInfo { half: Some(half), ..info(relocation, 4, true, true, false).1 })
}

/// The kinds of fixups, by number, with their relocations. Branches are resolved here if their
/// target is in the same section. The others require the linker, since their value depends on a
/// second instruction or on the final addresses of symbols.
pub(crate) const FIXUPS: &[(u32, FixupInfo)] = &[
    info(elf::R_RISCV_HI20, 4, false, true, false),
    info(elf::R_RISCV_LO12_I, 4, false, true, false),
    info(elf::R_RISCV_LO12_S, 4, false, true, false),
    half(elf::R_RISCV_PCREL_HI20, Half::High),
    half(elf::R_RISCV_PCREL_LO12_I, Half::Low),
    half(elf::R_RISCV_PCREL_LO12_S, Half::Low),
    info(elf::R_RISCV_GOT_HI20, 4, true, true, false),
    info(elf::R_RISCV_TPREL_HI20, 4, false, true, false),
    info(elf::R_RISCV_TPREL_LO12_I, 4, false, true, false),
    info(elf::R_RISCV_TPREL_LO12_S, 4, false, true, false),
    info(elf::R_RISCV_TLS_GOT_HI20, 4, true, false, false),
    info(elf::R_RISCV_TLS_GD_HI20, 4, true, false, false),
    info(elf::R_RISCV_JAL, 4, true, true, true),
    info(elf::R_RISCV_BRANCH, 4, true, false, true),
    info(elf::R_RISCV_RVC_JUMP, 2, true, false, true),
    info(elf::R_RISCV_RVC_BRANCH, 2, true, false, true),
    info(elf::R_RISCV_CALL_PLT, 8, true, true, true),
    info(elf::R_RISCV_TPREL_ADD, 4, false, true, false),
    info(elf::R_RISCV_TLSDESC_HI20, 4, true, true, false),
    info(elf::R_RISCV_TLSDESC_LOAD_LO12, 4, true, false, false),
    info(elf::R_RISCV_TLSDESC_ADD_LO12, 4, true, false, false),
    info(elf::R_RISCV_TLSDESC_CALL, 4, true, false, false),
];

/// Returns LLVM's name of a fixup kind, and the range of its bits.
pub(crate) fn fixup_bits(kind: FixupKind) -> Option<(&'static str, Range<u8>)> {
    Some(match kind {
        fixup::HI20 => ("fixup_riscv_hi20", 12..32),
        fixup::LO12_I => ("fixup_riscv_lo12_i", 20..32),
        fixup::LO12_S => ("fixup_riscv_lo12_s", 0..32),
        fixup::PCREL_HI20 => ("fixup_riscv_pcrel_hi20", 12..32),
        fixup::PCREL_LO12_I => ("fixup_riscv_pcrel_lo12_i", 20..32),
        fixup::PCREL_LO12_S => ("fixup_riscv_pcrel_lo12_s", 0..32),
        fixup::JAL => ("fixup_riscv_jal", 12..32),
        fixup::BRANCH => ("fixup_riscv_branch", 0..32),
        fixup::RVC_JUMP => ("fixup_riscv_rvc_jump", 2..13),
        fixup::RVC_BRANCH => ("fixup_riscv_rvc_branch", 0..16),
        fixup::CALL_PLT => ("fixup_riscv_call_plt", 0..64),
        _ => return None,
    })
}

/// Returns true if `distance` is in range of a resolvable fixup of `kind`.
pub(crate) fn reaches(kind: FixupKind, distance: i64) -> bool {
    let bits = match kind {
        // The low part is signed, so both parts together have a slightly smaller upper bound.
        fixup::CALL_PLT => return i32::try_from(distance + 0x800).is_ok() && distance & 1 == 0,
        fixup::JAL => 21,
        fixup::BRANCH => 13,
        fixup::RVC_JUMP => 12,
        fixup::RVC_BRANCH => 9,
        _ => return false,
    };
    let half = 1i64 << (bits - 1);
    distance & 1 == 0 && (-half..half).contains(&distance)
}

/// Writes a resolved distance to the instruction at the start of `bytes`. Returns false if it does
/// not fit.
pub(crate) fn apply(kind: FixupKind, distance: i64, bytes: &mut [u8]) -> bool {
    let opcode = match kind {
        fixup::CALL_PLT => return apply_call(distance, bytes),
        fixup::PCREL_HI20 => return apply_high(distance, bytes),
        fixup::PCREL_LO12_I => return TABLE.or_field(op::ADDI, "imm", distance, bytes).is_some(),
        fixup::PCREL_LO12_S => return TABLE.or_field(op::SD, "imm", distance, bytes).is_some(),
        fixup::JAL => op::JAL,
        fixup::BRANCH => op::BEQ,
        fixup::RVC_JUMP => op::C_J,
        _ => op::C_BEQZ,
    };
    reaches(kind, distance) && TABLE.or_field(opcode, "imm", distance, bytes).is_some()
}

/// Writes a distance to the `auipc` and `jalr` of a call.
fn apply_call(distance: i64, bytes: &mut [u8]) -> bool {
    let Some((auipc, jalr)) = bytes.split_at_mut_checked(4).filter(|_| reaches(fixup::CALL_PLT, distance))
    else {
        return false;
    };
    apply_high(distance, auipc) && TABLE.or_field(op::JALR, "imm", distance, jalr).is_some()
}

/// Writes the upper bits of a distance to an `auipc`. The lower ones are signed.
fn apply_high(distance: i64, bytes: &mut [u8]) -> bool {
    let rounded = distance + 0x800;
    i32::try_from(rounded).is_ok() && TABLE.or_field(op::AUIPC, "imm", rounded >> 12, bytes).is_some()
}

/// Returns the next relaxed form of a branch with a symbolic target; `None` if there is none.
pub(crate) fn longer(inst: &McInst) -> Option<Longer> {
    let operands = &inst.operands;
    let zero = McOperand::Reg(regs::X0);
    let target = *operands.last()?;
    Some(match inst.opcode {
        op::C_J => Longer::Form(McInst::new(op::JAL, &[zero, target])),
        op::C_JAL => Longer::Form(McInst::new(op::JAL, &[McOperand::Reg(regs::X1), target])),
        op::C_BEQZ => Longer::Form(McInst::new(op::BEQ, &[operands[0], zero, target])),
        op::C_BNEZ => Longer::Form(McInst::new(op::BNE, &[operands[0], zero, target])),
        other => Longer::InvertedOver {
            branch: McInst { opcode: inverse_branch(other)?, operands: operands.clone() },
            jump: McInst::new(op::JAL, &[zero, target]),
        },
    })
}

/// Returns true if [`longer`] has a form of a branch with this opcode.
pub(crate) fn has_longer(opcode: Opcode) -> bool {
    matches!(opcode, op::C_J | op::C_JAL | op::C_BEQZ | op::C_BNEZ) || inverse_branch(opcode).is_some()
}

/// Returns the inverted conditional branch of `opcode`.
pub(crate) fn inverse_branch(opcode: Opcode) -> Option<Opcode> {
    Some(match opcode {
        op::BEQ => op::BNE,
        op::BNE => op::BEQ,
        op::BLT => op::BGE,
        op::BGE => op::BLT,
        op::BLTU => op::BGEU,
        op::BGEU => op::BLTU,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn resolved_distances_are_encoded_as_immediates() {
        let zero = McOperand::Reg(regs::X0);
        for (kind, opcode, leading, distances) in [
            (fixup::JAL, op::JAL, &[zero][..], [-1048576i64, 1048574, 2, -2, 0x5554a]),
            (fixup::BRANCH, op::BEQ, &[zero, zero], [-4096, 4094, 2, -2, 0xaaa]),
            (fixup::RVC_JUMP, op::C_J, &[], [-2048, 2046, 2, -2, 0x2aa]),
            (fixup::RVC_BRANCH, op::C_BEQZ, &[McOperand::Reg(regs::X8)], [-256, 254, 2, -2, 0x5a]),
        ] {
            for distance in distances {
                let encode = |value| {
                    let mut operands = leading.to_vec();
                    operands.push(McOperand::Imm(value));
                    let (mut bytes, mut fixups) = (Vec::new(), Default::default());
                    TABLE.encode(&McInst::new(opcode, &operands), &mut bytes, &mut fixups).unwrap();
                    bytes
                };
                let mut bytes = encode(0);
                assert!(apply(kind, distance, &mut bytes));
                assert_eq!(bytes, encode(distance), "{kind:?} {distance}");
            }
            assert!(!apply(kind, distances[1] + 2, &mut [0; 4]));
            assert!(!apply(kind, 1, &mut [0; 4]));
        }
    }
}
