//! Zig, from the Python package `ziglang`.

use super::{Linked, Order, Unit, own_folder, packages};
use crate::Result;
use crate::target::{Mode, Target};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// The package with its version.
const PACKAGE: &str = "ziglang==0.17.1";

/// The compiler with its libraries.
struct Zig {
    folder: PathBuf,
}

impl Zig {
    fn fetched() -> Result<Zig> {
        Ok(Zig { folder: packages::python(PACKAGE, false)?.join("ziglang") })
    }

    fn library(&self, path: &str) -> PathBuf {
        self.folder.join("lib").join(path)
    }

    /// Returns the command that compiles a file to bitcode by `verb`.
    fn command(&self, order: &Order, verb: &str, source: &Path, system: &str, bitcode: &Path) -> Command {
        let mut command = Command::new(self.folder.join("zig"));
        let mode = if order.ir_level == 0 { "-ODebug" } else { "-OReleaseSafe" };
        command.arg(verb).arg(source).args(["-target", &format!("{}-linux-{system}", order.target.arch())]);
        command.args([mode, "-fllvm", "-fno-emit-bin", &format!("-femit-llvm-bc={}", bitcode.display())]);
        for (variable, name) in [("ZIG_GLOBAL_CACHE_DIR", "cache"), ("ZIG_LOCAL_CACHE_DIR", "local-cache")] {
            command.env(variable, self.folder.with_file_name(name));
        }
        command
    }

    /// Compiles the runtime routines for its operations.
    fn routines(&self, order: &Order, system: &str) -> Result<PathBuf> {
        let (source, bitcode) = (self.library("compiler_rt.zig"), order.path("compiler_rt.bc"));
        packages::make(
            &bitcode,
            &[&source],
            &mut self.command(order, "build-lib", &source, system, &bitcode),
        )?;
        Ok(bitcode)
    }
}

/// Returns the C library of Debian 12.
fn glibc(target: Target) -> &'static str {
    match target {
        Target::Riscv64 | Target::Aarch64 => "gnu.2.36",
    }
}

/// Builds a program of our own, linked with the C library.
///
/// # Errors
/// Zig cannot be fetched, or fails.
pub fn program(order: &Order) -> Result<Vec<Unit>> {
    let zig = Zig::fetched()?;
    let system = glibc(order.target);
    let (source, bitcode) = (own_folder().join("libc.zig"), order.path("libc.bc"));
    let mut command = zig.command(order, "build-exe", &source, system, &bitcode);
    packages::make(&bitcode, &[&source], command.args(["-lc", "-fstrip"]))?;
    let linked = Linked::by("gcc", order.target, Mode::Pie)?;
    let modules = vec![bitcode, zig.routines(order, system)?];
    Ok(vec![Unit { name: "libc".into(), modules, mode: Mode::Pie, program: Some(linked) }])
}

/// Creates the file that tests share, and an empty file for each embedded one; the package lacks
/// these. Tests of the embedded files fail with any compiler.
fn complete(library: &Path) -> Result<()> {
    let shared = library.join("crypto/test.zig");
    fs::copy(own_folder().join("crypto_test.zig"), &shared)
        .map_err(|e| format!("{}: {e}", shared.display()))?;
    stand_in_for_embedded(library)
}

/// Creates an empty file for each missing one that sources of a folder embed.
fn stand_in_for_embedded(folder: &Path) -> Result<()> {
    let entries = fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    for path in entries.filter_map(|entry| entry.ok().map(|entry| entry.path())) {
        if path.is_dir() {
            stand_in_for_embedded(&path)?;
        }
        let text = fs::read_to_string(&path).unwrap_or_default();
        for name in text.split("@embedFile(\"").skip(1).filter_map(|rest| rest.split('"').next()) {
            let embedded = folder.join(name);
            if !embedded.exists() {
                let made = fs::create_dir_all(embedded.parent().unwrap_or(folder));
                made.and_then(|()| fs::write(&embedded, ""))
                    .map_err(|e| format!("{}: {e}", embedded.display()))?;
            }
        }
    }
    Ok(())
}

/// The time limit of all tests.
const LIMIT: Duration = Duration::from_secs(1500);

/// Builds the tests of the standard library as one program without a C library.
///
/// # Errors
/// Zig cannot be fetched, or fails.
pub fn standard_library(order: &Order) -> Result<Vec<Unit>> {
    let zig = Zig::fetched()?;
    let (source, bitcode) = (zig.library("std/std.zig"), order.path("std.bc"));
    complete(&zig.library("std"))?;
    let mut command = zig.command(order, "test", &source, "musl", &bitcode);
    packages::make(&bitcode, &[&source], command.arg("--zig-lib-dir").arg(zig.library("")))?;
    let mut linked = Linked::by("gcc", order.target, Mode::Static)?;
    linked.linker.extend(["-nostdlib".into(), "-Wl,-z,stack-size=16777216".into()]);
    linked.libraries.clear();
    linked.limit = LIMIT;
    linked.lines = results;
    let modules = vec![bitcode, zig.routines(order, "musl")?];
    Ok(vec![Unit { name: "std".into(), modules, mode: Mode::Static, program: Some(linked) }])
}

/// Returns the number, name and result of each test; tests may print between these.
fn results(text: &str) -> String {
    let mut rows = String::new();
    for line in text.lines() {
        let is_test = line.split_once(' ').is_some_and(|(number, _)| {
            number
                .split_once('/')
                .is_some_and(|(n, of)| n.parse::<u32>().is_ok() && of.parse::<u32>().is_ok())
        });
        if is_test {
            let name = line.split_once("...").map_or(line, |(name, _)| name);
            let result = ["OK", "SKIP", "FAIL"].into_iter().find(|word| line.contains(word));
            rows += &format!("{name} {}\n", result.unwrap_or("?"));
        } else if line.contains(" passed; ") || line.starts_with('[') {
            rows += &format!("{line}\n");
        }
    }
    rows
}
