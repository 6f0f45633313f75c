//! Passes of this target, and its pass configuration.

pub mod access_clusters;
pub mod address_steps;
pub(crate) mod base_updates;
pub mod condition_optimizer;
pub(crate) mod erratum_835769;
pub mod load_store_opt;
pub(crate) mod load_store_pairs;
pub mod mi_peephole_opt;
pub(crate) mod ordered_tests;
pub(crate) mod outlining;
pub(crate) mod pass_config;
pub(crate) mod speculation_hardening;
pub mod symbol_accesses;
pub(crate) mod vector_forms;
