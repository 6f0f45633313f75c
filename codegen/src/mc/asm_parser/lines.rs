//! Line directives: `.file` lists files, `.loc` sets the source location of code.
//!
//! The first reading collects the files; later ones emit rows. A row belongs to the next
//! instruction or word of data, unless another row precedes it.
//!
//! Source: the documentation of the GNU assembler; LLVM's `AsmParser::parseDirectiveLoc`.

use super::super::dwarf::events::{FileRow, RowFlags};
use super::super::dwarf::files::{FileEntry, FileTable, parse_md5};
use super::data::string;
use super::statements::closing_quote;
use super::{AsmParser, Names};
use gimli::Format;

/// The state of line rows.
#[derive(Default)]
pub(super) struct LineState {
    /// A row that has no position yet.
    pending: Option<FileRow>,
    /// True if the last row has `is_stmt 0`, which is the default of the next.
    is_within: bool,
}

/// A word of a directive.
enum Word<'t> {
    Plain(&'t str),
    Quoted(Vec<u8>),
}

/// Returns the words of a directive, separated by blanks.
fn directive_words(mut text: &str) -> Option<Vec<Word<'_>>> {
    let mut words = Vec::new();
    loop {
        text = text.trim_start();
        if text.is_empty() {
            return Some(words);
        }
        let end = match text.strip_prefix('"') {
            Some(inner) => {
                let end = closing_quote(inner)?;
                words.push(Word::Quoted(string(&inner[..end])?));
                end + 2
            }
            None => {
                let end = text.find(char::is_whitespace).unwrap_or(text.len());
                words.push(Word::Plain(&text[..end]));
                end
            }
        };
        text = &text[end..];
    }
}

/// Parses `md5 0x…` and `source "…"` of a file.
fn file_entry(name: Vec<u8>, folder: usize, rest: &[Word<'_>]) -> Result<FileEntry, String> {
    let mut entry = FileEntry { name, folder, ..FileEntry::default() };
    for pair in rest.chunks(2) {
        match pair {
            [Word::Plain("md5"), Word::Plain(sum)] => {
                let digits = sum.strip_prefix("0x").and_then(parse_md5);
                entry.md5 = Some(digits.ok_or_else(|| format!("`{sum}` is no MD5 sum"))?);
            }
            [Word::Plain("source"), Word::Quoted(text)] => entry.source = Some(text.clone()),
            _ => return Err("what is said of a file is not supported".into()),
        }
    }
    Ok(entry)
}

impl FileTable {
    /// Adds the file with this number.
    fn define(&mut self, number: u64, entry: FileEntry) -> Result<(), String> {
        match number.checked_sub(self.first()).map(|index| index as usize) {
            Some(index) if index == self.files.len() => self.files.push(entry),
            // The unit's own file may be repeated.
            Some(0) if self.files.first() == Some(&entry) => {}
            Some(index) if index > self.files.len() => {
                return Err(format!("file {number} comes before others with lower numbers"));
            }
            _ => return Err(format!("file {number} is listed twice")),
        }
        Ok(())
    }
}

impl AsmParser<'_> {
    /// Parses `.file "name"`, or `.file number ["folder"] "name" …`.
    pub(super) fn file(&mut self, arguments: &str) -> Result<(), String> {
        let Names::Collected(symbols) = &mut self.names else { return Ok(()) };
        let words = directive_words(arguments).ok_or("no name of a file")?;
        let (number, folder, name, rest) = match &words[..] {
            [Word::Quoted(name)] => {
                symbols.file = Some(String::from_utf8_lossy(name).into_owned());
                return Ok(());
            }
            [Word::Plain(number), Word::Quoted(folder), Word::Quoted(name), rest @ ..] => {
                (number, &folder[..], name, rest)
            }
            [Word::Plain(number), Word::Quoted(name), rest @ ..] => (number, &[][..], name, rest),
            _ => return Err("a number and a name of a file".into()),
        };
        let number: u64 = number.parse().map_err(|_| format!("`{number}` is no number of a file"))?;
        let table = match number {
            // File 0 implies version 5.
            0 => symbols.files.get_or_insert_with(|| FileTable::new(5, Format::Dwarf32, folder.to_vec())),
            _ => symbols.files.get_or_insert_with(|| FileTable::new(4, Format::Dwarf32, Vec::new())),
        };
        if number == 0 && table.version < 5 {
            return Err("file 0 comes after others".into());
        }
        // The name of the unit's own file is unchanged.
        let (folder, name) = if number == 0 { (0, name.clone()) } else { table.place(folder, name) };
        table.define(number, file_entry(name, folder, rest)?)
    }

    /// Parses `.loc file line [column] …`.
    pub(super) fn line(&mut self, arguments: &str) -> Result<(), String> {
        let words = directive_words(arguments).unwrap_or_default();
        let plain: Option<Vec<&str>> = words
            .iter()
            .map(|word| match word {
                Word::Plain(word) => Some(*word),
                Word::Quoted(_) => None,
            })
            .collect();
        let plain = plain.unwrap_or_default();
        let number = |word: &str| word.parse::<u32>().map_err(|_| format!("`{word}` is no number"));
        let ([file, line], mut rest) = plain.split_first_chunk().ok_or("no file and line")?;
        let (file, line) = (u64::from(number(file)?), number(line)?);
        let mut row =
            FileRow { file: Some(file), line, column: 0, discriminator: 0, flags: RowFlags::empty() };
        if let Some((column, after)) = rest.split_first()
            && column.starts_with(|c: char| c.is_ascii_digit())
        {
            (row.column, rest) = (number(column)?, after);
        }
        let mut is_stmt = !self.lines.is_within;
        while let Some((word, after)) = rest.split_first() {
            rest = after;
            let mut value = || {
                let (value, after) =
                    rest.split_first().ok_or_else(|| format!("`{word}` without a number"))?;
                rest = after;
                number(value)
            };
            match *word {
                "prologue_end" => row.flags |= RowFlags::PROLOGUE_END,
                "epilogue_begin" => row.flags |= RowFlags::EPILOGUE_BEGIN,
                "is_stmt" => is_stmt = value()? != 0,
                "discriminator" => row.discriminator = value()?,
                "isa" if value()? == 0 => {}
                _ => return Err(format!("`{word}` of a line is not supported")),
            }
        }
        self.lines.is_within = !is_stmt;
        row.flags.set(RowFlags::IS_STMT, is_stmt);
        if let Names::Collected(symbols) = &self.names {
            let table = symbols.files.as_ref();
            let is_listed = table.is_some_and(|table| {
                file.checked_sub(table.first()).is_some_and(|index| index < table.files.len() as u64)
            });
            if !is_listed {
                return Err(format!("file {file} is not listed"));
            }
        }
        self.flush_line();
        self.lines.pending = Some(row);
        Ok(())
    }

    /// Emits the pending row here.
    pub(super) fn flush_line(&mut self) {
        if let Some(row) = self.lines.pending.take() {
            self.out.line(row);
        }
    }
}
