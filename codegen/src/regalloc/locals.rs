//! Block-local registers, as nearly all are at -O0: each has one range without lifetime holes.
//! [`super::collect`] finds them, and the scan visits them by start, merged with the intervals.
//!
//! A local register gets the first register that is free for its whole range, which unit sets
//! decide. If there is none, it becomes an interval, and so do the local registers that hold
//! registers there: only intervals are split and spilled. Then the uses of all local registers of
//! the block are computed at once. Cost: for each register the number of those live at its start,
//! which the number of registers bounds.

use super::build::{Intervals, intervals_of_block};
use super::interval::{Assignment, Hint, IntervalId};
use super::numbering::Position;
use super::scan::Scan;
use crate::ir::entity::{BlockId, VReg};
use crate::ir::mir::RegAttr;
use crate::machine::desc::registers::{PhysReg, RegClassId, UnitSet};
use crate::support::error::{CompileError, Result};

const NONE: u32 = u32::MAX;

/// A hint, in a linked list.
#[derive(Clone, Copy, Debug)]
struct HintNode {
    hint: Hint,
    next: u32,
}

/// A block-local register.
#[derive(Clone, Copy, Debug)]
struct Local {
    start: Position,
    end: Position,
    /// The block that defines it.
    block: u32,
    first_hint: u32,
    last_hint: u32,
    reg: PhysReg,
}

const UNSEEN: Local =
    Local { start: 0, end: 0, block: NONE, first_hint: NONE, last_hint: NONE, reg: PhysReg::NONE };

/// A block-local register that holds a physical register at the scan's position.
#[derive(Clone, Copy, Debug)]
pub struct ActiveLocal {
    end: Position,
    units: UnitSet,
    vreg: VReg,
}

/// The block-local registers of a function. The memory is reused for the next function.
#[derive(Debug, Default)]
pub struct Locals {
    /// By virtual register.
    of_vreg: Vec<Local>,
    /// First definitions, in order.
    definitions: Vec<(Position, VReg)>,
    /// The number of definitions that the scan has visited.
    taken: usize,
    hints: Vec<HintNode>,
}

impl Locals {
    /// Resets to `num_vregs` registers without definitions.
    pub fn reset(&mut self, num_vregs: usize) {
        self.of_vreg.clear();
        self.of_vreg.resize(num_vregs, UNSEEN);
        self.definitions.clear();
        self.hints.clear();
        self.taken = 0;
    }

    /// Returns the physical register of `vreg`, if it is block-local and assigned, or has been
    /// settled.
    #[inline]
    pub fn register(&self, vreg: VReg) -> Option<PhysReg> {
        self.of_vreg.get(vreg.index()).map(|local| local.reg).filter(|&reg| reg != PhysReg::NONE)
    }

    /// Returns all defined registers with their ranges.
    pub fn ranges(&self) -> impl Iterator<Item = (VReg, Position, Position)> + '_ {
        let written = (0..).zip(&self.of_vreg).filter(|(_, local)| local.end > local.start);
        written.map(|(n, local)| (VReg::new(n), local.start, local.end))
    }

    /// Sets the physical register of `vreg` wherever it is live, though it is live in several
    /// blocks.
    pub fn settle(&mut self, vreg: VReg, reg: PhysReg) {
        if let Some(local) = self.of_vreg.get_mut(vreg.index()) {
            local.reg = reg;
        }
    }

    /// Records that a phi defines `vreg` in `block`.
    pub fn enter(&mut self, vreg: VReg, block: BlockId) {
        self.of_vreg[vreg.index()].block = block.raw();
    }

    /// Records a read that ends at `end`, if `vreg` is defined in `block`. Returns true if it is.
    #[inline]
    pub fn read(&mut self, vreg: VReg, block: BlockId, end: Position) -> bool {
        let local = &mut self.of_vreg[vreg.index()];
        if local.block == block.raw() {
            local.end = local.end.max(end);
        }
        local.block == block.raw()
    }

    /// Records a write.
    #[inline]
    pub fn write(&mut self, vreg: VReg, block: BlockId, at: Position) {
        let local = &mut self.of_vreg[vreg.index()];
        let end = (at | 1) + 1;
        if local.block == block.raw() {
            local.end = local.end.max(end);
        } else {
            (local.start, local.end, local.block) = (at, end, block.raw());
            self.definitions.push((at, vreg));
        }
    }

    /// Returns the first definitions in order of position, without results of phis.
    pub fn definitions(&self) -> &[(Position, VReg)] {
        &self.definitions
    }

    /// Returns the end of the last use of `vreg` in its defining block.
    pub fn end(&self, vreg: VReg) -> Position {
        self.of_vreg[vreg.index()].end
    }

    /// Returns the hints of `vreg`, in order of position.
    pub fn hints(&self, vreg: VReg) -> impl Iterator<Item = Hint> + '_ {
        let node = |n: u32| self.hints.get(n as usize);
        let first = node(self.of_vreg[vreg.index()].first_hint);
        std::iter::successors(first, move |last| node(last.next)).map(|node| node.hint)
    }

    /// Returns the number of defined registers.
    #[inline]
    pub fn num_definitions(&self) -> usize {
        self.definitions.len()
    }

    /// Sorts the definitions of one instruction, from index `first` on: early ones come first, then
    /// the last operand.
    #[inline]
    pub fn order_definitions(&mut self, first: usize) {
        if self.definitions.len() > first + 1 {
            let of_inst = &mut self.definitions[first..];
            of_inst.reverse();
            of_inst.sort_by_key(|&(start, _)| start);
        }
    }

    /// Records a hint.
    pub fn add_hint(&mut self, vreg: VReg, hint: Hint) {
        let (local, new) = (&mut self.of_vreg[vreg.index()], self.hints.len() as u32);
        match local.last_hint {
            NONE => local.first_hint = new,
            last => self.hints[last as usize].next = new,
        }
        local.last_hint = new;
        self.hints.push(HintNode { hint, next: NONE });
    }

    /// Removes registers that are intervals from the start.
    pub fn retain(&mut self, is_local: impl Fn(VReg) -> bool) {
        for n in 0..self.definitions.len() {
            let vreg = self.definitions[n].1;
            if !is_local(vreg) {
                self.of_vreg[vreg.index()] = UNSEEN;
            }
        }
    }
}

impl Intervals {
    /// Removes a block-local register that becomes an interval. Returns the start of its range.
    fn take_local(&mut self, vreg: VReg) -> Position {
        std::mem::replace(&mut self.locals.of_vreg[vreg.index()], UNSEEN).start
    }
}

impl Scan<'_> {
    /// Allocates the block-local registers that start before the next interval.
    pub(super) fn allocate_locals(&mut self) -> Result<()> {
        while let Some(&(start, vreg)) = self.intervals.locals.definitions.get(self.intervals.locals.taken) {
            if self.next_start().is_some_and(|next| next < start) {
                break;
            }
            self.intervals.locals.taken += 1;
            let local = self.intervals.locals.of_vreg[vreg.index()];
            // A register that is used in other blocks is an interval.
            if local.end == 0 {
                continue;
            }
            let RegAttr::Class(class) = self.mf.reg_attr(vreg) else {
                return Err(CompileError::new(&self.mf.name, vreg, "virtual register without a class"));
            };
            self.advance(start);
            if !self.place_local(vreg, local, class) {
                let id = self.make_interval(vreg)?;
                self.allocate(id)?;
            }
        }
        Ok(())
    }

    /// Assigns a register that is free for the whole range of `vreg`, if there is one. Returns true
    /// if there is.
    fn place_local(&mut self, vreg: VReg, local: Local, class: RegClassId) -> bool {
        let (start, end) = (local.start, local.end);
        let intervals = self.active_units() | self.waking_units(end);
        let taken = self.local_units | intervals | self.fixed.taken_units(start, end);
        let Some(reg) = self.free_register(local, class, taken) else { return false };
        self.intervals.locals.of_vreg[vreg.index()].reg = reg;
        let units = self.registers.unit_set(reg);
        self.local_units |= units;
        self.locals_until = self.locals_until.min(end);
        self.active_locals.push(ActiveLocal { end, units, vreg });
        true
    }

    fn free_register(&mut self, local: Local, class: RegClassId, taken: UnitSet) -> Option<PhysReg> {
        let registers = self.registers;
        let mut next = local.first_hint;
        while let Some(node) = self.intervals.locals.hints.get(next as usize) {
            next = node.next;
            let Some(reg) = self.hinted(node.hint, class) else { continue };
            if self.fixed.is_free(registers, reg, taken, local.start, local.end) {
                return Some(reg);
            }
        }
        if self.fixed.units_of_class(class) & !taken == 0 {
            return None;
        }
        let mut order = registers.class(class).order.iter().copied();
        order.find(|&reg| self.fixed.is_free(registers, reg, taken, local.start, local.end))
    }

    /// Returns the units of inactive intervals that continue before `end`. There are none if all
    /// intervals start at their definitions.
    fn waking_units(&self, end: Position) -> UnitSet {
        if self.starts_at_defs || self.inactive_wake >= end {
            return 0;
        }
        self.inactive.iter().fold(0, |units, &id| {
            let interval = self.intervals.get(id);
            let next = interval.ranges().get(interval.cursor as usize);
            match interval.assignment {
                Assignment::Reg(reg) if next.is_some_and(|range| range.start < end) => {
                    units | self.registers.unit_set(reg)
                }
                _ => units,
            }
        })
    }

    /// Removes the block-local registers that have ended at `pos`.
    pub(super) fn end_locals(&mut self, pos: Position) {
        let (mut units, mut until) = (0, Position::MAX);
        self.active_locals.retain(|local| {
            let lives = local.end > pos;
            if lives {
                units |= local.units;
                until = until.min(local.end);
            }
            lives
        });
        (self.local_units, self.locals_until) = (units, until);
    }

    /// Converts a block-local register to an interval.
    fn make_interval(&mut self, vreg: VReg) -> Result<IntervalId> {
        let start = self.intervals.take_local(vreg);
        let block = self.numbering.order[self.numbering.block_index(start)];
        let (described, intervals) = &mut self.described;
        if *described != Some(block) {
            let others = std::mem::take(intervals);
            let (mf, target, numbering) = (self.mf, self.target, self.numbering);
            *intervals = intervals_of_block(mf, target, numbering, self.liveness, block, others)?;
            *described = Some(block);
        }
        let known = intervals.take(vreg);
        let Some((interval, hints, remat)) = known else {
            return Err(CompileError::new(&self.mf.name, vreg, "register of one block without a range"));
        };
        let id = self.intervals.add(interval);
        (self.intervals.hints[id.index()], self.intervals.remat[id.index()]) = (hints, remat);
        self.latest.resize(id.index() + 1, PhysReg::NONE);
        Ok(id)
    }

    /// Converts the active block-local registers to intervals.
    pub(super) fn spread_locals(&mut self) -> Result<()> {
        for local in std::mem::take(&mut self.active_locals) {
            let reg = self.intervals.locals.of_vreg[local.vreg.index()].reg;
            let id = self.make_interval(local.vreg)?;
            self.intervals.list[id.index()].assignment = Assignment::Reg(reg);
            self.latest[id.index()] = reg;
            self.activate(id);
        }
        (self.local_units, self.locals_until) = (0, Position::MAX);
        Ok(())
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
