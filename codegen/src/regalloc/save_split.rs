//! Splits an interval instead of saving a register for it.
//!
//! The first use of a callee-saved register costs a save and a restore. A value that is live across
//! rarely executed calls only is cheaper in memory there, and elsewhere in a register that calls
//! overwrite. The prologue may then move to the calls ([`crate::passes::post_ra::shrink_wrap`]).
//! [`super::spill_placement`] decides for each block boundary where the value is.
//!
//! Cost: examining a few registers, at most once for each callee-saved register and each interval
//! that is split; nothing for values that are live across frequent calls.

use super::greedy::Greedy;
use super::interval::IntervalId;
use super::region_split::LiveBlock;
use crate::machine::desc::registers::PhysReg;
use smallvec::SmallVec;

/// The maximum cost of loads and stores relative to the most frequent block, up to the entry's
/// frequency: a save would be there.
const MAX_MEMORY_SHARE: f32 = 0.05;

impl Greedy<'_> {
    /// Splits `id`, for which `reg` is free, if nothing has to be saved in the prologue for the
    /// parts and their loads and stores are rare. Returns true if it was split.
    pub(super) fn split_around_calls(&mut self, id: IntervalId, reg: PhysReg) -> bool {
        let is_first = self.target.registers().unit_set(reg) & !self.unsaved != 0;
        let interval = self.intervals.get(id);
        let small = self.mf.attrs.opt_size || self.mf.attrs.min_size;
        if !is_first || small || self.info[id.index()].splits > 0 || self.block_of(interval).is_some() {
            return false;
        }
        if self.fixed.is_clobbered(interval, |pos| self.frequency_at(pos) > MAX_MEMORY_SHARE) {
            return false;
        }
        let (mut blocks, ranges, uses) = self.blocks_with_uses(id);
        let hottest = blocks.iter().map(|block| block.frequency).fold(0.0, f32::max);
        let limit = MAX_MEMORY_SHARE * hottest.min(1.0);
        self.count_definitions(id, &mut blocks);
        let registers = self.unsaved_registers(id, &blocks);
        let best = self.cheapest_register(&blocks, &uses, &registers, limit);
        let Some((reg, choices)) = best else { return false };
        self.split_at(id, (&blocks, &ranges, &uses), &choices, Some(reg));
        true
    }

    /// Returns registers that need no save, the hinted one first.
    fn unsaved_registers(&self, id: IntervalId, blocks: &[LiveBlock]) -> SmallVec<[PhysReg; 8]> {
        let is_unsaved = |reg: &PhysReg| self.target.registers().unit_set(*reg) & !self.unsaved == 0;
        let hint = self.unavailable_hint(id).filter(is_unsaved);
        let others = self.least_taken(id, blocks, self.unsaved);
        hint.into_iter().chain(others.into_iter().filter(|&reg| Some(reg) != hint)).collect()
    }
}
