//! The interface between emission and its two outputs: assembly text and ELF.
//!
//! Functions and data are emitted as calls of a [`Streamer`]. Both outputs see the same calls, so
//! the assembled text is equal to the object. A streamer belongs to one function or to the module's
//! data, on any thread. Results are merged in the module's order.

pub(crate) mod code;
pub(crate) mod data;
pub(crate) mod debug;
pub(crate) mod frames;
pub(crate) mod sections;
pub(crate) mod symbols;

use crate::ir::mir::names::quoted;
use crate::mc::streamer::code::CodeStreamer;
use crate::mc::streamer::data::DataStreamer;
use crate::mc::streamer::debug::DebugStreamer;
use crate::mc::streamer::frames::FrameStreamer;
use crate::mc::streamer::sections::SectionStreamer;
use crate::mc::streamer::symbols::SymbolStreamer;
use std::fmt;

/// Receives the emitted code and data. Errors describe the problem; the caller adds the location.
pub(crate) trait Streamer:
    SectionStreamer + CodeStreamer + DataStreamer + FrameStreamer + DebugStreamer + SymbolStreamer
{
    /// Emits assembly as text. Returns false if only instructions are accepted.
    fn text(&mut self, _text: &str) -> bool {
        false
    }

    /// Writes a directive as it is; false where there is no text.
    fn statement(&mut self, _statement: &str) -> bool {
        false
    }

    /// Returns true if comments are written.
    fn is_verbose(&self) -> bool {
        false
    }

    /// Adds a comment to the next statement, on separate lines if there are several.
    fn comment(&mut self, _comment: fmt::Arguments<'_>) {}

    /// Adds the IR name of a function or variable as a comment on the next statement.
    fn name_comment(&mut self, name: &str) {
        if self.is_verbose() {
            self.comment(format_args!("@{}", quoted(name)));
        }
    }

    /// Writes a comment on a line of its own.
    fn comment_line(&mut self, _comment: fmt::Arguments<'_>) {}

    /// Ends the definition of a function or variable.
    fn end_of_definition(&mut self) {}
}
