//! A folder for files between the steps of a command.

use crate::failure::Failure;
use tempfile::TempDir;

/// Creates a folder for files between steps, which is removed when it is dropped.
///
/// # Errors
/// The system reports an error.
pub(crate) fn temporary_folder() -> Result<TempDir, Failure> {
    TempDir::new().map_err(|e| Failure::new(format!("cannot make a temporary folder: {e}")))
}
