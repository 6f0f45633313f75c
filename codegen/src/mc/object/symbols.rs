//! The symbol table: the file, sections, local symbols and labels, then global ones.

use super::super::lsda;
use super::super::names::{is_label, symbol_name};
use super::{Against, Contents, LabelSymbol, Object, SymbolState};
use crate::ir::entity::{ComdatId, SymbolId};
use crate::ir::libcalls;
use crate::ir::module::{Linkage, SymbolKind, Visibility};
use crate::mc::streamer::symbols::SymbolType;
use object::elf;
use std::borrow::Cow;
use std::collections::HashMap;

/// The `st_other` flag of functions with a variant calling convention, from the processors' ELF
/// supplements (`STO_…_VARIANT_…`).
const VARIANT_CALLS: u8 = 0x80;

/// An entry of the symbol table.
pub(super) struct Entry<'a> {
    pub(super) name: Cow<'a, str>,
    /// The section, or one of the special indices.
    pub(super) place: EntryPlace,
    pub(super) value: u64,
    pub(super) size: u64,
    pub(super) info: elf::SymbolInfo,
    pub(super) other: elf::SymbolOther,
}

/// The section of an entry.
pub(super) enum EntryPlace {
    /// A section, by index.
    Section(usize),
    /// The header of a group, by index.
    Group(usize),
    /// Undefined, absolute or common.
    Special(elf::SymbolSection),
}

/// The symbol table, and the indices of relocation symbols.
pub(super) struct SymbolTable<'a> {
    /// All entries except labels, of which there may be many.
    pub(super) entries: Vec<Entry<'a>>,
    /// The number of entries before the labels.
    pub(super) before_labels: usize,
    num_labels: u32,
    pub(super) num_local: u32,
    sections: Vec<u32>,
    symbols: Vec<u32>,
    externals: Vec<u32>,
    /// Signatures of groups.
    pub(super) groups: Vec<u32>,
}

fn info(bind: elf::SymbolBind, kind: elf::SymbolType) -> elf::SymbolInfo {
    elf::SymbolInfo::new(bind, kind)
}

fn local_entry(name: Cow<'_, str>, kind: elf::SymbolType, place: EntryPlace, value: u64) -> Entry<'_> {
    let info = info(elf::STB_LOCAL, kind);
    Entry { name, place, value, size: 0, info, other: elf::SymbolOther(0) }
}

impl<'a> SymbolTable<'a> {
    /// Returns the symbol index of a relocation's symbol.
    pub(super) fn number(&self, against: Against) -> u32 {
        match against {
            Against::Nothing => 0,
            Against::Section(section) => {
                let number = self.sections[section as usize];
                debug_assert!(number != 0, "section {section} has no symbol");
                number
            }
            Against::Symbol(id) => self.symbols[id.index()],
            Against::External(name) => self.externals[name as usize],
            Against::Label(label) => self.before_labels as u32 + 1 + label,
        }
    }

    /// Adds an entry and returns its index.
    fn push(&mut self, entry: Entry<'a>) -> u32 {
        self.entries.push(entry);
        self.len()
    }

    /// Returns the number of entries so far.
    fn len(&self) -> u32 {
        self.entries.len() as u32 + self.num_labels
    }
}

impl Object<'_> {
    /// Returns the entry that the address-significance table uses for a symbol: the section for a
    /// label.
    pub(super) fn significant(&self, id: SymbolId) -> Against {
        let section = self.symbols[id.index()].at.map(|at| Against::Section(at.section as u32));
        let is_label = is_label(&self.module.symbol(id).name);
        section.filter(|_| is_label).unwrap_or(Against::Symbol(id))
    }
}

/// Builds the table. `groups` are the comdats with sections. The `significant` entries refer to
/// symbols, like relocations.
pub(super) fn build<'a>(
    object: &'a Object<'a>,
    groups: &[ComdatId],
    contents: &[Contents],
    significant: &[Against],
) -> SymbolTable<'a> {
    let mut table = SymbolTable {
        entries: Vec::new(),
        before_labels: 0,
        num_labels: 0,
        num_local: 0,
        sections: vec![0; object.sections.len()],
        symbols: vec![0; object.symbols.len()],
        externals: vec![0; libcalls::NAMES.len()],
        groups: vec![0; groups.len()],
    };
    if !object.module.source_file_name.is_empty() {
        let name = object.module.source_file_name.as_str();
        let name = name.rsplit('/').next().unwrap_or(name).into();
        table.push(local_entry(name, elf::STT_FILE, EntryPlace::Special(elf::SHN_ABS), 0));
    }
    add_sections(contents, significant, &mut table);
    add_mappings(object, &mut table);
    add_exception_tables(object, &mut table);
    add_symbols(object, &mut table, true);
    (table.before_labels, table.num_labels) = (table.entries.len(), object.labels.len() as u32);
    let signatures = signatures(object);
    add_signatures(object, &mut table, groups, &signatures, true);
    table.num_local = table.len() + 1;
    add_symbols(object, &mut table, false);
    add_signatures(object, &mut table, groups, &signatures, false);
    for name in 0..table.externals.len() {
        if object.externals.get(&(name as u16)) == Some(&Against::External(name as u16)) {
            let module_base = libcalls::NAMES[name] == libcalls::TLS_MODULE_BASE;
            let kind = if module_base { elf::STT_TLS } else { elf::STT_NOTYPE };
            table.externals[name] = table.push(Entry {
                info: info(elf::STB_GLOBAL, kind),
                ..local_entry(
                    libcalls::NAMES[name].into(),
                    elf::STT_NOTYPE,
                    EntryPlace::Special(elf::SHN_UNDEF),
                    0,
                )
            });
        }
    }
    table
}

/// Returns the symbol of a label.
pub(super) fn label_entry(name: &'static str, label: &LabelSymbol) -> Entry<'static> {
    let place = EntryPlace::Section(label.at.section);
    local_entry(name.into(), elf::STT_NOTYPE, place, label.at.offset)
}

fn add_sections(contents: &[Contents], significant: &[Against], table: &mut SymbolTable<'_>) {
    let mut used = vec![false; contents.len()];
    let relocs = contents.iter().flat_map(|c| &c.relocs).map(|reloc| &reloc.against);
    for against in relocs.chain(significant) {
        if let Against::Section(index) = *against {
            used[index as usize] = true;
        }
    }
    for index in (0..used.len()).filter(|&i| used[i]) {
        let entry = local_entry("".into(), elf::STT_SECTION, EntryPlace::Section(index), 0);
        table.sections[index] = table.push(entry);
    }
}

/// Adds mapping symbols where code or data starts in each section.
fn add_mappings(object: &Object<'_>, table: &mut SymbolTable<'_>) {
    for (index, out) in object.sections.iter().enumerate().filter(|(_, s)| s.size != 0) {
        let whole = [(0, !out.section.is_code())];
        let marks = if out.marks.is_empty() { &whole[..] } else { &out.marks[..] };
        debug_assert!(marks.is_sorted_by_key(|mark| mark.0), "{}: marks ascend", out.section.name);
        let mut last = None;
        for (n, &(offset, data)) in marks.iter().enumerate() {
            let replaced = marks.get(n + 1).map_or(out.size, |next| next.0) == offset;
            if replaced || last.replace(data) == Some(data) {
                continue;
            }
            let name = object.target.data_relocations().mapping_symbols[usize::from(data)];
            table.push(local_entry(name.into(), elf::STT_NOTYPE, EntryPlace::Section(index), offset));
        }
    }
}

/// Adds LLVM's names of exception tables.
fn add_exception_tables(object: &Object<'_>, table: &mut SymbolTable<'_>) {
    for (index, out) in object.sections.iter().enumerate() {
        for &(offset, function) in &out.exception_tables {
            let name = lsda::symbol_name(function).into();
            table.push(local_entry(name, elf::STT_NOTYPE, EntryPlace::Section(index), offset));
        }
    }
}

fn is_local(linkage: Linkage) -> bool {
    matches!(linkage, Linkage::Internal | Linkage::Private)
}

/// Adds the module's local symbols, or the other ones.
fn add_symbols<'a>(object: &'a Object<'a>, table: &mut SymbolTable<'a>, local: bool) {
    for (index, known) in object.symbols.iter().enumerate() {
        let id = SymbolId::new(index);
        let symbol = object.module.symbol(id);
        let defined = known.at.is_some() || known.common.is_some() || known.number.is_some();
        let wanted = match symbol.linkage {
            _ if known.section.is_some() => false,
            Linkage::Private => known.used,
            Linkage::Internal if is_label(&symbol.name) => known.used,
            // `.weak` creates them in text, referenced or not.
            Linkage::ExternalWeak => true,
            // `.hidden` and similar directives create them, which text has for symbols of the IR.
            _ if symbol.visibility != Visibility::Default && !symbol.outside_ir => true,
            _ => defined || known.used || symbol.declared,
        };
        if is_local(symbol.linkage) != local || !wanted {
            continue;
        }
        table.symbols[index] = table.push(module_entry(object, id, known));
    }
}

fn module_entry<'a>(object: &'a Object<'a>, id: SymbolId, known: &SymbolState) -> Entry<'a> {
    let symbol = object.module.symbol(id);
    let bind = match symbol.linkage {
        l if is_local(l) => elf::STB_LOCAL,
        Linkage::Weak | Linkage::LinkOnce | Linkage::ExternalWeak => elf::STB_WEAK,
        _ => elf::STB_GLOBAL,
    };
    let kind = match known.kind {
        Some(SymbolType::Function) => elf::STT_FUNC,
        Some(SymbolType::Object) => elf::STT_OBJECT,
        Some(SymbolType::Tls) => elf::STT_TLS,
        Some(SymbolType::IndirectFunction) => elf::STT_GNU_IFUNC,
        None if known.used && symbol.kind == SymbolKind::Tls => elf::STT_TLS,
        None => elf::STT_NOTYPE,
    };
    let other = match symbol.visibility {
        _ if is_local(symbol.linkage) => elf::STV_DEFAULT,
        Visibility::Default => elf::STV_DEFAULT,
        Visibility::Hidden => elf::STV_HIDDEN,
        Visibility::Internal => elf::STV_INTERNAL,
        Visibility::Protected => elf::STV_PROTECTED,
    };
    let own_size = known.size.unwrap_or(0);
    let (place, value, size) = match (known.at, known.common, known.number) {
        (Some(at), ..) => (EntryPlace::Section(at.section), at.offset, own_size),
        (None, Some((size, align)), _) => (EntryPlace::Special(elf::SHN_COMMON), align as u64, size),
        (None, None, Some(number)) => (EntryPlace::Special(elf::SHN_ABS), number as u64, own_size),
        (None, None, None) => (EntryPlace::Special(elf::SHN_UNDEF), 0, 0),
    };
    let variant = if object.target.dialect().has_variant_calls(symbol) { VARIANT_CALLS } else { 0 };
    let other = elf::SymbolOther(other.0 | variant);
    Entry { name: symbol_name(object.module, id), place, value, size, info: info(bind, kind), other }
}

/// Finds or creates the symbols that name comdat groups: the module's own, else local ones.
fn add_signatures<'a>(
    object: &'a Object<'a>,
    table: &mut SymbolTable<'a>,
    groups: &[ComdatId],
    signatures: &[Option<SymbolId>],
    local: bool,
) {
    for (group, comdat) in groups.iter().enumerate() {
        match signatures.get(comdat.index()).copied().flatten() {
            Some(id) if table.symbols[id.index()] != 0 => table.groups[group] = table.symbols[id.index()],
            Some(_) => {}
            None if local => {
                let name = object.comdat(*comdat).name.as_str();
                let entry = local_entry(name.into(), elf::STT_NOTYPE, EntryPlace::Group(group), 0);
                table.groups[group] = table.push(entry);
            }
            None => {}
        }
    }
}

/// Returns for each comdat the symbol that is defined here, belongs to it and has its name.
fn signatures(object: &Object<'_>) -> Vec<Option<SymbolId>> {
    let mut signatures = vec![None; object.module.comdats.len()];
    for (index, (symbol, known)) in object.module.symbols.iter().zip(&object.symbols).enumerate() {
        let in_section = || known.at.and_then(|at| object.sections[at.section].section.group);
        let Some(comdat) = symbol.comdat.or_else(in_section) else { continue };
        let named = symbol.name == object.module.comdats[comdat.index()].name;
        if named && known.at.is_some() && symbol.linkage != Linkage::Private {
            signatures[comdat.index()].get_or_insert(SymbolId::new(index));
        }
    }
    // A group may have the name of a symbol outside of it.
    let open = object.module.comdats.iter().zip(&mut signatures).filter(|(_, signature)| signature.is_none());
    let mut open: HashMap<&str, &mut Option<SymbolId>> = open.map(|(c, s)| (c.name.as_str(), s)).collect();
    for (index, symbol) in object.module.symbols.iter().enumerate() {
        let defined = object.symbols[index].at.is_some() && symbol.linkage != Linkage::Private;
        if let Some(signature) = open.get_mut(symbol.name.as_str()).filter(|_| defined) {
            signature.get_or_insert(SymbolId::new(index));
        }
    }
    signatures
}
