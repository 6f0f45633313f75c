//! Replays an allocated function symbolically and compares it with the function before allocation.
//!
//! **Lattice.** Each place (a register unit, or a spill slot) holds a set of values. A value is unit `k` of a virtual
//! register, or the content of a physical register's unit as the function before allocation has it. Several values
//! in a set are known to be equal there. Top is "not reached yet"; sets meet by intersection; the empty set is bottom.
//!
//! **Transfer.** An instruction that stands in both functions must find, for each virtual register that it reads, that register's
//! values in the units of the physical register it now reads, and for each physical register that it reads
//! that register's own; then what its call mask or definitions overwrite is emptied, and what it defines
//! is in the defined place and nowhere else. A copy, kept or dropped, also makes its result equal to its
//! source wherever the source is; phis do so on edges. A move that allocation has put in carries the set along. An
//! instruction that computes a value again must be the definition's twin; its definition counts as a place that
//! holds the value from the start.
//!
//! **Result.** If no check fails at the fixed point, every read finds on every path the value it found before. Ties
//! and early clobbers are checked instruction by instruction.

use super::moves::{Inserted, Location};
use crate::analysis::liveness::phi_inputs;
use crate::entity::{BlockId, FrameIndex, InstId, VReg};
use crate::error::{CompileError, Result};
use crate::mir::{MachineFunction, Operand, OperandFlags, OperandTag, RegAttr, inst_to_string};
use crate::opcodes::{COPY, PHI};
use crate::target::Target;
use crate::target::instructions::InstrFlags;
use crate::target::registers::{PhysReg, RegUnit, RegisterInfo, SubReg};

/// A value: unit `k` of a virtual register, or a physical unit's own.
type Value = u64;
type Set = Vec<Value>;

const PHYSICAL: Value = 1 << 63;

fn virtual_value(vreg: VReg, k: usize) -> Value {
    (vreg.raw() as Value) << 8 | k as Value
}

fn physical_value(unit: RegUnit) -> Value {
    PHYSICAL | unit.0 as Value
}

fn physical_unit(value: Value) -> Option<RegUnit> {
    (value & PHYSICAL != 0).then_some(RegUnit((value & !PHYSICAL) as _))
}

fn is_of(value: Value, vreg: VReg) -> bool {
    value & PHYSICAL == 0 && value >> 8 == vreg.raw() as Value
}

/// The most units that a register has.
const SLOT_UNITS: usize = 8;

/// What each place holds.
#[derive(Clone, PartialEq, Eq, Default)]
struct State {
    units: Vec<Set>,
    /// Spill slots, then what stands for values that are computed again: [`SLOT_UNITS`] each.
    slots: Vec<Set>,
    /// Values that do not matter: what is around a part that is written alone.
    undefined: Set,
}

impl State {
    fn sets(&mut self) -> impl Iterator<Item = &mut Set> {
        self.units.iter_mut().chain(&mut self.slots).chain([&mut self.undefined])
    }

    fn holds(&self, unit: RegUnit, value: Value) -> bool {
        self.units[unit.0 as usize].contains(&value) || self.undefined.contains(&value)
    }

    fn kill(&mut self, dead: impl Fn(Value) -> bool) {
        self.sets().for_each(|set| set.retain(|&v| !dead(v)));
    }

    /// Intersects with `other`, where what does not matter on one side is as on the other; tells whether anything changed.
    fn meet(&mut self, other: &State) -> bool {
        let mut changed = false;
        let places = self.units.iter_mut().chain(&mut self.slots);
        for (ours, theirs) in places.zip(other.units.iter().chain(&other.slots)) {
            let before = ours.len();
            ours.retain(|v| theirs.contains(v) || other.undefined.contains(v));
            changed |= ours.len() != before;
            for v in theirs.iter().filter(|v| self.undefined.contains(v)) {
                if !ours.contains(v) {
                    ours.push(*v);
                    changed = true;
                }
            }
        }
        let before = self.undefined.len();
        self.undefined.retain(|v| other.undefined.contains(v));
        changed || self.undefined.len() != before
    }
}

/// Compares `after` with `before`, the same function in two-address form. `inserted` lists what allocation has put in.
pub fn check(
    before: &MachineFunction,
    after: &MachineFunction,
    target: &dyn Target,
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
    target: &'a dyn Target,
    registers: &'static RegisterInfo,
    reserved: &'a [bool],
    inserted: Vec<Option<Inserted>>,
    /// The slots that moves go to, ascending.
    slots: Vec<FrameIndex>,
    /// Definitions of values that are computed again, ascending.
    constants: Vec<InstId>,
}

fn ascending<T: Ord>(items: impl Iterator<Item = T>) -> Vec<T> {
    let mut items: Vec<T> = items.collect();
    items.sort_unstable();
    items.dedup();
    items
}

fn slot(place: Location) -> Option<FrameIndex> {
    match place {
        Location::Slot(slot) => Some(slot),
        _ => None,
    }
}

/// The definition that is repeated.
fn constant(source: Location) -> Option<InstId> {
    match source {
        Location::Remat(def) => Some(def),
        _ => None,
    }
}

/// For `sub` of a register of the class of `vreg`: which units of the register it consists of.
fn part_units(mf: &MachineFunction, registers: &RegisterInfo, vreg: VReg, sub: SubReg) -> Vec<usize> {
    let RegAttr::Class(class) = mf.reg_attr(vreg) else { return Vec::new() };
    let Some(&whole) = registers.class(class).members.first() else { return Vec::new() };
    let Some(part) = registers.sub_reg(whole, sub) else { return Vec::new() };
    let units = registers.units(whole);
    registers.units(part).iter().filter_map(|u| units.iter().position(|w| w == u)).collect()
}

impl Checker<'_> {
    fn run(&self) -> Result<()> {
        let places = self.slots.len() + self.constants.len();
        let mut empty = State {
            units: vec![Set::new(); self.registers.num_units as usize],
            slots: vec![Set::new(); places * SLOT_UNITS],
            undefined: Set::new(),
        };
        for &def in &self.constants {
            self.define_constant(def, &mut empty);
        }
        for unit in (0..self.registers.num_units).filter(|&u| self.reserved[u as usize]) {
            self.define_physical(RegUnit(unit), &mut empty);
        }
        let mut at_start: Vec<Option<State>> = vec![None; self.after.num_blocks()];
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
    fn block(&self, block: BlockId, state: &mut State, checking: bool) -> Result<()> {
        let is_new = block.index() >= self.before.num_blocks();
        let mut originals = if is_new { None } else { self.before.first_inst(block) };
        let mut tracked = vec![false; self.reserved.len()];
        if !is_new {
            for unit in self.before.block(block).live_ins.iter().flat_map(|&r| self.registers.units(r)) {
                tracked[unit.0 as usize] = true;
                if block == self.before.entry() {
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

    fn define_physical(&self, unit: RegUnit, state: &mut State) {
        let value = physical_value(unit);
        state.kill(|v| v == value);
        state.units[unit.0 as usize] = vec![value];
    }

    /// Applies the phis behind an edge.
    fn edge(&self, from: BlockId, to: BlockId, state: &mut State) {
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
        if pairs.is_empty() {
            return;
        }
        for set in state.sets() {
            let mut new: Set = Vec::new();
            for &value in set.iter().filter(|&&v| v & PHYSICAL == 0) {
                let equal = pairs.iter().filter(|(_, input)| is_of(value, *input));
                new.extend(equal.map(|(result, _)| virtual_value(*result, (value & 0xff) as usize)));
            }
            set.retain(|&v| !pairs.iter().any(|(result, _)| is_of(v, *result)));
            set.extend(new);
        }
    }

    fn replay_inserted(&self, inst: InstId, state: &mut State) -> Result<()> {
        let Some(Inserted { src, dst, .. }) = self.inserted[inst.index()] else {
            let is_jump = self.target.desc(self.after.opcode(inst)).has(InstrFlags::TERMINATOR);
            return if is_jump { Ok(()) } else { Err(self.failure(inst, "unknown instruction put in")) };
        };
        let sets: Vec<Set> = match (src, dst) {
            (Location::Reg(reg), _) => {
                self.registers.units(reg).iter().map(|u| state.units[u.0 as usize].clone()).collect()
            }
            (Location::Slot(slot), Location::Reg(reg)) => {
                let place = self.slot_place(slot);
                state.slots[place..][..self.registers.units(reg).len()].to_vec()
            }
            (Location::Remat(def), Location::Reg(reg)) => {
                self.check_remat(inst, def)?;
                let held = self.constant_place(def).map_or(&[][..], |place| &state.slots[place..]);
                held.iter().take(self.registers.units(reg).len()).cloned().collect()
            }
            _ => return Err(self.failure(inst, "move of an unknown kind")),
        };
        match dst {
            Location::Reg(reg) => {
                if self.registers.units(reg).len() != sets.len() {
                    return Err(self.failure(inst, "move between registers of different size"));
                }
                for (unit, set) in self.registers.units(reg).iter().zip(sets) {
                    state.units[unit.0 as usize] = set;
                }
            }
            Location::Slot(slot) => {
                let held = &mut state.slots[self.slot_place(slot)..][..SLOT_UNITS];
                held.fill(Set::new());
                held.iter_mut().zip(sets).for_each(|(unit, set)| *unit = set);
            }
            Location::Remat(_) => {}
        }
        Ok(())
    }

    /// Where the units of a slot begin.
    fn slot_place(&self, slot: FrameIndex) -> usize {
        self.slots.partition_point(|&s| s < slot) * SLOT_UNITS
    }

    /// Where the units begin of the place that stands for the value of `def`.
    fn constant_place(&self, def: InstId) -> Option<usize> {
        let n = self.constants.binary_search(&def).ok()?;
        Some((self.slots.len() + n) * SLOT_UNITS)
    }

    /// `def` can be repeated, so what it defines can be had.
    fn define_constant(&self, def: InstId, state: &mut State) {
        let (Some(place), Some(vreg)) = (self.constant_place(def), self.before.vreg_operand(def, 0)) else {
            return;
        };
        for k in part_units(self.before, self.registers, vreg, SubReg::default()) {
            let set = &mut state.slots[place + k];
            if !set.contains(&virtual_value(vreg, k)) {
                set.push(virtual_value(vreg, k));
            }
        }
    }

    fn check_remat(&self, inst: InstId, def: InstId) -> Result<()> {
        let same_opcode = self.before.opcode(def) == self.after.opcode(inst);
        let (old, new) = (self.before.operands(def), self.after.operands(inst));
        if !same_opcode || old.get(1..) != new.get(1..) {
            return Err(self.failure(inst, "another value computed again"));
        }
        Ok(())
    }

    /// An instruction that allocation has removed: a phi, a copy, or the definition of what is computed again.
    fn replay_removed(&self, inst: InstId, state: &mut State, tracked: &mut [bool]) -> Result<()> {
        match self.before.opcode(inst) {
            PHI => {}
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
                // What is computed again is the same each time: older copies stay right.
                if !self.is_repeatable(inst, vreg) {
                    return Err(self.failure(inst, "definition removed"));
                }
            }
        }
        Ok(())
    }

    /// Whether the value of `vreg` may be computed again instead.
    fn is_repeatable(&self, inst: InstId, vreg: VReg) -> bool {
        super::remat::definition(self.before, self.target, vreg) == Some(inst)
    }

    /// Whether a removed jump is replaced by falling through to a new block on its edge.
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

    /// The values of an operand of a copy in the function before, unit by unit.
    fn operand_values(&self, operand: Operand) -> Vec<Value> {
        if let Some(vreg) = operand.vreg() {
            let units = part_units(self.before, self.registers, vreg, operand.sub_reg());
            return units.into_iter().map(|k| virtual_value(vreg, k)).collect();
        }
        let reg = operand.phys().and_then(|r| self.registers.sub_reg(r, operand.sub_reg()));
        let units = reg.map_or(&[][..], |r| self.registers.units(r));
        units.iter().map(|&u| physical_value(u)).collect()
    }

    /// Makes the result of a copy equal to its source, wherever that is.
    fn replay_copy(&self, inst: InstId, state: &mut State) {
        let (dst, src) = (self.before.operand(inst, 0), self.before.operand(inst, 1));
        let (results, sources) = (self.operand_values(dst), self.operand_values(src));
        for set in state.sets() {
            let equal = sources.iter().zip(&results).filter(|(s, _)| set.contains(s));
            let new: Set = equal.map(|(_, &r)| r).collect();
            set.retain(|v| !results.contains(v));
            set.extend(new);
        }
        self.forget_rest(dst, state);
    }

    /// What is around a part that is written alone does not matter.
    fn forget_rest(&self, dst: Operand, state: &mut State) {
        let Some(vreg) = dst.vreg().filter(|_| dst.flags.contains(OperandFlags::UNDEF)) else { return };
        let parts = part_units(self.before, self.registers, vreg, dst.sub_reg());
        let whole = part_units(self.before, self.registers, vreg, SubReg::default());
        let rest: Set =
            whole.into_iter().filter(|k| !parts.contains(k)).map(|k| virtual_value(vreg, k)).collect();
        state.kill(|v| rest.contains(&v));
        state.undefined.extend(rest);
    }

    fn replay_kept(
        &self,
        inst: InstId,
        state: &mut State,
        tracked: &mut [bool],
        checking: bool,
    ) -> Result<()> {
        let (old, new) = (self.before.operands(inst), self.after.operands(inst));
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
            state.kill(|v| physical_unit(v).is_some_and(|unit| !mask.preserves(unit)));
            let overwritten = (0..self.registers.num_units).filter(|&unit| !mask.preserves(RegUnit(unit)));
            overwritten.for_each(|unit| state.units[unit as usize].clear());
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
                let results = &mut state.units[unit.0 as usize];
                let known: Set = set.into_iter().filter(|v| !results.contains(v)).collect();
                results.extend(known);
            }
            self.replay_copy_result(inst, state);
        }
        Ok(())
    }

    fn copied_sets(&self, src: Operand, state: &State) -> Vec<Set> {
        let reg = src.phys().and_then(|r| self.registers.sub_reg(r, src.sub_reg()));
        let units = reg.map_or(&[][..], |r| self.registers.units(r));
        units.iter().map(|u| state.units[u.0 as usize].clone()).collect()
    }

    /// The result of a kept copy is also wherever its source still is.
    fn replay_copy_result(&self, inst: InstId, state: &mut State) {
        let (dst, src) = (self.before.operand(inst, 0), self.before.operand(inst, 1));
        if dst.reg() == src.reg() {
            return;
        }
        let (results, sources) = (self.operand_values(dst), self.operand_values(src));
        for set in state.sets() {
            let equal = sources.iter().zip(&results).filter(|(s, r)| set.contains(s) && !set.contains(r));
            let new: Set = equal.map(|(_, &r)| r).collect();
            set.extend(new);
        }
    }

    /// `reg` holds what `old` defines, and nothing else does.
    fn define(&self, old: Operand, reg: PhysReg, state: &mut State, tracked: &mut [bool]) {
        let units = self.registers.units(reg);
        let Some(vreg) = old.vreg() else {
            for &unit in units {
                tracked[unit.0 as usize] = true;
                self.define_physical(unit, state);
            }
            return;
        };
        let parts = part_units(self.before, self.registers, vreg, old.sub_reg());
        let whole = old.sub_reg() == SubReg::default() || old.flags.contains(OperandFlags::UNDEF);
        let dead = |v: Value| is_of(v, vreg) && (whole || parts.contains(&((v & 0xff) as usize)));
        state.kill(dead);
        for (&unit, k) in units.iter().zip(parts) {
            state.units[unit.0 as usize] = vec![virtual_value(vreg, k)];
        }
        self.forget_rest(old, state);
    }

    fn check_read(
        &self,
        inst: InstId,
        old: Operand,
        new: Operand,
        state: &State,
        tracked: &[bool],
    ) -> Result<()> {
        let ignored = OperandFlags::UNDEF | OperandFlags::DEBUG;
        let partial = old.is_def() && old.sub_reg() != SubReg::default();
        if !(old.is_use() || partial) || old.flags.intersects(ignored) {
            return Ok(());
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
        let parts = part_units(self.before, self.registers, vreg, old.sub_reg());
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
        for (&unit, k) in units.iter().zip(parts) {
            if !state.holds(unit, virtual_value(vreg, k)) {
                let name = self.registers.reg(reg).name;
                return Err(self.failure(inst, &format!("{name} does not hold {vreg}")));
            }
        }
        Ok(())
    }

    fn check_rest(&self, inst: InstId, vreg: VReg, old: Operand, part: PhysReg, state: &State) -> Result<()> {
        let RegAttr::Class(class) = self.before.reg_attr(vreg) else { return Ok(()) };
        let Some(whole) = self.registers.matching_super_reg(part, old.sub_reg(), class) else {
            return Err(self.failure(inst, "part of a register of another class"));
        };
        for (k, &unit) in self.registers.units(whole).iter().enumerate() {
            let kept = !self.registers.units(part).contains(&unit);
            if kept && !state.holds(unit, virtual_value(vreg, k)) {
                return Err(self.failure(inst, &format!("the rest of {vreg} is elsewhere")));
            }
        }
        Ok(())
    }

    fn check_physical_read(
        &self,
        inst: InstId,
        unit: RegUnit,
        state: &State,
        tracked: &[bool],
    ) -> Result<()> {
        let n = unit.0 as usize;
        if tracked[n] && !self.reserved[n] && !state.units[n].contains(&physical_value(unit)) {
            return Err(self.failure(inst, &format!("register unit {n} has been overwritten")));
        }
        Ok(())
    }

    /// Ties, early clobbers, and results that share a register.
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
