//! InstPrinter: the text of instructions.

use super::inst::{McExpr, McInst, McSymbol};
use crate::ir::module::InstPrinterOptions;
use std::fmt::{self, Write};

/// Writes the names of symbols in expressions.
pub trait SymbolNames {
    /// Writes the name of `symbol` as in assembly.
    fn write_symbol(&self, symbol: McSymbol, out: &mut dyn Write) -> fmt::Result;
}

/// Prints instructions as assembly.
pub trait InstPrinter {
    /// Writes `inst` as one line of assembly, without indentation or end of line.
    fn print(
        &self,
        inst: &McInst,
        options: &InstPrinterOptions,
        names: &dyn SymbolNames,
        out: &mut dyn Write,
    ) -> fmt::Result;

    /// Returns the comment on `inst`, if its text does not show everything.
    fn comment(&self, _inst: &McInst) -> Option<String> {
        None
    }

    /// Writes `expr` as an operand or word of data.
    fn print_expr(&self, expr: &McExpr, names: &dyn SymbolNames, out: &mut dyn Write) -> fmt::Result;
}
