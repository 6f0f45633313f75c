//! Emission of the properties of symbols.

use crate::ir::entity::SymbolId;
use crate::mc::inst::McExpr;

/// The ELF type of a symbol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SymbolType {
    /// `STT_FUNC`.
    Function,
    /// `STT_OBJECT`.
    Object,
    /// `STT_TLS`.
    Tls,
    /// `STT_GNU_IFUNC`.
    IndirectFunction,
}

/// Receives the properties of symbols.
pub(crate) trait SymbolStreamer {
    /// Emits the visibility of a symbol that is defined or used here, as in the module.
    fn visibility(&mut self, _symbol: SymbolId) {}

    /// Emits the linkage of a symbol that is defined or used here, as in the module.
    fn linkage(&mut self, _symbol: SymbolId) {}

    /// Emits the type of a symbol that is defined here.
    fn symbol_type(&mut self, symbol: SymbolId, kind: SymbolType);

    /// Emits the type of an alias.
    fn alias_type(&mut self, symbol: SymbolId, kind: SymbolType) {
        self.symbol_type(symbol, kind);
    }

    /// Emits the size of a symbol in bytes; `None` for the distance from its label to here.
    fn size(&mut self, symbol: SymbolId, size: Option<u64>);

    /// Emits a common symbol.
    fn common(&mut self, symbol: SymbolId, size: u64, align: u32);

    /// Defines `symbol` as `value`.
    fn assign(&mut self, symbol: SymbolId, value: McExpr);

    /// Defines `symbol` as a number.
    fn assign_number(&mut self, symbol: SymbolId, value: i64);

    /// Defines the offset of the escaped object with `number` in the frame of `function`.
    fn assign_frame_escape(&mut self, function: SymbolId, number: u16, offset: i64);
}
