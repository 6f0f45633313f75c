//! Names of passes on the command line, and the places in the order of passes that they mean: LLVM's names count too where its
//! pass does here what another does, or nothing.

use super::passes::{PASSES, Pass};
use super::{NO_PASS, TRANSLATOR};
use std::ops::Range;

/// What a name of LLVM's stands for.
#[derive(Clone, Copy)]
enum Meaning {
    /// These passes, of which a level has one.
    For(&'static [&'static str]),
    /// Nothing, at a place after these.
    Behind(&'static [&'static str]),
}
use Meaning::{Behind, For};

/// A function has one of them, by its level.
const ALLOCATORS: &[&str] = &["linearscan", "greedy"];
const PRELEGALIZER: &[&str] = &["prelegalizer-combiner"];
const POSTLEGALIZER: &[&str] = &["postlegalizer-combiner"];
const LOADS_AND_STORES: &[&str] = &["load-store-opt"];

/// Names that are no pass's, or not of one alone.
const OTHER_NAMES: &[(&str, Meaning)] = &[
    ("aarch64-O0-prelegalizer-combiner", For(PRELEGALIZER)),
    ("aarch64-prelegalizer-combiner", For(PRELEGALIZER)),
    ("riscv-O0-prelegalizer-combiner", For(PRELEGALIZER)),
    ("riscv-prelegalizer-combiner", For(PRELEGALIZER)),
    ("aarch64-postlegalizer-combiner", For(POSTLEGALIZER)),
    ("riscv-postlegalizer-combiner", For(POSTLEGALIZER)),
    // Instructions are selected as they stay.
    ("finalize-isel", Behind(&["instruction-select"])),
    ("linearscan", For(ALLOCATORS)),
    ("regallocfast", For(ALLOCATORS)),
    ("greedy", For(ALLOCATORS)),
    // The allocators write registers into instructions themselves.
    ("virtregrewriter", Behind(ALLOCATORS)),
    ("aarch64-ldst-opt", For(LOADS_AND_STORES)),
    ("aarch64-branch-targets", For(&["branch-targets"])),
    ("riscv-indirect-branch-tracking", For(&["branch-targets"])),
    ("riscv-load-store-opt", For(LOADS_AND_STORES)),
];

fn meaning(name: &str) -> Option<Meaning> {
    OTHER_NAMES.iter().find(|(other, _)| *other == name).map(|(_, meaning)| *meaning)
}

fn position(name: &str) -> Option<usize> {
    PASSES.iter().position(|pass| pass.name == name)
}

/// The passes that a name means, as a range of [`PASSES`]: empty where the name stands for a place between two. `None` for an unknown name.
pub(super) fn place(name: &str) -> Option<Range<usize>> {
    if name == TRANSLATOR {
        return Some(0..0);
    }
    let span = |passes: &[&str]| {
        let positions = passes.iter().filter_map(|pass| position(pass));
        positions.fold(None, |range: Option<Range<usize>>, n| Some(range.map_or(n, |r| r.start)..n + 1))
    };
    match meaning(name) {
        Some(For(passes)) => span(passes),
        Some(Behind(passes)) => span(passes).map(|range| range.end..range.end),
        None => position(name).map(|n| n..n + 1),
    }
}

/// Whether a name asks for the function before a pass (`before`) or after it.
pub(super) fn asks(name: &str, pass: &str, before: bool) -> bool {
    match meaning(name) {
        Some(For(passes)) => passes.contains(&pass),
        Some(Behind(passes)) => !before && passes.contains(&pass),
        None => name == pass,
    }
}

/// Whether a name in `-print-before` asks for the function after a pass: it stands for a place there.
pub(super) fn is_place_behind(name: &str, pass: &str) -> bool {
    matches!(meaning(name), Some(Behind(passes)) if passes.contains(&pass))
}

/// The passes that `-run-pass` means by a name: of several alike the one of the level, of one alone this at every level.
pub(super) fn to_run(name: &str, at_level: impl Fn(&Pass) -> bool) -> Vec<&'static Pass> {
    if let Some(n) = position(name) {
        return vec![&PASSES[n]];
    }
    let passes = place(name).map_or(&[][..], |range| &PASSES[range]);
    passes.iter().filter(|pass| passes.len() == 1 || at_level(pass)).collect()
}

/// Checks that a name is known.
///
/// Errors: it is not; the message lists those that are.
pub(super) fn check(name: &str) -> Result<(), String> {
    if name == NO_PASS || place(name).is_some() {
        return Ok(());
    }
    let passes: Vec<&str> = std::iter::once(TRANSLATOR).chain(PASSES.iter().map(|pass| pass.name)).collect();
    let others: Vec<&str> =
        OTHER_NAMES.iter().map(|(other, _)| *other).filter(|other| position(other).is_none()).collect();
    Err(format!(
        "unknown pass '{name}'; the passes are {}; these of llc's names are understood, too: {}",
        passes.join(", "),
        others.join(", ")
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_means_passes_that_stand_together() {
        for (name, meaning) in OTHER_NAMES {
            let (For(passes) | Behind(passes)) = meaning;
            let positions: Vec<usize> = passes.iter().filter_map(|pass| position(pass)).collect();
            assert_eq!(positions.len(), passes.len(), "{name}");
            assert!(positions.windows(2).all(|pair| pair[0] + 1 == pair[1]), "{name}");
        }
    }

    #[test]
    fn names_are_places() {
        let name_at = |n: usize| PASSES[n].name;
        assert_eq!(place(TRANSLATOR), Some(0..0));
        assert_eq!(place("isel"), None);
        let legalizer = place("legalizer").unwrap();
        assert_eq!((name_at(legalizer.start), legalizer.len()), ("legalizer", 1));
        let finalized = place("finalize-isel").unwrap();
        assert_eq!((name_at(finalized.start - 1), finalized.len()), ("instruction-select", 0));
        for name in ["greedy", "regallocfast", "linearscan"] {
            let allocators = place(name).unwrap();
            assert_eq!(allocators.clone().map(name_at).collect::<Vec<_>>(), ALLOCATORS, "{name}");
            assert_eq!(place("virtregrewriter"), Some(allocators.end..allocators.end));
        }
    }

    #[test]
    fn a_name_of_several_runs_that_of_the_level() {
        let names = |name, level| {
            to_run(name, |pass: &Pass| pass.levels.contains(&level))
                .iter()
                .map(|p| p.name)
                .collect::<Vec<_>>()
        };
        use crate::pipeline::OptLevel::{O0, O2};
        assert_eq!(names("regallocfast", O0), ["linearscan"]);
        assert_eq!(names("regallocfast", O2), ["greedy"]);
        assert_eq!(names("greedy", O0), ["greedy"]);
        assert_eq!(names("machine-cse", O0), ["machine-cse"]);
        assert_eq!(names("finalize-isel", O0), [""; 0]);
    }
}
