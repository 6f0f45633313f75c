//! Analyses of a function's control flow and values, computed when asked for.

pub mod liveness;
