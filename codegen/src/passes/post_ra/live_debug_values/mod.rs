//! `live-debug-values`: tracks the locations of variables from instruction to instruction.
//!
//! A value starts at the instruction that defines it, at the function's entry or at a block's. It
//! is copied between registers, spilled and reloaded. A location holds it until it is overwritten.
//! A variable's assignment at an instruction is the assignment in the instruction's segment.
//!
//! * Requires: physical registers; instructions in emission order.
//! * Establishes: at each instruction, descriptions that hold on every path there; there is none if
//!   no location is certain. At a call, locations that the call clobbers do not count, as a
//!   debugger looks at the call from its callee. A value without a location is computed from
//!   another value that has one, or is the entry value of a register (`DW_OP_entry_value`).
//! * Cost: for each instruction, the number of live locations, for each change of its block's
//!   state: at most one change per location.
//! * Source: forward data flow over instruction references, like the tracking of variable locations
//!   in LLVM's `InstrRefBasedLDV`.

mod comments;
mod constants;
mod descriptions;
mod flow;
mod handlers;
mod hubs;
mod starts;
mod state;
mod transfers;
mod users;
mod ways;

pub use comments::ValueComments;
pub use descriptions::{FrameBase, PlacedOperand, ValueDescription, ValuePlace, ValueVariable, frame_place};
pub use handlers::{DebugHandler, DebugInst, loc_of, walk};
pub use transfers::{Transfers, integer_units, register_number};

use crate::frame::target::FrameTarget;
use crate::ir::debug_info::{
    Assignments, DebugInfo, TrackedVariable, ValueForm, ValueLocation, ValueOperand, ValueTable,
};
use crate::ir::entity::{BlockId, InstId};
use crate::ir::mir::MachineFunction;
use crate::machine::desc::instructions::InstrFlags;
use flow::{Derived, Flow};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use state::{Entry, Source};
use users::Users;

/// The maximum number of blocks without an instruction of a segment that follow each other.
const MAX_SILENT: usize = 8;

/// The locations of a description's values.
type Locations = SmallVec<[Option<ValueLocation>; 1]>;

/// A change at an instruction: the variable's number, and its new description, if any.
pub type ValueChange = (InstId, u32, Option<u32>);

/// The locations of a function's variables.
#[derive(Debug, Default)]
pub struct LiveDebugValues {
    /// The variables with values.
    pub variables: Vec<ValueVariable>,
    /// The descriptions of values.
    pub descriptions: Vec<ValueDescription>,
    /// The changes before instructions, in emission order.
    pub before: Vec<ValueChange>,
    /// The changes at calls as seen from the callee, in emission order.
    pub in_calls: Vec<ValueChange>,
    /// The comments of assembly.
    pub comments: ValueComments,
}

/// The frame and the names of registers, as debuggers know them, and the kind of output.
#[derive(Clone, Copy, Debug)]
pub struct DebugFrame {
    /// The base of variables' offsets.
    pub base: FrameBase,
    /// Returns the name of a register, by its DWARF number and a width in bits.
    pub register_name: fn(u16, u32) -> Option<String>,
    /// True if the output is text, which has comments on variables.
    pub is_text: bool,
}

/// Returns the values in registers at the function's entry. The caller may know them even after
/// they are overwritten.
fn values_at_entry(target: &dyn FrameTarget, table: &ValueTable) -> FxHashMap<u32, u16> {
    let values = table.at_entry.iter();
    values.filter_map(|&(value, reg)| Some((value, register_number(target, reg)?))).collect()
}

/// Returns the record that a variable is assigned.
fn record_of(assigned: &Assignments, variable: u32) -> Option<u32> {
    let at = assigned.binary_search_by_key(&variable, |&(variable, _)| variable).ok()?;
    Some(assigned[at].1)
}

/// Returns an operand without a location.
fn nowhere(operand: &ValueOperand) -> PlacedOperand {
    let bits = match *operand {
        ValueOperand::Value(.., bits) | ValueOperand::Lost(bits) => bits,
        _ => 0,
    };
    PlacedOperand { place: ValuePlace::Nowhere, ops: Box::default(), bits }
}

/// A set of variables.
struct Touched {
    /// The members, in the order of insertion.
    list: SmallVec<[u32; 8]>,
    /// By variable: true if it is a member.
    is_member: Vec<bool>,
}

impl Touched {
    fn new(variables: usize) -> Touched {
        Touched { list: SmallVec::new(), is_member: vec![false; variables] }
    }

    fn extend(&mut self, variables: impl IntoIterator<Item = u32>) {
        for variable in variables {
            if !std::mem::replace(&mut self.is_member[variable as usize], true) {
                self.list.push(variable);
            }
        }
    }

    /// Returns the members in order.
    fn sorted(&self) -> SmallVec<[u32; 8]> {
        let mut list = self.list.clone();
        list.sort_unstable();
        list
    }

    /// Returns the members in order, and removes them.
    fn take(&mut self) -> SmallVec<[u32; 8]> {
        let mut list = std::mem::take(&mut self.list);
        list.iter().for_each(|&variable| self.is_member[variable as usize] = false);
        list.sort_unstable();
        list
    }
}

/// The debug handler that computes the locations of variables.
pub struct LocationTracker<'a> {
    flow: Flow<'a>,
    info: &'a DebugInfo,
    frame: DebugFrame,
    /// By value: the variables that may have it.
    users: Users,
    /// Values in registers at entry, with the DWARF numbers of these.
    at_entry: FxHashMap<u32, u16>,
    /// The current assignments.
    assigned: Assignments,
    /// By variable: the last emitted description.
    emitted: Vec<Option<u32>>,
    /// The state of the comments.
    state: comments::State,
    /// By description: the locations of its values.
    locations: Vec<Locations>,
    /// By description: its record, if its locations are the described ones.
    origins: Vec<Option<u32>>,
    segment: Option<u32>,
    /// Variables whose descriptions may change.
    touched: Touched,
    /// The preceding block.
    block_before: Option<BlockId>,
    live: LiveDebugValues,
}

impl<'a> LocationTracker<'a> {
    /// Returns the tracker of a function; `None` if no variable has values.
    pub fn of(
        function: &'a MachineFunction,
        info: &'a DebugInfo,
        target: &'a dyn FrameTarget,
        frame: DebugFrame,
    ) -> Option<LocationTracker<'a>> {
        let table = function.debug_values().filter(|table| table.is_allocated)?;
        let derived = Derived::new(&table.derived);
        let mut flow = Flow::new(Transfers::new(function, target), table, derived);
        flow.run();
        let variables = table.variables.len();
        let mut pairs: Vec<(u32, u32)> = Vec::new();
        for record in &table.records {
            for operand in &record.operands {
                if let ValueOperand::Value(value, ..) = operand {
                    pairs.push((*value, record.variable));
                }
            }
        }
        let users = flow.derived.add_users(Users::of(pairs));
        let variable = |of: &TrackedVariable| ValueVariable {
            variable: of.node,
            location: of.location,
            fragment: of.fragment,
        };
        let live = LiveDebugValues {
            variables: table.variables.iter().map(variable).collect(),
            ..LiveDebugValues::default()
        };
        Some(LocationTracker {
            flow,
            info,
            frame,
            users,
            at_entry: values_at_entry(target, table),
            assigned: Assignments::new(),
            emitted: vec![None; variables],
            state: comments::State::new(variables, frame.is_text),
            locations: Vec::new(),
            origins: Vec::new(),
            segment: None,
            touched: Touched::new(variables),
            block_before: None,
            live,
        })
    }

    /// Returns the locations, after the last block.
    pub fn finish(self) -> (LiveDebugValues, Transfers<'a>) {
        let mut live = self.live;
        live.comments = self.state.comments;
        (live, self.flow.transfers)
    }
}

impl DebugHandler for LocationTracker<'_> {
    fn begin_block(&mut self, block: BlockId) {
        let function = self.flow.function;
        self.flow.start_block(block);
        let before = self.block_before.replace(block);
        if before.is_none() {
            self.assign(self.flow.table.at_function_start(self.info));
        } else if let Some(first) = function.insts(block).find_map(|inst| self.segment_of(inst)) {
            self.enter(Some(first));
        } else {
            self.segment = None;
            let state = self.in_silent_block(block, &mut SmallVec::new());
            self.assign(state);
        }
        for value in &self.flow.changed {
            let users = self.users.get(*value).iter().copied();
            self.touched.extend(users.filter(|&variable| record_of(&self.assigned, variable).is_some()));
        }
        self.state.start_block(block, before);
    }

    fn visit(&mut self, at: &DebugInst<'_>) {
        self.before(self.info, at);
    }

    fn end_block(&mut self, block: BlockId) {
        self.comment_end(self.info, block);
    }
}

impl LocationTracker<'_> {
    /// Returns the assignments in a block without an instruction of a segment: those at the end of
    /// all its predecessors. A value that the block defines may be another one before.
    fn in_silent_block(&self, block: BlockId, passed: &mut SmallVec<[BlockId; 8]>) -> Assignments {
        let (function, table) = (self.flow.function, self.flow.table);
        if table.is_translated(block) {
            return table.assignments_at_start(block);
        }
        passed.push(block);
        let mut found: Option<Assignments> = None;
        for &from in &function.block(block).predecessors {
            if passed.contains(&from) {
                continue;
            }
            let is_silent = function.insts(from).all(|inst| self.segment_of(inst).is_none());
            let state = if is_silent && !table.is_translated(from) && passed.len() < MAX_SILENT {
                self.in_silent_block(from, passed)
            } else {
                let left = ways::left(function, self.flow.target, table, from, function.last_inst(from));
                left.map_or_else(Assignments::new, |left| table.assignments_at_end(left))
            };
            match &mut found {
                None => found = Some(state),
                Some(known) => known.retain(|pair| state.binary_search(pair).is_ok()),
            }
        }
        let mut found = found.unwrap_or_default();
        let defined = function.insts(block).filter_map(|inst| table.definitions.get(&inst));
        let defined: SmallVec<[u32; 8]> = defined.flatten().map(|&(value, _)| value).collect();
        if !defined.is_empty() {
            found.retain(|&(_, record)| {
                let mut operands = table.records[record as usize].operands.iter();
                !operands.any(
                    |operand| matches!(operand, ValueOperand::Value(value, ..) if defined.contains(value)),
                )
            });
        }
        found
    }

    fn segment_of(&self, inst: InstId) -> Option<u32> {
        let loc = self.flow.function.location(inst)?;
        self.flow.table.site(loc).map(|site| site.segment)
    }

    /// Applies the segment's assignments.
    fn enter(&mut self, segment: Option<u32>) {
        let table = self.flow.table;
        let last = std::mem::replace(&mut self.segment, segment);
        if last == segment {
            return;
        }
        let (Some(to), Some(of)) = (segment, segment.and_then(|segment| table.segment(segment))) else {
            return self.assign(Assignments::new());
        };
        // Most segments follow their predecessor.
        if !last.is_some_and(|last| table.is_next(last, to)) {
            return self.assign(table.assignments(to));
        }
        let records = of.first_record..of.end_record;
        let named = records.clone().map(|record| table.records[record as usize].variable);
        let mut variables: SmallVec<[u32; 8]> =
            named.flat_map(|variable| table.overlapping(variable)).collect();
        variables.sort_unstable();
        variables.dedup();
        let before: SmallVec<[Option<u32>; 8]> =
            variables.iter().map(|&variable| self.record_of(variable)).collect();
        records.for_each(|record| table.apply(record, &mut self.assigned));
        for (variable, before) in variables.into_iter().zip(before) {
            if self.record_of(variable) != before {
                self.touched.extend([variable]);
            }
        }
    }

    fn assign(&mut self, state: Assignments) {
        let (mut old, mut new) = (self.assigned.iter().peekable(), state.iter().peekable());
        while let Some(variable) =
            [old.peek(), new.peek()].into_iter().flatten().map(|&&(variable, _)| variable).min()
        {
            let record = |pair: Option<&(u32, u32)>| pair.map(|&(_, record)| record);
            let before = record(old.next_if(|&&(other, _)| other == variable));
            let after = record(new.next_if(|&&(other, _)| other == variable));
            if before != after {
                self.touched.extend([variable]);
            }
        }
        self.assigned = state;
    }

    /// Updates descriptions before an instruction.
    fn before(&mut self, info: &DebugInfo, at: &DebugInst<'_>) {
        let inst = at.inst;
        self.flow.arrive(inst);
        self.touch_changed();
        if at.is_codeless {
            return;
        }
        if let Some(segment) = self.segment_of(inst) {
            self.enter(Some(segment));
        }
        let touched: SmallVec<[(u32, Option<u32>); 8]> = self
            .touched
            .take()
            .into_iter()
            .map(|variable| (variable, self.emit(variable, inst, None)))
            .collect();
        self.comment(info, inst, &touched);
        // A debugger cannot see it from the callee of a tail call.
        if at.desc.has(InstrFlags::CALL) && !at.desc.has(InstrFlags::RETURN) {
            self.emit_in_call(inst);
        }
        self.flow.step();
        self.follow_copy(inst);
        self.touch_changed();
    }

    /// Notes the variables whose values have got or lost a location.
    fn touch_changed(&mut self) {
        for value in &self.flow.changed {
            self.touched.extend(self.users.get(*value).iter().copied());
        }
    }

    /// Follows values to the destination of a copy, if calls preserve that register but not the
    /// source.
    fn follow_copy(&mut self, inst: InstId) {
        if self.flow.changed.is_empty() {
            return;
        }
        let function = self.flow.function;
        let is_saved = |reg| function.frame.callee_saved.iter().any(|saved| saved.reg == reg);
        let to =
            function.operands(inst).first().and_then(|first| first.phys_def()).filter(|&to| is_saved(to));
        let Some(to) = to.map(ValueLocation::Register) else { return };
        for &value in &self.flow.changed {
            if !self.flow.state.of_value(value).contains(&Entry::at(value, to)) {
                continue;
            }
            for &variable in self.users.get(value) {
                let Some(emitted) = self.emitted[variable as usize] else { continue };
                for location in self.locations[emitted as usize].iter_mut().flatten() {
                    let is_copied = self.flow.transfers.copied(inst, *location) == Some(to);
                    if is_copied && !matches!(*location, ValueLocation::Register(from) if is_saved(from)) {
                        *location = to;
                        self.origins[emitted as usize] = None;
                    }
                }
            }
        }
    }

    /// Emits the variables' locations as seen from the callee of a call.
    fn emit_in_call(&mut self, call: InstId) {
        let mut touched: SmallVec<[u32; 8]> = SmallVec::new();
        let effects = self.flow.transfers.effects(call);
        for entry in self.flow.state.entries() {
            if let Some(place) = entry.place()
                && self.flow.transfers.is_overwritten_by(&effects, call, place)
            {
                touched.extend(self.users.get(entry.value()).iter().copied());
            }
        }
        touched.sort_unstable();
        touched.dedup();
        for variable in touched {
            self.emit(variable, call, Some(call));
        }
    }

    /// Emits a variable's location, if it has changed. Registers that `call` clobbers do not count.
    /// Returns the current record.
    fn emit(&mut self, variable: u32, inst: InstId, call: Option<InstId>) -> Option<u32> {
        let (emitted, record) = (self.emitted[variable as usize], self.record_of(variable));
        let next = record.and_then(|record| self.described(record, emitted, call));
        if next != emitted {
            self.emitted[variable as usize] = next;
            match call {
                Some(call) => self.live.in_calls.push((call, variable, next)),
                None => self.live.before.push((inst, variable, next)),
            }
        }
        record
    }

    /// Returns the current record of a variable.
    fn record_of(&self, variable: u32) -> Option<u32> {
        record_of(&self.assigned, variable)
    }

    /// Returns the description of a record; `emitted` if that is still valid. Registers that `call`
    /// clobbers do not count.
    fn described(&mut self, record: u32, emitted: Option<u32>, call: Option<InstId>) -> Option<u32> {
        if emitted.is_some_and(|emitted| self.is_still_true(emitted, record, call)) {
            return emitted;
        }
        let known = emitted.map(|emitted| &self.locations[emitted as usize][..]).unwrap_or_default();
        let (description, locations) = self.description(record, known, call)?;
        if let Some(emitted) =
            emitted.filter(|&emitted| self.live.descriptions[emitted as usize] == description)
        {
            self.origins[emitted as usize] = Some(record);
            return Some(emitted);
        }
        self.live.descriptions.push(description);
        self.locations.push(locations);
        self.origins.push(Some(record));
        Some(self.live.descriptions.len() as u32 - 1)
    }

    /// Returns true if a description belongs to a record and all its values are at its locations.
    fn is_still_true(&self, emitted: u32, record: u32, call: Option<InstId>) -> bool {
        let operands = &self.flow.table.records[record as usize].operands;
        self.origins[emitted as usize] == Some(record)
            && operands.iter().zip(&self.locations[emitted as usize]).all(
                |(operand, location)| match *operand {
                    ValueOperand::Value(value, ..) => location
                        .is_some_and(|location| self.places(value, call).any(|place| place == location)),
                    ValueOperand::Integer(..) | ValueOperand::Float(..) | ValueOperand::Symbol(_) => true,
                    _ => false,
                },
            )
    }

    /// Returns the description of a record. Values keep their `known` locations if these are still
    /// valid. Registers that `call` clobbers do not count.
    fn description(
        &self,
        record: u32,
        known: &[Option<ValueLocation>],
        call: Option<InstId>,
    ) -> Option<(ValueDescription, Locations)> {
        let record = &self.flow.table.records[record as usize];
        let variable = record.variable;
        // In an inlined frame, gdb evaluates entry values with the registers of the enclosing
        // function.
        let is_inlined = self.flow.table.variables[variable as usize].inlined_at.is_some();
        let mut locations = Locations::new();
        let mut operands: SmallVec<[PlacedOperand; 1]> = SmallVec::new();
        for (n, operand) in record.operands.iter().enumerate() {
            let known = known.get(n).copied().flatten();
            let found = self.placed(operand, known, is_inlined, call);
            let (placed, location) = match record.form {
                ValueForm::Fragments => found.unwrap_or_else(|| (nowhere(operand), None)),
                ValueForm::Value | ValueForm::Memory => found?,
            };
            locations.push(location);
            operands.push(placed);
        }
        if operands.iter().all(|operand| operand.place == ValuePlace::Nowhere) {
            return None;
        }
        let expression = record.expression.clone();
        let description = ValueDescription { expression, form: record.form, operands };
        Some((description, locations))
    }

    fn placed(
        &self,
        operand: &ValueOperand,
        known: Option<ValueLocation>,
        is_inlined: bool,
        call: Option<InstId>,
    ) -> Option<(PlacedOperand, Option<ValueLocation>)> {
        let constant = |place, bits| Some((PlacedOperand { place, ops: Box::default(), bits }, None));
        match *operand {
            ValueOperand::Integer(value, bits) => constant(ValuePlace::Integer(value), bits),
            ValueOperand::Float(value, bits) => constant(ValuePlace::Float(value), bits),
            ValueOperand::Symbol(symbol) => {
                constant(ValuePlace::Symbol(symbol), self.flow.function.pointer.bits())
            }
            ValueOperand::Frame(object, ref ops) => {
                let function = self.flow.function;
                if function.frame.object(object).dead {
                    return None;
                }
                let (register, offset) = frame_place(function, self.flow.target, self.frame.base, object);
                let place = ValuePlace::Address(register, offset);
                Some((PlacedOperand { place, ops: ops.clone(), bits: function.pointer.bits() }, None))
            }
            ValueOperand::Value(value, ref ops, bits) => {
                let mut places = self.places(value, call).peekable();
                let Some(&next) = places.peek() else {
                    let place = self.computed(value, ops, bits, call);
                    return place
                        .or_else(|| self.at_entry(value, ops, bits, is_inlined))
                        .map(|placed| (placed, None));
                };
                // An emitted location is kept as long as it is valid.
                let location = known.filter(|known| places.any(|place| place == *known)).unwrap_or(next);
                let place = self.shown(location)?;
                Some((PlacedOperand { place, ops: ops.clone(), bits }, Some(location)))
            }
            ValueOperand::Local(..)
            | ValueOperand::Register(..)
            | ValueOperand::Argument(..)
            | ValueOperand::Lost(_) => None,
        }
    }

    /// Returns the locations of a value, except those that `call` clobbers.
    fn places(&self, value: u32, call: Option<InstId>) -> impl Iterator<Item = ValueLocation> + '_ {
        let places = self.flow.state.places(value);
        places.filter(move |&place| call.is_none_or(|call| !self.flow.transfers.is_overwritten(call, place)))
    }

    /// Returns a value without a location, computed in one or two steps from one that has a
    /// location.
    fn computed(&self, value: u32, ops: &[u64], bits: u32, call: Option<InstId>) -> Option<PlacedOperand> {
        // The value dominates the point if a variable has it there, and its operands dominate the
        // value.
        let made_of = |value| {
            let known = self.flow.state.sources(value).filter_map(move |source| match source {
                Source::Of(from) => Some(from),
                Source::At(_) => None,
            });
            let any = self.flow.derived.from.get(&value).into_iter().flatten().copied();
            known.chain(any).filter_map(move |from| Some((from, *self.flow.derived.ops.get(&(value, from))?)))
        };
        let placed = |from, ops: &[&[u64]]| {
            let place = self.shown(self.places(from, call).next()?)?;
            Some(PlacedOperand { place, ops: ops.concat().into(), bits })
        };
        let direct = made_of(value).find_map(|(from, first)| placed(from, &[first, ops]));
        direct.or_else(|| {
            let steps = made_of(value).flat_map(|(between, second)| {
                made_of(between).map(move |(from, first)| (from, first, second))
            });
            steps
                .filter(|&(from, ..)| from != value)
                .find_map(|(from, first, second)| placed(from, &[first, second, ops]))
        })
    }

    /// Returns the entry value of a value's incoming register.
    fn at_entry(&self, value: u32, ops: &[u64], bits: u32, is_inlined: bool) -> Option<PlacedOperand> {
        let register = self.at_entry.get(&value).filter(|_| !is_inlined)?;
        Some(PlacedOperand { place: ValuePlace::Entry(*register), ops: ops.into(), bits })
    }

    fn shown(&self, place: ValueLocation) -> Option<ValuePlace> {
        Some(match place {
            ValueLocation::Register(reg) => ValuePlace::Register(register_number(self.flow.target, reg)?),
            ValueLocation::Slot(slot) => {
                let (function, target) = (self.flow.function, self.flow.target);
                let (register, offset) = frame_place(function, target, self.frame.base, slot);
                ValuePlace::Frame(register, offset, function.frame.object(slot).size)
            }
        })
    }
}
