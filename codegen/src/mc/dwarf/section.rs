//! Sections of debug information while they are made: bytes, and what is left to be resolved in them.

use super::CodeAddress;
use crate::ir::entity::SymbolId;

/// Which section.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum SectionId {
    /// `.debug_abbrev`.
    Abbrev,
    /// `.debug_info`.
    Info,
    /// `.debug_types`: units of types up to version 4; later ones are in `.debug_info`.
    Types,
    /// `.debug_rnglists`, or `.debug_ranges` up to version 4.
    Ranges,
    /// `.debug_loclists`, or `.debug_loc` up to version 4.
    Locations,
    /// `.debug_str_offsets`.
    StrOffsets,
    /// `.debug_str`.
    Str,
    /// `.debug_addr`.
    Addr,
    /// `.debug_line`.
    Line,
    /// `.debug_line_str`.
    LineStr,
    /// `.debug_aranges`.
    Aranges,
    /// `.debug_names`.
    Names,
    /// `.debug_macro`, or `.debug_macinfo` up to version 4.
    Macro,
    /// `.debug_pubnames`.
    PubNames,
    /// `.debug_pubtypes`.
    PubTypes,
    /// `.debug_gnu_pubnames`.
    GnuPubNames,
    /// `.debug_gnu_pubtypes`.
    GnuPubTypes,
}

impl SectionId {
    /// Its name in the file of what is split off.
    pub fn split_name(self, version: u16) -> &'static str {
        match self {
            SectionId::Abbrev => ".debug_abbrev.dwo",
            SectionId::Info => ".debug_info.dwo",
            SectionId::Types => ".debug_types.dwo",
            SectionId::Line => ".debug_line.dwo",
            SectionId::Ranges => ".debug_rnglists.dwo",
            SectionId::Locations if version < 5 => ".debug_loc.dwo",
            SectionId::Locations => ".debug_loclists.dwo",
            SectionId::StrOffsets => ".debug_str_offsets.dwo",
            SectionId::Str => ".debug_str.dwo",
            SectionId::Macro if version < 5 => ".debug_macinfo.dwo",
            SectionId::Macro => ".debug_macro.dwo",
            // These are in the object.
            SectionId::Addr
            | SectionId::LineStr
            | SectionId::Aranges
            | SectionId::Names
            | SectionId::PubNames
            | SectionId::PubTypes
            | SectionId::GnuPubNames
            | SectionId::GnuPubTypes => self.name(version),
        }
    }

    /// Its name, for a version of DWARF.
    pub fn name(self, version: u16) -> &'static str {
        match self {
            SectionId::Abbrev => ".debug_abbrev",
            SectionId::Info => ".debug_info",
            SectionId::Types => ".debug_types",
            SectionId::Ranges if version < 5 => ".debug_ranges",
            SectionId::Ranges => ".debug_rnglists",
            SectionId::Locations if version < 5 => ".debug_loc",
            SectionId::Locations => ".debug_loclists",
            SectionId::StrOffsets => ".debug_str_offsets",
            SectionId::Str => ".debug_str",
            SectionId::Addr => ".debug_addr",
            SectionId::Line => ".debug_line",
            SectionId::LineStr => ".debug_line_str",
            SectionId::Aranges => ".debug_aranges",
            SectionId::Names => ".debug_names",
            SectionId::Macro if version < 5 => ".debug_macinfo",
            SectionId::Macro => ".debug_macro",
            SectionId::PubNames => ".debug_pubnames",
            SectionId::PubTypes => ".debug_pubtypes",
            SectionId::GnuPubNames => ".debug_gnu_pubnames",
            SectionId::GnuPubTypes => ".debug_gnu_pubtypes",
        }
    }

    /// Its alignment in bytes.
    pub fn align(self) -> u64 {
        if self == SectionId::Names { 4 } else { 1 }
    }

    /// Whether it holds strings that the linker merges.
    pub fn is_strings(self) -> bool {
        matches!(self, SectionId::Str | SectionId::LineStr)
    }
}

/// What is to stand at a place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Fill {
    /// A number.
    Number(u64),
    /// An address in code.
    Code(CodeAddress),
    /// The address of a symbol.
    Symbol(SymbolId),
    /// Where a thread-local variable is in its module's block.
    ThreadLocal(SymbolId),
    /// An offset in another section of debug information.
    Section(SectionId, u64),
    /// The start of the section of the type with this signature.
    TypeUnit(u64),
    /// The distance from the first to the second.
    Distance(CodeAddress, CodeAddress),
    /// The same as a number of variable length: it stands there already, as nothing changes it.
    SettledDistance(CodeAddress, CodeAddress),
}

/// Something that is left to be resolved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fixup {
    /// Offset in the section.
    pub offset: u64,
    /// Size in bytes: 1, 2, 4 or 8, or that of a number of variable length.
    pub size: u8,
    /// What stands there.
    pub fill: Fill,
}

/// Bytes with what is left to be resolved in them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Contents {
    /// The bytes; zero where something is to be resolved.
    pub bytes: Vec<u8>,
    /// By offset.
    pub fixups: Vec<Fixup>,
}

impl Contents {
    /// How many bytes there are.
    pub fn len(&self) -> u64 {
        self.bytes.len() as u64
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Appends the low `size` bytes of a number.
    pub fn number(&mut self, value: u64, size: u8) {
        self.bytes.extend_from_slice(&value.to_le_bytes()[..usize::from(size.min(8))]);
    }

    /// Appends an unsigned number of variable length.
    pub fn uleb(&mut self, value: u64) {
        super::super::leb128::push_unsigned(value, &mut self.bytes);
    }

    /// Appends a signed number of variable length.
    pub fn sleb(&mut self, value: i64) {
        super::super::leb128::push_signed(value, &mut self.bytes);
    }

    /// Appends a string and the zero at its end.
    pub fn string(&mut self, text: &[u8]) {
        self.bytes.extend(text.iter().copied().take_while(|&byte| byte != 0));
        self.bytes.push(0);
    }

    /// Appends what is resolved later.
    pub fn fill(&mut self, fill: Fill, size: u8) {
        self.fixups.push(Fixup { offset: self.len(), size, fill });
        self.number(0, size);
    }

    /// Appends a distance that nothing changes, which does not go backwards, as a number of variable length.
    pub fn settled_distance(&mut self, from: CodeAddress, to: CodeAddress) {
        let offset = self.len();
        self.uleb(to.offset.saturating_sub(from.offset));
        let size = (self.len() - offset) as u8;
        self.fixups.push(Fixup { offset, size, fill: Fill::SettledDistance(from, to) });
    }

    /// Resolves what nothing changes any more: offsets in other sections that begin there, and distances.
    pub fn settle(&mut self) {
        let bytes = &mut self.bytes;
        self.fixups.retain(|fixup| {
            let value = match fixup.fill {
                Fill::Number(value) | Fill::Section(_, value) => value,
                Fill::Distance(from, to) => to.offset.wrapping_sub(from.offset),
                Fill::SettledDistance(..) => return false,
                Fill::Code(_) | Fill::Symbol(_) | Fill::ThreadLocal(_) | Fill::TypeUnit(_) => return true,
            };
            let (start, size) = (fixup.offset as usize, usize::from(fixup.size));
            bytes[start..start + size].copy_from_slice(&value.to_le_bytes()[..size]);
            false
        });
    }

    /// Appends all of another one.
    pub fn append(&mut self, other: &Contents) {
        let start = self.len();
        self.bytes.extend_from_slice(&other.bytes);
        self.fixups.extend(other.fixups.iter().map(|fixup| Fixup { offset: start + fixup.offset, ..*fixup }));
    }

    /// The number of 4 bytes at an offset.
    pub fn word(&self, offset: u64) -> u64 {
        let bytes = self.bytes[offset as usize..].first_chunk();
        bytes.map_or(0, |bytes| u32::from_le_bytes(*bytes).into())
    }

    /// Puts a number of 4 bytes over what stands at an offset.
    pub fn set_word(&mut self, offset: u64, value: u64) {
        let start = offset as usize;
        self.bytes[start..start + 4].copy_from_slice(&(value as u32).to_le_bytes());
    }

    /// Appends room for a length of 4 bytes; its offset is for [`Contents::end_length`].
    pub fn start_length(&mut self) -> u64 {
        let at = self.len();
        self.number(0, 4);
        at
    }

    /// Sets a length to what has come since.
    pub fn end_length(&mut self, at: u64) {
        self.set_word(at, self.len() - at - 4);
    }
}

/// A section that is made.
#[derive(Clone, Debug)]
pub struct DebugSection {
    /// Which one.
    pub id: SectionId,
    /// Whether it is of what is split off.
    pub is_split: bool,
    /// The signature of the type that it is of: of several objects' one is linked.
    pub signature: Option<u64>,
    /// What it holds.
    pub contents: Contents,
}
