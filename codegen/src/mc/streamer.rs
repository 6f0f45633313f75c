//! The interface between emission and its two outputs: assembly text and ELF.
//!
//! Functions and data are emitted as calls of a [`Streamer`]. Both outputs see the same calls, so
//! the assembled text is equal to the object. A streamer belongs to one function or to the module's
//! data, on any thread. Results are merged in the module's order.

use super::dwarf::events::{DebugEvent, EmittedFunction};
use super::dwarf::line_program::FileRow;
use super::inst::{Label, McExpr, McInst, McOperand, McSymbol};
use crate::ir::content::Form;
use crate::ir::entity::{InstId, SymbolId};
use crate::ir::mir::names::quoted;
use crate::ir::mir::{CfiDirective, MachineFunction};
use crate::ir::module::PointerSchema;
use crate::ir::section::Section;
use crate::machine::desc::instructions::Opcode;
use std::fmt;

/// The ELF type of a symbol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SymbolType {
    /// `STT_FUNC`.
    Function,
    /// `STT_OBJECT`.
    Object,
    /// `STT_TLS`.
    Tls,
    /// `STT_GNU_IFUNC`.
    IndirectFunction,
}

/// The value of a word of data: `expr`, or `expr - base`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct McValue {
    /// The minuend.
    pub expr: McExpr,
    /// The subtrahend.
    pub base: Option<Base>,
    /// The use of the value.
    pub usage: ValueUsage,
}

/// The use of a value in a word of data.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ValueUsage {
    /// As it is.
    Plain,
    /// A function called through the procedure linkage table; requires a base. Holds the word's
    /// distance in bytes from the base, if the base is the symbol that contains the word.
    ThroughPlt(Option<i64>),
    /// A pointer that the loader signs; has no base.
    Signed(PointerSchema),
}

impl McValue {
    /// Returns the value of `expr`.
    pub fn plain(expr: McExpr) -> McValue {
        McValue { expr, base: None, usage: ValueUsage::Plain }
    }

    /// Returns `expr - base`.
    pub fn difference(expr: McExpr, base: Base) -> McValue {
        McValue { expr, base: Some(base), usage: ValueUsage::Plain }
    }
}

/// The subtrahend in a word of data.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Base {
    /// The address of the word itself.
    Here,
    /// A symbol's address.
    Symbol(McSymbol),
}

/// The contents of padding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Padding {
    /// NOPs.
    Code,
    /// Zeros.
    Zero,
}

/// The fill value that padding repeats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fill {
    /// The value.
    pub value: u32,
    /// Its size in bytes: 1, 2 or 4.
    pub size: u8,
}

impl Fill {
    /// Zeros.
    pub const ZERO: Fill = Fill { value: 0, size: 1 };

    /// Returns `room` bytes of the value.
    ///
    /// # Errors
    /// `room` is not a multiple of its size.
    pub fn bytes(self, room: u64) -> Result<impl Iterator<Item = u8>, String> {
        let size = u64::from(self.size);
        if !room.is_multiple_of(size) {
            return Err(format!("padding of {room} bytes is no multiple of {size} bytes"));
        }
        let bytes = self.value.to_le_bytes().into_iter().take(self.size.into());
        Ok(bytes.cycle().take(room as usize))
    }
}

/// Padding other than the default.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Filling {
    /// The fill value, if there is one.
    pub value: Option<Fill>,
    /// The maximum number of bytes; there is no padding if more would be required.
    pub most: u32,
}

/// A pointer in unwind information.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FramePointer {
    /// Its encoding: `DW_EH_PE_…`.
    pub encoding: u8,
    /// The target of the pointer.
    pub to: McSymbol,
}

/// A relocation that assembly requests (`.reloc`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Relocation {
    /// Its number.
    pub kind: u32,
    /// The symbol; `None` if the relocation has an addend only.
    pub symbol: Option<McSymbol>,
    /// The addend.
    pub addend: i64,
}

/// The sections that hold unwind information.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FrameSections {
    /// True for `.eh_frame`, for unwinding at run time.
    pub eh_frame: bool,
    /// True for `.debug_frame`, for debuggers.
    pub debug_frame: bool,
}

impl FrameSections {
    /// Returns the sections of an object whose functions have these. Unwind information for
    /// debuggers goes to the same sections as the other functions' information, if there is any.
    pub fn of_all(all: impl Iterator<Item = FrameSections> + Clone) -> Option<FrameSections> {
        let eh_frame = all.clone().any(|sections| sections.eh_frame);
        let debug_frame = all.clone().any(|sections| sections.debug_frame && sections.eh_frame == eh_frame);
        all.clone().next().map(|_| FrameSections { eh_frame, debug_frame })
    }

    /// Returns the `.cfi_sections` directive, if one is required.
    pub fn directive(self) -> Option<&'static str> {
        match (self.eh_frame, self.debug_frame) {
            (true, false) => None,
            (true, true) => Some("\t.cfi_sections\t.eh_frame, .debug_frame\n"),
            (false, _) => Some("\t.cfi_sections\t.debug_frame\n"),
        }
    }
}

impl Default for FrameSections {
    fn default() -> FrameSections {
        FrameSections { eh_frame: true, debug_frame: false }
    }
}

/// An event of unwind information, at the current position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CfiEvent {
    /// The function starts.
    Start {
        /// True if no initial rule defines the canonical frame address.
        simple: bool,
    },
    /// The function is the frame of a signal handler, so its return address does not follow a call.
    SignalFrame,
    /// The column of the return address, if it is not the default.
    ReturnColumn(u16),
    /// The B key signs return addresses.
    BKeyFrame,
    /// `.cfi_mte_tagged_frame`: who unwinds removes the tags of the frame's memory.
    TaggedFrame,
    /// The personality routine, or the word that holds its address.
    Personality(FramePointer),
    /// The exception table.
    ExceptionTable(FramePointer),
    /// A directive.
    Directive(CfiDirective),
    /// The function ends.
    End,
}

/// Receives the emitted code and data. Errors describe the problem; the caller adds the location.
pub trait Streamer {
    /// Switches to `section`.
    fn switch_section(&mut self, section: &Section);

    /// Switches to a subsection of `section`. Subsections are laid out in ascending order.
    fn switch_subsection(&mut self, section: &Section, _subsection: u32) {
        self.switch_section(section);
    }

    /// Pads to a multiple of `align` bytes.
    fn align(&mut self, align: u32, padding: Padding);

    /// Pads like [`Streamer::align`], with another fill value or a limit.
    fn align_with(&mut self, _align: u32, _padding: Padding, _filling: Filling) -> Result<(), String> {
        Err("padding of this kind is not supported here".into())
    }

    /// Defines `label` as `to` plus an offset in bytes. In code, only where `to` is bound.
    fn alias_label(&mut self, _label: Label, _to: Label, _offset: i64) {}

    /// Returns the distance between two labels in bytes, if it is final.
    fn distance(&self, _from: Label, _to: Label) -> Option<i64> {
        None
    }

    /// Returns the offset in the section in bytes, if it is final.
    fn offset(&self) -> Option<u64> {
        None
    }

    /// Enables or disables linker relaxation of the code that follows.
    fn set_linker_relaxation(&mut self, _relaxes: bool) {}

    /// Binds a label or a symbol of the module here.
    fn label(&mut self, symbol: McSymbol);

    /// Emits assembly as text. Returns false if only instructions are accepted.
    fn text(&mut self, _text: &str) -> bool {
        false
    }

    /// Writes a directive as it is; false where there is no text.
    fn statement(&mut self, _statement: &str) -> bool {
        false
    }

    /// Emits an instruction whose operands are registers and numbers. Returns false, without
    /// effect, if it must be emitted by [`Streamer::inst`].
    fn plain_inst(&mut self, _opcode: Opcode, _operands: &[McOperand]) -> bool {
        false
    }

    /// Emits one instruction.
    fn inst(&mut self, inst: &McInst) -> Result<(), String>;

    /// Emits one instruction in this form, even if there is a shorter one.
    fn exact(&mut self, inst: &McInst) -> Result<(), String> {
        self.inst(inst)
    }

    /// Emits one instruction in this form, without relaxation if it is a branch out of range.
    fn unrelaxed(&mut self, inst: &McInst) -> Result<(), String> {
        self.exact(inst)
    }

    /// Emits the instructions of a function from `first` up to `end`, as [`McTarget::encode_insts`]
    /// accepts them. Returns the first one that requires [`Streamer::inst`], or `end`.
    ///
    /// [`McTarget::encode_insts`]: crate::mc::target::McTarget::encode_insts
    fn insts(
        &mut self,
        _function: &MachineFunction,
        first: Option<InstId>,
        _end: Option<InstId>,
    ) -> Option<InstId> {
        first
    }

    /// Emits a branch of a function, to `to`, in its shortest form. Returns false without effect if
    /// [`Streamer::inst`] is required.
    fn branch(&mut self, _function: &MachineFunction, _inst: InstId, _to: McExpr) -> bool {
        false
    }

    /// Emits an instruction from its bytes.
    fn raw_inst(&mut self, bytes: &[u8]) {
        self.bytes(bytes);
    }

    /// Emits bytes.
    fn bytes(&mut self, bytes: &[u8]);

    /// Emits bytes as words of `size` bytes: 1, 2, 4 or 8.
    fn words(&mut self, bytes: &[u8], _size: u8) {
        self.bytes(bytes);
    }

    /// Emits a number of `size` bytes: 1, 2, 4 or 8. Text has no comment on it.
    fn number(&mut self, value: u64, size: u8) {
        self.words(&value.to_le_bytes()[..size.into()], size);
    }

    /// Emits `count` zero bytes.
    fn zeros(&mut self, count: u64);

    /// Emits an element of an initializer.
    fn element(&mut self, _form: Form, bytes: &[u8]) {
        self.bytes(bytes);
    }

    /// Emits a byte that is neither code nor data `count` times.
    fn advance(&mut self, count: u64, byte: u8) {
        self.bytes(&vec![byte; count as usize]);
    }

    /// Emits a word of data of `size` bytes.
    fn value(&mut self, value: &McValue, size: u8) -> Result<(), String>;

    /// Emits a distance between labels in signed or unsigned LEB128 form.
    fn leb128(&mut self, value: &McValue, signed: bool) -> Result<(), String>;

    /// Emits a relocation at an offset in bytes from a label, or from the start of the section.
    fn relocation(&mut self, _at: (Option<Label>, i64), _relocation: Relocation) -> Result<(), String> {
        Err("a relocation by its name is not supported here".into())
    }

    /// Emits an event of unwind information.
    fn cfi(&mut self, event: CfiEvent);

    /// Sets the sections of unwind information, for all functions.
    fn frame_sections(&mut self, _sections: FrameSections) {}

    /// Starts the debug information of a function.
    fn debug_function(&mut self, _function: EmittedFunction) {}

    /// Emits a debug event here.
    fn debug_event(&mut self, _event: DebugEvent) {}

    /// Sets the source location of the code that follows.
    fn line(&mut self, _row: FileRow) {}

    /// Returns true if comments are written.
    fn is_verbose(&self) -> bool {
        false
    }

    /// Adds a comment to the next statement, on separate lines if there are several.
    fn comment(&mut self, _comment: fmt::Arguments<'_>) {}

    /// Adds the IR name of a function or variable as a comment on the next statement.
    fn name_comment(&mut self, name: &str) {
        if self.is_verbose() {
            self.comment(format_args!("@{}", quoted(name)));
        }
    }

    /// Writes a comment on a line of its own.
    fn comment_line(&mut self, _comment: fmt::Arguments<'_>) {}

    /// Sets the number of exception labels of a function: call ranges and landing pads.
    fn exceptions(&mut self, _count: u32) {}

    /// Marks the exception table of the function with this number.
    fn exception_table(&mut self, _function: u32) {}

    /// Ends the definition of a function or variable.
    fn end_of_definition(&mut self) {}

    /// Emits the visibility of a symbol that is defined or used here, as in the module.
    fn visibility(&mut self, _symbol: SymbolId) {}

    /// Emits the linkage of a symbol that is defined or used here, as in the module.
    fn linkage(&mut self, _symbol: SymbolId) {}

    /// Emits the type of a symbol that is defined here.
    fn symbol_type(&mut self, symbol: SymbolId, kind: SymbolType);

    /// Emits the type of an alias.
    fn alias_type(&mut self, symbol: SymbolId, kind: SymbolType) {
        self.symbol_type(symbol, kind);
    }

    /// Emits the size of a symbol in bytes; `None` for the distance from its label to here.
    fn size(&mut self, symbol: SymbolId, size: Option<u64>);

    /// Emits a common symbol.
    fn common(&mut self, symbol: SymbolId, size: u64, align: u32);

    /// Defines `symbol` as `value`.
    fn assign(&mut self, symbol: SymbolId, value: McExpr);

    /// Defines `symbol` as a number.
    fn assign_number(&mut self, _symbol: SymbolId, _value: i64) {}
}
