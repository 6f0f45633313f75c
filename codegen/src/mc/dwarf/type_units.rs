//! Units of types: what has a name that all modules know (`identifier`) is described in a unit of its own, of which the linker keeps one.
//!
//! A type that is met first in a compile unit is put into a unit at once, with all types that it names. Those that name, themselves or by others,
//! something that only this module knows, or an address by number, are then refused: they are described where they are used.
//!
//! * Requires: that types in units are filled before the compile unit goes on.
//! * Establishes: a unit for each type that can have one, which names only types that have one too; and for a use of it a declaration with the
//!   signature.
//! * Cost: linear: a type is put into a unit once, and each mention of another is followed once.
//! * Source: the DWARF standard, version 5, sections 3.1.4 and 7.32; which types have units, and their signatures, is as LLVM's
//!   `DwarfDebug::addDwarfTypeUnitType` has it.

use super::entries::{BASE, EntryId, UnitKind, Value};
use super::files::Files;
use super::line_program;
use super::section::{Contents, SectionId};
use super::unit::{Builder, UnitState};
use crate::ir::debug_info::{CompositeType, Emission, Node, NodeId, flags};
use gimli::constants as dw;
use rustc_hash::FxHashMap as HashMap;

/// A unit that is being made.
struct OpenUnit {
    ty: NodeId,
    /// The open units that name it.
    users: Vec<usize>,
    /// Whether it names what cannot be in a unit of a type.
    is_refused: bool,
}

/// What has become of types.
#[derive(Default)]
pub(super) struct TypeUnits {
    /// Whether a type that has been met has a unit.
    decided: HashMap<NodeId, bool>,
    /// By the number of the unit.
    open: HashMap<usize, OpenUnit>,
    /// The units of types that are open.
    open_types: HashMap<NodeId, usize>,
}

impl Builder<'_> {
    /// Describes a type by its signature, if it has a unit and this is not that.
    pub(super) fn refer_to_unit(
        &mut self,
        node: NodeId,
        ty: &CompositeType,
        entry: EntryId,
        unit: usize,
    ) -> bool {
        let is_declared = ty.of.flags & flags::FWD_DECL != 0;
        if !self.info.type_units || is_declared || self.units[unit].described == Some(node) {
            return false;
        }
        if ty.identifier.is_none() {
            if ty.of.name.is_some() {
                self.refuse(unit);
            }
            return false;
        }
        if !self.has_unit(node, unit) {
            return false;
        }
        self.flag(entry, dw::DW_AT_declaration, true);
        self.set(entry, dw::DW_AT_signature, Value::Signature(self.signature_of(node)));
        true
    }

    /// Whether a type with a name that all modules know has a unit, as far as that is known in an open unit.
    fn has_unit(&mut self, node: NodeId, unit: usize) -> bool {
        let is_open = self.type_units.open.contains_key(&unit);
        if let Some(&decided) = self.type_units.decided.get(&node) {
            if !decided {
                self.refuse(unit);
            }
            return decided;
        }
        if is_open {
            let known = self.type_units.open_types.get(&node).copied();
            let named = known.unwrap_or_else(|| self.open_unit(node, self.units[unit].compile_unit));
            if let Some(named) = self.type_units.open.get_mut(&named) {
                named.users.push(unit);
            }
            return true;
        }
        // What the compile unit has begun to describe comes later.
        let queue = std::mem::take(&mut self.queue);
        self.open_unit(node, unit);
        self.fill_types();
        self.queue = queue;
        self.close_units();
        self.type_units.decided.get(&node).copied().unwrap_or(false)
    }

    /// Starts the unit of a type that a compile unit names first.
    fn open_unit(&mut self, node: NodeId, compile_unit: usize) -> usize {
        let number = self.units.len();
        let root = self.entries.add_unit(dw::DW_TAG_type_unit, UnitKind::Type(self.signature_of(node)));
        let UnitState { node: unit, language, public_names, .. } = self.units[compile_unit];
        self.units.push(UnitState {
            node: unit,
            root,
            emission: Emission::Full,
            language,
            public_names,
            scopes: HashMap::default(),
            subscript: None,
            compile_unit,
            described: Some(node),
        });
        let unit = OpenUnit { ty: node, users: Vec::new(), is_refused: false };
        self.type_units.open.insert(number, unit);
        self.type_units.open_types.insert(node, number);
        self.number(root, dw::DW_AT_language, language.into());
        self.split_type_unit(root, compile_unit);
        let entry = self.type_entry(node, number);
        self.entries.set_described(root, entry);
        number
    }

    /// Notes that an open unit names what cannot be in one.
    pub(super) fn refuse(&mut self, unit: usize) {
        if let Some(open) = self.type_units.open.get_mut(&unit) {
            open.is_refused = true;
        }
    }

    /// Decides which of the open units stay: those that name none that is refused.
    fn close_units(&mut self) {
        self.type_units.open_types.clear();
        let mut open = std::mem::take(&mut self.type_units.open);
        let mut refused: Vec<usize> =
            open.iter().filter(|(_, unit)| unit.is_refused).map(|(&number, _)| number).collect();
        while let Some(number) = refused.pop() {
            let Some(unit) = open.remove(&number) else { continue };
            self.type_units.decided.insert(unit.ty, false);
            self.entries.leave_out(self.units[number].root);
            refused.extend(unit.users);
        }
        self.type_units.decided.extend(open.into_values().map(|unit| (unit.ty, true)));
    }

    /// The signature of a type: the last 8 bytes of the MD5 sum of its name, the first the least significant.
    pub(super) fn signature_of(&self, node: NodeId) -> u64 {
        let Node::CompositeType(ty) = self.info.node(node) else { return 0 };
        let sum = md5::compute(self.info.text_of(ty.identifier)).0;
        sum.last_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes))
    }

    /// Says of the unit of a type that is split off where its files are listed.
    fn split_type_unit(&mut self, root: EntryId, compile_unit: usize) {
        let Some(skeleton) = &self.skeleton else { return };
        let (at, name) = (skeleton.name_attribute(), skeleton.file());
        let file = self.unit_node(self.units[compile_unit].node).and_then(|unit| unit.file);
        if let Some(Node::File(fields)) = self.info.link(file) {
            self.text(root, dw::DW_AT_comp_dir, fields.directory);
        }
        self.string(root, at, name.as_bytes());
        self.set(root, dw::DW_AT_stmt_list, Value::Offset(SectionId::Line, 0));
        if self.split_files.is_none() {
            self.split_files = Some(Files::new(self.input, file));
        }
    }

    /// The files that types name which are split off.
    pub(super) fn split_lines(&mut self) -> Contents {
        let mut lines = Contents::default();
        if let Some(files) = &mut self.split_files {
            line_program::write(self.input, files, &[], None, &mut lines);
        }
        lines
    }

    /// Says of units of types in the object where the lines of their compile units start, which list their files.
    pub(super) fn type_unit_lines(&mut self, starts: &[u64]) {
        if self.skeleton.is_some() {
            return;
        }
        for number in starts.len()..self.units.len() {
            let UnitState { root, compile_unit, .. } = self.units[number];
            self.set(root, dw::DW_AT_stmt_list, Value::Offset(SectionId::Line, starts[compile_unit]));
            if self.version() >= 5 {
                let base = Value::Offset(SectionId::StrOffsets, BASE);
                self.set(root, dw::DW_AT_str_offsets_base, base);
            }
        }
    }
}
