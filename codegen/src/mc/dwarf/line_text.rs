//! Line rows as directives of assembly: `.file` and `.loc`.
//!
//! * Requires: functions in text order.
//! * Establishes: the assembler builds the object's line table, with the files of all units in one.
//! * Cost: linear in the rows.

use crate::ir::debug_info::MAX_SCOPES;
use crate::ir::debug_info::Unit;
use crate::ir::entity::DebugLoc;
use crate::mc::dwarf::events::{DebugEvent, FileRow, RowFlags};
use crate::mc::dwarf::file_order::FileOrder;
use crate::mc::dwarf::files::{Files, name_of};
use crate::mc::dwarf::input::Input;
use crate::mc::dwarf::placed::PlacedFunction;
use rustc_hash::FxHashMap as HashMap;

/// A row as text.
pub(crate) struct RowText {
    /// The directives: `.file` for files that are first used here, each with a line end, and the
    /// row's `.loc`.
    pub directive: String,
    /// File, line and column, for a comment.
    pub place: String,
}

/// The line directives of a module.
#[derive(Default)]
pub(crate) struct LineText {
    /// The `.file` directives before the functions, or all of them.
    pub files: String,
    /// The `.file` directives of files that only debug sections name.
    pub last_files: String,
    /// The text of a row, by the number of the function's chunk and the event.
    rows: HashMap<(usize, usize), RowText>,
    /// The files that are listed after a function, by its chunk.
    files_after: HashMap<usize, String>,
    /// The file of the last row of each function.
    last_file: HashMap<usize, u64>,
    /// The number of files that have been listed.
    listed: usize,
}

impl LineText {
    /// Returns the directives for these functions. If they belong to one unit, each file is listed
    /// at its first use.
    pub(crate) fn new(
        input: &Input<'_>,
        files: &mut Files,
        unit: Option<&Unit>,
        mut functions: Vec<&PlacedFunction>,
    ) -> LineText {
        functions.sort_by_key(|function| function.chunk);
        let mut text = LineText::default();
        let mut order = FileOrder::new(input, files, &functions);
        unit.iter().for_each(|unit| order.start(unit));
        if unit.is_some() {
            text.files = text.new_files(order.files);
        }
        // The assembler's initial state.
        let (mut file, mut is_stmt) = (1, true);
        let mut name: &[u8] = &[];
        for function in functions {
            for (number, (_, event)) in function.debug.events.iter().enumerate() {
                let DebugEvent::Row(row) = *event else { continue };
                if let Some(id) = row.scope.and_then(|scope| input.info.file_of(scope)) {
                    name = name_of(input, id);
                }
                let location = row.location;
                let row = FileRow::of(input, order.files, row);
                file = row.file.unwrap_or(file);
                let mut directives = if unit.is_some() { text.new_files(order.files) } else { String::new() };
                directives.push_str(&directive(&row, file, is_stmt));
                is_stmt = row.flags.contains(RowFlags::IS_STMT);
                let place = match location {
                    Some(location) => place(input, location),
                    None => format!("{}:{}:{}", String::from_utf8_lossy(name), row.line, row.column),
                };
                text.rows.insert((function.chunk, number), RowText { directive: directives, place });
            }
            if let Some(unit) = unit {
                order.end_function(unit, function);
                let files = text.new_files(order.files);
                text.files_after.insert(function.chunk, files);
            }
            text.last_file.insert(function.chunk, file);
        }
        text
    }

    /// Returns the directives of files that are not listed yet.
    fn new_files(&mut self, files: &Files) -> String {
        let first = std::mem::replace(&mut self.listed, files.table().files.len());
        files.table().directives(first)
    }

    /// Lists the remaining files: at the start, unless files are listed at their first use.
    pub(crate) fn finish(&mut self, input: &Input<'_>, files: &mut Files, is_at_start: bool) {
        files.list_some(input);
        let rest = self.new_files(files);
        match is_at_start {
            true => self.files.push_str(&rest),
            false => self.last_files = rest,
        }
    }

    /// Returns the directives after a function, for files that are first used there.
    pub(crate) fn files_after(&self, chunk: usize) -> &str {
        self.files_after.get(&chunk).map_or("", |files| files)
    }

    /// Returns the directive of an event.
    pub(crate) fn row(&self, chunk: usize, event: usize) -> Option<&RowText> {
        self.rows.get(&(chunk, event))
    }

    /// Returns the directive for code without a location, after a function's row.
    pub(crate) fn nowhere(&self, chunk: usize) -> String {
        format!("\t.loc\t{} 0 0\n", self.last_file.get(&chunk).copied().unwrap_or(1))
    }
}

/// Formats a location for a comment, with the calls that it was inlined at.
fn place(input: &Input<'_>, location: DebugLoc) -> String {
    let inlined_at = |&at: &DebugLoc| input.info.location(at).and_then(|location| location.inlined_at);
    let locations = std::iter::successors(Some(location), inlined_at).take(MAX_SCOPES);
    let places = locations.filter_map(|at| input.info.location(at)).map(|location| {
        let file = input.info.file_of(location.scope).map_or(&[][..], |file| name_of(input, file));
        let mut place = format!("{}:{}", String::from_utf8_lossy(file), location.line);
        if location.column != 0 {
            place.push_str(&format!(":{}", location.column));
        }
        place
    });
    let places: Vec<String> = places.collect();
    places.join(" @[ ") + &" ]".repeat(places.len().saturating_sub(1))
}

/// Formats a row as a directive without a line end; `is_stmt` is the current default.
fn directive(row: &FileRow, file: u64, is_stmt: bool) -> String {
    let mut text = format!("\t.loc\t{file} {} {}", row.line, row.column);
    for (flag, word) in
        [(RowFlags::PROLOGUE_END, " prologue_end"), (RowFlags::EPILOGUE_BEGIN, " epilogue_begin")]
    {
        text.push_str(if row.flags.contains(flag) { word } else { "" });
    }
    let is_now = row.flags.contains(RowFlags::IS_STMT);
    if is_now != is_stmt {
        text.push_str(if is_now { " is_stmt 1" } else { " is_stmt 0" });
    }
    if row.discriminator != 0 {
        text.push_str(&format!(" discriminator {}", row.discriminator));
    }
    text
}
