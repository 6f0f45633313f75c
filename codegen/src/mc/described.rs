//! The debug handler: emits debug events around a function's instructions, in emission order.
//!
//! Requires: the frame is laid out. Cost: the cost of the events (rows, values and others of
//! [`dwarf`]).

use super::blocks::elided;
use super::context::EmitContext;
use super::dwarf::{
    self,
    calls::{Calls, DescribedCalls},
    code_labels::CodeLabels,
    labels::{LabelFinder, LabelPlaces},
    rows::Rows,
    scope_ranges::ScopeFinder,
    statements::StatementFinder,
    values::ValueEvents,
};
use crate::ir::entity::{BlockId, InstId};
use crate::ir::mir::MachineFunction;
use crate::mc::streamer::Streamer;
use crate::passes::post_ra::live_debug_values::{self, DebugFrame, DebugHandler, LocationTracker};
use rustc_hash::FxHashSet;

/// The debug handler of a function.
pub(super) struct Described<'a> {
    rows: Rows<'a>,
    values: Option<ValueEvents>,
    calls: Option<DescribedCalls>,
    labels: Option<LabelPlaces>,
    code_labels: CodeLabels,
    /// Jumps that are not emitted.
    left_out: FxHashSet<InstId>,
}

impl<'a> Described<'a> {
    /// Starts the function; the output is at its first instruction. `None` without debug
    /// information.
    pub(crate) fn start(ctx: &mut EmitContext<'a>, unwinds: bool) -> Option<Described<'a>> {
        let (function, target) = (ctx.function, ctx.target);
        let (info, debug) = dwarf::rows::of(ctx.module.debug_info.as_deref(), function)?;
        let mut described = dwarf::rows::describe(function, debug, target, unwinds);
        let register_name = target.mc().dialect().debug_register;
        let frame = DebugFrame { base: described.frame_base, register_name, is_text: ctx.is_text };
        let left_out = elided(function, ctx.descs);
        let mut values = LocationTracker::of(function, info, target, frame);
        let mut calls = Calls::of(info, debug.subprogram);
        let mut labels = LabelFinder::of(function);
        let (mut scopes, mut statements) = (ScopeFinder::of(info), StatementFinder::of(info, function));
        let handlers: &mut [&mut dyn DebugHandler] =
            &mut [&mut scopes, &mut statements, &mut values, &mut calls, &mut labels];
        live_debug_values::walk(function, info, target, &left_out, handlers);
        let (values, transfers) = values.map(LocationTracker::finish).unzip();
        let values = values.map(|values| ValueEvents::of(values, &mut described));
        let labels = labels.map(|labels| labels.finish(&mut described));
        let returns = calls.as_ref().map_or(&[][..], Calls::list);
        let labelled = labels.iter().flat_map(LabelPlaces::insts);
        let mut code_labels =
            CodeLabels::of(function, target, scopes.finish(), labelled, returns, ctx.is_text);
        if let Some(values) = &values {
            code_labels.add_comments(function, values.comments(), |inst| left_out.contains(&inst));
        }
        let calls = calls.map(|calls| calls.describe(function, target, transfers, &mut described));
        ctx.out.debug_function(described);
        let statements = statements.finish();
        let rows = Rows::start(info, function, debug.subprogram, target, statements, ctx.out);
        Some(Described { rows, values, calls, labels, code_labels, left_out })
    }

    /// Emits the events before an instruction. Returns true if the instruction is emitted.
    pub(crate) fn before(&mut self, inst: InstId, block: BlockId, out: &mut dyn Streamer) -> bool {
        self.code_labels.before(inst, out);
        self.values.iter_mut().for_each(|values| values.before(inst, out));
        self.labels.iter().for_each(|labels| labels.before(inst, out));
        self.calls.iter().for_each(|calls| calls.before(inst, out));
        if self.left_out.contains(&inst) {
            self.rows.before_left_out(inst, block, out);
            return false;
        }
        self.rows.before(inst, block, self.code_labels.is_labelled(), out);
        true
    }

    /// Emits the events after an instruction, which has been emitted.
    pub(crate) fn after(&mut self, inst: InstId, function: &MachineFunction, out: &mut dyn Streamer) {
        self.values.iter_mut().for_each(|values| values.in_call(inst, out));
        self.code_labels.after(inst, function, out);
        self.values.iter().for_each(|values| values.after(inst, out));
        self.calls.iter().for_each(|calls| calls.after(inst, out));
    }

    /// Ends the function; the output is at its end.
    pub(crate) fn end(self, out: &mut dyn Streamer) {
        self.values.iter().for_each(ValueEvents::end);
        self.rows.end(out);
    }
}
