//! The test programs: small C and C++ programs, programs in IR, and C libraries.

use crate::libraries::{LIBRARIES, Library};
use crate::target::Combo;
use crate::{Result, sources, workloads};
use std::fs;
use std::path::{Path, PathBuf};

/// A source file and its options for clang. IR is passed to the compiler unchanged.
#[derive(Debug, Clone)]
pub struct Module {
    /// A `.c`, `.cpp` or `.ll` file.
    pub source: PathBuf,
    /// Options for clang.
    pub flags: Vec<String>,
}

/// A program with its expected output.
#[derive(Debug, Clone)]
pub struct Program {
    /// Its name, a file name's stem.
    pub name: String,
    /// Its modules.
    pub modules: Vec<Module>,
    /// True if its modules are linked into one before compilation.
    pub linked: bool,
    /// Its arguments.
    pub args: Vec<String>,
    /// The file that holds the expected output.
    pub expected: PathBuf,
    /// Prefixes of the combinations that the compiler rejects.
    pub unsupported: Vec<String>,
    /// Prefixes of the combinations that `llc` cannot compile.
    pub twinless: Vec<String>,
    /// Further options for the compiler and for `llc`.
    pub options: Vec<String>,
    /// Its targets; all if none is named.
    pub targets: Vec<String>,
}

impl Program {
    /// Returns true if the program is for the target.
    #[must_use]
    pub fn is_for(&self, combo: crate::target::Combo) -> bool {
        let name = combo.to_string();
        self.targets.is_empty() || self.targets.iter().any(|t| name.starts_with(t.as_str()))
    }

    /// Returns true if it contains C or C++, for which clang's level matters.
    #[must_use]
    pub fn is_c(&self) -> bool {
        self.modules.iter().any(|m| m.source.extension().is_some_and(|e| e != "ll"))
    }

    /// Returns true if it contains C++, which needs its own library.
    #[must_use]
    pub fn is_cpp(&self) -> bool {
        self.modules.iter().any(|m| m.source.extension().is_some_and(|e| e == "cpp"))
    }

    /// Returns true if the compiler is expected to reject it in a combination.
    #[must_use]
    pub fn is_unsupported(&self, combo: Combo) -> bool {
        begins(&self.unsupported, combo)
    }

    /// Returns true if there is a twin by `llc` in a combination.
    #[must_use]
    pub fn has_twin(&self, combo: Combo) -> bool {
        !begins(&self.twinless, combo) && !self.is_unsupported(combo)
    }
}

fn begins(beginnings: &[String], combo: Combo) -> bool {
    let name = combo.to_string();
    beginnings.iter().any(|b| name.starts_with(b))
}

/// Returns a set of programs by name.
///
/// # Errors
/// A folder cannot be read, or a dependency is missing.
pub fn set(name: &str) -> Result<Vec<Program>> {
    match name {
        "programs" => folder(&sources::package_folder().join("programs"), "c"),
        "cpp" => folder(&sources::package_folder().join("cpp"), "cpp"),
        workloads::SET => folder(&sources::package_folder().join("workloads"), "cpp"),
        "ir" => folder(&sources::package_folder().join("ir"), "ll"),
        library => match library.strip_suffix(LINKED) {
            Some(library) => {
                Ok(vec![Program { name: name.into(), linked: true, ..Library::named(library)?.program()? }])
            }
            None => Ok(vec![Library::named(library)?.program()?]),
        },
    }
}

/// The suffix of a library's name for all of it as one module.
pub const LINKED: &str = "_linked";

/// Returns the names of all sets except linked libraries.
pub fn sets() -> impl Iterator<Item = &'static str> {
    ["programs", "cpp", "ir", workloads::SET].into_iter().chain(LIBRARIES.iter().map(|library| library.name))
}

/// Returns every file of a folder as its own program.
fn folder(path: &Path, extension: &str) -> Result<Vec<Program>> {
    let mut programs = Vec::new();
    for source in files(path, extension)? {
        let text = fs::read_to_string(&source).map_err(|e| format!("{}: {e}", source.display()))?;
        let flags = directive(&text, "flags");
        programs.push(Program {
            name: stem(&source),
            expected: source.with_extension("expected"),
            modules: vec![Module { source, flags }],
            linked: false,
            args: Vec::new(),
            unsupported: directive(&text, "unsupported"),
            twinless: directive(&text, "twinless"),
            options: directive(&text, "options"),
            targets: directive(&text, "targets"),
        });
    }
    Ok(programs)
}

/// Returns the words of a comment `name: …` near the top.
fn directive(text: &str, name: &str) -> Vec<String> {
    let words = text.lines().take(4).find_map(|line| {
        let comment = line.strip_prefix("// ").or_else(|| line.strip_prefix("; "))?;
        comment.strip_prefix(name)?.strip_prefix(": ")
    });
    words.unwrap_or_default().split_whitespace().map(str::to_owned).collect()
}

/// Returns the files with an extension, sorted by name.
pub(crate) fn files(folder: &Path, extension: &str) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut files: Vec<PathBuf> = entries
        .filter_map(|entry| entry.ok().map(|e| e.path()))
        .filter(|path| path.extension().is_some_and(|e| e == extension))
        .collect();
    files.sort();
    Ok(files)
}

pub(crate) fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}
