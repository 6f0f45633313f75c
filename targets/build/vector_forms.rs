//! `forms.txt`: instructions that compute what two others compute.
//!
//! The rows are sorted by the last of the two instructions, by which a pass looks them up. Cost: the
//! number of rows.

use crate::instructions::Instructions;
use crate::source::{Expander, Result, Statement, read};
use std::fmt::Write;
use std::path::Path;

/// Returns the kind's name in Rust.
fn kind(s: &Statement, word: &str) -> Result<&'static str> {
    Ok(match word {
        "sum" => "Sum",
        "difference" => "Difference",
        "first_sum" => "FirstSum",
        "first_difference" => "FirstDifference",
        "fold" => "Fold",
        "shift" => "Shift",
        "negated" => "Negated",
        "lane" => "Lane",
        "factor" => "Factor",
        "exchanged" => "Exchanged",
        "addend" => "Addend",
        "upper" => "Upper",
        "moved" => "Moved",
        "load" => "Load",
        "store" => "Store",
        "into" => "Into",
        "splat" => "Splat",
        "scalar" => "Scalar",
        "field" => "Field",
        "rest" => "Rest",
        "first" => "First",
        "halves" => "Halves",
        "extended" => "Extended",
        "select" => "Select",
        "interleaved" => "Interleaved",
        _ => return s.error(format!("`{word}` is no kind of form")),
    })
}

/// Returns the Rust source of the forms in `file`: the rows, and the set of their roots.
pub fn compile(file: &Path, expander: &mut Expander, instructions: &Instructions) -> Result<String> {
    let mut rows = Vec::new();
    for statement in read(file)? {
        for s in expander.expand(&statement)? {
            let words: Vec<&str> = s.text.split_whitespace().collect();
            let (&[word, root, inner, new], rest) = words
                .split_first_chunk()
                .map_or_else(|| s.error("a kind, three instructions and a number"), Ok)?;
            let opcode = |name: &str| match instructions.position(name) {
                Some(index) => Ok(index),
                None => s.error(format!("no instruction is named `{name}`")),
            };
            let inner = if inner == "-" { "None".into() } else { format!("Some(o({}))", opcode(inner)?) };
            let number = match rest {
                [] => "None".into(),
                [number, ..] => format!("Some({number})"),
            };
            let kind = kind(&s, word)?;
            let new = opcode(new)?;
            let text = format!(
                "    Row {{ form: Form::{kind}, inner: {inner}, new: o({new}), number: {number} }},\n"
            );
            rows.push((opcode(root)?, text));
        }
    }
    rows.sort_by_key(|&(root, _)| root);
    let mut starts = String::new();
    let mut texts = String::new();
    for (at, (root, text)) in rows.iter().enumerate() {
        texts += text;
        if at == 0 || rows[at - 1].0 != *root {
            let count = rows[at..].iter().take_while(|row| row.0 == *root).count();
            let _ = writeln!(starts, "    (o({root}), {at}, {count}),");
        }
    }
    let mut out =
        String::from("const fn o(index: u16) -> Opcode {\n    Opcode(Opcode::FIRST_TARGET + index)\n}\n\n");
    let _ = write!(out, "static ROWS: &[Row] = &[\n{texts}];\n\n");
    let _ = writeln!(out, "/// By root: the first row, and the number of rows.");
    let _ = write!(out, "static ROOTS: &[(Opcode, u16, u16)] = &[\n{starts}];\n");
    Ok(out)
}
