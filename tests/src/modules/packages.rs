//! The sources of modules: Python's packages and Debian's source packages, each unpacked once into
//! a folder of the work folder.

use super::Order;
use crate::corpus::stem;
use crate::setup::{Need, need};
use crate::{Result, parallel, process, sources};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Debian packages needed for Python's packages.
pub const PYTHON: &[Need] =
    &[need("python3-pip", "pip3", "fetches the Python packages with compilers in them")];

/// The Debian package that unpacks source packages.
pub const UNPACKER: Need =
    need("dpkg-dev", "dpkg-source", "unpacks the source packages whose modules are compiled");

/// Linux's sources as packed by Debian.
pub const LINUX: &str = "/usr/src/linux-source-6.1.tar.xz";

/// The repositories of source packages.
const REPOSITORIES: &str = "\
deb-src http://deb.debian.org/debian bookworm main
deb-src http://deb.debian.org/debian-security bookworm-security main
";

/// Fills a folder of this name once; removes the remains of a failed attempt.
fn folder(name: &str, fill: impl FnOnce(&Path) -> Result<()>) -> Result<PathBuf> {
    let folder = sources::work_folder("modules/packages")?.join(name);
    let whole = folder.with_extension("whole");
    if !whole.exists() {
        let error = |e: std::io::Error| format!("{}: {e}", folder.display());
        if folder.exists() {
            fs::remove_dir_all(&folder).map_err(error)?;
        }
        fs::create_dir_all(&folder).map_err(error)?;
        fill(&folder)?;
        fs::write(&whole, "").map_err(error)?;
    }
    Ok(folder)
}

/// Returns the folder of a Python package (`name==version`), optionally with its dependencies.
///
/// # Errors
/// pip fails.
pub fn python(package: &str, with_dependencies: bool) -> Result<PathBuf> {
    folder(&package.replace("==", "-").replace('.', "_"), |folder| {
        println!("Fetching the Python package {package}.");
        let mut pip = Command::new("python3");
        pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]);
        pip.args((!with_dependencies).then_some("--no-deps")).arg("--target").arg(folder).arg(package);
        process::run(&mut pip).map(drop)
    })
}

/// Returns the source folder of a Debian source package.
///
/// # Errors
/// apt or dpkg fails.
pub fn debian_source(package: &str) -> Result<PathBuf> {
    let folder = folder(&format!("source-{package}"), |folder| {
        println!("Fetching the Debian source package {package}.");
        let mut source = apt()?;
        process::run(source.args(["source", "-q", package]).current_dir(folder)).map(drop)
    })?;
    let entries = fs::read_dir(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let unpacked =
        entries.filter_map(|entry| entry.ok().map(|entry| entry.path())).find(|path| path.is_dir());
    unpacked.ok_or_else(|| format!("{} has no sources", folder.display()))
}

/// Returns the folder of Linux's sources, which Debian packs as a file in a package.
///
/// # Errors
/// The file is missing, or cannot be unpacked.
pub fn linux() -> Result<PathBuf> {
    let folder = folder("linux", |folder| {
        println!("Unpacking Linux.");
        let mut tar = Command::new("tar");
        // Drivers' sources are a large part of it, and not needed.
        tar.args([
            "-xJf",
            LINUX,
            "--strip-components=1",
            "--exclude=*/drivers/*.c",
            "--exclude=*/sound/*.c",
            "--exclude=*/Documentation/*.rst",
        ]);
        process::run(
            tar.args(["--exclude=*/drivers/gpu/*.h", "--exclude=*/tools/testing/*", "-C"]).arg(folder),
        )
        .map(drop)
    })?;
    Ok(folder)
}

/// Returns `apt-get` with its own lists of source packages, which needs no privileges.
fn apt() -> Result<Command> {
    let lists = folder("lists", |folder| {
        // apt removes unknown files from its own folder.
        fs::create_dir_all(folder.join("lists/partial")).map_err(|e| e.to_string())?;
        fs::write(folder.join("repositories.list"), REPOSITORIES).map_err(|e| e.to_string())?;
        process::run(apt_over(folder).args(["update", "-q"])).map(drop)
    })?;
    Ok(apt_over(&lists))
}

fn apt_over(folder: &Path) -> Command {
    let mut command = Command::new("apt-get");
    let set = |name: &str, value: &Path| format!("{name}={}", value.display());
    command.args(["-o", &set("Dir::Etc::SourceList", &folder.join("repositories.list"))]);
    command.args([
        "-o",
        "Dir::Etc::SourceParts=/dev/null",
        "-o",
        &set("Dir::State::Lists", &folder.join("lists")),
    ]);
    command.args(["-o", &set("Dir::Cache", &folder.join("cache"))]);
    command
}

/// Optimises modules of a build with `-save-temps` for the order's level: they are as the front end
/// emits them.
///
/// # Errors
/// A module cannot be read.
pub fn optimised(order: &Order, modules: &[PathBuf]) -> Result<Vec<PathBuf>> {
    if order.ir_level == 0 {
        return Ok(modules.to_vec());
    }
    let numbered: Vec<_> = modules.iter().enumerate().collect();
    let made = parallel::map(&numbered, |(n, module)| {
        let bitcode = order.path(&format!("{}-{n}.bc", stem(module)));
        let mut opt = Command::new("opt-22");
        opt.args([&format!("-O{}", order.ir_level), "-strip-debug", "-o"]).arg(&bitcode).arg(module);
        make(&bitcode, &[module], &mut opt)?;
        Ok(bitcode)
    });
    made.into_iter().collect()
}

/// Builds a file unless it is newer than all its inputs.
///
/// # Errors
/// The command fails.
pub fn make(made: &Path, of: &[&Path], command: &mut Command) -> Result<()> {
    let time = |path: &Path| path.metadata().and_then(|data| data.modified()).ok();
    let is_current =
        time(made).is_some_and(|made| of.iter().all(|source| time(source).is_some_and(|t| t < made)));
    if is_current { Ok(()) } else { process::run(command).map(drop) }
}
