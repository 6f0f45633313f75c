//! Types of functions that indirect calls check (`-fsanitize=kcfi`): a number before the function's entry and before room for patches
//! there, and the table of traps by which a kernel knows what failed. The check itself is the target's.

use super::context::EmitContext;
use super::inst::{McExpr, McSymbol};
use super::section::{Section, SectionFlags, SectionType};
use super::streamer::{Base, McValue};
use crate::error::{CompileError, Result};

/// The section with the distances to the traps.
const TRAPS: &str = ".kcfi_traps";

/// Size of a number before an entry, in bytes.
const TYPE_BYTES: i64 = 4;

/// Emits the number of the function's type.
pub(super) fn emit_type_identifier(ctx: &mut EmitContext<'_>) {
    if let Some(number) = ctx.function.attrs.kcfi_type {
        ctx.out.bytes(&number.to_le_bytes());
    }
}

/// Emits how far the traps are from here, in a section that goes with the function's.
pub(super) fn emit_traps(ctx: &mut EmitContext<'_>) -> Result<()> {
    let traps = std::mem::take(&mut ctx.type_traps);
    if traps.is_empty() {
        return Ok(());
    }
    let symbol = ctx.function.symbol;
    let section = Section {
        group: ctx.module.symbol(symbol).comdat,
        linked_to: Some(symbol),
        ..Section::new(
            TRAPS.to_owned(),
            SectionType::Progbits,
            SectionFlags::ALLOC | SectionFlags::LINK_ORDER,
        )
    };
    ctx.out.switch_section(&section);
    for trap in traps {
        let value = McValue { expr: McExpr::from(McSymbol::Label(trap)), base: Some(Base::Here), plt: false };
        let emitted = ctx.out.value(&value, TYPE_BYTES as u8);
        emitted.map_err(|e| CompileError::new(&ctx.function.name, TRAPS, e))?;
    }
    Ok(())
}

impl EmitContext<'_> {
    /// Where the number of a function's type is, from its entry, in bytes: functions have the room for patches that this one has,
    /// of instructions with `nop_bytes` bytes.
    pub fn type_offset(&self, nop_bytes: u32) -> i64 {
        -(i64::from(self.function.attrs.patchable.prefix) * i64::from(nop_bytes) + TYPE_BYTES)
    }

    /// Notes that a check of a type traps here.
    pub fn note_type_trap(&mut self) {
        let label = self.label_here();
        self.type_traps.push(label);
    }
}
