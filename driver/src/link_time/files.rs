//! Files with bitcode among the inputs of a linker: modules, archives, and fat objects, whose
//! section `.llvm.lto` contains the module that their code was compiled from.

use crate::archive::ArchiveMember;
use crate::failure::{Failure, io_failure};
use gisel_frontend_llvm::reader::is_bitcode;
use object::read::archive::ArchiveFile;
use object::{File, Object};
use std::fs;
use std::io::Read;
use std::path::Path;

/// The section of a fat object with its module.
const FAT_SECTION: &str = ".llvm.lto";

/// The first bytes of archives, with and without their members' bytes.
const ARCHIVES: [&[u8]; 2] = [b"!<arch>\n", b"!<thin>\n"];

/// The first bytes of ELF files.
const ELF: &[u8] = b"\x7fELF";

/// The contents of a file with bitcode.
#[derive(Debug)]
pub(super) enum Contents {
    /// A module, or a fat object.
    Module,
    /// The members of an archive, with at least one module.
    Archive(Vec<Member>),
}

/// A member of an archive.
#[derive(Debug)]
pub(super) struct Member {
    pub file: ArchiveMember,
    /// True for a module or a fat object.
    pub is_module: bool,
}

/// Reads a file; returns `None` for a file without bitcode. Fat objects are modules only if `fat`.
///
/// # Errors
/// An archive is broken, or a member of a thin archive cannot be read. The linker reports files that
/// do not exist.
pub(super) fn read(path: &Path, fat: bool) -> Result<Option<Contents>, Failure> {
    let start = start(path);
    if is_bitcode(&start) {
        return Ok(Some(Contents::Module));
    }
    if start.starts_with(ELF) {
        let is_fat = fat && fs::read(path).is_ok_and(|data| is_fat(&data));
        return Ok(is_fat.then_some(Contents::Module));
    }
    if !ARCHIVES.iter().any(|magic| start == *magic) {
        return Ok(None);
    }
    let members = members(path, fat)?;
    let has_module = members.iter().any(|member| member.is_module);
    Ok(has_module.then_some(Contents::Archive(members)))
}

/// Returns the first bytes of a regular file.
fn start(path: &Path) -> Vec<u8> {
    let mut start = vec![0; ARCHIVES[0].len()];
    let read = fs::metadata(path).is_ok_and(|known| known.is_file())
        && fs::File::open(path).and_then(|mut file| file.read_exact(&mut start)).is_ok();
    if read { start } else { Vec::new() }
}

/// Returns true for an object whose module is in a section.
fn is_fat(data: &[u8]) -> bool {
    data.starts_with(ELF)
        && memchr::memmem::find(data, FAT_SECTION.as_bytes()).is_some()
        && File::parse(data).is_ok_and(|file| file.section_by_name(FAT_SECTION).is_some())
}

/// Returns the members of an archive.
fn members(path: &Path, fat: bool) -> Result<Vec<Member>, Failure> {
    let data = fs::read(path).map_err(|e| io_failure("read", path, &e))?;
    let broken = |e: object::Error| Failure::new(format!("cannot read {}: {e}", path.display()));
    let archive = ArchiveFile::parse(&*data).map_err(broken)?;
    let mut members = Vec::new();
    for member in archive.members() {
        let member = member.map_err(broken)?;
        let name = String::from_utf8_lossy(member.name()).into_owned();
        let data = if member.is_thin() {
            let file = path.parent().unwrap_or(Path::new("")).join(&name);
            fs::read(&file).map_err(|e| io_failure("read", &file, &e))?
        } else {
            member.data(&*data).map_err(broken)?.to_vec()
        };
        let is_module = is_bitcode(&data) || (fat && is_fat(&data));
        members.push(Member { file: ArchiveMember { name, data }, is_module });
    }
    Ok(members)
}
