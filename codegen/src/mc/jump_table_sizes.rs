//! `.llvm_jump_table_sizes`: the address and the number of targets of each jump table. Source:
//! LLVM's *Extensions*, and the output of its assembly printer.

use super::context::EmitContext;
use super::inst::{Label, McExpr};
use super::streamer::data::McValue;
use crate::ir::section::{Section, SectionFlags, SectionType};
use crate::support::error::{CompileError, Result};

const TABLE: &str = ".llvm_jump_table_sizes";

/// `SHT_LLVM_JT_SIZES`, by which tools find the section.
pub(super) const JUMP_TABLE_SIZES: SectionType = SectionType::Other(0x6fff_4c0d);

/// Emits the entries of a function's tables, in the group of the function.
pub(super) fn emit(ctx: &mut EmitContext<'_>, tables: &[(Label, usize)]) -> Result<()> {
    let group = ctx.module.symbol(ctx.function.symbol).comdat;
    let section = Section::new(TABLE, JUMP_TABLE_SIZES, SectionFlags::empty());
    ctx.out.switch_section(&Section { group, ..section });
    let word = ctx.target.mc().address_bytes();
    for &(table, targets) in tables {
        let value = McValue::plain(McExpr::from(table));
        ctx.out.value(&value, word).map_err(|e| CompileError::new(&ctx.function.name, TABLE, e))?;
        ctx.out.bytes(&(targets as u64).to_le_bytes()[..word.into()]);
    }
    Ok(())
}
