//! How far variables of a module are from each other.

use super::entity::SymbolId;

/// Where variables of a module are, each counted from an anchor.
#[derive(Clone, Debug, Default)]
pub struct SectionAnchors {
    /// By symbol: the anchor, and how many bytes the variable is after it.
    pub(crate) places: Vec<Option<(SymbolId, u32)>>,
}

impl SectionAnchors {
    /// Returns the anchor that `symbol` is counted from, and how many bytes the variable is after
    /// it, if that is known.
    pub fn place(&self, symbol: SymbolId) -> Option<(SymbolId, u32)> {
        self.places.get(symbol.index()).copied().flatten()
    }
}
