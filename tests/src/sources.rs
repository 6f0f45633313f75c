//! Paths: this package, the built compiler, the work folder, and the C sources of crates that are
//! dependencies.

use crate::{Result, process};
use std::path::{Path, PathBuf};

/// Returns the folder of this package.
#[must_use]
pub fn package_folder() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the build folder of the running profile.
///
/// # Errors
/// The running executable is in no such folder.
pub fn profile_folder() -> Result<PathBuf> {
    let exe = std::env::current_exe().map_err(|e| e.to_string())?;
    let folder = exe.parent().ok_or("the executable lies in no folder")?;
    let folder = if folder.ends_with("deps") { folder.parent().unwrap_or(folder) } else { folder };
    Ok(folder.to_path_buf())
}

/// Creates a folder for files of tests. It is kept, which allows repeating the commands of a
/// failure.
///
/// # Errors
/// It cannot be created.
pub fn work_folder(name: &str) -> Result<PathBuf> {
    let folder = profile_folder()?.join("gisel-tests").join(name);
    std::fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    Ok(folder)
}

/// Returns the folder of a dependency's sources, as unpacked by Cargo.
///
/// # Errors
/// Cargo fails, or the package is no dependency.
pub fn crate_folder(name: &str) -> Result<PathBuf> {
    let mut cargo = process::cargo();
    cargo
        .args(["metadata", "--format-version=1", "--manifest-path"])
        .arg(package_folder().join("Cargo.toml"));
    let metadata = process::run(&mut cargo)?;
    // Only one path of the metadata is needed: the manifest in the folder with this name and
    // version.
    metadata
        .split("\"manifest_path\":\"")
        .skip(1)
        .filter_map(|rest| rest.split('"').next())
        .map(Path::new)
        .filter_map(Path::parent)
        .find(|folder| is_version_of(folder, name))
        .map(Path::to_path_buf)
        .ok_or_else(|| format!("package {name} is not among the dependencies"))
}

fn is_version_of(folder: &Path, name: &str) -> bool {
    let file = folder.file_name().unwrap_or_default().to_string_lossy();
    let version = file.strip_prefix(name).and_then(|rest| rest.strip_prefix('-'));
    version.is_some_and(|v| v.starts_with(|c: char| c.is_ascii_digit()))
}
