//! Cortex-A53's erratum 835769: a 64-bit multiply-accumulate may give a wrong result directly after
//! a load, a store or a prefetch. With the feature, a `nop` is inserted between the two.
//!
//! Source: Arm, *Cortex-A53 MPCore Product Errata Notice*, 835769. At the start of a block, whose
//! predecessor may end in an access, it is always inserted.

use crate::aarch64::mc::instructions::op;
use crate::aarch64::registers::regs;
use gisel_codegen::ir::entity::InstId;
use gisel_codegen::ir::opcodes::{INLINEASM, INLINEASM_BR};
use gisel_codegen::machine::desc::instructions::{InstrFlags, Opcode};
use gisel_codegen::mc::context::EmitContext;
use gisel_codegen::mc::inst::McOperand;
use gisel_codegen::support::error::Result;

/// `hint #0`.
const NOP: i64 = 0;

const ACCUMULATE: [Opcode; 6] =
    [op::MADDXrrr, op::MSUBXrrr, op::SMADDLrrr, op::SMSUBLrrr, op::UMADDLrrr, op::UMSUBLrrr];

/// Returns true if instructions of this opcode accumulate products of 64 bits.
pub(crate) fn accumulates(opcode: Opcode) -> bool {
    ACCUMULATE.contains(&opcode)
}

/// Prefetches are side effects.
const EFFECTS: InstrFlags = InstrFlags::MAY_LOAD.union(InstrFlags::MAY_STORE).union(InstrFlags::SIDE_EFFECTS);

/// Emits the `nop` before `inst`, if required.
pub(crate) fn separate(ctx: &mut EmitContext<'_>, inst: InstId) -> Result<()> {
    // Accumulation to zero is a plain multiplication.
    let is_product =
        |inst| ctx.function.operands(inst).get(3).is_some_and(|sum| sum.phys() == Some(regs::XZR));
    if !accumulates(ctx.function.opcode(inst)) || is_product(inst) {
        return Ok(());
    }
    let mut before = ctx.function.prev_inst(inst);
    while let Some(other) = before.filter(|&other| is_nothing(ctx, other)) {
        before = ctx.function.prev_inst(other);
    }
    match before.is_none_or(|other| may_access(ctx, other)) {
        true => ctx.emit(op::HINT, &[McOperand::Imm(NOP)]),
        false => Ok(()),
    }
}

/// Returns true if `inst` emits no instruction.
fn is_nothing(ctx: &EmitContext<'_>, inst: InstId) -> bool {
    let opcode = ctx.function.opcode(inst);
    ctx.target.desc(opcode).size == 0 && !matches!(opcode, INLINEASM | INLINEASM_BR)
}

fn may_access(ctx: &EmitContext<'_>, inst: InstId) -> bool {
    let (opcode, access) = (ctx.function.opcode(inst), EFFECTS);
    matches!(opcode, INLINEASM | INLINEASM_BR) || ctx.target.desc(opcode).flags.intersects(access)
}
