//! Units: their root entries, and the state that all builders of entries share.

use crate::ir::debug_info::{DebugInfo, Emission, Node, NodeId, Unit};
use crate::mc::dwarf::aranges;
use crate::mc::dwarf::builder::DEFAULT_NAMES;
use crate::mc::dwarf::builder::{Builder, PublicNames};
use crate::mc::dwarf::entries::{AttributeValue, Encoding, EntryId, Written};
use crate::mc::dwarf::file_order::FileOrder;
use crate::mc::dwarf::line_program;
use crate::mc::dwarf::line_text::LineText;
use crate::mc::dwarf::names;
use crate::mc::dwarf::placed::PlacedFunction;
use crate::mc::dwarf::pools::table_base;
use crate::mc::dwarf::section::sections;
use crate::mc::dwarf::section::{Contents, DebugSection, Fill, SectionId};
use crate::mc::dwarf::skeleton::SkeletonLists;
use gimli::constants as dw;

/// `DICompileUnit::DebugNameTableKind`: the table of Apple's tools, which is not supported otherwise.
const APPLE_NAMES: u8 = 3;

impl Builder<'_> {
    /// Adds the files, functions and variables of a unit.
    pub(super) fn describe_unit(&mut self, number: usize, node: NodeId, functions: &[PlacedFunction]) {
        let Some(unit) = self.unit_node(node) else { return };
        let root = self.units[number].root;
        if self.units[number].emission == Emission::Directives {
            self.skeleton.iter_mut().for_each(|skeleton| skeleton.leave_out(number));
            return self.entries.leave_out(root);
        }
        self.text(root, dw::DW_AT_producer, unit.producer);
        self.number(root, dw::DW_AT_language, unit.language.into());
        let file = match self.info.link(unit.file) {
            Some(Node::File(file)) => Some(file),
            _ => None,
        };
        self.text(root, dw::DW_AT_name, file.and_then(|file| file.name));
        self.text(root, dw::DW_AT_LLVM_isysroot, unit.sysroot);
        let is_gnu = self.units[number].public_names == Some(PublicNames::Gnu);
        let folder = file.and_then(|file| file.directory);
        match self.skeleton.take() {
            Some(mut skeleton) => {
                let at = skeleton.name_attribute();
                self.string(root, at, skeleton.file().as_bytes());
                let folder = folder.map(|folder| self.info.text(folder));
                let code = aranges::runs(functions);
                let lists = SkeletonLists { addresses: &mut self.addresses, ranges: &mut self.ranges };
                skeleton.describe_unit(number, folder, &code, lists, self.input.is_fixed);
                skeleton.name_gnu_tables(number, is_gnu);
                self.skeleton = Some(skeleton);
            }
            None => {
                if self.version() >= 5 {
                    self.set(
                        root,
                        dw::DW_AT_str_offsets_base,
                        AttributeValue::Offset(SectionId::StrOffsets, table_base(self.info.format())),
                    );
                }
                // The offset of its line table is known after all units.
                self.text(root, dw::DW_AT_comp_dir, folder);
                self.unit_code(root, functions);
                self.flag(root, dw::DW_AT_GNU_pubnames, is_gnu);
                self.other_file(root, unit);
            }
        }
        let is_full = self.units[number].emission == Emission::Full;
        if is_full {
            self.globals(number, unit);
            let listed = self.info.list(unit.enums).chain(self.info.list(unit.retained));
            for node in listed {
                self.retained(node, number);
            }
            self.fill_types();
        }
        for function in functions {
            self.function(number, function);
            self.fill_types();
        }
        if is_full {
            for entity in self.info.list(unit.imported) {
                self.imported_entity(entity, number);
            }
            self.fill_types();
        }
    }

    /// Says where the rest of a unit is that another compiler has split off: that of a module of
    /// the language.
    fn other_file(&mut self, root: EntryId, unit: &Unit) {
        if unit.dwo_id == 0 {
            return;
        }
        self.number(root, dw::DW_AT_GNU_dwo_id, unit.dwo_id);
        let name = if self.version() >= 5 { dw::DW_AT_dwo_name } else { dw::DW_AT_GNU_dwo_name };
        self.text(root, name, unit.split_name);
    }

    /// Gives types of arrays the variables that their bounds are, as far as these have entries.
    pub(super) fn resolve_bounds(&mut self) {
        self.fill_types();
        for (entry, at, variable, unit) in std::mem::take(&mut self.bounds) {
            let known = self.local_entries.get(&variable).copied().or(self.known(variable, unit));
            match known.filter(|&known| self.entries.unit_of(known) == unit) {
                Some(variable) => self.set(entry, at, AttributeValue::Entry(variable)),
                None => self.bounds.push((entry, at, variable, unit)),
            }
        }
    }

    fn unit_code(&mut self, root: EntryId, functions: &[PlacedFunction]) {
        let ranges = aranges::runs(functions);
        match ranges.len() {
            0 => {}
            1 => self.code(root, &ranges),
            // Addresses of lists without a base are relative to this one.
            _ => {
                self.set(root, dw::DW_AT_low_pc, AttributeValue::Address(Fill::Number(0)));
                self.code(root, &ranges);
            }
        }
    }

    /// Numbers the files that functions name, or creates the line directives of text, before other
    /// files are used.
    pub(super) fn write_lines(&mut self, of_units: &[(NodeId, Vec<PlacedFunction>)]) {
        if !self.input.is_text {
            for (number, (node, functions)) in of_units.iter().enumerate() {
                let functions: Vec<&PlacedFunction> = functions.iter().collect();
                if let Some(unit) = self.unit_node(*node) {
                    FileOrder::new(self.input, &mut self.files[number], &functions).number(unit, functions);
                }
            }
            return;
        }
        let unit = match of_units {
            [(unit, _)] => self.unit_node(*unit),
            _ => None,
        };
        let functions = of_units.iter().flat_map(|(_, functions)| functions).collect();
        let files = self.files.first_mut();
        self.lines = files.map(|files| LineText::new(self.input, files, unit, functions));
    }

    /// Builds all sections, except that line directives replace the line table.
    pub(super) fn finish(
        mut self,
        of_units: &[(NodeId, Vec<PlacedFunction>)],
    ) -> (Vec<DebugSection>, Option<LineText>) {
        let mut lines = Contents::default();
        let mut starts = vec![0; of_units.len()];
        let mut text = None;
        // Macros name files, which must be known before they are listed.
        let macros = |node: NodeId, info: &DebugInfo| match info.node(node) {
            Node::Unit(unit) => unit.macros,
            _ => None,
        };
        if self.input.is_text {
            for (number, (node, _)) in of_units.iter().enumerate() {
                self.unit_tables(number, macros(*node, self.info), 0);
            }
            text = self.lines.take();
            if let Some((text, files)) = text.as_mut().zip(self.files.first_mut()) {
                text.finish(self.input, files, of_units.len() != 1);
            }
        }
        for (number, (node, functions)) in of_units.iter().enumerate() {
            if text.is_none() {
                starts[number] = lines.len();
                self.unit_tables(number, macros(*node, self.info), lines.len());
                let functions: Vec<&PlacedFunction> = functions.iter().collect();
                let files = &mut self.files[number];
                let strings = Some(&mut self.line_strings);
                line_program::write(self.input, files, &functions, strings, &mut lines);
            }
            self.bases(self.units[number].root);
        }
        self.type_unit_lines(&starts);
        (self.sections(of_units, lines), text)
    }

    fn sections(mut self, of_units: &[(NodeId, Vec<PlacedFunction>)], lines: Contents) -> Vec<DebugSection> {
        if self.skeleton.is_some() {
            return self.split_sections(of_units, lines);
        }
        let (version, address_bytes) = (self.version(), self.input.address_bytes);
        let format = self.info.format();
        let (strings, addresses) = (&self.strings, &mut self.addresses);
        let mut encoding = Encoding { version, format, address_bytes, strings, addresses, is_split: false };
        let Written { info, abbreviations, types } = self.entries.write(&mut encoding);
        let starts = self.entries.unit_starts(version, format);
        let aranges = match self.info.aranges {
            true => aranges::write(of_units, &starts, address_bytes, format),
            false => Contents::default(),
        };
        let listed = self.listed_units(false);
        let names = names::write(&self.entries, listed, &starts, (version, format), &mut self.strings, None);
        let (offsets, table) = match version >= 5 {
            true => (
                self.strings.offset_table(version, format),
                self.addresses.table(version, address_bytes, format),
            ),
            false => Default::default(),
        };
        let public_names = self.public_names(&starts, &info);
        let made = [
            (SectionId::Locations, self.locations.finish()),
            (SectionId::Abbrev, abbreviations),
            (SectionId::Info, info),
            (SectionId::Ranges, self.ranges.finish()),
            (SectionId::StrOffsets, offsets),
            (SectionId::Str, self.strings.contents().clone()),
            (SectionId::Addr, table),
            (SectionId::Line, lines),
            (SectionId::LineStr, self.line_strings.contents().clone()),
            (SectionId::Aranges, aranges),
            (SectionId::Macro, self.macros.clone()),
            (SectionId::Names, names),
        ];
        let id = if version >= 5 { SectionId::Info } else { SectionId::Types };
        let types = types.into_iter().map(|(signature, contents)| DebugSection {
            id,
            is_split: false,
            signature: Some(signature),
            contents,
        });
        types.chain(sections(made.into_iter().chain(public_names))).collect()
    }

    /// Returns the units whose entries are in the name table.
    pub(super) fn listed_units(&self, is_split: bool) -> names::Units {
        let mut listed = names::Units { compile: Vec::new(), types: Vec::new(), is_split };
        if !self.info.names {
            return listed;
        }
        let requests = |node| {
            self.unit_node(node)
                .is_some_and(|unit| unit.name_table == DEFAULT_NAMES || unit.name_table == APPLE_NAMES)
        };
        for (number, unit) in self.units.iter().enumerate() {
            if !self.entries.is_written(number) || !requests(unit.node) {
                continue;
            }
            match unit.described {
                Some(ty) => listed.types.push((number, unit.compile_unit, self.signature_of(ty))),
                None => listed.compile.push(number),
            }
        }
        listed
    }

    /// Sets the start of a unit's line table, and writes its macros.
    fn unit_tables(&mut self, unit: usize, macros: Option<NodeId>, lines: u64) {
        if self.units[unit].emission == Emission::Directives {
            return;
        }
        match &mut self.skeleton {
            Some(skeleton) => skeleton.set_lines(unit, lines),
            None => {
                let root = self.units[unit].root;
                self.set(root, dw::DW_AT_stmt_list, AttributeValue::Offset(SectionId::Line, lines));
            }
        }
        self.unit_macros(unit, macros, lines);
    }

    /// Sets the base attributes of the tables with indices.
    fn bases(&mut self, root: EntryId) {
        if self.version() < 5 || self.skeleton.is_some() {
            return;
        }
        let has_addresses = !self.addresses.is_empty() || self.entries.has_addresses();
        for (is_there, at, section, base) in [
            (has_addresses, dw::DW_AT_addr_base, SectionId::Addr, table_base(self.info.format())),
            (!self.ranges.is_empty(), dw::DW_AT_rnglists_base, SectionId::Ranges, self.ranges.base()),
            (
                !self.locations.is_empty(),
                dw::DW_AT_loclists_base,
                SectionId::Locations,
                self.locations.base(),
            ),
        ] {
            if is_there {
                self.set(root, at, AttributeValue::Offset(section, base));
            }
        }
    }
}
