//! Values that no instruction defines: they start in the middle of blocks and on edges.
//!
//! * The values of a block's phis, if `tailduplication` copied the block to the ends of others.
//! * The values of joined variables ([`Join`]). On each path such a value equals the variable's
//!   value on that path.
//!
//! Requires: the replacements of instructions that passes recorded. Establishes: values only where
//! they are certain. A join starts only if the block's predecessors are those that were translated.
//! Cost: linear in copies, joins and the edges to their blocks.

use super::constants::Constants;
use super::hubs::Hubs;
use super::state::{Entry, State};
use super::ways::{By, Held, Passed, Way, add_edges, left};
use crate::frame::target::FrameTarget;
use crate::ir::debug_info::{JOINED, Join, TailCopy, ValueLocation, ValueTable};
use crate::ir::entity::{BlockId, InstId};
use crate::ir::mir::MachineFunction;
use crate::machine::desc::instructions::InstrFlags;
use crate::machine::desc::registers::PhysReg;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::borrow::Cow;

/// The location of a started value. All its earlier locations end, unless it is a constant.
#[derive(Clone, Copy)]
enum Start {
    /// It is unknown.
    Nowhere,
    /// It is at a location, and wherever else the values are that are there.
    At(ValueLocation),
    /// It equals another value.
    Same(u32),
    /// It is at a location, and at all earlier ones: it is a constant.
    Also(ValueLocation),
}

/// The values that start at one point, all at once.
type List = SmallVec<[(u32, Start); 2]>;

/// Values that start before instructions and on edges.
#[derive(Default)]
pub(super) struct Starts {
    before: FxHashMap<InstId, List>,
    on_edges: FxHashMap<(BlockId, BlockId), List>,
}

/// The position of a block's copy.
///
/// Other instructions may have been moved between those of the copy. The old value of a phi ends at
/// the first instruction of the copy. The new value is known where only instructions of the copy
/// follow, unless its location has been overwritten.
struct CopyPoint {
    block: BlockId,
    /// The first instruction of the copy.
    from: InstId,
    /// The first instruction after which there are only instructions of the copy.
    start: Option<InstId>,
    /// Values that are at their locations there.
    known: SmallVec<[(u32, ValueLocation); 4]>,
}

impl CopyPoint {
    /// Returns the position of a copy, if any of its instructions are left.
    fn of(
        function: &MachineFunction,
        target: &dyn FrameTarget,
        table: &ValueTable,
        copy: &TailCopy,
    ) -> Option<CopyPoint> {
        let numbers = copy.insts.0.index()..=copy.insts.1.index();
        let is_copied = |inst: &InstId| numbers.contains(&table.replaced(*inst).index());
        let block = numbers.clone().map(InstId::new).find_map(|inst| function.block_of(inst))?;
        let from = function.insts(block).find(is_copied)?;
        // A jump to the block that was the next one may have been added after the copy.
        let is_added = |inst: &InstId| {
            !is_copied(inst) && target.desc(function.opcode(*inst)).has(InstrFlags::TERMINATOR)
        };
        let back = std::iter::successors(function.last_inst(block), |&inst| function.prev_inst(inst));
        let before = back.skip_while(is_added).find(|inst| !is_copied(inst));
        let start = before.map_or(function.first_inst(block), |before| function.next_inst(before));
        let is_known = |&&(_, at, writer): &&(u32, ValueLocation, Option<InstId>)| {
            let last = function.last_overwrite(target, before, at);
            last.map(|last| table.replaced(last)) == writer
        };
        let known = copy.starts.iter().filter(is_known).map(|&(value, at, _)| (value, at)).collect();
        Some(CopyPoint { block, from, start, known })
    }
}

impl Starts {
    /// Finds the starts in a function.
    pub fn of(
        function: &MachineFunction,
        target: &dyn FrameTarget,
        table: &ValueTable,
        hubs: &Hubs<'_>,
    ) -> Starts {
        let mut starts = Starts::default();
        let mut copies: FxHashMap<BlockId, Vec<Way>> = FxHashMap::default();
        for copy in &table.tail_copies {
            if let Some(way) = starts.add_copy(function, target, table, copy) {
                copies.entry(copy.tail).or_default().push(way);
            }
        }
        let mut joins: FxHashMap<BlockId, Vec<&Join>> = FxHashMap::default();
        for join in &table.joins {
            joins.entry(join.block).or_default().push(join);
        }
        if joins.is_empty() {
            return starts;
        }
        let mut is_left = vec![false; function.num_blocks()];
        function.layout.iter().for_each(|block| is_left[block.index()] = true);
        let is_removed = |block: BlockId| !is_left[block.index()];
        let mut constants = Constants::new(table.records.len());
        for (block, joins) in joins {
            let mut ways = copies.remove(&block).unwrap_or_default();
            add_edges(function, target, table, hubs, block, &mut ways);
            if let Some(passed) = Passed::of(table, joins[0], &ways, is_removed) {
                starts.add_joins(function, table, &joins, &ways, &passed, &mut constants);
            }
        }
        for (inst, value, reg) in constants.written(function, target) {
            starts.add_after(function, inst, (value, Start::Also(ValueLocation::Register(reg))));
        }
        starts
    }

    /// Returns true if values start before an instruction.
    pub fn are_before(&self, inst: InstId) -> bool {
        !self.before.is_empty() && self.before.contains_key(&inst)
    }

    /// Applies the values that start before an instruction to the state. Returns these values.
    pub fn before(&self, inst: InstId, state: &mut State) -> impl Iterator<Item = u32> + use<'_> {
        let list = self.before.get(&inst);
        if let Some(list) = list {
            start(list, state);
        }
        list.into_iter().flatten().map(|&(value, _)| value)
    }

    /// Applies the values that start on an edge to the state at its start.
    pub fn on_edge<'s>(&self, from: BlockId, to: BlockId, state: Cow<'s, State>) -> Cow<'s, State> {
        if self.on_edges.is_empty() {
            return state;
        }
        match self.on_edges.get(&(from, to)) {
            Some(list) => {
                let mut state = state.into_owned();
                start(list, &mut state);
                Cow::Owned(state)
            }
            None => state,
        }
    }

    /// Adds the phi values of a copy, which is a way to the copied block.
    fn add_copy(
        &mut self,
        function: &MachineFunction,
        target: &dyn FrameTarget,
        table: &ValueTable,
        copy: &TailCopy,
    ) -> Option<Way> {
        let point = CopyPoint::of(function, target, table, copy)?;
        self.add(point.from, copy.starts.iter().map(|&(value, ..)| (value, Start::Nowhere)));
        if let Some(start) = point.start {
            self.add(start, point.known.iter().map(|&(value, at)| (value, Start::At(at))));
        }
        let left = left(function, target, table, point.block, function.prev_inst(point.from));
        let left = left.map(|left| table.blocks.whole(left));
        Some(Way { by: By::Copy(point.from, point.start), left, through: SmallVec::new() })
    }

    fn add(&mut self, inst: InstId, values: impl Iterator<Item = (u32, Start)>) {
        self.before.entry(inst).or_default().extend(values);
    }

    /// Adds the values of variables that are joined at a block.
    fn add_joins(
        &mut self,
        function: &MachineFunction,
        table: &ValueTable,
        joins: &[&Join],
        ways: &[Way],
        passed: &Passed<'_>,
        constants: &mut Constants,
    ) {
        for join in joins {
            let value = JOINED | join.record;
            let held = (0..ways.len()).map(|way| passed.held(way, join.record)).map(|held| match held? {
                Held::Value(value) => Some(value),
                Held::Constant(constant) => Some(constants.value(constant)),
            });
            let held: Vec<Option<u32>> = held.collect();
            let definers = definers(function, table, ways, &held);
            for ((way, &held), definer) in ways.iter().zip(&held).zip(&definers) {
                let start = held.filter(|_| definer.is_none()).map_or(Start::Nowhere, Start::Same);
                match way.by {
                    _ if held == Some(value) => {}
                    By::Edge(from, to) => {
                        self.on_edges.entry((from, to)).or_default().push((value, start));
                    }
                    By::Copy(from, at) => {
                        self.add(from, std::iter::once((value, Start::Nowhere)));
                        at.into_iter().for_each(|at| self.add(at, std::iter::once((value, start))));
                    }
                }
            }
            self.add_merged(function, value, ways, &definers);
        }
    }

    /// Adds the start of a joined value where one merged instruction defines it on all ways through
    /// its block.
    fn add_merged(
        &mut self,
        function: &MachineFunction,
        value: u32,
        ways: &[Way],
        definers: &[Option<Definer>],
    ) {
        let mut found: SmallVec<[(InstId, PhysReg); 2]> =
            definers.iter().filter_map(|&definer| definer.flatten()).collect();
        found.sort_unstable();
        found.dedup();
        for (inst, reg) in found {
            let Some(block) = function.block_of(inst) else { continue };
            let mut others = ways.iter().zip(definers).filter(|(way, _)| way.through.contains(&block));
            if !others.all(|(_, definer)| *definer == Some(Some((inst, reg)))) {
                continue;
            }
            let start = (value, Start::At(ValueLocation::Register(reg)));
            self.add_after(function, inst, start);
        }
    }

    /// Adds a value that starts after an instruction.
    fn add_after(&mut self, function: &MachineFunction, inst: InstId, start: (u32, Start)) {
        let Some(block) = function.block_of(inst) else { return };
        match function.next_inst(inst) {
            Some(next) => self.add(next, std::iter::once(start)),
            None => {
                for &to in &function.block(block).successors {
                    self.on_edges.entry((block, to)).or_default().push(start);
                }
            }
        }
    }
}

/// The instruction and the register that define a value; none if that is not certain.
type Definer = Option<(InstId, PhysReg)>;

/// The definers of the values `held` on ways, in the blocks that these lead through.
fn definers(
    function: &MachineFunction,
    table: &ValueTable,
    ways: &[Way],
    held: &[Option<u32>],
) -> Vec<Option<Definer>> {
    let definer = |(way, held): (&Way, &Option<u32>)| {
        let held = (*held)?;
        let insts = way.through.iter().flat_map(|&block| function.insts(block));
        let mut found = insts.filter_map(|inst| {
            let own = table.definitions.get(&inst)?.iter().find(|&&(value, _)| value == held)?;
            let merged = || table.merged.get(&inst)?.iter().find(|&&(value, _)| value == held);
            let reg = own.1.or_else(|| merged().map(|&(_, reg)| reg));
            Some(reg.map(|reg| (inst, reg)))
        });
        let first = found.next()?;
        Some(first.filter(|_| found.next().is_none()))
    };
    ways.iter().zip(held).map(definer).collect()
}

/// Starts values in parallel, constants first.
fn start(list: &List, state: &mut State) {
    for &(value, start) in list {
        if let Start::Also(at) = start {
            state.insert(Entry::at(value, at));
        }
    }
    let mut gained: SmallVec<[Entry; 8]> = SmallVec::new();
    let mut started: SmallVec<[u32; 8]> = SmallVec::new();
    for &(value, start) in list {
        match start {
            Start::Nowhere => {}
            Start::At(at) => {
                gained.push(Entry::at(value, at));
                gained.extend(state.others(at).map(|other| Entry::at(value, other)));
            }
            Start::Same(other) => gained.extend(state.places(other).map(|at| Entry::at(value, at))),
            Start::Also(_) => continue,
        }
        started.push(value);
    }
    if started.is_empty() {
        return;
    }
    started.sort_unstable();
    state.remove_values(|value| started.binary_search(&value).is_ok());
    gained.into_iter().for_each(|entry| state.insert(entry));
}
