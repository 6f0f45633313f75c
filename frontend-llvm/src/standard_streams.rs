//! Detection of standard streams that were closed when the process was started.
//!
//! Rust's runtime opens `/dev/null` for them before `main`, so that output would be lost without an
//! error. The C++ part of this crate checks before that.

use crate::raw::ffi;

/// A standard stream, by its descriptor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StandardStream {
    /// Standard input.
    Input = 0,
    /// Standard output.
    Output = 1,
}

/// Returns true if the stream was closed when the process was started.
#[must_use]
pub fn is_closed(stream: StandardStream) -> bool {
    ffi::gisel_closed_streams() & 1 << stream as u8 != 0
}
