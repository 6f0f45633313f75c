//! The check of a function's type before an indirect call: the number before its entry against the one that is expected, in t1 and t2.

use super::asm_printer::{Lowering, reg, to};
use super::instructions::op;
use super::registers::regs;
use gisel_codegen::error::Result;
use gisel_codegen::mc::inst::McOperand;
use gisel_codegen::mc::kcfi::TypeCheck;

/// Emits the `KCFI_CHECK` at hand.
pub(super) fn emit(l: &mut Lowering<'_, '_>) -> Result<()> {
    let TypeCheck { address, number, offset } = l.type_check(-2048)?;
    let [found, expected] = [regs::X6, regs::X7].map(reg);
    l.emit(op::LW, &[found, address.into(), McOperand::Imm(offset)])?;
    l.emit_constant(expected, i64::from(number as i32))?;
    let pass = l.ctx.new_label();
    l.emit(op::BEQ, &[found, expected, to(pass)])?;
    l.ctx.note_type_trap();
    l.emit(op::EBREAK, &[])?;
    l.ctx.bind(pass);
    Ok(())
}
