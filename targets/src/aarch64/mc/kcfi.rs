//! KCFI checks before an indirect call: compares the callee's type identifier with the expected
//! one, in W16 and W17.

use crate::aarch64::mc::conditions::EQ;
use crate::aarch64::mc::instructions::op;
use crate::aarch64::registers::{REGISTERS, regs};
use gisel_codegen::ir::entity::InstId;
use gisel_codegen::mc::context::EmitContext;
use gisel_codegen::mc::inst::{McExpr, McOperand};
use gisel_codegen::mc::kcfi::TypeCheck;
use gisel_codegen::support::error::Result;

/// The base number of traps of failed checks; bits 0 to 4 are the register with the address, 5 to 9
/// the one with the expected number.
const TRAP: i64 = 0x8000;

/// Emits a `KCFI_CHECK`.
pub(crate) fn emit(ctx: &mut EmitContext<'_>, inst: InstId) -> Result<()> {
    let TypeCheck { address, number, offset } = ctx.type_check(inst, -256)?;
    let imm = McOperand::Imm;
    ctx.emit(op::LDURWi, &[regs::W16.into(), address.into(), imm(offset)])?;
    for shift in [0, 16] {
        let half = imm(number >> shift & 0xffff);
        ctx.emit(op::MOVKWi, &[regs::W17.into(), regs::W17.into(), half, imm(shift)])?;
    }
    ctx.emit(op::SUBSWrr, &[regs::WZR.into(), regs::W16.into(), regs::W17.into()])?;
    let pass = ctx.new_label();
    let target = McExpr::from(pass);
    ctx.emit(op::Bcc, &[imm(EQ), target.into()])?;
    let number = |reg| i64::from(REGISTERS.reg(reg).encoding);
    let trap = TRAP | number(regs::W17) << 5 | number(address);
    ctx.emit(op::BRK, &[imm(trap)])?;
    ctx.bind(pass);
    Ok(())
}
