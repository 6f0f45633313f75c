//! Which rules are switched off, and how many steps are left: to find the step after a miscompile.
//!
//! One table for all workers; asking costs two relaxed loads.

use super::ALL;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};

const WORDS: usize = 8;

static DISABLED: [AtomicU64; WORDS] = [const { AtomicU64::new(0) }; WORDS];
static LIMITED: AtomicBool = AtomicBool::new(false);
static LEFT: AtomicI64 = AtomicI64::new(0);

/// The word that has the bit of a rule.
fn word(number: usize) -> &'static AtomicU64 {
    let word = DISABLED.get(number / 64);
    word.unwrap_or_else(|| {
        panic!("combiner rule {number} is beyond the {} that can be switched off", WORDS * 64)
    })
}

/// Switches off the rule with this name. Whether there is one.
pub fn disable_rule(name: &str) -> bool {
    let number = ALL.iter().position(|rule| rule.name == name);
    let Some(number) = number else { return false };
    word(number).fetch_or(1 << (number % 64), Ordering::Relaxed);
    true
}

/// Allows that many steps to all functions together. Which function gets them is certain with one worker only.
pub fn limit_steps(steps: u32) {
    LEFT.store(i64::from(steps), Ordering::Relaxed);
    LIMITED.store(true, Ordering::Relaxed);
}

/// Whether the rule may be tried.
pub(super) fn may_apply(number: u16) -> bool {
    let disabled = word(usize::from(number)).load(Ordering::Relaxed);
    disabled >> (number % 64) & 1 == 0
        && !(LIMITED.load(Ordering::Relaxed) && LEFT.load(Ordering::Relaxed) <= 0)
}

/// Counts a step.
pub(super) fn count_step() {
    if LIMITED.load(Ordering::Relaxed) {
        LEFT.fetch_sub(1, Ordering::Relaxed);
    }
}
