//! Link-time optimization: `ld.lld` resolves the symbols of all inputs, merges modules or imports
//! across them, and optimizes. It writes the optimized modules and generates no code.
//!
//! `ld.lld` writes modules beside its inputs. So inputs with bitcode are links in a folder of this
//! process, one folder for each.

use super::files::Contents;
use super::objects::{Module, Source};
use crate::archive::archive;
use crate::failure::{Failure, io_failure};
use crate::link::{LLD_NAMES, find_program};
use crate::output;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The options by which `ld.lld` writes each optimized module. It reads fat objects as bitcode.
const OPTIONS: [&str; 3] = ["--lto-emit-llvm", "--save-temps=opt", "--fat-lto-objects"];

/// The ending of the files of optimized modules.
const OPTIMIZED: &str = ".4.opt.bc";

/// The name of the merged modules' file, in a folder of its own.
const MERGED: &str = "merged/ld-temp.o";

/// Returns the path of `ld.lld`.
///
/// # Errors
/// There is none.
pub(crate) fn linker() -> Result<PathBuf, Failure> {
    let found = LLD_NAMES.iter().find_map(|name| find_program(name));
    found.ok_or_else(|| {
        Failure::new("link-time optimization requires ld.lld-22, of the package lld-22, and there is none")
    })
}

/// Returns the path of an input's link in `folder`, by the input's number.
pub(super) fn stage(folder: &Path, n: usize, input: &Path, contents: &Contents) -> Result<PathBuf, Failure> {
    let path = place(folder, n, input)?;
    let write = || match contents {
        // Names of members that are files of their own are relative to the archive.
        Contents::Archive(members) => {
            let files: Vec<_> = members.iter().map(|member| member.file.clone()).collect();
            fs::write(&path, archive(&files)?)
        }
        Contents::Module => symlink(fs::canonicalize(input)?, &path),
    };
    write().map_err(|e| io_failure("write", &path, &e))?;
    Ok(path)
}

/// Returns a path with the name of a file, in a folder for its number.
///
/// # Errors
/// The folder cannot be created.
pub(super) fn place(folder: &Path, n: usize, file: &Path) -> Result<PathBuf, Failure> {
    let folder = folder.join(n.to_string());
    fs::create_dir_all(&folder).map_err(|e| io_failure("create", &folder, &e))?;
    Ok(folder.join(file.file_name().unwrap_or(OsStr::new("input"))))
}

/// Runs a command of `ld.lld` over links in `folder`, which are in `originals` with the inputs that
/// they replace. Returns the optimized modules: merged ones first, then others by input.
///
/// # Errors
/// `ld.lld` cannot be run, or rejects an input.
pub(super) fn run(
    mut command: Command,
    optimization: &[OsString],
    folder: &Path,
    originals: &[(PathBuf, PathBuf)],
) -> Result<Vec<Module>, Failure> {
    let merged = folder.join(MERGED);
    let parent = merged.parent().unwrap_or(folder);
    fs::create_dir_all(parent).map_err(|e| io_failure("create", parent, &e))?;
    command.args(optimization).args(OPTIONS).arg("-o").arg(&merged);
    let program = PathBuf::from(command.get_program());
    let result = command.output().map_err(|e| io_failure("run", &program, &e))?;
    let said = |text: &[u8]| named(&String::from_utf8_lossy(text), originals);
    if !result.status.success() {
        let text = said(&result.stderr);
        let why = format!("link-time optimization by {} failed:\n{}", program.display(), text.trim_end());
        return Err(Failure::new(why));
    }
    let text = said(&result.stderr);
    text.lines()
        .filter(|line| line.contains("warning: "))
        .for_each(|line| output::stderr(&format!("{line}\n")));
    let mut modules = optimized(parent, originals)?;
    for (link, _) in originals {
        modules.extend(optimized(link.parent().unwrap_or(folder), originals)?);
    }
    Ok(modules)
}

/// Returns the optimized modules in a folder, in the order of the archive's members.
fn optimized(folder: &Path, originals: &[(PathBuf, PathBuf)]) -> Result<Vec<Module>, Failure> {
    let entries = fs::read_dir(folder).map_err(|e| io_failure("read", folder, &e))?;
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let mut paths: Vec<PathBuf> =
        paths.filter(|path| path.to_str().is_some_and(|path| path.ends_with(OPTIMIZED))).collect();
    paths.sort_by_key(|path| (offset(path), path.clone()));
    let module = |path: PathBuf| {
        let name = named(path.to_string_lossy().trim_end_matches(OPTIMIZED), originals);
        let merged = folder.to_string_lossy();
        let name = name.strip_prefix(&*merged).map(|name| name.trim_matches('/').to_owned()).unwrap_or(name);
        Module { name, source: Source::File(path) }
    };
    Ok(paths.into_iter().map(module).collect())
}

/// Returns the offset of an archive's member, which `ld.lld` appends to its name.
fn offset(path: &Path) -> u64 {
    let name = path.to_string_lossy();
    let number = name.rsplit_once(" at ").map(|(_, rest)| rest.split(')').next().unwrap_or_default());
    number.and_then(|number| number.parse().ok()).unwrap_or_default()
}

/// Returns a text with the names of inputs instead of their links'.
fn named(text: &str, originals: &[(PathBuf, PathBuf)]) -> String {
    originals.iter().fold(text.to_owned(), |text, (link, input)| {
        text.replace(&*link.to_string_lossy(), &input.to_string_lossy())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_sorted_by_their_offsets() {
        for (name, expected) in [
            ("/t/0/libx.a(b.o at 1234).4.opt.bc", 1234),
            ("/t/0/libx.a(at 7.o at 90).4.opt.bc", 90),
            ("/t/0/x.o.4.opt.bc", 0),
        ] {
            assert_eq!(offset(Path::new(name)), expected, "{name}");
        }
    }

    #[test]
    fn messages_name_the_inputs() {
        let originals = [("/t/0/a.o".into(), "x/a.o".into()), ("/t/1/l.a".into(), "l.a".into())];
        let text = "error: /t/0/a.o: bad\n>>> /t/1/l.a(m.o at 5)";
        assert_eq!(named(text, &originals), "error: x/a.o: bad\n>>> l.a(m.o at 5)");
    }
}
