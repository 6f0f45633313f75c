//! Frame tables: the safe points of functions, the sizes of frames and the offsets of roots, for
//! collectors that walk the stack.
//!
//! * Requires: a laid-out frame, and a `GC_LABEL` at each safe point.
//! * Establishes: for OCaml symbols around the module's code and data, and `caml<Module>__frametable`
//!   in `.data`; for Erlang `.note.gc`.
//! * Cost: linear in functions with such a collector.
//! * Source: the run-time systems' formats, as LLVM's documents and assembly describe them.

use super::inst::{McExpr, McSymbol};
use crate::ir::collector::{Collected, Collector};
use crate::ir::entity::SymbolId;
use crate::ir::mir::MachineFunction;
use crate::ir::mir::stack_map::has_label;
use crate::ir::module::{Module, OcamlMarks};
use crate::ir::opcodes::GC_LABEL;
use crate::ir::section::{Section, SectionFlags, SectionType};
use crate::mc::streamer::Streamer;
use crate::mc::streamer::data::McValue;
use crate::mc::streamer::sections::Padding;
use crate::mc::target::{EmitTarget, McTarget};
use crate::support::error::{CompileError, Result};

/// The section of Erlang's tables.
const NOTES: &str = ".note.gc";

/// The size in bytes of a code address in Erlang's tables.
const ERLANG_ADDRESS: u8 = 4;

/// The first number that a half word does not hold.
const HALF_LIMIT: u64 = 1 << 16;

/// The safe points of one function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct FrameTable {
    symbol: SymbolId,
    collected: Collected,
    /// The size of the frame in bytes; all ones if it is known only at run time.
    frame_size: u64,
    /// The offsets of the roots in bytes.
    roots: Vec<i64>,
    /// The numbers of the labels at safe points.
    labels: Vec<u32>,
}

impl FrameTable {
    /// Returns the table of `function`, if its collector has one.
    pub(crate) fn of(function: &MachineFunction, target: &dyn EmitTarget) -> Result<Option<FrameTable>> {
        let Some(collected) = function.attrs.collector else { return Ok(None) };
        let frame = &function.frame;
        let lowering = target.frame_lowering();
        let is_dynamic = frame.has_variable_sized || lowering.needs_realignment(function);
        let roots = frame.roots.iter().filter(|&&root| !frame.object(root).dead);
        let labels = (0..).zip(labelled(function));
        let table = FrameTable {
            symbol: function.symbol,
            collected,
            frame_size: if is_dynamic { u64::MAX } else { frame.stack_size },
            roots: roots.map(|&root| lowering.root_offset(function, root)).collect(),
            labels: labels.filter(|(_, is_safe_point)| *is_safe_point).map(|(n, _)| n).collect(),
        };
        if collected.by == Collector::Ocaml {
            table.check().map_err(|why| CompileError::new(&function.name, "gc \"ocaml\"", why))?;
        }
        Ok(Some(table))
    }

    /// Rejects what the half words of OCaml's table cannot hold.
    fn check(&self) -> std::result::Result<(), String> {
        if self.frame_size >= HALF_LIMIT {
            return Err(format!("a frame of {} bytes is too large for the collector", self.frame_size));
        }
        match self.roots.iter().any(|&offset| offset >= HALF_LIMIT as i64) {
            true => Err("a root is too far from the stack pointer for the collector".into()),
            false => Ok(()),
        }
    }
}

/// Returns for each label that the section of stack maps or a frame table refers to whether it is at
/// a safe point, in the order of their numbers.
fn labelled(function: &MachineFunction) -> impl Iterator<Item = bool> {
    let insts = function.layout.iter().flat_map(|&block| function.insts(block));
    let opcodes = insts.map(|inst| function.opcode(inst));
    opcodes.filter(|&opcode| has_label(opcode)).map(|opcode| opcode == GC_LABEL)
}

fn text() -> Section {
    Section::code(Section::TEXT)
}

fn data() -> Section {
    Section::new(".data", SectionType::Progbits, SectionFlags::ALLOC | SectionFlags::WRITE)
}

fn mark(symbol: SymbolId, out: &mut dyn Streamer) {
    out.linkage(symbol);
    out.visibility(symbol);
    out.label(McSymbol::Symbol(symbol));
}

/// Emits the symbols before a module's code and data, if it has them.
pub(super) fn begin(module: &Module, out: &mut dyn Streamer) {
    let Some(marks) = &module.ocaml_marks else { return };
    for (section, symbol) in [(text(), marks.code_begin), (data(), marks.data_begin)] {
        out.switch_section(&section);
        mark(symbol, out);
    }
    // What follows is code.
    out.switch_section(&text());
}

/// Emits the tables of a module.
pub(super) fn end(
    module: &Module,
    tables: &[FrameTable],
    target: &dyn McTarget,
    out: &mut dyn Streamer,
) -> std::result::Result<(), String> {
    for &collector in module.collectors.iter().rev() {
        let tables = tables.iter().filter(|table| table.collected.by == collector);
        match (collector, &module.ocaml_marks) {
            (Collector::Ocaml, Some(marks)) => ocaml(module, marks, tables, target, out)?,
            (Collector::Ocaml, None) => {}
            (Collector::Erlang, _) => erlang(tables, target, out)?,
        }
    }
    Ok(())
}

/// Emits the end of code and data, a zero word, and the table: the number of safe points, then for
/// each its address, the size of its frame, the number of roots, and their offsets.
fn ocaml<'a>(
    module: &Module,
    marks: &OcamlMarks,
    tables: impl Iterator<Item = &'a FrameTable> + Clone,
    target: &dyn McTarget,
    out: &mut dyn Streamer,
) -> std::result::Result<(), String> {
    let word = target.address_bytes();
    out.switch_section(&text());
    mark(marks.code_end, out);
    out.switch_section(&data());
    mark(marks.data_end, out);
    out.number(0, word);
    mark(marks.frame_table, out);
    let count: usize = tables.clone().map(|table| table.labels.len()).sum();
    if count as u64 >= HALF_LIMIT {
        return Err(format!("gc \"ocaml\": {count} safe points are too many for the collector"));
    }
    half(count as u64, out);
    out.align(word.into(), Padding::Zero);
    for table in tables {
        if out.is_verbose() {
            out.comment_line(format_args!("live roots for {}", module.symbol(table.symbol).name));
        }
        for &label in &table.labels {
            address(table, label, word, out)?;
            half(table.frame_size, out);
            half(table.roots.len() as u64, out);
            table.roots.iter().for_each(|&offset| half(offset as u64, out));
            out.align(word.into(), Padding::Zero);
        }
    }
    Ok(())
}

/// Emits the notes of functions: the number of safe points and their addresses, the size of the
/// frame in words, the number of arguments on the stack, and the number of roots and their offsets
/// in words.
fn erlang<'a>(
    tables: impl Iterator<Item = &'a FrameTable>,
    target: &dyn McTarget,
    out: &mut dyn Streamer,
) -> std::result::Result<(), String> {
    let word = u64::from(target.address_bytes());
    let in_registers = if word == 4 { 5 } else { 6 };
    out.switch_section(&Section::unloaded(NOTES));
    for table in tables {
        let number = |what: &str, value: u64, out: &mut dyn Streamer| {
            out.comment(format_args!("{what}"));
            half(value, out);
        };
        out.align(word as u32, Padding::Zero);
        number("safe point count", table.labels.len() as u64, out);
        for &label in &table.labels {
            out.comment(format_args!("safe point address"));
            address(table, label, ERLANG_ADDRESS, out)?;
        }
        number("stack frame size (in words)", table.frame_size / word, out);
        number("stack arity", table.collected.arguments.saturating_sub(in_registers) as u64, out);
        number("live root count", table.roots.len() as u64, out);
        for &offset in &table.roots {
            // As in LLVM, the division is of unsigned numbers of 32 bits.
            number("stack index (offset / wordsize)", u64::from(offset as u32) / word, out);
        }
    }
    Ok(())
}

fn address(
    table: &FrameTable,
    label: u32,
    size: u8,
    out: &mut dyn Streamer,
) -> std::result::Result<(), String> {
    out.value(&McValue::plain(McExpr::from(McSymbol::Recorded(table.symbol, label))), size)
}

/// Emits the low half word of a number.
fn half(value: u64, out: &mut dyn Streamer) {
    out.number(value & (HALF_LIMIT - 1), 2);
}
