//! Facts in which two objects of one module must agree: sections, symbols, relocation targets,
//! attributes.

use object::read::elf::{ElfFile, FileHeader};
use object::{
    Endianness, FileKind, Object, ObjectSection, ObjectSymbol, RelocationFlags, RelocationTarget,
    SectionFlags, SymbolFlags, SymbolIndex, elf,
};
use std::collections::{BTreeMap, BTreeSet};

/// The facts of an object by kind, one sentence each.
pub type Facts = BTreeMap<&'static str, BTreeSet<String>>;

/// The kinds of facts, in the order in which they are printed.
pub const KINDS: [&str; 4] = ["section", "symbol", "relocation", "attribute"];

/// The sizes of an object's functions.
#[derive(Clone, Default, Debug)]
pub struct Sizes {
    /// Code sizes in bytes by symbol.
    pub code: BTreeMap<String, u64>,
    /// Stack sizes in bytes by symbol, if they are constant.
    pub stack: BTreeMap<String, u64>,
}

/// Reads an ELF object of either class.
///
/// # Errors
/// The data is not an ELF object.
pub fn read(data: &[u8]) -> Result<(Facts, Sizes), String> {
    let said = |e: object::Error| format!("not an object: {e}");
    match FileKind::parse(data).map_err(said)? {
        FileKind::Elf32 => read_class::<elf::FileHeader32<Endianness>>(data).map_err(said),
        FileKind::Elf64 => read_class::<elf::FileHeader64<Endianness>>(data).map_err(said),
        _ => Err("not an ELF object".into()),
    }
}

fn read_class<'d, H: FileHeader<Endian = Endianness>>(data: &'d [u8]) -> object::Result<(Facts, Sizes)> {
    let file = ElfFile::<'d, H>::parse(data)?;
    let mut facts = Facts::new();
    facts.insert("section", sections(&file));
    facts.insert("symbol", symbols(&file));
    facts.insert("relocation", relocations(&file));
    facts.insert("attribute", attributes(&file)?);
    let functions =
        || file.symbols().filter(|symbol| symbol.kind() == object::SymbolKind::Text && symbol.size() != 0);
    let named = |symbol: object::read::elf::ElfSymbol<'d, '_, H>| {
        Some((symbol.name().ok()?.to_owned(), symbol.size()))
    };
    Ok((facts, Sizes { code: functions().filter_map(named).collect(), stack: stack_sizes(&file) }))
}

/// Returns true for sections that depend on the code, and for those that only describe the layout
/// of others.
fn is_layout(name: &str) -> bool {
    [".rel", ".symtab", ".strtab", ".shstrtab", ".stack_sizes", ".llvm_addrsig"]
        .iter()
        .any(|start| name.starts_with(start))
}

fn sections<H: FileHeader<Endian = Endianness>>(file: &ElfFile<'_, H>) -> BTreeSet<String> {
    let shown = |section: object::read::elf::ElfSection<'_, '_, H>| {
        let name = section.name().ok().filter(|name| !name.is_empty() && !is_layout(name))?;
        // An empty section is not a fact.
        if section.size() == 0 && !name.starts_with(".note") {
            return None;
        }
        let SectionFlags::Elf { sh_flags, sh_type } = section.flags() else { return None };
        Some(format!("{name}: type {:#x}, flags {:#x}", sh_type.0, sh_flags.0))
    };
    file.sections().filter_map(shown).collect()
}

fn symbols<H: FileHeader<Endian = Endianness>>(file: &ElfFile<'_, H>) -> BTreeSet<String> {
    let shown = |symbol: object::read::elf::ElfSymbol<'_, '_, H>| {
        let name = symbol.name().ok().filter(|name| is_named(name))?;
        let SymbolFlags::Elf { st_info, st_other } = symbol.flags() else { return None };
        let section = symbol.section_index().and_then(|index| file.section_by_index(index).ok());
        let section = section.as_ref().and_then(|section| section.name().ok()).unwrap_or("none");
        let kind = st_info.st_type();
        // `llc` reads standard input, so that its file name differs.
        if kind == elf::STT_FILE {
            return None;
        }
        // A code size is not a fact about the module.
        let size = if kind == elf::STT_FUNC { String::new() } else { format!(", size {}", symbol.size()) };
        Some(format!(
            "{name}: binding {}, type {}, other {:#x}, in {section}{size}",
            st_info.st_bind().0,
            kind.0,
            st_other.0,
        ))
    };
    file.symbols().filter_map(shown).collect()
}

/// Returns true if a name comes from the module; other names mark positions in sections.
fn is_named(name: &str) -> bool {
    !name.is_empty() && !name.starts_with(".L") && !name.starts_with('$')
}

/// The module's object symbols by section and address, with their sizes.
type Data = BTreeMap<(usize, u64), (u64, String)>;

fn data<H: FileHeader<Endian = Endianness>>(file: &ElfFile<'_, H>) -> Data {
    let named = |symbol: object::read::elf::ElfSymbol<'_, '_, H>| {
        let name = symbol.name().ok().filter(|name| is_named(name) && symbol.size() != 0)?;
        Some(((symbol.section_index()?.0, symbol.address()), (symbol.size(), name.to_owned())))
    };
    file.symbols().filter_map(named).collect()
}

/// Returns a position in a section relative to its variable. The contents before the variable, such
/// as jump tables, differ with the code.
fn place(data: &Data, (section, name): (usize, &str), offset: u64) -> String {
    match data.range(..=(section, offset)).next_back() {
        Some((&(within, start), (size, symbol))) if within == section && offset - start < *size => {
            format!("{symbol}+{:#x}", offset - start)
        }
        _ => format!("{name}+{offset:#x}"),
    }
}

/// Returns the targets of relocations: for code, the symbols that each section mentions; for data,
/// each with its kind and position.
fn relocations<H: FileHeader<Endian = Endianness>>(file: &ElfFile<'_, H>) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let data = data(file);
    for section in file.sections() {
        let Ok(name) = section.name() else { continue };
        let is_code = section.kind() == object::SectionKind::Text;
        if is_layout(name)
            || name.starts_with(".debug")
            || name == ".eh_frame"
            || name.starts_with(".gcc_except_table")
        {
            continue;
        }
        for (offset, relocation) in section.relocations() {
            let RelocationTarget::Symbol(index) = relocation.target() else { continue };
            let Some(target) = target(file, index) else { continue };
            let RelocationFlags::Elf { r_type } = relocation.flags() else { continue };
            let place = || place(&data, (section.index().0, name), offset);
            found.insert(match is_code {
                true => format!("{name} mentions {target}"),
                false => format!("{}: type {} to {target}+{}", place(), r_type.0, relocation.addend()),
            });
        }
    }
    found
}

/// Returns a symbol's name, or its section if it has none.
fn target<H: FileHeader<Endian = Endianness>>(file: &ElfFile<'_, H>, index: SymbolIndex) -> Option<String> {
    let symbol = file.symbol_by_index(index).ok()?;
    match symbol.name() {
        Ok(name) if is_named(name) => Some(name.to_owned()),
        _ => None,
    }
}

/// Returns the object's facts about its machine.
fn attributes<H: FileHeader<Endian = Endianness>>(file: &ElfFile<'_, H>) -> object::Result<BTreeSet<String>> {
    let mut found = BTreeSet::new();
    if let object::FileFlags::Elf { e_flags, .. } = file.flags() {
        found.insert(format!("header's flags {e_flags:#x}"));
    }
    for name in [".riscv.attributes", ".ARM.attributes", ".note.gnu.property"] {
        let Some(section) = file.section_by_name(name) else { continue };
        let bytes: String = section
            .data()?
            .iter()
            .flat_map(|&byte| std::ascii::escape_default(byte))
            .map(char::from)
            .collect();
        found.insert(format!("{name}: {bytes}"));
    }
    Ok(found)
}

/// Reads `.stack_sizes`: entries of an address and a ULEB128 number.
fn stack_sizes<H: FileHeader<Endian = Endianness>>(file: &ElfFile<'_, H>) -> BTreeMap<String, u64> {
    let word = if file.is_64() { 8 } else { 4 };
    let mut starts = BTreeMap::new();
    for symbol in file.symbols().filter(|symbol| symbol.kind() == object::SymbolKind::Text) {
        if let (Some(section), Ok(name)) = (symbol.section_index(), symbol.name()) {
            starts.insert((section.0, symbol.address()), name.to_owned());
        }
    }
    let mut found = BTreeMap::new();
    for section in file.sections().filter(|section| section.name() == Ok(".stack_sizes")) {
        let data = section.data().unwrap_or_default();
        for (offset, relocation) in section.relocations() {
            let RelocationTarget::Symbol(index) = relocation.target() else { continue };
            let Ok(symbol) = file.symbol_by_index(index) else { continue };
            let start = symbol
                .section_index()
                .map(|section| section.0)
                .zip(symbol.address().checked_add_signed(relocation.addend()));
            let bytes = usize::try_from(offset).ok().and_then(|offset| data.get(offset + word..));
            if let (Some(name), Some(size)) =
                (start.and_then(|start| starts.get(&start)), bytes.and_then(number))
            {
                found.insert(name.clone(), size);
            }
        }
    }
    found
}

/// Parses a ULEB128 number.
fn number(bytes: &[u8]) -> Option<u64> {
    let mut value = 0;
    for (n, byte) in bytes.iter().enumerate().take(9) {
        value |= u64::from(byte & 0x7f) << (7 * n);
        if byte & 0x80 == 0 {
            return Some(value);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_those_of_variables() {
        let data = Data::from([((3, 16), (8, "table".to_owned())), ((4, 0), (4, "other".to_owned()))]);
        let place = |offset| place(&data, (3, ".rodata"), offset);
        assert_eq!([place(16), place(20)], ["table+0x0", "table+0x4"]);
        assert_eq!([place(4), place(24)], [".rodata+0x4", ".rodata+0x18"]);
    }
}
