//! `libgisel_rt.a`: the runtime library, compiled by this compiler at the first link and cached.
//!
//! The archive is in the user's cache folder. Its name contains the target and a hash of the
//! compiler and of all members, so that a stale archive is never used. Without a writable cache
//! folder, it is in a temporary folder for one link.

use crate::archive::{ArchiveMember, archive};
use gisel_runtime_libcalls::{Member, Target, members};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::{env, fs, io};
use tempfile::TempDir;

/// An archive on disk; without a cache folder, it is removed when this value is dropped.
pub struct RuntimeArchive {
    path: PathBuf,
    folder: Option<TempDir>,
}

impl RuntimeArchive {
    /// Returns the path of the archive.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns true if the archive remains after this value is dropped.
    #[must_use]
    pub fn is_kept(&self) -> bool {
        self.folder.is_none()
    }
}

/// Returns the archive for a triple, an ABI's name, a subtarget, and a machine with or without
/// atomic instructions. Returns `None` for a target without a runtime library. `compile` compiles
/// bitcode to a position-independent object for them; `subtarget` is any text that identifies CPU
/// and features.
///
/// # Errors
/// `compile` fails for a member, or the file system reports an error.
pub fn runtime_archive<F>(
    triple: &str,
    abi: Option<&str>,
    has_atomics: bool,
    subtarget: &str,
    mut compile: F,
) -> Result<Option<RuntimeArchive>, String>
where
    F: FnMut(&Member) -> Result<Vec<u8>, String>,
{
    let Some(target) = Target::new(triple, abi, has_atomics) else { return Ok(None) };
    let name = format!("libgisel_rt-{}-{:016x}.a", target.name(), digest(target, abi, subtarget));
    let cached = cachefolder().map(|folder| folder.join(&name));
    if let Some(path) = cached.clone().filter(|p| p.is_file()) {
        return Ok(Some(RuntimeArchive { path, folder: None }));
    }
    let mut objects = Vec::new();
    for member in members(target) {
        let data = compile(member).map_err(|e| format!("runtime library, member {}: {e}", member.name))?;
        objects.push(ArchiveMember { name: format!("{}.o", member.name), data });
    }
    let bytes = archive(&objects).map_err(|e| format!("cannot make the runtime library: {e}"))?;
    if let Some(path) = cached.filter(|path| store(path, &bytes).is_ok()) {
        return Ok(Some(RuntimeArchive { path, folder: None }));
    }
    let failed = |e: io::Error| format!("cannot write the runtime library: {e}");
    let folder = TempDir::new().map_err(failed)?;
    let path = folder.path().join(&name);
    fs::write(&path, &bytes).map_err(failed)?;
    Ok(Some(RuntimeArchive { path, folder: Some(folder) }))
}

/// Returns the user's cache folder, by the XDG base directory specification.
pub(crate) fn cachefolder() -> Option<PathBuf> {
    let absolute = |name| env::var_os(name).map(PathBuf::from).filter(|p| p.is_absolute());
    let base = absolute("XDG_CACHE_HOME").or_else(|| absolute("HOME").map(|home| home.join(".cache")))?;
    Some(base.join("gisel"))
}

/// Writes a file atomically: other processes see all of it or nothing.
fn store(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = path.parent().ok_or(io::ErrorKind::InvalidInput)?;
    fs::create_dir_all(folder)?;
    let file = tempfile::NamedTempFile::new_in(folder)?;
    fs::write(file.path(), bytes)?;
    file.persist(path).map(|_| ()).map_err(|e| e.error)
}

/// Returns a hash of everything that determines the archive's content; the running executable
/// represents the compiler.
fn digest(target: Target, abi: Option<&str>, subtarget: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    (abi, subtarget).hash(&mut hasher);
    env!("CARGO_PKG_VERSION").hash(&mut hasher);
    if let Ok(data) = env::current_exe().and_then(fs::metadata) {
        data.len().hash(&mut hasher);
        data.modified().ok().hash(&mut hasher);
    }
    for member in members(target) {
        member.bitcode.hash(&mut hasher);
    }
    hasher.finish()
}
