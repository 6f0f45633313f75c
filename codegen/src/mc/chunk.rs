//! The contribution of one function, or of the data of a module, to an object: contents by section,
//! unresolved fixups, symbols, frames.

use super::dwarf::events::{ChunkDebug, FileRow};
use super::inst::{FixupKind, Label, McExpr, McSymbol};
use crate::ir::entity::SymbolId;
use crate::ir::mir::CfiDirective;
use crate::ir::section::Section;
use crate::mc::streamer::data::{Base, McValue, ValueUsage};
use crate::mc::streamer::frames::FrameSections;
use crate::mc::streamer::symbols::SymbolType;
use crate::mc::target::McTarget;

/// The target of a fixup.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Filled {
    /// A field of an instruction; true if it is in a sequence that the linker may shorten.
    Instruction(FixupKind, bool),
    /// A word of data of this size in bytes.
    Data(u8),
    /// Nothing: padding that the linker adjusts. The value is its size in bytes.
    Alignment,
    /// The field of a relocation of this type.
    Relocation(u32),
    /// The field of a relocation of this type without a symbol.
    BareRelocation(u32),
}

/// An unresolved fixup.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pending {
    /// The offset in the part's bytes.
    pub offset: u64,
    /// The target of the fixup.
    pub filled: Filled,
    /// The value, or the minuend.
    pub expr: McExpr,
    /// The rest of the value, which is rare.
    of_data: Option<Box<(Option<Base>, ValueUsage)>>,
}

impl Pending {
    /// Returns a fixup with `value`.
    pub(super) fn new(offset: u64, filled: Filled, value: &McValue) -> Pending {
        let McValue { expr, base, usage } = *value;
        let is_plain = base.is_none() && usage == ValueUsage::Plain;
        Pending { offset, filled, expr, of_data: (!is_plain).then(|| Box::new((base, usage))) }
    }

    /// Returns a fixup with the value of `expr`.
    pub(super) fn plain(offset: u64, filled: Filled, expr: McExpr) -> Pending {
        Pending { offset, filled, expr, of_data: None }
    }

    /// Returns the fixup of padding of `room` bytes that the linker adjusts.
    pub(super) fn alignment(offset: u64, room: u64) -> Pending {
        let expr = McExpr { addend: room as i64, ..McExpr::from(Label(0)) };
        Pending::plain(offset, Filled::Alignment, expr)
    }

    /// Returns the value.
    pub(super) fn value(&self) -> McValue {
        let (base, usage) = self.of_data.as_deref().copied().unwrap_or((None, ValueUsage::Plain));
        McValue { expr: self.expr, base, usage }
    }

    /// Returns true if it names a label of its chunk.
    pub(super) fn has_label(&self) -> bool {
        let is_label = |symbol| matches!(symbol, McSymbol::Label(_));
        let base = self.of_data.as_deref().and_then(|of_data| of_data.0);
        is_label(self.expr.symbol) || matches!(base, Some(Base::Symbol(symbol)) if is_label(symbol))
    }

    /// Returns the maximum number of its relocations.
    pub(super) fn most_relocations(&self, target: &dyn McTarget) -> usize {
        if self.of_data.is_some() || self.is_shortenable(target) { 2 } else { 1 }
    }

    /// Returns true if the linker may change its size.
    pub(super) fn is_shortenable(&self, target: &dyn McTarget) -> bool {
        match self.filled {
            Filled::Instruction(kind, relaxes) => relaxes && target.fixup_info(kind).relaxable,
            Filled::Alignment => true,
            Filled::Data(_) | Filled::Relocation(_) | Filled::BareRelocation(_) => false,
        }
    }
}

/// Contents of one section in a chunk.
#[derive(Clone, Debug)]
pub struct ChunkSection {
    /// The section.
    pub section: Section,
    /// Its subsection; subsections are laid out in ascending order.
    pub subsection: u32,
    /// The alignment of its start, in bytes.
    pub start: u32,
    /// The maximum alignment in it, in bytes.
    pub align: u32,
    /// Its size in bytes, also without contents in the file.
    pub size: u64,
    /// The contents.
    pub bytes: Vec<u8>,
    /// The unresolved fixups, by offset.
    pub pending: Vec<Pending>,
    /// The offsets where data among code starts (true), and code after it.
    pub marks: Vec<(u64, bool)>,
    /// The number of the function, if this is an exception table.
    pub exception_table: Option<u32>,
}

impl ChunkSection {
    /// Returns the part and leaves one without contents.
    pub(super) fn take(&mut self) -> ChunkSection {
        let empty = ChunkSection {
            section: self.section.clone(),
            subsection: self.subsection,
            start: self.start,
            align: self.align,
            size: 0,
            bytes: Vec::new(),
            pending: Vec::new(),
            marks: Vec::new(),
            exception_table: None,
        };
        std::mem::replace(self, empty)
    }
}

/// A position in a chunk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChunkPosition {
    /// The part.
    pub part: u32,
    /// The offset in the part, in bytes.
    pub offset: u64,
}

/// A fact about a symbol that a chunk defines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Definition {
    /// It is defined at this position.
    Place(ChunkPosition),
    /// Its type.
    Type(SymbolType),
    /// Its size in bytes.
    Size(u64),
    /// It is common, with this size and alignment in bytes.
    Common(u64, u32),
    /// It is an alias of this expression.
    Alias(McExpr),
    /// It has this absolute value.
    Number(i64),
    /// The escaped object with this number is at this offset in its frame.
    FrameEscape(u16, i64),
}

/// The properties that frames with one CIE share.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct FrameTraits {
    /// True if no rule is known at its start.
    pub simple: bool,
    /// True if the B key signs return addresses, where these are signed.
    pub b_key: bool,
    /// True if the frame's memory is tagged.
    pub tagged: bool,
    /// True if it is a signal handler's frame.
    pub signal: bool,
    /// The column of the return address, if it is not the default.
    pub return_column: Option<u16>,
    /// The personality routine, or its address word, with the encoding of the pointer.
    pub personality: Option<(u8, SymbolId)>,
    /// The encoding of the pointer to the exception table, if there is one.
    pub table_encoding: Option<u8>,
}

/// The location of an exception table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TablePlace {
    /// A position in this chunk.
    Place(ChunkPosition),
    /// A symbol.
    Symbol(SymbolId),
}

/// Unwind information of one function.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The part with its code.
    pub part: u32,
    /// Start and end of the code.
    pub range: (FramePoint, FramePoint),
    /// Its properties.
    pub traits: FrameTraits,
    /// The exception table.
    pub exception_table: Option<TablePlace>,
    /// Directives with their positions.
    pub directives: Vec<(FramePoint, CfiDirective)>,
}

/// A position in code: the offset, and the number of sequences before it that the linker may
/// shorten.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FramePoint {
    /// The offset in the part, in bytes.
    pub offset: u64,
    /// The number of such sequences.
    pub shortenable: u32,
}

/// The contribution of one function, or of the data of a module, to an object.
#[derive(Clone, Debug, Default)]
pub struct ObjectChunk {
    /// Contents.
    pub parts: Vec<ChunkSection>,
    /// Positions of labels, by number; empty if no fixup names a label.
    pub labels: Vec<Option<ChunkPosition>>,
    /// Positions that other chunks may refer to: blocks whose address is taken, address words of
    /// types.
    pub shared: Vec<(McSymbol, ChunkPosition)>,
    /// Symbols.
    pub symbols: Vec<(SymbolId, Definition)>,
    /// Unwind information.
    pub frames: Vec<Frame>,
    /// The sections of unwind information.
    pub frame_sections: FrameSections,
    /// True if the linker may shorten any of it.
    pub relaxes: bool,
    /// By label: the number of sequences before it in its part that the linker may shorten; for
    /// whole sections only.
    pub shortenable: Vec<u32>,
    /// Its debug events.
    pub debug: Option<Box<ChunkDebug<ChunkPosition>>>,
    /// Line rows from directives of the assembly, in order.
    pub lines: Vec<(ChunkPosition, FileRow)>,
    /// For each branch with a relaxed form, in order: true if it became an inverted branch over a
    /// jump.
    pub inverted: Vec<bool>,
}

impl ObjectChunk {
    /// Returns true if a fixup or an alias names a label.
    pub(super) fn names_labels(&self) -> bool {
        let is_label = |expr: McExpr| matches!(expr.symbol, McSymbol::Label(_));
        let aliases = |definition| matches!(definition, Definition::Alias(expr) if is_label(expr));
        self.symbols.iter().any(|&(_, definition)| aliases(definition))
            || self.parts.iter().flat_map(|part| &part.pending).any(Pending::has_label)
    }
}

#[cfg(test)]
mod tests {
    use super::Pending;
    use crate::ir::entity::SymbolId;
    use crate::mc::chunk::Filled;
    use crate::mc::inst::{FixupKind, Label, McExpr, McSymbol};
    use crate::mc::streamer::data::{Base, McValue};

    #[test]
    fn pending_fixups_are_small() {
        assert_eq!(size_of::<Pending>(), 48);
    }

    #[test]
    fn values_are_what_they_were() {
        let (symbol, label) = (McSymbol::Symbol(SymbolId::new(3)), McSymbol::Label(Label(7)));
        let plain = McValue::plain(McExpr::plain(symbol, -5));
        let distance = McValue::difference(McExpr::plain(symbol, 1 << 40), Base::Symbol(label));
        for (value, has_label) in [(plain, false), (distance, true)] {
            let pending = Pending::new(12, Filled::Data(4), &value);
            assert_eq!((pending.value(), pending.has_label()), (value, has_label));
        }
        let branch = Pending::plain(0, Filled::Instruction(FixupKind(0), false), McExpr::from(label));
        assert!(branch.has_label());
    }
}
