//! Code at its addresses in the object.

use crate::mc::dwarf::events::ChunkDebug;

/// A code address in the object.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct CodeAddress {
    /// The section, by its index in the object.
    pub section: u32,
    /// The offset in bytes.
    pub offset: u64,
}

/// A range of code in one section.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct CodeRange {
    /// The first byte.
    pub start: CodeAddress,
    /// After the last byte.
    pub end: CodeAddress,
}

/// A function with debug information, at its address.
#[derive(Clone, Debug)]
pub(crate) struct PlacedFunction {
    /// Its debug events.
    pub debug: ChunkDebug<CodeAddress>,
    /// Its number among the chunks with code.
    pub chunk: usize,
    /// The number of the preceding chunk with code in its section.
    pub before: Option<usize>,
    /// True if the preceding function of its unit also precedes it in its section; set by
    /// [`build`](super::build), as is the next.
    pub follows: bool,
    /// True if the next function of its unit directly follows it.
    pub is_followed: bool,
}

impl PlacedFunction {
    /// Returns the code of the function.
    pub(crate) fn range(&self) -> Option<CodeRange> {
        let (start, end) = (self.debug.events.first()?.0, self.debug.events.last()?.0);
        (start.section == end.section).then_some(CodeRange { start, end })
    }
}
