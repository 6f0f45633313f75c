//! What tests of several modules make: random numbers and control-flow graphs.

use crate::ir::entity::{BlockId, SubtargetId, SymbolId};
use crate::ir::mir::MachineFunction;

/// Random numbers (xorshift*), the same for the same seed, which is not zero.
pub struct Random(pub u64);

impl Random {
    /// Any number.
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    /// A number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        (self.next() >> 33) as usize % n
    }

    /// Up to `most` edges between any of `blocks` blocks.
    pub fn edges(&mut self, blocks: usize, most: usize) -> Vec<(usize, usize)> {
        (0..self.below(most)).map(|_| (self.below(blocks), self.below(blocks))).collect()
    }
}

/// A function of empty blocks with these edges.
pub fn graph(blocks: usize, edges: &[(usize, usize)]) -> MachineFunction {
    let mut mf = MachineFunction::new(SymbolId::new(0), "f", SubtargetId::new(0));
    let blocks: Vec<BlockId> = (0..blocks).map(|_| mf.append_block()).collect();
    edges.iter().for_each(|&(from, to)| mf.add_edge(blocks[from], blocks[to]));
    mf
}
