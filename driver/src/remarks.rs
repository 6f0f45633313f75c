//! The printed and written optimization remarks (`-pass-remarks…`), and their formats. Source:
//! LLVM's *Remarks*.
//!
//! They are in module order, whatever the number of threads.

use crate::failure::Failure;
use crate::options::Options;
use gisel_codegen::pipeline::remarks::STACK_USAGE;
use gisel_codegen::support::diagnostics::{Remark, RemarkKind, SourceLocation};
use regex::Regex;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

/// Passes whose remarks are only recorded if they are printed, because they are long.
const ONLY_PRINTED: [&str; 2] = ["size-info", "stack-frame-layout"];

/// The column after which LLVM wraps a value.
const WRAP_COLUMN: usize = 70;

/// The requested remarks, and the recorded ones.
#[derive(Debug, Default)]
pub struct Remarks {
    /// The patterns of passes whose remarks are printed, by kind.
    missed: Option<Regex>,
    analysis: Option<Regex>,
    /// The file to which remarks are written.
    output: Option<PathBuf>,
    /// The pattern of passes whose remarks are written, if not all.
    filter: Option<Regex>,
    /// The file to which the sizes of frames are written.
    stack_usage: Option<PathBuf>,
    of_functions: Mutex<BTreeMap<usize, Vec<Remark>>>,
}

impl Remarks {
    /// Returns the remarks that the command line requests, if it requests any.
    pub fn wanted(options: &Options) -> Option<Remarks> {
        let remarks = Remarks {
            missed: options.pass_remarks_missed.clone(),
            analysis: options.pass_remarks_analysis.clone(),
            output: options.pass_remarks_output.clone(),
            filter: options.pass_remarks_filter.clone(),
            stack_usage: options.stack_usage_file.clone(),
            of_functions: Mutex::default(),
        };
        let has_file = remarks.output.is_some() || remarks.stack_usage.is_some();
        let is_wanted = remarks.missed.is_some() || remarks.analysis.is_some() || has_file;
        is_wanted.then_some(remarks)
    }

    /// Adds the remarks about function `number` of the module.
    pub fn add(&self, number: usize, mut remarks: Vec<Remark>) {
        remarks.retain(|remark| {
            let is_printed = self.analysis.as_ref().is_some_and(|pattern| pattern.is_match(remark.pass));
            match remark.pass {
                STACK_USAGE => self.stack_usage.is_some(),
                pass => is_printed || !ONLY_PRINTED.contains(&pass),
            }
        });
        self.of_functions.lock().unwrap_or_else(PoisonError::into_inner).insert(number, remarks);
    }

    /// Removes the remarks about another module.
    pub fn clear(&self) {
        self.of_functions.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// Returns the text to print about the module of this name, and writes the files.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn finish(&self, module: &str) -> Result<String, Failure> {
        let of_functions = self.of_functions.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(path) = &self.stack_usage {
            let frames = of_functions.values().flatten().filter(|remark| remark.pass == STACK_USAGE);
            let lines: String = frames.map(|remark| usage_line(remark, module)).collect();
            crate::failure::write(path, lines.as_bytes())?;
        }
        let all = || of_functions.values().flatten().filter(|remark| remark.pass != STACK_USAGE);
        if let Some(path) = &self.output {
            let written = all().filter(|remark| self.filter.as_ref().is_none_or(|f| f.is_match(remark.pass)));
            let yaml: String = written.map(yaml).collect();
            crate::failure::write(path, yaml.as_bytes())?;
        }
        let printed = all().filter(|remark| {
            let pattern = match remark.kind {
                RemarkKind::Missed => &self.missed,
                RemarkKind::Analysis => &self.analysis,
            };
            pattern.as_ref().is_some_and(|pattern| pattern.is_match(remark.pass))
        });
        Ok(printed.map(line).collect())
    }
}

/// Returns the line of a frame as gcc and clang write it: place, size in bytes, kind.
fn usage_line(remark: &Remark, module: &str) -> String {
    let place = match &remark.location {
        Some(SourceLocation { file, line, .. }) => format!("{file}:{line}"),
        None => module.to_owned(),
    };
    let values: Vec<&str> = remark.arguments.iter().map(|(_, value)| value.as_str()).collect();
    format!("{place}:{}\t{}\n", remark.function, values.join("\t"))
}

/// Returns the printed line of a remark.
fn line(remark: &Remark) -> String {
    let place = match &remark.location {
        Some(SourceLocation { file, line, column }) => format!("{file}:{line}:{column}"),
        None => "<unknown>:0:0".to_owned(),
    };
    let text: String = remark.arguments.iter().map(|(_, value)| value.as_str()).collect();
    format!("remark: {place}: {text}\n")
}

/// Returns the YAML document of a remark.
fn yaml(remark: &Remark) -> String {
    let mut text = format!("--- !{:?}\n", remark.kind);
    let mut line = |key: &str, value: &str| {
        writeln!(text, "{key:<16} {value}").expect("writing to a string succeeds");
    };
    line("Pass:", remark.pass);
    line("Name:", remark.name);
    if let Some(location) = &remark.location {
        line("DebugLoc:", &flow_map(location));
    }
    line("Function:", &scalar(&remark.function));
    text += "Args:\n";
    for (key, value) in &remark.arguments {
        let key = format!("{key}:");
        writeln!(text, "  - {key:<16} {}", scalar(value)).expect("writing to a string succeeds");
    }
    text + "...\n"
}

/// Returns a location as a flow map, in several lines if it is long.
fn flow_map(SourceLocation { file, line, column }: &SourceLocation) -> String {
    // The column after the key.
    const START: usize = 17;
    let mut text = String::from("{ ");
    let mut at = START + text.len();
    let fields = [("File", scalar(file)), ("Line", line.to_string()), ("Column", column.to_string())];
    for (n, (key, value)) in fields.into_iter().enumerate() {
        if n != 0 {
            text += ", ";
            at += 2;
        }
        if at > WRAP_COLUMN {
            let indent = " ".repeat(START + 2);
            write!(text, "\n{indent}").expect("writing to a string succeeds");
            at = indent.len();
        }
        let field = format!("{key}: {value}");
        at += field.len();
        text += &field;
    }
    text + " }"
}

/// Returns a YAML scalar. It is quoted if it is empty, a number, or not plain words; double-quoted
/// if it has several lines.
fn scalar(text: &str) -> String {
    if text.contains(|c: char| c.is_control() && c != '\t') {
        return format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"));
    }
    let plain = |c: char| c.is_ascii_alphanumeric() || "_.^, -".contains(c);
    let is_word = text.chars().all(plain)
        && text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && text.trim() == text;
    if is_word && !matches!(text, "true" | "false" | "null") {
        return text.to_owned();
    }
    format!("'{}'", text.replace('\'', "''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_written_as_llvm_writes_them() {
        assert_eq!(scalar("16"), "'16'");
        assert_eq!(scalar(""), "''");
        assert_eq!(scalar("' stack"), "''' stack'");
        assert_eq!(scalar(" stack bytes in function '"), "' stack bytes in function '''");
        assert_eq!(scalar("_ZN1a1bEv"), "_ZN1a1bEv");
        assert_eq!(scalar("generated in function"), "generated in function");
        assert_eq!(scalar("src/a.c"), "'src/a.c'");
        assert_eq!(scalar("\nFunction: \"f\\"), "\"\\nFunction: \\\"f\\\\\"");
        let location = SourceLocation { file: "d/".repeat(30), line: 7, column: 1 };
        let wrapped = format!("{{ File: '{}', \n{}Line: 7, Column: 1 }}", location.file, " ".repeat(19));
        assert_eq!(flow_map(&location), wrapped);
    }

    #[test]
    fn a_remark_is_a_line_and_a_document() {
        let argument = |key: &str, value: &str| (key.to_owned(), value.to_owned());
        let remark = Remark {
            kind: RemarkKind::Analysis,
            pass: "prologepilog",
            name: "StackSize",
            function: "f".into(),
            location: Some(("a.c", 3, 0).into()),
            arguments: vec![argument("NumStackBytes", "16"), argument("String", " stack bytes")],
        };
        assert_eq!(line(&remark), "remark: a.c:3:0: 16 stack bytes\n");
        assert_eq!(
            yaml(&remark),
            "--- !Analysis\nPass:            prologepilog\nName:            StackSize\nDebugLoc:        { File: a.c, Line: 3, Column: 0 }\nFunction:        f\nArgs:\n  - NumStackBytes:   '16'\n  - String:          ' stack bytes'\n...\n"
        );
    }
}
