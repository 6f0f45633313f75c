//! Garbage collectors that find their roots by `llvm.gcroot`: the strategies by name, and a
//! function's roots.
//!
//! A root is an alloca of one pointer. The collector reads it and may change it at every call. A
//! root is null at first unless the entry block stores to it before anything that may call.
//! Source: LLVM's *Garbage Collection with LLVM*.

use crate::translate::function_state::Root;
use std::collections::HashSet;

use gisel_codegen::ir::collector::{Collected, Collector};
use gisel_codegen::ir::entity::{SymbolId, VReg};
use gisel_codegen::ir::mir::{MemFlags, MemOperand, PointerInfo};
use gisel_codegen::ir::module::{OcamlMarks, Symbol, SymbolKind};

use super::error::{Result, Stop};
use super::function_state::FunctionTranslator;
use super::instrumentation::CallPosition;
use super::translator::Translator;
use crate::ir::function::intrinsic_name;
use crate::ir::{AttrKind, Function, Inst, InstFlags, Module, Opcode, TypeKind, Value};

/// The personality routine of functions that have landing pads only for their frames.
pub(super) const PERSONALITY: &str = "__gcc_personality_v0";

/// A collector that walks a linked list of frames.
pub(super) const SHADOW_STACK: &str = "shadow-stack";

/// Returns the roots of a function in the order of the calls that declare them.
pub(super) fn roots(function: Function<'_>) -> Result<Vec<Root<'_>>> {
    let insts = function.blocks().flat_map(|block| block.insts());
    insts.filter(|inst| is_declaration_of_root(*inst)).map(root).collect()
}

fn root(call: Inst<'_>) -> Result<Root<'_>> {
    let refused = |why: &str| Stop::new(format!("intrinsic llvm.gcroot is not supported: {why}"));
    let alloca = call.operand(0).and_then(alloca_of).ok_or_else(|| refused("its argument is no alloca"))?;
    let metadata = call.operand(1).ok_or_else(|| refused("it has no metadata"))?;
    let is_pointer = alloca.element_type().is_some_and(|ty| matches!(ty.kind(), TypeKind::Pointer(_)));
    let count = alloca.operand(0).and_then(|count| count.as_int()?.as_u64());
    match (is_pointer, count) {
        (true, Some(1)) => Ok(Root { alloca, metadata }),
        _ => Err(refused("the root is not one pointer")),
    }
}

fn is_declaration_of_root(inst: Inst<'_>) -> bool {
    inst.as_call().is_some_and(|call| intrinsic_name(call.intrinsic_id()) == Some("llvm.gcroot"))
}

/// Returns the alloca whose address `value` is.
fn alloca_of(value: Value<'_>) -> Option<Inst<'_>> {
    let mut inst = value.as_inst()?;
    loop {
        let is_same = match inst.opcode() {
            Opcode::Alloca => return Some(inst),
            Opcode::BitCast | Opcode::AddrSpaceCast => true,
            Opcode::GetElementPtr => {
                let mut indices = inst.operands().skip(1);
                indices.all(|index| index.as_int().and_then(|index| index.as_u64()) == Some(0))
            }
            _ => false,
        };
        inst = inst.operand(0).filter(|_| is_same)?.as_inst()?;
    }
}

/// Returns the keys of the allocas to which the entry block stores before anything that may become
/// a call.
pub(super) fn initialized(function: Function<'_>) -> HashSet<usize> {
    let entry = function.entry().into_iter().flat_map(|block| block.insts());
    let calls_nothing = |inst: &Inst<'_>| match inst.opcode() {
        Opcode::Alloca | Opcode::GetElementPtr | Opcode::Store | Opcode::Load => true,
        _ => is_declaration_of_root(*inst),
    };
    let stores = entry.take_while(calls_nothing).filter(|inst| inst.opcode() == Opcode::Store);
    stores.filter_map(|store| Some(alloca_of(store.operand(1)?)?.value().key())).collect()
}

/// Returns the collector of a function, if it has a table of safe points.
fn with_table(function: Function<'_>) -> Option<Collector> {
    match function.gc()? {
        "erlang" => Some(Collector::Erlang),
        "ocaml" => Some(Collector::Ocaml),
        _ => None,
    }
}

/// Returns the entry of a function in its collector's table, if there is one.
pub(super) fn collected(function: Function<'_>) -> Option<Collected> {
    Some(Collected { by: with_table(function)?, arguments: function.num_args() as usize })
}

/// Returns the name of a symbol for OCaml's run-time system. The module's name is that of its file
/// up to the first dot, with an upper-case first letter.
fn ocaml_name(module: Module<'_>, kind: &str) -> String {
    let stem = module.identifier().split('.').next().unwrap_or_default();
    let mut name = format!("caml{stem}__{kind}");
    let first = "caml".len();
    name[first..].get_mut(..1).into_iter().for_each(str::make_ascii_uppercase);
    name
}

/// Returns true if a collector finds roots of a function by its frame table. MIR lacks the roots.
pub fn has_tabled_roots(function: Function<'_>) -> bool {
    let mut insts = function.blocks().flat_map(|block| block.insts());
    with_table(function).is_some() && insts.any(is_declaration_of_root)
}

/// Returns the name of the personality routine of a function without one, whose landing pads unlink
/// its frame from a shadow stack.
pub fn personality_of_frames(function: Function<'_>) -> Option<&'static str> {
    let is_added = function.gc() == Some(SHADOW_STACK) && function.personality().is_none();
    is_added.then_some(PERSONALITY)
}

/// Returns true if a symbol of the module can become a mark.
fn is_declared_mark(symbol: &Symbol) -> bool {
    !symbol.defined && symbol.kind != SymbolKind::Tls
}

impl Translator<'_> {
    /// Declares the symbols of collectors' tables.
    pub(super) fn declare_frame_tables(&mut self) {
        for function in self.ir.functions().filter(|function| !function.is_declaration()) {
            let collector = with_table(function).filter(|new| !self.module.collectors.contains(new));
            self.module.collectors.extend(collector);
        }
        if !self.module.collectors.contains(&Collector::Ocaml) {
            return;
        }
        let ir = self.ir;
        let mut mark = |kind| {
            let name = ocaml_name(ir, kind);
            // The module's own declaration of a mark becomes its definition.
            let known = self.module.symbols.iter().position(|symbol| symbol.name == name);
            if let Some(known) = known.filter(|&known| is_declared_mark(&self.module.symbols[known])) {
                self.module.symbols[known].defined = true;
                return SymbolId::new(known);
            }
            let kind = SymbolKind::Data;
            let symbol =
                Symbol { name, kind, defined: true, outside_ir: true, align: 1, ..Symbol::default() };
            self.module.add_symbol(symbol)
        };
        let marks = OcamlMarks {
            code_begin: mark("code_begin"),
            data_begin: mark("data_begin"),
            code_end: mark("code_end"),
            data_end: mark("data_end"),
            frame_table: mark("frametable"),
        };
        self.module.ocaml_marks = Some(marks);
    }

    /// Returns the names of marks that the module itself defines, each with the error.
    pub(super) fn check_marks(&self) -> Vec<(String, Result<()>)> {
        let Some(marks) = self.module.ocaml_marks else { return Vec::new() };
        let OcamlMarks { code_begin, data_begin, code_end, data_end, frame_table } = marks;
        let symbols = &self.module.symbols;
        let conflicts = |mark: &SymbolId| {
            let name = &symbols[mark.index()].name;
            symbols[..mark.index()].iter().any(|symbol| symbol.name == *name)
        };
        let marks = [code_begin, data_begin, code_end, data_end, frame_table].into_iter().filter(conflicts);
        let why = "the module defines a symbol that gc \"ocaml\" defines";
        marks.map(|mark| (symbols[mark.index()].name.clone(), Err(Stop::new(why)))).collect()
    }
}

impl<'m> FunctionTranslator<'_, 'm> {
    /// Finds the roots of the function, and rejects those that its collector would not find.
    pub(super) fn plan_roots(&mut self) -> Result<()> {
        let Some(collector) = self.function.gc() else { return Ok(()) };
        let roots = roots(self.function)?;
        if roots.is_empty() {
            return Ok(());
        }
        if collector == SHADOW_STACK {
            return self.plan_shadow_frame(roots);
        }
        for (kind, name) in
            [(AttrKind::SafeStack, "safestack"), (AttrKind::SanitizeMemTag, "sanitize_memtag")]
        {
            if self.function.has(kind) {
                let message = format!("attribute {name}: the collector's roots are on the ordinary stack");
                return Err(Stop::new(message));
            }
        }
        if !roots.iter().all(|root| is_static(root.alloca)) {
            let message = "intrinsic llvm.gcroot is not supported: an alloca outside of the entry block";
            return Err(Stop::new(message));
        }
        self.roots = roots;
        Ok(())
    }

    /// Records the frame objects of roots, and clears those that the function does not initialize
    /// before its first call.
    pub(super) fn enter_roots(&mut self) -> Result<()> {
        if self.roots.is_empty() {
            return Ok(());
        }
        let is_cleared = match self.routine_at(CallPosition::Entry) {
            Some(_) => HashSet::new(),
            None => initialized(self.function),
        };
        for root in std::mem::take(&mut self.roots) {
            let value = root.alloca.value();
            let slot = self.map.slot(value).ok_or_else(|| Stop::new("a root without a frame object"))?;
            if !is_cleared.contains(&value.key()) && !self.b.mf.frame.roots.contains(&slot) {
                let address = self.reg(value)?;
                self.clear_root(root.alloca, address, PointerInfo::Stack(slot, 0))?;
            }
            self.b.mf.frame.roots.push(slot);
        }
        Ok(())
    }

    /// Stores null to a root at `address`.
    pub(super) fn clear_root(&mut self, alloca: Inst<'m>, address: VReg, pointer: PointerInfo) -> Result<()> {
        let ty = alloca.element_type().ok_or_else(|| Stop::new("alloca without a type"))?;
        let ty = self.cx.types.llt(ty)?;
        let null = self.b.constant(ty, 0);
        let mem = MemOperand::new(MemFlags::STORE, ty, alloca.align().max(1) as u32);
        self.b.store(null, address, mem.with_pointer(pointer));
        Ok(())
    }
}

/// Returns true if an alloca is executed once and has a constant size.
pub(super) fn is_static(alloca: Inst<'_>) -> bool {
    alloca.flags().contains(InstFlags::STATIC_ALLOCA)
}
