//! Sections as code generation and object writers share them: a name with its ELF type and flags.
//!
//! Two equal [`Section`]s are the same section of the output.

use crate::ir::entity::{ComdatId, SymbolId};
use bitflags::bitflags;
use std::borrow::Cow;

/// The ELF type of a section.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SectionType {
    /// `SHT_PROGBITS`.
    Progbits,
    /// `SHT_NOBITS`.
    Nobits,
    /// `SHT_NOTE`.
    Note,
    /// `SHT_INIT_ARRAY`.
    InitArray,
    /// `SHT_FINI_ARRAY`.
    FiniArray,
    /// `SHT_PREINIT_ARRAY`.
    PreinitArray,
    /// Another type, by number: processor-specific, or LLVM's.
    Other(u32),
}

bitflags! {
    /// The ELF flags of a section. [`Section::group`] determines group membership.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub struct SectionFlags: u16 {
        /// `SHF_WRITE`.
        const WRITE = 1;
        /// `SHF_ALLOC`.
        const ALLOC = 2;
        /// `SHF_EXECINSTR`.
        const EXEC = 4;
        /// `SHF_MERGE`.
        const MERGE = 0x10;
        /// `SHF_STRINGS`.
        const STRINGS = 0x20;
        /// `SHF_LINK_ORDER`.
        const LINK_ORDER = 0x80;
        /// `SHF_TLS`.
        const TLS = 0x400;
        /// `SHF_GNU_RETAIN`, which is bit 21 in the file.
        const RETAIN = 0x800;
        /// `SHF_EXCLUDE`, which is bit 31 in the file.
        const EXCLUDE = 0x1000;
    }
}

impl SectionFlags {
    /// Returns the flags for a number in the file. Only flags with the same number here are
    /// accepted.
    pub(crate) fn of_file(number: u16) -> Option<SectionFlags> {
        let plain = SectionFlags::WRITE | SectionFlags::ALLOC | SectionFlags::EXEC | SectionFlags::TLS;
        SectionFlags::from_bits(number).filter(|flags| plain.contains(*flags))
    }
}

/// The section to which a section is linked (`SHF_LINK_ORDER`).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Companion {
    /// The section of this symbol.
    Symbol(SymbolId),
    /// This section.
    Section(Box<Section>),
}

/// A section of the output.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Section {
    /// The name.
    pub name: Cow<'static, str>,
    /// The type.
    pub kind: SectionType,
    /// The flags.
    pub flags: SectionFlags,
    /// Size of an element of a mergeable section, in bytes; else 0.
    pub entry_size: u32,
    /// The comdat group that it belongs to.
    pub group: Option<ComdatId>,
    /// Its linked-to section (`SHF_LINK_ORDER`).
    pub linked_to: Option<Companion>,
    /// The unique id, which distinguishes otherwise equal sections.
    pub unique: Option<u32>,
}

impl Section {
    /// The name of the section for code.
    pub(crate) const TEXT: &'static str = ".text";

    /// Returns a section of plain contents.
    pub fn new(name: impl Into<Cow<'static, str>>, kind: SectionType, flags: SectionFlags) -> Section {
        Section { name: name.into(), kind, flags, entry_size: 0, group: None, linked_to: None, unique: None }
    }

    /// Returns a section for code with this name.
    pub(crate) fn code(name: impl Into<Cow<'static, str>>) -> Section {
        Section::new(name, SectionType::Progbits, SectionFlags::ALLOC | SectionFlags::EXEC)
    }

    /// Returns a section for constants with this name.
    pub(crate) fn read_only(name: impl Into<Cow<'static, str>>) -> Section {
        Section::new(name, SectionType::Progbits, SectionFlags::ALLOC)
    }

    /// Returns a section for mergeable constants of `size` bytes.
    pub(crate) fn mergeable(size: u32) -> Section {
        Section {
            flags: SectionFlags::ALLOC | SectionFlags::MERGE,
            entry_size: size,
            ..Section::read_only(format!(".rodata.cst{size}"))
        }
    }

    /// Returns a section that is not loaded.
    pub fn unloaded(name: impl Into<Cow<'static, str>>) -> Section {
        Section::new(name, SectionType::Progbits, SectionFlags::empty())
    }

    /// Returns the message for contents in a section that has none (`SHT_NOBITS`).
    pub(crate) fn refused_contents(&self) -> String {
        format!("section '{}' has no contents (@nobits), and cannot have what is not zero", self.name)
    }

    /// Returns true if it holds code.
    pub(crate) fn is_code(&self) -> bool {
        self.flags.contains(SectionFlags::EXEC)
    }
}
