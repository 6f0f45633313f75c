//! The language of comments and documents: doc comments begin with a verb or a name, the field's
//! words are used, and lines have at most 120 columns.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

/// First words of doc comments that are rejected. They begin a clause instead of a sentence.
const FIRST_WORDS: [(&str, &str); 5] = [
    ("what", "the name of the thing, or a verb: Returns, Lists"),
    ("whether", "Returns true if, or True if"),
    ("has", "a verb in the third person: Sets, Updates, Removes"),
    ("which", "the name of the thing, or a verb: Returns, Lists"),
    ("whose", "the name of the thing, or a verb: Returns, Lists"),
];

/// Words and phrases that comments and documents do not use, and what to write instead. Words of a
/// phrase are separated by one space; code in backticks is not read.
#[rustfmt::skip]
const PHRASES: [(&str, &str); 68] = [
    ("so many", "a number, or: the number of"),
    ("so much more", "an offset"),
    ("stands", "is defined in, is listed in, represents, is the leader"),
    ("stand", "are defined in, are listed in, represent"),
    ("stood", "was"),
    ("goes away", "is erased, is removed"),
    ("go away", "are erased, are removed"),
    ("is gone", "is erased, is removed"),
    ("are gone", "are erased, are removed"),
    ("is taken out", "is erased, is removed"),
    ("are taken out", "are erased, are removed"),
    ("made again", "rematerialized"),
    ("makes again", "rematerializes"),
    ("computed again", "rematerialized, recomputed"),
    ("computes again", "rematerializes, recomputes"),
    ("made of it", "derived values, users"),
    ("what is made", "derived values, results"),
    ("what it is", "the name of the thing"),
    ("what they are", "the name of the things"),
    ("what that is", "the name of the thing"),
    ("behind", "after"),
    ("in front of", "before"),
    ("asks for", "requires"),
    ("ask for", "require"),
    ("asked for", "required, requested"),
    ("wants", "requires"),
    ("want", "require"),
    ("wanted", "required"),
    ("web", "connected component, congruence class"),
    ("webs", "connected components, congruence classes"),
    ("has a hole", "has a lifetime hole"),
    ("have a hole", "have a lifetime hole"),
    ("moves on by", "is incremented by, is post-incremented by"),
    ("moving on", "incrementing, post-incrementing"),
    ("moves pointers on", "post-increments pointers"),
    ("lay in", "insert into the layout"),
    ("lays in", "inserts into the layout"),
    ("laid in", "inserted into the layout"),
    ("unlaid", "unrelaxed, without a layout"),
    ("longer form", "relaxed form"),
    ("timeline", "value history"),
    ("timelines", "value history"),
    ("whereabouts", "last location"),
    ("segments hold", "apply assignments"),
    ("divide by blocks", "split by region"),
    ("divide locally", "split locally"),
    ("address directly", "fold the SP offset"),
    ("sparing", "eager purge"),
    ("untold", "pending"),
    ("becomes a value", "is replaced with a register"),
    ("becomes an opcode", "is replaced with an opcode"),
    ("by heat", "by hotness, hot and cold"),
    ("goes first", "is first, is fixed first"),
    ("has judges", "has an oracle"),
    ("have judges", "have an oracle"),
    ("made of what", "derived from"),
    ("takes the place of", "replaces"),
    ("take the place of", "replace"),
    ("in place of", "instead of, replaces"),
    ("what a program must not do", "undefined behaviour"),
    ("what code does without", "accepted without effect"),
    ("what sets flags", "flag-setting instructions"),
    ("who has no", "without"),
    ("those of which", "the name of the things"),
    ("has need", "requires"),
    ("have need", "require"),
    ("as it stands", "at present"),
    ("does what", "the name of the action"),
];

/// Starts of identifiers that are rejected, and what to write instead.
const NAMES: [(&str, &str); 5] =
    [("MOST_", "MAX_"), ("FEWEST_", "MIN_"), ("LEAST_", "MIN_"), ("LONGEST_", "MAX_"), ("FARTHEST", "MAX_")];

/// The maximum number of columns of a line.
const COLUMNS: usize = 120;

/// The number of columns from which on a string literal is not counted. Shorter literals can be on
/// a line of their own.
const LONG_LITERAL: usize = 60;

/// A kind of file, by its extension.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Rust,
    Isle,
    Markdown,
}

/// The parts of a line.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Line {
    /// Code, without the contents of literals and comments.
    code: String,
    /// The text of a comment, or of a document.
    prose: String,
    /// The marker of a comment that is alone on its line: `///`, `//!`, `//`, `;;`.
    marker: &'static str,
    /// The columns of long literals, or of quoted output.
    exempt: usize,
}

/// The state of the scanner between two characters of Rust.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Code,
    /// In a literal; with the number of `#` if it is raw.
    Literal(Option<usize>),
    /// In `/* … */`, to this depth.
    Block(usize),
}

/// Splits the lines of Rust into code, comments and literals.
fn rust_lines(text: &str) -> Vec<Line> {
    let mut state = State::Code;
    let mut scan = |line: &str| {
        let chars: Vec<char> = line.chars().collect();
        let is_continued = matches!(state, State::Literal(_));
        let mut scanner =
            Scanner { chars: &chars, at: 0, literal: 0, is_continued, state, line: Line::default() };
        scanner.run();
        state = scanner.state;
        scanner.line
    };
    text.lines().map(&mut scan).collect()
}

/// The scanner of a line of Rust.
struct Scanner<'a> {
    chars: &'a [char],
    at: usize,
    /// The start of the current literal, and true if it began in an earlier line.
    literal: usize,
    is_continued: bool,
    state: State,
    line: Line,
}

impl Scanner<'_> {
    fn run(&mut self) {
        while self.at < self.chars.len() {
            match self.state {
                State::Block(depth) => self.block(depth),
                State::Literal(raw) => self.literal(raw),
                State::Code => self.code(),
            }
        }
        if matches!(self.state, State::Literal(_)) {
            self.line.exempt += self.chars.len() - self.literal;
        }
    }

    fn rest(&self) -> &[char] {
        &self.chars[self.at.min(self.chars.len())..]
    }

    fn hashes(&self, from: usize) -> usize {
        self.rest().iter().skip(from).take_while(|&&c| c == '#').count()
    }

    fn block(&mut self, depth: usize) {
        if self.rest().starts_with(&['*', '/']) {
            self.state = if depth == 1 { State::Code } else { State::Block(depth - 1) };
            self.at += 2;
        } else if self.rest().starts_with(&['/', '*']) {
            self.state = State::Block(depth + 1);
            self.at += 2;
        } else {
            self.line.prose.push(self.rest()[0]);
            self.at += 1;
        }
    }

    fn literal(&mut self, raw: Option<usize>) {
        let (first, hashes) = (self.rest()[0], raw.unwrap_or(0));
        if first == '\\' && raw.is_none() {
            self.at += 2;
        } else if first == '"' && self.hashes(1) >= hashes {
            self.at += 1 + hashes;
            self.state = State::Code;
            let columns = self.at - self.literal;
            let is_exempt = columns > LONG_LITERAL || std::mem::take(&mut self.is_continued);
            self.line.exempt += if is_exempt { columns } else { 0 };
        } else {
            self.at += 1;
        }
    }

    fn code(&mut self) {
        let (rest, hashes) = (self.rest(), self.hashes(1));
        let before = self.at.checked_sub(1).map(|last| self.chars[last]);
        let is_prefix = before.is_none_or(|c| !c.is_alphanumeric() && c != '_' || matches!(c, 'b' | 'c'));
        let length = match *rest {
            ['/', '/', ..] => return self.comment(),
            ['/', '*', ..] => {
                self.state = State::Block(1);
                2
            }
            ['"', ..] => {
                (self.state, self.literal) = (State::Literal(None), self.at);
                1
            }
            ['r', ..] if is_prefix && rest.get(1 + hashes) == Some(&'"') => {
                (self.state, self.literal) = (State::Literal(Some(hashes)), self.at);
                2 + hashes
            }
            ['\'', '\\', _, ..] => 4 + rest.iter().skip(3).take_while(|&&c| c != '\'').count(),
            ['\'', _, '\'', ..] => 3,
            [first, ..] => {
                self.line.code.push(first);
                1
            }
            [] => 0,
        };
        self.at += length;
    }

    fn comment(&mut self) {
        let comment: String = self.rest().iter().collect();
        let marker = ["///", "//!"].into_iter().find(|marker| comment.starts_with(marker)).unwrap_or("//");
        self.line.prose.push_str(&comment[marker.len()..]);
        if self.line.code.trim().is_empty() {
            self.line.marker = marker;
        }
        self.at = self.chars.len();
    }
}

/// Splits the lines of ISLE into code and comments.
fn isle_lines(text: &str) -> Vec<Line> {
    let split = |line: &str| {
        let (code, prose) = line.split_once(';').unwrap_or((line, ""));
        let marker = if prose.is_empty() || !code.trim().is_empty() { "" } else { ";;" };
        let prose = prose.trim_start_matches(';').to_owned();
        Line { code: code.to_owned(), prose, marker, exempt: 0 }
    };
    text.lines().map(split).collect()
}

/// Splits the lines of a document into text and code. Tables and quoted output may have any length.
fn markdown_lines(text: &str) -> Vec<Line> {
    let mut fence: Option<&str> = None;
    let mut lines = Vec::new();
    for line in text.lines() {
        let mark = line.trim_start().strip_prefix("```");
        let (code, prose) = if fence.is_some() || mark.is_some() { (line, "") } else { ("", line) };
        let is_table = fence.is_none() && line.starts_with('|');
        let exempt = if is_table || fence == Some("text") { line.chars().count() } else { 0 };
        lines.push(Line { code: code.to_owned(), prose: prose.to_owned(), marker: "", exempt });
        if let Some(language) = mark {
            fence = if fence.is_some() { None } else { Some(language) };
        }
    }
    lines
}

fn lines_of(kind: Kind, text: &str) -> Vec<Line> {
    match kind {
        Kind::Rust => rust_lines(text),
        Kind::Isle => isle_lines(text),
        Kind::Markdown => markdown_lines(text),
    }
}

/// Phrases by their first words.
struct Phrases {
    by_first: HashMap<&'static str, Vec<(Vec<&'static str>, &'static str)>>,
}

impl Phrases {
    fn new() -> Phrases {
        let mut by_first: HashMap<_, Vec<_>> = HashMap::new();
        for (phrase, instead) in PHRASES {
            let words: Vec<&str> = phrase.split(' ').collect();
            by_first.entry(words[0]).or_default().push((words, instead));
        }
        Phrases { by_first }
    }

    /// Reports the phrases in lines of a comment or document, which may extend over several lines.
    fn find(&self, lines: &[(usize, &str)], found: &mut Vec<(usize, String)>) {
        let mut words: Vec<(usize, String)> = Vec::new();
        let mut in_code = false;
        for &(number, line) in lines {
            if line.trim().is_empty() {
                in_code = false;
            }
            for word in line.split_whitespace() {
                let ticks = word.matches('`').count();
                let is_code = in_code || ticks > 0;
                in_code ^= ticks % 2 == 1;
                // Code separates phrases.
                words.push((number, if is_code { "`".to_owned() } else { word.to_lowercase() }));
            }
        }
        for (at, (number, word)) in words.iter().enumerate() {
            let first = word.trim_matches(|c: char| !c.is_alphanumeric());
            for (phrase, instead) in self.by_first.get(first).into_iter().flatten() {
                let rest = words.get(at..at + phrase.len()).unwrap_or_default();
                let is_same = |(n, (&expected, (_, word))): (usize, (&&str, &(usize, String)))| {
                    let word =
                        if n == 0 { word.trim_start_matches(|c: char| !c.is_alphanumeric()) } else { word };
                    let is_last = n + 1 == phrase.len();
                    let end = |c: char| is_last && !c.is_alphanumeric() && c != '-';
                    word.trim_end_matches(end) == expected
                };
                if rest.len() == phrase.len() && phrase.iter().zip(rest).enumerate().all(is_same) {
                    found.push((*number, format!("\"{}\": write {instead}", phrase.join(" "))));
                }
            }
        }
    }
}

/// Returns the violations in a file, by line from 1 on.
fn violations(phrases: &Phrases, kind: Kind, text: &str) -> Vec<(usize, String)> {
    let lines = lines_of(kind, text);
    let mut found = Vec::new();
    for (n, (line, text)) in lines.iter().zip(text.lines()).enumerate() {
        let columns = text.chars().count().saturating_sub(line.exempt);
        if columns > COLUMNS {
            found.push((n + 1, format!("{columns} columns: at most {COLUMNS}")));
        }
        let is_doc = matches!(line.marker, "///" | "//!");
        if is_doc && (n == 0 || lines[n - 1].marker != line.marker) {
            let first = line.prose.split_whitespace().next().unwrap_or_default();
            if let Some((word, instead)) =
                FIRST_WORDS.iter().find(|(word, _)| first.eq_ignore_ascii_case(word))
            {
                found.push((n + 1, format!("a doc comment begins with \"{word}\": write {instead}")));
            }
        }
        if kind == Kind::Rust {
            for name in line.code.split(|c: char| !c.is_alphanumeric() && c != '_') {
                if let Some((start, instead)) = NAMES.iter().find(|(start, _)| name.starts_with(start)) {
                    found.push((n + 1, format!("{name}: instead of {start}, write {instead}")));
                }
            }
        }
    }
    let mut block: Vec<(usize, &str)> = Vec::new();
    for (n, line) in lines.iter().enumerate() {
        if line.prose.is_empty() || line.marker.is_empty() && kind != Kind::Markdown {
            phrases.find(&std::mem::take(&mut block), &mut found);
        }
        if !line.prose.is_empty() {
            block.push((n + 1, &line.prose));
        }
    }
    phrases.find(&block, &mut found);
    found.sort();
    found
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace")
}

/// Collects the files below a folder. Hidden folders and cargo's, `target` beside a manifest, are
/// skipped.
fn files(folder: &Path, found: &mut Vec<(PathBuf, Kind)>) {
    let is_package = folder.join("Cargo.toml").exists();
    for entry in fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display())) {
        let entry = entry.expect("an entry");
        let (name, path) = (entry.file_name(), entry.path());
        if is_package && name == "target" || name.to_string_lossy().starts_with('.') {
            continue;
        }
        if entry.file_type().expect("a type").is_dir() {
            files(&path, found);
            continue;
        }
        let kind = match path.extension().and_then(|extension| extension.to_str()) {
            Some("rs") => Kind::Rust,
            Some("isle") => Kind::Isle,
            Some("md") => Kind::Markdown,
            _ => continue,
        };
        found.push((path, kind));
    }
}

#[test]
fn comments_and_documents_keep_the_style() {
    let (mut found, phrases) = (Vec::new(), Phrases::new());
    files(root(), &mut found);
    for (kind, least) in [(Kind::Rust, 800), (Kind::Isle, 4), (Kind::Markdown, 10)] {
        let count = found.iter().filter(|(_, of)| *of == kind).count();
        assert!(count > least, "{count} files of {kind:?}");
    }
    found.sort_by(|(a, _), (b, _)| a.cmp(b));
    let mut wrong = Vec::new();
    for (path, kind) in found {
        let text = fs::read_to_string(&path).expect("text");
        let path = path.strip_prefix(root()).expect("inside").display().to_string();
        let violations = violations(&phrases, kind, &text);
        wrong.extend(violations.into_iter().map(|(line, what)| format!("{path}:{line}: {what}")));
    }
    assert!(wrong.is_empty(), "{} violations of the style:\n{}", wrong.len(), wrong.join("\n"));
}

/// Returns the lines of a sample that are reported.
fn reported(kind: Kind, sample: &str) -> Vec<usize> {
    violations(&Phrases::new(), kind, sample).into_iter().map(|(line, _)| line).collect()
}

#[test]
fn first_words_of_doc_comments_are_recognized() {
    for (word, _) in FIRST_WORDS {
        let word = word[..1].to_uppercase() + &word[1..];
        let sample = format!("//! {word} it holds.\n\n/// {word} it holds.\nfn f() {{}}\n");
        assert_eq!(reported(Kind::Rust, &sample), [1, 3], "{word}");
    }
    let sample =
        "/// Returns true.\n/// What follows is a second line.\nfn f() {}\n\n// What is no doc comment.\n";
    assert_eq!(reported(Kind::Rust, sample), []);
    assert_eq!(reported(Kind::Rust, "const DOC: &str = \"\n/// What it is.\n\";\n"), []);
}

#[test]
fn phrases_are_recognized() {
    let phrases = Phrases::new();
    for (phrase, instead) in PHRASES {
        for (kind, before) in [(Kind::Rust, "/// "), (Kind::Rust, "let x = 1; // "), (Kind::Isle, ";; ")] {
            let found = violations(&phrases, kind, &format!("{before}It ({phrase}).\n"));
            assert!(found.iter().any(|(_, what)| what.ends_with(instead)), "{phrase}");
        }
        assert!(!violations(&phrases, Kind::Markdown, &format!("| a | {phrase} |\n")).is_empty(), "{phrase}");
    }
    assert_eq!(reported(Kind::Rust, "    // It is written so\n    // many times.\n"), [1]);
    assert_eq!(reported(Kind::Markdown, "Text so\nmany times.\n"), [1]);
    let allowed =
        ["// `so many` and `a\n// web of` ranges.\n", "let s = \"so many // so many\";\n", "// So. Many.\n"];
    for sample in allowed {
        assert_eq!(reported(Kind::Rust, sample), [], "{sample}");
    }
    assert_eq!(
        reported(Kind::Markdown, "```sh\necho so many\n```\n`rustc-web`, a web-site, WebAssembly\n"),
        []
    );
}

#[test]
fn names_are_recognized() {
    assert_eq!(
        reported(Kind::Rust, "const MOST_BITS: u32 = 1;\nlet a = FARTHEST + LEAST_ALIGN;\n"),
        [1, 2, 2]
    );
    assert_eq!(
        reported(Kind::Rust, "let a = PRESERVE_MOST_REGS + MOST;\nlet b = \"MOST_BITS\"; // MOST_BITS\n"),
        []
    );
}

#[test]
fn long_lines_are_recognized() {
    let words = |columns: usize| "word ".repeat(columns / 5 + 1)[..columns].to_owned();
    for (kind, before) in
        [(Kind::Rust, "//  "), (Kind::Rust, "    "), (Kind::Isle, ";;  "), (Kind::Markdown, "")]
    {
        let sample = |columns: usize| format!("{before}{}\n", words(columns - before.len()));
        assert_eq!(reported(kind, &sample(COLUMNS)), []);
        assert_eq!(reported(kind, &sample(COLUMNS + 1)), [1]);
    }
    let literal = |columns: usize| format!("let a = \"{}\";\n", words(columns));
    let code = |columns: usize| format!("    {}, \"short\");\n", words(columns));
    assert_eq!(reported(Kind::Rust, &literal(200)), []);
    assert_eq!(reported(Kind::Rust, &(literal(200) + &code(COLUMNS))), [2]);
    let raw = format!("let a = r#\"first \" {}\n{}\"#, {};\n", words(150), words(150), words(COLUMNS));
    assert_eq!(reported(Kind::Rust, &raw), [2]);
    let characters = format!("let a = ['\"', '\\'', '\\u{{22}}', {}];\n", words(COLUMNS));
    assert_eq!(reported(Kind::Rust, &characters), [1]);
    let quoted =
        format!("| {} |\n\n```text\n{}\n```\n\n```sh\n{}\n```\n", words(150), words(150), words(150));
    assert_eq!(reported(Kind::Markdown, &quoted), [8]);
}
