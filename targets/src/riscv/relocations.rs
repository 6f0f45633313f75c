//! Specifiers, fixup kinds and the ELF relocations that they become.
//!
//! Source: the RISC-V ELF psABI.

/// How a symbol's address goes into an instruction.
#[allow(missing_docs)]
pub mod spec {
    use gisel_codegen::mc::inst::Specifier;
    pub const NONE: Specifier = Specifier(0);
    pub const HI: Specifier = Specifier(1);
    pub const LO: Specifier = Specifier(2);
    pub const PCREL_HI: Specifier = Specifier(3);
    pub const PCREL_LO: Specifier = Specifier(4);
    pub const GOT_PCREL_HI: Specifier = Specifier(5);
    pub const TPREL_HI: Specifier = Specifier(6);
    pub const TPREL_LO: Specifier = Specifier(7);
    pub const TPREL_ADD: Specifier = Specifier(8);
    pub const TLS_IE_PCREL_HI: Specifier = Specifier(9);
    pub const TLS_GD_PCREL_HI: Specifier = Specifier(10);
}

/// Names of the specifiers in assembly, by number.
pub const SPECIFIER_NAMES: &[&str] = &[
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
];

/// Kinds of fixups.
#[allow(missing_docs)]
pub mod fixup {
    use gisel_codegen::mc::inst::FixupKind;
    pub const HI20: FixupKind = FixupKind(0);
    pub const LO12_I: FixupKind = FixupKind(1);
    pub const LO12_S: FixupKind = FixupKind(2);
    pub const PCREL_HI20: FixupKind = FixupKind(3);
    pub const PCREL_LO12_I: FixupKind = FixupKind(4);
    pub const PCREL_LO12_S: FixupKind = FixupKind(5);
    pub const GOT_HI20: FixupKind = FixupKind(6);
    pub const TPREL_HI20: FixupKind = FixupKind(7);
    pub const TPREL_LO12_I: FixupKind = FixupKind(8);
    pub const TPREL_LO12_S: FixupKind = FixupKind(9);
    pub const TLS_GOT_HI20: FixupKind = FixupKind(10);
    pub const TLS_GD_HI20: FixupKind = FixupKind(11);
    pub const JAL: FixupKind = FixupKind(12);
    pub const BRANCH: FixupKind = FixupKind(13);
    pub const RVC_JUMP: FixupKind = FixupKind(14);
    pub const RVC_BRANCH: FixupKind = FixupKind(15);
    pub const CALL_PLT: FixupKind = FixupKind(16);
}
