//! Type units: a type with a unique name across modules (`identifier`) has a separate unit, of
//! which the linker keeps one.
//!
//! When a compile unit first refers to such a type, a unit is built at once, with units for all
//! types that it refers to. A unit is refused if it refers, directly or indirectly, to an entity
//! that only this module has, or to an address index. Its type is then described in the units that
//! use it.
//!
//! * Requires: types in units are filled before the compile unit continues.
//! * Establishes: a unit for each type that can have one, which refers only to types that have one
//!   too. Each use of the type is a declaration with the signature.
//! * Cost: linear: each type's unit is built once, and each reference is visited once.
//! * Source: the DWARF standard, version 5, sections 3.1.4 and 7.32. The choice of types and the
//!   signatures are those of LLVM's `DwarfDebug::addDwarfTypeUnitType`.

use crate::ir::debug_info::{CompositeType, Emission, Node, NodeId, flags};
use crate::mc::dwarf::builder::{Builder, OpenUnit, UnitState};
use crate::mc::dwarf::entries::{AttributeValue, EntryId, UnitKind};
use crate::mc::dwarf::files::Files;
use crate::mc::dwarf::line_program;
use crate::mc::dwarf::pools::table_base;
use crate::mc::dwarf::section::{Contents, SectionId};
use gimli::constants as dw;
use rustc_hash::FxHashMap as HashMap;

impl Builder<'_> {
    /// Describes a type by its signature, if it has a unit other than `unit`.
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
        self.set(entry, dw::DW_AT_signature, AttributeValue::Signature(self.signature_of(node)));
        true
    }

    /// Returns true if a type with a unique name has a unit, as far as known while units are open.
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
        // The compile unit's pending types are filled later.
        let queue = std::mem::take(&mut self.queue);
        self.open_unit(node, unit);
        self.fill_types();
        self.queue = queue;
        self.close_units();
        self.type_units.decided.get(&node).copied().unwrap_or(false)
    }

    /// Starts the unit of a type that a compile unit refers to first.
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

    /// Records that an open unit refers to an entity that cannot be in a type unit.
    pub(super) fn refuse(&mut self, unit: usize) {
        if let Some(open) = self.type_units.open.get_mut(&unit) {
            open.is_refused = true;
        }
    }

    /// Closes the open units; those that refer to a refused unit are refused.
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

    /// Returns the signature of a type: the last 8 bytes of its name's MD5 sum, little-endian.
    pub(super) fn signature_of(&self, node: NodeId) -> u64 {
        let Node::CompositeType(ty) = self.info.node(node) else { return 0 };
        let sum = md5::compute(self.info.text_of(ty.identifier)).0;
        sum.last_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes))
    }

    /// Sets the file table of a split type unit.
    fn split_type_unit(&mut self, root: EntryId, compile_unit: usize) {
        let Some(skeleton) = &self.skeleton else { return };
        let (at, name) = (skeleton.name_attribute(), skeleton.file());
        let file = self.unit_node(self.units[compile_unit].node).and_then(|unit| unit.file);
        if let Some(Node::File(fields)) = self.info.link(file) {
            self.text(root, dw::DW_AT_comp_dir, fields.directory);
        }
        self.string(root, at, name.as_bytes());
        self.set(root, dw::DW_AT_stmt_list, AttributeValue::Offset(SectionId::Line, 0));
        if self.split_files.is_none() {
            self.split_files = Some(Files::new(self.input, file));
        }
    }

    /// Returns the line table with the files of split type units.
    pub(super) fn split_lines(&mut self) -> Contents {
        let mut lines = Contents::default();
        if let Some(files) = &mut self.split_files {
            line_program::write(self.input, files, &[], None, &mut lines);
        }
        lines
    }

    /// Sets the line tables of type units in the object to those of their compile units, which list
    /// their files.
    pub(super) fn type_unit_lines(&mut self, starts: &[u64]) {
        if self.skeleton.is_some() {
            return;
        }
        for number in starts.len()..self.units.len() {
            let UnitState { root, compile_unit, .. } = self.units[number];
            self.set(
                root,
                dw::DW_AT_stmt_list,
                AttributeValue::Offset(SectionId::Line, starts[compile_unit]),
            );
            if self.version() >= 5 {
                let base = AttributeValue::Offset(SectionId::StrOffsets, table_base(self.info.format()));
                self.set(root, dw::DW_AT_str_offsets_base, base);
            }
        }
    }
}
