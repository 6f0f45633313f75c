//! The names of RISC-V's operands in MIR.

use crate::riscv::mc::instructions::op;
use crate::riscv::mc::relocations::spec;
use crate::riscv::registers::calling_conventions::MASK_NAMES;
use gisel_codegen::ir::mir::MirNames;
use gisel_codegen::ir::opcodes;
use gisel_codegen::machine::desc::instructions::Opcode;
use gisel_codegen::mc::inst::Specifier;

/// The names.
pub(crate) static NAMES: MirNames = MirNames {
    reg_masks: &MASK_NAMES,
    target_flags,
    without_implicit: &[],
    foreign_opcodes: &[],
    foreign_registers: &["frm", "fflags", "vl", "vtype", "vxrm", "vxsat"],
    // LLVM adds the rounding mode to instructions that read it at selection, and does not require
    // it.
    fp_environment: None,
    cfi_registers: (32, &HALVES),
    var_args: Some(["varArgsFrameIndex", "varArgsSaveSize"]),
};

/// The smallest sub-registers of floating-point registers, which have no instructions here.
#[rustfmt::skip]
const HALVES: [&str; 32] = [
    "f0_h", "f1_h", "f2_h", "f3_h", "f4_h", "f5_h", "f6_h", "f7_h",
    "f8_h", "f9_h", "f10_h", "f11_h", "f12_h", "f13_h", "f14_h", "f15_h",
    "f16_h", "f17_h", "f18_h", "f19_h", "f20_h", "f21_h", "f22_h", "f23_h",
    "f24_h", "f25_h", "f26_h", "f27_h", "f28_h", "f29_h", "f30_h", "f31_h",
];

/// Flags with one specifier each.
const FLAGS: [(Specifier, &str); 15] = [
    (spec::NONE, ""),
    (spec::HI, "riscv-hi"),
    (spec::LO, "riscv-lo"),
    (spec::PCREL_HI, "riscv-pcrel-hi"),
    (spec::PCREL_LO, "riscv-pcrel-lo"),
    (spec::GOT_PCREL_HI, "riscv-got-hi"),
    (spec::TPREL_HI, "riscv-tprel-hi"),
    (spec::TPREL_LO, "riscv-tprel-lo"),
    (spec::TPREL_ADD, "riscv-tprel-add"),
    (spec::TLS_IE_PCREL_HI, "riscv-tls-got-hi"),
    (spec::TLS_GD_PCREL_HI, "riscv-tls-gd-hi"),
    (spec::TLSDESC_HI, "riscv-tlsdesc-hi"),
    (spec::TLSDESC_LOAD_LO, "riscv-tlsdesc-load-lo"),
    (spec::TLSDESC_ADD_LO, "riscv-tlsdesc-add-lo"),
    (spec::TLSDESC_CALL, "riscv-tlsdesc-call"),
];

/// Returns the flags of an operand; some pseudo-instructions imply them.
fn target_flags(opcode: Opcode, index: usize, flags: u8) -> &'static str {
    match (opcode, index) {
        (op::PseudoCALL | op::PseudoTAIL, 0) => "riscv-call",
        (opcodes::PATCHPOINT | opcodes::STATEPOINT, _) => "riscv-call",
        (op::PseudoMovAddr, 1) => "riscv-hi",
        (op::PseudoMovAddr, 2) => "riscv-lo",
        _ => FLAGS.iter().find(|(specifier, _)| specifier.0 == flags).map_or("riscv-none", |(_, name)| name),
    }
}
