//! Errors of reading.

use std::fmt;

/// An error in a file, with its position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MirError {
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1.
    pub column: usize,
    /// The message.
    pub message: String,
    /// The line itself.
    pub text: String,
}

impl fmt::Display for MirError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}:{}: error: {}", self.line, self.column, self.message)?;
        write!(f, "{}\n{:>2$}", self.text, "^", self.column)
    }
}

impl std::error::Error for MirError {}
