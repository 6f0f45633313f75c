//! Sections that list addresses of code (`!pcsections`): each address is counted from the word
//! itself, and data follows.
//!
//! The entry of a function also has its size. Source: LLVM's *PC Sections Metadata*.

use super::context::EmitContext;
use super::inst::{Label, McExpr, McSymbol};
use super::streamer::{Base, McValue};
use crate::ir::module::CodeModel;
use crate::ir::section::SectionFlags;
use crate::support::error::{CompileError, Result};

/// Size of an address in bytes where code is near data, and of a function's size.
const WORD: u8 = 4;

/// Emits the entries of the function that is at these labels, in sections that go with the
/// function's section.
pub(super) fn emit_function(ctx: &mut EmitContext<'_>, start: Label, end: Label) -> Result<()> {
    let function = ctx.function;
    let is_far = matches!(ctx.module.code_model, CodeModel::Medium | CodeModel::Large);
    let word = if is_far { ctx.target.mc().address_bytes() } else { WORD };
    let size = McValue::difference(McExpr::from(end), Base::Symbol(McSymbol::Label(start)));
    for section in &function.attrs.pc_sections {
        let flags = SectionFlags::ALLOC | SectionFlags::WRITE;
        ctx.switch_to_section_s_companion(&section.name, flags);
        ctx.emit_distance(start, word, &section.name)?;
        let emitted =
            if section.is_compressed { ctx.out.leb128(&size, false) } else { ctx.out.value(&size, WORD) };
        emitted.map_err(|e| CompileError::new(&function.name, &*section.name, e))?;
        ctx.out.bytes(&section.data);
    }
    Ok(())
}
