//! Labels and relocations for the metadata of instructions, before each instruction that one
//! becomes.

use super::context::EmitContext;
use super::inst::McSymbol;
use super::pc_sections;
use crate::ir::entity::InstId;
use crate::machine::desc::instructions::Opcode;
use crate::mc::streamer::data::Relocation;
use crate::support::error::{CompileError, Result};

/// Begins an instruction with metadata.
pub(super) fn start(ctx: &mut EmitContext<'_>, inst: InstId) {
    ctx.labelled = Some(inst);
    ctx.deactivation = ctx.function.metadata_of(inst).and_then(|metadata| metadata.deactivation);
    ctx.is_address = false;
}

/// Ends the instruction.
pub(super) fn end(ctx: &mut EmitContext<'_>) {
    (ctx.labelled, ctx.deactivation) = (None, None);
}

/// Adds what the metadata of `inst` requires before the instruction of `opcode` that is emitted
/// next. The relocation that deactivates it is at the first instruction that a linker may replace.
/// Returns true if the module itself deactivates it, and emits an instruction without effect.
pub(super) fn note(ctx: &mut EmitContext<'_>, inst: InstId, opcode: Opcode) -> Result<bool> {
    if !std::mem::take(&mut ctx.is_address) {
        pc_sections::note(ctx, inst);
    }
    let Some(symbol) = ctx.deactivation else { return Ok(false) };
    let Some(kind) = ctx.target.mc().deactivation_relocation(opcode) else { return Ok(false) };
    ctx.deactivation = None;
    let error = |ctx: &EmitContext<'_>, e| CompileError::new(&ctx.function.name, "deactivation-symbol", e);
    if ctx.module.deactivated.contains(&symbol) {
        let written = ctx.out.inst(&ctx.target.mc().nop());
        return written.map(|()| true).map_err(|e| error(ctx, e));
    }
    let here = ctx.label_here();
    let relocation = Relocation { kind, symbol: Some(McSymbol::Symbol(symbol)), addend: 0 };
    let written = ctx.out.relocation((Some(here), 0), relocation);
    written.map(|()| false).map_err(|e| error(ctx, e))
}
