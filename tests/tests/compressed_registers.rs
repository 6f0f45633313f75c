//! Compressed instructions name eight registers: values with many uses are in these.

use gisel_tests::{build, process};
use std::fmt::Write as _;
use std::fs;

/// Returns a function that loads a value, increments a variable often, and stores the value.
fn module() -> String {
    let mut text = "@g = global i64 0\ndefine void @f(ptr %p) {\n  %k = load i64, ptr %p\n".to_owned();
    for n in 1..25 {
        let step = format!("  %a{n} = load volatile i64, ptr @g\n  %b{n} = add i64 %a{n}, {n}\n");
        writeln!(text, "{step}  store volatile i64 %b{n}, ptr @g").expect("text");
    }
    text + "  store volatile i64 %k, ptr @g\n  ret void\n}\n"
}

/// Returns the register of the value that is stored last, with these features.
fn register_of_rare_value(features: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let input = folder.path().join("f.ll");
    fs::write(&input, module()).expect("written");
    let mut command = std::process::Command::new(build::gisel());
    command.args(["-mtriple=riscv64-unknown-linux-gnu", "-O2", "-o", "-"]).arg(format!("-mattr={features}"));
    let assembly = process::run(command.arg(&input)).expect("it compiles");
    let mut stores = assembly.lines().filter_map(|line| line.trim().strip_prefix("sd\t"));
    let (register, _) = stores.next_back().and_then(|store| store.split_once(',')).expect("a store");
    register.to_owned()
}

#[test]
fn a_value_with_few_uses_leaves_the_registers_of_compressed_instructions_to_others() {
    assert_eq!(register_of_rare_value("+m,+c"), "a6");
    assert_eq!(register_of_rare_value("+m,-c"), "a0");
}
