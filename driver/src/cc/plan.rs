//! The jobs of clang's driver, read from the output of `-###`.
//!
//! clang's driver translates a command line into processes: its own front end (`-cc1`), its
//! assembler (`-cc1as`), a linker. `-###` prints them and runs nothing. The front end's options are
//! complete, so that defaults, configuration files and toolchains need no knowledge of ours.

use std::ffi::{OsStr, OsString};
use std::io;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::Path;
use std::process::{Command, Stdio};

/// Diagnostics of the driver contain one of these.
const SEVERITIES: [&str; 4] = [": error: ", ": warning: ", ": note: ", ": fatal error: "];

/// The processes that execute a command line.
#[derive(Debug, Default)]
pub(super) struct Plan {
    /// The program and the arguments of each process, in order.
    pub jobs: Vec<Vec<OsString>>,
    /// The driver's errors and warnings, a line each.
    pub diagnostics: String,
    /// The driver's exit code: zero if it accepts the command line.
    pub code: i32,
    /// The whole output.
    text: Vec<u8>,
}

impl Plan {
    /// Runs `clang -###` with these arguments.
    ///
    /// # Errors
    /// clang cannot be started.
    pub fn of(clang: &Path, arguments: &[OsString]) -> io::Result<Plan> {
        let output = Command::new(clang).arg("-###").args(arguments).stdin(Stdio::inherit()).output()?;
        let mut plan = Plan::parse(output.stderr);
        plan.code = output.status.code().unwrap_or(1);
        Ok(plan)
    }

    /// Returns the output as clang prints it with `-v`.
    pub fn shown(&self) -> String {
        let mut shown = String::new();
        for line in self.text.split_inclusive(|&byte| byte == b'\n') {
            match line.starts_with(b" \"") {
                true => shown += &shown_job(&words(line)),
                false => shown += &String::from_utf8_lossy(line),
            }
        }
        shown
    }

    /// Parses the standard error of `-###`.
    fn parse(text: Vec<u8>) -> Plan {
        let mut plan = Plan::default();
        for line in text.split(|&byte| byte == b'\n') {
            if line.starts_with(b" \"") {
                plan.jobs.push(words(line));
                continue;
            }
            let line = String::from_utf8_lossy(line);
            if SEVERITIES.iter().any(|severity| line.contains(severity)) {
                plan.diagnostics += &line;
                plan.diagnostics.push('\n');
            }
        }
        plan.text = text;
        plan
    }
}

/// Returns a job as clang prints it with `-v`: the program is quoted, and arguments that need it.
pub(super) fn shown_job(job: &[OsString]) -> String {
    let mut shown = String::new();
    for (n, word) in job.iter().enumerate() {
        let word = word.to_string_lossy();
        shown.push(' ');
        if n != 0 && !word.contains([' ', '"', '\\', '$']) {
            shown += &word;
            continue;
        }
        shown.push('"');
        for c in word.chars() {
            shown.extend(matches!(c, '"' | '\\' | '$').then_some('\\'));
            shown.push(c);
        }
        shown.push('"');
    }
    shown.push('\n');
    shown
}

/// Splits a printed command into its words. Each is quoted; `"`, `\` and `$` are escaped.
fn words(line: &[u8]) -> Vec<OsString> {
    let mut words = Vec::new();
    let mut word = None;
    let mut bytes = line.iter();
    while let Some(&byte) = bytes.next() {
        match (byte, &mut word) {
            (b'"', None) => word = Some(Vec::new()),
            (b'"', Some(_)) => words.extend(word.take().map(OsString::from_vec)),
            (b'\\', Some(word)) => word.extend(bytes.next()),
            (byte, Some(word)) => word.push(byte),
            (_, None) => {}
        }
    }
    words
}

/// Returns true if a program's file name is that of a linker.
pub(super) fn is_linker(program: &OsStr) -> bool {
    let name = Path::new(program).file_name().unwrap_or_default().as_bytes();
    let stem = name.split(|&byte| byte == b'-').next_back().unwrap_or_default();
    stem.starts_with(b"ld") || stem == b"lld" || stem == b"mold" || stem == b"gcc"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jobs_and_diagnostics_are_read() {
        let text = b"Debian clang version 22\nTarget: riscv64-unknown-linux-gnu\n\
            clang: warning: argument unused: '-s'\n (in-process)\n \
            \"/bin/clang\" \"-cc1\" \"-D\" \"A=\\\"b\\\\c\\$\"\n \"/bin/riscv64-linux-gnu-ld\" \"-o\" \"a b\"\n";
        let plan = Plan::parse(text.to_vec());
        assert_eq!(plan.diagnostics, "clang: warning: argument unused: '-s'\n");
        let expected: [&[&str]; 2] =
            [&["/bin/clang", "-cc1", "-D", "A=\"b\\c$"], &["/bin/riscv64-linux-gnu-ld", "-o", "a b"]];
        assert_eq!(plan.jobs, expected);
        // Scripts search the output of `-v` for words such as ` -L`.
        let shown =
            " \"/bin/clang\" -cc1 -D \"A=\\\"b\\\\c\\$\"\n \"/bin/riscv64-linux-gnu-ld\" -o \"a b\"\n";
        assert!(plan.shown().ends_with(shown), "{}", plan.shown());
    }

    #[test]
    fn linkers_are_known_by_name() {
        let is = |name: &str| is_linker(OsStr::new(name));
        for name in ["/usr/bin/ld", "aarch64-linux-gnu-ld", "/x/ld.lld", "riscv64-linux-gnu-ld.bfd", "a-gcc"]
        {
            assert!(is(name), "{name}");
        }
        assert!(!is("/usr/bin/clang") && !is("/usr/bin/aarch64-linux-gnu-objcopy") && !is("as"));
    }
}
