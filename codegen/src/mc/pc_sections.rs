//! Sections that list addresses of code (`!pcsections`): each address is counted from the word
//! itself, and data follows.
//!
//! The entry of a function also has its size. The addresses of all instructions with one list come
//! before its data. Source: LLVM's *PC Sections Metadata*.

use super::context::EmitContext;
use super::inst::{Label, McExpr, McSymbol};
use crate::ir::entity::InstId;
use crate::ir::mir::PcSection;
use crate::ir::module::CodeModel;
use crate::ir::section::SectionFlags;
use crate::mc::function_records::ListLabels;
use crate::mc::streamer::data::{Base, McValue};
use crate::support::error::{CompileError, Result};

/// Size of an address in bytes where code is near data, and of a function's size.
const WORD: u8 = 4;

/// Adds a label here to each list that `inst` is in.
pub(super) fn note(ctx: &mut EmitContext<'_>, inst: InstId) {
    let lists = ctx.function.metadata_of(inst).map_or(&[][..], |metadata| &metadata.pc_sections[..]);
    if lists.is_empty() {
        return;
    }
    let label = ctx.label_here();
    for &list in lists {
        ctx.pc_labels.add(list, label);
    }
}

/// Emits the entries of the function that is at these labels, in sections that go with the
/// function's section.
pub(super) fn emit_function(ctx: &mut EmitContext<'_>, start: Label, end: Label) -> Result<()> {
    let function = ctx.function;
    let size = McValue::difference(McExpr::from(end), Base::Symbol(McSymbol::Label(start)));
    for section in &function.attrs.pc_sections {
        switch_to(ctx, section);
        ctx.emit_distance(start, word(ctx), &section.name)?;
        let emitted =
            if section.is_compressed { ctx.out.leb128(&size, false) } else { ctx.out.value(&size, WORD) };
        emitted.map_err(|e| CompileError::new(&function.name, &*section.name, e))?;
        ctx.out.bytes(&section.data);
    }
    Ok(())
}

/// Emits the entries of the function's instructions.
pub(super) fn emit_insts(ctx: &mut EmitContext<'_>) -> Result<()> {
    let Some(table) = &ctx.function.inst_metadata else { return Ok(()) };
    let ListLabels { labels, order } = std::mem::take(&mut ctx.pc_labels);
    for list in order {
        for section in &table.pc_sections[list as usize].sections {
            switch_to(ctx, section);
            for &label in &labels[list as usize] {
                ctx.emit_distance(label, word(ctx), &section.name)?;
            }
            ctx.out.bytes(&section.data);
        }
    }
    Ok(())
}

fn switch_to(ctx: &mut EmitContext<'_>, section: &PcSection) {
    let flags = SectionFlags::ALLOC | SectionFlags::WRITE;
    ctx.switch_to_section_s_companion(&section.name, flags);
}

/// Returns the size of an address in bytes.
fn word(ctx: &EmitContext<'_>) -> u8 {
    let is_far = matches!(ctx.module.code_model, CodeModel::Medium | CodeModel::Large);
    if is_far { ctx.target.mc().address_bytes() } else { WORD }
}
