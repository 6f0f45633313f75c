//! Analyses of a function's control flow and values, computed on demand.

pub mod address_accesses;
pub mod block_frequency;
pub mod control_flow;
pub(crate) mod dominators;
pub mod induction_variables;
pub(crate) mod liveness;
pub(crate) mod loops;
