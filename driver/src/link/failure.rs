//! The message of a linker failure: each undefined symbol once, with the number of its references.

use object::{Object, ObjectSection, ObjectSymbol, RelocationTarget, SymbolKind};
use std::fmt::Write;
use std::path::PathBuf;

/// The maximum number of printed lines of the linker's output. The message then has at most ten.
const MAX_LINES: usize = 7;

/// Symbols that identify a missing library or function, with advice.
const ADVICE: [(&str, &str); 2] = [
    ("main", "a program needs the function `main`; -shared links a library"),
    ("rust_eh_personality", "Rust's standard library is linked by rustc, which takes objects of gisel's"),
];

/// The references to one symbol.
#[derive(Debug, PartialEq, Eq)]
struct Undefined {
    name: String,
    references: usize,
    /// True if the linker has not listed all of them.
    has_more: bool,
    /// The function or section of the first reference, if it is known.
    first: Option<String>,
}

/// Returns the message for a linker's output for `inputs`: the cause first, and at most ten lines
/// unless `is_verbose`.
pub(super) fn message(said: &str, inputs: &[PathBuf], is_verbose: bool) -> String {
    let mut undefined = undefined(said);
    for symbol in undefined.iter_mut().filter(|symbol| symbol.first.is_none()) {
        symbol.first = inputs.iter().find_map(|input| first_reference(input, &symbol.name));
    }
    let lines: Vec<String> = match &undefined[..] {
        [] => said.lines().filter(|line| !is_echo(line)).map(str::to_owned).collect(),
        symbols => symbols.iter().map(ToString::to_string).collect(),
    };
    let mut out = String::new();
    let shown = if lines.len() > MAX_LINES { MAX_LINES - 1 } else { lines.len() };
    lines[..shown].iter().for_each(|line| out.extend(["\n", line]));
    if shown < lines.len() {
        let _ = write!(out, "\nand {} more", lines.len() - shown);
    }
    let is_missing = |symbol: &str| undefined.iter().any(|other| other.name == symbol);
    let advice = ADVICE.iter().find(|(symbol, _)| is_missing(symbol));
    advice.iter().for_each(|(_, advice)| out.extend(["\n", advice]));
    let is_whole = undefined.is_empty() && shown == lines.len();
    match is_verbose {
        _ if is_whole => {}
        true => out.extend(["\n", said.trim_end()]),
        false => out += "\n-v prints all that the linker says",
    }
    out
}

/// Returns the first function in an object that refers to a symbol.
fn first_reference(input: &PathBuf, name: &str) -> Option<String> {
    let data = std::fs::read(input).ok()?;
    let object = object::File::parse(&*data).ok()?;
    let is_meant = |target| match target {
        RelocationTarget::Symbol(index) => object.symbol_by_index(index).is_ok_and(|s| s.name() == Ok(name)),
        _ => false,
    };
    object.sections().find_map(|section| {
        let (offset, _) = section.relocations().find(|(_, relocation)| is_meant(relocation.target()))?;
        let function = object.symbols().find(|symbol| {
            let range = symbol.address()..symbol.address() + symbol.size();
            let is_code = symbol.kind() == SymbolKind::Text && range.contains(&offset);
            is_code && symbol.section_index() == Some(section.index())
        })?;
        Some(format!("function {}", function.name().ok()?))
    })
}

/// Returns true for lines that only report that the linker has failed.
fn is_echo(line: &str) -> bool {
    line.trim().is_empty() || line.starts_with("collect2: ")
}

impl std::fmt::Display for Undefined {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let more = if self.has_more { "more than " } else { "" };
        let s = if self.references == 1 && !self.has_more { "" } else { "s" };
        write!(f, "undefined: {} ({more}{} reference{s}", self.name, self.references)?;
        match &self.first {
            Some(first) => write!(f, ", first in {first})"),
            None => f.write_str(")"),
        }
    }
}

/// Returns the undefined symbols in the output of GNU ld or LLD, in the order of their first
/// references.
fn undefined(said: &str) -> Vec<Undefined> {
    let mut all: Vec<Undefined> = Vec::new();
    // GNU ld names the function once for several references in it.
    let mut function = None;
    // LLD lists references below the symbol.
    let mut listed = None;
    for line in said.lines() {
        if let Some(name) = between(line, "in function `", "'") {
            // GNU ld takes local labels for functions.
            function = (!name.starts_with(".L")).then(|| format!("function {name}"));
        }
        if let Some(name) = between(line, "undefined reference to `", "'") {
            let n = entry(&mut all, name);
            all[n].refer(section(line).or_else(|| function.clone()));
        } else if let Some(name) = between(line, "more undefined references to `", "'") {
            let n = entry(&mut all, name);
            all[n].has_more = true;
        } else if let Some((_, name)) = line.split_once("error: undefined symbol: ") {
            listed = Some(entry(&mut all, name.trim()));
        } else if let (Some(n), Some(reference)) = (listed, line.strip_prefix(">>> ")) {
            if let Some(more) = between(reference, "referenced ", " more times") {
                all[n].references += more.parse::<usize>().unwrap_or_default();
            } else if reference.starts_with(' ') {
                all[n].refer(reference.rsplit_once(":(").and_then(|(_, place)| location(place)));
            }
        }
    }
    all
}

impl Undefined {
    fn refer(&mut self, place: Option<String>) {
        self.references += 1;
        if self.references == 1 {
            self.first = place;
        }
    }
}

/// Returns the index of a symbol, which is added on first use.
fn entry(all: &mut Vec<Undefined>, name: &str) -> usize {
    all.iter().position(|other| other.name == name).unwrap_or_else(|| {
        all.push(Undefined { name: name.into(), references: 0, has_more: false, first: None });
        all.len() - 1
    })
}

fn between<'a>(line: &'a str, before: &str, after: &str) -> Option<&'a str> {
    let rest = line.split_once(before)?.1;
    Some(rest.rsplit_once(after)?.0)
}

/// Parses the section of data from `0.o:(.data.table+0x8): …`.
fn section(line: &str) -> Option<String> {
    let place = between(line, ":(", "): ")?;
    location(place).filter(|location| !location.starts_with("section .text"))
}

/// Parses LLD's `main)`, `.data+0x8)` or `.data+0x8) in archive x.a`.
fn location(place: &str) -> Option<String> {
    let name = place.split(')').next()?.split("+0x").next()?;
    Some(if name.starts_with('.') { format!("section {name}") } else { format!("function {name}") })
}

#[cfg(test)]
mod tests {
    use super::*;

    const GNU: &str = "\
/usr/bin/ld: 0.o: in function `main':
/tmp/u.c:1: undefined reference to `foo(int)'
/usr/bin/ld: /tmp/u.c:1: undefined reference to `foo(int)'
/usr/bin/ld: u.c:(.text+0x24): undefined reference to `bar'
/usr/bin/ld: 0.o: in function `g':
/tmp/u.c:2: undefined reference to `foo(int)'
/usr/bin/ld: 0.o:(.data+0x0): undefined reference to `late'
/usr/bin/ld: u.o: in function `many':
0.o:(.text+0x30): more undefined references to `bar' follow
collect2: error: ld returned 1 exit status
";

    const LLD: &str = "\
ld.lld: error: undefined symbol: foo(int)
>>> referenced by u.c:1 (/tmp/u.c:1)
>>>               u.o:(main)
>>> referenced by u.c:1 (/tmp/u.c:1)
>>>               u.o:(main)
>>> referenced 7 more times

ld.lld: error: undefined symbol: late
>>> referenced by u.c
>>>               u.o:(.data+0x0) in archive libu.a
";

    #[test]
    fn symbols_are_grouped() {
        let shown = |said| undefined(said).iter().map(ToString::to_string).collect::<Vec<_>>();
        let expected = [
            "undefined: foo(int) (3 references, first in function main)",
            "undefined: bar (more than 1 references, first in function main)",
            "undefined: late (1 reference, first in section .data)",
        ];
        assert_eq!(shown(GNU), expected);
        let expected = [
            "undefined: foo(int) (9 references, first in function main)",
            "undefined: late (1 reference, first in section .data)",
        ];
        assert_eq!(shown(LLD), expected);
    }

    #[test]
    fn at_most_ten_lines_are_shown() {
        let many: String =
            (0..30).map(|n| format!("0.o:(.text+0x{n}): undefined reference to `f{n}'\n")).collect();
        let short = message(&many, &[], false);
        assert_eq!(short.lines().filter(|line| !line.is_empty()).count(), MAX_LINES + 1, "{short}");
        assert!(short.contains("and 24 more\n-v prints all"), "{short}");
        assert!(message(&many, &[], true).contains("undefined reference to `f29'"));
        let other =
            message("ld: cannot find -lmine\ncollect2: error: ld returned 1 exit status\n", &[], false);
        assert_eq!(other, "\nld: cannot find -lmine");
        assert!(message("x: undefined reference to `main'\n", &[], false).contains("-shared links"));
    }
}
