//! Random vector shuffles with a few seeds; `cargo xtask fuzz shuffles` checks more.

use gisel_tests::shuffles::check;
use gisel_tests::target::Target;
use gisel_tests::{Result, parallel};

fn check_seeds(target: Target) -> Result<()> {
    let seeds: Vec<u64> = (1..5).collect();
    parallel::map(&seeds, |&seed| check(target, seed)).into_iter().collect()
}

#[test]
fn lanes_are_llcs_riscv64() -> Result<()> {
    check_seeds(Target::Riscv64)
}

#[test]
fn lanes_are_llcs_aarch64() -> Result<()> {
    check_seeds(Target::Aarch64)
}
