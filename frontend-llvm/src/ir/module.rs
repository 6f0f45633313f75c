//! Modules.

use crate::raw::{self, ModuleRef, ffi};

use super::function::Function;
use super::global::{Global, Linkage};
use super::layout::DataLayout;
use super::value::Value;
use super::value_kind::ValueKind;

/// A module, borrowed from the reader's `ModuleFile`.
#[derive(Clone, Copy)]
pub struct Module<'m>(ModuleRef<'m>);

/// An operand of named metadata.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NamedOperand<'m> {
    Text(&'m [u8]),
    Number(u64),
}

/// The number of calls from one function to another; either may have been removed.
#[derive(Clone, Copy)]
pub(crate) struct CallEdge<'m> {
    pub from: Option<Value<'m>>,
    pub to: Option<Value<'m>>,
    pub count: u64,
}

/// Returns a list of globals of the same kind, from the first one on.
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

    /// Returns defined and declared functions in module order. The other lists have module order
    /// too.
    pub(crate) fn functions(self) -> impl Iterator<Item = Function<'m>> {
        list(ffi::gisel_first_function(self.0)).map(Function)
    }

    pub(crate) fn variables(self) -> impl Iterator<Item = Global<'m>> {
        list(ffi::gisel_first_global(self.0)).map(Global)
    }

    pub(crate) fn aliases(self) -> impl Iterator<Item = Global<'m>> {
        list(ffi::gisel_first_alias(self.0)).map(Global)
    }

    pub(crate) fn ifuncs(self) -> impl Iterator<Item = Global<'m>> {
        list(ffi::gisel_first_ifunc(self.0)).map(Global)
    }

    /// Returns the names of functions and variables that the module requires and does not define,
    /// without weak ones. Intrinsics have LLVM's names.
    pub fn undefined_symbols(self) -> impl Iterator<Item = &'m str> {
        let globals = self.functions().map(Function::global).chain(self.variables());
        let required = |global: &Global<'_>| {
            let info = global.info();
            info.is_declaration && info.linkage != Linkage::ExternWeak
        };
        globals.filter(required).map(|global| global.name())
    }

    /// Returns the function with a name.
    pub fn function(self, name: &str) -> Option<Function<'m>> {
        match self.named(name)?.kind() {
            ValueKind::Function(function) => Some(function),
            _ => None,
        }
    }

    pub(crate) fn named(self, name: &str) -> Option<Value<'m>> {
        raw::named_value(self.0, name)
    }

    pub(crate) fn layout(self) -> DataLayout<'m> {
        DataLayout(self.0)
    }

    /// Returns the target triple as normalized by LLVM; empty if the module names none.
    pub fn triple(self) -> &'m str {
        ffi::gisel_module_triple(self.0).text().unwrap_or("")
    }

    pub fn data_layout_string(self) -> &'m str {
        ffi::gisel_module_layout(self.0).text().unwrap_or("")
    }

    pub(crate) fn identifier(self) -> &'m str {
        ffi::gisel_module_identifier(self.0).text().unwrap_or("")
    }

    pub(crate) fn source_file(self) -> &'m str {
        ffi::gisel_module_source(self.0).text().unwrap_or("")
    }

    /// Returns the module-level assembly as one string of lines.
    pub(crate) fn inline_asm(self) -> &'m str {
        ffi::gisel_module_asm(self.0).text().unwrap_or("")
    }

    /// Returns true if module-level assembly is not UTF-8.
    pub(crate) fn has_foreign_asm(self) -> bool {
        ffi::gisel_module_asm(self.0).is_foreign()
    }

    /// Returns true if there is module-level assembly.
    pub fn has_asm(self) -> bool {
        !self.inline_asm().is_empty() || self.has_foreign_asm()
    }

    /// Returns an integer module flag: `PIC Level`, `PIE Level`, `frame-pointer`, `uwtable`, …
    pub(crate) fn flag_int(self, name: &str) -> Option<u64> {
        raw::module_flag_int(self.0, name)
    }

    /// Returns a string module flag: `target-abi`, …
    pub(crate) fn flag_str(self, name: &str) -> Option<&'m str> {
        raw::module_flag_str(self.0, name).text()
    }

    /// Returns the strings of a module flag that is a list.
    pub(crate) fn flag_list(self, name: &str) -> impl Iterator<Item = &'m str> {
        (0..).map_while(move |i| raw::module_flag_item(self.0, i, name).text())
    }

    /// Returns all module flags: the name, and the value as text if it is an integer or a string.
    /// Invalid UTF-8 is replaced by U+FFFD.
    pub(crate) fn flags(self) -> impl Iterator<Item = (String, Option<String>)> {
        (0..).map_while(move |i| {
            let flag = ffi::gisel_module_flag(self.0, i);
            let value = if flag.is_number != 0 { Some(flag.number.to_string()) } else { flag.text.lossy() };
            flag.name.lossy().map(|name| (name, value))
        })
    }

    /// Returns the names of named metadata.
    pub(crate) fn named_metadata(self) -> impl Iterator<Item = &'m str> {
        (0..).map_while(move |i| {
            let name = ffi::gisel_named_metadata(self.0, i);
            name.bytes().map(|_| name.text().unwrap_or_default())
        })
    }

    /// Returns true if there is a compile unit that emits debug information.
    pub fn has_debug_info(self) -> bool {
        ffi::gisel_has_debug_info(self.0)
    }

    /// Returns true if there is a compile unit, even one that emits no debug information.
    pub fn has_compile_units(self) -> bool {
        self.named_metadata().any(|name| name == "llvm.dbg.cu")
    }

    /// Returns the lines of `!llvm.ident`.
    pub(crate) fn idents(self) -> impl Iterator<Item = String> {
        let first =
            |strings: Vec<&[u8]>| strings.first().map(|text| String::from_utf8_lossy(text).into_owned());
        self.named_strings("llvm.ident").filter_map(first)
    }

    /// Returns the operands of a node of named metadata; none for what is neither a string nor an
    /// integer of at most 64 bits. Returns `None` if there is no such node.
    pub(crate) fn named_node(self, name: &str, node: u32) -> Option<Vec<Option<NamedOperand<'m>>>> {
        let count = u32::try_from(raw::named_metadata_operands(self.0, node, name)).ok()?;
        let operand = |operand| {
            let text = raw::named_metadata_string(self.0, node, operand, name).bytes();
            let number = || raw::named_metadata_int(self.0, node, operand, name);
            text.map(NamedOperand::Text).or_else(|| number().map(NamedOperand::Number))
        };
        Some((0..count).map(operand).collect())
    }

    /// Returns the call graph edges of the module flag `CG Profile`; none for an invalid entry. A
    /// function that has been removed is none.
    pub(crate) fn call_graph(self) -> impl Iterator<Item = Option<CallEdge<'m>>> {
        (0..).map_while(move |i| {
            let ffi::CallEdge { from, to, count, kind } = ffi::gisel_call_edge(self.0, i);
            (kind != 0).then(|| (kind == 1).then_some(CallEdge { from, to, count }))
        })
    }

    /// Returns the strings of each node of named metadata, up to a node whose first operand is not
    /// a string.
    pub(crate) fn named_strings(self, name: &'static str) -> impl Iterator<Item = Vec<&'m [u8]>> {
        let string = move |node, operand| raw::named_metadata_string(self.0, node, operand, name).bytes();
        let strings = move |node| (0..).map_while(|operand| string(node, operand)).collect::<Vec<_>>();
        (0..).map(strings).take_while(|strings| !strings.is_empty())
    }

    /// Returns the constant offset in bytes of a scalar `getelementptr`, an instruction or an
    /// expression.
    pub(crate) fn gep_offset(self, value: Value<'m>) -> Option<i64> {
        raw::gep_offset(self.handle(), value)
    }

    /// Returns the alignment in bytes of a variable: explicit, or preferred for its type and size.
    pub(crate) fn preferred_align(self, global: Global<'m>) -> u64 {
        ffi::gisel_preferred_global_align(self.handle(), global.0)
    }
}
