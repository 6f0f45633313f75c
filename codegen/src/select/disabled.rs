//! Selection rules that are switched off for a session, by number: to find the rule after a miscompile.
//!
//! One table for all workers, as for coverage; asking costs one relaxed load.

use std::sync::atomic::{AtomicU64, Ordering};

const WORDS: usize = 64;

static DISABLED: [AtomicU64; WORDS] = [const { AtomicU64::new(0) }; WORDS];

/// Switches off the rule with this number. Whether there is room for it in the table.
pub fn disable_rule(rule: usize) -> bool {
    let word = DISABLED.get(rule / 64);
    word.is_some_and(|w| {
        w.fetch_or(1 << (rule % 64), Ordering::Relaxed);
        true
    })
}

/// Whether the rule with this number is switched off.
#[inline]
pub fn is_rule_disabled(rule: u32) -> bool {
    DISABLED.get(rule as usize / 64).is_some_and(|w| w.load(Ordering::Relaxed) >> (rule % 64) & 1 != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_rule_is_switched_off() {
        assert!(!is_rule_disabled(4001));
        assert!(disable_rule(4001));
        assert!(is_rule_disabled(4001) && !is_rule_disabled(4000) && !is_rule_disabled(4002));
        assert!(!disable_rule(WORDS * 64) && !is_rule_disabled(WORDS as u32 * 64));
    }
}
