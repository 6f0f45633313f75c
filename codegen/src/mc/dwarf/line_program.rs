//! `.debug_line`: for each unit its files and folders, and a program that makes the table of lines.
//!
//! * Requires: functions in order of their places.
//! * Establishes: a sequence for each run of functions of a unit that stand one after the other in a section. Advances that the linker may change are
//!   numbers that relocations fill; the others are constants.
//! * Cost: linear in the rows.
//! * Source: the DWARF standard, section 6.2.

use super::events::{DebugEvent, LineRow, RowFlags};
use super::section::{Contents, Fill, SectionId};
use super::{CodeAddress, Input, PlacedFunction, Strings};
use crate::debug_info::{File, Node, NodeId, TextId};
use gimli::constants as dw;
use rustc_hash::FxHashMap as HashMap;

/// The numbers of a table's header that say what opcodes mean.
const LINE_BASE: i64 = -5;
const LINE_RANGE: u64 = 14;
const OPCODE_BASE: u64 = 13;
/// How many operands each standard opcode has.
const OPERANDS: [u8; 12] = [0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1];
/// The form of a file's MD5 sum: 16 bytes.
const MD5: u8 = 1;

/// The files of a unit.
pub struct Files {
    version: u16,
    /// The folder in which the compiler ran, then others; of version 4 the first is not listed.
    folders: Vec<Vec<u8>>,
    /// Name, folder, and the node that has the rest.
    files: Vec<(Vec<u8>, usize, Option<NodeId>)>,
    known: HashMap<NodeId, u64>,
    by_name: HashMap<(Vec<u8>, usize), u64>,
}

impl Files {
    /// The files of a unit whose own file is `primary`.
    pub fn new(input: &Input<'_>, primary: Option<NodeId>) -> Files {
        let mut files = Files {
            version: input.info.version,
            folders: Vec::new(),
            files: Vec::new(),
            known: HashMap::default(),
            by_name: HashMap::default(),
        };
        let file = primary.and_then(|id| file_of(input, id));
        let text = |id: Option<TextId>| input.info.text_of(id).to_vec();
        files.folders.push(file.map(|file| text(file.directory)).unwrap_or_default());
        if files.version >= 5 {
            // The unit's own file is the first one, by the name that the unit has.
            let name = file.map(|file| text(file.name)).unwrap_or_default();
            files.by_name.insert((name.clone(), 0), 0);
            files.files.push((name, 0, primary));
            files.known.extend(primary.map(|id| (id, 0)));
        }
        files
    }

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

    /// The number of a file.
    pub fn number(&mut self, input: &Input<'_>, id: NodeId) -> u64 {
        if let Some(&known) = self.known.get(&id) {
            return known;
        }
        let Some(file) = file_of(input, id) else { return u64::from(self.version < 5) };
        let (mut name, directory) = (input.info.text_of(file.name), input.info.text_of(file.directory));
        if self.is_own(input, name, file) {
            self.known.insert(id, 0);
            return 0;
        }
        let mut folder = if directory == self.folders[0] { 0 } else { self.folder(directory) };
        if directory.is_empty()
            && let Some(slash) = name.iter().rposition(|&byte| byte == b'/').filter(|&at| at != 0)
        {
            folder = self.folder(&name[..slash]);
            name = &name[slash + 1..];
        }
        let first = if self.version >= 5 { 0 } else { 1 };
        let next = self.files.len() as u64 + first;
        let number = *self.by_name.entry((name.to_vec(), folder)).or_insert(next);
        if number == next {
            self.files.push((name.to_vec(), folder, Some(id)));
        }
        self.known.insert(id, number);
        number
    }

    /// Whether a file is the unit's own by its name, in whatever folder it is said to be.
    fn is_own(&self, input: &Input<'_>, name: &[u8], file: &File) -> bool {
        let own = self.files.first().filter(|_| self.version >= 5);
        own.is_some_and(|(own, _, node)| {
            let known = node.and_then(|node| file_of(input, node));
            own == name && known.and_then(|known| md5(input, known)) == md5(input, file)
        })
    }

    /// Appends folders and files as the header has them.
    fn write(&self, input: &Input<'_>, line_strings: &mut Strings, out: &mut Contents) {
        if self.version < 5 {
            for folder in &self.folders[1..] {
                out.string(folder);
            }
            out.bytes.push(0);
            for (name, folder, _) in &self.files {
                out.string(name);
                out.uleb(*folder as u64);
                out.bytes.extend([0, 0]);
            }
            out.bytes.push(0);
            return;
        }
        let mut string = |text: &[u8], out: &mut Contents| {
            let number = line_strings.add(text);
            out.fill(Fill::Section(SectionId::LineStr, line_strings.offset(number)), 4);
        };
        out.bytes.push(1);
        out.uleb(dw::DW_LNCT_path.0.into());
        out.uleb(dw::DW_FORM_line_strp.0.into());
        out.uleb(self.folders.len() as u64);
        for folder in &self.folders {
            string(folder, out);
        }
        let nodes = || self.files.iter().map(|(_, _, id)| id.and_then(|id| file_of(input, id)));
        let sum = |file: Option<&File>| file.and_then(|file| md5(input, file));
        let has_sums = nodes().all(|file| sum(file).is_some());
        let has_sources = nodes().any(|file| file.is_some_and(|file| file.has_source));
        let formats = [
            (true, dw::DW_LNCT_path, dw::DW_FORM_line_strp),
            (true, dw::DW_LNCT_directory_index, dw::DW_FORM_udata),
            (has_sums, dw::DW_LNCT_MD5, dw::DW_FORM_data16),
            (has_sources, dw::DW_LNCT_LLVM_source, dw::DW_FORM_line_strp),
        ];
        out.bytes.push(formats.iter().filter(|(is_there, ..)| *is_there).count() as u8);
        for (_, kind, form) in formats.iter().filter(|(is_there, ..)| *is_there) {
            out.uleb(kind.0.into());
            out.uleb(form.0.into());
        }
        out.uleb(self.files.len() as u64);
        for ((name, folder, _), node) in self.files.iter().zip(nodes()) {
            string(name, out);
            out.uleb(*folder as u64);
            if has_sums {
                out.bytes.extend(sum(node).unwrap_or_default());
            }
            if has_sources {
                string(node.map_or(&[], |file| input.info.text_of(file.source)), out);
            }
        }
    }
}

fn file_of<'a>(input: &Input<'a>, id: NodeId) -> Option<&'a File> {
    match input.info.node(id) {
        Node::File(file) => Some(file),
        _ => None,
    }
}

/// The MD5 sum of a file, if that is given.
fn md5(input: &Input<'_>, file: &File) -> Option<[u8; 16]> {
    let text = std::str::from_utf8(input.info.text_of(file.checksum)).ok()?;
    if file.checksum_kind != MD5 || text.len() != 32 || !text.is_ascii() {
        return None;
    }
    let byte = |n: usize| u8::from_str_radix(&text[2 * n..2 * n + 2], 16).ok();
    let mut sum = [0; 16];
    for (n, out) in sum.iter_mut().enumerate() {
        *out = byte(n)?;
    }
    Some(sum)
}

/// The registers of the machine that reads the program.
struct State {
    address: CodeAddress,
    file: u64,
    line: i64,
    column: u64,
    is_stmt: bool,
}

/// The program of one unit.
struct Program<'a, 'b> {
    input: &'a Input<'a>,
    files: &'b mut Files,
    out: Contents,
    state: Option<State>,
}

/// Appends the table of a unit with these functions, in order of their places.
pub fn write(
    input: &Input<'_>,
    files: &mut Files,
    functions: &[&PlacedFunction],
    line_strings: &mut Strings,
    section: &mut Contents,
) {
    let mut program = Program { input, files, out: Contents::default(), state: None };
    for function in functions {
        program.function(function);
    }
    program.end_sequence(None);
    let body = program.out;
    let length = section.start_length();
    section.number(input.info.version.into(), 2);
    if input.info.version >= 5 {
        section.bytes.extend([input.address_bytes, 0]);
    }
    let header = section.start_length();
    section.bytes.extend([input.code_align, 1, 1, LINE_BASE as u8, LINE_RANGE as u8, OPCODE_BASE as u8]);
    section.bytes.extend(OPERANDS);
    files.write(input, line_strings, section);
    section.end_length(header);
    section.append(&body);
    section.end_length(length);
}

impl Program<'_, '_> {
    fn function(&mut self, function: &PlacedFunction) {
        if !function.follows {
            self.end_sequence(None);
        }
        for &(at, event) in &function.debug.events {
            match event {
                DebugEvent::Row(row) => self.row(at, row),
                DebugEvent::End if !function.is_followed => self.end_sequence(Some(at)),
                DebugEvent::Start | DebugEvent::End | DebugEvent::Scope(_) | DebugEvent::Value(..) => {}
            }
        }
    }

    fn op(&mut self, op: gimli::DwLns) {
        self.out.bytes.push(op.0);
    }

    fn extended(&mut self, op: gimli::DwLne, size: u64) {
        self.out.bytes.push(0);
        self.out.uleb(size + 1);
        self.out.bytes.push(op.0);
    }

    fn set_address(&mut self, at: CodeAddress) {
        self.extended(dw::DW_LNE_set_address, self.input.address_bytes.into());
        self.out.fill(Fill::Code(at), self.input.address_bytes);
    }

    /// The file of a scope: its number.
    fn file(&mut self, scope: NodeId) -> Option<u64> {
        let file = self.input.info.file_of(scope)?;
        Some(self.files.number(self.input, file))
    }

    fn row(&mut self, at: CodeAddress, row: LineRow) {
        let file = row.scope.and_then(|scope| self.file(scope));
        if self.state.is_none() {
            self.set_address(at);
            self.state = Some(State { address: at, file: 1, line: 1, column: 0, is_stmt: true });
        }
        let Some(mut state) = self.state.take() else { return };
        if let Some(file) = file.filter(|&file| file != state.file) {
            self.op(dw::DW_LNS_set_file);
            self.out.uleb(file);
            state.file = file;
        }
        if state.column != u64::from(row.column) {
            self.op(dw::DW_LNS_set_column);
            self.out.uleb(row.column.into());
            state.column = row.column.into();
        }
        let discriminator = row.scope.map_or(0, |scope| self.input.info.discriminator_of(scope));
        if row.line != 0 && discriminator != 0 {
            let mut number = Contents::default();
            number.uleb(discriminator.into());
            self.extended(dw::DW_LNE_set_discriminator, number.len());
            self.out.append(&number);
        }
        if state.is_stmt != row.flags.contains(RowFlags::IS_STMT) {
            self.op(dw::DW_LNS_negate_stmt);
            state.is_stmt = !state.is_stmt;
        }
        if row.flags.contains(RowFlags::PROLOGUE_END) {
            self.op(dw::DW_LNS_set_prologue_end);
        }
        if row.flags.contains(RowFlags::EPILOGUE_BEGIN) {
            self.op(dw::DW_LNS_set_epilogue_begin);
        }
        self.advance(&mut state, at, row.line.into());
        self.state = Some(state);
    }

    /// How many units of the shortest instruction it is to a place, if that is fixed.
    fn units_to(&self, from: CodeAddress, to: CodeAddress) -> Option<u64> {
        let distance = to.offset.checked_sub(from.offset)?;
        let is_fixed = (self.input.is_fixed)(from, to);
        let align = u64::from(self.input.code_align);
        (is_fixed && distance.is_multiple_of(align)).then_some(distance / align)
    }

    fn advance_line(&mut self, by: i64) {
        if by != 0 {
            self.op(dw::DW_LNS_advance_line);
            self.out.sleb(by);
        }
    }

    /// Appends the row at an address.
    fn advance(&mut self, state: &mut State, to: CodeAddress, line: i64) {
        let (from, by) = (state.address, line - state.line);
        (state.address, state.line) = (to, line);
        let Some(units) = self.units_to(from, to) else {
            self.advance_line(by);
            self.advance_unknown(from, to);
            return self.op(dw::DW_LNS_copy);
        };
        let is_special = (LINE_BASE..LINE_BASE + LINE_RANGE as i64).contains(&by);
        let mut opcode = OPCODE_BASE;
        if is_special {
            opcode += (by - LINE_BASE) as u64;
        } else {
            self.advance_line(by);
            opcode += -LINE_BASE as u64;
        }
        if !is_special && units == 0 {
            return self.op(dw::DW_LNS_copy);
        }
        const MOST: u64 = (255 - OPCODE_BASE) / LINE_RANGE;
        if units < 1 + MOST && opcode + units * LINE_RANGE <= 255 {
            return self.out.bytes.push((opcode + units * LINE_RANGE) as u8);
        }
        if (MOST..1 + 2 * MOST).contains(&units) && opcode + (units - MOST) * LINE_RANGE <= 255 {
            self.op(dw::DW_LNS_const_add_pc);
            return self.out.bytes.push((opcode + (units - MOST) * LINE_RANGE) as u8);
        }
        self.op(dw::DW_LNS_advance_pc);
        self.out.uleb(units);
        self.out.bytes.push(opcode as u8);
    }

    /// Advances by what the linker may change.
    fn advance_unknown(&mut self, from: CodeAddress, to: CodeAddress) {
        let distance = to.offset.checked_sub(from.offset);
        if from.section == to.section && distance.is_some_and(|distance| distance <= 0xffff) {
            self.op(dw::DW_LNS_fixed_advance_pc);
            self.out.fill(Fill::Distance(from, to), 2);
        } else {
            self.set_address(to);
        }
    }

    /// Ends the sequence, at an address or where its last row is.
    fn end_sequence(&mut self, at: Option<CodeAddress>) {
        let Some(state) = self.state.take() else { return };
        let to = at.unwrap_or(state.address);
        match self.units_to(state.address, to) {
            Some(0) => {}
            Some(units) => {
                self.op(dw::DW_LNS_advance_pc);
                self.out.uleb(units);
            }
            None => self.advance_unknown(state.address, to),
        }
        self.extended(dw::DW_LNE_end_sequence, 0);
    }
}
