//! Arguments and results of calls, and the locations that a calling convention assigns to them.

use crate::ir::entity::VReg;
use crate::ir::llt::Llt;
use crate::ir::value_type::ValueType;
use crate::machine::desc::registers::PhysReg;
use smallvec::SmallVec;

/// Attributes of an argument or result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ArgFlags {
    /// `signext`.
    pub sext: bool,
    /// `zeroext`.
    pub zext: bool,
    /// `byval`: size and alignment of the object, in bytes.
    pub by_val: Option<(u64, u32)>,
    /// `sret`.
    pub sret: bool,
    /// `inreg`.
    pub in_reg: bool,
    /// `nest`.
    pub nest: bool,
    /// `returned`.
    pub returned: bool,
    /// `swiftself`.
    pub swift_self: bool,
    /// `swifterror`, where the target has a register for it.
    pub swift_error: bool,
    /// `swiftasync`.
    pub swift_async: bool,
    /// The number of low bits outside of which the integer is zero, if that is fewer than its width
    /// (`range`).
    pub active_bits: Option<u8>,
    /// True if the leaves must be in consecutive registers or all in memory (arrays of one type).
    pub consecutive: bool,
    /// True if the value's IR type is an array or a struct.
    pub aggregate: bool,
    /// True if the callee ignores the bits above the value: runtime routines, which take the bits
    /// of narrow floats.
    pub low_bits_only: bool,
    /// Alignment of the value's IR type in bytes (also set by `alignstack`).
    pub orig_align: u32,
}

/// One argument or result: its leaves in order.
#[derive(Clone, Debug)]
pub struct ArgInfo {
    /// A register for each leaf.
    pub regs: SmallVec<[VReg; 2]>,
    /// The type of each leaf.
    pub types: SmallVec<[ValueType; 2]>,
    /// Attributes.
    pub flags: ArgFlags,
    /// True if this is a named (not a variadic) argument.
    pub is_fixed: bool,
}

/// The extension of a fragment to a wider location.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extension {
    /// Upper bits are not specified.
    Any,
    /// Sign-extended.
    Sign,
    /// Zero-extended.
    Zero,
    /// Extended by ones: a narrow float in a wider floating-point register (NaN-boxing).
    NanBox,
    /// Shifted to the upper bits, as in a conversion of bfloat to float.
    BFloatToFloat,
}

/// The location of a fragment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ArgLocation {
    /// A register.
    Reg(PhysReg),
    /// The argument area, at an offset in bytes from the stack pointer at the call.
    Stack(i64),
}

/// A fragment of a leaf and its location.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LeafFragment {
    /// The location.
    pub location: ArgLocation,
    /// The fragment's type; all fragments of a leaf have the same one. If it is wider than
    /// `loc_ty`, this location and the following ones hold one such value together, least
    /// significant first.
    pub value_ty: Llt,
    /// The type of the location.
    pub loc_ty: Llt,
    /// The extension from one to the other.
    pub extension: Extension,
}

/// One leaf and its locations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Leaf {
    /// In fragments, least significant first.
    Direct(SmallVec<[LeafFragment; 2]>),
    /// Its address is passed; the caller owns the memory.
    Indirect(LeafFragment),
    /// The address of memory owned by the caller is passed; the fragments are in it, and their
    /// stack locations are offsets from the address.
    IndirectParts {
        /// The address.
        address: LeafFragment,
        /// The fragments, least significant first.
        parts: SmallVec<[LeafFragment; 2]>,
    },
    /// The object that it points to is in the argument area.
    ByVal {
        /// Offset in bytes.
        offset: i64,
        /// Size in bytes.
        size: u64,
        /// Alignment in bytes.
        align: u32,
    },
}

/// The locations of all leaves.
#[derive(Clone, Default, Debug)]
pub struct Assignment {
    /// For each argument its leaves.
    pub args: Vec<SmallVec<[Leaf; 1]>>,
    /// Bytes of the argument area.
    pub stack_size: u64,
    /// The numbers of used registers, by the target's own classes: for variadic functions.
    pub used: [usize; 2],
}
