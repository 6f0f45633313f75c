//! DWARF: debug information as it stands in sections of an object.
//!
//! While a function is emitted, [`rows`] says at which places of its code which rows of the line table begin, and which scopes. When all functions
//! have their places in the object, [`build`] makes the sections: for each unit a tree of entries ([`entries`]) and a program of lines
//! (`line_program`), and the pools and lists that entries name by number.
//!
//! * Requires: functions with events in order; nodes that their events name.
//! * Establishes: bytes, and what relocations are to fill: addresses, offsets in other sections, and distances that the linker may change.
//! * Cost: linear in rows, scopes, variables and nodes that are named; scopes count once for each scope around them.
//! * Source: the DWARF standard, versions 4 and 5; for what is said of which node LLVM's `DwarfUnit.cpp` and `DwarfCompileUnit.cpp`.
//!   `gimli::write` does not do: it has no strings and addresses by number and no distances between labels.

mod aranges;
mod call_entries;
pub mod calls;
pub mod code_labels;
mod description;
pub mod entries;
pub mod events;
mod expression;
mod file_order;
pub mod files;
mod functions;
mod globals;
pub mod labels;
pub mod line_program;
mod line_text;
mod lists;
mod macros;
mod names;
pub mod pools;
mod public_names;
pub mod rows;
pub mod scope_ranges;
mod scopes;
pub mod section;
mod skeleton;
pub mod statements;
mod timelines;
mod transfers;
mod type_units;
mod types;
mod unit;
mod upper_bits;
pub mod values;

pub(crate) use upper_bits::needs_extension;

use crate::ir::debug_info::{DebugInfo, NodeId};
use crate::ir::entity::SymbolId;
use events::ChunkDebug;
pub use line_text::{LineText, RowText};
use pools::Strings;
use rustc_hash::FxHashMap as HashMap;
use section::{Contents, DebugSection, SectionId};

/// A place in code of the object.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CodeAddress {
    /// The section, by the object's number.
    pub section: u32,
    /// Offset in bytes.
    pub offset: u64,
}

/// Code from one place up to another of the same section.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CodeRange {
    /// The first byte.
    pub start: CodeAddress,
    /// After the last byte.
    pub end: CodeAddress,
}

/// A function with debug information, at its place.
#[derive(Clone, Debug)]
pub struct PlacedFunction {
    /// What is said of it.
    pub debug: ChunkDebug<CodeAddress>,
    /// Its number among all that has code.
    pub chunk: usize,
    /// The number of what has code before it in its section.
    pub before: Option<usize>,
    /// Whether the function before it in its unit is what is before it in its section; set by [`build`], as is the next.
    pub follows: bool,
    /// Whether the next one in its unit follows it.
    pub is_followed: bool,
}

impl PlacedFunction {
    /// The code of the function.
    pub fn range(&self) -> Option<CodeRange> {
        let (start, end) = (self.debug.events.first()?.0, self.debug.events.last()?.0);
        (start.section == end.section).then_some(CodeRange { start, end })
    }
}

/// What debug information is made of.
pub struct Input<'a> {
    /// The nodes.
    pub info: &'a DebugInfo,
    /// Size of an address in bytes.
    pub address_bytes: u8,
    /// Whether lines are said by directives of assembly, whose files all units share.
    pub is_text: bool,
    /// Whether there is a relocation for where a thread-local variable is in its module's block.
    pub has_thread_locals: bool,
    /// Whether a symbol is a thread-local variable.
    pub is_thread_local: &'a dyn Fn(SymbolId) -> bool,
    /// Whether nothing changes the distance between two places of a section.
    pub is_fixed: &'a dyn Fn(CodeAddress, CodeAddress) -> bool,
}

/// What is made of debug information.
pub struct Made {
    /// The sections; those that are empty are left out.
    pub sections: Vec<DebugSection>,
    /// Directives for lines, if those were asked for.
    pub lines: Option<LineText>,
    /// The functions, in order of their places.
    pub functions: Vec<PlacedFunction>,
}

/// Makes what is asked for.
pub fn build(input: &Input<'_>, functions: Vec<PlacedFunction>) -> Made {
    let sections = section_order(&functions);
    let mut of_units: Vec<(NodeId, Vec<PlacedFunction>)> =
        input.info.units.iter().map(|&unit| (unit, Vec::new())).collect();
    for function in functions {
        let Some((unit, _)) = input.info.unit_of(function.debug.function.subprogram) else { continue };
        match of_units.iter_mut().find(|(known, _)| *known == unit) {
            Some((_, list)) => list.push(function),
            None => of_units.push((unit, vec![function])),
        }
    }
    let mut builder = unit::Builder::new(input);
    for (_, functions) in &mut of_units {
        chain(functions, &sections);
        builder.find_inlined(functions);
    }
    of_units.retain(|(unit, functions)| !functions.is_empty() || builder.has_entries(*unit));
    for (unit, _) in &of_units {
        builder.add_unit(*unit);
    }
    builder.write_lines(&of_units);
    for (number, (unit, functions)) in of_units.iter().enumerate() {
        builder.describe_unit(number, *unit, functions);
    }
    let (sections, lines) = builder.finish(&of_units);
    let functions = of_units.into_iter().flat_map(|(_, functions)| functions).collect();
    Made { sections, lines, functions }
}

/// The first function of each section: sections come in the order of these.
fn section_order(functions: &[PlacedFunction]) -> HashMap<u32, usize> {
    let mut first = HashMap::default();
    for function in functions {
        let section = function.range().map(|range| range.start.section);
        section.map(|section| first.entry(section).or_insert(function.chunk));
    }
    first
}

/// Orders functions by their places and finds which stand one after the other.
fn chain(functions: &mut [PlacedFunction], sections: &HashMap<u32, usize>) {
    functions.sort_by_key(|function| {
        let start = function.range().map(|range| range.start);
        start.map(|start| (sections.get(&start.section).copied(), start.offset))
    });
    for n in 1..functions.len() {
        let (before, rest) = functions.split_at_mut(n);
        let (previous, function) = (&mut before[n - 1], &mut rest[0]);
        let section = |function: &PlacedFunction| function.range().map(|range| range.start.section);
        let follows = function.before == Some(previous.chunk) && section(function) == section(previous);
        (function.follows, previous.is_followed) = (follows, follows);
    }
}

fn sections(parts: impl IntoIterator<Item = (SectionId, Contents)>) -> Vec<DebugSection> {
    let made = parts.into_iter().filter(|(_, contents)| !contents.is_empty());
    made.map(|(id, contents)| DebugSection { id, is_split: false, signature: None, contents }).collect()
}
