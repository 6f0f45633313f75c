//! Variables whose values are in registers: which value each has from where on, beside the instructions.
//!
//! ```text
//! #dbg_value(i32 %x, !v, …)     a record: variable, value, expression
//! segment                       the IR between two records; each instruction says of which it is, by its location (`Site`)
//! value                         what a virtual register holds; named by the instruction that defines it, once registers are allocated
//! ```
//!
//! An instruction takes its site along wherever a pass puts it: what a variable has there is what it has in the segment that the instruction
//! comes from, however code was moved. Where a value is, is found in the code that is emitted (`mc::dwarf::values`), from the definitions on.
//! So no pass has to preserve anything; one that changes what a register holds, or replaces it by another, says so ([`ValueTable::replace`],
//! [`ValueTable::restrict`]).
//!
//! * Cost: a block's state is as long as variables have values in it, and is computed once for each time that it changes.

use super::llvm_ops::FRAGMENT;
use super::{DebugInfo, NodeId};
use crate::ir::entity::{BlockId, DebugLoc, FrameIndex, InstId, SymbolId, VReg};
use crate::target::desc::registers::PhysReg;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

/// The bit that tells sites from locations.
const SITE: u32 = 1 << 31;

/// Where an instruction comes from, and of which segment it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Site {
    /// The location.
    pub loc: Option<DebugLoc>,
    /// The number of the segment.
    pub segment: u32,
}

/// What stands between two records of a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Segment {
    /// The block, as it was translated.
    pub block: BlockId,
    /// The first record before it that is none of the segments before.
    pub first_record: u32,
    /// After the last one.
    pub end_record: u32,
}

/// A variable, or a fragment of one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TrackedVariable {
    /// The variable.
    pub node: NodeId,
    /// A location of its scope, and of the call that was inlined there.
    pub location: DebugLoc,
    /// That call.
    pub inlined_at: Option<DebugLoc>,
    /// Offset and size in bits of the fragment.
    pub fragment: Option<(u64, u64)>,
}

/// A variable by its node, the call that it was inlined at, and the offset and size of the fragment that it is.
type VariableKey = (NodeId, Option<DebugLoc>, Option<(u64, u64)>);

/// A variable has a value from here on.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ValueRecord {
    /// The number of the variable.
    pub variable: u32,
    /// What is made of the operands (the elements of a `DIExpression`).
    pub expression: Box<[u64]>,
    /// What the variable is of the result.
    pub form: ValueForm,
    /// The operands; none where nothing is known of the variable.
    pub operands: SmallVec<[ValueOperand; 1]>,
}

/// What a variable is of what an expression makes of its operands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ValueForm {
    /// The variable has that value.
    Value,
    /// The variable is in memory there.
    Memory,
    /// The operands are the fragments of the variable's value, the lowest bits first; nothing is made of them.
    Fragments,
}

/// What a record names.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum ValueOperand {
    /// The argument or instruction with this number of the IR, of so many bits; during translation.
    Local(u32, u32),
    /// What a virtual register holds, of so many bits; up to allocation.
    Register(VReg, u32),
    /// The argument that comes in a register.
    Argument(PhysReg, u32),
    /// The address of a symbol.
    Symbol(SymbolId),
    /// An integer of so many bits.
    Integer(u64, u32),
    /// The bits of a floating-point number, and how many they are.
    Float(u64, u32),
    /// What operations make of the address of a frame object.
    Frame(FrameIndex, Box<[u64]>),
    /// What operations make of the value with this number; so many bits of that count.
    Value(u32, Box<[u64]>, u32),
    /// Nothing is known any more of so many bits.
    Lost(u32),
}

/// Offset and size in bits of the fragment of a variable that an expression is of, if it is not of the whole.
pub fn fragment_of(expression: &[u64]) -> Option<(u64, u64)> {
    match expression {
        [.., FRAGMENT, offset, size] => Some((*offset, *size)),
        _ => None,
    }
}

impl ValueOperand {
    /// Returns true if nothing is known of it.
    pub fn is_lost(&self) -> bool {
        matches!(self, ValueOperand::Lost(_))
    }
}

/// What has come in place of a register.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Replacement {
    /// Operations on another register.
    Register(VReg, SmallVec<[u64; 4]>),
    /// Fragments in several registers, each of so many bits, the lowest ones first.
    Fragments(SmallVec<[VReg; 2]>, u32),
    /// An integer.
    Integer(i64),
    /// The bits of a floating-point number.
    Float(u64),
    /// The address of a frame object.
    Frame(FrameIndex),
}

/// A register holds what operations make of what another one holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Derivation<T> {
    /// What is made.
    pub made: T,
    /// Of what.
    pub from: T,
    /// The operations.
    pub ops: Box<[u64]>,
    /// Operations that make the other one of it.
    pub inverse: Option<Box<[u64]>>,
}

/// Where a value is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ValueLocation {
    /// In a register.
    Register(PhysReg),
    /// In a spill slot.
    Slot(FrameIndex),
}

/// A label of the source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LabelRecord {
    /// The label.
    pub label: NodeId,
    /// A location of its scope, and of the call that was inlined there.
    pub location: DebugLoc,
    /// The segment that begins with it.
    pub segment: u32,
}

/// By variable: the record that holds, in order of variables.
pub type Assignments = Vec<(u32, u32)>;

/// The values that an instruction defines, and where.
pub type DefinedValues = SmallVec<[(u32, Option<PhysReg>); 1]>;

/// What is said of the values of a function's variables.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ValueTable {
    sites: Vec<Site>,
    segments: Vec<Segment>,
    /// The records, in the order of the IR.
    pub records: Vec<ValueRecord>,
    /// The variables.
    pub variables: Vec<TrackedVariable>,
    /// The labels, in the order of the IR.
    pub labels: Vec<LabelRecord>,
    /// By record: the first one that says the same.
    first_equal: Vec<u32>,
    numbers: FxHashMap<VariableKey, u32>,
    /// The fragments of each variable that has some.
    fragments: FxHashMap<(NodeId, Option<DebugLoc>), Vec<u32>>,
    first_segments: FxHashMap<BlockId, u32>,
    /// By block, as it was translated: what holds at its start.
    entries: FxHashMap<BlockId, Assignments>,
    tracked: FxHashSet<VReg>,
    replaced: FxHashMap<VReg, Replacement>,
    /// How many low bits of a register are still those of the value.
    intact: FxHashMap<VReg, u32>,
    /// What registers hold that other registers can give; up to allocation.
    pub derived_registers: Vec<Derivation<VReg>>,
    /// The same of values by number.
    pub derived: Vec<Derivation<u32>>,
    /// True if registers have been allocated.
    pub is_allocated: bool,
    /// Values that come in registers.
    pub at_entry: Vec<(u32, PhysReg)>,
    /// Values that are there where a block starts.
    pub at_block: FxHashMap<BlockId, Vec<(u32, ValueLocation)>>,
    /// Values by the instruction that defines them, in a register; in none where the instruction may define something else.
    pub definitions: FxHashMap<InstId, DefinedValues>,
}

impl ValueTable {
    /// Returns the site that a location of an instruction is, if it is one.
    pub fn site(&self, loc: DebugLoc) -> Option<Site> {
        let number = loc.raw().checked_sub(SITE)?;
        self.sites.get(number as usize).copied()
    }

    /// What instructions of the last segment that come from a location have as theirs.
    pub fn site_of(&mut self, loc: Option<DebugLoc>) -> Option<DebugLoc> {
        let site = Site { loc, segment: self.segments.len().checked_sub(1)? as u32 };
        if self.sites.last() != Some(&site) {
            self.sites.push(site);
        }
        Some(DebugLoc::from_raw(SITE | (self.sites.len() - 1) as u32))
    }

    /// Begins a segment in a block, with the records that have been added since the last one.
    pub fn start_segment(&mut self, block: BlockId) {
        let first_record = self.segments.last().map_or(0, |last| last.end_record);
        let end_record = self.records.len() as u32;
        self.first_segments.entry(block).or_insert(self.segments.len() as u32);
        self.segments.push(Segment { block, first_record, end_record });
    }

    /// Returns the number of a variable.
    pub fn variable(&mut self, variable: TrackedVariable) -> u32 {
        let TrackedVariable { node, inlined_at, fragment, .. } = variable;
        let next = self.variables.len() as u32;
        let number = *self.numbers.entry((node, inlined_at, fragment)).or_insert(next);
        if number == next {
            self.variables.push(variable);
            self.fragments.entry((node, inlined_at)).or_default().push(number);
        }
        number
    }

    /// Adds a label before the segment that is begun next.
    pub fn add_label(&mut self, label: NodeId, location: DebugLoc) {
        let segment = self.segments.len() as u32;
        self.labels.push(LabelRecord { label, location, segment });
    }

    /// Adds a record before the segment that is begun next.
    pub fn add(&mut self, record: ValueRecord) {
        self.records.push(record);
    }

    /// Has the records name registers, now that all is translated.
    pub fn resolve_locals(&mut self, register: impl Fn(u32) -> Option<VReg>) {
        for record in &mut self.records {
            for operand in &mut record.operands {
                if let ValueOperand::Local(local, bits) = *operand {
                    let known = register(local);
                    *operand =
                        known.map_or(ValueOperand::Lost(bits), |vreg| ValueOperand::Register(vreg, bits));
                }
            }
            if record.operands.iter().any(ValueOperand::is_lost) {
                record.operands.clear();
            }
        }
        self.complete_records();
    }

    /// Notes what the records name, now that all are there.
    pub fn complete_records(&mut self) {
        for operand in self.records.iter().flat_map(|record| &record.operands) {
            if let ValueOperand::Register(vreg, _) = *operand {
                self.tracked.insert(vreg);
            }
        }
        let mut known: FxHashMap<&ValueRecord, u32> = FxHashMap::default();
        let first = |(record, number)| *known.entry(record).or_insert(number);
        self.first_equal = self.records.iter().zip(0..).map(first).collect();
    }

    // What passes say.

    /// Returns true if it matters what a register holds.
    pub fn is_tracked(&self, vreg: VReg) -> bool {
        !self.is_allocated && self.tracked.contains(&vreg)
    }

    /// A register has no definition any more: what it would hold is this.
    pub fn replace(&mut self, vreg: VReg, by: Replacement) {
        match &by {
            Replacement::Register(other, _) => self.tracked.extend([*other]),
            Replacement::Fragments(others, _) => self.tracked.extend(others),
            Replacement::Integer(_) | Replacement::Float(_) | Replacement::Frame(_) => {}
        }
        self.replaced.insert(vreg, by);
    }

    /// Of what a register holds from now on, only so many low bits are those of the value that it had.
    pub fn restrict(&mut self, vreg: VReg, bits: u32) {
        let intact = self.intact.entry(vreg).or_insert(bits);
        *intact = bits.min(*intact);
    }

    /// What has come in place of a register.
    pub fn replacement(&self, vreg: VReg) -> Option<&Replacement> {
        self.replaced.get(&vreg)
    }

    /// How many low bits of a register are still those of the value.
    pub fn intact(&self, vreg: VReg) -> u32 {
        self.intact.get(&vreg).copied().unwrap_or(u32::MAX)
    }

    /// An instruction has come in place of another one: it defines its values.
    pub fn moved(&mut self, from: InstId, to: InstId) {
        if let Some(values) = self.definitions.remove(&from) {
            self.definitions.entry(to).or_default().extend(values);
        }
    }

    /// An instruction does the same as another one: it defines the same values.
    pub fn copied(&mut self, from: InstId, to: InstId) {
        if let Some(values) = self.definitions.get(&from) {
            let values = values.clone();
            self.definitions.insert(to, values);
        }
    }

    /// What an instruction of a block that was not translated has as its location, which stands for instructions with these locations: what holds at
    /// all instructions that those of the block stand for holds in the block.
    pub fn shared_site(&mut self, block: BlockId, locations: [Option<DebugLoc>; 2]) -> Option<DebugLoc> {
        let [a, b] = locations.map(|loc| loc.and_then(|loc| self.site(loc)));
        let [held, by_other] =
            [a, b].map(|site| site.map_or_else(Assignments::new, |site| self.assignments(site.segment)));
        let segment = *self.first_segments.entry(block).or_insert_with(|| {
            let record = self.records.len() as u32;
            self.segments.push(Segment { block, first_record: record, end_record: record });
            self.segments.len() as u32 - 1
        });
        let entry = self.entries.entry(block).or_insert_with(|| held.clone());
        entry.retain(|pair| held.binary_search(pair).is_ok() && by_other.binary_search(pair).is_ok());
        let loc = a.zip(b).filter(|(a, b)| a.loc == b.loc).and_then(|(a, _)| a.loc);
        self.sites.push(Site { loc, segment });
        Some(DebugLoc::from_raw(SITE | (self.sites.len() - 1) as u32))
    }

    /// Notes that a register can be computed of another one.
    pub fn derive(&mut self, derivation: Derivation<VReg>) {
        self.tracked.insert(derivation.from);
        self.derived_registers.push(derivation);
    }

    /// An instruction stands for another one as well: it may define the values of either.
    pub fn shared(&mut self, stays: InstId, goes: InstId) {
        let defined = [stays, goes].map(|inst| self.definitions.remove(&inst));
        let unplaced: DefinedValues =
            defined.into_iter().flatten().flatten().map(|(value, _)| (value, None)).collect();
        if !unplaced.is_empty() {
            self.definitions.insert(stays, unplaced);
        }
    }

    // Which record holds where.

    /// Returns a segment.
    pub fn segment(&self, number: u32) -> Option<&Segment> {
        self.segments.get(number as usize)
    }

    /// Has a record hold, as the last of its variable and of those that overlap it.
    pub fn apply(&self, number: u32, state: &mut Assignments) {
        let record = &self.records[number as usize];
        self.undefine(record.variable, state);
        if !record.operands.is_empty() {
            let at = state.partition_point(|&(other, _)| other < record.variable);
            let first = self.first_equal.get(number as usize).copied().unwrap_or(number);
            state.insert(at, (record.variable, first));
        }
    }

    /// Has nothing hold of a variable and of those that overlap it.
    pub fn undefine(&self, variable: u32, state: &mut Assignments) {
        let variable = self.variables[variable as usize];
        for &other in self.fragments.get(&(variable.node, variable.inlined_at)).into_iter().flatten() {
            if overlap(variable.fragment, self.variables[other as usize].fragment)
                && let Ok(at) = state.binary_search_by_key(&other, |&(variable, _)| variable)
            {
                state.remove(at);
            }
        }
    }

    /// What holds in a segment.
    pub fn assignments(&self, segment: u32) -> Assignments {
        let Some(at) = self.segment(segment) else { return Vec::new() };
        let mut state = self.entries.get(&at.block).cloned().unwrap_or_default();
        let first = self.first_segments.get(&at.block).copied().unwrap_or(segment);
        for segment in &self.segments[first as usize..=segment as usize] {
            (segment.first_record..segment.end_record).for_each(|record| self.apply(record, &mut state));
        }
        state
    }

    /// What holds at the end of a block that begins with `state`.
    fn through(&self, block: BlockId, mut state: Assignments) -> Assignments {
        let Some(&first) = self.first_segments.get(&block) else { return state };
        let own = self.segments[first as usize..].iter().take_while(|segment| segment.block == block);
        for segment in own {
            (segment.first_record..segment.end_record).for_each(|record| self.apply(record, &mut state));
        }
        state
    }

    /// Finds what holds at the start of each block. `blocks` has them in order with their successors, as they were translated; `scopes` the locations
    /// of the instructions in each.
    pub fn join_blocks(
        &mut self,
        info: &DebugInfo,
        blocks: &[(BlockId, &[BlockId])],
        scopes: &FxHashMap<BlockId, Vec<DebugLoc>>,
    ) {
        self.entries = self.joined(info, blocks, scopes, |block, state| self.through(block, state));
    }

    /// What holds at the start of each block: what does at the end of all before it, which `through` finds from what holds at the start of each. The
    /// values of an inlined function's variables end with its code.
    pub fn joined(
        &self,
        info: &DebugInfo,
        blocks: &[(BlockId, &[BlockId])],
        scopes: &FxHashMap<BlockId, Vec<DebugLoc>>,
        through: impl Fn(BlockId, Assignments) -> Assignments,
    ) -> FxHashMap<BlockId, Assignments> {
        let mut entries: FxHashMap<BlockId, Assignments> = FxHashMap::default();
        let Some(&(entry, _)) = blocks.first() else { return entries };
        let inside: FxHashMap<BlockId, FxHashSet<DebugLoc>> =
            scopes.iter().map(|(&block, locations)| (block, calls_around(info, locations))).collect();
        entries.insert(entry, Vec::new());
        let mut changed: FxHashSet<BlockId> = FxHashSet::default();
        changed.insert(entry);
        while !changed.is_empty() {
            for &(block, successors) in blocks {
                if !changed.remove(&block) {
                    continue;
                }
                let end = through(block, entries[&block].clone());
                for &successor in successors {
                    let known = entries.get_mut(&successor);
                    let Some(known) = known else {
                        let ends = |&(variable, _): &(u32, u32)| {
                            let call = self.variables[variable as usize].inlined_at;
                            let calls = inside.get(&successor);
                            call.zip(calls).is_none_or(|(call, calls)| calls.contains(&call))
                        };
                        entries.insert(successor, end.iter().copied().filter(ends).collect());
                        changed.insert(successor);
                        continue;
                    };
                    let before = known.len();
                    known.retain(|pair| end.binary_search(pair).is_ok());
                    if known.len() != before {
                        changed.insert(successor);
                    }
                }
            }
        }
        entries
    }

    /// Returns the records that are added before the segments of a block up to one of these, and
    /// what held before them.
    pub fn records_up_to(&self, segment: u32) -> Option<(std::ops::Range<u32>, &Assignments)> {
        let at = self.segment(segment)?;
        let first = self.segment(self.first_segments.get(&at.block).copied()?)?;
        Some((first.first_record..at.end_record, self.entries.get(&at.block)?))
    }

    /// Returns true if a segment is the first of its block.
    pub fn is_first_of_block(&self, segment: u32) -> bool {
        self.segment(segment).is_some_and(|at| self.first_segments.get(&at.block) == Some(&segment))
    }

    /// What holds before the first instruction: parameters, or fragments of them, that have what they came with.
    pub fn at_function_start(&self, info: &DebugInfo) -> Assignments {
        let mut state = Vec::new();
        let mut seen: FxHashMap<(NodeId, Option<DebugLoc>), Vec<Fragment>> = FxHashMap::default();
        let Some(first) = self.segments.first() else { return state };
        let own = self.segments.iter().take_while(|segment| segment.block == first.block);
        for number in own.flat_map(|segment| segment.first_record..segment.end_record) {
            let record = &self.records[number as usize];
            let variable = self.variables[record.variable as usize];
            let before = seen.entry((variable.node, variable.inlined_at)).or_default();
            let is_first = !before.iter().any(|&other| overlap(other, variable.fragment));
            before.push(variable.fragment);
            if is_first
                && self.comes_with_call(record)
                && variable.inlined_at.is_none()
                && info.is_parameter(variable.node)
            {
                self.apply(number, &mut state);
            }
        }
        state
    }

    /// Returns true if a record names what came in registers, and that only.
    fn comes_with_call(&self, record: &ValueRecord) -> bool {
        let is_there = |operand: &ValueOperand| matches!(operand, ValueOperand::Value(value, ..) if self.at_entry.iter().any(|(other, _)| other == value));
        let is_plain = record.operands.len() == 1 || record.form == ValueForm::Fragments;
        is_plain && !record.operands.is_empty() && record.operands.iter().all(is_there)
    }
}

/// Offset and size in bits of a fragment, if it is not the whole.
type Fragment = Option<(u64, u64)>;

/// Returns true if fragments of a variable have bits in common.
fn overlap(a: Fragment, b: Fragment) -> bool {
    match (a, b) {
        (Some((a, a_size)), Some((b, b_size))) => a < b + b_size && b < a + a_size,
        _ => true,
    }
}

/// Returns the calls that locations are inlined at.
fn calls_around(info: &DebugInfo, locations: &[DebugLoc]) -> FxHashSet<DebugLoc> {
    let mut calls = FxHashSet::default();
    for &location in locations {
        let mut next = info.location(location).and_then(|location| location.inlined_at);
        while let Some(call) = next.filter(|&call| calls.insert(call)) {
            next = info.location(call).and_then(|location| location.inlined_at);
        }
    }
    calls
}
