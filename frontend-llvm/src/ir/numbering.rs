//! Dense numbers for the constants of one function, or the types of a module, by their addresses.
//!
//! Cost: one look-up in an open-addressing table of addresses; LLVM leaves no room in these for a number of ours. A table
//! that is emptied keeps its memory, and emptying it costs no more than filling it did.

use rustc_hash::FxHashMap;

/// Spreads the bits of addresses, which are aligned and close to each other; no attacker chooses them.
const MULTIPLIER: u64 = 0x9e37_79b9_7f4a_7c15;

/// A map keyed by `Value::key` or `Type::key`.
pub type AddressMap<T> = FxHashMap<usize, T>;

/// Numbers addresses in the order in which they are first asked for.
pub struct Numbering {
    /// Address and number; no address is zero where there is none yet. The length is a power of two.
    slots: Vec<(usize, u32)>,
    len: u32,
}

const LEAST_SLOTS: usize = 64;

impl Default for Numbering {
    fn default() -> Numbering {
        Numbering { slots: vec![(0, 0); LEAST_SLOTS], len: 0 }
    }
}

impl Numbering {
    /// The slot that holds `key`, or where it is to go.
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

    /// The number of an address, and whether it is new. The address is not zero.
    #[inline]
    pub fn number(&mut self, key: usize) -> (u32, bool) {
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

    /// The number of an address that has one.
    #[inline]
    pub fn get(&self, key: usize) -> Option<u32> {
        match self.slots[self.slot(key)] {
            (0, _) => None,
            (_, number) => Some(number),
        }
    }

    /// How many addresses have numbers.
    pub fn len(&self) -> usize {
        self.len as usize
    }

    /// Whether no address has a number.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Forgets everything but its memory.
    pub fn clear(&mut self) {
        // As many slots as what was in it needs: after one large function the small ones do not pay for it.
        let wanted = (self.len() * 4).next_power_of_two().clamp(LEAST_SLOTS, self.slots.len());
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
            assert!(numbering.is_empty());
        }
    }
}
