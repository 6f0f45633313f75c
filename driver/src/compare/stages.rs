//! Both compilers' MIR after common passes.

use super::{ratio, side_by_side};
use crate::compile_options::{CompileOptions, Warnings};
use crate::compiled::TargetMachine;
use crate::explain::text::definition;
use crate::failure::Failure;
use crate::llc::{self, Llc};
use crate::options::{FileType, Options};
use crate::session::compile;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The passes, by their common names.
const STAGES: [&str; 6] =
    ["irtranslator", "legalizer", "regbankselect", "instruction-select", "virtregrewriter", "prologepilog"];

/// The name of gisel's register allocation at the lower levels, where another allocator runs.
const FAST_ALLOCATOR: &str = "linearscan";

/// The lines of functions by name.
type Functions = BTreeMap<String, Vec<String>>;

/// The functions of both compilers after a pass.
pub struct Stage {
    name: &'static str,
    ours: Functions,
    theirs: Functions,
}

/// Runs both compilers up to each pass. Passes that one of them does not run at this level are
/// omitted.
pub fn compare(
    data: &[u8],
    name: &str,
    options: &Options,
    llc: &Llc,
    machine: &TargetMachine,
) -> Result<Vec<Stage>, Failure> {
    let mut found = Vec::new();
    for stage in STAGES {
        let own = [stage, FAST_ALLOCATOR].into_iter().take(if stage == "virtregrewriter" { 2 } else { 1 });
        let Some(ours) = own.filter_map(|pass| mir_after(pass, data, name, options).ok()).next() else {
            continue;
        };
        let mut arguments = llc::arguments(name, options, FileType::Asm, Some(machine));
        arguments.extend(["-global-isel".into(), format!("-stop-after={stage}")]);
        let Ok(theirs) = llc.compile(data, name, &arguments) else { continue };
        found.push(Stage {
            name: stage,
            ours: functions(&ours),
            theirs: functions(&String::from_utf8_lossy(&theirs)),
        });
    }
    if found.is_empty() {
        return Err(Failure::new(format!("{name}: there is no MIR of both compilers")));
    }
    Ok(found)
}

fn mir_after(pass: &str, data: &[u8], name: &str, options: &Options) -> Result<String, Failure> {
    let mut own = CompileOptions::new(options);
    own.pipeline.stop_after = Some(pass.into());
    own.warnings = Warnings::Hidden;
    let mir = compile(data, name, &own)?.bytes;
    Ok(String::from_utf8_lossy(&mir).into_owned())
}

/// Returns the IR of a function, from the module's text.
pub fn ir_of(data: &[u8], input: &str, function: &str, options: &Options) -> Result<String, Failure> {
    let mir = mir_after(STAGES[0], data, input, options)?;
    let lines = mir.lines().map(|line| line.strip_prefix("  ").unwrap_or(line));
    Ok(definition(lines, function).into_iter().map(|line| format!("{line}\n")).collect())
}

/// Returns the bodies of the functions in a MIR file.
fn functions(mir: &str) -> Functions {
    let mut found = Functions::new();
    let mut name = None;
    let mut in_body = false;
    for line in mir.lines() {
        if let Some(given) = line.strip_prefix("name:") {
            name = Some(given.trim().trim_matches(['"', '\'']).to_owned());
        }
        match line {
            "---" | "..." => in_body = false,
            _ if line.starts_with("body:") => in_body = true,
            _ if in_body && !line.trim().is_empty() => {
                let line = line.strip_prefix("  ").unwrap_or(line);
                // Debug locations and memory operands are at the end of a line.
                let line = line
                    .split(" :: ")
                    .next()
                    .unwrap_or(line)
                    .split(", debug-location")
                    .next()
                    .unwrap_or(line);
                if let Some(name) = &name {
                    found.entry(name.clone()).or_default().push(line.trim_end().to_owned());
                }
            }
            _ => {}
        }
    }
    found
}

/// Returns the number of lines that are instructions.
fn count(lines: &[String]) -> u64 {
    let is_inst = |line: &&String| {
        let text = line.trim_start();
        line.starts_with("  ")
            && !["successors:", "liveins:", ";"].iter().any(|start| text.starts_with(start))
    };
    lines.iter().filter(is_inst).count() as u64
}

impl Stage {
    /// Returns the number of instructions of all functions of both.
    fn totals(&self) -> (u64, u64) {
        let total = |functions: &Functions| functions.values().map(|lines| count(lines)).sum();
        (total(&self.ours), total(&self.theirs))
    }

    /// Adds the summary line.
    pub fn summary(&self, out: &mut String) {
        let (ours, theirs) = self.totals();
        let ratio = ratio(ours, theirs).map_or("-".into(), |ratio| format!("{ratio:.2}"));
        let name = format!("after {}", self.name);
        let _ = writeln!(out, "{name:<26}{ours:>12}{theirs:>12}{ratio:>8}");
    }

    /// Returns a function's MIR in columns.
    pub fn side_by_side(&self, function: &str, names: [&str; 2]) -> String {
        let lines = |functions: &Functions| functions.get(function).cloned().unwrap_or_default();
        let columns = side_by_side::columns(names, &lines(&self.ours), &lines(&self.theirs));
        format!("\nafter {}\n{columns}", self.name)
    }

    /// Returns the stage as JSON.
    pub fn json(&self) -> Value {
        let (ours, theirs) = self.totals();
        json!({ "pass": self.name, "gisel": ours, "llc": theirs })
    }
}
