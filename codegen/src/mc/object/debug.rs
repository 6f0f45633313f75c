//! Debug information of the object: made when all code has its place, with relocations for what the linker decides.

use super::super::dwarf::section::{DebugSection, Fill, Fixup, SectionId};
use super::super::dwarf::{self, CodeAddress, PlacedFunction};
use super::super::section::{Section, SectionFlags};
use super::{Address, Against, Input, LabelSymbol, Object, Reloc, address};
use crate::ir::module::SymbolKind;
use rustc_hash::FxHashMap as HashMap;

fn code_address(at: Address) -> CodeAddress {
    CodeAddress { section: at.section as u32, offset: at.offset }
}

/// The section of the object that debug information goes into.
fn out_section(id: SectionId, version: u16) -> Section {
    let section = Section::unloaded(id.name(version));
    match id.is_strings() {
        true => Section { flags: SectionFlags::MERGE | SectionFlags::STRINGS, entry_size: 1, ..section },
        false => section,
    }
}

/// Functions with debug information, at their places.
pub(super) fn placed(inputs: &mut [Input<'_>], bases: &[Vec<Address>]) -> Vec<PlacedFunction> {
    let mut last: HashMap<usize, usize> = HashMap::default();
    let mut functions = Vec::new();
    for (chunk, (input, bases)) in inputs.iter_mut().zip(bases).enumerate() {
        let before = |section: usize| last.get(&section).copied();
        if let Some(debug) = input.chunk.debug.take() {
            let debug = debug.map(|place| code_address(address(bases, place)));
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

impl Object<'_> {
    /// Adds the sections of debug information.
    pub(super) fn add_debug_info(&mut self, functions: Vec<PlacedFunction>) -> Result<(), String> {
        let Some(info) = self.module.debug_info.as_deref() else { return Ok(()) };
        let made = {
            let is_fixed = |from: CodeAddress, to: CodeAddress| {
                let sections = (from.section == to.section).then(|| &self.sections[from.section as usize]);
                sections.is_some_and(|section| !section.may_shorten_between(from.offset, to.offset))
            };
            let is_thread_local = |id| self.module.symbol(id).kind == SymbolKind::Tls;
            dwarf::build(
                &dwarf::Input {
                    info,
                    address_bytes: self.target.address_bytes(),
                    code_align: self.target.code_align() as u8,
                    has_thread_locals: self.target.data_relocations().thread_local.is_some(),
                    is_thread_local: &is_thread_local,
                    is_fixed: &is_fixed,
                },
                functions,
            )
        };
        // All have numbers before the first refers to another.
        let version = info.version;
        let numbers: HashMap<SectionId, usize> =
            made.iter().map(|made| (made.id, self.section(&out_section(made.id, version), 1))).collect();
        let mut labels = HashMap::default();
        for DebugSection { id, contents } in made {
            let index = numbers[&id];
            let start = self.sections[index].contents.bytes.len() as u64;
            self.sections[index].size += contents.len();
            self.sections[index].contents.bytes.extend_from_slice(&contents.bytes);
            for fixup in &contents.fixups {
                self.fix(index, start, fixup, &numbers, &mut labels)?;
            }
        }
        Ok(())
    }

    fn fix(
        &mut self,
        section: usize,
        start: u64,
        fixup: &Fixup,
        numbers: &HashMap<SectionId, usize>,
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
                let to = numbers.get(&id).ok_or("debug information refers to a section that is empty")?;
                (absolute(), Against::Section(*to as u32), addend as i64)
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

    /// What a relocation to a place in code names: one label for each place, where the linker may move it within its section.
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
