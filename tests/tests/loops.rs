//! Random loops with a few seeds; `cargo xtask fuzz loops` checks more.

use gisel_tests::loops::check;
use gisel_tests::target::Target;
use gisel_tests::{Result, parallel};

#[test]
fn results_are_llcs_riscv64() -> Result<()> {
    parallel::seeds(1..7, |seed| check(Target::Riscv64, seed))
}

#[test]
fn results_are_llcs_aarch64() -> Result<()> {
    parallel::seeds(1..7, |seed| check(Target::Aarch64, seed))
}
