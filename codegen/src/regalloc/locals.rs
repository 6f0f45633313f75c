//! Registers that live in one block only, as nearly all do at -O0: one range without holes each, found on the same backward
//! walk as intervals, and taken in order of their starts together with these.
//!
//! Such a register gets the first register that is free for all of its range, which sets of units tell. Where there is none,
//! it becomes an interval like the others, and so do those that hold registers at that place: only intervals are
//! split and spilled. Cost: for each register the number of those that are live at its start, which registers bound.

use super::build::Intervals;
use super::interval::{Hint, Interval, IntervalId, Place, Range, UsePos};
use super::numbering::Position;
use super::remat;
use super::scan::Scan;
use crate::error::Result;
use crate::ir::entity::VReg;
use crate::ir::mir::RegAttr;
use crate::target::registers::{PhysReg, RegClassId, UnitSet};
use smallvec::SmallVec;

const NONE: u32 = u32::MAX;

/// An element of a list in a pool.
#[derive(Clone, Copy, Debug)]
struct Node<T> {
    value: T,
    next: u32,
}

/// A register of one block.
#[derive(Clone, Copy, Debug)]
struct Local {
    start: Position,
    end: Position,
    uses: u32,
    hints: u32,
    reg: PhysReg,
}

const UNSEEN: Local = Local { start: 0, end: 0, uses: NONE, hints: NONE, reg: PhysReg::NONE };

/// A register of one block that holds a physical register where the scan is.
#[derive(Clone, Copy, Debug)]
pub struct ActiveLocal {
    end: Position,
    units: UnitSet,
    vreg: VReg,
}

/// The registers of a function that live in one block.
#[derive(Debug, Default)]
pub struct Locals {
    /// By virtual register; empty if all are to be intervals.
    of_vreg: Vec<Local>,
    /// Definitions, last first.
    definitions: Vec<(Position, VReg)>,
    uses: Vec<Node<UsePos>>,
    hints: Vec<Node<Hint>>,
}

impl Locals {
    /// Room for `num_vregs` registers.
    pub fn new(num_vregs: usize) -> Locals {
        Locals {
            of_vreg: vec![UNSEEN; num_vregs],
            definitions: Vec::with_capacity(num_vregs),
            uses: Vec::with_capacity(2 * num_vregs),
            hints: Vec::with_capacity(num_vregs / 2),
        }
    }

    /// Whether there are none because all registers are to be intervals.
    pub fn is_off(&self) -> bool {
        self.of_vreg.is_empty()
    }

    /// The physical register of `vreg`, if it is a register of one block that has one.
    pub fn register(&self, vreg: VReg) -> Option<PhysReg> {
        self.of_vreg.get(vreg.index()).map(|local| local.reg).filter(|&reg| reg != PhysReg::NONE)
    }

    /// Records a read while the function is walked backwards.
    pub fn read(&mut self, vreg: VReg, at: UsePos) {
        let local = &mut self.of_vreg[vreg.index()];
        local.end = local.end.max(at.pos + 1);
        self.add_use(vreg, at);
    }

    /// Records a write while the function is walked backwards.
    pub fn write(&mut self, vreg: VReg, at: UsePos) {
        let local = &mut self.of_vreg[vreg.index()];
        (local.start, local.end) = (at.pos, local.end.max((at.pos | 1) + 1));
        self.definitions.push((at.pos, vreg));
        self.add_use(vreg, at);
    }

    /// Records a use inside of what is known of the range already.
    pub fn add_use(&mut self, vreg: VReg, at: UsePos) {
        let head = &mut self.of_vreg[vreg.index()].uses;
        self.uses.push(Node { value: at, next: *head });
        *head = self.uses.len() as u32 - 1;
    }

    /// Records a copy.
    pub fn add_hint(&mut self, vreg: VReg, hint: Hint) {
        let head = &mut self.of_vreg[vreg.index()].hints;
        self.hints.push(Node { value: hint, next: *head });
        *head = self.hints.len() as u32 - 1;
    }
}

/// The elements of a list, the one added last first.
fn list<T: Copy>(pool: &[Node<T>], head: u32) -> impl Iterator<Item = T> + '_ {
    let first = pool.get(head as usize);
    std::iter::successors(first, |node| pool.get(node.next as usize)).map(|node| node.value)
}

impl Intervals {
    /// Makes an interval of a register of one block.
    fn of_local(&mut self, vreg: VReg, class: RegClassId) -> IntervalId {
        let local = std::mem::replace(&mut self.locals.of_vreg[vreg.index()], UNSEEN);
        let range = Range { start: local.start, end: local.end };
        let uses: SmallVec<[UsePos; 4]> = list(&self.locals.uses, local.uses).collect();
        let hints = list(&self.locals.hints, local.hints).collect();
        let id = self.add(Interval::of_block(vreg, class, range, uses));
        self.hints[id.index()] = hints;
        id
    }
}

impl Scan<'_> {
    /// Allocates the registers of one block that start before the next interval.
    pub(super) fn allocate_locals(&mut self) -> Result<()> {
        while let Some(&(start, vreg)) = self.intervals.locals.definitions.last() {
            if self.next_start().is_some_and(|next| next < start) {
                break;
            }
            self.intervals.locals.definitions.pop();
            let local = self.intervals.locals.of_vreg[vreg.index()];
            // Later definitions of what a tie has made one register come up again.
            if local.start != start || local.end == 0 {
                continue;
            }
            let RegAttr::Class(class) = self.mf.reg_attr(vreg) else { continue };
            self.advance(start);
            if !self.place_local(vreg, local, class) {
                let id = self.make_interval(vreg, class);
                self.place(id)?;
            }
        }
        Ok(())
    }

    /// Gives `vreg` a register that is free for all of its range, if there is one.
    fn place_local(&mut self, vreg: VReg, local: Local, class: RegClassId) -> bool {
        // What has a hole here may continue inside the range, unless all start at their definitions.
        if !self.starts_at_defs && !self.inactive.is_empty() {
            return false;
        }
        let (start, end) = (local.start, local.end);
        let taken = self.local_units | self.active_units() | self.fixed.taken_units(start, end);
        let Some(reg) = self.free_register(local, class, taken) else { return false };
        self.intervals.locals.of_vreg[vreg.index()].reg = reg;
        let units = self.target.registers().unit_set(reg);
        self.local_units |= units;
        self.locals_until = self.locals_until.min(end);
        self.active_locals.push(ActiveLocal { end, units, vreg });
        true
    }

    fn free_register(&mut self, local: Local, class: RegClassId, taken: UnitSet) -> Option<PhysReg> {
        let registers = self.target.registers();
        let mut next = local.hints;
        while let Some(node) = self.intervals.locals.hints.get(next as usize) {
            next = node.next;
            let Some(reg) = self.hinted(node.value, class) else { continue };
            if self.fixed.is_free(registers, reg, taken, local.start, local.end) {
                return Some(reg);
            }
        }
        let mut order = registers.class(class).order.iter().copied();
        order.find(|&reg| self.fixed.is_free(registers, reg, taken, local.start, local.end))
    }

    /// The units of the active intervals.
    fn active_units(&mut self) -> UnitSet {
        if std::mem::take(&mut self.active_changed) {
            let registers = self.target.registers();
            self.interval_units = 0;
            for &id in &self.active {
                if let Place::Reg(reg) = self.intervals.get(id).place {
                    self.interval_units |= registers.unit_set(reg);
                }
            }
        }
        self.interval_units
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

    fn make_interval(&mut self, vreg: VReg, class: RegClassId) -> IntervalId {
        let id = self.intervals.of_local(vreg, class);
        self.intervals.remat[id.index()] = remat::definition(self.mf, self.target, vreg);
        self.latest.resize(id.index() + 1, PhysReg::NONE);
        id
    }

    /// Makes intervals of the registers of one block that hold registers here.
    pub(super) fn spread_locals(&mut self) {
        for local in std::mem::take(&mut self.active_locals) {
            let reg = self.intervals.locals.of_vreg[local.vreg.index()].reg;
            let RegAttr::Class(class) = self.mf.reg_attr(local.vreg) else { continue };
            let id = self.make_interval(local.vreg, class);
            self.intervals.list[id.index()].place = Place::Reg(reg);
            self.latest[id.index()] = reg;
            self.activate(id);
        }
        (self.local_units, self.locals_until) = (0, Position::MAX);
    }
}
