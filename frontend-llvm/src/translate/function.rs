//! Translation of one function: blocks, arguments, phis, and the instructions in order.

use crate::translate::function_attributes::is_var_arg;
use crate::translate::function_state::{BlockState, Current, FunctionTranslator, Phi};
use gisel_codegen::ir::builder::Builder;
use gisel_codegen::ir::entity::{BlockId, FrameIndex, SubtargetId, VReg};
use gisel_codegen::ir::mir::{
    CallGraphNode, FrameObjectKind, Interrupt, MachineFunction, MemFlags, MemOperand, Operand, PointerInfo,
};
use gisel_codegen::ir::opcodes::*;
use gisel_codegen::support::diagnostics::{SourceLocation, Warning};
use gisel_codegen::support::error::CompileError;
use gisel_codegen::target::Target;
use smallvec::SmallVec;
use std::collections::HashMap;
use std::rc::Rc;

use super::error::{Result, Stop};
use super::exceptions::may_unwind;
use super::function_state::{Exceptions, StackPlace, Statepoints, Tagged};
use super::instrumentation::CallPosition;
use super::memory_tags::{self};
use super::pc_sections::pc_sections;
use super::translator::Translator;
use super::value_map::Regs;
use crate::ir::{Block, Function, Inst, InstFlags, Opcode, OperandRef, TailKind, TypeKind};

/// Translates a body; on failure returns all of its errors.
pub(crate) fn translate<'m>(
    cx: &mut Translator<'m>,
    function: Function<'m>,
    target: &dyn Target,
    subtarget: SubtargetId,
    mf: &mut MachineFunction,
) -> std::result::Result<(), Vec<CompileError>> {
    let fail = |stop: Stop| vec![stop.at(function, None)];
    let symbol = cx.symbols.get(&function.value().key()).copied();
    let symbol = symbol.ok_or_else(|| fail(Stop::new("function without a symbol")))?;
    mf.reset(symbol, function.name(), subtarget);
    mf.pointer = target.pointer();
    mf.attrs = cx.attributes(function);
    mf.attrs.call_graph = cx.module.options.call_graph.then(|| CallGraphNode {
        is_indirect_target: function.is_indirect_target(),
        type_hash: function.generalized_type().unwrap_or_default(),
    });
    mf.attrs.associated = cx.associated(function.global()).map_err(fail)?;
    mf.attrs.pc_sections = pc_sections(function.value()).map_err(|message| fail(Stop::new(message)))?;
    mf.personality = cx.personality(function).map_err(fail)?;
    let mut refused = cx.check_function(function, mf).err().unwrap_or_default();
    let errors = {
        // The builder's insertion point is set again before anything is built.
        let entry = mf.create_block();
        let mut map = cx.map.take().unwrap_or_default();
        cx.bodies.read(function.value(), &mut map.body);
        cx.types.learn(&map.body.types);
        map.begin(function);
        if let Err(message) = cx.begin_debug_info(function, mf) {
            return Err(fail(Stop::new(message)));
        }
        let mut translator = FunctionTranslator {
            cx: &mut *cx,
            function,
            target,
            b: Builder::at_end(mf, entry),
            map,
            blocks: Vec::new(),
            phis: Vec::new(),
            exceptions: Exceptions::default(),
            callbr_results: HashMap::new(),
            statepoints: Statepoints::default(),
            locations: None,
            demoted_return: None,
            swift_error: None,
            block_ended: false,
            stack_protector: None,
            tagged: Vec::new(),
            unsafe_stack: None,
            shadow_frame: None,
            roots: Vec::new(),
            variables: None,
            pc_lists: HashMap::new(),
            protects_fields: false,
        };
        let errors = translator.run(entry);
        let map = translator.map;
        cx.map = Some(map);
        errors
    };
    refused.extend(errors);
    if refused.is_empty() { Ok(()) } else { Err(refused) }
}

impl<'m> FunctionTranslator<'_, 'm> {
    fn run(&mut self, entry: BlockId) -> Vec<CompileError> {
        let mut errors = Vec::new();
        if let Err(stop) = self.start(entry) {
            return vec![stop.at(self.function, None)];
        }
        for index in 0..self.blocks.len() {
            self.block(index, &mut errors);
        }
        if errors.is_empty() {
            errors.extend(self.finish_shadow_frame().err().map(|stop| stop.at(self.function, None)));
            self.finish_phis();
            self.finish_variables();
            errors.extend(self.finish_stack_protector().err().map(|stop| stop.at(self.function, None)));
        }
        errors
    }

    fn start(&mut self, entry: BlockId) -> Result<()> {
        self.check()?;
        self.number_blocks(entry);
        self.find_reachable();
        self.find_resumes();
        self.make_phis()?;
        self.plan_roots()?;
        self.plan_unsafe_stack()?;
        self.static_allocas()?;
        self.protect_stack();
        self.b.mf.layout.push(entry);
        self.go_to(entry);
        self.arguments()?;
        self.enter_unsafe_stack()?;
        self.tag_stack()?;
        self.enter_roots()?;
        self.instrument(CallPosition::Entry)?;
        // No call may find a linked frame whose roots the function has not stored to.
        self.enter_shadow_frame()
    }

    /// Returns the feature that an interrupt handler needs and the subtarget lacks.
    fn missing_for_interrupt(&self) -> Option<&'static str> {
        let handlers = self.target.facts().handlers;
        let (has, feature) = match self.b.mf.attrs.interrupt? {
            Interrupt::ResumableNonMaskable => (handlers.resumable, "smrnmi"),
            Interrupt::Controlled { .. } => (handlers.controlled, "experimental-xsfmclic"),
            Interrupt::SavedAtOnce { .. } => (handlers.saved_at_once, "xqciint"),
            Interrupt::Machine | Interrupt::Supervisor => return None,
        };
        (!has).then_some(feature)
    }

    fn check(&self) -> Result<()> {
        let result = self.function.function_type().and_then(|ty| ty.return_type()).map(|ty| ty.kind());
        let plain = self.function.num_args() == 0 && result == Some(TypeKind::Void);
        if self.b.mf.attrs.interrupt.is_some() && !plain {
            return Err(Stop::new("interrupt handler with arguments or a result"));
        }
        if let Some(feature) = self.missing_for_interrupt() {
            let kind = self.function.string_attribute("interrupt").unwrap_or_default();
            return Err(Stop::new(format!(
                "attribute \"interrupt\"={kind} needs the target feature `+{feature}`"
            )));
        }
        let (convention, variadic) = (self.function.calling_conv(), is_var_arg(self.function));
        let checked = self.target.call_lowering().check_convention(convention, variadic, true);
        checked.map_err(Stop::new)
    }

    /// Adds a warning about an instruction.
    pub(crate) fn warn(&mut self, inst: Inst<'m>, message: impl Into<String>) {
        let location = inst.location().map(SourceLocation::from);
        let instruction = inst.value().to_string().trim().to_owned();
        let function = self.function.name().to_owned();
        self.b.mf.warnings.push(Warning { function, instruction, location, message: message.into() });
    }

    /// Sets the insertion point to the end of a block.
    pub(crate) fn go_to(&mut self, block: BlockId) {
        self.b.set_point(gisel_codegen::ir::builder::InsertPoint::End(block));
    }

    fn number_blocks(&mut self, entry: BlockId) {
        self.blocks.reserve(self.map.body.blocks.len());
        for number in 0..self.map.body.blocks.len() as u32 {
            let record = self.map.body.blocks[number as usize];
            let ir = Block::of_record(&record);
            let machine = if number == 0 { entry } else { self.b.mf.create_block() };
            if self.cx.module.names_blocks {
                self.b.mf.block_names.push(ir.name().into());
            }
            let state = self.b.mf.block_mut(machine);
            state.address_taken = ir.address_taken();
            state.ir_block = Some(number);
            if ir.address_taken() {
                // Numbers all blocks of the function, and names those whose address is taken.
                let _ = self.cx.block_number(self.function, ir);
            }
            let llvm = record.number as usize;
            self.map.blocks.resize(self.map.blocks.len().max(llvm + 1), u32::MAX);
            self.map.blocks[llvm] = number;
            self.blocks.push(BlockState {
                ir,
                machine,
                reachable: false,
                outgoing: Vec::new(),
                landing: None,
            });
        }
    }

    pub(super) fn number(&self, block: Block<'m>) -> Result<usize> {
        let number = self.map.blocks.get(block.number()).map(|&n| n as usize);
        let number = number.filter(|&n| self.blocks.get(n).is_some_and(|state| state.ir == block));
        number.ok_or_else(|| Stop::new("branch to a block of another function"))
    }

    /// Returns the machine block at which an IR block starts.
    pub(crate) fn machine_block(&self, block: Block<'m>) -> Result<BlockId> {
        Ok(self.blocks[self.number(block)?].machine)
    }

    /// Marks reachable blocks. Others are not translated, so that phis have live edges only.
    fn find_reachable(&mut self) {
        let roots = (0..self.blocks.len()).filter(|&i| i == 0 || self.blocks[i].ir.address_taken());
        let mut work: Vec<usize> = roots.collect();
        while let Some(index) = work.pop() {
            if std::mem::replace(&mut self.blocks[index].reachable, true) {
                continue;
            }
            let Some(end) = self.insts_of(index).last() else { continue };
            let record = self.map.body.insts[end];
            let Some(terminator) = Inst::of_record(&record) else { continue };
            if terminator.opcode() == Opcode::Br {
                let operands = (0..self.map.body.num_operands(&record)).rev();
                let targets =
                    operands.map_while(|n| self.map.body.operand(&record, n)).filter_map(|operand| {
                        match operand {
                            OperandRef::Block(number) => {
                                self.map.blocks.get(number as usize).map(|&n| n as usize)
                            }
                            _ => None,
                        }
                    });
                work.extend(targets);
                continue;
            }
            let quiet = terminator.opcode() == Opcode::Invoke && !may_unwind(terminator);
            let followed = if quiet { 1 } else { usize::MAX };
            let successors = terminator.successors().take(followed);
            work.extend(successors.filter_map(|block| self.number(block).ok()));
        }
    }

    /// Returns the indices in the body of a block's instructions.
    fn insts_of(&self, index: usize) -> std::ops::Range<usize> {
        let blocks = &self.map.body.blocks;
        let end = blocks.get(index + 1).map_or(self.map.body.insts.len(), |next| next.first as usize);
        blocks[index].first as usize..end
    }

    /// Creates the phis of all blocks. Records in each block the values that its successors' phis
    /// take.
    fn make_phis(&mut self) -> Result<()> {
        for index in 0..self.blocks.len() {
            if !self.blocks[index].reachable {
                continue;
            }
            let machine = self.blocks[index].machine;
            self.go_to(machine);
            for at in self.insts_of(index) {
                let inst = Inst::of_record(&self.map.body.insts[at]);
                let Some(inst) = inst.filter(|inst| inst.opcode() == Opcode::Phi) else { break };
                let regs = self.result(inst)?;
                let insts = regs.iter().map(|&reg| self.b.inst(G_PHI, &[Operand::def(reg)])).collect();
                let phi = self.phis.len();
                for (value, from) in inst.phi_incoming() {
                    let from = self.number(from)?;
                    let outgoing = &mut self.blocks[from].outgoing;
                    // A block with several edges to this one passes the same value on each.
                    if outgoing.last().is_none_or(|&(last, _)| last != phi) {
                        outgoing.push((phi, value));
                    }
                }
                self.phis.push(Phi::new(machine, insts));
            }
            if self.function.personality().is_some() {
                self.make_landing_phi(index)?;
            }
        }
        Ok(())
    }

    /// Reads the values that successors' phis take from a block, before its terminator.
    fn read_outgoing(&mut self, index: usize) -> Result<()> {
        for (phi, value) in std::mem::take(&mut self.blocks[index].outgoing) {
            let regs = self.regs(value)?;
            self.phis[phi].current = regs;
            self.blocks[index].outgoing.push((phi, value));
        }
        Ok(())
    }

    /// Adds the edges that a block's terminator has created in the blocks `made` to its successors'
    /// phis.
    fn join_phis(&mut self, index: usize, made: &[BlockId]) {
        let outgoing = std::mem::take(&mut self.blocks[index].outgoing);
        if outgoing.is_empty() {
            return;
        }
        let successors = |&from| self.b.mf.block(from).successors.iter().map(move |&to| (to, from));
        let mut edges: Vec<(BlockId, BlockId)> = made.iter().flat_map(successors).collect();
        edges.sort();
        for (phi, _) in outgoing {
            let phi = &mut self.phis[phi];
            let first = edges.partition_point(|&(to, _)| to < phi.block);
            for &(_, from) in edges[first..].iter().take_while(|&&(to, _)| to == phi.block) {
                phi.incoming.push((phi.current.clone(), from));
            }
        }
    }

    fn finish_phis(&mut self) {
        for phi in std::mem::take(&mut self.phis) {
            for (leaf, &inst) in phi.insts.iter().enumerate() {
                let of_leaf = |(regs, from): &(Regs, BlockId)| Some((*regs.get(leaf)?, *from));
                self.b.mf.set_incoming(inst, phi.incoming.iter().filter_map(of_leaf));
                // All predecessors return directly by now.
                if phi.incoming.is_empty() {
                    self.b.mf.inst_mut(inst).opcode = G_IMPLICIT_DEF;
                }
            }
        }
    }

    /// Creates frame objects for allocas of constant size in the entry block.
    fn static_allocas(&mut self) -> Result<()> {
        if self.map.body.blocks.is_empty() {
            return Ok(());
        }
        let tagging = self.tagging();
        for at in self.insts_of(0) {
            let record = self.map.body.insts[at];
            let is_static = InstFlags::from_bits_retain(record.flags).contains(InstFlags::STATIC_ALLOCA);
            let Some(inst) =
                Inst::of_record(&record).filter(|inst| inst.opcode() == Opcode::Alloca && is_static)
            else {
                continue;
            };
            if self.is_on_unsafe_stack(inst.value()) || self.is_shadow_root(inst) {
                continue;
            }
            let size = inst.element_type().and_then(|ty| self.cx.types.layout.alloc_size(ty));
            let count = inst.operand(0).and_then(|count| count.as_int()?.as_u64());
            // An alloca of size zero still has a distinct address.
            let (Some(size), Some(count)) = (size, count) else {
                continue;
            };
            let size = size.checked_mul(count).filter(|&size| i64::try_from(size).is_ok());
            let size = size.ok_or_else(|| Stop::new("alloca of more bytes than there are addresses"))?.max(1);
            let align = super::memory::frame_align(inst)?;
            let is_tagged = tagging.as_ref().is_some_and(|tagging| self.is_tagged(tagging, inst, size));
            let (size, align) =
                if is_tagged { memory_tags::whole_granules(size, align) } else { (size, align) };
            let slot = self.b.mf.frame.create(FrameObjectKind::Local, size, align);
            self.map.set_slot(inst.value(), slot);
            if is_tagged {
                let place = StackPlace::Object(slot);
                self.tagged.push(Tagged { alloca: Some(inst.value()), place, size });
            }
        }
        Ok(())
    }

    fn arguments(&mut self) -> Result<()> {
        let function = self.function;
        let signature = self.function_signature()?;
        let mut args = signature.take_args().map_or_else(|| self.parameters(signature.is_demoted), Ok)?;
        let mut infos = args.iter_mut();
        if signature.is_demoted
            && let Some(info) = infos.next()
        {
            let pointer = self.b.mf.create_vreg(info.types[0].llt());
            self.demoted_return = Some(pointer);
            info.regs = SmallVec::from_slice(&[pointer]);
        }
        let mut error = None;
        for arg in function.args() {
            let regs = self.fresh(arg.ty())?;
            let info = if regs.is_empty() { None } else { infos.next() };
            let is_error = info.as_ref().is_some_and(|info| info.flags.swift_error);
            if !is_error {
                self.define_argument(arg, &regs);
            }
            if let (true, &[reg]) = (is_error, &regs[..]) {
                let bytes = self.b.pointer().bytes();
                let slot = self.b.mf.create_stack_object(bytes.into(), bytes);
                self.map.set_slot(arg, slot);
                error = Some((slot, reg));
            }
            if let Some(info) = info {
                info.regs = regs;
            }
        }
        self.b.mf.frame.has_must_tail_in_var_arg = self.has_must_tail_in_var_arg();
        let (lowering, convention) = (self.target.call_lowering(), function.calling_conv());
        lowering.lower_formal_arguments(
            &mut self.b,
            &args,
            &signature.locations.args,
            is_var_arg(function),
            convention,
        );
        self.locations = Some(Rc::clone(&signature.locations));
        self.describe_variables(&signature.locations.args, signature.is_demoted);
        signature.put_args(args);
        if let Some((slot, reg)) = error {
            self.swift_error = Some(slot);
            let (address, mem) = self.error_address(slot, MemFlags::STORE);
            self.b.store(reg, address, mem);
        }
        Ok(())
    }

    /// Returns the address of the object that holds the function's error, and an access to it.
    fn error_address(&mut self, slot: FrameIndex, flags: MemFlags) -> (VReg, MemOperand) {
        let mem = MemOperand::new(flags, self.b.pointer(), self.b.pointer().bytes())
            .with_pointer(PointerInfo::Stack(slot, 0));
        (self.b.frame_index(self.b.pointer(), slot), mem)
    }

    /// Loads the error that the function returns, if it has one.
    pub(crate) fn returned_error(&mut self) -> Option<VReg> {
        let slot = self.swift_error?;
        let (address, mem) = self.error_address(slot, MemFlags::LOAD);
        Some(self.b.load(self.b.pointer(), address, mem))
    }

    fn has_must_tail_in_var_arg(&self) -> bool {
        let must = |inst: Inst<'m>| {
            inst.opcode() == Opcode::Call
                && inst.as_call().is_some_and(|c| c.tail_kind() == TailKind::MustTail)
        };
        is_var_arg(self.function) && self.function.blocks().any(|block| block.insts().any(must))
    }

    fn block(&mut self, index: usize, errors: &mut Vec<CompileError>) {
        let machine = self.blocks[index].machine;
        if !self.blocks[index].reachable {
            return;
        }
        if index != 0 {
            self.b.mf.layout.push(machine);
            self.go_to(machine);
        }
        self.block_ended = false;
        for at in self.insts_of(index) {
            if self.block_ended {
                break;
            }
            let record = self.map.body.insts[at];
            let Some(inst) = Inst::of_record(&record) else { continue };
            let current = Current { inst, record, number: self.map.number_of_inst(at) };
            self.start_inst(at, inst);
            if record.has_pc_sections()
                && let Err(stop) = self.attach_pc_sections(inst)
            {
                errors.push(stop.at(self.function, Some(inst)));
            }
            let result = if inst.opcode().is_terminator() {
                self.end_block(index, &current)
            } else {
                self.inst(&current)
            };
            self.b.flags = gisel_codegen::ir::mir::InstFlags::empty();
            if let Err(stop) = result {
                errors.push(stop.at(self.function, Some(inst)));
            }
        }
    }

    /// Translates a terminator and connects the phis after it.
    fn end_block(&mut self, index: usize, current: &Current<'m>) -> Result<()> {
        let inst = current.inst;
        if inst.opcode() == Opcode::Invoke {
            return self.end_by_invoke(index, current);
        }
        if inst.opcode() == Opcode::CallBr {
            return self.end_by_callbr(index, inst);
        }
        self.read_outgoing(index)?;
        let first = self.b.block();
        let before = self.b.mf.layout.len();
        self.terminator(current)?;
        let mut made: SmallVec<[BlockId; 4]> = SmallVec::from_slice(&[first]);
        made.extend_from_slice(&self.b.mf.layout[before..]);
        self.join_phis(index, &made);
        Ok(())
    }
}
