//! The public interfaces are those that are listed; `cargo xtask bless interfaces` lists them anew.

use gisel_tests::interfaces;
use gisel_tests::sources;
use std::fs;

#[test]
fn interfaces_are_those_that_are_listed() {
    assert_eq!(interfaces::outdated().expect("sources"), [""; 0]);
}

/// The facade has what its documentation says, and one module.
#[test]
fn the_library_is_a_function_and_its_options() {
    let list = fs::read_to_string(sources::package_folder().join("interfaces/gisel.txt")).expect("the list");
    let has = |line: &str| list.lines().any(|known| known == line);
    assert!(has(
        "gisel::compile: fn compile(input: &[u8], options: &Options) -> Result<Object, Diagnostics>"
    ));
    assert!(has("gisel::Object::bytes: Vec<u8>") && has("gisel::command::main: fn main() -> ExitCode"));
    assert_eq!(list.lines().filter(|line| line.ends_with(": mod")).count(), 1);
}
