//! Helpers for the tests of several modules: random numbers, control-flow graphs, a target, and
//! passes on MIR text.

pub mod passes;
pub mod toy;

use crate::ir::entity::{BlockId, SubtargetId, SymbolId};
use crate::ir::mir::MachineFunction;
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// Random numbers, the same for the same seed.
pub struct Random(SplitMix64);

impl Random {
    /// Creates the sequence of a seed.
    pub fn new(seed: u64) -> Random {
        Random(SplitMix64::seed_from_u64(seed))
    }

    /// Returns any number.
    pub fn next(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// Returns a number less than `n`.
    pub fn below(&mut self, n: usize) -> usize {
        self.next() as usize % n
    }

    /// Returns fewer than `most` edges between any of `blocks` blocks.
    pub fn edges(&mut self, blocks: usize, most: usize) -> Vec<(usize, usize)> {
        (0..self.below(most)).map(|_| (self.below(blocks), self.below(blocks))).collect()
    }
}

/// Returns a function of empty blocks with these edges.
pub fn graph(blocks: usize, edges: &[(usize, usize)]) -> MachineFunction {
    let mut mf = MachineFunction::new(SymbolId::new(0), "f", SubtargetId::new(0));
    let blocks: Vec<BlockId> = (0..blocks).map(|_| mf.append_block()).collect();
    edges.iter().for_each(|&(from, to)| mf.add_edge(blocks[from], blocks[to]));
    mf
}
