//! Bodies as flat records, filled by `body.cpp`.

use std::marker::PhantomData;
use std::ptr::NonNull;

use super::{Type, Value, ffi};

/// The common properties of an instruction. If it is not [listed](InstRecord::is_listed), only
/// value, type and opcode are valid.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct InstRecord<'m> {
    pub value: Value<'m>,
    /// The number of its type; for a store, of the stored value's type.
    pub ty: u32,
    /// The bits of `InstFlags`; zero for branches and calls.
    pub flags: u32,
    first_operand: u32,
    num_operands: u32,
    /// The constant offset in bytes of a `getelementptr`, or the address space of a load or store's
    /// pointer.
    pub extra: i32,
    /// LLVM's number of the opcode.
    pub opcode: u8,
    /// The number of a comparison's predicate, or the binary logarithm of a load or store's
    /// alignment in bytes.
    pub detail: u8,
    facts: u8,
    unused: u8,
}

const HAS_OFFSET: u8 = 1;
const HAS_PROFILE: u8 = 2;
const LISTED: u8 = 4;
const HAS_PC_SECTIONS: u8 = 8;

impl InstRecord<'_> {
    /// Returns true if flags, operands and all other fields are valid. These are allocas (without
    /// their operand), loads, stores, integer comparisons, casts, binary operations, branches,
    /// calls, invokes, and `getelementptr`s with a constant 32-bit offset.
    #[inline]
    pub(crate) fn is_listed(&self) -> bool {
        self.facts & LISTED != 0
    }

    /// Returns true if `extra` is an offset.
    #[inline]
    pub(crate) fn has_offset(&self) -> bool {
        self.facts & HAS_OFFSET != 0
    }

    /// Returns true if it has `!pcsections`.
    #[inline]
    pub(crate) fn has_pc_sections(&self) -> bool {
        self.facts & HAS_PC_SECTIONS != 0
    }

    /// Returns true if a branch has weights.
    #[inline]
    pub(crate) fn has_profile(&self) -> bool {
        self.facts & HAS_PROFILE != 0
    }
}

/// A block of a body.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct BlockRecord<'m> {
    pub value: Value<'m>,
    /// The index of its first instruction.
    pub first: u32,
    /// LLVM's number of the block.
    pub number: u32,
}

/// An operand of a record.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum OperandRef<'m> {
    /// An argument or instruction, by [`Value::local_number`].
    Local(u32),
    /// A block, by LLVM's number.
    Block(u32),
    /// A constant, a global or another value.
    Other(Value<'m>),
}

/// The position of the kind in an operand's word.
const KIND_BITS: u32 = 30;

/// The body that was read last. Conditional branches have the condition before their targets. A
/// call's operands are its arguments; all others have LLVM's operands.
#[derive(Default)]
pub(crate) struct Body<'m> {
    pub insts: Vec<InstRecord<'m>>,
    pub blocks: Vec<BlockRecord<'m>>,
    operands: Vec<u32>,
    others: Vec<Value<'m>>,
    /// The types by number, of all bodies that the reader has read.
    pub types: Vec<Type<'m>>,
}

impl<'m> Body<'m> {
    /// Returns operand `n` of an instruction.
    #[inline]
    pub(crate) fn operand(&self, inst: &InstRecord<'m>, n: u32) -> Option<OperandRef<'m>> {
        if n >= inst.num_operands {
            return None;
        }
        let word = *self.operands.get((inst.first_operand + n) as usize)?;
        let number = word & ((1 << KIND_BITS) - 1);
        match word >> KIND_BITS {
            0 => Some(OperandRef::Local(number)),
            1 => Some(OperandRef::Block(number)),
            _ => self.others.get(number as usize).copied().map(OperandRef::Other),
        }
    }

    /// Returns the number of operands of an instruction.
    #[inline]
    pub(crate) fn num_operands(&self, inst: &InstRecord<'m>) -> u32 {
        inst.num_operands
    }
}

/// The records of the C++ side, valid until its next read.
#[repr(C)]
pub(crate) struct RawBody {
    insts: *const InstRecord<'static>,
    num_insts: usize,
    operands: *const u32,
    num_operands: usize,
    others: *const Value<'static>,
    num_others: usize,
    blocks: *const BlockRecord<'static>,
    num_blocks: usize,
    types: *const Type<'static>,
    num_types: usize,
}

/// Reads the bodies of one module's functions, one after the other.
pub(crate) struct BodyReader<'m> {
    reader: NonNull<std::ffi::c_void>,
    module: PhantomData<&'m ()>,
}

impl Default for BodyReader<'_> {
    fn default() -> Self {
        // SAFETY: the call takes no arguments, and its result is freed on drop only.
        let reader = NonNull::new(unsafe { ffi::gisel_body_reader() }).expect("`new` gives no null");
        BodyReader { reader, module: PhantomData }
    }
}

impl Drop for BodyReader<'_> {
    fn drop(&mut self) {
        // SAFETY: the reader is owned by this value.
        unsafe { ffi::gisel_dispose_body_reader(self.reader.as_ptr()) }
    }
}

impl<'m> BodyReader<'m> {
    /// Reads a body; afterwards [`Value::local_number`] refers to its instructions.
    pub(crate) fn read(&mut self, function: Value<'m>, body: &mut Body<'m>) {
        let mut raw = std::mem::MaybeUninit::<RawBody>::uninit();
        // SAFETY: the reader is alive, and all fields of the result are written. Their targets are
        // valid until the next call, and are copied here. The handles in them belong to the module
        // of `function`, which `'m` borrows.
        unsafe {
            ffi::gisel_read_body(self.reader.as_ptr(), function, raw.as_mut_ptr());
            let raw = raw.assume_init();
            refill(&mut body.insts, raw.insts.cast(), raw.num_insts);
            refill(&mut body.operands, raw.operands, raw.num_operands);
            refill(&mut body.others, raw.others.cast(), raw.num_others);
            refill(&mut body.blocks, raw.blocks.cast(), raw.num_blocks);
            // Types with earlier numbers have not changed.
            let known = body.types.len().min(raw.num_types);
            append(&mut body.types, raw.types.cast::<Type<'m>>().wrapping_add(known), raw.num_types - known);
        }
    }
}

/// Replaces a list by `len` elements at `data`.
///
/// # Safety
/// `len` elements are at `data`, unless `len` is zero.
unsafe fn refill<T: Copy>(list: &mut Vec<T>, data: *const T, len: usize) {
    list.clear();
    // SAFETY: guaranteed by the caller.
    unsafe { append(list, data, len) }
}

/// Appends `len` elements at `data` to a list.
///
/// # Safety
/// `len` elements are at `data`, unless `len` is zero.
pub(super) unsafe fn append<T: Copy>(list: &mut Vec<T>, data: *const T, len: usize) {
    if len != 0 {
        // SAFETY: guaranteed by the caller.
        list.extend_from_slice(unsafe { std::slice::from_raw_parts(data, len) });
    }
}
