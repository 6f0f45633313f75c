//! `cargo xtask fuzz assembly`: assembly from anywhere, by gisel and by `llvm-mc`.
//!
//! A tree built with `clang-22 -save-temps=obj` contains everything: the assembly of its C files,
//! its preprocessed assembly (`.s`), and its modules (`.bc`). Texts are compared as a whole. Each
//! statement of inline assembly in them is compared too, with the operands that LLVM assigned. A
//! module is compiled by gisel to an object and to assembly, which are compared. Rejected inputs
//! are counted by message; differences are listed.

use super::statements::{self, Statement};
use super::{Assembler, MORE_THAN_SAID, compare};
use crate::build::Compiler;
use crate::target::{Combo, Mode, Target};
use crate::{Result, parallel, process, sources};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The number of statements compared at once; if they are not equal, each is compared alone.
const GROUP: usize = 64;

/// `e_flags` of RISC-V for texts, which do not name the calling convention.
const FLAGS: u32 = object::elf::EF_RISCV_FLOAT_ABI_DOUBLE.0;

/// The kind of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    /// A file of assembly.
    Text,
    /// A statement of inline assembly.
    Statement,
    /// A module with its inline assembly.
    Module,
}

/// The verdict on an input.
enum Verdict {
    /// Both objects are equal.
    Same,
    /// LLVM rejects it.
    NotLlvm,
    /// gisel rejects it; the message without its location.
    Refused(String),
    /// The objects differ.
    Differs(String),
}

/// All verdicts.
#[derive(Default)]
struct Summary {
    /// By kind, the number of equal inputs, and of those that LLVM rejects.
    counts: BTreeMap<Kind, [usize; 2]>,
    /// The inputs that gisel rejects, by message.
    refused: BTreeMap<(Kind, String), Vec<String>>,
    differing: Vec<(Kind, String)>,
}

impl Summary {
    fn note(&mut self, kind: Kind, name: String, verdict: Verdict) {
        let counts = self.counts.entry(kind).or_default();
        match verdict {
            Verdict::Same => counts[0] += 1,
            Verdict::NotLlvm => counts[1] += 1,
            Verdict::Refused(message) => self.refused.entry((kind, message)).or_default().push(name),
            Verdict::Differs(message) => self.differing.push((kind, format!("---- {name}\n{message}"))),
        }
    }

    /// Prints a table, and the failures.
    fn report(self) -> Result<()> {
        println!("| what | tried | assembled | equal | refused by LLVM |\n| --- | --- | --- | --- | --- |");
        for (kind, [same, not_llvm]) in &self.counts {
            let of_kind = self.refused.iter().filter(|row| row.0.0 == *kind);
            let refused: usize = of_kind.map(|row| row.1.len()).sum();
            let differing = self.differing.iter().filter(|row| row.0 == *kind).count();
            let assembled = same + differing;
            println!("| {kind:?} | {} | {assembled} | {same} | {not_llvm} |", assembled + refused);
        }
        let mut rows: Vec<_> = self.refused.into_iter().collect();
        rows.sort_by_key(|((kind, message), names)| (*kind, usize::MAX - names.len(), message.clone()));
        let rows =
            rows.iter().map(|((_, message), names)| format!("{:5} {message} ({})", names.len(), names[0]));
        let rows: Vec<String> = rows.chain(self.differing.into_iter().map(|row| row.1)).collect();
        if rows.is_empty() { Ok(()) } else { Err(rows.join("\n")) }
    }
}

/// Compares the results for the files in `paths`, or in folders there; `options` are passed to
/// gisel.
///
/// # Errors
/// The rejected inputs, by message, and the differences.
pub fn compare_files(target: Target, paths: &[PathBuf], options: &[String]) -> Result<()> {
    let mut files = Vec::new();
    paths.iter().try_for_each(|path| find(path, &mut files))?;
    files.sort();
    let folder = sources::work_folder("assembly-files")?;
    let numbered: Vec<(usize, PathBuf)> = files.into_iter().enumerate().collect();
    let mut summary = Summary::default();
    let verdicts = parallel::map_visibly("files", &numbered, |(n, path)| match is_module(path) {
        true => (Kind::Module, judge_module(&folder.join(n.to_string()), target, path, options)),
        false => (Kind::Text, judge_file(&folder.join(n.to_string()), target, path, options)),
    });
    for ((kind, verdict), (_, path)) in verdicts.into_iter().zip(&numbered) {
        summary.note(kind, path.display().to_string(), verdict?);
    }
    let mut found = BTreeSet::new();
    for (_, path) in numbered.iter().filter(|(_, path)| !is_module(path)) {
        let text = fs::read(path).map_err(|e| format!("{}: {e}", path.display()))?;
        found.append(&mut statements::statements(&String::from_utf8_lossy(&text), target));
    }
    let groups: Vec<_> = statements::groups(&found, GROUP).into_iter().enumerate().collect();
    let verdicts = parallel::map_visibly("groups of statements", &groups, |(n, group)| {
        judge_statements(&folder.join(format!("statements{n}")), target, group, options)
    });
    for verdicts in verdicts {
        verdicts?.into_iter().for_each(|(name, verdict)| summary.note(Kind::Statement, name, verdict));
    }
    summary.report()
}

fn is_module(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "bc" || extension == "ll")
}

fn find(path: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    if !path.is_dir() {
        files.push(path.to_owned());
        return Ok(());
    }
    for entry in fs::read_dir(path).map_err(|e| format!("{}: {e}", path.display()))? {
        let path = entry.map_err(|e| e.to_string())?.path();
        if path.is_dir() || is_module(&path) || path.extension().is_some_and(|extension| extension == "s") {
            find(&path, files)?;
        }
    }
    Ok(())
}

/// Returns the message of a failure without locations.
fn refusal(message: String) -> Verdict {
    let said = message.lines().find_map(|line| line.split_once("error: "));
    Verdict::Refused(said.map_or(message.clone(), |(_, said)| said.to_owned()))
}

fn judge_file(stem: &Path, target: Target, path: &Path, options: &[String]) -> Result<Verdict> {
    let text = fs::read(path).map_err(|e| format!("{}: {e}", path.display()))?;
    fs::write(stem.with_extension("s"), without_debug_information(&text)).map_err(|e| e.to_string())?;
    judge_text(stem, target, options)
}

/// Removes debug information from a text; the compiler drops it with a warning.
fn without_debug_information(text: &[u8]) -> Vec<u8> {
    let mut is_debug = false;
    let mut kept = Vec::new();
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        let trimmed = line.trim_ascii_start();
        if [&b".section"[..], b".text", b".ident", b".addrsig"].iter().any(|word| trimmed.starts_with(word)) {
            let name = trimmed.strip_prefix(b".section").map(<[u8]>::trim_ascii_start);
            is_debug = name.is_some_and(|name| name.starts_with(b".debug"));
        }
        let is_place = trimmed.starts_with(b".loc\t")
            || trimmed.starts_with(b".file\t") && trimmed.get(6).is_some_and(u8::is_ascii_digit);
        if !is_debug && !is_place {
            kept.extend_from_slice(line);
        }
    }
    kept
}

/// Compares the results for the text at `stem`.
fn judge_text(stem: &Path, target: Target, options: &[String]) -> Result<Verdict> {
    let (text, object) = (stem.with_extension("s"), stem.with_extension("o"));
    let mut theirs = Assembler::Llvm.command(target, (false, FLAGS), &text, &object)?;
    if process::run(&mut theirs).is_err() {
        return Ok(Verdict::NotLlvm);
    }
    let mut ours = Compiler::under_test()?.alone();
    ours.args(["-filetype=obj", &format!("-mtriple={}", target.triple())]);
    ours.args((target == Target::Aarch64).then_some(MORE_THAN_SAID)).args(options);
    ours.arg("-o").arg(&object).arg(&text);
    if let Err(message) = process::run(&mut ours) {
        return Ok(refusal(message));
    }
    let compared = compare(Assembler::Llvm, target, &object, &text);
    Ok(compared.map_or_else(Verdict::Differs, |()| Verdict::Same))
}

/// Compares the results for statements: at once, or one by one if they are not all equal.
fn judge_statements(
    stem: &Path,
    target: Target,
    group: &[Statement],
    options: &[String],
) -> Result<Vec<(String, Verdict)>> {
    let text = statements::text_of(group);
    fs::write(stem.with_extension("s"), &text).map_err(|e| e.to_string())?;
    match (judge_text(stem, target, options)?, group) {
        (Verdict::Same, _) => Ok(group.iter().map(|_| (String::new(), Verdict::Same)).collect()),
        (verdict, [_]) => Ok(vec![(text.replace('\n', "; "), verdict)]),
        _ => {
            let (first, second) = group.split_at(group.len() / 2);
            let mut verdicts = judge_statements(stem, target, first, options)?;
            verdicts.append(&mut judge_statements(stem, target, second, options)?);
            Ok(verdicts)
        }
    }
}

/// Compares a module's object with `llvm-mc`'s object of its assembly. The module is
/// optimised first, which removes calls that sources declare as errors.
fn judge_module(stem: &Path, target: Target, path: &Path, options: &[String]) -> Result<Verdict> {
    let (text, object) = (stem.with_extension("s"), stem.with_extension("o"));
    let optimised = stem.with_extension("opt.bc");
    let mut optimiser = Command::new("opt-22");
    optimiser.args(["-O2", "-strip-debug", "-o"]).arg(&optimised).arg(path);
    if process::run(&mut optimiser).is_err() {
        return Ok(Verdict::NotLlvm);
    }
    let combo = Combo { target, ir_level: 2, level: 2, mode: Mode::Static };
    for (compiler, filetype, output) in [
        (Compiler::Llc, "obj", &object),
        (Compiler::under_test()?, "asm", &text),
        (Compiler::under_test()?, "obj", &object),
    ] {
        let is_llc = matches!(compiler, Compiler::Llc);
        let mut command = compiler.command_for(filetype, combo, &optimised, output);
        if !is_llc {
            command.args(options);
        }
        match process::run(&mut command) {
            Ok(_) => {}
            Err(_) if is_llc => return Ok(Verdict::NotLlvm),
            Err(message) => return Ok(refusal(message)),
        }
    }
    let compared = compare(Assembler::Llvm, target, &object, &text);
    Ok(compared.map_or_else(Verdict::Differs, |()| Verdict::Same))
}
