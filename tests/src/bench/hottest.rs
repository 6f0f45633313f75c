//! The code that makes the difference between a program's two sides: the hottest blocks of the
//! function that executes the most instructions more than `llc`'s.
//!
//! Blocks of the emulator overlap if a branch leads into one. Shown are runs of instructions with
//! the same execution count.

use super::comparison::{Measured, SIDES};
use crate::Result;
use crate::bench::blocks::Code;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;
use std::rc::Rc;

/// The share of a function's executed instructions that is shown.
const SHARE: f64 = 0.9;

/// The maximum number of runs shown.
const MAX_RUNS: usize = 6;

/// The execution count of each executed instruction of a function, by address.
type Counts = BTreeMap<u64, u64>;

/// Consecutive instructions with the same execution count.
struct Run {
    addresses: Vec<u64>,
    executed: u64,
}

impl Run {
    fn weight(&self) -> u64 {
        self.addresses.len() as u64 * self.executed
    }
}

/// One side of a program: its code, and its functions' counts.
struct Side {
    code: Code,
    functions: BTreeMap<Rc<str>, Counts>,
}

impl Side {
    fn new(object: &Path) -> Result<Side> {
        let code = Code::new(object, &object.with_extension(""))?;
        let mut functions: BTreeMap<Rc<str>, Counts> = BTreeMap::new();
        for block in code.executed(&object.with_extension("blocks"))? {
            for (address, instruction) in code.block(block) {
                let counts = functions.entry(Rc::clone(&instruction.function)).or_default();
                *counts.entry(address).or_default() += block.executed;
            }
        }
        Ok(Side { code, functions })
    }

    fn executed(&self, function: &str) -> u64 {
        self.functions.get(function).map_or(0, |counts| counts.values().sum())
    }

    /// Returns the runs of a function, by address.
    fn runs(&self, function: &str) -> Vec<Run> {
        let mut runs: Vec<Run> = Vec::new();
        for (&address, &executed) in self.functions.get(function).into_iter().flatten() {
            match runs.last_mut() {
                Some(run) if run.executed == executed && self.is_next(run, address) => {
                    run.addresses.push(address);
                }
                _ => runs.push(Run { addresses: vec![address], executed }),
            }
        }
        runs
    }

    /// Returns true if no instruction lies between a run and an address.
    fn is_next(&self, run: &Run, address: u64) -> bool {
        let last = run.addresses.last().copied().unwrap_or(address);
        (last + 2..address).step_by(2).all(|between| self.code.at(between).is_none())
    }

    /// Prints the hottest runs of a function, by address.
    fn print(&self, name: &str, function: &str) -> String {
        let all = self.executed(function);
        let mut runs = self.runs(function);
        runs.sort_by_key(|run| (std::cmp::Reverse(run.weight()), run.addresses.first().copied()));
        let (mut shown, mut covered) = (Vec::new(), 0);
        for run in runs.into_iter().take(MAX_RUNS) {
            if covered as f64 >= SHARE * all as f64 {
                break;
            }
            covered += run.weight();
            shown.push(run);
        }
        shown.sort_by_key(|run| run.addresses.first().copied());
        let mut text = format!("{name}: {function}: {all} instructions\n");
        for run in shown {
            // Writing to a string does not fail.
            let _ = writeln!(text, "  executed {} times:", run.executed);
            for address in run.addresses {
                let instruction = self.code.at(address).map_or("", |instruction| &instruction.text);
                let _ = writeln!(text, "    {address:x}: {}", instruction.replace('\t', " "));
            }
        }
        text
    }
}

/// Returns the disassembly of the code that makes the difference.
///
/// # Errors
/// A tool fails.
pub fn hottest(program: &Measured) -> Result<String> {
    let [ours, theirs] = &program.objects;
    let (ours, theirs) = (Side::new(ours)?, Side::new(theirs)?);
    let surplus = |name: &str| ours.executed(name).cast_signed() - theirs.executed(name).cast_signed();
    let Some(function) = ours.functions.keys().max_by_key(|name| surplus(name)) else {
        return Ok("no code of its own is executed\n".to_owned());
    };
    Ok(ours.print(SIDES[0], function) + &theirs.print(SIDES[1], function))
}
