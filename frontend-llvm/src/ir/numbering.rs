//! Dense numbers for the values of one function.
//!
//! Cost: one look-up by pointer in a hash table without string hashing; LLVM leaves no room in a value for a number of ours.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::value::Value;

/// Hashes an address by one multiplication: they are aligned, distinct, and no attacker chooses them.
#[derive(Default, Clone, Copy)]
pub struct AddressHasher(u64);

impl Hasher for AddressHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_usize(byte.into());
        }
    }

    fn write_usize(&mut self, address: usize) {
        let mixed = (self.0 ^ address as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ (mixed >> 29);
    }
}

/// A map keyed by `Value::key` or `Type::key`.
pub type AddressMap<T> = HashMap<usize, T, BuildHasherDefault<AddressHasher>>;

/// Numbers values in the order in which they are first asked for.
#[derive(Default)]
pub struct Numbering {
    numbers: AddressMap<u32>,
}

impl Numbering {
    /// The value's number, and whether it is new.
    pub fn number(&mut self, value: Value<'_>) -> (u32, bool) {
        let next = self.numbers.len() as u32;
        let number = *self.numbers.entry(value.key()).or_insert(next);
        (number, number == next)
    }

    /// The number of a value that has one.
    pub fn get(&self, value: Value<'_>) -> Option<u32> {
        self.numbers.get(&value.key()).copied()
    }

    pub fn len(&self) -> usize {
        self.numbers.len()
    }

    pub fn is_empty(&self) -> bool {
        self.numbers.is_empty()
    }

    /// Forgets everything but its memory.
    pub fn clear(&mut self) {
        self.numbers.clear();
    }
}
