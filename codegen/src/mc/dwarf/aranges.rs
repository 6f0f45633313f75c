//! `.debug_aranges`: maps code addresses to units.
//!
//! * Requires: functions of each unit in address order, and the start offsets of units.
//! * Establishes: a table for each unit with code. Variables are not listed, as debuggers do not
//!   use them.
//! * Cost: linear in the functions.
//! * Source: the DWARF standard, section 6.1.2.

use crate::ir::debug_info::NodeId;
use crate::mc::dwarf::placed::{CodeRange, PlacedFunction};
use crate::mc::dwarf::section::{Contents, Fill, SectionId};
use gimli::Format;

/// The version number in all versions of DWARF up to 5.
const VERSION: u64 = 2;

/// Writes the tables of units that start at these offsets.
pub(crate) fn write(
    of_units: &[(NodeId, Vec<PlacedFunction>)],
    starts: &[Option<u64>],
    address_bytes: u8,
    format: Format,
) -> Contents {
    let mut out = Contents::default();
    for ((_, functions), &start) in of_units.iter().zip(starts) {
        let ranges = runs(functions);
        let Some(start) = start.filter(|_| !ranges.is_empty()) else { continue };
        let begin = out.len();
        let length = out.start_length(format);
        out.number(VERSION, 2);
        out.offset(SectionId::Info, start, format);
        out.bytes.extend([address_bytes, 0]);
        // Pairs are aligned to their size, relative to the table's start.
        let pair = 2 * u64::from(address_bytes);
        let padding = (out.len() - begin).next_multiple_of(pair) - (out.len() - begin);
        out.bytes.extend(std::iter::repeat_n(0, padding as usize));
        for CodeRange { start, end } in ranges {
            out.fill(Fill::Code(start), address_bytes);
            out.fill(Fill::Distance(start, end), address_bytes);
        }
        out.bytes.extend(std::iter::repeat_n(0, pair as usize));
        out.end_length(length, format);
    }
    out
}

/// Returns the code of functions; adjacent ones are merged.
pub(crate) fn runs(functions: &[PlacedFunction]) -> Vec<CodeRange> {
    let mut ranges: Vec<CodeRange> = Vec::new();
    for function in functions {
        let Some(range) = function.range() else { continue };
        match ranges.last_mut().filter(|_| function.follows) {
            Some(last) => last.end = range.end,
            None => ranges.push(range),
        }
    }
    ranges
}
