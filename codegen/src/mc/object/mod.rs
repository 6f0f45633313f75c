//! The ELF output: lays out chunks in the module's order, and writes symbols and relocations to a
//! file.
//!
//! Requires: chunks of one module. Establishes: the bytes of a relocatable object, which are the
//! same for any number of threads. Cost: linear in contents, symbols and relocations.

mod call_graph;
mod crel;
mod debug;
mod memory_tags;
mod resolve;
mod symbols;
mod write;

pub(crate) use debug::{DescribedText, debug_section, describe_text};

use super::chunk::{ChunkPosition, ChunkSection, Definition, Frame, ObjectChunk, TablePlace};
use super::chunk_layout::UnrelaxedChunk;
use super::dwarf::files::FileTable;
use super::dwarf::section::DebugSection;
use super::eh_frame::{self, Form, FrameTarget};
use super::inst::{McExpr, McSymbol};
use super::pseudo_probes;
use crate::ir::entity::{ComdatId, SymbolId};
use crate::ir::module::{CodeModel, Comdat, Module};
use crate::ir::section::{Section, SectionFlags, SectionType};
use crate::mc::streamer::frames::FrameSections;
use crate::mc::streamer::symbols::SymbolType;
use crate::mc::target::McTarget;
use crate::support::error::{self, CompileError};
use std::collections::HashMap;

/// A section of the object.
struct OutSection {
    section: Section,
    align: u64,
    size: u64,
    contents: Contents,
    /// The offsets where code (false) and data (true) start.
    marks: Vec<(u64, bool)>,
    /// The offsets of exception tables, each with the number of its function.
    exception_tables: Vec<(u64, u32)>,
    /// The offsets of sequences that the linker may shorten.
    shortenable: Vec<u64>,
}

/// The contents of a section, which are moved into the file.
#[derive(Default)]
struct Contents {
    bytes: Vec<u8>,
    relocs: Vec<Reloc>,
}

/// A relocation. Their number is about a quarter of the number of instructions.
struct Reloc {
    offset: u64,
    addend: i64,
    against: Against,
    kind: u32,
}

/// The symbol of a relocation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Against {
    Nothing,
    /// A section, by index.
    Section(u32),
    Symbol(SymbolId),
    /// A runtime routine.
    External(u16),
    /// A label, by index in [`Object::labels`].
    Label(u32),
}

/// An address in the object.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Address {
    section: usize,
    offset: u64,
}

/// A reference from unwind information.
#[derive(Clone, Copy)]
enum TableAddress {
    At(Address),
    Symbol(SymbolId),
}

/// The state of a symbol of the module.
#[derive(Clone, Copy, Default)]
struct SymbolState {
    at: Option<Address>,
    kind: Option<SymbolType>,
    size: Option<u64>,
    common: Option<(u64, u32)>,
    alias: Option<McExpr>,
    /// Its absolute value, if it has one.
    number: Option<i64>,
    /// True if a relocation names it.
    used: bool,
    /// The index of the section with its name, if no symbol has that name.
    section: Option<usize>,
}

/// A local symbol for an address without another symbol.
struct LabelSymbol {
    at: Address,
}

/// The object under construction.
struct Object<'a> {
    module: &'a Module,
    target: &'a dyn McTarget,
    sections: Vec<OutSection>,
    by_key: HashMap<Section, usize>,
    /// The section of the last lookup: most functions are in the same one.
    latest: usize,
    symbols: Vec<SymbolState>,
    /// Addresses of symbols that chunks share.
    shared: HashMap<McSymbol, Address>,
    /// The offsets of escaped objects in frames, by function and number.
    frame_escapes: HashMap<(SymbolId, u16), i64>,
    externals: HashMap<u16, Against>,
    labels: Vec<LabelSymbol>,
    /// By label of the current chunk: its index in `labels`, or [`NO_LABEL`].
    label_of: Vec<u32>,
    /// By shared symbol: its index in `labels`.
    label_of_shared: HashMap<McSymbol, u32>,
    /// The groups of type units, numbered after the module's.
    type_groups: Vec<Comdat>,
    /// The resolved distances, by the instruction with the upper half.
    high_halves: HashMap<Address, i64>,
}

/// Represents a label without a symbol.
const NO_LABEL: u32 = u32::MAX;

/// One chunk with its subtarget.
pub struct Input<'a> {
    /// The subtarget.
    pub target: &'a dyn McTarget,
    /// The contents.
    pub chunk: ObjectChunk,
}

/// The contribution of a function: laid out, or an open chunk whose layout depends on the contents
/// before it.
#[derive(Clone, Debug)]
pub(crate) enum Assembled {
    /// Laid out.
    Laid(ObjectChunk),
    /// Not laid out yet.
    Open(Box<OpenChunk>),
}

/// A chunk that is not laid out yet.
#[derive(Clone, Debug)]
pub(crate) struct OpenChunk {
    /// The function, for errors.
    pub name: String,
    /// The chunk.
    pub chunk: UnrelaxedChunk,
}

/// The output files of a module.
#[derive(Debug, Default)]
pub struct ModuleFiles {
    /// The object, or assembly.
    pub main: Vec<u8>,
    /// The split debug information object, if it is a separate file.
    pub split: Vec<u8>,
}

/// Writes an object of these chunks, each with its subtarget, in this order; `target` is the
/// module's own. The object has an address-significance table if `significant` is present.
pub(crate) fn write(
    module: &Module,
    target: &dyn McTarget,
    inputs: Vec<(&dyn McTarget, Assembled)>,
    significant: Option<&[SymbolId]>,
) -> error::Result<ModuleFiles> {
    let mut object = Object::new(module, target);
    let (inputs, bases) = object.place_inputs(inputs)?;
    object.finish(inputs, bases, significant).map_err(|e| CompileError::new("", "", e))
}

/// Returns an object without contents: the split file of a module without debug information.
pub fn empty(module: &Module, target: &dyn McTarget) -> error::Result<Vec<u8>> {
    write::write(Object::new(module, target), None).map_err(|e| CompileError::new("", "", e))
}

/// Writes an object of assembled text; it holds only what the text says. `attributes` are the
/// target's, `significant` the symbols with significant addresses if the text lists any, `files`
/// the files of its lines.
pub fn write_assembled(
    module: &Module,
    target: &dyn McTarget,
    input: Input<'_>,
    attributes: Option<&(Section, Vec<u8>)>,
    significant: Option<&[SymbolId]>,
    files: Option<&FileTable>,
) -> Result<Vec<u8>, String> {
    let mut object = Object::new(module, target);
    let mut inputs = [input];
    let mut bases = [object.place_plain(&inputs[0])];
    object.place_subsections(&inputs, &mut bases);
    let lines = debug::placed_lines(&inputs[0], &bases[0]);
    object.resolve_inputs(&mut inputs, &bases)?;
    if let Some(files) = files {
        object.add_lines(files, lines)?;
    }
    object.add_idents();
    if let Some((section, bytes)) = attributes {
        object.add_contents(section, bytes.clone());
    }
    object.add_call_graph(&module.asm_call_graph)?;
    object.add_memory_tags()?;
    write::write(object, significant)
}

fn address(bases: &[Address], place: ChunkPosition) -> Address {
    let base = bases[place.part as usize];
    Address { section: base.section, offset: base.offset + place.offset }
}

/// Returns true if `part` comes after the parts that are placed in order.
fn is_late(part: &ChunkSection) -> bool {
    part.subsection != 0 || is_of_probes(part)
}

/// Returns true if `part` has pseudo probes. As in LLVM, they come after all other sections.
fn is_of_probes(part: &ChunkSection) -> bool {
    part.section.name == pseudo_probes::TABLE
}

impl<'a> Object<'a> {
    /// Returns an empty object with space for code.
    fn new(module: &'a Module, target: &'a dyn McTarget) -> Object<'a> {
        let mut object = Object {
            module,
            target,
            sections: Vec::new(),
            by_key: HashMap::new(),
            latest: 0,
            symbols: vec![SymbolState::default(); module.symbols.len()],
            shared: HashMap::new(),
            frame_escapes: HashMap::new(),
            externals: HashMap::new(),
            labels: Vec::new(),
            label_of: Vec::new(),
            label_of_shared: HashMap::new(),
            type_groups: Vec::new(),
            high_halves: HashMap::new(),
        };
        object.section(&Section::code(".text"), target.code_align() as u64);
        object
    }
}

impl Object<'_> {
    /// Returns a group of the module, or of a type.
    fn comdat(&self, id: ComdatId) -> &Comdat {
        let own = self.module.comdats.get(id.index());
        own.unwrap_or_else(|| &self.type_groups[id.index() - self.module.comdats.len()])
    }

    /// Returns the index of a section with contents.
    fn index_of(&self, section: &Section) -> Option<usize> {
        self.by_key.get(section).copied()
    }

    /// Returns the index of `section`, which is created if it is new.
    fn section(&mut self, section: &Section, align: u64) -> usize {
        let is_latest = self.sections.get(self.latest).is_some_and(|latest| latest.section == *section);
        let known = if is_latest { Some(self.latest) } else { self.by_key.get(section).copied() };
        let index = match known {
            Some(index) => index,
            None => {
                let out = OutSection {
                    section: section.clone(),
                    align: 1,
                    size: 0,
                    contents: Contents::default(),
                    marks: Vec::new(),
                    exception_tables: Vec::new(),
                    shortenable: Vec::new(),
                };
                self.sections.push(out);
                self.by_key.insert(section.clone(), self.sections.len() - 1);
                self.sections.len() - 1
            }
        };
        self.sections[index].align = self.sections[index].align.max(align);
        self.latest = index;
        index
    }

    /// Appends the parts of chunks to their sections. Sections are ordered by first use, and parts
    /// within one by subsection.
    fn place_inputs<'t>(
        &mut self,
        assembled: Vec<(&'t dyn McTarget, Assembled)>,
    ) -> error::Result<(Vec<Input<'t>>, Vec<Vec<Address>>)> {
        let (mut inputs, mut bases) =
            (Vec::with_capacity(assembled.len()), Vec::with_capacity(assembled.len()));
        for (target, chunk) in assembled {
            let chunk = match chunk {
                Assembled::Laid(chunk) => chunk,
                Assembled::Open(open) => {
                    let laid = open.chunk.layout_after(target, &|section| self.fixed_size(section));
                    laid.map_err(|e| CompileError::new(&open.name, "", e))?
                }
            };
            let mut input = Input { target, chunk };
            bases.push(self.place_plain(&input));
            // Their bytes are in the sections now.
            let placed = input.chunk.parts.iter_mut().filter(|part| !is_late(part));
            placed.for_each(|part| part.bytes = Vec::new());
            inputs.push(input);
        }
        let descriptions = self.module.metadata_sections.iter().map(|(section, _)| section);
        for section in descriptions.filter(|section| section.name == Module::PROBE_DESCRIPTIONS) {
            self.section(section, 1);
        }
        self.place_subsections(&inputs, &mut bases);
        Ok((inputs, bases))
    }

    /// Returns the current size of a section in bytes; `None` if the linker may change it.
    fn fixed_size(&self, section: &Section) -> Option<u64> {
        let Some(&index) = self.by_key.get(section) else { return Some(0) };
        let out = &self.sections[index];
        out.shortenable.is_empty().then_some(out.size)
    }

    /// Appends the parts outside of subsections. The other parts have no address yet.
    fn place_plain(&mut self, input: &Input<'_>) -> Vec<Address> {
        let place = |part: &ChunkSection| match part.subsection {
            0 if is_late(part) => Address { section: 0, offset: 0 },
            0 => self.place_part(input.target, part),
            _ => Address { section: self.section(&part.section, part.align as u64), offset: 0 },
        };
        input.chunk.parts.iter().map(place).collect()
    }

    fn place_subsections(&mut self, inputs: &[Input<'_>], bases: &mut [Vec<Address>]) {
        let parts = inputs.iter().enumerate().flat_map(|(n, input)| {
            let late = input.chunk.parts.iter().enumerate().filter(|(_, part)| is_late(part));
            late.map(move |(m, part)| (is_of_probes(part), part.subsection, n, m))
        });
        let mut order: Vec<_> = parts.collect();
        order.sort_unstable();
        for (_, _, n, m) in order {
            bases[n][m] = self.place_part(inputs[n].target, &inputs[n].chunk.parts[m]);
        }
    }

    fn place_part(&mut self, target: &dyn McTarget, part: &ChunkSection) -> Address {
        let index = self.section(&part.section, part.align as u64);
        let align_kind = self.target.data_relocations().align;
        let out = &mut self.sections[index];
        out.pad(part.start as u64, target, align_kind);
        let offset = out.size;
        debug_assert!(part.start <= part.align, "{}: a start beyond its alignment", part.section.name);
        debug_assert!(
            part.bytes.len() as u64 == part.size
                || part.bytes.is_empty() && part.section.kind == SectionType::Nobits,
            "{}: {} bytes in a part of size {}",
            part.section.name,
            part.bytes.len(),
            part.size
        );
        debug_assert!(
            out.marks.last().is_none_or(|&(at, _)| at <= offset),
            "{}: a mark after the contents",
            part.section.name
        );
        out.exception_tables.extend(part.exception_table.map(|function| (offset, function)));
        let is_code = part.section.is_code();
        // Data sections have mapping symbols if they contain code too.
        if is_code || !part.marks.is_empty() || !out.marks.is_empty() {
            if !is_code && out.marks.is_empty() {
                out.marks.push((0, true));
            }
            out.marks.push((offset, !is_code));
            out.marks.extend(part.marks.iter().map(|&(at, data)| (offset + at, data)));
        }
        let shortenable = part.pending.iter().filter(|p| p.is_shortenable(target));
        debug_assert!(
            shortenable.clone().is_sorted_by_key(|p| p.offset),
            "{}: sequences that the linker may shorten ascend",
            part.section.name
        );
        out.shortenable.extend(shortenable.map(|p| offset + p.offset));
        out.size += part.size;
        out.contents.bytes.extend_from_slice(&part.bytes);
        Address { section: index, offset }
    }

    /// Resolves the fixups of chunks, adds the rest of a module's object, and writes it.
    fn finish(
        mut self,
        mut inputs: Vec<Input<'_>>,
        bases: Vec<Vec<Address>>,
        significant: Option<&[SymbolId]>,
    ) -> Result<ModuleFiles, String> {
        let described = debug::placed(&mut inputs, &bases);
        self.resolve_inputs(&mut inputs, &bases)?;
        // The file requires as much memory as the chunks.
        drop((inputs, bases));
        let split = self.add_debug_info(described)?;
        let split = self.write_split(split)?;
        for (section, bytes) in &self.module.metadata_sections {
            self.add_contents(section, bytes.clone());
        }
        self.add_idents();
        self.add_trailer();
        self.add_call_graph(&[&self.module.asm_call_graph[..], &self.module.call_graph].concat())?;
        self.add_memory_tags()?;
        Ok(ModuleFiles { main: write::write(self, significant)?, split })
    }

    /// Returns the object of these sections, even if there are none: a requested file is always
    /// written.
    fn write_split(&self, sections: Vec<DebugSection>) -> Result<Vec<u8>, String> {
        let Some(info) = self.module.debug_info.as_deref().filter(|info| info.is_split_dwarf) else {
            return Ok(Vec::new());
        };
        let mut object = Object::new(self.module, self.target);
        object.add_debug_sections(sections, info.version)?;
        write::write(object, None)
    }

    /// Assigns addresses to symbols, resolves the fixups of chunks, and adds their unwind
    /// information. Of the chunks, only that remains.
    fn resolve_inputs(&mut self, inputs: &mut [Input<'_>], bases: &[Vec<Address>]) -> Result<(), String> {
        self.reserve_relocs(inputs, bases);
        for (input, bases) in inputs.iter().zip(bases) {
            self.define(&input.chunk, bases);
        }
        self.place_aliases();
        self.find_sections();
        for (input, bases) in inputs.iter().zip(bases) {
            self.resolve_high_halves(input, bases);
        }
        for (input, bases) in inputs.iter_mut().zip(bases) {
            self.resolve_chunk(input, bases)?;
            (input.chunk.parts, input.chunk.labels) = (Vec::new(), Vec::new());
        }
        self.add_frames(inputs, bases)
    }

    /// Reserves space in each section for the maximum number of relocations.
    fn reserve_relocs(&mut self, inputs: &[Input<'_>], bases: &[Vec<Address>]) {
        let mut counts = vec![0; self.sections.len()];
        for (input, bases) in inputs.iter().zip(bases) {
            for (part, base) in input.chunk.parts.iter().zip(bases) {
                let most = part.pending.iter().map(|p| p.most_relocations(input.target));
                counts[base.section] += most.sum::<usize>();
            }
        }
        for (section, count) in self.sections.iter_mut().zip(counts) {
            section.contents.relocs.reserve_exact(count);
        }
    }

    fn define(&mut self, chunk: &ObjectChunk, bases: &[Address]) {
        for &(symbol, definition) in &chunk.symbols {
            let known = &mut self.symbols[symbol.index()];
            match definition {
                Definition::Place(place) => known.at = Some(address(bases, place)),
                Definition::Type(kind) => known.kind = Some(kind),
                Definition::Size(size) => known.size = Some(size),
                Definition::Common(size, align) => known.common = Some((size, align)),
                Definition::Alias(expr) => match expr.symbol {
                    McSymbol::Label(label) => {
                        let place = chunk.labels.get(label.0 as usize).copied().flatten();
                        let at = place.map(|place| address(bases, place));
                        known.at =
                            at.map(|a| Address { offset: a.offset.wrapping_add_signed(expr.addend), ..a });
                    }
                    _ => known.alias = Some(expr),
                },
                Definition::Number(value) => known.number = Some(value),
                Definition::FrameEscape(number, offset) => {
                    self.frame_escapes.insert((symbol, number), offset);
                }
            }
        }
        for &(symbol, place) in &chunk.shared {
            self.shared.insert(symbol, address(bases, place));
        }
    }

    /// Assigns aliases the addresses of their targets, through other aliases too.
    fn place_aliases(&mut self) {
        for index in 0..self.symbols.len() {
            let (mut offset, mut next, mut steps, mut indirect) = (0, index, 0, None);
            while let Some(expr) = self.symbols[next].alias {
                let McSymbol::Symbol(to) = expr.symbol else { break };
                indirect =
                    indirect.or(self.symbols[next].kind.filter(|&k| k == SymbolType::IndirectFunction));
                (offset, next, steps) = (offset + expr.addend, to.index(), steps + 1);
                if steps > self.symbols.len() {
                    break;
                }
            }
            let (base, alias) = (self.symbols[next], &mut self.symbols[index]);
            if next != index {
                let at = base.at.map(|a| Address { offset: a.offset.wrapping_add_signed(offset), ..a });
                (alias.at, alias.kind) = (at, indirect.or(alias.kind).or(base.kind));
                alias.size = alias.size.or(base.size);
            }
        }
    }

    /// Resolves undefined symbols with the name of a section to that section.
    fn find_sections(&mut self) {
        let sections = self.sections.iter().enumerate();
        let sections: HashMap<&str, usize> = sections.map(|(n, s)| (&*s.section.name, n)).rev().collect();
        for (known, symbol) in self.symbols.iter_mut().zip(&self.module.symbols) {
            let is_defined = known.at.is_some() || known.common.is_some() || known.number.is_some();
            if symbol.name.starts_with('.') && !is_defined && known.alias.is_none() {
                known.section = sections.get(symbol.name.as_str()).copied();
            }
        }
    }

    fn add_frames(&mut self, inputs: &[Input<'_>], bases: &[Vec<Address>]) -> Result<(), String> {
        let chunks = inputs.iter().map(|input| &input.chunk).filter(|chunk| !chunk.frames.is_empty());
        let sections = FrameSections::of_all(chunks.map(|chunk| chunk.frame_sections));
        let Some(FrameSections { eh_frame, debug_frame }) = sections else { return Ok(()) };
        if eh_frame {
            self.add_frame_section(Form::EhFrame, Section::read_only(".eh_frame"), inputs, bases)?;
        }
        if debug_frame {
            let form = eh_frame::debug_frame(self.module.debug_info.as_deref());
            self.add_frame_section(form, Section::unloaded(".debug_frame"), inputs, bases)?;
        }
        Ok(())
    }

    fn add_frame_section(
        &mut self,
        form: Form,
        section: Section,
        inputs: &[Input<'_>],
        bases: &[Vec<Address>],
    ) -> Result<(), String> {
        let mut owners: Vec<(Address, Option<TableAddress>)> = Vec::new();
        for (input, bases) in inputs.iter().zip(bases) {
            let table = |place: TablePlace| match place {
                TablePlace::Place(place) => TableAddress::At(address(bases, place)),
                TablePlace::Symbol(id) => TableAddress::Symbol(id),
            };
            let of = |f: &Frame| (bases[f.part as usize], f.exception_table.map(table));
            owners.extend(input.chunk.frames.iter().map(of));
        }
        let (unwind, relocations) = (self.target.unwind(), self.target.data_relocations());
        let is_wide = unwind.large_model_is_wide && self.module.code_model == CodeModel::Large;
        let frames =
            eh_frame::build(form, inputs.iter().flat_map(|i| &i.chunk.frames), unwind, relocations, is_wide)?;
        if frames.bytes.is_empty() {
            return Ok(());
        }
        let index = self.section(&section, 8);
        let mut last: Option<(Address, Against)> = None;
        for reloc in &frames.relocs {
            let at = match reloc.target {
                FrameTarget::Code(frame, offset) => {
                    let base = owners[frame].0;
                    TableAddress::At(Address { section: base.section, offset: base.offset + offset })
                }
                FrameTarget::ExceptionTable(frame) => owners[frame].1.ok_or("a frame without a table")?,
                FrameTarget::Entry(offset) => TableAddress::At(Address { section: index, offset }),
                FrameTarget::Symbol(id) => TableAddress::Symbol(id),
            };
            let at = match at {
                TableAddress::At(at) => at,
                TableAddress::Symbol(id) => {
                    self.symbols[id.index()].used = true;
                    let (offset, against) = (reloc.offset, Against::Symbol(id));
                    let relocs = &mut self.sections[index].contents.relocs;
                    relocs.push(Reloc { offset, kind: reloc.kind, against, addend: 0 });
                    continue;
                }
            };
            let (against, addend) = match last {
                _ if !relocations.keep_local_symbols => {
                    (Against::Section(at.section as u32), at.offset as i64)
                }
                Some((place, against)) if place == at => (against, 0),
                _ => (self.new_label(at), 0),
            };
            last = Some((at, against));
            let (offset, kind) = (reloc.offset, reloc.kind);
            self.sections[index].contents.relocs.push(Reloc { offset, addend, against, kind });
        }
        self.sections[index].size = frames.bytes.len() as u64;
        self.sections[index].contents.bytes = frames.bytes;
        Ok(())
    }

    /// Creates a label symbol.
    fn new_label(&mut self, at: Address) -> Against {
        self.labels.push(LabelSymbol { at });
        Against::Label(self.labels.len() as u32 - 1)
    }

    /// Adds the producer strings (`.comment`).
    fn add_idents(&mut self) {
        let idents = [&self.module.asm_idents[..], &self.module.idents].concat();
        if !idents.is_empty() {
            let mut comment = vec![0];
            for ident in &idents {
                comment.extend_from_slice(ident.as_bytes());
                comment.push(0);
            }
            let flags = SectionFlags::MERGE | SectionFlags::STRINGS;
            let section = Section { flags, entry_size: 1, ..Section::unloaded(".comment") };
            self.add_contents(&section, comment);
        }
    }

    /// Adds the sections of every object: the executable-stack note and attributes.
    fn add_trailer(&mut self) {
        let flags = if self.module.executable_stack { SectionFlags::EXEC } else { SectionFlags::empty() };
        self.add_contents(&Section { flags, ..Section::unloaded(".note.GNU-stack") }, Vec::new());
        if let Some((section, bytes)) = self.target.elf(self.module).attributes {
            self.add_contents(&section, bytes);
        }
    }

    fn add_contents(&mut self, section: &Section, bytes: Vec<u8>) {
        let index = self.section(section, 1);
        let out = &mut self.sections[index];
        out.size += bytes.len() as u64;
        out.contents.bytes.extend(bytes);
    }
}

impl OutSection {
    /// Returns true if the linker may change the distance between two offsets.
    fn may_shorten_between(&self, from: u64, to: u64) -> bool {
        let first = self.shortenable.partition_point(|&at| at < from.min(to));
        self.shortenable.get(first).is_some_and(|&at| at < from.max(to))
    }

    /// Pads to a multiple of `align`, in code with NOPs. If the linker may shorten the contents
    /// before it, the padding has maximum size and an alignment relocation.
    fn pad(&mut self, align: u64, target: &dyn McTarget, align_kind: u32) {
        let may_move = !self.shortenable.is_empty();
        if self.section.is_code() && may_move {
            let least = target.code_align() as u64;
            let room = align.saturating_sub(least);
            if room != 0 {
                let (offset, addend, against) = (self.size, room as i64, Against::Nothing);
                self.contents.relocs.push(Reloc { offset, addend, against, kind: align_kind });
                self.shortenable.push(self.size);
            }
            target.nops(room, &mut self.contents.bytes);
            self.size += room;
            return;
        }
        let room = self.size.next_multiple_of(align) - self.size;
        self.size += room;
        match (self.section.kind, self.section.is_code()) {
            (SectionType::Nobits, _) => {}
            (_, true) => target.nops(room, &mut self.contents.bytes),
            _ => self.contents.bytes.resize(self.size as usize, 0),
        }
    }
}
