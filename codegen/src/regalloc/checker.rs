//! Symbolic checker: replays an allocated function and compares it with the function before
//! allocation.
//!
//! **Lattice.** Each location (a register unit, or a spill slot) holds a set of values. A value is
//! unit `k` of a virtual register, or the content of a physical register's unit in the function
//! before allocation. Values in one set are known to be equal there. Top is "not reached yet"; sets
//! meet by intersection; the empty set is bottom.
//!
//! **Transfer function.** For an instruction in both functions, each virtual register that it reads
//! must be in the units of the physical register that it reads now. Each physical register that it
//! reads must hold its own value. Then the units that its call mask or definitions overwrite are
//! emptied, and its results are in the defined locations only. A copy, preserved or erased, also
//! makes its result equal to its source wherever the source is; phis do so on edges. A move that
//! allocation has inserted copies the set. An instruction that rematerializes a value must be a
//! clone of the definition. The definition counts as a location that holds the value from the
//! start.
//!
//! **Result.** If no check fails at the fixed point, every read finds on every path the value that
//! it found before. Ties and early clobbers are checked for each instruction.

mod state;

use super::moves::{Inserted, MoveLocation};
use crate::frame::target::FrameTarget;
use crate::ir::entity::{BlockId, FrameIndex, InstId, VReg};
use crate::ir::mir::stack_map::{is_recorded, location_len};
use crate::ir::mir::{MachineFunction, Operand, OperandFlags, OperandTag, RegAttr};
use crate::ir::opcodes::{COPY, PHI, REG_SEQUENCE};
use crate::machine::desc::instructions::InstrFlags;
use crate::machine::desc::registers::{PhysReg, RegUnit, RegisterInfo, SubReg};
use crate::machine::print::inst_to_string;
use crate::passes::analysis::liveness::phi_inputs;
use crate::passes::pre_ra::two_address;
use crate::support::error::{CompileError, Result};
use state::{CheckerState, Set, Value, physical_value, virtual_value};
use std::borrow::Cow;

/// The maximum number of units of a register.
const SLOT_UNITS: usize = 8;

/// Compares `after` with `before`, the same function in two-address form. `inserted` lists the
/// instructions that allocation has inserted.
pub(crate) fn check(
    before: &MachineFunction,
    after: &MachineFunction,
    target: &dyn FrameTarget,
    reserved: &[bool],
    inserted: &[Inserted],
) -> Result<()> {
    let mut of_inst = vec![None; after.num_insts()];
    for &i in inserted {
        of_inst[i.inst.index()] = Some(i);
    }
    let checker = Checker {
        slots: ascending(inserted.iter().flat_map(|i| [i.src, i.dst]).filter_map(slot)),
        constants: ascending(inserted.iter().filter_map(|i| constant(i.src))),
        before,
        after,
        target,
        registers: target.registers(),
        reserved,
        inserted: of_inst,
    };
    checker.run()
}

struct Checker<'a> {
    before: &'a MachineFunction,
    after: &'a MachineFunction,
    target: &'a dyn FrameTarget,
    registers: &'static RegisterInfo,
    reserved: &'a [bool],
    inserted: Vec<Option<Inserted>>,
    /// The slots that moves write, ascending.
    slots: Vec<FrameIndex>,
    /// Definitions of rematerialized values, ascending.
    constants: Vec<InstId>,
}

fn ascending<T: Ord>(items: impl Iterator<Item = T>) -> Vec<T> {
    let mut items: Vec<T> = items.collect();
    items.sort_unstable();
    items.dedup();
    items
}

fn slot(location: MoveLocation) -> Option<FrameIndex> {
    match location {
        MoveLocation::Slot(slot) => Some(slot),
        _ => None,
    }
}

/// Returns the definition that a rematerialization repeats.
fn constant(source: MoveLocation) -> Option<InstId> {
    match source {
        MoveLocation::Remat(def) => Some(def),
        _ => None,
    }
}

/// Returns the units of sub-register `sub`, as indices into the units of a register of the class of
/// `vreg`.
fn sub_reg_units(mf: &MachineFunction, registers: &RegisterInfo, vreg: VReg, sub: SubReg) -> Vec<usize> {
    let RegAttr::Class(class) = mf.reg_attr(vreg) else { return Vec::new() };
    let Some(&whole) = registers.class(class).members.first() else { return Vec::new() };
    let Some(part) = registers.sub_reg(whole, sub) else { return Vec::new() };
    let units = registers.units(whole);
    registers.units(part).iter().filter_map(|u| units.iter().position(|w| w == u)).collect()
}

impl Checker<'_> {
    fn run(&self) -> Result<()> {
        let locations = self.slots.len() + self.constants.len();
        let mut empty = CheckerState::new(self.registers.num_units as usize + locations * SLOT_UNITS);
        for &def in &self.constants {
            self.define_constant(def, &mut empty);
        }
        for unit in (0..self.registers.num_units).filter(|&u| self.reserved[u as usize]) {
            self.define_physical(RegUnit(unit), &mut empty);
        }
        let mut at_start: Vec<Option<CheckerState>> = vec![None; self.after.num_blocks()];
        let entry = self.after.entry();
        at_start[entry.index()] = Some(empty);
        let mut work = vec![entry];
        while let Some(block) = work.pop() {
            let Some(mut state) = at_start[block.index()].clone() else { continue };
            self.block(block, &mut state, false)?;
            for &next in &self.after.block(block).successors {
                let mut state = state.clone();
                self.edge(block, next, &mut state);
                let changed = match &mut at_start[next.index()] {
                    Some(old) => old.meet(&state),
                    unreached => {
                        *unreached = Some(state);
                        true
                    }
                };
                if changed && !work.contains(&next) {
                    work.push(next);
                }
            }
        }
        for &block in &self.after.layout {
            if let Some(mut state) = at_start[block.index()].take() {
                self.block(block, &mut state, true)?;
            }
        }
        Ok(())
    }

    /// Replays a block; reads are checked if `checking`.
    fn block(&self, block: BlockId, state: &mut CheckerState, checking: bool) -> Result<()> {
        let is_new = block.index() >= self.before.num_blocks();
        let mut originals = if is_new { None } else { self.before.first_inst(block) };
        let mut tracked = vec![false; self.reserved.len()];
        if !is_new {
            for unit in self.before.block(block).live_ins.iter().flat_map(|&r| self.registers.units(r)) {
                tracked[unit.0 as usize] = true;
                // The unwinder sets the registers of landing pads.
                if block == self.before.entry() || self.before.block(block).is_eh_pad {
                    self.define_physical(*unit, state);
                }
            }
        }
        for inst in self.after.insts(block) {
            if inst.index() >= self.before.num_insts() {
                self.replay_inserted(inst, state)?;
                continue;
            }
            while let Some(original) = originals {
                originals = self.before.next_inst(original);
                if original == inst {
                    break;
                }
                self.replay_removed(original, state, &mut tracked)?;
            }
            self.replay_kept(inst, state, &mut tracked, checking)?;
        }
        while let Some(original) = originals {
            originals = self.before.next_inst(original);
            self.replay_removed(original, state, &mut tracked)?;
        }
        Ok(())
    }

    fn define_physical(&self, unit: RegUnit, state: &mut CheckerState) {
        let value = physical_value(unit);
        state.kill(value);
        state.set(unit.0 as usize, vec![value]);
    }

    /// Applies the phis after an edge.
    fn edge(&self, from: BlockId, to: BlockId, state: &mut CheckerState) {
        if from.index() >= self.before.num_blocks() {
            return;
        }
        let is_new = to.index() >= self.before.num_blocks();
        let to = if is_new { self.after.block(to).successors.first().copied().unwrap_or(to) } else { to };
        let before = self.before;
        let phis = before.insts(to).take_while(|&i| before.opcode(i) == PHI);
        let mut pairs = Vec::new();
        for phi in phis {
            let inputs = phi_inputs(before.operands(phi)).filter(|&(_, b)| b == from);
            pairs.extend(inputs.filter_map(|(value, _)| Some((before.vreg_operand(phi, 0)?, value))));
        }
        let units = |(result, input): (VReg, VReg)| {
            (0..SLOT_UNITS).map(move |k| (virtual_value(input, k), virtual_value(result, k)))
        };
        let values: Vec<(Value, Value)> = pairs.into_iter().flat_map(units).collect();
        state.assign(&values);
    }

    fn replay_inserted(&self, inst: InstId, state: &mut CheckerState) -> Result<()> {
        let Some(Inserted { src, dst, .. }) = self.inserted[inst.index()] else {
            let is_jump = self.target.desc(self.after.opcode(inst)).has(InstrFlags::TERMINATOR);
            return if is_jump { Ok(()) } else { Err(self.failure(inst, "unknown instruction put in")) };
        };
        let sets: Vec<Set> = match (src, dst) {
            (MoveLocation::Reg(reg), _) => {
                self.registers.units(reg).iter().map(|u| state.at(u.0 as usize).clone()).collect()
            }
            (MoveLocation::Slot(slot), MoveLocation::Reg(reg)) => {
                let locations = self.slot_location(slot)..;
                locations.take(self.registers.units(reg).len()).map(|at| state.at(at).clone()).collect()
            }
            (MoveLocation::Remat(def), MoveLocation::Reg(reg)) => {
                self.check_remat(inst, def)?;
                let locations = self.constant_location(def).into_iter().flat_map(|first| first..);
                locations.take(self.registers.units(reg).len()).map(|at| state.at(at).clone()).collect()
            }
            _ => return Err(self.failure(inst, "move of an unknown kind")),
        };
        match dst {
            MoveLocation::Reg(reg) => {
                if self.registers.units(reg).len() != sets.len() {
                    return Err(self.failure(inst, "move between registers of different size"));
                }
                for (unit, set) in self.registers.units(reg).iter().zip(sets) {
                    state.set(unit.0 as usize, set);
                }
            }
            MoveLocation::Slot(slot) => {
                let sets = sets.into_iter().chain(std::iter::repeat(Set::new())).take(SLOT_UNITS);
                (self.slot_location(slot)..).zip(sets).for_each(|(location, set)| state.set(location, set));
            }
            MoveLocation::Remat(_) => {}
        }
        Ok(())
    }

    /// Returns the location of the first unit of a slot.
    fn slot_location(&self, slot: FrameIndex) -> usize {
        self.location(self.slots.partition_point(|&s| s < slot))
    }

    /// Returns the first location of number `n` of the slots and constants.
    fn location(&self, n: usize) -> usize {
        self.registers.num_units as usize + n * SLOT_UNITS
    }

    /// Returns the location that represents the first unit of the value of `def`.
    fn constant_location(&self, def: InstId) -> Option<usize> {
        let n = self.constants.binary_search(&def).ok()?;
        Some(self.location(self.slots.len() + n))
    }

    /// Records that the value of `def` can be rematerialized.
    fn define_constant(&self, def: InstId, state: &mut CheckerState) {
        let (Some(location), Some(vreg)) = (self.constant_location(def), self.before.vreg_operand(def, 0))
        else {
            return;
        };
        for k in sub_reg_units(self.before, self.registers, vreg, SubReg::default()) {
            state.add(location + k, virtual_value(vreg, k));
        }
    }

    fn check_remat(&self, inst: InstId, def: InstId) -> Result<()> {
        let same_opcode = self.before.opcode(def) == self.after.opcode(inst);
        let (old, new) = (self.before.operands(def), self.after.operands(inst));
        if !same_opcode || old.get(1..) != new.get(1..) {
            return Err(self.failure(inst, "another value rematerialized"));
        }
        Ok(())
    }

    /// Replays an instruction that allocation has removed: a phi, a copy, or the definition of a
    /// rematerialized value.
    fn replay_removed(&self, inst: InstId, state: &mut CheckerState, tracked: &mut [bool]) -> Result<()> {
        match self.before.opcode(inst) {
            PHI => {}
            REG_SEQUENCE => {
                let dst = self.before.operand(inst, 0);
                let parts = two_address::sequence_parts(self.before, inst);
                let equal = parts.flat_map(|(part, src)| self.equal_values(dst.with_sub_reg(part), src));
                state.assign(&equal.collect::<Vec<_>>());
            }
            COPY => {
                let written = self.before.operand(inst, 0).phys();
                for unit in written.map_or(&[][..], |r| self.registers.units(r)) {
                    tracked[unit.0 as usize] = true;
                }
                self.replay_copy(inst, state);
            }
            _ => {
                let Some(vreg) = self.before.vreg_operand(inst, 0) else {
                    if self.is_jump_to_new_block(inst) {
                        return Ok(());
                    }
                    return Err(self.failure(inst, "instruction removed"));
                };
                // A rematerialized value is the same each time, so older copies stay valid.
                if !self.is_repeatable(inst, vreg) {
                    return Err(self.failure(inst, "definition removed"));
                }
            }
        }
        Ok(())
    }

    /// Returns true if `vreg` can be rematerialized from `inst`.
    fn is_repeatable(&self, inst: InstId, vreg: VReg) -> bool {
        super::remat::definition(self.before, self.target, vreg) == Some(inst)
    }

    /// Returns true if a removed jump is replaced by falling through to a new block on its edge.
    fn is_jump_to_new_block(&self, inst: InstId) -> bool {
        let target = self.target.instr_info().unconditional_branch_target(self.before, inst);
        let from = self.before.block_of(inst);
        let n = self.after.layout.iter().position(|&b| Some(b) == from);
        let next = n.and_then(|n| self.after.layout.get(n + 1));
        next.is_some_and(|&b| {
            b.index() >= self.before.num_blocks()
                && self.after.block(b).successors.first().copied() == target
                && target.is_some()
        })
    }

    /// Returns the values of a copy's operand in the original function, unit by unit.
    fn operand_values(&self, operand: Operand) -> Vec<Value> {
        if let Some(vreg) = operand.vreg() {
            let units = sub_reg_units(self.before, self.registers, vreg, operand.sub_reg());
            return units.into_iter().map(|k| virtual_value(vreg, k)).collect();
        }
        let reg = operand.phys().and_then(|r| self.registers.sub_reg(r, operand.sub_reg()));
        let units = reg.map_or(&[][..], |r| self.registers.units(r));
        units.iter().map(|&u| physical_value(u)).collect()
    }

    /// Returns the values of a copy's source and result, unit by unit.
    fn equal_values(&self, dst: Operand, src: Operand) -> Vec<(Value, Value)> {
        self.operand_values(src).into_iter().zip(self.operand_values(dst)).collect()
    }

    /// Makes the result of a copy equal to its source, wherever that is.
    fn replay_copy(&self, inst: InstId, state: &mut CheckerState) {
        let (dst, src) = (self.before.operand(inst, 0), self.before.operand(inst, 1));
        state.assign(&self.equal_values(dst, src));
        self.forget_rest(dst, state);
    }

    /// Ignores the other units after a write to a sub-register with `undef`.
    fn forget_rest(&self, dst: Operand, state: &mut CheckerState) {
        let Some(vreg) = dst.vreg().filter(|_| dst.flags.contains(OperandFlags::UNDEF)) else { return };
        let sub_units = sub_reg_units(self.before, self.registers, vreg, dst.sub_reg());
        let whole = sub_reg_units(self.before, self.registers, vreg, SubReg::default());
        let rest = whole.into_iter().filter(|k| !sub_units.contains(k));
        rest.for_each(|k| state.ignore(virtual_value(vreg, k)));
    }

    fn replay_kept(
        &self,
        inst: InstId,
        state: &mut CheckerState,
        tracked: &mut [bool],
        checking: bool,
    ) -> Result<()> {
        let (old, new) = (self.before.operands(inst), self.after.operands(inst));
        let new = &*self.aligned(inst, old, new);
        let desc = self.target.desc(self.after.opcode(inst));
        if checking {
            for (old, new) in old.iter().zip(new) {
                self.check_read(inst, *old, *new, state, tracked)?;
            }
            self.check_constraints(inst)?;
            for &unit in desc.implicit_uses.iter().flat_map(|&r| self.registers.units(r)) {
                self.check_physical_read(inst, unit, state, tracked)?;
            }
        }
        for mask in new.iter().filter(|o| o.tag() == OperandTag::RegMask) {
            let mask = self.before.reg_mask(self.target, *mask);
            for unit in (0..self.registers.num_units).filter(|&unit| !mask.preserves(RegUnit(unit))) {
                state.kill(physical_value(RegUnit(unit)));
                state.set(unit as usize, Set::new());
            }
        }
        let copied = (self.before.opcode(inst) == COPY).then(|| self.copied_sets(new[1], state));
        for &reg in desc.implicit_defs {
            self.define(Operand::def(reg), reg, state, tracked);
        }
        for (old, new) in old.iter().zip(new).filter(|(o, _)| o.is_def()) {
            if let Some(reg) = new.phys().and_then(|r| self.registers.sub_reg(r, new.sub_reg())) {
                self.define(*old, reg, state, tracked);
            }
        }
        self.define_constant(inst, state);
        if let (Some(sets), Some(dst)) = (copied, new.first().and_then(|o| o.phys())) {
            for (unit, set) in self.registers.units(dst).iter().zip(sets) {
                set.into_iter().for_each(|value| state.add(unit.0 as usize, value));
            }
            self.replay_copy_result(inst, state);
        }
        Ok(())
    }

    /// Returns the `new` operands of `inst`, one for each of the `old` ones. A location in memory
    /// is represented by its slot.
    fn aligned<'o>(&self, inst: InstId, old: &[Operand], new: &'o [Operand]) -> Cow<'o, [Operand]> {
        if old.len() == new.len() || !is_recorded(self.after.opcode(inst)) {
            return Cow::Borrowed(new);
        }
        let mut rest = new;
        let mut aligned = Vec::with_capacity(old.len());
        for operand in old {
            let became_slot = operand.vreg().is_some() && rest.first().is_some_and(|o| o.reg().is_none());
            let (n, length) = if became_slot { (2, location_len(self.after, rest)) } else { (0, 1) };
            aligned.extend(rest.get(n).copied());
            rest = rest.get(length..).unwrap_or_default();
        }
        Cow::Owned(aligned)
    }

    /// Checks that the slot holds the register that `old` reads.
    fn check_slot(&self, inst: InstId, old: Operand, slot: FrameIndex, state: &CheckerState) -> Result<()> {
        let Some(vreg) = old.vreg() else { return Ok(()) };
        let whole = sub_reg_units(self.before, self.registers, vreg, SubReg::default());
        let first = self.slots.binary_search(&slot).ok().map(|n| self.location(n));
        let holds = |k: usize| first.is_some_and(|first| state.holds(first + k, virtual_value(vreg, k)));
        match whole.into_iter().all(holds) {
            true => Ok(()),
            false => Err(self.failure(inst, &format!("the slot does not hold {vreg}"))),
        }
    }

    fn copied_sets(&self, src: Operand, state: &CheckerState) -> Vec<Set> {
        let reg = src.phys().and_then(|r| self.registers.sub_reg(r, src.sub_reg()));
        let units = reg.map_or(&[][..], |r| self.registers.units(r));
        units.iter().map(|u| state.at(u.0 as usize).clone()).collect()
    }

    /// Adds the result of a preserved copy wherever its source still is.
    fn replay_copy_result(&self, inst: InstId, state: &mut CheckerState) {
        let (dst, src) = (self.before.operand(inst, 0), self.before.operand(inst, 1));
        if dst.reg() == src.reg() {
            return;
        }
        state.add_equal(&self.equal_values(dst, src));
    }

    /// Records that `reg` alone holds the result `old`.
    fn define(&self, old: Operand, reg: PhysReg, state: &mut CheckerState, tracked: &mut [bool]) {
        let units = self.registers.units(reg);
        let Some(vreg) = old.vreg() else {
            for &unit in units {
                tracked[unit.0 as usize] = true;
                self.define_physical(unit, state);
            }
            return;
        };
        let sub_units = sub_reg_units(self.before, self.registers, vreg, old.sub_reg());
        let whole = old.sub_reg() == SubReg::default() || old.flags.contains(OperandFlags::UNDEF);
        let dead = (0..SLOT_UNITS).filter(|k| whole || sub_units.contains(k));
        dead.for_each(|k| state.kill(virtual_value(vreg, k)));
        for (&unit, k) in units.iter().zip(sub_units) {
            state.set(unit.0 as usize, vec![virtual_value(vreg, k)]);
        }
        self.forget_rest(old, state);
    }

    fn check_read(
        &self,
        inst: InstId,
        old: Operand,
        new: Operand,
        state: &CheckerState,
        tracked: &[bool],
    ) -> Result<()> {
        let ignored = OperandFlags::UNDEF | OperandFlags::DEBUG;
        let partial = old.is_def() && old.sub_reg() != SubReg::default();
        if !(old.is_use() || partial) || old.flags.intersects(ignored) {
            return Ok(());
        }
        if let Some(slot) = new.as_frame_index() {
            return self.check_slot(inst, old, slot, state);
        }
        let part = new.phys().and_then(|r| self.registers.sub_reg(r, new.sub_reg()));
        let Some(reg) = part else {
            return if new.reg() == old.reg() { Ok(()) } else { Err(self.failure(inst, "no register")) };
        };
        let Some(vreg) = old.vreg() else {
            if old.reg() != new.reg() {
                return Err(self.failure(inst, "another physical register"));
            }
            let mut units = self.registers.units(reg).iter();
            return units.try_for_each(|&u| self.check_physical_read(inst, u, state, tracked));
        };
        let sub_units = sub_reg_units(self.before, self.registers, vreg, old.sub_reg());
        let units = self.registers.units(reg);
        let RegAttr::Class(class) = self.before.reg_attr(vreg) else { return Ok(()) };
        let fits = match old.sub_reg() == SubReg::default() {
            true => self.registers.contains(class, reg),
            false => self.registers.matching_super_reg(reg, old.sub_reg(), class).is_some(),
        };
        if !fits {
            return Err(self.failure(inst, &format!("{vreg} is in a register of another class")));
        }
        if partial {
            // The other units must hold the rest of the value.
            return self.check_rest(inst, vreg, old, reg, state);
        }
        for (&unit, k) in units.iter().zip(sub_units) {
            if !state.holds(unit.0 as usize, virtual_value(vreg, k)) {
                let name = self.registers.reg(reg).name;
                return Err(self.failure(inst, &format!("{name} does not hold {vreg}")));
            }
        }
        Ok(())
    }

    fn check_rest(
        &self,
        inst: InstId,
        vreg: VReg,
        old: Operand,
        part: PhysReg,
        state: &CheckerState,
    ) -> Result<()> {
        let RegAttr::Class(class) = self.before.reg_attr(vreg) else { return Ok(()) };
        let Some(whole) = self.registers.matching_super_reg(part, old.sub_reg(), class) else {
            return Err(self.failure(inst, "sub-register of a register of another class"));
        };
        for (k, &unit) in self.registers.units(whole).iter().enumerate() {
            let preserved = !self.registers.units(part).contains(&unit);
            if preserved && !state.holds(unit.0 as usize, virtual_value(vreg, k)) {
                return Err(self.failure(inst, &format!("the rest of {vreg} is elsewhere")));
            }
        }
        Ok(())
    }

    fn check_physical_read(
        &self,
        inst: InstId,
        unit: RegUnit,
        state: &CheckerState,
        tracked: &[bool],
    ) -> Result<()> {
        let n = unit.0 as usize;
        if tracked[n] && !self.reserved[n] && !state.holds(n, physical_value(unit)) {
            return Err(self.failure(inst, &format!("register unit {n} has been overwritten")));
        }
        Ok(())
    }

    /// Checks ties, early clobbers, and results that share a register.
    fn check_constraints(&self, inst: InstId) -> Result<()> {
        let desc = self.target.desc(self.after.opcode(inst));
        let operands = self.after.operands(inst);
        for (n, operand) in operands.iter().enumerate() {
            let Some(reg) = operand.phys() else { continue };
            let listed = desc.operands.get(n);
            let tied = listed.and_then(|d| d.tied_to).and_then(|d| operands.get(d as usize)?.phys());
            if tied.is_some_and(|tied| tied != reg) && operand.is_use() {
                return Err(self.failure(inst, "tied operands in different registers"));
            }
            let early = operand.flags.contains(OperandFlags::EARLY_CLOBBER)
                || listed.is_some_and(|d| d.early_clobber);
            for (m, other) in operands.iter().enumerate().filter(|&(m, _)| m != n) {
                let shared = other.phys().is_some_and(|o| self.registers.overlap(o, reg));
                let ties = desc.operands.get(m).is_some_and(|d| d.tied_to == Some(n as u8))
                    || other.flags.contains(OperandFlags::TIED);
                let undefined = other.flags.contains(OperandFlags::UNDEF);
                let explicit = !operand.is_implicit() && !other.is_implicit();
                let clash =
                    operand.is_def() && explicit && (other.is_def() || (early && !ties && !undefined));
                if shared && clash {
                    return Err(self.failure(inst, "results share a register, or overwrite an operand early"));
                }
            }
        }
        Ok(())
    }

    fn failure(&self, inst: InstId, what: &str) -> CompileError {
        let known = inst.index() < self.before.num_insts();
        let old = if known { inst_to_string(self.before, self.target, inst) } else { String::new() };
        let new = inst_to_string(self.after, self.target, inst);
        let block = self.after.block_of(inst).map(|b| format!(" in {b}")).unwrap_or_default();
        let shown = format!("{} => {}", old.trim(), new.trim());
        CompileError::new(&self.after.name, shown, format!("register allocation is wrong{block}: {what}"))
    }
}
