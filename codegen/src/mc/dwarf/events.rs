//! The debug information that emission produces for a function: events at positions in its code,
//! and the locations of its variables.

use crate::ir::debug_info::NodeId;
use crate::ir::entity::{DebugLoc, SymbolId};
use crate::passes::post_ra::live_debug_values::{FrameBase, ValueDescription, ValueVariable};
use bitflags::bitflags;
use smallvec::SmallVec;

bitflags! {
    /// The flags of a row in the line table.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub struct RowFlags: u8 {
        /// A statement begins: the recommended position for breakpoints.
        const IS_STMT = 1;
        /// The prologue has ended.
        const PROLOGUE_END = 2;
        /// An epilogue begins.
        const EPILOGUE_BEGIN = 4;
    }
}

/// A row of the line table: the source location of the code that follows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LineRow {
    /// The line; 0 if there is none.
    pub line: u32,
    /// The column; 0 if unknown.
    pub column: u32,
    /// The scope, which has the file and the discriminator; `None` for the previous row's file.
    pub scope: Option<NodeId>,
    /// The row's location, if it is one of code.
    pub location: Option<DebugLoc>,
    /// The flags.
    pub flags: RowFlags,
}

/// An event at a position in the code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DebugEvent {
    /// The function starts.
    Start,
    /// The function has ended.
    End,
    /// A row of the line table.
    Row(LineRow),
    /// The following code belongs to this scope; `None` if no other scope begins here.
    Scope(Option<DebugLoc>),
    /// The variable with this number in `EmittedFunction::values` has this description of the
    /// function, or none.
    Value(u32, Option<u32>),
    /// A value as seen from the callee of the call just emitted: valid from the call's last byte
    /// on.
    ValueInCall(u32, Option<u32>),
    /// A comment of assembly on a variable with a value, and its description.
    ValueComment(u32, u32),
    /// The call with this number returns here, or a tail call is here.
    Call(u32),
    /// The source label with this number is here.
    Label(u32),
    /// Assembly has a label here, before an instruction.
    LabelBefore,
    /// Assembly has a label here, after an instruction.
    LabelAfter,
}

/// The target of a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CallTarget {
    /// The function of a symbol.
    Symbol(SymbolId),
    /// The address in a register, by its DWARF number; true if the register still holds it when the
    /// call returns.
    Register(u16, bool),
}

/// The value of an argument register, as known when the call returns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PassedValue {
    /// An integer.
    Integer(i64),
    /// A register that is preserved, plus an offset.
    Register(u16, i64),
    /// A register's entry value in the calling function, plus an offset.
    Entry(u16, i64),
    /// A number of bytes in the frame: at an offset from a register, or from the frame base.
    Frame(Option<u16>, i64, u8),
}

/// A call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CallSite {
    /// The target.
    pub target: CallTarget,
    /// True if it is a tail call.
    pub is_tail: bool,
    /// Argument registers, by their DWARF numbers, with their values.
    pub passed: SmallVec<[(u16, PassedValue); 4]>,
}

/// A label of the source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlacedLabel {
    /// The label.
    pub label: NodeId,
    /// Its scope, and the call that was inlined there.
    pub location: DebugLoc,
}

/// A variable at a fixed location of the frame.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FrameVariable {
    /// The variable.
    pub variable: NodeId,
    /// The expression on that location.
    pub expression: Box<[u64]>,
    /// Its scope, and the call that was inlined there.
    pub location: DebugLoc,
    /// The base register of the offset, by its DWARF number; `None` for the frame base.
    pub register: Option<u16>,
    /// The offset in bytes.
    pub offset: i64,
}

/// The debug information of a whole function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EmittedFunction {
    /// The function's symbol.
    pub symbol: SymbolId,
    /// Its subprogram.
    pub subprogram: NodeId,
    /// The base of variables' offsets.
    pub frame_base: FrameBase,
    /// Variables in the frame.
    pub variables: Vec<FrameVariable>,
    /// Variables with values, whose descriptions are in events.
    pub values: Vec<ValueVariable>,
    /// The descriptions of values.
    pub descriptions: Vec<ValueDescription>,
    /// Calls, whose positions are in events.
    pub calls: Vec<CallSite>,
    /// Labels, whose positions are in events.
    pub labels: Vec<PlacedLabel>,
}

/// The debug information of a function, with events at positions `P`, in order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChunkDebug<P> {
    /// The function.
    pub function: EmittedFunction,
    /// The events with their positions.
    pub events: Vec<(P, DebugEvent)>,
}

impl<P> ChunkDebug<P> {
    /// Converts the positions.
    pub(crate) fn map<Q>(self, place: impl Fn(P) -> Q) -> ChunkDebug<Q> {
        let events = self.events.into_iter().map(|(at, event)| (place(at), event)).collect();
        ChunkDebug { function: self.function, events }
    }
}

/// A row of the table, for the code that follows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FileRow {
    /// The number of the file; `None` for the previous row's.
    pub file: Option<u64>,
    /// The line; 0 if there is none.
    pub line: u32,
    /// The column; 0 if unknown.
    pub column: u32,
    /// Distinguishes code of one line.
    pub discriminator: u32,
    /// The other properties.
    pub flags: RowFlags,
}
