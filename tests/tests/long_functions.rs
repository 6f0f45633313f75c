//! Functions longer than a jump's range.

use gisel_tests::build::Compiler;
use gisel_tests::target::Target;
use gisel_tests::{Result, process, sources};
use std::fmt::Write;
use std::fs;
use std::process::Command;

/// Stores in the body: more than one MiB of code on both targets.
const STORES: usize = 150_000;

/// Returns a loop whose body is skipped every second time: jumps over it in both directions.
fn program() -> String {
    let mut text = String::from(
        "@a = global [64 x i32] zeroinitializer
@format = private constant [4 x i8] c\"%d\\0A\\00\"
declare i32 @printf(ptr, ...)
define i32 @f(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %next ]
  %odd = and i32 %i, 1
  %c = icmp eq i32 %odd, 0
  br i1 %c, label %body, label %next
body:
",
    );
    for n in 0..STORES {
        let (value, index) = (n * 7919 % 100_003, n % 64);
        let _ = writeln!(text, "  store volatile i32 {value}, ptr getelementptr (i32, ptr @a, i64 {index})");
    }
    text.push_str(
        "  br label %next
next:
  %j = add i32 %i, 1
  %d = icmp slt i32 %j, %n
  br i1 %d, label %loop, label %done
done:
  %v = load i32, ptr getelementptr (i32, ptr @a, i64 5)
  %w = add i32 %v, %j
  ret i32 %w
}
define i32 @main() {
  %r = call i32 @f(i32 5)
  %p = call i32 (ptr, ...) @printf(ptr @format, i32 %r)
  ret i32 0
}
",
    );
    text
}

/// Returns the same with a directive in inline assembly instead of the stores, which is never
/// executed.
fn program_of_assembly() -> String {
    "@never = global i32 0
@format = private constant [4 x i8] c\"%d\\0A\\00\"
declare i32 @printf(ptr, ...)
define i32 @f(i32 %n) {
entry:
  %x = load volatile i32, ptr @never
  %c = icmp eq i32 %x, 0
  br i1 %c, label %loop, label %space
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop.end ]
  %j = add i32 %i, 3
  %y = load volatile i32, ptr @never
  %d = icmp eq i32 %y, 0
  br i1 %d, label %loop.end, label %space
space:
  call void asm sideeffect \".space 1200000\", \"\"()
  br label %done
loop.end:
  %e = icmp slt i32 %j, %n
  br i1 %e, label %loop, label %done
done:
  %v = phi i32 [ 7, %space ], [ %j, %loop.end ]
  ret i32 %v
}
define i32 @main() {
  %r = call i32 @f(i32 10)
  %p = call i32 (ptr, ...) @printf(ptr @format, i32 %r)
  ret i32 0
}
"
    .to_owned()
}

#[test]
fn jumps_reach_over_a_mebibyte() -> Result<()> {
    let Compiler::Gisel(gisel) = Compiler::under_test()? else { return Err("no compiler".into()) };
    let folder = sources::work_folder("long_functions")?;
    let source = folder.join("long.ll");
    let last = (0..STORES).rfind(|n| n % 64 == 5).unwrap_or_default();
    for (program, expected) in [(program(), last * 7919 % 100_003 + 5), (program_of_assembly(), 12)] {
        fs::write(&source, program).map_err(|e| e.to_string())?;
        for target in Target::ALL {
            for level in ["-O0", "-O2"] {
                let mut run = Command::new(&gisel);
                run.args(["run", level, "--static", "-mtriple", &target.triple()]).arg(&source);
                assert_eq!(process::run(&mut run)?.trim(), expected.to_string(), "{target:?} {level}");
            }
        }
    }
    Ok(())
}
