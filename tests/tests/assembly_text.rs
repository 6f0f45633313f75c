//! The text of assembly is llc's: a function that has the same instructions is written in the same way, with comments and directives.

use gisel_tests::build::Compiler;
use gisel_tests::target::{Combo, Mode, Target};
use gisel_tests::{Result, parallel, process, sources};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Functions by name, from where they begin to where they end.
fn functions(text: &str) -> BTreeMap<&str, &str> {
    let parts = text.split("-- Begin function ").skip(1);
    parts
        .filter_map(|part| {
            part.split_once('\n')?
                .1
                .split_once("-- End function")
                .map(|(body, _)| (part.lines().next().unwrap_or(""), body))
        })
        .collect()
}

/// A function's instructions without comments, and those that are nothing but comments.
fn instructions(body: &str) -> Vec<&str> {
    let is_instruction = |line: &&str| line.starts_with('\t') && !line.starts_with("\t.");
    let is_marker = |line: &&str| line.contains(" kill: ") || line.contains(" implicit-def: ");
    let lines = body.lines().filter(|line| is_instruction(line) || is_marker(line));
    lines
        .map(|line| {
            line.split(" // ").next().and_then(|line| line.split(" # ").next()).unwrap_or(line).trim()
        })
        .collect()
}

/// How many functions of the module have the same instructions by both compilers; what is written otherwise is an error.
fn same(combo: Combo, module: &Path, options: &[&str]) -> Result<usize> {
    let gisel = Compiler::under_test()?;
    let folder = sources::work_folder(&format!("assembly-text/{combo}{}", options.concat()))?;
    let stem = module.file_stem().unwrap_or_default().to_string_lossy();
    let mut texts = Vec::new();
    for (compiler, name) in [(&gisel, "gisel"), (&Compiler::Llc, "llc")] {
        let output = folder.join(format!("{stem}.{name}.s"));
        process::run(compiler.command_for("asm", combo, module, &output).args(options))?;
        texts.push(fs::read_to_string(&output).map_err(|e| e.to_string())?);
    }
    let (ours, llc) = (functions(&texts[0]), functions(&texts[1]));
    let mut count = 0;
    for (name, body) in &ours {
        let Some(other) = llc.get(name).filter(|other| instructions(other) == instructions(body)) else {
            continue;
        };
        if body != other {
            return Err(format!("{combo} {stem}: {name} is written otherwise:\n{body}\nby llc:\n{other}"));
        }
        count += 1;
    }
    Ok(count)
}

fn check(target: Target, level: u8, options: &[&str], least: usize) {
    let combo = Combo { target, ir_level: 2, level, mode: Mode::Static };
    let folder = sources::package_folder().join("ir");
    let modules = [
        "integer_i7",
        "integer_i16",
        "integer_i32",
        "integer_i64",
        "integer_i128",
        "real_float",
        "real_double",
        "flow",
        "calls",
        "pointers",
        "vector_4xi32",
    ];
    let modules: Vec<PathBuf> = modules.map(|name| folder.join(name).with_extension("ll")).to_vec();
    let results = parallel::map(&modules, |module| same(combo, module, options));
    let counts: Result<Vec<usize>> = results.into_iter().collect();
    let count: usize = counts.unwrap_or_else(|message| panic!("{message}")).iter().sum();
    assert!(count >= least, "{combo}: only {count} functions have the same instructions");
}

#[test]
fn riscv64() {
    check(Target::Riscv64, 0, &[], 5);
    check(Target::Riscv64, 2, &[], 150);
}

#[test]
fn aarch64() {
    check(Target::Aarch64, 0, &[], 15);
    check(Target::Aarch64, 2, &[], 30);
}

/// What bytes instructions are, and what is filled in.
#[test]
fn encodings_are_shown_alike() {
    check(Target::Riscv64, 2, &["-show-mc-encoding"], 150);
    check(Target::Aarch64, 2, &["-show-mc-encoding"], 30);
}
