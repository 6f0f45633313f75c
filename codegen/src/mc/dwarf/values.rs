//! The events of variables with values.

use crate::ir::entity::InstId;
use crate::mc::dwarf::events::{DebugEvent, EmittedFunction};
use crate::mc::streamer::Streamer;
use crate::passes::post_ra::live_debug_values::{LiveDebugValues, ValueChange, ValueComments};

/// The events before and after each instruction. Requires queries in emission order.
#[derive(Debug, Default)]
pub(crate) struct ValueEvents {
    live: LiveDebugValues,
    /// The number of emitted changes before instructions, and of those at calls.
    emitted_before: usize,
    emitted_in_calls: usize,
}

/// Returns the changes at an instruction, after the first `emitted` changes, and counts them.
fn changes_at<'a>(list: &'a [ValueChange], inst: InstId, emitted: &mut usize) -> &'a [ValueChange] {
    let rest = &list[*emitted..];
    let count = rest.iter().take_while(|&&(at, ..)| at == inst).count();
    *emitted += count;
    &rest[..count]
}

impl ValueEvents {
    /// Adds the variables to the emitted function. Returns their events.
    pub fn of(mut values: LiveDebugValues, emitted: &mut EmittedFunction) -> ValueEvents {
        emitted.values = std::mem::take(&mut values.variables);
        emitted.descriptions = std::mem::take(&mut values.descriptions);
        ValueEvents { live: values, emitted_before: 0, emitted_in_calls: 0 }
    }

    /// Returns the comments.
    pub(crate) fn comments(&self) -> &ValueComments {
        &self.live.comments
    }

    /// Emits, before an instruction, the variables whose locations have changed.
    pub(crate) fn before(&mut self, inst: InstId, out: &mut dyn Streamer) {
        for &(_, variable, description) in changes_at(&self.live.before, inst, &mut self.emitted_before) {
            out.debug_event(DebugEvent::Value(variable, description));
        }
        for &(variable, description) in self.live.comments.before.get(&inst).into_iter().flatten() {
            out.debug_event(DebugEvent::ValueComment(variable, description));
        }
    }

    /// Emits, after a call and before other events, the variables' locations as seen from the
    /// callee.
    pub(crate) fn in_call(&mut self, call: InstId, out: &mut dyn Streamer) {
        for &(_, variable, description) in changes_at(&self.live.in_calls, call, &mut self.emitted_in_calls) {
            out.debug_event(DebugEvent::ValueInCall(variable, description));
        }
    }

    /// Checks, at the function's end, that all changes have been emitted.
    pub(crate) fn end(&self) {
        debug_assert_eq!(
            self.emitted_before,
            self.live.before.len(),
            "a changed instruction was not emitted"
        );
        debug_assert_eq!(self.emitted_in_calls, self.live.in_calls.len(), "a call was not emitted");
    }

    /// Emits, after an instruction, the variables whose locations have changed.
    pub(crate) fn after(&self, inst: InstId, out: &mut dyn Streamer) {
        for &(variable, description) in self.live.comments.after.get(&inst).into_iter().flatten() {
            out.debug_event(DebugEvent::ValueComment(variable, description));
        }
    }
}
