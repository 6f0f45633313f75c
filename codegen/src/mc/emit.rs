//! Emission of functions: MIR without virtual registers becomes assembly or part of an object.
//!
//! Requires: `NoVRegs`, frame lowering done, pseudos that the target can expand. Establishes: a
//! [`FunctionChunk`] that depends only on the function and its number. Functions are therefore
//! emitted on any thread and merged in the module's order. Cost: linear, except for relaxation (see
//! `relax`).

use super::address_significance;
use super::asm::{AsmChunk, AsmStreamer};
use super::asm_comments::{self, LoopComments};
use super::assembler::ObjectStreamer;
use super::blocks::{continuations, is_elided, referenced_blocks, start_block};
use super::chunk_layout::UnrelaxedChunk;
use super::context::EmitContext;
use super::described::Described;
use super::inst::{Label, McExpr, McInst, McSymbol, Specifier};
use super::labels::{LabelName, Labels, ModuleNumbers};
use super::lsda;
pub use super::module_writer::write_module;
use super::object::{Assembled, OpenChunk};
pub use super::unrelaxed::Memory;
use super::{
    call_graph_section, frame_tables, function_data, inline_asm, jump_table_sizes, kcfi, metadata_labels,
    patchable, pc_sections, pseudo_probes, sections, stack_maps, stack_sizes, xray,
};
use crate::ir::entity::{BlockId, ConstantId, InstId, JumpTableId, SubtargetId, SymbolId};
use crate::ir::mir::{Elements, MachineFunction};
use crate::ir::module::Module;
use crate::ir::opcodes as op;
use crate::ir::section::Section;
use crate::machine::desc::instructions::{InstrDesc, InstrFlags};
use crate::mc::asm_info::JumpTableKind;
use crate::mc::streamer::Streamer;
use crate::mc::streamer::data::{Base, McValue};
use crate::mc::streamer::frames::{CfiEvent, FramePointer, FrameSections};
use crate::mc::streamer::sections::Padding;
use crate::mc::streamer::symbols::SymbolType;
use crate::mc::target::EmitTarget;
use crate::support::error::{CompileError, Result};
use std::collections::{BTreeMap, HashMap};

/// The form of the output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OutputKind {
    /// An ELF object.
    Object,
    /// Assembly text.
    Assembly,
}

/// The output of one function.
#[derive(Clone, Debug)]
pub struct FunctionChunk {
    pub(super) subtarget: SubtargetId,
    pub(super) mentioned: Box<Mentioned>,
    pub(super) contents: Contents,
}

/// The data and tables of the module that one function refers to.
#[derive(Clone, Debug)]
pub(super) struct Mentioned {
    /// The personality routine of its unwind table entry.
    pub(super) personality: Option<SymbolId>,
    /// The types in its exception table.
    pub(super) types: Vec<SymbolId>,
    /// The symbols that it refers to, if the object has an address-significance table.
    pub(super) references: Vec<SymbolId>,
    /// Its stack map, if it has one.
    pub(super) stack_map: Option<Box<stack_maps::FunctionMap>>,
    /// Its frame table, if its collector has one.
    pub(super) frame_table: Option<Box<frame_tables::FrameTable>>,
}

impl FunctionChunk {
    /// Returns the last section of its text.
    pub(super) fn last_section(&self) -> Option<Section> {
        let Contents::Assembly(chunk, _) = &self.contents else { return None };
        chunk.sections.as_ref().map(|sections| sections.end.clone())
    }

    /// Returns its text, if it is assembly, with labels as in a module without other functions.
    pub fn text(&self) -> Option<String> {
        let Contents::Assembly(chunk, _) = &self.contents else { return None };
        let mut text = String::new();
        ModuleNumbers::default().push(&chunk.text, chunk.exceptions, &mut text);
        Some(text)
    }
}

/// The code of a function.
#[derive(Clone, Debug)]
pub(super) enum Contents {
    Object(Assembled),
    /// Text, and its assembled form for debug information.
    Assembly(Box<AsmChunk>, Option<Assembled>),
}

/// Emits functions of a module for one subtarget.
#[derive(Clone, Copy)]
pub struct FunctionEmitter<'a> {
    module: &'a Module,
    target: &'a dyn EmitTarget,
    kind: OutputKind,
}

impl<'a> FunctionEmitter<'a> {
    /// Returns an emitter for the subtarget `target`.
    pub fn new(module: &'a Module, target: &'a dyn EmitTarget, kind: OutputKind) -> Self {
        FunctionEmitter { module, target, kind }
    }

    /// Emits `function`, the `number`th of the module.
    pub fn emit(
        &self,
        function: &MachineFunction,
        number: u32,
        memory: &mut Memory,
    ) -> Result<FunctionChunk> {
        let mut records = 0;
        let contents = match self.kind {
            OutputKind::Object => {
                Contents::Object(self.assembled(function, number, false, memory, &mut records)?)
            }
            OutputKind::Assembly => {
                let assembled = match self.module.debug_info.is_some() {
                    true => {
                        let estimates = self.module.options.raw_asm;
                        Some(self.assembled(function, number, estimates, memory, &mut records)?)
                    }
                    false => None,
                };
                let printed = self.print(function, number, memory, &mut records)?;
                Contents::Assembly(Box::new(printed), assembled)
            }
        };
        let personality = lsda::personality(self.module, function);
        let types = if personality.is_some() { lsda::types(function) } else { Vec::new() };
        let references = match self.module.options.address_significance {
            true => address_significance::of_function(function),
            false => Vec::new(),
        };
        let stack_map = match records {
            0 => None,
            _ => stack_maps::FunctionMap::of(function, self.target)?.map(Box::new),
        };
        let frame_table = frame_tables::FrameTable::of(function, self.target)?.map(Box::new);
        let mentioned = Box::new(Mentioned { personality, types, references, stack_map, frame_table });
        Ok(FunctionChunk { subtarget: function.subtarget, mentioned, contents })
    }

    fn assembled(
        &self,
        function: &MachineFunction,
        number: u32,
        estimates: bool,
        memory: &mut Memory,
        records: &mut u32,
    ) -> Result<Assembled> {
        let chunk = self.assemble(function, number, estimates, memory, records)?;
        if chunk.is_open() {
            return Ok(Assembled::Open(Box::new(OpenChunk { name: function.name.clone(), chunk })));
        }
        let laid = chunk.layout_in(self.target.mc(), memory);
        Ok(Assembled::Laid(laid.map_err(|e| CompileError::new(&function.name, "", e))?))
    }

    fn assemble(
        &self,
        function: &MachineFunction,
        number: u32,
        estimates: bool,
        memory: &mut Memory,
        records: &mut u32,
    ) -> Result<UnrelaxedChunk> {
        let mut streamer =
            ObjectStreamer::new_in(self.target.mc(), memory).relaxing_all(self.module.options.relaxes_all);
        *records = self.run(function, &mut Labels::new(number, function), &mut streamer, estimates)?;
        streamer.collected().map_err(|e| CompileError::new(&function.name, "", e))
    }

    fn print(
        &self,
        function: &MachineFunction,
        number: u32,
        memory: &mut Memory,
        records: &mut u32,
    ) -> Result<AsmChunk> {
        // Which branches do not reach is known once the function has been assembled.
        let inverted = match self.target.mc().dialect().relaxes_branches {
            true => Vec::new(),
            false => self.inverted(function, number, memory)?,
        };
        let continues = continuations(self.module, function, self.target.descs());
        let mut labels = Labels::new(number, function).by_layout(function, &continues);
        let mut streamer = AsmStreamer::new(self.module, self.target.mc(), labels.clone(), &inverted);
        *records = self.run(function, &mut labels, &mut streamer, false)?;
        Ok(streamer.finish())
    }

    fn inverted(&self, function: &MachineFunction, number: u32, memory: &mut Memory) -> Result<Vec<bool>> {
        let chunk = self.assemble(function, number, true, memory, &mut 0)?;
        let inverted = match chunk.is_open() {
            true => chunk.inverted(self.target.mc()),
            false => chunk.layout_in(self.target.mc(), memory).map(|laid| laid.inverted),
        };
        inverted.map_err(|e| CompileError::new(&function.name, "", e))
    }

    /// Emits `function`. Returns the number of labels that its stack map and its frame table list.
    fn run(
        &self,
        function: &MachineFunction,
        labels: &mut Labels,
        out: &mut dyn Streamer,
        estimates: bool,
    ) -> Result<u32> {
        let (module, target) = (self.module, self.target);
        let descs = target.descs();
        let mut ctx = EmitContext {
            module,
            function,
            target,
            descs,
            estimates,
            is_text: self.kind == OutputKind::Assembly,
            out,
            labels,
            patch_start: None,
            sleds: Vec::new(),
            probes: Vec::new(),
            pc_labels: Default::default(),
            labelled: None,
            deactivation: None,
            is_address: false,
            type_traps: Vec::new(),
            eh_labels: BTreeMap::new(),
            address_words: HashMap::new(),
            recorded: 0,
            lowered: McInst::new(op::COPY, &[]),
        };
        let exceptions = if ctx.labels.is_text() { ctx.number_eh_labels() } else { 0 };
        ctx.out.exceptions(exceptions);
        ctx.out.comment(format_args!("-- Begin function {}", function.name));
        emit_constants(&mut ctx);
        emit_body(&mut ctx)?;
        emit_jump_tables(&mut ctx)?;
        ctx.out.comment(format_args!("-- End function"));
        ctx.out.end_of_definition();
        Ok(ctx.recorded)
    }
}

fn emit_constants(ctx: &mut EmitContext<'_>) {
    let mut last = None;
    for (index, entry) in ctx.function.constant_pool.iter().enumerate() {
        let label = ctx.constant_label(ConstantId::new(index));
        let section = match entry.bytes.len() {
            size @ (4 | 8 | 16 | 32) if entry.align as usize <= size => Section::mergeable(size as u32),
            _ => Section::read_only(".rodata"),
        };
        // An entry is aligned after one of the same size.
        let is_aligned = (entry.bytes.len() as u64).is_multiple_of(entry.align.into());
        let shape = is_aligned.then(|| (section.clone(), entry.align));
        ctx.out.switch_section(&section);
        if last.is_none() || last != shape {
            ctx.out.align(entry.align, Padding::Zero);
        }
        last = shape;
        ctx.out.label(McSymbol::Label(label));
        match entry.elements {
            Some(Elements { form, size }) => {
                entry.bytes.chunks(size.into()).for_each(|element| ctx.out.element(form, element));
            }
            None => ctx.out.bytes(&entry.bytes),
        }
    }
}

/// Returns the sections of the function's unwind information, if it has any. Run-time unwinding
/// requires `.eh_frame`; debuggers require an entry for each function. Entries for debuggers are in
/// `.eh_frame` too if any other function has one there.
fn frame_sections(module: &Module, function: &MachineFunction) -> Option<FrameSections> {
    let eh_frame = function.attrs.uwtable || !function.attrs.no_unwind || function.personality.is_some();
    let is_debugged =
        module.options.force_debug_frame || module.debug_info.as_ref().is_some_and(|info| info.has_content());
    (eh_frame || is_debugged)
        .then_some(FrameSections { eh_frame, debug_frame: module.options.force_debug_frame || !eh_frame })
}

fn emit_body(ctx: &mut EmitContext<'_>) -> Result<()> {
    let function = ctx.function;
    let frame_sections = frame_sections(ctx.module, function);
    let unwinds = frame_sections.is_some();
    frame_sections.into_iter().for_each(|sections| ctx.out.frame_sections(sections));
    emit_head(ctx)?;
    let has_pc_sections = !function.attrs.pc_sections.is_empty();
    let module = ctx.module;
    let of_module = module.options.stack_sizes || module.has_probes;
    let has_sleds = function.attrs.xray.is_some() || function.attrs.has_xray_events;
    let has_tables = has_sleds || of_module || has_pc_sections;
    let start = has_tables.then(|| ctx.label_here());
    let begin = start_of_function(ctx, unwinds)?;
    let debug = Described::start(ctx, unwinds);
    let exceptions = start_unwinding(ctx, unwinds, begin)?;
    if function_data::has_prologue(ctx) {
        patchable::start_at_entry(ctx);
        function_data::emit_prologue(ctx)?;
    }
    let debug = emit_blocks(ctx, debug, unwinds)?;
    ctx.out.size(function.symbol, None);
    if let Some(debug) = debug {
        debug.end(ctx.out);
    }
    let end = (exceptions.is_some() || has_pc_sections).then(|| ctx.end_of_function());
    if unwinds {
        ctx.out.cfi(CfiEvent::End);
    }
    if let Some(((table, start), end)) = exceptions.zip(end) {
        lsda::emit(ctx, table, (start, end))?;
    }
    if let Some(start) = start {
        if ctx.module.options.stack_sizes {
            stack_sizes::emit_entry(ctx, start)?;
        }
        xray::emit_table(ctx, start)?;
        pseudo_probes::emit_table(ctx, start)?;
        if let Some(end) = end.filter(|_| has_pc_sections) {
            pc_sections::emit_function(ctx, start, end)?;
        }
    }
    pc_sections::emit_insts(ctx)?;
    call_graph_section::emit(ctx)?;
    kcfi::emit_traps(ctx)?;
    patchable::emit_table(ctx)
}

/// Emits everything before a function's first instruction, its symbol last.
fn emit_head(ctx: &mut EmitContext<'_>) -> Result<()> {
    let (function, symbol) = (ctx.function, ctx.function.symbol);
    ctx.out.switch_section(&sections::for_function(ctx.module, function));
    ctx.out.visibility(symbol);
    ctx.out.linkage(symbol);
    let least = ctx.target.mc().code_align().max(1 << ctx.module.options.function_align);
    ctx.out.align(function.attrs.align.max(least), Padding::Code);
    ctx.out.symbol_type(symbol, SymbolType::Function);
    function_data::emit_prefix(ctx)?;
    kcfi::emit_type_identifier(ctx);
    patchable::emit_prefix(ctx)?;
    function_data::emit_type_identifiers(ctx);
    ctx.out.name_comment(&function.name);
    ctx.out.label(McSymbol::Symbol(symbol));
    Ok(())
}

/// Returns the label at the start of a function's code, if it has an exception table or is text
/// with debug information.
fn start_of_function(ctx: &mut EmitContext<'_>, unwinds: bool) -> Result<Option<Label>> {
    let personality = lsda::personality(ctx.module, ctx.function);
    let is_described = ctx.labels.is_text() && ctx.module.debug_info.is_some();
    if !is_described && (!unwinds || personality.is_none()) {
        return Ok(None);
    }
    let begin = ctx.named_label(LabelName::FunctionBegin);
    ctx.bind(begin);
    Ok(Some(begin))
}

/// Starts the unwind information of the function, whose code starts at `begin`. Returns the labels
/// of its exception table and of the start of its code, if it has such a table.
fn start_unwinding(
    ctx: &mut EmitContext<'_>,
    unwinds: bool,
    begin: Option<Label>,
) -> Result<Option<(Label, Label)>> {
    let function = ctx.function;
    let error = |what: &str| CompileError::new(&function.name, "", what);
    let personality = lsda::personality(ctx.module, function);
    if !unwinds {
        return Ok(None);
    }
    let mut exceptions = None;
    ctx.out.cfi(CfiEvent::Start { simple: false });
    if let Some(column) = function.attrs.return_column {
        ctx.out.cfi(CfiEvent::ReturnColumn(column));
    }
    if let Some((routine, begin)) = personality.zip(begin) {
        let table = ctx.named_label(LabelName::Exception);
        let word =
            ctx.module.personality_word(routine).ok_or_else(|| error("no word for the personality"))?;
        let unwind = ctx.target.mc().unwind();
        let (encoding, to) = (unwind.indirect_encoding(), McSymbol::Symbol(word));
        ctx.out.cfi(CfiEvent::Personality(FramePointer { encoding, to }));
        let (encoding, to) = (unwind.exception_encoding(), McSymbol::Label(table));
        ctx.out.cfi(CfiEvent::ExceptionTable(FramePointer { encoding, to }));
        exceptions = Some((table, begin));
    }
    if function.attrs.sign_with_b_key && function.cfi.iter().any(|rule| rule.negates_ra_state()) {
        ctx.out.cfi(CfiEvent::BKeyFrame);
    }
    if function.attrs.tags_stack {
        ctx.out.cfi(CfiEvent::TaggedFrame);
    }
    Ok(exceptions)
}

/// Emits all blocks, with their debug information, if the function has any.
fn emit_blocks<'a>(
    ctx: &mut EmitContext<'a>,
    mut debug: Option<Described<'a>>,
    unwinds: bool,
) -> Result<Option<Described<'a>>> {
    let function = ctx.function;
    let comments = ctx.out.is_verbose().then(|| LoopComments::of(function));
    let referenced = referenced_blocks(function, ctx.descs, ctx.labels.is_text());
    for (position, &block) in function.layout.iter().enumerate() {
        let next = function.layout.get(position + 1).copied();
        start_block(ctx, position, comments.as_ref(), referenced[block.index()]);
        let mut inst = function.first_inst(block);
        if let Some(debug) = &mut debug {
            for inst in function.insts(block) {
                emit_described(ctx, debug, inst, block, next, unwinds)?;
            }
            continue;
        }
        if function.inst_metadata.is_some() {
            for inst in function.insts(block) {
                emit_with_metadata(ctx, inst, next, unwinds)?;
            }
            continue;
        }
        while let Some(other) = ctx.out.insts(function, inst, None) {
            emit_inst(ctx, other, next, unwinds)?;
            inst = function.next_inst(other);
        }
    }
    Ok(debug)
}

/// Emits an instruction, and the debug events before and after it.
fn emit_described(
    ctx: &mut EmitContext<'_>,
    debug: &mut Described<'_>,
    inst: InstId,
    block: BlockId,
    next: Option<BlockId>,
    unwinds: bool,
) -> Result<()> {
    let function = ctx.function;
    if !debug.before(inst, block, ctx.out) {
        return Ok(());
    }
    emit_with_metadata(ctx, inst, next, unwinds)?;
    debug.after(inst, function, ctx.out);
    Ok(())
}

/// Emits an instruction, and labels for its metadata before it.
fn emit_with_metadata(
    ctx: &mut EmitContext<'_>,
    inst: InstId,
    next: Option<BlockId>,
    unwinds: bool,
) -> Result<()> {
    let function = ctx.function;
    if function.metadata_of(inst).is_some() {
        metadata_labels::start(ctx, inst);
        let emitted = emit_inst(ctx, inst, next, unwinds);
        metadata_labels::end(ctx);
        return emitted;
    }
    let end = function.next_inst(inst);
    if ctx.out.insts(function, Some(inst), end) != end {
        emit_inst(ctx, inst, next, unwinds)?;
    }
    Ok(())
}

fn emit_inst(ctx: &mut EmitContext<'_>, inst: InstId, next: Option<BlockId>, unwinds: bool) -> Result<()> {
    let (function, opcode) = (ctx.function, ctx.function.opcode(inst));
    if opcode.is_target() {
        let desc = ctx.descs.get(opcode);
        if is_elided(function, desc, inst, next) {
            return Ok(());
        }
        if ctx.out.is_verbose() {
            asm_comments::write_origin(ctx, inst);
            asm_comments::write_spills(ctx, inst);
        }
        let is_branch = desc.has(InstrFlags::BRANCH) && ctx.labelled.is_none();
        if is_branch && emit_branch(ctx, desc, inst) {
            return Ok(());
        }
        return ctx.target.mc().lower_inst(ctx, inst);
    }
    match opcode {
        op::CFI_INSTRUCTION => {
            let directive =
                function.operands(inst).first().and_then(|o| function.cfi.get(o.payload() as usize));
            let directive = directive.ok_or_else(|| ctx.error(inst, "no such CFI directive"))?;
            if unwinds {
                ctx.out.cfi(CfiEvent::Directive(*directive));
            }
            Ok(())
        }
        op::EH_LABEL => {
            let number = function.eh_label(inst);
            let number = number.ok_or_else(|| ctx.error(inst, "a label without a number"))?;
            let label = ctx.eh_label(number);
            ctx.out.comment(format_args!("EH_LABEL"));
            ctx.bind(label);
            pc_sections::note(ctx, inst);
            Ok(())
        }
        op::LOCAL_ESCAPE => {
            let &[name, offset] = function.operands(inst) else {
                return Err(ctx.error(inst, "an escaped object has a name and an offset"));
            };
            let (function, number) = ctx.frame_escape(inst, name)?;
            let offset = ctx.function.imm_value(offset);
            let offset = offset.ok_or_else(|| ctx.error(inst, "an object without an offset"))?;
            ctx.out.assign_frame_escape(function, number, offset);
            Ok(())
        }
        _ if op::is_silent(opcode) => Ok(()),
        _ if xray::is_sled(function, opcode) => xray::emit_sled(ctx, opcode),
        op::PATCHABLE_EVENT_CALL | op::PATCHABLE_TYPED_EVENT_CALL => xray::emit_event(ctx, inst),
        op::PATCHABLE_FUNCTION_ENTER => patchable::emit_entry(ctx),
        op::PSEUDO_PROBE => pseudo_probes::note(ctx, inst),
        op::GC_LABEL => {
            ctx.bind_recorded();
            Ok(())
        }
        op::INLINEASM | op::INLINEASM_BR => {
            ctx.note_metadata(opcode)?;
            inline_asm::emit(ctx, inst)
        }
        op::STACKMAP | op::PATCHPOINT | op::STATEPOINT => {
            ctx.note_metadata(opcode)?;
            stack_maps::emit(ctx, inst)
        }
        _ => Err(ctx.error(inst, "instruction cannot be emitted")),
    }
}

/// Emits a branch to a block as its table line defines it. Returns true if `inst` is one.
fn emit_branch(ctx: &mut EmitContext<'_>, desc: &InstrDesc, inst: InstId) -> bool {
    let last = desc.operands.len().checked_sub(1);
    let last = last.and_then(|last| ctx.function.operands(inst).get(last));
    let Some((to, block)) = last.and_then(|to| Some((to, to.as_block()?))) else { return false };
    let specifier = Specifier(to.target_flags());
    let to = McExpr::from(ctx.block_label(block)).with(specifier);
    ctx.out.branch(ctx.function, inst, to)
}

fn emit_jump_tables(ctx: &mut EmitContext<'_>) -> Result<()> {
    let function = ctx.function;
    if function.jump_tables.iter().all(|t| t.targets.is_empty()) {
        return Ok(());
    }
    ctx.out.switch_section(&sections::for_jump_tables(ctx.module, function.symbol));
    let kind = ctx.target.mc().jump_table(function.jump_table_kind);
    let (JumpTableKind::Absolute(size) | JumpTableKind::Relative(size)) = kind;
    ctx.out.align(size as u32, Padding::Zero);
    let mut sizes = Vec::new();
    for (index, table) in function.jump_tables.iter().enumerate().filter(|(_, t)| !t.targets.is_empty()) {
        let here = ctx.jump_table_label(JumpTableId::new(index));
        ctx.bind(here);
        sizes.push((here, table.targets.len()));
        for &block in &table.targets {
            let base = match kind {
                JumpTableKind::Absolute(_) => None,
                JumpTableKind::Relative(_) => Some(Base::Symbol(McSymbol::Label(here))),
            };
            let value = McValue { base, ..McValue::plain(McExpr::from(ctx.block_label(block))) };
            ctx.out.value(&value, size).map_err(|e| CompileError::new(&function.name, "jump table", e))?;
        }
    }
    if ctx.module.options.jump_table_sizes && ctx.target.mc().lists_jump_tables() {
        jump_table_sizes::emit(ctx, &sizes)?;
    }
    Ok(())
}
