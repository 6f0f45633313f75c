//! `cargo xtask fuzz`: comparison with freshly made twins, and fresh random signatures.

use crate::abi::{self, Side};
use crate::corpus::{self, LINKED};
use crate::libraries::LIBRARIES;
use crate::suite::{self, Judge};
use crate::target::{Combo, Target};
use crate::{Result, parallel};

/// Every program of every set, or of those that are `wanted`, in every combination, against `llc`'s twins; libraries also as one module.
///
/// # Errors
/// All differences.
pub fn programs(wanted: &[String]) -> Result<()> {
    let linked = LIBRARIES.iter().map(|library| format!("{}{LINKED}", library.name));
    let all = corpus::sets().map(str::to_owned).chain(linked);
    let sets: Vec<String> = all.filter(|set| wanted.is_empty() || wanted.contains(set)).collect();
    if let Some(unknown) = wanted.iter().find(|set| !sets.contains(set)) {
        return Err(format!("no set is called '{unknown}'"));
    }
    let jobs: Vec<(&str, Target)> =
        sets.iter().flat_map(|set| Target::ALL.map(|target| (set.as_str(), target))).collect();
    let results = parallel::map(&jobs, |&(set, target)| {
        let combos: Vec<Combo> = Combo::all(target).collect();
        let result = suite::check_set(set, Judge::Twin, &combos);
        println!("{set}, {}: {}", target.arch(), verdict(&result));
        result
    });
    report_errors(results)
}

/// Random signatures from a seed.
///
/// # Errors
/// All differences.
pub fn conventions(seed: u64, functions: usize) -> Result<()> {
    let levels = Target::ALL.into_iter().flat_map(|target| [0, 2].map(|level| (target, level)));
    let jobs: Vec<_> = levels
        .flat_map(|(target, level)| [Side::Caller, Side::Callee].map(|side| (target, level, side)))
        .collect();
    let results = parallel::map(&jobs, |&(target, level, side)| {
        let result = abi::check(target, level, side, seed, functions);
        println!("{}, -O{level}, {side:?}: {}", target.arch(), verdict(&result));
        result
    });
    report_errors(results)
}

fn verdict(result: &Result<()>) -> &'static str {
    if result.is_ok() { "no difference" } else { "DIFFERENT" }
}

fn report_errors(results: Vec<Result<()>>) -> Result<()> {
    report(&results.into_iter().filter_map(Result::err).collect::<Vec<_>>())
}

/// All failures as one error, if there are any.
///
/// # Errors
/// There are failures.
pub fn report(failures: &[String]) -> Result<()> {
    if failures.is_empty() { Ok(()) } else { Err(failures.join("\n")) }
}
