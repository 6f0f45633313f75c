//! Entries of functions: declared, defined and inlined, with their blocks and variables.

use crate::ir::debug_info::{
    Emission, Label, LocalVariable, Node, NodeId, Subprogram, ValueForm, flags, sp_flags,
};
use crate::ir::entity::DebugLoc;
use crate::mc::dwarf::builder::Builder;
use crate::mc::dwarf::description;
use crate::mc::dwarf::entries::{AttributeValue, EntryId};
use crate::mc::dwarf::events::{DebugEvent, EmittedFunction, FrameVariable, PlacedLabel};
use crate::mc::dwarf::expression::{self, Fragment};
use crate::mc::dwarf::placed::{CodeAddress, CodeRange, PlacedFunction};
use crate::mc::dwarf::scopes::Scopes;
use crate::mc::dwarf::section::{Contents, Fill, SectionId};
use crate::mc::dwarf::value_history::ValueHistory;
use crate::passes::post_ra::live_debug_values::{FrameBase, ValueDescription, ValuePlace};
use gimli::DwAt;
use gimli::constants as dw;
use rustc_hash::FxHashMap as HashMap;

/// A variable, label or import of a scope, with its location.
struct PlacedVariable {
    node: NodeId,
    location: Option<AttributeValue>,
}

impl<'a> Builder<'a> {
    /// Collects the functions with code, the inlined functions, and the variables of inlined
    /// instances.
    pub(super) fn find_inlined(&mut self, functions: &[PlacedFunction]) {
        let mut calls: rustc_hash::FxHashSet<_> = rustc_hash::FxHashSet::default();
        for function in functions {
            for (_, event) in &function.debug.events {
                let DebugEvent::Scope(Some(loc)) = *event else { continue };
                // Each inlined location, and the calls around it, is visited once.
                let mut next = Some(loc);
                while let Some(location) = next.filter(|&loc| calls.insert(loc)) {
                    let Some(location) = self.info.location(location) else { break };
                    if location.inlined_at.is_some()
                        && let Some(subprogram) = self.info.subprogram_of(location.scope)
                    {
                        self.inlined.insert(subprogram);
                    }
                    next = location.inlined_at;
                }
            }
            let emitted = &function.debug.function;
            self.called.insert(emitted.symbol, emitted.subprogram);
            self.emitted.insert(emitted.subprogram);
            let in_frame = emitted.variables.iter().map(|variable| (variable.variable, variable.location));
            let values = emitted.values.iter().map(|value| (value.variable, value.location));
            let labels = emitted.labels.iter().map(|label| (label.label, label.location));
            for (variable, location) in in_frame.chain(values).chain(labels) {
                let Some(location) = self.info.location(location) else { continue };
                if location.inlined_at.is_some() {
                    self.note_inlined_variable(variable);
                }
            }
        }
    }

    fn note_inlined_variable(&mut self, node: NodeId) {
        if let Some(subprogram) = self.scope_of(node).and_then(|scope| self.info.subprogram_of(scope)) {
            let list = self.inlined_variables.entry(subprogram).or_default();
            if !list.contains(&node) {
                list.push(node);
            }
        }
    }

    /// Returns the entry that represents a function for its declarations, types in it and imports.
    pub(super) fn subprogram_entry(&mut self, node: NodeId, unit: usize) -> EntryId {
        let Node::Subprogram(subprogram) = self.info.node(node) else { return self.units[unit].root };
        let is_definition = subprogram.sp_flags & sp_flags::DEFINITION != 0;
        if is_definition && self.units[unit].described.is_some() {
            return self.function_of_types(node, subprogram, unit);
        }
        if is_definition {
            return match self.inlined.contains(&node) {
                true => self.abstract_entry(node, subprogram, unit),
                false => self.concrete_entry(node, subprogram, unit),
            };
        }
        if let Some(known) = self.known(node, unit) {
            return known;
        }
        let context = self.context(subprogram.scope, unit);
        // The entry of its class may have created it meanwhile.
        if let Some(known) = self.known(node, unit) {
            return known;
        }
        let unit = self.entries.unit_of(context);
        let entry = self.child(context, dw::DW_TAG_subprogram);
        self.note(node, unit, entry);
        self.subprogram_attributes(entry, subprogram, unit);
        entry
    }

    /// Returns the entry of a function that contains types with type units. It has no attributes
    /// there.
    fn function_of_types(&mut self, node: NodeId, subprogram: &Subprogram, unit: usize) -> EntryId {
        if let Some(known) = self.known(node, unit) {
            return known;
        }
        if let Some(declaration) = subprogram.declaration {
            self.subprogram_entry(declaration, unit);
        }
        let context = self.definition_context(subprogram, unit);
        let entry = self.child(context, dw::DW_TAG_subprogram);
        self.note(node, unit, entry);
        entry
    }

    /// Returns the parent of a definition: the unit, if it has a declaration elsewhere.
    fn definition_context(&mut self, subprogram: &Subprogram, unit: usize) -> EntryId {
        match self.info.link(subprogram.declaration) {
            Some(Node::Subprogram(_)) => self.units[unit].root,
            _ if self.units[unit].emission != Emission::Full => self.units[unit].root,
            _ => self.context(subprogram.scope, unit),
        }
    }

    pub(super) fn concrete_entry(&mut self, node: NodeId, subprogram: &Subprogram, unit: usize) -> EntryId {
        if let Some(&known) = self.concrete.get(&node) {
            return known;
        }
        let unit = self.unit_number(subprogram.unit, unit);
        if let Some(declaration) = subprogram.declaration
            && self.units[unit].emission == Emission::Full
        {
            // The declaration comes before the definition.
            self.subprogram_entry(declaration, unit);
        }
        let context = self.definition_context(subprogram, unit);
        if let Some(&known) = self.concrete.get(&node) {
            return known;
        }
        let entry = self.child(context, dw::DW_TAG_subprogram);
        self.concrete.insert(node, entry);
        entry
    }

    /// Returns the abstract entry of an inlined function, which all instances share.
    fn abstract_entry(&mut self, node: NodeId, subprogram: &Subprogram, unit: usize) -> EntryId {
        if let Some(&known) = self.abstracts.get(&node) {
            return known;
        }
        let unit = self.unit_number(subprogram.unit, unit);
        let context = self.definition_context(subprogram, unit);
        if let Some(&known) = self.abstracts.get(&node) {
            return known;
        }
        let entry = self.child(context, dw::DW_TAG_subprogram);
        self.abstracts.insert(node, entry);
        let unit = self.entries.unit_of(entry);
        self.subprogram_attributes(entry, subprogram, unit);
        self.number(entry, dw::DW_AT_inline, dw::DW_INL_inlined.0.into());
        if self.units[unit].emission == Emission::Full {
            self.abstract_variables(node, subprogram, entry, unit);
        }
        entry
    }

    fn abstract_variables(&mut self, node: NodeId, subprogram: &Subprogram, entry: EntryId, unit: usize) {
        let mut variables: Vec<NodeId> = self.info.list(subprogram.retained).collect();
        let others = self.inlined_variables.remove(&node).unwrap_or_default();
        variables.extend(others.into_iter().filter(|other| !variables.contains(other)).collect::<Vec<_>>());
        let argument = |node: &NodeId| match self.info.node(*node) {
            Node::LocalVariable(variable) if variable.arg != 0 => variable.arg,
            _ => u16::MAX,
        };
        variables.sort_by_key(argument);
        let mut blocks: HashMap<NodeId, EntryId> = HashMap::default();
        for node in variables {
            let Some(scope) = self.scope_of(node) else { continue };
            let parent = self.abstract_block(self.info.plain_scope(scope), entry, &mut blocks);
            if let Node::ImportedEntity(imported) = self.info.node(node) {
                self.import(node, imported, parent, unit);
                continue;
            }
            let tag = match self.info.node(node) {
                Node::LocalVariable(variable) => variable_tag(variable),
                _ => dw::DW_TAG_label,
            };
            let child = self.child(parent, tag);
            self.abstracts.insert(node, child);
            match self.info.node(node) {
                Node::LocalVariable(variable) => self.variable_attributes(child, variable, unit),
                Node::Label(label) => self.label_attributes(child, label, unit),
                _ => {}
            }
        }
    }

    /// Returns the abstract entry of a block in an inlined function.
    fn abstract_block(
        &mut self,
        scope: NodeId,
        function: EntryId,
        blocks: &mut HashMap<NodeId, EntryId>,
    ) -> EntryId {
        let mut missing = Vec::new();
        let mut next = Some(scope);
        let mut around = function;
        while let Some(scope) = next.filter(|_| missing.len() < crate::ir::debug_info::MAX_SCOPES) {
            if let Some(&known) = blocks.get(&scope) {
                around = known;
                break;
            }
            if !matches!(self.info.node(scope), Node::Block(_)) {
                break;
            }
            missing.push(scope);
            next = self.info.parent_scope(scope).map(|scope| self.info.plain_scope(scope));
        }
        for scope in missing.into_iter().rev() {
            around = self.child(around, dw::DW_TAG_lexical_block);
            blocks.insert(scope, around);
        }
        around
    }

    /// Sets the attributes of a function that its declaration does not have.
    fn subprogram_attributes(&mut self, entry: EntryId, subprogram: &Subprogram, unit: usize) {
        if self.units[unit].emission != Emission::Full {
            self.text(entry, dw::DW_AT_name, subprogram.name);
            return self.text(entry, dw::DW_AT_linkage_name, subprogram.linkage_name);
        }
        let is_definition = subprogram.sp_flags & sp_flags::DEFINITION != 0;
        let declaration = subprogram.declaration.filter(|_| is_definition);
        let declared = declaration.and_then(|declaration| match self.info.node(declaration) {
            Node::Subprogram(fields) => Some((self.subprogram_entry(declaration, unit), &**fields)),
            _ => None,
        });
        if is_definition {
            let scope = declared.as_ref().map_or(subprogram.scope, |(_, fields)| fields.scope);
            self.publish(entry, subprogram.name, scope);
        }
        if let Some((declaration, fields)) = declared {
            self.set(entry, dw::DW_AT_specification, AttributeValue::Entry(declaration));
            if fields.file != subprogram.file || fields.line != subprogram.line {
                self.source_line(entry, unit, subprogram.file, subprogram.line);
            }
            if self.info.text_of(fields.linkage_name) != self.info.text_of(subprogram.linkage_name) {
                self.text(entry, dw::DW_AT_linkage_name, subprogram.linkage_name);
            }
            return self.template_parameters(entry, subprogram.template_params, unit);
        }
        self.template_parameters(entry, subprogram.template_params, unit);
        self.text(entry, dw::DW_AT_linkage_name, subprogram.linkage_name);
        self.text(entry, dw::DW_AT_name, subprogram.name);
        self.source_line(entry, unit, subprogram.file, subprogram.line);
        self.prototyped(entry, subprogram.flags & flags::PROTOTYPED != 0, unit);
        self.signature(entry, subprogram, is_definition, unit);
        self.subprogram_flags(entry, subprogram);
    }

    fn signature(&mut self, entry: EntryId, subprogram: &Subprogram, is_definition: bool, unit: usize) {
        if let Some(Node::SubroutineType(ty)) = self.info.link(subprogram.ty) {
            let types = self.elements(ty.types);
            self.set_type(entry, types.first().copied().flatten(), unit);
            self.convention(entry, ty.convention);
            if !is_definition {
                self.parameters(entry, types, unit);
            }
        }
        self.flag(entry, dw::DW_AT_declaration, !is_definition);
        let virtuality = subprogram.sp_flags & sp_flags::VIRTUALITY;
        if virtuality != 0 {
            self.number(entry, dw::DW_AT_virtuality, virtuality.into());
            if subprogram.virtual_index != u32::MAX {
                let mut index = Contents::default();
                index.bytes.push(dw::DW_OP_constu.0);
                index.uleb(subprogram.virtual_index.into());
                self.set(entry, dw::DW_AT_vtable_elem_location, AttributeValue::Expression(index));
            }
            self.set_entry(entry, dw::DW_AT_containing_type, subprogram.containing_type, unit);
        }
    }

    fn subprogram_flags(&mut self, entry: EntryId, subprogram: &Subprogram) {
        let (of, sp) = (subprogram.flags, subprogram.sp_flags);
        self.flag(entry, dw::DW_AT_artificial, of & flags::ARTIFICIAL != 0);
        self.flag(entry, dw::DW_AT_external, sp & sp_flags::LOCAL_TO_UNIT == 0);
        self.reference_qualifiers(entry, of);
        self.flag(entry, dw::DW_AT_noreturn, of & flags::NO_RETURN != 0 && self.version() >= 5);
        self.access(entry, of);
        self.flag(entry, dw::DW_AT_explicit, of & flags::EXPLICIT != 0);
        self.flag(entry, dw::DW_AT_main_subprogram, sp & sp_flags::MAIN_SUBPROGRAM != 0);
        self.flag(entry, dw::DW_AT_pure, sp & sp_flags::PURE != 0);
        self.flag(entry, dw::DW_AT_elemental, sp & sp_flags::ELEMENTAL != 0);
        self.flag(entry, dw::DW_AT_recursive, sp & sp_flags::RECURSIVE != 0);
        self.flag(entry, dw::DW_AT_deleted, sp & sp_flags::DELETED != 0 && self.version() >= 5);
        self.flag(entry, dw::DW_AT_trampoline, of & flags::THUNK != 0);
    }

    /// Creates the entry of a function with code.
    pub(super) fn function(&mut self, number: usize, function: &PlacedFunction) {
        let emitted = &function.debug.function;
        let node = emitted.subprogram;
        let Node::Subprogram(subprogram) = self.info.node(node) else { return };
        let Some(range) = function.range() else { return };
        let is_inlined = self.inlined.contains(&node);
        let origin = is_inlined.then(|| self.abstract_entry(node, subprogram, number));
        let entry = self.concrete_entry(node, subprogram, number);
        let unit = self.entries.unit_of(entry);
        self.code(entry, &[range]);
        let mut base = Contents::default();
        match emitted.frame_base {
            FrameBase::Cfa => base.bytes.push(dw::DW_OP_call_frame_cfa.0),
            FrameBase::Register(register) => expression::name_register(register, &mut base),
        }
        self.set(entry, dw::DW_AT_frame_base, AttributeValue::Expression(base));
        match origin {
            Some(origin) => self.set(entry, dw::DW_AT_abstract_origin, AttributeValue::Entry(origin)),
            None => self.subprogram_attributes(entry, subprogram, unit),
        }
        self.number_symbols(function);
        self.origin = Some(range.start);
        let scopes = Scopes::of(self.info, function);
        let mut variables = match self.units[unit].emission {
            Emission::Full => self.placed_variables(function, subprogram, &scopes),
            _ => HashMap::default(),
        };
        self.variables(entry, &mut variables, 0, is_inlined, unit);
        self.inner_scopes(&scopes, &mut variables, entry, unit);
        self.call_sites(entry, subprogram, function, unit);
        self.inlined_in_skeleton(node, range, &scopes, unit);
        self.resolve_bounds();
        self.origin = None;
    }

    /// Assigns indices to the symbol addresses in descriptions, if addresses have indices.
    fn number_symbols(&mut self, function: &PlacedFunction) {
        if !self.numbers_addresses() {
            return;
        }
        let descriptions = function.debug.function.descriptions.iter();
        for operand in descriptions.flat_map(|description| &description.operands) {
            if let ValuePlace::Symbol(symbol) = operand.place {
                self.addresses.add(Fill::Symbol(symbol));
            }
        }
    }

    /// Returns the variables of a function with their locations, by scope.
    fn placed_variables(
        &mut self,
        function: &PlacedFunction,
        subprogram: &Subprogram,
        scopes: &Scopes,
    ) -> HashMap<usize, Vec<PlacedVariable>> {
        let mut by_scope: HashMap<usize, Vec<PlacedVariable>> = HashMap::default();
        let variables = &function.debug.function.variables;
        let mut seen: HashMap<(NodeId, usize), Vec<&FrameVariable>> = HashMap::default();
        let mut order = Vec::new();
        for variable in variables {
            let Node::LocalVariable(fields) = self.info.node(variable.variable) else { continue };
            let inlined_at = self.info.location(variable.location).and_then(|at| at.inlined_at);
            let scope = fields.scope.and_then(|scope| scopes.find(self.info, scope, inlined_at));
            let Some(scope) = scope else { continue };
            let key = (variable.variable, scope);
            let places = seen.entry(key).or_insert_with(|| {
                order.push(key);
                Vec::new()
            });
            places.push(variable);
        }
        for key in order {
            let parts = seen[&key].iter().filter_map(|variable| self.frame_location(variable));
            let bits = self.info.variable_bits(key.0);
            let location = expression::join(parts.collect(), bits).map(AttributeValue::Expression);
            by_scope.entry(key.1).or_default().push(PlacedVariable { node: key.0, location });
        }
        let history = ValueHistory::of(function);
        let mut parts: Vec<((NodeId, usize), Vec<u32>)> = Vec::new();
        let mut numbers: HashMap<(NodeId, usize), usize> = HashMap::default();
        for (number, value) in (0..).zip(&function.debug.function.values) {
            let Node::LocalVariable(fields) = self.info.node(value.variable) else { continue };
            let inlined_at = self.info.location(value.location).and_then(|at| at.inlined_at);
            let scope = fields.scope.and_then(|scope| scopes.find(self.info, scope, inlined_at));
            let Some(scope) = scope.filter(|&scope| !seen.contains_key(&(value.variable, scope))) else {
                continue;
            };
            let at = *numbers.entry((value.variable, scope)).or_insert(parts.len());
            if at == parts.len() {
                parts.push(((value.variable, scope), Vec::new()));
            }
            parts[at].1.push(number);
        }
        for (key, numbers) in parts {
            seen.insert(key, Vec::new());
            let location = self.value_location(function, &history, &numbers);
            // The abstract entry of an inlined function already has the variable.
            if location.is_some() || scopes.list[key.1].inlined_at.is_none() {
                by_scope.entry(key.1).or_default().push(PlacedVariable { node: key.0, location });
            }
        }
        self.placed_labels(function, scopes, |key, location| {
            seen.insert(key, Vec::new());
            by_scope.entry(key.1).or_default().push(PlacedVariable { node: key.0, location: Some(location) });
        });
        // Variables that were optimized away are listed too.
        for key in self.retained_in(subprogram, scopes).filter(|key| !seen.contains_key(key)) {
            by_scope.entry(key.1).or_default().push(PlacedVariable { node: key.0, location: None });
        }
        by_scope
    }

    /// Returns the variables, labels and imports that a function retains, each with its scope.
    fn retained_in(&self, subprogram: &Subprogram, scopes: &Scopes) -> impl Iterator<Item = (NodeId, usize)> {
        let retained = self.info.list(subprogram.retained);
        retained.filter_map(|node| Some((node, scopes.find(self.info, self.scope_of(node)?, None)?)))
    }

    /// Returns the scope of a variable, a label or an import.
    fn scope_of(&self, node: NodeId) -> Option<NodeId> {
        match self.info.node(node) {
            Node::LocalVariable(variable) => variable.scope,
            Node::Label(label) => label.scope,
            Node::ImportedEntity(imported) => imported.scope,
            _ => None,
        }
    }

    /// Returns the labels of a function, each with its scope and address.
    fn placed_labels(
        &self,
        function: &PlacedFunction,
        scopes: &Scopes,
        mut each: impl FnMut((NodeId, usize), AttributeValue),
    ) {
        let labels = &function.debug.function.labels;
        for &(at, event) in &function.debug.events {
            let DebugEvent::Label(number) = event else { continue };
            let Some(&PlacedLabel { label, location }) = labels.get(number as usize) else { continue };
            let inlined_at = self.info.location(location).and_then(|at| at.inlined_at);
            let scope = self.scope_of(label).and_then(|scope| scopes.find(self.info, scope, inlined_at));
            if let Some(scope) = scope {
                each((label, scope), AttributeValue::Address(Fill::Code(at)));
            }
        }
    }

    /// Returns the location of a variable in the frame.
    fn frame_location(&self, variable: &FrameVariable) -> Option<(Option<Fragment>, Contents)> {
        let encoded = expression::encode(&variable.expression)?;
        let mut location = Contents::default();
        match variable.register {
            Some(register) => expression::push_register(register, variable.offset, &mut location),
            None => {
                location.bytes.push(dw::DW_OP_fbreg.0);
                location.sleb(variable.offset);
            }
        }
        location.append(&encoded.contents);
        Some((encoded.fragment, location))
    }

    /// Returns the location list of a variable with values. `numbers` are the variable's, or its
    /// fragments'.
    fn value_location(
        &mut self,
        function: &PlacedFunction,
        history: &ValueHistory,
        numbers: &[u32],
    ) -> Option<AttributeValue> {
        let list = self.value_ranges(function, history, numbers);
        if let [(range, contents)] = &list[..]
            && Some(*range) == function.range()
        {
            return Some(AttributeValue::Expression(contents.clone()));
        }
        if list.is_empty() {
            return None;
        }
        let ranges: Vec<_> = list.iter().map(|(range, contents)| (*range, Some(contents))).collect();
        let list = self.locations.add(&ranges, self.origin, &mut self.addresses, self.input.is_fixed);
        let reference = self.locations.reference(list);
        Some(match self.version() >= 5 {
            true => AttributeValue::List(dw::DW_FORM_loclistx, reference),
            false => AttributeValue::Offset(SectionId::Locations, reference),
        })
    }

    /// Returns ranges with the variable's location in each.
    fn value_ranges(
        &self,
        function: &PlacedFunction,
        history: &ValueHistory,
        numbers: &[u32],
    ) -> Vec<(CodeRange, Contents)> {
        let emitted = &function.debug.function;
        let mut changes: Vec<(CodeAddress, usize, Option<u32>)> = Vec::new();
        for (part, &number) in numbers.iter().enumerate() {
            let own = history.by_variable.get(number as usize).map_or(&[][..], |own| &own[..]);
            changes.extend(own.iter().map(|&(at, description)| (at, part, description)));
        }
        // All are in address order, except that the events' order determines the order of sections.
        changes.sort_by_key(|&(at, part, _)| (at.section, at.offset, part));
        let bits = self.info.variable_bits(emitted.values[numbers[0] as usize].variable);
        let mut list: Vec<(CodeRange, Contents)> = Vec::new();
        let mut parts: Vec<Option<u32>> = vec![None; numbers.len()];
        let mut changes = changes.into_iter().peekable();
        while let Some((start, part, description)) = changes.next() {
            parts[part] = description;
            if changes.peek().is_some_and(|&(at, ..)| at == start) {
                continue;
            }
            let end = changes.peek().map_or(history.end, |&(at, ..)| Some(at));
            let Some(end) = end.filter(|end| *end != start) else { continue };
            if let Some(contents) = self.joined_location(emitted, numbers, &parts, bits) {
                match list.last_mut().filter(|(range, last)| range.end == start && *last == contents) {
                    Some((range, _)) => range.end = end,
                    None => list.push((CodeRange { start, end }, contents)),
                }
            }
        }
        list
    }

    /// Returns the location of a variable of a size in bits. `numbers` are the variable's, or its
    /// fragments'; `held` are their descriptions.
    fn joined_location(
        &self,
        emitted: &EmittedFunction,
        numbers: &[u32],
        held: &[Option<u32>],
        bits: Option<u64>,
    ) -> Option<Contents> {
        let mut held =
            numbers.iter().zip(held).filter_map(|(&number, &description)| Some((number, description?)));
        let described = |(number, description): (u32, u32)| {
            (&emitted.descriptions[description as usize], emitted.values[number as usize].fragment)
        };
        // Most variables have neither fragments nor fragmented values.
        if let [_] = numbers {
            let (description, fragment) = described(held.next()?);
            if fragment.is_none() && description.form != ValueForm::Fragments {
                return description::encode(description, bits, self.form());
            }
            return expression::join(self.locations_of(description, fragment, bits), bits);
        }
        let locations = held
            .map(described)
            .flat_map(|(description, fragment)| self.locations_of(description, fragment, bits));
        expression::join(locations.collect(), bits)
    }

    /// Returns the locations of a variable of a size in bits, or of a fragment with an offset and a
    /// size in bits. There are several if it is fragmented.
    fn locations_of(
        &self,
        description: &ValueDescription,
        fragment: Option<(u64, u64)>,
        bits: Option<u64>,
    ) -> Vec<(Option<Fragment>, Contents)> {
        let size = fragment.map(|(_, size)| size).or(bits);
        let mut locations = description::locations(description, size, self.form());
        if let Some((start, size)) = fragment {
            for (inner, _) in &mut locations {
                *inner = Some(match *inner {
                    Some(inner) => Fragment { offset: start + inner.offset, size: inner.size },
                    None => Fragment { offset: start, size },
                });
            }
        }
        locations
    }

    /// Creates the entries of a scope's variables: parameters first, in order.
    fn variables(
        &mut self,
        parent: EntryId,
        variables: &mut HashMap<usize, Vec<PlacedVariable>>,
        scope: usize,
        is_inlined: bool,
        unit: usize,
    ) {
        let mut list = variables.remove(&scope).unwrap_or_default();
        let argument = |variable: &PlacedVariable| match self.info.node(variable.node) {
            Node::LocalVariable(variable) if variable.arg != 0 => variable.arg,
            _ => u16::MAX,
        };
        list.sort_by_key(argument);
        for PlacedVariable { node, location } in list {
            if let Node::Label(label) = self.info.node(node) {
                self.label(parent, node, label, location, is_inlined, unit);
                continue;
            }
            if let Node::ImportedEntity(imported) = self.info.node(node) {
                // The abstract entry represents all instances.
                if !is_inlined {
                    self.import(node, imported, parent, unit);
                }
                continue;
            }
            let Node::LocalVariable(variable) = self.info.node(node) else { continue };
            let entry = self.child(parent, variable_tag(variable));
            self.local_entries.insert(node, entry);
            if let Some(location) = location {
                self.set(entry, dw::DW_AT_location, location);
            }
            match self.abstracts.get(&node).copied().filter(|_| is_inlined) {
                Some(origin) => self.set(entry, dw::DW_AT_abstract_origin, AttributeValue::Entry(origin)),
                None => self.variable_attributes(entry, variable, unit),
            }
            let is_object = variable.flags & flags::OBJECT_POINTER != 0;
            if is_object && !self.entries.has(parent, dw::DW_AT_object_pointer) {
                self.set(parent, dw::DW_AT_object_pointer, AttributeValue::Entry(entry));
            }
        }
    }

    fn label(
        &mut self,
        parent: EntryId,
        node: NodeId,
        label: &Label,
        address: Option<AttributeValue>,
        is_inlined: bool,
        unit: usize,
    ) {
        let entry = self.child(parent, dw::DW_TAG_label);
        match self.abstracts.get(&node).copied().filter(|_| is_inlined) {
            Some(origin) => self.set(entry, dw::DW_AT_abstract_origin, AttributeValue::Entry(origin)),
            None => self.label_attributes(entry, label, unit),
        }
        if let Some(address) = address {
            self.set(entry, dw::DW_AT_low_pc, address);
        }
    }

    fn label_attributes(&mut self, entry: EntryId, label: &Label, unit: usize) {
        self.text(entry, dw::DW_AT_name, label.name);
        self.source_line(entry, unit, label.file, label.line);
    }

    fn variable_attributes(&mut self, entry: EntryId, variable: &LocalVariable, unit: usize) {
        self.text(entry, dw::DW_AT_name, variable.name);
        self.source_line(entry, unit, variable.file, variable.line);
        self.set_type(entry, variable.ty, unit);
        self.flag(entry, dw::DW_AT_artificial, variable.flags & flags::ARTIFICIAL != 0);
        if self.version() >= 5 {
            self.some_number(entry, dw::DW_AT_alignment, u64::from(variable.align / 8));
        }
    }

    /// Creates the entries of all scopes in a function: non-empty blocks and inlined functions.
    fn inner_scopes(
        &mut self,
        scopes: &Scopes,
        variables: &mut HashMap<usize, Vec<PlacedVariable>>,
        function: EntryId,
        unit: usize,
    ) {
        let mut open: Vec<(usize, EntryId)> = scopes.inside(0, function).collect();
        while let Some((number, around)) = open.pop() {
            let scope = &scopes.list[number];
            let is_function = matches!(self.info.node(scope.node), Node::Subprogram(_));
            let is_inlined = scope.inlined_at.is_some();
            let is_known = variables.contains_key(&number);
            let is_shown = !scope.ranges.is_empty()
                && (is_function || is_known && self.units[unit].emission == Emission::Full);
            if !is_shown {
                open.extend(scopes.inside(number, around));
                continue;
            }
            let entry = match is_function {
                true => self.inlined_call(scope.node, scope.inlined_at, around, unit),
                false => self.child(around, dw::DW_TAG_lexical_block),
            };
            self.code(entry, &scope.ranges);
            self.variables(entry, variables, number, is_inlined, unit);
            open.extend(scopes.inside(number, entry));
        }
    }

    fn inlined_call(
        &mut self,
        node: NodeId,
        call: Option<DebugLoc>,
        around: EntryId,
        unit: usize,
    ) -> EntryId {
        let entry = self.child(around, dw::DW_TAG_inlined_subroutine);
        if let Node::Subprogram(subprogram) = self.info.node(node) {
            let origin = self.abstract_entry(node, subprogram, unit);
            self.set(entry, dw::DW_AT_abstract_origin, AttributeValue::Entry(origin));
        }
        for (at, value) in self.call_place(call, unit) {
            self.set(entry, at, value);
        }
        entry
    }

    /// Returns the attributes of an inlined call's location.
    pub(super) fn call_place(&mut self, call: Option<DebugLoc>, unit: usize) -> Vec<(DwAt, AttributeValue)> {
        let Some(call) = call.and_then(|call| self.info.location(call)) else { return Vec::new() };
        let file = self.info.file_of(call.scope).map(|file| self.file_number(unit, file));
        let file = file.map(|file| (dw::DW_AT_call_file, file));
        let some = |at: DwAt, number: u32| (number != 0).then_some((at, number.into()));
        let numbers = file
            .into_iter()
            .chain([(dw::DW_AT_call_line, call.line.into())])
            .chain(some(dw::DW_AT_call_column, call.column))
            .chain(some(dw::DW_AT_GNU_discriminator, self.info.discriminator_of(call.scope)));
        numbers.map(|(at, number)| (at, AttributeValue::Number(number))).collect()
    }
}

fn variable_tag(variable: &LocalVariable) -> gimli::DwTag {
    if variable.arg != 0 { dw::DW_TAG_formal_parameter } else { dw::DW_TAG_variable }
}
