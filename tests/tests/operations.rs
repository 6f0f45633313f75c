//! Operation by type: a few types of each kind; `cargo xtask fuzz operations` tries all.

use gisel_tests::operations::{check, some};
use gisel_tests::target::Target;

#[test]
fn operations_do_what_llcs_do_riscv64() -> Result<(), String> {
    [0, 2]
        .into_iter()
        .try_for_each(|level| check(Target::Riscv64, level, &some()).map(|text| println!("{text}")))
}

#[test]
fn operations_do_what_llcs_do_aarch64() -> Result<(), String> {
    [0, 2]
        .into_iter()
        .try_for_each(|level| check(Target::Aarch64, level, &some()).map(|text| println!("{text}")))
}
