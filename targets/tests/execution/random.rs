//! Random numbers for what functions are given.

use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// Random words, the same for the same seed.
pub struct Random(SplitMix64);

impl Random {
    /// The words of a seed.
    pub fn new(seed: u64) -> Random {
        Random(SplitMix64::seed_from_u64(seed))
    }

    /// Any word.
    pub fn next(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A word below `n`.
    pub fn below(&mut self, n: u64) -> u64 {
        self.next() % n.max(1)
    }
}
