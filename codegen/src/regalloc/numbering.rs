//! Positions: a number for each place of a function where liveness can change.
//!
//! Each instruction has two: an even one at which it reads, and the odd one after, at which it writes. Each block starts with
//! an even position of its own, at which its phis write. All terminators of a block share one position: nothing can
//! be put between them, and they write nothing. An invoke's call is one of them: it writes physical registers only.

use super::interval::Range;
use crate::ir::entity::{BlockId, InstId};
use crate::ir::mir::MachineFunction;
use crate::ir::opcodes::PHI;
use crate::target::Target;
use crate::target::instructions::{Descs, InstrFlags};

/// A place in the function.
pub type Position = u32;

/// Where a block begins and ends.
#[derive(Clone, Copy, Debug, Default)]
pub struct BlockSpan {
    /// Position of the phis.
    pub start: Position,
    /// The first position after the block.
    pub end: Position,
}

/// Positions of blocks and instructions, in layout order.
#[derive(Debug)]
pub struct Numbering {
    /// By block id.
    pub spans: Vec<BlockSpan>,
    /// By instruction id: its reading position. 0 for phis and what is in no block.
    pub inst_pos: Vec<Position>,
    /// By half the position: the (first) instruction there; `None` at block starts.
    pub inst_at: Vec<Option<InstId>>,
    /// By half the position: the block around it, as an index into `order`.
    block_at: Vec<u32>,
    /// Layout position by increasing `start`: the blocks themselves.
    pub order: Vec<BlockId>,
}

impl Numbering {
    /// Numbers the blocks of the layout.
    pub fn compute(mf: &MachineFunction, target: &dyn Target) -> Numbering {
        let mut numbering = Numbering {
            spans: vec![BlockSpan::default(); mf.num_blocks()],
            inst_pos: vec![0; mf.num_insts()],
            inst_at: Vec::with_capacity(mf.num_insts() + mf.layout.len()),
            block_at: Vec::with_capacity(mf.num_insts() + mf.layout.len()),
            order: mf.layout.clone(),
        };
        let descs = target.descs();
        for (n, &block) in (0..).zip(&mf.layout) {
            numbering.number_block(mf, descs, block);
            numbering.block_at.resize(numbering.inst_at.len(), n);
        }
        numbering
    }

    fn number_block(&mut self, mf: &MachineFunction, descs: Descs, block: BlockId) {
        let start = 2 * self.inst_at.len() as Position;
        self.inst_at.push(None);
        let mut in_terminators = false;
        let invoke = mf.invoke(block).map(|invoke| invoke.call);
        for inst in mf.insts(block) {
            let opcode = mf.opcode(inst);
            if opcode == PHI {
                continue;
            }
            if !in_terminators {
                self.inst_at.push(Some(inst));
            }
            in_terminators |= descs.get(opcode).has(InstrFlags::TERMINATOR) || Some(inst) == invoke;
            self.inst_pos[inst.index()] = 2 * (self.inst_at.len() as Position - 1);
        }
        self.spans[block.index()] = BlockSpan { start, end: 2 * self.inst_at.len() as Position };
    }

    /// The block around a position, as an index into `order`.
    pub fn block_index(&self, pos: Position) -> usize {
        let at = self.block_at.get(pos as usize / 2).or(self.block_at.last());
        at.map_or(0, |&n| n as usize)
    }

    /// The blocks, as indices into `order`, that have positions in `range`.
    pub fn blocks_of(&self, range: Range) -> impl Iterator<Item = usize> + use<'_> {
        let first = self.block_index(range.start);
        let inside = move |n: &usize| self.spans[self.order[*n].index()].start < range.end;
        (first..self.order.len()).take_while(inside)
    }

    /// Whether a block starts at `pos`.
    pub fn is_block_start(&self, pos: Position) -> bool {
        pos.is_multiple_of(2) && self.inst_at.get(pos as usize / 2).is_none_or(|i| i.is_none())
    }
}
