//! Lines of IR, MIR and assembly, with the numbers of their IR instructions.

use serde_json::{Value, json};

/// A line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ListingLine {
    /// The text without the number.
    pub text: String,
    /// The number of its IR instruction.
    pub origin: Option<u32>,
    /// An additional note: the bytes of an assembly instruction.
    pub note: String,
}

impl ListingLine {
    fn plain(text: &str) -> ListingLine {
        ListingLine { text: text.trim_end().to_owned(), origin: None, note: String::new() }
    }

    /// Returns the line as JSON, in a short form because pages have many lines.
    pub fn json(&self) -> Value {
        match (self.origin, self.note.is_empty()) {
            (None, true) => json!([self.text]),
            (origin, true) => json!([self.text, origin]),
            (origin, false) => json!([self.text, origin, self.note]),
        }
    }
}

/// Returns the definition of the function `name` in a module as LLVM prints it, with numbered
/// instructions.
pub fn ir(module: &str, name: &str) -> Vec<ListingLine> {
    let mut number = 0;
    let mut lines = Vec::new();
    for text in definition(module.lines(), name) {
        let mut line = ListingLine::plain(text);
        if is_instruction(text) {
            line.origin = Some(number);
            number += 1;
        } else if text.starts_with("   ") || text.starts_with("  ]") {
            // A continuation of the previous instruction.
            line.origin = number.checked_sub(1);
        }
        lines.push(line);
    }
    lines
}

/// Returns the lines of a module that define the function `name`.
pub fn definition<'t>(lines: impl Iterator<Item = &'t str>, name: &str) -> Vec<&'t str> {
    let names = [format!("@{name}("), format!("@\"{name}\"(")];
    let is_start =
        |line: &&str| line.starts_with("define ") && names.iter().any(|name| line.contains(name.as_str()));
    let mut found: Vec<&str> = Vec::new();
    for line in lines.skip_while(|line| !is_start(line)) {
        found.push(line);
        if line == "}" {
            break;
        }
    }
    found
}

/// Returns true for the first line of an instruction, in the third column. Debug records and ends
/// of lists are excluded.
fn is_instruction(line: &str) -> bool {
    let Some(rest) = line.strip_prefix("  ") else { return false };
    !rest.starts_with([' ', ']', '#', ';']) && !rest.is_empty()
}

/// Returns the body of the function in a MIR dump.
pub fn mir(dump: &str) -> Vec<ListingLine> {
    let body = dump.lines().skip_while(|line| !line.starts_with("body:")).skip(1);
    let body = body.take_while(|line| !line.starts_with("...") && !line.starts_with("# "));
    let body = body.map(|line| line.strip_prefix("  ").unwrap_or(line));
    body.filter(|line| !line.trim().is_empty()).map(mir_line).collect()
}

fn mir_line(text: &str) -> ListingLine {
    let mut line = ListingLine::plain(text);
    if let Some((before, rest)) = text.split_once(", debug-location !") {
        let digits = rest.chars().take_while(char::is_ascii_digit).count();
        line.origin = rest[..digits].parse().ok();
        line.text = before.to_owned() + &rest[digits..];
    }
    line
}

/// Returns the lines of a function's assembly, whose comments have origins (`!3`) and bytes
/// (`encoding: […]`).
pub fn assembly(text: &str) -> Vec<ListingLine> {
    let mut lines: Vec<ListingLine> = Vec::new();
    for line in text.lines() {
        let (code, comment) = split_comment(line);
        // A comment alone in its line, far to the right, continues the previous one.
        let continues = code.trim().is_empty() && line.starts_with("        ");
        match lines.last_mut().filter(|_| continues) {
            Some(last) => annotate(last, comment),
            None => {
                let mut new = ListingLine::plain(if code.trim().is_empty() { line } else { code });
                if !code.trim().is_empty() {
                    annotate(&mut new, comment);
                }
                lines.push(new);
            }
        }
    }
    lines
}

/// Splits a line into statement and comment, for either target; a comment follows a tab or spaces.
fn split_comment(line: &str) -> (&str, &str) {
    let marks = ["# ", "// "];
    let found = marks.iter().filter_map(|mark| {
        let at = line.find(mark)?;
        let is_split_dwarf = line[..at].is_empty() || line[..at].ends_with([' ', '\t']);
        is_split_dwarf.then_some((at, mark.len()))
    });
    match found.min() {
        Some((at, mark)) => (&line[..at], &line[at + mark..]),
        None => (line, ""),
    }
}

fn annotate(line: &mut ListingLine, comment: &str) {
    let comment = comment.trim();
    if let Some(number) = comment.strip_prefix('!').and_then(|number| number.parse().ok()) {
        line.origin = Some(number);
    } else if !comment.is_empty() {
        if !line.note.is_empty() {
            line.note.push_str("; ");
        }
        line.note.push_str(comment);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(lines: &[ListingLine]) -> Vec<(&str, Option<u32>, &str)> {
        lines.iter().map(|line| (line.text.as_str(), line.origin, line.note.as_str())).collect()
    }

    #[test]
    fn instructions_of_ir_are_numbered() {
        let module = "define void @g() {\n  ret void\n}\n\ndefine i32 @f(i32 %a) {\n  switch i32 %a, label %d [\n    i32 1, label %d\n  ]\n\nd:\n    #dbg_value(i32 %a)\n  %b = add i32 %a, 1\n  ret i32 %b\n}\n";
        let numbers: Vec<_> = ir(module, "f").iter().map(|line| line.origin).collect();
        assert_eq!(numbers, [None, Some(0), Some(0), Some(0), None, None, Some(0), Some(1), Some(2), None]);
        assert!(ir(module, "h").is_empty());
    }

    #[test]
    fn locations_become_origins() {
        let dump = "---\nname: f\nbody:             |\n  bb.0:\n    %1:_(s32) = G_ADD %0, %0, debug-location !7 :: (load (s32))\n\n...\n";
        let lines = mir(dump);
        assert_eq!(
            shown(&lines),
            [("bb.0:", None, ""), ("  %1:_(s32) = G_ADD %0, %0 :: (load (s32))", Some(7), "")]
        );
    }

    #[test]
    fn comments_of_assembly_are_split_into_origins_and_bytes() {
        let text = "f:                                      # @f\n\tld\ta0, 8(sp)   # !3\n                                        # 8-byte Reload\n                                        # encoding: [0x22,0x65]\n# %bb.1:\n";
        let lines = assembly(text);
        let expected = [
            ("f:", None, "@f"),
            ("\tld\ta0, 8(sp)", Some(3), "8-byte Reload; encoding: [0x22,0x65]"),
            ("# %bb.1:", None, ""),
        ];
        assert_eq!(shown(&lines), expected);
    }
}
