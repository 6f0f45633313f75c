//! `cargo xtask fuzz assembly`: texts from anywhere, assembled by gisel and by `llvm-mc`. What is refused is counted by its message; what differs is
//! listed.

use super::{Assembler, compare};
use crate::build::Compiler;
use crate::target::Target;
use crate::{Result, parallel, process, sources};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What came of a file.
enum Verdict {
    /// Both make the same of it.
    Same,
    /// LLVM's assembler does not take it.
    NotLlvm,
    /// gisel does not take it; the message without its place.
    Refused(String),
    /// They make different objects of it.
    Differs(String),
}

/// Compares what the files of `paths`, or of the folders there, become; `options` are gisel's.
///
/// # Errors
/// What is refused, by message, and what differs.
pub fn compare_files(target: Target, paths: &[PathBuf], options: &[String]) -> Result<()> {
    let mut files = Vec::new();
    paths.iter().try_for_each(|path| find(path, &mut files))?;
    files.sort();
    let folder = sources::work_folder("assembly-files")?;
    let numbered: Vec<(usize, PathBuf)> = files.into_iter().enumerate().collect();
    let verdicts = parallel::map(&numbered, |(n, path)| judge(&folder, *n, target, path, options));
    let mut refused: BTreeMap<String, Vec<&Path>> = BTreeMap::new();
    let (mut same, mut not_llvm, mut differing) = (0, 0, Vec::new());
    for (verdict, (_, path)) in verdicts.into_iter().zip(&numbered) {
        match verdict? {
            Verdict::Same => same += 1,
            Verdict::NotLlvm => not_llvm += 1,
            Verdict::Refused(message) => refused.entry(message).or_default().push(path),
            Verdict::Differs(message) => differing.push(format!("---- {}\n{message}", path.display())),
        }
    }
    let mut rows: Vec<_> = refused.into_iter().collect();
    rows.sort_by_key(|(message, paths)| (usize::MAX - paths.len(), message.clone()));
    let rows =
        rows.iter().map(|(message, paths)| format!("{:5} {message} ({})", paths.len(), paths[0].display()));
    let rows: Vec<String> = rows.collect();
    println!("{same} the same, {} differ, {} refused, {not_llvm} not LLVM's", differing.len(), rows.len());
    if rows.is_empty() && differing.is_empty() {
        return Ok(());
    }
    Err([rows, differing].concat().join("\n"))
}

fn find(path: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    if !path.is_dir() {
        files.push(path.to_owned());
        return Ok(());
    }
    for entry in fs::read_dir(path).map_err(|e| format!("{}: {e}", path.display()))? {
        let path = entry.map_err(|e| e.to_string())?.path();
        if path.is_dir() || path.extension().is_some_and(|extension| extension == "s") {
            find(&path, files)?;
        }
    }
    Ok(())
}

fn judge(folder: &Path, n: usize, target: Target, path: &Path, options: &[String]) -> Result<Verdict> {
    let Compiler::Gisel(gisel) = Compiler::under_test()? else { return Err("there is no gisel".into()) };
    let (text, object) = (folder.join(format!("{n}.s")), folder.join(format!("{n}.o")));
    fs::copy(path, &text).map_err(|e| format!("{}: {e}", path.display()))?;
    let mut theirs = Assembler::Llvm.command(target, false, &text, &object)?;
    if process::run(&mut theirs).is_err() {
        return Ok(Verdict::NotLlvm);
    }
    let mut ours = Command::new(gisel);
    ours.args(["-filetype=obj", &format!("-mtriple={}", target.triple())]).args(options);
    ours.arg("-o").arg(&object).arg(&text);
    if let Err(message) = process::run(&mut ours) {
        let said = message.lines().find_map(|line| line.split_once(": error: "));
        return Ok(Verdict::Refused(said.map_or(message.clone(), |(_, said)| said.to_owned())));
    }
    let compared = compare(Assembler::Llvm, target, &object, &text);
    Ok(compared.map_or_else(Verdict::Differs, |()| Verdict::Same))
}
