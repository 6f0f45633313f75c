//! The code labels in assembly: where scopes begin and end, calls return, source labels are, and
//! variables' values begin or end.
//!
//! * Requires: instructions in emission order.
//! * Establishes: in text, a [`DebugEvent::LabelBefore`] or [`DebugEvent::LabelAfter`] for each; one
//!   for several without code between. The function's start already has a label.
//! * Cost: constant for each instruction.
//! * Source: LLVM's `DebugHandlerBase::beginInstruction` and `endInstruction`.

use crate::ir::entity::{DebugLoc, InstId};
use crate::ir::inst_set::InstSet;
use crate::ir::mir::MachineFunction;
use crate::ir::opcodes::is_codeless;
use crate::machine::desc::instructions::InstrFlags;
use crate::mc::dwarf::events::DebugEvent;
use crate::mc::dwarf::scope_ranges::ScopeRanges;
use crate::mc::streamer::Streamer;
use crate::mc::target::EmitTarget;
use crate::passes::post_ra::live_debug_values::ValueComments;
use std::iter::Peekable;

/// The walk over a function's instructions.
#[derive(Debug)]
pub(crate) struct CodeLabels {
    before: InstSet,
    after: InstSet,
    /// The instructions where code of a location's scope begins, from the next one on.
    begins: Peekable<std::vec::IntoIter<(InstId, DebugLoc)>>,
    /// Instructions that are the last of a scope.
    closes: InstSet,
    /// True if the output is text, which has the labels.
    is_text: bool,
    /// True if the current position has a label.
    is_labelled: bool,
}

impl CodeLabels {
    /// Returns the labels of a function, whose start has a label; `labels` are the instructions
    /// after source labels, `calls` the described calls.
    pub(crate) fn of(
        function: &MachineFunction,
        target: &dyn EmitTarget,
        ranges: ScopeRanges,
        labels: impl Iterator<Item = InstId>,
        calls: &[InstId],
        is_text: bool,
    ) -> CodeLabels {
        let ScopeRanges { begins, opens, closes } = ranges;
        let mut before: InstSet = opens.into_iter().chain(labels).collect();
        let mut after = closes.clone();
        for &call in calls {
            let is_tail = target.desc(function.opcode(call)).has(InstrFlags::RETURN);
            before.extend(is_tail.then_some(call));
            after.insert(call);
        }
        CodeLabels {
            before,
            after,
            begins: begins.into_iter().peekable(),
            closes,
            is_text,
            is_labelled: true,
        }
    }

    /// Adds labels for comments on variables: where values are emitted, and where they end.
    /// Instructions that `is_left_out` returns true for are not emitted.
    pub(crate) fn add_comments(
        &mut self,
        function: &MachineFunction,
        comments: &ValueComments,
        is_left_out: impl Fn(InstId) -> bool,
    ) {
        self.before.extend(comments.starts.iter().copied());
        self.after.extend(comments.ends.iter().copied());
        let last = function.layout.last();
        for &block in comments.ended_blocks.iter().filter(|&block| Some(block) != last) {
            let mut insts =
                std::iter::successors(function.last_inst(block), |&inst| function.prev_inst(inst));
            self.after.extend(insts.find(|&inst| !is_left_out(inst)));
        }
    }

    /// Returns true if the current position has a label.
    pub(crate) fn is_labelled(&self) -> bool {
        self.is_labelled
    }

    /// Emits the labels before an instruction.
    pub(crate) fn before(&mut self, inst: InstId, out: &mut dyn Streamer) {
        if self.before.contains(inst) {
            self.label(DebugEvent::LabelBefore, out);
        }
        if let Some((_, loc)) = self.begins.next_if(|&(begin, _)| begin == inst) {
            out.debug_event(DebugEvent::Scope(Some(loc)));
        }
    }

    /// Emits the labels after an instruction, which has been emitted.
    pub(crate) fn after(&mut self, inst: InstId, function: &MachineFunction, out: &mut dyn Streamer) {
        self.is_labelled &= is_codeless(function.opcode(inst));
        if self.after.contains(inst) {
            self.label(DebugEvent::LabelAfter, out);
        }
        if self.closes.contains(inst) {
            out.debug_event(DebugEvent::Scope(None));
        }
    }

    fn label(&mut self, label: DebugEvent, out: &mut dyn Streamer) {
        if self.is_text && !self.is_labelled {
            out.debug_event(label);
        }
        self.is_labelled = true;
    }
}
