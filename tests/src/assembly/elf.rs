//! An object file, read into a canonical listing: equivalent files have equal lines.
//!
//! Sections are named by name, flags and group; local symbols by their location. Words and
//! instruction fields that the linker fills are zero, and their relocations are listed. An
//! assembler may leave a distance within a section to the linker or resolve it; here it is resolved
//! (`relocations`). Unwind tables are listed decoded (`frames`). Cost: n log n in the file.

use super::frames;
use super::relocations;
use crate::Result;
use object::elf;
use object::read::elf::{FileHeader, Rela, SectionHeader, SectionTable, Sym, SymbolTable};
use object::{Endianness, SectionIndex, SymbolIndex};
use std::collections::HashMap;
use std::fmt;

/// `SHT_LLVM_ADDRSIG`.
const ADDRESS_SIGNIFICANCE: u32 = 0x6fff_4c03;

type Header = elf::FileHeader64<Endianness>;

/// A symbol's location.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// In another object.
    Undefined,
    /// At no section's address.
    Absolute(u64),
    /// Common, with this alignment.
    Common(u64),
    /// In a section, by index, at this offset.
    In(usize, u64),
}

/// A symbol.
#[derive(Debug, Clone)]
pub struct Symbol {
    /// Its name; for a section symbol, the section's name.
    pub name: String,
    /// `STB_…`.
    pub binding: u8,
    /// `STT_…`.
    pub kind: u8,
    /// `st_other`: the visibility, and the target's bits.
    pub other: u8,
    /// Its location.
    pub place: Place,
    /// Its size.
    pub size: u64,
}

/// A relocation.
#[derive(Debug, Clone, Copy)]
pub struct Relocation {
    /// Offset in the section.
    pub offset: u64,
    /// `R_…`.
    pub kind: u32,
    /// The symbol, by index.
    pub symbol: usize,
    /// The addend.
    pub addend: i64,
}

/// A section.
#[derive(Debug, Clone, Default)]
pub struct Section {
    /// Name, flags, group, and a number to distinguish sections that agree in all of these.
    pub id: String,
    /// The name alone.
    pub name: String,
    /// `SHT_…`.
    pub kind: u32,
    /// `SHF_…`.
    pub flags: u64,
    /// Alignment.
    pub align: u64,
    /// Size of an element.
    pub entry_size: u64,
    /// Size.
    pub size: u64,
    /// The contents.
    pub bytes: Vec<u8>,
    /// The relocations.
    pub relocations: Vec<Relocation>,
}

/// An object file.
#[derive(Debug, Clone)]
pub struct Object {
    /// `e_machine`.
    pub machine: u16,
    /// `e_flags`.
    pub flags: u32,
    /// Sections, by index in the file.
    pub sections: Vec<Section>,
    /// Symbols, by index in the file.
    pub symbols: Vec<Symbol>,
}

/// The referent of a relocation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Referent {
    /// A symbol defined in another object, or one that another definition may replace: name and
    /// addend.
    Named(String, i64),
    /// A location in a section, by index. In a mergeable section, the offset of the element, and an
    /// addend.
    At(usize, u64, i64),
}

/// One line of the listing.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Line {
    /// The topic of the line.
    pub topic: Topic,
    /// The section, or the symbol's name.
    pub subject: String,
    /// Offset in the section.
    pub offset: u64,
    /// The rest.
    pub text: String,
}

/// The topic of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Topic {
    /// The file as a whole.
    File,
    /// A section's type, flags, alignment and size.
    Section,
    /// Up to 16 bytes of a section.
    Bytes,
    /// A relocation.
    Relocation,
    /// A symbol.
    Symbol,
    /// A function's unwind information.
    Frame,
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} {}+{:#x}: {}", self.topic, self.subject, self.offset, self.text)
    }
}

fn reading<T>(result: object::read::Result<T>) -> Result<T> {
    result.map_err(|e| format!("the object cannot be read: {e}"))
}

impl Object {
    /// Reads a file.
    ///
    /// # Errors
    /// The file is no 64-bit ELF object.
    pub fn parse(data: &[u8]) -> Result<Object> {
        let header = reading(Header::parse(data))?;
        let endian = reading(header.endian())?;
        let table = reading(header.sections(endian, data))?;
        let symbols = reading(table.symbols(endian, data, elf::SHT_SYMTAB))?;
        let mut object = Object {
            machine: header.e_machine(endian).0,
            flags: header.e_flags(endian).0,
            sections: sections(endian, data, &table)?,
            symbols: Vec::new(),
        };
        object.symbols = object.read_symbols(endian, &symbols)?;
        object.drop_repeated_marks();
        object.name_sections(endian, data, &table)?;
        object.read_relocations(endian, data, &table)?;
        Ok(object)
    }

    fn read_symbols(&self, endian: Endianness, table: &SymbolTable<'_, Header>) -> Result<Vec<Symbol>> {
        let read = |(number, symbol): (SymbolIndex, &elf::Sym64<Endianness>)| {
            let value = symbol.st_value(endian);
            let section = reading(table.symbol_section(endian, symbol, number))?;
            let place = match (symbol.st_shndx(endian), section) {
                (_, Some(SectionIndex(section))) => Place::In(section, value),
                (elf::SHN_COMMON, _) => Place::Common(value),
                (elf::SHN_ABS, _) => Place::Absolute(value),
                _ => Place::Undefined,
            };
            let name = reading(table.symbol_name(endian, symbol))?;
            let mut name = String::from_utf8_lossy(name).into_owned();
            if let (elf::STT_SECTION, Some(SectionIndex(section))) = (symbol.st_type(), section) {
                name.clone_from(&self.sections[section].name);
            }
            let (binding, kind) = (symbol.st_bind().0, symbol.st_type().0);
            Ok(Symbol {
                name,
                binding,
                kind,
                other: symbol.st_other().0,
                place,
                size: symbol.st_size(endian),
            })
        };
        table.enumerate().map(read).collect()
    }

    /// Clears the names of mapping symbols (`$x`, `$d`) that repeat the preceding one.
    fn drop_repeated_marks(&mut self) {
        let mut marks: Vec<(usize, u64, usize)> = Vec::new();
        for (number, symbol) in self.symbols.iter().enumerate().filter(|(_, symbol)| is_mark(symbol)) {
            if let Place::In(section, offset) = symbol.place {
                marks.push((section, offset, number));
            }
        }
        marks.sort_unstable();
        let repeats = |pair: &&[(usize, u64, usize)]| {
            pair[0].0 == pair[1].0 && self.symbols[pair[0].2].name == self.symbols[pair[1].2].name
        };
        let repeated: Vec<usize> = marks.windows(2).filter(repeats).map(|pair| pair[1].2).collect();
        for number in repeated {
            self.symbols[number].name.clear();
        }
    }

    /// Assigns sections their ids and groups.
    fn name_sections(
        &mut self,
        endian: Endianness,
        data: &[u8],
        table: &SectionTable<'_, Header>,
    ) -> Result<()> {
        let mut groups: HashMap<usize, String> = HashMap::new();
        for section in table.iter() {
            let Some((flag, members)) = reading(section.group(endian, data))? else { continue };
            let signature = &self.symbols[section.sh_info(endian) as usize].name;
            for member in members {
                groups.insert(member.get(endian) as usize, format!(" in {signature} ({:?})", flag));
            }
        }
        let mut seen: HashMap<String, usize> = HashMap::new();
        for (index, section) in self.sections.iter_mut().enumerate() {
            let group = groups.remove(&index).unwrap_or_default();
            // The element size is significant only in mergeable sections.
            let merged = section.flags & elf::SHF_MERGE.0 != 0;
            let entry_size = if merged { section.entry_size } else { 0 };
            let id = format!("{} {:#x}/{entry_size}{group}", section.name, section.flags);
            let number = seen.entry(id.clone()).or_insert(0);
            section.id = if *number == 0 { id } else { format!("{id} #{number}") };
            *number += 1;
        }
        Ok(())
    }

    fn read_relocations(
        &mut self,
        endian: Endianness,
        data: &[u8],
        table: &SectionTable<'_, Header>,
    ) -> Result<()> {
        for section in table.iter() {
            let Some((entries, _)) = reading(section.rela(endian, data))? else { continue };
            let of = section.sh_info(endian) as usize;
            self.sections[of].relocations = entries
                .iter()
                .map(|entry| Relocation {
                    offset: entry.r_offset(endian),
                    kind: entry.r_type(endian, false).0,
                    symbol: entry.r_sym(endian, false) as usize,
                    addend: entry.r_addend(endian),
                })
                .collect();
            self.sections[of].relocations.sort_by_key(|r| r.offset);
        }
        Ok(())
    }

    /// Returns true if linker relaxation is enabled.
    #[must_use]
    pub fn is_relaxed(&self) -> bool {
        let marks = |r: &Relocation| [elf::R_RISCV_RELAX.0, elf::R_RISCV_ALIGN.0].contains(&r.kind);
        self.machine == elf::EM_RISCV.0 && self.sections.iter().any(|s| s.relocations.iter().any(marks))
    }

    /// Removes from the ends of sections the padding up to their alignment, if `other` does not
    /// have it.
    pub fn drop_end_padding(&mut self, other: &Object) {
        for section in &mut self.sections {
            let Some(model) = other.sections.iter().find(|s| s.id == section.id) else { continue };
            if section.size == model.size.next_multiple_of(section.align.max(1)) {
                section.size = model.size;
                section.bytes.truncate(model.bytes.len());
            }
        }
    }

    /// Returns the referent of `symbol + addend`.
    #[must_use]
    pub fn referent(&self, symbol: usize, addend: i64) -> Referent {
        let symbol = &self.symbols[symbol];
        match symbol.place {
            Place::In(section, value) if symbol.binding == elf::STB_LOCAL.0 => {
                let merged = self.sections[section].flags & elf::SHF_MERGE.0 != 0;
                if merged && symbol.kind != elf::STT_SECTION.0 {
                    return Referent::At(section, value, addend);
                }
                Referent::At(section, value.wrapping_add_signed(addend), 0)
            }
            _ => Referent::Named(symbol.name.clone(), addend),
        }
    }

    /// Formats a referent.
    #[must_use]
    pub fn show(&self, referent: &Referent) -> String {
        match referent {
            Referent::Named(name, addend) => format!("{name}{addend:+}"),
            Referent::At(section, offset, 0) => format!("[{}]+{offset:#x}", self.sections[*section].id),
            Referent::At(section, offset, addend) => {
                format!("[{}]+{offset:#x}{addend:+}", self.sections[*section].id)
            }
        }
    }

    /// Returns the listing, sorted.
    ///
    /// # Errors
    /// The unwind tables cannot be decoded.
    pub fn listing(mut self) -> Result<Vec<Line>> {
        let mut lines = frames::listing(&self)?;
        lines.extend(self.name_significant_symbols());
        let listed = relocations::resolve(&mut self);
        lines.extend(listed);
        let text = format!("machine {}, flags {:#x}", self.machine, self.flags);
        lines.push(Line { topic: Topic::File, subject: String::new(), offset: 0, text });
        for section in &self.sections {
            list_section(section, &mut lines);
        }
        lines.extend(self.symbols.iter().filter_map(|symbol| self.list_symbol(symbol)));
        lines.sort();
        Ok(lines)
    }

    /// Lists the address-significant symbols by name, and zeroes their numbers.
    fn name_significant_symbols(&mut self) -> Vec<Line> {
        let mut lines = Vec::new();
        for section in self.sections.iter_mut().filter(|section| section.kind == ADDRESS_SIGNIFICANCE) {
            let (mut number, mut shift) = (0, 0);
            for byte in std::mem::take(&mut section.bytes) {
                number |= usize::from(byte & 0x7f) << shift;
                shift += 7;
                if byte & 0x80 == 0 {
                    let text = self.symbols[number].name.clone();
                    lines.push(Line { topic: Topic::Symbol, subject: section.id.clone(), offset: 0, text });
                    (number, shift) = (0, 0);
                }
            }
            section.size = 0;
        }
        lines
    }

    /// Returns a symbol's line; labels and sections have none.
    fn list_symbol(&self, symbol: &Symbol) -> Option<Line> {
        let is_section = symbol.kind == elf::STT_SECTION.0;
        if is_section || symbol.name.is_empty() || symbol.name.starts_with(".L") {
            return None;
        }
        let (place, offset) = match symbol.place {
            Place::In(section, offset) => (self.sections[section].id.clone(), offset),
            other => (format!("{other:?}"), 0),
        };
        let Symbol { binding, other, size, .. } = symbol;
        // On one target, LLVM gives mapping symbols in thread-local sections the type of the data
        // there.
        let kind = if is_mark(symbol) { 0 } else { symbol.kind };
        let text = format!("in {place}, binding {binding}, type {kind}, other {other:#x}, size {size}");
        Some(Line { topic: Topic::Symbol, subject: symbol.name.clone(), offset, text })
    }
}

fn sections(endian: Endianness, data: &[u8], table: &SectionTable<'_, Header>) -> Result<Vec<Section>> {
    let read = |section: &elf::SectionHeader64<Endianness>| {
        let name = reading(table.section_name(endian, section))?;
        Ok(Section {
            name: String::from_utf8_lossy(name).into_owned(),
            kind: section.sh_type(endian).0,
            flags: section.sh_flags(endian).0,
            // Assemblers align code sections, and the compiler does not align the executable-stack
            // marker.
            align: if name == b".note.GNU-stack" { 1 } else { section.sh_addralign(endian) },
            entry_size: section.sh_entsize(endian),
            size: section.sh_size(endian),
            bytes: reading(section.data(endian, data))?.to_vec(),
            ..Section::default()
        })
    };
    table.iter().map(read).collect()
}

/// Returns true for mapping symbols, which mark the start of code or data.
fn is_mark(symbol: &Symbol) -> bool {
    matches!(symbol.name.as_str(), "$x" | "$d") && symbol.binding == elf::STB_LOCAL.0
}

/// Returns true if a section is one of the file's own tables.
fn is_table(section: &Section) -> bool {
    let tables = [elf::SHT_NULL, elf::SHT_SYMTAB, elf::SHT_STRTAB, elf::SHT_RELA, elf::SHT_GROUP];
    tables.iter().any(|kind| kind.0 == section.kind) || section.kind == elf::SHT_SYMTAB_SHNDX.0
}

fn list_section(section: &Section, lines: &mut Vec<Line>) {
    if is_table(section) {
        return;
    }
    let line = |topic, offset, text| Line { topic, subject: section.id.clone(), offset, text };
    let unwinds = section.name == ".eh_frame";
    let size = if unwinds { String::new() } else { format!(", size {:#x}", section.size) };
    let text = format!("type {:#x}, align {}{size}", section.kind, section.align);
    lines.push(line(Topic::Section, 0, text));
    if unwinds {
        return;
    }
    for (number, bytes) in section.bytes.chunks(16).enumerate() {
        let text: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        lines.push(line(Topic::Bytes, number as u64 * 16, text));
    }
}
