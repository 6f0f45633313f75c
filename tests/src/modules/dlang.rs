//! D by LDC, whose bitcode comes from an older LLVM with typed pointers. Debian has D's library for
//! none of the targets' machines; programs do not use it.

use super::{Linked, Order, Unit, own_folder, packages};
use crate::target::{Mode, Target};
use crate::{Result, parallel, process};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Compiles a source to bitcode.
fn compile(order: &Order, source: &Path, options: &[&str], bitcode: &Path) -> Result<()> {
    let mut ldc = Command::new("ldc2");
    ldc.arg(format!("-mtriple={}", order.target.gnu())).arg(format!("-O{}", order.ir_level));
    if order.target == Target::Riscv64 {
        ldc.arg("-mattr=+m,+a,+f,+d,+c");
    }
    ldc.args(["-relocation-model=pic", "-output-bc", "-c"]).args(options);
    ldc.arg(source).arg(format!("-of={}", bitcode.display()));
    packages::make(bitcode, &[source], &mut ldc)
}

/// Compiles a program of our own.
///
/// # Errors
/// LDC fails.
pub fn program(order: &Order) -> Result<Vec<Unit>> {
    let bitcode = order.path("program.bc");
    compile(order, &own_folder().join("program.d"), &["-betterC"], &bitcode)?;
    let linked = Linked::by("gcc", order.target, Mode::Pie)?;
    Ok(vec![Unit { name: "program".into(), modules: vec![bitcode], mode: Mode::Pie, program: Some(linked) }])
}

/// Returns the modules of the standard library that LDC compiles for the target.
///
/// # Errors
/// The sources are missing.
pub fn standard_library(order: &Order) -> Result<Vec<Unit>> {
    let listing = process::run(Command::new("dpkg").args(["-L", "libphobos2-ldc-shared-dev"]))?;
    let sources: Vec<PathBuf> = listing
        .lines()
        .filter(|line| line.ends_with(".d") && line.contains("/d/std/"))
        .map(PathBuf::from)
        .collect();
    let modules = parallel::map_visibly("sources", &sources, |source| {
        let words: Vec<_> =
            source.iter().skip_while(|word| *word != "std").map(|word| word.to_string_lossy()).collect();
        let bitcode = order.path(&words.join("_")).with_extension("bc");
        compile(order, source, &[], &bitcode).is_ok().then_some(bitcode)
    });
    let modules: Vec<PathBuf> = modules.into_iter().flatten().collect();
    if modules.is_empty() {
        return Err("LDC compiles none of the library's sources".into());
    }
    Ok(vec![Unit { name: "phobos".into(), modules, mode: Mode::Pie, program: None }])
}
