//! Block-local registers, as nearly all are at -O0: each has one range without lifetime holes.
//! [`super::collect`] finds them, and the scan visits them by start, merged with the intervals.
//!
//! A local register gets the first register that is free for its whole range, which unit sets
//! decide. If there is none, it becomes an interval, and so do the local registers that hold
//! registers there: only intervals are split and spilled. Then the uses of all local registers of
//! the block are computed at once. Cost: for each register the number of those live at its start,
//! which the number of registers bounds.

use super::interval::Hint;
use super::numbering::Position;
use crate::ir::entity::{BlockId, VReg};
use crate::machine::desc::registers::{PhysReg, UnitSet};

pub(super) const NONE: u32 = u32::MAX;

/// A hint, in a linked list.
#[derive(Clone, Copy, Debug)]
pub(super) struct HintNode {
    pub(super) hint: Hint,
    pub(super) next: u32,
}

/// A block-local register.
#[derive(Clone, Copy, Debug)]
pub(super) struct Local {
    pub(super) start: Position,
    pub(super) end: Position,
    /// The block that defines it.
    pub(super) block: u32,
    pub(super) first_hint: u32,
    pub(super) last_hint: u32,
    pub(super) reg: PhysReg,
}

pub(super) const UNSEEN: Local =
    Local { start: 0, end: 0, block: NONE, first_hint: NONE, last_hint: NONE, reg: PhysReg::NONE };

/// A block-local register that holds a physical register at the scan's position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ActiveLocal {
    pub(super) end: Position,
    pub(super) units: UnitSet,
    pub(super) vreg: VReg,
}

/// The block-local registers of a function. The memory is reused for the next function.
#[derive(Debug, Default)]
pub(crate) struct Locals {
    /// By virtual register.
    pub(super) of_vreg: Vec<Local>,
    /// First definitions, in order.
    pub(super) definitions: Vec<(Position, VReg)>,
    /// The number of definitions that the scan has visited.
    pub(super) taken: usize,
    pub(super) hints: Vec<HintNode>,
}

impl Locals {
    /// Resets to `num_vregs` registers without definitions.
    pub(crate) fn reset(&mut self, num_vregs: usize) {
        self.of_vreg.clear();
        self.of_vreg.resize(num_vregs, UNSEEN);
        self.definitions.clear();
        self.hints.clear();
        self.taken = 0;
    }

    /// Returns the physical register of `vreg`, if it is block-local and assigned, or has been
    /// settled.
    #[inline]
    pub(crate) fn register(&self, vreg: VReg) -> Option<PhysReg> {
        self.of_vreg.get(vreg.index()).map(|local| local.reg).filter(|&reg| reg != PhysReg::NONE)
    }

    /// Returns all defined registers with their ranges.
    pub(crate) fn ranges(&self) -> impl Iterator<Item = (VReg, Position, Position)> + '_ {
        let written = (0..).zip(&self.of_vreg).filter(|(_, local)| local.end > local.start);
        written.map(|(n, local)| (VReg::new(n), local.start, local.end))
    }

    /// Sets the physical register of `vreg` wherever it is live, though it is live in several
    /// blocks.
    pub(crate) fn settle(&mut self, vreg: VReg, reg: PhysReg) {
        if let Some(local) = self.of_vreg.get_mut(vreg.index()) {
            local.reg = reg;
        }
    }

    /// Records that a phi defines `vreg` in `block`.
    pub(crate) fn enter(&mut self, vreg: VReg, block: BlockId) {
        self.of_vreg[vreg.index()].block = block.raw();
    }

    /// Records a read that ends at `end`, if `vreg` is defined in `block`. Returns true if it is.
    #[inline]
    pub fn read(&mut self, vreg: VReg, block: BlockId, end: Position) -> bool {
        let local = &mut self.of_vreg[vreg.index()];
        if local.block == block.raw() {
            debug_assert!(local.start < end, "{vreg} is read at {end} before its definition");
            local.end = local.end.max(end);
        }
        local.block == block.raw()
    }

    /// Records a write.
    #[inline]
    pub(crate) fn write(&mut self, vreg: VReg, block: BlockId, at: Position) {
        let local = &mut self.of_vreg[vreg.index()];
        let end = (at | 1) + 1;
        if local.block == block.raw() {
            local.end = local.end.max(end);
        } else {
            debug_assert!(
                self.definitions.last().is_none_or(|last| last.0 <= at | 1),
                "{vreg} is defined at {at}, before an earlier definition"
            );
            (local.start, local.end, local.block) = (at, end, block.raw());
            self.definitions.push((at, vreg));
        }
    }

    /// Returns the first definitions in order of position, without results of phis.
    pub(crate) fn definitions(&self) -> &[(Position, VReg)] {
        &self.definitions
    }

    /// Returns the end of the last use of `vreg` in its defining block.
    pub(crate) fn end(&self, vreg: VReg) -> Position {
        self.of_vreg[vreg.index()].end
    }

    /// Returns the hints of `vreg`, in order of position.
    pub(crate) fn hints(&self, vreg: VReg) -> impl Iterator<Item = Hint> + '_ {
        let node = |n: u32| self.hints.get(n as usize);
        let first = node(self.of_vreg[vreg.index()].first_hint);
        std::iter::successors(first, move |last| node(last.next)).map(|node| node.hint)
    }

    /// Returns the number of defined registers.
    #[inline]
    pub(crate) fn num_definitions(&self) -> usize {
        self.definitions.len()
    }

    /// Sorts the definitions of one instruction, from index `first` on: early ones come first, then
    /// the last operand.
    #[inline]
    pub(crate) fn order_definitions(&mut self, first: usize) {
        if self.definitions.len() > first + 1 {
            let of_inst = &mut self.definitions[first..];
            of_inst.reverse();
            of_inst.sort_by_key(|&(start, _)| start);
        }
    }

    /// Records a hint.
    pub(crate) fn add_hint(&mut self, vreg: VReg, hint: Hint) {
        let (local, new) = (&mut self.of_vreg[vreg.index()], self.hints.len() as u32);
        match local.last_hint {
            NONE => local.first_hint = new,
            last => self.hints[last as usize].next = new,
        }
        local.last_hint = new;
        self.hints.push(HintNode { hint, next: NONE });
    }

    /// Removes registers that are intervals from the start.
    pub(crate) fn retain(&mut self, is_local: impl Fn(VReg) -> bool) {
        for n in 0..self.definitions.len() {
            let vreg = self.definitions[n].1;
            if !is_local(vreg) {
                self.of_vreg[vreg.index()] = UNSEEN;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An early definition is live while the uses are, whichever operand it is.
    #[test]
    fn definitions_of_one_instruction_are_ordered_by_their_starts() {
        let [early, other, last] = [0, 1, 2].map(VReg::new);
        let mut locals = Locals::default();
        locals.reset(3);
        let block = BlockId::new(0);
        locals.write(early, block, 8);
        locals.write(other, block, 9);
        locals.write(last, block, 9);
        locals.order_definitions(0);
        assert_eq!(locals.definitions, [(8, early), (9, last), (9, other)]);
    }
}
