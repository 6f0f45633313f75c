//! Several requests at once, chosen by a seed: requests that are right alone may be wrong together.

use super::{REQUESTS, Request, check};
use crate::corpus::{self, Program};
use crate::random::Random;
use crate::target::{Combo, Target};
use crate::{Result, parallel};
use std::ops::Range;

/// The maximum number of requests for a program.
const MAX_REQUESTS: usize = 6;

/// The sets of programs.
const SETS: [&str; 2] = ["programs", "cpp"];

/// The case of a seed.
struct Case<'a> {
    combo: Combo,
    program: &'a Program,
    requests: Vec<&'static Request>,
}

impl<'a> Case<'a> {
    fn new(seed: u64, targets: &[Target], programs: &'a [Program]) -> Case<'a> {
        let random = &mut Random::new(seed);
        let target = random.pick(targets);
        let combos: Vec<Combo> = Combo::all(target).collect();
        let can_be_tried = |combo: Combo, program: &Program| program.is_for(combo) && program.has_twin(combo);
        let (combo, program) = loop {
            let (combo, program) = (random.pick(&combos), &programs[random.below(programs.len())]);
            if can_be_tried(combo, program) {
                break (combo, program);
            }
        };
        let known: Vec<&Request> = REQUESTS.iter().filter(|r| r.targets.contains(&target)).collect();
        let mut requests: Vec<&Request> = Vec::new();
        for _ in 0..2 + random.below(MAX_REQUESTS - 1) {
            let request = random.pick(&known);
            if requests.iter().all(|other| !request.excludes(other)) {
                requests.push(request);
            }
        }
        Case { combo, program, requests }
    }

    fn check(&self, seed: u64) -> Result<()> {
        let names: Vec<&str> = self.requests.iter().map(|request| request.name).collect();
        let (program, combo) = (&self.program.name, self.combo);
        let failed = |message| {
            let text = format!("---- seed {seed}: {} {program} ({combo})\n{message}", names.join(" "));
            println!("{text}");
            text
        };
        check(&self.requests, self.program, combo).map_err(failed)
    }
}

/// Checks the cases of these seeds, on some targets.
///
/// # Errors
/// All failures.
pub fn check_seeds(targets: &[Target], seeds: Range<u64>) -> Result<()> {
    let programs: Vec<Program> =
        SETS.iter().map(|set| corpus::set(set)).collect::<Result<Vec<_>>>()?.into_iter().flatten().collect();
    let seeds: Vec<u64> = seeds.collect();
    let results = parallel::map(&seeds, |&seed| Case::new(seed, targets, &programs).check(seed));
    println!("{} combinations of requests", seeds.len());
    match results.iter().filter(|result| result.is_err()).count() {
        0 => Ok(()),
        failed => Err(format!("{failed} of them failed")),
    }
}
