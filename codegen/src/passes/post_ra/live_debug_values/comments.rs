//! Comments of assembly on variables with values (`DEBUG_VALUE`), and the code labels that they
//! require. Objects have the same labels: a row without a line may start at one.
//!
//! Comments differ from location lists: registers that a call clobbers are reported after it, and
//! each block begins with all current values.
//!
//! * Requires: the walk over instructions in emission order.
//! * Establishes: llc's comments, before the next instruction. Clobbered values come first, the
//!   last one first, then assignments in the order of variables. At the start of a block, all
//!   values in its scopes, the last emitted one first.
//! * Cost: the number of changes, plus at each block the number of variables with values there.
//! * Source: LLVM's `VarLocBasedImpl.cpp` and `DbgEntityHistoryCalculator.cpp`.

use super::{LocationTracker, PlacedOperand, ValuePlace};
use crate::ir::debug_info::{Assignments, DebugInfo, Node, ScopeKey, TrackedVariable, ValueForm};
use crate::ir::entity::{BlockId, InstId};
use crate::ir::mir::InstFlags;
use crate::ir::opcodes::{self as op, is_codeless};
use crate::machine::desc::instructions::InstrFlags;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

/// A comment: a variable, and its description.
pub type ValueComment = (u32, u32);

/// The comments of a function.
#[derive(Debug, Default)]
pub struct ValueComments {
    /// In text, by instruction: the comments before it.
    pub before: FxHashMap<InstId, Vec<ValueComment>>,
    /// In text, by instruction: the comments after it.
    pub after: FxHashMap<InstId, Vec<ValueComment>>,
    /// Instructions with a label before them, as a value is emitted there.
    pub starts: Vec<InstId>,
    /// Instructions with a label after them, as a value ends there.
    pub ends: Vec<InstId>,
    /// Blocks at whose end a value ends, in emission order.
    pub ended_blocks: Vec<BlockId>,
}

/// A clobbered value: its former description, the variable, and its current description.
type Clobbered = (u32, u32, u32);

/// The change of a variable.
enum Change {
    Clobbered(Clobbered),
    Assigned(ValueComment),
}

/// The last state of a variable.
#[derive(Clone, Copy, Debug)]
struct EmittedValue {
    record: u32,
    /// The description, and the first equivalent one.
    found: u32,
    description: u32,
    /// True if it was emitted, which is not the case out of scope.
    is_open: bool,
}

/// The state of the comments.
#[derive(Debug, Default)]
pub(super) struct State {
    pub comments: ValueComments,
    /// True if the output is text. Objects need the labels only.
    is_text: bool,
    /// By variable: the value in the current block.
    emitted: Vec<Option<EmittedValue>>,
    /// The variables with a value in the current block.
    held: Vec<u32>,
    /// By variable: its distinct descriptions.
    descriptions: FxHashMap<u32, SmallVec<[u32; 2]>>,
    /// By description: the first equivalent one of its variable.
    first: Vec<Option<u32>>,
    /// The block that starts, before its first comment, and the preceding block.
    begins: Option<(BlockId, Option<BlockId>)>,
    /// The preceding instruction in the current block, if it emits code.
    last: Option<InstId>,
    /// True after the function's first instruction.
    has_begun: bool,
    /// The last block whose scopes have been collected, and these.
    scopes_of: Option<BlockId>,
    scopes: FxHashSet<ScopeKey>,
    /// By variable: its scope, once it has been looked up.
    scope_of: Vec<Option<VariableScope>>,
}

/// The scope of a variable.
#[derive(Clone, Copy, Debug)]
enum VariableScope {
    Unknown,
    /// The function itself.
    Function,
    /// A block of the function, or an inlined scope.
    Inner(ScopeKey),
}

/// Returns the scope of a variable.
fn scope_around(info: &DebugInfo, variable: &TrackedVariable) -> VariableScope {
    let Node::LocalVariable(fields) = info.node(variable.node) else { return VariableScope::Unknown };
    let Some(scope) = fields.scope.map(|scope| info.plain_scope(scope)) else {
        return VariableScope::Unknown;
    };
    match info.node(scope) {
        Node::Subprogram(_) if variable.inlined_at.is_none() => VariableScope::Function,
        _ => VariableScope::Inner((scope, variable.inlined_at)),
    }
}

impl State {
    pub(super) fn new(variables: usize, is_text: bool) -> State {
        State { is_text, emitted: vec![None; variables], scope_of: vec![None; variables], ..State::default() }
    }

    /// Starts a block, which comes after the block `before`.
    pub(super) fn start_block(&mut self, block: BlockId, before: Option<BlockId>) {
        for variable in self.held.drain(..) {
            self.emitted[variable as usize] = None;
        }
        self.begins = before.map(|before| (block, Some(before)));
        self.last = None;
    }

    fn set_value(&mut self, variable: u32, now: Option<EmittedValue>) {
        self.emitted[variable as usize] = now;
        if now.is_some() {
            self.held.push(variable);
        }
    }
}

impl LocationTracker<'_> {
    /// Returns the state of a variable with a current record. An entry value is emitted for the
    /// function's parameters only.
    fn value_to_emit(
        &mut self,
        info: &DebugInfo,
        record: u32,
        description: Option<u32>,
        is_open: bool,
    ) -> Option<EmittedValue> {
        let (variable, found) = (self.flow.table.records[record as usize].variable, description?);
        let by_entry = |operand: &PlacedOperand| matches!(operand.place, ValuePlace::Entry(_));
        let is_by_entry = self.live.descriptions[found as usize].operands.iter().any(by_entry);
        if is_by_entry && !info.is_parameter(self.flow.table.variables[variable as usize].node) {
            return None;
        }
        Some(EmittedValue { record, found, description: self.first_description(variable, found), is_open })
    }

    /// Returns the first description of a variable that is equivalent.
    fn first_description(&mut self, variable: u32, description: u32) -> u32 {
        let (state, number) = (&mut self.state, description as usize);
        if state.first.len() <= number {
            state.first.resize(self.live.descriptions.len(), None);
        }
        if let Some(first) = state.first[number] {
            return first;
        }
        let known = state.descriptions.entry(variable).or_default();
        let all = &self.live.descriptions;
        let same = known.iter().copied().find(|&other| all[other as usize] == all[number]);
        let first = same.unwrap_or_else(|| {
            known.push(description);
            description
        });
        state.first[number] = Some(first);
        first
    }

    /// Adds the comments at an instruction, before which the `touched` variables, with their
    /// records, may have changed. At the start of a block, each variable may differ from the values
    /// that the block begins with. Requires that their descriptions have been emitted.
    pub(super) fn comment(&mut self, info: &DebugInfo, inst: InstId, touched: &[(u32, Option<u32>)]) {
        if touched.is_empty() && self.state.begins.is_none() && self.state.has_begun {
            self.state.last = Some(inst);
            return;
        }
        let mut candidates: SmallVec<[(u32, Option<u32>); 8]> = touched.into();
        if let Some((block, before)) = self.state.begins.take() {
            self.comment_start(info, block, before);
            // Touched variables with a record are among the assigned ones.
            candidates.retain(|(_, record)| record.is_none());
            let is_sorted = candidates.is_empty();
            candidates.extend(self.assigned.iter().map(|&(variable, record)| (variable, Some(record))));
            if !is_sorted {
                candidates.sort_unstable();
            }
        }
        let (mut clobbered, mut assigned) = (SmallVec::new(), SmallVec::new());
        for (variable, record) in candidates {
            let found = self.emitted[variable as usize];
            match self.change(info, variable, record, found) {
                Some(Change::Clobbered(change)) => clobbered.push(change),
                Some(Change::Assigned(change)) => assigned.push(change),
                None => {}
            }
        }
        if !self.state.has_begun {
            self.assign_at_start(info, inst, &mut assigned);
        }
        self.comment_clobbered(inst, clobbered);
        self.comment_assigned(inst, assigned);
        self.state.has_begun = true;
        self.state.last = Some(inst);
    }

    /// Returns the change of a variable, from its current record, if any, and its description.
    #[inline]
    fn change(
        &mut self,
        info: &DebugInfo,
        variable: u32,
        record: Option<u32>,
        found: Option<u32>,
    ) -> Option<Change> {
        let before = self.state.emitted[variable as usize].filter(|before| Some(before.record) == record);
        if before.is_some_and(|before| Some(before.found) == found) {
            return None;
        }
        let is_open = before.is_none_or(|before| before.is_open);
        let now = record.and_then(|record| self.value_to_emit(info, record, found, is_open));
        if before.is_some() && now.map(|now| now.description) == before.map(|before| before.description) {
            return None;
        }
        self.end(variable);
        self.state.set_value(variable, now);
        let now = now.filter(|_| is_open)?;
        let Some(before) = before else {
            return Some(Change::Assigned((variable, now.description)));
        };
        // A fragmented value is not reported if a fragment is lost.
        let change = Change::Clobbered((before.description, variable, now.description));
        (!self.is_fragmented(before.description)).then_some(change)
    }

    /// Ends the value of a variable after the last instruction.
    fn end(&mut self, variable: u32) {
        let was_open = self.state.emitted[variable as usize].take().is_some_and(|emitted| emitted.is_open);
        self.state.comments.ends.extend(self.state.last.filter(|_| was_open));
    }

    /// Emits the clobbered values after the clobbering instruction, which precedes `inst`.
    fn comment_clobbered(&mut self, inst: InstId, mut clobbered: SmallVec<[Clobbered; 4]>) {
        if clobbered.is_empty() {
            return;
        }
        let last = self.state.last;
        if last.is_none() {
            self.state.comments.starts.push(inst);
        }
        if !self.state.is_text {
            return;
        }
        clobbered.sort_by_cached_key(|&change| std::cmp::Reverse((self.register(change.0), change)));
        let events = clobbered.into_iter().map(|(_, variable, emitted)| (variable, emitted)).collect();
        let comments = &mut self.state.comments;
        match last {
            Some(last) => comments.after.insert(last, events),
            None => comments.before.insert(inst, events),
        };
    }

    /// Emits assignments before `inst`.
    fn comment_assigned(&mut self, inst: InstId, mut assigned: SmallVec<[ValueComment; 4]>) {
        if assigned.is_empty() {
            return;
        }
        self.state.comments.starts.push(inst);
        if self.state.is_text {
            assigned.sort_unstable_by_key(|&(variable, emitted)| {
                (self.order(variable, emitted), variable, emitted)
            });
            self.state.comments.before.entry(inst).or_default().extend(assigned);
        }
    }

    /// Adds the assignments before `inst`, the first instruction after the frame setup.
    fn assign_at_start(
        &mut self,
        info: &DebugInfo,
        inst: InstId,
        assigned: &mut SmallVec<[ValueComment; 4]>,
    ) {
        let function = self.flow.function;
        let block =
            function.block_of(inst).filter(|_| function.inst(inst).flags.contains(InstFlags::FRAME_SETUP));
        let segment = block.and_then(|block| function.insts(block).find_map(|inst| self.segment_of(inst)));
        let first = segment.map_or_else(Assignments::new, |segment| self.flow.table.assignments(segment));
        for (variable, record) in first {
            if self.record_of(variable).is_none() {
                let description = self.described(record, None, None);
                let now = self.value_to_emit(info, record, description, true);
                self.state.set_value(variable, now);
                assigned.extend(now.map(|now| (variable, now.description)));
            }
        }
    }

    /// Returns the register of a description, as a sort key in LLVM's register order: the letter of
    /// its size, then the number.
    fn register(&self, description: u32) -> (Option<u8>, u16) {
        let name = self.frame.register_name;
        let places = self.live.descriptions[description as usize].operands.iter();
        let registers = places.filter_map(|operand| match operand.place {
            ValuePlace::Register(number) => {
                Some((name(number, operand.bits)?.bytes().find(u8::is_ascii_lowercase), number))
            }
            _ => None,
        });
        registers.min().unwrap_or_default()
    }

    fn is_fragmented(&self, description: u32) -> bool {
        self.live.descriptions[description as usize].form == ValueForm::Fragments
    }

    /// Returns the sort key of an assignment: by variable. At the function's start, values in one
    /// register come first, then values in several, the last one first, then other values.
    fn order(&self, variable: u32, description: u32) -> (u8, u32) {
        let in_register = |operand: &PlacedOperand| matches!(operand.place, ValuePlace::Register(_));
        let operands = &self.live.descriptions[description as usize].operands;
        if self.state.has_begun || !self.is_fragmented(description) && operands.iter().all(in_register) {
            return (0, variable);
        }
        if self.is_fragmented(description) { (1, !variable) } else { (2, variable) }
    }

    /// Emits the values at the start of a block.
    fn comment_start(&mut self, info: &DebugInfo, block: BlockId, before: Option<BlockId>) {
        let mut emitted: Vec<(u32, u32)> = Vec::new();
        for (variable, record) in self.held_at_start(block) {
            let is_open = self.is_in_scope(info, variable, block);
            let description = match self.record_of(variable) == Some(record) {
                true => self.emitted[variable as usize],
                false => self.described(record, None, None),
            };
            let now = self.value_to_emit(info, record, description, is_open);
            self.state.set_value(variable, now);
            emitted.extend(now.filter(|_| is_open).map(|now| (now.description, variable)));
        }
        let Some(first) = self.start_of(block, before).filter(|_| !emitted.is_empty()) else { return };
        self.state.comments.starts.push(first);
        if self.state.is_text {
            emitted.sort_unstable_by(|one, other| other.cmp(one));
            let events = emitted.into_iter().map(|(emitted, variable)| (variable, emitted));
            self.state.comments.before.insert(first, events.collect());
        }
    }

    /// Returns the first instruction of a block, or of the landing pad without code that is its
    /// only predecessor.
    fn start_of(&self, block: BlockId, before: Option<BlockId>) -> Option<InstId> {
        let function = self.flow.function;
        let is_pad_before = |before: &BlockId| {
            function.block(*before).is_eh_pad
                && function.block(block).predecessors[..] == [*before]
                && function.insts(*before).all(|inst| is_codeless(function.opcode(inst)))
        };
        let mut insts = function.insts(before.filter(is_pad_before).unwrap_or(block));
        insts.find(|&inst| function.opcode(inst) != op::CFI_INSTRUCTION)
    }

    /// Returns the records that are valid before the block's own.
    fn held_at_start(&self, block: BlockId) -> Assignments {
        let table = self.flow.table;
        let own = self.flow.function.insts(block).find_map(|inst| self.segment_of(inst));
        let before = own.filter(|&own| table.is_first_of_block(own)).and_then(|own| table.records_up_to(own));
        before.map_or_else(|| self.assigned.clone(), |(_, held)| held.clone())
    }

    /// Collects the scopes of a block's code, unless they are the last collected ones.
    fn collect_scopes(&mut self, info: &DebugInfo, block: BlockId) {
        if self.state.scopes_of.replace(block) == Some(block) {
            return;
        }
        let (function, scopes) = (self.flow.function, &mut self.state.scopes);
        scopes.clear();
        let mut last = None;
        for inst in function.insts(block).filter(|&inst| !is_codeless(function.opcode(inst))) {
            let loc = function.source_location(inst);
            if std::mem::replace(&mut last, loc) == loc {
                continue;
            }
            let scope = loc.and_then(|loc| info.scope_of(loc));
            for scope in scope.into_iter().flat_map(|scope| info.scopes_around(scope)) {
                if !scopes.insert(scope) {
                    break;
                }
            }
        }
    }

    /// Returns true if a variable's scope is one of a block's. The function's own scope is in all
    /// blocks, and a block without scopes is in all scopes.
    fn is_in_scope(&mut self, info: &DebugInfo, variable: u32, block: BlockId) -> bool {
        let tracked = &self.flow.table.variables[variable as usize];
        let scope =
            *self.state.scope_of[variable as usize].get_or_insert_with(|| scope_around(info, tracked));
        match scope {
            VariableScope::Unknown => false,
            VariableScope::Function => true,
            VariableScope::Inner(scope) => {
                self.collect_scopes(info, block);
                let scopes = &self.state.scopes;
                scopes.is_empty() || scopes.contains(&scope)
            }
        }
    }

    /// Ends a block, after whose last instruction `touched` variables may have changed.
    pub(super) fn comment_end(&mut self, info: &DebugInfo, block: BlockId) {
        self.state.begins = None;
        let Some(last) = self.state.last else { return };
        let mut clobbered = SmallVec::new();
        for variable in self.touched.sorted() {
            let Some(before) = self.state.emitted[variable as usize] else { continue };
            let found = self.described(before.record, Some(before.found), None);
            if let Some(Change::Clobbered(change)) = self.change(info, variable, Some(before.record), found) {
                clobbered.push(change);
            }
        }
        if !self.flow.target.desc(self.flow.function.opcode(last)).has(InstrFlags::TERMINATOR) {
            self.comment_clobbered(last, clobbered);
        }
        let is_open =
            |&variable: &u32| self.state.emitted[variable as usize].is_some_and(|emitted| emitted.is_open);
        if self.state.held.iter().any(is_open) {
            self.state.comments.ended_blocks.push(block);
        }
    }
}
