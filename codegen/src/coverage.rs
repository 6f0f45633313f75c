//! Which rules ran: a bit a rule, for each kind of rule, counted only when asked for.
//!
//! Bits are set by all workers into one table of atomic words, so that a report needs no collecting;
//! when recording is off, a rule costs one relaxed load.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// What kind of rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// IRTranslator entries.
    Translate,
    /// Legalizer rules.
    Legalizer,
    /// Selection rules.
    Select,
    /// Combiner rules.
    Combine,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 4] = [Kind::Translate, Kind::Legalizer, Kind::Select, Kind::Combine];

    /// The name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Translate => "translate",
            Kind::Legalizer => "legalizer",
            Kind::Select => "select",
            Kind::Combine => "combine",
        }
    }
}

const WORDS: usize = 512;

/// The record of a session.
pub struct Coverage {
    enabled: AtomicBool,
    words: [[AtomicU64; WORDS]; Kind::ALL.len()],
}

static RECORD: Coverage = Coverage {
    enabled: AtomicBool::new(false),
    words: [const { [const { AtomicU64::new(0) }; WORDS] }; Kind::ALL.len()],
};

impl Coverage {
    /// Starts recording.
    pub fn enable() {
        RECORD.enabled.store(true, Ordering::Relaxed);
    }

    /// Whether rules are recorded.
    #[inline]
    pub fn is_enabled() -> bool {
        RECORD.enabled.load(Ordering::Relaxed)
    }

    /// Rule `id` of `kind` ran.
    #[inline]
    pub fn hit(kind: Kind, id: u32) {
        if Self::is_enabled() {
            Self::record(kind, id);
        }
    }

    #[cold]
    fn record(kind: Kind, id: u32) {
        if let Some(word) = RECORD.words[kind as usize].get(id as usize / 64) {
            word.fetch_or(1 << (id % 64), Ordering::Relaxed);
        }
    }

    /// Whether rule `id` of `kind` ran while recording.
    pub fn was_hit(kind: Kind, id: u32) -> bool {
        let word = RECORD.words[kind as usize].get(id as usize / 64);
        word.is_some_and(|w| w.load(Ordering::Relaxed) >> (id % 64) & 1 != 0)
    }

    /// The rules of `kind` that ran while recording, ascending.
    pub fn hits(kind: Kind) -> Vec<u32> {
        (0..WORDS as u32 * 64).filter(|&id| Self::was_hit(kind, id)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_only_when_enabled() {
        Coverage::hit(Kind::Translate, 70);
        assert!(!Coverage::was_hit(Kind::Translate, 70));
        Coverage::enable();
        Coverage::hit(Kind::Translate, 71);
        assert_eq!(Coverage::hits(Kind::Translate), [71]);
        Coverage::hit(Kind::Translate, u32::MAX);
    }
}
