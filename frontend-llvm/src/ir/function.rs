//! Functions and blocks.

use crate::raw::{self, BlockRecord, ffi};

use super::attributes::{self, AttrIndex, AttrKind, Attribute};
use super::global::Global;
use super::inst::Inst;
use super::types::Type;
use super::value::Value;

/// An item of `!pcsections`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PcItem<'m> {
    /// A section name.
    Section(&'m str),
    /// An integer, and its size in bytes.
    Number(u64, u32),
    /// Any other metadata.
    Other,
}

impl<'m> Value<'m> {
    /// Returns the identity of the `!pcsections` of a function or instruction, for hash maps. It is
    /// never part of any output.
    pub(crate) fn pc_sections_key(self) -> Option<usize> {
        let node = ffi::gisel_pc_sections(self);
        (!node.is_null()).then_some(node as usize)
    }

    /// Returns the items of the `!pcsections` of a function or instruction, with lists flattened.
    pub(crate) fn pc_items(self) -> impl Iterator<Item = PcItem<'m>> {
        (0..).map_while(move |i| {
            let item = ffi::gisel_pc_item(self, i);
            Some(match item.kind {
                0 => return None,
                1 => item.text.text().map_or(PcItem::Other, PcItem::Section),
                2 => PcItem::Number(item.number, item.bytes),
                _ => PcItem::Other,
            })
        })
    }
}

/// A function, defined or declared.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Function<'m>(pub(super) Value<'m>);

impl<'m> Function<'m> {
    pub fn value(self) -> Value<'m> {
        self.0
    }

    /// Returns the function as a global, with linkage, section, comdat, …
    pub fn global(self) -> Global<'m> {
        Global(self.0)
    }

    pub fn name(self) -> &'m str {
        self.0.name()
    }

    /// Returns the demangled name, if the name is mangled.
    pub(crate) fn demangled_name(self) -> String {
        raw::demangle(self.name())
    }

    /// Returns source file, line and column zero from debug information, if there is any.
    pub(crate) fn location(self) -> Option<(&'m str, u32, u32)> {
        let location = ffi::gisel_location(self.0);
        Some((location.file.text()?, location.line, location.column))
    }

    pub(crate) fn function_type(self) -> Option<Type<'m>> {
        ffi::gisel_element_type(self.0)
    }

    pub(crate) fn is_declaration(self) -> bool {
        ffi::gisel_global_info(self.0).declaration != 0
    }

    /// Returns true if the body has not been read yet.
    pub(crate) fn is_materializable(self) -> bool {
        ffi::gisel_is_materializable(self.0)
    }

    /// Reads the body of a function in a lazily opened module.
    pub fn materialize(self, verify: bool) -> Result<(), String> {
        raw::materialize(self.0, verify)
    }

    /// Frees the body, so that the function has none. Requires: its blocks, instructions and
    /// arguments are no longer used. Functions with block addresses keep their bodies.
    pub fn drop_body(self) {
        raw::drop_body(self.0)
    }

    pub(crate) fn blocks(self) -> impl Iterator<Item = Block<'m>> {
        std::iter::successors(ffi::gisel_first_block(self.0), |&b| ffi::gisel_next_block(b)).map(Block)
    }

    pub(crate) fn entry(self) -> Option<Block<'m>> {
        ffi::gisel_first_block(self.0).map(Block)
    }

    pub(crate) fn num_args(self) -> u32 {
        ffi::gisel_num_args(self.0)
    }

    pub(crate) fn arg(self, index: u32) -> Option<Value<'m>> {
        ffi::gisel_argument(self.0, index)
    }

    pub(crate) fn args(self) -> impl Iterator<Item = Value<'m>> {
        (0..self.num_args()).filter_map(move |i| self.arg(i))
    }

    /// Returns LLVM's number of the calling convention; zero is the C convention.
    pub(crate) fn calling_conv(self) -> u32 {
        ffi::gisel_calling_conv(self.0)
    }

    /// Returns the number of the declared intrinsic; zero for none.
    pub(crate) fn intrinsic_id(self) -> u32 {
        ffi::gisel_intrinsic(self.0)
    }

    pub fn personality(self) -> Option<Value<'m>> {
        ffi::gisel_personality(self.0)
    }

    pub(crate) fn prefix_data(self) -> Option<Value<'m>> {
        ffi::gisel_prefix_data(self.0)
    }

    pub(crate) fn prologue_data(self) -> Option<Value<'m>> {
        ffi::gisel_prologue_data(self.0)
    }

    /// Returns the type hashes before the function that callers check (`!func_sanitize`).
    pub(crate) fn type_identifiers(self) -> impl Iterator<Item = Value<'m>> {
        (0..).map_while(move |i| ffi::gisel_type_identifier(self.0, i))
    }

    /// Returns the value of `!section_prefix`.
    pub(crate) fn section_prefix(self) -> Option<&'m str> {
        ffi::gisel_section_prefix(self.0).text()
    }

    /// Returns the type number for checked calls (`!kcfi_type`).
    pub(crate) fn kcfi_type(self) -> Option<Value<'m>> {
        ffi::gisel_kcfi_type(self.0)
    }

    /// Returns the hash of the function's generalized type (`!type`).
    pub(crate) fn generalized_type(self) -> Option<u64> {
        let hash = ffi::gisel_generalized_type(self.0);
        (hash.is_there != 0).then_some(hash.hash)
    }

    /// Returns true if there may be indirect calls of the function. All bodies of the module must
    /// have been read.
    pub(crate) fn is_indirect_target(self) -> bool {
        ffi::gisel_is_indirect_target(self.0)
    }

    /// Returns the name of the garbage collector.
    pub(crate) fn gc(self) -> Option<&'m str> {
        ffi::gisel_gc(self.0).text()
    }

    pub(crate) fn attribute(self, index: AttrIndex, kind: AttrKind) -> Option<Attribute<'m>> {
        Attribute::read(self.0, index, kind)
    }

    /// Returns true if the function itself has an attribute.
    pub fn has(self, kind: AttrKind) -> bool {
        self.attribute(AttrIndex::Function, kind).is_some()
    }

    /// Returns the identity of its attributes, for hash maps: equal attributes of one context have
    /// equal keys. It is never part of any output.
    pub fn attributes_key(self) -> usize {
        attributes::list_key(self.0)
    }

    /// Returns a string attribute of the function itself: `target-features`, `frame-pointer`, …
    pub fn string_attribute(self, name: &str) -> Option<&'m str> {
        raw::attr_str(self.0, AttrIndex::Function.number(), name).text()
    }
}

/// Returns the base name of an intrinsic, without overload suffix.
pub(crate) fn intrinsic_name(id: u32) -> Option<&'static str> {
    ffi::gisel_intrinsic_name(id).text()
}

/// Returns LLVM's string hash for discriminators of signed pointers, which is never zero.
pub(crate) fn stable_hash(text: &str) -> u16 {
    raw::stable_hash(text)
}

/// Returns the number of the intrinsic with a base name.
pub(crate) fn intrinsic_by_name(name: &str) -> Option<u32> {
    match raw::intrinsic_by_name(name) {
        0 => None,
        id => Some(id),
    }
}

/// A basic block.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Block<'m>(pub(super) Value<'m>);

impl<'m> Block<'m> {
    /// Returns the block of a record.
    pub(crate) fn of_record(record: &BlockRecord<'m>) -> Block<'m> {
        Block(record.value)
    }

    pub(crate) fn value(self) -> Value<'m> {
        self.0
    }

    pub(crate) fn name(self) -> &'m str {
        self.0.name()
    }

    /// Returns the instructions, at a cost of two calls each.
    pub(crate) fn insts(self) -> impl Iterator<Item = Inst<'m>> {
        std::iter::successors(ffi::gisel_first_inst(self.0), |&i| ffi::gisel_next_inst(i))
            .filter_map(Inst::new)
    }

    pub(crate) fn terminator(self) -> Option<Inst<'m>> {
        ffi::gisel_terminator(self.0).and_then(Inst::new)
    }

    #[cfg(test)]
    pub(crate) fn function(self) -> Option<Function<'m>> {
        ffi::gisel_parent(self.0).map(Function)
    }

    /// Returns LLVM's block number, unique in the function. It is not the position in the block
    /// order, and numbers may be missing.
    #[inline]
    pub(crate) fn number(self) -> usize {
        ffi::gisel_block_number(self.0) as usize
    }

    /// Returns true if a `blockaddress` refers to it.
    pub(crate) fn address_taken(self) -> bool {
        ffi::gisel_block_address_taken(self.0)
    }
}
