//! The errors of a compilation.

use crate::input_text::InputText;
use crate::messages::Message;
use crate::output;
use gisel_codegen::support::error::CompileError;
use std::fmt;
use std::io::ErrorKind;
use std::path::Path;

/// The errors of a compilation without output.
#[derive(Debug)]
pub struct Failure(pub Vec<Message>);

impl Failure {
    /// Creates a failure with a single message.
    pub fn new(message: impl Into<String>) -> Failure {
        Failure(vec![Message::new(message)])
    }

    /// Adds advice about an input that is not a module.
    pub(crate) fn advised(mut self, advice: Option<String>) -> Failure {
        self.0.last_mut().into_iter().zip(advice).for_each(|(message, advice)| message.advise(advice));
        self
    }

    /// Adds the locations of messages in the input `name`.
    pub(crate) fn located(mut self, name: &str, data: &[u8]) -> Failure {
        let is_binary = |&byte: &u8| byte == 0;
        let text = std::str::from_utf8(data).ok().filter(|_| !data.iter().any(is_binary)).unwrap_or_default();
        let mut text = InputText::new(text);
        for message in &mut self.0 {
            message.locate(name, &mut text);
            message.name_file(name);
        }
        self
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let messages: Vec<String> = self.0.iter().map(Message::with_place).collect();
        f.write_str(&messages.join("; "))
    }
}

impl From<Vec<CompileError>> for Failure {
    fn from(errors: Vec<CompileError>) -> Failure {
        Failure(errors.into_iter().map(Message::from).collect())
    }
}

/// Writes a file, or to standard output. A closed pipe ends the process silently.
///
/// # Errors
/// The system reports an error.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    output::write(path, bytes).map_err(|e| match e.kind() {
        ErrorKind::BrokenPipe => Failure(Vec::new()),
        _ => io_failure("write", path, &e),
    })
}

/// Returns the failure to `verb` a file.
pub(crate) fn io_failure(verb: &str, path: &Path, error: &std::io::Error) -> Failure {
    Failure::new(format!("cannot {verb} {}: {error}", path.display()))
}
