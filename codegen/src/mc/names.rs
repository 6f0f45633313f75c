//! Names of symbols, in both forms of output.

use super::inst::McSymbol;
use super::labels::Labels;
use crate::ir::entity::SymbolId;
use crate::ir::libcalls;
use crate::ir::mir::names;
use crate::ir::module::{Linkage, Module};
use crate::mc::asm_info::AsmDialect;
use crate::mc::inst_printer::SymbolNames;
use std::borrow::Cow;
use std::fmt::{self, Write};

/// The prefix of private symbols and of labels.
pub const PRIVATE: &str = ".L";

/// Returns the name of a symbol in an object; private ones have the prefix of temporary labels.
pub(crate) fn symbol_name(module: &Module, id: SymbolId) -> Cow<'_, str> {
    let symbol = module.symbol(id);
    match (symbol.name.is_empty(), symbol.linkage) {
        (false, Linkage::Private) => format!("{PRIVATE}{}", symbol.name).into(),
        (false, _) => symbol.name.as_str().into(),
        (true, Linkage::Private) => format!("{PRIVATE}__unnamed_{}", id.raw()).into(),
        (true, _) => format!("__unnamed_{}", id.raw()).into(),
    }
}

/// Returns true if a name in assembly is a label's. Labels are in symbol tables only if a
/// relocation refers to them.
pub(crate) fn is_label(name: &str) -> bool {
    name.starts_with(PRIVATE)
}

/// Writes `name` as in assembly: in quotes if the assembler would not parse it as one word.
pub(crate) fn write_quoted(name: &str, out: &mut dyn Write) -> fmt::Result {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '.');
    if name.chars().all(plain) && !name.starts_with(|c: char| c.is_ascii_digit()) && !name.is_empty() {
        return out.write_str(name);
    }
    write_string(name, out)
}

/// Writes `text` in quotes, as in assembly.
pub(crate) fn write_string(text: &str, out: &mut dyn Write) -> fmt::Result {
    out.write_char('"')?;
    for c in text.chars() {
        match c {
            '\n' => out.write_str("\\n")?,
            '"' | '\\' => write!(out, "\\{c}")?,
            c => out.write_char(c)?,
        }
    }
    out.write_char('"')
}

/// Returns the name of the offset of the escaped object with `number` in the frame of `function`.
pub(crate) fn frame_escape(module: &Module, function: SymbolId, number: u16) -> String {
    match module.symbol(function).name.as_str() {
        "" => names::frame_escape(&symbol_name(module, function), number),
        name => names::frame_escape(name, number),
    }
}

/// Names for the expressions of one function, or of data.
pub(crate) struct Names<'a> {
    /// The module.
    pub module: &'a Module,
    /// The function's labels.
    pub labels: &'a Labels,
    /// The dialect of the names.
    pub dialect: &'static AsmDialect,
}

impl SymbolNames for Names<'_> {
    fn write_symbol(&self, symbol: McSymbol, out: &mut dyn Write) -> fmt::Result {
        match symbol {
            McSymbol::Symbol(id) => {
                let name = symbol_name(self.module, id);
                if (self.dialect.is_reserved)(&name) {
                    write_string(&name, out)
                } else {
                    write_quoted(&name, out)
                }
            }
            McSymbol::LocalAlias(id) => {
                write_quoted(&format!(".L{}$local", symbol_name(self.module, id)), out)
            }
            McSymbol::TypeStub(id) => {
                write_quoted(&format!(".L{}.DW.stub", symbol_name(self.module, id)), out)
            }
            McSymbol::FrameEscape(function, number) => {
                write_quoted(&frame_escape(self.module, function, number), out)
            }
            McSymbol::External(name) => {
                out.write_str(libcalls::name(name).expect("a runtime routine has a name"))
            }
            McSymbol::Label(label) => self.labels.write_name(label, out),
            McSymbol::Block(function, block) => self.labels.write_block(function.raw(), block, out),
            McSymbol::Recorded(function, number) => self.labels.write_recorded(function.raw(), number, out),
        }
    }
}
