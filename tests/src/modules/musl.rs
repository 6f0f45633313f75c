//! musl from Debian's source package, built by its own build system. A program of our own is linked
//! with it and no other library.

use super::{Linked, Order, Unit, own_folder, packages};
use crate::corpus::files;
use crate::target::Mode;
use crate::{Result, process};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Builds musl: clang leaves the bitcode of all C files beside the objects; assembly files have
/// only objects.
fn build(order: &Order, root: &Path) -> Result<PathBuf> {
    let folder = order.path("build");
    let library = folder.join("lib/libc.a");
    if library.exists() {
        return Ok(folder);
    }
    fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let compiler = format!("clang-22 --target={} -save-temps=obj -Wno-everything", order.target.gnu());
    let mut configure = Command::new(root.join("configure"));
    configure.arg(format!("--target={}", order.target.arch())).args(["--disable-shared", "--prefix=/"]);
    configure.arg(format!("CFLAGS=-O{}", order.ir_level)).arg(format!("CC={compiler}"));
    configure.args(["AR=llvm-ar-22", "RANLIB=llvm-ranlib-22"]).current_dir(&folder);
    process::run(&mut configure)?;
    let threads = std::thread::available_parallelism().map_or(1, |n| n.get());
    let mut make = Command::new("make");
    make.arg(format!("-j{threads}"))
        .args(["lib/libc.a", "lib/crt1.o", "lib/crti.o", "lib/crtn.o"])
        .current_dir(&folder);
    process::run(&mut make)?;
    Ok(folder)
}

/// Returns the files below a folder with an extension.
fn below(folder: &Path, extension: &str) -> Result<Vec<PathBuf>> {
    let mut found = files(folder, extension)?;
    let entries = fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut folders: Vec<PathBuf> = entries
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| path.is_dir())
        .collect();
    folders.sort();
    for folder in folders {
        found.extend(below(&folder, extension)?);
    }
    Ok(found)
}

/// Builds the whole library, linked with a program.
///
/// # Errors
/// The sources cannot be fetched, or its build fails.
pub fn library(order: &Order) -> Result<Vec<Unit>> {
    let root = packages::debian_source("musl")?;
    let folder = build(order, &root)?;
    let mut modules = packages::optimised(order, &below(&folder.join("obj/src"), "bc")?)?;
    let is_assembly = |object: &PathBuf| !object.with_extension("bc").exists();
    let assembled: Vec<PathBuf> =
        below(&folder.join("obj/src"), "lo")?.into_iter().filter(is_assembly).collect();
    let (source, program) = (own_folder().join("musl.c"), order.path("program.bc"));
    let mut clang = Command::new("clang-22");
    clang.arg(format!("--target={}", order.target.gnu())).arg(format!("-O{}", order.ir_level));
    clang.args(["-fno-pic", "-w", "-nostdinc", "-emit-llvm", "-c", "-isystem"]).arg(root.join("include"));
    for include in [
        folder.join("obj/include"),
        root.join(format!("arch/{}", order.target.arch())),
        root.join("arch/generic"),
    ] {
        clang.arg("-isystem").arg(include);
    }
    packages::make(&program, &[&source], clang.arg(&source).arg("-o").arg(&program))?;
    modules.push(program);
    let start = |name: &str| folder.join("lib").join(name).display().to_string();
    let mut linked = Linked::by("gcc", order.target, Mode::Static)?;
    linked.linker.extend(["-nostdlib".into(), start("crt1.o"), start("crti.o")]);
    linked.libraries.retain(|library| !["-lm", "-lc", "-lpthread"].contains(&library.as_str()));
    let objects = assembled.iter().map(|path| path.display().to_string());
    linked.libraries = objects.chain(linked.libraries).chain([start("crtn.o")]).collect();
    Ok(vec![Unit { name: "program".into(), modules, mode: Mode::Static, program: Some(linked) }])
}
