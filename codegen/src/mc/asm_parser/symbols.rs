//! The symbols of a text, collected by a first reading.

use super::super::dwarf::files::FileTable;
use super::super::names::is_label;
use super::build_attributes::BuildAttributes;
use crate::ir::entity::{ComdatId, SymbolId};
use crate::ir::module::{CallGraphEdge, Comdat, Linkage, Module, Symbol, SymbolKind, Visibility};
use crate::ir::section::Section;
use std::collections::HashMap;

/// The properties of one symbol in the text.
#[derive(Clone, Default, Debug)]
struct AsmSymbol {
    name: String,
    defined: bool,
    common: bool,
    local: bool,
    global: bool,
    weak: bool,
    thread_local: bool,
    /// True if the text sets its type.
    typed: bool,
    variant_calls: bool,
    memory_tagged: bool,
    visibility: Option<Visibility>,
    /// True if expressions name it; `weakly_used` if through an alias that makes it weak.
    used: bool,
    weakly_used: bool,
}

/// A versioned name of a symbol.
#[derive(Clone, Debug)]
struct Version {
    symbol: String,
    name: String,
    /// True if the unversioned name is removed.
    instead: bool,
}

/// The symbols of a text.
#[derive(Clone, Default, Debug)]
pub struct AsmSymbols {
    list: Vec<AsmSymbol>,
    by_name: HashMap<String, usize>,
    versions: Vec<Version>,
    groups: Vec<Comdat>,
    /// The name of the source file, if the text has one.
    pub file: Option<String>,
    /// The producers in the text.
    pub idents: Vec<String>,
    /// Warnings for the user.
    pub warnings: Vec<String>,
    /// The files of line rows, if the text lists any.
    pub files: Option<FileTable>,
    /// The attributes of the target, if the text has any.
    pub attributes: Option<(Section, Vec<u8>)>,
    /// The numbers of calls between functions, by name.
    call_graph: Vec<(String, String, u64)>,
    /// The names of symbols with significant addresses, if the text lists any.
    significant: Option<Vec<String>>,
    pub(super) build_attributes: BuildAttributes,
}

impl AsmSymbols {
    /// Starts another reading: removes the results of the previous one.
    pub(super) fn start(&mut self) {
        *self = AsmSymbols::default();
    }

    /// Returns the symbol called `name`; `None` for a label's name.
    pub(super) fn intern(&mut self, name: &str) -> Option<SymbolId> {
        if let Some(&index) = self.by_name.get(name) {
            return Some(SymbolId::new(index));
        }
        if is_label(name) {
            return None;
        }
        Some(SymbolId::new(self.index(name)))
    }

    fn index(&mut self, name: &str) -> usize {
        if let Some(&index) = self.by_name.get(name) {
            return index;
        }
        self.list.push(AsmSymbol { name: name.to_owned(), ..AsmSymbol::default() });
        self.by_name.insert(name.to_owned(), self.list.len() - 1);
        self.list.len() - 1
    }

    /// Returns true if there is a symbol called `name`.
    pub(super) fn knows(&self, name: &str) -> bool {
        self.by_name.contains_key(name)
    }

    pub(super) fn name(&self, id: SymbolId) -> &str {
        &self.list[id.index()].name
    }

    /// Returns their names.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.list.iter().map(|symbol| symbol.name.as_str())
    }

    fn entry(&mut self, name: &str) -> Option<&mut AsmSymbol> {
        let id = self.intern(name)?;
        self.list.get_mut(id.index())
    }

    /// Records that `name` is defined.
    pub(super) fn define(&mut self, name: &str) {
        if let Some(symbol) = self.entry(name) {
            symbol.defined = true;
        }
    }

    /// Records that `name` is common.
    pub(super) fn define_common(&mut self, name: &str) {
        // Even if the name is a label's.
        let index = self.index(name);
        (self.list[index].defined, self.list[index].common) = (true, true);
    }

    /// Starts the address-significance table.
    pub(super) fn start_significant(&mut self) -> &mut Vec<String> {
        self.significant.get_or_insert_default()
    }

    /// Adds `name` to the address-significance table; a label represents its section.
    pub(super) fn add_significant(&mut self, name: &str) {
        self.index(name);
        self.start_significant().push(name.to_owned());
    }

    /// Notes how often one function calls another.
    pub(super) fn add_call(&mut self, from: &str, to: &str, count: u64) {
        self.index(from);
        self.index(to);
        self.call_graph.push((from.to_owned(), to.to_owned(), count));
    }

    /// Returns the numbers of calls between functions of `module` in the text. Requires their
    /// declarations.
    pub fn call_graph(&self, module: &Module) -> Vec<CallGraphEdge> {
        let id = |name: &str| module.asm_symbols.get(name).copied();
        let edge = |(from, to, count): &(String, String, u64)| {
            Some(CallGraphEdge { from: id(from)?, to: id(to)?, count: *count })
        };
        self.call_graph.iter().filter_map(edge).collect()
    }

    /// Returns the symbols of `module` with significant addresses, if the text lists any. Requires
    /// their declarations.
    pub fn significant(&self, module: &Module) -> Option<Vec<SymbolId>> {
        let names = self.significant.as_ref()?;
        Some(names.iter().filter_map(|name| module.asm_symbols.get(name).copied()).collect())
    }

    /// Parses a directive about linkage or visibility.
    pub(super) fn say(&mut self, directive: &str, name: &str) {
        if directive == ".local" {
            // A common symbol may have a label's name too.
            let index = self.index(name);
            self.list[index].local = true;
            return;
        }
        let Some(symbol) = self.entry(name) else { return };
        match directive {
            ".weak" => symbol.weak = true,
            ".type" => symbol.typed = true,
            ".variant_pcs" | ".variant_cc" => symbol.variant_calls = true,
            ".memtag" => symbol.memory_tagged = true,
            ".hidden" => symbol.visibility = Some(Visibility::Hidden),
            ".internal" => symbol.visibility = Some(Visibility::Internal),
            ".protected" => symbol.visibility = Some(Visibility::Protected),
            _ => symbol.global = true,
        }
    }

    /// Records that an expression names a symbol; `weakly` if through an alias that makes it weak.
    pub(super) fn note_use(&mut self, symbol: SymbolId, weakly: bool) {
        if let Some(symbol) = self.list.get_mut(symbol.index()) {
            symbol.used |= !weakly;
            symbol.weakly_used |= weakly;
        }
    }

    /// Records that a symbol is thread-local.
    pub(super) fn set_thread_local(&mut self, symbol: SymbolId) {
        if let Some(symbol) = self.list.get_mut(symbol.index()) {
            symbol.thread_local = true;
        }
    }

    /// Returns the number of the group called `name`. Its first section determines if the linker
    /// keeps only one copy.
    pub(super) fn intern_group(&mut self, name: &str, deduplicate: bool) -> ComdatId {
        let known = self.groups.iter().position(|known| known.name == name);
        ComdatId::new(known.unwrap_or_else(|| {
            self.groups.push(Comdat { name: name.to_owned(), deduplicate });
            self.groups.len() - 1
        }))
    }

    pub(super) fn add_version(&mut self, symbol: &str, name: &str, instead: bool) {
        self.versions.push(Version { symbol: symbol.to_owned(), name: name.to_owned(), instead });
    }

    /// Adds these symbols to the module; `find` returns those that it has. The text's properties
    /// take precedence.
    ///
    /// Establishes: [`Module::asm_symbols`].
    pub fn declare(&self, module: &mut Module, find: impl Fn(&str) -> Option<SymbolId>) {
        for symbol in &self.list {
            let id = find(&symbol.name).unwrap_or_else(|| {
                let kind = if symbol.thread_local { SymbolKind::Tls } else { SymbolKind::default() };
                let made = Symbol { name: symbol.name.clone(), align: 1, kind, ..Symbol::default() };
                module.add_symbol(made)
            });
            module.asm_symbols.insert(symbol.name.clone(), id);
            let Some(own) = module.symbols.get_mut(id.index()) else { continue };
            own.visibility = symbol.visibility.unwrap_or(own.visibility);
            own.variant_calls |= symbol.variant_calls;
            own.memory_tagged |= symbol.memory_tagged;
            own.used |= symbol.memory_tagged;
            own.declared |= symbol.global || symbol.typed || symbol.visibility.is_some();
            let only_weakly = symbol.weakly_used && !symbol.used && !symbol.global && !symbol.defined;
            let is_own = symbol.defined && !own.defined;
            let is_local = is_own && !symbol.global && (symbol.local || !symbol.common);
            if only_weakly && !own.defined {
                own.linkage = Linkage::ExternalWeak;
            } else if symbol.weak {
                let defined = symbol.defined || own.defined;
                own.linkage = if defined { Linkage::Weak } else { Linkage::ExternalWeak };
            } else if is_label(&symbol.name) && !symbol.common || is_local {
                own.linkage = Linkage::Internal;
            }
            own.defined |= symbol.defined;
        }
        for group in &self.groups {
            if !module.comdats.iter().any(|c| c.name == group.name) {
                module.comdats.push(group.clone());
            }
        }
        self.versions.iter().for_each(|version| declare_version(module, version));
    }
}

/// Declares a versioned name: an alias of a defined symbol, or the name of an undefined one.
fn declare_version(module: &mut Module, version: &Version) {
    let Some(&id) = module.asm_symbols.get(&version.symbol) else { return };
    let symbol = module.symbol(id).clone();
    let name = match (version.name.split_once("@@@"), symbol.defined) {
        (Some((base, version)), true) => format!("{base}@@{version}"),
        (Some((base, version)), false) => format!("{base}@{version}"),
        (None, _) => version.name.clone(),
    };
    if !symbol.defined || version.instead {
        if let Some(own) = module.symbols.get_mut(id.index()) {
            own.name = name;
        }
        return;
    }
    let other = module.add_symbol(Symbol { name, ..symbol });
    module.asm_symbols.insert(version.name.clone(), other);
}

/// Returns the comdat called `name`.
pub(super) fn group(module: &Module, name: &str) -> Option<ComdatId> {
    module.comdats.iter().position(|c| c.name == name).map(ComdatId::new)
}
