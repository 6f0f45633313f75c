//! Execution of other programs: with an error that repeats the command, and with a time limit.

use crate::Result;
use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// Formats a command for a shell.
#[must_use]
pub fn command_line(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    let quote = |word: &std::ffi::OsStr| {
        let word = word.to_string_lossy().into_owned();
        let plain = |c: char| c.is_ascii_alphanumeric() || "-_=./,:+%@".contains(c);
        if word.chars().all(plain) && !word.is_empty() {
            word
        } else {
            format!("'{}'", word.replace('\'', "'\\''"))
        }
    };
    words.map(quote).collect::<Vec<_>>().join(" ")
}

/// Returns the Cargo that started this process, or else the first in the path.
#[must_use]
pub fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// Returns the standard output of a command that must succeed.
///
/// # Errors
/// The command, its exit status, and its standard error.
pub fn run(command: &mut Command) -> Result<String> {
    let output = command.output().map_err(|e| format!("cannot run {}: {e}", command_line(command)))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let text = String::from_utf8_lossy(&output.stderr);
    let text = text.lines().take(40).collect::<Vec<_>>().join("\n");
    Err(format!("{}\n{}\n{text}", command_line(command), output.status))
}

/// Runs a command with the terminal's streams.
///
/// # Errors
/// The command and its exit status.
pub fn run_visibly(command: &mut Command) -> Result<()> {
    let status = command.status().map_err(|e| format!("cannot run {}: {e}", command_line(command)))?;
    if status.success() { Ok(()) } else { Err(format!("{}: {status}", command_line(command))) }
}

/// The exit status of a command, and its standard error.
#[derive(Debug, Clone)]
pub struct Ending {
    /// Its exit code; none if a signal or the time limit ended it.
    pub code: Option<i32>,
    /// The exit status in words.
    pub how: String,
    /// Its standard error.
    pub errors: String,
}

/// Runs an unreliable command with a time limit; its standard error is written to the file `errors`
/// first.
///
/// # Errors
/// It cannot be started, or the file cannot be written.
pub fn limited(command: &mut Command, errors: &Path, limit: Duration) -> Result<Ending> {
    let file = File::create(errors).map_err(|e| format!("{}: {e}", errors.display()))?;
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(file);
    let status = wait(command, limit)?;
    let text = fs::read(errors).map_err(|e| format!("{}: {e}", errors.display()))?;
    fs::remove_file(errors).map_err(|e| format!("{}: {e}", errors.display()))?;
    let how =
        status.map_or_else(|| format!("the limit of {} s", limit.as_secs()), |status| status.to_string());
    let errors = String::from_utf8_lossy(&text).into_owned();
    Ok(Ending { code: status.and_then(|status| status.code()), how, errors })
}

/// Returns a command limited to 4 GB of address space.
#[must_use]
pub fn in_limited_memory(program: &Path) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -v 4000000; exec \"$0\" \"$@\""]).arg(program);
    command
}

/// Starts a command and waits for its end; returns none if it exceeded the time limit and was
/// killed.
fn wait(command: &mut Command, limit: Duration) -> Result<Option<ExitStatus>> {
    let mut child = command.spawn().map_err(|e| format!("cannot run {}: {e}", command_line(command)))?;
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait().map_err(|e| e.to_string())? {
            return Ok(Some(status));
        }
        if start.elapsed() > limit {
            child.kill().and_then(|()| child.wait()).map_err(|e| e.to_string())?;
            return Ok(None);
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Returns a program's output, followed by its exit status unless it succeeded.
///
/// # Errors
/// The command, if it cannot be started or exceeds the time limit.
pub fn transcript(command: &mut Command, output: &Path, limit: Duration) -> Result<String> {
    let file = File::create(output).map_err(|e| format!("{}: {e}", output.display()))?;
    command.stdin(Stdio::null()).stdout(file).stderr(Stdio::null());
    let ending = ended(command, limit)?;
    let bytes = fs::read(output).map_err(|e| format!("{}: {e}", output.display()))?;
    Ok(format!("{}{ending}", String::from_utf8_lossy(&bytes)))
}

/// Returns a command's exit status in words, unless it succeeded. The caller sets its streams.
///
/// # Errors
/// The command, if it cannot be started or exceeds the time limit.
pub fn ended(command: &mut Command, limit: Duration) -> Result<String> {
    let status = wait(command, limit)?
        .ok_or_else(|| format!("{}\ndoes not end within {} s", command_line(command), limit.as_secs()))?;
    Ok(ending(status))
}

fn ending(status: ExitStatus) -> String {
    use std::os::unix::process::ExitStatusExt;
    match (status.code(), status.signal()) {
        (Some(0), _) => String::new(),
        (Some(code), _) => format!("[exit code {code}]\n"),
        (None, signal) => format!("[signal {}]\n", signal.unwrap_or(0)),
    }
}

/// Returns the first lines in which two texts differ.
#[must_use]
pub fn first_difference(expected: &str, actual: &str) -> Option<String> {
    if expected == actual {
        return None;
    }
    let (mut e, mut a) = (expected.lines(), actual.lines());
    for number in 1.. {
        let (left, right) = (e.next(), a.next());
        if left != right || left.is_none() {
            let show = |line: Option<&str>| line.map_or("(end)".to_owned(), |l| format!("{l:?}"));
            return Some(format!("line {number}: expected {}, got {}", show(left), show(right)));
        }
    }
    None
}
