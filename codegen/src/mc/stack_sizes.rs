//! `.stack_sizes`: the address of each function, and the size of its frame in bytes. Source: LLVM's
//! *Emitting function stack size information*, in *The LLVM Code Generator*.

use super::context::EmitContext;
use super::inst::{Label, McExpr};
use crate::ir::section::SectionFlags;
use crate::mc::streamer::data::McValue;
use crate::support::error::{CompileError, Result};
use crate::support::leb128;

const TABLE: &str = ".stack_sizes";

/// Emits the entry of the function that starts at `start`, in a companion section of its section. A
/// frame of dynamic size has no entry.
pub(super) fn emit_entry(ctx: &mut EmitContext<'_>, start: Label) -> Result<()> {
    let function = ctx.function;
    if function.frame.has_variable_sized {
        return Ok(());
    }
    ctx.switch_to_section_s_companion(TABLE, SectionFlags::empty());
    let value = McValue::plain(McExpr::from(start));
    let word = ctx.target.mc().address_bytes();
    ctx.out.value(&value, word).map_err(|e| CompileError::new(&function.name, TABLE, e))?;
    ctx.out.bytes(&leb128::unsigned(function.frame.stack_size));
    Ok(())
}
