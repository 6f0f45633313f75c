//! Fields with signed pointers (`llvm.protected.field.ptr`), and what deactivates them.

use gisel_tests::build::{self, Compiler};
use gisel_tests::debugger::link_by_lld;
use gisel_tests::process;
use gisel_tests::target::{Combo, Mode, Target};
use std::path::Path;
use std::process::Command;

/// The address of fields with the symbol `off` has another use, which deactivates them. The routines
/// emulate signatures.
const PROGRAM: &str = r#"
@ds = extern_weak hidden global i8
@off = extern_weak hidden global i8
declare ptr @llvm.protected.field.ptr.p0(ptr, i64, i1)
@target = global i32 7
define i64 @__emupac_pacda(i64 %p, i64 %d) noinline {
  %s = shl i64 %d, 4
  %r = xor i64 %p, %s
  ret i64 %r
}
define i64 @__emupac_autda(i64 %p, i64 %d) noinline {
  %s = shl i64 %d, 4
  %r = xor i64 %p, %s
  ret i64 %r
}
define void @put(ptr %object, ptr %value) noinline {
  %f = call ptr @llvm.protected.field.ptr.p0(ptr %object, i64 9, i1 true) [ "deactivation-symbol"(ptr @ds) ]
  store ptr %value, ptr %f
  ret void
}
define ptr @get(ptr %object) noinline {
  %f = call ptr @llvm.protected.field.ptr.p0(ptr %object, i64 9, i1 true) [ "deactivation-symbol"(ptr @ds) ]
  %empty = icmp eq ptr %f, null
  br i1 %empty, label %none, label %some
some:
  %v = load atomic ptr, ptr %f acquire, align 8
  ret ptr %v
none:
  ret ptr null
}
define void @put_plain(ptr %object, ptr %value) noinline {
  %f = call ptr @llvm.protected.field.ptr.p0(ptr %object, i64 9, i1 true) [ "deactivation-symbol"(ptr @off) ]
  store ptr %value, ptr %f
  ret void
}
define ptr @address(ptr %object) noinline {
  %f = call ptr @llvm.protected.field.ptr.p0(ptr %object, i64 9, i1 true) [ "deactivation-symbol"(ptr @off) ]
  ret ptr %f
}
define i32 @main() {
  %object = alloca ptr
  call void @put(ptr %object, ptr @target)
  %signed = load volatile ptr, ptr %object
  %differs = icmp ne ptr %signed, @target
  %back = call ptr @get(ptr %object)
  %same = icmp eq ptr %back, @target
  call void @put_plain(ptr %object, ptr @target)
  %f = call ptr @address(ptr %object)
  %plain = load volatile ptr, ptr %f
  %is_plain = icmp eq ptr %plain, @target
  %1 = and i1 %differs, %same
  %all = and i1 %1, %is_plain
  %code = select i1 %all, i32 42, i32 1
  ret i32 %code
}
"#;

/// Returns the disassembled code of an object.
fn code(object: &Path) -> String {
    let text = process::run(Command::new("llvm-objdump-22").args(["-dr", "--no-leading-addr"]).arg(object));
    text.expect("disassembled").lines().skip(3).map(|line| format!("{line}\n")).collect()
}

/// Programs run with emulated and with real signatures. Assembly, bitcode and threads make no
/// difference.
#[test]
fn pointers_are_signed_in_memory() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = |name: &str| folder.path().join(name);
    let [input, bitcode, object, other, output] = ["a.ll", "a.bc", "a.o", "b.o", "a.out"].map(file);
    let text = file("a.s");
    std::fs::write(&input, PROGRAM).expect("written");
    process::run(Command::new("llvm-as-22").arg(&input).arg("-o").arg(&bitcode)).expect("written");
    let gisel = Compiler::under_test().expect("gisel has been built");
    let target = Target::Aarch64;
    for (level, feature) in [(0, "-pauth"), (0, "+pauth"), (2, "-pauth"), (2, "+pauth")] {
        let combo = Combo { target, ir_level: level, level, mode: Mode::Static };
        let feature = format!("-mattr={feature}");
        let mut command = gisel.command(combo, &input, &object);
        process::run(command.args([&feature, "-verify-machineinstrs"])).expect("compiled");
        let expected = code(&object);
        assert_eq!(expected.contains("pacda\t"), feature.contains('+'), "{expected}");
        assert!(expected.contains("nop") && expected.contains("R_AARCH64_PATCHINST\tds"), "{expected}");
        let mut link = Command::new(format!("{}-gcc", target.gnu()));
        link_by_lld(&mut link, folder.path()).expect("a folder");
        process::run(link.args(["-static", "-o"]).arg(&output).arg(&object)).expect("linked");
        // A signature has seven bits here, and qemu's keys are random: one of 128 is zero.
        let run = || build::qemu(target, &output, &[]).output().expect("qemu runs").status.code();
        assert!((0..4).any(|_| run() == Some(42)), "{combo} {feature}");
        process::run(gisel.command_for("asm", combo, &input, &text).arg(&feature)).expect("printed");
        let mut assembler = Command::new("llvm-mc-22");
        assembler.args(["-triple=aarch64", "-filetype=obj", "-o"]).arg(&other).arg(&text);
        let mut lazily = gisel.command(combo, &bitcode, &other);
        lazily.args([&feature, "-j", "3"]);
        for command in [assembler, lazily].iter_mut() {
            process::run(command).expect("compiled");
            assert_eq!(code(&other), expected, "{command:?}");
        }
    }
}

/// On RISC-V, routines sign and authenticate; nothing is deactivated.
#[test]
fn routines_sign_on_other_targets() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let input = folder.path().join("a.ll");
    std::fs::write(&input, PROGRAM).expect("written");
    for arch in ["riscv64", "riscv32"] {
        let mut command = Command::new(build::gisel());
        command.args(["-O2", "-verify-machineinstrs", "-o", "-", "-filetype=asm"]);
        let text = process::run(command.arg(format!("-mtriple={arch}-linux-gnu")).arg(&input));
        let text = text.expect("compiled");
        for part in ["__emupac_pacda", "__emupac_autda", "off = 3573751839", "\t.hidden\toff"] {
            assert!(text.contains(part), "{arch} {part}: {text}");
        }
    }
}

/// Rejected is what llc rejects: the software encoding, and a field without a symbol.
#[test]
fn other_encodings_are_refused() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let input = folder.path().join("a.ll");
    let bundle = "[ \"deactivation-symbol\"(ptr @ds) ]";
    for (call, why) in [
        (format!("i1 false) {bundle}"), "llvm.protected.field.ptr: the software encoding"),
        ("i1 true)".to_owned(), "llvm.protected.field.ptr: there is no deactivation symbol"),
    ] {
        let text = format!(
            "@ds = external global i8\ndeclare ptr @llvm.protected.field.ptr.p0(ptr, i64, i1)\n\
            define ptr @f(ptr %p) {{\n %f = call ptr @llvm.protected.field.ptr.p0(ptr %p, i64 1, {call}\n \
            %v = load ptr, ptr %f\n ret ptr %v\n}}\n"
        );
        std::fs::write(&input, text).expect("written");
        for arch in ["aarch64", "riscv64"] {
            let mut command = Command::new(build::gisel());
            command.args(["-o", "-", "-filetype=asm"]).arg(format!("-mtriple={arch}-linux-gnu"));
            let error = process::run(command.arg(&input)).expect_err("refused");
            assert!(error.contains(why), "{arch}: {error}");
        }
    }
}
