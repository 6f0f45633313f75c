//! Objects in the frames of other functions: `llvm.localescape` and `llvm.localrecover` (AArch64).

use gisel_tests::build::{self, Compiler};
use gisel_tests::process;
use gisel_tests::target::{Combo, Mode, Target};
use std::process::Command;

/// Objects are recovered from a fixed frame, from one of variable size, and from realigned ones. A
/// null pointer takes a number. Some functions recover before the other is compiled, some after.
const PROGRAM: &str = r#"
declare void @llvm.localescape(...)
declare ptr @llvm.localrecover(ptr, ptr, i32)
declare ptr @llvm.localaddress()
declare void @exit(i32)
define void @touch(ptr %p) noinline { ret void }
define i32 @r1(ptr %fp) noinline {
 %a = call ptr @llvm.localrecover(ptr @fixed, ptr %fp, i32 0)
 %b = call ptr @llvm.localrecover(ptr @fixed, ptr %fp, i32 2)
 %x = load i32, ptr %a
 %y = load i32, ptr %b
 store i32 5, ptr %b
 %z = sub i32 %x, %y
 ret i32 %z
}
define i32 @fixed() noinline {
 %a = alloca i32
 %b = alloca [5 x i32]
 %big = alloca [30000 x i32]
 call void (...) @llvm.localescape(ptr %a, ptr null, ptr %b)
 call void @touch(ptr %big)
 store i32 100, ptr %a
 store i32 60, ptr %b
 %fp = call ptr @llvm.localaddress()
 %r = call i32 @r1(ptr %fp)
 %b2 = load i32, ptr %b
 %s = add i32 %r, %b2
 ret i32 %s
}
define i32 @r2(ptr %fp) noinline {
 %a = call ptr @llvm.localrecover(ptr @dyn, ptr %fp, i32 0)
 %b = call ptr @llvm.localrecover(ptr @dyn, ptr %fp, i32 1)
 %x = load i32, ptr %a
 %y = load i32, ptr %b
 store i32 5, ptr %b
 %z = sub i32 %x, %y
 ret i32 %z
}
define i32 @dyn(i32 %n) noinline {
 %a = alloca i32
 %b = alloca [5 x i32]
 call void (...) @llvm.localescape(ptr %a, ptr %b)
 %d = alloca i8, i32 %n
 call void @touch(ptr %d)
 store i32 100, ptr %a
 store i32 60, ptr %b
 %fp = call ptr @llvm.localaddress()
 %r = call i32 @r2(ptr %fp)
 %b2 = load i32, ptr %b
 %s = add i32 %r, %b2
 ret i32 %s
}
define i32 @r3(ptr %fp) noinline {
 %a = call ptr @llvm.localrecover(ptr @"re al", ptr %fp, i32 0)
 %b = call ptr @llvm.localrecover(ptr @"re al", ptr %fp, i32 1)
 %x = load i32, ptr %a
 %y = load i32, ptr %b
 store i32 5, ptr %b
 %z = sub i32 %x, %y
 ret i32 %z
}
define i32 @"re al"(i32 %n) noinline {
 %a = alloca i32, align 64
 %b = alloca [5 x i32]
 call void (...) @llvm.localescape(ptr %a, ptr %b)
 %d = alloca i8, i32 %n
 call void @touch(ptr %d)
 store i32 100, ptr %a
 store i32 60, ptr %b
 %fp = call ptr @llvm.localaddress()
 %r = call i32 @r3(ptr %fp)
 %b2 = load i32, ptr %b
 %s = add i32 %r, %b2
 ret i32 %s
}
define i32 @r4(ptr %fp) noinline {
 %a = call ptr @llvm.localrecover(ptr @realf, ptr %fp, i32 0)
 %x = load i32, ptr %a
 ret i32 %x
}
define i32 @realf(i32 %n) noinline {
 %a = alloca i32, align 64
 call void (...) @llvm.localescape(ptr %a)
 store i32 45, ptr %a
 %fp = call ptr @llvm.localaddress()
 %r = call i32 @r4(ptr %fp)
 ret i32 %r
}
define i32 @main() {
 %a = call i32 @fixed()
 %b = call i32 @dyn(i32 40)
 %c = call i32 @"re al"(i32 50)
 %d = call i32 @realf(i32 1)
 %x = icmp eq i32 %a, 45
 %y = icmp eq i32 %b, 45
 %z = icmp eq i32 %c, 45
 %w = icmp eq i32 %d, 45
 %1 = and i1 %x, %y
 %2 = and i1 %z, %w
 %3 = and i1 %1, %2
 %r = select i1 %3, i32 42, i32 1
 ret i32 %r
}
"#;

/// Returns the disassembled code of an object.
fn code(object: &std::path::Path) -> String {
    let text = process::run(Command::new("llvm-objdump-22").args(["-dr", "--no-leading-addr"]).arg(object));
    text.expect("disassembled").lines().skip(3).map(|line| format!("{line}\n")).collect()
}

/// Programs that recover objects run, and their assembly has the same code as the object, whichever
/// assembler reads it. Threads and the text of any stage make no difference.
#[test]
fn objects_are_recovered() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = |name: &str| folder.path().join(name);
    let [input, object, output, text] = ["a.ll", "a.o", "a.out", "a.s"].map(file);
    std::fs::write(&input, PROGRAM).expect("written");
    let gisel = Compiler::under_test().expect("gisel has been built");
    let target = Target::Aarch64;
    for level in 0..=2 {
        let combo = Combo { target, ir_level: level, level, mode: Mode::Static };
        process::run(gisel.command(combo, &input, &object).arg("-verify-machineinstrs")).expect("compiled");
        let mut link = Command::new(format!("{}-gcc", target.gnu()));
        process::run(link.args(["-static", "-o"]).arg(&output).arg(&object)).expect("linked");
        let ended = build::qemu(target, &output, &[]).output().expect("qemu runs");
        assert_eq!(ended.status.code(), Some(42), "{combo}");
        let expected = code(&object);
        process::run(&mut gisel.command_for("asm", combo, &input, &text)).expect("printed");
        let mut by_llvm = Command::new("llvm-mc-22");
        by_llvm.args(["-triple=aarch64", "-filetype=obj", "-o"]).arg(&object).arg(&text);
        let mut by_gnu = Command::new(format!("{}-as", target.gnu()));
        by_gnu.arg("-o").arg(&object).arg(&text);
        let mut threads = gisel.command(combo, &input, &object);
        threads.args(["-j", "3"]);
        for command in [by_llvm, by_gnu, threads].iter_mut() {
            process::run(command).expect("compiled");
            assert_eq!(code(&object), expected, "{combo} {command:?}");
        }
        for stage in ["irtranslator", "legalizer", "instruction-select", "prologepilog"] {
            let mir = file("a.mir");
            let mut stop = gisel.command(combo, &input, &mir);
            process::run(stop.arg(format!("-stop-after={stage}"))).expect("printed");
            let mut start = gisel.command(combo, &mir, &object);
            process::run(start.arg(format!("-start-after={stage}"))).expect("compiled");
            assert_eq!(code(&object), expected, "{combo} {stage}");
        }
    }
}

/// A number that no object has is named when the object is written.
#[test]
fn numbers_without_objects_are_refused() {
    let text = "declare void @llvm.localescape(...)\ndeclare ptr @llvm.localrecover(ptr, ptr, i32)\n\
        define void @f() {\n call void (...) @llvm.localescape(ptr null)\n ret void\n}\n\
        define ptr @g(ptr %p) {\n %r = call ptr @llvm.localrecover(ptr @f, ptr %p, i32 0)\n ret ptr %r\n}\n";
    let folder = tempfile::tempdir().expect("a temporary folder");
    let input = folder.path().join("a.ll");
    std::fs::write(&input, text).expect("written");
    let mut command = Command::new(build::gisel());
    command.args(["-mtriple=aarch64-linux-gnu", "-filetype=obj", "-o"]).arg(folder.path().join("a.o"));
    let error = process::run(command.arg(&input)).expect_err("refused");
    assert!(error.contains("llvm.localrecover: `.Lf$frame_escape_0` is not defined"), "{error}");
}
