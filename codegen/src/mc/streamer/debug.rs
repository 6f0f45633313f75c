//! Emission of debug information.

use crate::mc::dwarf::events::{DebugEvent, EmittedFunction, FileRow};

/// Receives debug information.
pub(crate) trait DebugStreamer {
    /// Starts the debug information of a function.
    fn debug_function(&mut self, _function: EmittedFunction) {}

    /// Emits a debug event here.
    fn debug_event(&mut self, _event: DebugEvent) {}

    /// Sets the source location of the code that follows.
    fn line(&mut self, _row: FileRow) {}
}
