//! `.debug_names`: an index of entries by name, for debuggers that read entries on demand.
//!
//! * Requires: entries after layout.
//! * Establishes: one table for all units that have one. It lists functions and labels with code,
//!   variables in memory or with constant values, types, namespaces, and named imports. Each has
//!   its parent entry, if that is listed.
//! * Cost: linear in entries, with a hash lookup for each name; names are sorted by hash.
//! * Source: the DWARF standard, version 5, section 6.1.1. The listed entries and the number of
//!   buckets are those of LLVM's `AccelTable.cpp`.

use crate::mc::dwarf::entries::{AttributeValue, Entries, EntryId};
use crate::mc::dwarf::pools::Strings;
use crate::mc::dwarf::section::{Contents, Fill, SectionId};
use gimli::constants as dw;
use gimli::{DwForm, DwIdx, DwTag, Format};
use rustc_hash::FxHashMap as HashMap;

/// The augmentation string: LLVM's conventions.
const AUGMENTATION: &[u8; 8] = b"LLVM0700";

/// The name of an anonymous namespace.
const ANONYMOUS: &[u8] = b"(anonymous namespace)";

/// A name with the entries that have it.
struct Name {
    string: u32,
    hash: u32,
    entries: Vec<EntryId>,
}

/// The parent attribute of an entry.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Parent {
    /// It is listed.
    Listed,
    /// It is a unit.
    Unit,
    /// It is not listed.
    Other,
}

/// The abbreviation of a record: the tag, the parent, and true for an entry in a type unit.
type Shape = (DwTag, Parent, bool);

/// The units that a table lists.
pub(crate) struct Units {
    /// The numbers of compile units.
    pub compile: Vec<usize>,
    /// Type units: their numbers, their compile units' numbers, and their signatures.
    pub types: Vec<(usize, usize, u64)>,
    /// True if type units are in another file.
    pub is_split: bool,
}

/// The table under construction.
struct Table<'a> {
    entries: &'a Entries,
    /// Version of the units.
    version: u16,
    /// Their format.
    format: Format,
    /// The index of each compile unit in the table.
    units: HashMap<usize, u64>,
    /// The index of each type unit in the table, and of its compile unit.
    types: HashMap<usize, (u64, u64)>,
    /// True if type units are in another file.
    is_split: bool,
    names: Vec<Name>,
    known: HashMap<u32, usize>,
    /// The parents of listed entries.
    parents: HashMap<EntryId, EntryId>,
    /// The offset of each entry's first record in the entry pool.
    places: HashMap<EntryId, u64>,
    shapes: HashMap<Shape, u64>,
    abbreviations: Contents,
}

/// Writes the table of these units; `starts` are the offsets of all units in the object. For split
/// entries, the object's strings are in `split`.
pub(crate) fn write(
    entries: &Entries,
    units: Units,
    starts: &[Option<u64>],
    (version, format): (u16, Format),
    strings: &mut Strings,
    split: Option<&mut Strings>,
) -> Contents {
    let mut table = Table {
        entries,
        version,
        format,
        units: units.compile.iter().copied().zip(0..).collect(),
        types: HashMap::default(),
        is_split: units.is_split,
        names: Vec::new(),
        known: HashMap::default(),
        parents: HashMap::default(),
        places: HashMap::default(),
        shapes: HashMap::default(),
        abbreviations: Contents::default(),
    };
    for (number, &(unit, compile_unit, _)) in (0..).zip(&units.types) {
        table.types.insert(unit, (number, table.units[&compile_unit]));
    }
    for unit in units.compile.iter().copied().chain(units.types.iter().map(|&(unit, ..)| unit)) {
        table.collect(unit, strings);
    }
    if let Some(own) = split {
        table.names.iter_mut().for_each(|name| name.string = own.add(strings.text(name.string)));
        return table.finish(&units, starts, own);
    }
    table.finish(&units, starts, strings)
}

impl Table<'_> {
    fn collect(&mut self, unit: usize, strings: &mut Strings) {
        let root = self.entries.root(unit);
        let mut open: Vec<(EntryId, EntryId)> = Vec::new();
        let inner =
            |entry: EntryId| self.entries.children(entry).iter().rev().map(move |&child| (child, entry));
        open.extend(inner(root));
        let mut found = Vec::new();
        while let Some((entry, around)) = open.pop() {
            found.push((entry, around));
            open.extend(inner(entry));
        }
        for (entry, around) in found {
            if !self.is_listed(entry) {
                continue;
            }
            for string in self.names_of(entry, strings) {
                self.parents.insert(entry, around);
                self.add(string, entry, strings);
            }
        }
    }

    fn add(&mut self, string: u32, entry: EntryId, strings: &Strings) {
        let next = self.names.len();
        let at = *self.known.entry(string).or_insert(next);
        if at == next {
            self.names.push(Name { string, hash: hash(strings.text(string)), entries: Vec::new() });
        }
        self.names[at].entries.push(entry);
    }

    /// Returns true if an entry is listed by name.
    fn is_listed(&self, entry: EntryId) -> bool {
        let has = |at| self.entries.has(entry, at);
        if has(dw::DW_AT_declaration) {
            return false;
        }
        match self.entries.tag(entry) {
            dw::DW_TAG_subprogram | dw::DW_TAG_inlined_subroutine | dw::DW_TAG_label => {
                has(dw::DW_AT_low_pc) || has(dw::DW_AT_ranges)
            }
            dw::DW_TAG_variable => has(dw::DW_AT_const_value) || self.is_in_memory(entry),
            dw::DW_TAG_namespace
            | dw::DW_TAG_base_type
            | dw::DW_TAG_structure_type
            | dw::DW_TAG_class_type
            | dw::DW_TAG_interface_type
            | dw::DW_TAG_union_type
            | dw::DW_TAG_enumeration_type
            | dw::DW_TAG_typedef
            | dw::DW_TAG_string_type
            | dw::DW_TAG_subrange_type
            | dw::DW_TAG_unspecified_type
            | dw::DW_TAG_pointer_type
            | dw::DW_TAG_reference_type
            | dw::DW_TAG_rvalue_reference_type
            | dw::DW_TAG_ptr_to_member_type
            | dw::DW_TAG_array_type
            | dw::DW_TAG_subroutine_type
            | dw::DW_TAG_template_alias
            | dw::DW_TAG_imported_declaration => true,
            _ => false,
        }
    }

    /// Returns true if a variable has a fixed or a thread-local address.
    fn is_in_memory(&self, entry: EntryId) -> bool {
        let Some(AttributeValue::Expression(location)) = self.entries.value(entry, dw::DW_AT_location) else {
            return false;
        };
        let first = location.bytes.first().copied().map(gimli::DwOp);
        let constants = [dw::DW_OP_const4u, dw::DW_OP_const8u, dw::DW_OP_constx, dw::DW_OP_GNU_const_index];
        let is_thread_local = first.is_some_and(|op| constants.contains(&op))
            && location.bytes.last() == Some(&dw::DW_OP_GNU_push_tls_address.0);
        let addresses = [dw::DW_OP_addr, dw::DW_OP_addrx, dw::DW_OP_GNU_addr_index];
        is_thread_local || first.is_some_and(|op| addresses.contains(&op))
    }

    /// Returns the names of an entry, including its linkage name: its own, or those of its abstract
    /// entry.
    fn names_of(&self, entry: EntryId, strings: &mut Strings) -> Vec<u32> {
        let mut names: Vec<u32> = Vec::new();
        for attribute in [dw::DW_AT_name, dw::DW_AT_linkage_name] {
            let mut at = entry;
            // A declaration, and an abstract entry.
            for _ in 0..3 {
                if let Some(&AttributeValue::Text(string)) = self.entries.value(at, attribute) {
                    names.extend((!names.contains(&string)).then_some(string));
                    break;
                }
                let origins = [dw::DW_AT_abstract_origin, dw::DW_AT_specification];
                let next = origins.into_iter().find_map(|origin| self.entries.value(at, origin));
                let Some(&AttributeValue::Entry(next)) = next else { break };
                at = next;
            }
        }
        if names.is_empty() && self.entries.tag(entry) == dw::DW_TAG_namespace {
            names.push(strings.add(ANONYMOUS));
        }
        names
    }

    fn parent(&self, entry: EntryId) -> (Parent, Option<u64>) {
        let root = self.entries.root(self.entries.unit_of(entry));
        let parent = self.parents.get(&entry).copied().unwrap_or(root);
        match self.places.get(&parent) {
            Some(&place) => (Parent::Listed, Some(place)),
            None if parent == root => (Parent::Unit, None),
            None => (Parent::Other, None),
        }
    }

    /// Returns the attributes that identify the unit of an entry: the index, the form, its size and
    /// the number.
    fn unit_indices(&self, unit: usize) -> Vec<(DwIdx, DwForm, u8, u64)> {
        let index = |index: DwIdx, count: usize, number: u64| {
            let (form, size) = number_form(count);
            (index, form, size, number)
        };
        let of_type = self.types.get(&unit).copied();
        let compile_unit = match of_type {
            Some((_, compile_unit)) => self.is_split.then_some(compile_unit),
            None => self.units.get(&unit).copied(),
        };
        // A single compile unit is implied.
        let compile_unit = compile_unit.filter(|_| self.units.len() > 1);
        let of_type = of_type.map(|(number, _)| index(dw::DW_IDX_type_unit, self.types.len(), number));
        let compile_unit =
            compile_unit.map(|number| index(dw::DW_IDX_compile_unit, self.units.len(), number));
        compile_unit.into_iter().chain(of_type).collect()
    }

    /// Returns the code of a record's abbreviation, from 1 on.
    fn shape(&mut self, entry: EntryId, parent: Parent) -> u64 {
        let unit = self.entries.unit_of(entry);
        let shape = (self.entries.tag(entry), parent, self.types.contains_key(&unit));
        let next = self.shapes.len() as u64 + 1;
        let code = *self.shapes.entry(shape).or_insert(next);
        if code == next {
            let mut attributes = vec![];
            attributes.extend(self.unit_indices(unit).into_iter().map(|(index, form, ..)| (index, form)));
            attributes.push((dw::DW_IDX_die_offset, dw::DW_FORM_ref4));
            match shape.1 {
                Parent::Listed => attributes.push((dw::DW_IDX_parent, dw::DW_FORM_ref4)),
                Parent::Unit => attributes.push((dw::DW_IDX_parent, dw::DW_FORM_flag_present)),
                Parent::Other => {}
            }
            let out = &mut self.abbreviations;
            out.uleb(code);
            out.uleb(shape.0.0.into());
            for (index, form) in attributes {
                out.uleb(index.0.into());
                out.uleb(form.0.into());
            }
            out.bytes.extend([0, 0]);
        }
        code
    }

    /// Assigns the offsets of records, for names in this order. Returns the start of each name's
    /// records.
    fn assign_offsets(&mut self) -> Vec<u64> {
        // Listed parents are known after all entries have been visited; their offsets have a fixed
        // size.
        for name in &self.names {
            for &entry in &name.entries {
                self.places.entry(entry).or_insert(0);
            }
        }
        let mut starts = Vec::with_capacity(self.names.len());
        let mut offset = 0;
        let mut first: HashMap<EntryId, u64> = HashMap::default();
        for n in 0..self.names.len() {
            starts.push(offset);
            for entry in self.names[n].entries.clone() {
                first.entry(entry).or_insert(offset);
                let parent = self.parent(entry).0;
                let code = self.shape(entry, parent);
                let indices = self.unit_indices(self.entries.unit_of(entry));
                let sizes = 4 + indices.iter().map(|&(_, _, size, _)| u64::from(size)).sum::<u64>();
                let parent_size = if parent == Parent::Listed { 4 } else { 0 };
                offset += crate::support::leb128::unsigned(code).len() as u64 + sizes + parent_size;
            }
            // The end marker of the name's records.
            offset += 1;
        }
        self.places = first;
        starts
    }

    fn records(&mut self) -> Contents {
        let mut out = Contents::default();
        for n in 0..self.names.len() {
            for entry in self.names[n].entries.clone() {
                let (parent, place) = self.parent(entry);
                let code = self.shape(entry, parent);
                out.uleb(code);
                for (_, _, size, number) in self.unit_indices(self.entries.unit_of(entry)) {
                    out.number(number, size);
                }
                out.number(self.entries.offset_in_unit(entry, self.version, self.format), 4);
                if let Some(place) = place {
                    out.number(place, 4);
                }
            }
            out.bytes.push(0);
        }
        out
    }

    fn finish(mut self, units: &Units, unit_starts: &[Option<u64>], strings: &Strings) -> Contents {
        let mut out = Contents::default();
        if units.compile.is_empty() {
            return out;
        }
        let mut hashes: Vec<u32> = self.names.iter().map(|name| name.hash).collect();
        hashes.sort_unstable();
        hashes.dedup();
        let buckets = match hashes.len() {
            0..=16 => hashes.len().max(1),
            17..=1024 => hashes.len() / 2,
            count => count / 4,
        } as u32;
        self.names.sort_by_key(|name| (name.hash % buckets, name.hash));
        let starts = self.assign_offsets();
        let records = self.records();
        self.abbreviations.bytes.push(0);
        let length = out.start_length(self.format);
        out.number(5, 2);
        out.number(0, 2);
        let (local, foreign) = if units.is_split { (0, units.types.len()) } else { (units.types.len(), 0) };
        let counts = [units.compile.len(), local, foreign, buckets as usize, self.names.len()];
        for count in counts.into_iter().chain([self.abbreviations.bytes.len()]) {
            out.number(count as u64, 4);
        }
        out.number(AUGMENTATION.len() as u64, 4);
        out.bytes.extend_from_slice(AUGMENTATION);
        for &unit in &units.compile {
            out.offset(SectionId::Info, unit_starts[unit].unwrap_or_default(), self.format);
        }
        for &(_, _, signature) in &units.types {
            match units.is_split {
                true => out.number(signature, 8),
                false => out.fill(Fill::TypeUnit(signature), self.format.word_size()),
            }
        }
        self.index(buckets, &starts, strings, &mut out);
        out.append(&self.abbreviations);
        out.append(&records);
        out.end_length(length, self.format);
        out
    }

    /// Writes the first name of each bucket, then hashes, strings and record offsets of all names.
    fn index(&self, buckets: u32, starts: &[u64], strings: &Strings, out: &mut Contents) {
        let mut number = 0;
        for bucket in 0..buckets {
            let count = self.names[number..].iter().take_while(|name| name.hash % buckets == bucket).count();
            out.number(if count == 0 { 0 } else { number as u64 + 1 }, 4);
            number += count;
        }
        for name in &self.names {
            out.number(name.hash.into(), 4);
        }
        for name in &self.names {
            out.offset(SectionId::Str, strings.offset(name.string), self.format);
        }
        for &start in starts {
            out.number(start, self.format.word_size());
        }
    }
}

/// Returns the form of indices up to a number of units, and its size in bytes.
fn number_form(count: usize) -> (DwForm, u8) {
    match count {
        0..=0x100 => (dw::DW_FORM_data1, 1),
        0x101..=0x1_0000 => (dw::DW_FORM_data2, 2),
        _ => (dw::DW_FORM_data4, 4),
    }
}

/// Returns the case-insensitive hash of a name: Bernstein's.
fn hash(name: &[u8]) -> u32 {
    let step = |hash: u32, byte: u8| hash.wrapping_mul(33).wrapping_add(byte.into());
    let start = 5381;
    let Ok(text) = std::str::from_utf8(name) else {
        return name.iter().map(u8::to_ascii_lowercase).fold(start, step);
    };
    let folded = text.chars().flat_map(|letter| match letter {
        // Both fold to one letter.
        '\u{130}' | '\u{131}' => 'i'.to_lowercase(),
        letter => letter.to_lowercase(),
    });
    let mut bytes = [0; 4];
    folded.fold(start, |hash, letter| letter.encode_utf8(&mut bytes).bytes().fold(hash, step))
}

#[cfg(test)]
mod tests {
    use super::hash;

    #[test]
    fn names_have_the_standards_hashes() {
        assert_eq!(hash(b"int"), 0x0b88_8030);
        assert_eq!(hash(b"f"), 0x0002_b60b);
        assert_eq!(hash(b"INT"), hash(b"int"));
    }
}
