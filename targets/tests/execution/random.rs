//! Random numbers for functions' arguments.

use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// Random words, determined by the seed.
pub struct Random(SplitMix64);

impl Random {
    /// Returns the generator of a seed.
    pub fn new(seed: u64) -> Random {
        Random(SplitMix64::seed_from_u64(seed))
    }

    /// Returns any word.
    pub fn next(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// Returns a word below `n`.
    pub fn below(&mut self, n: u64) -> u64 {
        self.next() % n.max(1)
    }
}
