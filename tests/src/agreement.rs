//! Programs that must print the same: a generated module, compiled by several compilers or at several
//! levels.

use crate::build::{self, Compiler};
use crate::target::Combo;
use crate::{Result, process};
use std::path::{Path, PathBuf};

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
