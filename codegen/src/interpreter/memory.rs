//! Flat memory with bounds: each byte is accessible or not, may be constant, and may hold poison.
//!
//! Addresses are those of a program that is loaded low: unreadable code, data, heap, and the stack
//! at the top. Inaccessible gaps between objects detect accesses beyond an object's end. Freed
//! memory and memory of former frames is inaccessible too. Unwritten memory holds the byte
//! [`FILL`].

use super::value::{Lane, Value};
use std::collections::{BTreeMap, HashMap};
use std::fmt;

/// The content of fresh memory.
pub(crate) const FILL: u8 = 0xaa;

/// The first address of functions.
pub(crate) const CODE: u64 = 0x1_0000;

const DATA: u64 = 0x1000_0000;
const HEAP: u64 = 0x4000_0000;

/// Returns the end of the stack: above 32-bit addresses, if addresses are longer.
const fn stack_top(address_bits: u32) -> u64 {
    if address_bits > 32 { 0x7f_ffff_0000 } else { 0xbfff_0000 }
}

/// The gap between objects, in bytes.
const GAP: u64 = 32;

/// The maximum size of the heap, in bytes.
const HEAP_LIMIT: u64 = 1 << 30;

const READABLE: u8 = 1;
const WRITABLE: u8 = 2;
const POISON: u8 = 4;

/// An invalid access.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BadAccess {
    /// Its address.
    pub address: u64,
    /// Its size in bytes.
    pub size: u64,
    /// True if it writes.
    pub writes: bool,
    /// True if only writing is invalid.
    pub constant: bool,
}

impl fmt::Display for BadAccess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = if self.writes { "write" } else { "read" };
        let why = match (self.constant, self.address < 0x1000) {
            (true, _) => "to constant memory",
            (_, true) => "at a null pointer",
            _ => "out of bounds",
        };
        write!(f, "a {kind} of {} bytes at {:#x}, {why}", self.size, self.address)
    }
}

/// A contiguous range of bytes, with their permissions.
struct Segment {
    base: u64,
    bytes: Vec<u8>,
    state: Vec<u8>,
}

impl Segment {
    fn new(base: u64, size: usize) -> Segment {
        Segment { base, bytes: vec![0; size], state: vec![0; size] }
    }

    /// Returns the indices of the bytes from `address` on.
    #[inline]
    fn range(&self, address: u64, size: u64) -> Option<std::ops::Range<usize>> {
        let start = address.checked_sub(self.base)?;
        let end = start.checked_add(size)?;
        (end <= self.bytes.len() as u64).then_some(start as usize..end as usize)
    }
}

/// The memory of a program.
pub struct Memory {
    data: Segment,
    heap: Segment,
    stack: Segment,
    /// Allocated heap blocks: address and size in bytes.
    blocks: BTreeMap<u64, u64>,
    /// Blocks that have been freed, by their size.
    free: HashMap<u64, Vec<u64>>,
}

impl Memory {
    /// Returns memory with a stack of `stack_size` bytes, where addresses have `address_bits` bits.
    pub(crate) fn new(stack_size: usize, address_bits: u32) -> Memory {
        Memory {
            data: Segment::new(DATA, 0),
            heap: Segment::new(HEAP, 0),
            stack: Segment::new(stack_top(address_bits) - stack_size as u64, stack_size),
            blocks: BTreeMap::new(),
            free: HashMap::new(),
        }
    }

    /// Returns the initial stack pointer.
    pub(crate) fn stack_top(&self) -> u64 {
        self.stack.base + self.stack.bytes.len() as u64
    }

    /// Returns the lowest address of the stack.
    pub(crate) fn stack_limit(&self) -> u64 {
        self.stack.base
    }

    /// Creates a data object, filled with zeros, and returns its address.
    pub fn add_data(&mut self, size: u64, align: u64) -> u64 {
        let end = DATA + self.data.bytes.len() as u64;
        let address = (end + GAP).next_multiple_of(align.max(1));
        let length = (address + size - DATA) as usize;
        self.data.bytes.resize(length, 0);
        self.data.state.resize(length, 0);
        self.allow(address, size);
        address
    }

    /// Makes an object constant.
    pub(crate) fn protect(&mut self, address: u64, size: u64) {
        self.each_state(address, size, |state| *state &= !WRITABLE);
    }

    /// Makes memory accessible, and preserves its content.
    pub(crate) fn allow(&mut self, address: u64, size: u64) {
        self.each_state(address, size, |state| *state = READABLE | WRITABLE);
    }

    /// Makes memory accessible with fresh content.
    pub(crate) fn open(&mut self, address: u64, size: u64) {
        self.allow(address, size);
        if let Some(segment) = self.segment(address)
            && let Some(range) = segment.range(address, size)
        {
            segment.bytes[range].fill(FILL);
        }
    }

    /// Makes memory inaccessible.
    pub(crate) fn close(&mut self, address: u64, size: u64) {
        self.each_state(address, size, |state| *state = 0);
    }

    fn each_state(&mut self, address: u64, size: u64, change: impl Fn(&mut u8)) {
        if let Some(segment) = self.segment(address)
            && let Some(range) = segment.range(address, size)
        {
            segment.state[range].iter_mut().for_each(change);
        }
    }

    #[inline]
    fn segment(&mut self, address: u64) -> Option<&mut Segment> {
        match address {
            _ if address >= self.stack.base => Some(&mut self.stack),
            _ if address >= HEAP => Some(&mut self.heap),
            _ if address >= DATA => Some(&mut self.data),
            _ => None,
        }
    }

    /// Returns the bytes at `address` and their state, if all of them allow `wanted`.
    #[inline]
    fn access(&mut self, address: u64, size: u64, wanted: u8) -> Result<(&mut [u8], &mut [u8]), BadAccess> {
        let writes = wanted == WRITABLE;
        let bad = |constant| BadAccess { address, size, writes, constant };
        let segment = self.segment(address).ok_or(bad(false))?;
        let range = segment.range(address, size).ok_or(bad(false))?;
        let state = &mut segment.state[range.clone()];
        if state.iter().any(|s| s & wanted == 0) {
            return Err(bad(state.iter().all(|s| s & READABLE != 0)));
        }
        Ok((&mut segment.bytes[range], state))
    }

    /// Loads a number of up to eight bytes; `None` if one of them is poison.
    #[inline]
    pub fn load_word(&mut self, address: u64, size: u32) -> Result<Option<u64>, BadAccess> {
        let (bytes, state) = self.access(address, size.into(), READABLE)?;
        if state.iter().any(|s| s & POISON != 0) {
            return Ok(None);
        }
        let mut word = [0; 8];
        word[..bytes.len()].copy_from_slice(bytes);
        Ok(Some(u64::from_le_bytes(word)))
    }

    /// Writes the lowest `size` bytes, up to eight, of a word.
    #[inline]
    pub fn store_word(&mut self, address: u64, size: u32, word: u64) -> Result<(), BadAccess> {
        let (bytes, state) = self.access(address, size.into(), WRITABLE)?;
        bytes.copy_from_slice(&word.to_le_bytes()[..size as usize]);
        state.iter_mut().for_each(|s| *s &= !POISON);
        Ok(())
    }

    /// Loads a value of `bits` bits.
    pub fn load(&mut self, address: u64, bits: u32) -> Result<Lane, BadAccess> {
        let (bytes, state) = self.access(address, bits.div_ceil(8).into(), READABLE)?;
        let poison: Vec<bool> = state.iter().map(|s| s & POISON != 0).collect();
        Ok(Value::from_bytes(bytes, &poison, bits))
    }

    /// Stores the lowest `bits` bits of a value; padding in the last byte is zero.
    pub fn store(&mut self, address: u64, bits: u32, value: &Value) -> Result<(), BadAccess> {
        let (bytes, state) = self.access(address, bits.div_ceil(8).into(), WRITABLE)?;
        for (n, (byte, poison)) in value.to_bytes(bits).into_iter().enumerate() {
            bytes[n] = byte;
            state[n] = if poison { state[n] | POISON } else { state[n] & !POISON };
        }
        Ok(())
    }

    /// Returns bytes, ignoring poison.
    pub fn read(&mut self, address: u64, size: u64) -> Result<&[u8], BadAccess> {
        if size == 0 {
            return Ok(&[]);
        }
        self.access(address, size, READABLE).map(|(bytes, _)| &*bytes)
    }

    /// Writes bytes.
    pub(crate) fn write(&mut self, address: u64, new: &[u8]) -> Result<(), BadAccess> {
        if new.is_empty() {
            return Ok(());
        }
        let (bytes, state) = self.access(address, new.len() as u64, WRITABLE)?;
        bytes.copy_from_slice(new);
        state.iter_mut().for_each(|s| *s &= !POISON);
        Ok(())
    }

    /// Copies bytes with their poison, as if through a buffer.
    pub(crate) fn copy(&mut self, to: u64, from: u64, size: u64) -> Result<(), BadAccess> {
        if size == 0 {
            return Ok(());
        }
        let (bytes, state) = self.access(from, size, READABLE)?;
        let (bytes, state) = (bytes.to_vec(), state.to_vec());
        let (new, new_state) = self.access(to, size, WRITABLE)?;
        new.copy_from_slice(&bytes);
        new_state.iter_mut().zip(state).for_each(|(new, old)| *new = *new & !POISON | old & POISON);
        Ok(())
    }

    /// Returns the bytes from `address` up to a zero.
    pub(crate) fn string(&mut self, address: u64) -> Result<Vec<u8>, BadAccess> {
        let mut text = Vec::new();
        loop {
            match self.read(address.wrapping_add(text.len() as u64), 1)? {
                [0] => return Ok(text),
                byte => text.extend_from_slice(byte),
            }
        }
    }

    /// Allocates a heap block of `size` bytes; `None` if there is no room.
    pub(crate) fn allocate(&mut self, size: u64, align: u64) -> Option<u64> {
        let room = size.checked_next_multiple_of(16)?.max(16);
        let reused = self.free.get_mut(&room).and_then(|list| {
            let n = list.iter().position(|address| address.is_multiple_of(align))?;
            Some(list.swap_remove(n))
        });
        let address = match reused {
            Some(address) => address,
            None => {
                let end = HEAP + self.heap.bytes.len() as u64;
                let address = end.checked_add(GAP)?.checked_next_multiple_of(align.max(16))?;
                let length = address.checked_add(room)? - HEAP;
                if length > HEAP_LIMIT {
                    return None;
                }
                self.heap.bytes.resize(length as usize, 0);
                self.heap.state.resize(length as usize, 0);
                address
            }
        };
        self.open(address, size);
        self.blocks.insert(address, size);
        Some(address)
    }

    /// Returns the size of the heap block at `address`.
    pub(crate) fn block_size(&self, address: u64) -> Option<u64> {
        self.blocks.get(&address).copied()
    }

    /// Frees a block. Returns true if there was one.
    pub(crate) fn release(&mut self, address: u64) -> bool {
        let Some(size) = self.blocks.remove(&address) else { return false };
        self.close(address, size);
        self.free.entry(size.next_multiple_of(16).max(16)).or_default().push(address);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interpreter::int::Int;

    #[test]
    fn objects_end_where_they_end() {
        let mut memory = Memory::new(4096, 64);
        let (a, b) = (memory.add_data(8, 8), memory.add_data(3, 1));
        memory.store_word(a, 8, 0x0102_0304_0506_0708).expect("in bounds");
        assert_eq!(memory.load_word(a + 4, 4), Ok(Some(0x0102_0304)));
        assert!(memory.load_word(a + 4, 8).is_err() && memory.load_word(b + 3, 1).is_err());
        assert!(memory.load_word(0, 1).is_err() && memory.load_word(u64::MAX, 8).is_err());
        memory.protect(b, 3);
        let error = memory.store_word(b, 1, 0).expect_err("constant");
        assert!(error.constant && error.to_string().contains("constant memory"), "{error}");
        let block = memory.allocate(5, 16).expect("room");
        assert!(memory.write(block, b"hello").is_ok() && memory.write(block, b"hello!").is_err());
        assert!(memory.release(block) && !memory.release(block) && memory.read(block, 1).is_err());
    }

    #[test]
    fn poison_is_stored_and_loaded() {
        let mut memory = Memory::new(4096, 64);
        let (a, b) = (memory.add_data(8, 8), memory.add_data(8, 8));
        let half = Lane::with_poison(Int::new(64, 7), Int::new(64, 0xffff_ffff_0000_0000));
        memory.store(a, 64, &half.clone().into()).expect("in bounds");
        memory.copy(b, a, 8).expect("in bounds");
        assert_eq!(memory.load(b, 64), Ok(half));
        assert_eq!((memory.load_word(b, 4), memory.load_word(b, 8)), (Ok(Some(7)), Ok(None)));
        memory.write(b + 4, &[0; 4]).expect("in bounds");
        assert_eq!(memory.load_word(b, 8), Ok(Some(7)));
    }
}
