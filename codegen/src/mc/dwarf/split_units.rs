//! Split debug information: the sections of the object and of the split file.

use crate::ir::debug_info::{Node, NodeId};
use crate::mc::dwarf::aranges;
use crate::mc::dwarf::builder::Builder;
use crate::mc::dwarf::entries::{AttributeValue, Encoding, EntryId, Written};
use crate::mc::dwarf::names;
use crate::mc::dwarf::placed::{CodeRange, PlacedFunction};
use crate::mc::dwarf::scopes::{Scope, Scopes};
use crate::mc::dwarf::section::sections;
use crate::mc::dwarf::section::{Contents, DebugSection, SectionId};
use crate::mc::dwarf::skeleton::{Skeleton, SkeletonLists};
use gimli::constants as dw;

impl Builder<'_> {
    /// Adds a function's inlined functions to the skeleton, if its unit requests it. Frames are
    /// then known without the split file.
    pub(super) fn inlined_in_skeleton(
        &mut self,
        function: NodeId,
        range: CodeRange,
        scopes: &Scopes,
        unit: usize,
    ) {
        let is_asked = self.unit_node(self.units[unit].node).is_some_and(|unit| unit.split_inlining);
        let is_inlined = |scope: &Scope| scope.inlined_at.is_some() && !scope.ranges.is_empty();
        if !is_asked || !scopes.list.iter().any(is_inlined) {
            return;
        }
        let Some(mut skeleton) = self.skeleton.take() else { return };
        let entry = skeleton.entries.add_child(skeleton.roots[unit], dw::DW_TAG_subprogram);
        self.skeleton_code(&mut skeleton, entry, &[range]);
        match self.inlined.contains(&function) {
            true => self.skeleton_origin(&mut skeleton, entry, function, unit),
            false => skeleton.set_name(entry, self.function_name(function)),
        }
        let mut open: Vec<(usize, EntryId)> = scopes.inside(0, entry).collect();
        while let Some((number, around)) = open.pop() {
            let scope = &scopes.list[number];
            let is_function = matches!(self.info.node(scope.node), Node::Subprogram(_));
            if !is_function || scope.ranges.is_empty() {
                open.extend(scopes.inside(number, around));
                continue;
            }
            let entry = skeleton.entries.add_child(around, dw::DW_TAG_inlined_subroutine);
            self.skeleton_origin(&mut skeleton, entry, scope.node, unit);
            self.skeleton_code(&mut skeleton, entry, &scope.ranges);
            for (at, value) in self.call_place(scope.inlined_at, unit) {
                skeleton.entries.set(entry, at, value);
            }
            open.extend(scopes.inside(number, entry));
        }
        self.skeleton = Some(skeleton);
    }

    fn skeleton_code(&mut self, skeleton: &mut Skeleton, entry: EntryId, code: &[CodeRange]) {
        let lists = SkeletonLists { addresses: &mut self.addresses, ranges: &mut self.ranges };
        skeleton.set_code(entry, code, lists, self.input.is_fixed);
    }

    fn skeleton_origin(&self, skeleton: &mut Skeleton, entry: EntryId, function: NodeId, unit: usize) {
        let own = self.info.subprogram(function).and_then(|subprogram| subprogram.unit);
        let unit = self.unit_number(own, unit);
        let origin = skeleton.abstract_entry(function, self.function_name(function), unit);
        skeleton.entries.set(entry, dw::DW_AT_abstract_origin, AttributeValue::Entry(origin));
    }

    fn function_name(&self, function: NodeId) -> Option<&[u8]> {
        let name = self.info.subprogram(function)?.name?;
        Some(self.info.text(name))
    }

    /// Returns the sections of the object, followed by those of the split file.
    pub(super) fn split_sections(
        mut self,
        of_units: &[(NodeId, Vec<PlacedFunction>)],
        lines: Contents,
    ) -> Vec<DebugSection> {
        let Some(mut skeleton) = self.skeleton.take() else { return Vec::new() };
        let (version, address_bytes) = (self.version(), self.input.address_bytes);
        let format = self.info.format();
        let (strings, addresses) = (&self.strings, &mut self.addresses);
        let mut encoding = Encoding { version, format, address_bytes, strings, addresses, is_split: true };
        let Written { info: mut split_info, abbreviations: split_abbreviations, types } =
            self.entries.write(&mut encoding);
        skeleton.name_tables(encoding.addresses, &self.ranges);
        (encoding.strings, encoding.is_split) = (&skeleton.strings, false);
        let Written { mut info, abbreviations, .. } = skeleton.entries.write(&mut encoding);
        let numbers = self.entries.numbers(&split_info);
        self.entries.set_numbers(&numbers, version, &mut split_info);
        skeleton.entries.set_numbers(&numbers, version, &mut info);
        let starts = skeleton.entries.unit_starts(version, format);
        let aranges = match self.info.aranges {
            true => aranges::write(of_units, &starts, address_bytes, format),
            false => Contents::default(),
        };
        let listed = self.listed_units(true);
        let own = Some(&mut skeleton.strings);
        let names = names::write(&self.entries, listed, &starts, (version, format), &mut self.strings, own);
        let public_names = self.public_names(&starts, &info);
        let split_lines = self.split_lines();
        // In version 4 there is one section of range lists.
        let (ranges, split_ranges) = match version >= 5 {
            true => (skeleton.ranges.finish(), self.ranges.finish()),
            false => (self.ranges.finish(), Contents::default()),
        };
        let offsets = match version >= 5 {
            true => skeleton.strings.offset_table(version, format),
            false => Contents::default(),
        };
        let own = [
            (SectionId::Abbrev, abbreviations),
            (SectionId::Info, info),
            (SectionId::Ranges, ranges),
            (SectionId::StrOffsets, offsets),
            (SectionId::Str, skeleton.strings.contents().clone()),
            (SectionId::Addr, self.addresses.table(version, address_bytes, format)),
            (SectionId::Line, lines),
            (SectionId::LineStr, self.line_strings.contents().clone()),
            (SectionId::Aranges, aranges),
            (SectionId::Names, names),
        ];
        let mut made = sections(own.into_iter().chain(public_names));
        let mut split_types = Contents::default();
        types.iter().for_each(|(_, contents)| split_types.append(contents));
        let split = sections([
            (SectionId::Types, split_types),
            (SectionId::Locations, self.locations.finish()),
            (SectionId::StrOffsets, self.strings.offset_table(version, format)),
            (SectionId::Str, self.strings.contents().clone()),
            (SectionId::Info, split_info),
            (SectionId::Abbrev, split_abbreviations),
            (SectionId::Line, split_lines),
            (SectionId::Ranges, split_ranges),
            (SectionId::Macro, self.macros.clone()),
        ]);
        made.extend(split.into_iter().map(|mut section| {
            section.contents.settle();
            DebugSection { is_split: true, ..section }
        }));
        made
    }
}
