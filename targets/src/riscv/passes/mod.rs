//! Passes of this target, and its pass configuration.

pub mod address_steps;
pub mod merge_base_offset;
pub mod opt_w_instrs;
pub(crate) mod outlining;
pub(crate) mod pass_config;
pub mod select_branches;
pub(crate) mod upper_halves;
pub(crate) mod widened_selects;
pub(crate) mod zero_extended_words;
