//! Unwind tables at every instruction, of programs and of functions with protected return
//! addresses.

use gisel_tests::build::{self, Compiler};
use gisel_tests::process;
use gisel_tests::sources;
use gisel_tests::target::{Combo, Mode, Target};
use gisel_tests::unwinding::{At, check};
use std::path::Path;

/// Programs with frames of all kinds.
const PROGRAMS: &[&str] = &["frames", "calls", "jumps", "varargs"];

/// Frames of all sizes; `SIZE` bytes at `ALIGN`, and perhaps more by number.
const FRAMES: &str = "
declare i32 @use(ptr, ptr, i32)
define i32 @fixed(i32 %x, i32 %n) #0 {
  %p = alloca [SIZE x i8], align ALIGN
  %c = icmp eq i32 %x, 0
  br i1 %c, label %out, label %on
out:
  ret i32 %n
on:
  %r = call i32 @use(ptr %p, ptr %p, i32 %x)
  %s = call i32 @use(ptr %p, ptr %p, i32 %r)
  %t = add i32 %s, %x
  %d = icmp slt i32 %t, 0
  br i1 %d, label %less, label %more
less:
  %v = call i32 @use(ptr %p, ptr %p, i32 %t)
  ret i32 %v
more:
  ret i32 %t
}
define i32 @variable(i32 %x, i64 %n) #0 {
  %p = alloca [SIZE x i8], align ALIGN
  %q = alloca i8, i64 %n
  %r = call i32 @use(ptr %p, ptr %q, i32 %x)
  %t = add i32 %r, %x
  ret i32 %t
}
define i32 @tail(i32 %x, i32 %n) #0 {
  %p = alloca [SIZE x i8], align ALIGN
  %r = call i32 @use(ptr %p, ptr %p, i32 %x)
  %t = tail call i32 @use(ptr null, ptr null, i32 %r)
  ret i32 %t
}
define float @real(float %x, i32 %n) #0 {
  %p = alloca [SIZE x i8], align ALIGN
  %r = call i32 @use(ptr %p, ptr %p, i32 %n)
  %s = fadd float %x, %x
  ret float %s
}
define void @leaf(ptr %p) #0 {
  %x = load i32, ptr %p
  %y = add i32 %x, 1
  store i32 %y, ptr %p
  ret void
}
";

/// Checks the tables of [`FRAMES`] in all sizes with these attributes.
fn frames(target: Target, attributes: &str, options: &[&str], at: At) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for size in [8, 2040, 100_000, 20_000_000] {
        for align in [8, 4096] {
            let text = FRAMES.replace("SIZE", &size.to_string()).replace("ALIGN", &align.to_string());
            let triple = target.triple();
            let input = folder.path().join("frames.ll");
            let text = format!("target triple = \"{triple}\"\n{text}\nattributes #0 = {{ {attributes} }}\n");
            std::fs::write(&input, text).expect("written");
            for level in [0, 2] {
                let combo = Combo { target, ir_level: level, level, mode: Mode::Static };
                assert!(compiled(combo, &input, options, at) > 0, "{size} {align} {attributes}");
            }
        }
    }
}

#[test]
fn frames_of_all_sizes_unwind() {
    let at = At::EveryInstruction;
    frames(Target::Aarch64, "uwtable", &[], at);
    frames(
        Target::Aarch64,
        "uwtable \"frame-pointer\"=\"all\" \"sign-return-address\"=\"non-leaf\"",
        &[],
        at,
    );
    frames(
        Target::Aarch64,
        "uwtable(sync) \"sign-return-address\"=\"non-leaf\"",
        &["-mattr=+pauth"],
        At::Calls,
    );
    frames(Target::Aarch64, "uwtable shadowcallstack", &["-mattr=+reserve-x18"], at);
    frames(Target::Riscv64, "uwtable", &[], at);
    // Only the lower halves of floating-point registers are saved.
    frames(Target::Riscv64, "uwtable", &["-target-abi=lp64f"], at);
    frames(Target::Riscv64, "uwtable \"frame-pointer\"=\"all\" shadowcallstack", &["-mattr=-c"], at);
}

/// Functions that pop their arguments: at their ends the stack pointer is above the frame's
/// address.
const REMOVED: &str = "
declare tailcc void @less([10 x i64])
declare tailcc void @more([16 x i64])
declare void @use(ptr)
define tailcc void @returns([12 x i64] %a) uwtable {
  call void @use(ptr null)
  ret void
}
define tailcc void @leaf([12 x i64] %a) uwtable {
  ret void
}
define tailcc void @variable([12 x i64] %a, i64 %n) uwtable {
  %p = alloca i8, i64 %n
  call void @use(ptr %p)
  ret void
}
define tailcc void @parts([12 x i64] %a, i1 %c) uwtable {
  br i1 %c, label %jump, label %leave
jump:
  call void @use(ptr null)
  musttail call tailcc void @less([10 x i64] zeroinitializer)
  ret void
leave:
  ret void
}
define tailcc void @grows([12 x i64] %a) uwtable {
  call void @use(ptr null)
  musttail call tailcc void @more([16 x i64] zeroinitializer)
  ret void
}
";

#[test]
fn functions_that_remove_their_arguments_unwind() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let input = folder.path().join("removed.ll");
    let text = format!("target triple = \"{}\"\n{REMOVED}", Target::Aarch64.triple());
    std::fs::write(&input, text).expect("written");
    for level in [0, 2] {
        let combo = Combo { target: Target::Aarch64, ir_level: level, level, mode: Mode::Static };
        assert!(compiled(combo, &input, &[], At::EveryInstruction) > 0);
    }
}

/// Compiles each program with these options for clang and the compiler, and checks the tables.
/// Returns the number of instructions checked.
fn programs(target: Target, flags: &[&str], options: &[&str], at: At) -> usize {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut checked = 0;
    for name in PROGRAMS {
        let source = sources::package_folder().join(format!("programs/{name}.c"));
        for (ir_level, level) in [(0, 0), (2, 2)] {
            let combo = Combo { target, ir_level, level, mode: Mode::Static };
            let bitcode = folder.path().join(format!("{name}.bc"));
            let flags: Vec<String> = flags.iter().map(|&flag| flag.to_owned()).collect();
            process::run(&mut build::clang(combo, &source, &flags, &bitcode)).expect("clang compiles it");
            checked += compiled(combo, &bitcode, options, at);
        }
    }
    checked
}

fn compiled(combo: Combo, input: &Path, options: &[&str], at: At) -> usize {
    let object = input.with_extension("o");
    let compiler = Compiler::under_test().expect("gisel has been built");
    let mut command = compiler.command(combo, input, &object);
    process::run(command.args(options)).expect("it compiles");
    check(combo.target, &object, at).unwrap_or_else(|e| panic!("{e}"))
}

const ASYNC: &str = "-fasynchronous-unwind-tables";

#[test]
fn programs_unwind_at_every_instruction_aarch64() {
    assert!(programs(Target::Aarch64, &[ASYNC], &[], At::EveryInstruction) > 1000);
}

#[test]
fn programs_unwind_at_every_instruction_riscv64() {
    assert!(programs(Target::Riscv64, &[ASYNC], &[], At::EveryInstruction) > 1000);
}

#[test]
fn programs_unwind_at_calls() {
    for target in Target::ALL {
        assert!(
            programs(target, &["-fno-asynchronous-unwind-tables", "-funwind-tables"], &[], At::Calls) > 100
        );
    }
}

#[test]
fn signed_return_addresses_unwind() {
    for (protection, options) in [
        ("standard", &[][..]),
        ("pac-ret+leaf+b-key", &[]),
        ("standard", &["-mattr=+pauth"]),
        ("pac-ret+leaf", &["-mattr=+pauth"]),
    ] {
        let flags = [ASYNC, &format!("-mbranch-protection={protection}")];
        assert!(programs(Target::Aarch64, &flags, options, At::EveryInstruction) > 1000);
    }
}
