//! Patchable function entries: NOPs around a function's entry, and the table of their addresses.

use super::context::EmitContext;
use super::inst::{McExpr, McSymbol};
use crate::ir::section::SectionFlags;
use crate::mc::streamer::data::McValue;
use crate::mc::streamer::sections::Padding;
use crate::support::error::{CompileError, Result};

/// The section with the addresses, unless the function names another.
const TABLE: &str = "__patchable_function_entries";

/// Emits the NOPs before the function's symbol.
pub(super) fn emit_prefix(ctx: &mut EmitContext<'_>) -> Result<()> {
    let patchable = &ctx.function.attrs.patchable;
    if patchable.prefix != 0 {
        start(ctx);
    }
    emit_nops(ctx, patchable.prefix)
}

/// Records that the patchable area starts at the function's entry, unless it follows a landing-pad
/// instruction.
pub(super) fn start_at_entry(ctx: &mut EmitContext<'_>) {
    let attrs = &ctx.function.attrs;
    if ctx.patch_start.is_none() && attrs.patchable.entry != 0 && !attrs.branch_target_enforcement {
        start(ctx);
    }
}

/// Emits the NOPs at the function's entry.
pub(super) fn emit_entry(ctx: &mut EmitContext<'_>) -> Result<()> {
    if ctx.patch_start.is_none() {
        start(ctx);
    }
    emit_nops(ctx, ctx.function.attrs.patchable.entry)
}

/// Emits the address of the patchable area, in a companion section of the function.
pub(super) fn emit_table(ctx: &mut EmitContext<'_>) -> Result<()> {
    let Some(label) = ctx.patch_start else { return Ok(()) };
    let function = ctx.function;
    let name = function.attrs.patchable.section.as_deref().unwrap_or(TABLE);
    ctx.switch_to_companion(name, SectionFlags::ALLOC | SectionFlags::WRITE);
    let word = ctx.target.mc().address_bytes();
    ctx.out.align(word.into(), Padding::Zero);
    let value = McValue::plain(McExpr::from(label));
    ctx.out.value(&value, word).map_err(|e| CompileError::new(&function.name, TABLE, e))
}

fn start(ctx: &mut EmitContext<'_>) {
    let label = ctx.new_label();
    ctx.out.label(McSymbol::Label(label));
    ctx.patch_start = Some(label);
}

fn emit_nops(ctx: &mut EmitContext<'_>, count: u32) -> Result<()> {
    let nop = ctx.target.mc().nop();
    (0..count).try_for_each(|_| ctx.emit_inst(&nop))
}
