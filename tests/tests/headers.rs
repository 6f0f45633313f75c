//! The functions of the C headers for targets' instructions, compared with `llc`.

use gisel_tests::headers::check;
use gisel_tests::target::Target;

#[test]
fn functions_of_aarch64s_headers_do_what_llcs_do() -> Result<(), String> {
    [0, 2]
        .into_iter()
        .try_for_each(|level| check(Target::Aarch64, level, false).map(|text| println!("{text}")))
}

#[test]
fn functions_of_riscvs_headers_do_what_llcs_do() -> Result<(), String> {
    [0, 2]
        .into_iter()
        .try_for_each(|level| check(Target::Riscv64, level, false).map(|text| println!("{text}")))
}
