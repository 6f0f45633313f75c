//! Debug information of the object. It is built after all code has its addresses, with relocations
//! for the distances that the linker determines.

use super::super::dwarf::events::{DebugEvent, FileRow};
use super::super::dwarf::files::FileTable;
use super::super::dwarf::line_program::Program;
use super::super::dwarf::pools::Strings;
use super::super::dwarf::section::{Contents, DebugSection, Fill, Fixup, SectionId};
use super::super::dwarf::{self, Made};
use super::{Address, Against, Assembled, Input, LabelSymbol, Object, Reloc, address};
use crate::ir::entity::ComdatId;
use crate::ir::module::{Comdat, Module, SymbolKind};
use crate::ir::section::{Section, SectionFlags};
use crate::mc::dwarf::input;
use crate::mc::dwarf::placed::{CodeAddress, PlacedFunction};
use crate::mc::target::McTarget;
use crate::support::error;
use rustc_hash::FxHashMap as HashMap;

fn code_address(at: Address) -> CodeAddress {
    CodeAddress { section: at.section as u32, offset: at.offset }
}

/// Returns the section for debug information, or for split debug information, which linkers drop.
/// Type units are in groups.
pub(crate) fn debug_section(id: SectionId, is_split: bool, version: u16) -> Section {
    let name = if is_split { id.split_name(version) } else { id.name(version) };
    let excluded = if is_split { SectionFlags::EXCLUDE } else { SectionFlags::empty() };
    let section = Section { flags: excluded, ..Section::unloaded(name) };
    let strings = excluded | SectionFlags::MERGE | SectionFlags::STRINGS;
    match id.is_strings() {
        true => Section { flags: strings, entry_size: 1, ..section },
        false => section,
    }
}

/// Returns the functions with debug information, at their addresses.
pub(super) fn placed(inputs: &mut [Input<'_>], bases: &[Vec<Address>]) -> Vec<PlacedFunction> {
    let mut last: HashMap<usize, usize> = HashMap::default();
    let mut functions = Vec::new();
    for (chunk, (input, bases)) in inputs.iter_mut().zip(bases).enumerate() {
        let before = |section: usize| last.get(&section).copied();
        if let Some(debug) = input.chunk.debug.take() {
            let mut debug = debug.map(|place| code_address(address(bases, place)));
            debug.events.iter_mut().for_each(move_into_call);
            let section = debug.events.first().map_or(0, |(at, _)| at.section as usize);
            let before = before(section);
            functions.push(PlacedFunction { debug, chunk, before, follows: false, is_followed: false });
        }
        for (part, base) in input.chunk.parts.iter().zip(bases) {
            if part.section.is_code() && part.size != 0 {
                last.insert(base.section, chunk);
            }
        }
    }
    functions
}

/// Moves an event within a call one byte back. A debugger looks up a caller's frame at the byte
/// before the return address.
fn move_into_call((at, event): &mut (CodeAddress, DebugEvent)) {
    if let DebugEvent::ValueInCall(..) = event {
        at.offset = at.offset.saturating_sub(1);
    }
}

/// Debug information for the text of a module.
pub(crate) struct DescribedText {
    /// The sections, and line rows as directives.
    pub made: Made,
    /// By chunk: the section of its code.
    pub code: Vec<Option<u32>>,
}

/// Builds debug information for the text of a module, from the chunks of its object, in this order.
pub(crate) fn describe_text(
    module: &Module,
    target: &dyn McTarget,
    inputs: Vec<(&dyn McTarget, Assembled)>,
) -> error::Result<Option<DescribedText>> {
    let mut object = Object::new(module, target);
    let (mut inputs, bases) = object.place_inputs(inputs)?;
    let code = inputs.iter().zip(&bases).map(|(input, bases)| {
        let mut parts = input.chunk.parts.iter().zip(bases);
        let code = parts.find(|(part, _)| part.section.is_code() && part.size != 0);
        code.map(|(_, base)| base.section as u32)
    });
    let code = code.collect();
    let functions = placed(&mut inputs, &bases);
    Ok(object.describe(functions, true).map(|made| DescribedText { made, code }))
}

/// Returns the line rows of assembly, at their addresses, by section. Sections are ordered by first
/// use.
pub(super) fn placed_lines(input: &Input<'_>, bases: &[Address]) -> Vec<(u32, Vec<(CodeAddress, FileRow)>)> {
    let mut sections: Vec<(u32, Vec<(CodeAddress, FileRow)>)> = Vec::new();
    let mut known: HashMap<u32, usize> = HashMap::default();
    for &(place, row) in &input.chunk.lines {
        let at = code_address(address(bases, place));
        let index = *known.entry(at.section).or_insert(sections.len());
        if index == sections.len() {
            sections.push((at.section, Vec::new()));
        }
        sections[index].1.push((at, row));
    }
    // Rows of subsections come later in the text than in the section.
    sections.iter_mut().for_each(|(_, rows)| rows.sort_by_key(|(at, _)| at.offset));
    sections
}

/// Start addresses of debug sections: the index of the object's section, and an offset in it.
#[derive(Default)]
struct Places {
    sections: HashMap<SectionId, (usize, u64)>,
    /// Type units, by signature.
    types: HashMap<u64, (usize, u64)>,
}

impl Object<'_> {
    /// Adds the line table of assembly.
    pub(super) fn add_lines(
        &mut self,
        files: &FileTable,
        lines: Vec<(u32, Vec<(CodeAddress, FileRow)>)>,
    ) -> Result<(), String> {
        let is_fixed = |from: CodeAddress, to: CodeAddress| self.is_fixed(from, to);
        let mut program = Program::new(self.target.address_bytes(), &is_fixed);
        for (section, rows) in lines {
            rows.into_iter().for_each(|(at, row)| program.row(at, row));
            let offset = self.sections[section as usize].size;
            program.end_sequence(Some(CodeAddress { section, offset }));
        }
        let (mut line_strings, mut table) = (Strings::default(), Contents::default());
        program.finish(files, Some(&mut line_strings), &mut table);
        let strings = line_strings.contents().clone();
        let made = [(SectionId::LineStr, strings), (SectionId::Line, table)];
        let made = made.into_iter().filter(|(_, contents)| !contents.is_empty());
        let made = made
            .map(|(id, contents)| DebugSection { id, is_split: false, signature: None, contents })
            .collect();
        self.add_debug_sections(made, files.version)
    }

    /// Returns true if the distance between two addresses is final.
    fn is_fixed(&self, from: CodeAddress, to: CodeAddress) -> bool {
        let section = &self.sections[from.section as usize];
        from.section == to.section && !section.may_shorten_between(from.offset, to.offset)
    }

    /// Builds debug information of functions at these addresses, or for text.
    fn describe(&self, functions: Vec<PlacedFunction>, is_text: bool) -> Option<Made> {
        let info = self.module.debug_info.as_deref()?;
        let is_fixed = |from: CodeAddress, to: CodeAddress| self.is_fixed(from, to);
        let is_thread_local = |id| self.module.symbol(id).kind == SymbolKind::Tls;
        let input = input::Input {
            info,
            address_bytes: self.target.address_bytes(),
            is_text,
            has_thread_locals: self.target.data_relocations().thread_local.is_some(),
            is_thread_local: &is_thread_local,
            is_fixed: &is_fixed,
        };
        Some(dwarf::build(&input, functions))
    }

    /// Adds the debug sections. Returns those of the split object.
    pub(super) fn add_debug_info(
        &mut self,
        functions: Vec<PlacedFunction>,
    ) -> Result<Vec<DebugSection>, String> {
        let Some(info) = self.module.debug_info.as_deref() else { return Ok(Vec::new()) };
        let (version, is_split_dwarf) = (info.version, info.is_split_dwarf);
        let made = self.describe(functions, false).map_or(Vec::new(), |made| made.sections);
        let (apart, own) = made.into_iter().partition(|section| section.is_split && is_split_dwarf);
        self.add_debug_sections(own, version)?;
        Ok(apart)
    }

    /// Adds debug sections, with relocations for their unresolved values.
    pub(super) fn add_debug_sections(&mut self, made: Vec<DebugSection>, version: u16) -> Result<(), String> {
        // All have indices before the first refers to another. Assembly may have added contents
        // already.
        let mut places = Places::default();
        let mut indices = Vec::new();
        for made in &made {
            let group = made.signature.map(|signature| self.type_group(signature));
            let section = Section { group, ..debug_section(made.id, made.is_split, version) };
            let index = self.section(&section, made.id.align());
            let place = (index, self.sections[index].contents.bytes.len() as u64);
            indices.push(place);
            match made.signature {
                Some(signature) => places.types.insert(signature, place),
                None if !made.is_split => places.sections.insert(made.id, place),
                None => None,
            };
        }
        let mut labels = HashMap::default();
        for (DebugSection { contents, .. }, (index, start)) in made.into_iter().zip(indices) {
            self.sections[index].size += contents.len();
            self.sections[index].contents.bytes.extend_from_slice(&contents.bytes);
            for fixup in &contents.fixups {
                self.fix(index, start, fixup, &places, &mut labels)?;
            }
        }
        Ok(())
    }

    /// Returns the group of a type, whose name is its signature.
    fn type_group(&mut self, signature: u64) -> ComdatId {
        self.type_groups.push(Comdat { name: signature.to_string(), deduplicate: true });
        ComdatId::new(self.module.comdats.len() + self.type_groups.len() - 1)
    }

    fn fix(
        &mut self,
        section: usize,
        start: u64,
        fixup: &Fixup,
        places: &Places,
        labels: &mut HashMap<CodeAddress, usize>,
    ) -> Result<(), String> {
        let Fixup { offset, size, fill } = *fixup;
        let offset = start + offset;
        let relocations = self.target.data_relocations();
        let power = size.trailing_zeros() as usize;
        let absolute = || Some(relocations.absolute[power]).filter(|&kind| kind != 0);
        let (kind, against, addend) = match fill {
            Fill::Number(value) => {
                self.put(section, offset, size, value);
                return Ok(());
            }
            Fill::SettledDistance(..) => return Ok(()),
            Fill::Distance(from, to) => {
                let out = &self.sections[from.section as usize];
                if out.may_shorten_between(from.offset, to.offset)
                    && let Some(pairs) = relocations.difference
                {
                    let (add, subtract) = pairs[power];
                    for (kind, at) in [(add, to), (subtract, from)] {
                        let (against, addend) = self.code_reference(at, labels);
                        self.sections[section].contents.relocs.push(Reloc { offset, kind, against, addend });
                    }
                } else {
                    self.put(section, offset, size, to.offset.wrapping_sub(from.offset));
                }
                return Ok(());
            }
            Fill::Code(at) => {
                let (against, addend) = self.code_reference(at, labels);
                (absolute(), against, addend)
            }
            Fill::Section(id, addend) => {
                let place = places.sections.get(&id);
                let (to, start) = place.ok_or("debug information refers to a section that is empty")?;
                (absolute(), Against::Section(*to as u32), (start + addend) as i64)
            }
            Fill::TypeUnit(signature) => {
                let place = places.types.get(&signature);
                let (to, start) = place.ok_or("debug information refers to a type that has no unit")?;
                (absolute(), Against::Section(*to as u32), *start as i64)
            }
            Fill::Symbol(id) => {
                let to = self.symbol_reference(id, 0, relocations.keep_local_symbols);
                (absolute(), to.against, to.addend)
            }
            Fill::ThreadLocal(id) => {
                let to = self.symbol_reference(id, 0, true);
                let kinds = relocations.thread_local;
                (kinds.map(|kinds| kinds.kinds[power]), to.against, kinds.map_or(0, |kinds| kinds.bias))
            }
        };
        let kind = kind.ok_or("no relocation for an address in debug information")?;
        if let Against::Symbol(id) = against {
            self.symbols[id.index()].used = true;
        }
        self.sections[section].contents.relocs.push(Reloc { offset, kind, against, addend });
        Ok(())
    }

    fn put(&mut self, section: usize, offset: u64, size: u8, value: u64) {
        let (start, size) = (offset as usize, usize::from(size));
        self.sections[section].contents.bytes[start..start + size]
            .copy_from_slice(&value.to_le_bytes()[..size]);
    }

    /// Returns a relocation's symbol and addend for a code address: one label per address if the
    /// linker may move it within its section.
    fn code_reference(
        &mut self,
        at: CodeAddress,
        labels: &mut HashMap<CodeAddress, usize>,
    ) -> (Against, i64) {
        if !self.target.data_relocations().keep_local_symbols {
            return (Against::Section(at.section), at.offset as i64);
        }
        let next = self.labels.len();
        let label = *labels.entry(at).or_insert(next);
        if label == next {
            self.labels.push(LabelSymbol { at: Address { section: at.section as usize, offset: at.offset } });
        }
        (Against::Label(label as u32), 0)
    }
}
