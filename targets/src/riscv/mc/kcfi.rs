//! KCFI checks before an indirect call: compares the callee's type identifier with the expected
//! one, in t1 and t2.

use crate::riscv::isel::materialize::halves;
use crate::riscv::mc::instructions::op;
use crate::riscv::mc::mc_inst_lower::Lowering;
use crate::riscv::mc::mc_inst_lower::reg;
use crate::riscv::mc::mc_inst_lower::to;
use crate::riscv::registers::regs;
use crate::riscv::registers::xlen;
use gisel_codegen::mc::inst::McOperand;
use gisel_codegen::mc::kcfi::TypeCheck;
use gisel_codegen::support::error::Result;

/// Emits the current `KCFI_CHECK`.
pub(crate) fn emit(l: &mut Lowering<'_, '_>) -> Result<()> {
    let TypeCheck { address, number, offset } = l.type_check(-2048)?;
    let [found, expected] = [regs::X6, regs::X7].map(reg);
    l.emit(op::LW, &[found, address.into(), McOperand::Imm(offset)])?;
    emit_number(l, expected, number as i32)?;
    let pass = l.ctx.new_label();
    l.emit(op::BEQ, &[found, expected, to(pass)])?;
    l.ctx.note_type_trap();
    l.emit(op::EBREAK, &[])?;
    l.ctx.bind(pass);
    Ok(())
}

/// Loads a number with the two instructions that kernels look for when they decode a check: `lui`
/// and `addiw`, or only the required one.
fn emit_number(l: &mut Lowering<'_, '_>, dst: McOperand, number: i32) -> Result<()> {
    let (high, low) = halves(number);
    if high != 0 {
        l.emit(op::LUI, &[dst, McOperand::Imm(high)])?;
    }
    if low == 0 && high != 0 {
        return Ok(());
    }
    let (add, source) = match high {
        0 => (op::ADDI, reg(regs::X0)),
        _ if xlen::is_rv64(l.ctx.function) => (op::ADDIW, dst),
        _ => (op::ADDI, dst),
    };
    l.emit(add, &[dst, source, McOperand::Imm(low)])
}
