//! `cargo xtask coverage`: the rules of the compiler that no test executes.
//!
//! `gisel --list-rules -mtriple=T` prints the name of every translator entry, legalizer rule and
//! selection rule, one per line. With `--coverage=FILE` the compiler writes the names of the
//! executed ones. The tests run with the latter, and the difference is printed. Unexplained rules
//! come first, then those with a reason in `coverage.txt`. A line there for a rule that is executed
//! or does not exist is an error.

use crate::build::{COVERAGE, Compiler};
use crate::target::Target;
use crate::{Result, process, sources};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Runs the tests and prints the rules that none executed.
///
/// # Errors
/// A test fails, or the compiler cannot list its rules.
pub fn coverage() -> Result<()> {
    let Compiler::Gisel(gisel) = Compiler::under_test()? else { return Err("no compiler to look at".into()) };
    let work = sources::work_folder("")?;
    remove_old(&work)?;
    let mut tests = process::cargo();
    tests.args(["test", "--release", "--package", "gisel-tests", "--no-fail-fast"]).env(COVERAGE, "1");
    process::run_visibly(&mut tests)?;
    let explanations = explanations()?;
    let mut stale = Vec::new();
    for target in Target::ALL {
        let mut list = Command::new(&gisel);
        let rules = process::run(list.arg("--list-rules").arg(format!("-mtriple={}", target.triple())))?;
        let all: BTreeSet<&str> = rules.lines().filter(|line| !line.is_empty()).collect();
        let mut executed = BTreeSet::new();
        collect(&work, target, &mut executed)?;
        let missing: BTreeSet<&str> = all.iter().copied().filter(|&rule| !executed.contains(rule)).collect();
        let ours: Vec<&Explanation> = explanations.iter().filter(|e| e.is_of(target)).collect();
        println!("{}: {} of {} rules executed", target.arch(), all.len() - missing.len(), all.len());
        report(&missing, &ours);
        let old = ours.iter().filter(|e| !missing.contains(e.rule.as_str()));
        stale.extend(old.map(|e| format!("{}: '{}' is executed, or no rule", target.arch(), e.rule)));
    }
    if stale.is_empty() { Ok(()) } else { Err(format!("coverage.txt:\n{}", stale.join("\n"))) }
}

/// The reason why no program executes a rule.
struct Explanation {
    /// The first component of the target's triple, or `*`.
    target: String,
    /// Kind and name, as `--list-rules` prints them.
    rule: String,
    reason: String,
}

impl Explanation {
    fn is_of(&self, target: Target) -> bool {
        self.target == "*" || self.target == target.arch()
    }
}

/// Reads `coverage.txt`: target, kind, name and reason per line, `#` before a comment.
fn explanations() -> Result<Vec<Explanation>> {
    let path = sources::package_folder().join("coverage.txt");
    let text = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|line| {
            let mut words = line.split_whitespace();
            let [target, kind, name] = [(); 3].map(|()| words.next().unwrap_or_default());
            let reason = words.collect::<Vec<_>>().join(" ");
            if reason.is_empty() {
                return Err(format!("coverage.txt: no reason in '{line}'"));
            }
            Ok(Explanation { target: target.into(), rule: format!("{kind} {name}"), reason })
        })
        .collect()
}

/// Prints the rules that were not executed.
fn report(missing: &BTreeSet<&str>, explanations: &[&Explanation]) {
    let reason = |rule: &str| explanations.iter().find(|e| e.rule == rule).map(|e| &e.reason);
    let (explained, bare): (Vec<&str>, Vec<&str>) = missing.iter().partition(|rule| reason(rule).is_some());
    println!("  not executed: {}", bare.len());
    bare.iter().for_each(|rule| println!("    {rule}"));
    println!("  not executed, and explained: {}", explained.len());
    for rule in explained {
        println!("    {rule}: {}", reason(rule).map_or("", String::as_str));
    }
}

/// Visits all files under a folder.
fn walk(folder: &Path, visit: &mut impl FnMut(&Path) -> Result<()>) -> Result<()> {
    let entries = fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    for path in entries.filter_map(|entry| entry.ok().map(|e| e.path())) {
        if path.is_dir() {
            walk(&path, visit)?;
        } else if path.extension().is_some_and(|e| e == "rules") {
            visit(&path)?;
        }
    }
    Ok(())
}

fn remove_old(work: &Path) -> Result<()> {
    walk(work, &mut |path| fs::remove_file(path).map_err(|e| format!("{}: {e}", path.display())))
}

/// Collects the names in all files of a target: a folder in the path is named after the
/// combination, which starts with the target.
fn collect(work: &Path, target: Target, executed: &mut BTreeSet<String>) -> Result<()> {
    walk(work, &mut |path| {
        let ours = path.components().any(|c| c.as_os_str().to_string_lossy().starts_with(target.arch()));
        if ours {
            let text = fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
            executed.extend(text.lines().map(str::to_owned));
        }
        Ok(())
    })
}
