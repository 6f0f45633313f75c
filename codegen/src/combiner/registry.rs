//! Which rules are switched off, and how many steps are left: to find the step behind a miscompile.
//!
//! One table for all workers; asking costs two relaxed loads.

use super::ALL;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};

const WORDS: usize = 8;

static DISABLED: [AtomicU64; WORDS] = [const { AtomicU64::new(0) }; WORDS];
static LIMITED: AtomicBool = AtomicBool::new(false);
static LEFT: AtomicI64 = AtomicI64::new(0);

/// Switches off the rule with this name. Whether there is one.
pub fn disable_rule(name: &str) -> bool {
    let number = ALL.iter().position(|rule| rule.name == name);
    number.and_then(|n| DISABLED.get(n / 64).map(|w| w.fetch_or(1 << (n % 64), Ordering::Relaxed))).is_some()
}

/// Allows that many steps to all functions together. Which function gets them is certain with one worker only.
pub fn limit_steps(steps: u32) {
    LEFT.store(i64::from(steps), Ordering::Relaxed);
    LIMITED.store(true, Ordering::Relaxed);
}

/// Whether the rule may be tried.
pub(super) fn may_apply(number: u16) -> bool {
    let disabled = DISABLED.get(usize::from(number) / 64).map_or(0, |w| w.load(Ordering::Relaxed));
    disabled >> (number % 64) & 1 == 0
        && !(LIMITED.load(Ordering::Relaxed) && LEFT.load(Ordering::Relaxed) <= 0)
}

/// Counts a step.
pub(super) fn count_step() {
    if LIMITED.load(Ordering::Relaxed) {
        LEFT.fetch_sub(1, Ordering::Relaxed);
    }
}
