//! `-opt-bisect-limit`: optional passes are numbered as they are run, and those above a limit are not, so that the one that makes a program
//! wrong is found in halves. Source: LLVM's *Using -opt-bisect-limit to debug optimization errors*.

use super::OptLevel;
use super::passes::{Pass, Runs};
use std::sync::atomic::{AtomicI64, Ordering};

/// The numbers given so far, in all functions. Which function gets them is certain with one worker only.
#[derive(Debug)]
pub struct OptBisect {
    limit: i64,
    given: AtomicI64,
}

impl OptBisect {
    /// Runs passes up to this number; all, if it is below zero.
    pub fn new(limit: i64) -> OptBisect {
        OptBisect { limit, given: AtomicI64::new(0) }
    }

    /// Begins at one again, for another compilation.
    pub fn restart(&self) {
        self.given.store(0, Ordering::Relaxed);
    }

    /// Numbers a pass over a function. Returns whether it is run, and the line that says so.
    pub(super) fn decide(&self, pass: &Pass, function: &str) -> (bool, String) {
        let number = self.given.fetch_add(1, Ordering::Relaxed) + 1;
        let runs = self.limit < 0 || number <= self.limit;
        let not = if runs { "" } else { "NOT " };
        (runs, format!("BISECT: {not}running pass ({number}) {} on function ({function})\n", pass.title))
    }
}

/// Returns true if functions can be compiled without a pass: code is only better by it, and no
/// other pass requires it.
pub(super) fn is_optional(pass: &Pass) -> bool {
    matches!(pass.runs, Runs::From(level) if level > OptLevel::O0) && pass.establishes.is_empty()
}
