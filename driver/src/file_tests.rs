//! `gisel test`: runs tests like LLVM's, files whose `RUN:` lines are shell commands. In them,
//! `llc` is this program.
//!
//! These features of LLVM's `lit` are supported: lines that end with a backslash continue; `%s`,
//! `%S`, `%p`, `%t`, `%T` and `%%` are replaced; a line fails if a command of its pipe fails;
//! `REQUIRES:`, `UNSUPPORTED:` and `XFAIL:` are obeyed. `FileCheck`, `not` and similar tools come
//! from the installed LLVM.

use crate::failure::Failure;
use crate::failure::write;
use crate::link::find_program;
use crate::options::Options;
use crate::program::{is_dash, read};
use crate::shell::quoted;
use gisel_target_registry::TARGETS;
use std::env;
use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use tempfile::TempDir;

/// The extensions of test files in folders.
const ENDINGS: [&str; 4] = ["ll", "mir", "s", "test"];

/// The names of `FileCheck` in LLVM's installations, the newest first.
const FILE_CHECKS: [&str; 5] = ["FileCheck", "FileCheck-22", "FileCheck-21", "FileCheck-20", "FileCheck-19"];

/// The shell, with the option by which a pipe fails if any of its commands fails.
const SHELL: [&str; 5] = ["bash", "-e", "-o", "pipefail", "-c"];

/// The result of a test.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Verdict {
    Passed,
    /// Failed, with the reason.
    Failed(String),
    /// Unsupported, with the missing feature.
    Unsupported(String),
}

/// Runs the tests of all inputs; the process's exit code is 1 if one fails.
///
/// # Errors
/// An input cannot be read, or tests or tools are missing.
pub fn test(options: &Options) -> Result<i32, Failure> {
    if options.inputs.is_empty() {
        return Err(Failure::new("which files are tests? Name them, or their folder"));
    }
    let mut files = Vec::new();
    for input in &options.inputs {
        find(input, true, &mut files)?;
    }
    let tools = Tools::new()?;
    let threads = match options.jobs {
        0 => std::thread::available_parallelism().map_or(1, |n| n.get()),
        n => n,
    };
    let verdicts = run_all(&files, &tools, threads.min(files.len()));
    let mut counts = [0; 3];
    let mut text = String::new();
    for (file, verdict) in files.iter().zip(verdicts) {
        let (place, line) = match verdict {
            Verdict::Passed => (0, format!("PASS: {}\n", file.display())),
            Verdict::Failed(why) => (1, format!("FAIL: {}\n{why}", file.display())),
            Verdict::Unsupported(why) => (2, format!("UNSUPPORTED: {}: {why}\n", file.display())),
        };
        counts[place] += 1;
        text += &line;
    }
    let [passed, failed, unsupported] = counts;
    text += &format!("{passed} passed, {failed} failed, {unsupported} unsupported\n");
    write(Path::new("-"), text.as_bytes())?;
    Ok(i32::from(failed != 0))
}

/// Adds the test files of `path`: itself, or the tests in a folder.
fn find(path: &Path, is_named: bool, files: &mut Vec<PathBuf>) -> Result<(), Failure> {
    if is_dash(path) {
        return Err(Failure::new("a test is a file: its commands name it"));
    }
    if path.is_dir() {
        // A symbolic link may form a cycle.
        if !is_named && path.is_symlink() {
            return Ok(());
        }
        let entries =
            fs::read_dir(path).map_err(|e| Failure::new(format!("cannot read {}: {e}", path.display())))?;
        let mut entries: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        entries.sort();
        return entries.iter().try_for_each(|entry| find(entry, false, files));
    }
    let is_test = path.extension().is_some_and(|e| ENDINGS.iter().any(|ending| e == *ending));
    let has_lines = || fs::read(path).is_ok_and(|data| String::from_utf8_lossy(&data).contains("RUN:"));
    if is_named {
        read(path)?;
    }
    if is_named || is_test && has_lines() {
        files.push(path.to_owned());
    }
    Ok(())
}

/// Returns the verdicts, in the order of the files.
fn run_all(files: &[PathBuf], tools: &Tools, threads: usize) -> Vec<Verdict> {
    let next = AtomicUsize::new(0);
    let verdicts = Mutex::new(Vec::new());
    let worker = || {
        while let Some((n, file)) =
            Some(next.fetch_add(1, Ordering::Relaxed)).and_then(|n| Some((n, files.get(n)?)))
        {
            let verdict = tools.run(file);
            verdicts.lock().unwrap_or_else(PoisonError::into_inner).push((n, verdict));
        }
    };
    std::thread::scope(|scope| {
        (0..threads).for_each(|_| drop(scope.spawn(worker)));
    });
    let mut verdicts = verdicts.into_inner().unwrap_or_else(PoisonError::into_inner);
    verdicts.sort_by_key(|(n, _)| *n);
    verdicts.into_iter().map(|(_, verdict)| verdict).collect()
}

/// The tools of the commands.
struct Tools {
    /// The folder with `llc` and `FileCheck`, and for temporary files.
    folder: TempDir,
    /// The value of `PATH`.
    path: OsString,
}

impl Tools {
    fn new() -> Result<Tools, Failure> {
        let failed = |e: std::io::Error| Failure::new(format!("cannot prepare the tests: {e}"));
        let file_check = FILE_CHECKS.iter().find_map(|name| find_program(name));
        let file_check = file_check.ok_or_else(|| {
            Failure::new(
                "there is no FileCheck, which the tests' commands need: install LLVM's tools (llvm-22-tools)",
            )
        })?;
        let file_check = fs::canonicalize(file_check).map_err(failed)?;
        let folder = TempDir::new().map_err(failed)?;
        symlink(env::current_exe().map_err(failed)?, folder.path().join("llc")).map_err(failed)?;
        symlink(&file_check, folder.path().join("FileCheck")).map_err(failed)?;
        let known = env::var_os("PATH").unwrap_or_default();
        let beside = file_check.parent().map(Path::to_path_buf);
        let folders = std::iter::once(folder.path().to_owned()).chain(env::split_paths(&known)).chain(beside);
        let path =
            env::join_paths(folders).map_err(|e| Failure::new(format!("cannot prepare the tests: {e}")))?;
        Ok(Tools { folder, path })
    }

    /// Runs the lines of a file until one fails.
    fn run(&self, file: &Path) -> Verdict {
        let data = match fs::read(file) {
            Ok(data) => data,
            Err(e) => return Verdict::Failed(format!("cannot read {}: {e}\n", file.display())),
        };
        let text = String::from_utf8_lossy(&data);
        if let Some(why) = unsupported(&text) {
            return Verdict::Unsupported(why);
        }
        let lines = run_lines(&text);
        if lines.is_empty() {
            return Verdict::Failed("there is no RUN: line\n".into());
        }
        let outcome = TempDir::new_in(self.folder.path())
            .map_err(|e| format!("cannot make a temporary folder: {e}\n"))
            .and_then(|folder| {
                lines.iter().try_for_each(|line| self.command(&substituted(line, file, folder.path())))
            });
        let is_to_fail = directives(&text, "XFAIL:").next().is_some();
        match outcome {
            Err(_) if is_to_fail => Verdict::Passed,
            Ok(()) if is_to_fail => Verdict::Failed("it passes, which XFAIL: says it does not\n".into()),
            Ok(()) => Verdict::Passed,
            Err(why) => Verdict::Failed(why),
        }
    }

    /// Runs a command; the error is its output.
    fn command(&self, line: &str) -> Result<(), String> {
        let mut shell = Command::new(SHELL[0]);
        shell.args(&SHELL[1..]).arg(line).env("PATH", &self.path);
        let output = shell.output().map_err(|e| format!("cannot run {}: {e}\n", SHELL[0]))?;
        if output.status.success() {
            return Ok(());
        }
        let said = [output.stdout, output.stderr].concat();
        let said = String::from_utf8_lossy(&said);
        let end = if said.is_empty() || said.ends_with('\n') { "" } else { "\n" };
        Err(format!("$ {line}\n{said}{end}{}\n", output.status))
    }
}

/// Returns the text after a keyword such as `RUN:`, for each line.
fn directives<'t>(text: &'t str, word: &'t str) -> impl Iterator<Item = &'t str> {
    text.lines().filter_map(move |line| {
        let (before, after) = line.split_once(word)?;
        before.chars().last().is_none_or(|c| !c.is_alphanumeric() && c != '-').then(|| after.trim())
    })
}

/// Returns the commands of a file.
fn run_lines(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut continues = false;
    for line in directives(text, "RUN:") {
        let (line, goes_on) = match line.strip_suffix('\\') {
            Some(line) => (line, true),
            None => (line, false),
        };
        match lines.last_mut() {
            Some(last) if continues => last.push_str(line),
            _ => lines.push(line.to_owned()),
        }
        continues = goes_on;
    }
    lines
}

/// Returns a feature that a file requires and is missing, or that it excludes.
fn unsupported(text: &str) -> Option<String> {
    let architectures =
        TARGETS.iter().map(|target| target.folder.architecture().to_lowercase().replace('-', ""));
    let mut present: Vec<String> = architectures.map(|name| format!("{name}-registered-target")).collect();
    present.extend(["default_triple", "shell", "system-linux"].map(String::from));
    let names = |word| directives(text, word).flat_map(|list| list.split(',')).map(str::trim);
    let missing = names("REQUIRES:").find(|name| !present.iter().any(|known| known == name));
    let other = names("UNSUPPORTED:").find(|name| present.iter().any(|known| known == name));
    let missing = missing.map(|name| format!("it requires {name}"));
    missing.or_else(|| other.map(|name| format!("it is not for {name}")))
}

/// Returns a command with the substitutions for the file and temporary files.
fn substituted(line: &str, file: &Path, temporary: &Path) -> String {
    let file = fs::canonicalize(file).unwrap_or_else(|_| file.to_owned());
    let folder = file.parent().unwrap_or(Path::new("/"));
    let mut out = String::new();
    let mut chars = line.chars();
    while let Some(c) = chars.next() {
        let mut rest = chars.clone();
        let value = match (c, rest.next()) {
            ('%', Some('s')) => word(&file),
            ('%', Some('S' | 'p')) => word(folder),
            ('%', Some('t')) => word(&temporary.join("tmp")),
            ('%', Some('T')) => word(temporary),
            ('%', Some('%')) => "%".into(),
            _ => {
                out.push(c);
                continue;
            }
        };
        out.push_str(&value);
        chars = rest;
    }
    out
}

/// Quotes a path for the shell.
fn word(path: &Path) -> String {
    quoted(&path.display().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_joined_and_filled_in() {
        let text = "; RUN: llc %s \\\n; RUN:   -o %t.s\n; NORUN: false\n; RUN: FileCheck %s < %t.s # 100%%\n";
        let lines = run_lines(text);
        assert_eq!(lines, ["llc %s -o %t.s", "FileCheck %s < %t.s # 100%%"]);
        let line = substituted(&lines[1], Path::new("/none/a.ll"), Path::new("/tmp/x"));
        assert_eq!(line, "FileCheck /none/a.ll < /tmp/x/tmp.s # 100%");
        assert_eq!(word(Path::new("/a b/it's")), "'/a b/it'\\''s'");
    }

    #[test]
    fn required_tools_exist_or_are_named() {
        assert_eq!(unsupported("; REQUIRES: riscv-registered-target, aarch64-registered-target\n"), None);
        assert_eq!(unsupported("; REQUIRES: asserts\n"), Some("it requires asserts".into()));
        assert_eq!(unsupported("; UNSUPPORTED: system-windows\n"), None);
        assert_eq!(unsupported("; UNSUPPORTED: system-linux\n"), Some("it is not for system-linux".into()));
    }
}
