//! `cargo xtask coverage`: which rules of the compiler no test executes.
//!
//! `gisel --list-rules -mtriple=T` prints the name of every translator entry, legalizer rule and selection rule, one a line; with `--coverage=FILE`
//! the compiler writes the names of those it executed. The tests run with the latter, and the difference is printed.

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
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut tests = Command::new(cargo);
    tests.args(["test", "--release", "--package", "gisel-tests", "--no-fail-fast"]).env(COVERAGE, "1");
    process::run_visibly(&mut tests)?;
    for target in Target::ALL {
        let mut list = Command::new(&gisel);
        let rules = process::run(list.arg("--list-rules").arg(format!("-mtriple={}", target.triple())))?;
        let all: BTreeSet<&str> = rules.lines().filter(|line| !line.is_empty()).collect();
        let mut executed = BTreeSet::new();
        collect(&work, target, &mut executed)?;
        let missing: Vec<&&str> = all.iter().filter(|rule| !executed.contains(**rule)).collect();
        println!(
            "{}: {} of {} rules executed; not executed:",
            target.arch(),
            all.len() - missing.len(),
            all.len()
        );
        missing.iter().for_each(|rule| println!("  {rule}"));
    }
    Ok(())
}

/// All files with an extension under a folder.
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

/// The names in all files of a target: a folder on the way is called after the combination, which starts with the target.
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
