//! Functions and blocks.

use crate::raw::{self, BlockRecord, ffi};

use super::attributes::{self, AttrIndex, AttrKind, Attribute};
use super::global::Global;
use super::inst::Inst;
use super::types::Type;
use super::value::Value;

/// An item of `!pcsections`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PcItem<'m> {
    /// The name of a section.
    Section(&'m str),
    /// An integer, and its size in bytes.
    Number(u64, u32),
    /// Something else.
    Other,
}

/// A function, defined or declared.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Function<'m>(pub(super) Value<'m>);

impl<'m> Function<'m> {
    pub fn value(self) -> Value<'m> {
        self.0
    }

    /// What it has in common with variables: linkage, section, comdat, …
    pub fn global(self) -> Global<'m> {
        Global(self.0)
    }

    pub fn name(self) -> &'m str {
        self.0.name()
    }

    /// Its name as its language has it, if it is a mangled one.
    pub fn demangled_name(self) -> String {
        raw::demangle(self.name())
    }

    /// Source file, line and no column, where debug information says.
    pub fn location(self) -> Option<(&'m str, u32, u32)> {
        let location = ffi::gisel_location(self.0);
        Some((location.file.text()?, location.line, location.column))
    }

    pub fn function_type(self) -> Option<Type<'m>> {
        ffi::gisel_element_type(self.0)
    }

    pub fn is_declaration(self) -> bool {
        ffi::gisel_global_info(self.0).declaration != 0
    }

    /// Whether its body waits to be read.
    pub fn is_materializable(self) -> bool {
        ffi::gisel_is_materializable(self.0)
    }

    /// Reads the body of a lazily opened module's function.
    pub fn materialize(self, verify: bool) -> Result<(), String> {
        raw::materialize(self.0, verify)
    }

    /// Frees the body, so that the function has none. Requires: its blocks, instructions and arguments are not looked at any
    /// more. Functions whose blocks have their address taken keep theirs.
    pub fn drop_body(self) {
        raw::drop_body(self.0)
    }

    pub fn blocks(self) -> impl Iterator<Item = Block<'m>> {
        std::iter::successors(ffi::gisel_first_block(self.0), |&b| ffi::gisel_next_block(b)).map(Block)
    }

    pub fn entry(self) -> Option<Block<'m>> {
        ffi::gisel_first_block(self.0).map(Block)
    }

    pub fn num_args(self) -> u32 {
        ffi::gisel_num_args(self.0)
    }

    pub fn arg(self, index: u32) -> Option<Value<'m>> {
        ffi::gisel_argument(self.0, index)
    }

    pub fn args(self) -> impl Iterator<Item = Value<'m>> {
        (0..self.num_args()).filter_map(move |i| self.arg(i))
    }

    /// LLVM's number of the calling convention; zero is C's.
    pub fn calling_conv(self) -> u32 {
        ffi::gisel_calling_conv(self.0)
    }

    /// The intrinsic that it declares; zero for none.
    pub fn intrinsic_id(self) -> u32 {
        ffi::gisel_intrinsic(self.0)
    }

    pub fn personality(self) -> Option<Value<'m>> {
        ffi::gisel_personality(self.0)
    }

    pub fn prefix_data(self) -> Option<Value<'m>> {
        ffi::gisel_prefix_data(self.0)
    }

    pub fn prologue_data(self) -> Option<Value<'m>> {
        ffi::gisel_prologue_data(self.0)
    }

    /// The numbers before the function by which callers check its type (`!func_sanitize`).
    pub fn type_identifiers(self) -> impl Iterator<Item = Value<'m>> {
        (0..).map_while(move |i| ffi::gisel_type_identifier(self.0, i))
    }

    /// Whether one of its instructions has `!pcsections`.
    pub fn has_pcsections(self) -> bool {
        ffi::gisel_has_pcsections(self.0)
    }

    /// Returns the items of the function's own `!pcsections`, of which lists are as their elements.
    pub fn pc_items(self) -> impl Iterator<Item = PcItem<'m>> {
        (0..).map_while(move |i| {
            let item = ffi::gisel_pc_item(self.0, i);
            Some(match item.kind {
                0 => return None,
                1 => item.text.text().map_or(PcItem::Other, PcItem::Section),
                2 => PcItem::Number(item.number, item.bytes),
                _ => PcItem::Other,
            })
        })
    }

    /// What `!section_prefix` says.
    pub fn section_prefix(self) -> Option<&'m str> {
        ffi::gisel_section_prefix(self.0).text()
    }

    /// The number of its type for checked calls (`!kcfi_type`).
    pub fn kcfi_type(self) -> Option<Value<'m>> {
        ffi::gisel_kcfi_type(self.0)
    }

    /// The garbage collector's name.
    pub fn gc(self) -> Option<&'m str> {
        ffi::gisel_gc(self.0).text()
    }

    pub fn attribute(self, index: AttrIndex, kind: AttrKind) -> Option<Attribute<'m>> {
        Attribute::read(self.0, index, kind)
    }

    /// Whether there is any attribute there.
    pub fn has_attributes(self, index: AttrIndex) -> bool {
        ffi::gisel_has_attrs(self.0, index.number())
    }

    /// Whether the function itself has an attribute.
    pub fn has(self, kind: AttrKind) -> bool {
        self.attribute(AttrIndex::Function, kind).is_some()
    }

    /// The identity of its attributes, for hash maps: equal where functions of one context have the same. Never part of any output.
    pub fn attributes_key(self) -> usize {
        attributes::list_key(self.0)
    }

    /// The kinds of metadata attached to it.
    pub fn metadata_kinds(self) -> Vec<String> {
        raw::metadata_kinds(self.0)
    }

    /// A string attribute of the function itself: `target-features`, `frame-pointer`, …
    pub fn string_attribute(self, name: &str) -> Option<&'m str> {
        raw::attr_str(self.0, AttrIndex::Function.number(), name).text()
    }
}

/// The base name of an intrinsic: no overload suffix.
pub fn intrinsic_name(id: u32) -> Option<&'static str> {
    ffi::gisel_intrinsic_name(id).text()
}

/// LLVM's hash of strings for discriminators of signed pointers: never zero.
pub fn stable_hash(text: &str) -> u16 {
    raw::stable_hash(text)
}

/// The number of an intrinsic of that base name.
pub fn intrinsic_by_name(name: &str) -> Option<u32> {
    match raw::intrinsic_by_name(name) {
        0 => None,
        id => Some(id),
    }
}

/// A basic block.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Block<'m>(pub(super) Value<'m>);

impl<'m> Block<'m> {
    /// The block that a record is about.
    pub fn of_record(record: &BlockRecord<'m>) -> Block<'m> {
        Block(record.value)
    }

    pub fn value(self) -> Value<'m> {
        self.0
    }

    pub fn name(self) -> &'m str {
        self.0.name()
    }

    /// Its instructions: two calls each.
    pub fn insts(self) -> impl Iterator<Item = Inst<'m>> {
        std::iter::successors(ffi::gisel_first_inst(self.0), |&i| ffi::gisel_next_inst(i))
            .filter_map(Inst::new)
    }

    pub fn terminator(self) -> Option<Inst<'m>> {
        ffi::gisel_terminator(self.0).and_then(Inst::new)
    }

    pub fn function(self) -> Option<Function<'m>> {
        ffi::gisel_parent(self.0).map(Function)
    }

    /// LLVM's number of it, unique in its function; not the place in the order, and some may be missing.
    #[inline]
    pub fn number(self) -> usize {
        ffi::gisel_block_number(self.0) as usize
    }

    /// Whether a `blockaddress` names it.
    pub fn address_taken(self) -> bool {
        ffi::gisel_block_address_taken(self.0)
    }

    pub fn is_eh_pad(self) -> bool {
        ffi::gisel_block_is_eh_pad(self.0)
    }
}
