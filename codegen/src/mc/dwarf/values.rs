//! The events of variables with values.

use crate::ir::entity::InstId;
use crate::mc::dwarf::events::{DebugEvent, EmittedFunction};
use crate::mc::streamer::Streamer;
use crate::passes::post_ra::live_debug_values::{LiveDebugValues, ValueComments};

/// The events before and after each instruction.
#[derive(Debug, Default)]
pub(crate) struct ValueEvents(LiveDebugValues);

impl ValueEvents {
    /// Adds the variables to the emitted function. Returns their events.
    pub fn of(mut values: LiveDebugValues, emitted: &mut EmittedFunction) -> ValueEvents {
        emitted.values = std::mem::take(&mut values.variables);
        emitted.descriptions = std::mem::take(&mut values.descriptions);
        ValueEvents(values)
    }

    /// Returns the comments.
    pub(crate) fn comments(&self) -> &ValueComments {
        &self.0.comments
    }

    /// Emits, before an instruction, the variables whose locations have changed.
    pub(crate) fn before(&self, inst: InstId, out: &mut dyn Streamer) {
        for &(variable, description) in self.0.before.get(&inst).into_iter().flatten() {
            out.debug_event(DebugEvent::Value(variable, description));
        }
        for &(variable, description) in self.0.comments.before.get(&inst).into_iter().flatten() {
            out.debug_event(DebugEvent::ValueComment(variable, description));
        }
    }

    /// Emits, after a call and before other events, the variables' locations as seen from the
    /// callee.
    pub(crate) fn in_call(&self, call: InstId, out: &mut dyn Streamer) {
        for &(variable, description) in self.0.in_calls.get(&call).into_iter().flatten() {
            out.debug_event(DebugEvent::ValueInCall(variable, description));
        }
    }

    /// Emits, after an instruction, the variables whose locations have changed.
    pub(crate) fn after(&self, inst: InstId, out: &mut dyn Streamer) {
        for &(variable, description) in self.0.comments.after.get(&inst).into_iter().flatten() {
            out.debug_event(DebugEvent::ValueComment(variable, description));
        }
    }
}
