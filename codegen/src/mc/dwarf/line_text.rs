//! Lines as directives of assembly: `.file` and `.loc`.
//!
//! * Requires: functions in the order in which the text has them.
//! * Establishes: the table that the assembler makes is that of the object, with the files of all units in one.
//! * Cost: linear in the rows.

use super::events::{DebugEvent, RowFlags};
use super::files::{Files, name_of};
use super::line_program::FileRow;
use super::{Input, PlacedFunction};
use rustc_hash::FxHashMap as HashMap;

/// A row as text.
pub struct RowText {
    /// The directive.
    pub directive: String,
    /// File, line and column, as a comment says them.
    pub place: String,
}

/// The directives of a module.
pub struct LineText {
    /// Those that list the files.
    pub files: String,
    /// That of a row, by the number of the function among all that has code and by the event.
    rows: HashMap<(usize, usize), RowText>,
    /// The file of the last row of each function.
    last_files: HashMap<usize, u64>,
}

impl LineText {
    /// The directives for these functions.
    pub fn new(input: &Input<'_>, files: &mut Files, mut functions: Vec<&PlacedFunction>) -> LineText {
        functions.sort_by_key(|function| function.chunk);
        let mut text =
            LineText { files: String::new(), rows: HashMap::default(), last_files: HashMap::default() };
        // What the assembler starts with.
        let (mut file, mut is_stmt) = (1, true);
        let mut name: &[u8] = &[];
        for function in functions {
            for (number, (_, event)) in function.debug.events.iter().enumerate() {
                let DebugEvent::Row(row) = *event else { continue };
                if let Some(id) = row.scope.and_then(|scope| input.info.file_of(scope)) {
                    name = name_of(input, id);
                }
                let row = FileRow::of(input, files, row);
                file = row.file.unwrap_or(file);
                let directive = directive(&row, file, is_stmt);
                is_stmt = row.flags.contains(RowFlags::IS_STMT);
                let place = format!("{}:{}:{}", String::from_utf8_lossy(name), row.line, row.column);
                text.rows.insert((function.chunk, number), RowText { directive, place });
            }
            text.last_files.insert(function.chunk, file);
        }
        files.list_some(input);
        text.files = files.table().directives();
        text
    }

    /// The directive of an event.
    pub fn row(&self, chunk: usize, event: usize) -> Option<&RowText> {
        self.rows.get(&(chunk, event))
    }

    /// The directive for code that comes from nowhere, after that of a function.
    pub fn nowhere(&self, chunk: usize) -> String {
        format!("\t.loc\t{} 0 0\n", self.last_files.get(&chunk).copied().unwrap_or(1))
    }
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
