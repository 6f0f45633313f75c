//! What one function, or the data of a module, contributes to an object: contents by section, what is left to resolve, symbols, frames.

use super::dwarf::events::ChunkDebug;
use super::inst::{FixupKind, McExpr, McSymbol};
use super::section::Section;
use super::streamer::{FrameSections, McValue, SymbolType};
use super::target::McTarget;
use crate::ir::entity::SymbolId;
use crate::ir::mir::CfiDirective;

/// What a fixup fills.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Filled {
    /// A field of an instruction.
    Instruction(FixupKind),
    /// A word of data of this size in bytes.
    Data(u8),
    /// Nothing: padding of this many bytes that the linker adjusts.
    Alignment(u64),
    /// What the relocation of this number says.
    Relocation(u32),
    /// The same, where it refers to nothing.
    BareRelocation(u32),
}

/// Something that is left to be resolved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pending {
    /// Offset in the part's bytes.
    pub offset: u64,
    /// What is filled.
    pub filled: Filled,
    /// The value.
    pub value: McValue,
    /// Whether the linker may shorten the sequence that it is in.
    pub relaxes: bool,
}

impl Pending {
    /// Whether the linker may change how long it is.
    pub(super) fn is_shortenable(&self, target: &dyn McTarget) -> bool {
        match self.filled {
            Filled::Instruction(kind) => self.relaxes && target.fixup_info(kind).relaxable,
            Filled::Alignment(_) => true,
            Filled::Data(_) | Filled::Relocation(_) | Filled::BareRelocation(_) => false,
        }
    }
}

/// Contents of one section.
#[derive(Clone, Debug)]
pub struct Part {
    /// The section.
    pub section: Section,
    /// Its subsection there: those of greater numbers come later.
    pub subsection: u32,
    /// What it starts at a multiple of, in bytes.
    pub start: u32,
    /// The alignment of anything in it, in bytes.
    pub align: u32,
    /// Size in bytes, also of what takes no room in the file.
    pub size: u64,
    /// The contents.
    pub bytes: Vec<u8>,
    /// What is left to be resolved, by offset.
    pub pending: Vec<Pending>,
    /// Where data among code starts (true), and code after it.
    pub marks: Vec<(u64, bool)>,
}

impl Part {
    /// The part, which leaves one without contents.
    pub(super) fn take(&mut self) -> Part {
        let empty = Part {
            section: self.section.clone(),
            subsection: self.subsection,
            start: self.start,
            align: self.align,
            size: 0,
            bytes: Vec::new(),
            pending: Vec::new(),
            marks: Vec::new(),
        };
        std::mem::replace(self, empty)
    }
}

/// A place in a chunk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// The part.
    pub part: u32,
    /// Offset in it, in bytes.
    pub offset: u64,
}

/// What is known of a symbol that a chunk defines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Definition {
    /// It stands here.
    Place(Place),
    /// It is of this type.
    Type(SymbolType),
    /// It has this size in bytes.
    Size(u64),
    /// It is common, of this size and alignment in bytes.
    Common(u64, u32),
    /// It is the same as this.
    Alias(McExpr),
    /// It is this number.
    Number(i64),
}

/// What the frames of several functions have in common.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct FrameTraits {
    /// Whether nothing is known at its start.
    pub simple: bool,
    /// Whether the return address is signed by the B key, where it is signed.
    pub b_key: bool,
    /// Whether it is that of a signal's handler.
    pub signal: bool,
    /// The column of the return address, if it is not the usual one.
    pub return_column: Option<u16>,
    /// The personality routine, or the word with its address, and how the pointer is encoded.
    pub personality: Option<(u8, SymbolId)>,
    /// How the pointer to the exception table is encoded, if there is one.
    pub table_encoding: Option<u8>,
}

/// Where an exception table is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TablePlace {
    /// In this chunk.
    Place(Place),
    /// At a symbol.
    Symbol(SymbolId),
}

/// Unwind information of one function.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The part with its code.
    pub part: u32,
    /// Start and end of the code.
    pub range: (FramePoint, FramePoint),
    /// What it says of itself.
    pub traits: FrameTraits,
    /// The exception table.
    pub exception_table: Option<TablePlace>,
    /// Directives with their places.
    pub directives: Vec<(FramePoint, CfiDirective)>,
}

/// A place in code: the offset, and how many sequences before it the linker may shorten.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FramePoint {
    /// Offset in the part, in bytes.
    pub offset: u64,
    /// Number of such sequences.
    pub shortenable: u32,
}

/// What one function, or the data of a module, contributes to an object.
#[derive(Clone, Debug, Default)]
pub struct ObjectChunk {
    /// Contents.
    pub parts: Vec<Part>,
    /// Places of labels, by number.
    pub labels: Vec<Option<Place>>,
    /// Places that other chunks may refer to: of blocks whose address is taken, of words with addresses of types.
    pub shared: Vec<(McSymbol, Place)>,
    /// Symbols.
    pub symbols: Vec<(SymbolId, Definition)>,
    /// Unwind information.
    pub frames: Vec<Frame>,
    /// Where that goes.
    pub frame_sections: FrameSections,
    /// Whether the linker may shorten any of it.
    pub relaxes: bool,
    /// How many sequences before each label in its part the linker may shorten; of whole sections only.
    pub shortenable: Vec<u32>,
    /// What debug information says of it.
    pub debug: Option<Box<ChunkDebug<Place>>>,
    /// For each branch that had a longer form, in order, whether it became an inverse branch over a jump.
    pub inverted: Vec<bool>,
}
