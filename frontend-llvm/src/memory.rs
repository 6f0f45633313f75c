//! Control of the allocator's eager purging.

use crate::raw::ffi;

/// Runs `work` with eager purging: freed memory, also from before, is returned to the system at
/// once. Otherwise the allocator may retain it for a while to save time.
pub fn sparing<T>(work: impl FnOnce() -> T) -> T {
    let delay = ffi::gisel_purge_delay(0);
    let done = work();
    ffi::gisel_purge_delay(delay);
    done
}
