//! Calls of stack maps: the sequence that a `PATCHPOINT` reserves room for, and the call of a
//! `STATEPOINT`.

use crate::aarch64::mc::AArch64Mc;
use crate::aarch64::mc::instructions::op;
use crate::aarch64::mc::relocations::spec;
use crate::aarch64::registers::regs;
use gisel_codegen::ir::entity::InstId;
use gisel_codegen::machine::desc::registers::PhysReg;
use gisel_codegen::mc::context::EmitContext;
use gisel_codegen::mc::inst::McOperand;
use gisel_codegen::mc::target::RecordedCalls;
use gisel_codegen::support::error::Result;

/// The registers that patched code may use, and the link register.
const OVERWRITTEN: [PhysReg; 3] = [regs::X16, regs::X17, regs::LR];

impl RecordedCalls for AArch64Mc {
    fn overwritten_by_map(&self) -> &'static [PhysReg] {
        &OVERWRITTEN
    }

    fn overwritten_by_patch(&self) -> &'static [PhysReg] {
        &OVERWRITTEN
    }

    /// Emits `movz`, two `movk` and `blr`: always the same length, for addresses of 48 bits.
    fn call_address(&self, ctx: &mut EmitContext<'_>, address: u64) -> Result<u64> {
        let (scratch, half) = (McOperand::Reg(regs::X16), |shift: u32| address >> shift & 0xffff);
        let imm = |value: u64| McOperand::Imm(value as i64);
        ctx.emit(op::MOVZXi, &[scratch, imm(half(32)), imm(32)])?;
        ctx.emit(op::MOVKXi, &[scratch, scratch, imm(half(16)), imm(16)])?;
        ctx.emit(op::MOVKXi, &[scratch, scratch, imm(half(0)), imm(0)])?;
        ctx.emit(op::BLR, &[scratch])?;
        Ok(16)
    }

    fn call_operand(&self, ctx: &mut EmitContext<'_>, inst: InstId, n: usize) -> Result<u64> {
        match crate::aarch64::mc::mc_inst_lower::operand(ctx, inst, n)? {
            McOperand::Expr(symbol) => ctx.emit(op::BL, &[symbol.with(spec::NONE).into()])?,
            callee => ctx.emit(op::BLR, &[callee])?,
        }
        Ok(4)
    }
}
