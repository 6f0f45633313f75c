//! What is written: files that are there whole or not at all, and text for standard output and standard error.
//!
//! A file is written under a temporary name beside its own, and renamed. What is no file (a device, a pipe) is written as it is, as
//! are existing files in folders that take no new ones. A closed pipe is no reason to panic: nobody reads any more.

use gisel_frontend_llvm::standard_streams::{self, StandardStream};
use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, ErrorKind, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// What a new file may be used for, before the process's mask.
const READ_AND_WRITE: u32 = 0o666;

/// Why a standard stream is neither read nor written.
pub const CLOSED: &str = "it is closed";

/// Writes `bytes` to the file `path`, or to standard output if that is `-`.
///
/// # Errors
/// What the file system says. The file then is as it was before.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if path.as_os_str() == "-" || path.as_os_str() == "/dev/stdout" {
        return stdout(bytes);
    }
    let Some(file) = replaceable(path)? else { return fs::write(path, bytes) };
    match beside(&file, bytes) {
        Err(e)
            if file.exists()
                && matches!(e.kind(), ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem) =>
        {
            fs::write(&file, bytes)
        }
        // The error is about the path that was asked for.
        Err(e) if e.kind() == ErrorKind::NotFound => fs::write(&file, bytes),
        written => written,
    }
}

/// The file that `path` names in the end, if another one can take its place: not so for devices and pipes, and for what the system
/// only shows as files, where a process's open files are found by number.
fn replaceable(path: &Path) -> io::Result<Option<PathBuf>> {
    match fs::metadata(path) {
        Ok(known) if known.is_file() && !is_of_the_system(path) => {
            // A file that may not be written is not to be replaced either.
            OpenOptions::new().write(true).open(path)?;
            fs::canonicalize(path).map(Some)
        }
        Ok(_) => Ok(None),
        // A symbolic link that leads to no file yet.
        Err(_) if path.is_symlink() => Ok(None),
        Err(_) => Ok(Some(path.to_owned())),
    }
}

fn is_of_the_system(path: &Path) -> bool {
    ["/dev", "/proc"].iter().any(|folder| path.starts_with(folder))
        || fs::canonicalize(path).is_ok_and(|found| found.starts_with("/proc"))
}

/// Writes a temporary file beside `path` and gives it that name.
fn beside(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mode = Permissions::from_mode(READ_AND_WRITE);
    let mut file = tempfile::Builder::new().prefix(".gisel-").permissions(mode).tempfile_in(folder)?;
    let inner: &mut File = file.as_file_mut();
    inner.write_all(bytes)?;
    file.persist(path).map_err(|e| e.error)?;
    Ok(())
}

/// Appends `bytes` to the file `path`, or writes them to standard output if that is `-`.
///
/// # Errors
/// What the file system says.
pub fn append(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if path.as_os_str() == "-" {
        return stdout(bytes);
    }
    OpenOptions::new().append(true).create(true).open(path)?.write_all(bytes)
}

/// Writes to standard output.
///
/// # Errors
/// What the system says, also of a closed pipe; or the process was started without.
pub fn stdout(bytes: &[u8]) -> io::Result<()> {
    if standard_streams::is_closed(StandardStream::Output) {
        return Err(io::Error::other(CLOSED));
    }
    let mut out = io::stdout().lock();
    out.write_all(bytes)?;
    out.flush()
}

/// Writes to standard error. Where that fails, there is nobody to tell.
pub fn stderr(text: &str) {
    let _ = io::stderr().write_all(text.as_bytes());
}
