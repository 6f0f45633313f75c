//! A linker's command line with objects instead of bitcode: of each module by itself, or of the
//! optimized modules.

use super::files::{Contents, Member};
use super::line::{self, Part};
use super::objects::{CodeOptions, Module, Source};
use super::{link_options, lld};
use crate::archive::{ArchiveMember, archive};
use crate::compiled::TargetMachine;
use crate::failure::{Failure, io_failure, write};
use crate::messages::Style;
use crate::output;
use crate::temporary_folder::temporary_folder;
use std::collections::HashMap;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// The option of linkers before objects that are taken as members of an archive are.
const START_LIB: &str = "--start-lib";

/// The option after these objects.
const END_LIB: &str = "--end-lib";

/// A command line without bitcode.
pub(crate) struct LinkLine {
    /// The words of the command line.
    pub words: Vec<OsString>,
    /// The machines of the modules.
    pub machines: Vec<TargetMachine>,
    /// The linker that is required: the one that optimized, whose resolution of symbols holds.
    pub linker: Option<PathBuf>,
    /// The folder of the objects, which is removed on drop.
    _folder: Option<TempDir>,
}

/// Returns the first module of a command line, with its name.
///
/// # Errors
/// An input cannot be read.
pub(crate) fn first_module(words: &[OsString]) -> Result<Option<(String, Vec<u8>)>, Failure> {
    for part in line::parse(words, false)? {
        match part {
            Part::Word(_) => {}
            Part::Input(path, Contents::Module) => {
                let data = fs::read(&path).map_err(|e| io_failure("read", &path, &e))?;
                return Ok(Some((path.display().to_string(), data)));
            }
            Part::Input(path, Contents::Archive(members)) => {
                let module = members.into_iter().find(|member| member.is_module);
                return Ok(module.map(|module| (path.display().to_string(), module.file.data)));
            }
        }
    }
    Ok(None)
}

/// Compiles each module by itself.
///
/// # Errors
/// A module is rejected, or a file cannot be read or written.
pub(crate) fn compile_each(words: &[OsString], code: &CodeOptions) -> Result<LinkLine, Failure> {
    let parts = link_options::sort(line::parse(words, false)?)?.parts;
    let mut modules = Vec::new();
    let mut seen = HashMap::new();
    for part in &parts {
        let Part::Input(path, contents) = part else { continue };
        if seen.contains_key(path) {
            continue;
        }
        seen.insert(path.clone(), modules.len());
        match contents {
            Contents::Module => {
                modules.push(Module { name: path.display().to_string(), source: Source::File(path.clone()) })
            }
            Contents::Archive(members) => modules.extend(modules_of(path, members)),
        }
    }
    if modules.is_empty() {
        return Ok(LinkLine { words: words_of(parts), machines: Vec::new(), linker: None, _folder: None });
    }
    let compiled = code.compile_all(&modules)?;
    let folder = temporary_folder()?;
    let mut words = Vec::new();
    for part in parts {
        let (path, contents) = match part {
            Part::Word(word) => {
                words.push(word);
                continue;
            }
            Part::Input(path, contents) => (path, contents),
        };
        let first = seen[&path];
        let place = lld::place(folder.path(), first, &path)?;
        let mut objects = compiled[first..].iter().map(|compiled| &compiled.bytes);
        match contents {
            Contents::Module => write(&place, objects.next().map_or(&[], |bytes| bytes))?,
            Contents::Archive(members) => {
                let object = |mut member: Member| {
                    if member.is_module {
                        member.file.data = objects.next().cloned().unwrap_or_default();
                    }
                    member.file
                };
                write_archive(&place, &members.into_iter().map(object).collect::<Vec<_>>())?;
            }
        }
        words.push(place.into());
    }
    let machines = compiled.into_iter().map(|compiled| compiled.machine).collect();
    Ok(LinkLine { words, machines, linker: None, _folder: Some(folder) })
}

/// Returns the modules of an archive.
fn modules_of<'a>(path: &'a Path, members: &'a [Member]) -> impl Iterator<Item = Module> + use<'a> {
    members.iter().filter(|member| member.is_module).map(|member| Module {
        name: format!("{}({})", path.display(), member.file.name),
        source: Source::Bytes(member.file.data.clone()),
    })
}

/// Optimizes and compiles the modules together. `resolver` returns the command of `ld.lld` for words
/// that replace the given ones.
///
/// # Errors
/// There is no `ld.lld` or it fails; a module is rejected, or a file cannot be read or written.
pub(crate) fn optimize(
    words: &[OsString],
    code: &CodeOptions,
    resolver: &dyn Fn(&[OsString]) -> Result<Command, Failure>,
) -> Result<LinkLine, Failure> {
    let sorted = link_options::sort(line::parse(words, true)?)?;
    if !sorted.parts.iter().any(|part| matches!(part, Part::Input(..))) {
        return Ok(LinkLine {
            words: words_of(sorted.parts),
            machines: Vec::new(),
            linker: None,
            _folder: None,
        });
    }
    if link_options::excludes_libraries(&sorted.parts) {
        let message = "--exclude-libs has no effect on modules of archives that are optimized";
        output::stderr(&Style::default().reasons(Failure::new(message).0));
    }
    let folder = temporary_folder()?;
    let mut originals = Vec::new();
    let mut staged = Vec::new();
    for part in &sorted.parts {
        match part {
            Part::Word(word) => staged.push(word.clone()),
            Part::Input(path, contents) => {
                let link = lld::stage(folder.path(), originals.len(), path, contents)?;
                staged.push(link.clone().into());
                originals.push((link, path.clone()));
            }
        }
    }
    let command = resolver(&staged)?;
    let linker = Some(PathBuf::from(command.get_program()));
    let modules = lld::run(command, &sorted.optimization, folder.path(), &originals)?;
    let compiled = code.compile_all(&modules)?;
    let mut objects = Vec::new();
    let mut machines = Vec::new();
    for (n, compiled) in compiled.into_iter().enumerate() {
        let place = folder.path().join(format!("{n}.o"));
        write(&place, &compiled.bytes)?;
        objects.push(place.into());
        machines.push(compiled.machine);
    }
    let words = with_objects(sorted.parts, objects, folder.path())?;
    Ok(LinkLine { words, machines, linker, _folder: Some(folder) })
}

/// Returns the words with objects before the first input with bitcode, and without such inputs.
/// Other members of archives remain.
fn with_objects(parts: Vec<Part>, objects: Vec<OsString>, folder: &Path) -> Result<Vec<OsString>, Failure> {
    let mut words = Vec::new();
    let mut objects = Some(objects);
    let mut start = None;
    for (n, part) in parts.into_iter().enumerate() {
        let (path, contents) = match part {
            Part::Word(word) => {
                match word.to_str() {
                    Some(START_LIB) => start = Some(words.len()),
                    Some(END_LIB) => start = None,
                    _ => {}
                }
                words.push(word);
                continue;
            }
            Part::Input(path, contents) => (path, contents),
        };
        if let Some(objects) = objects.take() {
            let at = start.unwrap_or(words.len());
            words.splice(at..at, objects);
        }
        let Contents::Archive(members) = contents else { continue };
        let others: Vec<_> =
            members.into_iter().filter(|member| !member.is_module).map(|member| member.file).collect();
        if !others.is_empty() {
            let place = lld::place(&folder.join("others"), n, &path)?;
            write_archive(&place, &others)?;
            words.push(place.into());
        }
    }
    Ok(words)
}

/// Returns the words of parts without bitcode.
fn words_of(parts: Vec<Part>) -> Vec<OsString> {
    let word = |part| match part {
        Part::Word(word) => word,
        Part::Input(path, _) => path.into(),
    };
    parts.into_iter().map(word).collect()
}

fn write_archive(path: &Path, members: &[ArchiveMember]) -> Result<(), Failure> {
    let bytes = archive(members).map_err(|e| io_failure("write", path, &e))?;
    write(path, &bytes)
}
