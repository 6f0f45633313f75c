//! Symbols that assembly names.
//!
//! Symbols of module-level assembly are collected from its text before compilation, because the
//! module's symbols do not change afterwards. Inline assembly may name those symbols and any that
//! the IR declares.
//!
//! Cost: linear in the text.

use gisel_codegen::ir::entity::SymbolId;
use gisel_codegen::ir::module::Linkage;
use gisel_codegen::mc::asm_parser::{self, AsmSymbols, is_symbol_char};
use gisel_codegen::mc::names::PRIVATE;
use gisel_codegen::target::Target;
use std::collections::HashMap;

use super::translator::Translator;

/// The prefix of IR names that are emitted to objects verbatim. It is not part of the name.
pub(super) const LITERAL: char = '\u{1}';

impl Translator<'_> {
    /// Declares the symbols that module-level assembly defines or references. Text that cannot be
    /// parsed becomes an error later, when it is assembled. Returns the messages that the text
    /// prints for the user.
    pub fn declare_module_asm(&mut self, target: &dyn Target) -> Vec<String> {
        if self.module.asm.trim().is_empty() {
            return Vec::new();
        }
        let private = self.private_names(&self.module.asm);
        private.iter().for_each(|name| self.find_asm_symbol(name));
        let folders = &self.module.options.include_folders;
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

    /// Declares symbols that these texts of inline assembly name and the module lacks; returns true
    /// if there were any. Must be called between functions, because compiled functions keep their
    /// symbol numbers.
    pub fn declare_inline_asm(&mut self, target: &dyn Target, texts: &[String]) -> bool {
        let before = self.module.symbols.len();
        let folders = self.module.options.include_folders.clone();
        for text in texts {
            self.declare_asm(&asm_parser::collect_inline(target, text, &folders));
        }
        self.module.symbols.len() != before
    }

    /// Adds these symbols to the module's existing ones.
    pub(super) fn declare_asm(&mut self, symbols: &AsmSymbols) {
        let known: HashMap<String, SymbolId> =
            symbols.names().filter_map(|name| Some((name.to_owned(), self.asm_symbol(name)?))).collect();
        symbols.declare(&mut self.module, |name| known.get(name).copied());
    }

    /// Returns the symbol called `name`, from the IR or from other assembly.
    fn asm_symbol(&self, name: &str) -> Option<SymbolId> {
        self.module.asm_symbols.get(name).copied().or_else(|| self.ir_symbol(name))
    }

    /// Records the IR symbols that inline assembly names.
    pub(super) fn find_asm_symbols(&mut self, text: &str) {
        for name in text.split(|c: char| !is_symbol_char(c)).filter(|name| is_name(name)) {
            self.find_asm_symbol(name);
        }
    }

    /// Records the IR symbol that assembly calls `name`, if there is one.
    pub(super) fn find_asm_symbol(&mut self, name: &str) {
        if let Some(id) = self.ir_symbol(name) {
            self.module.asm_symbols.insert(name.to_owned(), id);
        }
    }

    /// Returns the IR symbol that assembly calls `name`. In assembly, private symbols have the
    /// label prefix and literal ones lack their mark.
    fn ir_symbol(&self, name: &str) -> Option<SymbolId> {
        let of_ir = |name: &str, is_private: bool| {
            let id = *self.symbols.get(&self.ir.named(name)?.key())?;
            let found = self.module.symbol(id).linkage == Linkage::Private;
            (found == is_private).then_some(id)
        };
        let literal = || of_ir(&format!("{LITERAL}{name}"), false);
        of_ir(name, false).or_else(literal).or_else(|| of_ir(name.strip_prefix(PRIVATE)?, true))
    }

    /// Returns the names in a text that refer to private symbols of the IR.
    fn private_names(&self, text: &str) -> Vec<String> {
        let words = text.split(|c: char| !is_symbol_char(c)).filter(|word| word.starts_with(PRIVATE));
        words.filter(|word| self.ir_symbol(word).is_some()).map(str::to_owned).collect()
    }
}

/// Returns true if a word may be a symbol name.
fn is_name(word: &str) -> bool {
    let starts = word.starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '_' | '.' | '$'));
    starts && word != "." && word != "$"
}
