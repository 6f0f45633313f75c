//! `gc "shadow-stack"`: the frames of functions with roots are a linked list.
//!
//! A frame holds a link to the caller's frame, the address of the frame map, and the roots, those
//! with metadata first. The map is constant data `__gc_<function>`: the number of roots, the number
//! of descriptors, and the descriptors. The list starts in the variable `llvm_gc_root_chain`.
//!
//! A function with roots links its frame at entry, and unlinks it before each return, `resume` and
//! `musttail` call. A call that may throw gets a landing pad. All these pads jump to one block,
//! which unlinks the frame and continues unwinding.
//!
//! * Cost: linear in the function, and only for functions with the collector.
//! * Source: Henderson, *Accurate Garbage Collection in an Uncooperative Environment* (2002), and
//!   the behaviour of LLVM's pass of that name.

use crate::translate::function_state::ShadowFrame;
use gisel_codegen::ir::entity::{BlockId, FrameIndex, SymbolId, VReg};
use gisel_codegen::ir::mir::{FrameObjectKind, LandingPad, MemFlags, MemOperand, Operand, PointerInfo};
use gisel_codegen::ir::module::{GlobalVariable, Initializer, Linkage, Symbol, SymbolKind};
use gisel_codegen::ir::opcodes::*;
use smallvec::SmallVec;
use std::collections::HashSet;

use super::collectors::{PERSONALITY, SHADOW_STACK, initialized, is_static, roots};
use super::error::{Result, Stop};
use super::exceptions::may_unwind;
use super::function_state::{FunctionTranslator, Phi, Root, StackPlace};
use super::memory_tags::whole_granules;
use super::translator::Translator;
use super::value_map::Regs;
use crate::ir::function::intrinsic_name;
use crate::ir::global::GlobalKind;
use crate::ir::{self, AttrKind, DataLayout, Function, Global, Inst, Opcode, TailKind, Value};

/// The variable with the address of the innermost frame.
pub(super) const CHAIN: &str = "llvm_gc_root_chain";

/// The first characters of a frame map's name.
const MAP: &str = "__gc_";

/// The size in bytes of each number in a frame map.
const NUMBER_BYTES: u64 = 4;

/// The minimum alignment of a frame, in bytes: LLVM's preferred alignment of a structure.
const FRAME_ALIGN: u64 = 8;

/// The layout of a frame.
struct Layout<'m> {
    size: u64,
    align: u64,
    roots: Vec<(Inst<'m>, u64)>,
}

/// Returns true if a module has functions whose frames are in the list.
fn is_used(ir: ir::Module<'_>) -> bool {
    ir.functions().any(|function| function.gc() == Some(SHADOW_STACK))
}

/// Returns the functions whose frames are in the list.
fn functions(ir: ir::Module<'_>) -> impl Iterator<Item = Function<'_>> {
    ir.functions().filter(|function| function.gc() == Some(SHADOW_STACK) && !function.is_declaration())
}

/// Returns true if the module's own variable is the start of the list without being defined there.
pub(super) fn is_declared_chain(ir: ir::Module<'_>, global: Global<'_>) -> bool {
    global.name() == CHAIN && global.info().is_declaration && is_used(ir)
}

/// Sorts the roots of a function as its frame has them: those with metadata first.
fn sorted(mut roots: Vec<Root<'_>>) -> Vec<Root<'_>> {
    roots.sort_by_key(|root| root.metadata.is_null());
    roots
}

/// Lays out the frame with these roots.
fn frame_of<'m>(layout: DataLayout<'m>, roots: &[Root<'m>]) -> Result<Layout<'m>> {
    let word = u64::from(layout.pointer_bits(0) / 8);
    let mut frame = Layout { size: 2 * word, align: FRAME_ALIGN.max(word), roots: Vec::new() };
    let mut known = HashSet::new();
    for root in roots {
        let ty = root.alloca.element_type().ok_or_else(|| Stop::new("alloca without a type"))?;
        let size = layout.alloc_size(ty).ok_or_else(|| Stop::ty(ty))?;
        let offset = frame.size.next_multiple_of(layout.abi_align(ty).max(1));
        if !known.insert(root.alloca.value().key()) {
            return Err(Stop::new("two roots of one alloca"));
        }
        let align = root.alloca.align().max(1);
        if !offset.is_multiple_of(align) {
            let message =
                format!("a root whose alignment of {align} bytes a frame of a shadow stack has not");
            return Err(Stop::new(message));
        }
        frame.align = frame.align.max(align);
        frame.size = offset + size;
        frame.roots.push((root.alloca, offset));
    }
    Ok(frame)
}

impl<'m> Translator<'m> {
    /// Declares the list and the frame maps, if functions have frames in the list.
    pub(super) fn declare_shadow_stack(&mut self) {
        let ir = self.ir;
        if !is_used(ir) {
            return;
        }
        match ir.named(CHAIN) {
            None => {
                let symbol = Symbol { linkage: Linkage::LinkOnce, ..added(CHAIN.to_owned(), false) };
                self.module.add_symbol(symbol);
            }
            Some(_) => {
                let known = self.module.symbols.iter_mut().find(|symbol| symbol.name == CHAIN);
                let known = known.filter(|s| !s.defined && s.linkage == Linkage::External);
                known.into_iter().for_each(|symbol| {
                    (symbol.linkage, symbol.defined) = (Linkage::LinkOnce, true);
                });
            }
        }
        let names = self.module.symbols.iter().map(|symbol| &symbol.name);
        let mut taken: HashSet<String> = names.filter(|name| name.starts_with(MAP)).cloned().collect();
        let mut last = 0;
        for function in functions(ir) {
            let mut name = format!("{MAP}{}", function.name());
            let base = name.clone();
            while !taken.insert(name.clone()) {
                last += 1;
                name = format!("{base}.{last}");
            }
            let symbol = Symbol { linkage: Linkage::Internal, ..added(name, true) };
            let symbol = self.module.add_symbol(symbol);
            self.frame_maps.insert(function.value().key(), symbol);
        }
    }

    /// Defines the list as empty, if the module has not defined it.
    pub(super) fn define_chain(&mut self, symbol: SymbolId) {
        let bytes = self.types.layout.pointer_bits(0) / 8;
        self.add_global(symbol, bytes.into(), bytes, false, Initializer::default());
    }

    /// Defines the list, if it is no variable of the IR, and the frame maps.
    pub(super) fn define_shadow_stack(&mut self) -> Vec<(&'m str, Result<()>)> {
        let ir = self.ir;
        let mut results = Vec::new();
        if !is_used(ir) {
            return results;
        }
        match ir.named(CHAIN) {
            None => self.outside_symbol(CHAIN).into_iter().for_each(|symbol| self.define_chain(symbol)),
            Some(value) => results.push((CHAIN, check_chain(value))),
        }
        for function in functions(ir) {
            results.push((function.name(), self.frame_map(function)));
        }
        results
    }

    /// Defines the frame map of a function that has roots.
    fn frame_map(&mut self, function: Function<'m>) -> Result<()> {
        if function.is_materializable() {
            return Err(Stop::new("a body with roots is not read yet"));
        }
        let roots = sorted(roots(function)?);
        let symbol = self.frame_maps.get(&function.value().key()).copied();
        let Some(symbol) = symbol.filter(|_| !roots.is_empty()) else { return Ok(()) };
        frame_of(self.types.layout, &roots)?;
        let bytes = self.types.layout.pointer_bits(0) / 8;
        let described = roots.iter().filter(|root| !root.metadata.is_null()).count();
        let mut map = Initializer::default();
        for number in [roots.len(), described] {
            map.bytes.extend((number as u32).to_le_bytes());
        }
        let size = 2 * NUMBER_BYTES + u64::from(bytes) * described as u64;
        let first = 2 * NUMBER_BYTES;
        for (offset, root) in (first..).step_by(bytes as usize).zip(&roots[..described]) {
            self.lay_out(root.metadata, offset, &mut map)?;
        }
        map.relocs.sort_by_key(|reloc| reloc.offset);
        // As in LLVM, of constants of more than 16 bytes.
        let align = if size > 16 { 16 } else { FRAME_ALIGN as u32 };
        self.add_global(symbol, size, align, true, map);
        Ok(())
    }

    fn add_global(&mut self, symbol: SymbolId, size: u64, align: u32, constant: bool, content: Initializer) {
        self.module.symbols[symbol.index()].align = align;
        let initializer = content;
        let global = GlobalVariable {
            symbol,
            size,
            align,
            constant,
            externally_initialized: false,
            c_string_unit: None,
            initializer,
        };
        self.module.globals.push(global);
    }
}

/// Rejects a start of the list that is no variable of other modules, too.
fn check_chain(value: Value<'_>) -> Result<()> {
    let global = value.as_global().filter(|global| global.kind() == GlobalKind::Variable);
    let linkage = global.map(|global| global.info().linkage);
    match linkage {
        None | Some(ir::Linkage::Internal | ir::Linkage::Private) => {
            Err(Stop::new("the list of a shadow stack is no variable that modules share"))
        }
        Some(_) => Ok(()),
    }
}

/// Returns the alias information of an access `offset` bytes after the start of a frame.
fn pointer_info(place: StackPlace, offset: i64) -> PointerInfo {
    match place {
        StackPlace::Object(object) => PointerInfo::Stack(object, offset),
        StackPlace::Address(_) => PointerInfo::Unknown,
    }
}

/// Returns a symbol of data that translation defines.
fn added(name: String, dso_local: bool) -> Symbol {
    let kind = SymbolKind::Data;
    Symbol { name, dso_local, kind, defined: true, outside_ir: true, align: 1, ..Symbol::default() }
}

impl<'m> FunctionTranslator<'_, 'm> {
    /// Creates the frame of a function with these roots.
    pub(super) fn plan_shadow_frame(&mut self, roots: Vec<Root<'m>>) -> Result<()> {
        let mut calls =
            self.function.blocks().flat_map(|block| block.insts()).filter_map(|inst| inst.as_call());
        let is_objective_c = |name: &str| name.starts_with("llvm.objc.");
        if calls.any(|call| intrinsic_name(call.intrinsic_id()).is_some_and(is_objective_c)) {
            return Err(Stop::new(
                "roots of a shadow stack in a function that calls Objective-C's run-time system",
            ));
        }
        let layout = frame_of(self.cx.types.layout, &sorted(roots))?;
        let (mut size, mut align) = (layout.size, layout.align as u32);
        if self.b.mf.attrs.tags_stack {
            (size, align) = whole_granules(size, align);
        }
        let is_unsafe = self.function.has(AttrKind::SafeStack);
        let place = (!is_unsafe)
            .then(|| StackPlace::Object(self.b.mf.frame.create(FrameObjectKind::Local, size, align)));
        let has_table = self.function.personality().is_none_or(|routine| !routine.is_null());
        self.shadow_frame = Some(Box::new(ShadowFrame {
            place,
            size,
            align: align.into(),
            roots: layout.roots,
            pads: Vec::new(),
            cleans_up: has_table && !self.function.has(AttrKind::NoUnwind),
        }));
        Ok(())
    }

    /// Returns true if an alloca is a root of a shadow stack.
    pub(super) fn is_shadow_root(&self, alloca: Inst<'m>) -> bool {
        let frame = self.shadow_frame.as_ref();
        frame.is_some_and(|frame| frame.roots.iter().any(|(root, _)| *root == alloca))
    }

    /// Returns the frame object that holds an alloca, if it is a root of a shadow stack.
    pub(super) fn shadow_frame_of(&self, alloca: Inst<'m>) -> Option<FrameIndex> {
        match self.shadow_frame.as_ref().filter(|_| self.is_shadow_root(alloca))?.place? {
            StackPlace::Object(object) => Some(object),
            StackPlace::Address(_) => None,
        }
    }

    /// Makes the frame be accessed at `address` from here on.
    pub(super) fn move_shadow_frame(&mut self, address: VReg) {
        self.shadow_frame.iter_mut().for_each(|frame| frame.place = Some(StackPlace::Address(address)));
    }

    fn place_of_frame(&self) -> Result<StackPlace> {
        let place = self.shadow_frame.as_ref().and_then(|frame| frame.place);
        place.ok_or_else(|| Stop::new("a frame of the shadow stack without memory"))
    }

    /// Links the frame at the function's entry, and assigns the roots their addresses.
    pub(super) fn enter_shadow_frame(&mut self) -> Result<()> {
        if self.shadow_frame.is_none() {
            return Ok(());
        }
        let place = self.place_of_frame()?;
        let map = self.cx.frame_maps.get(&self.function.value().key()).copied();
        let map = map.ok_or_else(|| Stop::new("roots without a frame map"))?;
        let pointer = self.b.pointer();
        let word = i64::from(pointer.bytes());
        let map = self.address_of_data(map);
        self.access_frame(place, word, MemFlags::STORE, Some(map));
        let is_cleared = initialized(self.function);
        let roots = self.shadow_frame.as_ref().map(|frame| frame.roots.clone()).unwrap_or_default();
        for (alloca, offset) in roots {
            let base = self.place_address(place);
            let address = self.b.ptr_add_imm(base, offset as i64);
            self.bind(alloca.value(), &[address]);
            if !is_cleared.contains(&alloca.value().key()) {
                self.clear_root(alloca, address, pointer_info(place, offset as i64))?;
            }
        }
        let chain = self.chain_address()?;
        let mem = MemOperand::new(MemFlags::LOAD, pointer, pointer.bytes());
        let callers = self.b.load(pointer, chain, mem);
        self.access_frame(place, 0, MemFlags::STORE, Some(callers));
        let own = self.place_address(place);
        self.store_chain(chain, own);
        Ok(())
    }

    /// Translates the alloca of a root. One that is executed several times is a new root each time.
    pub(super) fn shadow_root(&mut self, alloca: Inst<'m>) -> Result<()> {
        if is_static(alloca) {
            return Ok(());
        }
        let address = self.reg(alloca.value())?;
        self.clear_root(alloca, address, PointerInfo::Unknown)
    }

    /// Unlinks the frame where the function ends.
    pub(super) fn leave_shadow_frame(&mut self) -> Result<()> {
        if self.shadow_frame.is_none() {
            return Ok(());
        }
        let callers = self.access_frame(self.place_of_frame()?, 0, MemFlags::LOAD, None);
        let chain = self.chain_address()?;
        self.store_chain(chain, callers);
        Ok(())
    }

    /// Returns true if a call gets a landing pad that unlinks the frame.
    pub(super) fn unlinks_at(&self, call: Inst<'m>) -> bool {
        self.shadow_frame.as_ref().is_some_and(|frame| frame.cleans_up)
            && call.opcode() == Opcode::Call
            && call.as_call().is_some_and(|call| call.tail_kind() != TailKind::MustTail)
            && may_unwind(call)
    }

    /// Adds the landing pad of a call.
    pub(super) fn unlink_in(&mut self, pad: BlockId) -> Result<()> {
        if self.b.mf.personality.is_none() {
            self.b.mf.personality = Some(self.cx.external(PERSONALITY)?);
        }
        self.shadow_frame.iter_mut().for_each(|frame| frame.pads.push(pad));
        Ok(())
    }

    /// Builds the landing pads of calls, and their common continuation.
    pub(super) fn finish_shadow_frame(&mut self) -> Result<()> {
        let pads = self.shadow_frame.as_mut().map(|frame| std::mem::take(&mut frame.pads));
        let pads = pads.unwrap_or_default();
        if pads.is_empty() {
            return Ok(());
        }
        // No line of the source is theirs.
        self.b.debug_loc = None;
        let cleanup = LandingPad { cleanup: true, clauses: Vec::new() };
        let unlink = self.b.mf.create_block();
        let mut exceptions = Vec::new();
        for pad in pads {
            let [exception, _] = self.start_pad(pad, &cleanup)?;
            exceptions.push((Regs::from_slice(&[exception]), pad));
            self.jump(unlink);
        }
        self.b.mf.layout.push(unlink);
        self.go_to(unlink);
        let exception = self.b.mf.create_vreg(self.b.pointer());
        let phi = self.b.inst(G_PHI, &[Operand::def(exception)]);
        let mut phi = Phi::new(unlink, SmallVec::from_slice(&[phi]));
        phi.incoming = exceptions;
        self.phis.push(phi);
        self.restore_unsafe_stack();
        self.leave_shadow_frame()?;
        self.untag_stack()?;
        self.continue_unwinding(exception)
    }

    fn chain_address(&mut self) -> Result<VReg> {
        let symbol = self.cx.external(CHAIN)?;
        match self.cx.module().symbol(symbol).kind {
            SymbolKind::Data | SymbolKind::Tls => Ok(self.address_of_data(symbol)),
            _ => Err(Stop::new(format!("a shadow stack, for which {CHAIN} is no variable in memory"))),
        }
    }

    fn address_of_data(&mut self, symbol: SymbolId) -> VReg {
        let global = self.b.mf.global(symbol, 0);
        let address = self.b.mf.create_vreg(self.b.pointer());
        self.b.inst(G_GLOBAL_VALUE, &[Operand::def(address), global]);
        address
    }

    fn store_chain(&mut self, chain: VReg, frame: VReg) {
        let pointer = self.b.pointer();
        self.b.store(frame, chain, MemOperand::new(MemFlags::STORE, pointer, pointer.bytes()));
    }

    /// Stores `value` to a pointer of the frame, or loads it.
    fn access_frame(&mut self, place: StackPlace, offset: i64, flags: MemFlags, value: Option<VReg>) -> VReg {
        let pointer = self.b.pointer();
        let base = self.place_address(place);
        let address = self.b.ptr_add_imm(base, offset);
        let mem = MemOperand::new(flags, pointer, pointer.bytes());
        let mem = mem.with_pointer(pointer_info(place, offset));
        match value {
            Some(value) => {
                self.b.store(value, address, mem);
                value
            }
            None => self.b.load(pointer, address, mem),
        }
    }
}
