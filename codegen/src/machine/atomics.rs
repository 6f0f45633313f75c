//! The target's atomic accesses, which the IRTranslator uses to expand the others before the
//! legalizer.

/// The atomic accesses of a subtarget.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AtomicInfo {
    /// The size in bits of the largest aligned access with instructions; larger ones are calls of
    /// `__atomic_…`.
    pub max_bits: u32,
    /// The size in bits of the largest load and store; larger ones, up to `max_bits`, use
    /// compare-exchange.
    pub max_single_bits: u32,
    /// The size in bits of the largest `G_ATOMICRMW_…`; larger ones, up to `max_bits`, use
    /// compare-exchange.
    pub max_rmw_bits: u32,
    /// True if ordered loads and stores are plain ones between fences.
    pub fences: bool,
    /// The name prefix of outlined routines for read-modify-writes and compare-exchanges, if these
    /// are called. The routines detect the processor's features at run time.
    pub outline: Option<&'static str>,
    /// True if read-modify-writes and compare-exchanges are calls of `__sync_…`.
    pub sync_calls: bool,
    /// The minimum size in bits of a compare-exchange by these routines. A narrower one accesses
    /// the aligned 32 bits around it.
    pub min_sync_bits: u32,
}

impl AtomicInfo {
    /// Everything is a call.
    pub const NONE: AtomicInfo = AtomicInfo {
        max_bits: 0,
        max_single_bits: 0,
        max_rmw_bits: 0,
        fences: false,
        outline: None,
        sync_calls: false,
        min_sync_bits: 8,
    };
}
