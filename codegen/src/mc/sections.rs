//! Section selection for code and data, with llc's choices.

use crate::ir::entity::SymbolId;
use crate::ir::mir::MachineFunction;
use crate::ir::module::{
    Associated, DataValue, GlobalVariable, Linkage, Module, NamedSections, RelocModel, Symbol, SymbolKind,
};
use crate::ir::section::{Companion, Section, SectionFlags, SectionType};
use std::borrow::Cow;

/// Returns the section of a function. The hot and cold attributes precede the metadata's section
/// prefix.
pub(crate) fn for_function(module: &Module, function: &MachineFunction) -> Section {
    let id = function.symbol;
    let symbol = module.symbol(id);
    let prefix = symbol.section_prefix.as_deref().or(function.attrs.section_prefix.as_deref());
    let retained = symbol.retained;
    let associated = counted(function.attrs.associated, symbol.section.is_some());
    let own = module.options.function_sections || symbol.comdat.is_some() || retained || associated.is_some();
    let mut section = match &symbol.section {
        Some(name) => {
            let section = Section { kind: by_name(name).0, ..Section::code(name.clone()) };
            separate(module, id, section)
        }
        None if own => alone(module, id, prefix, Section::code(".text")),
        None => Section::code(shared_name(prefix, ".text")),
    };
    section.group = symbol.comdat;
    if retained {
        section = kept(symbol, section);
    }
    go_with(module, associated, &mut section);
    section
}

/// Returns the association that has an effect: one with nothing has one only if the source names
/// the section.
fn counted(associated: Option<Associated>, is_explicit: bool) -> Option<Associated> {
    associated.filter(|&with| is_explicit || with != Associated::Nothing)
}

/// Links a section to the section of `associated`, if there is one: the linker keeps or drops both.
fn go_with(module: &Module, associated: Option<Associated>, section: &mut Section) {
    let Some(associated) = associated else { return };
    section.flags |= SectionFlags::LINK_ORDER;
    section.linked_to = match associated {
        Associated::With(symbol) if module.symbol(symbol).defined => Some(Companion::Symbol(symbol)),
        // The section of a symbol in another module is unknown.
        Associated::With(_) | Associated::Nothing => None,
    };
}

/// Returns a section like `shared` for `id` alone: with its own name, or with a number if sections
/// of a kind share a name.
fn alone(module: &Module, id: SymbolId, prefix: Option<&str>, shared: Section) -> Section {
    if module.options.shares_section_names {
        // A section of that name that the linker must retain has the first number.
        let unique = Some(FIRST_UNIQUE + id.raw());
        return Section { name: shared_name(prefix, shared.name.clone()), unique, ..shared };
    }
    let prefix = prefix.map(|prefix| format!(".{prefix}")).unwrap_or_default();
    let name = format!("{}{prefix}.{}", shared.name, super::names::symbol_name(module, id));
    Section { name: name.into(), ..shared }
}

/// Returns the section that the source names for a symbol, a separate one if the command line
/// requests it.
fn separate(module: &Module, id: SymbolId, section: Section) -> Section {
    let unique = module.options.separates_named_sections.then(|| FIRST_UNIQUE + id.raw());
    Section { unique, ..section }
}

/// Returns the section of a symbol that the linker must retain. It differs from other sections with
/// its name in the source.
fn kept(symbol: &Symbol, mut section: Section) -> Section {
    section.flags |= SectionFlags::RETAIN;
    if symbol.section.is_some() {
        section.unique = Some(FIRST_UNIQUE - 1);
    }
    section
}

/// The number of the section of the first symbol.
const FIRST_UNIQUE: u32 = 2;

/// Returns the name of a shared section, with a trailing dot that no symbol's section name has.
fn shared_name(prefix: Option<&str>, kind: impl Into<Cow<'static, str>>) -> Cow<'static, str> {
    match prefix {
        Some(prefix) => format!("{}.{prefix}.", kind.into()).into(),
        None => kind.into(),
    }
}

/// Returns the section of a function's jump tables, a separate one if the function may be dropped.
pub(crate) fn for_jump_tables(module: &Module, id: SymbolId) -> Section {
    let symbol = module.symbol(id);
    if !module.options.function_sections && symbol.comdat.is_none() {
        return Section::read_only(".rodata");
    }
    Section { group: symbol.comdat, ..alone(module, id, None, Section::read_only(".rodata")) }
}

/// Returns the section of a function's exception table, a separate one if the function may be
/// dropped.
pub(crate) fn for_exception_table(module: &Module, id: SymbolId) -> Section {
    let group = module.symbol(id).comdat;
    if !module.options.function_sections && group.is_none() {
        return Section::read_only(".gcc_except_table");
    }
    let shared = Section::read_only(".gcc_except_table");
    Section {
        group,
        ..if module.options.shares_section_names { shared } else { alone(module, id, None, shared) }
    }
}

/// Returns the section of the address words of types in exception tables.
pub(crate) fn for_type_stubs() -> Section {
    Section::new(".data", SectionType::Progbits, SectionFlags::ALLOC | SectionFlags::WRITE)
}

/// Returns the section of address words for code with a limited range.
pub(crate) fn for_address_words() -> Section {
    Section::new(".data.rel.ro", SectionType::Progbits, SectionFlags::ALLOC | SectionFlags::WRITE)
}

/// The kind of a variable, for its section.
enum SectionKind {
    ThreadData,
    ThreadBss,
    Bss,
    Data,
    ReadOnly,
    RelocatedReadOnly,
    /// Strings with characters of this size in bytes.
    Strings(u8),
    /// Constants of this size in bytes.
    Constants(u32),
}

impl SectionKind {
    /// Returns the section that the source names for variables of this kind.
    fn named_section<'a>(&self, named: &'a NamedSections) -> Option<&'a String> {
        match self {
            SectionKind::Bss => named.bss.as_ref(),
            SectionKind::Data => named.data.as_ref(),
            SectionKind::RelocatedReadOnly => named.relro.as_ref(),
            SectionKind::ReadOnly | SectionKind::Strings(_) | SectionKind::Constants(_) => {
                named.rodata.as_ref()
            }
            SectionKind::ThreadData | SectionKind::ThreadBss => None,
        }
    }
}

fn needs_dynamic_relocation(module: &Module, value: &DataValue) -> bool {
    let fixed = |id: SymbolId| {
        let symbol = module.symbol(id);
        symbol.dso_local || matches!(symbol.linkage, Linkage::Internal | Linkage::Private)
    };
    match *value {
        DataValue::Symbol(..) | DataValue::BlockAddress(..) => true,
        DataValue::Difference(symbol, base, _) => !(fixed(symbol) && fixed(base)),
        DataValue::BlockDifference(..) | DataValue::DsoLocalEquivalent(..) => false,
    }
}

fn classify(module: &Module, global: &GlobalVariable) -> SectionKind {
    let symbol = module.symbol(global.symbol);
    let content = &global.initializer;
    let zero = content.relocs.is_empty() && content.bytes.iter().all(|b| *b == 0);
    let zero = zero && !module.options.keeps_zeros;
    if symbol.kind == SymbolKind::Tls {
        return if zero { SectionKind::ThreadBss } else { SectionKind::ThreadData };
    }
    if !global.constant {
        return if zero && symbol.section.is_none() { SectionKind::Bss } else { SectionKind::Data };
    }
    if !content.relocs.is_empty() {
        let dynamic = content.relocs.iter().any(|r| needs_dynamic_relocation(module, &r.value));
        return match module.reloc_model {
            RelocModel::Pic if dynamic => SectionKind::RelocatedReadOnly,
            _ => SectionKind::ReadOnly,
        };
    }
    match (global.c_string_unit, global.size) {
        _ if !symbol.unnamed_addr => SectionKind::ReadOnly,
        (Some(unit), _) => SectionKind::Strings(unit),
        (None, size @ (4 | 8 | 16 | 32)) => SectionKind::Constants(size as u32),
        _ => SectionKind::ReadOnly,
    }
}

/// Returns true if a variable goes to a small-data section: the linker does not retain or drop it
/// separately.
fn is_small(module: &Module, global: &GlobalVariable) -> bool {
    let symbol = module.symbol(global.symbol);
    let alone = symbol.comdat.is_some() || symbol.retained || counted(symbol.associated, false).is_some();
    (1..=module.small_data_limit).contains(&global.size) && !alone && symbol.section.is_none()
}

/// Returns the section of a variable that is not common.
pub(crate) fn for_global(module: &Module, global: &GlobalVariable) -> Section {
    let symbol = module.symbol(global.symbol);
    let kind = classify(module, global);
    let named = symbol.named_sections.as_deref().and_then(|named| kind.named_section(named));
    let (write, tls) = (SectionFlags::ALLOC | SectionFlags::WRITE, SectionFlags::TLS);
    let (name, ty, flags, entry_size) = match kind {
        SectionKind::ThreadData => (".tdata".into(), SectionType::Progbits, write | tls, 0),
        SectionKind::ThreadBss => (".tbss".into(), SectionType::Nobits, write | tls, 0),
        SectionKind::Bss if is_small(module, global) => (".sbss".into(), SectionType::Nobits, write, 0),
        SectionKind::Data if is_small(module, global) => (".sdata".into(), SectionType::Progbits, write, 0),
        SectionKind::Bss => (".bss".into(), SectionType::Nobits, write, 0),
        SectionKind::Data => (".data".into(), SectionType::Progbits, write, 0),
        SectionKind::RelocatedReadOnly => (".data.rel.ro".into(), SectionType::Progbits, write, 0),
        SectionKind::ReadOnly => (".rodata".into(), SectionType::Progbits, SectionFlags::ALLOC, 0),
        SectionKind::Strings(unit) => {
            let flags = SectionFlags::ALLOC | SectionFlags::MERGE | SectionFlags::STRINGS;
            (format!(".rodata.str{unit}.{}", global.align), SectionType::Progbits, flags, unit as u32)
        }
        SectionKind::Constants(size) => {
            let flags = SectionFlags::ALLOC | SectionFlags::MERGE;
            (format!(".rodata.cst{size}"), SectionType::Progbits, flags, size)
        }
    };
    let mut section = Section::new(name, ty, flags);
    section.entry_size = entry_size;
    section.group = symbol.comdat;
    let retained = symbol.retained;
    let associated = counted(symbol.associated, named.or(symbol.section.as_ref()).is_some());
    let own = symbol.comdat.is_some() || associated.is_some() || retained;
    let prefix = symbol.section_prefix.as_deref();
    if let Some(name) = named.or(symbol.section.as_ref()) {
        let is_zero = named.is_some() && section.kind == SectionType::Nobits;
        section = separate(module, global.symbol, explicit(name, section));
        // Zero-initialized variables take no space in the file, unless the section's name specifies
        // it.
        if is_zero && by_name(name) == (SectionType::Progbits, SectionFlags::empty()) {
            section.kind = SectionType::Nobits;
        }
        if symbol.excluded {
            section.flags = SectionFlags::EXCLUDE;
        }
    } else if own || (module.options.data_sections && entry_size == 0) {
        section = alone(module, global.symbol, prefix, section);
    } else {
        section.name = shared_name(prefix, section.name);
    }
    if retained {
        section = kept(symbol, section);
    }
    go_with(module, associated, &mut section);
    section
}

/// Returns a section that the source names: its type by name, never mergeable.
fn explicit(name: &str, mut section: Section) -> Section {
    section.flags -= SectionFlags::MERGE | SectionFlags::STRINGS;
    section.entry_size = 0;
    let (kind, flags) = by_name(name);
    section.kind = kind;
    section.flags |= flags;
    if METADATA.contains(&name) {
        section.flags = SectionFlags::empty();
    }
    section.name = name.to_string().into();
    section
}

/// `SHT_LLVM_OFFLOADING` and `SHT_LLVM_LTO` (LLVM's `ELF.h`), by which linkers find these sections.
pub(super) const OFFLOADING: SectionType = SectionType::Other(0x6fff_4c0b);
pub(super) const LTO: SectionType = SectionType::Other(0x6fff_4c0c);

/// Names that imply a section type and additional flags, alone or followed by a dot and a suffix.
const NAMED: &[(&str, SectionType, SectionFlags)] = &[
    (".init_array", SectionType::InitArray, SectionFlags::empty()),
    (".fini_array", SectionType::FiniArray, SectionFlags::empty()),
    (".preinit_array", SectionType::PreinitArray, SectionFlags::empty()),
    (".llvm.offloading", OFFLOADING, SectionFlags::empty()),
    (".llvm.lto", LTO, SectionFlags::empty()),
    (".bss", SectionType::Nobits, SectionFlags::WRITE),
    (".gnu.linkonce.b", SectionType::Nobits, SectionFlags::WRITE),
    (".llvm.linkonce.b", SectionType::Nobits, SectionFlags::WRITE),
    (".sbss", SectionType::Nobits, SectionFlags::WRITE),
    (".gnu.linkonce.sb", SectionType::Nobits, SectionFlags::WRITE),
    (".llvm.linkonce.sb", SectionType::Nobits, SectionFlags::WRITE),
    (".tbss", SectionType::Nobits, THREAD_LOCAL),
    (".gnu.linkonce.tb", SectionType::Nobits, THREAD_LOCAL),
    (".llvm.linkonce.tb", SectionType::Nobits, THREAD_LOCAL),
    (".tdata", SectionType::Progbits, THREAD_LOCAL),
    (".gnu.linkonce.td", SectionType::Progbits, THREAD_LOCAL),
    (".llvm.linkonce.td", SectionType::Progbits, THREAD_LOCAL),
];

const THREAD_LOCAL: SectionFlags = SectionFlags::WRITE.union(SectionFlags::TLS);

/// Returns the type of a section that the source names, and the flags that its name implies.
fn by_name(name: &str) -> (SectionType, SectionFlags) {
    if name.starts_with(".note") {
        return (SectionType::Note, SectionFlags::empty());
    }
    let is_named =
        |prefix: &str| name.strip_prefix(prefix).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
    let known = NAMED.iter().find(|(prefix, ..)| is_named(prefix));
    known.map_or((SectionType::Progbits, SectionFlags::empty()), |&(_, kind, flags)| (kind, flags))
}

/// Sections for tools, which are never loaded.
const METADATA: [&str; 5] = ["__llvm_covmap", "__llvm_covfun", "__llvm_covdata", ".llvmbc", ".llvmcmd"];

/// Returns true if a variable is a common symbol.
pub(crate) fn is_common(module: &Module, global: &GlobalVariable) -> bool {
    module.symbol(global.symbol).linkage == Linkage::Common
}

/// The priority of constructors that name none.
const NO_PRIORITY: u32 = 65535;

/// Returns the section of constructors or destructors of one priority. Old sections are read from
/// the end: their names have the distance to the last priority.
pub(crate) fn for_structors(name: &'static str, kind: SectionType, priority: u32) -> Section {
    let flags = SectionFlags::ALLOC | SectionFlags::WRITE;
    match (priority, kind) {
        (NO_PRIORITY, _) => Section::new(name, kind, flags),
        (_, SectionType::Progbits) => {
            Section::new(format!("{name}.{:05}", NO_PRIORITY.saturating_sub(priority)), kind, flags)
        }
        _ => Section::new(format!("{name}.{priority}"), kind, flags),
    }
}
