//! Symbols that assembly names. Those of module-level assembly are found in its text before anything is compiled, since afterwards
//! the module's symbols do not change; inline assembly may name those and what the IR declares.
//!
//! Cost: linear in the text.

use gisel_codegen::ir::entity::SymbolId;
use gisel_codegen::ir::module::Linkage;
use gisel_codegen::mc::asm_parser::{self, AsmSymbols, is_symbol_char};
use gisel_codegen::mc::names::PRIVATE;
use gisel_codegen::target::Target;
use std::collections::HashMap;

use super::Translator;

/// What names of the IR begin with that stand in objects as they are: it is no part of them.
pub(super) const LITERAL: char = '\u{1}';

impl Translator<'_> {
    /// Makes symbols of what module-level assembly defines and refers to. What cannot be read is an error later, where it is assembled.
    /// What the text wants to be said to the user is returned.
    pub fn declare_module_asm(&mut self, target: &dyn Target) -> Vec<String> {
        if self.module.asm.trim().is_empty() {
            return Vec::new();
        }
        let private = self.private_names(&self.module.asm);
        private.iter().for_each(|name| self.find_asm_symbol(name));
        let folders = &self.module.include_folders;
        let Ok(symbols) = asm_parser::collect(target, &self.module.asm, folders, &private) else {
            return Vec::new();
        };
        let known: HashMap<String, SymbolId> =
            symbols.names().filter_map(|name| Some((name.to_owned(), self.ir_symbol(name)?))).collect();
        symbols.declare(&mut self.module, |name| known.get(name).copied());
        self.module.asm_call_graph = symbols.call_graph(&self.module);
        self.module.asm_idents = symbols.idents;
        symbols.warnings
    }

    /// Makes symbols of what these texts of inline assembly name beside the module's; whether there are any. To be done between functions:
    /// those that are compiled keep their symbols' numbers.
    pub fn declare_inline_asm(&mut self, target: &dyn Target, texts: &[String]) -> bool {
        let before = self.module.symbols.len();
        let folders = self.module.include_folders.clone();
        for text in texts {
            self.declare_asm(&asm_parser::collect_inline(target, text, &folders));
        }
        self.module.symbols.len() != before
    }

    /// Makes these the module's symbols, beside those that it has.
    pub(super) fn declare_asm(&mut self, symbols: &AsmSymbols) {
        let known: HashMap<String, SymbolId> =
            symbols.names().filter_map(|name| Some((name.to_owned(), self.asm_symbol(name)?))).collect();
        symbols.declare(&mut self.module, |name| known.get(name).copied());
    }

    /// The symbol called `name`, of the IR or of other assembly.
    fn asm_symbol(&self, name: &str) -> Option<SymbolId> {
        self.module.asm_symbols.get(name).copied().or_else(|| self.ir_symbol(name))
    }

    /// Finds the symbols that inline assembly names.
    pub(super) fn find_asm_symbols(&mut self, text: &str) {
        for name in text.split(|c: char| !is_symbol_char(c)).filter(|name| is_name(name)) {
            self.find_asm_symbol(name);
        }
    }

    /// Finds the symbol of the IR that assembly calls `name`, if it is one.
    pub(super) fn find_asm_symbol(&mut self, name: &str) {
        if let Some(id) = self.ir_symbol(name) {
            self.module.asm_symbols.insert(name.to_owned(), id);
        }
    }

    /// The symbol of the IR that is called `name` in assembly, where private ones have the prefix of labels and
    /// literal ones lack their mark.
    fn ir_symbol(&self, name: &str) -> Option<SymbolId> {
        let of_ir = |name: &str, is_private: bool| {
            let id = *self.symbols.get(&self.ir.named(name)?.key())?;
            let found = self.module.symbol(id).linkage == Linkage::Private;
            (found == is_private).then_some(id)
        };
        let literal = || of_ir(&format!("{LITERAL}{name}"), false);
        of_ir(name, false).or_else(literal).or_else(|| of_ir(name.strip_prefix(PRIVATE)?, true))
    }

    /// The names in a text that are those of private symbols of the IR.
    fn private_names(&self, text: &str) -> Vec<String> {
        let words = text.split(|c: char| !is_symbol_char(c)).filter(|word| word.starts_with(PRIVATE));
        words.filter(|word| self.ir_symbol(word).is_some()).map(str::to_owned).collect()
    }
}

/// Whether a word may be the name of a symbol.
fn is_name(word: &str) -> bool {
    let starts = word.starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '_' | '.' | '$'));
    starts && word != "." && word != "$"
}
