//! Calls, and the properties of arguments and results that the calling convention requires.

use crate::translate::translator::{Signature, SignatureKey};
use gisel_codegen::ir::entity::{BlockId, InstId, VReg};
use gisel_codegen::ir::mir::{FrameObjectKind, MemFlags, MemOperand, Operand, PointerInfo};
use gisel_codegen::ir::opcodes::*;
use gisel_codegen::ir::value_type::ValueType;
use gisel_codegen::isel::call_lowering::target::{CallInfo, Callee, TailKind};
use gisel_codegen::machine::arg_locations::{ArgFlags, ArgInfo};
use gisel_codegen::machine::branch_info::CallMark;
use gisel_codegen::machine::desc::instructions::InstrFlags;
use smallvec::SmallVec;
use std::cell::RefCell;
use std::rc::Rc;

use super::deactivation;
use super::error::{Result, Stop};
use super::function_attributes::low_word;
use super::function_state::{Current, FunctionTranslator};
use super::instrumentation::CallPosition;
use super::statepoints::RecordedState;
use super::translator::Translator;
use super::value_map::Regs;
use crate::ir::{
    self, AttrIndex, AttrKind, Attributes, CallFacts, CallSite, DataLayout, Inst, Opcode, Type, TypeKind,
    Value, ValueKind,
};
use crate::properties::Finding;
use gisel_codegen::machine::triple::architecture;

/// Attributes of functions whose calls are errors or warnings.
const DO_NOT_CALL: &str = "dontcall-error";
const BETTER_NOT_CALL: &str = "dontcall-warn";

/// A call and the callee that it names.
#[derive(Clone, Copy)]
struct Site<'m> {
    inst: Inst<'m>,
    call: CallSite<'m>,
    callee: Value<'m>,
    facts: CallFacts<'m>,
}

impl<'m> FunctionTranslator<'_, 'm> {
    /// Rejects vectors where the convention passes them in vector registers that are not supported.
    fn refuse_vector_registers(&self, types: &[ValueType]) -> Result<()> {
        let is_vector = |ty: &ValueType| matches!(ty, ValueType::Vector { .. });
        if self.target.facts().vector_registers && types.iter().any(is_vector) {
            return Err(Stop::new(
                "vectors are passed in vector registers here, which are not supported: compile without the vector extension",
            ));
        }
        Ok(())
    }

    /// Returns an argument or result with its leaves' types and attributes.
    pub(crate) fn arg_info(
        &mut self,
        ty: Type<'m>,
        regs: Regs,
        is_fixed: bool,
        attributes: &Attributes<'m>,
    ) -> Result<ArgInfo> {
        let mut types = SmallVec::new();
        for leaf in self.cx.types.leaves(ty)? {
            types.push(leaf.ty);
        }
        self.refuse_vector_registers(&types)?;
        let flags = self.arg_flags(ty, types.len(), attributes)?;
        Ok(ArgInfo { regs, types, flags, is_fixed })
    }

    fn arg_flags(&mut self, ty: Type<'m>, leaves: usize, attributes: &Attributes<'m>) -> Result<ArgFlags> {
        let error_register = self.target.convention().swift_error_register().is_some();
        let layout = self.cx.types.layout;
        let own_align = if leaves == 0 { 1 } else { self.cx.types.abi_align(ty) };
        let stack_align = attributes.get(AttrKind::StackAlign).map(|attr| attr.number);
        let by_val = by_value(layout, attributes)?;
        Ok(ArgFlags {
            sext: attributes.has(AttrKind::SignExt),
            zext: attributes.has(AttrKind::ZeroExt),
            by_val,
            sret: attributes.has(AttrKind::StructRet),
            in_reg: attributes.has(AttrKind::InReg),
            nest: attributes.has(AttrKind::Nest),
            returned: attributes.has(AttrKind::Returned),
            swift_self: attributes.has(AttrKind::SwiftSelf),
            swift_error: attributes.has(AttrKind::SwiftError) && error_register,
            swift_async: attributes.has(AttrKind::SwiftAsync),
            active_bits: Self::active_bits(ty, attributes),
            low_bits_only: false,
            consecutive: matches!(ty.kind(), TypeKind::Array(_)),
            aggregate: matches!(ty.kind(), TypeKind::Array(_) | TypeKind::Struct { .. }),
            orig_align: stack_align.unwrap_or(own_align) as u32,
        })
    }

    /// Returns the number of bits of the largest value that `range` allows for an integer of at most
    /// 64 bits.
    fn active_bits(ty: Type<'m>, attributes: &Attributes<'m>) -> Option<u8> {
        let TypeKind::Integer(bits) = ty.kind() else { return None };
        let active = attributes.get(AttrKind::Range)?.number;
        (bits <= 64 && active < u64::from(bits)).then_some(active as u8)
    }

    pub(crate) fn call(&mut self, current: &Current<'m>) -> Result<()> {
        let inst = current.inst;
        let call = inst.as_call().ok_or_else(|| Stop::new("call of nothing"))?;
        let facts = call.facts().ok_or_else(|| Stop::new("call of nothing"))?;
        if !facts.is_inline_asm && facts.intrinsic == 0 {
            return self.plain_call(current, Site { inst, call, callee: facts.callee, facts });
        }
        self.check_call(inst, call)?;
        if facts.has_bundles {
            self.attach_deactivation(call)?;
        }
        match facts.callee.kind() {
            ValueKind::InlineAsm(asm) => self.inline_asm(inst, call, asm),
            _ => self.intrinsic(inst, call, facts.intrinsic),
        }
    }

    /// Checks attributes and operand bundles against the table of properties.
    fn check_call(&mut self, inst: Inst<'m>, call: CallSite<'m>) -> Result<()> {
        let Translator { checker, module, .. } = &mut *self.cx;
        let arch = architecture(&module.triple);
        let attributes = checker.call(call, call.callee_function(), arch);
        let mut findings: Vec<Finding> =
            attributes.iter().flatten().flat_map(|list| list.iter().cloned()).collect();
        // The bundles of an assumption are facts for optimizers.
        if !call.is_assumption() {
            findings.extend(call.bundles().filter_map(|tag| checker.bundle(tag, arch)));
        }
        for finding in findings {
            match finding {
                Finding::Refused(message) => return Err(Stop::new(message)),
                Finding::Ignored(message) => self.warn(inst, message),
            }
        }
        Ok(())
    }

    /// Reports calls that the source marks as errors or warnings, in llc's words.
    fn check_forbidden(&mut self, inst: Inst<'m>, call: CallSite<'m>) -> Result<()> {
        let Some(function) = call.callee_function().filter(|_| inst.opcode() == Opcode::Call) else {
            return Ok(());
        };
        let said = |attribute: &str| {
            let message = function.string_attribute(attribute)?;
            let note = if message.is_empty() { String::new() } else { format!(": {message}") };
            Some(format!("call to {} marked \"{attribute}\"{note}", function.demangled_name()))
        };
        if let Some(message) = said(DO_NOT_CALL) {
            return Err(Stop::new(message));
        }
        if let Some(message) = said(BETTER_NOT_CALL) {
            self.warn(inst, message);
        }
        Ok(())
    }

    fn plain_call(&mut self, current: &Current<'m>, site: Site<'m>) -> Result<()> {
        let Site { inst, call, callee, facts } = site;
        let signature = self.signature(site)?;
        if !signature.is_clean || facts.has_bundles {
            self.check_call(inst, call)?;
        }
        if signature.is_forbidden {
            self.check_forbidden(inst, call)?;
        }
        let known = signature.call.take();
        let mut info = known.map_or_else(|| self.call_info(site).map(Box::new), Ok)?;
        let error = self.read_arguments(current, call, &mut info)?;
        if facts.tail_kind == ir::TailKind::MustTail {
            self.leave_shadow_frame()?;
            self.instrument(CallPosition::Exit)?;
            self.untag_stack()?;
            self.leave_unsafe_stack();
        }
        let mut signature = signature;
        let mut called = callee;
        info.authentication = None;
        let is_deactivated = facts.has_bundles && self.attach_deactivation(call)?;
        if facts.has_bundles {
            (called, info.authentication) = self.authenticated_callee(call, callee)?;
        }
        info.callee = self.callee(called)?;
        if called != callee {
            // The callee of a signed constant has its own attributes.
            signature = Rc::new(self.make_signature(Site { callee: called, ..site })?);
            let own = signature.call.take().ok_or_else(|| Stop::new("call of nothing"))?;
            (info.result, info.no_return, info.locations) = (own.result, own.no_return, None);
        }
        if signature.returns_twice {
            self.b.mf.attrs.calls_returns_twice = true;
        }
        self.b.mf.attrs.has_nomerge_calls |= signature.no_merge;
        // A call that throws leaves the function and its saved registers.
        if info.no_return && !signature.no_unwind {
            self.check_stack_guard();
        }
        // A function that returns an error may only tail-call one that returns the same.
        let same_error = error.is_none_or(|error| self.map.slot(error) == self.swift_error);
        // A linker replaces a call that is deactivated by an instruction that falls through.
        let may_jump = signature.in_registers && same_error && !is_deactivated;
        info.tail = self.tail_kind(inst, call, facts.tail_kind, may_jump);
        if is_deactivated && info.tail == TailKind::Must {
            return Err(deactivation::refused("a `musttail` call falls nowhere"));
        }
        let state = match facts.has_bundles {
            true => self.deopt_bundle(call, &mut info.tail, signature.in_registers)?,
            false => None,
        };
        info.swift_error = error.map(|_| self.b.mf.create_vreg(self.b.pointer()));
        let returned = info.swift_error;
        let is_square_root =
            called == callee && state.is_none() && self.is_square_root(current, (call, callee), &info);
        match signature.in_registers {
            true if is_square_root => self.square_root(current, &mut info),
            true => self.emit_call(current, &mut info, facts.has_bundles, state),
            false => self.emit_demoted_call(inst, CallInfo::clone(&info)),
        }?;
        signature.call.replace(Some(info));
        if signature.returns_twice {
            self.mark_call(CallMark::Landing);
            self.restore_unsafe_stack();
        }
        let Some((returned, slot)) = returned.zip(error).filter(|_| !self.block_ended) else {
            return Ok(());
        };
        let (pointer, mem) = (self.reg(slot)?, self.error_access(MemFlags::STORE, slot));
        self.b.store(returned, pointer, mem);
        Ok(())
    }

    /// Returns the access to the error at `address`, a pointer.
    fn error_access(&mut self, flags: MemFlags, address: Value<'m>) -> MemOperand {
        let pointer = self.b.pointer();
        self.memory(flags, pointer, pointer.bytes().into(), address)
    }

    /// Adds the registers of its arguments to a call. Returns the argument that is passed as the
    /// error.
    fn read_arguments(
        &mut self,
        current: &Current<'m>,
        call: CallSite<'m>,
        info: &mut CallInfo,
    ) -> Result<Option<Value<'m>>> {
        let mut error = None;
        let mut args = info.args.iter_mut();
        for n in 0..self.map.body.num_operands(&current.record) {
            let arg =
                self.map.body.operand(&current.record, n).ok_or_else(|| Stop::new("operand missing"))?;
            let regs = self.operand_regs(arg)?;
            if regs.is_empty() {
                continue;
            }
            let info = args.next().ok_or_else(|| Stop::new("call with too many arguments"))?;
            info.regs = regs;
            if let (true, &[pointer]) = (info.flags.swift_error, &info.regs[..]) {
                let arg = self.operand_value(call.value(), n)?;
                let mem = self.error_access(MemFlags::LOAD, arg);
                let value = self.b.load(self.b.pointer(), pointer, mem);
                info.regs = Regs::from_slice(&[value]);
                error = Some(arg);
            }
        }
        Ok(error)
    }

    /// Returns the shared signature of a call.
    fn signature(&mut self, site: Site<'m>) -> Result<Rc<Signature>> {
        let Site { call, facts, .. } = site;
        let variadic =
            if facts.variadic { call.args().map(|arg| arg.ty().key()).collect() } else { Vec::new() };
        let key = SignatureKey {
            subtarget: self.b.mf.subtarget,
            convention: facts.calling_conv,
            function_type: facts.function_type.key(),
            variadic,
            own: facts.attributes,
            callee: facts.attributes_of_callee,
        };
        if let Some(known) = self.cx.signatures.get(&key) {
            return Ok(Rc::clone(known));
        }
        let made = Rc::new(self.make_signature(site)?);
        self.cx.signatures.insert(key, Rc::clone(&made));
        Ok(made)
    }

    fn make_signature(&mut self, site: Site<'m>) -> Result<Signature> {
        let Site { call, callee, facts, .. } = site;
        let info = self.call_info(site)?;
        let own = Attributes::of_call(call, callee, AttrIndex::Function);
        let Translator { checker, module, .. } = &mut *self.cx;
        let findings = checker.call(call, call.callee_function(), architecture(&module.triple));
        let (result, lowering) = (&info.result, self.target.call_lowering());
        let has = |attribute| call.callee_function().is_some_and(|f| f.string_attribute(attribute).is_some());
        Ok(Signature {
            is_forbidden: has(DO_NOT_CALL) || has(BETTER_NOT_CALL),
            in_registers: lowering.can_lower_return(&result.types, result.flags, facts.calling_conv),
            is_clean: findings.iter().flatten().next().is_none(),
            returns_twice: own.has(AttrKind::ReturnsTwice),
            no_merge: own.has(AttrKind::NoMerge),
            no_unwind: own.has(AttrKind::NoUnwind),
            call: RefCell::new(Some(Box::new(info))),
        })
    }

    /// Returns a call without its argument registers and callee.
    fn call_info(&mut self, site: Site<'m>) -> Result<CallInfo> {
        let Site { inst, call, callee, facts } = site;
        let (lowering, convention) = (self.target.call_lowering(), facts.calling_conv);
        lowering.check_convention(convention, facts.variadic, false).map_err(Stop::new)?;
        let mut args = Vec::with_capacity(call.num_args() as usize);
        for (index, arg) in (0..).zip(call.args()) {
            if self.cx.types.leaves(arg.ty())?.is_empty() {
                continue;
            }
            let attributes = Attributes::of_call(call, callee, AttrIndex::Param(index));
            let is_fixed = !facts.variadic || index < facts.params;
            args.push(self.arg_info(arg.ty(), Regs::new(), is_fixed, &attributes)?);
        }
        let attributes = Attributes::of_call(call, callee, AttrIndex::Return);
        let result = self.arg_info(inst.ty(), Regs::new(), true, &attributes)?;
        // Unsupported arguments are reported when the call is built.
        let locations = match lowering.can_lower_return(&result.types, result.flags, convention) {
            true => lowering.locations(&args, &result, facts.variadic, convention).ok().map(Rc::new),
            false => None,
        };
        Ok(CallInfo {
            callee: Callee::External(0),
            args,
            result,
            calling_convention: convention,
            is_var_arg: facts.variadic,
            tail: TailKind::None,
            no_return: Attributes::of_call(call, callee, AttrIndex::Function).has(AttrKind::NoReturn),
            swift_error: None,
            authentication: None,
            locations,
        })
    }

    /// Replaces the last call that was built by its marked form, if the function and the target use
    /// `mark`.
    pub(super) fn mark_call(&mut self, mark: CallMark) {
        let info = self.target.instr_info();
        if mark == CallMark::Landing && info.landing_marks(self.b.mf).is_none() {
            return;
        }
        let Some(call) = self.last_call().or_else(|| self.last_landing_call()) else { return };
        if let Some(opcode) = info.marked_call(self.b.mf.opcode(call), mark) {
            self.b.mf.inst_mut(call).opcode = opcode;
        }
    }

    pub(super) fn callee(&mut self, callee: Value<'m>) -> Result<Callee> {
        match callee.kind() {
            ValueKind::Function(function) => {
                let symbol = self.cx.symbol(callee)?;
                let early = || function.has(AttrKind::NonLazyBind) && !self.cx.module().is_said_local(symbol);
                match self.target.convention().calls_through_got() && early() {
                    true => Ok(Callee::Register(self.reg(callee)?)),
                    false => Ok(Callee::Symbol(symbol)),
                }
            }
            ValueKind::Global(global) if global.kind() != ir::global::GlobalKind::Variable => {
                Ok(Callee::Symbol(self.cx.symbol(callee)?))
            }
            ValueKind::DsoLocalEquivalent(function) | ValueKind::NoCfi(function) => {
                Ok(Callee::Symbol(self.cx.symbol(function)?))
            }
            _ => self.called_register(callee),
        }
    }

    fn emit_call(
        &mut self,
        current: &Current<'m>,
        info: &mut CallInfo,
        has_bundles: bool,
        state: Option<RecordedState>,
    ) -> Result<()> {
        let inst = current.inst;
        if has_bundles && let Some(routine) = inst.as_call().and_then(|call| call.attached_routine()) {
            return self.emit_with_attached(inst, info.clone(), routine);
        }
        info.result.regs = match self.cx.types.numbered(current.record.ty).register {
            Some(ty) => Regs::from_slice(&[self.result_register(current.number, ty)]),
            None => self.result(inst)?,
        };
        self.block_ended = self.lower_call(inst, info)?;
        if let Some(state) = state {
            self.become_statepoint(info.calling_convention, &state)?;
        }
        self.leave_invoke(inst)
    }

    /// Builds the call, with the KCFI check of its target's type if it has one. Returns true if the
    /// call ends the block.
    pub(super) fn lower_call(&mut self, inst: Inst<'m>, info: &CallInfo) -> Result<bool> {
        let ended = self.target.call_lowering().lower_call(&mut self.b, info)?;
        let is_indirect = matches!(info.callee, Callee::Register(_));
        if let Some(number) = inst.as_call().filter(|_| is_indirect).and_then(|call| call.kcfi_type()) {
            let number =
                low_word(number).filter(|_| self.cx.ir.flag_int("kcfi").is_some_and(|flag| flag != 0));
            number.map_or(Ok(()), |number| self.check_type(info, number))?;
        }
        if is_indirect && self.cx.module.options.call_graph {
            self.attach_callee_types(inst);
        }
        Ok(ended)
    }

    /// Makes the last call that was built name the types that its callee may have.
    fn attach_callee_types(&mut self, inst: Inst<'m>) {
        let Some((ir, call)) = inst.as_call().zip(self.last_call()) else { return };
        let callee_types = ir.callee_types().collect();
        let mut metadata = self.b.mf.metadata_of(call).cloned().unwrap_or_default();
        metadata.callee_types = callee_types;
        let location = self.b.mf.location(call);
        self.b.mf.inst_mut(call).debug_loc = self.b.mf.location_with(location, metadata);
    }

    /// Inserts the check that the target has type `number` before the last call that was built.
    fn check_type(&mut self, info: &CallInfo, number: u32) -> Result<()> {
        let refused = |why| Err(Stop::new(format!("operand bundle \"kcfi\": {why}")));
        let Some(check) = self.target.tables().type_check else {
            return refused("the target has no such check");
        };
        if info.args.iter().any(|arg| arg.flags.nest) {
            return refused("the check may destroy the `nest` argument");
        }
        let Some(call) = self.last_call() else { return refused("there is no call") };
        let target = self.b.mf.operands(call).first().and_then(|operand| operand.reg());
        let Some(target) = target else { return refused("what is called is in no register") };
        let number = self.b.mf.imm(number.into());
        let check =
            self.b.mf.create_inst(check, &[Operand::use_of(target), number], self.b.mf.inst(call).debug_loc);
        self.b.mf.insert_before(call, check);
        Ok(())
    }

    /// Returns the last call that was built.
    pub(super) fn last_call(&self) -> Option<InstId> {
        let last = self.b.mf.last_inst(self.b.block());
        let mut insts = std::iter::successors(last, |&inst| self.b.mf.prev_inst(inst));
        insts.find(|&inst| self.target.desc(self.b.mf.opcode(inst)).has(InstrFlags::CALL))
    }

    /// Returns the call that ended a previous block because it has a landing pad.
    fn last_landing_call(&self) -> Option<InstId> {
        let before = |&block: &BlockId| match self.b.mf.block(block).predecessors[..] {
            [before] => Some(before),
            _ => None,
        };
        // The first of the blocks has only the call's end.
        let blocks = std::iter::successors(Some(self.b.block()), before).skip(1).take(2);
        blocks.filter_map(|block| self.b.mf.invoke(block)).map(|invoke| invoke.call).next()
    }

    /// Emits a call whose result is returned in memory: a frame object here, whose address is the
    /// hidden first argument.
    fn emit_demoted_call(&mut self, inst: Inst<'m>, mut info: CallInfo) -> Result<()> {
        if let (TailKind::Must, Some(own)) = (info.tail, self.demoted_return) {
            // The callee stores its result directly where this function has to.
            let mut hidden = self.demotion_pointer();
            hidden.regs = SmallVec::from_slice(&[own]);
            info.args.insert(0, hidden);
            info.locations = None;
            info.result.types.clear();
            info.result.flags = ArgFlags::default();
            self.block_ended = self.lower_call(inst, &info)?;
            return Ok(());
        }
        let layout = self.cx.types.layout;
        let size = layout.alloc_size(inst.ty()).ok_or_else(|| Stop::ty(inst.ty()))?;
        let align = layout.pref_align(inst.ty()) as u32;
        let slot = self.b.mf.frame.create(FrameObjectKind::Local, size, align);
        let mut hidden = self.demotion_pointer();
        let ty = hidden.types[0].llt();
        let base = self.b.frame_index(ty, slot);
        hidden.regs = SmallVec::from_slice(&[base]);
        info.args.insert(0, hidden);
        info.locations = None;
        info.result.types.clear();
        info.result.flags = ArgFlags::default();
        self.lower_call(inst, &info)?;
        self.leave_invoke(inst)?;
        let dst = self.result(inst)?;
        for (index, &dst) in self.cx.types.range(inst.ty())?.zip(&dst) {
            let leaf = self.cx.types.leaf(index);
            let address = self.b.ptr_add_imm(base, leaf.offset as i64);
            let mem =
                MemOperand::new(MemFlags::LOAD, leaf.llt, align).with_pointer(PointerInfo::Stack(slot, 0));
            let load = self.b.regs(G_LOAD, &[dst], &[address]);
            self.b.mf.add_mem_operand(load, mem.part(leaf.offset as i64, leaf.llt));
        }
        Ok(())
    }

    /// Returns the kind of tail call; an optional one is considered only if `may` is set.
    fn tail_kind(&self, inst: Inst<'m>, call: CallSite<'m>, kind: ir::TailKind, may: bool) -> TailKind {
        match kind {
            ir::TailKind::MustTail => TailKind::Must,
            ir::TailKind::Tail if may && self.in_tail_position(inst, call) => TailKind::May,
            _ => TailKind::None,
        }
    }

    /// Returns true if the function has no other calls.
    fn is_only_call(&self, inst: Inst<'m>) -> bool {
        let calls = |other: Inst<'m>| other.as_call().is_some_and(|call| call.intrinsic_id() == 0);
        !self.function.blocks().flat_map(|block| block.insts()).any(|other| other != inst && calls(other))
    }

    /// Returns true if at most a branch to a shared return separates a call from a return of its
    /// result.
    pub(super) fn in_tail_position(&self, inst: Inst<'m>, call: CallSite<'m>) -> bool {
        if self.b.mf.attrs.no_tail_calls
            || !self.tagged.is_empty()
            || self.demoted_return.is_some()
            || self.unsafe_stack.is_some()
            || self.shadow_frame.is_some()
            || self.routine_at(CallPosition::Exit).is_some()
        {
            return false;
        }
        let Some(end) = inst.followers().find(|follower| !is_marker(*follower)) else {
            return false;
        };
        // Each additional return makes the code larger, unless no frame is needed then.
        let attrs = &self.b.mf.attrs;
        if end.opcode() == Opcode::Br && attrs.opt_size && !(attrs.min_size && self.is_only_call(inst)) {
            return false;
        }
        let Some(returned) = returned_after(end, inst.value()) else {
            return false;
        };
        let Some(value) = returned else {
            return true;
        };
        let same = |kind| {
            self.function.attribute(AttrIndex::Return, kind).is_some()
                == call.attribute(AttrIndex::Return, kind).is_some()
        };
        value == inst.value() && [AttrKind::SignExt, AttrKind::ZeroExt, AttrKind::InReg].into_iter().all(same)
    }

    /// Returns the registers of a call's first `count` arguments.
    pub(crate) fn call_args(&mut self, call: CallSite<'m>, count: u32) -> Result<SmallVec<[VReg; 4]>> {
        (0..count).map(|index| self.operand(call.value(), index)).collect()
    }
}

/// The maximum number of operands of a phi that is searched for a returned value.
const LARGEST_PHI: u32 = 64;

/// Returns the value that a block ending in `end` returns, directly or in a successor that does
/// nothing else. The successor may use `call` only as a phi's input, because the call may become a
/// jump.
fn returned_after<'m>(end: Inst<'m>, call: ir::Value<'m>) -> Option<Option<ir::Value<'m>>> {
    match end.opcode() {
        Opcode::Ret => Some(end.operand(0)),
        Opcode::Br if end.num_successors() == 1 => {
            let (from, to) = (end.block()?, end.successor(0)?);
            let reads = |inst: Inst<'m>| (0..inst.num_operands()).any(|n| inst.operand(n) == Some(call));
            let others = || to.insts().filter(|inst| inst.opcode() != Opcode::Phi);
            if others().any(reads) {
                return None;
            }
            let other = others().find(|inst| !is_marker(*inst))?;
            let value = match other.opcode() {
                Opcode::Ret => other.operand(0),
                _ => return None,
            };
            let phi = to
                .insts()
                .take_while(|inst| inst.opcode() == Opcode::Phi)
                .find(|phi| Some(phi.value()) == value);
            match phi {
                None => Some(value),
                Some(phi) if phi.num_operands() > LARGEST_PHI => None,
                Some(phi) => {
                    phi.phi_incoming().find(|(_, block)| *block == from).map(|(value, _)| Some(value))
                }
            }
        }
        _ => None,
    }
}

/// Returns true if a call emits no code and has no effect.
fn is_marker(inst: Inst<'_>) -> bool {
    let id = inst.as_call().map_or(0, |call| call.intrinsic_id());
    id != 0
        && ir::function::intrinsic_name(id).is_some_and(|name| {
            name.starts_with("llvm.lifetime.")
                || matches!(name, "llvm.assume" | "llvm.fake.use" | "llvm.experimental.noalias.scope.decl")
        })
}

/// The attributes of arguments that are passed in memory owned by the callee. The calling
/// convention treats them alike: the caller's code states the allocation that x86 distinguishes.
const IN_MEMORY: [AttrKind; 3] = [AttrKind::ByVal, AttrKind::InAlloca, AttrKind::Preallocated];

/// Returns the size and alignment, in bytes, of the object of an argument that is passed by value.
pub(super) fn by_value(layout: DataLayout<'_>, attributes: &Attributes<'_>) -> Result<Option<(u64, u32)>> {
    let Some(attribute) = IN_MEMORY.iter().find_map(|&kind| attributes.get(kind)) else { return Ok(None) };
    let object = attribute.ty.ok_or_else(|| Stop::new("byval without a type"))?;
    let size = layout.alloc_size(object).ok_or_else(|| Stop::ty(object))?;
    let written = [AttrKind::StackAlign, AttrKind::Align].iter().find_map(|&kind| attributes.get(kind));
    let align = written.map(|attr| attr.number).filter(|&n| n != 0);
    Ok(Some((size, align.unwrap_or_else(|| layout.abi_align(object)) as u32)))
}
