//! `-opt-bisect-limit`: numbers optional passes as they run, and skips those above a limit, to find
//! the pass that breaks a program by bisection. Source: LLVM's *Using -opt-bisect-limit to debug
//! optimization errors*.

use super::opt_level::OptLevel;
use super::passes::{Pass, Runs};
use std::sync::atomic::{AtomicI64, Ordering};

/// The last assigned number, over all functions. The order of functions is deterministic with one
/// worker only.
#[derive(Debug)]
pub struct OptBisect {
    limit: i64,
    given: AtomicI64,
}

impl OptBisect {
    /// Returns a counter that runs passes up to this number; all if it is negative.
    pub fn new(limit: i64) -> OptBisect {
        OptBisect { limit, given: AtomicI64::new(0) }
    }

    /// Restarts at one, for another compilation.
    pub fn restart(&self) {
        self.given.store(0, Ordering::Relaxed);
    }

    /// Numbers a pass over a function. Returns true if it runs, and the line that reports it.
    pub(super) fn decide(&self, pass: &Pass, function: &str) -> (bool, String) {
        let number = self.given.fetch_add(1, Ordering::Relaxed) + 1;
        let runs = self.limit < 0 || number <= self.limit;
        let not = if runs { "" } else { "NOT " };
        (runs, format!("BISECT: {not}running pass ({number}) {} on function ({function})\n", pass.title))
    }
}

/// Returns true if a pass is optional: it only improves code, and no other pass requires it.
pub(super) fn is_optional(pass: &Pass) -> bool {
    matches!(pass.runs, Runs::From(level) if level > OptLevel::O0) && pass.establishes.is_empty()
}
