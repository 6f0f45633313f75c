//! Output: files that are written completely or not at all, and text for standard output and
//! standard error.
//!
//! A file is written under a temporary name in the same folder, and renamed. Devices and pipes are
//! written directly, as are existing files in folders without write permission. A closed pipe does
//! not panic.

use gisel_frontend_llvm::standard_streams::{self, StandardStream};
use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, ErrorKind, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// The permissions of a new file, before the process's mask.
const READ_AND_WRITE: u32 = 0o666;

/// The error of reading or writing a closed standard stream.
pub const CLOSED: &str = "it is closed";

/// Writes `bytes` to the file `path`, or to standard output if that is `-`.
///
/// # Errors
/// The file system reports an error. The file is then unchanged.
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
        // The error must name the requested path.
        Err(e) if e.kind() == ErrorKind::NotFound => fs::write(&file, bytes),
        written => written,
    }
}

/// Returns the file to which `path` resolves, if it can be replaced. Devices, pipes and the
/// system's pseudo-files (such as a process's open files) cannot.
fn replaceable(path: &Path) -> io::Result<Option<PathBuf>> {
    match fs::metadata(path) {
        Ok(known) if known.is_file() && !is_of_the_system(path) => {
            // A file without write permission must not be replaced either.
            OpenOptions::new().write(true).open(path)?;
            fs::canonicalize(path).map(Some)
        }
        Ok(_) => Ok(None),
        // A symbolic link to a file that does not exist yet.
        Err(_) if path.is_symlink() => Ok(None),
        Err(_) => Ok(Some(path.to_owned())),
    }
}

fn is_of_the_system(path: &Path) -> bool {
    ["/dev", "/proc"].iter().any(|folder| path.starts_with(folder))
        || fs::canonicalize(path).is_ok_and(|found| found.starts_with("/proc"))
}

/// Writes a temporary file in the folder of `path` and renames it.
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
/// The file system reports an error.
pub fn append(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if path.as_os_str() == "-" {
        return stdout(bytes);
    }
    OpenOptions::new().append(true).create(true).open(path)?.write_all(bytes)
}

/// Writes to standard output.
///
/// # Errors
/// The system reports an error, including a closed pipe, or the process was started without the
/// stream.
pub fn stdout(bytes: &[u8]) -> io::Result<()> {
    if standard_streams::is_closed(StandardStream::Output) {
        return Err(io::Error::other(CLOSED));
    }
    let mut out = io::stdout().lock();
    out.write_all(bytes)?;
    out.flush()
}

/// Writes to standard error. Failures are ignored, because they cannot be reported.
pub fn stderr(text: &str) {
    let _ = io::stderr().write_all(text.as_bytes());
}
