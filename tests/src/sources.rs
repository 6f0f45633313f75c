//! Where things lie: this package, the built compiler, the work folder, and the C sources of crates that are dependencies.

use crate::{Result, process};
use std::path::{Path, PathBuf};

/// The folder of this package.
#[must_use]
pub fn package_folder() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The folder into which the running profile is built.
///
/// # Errors
/// The running executable lies in no such folder.
pub fn profile_folder() -> Result<PathBuf> {
    let exe = std::env::current_exe().map_err(|e| e.to_string())?;
    let folder = exe.parent().ok_or("the executable lies in no folder")?;
    let folder = if folder.ends_with("deps") { folder.parent().unwrap_or(folder) } else { folder };
    Ok(folder.to_path_buf())
}

/// A folder for what tests make. It stays, so that the commands of a failure can be repeated.
///
/// # Errors
/// It cannot be made.
pub fn work_folder(name: &str) -> Result<PathBuf> {
    let folder = profile_folder()?.join("gisel-tests").join(name);
    std::fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    Ok(folder)
}

/// The folder of a dependency's sources, as Cargo unpacked it.
///
/// # Errors
/// Cargo fails, or the package is no dependency.
pub fn crate_folder(name: &str) -> Result<PathBuf> {
    let mut cargo = process::cargo();
    cargo
        .args(["metadata", "--format-version=1", "--manifest-path"])
        .arg(package_folder().join("Cargo.toml"));
    let metadata = process::run(&mut cargo)?;
    // Of all the metadata one path is wanted: that of the manifest in the folder that carries name and version.
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
