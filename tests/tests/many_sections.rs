//! Objects with more sections than the ELF header can count.

use gisel_tests::build::Compiler;
use gisel_tests::target::Target;
use gisel_tests::{Result, process, sources};
use std::fmt::Write;
use std::fs;
use std::process::Command;

/// Functions with their own section and group: more sections than `SHN_LORESERVE`.
const FUNCTIONS: usize = 33_000;

/// Returns functions in comdat groups, of which the first calls the last.
fn program() -> String {
    let mut text =
        String::from("@format = private constant [4 x i8] c\"%d\\0A\\00\"\ndeclare i32 @printf(ptr, ...)\n");
    for n in 0..FUNCTIONS {
        let _ = writeln!(text, "$f{n} = comdat any\ndefine linkonce_odr i32 @f{n}(i32 %x) comdat {{");
        let result = match n {
            0 => {
                let _ = writeln!(text, "  %y = call i32 @f{}(i32 %x)", FUNCTIONS - 1);
                "%y"
            }
            _ => "%x",
        };
        let _ = writeln!(text, "  %r = add i32 {result}, {}\n  ret i32 %r\n}}", n % 1000);
    }
    // Nothing else preserves those that are not called.
    let _ = writeln!(text, "@llvm.used = appending global [{FUNCTIONS} x ptr] [");
    let used: Vec<String> = (0..FUNCTIONS).map(|n| format!("ptr @f{n}")).collect();
    text.push_str(&used.join(", "));
    text.push_str(
        "]
define i32 @main() {
  %r = call i32 @f0(i32 5)
  %p = call i32 (ptr, ...) @printf(ptr @format, i32 %r)
  ret i32 0
}
",
    );
    text
}

#[test]
fn more_sections_than_the_header_counts() -> Result<()> {
    let Compiler::Gisel(gisel) = Compiler::under_test()? else { return Err("no compiler".into()) };
    let folder = sources::work_folder("many_sections")?;
    let source = folder.join("many.ll");
    fs::write(&source, program()).map_err(|e| e.to_string())?;
    for target in Target::ALL {
        let object = folder.join("many.o");
        let mut compile = Command::new(&gisel);
        compile.args(["-O0", "-filetype=obj", "-mtriple", &target.triple(), "-o"]).arg(&object).arg(&source);
        process::run(&mut compile)?;
        let sections = process::run(Command::new("llvm-readobj-22").arg("--sections").arg(&object))?;
        let count = sections.matches("Section {").count();
        assert!(count > 2 * FUNCTIONS, "{count} sections");
        let mut run = Command::new(&gisel);
        run.args(["run", "-O0", "--static", "-mtriple", &target.triple()]).arg(&source);
        let expected = 5 + (FUNCTIONS - 1) % 1000;
        assert_eq!(process::run(&mut run)?.trim(), expected.to_string(), "{target:?}");
    }
    Ok(())
}
