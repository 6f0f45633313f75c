//! Names of passes on the command line, and their positions in the pipeline. LLVM's names are
//! accepted even if the pass differs here or does not exist.

use super::config::PassConfig;
use super::passes::Pass;
use std::ops::Range;

/// The name of the stage before all passes.
pub const TRANSLATOR: &str = "irtranslator";

/// The title of that stage.
pub const TRANSLATOR_TITLE: &str = "IRTranslator";

/// The name in `-run-pass` for no pass: the function is read, verified and written.
pub const NO_PASS: &str = "none";

/// The meaning of one of LLVM's names.
#[derive(Clone, Copy)]
pub enum Meaning {
    /// An alias for these passes, of which a level has one.
    For(&'static [&'static str]),
    /// No pass; a position after these.
    After(&'static [&'static str]),
}
use Meaning::{After, For};

/// The allocators; a function has one of them, by its level.
const ALLOCATORS: &[&str] = &["linearscan", "greedy"];

/// Names that are not the name of exactly one pass, for all targets.
pub(super) const STANDARD_NAMES: &[(&str, Meaning)] = &[
    // Instructions are selected in their final form.
    ("finalize-isel", After(&["instruction-select"])),
    ("loop-reduce", After(&["early-machinelicm"])),
    ("linearscan", For(ALLOCATORS)),
    ("regallocfast", For(ALLOCATORS)),
    ("greedy", For(ALLOCATORS)),
    // The allocators rewrite instructions themselves.
    ("virtregrewriter", After(ALLOCATORS)),
];

impl PassConfig {
    fn meaning(&self, name: &str) -> Option<Meaning> {
        self.names.iter().find(|(other, _)| *other == name).map(|(_, meaning)| *meaning)
    }

    /// Returns the position of a pass by its own name.
    pub(super) fn position(&self, name: &str) -> Option<usize> {
        self.passes.iter().position(|pass| pass.name == name)
    }

    /// Returns the passes that a name means, as a range of [`PassConfig::passes`]. The range is
    /// empty if the name means a position between two passes. Returns `None` for an unknown name.
    pub(super) fn range(&self, name: &str) -> Option<Range<usize>> {
        if name == TRANSLATOR {
            return Some(0..0);
        }
        let span = |passes: &[&str]| {
            let positions = passes.iter().filter_map(|pass| self.position(pass));
            positions.fold(None, |range: Option<Range<usize>>, n| {
                Some(range.map_or(n, |range| range.start)..n + 1)
            })
        };
        match self.meaning(name) {
            Some(For(passes)) => span(passes),
            Some(After(passes)) => span(passes).map(|range| range.end..range.end),
            None => self.position(name).map(|n| n..n + 1),
        }
    }

    /// Returns true if a name selects the function before a pass (`before`) or after it, for
    /// printing.
    pub(super) fn selects(&self, name: &str, pass: &str, before: bool) -> bool {
        match self.meaning(name) {
            Some(For(passes)) => passes.contains(&pass),
            Some(After(passes)) => !before && passes.contains(&pass),
            None => name == pass,
        }
    }

    /// Returns true if a name in `-print-before` selects the function after a pass, because it
    /// means a position there.
    pub(super) fn is_position_after(&self, name: &str, pass: &str) -> bool {
        matches!(self.meaning(name), Some(After(passes)) if passes.contains(&pass))
    }

    /// Returns the passes that `-run-pass` means by a name. Of several alternatives it is the
    /// level's; a single pass runs at every level.
    pub(super) fn to_run(&self, name: &str, at_level: impl Fn(&Pass) -> bool) -> Vec<&'static Pass> {
        if let Some(n) = self.position(name) {
            return vec![self.passes[n]];
        }
        let passes = self.range(name).map_or(&[][..], |range| &self.passes[range]);
        passes.iter().copied().filter(|pass| passes.len() == 1 || at_level(pass)).collect()
    }

    /// Checks that a name is known.
    ///
    /// Errors: the name is unknown; the message lists the known ones.
    pub(super) fn check(&self, name: &str) -> Result<(), String> {
        if name == NO_PASS || self.range(name).is_some() {
            return Ok(());
        }
        let passes = std::iter::once(TRANSLATOR).chain(self.passes.iter().map(|pass| pass.name));
        let others =
            self.names.iter().map(|(other, _)| *other).filter(|other| self.position(other).is_none());
        Err(format!(
            "unknown pass '{name}'; the passes are {}; these of llc's names are understood, too: {}",
            passes.collect::<Vec<_>>().join(", "),
            others.collect::<Vec<_>>().join(", ")
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_means_passes_that_stand_together() {
        let config = PassConfig::standard();
        for (name, meaning) in STANDARD_NAMES {
            let (For(passes) | After(passes)) = meaning;
            let positions: Vec<usize> = passes.iter().filter_map(|pass| config.position(pass)).collect();
            assert_eq!(positions.len(), passes.len(), "{name}");
            assert!(positions.windows(2).all(|pair| pair[0] + 1 == pair[1]), "{name}");
        }
    }

    #[test]
    fn names_are_positions() {
        let config = PassConfig::standard();
        let name_at = |n: usize| config.passes()[n].name;
        assert_eq!(config.range(TRANSLATOR), Some(0..0));
        assert_eq!(config.range("isel"), None);
        let legalizer = config.range("legalizer").unwrap();
        assert_eq!((name_at(legalizer.start), legalizer.len()), ("legalizer", 1));
        let finalized = config.range("finalize-isel").unwrap();
        assert_eq!((name_at(finalized.start - 1), finalized.len()), ("instruction-select", 0));
        for name in ["greedy", "regallocfast", "linearscan"] {
            let allocators = config.range(name).unwrap();
            assert_eq!(allocators.clone().map(name_at).collect::<Vec<_>>(), ALLOCATORS, "{name}");
            assert_eq!(config.range("virtregrewriter"), Some(allocators.end..allocators.end));
        }
    }

    #[test]
    fn a_name_of_several_runs_that_of_the_level() {
        let names = |name, level| {
            let passes = PassConfig::unchanged().to_run(name, |pass: &Pass| pass.runs.at(level, None));
            passes.iter().map(|pass| pass.name).collect::<Vec<_>>()
        };
        use crate::pipeline::OptLevel::{O0, O2};
        assert_eq!(names("regallocfast", O0), ["linearscan"]);
        assert_eq!(names("regallocfast", O2), ["greedy"]);
        assert_eq!(names("greedy", O0), ["greedy"]);
        assert_eq!(names("machine-cse", O0), ["machine-cse"]);
        assert_eq!(names("finalize-isel", O0), [""; 0]);
    }
}
