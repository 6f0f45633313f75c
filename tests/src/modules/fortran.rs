//! Fortran by flang. Debian has its library only for the host; programs that run do not use it: C
//! calls their routines.

use super::{Linked, Order, Unit, driver, own_folder, packages};
use crate::corpus::{files, stem};
use crate::target::Mode;
use crate::{Result, parallel};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Compiles a source to bitcode.
fn compile(order: &Order, source: &Path) -> Result<PathBuf> {
    let bitcode = order.path(&format!("{}.bc", stem(source)));
    let mut flang = Command::new("flang-22");
    flang.arg(format!("--target={}", order.target.gnu())).arg(format!("-O{}", order.ir_level));
    // One compiler may contract operations that the other does not.
    flang.args(["-fPIC", "-ffp-contract=off", "-w", "-emit-llvm", "-c", "-module-dir"]).arg(order.folder);
    packages::make(&bitcode, &[source], flang.arg(source).arg("-o").arg(&bitcode))?;
    Ok(bitcode)
}

/// Compiles routines of our own, called from C.
///
/// # Errors
/// flang fails.
pub fn kernels(order: &Order) -> Result<Vec<Unit>> {
    let modules = vec![compile(order, &own_folder().join("kernels.f90"))?];
    let mut linked = Linked::by("gcc", order.target, Mode::Pie)?;
    linked.linker.push(driver(order, "kernels.c", &[])?);
    Ok(vec![Unit { name: "kernels".into(), modules, mode: Mode::Pie, program: Some(linked) }])
}

/// Compiles LAPACK in double precision with BLAS, called from C. Its messages need Fortran's
/// library; routines that call it are not run.
///
/// # Errors
/// The sources cannot be fetched, or flang fails.
pub fn lapack(order: &Order) -> Result<Vec<Unit>> {
    let root = packages::debian_source("lapack")?;
    let mut sources = Vec::new();
    for (folder, kinds) in [("BLAS/SRC", "dzil"), ("SRC", "dil")] {
        for extension in ["f", "f90"] {
            sources.extend(
                files(&root.join(folder), extension)?
                    .into_iter()
                    .filter(|path| stem(path).starts_with(|c| kinds.contains(c))),
            );
        }
    }
    sources.extend(["dlamch.f", "droundup_lwork.f"].map(|name| root.join("INSTALL").join(name)));
    sources.retain(|path| stem(path) != "xerbla");
    // Others use these modules.
    let first = ["SRC/la_constants.f90", "SRC/la_xisnan.F90"].map(|name| root.join(name));
    sources.retain(|path| !first.contains(path));
    let made: Result<Vec<PathBuf>> = first.iter().map(|source| compile(order, source)).collect();
    let mut modules = made?;
    let made = parallel::map_visibly("sources", &sources, |source| compile(order, source));
    modules.extend(made.into_iter().collect::<Result<Vec<_>>>()?);
    let mut linked = Linked::by("gcc", order.target, Mode::Static)?;
    linked.linker.extend([driver(order, "lapack.c", &[])?, "-Wl,--unresolved-symbols=ignore-all".into()]);
    Ok(vec![Unit { name: "lapack".into(), modules, mode: Mode::Static, program: Some(linked) }])
}
