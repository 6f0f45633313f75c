//! Growth of arenas.

pub(super) const NONE: u32 = u32::MAX;

/// Reserves room for `more` elements in an arena. Large arenas grow sixteenfold instead of
/// doubling: unused pages cost no memory, but each growth copies all elements and touches new
/// pages.
#[inline]
pub(super) fn make_room<T>(arena: &mut Vec<T>, more: usize) {
    const LARGE: usize = 1 << 14;
    if arena.capacity() - arena.len() < more && arena.len() >= LARGE {
        arena.reserve(more + 15 * arena.len());
    }
}
