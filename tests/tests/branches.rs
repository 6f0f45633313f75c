//! Random branches and calls with a few seeds; `cargo xtask fuzz branches` checks more.

use gisel_tests::branches::check;
use gisel_tests::target::Target;
use gisel_tests::{Result, parallel};

#[test]
fn results_are_llcs_riscv64() -> Result<()> {
    parallel::seeds(1..6, |seed| check(Target::Riscv64, seed))
}

#[test]
fn results_are_llcs_aarch64() -> Result<()> {
    parallel::seeds(1..6, |seed| check(Target::Aarch64, seed))
}
