//! What a target says about atomic accesses: what the IRTranslator expands before the legalizer sees it.

/// How a subtarget does atomic accesses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AtomicInfo {
    /// Bits of the largest aligned access that has instructions; others are calls of `__atomic_…`.
    pub max_bits: u32,
    /// Bits of the largest load and store; up to `max_bits` by compare-exchange.
    pub max_single_bits: u32,
    /// Bits of the largest `G_ATOMICRMW_…`; up to `max_bits` by compare-exchange.
    pub max_rmw_bits: u32,
    /// Whether ordered loads and stores are plain ones between fences.
    pub fences: bool,
    /// Routines for read-modify-writes and compare-exchanges that find out at run time what the processor has, if those are called: what their
    /// names begin with.
    pub outline: Option<&'static str>,
    /// Whether read-modify-writes and compare-exchanges are calls of `__sync_…`.
    pub sync_calls: bool,
    /// The narrowest compare-exchange, in bits, that these routines are called for. A narrower one is done on the aligned 32 bits around.
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
