//! The rounding mode, accessed by the control register `fpcr`. The C library's routines are in its
//! mathematical library, which a program need not link.
//!
//! Source: the Arm architecture reference manual, "FPCR, Floating-point Control Register".

use crate::aarch64::mc::instructions::op::{MRS, MSR};
use crate::aarch64::registers::{classes, regs};
use gisel_codegen::ir::builder::Builder;
use gisel_codegen::ir::entity::{InstId, VReg};
use gisel_codegen::ir::llt::S64;
use gisel_codegen::ir::mir::{Operand, OperandFlags};
use gisel_codegen::ir::opcodes::*;

/// The encoding of `fpcr` in `mrs` and `msr`.
const FPCR: i64 = 0xda20;

/// The position of the rounding mode in `fpcr`.
const MODE_SHIFT: i128 = 22;

/// The number of rounding modes. C's numbers (`FLT_ROUNDS`) are the hardware's plus one, modulo
/// this.
const MODES: i128 = 4;

/// Reads the rounding mode.
pub(crate) fn get_rounding(b: &mut Builder<'_>, inst: InstId) {
    let register = read(b);
    let mode = b.bin_int(G_LSHR, register, MODE_SHIFT);
    let mode = b.bin_int(G_ADD, mode, 1);
    let mode = b.bin_int(G_AND, mode, MODES - 1);
    let dst = b.reg(inst, 0);
    let ty = b.ty(dst);
    let mode = b.resize(G_ZEXT, ty, mode);
    b.define(dst, mode);
}

/// Writes the rounding mode.
pub(crate) fn set_rounding(b: &mut Builder<'_>, inst: InstId) {
    let mode = b.reg(inst, 0);
    let mode = b.resize(G_ANYEXT, S64, mode);
    let mode = b.bin_int(G_ADD, mode, MODES - 1);
    let mode = b.bin_int(G_AND, mode, MODES - 1);
    let mode = b.bin_int(G_SHL, mode, MODE_SHIFT);
    let register = read(b);
    let others = b.bin_int(G_AND, register, !((MODES - 1) << MODE_SHIFT));
    let value = b.bin(G_OR, others, mode);
    let source = b.mf.create_class_vreg(classes::GPR64);
    b.inst(COPY, &[Operand::def(source), Operand::use_of(value)]);
    let number = b.mf.imm(FPCR);
    b.inst(MSR, &[number, Operand::use_of(source)]);
}

/// Returns the value of `fpcr`.
fn read(b: &mut Builder<'_>) -> VReg {
    let value = b.mf.create_class_vreg(classes::GPR64);
    let number = b.mf.imm(FPCR);
    // LLVM lets each `mrs` define the flags, as that of a random number does.
    let flags = Operand::implicit_def(regs::NZCV).with_flags(OperandFlags::DEAD);
    b.inst(MRS, &[Operand::def(value), number, flags]);
    b.op(COPY, S64, &[value])
}
