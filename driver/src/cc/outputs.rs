//! Temporary files between jobs.
//!
//! The plan names files in the folder for temporary files, which clang has removed by then. They
//! are replaced by files of the same name in a folder of this process, which is removed at the end.

use crate::failure::Failure;
use crate::temporary_folder::temporary_folder;
use std::env;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// The environment variables that name the folder of clang's temporary files.
const TEMPORARY: [&str; 4] = ["TMPDIR", "TMP", "TEMP", "TEMPDIR"];

/// The temporary files of a plan.
pub(super) struct Outputs {
    /// The folder, if there are any.
    folder: Option<TempDir>,
    /// The planned paths.
    temporary: Vec<OsString>,
}

impl Outputs {
    /// Finds files that a job writes and a later job reads.
    ///
    /// # Errors
    /// No folder can be created.
    pub fn of(jobs: &[Vec<OsString>]) -> Result<Outputs, Failure> {
        let places: Vec<PathBuf> = TEMPORARY.iter().filter_map(env::var_os).map(PathBuf::from).collect();
        let places = [&places[..], &[PathBuf::from("/tmp")]].concat();
        let is_temporary = |path: &OsStr| {
            let parent = Path::new(path).parent();
            parent.is_some_and(|parent| places.iter().any(|place| place == parent))
        };
        let mut temporary = Vec::new();
        for (n, job) in jobs.iter().enumerate() {
            let written = output(job).filter(|path| is_temporary(path));
            let is_read = |path: &&OsStr| jobs[n + 1..].iter().flatten().any(|argument| argument == path);
            temporary.extend(written.filter(is_read).map(OsStr::to_os_string));
        }
        let folder = if temporary.is_empty() { None } else { Some(temporary_folder()?) };
        Ok(Outputs { folder, temporary })
    }

    /// Returns a job with the temporary files of this process.
    pub fn applied(&self, job: &[OsString]) -> Vec<OsString> {
        let replace = |argument: &OsString| match (&self.folder, Path::new(argument).file_name()) {
            (Some(folder), Some(name)) if self.temporary.contains(argument) => {
                folder.path().join(name).into()
            }
            _ => argument.clone(),
        };
        job.iter().map(replace).collect()
    }
}

/// Returns the path after `-o`.
pub(super) fn output(job: &[OsString]) -> Option<&OsStr> {
    let at = job.iter().position(|argument| argument == "-o")?;
    job.get(at + 1).map(OsString::as_os_str)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_between_jobs_are_replaced() {
        let job = |words: &str| words.split(' ').map(OsString::from).collect::<Vec<_>>();
        let jobs = [job("cc1 -o /tmp/a-1.o a.c"), job("cc1 -o /tmp/b.o b.c"), job("ld -o /tmp/x /tmp/a-1.o")];
        let outputs = Outputs::of(&jobs).expect("a folder");
        assert_ne!(outputs.applied(&jobs[0]), jobs[0]);
        assert_eq!(outputs.applied(&jobs[1]), jobs[1]);
        let linked = outputs.applied(&jobs[2]);
        assert_eq!(linked[..3], jobs[2][..3]);
        assert_eq!(linked[3], outputs.applied(&jobs[0])[2]);
    }
}
