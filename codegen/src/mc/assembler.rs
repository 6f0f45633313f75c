//! The object streamer: one function's (or the data's) contents by section, with unresolved fixups.
//!
//! Requires: labels of branches are in the same section. Establishes: an [`UnrelaxedChunk`], or the
//! [`ObjectChunk`] that its layout produces. Cost: linear.

use super::chunk::{ChunkSection, Definition, Filled, FrameTraits, ObjectChunk, Pending};
use super::chunk_layout::UnrelaxedChunk;
use super::dwarf::events::{ChunkDebug, DebugEvent, EmittedFunction, FileRow};
use super::inst::{Fixup, FixupKind, Label, McExpr, McInst, McOperand, McSymbol};
use super::relax::{Alignment, Item, ItemKind, Number, Origin};
use super::unrelaxed::{Code, Growing, GrowingFrame, Memory, Position};
use crate::ir::entity::{InstId, SymbolId};
use crate::ir::mir::MachineFunction;
use crate::ir::section::{Section, SectionType};
use crate::machine::desc::instructions::Opcode;
use crate::mc::code_emitter::EncodedBranch;
use crate::mc::streamer::Streamer;
use crate::mc::streamer::code::CodeStreamer;
use crate::mc::streamer::data::{Base, DataStreamer, McValue, Relocation};
use crate::mc::streamer::debug::DebugStreamer;
use crate::mc::streamer::frames::{CfiEvent, FramePointer, FrameSections, FrameStreamer};
use crate::mc::streamer::sections::{Fill, Filling, Padding, SectionStreamer};
use crate::mc::streamer::symbols::{SymbolStreamer, SymbolType};
use crate::mc::target::McTarget;
use smallvec::SmallVec;
use std::collections::HashMap;

/// The base of a relocation's offset.
#[derive(Clone, Copy, Debug)]
pub(super) enum Anchor {
    Label(Label),
    /// The start of a part.
    Part(u32),
}

/// The maximum number of parts that are searched linearly for a section.
const FEW_PARTS: usize = 8;

/// The initial capacity of code, in bytes.
const CODE_ROOM: usize = 512;

/// See the module's description.
pub(crate) struct ObjectStreamer<'a> {
    target: &'a dyn McTarget,
    parts: Vec<Growing>,
    current: usize,
    /// True if no other contents precede its own in their sections.
    whole: bool,
    /// True if the linker may shorten the following contents; the second, any contents.
    relaxes: bool,
    relaxes_any: bool,
    /// True if branches have their longest forms.
    relaxes_all: bool,
    subsection: u32,
    /// The last part of each section and subsection, if there are many parts.
    by_section: HashMap<(Section, u32), usize>,
    labels: Vec<Option<(u32, Position)>>,
    /// Labels defined as other labels plus an offset in bytes.
    label_aliases: Vec<(Label, Label, i64)>,
    shared: Vec<(McSymbol, (u32, Position))>,
    starts: Vec<(SymbolId, (u32, Position))>,
    ends: Vec<(SymbolId, (u32, Position))>,
    symbols: Vec<(SymbolId, Definition)>,
    /// Relocations at an offset in bytes from an anchor.
    relocations: Vec<(Anchor, i64, Relocation)>,
    frames: Vec<GrowingFrame>,
    frame_sections: FrameSections,
    debug: Option<Box<ChunkDebug<(u32, Position)>>>,
    lines: Vec<((u32, Position), FileRow)>,
    fixups: SmallVec<[Fixup; 2]>,
    /// Memory for the first part with code, which returns it.
    memory: Code,
}

/// Returns true if `inst` is a branch to a label and has relaxed forms.
pub(super) fn is_relaxable(target: &dyn McTarget, inst: &McInst) -> bool {
    inst.target().is_some_and(|t| matches!(t.symbol, McSymbol::Label(_))) && target.is_relaxable(inst)
}

impl<'a> ObjectStreamer<'a> {
    /// Returns a streamer for `target`. A section must be selected first.
    pub(crate) fn new(target: &'a dyn McTarget) -> Self {
        let relaxes = target.linker_relaxation();
        ObjectStreamer {
            target,
            parts: Vec::new(),
            current: 0,
            whole: false,
            relaxes,
            relaxes_any: relaxes,
            relaxes_all: false,
            subsection: 0,
            by_section: HashMap::new(),
            labels: Vec::new(),
            label_aliases: Vec::new(),
            shared: Vec::new(),
            starts: Vec::new(),
            ends: Vec::new(),
            symbols: Vec::new(),
            relocations: Vec::new(),
            frames: Vec::new(),
            frame_sections: FrameSections::default(),
            debug: None,
            lines: Vec::new(),
            fixups: SmallVec::new(),
            memory: Code::default(),
        }
    }

    /// Returns a streamer that uses this memory, which [`UnrelaxedChunk::layout_in`] returns.
    pub(crate) fn new_in(target: &'a dyn McTarget, memory: &mut Memory) -> Self {
        let (code, labels) = (std::mem::take(&mut memory.code), std::mem::take(&mut memory.labels));
        debug_assert!(labels.is_empty(), "reused memory has the labels of another function");
        ObjectStreamer { memory: code, labels, ..ObjectStreamer::new(target) }
    }

    /// Returns a streamer for contents without predecessors in their sections.
    pub(crate) fn of_whole_sections(target: &'a dyn McTarget) -> Self {
        ObjectStreamer { whole: true, ..ObjectStreamer::new(target) }
    }

    /// Returns the streamer, which gives branches their longest forms if `relaxes_all`.
    pub fn relaxing_all(self, relaxes_all: bool) -> Self {
        ObjectStreamer { relaxes_all, ..self }
    }

    fn start_part(&mut self, section: Section) {
        let is_aligned = self.target.dialect().aligns_code_sections || section.name == Section::TEXT;
        let align = if section.is_code() && is_aligned { self.target.code_align() } else { 1 };
        self.current = self.parts.len();
        if self.current >= FEW_PARTS {
            if self.current == FEW_PARTS {
                let parts = self.parts.iter().enumerate();
                let known = parts.map(|(n, p)| ((p.part.section.clone(), p.part.subsection), n));
                self.by_section.extend(known);
            }
            self.by_section.insert((section.clone(), self.subsection), self.current);
        }
        let is_code = section.is_code();
        let Code { mut bytes, items, operands, pending } =
            if is_code { std::mem::take(&mut self.memory) } else { Code::default() };
        bytes.reserve(if is_code { CODE_ROOM } else { 0 });
        let subsection = self.subsection;
        let part = ChunkSection {
            section,
            subsection,
            start: align,
            align,
            size: 0,
            bytes,
            pending: Vec::new(),
            marks: Vec::new(),
            exception_table: None,
        };
        self.parts.push(Growing {
            part,
            origin: Origin::At(0),
            labelled: false,
            is_open: false,
            has_fixed_padding: false,
            relaxes_all: self.relaxes_all,
            items,
            operands,
            pending,
            marks: Vec::new(),
            shortenable: 0,
        });
    }

    /// Returns the last part of a section and subsection.
    fn last_part(&self, section: &Section, subsection: u32) -> Option<usize> {
        if self.parts.len() > FEW_PARTS {
            return self.by_section.get(&(section.clone(), subsection)).copied();
        }
        let is_same = |p: &Growing| p.part.subsection == subsection && p.part.section == *section;
        self.parts.iter().rposition(is_same)
    }

    fn part(&mut self) -> &mut Growing {
        if self.parts.is_empty() {
            self.switch_section(&Section::code(".text"));
        }
        &mut self.parts[self.current]
    }

    /// Returns the current part, for adding code.
    #[inline]
    fn code(&mut self) -> &mut Growing {
        let growing = self.part();
        if growing.is_data() {
            growing.mark(false);
        }
        growing
    }

    fn here(&mut self) -> (u32, Position) {
        let position = self.part().position();
        (self.current as u32, position)
    }

    /// Returns true if a branch at `at` reaches an earlier label at a distance that is final. (If
    /// the text has relaxed forms of branches, or all are relaxed, all are recorded.)
    fn goes_back_for_good(&self, to: Option<McExpr>, kind: FixupKind, at: Position) -> bool {
        if self.relaxes_all {
            return false;
        }
        let Some(expr) = to.filter(|_| self.target.dialect().relaxes_branches) else { return false };
        let label = label_of(expr).and_then(|label| self.labels.get(label.0 as usize).copied().flatten());
        label.is_some_and(|(part, to)| {
            let distance = to.offset as i64 + expr.addend - at.offset as i64;
            part as usize == self.current && to.items == at.items && self.target.reaches(kind, distance)
        })
    }

    /// Encodes an instruction, which is a branch with relaxed forms if it `may_grow`.
    fn encode(&mut self, inst: &McInst, may_grow: bool) -> Result<(), String> {
        let (target, relaxes) = (self.target, self.relaxes);
        self.fixups.clear();
        self.part();
        let growing = &mut self.parts[self.current];
        growing.mark(false);
        let at = growing.position();
        target.encode(inst, &mut growing.part.bytes, &mut self.fixups)?;
        growing.part.size = growing.part.bytes.len() as u64;
        let first = self.fixups.first().map(|fixup| fixup.kind).filter(|_| may_grow);
        if let Some(kind) = first.filter(|&kind| !self.goes_back_for_good(inst.target(), kind, at)) {
            let growing = &mut self.parts[self.current];
            let before = growing.operands.len();
            growing.operands.extend_from_slice(&inst.operands);
            growing.push_branch(at, (inst.opcode, kind), before, relaxes);
            return Ok(());
        }
        let growing = &mut self.parts[self.current];
        for fixup in &self.fixups {
            let offset = at.offset + fixup.offset as u64;
            let pending = Pending::plain(offset, Filled::Instruction(fixup.kind, relaxes), fixup.expr);
            growing.pending.push((Position { offset, ..at }, pending));
        }
        let shortenable = |f: &Fixup| target.fixup_info(f.kind).relaxable;
        if relaxes && self.fixups.iter().any(shortenable) {
            growing.shortenable += 1;
        }
        Ok(())
    }

    /// Returns the collected contents, before the layout of branches and padding.
    ///
    /// # Errors
    /// A section without contents (`@nobits`) has some.
    pub(crate) fn collected(self) -> Result<UnrelaxedChunk, String> {
        if let Some(filled) = self.parts.iter().find(|part| part.is_wrongly_filled()) {
            return Err(filled.part.section.refused_contents());
        }
        Ok(UnrelaxedChunk {
            parts: self.parts,
            whole: self.whole,
            relaxes: self.relaxes_any,
            labels: self.labels,
            label_aliases: self.label_aliases,
            shared: self.shared,
            starts: self.starts,
            ends: self.ends,
            symbols: self.symbols,
            relocations: self.relocations,
            frames: self.frames,
            frame_sections: self.frame_sections,
            debug: self.debug,
            lines: self.lines,
        })
    }

    /// Relaxes branches and assigns the offsets of all labels.
    ///
    /// # Errors
    /// See [`ObjectStreamer::collected`] and [`UnrelaxedChunk::layout`].
    pub(crate) fn finish(self) -> Result<ObjectChunk, String> {
        let target = self.target;
        self.collected()?.layout(target)
    }
}

impl SectionStreamer for ObjectStreamer<'_> {
    fn switch_section(&mut self, section: &Section) {
        self.switch_subsection(section, 0);
    }

    fn switch_subsection(&mut self, section: &Section, subsection: u32) {
        let here = self.parts.get(self.current);
        if self.subsection == subsection && here.is_some_and(|p| p.part.section == *section) {
            return;
        }
        self.subsection = subsection;
        match self.last_part(section, subsection) {
            Some(index) => self.current = index,
            None => self.start_part(section.clone()),
        }
    }

    fn align(&mut self, align: u32, padding: Padding) {
        let (target, whole, relaxes) = (self.target, self.whole, self.relaxes_any);
        let data = padding == Padding::Zero || !self.part().part.section.is_code();
        if data && !whole && align > self.part().part.start && self.part().part.size != 0 {
            // Padding depends on the current end of the section, which only the merge knows.
            let section = self.part().part.section.clone();
            self.start_part(section);
        }
        let growing = self.part();
        let untouched = growing.is_untouched();
        growing.part.align = growing.part.align.max(align);
        if untouched || data || align <= target.code_align() {
            growing.part.start = growing.part.start.max(align);
        }
        let at = growing.position();
        if data && !growing.items.is_empty() && growing.part.section.kind != SectionType::Nobits {
            let kind = ItemKind::Align(Alignment { align, value: Some(Fill::ZERO), most: u32::MAX });
            return growing.items.push(Item { at, len: 0, kind });
        }
        if data {
            let size = at.offset.next_multiple_of(align as u64);
            return self.advance(size - at.offset, 0);
        }
        if align <= target.code_align() {
            // Only data among code leaves it unaligned.
            return self.zeros(at.offset.next_multiple_of(align as u64) - at.offset);
        }
        if untouched || whole && at.offset == 0 {
            return;
        }
        if relaxes && growing.may_shorten() {
            let room = (align - target.code_align()) as u64;
            target.nops(room, &mut growing.part.bytes);
            growing.part.size += room;
            growing.pending.push((at, Pending::alignment(at.offset, room)));
            growing.shortenable += 1;
        } else {
            growing.has_fixed_padding |= !relaxes;
            growing.note_inner_align(align, whole, target.code_align());
            let kind = ItemKind::Align(Alignment { align, value: None, most: u32::MAX });
            growing.items.push(Item { at, len: 0, kind });
        }
    }

    fn align_with(&mut self, align: u32, padding: Padding, filling: Filling) -> Result<(), String> {
        let Filling { value, most } = filling;
        let (target, whole, relaxes) = (self.target, self.whole, self.relaxes_any);
        let growing = self.part();
        let section = &growing.part.section;
        let (code, empty) = (section.is_code(), section.kind == SectionType::Nobits);
        if relaxes && code {
            return Err("padding of this kind where the linker may shorten code is not supported".into());
        }
        if empty || !whole && !code {
            return Err("padding of this kind is not supported here".into());
        }
        growing.part.align = growing.part.align.max(align);
        growing.has_fixed_padding = true;
        growing.note_inner_align(align, whole, target.code_align());
        let at = growing.position();
        let value = value.or((padding == Padding::Zero).then_some(Fill::ZERO));
        let kind = ItemKind::Align(Alignment { align, value, most });
        growing.items.push(Item { at, len: 0, kind });
        Ok(())
    }

    fn alias_label(&mut self, label: Label, to: Label, offset: i64) {
        self.label_aliases.push((label, to, offset));
    }

    fn distance(&self, from: Label, to: Label) -> Option<i64> {
        let (part, from) = (*self.labels.get(from.0 as usize)?)?;
        let (other, to) = (*self.labels.get(to.0 as usize)?)?;
        let fixed = part == other && from.items == to.items && from.shortenable == to.shortenable;
        fixed.then_some(to.offset as i64 - from.offset as i64)
    }

    fn offset(&self) -> Option<u64> {
        let at = self.parts.get(self.current)?.position();
        (self.whole && self.subsection == 0 && at.items == 0 && at.shortenable == 0).then_some(at.offset)
    }

    fn label(&mut self, symbol: McSymbol) {
        let growing = self.part();
        growing.labelled = true;
        let position = growing.position();
        let here = (self.current as u32, position);
        match symbol {
            McSymbol::Label(label) => {
                let index = label.0 as usize;
                if self.labels.len() <= index {
                    self.labels.resize(index + 1, None);
                }
                self.labels[index] = Some(here);
            }
            McSymbol::Symbol(symbol) => self.starts.push((symbol, here)),
            McSymbol::Block(..) | McSymbol::TypeStub(_) | McSymbol::Recorded(..) => {
                self.shared.push((symbol, here))
            }
            // Names outside of the module are not defined here.
            McSymbol::External(_) => {}
            // An object derives its location from the symbol.
            McSymbol::LocalAlias(_) | McSymbol::FrameEscape(..) => {}
        }
    }
}

impl CodeStreamer for ObjectStreamer<'_> {
    fn set_linker_relaxation(&mut self, relaxes: bool) {
        self.relaxes = relaxes;
        self.relaxes_any |= relaxes;
    }

    fn plain_inst(&mut self, opcode: Opcode, operands: &[McOperand]) -> bool {
        let target = self.target;
        let mut values = [0; MAX_VALUES];
        let Some(values) = values_of(operands, &mut values) else { return false };
        let code = self.code();
        let done = target.encode_values(opcode, values, &mut code.part.bytes);
        code.part.size = code.part.bytes.len() as u64;
        done
    }

    fn inst(&mut self, inst: &McInst) -> Result<(), String> {
        if self.plain_inst(inst.opcode, &inst.operands) {
            return Ok(());
        }
        let target = self.target;
        let to_symbol = inst.target().is_some_and(|t| !matches!(t.symbol, McSymbol::Label(_)));
        let short = if to_symbol { None } else { target.compress(inst) };
        self.exact(short.as_ref().unwrap_or(inst))
    }

    fn exact(&mut self, inst: &McInst) -> Result<(), String> {
        self.encode(inst, is_relaxable(self.target, inst))
    }

    fn unrelaxed(&mut self, inst: &McInst) -> Result<(), String> {
        self.encode(inst, false)
    }

    fn insts(
        &mut self,
        function: &MachineFunction,
        first: Option<InstId>,
        end: Option<InstId>,
    ) -> Option<InstId> {
        let target = self.target;
        let code = self.code();
        let next = target.encode_insts(function, first, end, &mut code.part.bytes);
        code.part.size = code.part.bytes.len() as u64;
        next
    }

    fn branch(&mut self, function: &MachineFunction, inst: InstId, to: McExpr) -> bool {
        let (target, relaxes) = (self.target, self.relaxes);
        let code = self.code();
        let (at, before) = (code.position(), code.operands.len());
        let encoded = target.encode_branch(function, inst, to, &mut code.part.bytes, &mut code.operands);
        let Some(EncodedBranch { opcode, kind, grows }) = encoded else { return false };
        code.part.size = code.part.bytes.len() as u64;
        let stays = !grows || self.goes_back_for_good(Some(to), kind, at);
        let code = &mut self.parts[self.current];
        if !stays {
            code.push_branch(at, (opcode, kind), before, relaxes);
            return true;
        }
        code.operands.truncate(before);
        code.pending.push((at, Pending::plain(at.offset, Filled::Instruction(kind, relaxes), to)));
        code.shortenable += u32::from(relaxes && target.fixup_info(kind).relaxable);
        true
    }

    fn raw_inst(&mut self, bytes: &[u8]) {
        let growing = self.part();
        growing.mark(false);
        growing.part.bytes.extend_from_slice(bytes);
        growing.part.size += bytes.len() as u64;
    }
}

impl DataStreamer for ObjectStreamer<'_> {
    fn bytes(&mut self, bytes: &[u8]) {
        let growing = self.part();
        if growing.part.section.kind == SectionType::Nobits && bytes.iter().all(|byte| *byte == 0) {
            return self.zeros(bytes.len() as u64);
        }
        growing.mark(true);
        let part = &mut growing.part;
        part.bytes.extend_from_slice(bytes);
        part.size += bytes.len() as u64;
    }

    fn zeros(&mut self, count: u64) {
        if count != 0 {
            self.part().mark(true);
        }
        self.advance(count, 0);
    }

    fn advance(&mut self, count: u64, byte: u8) {
        let part = &mut self.part().part;
        part.size += count;
        if part.section.kind != SectionType::Nobits || byte != 0 {
            part.bytes.resize(part.size as usize, byte);
        }
    }

    fn value(&mut self, value: &McValue, size: u8) -> Result<(), String> {
        let growing = self.part();
        growing.mark(true);
        let at = growing.position();
        growing.pending.push((at, Pending::new(at.offset, Filled::Data(size), value)));
        self.zeros(size as u64);
        Ok(())
    }

    /// Emits a number without marking it as data while it is unresolved, like LLVM's assembler.
    fn leb128(&mut self, value: &McValue, signed: bool) -> Result<(), String> {
        let growing = self.part();
        let at = growing.position();
        let number = Number::new(*value, signed);
        growing.items.push(Item { at, len: Number::INITIAL_SIZE, kind: ItemKind::Number(number) });
        self.advance(u64::from(Number::INITIAL_SIZE), 0);
        Ok(())
    }

    fn relocation(&mut self, at: (Option<Label>, i64), relocation: Relocation) -> Result<(), String> {
        self.part();
        let first = || {
            let section = &self.parts.get(self.current)?.part.section;
            self.last_part(section, 0).map(|part| Anchor::Part(part as u32))
        };
        let anchor = match at.0 {
            Some(label) => Anchor::Label(label),
            None => first().filter(|_| self.whole).ok_or("a section whose start is not known here")?,
        };
        self.relocations.push((anchor, at.1, relocation));
        Ok(())
    }
}

impl FrameStreamer for ObjectStreamer<'_> {
    fn cfi(&mut self, event: CfiEvent) {
        let (part, at) = self.here();
        if let CfiEvent::Start { simple } = event {
            let traits = FrameTraits { simple, ..FrameTraits::default() };
            self.frames.push(GrowingFrame { traits, ..GrowingFrame::new(part, at) });
        }
        let Some(frame) = self.frames.last_mut() else { return };
        match event {
            CfiEvent::Start { .. } => {}
            CfiEvent::BKeyFrame => frame.traits.b_key = true,
            CfiEvent::TaggedFrame => frame.traits.tagged = true,
            CfiEvent::SignalFrame => frame.traits.signal = true,
            CfiEvent::ReturnColumn(column) => frame.traits.return_column = Some(column),
            CfiEvent::Personality(FramePointer { encoding, to }) => {
                frame.traits.personality = match to {
                    McSymbol::Symbol(symbol) => Some((encoding, symbol)),
                    _ => None,
                };
            }
            CfiEvent::ExceptionTable(FramePointer { encoding, to }) => {
                frame.traits.table_encoding = Some(encoding);
                frame.exception_table = Some(to);
            }
            CfiEvent::Directive(directive) => frame.directives.push((at, directive)),
            CfiEvent::End => frame.end = at,
        }
    }

    fn frame_sections(&mut self, sections: FrameSections) {
        self.frame_sections = sections;
    }

    fn exception_table(&mut self, function: u32) {
        self.part().part.exception_table = Some(function);
    }
}

impl DebugStreamer for ObjectStreamer<'_> {
    fn debug_function(&mut self, function: EmittedFunction) {
        self.debug = Some(Box::new(ChunkDebug { function, events: Vec::new() }));
    }

    fn debug_event(&mut self, event: DebugEvent) {
        let here = self.here();
        if let Some(debug) = &mut self.debug {
            debug.events.push((here, event));
        }
    }

    fn line(&mut self, row: FileRow) {
        let here = self.here();
        self.lines.push((here, row));
    }
}

impl SymbolStreamer for ObjectStreamer<'_> {
    fn symbol_type(&mut self, symbol: SymbolId, kind: SymbolType) {
        self.symbols.push((symbol, Definition::Type(kind)));
    }

    fn size(&mut self, symbol: SymbolId, size: Option<u64>) {
        match size {
            Some(size) => self.symbols.push((symbol, Definition::Size(size))),
            None => {
                let here = self.here();
                self.ends.push((symbol, here));
            }
        }
    }

    fn common(&mut self, symbol: SymbolId, size: u64, align: u32) {
        self.symbols.push((symbol, Definition::Common(size, align)));
    }

    fn assign(&mut self, symbol: SymbolId, value: McExpr) {
        self.symbols.push((symbol, Definition::Alias(value)));
    }

    fn assign_number(&mut self, symbol: SymbolId, value: i64) {
        self.symbols.push((symbol, Definition::Number(value)));
    }

    fn assign_frame_escape(&mut self, function: SymbolId, number: u16, offset: i64) {
        self.symbols.push((function, Definition::FrameEscape(number, offset)));
    }
}

impl Streamer for ObjectStreamer<'_> {}

/// Instructions with more operands are not encoded from their values.
const MAX_VALUES: usize = 8;

/// Returns the operands' values for [`CodeEmitter::encode_values`], of an instruction without a
/// symbol.
#[inline]
fn values_of<'a>(operands: &[McOperand], values: &'a mut [i64; MAX_VALUES]) -> Option<&'a [i64]> {
    let values = values.get_mut(..operands.len())?;
    // A symbol is mostly one of the last operands.
    for (value, operand) in values.iter_mut().zip(operands).rev() {
        *value = match *operand {
            McOperand::Reg(reg) => i64::from(reg.0),
            McOperand::Imm(value) => value,
            McOperand::Expr(_) => return None,
        };
    }
    Some(values)
}

/// Returns the label of an expression.
pub(super) fn label_of(expr: McExpr) -> Option<Label> {
    match expr.symbol {
        McSymbol::Label(label) => Some(label),
        _ => None,
    }
}

/// Returns the label that is subtracted.
pub(super) fn base_label(value: &McValue) -> Option<Label> {
    match value.base {
        Some(Base::Symbol(McSymbol::Label(label))) => Some(label),
        _ => None,
    }
}
