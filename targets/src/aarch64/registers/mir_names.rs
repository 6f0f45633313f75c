//! The names of AArch64's operands in MIR.

use crate::aarch64::mc::instructions::op;
use crate::aarch64::mc::relocations::spec;
use crate::aarch64::registers::calling_conventions::MASK_NAMES;
use gisel_codegen::ir::mir::MirNames;
use gisel_codegen::machine::desc::instructions::Opcode;
use gisel_codegen::mc::inst::Specifier;

/// The names.
pub(crate) static NAMES: MirNames = MirNames {
    reg_masks: &MASK_NAMES,
    target_flags,
    without_implicit: &[op::RET_ReallyLR],
    foreign_opcodes: &[("AESMCrrTied", op::AESMCrr), ("AESIMCrrTied", op::AESIMCrr)],
    foreign_registers: &["fpcr", "fpsr", "fpmr", "ffr", "vg"],
    fp_environment: Some("fpcr"),
    cfi_registers: (0, &[]),
    var_args: None,
};

/// Returns the flags of an operand; pseudo-instructions that build addresses imply them.
fn target_flags(opcode: Opcode, index: usize, flags: u8) -> &'static str {
    match (opcode, index, Specifier(flags)) {
        (op::MOVaddr | op::MOVaddrJT | op::MOVaddrCP | op::MOVaddrBA | op::MOVaddrEXT, 1, _) => {
            "aarch64-page"
        }
        (op::MOVaddr | op::MOVaddrJT | op::MOVaddrCP | op::MOVaddrBA | op::MOVaddrEXT, 2, _) => {
            "aarch64-pageoff, aarch64-nc"
        }
        (op::LOADgot, 1, spec::GOTTPREL) | (op::TLSDESC_CALLSEQ, 0, _) => "aarch64-tls",
        (op::LOADgot, 1, _) => "aarch64-got",
        (op::ADRP, 1, spec::NONE) => "aarch64-page",
        (op::ADRP, 1, spec::GOT) => "aarch64-page, aarch64-got",
        (_, _, spec::NONE) => "",
        (_, _, spec::LO12) => "aarch64-pageoff, aarch64-nc",
        (_, _, spec::GOT) => "aarch64-got",
        (_, _, spec::GOT_LO12) => "aarch64-pageoff, aarch64-got, aarch64-nc",
        (_, _, spec::TPREL_HI12) => "aarch64-hi12, aarch64-tls",
        (_, _, spec::TPREL_LO12) => "aarch64-pageoff, aarch64-tls",
        (_, _, spec::TPREL_LO12_NC) => "aarch64-pageoff, aarch64-nc, aarch64-tls",
        (_, _, spec::TPREL_G2) => "aarch64-g2, aarch64-tls",
        (_, _, spec::TPREL_G1) => "aarch64-g1, aarch64-tls",
        (_, _, spec::TPREL_G1_NC) => "aarch64-g1, aarch64-nc, aarch64-tls",
        (_, _, spec::TPREL_G0_NC) => "aarch64-g0, aarch64-nc, aarch64-tls",
        _ => "aarch64-none",
    }
}
