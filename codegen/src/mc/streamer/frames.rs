//! Emission of unwind information.

use crate::ir::mir::CfiDirective;
use crate::mc::inst::McSymbol;

/// A pointer in unwind information.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FramePointer {
    /// Its encoding: `DW_EH_PE_…`.
    pub encoding: u8,
    /// The target of the pointer.
    pub to: McSymbol,
}

/// The sections that hold unwind information.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FrameSections {
    /// True for `.eh_frame`, for unwinding at run time.
    pub eh_frame: bool,
    /// True for `.debug_frame`, for debuggers.
    pub debug_frame: bool,
}

impl FrameSections {
    /// Returns the sections of an object whose functions have these. Unwind information for
    /// debuggers goes to the same sections as the other functions' information, if there is any.
    pub(crate) fn of_all(all: impl Iterator<Item = FrameSections> + Clone) -> Option<FrameSections> {
        let eh_frame = all.clone().any(|sections| sections.eh_frame);
        let debug_frame = all.clone().any(|sections| sections.debug_frame && sections.eh_frame == eh_frame);
        all.clone().next().map(|_| FrameSections { eh_frame, debug_frame })
    }

    /// Returns the `.cfi_sections` directive, if one is required.
    pub(crate) fn directive(self) -> Option<&'static str> {
        match (self.eh_frame, self.debug_frame) {
            (true, false) => None,
            (true, true) => Some("\t.cfi_sections\t.eh_frame, .debug_frame\n"),
            (false, _) => Some("\t.cfi_sections\t.debug_frame\n"),
        }
    }
}

impl Default for FrameSections {
    fn default() -> FrameSections {
        FrameSections { eh_frame: true, debug_frame: false }
    }
}

/// An event of unwind information, at the current position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CfiEvent {
    /// The function starts.
    Start {
        /// True if no initial rule defines the canonical frame address.
        simple: bool,
    },
    /// The function is the frame of a signal handler, so its return address does not follow a call.
    SignalFrame,
    /// The column of the return address, if it is not the default.
    ReturnColumn(u16),
    /// The B key signs return addresses.
    BKeyFrame,
    /// `.cfi_mte_tagged_frame`: who unwinds removes the tags of the frame's memory.
    TaggedFrame,
    /// The personality routine, or the word that holds its address.
    Personality(FramePointer),
    /// The exception table.
    ExceptionTable(FramePointer),
    /// A directive.
    Directive(CfiDirective),
    /// The function ends.
    End,
}

/// Receives unwind information.
pub(crate) trait FrameStreamer {
    /// Emits an event of unwind information.
    fn cfi(&mut self, event: CfiEvent);

    /// Sets the sections of unwind information, for all functions.
    fn frame_sections(&mut self, _sections: FrameSections) {}

    /// Sets the number of exception labels of a function: call ranges and landing pads.
    fn exceptions(&mut self, _count: u32) {}

    /// Marks the exception table of the function with this number.
    fn exception_table(&mut self, _function: u32) {}
}
