//! Sections of debug information under construction: bytes, and their unresolved fixups.

use crate::ir::entity::SymbolId;
use crate::mc::dwarf::placed::CodeAddress;
use crate::support::leb128;
use gimli::Format;

/// Precedes lengths of the 64-bit format.
pub(crate) const DWARF64: u64 = 0xffff_ffff;

/// The identity of a section.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum SectionId {
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
    /// Returns its name in the split file.
    pub(crate) fn split_name(self, version: u16) -> &'static str {
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
            // These sections are in the object.
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

    /// Returns its name in a version of DWARF.
    pub(crate) fn name(self, version: u16) -> &'static str {
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

    /// Returns its alignment in bytes.
    pub(crate) fn align(self) -> u64 {
        if self == SectionId::Names { 4 } else { 1 }
    }

    /// Returns true if it holds strings that the linker merges.
    pub(crate) fn is_strings(self) -> bool {
        matches!(self, SectionId::Str | SectionId::LineStr)
    }
}

/// The value of a fixup.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Fill {
    /// A number.
    Number(u64),
    /// An address in code.
    Code(CodeAddress),
    /// The address of a symbol.
    Symbol(SymbolId),
    /// The offset of a thread-local variable in its module's block.
    ThreadLocal(SymbolId),
    /// An offset in another section of debug information.
    Section(SectionId, u64),
    /// The start of the section of the type unit with this signature.
    TypeUnit(u64),
    /// The distance from the first address to the second.
    Distance(CodeAddress, CodeAddress),
    /// A distance in ULEB128 form that is final and therefore already written.
    SettledDistance(CodeAddress, CodeAddress),
}

/// An unresolved value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Fixup {
    /// The offset in the section.
    pub offset: u64,
    /// The size in bytes: 1, 2, 4 or 8, or the size of a LEB128 number.
    pub size: u8,
    /// The value.
    pub fill: Fill,
}

/// Bytes with their fixups.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Contents {
    /// The bytes; zero at fixups.
    pub bytes: Vec<u8>,
    /// The fixups, by offset.
    pub fixups: Vec<Fixup>,
}

impl Contents {
    /// Returns the size in bytes.
    pub(crate) fn len(&self) -> u64 {
        self.bytes.len() as u64
    }

    /// Returns true if it is empty.
    pub(crate) fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Appends the low `size` bytes of a number.
    pub fn number(&mut self, value: u64, size: u8) {
        self.bytes.extend_from_slice(&value.to_le_bytes()[..usize::from(size.min(8))]);
    }

    /// Appends a ULEB128 number.
    pub(crate) fn uleb(&mut self, value: u64) {
        leb128::push_unsigned(value, &mut self.bytes);
    }

    /// Appends an SLEB128 number.
    pub(crate) fn sleb(&mut self, value: i64) {
        leb128::push_signed(value, &mut self.bytes);
    }

    /// Appends a null-terminated string.
    pub(crate) fn string(&mut self, text: &[u8]) {
        self.bytes.extend(text.iter().copied().take_while(|&byte| byte != 0));
        self.bytes.push(0);
    }

    /// Appends a fixup.
    pub(crate) fn fill(&mut self, fill: Fill, size: u8) {
        self.fixups.push(Fixup { offset: self.len(), size, fill });
        self.number(0, size);
    }

    /// Appends an offset in another section.
    pub(crate) fn offset(&mut self, section: SectionId, offset: u64, format: Format) {
        self.fill(Fill::Section(section, offset), format.word_size());
    }

    /// Appends a final, non-negative distance in ULEB128 form.
    pub(crate) fn settled_distance(&mut self, from: CodeAddress, to: CodeAddress) {
        let offset = self.len();
        self.uleb(to.offset.saturating_sub(from.offset));
        let size = (self.len() - offset) as u8;
        self.fixups.push(Fixup { offset, size, fill: Fill::SettledDistance(from, to) });
    }

    /// Resolves values that are final: offsets in other sections that begin there, and distances.
    pub(crate) fn settle(&mut self) {
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

    /// Appends `other`, with its fixups.
    pub(crate) fn append(&mut self, other: &Contents) {
        let start = self.len();
        self.bytes.extend_from_slice(&other.bytes);
        self.fixups.extend(other.fixups.iter().map(|fixup| Fixup { offset: start + fixup.offset, ..*fixup }));
    }

    /// Returns the length of the unit or table at `start`, with the length itself.
    pub(crate) fn unit_size(&self, start: u64, format: Format) -> u64 {
        let before = usize::from(format.initial_length_size());
        let size = usize::from(format.word_size());
        let mut length = [0; 8];
        let at = start as usize + before - size;
        let bytes = self.bytes.get(at..at + size).unwrap_or_default();
        length[..bytes.len()].copy_from_slice(bytes);
        before as u64 + u64::from_le_bytes(length)
    }

    /// Appends a placeholder for the length of a unit or table, after the mark of the format.
    /// Returns its offset for [`Contents::end_length`].
    pub(crate) fn start_length(&mut self, format: Format) -> u64 {
        if format == Format::Dwarf64 {
            self.number(DWARF64, 4);
        }
        self.start_offset(format)
    }

    /// Appends a placeholder for a length that is no unit's. Returns its offset for
    /// [`Contents::end_length`].
    pub(crate) fn start_offset(&mut self, format: Format) -> u64 {
        let at = self.len();
        self.number(0, format.word_size());
        at
    }

    /// Sets a length to the number of bytes since.
    pub(crate) fn end_length(&mut self, at: u64, format: Format) {
        let size = format.word_size();
        let length = self.len() - at - u64::from(size);
        let (start, size) = (at as usize, usize::from(size));
        self.bytes[start..start + size].copy_from_slice(&length.to_le_bytes()[..size]);
    }
}

/// A section of debug information.
#[derive(Clone, Debug)]
pub(crate) struct DebugSection {
    /// Its identity.
    pub id: SectionId,
    /// True if it belongs to the split file.
    pub is_split: bool,
    /// The signature of its type; the linker keeps one of several objects' sections.
    pub signature: Option<u64>,
    /// Its contents.
    pub contents: Contents,
}

/// Returns the non-empty sections of an object.
pub(super) fn sections(parts: impl IntoIterator<Item = (SectionId, Contents)>) -> Vec<DebugSection> {
    let made = parts.into_iter().filter(|(_, contents)| !contents.is_empty());
    made.map(|(id, contents)| DebugSection { id, is_split: false, signature: None, contents }).collect()
}
