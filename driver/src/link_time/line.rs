//! The words of a linker's command line: inputs with bitcode, and options.
//!
//! Requires: options of GNU ld or `ld.lld`. Other words are passed on as they are.

use super::files::{self, Contents};
use crate::failure::Failure;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

/// Options whose value, in the next word, may be the name of a file with bitcode, but no input.
const WITH_VALUE: [&str; 29] = [
    "o",
    "output",
    "m",
    "e",
    "entry",
    "h",
    "soname",
    "T",
    "script",
    "u",
    "undefined",
    "y",
    "z",
    "rpath",
    "rpath-link",
    "dynamic-linker",
    "plugin",
    "plugin-opt",
    "defsym",
    "wrap",
    "version-script",
    "dynamic-list",
    "Map",
    "mllvm",
    "exclude-libs",
    "init",
    "fini",
    "R",
    "just-symbols",
];

/// A part of the command line.
#[derive(Debug)]
pub(super) enum Part {
    /// An option, its value, or an input without bitcode.
    Word(OsString),
    /// An input with bitcode.
    Input(PathBuf, Contents),
}

/// Where libraries are searched, and which kinds.
struct Search {
    folders: Vec<PathBuf>,
    is_static: bool,
}

impl Search {
    /// Returns the file of a library, if it is an archive.
    fn archive(&self, name: &str) -> Option<PathBuf> {
        let files: Vec<String> = match name.strip_prefix(':') {
            Some(file) => vec![file.to_owned()],
            None if self.is_static => vec![format!("lib{name}.a")],
            None => vec![format!("lib{name}.so"), format!("lib{name}.a")],
        };
        let candidates = self.folders.iter().flat_map(|folder| files.iter().map(|file| folder.join(file)));
        candidates.into_iter().find(|path| path.is_file())
    }
}

/// Parses the words of a command line. Fat objects are bitcode only if `fat`.
///
/// # Errors
/// An archive cannot be read.
pub(super) fn parse(words: &[OsString], fat: bool) -> Result<Vec<Part>, Failure> {
    let mut search = Search { folders: folders(words), is_static: false };
    let mut parts = Vec::new();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let Some(option) = option(word) else {
            parts.push(input(word, Path::new(word), fat)?);
            continue;
        };
        match option {
            "Bstatic" | "dn" | "non_shared" | "static" => search.is_static = true,
            "Bdynamic" | "dy" | "call_shared" => search.is_static = false,
            _ => {}
        }
        if matches!(option, "l" | "library") {
            let Some(name) = words.next() else { continue };
            let archive = name.to_str().and_then(|name| search.archive(name));
            let joined: OsString = [OsStr::new("-l"), name].into_iter().collect();
            parts.push(
                archive.map_or_else(|| Ok(Part::Word(joined.clone())), |path| input(&joined, &path, fat))?,
            );
            continue;
        }
        if let Some(name) = library(word) {
            let archive = search.archive(name);
            parts.push(archive.map_or_else(|| Ok(Part::Word(word.clone())), |path| input(word, &path, fat))?);
            continue;
        }
        parts.push(Part::Word(word.clone()));
        if takes_value(word) {
            parts.extend(words.next().cloned().map(Part::Word));
        }
    }
    Ok(parts)
}

/// Returns an input, which `word` denotes.
fn input(word: &OsStr, path: &Path, fat: bool) -> Result<Part, Failure> {
    Ok(match files::read(path, fat)? {
        Some(contents) => Part::Input(path.to_owned(), contents),
        None => Part::Word(word.to_owned()),
    })
}

/// Returns the name of an option, without dashes.
fn option(word: &OsStr) -> Option<&str> {
    let name = word.to_str()?.strip_prefix('-').filter(|name| !name.is_empty())?;
    Some(name.strip_prefix('-').unwrap_or(name))
}

/// Returns true for an option whose value is the next word.
pub(super) fn takes_value(word: &OsStr) -> bool {
    option(word).is_some_and(|option| WITH_VALUE.contains(&option))
}

/// Returns the library that an option names.
fn library(word: &OsStr) -> Option<&str> {
    let word = word.to_str()?;
    word.strip_prefix("--library=").or_else(|| word.strip_prefix("-l"))
}

/// Returns the folders of libraries. A `=` first denotes the folder after `--sysroot`.
fn folders(words: &[OsString]) -> Vec<PathBuf> {
    let texts: Vec<&str> = words.iter().filter_map(|word| word.to_str()).collect();
    let sysroot = texts.iter().find_map(|text| text.strip_prefix("--sysroot=")).unwrap_or_default();
    let mut folders = Vec::new();
    for (n, text) in texts.iter().enumerate() {
        let value = text.strip_prefix("--library-path=").or_else(|| text.strip_prefix("-L"));
        let value = match value {
            Some("") => texts.get(n + 1).copied(),
            None if *text == "--library-path" => texts.get(n + 1).copied(),
            value => value,
        };
        let Some(folder) = value else { continue };
        let inside = folder.strip_prefix('=').or_else(|| folder.strip_prefix("$SYSROOT"));
        folders
            .push(inside.map_or_else(|| PathBuf::from(folder), |inside| format!("{sysroot}{inside}").into()));
    }
    folders
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::archive::ArchiveMember;
    use std::fs;

    const BITCODE: &[u8] = b"BC\xC0\xDE1234";

    /// Returns the parts as text: names of inputs with bitcode are in brackets.
    fn parsed(folder: &Path, line: &str) -> String {
        let line = line.replace('@', folder.to_str().expect("a name"));
        let words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
        let shown = |part: Part| match part {
            Part::Word(word) => word.into_string().expect("text"),
            Part::Input(path, _) => format!("[{}]", path.file_name().expect("a name").display()),
        };
        let parts = parse(&words, false).expect("readable files").into_iter().map(shown);
        parts.collect::<Vec<_>>().join(" ").replace(folder.to_str().expect("a name"), "@")
    }

    #[test]
    fn inputs_and_libraries_with_bitcode_are_found() {
        let folder = tempfile::tempdir().expect("a folder");
        let member = ArchiveMember { name: "x.o".into(), data: BITCODE.to_vec() };
        let archive = crate::archive::archive(&[member]).expect("an archive");
        for (name, data) in
            [("a.o", BITCODE), ("b.o", b"\x7fELF1234"), ("libx.a", &archive), ("liby.so", b"")]
        {
            fs::write(folder.path().join(name), data).expect("a file");
        }
        fs::write(folder.path().join("liby.a"), &archive).expect("a file");
        for (line, expected) in [
            ("-o @/a.o @/a.o @/b.o", "-o @/a.o [a.o] @/b.o"),
            ("-lx -L@ -l x -lm", "[libx.a] -L@ [libx.a] -lm"),
            ("-L @ -ly -Bstatic -ly --library=y", "-L @ -ly -Bstatic [liby.a] [liby.a]"),
            ("--sysroot=@ -L= -l:libx.a", "--sysroot=@ -L= [libx.a]"),
            ("-Map @/a.o -e main @/none.o", "-Map @/a.o -e main @/none.o"),
        ] {
            assert_eq!(parsed(folder.path(), line), expected, "{line}");
        }
    }
}
