//! The positions of debug lines.

use super::Change;
use crate::frame::target::FrameTarget;
use crate::ir::debug_info::{Assignments, DebugInfo, ValueTable};
use crate::ir::entity::{BlockId, InstId};
use crate::ir::mir::MachineFunction;
use crate::ir::opcodes::is_codeless;
use crate::ir::opcodes::{EH_LABEL, G_PHI, PHI};
use crate::machine::desc::instructions::{InstrFlags, Opcode};
use rustc_hash::FxHashMap;

/// Returns the changes of assignments, by the instructions before which they are printed.
/// `is_known` returns true if a record has any lines.
pub(super) fn changes(
    (mf, target): (&MachineFunction, &dyn FrameTarget),
    info: &DebugInfo,
    table: &ValueTable,
    is_known: impl Fn(u32) -> bool,
) -> FxHashMap<InstId, Vec<Change>> {
    let states = States { table, is_known };
    let segments: FxHashMap<BlockId, Vec<(InstId, u32)>> =
        mf.layout.iter().map(|&block| (block, segments(mf, target, table, block))).collect();
    let ends: FxHashMap<BlockId, Assignments> = segments
        .iter()
        .filter_map(|(&block, list)| Some((block, states.of_segment(list.last()?.1))))
        .collect();
    let blocks: Vec<_> = mf.layout.iter().map(|&block| (block, &mf.block(block).successors[..])).collect();
    let through = |block, state| ends.get(&block).cloned().unwrap_or(state);
    let mut entries = table.joined(info, &blocks, &mf.debug_scopes(), through);
    let mut changes: FxHashMap<InstId, Vec<Change>> = FxHashMap::default();
    for (n, &block) in mf.layout.iter().enumerate() {
        let mut state = entries.remove(&block).unwrap_or_default();
        let mut last = None;
        if n == 0
            && table.is_allocated
            && let Some(first) = mf.first_inst(block)
        {
            let start = states.known(table.at_function_start(info));
            start.iter().for_each(|&(_, record)| states.apply(record, &mut state));
            let start: Vec<Change> = start.into_iter().map(|(_, record)| Change::Record(record)).collect();
            if !start.is_empty() {
                changes.insert(first, start);
            }
        }
        for &(inst, segment) in &segments[&block] {
            let found = states.changes(&mut state, last, segment);
            if !found.is_empty() {
                changes.entry(inst).or_default().extend(found);
            }
            last = Some(segment);
        }
    }
    labels(mf, target, table, &mut changes);
    changes
}

/// Returns true if only instructions of such opcodes precede it in a block.
pub(in crate::mir_text) fn comes_first(opcode: Opcode) -> bool {
    matches!(opcode, PHI | G_PHI | EH_LABEL)
}

/// Returns the instructions of a block before which lines may be printed and whose segment differs
/// from the preceding one. Each comes with its segment.
fn segments(
    mf: &MachineFunction,
    target: &dyn FrameTarget,
    table: &ValueTable,
    block: BlockId,
) -> Vec<(InstId, u32)> {
    let segment_of = |inst| table.site(mf.location(inst)?).map(|site| site.segment);
    // The first instructions of a function belong to no segment.
    let is_entry = mf.layout.first() == Some(&block);
    let mut last = if is_entry { None } else { mf.insts(block).find_map(segment_of) };
    let mut list: Vec<(InstId, u32)> = Vec::new();
    let insts = mf.insts(block).skip_while(|&inst| comes_first(mf.opcode(inst)));
    for inst in insts {
        let segment = segment_of(inst).filter(|_| !is_codeless(mf.opcode(inst))).or(last);
        if let Some(segment) = segment.filter(|_| list.is_empty() || segment != last) {
            list.push((inst, segment));
        }
        last = segment;
        // No line is printed between the terminators of a block.
        if target.desc(mf.opcode(inst)).has(InstrFlags::TERMINATOR) {
            break;
        }
    }
    list
}

/// Adds the labels at their positions.
fn labels(
    mf: &MachineFunction,
    target: &dyn FrameTarget,
    table: &ValueTable,
    changes: &mut FxHashMap<InstId, Vec<Change>>,
) {
    let mut open: FxHashMap<BlockId, Vec<(u32, u32)>> = FxHashMap::default();
    for (record, number) in table.labels.iter().zip(0..) {
        if let Some(segment) = table.segment(record.segment) {
            open.entry(segment.block).or_default().push((record.segment, number));
        }
    }
    if open.is_empty() {
        return;
    }
    for &block in &mf.layout {
        let mut at = mf.insts(block).find(|&inst| !comes_first(mf.opcode(inst)));
        for inst in mf.insts(block).filter(|&inst| !is_codeless(mf.opcode(inst))) {
            let is_terminator = |inst| target.desc(mf.opcode(inst)).has(InstrFlags::TERMINATOR);
            let is_placed = !comes_first(mf.opcode(inst)) && !at.is_some_and(is_terminator);
            at = if is_placed { Some(inst) } else { at };
            let site = mf.location(inst).and_then(|loc| table.site(loc));
            let segment = site.and_then(|site| Some((site.segment, table.segment(site.segment)?)));
            let Some((number, segment)) = segment else { continue };
            let (Some(of), Some(at)) = (open.get_mut(&segment.block), at) else { continue };
            let found = of.extract_if(.., |&mut (segment, _)| segment <= number);
            let found: Vec<Change> = found.map(|(_, label)| Change::Label(label)).collect();
            if !found.is_empty() {
                changes.entry(at).or_default().extend(found);
            }
        }
    }
}

/// The assignments by segment.
struct States<'a, F> {
    table: &'a ValueTable,
    is_known: F,
}

impl<F: Fn(u32) -> bool> States<'_, F> {
    fn known(&self, mut state: Assignments) -> Assignments {
        state.retain(|&(_, record)| (self.is_known)(record));
        state
    }

    /// Returns the assignments in a segment.
    fn of_segment(&self, segment: u32) -> Assignments {
        self.known(self.table.assignments(segment))
    }

    fn apply(&self, record: u32, state: &mut Assignments) {
        self.table.apply(record, state);
        if !(self.is_known)(record) {
            let variable = self.table.records[record as usize].variable;
            state.retain(|&(other, _)| other != variable);
        }
    }

    /// Returns the changes from a state to the state of a segment; `last` is the previous segment
    /// in the block.
    fn changes(&self, state: &mut Assignments, last: Option<u32>, segment: u32) -> Vec<Change> {
        let wanted = self.of_segment(segment);
        if let Some(records) = self.records_between(state, last, segment) {
            let mut after = state.clone();
            records.clone().for_each(|record| self.apply(record, &mut after));
            if after == wanted {
                *state = after;
                return records.map(Change::Record).collect();
            }
        }
        let mut changes = Vec::new();
        for (variable, record) in self.in_order(state) {
            let holds = |state: &Assignments| {
                state.binary_search_by_key(&variable, |&(variable, _)| variable).is_ok()
            };
            if !holds(&wanted) && holds(state) {
                changes.push(Change::End(record));
                self.table.undefine(variable, state);
            }
        }
        for (variable, record) in self.in_order(&wanted) {
            if state.binary_search(&(variable, record)).is_err() {
                changes.push(Change::Record(record));
                self.apply(record, state);
            }
        }
        changes
    }

    /// Returns the assignments in an order that does not depend on the numbers of variables.
    fn in_order(&self, state: &Assignments) -> Assignments {
        let mut list = state.clone();
        list.sort_by_key(|&(variable, _)| {
            let variable = self.table.variables[variable as usize];
            (variable.node, variable.inlined_at.map(|call| call.raw()), variable.fragment)
        });
        list
    }

    /// Returns the records between two segments of a block, or before the first one if the
    /// assignments at the block's start are unchanged.
    fn records_between(
        &self,
        state: &Assignments,
        last: Option<u32>,
        segment: u32,
    ) -> Option<std::ops::Range<u32>> {
        let (records, entry) = self.table.records_up_to(segment)?;
        let Some(last) = last else { return (self.known(entry.clone()) == *state).then_some(records) };
        let (old, new) = (self.table.segment(last)?, self.table.segment(segment)?);
        (old.block == new.block && last < segment).then_some(old.end_record..new.end_record)
    }
}
