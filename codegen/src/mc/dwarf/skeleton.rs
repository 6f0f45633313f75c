//! Split debug information: what stays in the object is a skeleton of each unit, which names the file of the rest.
//!
//! * Requires: version 5.
//! * Establishes: in the object lines, addresses, the code of each unit and where the rest is; in the other file, in sections of their own, the
//!   entries with their strings, lists and macros, without relocations: addresses are named by their numbers in the object's table.
//! * Source: the DWARF standard, version 5, sections 3.1.2, 3.1.3 and 7.3.2.

use super::entries::{BASE, Encoding, Entries, EntryId, UnitKind, Value};
use super::lists::Lists;
use super::pools::{Addresses, Strings};
use super::section::{Contents, DebugSection, Fill, SectionId};
use super::unit::Builder;
use super::{CodeAddress, CodeRange, PlacedFunction, aranges, names, sections};
use crate::debug_info::NodeId;
use gimli::constants as dw;
use std::sync::Arc;

/// What stays in the object.
pub(super) struct Skeleton {
    /// The name of the file of the rest.
    file: Arc<str>,
    entries: Entries,
    strings: Strings,
    /// The code of units.
    ranges: Lists,
    roots: Vec<EntryId>,
}

impl Skeleton {
    /// One without units, of what is in another file.
    pub fn new(file: Arc<str>, address_bytes: u8) -> Skeleton {
        Skeleton {
            file,
            entries: Entries::default(),
            strings: Strings::default(),
            ranges: Lists::new(5, address_bytes, false),
            roots: Vec::new(),
        }
    }

    /// The name of the other file.
    pub fn file(&self) -> Arc<str> {
        Arc::clone(&self.file)
    }

    /// Starts the next unit.
    pub fn add_unit(&mut self) {
        self.roots.push(self.entries.add_unit(dw::DW_TAG_skeleton_unit, UnitKind::Skeleton));
    }

    /// Leaves a unit out of what is written.
    pub fn leave_out(&mut self, unit: usize) {
        self.entries.leave_out(self.roots[unit]);
    }

    /// Says of a unit where its lines start.
    pub fn set_lines(&mut self, unit: usize, lines: u64) {
        self.entries.set(self.roots[unit], dw::DW_AT_stmt_list, Value::Offset(SectionId::Line, lines));
    }

    /// Says of a unit that there are GNU's tables of what it makes known.
    pub fn name_gnu_tables(&mut self, unit: usize, is_so: bool) {
        if is_so {
            self.entries.set(self.roots[unit], dw::DW_AT_GNU_pubnames, Value::Flag);
        }
    }

    /// Says of a unit where its file is, and its folder and code.
    pub fn describe_unit(
        &mut self,
        unit: usize,
        folder: Option<&[u8]>,
        code: &[CodeRange],
        addresses: &mut Addresses,
        is_fixed: &dyn Fn(CodeAddress, CodeAddress) -> bool,
    ) {
        let root = self.roots[unit];
        self.entries.set(root, dw::DW_AT_str_offsets_base, Value::Offset(SectionId::StrOffsets, BASE));
        if let Some(folder) = folder {
            self.entries.set(root, dw::DW_AT_comp_dir, Value::Text(self.strings.add(folder)));
        }
        let file = Value::Text(self.strings.add(self.file.as_bytes()));
        self.entries.set(root, dw::DW_AT_dwo_name, file);
        match *code {
            [] => {}
            [CodeRange { start, end }] => {
                self.entries.set(root, dw::DW_AT_low_pc, Value::Address(Fill::Code(start)));
                self.entries.set(root, dw::DW_AT_high_pc, Value::Word(Fill::Distance(start, end)));
            }
            _ => {
                // Addresses of lists are counted from here, where they have no base of their own.
                self.entries.set(root, dw::DW_AT_low_pc, Value::Address(Fill::Number(0)));
                let ranges: Vec<_> = code.iter().map(|&range| (range, None)).collect();
                let list = self.ranges.add(&ranges, None, addresses, is_fixed);
                let list = Value::List(dw::DW_FORM_rnglistx, self.ranges.reference(list));
                self.entries.set(root, dw::DW_AT_ranges, list);
                self.entries.set(
                    root,
                    dw::DW_AT_rnglists_base,
                    Value::Offset(SectionId::Ranges, Lists::BASE),
                );
            }
        }
        self.entries.set(root, dw::DW_AT_addr_base, Value::Offset(SectionId::Addr, BASE));
    }
}

impl Builder<'_> {
    /// The sections of the object, and after them those of the other file.
    pub(super) fn split_sections(
        mut self,
        of_units: &[(NodeId, Vec<PlacedFunction>)],
        lines: Contents,
    ) -> Vec<DebugSection> {
        let Some(mut skeleton) = self.skeleton.take() else { return Vec::new() };
        let (version, address_bytes) = (self.version(), self.input.address_bytes);
        let (strings, addresses) = (&self.strings, &mut self.addresses);
        let mut encoding = Encoding { version, address_bytes, strings, addresses };
        let (mut split_info, split_abbreviations) = self.entries.write(&mut encoding);
        encoding.strings = &skeleton.strings;
        let (mut info, abbreviations) = skeleton.entries.write(&mut encoding);
        let numbers = self.entries.numbers(&split_info);
        self.entries.set_numbers(&numbers, &mut split_info);
        skeleton.entries.set_numbers(&numbers, &mut info);
        let starts = skeleton.entries.unit_starts(version);
        let aranges = match self.info.aranges {
            true => aranges::write(of_units, &starts, address_bytes),
            false => Contents::default(),
        };
        let listed = self.units_with_names(of_units);
        let own = Some(&mut skeleton.strings);
        let names = names::write(&self.entries, &listed, &starts, version, &mut self.strings, own);
        let public_names = self.public_names(&starts, &info);
        let own = [
            (SectionId::Abbrev, abbreviations),
            (SectionId::Info, info),
            (SectionId::Ranges, skeleton.ranges.finish()),
            (SectionId::StrOffsets, skeleton.strings.offset_table()),
            (SectionId::Str, skeleton.strings.contents().clone()),
            (SectionId::Addr, self.addresses.table(address_bytes)),
            (SectionId::Line, lines),
            (SectionId::LineStr, self.line_strings.contents().clone()),
            (SectionId::Aranges, aranges),
            (SectionId::Names, names),
        ];
        let mut made = sections(own.into_iter().chain(public_names));
        let split = sections([
            (SectionId::Locations, self.locations.finish()),
            (SectionId::StrOffsets, self.strings.offset_table()),
            (SectionId::Str, self.strings.contents().clone()),
            (SectionId::Info, split_info),
            (SectionId::Abbrev, split_abbreviations),
            (SectionId::Ranges, self.ranges.finish()),
            (SectionId::Macro, self.macros.clone()),
        ]);
        made.extend(split.into_iter().map(|mut section| {
            section.contents.settle();
            DebugSection { is_split: true, ..section }
        }));
        made
    }
}
