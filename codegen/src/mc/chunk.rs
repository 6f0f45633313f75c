//! What one function, or the data of a module, contributes to an object: contents by section, what is left to resolve, symbols, frames.

use super::dwarf::events::ChunkDebug;
use super::dwarf::line_program::FileRow;
use super::inst::{FixupKind, Label, McExpr, McSymbol};
use super::streamer::{Base, FrameSections, McValue, SymbolType, ValueUsage};
use super::target::McTarget;
use crate::ir::entity::SymbolId;
use crate::ir::mir::CfiDirective;
use crate::ir::section::Section;

/// What a fixup fills.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Filled {
    /// A field of an instruction, in a sequence that the linker may shorten, or not.
    Instruction(FixupKind, bool),
    /// A word of data of this size in bytes.
    Data(u8),
    /// Nothing: padding of as many bytes as the value says, which the linker adjusts.
    Alignment,
    /// What the relocation of this number says.
    Relocation(u32),
    /// The same, where it refers to nothing.
    BareRelocation(u32),
}

/// Something that is left to be resolved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pending {
    /// Offset in the part's bytes.
    pub offset: u64,
    /// What is filled.
    pub filled: Filled,
    /// The value, or what something is subtracted from.
    pub expr: McExpr,
    /// What else there is to the value. Few have it.
    of_data: Option<Box<(Option<Base>, ValueUsage)>>,
}

impl Pending {
    /// What is filled with `value`.
    pub(super) fn new(offset: u64, filled: Filled, value: &McValue) -> Pending {
        let McValue { expr, base, usage } = *value;
        let is_plain = base.is_none() && usage == ValueUsage::Plain;
        Pending { offset, filled, expr, of_data: (!is_plain).then(|| Box::new((base, usage))) }
    }

    /// What is filled with the value of `expr`.
    pub(super) fn plain(offset: u64, filled: Filled, expr: McExpr) -> Pending {
        Pending { offset, filled, expr, of_data: None }
    }

    /// Padding of `room` bytes that the linker adjusts.
    pub(super) fn alignment(offset: u64, room: u64) -> Pending {
        let expr = McExpr { addend: room as i64, ..McExpr::from(Label(0)) };
        Pending::plain(offset, Filled::Alignment, expr)
    }

    /// What goes there.
    pub(super) fn value(&self) -> McValue {
        let (base, usage) = self.of_data.as_deref().copied().unwrap_or((None, ValueUsage::Plain));
        McValue { expr: self.expr, base, usage }
    }

    /// Whether it names a label of its chunk.
    pub(super) fn has_label(&self) -> bool {
        let is_label = |symbol| matches!(symbol, McSymbol::Label(_));
        let base = self.of_data.as_deref().and_then(|of_data| of_data.0);
        is_label(self.expr.symbol) || matches!(base, Some(Base::Symbol(symbol)) if is_label(symbol))
    }

    /// How many relocations it becomes at most.
    pub(super) fn most_relocations(&self, target: &dyn McTarget) -> usize {
        if self.of_data.is_some() || self.is_shortenable(target) { 2 } else { 1 }
    }

    /// Whether the linker may change how long it is.
    pub(super) fn is_shortenable(&self, target: &dyn McTarget) -> bool {
        match self.filled {
            Filled::Instruction(kind, relaxes) => relaxes && target.fixup_info(kind).relaxable,
            Filled::Alignment => true,
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
    /// The number of the function whose exception table it is.
    pub exception_table: Option<u32>,
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
            exception_table: None,
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
    /// Whether memory of the frame has tags.
    pub tagged: bool,
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
    /// Places of labels, by number; none if nothing names any.
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
    /// Rows of the table of lines that assembly says itself, in its order.
    pub lines: Vec<(Place, FileRow)>,
    /// For each branch that had a longer form, in order, whether it became an inverse branch over a jump.
    pub inverted: Vec<bool>,
}

impl ObjectChunk {
    /// Whether something that is left to be resolved, or another name of a symbol, names a label.
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
    use crate::mc::streamer::{Base, McValue};

    #[test]
    fn what_is_left_to_be_resolved_is_small() {
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
