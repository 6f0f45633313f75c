//! Distances between variables of a module.

use super::entity::SymbolId;

/// The offsets of variables from their section anchors.
#[derive(Clone, Debug, Default)]
pub struct SectionAnchors {
    /// For each symbol: the anchor, and the variable's offset from it in bytes.
    pub(crate) places: Vec<Option<(SymbolId, u32)>>,
}

impl SectionAnchors {
    /// Returns the anchor of `symbol` and its offset from it in bytes, if known.
    pub(crate) fn place(&self, symbol: SymbolId) -> Option<(SymbolId, u32)> {
        self.places.get(symbol.index()).copied().flatten()
    }
}
