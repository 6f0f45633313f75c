//! Coverage of rules: one bit a rule, for each kind of rule.
//!
//! A compilation that is recorded has a [`Coverage`] among its options. All workers set bits of one
//! table of atomic words, so a report requires no merging.

use std::sync::atomic::{AtomicU64, Ordering};

/// The kind of a rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RuleKind {
    /// IRTranslator entries.
    Translate,
    /// Legalizer rules.
    Legalizer,
    /// Selection rules.
    Select,
    /// Combiner rules.
    Combine,
}

impl RuleKind {
    /// All kinds.
    pub(crate) const ALL: [RuleKind; 4] =
        [RuleKind::Translate, RuleKind::Legalizer, RuleKind::Select, RuleKind::Combine];

    /// Returns the name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            RuleKind::Translate => "translate",
            RuleKind::Legalizer => "legalizer",
            RuleKind::Select => "select",
            RuleKind::Combine => "combine",
        }
    }
}

/// An upper bound for the number of rules of any kind.
const MAX_RULES: u32 = 1 << 15;

/// The coverage of a compilation.
#[derive(Debug)]
pub struct Coverage {
    words: [Vec<AtomicU64>; RuleKind::ALL.len()],
}

impl Default for Coverage {
    fn default() -> Coverage {
        Coverage { words: RuleKind::ALL.map(|_| (0..MAX_RULES / 64).map(|_| AtomicU64::new(0)).collect()) }
    }
}

impl Coverage {
    /// Records that rule `number` of `kind` ran.
    #[cold]
    pub fn hit(&self, kind: RuleKind, number: u32) {
        self.words[kind as usize][number as usize / 64].fetch_or(1 << (number % 64), Ordering::Relaxed);
    }

    /// Returns true if rule `number` of `kind` ran.
    pub fn was_hit(&self, kind: RuleKind, number: u32) -> bool {
        self.words[kind as usize][number as usize / 64].load(Ordering::Relaxed) >> (number % 64) & 1 != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_recorded_by_kind() {
        let coverage = Coverage::default();
        coverage.hit(RuleKind::Translate, 70);
        coverage.hit(RuleKind::Combine, MAX_RULES - 1);
        let hits = |kind| (0..MAX_RULES).filter(|&n| coverage.was_hit(kind, n)).collect::<Vec<_>>();
        assert_eq!(RuleKind::ALL.map(hits), [vec![70], vec![], vec![], vec![MAX_RULES - 1]]);
    }
}
