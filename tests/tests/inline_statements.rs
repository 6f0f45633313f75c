//! Random programs of inline assembly with a few seeds; `cargo xtask fuzz inline-assembly` checks
//! more.

use gisel_tests::inline_statements::check;
use gisel_tests::target::Target;
use gisel_tests::{Result, parallel};

fn check_seeds(target: Target) -> Result<()> {
    let seeds: Vec<u64> = (1..9).collect();
    parallel::map(&seeds, |&seed| check(target, seed)).into_iter().collect()
}

#[test]
fn statements_compute_what_llcs_do_riscv64() -> Result<()> {
    check_seeds(Target::Riscv64)
}

#[test]
fn statements_compute_what_llcs_do_aarch64() -> Result<()> {
    check_seeds(Target::Aarch64)
}
