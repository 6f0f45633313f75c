//! `cargo xtask fuzz`: comparison with freshly compiled twins, and new random signatures.

use crate::abi::{self, Side};
use crate::assembly;
use crate::branches;
use crate::corpus::{self, LINKED};
use crate::debugger::{self, Counts};
use crate::frozen;
use crate::headers;
use crate::inline_statements;
use crate::libraries::LIBRARIES;
use crate::loops;
use crate::operations::{self, Extent};
use crate::platform::Platform;
use crate::shuffles;
use crate::suite::{self, Judge};
use crate::target::{Combo, Target};
use crate::{Result, parallel};
use std::ops::Range;

/// Checks every program of every set, or of the `wanted` sets, in every combination, against
/// `llc`'s twins; libraries also as one module. Compares the assembly with the object, too, or does
/// only that.
///
/// # Errors
/// All differences.
pub fn programs(wanted: &[String], only_assembly: bool) -> Result<()> {
    let linked = LIBRARIES.iter().map(|library| format!("{}{LINKED}", library.name));
    let all = corpus::sets().map(str::to_owned).chain(linked);
    let sets: Vec<String> = all.filter(|set| wanted.is_empty() || wanted.contains(set)).collect();
    if let Some(unknown) = wanted.iter().find(|set| !sets.contains(set)) {
        return Err(format!("no set is called '{unknown}'"));
    }
    let mut results = Vec::new();
    for (set, target) in sets.iter().flat_map(|set| Target::ALL.map(|target| (set, target))) {
        let combos: Vec<Combo> = Combo::all(target).collect();
        let ran = if only_assembly { Ok(()) } else { suite::check_set(set, Judge::Twin, &combos) };
        let assembled = assembly::check_set(set, &combos, &assembly::VARIANTS, (0, 1));
        println!("{set}, {}: {}, as assembly: {}", target.arch(), verdict(&ran), verdict(&assembled));
        for result in [ran, assembled] {
            results.push(result.map_err(|message| {
                println!("{message}");
                format!("{set}, {}: DIFFERENT", target.arch())
            }));
        }
    }
    report_errors(results)
}

/// Checks random signatures from a seed, for one machine or all.
///
/// # Errors
/// All differences.
pub fn conventions(platform: Option<Platform>, seed: u64, functions: usize) -> Result<()> {
    let levels = Platform::wanted(platform).flat_map(|platform| [0, 2].map(|level| (platform, level)));
    let jobs: Vec<_> = levels
        .flat_map(|(platform, level)| [Side::Caller, Side::Callee].map(|side| (platform, level, side)))
        .collect();
    let results = parallel::map(&jobs, |&(platform, level, side)| {
        let result = abi::check(platform, level, side, seed, functions);
        println!("{platform}, -O{level}, {side:?}: {}", verdict(&result));
        result
    });
    report_errors(results)
}

/// Checks the module pairs of IR signatures with these seeds, for one machine or all.
///
/// # Errors
/// The wrong or rejected cases.
pub fn ir_conventions(platform: Option<Platform>, seeds: &Range<u64>) -> Result<()> {
    let results = Platform::wanted(platform).map(|platform| {
        let signatures = abi::ir::check(platform, seeds.clone());
        let tails = abi::ir::check_tails(platform, seeds.clone());
        for Ok(summary) | Err(summary) in [&signatures, &tails] {
            println!("{summary}");
        }
        signatures.and(tails).map(|_| ()).map_err(|_| format!("{platform}: DIFFERENT"))
    });
    report_errors(results.collect())
}

/// Checks each operation on each type, or on types of these names, for one machine or all, at -O0
/// and -O2.
///
/// # Errors
/// The wrong or rejected cases.
pub fn operations(only: &[String], platform: Option<Platform>, extent: Extent) -> Result<()> {
    let mut types = operations::mixed(&operations::all());
    types.retain(|ty| only.is_empty() || only.contains(&ty.name()));
    if types.is_empty() {
        return Err(format!("no type is called {}", only.join(", ")));
    }
    let results = Platform::wanted(platform).map(|platform| {
        let result = operations::check(platform, &types, extent);
        let (Ok(summary) | Err(summary)) = &result;
        println!("{summary}");
        result.map(|_| ()).map_err(|_| format!("{platform}: DIFFERENT"))
    });
    report_errors(results.collect())
}

/// Checks random programs of inline assembly with these seeds, for one target or both.
///
/// # Errors
/// The differences, or the rejected cases.
pub fn inline_assembly(target: Option<Target>, seeds: &Range<u64>) -> Result<()> {
    check_seeds("programs", target, seeds, inline_statements::check)
}

/// Checks random vector shuffles with these seeds, for one target or both.
///
/// # Errors
/// The differences, or the rejected modules.
pub fn shuffles(target: Option<Target>, seeds: &Range<u64>) -> Result<()> {
    check_seeds("modules", target, seeds, shuffles::check)
}

/// Checks random loops with these seeds, for one target or both.
///
/// # Errors
/// The differences, or the rejected modules.
pub fn loops(target: Option<Target>, seeds: &Range<u64>) -> Result<()> {
    check_seeds("programs", target, seeds, loops::check)
}

/// Checks random branches and calls with these seeds, for one target or both.
///
/// # Errors
/// The differences, or the rejected modules.
pub fn branches(target: Option<Target>, seeds: &Range<u64>) -> Result<()> {
    check_seeds("programs", target, seeds, branches::check)
}

/// Checks random uses of frozen values with these seeds, for one machine or all.
///
/// # Errors
/// The disagreements, or the rejected cases.
pub fn frozen(platform: Option<Platform>, seeds: &Range<u64>) -> Result<()> {
    let machines = Platform::wanted(platform);
    let jobs: Vec<(Platform, u64)> =
        machines.flat_map(|platform| seeds.clone().map(move |seed| (platform, seed))).collect();
    report_errors(parallel::map_visibly("modules", &jobs, |&(platform, seed)| frozen::check(platform, seed)))
}

/// Checks the debug information of random programs with these seeds, for one target or both.
///
/// # Errors
/// The wrong values, or the builds or runs that failed.
pub fn debugger(target: Option<Target>, seeds: &Range<u64>) -> Result<()> {
    let targets = Target::ALL.into_iter().filter(|t| target.is_none_or(|only| only == *t));
    let results = targets.flat_map(|target| {
        let seeds: Vec<u64> = seeds.clone().collect();
        let results = parallel::map_visibly("programs", &seeds, |&seed| debugger::check(target, seed));
        println!(
            "{}: {}",
            target.arch(),
            Counts::sum(results.iter().filter_map(|r| r.as_ref().ok().copied()))
        );
        results
    });
    report_errors(results.map(|result| result.map(|_| ())).collect())
}

/// Checks each function of the targets' C headers, for one target or both, at all levels, and lists
/// those larger than `llc`'s.
///
/// # Errors
/// The wrong or rejected cases.
pub fn headers(target: Option<Target>) -> Result<()> {
    let targets = Target::ALL.into_iter().filter(|t| target.is_none_or(|only| only == *t));
    let results =
        targets.flat_map(|target| [0, 1, 2, 3].map(|level| (target, level))).map(|(target, level)| {
            let result = headers::check(target, level, level > 1);
            let (Ok(summary) | Err(summary)) = &result;
            println!("{summary}");
            result.map(|_| ()).map_err(|_| format!("{} -O{level}: DIFFERENT", target.arch()))
        });
    report_errors(results.collect())
}

/// Checks the inputs of these seeds, which `what` names, for one target or both.
fn check_seeds(
    what: &str,
    target: Option<Target>,
    seeds: &Range<u64>,
    check: fn(Target, u64) -> Result<()>,
) -> Result<()> {
    let targets = Target::ALL.into_iter().filter(|t| target.is_none_or(|only| only == *t));
    let jobs: Vec<(Target, u64)> =
        targets.flat_map(|target| seeds.clone().map(move |seed| (target, seed))).collect();
    report_errors(parallel::map_visibly(what, &jobs, |&(target, seed)| check(target, seed)))
}

fn verdict(result: &Result<()>) -> &'static str {
    if result.is_ok() { "no difference" } else { "DIFFERENT" }
}

fn report_errors(results: Vec<Result<()>>) -> Result<()> {
    report(&results.into_iter().filter_map(Result::err).collect::<Vec<_>>())
}

/// Joins all failures into one error, if there are any.
///
/// # Errors
/// There are failures.
pub fn report(failures: &[String]) -> Result<()> {
    if failures.is_empty() { Ok(()) } else { Err(failures.join("\n")) }
}
