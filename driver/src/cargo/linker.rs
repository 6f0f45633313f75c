//! The linker for rustc: the compiler command under a name with the target's triple.

use crate::failure::{Failure, io_failure};
use crate::runtime::cachefolder;
use std::env;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

/// Returns the path of `<triple>-gisel-cc`: an installed one beside this program, or a link to this
/// program in the user's cache. The link's folder differs for each version of this program, so that
/// cargo links again with a new one.
///
/// # Errors
/// The link cannot be made.
pub(super) fn program(triple: &str) -> Result<PathBuf, Failure> {
    let own = env::current_exe().map_err(|e| io_failure("find", Path::new("this program"), &e))?;
    let name = format!("{triple}-gisel-cc");
    let installed = own.with_file_name(&name);
    if installed.is_file() {
        return Ok(installed);
    }
    let folder = cachefolder().unwrap_or_else(env::temp_dir).join(format!("{:016x}", version_of(&own)));
    let link = folder.join(&name);
    if std::fs::read_link(&link).is_ok_and(|to| to == own) {
        return Ok(link);
    }
    std::fs::create_dir_all(&folder).map_err(|e| io_failure("make", &folder, &e))?;
    match std::os::unix::fs::symlink(&own, &link) {
        Err(e) if e.kind() != std::io::ErrorKind::AlreadyExists => Err(io_failure("make", &link, &e)),
        _ => Ok(link),
    }
}

/// Returns a number that differs for each version of a program.
fn version_of(program: &Path) -> u64 {
    let mut hasher = DefaultHasher::new();
    program.hash(&mut hasher);
    if let Ok(data) = std::fs::metadata(program) {
        (data.len(), data.modified().ok()).hash(&mut hasher);
    }
    hasher.finish()
}
