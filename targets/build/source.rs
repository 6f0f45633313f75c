//! Statements of a table file, and their expansion.
//!
//! A statement starts in column 0; indented lines continue it; `//` starts a comment. Three
//! expansions replace one statement by several: `@name(…)` (a `def`), `[table]` (one copy per row),
//! and brace groups (zipped). Cost: linear in the output.

use std::collections::HashMap;
use std::path::Path;
use std::rc::Rc;

/// An error in a table, with its location.
#[derive(Debug)]
pub struct TableError(pub String);

/// The result of compiling a table.
pub type Result<T> = std::result::Result<T, TableError>;

/// One statement, with its location.
#[derive(Clone, Debug)]
pub struct Statement {
    /// Its file.
    pub file: Rc<str>,
    /// Its first line, from 1.
    pub line: usize,
    /// The first line's text.
    pub text: String,
    /// The continuation lines.
    pub more: Vec<String>,
}

impl Statement {
    /// Returns an error at this statement.
    pub fn error<T>(&self, message: impl std::fmt::Display) -> Result<T> {
        Err(TableError(format!("{}:{}: {message}\n  in: {}", self.file, self.line, self.text)))
    }

    fn with_text(&self, text: String) -> Statement {
        Statement { text, more: Vec::new(), ..self.clone() }
    }
}

/// Returns the statements of the file at `path`, unexpanded.
pub fn read(path: &Path) -> Result<Vec<Statement>> {
    let text = std::fs::read_to_string(path).map_err(|e| TableError(format!("{}: {e}", path.display())))?;
    let file: Rc<str> = path.display().to_string().into();
    let mut out: Vec<Statement> = Vec::new();
    for (index, raw) in text.lines().enumerate() {
        let line = raw.find("//").map_or(raw, |at| &raw[..at]).trim_end();
        if line.trim().is_empty() {
            continue;
        }
        if line.starts_with([' ', '\t']) {
            let Some(last) = out.last_mut() else {
                return Err(TableError(format!("{file}:{}: nothing to continue", index + 1)));
            };
            last.more.push(line.trim().to_string());
        } else {
            let text = line.to_string();
            out.push(Statement { file: file.clone(), line: index + 1, text, more: Vec::new() });
        }
    }
    Ok(out)
}

/// A table of columns over which statements expand.
struct Rows {
    columns: Vec<String>,
    rows: Vec<Vec<String>>,
}

/// A textual macro.
struct Def {
    params: Vec<String>,
    body: String,
}

/// The declarations for expansion.
#[derive(Default)]
pub struct Expander {
    rows: HashMap<String, Rows>,
    defs: HashMap<String, Def>,
}

impl Expander {
    /// Returns the expansion of `s`; empty if it declares rows or a macro.
    pub fn expand(&mut self, s: &Statement) -> Result<Vec<Statement>> {
        if let Some(rest) = s.text.strip_prefix("rows ") {
            self.declare_rows(s, rest)?;
            return Ok(Vec::new());
        }
        let mut text = s.text.clone();
        for more in &s.more {
            text.push(' ');
            text.push_str(more);
        }
        if let Some(rest) = text.strip_prefix("def ") {
            self.declare_def(s, rest)?;
            return Ok(Vec::new());
        }
        let text = self.expand_defs(s, text)?;
        let mut out = Vec::new();
        for text in self.expand_rows(s, text)? {
            if text.starts_with("class ") {
                out.push(s.with_text(text));
            } else {
                out.extend(zip_braces(s, &text)?.into_iter().map(|t| s.with_text(t)));
            }
        }
        Ok(out)
    }

    fn declare_rows(&mut self, s: &Statement, rest: &str) -> Result<()> {
        let Some((name, columns)) = rest.split_once(':') else { return s.error("rows need a `:`") };
        let columns: Vec<String> = columns.split_whitespace().map(str::to_string).collect();
        let mut rows = Vec::new();
        for line in &s.more {
            let cells = cells(line);
            if cells.len() != columns.len() {
                return s.error(format!("{} cells for {} columns: {line}", cells.len(), columns.len()));
            }
            rows.push(cells);
        }
        self.rows.insert(name.trim().to_string(), Rows { columns, rows });
        Ok(())
    }

    fn declare_def(&mut self, s: &Statement, rest: &str) -> Result<()> {
        let Some((head, body)) = rest.split_once(" = ") else { return s.error("def needs ` = `") };
        let Some((name, params)) = head.trim().strip_suffix(')').and_then(|h| h.split_once('(')) else {
            return s.error("def needs `name(params)`");
        };
        let params = params.split(',').map(|p| p.trim().to_string()).filter(|p| !p.is_empty()).collect();
        self.defs.insert(name.trim().to_string(), Def { params, body: body.trim().to_string() });
        Ok(())
    }

    fn expand_defs(&self, s: &Statement, mut text: String) -> Result<String> {
        for _ in 0..100 {
            let Some(at) = text.find('@') else { return Ok(text) };
            let Some(open) = text[at..].find('(').map(|o| at + o) else { return s.error("`@` without `(`") };
            let name = &text[at + 1..open];
            let Some(def) = self.defs.get(name) else { return s.error(format!("no def `{name}`")) };
            let Some(close) = matching(&text, open) else { return s.error("`(` without `)`") };
            let args = split_top(&text[open + 1..close], ',');
            let args: Vec<&str> = args.iter().map(|a| a.trim()).filter(|a| !a.is_empty()).collect();
            if args.len() != def.params.len() {
                return s.error(format!("`@{name}` takes {} arguments", def.params.len()));
            }
            let mut body = def.body.clone();
            for (param, arg) in def.params.iter().zip(args) {
                body = body.replace(&format!("<{param}>"), arg);
            }
            text = format!("{}{body}{}", &text[..at], &text[close + 1..]);
        }
        s.error("macros nest without end")
    }

    fn expand_rows(&self, s: &Statement, text: String) -> Result<Vec<String>> {
        let mut out = vec![text];
        while out[0].starts_with('[') {
            let Some(close) = out[0].find(']') else { return s.error("`[` without `]`") };
            let name = out[0][1..close].trim().to_string();
            if name == "generic" || name == "end" {
                break;
            }
            let Some(table) = self.rows.get(&name) else { return s.error(format!("no rows `{name}`")) };
            let mut next = Vec::new();
            for text in &out {
                let text = text[close + 1..].trim_start();
                for row in &table.rows {
                    let mut line = text.to_string();
                    for (column, cell) in table.columns.iter().zip(row) {
                        line = line.replace(&format!("<{column}>"), cell);
                    }
                    next.push(line);
                }
            }
            out = next;
        }
        Ok(out)
    }
}

/// Splits a row into cells: words, `"quoted words"`, `-` for an empty one.
fn cells(line: &str) -> Vec<String> {
    let mut out = Vec::new();
    let mut rest = line.trim();
    while !rest.is_empty() {
        let end = match rest.strip_prefix('"') {
            Some(quoted) => {
                let end = quoted.find('"').unwrap_or(quoted.len());
                out.push(quoted[..end].to_string());
                (end + 2).min(rest.len())
            }
            None => {
                let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
                out.push(if &rest[..end] == "-" { String::new() } else { rest[..end].to_string() });
                end
            }
        };
        rest = rest[end..].trim_start();
    }
    out
}

/// Returns the position of the parenthesis that closes the one at `open`.
pub fn matching(text: &str, open: usize) -> Option<usize> {
    let mut depth = 0;
    for (at, c) in text.char_indices().skip_while(|&(at, _)| at < open) {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

/// Splits `text` at each `sep` outside of brackets and not after a backslash.
pub fn split_top(text: &str, sep: char) -> Vec<String> {
    let mut out = vec![String::new()];
    let (mut depth, mut escaped) = (0, false);
    for c in text.chars() {
        if c == sep && depth == 0 && !escaped {
            out.push(String::new());
            continue;
        }
        if !escaped {
            match c {
                '(' | '{' | '[' => depth += 1,
                ')' | '}' | ']' => depth -= 1,
                _ => {}
            }
        }
        escaped = c == '\\';
        if let Some(last) = out.last_mut() {
            last.push(c);
        }
    }
    out
}

/// Returns the items of a brace group: `a,b`, `0..31`, `1..31,0`.
pub fn brace_items(s: &Statement, group: &str) -> Result<Vec<String>> {
    let mut out = Vec::new();
    for item in split_top(group, ',') {
        let item = item.trim();
        match item.split_once("..") {
            Some((lo, hi)) => match (lo.parse::<u32>(), hi.parse::<u32>()) {
                (Ok(lo), Ok(hi)) if lo <= hi => out.extend((lo..=hi).map(|n| n.to_string())),
                _ => return s.error(format!("`{item}` is no range")),
            },
            None => out.push(item.replace("\\,", ",")),
        }
    }
    Ok(out)
}

/// Returns copies of `text`, the n-th with the n-th item of every brace group.
fn zip_braces(s: &Statement, text: &str) -> Result<Vec<String>> {
    let mut literals = vec![String::new()];
    let mut groups: Vec<Vec<String>> = Vec::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\\' if matches!(chars.peek(), Some('{' | '}')) => {
                if let (Some(last), Some(c)) = (literals.last_mut(), chars.next()) {
                    last.push(c);
                }
            }
            '{' => {
                let mut group = String::new();
                loop {
                    match chars.next() {
                        Some('}') => break,
                        Some('\\') if matches!(chars.peek(), Some('{' | '}')) => group.extend(chars.next()),
                        Some(c) => group.push(c),
                        None => return s.error("`{` without `}`"),
                    }
                }
                groups.push(brace_items(s, &group)?);
                literals.push(String::new());
            }
            c => {
                if let Some(last) = literals.last_mut() {
                    last.push(c);
                }
            }
        }
    }
    let count = groups.first().map_or(1, Vec::len);
    if let Some(odd) = groups.iter().find(|g| g.len() != count) {
        return s.error(format!("brace groups of {count} and of {} items", odd.len()));
    }
    Ok((0..count)
        .map(|i| {
            let mut out = literals[0].clone();
            for (group, literal) in groups.iter().zip(&literals[1..]) {
                out.push_str(&group[i]);
                out.push_str(literal);
            }
            out
        })
        .collect())
}
