//! What comments of assembly say of variables with values (`DEBUG_VALUE`), and which places in code have labels for it.
//!
//! Comments are not the descriptions that location lists have: what a call overwrites is said after it, and each block begins with all that holds
//! there.
//!
//! * Requires: the walk over instructions in the order in which they are emitted.
//! * Establishes: comments as llc has them, before the next instruction: what has been overwritten, the last one first; then what has been assigned, in
//!   the order of the IR. At the start of a block, all that holds in its scopes, what was said last first.
//! * Cost: that of what changes; at each block, of the variables that hold there.
//! * Source: LLVM's `VarLocBasedImpl.cpp` and `DbgEntityHistoryCalculator.cpp`.

use super::{Locations, Walk};
use crate::ir::debug_info::{Assignments, DebugInfo, Node, ValueForm, ValueLocation};
use crate::ir::entity::{BlockId, InstId};
use crate::ir::mir::InstFlags;
use crate::ir::opcodes as op;
use crate::mc::dwarf::events::{DebugEvent, PlacedOperand, ValuePlace};
use crate::mc::dwarf::rows;
use crate::mc::dwarf::scope_ranges::{ScopeKey, scope_of, scopes_around};
use crate::target::desc::instructions::InstrFlags;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

/// What comments say where.
#[derive(Debug, Default)]
pub struct ValueComments {
    /// By instruction: what is said before it.
    pub before: FxHashMap<InstId, Vec<DebugEvent>>,
    /// By instruction: what is said after it.
    pub after: FxHashMap<InstId, Vec<DebugEvent>>,
    /// Instructions with a label after them, as something ends to hold there.
    pub ends: FxHashSet<InstId>,
    /// Blocks at whose end something ends to hold.
    pub ended_blocks: FxHashSet<BlockId>,
}

/// What was said last of a variable.
#[derive(Clone, Copy, Debug)]
struct Said {
    record: u32,
    description: u32,
    /// Whether it was said: not what is out of scope.
    is_open: bool,
}

/// The state of what is said.
#[derive(Debug, Default)]
pub(super) struct State {
    pub comments: ValueComments,
    /// By variable.
    said: Vec<Option<Said>>,
    /// By variable: its descriptions, each once.
    descriptions: FxHashMap<u32, SmallVec<[u32; 2]>>,
    /// Whether the function's first instruction has come.
    has_begun: bool,
}

impl State {
    pub(super) fn new(variables: usize) -> State {
        State { said: vec![None; variables], ..State::default() }
    }
}

impl Walk<'_> {
    /// The first description of a variable that says the same.
    fn first_description(&mut self, variable: u32, description: u32) -> u32 {
        let known = self.state.descriptions.entry(variable).or_default();
        let all = &self.descriptions;
        let same = known.iter().find(|&&other| all[other as usize] == all[description as usize]);
        let first = same.copied().unwrap_or(description);
        if same.is_none() {
            known.push(description);
        }
        first
    }

    fn is_parameter(&self, info: &DebugInfo, variable: u32) -> bool {
        let variable = self.flow.table.variables[variable as usize].node;
        matches!(info.node(variable), Node::LocalVariable(fields) if fields.arg != 0)
    }

    /// What a record says of its variable at this place, of values where they are known to be. What was passed to the function is said of its
    /// parameters only.
    fn remark(&mut self, info: &DebugInfo, record: u32, is_open: bool, known: Option<Locations>) -> Option<Said> {
        let variable = self.flow.table.records[record as usize].variable;
        let before = self.state.said[variable as usize].map(|said| said.description);
        let said = before.or(self.said[variable as usize]);
        let description = match known {
            Some(known) => self.description(record, &known, None).map(|found| self.number_of(found, said)),
            None => self.described(record, said, None),
        }?;
        let by_entry = |operand: &PlacedOperand| matches!(operand.place, ValuePlace::Entry(_));
        let is_by_entry = self.descriptions[description as usize].operands.iter().any(by_entry);
        if is_by_entry && !self.is_parameter(info, variable) {
            return None;
        }
        Some(Said { record, description: self.first_description(variable, description), is_open })
    }

    /// What is said before an instruction at which variables have been assigned.
    pub(super) fn comment_before(&mut self, info: &DebugInfo, inst: InstId, touched: &[u32]) {
        let mut assigned: SmallVec<[((u8, u32), u32, u32); 4]> = SmallVec::new();
        let first = self.assigned_at_start(inst);
        let first = first.iter().copied().map(|(variable, record)| (variable, Some(record)));
        let now: SmallVec<[(u32, Option<u32>); 8]> =
            first.chain(touched.iter().map(|&variable| (variable, self.record_of(variable)))).collect();
        for (variable, record) in now {
            let before = self.state.said[variable as usize];
            if before.is_some_and(|before| Some(before.record) == record) {
                continue;
            }
            let now = record.and_then(|record| self.remark(info, record, true, None));
            self.state.said[variable as usize] = now;
            if let Some(now) = now {
                assigned.push((self.order(variable, now), variable, now.description));
            }
        }
        assigned.sort_unstable();
        self.state.has_begun = true;
        if !assigned.is_empty() {
            let events = self.state.comments.before.entry(inst).or_default();
            events.extend(assigned.into_iter().map(|(_, variable, said)| DebugEvent::ValueComment(variable, said)));
        }
    }

    /// What is assigned before the first instruction that is not the frame's, of which nothing is said yet before those.
    fn assigned_at_start(&self, inst: InstId) -> Assignments {
        let function = self.flow.function;
        let is_setup = function.inst(inst).flags.contains(InstFlags::FRAME_SETUP);
        let segment = function.block_of(inst).filter(|_| is_setup && !self.state.has_begun).and_then(|block| {
            function.insts(block).find_map(|inst| self.segment_of(inst))
        });
        let mut assigned = segment.map_or_else(Assignments::new, |segment| self.flow.table.assignments(segment));
        assigned.retain(|&(variable, _)| self.record_of(variable).is_none());
        assigned
    }

    /// What is said after an instruction that has overwritten something.
    pub(super) fn comment_after(&mut self, info: &DebugInfo, inst: InstId) {
        let mut changed: SmallVec<[u32; 8]> = SmallVec::new();
        for value in &self.flow.changed {
            changed.extend(self.users.get(value).into_iter().flatten().copied());
        }
        changed.retain(|&mut variable| self.state.said[variable as usize].is_some());
        changed.sort_unstable();
        changed.dedup();
        let mut moved: SmallVec<[((Option<u8>, u16), u32, u32); 4]> = SmallVec::new();
        for variable in changed {
            let Some(before) = self.state.said[variable as usize] else { continue };
            let saved = self.saved_by_copy(inst, before.description);
            let now = self.remark(info, before.record, before.is_open, saved);
            if now.is_some_and(|now| now.description == before.description) {
                continue;
            }
            self.state.said[variable as usize] = now;
            if before.is_open {
                self.state.comments.ends.insert(inst);
                // Of parts nothing is said where one is lost.
                let now = now.filter(|_| !self.is_in_parts(before.description));
                moved.extend(now.map(|_| (self.register(before.description), before.description, variable)));
            }
        }
        let is_last = self.flow.target.desc(self.flow.function.opcode(inst)).has(InstrFlags::TERMINATOR);
        if moved.is_empty() || is_last {
            return;
        }
        moved.sort_unstable_by(|one, other| other.cmp(one));
        let events = moved.into_iter().filter_map(|(.., variable)| {
            let said = self.state.said[variable as usize]?;
            Some(DebugEvent::ValueComment(variable, said.description))
        });
        let events: Vec<DebugEvent> = events.collect();
        self.state.comments.after.insert(inst, events);
    }

    /// The register that a description is of, in the order of LLVM's registers: by the letter of its size, then by number.
    fn register(&self, description: u32) -> (Option<u8>, u16) {
        let name = self.flow.target.mc().dialect().debug_register;
        let places = self.descriptions[description as usize].operands.iter();
        let registers = places.filter_map(|operand| match operand.place {
            ValuePlace::Register(number) => {
                Some((name(number, operand.bits)?.bytes().find(u8::is_ascii_lowercase), number))
            }
            _ => None,
        });
        registers.min().unwrap_or_default()
    }

    fn is_in_parts(&self, description: u32) -> bool {
        self.descriptions[description as usize].form == ValueForm::Fragments
    }

    /// Where values are after a copy to registers that calls preserve, if it copies some of what a description is of.
    fn saved_by_copy(&mut self, inst: InstId, description: u32) -> Option<Locations> {
        let saved = &self.flow.function.frame.callee_saved;
        let is_saved = |reg| saved.iter().any(|saved| saved.reg == reg);
        let mut locations = self.locations[description as usize].clone();
        let mut is_copied = false;
        for location in locations.iter_mut().flatten() {
            if let ValueLocation::Register(from) = *location
                && !is_saved(from)
                && let Some(ValueLocation::Register(to)) = self.flow.transfers.copied(inst, *location)
                && is_saved(to)
            {
                *location = ValueLocation::Register(to);
                is_copied = true;
            }
        }
        is_copied.then_some(locations)
    }

    /// In which order something is said that has been assigned: by record. At the function's start what is in registers comes first, by variable; then
    /// what is in several, the last one first; then what is known otherwise.
    fn order(&self, variable: u32, now: Said) -> (u8, u32) {
        if self.state.has_begun {
            return (0, now.record);
        }
        let in_register = |operand: &PlacedOperand| matches!(operand.place, ValuePlace::Register(_));
        match self.is_in_parts(now.description) {
            true => (1, !variable),
            false if self.descriptions[now.description as usize].operands.iter().all(in_register) => (0, variable),
            false => (2, variable),
        }
    }

    /// Finds what is said at the start of a block, which comes after the block `before`.
    pub(super) fn comment_entry(&mut self, info: &DebugInfo, block: BlockId, before: Option<BlockId>) {
        let held = self.held_at_start(block);
        self.state.said.fill(None);
        if held.is_empty() {
            return;
        }
        let scopes = self.scopes_of(info, block);
        let mut said = Vec::new();
        for (variable, record) in held {
            let is_open = self.is_in_scope(info, variable, &scopes);
            let now = self.remark(info, record, is_open, None);
            self.state.said[variable as usize] = now;
            said.extend(now.filter(|_| is_open).map(|now| (now.description, variable)));
        }
        said.sort_unstable_by(|one, other| other.cmp(one));
        if let Some(first) = self.start_of(block, before).filter(|_| !said.is_empty()) {
            let events = said.into_iter().map(|(said, variable)| DebugEvent::ValueComment(variable, said));
            self.state.comments.before.insert(first, events.collect());
        }
    }

    /// The first instruction of a block, and of the landing pad without code that leads to it only.
    fn start_of(&self, block: BlockId, before: Option<BlockId>) -> Option<InstId> {
        let function = self.flow.function;
        let is_part = |before: &BlockId| {
            function.block(*before).is_eh_pad
                && function.block(block).predecessors[..] == [*before]
                && function.insts(*before).all(|inst| rows::is_meta(function.opcode(inst)))
        };
        let mut insts = function.insts(before.filter(is_part).unwrap_or(block));
        insts.find(|&inst| function.opcode(inst) != op::CFI_INSTRUCTION)
    }

    /// The records that hold before those of the block itself.
    fn held_at_start(&self, block: BlockId) -> Assignments {
        let table = self.flow.table;
        let own = self.flow.function.insts(block).find_map(|inst| self.segment_of(inst));
        let before = own.filter(|&own| table.is_first_of_block(own)).and_then(|own| table.records_up_to(own));
        before.map_or_else(|| self.assigned.clone(), |(_, held)| held.clone())
    }

    /// The scopes that code of a block is in.
    fn scopes_of(&self, info: &DebugInfo, block: BlockId) -> FxHashSet<ScopeKey> {
        let function = self.flow.function;
        let mut scopes = FxHashSet::default();
        for inst in function.insts(block).filter(|&inst| !rows::is_meta(function.opcode(inst))) {
            let scope = function.source_location(inst).and_then(|loc| scope_of(info, loc));
            for scope in scope.into_iter().flat_map(|scope| scopes_around(info, scope)) {
                if !scopes.insert(scope) {
                    break;
                }
            }
        }
        scopes
    }

    /// Whether a variable's scope is one of these. The function's own is that of all blocks, and blocks of no scope are of all.
    fn is_in_scope(&self, info: &DebugInfo, variable: u32, scopes: &FxHashSet<ScopeKey>) -> bool {
        let tracked = self.flow.table.variables[variable as usize];
        let Node::LocalVariable(fields) = info.node(tracked.node) else { return false };
        let Some(scope) = fields.scope.map(|scope| info.plain_scope(scope)) else { return false };
        let is_own = tracked.inlined_at.is_none() && matches!(info.node(scope), Node::Subprogram(_));
        is_own || scopes.is_empty() || scopes.contains(&(scope, tracked.inlined_at))
    }

    /// Ends a block.
    pub(super) fn comment_end(&mut self, block: BlockId) {
        if self.state.said.iter().flatten().any(|said| said.is_open) {
            self.state.comments.ended_blocks.insert(block);
        }
    }
}
