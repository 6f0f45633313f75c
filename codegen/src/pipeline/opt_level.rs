//! Optimization levels.

/// The optimization level.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum OptLevel {
    /// Compile as fast as possible.
    O0,
    /// Combine, choose banks, eliminate common subexpressions.
    O1,
    /// Also optimize loops, and schedule.
    #[default]
    O2,
    /// Same as `O2`.
    O3,
}
