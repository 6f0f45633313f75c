//! Tokens of one line of a MIR body.

use super::error::MirError;

/// One token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Token<'t> {
    /// A word of letters, digits, `_`, `.` and `-` that starts with a letter or `_`.
    Word(&'t str),
    /// `%` and the following name: a register, block, stack object, …
    Percent(&'t str),
    /// `$` and a register's name.
    Dollar(&'t str),
    /// `@` and a symbol's name, unquoted.
    At(String),
    /// `@` and the number of a global without a name.
    AtSlot(u32),
    /// `&` and an external name, unquoted.
    Ampersand(String),
    /// A string in quotes.
    Text(String),
    /// The bytes of `c"…"`.
    Bytes(Vec<u8>),
    /// A value of the IR between backquotes, which has no meaning here.
    Ir,
    /// A decimal number, as written.
    Number(&'t str),
    /// A hexadecimal number after `0x` and an optional letter, as LLVM writes floating-point bits.
    Hex(&'t str),
    /// `::`
    Colons,
    /// Any other single character.
    Punct(char),
    /// The end of the line.
    End,
}

/// Reads tokens of a line.
#[derive(Clone)]
pub(super) struct Lexer<'t> {
    text: &'t str,
    line: usize,
    at: usize,
    /// The current token.
    pub(super) token: Token<'t>,
    start: usize,
}

impl<'t> Lexer<'t> {
    /// Returns a lexer at the first token of `text`, which is line `line` of the file.
    pub(super) fn new(text: &'t str, line: usize) -> Result<Self, MirError> {
        let mut lexer = Lexer { text, line, at: 0, token: Token::End, start: 0 };
        lexer.advance()?;
        Ok(lexer)
    }

    /// Returns an error at the current token.
    pub(super) fn error(&self, message: impl Into<String>) -> MirError {
        MirError {
            line: self.line,
            column: self.start + 1,
            message: message.into(),
            text: self.text.to_string(),
        }
    }

    /// Returns a lexer of the rest of the line, if that is a comment with this prefix.
    pub(super) fn comment(&self, start: &str) -> Option<Result<Lexer<'t>, MirError>> {
        let comment = self.text[self.start..].trim_start().strip_prefix(start.trim_start())?;
        let at = self.text.len() - comment.len();
        let mut lexer = Lexer { at, ..self.clone() };
        Some(lexer.advance().map(|_| lexer))
    }

    /// Advances to the next token and returns the current one.
    pub(super) fn advance(&mut self) -> Result<Token<'t>, MirError> {
        let rest = &self.text[self.at..];
        let trimmed = without_comments(rest);
        self.start = self.at + rest.len() - trimmed.len();
        let (token, len) = self.scan(trimmed)?;
        self.at = self.start + len;
        Ok(std::mem::replace(&mut self.token, token))
    }

    fn scan(&self, text: &'t str) -> Result<(Token<'t>, usize), MirError> {
        let Some(first) = text.chars().next().filter(|&c| c != ';') else { return Ok((Token::End, 0)) };
        match first {
            '%' => self.percent(text),
            '`' => match text[1..].find('`') {
                Some(len) => Ok((Token::Ir, len + 2)),
                None => Err(self.error("a value of IR without an end")),
            },
            '$' => Ok(prefixed(text, Token::Dollar)),
            '@' => {
                let (token, len) = self.name(text, Token::At)?;
                let slot = text[1..len].parse();
                Ok((slot.map_or(token, Token::AtSlot), len))
            }
            '&' => self.name(text, Token::Ampersand),
            '"' => self.quoted(text).map(|(bytes, len)| (Token::Text(to_text(&bytes)), len)),
            'c' if text.starts_with("c\"") => {
                self.quoted(&text[1..]).map(|(bytes, len)| (Token::Bytes(bytes), len + 1))
            }
            ':' if text.starts_with("::") => Ok((Token::Colons, 2)),
            '0' if text.starts_with("0x") => {
                let len = word_len(&text[2..]);
                Ok((Token::Hex(&text[2..2 + len]), len + 2))
            }
            '-' | '0'..='9' => Ok(number(text)),
            c if c.is_alphabetic() || c == '_' || c == '.' => {
                let len = word_len(text);
                Ok((Token::Word(&text[..len]), len))
            }
            c => Ok((Token::Punct(c), c.len_utf8())),
        }
    }

    /// Scans a name after `%`. The part after a dot may be in quotes: `%ir-block."a b"`.
    fn percent(&self, text: &'t str) -> Result<(Token<'t>, usize), MirError> {
        let (token, len) = prefixed(text, Token::Percent);
        if !text[..len].ends_with('.') || !text[len..].starts_with('"') {
            return Ok((token, len));
        }
        let (_, quoted) = self.quoted(&text[len..])?;
        Ok((Token::Percent(&text[1..len + quoted]), len + quoted))
    }

    fn name(&self, text: &'t str, make: fn(String) -> Token<'t>) -> Result<(Token<'t>, usize), MirError> {
        if text[1..].starts_with('"') {
            let (name, len) = self.quoted(&text[1..])?;
            return Ok((make(to_text(&name)), len + 1));
        }
        let len =
            text[1..].find(|c: char| !(c.is_alphanumeric() || "_.$-".contains(c))).unwrap_or(text.len() - 1);
        Ok((make(text[1..=len].to_string()), len + 1))
    }

    fn quoted(&self, text: &str) -> Result<(Vec<u8>, usize), MirError> {
        let mut out = Vec::new();
        let bytes = text.as_bytes();
        let mut at = 1;
        while let Some(&byte) = bytes.get(at) {
            match byte {
                b'"' => return Ok((out, at + 1)),
                b'\\' => {
                    let digits = text.get(at + 1..at + 3).and_then(|d| u8::from_str_radix(d, 16).ok());
                    match digits {
                        Some(value) => {
                            out.push(value);
                            at += 3;
                        }
                        None => {
                            out.push(bytes.get(at + 1).copied().unwrap_or(b'\\'));
                            at += 2;
                        }
                    }
                }
                _ => {
                    out.push(byte);
                    at += 1;
                }
            }
        }
        Err(self.error("a string without an end"))
    }

    /// Consumes `word` if it is the current token. Returns true if it was.
    pub(super) fn take_word(&mut self, word: &str) -> Result<bool, MirError> {
        let here = matches!(&self.token, Token::Word(w) if *w == word);
        if here {
            self.advance()?;
        }
        Ok(here)
    }

    /// Consumes the character `c` if it is the current token. Returns true if it was.
    pub(super) fn take(&mut self, c: char) -> Result<bool, MirError> {
        let here = self.token == Token::Punct(c);
        if here {
            self.advance()?;
        }
        Ok(here)
    }

    /// Consumes the character `c`, which must be the current token.
    pub(super) fn expect(&mut self, c: char) -> Result<(), MirError> {
        if self.take(c)? { Ok(()) } else { Err(self.error(format!("expected '{c}'"))) }
    }

    /// Consumes a decimal number, which must be the current token.
    pub(super) fn integer(&mut self) -> Result<i128, MirError> {
        let Token::Number(text) = self.token else { return Err(self.error("expected a number")) };
        let value = text.parse().map_err(|_| self.error("the number is too large"))?;
        self.advance()?;
        Ok(value)
    }

    /// Consumes an unsigned number of at most 32 bits.
    pub(super) fn unsigned(&mut self) -> Result<u32, MirError> {
        let value = self.integer()?;
        u32::try_from(value).map_err(|_| self.error("the number does not fit into 32 bits"))
    }

    /// Consumes an unsigned number of at most 64 bits.
    pub(super) fn unsigned_wide(&mut self) -> Result<u64, MirError> {
        let value = self.integer()?;
        u64::try_from(value).map_err(|_| self.error("the number does not fit into 64 bits"))
    }
}

/// Skips spaces and comments; an unterminated one extends to the end.
fn without_comments(text: &str) -> &str {
    let mut rest = text.trim_start();
    while let Some(comment) = rest.strip_prefix("/*") {
        rest = comment.split_once("*/").map_or("", |(_, after)| after).trim_start();
    }
    rest
}

fn to_text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn prefixed<'t>(text: &'t str, make: fn(&'t str) -> Token<'t>) -> (Token<'t>, usize) {
    let len = text[1..].find(|c: char| !(c.is_alphanumeric() || "_.-".contains(c))).unwrap_or(text.len() - 1);
    (make(&text[1..=len]), len + 1)
}

fn word_len(text: &str) -> usize {
    text.find(|c: char| !(c.is_alphanumeric() || "_.-".contains(c))).unwrap_or(text.len())
}

fn number(text: &str) -> (Token<'_>, usize) {
    let digits = text[1..].find(|c: char| !c.is_ascii_digit()).map_or(text.len(), |n| n + 1);
    if digits == 1 && text.starts_with('-') {
        return (Token::Punct('-'), 1);
    }
    (Token::Number(&text[..digits]), digits)
}
