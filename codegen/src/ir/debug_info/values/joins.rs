//! Computes the records that hold at the starts of blocks from those at the ends of their
//! predecessors.
//!
//! A variable may have different values at the ends of a block's predecessors. If all of them are
//! in one location, the variable is in that location at the block's start: a [`Join`]. A join has
//! its own record, whose value no instruction defines. `live_debug_values` finds the location of
//! that value, as of all others.
//!
//! * Cost: the state of a block has an entry for each variable with a value. It is computed once
//!   for each change; joining two states is linear in their sizes.
//! * Source: LLVM's `InstrRefBasedImpl.cpp`, which creates phis of machine values for variables.

use super::translated_blocks::TranslatedBlocks;
use super::{Assignments, ValueForm, ValueOperand, ValueRecord, ValueTable};
use crate::ir::debug_info::DebugInfo;
use crate::ir::entity::{BlockId, DebugLoc};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::smallvec;

/// The bit that distinguishes values of joins from defined values. The other bits are the number of
/// the join's record.
pub const JOINED: u32 = 1 << 31;

/// A variable that has different values at the ends of a block's predecessors.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Join {
    /// The block, as it was translated.
    pub block: BlockId,
    /// The predecessors, in the order of their numbers.
    pub predecessors: std::sync::Arc<[BlockId]>,
    /// The record that holds at the block's start.
    pub record: u32,
}

/// The joins found so far.
struct Joins {
    /// The width of a pointer in bits.
    pointer: u32,
    /// By block and variable: the number of the record among the new ones.
    numbers: FxHashMap<(BlockId, u32), u32>,
    records: Vec<ValueRecord>,
}

impl ValueTable {
    /// Computes the records at the start of each block. `blocks` lists the blocks, as they were
    /// translated, with their successors; `scopes` the locations of the instructions in each. A
    /// pointer has `pointer` bits.
    pub(crate) fn join_blocks(
        &mut self,
        info: &DebugInfo,
        pointer: u32,
        blocks: &[(BlockId, &[BlockId])],
        scopes: &FxHashMap<BlockId, Vec<DebugLoc>>,
    ) {
        let mut joins = Joins { pointer, numbers: FxHashMap::default(), records: Vec::new() };
        let through = |block, state| self.through(block, state);
        let join = |block, (variable, known), other| self.join(&mut joins, block, variable, [known, other]);
        self.entries = self.flow(info, blocks, scopes, through, join);
        self.translated = blocks.iter().map(|(block, _)| block.index() + 1).max().unwrap_or(0);
        if joins.records.is_empty() {
            self.joins.clear();
            return;
        }
        let first = self.records.len() as u32;
        let used: FxHashSet<u32> = self.sites.iter().map(|site| site.segment).collect();
        let is_used = |block, record: u32| {
            let variable = joins.records[(record - first) as usize].variable;
            let is_held = |state: &Assignments| state.contains(&(variable, record));
            self.entries.get(&block).is_some_and(is_held) && !self.is_set_first(&used, block, variable)
        };
        let cfg = TranslatedBlocks::of(blocks, |block| self.first_segments.contains_key(&block));
        let predecessors: FxHashMap<BlockId, std::sync::Arc<[BlockId]>> =
            joins.numbers.keys().map(|&(block, _)| (block, cfg.predecessors(block).into())).collect();
        let found = joins.numbers.iter().map(|(&(block, _), &number)| (block, first + number));
        let mut found: Vec<(BlockId, u32)> =
            found.filter(|&(block, record)| is_used(block, record)).collect();
        found.sort_unstable_by_key(|&(_, record)| record);
        let join = |(block, record)| Join { block, predecessors: predecessors[&block].clone(), record };
        self.joins = found.into_iter().map(join).collect();
        self.blocks = cfg;
        self.records.extend(joins.records);
        self.first_equal.extend(self.first_equal.len() as u32..self.records.len() as u32);
    }

    /// Returns the record of a variable at the start of a block, where `known` and `other` hold at
    /// the ends of two predecessors. Returns `None` if they cannot be joined.
    fn join(
        &self,
        joins: &mut Joins,
        block: BlockId,
        variable: u32,
        [known, other]: [u32; 2],
    ) -> Option<u32> {
        if known == other {
            return Some(known);
        }
        let first = self.records.len() as u32;
        let record = |number: u32| match self.records.get(number as usize) {
            Some(record) => record,
            None => &joins.records[(number - first) as usize],
        };
        let (a, b) = (record(known), record(other));
        let bits = bits_of(a, joins.pointer).filter(|&bits| bits_of(b, joins.pointer) == Some(bits))?;
        if a.form != b.form || a.expression != b.expression {
            return None;
        }
        let (expression, form) = (a.expression.clone(), a.form);
        let next = joins.records.len() as u32;
        let number = *joins.numbers.entry((block, variable)).or_insert(next);
        if number == next {
            let value = ValueOperand::Value(JOINED | (first + number), Box::default(), bits);
            joins.records.push(ValueRecord { variable, expression, form, operands: smallvec![value] });
        }
        Some(first + number)
    }

    /// Computes the records at the start of each block: those that hold at the end of all
    /// predecessors. `through` maps the records at a block's start to those at its end. The values
    /// of an inlined function's variables end with its code.
    pub(crate) fn joined(
        &self,
        info: &DebugInfo,
        blocks: &[(BlockId, &[BlockId])],
        scopes: &FxHashMap<BlockId, Vec<DebugLoc>>,
        through: impl Fn(BlockId, Assignments) -> Assignments,
    ) -> FxHashMap<BlockId, Assignments> {
        self.flow(info, blocks, scopes, through, |_, (_, known), other| (known == other).then_some(known))
    }

    /// Computes the records at the start of each block. `join` combines different records of a
    /// variable at the ends of predecessors.
    fn flow(
        &self,
        info: &DebugInfo,
        blocks: &[(BlockId, &[BlockId])],
        scopes: &FxHashMap<BlockId, Vec<DebugLoc>>,
        through: impl Fn(BlockId, Assignments) -> Assignments,
        mut join: impl FnMut(BlockId, (u32, u32), u32) -> Option<u32>,
    ) -> FxHashMap<BlockId, Assignments> {
        let Some(&(entry, _)) = blocks.first() else { return FxHashMap::default() };
        let inside: FxHashMap<BlockId, FxHashSet<DebugLoc>> =
            scopes.iter().map(|(&block, locations)| (block, calls_around(info, locations))).collect();
        let named = blocks.iter().flat_map(|(block, successors)| successors.iter().chain([block]));
        let count = named.map(|block| block.index() + 1).max().unwrap_or(0);
        let mut entries: Vec<Option<Assignments>> = vec![None; count];
        entries[entry.index()] = Some(Vec::new());
        let mut changed = vec![false; count];
        changed[entry.index()] = true;
        let mut is_done = false;
        while !std::mem::replace(&mut is_done, true) {
            for &(block, successors) in blocks {
                if !std::mem::replace(&mut changed[block.index()], false) {
                    continue;
                }
                is_done = false;
                let end = through(block, entries[block.index()].clone().unwrap_or_default());
                for &successor in successors {
                    changed[successor.index()] |= match &mut entries[successor.index()] {
                        Some(known) => join_into(known, &end, |pair, other| join(successor, pair, other)),
                        none => {
                            let calls = inside.get(&successor);
                            let ends = |&(variable, _): &(u32, u32)| {
                                let call = self.variables[variable as usize].inlined_at;
                                call.zip(calls).is_none_or(|(call, calls)| calls.contains(&call))
                            };
                            *none = Some(end.iter().copied().filter(ends).collect());
                            true
                        }
                    };
                }
            }
        }
        let entries = entries.into_iter().enumerate();
        entries.filter_map(|(block, entry)| Some((BlockId::new(block), entry?))).collect()
    }

    /// Returns true if a block sets a variable, or one that overlaps it, before its first
    /// instruction. `used` holds the segments that have instructions.
    fn is_set_first(&self, used: &FxHashSet<u32>, block: BlockId, variable: u32) -> bool {
        let Some(&first) = self.first_segments.get(&block) else { return false };
        for (number, segment) in (first..).zip(self.segments.iter().skip(first as usize)) {
            if segment.block != block {
                return false;
            }
            let mut records = self.records[segment.first_record as usize..segment.end_record as usize].iter();
            if records.any(|record| self.are_overlapping(record.variable, variable)) {
                return true;
            }
            if used.contains(&number) {
                return false;
            }
        }
        false
    }

    /// Returns true if a block is reachable and has existed since translation.
    pub(crate) fn is_translated(&self, block: BlockId) -> bool {
        block.index() < self.translated && self.entries.contains_key(&block)
    }

    /// Returns the join that a value of a joined variable belongs to.
    pub(crate) fn join_of(&self, value: u32) -> Option<&Join> {
        let record = value.checked_sub(JOINED)?;
        let at = self.joins.binary_search_by_key(&record, |join| join.record).ok()?;
        Some(&self.joins[at])
    }

    /// Returns true if a pass has made a block.
    pub(crate) fn is_made_later(&self, block: BlockId) -> bool {
        block.index() >= self.translated
    }

    /// Returns the record of a variable at the end of a block, as it was translated.
    pub(crate) fn at_end(&self, block: BlockId, variable: u32) -> Option<u32> {
        let first = self.first_segments.get(&block).copied();
        let own = first.map_or(&[][..], |first| &self.segments[first as usize..]);
        let end = own.iter().take_while(|segment| segment.block == block).last();
        let range = own.first().zip(end).map_or(0..0, |(first, last)| first.first_record..last.end_record);
        for number in range.rev() {
            let record = &self.records[number as usize];
            if record.variable == variable {
                return (!record.operands.is_empty()).then(|| self.first_equal[number as usize]);
            }
            if self.are_overlapping(record.variable, variable) {
                return None;
            }
        }
        let state = self.entries.get(&block)?;
        let at = state.binary_search_by_key(&variable, |&(variable, _)| variable).ok()?;
        Some(state[at].1)
    }
}

/// Joins the records at the end of a predecessor into those at a block's start. Returns true if
/// these have changed.
fn join_into(
    known: &mut Assignments,
    end: &Assignments,
    mut join: impl FnMut((u32, u32), u32) -> Option<u32>,
) -> bool {
    let mut has_changed = false;
    let mut rest = end.iter().copied().peekable();
    known.retain_mut(|(variable, record)| {
        while rest.next_if(|&(other, _)| other < *variable).is_some() {}
        let other = rest.next_if(|&(other, _)| other == *variable);
        let joined = other.and_then(|(_, other)| join((*variable, *record), other));
        has_changed |= joined != Some(*record);
        joined.inspect(|&joined| *record = joined).is_some()
    });
    has_changed
}

/// Returns the number of bits of a record's only operand, if that may be in a register. An address
/// has `pointer` bits.
fn bits_of(record: &ValueRecord, pointer: u32) -> Option<u32> {
    match &record.operands[..] {
        [
            ValueOperand::Register(_, bits)
            | ValueOperand::Argument(_, bits)
            | ValueOperand::Integer(_, bits),
        ] => Some(*bits),
        [ValueOperand::Value(_, ops, bits)] if ops.is_empty() => Some(*bits),
        [ValueOperand::Frame(_, ops)] if ops.is_empty() => Some(pointer),
        _ => None,
    }
    .filter(|_| record.form != ValueForm::Fragments)
}

/// Returns the calls at which locations are inlined.
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
