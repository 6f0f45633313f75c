//! Entries of types and their members, and their scopes.
//!
//! A type's entry is created at its first reference and filled later, so recursion does not depend
//! on the nesting of types.

use crate::ir::debug_info::MAX_SCOPES;
use crate::ir::debug_info::{
    CompositeType, DerivedType, Integer, Node, NodeId, StringType, Subrange, SubrangeType, SubroutineType,
    TypeFields, flags,
};
use crate::mc::dwarf::builder::Builder;
use crate::mc::dwarf::entries::{AttributeValue, EntryId};
use crate::mc::dwarf::section::Contents;
use gimli::constants as dw;
use gimli::{DwAt, DwLang, DwTag};

/// `DW_AT_LLVM_apinotes`.
const LLVM_API_NOTES: DwAt = DwAt(0x3e07);

impl<'a> Builder<'a> {
    /// Returns the entry of a declaration's scope in `unit`.
    pub(super) fn context(&mut self, scope: Option<NodeId>, unit: usize) -> EntryId {
        // From the outermost scope inwards, to avoid recursion.
        let mut chain = Vec::new();
        let mut next = scope;
        while let Some(scope) = next.filter(|_| chain.len() < MAX_SCOPES) {
            chain.push(scope);
            next = match self.info.node(scope) {
                Node::Namespace(namespace) => namespace.scope,
                Node::Module(module) => module.scope,
                _ => None,
            };
        }
        let mut context = self.units[unit].root;
        for scope in chain.into_iter().rev() {
            context = self.scope_entry(scope, context, unit);
        }
        context
    }

    fn scope_entry(&mut self, scope: NodeId, around: EntryId, unit: usize) -> EntryId {
        match self.info.node(scope) {
            Node::Namespace(namespace) => {
                if let Some(&known) = self.units[unit].scopes.get(&scope) {
                    return known;
                }
                let entry = self.child(around, dw::DW_TAG_namespace);
                self.units[unit].scopes.insert(scope, entry);
                self.publish(entry, namespace.name, namespace.scope);
                self.text(entry, dw::DW_AT_name, namespace.name);
                self.flag(entry, dw::DW_AT_export_symbols, namespace.inline);
                entry
            }
            Node::Module(module) => {
                if let Some(&known) = self.units[unit].scopes.get(&scope) {
                    return known;
                }
                let entry = self.child(around, dw::DW_TAG_module);
                self.units[unit].scopes.insert(scope, entry);
                self.text(entry, dw::DW_AT_name, module.name);
                self.text(entry, dw::DW_AT_LLVM_config_macros, module.macros);
                self.text(entry, dw::DW_AT_LLVM_include_path, module.include_path);
                self.text(entry, LLVM_API_NOTES, module.api_notes);
                self.source_line(entry, unit, module.file, module.line);
                self.flag(entry, dw::DW_AT_declaration, module.is_declaration);
                entry
            }
            Node::Subprogram(_) | Node::Block(_) | Node::BlockFile(_) => {
                match self.info.subprogram_of(scope) {
                    Some(subprogram) => self.subprogram_entry(subprogram, unit),
                    None => around,
                }
            }
            node if node.type_fields().is_some() => self.type_entry(scope, unit),
            _ => around,
        }
    }

    /// Returns the entry of a type.
    pub(super) fn type_entry(&mut self, node: NodeId, unit: usize) -> EntryId {
        if let Some(known) = self.known(node, unit) {
            return known;
        }
        // It must have an entry before its scopes refer to it; it is moved into them once they
        // exist.
        let fields = self.info.node(node).type_fields();
        let tag = DwTag(fields.map_or(dw::DW_TAG_unspecified_type.0, |fields| fields.tag));
        let entry = self.entries.add_loose(self.units[unit].root, tag);
        self.note(node, unit, entry);
        let depth = self.open_contexts;
        let context = match fields {
            Some(fields) if depth < MAX_SCOPES => {
                self.open_contexts += 1;
                let context = self.context(fields.scope, unit);
                self.open_contexts = depth;
                context
            }
            _ => self.units[unit].root,
        };
        self.entries.attach(context, entry);
        self.queue.push((node, entry));
        if let Some(fields) = fields.filter(|fields| fields.flags & flags::FWD_DECL == 0)
            && self.is_outermost(fields.scope)
        {
            self.publish(entry, fields.name, fields.scope);
        }
        entry
    }

    /// Sets the type of an entry, if it has one.
    pub(super) fn set_type(&mut self, entry: EntryId, ty: Option<NodeId>, unit: usize) {
        self.set_entry(entry, dw::DW_AT_type, ty, unit);
    }

    pub(super) fn set_entry(&mut self, entry: EntryId, at: DwAt, mut ty: Option<NodeId>, unit: usize) {
        // Version 2 does not have this qualifier.
        while self.version() < 3
            && let Some(Node::DerivedType(derived)) = self.info.link(ty)
            && DwTag(derived.of.tag) == dw::DW_TAG_restrict_type
        {
            ty = derived.base;
        }
        if let Some(ty) = ty.filter(|&ty| self.info.node(ty).type_fields().is_some()) {
            let ty = self.type_entry(ty, unit);
            self.set(entry, at, AttributeValue::Entry(ty));
        }
    }

    /// Fills the attributes of all pending types.
    pub(super) fn fill_types(&mut self) {
        while let Some((node, entry)) = self.queue.pop() {
            let unit = self.entries.unit_of(entry);
            self.fill_type(node, entry, unit);
        }
    }

    fn fill_type(&mut self, node: NodeId, entry: EntryId, unit: usize) {
        match self.info.node(node) {
            Node::BasicType(of, encoding) => self.basic_type(entry, of, *encoding),
            Node::StringType(ty) => self.string_type(entry, ty, unit),
            Node::DerivedType(ty) => self.derived_type(entry, ty, unit),
            Node::CompositeType(ty) if self.refer_to_unit(node, ty, entry, unit) => {}
            Node::CompositeType(ty) => self.composite_type(entry, ty, unit),
            Node::SubroutineType(ty) => self.subroutine_type(entry, ty, unit),
            Node::SubrangeType(ty) => self.subrange_type(entry, ty, unit),
            _ => {}
        }
    }

    fn basic_type(&mut self, entry: EntryId, of: &TypeFields, encoding: u8) {
        self.text(entry, dw::DW_AT_name, of.name);
        if of.tag == dw::DW_TAG_unspecified_type.0 {
            return;
        }
        self.number(entry, dw::DW_AT_encoding, encoding.into());
        self.number(entry, dw::DW_AT_byte_size, of.size.div_ceil(8));
        if !of.size.is_multiple_of(8) {
            self.number(entry, dw::DW_AT_bit_size, of.size);
        }
        self.endianity(entry, of.flags);
    }

    fn endianity(&mut self, entry: EntryId, of: u32) {
        if of & flags::BIG_ENDIAN != 0 {
            self.number(entry, dw::DW_AT_endianity, dw::DW_END_big.0.into());
        } else if of & flags::LITTLE_ENDIAN != 0 {
            self.number(entry, dw::DW_AT_endianity, dw::DW_END_little.0.into());
        }
    }

    fn string_type(&mut self, entry: EntryId, ty: &StringType, unit: usize) {
        self.text(entry, dw::DW_AT_name, ty.of.name);
        self.bound(entry, dw::DW_AT_string_length, ty.length.or(ty.length_expression), unit);
        self.bound(entry, dw::DW_AT_data_location, ty.location, unit);
        if ty.length.or(ty.length_expression).is_none() {
            self.number(entry, dw::DW_AT_byte_size, ty.of.size / 8);
        }
        self.some_number(entry, dw::DW_AT_encoding, ty.encoding.into());
    }

    fn alignment(&mut self, entry: EntryId, bits: u32) {
        if self.version() >= 5 {
            self.some_number(entry, dw::DW_AT_alignment, u64::from(bits / 8));
        }
    }

    fn derived_type(&mut self, entry: EntryId, ty: &DerivedType, unit: usize) {
        let (of, tag) = (&ty.of, DwTag(ty.of.tag));
        self.set_type(entry, ty.base, unit);
        self.text(entry, dw::DW_AT_name, of.name);
        self.alignment(entry, of.align);
        let is_pointer = matches!(
            tag,
            dw::DW_TAG_pointer_type
                | dw::DW_TAG_ptr_to_member_type
                | dw::DW_TAG_reference_type
                | dw::DW_TAG_rvalue_reference_type
        );
        if !is_pointer {
            self.some_number(entry, dw::DW_AT_byte_size, of.size / 8);
        }
        if tag == dw::DW_TAG_ptr_to_member_type {
            self.set_entry(entry, dw::DW_AT_containing_type, ty.extra, unit);
        }
        if tag == dw::DW_TAG_template_alias {
            self.template_parameters(entry, ty.extra, unit);
        }
        self.access(entry, of.flags);
        if of.flags & flags::FWD_DECL == 0 {
            self.source_line(entry, unit, of.file, of.line);
        }
        if let Some(space) = ty.address_space.checked_sub(1).filter(|_| is_pointer) {
            self.number(entry, dw::DW_AT_address_class, space.into());
        }
    }

    fn is_c(&self, unit: usize) -> bool {
        matches!(
            DwLang(self.units[unit].language),
            dw::DW_LANG_C
                | dw::DW_LANG_C89
                | dw::DW_LANG_C99
                | dw::DW_LANG_C11
                | dw::DW_LANG_C17
                | dw::DW_LANG_ObjC
        )
    }

    pub(super) fn prototyped(&mut self, entry: EntryId, is_prototyped: bool, unit: usize) {
        let is_c = self.is_c(unit);
        self.flag(entry, dw::DW_AT_prototyped, is_prototyped && is_c);
    }

    fn subroutine_type(&mut self, entry: EntryId, ty: &SubroutineType, unit: usize) {
        let types = self.elements(ty.types);
        if let Some(&result) = types.first() {
            self.set_type(entry, result, unit);
        }
        let is_prototyped = !(types.len() == 2 && types[1].is_none());
        self.parameters(entry, types, unit);
        self.prototyped(entry, is_prototyped, unit);
        self.convention(entry, ty.convention);
        self.reference_qualifiers(entry, ty.of.flags);
    }

    pub(super) fn reference_qualifiers(&mut self, entry: EntryId, of: u32) {
        self.flag(entry, dw::DW_AT_reference, of & flags::LVALUE_REFERENCE != 0);
        self.flag(entry, dw::DW_AT_rvalue_reference, of & flags::RVALUE_REFERENCE != 0);
    }

    /// Returns the elements of a list, including empty ones.
    pub(super) fn elements(&self, list: Option<NodeId>) -> &'a [Option<NodeId>] {
        match self.info.link(list) {
            Some(Node::List(elements)) => elements,
            _ => &[],
        }
    }

    /// Adds the parameters of a function's type, whose first element is the result.
    pub(super) fn parameters(&mut self, entry: EntryId, types: &[Option<NodeId>], unit: usize) {
        for &ty in types.iter().skip(1) {
            let Some(ty) = ty else {
                self.child(entry, dw::DW_TAG_unspecified_parameters);
                continue;
            };
            let parameter = self.child(entry, dw::DW_TAG_formal_parameter);
            self.set_type(parameter, Some(ty), unit);
            let of = self.info.node(ty).type_fields().map_or(0, |of| of.flags);
            self.flag(parameter, dw::DW_AT_artificial, of & flags::ARTIFICIAL != 0);
            if of & flags::OBJECT_POINTER != 0 && !self.entries.has(entry, dw::DW_AT_object_pointer) {
                self.set(entry, dw::DW_AT_object_pointer, AttributeValue::Entry(parameter));
            }
        }
    }

    pub(super) fn convention(&mut self, entry: EntryId, convention: u8) {
        if convention != 0 && convention != dw::DW_CC_normal.0 {
            self.number(entry, dw::DW_AT_calling_convention, convention.into());
        }
    }

    fn composite_type(&mut self, entry: EntryId, ty: &CompositeType, unit: usize) {
        let (of, tag) = (&ty.of, DwTag(ty.of.tag));
        match tag {
            dw::DW_TAG_array_type => self.array_type(entry, ty, unit),
            dw::DW_TAG_enumeration_type => self.enumeration(entry, ty, unit),
            _ => self.members(entry, ty, unit),
        }
        self.text(entry, dw::DW_AT_name, of.name);
        let is_sized = matches!(
            tag,
            dw::DW_TAG_enumeration_type
                | dw::DW_TAG_class_type
                | dw::DW_TAG_structure_type
                | dw::DW_TAG_union_type
        );
        if !is_sized {
            return;
        }
        let is_declaration = of.flags & flags::FWD_DECL != 0;
        if of.size != 0 || !is_declaration {
            self.number(entry, dw::DW_AT_byte_size, of.size / 8);
        }
        self.flag(entry, dw::DW_AT_declaration, is_declaration);
        self.access(entry, of.flags);
        if !is_declaration {
            self.source_line(entry, unit, of.file, of.line);
        }
        self.some_number(entry, dw::DW_AT_APPLE_runtime_class, ty.runtime_language.into());
        self.set_entry(entry, dw::DW_AT_specification, ty.specification, unit);
        self.alignment(entry, of.align);
    }

    fn members(&mut self, entry: EntryId, ty: &CompositeType, unit: usize) {
        // Members that were referenced before the type was filled keep their order, or come after
        // the others.
        let mut early = self.entries.take_children(entry);
        self.template_parameters(entry, ty.template_params, unit);
        if DwTag(ty.of.tag) == dw::DW_TAG_variant_part
            && let Some(discriminator) = ty.discriminator
            && let Node::DerivedType(member) = self.info.node(discriminator)
        {
            let discriminator = self.member(entry, member, discriminator, unit);
            self.set(entry, dw::DW_AT_discr, AttributeValue::Entry(discriminator));
        }
        for element in self.info.list(ty.elements) {
            if let Some(known) = self.known(element, unit)
                && let Some(at) = early.iter().position(|&other| other == known)
            {
                self.entries.put_below(entry, early.remove(at));
            }
            match self.info.node(element) {
                Node::Subprogram(_) => {
                    self.subprogram_entry(element, unit);
                }
                Node::DerivedType(member) => self.member_like(entry, ty, member, element, unit),
                Node::CompositeType(part) if DwTag(part.of.tag) == dw::DW_TAG_variant_part => {
                    let child = self.child(entry, dw::DW_TAG_variant_part);
                    self.composite_type(child, part, unit);
                }
                Node::CompositeType(_) => {
                    self.type_entry(element, unit);
                }
                // The items of a namelist.
                Node::LocalVariable(_) | Node::GlobalVariable(_) => {
                    if let Some(item) = self.known(element, unit) {
                        let child = self.child(entry, dw::DW_TAG_namelist_item);
                        self.set(child, dw::DW_AT_namelist_item, AttributeValue::Entry(item));
                    }
                }
                _ => {}
            }
        }
        self.set_entry(entry, dw::DW_AT_containing_type, ty.vtable_holder, unit);
        self.flag(entry, dw::DW_AT_export_symbols, ty.of.flags & flags::EXPORT_SYMBOLS != 0);
        let convention = match ty.of.flags {
            of if of & flags::PASS_BY_VALUE != 0 => Some(dw::DW_CC_pass_by_value),
            of if of & flags::PASS_BY_REFERENCE != 0 => Some(dw::DW_CC_pass_by_reference),
            _ => None,
        };
        // Older versions have it for functions.
        let has_convention = self.version() >= 5 || !self.info.is_strict;
        if let Some(convention) = convention.filter(|_| has_convention) {
            self.number(entry, dw::DW_AT_calling_convention, convention.0.into());
        }
        early.into_iter().for_each(|child| self.entries.put_below(entry, child));
    }

    fn member_like(
        &mut self,
        entry: EntryId,
        ty: &CompositeType,
        member: &DerivedType,
        node: NodeId,
        unit: usize,
    ) {
        let tag = DwTag(member.of.tag);
        if tag == dw::DW_TAG_friend {
            let child = self.child(entry, tag);
            self.set_entry(child, dw::DW_AT_friend, member.base, unit);
        } else if member.of.flags & flags::STATIC_MEMBER != 0 {
            self.static_member(node, unit);
        } else if tag == dw::DW_TAG_typedef {
            self.type_entry(node, unit);
        } else if DwTag(ty.of.tag) == dw::DW_TAG_variant_part {
            let variant = self.child(entry, dw::DW_TAG_variant);
            if let Some(Node::Integer(value)) = self.info.link(member.extra) {
                let is_unsigned = self.discriminator_is_unsigned(ty);
                self.integer(variant, dw::DW_AT_discr_value, value, is_unsigned);
            }
            self.member(variant, member, node, unit);
        } else {
            self.member(entry, member, node, unit);
        }
    }

    fn discriminator_is_unsigned(&self, ty: &CompositeType) -> bool {
        match self.info.link(ty.discriminator) {
            Some(Node::DerivedType(member)) => self.is_unsigned(member.base),
            _ => true,
        }
    }

    /// Returns true if numbers of a type are unsigned.
    pub(super) fn is_unsigned(&self, mut ty: Option<NodeId>) -> bool {
        for _ in 0..MAX_SCOPES {
            ty = match self.info.link(ty) {
                Some(Node::DerivedType(derived)) => match DwTag(derived.of.tag) {
                    dw::DW_TAG_pointer_type
                    | dw::DW_TAG_reference_type
                    | dw::DW_TAG_rvalue_reference_type
                    | dw::DW_TAG_ptr_to_member_type => return true,
                    _ => derived.base,
                },
                Some(Node::CompositeType(composite)) => composite.base,
                Some(Node::SubrangeType(range)) => range.base,
                Some(Node::BasicType(_, encoding)) => {
                    return matches!(
                        gimli::DwAte(*encoding),
                        dw::DW_ATE_unsigned
                            | dw::DW_ATE_unsigned_char
                            | dw::DW_ATE_boolean
                            | dw::DW_ATE_UTF
                            | dw::DW_ATE_address
                    );
                }
                _ => return false,
            };
        }
        false
    }

    /// Sets the distance of a member from the start of its type, in bytes.
    fn member_location(&mut self, entry: EntryId, bytes: u64) {
        let value = match self.version() {
            ..=2 => {
                let mut location = Contents::default();
                location.bytes.push(dw::DW_OP_plus_uconst.0);
                location.uleb(bytes);
                AttributeValue::Expression(location)
            }
            // Numbers of fixed sizes are offsets of location lists.
            3 => AttributeValue::Unsigned(bytes),
            _ => AttributeValue::Number(bytes),
        };
        self.set(entry, dw::DW_AT_data_member_location, value);
    }

    /// Describes a bit field by its storage unit, as older versions do: the unit's size and location,
    /// and the distance of the field's highest bit from the unit's.
    fn bit_field_in_unit(&mut self, entry: EntryId, member: &DerivedType) {
        let of = &member.of;
        let unit = self.size_of_base(member.base).max(8);
        self.number(entry, dw::DW_AT_byte_size, unit / 8);
        self.number(entry, dw::DW_AT_bit_size, of.size);
        // The last aligned unit that ends with the field's unaligned one.
        let end = (of.offset + unit) / unit * unit;
        let start = end.saturating_sub(unit);
        let from_top = (start + unit) as i64 - (of.offset + of.size) as i64;
        let distance = match u64::try_from(from_top) {
            Ok(bits) => AttributeValue::Number(bits),
            Err(_) => AttributeValue::Signed(from_top),
        };
        self.set(entry, dw::DW_AT_bit_offset, distance);
        self.member_location(entry, start / 8);
    }

    /// Returns the size in bits of the type that type aliases and qualifiers lead to.
    fn size_of_base(&self, mut ty: Option<NodeId>) -> u64 {
        for _ in 0..MAX_SCOPES {
            ty = match self.info.link(ty) {
                Some(Node::DerivedType(derived)) => match DwTag(derived.of.tag) {
                    dw::DW_TAG_typedef
                    | dw::DW_TAG_const_type
                    | dw::DW_TAG_volatile_type
                    | dw::DW_TAG_restrict_type
                    | dw::DW_TAG_atomic_type
                    | dw::DW_TAG_member => derived.base,
                    _ => return derived.of.size,
                },
                Some(Node::CompositeType(composite)) => return composite.of.size,
                Some(Node::BasicType(basic, _)) => return basic.size,
                _ => return 0,
            };
        }
        0
    }

    fn member(&mut self, parent: EntryId, member: &DerivedType, node: NodeId, unit: usize) -> EntryId {
        let (of, tag) = (&member.of, DwTag(member.of.tag));
        let entry = self.child(parent, tag);
        self.note(node, unit, entry);
        self.text(entry, dw::DW_AT_name, of.name);
        self.set_type(entry, member.base, unit);
        self.source_line(entry, unit, of.file, of.line);
        let is_virtual_base = tag == dw::DW_TAG_inheritance && of.flags & flags::VIRTUAL != 0;
        if is_virtual_base {
            // The virtual table holds the distance to the base.
            let mut location = Contents::default();
            location.bytes.extend([dw::DW_OP_dup.0, dw::DW_OP_deref.0, dw::DW_OP_constu.0]);
            location.uleb(of.offset);
            location.bytes.extend([dw::DW_OP_minus.0, dw::DW_OP_deref.0, dw::DW_OP_plus.0]);
            self.set(entry, dw::DW_AT_data_member_location, AttributeValue::Expression(location));
        } else if of.flags & flags::BIT_FIELD != 0 && self.version() < 4 {
            self.bit_field_in_unit(entry, member);
        } else if of.flags & flags::BIT_FIELD != 0 {
            self.number(entry, dw::DW_AT_bit_size, of.size);
            self.number(entry, dw::DW_AT_data_bit_offset, of.offset);
        } else {
            self.alignment(entry, of.align);
            self.member_location(entry, of.offset / 8);
        }
        self.access(entry, of.flags);
        if of.flags & flags::VIRTUAL != 0 {
            self.number(entry, dw::DW_AT_virtuality, dw::DW_VIRTUALITY_virtual.0.into());
        }
        self.flag(entry, dw::DW_AT_artificial, of.flags & flags::ARTIFICIAL != 0);
        entry
    }

    /// Returns the entry of a static member, in its class.
    pub(super) fn static_member(&mut self, node: NodeId, unit: usize) -> Option<EntryId> {
        if let Some(known) = self.known(node, unit) {
            return Some(known);
        }
        let Node::DerivedType(member) = self.info.node(node) else { return None };
        let context = self.context(member.of.scope, unit);
        if let Some(known) = self.known(node, unit) {
            return Some(known);
        }
        let unit = self.entries.unit_of(context);
        let tag = if self.version() >= 5 { dw::DW_TAG_variable } else { dw::DW_TAG_member };
        let entry = self.child(context, tag);
        self.note(node, unit, entry);
        self.text(entry, dw::DW_AT_name, member.of.name);
        self.set_type(entry, member.base, unit);
        self.source_line(entry, unit, member.of.file, member.of.line);
        self.flag(entry, dw::DW_AT_external, true);
        self.flag(entry, dw::DW_AT_declaration, true);
        self.access(entry, member.of.flags);
        self.constant(entry, dw::DW_AT_const_value, member.extra, member.base);
        self.alignment(entry, member.of.align);
        Some(entry)
    }

    /// Sets the value of a constant, if the node is one.
    pub(super) fn constant(
        &mut self,
        entry: EntryId,
        at: DwAt,
        constant: Option<NodeId>,
        ty: Option<NodeId>,
    ) {
        match self.info.link(constant) {
            Some(Node::Integer(value)) => {
                let is_unsigned = self.is_unsigned(ty);
                self.integer(entry, at, value, is_unsigned);
            }
            Some(Node::Float(bits, words)) => {
                let bytes = words.iter().flat_map(|word| word.to_le_bytes()).take(bits.div_ceil(8) as usize);
                self.set(entry, at, AttributeValue::Block(bytes.collect()));
            }
            _ => {}
        }
    }

    /// Sets an integer: a number if it fits, else its bytes.
    pub(super) fn integer(&mut self, entry: EntryId, at: DwAt, value: &Integer, is_unsigned: bool) {
        let word = value.words.first().copied().unwrap_or(0);
        if value.bits > 64 {
            let bytes = value.words.iter().flat_map(|word| word.to_le_bytes());
            let bytes = bytes.take(value.bits.div_ceil(8) as usize).collect();
            return self.set(entry, at, AttributeValue::Block(bytes));
        }
        let unused = 64 - value.bits.clamp(1, 64);
        match is_unsigned {
            true => self.set(entry, at, AttributeValue::Unsigned(word << unused >> unused)),
            false => self.set(entry, at, AttributeValue::Signed((word << unused) as i64 >> unused)),
        }
    }

    fn enumeration(&mut self, entry: EntryId, ty: &CompositeType, unit: usize) {
        // Version 2 has no types of enumerations, and version 3 no scopes of enumerators.
        if self.version() >= 3 || !self.info.is_strict {
            self.set_type(entry, ty.base, unit);
        }
        if ty.base.is_some() && self.version() >= 4 {
            self.flag(entry, dw::DW_AT_enum_class, ty.of.flags & flags::ENUM_CLASS != 0);
        }
        let is_unsigned = self.is_unsigned(ty.base);
        for element in self.info.list(ty.elements) {
            let Node::Enumerator(enumerator) = self.info.node(element) else { continue };
            let child = self.child(entry, dw::DW_TAG_enumerator);
            self.text(child, dw::DW_AT_name, enumerator.name);
            if self.is_outermost(ty.of.scope) {
                self.publish(child, enumerator.name, ty.of.scope);
            }
            let is_unsigned = is_unsigned || enumerator.value.unsigned;
            self.integer(child, dw::DW_AT_const_value, &enumerator.value, is_unsigned);
        }
    }

    fn array_type(&mut self, entry: EntryId, ty: &CompositeType, unit: usize) {
        if ty.of.flags & flags::VECTOR != 0 {
            self.flag(entry, dw::DW_AT_GNU_vector, true);
            self.some_number(entry, dw::DW_AT_byte_size, ty.of.size / 8);
        }
        for (at, bound) in [
            (dw::DW_AT_data_location, ty.data_location),
            (dw::DW_AT_associated, ty.associated),
            (dw::DW_AT_allocated, ty.allocated),
            (dw::DW_AT_rank, ty.rank),
        ] {
            self.bound(entry, at, bound, unit);
        }
        self.set_type(entry, ty.base, unit);
        for element in self.info.list(ty.elements) {
            match self.info.node(element) {
                Node::Subrange(range) => self.subrange(entry, dw::DW_TAG_subrange_type, range, unit),
                Node::GenericSubrange(range) => {
                    self.subrange(entry, dw::DW_TAG_generic_subrange, range, unit);
                }
                Node::SubrangeType(_) => {
                    let range = self.type_entry(element, unit);
                    let child = self.child(entry, dw::DW_TAG_subrange_type);
                    self.set(child, dw::DW_AT_type, AttributeValue::Entry(range));
                }
                _ => {}
            }
        }
    }

    /// Returns the type of subscripts, one per unit.
    fn subscript(&mut self, unit: usize) -> EntryId {
        if let Some(known) = self.units[unit].subscript {
            return known;
        }
        let root = self.units[unit].root;
        let entry = self.child(root, dw::DW_TAG_base_type);
        self.string(entry, dw::DW_AT_name, b"__ARRAY_SIZE_TYPE__");
        self.number(entry, dw::DW_AT_byte_size, 8);
        self.number(entry, dw::DW_AT_encoding, dw::DW_ATE_unsigned.0.into());
        self.units[unit].subscript = Some(entry);
        entry
    }

    fn subrange(&mut self, array: EntryId, tag: DwTag, range: &Subrange, unit: usize) {
        let entry = self.child(array, tag);
        let subscript = self.subscript(unit);
        self.set(entry, dw::DW_AT_type, AttributeValue::Entry(subscript));
        let default = default_lower_bound(self.units[unit].language);
        let is_default = match self.info.link(range.lower) {
            Some(Node::Integer(value)) => value.words.first().map(|&word| word as i64) == default,
            _ => false,
        };
        if !is_default {
            self.bound(entry, dw::DW_AT_lower_bound, range.lower, unit);
        }
        let unknown = match self.info.link(range.count) {
            Some(Node::Integer(value)) => value.words.first() == Some(&u64::MAX),
            _ => false,
        };
        if !unknown {
            self.bound(entry, dw::DW_AT_count, range.count, unit);
        }
        self.bound(entry, dw::DW_AT_upper_bound, range.upper, unit);
        self.bound(entry, dw::DW_AT_byte_stride, range.stride, unit);
    }

    fn subrange_type(&mut self, entry: EntryId, ty: &SubrangeType, unit: usize) {
        self.set_type(entry, ty.base, unit);
        self.text(entry, dw::DW_AT_name, ty.of.name);
        self.source_line(entry, unit, ty.of.file, ty.of.line);
        self.some_number(entry, dw::DW_AT_byte_size, ty.of.size / 8);
        self.bound(entry, dw::DW_AT_lower_bound, ty.lower, unit);
        self.bound(entry, dw::DW_AT_upper_bound, ty.upper, unit);
        self.bound(entry, dw::DW_AT_bit_stride, ty.stride, unit);
    }

    /// Sets a bound: a number, a variable or an expression.
    fn bound(&mut self, entry: EntryId, at: DwAt, bound: Option<NodeId>, unit: usize) {
        match self.info.link(bound) {
            Some(Node::Integer(value)) => {
                let word = value.words.first().copied().unwrap_or(0) as i64;
                match u64::try_from(word) {
                    Ok(number) => self.number(entry, at, number),
                    Err(_) => self.set(entry, at, AttributeValue::Signed(word)),
                }
            }
            Some(Node::Expression(expression)) => {
                if let Some(contents) = crate::mc::dwarf::expression::plain(&expression.ops) {
                    self.set(entry, at, AttributeValue::Expression(contents));
                }
            }
            Some(Node::LocalVariable(_) | Node::GlobalVariable(_)) => {
                if let Some(variable) = bound.filter(|_| self.units[unit].described.is_none()) {
                    self.bounds.push((entry, at, variable, unit));
                }
            }
            Some(Node::DerivedType(_)) => {
                if let Some(member) = bound.and_then(|bound| self.known(bound, unit)) {
                    self.set(entry, at, AttributeValue::Entry(member));
                }
            }
            _ => {}
        }
    }

    /// Adds the parameters of a template.
    pub(super) fn template_parameters(&mut self, entry: EntryId, list: Option<NodeId>, unit: usize) {
        for parameter in self.info.list(list) {
            self.template_parameter(entry, parameter, unit, 0);
        }
    }

    fn template_parameter(&mut self, entry: EntryId, node: NodeId, unit: usize, depth: usize) {
        match self.info.node(node) {
            Node::TemplateType(parameter) => {
                let child = self.child(entry, dw::DW_TAG_template_type_parameter);
                self.set_type(child, parameter.ty, unit);
                self.text(child, dw::DW_AT_name, parameter.name);
                self.flag(child, dw::DW_AT_default_value, parameter.is_default && self.version() >= 5);
            }
            Node::TemplateValue(parameter) => {
                let tag = DwTag(parameter.tag);
                let child = self.child(entry, tag);
                if tag == dw::DW_TAG_template_value_parameter {
                    self.set_type(child, parameter.ty, unit);
                }
                self.text(child, dw::DW_AT_name, parameter.name);
                self.flag(child, dw::DW_AT_default_value, parameter.is_default && self.version() >= 5);
                match self.info.link(parameter.value) {
                    Some(Node::List(_)) if depth < MAX_SCOPES => {
                        for inner in self.info.list(parameter.value) {
                            self.template_parameter(child, inner, unit, depth + 1);
                        }
                    }
                    Some(&Node::Symbol(number)) => {
                        if let Some(symbol) = self.info.symbol(number) {
                            if self.numbers_addresses() {
                                self.refuse(unit);
                            }
                            // The address is the value.
                            let mut location = self.symbol_address(symbol);
                            location.bytes.push(dw::DW_OP_stack_value.0);
                            self.set(child, dw::DW_AT_location, AttributeValue::Expression(location));
                        }
                    }
                    _ => self.constant(child, dw::DW_AT_const_value, parameter.value, parameter.ty),
                }
                self.text(child, dw::DW_AT_GNU_template_name, parameter.template);
            }
            _ => {}
        }
    }
}

/// Returns the language's default lower bound of arrays.
fn default_lower_bound(language: u16) -> Option<i64> {
    match DwLang(language) {
        dw::DW_LANG_Ada83
        | dw::DW_LANG_Ada95
        | dw::DW_LANG_Cobol74
        | dw::DW_LANG_Cobol85
        | dw::DW_LANG_Fortran77
        | dw::DW_LANG_Fortran90
        | dw::DW_LANG_Fortran95
        | dw::DW_LANG_Fortran03
        | dw::DW_LANG_Fortran08
        | dw::DW_LANG_Fortran18
        | dw::DW_LANG_Julia
        | dw::DW_LANG_Modula2
        | dw::DW_LANG_Modula3
        | dw::DW_LANG_Pascal83
        | dw::DW_LANG_PLI => Some(1),
        _ => Some(0),
    }
}
