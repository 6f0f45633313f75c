//! Split debug information: the object holds a skeleton of each unit, which names the file with the
//! rest.
//!
//! * Requires: units whose code is known.
//! * Establishes: the object holds line tables, addresses, the code of each unit, the name of the
//!   split file, and on request the inlined functions. The split file holds, in separate sections,
//!   the entries with their strings, lists and macros, without relocations: addresses are indices
//!   in the object's table. In version 4 the range lists are in the object too, as in GNU's
//!   extension.
//! * Source: the DWARF standard, version 5, sections 3.1.2, 3.1.3 and 7.3.2; the GCC wiki's
//!   DebugFission.

use crate::ir::debug_info::NodeId;
use crate::mc::dwarf::entries::{AttributeValue, Entries, EntryId, UnitKind};
use crate::mc::dwarf::lists::Lists;
use crate::mc::dwarf::placed::{CodeAddress, CodeRange};
use crate::mc::dwarf::pools::table_base;
use crate::mc::dwarf::pools::{Addresses, Strings};
use crate::mc::dwarf::section::{Fill, SectionId};
use gimli::constants as dw;
use gimli::{DwAt, Format};
use rustc_hash::FxHashMap as HashMap;
use std::sync::Arc;

/// The skeleton units in the object.
pub(super) struct Skeleton {
    /// The name of the split file.
    pub(super) file: Arc<str>,
    pub(super) version: u16,
    pub(super) format: Format,
    pub(super) entries: Entries,
    pub(super) strings: Strings,
    /// The range lists of units, in version 5.
    pub(super) ranges: Lists,
    pub(super) roots: Vec<EntryId>,
    /// Functions with inlined instances.
    pub(super) abstracts: HashMap<NodeId, EntryId>,
}

/// Lists of both files.
pub(super) struct SkeletonLists<'a> {
    /// Addresses, which are in the object.
    pub addresses: &'a mut Addresses,
    /// The range lists of the split file's entries, which are in the object in version 4.
    pub ranges: &'a mut Lists,
}

impl Skeleton {
    /// Returns a skeleton without units, for the split file `file`.
    pub(crate) fn new(file: Arc<str>, version: u16, format: Format, address_bytes: u8) -> Skeleton {
        Skeleton {
            file,
            version,
            format,
            entries: Entries::default(),
            strings: Strings::default(),
            ranges: Lists::new(version, format, address_bytes, false),
            roots: Vec::new(),
            abstracts: HashMap::default(),
        }
    }

    /// Returns the name of the split file.
    pub(crate) fn file(&self) -> Arc<str> {
        Arc::clone(&self.file)
    }

    /// Returns the attribute of the split file's name.
    pub(crate) fn name_attribute(&self) -> DwAt {
        if self.version >= 5 { dw::DW_AT_dwo_name } else { dw::DW_AT_GNU_dwo_name }
    }

    /// Starts the next unit.
    pub(crate) fn add_unit(&mut self) {
        let tag = if self.version >= 5 { dw::DW_TAG_skeleton_unit } else { dw::DW_TAG_compile_unit };
        let root = self.entries.add_unit(tag, UnitKind::Skeleton);
        if self.version < 5 {
            self.entries.set(root, dw::DW_AT_GNU_dwo_id, AttributeValue::UnitNumber);
        }
        self.roots.push(root);
    }

    /// Excludes a unit from the output.
    pub(crate) fn leave_out(&mut self, unit: usize) {
        self.entries.leave_out(self.roots[unit]);
    }

    /// Sets the start of a unit's line table.
    pub(crate) fn set_lines(&mut self, unit: usize, lines: u64) {
        self.entries.set(
            self.roots[unit],
            dw::DW_AT_stmt_list,
            AttributeValue::Offset(SectionId::Line, lines),
        );
    }

    /// Sets the attribute of a unit that has GNU's tables of public names.
    pub(crate) fn name_gnu_tables(&mut self, unit: usize, is_so: bool) {
        if is_so {
            self.entries.set(self.roots[unit], dw::DW_AT_GNU_pubnames, AttributeValue::Flag);
        }
    }

    /// Sets the split file, folder and code of a unit.
    pub(crate) fn describe_unit(
        &mut self,
        unit: usize,
        folder: Option<&[u8]>,
        code: &[CodeRange],
        lists: SkeletonLists<'_>,
        is_fixed: &dyn Fn(CodeAddress, CodeAddress) -> bool,
    ) {
        let (root, is_new) = (self.roots[unit], self.version >= 5);
        if is_new {
            self.entries.set(
                root,
                dw::DW_AT_str_offsets_base,
                AttributeValue::Offset(SectionId::StrOffsets, table_base(self.format)),
            );
        }
        if let Some(folder) = folder {
            self.entries.set(root, dw::DW_AT_comp_dir, AttributeValue::Text(self.strings.add(folder)));
        }
        let file = AttributeValue::Text(self.strings.add(self.file.as_bytes()));
        self.entries.set(root, self.name_attribute(), file);
        if code.len() > 1 {
            // Addresses of lists without a base are relative to this one.
            self.entries.set(root, dw::DW_AT_low_pc, AttributeValue::Address(Fill::Number(0)));
        }
        self.set_code(root, code, lists, is_fixed);
    }

    /// Sets the code of an entry.
    pub(super) fn set_code(
        &mut self,
        entry: EntryId,
        code: &[CodeRange],
        lists: SkeletonLists<'_>,
        is_fixed: &dyn Fn(CodeAddress, CodeAddress) -> bool,
    ) {
        if let &[CodeRange { start, end }] = code {
            self.entries.set(entry, dw::DW_AT_low_pc, AttributeValue::Address(Fill::Code(start)));
            let end = match self.version >= 4 {
                true => AttributeValue::Word(Fill::Distance(start, end)),
                false => AttributeValue::Address(Fill::Code(end)),
            };
            self.entries.set(entry, dw::DW_AT_high_pc, end);
        } else if !code.is_empty() {
            let is_new = self.version >= 5;
            let code: Vec<_> = code.iter().map(|&range| (range, None)).collect();
            let ranges = if is_new { &mut self.ranges } else { lists.ranges };
            let list = ranges.add(&code, None, lists.addresses, is_fixed);
            let reference = ranges.reference(list);
            let list = match is_new {
                true => AttributeValue::List(dw::DW_FORM_rnglistx, reference),
                false => AttributeValue::Offset(SectionId::Ranges, reference),
            };
            self.entries.set(entry, dw::DW_AT_ranges, list);
        }
    }

    /// Returns the abstract entry of an inlined function.
    pub(super) fn abstract_entry(&mut self, node: NodeId, name: Option<&[u8]>, unit: usize) -> EntryId {
        if let Some(&known) = self.abstracts.get(&node) {
            return known;
        }
        let entry = self.entries.add_child(self.roots[unit], dw::DW_TAG_subprogram);
        self.abstracts.insert(node, entry);
        self.set_name(entry, name);
        self.entries.set(entry, dw::DW_AT_inline, AttributeValue::Number(dw::DW_INL_inlined.0.into()));
        entry
    }

    pub(super) fn set_name(&mut self, entry: EntryId, name: Option<&[u8]>) {
        if let Some(name) = name {
            self.entries.set(entry, dw::DW_AT_name, AttributeValue::Text(self.strings.add(name)));
        }
    }

    /// Sets the starts of the address table, and in version 4 of the range lists, as far as the
    /// split file uses them.
    pub(super) fn name_tables(&mut self, addresses: &Addresses, ranges: &Lists) {
        let is_new = self.version >= 5;
        let has_addresses = !addresses.is_empty() || self.entries.has_addresses();
        for &root in &self.roots {
            if is_new {
                if has_addresses {
                    self.entries.set(
                        root,
                        dw::DW_AT_addr_base,
                        AttributeValue::Offset(SectionId::Addr, table_base(self.format)),
                    );
                }
                if !self.ranges.is_empty() {
                    let base = AttributeValue::Offset(SectionId::Ranges, self.ranges.base());
                    self.entries.set(root, dw::DW_AT_rnglists_base, base);
                }
                continue;
            }
            if !addresses.is_empty() {
                self.entries.set(root, dw::DW_AT_GNU_addr_base, AttributeValue::Offset(SectionId::Addr, 0));
            }
            if !ranges.is_empty() {
                self.entries.set(
                    root,
                    dw::DW_AT_GNU_ranges_base,
                    AttributeValue::Offset(SectionId::Ranges, 0),
                );
            }
        }
    }
}
