//! The data flow of values: computes the locations of each value at the start of each block.
//!
//! * Requires: physical registers; instructions in emission order; complete lists of successors.
//! * Establishes: at each block's start, the locations that hold on every path there. The path to a
//!   landing pad leaves the block at the call: the call's result is not defined there, and the
//!   exception's registers are overwritten.
//! * Cost: for each instruction, the number of live locations, for each change of its block's
//!   state: at most one change per location. Blocks with the same list of many successors are
//!   joined once: `n` dispatching blocks with `n` targets cost `n` joins, not `n²`.

use super::hubs::Hubs;
use super::starts::Starts;
use super::state::{Entry, Source, State};
use super::transfers::{Effects, Transfers};
use super::users::Users;
use crate::frame::target::FrameTarget;
use crate::ir::debug_info::{Derivation, ValueLocation, ValueTable};
use crate::ir::entity::{BlockId, FrameIndex, InstId};
use crate::ir::mir::MachineFunction;
use crate::ir::opcodes::is_codeless;
use crate::machine::desc::registers::{PhysReg, RegisterInfo, UnitSet};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use std::borrow::Cow;
use std::ops::Range;

/// The values that can be computed from others.
#[derive(Default)]
pub(super) struct Derived<'a> {
    /// By the defined value: the pairs (derived value, its source) that hold after the definition.
    pairs: FxHashMap<u32, SmallVec<[(u32, u32); 2]>>,
    /// The operations of each pair.
    pub ops: FxHashMap<(u32, u32), &'a [u64]>,
    /// By value: the values of which it is computed wherever a variable has it, also where its
    /// own instruction has been moved past that point.
    pub from: FxHashMap<u32, SmallVec<[u32; 2]>>,
    /// The values from which others are computed.
    sources: FxHashSet<u32>,
}

impl<'a> Derived<'a> {
    pub fn new(list: &'a [Derivation<u32>]) -> Derived<'a> {
        let mut derived = Derived::default();
        for Derivation { made, from, ops, inverse, .. } in list {
            let pairs = derived.pairs.entry(*made).or_default();
            pairs.push((*made, *from));
            derived.sources.insert(*from);
            derived.ops.insert((*made, *from), ops);
            let known = derived.from.entry(*made).or_default();
            if !known.contains(from) {
                known.push(*from);
            }
            if let Some(inverse) = inverse {
                pairs.push((*from, *made));
                derived.sources.insert(*made);
                derived.ops.insert((*from, *made), inverse);
            }
        }
        derived
    }

    /// Returns true if others may be computed from a value.
    fn is_source(&self, value: u32) -> bool {
        !self.sources.is_empty() && self.sources.contains(&value)
    }

    /// Adds to the users of each value those of the values derived from it, in up to two steps.
    pub fn add_users(&self, users: Users) -> Users {
        if self.ops.is_empty() {
            return users;
        }
        let mut pairs: Vec<(u32, u32)> = self.ops.keys().copied().collect();
        pairs.sort_unstable();
        users.with_derived(&pairs).with_derived(&pairs)
    }
}

/// Joins a state into those at the starts of blocks, and notes which of these change.
fn enter(
    table: &ValueTable,
    entries: &mut [Option<State>],
    blocks: &[BlockId],
    state: &State,
    changed: &mut [bool],
) {
    for &to in blocks {
        let state = match table.at_block.get(&to) {
            Some(phis) => Cow::Owned(with_phis(phis, state)),
            None => Cow::Borrowed(state),
        };
        changed[to.index()] |= match &mut entries[to.index()] {
            Some(known) => known.join(&state),
            none => {
                *none = Some(state.into_owned());
                true
            }
        };
    }
}

/// Returns the state on an edge to a block with phis. A phi's value is at its location, and where
/// else the values are that are at this location.
fn with_phis(phis: &[(u32, ValueLocation)], state: &State) -> State {
    let mut gained: SmallVec<[Entry; 8]> = SmallVec::new();
    for &(phi, at) in phis {
        gained.extend(state.others(at).map(|other| Entry::at(phi, other)));
    }
    let mut state = state.clone();
    state.remove_values(|value| phis.iter().any(|&(phi, _)| phi == value));
    gained.extend(phis.iter().map(|&(phi, at)| Entry::at(phi, at)));
    gained.into_iter().for_each(|entry| state.insert(entry));
    state
}

/// An instruction that may change a state.
struct Step<'a> {
    inst: InstId,
    effects: Effects,
    /// The values that it defines.
    defined: &'a [(u32, Option<PhysReg>)],
    /// True if values start before it.
    has_starts: bool,
    /// The locations that have been requested, with those that it copies them to.
    copies: SmallVec<[(ValueLocation, Option<ValueLocation>); 1]>,
}

/// The data flow.
pub(super) struct Flow<'a> {
    pub function: &'a MachineFunction,
    pub target: &'a dyn FrameTarget,
    pub table: &'a ValueTable,
    pub derived: Derived<'a>,
    pub transfers: Transfers<'a>,
    registers: &'a RegisterInfo,
    /// By block; `None` for blocks that are not reached by a known path.
    entries: Vec<Option<State>>,
    /// The steps of all blocks, and the range of each block's.
    steps: Vec<Step<'a>>,
    ranges: Vec<Range<usize>>,
    /// The current step, and the next one.
    current: Option<usize>,
    next: usize,
    pub state: State,
    /// The state at the end of the block before, while a block starts.
    before: State,
    /// The units of the registers in the state, and maybe others.
    held: UnitSet,
    /// True if the state has no value that is computed from an unknown one.
    is_settled: bool,
    /// Values that start before instructions and on edges.
    starts: Starts,
    hubs: Hubs<'a>,
    /// Values that gained or lost a location at the last instruction; at a block's start, those
    /// whose sources differ from the end of the block before.
    pub changed: Vec<u32>,
}

impl<'a> Flow<'a> {
    pub fn new(transfers: Transfers<'a>, table: &'a ValueTable, derived: Derived<'a>) -> Flow<'a> {
        let (function, target) = (transfers.function, transfers.target);
        let hubs = Hubs::of(function);
        let mut flow = Flow {
            function,
            target,
            table,
            derived,
            transfers,
            registers: target.registers(),
            entries: vec![None; function.num_blocks()],
            steps: Vec::new(),
            ranges: vec![0..0; function.num_blocks()],
            current: None,
            next: 0,
            state: State::default(),
            before: State::default(),
            held: 0,
            is_settled: false,
            starts: Starts::of(function, target, table, &hubs),
            hubs,
            changed: Vec::new(),
        };
        let blocks = function.layout.iter();
        let mut steps = Vec::with_capacity(blocks.map(|&block| function.insts(block).count()).sum());
        for &block in &function.layout {
            let first = steps.len();
            steps.extend(function.insts(block).filter_map(|inst| flow.step_of(inst)));
            flow.ranges[block.index()] = first..steps.len();
        }
        flow.steps = steps;
        flow
    }

    /// Returns an instruction's step; none if it changes no state.
    fn step_of(&self, inst: InstId) -> Option<Step<'a>> {
        let has_starts = self.starts.are_before(inst);
        let copies = SmallVec::new();
        if is_codeless(self.function.opcode(inst)) {
            let effects = Effects::default();
            return has_starts.then_some(Step { inst, effects, defined: &[], has_starts, copies });
        }
        let effects = self.transfers.effects(inst);
        let defined = self.table.definitions.get(&inst).map_or(&[][..], |list| list);
        let is_inert = effects.spares(UnitSet::MAX) && defined.is_empty();
        (has_starts || !is_inert).then_some(Step { inst, effects, defined, has_starts, copies })
    }

    /// Computes the state at the start of each block. Sweeps over the blocks in layout order until
    /// none changes. The state of a hub is joined into its successors after each sweep; when the
    /// hub is first reached, at once.
    pub fn run(&mut self) {
        let function = self.function;
        let Some(&entry) = function.layout.first() else { return };
        let at_entry = self.table.at_entry.iter();
        let at_entry = at_entry.map(|&(value, reg)| Entry::at(value, ValueLocation::Register(reg)));
        self.entries[entry.index()] = Some(at_entry.collect());
        let mut changed = vec![false; function.num_blocks()];
        changed[entry.index()] = true;
        let mut is_done = false;
        while !std::mem::replace(&mut is_done, true) {
            for &block in &function.layout {
                if std::mem::replace(&mut changed[block.index()], false) {
                    is_done = false;
                    self.pass(block);
                    self.leave(block, &mut changed);
                }
            }
            for hub in &mut self.hubs.list {
                if std::mem::replace(&mut hub.has_changed, false) {
                    is_done = false;
                    enter(self.table, &mut self.entries, hub.successors, &hub.state, &mut changed);
                }
            }
        }
    }

    /// Computes the state at the end of a block.
    fn pass(&mut self, block: BlockId) {
        self.enter_block(block);
        for step in self.ranges[block.index()].clone() {
            self.arrive_at(Some(step));
            self.step();
        }
    }

    /// Joins the state at the end of a block into the states at its successors' starts, and marks
    /// those that change.
    fn leave(&mut self, block: BlockId, changed: &mut [bool]) {
        let state = std::mem::take(&mut self.state);
        let function = self.function;
        match self.hubs.by_block.get(&block).map(|&number| &mut self.hubs.list[number]) {
            Some(hub) if hub.is_reached => hub.has_changed |= hub.state.join(&state),
            Some(hub) => {
                hub.is_reached = true;
                hub.state.clone_from(&state);
                enter(self.table, &mut self.entries, hub.successors, &state, changed);
            }
            None => {
                for &to in &function.block(block).successors {
                    let left = match function.block(to).is_eh_pad {
                        true => Cow::Owned(self.unwound(block, &state)),
                        false => Cow::Borrowed(&state),
                    };
                    let left = self.starts.on_edge(block, to, left);
                    enter(self.table, &mut self.entries, &[to], &left, changed);
                }
            }
        }
        self.state = state;
    }

    /// Returns the state at a landing pad, when the call at the end of `block` throws.
    fn unwound(&self, block: BlockId, state: &State) -> State {
        let Some(invoke) = self.function.invoke(block) else { return State::default() };
        let defined = self.table.definitions.get(&invoke.call).map_or(&[][..], |list| list);
        let is_defined = |value| defined.iter().any(|&(other, _)| other == value);
        let written = self.target.convention().exception_registers();
        let registers = self.target.registers();
        let mut state = state.clone();
        state.retain(|entry| {
            let stays = match entry.source() {
                Source::At(ValueLocation::Register(reg)) => {
                    !written.iter().any(|&written| registers.overlap(written, reg))
                }
                Source::At(ValueLocation::Slot(_)) => true,
                Source::Of(other) => !is_defined(other),
            };
            stays && !is_defined(entry.value())
        });
        state.forget_lost(&mut Vec::new());
        state
    }

    /// Sets the state at a block's start, with the values that start there. The changed values are
    /// those whose sources differ from the state before.
    pub fn start_block(&mut self, block: BlockId) {
        std::mem::swap(&mut self.state, &mut self.before);
        self.enter_block(block);
        self.changed.clear();
        self.state.add_differences(&self.before, &mut self.changed);
    }

    fn enter_block(&mut self, block: BlockId) {
        self.next = self.ranges[block.index()].start;
        match &self.entries[block.index()] {
            Some(entry) => self.state.clone_from(entry),
            None => self.state.clear(),
        }
        if let Some(own) = self.table.at_block.get(&block) {
            own.iter().for_each(|&(value, at)| self.state.insert(Entry::at(value, at)));
        }
        self.held = self.units();
        self.is_settled = false;
    }

    /// Returns the units of the registers in the state.
    fn units(&self) -> UnitSet {
        let entries = self.state.entries().iter();
        entries.fold(0, |units, &entry| units | units_of(self.registers, entry))
    }

    /// Arrives at an instruction: applies the values that start before it to the state. They are the
    /// changed ones.
    pub fn arrive(&mut self, inst: InstId) {
        let next = self.steps.get(self.next).is_some_and(|step| step.inst == inst);
        self.arrive_at(next.then_some(self.next));
    }

    fn arrive_at(&mut self, step: Option<usize>) {
        self.changed.clear();
        self.current = step;
        let Some(number) = step else { return };
        self.next = number + 1;
        let step = &self.steps[number];
        if step.has_starts {
            self.changed.extend(self.starts.before(step.inst, &mut self.state));
            self.held = self.units();
            self.is_settled = false;
        }
    }

    /// Applies the instruction arrived at to the state.
    pub fn step(&mut self) {
        self.changed.clear();
        let Some(step) = self.current.map(|number| &mut self.steps[number]) else { return };
        let (effects, defined) = (&step.effects, step.defined);
        if effects.spares(self.held) && defined.is_empty() {
            return;
        }
        let mut gained: SmallVec<[Entry; 4]> = SmallVec::new();
        if effects.may_copy(self.held) {
            let mut reloaded: Option<SmallVec<[FrameIndex; 2]>> = None;
            for entry in self.state.entries() {
                let Some(place) = entry.place() else { continue };
                if !effects.may_copy_from(place, units_of(self.registers, *entry)) {
                    continue;
                }
                // Most slots are others, so answers for them are not recorded.
                let slots = || self.transfers.reloaded_slots(step.inst).collect();
                if let ValueLocation::Slot(slot) = place
                    && !reloaded.get_or_insert_with(slots).contains(&slot)
                {
                    continue;
                }
                let known = step.copies.iter().find(|&&(from, _)| from == place).map(|&(_, to)| to);
                let to = known.unwrap_or_else(|| {
                    let to = self.transfers.copied(step.inst, place);
                    step.copies.push((place, to));
                    to
                });
                if let Some(to) = to {
                    gained.push(Entry::at(entry.value(), to));
                }
            }
        }
        let is_known = |value| !self.state.of_value(value).is_empty() || self.derived.is_source(value);
        let mut held = self.held;
        if effects.may_overwrite(held) || defined.iter().any(|&(value, _)| is_known(value)) {
            let is_redefined = |value| defined.iter().any(|&(other, _)| other == value);
            held = 0;
            self.state.retain(|entry| {
                let units = units_of(self.registers, entry);
                let stays = !is_redefined(entry.value())
                    && match entry.source() {
                        Source::At(ValueLocation::Register(_)) => effects.written & units == 0,
                        Source::At(place) => !self.transfers.is_overwritten_by(effects, step.inst, place),
                        Source::Of(other) => !is_redefined(other),
                    };
                match stays {
                    true => held |= units,
                    false => self.changed.push(entry.value()),
                }
                stays
            });
        }
        let placed = defined.iter().filter_map(|&(value, reg)| Some((value, reg?)));
        for (value, reg) in placed {
            gained.push(Entry::at(value, ValueLocation::Register(reg)));
            let argument = self.transfers.reloaded(step.inst, reg).map(ValueLocation::Slot);
            gained.extend(argument.map(|slot| Entry::at(value, slot)));
            for &(made, from) in self.derived.pairs.get(&value).into_iter().flatten() {
                // The value of `made` may have changed since other values were computed from it.
                if made != value && !self.state.is_somewhere(made) {
                    self.state.retain(|entry| entry.source() != Source::Of(made));
                }
                gained.push(Entry::of(made, from));
            }
        }
        let is_lost = !self.changed.is_empty() || !defined.is_empty();
        let is_sure = self.changed.is_empty() && !gained.iter().any(|entry| entry.is_computed());
        for entry in gained {
            held |= units_of(self.registers, entry);
            self.changed.push(entry.value());
            self.state.insert(entry);
        }
        if is_lost && !self.derived.ops.is_empty() && !(self.is_settled && is_sure) {
            self.state.forget_lost(&mut self.changed);
            self.is_settled = true;
        }
        self.held = held;
    }
}

/// Returns the units of the register that an entry names.
#[inline]
fn units_of(registers: &RegisterInfo, entry: Entry) -> UnitSet {
    match entry.source() {
        Source::At(ValueLocation::Register(reg)) => registers.unit_set(reg),
        _ => 0,
    }
}
