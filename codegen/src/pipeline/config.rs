//! The pass configuration of a target: the standard passes in order, with the target's additions,
//! removals and replacements; and LLVM's names for them.

use super::names::{Meaning, STANDARD_NAMES};
use super::passes::{Pass, STANDARD};
use std::sync::LazyLock;

/// The passes of a target in order, and their names on the command line.
pub struct PassConfig {
    pub(super) passes: Vec<&'static Pass>,
    pub(super) names: Vec<(&'static str, Meaning)>,
}

static DEFAULT: LazyLock<PassConfig> = LazyLock::new(PassConfig::standard);

impl PassConfig {
    /// Returns the configuration of targets that change nothing.
    pub fn unchanged() -> &'static LazyLock<PassConfig> {
        &DEFAULT
    }

    /// Returns the standard passes, for modification.
    pub fn standard() -> PassConfig {
        PassConfig { passes: STANDARD.iter().collect(), names: STANDARD_NAMES.to_vec() }
    }

    /// Returns the passes in order.
    pub fn passes(&self) -> &[&'static Pass] {
        &self.passes
    }

    /// Adds a pass right before another. If its name was an alias, it now names the pass.
    #[must_use]
    pub fn insert_before(mut self, before: &str, pass: &'static Pass) -> PassConfig {
        let at = self.expect(before);
        self.insert(at, pass)
    }

    /// Adds a pass right after another. If its name was an alias, it now names the pass.
    #[must_use]
    pub fn insert_after(mut self, after: &str, pass: &'static Pass) -> PassConfig {
        let at = self.expect(after) + 1;
        self.insert(at, pass)
    }

    /// Replaces a pass by another; the old name is removed with it.
    #[must_use]
    pub fn replace(mut self, replaced: &str, pass: &'static Pass) -> PassConfig {
        let at = self.expect(replaced);
        self.passes[at] = pass;
        self
    }

    /// Removes a pass to which no alias refers.
    #[must_use]
    pub fn remove(mut self, removed: &str) -> PassConfig {
        let at = self.expect(removed);
        self.passes.remove(at);
        self
    }

    /// Adds a name of LLVM's as an alias for passes.
    #[must_use]
    pub fn name(mut self, name: &'static str, meaning: Meaning) -> PassConfig {
        self.names.push((name, meaning));
        self
    }

    fn insert(mut self, at: usize, pass: &'static Pass) -> PassConfig {
        self.passes.insert(at, pass);
        self.names.retain(|(name, _)| *name != pass.name);
        self
    }

    /// Returns the position of a pass that a target's configuration names; it must exist.
    fn expect(&mut self, name: &str) -> usize {
        self.position(name).unwrap_or_else(|| panic!("there is no pass {name}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::mir::Properties;
    use crate::pipeline::{FROM_O1, OptLevel, PipelineOptions};

    static OWN: Pass = Pass {
        name: "own",
        title: "Own",
        requires: Properties::LEGALIZED,
        establishes: Properties::empty(),
        runs: FROM_O1,
        run: |_, _| Ok(()),
    };

    fn names(config: &PassConfig) -> Vec<&'static str> {
        config.passes().iter().map(|pass| pass.name).collect()
    }

    #[test]
    fn a_target_changes_the_passes() {
        let standard = names(PassConfig::unchanged());
        let at = standard.iter().position(|&name| name == "machine-sink").unwrap();
        let changed = |config: PassConfig| names(&config);
        let inserted = [&standard[..at], &["own"], &standard[at..]].concat();
        assert_eq!(changed(PassConfig::standard().insert_before("machine-sink", &OWN)), inserted);
        assert_eq!(changed(PassConfig::standard().insert_after(standard[at - 1], &OWN)), inserted);
        let replaced = [&standard[..at], &["own"], &standard[at + 1..]].concat();
        assert_eq!(changed(PassConfig::standard().replace("machine-sink", &OWN)), replaced);
        let removed = [&standard[..at], &standard[at + 1..]].concat();
        assert_eq!(changed(PassConfig::standard().remove("machine-sink")), removed);
    }

    #[test]
    fn options_know_the_passes_of_the_target() {
        let own =
            PassConfig::standard().insert_after("legalizer", &OWN).name("other", Meaning::For(&["own"]));
        for name in ["own", "other"] {
            let options = PipelineOptions { stop_after: Some(name.into()), ..PipelineOptions::default() };
            assert!(options.check_names(PassConfig::unchanged()).unwrap_err().contains(name));
            assert_eq!(options.check_names(&own), Ok(()));
            assert_eq!(options.passes(&own, OptLevel::O2).last().map(|pass| pass.name), Some("own"));
            assert_eq!(options.passes(&own, OptLevel::O0).last().map(|pass| pass.name), Some("legalizer"));
        }
    }
}
