//! Linear scan of block-local registers.

use super::build::intervals_of_block;
use super::interval::{Assignment, IntervalId};
use super::intervals::Intervals;
use super::locals::{ActiveLocal, Local, UNSEEN};
use super::numbering::Position;
use super::scan::Scan;
use crate::ir::entity::VReg;
use crate::ir::mir::RegAttr;
use crate::machine::desc::registers::{PhysReg, RegClassId, UnitSet};
use crate::support::error::{CompileError, Result};

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
        debug_assert!(interval.covers(start), "{vreg} is not live at its definition");
        let id = self.intervals.add(interval);
        (self.intervals.hints[id.index()], self.intervals.remat[id.index()]) = (hints, remat);
        self.latest.resize(id.index() + 1, PhysReg::NONE);
        Ok(id)
    }

    /// Converts the active block-local registers to intervals.
    pub(super) fn spread_locals(&mut self) -> Result<()> {
        for local in std::mem::take(&mut self.active_locals) {
            let reg = self.intervals.locals.of_vreg[local.vreg.index()].reg;
            debug_assert!(reg != PhysReg::NONE, "{} is active without a register", local.vreg);
            let id = self.make_interval(local.vreg)?;
            self.intervals.list[id.index()].assignment = Assignment::Reg(reg);
            self.latest[id.index()] = reg;
            self.activate(id);
        }
        (self.local_units, self.locals_until) = (0, Position::MAX);
        Ok(())
    }
}
