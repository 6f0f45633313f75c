//! The report of a comparison, as text and as JSON.

use super::functions::{Figures, Function};
use super::{Comparison, ratio};
use serde_json::{Value, json};
use std::fmt::Write;

/// The maximum number of printed differences of one kind, and of functions.
const SHOWN: usize = 40;

/// Returns the report as text.
pub fn text(comparison: &Comparison) -> String {
    let mut out =
        format!("{}: {} beside {}\n", comparison.input, comparison.ours.name, comparison.theirs.name);
    differences(comparison, &mut out);
    totals(comparison, &mut out);
    functions(comparison, &mut out);
    for stage in &comparison.stages {
        stage.summary(&mut out);
    }
    executions(comparison, &mut out);
    out
}

fn differences(comparison: &Comparison, out: &mut String) {
    if comparison.differences.is_empty() {
        out.push_str("\nsections, symbols, relocations, attributes, unwinding and lines say the same\n");
        return;
    }
    out.push_str("\nonly one of both says (+ gisel, - llc):\n");
    let mut rest = &comparison.differences[..];
    while let Some(first) = rest.first() {
        let (alike, others) = rest.split_at(rest.partition_point(|d| d.kind == first.kind).max(1));
        for difference in alike.iter().take(SHOWN) {
            let sign = if difference.is_ours { '+' } else { '-' };
            let _ = writeln!(out, "  {sign} {} {}", difference.kind, difference.what);
        }
        if alike.len() > SHOWN {
            let _ = writeln!(out, "    and {} more", alike.len() - SHOWN);
        }
        rest = others;
    }
}

fn totals(comparison: &Comparison, out: &mut String) {
    let (ours, theirs) = (comparison.ours.total(), comparison.theirs.total());
    let _ = writeln!(out, "\n{:<14}{:>12}{:>12}{:>8}", "", "gisel", "llc", "ratio");
    let functions = [&comparison.ours, &comparison.theirs].map(|side| side.functions.len() as u64);
    let rows = Figures::NAMES.into_iter().zip(ours.values().into_iter().zip(theirs.values()));
    for (name, (ours, theirs)) in [("functions", (functions[0], functions[1]))].into_iter().chain(rows) {
        let _ = writeln!(out, "{name:<14}{ours:>12}{theirs:>12}{:>8}", shown_ratio(ours, theirs));
    }
    let (code, text) = same(comparison);
    let _ = writeln!(
        out,
        "\nof {} functions, {code} have the same instructions, {text} the same text",
        comparison.pairs().count()
    );
}

/// Returns the number of functions with the same instructions, and with the same text.
fn same(comparison: &Comparison) -> (usize, usize) {
    let same =
        |equal: fn(&Function, &Function) -> bool| comparison.pairs().filter(|(a, b)| equal(a, b)).count();
    (same(|a, b| a.is_same_code(b)), same(|a, b| a.text == b.text))
}

fn shown_ratio(ours: u64, theirs: u64) -> String {
    match ratio(ours, theirs) {
        Some(ratio) => format!("{ratio:.2}"),
        None if ours == 0 => "1.00".into(),
        None => "-".into(),
    }
}

/// Returns the pairs of functions, sorted by lost bytes.
fn sorted(comparison: &Comparison) -> Vec<(&Function, &Function)> {
    let mut pairs: Vec<_> = comparison.pairs().collect();
    let loss = |(a, b): &(&Function, &Function)| b.figures.bytes as i64 - a.figures.bytes as i64;
    pairs.sort_by(|a, b| (loss(a), &a.0.name).cmp(&(loss(b), &b.0.name)));
    pairs
}

fn functions(comparison: &Comparison, out: &mut String) {
    let pairs = sorted(comparison);
    let differs = |pair: &&(&Function, &Function)| pair.0.figures != pair.1.figures;
    let shown: Vec<_> = pairs.iter().filter(differs).take(SHOWN).collect();
    if shown.is_empty() {
        return;
    }
    let _ = writeln!(
        out,
        "\n{:<32}{:>7}{:>14}{:>14}{:>12}{:>10}{:>10}{:>10}",
        "gisel/llc", "ratio", "bytes", "instructions", "stack", "spills", "reloads", "calls"
    );
    for (ours, theirs) in &shown {
        let [instructions, bytes, stack, spills, reloads, calls] = beside(&ours.figures, &theirs.figures);
        let ratio = shown_ratio(ours.figures.bytes, theirs.figures.bytes);
        let name = &ours.name;
        let _ = writeln!(
            out,
            "{name:<32}{ratio:>7}{bytes:>14}{instructions:>14}{stack:>12}{spills:>10}{reloads:>10}{calls:>10}"
        );
    }
    let left = pairs.iter().filter(differs).count() - shown.len();
    if left != 0 {
        let _ = writeln!(out, "and {left} more");
    }
}

fn beside(ours: &Figures, theirs: &Figures) -> [String; 6] {
    let (ours, theirs) = (ours.values(), theirs.values());
    std::array::from_fn(|n| format!("{}/{}", ours[n], theirs[n]))
}

fn executions(comparison: &Comparison, out: &mut String) {
    let Some([ours, theirs]) = &comparison.executions else { return };
    out.push('\n');
    for (name, run) in [(&comparison.ours.name, ours), (&comparison.theirs.name, theirs)] {
        let _ = writeln!(
            out,
            "{name}: {}, {} bytes of output, {} instructions",
            run.ending(),
            run.output.len(),
            run.executed()
        );
    }
    let verdict = match [ours.killed(), theirs.killed()] {
        [Some(_), Some(_)] => "both programs were KILLED, so that nothing is known of what they do",
        [Some(_), _] | [_, Some(_)] => "one program was KILLED: the programs DIFFER",
        _ if ours.behaves_as(theirs) => "the programs do the same",
        _ => "the programs DIFFER",
    };
    let _ =
        writeln!(out, "{verdict}; executed instructions {}", shown_ratio(ours.executed(), theirs.executed()));
    let mut rows: Vec<_> = ours.by_function.iter().map(|(name, &n)| (name, n, theirs.of(name))).collect();
    rows.extend(
        theirs.by_function.iter().filter(|(name, _)| ours.of(name) == 0).map(|(name, &n)| (name, 0, n)),
    );
    rows.retain(|(_, ours, theirs)| ours != theirs);
    rows.sort_by_key(|&(name, ours, theirs)| (theirs as i64 - ours as i64, name));
    for (name, ours, theirs) in rows.iter().take(SHOWN) {
        let _ = writeln!(out, "{name:<32}{ours:>14}{theirs:>14}{:>8}", shown_ratio(*ours, *theirs));
    }
}

/// Returns the report as JSON.
pub fn json(comparison: &Comparison) -> String {
    let differences = comparison
        .differences
        .iter()
        .map(|d| json!({ "kind": d.kind, "by": if d.is_ours { "gisel" } else { "llc" }, "what": d.what }));
    let functions = sorted(comparison).into_iter().map(|(ours, theirs)| {
        json!({
            "name": ours.name,
            "gisel": figures(&ours.figures),
            "llc": figures(&theirs.figures),
            "same_code": ours.is_same_code(theirs),
            "same_text": ours.text == theirs.text,
        })
    });
    let (same_code, same_text) = same(comparison);
    let mut value = json!({
        "input": comparison.input,
        "llc": comparison.theirs.name,
        "differences": differences.collect::<Vec<_>>(),
        "total": { "gisel": figures(&comparison.ours.total()), "llc": figures(&comparison.theirs.total()) },
        "same_code": same_code,
        "same_text": same_text,
        "functions": functions.collect::<Vec<_>>(),
    });
    if !comparison.stages.is_empty() {
        value["stages"] = comparison.stages.iter().map(super::stages::Stage::json).collect();
    }
    if let Some([ours, theirs]) = &comparison.executions {
        value["run"] = json!({ "same": ours.behaves_as(theirs), "gisel": ours.json(), "llc": theirs.json() });
    }
    format!("{value:#}\n")
}

fn figures(figures: &Figures) -> Value {
    Figures::NAMES
        .into_iter()
        .zip(figures.values())
        .map(|(name, value)| (name.to_owned(), Value::from(value)))
        .collect()
}
