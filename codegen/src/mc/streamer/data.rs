//! Emission of data.

use crate::ir::content::Form;
use crate::ir::module::PointerSchema;
use crate::mc::inst::{Label, McExpr, McSymbol};

/// The value of a word of data: `expr`, or `expr - base`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct McValue {
    /// The minuend.
    pub expr: McExpr,
    /// The subtrahend.
    pub base: Option<Base>,
    /// The use of the value.
    pub usage: ValueUsage,
}

impl McValue {
    /// Returns the value of `expr`.
    pub(crate) fn plain(expr: McExpr) -> McValue {
        McValue { expr, base: None, usage: ValueUsage::Plain }
    }

    /// Returns `expr - base`.
    pub(crate) fn difference(expr: McExpr, base: Base) -> McValue {
        McValue { expr, base: Some(base), usage: ValueUsage::Plain }
    }
}

/// The use of a value in a word of data.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ValueUsage {
    /// As it is.
    Plain,
    /// A function called through the procedure linkage table; requires a base. Holds the word's
    /// distance in bytes from the base, if the base is the symbol that contains the word.
    ThroughPlt(Option<i64>),
    /// A pointer that the loader signs; has no base.
    Signed(PointerSchema),
}

/// The subtrahend in a word of data.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Base {
    /// The address of the word itself.
    Here,
    /// A symbol's address.
    Symbol(McSymbol),
}

/// A relocation that assembly requests (`.reloc`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Relocation {
    /// Its number.
    pub kind: u32,
    /// The symbol; `None` if the relocation has an addend only.
    pub symbol: Option<McSymbol>,
    /// The addend.
    pub addend: i64,
}

/// Receives data.
pub(crate) trait DataStreamer {
    /// Emits bytes.
    fn bytes(&mut self, bytes: &[u8]);

    /// Emits bytes as words of `size` bytes: 1, 2, 4 or 8.
    fn words(&mut self, bytes: &[u8], _size: u8) {
        self.bytes(bytes);
    }

    /// Emits a number of `size` bytes: 1, 2, 4 or 8. Text has no comment on it.
    fn number(&mut self, value: u64, size: u8) {
        self.words(&value.to_le_bytes()[..size.into()], size);
    }

    /// Emits `count` zero bytes.
    fn zeros(&mut self, count: u64);

    /// Emits an element of an initializer.
    fn element(&mut self, _form: Form, bytes: &[u8]) {
        self.bytes(bytes);
    }

    /// Emits a byte that is neither code nor data `count` times.
    fn advance(&mut self, count: u64, byte: u8) {
        self.bytes(&vec![byte; count as usize]);
    }

    /// Emits a word of data of `size` bytes.
    fn value(&mut self, value: &McValue, size: u8) -> Result<(), String>;

    /// Emits a distance between labels in signed or unsigned LEB128 form.
    fn leb128(&mut self, value: &McValue, signed: bool) -> Result<(), String>;

    /// Emits a relocation at an offset in bytes from a label, or from the start of the section.
    fn relocation(&mut self, _at: (Option<Label>, i64), _relocation: Relocation) -> Result<(), String> {
        Err("a relocation by its name is not supported here".into())
    }
}
