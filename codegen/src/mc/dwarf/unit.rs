//! Units: their root entries, and the state that all builders of entries share.

use super::description::Form;
use super::entries::{BASE, Encoding, Entries, EntryId, UnitKind, Value, Written};
use super::file_order::FileOrder;
use super::files::Files;
use super::line_program;
use super::line_text::LineText;
use super::lists::Lists;
use super::pools::{Addresses, Strings};
use super::public_names::{PublicNames, Published};
use super::section::{Contents, DebugSection, Fill, SectionId};
use super::skeleton::{Skeleton, SkeletonLists};
use super::type_units::TypeUnits;
use super::{CodeAddress, CodeRange, Input, PlacedFunction, aranges, names, sections};
use crate::ir::debug_info::{DebugInfo, Emission, Node, NodeId, TextId, Unit, flags};
use crate::ir::entity::SymbolId;
use gimli::constants as dw;
use gimli::{DwAt, DwTag};
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

/// The maximum nesting of scopes; deeper ones are children of the unit.
pub(super) const MAX_SCOPES: usize = 1000;

/// `DICompileUnit::DebugNameTableKind`: the default table of the DWARF version.
const DEFAULT_NAMES: u8 = 0;

/// The table of Apple's tools, which is not supported otherwise.
const APPLE_NAMES: u8 = 3;

/// A unit under construction.
pub(super) struct UnitState {
    /// The compile unit.
    pub(super) node: NodeId,
    pub(super) root: EntryId,
    pub(super) emission: Emission,
    pub(super) language: u16,
    /// The kind of its tables of public names.
    pub(super) public_names: Option<PublicNames>,
    /// Namespaces and modules of the language, one entry per unit.
    pub(super) scopes: HashMap<NodeId, EntryId>,
    /// The type of array subscripts.
    pub(super) subscript: Option<EntryId>,
    /// The number of its compile unit: its own, or for a type unit the one that refers to the type
    /// first.
    pub(super) compile_unit: usize,
    /// The type of a type unit.
    pub(super) described: Option<NodeId>,
}

/// The builder of entries.
pub(super) struct Builder<'a> {
    pub(super) input: &'a Input<'a>,
    pub(super) info: &'a DebugInfo,
    pub(super) entries: Entries,
    pub(super) strings: Strings,
    /// The skeleton units, if debug information is split.
    pub(super) skeleton: Option<Skeleton>,
    /// The index of each text's string.
    texts: HashMap<TextId, u32>,
    pub(super) line_strings: Strings,
    pub(super) addresses: Addresses,
    pub(super) ranges: Lists,
    pub(super) locations: Lists,
    /// The start of the current function.
    pub(super) origin: Option<CodeAddress>,
    pub(super) macros: Contents,
    pub(super) units: Vec<UnitState>,
    /// The files of units, or the ones that all share.
    files: Vec<Files>,
    /// The line directives, if requested.
    lines: Option<LineText>,
    unit_numbers: HashMap<NodeId, usize>,
    /// Entries of types, members, declarations and variables, by node: by unit, if there are type
    /// units, else shared.
    known: HashMap<(usize, NodeId), EntryId>,
    /// The state of type units.
    pub(super) type_units: TypeUnits,
    /// The files of split type units.
    pub(super) split_files: Option<Files>,
    /// Types whose entries have no attributes yet.
    pub(super) queue: Vec<(NodeId, EntryId)>,
    /// Functions with inlined instances.
    pub(super) inlined: HashSet<NodeId>,
    /// The abstract entries of inlined functions and their variables, by node.
    pub(super) abstracts: HashMap<NodeId, EntryId>,
    /// The subprograms of functions' symbols, both declared and defined.
    pub(super) called: HashMap<SymbolId, NodeId>,
    /// The subprograms with code.
    pub(super) emitted: HashSet<NodeId>,
    /// The entries of defined functions.
    pub(super) concrete: HashMap<NodeId, EntryId>,
    /// Entries of functions' variables, of the current function and earlier ones.
    pub(super) local_entries: HashMap<NodeId, EntryId>,
    /// Attributes that refer to variables, which may not have entries yet.
    pub(super) bounds: Vec<(EntryId, DwAt, NodeId, usize)>,
    /// The public names of units.
    pub(super) published: Vec<Published>,
    /// The current depth of scope lookups.
    pub(super) open_contexts: usize,
    /// The variables of each inlined function.
    pub(super) inlined_variables: HashMap<NodeId, Vec<NodeId>>,
}

impl<'a> Builder<'a> {
    pub(super) fn new(input: &'a Input<'a>) -> Builder<'a> {
        let (version, address_bytes) = (input.info.version, input.address_bytes);
        let skeleton = input.info.split_file.clone().map(|file| Skeleton::new(file, version, address_bytes));
        let is_split = skeleton.is_some();
        Builder {
            input,
            info: input.info,
            entries: Entries::of(input.info),
            strings: Strings::default(),
            skeleton,
            texts: HashMap::default(),
            line_strings: Strings::default(),
            addresses: Addresses::default(),
            ranges: Lists::new(version, address_bytes, is_split && version >= 5),
            locations: Lists::new(version, address_bytes, is_split),
            origin: None,
            macros: Contents::default(),
            units: Vec::new(),
            files: Vec::new(),
            lines: None,
            unit_numbers: HashMap::default(),
            known: HashMap::default(),
            type_units: TypeUnits::default(),
            split_files: None,
            queue: Vec::new(),
            inlined: HashSet::default(),
            abstracts: HashMap::default(),
            called: input.info.declared.iter().copied().collect(),
            emitted: HashSet::default(),
            concrete: HashMap::default(),
            local_entries: HashMap::default(),
            bounds: Vec::new(),
            published: Vec::new(),
            open_contexts: 0,
            inlined_variables: HashMap::default(),
        }
    }

    pub(super) fn version(&self) -> u16 {
        self.info.version
    }

    pub(super) fn form(&self) -> Form<'_> {
        Form {
            version: self.info.version,
            address_bytes: self.input.address_bytes,
            addresses: &self.addresses,
        }
    }

    /// Returns the entry of a node in a unit, if it has one.
    pub(super) fn known(&self, node: NodeId, unit: usize) -> Option<EntryId> {
        self.known.get(&(self.shared_in(unit), node)).copied()
    }

    /// Records the entry of a node in a unit.
    pub(super) fn note(&mut self, node: NodeId, unit: usize, entry: EntryId) {
        self.known.insert((self.shared_in(unit), node), entry);
    }

    /// Returns the number under which a unit's entries are recorded: with type units, units share
    /// no entries.
    fn shared_in(&self, unit: usize) -> usize {
        if self.info.type_units { unit } else { 0 }
    }

    /// Returns true if entries use address indices.
    pub(super) fn numbers_addresses(&self) -> bool {
        self.version() >= 5 || self.skeleton.is_some()
    }

    /// Returns true if a unit without functions has entries. It lists some, one of its functions is
    /// inlined into another unit, or it names a split file from another compiler.
    pub(super) fn has_entries(&self, node: NodeId) -> bool {
        let Some(unit) = self.unit_node(node) else { return false };
        let lists = [unit.enums, unit.retained, unit.globals, unit.imported, unit.macros];
        let lists_some = lists.into_iter().any(|list| self.info.list(list).next().is_some());
        let is_of_unit = |&subprogram: &NodeId| {
            self.info.subprogram(subprogram).is_some_and(|subprogram| subprogram.unit == Some(node))
        };
        lists_some || unit.dwo_id != 0 || self.inlined.iter().any(is_of_unit)
    }

    /// Starts a unit.
    pub(super) fn add_unit(&mut self, node: NodeId) {
        let unit = self.unit_node(node);
        let kind = if self.skeleton.is_some() { UnitKind::Split } else { UnitKind::Compile };
        let root = self.entries.add_unit(dw::DW_TAG_compile_unit, kind);
        if let Some(skeleton) = &mut self.skeleton {
            skeleton.add_unit();
            if self.info.version < 5 {
                self.entries.set(root, dw::DW_AT_GNU_dwo_id, Value::UnitNumber);
            }
        }
        self.unit_numbers.insert(node, self.units.len());
        if !self.input.is_text || self.files.is_empty() {
            self.files.push(Files::new(self.input, unit.and_then(|unit| unit.file)));
        }
        self.units.push(UnitState {
            node,
            root,
            emission: unit.map_or(Emission::Full, Unit::emission),
            language: unit.map_or(0, |unit| unit.language),
            public_names: unit.and_then(|unit| PublicNames::of(unit, self.info.version)),
            scopes: HashMap::default(),
            subscript: None,
            compile_unit: self.units.len(),
            described: None,
        });
    }

    pub(super) fn unit_node(&self, node: NodeId) -> Option<&'a Unit> {
        match self.info.node(node) {
            Node::Unit(unit) => Some(unit),
            _ => None,
        }
    }

    /// Returns the number of the function's own unit, or `other`.
    pub(super) fn unit_number(&self, unit: Option<NodeId>, other: usize) -> usize {
        unit.and_then(|unit| self.unit_numbers.get(&unit)).copied().unwrap_or(other)
    }

    pub(super) fn child(&mut self, parent: EntryId, tag: DwTag) -> EntryId {
        self.entries.add_child(parent, tag)
    }

    pub(super) fn set(&mut self, entry: EntryId, at: DwAt, value: Value) {
        self.entries.set(entry, at, value);
    }

    pub(super) fn flag(&mut self, entry: EntryId, at: DwAt, is_so: bool) {
        if is_so {
            self.set(entry, at, Value::Flag);
        }
    }

    pub(super) fn number(&mut self, entry: EntryId, at: DwAt, number: u64) {
        self.set(entry, at, Value::Number(number));
    }

    /// Sets a number that is not zero.
    pub(super) fn some_number(&mut self, entry: EntryId, at: DwAt, number: u64) {
        if number != 0 {
            self.number(entry, at, number);
        }
    }

    /// Sets a string, if there is one.
    pub(super) fn text(&mut self, entry: EntryId, at: DwAt, text: Option<TextId>) {
        let Some(id) = text else { return };
        let known = self.texts.get(&id).copied();
        let number = known.unwrap_or_else(|| self.strings.add(self.info.text(id)));
        self.texts.insert(id, number);
        self.set(entry, at, Value::Text(number));
    }

    /// Returns the index of a string.
    pub(super) fn string_number(&mut self, text: &[u8]) -> u32 {
        self.strings.add(text)
    }

    pub(super) fn string(&mut self, entry: EntryId, at: DwAt, text: &[u8]) {
        let number = self.strings.add(text);
        self.set(entry, at, Value::Text(number));
    }

    /// Returns the number of a file in the table of a unit.
    pub(super) fn file_number(&mut self, unit: usize, file: NodeId) -> u64 {
        let UnitState { compile_unit, described, .. } = self.units[unit];
        if let Some(files) = self.split_files.as_mut().filter(|_| described.is_some()) {
            return files.number(self.input, file);
        }
        let table = if self.input.is_text { 0 } else { compile_unit };
        self.files[table].number(self.input, file)
    }

    pub(super) fn source_line(&mut self, entry: EntryId, unit: usize, file: Option<NodeId>, line: u32) {
        let Some(file) = file.filter(|_| line != 0) else { return };
        let number = self.file_number(unit, file);
        self.number(entry, dw::DW_AT_decl_file, number);
        self.number(entry, dw::DW_AT_decl_line, line.into());
    }

    pub(super) fn access(&mut self, entry: EntryId, of: u32) {
        let access = match of & flags::ACCESS {
            1 => dw::DW_ACCESS_private,
            2 => dw::DW_ACCESS_protected,
            3 => dw::DW_ACCESS_public,
            _ => return,
        };
        self.number(entry, dw::DW_AT_accessibility, access.0.into());
    }

    /// Sets the code of an entry: one range, or a list.
    pub(super) fn code(&mut self, entry: EntryId, ranges: &[CodeRange]) {
        if let &[range] = ranges {
            self.set(entry, dw::DW_AT_low_pc, Value::Address(Fill::Code(range.start)));
            let is_known = self.skeleton.is_none() || (self.input.is_fixed)(range.start, range.end);
            // Older readers know addresses only.
            let is_known = is_known && self.version() >= 4;
            let end = match is_known {
                true => Value::Word(Fill::Distance(range.start, range.end)),
                false => Value::Address(Fill::Code(range.end)),
            };
            self.set(entry, dw::DW_AT_high_pc, end);
        } else if !ranges.is_empty() {
            let list = self.range_list(ranges);
            self.set(entry, dw::DW_AT_ranges, list);
        }
    }

    fn range_list(&mut self, ranges: &[CodeRange]) -> Value {
        let ranges: Vec<_> = ranges.iter().map(|&range| (range, None)).collect();
        let list = self.ranges.add(&ranges, self.origin, &mut self.addresses, self.input.is_fixed);
        let reference = self.ranges.reference(list);
        match self.version() >= 5 {
            true => Value::List(dw::DW_FORM_rnglistx, reference),
            false => Value::Offset(SectionId::Ranges, reference),
        }
    }

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
                    self.set(root, dw::DW_AT_str_offsets_base, Value::Offset(SectionId::StrOffsets, BASE));
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
                Some(variable) => self.set(entry, at, Value::Entry(variable)),
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
                self.set(root, dw::DW_AT_low_pc, Value::Address(Fill::Number(0)));
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
        let (strings, addresses) = (&self.strings, &mut self.addresses);
        let mut encoding = Encoding { version, address_bytes, strings, addresses, is_split: false };
        let Written { info, abbreviations, types } = self.entries.write(&mut encoding);
        let starts = self.entries.unit_starts(version);
        let aranges = match self.info.aranges {
            true => aranges::write(of_units, &starts, address_bytes),
            false => Contents::default(),
        };
        let listed = self.listed_units(false);
        let names = names::write(&self.entries, listed, &starts, version, &mut self.strings, None);
        let (offsets, table) = match version >= 5 {
            true => (self.strings.offset_table(version), self.addresses.table(version, address_bytes)),
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
        let asks = |node| {
            self.unit_node(node)
                .is_some_and(|unit| unit.name_table == DEFAULT_NAMES || unit.name_table == APPLE_NAMES)
        };
        for (number, unit) in self.units.iter().enumerate() {
            if !self.entries.is_written(number) || !asks(unit.node) {
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
                self.set(root, dw::DW_AT_stmt_list, Value::Offset(SectionId::Line, lines));
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
            (has_addresses, dw::DW_AT_addr_base, SectionId::Addr, BASE),
            (!self.ranges.is_empty(), dw::DW_AT_rnglists_base, SectionId::Ranges, Lists::BASE),
            (!self.locations.is_empty(), dw::DW_AT_loclists_base, SectionId::Locations, Lists::BASE),
        ] {
            if is_there {
                self.set(root, at, Value::Offset(section, base));
            }
        }
    }
}
