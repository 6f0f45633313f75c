//! The ELF writer: contents, relocations, groups, symbols, headers.

use super::super::address_significance;
use super::call_graph::is_call_graph;
use super::crel;
use super::symbols::{self, Entry, EntryPlace, SymbolTable};
use super::{Against, Contents, Object, OutSection, Reloc};
use crate::ir::entity::{ComdatId, SymbolId};
use crate::ir::section::{Companion, Section, SectionFlags, SectionType};
use crate::machine::system::System;
use crate::support::leb128;
use object::Endianness;
use object::elf;
use object::write::StringId;
use object::write::elf::{
    Encoder, FileHeader, FileHeaderLayout, SectionHeader, SectionIndex, SinglePhaseWriter, Sym, Writer,
};
use std::collections::{HashMap, HashSet};

/// The number of bytes of relocations that are written at once.
const BLOCK: usize = 4096;

/// The location of written data in the file.
#[derive(Clone, Copy, Default)]
struct Span {
    offset: u64,
    size: u64,
}

/// The layout of the file. Headers are in this order: sections, relocations, groups, strings, then
/// the other tables.
struct Plan<'a> {
    object: &'a Object<'a>,
    table: SymbolTable<'a>,
    /// Comdats with sections, each with the indices of its sections and their relocations.
    groups: Vec<(ComdatId, Vec<u32>)>,
    /// Sections with relocations, and the names of the relocation sections.
    relocated: Vec<(usize, String)>,
    /// The address-significance section, and its contents.
    significant: Option<(usize, Vec<u8>)>,
}

impl Plan<'_> {
    fn section_index(&self, section: usize) -> u32 {
        1 + section as u32
    }

    fn relocations_index(&self, relocated: usize) -> u32 {
        1 + (self.object.sections.len() + relocated) as u32
    }

    fn group_index(&self, group: usize) -> u32 {
        1 + (self.object.sections.len() + self.relocated.len() + group) as u32
    }

    fn symtab_index(&self) -> u32 {
        self.group_index(self.groups.len()) + 1
    }
}

/// Writes the object.
pub(super) fn write(mut object: Object<'_>, significant: Option<&[SymbolId]>) -> Result<Vec<u8>, String> {
    // Symbol indices are known once all sections exist.
    let with_table = significant.map(|_| object.section(&address_significance::section(), 1));
    let contents = object.sections.iter_mut().map(|section| std::mem::take(&mut section.contents));
    let mut contents: Vec<Contents> = contents.collect();
    for Contents { relocs, .. } in &mut contents {
        // The sort is stable: pairs of relocations at one offset keep their order.
        if !relocs.is_sorted_by_key(|r| r.offset) {
            relocs.sort_by_key(|r| r.offset);
        }
    }
    if let Some(symbol) = object.module.symbols.iter().find(|s| s.name.contains('\0')) {
        return Err(format!("symbol {:?} has a NUL in its name", symbol.name));
    }
    let groups = groups(&object.sections);
    let with_relocs = (0..contents.len()).filter(|&i| !contents[i].relocs.is_empty());
    let relocated = with_relocs.map(|i| (i, relocations_name(&object, &object.sections[i].section)));
    let relocated = relocated.collect();
    let significant: Option<Vec<Against>> =
        significant.map(|ids| ids.iter().map(|&id| object.significant(id)).collect());
    let table = symbols::build(&object, &groups, &contents, significant.as_deref().unwrap_or_default());
    let numbers = significant.iter().flatten().map(|&against| table.number(against));
    let list = numbers.filter(|&number| number != 0).flat_map(|n| leb128::unsigned(n.into())).collect();
    let significant = with_table.map(|section| (section, list));
    let mut plan = Plan { table, object: &object, groups: Vec::new(), relocated, significant };
    plan.groups = with_members(&plan, groups);
    let mut bytes = Vec::with_capacity(size(&plan, &contents));
    let mut writer = Writer::new_single_phase(Endianness::Little, is_64(&plan), &mut bytes);
    let layout = write_all(&plan, contents, &mut writer).map_err(|e| e.to_string())?;
    drop(writer);
    write_counts(&plan, &layout, &mut bytes)?;
    Ok(bytes)
}

/// Returns the name of a section's relocations.
fn relocations_name(object: &Object<'_>, section: &Section) -> String {
    let prefix = match RelocFormat::of(object, section) {
        RelocFormat::Crel => crel::PREFIX,
        RelocFormat::Rel => ".rel",
        RelocFormat::Rela => ".rela",
    };
    format!("{prefix}{}", section.name)
}

/// The format of a section's relocations.
#[derive(Clone, Copy, PartialEq, Eq)]
enum RelocFormat {
    /// Differences of variable length.
    Crel,
    /// Without addends.
    Rel,
    Rela,
}

impl RelocFormat {
    fn of(object: &Object<'_>, section: &Section) -> RelocFormat {
        match is_call_graph(section) {
            _ if object.module.options.compact_relocations => RelocFormat::Crel,
            true => RelocFormat::Rel,
            false => RelocFormat::Rela,
        }
    }
}

/// Returns an estimate of the file's size in bytes, slightly too large.
fn size(plan: &Plan<'_>, contents: &[Contents]) -> usize {
    let (reloc, symbol, header) = if is_64(plan) { (24, 24, 64) } else { (12, 16, 40) };
    let aligns: u64 = plan.object.sections.iter().map(|section| section.align).sum();
    let contents = contents.iter().map(|c| c.bytes.len() + c.relocs.len() * reloc).sum::<usize>();
    let (entries, labels) = (&plan.table.entries, plan.object.labels.len());
    let changes = entries.windows(2).filter(|pair| pair[0].name != pair[1].name);
    let names: usize = changes.map(|pair| pair[1].name.len() + 1).sum();
    let headers = 2 * (plan.object.sections.len() + plan.relocated.len() + plan.groups.len() + 8) * header;
    contents + aligns as usize + (entries.len() + labels) * symbol + names + headers
}

/// Returns the comdats that have sections, in section order.
fn groups(sections: &[OutSection]) -> Vec<ComdatId> {
    let mut seen = HashSet::new();
    sections.iter().filter_map(|s| s.section.group).filter(|g| seen.insert(*g)).collect()
}

/// Returns the comdats with the indices of their sections, relocation sections last.
fn with_members(plan: &Plan<'_>, groups: Vec<ComdatId>) -> Vec<(ComdatId, Vec<u32>)> {
    let places: HashMap<ComdatId, usize> =
        groups.iter().enumerate().map(|(n, &comdat)| (comdat, n)).collect();
    let mut members: Vec<(ComdatId, Vec<u32>)> = groups.into_iter().map(|g| (g, Vec::new())).collect();
    let sections = plan.object.sections.iter().enumerate().map(|(n, s)| (plan.section_index(n), s));
    let relocations = plan.relocated.iter().enumerate();
    let relocations = relocations.map(|(n, (i, _))| (plan.relocations_index(n), &plan.object.sections[*i]));
    for (index, section) in sections.chain(relocations) {
        if let Some(group) = section.section.group.and_then(|comdat| places.get(&comdat)) {
            members[*group].1.push(index);
        }
    }
    members
}

/// Writes the file header and the null section header, which hold the number of sections. The null
/// header holds numbers that are too large for the file header.
fn write_counts(plan: &Plan<'_>, layout: &FileHeaderLayout, bytes: &mut [u8]) -> Result<(), String> {
    let (header, encoder) = (file_header(plan), encoder(plan));
    let (mut file, mut none) = (Vec::new(), Vec::new());
    encoder.file_header(&mut file, &header, layout).map_err(|e| e.to_string())?;
    encoder.null_section_header(&mut none, layout);
    for (at, header) in [(0, file), (layout.e_shoff as usize, none)] {
        bytes[at..at + header.len()].copy_from_slice(&header);
    }
    Ok(())
}

/// Writes everything, with space for the headers that hold the number of sections. Returns that
/// space. Contents are freed as they are written.
fn write_all<'a>(
    plan: &'a Plan<'a>,
    mut contents: Vec<Contents>,
    writer: &mut SinglePhaseWriter<'a>,
) -> object::write::Result<FileHeaderLayout> {
    let object = plan.object;
    writer.write_file_header(&file_header(plan))?;
    let mut spans = Vec::with_capacity(contents.len());
    for (n, section) in object.sections.iter().enumerate() {
        let bytes = std::mem::take(&mut contents[n].bytes);
        spans.push(match plan.significant.as_ref().filter(|(table, _)| *table == n) {
            Some((_, bytes)) => write_bytes(section, bytes, bytes.len() as u64, writer),
            None => write_bytes(section, &bytes, section.size, writer),
        });
    }
    let relocs = plan.relocated.iter().map(|(section, _)| std::mem::take(&mut contents[*section].relocs));
    let relocs: Vec<Span> = relocs
        .zip(&plan.relocated)
        .map(|(relocs, (section, _))| write_relocations(plan, *section, &relocs, writer))
        .collect();
    let groups: Vec<Span> = (0..plan.groups.len()).map(|g| write_group(plan, g, writer)).collect();
    write_symbols(plan, writer);
    let names: Vec<_> =
        object.sections.iter().map(|s| writer.add_section_name(s.section.name.as_bytes())).collect();
    let rela_names: Vec<_> =
        plan.relocated.iter().map(|(_, name)| writer.add_section_name(name.as_bytes())).collect();
    let group_name = writer.add_section_name(b".group");
    writer.write_strtab()?;
    writer.write_shstrtab()?;
    let e_shoff = writer.write_null_section_header();
    for (index, name) in names.iter().enumerate() {
        let header = section_header(plan, &object.sections[index], spans[index]);
        let sh_name = writer.section_name_offset(Some(*name));
        writer.write_section_header(&SectionHeader { sh_name, ..header });
    }
    for (n, (index, _)) in plan.relocated.iter().enumerate() {
        let header = relocation_header(plan, *index, relocs[n]);
        let sh_name = writer.section_name_offset(Some(rela_names[n]));
        writer.write_section_header(&SectionHeader { sh_name, ..header });
    }
    for (group, span) in groups.iter().enumerate() {
        writer.write_section_header(&SectionHeader {
            sh_name: writer.section_name_offset(Some(group_name)),
            sh_type: elf::SHT_GROUP,
            sh_flags: elf::SectionFlags(0),
            sh_addr: 0,
            sh_offset: span.offset,
            sh_size: span.size,
            sh_link: plan.symtab_index(),
            sh_info: plan.table.groups[group],
            sh_addralign: 4,
            sh_entsize: 4,
        });
    }
    writer.write_strtab_section_header();
    writer.write_symtab_section_header(plan.table.num_local);
    writer.write_symtab_shndx_section_header();
    writer.write_shstrtab_section_header();
    let section_num = ((writer.offset() - e_shoff) / encoder(plan).section_header_size()) as u32;
    Ok(FileHeaderLayout { e_shoff, section_num, shstrtab_index: section_num - 1, ..Default::default() })
}

/// Returns true if the object is 64-bit.
fn is_64(plan: &Plan<'_>) -> bool {
    plan.object.target.address_bytes() == 8
}

/// Returns the encoder of headers, which knows their sizes.
fn encoder(plan: &Plan<'_>) -> Encoder<Endianness> {
    Encoder::new(
        Endianness::Little,
        is_64(plan),
        elf::Machine(plan.object.target.elf(plan.object.module).machine),
    )
}

fn file_header(plan: &Plan<'_>) -> FileHeader {
    let info = plan.object.target.elf(plan.object.module);
    let retained = plan.object.sections.iter().any(|s| s.section.flags.contains(SectionFlags::RETAIN));
    let gnu = retained || plan.table.entries.iter().any(|e| e.info.st_type() == elf::STT_GNU_IFUNC);
    let os_abi = match System::of_triple(&plan.object.module.triple).os_abi {
        0 if gnu => elf::ELFOSABI_GNU,
        number => elf::OsAbi(number),
    };
    FileHeader {
        os_abi,
        abi_version: 0,
        e_type: elf::ET_REL,
        e_machine: elf::Machine(info.machine),
        e_entry: 0,
        e_flags: elf::FileFlags(info.flags),
    }
}

fn write_bytes(section: &OutSection, bytes: &[u8], size: u64, writer: &mut SinglePhaseWriter<'_>) -> Span {
    let offset = match section.section.kind {
        SectionType::Nobits => writer.offset(),
        _ => writer.write_align(section.align),
    };
    writer.write(bytes);
    Span { offset, size }
}

fn write_relocations(
    plan: &Plan<'_>,
    section: usize,
    relocs: &[Reloc],
    writer: &mut SinglePhaseWriter<'_>,
) -> Span {
    let format = RelocFormat::of(plan.object, &plan.object.sections[section].section);
    if format == RelocFormat::Crel {
        let bytes = crel::encode(relocs, |against| plan.table.number(against));
        let offset = writer.offset();
        writer.write(&bytes);
        return Span { offset, size: bytes.len() as u64 };
    }
    let (offset, is_64) = (writer.write_align_relocation(), is_64(plan));
    let fields = if format == RelocFormat::Rela { 3 } else { 2 };
    let mut bytes = Vec::with_capacity(BLOCK + 24);
    for reloc in relocs {
        if bytes.len() >= BLOCK {
            writer.write(&bytes);
            bytes.clear();
        }
        let (symbol, kind) = (plan.table.number(reloc.against), reloc.kind);
        if is_64 {
            let words = [reloc.offset, u64::from(symbol) << 32 | u64::from(kind), reloc.addend as u64];
            bytes.extend_from_slice(words.map(u64::to_le_bytes)[..fields].as_flattened());
        } else {
            let words = [reloc.offset as u32, symbol << 8 | kind & 0xff, reloc.addend as u32];
            bytes.extend_from_slice(words.map(u32::to_le_bytes)[..fields].as_flattened());
        }
    }
    writer.write(&bytes);
    Span { offset, size: writer.offset() - offset }
}

fn write_group(plan: &Plan<'_>, group: usize, writer: &mut SinglePhaseWriter<'_>) -> Span {
    let (comdat, members) = &plan.groups[group];
    let offset = writer.write_align(4);
    let flags = if plan.object.comdat(*comdat).deduplicate { elf::GRP_COMDAT.0 } else { 0 };
    writer.write(&flags.to_le_bytes());
    for &index in members {
        writer.write_comdat_entry(SectionIndex(index));
    }
    Span { offset, size: writer.offset() - offset }
}

fn write_symbols<'a>(plan: &'a Plan<'a>, writer: &mut SinglePhaseWriter<'a>) {
    writer.write_null_symbol();
    let (before, after) = plan.table.entries.split_at(plan.table.before_labels);
    write_entries(plan, before, writer);
    if !plan.object.labels.is_empty() {
        let label_symbol = plan.object.target.data_relocations().label_symbol;
        let name = Some(writer.add_string(label_symbol.as_bytes()));
        for label in &plan.object.labels {
            write_entry(plan, &symbols::label_entry(label_symbol, label), name, writer);
        }
    }
    write_entries(plan, after, writer);
    writer.write_symtab_shndx();
}

fn write_entries<'a>(plan: &'a Plan<'a>, entries: &'a [Entry<'a>], writer: &mut SinglePhaseWriter<'a>) {
    // Neighbours may share a name.
    let (mut last, mut name) = ("", None);
    for entry in entries {
        if entry.name != last {
            last = &entry.name;
            name = (!last.is_empty()).then(|| writer.add_string(last.as_bytes()));
        }
        write_entry(plan, entry, name, writer);
    }
}

fn write_entry(
    plan: &Plan<'_>,
    entry: &Entry<'_>,
    name: Option<StringId>,
    writer: &mut SinglePhaseWriter<'_>,
) {
    let (section, st_shndx) = match entry.place {
        EntryPlace::Section(index) => (Some(plan.section_index(index)), elf::SHN_UNDEF),
        EntryPlace::Group(group) => (Some(plan.group_index(group)), elf::SHN_UNDEF),
        EntryPlace::Special(special) => (None, special),
    };
    writer.write_symbol(&Sym {
        section,
        st_name: writer.string_offset(name),
        st_info: entry.info,
        st_other: entry.other,
        st_shndx,
        st_value: entry.value,
        st_size: entry.size,
    });
}

fn section_header(plan: &Plan<'_>, out: &OutSection, span: Span) -> SectionHeader {
    let section = &out.section;
    let plain = section.flags - SectionFlags::RETAIN - SectionFlags::EXCLUDE;
    let mut flags = elf::SectionFlags(plain.bits() as u64);
    if section.flags.contains(SectionFlags::EXCLUDE) {
        flags.0 |= elf::SHF_EXCLUDE.0;
    }
    if section.flags.contains(SectionFlags::RETAIN) {
        flags.0 |= elf::SHF_GNU_RETAIN.0;
    }
    if section.group.is_some() {
        flags.0 |= elf::SHF_GROUP.0;
    }
    let is_significant =
        plan.significant.as_ref().is_some_and(|(table, _)| std::ptr::eq(out, &plan.object.sections[*table]));
    let linked_to = section.linked_to.as_ref().and_then(|companion| match companion {
        Companion::Symbol(symbol) => plan.object.symbols[symbol.index()].at.map(|at| at.section),
        Companion::Section(section) => plan.object.index_of(section),
    });
    SectionHeader {
        sh_name: 0,
        sh_type: match section.kind {
            SectionType::Progbits => elf::SHT_PROGBITS,
            SectionType::Nobits => elf::SHT_NOBITS,
            SectionType::Note => elf::SHT_NOTE,
            SectionType::InitArray => elf::SHT_INIT_ARRAY,
            SectionType::FiniArray => elf::SHT_FINI_ARRAY,
            SectionType::PreinitArray => elf::SHT_PREINIT_ARRAY,
            SectionType::Other(number) => elf::SectionType(number),
        },
        sh_flags: flags,
        sh_addr: 0,
        sh_offset: span.offset,
        sh_size: span.size,
        sh_link: match linked_to {
            _ if is_significant || is_call_graph(section) => plan.symtab_index(),
            linked_to => linked_to.map_or(0, |section| plan.section_index(section)),
        },
        sh_info: 0,
        sh_addralign: out.align,
        sh_entsize: section.entry_size as u64,
    }
}

fn relocation_header(plan: &Plan<'_>, section: usize, span: Span) -> SectionHeader {
    let relocated = &plan.object.sections[section].section;
    let group = relocated.group.map_or(0, |_| elf::SHF_GROUP.0);
    let word = if is_64(plan) { 8 } else { 4 };
    let (sh_type, sh_entsize, sh_addralign) = match RelocFormat::of(plan.object, relocated) {
        // The entries differ in size.
        RelocFormat::Crel => (crel::SECTION_TYPE, 1, 1),
        RelocFormat::Rel => (elf::SHT_REL, 2 * word, word),
        RelocFormat::Rela => (elf::SHT_RELA, 3 * word, word),
    };
    SectionHeader {
        sh_name: 0,
        sh_type,
        sh_flags: elf::SectionFlags(elf::SHF_INFO_LINK.0 | group),
        sh_addr: 0,
        sh_offset: span.offset,
        sh_size: span.size,
        sh_link: plan.symtab_index(),
        sh_info: plan.section_index(section),
        sh_addralign,
        sh_entsize,
    }
}
