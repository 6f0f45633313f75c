//! The public interfaces equal the lists; `cargo xtask bless interfaces` updates the lists.

use gisel_tests::interfaces;
use gisel_tests::sources;
use std::fs;

#[test]
fn interfaces_are_those_that_are_listed() {
    assert_eq!(interfaces::outdated().expect("sources"), [""; 0]);
}

/// The facade has the documented items, and one module.
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

/// A crate's root has few enough modules to read about each before choosing one.
#[test]
fn crates_have_at_most_ten_modules() {
    let folder = sources::package_folder().join("interfaces");
    let lists: Vec<_> =
        fs::read_dir(folder).expect("the lists").map(|entry| entry.expect("a list").path()).collect();
    assert!(lists.len() > 3);
    for path in lists {
        let list = fs::read_to_string(&path).expect("text");
        let modules = list.lines().filter_map(|line| line.strip_suffix(": mod"));
        let roots: Vec<_> = modules.filter(|path| path.matches("::").count() == 1).collect();
        assert!(roots.len() <= 10, "{}: {roots:?}", path.display());
    }
}
