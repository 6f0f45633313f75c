//! Statements of inline assembly, extracted from the assembly that LLVM's compilers write, each
//! with the attributes needed to assemble it alone.

use crate::target::Target;
use std::collections::BTreeSet;

/// A statement of inline assembly with its operands filled in.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Statement {
    /// The target attributes of its file, as a line.
    attributes: String,
    /// The lines of the statement.
    text: String,
}

/// Returns the marker lines around a statement.
fn marks(target: Target) -> (&'static str, &'static str) {
    match target {
        Target::Riscv64 => ("#APP", "#NO_APP"),
        Target::Aarch64 => ("//APP", "//NO_APP"),
    }
}

/// Returns the distinct statements of a text.
#[must_use]
pub fn statements(text: &str, target: Target) -> BTreeSet<Statement> {
    let (start, end) = marks(target);
    let is_arch = |line: &&str| line.trim_start().starts_with(".attribute");
    let attributes: String = text.lines().filter(is_arch).flat_map(|line| [line, "\n"]).collect();
    let mut found = BTreeSet::new();
    let mut lines = text.lines();
    while lines.any(|line| line.trim() == start) {
        let body: Vec<&str> = lines.by_ref().take_while(|line| line.trim() != end).collect();
        let text = with_numbers(&body.into_iter().flat_map(|line| [line, "\n"]).collect::<String>());
        if !text.trim().is_empty() {
            found.insert(Statement { attributes: attributes.clone(), text });
        }
    }
    found
}

/// The prefix of numbered labels.
const NUMBERED: &str = ".Ltmp";

/// Renumbers a statement's numbered labels from 0, which makes statements that differ only in them
/// equal.
fn with_numbers(text: &str) -> String {
    let mut numbers: Vec<&str> = Vec::new();
    let mut parts = text.split(NUMBERED);
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let digits = part.find(|c: char| !c.is_ascii_digit()).unwrap_or(part.len());
        let (number, rest) = part.split_at(digits);
        let place = numbers.iter().position(|known| *known == number).unwrap_or_else(|| {
            numbers.push(number);
            numbers.len() - 1
        });
        out += &format!("{NUMBERED}{place}{rest}");
    }
    out
}

/// Returns a text of the statements, with labels that their functions define elsewhere at its end.
#[must_use]
pub fn text_of(statements: &[Statement]) -> String {
    let mut text = statements.first().map_or(String::new(), |first| first.attributes.clone());
    for (n, statement) in statements.iter().enumerate() {
        text += &format!("\t.text\n{}", statement.text.replace(NUMBERED, &format!("{NUMBERED}{n}_")));
    }
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '$');
    let names: BTreeSet<&str> = text.split(|c| !is_name(c)).filter(|name| name.starts_with(".L")).collect();
    let is_defined = |name: &str| [":", " ="].iter().any(|end| text.contains(&format!("{name}{end}")));
    let missing = names.into_iter().filter(|name| !is_defined(name));
    let labels: String = missing.map(|name| format!("{name}:\n")).collect();
    format!("{text}\t.text\n{labels}\tnop\n")
}

/// Returns groups of statements that can share a text.
#[must_use]
pub fn groups(statements: &BTreeSet<Statement>, most: usize) -> Vec<Vec<Statement>> {
    let all: Vec<Statement> = statements.iter().cloned().collect();
    let alike = all.chunk_by(|a, b| a.attributes == b.attributes);
    alike.flat_map(|group| group.chunks(most)).map(<[Statement]>::to_vec).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_stand_between_their_marks() {
        let text = "\t.attribute\t5, \"rv64i\"\n\tnop\n\t#APP\n\tj\t.L1\n\t#NO_APP\n\t#APP\n\n\t#NO_APP\n\t#APP\n\tj\t.L1\n\t#NO_APP\n";
        let found = statements(text, Target::Riscv64);
        let groups = groups(&found, 8);
        assert_eq!(groups.len(), 1);
        let expected = "\t.attribute\t5, \"rv64i\"\n\t.text\n\tj\t.L1\n\t.text\n.L1:\n\tnop\n";
        assert_eq!(text_of(&groups[0]), expected);
        assert!(statements(text, Target::Aarch64).is_empty());
    }
}
