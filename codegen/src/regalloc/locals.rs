//! Registers that live in one block only, as nearly all do at -O0: one range without lifetime holes each, found on the walk that
//! [`super::collect`] makes, and taken in order of their starts together with intervals.
//!
//! Such a register gets the first register that is free for all of its range, which sets of units tell. Where there is none,
//! it becomes an interval like the others, and so do those that hold registers at that place: only intervals are
//! split and spilled. Where registers of a block are read and written one by one is found out then, for all of the block at once.
//! Cost: for each register the number of those that are live at its start, which registers bound.

use super::build::{Intervals, intervals_of_block};
use super::interval::{Assignment, Hint, IntervalId};
use super::numbering::Position;
use super::scan::Scan;
use crate::ir::entity::{BlockId, VReg};
use crate::ir::mir::RegAttr;
use crate::support::error::{CompileError, Result};
use crate::target::desc::registers::{PhysReg, RegClassId, UnitSet};

const NONE: u32 = u32::MAX;

/// A register that would save a copy, in a list.
#[derive(Clone, Copy, Debug)]
struct HintNode {
    hint: Hint,
    next: u32,
}

/// A register of one block.
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

/// A register of one block that holds a physical register where the scan is.
#[derive(Clone, Copy, Debug)]
pub struct ActiveLocal {
    end: Position,
    units: UnitSet,
    vreg: VReg,
}

/// The registers of a function that live in one block. The memory stays from function to function.
#[derive(Debug, Default)]
pub struct Locals {
    /// By virtual register.
    of_vreg: Vec<Local>,
    /// First definitions, in order.
    definitions: Vec<(Position, VReg)>,
    /// How many of them have been taken.
    taken: usize,
    hints: Vec<HintNode>,
}

impl Locals {
    /// None of `num_vregs` registers has been seen.
    pub fn reset(&mut self, num_vregs: usize) {
        self.of_vreg.clear();
        self.of_vreg.resize(num_vregs, UNSEEN);
        self.definitions.clear();
        self.hints.clear();
        self.taken = 0;
    }

    /// Returns the physical register of `vreg`, if it is a register of one block that has one, or
    /// has been settled.
    #[inline]
    pub fn register(&self, vreg: VReg) -> Option<PhysReg> {
        self.of_vreg.get(vreg.index()).map(|local| local.reg).filter(|&reg| reg != PhysReg::NONE)
    }

    /// Returns all registers that are written, each with where it holds a value.
    pub fn ranges(&self) -> impl Iterator<Item = (VReg, Position, Position)> + '_ {
        let written = (0..).zip(&self.of_vreg).filter(|(_, local)| local.end > local.start);
        written.map(|(n, local)| (VReg::new(n), local.start, local.end))
    }

    /// Has the physical register of `vreg` be `reg` wherever it is live, though that is in several blocks.
    pub fn settle(&mut self, vreg: VReg, reg: PhysReg) {
        if let Some(local) = self.of_vreg.get_mut(vreg.index()) {
            local.reg = reg;
        }
    }

    /// Has `vreg` be defined in `block`, by a phi.
    pub fn enter(&mut self, vreg: VReg, block: BlockId) {
        self.of_vreg[vreg.index()].block = block.raw();
    }

    /// Records a read that ends at `end`, if `vreg` is defined in `block`; whether it is.
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

    /// First writes, in order of position; phis' results are not among them.
    pub fn definitions(&self) -> &[(Position, VReg)] {
        &self.definitions
    }

    /// Where the last use of `vreg` in the block that defines it ends.
    pub fn end(&self, vreg: VReg) -> Position {
        self.of_vreg[vreg.index()].end
    }

    /// What would save copies of `vreg`, in order of position.
    pub fn hints(&self, vreg: VReg) -> impl Iterator<Item = Hint> + '_ {
        let node = |n: u32| self.hints.get(n as usize);
        let first = node(self.of_vreg[vreg.index()].first_hint);
        std::iter::successors(first, move |last| node(last.next)).map(|node| node.hint)
    }

    /// How many registers have been written.
    #[inline]
    pub fn num_definitions(&self) -> usize {
        self.definitions.len()
    }

    /// Orders the definitions of one instruction, those from the `first` on: what is written early comes first, else what is the last operand.
    #[inline]
    pub fn order_definitions(&mut self, first: usize) {
        if self.definitions.len() > first + 1 {
            let of_inst = &mut self.definitions[first..];
            of_inst.reverse();
            of_inst.sort_by_key(|&(start, _)| start);
        }
    }

    /// Records a register that would save a copy.
    pub fn add_hint(&mut self, vreg: VReg, hint: Hint) {
        let (local, new) = (&mut self.of_vreg[vreg.index()], self.hints.len() as u32);
        match local.last_hint {
            NONE => local.first_hint = new,
            last => self.hints[last as usize].next = new,
        }
        local.last_hint = new;
        self.hints.push(HintNode { hint, next: NONE });
    }

    /// Forgets those registers that are intervals from the start on.
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
    /// Forgets a register of one block that becomes an interval, and says where its range started.
    fn take_local(&mut self, vreg: VReg) -> Position {
        std::mem::replace(&mut self.locals.of_vreg[vreg.index()], UNSEEN).start
    }
}

impl Scan<'_> {
    /// Allocates the registers of one block that start before the next interval.
    pub(super) fn allocate_locals(&mut self) -> Result<()> {
        while let Some(&(start, vreg)) = self.intervals.locals.definitions.get(self.intervals.locals.taken) {
            if self.next_start().is_some_and(|next| next < start) {
                break;
            }
            self.intervals.locals.taken += 1;
            let local = self.intervals.locals.of_vreg[vreg.index()];
            // What is used in other blocks is an interval.
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

    /// Gives `vreg` a register that is free for all of its range, if there is one.
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

    /// Returns the units of inactive intervals that continue before `end`. There are none where all
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

    /// Forgets the registers of one block that have ended at `pos`.
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

    /// Makes an interval of a register of one block.
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

    /// Makes intervals of the registers of one block that hold registers here.
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

    /// A register that is written early is taken while those that are read are still there, whatever operand it is.
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
