//! Rewrites the function by the result of allocation: physical registers for virtual ones, stores
//! of spilled registers, moves where a register's location changes within a block.
//!
//! A spilled register is stored after its definitions, so a later spill is free, or where it moves
//! to memory ([`SpillStores`]).

use super::collect::source_of_part;
use super::debug_values::Values;
use super::fixed::Fixed;
use super::interval::{Assignment, Interval, IntervalId, Range};
use super::intervals::Intervals;
use super::moves::{Move, MoveEmitter, MoveLocation};
use super::numbering::{Numbering, Position};
use super::spill_stores::SpillStores;
use super::unsplittable::Unsplittable;
use crate::ir::builder::InsertPoint;
use crate::ir::entity::{BlockId, FrameIndex, InstId, VReg};
use crate::ir::mir::stack_map::{INDIRECT_MEM_REF, first_location, is_recorded};
use crate::ir::mir::{Operand, OperandFlags, RegAttr};
use crate::ir::opcodes::{COPY, EH_LABEL, PHI, REG_SEQUENCE};
use crate::machine::desc::registers::{PhysReg, RegClassId, RegUnit, RegisterInfo, SubReg, UnitSet};
use crate::passes::analysis::liveness::{Liveness, phi_inputs};
use crate::passes::pre_ra::two_address;
use crate::support::error::{CompileError, Result};
use std::cell::Cell;

/// The state of rewriting.
pub(crate) struct Rewriter<'a> {
    pub(super) emitter: MoveEmitter<'a>,
    pub(super) intervals: &'a Intervals,
    pub(super) numbering: &'a Numbering,
    pub(super) liveness: &'a Liveness,
    /// Spill slots by leader.
    pub(super) slots: &'a [Option<FrameIndex>],
    pub(super) spill_stores: SpillStores,
    /// The location of each split interval: [`locations`].
    pub(super) locations: Vec<Option<MoveLocation>>,
    /// By leader: its last location that was found.
    pub(super) last_locations: Vec<Cell<LastLocations>>,
    pub(super) unsplittable: &'a Unsplittable,
    pub(super) fixed: &'a Fixed,
    pub(super) registers: &'static RegisterInfo,
    /// The units that rewritten definitions and copies write.
    pub(super) overwritten: UnitSet,
    /// Instructions that name spill slots as locations.
    pub(super) framed: Vec<InstId>,
}

/// Returns the location of each interval.
pub(crate) fn locations(intervals: &Intervals, slots: &[Option<FrameIndex>]) -> Vec<Option<MoveLocation>> {
    let location = |interval: &Interval| {
        let first = intervals.first(interval.vreg)?.index();
        match interval.assignment {
            Assignment::Reg(reg) => Some(MoveLocation::Reg(reg)),
            Assignment::Unassigned => None,
            Assignment::Spilled => match intervals.remat[first] {
                Some(inst) => Some(MoveLocation::Remat(inst)),
                None => slots[first].map(MoveLocation::Slot),
            },
        }
    };
    intervals.list.iter().map(location).collect()
}

/// The location of a register in a range of positions.
#[derive(Clone, Copy)]
pub(crate) struct LastLocations {
    from: Position,
    until: Position,
    location: Option<MoveLocation>,
    /// True if the register has been split, so it may have other locations.
    pub(super) is_split: bool,
}

/// Returns the last location of each leader's register, given the `locations` of all intervals.
pub(crate) fn last_locations(
    intervals: &Intervals,
    locations: &[Option<MoveLocation>],
) -> Vec<Cell<LastLocations>> {
    let of = |id: u32| {
        let (range, last) = intervals.around(IntervalId(id), Position::MAX);
        let location = locations[last.index()];
        let is_split = intervals.is_split(IntervalId(id));
        Cell::new(LastLocations { from: range.start, until: range.end, location, is_split })
    };
    (0..intervals.hints.len() as u32).map(of).collect()
}

impl Rewriter<'_> {
    /// Returns the location of `vreg` at `pos`.
    pub(super) fn location_at(&self, vreg: VReg, pos: Position) -> Option<MoveLocation> {
        if let Some(reg) = self.intervals.locals.register(vreg) {
            return Some(MoveLocation::Reg(reg));
        }
        self.location_of(self.intervals.first(vreg)?, pos)
    }

    /// Returns the location at `pos` of the register whose leader is `first`.
    #[inline]
    pub(super) fn location_of(&self, first: IntervalId, pos: Position) -> Option<MoveLocation> {
        let known = self.last_locations[first.index()].get();
        if known.from <= pos && pos < known.until {
            return known.location;
        }
        self.find_location(first, pos)
    }

    /// Finds a location that is not cached. Queries are nearly in order of position, so the last
    /// answer is usually the next one.
    #[inline(never)]
    fn find_location(&self, first: IntervalId, pos: Position) -> Option<MoveLocation> {
        let (range, interval) = self.intervals.around(first, pos);
        debug_assert!((range.start..range.end).contains(&pos), "a location at {pos}, found for {range:?}");
        let location = self.locations[interval.index()];
        let found = LastLocations { from: range.start, until: range.end, location, is_split: true };
        self.last_locations[first.index()].set(found);
        location
    }

    /// Returns the locations of phis at the starts of their blocks, for debug values.
    pub(crate) fn phi_locations(&self, values: &Values) -> Vec<(u32, BlockId, MoveLocation)> {
        let found = values.phis().filter_map(|(number, block, vreg)| {
            let start = self.numbering.spans[block.index()].start;
            Some((number, block, self.location_at(vreg, start)?))
        });
        found.collect()
    }

    pub(super) fn class(&self, vreg: VReg) -> RegClassId {
        match self.emitter.mf.reg_attr(vreg) {
            RegAttr::Class(class) => class,
            attr => panic!("{vreg} must have a register class, not {attr:?}"),
        }
    }

    pub(super) fn broken(&self, vreg: VReg, what: &str) -> CompileError {
        CompileError::new(&self.emitter.mf.name, vreg, format!("register allocation: {what}"))
    }

    /// Returns the insertion point after the phis and the landing pad label of `block`.
    pub(super) fn top(&self, block: BlockId) -> InsertPoint {
        let mf = &*self.emitter.mf;
        let first = mf.insts(block).find(|&i| !matches!(mf.opcode(i), PHI | EH_LABEL));
        first.map_or(InsertPoint::End(block), InsertPoint::Before)
    }

    /// Builds moves where one split interval of a register ends and the next begins, except at
    /// block boundaries.
    pub(crate) fn moves_within_blocks(&mut self) -> Result<()> {
        let mut moves: Vec<(Position, Move)> = Vec::new();
        for first in self.intervals.leaders() {
            let parts = self.intervals.first_segment(first)..;
            for (part, pair) in parts.zip(self.intervals.segments(first).windows(2)) {
                let start = pair[1].range.start;
                if pair[0].range.end != start || self.numbering.is_block_start(start) {
                    continue;
                }
                let (src, dst) =
                    (self.locations[pair[0].interval.index()], self.locations[pair[1].interval.index()]);
                let (Some(src), Some(dst)) = (src, dst) else { continue };
                if src != dst && (matches!(dst, MoveLocation::Reg(_)) || self.spill_stores.at_end(part)) {
                    moves.push((start, Move { src, dst, class: self.intervals.get(first).class }));
                }
            }
        }
        moves.sort_by_key(|(pos, _)| *pos);
        for group in moves.chunk_by(|a, b| a.0 == b.0) {
            let Some(inst) = self.numbering.inst_at(group[0].0) else { continue };
            let mut group: Vec<Move> = group.iter().map(|g| g.1).collect();
            self.emitter.parallel(InsertPoint::Before(inst), &mut group, &[])?;
        }
        Ok(())
    }

    /// Stores the results of phis of `block` that are in registers and later in memory.
    pub(crate) fn store_phis(&mut self, block: BlockId) {
        if !self.liveness.has_phis(block) {
            return;
        }
        let start = self.numbering.spans[block.index()].start;
        let mf = &*self.emitter.mf;
        let phis: Vec<InstId> = mf.insts(block).take_while(|&i| mf.opcode(i) == PHI).collect();
        let point = self.top(block);
        for phi in phis {
            let Some(vreg) = self.emitter.mf.vreg_operand(phi, 0) else { continue };
            let first = self.intervals.first(vreg);
            // An input that shares the slot is stored already.
            let stored = phi_inputs(self.emitter.mf.operands(phi))
                .all(|(value, _)| self.intervals.first(value) == first);
            if !stored {
                self.store(vreg, start, point);
            }
        }
    }

    /// Stores `vreg`, written at `pos` to a register, to its slot if it has one.
    fn store(&mut self, vreg: VReg, pos: Position, point: InsertPoint) {
        let Some(first) = self.intervals.first(vreg) else { return };
        let Some(slot) = self.slots[first.index()] else { return };
        let Some(id) = self.intervals.at(vreg, pos) else { return };
        let interval = self.intervals.get(id);
        let at_definition = self.spill_stores.at_definition(self.intervals, first, pos);
        if !at_definition || self.is_overwritten_unread(first, interval, pos) {
            return;
        }
        if let Assignment::Reg(reg) = interval.assignment {
            let (src, dst) = (MoveLocation::Reg(reg), MoveLocation::Slot(slot));
            self.emitter.single(point, Move { src, dst, class: interval.class });
        }
    }

    /// Returns true if the write at `pos` to `interval` is overwritten in its block before the slot
    /// can be read. `interval` may have holes in which the value is in memory.
    fn is_overwritten_unread(&self, first: IntervalId, interval: &Interval, pos: Position) -> bool {
        let end = self.numbering.spans[self.numbering.order[self.numbering.block_index(pos)].index()].end;
        let later = &interval.uses()[interval.uses().partition_point(|u| u.pos <= pos + 1)..];
        let Some(again) = later.iter().take_while(|u| u.pos < end).find(|u| u.is_def) else { return false };
        let segments = self.intervals.segments(first);
        let after = &segments[segments.partition_point(|segment| segment.range.start <= pos)..];
        let mut between = after.iter().take_while(|segment| segment.range.start < again.pos);
        between.all(|segment| self.intervals.get(segment.interval).assignment != Assignment::Spilled)
    }

    /// Rewrites the instructions of `block` except phis.
    pub(crate) fn block(&mut self, block: BlockId) -> Result<()> {
        let mut next = self.emitter.mf.first_inst(block);
        while let Some(inst) = next {
            next = self.emitter.mf.next_inst(inst);
            if inst.index() >= self.numbering.inst_pos.len() {
                continue;
            }
            match self.emitter.mf.opcode(inst) {
                PHI => {}
                COPY if self.shares_position(inst, next) => next = self.copies_at_once(inst)?,
                COPY => self.copy(inst)?,
                REG_SEQUENCE => self.sequence(inst)?,
                _ => self.inst(inst)?,
            }
        }
        Ok(())
    }

    #[inline]
    fn inst(&mut self, inst: InstId) -> Result<()> {
        let (locals, registers) = (&self.intervals.locals, self.registers);
        let mut done = true;
        for operand in self.emitter.mf.operands_mut(inst) {
            let Some(vreg) = operand.vreg() else { continue };
            match locals.register(vreg).filter(|_| operand.sub_reg() == SubReg::default()) {
                Some(reg) => {
                    if operand.is_def() {
                        self.overwritten |= registers.unit_set(reg);
                    }
                    *operand = physical(*operand, reg);
                }
                None => done = false,
            }
        }
        if done { Ok(()) } else { self.other_operands(inst) }
    }

    /// Rewrites the operands of `inst` that are not full block-local registers.
    fn other_operands(&mut self, inst: InstId) -> Result<()> {
        if is_recorded(self.emitter.mf.opcode(inst)) {
            self.record_slots(inst);
        }
        for n in 0..self.emitter.mf.operands(inst).len() {
            let operand = self.emitter.mf.operand(inst, n);
            let Some(vreg) = operand.vreg() else { continue };
            let reg = self.register(inst, operand, vreg)?;
            self.emitter.mf.operands_mut(inst)[n] = physical(operand, reg);
            if operand.is_def() {
                self.overwritten |= self.registers.unit_set(reg);
                self.store_after(inst, vreg);
            }
        }
        Ok(())
    }

    /// Replaces recorded locations of `inst` that are in memory by their spill slots.
    fn record_slots(&mut self, inst: InstId) {
        let mf = &*self.emitter.mf;
        let (pos, first) = (self.numbering.inst_pos[inst.index()], first_location(mf, inst));
        let mut operands: Vec<Operand> = Vec::with_capacity(mf.operands(inst).len());
        for (n, &operand) in mf.operands(inst).iter().enumerate() {
            let is_location = n >= first
                && operand.is_use()
                && operand.sub_reg() == SubReg::default()
                && !operand.flags.contains(OperandFlags::UNDEF);
            let vreg = operand.vreg().filter(|_| is_location);
            match vreg.and_then(|vreg| Some((vreg, self.location_at(vreg, pos)?))) {
                Some((vreg, MoveLocation::Slot(slot))) => {
                    let size = self.registers.class(self.class(vreg)).spill_size;
                    let [kind, size] = [INDIRECT_MEM_REF, i32::from(size)].map(Operand::small_imm);
                    operands.extend([kind, size, Operand::frame_index(slot), Operand::small_imm(0)]);
                }
                _ => operands.push(operand),
            }
        }
        if operands.len() != mf.operands(inst).len() {
            self.emitter.mf.set_operands(inst, &operands);
            self.framed.push(inst);
        }
    }

    fn store_after(&mut self, inst: InstId, vreg: VReg) {
        if self.intervals.first(vreg).is_none_or(|first| self.slots[first.index()].is_none()) {
            return;
        }
        let block = self.emitter.mf.expect_block_of(inst);
        let after = self.emitter.mf.next_inst(inst);
        let point = after.map_or(InsertPoint::End(block), InsertPoint::Before);
        self.store(vreg, self.numbering.inst_pos[inst.index()] + 1, point);
    }

    /// Returns the physical register of an operand.
    fn register(&self, inst: InstId, operand: Operand, vreg: VReg) -> Result<PhysReg> {
        if let Some(reg) = self.intervals.locals.register(vreg) {
            return self.part(reg, operand, vreg);
        }
        let pos = self.numbering.inst_pos[inst.index()] + operand.is_def() as Position;
        let mut assignment = self.intervals.at(vreg, pos).map(|id| self.intervals.get(id).assignment);
        if operand.is_use() && operand.flags.intersects(OperandFlags::UNDEF | OperandFlags::DEBUG) {
            if operand.flags.contains(OperandFlags::DEBUG) && !matches!(assignment, Some(Assignment::Reg(_)))
            {
                return Ok(PhysReg::NONE);
            }
            // The definition determines the register of a tied pair.
            assignment =
                self.intervals.at(vreg, pos + 1).map(|id| self.intervals.get(id).assignment).or(assignment);
            if !matches!(assignment, Some(Assignment::Reg(_))) {
                assignment = self.any_register(vreg).map(Assignment::Reg);
            }
        }
        let Some(Assignment::Reg(reg)) = assignment else {
            return Err(self.broken(vreg, "no register where one is needed"));
        };
        self.part(reg, operand, vreg)
    }

    fn part(&self, reg: PhysReg, operand: Operand, vreg: VReg) -> Result<PhysReg> {
        let part = self.registers.sub_reg(reg, operand.sub_reg());
        part.ok_or_else(|| self.broken(vreg, "register without the sub-register that is required"))
    }

    /// Returns any register of the class of `vreg`, for a value that does not matter.
    fn any_register(&self, vreg: VReg) -> Option<PhysReg> {
        let RegAttr::Class(class) = self.emitter.mf.reg_attr(vreg) else { return None };
        self.registers.class(class).order.first().copied()
    }

    /// Rewrites a copy. It is dropped if both ends are equal, and becomes a load or store if one
    /// end is in memory.
    fn copy(&mut self, inst: InstId) -> Result<()> {
        let (dst, src) = (self.emitter.mf.operand(inst, 0), self.emitter.mf.operand(inst, 1));
        if let (Some(d), Some(s)) = (self.whole(dst), self.whole(src)) {
            self.copy_registers(inst, d, s);
            return Ok(());
        }
        let pos = self.numbering.inst_pos[inst.index()];
        let from = self.end_of_copy(inst, src, pos)?;
        let to = self.end_of_copy(inst, dst, pos + 1)?;
        let (MoveLocation::Reg(d), MoveLocation::Reg(s)) = (to, from) else {
            let vreg = src.vreg().filter(|_| !matches!(from, MoveLocation::Reg(_))).or(dst.vreg());
            let Some(vreg) = vreg else { return Ok(()) };
            let class = self.class(vreg);
            self.emitter.single(InsertPoint::Before(inst), Move { src: from, dst: to, class });
            if let Some(vreg) = dst.vreg() {
                self.store_after(inst, vreg);
            }
            self.emitter.mf.remove_inst(inst);
            return Ok(());
        };
        if let Some(vreg) = dst.vreg() {
            self.store_after(inst, vreg);
        }
        self.copy_registers(inst, d, s);
        Ok(())
    }

    /// Rewrites the copy `inst` to these registers, or removes it if it is redundant.
    fn copy_registers(&mut self, inst: InstId, dst: PhysReg, src: PhysReg) {
        let operands = self.emitter.mf.operands_mut(inst);
        (operands[0], operands[1]) = (physical(operands[0], dst), physical(operands[1], src));
        if dst == src || operands[1].flags.contains(OperandFlags::UNDEF) {
            self.emitter.mf.remove_inst(inst);
        } else {
            self.overwritten |= self.registers.unit_set(dst);
        }
    }

    /// Returns the register of an operand that is a full physical or block-local register.
    fn whole(&self, operand: Operand) -> Option<PhysReg> {
        let reg = operand.phys().or_else(|| self.intervals.locals.register(operand.vreg()?));
        reg.filter(|_| operand.sub_reg() == SubReg::default())
    }

    /// Returns true if `inst` and `next` copy parts of one register at once.
    fn shares_position(&self, inst: InstId, next: Option<InstId>) -> bool {
        let pos = |inst: InstId| self.numbering.inst_pos.get(inst.index());
        next.is_some_and(|next| pos(next) == pos(inst)) && source_of_part(self.emitter.mf, inst).is_some()
    }

    /// Replaces copies at one position, from `first` on, by parallel moves. Returns the instruction
    /// after them.
    fn copies_at_once(&mut self, first: InstId) -> Result<Option<InstId>> {
        let pos = self.numbering.inst_pos[first.index()];
        let (mut moves, mut copies, mut next) = (Vec::new(), Vec::new(), Some(first));
        while let Some(inst) = next {
            let is_here = self.numbering.inst_pos.get(inst.index()) == Some(&pos);
            let Some(vreg) = source_of_part(self.emitter.mf, inst).filter(|_| is_here) else { break };
            let (dst, src) = (self.emitter.mf.operand(inst, 0), self.emitter.mf.operand(inst, 1));
            let from = self.register(inst, src, vreg)?;
            let to = match dst.vreg() {
                Some(part) => self.register(inst, dst, part)?,
                None => dst.phys().unwrap_or(from),
            };
            self.overwritten |= self.registers.unit_set(to);
            let Some(class) = self.registers.class_of_both(from, to) else {
                return Err(self.broken(vreg, "no class has both ends of a copy"));
            };
            moves.push(Move { src: MoveLocation::Reg(from), dst: MoveLocation::Reg(to), class });
            copies.push(inst);
            next = self.emitter.mf.next_inst(inst);
        }
        self.moves_before(first, &mut moves)?;
        for copy in copies {
            if let Some(part) = self.emitter.mf.vreg_operand(copy, 0) {
                self.store_after(copy, part);
            }
            self.emitter.mf.remove_inst(copy);
        }
        Ok(next)
    }

    /// Replaces a `REG_SEQUENCE` by parallel copies to the parts of its result.
    fn sequence(&mut self, inst: InstId) -> Result<()> {
        let mf = &*self.emitter.mf;
        let result = mf.operand(inst, 0);
        let vreg = mf.expect_vreg(inst, 0);
        let whole = self.register(inst, result, vreg)?;
        let mut moves = Vec::new();
        for (part, source) in two_address::sequence_parts(mf, inst) {
            let Some(value) = source.vreg() else { continue };
            let src = MoveLocation::Reg(self.register(inst, source, value)?);
            let dst = MoveLocation::Reg(self.registers.part(whole, part));
            moves.push(Move { src, dst, class: self.class(value) });
        }
        self.moves_before(inst, &mut moves)?;
        self.overwritten |= self.registers.unit_set(whole);
        self.store_after(inst, vreg);
        self.emitter.mf.remove_inst(inst);
        Ok(())
    }

    /// Builds parallel moves before `inst`, which they replace.
    fn moves_before(&mut self, inst: InstId, moves: &mut [Move]) -> Result<()> {
        let occupied = match self.emitter.may_need_registers(moves) {
            true => self.occupied_at(self.numbering.inst_pos[inst.index()], moves),
            false => Vec::new(),
        };
        self.emitter.parallel(InsertPoint::Before(inst), moves, &occupied)
    }

    /// Returns for each unit whether it holds a value at an instruction. Cost: linear in the
    /// intervals.
    fn occupied_at(&self, pos: Position, moves: &[Move]) -> Vec<bool> {
        let here = [Range { start: pos, end: pos + 2 }];
        let unit = |n: u16| self.fixed.meets(RegUnit(n), &here);
        let mut occupied: Vec<bool> = (0..self.registers.num_units).map(unit).collect();
        let mut take = |reg: PhysReg| {
            self.registers.units(reg).iter().for_each(|u| occupied[u.0 as usize] = true);
        };
        for interval in &self.intervals.list {
            if let Assignment::Reg(reg) = interval.assignment
                && (interval.covers(pos) || interval.covers(pos + 1))
            {
                take(reg);
            }
        }
        for location in moves.iter().flat_map(|m| [m.src, m.dst]) {
            if let MoveLocation::Reg(reg) = location {
                take(reg);
            }
        }
        occupied
    }

    fn end_of_copy(&self, inst: InstId, operand: Operand, pos: Position) -> Result<MoveLocation> {
        let Some(vreg) = operand.vreg() else {
            let reg = operand.phys().expect("what is copied is in registers");
            return Ok(MoveLocation::Reg(self.registers.part(reg, operand.sub_reg())));
        };
        match self.location_at(vreg, pos) {
            Some(memory @ (MoveLocation::Slot(_) | MoveLocation::Remat(_)))
                if operand.sub_reg() == SubReg::default() && !operand.flags.contains(OperandFlags::UNDEF) =>
            {
                Ok(memory)
            }
            _ => self.register(inst, operand, vreg).map(MoveLocation::Reg),
        }
    }

    /// Removes definitions of values that are rematerialized at all uses, and returns their number.
    pub(crate) fn remove_unused_definitions(&mut self) -> usize {
        let mut removed = 0;
        for (id, def) in self.intervals.remat.iter().enumerate() {
            let (Some(def), first) = (*def, IntervalId(id as u32)) else { continue };
            let at = self.numbering.inst_pos[def.index()] + 1;
            let segments = self.intervals.segments(first);
            let n = segments.partition_point(|segment| segment.range.start <= at).saturating_sub(1);
            let id = segments.get(n).map_or(first, |segment| segment.interval);
            let interval = self.intervals.get(id);
            let (start, end) = (interval.start(), interval.end());
            let reaches_boundary = self.numbering.block_index(start) != self.numbering.block_index(end)
                || self.numbering.is_block_start(end);
            if reaches_boundary || interval.uses().iter().any(|u| !u.is_def) {
                continue;
            }
            let after = segments.get(n + 1).filter(|next| next.range.start == end);
            if after.is_none_or(|next| self.intervals.get(next.interval).assignment == Assignment::Spilled) {
                self.emitter.mf.remove_inst(def);
                removed += 1;
            }
        }
        removed
    }
}

/// Returns `operand` with its virtual register replaced by `reg`.
fn physical(operand: Operand, reg: PhysReg) -> Operand {
    let mut new = operand.with_reg(reg).with_sub_reg(SubReg::default());
    if operand.is_def() {
        new.flags.remove(OperandFlags::UNDEF);
    }
    new
}
