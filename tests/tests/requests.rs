//! Each honoured attribute, flag and feature, requested for every function of some programs; `cargo
//! xtask fuzz requests` checks all.

use gisel_tests::requests::{check_all, combinations};
use gisel_tests::target::Target;

/// Each request with one program for each target, alternating between the levels.
#[test]
fn programs_with_a_request_print_the_same_and_show_it() {
    let result = check_all(|request, program, combo| {
        combo.ir_level == combo.level
            && usize::from(combo.level / 2) == request % 2
            && request * 5 % PROGRAMS == program
    });
    if let Err(message) = result {
        panic!("{message}");
    }
}

/// The number of programs that are used in turn.
const PROGRAMS: usize = 40;

/// Several requests at once; `cargo xtask fuzz attributes` checks more of them.
#[test]
fn programs_with_several_requests_do_too() {
    if let Err(message) = combinations::check_seeds(&Target::ALL, 0..COMBINATIONS) {
        panic!("{message}");
    }
}

/// The number of combinations checked.
const COMBINATIONS: u64 = 16;
