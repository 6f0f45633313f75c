//! Symbols that assembly names. Those of module-level assembly are found in its text before anything is compiled, since afterwards
//! the module's symbols do not change; inline assembly may name those and what the IR declares.
//!
//! Cost: linear in the text.

use gisel_codegen::entity::SymbolId;
use gisel_codegen::mc::asm_parser::{is_symbol_char, split_label, statements};
use gisel_codegen::module::{Linkage, Symbol, Visibility};
use gisel_codegen::target::Target;

use super::Translator;

/// What module-level assembly says of symbols.
#[derive(Default)]
struct Said {
    labels: Vec<String>,
    global: Vec<String>,
    weak: Vec<String>,
    hidden: Vec<String>,
}

impl Translator<'_> {
    /// Makes symbols of what module-level assembly defines and refers to.
    pub fn declare_module_asm(&mut self, target: &dyn Target) {
        let text = self.module.asm.clone();
        let mut said = Said::default();
        for statement in statements(&text, target.mc().dialect().comment) {
            for name in said.read(statement).into_iter().filter(|name| !is_register(target, name)) {
                self.asm_symbol(name);
            }
        }
        let Said { labels, global, weak, hidden } = &said;
        for name in labels.iter().chain(global).chain(weak).chain(hidden) {
            let (id, defined) = (self.asm_symbol(name), labels.contains(name));
            let Some(symbol) = self.module.symbols.get_mut(id.index()) else { continue };
            if hidden.contains(name) {
                symbol.visibility = Visibility::Hidden;
            }
            if weak.contains(name) {
                symbol.linkage = if defined { Linkage::Weak } else { Linkage::ExternalWeak };
            } else if defined && !global.contains(name) && !symbol.defined {
                symbol.linkage = Linkage::Internal;
            }
            symbol.defined |= defined;
        }
    }

    /// Finds the symbols that inline assembly names.
    pub(super) fn find_asm_symbols(&mut self, text: &str) {
        for name in text.split(|c: char| !is_symbol_char(c)).filter(|name| is_name(name)) {
            if let Some(id) = self.ir_symbol(name) {
                self.module.asm_symbols.insert(name.to_owned(), id);
            }
        }
    }

    fn ir_symbol(&self, name: &str) -> Option<SymbolId> {
        self.symbols.get(&self.ir.named(name)?.key()).copied()
    }

    fn asm_symbol(&mut self, name: &str) -> SymbolId {
        if let Some(&id) = self.module.asm_symbols.get(name) {
            return id;
        }
        let id = self.ir_symbol(name).unwrap_or_else(|| {
            self.module.add_symbol(Symbol { name: name.to_owned(), align: 1, ..Symbol::default() })
        });
        self.module.asm_symbols.insert(name.to_owned(), id);
        id
    }
}

impl Said {
    /// Takes in a statement; the names in its operands.
    fn read<'t>(&mut self, statement: &'t str) -> Vec<&'t str> {
        let mut rest = statement;
        while let Some((label, after)) = split_label(rest) {
            self.labels.extend(is_name(label).then(|| label.to_owned()));
            rest = after;
        }
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        let (word, operands) = rest.split_at(end);
        let names = || operands.split(',').map(|name| name.trim().to_owned());
        match word {
            ".globl" | ".global" => self.global.extend(names()),
            ".weak" => self.weak.extend(names()),
            ".hidden" => self.hidden.extend(names()),
            ".set" | ".equ" => self.labels.extend(names().take(1)),
            ".section" | ".pushsection" | ".option" | ".file" | ".ident" | ".ascii" | ".asciz"
            | ".string" => {
                return Vec::new();
            }
            _ => {}
        }
        operands.split(|c: char| !is_symbol_char(c)).filter(|name| is_name(name)).collect()
    }
}

/// Whether a word is a symbol that is not local to the text.
fn is_name(word: &str) -> bool {
    let starts = word.starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '_' | '.' | '$'));
    starts && !word.starts_with(".L") && word != "." && word != "$"
}

fn is_register(target: &dyn Target, name: &str) -> bool {
    target.inline_asm().is_some_and(|info| info.clobbered_register(name).is_some())
}
