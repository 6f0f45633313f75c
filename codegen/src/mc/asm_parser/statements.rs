//! Splits text into statements: removes comments, and splits lines at semicolons. Cost: linear.

use std::borrow::Cow;
use std::rc::Rc;

/// A statement with its location in the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Statement {
    /// The statement, with the labels before it, trimmed.
    pub text: Rc<str>,
    /// Its file, if a line marker names it.
    pub file: Option<Rc<str>>,
    /// Its line in that file, from 1.
    pub line: u32,
    /// The column of its first character, from 1.
    pub column: u32,
    /// The expansion of a macro or a repetition that it comes from; 0 for the text itself.
    pub expansion: u32,
}

/// Splits text.
struct Splitter<'t> {
    text: &'t str,
    comment: &'t str,
    at: usize,
    line: u32,
    line_start: usize,
    file: Option<Rc<str>>,
    /// The current statement, and its start.
    current: String,
    start: Option<(u32, u32)>,
    out: Vec<Statement>,
}

/// Returns the statements of `text`. Comments begin with `comment`, `//`, `/*` or, before a
/// statement, `#`.
///
/// Errors: a comment or a string that does not end, with its line.
pub(crate) fn statements(text: &str, comment: &str) -> Result<Vec<Statement>, (u32, String)> {
    let (current, out) = (String::new(), Vec::new());
    let mut splitter =
        Splitter { text, comment, at: 0, line: 1, line_start: 0, file: None, current, start: None, out };
    splitter.run()?;
    Ok(splitter.out)
}

impl Splitter<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn run(&mut self) -> Result<(), (u32, String)> {
        while let Some(c) = self.rest().chars().next() {
            let blank = self.current.trim().is_empty();
            match c {
                '\n' => {
                    self.finish();
                    self.take(1);
                }
                ';' => {
                    self.finish();
                    self.at += 1;
                }
                '"' => self.string()?,
                '\'' => self.character(),
                '/' if self.rest().starts_with("//") => self.skip_line(),
                '/' if self.rest().starts_with("/*") => {
                    let end =
                        self.rest().find("*/").ok_or((self.line, "a comment without an end".to_owned()))?;
                    self.current.push(' ');
                    self.skip(end + 2);
                }
                '#' if blank => self.hash(),
                _ if self.rest().starts_with(self.comment) => self.skip_line(),
                _ => self.take(c.len_utf8()),
            }
        }
        self.finish();
        Ok(())
    }

    /// Skips `bytes` bytes, counting lines.
    fn skip(&mut self, bytes: usize) {
        let end = self.at + bytes;
        for (at, _) in self.text[self.at..end].match_indices('\n') {
            self.line += 1;
            self.line_start = self.at + at + 1;
        }
        self.at = end;
    }

    /// Parses a comment, or a preprocessor's line marker, which sets the file and line of the
    /// following text.
    fn hash(&mut self) {
        let starts_line = self.text[self.line_start..self.at].trim().is_empty();
        let text = self.rest().lines().next().filter(|_| starts_line).unwrap_or_default();
        let marker = line_marker(text).map(|(line, file)| (line, Rc::from(file)));
        self.skip_line();
        if let Some((line, file)) = marker {
            // The end of this line increments it.
            self.line = line.wrapping_sub(1);
            self.file = Some(file);
        }
    }

    fn skip_line(&mut self) {
        self.at += self.rest().find('\n').unwrap_or(self.rest().len());
    }

    /// Appends `bytes` bytes to the statement.
    fn take(&mut self, bytes: usize) {
        let taken = &self.text[self.at..self.at + bytes];
        if self.start.is_none() && !taken.trim().is_empty() {
            self.start = Some((self.line, (self.at - self.line_start) as u32 + 1));
        }
        self.current.push_str(taken);
        self.skip(bytes);
    }

    fn string(&mut self) -> Result<(), (u32, String)> {
        let found = closing_quote(&self.rest()[1..]);
        let end = found.ok_or((self.line, "a string without an end".to_owned()))?;
        self.take(end + 2);
        Ok(())
    }

    /// Parses a character constant, whose closing quote may be missing.
    fn character(&mut self) {
        let mut chars = self.rest().char_indices().skip(1);
        let mut end = 1;
        if let Some((at, c)) = chars.next() {
            end = at + c.len_utf8();
            if c == '\\'
                && let Some((at, c)) = chars.next()
            {
                end = at + c.len_utf8();
            }
        }
        if self.rest()[end..].starts_with('\'') {
            end += 1;
        }
        self.take(end);
    }

    fn finish(&mut self) {
        let text = std::mem::take(&mut self.current);
        if let Some((line, column)) = self.start.take() {
            let file = self.file.clone();
            self.out.push(Statement { text: text.trim().into(), file, line, column, expansion: 0 });
        }
    }
}

/// Returns the line and the file of `# 12 "file.c"`.
fn line_marker(text: &str) -> Option<(u32, &str)> {
    let (line, rest) = text.strip_prefix('#')?.trim_start().split_once(char::is_whitespace)?;
    let (file, _flags) = rest.trim_start().strip_prefix('"')?.split_once('"')?;
    Some((line.parse().ok()?, file))
}

/// Splits a text into words and separators.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let end = rest.find(|c| is_symbol_char(c) != is_symbol_char(first)).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        rest = after;
        Some(word)
    })
}

/// Returns the position of the quote that ends a string, in the text after its opening quote.
pub(crate) fn closing_quote(text: &str) -> Option<usize> {
    let mut skip = false;
    text.find(|c| {
        let escaped = skip;
        skip = !escaped && c == '\\';
        c == '"' && !escaped
    })
}

/// Returns the symbol characters at the start of `text`.
pub(crate) fn name_at(text: &str) -> &str {
    &text[..text.find(|c: char| !is_symbol_char(c)).unwrap_or(text.len())]
}

/// Returns the length in bytes of the name at the start of `text`, quoted or not.
pub fn written_name(text: &str) -> Option<usize> {
    match text.strip_prefix('"') {
        Some(inner) => Some(closing_quote(inner)? + 2),
        None => Some(name_at(text).len()),
    }
}

/// Returns a name without its quotes; in quotes, `\"` and `\\` represent the second character.
pub(crate) fn unquoted(text: &str) -> Cow<'_, str> {
    let inner = text.strip_prefix('"').and_then(|inner| inner.strip_suffix('"'));
    let Some(inner) = inner else { return text.into() };
    if !inner.contains('\\') {
        return inner.into();
    }
    let mut out = String::with_capacity(inner.len());
    let mut chars = inner.chars().peekable();
    while let Some(c) = chars.next() {
        let escaped = if c == '\\' { chars.next_if(|next| matches!(next, '"' | '\\')) } else { None };
        out.push(escaped.unwrap_or(c));
    }
    out.into()
}

/// Splits off the label before a statement, as written, if there is one.
pub(crate) fn split_label(statement: &str) -> Option<(&str, &str)> {
    let end = written_name(statement)?;
    let rest = statement[end..].trim_start().strip_prefix(':')?;
    // `a::` and `:lo12:a` are no labels.
    (end > 0).then_some((&statement[..end], rest.trim_start()))
}

/// Returns true if an unquoted symbol may have this character.
pub fn is_symbol_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '$')
}

/// Splits off the first word of a statement without labels.
pub(crate) fn split_word(statement: &str) -> (&str, &str) {
    let end = match name_at(statement).len() {
        0 => statement.find(char::is_whitespace).unwrap_or(statement.len()),
        end => end,
    };
    (&statement[..end], statement[end..].trim())
}

/// Splits at commas, outside of strings and parentheses.
pub fn items(arguments: &str) -> Vec<&str> {
    let (mut out, mut start, mut depth) = (Vec::new(), 0, 0i32);
    let (mut quoted, mut skip) = (false, false);
    for (at, c) in arguments.char_indices() {
        let escaped = skip;
        skip = quoted && !escaped && c == '\\';
        match c {
            '"' if !escaped => quoted = !quoted,
            _ if quoted => {}
            '(' => depth += 1,
            ')' => depth -= 1,
            ',' if depth <= 0 => {
                out.push(arguments[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    out.push(arguments[start..].trim());
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str, comment: &str) -> Vec<String> {
        statements(text, comment).unwrap().iter().map(|s| s.text.to_string()).collect()
    }

    #[test]
    fn statements_end_at_lines_semicolons_and_comments() {
        let text = "nop; add a0, a1 # c; d\n\t.ascii \"a;#b\" // x\n# all\n1: j 1b";
        assert_eq!(texts(text, "#"), ["nop", "add a0, a1", ".ascii \"a;#b\"", "1: j 1b"]);
        assert_eq!(texts("mov x0, #1 // c", "//"), ["mov x0, #1"]);
        assert_eq!(
            texts("a /* b;\n c */ d /**/; .byte ';', '\\'', '#", "#"),
            ["a   d", ".byte ';', '\\'', '#"]
        );
        assert!(statements("a /* b", "#").is_err() && statements(".ascii \"a\\\"", "#").is_err());
    }

    #[test]
    fn statements_know_their_place() {
        let all = statements("a\n  /* x\n */ b; c\n", "#").unwrap();
        let places: Vec<_> = all.iter().map(|s| (s.line, s.column)).collect();
        assert_eq!(places, [(1, 1), (3, 5), (3, 8)]);
    }

    #[test]
    fn line_markers_say_the_place() {
        let all = statements("a\n# 7 \"x.c\" 2\n b\n# no\n#9 \"y\"\nc # 1 \"z\"\nd", "#").unwrap();
        let places: Vec<_> = all.iter().map(|s| (s.file.as_deref(), s.line, s.column)).collect();
        assert_eq!(places, [(None, 1, 1), (Some("x.c"), 7, 2), (Some("y"), 9, 1), (Some("y"), 10, 1)]);
    }

    #[test]
    fn labels_stand_in_front() {
        assert_eq!(split_label("1: j 1b"), Some(("1", "j 1b")));
        assert_eq!(split_label(".Lx :"), Some((".Lx", "")));
        assert_eq!(split_label("\"a \\\" b\": nop"), Some(("\"a \\\" b\"", "nop")));
        assert_eq!(split_label("add x0, x1, :lo12:a"), None);
    }

    #[test]
    fn names_in_quotes_have_escapes() {
        for (written, name) in
            [("a", "a"), (r#""1 2""#, "1 2"), (r#""a\"b\\""#, r#"a"b\"#), (r#""a\n""#, r"a\n")]
        {
            assert_eq!((&*unquoted(written), written_name(written)), (name, Some(written.len())));
        }
    }

    #[test]
    fn items_stand_between_commas() {
        assert_eq!(items("a, (b, c), \"d, \\\" e\" ,"), ["a", "(b, c)", "\"d, \\\" e\"", ""]);
    }
}
