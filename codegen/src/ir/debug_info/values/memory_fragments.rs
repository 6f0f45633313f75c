//! Variables in memory of which fragments are assigned elsewhere.
//!
//! A record of a fragment ends the record of the whole variable. The bits outside the fragment are
//! still in memory. So a record of a variable in memory becomes a record for each of the fragments
//! that other records delimit.
//!
//! * Requires: records and segments; no indices of equal records yet.
//! * Cost: linear in the records, times the fragments of a variable, whose number is limited.
//! * Source: LLVM's `MemLocFragmentFill` in `AssignmentTrackingAnalysis.cpp`.

use super::{Segment, TrackedVariable, ValueForm, ValueRecord, ValueTable};
use crate::ir::debug_info::NodeId;
use crate::ir::debug_info::llvm_ops::FRAGMENT;
use gimli::constants::DW_OP_plus_uconst;
use rustc_hash::FxHashMap;

/// The maximum number of fragments of a variable in memory.
const MAX_FRAGMENTS: usize = 32;

/// The bounds of fragments, in order: offsets in bits.
type Bounds = Vec<u64>;

impl ValueTable {
    /// Splits the records of variables in memory at the bounds of their fragments. `bits_of` returns
    /// the size of a variable in bits.
    pub fn split_memory_records(&mut self, bits_of: impl Fn(NodeId) -> Option<u64>) {
        if self.fragments.values().all(|fragments| fragments.len() < 2) {
            return;
        }
        let bounds = self.memory_bounds(bits_of);
        if bounds.is_empty() {
            return;
        }
        let records = std::mem::take(&mut self.records);
        // By former number of a record: the new one.
        let mut numbers = Vec::with_capacity(records.len() + 1);
        for record in records {
            numbers.push(self.records.len() as u32);
            match bounds.get(&record.variable).zip(memory_offset(&record)) {
                Some((bounds, offset)) => self.add_fragments(&record, offset, bounds),
                None => self.records.push(record),
            }
        }
        numbers.push(self.records.len() as u32);
        for Segment { first_record, end_record, .. } in &mut self.segments {
            *first_record = numbers[*first_record as usize];
            *end_record = numbers[*end_record as usize];
        }
    }

    /// Returns the bounds of the fragments of each variable with records that have to be split.
    fn memory_bounds(&self, bits_of: impl Fn(NodeId) -> Option<u64>) -> FxHashMap<u32, Bounds> {
        let mut found: FxHashMap<u32, Bounds> = FxHashMap::default();
        for record in self.records.iter().filter(|record| memory_offset(record).is_some()) {
            let number = record.variable;
            let of = self.variables[number as usize];
            let is_alone = self.fragments.get(&(of.node, of.inlined_at)).is_none_or(|all| all.len() < 2);
            if is_alone || found.contains_key(&number) {
                continue;
            }
            let Some((start, size)) = of.fragment.or_else(|| Some((0, bits_of(of.node)?))) else { continue };
            let inner = start + 1..start + size;
            let others = self.overlapping(number).filter_map(|other| self.variables[other as usize].fragment);
            let mut bounds: Bounds = others
                .flat_map(|(offset, size)| [offset, offset + size])
                .filter(|bound| inner.contains(bound))
                .chain([start, start + size])
                .collect();
            bounds.sort_unstable();
            bounds.dedup();
            let is_split = bounds.len() > 2 && bounds.len() <= MAX_FRAGMENTS + 1;
            if is_split && bounds.iter().all(|bound| bound.is_multiple_of(8)) {
                found.insert(number, bounds);
            }
        }
        found
    }

    /// Adds the fragments of a variable at an offset in bytes from the address of its record.
    fn add_fragments(&mut self, record: &ValueRecord, offset: u64, bounds: &[u64]) {
        let of = self.variables[record.variable as usize];
        let start = bounds[0];
        for fragment in bounds.windows(2).map(|bounds| (bounds[0], bounds[1] - bounds[0])) {
            let variable = self.variable(TrackedVariable { fragment: Some(fragment), ..of });
            let at = offset + (fragment.0 - start) / 8;
            let sum = [u64::from(DW_OP_plus_uconst.0), at];
            let sum = if at == 0 { &[][..] } else { &sum };
            let expression = [sum, &[FRAGMENT, fragment.0, fragment.1]].concat().into();
            self.add(ValueRecord { variable, expression, ..record.clone() });
        }
    }
}

/// Returns the offset in bytes of a variable, or of a fragment, in memory from its record's operand.
fn memory_offset(record: &ValueRecord) -> Option<u64> {
    if record.form != ValueForm::Memory || record.operands.len() != 1 {
        return None;
    }
    match *record.expression {
        [] | [FRAGMENT, ..] => Some(0),
        [op, offset] | [op, offset, FRAGMENT, _, _] if op == u64::from(DW_OP_plus_uconst.0) => Some(offset),
        _ => None,
    }
}
