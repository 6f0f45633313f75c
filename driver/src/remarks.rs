//! Remarks: what the compiler says of each function beside its code (`-pass-remarks…`). Source: LLVM's *Remarks*, of which these are the kinds
//! that `llc` itself makes of a whole function.
//!
//! They stand in the module's order, whatever the number of threads.

use crate::options::Options;
use crate::session::Failure;
use gisel_codegen::ir::debug_info::Node;
use gisel_codegen::ir::entity::BlockId;
use gisel_codegen::ir::mir::{MachineFunction, MemFlags};
use gisel_codegen::ir::module::Module;
use gisel_codegen::ir::opcodes as op;
use gisel_codegen::passes::analysis::block_frequency::BlockFrequency;
use gisel_codegen::passes::analysis::control_flow::ControlFlow;
use gisel_codegen::support::diagnostics::SourceLocation;
use gisel_codegen::target::Target;
use regex::Regex;
use std::collections::BTreeMap;
use std::fmt::{self, Write};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

/// What kind of remark.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Something was not optimized.
    Missed,
    /// What was found out.
    Analysis,
}

/// One remark.
#[derive(Clone, PartialEq, Debug)]
pub struct Remark {
    kind: Kind,
    pass: &'static str,
    name: &'static str,
    function: String,
    location: Option<SourceLocation>,
    /// Its text in parts, each with its key.
    arguments: Vec<(&'static str, String)>,
}

/// Which remarks are wanted, and those that there are.
#[derive(Debug, Default)]
pub struct Remarks {
    /// Passes whose remarks are printed, by kind.
    missed: Option<Regex>,
    analysis: Option<Regex>,
    /// Where all are written.
    output: Option<PathBuf>,
    /// Passes whose remarks are written there, if not all.
    filter: Option<Regex>,
    of_functions: Mutex<BTreeMap<usize, Vec<Remark>>>,
}

impl Remarks {
    /// As the command line asks; nothing if it does not.
    pub fn wanted(options: &Options) -> Option<Remarks> {
        let remarks = Remarks {
            missed: options.pass_remarks_missed.clone(),
            analysis: options.pass_remarks_analysis.clone(),
            output: options.pass_remarks_output.clone(),
            filter: options.pass_remarks_filter.clone(),
            of_functions: Mutex::default(),
        };
        let is_wanted = remarks.missed.is_some() || remarks.analysis.is_some() || remarks.output.is_some();
        is_wanted.then_some(remarks)
    }

    /// Says of `mf`, the module's `number`th function, what there is to say now that it is done.
    pub fn add(&self, number: usize, mf: &MachineFunction, target: &dyn Target, module: &Module) {
        let remarks = of_function(mf, target, module);
        self.of_functions.lock().unwrap_or_else(PoisonError::into_inner).insert(number, remarks);
    }

    /// Forgets what was said of another module.
    pub fn clear(&self) {
        self.of_functions.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// What is printed; writes what is to be in a file.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn finish(&self) -> Result<String, Failure> {
        let of_functions = self.of_functions.lock().unwrap_or_else(PoisonError::into_inner);
        let all = || of_functions.values().flatten();
        if let Some(path) = &self.output {
            let written = all().filter(|remark| self.filter.as_ref().is_none_or(|f| f.is_match(remark.pass)));
            let yaml: String = written.map(Remark::yaml).collect();
            crate::program::write(path, yaml.as_bytes())?;
        }
        let printed = all().filter(|remark| {
            let pattern = match remark.kind {
                Kind::Missed => &self.missed,
                Kind::Analysis => &self.analysis,
            };
            pattern.as_ref().is_some_and(|pattern| pattern.is_match(remark.pass))
        });
        Ok(printed.map(|remark| format!("{remark}\n")).collect())
    }
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.location {
            Some(SourceLocation { file, line, column }) => write!(f, "remark: {file}:{line}:{column}: ")?,
            None => f.write_str("remark: <unknown>:0:0: ")?,
        }
        self.arguments.iter().try_for_each(|(_, value)| f.write_str(value))
    }
}

impl Remark {
    fn yaml(&self) -> String {
        let mut text = format!("--- !{:?}\n", self.kind);
        let mut line = |key: &str, value: &str| {
            writeln!(text, "{key:<16} {value}").expect("writing to a string succeeds");
        };
        line("Pass:", self.pass);
        line("Name:", self.name);
        if let Some(SourceLocation { file, line: number, column }) = &self.location {
            line("DebugLoc:", &format!("{{ File: {}, Line: {number}, Column: {column} }}", scalar(file)));
        }
        line("Function:", &scalar(&self.function));
        text += "Args:\n";
        for (key, value) in &self.arguments {
            let key = format!("{key}:");
            writeln!(text, "  - {key:<16} {}", scalar(value)).expect("writing to a string succeeds");
        }
        text + "...\n"
    }
}

/// A scalar of YAML: in quotes if it is a number, or anything but a plain word.
fn scalar(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_.^, -".contains(c);
    let is_word = text.chars().all(plain)
        && text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && text.trim() == text;
    if is_word && !matches!(text, "true" | "false" | "null") {
        return text.to_owned();
    }
    format!("'{}'", text.replace('\'', "''"))
}

fn of_function(mf: &MachineFunction, target: &dyn Target, module: &Module) -> Vec<Remark> {
    let location = location(mf, module);
    let remark = |kind, pass, name, arguments| Remark {
        kind,
        pass,
        name,
        function: mf.name.clone(),
        location: location.clone(),
        arguments,
    };
    let spills = spills(mf, target);
    let missed = (!spills.is_empty()).then(|| remark(Kind::Missed, "regalloc", "SpillReloadCopies", spills));
    let stack = vec![
        ("NumStackBytes", mf.frame.stack_size.to_string()),
        ("String", " stack bytes in function '".to_owned()),
        ("Function", mf.name.clone()),
        ("String", "'".to_owned()),
    ];
    let instructions = mf.layout.iter().flat_map(|&block| mf.insts(block));
    let count = instructions.filter(|&inst| !op::is_meta(mf.opcode(inst))).count();
    let count =
        vec![("NumInstructions", count.to_string()), ("String", " instructions in function".to_owned())];
    let analysis = [
        remark(Kind::Analysis, "prologepilog", "StackSize", stack),
        remark(Kind::Analysis, "asm-printer", "InstructionCount", count),
    ];
    missed.into_iter().chain(analysis).collect()
}

/// Where the function begins in the source.
fn location(mf: &MachineFunction, module: &Module) -> Option<SourceLocation> {
    let info = module.debug_info.as_deref()?;
    let Node::Subprogram(subprogram) = info.node(mf.debug.as_ref()?.subprogram) else { return None };
    let Node::File(file) = info.link(subprogram.file)? else { return None };
    let file = String::from_utf8_lossy(info.text(file.name?)).into_owned();
    Some(SourceLocation { file, line: subprogram.line, column: 0 })
}

/// How many values are stored to spill slots and loaded from them, and how often that is done for a call of the function.
fn spills(mf: &MachineFunction, target: &dyn Target) -> Vec<(&'static str, String)> {
    let flow = ControlFlow::of(mf);
    let frequency = BlockFrequency::compute(mf, target, &flow.tree, flow.loops(mf));
    let often = |block: BlockId| frequency.of(block) as f64 / BlockFrequency::ENTRY as f64;
    let kinds = [
        (MemFlags::STORE, ["NumSpills", "TotalSpillsCost"], [" spills ", " total spills cost "]),
        (MemFlags::LOAD, ["NumReloads", "TotalReloadsCost"], [" reloads ", " total reloads cost "]),
    ];
    let mut arguments = Vec::new();
    for (access, keys, texts) in kinds {
        let (mut count, mut cost) = (0_usize, 0.0);
        for &block in &mf.layout {
            let spilled = mf.insts(block).map(|inst| mf.spills(inst, access).count()).sum::<usize>();
            count += spilled;
            cost += spilled as f64 * often(block);
        }
        if count != 0 {
            arguments.extend([(keys[0], count.to_string()), ("String", texts[0].to_owned())]);
            arguments.extend([(keys[1], exponential(cost)), ("String", texts[1].to_owned())]);
        }
    }
    if !arguments.is_empty() {
        arguments.push(("String", "generated in function".to_owned()));
    }
    arguments
}

/// As C's `%e` writes it.
fn exponential(value: f64) -> String {
    let text = format!("{value:.6e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    format!("{mantissa}e{}{:02}", if exponent < 0 { '-' } else { '+' }, exponent.abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_texts_are_written_as_llvm_writes_them() {
        assert_eq!(exponential(2.0), "2.000000e+00");
        assert_eq!(exponential(0.1142578), "1.142578e-01");
        assert_eq!(scalar("16"), "'16'");
        assert_eq!(scalar("' stack"), "''' stack'");
        assert_eq!(scalar(" stack bytes in function '"), "' stack bytes in function '''");
        assert_eq!(scalar("_ZN1a1bEv"), "_ZN1a1bEv");
        assert_eq!(scalar("generated in function"), "generated in function");
        assert_eq!(scalar("src/a.c"), "'src/a.c'");
    }

    #[test]
    fn a_remark_is_a_line_and_a_document() {
        let remark = Remark {
            kind: Kind::Analysis,
            pass: "prologepilog",
            name: "StackSize",
            function: "f".into(),
            location: Some(("a.c", 3, 0).into()),
            arguments: vec![("NumStackBytes", "16".into()), ("String", " stack bytes".into())],
        };
        assert_eq!(remark.to_string(), "remark: a.c:3:0: 16 stack bytes");
        assert_eq!(
            remark.yaml(),
            "--- !Analysis\nPass:            prologepilog\nName:            StackSize\nDebugLoc:        { File: a.c, Line: 3, Column: 0 }\nFunction:        f\nArgs:\n  - NumStackBytes:   '16'\n  - String:          ' stack bytes'\n...\n"
        );
    }
}
