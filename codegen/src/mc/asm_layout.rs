//! Layout of assembly that is passed through as text, in the form of LLVM's statements: one per
//! line, labels before them, a tab before operands.
//!
//! Quoted strings and comments are unchanged. Cost: linear.

/// Returns the lines of `text`, in which `comment` begins comments.
pub(super) fn lines(text: &str, comment: &str) -> Vec<String> {
    let mut lines = Vec::new();
    for line in text.trim_matches('\n').split('\n') {
        if line.contains(comment) || line.contains(['"', '\'', '\\']) || line.contains("/*") {
            let indent = if line.starts_with(char::is_whitespace) { "" } else { "\t" };
            lines.push(format!("{indent}{line}"));
            continue;
        }
        for statement in line.split(';').map(str::trim).filter(|statement| !statement.is_empty()) {
            push_statement(statement, &mut lines);
        }
    }
    lines
}

fn push_statement(mut statement: &str, lines: &mut Vec<String>) {
    while let Some((label, rest)) = statement.split_once(':').filter(|(label, _)| is_word(label)) {
        lines.push(format!("{label}:"));
        statement = rest.trim_start();
    }
    let (name, operands) = statement.split_once(char::is_whitespace).unwrap_or((statement, ""));
    let operands = operands.trim_start();
    match (is_word(name), operands.is_empty()) {
        _ if statement.is_empty() => {}
        (true, true) => lines.push(format!("\t{name}")),
        // An assignment has a separate form.
        (true, false) if operands.starts_with('=') => lines.push(statement.to_owned()),
        (true, false) if name.starts_with('.') => lines.push(format!("\t{name}\t{operands}")),
        (true, false) => {
            let operands: Vec<&str> = operands.split(',').map(str::trim).collect();
            lines.push(format!("\t{name}\t{}", operands.join(", ")));
        }
        (false, _) => lines.push(format!("\t{statement}")),
    }
}

fn is_word(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '$'))
}

#[cfg(test)]
mod tests {
    use super::lines;

    #[test]
    fn statements_are_laid_out_as_llvm_prints_them() {
        for (text, laid_out) in [
            ("add x0,x1,  x2", "\tadd\tx0, x1, x2"),
            ("nop; nop\n\tnop", "\tnop\n\tnop\n\tnop"),
            ("1: nop\n j 1b", "1:\n\tnop\n\tj\t1b"),
            ("", ""),
            (".globl a\na:\n.word 1,2", "\t.globl\ta\na:\n\t.word\t1,2"),
            ("x = 3", "x = 3"),
            (".ascii \"a; b\"", "\t.ascii \"a; b\""),
            ("nop // twice; or not", "\tnop // twice; or not"),
        ] {
            assert_eq!(lines(text, "//").join("\n"), laid_out, "{text}");
        }
    }
}
