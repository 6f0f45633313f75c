//! The binary that is installed and measured: the profile `dist`, optimized by a profile of an
//! earlier build.
//!
//! It is built twice. The first build has counters and runs over the test programs at -O0 and -O2.
//! These include none of the libraries that are measured. Source: the rustc book, "Profile-guided
//! optimization". Cost: two builds with all crates in one codegen unit.

use crate::packaging::package;
use crate::target::{Combo, Mode, Target};
use crate::{Result, build, corpus, parallel, process, sources};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Reads the profiles of the Rust compiler's own LLVM, whose version `rust-toolchain.toml` pins.
const MERGE: &str = "llvm-profdata-22";

/// The programs compiled for the profile.
const SETS: [&str; 2] = ["programs", "cpp"];

/// Builds `target/dist/gisel`, and its packages beside it.
///
/// # Errors
/// A build, or a compilation of a program, fails.
pub fn build() -> Result<()> {
    let work = sources::work_folder("distribution")?;
    let (counts, merged) = (work.join("counts"), work.join("merged.profdata"));
    // Counts from another build do not apply to this one.
    if counts.exists() {
        fs::remove_dir_all(&counts).map_err(|e| format!("{}: {e}", counts.display()))?;
    }
    fs::create_dir_all(&counts).map_err(|e| format!("{}: {e}", counts.display()))?;
    let counting = cargo(&work.join("counting"), &format!("-Cprofile-generate={}", counts.display()))?;
    train(&counting, &counts, &work)?;
    process::run(Command::new(MERGE).args(["merge", "-o"]).arg(&merged).arg(&counts))?;
    let binary = cargo(&work.join("counted"), &format!("-Cprofile-use={}", merged.display()))?;
    let installed = sources::profile_folder()?.with_file_name("dist").join("gisel");
    fs::create_dir_all(installed.parent().ok_or("a file in no folder")?).map_err(|e| e.to_string())?;
    fs::copy(&binary, &installed).map_err(|e| format!("{}: {e}", installed.display()))?;
    let folder = installed.parent().ok_or("a file in no folder")?;
    let packages = package(&installed, folder)?;
    println!("{}\n{}", packages.archive.display(), packages.debian.display());
    Ok(())
}

/// Builds the compiler with `flags`, which do not apply to build scripts; returns the path of the
/// binary.
fn cargo(folder: &Path, flags: &str) -> Result<PathBuf> {
    let version = process::run(Command::new("rustc").arg("-vV"))?;
    let host = version.lines().find_map(|line| line.strip_prefix("host: ")).ok_or("rustc names no host")?;
    let mut cargo = process::cargo();
    cargo.args(["build", "--profile", "dist", "--package", "gisel", "--target", host, "--target-dir"]);
    process::run_visibly(cargo.arg(folder).env("RUSTFLAGS", flags))?;
    Ok(folder.join(host).join("dist/gisel"))
}

/// Runs `gisel` with counters over the programs.
fn train(gisel: &Path, counts: &Path, work: &Path) -> Result<()> {
    let mut jobs = Vec::new();
    for program in SETS.iter().map(|set| corpus::set(set)).collect::<Result<Vec<_>>>()?.concat() {
        for (target, ir_level) in Target::ALL.into_iter().flat_map(|target| [(target, 0), (target, 2)]) {
            let combo = Combo { target, ir_level, level: ir_level, mode: Mode::Static };
            if program.is_for(combo) && !program.is_unsupported(combo) {
                jobs.push((combo, program.clone()));
            }
        }
    }
    let results = parallel::map(&jobs, |(combo, program)| {
        let at = work.join(format!("{}-{}-{}", program.name, combo.target.arch(), combo.ir_level));
        let (bitcode, object) = (at.with_extension("bc"), at.with_extension("o"));
        for module in &program.modules {
            process::run(&mut build::clang(*combo, &module.source, &module.flags, &bitcode))?;
            for level in ["-O0", "-O2"] {
                let mut command = Command::new(gisel);
                command
                    .args([level, "-filetype=obj", "-o"])
                    .arg(&object)
                    .args(&program.options)
                    .arg(&bitcode);
                process::run(command.env("LLVM_PROFILE_FILE", counts.join("%4m.profraw")))?;
            }
        }
        Ok(())
    });
    results.into_iter().collect()
}
