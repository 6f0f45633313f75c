//! Sleds of XRay events.
//!
//! The run-time library replaces the jump by a no-op, and writes it back: the size of a sled is
//! part of its interface, 6 instructions for an event and 9 for one with a type. So the arguments
//! are saved, copied and restored although they are in their registers. Source: LLVM's
//! `xray_AArch64.cpp`.

use crate::aarch64::mc::instructions::op;
use crate::aarch64::registers::regs;
use gisel_codegen::mc::inst::{McInst, McOperand};
use gisel_codegen::mc::target::XrayEventSled;

/// Returns the sled of an event with this number of arguments.
pub(crate) fn sled(arguments: usize) -> XrayEventSled {
    let [x0, x1, x2, sp, zero] = [regs::X0, regs::X1, regs::X2, regs::SP, regs::XZR].map(McOperand::from);
    let keep = |reg| McInst::new(op::ORRXrr, &[reg, zero, reg]);
    // Offsets are in words of 8 bytes.
    let pair = |opcode, offset| McInst::new(opcode, &[sp, x0, x1, sp, McOperand::Imm(offset)]);
    let third = |opcode| McInst::new(opcode, &[x2, sp, McOperand::Imm(2)]);
    let insts = match arguments {
        2 => vec![pair(op::STPXpre, -2), keep(x0), keep(x1), McInst::new(op::BL, &[]), pair(op::LDPXpost, 2)],
        _ => vec![
            pair(op::STPXpre, -4),
            third(op::STRXui),
            keep(x0),
            keep(x1),
            keep(x2),
            McInst::new(op::BL, &[]),
            third(op::LDRXui),
            pair(op::LDPXpost, 4),
        ],
    };
    let call = insts.iter().position(|inst| inst.opcode == op::BL).unwrap_or(insts.len());
    XrayEventSled { jump: McInst::new(op::B, &[]), insts, call }
}
