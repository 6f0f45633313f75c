//! Random vector shuffles with a few seeds; `cargo xtask fuzz shuffles` checks more.

use gisel_tests::shuffles::check;
use gisel_tests::target::Target;
use gisel_tests::{Result, parallel};

#[test]
fn lanes_are_llcs_riscv64() -> Result<()> {
    parallel::seeds(1..5, |seed| check(Target::Riscv64, seed))
}

#[test]
fn lanes_are_llcs_aarch64() -> Result<()> {
    parallel::seeds(5..45, |seed| check(Target::Aarch64, seed))
}
