//! What becomes of memory that is freed.

use crate::raw::ffi;

/// Runs `work` with as little memory as it needs: what has been freed before, and what it frees itself, goes back to the system at once, where
/// the allocator is one that would keep it for a while to save time.
pub fn sparing<T>(work: impl FnOnce() -> T) -> T {
    let delay = ffi::gisel_purge_delay(0);
    let done = work();
    ffi::gisel_purge_delay(delay);
    done
}
