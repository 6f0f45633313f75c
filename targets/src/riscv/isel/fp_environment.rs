//! Rounding mode and floating-point environment, accessed by the control registers.
//!
//! The rounding mode is on all machines with floats: the C library's routines are in its
//! mathematical library, which a program need not link. The environment is if floats are in general
//! registers. The C libraries of such machines are those of machines without floats, whose routines
//! have no modes.
//!
//! Source: the RISC-V instruction set manual, volume I, "Floating-Point Control and Status
//! Register".

use crate::riscv::mc::instructions::op::{CSRRC, CSRRS, CSRRW};
use crate::riscv::registers::{classes, regs};
use gisel_codegen::ir::builder::Builder;
use gisel_codegen::ir::entity::{InstId, VReg};
use gisel_codegen::ir::mir::Operand;
use gisel_codegen::ir::opcodes::*;
use gisel_codegen::isel::legalizer::Outcome;
use gisel_codegen::machine::desc::instructions::Opcode;

/// The number of the register `frm`, the rounding mode.
const MODE: i64 = 2;

/// The number of the register `fcsr`: the accrued exceptions, and the rounding mode above them.
const ENVIRONMENT: i64 = 3;

/// The rounding mode's bits in `fcsr`.
const MODE_BITS: i128 = 0xe0;

/// A table from C's numbers of rounding modes (`FLT_ROUNDS`) to the hardware's, four bits each; it
/// is its own inverse.
const MODES: i128 = 0x4_23_01;

/// Legalizes an access to the environment.
pub(crate) fn legalize(b: &mut Builder<'_>, inst: InstId) -> Outcome {
    let opcode = b.mf.opcode(inst);
    match opcode {
        G_GET_ROUNDING => {
            let mode = read(b, MODE);
            let found = mapped(b, mode);
            define_resized(b, inst, found);
        }
        G_SET_ROUNDING => {
            let mode = operand(b, inst);
            let mode = mapped(b, mode);
            access(b, CSRRW, MODE, Some(mode));
        }
        G_GET_FPENV | G_GET_FPMODE => {
            let mut value = read(b, ENVIRONMENT);
            if opcode == G_GET_FPMODE {
                value = b.bin_int(G_AND, value, MODE_BITS);
            }
            define_resized(b, inst, value);
        }
        G_SET_FPENV => {
            let value = operand(b, inst);
            access(b, CSRRW, ENVIRONMENT, Some(value));
        }
        G_SET_FPMODE | G_RESET_FPMODE => {
            let word = b.word();
            let mask = b.int(word, MODE_BITS);
            access(b, CSRRC, ENVIRONMENT, Some(mask));
            if opcode == G_SET_FPMODE {
                let value = operand(b, inst);
                let value = b.bin_int(G_AND, value, MODE_BITS);
                access(b, CSRRS, ENVIRONMENT, Some(value));
            }
        }
        G_RESET_FPENV => access(b, CSRRW, ENVIRONMENT, None),
        _ => return Outcome::Declined,
    }
    Outcome::Replaced
}

/// Returns the operand of `inst`, in a whole register.
fn operand(b: &mut Builder<'_>, inst: InstId) -> VReg {
    let (word, value) = (b.word(), b.reg(inst, 0));
    b.resize(G_ANYEXT, word, value)
}

fn define_resized(b: &mut Builder<'_>, inst: InstId, value: VReg) {
    let dst = b.reg(inst, 0);
    let ty = b.ty(dst);
    let value = b.resize(G_ZEXT, ty, value);
    b.define(dst, value);
}

/// Returns the value of a control register.
fn read(b: &mut Builder<'_>, number: i64) -> VReg {
    let value = b.mf.create_class_vreg(classes::GPR);
    let number = b.mf.imm(number);
    b.inst(CSRRS, &[Operand::def(value), number, Operand::use_of(regs::X0)]);
    b.op(COPY, b.word(), &[value])
}

/// Writes, sets or clears a control register by `value`, or zero.
fn access(b: &mut Builder<'_>, opcode: Opcode, number: i64, value: Option<VReg>) {
    let number = b.mf.imm(number);
    let value = match value {
        Some(value) => {
            let source = b.mf.create_class_vreg(classes::GPR);
            b.inst(COPY, &[Operand::def(source), Operand::use_of(value)]);
            Operand::use_of(source)
        }
        None => Operand::use_of(regs::X0),
    };
    b.inst(opcode, &[Operand::def(regs::X0), number, value]);
}

/// Converts the number of a rounding mode, in either direction.
fn mapped(b: &mut Builder<'_>, mode: VReg) -> VReg {
    let mode = b.bin_int(G_AND, mode, 7);
    let place = b.bin_int(G_SHL, mode, 2);
    let word = b.word();
    let table = b.int(word, MODES);
    let found = b.bin(G_LSHR, table, place);
    b.bin_int(G_AND, found, 7)
}
