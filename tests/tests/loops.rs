//! Random loops with a few seeds; `cargo xtask fuzz loops` checks more.

use gisel_tests::loops::check;
use gisel_tests::target::Target;
use gisel_tests::{Result, parallel};

fn check_seeds(target: Target) -> Result<()> {
    let seeds: Vec<u64> = (1..7).collect();
    parallel::map(&seeds, |&seed| check(target, seed)).into_iter().collect()
}

#[test]
fn results_are_llcs_riscv64() -> Result<()> {
    check_seeds(Target::Riscv64)
}

#[test]
fn results_are_llcs_aarch64() -> Result<()> {
    check_seeds(Target::Aarch64)
}
