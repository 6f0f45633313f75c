//! Static libraries: the `ar` format with GNU's symbol index and long names.
//!
//! Requires member names without `/`. Establishes bytes that depend on the members alone: times, owners and modes are fixed. One pass
//! over the members. The format is described in ar(5) and in the System V ABI, chapter 7.

/// A member of an archive.
pub struct ArchiveMember {
    /// File name.
    pub name: String,
    /// The symbols by which a linker finds the member.
    pub symbols: Vec<String>,
    /// The object file.
    pub data: Vec<u8>,
}

const MAGIC: &[u8] = b"!<arch>\n";
const HEADER_SIZE: usize = 60;
/// Names up to this length stand in the header, with a `/` after them.
const SHORT_NAME: usize = 15;

/// The archive of these members, or `None` when it would exceed the 4 GiB that its index can address.
#[must_use]
pub fn archive(members: &[ArchiveMember]) -> Option<Vec<u8>> {
    let (long_names, name_fields) = name_table(members);
    let symbols: usize = members.iter().map(|m| m.symbols.len()).sum();
    let text: usize = members.iter().flat_map(|m| &m.symbols).map(|s| s.len() + 1).sum();
    let index_size = 4 + 4 * symbols + text;

    let mut position = MAGIC.len() + entry_size(index_size);
    if !long_names.is_empty() {
        position += entry_size(long_names.len());
    }
    let mut index = u32::try_from(symbols).ok()?.to_be_bytes().to_vec();
    for member in members {
        let offset = u32::try_from(position).ok()?.to_be_bytes();
        member.symbols.iter().for_each(|_| index.extend(offset));
        position += entry_size(member.data.len());
    }
    for symbol in members.iter().flat_map(|m| &m.symbols) {
        index.extend(symbol.as_bytes());
        index.push(0);
    }

    let mut out = Vec::with_capacity(position);
    out.extend(MAGIC);
    entry(&mut out, "/", &index);
    if !long_names.is_empty() {
        entry(&mut out, "//", &long_names);
    }
    for (member, field) in members.iter().zip(&name_fields) {
        entry(&mut out, field, &member.data);
    }
    Some(out)
}

/// The table of long names, and what stands in each member's name field.
fn name_table(members: &[ArchiveMember]) -> (Vec<u8>, Vec<String>) {
    let mut table = Vec::new();
    let mut fields = Vec::new();
    for member in members {
        if member.name.len() <= SHORT_NAME {
            fields.push(format!("{}/", member.name));
        } else {
            fields.push(format!("/{}", table.len()));
            table.extend(member.name.as_bytes());
            table.extend(b"/\n");
        }
    }
    (table, fields)
}

/// Header, data and padding to an even size.
fn entry_size(data: usize) -> usize {
    HEADER_SIZE + data + data % 2
}

fn entry(out: &mut Vec<u8>, name: &str, data: &[u8]) {
    // Name, time, owner, group, mode, size.
    let header = format!("{name:<16}{:<12}{:<6}{:<6}{:<8}{:<10}`\n", 0, 0, 0, 644, data.len());
    out.extend(header.as_bytes());
    out.extend(data);
    if !data.len().is_multiple_of(2) {
        out.push(b'\n');
    }
}

#[cfg(test)]
mod tests {
    use super::{ArchiveMember, archive};

    fn member(name: &str, symbols: &[&str], data: &[u8]) -> ArchiveMember {
        let symbols = symbols.iter().map(|s| (*s).to_owned()).collect();
        ArchiveMember { name: name.to_owned(), symbols, data: data.to_vec() }
    }

    #[test]
    fn a_reader_finds_members_and_symbols() {
        let members = [
            member("short.o", &["one", "two"], b"abc"),
            member("a-name-longer-than-the-field.o", &["three"], b"defg"),
            member("last.o", &[], b""),
        ];
        let bytes = archive(&members).unwrap();
        let read = object::read::archive::ArchiveFile::parse(&*bytes).unwrap();
        let found: Vec<(Vec<u8>, Vec<u8>)> = read
            .members()
            .map(|m| m.unwrap())
            .map(|m| (m.name().to_vec(), m.data(&*bytes).unwrap().to_vec()))
            .collect();
        let expected: Vec<_> =
            members.iter().map(|m| (m.name.clone().into_bytes(), m.data.clone())).collect();
        assert_eq!(found, expected);
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
