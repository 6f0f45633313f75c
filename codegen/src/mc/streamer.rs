//! The interface between what is emitted and the two forms that it takes: assembly text and ELF.
//!
//! Functions and data are emitted as calls of a [`Streamer`]; both ends see the same calls, so that
//! assembling the text gives the object. A streamer belongs to one function or to the module's data, on any
//! thread; results are merged in the module's order.

use super::dwarf::events::{DebugEvent, EmittedFunction};
use super::dwarf::line_program::FileRow;
use super::inst::{Label, McExpr, McInst, McOperand, McSymbol};
use crate::ir::content::Form;
use crate::ir::entity::{InstId, SymbolId};
use crate::ir::mir::names::quoted;
use crate::ir::mir::{CfiDirective, MachineFunction};
use crate::ir::module::PointerSchema;
use crate::ir::section::Section;
use crate::target::desc::instructions::Opcode;
use std::fmt;

/// What a symbol's definition is, for its ELF type.
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
    /// What is added.
    pub expr: McExpr,
    /// What is subtracted.
    pub base: Option<Base>,
    /// What is done with that.
    pub usage: ValueUsage,
}

/// What a word of data makes of its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ValueUsage {
    /// Nothing.
    Plain,
    /// Calls of a function go through the procedure linkage table: with a base. How far the word is from that, if it is the symbol that has the word.
    ThroughPlt(Option<i64>),
    /// The loader signs it: without a base.
    Signed(PointerSchema),
}

impl McValue {
    /// The value of `expr`.
    pub fn plain(expr: McExpr) -> McValue {
        McValue { expr, base: None, usage: ValueUsage::Plain }
    }

    /// `expr - base`.
    pub fn difference(expr: McExpr, base: Base) -> McValue {
        McValue { expr, base: Some(base), usage: ValueUsage::Plain }
    }
}

/// What is subtracted in a word of data.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Base {
    /// The address of the word itself.
    Here,
    /// A symbol's address.
    Symbol(McSymbol),
}

/// What padding consists of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Padding {
    /// Instructions that do nothing.
    Code,
    /// Zeros.
    Zero,
}

/// What stands in padding, again and again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fill {
    /// The number.
    pub value: u32,
    /// Its size in bytes: 1, 2 or 4.
    pub size: u8,
}

impl Fill {
    /// Zeros.
    pub const ZERO: Fill = Fill { value: 0, size: 1 };

    /// `room` bytes of it.
    ///
    /// # Errors
    /// They are no multiple of its size.
    pub fn bytes(self, room: u64) -> Result<impl Iterator<Item = u8>, String> {
        let size = u64::from(self.size);
        if !room.is_multiple_of(size) {
            return Err(format!("padding of {room} bytes is no multiple of {size} bytes"));
        }
        let bytes = self.value.to_le_bytes().into_iter().take(self.size.into());
        Ok(bytes.cycle().take(room as usize))
    }
}

/// How padding differs from what it usually is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Filling {
    /// What it consists of, if that is given.
    pub value: Option<Fill>,
    /// The most bytes; where more were needed there are none.
    pub most: u32,
}

/// A pointer in unwind information.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FramePointer {
    /// How it is encoded: `DW_EH_PE_…`.
    pub encoding: u8,
    /// What it points to.
    pub to: McSymbol,
}

/// A relocation as assembly asks for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Relocation {
    /// Its number.
    pub kind: u32,
    /// What it refers to; nothing besides its addend if none is given.
    pub symbol: Option<McSymbol>,
    /// The addend.
    pub addend: i64,
}

/// The sections that unwind information goes into.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FrameSections {
    /// `.eh_frame`, for unwinding at run time.
    pub eh_frame: bool,
    /// `.debug_frame`, for debuggers.
    pub debug_frame: bool,
}

impl FrameSections {
    /// Those of an object whose functions say these: what only a debugger needs goes where the others' goes, if there are any.
    pub fn of_all(all: impl Iterator<Item = FrameSections> + Clone) -> Option<FrameSections> {
        let eh_frame = all.clone().any(|sections| sections.eh_frame);
        let debug_frame = all.clone().any(|sections| sections.debug_frame && sections.eh_frame == eh_frame);
        all.clone().next().map(|_| FrameSections { eh_frame, debug_frame })
    }

    /// The directive that says so, where something is to be said.
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

/// An event of unwind information, at the place where code stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CfiEvent {
    /// The function starts.
    Start {
        /// Whether nothing is known of the canonical frame address there.
        simple: bool,
    },
    /// It is the frame of a signal's handler: the return address is not that of a call.
    SignalFrame,
    /// The column of the return address is another than usually.
    ReturnColumn(u16),
    /// Return addresses are signed by the B key.
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

/// Receives what is emitted. Errors say what is the matter; the caller adds the place.
pub trait Streamer {
    /// What follows belongs to `section`.
    fn switch_section(&mut self, section: &Section);

    /// What follows belongs to this part of `section`; the parts stand one after the other.
    fn switch_subsection(&mut self, section: &Section, _subsection: u32) {
        self.switch_section(section);
    }

    /// Pads to a multiple of `align` bytes.
    fn align(&mut self, align: u32, padding: Padding);

    /// Pads as [`Streamer::align`] does, in another way.
    fn align_with(&mut self, _align: u32, _padding: Padding, _filling: Filling) -> Result<(), String> {
        Err("padding of this kind is not supported here".into())
    }

    /// `label` is so many bytes after `to`; in code only where `to` is.
    fn alias_label(&mut self, _label: Label, _to: Label, _offset: i64) {}

    /// The distance from one label to another, if nothing can change it any more.
    fn distance(&self, _from: Label, _to: Label) -> Option<i64> {
        None
    }

    /// The offset in the section, if nothing can change it any more.
    fn offset(&self) -> Option<u64> {
        None
    }

    /// Whether the linker may shorten what follows.
    fn set_linker_relaxation(&mut self, _relaxes: bool) {}

    /// A label or a symbol of the module stands here.
    fn label(&mut self, symbol: McSymbol);

    /// Assembly as text; false if only instructions are taken.
    fn text(&mut self, _text: &str) -> bool {
        false
    }

    /// Writes a directive as it is; false where there is no text.
    fn statement(&mut self, _statement: &str) -> bool {
        false
    }

    /// An instruction whose operands are registers and numbers. False, with nothing done, where it has to come as [`Streamer::inst`].
    fn plain_inst(&mut self, _opcode: Opcode, _operands: &[McOperand]) -> bool {
        false
    }

    /// One instruction.
    fn inst(&mut self, inst: &McInst) -> Result<(), String>;

    /// One instruction in just this form, though there may be a shorter one.
    fn exact(&mut self, inst: &McInst) -> Result<(), String> {
        self.inst(inst)
    }

    /// The same, and no longer form takes its place if it is a branch that does not reach.
    fn unrelaxed(&mut self, inst: &McInst) -> Result<(), String> {
        self.exact(inst)
    }

    /// The instructions of a function from `first` up to `end`, as [`McTarget::encode_insts`] takes them; the first of which that has to come as
    /// [`Streamer::inst`], or `end`.
    ///
    /// [`McTarget::encode_insts`]: super::target::McTarget::encode_insts
    fn insts(
        &mut self,
        _function: &MachineFunction,
        first: Option<InstId>,
        _end: Option<InstId>,
    ) -> Option<InstId> {
        first
    }

    /// A branch of a function, to `to`, in its shortest form. False, with nothing done, where it has to come as [`Streamer::inst`].
    fn branch(&mut self, _function: &MachineFunction, _inst: InstId, _to: McExpr) -> bool {
        false
    }

    /// An instruction by its bytes.
    fn raw_inst(&mut self, bytes: &[u8]) {
        self.bytes(bytes);
    }

    /// Bytes as they are.
    fn bytes(&mut self, bytes: &[u8]);

    /// Bytes that are words of `size` bytes: 1, 2, 4 or 8.
    fn words(&mut self, bytes: &[u8], _size: u8) {
        self.bytes(bytes);
    }

    /// `count` zeros.
    fn zeros(&mut self, count: u64);

    /// An element of a content.
    fn element(&mut self, _form: Form, bytes: &[u8]) {
        self.bytes(bytes);
    }

    /// `count` times a byte that is neither code nor data.
    fn advance(&mut self, count: u64, byte: u8) {
        self.bytes(&vec![byte; count as usize]);
    }

    /// A word of data of `size` bytes.
    fn value(&mut self, value: &McValue, size: u8) -> Result<(), String>;

    /// A distance between labels as a number of variable length, signed or not.
    fn leb128(&mut self, value: &McValue, signed: bool) -> Result<(), String>;

    /// A relocation so many bytes after a label, or after the start of the section.
    fn relocation(&mut self, _at: (Option<Label>, i64), _relocation: Relocation) -> Result<(), String> {
        Err("a relocation by its name is not supported here".into())
    }

    /// An event of unwind information.
    fn cfi(&mut self, event: CfiEvent);

    /// Where unwind information goes, of all functions.
    fn frame_sections(&mut self, _sections: FrameSections) {}

    /// What debug information says of a function that begins.
    fn debug_function(&mut self, _function: EmittedFunction) {}

    /// What debug information says here.
    fn debug_event(&mut self, _event: DebugEvent) {}

    /// The code that follows comes from here.
    fn line(&mut self, _row: FileRow) {}

    /// Whether comments are written.
    fn is_verbose(&self) -> bool {
        false
    }

    /// A comment after the next statement, on lines of its own where there are several.
    fn comment(&mut self, _comment: fmt::Arguments<'_>) {}

    /// What the IR calls a function or variable, as a comment after the next statement.
    fn name_comment(&mut self, name: &str) {
        if self.is_verbose() {
            self.comment(format_args!("@{}", quoted(name)));
        }
    }

    /// A comment on a line of its own.
    fn comment_line(&mut self, _comment: fmt::Arguments<'_>) {}

    /// How many labels a function has that say where exceptions begin, end and land.
    fn exceptions(&mut self, _count: u32) {}

    /// The exception table of the function with this number stands here.
    fn exception_table(&mut self, _function: u32) {}

    /// A function or variable ends here.
    fn end_of_definition(&mut self) {}

    /// The visibility of a symbol that is defined here or used, as the module says it.
    fn visibility(&mut self, _symbol: SymbolId) {}

    /// The linkage of a symbol that is defined here or used, as the module says it.
    fn linkage(&mut self, _symbol: SymbolId) {}

    /// The type of a symbol that is defined here.
    fn symbol_type(&mut self, symbol: SymbolId, kind: SymbolType);

    /// Says what an alias is.
    fn alias_type(&mut self, symbol: SymbolId, kind: SymbolType) {
        self.symbol_type(symbol, kind);
    }

    /// The size of a symbol, in bytes; from its label to here if none is given.
    fn size(&mut self, symbol: SymbolId, size: Option<u64>);

    /// A common symbol.
    fn common(&mut self, symbol: SymbolId, size: u64, align: u32);

    /// Defines `symbol` as `value`.
    fn assign(&mut self, symbol: SymbolId, value: McExpr);

    /// Defines `symbol` as a number.
    fn assign_number(&mut self, _symbol: SymbolId, _value: i64) {}
}
