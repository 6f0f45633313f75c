//! Modules.

use crate::raw::{self, ModuleRef, ffi};

use super::function::Function;
use super::global::Global;
use super::layout::DataLayout;
use super::value::{Value, ValueKind};

/// A module, borrowed from the reader's `ModuleFile`.
#[derive(Clone, Copy)]
pub struct Module<'m>(ModuleRef<'m>);

/// An operand of named metadata.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NamedOperand<'m> {
    Text(&'m [u8]),
    Number(u64),
}

/// How often a function calls another one, of which each may have been removed.
#[derive(Clone, Copy)]
pub struct CallEdge<'m> {
    pub from: Option<Value<'m>>,
    pub to: Option<Value<'m>>,
    pub count: u64,
}

/// From a first value on, the next of the same kind until there is none.
fn list<'m>(first: Option<Value<'m>>) -> impl Iterator<Item = Value<'m>> {
    std::iter::successors(first, |&v| ffi::gisel_next_global(v))
}

impl<'m> Module<'m> {
    pub(crate) fn new(raw: ModuleRef<'m>) -> Module<'m> {
        Module(raw)
    }

    pub(crate) fn handle(self) -> ModuleRef<'m> {
        self.0
    }

    /// Functions, defined and declared, in the module's order; so for the other lists.
    pub fn functions(self) -> impl Iterator<Item = Function<'m>> {
        list(ffi::gisel_first_function(self.0)).map(Function)
    }

    pub fn variables(self) -> impl Iterator<Item = Global<'m>> {
        list(ffi::gisel_first_global(self.0)).map(Global)
    }

    pub fn aliases(self) -> impl Iterator<Item = Global<'m>> {
        list(ffi::gisel_first_alias(self.0)).map(Global)
    }

    pub fn ifuncs(self) -> impl Iterator<Item = Global<'m>> {
        list(ffi::gisel_first_ifunc(self.0)).map(Global)
    }

    /// The function of a name.
    pub fn function(self, name: &str) -> Option<Function<'m>> {
        match self.named(name)?.kind() {
            ValueKind::Function(function) => Some(function),
            _ => None,
        }
    }

    pub fn named(self, name: &str) -> Option<Value<'m>> {
        raw::named_value(self.0, name)
    }

    pub fn layout(self) -> DataLayout<'m> {
        DataLayout(self.0)
    }

    /// The target triple as normalised by LLVM; empty when the module names none.
    pub fn triple(self) -> &'m str {
        ffi::gisel_module_triple(self.0).text().unwrap_or("")
    }

    pub fn data_layout_string(self) -> &'m str {
        ffi::gisel_module_layout(self.0).text().unwrap_or("")
    }

    pub fn identifier(self) -> &'m str {
        ffi::gisel_module_identifier(self.0).text().unwrap_or("")
    }

    pub fn source_file(self) -> &'m str {
        ffi::gisel_module_source(self.0).text().unwrap_or("")
    }

    /// File-scope assembly, one string of lines.
    pub fn inline_asm(self) -> &'m str {
        ffi::gisel_module_asm(self.0).text().unwrap_or("")
    }

    /// Whether file-scope assembly is no UTF-8.
    pub fn has_foreign_asm(self) -> bool {
        ffi::gisel_module_asm(self.0).is_foreign()
    }

    /// A module flag: `PIC Level`, `PIE Level`, `frame-pointer`, `uwtable`, …
    pub fn flag_int(self, name: &str) -> Option<u64> {
        raw::module_flag_int(self.0, name)
    }

    /// A module flag: `target-abi`, …
    pub fn flag_str(self, name: &str) -> Option<&'m str> {
        raw::module_flag_str(self.0, name).text()
    }

    /// The strings of a module flag that is a list.
    pub fn flag_list(self, name: &str) -> impl Iterator<Item = &'m str> {
        (0..).map_while(move |i| raw::module_flag_item(self.0, i, name).text())
    }

    /// All module flags: name, and value as text where it is an integer or a string. What is no UTF-8 in them is replaced by U+FFFD.
    pub fn flags(self) -> impl Iterator<Item = (String, Option<String>)> {
        (0..).map_while(move |i| {
            let flag = ffi::gisel_module_flag(self.0, i);
            let value = if flag.is_number != 0 { Some(flag.number.to_string()) } else { flag.text.lossy() };
            flag.name.lossy().map(|name| (name, value))
        })
    }

    /// The names of named metadata.
    pub fn named_metadata(self) -> impl Iterator<Item = &'m str> {
        (0..).map_while(move |i| {
            let name = ffi::gisel_named_metadata(self.0, i);
            name.bytes().map(|_| name.text().unwrap_or_default())
        })
    }

    /// Whether there is a compile unit that emits debug information.
    pub fn has_debug_info(self) -> bool {
        ffi::gisel_has_debug_info(self.0)
    }

    /// The lines of `!llvm.ident`.
    pub fn idents(self) -> impl Iterator<Item = String> {
        let first =
            |strings: Vec<&[u8]>| strings.first().map(|text| String::from_utf8_lossy(text).into_owned());
        self.named_strings("llvm.ident").filter_map(first)
    }

    /// Returns operand `operand` of a node of named metadata, where it is a string or an integer of
    /// at most 64 bits.
    pub fn named_operand(self, name: &str, node: u32, operand: u32) -> Option<NamedOperand<'m>> {
        let text = raw::named_metadata_string(self.0, node, operand, name).bytes();
        let number = || raw::named_metadata_int(self.0, node, operand, name);
        text.map(NamedOperand::Text).or_else(|| number().map(NamedOperand::Number))
    }

    /// Returns the edges of the call graph in the module flag `CG Profile`; none for what is no
    /// edge. A function that has been removed is none.
    pub fn call_graph(self) -> impl Iterator<Item = Option<CallEdge<'m>>> {
        (0..).map_while(move |i| {
            let ffi::CallEdge { from, to, count, kind } = ffi::gisel_call_edge(self.0, i);
            (kind != 0).then(|| (kind == 1).then_some(CallEdge { from, to, count }))
        })
    }

    /// The strings of each node of named metadata, up to a node that begins with none.
    pub fn named_strings(self, name: &'static str) -> impl Iterator<Item = Vec<&'m [u8]>> {
        let string = move |node, operand| raw::named_metadata_string(self.0, node, operand, name).bytes();
        let strings = move |node| (0..).map_while(|operand| string(node, operand)).collect::<Vec<_>>();
        (0..).map(strings).take_while(|strings| !strings.is_empty())
    }
}
