//! gisel does not silently ignore what `llc` honours: some of the probes, each with one target and
//! level. `cargo xtask fuzz properties` checks all of them with all.

use gisel_tests::properties;

#[test]
fn nothing_that_llc_acts_upon_is_passed_over() {
    if let Err(message) = properties::check(false, |probe, combo| (probe + combo).is_multiple_of(16)) {
        panic!("{message}");
    }
}

#[test]
fn intrinsics_that_llc_compiles_are_compiled() {
    if let Err(message) = properties::intrinsics::check() {
        panic!("{message}");
    }
}
