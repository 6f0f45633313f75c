//! Programs for riscv32 and for machines without floating-point registers behave like `llc`'s.

use gisel_tests::picolibc::{MACHINES, Machine, Trial};
use gisel_tests::{Result, parallel, sources};
use std::fs;
use std::path::PathBuf;

/// Returns true if a program is excluded for a machine.
type On = fn(Machine) -> bool;

/// Excluded programs, the machines, and the reasons.
const WITHOUT: [(&str, On, &str); 12] = [
    ("exclusive", |_| true, "AArch64's exclusive accesses"),
    ("float_unary", |_| true, "calls functions that picolibc lacks"),
    ("inline_asm", |_| true, "operands of 64 bits, in registers of floats"),
    ("int128", |machine| machine.arch() == "riscv32", "llc calls routines that are there for 64 bits only"),
    ("neon", |_| true, "AArch64's vectors"),
    ("opaque_real", |_| true, "prints quadruple precision"),
    ("rounding", |_| true, "calls functions that picolibc lacks"),
    ("stack_protector", |_| true, "waits for signals"),
    ("threads", |_| true, "threads"),
    ("traps", |_| true, "waits for signals"),
    ("wide_integers", |_| true, "integers that clang has no types for on these machines"),
    ("wild_jumps", |machine| !machine.has_doubles(), "assembly on doubles"),
];

fn programs(machine: Machine) -> Result<Vec<PathBuf>> {
    let folder = sources::package_folder().join("programs");
    let entries = fs::read_dir(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut all: Vec<PathBuf> = entries.filter_map(|entry| entry.ok().map(|e| e.path())).collect();
    all.retain(|path| {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let left_out = WITHOUT.iter().any(|(program, on, _)| *program == name && on(machine));
        path.extension().is_some_and(|e| e == "c") && !left_out
    });
    all.sort();
    assert!(all.len() > 30, "{} programs", all.len());
    Ok(all)
}

fn check(machine: Machine, ir_level: u8, level: u8) {
    let trial = Trial::new(machine, ir_level, level).unwrap_or_else(|e| panic!("{e}"));
    let programs = programs(machine).unwrap_or_else(|e| panic!("{e}"));
    let failed: Vec<String> =
        parallel::map(&programs, |program| trial.check(program).err()).into_iter().flatten().collect();
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

#[test]
fn riscv32_with_double_precision() {
    check(MACHINES[0], 2, 2);
    check(MACHINES[0], 0, 0);
}

#[test]
fn riscv32_without_floats() {
    check(MACHINES[1], 2, 2);
    check(MACHINES[1], 0, 2);
}

#[test]
fn riscv32_with_nothing_but_the_base() {
    check(MACHINES[2], 2, 2);
}

#[test]
fn riscv32_with_single_precision() {
    check(MACHINES[3], 2, 2);
}

#[test]
fn riscv64_without_floats() {
    check(MACHINES[4], 2, 2);
    check(MACHINES[4], 2, 0);
}

#[test]
fn riscv32_with_half_the_registers() {
    check(MACHINES[5], 2, 2);
    check(MACHINES[5], 0, 0);
}

#[test]
fn counters_of_two_words_rise() {
    let source = sources::package_folder().join("picolibc/counters.c");
    for level in [0, 2] {
        let trial = Trial::new(MACHINES[1], 2, level).unwrap_or_else(|e| panic!("{e}"));
        trial.check(&source).unwrap_or_else(|e| panic!("{e}"));
    }
}

#[test]
fn forced_atomics_of_parts_of_words() {
    let source = sources::package_folder().join("picolibc/forced_atomics.c");
    let options = ["-Xclang", "-target-feature", "-Xclang", "+forced-atomics"];
    for (machine, level) in [(MACHINES[1], 0), (MACHINES[1], 2), (MACHINES[4], 2)] {
        let trial = Trial::new(machine, 2, level).unwrap_or_else(|e| panic!("{e}"));
        trial.check_with(&source, &options).unwrap_or_else(|e| panic!("{e}"));
    }
}
