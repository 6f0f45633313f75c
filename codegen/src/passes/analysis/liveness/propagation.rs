//! Backward propagation from uses to definitions, for up to 64 registers at once: one bit for each.

use super::{ExposedUse, THROUGH, def_block};
use crate::ir::entity::{BlockId, VReg};
use crate::ir::mir::MachineFunction;

/// The state of the current registers in one block.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Masks {
    /// They are live in.
    pub(super) live: u64,
    /// They are live out and not defined here.
    pub(super) through: u64,
    /// They are live in, but the predecessors have not been updated.
    pending: u64,
    /// They are defined here.
    defined: u64,
}

/// The worklist algorithm.
pub(super) struct Propagation<'a> {
    mf: &'a MachineFunction,
    /// The masks of each block.
    pub(super) masks: Vec<Masks>,
    /// Blocks with nonzero masks.
    touched: Vec<BlockId>,
    /// The worklist: blocks whose predecessors must be updated.
    stack: Vec<BlockId>,
}

impl<'a> Propagation<'a> {
    /// Returns a propagation without registers, which reuses the memory of `masks`.
    pub(super) fn new(mf: &'a MachineFunction, mut masks: Vec<Masks>) -> Propagation<'a> {
        masks.clear();
        masks.resize(mf.num_blocks(), Masks::default());
        Propagation { mf, masks, touched: Vec::new(), stack: Vec::new() }
    }

    /// Adds a register with this bit and its upward-exposed uses. It is an error if no block
    /// defines the register.
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
            if masks.pending == 0 {
                self.stack.push(used.block);
            }
            if masks.live == 0 {
                self.touched.push(used.block);
            }
            masks.live |= 1 << bit;
            masks.pending |= 1 << bit;
        }
        Ok(())
    }

    /// Propagates up to the definitions.
    pub(super) fn run(&mut self) {
        while let Some(block) = self.stack.pop() {
            let pending = std::mem::take(&mut self.masks[block.index()].pending);
            for &pred in &self.mf.block(block).predecessors {
                let masks = &mut self.masks[pred.index()];
                let through = pending & !masks.defined;
                let new = through & !masks.live;
                masks.through |= through;
                if new == 0 {
                    continue;
                }
                if masks.live == 0 {
                    self.touched.push(pred);
                }
                if masks.pending == 0 {
                    self.stack.push(pred);
                }
                masks.live |= new;
                masks.pending |= new;
            }
        }
    }

    /// Calls `see` for each block with live-in registers, and removes the current registers.
    pub(super) fn take_live(&mut self, mut see: impl FnMut(BlockId, Masks)) {
        for block in self.touched.drain(..) {
            let masks = std::mem::take(&mut self.masks[block.index()]);
            if masks.live != 0 {
                see(block, masks);
            }
        }
    }
}

/// Calls `see` with the numbers of the set bits, from the lowest on.
#[inline]
pub(super) fn each_bit(mut bits: u64, mut see: impl FnMut(u32)) {
    while bits != 0 {
        see(bits.trailing_zeros());
        bits &= bits - 1;
    }
}
