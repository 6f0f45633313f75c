//! Memory operands: the known facts about one memory access.

use crate::ir::entity::{FrameIndex, SymbolId};
use crate::ir::llt::Llt;
use bitflags::bitflags;

bitflags! {
    /// Properties of an access.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
    pub struct MemFlags: u8 {
        /// Reads.
        const LOAD = 1;
        /// Writes.
        const STORE = 2;
        /// May not be removed, merged, or reordered with other volatile accesses.
        const VOLATILE = 4;
        /// The address can be accessed at any time.
        const DEREFERENCEABLE = 8;
        /// The memory does not change while the function runs.
        const INVARIANT = 16;
        /// Not expected to be used again soon.
        const NON_TEMPORAL = 32;
    }
}

/// Memory ordering of an atomic access, as in the LLVM language reference.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash, Default)]
pub enum Ordering {
    /// Not atomic.
    #[default]
    NotAtomic,
    /// `unordered`.
    Unordered,
    /// `monotonic`.
    Monotonic,
    /// `acquire`.
    Acquire,
    /// `release`.
    Release,
    /// `acq_rel`.
    AcquireRelease,
    /// `seq_cst`.
    SequentiallyConsistent,
}

/// The known base of an address.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub enum PointerInfo {
    /// Nothing is known.
    #[default]
    Unknown,
    /// An offset in bytes into a frame object.
    Stack(FrameIndex, i64),
    /// An offset in bytes from the stack pointer at a call: outgoing arguments.
    OutgoingArgument(i64),
    /// An offset in bytes into a global.
    Global(SymbolId, i64),
    /// The constant pool.
    ConstantPool,
    /// A jump table.
    JumpTable,
    /// The global offset table.
    Got,
}

/// One access.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct MemOperand {
    /// Properties.
    pub flags: MemFlags,
    /// Type in memory: its size, and the element size of vectors. Invalid: size unknown.
    pub ty: Llt,
    /// Known alignment of the address, in bytes; a power of two.
    pub align: u32,
    /// Ordering on success.
    pub ordering: Ordering,
    /// Ordering of a compare-exchange that fails.
    pub failure_ordering: Ordering,
    /// True if only this thread can observe the ordering (`syncscope("singlethread")`).
    pub single_thread: bool,
    /// Address space.
    pub address_space: u32,
    /// The known base of the address.
    pub pointer: PointerInfo,
}

impl MemOperand {
    /// Returns a plain access of `ty`, aligned to `align` bytes.
    #[inline]
    pub fn new(flags: MemFlags, ty: Llt, align: u32) -> MemOperand {
        MemOperand {
            flags,
            ty,
            align,
            ordering: Ordering::NotAtomic,
            failure_ordering: Ordering::NotAtomic,
            single_thread: false,
            address_space: 0,
            pointer: PointerInfo::Unknown,
        }
    }

    /// Returns the same access with `pointer` as its known base.
    pub fn with_pointer(mut self, pointer: PointerInfo) -> MemOperand {
        self.pointer = pointer;
        self
    }

    /// Returns the size in bytes, rounded up; 0 if unknown. The type is not scalable.
    #[inline]
    pub fn size(&self) -> u32 {
        if self.ty.is_valid() { self.ty.bytes() } else { 0 }
    }

    /// Returns the alignment in bytes that the text form omits: the size, or the minimum size of a
    /// scalable type.
    pub(crate) fn usual_align(&self) -> u32 {
        self.ty.size().known_min_value().div_ceil(8)
    }

    /// Returns true if the access is atomic.
    pub fn is_atomic(&self) -> bool {
        self.ordering != Ordering::NotAtomic
    }

    /// Returns true if the access may be moved or removed freely: neither volatile nor ordered.
    #[inline]
    pub fn is_unordered(&self) -> bool {
        self.ordering <= Ordering::Unordered && !self.flags.contains(MemFlags::VOLATILE)
    }

    /// Returns the access to an object of type `ty` within this one, at an unknown offset.
    pub fn unplaced(&self, ty: Llt) -> MemOperand {
        let align = self.align.min(1 << (ty.bits().div_ceil(8)).trailing_zeros());
        MemOperand { ty, align, pointer: PointerInfo::Unknown, ..*self }
    }

    /// Returns the access to the fragment of type `ty` at `offset` bytes.
    pub fn part(&self, offset: i64, ty: Llt) -> MemOperand {
        let mut part = *self;
        part.ty = ty;
        if offset != 0 {
            let low = offset.unsigned_abs().trailing_zeros().min(31);
            part.align = self.align.min(1 << low);
        }
        part.pointer = match self.pointer {
            PointerInfo::Stack(f, o) => PointerInfo::Stack(f, o + offset),
            PointerInfo::OutgoingArgument(o) => PointerInfo::OutgoingArgument(o + offset),
            PointerInfo::Global(s, o) => PointerInfo::Global(s, o + offset),
            other => other,
        };
        part
    }
}
