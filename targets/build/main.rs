//! Compiles the targets' tables (`src/<target>/registers/registers.txt`, `mc/instructions.txt`,
//! `mc/instructions/*.txt`, `isel/intrinsics.txt`, `passes/vector_forms/forms.txt`, `features.txt`,
//! `cpus.txt`, `schedule.txt`) and selection rules (`select.isle`, `select_float.isle`) to Rust
//! sources in `OUT_DIR`, which the targets' modules include.
//!
//! The format is described at the top of `src/table/mod.rs`.

mod emit;
mod encoder;
mod features;
mod in_place;
mod instructions;
mod intrinsics;
mod isle;
mod registers;
mod schedule;
mod source;
mod vector_forms;

use source::{Expander, Result, TableError};
use std::path::{Path, PathBuf};

fn main() {
    println!("cargo::rerun-if-changed=build");
    let compiled = targets().and_then(|targets| targets.iter().try_for_each(|target| compile(target)));
    if let Err(TableError(message)) = compiled {
        eprintln!("{message}");
        std::process::exit(1);
    }
}

/// Returns the folders with tables.
fn targets() -> Result<Vec<String>> {
    let entries = std::fs::read_dir("src").map_err(|e| TableError(format!("src: {e}")))?;
    let mut folders: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    folders.retain(|folder| folder.join("registers/registers.txt").exists());
    folders.sort();
    Ok(folders.iter().filter_map(|folder| folder.file_name()?.to_str().map(str::to_owned)).collect())
}

/// Compiles the tables of `target`.
fn compile(target: &str) -> Result<()> {
    let folder = Path::new("src").join(target);
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut expander = Expander::default();
    let mut registers = registers::Registers::default();
    for statement in source::read(&folder.join("registers/registers.txt"))? {
        for s in expander.expand(&statement)? {
            registers.statement(&s)?;
        }
    }
    let schedule = schedule::Schedule::read(&folder)?;
    write(&format!("{target}_features.rs"), &features::compile(&folder, &schedule)?)?;
    write(&format!("{target}_registers.rs"), &emit::registers(&registers))?;

    let mut instructions = instructions::Instructions::new();
    for file in instruction_files(&folder)? {
        for statement in source::read(&file)? {
            for s in expander.expand(&statement)? {
                instructions.statement(&registers, &schedule, &s)?;
            }
        }
    }
    write(&format!("{target}_instructions.rs"), &emit::instructions(&registers, &schedule, &instructions))?;
    let intrinsics_file = folder.join("isel/intrinsics.txt");
    if intrinsics_file.exists() {
        write(&format!("{target}_intrinsics.rs"), &intrinsics::compile(&intrinsics_file, &instructions)?)?;
    }
    let forms_file = folder.join("passes/vector_forms/forms.txt");
    if forms_file.exists() {
        let forms = vector_forms::compile(&forms_file, &mut expander, &instructions)?;
        write(&format!("{target}_vector_forms.rs"), &forms)?;
    }
    for (name, text) in isle::compile_rules(target, &registers, &instructions)? {
        write(&name, &text)?;
    }
    Ok(())
}

/// Returns `instructions.txt`, then `instructions/*.txt` by name.
fn instruction_files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut more = Vec::new();
    if let Ok(entries) = std::fs::read_dir(folder.join("mc/instructions")) {
        more.extend(
            entries.flatten().map(|e| e.path()).filter(|p| p.extension().is_some_and(|e| e == "txt")),
        );
    }
    more.sort();
    more.insert(0, folder.join("mc/instructions.txt"));
    Ok(more)
}

fn write(name: &str, text: &str) -> Result<()> {
    let Some(out) = std::env::var_os("OUT_DIR") else {
        return Err(TableError("OUT_DIR is not set".into()));
    };
    let path = Path::new(&out).join(name);
    std::fs::write(&path, text).map_err(|e| TableError(format!("{}: {e}", path.display())))
}
