//! `.include` and `.incbin`: files that a text names.

use super::AsmParser;
use super::data::MAX_BYTES;
use super::statements::{self, Statement, closing_quote, items};
use std::fs;
use std::path::{Path, PathBuf};

/// The maximum number of files that a text may include.
const MAX_FILES: u32 = 10_000;

/// Reads the file called `name`: under this path, or in one of `folders`.
fn read(name: &str, folders: &[PathBuf]) -> Result<Vec<u8>, String> {
    let paths = std::iter::once(PathBuf::from(name)).chain(folders.iter().map(|folder| folder.join(name)));
    let mut found = paths.filter(|path| Path::is_file(path));
    let path = found.next().ok_or_else(|| format!("there is no file `{name}`"))?;
    fs::read(&path).map_err(|e| format!("{}: {e}", path.display()))
}

/// Returns the quoted name.
fn file_name(item: &str) -> Result<&str, String> {
    let inner = item.strip_prefix('"').filter(|inner| closing_quote(inner) == Some(inner.len() - 1));
    inner.map(|inner| &inner[..inner.len() - 1]).ok_or_else(|| "no name of a file in quotes".into())
}

impl AsmParser<'_> {
    /// Returns the statements of the file that `.include` names.
    pub(super) fn included_statements(&mut self, arguments: &str) -> Result<Vec<Statement>, String> {
        self.files += 1;
        if self.files > MAX_FILES {
            return Err("too many files".into());
        }
        let name = file_name(arguments)?;
        let bytes = read(name, &self.folders)?;
        let text = String::from_utf8(bytes).map_err(|e| format!("`{name}` is to be UTF-8: {e}"))?;
        let comment = self.target.mc().dialect().comment;
        let mut statements = statements::statements(&text, comment)
            .map_err(|(line, message)| format!("{name}:{line}: {message}"))?;
        for statement in &mut statements {
            statement.file.get_or_insert_with(|| name.into());
            self.note_labels(&statement.text);
        }
        Ok(statements)
    }

    /// Parses `.incbin "file"[, start[, count]]`: emits a file's bytes.
    pub(super) fn include_bytes(&mut self, arguments: &str) -> Result<(), String> {
        let list = items(arguments);
        let bytes = read(file_name(list[0])?, &self.folders)?;
        if bytes.len() as u64 > MAX_BYTES {
            return Err("too many bytes".into());
        }
        let mut bounded = |n: usize, otherwise: usize, most: usize| -> Result<usize, String> {
            let Some(text) = list.get(n).filter(|text| !text.is_empty()) else { return Ok(otherwise) };
            let number = self.number_of(text)?;
            let number = usize::try_from(number).map_err(|_| format!("{number} is no number of bytes"))?;
            Ok(number.min(most))
        };
        let start = bounded(1, 0, bytes.len())?;
        let count = bounded(2, bytes.len() - start, bytes.len() - start)?;
        self.out.bytes(&bytes[start..start + count]);
        Ok(())
    }
}
