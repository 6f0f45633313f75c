//! AArch64: other thread pointers, and the sequences that a core's erratum forbids.

use super::{Folder, run, text};
use gisel_tests::target::Target;

#[test]
fn the_thread_pointer_is_in_the_register_that_features_name() {
    let folder = Folder::new();
    let source = "@x = thread_local(localexec) global i32 0\n\
        declare ptr @llvm.thread.pointer.p0()\n\
        define ptr @pointer() {\n  %p = call ptr @llvm.thread.pointer.p0()\n  ret ptr %p\n}\n\
        define i32 @variable() {\n  %v = load i32, ptr @x\n  ret i32 %v\n}\n";
    for (features, register) in [
        ("", "tpidr_el0"),
        ("-mattr=+tpidr-el1", "tpidr_el1"),
        ("-mattr=+tpidr-el2", "tpidr_el2"),
        ("-mattr=+tpidr-el3,+tpidr-el1", "tpidr_el3"),
        ("-mattr=+tpidrro-el0", "tpidrro_el0"),
    ] {
        let options: Vec<&str> = [features].into_iter().filter(|option| !option.is_empty()).collect();
        let input = folder.module(Target::Aarch64, source);
        let theirs = run("llc-22", &[&options[..], &["-o", "-", text(&input)]].concat());
        for written in [folder.assembly(&input, &options), theirs] {
            let written = written.to_ascii_lowercase();
            let read: Vec<&str> = written.lines().filter(|line| line.contains("mrs")).collect();
            assert!(
                read.len() == 2 && read.iter().all(|line| line.ends_with(register)),
                "{features}: {read:?}"
            );
        }
        // Android's stack guard is relative to the thread pointer: loaded before and after.
        let guarded = folder.module(Target::Aarch64, "define void @f() sspreq {\n  ret void\n}\n");
        let written =
            folder.assembly(&guarded, &[&options[..], &["-mtriple=aarch64-linux-android"]].concat());
        let read = written.lines().filter(|line| line.contains("mrs") && line.ends_with(register));
        assert_eq!(read.count(), 2, "{features}: {written}");
    }
}

/// Returns the number of 64-bit multiply-accumulates directly after a memory access.
fn accumulations_after_accesses(object: &str) -> usize {
    let disassembly = run("llvm-objdump-22", &["-d", "--no-show-raw-insn", "--no-leading-addr", object]);
    let lines: Vec<&str> = disassembly.lines().map(str::trim).collect();
    let starts = |line: &str, names: &[&str]| names.iter().any(|name| line.starts_with(name));
    let accumulates =
        |line: &str| starts(line, &["madd\tx", "msub\tx", "smaddl", "smsubl", "umaddl", "umsubl"]);
    lines.windows(2).filter(|pair| starts(pair[0], &["ld", "st", "prfm"]) && accumulates(pair[1])).count()
}

#[test]
fn erratum_835769_is_avoided() {
    let folder = Folder::new();
    let source = "declare void @llvm.prefetch.p0(ptr, i32, i32, i32)\n\
        define i64 @sum(ptr %p, i64 %x, i64 %y) {\n  %a = load i64, ptr %p\n  %m = mul i64 %x, %y\n  %s = add i64 %m, %a\n  ret i64 %s\n}\n\
        define i64 @less(ptr %p, i64 %x, i64 %y, i64 %z) {\n  store i64 %x, ptr %p\n  %m = mul i64 %x, %y\n  %s = sub i64 %z, %m\n  ret i64 %s\n}\n\
        define i64 @long(ptr %p, i32 %x, i32 %y, i64 %z) {\n  call void @llvm.prefetch.p0(ptr %p, i32 0, i32 3, i32 1)\n  %a = sext i32 %x to i64\n  %b = sext i32 %y to i64\n  %m = mul i64 %a, %b\n  %s = add i64 %m, %z\n  ret i64 %s\n}\n";
    let input = folder.module(Target::Aarch64, source);
    for level in ["-O0", "-O2"] {
        let count = |option: &[&str]| {
            let object = folder.object(&input, &[option, &[level]].concat(), "out.o");
            accumulations_after_accesses(text(&object))
        };
        assert!(count(&[]) > 0, "{level}");
        assert_eq!(count(&["-mattr=+fix-cortex-a53-835769"]), 0, "{level}");
    }
}
