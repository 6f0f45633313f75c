//! Word values: finds 64-bit values that are extensions of their own low 32 bits, so the extension
//! is free. Not used on rv32.
//!
//! Looks through definitions, at most `DEPTH` deep. For an `s32` register the query is about the
//! whole machine register: loads sign-extend, and extensions and truncations are copies.

use crate::riscv::mc::instructions::TABLE;
use crate::riscv::registers::xlen;
use gisel_codegen::ir::entity::{InstId, VReg};
use gisel_codegen::ir::mir::MachineFunction;
use gisel_codegen::ir::opcodes::*;
use gisel_codegen::machine::desc::instructions::InstrFlags;

const DEPTH: u32 = 4;

/// Returns true if the register holds the sign extension of its low 32 bits.
pub(crate) fn is_sext32(mf: &MachineFunction, value: VReg) -> bool {
    xlen::is_rv64(mf) && sext32(mf, value, DEPTH)
}

/// Returns true if the upper 32 bits of the register are zero.
pub(crate) fn is_zext32(mf: &MachineFunction, value: VReg) -> bool {
    let Some(def) = mf.def(value).filter(|_| xlen::is_rv64(mf)) else { return false };
    match mf.opcode(def) {
        G_CONSTANT => mf.ty(value).bits() == 64 && mf.constant(value).is_some_and(|v| v >> 32 == 0),
        G_ICMP | G_FCMP => mf.ty(value).bits() == 64,
        G_ZEXTLOAD => memory_bits(mf, def).is_some_and(|bits| bits <= 32),
        G_AND => (1..3).filter_map(|n| mf.constant_operand(def, n)).any(|v| v >> 32 == 0),
        G_LSHR => mf.constant_operand(def, 2).is_some_and(|v| (32..64).contains(&v)),
        G_ASSERT_ZEXT => immediate(mf, def).is_some_and(|bits| bits <= 32),
        G_ZEXT => true,
        _ => false,
    }
}

fn sext32(mf: &MachineFunction, value: VReg, depth: u32) -> bool {
    let Some(def) = mf.def(value) else { return false };
    if depth == 0 {
        return false;
    }
    let operand = |n: usize| mf.vreg_operand(def, n).is_some_and(|v| sext32(mf, v, depth - 1));
    match mf.opcode(def) {
        G_CONSTANT => mf.constant(value).is_some_and(|v| i32::try_from(v).is_ok()),
        G_ICMP | G_FCMP => true,
        G_LOAD | G_SEXTLOAD => memory_bits(mf, def).is_some_and(|bits| bits <= 32),
        G_ZEXTLOAD => memory_bits(mf, def).is_some_and(|bits| bits <= 16),
        G_SEXT_INREG | G_ASSERT_SEXT => immediate(mf, def).is_some_and(|bits| bits <= 32),
        G_ASSERT_ZEXT => immediate(mf, def).is_some_and(|bits| bits < 32),
        G_AND if (1..3).filter_map(|n| mf.constant_operand(def, n)).any(|v| v >> 31 == 0) => true,
        G_AND | G_OR | G_XOR | G_SREM => operand(1) && operand(2),
        G_ASHR if mf.constant_operand(def, 2).is_some_and(|v| (32..64).contains(&v)) => true,
        G_ASHR => operand(1),
        G_LSHR => mf.constant_operand(def, 2).is_some_and(|v| (33..64).contains(&v)),
        G_SELECT => operand(2) && operand(3),
        G_SMIN | G_SMAX => operand(1) && operand(2),
        G_SEXT => true,
        G_TRUNC | G_ANYEXT | G_FREEZE => operand(1),
        opcode => opcode.is_target() && TABLE.desc(opcode).has(InstrFlags::SIGN_EXTENDS_WORD),
    }
}

fn immediate(mf: &MachineFunction, inst: InstId) -> Option<i64> {
    mf.imm_value(mf.operand(inst, 2))
}

fn memory_bits(mf: &MachineFunction, inst: InstId) -> Option<u32> {
    mf.mem_operand(inst).map(|m| m.size() * 8)
}
