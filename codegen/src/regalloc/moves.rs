//! Parallel moves: sequences moves that happen at once into an order with the same effect.
//!
//! A move is ready when no pending move reads its destination; performing it may make others ready.
//! The rest are cycles, each broken by saving one value to a temporary. Cost: linear, except for
//! saved values, each of which is searched among the pending moves.

use crate::frame::target::FrameTarget;
use crate::ir::builder::{Builder, InsertPoint};
use crate::ir::entity::{FrameIndex, InstId};
use crate::ir::mir::{FrameObjectKind, MachineFunction, Operand};
use crate::machine::desc::registers::{PhysReg, RegClassId, UnitSet};
use crate::support::error::{CompileError, Result};

/// The location of a value, or its source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveLocation {
    /// In a register.
    Reg(PhysReg),
    /// In a spill slot.
    Slot(FrameIndex),
    /// Rematerialized, by a copy of this instruction.
    Remat(InstId),
}

/// A move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Move {
    /// Its source.
    pub src: MoveLocation,
    /// Its destination.
    pub dst: MoveLocation,
    /// The class of the register that is moved.
    pub class: RegClassId,
}

/// The effect of an instruction that allocation has inserted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Inserted {
    /// The instruction.
    pub inst: InstId,
    /// The source.
    pub src: MoveLocation,
    /// The destination.
    pub dst: MoveLocation,
}

/// Builds moves and records their effects.
pub(crate) struct MoveEmitter<'a> {
    /// The function.
    pub mf: &'a mut MachineFunction,
    /// Its target.
    pub target: &'a dyn FrameTarget,
    /// By unit: true if it is reserved.
    pub reserved: &'a [bool],
    /// The inserted instructions, unordered.
    pub inserted: Vec<Inserted>,
    reads: Vec<u32>,
    writer: Vec<u32>,
}

const NONE: u32 = u32::MAX;

impl<'a> MoveEmitter<'a> {
    /// Returns an emitter for `mf`.
    pub(crate) fn new(
        mf: &'a mut MachineFunction,
        target: &'a dyn FrameTarget,
        reserved: &'a [bool],
    ) -> Self {
        MoveEmitter { mf, target, reserved, inserted: Vec::new(), reads: Vec::new(), writer: Vec::new() }
    }

    /// Builds one move at `point`, of which at most one end is in memory.
    pub(crate) fn single(&mut self, point: InsertPoint, m: Move) {
        let is_register = |location| matches!(location, MoveLocation::Reg(_));
        debug_assert!(is_register(m.src) || is_register(m.dst), "a move between two slots: {m:?}");
        let info = self.target.instr_info();
        let first = self.mf.num_insts();
        let (target_class, debug_loc) = (m.class, self.location_near(point));
        let mut b = Builder::new(self.mf, point);
        b.debug_loc = debug_loc;
        match (m.src, m.dst) {
            (MoveLocation::Reg(src), MoveLocation::Reg(dst)) => {
                b.copy(dst, src);
            }
            (MoveLocation::Reg(src), MoveLocation::Slot(slot)) => {
                info.store_reg_to_stack(&mut b, src, target_class, slot);
            }
            (MoveLocation::Slot(slot), MoveLocation::Reg(dst)) => {
                info.load_reg_from_stack(&mut b, dst, target_class, slot);
            }
            (MoveLocation::Remat(def), MoveLocation::Reg(dst)) => {
                let mut operands: smallvec::SmallVec<[Operand; 4]> =
                    b.mf.operands(def).iter().copied().collect();
                debug_assert!(operands[0].is_def(), "a rematerialized value is the first operand");
                operands[0] = operands[0].with_reg(dst);
                let inst = b.inst(b.mf.opcode(def), &operands);
                b.mf.copy_mem_operands(def, inst);
            }
            _ => return,
        }
        // A tuple is stored or loaded by several instructions; each counts as the whole move.
        let built = (first..self.mf.num_insts()).map(InstId::new);
        self.inserted.extend(built.map(|inst| Inserted { inst, src: m.src, dst: m.dst }));
    }

    fn location_near(&self, point: InsertPoint) -> Option<crate::ir::entity::DebugLoc> {
        match point {
            InsertPoint::Before(inst) => self.mf.location(inst),
            InsertPoint::End(block) => self.mf.last_inst(block).and_then(|i| self.mf.location(i)),
        }
    }

    /// Returns true if `moves` may require a scratch register: for memory-to-memory moves, or if
    /// one reads what another writes, since there may be a cycle.
    pub(crate) fn may_need_registers(&self, moves: &[Move]) -> bool {
        let registers = self.target.registers();
        if u32::from(registers.num_units) > UnitSet::BITS {
            return true;
        }
        let units = |location| match location {
            MoveLocation::Reg(reg) => registers.unit_set(reg),
            MoveLocation::Slot(_) | MoveLocation::Remat(_) => 0,
        };
        let is_slot = |location| matches!(location, MoveLocation::Slot(_));
        let (mut read, mut written) = (0, 0);
        let (mut loads, mut stores) = (false, false);
        for m in moves.iter().filter(|m| m.src != m.dst) {
            if !matches!(m.src, MoveLocation::Reg(_)) && !matches!(m.dst, MoveLocation::Reg(_)) {
                return true;
            }
            (read, written) = (read | units(m.src), written | units(m.dst));
            (loads, stores) = (loads | is_slot(m.src), stores | is_slot(m.dst));
        }
        read & written != 0 || loads && stores
    }

    /// Builds `moves`, whose destinations are disjoint, at `point`. `occupied` tells for each unit
    /// whether it holds a live value, or is a source or destination. Units that it does not list
    /// are occupied.
    pub(crate) fn parallel(
        &mut self,
        point: InsertPoint,
        moves: &mut [Move],
        occupied: &[bool],
    ) -> Result<()> {
        if !self.may_need_registers(moves) {
            // The moves are independent.
            moves.iter().rev().filter(|m| m.src != m.dst).for_each(|&m| self.single(point, m));
            return Ok(());
        }
        self.count(moves);
        let mut done = vec![false; moves.len()];
        let mut ready: Vec<u32> = (0..moves.len() as u32).collect();
        ready.retain(|&n| !self.is_blocked(&moves[n as usize]));
        let mut next_stuck = 0;
        loop {
            while let Some(n) = ready.pop() {
                let m = moves[n as usize];
                if std::mem::replace(&mut done[n as usize], true) {
                    continue;
                }
                if m.src != m.dst {
                    self.through_scratch(point, m, &done, occupied)?;
                }
                self.release(m.src, moves, &done, &mut ready);
            }
            while done.get(next_stuck) == Some(&true) {
                next_stuck += 1;
            }
            if next_stuck == moves.len() {
                break;
            }
            self.put_aside(point, next_stuck, moves, &done, &mut ready, occupied)?;
        }
        for m in moves.iter() {
            self.each_resource(m.dst, |emitter, r| {
                debug_assert!(emitter.reads[r] == 0, "the old value in {:?} is still read", m.dst);
                emitter.writer[r] = NONE;
            });
        }
        Ok(())
    }

    fn resource_count(&self) -> usize {
        self.target.registers().num_units as usize + self.mf.frame.objects.len()
    }

    fn each_resource(&mut self, location: MoveLocation, mut see: impl FnMut(&mut Self, usize)) {
        let registers = self.target.registers();
        match location {
            MoveLocation::Reg(reg) => registers.units(reg).iter().for_each(|u| see(self, u.0 as usize)),
            MoveLocation::Slot(slot) => see(self, registers.num_units as usize + slot.index()),
            MoveLocation::Remat(_) => {}
        }
    }

    fn count(&mut self, moves: &[Move]) {
        let resources = self.resource_count();
        self.reads.resize(resources, 0);
        self.writer.resize(resources, NONE);
        for (n, m) in moves.iter().enumerate() {
            self.each_resource(m.src, |e, r| e.reads[r] += 1);
            self.each_resource(m.dst, |e, r| {
                debug_assert!(e.writer[r] == NONE, "two parallel moves write one location: {m:?}");
                e.writer[r] = n as u32;
            });
        }
    }

    /// Returns true if a pending move other than `m` reads the destination of `m`.
    fn is_blocked(&mut self, m: &Move) -> bool {
        let mut own: smallvec::SmallVec<[usize; 4]> = smallvec::SmallVec::new();
        self.each_resource(m.src, |_, r| own.push(r));
        let mut blocked = false;
        self.each_resource(m.dst, |e, r| blocked |= e.reads[r] > own.contains(&r) as u32);
        blocked
    }

    /// Counts one read of `src` less, and adds the moves that become ready.
    fn release(&mut self, src: MoveLocation, moves: &[Move], done: &[bool], ready: &mut Vec<u32>) {
        let mut waiting: smallvec::SmallVec<[u32; 4]> = smallvec::SmallVec::new();
        self.each_resource(src, |e, r| {
            e.reads[r] -= 1;
            if e.writer[r] != NONE && !done[e.writer[r] as usize] {
                waiting.push(e.writer[r]);
            }
        });
        for n in waiting {
            if !self.is_blocked(&moves[n as usize]) {
                ready.push(n);
            }
        }
    }

    /// Breaks a cycle: saves the value in the destination of move `n`, and lets its readers use the
    /// copy.
    fn put_aside(
        &mut self,
        point: InsertPoint,
        n: usize,
        moves: &mut [Move],
        done: &[bool],
        ready: &mut Vec<u32>,
        occupied: &[bool],
    ) -> Result<()> {
        let dst = moves[n].dst;
        let in_the_way = |m: &Move| self.locations_overlap(m.src, dst);
        let Some(reader) = (0..moves.len()).find(|&k| !done[k] && k != n && in_the_way(&moves[k])) else {
            return Err(CompileError::new(&self.mf.name, "", "moves that wait for nothing"));
        };
        let Move { src, class, .. } = moves[reader];
        let aside = match self.free_register(class, occupied) {
            Some(reg) if !self.is_read(MoveLocation::Reg(reg)) => MoveLocation::Reg(reg),
            _ => MoveLocation::Slot(self.temporary(class)),
        };
        self.through_scratch(point, Move { src, dst: aside, class }, done, occupied)?;
        for k in 0..moves.len() {
            if !done[k] && moves[k].src == src {
                moves[k].src = aside;
                self.each_resource(aside, |e, r| e.reads[r] += 1);
                self.release(src, moves, done, ready);
            }
        }
        Ok(())
    }

    fn is_read(&mut self, location: MoveLocation) -> bool {
        let mut read = false;
        self.each_resource(location, |e, r| read |= e.reads[r] != 0);
        read
    }

    fn locations_overlap(&self, a: MoveLocation, b: MoveLocation) -> bool {
        match (a, b) {
            (MoveLocation::Reg(a), MoveLocation::Reg(b)) => self.target.registers().overlap(a, b),
            _ => a == b,
        }
    }

    /// Builds a move of any kind; memory-to-memory moves use a scratch register.
    fn through_scratch(
        &mut self,
        point: InsertPoint,
        m: Move,
        done: &[bool],
        occupied: &[bool],
    ) -> Result<()> {
        if matches!(m.src, MoveLocation::Reg(_)) || matches!(m.dst, MoveLocation::Reg(_)) {
            self.single(point, m);
            return Ok(());
        }
        let free = self.free_register(m.class, occupied);
        let free = free.filter(|&reg| !self.is_read(MoveLocation::Reg(reg)));
        let free = free.or_else(|| self.awaiting_register(m.class, done));
        let scratch = free.or_else(|| self.allocatable(m.class)).ok_or_else(|| {
            CompileError::new(&self.mf.name, "", "no register for a move from memory to memory")
        })?;
        let (class, register) = (m.class, MoveLocation::Reg(scratch));
        let mut saved = None;
        if free.is_none() {
            let (whole, class) = self.widest(scratch, m.class);
            let slot = MoveLocation::Slot(self.temporary(class));
            self.single(point, Move { src: MoveLocation::Reg(whole), dst: slot, class });
            saved = Some(Move { src: slot, dst: MoveLocation::Reg(whole), class });
        }
        self.single(point, Move { src: m.src, dst: register, class });
        self.single(point, Move { src: register, dst: m.dst, class });
        if let Some(restore) = saved {
            self.single(point, restore);
        }
        Ok(())
    }

    /// Returns the largest super-register of `reg`: writing a sub-register may destroy the rest.
    fn widest(&self, reg: PhysReg, class: RegClassId) -> (PhysReg, RegClassId) {
        let registers = self.target.registers();
        let units = registers.units(reg);
        let mut best = (reg, class);
        for n in 0..registers.classes.len() as u8 {
            let class = registers.class(RegClassId(n));
            let contains = |r: &PhysReg| units.iter().all(|u| registers.units(*r).contains(u));
            let whole = class.order.iter().find(|r| contains(r) && !registers.is_tuple(**r));
            let Some(&whole) = whole else { continue };
            let more = registers.units(whole).len() > registers.units(best.0).len();
            let more_bits = class.bits > registers.class(best.1).bits;
            if more || (registers.units(whole).len() == registers.units(best.0).len() && more_bits) {
                best = (whole, RegClassId(n));
            }
        }
        best
    }

    /// Returns a new spill slot for a temporary of `class`.
    fn temporary(&mut self, class: RegClassId) -> FrameIndex {
        let class = self.target.registers().class(class);
        let max_align = self.target.frame_lowering().stack_alignment();
        let align = (class.spill_align as u32).min(max_align);
        let slot = self.mf.frame.create(FrameObjectKind::Spill, class.spill_size as u64, align);
        let resources = self.resource_count();
        self.reads.resize(resources, 0);
        self.writer.resize(resources, NONE);
        slot
    }

    fn allocatable(&self, class: RegClassId) -> Option<PhysReg> {
        let registers = self.target.registers();
        let free = |r: &PhysReg| registers.units(*r).iter().all(|u| !self.reserved[u.0 as usize]);
        registers.class(class).order.iter().copied().find(free)
    }

    /// Returns a register that a pending move writes, and whose old value is not read any more.
    fn awaiting_register(&self, class: RegClassId, done: &[bool]) -> Option<PhysReg> {
        let registers = self.target.registers();
        let awaits = |u: usize| {
            let later = done.get(self.writer[u] as usize) == Some(&false);
            later && self.reads[u] == 0 && !self.reserved[u]
        };
        let units_await = |r: &PhysReg| registers.units(*r).iter().all(|u| awaits(u.0 as usize));
        registers.class(class).order.iter().copied().find(units_await)
    }

    fn free_register(&self, class: RegClassId, occupied: &[bool]) -> Option<PhysReg> {
        let registers = self.target.registers();
        let taken = |u: usize| occupied.get(u).copied().unwrap_or(true) || self.reserved[u];
        let free = |r: &PhysReg| registers.units(*r).iter().all(|u| !taken(u.0 as usize));
        registers.class(class).order.iter().copied().find(free)
    }
}
