//! Shared support of the engine: errors and diagnostics, statistics, timing, records and coverage.

pub mod coverage;
pub mod diagnostics;
pub mod error;
pub mod guard;
pub mod leb128;
pub mod statistics;
pub mod timing;
