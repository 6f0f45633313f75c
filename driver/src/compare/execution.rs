//! Execution of both programs under qemu-user, whose log lists each translated sequence of
//! instructions and each of its executions.

use crate::compiled::TargetMachine;
use crate::emulator::Emulator;
use crate::failure::Failure;
use crate::options::Options;
use crate::program::{self, Linkable};
use crate::run;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use tempfile::TempDir;

/// The result of executing a program.
pub struct Execution {
    /// The standard output.
    pub output: Vec<u8>,
    status: ExitStatus,
    /// The features that the emulator lacks for the program, if it reports any.
    lacks: Option<String>,
    /// The number of executed instructions by function.
    pub by_function: BTreeMap<String, u64>,
}

impl Execution {
    /// Returns the number of all executed instructions.
    pub fn executed(&self) -> u64 {
        self.by_function.values().sum()
    }

    /// Returns the number of executed instructions of a function.
    pub fn of(&self, function: &str) -> u64 {
        self.by_function.get(function).copied().unwrap_or_default()
    }

    /// Returns how it ended.
    pub fn ending(&self) -> String {
        self.killed().unwrap_or_else(|| self.status.to_string())
    }

    /// Returns the signal that ended it, with the reason.
    pub fn killed(&self) -> Option<String> {
        self.status.signal().map(|signal| run::ending(signal, self.lacks.as_deref()))
    }

    /// Returns true if both programs end by themselves, with the same output and status.
    pub fn behaves_as(&self, other: &Execution) -> bool {
        self.killed().is_none() && (&self.output, self.status) == (&other.output, other.status)
    }

    /// Returns the result as JSON.
    pub fn json(&self) -> Value {
        json!({ "ending": self.ending(), "executed": self.executed(), "by_function": self.by_function })
    }
}

/// Links a static program of an object and executes it.
///
/// # Errors
/// There is no linker or no emulator, or one of them fails.
pub fn run(linkable: &Linkable, options: &Options) -> Result<Execution, Failure> {
    let folder = TempDir::new().map_err(|e| Failure::new(format!("cannot make a temporary folder: {e}")))?;
    let path = folder.path().join("program");
    program::link_static(linkable, options, &path)?;
    let trace = folder.path().join("trace");
    execute(&path, &trace, linkable.machine, options).map_err(Failure::new)
}

fn execute(
    program: &Path,
    trace: &Path,
    machine: &TargetMachine,
    options: &Options,
) -> Result<Execution, String> {
    let failed = |what: &str, e: std::io::Error| format!("cannot {what}: {e}");
    // The log is long, so it is read while it is written.
    let made = Command::new("mkfifo").arg(trace).status().map_err(|e| failed("run mkfifo", e))?;
    if !made.success() {
        return Err(format!("mkfifo ends with {made}"));
    }
    let emulator = Emulator::new(&machine.triple, &machine.extensions)?;
    let mut qemu = emulator.command(&machine.triple, options.sysroot.as_deref());
    qemu.args(["-d", "in_asm,exec,nochain", "-D"]).arg(trace).arg(program).args(&options.program_args);
    let child = qemu.stdin(Stdio::null()).stdout(Stdio::piped()).spawn();
    let child = child.map_err(|e| failed("run the emulator", e))?;
    std::thread::scope(|scope| {
        let counts = scope.spawn(|| File::open(trace).and_then(|log| count(BufReader::new(log))));
        let output = child.wait_with_output().map_err(|e| failed("run the emulator", e));
        // An emulator that fails early has never opened its log, and the reader still waits for it.
        drop(File::options().read(true).write(true).open(trace));
        let output = output?;
        let counts = counts.join().map_err(|_| "the emulator's log cannot be read".to_owned())?;
        let by_function = counts.map_err(|e| failed("read the emulator's log", e))?;
        let lacks = emulator.lacks();
        Ok(Execution { output: output.stdout, status: output.status, lacks, by_function })
    })
}

/// Counts executed instructions by function from the log. `IN: name` is followed by a line for each
/// instruction, beginning with its address. Each execution is a line with the address in brackets,
/// and the function's name at its end.
fn count(log: impl BufRead) -> std::io::Result<BTreeMap<String, u64>> {
    let mut sizes: BTreeMap<u64, u64> = BTreeMap::new();
    let mut counts: BTreeMap<(u64, u64), (String, u64)> = BTreeMap::new();
    let mut start = None;
    for line in log.split(b'\n') {
        let line = line?;
        let line = String::from_utf8_lossy(&line);
        if line.starts_with("IN:") {
            start = None;
        } else if let Some(address) = line.strip_prefix("0x").and_then(|rest| rest.split(':').next()) {
            let Ok(address) = u64::from_str_radix(address, 16) else { continue };
            let first = *start.get_or_insert(address);
            let size = sizes.entry(first).or_default();
            *size = if first == address { 1 } else { *size + 1 };
        } else if let Some((address, name)) = executed(&line) {
            let size = sizes.get(&address).copied().unwrap_or_default();
            counts.entry((address, size)).or_insert_with(|| (name.to_owned(), 0)).1 += 1;
        }
    }
    let mut by_function = BTreeMap::new();
    for ((_, size), (name, times)) in counts {
        *by_function.entry(name).or_default() += size * times;
    }
    Ok(by_function)
}

/// Reads `Trace 0: 0x… [base/address/flags/flags] name`.
fn executed(line: &str) -> Option<(u64, &str)> {
    let (numbers, name) = line.strip_prefix("Trace ")?.split_once('[')?.1.split_once(']')?;
    let address = u64::from_str_radix(numbers.split('/').nth(1)?, 16).ok()?;
    Some((address, name.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instructions_are_counted_by_function() {
        let log = "\
----------------
IN: main
0x0000000000010540:  1141              addi            sp,sp,-16
0x0000000000010542:  e406              sd              ra,8(sp)

Trace 0: 0x7f4ad4000100 [0000000000000000/0000000000010540/00000011/ff000000] main
Trace 0: 0x7f4ad4000100 [0000000000000000/0000000000010540/00000011/ff000000] main
----------------
IN: f
0x0000000000010600:  8082              ret

Trace 0: 0x7f4ad4000200 [0000000000000000/0000000000010600/00000011/ff000000] f
";
        let counts = count(log.as_bytes()).unwrap();
        assert_eq!(counts, BTreeMap::from([("main".into(), 4), ("f".into(), 1)]));
    }
}
