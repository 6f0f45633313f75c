//! The control flow between blocks, as they were translated.
//!
//! A switch is translated to several blocks, of which only the first has segments. The others are
//! parts of that block: variables have the same values at their ends.

use crate::ir::entity::BlockId;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// The blocks of a function, as they were translated.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct TranslatedBlocks {
    /// By block: its predecessors.
    predecessors: Vec<SmallVec<[BlockId; 2]>>,
    /// By part of a block, except the first one: the block.
    wholes: FxHashMap<BlockId, BlockId>,
}

impl TranslatedBlocks {
    /// Returns the blocks with these successors. `has_segments` returns true for those with segments.
    pub fn of(blocks: &[(BlockId, &[BlockId])], has_segments: impl Fn(BlockId) -> bool) -> TranslatedBlocks {
        let named = blocks.iter().flat_map(|(block, successors)| successors.iter().chain([block]));
        let count = named.map(|block| block.index() + 1).max().unwrap_or(0);
        let mut of = TranslatedBlocks { predecessors: vec![SmallVec::new(); count], ..Self::default() };
        for &(block, successors) in blocks {
            successors.iter().for_each(|successor| of.predecessors[successor.index()].push(block));
        }
        for &(block, _) in blocks {
            if !has_segments(block)
                && let [whole] = of.predecessors(block)[..]
                && whole != block
            {
                of.wholes.insert(block, whole);
            }
        }
        of
    }

    /// Returns the block that a block is a part of; the block itself if it is none.
    pub fn whole(&self, block: BlockId) -> BlockId {
        self.wholes.get(&block).copied().unwrap_or(block)
    }

    /// Returns the predecessors of a block in the order of their numbers. Parts are replaced by their
    /// blocks.
    pub fn predecessors(&self, block: BlockId) -> Vec<BlockId> {
        let own = self.predecessors.get(block.index()).into_iter().flatten();
        let mut own: Vec<BlockId> = own.map(|&block| self.whole(block)).collect();
        own.sort_unstable();
        own.dedup();
        own
    }
}
