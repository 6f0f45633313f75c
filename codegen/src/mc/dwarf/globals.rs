//! Entries of module variables, of retained nodes, and of imported entities.

use crate::ir::debug_info::{GlobalVariable, ImportedEntity, Node, NodeId, Unit};
use crate::ir::entity::SymbolId;
use crate::mc::dwarf::builder::Builder;
use crate::mc::dwarf::entries::{AttributeValue, EntryId};
use crate::mc::dwarf::expression;
use crate::mc::dwarf::section::{Contents, Fill};
use gimli::DwTag;
use gimli::constants as dw;
use rustc_hash::FxHashMap as HashMap;

/// The expression of a variable's location, and its symbol.
type Home = (Option<NodeId>, Option<SymbolId>);

impl<'a> Builder<'a> {
    /// Creates the entries of a unit's variables.
    pub(super) fn globals(&mut self, number: usize, unit: &Unit) {
        // The fragments of a variable may have several locations.
        let mut order: Vec<NodeId> = Vec::new();
        let mut places: HashMap<NodeId, Vec<Home>> = HashMap::default();
        let mut symbols: HashMap<NodeId, Vec<SymbolId>> = HashMap::default();
        for &(symbol, node) in &self.info.globals {
            symbols.entry(node).or_default().push(symbol);
        }
        for node in self.info.list(unit.globals) {
            let Node::GlobalExpression(global) = self.info.node(node) else { continue };
            let Some(variable) = global.variable else { continue };
            let list = places.entry(variable).or_insert_with(|| {
                order.push(variable);
                Vec::new()
            });
            match symbols.get(&node) {
                Some(symbols) => list.extend(symbols.iter().map(|&symbol| (global.expression, Some(symbol)))),
                None => list.push((global.expression, None)),
            }
        }
        for variable in order {
            let places = places.remove(&variable).unwrap_or_default();
            self.global(variable, &places, number);
        }
    }

    fn global(&mut self, node: NodeId, places: &[Home], unit: usize) -> Option<EntryId> {
        if let Some(known) = self.known(node, unit) {
            return Some(known);
        }
        let Node::GlobalVariable(variable) = self.info.node(node) else { return None };
        let member = variable.declaration.and_then(|member| self.static_member(member, unit));
        let context = match member {
            Some(_) => self.units[unit].root,
            None => self.context(variable.scope, unit),
        };
        let entry = self.child(context, dw::DW_TAG_variable);
        self.note(node, unit, entry);
        match member {
            Some(member) => {
                self.set(entry, dw::DW_AT_specification, AttributeValue::Entry(member));
                self.source_line(entry, unit, variable.file, variable.line);
            }
            None => {
                self.text(entry, dw::DW_AT_name, variable.name);
                self.set_type(entry, variable.ty, unit);
                self.flag(entry, dw::DW_AT_external, !variable.is_local);
                self.source_line(entry, unit, variable.file, variable.line);
            }
        }
        if variable.is_definition {
            let declared = self.info.link(variable.declaration).and_then(Node::type_fields);
            let scope = declared.map_or(variable.scope, |member| member.scope);
            self.publish(entry, variable.name, scope);
            self.global_location(entry, variable, places);
        } else {
            self.flag(entry, dw::DW_AT_declaration, true);
        }
        self.template_parameters(entry, variable.template_params, unit);
        if self.version() >= 5 {
            self.some_number(entry, dw::DW_AT_alignment, u64::from(variable.align / 8));
        }
        self.text(entry, dw::DW_AT_linkage_name, variable.linkage_name);
        Some(entry)
    }

    /// Returns an expression that pushes the address of a symbol.
    pub(super) fn symbol_address(&mut self, symbol: SymbolId) -> Contents {
        let mut location = Contents::default();
        if self.numbers_addresses() {
            location.bytes.push(self.form().indexed_address().0);
            location.uleb(self.addresses.add(Fill::Symbol(symbol)).into());
        } else {
            location.bytes.push(dw::DW_OP_addr.0);
            location.fill(Fill::Symbol(symbol), self.input.address_bytes);
        }
        location
    }

    /// Returns an expression that pushes the address of a thread-local variable, if the target
    /// supports it.
    fn thread_local_address(&mut self, symbol: SymbolId) -> Option<Contents> {
        if !self.input.has_thread_locals {
            return None;
        }
        let mut location = Contents::default();
        let size = self.input.address_bytes;
        if self.skeleton.is_some() {
            let is_new = self.version() >= 5;
            let op = if is_new { dw::DW_OP_constx } else { dw::DW_OP_GNU_const_index };
            location.bytes.push(op.0);
            location.uleb(self.addresses.add(Fill::ThreadLocal(symbol)).into());
        } else {
            let op = if size == 8 { dw::DW_OP_const8u } else { dw::DW_OP_const4u };
            location.bytes.push(op.0);
            location.fill(Fill::ThreadLocal(symbol), size);
        }
        location.bytes.push(dw::DW_OP_GNU_push_tls_address.0);
        Some(location)
    }

    fn global_location(&mut self, entry: EntryId, variable: &GlobalVariable, places: &[Home]) {
        let mut parts: Vec<(Option<expression::Fragment>, Contents)> = Vec::new();
        for &(expression, symbol) in places {
            let ops: &[u64] = match self.info.link(expression) {
                Some(Node::Expression(expression)) => &expression.ops,
                _ => &[],
            };
            let Some(encoded) = expression::encode(ops) else { continue };
            let Some(symbol) = symbol else {
                self.global_constant(entry, variable, ops);
                continue;
            };
            let address = match (self.input.is_thread_local)(symbol) {
                true => self.thread_local_address(symbol),
                false => Some(self.symbol_address(symbol)),
            };
            let Some(mut location) = address else { continue };
            location.append(&encoded.contents);
            parts.push((encoded.fragment, location));
        }
        if let Some(location) = expression::join(parts, None) {
            self.set(entry, dw::DW_AT_location, AttributeValue::Expression(location));
        }
    }

    /// Sets the value of a variable without a location.
    fn global_constant(&mut self, entry: EntryId, variable: &GlobalVariable, ops: &[u64]) {
        let (constu, consts) = (u64::from(dw::DW_OP_constu.0), u64::from(dw::DW_OP_consts.0));
        let value = match *ops {
            [op, value] | [op, value, _] if op == constu || op == consts => value,
            _ => return,
        };
        if self.entries.has(entry, dw::DW_AT_const_value) {
            return;
        }
        match self.is_unsigned(variable.ty) {
            true => self.set(entry, dw::DW_AT_const_value, AttributeValue::Unsigned(value)),
            false => self.set(entry, dw::DW_AT_const_value, AttributeValue::Signed(value as i64)),
        }
    }

    /// Creates the entry of a node that a unit retains without references.
    pub(super) fn retained(&mut self, node: NodeId, unit: usize) {
        match self.info.node(node) {
            Node::Subprogram(_) => {
                self.subprogram_entry(node, unit);
            }
            node_fields if node_fields.type_fields().is_some() => {
                self.type_entry(node, unit);
            }
            _ => {}
        }
    }

    /// Creates the entry of an imported entity, which may have another name.
    pub(super) fn imported_entity(&mut self, node: NodeId, unit: usize) {
        let Node::ImportedEntity(imported) = self.info.node(node) else { return };
        let context = self.context(imported.scope, unit);
        self.import(node, imported, context, unit);
    }

    /// Creates the entry of an imported entity in a scope that has an entry.
    pub(super) fn import(&mut self, node: NodeId, imported: &ImportedEntity, scope: EntryId, unit: usize) {
        let Some(entity) = imported.entity.and_then(|entity| self.entity(entity, unit)) else { return };
        let entry = self.child(scope, DwTag(imported.tag));
        self.note(node, unit, entry);
        self.source_line(entry, unit, imported.file, imported.line);
        self.set(entry, dw::DW_AT_import, AttributeValue::Entry(entity));
        self.text(entry, dw::DW_AT_name, imported.name);
        for element in self.info.list(imported.elements) {
            let Node::ImportedEntity(renamed) = self.info.node(element) else { continue };
            let Some(to) = renamed.entity.and_then(|entity| self.entity(entity, unit)) else { continue };
            let child = self.child(entry, DwTag(renamed.tag));
            self.source_line(child, unit, renamed.file, renamed.line);
            self.set(child, dw::DW_AT_import, AttributeValue::Entry(to));
            self.text(child, dw::DW_AT_name, renamed.name);
        }
    }

    /// Returns the entry of an imported entity.
    fn entity(&mut self, node: NodeId, unit: usize) -> Option<EntryId> {
        match self.info.node(node) {
            Node::Namespace(_) | Node::Module(_) => Some(self.context(Some(node), unit)),
            Node::Subprogram(_) => Some(self.subprogram_entry(node, unit)),
            Node::GlobalVariable(_) => self.global(node, &[], unit),
            Node::ImportedEntity(_) => self.known(node, unit),
            fields if fields.type_fields().is_some() => Some(self.type_entry(node, unit)),
            _ => None,
        }
    }
}
