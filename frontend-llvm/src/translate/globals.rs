//! Globals: symbols, variables, aliases, constructors, and module flags.
//!
//! Cost: linear in the module's globals and initialisers.

use crate::translate::function_attributes::LARGEST_ALIGN;
use gisel_codegen::ir::entity::{ComdatId, SymbolId};
use gisel_codegen::ir::module::{
    Alias, Associated, CallGraphEdge, CodeModel, Comdat, FunctionData, GlobalVariable, IrName, Linkage,
    NamedSections, Protection, RelocModel, SizedInitializer, StackGuard, StackProbes, Structor, Symbol,
    SymbolKind, TlsModel, Visibility,
};
use gisel_codegen::machine::system::System;
use gisel_codegen::machine::triple::architecture;
use gisel_codegen::mc::stack_maps;
use gisel_codegen::support::error::CompileError;

use super::asm_symbols::LITERAL;
use super::collectors;
use super::emulated_tls;
use super::error::{Result, Stop};
use super::exceptions;
use super::initializer::Base;
use super::metadata_sections;
use super::safe_stack;
use super::shadow_stack;
use super::signed_pointers;
use super::stack_protector;
use super::translator::Translator;
use super::xray_events;
use crate::ir;
use crate::ir::attributes::{AttributeValue, sets_of};
use crate::ir::global::{ComdatKind, GlobalKind};
use crate::ir::{Function, Global, Module, ThreadLocal, TypeKind, UnnamedAddr, Value, ValueKind};
use crate::properties;
use std::collections::HashMap;

/// Module flags that apply to all code.
const PROTECTION: &[(&str, Protection)] = &[
    ("branch-target-enforcement", Protection::BRANCH_TARGETS),
    ("sign-return-address", Protection::SIGNED_RETURNS),
    ("guarded-control-stack", Protection::GUARDED_STACK),
    ("cf-protection-return", Protection::SHADOW_STACK),
];

/// The lowest priority of constructors, which is also the default.
const DEFAULT_PRIORITY: u32 = 65535;

fn linkage(linkage: ir::Linkage) -> Linkage {
    match linkage {
        ir::Linkage::External => Linkage::External,
        ir::Linkage::AvailableExternally => Linkage::AvailableExternally,
        ir::Linkage::LinkOnceAny | ir::Linkage::LinkOnceOdr => Linkage::LinkOnce,
        ir::Linkage::WeakAny | ir::Linkage::WeakOdr => Linkage::Weak,
        ir::Linkage::Appending => Linkage::Appending,
        ir::Linkage::Internal => Linkage::Internal,
        ir::Linkage::Private => Linkage::Private,
        ir::Linkage::ExternWeak => Linkage::ExternalWeak,
        ir::Linkage::Common => Linkage::Common,
    }
}

fn visibility(visibility: ir::Visibility) -> Visibility {
    match visibility {
        ir::Visibility::Default => Visibility::Default,
        ir::Visibility::Hidden => Visibility::Hidden,
        ir::Visibility::Protected => Visibility::Protected,
    }
}

fn tls_model(mode: ThreadLocal) -> TlsModel {
    match mode {
        ThreadLocal::None | ThreadLocal::GeneralDynamic => TlsModel::GeneralDynamic,
        ThreadLocal::LocalDynamic => TlsModel::LocalDynamic,
        ThreadLocal::InitialExec => TlsModel::InitialExec,
        ThreadLocal::LocalExec => TlsModel::LocalExec,
    }
}

/// Returns true for variables that are instructions to the compiler and not data.
fn is_compiler_data(global: Global<'_>) -> bool {
    global.section() == Some("llvm.metadata")
        || (global.name().starts_with("llvm.") && global.info().linkage == ir::Linkage::Appending)
}

/// Returns true for compiler data without an effect here: protection from LLVM's optimizer, and
/// input of other tools.
fn is_ignored(global: Global<'_>) -> bool {
    global.section() == Some("llvm.metadata") || global.name() == "llvm.compiler.used"
}

/// Rejects properties of a global that are not supported.
fn check(global: Global<'_>) -> Result<()> {
    let info = global.info();
    if global.has_foreign_name() {
        return Err(Stop::new("name that is not UTF-8"));
    }
    if info.linkage == ir::Linkage::Appending {
        return Err(Stop::new("unknown special variable with appending linkage"));
    }
    if let Some((name, kind @ (ComdatKind::ExactMatch | ComdatKind::Largest | ComdatKind::SameSize))) =
        global.comdat()
    {
        return Err(Stop::new(format!("comdat '{name}' of a kind that ELF does not have: {kind:?}")));
    }
    if !info.is_declaration && global.align() > LARGEST_ALIGN.into() {
        return Err(Stop::new(format!("alignment of {} bytes", global.align())));
    }
    Ok(())
}

/// The bytes of memory with one tag.
const TAG_GRANULE: u32 = 16;

/// Returns the functions that translation itself calls. `named` are those that the target and the
/// module's attributes name. Their symbols come after the globals' symbols, so that globals have
/// the same numbers in every context. Unreferenced ones are not emitted. A duplicate name refers to
/// its first symbol.
fn externals(named: &[String]) -> impl Iterator<Item = String> {
    let others =
        ["__clear_cache", stack_protector::FAIL, stack_protector::GUARD, exceptions::RESUME, "abort"];
    let others =
        others.into_iter().chain([safe_stack::POINTER, safe_stack::ROUTINE, collectors::PERSONALITY]);
    let others = others.into_iter().chain(super::instrumentation::routine_names());
    others
        .map(str::to_owned)
        .chain(super::memory_intrinsics::routine_names())
        .chain(super::atomic_calls::names())
        .chain(named.iter().cloned())
        .chain(super::atomic_calls::sync_names())
        .chain(super::protected_fields::names())
}

/// Returns the globals that have symbols: functions, variables, aliases, ifuncs.
fn with_symbols(ir: Module<'_>) -> impl Iterator<Item = Global<'_>> {
    let globals =
        (ir.functions().map(|f| f.global())).chain(ir.variables()).chain(ir.aliases()).chain(ir.ifuncs());
    globals.filter(|global| {
        let is_intrinsic = global.value().as_function().is_some_and(|f| f.intrinsic_id() != 0);
        !is_intrinsic && !is_compiler_data(*global)
    })
}

impl<'m> Translator<'m> {
    /// Rejects a global in an address space whose pointer size differs from the default.
    fn check_space(&self, global: Global<'m>) -> Result<()> {
        let (layout, space) = (self.types.layout, global.info().address_space);
        let bits = layout.pointer_bits(space);
        match bits == layout.pointer_bits(0) {
            true => Ok(()),
            false => Err(Stop::new(format!("address space {space}, whose pointers have {bits} bits"))),
        }
    }

    /// Checks that the loader tags the memory of a variable, if the variable requires it.
    fn check_tag(&self, global: Global<'m>) -> Result<()> {
        let has_tags = || System::of_triple(&self.module.triple).tags_variables;
        match self.is_memory_tagged(global) && !has_tags() {
            false => Ok(()),
            true => Err(Stop::new("property sanitize_memtag: the loaders of Android alone tag variables")),
        }
    }

    /// Returns true if a variable's memory is tagged. A definition must be writable, of some size,
    /// of no section of its own, and shared by all threads.
    fn is_memory_tagged(&self, global: Global<'m>) -> bool {
        if global.kind() != GlobalKind::Variable || !global.is_memory_tagged() {
            return false;
        }
        let info = global.info();
        if info.linkage == ir::Linkage::AvailableExternally {
            return false;
        }
        let size = global.value_type().and_then(|ty| self.types.layout.alloc_size(ty));
        let is_shared = info.thread_local == ThreadLocal::None;
        info.is_declaration || is_shared && !info.is_constant && global.section().is_none() && size != Some(0)
    }

    /// Declares the symbol of every global, then the symbols of [`externals`], which include
    /// `routines`.
    pub(super) fn declare(&mut self, routines: &[String]) {
        self.describe_module();
        let mut unnamed = Vec::new();
        for global in with_symbols(self.ir) {
            let name = global.name();
            let escaped = name.strip_prefix(LITERAL);
            let next = SymbolId::new(self.module.symbols.len());
            let name = if self.is_emulated_tls(global) {
                emulated_tls::control_name(escaped.unwrap_or(name))
            } else if name.is_empty() {
                unnamed.push((global.value(), next));
                format!("__unnamed_{}", unnamed.len())
            } else {
                escaped.unwrap_or(name).to_owned()
            };
            self.module.ir_names.extend(escaped.map(|_| (next, IrName::Escaped)));
            let symbol = self.describe(global, name);
            self.module.add_symbol(symbol);
        }
        self.number_unnamed(&unnamed);
        for name in externals(routines).chain(xray_events::routine_names(self.ir)) {
            let guard = name == stack_protector::GUARD;
            let kind = match &*name {
                stack_protector::GUARD => SymbolKind::Data,
                safe_stack::POINTER => SymbolKind::Tls,
                _ => SymbolKind::Function,
            };
            let dso_local = guard && self.accesses_data_directly();
            // The model has no meaning for functions.
            let tls_model = TlsModel::InitialExec;
            let symbol =
                Symbol { name, kind, dso_local, tls_model, outside_ir: true, align: 1, ..Symbol::default() };
            self.module.add_symbol(symbol);
        }
        if let Some(name) = self.own_guard() {
            let (kind, dso_local) = (SymbolKind::Data, self.accesses_data_directly());
            let symbol = Symbol { name, kind, dso_local, outside_ir: true, align: 1, ..Symbol::default() };
            self.module.add_symbol(symbol);
        }
        self.declare_stack_maps();
        self.declare_shadow_stack();
        self.declare_frame_tables();
    }

    /// Returns the name of the stack guard variable, if it is not the default.
    fn own_guard(&self) -> Option<String> {
        let name = self.module.stack_guard.symbol.as_ref()?;
        (name != stack_protector::GUARD && !name.is_empty()).then(|| name.clone())
    }

    /// Makes the symbol at the start of the stack maps local to this object, if code refers to it.
    fn declare_stack_maps(&mut self) {
        let known = self.module.symbols.iter_mut().find(|symbol| symbol.name == stack_maps::START);
        if let Some(symbol) = known.filter(|symbol| !symbol.defined)
            && self.ir.functions().any(is_recording)
        {
            symbol.linkage = Linkage::Internal;
        }
    }

    /// Returns true if data of other modules is assumed to be in reach: by a module flag, or by
    /// default in position-dependent code.
    fn accesses_data_directly(&self) -> bool {
        let level = self.ir.flag_int("PIC Level").unwrap_or(0);
        self.ir.flag_int("direct-access-external-data").map_or(level == 0, |direct| direct != 0)
    }

    /// Finds the stack guard variable, without marking it as used.
    pub(super) fn find_stack_guard(&mut self) {
        let name = self.own_guard();
        let name = name.as_deref().unwrap_or(stack_protector::GUARD);
        let own = self.ir.named(name).and_then(|value| self.symbols.get(&value.key()));
        let variable = own.copied().or_else(|| self.outside_symbol(name));
        self.module.stack_guard.variable = variable;
    }

    /// Numbers globals without a name in the IR's order: variables, aliases, ifuncs, functions.
    fn number_unnamed(&mut self, symbols: &[(Value<'m>, SymbolId)]) {
        if symbols.is_empty() {
            return;
        }
        let symbols: HashMap<_, _> = symbols.iter().map(|(value, symbol)| (value.key(), *symbol)).collect();
        let globals = (self.ir.variables().chain(self.ir.aliases()).chain(self.ir.ifuncs()))
            .chain(self.ir.functions().map(|f| f.global()));
        for (slot, global) in (0..).zip(globals.filter(|global| global.name().is_empty())) {
            let symbol = symbols.get(&global.value().key());
            self.module.ir_names.extend(symbol.map(|symbol| (*symbol, IrName::Slot(slot))));
        }
    }

    /// Marks the external routines that are called through the global offset table, if the module
    /// requires it.
    pub(super) fn bind_routines_early(&mut self, routines: &[String]) {
        if !self.module.routines_by_got {
            return;
        }
        for name in externals(routines) {
            let own = self.ir.named(&name).and_then(|value| self.symbols.get(&value.key()));
            let symbol = own.copied().or_else(|| self.outside_symbol(&name));
            if let Some(symbol) = symbol.and_then(|id| self.module.symbols.get_mut(id.index())) {
                symbol.by_got = !symbol.defined && !symbol.dso_local;
            }
        }
    }

    /// Maps each global to its symbol; the order is the same in every context.
    pub(super) fn number_symbols(&mut self) {
        let keys = with_symbols(self.ir).map(|global| global.value().key());
        self.symbols = keys.enumerate().map(|(n, key)| (key, SymbolId::new(n))).collect();
    }

    fn describe_module(&mut self) {
        let (ir, module) = (self.ir, &mut self.module);
        module.source_file_name = ir.source_file().to_owned();
        module.triple = ir.triple().to_owned();
        module.asm = ir.inline_asm().to_owned();
        module.idents = ir.idents().collect();
        module.has_probes = ir.named_metadata().any(|name| name == metadata_sections::PROBES);
        let limit = ir.flag_int("SmallDataLimit");
        module.small_data_limit = limit.unwrap_or_default();
        module.code_model = match ir.flag_int("Code Model") {
            Some(0) => CodeModel::Tiny,
            Some(4) => CodeModel::Large,
            _ => CodeModel::Default,
        };
        module.target_abi = ir.flag_str("target-abi").map(str::to_owned);
        module.isa = ir.flag_list("riscv-isa").map(str::to_owned).collect();
        module.stack_guard = StackGuard {
            kind: ir.flag_str("stack-protector-guard").map(str::to_owned),
            register: ir.flag_str("stack-protector-guard-reg").map(str::to_owned),
            offset: ir.flag_int("stack-protector-guard-offset").map(|offset| i64::from(offset as i32)),
            symbol: ir.flag_str("stack-protector-guard-symbol").map(str::to_owned),
            variable: None,
        };
        if properties::reads_flag("probe-stack", architecture(&module.triple)) {
            module.stack_probes = StackProbes {
                inline: ir.flag_str("probe-stack") == Some("inline-asm"),
                size: ir.flag_int("stack-probe-size").and_then(|size| size.try_into().ok()),
            };
        }
        module.routines_by_got = ir.flag_int("RtLibUseGOT").is_some_and(|value| value != 0);
        module.pie = ir.flag_int("PIE Level").is_some_and(|level| level > 0);
        for (flag, protection) in PROTECTION {
            module.protection.set(*protection, ir.flag_int(flag).is_some_and(|value| value != 0));
        }
        if properties::reads_flag("ptrauth-elf-got", architecture(&module.triple)) {
            let number = |name| ir.flag_int(name).filter(|&value| value != 0);
            let platform = ir.flag_int("aarch64-elf-pauthabi-platform");
            let version = ir.flag_int("aarch64-elf-pauthabi-version");
            module.signed_pointer_abi = platform.zip(version).map(|(platform, version)| [platform, version]);
            module.signed_got = number("ptrauth-elf-got").is_some();
            module.personality_schema =
                number("ptrauth-sign-personality").map(|_| signed_pointers::PERSONALITY_SCHEMA);
        }
        module.reloc_model = match ir.flag_int("PIC Level") {
            Some(level) if level > 0 => RelocModel::Pic,
            _ => RelocModel::Static,
        };
    }

    /// Assigns functions marked hot or cold to the hot and cold sections.
    pub fn place_by_heat(&mut self) {
        for function in self.functions() {
            let prefix = match function {
                f if f.has(ir::AttrKind::OptimizeNone) => continue,
                f if f.has(ir::AttrKind::Hot) => "hot",
                f if f.has(ir::AttrKind::Cold) => "unlikely",
                _ => continue,
            };
            let id = self.symbols.get(&function.value().key()).copied();
            if let Some(symbol) = id.and_then(|id| self.module.symbols.get_mut(id.index())) {
                symbol.section_prefix = Some(prefix.to_owned());
            }
        }
    }

    /// Returns the call counts between functions from the module flag. Edges of removed functions
    /// are omitted.
    fn call_graph(&self) -> Result<Vec<CallGraphEdge>> {
        let mut edges = Vec::new();
        for edge in self.ir.call_graph() {
            let edge = edge.ok_or_else(|| Stop::new("module flag \"CG Profile\" with what is no edge"))?;
            let symbol = |value: Option<Value<'m>>| self.symbols.get(&value?.key()).copied();
            if let (Some(from), Some(to)) = (symbol(edge.from), symbol(edge.to)) {
                edges.push(CallGraphEdge { from, to, count: edge.count });
            }
        }
        Ok(edges)
    }

    fn describe(&mut self, global: Global<'m>, name: String) -> Symbol {
        let info = global.info();
        let emulated = self.is_emulated_tls(global);
        let is_code = match global.kind() {
            GlobalKind::Function | GlobalKind::IFunc => true,
            GlobalKind::Alias => {
                matches!(global.value_type().map(|ty| ty.kind()), Some(TypeKind::Function { .. }))
            }
            GlobalKind::Variable => false,
        };
        let function = global.value().as_function();
        let body = function.filter(|_| !info.is_declaration);
        let memory_tagged = self.is_memory_tagged(global);
        Symbol {
            name,
            linkage: match linkage(info.linkage) {
                // Only variables in memory that all threads share can be merged by size.
                Linkage::Common if info.thread_local != ThreadLocal::None => Linkage::Weak,
                linkage => linkage,
            },
            visibility: visibility(info.visibility),
            dso_local: info.dso_local,
            kind: match (is_code, info.thread_local) {
                (true, _) => SymbolKind::Function,
                (false, ThreadLocal::None) => SymbolKind::Data,
                (false, _) if emulated => SymbolKind::EmulatedTls,
                (false, _) => SymbolKind::Tls,
            },
            tls_model: tls_model(info.thread_local),
            defined: !info.is_declaration && info.linkage != ir::Linkage::AvailableExternally,
            outside_ir: false,
            by_got: false,
            declared: false,
            variant_calls: false,
            memory_tagged,
            indirect: global.kind() == GlobalKind::IFunc,
            calling_convention: body.map_or(0, |function| function.calling_conv()),
            no_unwind: function.is_some_and(|f| f.has(ir::AttrKind::NoUnwind)),
            used: memory_tagged,
            section: global.section().filter(|_| !emulated).map(str::to_owned),
            comdat: if emulated { None } else { self.comdat(global) },
            unnamed_addr: info.unnamed_addr == UnnamedAddr::Global && !memory_tagged,
            local_unnamed_addr: info.unnamed_addr != UnnamedAddr::None && !memory_tagged,
            retained: false,
            named_sections: None,
            associated: None,
            // The section prefix of a function is read with its body.
            section_prefix: global.section_prefix().filter(|_| function.is_none()).map(str::to_owned),
            excluded: global.is_excluded(),
            // Larger alignments of definitions are rejected; for a declaration, a smaller one is
            // also correct.
            align: u32::try_from(global.align()).unwrap_or(LARGEST_ALIGN).max(1),
        }
    }

    fn comdat(&mut self, global: Global<'m>) -> Option<ComdatId> {
        let (name, kind) = global.comdat()?;
        Some(self.named_comdat(name, kind != ComdatKind::NoDeduplicate))
    }

    /// Returns the comdat called `name`, created on first use.
    fn named_comdat(&mut self, name: &'m str, deduplicate: bool) -> ComdatId {
        let add = || self.module.add_comdat(Comdat { name: name.to_owned(), deduplicate });
        *self.comdats.entry(name).or_insert_with(add)
    }

    /// Lays out variables, aliases and constructor lists; returns their errors.
    pub(super) fn define_globals(&mut self) -> Vec<CompileError> {
        let ir = self.ir;
        let mut errors = Vec::new();
        let mut note = |name: &str, result: Result<()>| {
            if let Err(stop) = result {
                errors.push(stop.in_global(name));
            }
        };
        if ir.has_foreign_asm() {
            note("", Err(Stop::new("module-level assembly that is not UTF-8")));
        }
        for global in with_symbols(ir) {
            note(
                global.name(),
                check(global).and_then(|()| self.check_space(global)).and_then(|()| self.check_tag(global)),
            );
        }
        match metadata_sections::of_module(ir) {
            Ok(sections) => self.module.metadata_sections = sections,
            Err(stop) => note("", Err(stop)),
        }
        match metadata_sections::probe_descriptors(ir) {
            Ok(descriptors) => self.module.probe_descriptors = descriptors,
            Err(stop) => note("", Err(stop)),
        }
        match self.call_graph() {
            Ok(edges) => self.module.call_graph = edges,
            Err(stop) => note("", Err(stop)),
        }
        if let Err(stop) = self.deactivate_fields() {
            note("", Err(stop));
        }
        let emulated = ir.variables().filter(|global| self.is_emulated_tls(*global));
        let others = ir.variables().filter(|global| !self.is_emulated_tls(*global));
        let variables: Vec<Global<'m>> = others.chain(emulated).collect();
        for global in variables {
            match global.name() {
                "llvm.global_ctors" => note(global.name(), self.structors(global, true)),
                "llvm.global_dtors" => note(global.name(), self.structors(global, false)),
                "llvm.used" => note(global.name(), self.retained(global)),
                name if !is_compiler_data(global) => note(name, self.variable(global)),
                _ if is_ignored(global) => {}
                name => note(name, Err(Stop::new("unknown special variable with appending linkage"))),
            }
        }
        for (name, result) in self.define_shadow_stack() {
            note(name, result);
        }
        for (name, result) in self.check_marks() {
            note(&name, result);
        }
        for function in ir.functions().filter(|function| !function.is_declaration()) {
            note(function.name(), self.function_data(function));
        }
        for alias in ir.aliases().chain(ir.ifuncs()) {
            note(alias.name(), self.alias(alias));
        }
        self.drop_sizes_of_named_objects();
        errors
    }

    fn variable(&mut self, global: Global<'m>) -> Result<()> {
        let info = global.info();
        if shadow_stack::is_declared_chain(self.ir, global) {
            let symbol = self.own_symbol(global)?;
            if self.module.symbol(symbol).defined {
                self.define_chain(symbol);
            }
            return Ok(());
        }
        if info.is_declaration || info.linkage == ir::Linkage::AvailableExternally {
            return Ok(());
        }
        let (Some(ty), Some(value)) = (global.value_type(), global.initializer()) else {
            return Err(Stop::new("variable without type or initialiser"));
        };
        let symbol = self.own_symbol(global)?;
        let size = self.types.layout.alloc_size(ty).ok_or_else(|| Stop::ty(ty))?;
        let mut align = u32::try_from(self.ir.preferred_align(global)).map_err(|_| Stop::new("alignment"))?;
        let mut size = size;
        if self.module.symbol(symbol).memory_tagged {
            align = align.max(TAG_GRANULE);
            size = size.next_multiple_of(TAG_GRANULE.into());
        }
        if self.is_emulated_tls(global) {
            return self.emulated_variable(global, symbol, value, (size, align.max(1)));
        }
        let initializer = self.initializer(value)?;
        let unit =
            c_string_unit(value).filter(|_| info.is_constant && info.unnamed_addr == UnnamedAddr::Global);
        let associated = self.associated(global)?;
        let described = &mut self.module.symbols[symbol.index()];
        described.align = align.max(1);
        described.associated = associated;
        described.named_sections = named_sections(global);
        self.module.globals.push(GlobalVariable {
            symbol,
            size,
            align: align.max(1),
            constant: info.is_constant,
            externally_initialized: info.is_externally_initialized,
            c_string_unit: unit,
            initializer,
        });
        Ok(())
    }

    /// Returns the section with which the global's section is kept or discarded, if there is one.
    pub(super) fn associated(&self, global: Global<'m>) -> Result<Option<Associated>> {
        let with = |value: Value<'m>| match value.as_global() {
            Some(global) => self.own_symbol(global).map(Associated::With),
            None => Ok(Associated::Nothing),
        };
        global.associated().map(with).transpose()
    }

    /// Lays out a function's prefix and prologue data.
    fn function_data(&mut self, function: Function<'m>) -> Result<()> {
        let data = [function.prefix_data(), function.prologue_data()];
        if data == [None, None] {
            return Ok(());
        }
        let symbol = self.own_symbol(function.global())?;
        let [prefix, prologue] = data;
        let prefix = prefix.map(|value| self.sized(value)).transpose()?;
        let prologue = prologue.map(|value| self.sized(value)).transpose()?;
        let data = FunctionData { prefix, prologue };
        self.module.function_data.insert(symbol, data);
        Ok(())
    }

    /// Lays out a constant with its size.
    fn sized(&mut self, value: Value<'m>) -> Result<SizedInitializer> {
        let size = self.types.layout.alloc_size(value.ty()).ok_or_else(|| Stop::ty(value.ty()))?;
        Ok(SizedInitializer { size, initializer: self.initializer(value)? })
    }

    /// Returns the symbol of a definition without marking it as used.
    fn own_symbol(&self, global: Global<'m>) -> Result<SymbolId> {
        let id = self.symbols.get(&global.value().key()).copied();
        id.ok_or_else(|| Stop::new("global without a symbol"))
    }

    fn alias(&mut self, global: Global<'m>) -> Result<()> {
        if self.is_emulated_tls(global) {
            return Err(Stop::new("alias to an emulated thread-local variable"));
        }
        let symbol = self.own_symbol(global)?;
        let target = global.initializer().ok_or_else(|| Stop::new("alias of nothing"))?;
        let symbolic = self.evaluate(target)?;
        let (&[Base::Symbol(target)], &[]) = (&symbolic.plus[..], &symbolic.minus[..]) else {
            return Err(Stop::new("alias of something that is no symbol of the module"));
        };
        self.module.aliases.push(Alias {
            symbol,
            target,
            offset: symbolic.addend as i64,
            size: global.value_type().and_then(|ty| self.types.layout.alloc_size(ty)),
            ifunc: global.kind() == GlobalKind::IFunc,
        });
        Ok(())
    }

    /// Removes the sizes of aliases to objects with a symbol. As in LLVM, only an alias to an
    /// object without one has the size of its type.
    fn drop_sizes_of_named_objects(&mut self) {
        let targets: HashMap<SymbolId, SymbolId> =
            self.module.aliases.iter().map(|alias| (alias.symbol, alias.target)).collect();
        for alias in &mut self.module.aliases {
            let chain = std::iter::successors(Some(alias.target), |id| targets.get(id).copied());
            // Without verification, aliases may form a cycle.
            let object = chain.take(targets.len()).last();
            let named = object.is_none_or(|id| self.module.symbols[id.index()].linkage != Linkage::Private);
            if alias.ifunc || named {
                alias.size = None;
            }
        }
    }

    /// Adds the entries of `llvm.global_ctors` and `llvm.global_dtors`: priority, function,
    /// associated data.
    fn structors(&mut self, global: Global<'m>, ctors: bool) -> Result<()> {
        for entry in elements(global) {
            let [priority, function, associated] = [0, 1, 2].map(|i| entry.constant_element(i));
            // A null function ends the list.
            let Some(function) = function.filter(|f| !f.is_null()) else {
                break;
            };
            let priority = priority.and_then(|p| p.as_int()?.as_u64());
            let priority = priority.ok_or_else(|| Stop::new("constructor without a priority"))?;
            let associated = associated.filter(|value| !value.is_null()).and_then(|value| value.as_global());
            let info = associated.map(|global| global.info());
            // The module that defines the data also calls the function.
            if info.is_some_and(|i| i.is_declaration || i.linkage == ir::Linkage::AvailableExternally) {
                continue;
            }
            let group = associated.map(|global| self.named_comdat(global.name(), true));
            let (function, schema) = match function.kind() {
                ValueKind::Signed(pointer) => (self.signed_value(pointer)?, Some(self.schema(pointer)?)),
                _ => (function, None),
            };
            self.module.structor_positions[usize::from(!ctors)] = self.module.globals.len();
            let structor = Structor {
                priority: priority.min(DEFAULT_PRIORITY.into()) as u32,
                function: self.symbol(function)?,
                group,
                schema,
            };
            if ctors {
                self.module.ctors.push(structor);
            } else {
                self.module.dtors.push(structor);
            }
        }
        Ok(())
    }

    fn retained(&mut self, global: Global<'m>) -> Result<()> {
        for value in elements(global) {
            let symbolic = self.evaluate(value)?;
            if let [Base::Symbol(symbol)] = symbolic.plus[..]
                && let Some(symbol) = self.module.symbols.get_mut(symbol.index())
            {
                symbol.retained = true;
            }
        }
        Ok(())
    }
}

/// Returns the sections that a variable names for each kind of data, if there are any.
fn named_sections(global: Global<'_>) -> Option<Box<NamedSections>> {
    let mut named = NamedSections::default();
    for attribute in sets_of(global.value()).flat_map(|set| set.named()) {
        let AttributeValue::Text(text) = attribute.value else { continue };
        let slot = match &*attribute.name {
            "bss-section" => &mut named.bss,
            "data-section" => &mut named.data,
            "relro-section" => &mut named.relro,
            "rodata-section" => &mut named.rodata,
            _ => continue,
        };
        *slot = Some(text);
    }
    (named != NamedSections::default()).then(|| Box::new(named))
}

/// Returns the elements of an array variable.
fn elements<'m>(global: Global<'m>) -> impl Iterator<Item = Value<'m>> {
    let count = match global.value_type().map(|ty| ty.kind()) {
        Some(TypeKind::Array(count)) => count.min(u32::MAX.into()) as u32,
        _ => 0,
    };
    (0..count).filter_map(move |i| global.initializer()?.constant_element(i))
}

/// Returns the element size, in bytes, of an integer array whose only zero is the last element.
fn c_string_unit(value: Value<'_>) -> Option<u8> {
    let TypeKind::Array(count) = value.ty().kind() else {
        return None;
    };
    let TypeKind::Integer(bits @ (8 | 16 | 32)) = value.ty().element(0)?.kind() else {
        return None;
    };
    let unit = bits as usize / 8;
    if count == 1 && value.is_null() {
        return Some(unit as u8);
    }
    let ValueKind::Data(bytes) = value.kind() else {
        return None;
    };
    let zero = bytes.chunks(unit).position(|element| element.iter().all(|&byte| byte == 0))?;
    (zero as u64 + 1 == count).then_some(unit as u8)
}

/// Returns true if calls of a function are recorded in stack maps.
fn is_recording(function: Function<'_>) -> bool {
    let prefixes =
        ["llvm.experimental.stackmap", "llvm.experimental.patchpoint", "llvm.experimental.gc.statepoint"];
    prefixes.iter().any(|prefix| function.name().starts_with(prefix))
}
