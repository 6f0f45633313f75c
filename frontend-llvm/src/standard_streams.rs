//! Which of the standard streams the process was started without.
//!
//! Rust's runtime opens `/dev/null` in their stead before `main`, so that what is written is lost without an error. LLVM's side of this
//! crate looks before that.

use crate::raw::ffi;

/// A standard stream, by its descriptor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StandardStream {
    /// Standard input.
    Input = 0,
    /// Standard output.
    Output = 1,
}

/// Whether the process was started without this stream.
#[must_use]
pub fn is_closed(stream: StandardStream) -> bool {
    ffi::gisel_closed_streams() & 1 << stream as u8 != 0
}
