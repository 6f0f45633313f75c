//! The builder of debug information: its state, and attributes of entries.

use crate::ir::debug_info::{DebugInfo, Emission, Node, NodeId, TextId, Unit, flags};
use crate::ir::entity::SymbolId;
use crate::mc::dwarf::description::Form;
use crate::mc::dwarf::entries::{AttributeValue, Entries, EntryId, UnitKind};
use crate::mc::dwarf::files::Files;
use crate::mc::dwarf::input::Input;
use crate::mc::dwarf::line_text::LineText;
use crate::mc::dwarf::lists::Lists;
use crate::mc::dwarf::placed::{CodeAddress, CodeRange};
use crate::mc::dwarf::pools::{Addresses, Strings};
use crate::mc::dwarf::section::{Contents, Fill, SectionId};
use crate::mc::dwarf::skeleton::Skeleton;
use gimli::constants as dw;
use gimli::{DwAt, DwTag};
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};

/// `DICompileUnit::DebugNameTableKind`: the default table of the DWARF version.
pub(super) const DEFAULT_NAMES: u8 = 0;

/// GNU's tables of public names.
const GNU_NAMES: u8 = 1;

/// The kind of a unit's tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PublicNames {
    /// The standard's tables.
    Standard,
    /// GNU's tables.
    Gnu,
}

impl PublicNames {
    /// Returns the tables that a unit requests, in this version of debug information.
    pub(crate) fn of(unit: &Unit, version: u16) -> Option<PublicNames> {
        let is_full = unit.emission() == Emission::Full;
        match unit.name_table {
            GNU_NAMES if is_full => Some(PublicNames::Gnu),
            DEFAULT_NAMES if is_full && version < 5 => Some(PublicNames::Standard),
            _ => None,
        }
    }

    /// Returns the sections of names and of types.
    pub(crate) fn sections(self) -> [SectionId; 2] {
        match self {
            PublicNames::Standard => [SectionId::PubNames, SectionId::PubTypes],
            PublicNames::Gnu => [SectionId::GnuPubNames, SectionId::GnuPubTypes],
        }
    }
}

/// A public entry of a unit.
pub(super) struct Published {
    pub(super) entry: EntryId,
    pub(super) name: Vec<u8>,
}

/// A unit under construction.
pub(super) struct OpenUnit {
    pub(super) ty: NodeId,
    /// The open units that refer to it.
    pub(super) users: Vec<usize>,
    /// True if it refers to an entity that cannot be in a type unit.
    pub(super) is_refused: bool,
}

/// The state of type units.
#[derive(Default)]
pub(super) struct TypeUnits {
    /// By type: true if it has a unit.
    pub(super) decided: HashMap<NodeId, bool>,
    /// The open units, by number.
    pub(super) open: HashMap<usize, OpenUnit>,
    /// The open unit of each type.
    pub(super) open_types: HashMap<NodeId, usize>,
}

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
    pub(super) texts: HashMap<TextId, u32>,
    pub(super) line_strings: Strings,
    pub(super) addresses: Addresses,
    pub(super) ranges: Lists,
    pub(super) locations: Lists,
    /// The start of the current function.
    pub(super) origin: Option<CodeAddress>,
    pub(super) macros: Contents,
    pub(super) units: Vec<UnitState>,
    /// The files of units, or the ones that all share.
    pub(super) files: Vec<Files>,
    /// The line directives, if requested.
    pub(super) lines: Option<LineText>,
    pub(super) unit_numbers: HashMap<NodeId, usize>,
    /// Entries of types, members, declarations and variables, by node: by unit, if there are type
    /// units, else shared.
    pub(super) known: HashMap<(usize, NodeId), EntryId>,
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
        let (format, split) = (input.info.format(), input.info.split_file.clone());
        let skeleton = split.map(|file| Skeleton::new(file, version, format, address_bytes));
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
            ranges: Lists::new(version, format, address_bytes, is_split && version >= 5),
            locations: Lists::new(version, format, address_bytes, is_split),
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
    pub(super) fn shared_in(&self, unit: usize) -> usize {
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
                self.entries.set(root, dw::DW_AT_GNU_dwo_id, AttributeValue::UnitNumber);
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

    pub(super) fn set(&mut self, entry: EntryId, at: DwAt, value: AttributeValue) {
        self.entries.set(entry, at, value);
    }

    pub(super) fn flag(&mut self, entry: EntryId, at: DwAt, is_so: bool) {
        if is_so {
            self.set(entry, at, AttributeValue::Flag);
        }
    }

    pub(super) fn number(&mut self, entry: EntryId, at: DwAt, number: u64) {
        self.set(entry, at, AttributeValue::Number(number));
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
        self.set(entry, at, AttributeValue::Text(number));
    }

    /// Returns the index of a string.
    pub(super) fn string_number(&mut self, text: &[u8]) -> u32 {
        self.strings.add(text)
    }

    pub(super) fn string(&mut self, entry: EntryId, at: DwAt, text: &[u8]) {
        let number = self.strings.add(text);
        self.set(entry, at, AttributeValue::Text(number));
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
            self.set(entry, dw::DW_AT_low_pc, AttributeValue::Address(Fill::Code(range.start)));
            let is_known = self.skeleton.is_none() || (self.input.is_fixed)(range.start, range.end);
            // Older readers know addresses only.
            let is_known = is_known && self.version() >= 4;
            let end = match is_known {
                true => AttributeValue::Word(Fill::Distance(range.start, range.end)),
                false => AttributeValue::Address(Fill::Code(range.end)),
            };
            self.set(entry, dw::DW_AT_high_pc, end);
        } else if !ranges.is_empty() {
            let list = self.range_list(ranges);
            self.set(entry, dw::DW_AT_ranges, list);
        }
    }

    pub(super) fn range_list(&mut self, ranges: &[CodeRange]) -> AttributeValue {
        let ranges: Vec<_> = ranges.iter().map(|&range| (range, None)).collect();
        let list = self.ranges.add(&ranges, self.origin, &mut self.addresses, self.input.is_fixed);
        let reference = self.ranges.reference(list);
        match self.version() >= 5 {
            true => AttributeValue::List(dw::DW_FORM_rnglistx, reference),
            false => AttributeValue::Offset(SectionId::Ranges, reference),
        }
    }
}
