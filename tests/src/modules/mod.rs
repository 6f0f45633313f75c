//! Modules of real projects, as their own compilers emit them: C++ libraries with their tests,
//! Rust, Zig, Fortran, D, Halide, numba, musl, Linux.
//!
//! `table::SOURCES` lists the sources: the packages to install, the function that builds the
//! modules, and the programs that run. `judge` compiles each by gisel at -O0 and -O2, and by `llc`.
//! The repository contains only small programs in `tests/modules`. Everything else comes from
//! Debian's and Python's packages, and stays in the work folder.

mod cpp;
mod dlang;
mod fortran;
mod judge;
mod linux;
mod musl;
mod packages;
mod python;
mod rust;
mod symbols;
mod table;
mod zig;

use crate::setup;
use crate::target::{Mode, Target};
use crate::{Result, build, fuzz, process, sources};
use std::path::{Path, PathBuf};
use std::time::Duration;
use table::{SOURCES, Source};

/// A request for modules.
struct Order<'a> {
    target: Target,
    /// The level of optimization before the back-end, 0 or 2.
    ir_level: u8,
    /// Their folder, used by this order alone.
    folder: &'a Path,
}

impl Order<'_> {
    /// Returns the path of a file in the folder.
    fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }
}

/// Modules that are compared together.
struct Unit {
    name: String,
    /// Bitcode or text.
    modules: Vec<PathBuf>,
    /// The relocation mode of their code.
    mode: Mode,
    /// Link and run options; of other units, symbols are compared.
    program: Option<Linked>,
}

/// A program of a unit's objects.
struct Linked {
    /// The linker driver, with options that precede the objects.
    linker: Vec<String>,
    /// The libraries after the objects.
    libraries: Vec<String>,
    /// The CPU for qemu, if not its default.
    cpu: Option<&'static str>,
    /// Arguments of the program.
    args: Vec<String>,
    /// Its time limit.
    limit: Duration,
    /// Selects the lines of its output that must be equal.
    lines: fn(&str) -> String,
}

impl Linked {
    /// Returns a program that the cross gcc or g++ (`driver`) links with the C library, followed by
    /// the runtime library.
    fn by(driver: &str, target: Target, mode: Mode) -> Result<Linked> {
        let runtime = build::runtime(target)?.display().to_string();
        Ok(Linked {
            linker: vec![format!("{}-{driver}", target.gnu()), mode.link_option().into()],
            libraries: ["-lm", "-lpthread", "-lc", "-lgcc"]
                .map(str::to_owned)
                .into_iter()
                .chain([runtime])
                .collect(),
            cpu: None,
            args: Vec::new(),
            limit: build::TIME_LIMIT,
            lines: str::to_owned,
        })
    }
}

/// Returns the folder with our own sources.
fn own_folder() -> PathBuf {
    sources::package_folder().join("modules")
}

/// Compiles a C file of our own by gcc, with headers of these folders; returns the object for the
/// linker.
fn driver(order: &Order, name: &str, includes: &[&Path]) -> Result<String> {
    let object = order.path("driver.o");
    let mut gcc = build::gcc_object(order.target, Mode::Pie, &own_folder().join(name), &object);
    for folder in includes {
        gcc.arg("-I").arg(folder);
    }
    process::run(&mut gcc)?;
    Ok(object.display().to_string())
}

/// Compiles the modules of the sources with these names, or all; for one target or both; from IR of
/// one level or both.
///
/// # Errors
/// Modules that gisel rejects but `llc` accepts, and differences.
pub fn check(names: &[String], target: Option<Target>, ir_level: Option<u8>) -> Result<()> {
    if let Some(unknown) = names.iter().find(|name| SOURCES.iter().all(|source| source.name != **name)) {
        let rows: String =
            SOURCES.iter().map(|source| format!("\n  {:12} {}", source.name, source.what)).collect();
        return Err(format!("no modules are called '{unknown}'; there are{rows}"));
    }
    let mut failures = Vec::new();
    for source in
        SOURCES.iter().filter(|source| names.is_empty() || names.iter().any(|name| name == source.name))
    {
        setup::install(source.needs)?;
        for target in Target::ALL.into_iter().filter(|t| target.is_none_or(|only| only == *t)) {
            for &ir_level in source.levels.iter().filter(|&level| ir_level.is_none_or(|only| only == *level))
            {
                failures.extend(check_one(source, target, ir_level).err());
            }
        }
    }
    fuzz::report(&failures)
}

fn check_one(source: &Source, target: Target, ir_level: u8) -> Result<()> {
    let label = format!("{}, {}, IR -O{ir_level}", source.name, target.arch());
    let folder = sources::work_folder(&format!("modules/{}/{}-ir{ir_level}", source.name, target.arch()))?;
    let order = Order { target, ir_level, folder: &folder };
    let failed = |message: String| format!("---- {label}\n{message}");
    let units = (source.make)(&order).map_err(failed)?;
    let report = judge::judge(&order, &units).map_err(failed)?;
    println!("{label}: {report}");
    let assembled = match source.has_assembly {
        true => crate::assembly::files::compare_files(target, std::slice::from_ref(&folder), &[]),
        false => Ok(()),
    };
    let failures: Vec<String> = report.failures.into_iter().chain(assembled.err()).collect();
    match failures.is_empty() {
        true => Ok(()),
        false => Err(failed(failures.join("\n"))),
    }
}
