//! Descriptions of variables: their locations and values, as debuggers name them.

use crate::frame::target::FrameTarget;
use crate::ir::debug_info::{NodeId, ValueForm};
use crate::ir::entity::{DebugLoc, FrameIndex, SymbolId};
use crate::ir::mir::MachineFunction;
use smallvec::SmallVec;

/// The location of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ValuePlace {
    /// In a register, by its DWARF number.
    Register(u16),
    /// In a number of bytes of the frame: at an offset from a register, or from the frame base.
    Frame(Option<u16>, i64, u64),
    /// It is the address of an object in the frame.
    Address(Option<u16>, i64),
    /// It is an integer.
    Integer(u64),
    /// It is a floating-point number with these bits.
    Float(u64),
    /// It is the entry value of a register.
    Entry(u16),
    /// It is the address of a symbol.
    Symbol(SymbolId),
    /// It has no location.
    Nowhere,
}

/// The result of operations on a location's value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlacedOperand {
    /// The location.
    pub place: ValuePlace,
    /// The operations.
    pub ops: Box<[u64]>,
    /// The width of the result in bits.
    pub bits: u32,
}

/// The description of a variable's location or value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ValueDescription {
    /// The expression on the operands.
    pub expression: Box<[u64]>,
    /// The relation of the variable to the result.
    pub form: ValueForm,
    /// The operands.
    pub operands: SmallVec<[PlacedOperand; 1]>,
}

/// A variable with a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ValueVariable {
    /// The variable.
    pub variable: NodeId,
    /// Its scope, and the call that was inlined there.
    pub location: DebugLoc,
    /// The offset and size in bits of its fragment, if it is one.
    pub fragment: Option<(u64, u64)>,
}

/// The base of the offsets of variables in the frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FrameBase {
    /// The canonical frame address.
    Cfa,
    /// A register, by its DWARF number.
    Register(u16),
}

/// Returns the location of a frame object: the base register of its offset, if that is not the
/// frame base, and the offset in bytes.
pub fn frame_place(
    function: &MachineFunction,
    target: &dyn FrameTarget,
    frame_base: FrameBase,
    object: FrameIndex,
) -> (Option<u16>, i64) {
    match frame_base {
        FrameBase::Cfa => (None, function.frame.object(object).offset),
        FrameBase::Register(base) => {
            let (register, offset) = target.frame_lowering().frame_index_reference(function, object);
            let register = target.registers().dwarf(register);
            ((register != base).then_some(register), offset)
        }
    }
}
