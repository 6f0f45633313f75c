//! The programs for measurements of code: the libraries with their drivers, and programs of our own
//! in C++ (`tests/workloads`).

use crate::corpus::{self, Program};
use crate::libraries::LIBRARIES;
use crate::measure::Tools;
use crate::target::{Combo, Mode, Target};
use crate::{Result, build, process, suite};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The name of the set of our own programs.
pub const SET: &str = "workloads";

/// Returns the programs of these names, or all if there are none; libraries first.
///
/// # Errors
/// A name is unknown, or sources are missing.
pub fn named(names: &[String]) -> Result<Vec<Program>> {
    let mut programs = LIBRARIES.iter().map(|library| library.program()).collect::<Result<Vec<_>>>()?;
    programs.extend(corpus::set(SET)?);
    if let Some(name) = names.iter().find(|&name| programs.iter().all(|program| program.name != *name)) {
        return Err(format!("no workload is called '{name}'"));
    }
    programs.retain(|program| names.is_empty() || names.contains(&program.name));
    Ok(programs)
}

/// Compiles a program to one module, in a folder, at clang's -O2 or -Oz.
///
/// # Errors
/// clang fails.
pub fn module(program: &Program, target: Target, smallest: bool, folder: &Path) -> Result<PathBuf> {
    let name = format!("{}-{}{}.bc", program.name, target.arch(), if smallest { "-Oz" } else { "" });
    let (mut program, bitcode) = (program.clone(), folder.join(name));
    if smallest {
        // The last flag takes effect.
        program.modules.iter_mut().for_each(|module| module.flags.push("-Oz".to_owned()));
    }
    let mut commands = Vec::new();
    let combo = Combo { target, ir_level: 2, level: 2, mode: Mode::Static };
    suite::linked(&program, combo, suite::Which::Needed, &bitcode, &mut commands)?;
    build::run_all(&mut commands)?;
    Ok(bitcode)
}

/// Returns the command that compiles a module at -O2, by one compiler or the other.
#[must_use]
pub fn compile(gisel: Option<&Path>, target: Target, kind: &str, bitcode: &Path, output: &Path) -> Command {
    let mut command = Command::new(gisel.unwrap_or(Path::new("llc-22")));
    command.args(["-O2", "-disable-verify", Mode::Static.relocation_model()]);
    command.args([format!("-mtriple={}", target.triple()), format!("-filetype={kind}")]);
    match (gisel, target) {
        (Some(_), _) => drop(command.arg("-j1")),
        (None, Target::Riscv64) => drop(command.arg("-mattr=+m,+a,+f,+d,+c")),
        (None, Target::Aarch64) => {}
    }
    command.arg("-o").arg(output).arg(bitcode);
    command
}

/// Links the object of a program.
///
/// # Errors
/// The linker fails.
pub fn link(program: &Program, target: Target, object: &Path) -> Result<PathBuf> {
    let executable = object.with_extension("");
    let driver = if program.is_cpp() { "g++" } else { "gcc" };
    let objects = [object.to_path_buf()];
    process::run(&mut build::link_by(driver, target, Mode::Static, &objects, &executable)?)?;
    Ok(executable)
}

/// Runs a program; counts the instructions that it executes and, given a file for them, the
/// executions of each block.
///
/// # Errors
/// It fails, or its output is wrong.
pub fn executed(
    tools: &Tools,
    program: &Program,
    target: Target,
    executable: &Path,
    blocks: Option<&Path>,
) -> Result<u64> {
    let mut qemu = build::qemu(target, executable, &program.args);
    let (count, printed) = tools.count_emulated(&mut qemu, &executable.with_extension("number"), blocks)?;
    let expected = &program.expected;
    let expected = fs::read_to_string(expected).map_err(|e| format!("{}: {e}", expected.display()))?;
    match process::first_difference(&expected, &printed) {
        None => Ok(count),
        Some(difference) => Err(format!("{}: {difference}", executable.display())),
    }
}
