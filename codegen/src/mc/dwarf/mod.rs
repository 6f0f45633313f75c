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
mod builder;
mod call_entries;
pub(crate) mod calls;
pub(crate) mod code_labels;
mod description;
pub(crate) mod entries;
pub(crate) mod events;
mod expression;
mod file_order;
pub(crate) mod files;
mod functions;
mod globals;
pub(crate) mod input;
pub(crate) mod labels;
pub(crate) mod line_program;
mod line_text;
mod lists;
mod macros;
mod names;
pub(crate) mod placed;
pub(crate) mod pools;
mod public_names;
pub(crate) mod rows;
pub(crate) mod scope_ranges;
mod scopes;
pub(crate) mod section;
mod skeleton;
mod split_units;
pub(crate) mod statements;
mod type_units;
mod types;
mod unit;
mod upper_bits;
mod value_history;
pub(crate) mod values;

use crate::mc::dwarf::input::Input;
use crate::mc::dwarf::placed::PlacedFunction;
pub(crate) use upper_bits::needs_extension;

use crate::ir::debug_info::NodeId;
pub(crate) use line_text::{LineText, RowText};
use rustc_hash::FxHashMap as HashMap;
use section::DebugSection;

/// The sections of debug information.
pub(crate) struct Made {
    /// The non-empty sections.
    pub sections: Vec<DebugSection>,
    /// The line directives, if requested.
    pub lines: Option<LineText>,
    /// The functions, in address order.
    pub functions: Vec<PlacedFunction>,
}

/// Builds the debug information.
pub(crate) fn build(input: &Input<'_>, functions: Vec<PlacedFunction>) -> Made {
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
    let mut builder = builder::Builder::new(input);
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
