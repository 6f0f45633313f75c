//! Exceptions: invokes, landing pads, `resume`, and type numbers.
//!
//! An invoke's block ends at the call, and every invoke has its own landing pad (see `codegen`'s
//! landing pads). The pad copies the registers that the unwinder has set and jumps to the IR's
//! block, where phis merge the copies of all pads. Source: LLVM's Exception Handling document, and
//! the Itanium C++ ABI for the meaning of clauses.

use gisel_codegen::ir::builder::InsertPoint;
use gisel_codegen::ir::entity::{BlockId, InstId, SymbolId, VReg};
use gisel_codegen::ir::llt::Llt;
use gisel_codegen::ir::mir::{Clause, ExceptionType, LandingPad, Operand};
use gisel_codegen::ir::module::{
    Comdat, DataReloc, DataValue, GlobalVariable, Initializer, Linkage, Symbol, SymbolKind, Visibility,
};
use gisel_codegen::ir::opcodes::*;
use gisel_codegen::isel::call_lowering::target::{CallInfo, Callee};
use gisel_codegen::machine::desc::instructions::InstrFlags;
use gisel_codegen::machine::desc::registers::PhysReg;
use smallvec::SmallVec;

use super::collectors::{PERSONALITY, SHADOW_STACK};
use super::error::{Result, Stop};
use super::function_state::{Current, FunctionTranslator, Phi};
use super::stack_maps;
use super::translator::Translator;
use super::value_map::Regs;
use crate::ir::function::intrinsic_name;
use crate::ir::{
    AttrIndex, AttrKind, Block, CallSite, Function, Inst, InstFlags, Opcode, TypeKind, Value, ValueKind,
};

/// The routine that continues unwinding after a cleanup.
pub(super) const RESUME: &str = "_Unwind_Resume";

/// The default probability that an invoke throws, in units of 2⁻³¹.
const THROWS: u32 = 1 << 11;
const ALWAYS: u32 = 1 << 31;

/// Returns true if an invoke's call can throw.
pub(crate) fn may_unwind(invoke: Inst<'_>) -> bool {
    let Some(call) = invoke.as_call() else { return true };
    match call.callee().map(|callee| callee.kind()) {
        Some(ValueKind::InlineAsm(asm)) => asm.can_unwind(),
        _ => {
            (call.intrinsic_id() == 0 || stack_maps::is_recorded_call(call))
                && call.attribute(AttrIndex::Function, AttrKind::NoUnwind).is_none()
        }
    }
}

impl<'m> Translator<'m> {
    /// Returns the personality routine of a function.
    pub(super) fn personality(&mut self, function: Function<'m>) -> Result<Option<SymbolId>> {
        // As in LLVM, a `null` routine has no landing pads and no table.
        let Some(routine) = function.personality().filter(|routine| !routine.is_null()) else {
            return Ok(None);
        };
        match routine.kind() {
            ValueKind::Function(_) | ValueKind::Global(_) => self.symbol(routine).map(Some),
            _ => Err(Stop::new("personality routine that is no symbol")),
        }
    }

    /// Creates the words that hold the addresses of personality routines; objects share them.
    pub(super) fn find_personalities(&mut self) {
        for function in self.ir.functions() {
            let routine = match function.personality() {
                Some(routine) => self.symbols.get(&routine.key()).copied(),
                None if function.gc() == Some(SHADOW_STACK) => self.known_external(PERSONALITY),
                None => None,
            };
            let Some(routine) = routine else { continue };
            if self.module.personality_word(routine).is_none() {
                self.make_personality_word(routine);
            }
        }
    }

    fn make_personality_word(&mut self, routine: SymbolId) {
        let bytes = self.types.layout.pointer_bits(0) / 8;
        let name = format!("DW.ref.{}", self.module.symbol(routine).name);
        let comdat = self.module.add_comdat(Comdat { name: name.clone(), deduplicate: true });
        let section = format!(".data.{name}");
        let symbol = self.module.add_symbol(Symbol {
            name,
            linkage: Linkage::Weak,
            visibility: Visibility::Hidden,
            dso_local: true,
            kind: SymbolKind::Data,
            defined: true,
            outside_ir: true,
            section: Some(section),
            comdat: Some(comdat),
            align: bytes,
            ..Symbol::default()
        });
        let (value, schema) = (DataValue::Symbol(routine, 0), self.module.personality_schema);
        let reloc = DataReloc { offset: 0, size: bytes as u8, value, schema };
        let initializer = Initializer { bytes: Vec::new(), relocs: vec![reloc] };
        let word = GlobalVariable {
            symbol,
            size: bytes.into(),
            align: bytes,
            constant: false,
            externally_initialized: false,
            c_string_unit: None,
            initializer,
        };
        self.module.personalities.push((routine, word));
    }
}

impl<'m> FunctionTranslator<'_, 'm> {
    /// Finds the `resume`s that cleanups reach. A landing pad without cleanup is only entered for
    /// an exception that it catches, and nothing resumes.
    pub(super) fn find_resumes(&mut self) {
        if self.function.personality().is_none() {
            return;
        }
        let keep = self.b.mf.attrs.opt_none;
        let cleans_up =
            |block| landing_pad(block).is_some_and(|pad| pad.flags().contains(InstFlags::CLEANUP));
        let starts = |&n: &usize| keep || cleans_up(self.blocks[n].ir);
        let mut work: Vec<usize> = (0..self.blocks.len()).filter(starts).collect();
        let mut seen = vec![false; self.blocks.len()];
        while let Some(index) = work.pop() {
            let Some(end) = self.blocks[index].ir.terminator() else { continue };
            if std::mem::replace(&mut seen[index], true) {
                continue;
            }
            if end.opcode() == Opcode::Resume {
                self.exceptions.resumes.insert(end.value().key());
            }
            work.extend(end.successors().filter_map(|block| self.number(block).ok()));
        }
    }

    /// Creates the phis of the exception registers at the start of an unwind destination, after the
    /// other phis.
    pub(super) fn make_landing_phi(&mut self, index: usize) -> Result<()> {
        let Some(inst) = landing_pad(self.blocks[index].ir) else { return Ok(()) };
        if inst.ty().kind() == TypeKind::Token {
            return Ok(());
        }
        let regs = self.result(inst)?;
        if regs.len() != 2 || self.b.mf.ty(regs[0]) != self.b.pointer() {
            return Err(Stop::new(format!("landing pad of type {}", inst.ty())));
        }
        let insts: SmallVec<[InstId; 2]> =
            regs.iter().map(|&reg| self.b.inst(G_PHI, &[Operand::def(reg)])).collect();
        self.blocks[index].landing = Some(self.phis.len());
        self.phis.push(Phi::new(self.blocks[index].machine, insts));
        Ok(())
    }

    /// Translates an invoke and connects the phis after it.
    pub(super) fn end_by_invoke(&mut self, index: usize, current: &Current<'m>) -> Result<()> {
        let inst = current.inst;
        let successor = |n| inst.successor(n).ok_or_else(|| Stop::new("invoke without a successor"));
        let (normal, unwind) = (successor(0)?, successor(1)?);
        let call = inst.as_call().ok_or_else(|| Stop::new("invoke of nothing"))?;
        let intrinsic = call.intrinsic_id();
        let is_harmless =
            |name: &str| matches!(name, "llvm.donothing" | "llvm.fake.use") || name.starts_with("llvm.seh.");
        let is_known =
            intrinsic_name(intrinsic).is_some_and(is_harmless) || stack_maps::is_recorded_call(call);
        if intrinsic != 0 && !is_known {
            let name = intrinsic_name(intrinsic).unwrap_or("an intrinsic");
            return Err(Stop::new(format!("invoke of {name} is not supported")));
        }
        self.exceptions.pad = None;
        self.call(current)?;
        let normal = self.machine_block(normal)?;
        self.jump(normal);
        self.join_edge(index, normal)?;
        if let Some(pad) = self.exceptions.pad.take() {
            self.land(index, pad, unwind)?;
        }
        Ok(())
    }

    /// Adds the current block's values to the phis of `to`, its successor.
    pub(super) fn join_edge(&mut self, index: usize, to: BlockId) -> Result<()> {
        let from = self.b.block();
        let jump = self.b.mf.last_inst(from);
        self.b.set_point(jump.map_or(InsertPoint::End(from), InsertPoint::Before));
        let outgoing = std::mem::take(&mut self.blocks[index].outgoing);
        for &(phi, value) in &outgoing {
            if self.phis[phi].block != to {
                continue;
            }
            let regs = self.regs(value)?;
            self.phis[phi].incoming.push((regs, from));
        }
        self.blocks[index].outgoing = outgoing;
        Ok(())
    }

    /// Ends the current block at its last call or assembly, if that belongs to an invoke or unlinks
    /// a frame when it throws. Later instructions move to a new block.
    pub(super) fn leave_invoke(&mut self, inst: Inst<'m>) -> Result<()> {
        if !self.may_land(inst) {
            return Ok(());
        }
        let unlinks = inst.opcode() != Opcode::Invoke;
        let block = self.b.block();
        let mf = &mut *self.b.mf;
        let is_call = |&inst: &InstId| {
            mf.opcode(inst) == INLINEASM || self.target.desc(mf.opcode(inst)).has(InstrFlags::CALL)
        };
        let call = std::iter::successors(mf.last_inst(block), |&inst| mf.prev_inst(inst)).find(is_call);
        let call = call.ok_or_else(|| Stop::new("invoke without a call"))?;
        self.preserve_for_unwinder(call);
        let mf = &mut *self.b.mf;
        let (normal, pad) = (mf.create_block(), mf.create_block());
        mf.layout.push(normal);
        let results: Vec<_> =
            mf.operands(call).iter().filter(|o| o.is_def()).filter_map(|o| o.phys()).collect();
        while let Some(after) = mf.next_inst(call) {
            let read: Vec<_> =
                mf.operands(after).iter().filter(|o| o.is_use()).filter_map(|o| o.phys()).collect();
            mf.block_mut(normal).live_ins.extend(read.into_iter().filter(|reg| results.contains(reg)));
            mf.unlink_inst(after);
            mf.append_inst(normal, after);
        }
        let live_ins = &mut mf.block_mut(normal).live_ins;
        live_ins.sort_unstable();
        live_ins.dedup();
        let label = self.exceptions.next_label;
        self.exceptions.next_label += 3;
        self.b.set_point(InsertPoint::Before(call));
        self.b.inst(EH_LABEL, &[Operand::mc_symbol(label)]);
        self.go_to(block);
        self.b.inst(EH_LABEL, &[Operand::mc_symbol(label + 1)]);
        self.b.br(normal);
        let mf = &mut *self.b.mf;
        mf.add_new_edge(block, normal);
        mf.add_new_edge(block, pad);
        mf.block_mut(block).probabilities = match inst.branch_weights()[..] {
            [returns, throws] if returns != 0 || throws != 0 => {
                super::control::probabilities(&[returns, throws])
            }
            _ => vec![ALWAYS - THROWS, THROWS],
        };
        mf.block_mut(pad).is_eh_pad = true;
        self.begin_pad(pad, normal, label + 2);
        self.go_to(normal);
        if unlinks {
            self.unlink_in(pad)?;
            // As at an invoke, the block after the call has only the call's end.
            let rest = self.b.mf.create_block();
            self.jump(rest);
            self.b.mf.layout.push(rest);
            self.go_to(rest);
        } else {
            self.exceptions.pad = Some(pad);
        }
        Ok(())
    }

    /// Returns true if a call gets a landing pad.
    pub(super) fn may_land(&self, call: Inst<'m>) -> bool {
        match call.opcode() {
            Opcode::Invoke => may_unwind(call),
            _ => self.unlinks_at(call),
        }
    }

    /// Returns the mask of the registers that the C convention preserves.
    pub(super) fn usual_mask(&self) -> Result<Operand> {
        let usual = self.target.convention().info(gisel_codegen::machine::calling_convention::C);
        let usual = usual.ok_or_else(|| Stop::new("landing pad on a target without the C convention"))?;
        Ok(Operand::reg_mask(usual.reg_mask))
    }

    /// Makes the call preserve the registers of the C convention: the unwinder restores them,
    /// whatever the callee does.
    fn preserve_for_unwinder(&mut self, call: InstId) {
        let Ok(usual) = self.usual_mask() else { return };
        let mf = &mut *self.b.mf;
        let position =
            mf.operands(call).iter().position(|o| o.tag() == gisel_codegen::ir::mir::OperandTag::RegMask);
        let Some(position) = position else { return };
        let own = mf.reg_mask(self.target, mf.operand(call, position)).preserved;
        if own & !mf.reg_mask(self.target, usual).preserved != 0 {
            mf.set_operand(call, position, usual);
        }
    }

    /// Starts a landing pad with the end of the call's frame, as in the block `normal`.
    fn begin_pad(&mut self, pad: BlockId, normal: BlockId, label: u32) {
        self.go_to(pad);
        let location = self.b.leave_metadata();
        self.b.inst(EH_LABEL, &[Operand::mc_symbol(label)]);
        let (_, destroy) = self.target.frame_lowering().call_frame_opcodes();
        let mf = &*self.b.mf;
        let end = mf.insts(normal).find(|&inst| mf.opcode(inst) == destroy);
        let size = end.map_or(0, |end| mf.expect_imm(end, 0));
        if size != 0 {
            // The unwinder leaves the arguments on the stack, also those that the callee would have
            // removed.
            let operands = [self.b.mf.imm(size), Operand::small_imm(0)];
            self.b.inst(destroy, &operands);
        }
        self.b.debug_loc = location;
    }

    /// Ends a landing pad: its clauses, copies of the exception registers, and the jump to the IR's
    /// block. Its label has the metadata of the `landingpad`.
    fn land(&mut self, index: usize, pad: BlockId, to: Block<'m>) -> Result<()> {
        let number = self.number(to)?;
        let machine = self.blocks[number].machine;
        let inst =
            landing_pad(to).ok_or_else(|| Stop::new("invoke that does not unwind to a landing pad"))?;
        let clauses = self.clauses(inst)?;
        self.b.leave_metadata();
        self.attach_pc_sections_to_pad(inst, pad)?;
        let registers = self.enter_pad(pad, &clauses)?;
        if inst.ty().kind() == TypeKind::Token {
            // Only the relocated pointers of a statepoint's exception are read.
            self.restore_unsafe_stack();
            self.jump(machine);
            return self.join_edge(index, machine);
        }
        let phi = self.blocks[number].landing.ok_or_else(|| Stop::new("landing pad without its phi"))?;
        let [exception, selector] = self.read_exception(registers);
        let ty = self.result(inst)?[1];
        let selector = self.selector(selector, self.b.word(), self.b.mf.ty(ty))?;
        self.phis[phi].incoming.push((Regs::from_slice(&[exception, selector]), pad));
        self.restore_unsafe_stack();
        self.jump(machine);
        self.join_edge(index, machine)
    }

    /// Continues at a landing pad with these clauses, after its label. Returns the registers that
    /// the unwinder sets.
    fn enter_pad(&mut self, pad: BlockId, clauses: &LandingPad) -> Result<[PhysReg; 2]> {
        let first = self.b.mf.first_inst(pad).ok_or_else(|| Stop::new("landing pad without a label"))?;
        let label = self.b.mf.eh_label(first).ok_or_else(|| Stop::new("landing pad without a label"))?;
        let operands = self.b.mf.landing_pad_operands(label, clauses);
        self.b.mf.set_operands(first, &operands);
        self.b.mf.layout.push(pad);
        self.go_to(pad);
        let registers = self.target.convention().exception_registers();
        self.b.mf.block_mut(pad).live_ins = registers.to_vec();
        Ok(registers)
    }

    /// Returns copies of the exception and its selector.
    fn read_exception(&mut self, registers: [PhysReg; 2]) -> [VReg; 2] {
        let [exception, selector] = [self.b.pointer(), self.b.word()].map(|ty| self.b.mf.create_vreg(ty));
        self.b.inst(COPY, &[Operand::def(exception), Operand::use_of(registers[0])]);
        self.b.inst(COPY, &[Operand::def(selector), Operand::use_of(registers[1])]);
        [exception, selector]
    }

    /// Starts a landing pad with these clauses that no block of the IR has. Returns the exception
    /// and its selector.
    pub(super) fn start_pad(&mut self, pad: BlockId, clauses: &LandingPad) -> Result<[VReg; 2]> {
        let registers = self.enter_pad(pad, clauses)?;
        Ok(self.read_exception(registers))
    }

    /// Returns the selector's register as a value of type `ty`.
    fn selector(&mut self, selector: VReg, word: Llt, ty: Llt) -> Result<VReg> {
        match ty {
            _ if ty == word => Ok(selector),
            _ if ty.is_scalar() && ty.bits() < word.bits() => {
                let narrow = self.b.mf.create_vreg(ty);
                self.b.inst(G_TRUNC, &[Operand::def(narrow), Operand::use_of(selector)]);
                Ok(narrow)
            }
            _ => Err(Stop::new("landing pad whose selector is no integer of a register")),
        }
    }

    /// Returns the clauses of a landing pad.
    fn clauses(&mut self, inst: Inst<'m>) -> Result<LandingPad> {
        let cleanup = inst.flags().contains(InstFlags::CLEANUP);
        let mut pad = LandingPad { cleanup, clauses: Vec::new() };
        // As in LLVM, types are numbered from the last clause backwards.
        for clause in raw_clauses(inst).into_iter().rev() {
            pad.clauses.push(match clause {
                RawClause::Catch(ty) => Clause::Catch(self.exception_type(ty)?),
                RawClause::Filter(types) => {
                    let types = types.into_iter().map(|ty| self.exception_type(ty));
                    Clause::Filter(types.collect::<Result<_>>()?)
                }
            });
        }
        pad.clauses.reverse();
        Ok(pad)
    }

    /// Returns a type with its number; none or null matches every type.
    fn exception_type(&mut self, ty: Option<Value<'m>>) -> Result<ExceptionType> {
        let info = match ty.map(|ty| (ty, ty.kind())) {
            None | Some((_, ValueKind::Null)) => None,
            Some((ty, ValueKind::Function(_) | ValueKind::Global(_))) => Some(self.cx.symbol(ty)?),
            Some((ty, _)) => return Err(Stop::new(format!("a type of exceptions that is no symbol: {ty}"))),
        };
        let types = &mut self.exceptions.types;
        let known = types.iter().position(|&known| known == info);
        let place = known.unwrap_or_else(|| {
            types.push(info);
            types.len() - 1
        });
        Ok(ExceptionType { id: place as u32 + 1, info })
    }

    /// Translates `llvm.eh.typeid.for`: the selector value of a caught exception of the type.
    pub(super) fn exception_type_id(&mut self, inst: Inst<'m>, call: CallSite<'m>) -> Result<()> {
        let named = |stop: Stop| Stop::new(format!("llvm.eh.typeid.for: {stop}"));
        let ty = self.exception_type(call.arg(0)).map_err(named)?;
        let result = self.result(inst)?;
        let &[result] = &result[..] else { return Err(Stop::ty(inst.ty())) };
        let id = Operand::small_imm(ty.id as i32);
        self.b.inst(G_CONSTANT, &[Operand::def(result), id]);
        Ok(())
    }

    /// Translates `resume` to a call that does not return, if it is reachable.
    pub(super) fn resume(&mut self, inst: Inst<'m>) -> Result<()> {
        if !self.exceptions.resumes.contains(&inst.value().key()) {
            return Ok(());
        }
        let value = inst.operand(0).ok_or_else(|| Stop::new("resume of nothing"))?;
        let regs = self.regs(value)?;
        let Some(&exception) = regs.first() else { return Err(Stop::ty(value.ty())) };
        self.leave_shadow_frame()?;
        self.untag_stack()?;
        self.check_stack_guard();
        self.continue_unwinding(exception)
    }

    /// Calls the routine that continues unwinding with an exception.
    pub(super) fn continue_unwinding(&mut self, exception: VReg) -> Result<()> {
        self.b.leave_metadata();
        let callee = Callee::Symbol(self.cx.external(RESUME)?);
        let argument = self.pointer_arg(SmallVec::from_slice(&[exception]));
        let info = CallInfo { no_return: true, ..CallInfo::of_routine(callee, vec![argument]) };
        self.target.call_lowering().lower_call(&mut self.b, &info)?;
        Ok(())
    }
}

/// A clause of a `landingpad`; no type matches every type.
pub(super) enum RawClause<'m> {
    Catch(Option<Value<'m>>),
    Filter(Vec<Option<Value<'m>>>),
}

/// Returns the clauses of a `landingpad`.
pub(super) fn raw_clauses<'m>(pad: Inst<'m>) -> Vec<RawClause<'m>> {
    let read = |clause: Value<'m>| match clause.ty().kind() {
        TypeKind::Array(count) => {
            let zero = matches!(clause.kind(), ValueKind::Zero);
            let types = (0..count).map(|n| if zero { None } else { clause.constant_element(n as u32) });
            RawClause::Filter(types.collect())
        }
        _ => RawClause::Catch(Some(clause)),
    };
    pad.operands().map(read).collect()
}

/// Returns the `landingpad` of a block, which directly follows the phis.
pub(super) fn landing_pad(block: Block<'_>) -> Option<Inst<'_>> {
    block.insts().find(|inst| inst.opcode() != Opcode::Phi).filter(|inst| inst.opcode() == Opcode::LandingPad)
}
