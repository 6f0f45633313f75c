//! Errors and warnings as text, or as JSON in rustc's form, one per line.
//!
//! A message begins with its location. It is in the source program if the instruction has debug
//! information, else in textual input: the line of the instruction, or the first line of the
//! function. That line is shown below the message. Equal errors in several functions are one
//! message with their count.

use crate::input_text::{InputText, TextLine};
use crate::options::{Color, DiagnosticForm, Options};
use annotate_snippets::{AnnotationKind, Group, Level as Title, Renderer, Snippet};
use gisel_codegen::support::diagnostics::{Report, SourceLocation};
use gisel_codegen::support::error::CompileError;
use gisel_codegen::support::guard;
use serde_json::{Value, json};
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::io::IsTerminal;
use std::ops::Range;

/// A line of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourcePosition {
    /// The file, as the command line or debug information names it.
    file: String,
    /// The line, counted from one; zero for the whole file.
    line: usize,
    /// The column, counted from one, in bytes; zero if unknown.
    column: usize,
    /// The line's text, if the file has been read.
    source: Option<Source>,
}

/// The text of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Source {
    /// The byte offset of the line in the file.
    start: usize,
    text: String,
    /// The highlighted byte range.
    meant: Range<usize>,
}

impl Source {
    /// Creates a line that begins at `start`, without trailing space; the highlight begins at byte
    /// `from`.
    fn new(start: usize, line: &str, from: usize) -> Source {
        let text = line.trim_end().to_owned();
        let from = if text.is_char_boundary(from) { from } else { text.len() };
        Source { start, meant: from..text.len(), text }
    }

    /// Returns line `line` of `input`; the highlight begins at the column.
    fn at(input: &str, line: usize, column: usize) -> Option<Source> {
        let text = input.split('\n').nth(line.checked_sub(1)?)?;
        let start = input.split_inclusive('\n').take(line - 1).map(str::len).sum();
        let mut source = Source::new(start, text, column.saturating_sub(1));
        let ends_word = |c: char| c.is_whitespace() || matches!(c, ',' | '(' | ')');
        let word = source.text[source.meant.clone()].split(ends_word).next().unwrap_or_default();
        source.meant.end = source.meant.start + word.len();
        Some(source)
    }
}

impl From<&SourceLocation> for SourcePosition {
    fn from(SourceLocation { file, line, column }: &SourceLocation) -> SourcePosition {
        SourcePosition { file: file.clone(), line: *line as usize, column: *column as usize, source: None }
    }
}

impl fmt::Display for SourcePosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers = [self.line, self.column].into_iter().take_while(|number| *number != 0);
        write!(f, "{}:", self.file)?;
        numbers.into_iter().try_for_each(|number| write!(f, "{number}:"))
    }
}

/// An error or warning.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Message {
    /// The function; empty if there is none.
    function: String,
    /// The instruction; empty if there is none.
    instruction: String,
    /// The text of the message.
    text: String,
    place: Option<SourcePosition>,
    /// The number of other functions with the same message.
    more: usize,
    /// The advice for the user.
    advice: Option<String>,
}

impl From<CompileError> for Message {
    fn from(error: CompileError) -> Message {
        let CompileError { function, instruction, location, message: text, .. } = error;
        let place = location.as_deref().map(SourcePosition::from);
        Message { function, instruction, text, place, ..Message::default() }
    }
}

impl From<&Report> for Message {
    fn from(report: &Report) -> Message {
        let mut report = report.clone();
        let place = report.first.location.take().as_ref().map(SourcePosition::from);
        Message { text: report.to_string(), place, ..Message::default() }
    }
}

impl fmt::Display for Message {
    /// Prints the message without its location.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.function.is_empty() {
            write!(f, "in function '{}': ", self.function)?;
        }
        f.write_str(&self.text)?;
        if !self.instruction.is_empty() {
            write!(f, ": {}", self.instruction.trim())?;
        }
        match self.more {
            0 => Ok(()),
            1 => f.write_str(" (and 1 more function)"),
            more => write!(f, " (and {more} more functions)"),
        }
    }
}

impl Message {
    /// Creates a message about the input as a whole, or about the command.
    pub fn new(text: impl Into<String>) -> Message {
        Message { text: text.into(), ..Message::default() }
    }

    /// Adds advice.
    pub fn advise(&mut self, advice: String) {
        self.advice = Some(advice);
    }

    /// Finds the location in the input `name`, with its line if the input is text. Messages of the
    /// reader contain their location.
    pub fn locate(&mut self, name: &str, input: &mut InputText<'_>) {
        if let Some((place, text)) = self.of_reader() {
            let is_known = place.file == name && !input.text().is_empty() && place.line != 0;
            let source = Source::at(input.text(), place.line, place.column).filter(|_| is_known);
            // The reader also shows the line, which may not be text.
            let is_odd = |c: char| c.is_control() && !matches!(c, '\n' | '\t') || c == '\u{fffd}';
            let shows_line = source.is_none() && !text.contains(is_odd);
            let said = if shows_line { text } else { text.lines().next().unwrap_or_default() };
            (self.text, self.place) = (said.to_owned(), Some(SourcePosition { source, ..place }));
            return;
        }
        if self.function.is_empty() || self.place.is_some() || input.text().is_empty() {
            return;
        }
        let Some(TextLine { number, start, text }) = input.find(&self.function, &self.instruction) else {
            return;
        };
        let indent = text.len() - text.trim_start().len();
        let source = Some(Source::new(start, text, indent));
        self.place = Some(SourcePosition { file: name.to_owned(), line: number, column: indent + 1, source });
    }

    /// Sets the file as the location of a message that has no other and does not name the file
    /// itself.
    pub fn name_file(&mut self, name: &str) {
        let is_separator = |c: char| c.is_whitespace() || matches!(c, '\'' | '"' | ',' | ';');
        let is_name =
            |word: &str| word.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with(':'));
        let first = self.text.lines().next().unwrap_or_default();
        if self.place.is_none() && !first.split(is_separator).any(is_name) {
            self.place = Some(SourcePosition { file: name.to_owned(), line: 0, column: 0, source: None });
        }
    }

    /// Returns the message after its location.
    pub fn with_place(&self) -> String {
        self.place.as_ref().map_or_else(|| self.to_string(), |place| format!("{place} {self}"))
    }

    /// Returns true if the message reports a bug of gisel.
    pub fn is_internal(&self) -> bool {
        self.text.contains(guard::INTERNAL_ERROR)
    }

    /// Returns the message as text: a line that begins with the location, and the source line.
    fn rendered(&self, level: Level, style: &Style) -> String {
        let place = self.place.iter().map(|place| format!("{place} "));
        let head = style.titled(level, &self.to_string());
        let source = self.place.iter().filter_map(|place| style.snippet(level, place));
        place.chain([head]).chain(source).collect()
    }

    /// Splits a message of the reader into location and text: `file:line:column: error: message`,
    /// or without numbers.
    fn of_reader(&self) -> Option<(SourcePosition, &str)> {
        let (place, rest) = self.text.split_once(": error: ").filter(|(place, _)| !place.contains('\n'))?;
        let mut parts = place.rsplitn(3, ':');
        let mut number = || parts.next().and_then(|number| number.parse().ok());
        let numbers = number().zip(number());
        let (file, (column, line)) = match (parts.next(), numbers) {
            (Some(file), Some(numbers)) => (file, numbers),
            _ => (place, (0, 0)),
        };
        Some((SourcePosition { file: file.to_owned(), line, column, source: None }, rest))
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Level {
    Error,
    Warning,
    Note,
}

impl Level {
    fn name(self) -> &'static str {
        match self {
            Level::Error => "error",
            Level::Warning => "warning",
            Level::Note => "note",
        }
    }

    fn title(self) -> Title<'static> {
        match self {
            Level::Error => Title::ERROR,
            Level::Warning => Title::WARNING,
            Level::Note => Title::NOTE,
        }
    }
}

/// The format of messages.
#[derive(Clone, Debug)]
pub struct Style {
    json: bool,
    colored: bool,
    /// True if each function's error is shown separately, and all of them.
    every: bool,
    /// The maximum number of errors; 0 for all.
    limit: usize,
}

impl Default for Style {
    fn default() -> Style {
        Style { json: false, colored: std::io::stderr().is_terminal(), every: false, limit: 0 }
    }
}

impl Style {
    /// Returns the format that the command line requests.
    pub fn new(options: &Options) -> Style {
        Style {
            json: options.diagnostics == DiagnosticForm::Json,
            colored: match options.color {
                Color::Auto => std::io::stderr().is_terminal(),
                Color::Always => true,
                Color::Never => false,
            },
            every: options.list_unsupported || options.error_limit == 0,
            limit: options.error_limit,
        }
    }

    fn renderer(&self) -> Renderer {
        if self.colored { Renderer::styled() } else { Renderer::plain() }
    }

    /// Returns `text` after its level; lines after the first are unchanged.
    fn titled(&self, level: Level, text: &str) -> String {
        let (first, rest) = text.trim_end().split_once('\n').unwrap_or((text.trim_end(), ""));
        let title = Group::with_title(level.title().primary_title(first));
        let head = self.renderer().short_message(true).render(&[title]);
        if rest.is_empty() { format!("{head}\n") } else { format!("{head}\n{rest}\n") }
    }

    /// Returns the line of a location with the highlight underlined.
    fn snippet(&self, level: Level, place: &SourcePosition) -> Option<String> {
        let source = place.source.as_ref()?;
        let meant = AnnotationKind::Primary.span(source.meant.clone());
        let line = Snippet::source(&*source.text).line_start(place.line).annotation(meant);
        let shown = self.renderer().render(&[Group::with_level(level.title()).element(line)]);
        Some(format!("{shown}\n"))
    }

    /// Formats errors for printing.
    pub fn errors(&self, messages: Vec<Message>) -> String {
        let internal = messages.iter().any(Message::is_internal);
        let mut text = self.messages(Level::Error, messages);
        if internal {
            text += &self.note("this is a bug of gisel; please report it with the input and the options");
        }
        text
    }

    /// Formats the reasons for a fallback.
    pub fn reasons(&self, messages: Vec<Message>) -> String {
        self.messages(Level::Warning, messages)
    }

    fn messages(&self, level: Level, messages: Vec<Message>) -> String {
        let located = |mut message: Message| {
            message.locate("", &mut InputText::new(""));
            message
        };
        let messages: Vec<Message> = messages.into_iter().map(located).collect();
        let messages = if self.every { messages } else { group(messages) };
        let shown = if self.every || self.limit == 0 { messages.len() } else { self.limit };
        let more = messages.len().saturating_sub(shown);
        let mut text: String =
            messages.iter().take(shown).map(|message| self.message(level, message)).collect();
        if more != 0 {
            text += &self.note(&format!("--error-limit=0 shows {more} more"));
        }
        text
    }

    fn message(&self, level: Level, message: &Message) -> String {
        let text = message.rendered(level, self);
        let advice = message.advice.iter().map(|advice| self.note(advice));
        let span = message.place.as_ref().filter(|place| place.line != 0);
        let shown = match (self.json, span) {
            (true, Some(_)) => diagnostic(level, &message.to_string(), span, &text),
            (true, None) => diagnostic(level, &message.with_place(), None, &text),
            (false, _) => text,
        };
        std::iter::once(shown).chain(advice).collect()
    }

    /// Formats a note.
    pub fn note(&self, text: &str) -> String {
        let line = self.titled(Level::Note, text);
        if self.json { diagnostic(Level::Note, text, None, &line) } else { line }
    }

    /// Returns a warning of the input `name` as it is printed.
    pub fn warning(&self, report: &Report, name: &str) -> String {
        let mut message = Message::from(report);
        message.name_file(name);
        self.message(Level::Warning, &message)
    }
}

/// Merges equal messages of several functions. Bugs of gisel are not merged.
fn group(messages: Vec<Message>) -> Vec<Message> {
    let mut groups: Vec<Message> = Vec::new();
    // By text: the group, and the functions that have reported it.
    let mut known: HashMap<String, (usize, HashSet<String>)> = HashMap::new();
    for message in messages {
        let alike = !message.function.is_empty() && !message.is_internal();
        match known.get_mut(&message.text) {
            Some((n, functions)) if alike => {
                groups[*n].more += usize::from(functions.insert(message.function));
            }
            _ => {
                if alike {
                    let functions = HashSet::from([message.function.clone()]);
                    known.insert(message.text.clone(), (groups.len(), functions));
                }
                groups.push(message);
            }
        }
    }
    groups
}

/// Returns a line of JSON, with the keys of rustc's diagnostics.
fn diagnostic(level: Level, message: &str, place: Option<&SourcePosition>, rendered: &str) -> String {
    let spans: Vec<Value> = place.into_iter().map(span).collect();
    let diagnostic = json!({
        "$message_type": "diagnostic",
        "message": message.trim_end(),
        "code": null,
        "level": level.name(),
        "spans": spans,
        "children": [],
        "rendered": rendered,
    });
    format!("{diagnostic}\n")
}

fn span(place: &SourcePosition) -> Value {
    let empty = Source::new(0, "", place.column.saturating_sub(1));
    let Source { start, text, meant } = place.source.as_ref().unwrap_or(&empty);
    // Columns are counted in characters.
    let column = |at: usize| text.get(..at).map_or(place.column.max(1), |before| before.chars().count() + 1);
    let (from, to) = match place.source {
        Some(_) => (column(meant.start), column(meant.end)),
        None => (place.column.max(1), place.column.max(1)),
    };
    json!({
        "file_name": place.file,
        "byte_start": start + meant.start,
        "byte_end": start + meant.end,
        "line_start": place.line,
        "line_end": place.line,
        "column_start": from,
        "column_end": to,
        "is_primary": true,
        "text": [{ "text": text, "highlight_start": from, "highlight_end": to }],
        "label": null,
        "suggested_replacement": null,
        "suggestion_applicability": null,
        "expansion": null,
    })
}

/// Returns advice about an input that is not a module.
pub fn advice(name: &str, data: &[u8]) -> Option<String> {
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    let advice = match extension {
        _ if data.starts_with(b"\x7fELF") => "this is an object; --link takes objects beside modules".into(),
        _ if data.starts_with(b"!<arch>\n") => {
            "this is an archive; --link takes archives beside modules".into()
        }
        _ if data.starts_with(b"\x1f\x8b") => "this is compressed; `gunzip` makes a module of it".into(),
        "c" | "h" => format!("`clang -O2 -emit-llvm -c {name}` makes a module of C"),
        "cc" | "cpp" | "cxx" | "C" => format!("`clang++ -O2 -emit-llvm -c {name}` makes a module of C++"),
        "rs" => format!("`rustc --emit=llvm-bc {name}` makes a module of Rust"),
        _ => return None,
    };
    Some(advice)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "declare void @g()\ndefine void @f() {\n  call void @g() #1, !dbg !7\n  ret void\n}\n";

    fn error(function: &str, instruction: &str, text: &str) -> Message {
        CompileError::new(function, instruction, text).into()
    }

    fn plain() -> Style {
        Style { colored: false, ..Style::default() }
    }

    #[test]
    fn places_are_found_in_text() {
        for (function, instruction, place) in [
            ("f", "call  void @g() #0", "in.ll:3:3: error: in function 'f': odd: call  void @g() #0\n"),
            ("f", "%1:_(s32) = COPY $x0", "in.ll:2:1: error: in function 'f': odd: %1:_(s32) = COPY $x0\n"),
            ("f", "", "in.ll:2:1: error: in function 'f': odd\n"),
            ("h", "", "error: in function 'h': odd\n"),
        ] {
            let mut message = error(function, instruction, "odd");
            message.locate("in.ll", &mut InputText::new(TEXT));
            let said = plain().errors(vec![message]);
            assert_eq!(said.split_inclusive('\n').next(), Some(place));
        }
    }

    #[test]
    fn places_of_the_source_program_come_first() {
        let at = |function: &str, line| {
            let location = Some(Box::new(SourceLocation::from(("a.c", line, 3))));
            CompileError { location, ..CompileError::new(function, "", "odd") }
        };
        let mut messages: Vec<Message> = vec![at("f", 8).into(), at("g", 18).into()];
        messages[0].locate("in.ll", &mut InputText::new(TEXT));
        let said = "a.c:8:3: error: in function 'f': odd (and 1 more function)\n";
        assert_eq!(plain().errors(messages), said, "where they stand does not keep alike errors apart");
    }

    #[test]
    fn alike_errors_are_one_and_there_is_a_limit() {
        let messages = || {
            vec![
                error("f", "x", "odd"),
                error("g", "y", "odd"),
                error("g", "z", "odd"),
                error("h", "", "even"),
            ]
        };
        let said = "error: in function 'f': odd: x (and 1 more function)\nerror: in function 'h': even\n";
        assert_eq!(plain().errors(messages()), said);
        let limited = Style { limit: 1, ..plain() }.errors(messages());
        assert!(limited.ends_with("note: --error-limit=0 shows 1 more\n"), "{limited}");
        assert_eq!(Style { every: true, limit: 1, ..plain() }.errors(messages()).lines().count(), 4);
    }

    #[test]
    fn json_has_the_shape_of_rustc() {
        let mut message = error("f", "call void @g()", "odd");
        message.locate("in.ll", &mut InputText::new(TEXT));
        let style = Style { json: true, ..plain() };
        let value: Value = serde_json::from_str(&style.errors(vec![message])).expect("JSON");
        let span = &value["spans"][0];
        assert_eq!(
            (&value["level"], &value["message"]),
            (&json!("error"), &json!("in function 'f': odd: call void @g()"))
        );
        assert_eq!(
            (&span["file_name"], &span["line_start"], &span["column_start"]),
            (&json!("in.ll"), &json!(3), &json!(3))
        );
        let (start, end) = (span["byte_start"].as_u64(), span["byte_end"].as_u64());
        let range = start.expect("a number") as usize..end.expect("a number") as usize;
        assert_eq!(&TEXT[range], "call void @g() #1, !dbg !7");
        let of_reader = || Message::new("in.ll:3:8: error: expected type\n  call void @g()\n       ^");
        let value: Value = serde_json::from_str(&style.errors(vec![of_reader()])).expect("JSON");
        assert_eq!(value["spans"][0]["line_start"], 3);
        let mut located = of_reader();
        located.locate("in.ll", &mut InputText::new(TEXT));
        let value: Value = serde_json::from_str(&style.errors(vec![located])).expect("JSON");
        assert_eq!(
            (&value["message"], &value["spans"][0]["column_end"]),
            (&json!("expected type"), &json!(12))
        );
        assert_eq!(value["spans"][0]["text"][0]["text"], "  call void @g() #1, !dbg !7");
        let whole = style.errors(vec![Message::new("in.bc: error: broken")]);
        let value: Value = serde_json::from_str(&whole).expect("JSON");
        assert_eq!(
            (&value["message"], &value["rendered"]),
            (&json!("in.bc: broken"), &json!("in.bc: error: broken\n"))
        );
    }

    #[test]
    fn lines_are_shown_beneath() {
        let mut message = error("f", "call void @g()", "odd");
        message.locate("in.ll", &mut InputText::new(TEXT));
        let shown = plain().errors(vec![message]);
        let beneath = "  |\n3 |   call void @g() #1, !dbg !7\n  |   ^^^^^^^^^^^^^^^^^^^^^^^^^^\n";
        assert!(shown.ends_with(beneath) && shown.starts_with("in.ll:3:3: error: "), "{shown}");
        // The output of other programs contains no location.
        let linker = "ld failed:\nld: error: undefined symbol: f";
        assert_eq!(plain().errors(vec![Message::new(linker)]), format!("error: {linker}\n"));
        let mut beyond = Message::new("in.ll:9:7: error: found end of file");
        beyond.locate("in.ll", &mut InputText::new(TEXT));
        assert_eq!(plain().errors(vec![beyond]), "in.ll:9:7: error: found end of file\n");
    }
}
