//! The data flow of values: computes the locations of each value at the start of each block.
//!
//! * Requires: physical registers; instructions in emission order; complete lists of successors.
//! * Establishes: at each block's start, the locations that hold on every path there. The path to a
//!   landing pad leaves the block at the call: the call's result is not defined there, and the
//!   exception's registers are overwritten.
//! * Cost: for each instruction, the number of live locations, for each change of its block's
//!   state: at most one change per location. Blocks with the same list of many successors are
//!   joined once: `n` dispatching blocks with `n` targets cost `n` joins, not `n²`.

use super::super::rows;
use super::super::transfers::Transfers;
use super::hubs::Hubs;
use super::starts::Starts;
use crate::ir::debug_info::{Derivation, ValueLocation, ValueTable};
use crate::ir::entity::{BlockId, InstId};
use crate::ir::mir::MachineFunction;
use crate::target::Target;
use crate::target::desc::registers::UnitSet;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::borrow::Cow;

/// The source of a value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Source {
    /// It is in a location.
    At(ValueLocation),
    /// It is computed from the value with this number.
    Of(u32),
}

/// Pairs of a value's number and a source, sorted.
pub(super) type State = Vec<(u32, Source)>;

/// Returns the sources of a value.
pub(super) fn sources(state: &State, value: u32) -> impl Iterator<Item = Source> + '_ {
    let first = state.partition_point(|&(other, _)| other < value);
    state[first..].iter().take_while(move |&&(other, _)| other == value).map(|&(_, source)| source)
}

/// Returns true if a value is in a location.
pub(super) fn is_somewhere(state: &State, value: u32) -> bool {
    matches!(sources(state, value).next(), Some(Source::At(_)))
}

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
}

impl<'a> Derived<'a> {
    pub fn new(list: &'a [Derivation<u32>]) -> Derived<'a> {
        let mut derived = Derived::default();
        for Derivation { made, from, ops, inverse } in list {
            let pairs = derived.pairs.entry(*made).or_default();
            pairs.push((*made, *from));
            derived.ops.insert((*made, *from), ops);
            let known = derived.from.entry(*made).or_default();
            if !known.contains(from) {
                known.push(*from);
            }
            if let Some(inverse) = inverse {
                pairs.push((*from, *made));
                derived.ops.insert((*from, *made), inverse);
            }
        }
        derived
    }

    /// Adds to the users of each value those of the values derived from it, in up to two steps.
    pub fn add_users(&self, users: &mut FxHashMap<u32, SmallVec<[u32; 2]>>) {
        let mut pairs: Vec<(u32, u32)> = self.ops.keys().copied().collect();
        pairs.sort_unstable();
        for _ in 0..2 {
            let known = users.clone();
            for &(made, from) in &pairs {
                users.entry(from).or_default().extend(known.get(&made).into_iter().flatten().copied());
            }
        }
    }
}

/// Intersects a state with another one. Returns true if it has changed.
fn join(known: &mut State, state: &State) -> bool {
    let before = known.len();
    let mut rest = &state[..];
    known.retain(|entry| {
        rest = &rest[rest.partition_point(|other| other < entry)..];
        rest.first() == Some(entry)
    });
    known.len() != before
}

/// Joins a state into those at the starts of blocks, and notes which of these change.
fn enter(entries: &mut [Option<State>], blocks: &[BlockId], state: &State, changed: &mut [bool]) {
    for &to in blocks {
        changed[to.index()] |= match &mut entries[to.index()] {
            Some(known) => join(known, state),
            none => {
                *none = Some(state.clone());
                true
            }
        };
    }
}

/// The data flow.
pub(super) struct Flow<'a> {
    pub function: &'a MachineFunction,
    pub target: &'a dyn Target,
    pub table: &'a ValueTable,
    pub derived: Derived<'a>,
    pub transfers: Transfers<'a>,
    /// By block; `None` for blocks that are not reached by a known path.
    entries: Vec<Option<State>>,
    pub state: State,
    /// The units of the registers in the state.
    held: UnitSet,
    /// Values that start before instructions and on edges.
    starts: Starts,
    hubs: Hubs<'a>,
    /// Values that gained or lost a location at the last instruction.
    pub changed: Vec<u32>,
}

impl<'a> Flow<'a> {
    pub fn new(
        function: &'a MachineFunction,
        target: &'a dyn Target,
        table: &'a ValueTable,
        derived: Derived<'a>,
    ) -> Flow<'a> {
        let hubs = Hubs::of(function);
        Flow {
            function,
            target,
            table,
            derived,
            transfers: Transfers::new(function, target),
            entries: vec![None; function.num_blocks()],
            state: Vec::new(),
            held: 0,
            starts: Starts::of(function, target, table, &hubs),
            hubs,
            changed: Vec::new(),
        }
    }

    /// Computes the state at the start of each block. Sweeps over the blocks in layout order until
    /// none changes. The state of a hub is joined into its successors after each sweep; when the
    /// hub is first reached, at once.
    pub fn run(&mut self) {
        let function = self.function;
        let Some(&entry) = function.layout.first() else { return };
        let at_entry = self.table.at_entry.iter();
        let mut state: State =
            at_entry.map(|&(value, reg)| (value, Source::At(ValueLocation::Register(reg)))).collect();
        state.sort_unstable();
        self.entries[entry.index()] = Some(state);
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
                    enter(&mut self.entries, hub.successors, &hub.state, &mut changed);
                }
            }
        }
    }

    /// Computes the state at the end of a block.
    fn pass(&mut self, block: BlockId) {
        self.start_block(block);
        for inst in self.function.insts(block) {
            self.arrive(inst);
            self.step(inst);
        }
    }

    /// Joins the state at the end of a block into the states at its successors' starts, and marks
    /// those that change.
    fn leave(&mut self, block: BlockId, changed: &mut [bool]) {
        let state = std::mem::take(&mut self.state);
        let function = self.function;
        match self.hubs.by_block.get(&block).map(|&number| &mut self.hubs.list[number]) {
            Some(hub) if hub.is_reached => hub.has_changed |= join(&mut hub.state, &state),
            Some(hub) => {
                hub.is_reached = true;
                hub.state.clone_from(&state);
                enter(&mut self.entries, hub.successors, &state, changed);
            }
            None => {
                for &to in &function.block(block).successors {
                    let left = match function.block(to).is_eh_pad {
                        true => Cow::Owned(self.unwound(block, &state)),
                        false => Cow::Borrowed(&state),
                    };
                    let left = self.starts.on_edge(block, to, left);
                    enter(&mut self.entries, &[to], &left, changed);
                }
            }
        }
        self.state = state;
    }

    /// Returns the state at a landing pad, when the call at the end of `block` throws.
    fn unwound(&self, block: BlockId, state: &State) -> State {
        let Some(invoke) = self.function.invoke(block) else { return State::new() };
        let defined = self.table.definitions.get(&invoke.call).map_or(&[][..], |list| list);
        let is_defined = |value| defined.iter().any(|&(other, _)| other == value);
        let written = self.target.call_lowering().convention().exception_registers();
        let registers = self.target.registers();
        let mut state = state.clone();
        state.retain(|&(value, source)| {
            let stays = match source {
                Source::At(ValueLocation::Register(reg)) => {
                    !written.iter().any(|&written| registers.overlap(written, reg))
                }
                Source::At(ValueLocation::Slot(_)) => true,
                Source::Of(other) => !is_defined(other),
            };
            stays && !is_defined(value)
        });
        forget_lost(&mut state, &mut Vec::new());
        state
    }

    /// Sets the state at a block's start, with the values that start there.
    pub fn start_block(&mut self, block: BlockId) {
        self.state = self.entries[block.index()].clone().unwrap_or_default();
        if let Some(own) = self.table.at_block.get(&block) {
            for &(value, _) in own {
                self.state.retain(|&(other, source)| other != value && source != Source::Of(value));
            }
            self.state.extend(own.iter().map(|&(value, at)| (value, Source::At(at))));
            self.state.sort_unstable();
        }
        self.held = self.units();
    }

    /// Returns the units of the registers in the state.
    fn units(&self) -> UnitSet {
        let registers = self.target.registers();
        let unit_set = |&(_, source): &(u32, Source)| match source {
            Source::At(ValueLocation::Register(reg)) => registers.unit_set(reg),
            _ => 0,
        };
        self.state.iter().fold(0, |units, entry| units | unit_set(entry))
    }

    /// Applies the values that start before an instruction to the state. They are the changed ones.
    pub fn arrive(&mut self, inst: InstId) {
        self.changed.clear();
        if self.starts.is_empty() {
            return;
        }
        let changed = self.starts.before(inst, &mut self.state);
        self.changed.extend(changed);
        if !self.changed.is_empty() {
            self.held = self.units();
        }
    }

    /// Applies an instruction to the state.
    pub fn step(&mut self, inst: InstId) {
        self.changed.clear();
        let defined = self.table.definitions.get(&inst);
        if rows::is_meta(self.function.opcode(inst)) || self.state.is_empty() && defined.is_none() {
            return;
        }
        let effects = self.transfers.effects(inst);
        if effects.spares_slots() && effects.spares(self.held) && defined.is_none() {
            return;
        }
        let mut gained = State::new();
        for n in 0..self.state.len() {
            if let (value, Source::At(place)) = self.state[n] {
                let copied = self.transfers.copied_by(&effects, inst, place);
                gained.extend(copied.map(|place| (value, Source::At(place))));
            }
        }
        let mut state = std::mem::take(&mut self.state);
        let mut changed = std::mem::take(&mut self.changed);
        let is_redefined = |value| defined.is_some_and(|list| list.iter().any(|&(other, _)| other == value));
        state.retain(|&(value, source)| {
            let stays = !is_redefined(value)
                && match source {
                    Source::At(place) => !self.transfers.is_overwritten_by(&effects, inst, place),
                    Source::Of(other) => !is_redefined(other),
                };
            if !stays {
                changed.push(value);
            }
            stays
        });
        let placed = defined.into_iter().flatten().filter_map(|&(value, reg)| Some((value, reg?)));
        for (value, reg) in placed {
            gained.push((value, Source::At(ValueLocation::Register(reg))));
            let argument = self.transfers.reloaded(inst, reg).map(ValueLocation::Slot);
            gained.extend(argument.map(|slot| (value, Source::At(slot))));
            for &(made, from) in self.derived.pairs.get(&value).into_iter().flatten() {
                // The value of `made` may have changed since other values were computed from it.
                if made != value && !is_somewhere(&state, made) {
                    state.retain(|&(_, source)| source != Source::Of(made));
                }
                gained.push((made, Source::Of(from)));
            }
        }
        let is_lost = !changed.is_empty() || defined.is_some();
        if !gained.is_empty() {
            changed.extend(gained.iter().map(|&(value, _)| value));
            state.extend(gained);
            state.sort_unstable();
            state.dedup();
        }
        if is_lost && !self.derived.ops.is_empty() {
            forget_lost(&mut state, &mut changed);
        }
        (self.state, self.changed) = (state, changed);
        if !self.changed.is_empty() {
            self.held = self.units();
        }
    }
}

/// Removes values that are computed from a value without a location, unless that value can in turn
/// be computed from one with a location.
fn forget_lost(state: &mut State, changed: &mut Vec<u32>) {
    let is_known = |&(value, source): &(u32, Source)| {
        let Source::Of(from) = source else { return true };
        let is_computed =
            |source| matches!(source, Source::Of(other) if other != value && is_somewhere(state, other));
        is_somewhere(state, from) || sources(state, from).any(is_computed)
    };
    let lost: Vec<(u32, Source)> = state.iter().copied().filter(|entry| !is_known(entry)).collect();
    if !lost.is_empty() {
        changed.extend(lost.iter().map(|&(value, _)| value));
        state.retain(|entry| lost.binary_search(entry).is_err());
    }
}
