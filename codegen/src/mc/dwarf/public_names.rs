//! `.debug_pubnames` and `.debug_pubtypes`, or GNU's variants: the public names of each unit,
//! qualified.
//!
//! * Requires: entries after layout.
//! * Establishes: for each unit that requests it a table of functions, variables, enumerators and
//!   namespaces, and one of types. GNU's tables also hold the kind of each entry, and whether it is
//!   visible to other units.
//! * Cost: linear in the entries; they are sorted by offset, with a hash lookup for each name.
//! * Source: the DWARF standard, version 4, section 6.1.1; the listed entries are those of LLVM's
//!   `DwarfDebug::emitDebugPubSections`.

use crate::ir::debug_info::MAX_SCOPES;
use crate::ir::debug_info::{Node, NodeId, TextId};
use crate::mc::dwarf::builder::{Builder, PublicNames, Published};
use crate::mc::dwarf::entries::{AttributeValue, Entries, EntryId};
use crate::mc::dwarf::section::{Contents, SectionId};
use gimli::constants as dw;
use gimli::{DwLang, DwTag, Format};
use rustc_hash::FxHashMap as HashMap;

/// The version number in all versions of DWARF.
const VERSION: u64 = 2;

/// The name of an anonymous namespace.
const ANONYMOUS: &[u8] = b"(anonymous namespace)";

impl Builder<'_> {
    /// Publishes an entry under its name in a scope, if its unit has tables of public names.
    pub(super) fn publish(&mut self, entry: EntryId, name: Option<TextId>, scope: Option<NodeId>) {
        let unit = &self.units[self.entries.unit_of(entry)];
        let is_namespace = self.entries.tag(entry) == dw::DW_TAG_namespace;
        let own = match self.info.text_of(name) {
            [] if is_namespace => ANONYMOUS,
            [] => return,
            own => own,
        };
        if unit.public_names.is_none() {
            return;
        }
        let mut name = if is_cpp(unit.language) { self.qualification(scope) } else { Vec::new() };
        name.extend_from_slice(own);
        self.published.push(Published { entry, name });
    }

    /// Returns the qualified prefix of a scope: the names of enclosing scopes, each with a
    /// separator.
    fn qualification(&self, scope: Option<NodeId>) -> Vec<u8> {
        let mut names: Vec<&[u8]> = Vec::new();
        let mut next = scope;
        while let Some(scope) = next.filter(|_| names.len() < MAX_SCOPES) {
            let (name, around) = match self.info.node(scope) {
                Node::Namespace(namespace) if namespace.name.is_none() => (ANONYMOUS, namespace.scope),
                Node::Namespace(namespace) => (self.info.text_of(namespace.name), namespace.scope),
                Node::Module(module) => (self.info.text_of(module.name), module.scope),
                Node::Subprogram(subprogram) => (self.info.text_of(subprogram.name), subprogram.scope),
                node => match node.type_fields() {
                    Some(fields) => (self.info.text_of(fields.name), fields.scope),
                    None => (&b""[..], self.info.parent_scope(scope)),
                },
            };
            names.push(name);
            next = around;
        }
        let named = names.into_iter().rev().filter(|name| !name.is_empty());
        named.flat_map(|name| [name, b"::"].concat()).collect()
    }

    /// Returns true if the declarations of a scope are found without the name of a type or
    /// function.
    pub(super) fn is_outermost(&self, scope: Option<NodeId>) -> bool {
        matches!(
            self.info.link(scope),
            None | Some(Node::Unit(_) | Node::File(_) | Node::Namespace(_) | Node::CommonBlock(_))
        )
    }

    /// Returns true if an entry is in a type unit of this compile unit.
    fn type_unit_in(&self, entry: EntryId, compile_unit: usize) -> bool {
        let unit = self.entries.unit_of(entry);
        let state = &self.units[unit];
        state.described.is_some() && state.compile_unit == compile_unit && self.entries.is_written(unit)
    }

    /// Returns the entry in the tables: for an entry in a type unit, the root of the compile unit.
    fn listed_entry(&self, entry: EntryId) -> EntryId {
        let state = &self.units[self.entries.unit_of(entry)];
        match state.described {
            Some(_) => self.units[state.compile_unit].root,
            None => entry,
        }
    }

    /// Writes the tables of all units, which start in `info` at these offsets.
    pub(super) fn public_names(
        &mut self,
        starts: &[Option<u64>],
        info: &Contents,
    ) -> Vec<(SectionId, Contents)> {
        let format = self.info.format();
        let mut made: Vec<(SectionId, Contents)> = Vec::new();
        let published = std::mem::take(&mut self.published);
        for (number, unit) in self.units.iter().enumerate() {
            let start = starts.get(number).copied().flatten().filter(|_| unit.described.is_none());
            let (Some(kind), Some(start)) = (unit.public_names, start) else { continue };
            // Entries in type units come first, so other entries of the same name replace them.
            let in_types = published.iter().filter(|of| self.type_unit_in(of.entry, number));
            let own = published.iter().filter(|published| self.entries.unit_of(published.entry) == number);
            let own = in_types.chain(own);
            let (types, others): (Vec<_>, Vec<_>) = own.partition(|of| is_type(self.entries.tag(of.entry)));
            let is_shared = is_cpp(unit.language);
            for (id, list) in kind.sections().into_iter().zip([others, types]) {
                let at = made.iter().position(|(known, _)| *known == id).unwrap_or(made.len());
                if at == made.len() {
                    made.push((id, Contents::default()));
                }
                let out = &mut made[at].1;
                let length = out.start_length(format);
                out.number(VERSION, 2);
                out.offset(SectionId::Info, start, format);
                out.number(info.unit_size(start, format), format.word_size());
                let list = list.into_iter().map(|of| (self.listed_entry(of.entry), &of.name[..]));
                for (offset, entry, name) in by_offsets(&self.entries, list, (self.info.version, format)) {
                    out.number(offset, format.word_size());
                    if kind == PublicNames::Gnu {
                        out.bytes.push(description(&self.entries, entry, is_shared));
                    }
                    out.string(name);
                }
                out.number(0, format.word_size());
                out.end_length(length, format);
            }
        }
        made
    }
}

/// Returns entries by their offsets in the unit, in order; of equal names the last one.
fn by_offsets<'a>(
    entries: &Entries,
    list: impl Iterator<Item = (EntryId, &'a [u8])>,
    (version, format): (u16, Format),
) -> Vec<(u64, EntryId, &'a [u8])> {
    let by_name: HashMap<&[u8], EntryId> = list.map(|(entry, name)| (name, entry)).collect();
    let placed = by_name
        .into_iter()
        .map(|(name, entry)| (entries.offset_in_unit(entry, version, format), entry, name));
    let mut placed: Vec<_> = placed.collect();
    placed.sort_unstable();
    placed
}

fn is_type(tag: DwTag) -> bool {
    !matches!(tag, dw::DW_TAG_subprogram | dw::DW_TAG_variable | dw::DW_TAG_namespace | dw::DW_TAG_enumerator)
}

/// Returns GNU's attributes of an entry: the kind, and in the highest bit true if it is not visible
/// to other units.
fn description(entries: &Entries, entry: EntryId, is_shared: bool) -> u8 {
    const TYPE: u8 = 1;
    const VARIABLE: u8 = 2;
    const FUNCTION: u8 = 3;
    let of_specification = match entries.value(entry, dw::DW_AT_specification) {
        Some(AttributeValue::Entry(declaration)) => *declaration,
        _ => entry,
    };
    let is_external = entries.has(of_specification, dw::DW_AT_external);
    let (kind, is_external) = match entries.tag(entry) {
        dw::DW_TAG_class_type
        | dw::DW_TAG_structure_type
        | dw::DW_TAG_union_type
        | dw::DW_TAG_enumeration_type => (TYPE, is_shared),
        dw::DW_TAG_typedef | dw::DW_TAG_base_type | dw::DW_TAG_subrange_type | dw::DW_TAG_template_alias => {
            (TYPE, false)
        }
        // A unit's root represents the entries in type units.
        dw::DW_TAG_namespace | dw::DW_TAG_compile_unit => (TYPE, true),
        dw::DW_TAG_subprogram => (FUNCTION, is_external),
        dw::DW_TAG_variable => (VARIABLE, is_external),
        dw::DW_TAG_enumerator => (VARIABLE, false),
        _ => return 0,
    };
    kind << 4 | if is_external { 0 } else { 1 << 7 }
}

/// Returns true if a language is a version of C++.
fn is_cpp(language: u16) -> bool {
    let language = DwLang(language);
    let versions = [
        dw::DW_LANG_C_plus_plus,
        dw::DW_LANG_C_plus_plus_03,
        dw::DW_LANG_C_plus_plus_11,
        dw::DW_LANG_C_plus_plus_14,
        dw::DW_LANG_C_plus_plus_17,
        dw::DW_LANG_C_plus_plus_20,
        dw::DW_LANG_ObjC_plus_plus,
    ];
    versions.contains(&language)
}
