//! AArch64 without floating-point registers.

use super::{Folder, run, text};
use gisel_tests::target::Target;
use std::path::Path;

/// Integer functions that use floating-point registers if available, and a program that prints
/// their results.
const GENERAL_ONLY: &str = r#"
@format = private constant [12 x i8] c"%d %ld %ld\0A\00"
@source = global [64 x i8] c"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ+-"
@copy = global [64 x i8] zeroinitializer
@numbers = private constant [38 x i8] c"%ld %ld %ld %ld %ld %ld %ld %ld %ld \0A\00"
declare i32 @printf(ptr, ...)
declare i32 @vprintf(ptr, ptr)
declare i64 @llvm.ctpop.i64(i64)
declare i32 @llvm.ctpop.i32(i32)
declare i128 @llvm.ctpop.i128(i128)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)
define i64 @ones(i64 %x, i32 %y, i128 %z) {
  %a = call i64 @llvm.ctpop.i64(i64 %x)
  %b = call i32 @llvm.ctpop.i32(i32 %y)
  %c = call i128 @llvm.ctpop.i128(i128 %z)
  %d = zext i32 %b to i64
  %e = trunc i128 %c to i64
  %f = mul i64 %a, 1000000
  %g = mul i64 %d, 1000
  %h = add i64 %f, %g
  %r = add i64 %h, %e
  ret i64 %r
}
define i128 @blocks(ptr %to, ptr %from) {
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 64, i1 false)
  %at = getelementptr i8, ptr %to, i64 3
  call void @llvm.memset.p0.i64(ptr %at, i8 45, i64 21, i1 false)
  %high = getelementptr i8, ptr %to, i64 48
  store i128 0, ptr %high
  %value = load i128, ptr %to, align 1
  ret i128 %value
}
define i64 @variadic(i32 %count, ...) {
  %list = alloca [4 x ptr]
  call void @llvm.va_start.p0(ptr %list)
  %printed = call i32 @vprintf(ptr @numbers, ptr %list)
  call void @llvm.va_end.p0(ptr %list)
  %r = sext i32 %printed to i64
  ret i64 %r
}
define i64 @clobbers(i64 %x) {
  %y = call i64 asm sideeffect "add $0, $1, #1", "=r,r,~{v8},~{q9},~{d31}"(i64 %x)
  ret i64 %y
}
define i64 @cleared(i64 %x) "zero-call-used-regs"="all" {
  %y = add i64 %x, 5
  ret i64 %y
}
define i32 @main() {
  %ones = call i64 @ones(i64 -81985529216486896, i32 305419896, i128 1234567890123456789012345678)
  %block = call i128 @blocks(ptr @copy, ptr @source)
  %low = trunc i128 %block to i64
  %sum = call i64 (i32, ...) @variadic(i32 11, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11)
  %clobbers = call i64 @clobbers(i64 %sum)
  %cleared = call i64 @cleared(i64 %clobbers)
  %last = getelementptr i8, ptr @copy, i64 40
  %word = load i64, ptr %last
  call i32 (ptr, ...) @printf(ptr @format, i32 1, i64 %ones, i64 %low)
  call i32 (ptr, ...) @printf(ptr @format, i32 2, i64 %cleared, i64 %word)
  ret i32 0
}
"#;

/// Returns true if a word of an instruction's operands is a floating-point register.
fn is_floating_point_register(word: &str) -> bool {
    let number = word.strip_prefix(['b', 'h', 's', 'd', 'q', 'v']);
    number.and_then(|number| number.parse().ok()).is_some_and(|number: u32| number < 32)
}

/// Returns the instructions of an object that use floating-point registers.
fn with_floating_point_registers(object: &Path) -> Vec<String> {
    let listing = run("llvm-objdump-22", &["-d", "--no-show-raw-insn", text(object)]);
    let instructions = listing.lines().filter(|line| line.starts_with(' '));
    let operands = |line: &str| line.split_once('\t').map(|(_, rest)| rest.to_owned()).unwrap_or_default();
    let words = |line: &str| {
        let operands = operands(line);
        operands.split(|c: char| !c.is_alphanumeric()).any(is_floating_point_register)
    };
    instructions.filter(|line| words(line)).map(str::to_owned).collect()
}

#[test]
fn code_without_floating_point_registers_has_none_and_does_the_same() {
    let folder = Folder::new();
    let input = folder.module(Target::Aarch64, GENERAL_ONLY);
    let printed = |object: &Path| {
        let program = folder.path("program");
        run("aarch64-linux-gnu-gcc", &["-static", "-o", text(&program), text(object)]);
        run("qemu-aarch64", &[text(&program)])
    };
    let judge = folder.path("judge.o");
    run("llc-22", &["-mattr=-fp-armv8", "-filetype=obj", "-o", text(&judge), text(&input)]);
    // LLVM clears registers that do not exist.
    assert!(with_floating_point_registers(&judge).iter().all(|line| line.contains(", xzr")));
    let expected = printed(&judge);
    assert_eq!(expected.lines().count(), 3, "{expected}");
    for level in ["-O0", "-O2"] {
        let object = folder.object(&input, &[level, "-mattr=-fp-armv8", "-verify-machineinstrs"], "out.o");
        assert_eq!(with_floating_point_registers(&object), [""; 0], "{level}");
        assert_eq!(printed(&object), expected, "{level}");
        // The same functions use them if they exist.
        let object = folder.object(&input, &[level], "out.o");
        assert!(!with_floating_point_registers(&object).is_empty(), "{level}");
    }
}

/// Functions with floats and vectors, and `printf`, which takes the bits of doubles.
const SOFT: &str = r#"
declare double @llvm.copysign.f64(double, double)
define double @sum(double %a, float %b, half %c, fp128 %d, <2 x float> %e) {
  %wide = fpext float %b to double
  %half = fpext half %c to double
  %quad = fptrunc fp128 %d to double
  %first = extractelement <2 x float> %e, i32 1
  %last = fpext float %first to double
  %s = fadd double %a, %wide
  %t = fmul double %s, %half
  %u = fdiv double %t, %quad
  %v = fsub double %u, %last
  %less = fcmp olt double %v, 0.0
  %sign = call double @llvm.copysign.f64(double %v, double %a)
  %r = select i1 %less, double %sign, double %v
  ret double %r
}
define <4 x i32> @lanes(<4 x i32> %a, <4 x i32> %b) {
  %c = mul <4 x i32> %a, %b
  %d = shufflevector <4 x i32> %c, <4 x i32> %a, <4 x i32> <i32 3, i32 4, i32 1, i32 6>
  ret <4 x i32> %d
}
"#;

#[test]
fn floats_and_vectors_are_in_general_registers_without_others() {
    let folder = Folder::new();
    let input = folder.module(Target::Aarch64, SOFT);
    for level in ["-O0", "-O2"] {
        for mode in ["-relocation-model=static", "-relocation-model=pic"] {
            let args = [level, mode, "-mattr=-fp-armv8", "-target-abi=aapcs-soft", "-verify-machineinstrs"];
            let object = folder.object(&input, &args, "out.o");
            assert_eq!(with_floating_point_registers(&object), [""; 0], "{level} {mode}");
            let undefined = run("llvm-nm-22", &["-j", "-u", text(&object)]);
            let mut called: Vec<&str> = undefined.lines().collect();
            called.sort_unstable();
            let expected = [
                "__adddf3",
                "__divdf3",
                "__extendhfsf2",
                "__extendsfdf2",
                "__ltdf2",
                "__muldf3",
                "__subdf3",
                "__trunctfdf2",
            ];
            assert_eq!(called, expected, "{level} {mode}");
        }
    }
}

#[test]
fn scalars_without_vectors_are_in_floating_point_registers() {
    let folder = Folder::new();
    let input = folder.module(Target::Aarch64, SOFT);
    for level in ["-O0", "-O2"] {
        let object = folder.object(&input, &[level, "-mattr=-neon", "-verify-machineinstrs"], "out.o");
        // Without the feature, LLVM does not know instructions on vectors.
        let listing = run("llvm-objdump-22", &["-d", "--mattr=-neon", text(&object)]);
        assert!(listing.contains("fmul") && !listing.contains("<unknown>"), "{level}: {listing}");
    }
}

#[test]
fn the_soft_abi_needs_a_feature() {
    let folder = Folder::new();
    let input = folder.module(Target::Aarch64, SOFT);
    let messages = folder.messages(&input, &["-target-abi=aapcs-soft"]);
    assert!(messages.contains("`aapcs-soft` takes effect with the target feature `-fp-armv8`"), "{messages}");
}

/// Functions that take variable arguments, and a program that prints their sums.
const VARIADIC: &str = r#"
@format = private constant [10 x i8] c"%d %d %d\0A\00"
declare i32 @printf(ptr, ...)
declare void @llvm.va_start.p0(ptr)
define double @sum(double %first, i32 %count, ...) {
entry:
  %list = alloca [4 x ptr]
  call void @llvm.va_start.p0(ptr %list)
  br label %loop
loop:
  %total = phi double [ %first, %entry ], [ %next, %loop ]
  %left = phi i32 [ %count, %entry ], [ %less, %loop ]
  %value = va_arg ptr %list, double
  %next = fadd double %total, %value
  %less = sub i32 %left, 1
  %done = icmp eq i32 %less, 0
  br i1 %done, label %end, label %loop
end:
  ret double %next
}
define fp128 @quad(i32 %count, ...) {
  %list = alloca [4 x ptr]
  call void @llvm.va_start.p0(ptr %list)
  %first = va_arg ptr %list, double
  %second = va_arg ptr %list, fp128
  ret fp128 %second
}
define double @forward(double %first, i32 %count, ...) {
  call void asm sideeffect "", "~{d0},~{d1},~{d2},~{d3},~{d4},~{d5},~{d6},~{d7},~{x0},~{x1},~{x2}"()
  %r = musttail call double (double, i32, ...) @sum(double %first, i32 %count, ...)
  ret double %r
}
define i32 @main() {
  %a = call double (double, i32, ...) @sum(double 1.0, i32 9, double 2.0, double 4.0, double 8.0, double 16.0, double 32.0, double 64.0, double 128.0, double 256.0, double 512.0)
  %b = call double (double, i32, ...) @forward(double 1.0, i32 9, double 2.0, double 4.0, double 8.0, double 16.0, double 32.0, double 64.0, double 128.0, double 256.0, double 512.0)
  %q = call fp128 (i32, ...) @quad(i32 2, double 1.0, fp128 0xL000000000000000040054A0000000000)
  %c = fptrunc fp128 %q to double
  %x = fptosi double %a to i32
  %y = fptosi double %b to i32
  %z = fptosi double %c to i32
  call i32 (ptr, ...) @printf(ptr @format, i32 %x, i32 %y, i32 %z)
  ret i32 0
}
"#;

#[test]
fn variable_arguments_without_vectors_are_in_floating_point_registers() {
    let folder = Folder::new();
    let input = folder.module(Target::Aarch64, VARIADIC);
    for level in ["-O0", "-O2"] {
        let object = folder.object(&input, &[level, "-mattr=-neon", "-verify-machineinstrs"], "out.o");
        let program = folder.path("program");
        run("aarch64-linux-gnu-gcc", &["-static", "-o", text(&program), text(&object)]);
        assert_eq!(run("qemu-aarch64", &[text(&program)]), "1023 1023 82\n", "{level}");
        let listing = run("llvm-objdump-22", &["-d", "--mattr=-neon", text(&object)]);
        assert!(!listing.contains("<unknown>"), "{level}: {listing}");
    }
}

#[test]
fn canonical_floats_and_rounding_modes_are_computed_by_routines() {
    let folder = Folder::new();
    let functions = "declare float @llvm.canonicalize.f32(float)\ndeclare i32 @llvm.get.rounding()\n\
        define float @f(float %x) {\n  %y = call float @llvm.canonicalize.f32(float %x)\n  ret float %y\n}\n\
        define i32 @g() {\n  %y = call i32 @llvm.get.rounding()\n  ret i32 %y\n}\n";
    let input = folder.module(Target::Aarch64, functions);
    let object = folder.object(&input, &["-mattr=-fp-armv8"], "out.o");
    assert_eq!(run("llvm-nm-22", &["-j", "-u", text(&object)]), "__mulsf3\nfegetround\n");
}

#[test]
fn soft_code_is_not_linked_with_routines_of_the_target() {
    let folder = Folder::new();
    let body = "  %x = load volatile fp128, ptr @q\n  %y = fadd fp128 %x, %x\n  store volatile fp128 %y, ptr @q\n  ret i32 0\n}\n";
    let program = |attributes: &str| {
        format!(
            "@q = global fp128 0xL00000000000000004000800000000000\ndefine i32 @main() {attributes} {{\n{body}"
        )
    };
    let message = "calls `__addtf3`";
    for (attributes, option, is_refused) in
        [("", "-mattr=-fp-armv8", true), ("\"target-features\"=\"-fp-armv8\"", "", true), ("", "", false)]
    {
        let input = folder.module(Target::Aarch64, &program(attributes));
        let options: Vec<&str> = ["--link", option].into_iter().filter(|option| !option.is_empty()).collect();
        let messages = folder.messages(&input, &options);
        assert_eq!(messages.contains(message), is_refused, "{option}: {messages}");
        assert_eq!(folder.path("out.s").exists(), !is_refused, "{option}");
    }
    let input = folder.module(Target::Aarch64, "define i32 @main() {\n  ret i32 0\n}\n");
    assert_eq!(folder.messages(&input, &["--link", "-mattr=-fp-armv8"]), "");
}

#[test]
fn code_for_missing_registers_is_rejected_by_name() {
    let folder = Folder::new();
    let reads = "declare <8 x i8> @llvm.aarch64.neon.abs.v8i8(<8 x i8>)\n";
    let lanes = format!(
        "{reads}define <8 x i8> @f(<8 x i8> %x) {{\n  %y = call <8 x i8> @llvm.aarch64.neon.abs.v8i8(<8 x i8> %x)\n  ret <8 x i8> %y\n}}\n"
    );
    let moved = "define i32 @f(i32 %x) {\n  %y = call i32 asm \"fmov ${0:s}, ${1:w}\", \"=w,r\"(i32 %x)\n  ret i32 %y\n}\n";
    let vector =
        "define void @f() {\n  call void asm sideeffect \"movi v0.16b, #1\", \"\"()\n  ret void\n}\n";
    let next = "define i32 @f(ptr %list) {\n  %v = va_arg ptr %list, <4 x i32>\n  %r = extractelement <4 x i32> %v, i32 1\n  ret i32 %r\n}\n";
    let pair = "define <2 x float> @f(<2 x float> %x) {\n  %r = call <2 x float> asm \"nop\", \"=w,w\"(<2 x float> %x)\n  ret <2 x float> %r\n}\n";
    let named = "define double @f(double %x) {\n  %r = call double asm \"nop\", \"={d0},{d1}\"(double %x)\n  ret double %r\n}\n";
    let saving = |convention: &str| {
        format!("declare void @g()\ndefine {convention} void @f() {{\n  call void @g()\n  ret void\n}}\n")
    };
    let (all, vectors) = (saving("preserve_allcc"), saving("aarch64_vector_pcs"));
    for (functions, option, words) in [
        (next, "-mattr=-neon", "`va_arg` of <4 x i32> needs the target feature `+neon`"),
        (next, "-mattr=-fp-armv8", "`va_arg` of <4 x i32> needs the target feature `+neon`"),
        (pair, "-mattr=-neon", "constraint `w` for a value of type <2 x float>"),
        (named, "-mattr=-fp-armv8", "constraint `{d0}`"),
        (all.as_str(), "-mattr=-fp-armv8", "its calling convention preserves q8"),
        (vectors.as_str(), "-mattr=-fp-armv8", "its calling convention preserves q8"),
        (moved, "-mattr=-fp-armv8", "constraint"),
        (lanes.as_str(), "-mattr=-fp-armv8", "llvm.aarch64.neon.abs.v8i8"),
        (lanes.as_str(), "-mattr=-neon", "an intrinsic on vectors, which the subtarget lacks"),
        (vector, "-mattr=-neon", "instruction requires: neon"),
        (vector, "-mattr=-fp-armv8", "instruction requires: fp-armv8"),
    ] {
        let input = folder.module(Target::Aarch64, functions);
        let messages = folder.messages(&input, &[option, "-filetype=obj"]);
        assert!(messages.contains(words), "{option} {functions}: {messages}");
        assert!(!folder.path("out.s").exists());
    }
}
