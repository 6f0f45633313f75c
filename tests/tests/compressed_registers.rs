//! Compressed instructions name eight registers, and one for the result and an operand: values
//! with many uses are in these eight, and results in the registers of operands.

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

/// A function that returns the largest word of an array.
const MAXIMUM: &str = "define i32 @f(ptr %from, i32 signext %count) {
entry:
  %any = icmp sgt i32 %count, 0
  br i1 %any, label %before, label %exit
before:
  %end = zext nneg i32 %count to i64
  br label %loop
loop:
  %n = phi i64 [ 0, %before ], [ %next, %loop ]
  %most = phi i32 [ -2147483648, %before ], [ %value, %loop ]
  %at = getelementptr i32, ptr %from, i64 %n
  %read = load i32, ptr %at
  %value = call i32 @llvm.smax.i32(i32 %read, i32 %most)
  %next = add nuw nsw i64 %n, 1
  %done = icmp eq i64 %next, %end
  br i1 %done, label %exit, label %loop
exit:
  %returned = phi i32 [ -2147483648, %entry ], [ %value, %loop ]
  ret i32 %returned
}
";

/// Returns the assembly of a module, with these features.
fn assembly(module: &str, features: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let input = folder.path().join("f.ll");
    fs::write(&input, module).expect("written");
    let mut command = std::process::Command::new(build::gisel());
    command.args(["-mtriple=riscv64-unknown-linux-gnu", "-O2", "-o", "-"]).arg(format!("-mattr={features}"));
    process::run(command.arg(&input)).expect("it compiles")
}

/// Returns the register of the value that is stored last, with these features.
fn register_of_rare_value(features: &str) -> String {
    let assembly = assembly(&module(), features);
    let mut stores = assembly.lines().filter_map(|line| line.trim().strip_prefix("sd\t"));
    let (register, _) = stores.next_back().and_then(|store| store.split_once(',')).expect("a store");
    register.to_owned()
}

#[test]
fn a_value_with_few_uses_leaves_the_registers_of_compressed_instructions_to_others() {
    assert_eq!(register_of_rare_value("+m,+c"), "a6");
    assert_eq!(register_of_rare_value("+m,-c"), "a0");
}

#[test]
fn results_replace_operands_where_instructions_are_compressed_for_it() {
    let shifts_to_other = |features: &str| {
        let assembly = assembly(MAXIMUM, features);
        let shift = assembly.lines().find_map(|line| line.trim().strip_prefix("slli\t")).expect("a shift");
        let mut operands = shift.split(", ");
        operands.next() != operands.next()
    };
    assert!(!shifts_to_other("+m,+c"));
    assert!(shifts_to_other("+m,-c"));
}
