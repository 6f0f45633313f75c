//! The table of sources of modules.

use super::{Order, Unit, cpp, dlang, fortran, linux, musl, packages, python, rust, zig};
use crate::Result;
use crate::setup::{Need, need};

/// A source of modules.
pub struct Source {
    /// Its name on the command line.
    pub name: &'static str,
    /// Its description for users.
    pub what: &'static str,
    /// Debian packages that must be installed.
    pub needs: &'static [Need],
    /// Builds the modules, or finds those of an earlier run.
    pub make: fn(&Order) -> Result<Vec<Unit>>,
    /// The levels at which the front end optimises, of 0 and 2.
    pub levels: &'static [u8],
    /// True if the inline assembly in the modules is also compared with `llvm-mc`, statement by
    /// statement.
    pub has_assembly: bool,
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
const MUSL: &[Need] = &[packages::UNPACKER, need("make", "make", "builds musl")];
const HARFBUZZ: &[Need] =
    &[packages::UNPACKER, need("fonts-dejavu-core", cpp::FONT, "the font in which HarfBuzz sets texts")];

/// All sources.
pub const SOURCES: &[Source] = &[
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
        name: "jsoncpp",
        what: "JsonCpp with its tests",
        needs: PACKAGED,
        make: cpp::jsoncpp,
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
        needs: MUSL,
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
