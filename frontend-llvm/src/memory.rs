//! What becomes of memory that is freed.

use crate::raw::ffi;

/// From now on, freed memory goes back to the system at once, where the allocator is one that would keep it for a second: what reading and
/// compiling took, the writing of the object does not add to.
pub fn return_at_once() {
    ffi::gisel_return_memory_at_once();
}
