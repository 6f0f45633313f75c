//! The Rust sources of the project's crates, for tests of their structure.

use std::fs;
use std::path::{Path, PathBuf};

/// Returns all files below a folder.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let below = |path: PathBuf| if path.is_dir() { files(&path) } else { vec![path] };
    entries.flat_map(|entry| below(entry.expect("an entry").path())).collect()
}

/// Returns the names of the module that `file` defines in the crate whose sources are in `root`.
pub fn module(root: &Path, file: &Path) -> Vec<String> {
    let inside = file.strip_prefix(root).expect("inside").with_extension("");
    let mut names: Vec<String> = inside.iter().map(|name| name.to_string_lossy().into_owned()).collect();
    if names.last().is_some_and(|last| ["mod", "lib", "main"].contains(&last.as_str())) {
        names.pop();
    }
    names
}

/// Returns the lines of a source that are neither comments nor unit tests.
pub fn code_lines(text: &str) -> impl Iterator<Item = &str> {
    let code = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    code.lines().filter(|line| !line.trim_start().starts_with("//"))
}
