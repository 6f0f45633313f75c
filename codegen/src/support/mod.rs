//! What all of the engine stands on and what it says of its work: errors and diagnostics, what is counted, timed, recorded and covered.

pub mod coverage;
pub mod diagnostics;
pub mod error;
pub mod guard;
pub mod record;
pub mod statistics;
pub mod timing;
