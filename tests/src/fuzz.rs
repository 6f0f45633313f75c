//! `cargo xtask fuzz`: comparison with freshly made twins, and fresh random programs.

use crate::abi::{self, Side};
use crate::build::Compiler;
use crate::corpus::{self, Module, Program};
use crate::suite::{self, Judge};
use crate::target::{Combo, Target};
use crate::{Result, process, sources};
use std::fs;
use std::process::Command;

/// Every program of every set in every combination, against `llc`'s twins.
///
/// # Errors
/// All differences.
pub fn programs() -> Result<()> {
    let mut failures = Vec::new();
    for set in corpus::sets() {
        for target in Target::ALL {
            let combos: Vec<Combo> = Combo::all(target).collect();
            match suite::check_set(set, Judge::Twin, &combos) {
                Ok(()) => println!("{set}, {}: no difference", target.arch()),
                Err(message) => failures.push(message),
            }
        }
    }
    report(&failures)
}

/// Random signatures from a seed.
///
/// # Errors
/// All differences.
pub fn conventions(seed: u64, functions: usize) -> Result<()> {
    let mut failures = Vec::new();
    for target in Target::ALL {
        for level in [0, 2] {
            for side in [Side::Caller, Side::Callee] {
                let result = abi::check(target, level, side, seed, functions);
                println!(
                    "{}, -O{level}, {side:?}: {}",
                    target.arch(),
                    if result.is_ok() { "no difference" } else { "DIFFERENT" }
                );
                failures.extend(result.err());
            }
        }
    }
    report(&failures)
}

/// Random programs of csmith's, seeds `seed` and up, against `llc`'s twins.
///
/// # Errors
/// All differences.
pub fn csmith(seed: u64, count: u64) -> Result<()> {
    let compiler = Compiler::under_test()?;
    let folder = sources::work_folder("csmith")?;
    let mut failures = Vec::new();
    for seed in seed..seed + count {
        let source = folder.join(format!("csmith{seed}.c"));
        let seed_text = seed.to_string();
        process::run(
            Command::new("csmith")
                .args(["--seed", &seed_text, "--no-packed-struct", "--output"])
                .arg(&source),
        )?;
        let program = Program {
            name: format!("csmith{seed}"),
            modules: vec![Module { source: source.clone(), flags: vec!["-I/usr/include/csmith".into()] }],
            args: Vec::new(),
            expected: source.with_extension("expected"),
            unsupported: Vec::new(),
            twinless: Vec::new(),
            options: Vec::new(),
            targets: Vec::new(),
        };
        let before = failures.len();
        for combo in Target::ALL.into_iter().flat_map(Combo::all) {
            // A twin that does not end either says nothing.
            if suite::output(&program, combo, &Compiler::Llc).is_err() {
                continue;
            }
            if let Err(message) = suite::check(&program, combo, &compiler, Judge::Twin) {
                failures.push(format!("---- csmith {seed} ({combo})\n{message}"));
            }
        }
        println!("csmith {seed}: {}", if failures.len() == before { "no difference" } else { "DIFFERENT" });
        if failures.len() == before {
            fs::remove_file(&source).map_err(|e| e.to_string())?;
        }
    }
    report(&failures)
}

fn report(failures: &[String]) -> Result<()> {
    if failures.is_empty() { Ok(()) } else { Err(failures.join("\n")) }
}
