//! What a text says of symbols, found by reading it once.

use super::super::dwarf::files::FileTable;
use super::super::names::is_label;
use super::build_attributes::BuildAttributes;
use crate::ir::entity::{ComdatId, SymbolId};
use crate::ir::module::{CallGraphEdge, Comdat, Linkage, Module, Symbol, SymbolKind, Visibility};
use crate::ir::section::Section;
use std::collections::HashMap;

/// What the text says of one symbol.
#[derive(Clone, Default, Debug)]
struct AsmSymbol {
    name: String,
    defined: bool,
    common: bool,
    local: bool,
    global: bool,
    weak: bool,
    thread_local: bool,
    /// Whether the text says of what type it is.
    typed: bool,
    variant_calls: bool,
    visibility: Option<Visibility>,
    /// Whether expressions name it, and whether they do by way of a name that makes it weak.
    used: bool,
    weakly_used: bool,
}

/// A name with a version for a symbol.
#[derive(Clone, Debug)]
struct Version {
    symbol: String,
    name: String,
    /// Whether the name without a version is to be dropped.
    instead: bool,
}

/// The symbols of a text.
#[derive(Clone, Default, Debug)]
pub struct AsmSymbols {
    list: Vec<AsmSymbol>,
    by_name: HashMap<String, usize>,
    versions: Vec<Version>,
    groups: Vec<Comdat>,
    /// The name of the source file, if the text says it.
    pub file: Option<String>,
    /// The producers that the text names.
    pub idents: Vec<String>,
    /// What the text wants to be said.
    pub warnings: Vec<String>,
    /// The files that lines are of, if the text lists any.
    pub files: Option<FileTable>,
    /// The attributes of the target, if the text says any.
    pub attributes: Option<(Section, Vec<u8>)>,
    /// How often functions call each other, by their names.
    call_graph: Vec<(String, String, u64)>,
    /// The names of what has an address that means something, if the text says any.
    significant: Option<Vec<String>>,
    pub(super) build_attributes: BuildAttributes,
}

impl AsmSymbols {
    /// Begins another reading: what depends on the reading is forgotten.
    pub(super) fn start(&mut self) {
        *self = AsmSymbols::default();
    }

    /// The symbol called `name`; none if the name is one of labels that nobody else sees.
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

    /// Whether there is a symbol called `name`.
    pub(super) fn knows(&self, name: &str) -> bool {
        self.by_name.contains_key(name)
    }

    pub(super) fn name(&self, id: SymbolId) -> &str {
        &self.list[id.index()].name
    }

    /// Their names.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.list.iter().map(|symbol| symbol.name.as_str())
    }

    fn entry(&mut self, name: &str) -> Option<&mut AsmSymbol> {
        let id = self.intern(name)?;
        self.list.get_mut(id.index())
    }

    /// Notes that `name` is defined.
    pub(super) fn define(&mut self, name: &str) {
        if let Some(symbol) = self.entry(name) {
            symbol.defined = true;
        }
    }

    /// Notes that `name` is common.
    pub(super) fn define_common(&mut self, name: &str) {
        // Also one with the name of a label.
        let index = self.index(name);
        (self.list[index].defined, self.list[index].common) = (true, true);
    }

    /// Begins the list of what has an address that means something.
    pub(super) fn start_significant(&mut self) -> &mut Vec<String> {
        self.significant.get_or_insert_default()
    }

    /// Notes that the address of `name` means something: also of a label, by which the list names its section.
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

    /// Returns how often functions of `module` call each other, as the text says; they have been
    /// declared.
    pub fn call_graph(&self, module: &Module) -> Vec<CallGraphEdge> {
        let id = |name: &str| module.asm_symbols.get(name).copied();
        let edge = |(from, to, count): &(String, String, u64)| {
            Some(CallGraphEdge { from: id(from)?, to: id(to)?, count: *count })
        };
        self.call_graph.iter().filter_map(edge).collect()
    }

    /// The symbols of `module` whose addresses mean something, if the text says any; they have been declared.
    pub fn significant(&self, module: &Module) -> Option<Vec<SymbolId>> {
        let names = self.significant.as_ref()?;
        Some(names.iter().filter_map(|name| module.asm_symbols.get(name).copied()).collect())
    }

    /// Takes in a directive about linkage or visibility.
    pub(super) fn say(&mut self, directive: &str, name: &str) {
        if directive == ".local" {
            // Also one with the name of a label, which is common.
            let index = self.index(name);
            self.list[index].local = true;
            return;
        }
        let Some(symbol) = self.entry(name) else { return };
        match directive {
            ".weak" => symbol.weak = true,
            ".type" => symbol.typed = true,
            ".variant_pcs" | ".variant_cc" => symbol.variant_calls = true,
            ".hidden" => symbol.visibility = Some(Visibility::Hidden),
            ".internal" => symbol.visibility = Some(Visibility::Internal),
            ".protected" => symbol.visibility = Some(Visibility::Protected),
            _ => symbol.global = true,
        }
    }

    /// Notes that an expression names a symbol; `weakly` if by another name that makes it weak.
    pub(super) fn note_use(&mut self, symbol: SymbolId, weakly: bool) {
        if let Some(symbol) = self.list.get_mut(symbol.index()) {
            symbol.used |= !weakly;
            symbol.weakly_used |= weakly;
        }
    }

    /// Notes that a symbol is thread-local.
    pub(super) fn set_thread_local(&mut self, symbol: SymbolId) {
        if let Some(symbol) = self.list.get_mut(symbol.index()) {
            symbol.thread_local = true;
        }
    }

    /// The number of the group called `name`; the first section of it says whether it is one of those of which the linker keeps one.
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

    /// Makes these symbols the module's: `find` knows those that it has. What a text says of a symbol holds.
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

/// A name with a version is another name of what is defined, and the name of what is not.
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

/// The comdat called `name`.
pub(super) fn group(module: &Module, name: &str) -> Option<ComdatId> {
    module.comdats.iter().position(|c| c.name == name).map(ComdatId::new)
}
