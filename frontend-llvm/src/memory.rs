//! What becomes of memory that is freed.

use crate::raw::ffi;

/// What has been freed goes back to the system, where the allocator is one that would keep it for a while.
pub fn return_freed() {
    ffi::gisel_return_memory();
}
