//! `gisel interpret`: programs print the same at each stage as natively, and undefined behaviour is
//! detected.

use gisel_tests::build::Compiler;
use gisel_tests::interpret::{STAGES, check, check_dumps, programs};
use gisel_tests::picolibc::MACHINES;
use gisel_tests::platform::Platform;
use gisel_tests::process;
use gisel_tests::target::Target;
use std::fs;
use std::process::Command;

/// Programs short enough to run here; `cargo xtask fuzz interpret` runs all.
const SHORT: &[&str] =
    &["hello", "sha256", "containers", "switches", "phis", "jumps", "structs", "bitfields", "int128"];

#[test]
fn programs_print_the_same_at_each_stage() {
    for program in programs().expect("the programs").iter().filter(|p| SHORT.contains(&p.name.as_str())) {
        for platform in Target::ALL.map(Platform::Linux) {
            for level in [0, 2] {
                check(program, platform, level, &STAGES)
                    .unwrap_or_else(|e| panic!("{} ({platform}, -O{level}): {e}", program.name));
            }
        }
        // The riscv32 machines with doubles in registers and without any floats; clang has no
        // 128-bit integers for them.
        for machine in MACHINES[..2].iter().filter(|_| program.name != "int128") {
            let platform = Platform::Bare(*machine);
            check(program, platform, 2, &STAGES)
                .unwrap_or_else(|e| panic!("{} ({platform}): {e}", program.name));
        }
    }
}

/// Programs whose MIR files are run too, gisel's and `llc`'s. In some others `llc` introduces
/// poison, for example by flags that it preserves when it widens.
const AS_MIR: &[&str] = &["varargs", "bitfields", "globals"];

#[test]
fn files_of_mir_are_run() {
    for program in programs().expect("the programs").iter().filter(|p| AS_MIR.contains(&p.name.as_str())) {
        for (target, level) in
            [(Target::Riscv64, 0), (Target::Riscv64, 2), (Target::Aarch64, 0), (Target::Aarch64, 2)]
        {
            // AArch64's dumps lack the information for `va_start`.
            if program.name != "varargs" || target == Target::Riscv64 {
                check_dumps(program, target, level, &STAGES)
                    .unwrap_or_else(|e| panic!("{} ({}, -O{level}): {e}", program.name, target.arch()));
            }
        }
    }
}

/// Zeros of both signs, a NaN, and numbers: C's `fminf` and `fmaxf` could return either zero, and
/// the number instead of the NaN.
const MINIMA: &str = r#"
@format = private constant [7 x i8] c"%x %x\0A\00"
declare i32 @printf(ptr, ...)
define void @show(float %a, float %b) noinline {
  %l = call float @llvm.minimum.f32(float %a, float %b)
  %h = call float @llvm.maximum.f32(float %a, float %b)
  %x = bitcast float %l to i32
  %y = bitcast float %h to i32
  call i32 (ptr, ...) @printf(ptr @format, i32 %x, i32 %y)
  ret void
}
define i32 @main() {
  call void @show(float 0.0, float -0.0)
  call void @show(float -0.0, float 0.0)
  call void @show(float 1.0, float 0x7FF8000000000000)
  call void @show(float -2.0, float 3.0)
  ret i32 0
}
"#;

#[test]
fn minima_in_software_know_the_signs_of_zeros() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("minima.ll");
    fs::write(&path, MINIMA).expect("a file");
    for machine in [MACHINES[1], MACHINES[4]] {
        assert_eq!(machine.float_bits(), 0);
        for stage in ["irtranslator", "legalizer"] {
            let mut interpret = Compiler::under_test().expect("gisel").alone();
            interpret.arg("interpret").arg(format!("--stage={stage}")).args(machine.options()).arg(&path);
            let printed = process::run(&mut interpret).unwrap_or_else(|e| panic!("{machine} {stage}: {e}"));
            assert_eq!(
                printed, "80000000 0\n80000000 0\n7fc00000 7fc00000\nc0000000 40400000\n",
                "{machine} {stage}"
            );
        }
    }
}

/// Interprets a module, which must fail, and returns standard error.
fn complaint(body: &str, options: &[&str]) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("p.ll");
    fs::write(&path, format!("target triple = \"riscv64-unknown-linux-gnu\"\n{body}")).expect("a file");
    let Compiler::Gisel(gisel) = Compiler::under_test().expect("gisel") else { panic!("gisel") };
    let output = Command::new(gisel).arg("interpret").args(options).arg(&path).output().expect("it runs");
    assert!(!output.status.success());
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn callers_are_named_with_their_places() {
    let text = "define i32 @inner(i32 %x) {\ncall void @llvm.trap()\nunreachable\n}\ndeclare void @llvm.trap()\n\
                define i32 @outer(i32 %x) !dbg !4 {\nbr label %l\nl:\n%v = call i32 @inner(i32 %x), !dbg !5\n%w = add i32 %v, 1\nret i32 %w\n}\n\
                define i32 @main() {\n%v = call i32 @outer(i32 0)\nret i32 %v\n}\n\
                !llvm.dbg.cu = !{!1}\n!llvm.module.flags = !{!2}\n!1 = distinct !DICompileUnit(language: DW_LANG_C, file: !3, emissionKind: FullDebug)\n\
                !2 = !{i32 2, !\"Debug Info Version\", i32 3}\n!3 = !DIFile(filename: \"o.c\", directory: \"/\")\n\
                !4 = distinct !DISubprogram(name: \"outer\", file: !3, line: 7, unit: !1, spFlags: DISPFlagDefinition, type: !6)\n\
                !5 = !DILocation(line: 8, column: 3, scope: !4)\n!6 = !DISubroutineType(types: !7)\n!7 = !{null}\n";
    let said = complaint(text, &["-O0", "--stage=legalizer"]);
    let lines: Vec<&str> = said.lines().filter(|line| line.starts_with("  called by ")).collect();
    assert_eq!(lines, ["  called by outer: bb.1 o.c:8:3", "  called by main: bb.0"], "{said}");
    let deep = "define i32 @main(i32 %x) {\n%y = add i32 %x, 1\n%c = icmp eq i32 %y, 40\nbr i1 %c, label %a, label %b\na:\ncall void @llvm.trap()\n\
                unreachable\nb:\n%v = call i32 @main(i32 %y)\nret i32 %v\n}\ndeclare void @llvm.trap()\n";
    let said = complaint(deep, &["-O0"]);
    assert!(said.matches("called by main").count() == 16 && said.ends_with("and 22 more calls\n"), "{said}");
}

#[test]
fn undefined_behaviour_is_located() {
    let cases = [
        (
            "%p = alloca i32\n%q = getelementptr i32, ptr %p, i64 1\n%v = load i32, ptr %q\nret i32 %v",
            "out of bounds",
        ),
        ("%v = load i32, ptr null\nret i32 %v", "at a null pointer"),
        ("store i32 1, ptr @c\nret i32 0", "to constant memory"),
        ("%x = load volatile i32, ptr @g\n%v = sdiv i32 7, %x\nret i32 %v", "a division by zero"),
        ("call void @llvm.trap()\nunreachable", "a trap"),
        (
            "%x = load volatile i32, ptr @g\n%v = sub nuw i32 %x, 1\n%c = icmp eq i32 %v, 5\nbr i1 %c, label %a, label %a2\na:\nret i32 1\na2:\nret i32 2",
            "a branch on poison",
        ),
        ("br label %l\nl:\nbr label %l", "the limit of steps is reached"),
        ("call void @nowhere()\nret i32 0", "a call of nowhere"),
    ];
    let globals =
        "@c = constant i32 5\n@g = global i32 0\ndeclare void @llvm.trap()\ndeclare void @nowhere()\n";
    for (body, words) in cases {
        let text =
            complaint(&format!("{globals}define i32 @main() {{\n{body}\n}}"), &["-O0", "--steps=1000"]);
        assert!(text.contains(words) && text.contains("main: bb."), "{words}: {text}");
    }
    let text = complaint("define i32 @main() { ret i32 0 }", &["--stage=linearscan"]);
    assert!(text.contains("no stage that is interpreted"), "{text}");
}
