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

#[test]
fn values_in_floating_point_registers_are_refused_by_name_without_them() {
    let folder = Folder::new();
    let cases = [
        (
            "define float @f(float %a) {\n  ret float %a\n}\n",
            "argument `float %a` needs floating-point registers",
        ),
        ("define void @f({ i32, double } %a) {\n  ret void\n}\n", "argument `{ i32, double } %a` needs"),
        (
            "define void @f(ptr %p) {\n  store double 1.0, ptr %p\n  ret void\n}\n",
            "value of type double needs",
        ),
        (
            "define half @f(ptr %p) {\n  %x = load half, ptr %p\n  ret half %x\n}\n",
            "value of type half needs",
        ),
        (
            "define void @f(ptr %p) {\n  %x = va_arg ptr %p, fp128\n  ret void\n}\n",
            "value of type fp128 needs",
        ),
        (
            "define void @f(ptr %p) {\n  %x = load <4 x i32>, ptr %p\n  ret void\n}\n",
            "value of type <4 x i32> needs",
        ),
        (
            "define i32 @f(i32 %x) {\n  %y = call i32 asm \"fmov ${0:s}, ${1:w}\", \"=w,r\"(i32 %x)\n  ret i32 %y\n}\n",
            "the subtarget does not have these registers",
        ),
    ];
    for (functions, words) in cases {
        let input = folder.module(Target::Aarch64, functions);
        let messages = folder.messages(&input, &["-mattr=-fp-armv8"]);
        assert!(messages.contains(words) && messages.contains("in function 'f'"), "{functions}: {messages}");
        assert!(!folder.path("out.s").exists());
    }
}
