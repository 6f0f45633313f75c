//! Debug information in assembly: labels and directives in the text of functions, and sections as
//! data directives.
//!
//! * Requires: functions as text and in their object form, with the same events.
//! * Establishes: text that assembles to the object's sections. All code distances are label
//!   differences. Their forms depend, as in the object, on linker relaxation.
//! * Cost: linear in the text, the events and the sections.

use super::asm::{AsmChunk, push_comment, write_bytes, write_section_in};
use super::dwarf::events::DebugEvent;
use super::dwarf::section::{DebugSection, Fill, Fixup, SectionId};
use super::dwarf::{LineText, RowText};
use super::inst::McSymbol;
use super::labels::{HIGH_LABEL, Labels, code_label};
use super::names::Names;
use super::object::{DescribedText, debug_section};
use super::value_text;
use crate::ir::debug_info::Node;
use crate::ir::entity::SymbolId;
use crate::ir::module::{Comdat, Module};
use crate::ir::section::Section;
use crate::mc::dwarf::placed::{CodeAddress, PlacedFunction};
use crate::mc::inst_printer::SymbolNames;
use crate::mc::target::McTarget;
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};
use std::fmt::Write;

/// Text that is inserted into a function: the number of its event, true if it belongs to the next
/// instruction, and the text.
type Insertions = Vec<(usize, bool, String)>;

/// Debug information of a module, for its text.
pub(crate) struct DebugText<'a> {
    module: &'a Module,
    target: &'a dyn McTarget,
    sections: Vec<DebugSection>,
    lines: Option<LineText>,
    /// The labels of code addresses that sections refer to.
    labels: HashMap<CodeAddress, String>,
    /// By number of the chunk with code.
    insertions: HashMap<usize, Insertions>,
    /// By number: the section of its code.
    code: Vec<Option<u32>>,
    /// By section: the function that was described last.
    described: HashMap<u32, usize>,
}

const INFALLIBLE: &str = "writing to a string succeeds";

impl<'a> DebugText<'a> {
    /// Returns the debug text of `described`. Its first function is chunk `first` with code.
    pub(crate) fn new(
        module: &'a Module,
        target: &'a dyn McTarget,
        described: DescribedText,
        first: usize,
    ) -> DebugText<'a> {
        let DescribedText { made, code } = described;
        let mut text = DebugText {
            module,
            target,
            sections: made.sections,
            lines: made.lines,
            labels: HashMap::default(),
            insertions: HashMap::default(),
            code,
            described: HashMap::default(),
        };
        for function in &made.functions {
            text.name_labels(function, first);
        }
        let fixups = text.sections.iter().flat_map(|section| &section.contents.fixups);
        let needed: HashSet<CodeAddress> = fixups.flat_map(|fixup| places(fixup.fill)).flatten().collect();
        for function in &made.functions {
            let insertions = text.insertions_of(function, &needed);
            text.insertions.insert(function.chunk, insertions);
        }
        text
    }

    /// Records the labels that a function has in any case.
    fn name_labels(&mut self, function: &PlacedFunction, first: usize) {
        let number = function.chunk.saturating_sub(first);
        for (event, &(at, what)) in function.debug.events.iter().enumerate() {
            let name = match what {
                DebugEvent::Start => format!(".Lfunc_begin{number}"),
                DebugEvent::End => format!(".Lfunc_end{number}"),
                DebugEvent::LabelBefore | DebugEvent::LabelAfter => code_label(function.chunk, event),
                _ => continue,
            };
            self.labels.entry(at).or_insert(name);
        }
    }

    /// Returns the text that is inserted into a function. All `needed` addresses get labels.
    fn insertions_of(&mut self, function: &PlacedFunction, needed: &HashSet<CodeAddress>) -> Insertions {
        let mut insertions = Insertions::new();
        for (number, &(at, event)) in function.debug.events.iter().enumerate() {
            if matches!(event, DebugEvent::LabelBefore | DebugEvent::LabelAfter) {
                let is_before = event == DebugEvent::LabelBefore;
                insertions.push((number, is_before, format!("{}:\n", code_label(function.chunk, number))));
            } else if needed.contains(&at) && self.label(at).is_err() {
                let name = format!(".Lcode{}_{number}", function.chunk);
                insertions.push((number, false, format!("{name}:\n")));
                // Text has no position within a call.
                let within = u64::from(matches!(event, DebugEvent::ValueInCall(..)));
                self.labels.insert(CodeAddress { offset: at.offset + within, ..at }, name);
            }
            let comments = match event {
                DebugEvent::Label(label) => self.label_comment(function, label).into_iter().collect(),
                DebugEvent::ValueComment(variable, value) => self.value_comments(function, variable, value),
                _ => Vec::new(),
            };
            for comment in comments {
                // The text and the label before it belong to no instruction.
                if let Some((before, is_before, _)) = insertions.last_mut()
                    && function.debug.events.get(*before).is_some_and(|&(place, _)| place == at)
                {
                    *is_before = false;
                }
                insertions.push((number, false, format!("\t{}{comment}\n", self.target.dialect().comment)));
            }
            let row = self.lines.as_ref().and_then(|lines| lines.row(function.chunk, number));
            insertions.extend(row.map(|row| (number, true, self.line_of(row))));
        }
        insertions
    }

    /// Returns the comments on a variable's location, if comments are requested.
    fn value_comments(&self, function: &PlacedFunction, variable: u32, value: u32) -> Vec<String> {
        let info = self.module.debug_info.as_deref().filter(|_| self.module.options.asm_comments);
        info.map_or_else(Vec::new, |info| {
            value_text::comments(info, self.target.dialect(), &function.debug.function, variable, value)
        })
    }

    /// Returns the comment on a source label, if comments are requested.
    fn label_comment(&self, function: &PlacedFunction, number: u32) -> Option<String> {
        let info = self.module.debug_info.as_deref().filter(|_| self.module.options.asm_comments)?;
        let label = function.debug.function.labels.get(number as usize)?.label;
        let Node::Label(fields) = info.node(label) else { return None };
        let subprogram = fields.scope.and_then(|scope| info.subprogram(info.plain_scope(scope)));
        Some(format!("DEBUG_LABEL: {}", value_text::qualified(info, subprogram, fields.name)))
    }

    /// Returns a row of the line table as a line of text.
    fn line_of(&self, row: &RowText) -> String {
        let mut line = row.directive.clone();
        if self.module.options.asm_comments {
            push_comment(self.target.dialect().comment, &row.place, &mut line);
        }
        line.push('\n');
        line
    }

    /// Returns the `.file` directives before the functions.
    pub(crate) fn files(&self) -> &str {
        self.lines.as_ref().map_or("", |lines| &lines.files)
    }

    /// Returns the `.file` directives of files that no function names.
    pub(crate) fn last_files(&self) -> &str {
        self.lines.as_ref().map_or("", |lines| &lines.last_files)
    }

    /// Inserts labels and line rows into the text of the `number`th chunk with code.
    pub(crate) fn weave(&mut self, number: usize, chunk: &mut AsmChunk) {
        let section = self.code.get(number).copied().flatten();
        let Some(insertions) = self.insertions.remove(&number) else {
            // It must not seem to belong to the preceding function.
            let before = section.and_then(|section| self.described.remove(&section));
            if let Some((before, lines)) = before.zip(self.lines.as_ref()) {
                chunk.text.insert_str(0, &lines.nowhere(before));
            }
            return;
        };
        section.map(|section| self.described.insert(section, number));
        let old = std::mem::take(&mut chunk.text);
        let mut done = 0;
        for (event, is_before, text) in insertions {
            let at = chunk.events.get(event).map_or(old.len(), |at| *at);
            let at = if is_before { after_own_label(&old, at) } else { at }.max(done);
            chunk.text.push_str(&old[done..at]);
            chunk.text.push_str(&text);
            done = at;
        }
        let files = self.lines.as_ref().map_or("", |lines| lines.files_after(number));
        chunk.text.push_str(&old[done..chunk.end]);
        chunk.text.push_str(files);
        chunk.text.push_str(&old[chunk.end..]);
    }

    /// Appends the sections.
    ///
    /// # Errors
    /// A value in them cannot be written as text.
    pub(crate) fn write_sections(&self, out: &mut String) -> Result<(), String> {
        for DebugSection { id, is_split, signature, contents } in &self.sections {
            self.start_section(*id, *is_split, *signature, out);
            let mut done = 0;
            for fixup in &contents.fixups {
                let at = fixup.offset as usize;
                self.bytes(*id, &contents.bytes[done..at], out);
                self.fixup(fixup, out)?;
                done = at + usize::from(fixup.size);
            }
            self.bytes(*id, &contents.bytes[done..], out);
        }
        // Its contents are the assembler's. Where there are no units, nothing refers to it.
        if !self.sections.is_empty() {
            self.start_section(SectionId::Line, false, None, out);
        }
        Ok(())
    }

    fn start_section(&self, id: SectionId, is_split: bool, signature: Option<u64>, out: &mut String) {
        let version = self.version();
        let section: Section = debug_section(id, is_split, version);
        let group = signature.map(|signature| Comdat { name: signature.to_string(), deduplicate: true });
        write_section_in(self.module, &section, group.as_ref(), out);
        if let Some(signature) = signature {
            return out.push_str(&format!("{}:\n", type_label(signature)));
        }
        if id.align() > 1 {
            out.push_str(&format!("\t.p2align\t{}\n", id.align().trailing_zeros()));
        }
        // Nothing refers to split sections.
        if !is_split {
            out.push_str(&format!("{}:\n", section_label(id, version)));
        }
    }

    fn version(&self) -> u16 {
        self.module.debug_info.as_ref().map_or(0, |info| info.version)
    }

    fn bytes(&self, id: SectionId, bytes: &[u8], out: &mut String) {
        if id.is_strings() {
            return bytes.split_inclusive(|&byte| byte == 0).for_each(|string| write_bytes(string, out));
        }
        for line in bytes.chunks(16) {
            let numbers: Vec<String> = line.iter().map(u8::to_string).collect();
            out.push_str(&format!("\t{}\t{}\n", self.target.dialect().data[0], numbers.join(", ")));
        }
    }

    /// Returns the label at or before an address, and the distance from it in bytes.
    fn label(&self, at: CodeAddress) -> Result<(&str, u64), String> {
        let label = |bytes| {
            let at = CodeAddress { offset: at.offset + bytes, ..at };
            self.labels.get(&at).map(|label| (label.as_str(), bytes))
        };
        label(0)
            .or_else(|| label(1))
            .ok_or_else(|| "debug information refers to code that has no label".into())
    }

    fn address(&self, at: CodeAddress) -> Result<String, String> {
        let (label, bytes) = self.label(at)?;
        Ok(if bytes == 0 { label.to_owned() } else { format!("{label}-{bytes}") })
    }

    fn distance(&self, from: CodeAddress, to: CodeAddress) -> Result<String, String> {
        let (label, bytes) = self.label(from)?;
        let more = if bytes == 0 { String::new() } else { format!("+{bytes}") };
        Ok(format!("{}-{label}{more}", self.address(to)?))
    }

    fn name(&self, symbol: SymbolId) -> String {
        let labels = Labels::default();
        let names = Names { module: self.module, labels: &labels, dialect: self.target.dialect() };
        let mut name = String::new();
        names.write_symbol(McSymbol::Symbol(symbol), &mut name).expect(INFALLIBLE);
        name
    }

    fn fixup(&self, fixup: &Fixup, out: &mut String) -> Result<(), String> {
        let Fixup { size, fill, .. } = *fixup;
        let power = size.trailing_zeros() as usize;
        let data = self.target.dialect().data;
        let word = data.get(power).copied().unwrap_or(".byte");
        let value = match fill {
            Fill::Number(value) => value.to_string(),
            Fill::Code(at) => self.address(at)?,
            Fill::Symbol(symbol) => self.name(symbol),
            Fill::Section(id, 0) => section_label(id, self.version()),
            Fill::Section(id, offset) => format!("{}+{offset}", section_label(id, self.version())),
            Fill::TypeUnit(signature) => type_label(signature),
            Fill::Distance(from, to) => self.distance(from, to)?,
            Fill::SettledDistance(from, to) => {
                writeln!(out, "\t.uleb128\t{}", self.distance(from, to)?).expect(INFALLIBLE);
                return Ok(());
            }
            Fill::ThreadLocal(symbol) => {
                let offsets = self.target.data_relocations().thread_local;
                let offsets = offsets.ok_or("no relocation for a thread-local variable")?;
                let (kind, bias, name) = (offsets.names[power], offsets.bias, self.name(symbol));
                writeln!(out, "\t.reloc\t., {kind}, {name}+{bias}").expect(INFALLIBLE);
                "0".into()
            }
        };
        writeln!(out, "\t{word}\t{value}").expect(INFALLIBLE);
        Ok(())
    }
}

/// Returns the position after the label of an instruction with the upper half of a distance, if
/// there is one. Readers see it as part of the instruction.
fn after_own_label(text: &str, at: usize) -> usize {
    let is_label = text[at..].starts_with(HIGH_LABEL);
    let end = text[at..].find('\n').filter(|_| is_label);
    end.map_or(at, |end| at + end + 1)
}

/// Returns the code addresses that a value refers to.
fn places(fill: Fill) -> [Option<CodeAddress>; 2] {
    match fill {
        Fill::Code(at) => [Some(at), None],
        Fill::Distance(from, to) | Fill::SettledDistance(from, to) => [Some(from), Some(to)],
        Fill::Number(_) | Fill::Symbol(_) | Fill::ThreadLocal(_) | Fill::Section(..) | Fill::TypeUnit(_) => {
            [None, None]
        }
    }
}

/// Returns the label at the start of a type unit.
fn type_label(signature: u64) -> String {
    format!(".Ltype_unit{signature:016x}")
}

/// Returns the label at the start of a section.
fn section_label(id: SectionId, version: u16) -> String {
    format!(".L{}", &id.name(version)[1..])
}
