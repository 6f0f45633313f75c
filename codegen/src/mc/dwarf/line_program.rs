//! `.debug_line`: for each unit its files and folders, and the line number program.
//!
//! * Requires: rows in address order, consecutive within a run of code.
//! * Establishes: a sequence for each run of code. Relocations fill advances that the linker may
//!   change; the others are constants.
//! * Cost: linear in the rows.
//! * Source: the DWARF standard, section 6.2.

use crate::mc::dwarf::events::{DebugEvent, FileRow, LineRow, RowFlags};
use crate::mc::dwarf::files::{FileTable, Files};
use crate::mc::dwarf::input::Input;
use crate::mc::dwarf::placed::{CodeAddress, PlacedFunction};
use crate::mc::dwarf::pools::Strings;
use crate::mc::dwarf::section::{Contents, Fill};
use gimli::constants as dw;

impl FileRow {
    /// Returns a row of a function, and assigns a number to its file.
    pub(crate) fn of(input: &Input<'_>, files: &mut Files, row: LineRow) -> FileRow {
        let file = row.scope.and_then(|scope| input.info.file_of(scope));
        let discriminator = row.scope.filter(|_| row.line != 0);
        FileRow {
            file: file.map(|file| files.number(input, file)),
            line: row.line,
            column: row.column,
            discriminator: discriminator.map_or(0, |scope| input.info.discriminator_of(scope)),
            flags: row.flags,
        }
    }
}

/// The header fields that define the special opcodes.
const LINE_BASE: i64 = -5;
const LINE_RANGE: u64 = 14;
const OPCODE_BASE: u64 = 13;
/// The minimum instruction length in bytes: 1, as in LLVM's assembler.
const UNIT: u8 = 1;
/// The number of operands of each standard opcode.
const OPERANDS: [u8; 12] = [0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1];

/// The registers of the line number state machine.
struct LineRegisters {
    address: CodeAddress,
    file: u64,
    line: i64,
    column: u64,
    is_stmt: bool,
}

/// The line number program of one unit.
pub struct Program<'a> {
    address_bytes: u8,
    is_fixed: &'a dyn Fn(CodeAddress, CodeAddress) -> bool,
    out: Contents,
    state: Option<LineRegisters>,
}

/// Appends the table of a unit with these functions, in address order. Without `line_strings`, the
/// table holds the file names.
pub(crate) fn write(
    input: &Input<'_>,
    files: &mut Files,
    functions: &[&PlacedFunction],
    line_strings: Option<&mut Strings>,
    section: &mut Contents,
) {
    let mut program = Program::new(input.address_bytes, input.is_fixed);
    for function in functions {
        if !function.follows {
            program.end_sequence(None);
        }
        for &(at, event) in &function.debug.events {
            match event {
                DebugEvent::Row(row) => program.row(at, FileRow::of(input, files, row)),
                DebugEvent::End if !function.is_followed => program.end_sequence(Some(at)),
                DebugEvent::Start
                | DebugEvent::End
                | DebugEvent::Scope(_)
                | DebugEvent::Value(..)
                | DebugEvent::ValueInCall(..)
                | DebugEvent::ValueComment(..)
                | DebugEvent::Call(_)
                | DebugEvent::Label(_)
                | DebugEvent::LabelBefore
                | DebugEvent::LabelAfter => {}
            }
        }
    }
    program.finish(files.table(), line_strings, section);
}

impl<'a> Program<'a> {
    /// Returns an empty program. `is_fixed` returns true if the distance between two addresses of a
    /// section is final.
    pub(crate) fn new(
        address_bytes: u8,
        is_fixed: &'a dyn Fn(CodeAddress, CodeAddress) -> bool,
    ) -> Program<'a> {
        Program { address_bytes, is_fixed, out: Contents::default(), state: None }
    }

    /// Appends a table with these files and the program.
    pub(crate) fn finish(
        mut self,
        files: &FileTable,
        line_strings: Option<&mut Strings>,
        section: &mut Contents,
    ) {
        self.end_sequence(None);
        let format = files.format;
        let length = section.start_length(format);
        section.number(files.version.into(), 2);
        if files.version >= 5 {
            section.bytes.extend([self.address_bytes, 0]);
        }
        let header = section.start_offset(format);
        section.bytes.push(UNIT);
        if files.version >= 4 {
            // Operations of an instruction.
            section.bytes.push(1);
        }
        section.bytes.extend([1, LINE_BASE as u8, LINE_RANGE as u8, OPCODE_BASE as u8]);
        section.bytes.extend(OPERANDS);
        files.write(line_strings, section);
        section.end_length(header, format);
        section.append(&self.out);
        section.end_length(length, format);
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
        self.extended(dw::DW_LNE_set_address, self.address_bytes.into());
        self.out.fill(Fill::Code(at), self.address_bytes);
    }

    /// Appends a row.
    pub(crate) fn row(&mut self, at: CodeAddress, row: FileRow) {
        if self.state.is_none() {
            self.set_address(at);
            self.state = Some(LineRegisters { address: at, file: 1, line: 1, column: 0, is_stmt: true });
        }
        let Some(mut state) = self.state.take() else { return };
        if let Some(file) = row.file.filter(|&file| file != state.file) {
            self.op(dw::DW_LNS_set_file);
            self.out.uleb(file);
            state.file = file;
        }
        if state.column != u64::from(row.column) {
            self.op(dw::DW_LNS_set_column);
            self.out.uleb(row.column.into());
            state.column = row.column.into();
        }
        if row.discriminator != 0 {
            let mut number = Contents::default();
            number.uleb(row.discriminator.into());
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

    /// Returns the distance to an address in units of the minimum instruction length, if it is
    /// final.
    fn units_to(&self, from: CodeAddress, to: CodeAddress) -> Option<u64> {
        let distance = to.offset.checked_sub(from.offset)?;
        (self.is_fixed)(from, to).then_some(distance / u64::from(UNIT))
    }

    fn advance_line(&mut self, by: i64) {
        if by != 0 {
            self.op(dw::DW_LNS_advance_line);
            self.out.sleb(by);
        }
    }

    /// Appends the row at an address.
    fn advance(&mut self, state: &mut LineRegisters, to: CodeAddress, line: i64) {
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
        const MAX_ADVANCE: u64 = (255 - OPCODE_BASE) / LINE_RANGE;
        if units < 1 + MAX_ADVANCE && opcode + units * LINE_RANGE <= 255 {
            return self.out.bytes.push((opcode + units * LINE_RANGE) as u8);
        }
        if (MAX_ADVANCE..1 + 2 * MAX_ADVANCE).contains(&units)
            && opcode + (units - MAX_ADVANCE) * LINE_RANGE <= 255
        {
            self.op(dw::DW_LNS_const_add_pc);
            return self.out.bytes.push((opcode + (units - MAX_ADVANCE) * LINE_RANGE) as u8);
        }
        self.op(dw::DW_LNS_advance_pc);
        self.out.uleb(units);
        self.out.bytes.push(opcode as u8);
    }

    /// Advances by a distance that the linker may change.
    fn advance_unknown(&mut self, from: CodeAddress, to: CodeAddress) {
        let distance = to.offset.checked_sub(from.offset);
        if from.section == to.section && distance.is_some_and(|distance| distance <= 0xffff) {
            self.op(dw::DW_LNS_fixed_advance_pc);
            self.out.fill(Fill::Distance(from, to), 2);
        } else {
            self.set_address(to);
        }
    }

    /// Ends the sequence, at an address or at its last row.
    pub(crate) fn end_sequence(&mut self, at: Option<CodeAddress>) {
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
