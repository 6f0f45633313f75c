//! What emission says of a function for its debug information: events at places in its code, and where its variables are.

use crate::ir::debug_info::{NodeId, ValueForm};
use crate::ir::entity::{DebugLoc, SymbolId};
use bitflags::bitflags;
use smallvec::SmallVec;

bitflags! {
    /// What a row of the line table says besides its place.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub struct RowFlags: u8 {
        /// A statement begins: a place for breakpoints.
        const IS_STMT = 1;
        /// The prologue has ended.
        const PROLOGUE_END = 2;
        /// An epilogue begins.
        const EPILOGUE_BEGIN = 4;
    }
}

/// A row of the line table: what the code that follows comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LineRow {
    /// The line; 0 where there is none.
    pub line: u32,
    /// The column; 0 where it is not known.
    pub column: u32,
    /// The scope, which has the file and the discriminator; none for the file of the row before.
    pub scope: Option<NodeId>,
    /// The location that it says, if that is one of code.
    pub location: Option<DebugLoc>,
    /// What else is said.
    pub flags: RowFlags,
}

/// Something that is said of the code that follows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DebugEvent {
    /// The function starts.
    Start,
    /// The function has ended.
    End,
    /// A row of the line table.
    Row(LineRow),
    /// The code is of this scope; or it is of no other one than those that go on here.
    Scope(Option<DebugLoc>),
    /// The variable with this number among those that have values is described by this one of the function's descriptions, or nowhere.
    Value(u32, Option<u32>),
    /// The same from within the call that has just been emitted: from its last byte on.
    ValueInCall(u32, Option<u32>),
    /// A comment of assembly says that about a variable with a value: which description it has.
    ValueComment(u32, u32),
    /// The call with this number returns here, or where it does not return is here.
    Call(u32),
    /// The label with this number stands here.
    Label(u32),
    /// Assembly has a label here, before an instruction.
    LabelBefore,
    /// Assembly has a label here, after an instruction.
    LabelAfter,
}

/// What a call goes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CallTarget {
    /// The function of a symbol.
    Symbol(SymbolId),
    /// What is in a register, by its number in DWARF, and whether that still holds it when the call returns.
    Register(u16, bool),
}

/// What is passed in a register, as it can be told when the call returns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PassedValue {
    /// An integer.
    Integer(i64),
    /// A register that is preserved, plus an offset.
    Register(u16, i64),
    /// What the register held when the function was entered that makes the call, plus an offset.
    Entry(u16, i64),
    /// So many bytes of the frame: at an offset from a register, or from the frame's base.
    Frame(Option<u16>, i64, u8),
}

/// A call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CallSite {
    /// What it goes to.
    pub target: CallTarget,
    /// Whether it does not return.
    pub is_tail: bool,
    /// Registers, by their numbers in DWARF, with what is passed in them.
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

/// Where a value is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ValuePlace {
    /// In a register, by its number in DWARF.
    Register(u16),
    /// In so many bytes of the frame: at an offset from a register, or from the frame's base.
    Frame(Option<u16>, i64, u64),
    /// It is the address of a place in the frame.
    Address(Option<u16>, i64),
    /// It is an integer.
    Integer(u64),
    /// It is a floating-point number with these bits.
    Float(u64),
    /// It is what a register held when the function was entered.
    Entry(u16),
    /// It is the address of a symbol.
    Symbol(SymbolId),
    /// It is nowhere.
    Nowhere,
}

/// What operations make of what is at a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlacedOperand {
    /// The place.
    pub place: ValuePlace,
    /// The operations.
    pub ops: Box<[u64]>,
    /// How many bits the result has.
    pub bits: u32,
}

/// How a variable is found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ValueDescription {
    /// What is made of the operands.
    pub expression: Box<[u64]>,
    /// What the variable is of the result.
    pub form: ValueForm,
    /// The operands.
    pub operands: SmallVec<[PlacedOperand; 1]>,
}

/// A variable that has a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ValueVariable {
    /// The variable.
    pub variable: NodeId,
    /// Its scope, and the call that was inlined there.
    pub location: DebugLoc,
    /// Offset and size in bits of the fragment that it is.
    pub fragment: Option<(u64, u64)>,
}

/// By what offsets of variables in the frame are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FrameBase {
    /// The canonical frame address.
    Cfa,
    /// A register, by its number in DWARF.
    Register(u16),
}

/// A variable that is in memory at a fixed place of the frame.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FrameVariable {
    /// The variable.
    pub variable: NodeId,
    /// How it is found from that place.
    pub expression: Box<[u64]>,
    /// Its scope, and the call that was inlined there.
    pub location: DebugLoc,
    /// The register that the offset is from, by its number in DWARF; none for the frame's base.
    pub register: Option<u16>,
    /// The offset in bytes.
    pub offset: i64,
}

/// What is said of a function as a whole.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EmittedFunction {
    /// The function's symbol.
    pub symbol: SymbolId,
    /// The subprogram that it is.
    pub subprogram: NodeId,
    /// By what offsets of variables are counted.
    pub frame_base: FrameBase,
    /// Variables in the frame.
    pub variables: Vec<FrameVariable>,
    /// Variables that have values, whose descriptions are events.
    pub values: Vec<ValueVariable>,
    /// How they are found.
    pub descriptions: Vec<ValueDescription>,
    /// Calls, whose places are events.
    pub calls: Vec<CallSite>,
    /// Labels, whose places are events.
    pub labels: Vec<PlacedLabel>,
}

/// What is said of a function, with events at places `P`, in the order of these.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChunkDebug<P> {
    /// The function.
    pub function: EmittedFunction,
    /// What is said where.
    pub events: Vec<(P, DebugEvent)>,
}

impl<P> ChunkDebug<P> {
    /// The same with other places.
    pub fn map<Q>(self, place: impl Fn(P) -> Q) -> ChunkDebug<Q> {
        let events = self.events.into_iter().map(|(at, event)| (place(at), event)).collect();
        ChunkDebug { function: self.function, events }
    }
}
