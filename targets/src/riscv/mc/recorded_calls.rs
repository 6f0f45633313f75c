//! Calls of stack maps: the sequence that a `PATCHPOINT` reserves room for, and the call of a
//! `STATEPOINT`.

use crate::riscv::isel::materialize::materialize;
use crate::riscv::mc::RiscvMc;
use crate::riscv::mc::instructions::op;
use crate::riscv::mc::relocations::spec;
use crate::riscv::registers::regs;
use gisel_codegen::ir::entity::InstId;
use gisel_codegen::machine::desc::instructions::Opcode;
use gisel_codegen::machine::desc::registers::PhysReg;
use gisel_codegen::mc::code_emitter::CodeEmitter;
use gisel_codegen::mc::context::EmitContext;
use gisel_codegen::mc::inst::{McInst, McOperand};
use gisel_codegen::mc::target::RecordedCalls;
use gisel_codegen::support::error::Result;

impl RiscvMc {
    /// Emits an instruction. Returns its size in bytes.
    fn counted(&self, ctx: &mut EmitContext<'_>, opcode: Opcode, operands: &[McOperand]) -> Result<u64> {
        let inst = McInst::new(opcode, operands);
        let bytes = if self.compress(&inst).is_some() { 2 } else { 4 };
        ctx.emit(opcode, operands)?;
        Ok(bytes)
    }
}

impl RecordedCalls for RiscvMc {
    fn overwritten_by_map(&self) -> &'static [PhysReg] {
        &[]
    }

    fn overwritten_by_patch(&self) -> &'static [PhysReg] {
        &[regs::X1]
    }

    /// Emits the address into the link register, and `jalr`.
    fn call_address(&self, ctx: &mut EmitContext<'_>, address: u64) -> Result<u64> {
        let link = McOperand::Reg(regs::X1);
        let (mut source, mut bytes) = (McOperand::Reg(regs::X0), 0);
        for step in materialize(address as i64, self.subtarget.features) {
            let operands = step.operands(link, source, McOperand::Reg(regs::X0), McOperand::Imm);
            bytes += self.counted(ctx, step.opcode, &operands)?;
            source = link;
        }
        Ok(bytes + self.counted(ctx, op::JALR, &[link, link, McOperand::Imm(0)])?)
    }

    fn call_operand(&self, ctx: &mut EmitContext<'_>, inst: InstId, n: usize) -> Result<u64> {
        let operand = ctx.function.operands(inst).get(n).copied();
        let operand = operand.ok_or_else(|| ctx.error(inst, "an operand is missing"))?;
        match ctx.operand(inst, operand)? {
            McOperand::Expr(symbol) => {
                ctx.emit(op::PseudoCALL, &[symbol.with(spec::NONE).into()])?;
                Ok(8)
            }
            callee => self.counted(ctx, op::JALR, &[McOperand::Reg(regs::X1), callee, McOperand::Imm(0)]),
        }
    }
}
