//! Specifiers, fixup kinds and relocations of AArch64. Source: "ELF for the Arm 64-bit
//! Architecture".

/// The specifiers of symbol operands.
pub(crate) mod spec {
    use gisel_codegen::mc::inst::Specifier;

    /// The address itself, or the page's distance in `adrp`.
    pub(crate) const NONE: Specifier = Specifier(0);
    /// `:lo12:`: the low 12 bits.
    pub(crate) const LO12: Specifier = Specifier(1);
    /// `:got:`: the page of the symbol's entry in the global offset table.
    pub(crate) const GOT: Specifier = Specifier(2);
    /// `:got_lo12:`: the low 12 bits of that entry's address.
    pub(crate) const GOT_LO12: Specifier = Specifier(3);
    /// `:gottprel:`: the page of the entry with a thread-local variable's offset from the thread
    /// pointer.
    pub(crate) const GOTTPREL: Specifier = Specifier(4);
    /// `:gottprel_lo12:`: the low 12 bits of that entry's address.
    pub(crate) const GOTTPREL_LO12: Specifier = Specifier(5);
    /// `:tlsdesc:`: the page of a thread-local variable's descriptor.
    pub(crate) const TLSDESC: Specifier = Specifier(6);
    /// `:tlsdesc_lo12:`: the low 12 bits of that descriptor's address.
    pub(crate) const TLSDESC_LO12: Specifier = Specifier(7);
    /// The call of a descriptor's function, as a mark.
    pub(crate) const TLSDESC_CALL: Specifier = Specifier(8);
    /// `:tprel_hi12:`: bits 12 to 23 of the offset from the thread pointer.
    pub(crate) const TPREL_HI12: Specifier = Specifier(9);
    /// `:tprel_lo12:`: the offset from the thread pointer, which has 12 bits.
    pub(crate) const TPREL_LO12: Specifier = Specifier(10);
    /// `:tprel_lo12_nc:`: its low 12 bits.
    pub(crate) const TPREL_LO12_NC: Specifier = Specifier(11);
    /// `:dtprel_hi12:`: bits 12 to 23 of the offset in the module's block.
    pub(crate) const DTPREL_HI12: Specifier = Specifier(12);
    /// `:dtprel_lo12_nc:`: its low 12 bits.
    pub(crate) const DTPREL_LO12_NC: Specifier = Specifier(13);
    /// `:tprel_g2:`: bits 32 to 47 of the offset from the thread pointer.
    pub(crate) const TPREL_G2: Specifier = Specifier(14);
    /// `:tprel_g1:`: bits 16 to 31 of it, where it has no more.
    pub(crate) const TPREL_G1: Specifier = Specifier(15);
    /// `:tprel_g1_nc:`: bits 16 to 31 of it.
    pub(crate) const TPREL_G1_NC: Specifier = Specifier(16);
    /// `:tprel_g0_nc:`: bits 0 to 15 of it.
    pub(crate) const TPREL_G0_NC: Specifier = Specifier(17);
    /// `:abs_g3:`: bits 48 to 63 of the address.
    pub(crate) const ABS_G3: Specifier = Specifier(18);
    /// `:abs_g2:`: bits 32 to 47 of the address, which has no more.
    pub(crate) const ABS_G2: Specifier = Specifier(19);
    /// `:abs_g2_nc:`: bits 32 to 47 of the address.
    pub(crate) const ABS_G2_NC: Specifier = Specifier(20);
    /// `:abs_g2_s:`: bits 32 to 47 of the address, which has no more but its sign.
    pub(crate) const ABS_G2_S: Specifier = Specifier(21);
    /// `:abs_g1:`: bits 16 to 31 of the address, which has no more.
    pub(crate) const ABS_G1: Specifier = Specifier(22);
    /// `:abs_g1_nc:`: bits 16 to 31 of the address.
    pub(crate) const ABS_G1_NC: Specifier = Specifier(23);
    /// `:abs_g1_s:`: bits 16 to 31 of the address, which has no more but its sign.
    pub(crate) const ABS_G1_S: Specifier = Specifier(24);
    /// `:abs_g0:`: bits 0 to 15 of the address, which has no more.
    pub(crate) const ABS_G0: Specifier = Specifier(25);
    /// `:abs_g0_nc:`: bits 0 to 15 of the address.
    pub(crate) const ABS_G0_NC: Specifier = Specifier(26);
    /// `:abs_g0_s:`: bits 0 to 15 of the address, which has no more but its sign.
    pub(crate) const ABS_G0_S: Specifier = Specifier(27);
    /// `:prel_g3:`: bits 48 to 63 of the distance from here.
    pub(crate) const PREL_G3: Specifier = Specifier(28);
    /// `:prel_g2:`: bits 32 to 47 of the distance from here, which has no more.
    pub(crate) const PREL_G2: Specifier = Specifier(29);
    /// `:prel_g2_nc:`: bits 32 to 47 of the distance from here.
    pub(crate) const PREL_G2_NC: Specifier = Specifier(30);
    /// `:prel_g1:`: bits 16 to 31 of the distance from here, which has no more.
    pub(crate) const PREL_G1: Specifier = Specifier(31);
    /// `:prel_g1_nc:`: bits 16 to 31 of the distance from here.
    pub(crate) const PREL_G1_NC: Specifier = Specifier(32);
    /// `:prel_g0:`: bits 0 to 15 of the distance from here, which has no more.
    pub(crate) const PREL_G0: Specifier = Specifier(33);
    /// `:prel_g0_nc:`: bits 0 to 15 of the distance from here.
    pub(crate) const PREL_G0_NC: Specifier = Specifier(34);
    /// `:tprel_g0:`: bits 0 to 15 of the offset from the thread pointer, where it has no more.
    pub(crate) const TPREL_G0: Specifier = Specifier(35);
    /// `:dtprel_g2:`: bits 32 to 47 of the offset in the module's block, where it has no more.
    pub(crate) const DTPREL_G2: Specifier = Specifier(36);
    /// `:dtprel_g1:`: bits 16 to 31 of the offset in the module's block, where it has no more.
    pub(crate) const DTPREL_G1: Specifier = Specifier(37);
    /// `:dtprel_g1_nc:`: bits 16 to 31 of the offset in the module's block.
    pub(crate) const DTPREL_G1_NC: Specifier = Specifier(38);
    /// `:dtprel_g0:`: bits 0 to 15 of the offset in the module's block, where it has no more.
    pub(crate) const DTPREL_G0: Specifier = Specifier(39);
    /// `:dtprel_g0_nc:`: bits 0 to 15 of the offset in the module's block.
    pub(crate) const DTPREL_G0_NC: Specifier = Specifier(40);
    /// `:dtprel_lo12:`: the offset in the module's block, which has 12 bits.
    pub(crate) const DTPREL_LO12: Specifier = Specifier(41);
    /// `:gottprel_g1:`: bits 16 to 31 of the distance to the entry with a thread-local variable's
    /// offset.
    pub(crate) const GOTTPREL_G1: Specifier = Specifier(42);
    /// `:gottprel_g0_nc:`: bits 0 to 15 of the distance to that entry.
    pub(crate) const GOTTPREL_G0_NC: Specifier = Specifier(43);
    /// `:pg_hi21_nc:`: the page's distance, without overflow check.
    pub(crate) const PG_HI21_NC: Specifier = Specifier(44);
    /// `:gotpage_lo15:`: the entry's offset from the page of the global offset table.
    pub(crate) const GOTPAGE_LO15: Specifier = Specifier(45);
    /// `:got_auth:`: like `:got:`, for an entry with a signed pointer.
    pub(crate) const GOT_AUTH: Specifier = Specifier(46);
    /// `:got_auth_lo12:`: the low 12 bits of that entry's address.
    pub(crate) const GOT_AUTH_LO12: Specifier = Specifier(47);
    /// `:tlsdesc_auth:`: like `:tlsdesc:`, for a descriptor with a signed pointer.
    pub(crate) const TLSDESC_AUTH: Specifier = Specifier(48);
    /// `:tlsdesc_auth_lo12:`: the low 12 bits of that descriptor's address.
    pub(crate) const TLSDESC_AUTH_LO12: Specifier = Specifier(49);
}

/// Kinds of fixups.
pub(crate) mod fixup {
    use gisel_codegen::mc::inst::FixupKind;

    /// Distance in bytes, of `adr`.
    pub(crate) const PCREL_ADR_IMM21: FixupKind = FixupKind(0);
    /// Distance in pages, of `adrp`.
    pub(crate) const PCREL_ADRP_IMM21: FixupKind = FixupKind(1);
    /// The 12-bit immediate of `add`.
    pub(crate) const ADD_IMM12: FixupKind = FixupKind(2);
    /// The 12-bit offset of an access to 1 byte.
    pub(crate) const LDST_IMM12_SCALE1: FixupKind = FixupKind(3);
    /// The 12-bit offset of an access to 2 bytes.
    pub(crate) const LDST_IMM12_SCALE2: FixupKind = FixupKind(4);
    /// The 12-bit offset of an access to 4 bytes.
    pub(crate) const LDST_IMM12_SCALE4: FixupKind = FixupKind(5);
    /// The 12-bit offset of an access to 8 bytes.
    pub(crate) const LDST_IMM12_SCALE8: FixupKind = FixupKind(6);
    /// The 12-bit offset of an access to 16 bytes.
    pub(crate) const LDST_IMM12_SCALE16: FixupKind = FixupKind(7);
    /// The target of `tbz` and `tbnz`: ±32 KiB.
    pub(crate) const BRANCH14: FixupKind = FixupKind(8);
    /// The target of `b.cond`, `cbz` and `cbnz`: ±1 MiB.
    pub(crate) const BRANCH19: FixupKind = FixupKind(9);
    /// The target of `b`: ±128 MiB.
    pub(crate) const BRANCH26: FixupKind = FixupKind(10);
    /// The target of `bl`: ±128 MiB, through a veneer if required.
    pub(crate) const CALL26: FixupKind = FixupKind(11);
    /// The 16-bit immediate of `movz` and `movk`.
    pub(crate) const MOVW: FixupKind = FixupKind(12);
    /// The `blr` of a thread-local variable's descriptor.
    pub(crate) const TLSDESC_CALL: FixupKind = FixupKind(13);
    /// The address of a literal that is loaded: ±1 MiB.
    pub(crate) const LOAD_LITERAL19: FixupKind = FixupKind(14);
    /// The target of comparisons that branch: ±1 KiB.
    pub(crate) const BRANCH9: FixupKind = FixupKind(15);
    /// The address of a signature, up to 256 KiB before.
    pub(crate) const BRANCH_BACK16: FixupKind = FixupKind(16);
}

use gisel_codegen::mc::inst::{FixupKind, Specifier};
use std::ops::Range;

/// The properties of a fixup kind.
struct FixupDesc {
    /// The relocation, by specifier.
    relocations: &'static [(Specifier, u32)],
    /// The field's width and lowest bit, and the right shift of the distance in bits, if a distance
    /// within a section can be resolved without the linker.
    field: Option<(u32, u32, u32)>,
}

const fn linked(relocations: &'static [(Specifier, u32)]) -> FixupDesc {
    FixupDesc { relocations, field: None }
}

const fn branch(relocations: &'static [(Specifier, u32)], bits: u32, at: u32) -> FixupDesc {
    FixupDesc { relocations, field: Some((bits, at, 2)) }
}

/// Returns the relocations of an access: of its address, and the first ones of its offset in the
/// module's block and from the thread pointer.
const fn access(address: u32, in_module: u32, in_thread: u32) -> [(Specifier, u32); 5] {
    [
        (spec::LO12, address),
        (spec::DTPREL_LO12, in_module),
        (spec::DTPREL_LO12_NC, in_module + 1),
        (spec::TPREL_LO12, in_thread),
        (spec::TPREL_LO12_NC, in_thread + 1),
    ]
}

/// The fixup kinds, by number.
static FIXUPS: [FixupDesc; 17] = [
    // R_AARCH64_ADR_PREL_LO21, AUTH_GOT_ADR_PREL_LO21; its field is split in two.
    FixupDesc { relocations: &[(spec::NONE, 274), (spec::GOT_AUTH, 594)], field: Some((21, 0, 0)) },
    // R_AARCH64_ADR_PREL_PG_HI21, PG_HI21_NC, ADR_GOT_PAGE, TLSIE_ADR_GOTTPREL_PAGE21,
    // TLSDESC_ADR_PAGE21, AUTH_ADR_GOT_PAGE, AUTH_TLSDESC_ADR_PAGE21
    linked(&[
        (spec::NONE, 275),
        (spec::PG_HI21_NC, 276),
        (spec::GOT, 311),
        (spec::GOTTPREL, 541),
        (spec::TLSDESC, 562),
        (spec::GOT_AUTH, 590),
        (spec::TLSDESC_AUTH, 595),
    ]),
    // R_AARCH64_ADD_ABS_LO12_NC, TLSDESC_ADD_LO12, TLSLE_ADD_TPREL_HI12, LO12, LO12_NC,
    // TLSLD_ADD_DTPREL_HI12, LO12, LO12_NC
    linked(&[
        (spec::LO12, 277),
        (spec::TLSDESC_LO12, 564),
        (spec::TPREL_HI12, 549),
        (spec::TPREL_LO12, 550),
        (spec::TPREL_LO12_NC, 551),
        (spec::DTPREL_HI12, 528),
        (spec::DTPREL_LO12, 529),
        (spec::DTPREL_LO12_NC, 530),
        // R_AARCH64_AUTH_GOT_ADD_LO12_NC, AUTH_TLSDESC_ADD_LO12
        (spec::GOT_AUTH_LO12, 593),
        (spec::TLSDESC_AUTH_LO12, 597),
    ]),
    // R_AARCH64_LDST8_ABS_LO12_NC to LDST128, each with TLSLD_LDST_DTPREL_LO12, LO12_NC,
    // TLSLE_LDST_TPREL_LO12, LO12_NC; of 8 bytes also R_AARCH64_LD64_GOT_LO12_NC,
    // LD64_GOTPAGE_LO15, TLSIE_LD64_GOTTPREL_LO12_NC, TLSDESC_LD64_LO12
    linked(&access(278, 531, 552)),
    linked(&access(284, 533, 554)),
    linked(&access(285, 535, 556)),
    linked(&[
        (spec::LO12, 286),
        (spec::DTPREL_LO12, 537),
        (spec::DTPREL_LO12_NC, 538),
        (spec::TPREL_LO12, 558),
        (spec::TPREL_LO12_NC, 559),
        (spec::GOT_LO12, 312),
        (spec::GOTPAGE_LO15, 313),
        (spec::GOTTPREL_LO12, 542),
        (spec::TLSDESC_LO12, 563),
        // R_AARCH64_AUTH_LD64_GOT_LO12_NC, AUTH_TLSDESC_LD64_LO12
        (spec::GOT_AUTH_LO12, 591),
        (spec::TLSDESC_AUTH_LO12, 596),
    ]),
    linked(&access(299, 572, 570)),
    // R_AARCH64_TSTBR14, CONDBR19, JUMP26, CALL26
    branch(&[(spec::NONE, 279)], 14, 5),
    branch(&[(spec::NONE, 280)], 19, 5),
    branch(&[(spec::NONE, 282)], 26, 0),
    branch(&[(spec::NONE, 283)], 26, 0),
    // R_AARCH64_MOVW_UABS, SABS, PREL, TLSLD_MOVW_DTPREL, TLSIE_MOVW_GOTTPREL, TLSLE_MOVW_TPREL
    linked(&[
        (spec::ABS_G0, 263),
        (spec::ABS_G0_NC, 264),
        (spec::ABS_G1, 265),
        (spec::ABS_G1_NC, 266),
        (spec::ABS_G2, 267),
        (spec::ABS_G2_NC, 268),
        (spec::ABS_G3, 269),
        (spec::ABS_G0_S, 270),
        (spec::ABS_G1_S, 271),
        (spec::ABS_G2_S, 272),
        (spec::PREL_G0, 287),
        (spec::PREL_G0_NC, 288),
        (spec::PREL_G1, 289),
        (spec::PREL_G1_NC, 290),
        (spec::PREL_G2, 291),
        (spec::PREL_G2_NC, 292),
        (spec::PREL_G3, 293),
        (spec::DTPREL_G2, 523),
        (spec::DTPREL_G1, 524),
        (spec::DTPREL_G1_NC, 525),
        (spec::DTPREL_G0, 526),
        (spec::DTPREL_G0_NC, 527),
        (spec::GOTTPREL_G1, 539),
        (spec::GOTTPREL_G0_NC, 540),
        (spec::TPREL_G2, 544),
        (spec::TPREL_G1, 545),
        (spec::TPREL_G1_NC, 546),
        (spec::TPREL_G0, 547),
        (spec::TPREL_G0_NC, 548),
    ]),
    // R_AARCH64_TLSDESC_CALL
    linked(&[(spec::TLSDESC_CALL, 569)]),
    // R_AARCH64_LD_PREL_LO19, GOT_LD_PREL19, TLSIE_LD_GOTTPREL_PREL19, AUTH_GOT_LD_PREL19
    branch(&[(spec::NONE, 273), (spec::GOT, 309), (spec::GOTTPREL, 543), (spec::GOT_AUTH, 588)], 19, 5),
    // The linker has relocations for neither.
    branch(&[], 9, 5),
    branch(&[], 17, 5),
];

/// Returns the ELF relocation of a fixup with this specifier.
pub(crate) fn relocation(kind: FixupKind, specifier: Specifier) -> Option<u32> {
    let desc = FIXUPS.get(kind.0 as usize)?;
    desc.relocations.iter().find(|(s, _)| *s == specifier).map(|&(_, r)| r)
}

/// Returns true if a 16-bit move with this specifier depends on the sign of a thread-local
/// variable's offset.
pub(crate) fn is_signed(specifier: Specifier) -> bool {
    [
        spec::DTPREL_G2,
        spec::DTPREL_G1,
        spec::DTPREL_G0,
        spec::GOTTPREL_G1,
        spec::TPREL_G2,
        spec::TPREL_G1,
        spec::TPREL_G0,
    ]
    .contains(&specifier)
}

/// Returns LLVM's name of a fixup kind, and the range of its bits.
pub(crate) fn fixup_bits(kind: FixupKind) -> Option<(&'static str, Range<u8>)> {
    Some(match kind {
        fixup::PCREL_ADR_IMM21 => ("fixup_aarch64_pcrel_adr_imm21", 0..32),
        fixup::PCREL_ADRP_IMM21 => ("fixup_aarch64_pcrel_adrp_imm21", 0..32),
        fixup::ADD_IMM12 => ("fixup_aarch64_add_imm12", 10..22),
        fixup::LDST_IMM12_SCALE1 => ("fixup_aarch64_ldst_imm12_scale1", 10..22),
        fixup::LDST_IMM12_SCALE2 => ("fixup_aarch64_ldst_imm12_scale2", 10..22),
        fixup::LDST_IMM12_SCALE4 => ("fixup_aarch64_ldst_imm12_scale4", 10..22),
        fixup::LDST_IMM12_SCALE8 => ("fixup_aarch64_ldst_imm12_scale8", 10..22),
        fixup::LDST_IMM12_SCALE16 => ("fixup_aarch64_ldst_imm12_scale16", 10..22),
        fixup::LOAD_LITERAL19 => ("fixup_aarch64_ldr_pcrel_imm19", 5..24),
        fixup::MOVW => ("fixup_aarch64_movw", 5..21),
        fixup::BRANCH9 => ("fixup_aarch64_pcrel_branch9", 5..14),
        fixup::BRANCH14 => ("fixup_aarch64_pcrel_branch14", 5..19),
        fixup::BRANCH_BACK16 => ("fixup_aarch64_pcrel_branch16", 5..21),
        fixup::BRANCH19 => ("fixup_aarch64_pcrel_branch19", 5..24),
        fixup::BRANCH26 => ("fixup_aarch64_pcrel_branch26", 0..26),
        fixup::CALL26 => ("fixup_aarch64_pcrel_call26", 0..26),
        _ => return None,
    })
}

/// Returns true if the value is relative to the instruction.
pub(crate) fn is_pc_relative(kind: FixupKind) -> bool {
    resolves_locally(kind) || kind == fixup::PCREL_ADRP_IMM21
}

/// Returns true if a distance within one section is resolved without a relocation.
pub(crate) fn resolves_locally(kind: FixupKind) -> bool {
    FIXUPS.get(kind.0 as usize).is_some_and(|d| d.field.is_some())
}

/// Returns true if `distance` fits the field of a fixup that resolves locally.
pub(crate) fn in_range(kind: FixupKind, distance: i64) -> bool {
    let Some((bits, _, shift)) = FIXUPS.get(kind.0 as usize).and_then(|d| d.field) else { return false };
    let scaled = distance >> shift;
    if kind == fixup::BRANCH_BACK16 {
        return scaled << shift == distance && (-0xffff..=0).contains(&scaled);
    }
    scaled << shift == distance && (-(1i64 << (bits - 1))..1i64 << (bits - 1)).contains(&scaled)
}

/// Writes `distance` to the instruction word; `None` if it does not fit.
pub(crate) fn apply(kind: FixupKind, distance: i64, word: u32) -> Option<u32> {
    let (bits, at, shift) = FIXUPS.get(kind.0 as usize)?.field?;
    if !in_range(kind, distance) {
        return None;
    }
    if kind == fixup::BRANCH_BACK16 {
        return Some(word | ((-distance >> shift) as u32 & 0xffff) << at);
    }
    let value = (distance >> shift) as u32 & ((1 << bits) - 1);
    if kind == fixup::PCREL_ADR_IMM21 {
        return Some(word | (value & 3) << 29 | (value >> 2) << 5);
    }
    Some(word | value << at)
}

/// The bit in which `movz` differs from `movn`.
const MOVZ: u32 = 1 << 30;

/// Writes the half of `number` that `specifier` selects to the word of a move. A signed half of a
/// negative number makes `movz` a `movn`. Returns `None` if it does not fit.
pub fn apply_half(specifier: Specifier, number: i64, word: u32) -> Option<u32> {
    let field = |half: i64| (half as u32 & 0xffff) << 5;
    match specifier {
        spec::ABS_G0_NC => Some(word | field(number)),
        spec::ABS_G1_S if number < 0 => (number >> 32 == -1).then_some(word & !MOVZ | field(!number >> 16)),
        spec::ABS_G1_S => (number >> 32 == 0).then_some(word | field(number >> 16)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_in_branches() {
        // b.eq .-4; tbz w0, #0, .+32764; b .+128 MiB - 4; adr x0, .+5
        assert_eq!(apply(fixup::BRANCH19, -4, 0x5400_0000), Some(0x54ff_ffe0));
        assert_eq!(apply(fixup::BRANCH14, 32764, 0x3600_0000), Some(0x3603_ffe0));
        assert_eq!(apply(fixup::BRANCH14, 32768, 0x3600_0000), None);
        assert_eq!(apply(fixup::BRANCH26, (128 << 20) - 4, 0x1400_0000), Some(0x15ff_ffff));
        assert_eq!(apply(fixup::BRANCH26, 2, 0x1400_0000), None);
        assert_eq!(apply(fixup::PCREL_ADR_IMM21, 5, 0x1000_0000), Some(0x3000_0020));
        // cbgt w0, w0, .-1024; autiasppc .-262140
        assert_eq!(apply(fixup::BRANCH9, -1024, 0x7400_0000), Some(0x7400_2000));
        assert_eq!(apply(fixup::BRANCH9, 1024, 0x7400_0000), None);
        assert_eq!(apply(fixup::BRANCH_BACK16, -262_140, 0xf380_001f), Some(0xf39f_ffff));
        assert_eq!(apply(fixup::BRANCH_BACK16, -262_144, 0xf380_001f), None);
        assert_eq!(apply(fixup::BRANCH_BACK16, 4, 0xf380_001f), None);
    }

    #[test]
    fn halves_of_numbers() {
        // movz x8, #:abs_g1_s:number; movk x8, #:abs_g0_nc:number
        let both = |number| {
            let high = apply_half(spec::ABS_G1_S, number, 0xd2a0_0008)?;
            Some([high, apply_half(spec::ABS_G0_NC, number, 0xf280_0008)?])
        };
        assert_eq!(both(0x1_0008), Some([0xd2a0_0028, 0xf280_0108]));
        assert_eq!(both(-24), Some([0x92a0_0008, 0xf29f_fd08]));
        assert_eq!(both(1 << 32), None);
        assert_eq!(both(-(1 << 32) - 1), None);
    }

    #[test]
    fn relocations_by_specifier() {
        assert_eq!(relocation(fixup::LDST_IMM12_SCALE8, spec::GOT_LO12), Some(312));
        assert_eq!(relocation(fixup::LDST_IMM12_SCALE8, spec::LO12), Some(286));
        assert_eq!(relocation(fixup::ADD_IMM12, spec::NONE), None);
    }
}
