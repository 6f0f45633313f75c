//! The check of a function's type before an indirect call: the number before its entry against the one that is expected, in t1 and t2.

use super::features::Features;
use super::instructions::op;
use super::materialize::materialize;
use super::registers::regs;
use gisel_codegen::error::Result;
use gisel_codegen::ir::entity::InstId;
use gisel_codegen::mc::context::EmitContext;
use gisel_codegen::mc::inst::{McExpr, McInst, McOperand, McSymbol};

/// Emits a `KCFI_CHECK` for a machine with `features`.
pub(super) fn emit(ctx: &mut EmitContext<'_>, inst: InstId, features: Features) -> Result<()> {
    let operands = ctx.function.operands(inst);
    let address = operands.first().and_then(|operand| operand.phys());
    let number = operands.get(1).and_then(|&operand| ctx.function.imm_value(operand));
    let (Some(address), Some(number)) = (address, number) else {
        return Err(ctx.error(inst, "a check of a type without register and number"));
    };
    let (found, expected) = (regs::X6, regs::X7);
    let offset = ctx.type_offset(if features.contains(Features::C) { 2 } else { 4 });
    if offset < -2048 {
        return Err(ctx.error(inst, "the type is too far before the function's entry"));
    }
    ctx.emit_inst(&McInst::new(op::LW, &[found.into(), address.into(), McOperand::Imm(offset)]))?;
    let mut source = regs::X0;
    for step in materialize(i64::from(number as i32), features.xlen()) {
        let imm = McOperand::Imm(step.imm);
        match step.opcode {
            op::LUI => ctx.emit_inst(&McInst::new(op::LUI, &[expected.into(), imm]))?,
            opcode => ctx.emit_inst(&McInst::new(opcode, &[expected.into(), source.into(), imm]))?,
        }
        source = expected;
    }
    let pass = ctx.new_label();
    let target = McExpr::from(McSymbol::Label(pass));
    ctx.emit_inst(&McInst::new(op::BEQ, &[found.into(), expected.into(), target.into()]))?;
    ctx.note_type_trap();
    ctx.emit_inst(&McInst::new(op::EBREAK, &[]))?;
    ctx.bind(pass);
    Ok(())
}
