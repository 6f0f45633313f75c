//! Writes a module: the chunks of its functions, its data, and the rest of an object or a text.
//!
//! Requires: a [`FunctionChunk`] for each function, in the module's order. Cost: linear.

use super::address_significance;
use super::asm::{AsmChunk, AsmStreamer, COMMENT_COLUMN, Sections, write_bytes, write_section};
use super::asm_layout;
use super::asm_parser;
use super::assembler::ObjectStreamer;
use super::chunk::ObjectChunk;
use super::data::{self, ByWords};
use super::debug_text::DebugText;
use super::emit::{Contents, FunctionChunk, OutputKind};
use super::inst::McSymbol;
use super::labels::{Labels, ModuleNumbers};
use super::names::{Names, write_string};
use super::object::{Assembled, ModuleFiles};
use super::{deactivation, frame_tables, gnu_property, inline_asm, object, stack_maps};
use crate::ir::entity::SymbolId;
use crate::ir::module::Module;
use crate::mc::asm_info::AsmDialect;
use crate::mc::inst_printer::SymbolNames;
use crate::mc::streamer::frames::FrameSections;
use crate::mc::target::{EmitTarget, McTarget};
use crate::support::error::{CompileError, Result};
use std::collections::HashSet;
use std::fmt::Write;

/// Writes a module: the functions' chunks in the module's order, then data and the rest of the
/// object. `targets` are the subtargets by number; `own` is the module's.
pub fn write_module(
    module: &Module,
    own: &dyn EmitTarget,
    targets: &[&dyn EmitTarget],
    chunks: Vec<FunctionChunk>,
    kind: OutputKind,
) -> Result<ModuleFiles> {
    let error = |e: String| CompileError::new("", "", e);
    let target = own.mc();
    let by_words = ByWords {
        routines: chunks.iter().filter_map(|chunk| chunk.mentioned.personality).collect(),
        types: chunks.iter().flat_map(|chunk| &chunk.mentioned.types).copied().collect(),
    };
    let maps: Vec<stack_maps::FunctionMap> =
        chunks.iter().filter_map(|chunk| chunk.mentioned.stack_map.as_deref().cloned()).collect();
    let module = &*stack_maps::declared(module, &maps);
    let tables: Vec<frame_tables::FrameTable> =
        chunks.iter().filter_map(|chunk| chunk.mentioned.frame_table.as_deref().cloned()).collect();
    let references = chunks.iter().flat_map(|chunk| &chunk.mentioned.references).copied();
    let significant =
        module.options.address_significance.then(|| address_significance::table(module, references));
    match kind {
        OutputKind::Object => {
            let mut streamer = ObjectStreamer::new(target);
            data::emit(module, target, &by_words, &mut streamer).map_err(error)?;
            frame_tables::end(module, &tables, target, &mut streamer).map_err(error)?;
            stack_maps::emit_section(module, &maps, target, &mut streamer).map_err(error)?;
            deactivation::emit(module, &mut streamer);
            gnu_property::emit(&target.notes(module), &mut streamer);
            let mut inputs = Vec::with_capacity(chunks.len() + 3);
            if module.ocaml_marks.is_some() {
                let mut begin = ObjectStreamer::new(target);
                frame_tables::begin(module, &mut begin);
                inputs.push((target, Assembled::Laid(begin.finish().map_err(error)?)));
            }
            if !module.asm.trim().is_empty() {
                inputs.push((target, Assembled::Laid(module_asm(module, own)?)));
            }
            for chunk in chunks {
                let Contents::Object(contents) = chunk.contents else { continue };
                let of =
                    targets.get(chunk.subtarget.index()).ok_or_else(|| error("no such subtarget".into()))?;
                inputs.push((of.mc(), contents));
            }
            inputs.push((target, Assembled::Laid(streamer.finish().map_err(error)?)));
            object::write(module, target, inputs, significant.as_deref())
        }
        OutputKind::Assembly => {
            if !module.asm.trim().is_empty() && !module.options.raw_asm {
                module_asm(module, targets[0]).map_err(|mut error| {
                    error.message.push_str(inline_asm::UNREAD);
                    error
                })?;
            }
            let last = chunks.iter().rev().find_map(FunctionChunk::last_section);
            let mut streamer = AsmStreamer::after(module, target, last);
            data::emit(module, target, &by_words, &mut streamer).map_err(error)?;
            frame_tables::end(module, &tables, target, &mut streamer).map_err(error)?;
            stack_maps::emit_section(module, &maps, target, &mut streamer).map_err(error)?;
            deactivation::emit(module, &mut streamer);
            gnu_property::emit(&target.notes(module), &mut streamer);
            let data = streamer.finish();
            let main = write_assembly(module, own, targets, chunks, data, significant.as_deref())?;
            Ok(ModuleFiles { main, split: Vec::new() })
        }
    }
}

/// Writes a module as text; `data` is everything except its functions.
fn write_assembly(
    module: &Module,
    own: &dyn EmitTarget,
    targets: &[&dyn EmitTarget],
    chunks: Vec<FunctionChunk>,
    data: AsmChunk,
    significant: Option<&[SymbolId]>,
) -> Result<Vec<u8>> {
    let error = |e: String| CompileError::new("", "", e);
    let target = own.mc();
    let isa = target.isa();
    let relaxed = targets.iter().any(|of| of.mc().linker_relaxation());
    let subtargets: Vec<_> = targets.iter().map(|of| of.mc().asm_subtarget(&isa, relaxed)).collect();
    let mut parts = Vec::with_capacity(chunks.len() + 1);
    let mut assembled = Vec::with_capacity(chunks.len());
    for chunk in chunks {
        let of = chunk.subtarget.index();
        let Contents::Assembly(contents, chunk) = chunk.contents else { continue };
        parts.push((of, *contents));
        let of = targets.get(of).ok_or_else(|| error("no such subtarget".into()))?;
        assembled.extend(chunk.map(|chunk| (of.mc(), chunk)));
    }
    let of_frames = FrameSections::of_all(parts.iter().filter_map(|(_, part)| part.frame_sections));
    let debug = match module.debug_info {
        Some(_) => debug_text(module, own, assembled, &mut parts)?,
        None => None,
    };
    let enclosed = parts.into_iter().map(|(of, part)| (&subtargets[of].of_function, part));
    let mut parts: Vec<Enclosed<'_>> = enclosed.collect();
    let of_data = Default::default();
    parts.push((&of_data, data));
    let mut of_file: Vec<&str> = Vec::new();
    for line in subtargets.iter().flat_map(|of| &of.of_file) {
        if !of_file.contains(&line.as_str()) {
            of_file.push(line);
        }
    }
    let of_asm = target.asm_subtarget(&isa, relaxed).of_function;
    of_file.extend(of_frames.and_then(FrameSections::directive));
    let text = write_text(module, own, &of_file.concat(), &of_asm, debug.as_ref(), &parts);
    let mut text = text.map_err(error)?;
    write_significant(module, target.dialect(), significant, &mut text);
    Ok(text.into_bytes())
}

/// Builds debug information for the text of functions, from their `assembled` forms. Inserts labels
/// and line directives into their text.
fn debug_text<'a>(
    module: &'a Module,
    own: &'a dyn EmitTarget,
    assembled: Vec<(&dyn McTarget, Assembled)>,
    parts: &mut [(usize, AsmChunk)],
) -> Result<Option<DebugText<'a>>> {
    let mut inputs = Vec::with_capacity(assembled.len() + 1);
    if !module.asm.trim().is_empty() && !module.options.raw_asm {
        inputs.push((own.mc(), Assembled::Laid(module_asm(module, own)?)));
    }
    let before = inputs.len();
    inputs.extend(assembled);
    let described = object::describe_text(module, own.mc(), inputs)?;
    let mut debug = described.map(|described| DebugText::new(module, own.mc(), described, before));
    for (number, (_, part)) in (before..).zip(parts) {
        debug.iter_mut().for_each(|debug| debug.weave(number, part));
    }
    Ok(debug)
}

/// Returns the module-level assembly in assembled form.
fn module_asm(module: &Module, target: &dyn EmitTarget) -> Result<ObjectChunk> {
    let assembled = asm_parser::assemble(module, target, &module.asm);
    assembled.map_err(|e| {
        let message = e.place() + &e.message;
        CompileError::new("module-level assembly", e.statement, message)
    })
}

/// The text before a chunk of text and after it, and the chunk.
type Enclosed<'a> = (&'a [String; 2], AsmChunk);

/// Writes the whole text. `of_file` belongs to the subtargets; `before` and `after` enclose the
/// module-level assembly.
fn write_text(
    module: &Module,
    target: &dyn EmitTarget,
    of_file: &str,
    [before, after]: &[String; 2],
    debug: Option<&DebugText<'_>>,
    parts: &[Enclosed<'_>],
) -> std::result::Result<String, String> {
    let mut text = String::with_capacity(parts.iter().map(|(_, p)| p.text.len()).sum::<usize>() + 1024);
    text.push_str(&target.mc().asm_prologue(module));
    text.push_str(of_file);
    if !module.source_file_name.is_empty() {
        let name = module.source_file_name.rsplit('/').next().unwrap_or_default();
        push_string(".file", name, &mut text);
    }
    if module.ocaml_marks.is_some() {
        let mut begin = AsmStreamer::after(module, target.mc(), None);
        frame_tables::begin(module, &mut begin);
        let begin = begin.finish();
        let first = begin.sections.and_then(|sections| sections.begin);
        first.into_iter().for_each(|first| write_section(module, &first, &mut text));
        text.push_str(&begin.text);
    }
    if !module.asm.trim().is_empty() {
        text.push_str(before);
        write_module_asm(module, target.mc().dialect().comment, &mut text);
        text.push_str(after);
    }
    text.push_str(debug.map_or("", DebugText::files));
    let mut section = None;
    let exceptions = parts.iter().map(|(_, part)| part.exceptions).sum();
    let mut numbers = match module.optimized {
        true => ModuleNumbers::after_exceptions(exceptions),
        false => ModuleNumbers::default(),
    };
    for ([before, after], part) in parts {
        text.push_str(before);
        if let Some(Sections { begin, end }) = &part.sections {
            if let Some(begin) = begin.as_ref().filter(|begin| section != Some(*begin)) {
                write_section(module, begin, &mut text);
            }
            section = Some(end);
        }
        numbers.push(&part.text, part.exceptions, &mut text);
        text.push_str(after);
    }
    let mut missing = String::new();
    write_missing_blocks(module, target.mc().dialect(), parts, &mut missing);
    numbers.push(&missing, 0, &mut text);
    text.push_str(debug.map_or("", DebugText::last_files));
    for (section, bytes) in &module.metadata_sections {
        write_section(module, section, &mut text);
        write_bytes(bytes, &mut text);
    }
    for ident in &module.idents {
        push_string(".ident", ident, &mut text);
    }
    write_call_graph(module, target.mc().dialect(), &mut text);
    write_memory_tags(module, target.mc().dialect(), &mut text);
    let flags = if module.executable_stack { "x" } else { "" };
    text.push_str(&format!("\t.section\t\".note.GNU-stack\",\"{flags}\",@progbits\n"));
    if let Some(debug) = debug {
        let mut sections = String::new();
        debug.write_sections(&mut sections)?;
        numbers.push(&sections, 0, &mut text);
    }
    Ok(text)
}

/// Writes the module-level assembly.
fn write_module_asm(module: &Module, comment: &str, text: &mut String) {
    let headline = |what: &str, text: &mut String| {
        if module.options.asm_comments {
            text.push_str(&format!("{:COMMENT_COLUMN$}{comment} {what} of file scope inline assembly", ""));
        }
        text.push('\n');
    };
    headline("Start", text);
    for line in asm_layout::lines(&module.asm, comment) {
        text.extend([&line, "\n"]);
    }
    text.push('\n');
    headline("End", text);
}

/// Writes the list of symbols with significant addresses.
fn write_significant(
    module: &Module,
    dialect: &'static AsmDialect,
    significant: Option<&[SymbolId]>,
    text: &mut String,
) {
    let Some(significant) = significant else { return };
    let names = Names { module, labels: &Labels::default(), dialect };
    text.push_str("\t.addrsig\n");
    significant.iter().for_each(|&id| write_named(&names, ".addrsig_sym", id, text));
}

/// Writes a directive with a symbol, if the symbol can be written.
fn write_named(names: &Names<'_>, directive: &str, id: SymbolId, text: &mut String) {
    let mut line = format!("\t{directive}\t");
    if names.write_symbol(McSymbol::Symbol(id), &mut line).is_ok() {
        text.extend([&line, "\n"]);
    }
}

/// Writes the list of variables with tagged memory.
fn write_memory_tags(module: &Module, dialect: &'static AsmDialect, text: &mut String) {
    let names = Names { module, labels: &Labels::default(), dialect };
    module.memory_tagged().for_each(|id| write_named(&names, ".memtag", id, text));
}

/// Writes how often functions call each other.
fn write_call_graph(module: &Module, dialect: &'static AsmDialect, text: &mut String) {
    let names = Names { module, labels: &Labels::default(), dialect };
    for edge in &module.call_graph {
        let mut line = String::from("\t.cg_profile\t");
        let written = names
            .write_symbol(McSymbol::Symbol(edge.from), &mut line)
            .and_then(|()| line.write_str(", "))
            .and_then(|()| names.write_symbol(McSymbol::Symbol(edge.to), &mut line))
            .and_then(|()| writeln!(line, ", {}", edge.count));
        if written.is_ok() {
            text.push_str(&line);
        }
    }
}

fn push_string(directive: &str, string: &str, text: &mut String) {
    let mut line = format!("\t{directive}\t");
    if write_string(string, &mut line).is_ok() {
        text.push_str(&line);
        text.push('\n');
    }
}

/// Defines removed blocks as the address of their function.
fn write_missing_blocks(
    module: &Module,
    dialect: &'static AsmDialect,
    parts: &[Enclosed<'_>],
    text: &mut String,
) {
    let defined: HashSet<_> = parts.iter().flat_map(|(_, p)| &p.blocks).collect();
    let mut seen = HashSet::new();
    let names = Names { module, labels: &Labels::of_data(), dialect };
    for block in parts.iter().flat_map(|(_, p)| &p.block_uses) {
        if defined.contains(block) || !seen.insert(*block) {
            continue;
        }
        let mut line = String::from("\t.set\t");
        let written = names
            .write_symbol(McSymbol::Block(block.0, block.1), &mut line)
            .and_then(|()| line.write_str(", "))
            .and_then(|()| names.write_symbol(McSymbol::Symbol(block.0), &mut line));
        if written.is_ok() {
            text.push_str(&line);
            text.push('\n');
        }
    }
}
