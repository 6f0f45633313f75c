//! Programs that must print the same: a generated module, compiled by several compilers or at several
//! levels.

use crate::build::{self, Compiler};
use crate::target::{Combo, Mode, Target};
use crate::{Result, process};
use std::path::{Path, PathBuf};
use std::process::Command;

/// One compilation.
pub struct Run<'a> {
    /// Its compiler.
    pub compiler: &'a Compiler,
    /// Its target and levels.
    pub combo: Combo,
    /// The module.
    pub input: &'a Path,
}

/// Compiles, links with `objects` and runs all of `runs`, in `folder`; `seed` names the modules.
///
/// # Errors
/// The first output that differs from that of the first run, or a failed step.
pub fn check<'a>(
    runs: impl IntoIterator<Item = Run<'a>>,
    objects: &[PathBuf],
    folder: &Path,
    seed: u64,
) -> Result<()> {
    let mut expected = None;
    for run in runs {
        let Run { compiler, combo, .. } = run;
        let named = |message: String| format!("{combo}, seed {seed}, {compiler:?}: {message}");
        let output = printed(&run, objects, folder).map_err(named)?;
        let wanted = expected.get_or_insert_with(|| output.clone());
        if let Some(difference) = process::first_difference(wanted, &output) {
            return Err(named(difference));
        }
    }
    Ok(())
}

/// Compiles a module, runs the program and returns its output.
fn printed(run: &Run<'_>, objects: &[PathBuf], folder: &Path) -> Result<String> {
    let [object, program] = ["out.o", "program"].map(|name| folder.join(name));
    let linked = [objects, std::slice::from_ref(&object)].concat();
    build::run_all(&mut [
        run.compiler.command(run.combo, run.input, &object),
        build::link(run.combo.target, run.combo.mode, &linked, &program)?,
    ])?;
    process::run(&mut build::qemu(run.combo.target, &program, &[]))
}

/// Compiles a module with `options` by `llc` at -O2, and by the compiler under test at -O0 and -O2.
/// Links and runs the programs, in `folder`. They must print the same, more than `lines` lines.
///
/// # Panics
/// A step fails, or the output differs.
pub fn assert_llcs_output(target: Target, options: &[&str], module: &str, lines: usize, folder: &Path) {
    let path = |name: &str| folder.join(name);
    std::fs::write(path("in.ll"), module).expect("written");
    let printed = |compiler: &Path, level: &str| {
        let mut compile = Command::new(compiler);
        compile.args(options).args([level, "-filetype=obj", "-o"]).args([path("out.o"), path("in.ll")]);
        process::run(&mut compile).expect("it compiles");
        let mut link = build::link(target, Mode::Static, &[path("out.o")], &path("out")).expect("a command");
        process::run(&mut link).expect("it links");
        process::run(&mut build::qemu(target, &path("out"), &[])).expect("it runs")
    };
    let expected = printed(Path::new("llc-22"), "-O2");
    assert!(expected.lines().count() > lines, "{expected}");
    for level in ["-O0", "-O2"] {
        let own = printed(&build::gisel(), level);
        assert_eq!(process::first_difference(&expected, &own), None, "{target:?} {level}");
    }
}
