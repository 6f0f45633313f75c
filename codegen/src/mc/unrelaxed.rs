//! A section's contents before relaxation: bytes of known size, and fragments between them whose
//! sizes the layout determines.
//!
//! A [`Position`] is a number of bytes and a number of fragments; `relax` computes its offset.
//! Invariants: positions in each list of a part ascend, and no position exceeds the part's end.

use super::chunk::{ChunkSection, FrameTraits, Pending};
use super::inst::{FixupKind, McOperand, McSymbol};
use super::relax::{Branch, Item, ItemKind, Origin};
use crate::ir::mir::CfiDirective;
use crate::ir::section::SectionType;
use crate::machine::desc::instructions::Opcode;

/// The initial capacity of a function's unwind information, in directives.
const DIRECTIVES_ROOM: usize = 16;

/// A position in a section's contents before relaxation: the number of bytes, of growing fragments
/// and of sequences that the linker may shorten before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Position {
    pub(super) offset: u64,
    pub(super) items: u32,
    pub(super) shortenable: u32,
}

/// A part before relaxation.
#[derive(Clone, Debug)]
pub(super) struct Growing {
    pub(super) part: ChunkSection,
    /// Its start in the section.
    pub(super) origin: Origin,
    /// True if a label is bound in it.
    pub(super) labelled: bool,
    /// True if it has padding whose size depends on its start in the section.
    pub(super) is_open: bool,
    /// True if it has padding that the linker cannot change.
    pub(super) has_fixed_padding: bool,
    /// True if branches have their longest forms.
    pub(super) relaxes_all: bool,
    pub(super) items: Vec<Item>,
    /// The operands of the branches among the fragments.
    pub(super) operands: Vec<McOperand>,
    pub(super) pending: Vec<(Position, Pending)>,
    pub(super) marks: Vec<(Position, bool)>,
    pub(super) shortenable: u32,
}

impl Growing {
    pub(super) fn position(&self) -> Position {
        let items = self.items.len() as u32;
        Position { offset: self.part.size, items, shortenable: self.shortenable }
    }

    /// Returns true if it is empty.
    pub(super) fn is_untouched(&self) -> bool {
        self.part.size == 0 && self.items.is_empty() && !self.labelled
    }

    /// Returns true if the linker may shorten the contents so far.
    pub(super) fn may_shorten(&self) -> bool {
        self.shortenable != 0 || self.items.iter().any(|item| matches!(item.kind, ItemKind::Branch(_)))
    }

    /// Records padding within the part to a multiple of `align` bytes, of code in steps of `step`
    /// bytes. `is_first` is true if the section has no earlier part.
    pub(super) fn note_inner_align(&mut self, align: u32, is_first: bool, step: u32) {
        if self.part.subsection != 0 {
            self.part.start = self.part.start.max(align);
        }
        if !is_first && align > self.part.start {
            self.is_open = true;
            self.origin = Origin::Unknown { step };
        }
    }

    /// Adds a branch. Its bytes from `at` on and its operands from `before` on are the last ones.
    pub(super) fn push_branch(
        &mut self,
        at: Position,
        form: (Opcode, FixupKind),
        before: usize,
        relaxes: bool,
    ) {
        debug_assert_eq!(at.items as usize, self.items.len(), "a fragment's position counts those before it");
        debug_assert!(self.part.size > at.offset, "a branch without bytes");
        let len = (self.part.size - at.offset) as u32;
        let branch = Branch::new(form, before..self.operands.len(), len, relaxes);
        self.items.push(Item { at, len, kind: ItemKind::Branch(branch) });
    }

    /// Returns true if the last contents are data.
    pub(super) fn is_data(&self) -> bool {
        self.marks.last().map_or(!self.part.section.is_code(), |mark| mark.1)
    }

    /// Returns true if it has contents in a section without contents: instructions, values, or
    /// bytes that are not zero.
    pub(super) fn is_wrongly_filled(&self) -> bool {
        let is_empty = self.part.bytes.is_empty() && self.pending.is_empty();
        let leaves_zeros = |item: &Item| match &item.kind {
            ItemKind::Align(align) => align.value.is_some_and(|fill| fill.value == 0),
            _ => false,
        };
        self.part.section.kind == SectionType::Nobits && !(is_empty && self.items.iter().all(leaves_zeros))
    }

    /// Marks the following contents as data or code.
    pub(super) fn mark(&mut self, data: bool) {
        if self.is_data() != data {
            self.marks.push((self.position(), data));
        }
    }
}

/// Unwind information of one function.
#[derive(Clone, Debug)]
pub(super) struct GrowingFrame {
    pub(super) part: u32,
    pub(super) start: Position,
    pub(super) end: Position,
    pub(super) traits: FrameTraits,
    pub(super) exception_table: Option<McSymbol>,
    pub(super) directives: Vec<(Position, CfiDirective)>,
}

impl GrowingFrame {
    pub(super) fn new(part: u32, at: Position) -> GrowingFrame {
        GrowingFrame {
            part,
            start: at,
            end: at,
            traits: FrameTraits::default(),
            exception_table: None,
            directives: Vec::with_capacity(DIRECTIVES_ROOM),
        }
    }
}

/// Memory that a thread reuses from function to function, for code before relaxation.
#[derive(Default)]
pub struct Memory {
    pub(super) code: Code,
    pub(super) labels: Vec<Option<(u32, Position)>>,
    /// Unresolved fixups of a part.
    pub(super) settled: Vec<Pending>,
}

/// Memory for one part.
#[derive(Default)]
pub(super) struct Code {
    pub(super) bytes: Vec<u8>,
    pub(super) items: Vec<Item>,
    pub(super) operands: Vec<McOperand>,
    pub(super) pending: Vec<(Position, Pending)>,
}

impl Code {
    /// Shrinks `bytes` to their size, and saves the remaining memory for reuse.
    pub(super) fn keep_bytes(&mut self, bytes: &mut Vec<u8>) {
        let exact = bytes.clone();
        self.bytes = std::mem::replace(bytes, exact);
        self.bytes.clear();
    }

    /// Saves the memory of a part that is complete.
    pub(super) fn keep(&mut self, growing: Growing) {
        (self.items, self.operands, self.pending) = (growing.items, growing.operands, growing.pending);
        self.items.clear();
        self.operands.clear();
        self.pending.clear();
    }
}
