//! The folders and files of a unit, as in the line table and in `.file` directives.
//!
//! * Requires: nodes of files.
//! * Establishes: a number for each file, and one list for both outputs.
//! * Cost: a hash lookup for each use.
//! * Source: the DWARF standard, section 6.2.4; LLVM's `MCDwarfLineTableHeader::tryGetFile`.

use crate::ir::debug_info::{File, Node, NodeId, TextId};
use crate::mc::asm::push_quoted;
use crate::mc::dwarf::input::Input;
use crate::mc::dwarf::pools::Strings;
use crate::mc::dwarf::section::{Contents, SectionId};
use gimli::Format;
use gimli::constants as dw;
use rustc_hash::FxHashMap as HashMap;

/// The form of a file's MD5 sum: 16 bytes.
const MD5: u8 = 1;

/// A file of a table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FileEntry {
    /// Its name in its folder.
    pub name: Vec<u8>,
    /// The number of the folder.
    pub folder: usize,
    /// Its MD5 sum, if known.
    pub md5: Option<[u8; 16]>,
    /// Its text, if embedded.
    pub source: Option<Vec<u8>>,
}

/// Folders and files of a line table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileTable {
    /// The version of DWARF.
    pub version: u16,
    /// Its format.
    pub format: Format,
    /// The compilation folder, then others; in version 4 the first is not listed.
    pub folders: Vec<Vec<u8>>,
    /// The files: from 0, or in version 4 from 1.
    pub files: Vec<FileEntry>,
}

impl FileTable {
    /// Returns a table without files, for a compilation folder.
    pub(crate) fn new(version: u16, format: Format, folder: Vec<u8>) -> FileTable {
        FileTable { version, format, folders: vec![folder], files: Vec::new() }
    }

    /// Returns the number of the first file.
    pub(crate) fn first(&self) -> u64 {
        if self.version >= 5 { 0 } else { 1 }
    }

    /// Returns the number of a folder, which is added if it is new.
    fn folder(&mut self, name: &[u8]) -> usize {
        if name.is_empty() {
            return 0;
        }
        let known = self.folders.iter().position(|folder| folder == name);
        known.unwrap_or_else(|| {
            self.folders.push(name.to_vec());
            self.folders.len() - 1
        })
    }

    /// Returns the folder and the name of a file in `directory`. If that is the compilation folder
    /// or empty, the name may contain another one.
    pub(crate) fn place(&mut self, directory: &[u8], name: &[u8]) -> (usize, Vec<u8>) {
        if !directory.is_empty() && directory != self.folders[0] {
            return (self.folder(directory), name.to_vec());
        }
        match name.iter().rposition(|&byte| byte == b'/') {
            Some(slash) => (self.folder(&name[..slash.max(1)]), name[slash + 1..].to_vec()),
            None => (0, name.to_vec()),
        }
    }

    fn has_sums(&self) -> bool {
        self.version >= 5 && self.files.iter().all(|file| file.md5.is_some())
    }

    fn has_sources(&self) -> bool {
        self.version >= 5 && self.files.iter().any(|file| file.source.is_some())
    }

    /// Appends folders and files in the header's form; without `line_strings` the table holds their
    /// names.
    pub(crate) fn write(&self, mut line_strings: Option<&mut Strings>, out: &mut Contents) {
        if self.version < 5 {
            for folder in &self.folders[1..] {
                out.string(folder);
            }
            out.bytes.push(0);
            for file in &self.files {
                out.string(&file.name);
                out.uleb(file.folder as u64);
                out.bytes.extend([0, 0]);
            }
            out.bytes.push(0);
            return;
        }
        let form = if line_strings.is_some() { dw::DW_FORM_line_strp } else { dw::DW_FORM_string };
        let mut string = |text: &[u8], out: &mut Contents| match &mut line_strings {
            Some(strings) => {
                let number = strings.add(text);
                out.offset(SectionId::LineStr, strings.offset(number), self.format);
            }
            None => out.string(text),
        };
        out.bytes.push(1);
        out.uleb(dw::DW_LNCT_path.0.into());
        out.uleb(form.0.into());
        out.uleb(self.folders.len() as u64);
        for folder in &self.folders {
            string(folder, out);
        }
        let (has_sums, has_sources) = (self.has_sums(), self.has_sources());
        let formats = [
            (true, dw::DW_LNCT_path, form),
            (true, dw::DW_LNCT_directory_index, dw::DW_FORM_udata),
            (has_sums, dw::DW_LNCT_MD5, dw::DW_FORM_data16),
            (has_sources, dw::DW_LNCT_LLVM_source, form),
        ];
        out.bytes.push(formats.iter().filter(|(is_there, ..)| *is_there).count() as u8);
        for (_, kind, form) in formats.iter().filter(|(is_there, ..)| *is_there) {
            out.uleb(kind.0.into());
            out.uleb(form.0.into());
        }
        out.uleb(self.files.len() as u64);
        for file in &self.files {
            string(&file.name, out);
            out.uleb(file.folder as u64);
            if has_sums {
                out.bytes.extend(file.md5.unwrap_or_default());
            }
            if has_sources {
                string(file.source.as_deref().unwrap_or_default(), out);
            }
        }
    }

    /// Returns the directives of this table from file `first` on.
    pub(crate) fn directives(&self, first: usize) -> String {
        let mut text = String::new();
        for (number, file) in (self.first()..).zip(&self.files).skip(first) {
            text.push_str(&format!("\t.file\t{number}"));
            // The compilation folder is written with the first file only.
            let folder = if number == 0 || file.folder != 0 { &self.folders[file.folder][..] } else { &[] };
            if !folder.is_empty() {
                text.push(' ');
                push_quoted(folder, &mut text);
            }
            text.push(' ');
            push_quoted(&file.name, &mut text);
            if let Some(sum) = file.md5.filter(|_| self.version >= 5) {
                text.push_str(" md5 0x");
                sum.iter().for_each(|byte| text.push_str(&format!("{byte:02x}")));
            }
            if let Some(source) = file.source.as_deref().filter(|_| self.version >= 5) {
                text.push_str(" source ");
                push_quoted(source, &mut text);
            }
            text.push('\n');
        }
        text
    }
}

/// The files of a unit.
pub(crate) struct Files {
    table: FileTable,
    /// The unit's own file.
    primary: Option<NodeId>,
    known: HashMap<NodeId, u64>,
    by_name: HashMap<(Vec<u8>, usize), u64>,
}

impl Files {
    /// Returns the files of a unit whose own file is `primary`.
    pub(crate) fn new(input: &Input<'_>, primary: Option<NodeId>) -> Files {
        let file = primary.and_then(|id| file_of(input, id));
        let text = |id: Option<TextId>| input.info.text_of(id).to_vec();
        let folder = file.map(|file| text(file.directory)).unwrap_or_default();
        let table = FileTable::new(input.info.version, input.info.format(), folder);
        let mut files = Files { table, primary, known: HashMap::default(), by_name: HashMap::default() };
        if files.table.version >= 5 {
            // The unit's own file is the first one, under the name in the unit.
            let name = file.map(|file| text(file.name)).unwrap_or_default();
            files.by_name.insert((name.clone(), 0), 0);
            files.add(input, name, 0, file);
            files.known.extend(primary.map(|id| (id, 0)));
        }
        files
    }

    /// Returns the table.
    pub(crate) fn table(&self) -> &FileTable {
        &self.table
    }

    fn add(&mut self, input: &Input<'_>, name: Vec<u8>, folder: usize, file: Option<&File>) {
        let source = file.filter(|file| file.has_source).map(|file| input.info.text_of(file.source).to_vec());
        let md5 = file.and_then(|file| md5(input, file));
        self.table.files.push(FileEntry { name, folder, md5, source });
    }

    /// Returns the number of a file.
    pub fn number(&mut self, input: &Input<'_>, id: NodeId) -> u64 {
        if let Some(&known) = self.known.get(&id) {
            return known;
        }
        let Some(file) = file_of(input, id) else { return self.table.first() };
        let (name, directory) = (input.info.text_of(file.name), input.info.text_of(file.directory));
        if self.is_own(input, name, file) {
            self.known.insert(id, 0);
            return 0;
        }
        let (folder, name) = self.table.place(directory, name);
        let next = self.table.files.len() as u64 + self.table.first();
        let number = *self.by_name.entry((name.clone(), folder)).or_insert(next);
        if number == next {
            self.add(input, name, folder, Some(file));
        }
        self.known.insert(id, number);
        number
    }

    /// Returns true if a file is the unit's own by its name, in any folder.
    fn is_own(&self, input: &Input<'_>, name: &[u8], file: &File) -> bool {
        let own = self.table.files.first().filter(|_| self.table.version >= 5);
        own.is_some_and(|own| own.name == name && own.md5 == md5(input, file))
    }

    /// Lists the unit's own file if no other is listed: without a file, directives create no table.
    pub(crate) fn list_some(&mut self, input: &Input<'_>) {
        if let Some(primary) = self.primary.filter(|_| self.table.files.is_empty()) {
            self.number(input, primary);
        }
    }
}

/// Returns the IR name of a file.
pub(super) fn name_of<'a>(input: &Input<'a>, id: NodeId) -> &'a [u8] {
    file_of(input, id).map_or(&[], |file| input.info.text_of(file.name))
}

fn file_of<'a>(input: &Input<'a>, id: NodeId) -> Option<&'a File> {
    match input.info.node(id) {
        Node::File(file) => Some(file),
        _ => None,
    }
}

/// Returns the MD5 sum of a file, if it has one.
fn md5(input: &Input<'_>, file: &File) -> Option<[u8; 16]> {
    let text = std::str::from_utf8(input.info.text_of(file.checksum)).ok()?;
    if file.checksum_kind == MD5 { parse_md5(text) } else { None }
}

/// Parses the 32 hexadecimal digits of a sum.
pub(crate) fn parse_md5(text: &str) -> Option<[u8; 16]> {
    if text.len() != 32 || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    let mut sum = [0; 16];
    for (n, out) in sum.iter_mut().enumerate() {
        *out = u8::from_str_radix(&text[2 * n..2 * n + 2], 16).ok()?;
    }
    Some(sum)
}
