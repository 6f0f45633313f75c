//! Up from uses through predecessors to definitions, for up to 64 registers at once: a bit for each.

use super::{ExposedUse, THROUGH, def_block};
use crate::ir::entity::{BlockId, VReg};
use crate::ir::mir::MachineFunction;

/// What is known of the registers at hand in one block.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Masks {
    /// They live into it.
    pub(super) live: u64,
    /// They live out of it, and are not defined in it.
    pub(super) through: u64,
    /// They live into it, which its predecessors have not been told.
    untold: u64,
    /// They are defined in it.
    defined: u64,
}

/// The walk.
pub(super) struct Propagation<'a> {
    mf: &'a MachineFunction,
    /// By block.
    pub(super) masks: Vec<Masks>,
    /// Blocks with masks.
    touched: Vec<BlockId>,
    /// Blocks whose predecessors are to be told.
    stack: Vec<BlockId>,
}

impl<'a> Propagation<'a> {
    /// Returns no register is at hand. `masks` is memory.
    pub(super) fn new(mf: &'a MachineFunction, mut masks: Vec<Masks>) -> Propagation<'a> {
        masks.clear();
        masks.resize(mf.num_blocks(), Masks::default());
        Propagation { mf, masks, touched: Vec::new(), stack: Vec::new() }
    }

    /// Takes up a register, which has this bit, with its uses outside of the block that defines it. It is an error if none does.
    pub(super) fn add<'u>(
        &mut self,
        vreg: VReg,
        bit: u32,
        uses: impl Iterator<Item = &'u ExposedUse>,
    ) -> Result<(), VReg> {
        let home = def_block(self.mf, vreg).ok_or(vreg)?;
        self.masks[home.index()].defined |= 1 << bit;
        self.touched.push(home);
        for used in uses {
            let masks = &mut self.masks[used.block.index()];
            if used.end == THROUGH {
                masks.through |= 1 << bit;
            }
            if masks.untold == 0 {
                self.stack.push(used.block);
            }
            if masks.live == 0 {
                self.touched.push(used.block);
            }
            masks.live |= 1 << bit;
            masks.untold |= 1 << bit;
        }
        Ok(())
    }

    /// Walks up to the definitions.
    pub(super) fn run(&mut self) {
        while let Some(block) = self.stack.pop() {
            let told = std::mem::take(&mut self.masks[block.index()].untold);
            for &pred in &self.mf.block(block).predecessors {
                let masks = &mut self.masks[pred.index()];
                let through = told & !masks.defined;
                let new = through & !masks.live;
                masks.through |= through;
                if new == 0 {
                    continue;
                }
                if masks.live == 0 {
                    self.touched.push(pred);
                }
                if masks.untold == 0 {
                    self.stack.push(pred);
                }
                masks.live |= new;
                masks.untold |= new;
            }
        }
    }

    /// Calls `see` with the blocks that registers at hand live into, and puts these registers away.
    pub(super) fn take_live(&mut self, mut see: impl FnMut(BlockId, Masks)) {
        for block in self.touched.drain(..) {
            let masks = std::mem::take(&mut self.masks[block.index()]);
            if masks.live != 0 {
                see(block, masks);
            }
        }
    }
}

/// Calls `see` with the numbers of the bits that are set, from the lowest on.
#[inline]
pub(super) fn each_bit(mut bits: u64, mut see: impl FnMut(u32)) {
    while bits != 0 {
        see(bits.trailing_zeros());
        bits &= bits - 1;
    }
}
