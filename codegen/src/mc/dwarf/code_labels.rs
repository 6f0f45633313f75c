//! Which places in code have labels in assembly: where scopes begin and end, where calls return, where labels of the source stand, and where something
//! begins or ends to hold of variables.
//!
//! * Requires: instructions as they are emitted.
//! * Establishes: a [`DebugEvent::LabelBefore`] or [`DebugEvent::LabelAfter`] for each, one for what has no code between. The function's start has a label by itself.
//! * Cost: constant for each instruction.
//! * Source: LLVM's `DebugHandlerBase::beginInstruction` and `endInstruction`.

use super::events::DebugEvent;
use super::rows::is_meta;
use super::scope_ranges::ScopeRanges;
use super::values::ValueComments;
use crate::ir::debug_info::{DebugInfo, NodeId, flags};
use crate::ir::entity::InstId;
use crate::ir::mir::MachineFunction;
use crate::mc::streamer::Streamer;
use crate::target::Target;
use crate::target::desc::instructions::InstrFlags;
use rustc_hash::FxHashSet;

/// The walk over a function's instructions.
#[derive(Debug)]
pub struct CodeLabels {
    before: FxHashSet<InstId>,
    after: FxHashSet<InstId>,
    ranges: ScopeRanges,
    /// Whether there is a label at the place at hand.
    is_labelled: bool,
}

impl CodeLabels {
    /// Those of a function, at whose start there is a label; `labels` are the instructions that labels of the source stand before.
    pub fn of(
        function: &MachineFunction,
        info: &DebugInfo,
        subprogram: NodeId,
        target: &dyn Target,
        ranges: ScopeRanges,
        labels: impl Iterator<Item = InstId>,
    ) -> CodeLabels {
        let mut before: FxHashSet<InstId> = ranges.opens.iter().copied().chain(labels).collect();
        let mut after = ranges.closes.clone();
        let fields = info.subprogram(subprogram);
        if fields.is_some_and(|fields| fields.flags & flags::ALL_CALLS_DESCRIBED != 0) {
            for inst in function.layout.iter().flat_map(|&block| function.insts(block)) {
                let desc = target.desc(function.opcode(inst));
                if desc.has(InstrFlags::CALL) {
                    before.extend(desc.has(InstrFlags::RETURN).then_some(inst));
                    after.insert(inst);
                }
            }
        }
        CodeLabels { before, after, ranges, is_labelled: true }
    }

    /// Adds those of comments of variables: where something is said, and where something ends to hold. What `is_left_out` says is not emitted.
    pub fn add_comments(
        &mut self,
        function: &MachineFunction,
        comments: &ValueComments,
        is_left_out: impl Fn(InstId) -> bool,
    ) {
        self.before.extend(comments.before.keys());
        self.after.extend(&comments.ends);
        let blocks = function.layout.split_last().map_or(&[][..], |(_, blocks)| blocks);
        for &block in blocks.iter().filter(|block| comments.ended_blocks.contains(block)) {
            let mut insts =
                std::iter::successors(function.last_inst(block), |&inst| function.prev_inst(inst));
            self.after.extend(insts.find(|&inst| !is_left_out(inst)));
        }
    }

    /// Whether there is a label at the place at hand.
    pub fn is_labelled(&self) -> bool {
        self.is_labelled
    }

    /// Says before an instruction what begins there.
    pub fn before(&mut self, inst: InstId, out: &mut dyn Streamer) {
        if self.before.contains(&inst) {
            self.label(DebugEvent::LabelBefore, out);
        }
        if let Some(&loc) = self.ranges.begins.get(&inst) {
            out.debug_event(DebugEvent::Scope(Some(loc)));
        }
    }

    /// Says after an instruction, which is emitted, what ends there.
    pub fn after(&mut self, inst: InstId, function: &MachineFunction, out: &mut dyn Streamer) {
        self.is_labelled &= is_meta(function.opcode(inst));
        if self.after.contains(&inst) {
            self.label(DebugEvent::LabelAfter, out);
        }
        if self.ranges.closes.contains(&inst) {
            out.debug_event(DebugEvent::Scope(None));
        }
    }

    fn label(&mut self, label: DebugEvent, out: &mut dyn Streamer) {
        if !self.is_labelled {
            out.debug_event(label);
            self.is_labelled = true;
        }
    }
}
