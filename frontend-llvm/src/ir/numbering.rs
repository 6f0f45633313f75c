//! Dense numbers for the constants of one function, or the types of a module, by address.
//!
//! Cost: one look-up in an open-addressing table, because LLVM's objects have no room for the
//! number. A cleared table keeps its memory, and clearing costs no more than filling it did.

use rustc_hash::FxHashMap;

/// A hash multiplier that spreads addresses, which are aligned and close to each other; they are
/// not adversarial.
const MULTIPLIER: u64 = 0x9e37_79b9_7f4a_7c15;

/// A map keyed by `Value::key` or `Type::key`.
pub(crate) type AddressMap<T> = FxHashMap<usize, T>;

/// Numbers addresses in the order of their first look-up.
pub(crate) struct Numbering {
    /// Address and number; the address of an empty slot is zero. The length is a power of two.
    slots: Vec<(usize, u32)>,
    len: u32,
}

const MIN_SLOTS: usize = 64;

impl Default for Numbering {
    fn default() -> Numbering {
        Numbering { slots: vec![(0, 0); MIN_SLOTS], len: 0 }
    }
}

impl Numbering {
    /// Returns the slot that holds `key`, or the empty slot for it.
    #[inline]
    fn slot(&self, key: usize) -> usize {
        let hash = (key as u64).wrapping_mul(MULTIPLIER) >> 32;
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        while self.slots[at].0 != key && self.slots[at].0 != 0 {
            at = (at + 1) & mask;
        }
        at
    }

    /// Returns the number of an address, and true if it is new. The address must not be zero.
    #[inline]
    pub(crate) fn number(&mut self, key: usize) -> (u32, bool) {
        let at = self.slot(key);
        match self.slots[at] {
            (0, _) => (self.insert(at, key), true),
            (_, number) => (number, false),
        }
    }

    fn insert(&mut self, at: usize, key: usize) -> u32 {
        let number = self.len;
        self.slots[at] = (key, number);
        self.len += 1;
        if self.len as usize * 2 > self.slots.len() {
            self.grow();
        }
        number
    }

    fn grow(&mut self) {
        let empty = vec![(0, 0); self.slots.len() * 2];
        for (key, number) in std::mem::replace(&mut self.slots, empty) {
            let at = self.slot(key);
            self.slots[at] = (key, number);
        }
    }

    /// Returns the number of an address that has one.
    pub(crate) fn get(&self, key: usize) -> Option<u32> {
        match self.slots[self.slot(key)] {
            (0, _) => None,
            (_, number) => Some(number),
        }
    }

    /// Returns the number of addresses.
    pub(crate) fn len(&self) -> usize {
        self.len as usize
    }

    /// Removes all addresses but keeps the memory.
    pub(crate) fn clear(&mut self) {
        // Shrinks to the size of the contents, so that small functions after a large one do not
        // clear its slots.
        let wanted = (self.len() * 4).next_power_of_two().clamp(MIN_SLOTS, self.slots.len());
        self.slots.truncate(wanted);
        self.slots.fill((0, 0));
        self.len = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_dense_and_stay() {
        let mut numbering = Numbering::default();
        for round in [3000usize, 5, 700] {
            let key = |n: usize| n * 16 + 16;
            for n in 0..round {
                assert_eq!(numbering.get(key(n)), None);
                assert_eq!(numbering.number(key(n)), (n as u32, true));
            }
            assert_eq!(numbering.len(), round);
            for n in 0..round {
                assert_eq!(numbering.number(key(n)), (n as u32, false));
                assert_eq!(numbering.get(key(n)), Some(n as u32));
            }
            numbering.clear();
            assert_eq!(numbering.len(), 0);
        }
    }
}
