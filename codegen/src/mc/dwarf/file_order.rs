//! The order in which a module uses files: in text, `.file` directives are at a file's first use.
//!
//! Module variables, enumerations and retained types come before the functions. After each function
//! come the nodes that describe it: its declaration context, its inlined functions and its callees.
//! Everything else comes after the last function.
//!
//! * Requires: one unit, whose functions are in text order.
//! * Establishes: file numbers as in llc's text, as far as functions use them.
//! * Cost: linear in the referenced nodes.
//! * Source: LLVM's `DwarfDebug::beginModule` and `endFunctionImpl`; for the order within a node,
//!   `DwarfUnit.cpp`.

use crate::ir::debug_info::MAX_SCOPES;
use crate::ir::debug_info::{
    CompositeType, DerivedType, Emission, GlobalVariable, Node, NodeId, Subprogram, TypeFields, Unit, flags,
    sp_flags,
};
use crate::ir::entity::{DebugLoc, SymbolId};
use crate::mc::dwarf::events::{CallTarget, DebugEvent};
use crate::mc::dwarf::files::Files;
use crate::mc::dwarf::input::Input;
use crate::mc::dwarf::placed::PlacedFunction;
use gimli::constants as dw;
use rustc_hash::{FxHashMap, FxHashSet};

type Link = Option<NodeId>;

/// The walk over nodes with files.
pub(super) struct FileOrder<'a> {
    input: &'a Input<'a>,
    pub(super) files: &'a mut Files,
    /// Nodes that have been described, except inlined functions.
    seen: FxHashSet<NodeId>,
    inlined: FxHashSet<NodeId>,
    called: FxHashMap<SymbolId, NodeId>,
    depth: usize,
}

impl<'a> FileOrder<'a> {
    /// Returns a walk for these functions.
    pub(super) fn new(
        input: &'a Input<'a>,
        files: &'a mut Files,
        functions: &[&PlacedFunction],
    ) -> FileOrder<'a> {
        let defined = functions
            .iter()
            .map(|function| (function.debug.function.symbol, function.debug.function.subprogram));
        FileOrder {
            input,
            files,
            seen: FxHashSet::default(),
            inlined: FxHashSet::default(),
            called: input.info.declared.iter().copied().chain(defined).collect(),
            depth: 0,
        }
    }

    /// Numbers the files of a unit in the order of its text.
    pub(super) fn number(mut self, unit: &Unit, mut functions: Vec<&PlacedFunction>) {
        functions.sort_by_key(|function| function.chunk);
        self.start(unit);
        for function in functions {
            for (_, event) in &function.debug.events {
                if let DebugEvent::Row(row) = event {
                    self.file(row.scope.and_then(|scope| self.input.info.file_of(scope)));
                }
            }
            self.end_function(unit, function);
        }
    }

    fn node(&self, id: NodeId) -> &'a Node {
        self.input.info.node(id)
    }

    fn file(&mut self, file: Link) {
        if let Some(file) = file {
            self.files.number(self.input, file);
        }
    }

    fn line(&mut self, file: Link, line: u32) {
        if line != 0 {
            self.file(file);
        }
    }

    fn type_line(&mut self, of: &TypeFields) {
        if of.flags & flags::FWD_DECL == 0 {
            self.line(of.file, of.line);
        }
    }

    /// Visits a unit's nodes that come before its functions.
    pub(super) fn start(&mut self, unit: &Unit) {
        if unit.emission() != Emission::Full {
            return;
        }
        for node in self.input.info.list(unit.globals) {
            if let Node::GlobalExpression(global) = self.node(node)
                && let Some(variable) = global.variable
            {
                self.global(variable);
            }
        }
        let kept = self.input.info.list(unit.enums).chain(self.input.info.list(unit.retained));
        kept.for_each(|ty| self.ty(Some(ty)));
    }

    /// Visits the nodes that describe a function.
    pub(super) fn end_function(&mut self, unit: &Unit, function: &PlacedFunction) {
        if unit.emission() != Emission::Full {
            return;
        }
        let scopes: Vec<DebugLoc> =
            function.debug.events.iter().filter_map(|(_, event)| scope(event)).collect();
        scopes.iter().for_each(|&loc| self.inlined_functions(loc));
        let subprogram = function.debug.function.subprogram;
        self.subprogram(subprogram);
        scopes.iter().for_each(|&loc| self.calls_inlined(loc));
        let fields = self.input.info.subprogram(subprogram);
        if fields.is_some_and(|fields| fields.flags & flags::ALL_CALLS_DESCRIBED != 0) {
            for call in &function.debug.function.calls {
                if let CallTarget::Symbol(symbol) = call.target
                    && let Some(&callee) = self.called.get(&symbol)
                {
                    self.subprogram(callee);
                }
            }
        }
    }

    /// Visits the inlined functions at a location.
    fn inlined_functions(&mut self, loc: DebugLoc) {
        let mut next = self.input.info.location(loc);
        while let Some(location) = next {
            let Some(call) = location.inlined_at else { return };
            let subprogram = self.input.info.subprogram_of(location.scope);
            if let Some(id) = subprogram
                && self.inlined.insert(id)
            {
                self.inlined_function(id);
            }
            next = self.input.info.location(call);
        }
    }

    fn inlined_function(&mut self, id: NodeId) {
        let Node::Subprogram(subprogram) = self.node(id) else { return };
        match subprogram.declaration {
            Some(declaration) => self.subprogram(declaration),
            None => self.context(subprogram.scope),
        }
        self.attributes(subprogram);
        let variables = self.input.info.list(subprogram.retained).filter_map(|id| match self.node(id) {
            Node::LocalVariable(variable) => Some(&**variable),
            _ => None,
        });
        let mut variables: Vec<_> = variables.collect();
        variables.sort_by_key(|variable| if variable.arg == 0 { u16::MAX } else { variable.arg });
        for variable in variables {
            self.line(variable.file, variable.line);
            self.ty(variable.ty);
        }
    }

    /// Numbers the files of inlined calls, the outermost first.
    fn calls_inlined(&mut self, loc: DebugLoc) {
        let info = self.input.info;
        let around = |&loc: &DebugLoc| info.location(loc).and_then(|location| location.inlined_at);
        let calls: Vec<DebugLoc> = std::iter::successors(around(&loc), around).take(MAX_SCOPES).collect();
        for &call in calls.iter().rev() {
            self.file(info.location(call).and_then(|location| info.file_of(location.scope)));
        }
    }

    fn global(&mut self, id: NodeId) {
        let Node::GlobalVariable(variable) = self.node(id) else { return };
        self.context(variable.scope);
        if !self.seen.insert(id) {
            return;
        }
        let GlobalVariable { ty, file, line, declaration, template_params, .. } = **variable;
        match declaration {
            Some(member) => {
                self.static_member(member);
                let declared = match self.node(member) {
                    Node::DerivedType(member) => member.base,
                    _ => None,
                };
                if ty != declared {
                    self.ty(ty);
                }
            }
            None => {
                self.ty(ty);
                self.line(file, line);
            }
        }
        self.template_params(template_params);
    }

    fn static_member(&mut self, id: NodeId) {
        let Node::DerivedType(member) = self.node(id) else { return };
        self.context(member.of.scope);
        if self.seen.insert(id) {
            self.ty(member.base);
            self.line(member.of.file, member.of.line);
        }
    }

    /// Visits the enclosing scope of a scope, then the scope.
    fn context(&mut self, scope: Link) {
        let Some(id) = scope else { return };
        match self.node(id) {
            Node::Namespace(space) => self.nested(|order| order.context(space.scope)),
            Node::Module(module) => self.nested(|order| order.context(module.scope)),
            Node::Subprogram(_) => self.subprogram(id),
            node if node.type_fields().is_some() => self.ty(scope),
            _ => {}
        }
    }

    /// Visits one level deeper, up to the maximum.
    fn nested(&mut self, step: impl FnOnce(&mut Self)) {
        if self.depth < MAX_SCOPES {
            self.depth += 1;
            step(self);
            self.depth -= 1;
        }
    }

    fn ty(&mut self, ty: Link) {
        let Some(id) = ty else { return };
        self.nested(|order| order.describe_type(id));
    }

    fn describe_type(&mut self, id: NodeId) {
        let node = self.node(id);
        let Some(of) = node.type_fields() else { return };
        self.context(of.scope);
        if !self.seen.insert(id) {
            return;
        }
        match node {
            Node::DerivedType(ty) => self.derived(ty),
            Node::CompositeType(ty) => self.composite(ty),
            Node::SubroutineType(ty) => self.input.info.list(ty.types).for_each(|ty| self.ty(Some(ty))),
            Node::SubrangeType(ty) => {
                self.ty(ty.base);
                self.type_line(of);
            }
            _ => {}
        }
    }

    fn derived(&mut self, ty: &DerivedType) {
        self.ty(ty.base);
        if ty.of.tag == dw::DW_TAG_ptr_to_member_type.0 {
            self.ty(ty.extra);
        }
        self.type_line(&ty.of);
    }

    fn composite(&mut self, ty: &CompositeType) {
        let tag = gimli::DwTag(ty.of.tag);
        if matches!(tag, dw::DW_TAG_array_type | dw::DW_TAG_enumeration_type) {
            self.ty(ty.base);
        } else {
            self.template_params(ty.template_params);
            self.input.info.list(ty.elements).for_each(|element| self.element(element));
            self.ty(ty.vtable_holder);
        }
        if tag != dw::DW_TAG_array_type {
            self.type_line(&ty.of);
        }
    }

    fn element(&mut self, id: NodeId) {
        match self.node(id) {
            Node::Subprogram(_) => self.subprogram(id),
            Node::DerivedType(member) if member.of.flags & flags::STATIC_MEMBER != 0 => {
                self.static_member(id)
            }
            Node::DerivedType(member) => {
                self.ty(member.base);
                if member.of.tag != dw::DW_TAG_friend.0 {
                    self.line(member.of.file, member.of.line);
                }
            }
            _ => {}
        }
    }

    fn template_params(&mut self, list: Link) {
        for id in self.input.info.list(list) {
            match self.node(id) {
                Node::TemplateType(parameter) => self.ty(parameter.ty),
                Node::TemplateValue(parameter) => {
                    if parameter.tag == dw::DW_TAG_template_value_parameter.0 {
                        self.ty(parameter.ty);
                    } else if parameter.tag == dw::DW_TAG_GNU_template_parameter_pack.0 {
                        self.nested(|order| order.template_params(parameter.value));
                    }
                }
                _ => {}
            }
        }
    }

    /// Visits a function's declaration.
    fn subprogram(&mut self, id: NodeId) {
        self.nested(|order| order.describe_subprogram(id));
    }

    fn describe_subprogram(&mut self, id: NodeId) {
        let Node::Subprogram(subprogram) = self.node(id) else { return };
        self.context(subprogram.scope);
        if self.seen.contains(&id) {
            return;
        }
        if let Some(declaration) = subprogram.declaration {
            self.subprogram(declaration);
        }
        self.seen.insert(id);
        if subprogram.sp_flags & sp_flags::DEFINITION == 0 {
            self.attributes(subprogram);
        }
    }

    fn attributes(&mut self, subprogram: &Subprogram) {
        let types = self.types_of(subprogram);
        let declaration = subprogram.declaration.and_then(|id| self.input.info.subprogram(id));
        if let Some(declaration) = declaration {
            let declared = self.types_of(declaration);
            if let ([defined, ..], [declared, ..]) = (types, declared)
                && defined != declared
            {
                self.ty(*defined);
            }
            self.file(declaration.file);
            self.file(subprogram.file);
        }
        self.template_params(subprogram.template_params);
        if declaration.is_some() {
            return;
        }
        self.line(subprogram.file, subprogram.line);
        let is_defined = subprogram.sp_flags & sp_flags::DEFINITION != 0;
        let shown = if is_defined { types.len().min(1) } else { types.len() };
        types[..shown].iter().for_each(|&ty| self.ty(ty));
    }

    /// Returns the parameter and result types of a function.
    fn types_of(&self, subprogram: &Subprogram) -> &'a [Link] {
        let types = match self.input.info.link(subprogram.ty) {
            Some(Node::SubroutineType(ty)) => self.input.info.link(ty.types),
            _ => None,
        };
        match types {
            Some(Node::List(types)) => types,
            _ => &[],
        }
    }
}

fn scope(event: &DebugEvent) -> Option<DebugLoc> {
    match event {
        DebugEvent::Scope(loc) => *loc,
        _ => None,
    }
}
