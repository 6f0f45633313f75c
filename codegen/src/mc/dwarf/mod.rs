//! DWARF: debug information in the sections of an object.
//!
//! While a function is emitted, [`rows`] records the positions of line rows and scopes in its code.
//! When all functions have their addresses in the object, [`build`] builds the sections. Each unit
//! has a tree of entries (DIEs, [`entries`]) and a line program (`line_program`). Entries refer to
//! pools and lists by index.
//!
//! * Requires: functions with events in order; nodes that their events name.
//! * Establishes: bytes, and relocations: addresses, offsets in other sections, and distances that
//!   the linker may change.
//! * Cost: linear in rows, scopes, variables and referenced nodes; scopes count once for each
//!   enclosing scope.
//! * Source: the DWARF standard, versions 4 and 5; for the attributes of each node LLVM's
//!   `DwarfUnit.cpp` and `DwarfCompileUnit.cpp`. `gimli::write` is not used: it lacks indexed
//!   strings and addresses, and label differences.

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

/// A code address in the object.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CodeAddress {
    /// The section, by its index in the object.
    pub section: u32,
    /// The offset in bytes.
    pub offset: u64,
}

/// A range of code in one section.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CodeRange {
    /// The first byte.
    pub start: CodeAddress,
    /// After the last byte.
    pub end: CodeAddress,
}

/// A function with debug information, at its address.
#[derive(Clone, Debug)]
pub struct PlacedFunction {
    /// Its debug events.
    pub debug: ChunkDebug<CodeAddress>,
    /// Its number among the chunks with code.
    pub chunk: usize,
    /// The number of the preceding chunk with code in its section.
    pub before: Option<usize>,
    /// True if the preceding function of its unit also precedes it in its section; set by
    /// [`build`], as is the next.
    pub follows: bool,
    /// True if the next function of its unit directly follows it.
    pub is_followed: bool,
}

impl PlacedFunction {
    /// Returns the code of the function.
    pub fn range(&self) -> Option<CodeRange> {
        let (start, end) = (self.debug.events.first()?.0, self.debug.events.last()?.0);
        (start.section == end.section).then_some(CodeRange { start, end })
    }
}

/// The input of debug information.
pub struct Input<'a> {
    /// The nodes.
    pub info: &'a DebugInfo,
    /// The size of an address in bytes.
    pub address_bytes: u8,
    /// True if directives of assembly define the line rows, whose files all units share.
    pub is_text: bool,
    /// True if the target has a relocation for the offset of a thread-local variable in its
    /// module's block.
    pub has_thread_locals: bool,
    /// Returns true if a symbol is a thread-local variable.
    pub is_thread_local: &'a dyn Fn(SymbolId) -> bool,
    /// Returns true if the distance between two addresses of a section is final.
    pub is_fixed: &'a dyn Fn(CodeAddress, CodeAddress) -> bool,
}

/// The sections of debug information.
pub struct Made {
    /// The non-empty sections.
    pub sections: Vec<DebugSection>,
    /// The line directives, if requested.
    pub lines: Option<LineText>,
    /// The functions, in address order.
    pub functions: Vec<PlacedFunction>,
}

/// Builds the debug information.
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

/// Returns the first function of each section, which determines the order of sections.
fn section_order(functions: &[PlacedFunction]) -> HashMap<u32, usize> {
    let mut first = HashMap::default();
    for function in functions {
        let section = function.range().map(|range| range.start.section);
        section.map(|section| first.entry(section).or_insert(function.chunk));
    }
    first
}

/// Sorts functions by address and marks adjacent ones.
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
