//! Random programs of inline assembly with a few seeds; `cargo xtask fuzz inline-assembly` checks
//! more.

use gisel_tests::inline_statements::check;
use gisel_tests::target::Target;
use gisel_tests::{Result, parallel};

#[test]
fn statements_compute_what_llcs_do_riscv64() -> Result<()> {
    parallel::seeds(1..9, |seed| check(Target::Riscv64, seed))
}

#[test]
fn statements_compute_what_llcs_do_aarch64() -> Result<()> {
    parallel::seeds(1..9, |seed| check(Target::Aarch64, seed))
}
