//! Bodies as flat records, as `body.cpp` fills them.

use std::marker::PhantomData;
use std::ptr::NonNull;

use super::{Type, Value, ffi};

/// What most instructions are asked for. Of an instruction that is not [listed](InstRecord::is_listed) only value, type and opcode are said.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct InstRecord<'m> {
    pub value: Value<'m>,
    /// The number of its type; of a store that of what is stored.
    pub ty: u32,
    /// The bits of `InstFlags`; none of branches and calls.
    pub flags: u32,
    first_operand: u32,
    num_operands: u32,
    /// The bytes that a `getelementptr` adds; of a load or store the pointer's address space.
    pub extra: i32,
    /// LLVM's number of the opcode.
    pub opcode: u8,
    /// The number of a comparison's predicate; of a load or store the binary logarithm of the alignment in bytes.
    pub detail: u8,
    facts: u8,
    unused: u8,
}

const HAS_OFFSET: u8 = 1;
const HAS_PROFILE: u8 = 2;
const LISTED: u8 = 4;

impl InstRecord<'_> {
    /// Whether flags, operands and the rest are said: of allocas (without their operand), loads, stores, comparisons of integers, casts, binary
    /// operations, branches, calls and invokes, and `getelementptr`s with a constant offset of 32 bits.
    #[inline]
    pub fn is_listed(&self) -> bool {
        self.facts & LISTED != 0
    }

    /// Whether `extra` is an offset.
    #[inline]
    pub fn has_offset(&self) -> bool {
        self.facts & HAS_OFFSET != 0
    }

    /// Whether a branch has weights.
    #[inline]
    pub fn has_profile(&self) -> bool {
        self.facts & HAS_PROFILE != 0
    }
}

/// A block of a body.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct BlockRecord<'m> {
    pub value: Value<'m>,
    /// The place of its first instruction.
    pub first: u32,
    /// LLVM's number of it.
    pub number: u32,
}

/// What an operand of a record is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum OperandRef<'m> {
    /// An argument or instruction, by [`Value::local_number`].
    Local(u32),
    /// A block, by LLVM's number.
    Block(u32),
    /// A constant, a global or the like.
    Other(Value<'m>),
}

/// How an operand's word says what it is.
const KIND_BITS: u32 = 30;

/// The body that was read last. Conditional branches have their condition before their targets, the others' operands are LLVM's; a call's are
/// its arguments.
#[derive(Default)]
pub struct Body<'m> {
    pub insts: Vec<InstRecord<'m>>,
    pub blocks: Vec<BlockRecord<'m>>,
    operands: Vec<u32>,
    others: Vec<Value<'m>>,
    /// By number, those of all bodies that the reader has read.
    pub types: Vec<Type<'m>>,
}

impl<'m> Body<'m> {
    /// Operand `n` of an instruction.
    #[inline]
    pub fn operand(&self, inst: &InstRecord<'m>, n: u32) -> Option<OperandRef<'m>> {
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

    /// How many operands an instruction has.
    #[inline]
    pub fn num_operands(&self, inst: &InstRecord<'m>) -> u32 {
        inst.num_operands
    }
}

/// What the other side has read, alive until it reads again.
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
pub struct BodyReader<'m> {
    reader: NonNull<std::ffi::c_void>,
    module: PhantomData<&'m ()>,
}

impl Default for BodyReader<'_> {
    fn default() -> Self {
        // SAFETY: it takes nothing, and what it gives is freed on drop only.
        let reader = NonNull::new(unsafe { ffi::gisel_body_reader() }).expect("`new` gives no null");
        BodyReader { reader, module: PhantomData }
    }
}

impl Drop for BodyReader<'_> {
    fn drop(&mut self) {
        // SAFETY: it is this one's own.
        unsafe { ffi::gisel_dispose_body_reader(self.reader.as_ptr()) }
    }
}

impl<'m> BodyReader<'m> {
    /// Reads a body; from now on [`Value::local_number`] knows the instructions of this one.
    pub fn read(&mut self, function: Value<'m>, body: &mut Body<'m>) {
        let mut raw = std::mem::MaybeUninit::<RawBody>::uninit();
        // SAFETY: the reader is alive, and all fields of the result are written. What they point to lives until the next call, and is copied here;
        // the handles in it belong to the module of `function`, which `'m` borrows.
        unsafe {
            ffi::gisel_read_body(self.reader.as_ptr(), function, raw.as_mut_ptr());
            let raw = raw.assume_init();
            refill(&mut body.insts, raw.insts.cast(), raw.num_insts);
            refill(&mut body.operands, raw.operands, raw.num_operands);
            refill(&mut body.others, raw.others.cast(), raw.num_others);
            refill(&mut body.blocks, raw.blocks.cast(), raw.num_blocks);
            // Those that had numbers before have kept them.
            let known = body.types.len().min(raw.num_types);
            append(&mut body.types, raw.types.cast::<Type<'m>>().wrapping_add(known), raw.num_types - known);
        }
    }
}

/// Makes a list one of `len` elements at `data`.
///
/// # Safety
/// As many are there, unless there are none.
unsafe fn refill<T: Copy>(list: &mut Vec<T>, data: *const T, len: usize) {
    list.clear();
    // SAFETY: as the caller says.
    unsafe { append(list, data, len) }
}

/// Adds `len` elements at `data` to a list.
///
/// # Safety
/// As many are there, unless there are none.
pub(super) unsafe fn append<T: Copy>(list: &mut Vec<T>, data: *const T, len: usize) {
    if len != 0 {
        // SAFETY: as the caller says.
        list.extend_from_slice(unsafe { std::slice::from_raw_parts(data, len) });
    }
}
