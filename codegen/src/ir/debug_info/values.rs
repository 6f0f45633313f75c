//! Records the values of variables in registers, and the points at which these values start. The
//! records are in a table beside the instructions.
//!
//! ```text
//! #dbg_value(i32 %x, !v, …)   a record: variable, value, expression
//! segment                     the IR between two records; the location of each instruction names
//!                             its segment (`Site`)
//! value                       the content of a virtual register; once registers are allocated, it
//!                             is named by the instruction that defines it
//! ```
//!
//! An instruction keeps its site when a pass moves it. A variable has there the value that it has
//! in the segment of the instruction. The location of a value is found in the emitted code
//! (`live_debug_values`), starting from the definitions. So passes need not preserve anything. A
//! pass that changes the content of a register, or replaces the register, reports that
//! ([`ValueTable::replace`], [`ValueTable::restrict`]).
//!
//! * Cost: a block's state has an entry for each variable with a value in it. It is recomputed each
//!   time it changes.

mod joins;
mod memory_fragments;
mod translated_blocks;

pub use joins::{JOINED, Join};

use self::translated_blocks::TranslatedBlocks;
use super::llvm_ops::{ARG, FRAGMENT, operations, sum_ops};
use super::{DebugInfo, NodeId};
use crate::ir::entity::{BlockId, DebugLoc, FrameIndex, InstId, SymbolId, VReg};
use crate::machine::desc::registers::PhysReg;
use gimli::constants::DW_OP_stack_value;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

/// The bit that distinguishes sites from locations.
const SITE: u32 = 1 << 31;

/// The source location and the segment of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Site {
    /// The location.
    pub loc: Option<DebugLoc>,
    /// The number of the segment.
    pub segment: u32,
}

/// The code between two records of a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Segment {
    /// The block, as it was translated.
    pub block: BlockId,
    /// The first record before the segment that no earlier segment has.
    pub first_record: u32,
    /// The end of these records (exclusive).
    pub end_record: u32,
}

/// A variable, or a fragment of one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TrackedVariable {
    /// The variable.
    pub node: NodeId,
    /// A location in its scope and inlined call.
    pub location: DebugLoc,
    /// The inlined call.
    pub inlined_at: Option<DebugLoc>,
    /// Offset and size in bits of the fragment.
    pub fragment: Option<(u64, u64)>,
}

/// The key of a variable: its node, its inlined call, and the offset and size in bits of its
/// fragment.
type VariableKey = (NodeId, Option<DebugLoc>, Option<(u64, u64)>);

/// A record (`#dbg_value`): a variable has a value from here on.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ValueRecord {
    /// The number of the variable.
    pub variable: u32,
    /// The expression applied to the operands (the elements of a `DIExpression`).
    pub expression: Box<[u64]>,
    /// The relation between the variable and the result.
    pub form: ValueForm,
    /// The operands; empty if the variable has no known value.
    pub operands: SmallVec<[ValueOperand; 1]>,
}

/// The relation between a variable and the result of its expression.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ValueForm {
    /// The result is the variable's value.
    Value,
    /// The result is the variable's address.
    Memory,
    /// The operands are fragments of the variable's value, the lowest bits first; the expression is
    /// not applied.
    Fragments,
}

/// An operand of a record.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum ValueOperand {
    /// The argument or instruction with this number in the IR, and its width in bits; during
    /// translation only.
    Local(u32, u32),
    /// A virtual register and its width in bits; up to allocation.
    Register(VReg, u32),
    /// An argument that is passed in a register, and its width in bits.
    Argument(PhysReg, u32),
    /// The address of a symbol.
    Symbol(SymbolId),
    /// An integer and its width in bits.
    Integer(u64, u32),
    /// The bits of a floating-point number, and its width in bits.
    Float(u64, u32),
    /// The address of a frame object, with operations applied to it.
    Frame(FrameIndex, Box<[u64]>),
    /// The value with this number, with operations applied to it, and its width in bits.
    Value(u32, Box<[u64]>, u32),
    /// A value of this width in bits that is no longer known.
    Lost(u32),
}

/// Returns the offset and size in bits of the fragment that an expression describes; `None` for the
/// whole variable.
pub fn fragment_of(expression: &[u64]) -> Option<(u64, u64)> {
    match expression {
        [.., FRAGMENT, offset, size] => Some((*offset, *size)),
        _ => None,
    }
}

/// Returns an expression on the sum of its operand and an offset. Requires that the expression yields
/// a value and has one operand, which it does not name.
pub fn with_offset(expression: &[u64], offset: i64) -> Option<Box<[u64]>> {
    let stack_value = u64::from(DW_OP_stack_value.0);
    let (ops, fragment) = match expression {
        [ops @ .., FRAGMENT, offset, size] => (ops, &[FRAGMENT, *offset, *size][..]),
        ops => (ops, &[][..]),
    };
    let ops = ops.strip_suffix(&[stack_value]).unwrap_or(ops);
    let is_named = operations(ops).any(|op| op.is_none_or(|(op, _)| op == ARG));
    let sum = sum_ops(offset);
    (!is_named).then(|| [&sum[..], ops, &[stack_value], fragment].concat().into())
}

impl ValueOperand {
    /// Returns true if its value is not known.
    pub fn is_lost(&self) -> bool {
        matches!(self, ValueOperand::Lost(_))
    }
}

/// The replacement of a register.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Replacement {
    /// Operations on another register.
    Register(VReg, SmallVec<[u64; 4]>),
    /// Fragments in several registers, each of this width in bits, the lowest ones first.
    Fragments(SmallVec<[VReg; 2]>, u32),
    /// An integer.
    Integer(i64),
    /// The bits of a floating-point number.
    Float(u64),
    /// The address of a frame object.
    Frame(FrameIndex),
}

/// The value of one register as operations on the value of another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Derivation<T> {
    /// The derived value.
    pub made: T,
    /// The value that it is derived from.
    pub from: T,
    /// The operations.
    pub ops: Box<[u64]>,
    /// Operations that compute `from` out of `made`, if there are any.
    pub inverse: Option<Box<[u64]>>,
    /// The number of low bits of `from` that the inverse computes; `u32::MAX` for all.
    pub bits: u32,
}

/// The location of a value.
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
    /// A location in its scope and inlined call.
    pub location: DebugLoc,
    /// The segment that begins with it.
    pub segment: u32,
}

/// Pairs of a variable and its current record, sorted by variable.
pub type Assignments = Vec<(u32, u32)>;

/// The values that an instruction defines, and their registers.
pub(crate) type DefinedValues = SmallVec<[(u32, Option<PhysReg>); 1]>;

/// A copy of a block's instructions at the end of another block. Before the copy, the values of the
/// block's phis are in the phis' locations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TailCopy {
    /// The block.
    pub tail: BlockId,
    /// The first and the last instruction of the copy; the numbers of the others are between
    /// theirs.
    pub insts: (InstId, InstId),
    /// Values that start there, their locations, and the last instruction of the block that writes
    /// each location.
    pub starts: Vec<(u32, ValueLocation, Option<InstId>)>,
}

/// The values of a function's variables: records, segments and the registers they refer to.
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
    /// For each record, the first equal one.
    first_equal: Vec<u32>,
    numbers: FxHashMap<VariableKey, u32>,
    /// The fragments of each variable that is described in fragments.
    fragments: FxHashMap<(NodeId, Option<DebugLoc>), Vec<u32>>,
    first_segments: FxHashMap<BlockId, u32>,
    /// The assignments in segments that represent merged instructions. Such segments have no
    /// records.
    shared_segments: FxHashMap<u32, Assignments>,
    /// The assignments at the start of each block, as it was translated.
    entries: FxHashMap<BlockId, Assignments>,
    /// Variables that have different values at the ends of a block's predecessors, all in one
    /// location.
    pub joins: Vec<Join>,
    tracked: FxHashSet<VReg>,
    replaced: FxHashMap<VReg, Replacement>,
    /// The number of low bits of a register that still hold the value.
    intact: FxHashMap<VReg, u32>,
    /// The registers that can be computed from other registers; up to allocation.
    pub derived_registers: Vec<Derivation<VReg>>,
    /// The values that can be computed from other values, by number.
    pub derived: Vec<Derivation<u32>>,
    /// True if registers have been allocated.
    pub is_allocated: bool,
    /// Values that are in registers at function entry.
    pub at_entry: Vec<(u32, PhysReg)>,
    /// Values that are available at the start of a block.
    pub at_block: FxHashMap<BlockId, Vec<(u32, ValueLocation)>>,
    /// Copies of blocks whose phis are tracked values.
    pub tail_copies: Vec<TailCopy>,
    /// By merged instruction: the values of the instructions that it replaces, with their registers.
    pub merged: FxHashMap<InstId, SmallVec<[(u32, PhysReg); 2]>>,
    /// The number of blocks as they were translated.
    translated: usize,
    /// The blocks as they were translated, if variables are joined.
    pub(crate) blocks: TranslatedBlocks,
    /// By block that a pass made: the block whose instructions it continues.
    continued: FxHashMap<BlockId, BlockId>,
    /// By value: the block of its definition when registers were allocated.
    pub(crate) defined_in: Vec<Option<BlockId>>,
    /// For each instruction that replaced another one after a tail copy, the first replaced one.
    replacing: FxHashMap<InstId, InstId>,
    /// The values that an instruction defines, each with its register. There is no register if the
    /// instruction defines one of several values.
    pub definitions: FxHashMap<InstId, DefinedValues>,
}

impl ValueTable {
    /// Returns the site that a debug location encodes, if it encodes one.
    pub(crate) fn site(&self, loc: DebugLoc) -> Option<Site> {
        let number = loc.raw().checked_sub(SITE)?;
        self.sites.get(number as usize).copied()
    }

    /// Returns the site of an instruction in the last segment with this location.
    pub fn site_of(&mut self, loc: Option<DebugLoc>) -> Option<DebugLoc> {
        let site = Site { loc, segment: self.segments.len().checked_sub(1)? as u32 };
        if self.sites.last() != Some(&site) {
            self.sites.push(site);
        }
        Some(DebugLoc::from_raw(SITE | (self.sites.len() - 1) as u32))
    }

    /// Begins a segment in a block; it gets the records added since the last segment.
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

    /// Replaces the IR values in the records by their registers, once translation is complete.
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

    /// Indexes the registers and equal records, once all records are present.
    pub(crate) fn complete_records(&mut self) {
        for operand in self.records.iter().flat_map(|record| &record.operands) {
            if let ValueOperand::Register(vreg, _) = *operand {
                self.tracked.insert(vreg);
            }
        }
        let mut known: FxHashMap<&ValueRecord, u32> = FxHashMap::default();
        let first = |(record, number)| *known.entry(record).or_insert(number);
        self.first_equal = self.records.iter().zip(0..).map(first).collect();
    }

    // Changes that passes report.

    /// Returns true if a record names the register.
    pub(crate) fn is_tracked(&self, vreg: VReg) -> bool {
        !self.is_allocated && self.tracked.contains(&vreg)
    }

    /// Records the replacement of a register that has no definition any more.
    pub(crate) fn replace(&mut self, vreg: VReg, by: Replacement) {
        match &by {
            Replacement::Register(other, _) => self.tracked.extend([*other]),
            Replacement::Fragments(others, _) => self.tracked.extend(others),
            Replacement::Integer(_) | Replacement::Float(_) | Replacement::Frame(_) => {}
        }
        self.replaced.insert(vreg, by);
    }

    /// Records that only the low `bits` bits of a register still hold the original value.
    pub(crate) fn restrict(&mut self, vreg: VReg, bits: u32) {
        let intact = self.intact.entry(vreg).or_insert(bits);
        *intact = bits.min(*intact);
    }

    /// Returns the replacement of a register.
    pub(crate) fn replacement(&self, vreg: VReg) -> Option<&Replacement> {
        self.replaced.get(&vreg)
    }

    /// Returns true if any register is replaced by fragments.
    pub(crate) fn has_fragments(&self) -> bool {
        self.replaced.values().any(|by| matches!(by, Replacement::Fragments(..)))
    }

    /// Returns the number of low bits of a register that still hold the value.
    pub(crate) fn intact(&self, vreg: VReg) -> u32 {
        self.intact.get(&vreg).copied().unwrap_or(u32::MAX)
    }

    /// Moves the values that `from` defines to `to`, which replaces it.
    pub(crate) fn moved(&mut self, from: InstId, to: InstId) {
        self.note_replaced(from, to);
        self.merged_into(from, to);
    }

    /// Records that `to` also writes the values of `from`, to the same registers.
    pub(crate) fn merged_into(&mut self, from: InstId, to: InstId) {
        if let Some(values) = self.definitions.remove(&from) {
            self.definitions.entry(to).or_default().extend(values);
        }
        if let Some(values) = self.merged.remove(&from) {
            self.merged.entry(to).or_default().extend(values);
        }
    }

    /// Records that `inst` writes the values of register `from` to `to` instead.
    pub(crate) fn moved_to_register(&mut self, inst: InstId, from: PhysReg, to: PhysReg) {
        let defined = self.definitions.get_mut(&inst).into_iter().flatten();
        defined.filter(|(_, reg)| *reg == Some(from)).for_each(|(_, reg)| *reg = Some(to));
        let merged = self.merged.get_mut(&inst).into_iter().flatten();
        merged.filter(|(_, reg)| *reg == from).for_each(|(_, reg)| *reg = to);
    }

    /// Records that `to` replaces `from`.
    pub(crate) fn note_replaced(&mut self, from: InstId, to: InstId) {
        if !self.tail_copies.is_empty() {
            let first = self.replaced(from);
            self.replacing.insert(to, first);
        }
    }

    /// Returns the first instruction that `inst` replaces, directly or indirectly, or `inst`
    /// itself.
    pub(crate) fn replaced(&self, inst: InstId) -> InstId {
        self.replacing.get(&inst).copied().unwrap_or(inst)
    }

    /// Records that an instruction defines the same values as another one.
    pub(crate) fn copied(&mut self, from: InstId, to: InstId) {
        if let Some(values) = self.definitions.get(&from) {
            let values = values.clone();
            self.definitions.insert(to, values);
        }
    }

    /// Returns the location for an instruction of a new block that represents instructions with
    /// these locations; none if one of them has no site. The assignments that are valid at both are
    /// valid there.
    pub(crate) fn shared_site(
        &mut self,
        block: BlockId,
        locations: [Option<DebugLoc>; 2],
    ) -> Option<DebugLoc> {
        let [a, b] = locations.map(|loc| loc.and_then(|loc| self.site(loc)));
        let (a, b) = a.zip(b)?;
        let segment = self.shared_segment(block, [a.segment, b.segment]);
        let loc = a.loc.filter(|_| a.loc == b.loc);
        self.sites.push(Site { loc, segment });
        Some(DebugLoc::from_raw(SITE | (self.sites.len() - 1) as u32))
    }

    /// Returns the segment of a new block that represents two segments. The block gets the
    /// assignments that are valid in all its segments.
    fn shared_segment(&mut self, block: BlockId, segments: [u32; 2]) -> u32 {
        let [mut held, by_other] = segments.map(|segment| self.assignments(segment));
        held.retain(|pair| by_other.binary_search(pair).is_ok());
        let entry = self.entries.entry(block).or_insert_with(|| held.clone());
        entry.retain(|pair| held.binary_search(pair).is_ok());
        let next = self.segments.len() as u32;
        if let Some(last) = next.checked_sub(1)
            && self.segments[last as usize].block == block
            && self.shared_segments.get(&last) == Some(&held)
        {
            return last;
        }
        let record = self.records.len() as u32;
        self.segments.push(Segment { block, first_record: record, end_record: record });
        self.first_segments.entry(block).or_insert(next);
        self.shared_segments.insert(next, held);
        next
    }

    /// Records that a new block has instructions from the end of another block.
    pub(crate) fn continue_block(&mut self, block: BlockId, rest: BlockId) {
        let block = self.continued_by(block);
        self.continued.insert(rest, block);
    }

    /// Returns the block whose instructions a block continues; the block itself if it is none.
    pub(crate) fn continued_by(&self, block: BlockId) -> BlockId {
        self.continued.get(&block).copied().unwrap_or(block)
    }

    /// Records that a register can be computed from another one.
    pub(crate) fn derive(&mut self, derivation: Derivation<VReg>) {
        self.tracked.insert(derivation.from);
        self.derived_registers.push(derivation);
    }

    /// Records that a block is also entered instead of an equal one. It keeps the assignments that
    /// hold in both.
    pub(crate) fn shared_block(&mut self, stays: BlockId, goes: BlockId) {
        let other = self.entries.get(&goes).cloned().unwrap_or_default();
        if let Some(entry) = self.entries.get_mut(&stays) {
            entry.retain(|pair| other.binary_search(pair).is_ok());
        }
        for (&segment, held) in &mut self.shared_segments {
            if self.segments[segment as usize].block == stays {
                held.retain(|pair| other.binary_search(pair).is_ok());
            }
        }
    }

    /// Records that an instruction replaces an equal one as well: it may define the values of
    /// either.
    pub(crate) fn shared(&mut self, stays: InstId, goes: InstId) {
        let defined = [stays, goes].map(|inst| self.definitions.remove(&inst));
        let placed = defined.iter().flatten().flatten().filter_map(|&(value, reg)| Some((value, reg?)));
        self.merged.entry(stays).or_default().extend(placed);
        let unplaced: DefinedValues =
            defined.into_iter().flatten().flatten().map(|(value, _)| (value, None)).collect();
        if !unplaced.is_empty() {
            self.definitions.insert(stays, unplaced);
        }
    }

    // Assignments at each point.

    /// Returns a segment.
    pub(crate) fn segment(&self, number: u32) -> Option<&Segment> {
        self.segments.get(number as usize)
    }

    /// Applies a record: it ends the assignments of its variable and of overlapping fragments.
    pub(crate) fn apply(&self, number: u32, state: &mut Assignments) {
        let record = &self.records[number as usize];
        self.undefine(record.variable, state);
        if !record.operands.is_empty() {
            let at = state.partition_point(|&(other, _)| other < record.variable);
            let first = self.first_equal.get(number as usize).copied().unwrap_or(number);
            state.insert(at, (record.variable, first));
        }
    }

    /// Returns true if two variables, by number, are fragments of one and overlap.
    fn are_overlapping(&self, a: u32, b: u32) -> bool {
        let [a, b] = [a, b].map(|variable| self.variables[variable as usize]);
        (a.node, a.inlined_at) == (b.node, b.inlined_at) && overlap(a.fragment, b.fragment)
    }

    /// Ends the assignments of a variable and of those that overlap it.
    pub(crate) fn undefine(&self, variable: u32, state: &mut Assignments) {
        for other in self.overlapping(variable) {
            if let Ok(at) = state.binary_search_by_key(&other, |&(variable, _)| variable) {
                state.remove(at);
            }
        }
    }

    /// Returns a variable and those that overlap it.
    pub(crate) fn overlapping(&self, variable: u32) -> impl Iterator<Item = u32> + '_ {
        let of = self.variables[variable as usize];
        let fragments = self.fragments.get(&(of.node, of.inlined_at)).into_iter().flatten().copied();
        fragments.filter(move |&other| overlap(of.fragment, self.variables[other as usize].fragment))
    }

    /// Returns the assignments in a segment.
    pub(crate) fn assignments(&self, segment: u32) -> Assignments {
        if let Some(held) = self.shared_segments.get(&segment) {
            return held.clone();
        }
        let Some(at) = self.segment(segment) else { return Vec::new() };
        let mut state = self.entries.get(&at.block).cloned().unwrap_or_default();
        let first = self.first_segments.get(&at.block).copied().unwrap_or(segment);
        for segment in &self.segments[first as usize..=segment as usize] {
            (segment.first_record..segment.end_record).for_each(|record| self.apply(record, &mut state));
        }
        state
    }

    /// Returns the assignments at the end of a block, as it was translated.
    pub(crate) fn assignments_at_end(&self, block: BlockId) -> Assignments {
        self.through(block, self.assignments_at_start(block))
    }

    /// Returns the assignments at the start of a block.
    pub(crate) fn assignments_at_start(&self, block: BlockId) -> Assignments {
        self.entries.get(&block).cloned().unwrap_or_default()
    }

    /// Returns the assignments at the end of a block that begins with `state`.
    fn through(&self, block: BlockId, mut state: Assignments) -> Assignments {
        let Some(&first) = self.first_segments.get(&block) else { return state };
        let own = self.segments[first as usize..].iter().take_while(|segment| segment.block == block);
        for segment in own {
            (segment.first_record..segment.end_record).for_each(|record| self.apply(record, &mut state));
        }
        state
    }

    /// Returns the records of a block up to the end of a segment, and the assignments at the
    /// block's start.
    pub(crate) fn records_up_to(&self, segment: u32) -> Option<(std::ops::Range<u32>, &Assignments)> {
        let at = self.segment(segment)?;
        if let Some(held) = self.shared_segments.get(&segment) {
            return Some((at.first_record..at.end_record, held));
        }
        let first = self.segment(self.first_segments.get(&at.block).copied()?)?;
        Some((first.first_record..at.end_record, self.entries.get(&at.block)?))
    }

    /// Returns true if only a segment's own records change assignments after another segment.
    pub(crate) fn is_next(&self, last: u32, segment: u32) -> bool {
        let [from, to] = [last, segment].map(|segment| self.segment(segment).map(|at| at.block));
        last + 1 == segment && from == to && !self.shared_segments.contains_key(&segment)
    }

    /// Returns true if a segment is the first of its block.
    pub(crate) fn is_first_of_block(&self, segment: u32) -> bool {
        self.segment(segment).is_some_and(|at| self.first_segments.get(&at.block) == Some(&segment))
    }

    /// Returns the assignments before the first instruction: parameters, or fragments of them, that
    /// still have their incoming values.
    pub(crate) fn at_function_start(&self, info: &DebugInfo) -> Assignments {
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

    /// Returns true if a record names only values that come in registers.
    fn comes_with_call(&self, record: &ValueRecord) -> bool {
        let is_there = |operand: &ValueOperand| match operand {
            ValueOperand::Value(value, ..) => self.at_entry.iter().any(|(other, _)| other == value),
            _ => false,
        };
        let is_plain = record.operands.len() == 1 || record.form == ValueForm::Fragments;
        is_plain && !record.operands.is_empty() && record.operands.iter().all(is_there)
    }
}

/// Offset and size in bits of a fragment; `None` for the whole variable.
type Fragment = Option<(u64, u64)>;

/// Returns true if fragments of a variable have bits in common.
fn overlap(a: Fragment, b: Fragment) -> bool {
    match (a, b) {
        (Some((a, a_size)), Some((b, b_size))) => a < b + b_size && b < a + a_size,
        _ => true,
    }
}
