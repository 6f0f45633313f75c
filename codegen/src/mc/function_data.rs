//! Data around a function's entry: prefix data, before its symbol, and prologue data.

use super::context::EmitContext;
use super::data;
use crate::ir::module::{FunctionData, SizedInitializer};
use crate::support::error::{CompileError, Result};

/// Emits the prefix data and the patchable area before the function's symbol.
pub(super) fn emit_prefix(ctx: &mut EmitContext<'_>) -> Result<()> {
    emit(ctx, |data| data.prefix.as_ref())
}

/// Emits the prologue data.
pub(super) fn emit_prologue(ctx: &mut EmitContext<'_>) -> Result<()> {
    emit(ctx, |data| data.prologue.as_ref())
}

/// Returns true if there is prologue data.
pub(super) fn has_prologue(ctx: &EmitContext<'_>) -> bool {
    ctx.module.function_data.get(&ctx.function.symbol).is_some_and(|data| data.prologue.is_some())
}

/// Emits the type identifiers by which callers check the function's type, directly before its
/// symbol.
pub(super) fn emit_type_identifiers(ctx: &mut EmitContext<'_>) {
    for number in &ctx.function.attrs.type_identifiers {
        ctx.out.bytes(&number.to_le_bytes());
    }
}

fn emit(ctx: &mut EmitContext<'_>, which: impl Fn(&FunctionData) -> Option<&SizedInitializer>) -> Result<()> {
    let (module, function) = (ctx.module, ctx.function);
    let Some(data) = module.function_data.get(&function.symbol).and_then(which) else { return Ok(()) };
    let emitted = data::emit_content(ctx.module, None, &data.initializer, data.size, 8, ctx.out);
    emitted.map_err(|e| CompileError::new(&function.name, "data around its entry", e))
}
