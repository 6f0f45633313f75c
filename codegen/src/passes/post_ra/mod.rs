//! Passes over functions with physical registers, after register allocation.

pub(crate) mod assembly_size;
mod block_chains;
pub mod block_placement;
pub mod branch_folding;
pub mod branch_relaxation;
pub(crate) mod branch_targets;
mod common_tails;
pub mod duplicate_returns;
pub(crate) mod expand_post_ra;
pub(crate) mod gc_analysis;
pub mod hoist_common_code;
pub(crate) mod landing_pad_merging;
pub(crate) mod latch_copies;
pub mod live_debug_values;
pub mod machine_copy_propagation;
pub mod machine_outliner;
pub(crate) mod patchable_function;
pub mod post_ra_machine_sink;
pub mod post_ra_sched;
pub mod shrink_wrap;
pub mod tail_duplicator;
pub mod tail_merging;
pub(crate) mod xray;
