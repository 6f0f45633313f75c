//! Static libraries: the `ar` format with GNU's symbol index and long names.
//!
//! Establishes: the bytes depend on the members alone, without times and owners, and with a fixed
//! mode. Cost: one pass over the members.

use ar_archive_writer::{ArchiveKind, DEFAULT_OBJECT_READER, NewArchiveMember, write_archive_to_stream};
use std::io::{self, Cursor};

/// A member of an archive. A linker finds it by the symbols that it defines.
#[derive(Clone, Debug)]
pub struct ArchiveMember {
    /// The file name.
    pub name: String,
    /// The object file.
    pub data: Vec<u8>,
}

/// The permissions of members, as in `chmod`.
const MODE: u32 = 0o644;

/// Returns the archive of these members.
///
/// # Errors
/// A member is not an object file.
pub fn archive(members: &[ArchiveMember]) -> io::Result<Vec<u8>> {
    let entry = |member: &'_ ArchiveMember| NewArchiveMember {
        buf: Box::new(member.data.clone()),
        object_reader: &DEFAULT_OBJECT_READER,
        member_name: member.name.clone(),
        mtime: 0,
        uid: 0,
        gid: 0,
        perms: MODE,
    };
    let entries: Vec<_> = members.iter().map(entry).collect();
    let mut out = Cursor::new(Vec::new());
    write_archive_to_stream(&mut out, &entries, ArchiveKind::Gnu, false, None)?;
    Ok(out.into_inner())
}

#[cfg(test)]
mod tests {
    use super::{ArchiveMember, archive};
    use object::write::{Object, Symbol, SymbolSection};
    use object::{Architecture, BinaryFormat, Endianness, SymbolFlags, SymbolKind, SymbolScope};

    fn member(name: &str, symbols: &[&str]) -> ArchiveMember {
        let mut object = Object::new(BinaryFormat::Elf, Architecture::Riscv64, Endianness::Little);
        for (value, symbol) in (0..).zip(symbols) {
            object.add_symbol(Symbol {
                name: symbol.as_bytes().to_vec(),
                value,
                size: 0,
                kind: SymbolKind::Data,
                scope: SymbolScope::Dynamic,
                weak: false,
                section: SymbolSection::Absolute,
                flags: SymbolFlags::None,
            });
        }
        ArchiveMember { name: name.to_owned(), data: object.write().expect("an object") }
    }

    #[test]
    fn a_reader_finds_members_and_symbols() {
        let members = [
            member("short.o", &["one", "two"]),
            member("a-name-longer-than-the-field.o", &["three"]),
            member("last.o", &[]),
        ];
        let bytes = archive(&members).unwrap();
        assert_eq!(bytes, archive(&members).unwrap());
        let read = object::read::archive::ArchiveFile::parse(&*bytes).unwrap();
        let found: Vec<(Vec<u8>, Vec<u8>)> = read
            .members()
            .map(|m| m.unwrap())
            .map(|m| (m.name().to_vec(), m.data(&*bytes).unwrap().to_vec()))
            .collect();
        let names: Vec<_> = members.iter().map(|m| m.name.as_bytes()).collect();
        assert_eq!(found.iter().map(|m| &*m.0).collect::<Vec<_>>(), names);
        assert!(found.iter().zip(&members).all(|(found, member)| found.1.starts_with(&member.data)));
        let index: Vec<_> = read
            .symbols()
            .unwrap()
            .unwrap()
            .map(|s| s.unwrap())
            .map(|s| (s.name().to_vec(), read.member(s.offset()).unwrap().name().to_vec()))
            .collect();
        let pair = |s: &str, m: &str| (s.as_bytes().to_vec(), m.as_bytes().to_vec());
        assert_eq!(
            index,
            [pair("one", "short.o"), pair("two", "short.o"), pair("three", "a-name-longer-than-the-field.o")]
        );
    }
}
