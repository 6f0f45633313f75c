//! The assembly text streamer, in the form of llc's output.
//!
//! If the assembler does not relax branches, they are written in their relaxed forms, as relaxation
//! of the same function chose them. Cost: linear.

use super::asm_layout;
use super::assembler::is_relaxable;
use super::dwarf::events::DebugEvent;
use super::encoding_comment;
use super::inst::{Label, McExpr, McInst, McOperand, McSymbol};
use super::labels::{Labels, NUMBER};
use super::lsda;
use super::names::Names;
use crate::ir::content::Form;
use crate::ir::entity::SymbolId;
use crate::ir::mir::CfiDirective;
use crate::ir::module::{Comdat, Linkage, Module, Visibility};
use crate::ir::section::{Companion, Section, SectionFlags, SectionType};
use crate::mc::asm_backend::Longer;
use crate::mc::asm_info::PltDistance;
use crate::mc::inst_printer::SymbolNames;
use crate::mc::object_info::UNSIGNED;
use crate::mc::streamer::Streamer;
use crate::mc::streamer::code::CodeStreamer;
use crate::mc::streamer::data::{Base, DataStreamer, McValue, Relocation, ValueUsage};
use crate::mc::streamer::debug::DebugStreamer;
use crate::mc::streamer::frames::{CfiEvent, FramePointer, FrameSections, FrameStreamer};
use crate::mc::streamer::sections::{Padding, SectionStreamer};
use crate::mc::streamer::symbols::{SymbolStreamer, SymbolType};
use crate::mc::target::McTarget;
use std::fmt::{self, Write};

/// The text of one function, or of a module's data.
#[derive(Clone, Debug, Default)]
pub(crate) struct AsmChunk {
    /// The text.
    pub text: String,
    /// Blocks whose labels are defined in it.
    pub blocks: Vec<(SymbolId, u32)>,
    /// Blocks that it refers to.
    pub block_uses: Vec<(SymbolId, u32)>,
    /// Its first and its last section.
    pub sections: Option<Sections>,
    /// The sections of its unwind information, if there is any.
    pub frame_sections: Option<FrameSections>,
    /// The number of its exception labels.
    pub exceptions: u32,
    /// The positions of debug events in the text, in order.
    pub events: Vec<usize>,
    /// The end of the definition in the text.
    pub end: usize,
}

/// The sections of a text.
#[derive(Clone, Debug)]
pub(crate) struct Sections {
    /// The first section, unless its own directive selects it.
    pub begin: Option<Section>,
    /// The last section.
    pub end: Section,
}

/// See the module's description.
pub(crate) struct AsmStreamer<'a> {
    module: &'a Module,
    target: &'a dyn McTarget,
    labels: Labels,
    chunk: AsmChunk,
    inverted: &'a [bool],
    branches: usize,
    skips: u32,
    /// Comments on the next statement, each with a line end.
    comments: String,
    /// True if the preceding section is known: the first section is then written only if it
    /// differs.
    continues: bool,
}

const INFALLIBLE: &str = "writing to a string succeeds";

/// The column of comments.
pub(super) const COMMENT_COLUMN: usize = 40;

macro_rules! line {
    ($self:ident, $($arg:tt)*) => {{
        write!($self.chunk.text, $($arg)*).expect(INFALLIBLE);
        $self.end_line();
    }};
}

impl<'a> AsmStreamer<'a> {
    /// Returns a streamer with these labels. For each branch with a relaxed form, in order,
    /// `inverted` is true for an inverted branch over a jump.
    pub(crate) fn new(
        module: &'a Module,
        target: &'a dyn McTarget,
        labels: Labels,
        inverted: &'a [bool],
    ) -> Self {
        let chunk = AsmChunk::default();
        let comments = String::new();
        AsmStreamer {
            module,
            target,
            labels,
            chunk,
            inverted,
            branches: 0,
            skips: 0,
            comments,
            continues: false,
        }
    }

    /// Returns a streamer for text after text that ends in `section`, if there is one.
    pub(crate) fn after(module: &'a Module, target: &'a dyn McTarget, section: Option<Section>) -> Self {
        let mut streamer = AsmStreamer::new(module, target, Labels::of_data(), &[]);
        streamer.chunk.sections = section.map(|end| Sections { begin: None, end });
        streamer.continues = true;
        streamer
    }

    /// Returns the text.
    pub(crate) fn finish(self) -> AsmChunk {
        self.chunk
    }

    /// Writes a statement on a line of its own.
    pub(super) fn statement(&mut self, directive: &str, operand: &str) {
        line!(self, "\t{directive}\t{operand}");
    }

    /// Writes a number of `size` bytes, a power of two.
    pub(super) fn number(&mut self, size: usize, number: &str) {
        self.statement(self.target.dialect().data[size.trailing_zeros() as usize], number);
    }

    /// Returns the output of statements.
    pub(super) fn out(&mut self) -> &mut String {
        &mut self.chunk.text
    }

    /// Ends a statement, with its comments.
    pub(super) fn end_line(&mut self) {
        if self.comments.is_empty() {
            return self.chunk.text.push('\n');
        }
        let mark = self.target.dialect().comment;
        let comments = std::mem::take(&mut self.comments);
        for comment in comments.lines() {
            push_comment(mark, comment, &mut self.chunk.text);
            self.chunk.text.push('\n');
        }
    }

    fn name(&self, symbol: McSymbol) -> String {
        let mut name = String::new();
        let names = Names { module: self.module, labels: &self.labels, dialect: self.target.dialect() };
        names.write_symbol(symbol, &mut name).expect(INFALLIBLE);
        name
    }

    fn print(&mut self, inst: &McInst) {
        let names = Names { module: self.module, labels: &self.labels, dialect: self.target.dialect() };
        self.chunk.text.push('\t');
        self.target.print(inst, &self.module.inst_printer, &names, &mut self.chunk.text).expect(INFALLIBLE);
        if self.module.options.show_encoding && self.module.options.asm_comments {
            let names = Names { module: self.module, labels: &self.labels, dialect: self.target.dialect() };
            let write = &mut |expr: &McExpr, out: &mut String| {
                self.target.print_expr(expr, &names, out).expect(INFALLIBLE);
            };
            self.comments += &encoding_comment::lines(self.target, inst, write);
        }
        if let Some(comment) = self.target.comment(inst).filter(|_| self.module.options.asm_comments) {
            self.comment(format_args!("{comment}"));
        }
        self.end_line();
        for operand in &inst.operands {
            if let McOperand::Expr(McExpr { symbol: McSymbol::Block(function, block), .. }) = *operand {
                self.chunk.block_uses.push((function, block));
            }
        }
    }

    fn print_expr(&mut self, expr: &McExpr) {
        let names = Names { module: self.module, labels: &self.labels, dialect: self.target.dialect() };
        self.target.print_expr(expr, &names, &mut self.chunk.text).expect(INFALLIBLE);
        if let McSymbol::Block(function, block) = expr.symbol {
            self.chunk.block_uses.push((function, block));
        }
    }

    /// Writes a word with a distance through the procedure linkage table, and its distance in bytes
    /// from the base, if known.
    fn print_plt_distance(
        &mut self,
        directive: &str,
        value: &McValue,
        distance: Option<i64>,
    ) -> Result<(), String> {
        let McExpr { symbol, addend, .. } = value.expr;
        let signed = |addend: i64| if addend == 0 { String::new() } else { format!("{addend:+}") };
        let name = self.name(symbol);
        match (&self.target.dialect().plt_distance, value.base) {
            (PltDistance::FromBase(suffix), Some(Base::Symbol(base))) => {
                line!(self, "\t{directive}{name}{suffix}-{}{}", self.name(base), signed(addend));
            }
            (PltDistance::FromWord(function), Some(Base::Symbol(_))) => {
                let distance = distance.ok_or(
                    "a distance through the procedure linkage table from another symbol than what has it",
                )?;
                line!(self, "\t{directive}{function}({name}{})", signed(addend + distance));
            }
            (_, None | Some(Base::Here)) => return Err("a distance from nothing".into()),
        }
        Ok(())
    }

    fn print_value(&mut self, directive: &str, value: &McValue) -> Result<(), String> {
        if let ValueUsage::ThroughPlt(distance) = value.usage {
            return self.print_plt_distance(directive, value, distance);
        }
        write!(self.chunk.text, "\t{directive}").expect(INFALLIBLE);
        // An addend is written after the difference.
        let addend = if matches!(value.base, Some(Base::Symbol(_))) { value.expr.addend } else { 0 };
        self.print_expr(&McExpr { addend: value.expr.addend - addend, ..value.expr });
        match value.usage {
            ValueUsage::Plain | ValueUsage::ThroughPlt(_) => {}
            ValueUsage::Signed(schema) => {
                let signed = self.target.data_relocations().signed.as_ref().ok_or(UNSIGNED)?;
                self.chunk.text.push_str(&signed.text(schema));
            }
        }
        match value.base {
            None => {}
            Some(Base::Here) => self.chunk.text.push_str("-."),
            Some(Base::Symbol(symbol)) => {
                let name = self.name(symbol);
                write!(self.chunk.text, "-{name}").expect(INFALLIBLE);
            }
        }
        if addend != 0 {
            write!(self.chunk.text, "{addend:+}").expect(INFALLIBLE);
        }
        self.end_line();
        Ok(())
    }

    fn cfi_directive(&mut self, directive: CfiDirective) {
        let cfi_register = self.target.dialect().cfi_register;
        let reg = |number| cfi_register(number, &self.module.inst_printer);
        match directive {
            CfiDirective::DefCfa(of, offset) => line!(self, "\t.cfi_def_cfa {}, {offset}", reg(of)),
            CfiDirective::DefCfaRegister(of) => line!(self, "\t.cfi_def_cfa_register {}", reg(of)),
            CfiDirective::DefCfaOffset(offset) => line!(self, "\t.cfi_def_cfa_offset {offset}"),
            CfiDirective::Offset(of, offset) => line!(self, "\t.cfi_offset {}, {offset}", reg(of)),
            CfiDirective::Restore(of) => line!(self, "\t.cfi_restore {}", reg(of)),
            CfiDirective::RememberState => line!(self, "\t.cfi_remember_state"),
            CfiDirective::RestoreState => line!(self, "\t.cfi_restore_state"),
            CfiDirective::SameValue(of) => line!(self, "\t.cfi_same_value {}", reg(of)),
            CfiDirective::Undefined(of) => line!(self, "\t.cfi_undefined {}", reg(of)),
            CfiDirective::NegateRaState => line!(self, "\t.cfi_negate_ra_state"),
            CfiDirective::NegateRaStateWithPc => line!(self, "\t.cfi_negate_ra_state_with_pc"),
            CfiDirective::Register(of, other) => line!(self, "\t.cfi_register {}, {}", reg(of), reg(other)),
            CfiDirective::ValOffset(of, offset) => line!(self, "\t.cfi_val_offset {}, {offset}", reg(of)),
            CfiDirective::Byte(byte) => line!(self, "\t.cfi_escape {byte:#04x}"),
            CfiDirective::ValExpression(..) => {
                let bytes = directive.escape().into_iter().flatten().map(|byte| format!("{byte:#04x}"));
                line!(self, "\t.cfi_escape {}", bytes.collect::<Vec<_>>().join(", "));
            }
        }
    }
}

/// Appends a comment to a line without its end.
pub(super) fn push_comment(mark: &str, comment: &str, text: &mut String) {
    let column = column(text);
    let room = COMMENT_COLUMN.saturating_sub(column).max(usize::from(column > 0));
    write!(text, "{:room$}{mark} {comment}", "").expect(INFALLIBLE);
}

/// Returns the column at the end of a text whose last line is not ended. As in llc's text, a tab
/// fills up to a multiple of 8 and takes no space there. Unknown numbers are counted as one digit.
fn column(text: &str) -> usize {
    let line = text.rsplit('\n').next().unwrap_or_default();
    let width = |column: usize, part: &str| {
        part.chars().fold(column, |column, c| if c == '\t' { column.next_multiple_of(8) } else { column + 1 })
    };
    let parts = line.split(NUMBER).enumerate();
    parts.fold(0, |column, (n, part)| if n % 2 == 0 { width(column, part) } else { column + 1 })
}

/// Returns true if bytes look like text.
pub(super) fn is_printable(bytes: &[u8]) -> bool {
    let printable = bytes.iter().filter(|b| matches!(b, b' '..=b'~' | b'\n' | b'\t')).count();
    bytes.len() > 1 && printable * 8 >= (bytes.len() - 1) * 7
}

/// Writes bytes by a string directive on a line of its own.
pub(super) fn write_bytes(bytes: &[u8], text: &mut String) {
    write_string_directive(bytes, text);
    text.push('\n');
}

/// Writes a string directive.
pub(super) fn write_string_directive(bytes: &[u8], text: &mut String) {
    let (directive, bytes) = match bytes.split_last() {
        Some((0, rest)) => (".asciz", rest),
        _ => (".ascii", bytes),
    };
    write!(text, "\t{directive}\t").expect(INFALLIBLE);
    push_quoted(bytes, text);
}

/// Appends bytes in quotes, all but plain characters by the escapes of C, or in octal.
pub(super) fn push_quoted(bytes: &[u8], text: &mut String) {
    text.push('"');
    for &byte in bytes {
        match byte {
            b'"' | b'\\' => text.extend(['\\', byte as char]),
            b'\n' => text.push_str("\\n"),
            b'\t' => text.push_str("\\t"),
            b'\r' => text.push_str("\\r"),
            0x08 => text.push_str("\\b"),
            0x0c => text.push_str("\\f"),
            b' '..=b'~' => text.push(byte as char),
            _ => write!(text, "\\{byte:03o}").expect(INFALLIBLE),
        }
    }
    text.push('"');
}

fn section_flags(section: &Section, is_grouped: bool) -> String {
    let letters = [
        (SectionFlags::ALLOC, 'a'),
        (SectionFlags::EXCLUDE, 'e'),
        (SectionFlags::EXEC, 'x'),
        (SectionFlags::WRITE, 'w'),
        (SectionFlags::MERGE, 'M'),
        (SectionFlags::STRINGS, 'S'),
        (SectionFlags::TLS, 'T'),
        (SectionFlags::LINK_ORDER, 'o'),
        (SectionFlags::RETAIN, 'R'),
    ];
    let has = letters.iter().filter(|(flag, _)| section.flags.contains(*flag)).map(|(_, letter)| *letter);
    has.chain(is_grouped.then_some('G')).collect()
}

/// Returns the short directive of a section, if there is one.
fn plain_directive(section: &Section) -> Option<&'static str> {
    let data = SectionFlags::ALLOC | SectionFlags::WRITE;
    if *section == Section::code(Section::TEXT) {
        Some(".text")
    } else if *section == Section::new(".data", SectionType::Progbits, data) {
        Some(".data")
    } else if *section == Section::new(".bss", SectionType::Nobits, data) {
        Some(".bss")
    } else {
        None
    }
}

/// Writes the directive that switches to `section`.
pub(super) fn write_section(module: &Module, section: &Section, out: &mut String) {
    write_section_in(module, section, section.group.map(|group| &module.comdats[group.index()]), out);
}

/// Writes the directive that switches to a section in a group.
pub(super) fn write_section_in(module: &Module, section: &Section, group: Option<&Comdat>, out: &mut String) {
    if let Some(name) = plain_directive(section) {
        return writeln!(out, "\t{name}").expect(INFALLIBLE);
    }
    let kind = match section.kind {
        SectionType::Progbits => "progbits".into(),
        SectionType::Nobits => "nobits".into(),
        SectionType::Note => "note".into(),
        SectionType::InitArray => "init_array".into(),
        SectionType::FiniArray => "fini_array".into(),
        SectionType::PreinitArray => "preinit_array".into(),
        SectionType::Other(number) => format!("{number:#x}"),
    };
    out.push_str("\t.section\t");
    super::names::write_quoted(&section.name, out).expect(INFALLIBLE);
    write!(out, ",\"{}\",@{kind}", section_flags(section, group.is_some())).expect(INFALLIBLE);
    if section.entry_size != 0 {
        write!(out, ",{}", section.entry_size).expect(INFALLIBLE);
    }
    match &section.linked_to {
        Some(companion) => {
            let name = match companion {
                Companion::Symbol(symbol) => super::names::symbol_name(module, *symbol),
                Companion::Section(section) => section.name.as_ref().into(),
            };
            out.push(',');
            super::names::write_quoted(&name, out).expect(INFALLIBLE);
        }
        None if section.flags.contains(SectionFlags::LINK_ORDER) => out.push_str(",0"),
        None => {}
    }
    if let Some(comdat) = group {
        out.push(',');
        super::names::write_quoted(&comdat.name, out).expect(INFALLIBLE);
        out.push_str(if comdat.deduplicate { ",comdat" } else { "" });
    }
    if let Some(number) = section.unique {
        write!(out, ",unique,{number}").expect(INFALLIBLE);
    }
    out.push('\n');
}

impl SectionStreamer for AsmStreamer<'_> {
    fn switch_section(&mut self, section: &Section) {
        match &mut self.chunk.sections {
            Some(Sections { end, .. }) if end == section => {}
            Some(Sections { end, .. }) => {
                *end = section.clone();
                write_section(self.module, section, &mut self.chunk.text);
            }
            sections @ None if self.continues => {
                *sections = Some(Sections { begin: None, end: section.clone() });
                write_section(self.module, section, &mut self.chunk.text);
            }
            // The preceding text decides if the section changes.
            sections @ None => {
                *sections = Some(Sections { begin: Some(section.clone()), end: section.clone() });
            }
        }
    }

    fn align(&mut self, align: u32, padding: Padding) {
        let power = align.trailing_zeros();
        match padding {
            _ if align <= 1 => {}
            Padding::Code => line!(self, "\t.p2align\t{power}"),
            Padding::Zero => line!(self, "\t.p2align\t{power}, 0x0"),
        }
    }

    fn label(&mut self, symbol: McSymbol) {
        if let McSymbol::Block(function, block) = symbol {
            self.chunk.blocks.push((function, block));
        }
        line!(self, "{}:", self.name(symbol));
        if let McSymbol::Symbol(id) = symbol
            && self.module.has_local_alias(id)
        {
            line!(self, "{}:", self.name(McSymbol::LocalAlias(id)));
        }
    }
}

impl CodeStreamer for AsmStreamer<'_> {
    fn inst(&mut self, inst: &McInst) -> Result<(), String> {
        if self.target.dialect().relaxes_branches || !is_relaxable(self.target, inst) {
            self.print(inst);
            return Ok(());
        }
        self.branches += 1;
        let inverted = self.inverted.get(self.branches - 1);
        if !*inverted.ok_or("a branch that the assembler has not laid out")? {
            self.print(inst);
            return Ok(());
        }
        let Some(Longer::InvertedOver { mut branch, jump }) = self.target.relax(inst) else {
            return Err("branch is out of range".into());
        };
        let over = Labels::skip(self.skips);
        self.skips += 1;
        if let Some(last) = branch.operands.last_mut() {
            *last = McExpr::from(over).into();
        }
        self.print(&branch);
        self.print(&jump);
        self.label(McSymbol::Label(over));
        Ok(())
    }
}

impl DataStreamer for AsmStreamer<'_> {
    fn bytes(&mut self, bytes: &[u8]) {
        if is_printable(bytes) {
            return write_bytes(bytes, &mut self.chunk.text);
        }
        let size = 1 << bytes.len().trailing_zeros().min(3);
        self.words(bytes, size);
    }

    fn words(&mut self, bytes: &[u8], size: u8) {
        for word in bytes.chunks(size.into()) {
            let value = word.iter().rev().fold(0u64, |value, byte| value << 8 | u64::from(*byte));
            self.comment(format_args!("{value:#x}"));
            let directive = self.target.dialect().data[size.trailing_zeros() as usize];
            line!(self, "\t{directive}\t{value}");
        }
    }

    fn number(&mut self, value: u64, size: u8) {
        let directive = self.target.dialect().data[size.trailing_zeros() as usize];
        line!(self, "\t{directive}\t{}", value & u64::MAX >> (64 - 8 * u32::from(size)));
    }

    fn element(&mut self, form: Form, bytes: &[u8]) {
        self.write_element(form, bytes);
    }

    fn zeros(&mut self, count: u64) {
        if count != 0 {
            line!(self, "\t.zero\t{count}");
        }
    }

    fn value(&mut self, value: &McValue, size: u8) -> Result<(), String> {
        let directive = self.target.dialect().data.get(size.trailing_zeros() as usize);
        let directive = directive.filter(|_| size.is_power_of_two()).ok_or("word of an odd size")?;
        self.print_value(&format!("{directive}\t"), value)
    }

    fn leb128(&mut self, value: &McValue, signed: bool) -> Result<(), String> {
        self.print_value(if signed { ".sleb128 " } else { ".uleb128 " }, value)
    }

    fn relocation(
        &mut self,
        (label, offset): (Option<Label>, i64),
        relocation: Relocation,
    ) -> Result<(), String> {
        let name = self.target.relocation_name(relocation.kind).ok_or("a relocation without a name")?;
        let label = label.filter(|_| offset == 0).ok_or("a relocation at no label")?;
        let symbol = relocation.symbol.filter(|_| relocation.addend == 0);
        let symbol = symbol.ok_or("a relocation without a symbol, or with an addend")?;
        line!(self, "\t.reloc {}, {name}, {}", self.name(McSymbol::Label(label)), self.name(symbol));
        Ok(())
    }
}

impl FrameStreamer for AsmStreamer<'_> {
    fn exceptions(&mut self, count: u32) {
        self.chunk.exceptions = count;
    }

    fn exception_table(&mut self, function: u32) {
        line!(self, "{}:", lsda::symbol_name(function));
    }

    fn frame_sections(&mut self, sections: FrameSections) {
        self.chunk.frame_sections = Some(sections);
    }

    fn cfi(&mut self, event: CfiEvent) {
        match event {
            CfiEvent::Start { simple } => {
                line!(self, "\t.cfi_startproc{}", if simple { " simple" } else { "" });
            }
            CfiEvent::BKeyFrame => line!(self, "\t.cfi_b_key_frame"),
            CfiEvent::TaggedFrame => line!(self, "\t.cfi_mte_tagged_frame"),
            CfiEvent::SignalFrame => line!(self, "\t.cfi_signal_frame"),
            CfiEvent::ReturnColumn(reg) => line!(self, "\t.cfi_return_column {reg}"),
            CfiEvent::Personality(FramePointer { encoding, to }) => {
                let name = self.name(to);
                line!(self, "\t.cfi_personality {encoding}, {name}");
            }
            CfiEvent::ExceptionTable(FramePointer { encoding, to }) => {
                let name = self.name(to);
                line!(self, "\t.cfi_lsda {encoding}, {name}");
            }
            CfiEvent::Directive(directive) => self.cfi_directive(directive),
            CfiEvent::End => line!(self, "\t.cfi_endproc"),
        }
    }
}

impl DebugStreamer for AsmStreamer<'_> {
    fn debug_event(&mut self, _: DebugEvent) {
        self.chunk.events.push(self.chunk.text.len());
    }
}

impl SymbolStreamer for AsmStreamer<'_> {
    fn linkage(&mut self, symbol: SymbolId) {
        let name = self.name(McSymbol::Symbol(symbol));
        let data = self.module.symbol(symbol);
        match data.linkage {
            Linkage::Internal | Linkage::Private => {}
            Linkage::Weak | Linkage::LinkOnce | Linkage::ExternalWeak => line!(self, "\t.weak\t{name}"),
            // An undefined symbol is global by default.
            Linkage::Common => {}
            _ if !data.defined => {}
            _ => line!(self, "\t.globl\t{name}"),
        }
    }

    fn visibility(&mut self, symbol: SymbolId) {
        let name = self.name(McSymbol::Symbol(symbol));
        let data = self.module.symbol(symbol);
        match data.visibility {
            _ if matches!(data.linkage, Linkage::Internal | Linkage::Private) => {}
            Visibility::Default => {}
            Visibility::Hidden => line!(self, "\t.hidden\t{name}"),
            Visibility::Internal => line!(self, "\t.internal\t{name}"),
            Visibility::Protected => line!(self, "\t.protected\t{name}"),
        }
    }

    fn symbol_type(&mut self, symbol: SymbolId, kind: SymbolType) {
        let name = self.name(McSymbol::Symbol(symbol));
        let dialect = self.target.dialect();
        if dialect.has_variant_calls(self.module.symbol(symbol)) {
            line!(self, "\t{}\t{name}", dialect.variant_calls.0);
        }
        let kind = match kind {
            SymbolType::Function => "function",
            SymbolType::Object => "object",
            SymbolType::Tls => "tls_object",
            SymbolType::IndirectFunction => "gnu_indirect_function",
        };
        line!(self, "\t.type\t{name},@{kind}");
    }

    fn alias_type(&mut self, symbol: SymbolId, kind: SymbolType) {
        // An assembler derives the types of others from their targets.
        if matches!(kind, SymbolType::Function | SymbolType::IndirectFunction) {
            self.symbol_type(symbol, kind);
        }
    }

    fn size(&mut self, symbol: SymbolId, size: Option<u64>) {
        let name = self.name(McSymbol::Symbol(symbol));
        match size {
            Some(size) => line!(self, "\t.size\t{name}, {size}"),
            None => {
                let end = format!(".Lfunc_end{}", self.labels.function());
                line!(self, "{end}:");
                line!(self, "\t.size\t{name}, {end}-{name}");
            }
        }
    }

    fn common(&mut self, symbol: SymbolId, size: u64, align: u32) {
        line!(self, "\t.comm\t{},{size},{align}", self.name(McSymbol::Symbol(symbol)));
    }

    fn assign(&mut self, symbol: SymbolId, value: McExpr) {
        write!(self.chunk.text, "{} = ", self.name(McSymbol::Symbol(symbol))).expect(INFALLIBLE);
        self.print_expr(&value);
        self.end_line();
        if self.module.has_local_alias(symbol) {
            let (alias, own) = (self.name(McSymbol::LocalAlias(symbol)), self.name(McSymbol::Symbol(symbol)));
            line!(self, "\t.set\t{alias}, {own}");
        }
    }

    fn assign_number(&mut self, symbol: SymbolId, value: i64) {
        line!(self, "{} = {value}", self.name(McSymbol::Symbol(symbol)));
    }

    fn assign_frame_escape(&mut self, function: SymbolId, number: u16, offset: i64) {
        line!(self, "\t.set\t{}, {offset}", self.name(McSymbol::FrameEscape(function, number)));
    }
}

impl Streamer for AsmStreamer<'_> {
    fn is_verbose(&self) -> bool {
        self.module.options.asm_comments
    }

    fn comment(&mut self, comment: fmt::Arguments<'_>) {
        if self.module.options.asm_comments {
            writeln!(self.comments, "{comment}").expect(INFALLIBLE);
        }
    }

    fn comment_line(&mut self, comment: fmt::Arguments<'_>) {
        line!(self, "{} {comment}", self.target.dialect().comment);
    }

    fn end_of_definition(&mut self) {
        self.chunk.end = self.chunk.text.len();
        self.end_line();
    }

    fn statement(&mut self, statement: &str) -> bool {
        line!(self, "\t{statement}");
        true
    }

    fn text(&mut self, text: &str) -> bool {
        let comment = self.target.dialect().comment;
        line!(self, "\t{comment}APP");
        for statement in asm_layout::lines(text, comment) {
            line!(self, "{statement}");
        }
        line!(self, "\t{comment}NO_APP");
        true
    }
}
