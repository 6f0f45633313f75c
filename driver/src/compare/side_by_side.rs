//! Two lists of lines in columns, aligned at equal lines.

use super::functions::CodeLine;
use similar::{Algorithm, DiffTag, capture_diff_slices};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The widths of columns of code and of IR, in characters.
const CODE: usize = 40;
const IR: usize = 64;

/// A row: the line on the left, the line on the right, and true if they are equal.
type Row<'a, T> = (Option<&'a T>, Option<&'a T>, bool);

/// Aligns equal lines; replaced lines are in the same row.
fn align<'a, T: Eq + std::hash::Hash + Ord>(left: &'a [T], right: &'a [T]) -> Vec<Row<'a, T>> {
    let mut rows = Vec::new();
    for op in capture_diff_slices(Algorithm::Patience, left, right) {
        let (old, new) = (&left[op.old_range()], &right[op.new_range()]);
        let is_same = op.tag() == DiffTag::Equal;
        rows.extend((0..old.len().max(new.len())).map(|n| (old.get(n), new.get(n), is_same)));
    }
    rows
}

/// Returns lines of text in two columns.
pub fn columns(names: [&str; 2], left: &[String], right: &[String]) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "{:<IR$}   {}", names[0], names[1]);
    for (left, right, is_same) in align(left, right) {
        let [left, right] = [left, right].map(|line| line.map_or("", String::as_str));
        row(&mut out, &[(cut(left, IR), IR)], is_same, right);
    }
    out
}

/// Returns the code of both in columns, with the function's IR between them. Each IR block begins
/// at the code that names it.
pub fn with_ir(names: [&str; 2], [left, right]: [&[CodeLine]; 2], ir: &str) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "{:<CODE$}   {:<IR$}   {}", names[0], "IR", names[1]);
    let mut blocks = blocks(ir);
    let mut waiting: Vec<&str> = blocks.remove("").unwrap_or_default();
    let texts = [left, right].map(|lines| lines.iter().map(CodeLine::text).collect::<Vec<_>>());
    let mut position = [0, 0];
    for (l, r, is_same) in align(&texts[0], &texts[1]) {
        let mut named = None;
        for (side, (lines, taken)) in [left, right].into_iter().zip([l, r]).enumerate() {
            if taken.is_some() {
                if let Some(CodeLine::Block(_, Some(name))) = lines.get(position[side]) {
                    named = named.or_else(|| blocks.remove(name.as_str()));
                }
                position[side] += 1;
            }
        }
        if let Some(block) = named {
            let of_ir = |out: &mut String, line: &str| row(out, &[("", CODE), (cut(line, IR), IR)], true, "");
            waiting.drain(..).for_each(|line| of_ir(&mut out, line));
            waiting = block;
        }
        let line = if waiting.is_empty() { "" } else { waiting.remove(0) };
        let [l, r] = [l, r].map(|line| line.map_or("", String::as_str));
        row(&mut out, &[(cut(l, CODE), CODE), (cut(line, IR), IR)], is_same, r);
    }
    for line in waiting.into_iter().chain(blocks.into_values().flatten()) {
        row(&mut out, &[("", CODE), (cut(line, IR), IR)], true, "");
    }
    out
}

fn row(out: &mut String, columns: &[(&str, usize)], is_same: bool, last: &str) {
    let sign = if is_same { ' ' } else { '|' };
    let mut line = String::new();
    for (text, width) in columns {
        let _ = write!(line, "{text:<width$} {sign} ");
    }
    line += last;
    out.push_str(line.trim_end());
    out.push('\n');
}

fn cut(line: &str, width: usize) -> &str {
    line.char_indices().nth(width).map_or(line, |(end, _)| line.get(..end).unwrap_or(line))
}

/// Returns the lines of each block of an IR function by the block's name; the empty name has the
/// head and the first block.
fn blocks(ir: &str) -> BTreeMap<&str, Vec<&str>> {
    let mut blocks: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let mut current = "";
    for (n, line) in ir.lines().filter(|line| !line.trim().is_empty()).enumerate() {
        let label = line.split_once(':').map(|(label, _)| label.trim_matches('"'));
        if let Some(label) = label.filter(|_| n > 1 && !line.starts_with([' ', '\t', '}'])) {
            current = label;
        }
        blocks.entry(current).or_default().push(line.trim_end());
    }
    blocks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_lines_share_a_row() {
        let lines = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let text = columns(["a", "b"], &lines("x y z"), &lines("x w v z"));
        let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split_whitespace().collect()).collect();
        assert_eq!(
            rows,
            [vec!["a", "b"], vec!["x", "x"], vec!["y", "|", "w"], vec!["|", "v"], vec!["z", "z"]]
        );
    }

    #[test]
    fn blocks_of_ir_stand_beside_their_code() {
        let block = |label: &str, name: &str| CodeLine::Block(label.into(), Some(name.into()));
        let inst = |text: &str| CodeLine::Inst(text.into());
        let code =
            [block("%bb.0", "entry"), inst("beqz a0, .L0"), inst("ret"), block(".L0", "out"), inst("j f")];
        let ir = "define void @f() {\nentry:\n  br %c\n  ret\nout:                ; preds\n  call @f\n}\n";
        let text = with_ir(["a", "b"], [&code, &code], ir);
        let out = text.lines().find(|line| line.starts_with(".L0:")).unwrap();
        assert!(out.contains("out:"), "{text}");
        assert!(text.contains("define void @f() {"), "{text}");
    }
}
