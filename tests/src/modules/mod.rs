//! Modules of real projects, as their own compilers make them: C++ libraries with their tests, Rust, Zig, Fortran, D, Halide, numba, musl, Linux.
//!
//! [`SOURCES`] says where they come from: what must be installed, how modules are made, and which of them are programs that run. [`judge`]
//! compiles each by gisel at -O0 and -O2, and by `llc`. Nothing of it is part of the repository but small programs in `tests/modules`; all
//! else comes from Debian's and Python's packages, and stays in the work folder.

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
mod zig;

use crate::setup::{self, Need, need};
use crate::target::{Mode, Target};
use crate::{Result, build, fuzz, process, sources};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Where modules come from.
struct Source {
    /// The name that is typed.
    name: &'static str,
    /// What it is, for a person who chooses.
    what: &'static str,
    /// Debian packages that must be installed.
    needs: &'static [Need],
    /// Makes the modules, or finds those of an earlier run.
    make: fn(&Order) -> Result<Vec<Unit>>,
    /// The levels at which the front end optimises, of 0 and 2.
    levels: &'static [u8],
    /// Whether the inline assembly in the modules is also compared statement by statement with `llvm-mc`.
    has_assembly: bool,
}

const FLANG: Need = need("flang-22", "flang-22", "makes IR of Fortran");
const FORTRAN: &[Need] = &[FLANG];
const FORTRAN_SOURCES: &[Need] = &[FLANG, packages::UNPACKER];
const D: &[Need] = &[need("ldc", "ldc2", "makes bitcode of D, and brings its library's sources")];

const LINUX: &[Need] = &[
    need("linux-source-6.1", packages::LINUX, "Linux's sources"),
    need("make", "make", "builds Linux"),
    need("flex", "flex", "builds Linux"),
    need("bison", "bison", "builds Linux"),
    need("bc", "bc", "builds Linux"),
    need("libssl-dev", "/usr/include/openssl/opensslv.h", "builds Linux"),
];
const RUST: &[Need] = &[
    need("rustc-web", "/usr/share/doc/rustc-web", "makes bitcode of Rust for all targets"),
    need("cargo-web", "/usr/share/doc/cargo-web", "builds Rust's standard library and crates"),
    need("rust-web-src", "/usr/lib/rustlib/src/rust", "the sources of Rust's standard library"),
];
const PACKAGED: &[Need] = &[packages::UNPACKER];
const HARFBUZZ: &[Need] =
    &[packages::UNPACKER, need("fonts-dejavu-core", cpp::FONT, "the font in which HarfBuzz sets texts")];

/// All of them.
const SOURCES: &[Source] = &[
    Source {
        name: "zig",
        what: "a program in Zig over the C library, and Zig's compiler_rt",
        needs: packages::PYTHON,
        make: zig::program,
        levels: &[0, 2],
        has_assembly: false,
    },
    Source {
        name: "zig-std",
        what: "the tests of Zig's standard library",
        needs: packages::PYTHON,
        make: zig::standard_library,
        levels: &[0, 2],
        has_assembly: false,
    },
    Source {
        name: "googletest",
        what: "googletest with its own tests",
        needs: PACKAGED,
        make: cpp::googletest,
        levels: &[0, 2],
        has_assembly: false,
    },
    Source {
        name: "fmt",
        what: "fmt with its tests, by googletest",
        needs: PACKAGED,
        make: cpp::fmt,
        levels: &[0, 2],
        has_assembly: false,
    },
    Source {
        name: "re2",
        what: "re2 with its tests",
        needs: PACKAGED,
        make: cpp::re2,
        levels: &[0, 2],
        has_assembly: false,
    },
    Source {
        name: "catch2",
        what: "Catch2 with its own tests",
        needs: PACKAGED,
        make: cpp::catch2,
        levels: &[0, 2],
        has_assembly: false,
    },
    Source {
        name: "harfbuzz",
        what: "HarfBuzz with its tests, and texts in many scripts",
        needs: HARFBUZZ,
        make: cpp::harfbuzz,
        levels: &[0, 2],
        has_assembly: false,
    },
    Source {
        name: "musl",
        what: "musl, and a program linked with it",
        needs: PACKAGED,
        make: musl::library,
        levels: &[0, 2],
        has_assembly: false,
    },
    Source {
        name: "linux",
        what: "parts of Linux, with the inline assembly in them",
        needs: LINUX,
        make: linux::modules,
        levels: &[2],
        has_assembly: true,
    },
    Source {
        name: "rust",
        what: "a program in Rust with the standard library and crates, unwinding panics",
        needs: RUST,
        make: rust::program,
        levels: &[0, 2],
        has_assembly: false,
    },
    Source {
        name: "fortran",
        what: "routines in Fortran that C calls",
        needs: FORTRAN,
        make: fortran::kernels,
        levels: &[0, 2],
        has_assembly: false,
    },
    Source {
        name: "lapack",
        what: "LAPACK in double precision, with BLAS, by flang",
        needs: FORTRAN_SOURCES,
        make: fortran::lapack,
        levels: &[0, 2],
        has_assembly: false,
    },
    Source {
        name: "d",
        what: "a program in D without its library",
        needs: D,
        make: dlang::program,
        levels: &[0, 2],
        has_assembly: false,
    },
    Source {
        name: "phobos",
        what: "D's standard library",
        needs: D,
        make: dlang::standard_library,
        levels: &[0, 2],
        has_assembly: false,
    },
    Source {
        name: "halide",
        what: "pipelines of Halide's with its runtime library",
        needs: packages::PYTHON,
        make: python::halide,
        levels: &[2],
        has_assembly: false,
    },
    Source {
        name: "numba",
        what: "functions that numba compiles",
        needs: packages::PYTHON,
        make: python::numba,
        levels: &[0, 2],
        has_assembly: false,
    },
];

/// Which modules are to be made.
struct Order<'a> {
    target: Target,
    /// The level of optimization before the back-end, 0 or 2.
    ir_level: u8,
    /// The folder for them, of this order alone.
    folder: &'a Path,
}

impl Order<'_> {
    /// A file in the folder.
    fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }
}

/// Modules that belong together.
struct Unit {
    name: String,
    /// Bitcode or text.
    modules: Vec<PathBuf>,
    /// How their code refers to symbols.
    mode: Mode,
    /// How they are linked and run; of others symbols are compared.
    program: Option<Linked>,
}

/// A program of a unit's objects.
struct Linked {
    /// The driver of the linker with options that stand before the objects.
    linker: Vec<String>,
    /// What stands after them.
    libraries: Vec<String>,
    /// The processor that qemu is, if not its own choice.
    cpu: Option<&'static str>,
    /// Arguments of the program.
    args: Vec<String>,
    /// How long it may run.
    limit: Duration,
    /// What of its output must be the same.
    lines: fn(&str) -> String,
}

impl Linked {
    /// A program that the cross gcc or g++ links (`driver`) with the C library, and with the runtime library after that.
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

/// The folder with the sources of our own.
fn own_folder() -> PathBuf {
    sources::package_folder().join("modules")
}

/// The object of a C file of our own, by gcc for the linker, with headers of these folders.
fn driver(order: &Order, name: &str, includes: &[&Path]) -> Result<String> {
    let object = order.path("driver.o");
    let mut gcc = build::gcc_object(order.target, Mode::Pie, &own_folder().join(name), &object);
    for folder in includes {
        gcc.arg("-I").arg(folder);
    }
    process::run(&mut gcc)?;
    Ok(object.display().to_string())
}

/// Compiles the modules of the sources with these names, or all; for one target or both; from IR of one level or both.
///
/// # Errors
/// What gisel refuses that `llc` takes, and what differs.
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
        true => crate::assembly::files::compare_files(target, &[folder.clone()], &[]),
        false => Ok(()),
    };
    let failures: Vec<String> = report.failures.into_iter().chain(assembled.err()).collect();
    match failures.is_empty() {
        true => Ok(()),
        false => Err(failed(failures.join("\n"))),
    }
}
