//! Lines as directives of assembly: `.file` and `.loc`.
//!
//! * Requires: functions in the order in which the text has them.
//! * Establishes: the table that the assembler makes is that of the object, with the files of all units in one.
//! * Cost: linear in the rows.

use super::events::{DebugEvent, RowFlags};
use super::file_order::FileOrder;
use super::files::{Files, name_of};
use super::line_program::FileRow;
use super::unit::MOST_SCOPES;
use super::{Input, PlacedFunction};
use crate::ir::debug_info::Unit;
use crate::ir::entity::DebugLoc;
use rustc_hash::FxHashMap as HashMap;

/// A row as text.
pub struct RowText {
    /// The directives: those of files that are named first here, each with the end of its line, and the row's.
    pub directive: String,
    /// File, line and column, as a comment says them.
    pub place: String,
}

/// The directives of a module.
#[derive(Default)]
pub struct LineText {
    /// Those that list the files which are named before the functions, or all.
    pub files: String,
    /// Those that list the files which nothing but sections of debug information names.
    pub last_files: String,
    /// That of a row, by the number of the function among all that has code and by the event.
    rows: HashMap<(usize, usize), RowText>,
    /// The files that are named after a function, by its number.
    files_after: HashMap<usize, String>,
    /// The file of the last row of each function.
    last_file: HashMap<usize, u64>,
    /// How many files have directives already.
    listed: usize,
}

impl LineText {
    /// The directives for these functions. If they are of one unit, each file is listed where it is first named.
    pub fn new(
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
        // What the assembler starts with.
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

    /// The directives of files that have none yet.
    fn new_files(&mut self, files: &Files) -> String {
        let first = std::mem::replace(&mut self.listed, files.table().files.len());
        files.table().directives(first)
    }

    /// Lists all files that are not listed yet: at the start unless others are where they are named.
    pub fn finish(&mut self, input: &Input<'_>, files: &mut Files, is_at_start: bool) {
        files.list_some(input);
        let rest = self.new_files(files);
        match is_at_start {
            true => self.files.push_str(&rest),
            false => self.last_files = rest,
        }
    }

    /// The directives after a function, of files that are named first there.
    pub fn files_after(&self, chunk: usize) -> &str {
        self.files_after.get(&chunk).map_or("", |files| files)
    }

    /// The directive of an event.
    pub fn row(&self, chunk: usize, event: usize) -> Option<&RowText> {
        self.rows.get(&(chunk, event))
    }

    /// The directive for code that comes from nowhere, after that of a function.
    pub fn nowhere(&self, chunk: usize) -> String {
        format!("\t.loc\t{} 0 0\n", self.last_file.get(&chunk).copied().unwrap_or(1))
    }
}

/// A location as a comment says it, with the calls that it was inlined at.
fn place(input: &Input<'_>, location: DebugLoc) -> String {
    let inlined_at = |&at: &DebugLoc| input.info.location(at).and_then(|location| location.inlined_at);
    let locations = std::iter::successors(Some(location), inlined_at).take(MOST_SCOPES);
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

/// A row as a directive without the end of its line; `is_stmt` is what holds if nothing is said.
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
