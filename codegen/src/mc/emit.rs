//! Emission of functions and the module: MIR without virtual registers becomes assembly or an
//! object.
//!
//! Requires: `NoVRegs`, frame lowering done, pseudos that the target can expand. Establishes: a
//! [`FunctionChunk`] that depends only on the function and its number. Functions are therefore
//! emitted on any thread and merged in the module's order. Cost: linear, except for relaxation (see
//! `relax`).

use super::asm::{AsmChunk, AsmStreamer, COMMENT_COLUMN, Sections, write_bytes, write_section};
use super::asm_comments::{self, LoopComments};
use super::asm_layout;
use super::asm_parser;
pub use super::assembler::Memory;
use super::assembler::ObjectStreamer;
use super::blocks::{continuations, is_elided, referenced_blocks, start_block};
use super::chunk::ObjectChunk;
use super::context::EmitContext;
use super::data::{self, ByWords};
use super::debug_text::DebugText;
use super::described::Described;
use super::inst::{Label, McExpr, McInst, McSymbol, Specifier};
use super::labels::{LabelName, Labels, ModuleNumbers};
use super::lsda;
use super::names::{Names, write_string};
use super::object::{Assembled, ModuleFiles, OpenChunk};
use super::streamer::{Base, CfiEvent, FramePointer, FrameSections, McValue, Padding, Streamer, SymbolType};
use super::target::{AsmDialect, JumpTableKind, McTarget, SymbolNames};
use super::unlaid::UnlaidChunk;
use super::{
    address_significance, function_data, gnu_property, inline_asm, kcfi, object, patchable, pc_sections,
    pseudo_probes, sections, stack_maps, stack_sizes, xray,
};
use crate::ir::entity::{BlockId, ConstantId, InstId, JumpTableId, SubtargetId, SymbolId};
use crate::ir::mir::{Elements, MachineFunction};
use crate::ir::module::Module;
use crate::ir::opcodes as op;
use crate::ir::section::Section;
use crate::support::error::{CompileError, Result};
use crate::target::Target;
use crate::target::desc::instructions::{InstrDesc, InstrFlags};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::Write;

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
    subtarget: SubtargetId,
    mentioned: Box<Mentioned>,
    contents: Contents,
}

/// The data and tables of the module that one function refers to.
#[derive(Clone, Debug)]
struct Mentioned {
    /// The personality routine of its unwind table entry.
    personality: Option<SymbolId>,
    /// The types in its exception table.
    types: Vec<SymbolId>,
    /// The symbols that it refers to, if the object has an address-significance table.
    references: Vec<SymbolId>,
    /// Its stack map, if it has one.
    stack_map: Option<Box<stack_maps::FunctionMap>>,
}

impl FunctionChunk {
    /// Returns the last section of its text.
    fn last_section(&self) -> Option<Section> {
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

#[derive(Clone, Debug)]
enum Contents {
    Object(Assembled),
    /// Text, and its assembled form for debug information.
    Assembly(Box<AsmChunk>, Option<Assembled>),
}

/// Emits functions of a module for one subtarget.
#[derive(Clone, Copy)]
pub struct FunctionEmitter<'a> {
    module: &'a Module,
    target: &'a dyn Target,
    kind: OutputKind,
}

impl<'a> FunctionEmitter<'a> {
    /// Returns an emitter for the subtarget `target`.
    pub fn new(module: &'a Module, target: &'a dyn Target, kind: OutputKind) -> Self {
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
                        let estimates = self.module.raw_asm;
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
        let references = match self.module.address_significance {
            true => address_significance::of_function(function),
            false => Vec::new(),
        };
        let stack_map = match records {
            0 => None,
            _ => Some(Box::new(stack_maps::FunctionMap::of(function, self.target)?)),
        };
        let mentioned = Box::new(Mentioned { personality, types, references, stack_map });
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
        let laid = chunk.lay_in(self.target.mc(), memory);
        Ok(Assembled::Laid(laid.map_err(|e| CompileError::new(&function.name, "", e))?))
    }

    fn assemble(
        &self,
        function: &MachineFunction,
        number: u32,
        estimates: bool,
        memory: &mut Memory,
        records: &mut u32,
    ) -> Result<UnlaidChunk> {
        let mut streamer = ObjectStreamer::new_in(self.target.mc(), memory);
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
            false => chunk.lay_in(self.target.mc(), memory).map(|laid| laid.inverted),
        };
        inverted.map_err(|e| CompileError::new(&function.name, "", e))
    }

    /// Emits `function`. Returns the number of its stack map records.
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
            out,
            labels,
            patch_start: None,
            sleds: Vec::new(),
            probes: Vec::new(),
            type_traps: Vec::new(),
            eh_labels: BTreeMap::new(),
            address_words: HashMap::new(),
            map_records: 0,
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
        Ok(ctx.map_records)
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
        module.force_debug_frame || module.debug_info.as_ref().is_some_and(|info| info.says_something());
    (eh_frame || is_debugged)
        .then_some(FrameSections { eh_frame, debug_frame: module.force_debug_frame || !eh_frame })
}

fn emit_body(ctx: &mut EmitContext<'_>) -> Result<()> {
    let function = ctx.function;
    let frame_sections = frame_sections(ctx.module, function);
    let unwinds = frame_sections.is_some();
    frame_sections.into_iter().for_each(|sections| ctx.out.frame_sections(sections));
    emit_head(ctx)?;
    let has_pc_sections = !function.attrs.pc_sections.is_empty();
    let module = ctx.module;
    let of_module = module.stack_sizes || module.has_probes;
    let has_tables = function.attrs.xray.is_some() || of_module || has_pc_sections;
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
        if ctx.module.stack_sizes {
            stack_sizes::emit_entry(ctx, start)?;
        }
        xray::emit_table(ctx, start)?;
        pseudo_probes::emit_table(ctx, start)?;
        if let Some(end) = end.filter(|_| has_pc_sections) {
            pc_sections::emit_function(ctx, start, end)?;
        }
    }
    kcfi::emit_traps(ctx)?;
    patchable::emit_table(ctx)
}

/// Emits everything before a function's first instruction, its symbol last.
fn emit_head(ctx: &mut EmitContext<'_>) -> Result<()> {
    let (function, symbol) = (ctx.function, ctx.function.symbol);
    ctx.out.switch_section(&sections::for_function(ctx.module, function));
    ctx.out.visibility(symbol);
    ctx.out.linkage(symbol);
    ctx.out.align(function.attrs.align.max(ctx.target.mc().code_align()), Padding::Code);
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
    let end = function.next_inst(inst);
    if ctx.out.insts(function, Some(inst), end) != end {
        emit_inst(ctx, inst, next, unwinds)?;
    }
    debug.after(inst, function, ctx.out);
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
        if desc.has(InstrFlags::BRANCH) && emit_branch(ctx, desc, inst) {
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
            Ok(())
        }
        _ if op::is_silent(opcode) => Ok(()),
        _ if crate::passes::post_ra::xray::is_sled(function, opcode) => xray::emit_sled(ctx, opcode),
        op::PATCHABLE_FUNCTION_ENTER => patchable::emit_entry(ctx),
        op::PSEUDO_PROBE => pseudo_probes::note(ctx, inst),
        op::INLINEASM | op::INLINEASM_BR => inline_asm::emit(ctx, inst),
        op::STACKMAP | op::PATCHPOINT | op::STATEPOINT => stack_maps::emit(ctx, inst),
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
    for (index, table) in function.jump_tables.iter().enumerate().filter(|(_, t)| !t.targets.is_empty()) {
        let here = ctx.jump_table_label(JumpTableId::new(index));
        ctx.bind(here);
        for &block in &table.targets {
            let base = match kind {
                JumpTableKind::Absolute(_) => None,
                JumpTableKind::Relative(_) => Some(Base::Symbol(McSymbol::Label(here))),
            };
            let value = McValue { base, ..McValue::plain(McExpr::from(ctx.block_label(block))) };
            ctx.out.value(&value, size).map_err(|e| CompileError::new(&function.name, "jump table", e))?;
        }
    }
    Ok(())
}

/// Writes a module: the functions' chunks in the module's order, then data and the rest of the
/// object. `targets` are the subtargets by number; `own` is the module's.
pub fn write_module(
    module: &Module,
    own: &dyn Target,
    targets: &[&dyn Target],
    chunks: Vec<FunctionChunk>,
    kind: OutputKind,
) -> Result<ModuleFiles> {
    let error = |e: String| CompileError::new("", "", e);
    let target = own.mc();
    let by_words = ByWords {
        routines: chunks.iter().filter_map(|chunk| chunk.mentioned.personality).collect(),
        types: chunks.iter().flat_map(|chunk| &chunk.mentioned.types).copied().collect(),
    };
    let maps: Vec<stack_maps::FunctionMap> =
        chunks.iter().filter_map(|chunk| chunk.mentioned.stack_map.as_deref().cloned()).collect();
    let references = chunks.iter().flat_map(|chunk| &chunk.mentioned.references).copied();
    let significant = module.address_significance.then(|| address_significance::table(module, references));
    match kind {
        OutputKind::Object => {
            let mut streamer = ObjectStreamer::new(target);
            data::emit(module, target, &by_words, &mut streamer).map_err(error)?;
            stack_maps::emit_section(module, &maps, target, &mut streamer).map_err(error)?;
            gnu_property::emit(&target.notes(module), &mut streamer);
            let mut inputs = Vec::with_capacity(chunks.len() + 2);
            if !module.asm.trim().is_empty() {
                inputs.push((target, Assembled::Laid(module_asm(module, own)?)));
            }
            for chunk in chunks {
                let Contents::Object(contents) = chunk.contents else { continue };
                let of =
                    targets.get(chunk.subtarget.index()).ok_or_else(|| error("no such subtarget".into()))?;
                inputs.push((of.mc(), contents));
            }
            inputs.push((target, Assembled::Laid(streamer.finish().map_err(error)?)));
            object::write(module, target, inputs, significant.as_deref())
        }
        OutputKind::Assembly => {
            if !module.asm.trim().is_empty() && !module.raw_asm {
                module_asm(module, targets[0]).map_err(|mut error| {
                    error.message.push_str(inline_asm::UNREAD);
                    error
                })?;
            }
            let last = chunks.iter().rev().find_map(FunctionChunk::last_section);
            let mut streamer = AsmStreamer::after(module, target, last);
            data::emit(module, target, &by_words, &mut streamer).map_err(error)?;
            stack_maps::emit_section(module, &maps, target, &mut streamer).map_err(error)?;
            gnu_property::emit(&target.notes(module), &mut streamer);
            let data = streamer.finish();
            let main = write_assembly(module, own, targets, chunks, data, significant.as_deref())?;
            Ok(ModuleFiles { main, split: Vec::new() })
        }
    }
}

/// Writes a module as text; `data` is everything except its functions.
fn write_assembly(
    module: &Module,
    own: &dyn Target,
    targets: &[&dyn Target],
    chunks: Vec<FunctionChunk>,
    data: AsmChunk,
    significant: Option<&[SymbolId]>,
) -> Result<Vec<u8>> {
    let error = |e: String| CompileError::new("", "", e);
    let target = own.mc();
    let isa = target.isa();
    let relaxed = targets.iter().any(|of| of.mc().linker_relaxation());
    let subtargets: Vec<_> = targets.iter().map(|of| of.mc().asm_subtarget(&isa, relaxed)).collect();
    let mut parts = Vec::with_capacity(chunks.len() + 1);
    let mut assembled = Vec::with_capacity(chunks.len());
    for chunk in chunks {
        let of = chunk.subtarget.index();
        let Contents::Assembly(contents, chunk) = chunk.contents else { continue };
        parts.push((of, *contents));
        let of = targets.get(of).ok_or_else(|| error("no such subtarget".into()))?;
        assembled.extend(chunk.map(|chunk| (of.mc(), chunk)));
    }
    let of_frames = FrameSections::of_all(parts.iter().filter_map(|(_, part)| part.frame_sections));
    let debug = match module.debug_info {
        Some(_) => debug_text(module, own, assembled, &mut parts)?,
        None => None,
    };
    let enclosed = parts.into_iter().map(|(of, part)| (&subtargets[of].of_function, part));
    let mut parts: Vec<Enclosed<'_>> = enclosed.collect();
    let of_data = Default::default();
    parts.push((&of_data, data));
    let mut of_file: Vec<&str> = Vec::new();
    for line in subtargets.iter().flat_map(|of| &of.of_file) {
        if !of_file.contains(&line.as_str()) {
            of_file.push(line);
        }
    }
    let of_asm = target.asm_subtarget(&isa, relaxed).of_function;
    of_file.extend(of_frames.and_then(FrameSections::directive));
    let text = write_text(module, own, &of_file.concat(), &of_asm, debug.as_ref(), &parts);
    let mut text = text.map_err(error)?;
    write_significant(module, target.dialect(), significant, &mut text);
    Ok(text.into_bytes())
}

/// Builds debug information for the text of functions, from their `assembled` forms. Inserts labels
/// and line directives into their text.
fn debug_text<'a>(
    module: &'a Module,
    own: &'a dyn Target,
    assembled: Vec<(&dyn McTarget, Assembled)>,
    parts: &mut [(usize, AsmChunk)],
) -> Result<Option<DebugText<'a>>> {
    let mut inputs = Vec::with_capacity(assembled.len() + 1);
    if !module.asm.trim().is_empty() && !module.raw_asm {
        inputs.push((own.mc(), Assembled::Laid(module_asm(module, own)?)));
    }
    let before = inputs.len();
    inputs.extend(assembled);
    let described = object::describe_text(module, own.mc(), inputs)?;
    let mut debug = described.map(|described| DebugText::new(module, own.mc(), described, before));
    for (number, (_, part)) in (before..).zip(parts) {
        debug.iter_mut().for_each(|debug| debug.weave(number, part));
    }
    Ok(debug)
}

/// Returns the module-level assembly in assembled form.
fn module_asm(module: &Module, target: &dyn Target) -> Result<ObjectChunk> {
    let assembled = asm_parser::assemble(module, target, &module.asm);
    assembled.map_err(|e| {
        let message = e.place() + &e.message;
        CompileError::new("module-level assembly", e.statement, message)
    })
}

/// The text before a chunk of text and after it, and the chunk.
type Enclosed<'a> = (&'a [String; 2], AsmChunk);

/// Writes the whole text. `of_file` belongs to the subtargets; `before` and `after` enclose the
/// module-level assembly.
fn write_text(
    module: &Module,
    target: &dyn Target,
    of_file: &str,
    [before, after]: &[String; 2],
    debug: Option<&DebugText<'_>>,
    parts: &[Enclosed<'_>],
) -> std::result::Result<String, String> {
    let mut text = String::with_capacity(parts.iter().map(|(_, p)| p.text.len()).sum::<usize>() + 1024);
    text.push_str(&target.mc().asm_prologue(module));
    text.push_str(of_file);
    if !module.source_file_name.is_empty() {
        let name = module.source_file_name.rsplit('/').next().unwrap_or_default();
        push_string(".file", name, &mut text);
    }
    if !module.asm.trim().is_empty() {
        text.push_str(before);
        write_module_asm(module, target.mc().dialect().comment, &mut text);
        text.push_str(after);
    }
    text.push_str(debug.map_or("", DebugText::files));
    let mut section = None;
    let exceptions = parts.iter().map(|(_, part)| part.exceptions).sum();
    let mut numbers = match module.optimized {
        true => ModuleNumbers::after_exceptions(exceptions),
        false => ModuleNumbers::default(),
    };
    for ([before, after], part) in parts {
        text.push_str(before);
        if let Some(Sections { begin, end }) = &part.sections {
            if let Some(begin) = begin.as_ref().filter(|begin| section != Some(*begin)) {
                write_section(module, begin, &mut text);
            }
            section = Some(end);
        }
        numbers.push(&part.text, part.exceptions, &mut text);
        text.push_str(after);
    }
    let mut missing = String::new();
    write_missing_blocks(module, target.mc().dialect(), parts, &mut missing);
    numbers.push(&missing, 0, &mut text);
    text.push_str(debug.map_or("", DebugText::last_files));
    for (section, bytes) in &module.metadata_sections {
        write_section(module, section, &mut text);
        write_bytes(bytes, &mut text);
    }
    for ident in &module.idents {
        push_string(".ident", ident, &mut text);
    }
    write_call_graph(module, target.mc().dialect(), &mut text);
    let flags = if module.executable_stack { "x" } else { "" };
    text.push_str(&format!("\t.section\t\".note.GNU-stack\",\"{flags}\",@progbits\n"));
    if let Some(debug) = debug {
        let mut sections = String::new();
        debug.write_sections(&mut sections)?;
        numbers.push(&sections, 0, &mut text);
    }
    Ok(text)
}

/// Writes the module-level assembly.
fn write_module_asm(module: &Module, comment: &str, text: &mut String) {
    let headline = |what: &str, text: &mut String| {
        if module.asm_comments {
            text.push_str(&format!("{:COMMENT_COLUMN$}{comment} {what} of file scope inline assembly", ""));
        }
        text.push('\n');
    };
    headline("Start", text);
    for line in asm_layout::lines(&module.asm, comment) {
        text.extend([&line, "\n"]);
    }
    text.push('\n');
    headline("End", text);
}

/// Writes the list of symbols with significant addresses.
fn write_significant(
    module: &Module,
    dialect: &'static AsmDialect,
    significant: Option<&[SymbolId]>,
    text: &mut String,
) {
    let Some(significant) = significant else { return };
    let names = Names { module, labels: &Labels::default(), dialect };
    text.push_str("\t.addrsig\n");
    for &id in significant {
        let mut line = String::from("\t.addrsig_sym\t");
        if names.write_symbol(McSymbol::Symbol(id), &mut line).is_ok() {
            text.push_str(&line);
            text.push('\n');
        }
    }
}

/// Writes how often functions call each other.
fn write_call_graph(module: &Module, dialect: &'static AsmDialect, text: &mut String) {
    let names = Names { module, labels: &Labels::default(), dialect };
    for edge in &module.call_graph {
        let mut line = String::from("\t.cg_profile\t");
        let written = names
            .write_symbol(McSymbol::Symbol(edge.from), &mut line)
            .and_then(|()| line.write_str(", "))
            .and_then(|()| names.write_symbol(McSymbol::Symbol(edge.to), &mut line))
            .and_then(|()| writeln!(line, ", {}", edge.count));
        if written.is_ok() {
            text.push_str(&line);
        }
    }
}

fn push_string(directive: &str, string: &str, text: &mut String) {
    let mut line = format!("\t{directive}\t");
    if write_string(string, &mut line).is_ok() {
        text.push_str(&line);
        text.push('\n');
    }
}

/// Defines removed blocks as the address of their function.
fn write_missing_blocks(
    module: &Module,
    dialect: &'static AsmDialect,
    parts: &[Enclosed<'_>],
    text: &mut String,
) {
    let defined: HashSet<_> = parts.iter().flat_map(|(_, p)| &p.blocks).collect();
    let mut seen = HashSet::new();
    let names = Names { module, labels: &Labels::of_data(), dialect };
    for block in parts.iter().flat_map(|(_, p)| &p.block_uses) {
        if defined.contains(block) || !seen.insert(*block) {
            continue;
        }
        let mut line = String::from("\t.set\t");
        let written = names
            .write_symbol(McSymbol::Block(block.0, block.1), &mut line)
            .and_then(|()| line.write_str(", "))
            .and_then(|()| names.write_symbol(McSymbol::Symbol(block.0), &mut line));
        if written.is_ok() {
            text.push_str(&line);
            text.push('\n');
        }
    }
}
