//! Positions: numbers for the points of a function at which liveness can change.
//!
//! Each instruction has an even position at which it reads, and the following odd one at which it
//! writes. Each block starts with an even position of its own, at which its phis write. All
//! terminators of a block share one position: no instruction can be inserted between them, and they
//! write nothing. An invoke's call is one of them: it writes physical registers only.

use super::interval::Range;
use crate::ir::entity::{BlockId, InstId};
use crate::ir::mir::MachineFunction;

/// A point of the function.
pub(crate) type Position = u32;

/// The start and end of a block.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct BlockSpan {
    /// Position of the phis.
    pub start: Position,
    /// The first position after the block.
    pub end: Position,
}

const NONE: u32 = u32::MAX;

/// Positions of blocks and instructions, in layout order.
#[derive(Debug, Default)]
pub(crate) struct Numbering {
    /// By block id.
    pub spans: Vec<BlockSpan>,
    /// By instruction id: its reading position; 0 for phis and instructions in no block.
    pub inst_pos: Vec<Position>,
    /// By half the position: the (first) instruction there; `NONE` at block starts.
    inst_at: Vec<u32>,
    /// By half the position: the index in `order` of its block.
    block_at: Vec<u32>,
    /// The blocks in layout order, by increasing `start`.
    pub order: Vec<BlockId>,
}

impl Numbering {
    /// Resets to no positions, for the blocks of `mf`.
    pub(super) fn reset(&mut self, mf: &MachineFunction) {
        self.spans.clear();
        self.spans.resize(mf.num_blocks(), BlockSpan::default());
        self.inst_pos.clear();
        self.inst_pos.resize(mf.num_insts(), 0);
        self.inst_at.clear();
        self.inst_at.reserve(mf.num_insts() + mf.layout.len());
        self.block_at.clear();
        self.order.clone_from(&mf.layout);
    }

    /// Returns the position at which the next block starts.
    pub(super) fn start_block(&mut self) -> Position {
        self.inst_at.push(NONE);
        2 * (self.inst_at.len() as Position - 1)
    }

    /// Assigns the next position to `inst`, or the position of the previous instruction. Returns
    /// it.
    #[inline]
    pub(super) fn number(&mut self, inst: InstId, like_the_one_before: bool) -> Position {
        if !like_the_one_before {
            self.inst_at.push(inst.raw());
        }
        debug_assert!(
            self.inst_at.last().is_some_and(|&at| at != NONE),
            "{inst:?} shares the position of its block's start"
        );
        let pos = 2 * (self.inst_at.len() as Position - 1);
        match self.inst_pos.get_mut(inst.index()) {
            Some(known) => *known = pos,
            None => self.number_new(inst, pos),
        }
        pos
    }

    /// Assigns a position to a newly created instruction.
    #[cold]
    fn number_new(&mut self, inst: InstId, pos: Position) {
        self.inst_pos.resize(inst.index() + 1, 0);
        self.inst_pos[inst.index()] = pos;
    }

    /// Ends the block, number `n` of the layout. Returns the position after it.
    pub(super) fn end_block(&mut self, n: u32) -> Position {
        debug_assert!(self.block_at.len() < self.inst_at.len(), "block {n} has no position");
        self.block_at.resize(self.inst_at.len(), n);
        2 * self.inst_at.len() as Position
    }

    /// Returns the index in `order` of the block that contains a position.
    pub(crate) fn block_index(&self, pos: Position) -> usize {
        let at = self.block_at.get(pos as usize / 2).or(self.block_at.last());
        at.map_or(0, |&n| n as usize)
    }

    /// Returns the indices in `order` of the blocks that intersect `range`.
    pub(crate) fn blocks_of(&self, range: Range) -> std::ops::Range<usize> {
        let last = self.block_index(range.end.saturating_sub(1));
        self.block_index(range.start)..last + 1
    }

    /// Returns the (first) instruction at `pos`, unless a block starts there.
    pub(crate) fn inst_at(&self, pos: Position) -> Option<InstId> {
        let inst = self.inst_at.get(pos as usize / 2).copied();
        inst.filter(|&inst| inst != NONE).map(InstId::from_raw)
    }

    /// Returns true if a block starts at `pos`.
    pub(crate) fn is_block_start(&self, pos: Position) -> bool {
        pos.is_multiple_of(2) && self.inst_at(pos).is_none()
    }
}
