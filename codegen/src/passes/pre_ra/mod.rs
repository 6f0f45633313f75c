//! Passes over functions in SSA form, before register allocation.

pub mod branch_probabilities;
pub mod branch_splitting;
pub mod compare_sinking;
pub mod critical_edges;
pub mod global_merge;
pub mod interleaved_access;
pub mod loop_reduce;
pub mod machine_cse;
pub mod machine_licm;
pub mod machine_sink;
pub mod peephole_optimizer;
pub mod phi_constants;
pub mod phi_rotations;
pub mod stack_protector;
pub(crate) mod two_address;
pub(crate) mod widened_values;
