//! Block copies and fills of constant sizes: programs print what `llc`'s print.

use gisel_tests::agreement;
use gisel_tests::target::Target;
use std::fmt::Write;

/// The sizes in bytes: all small ones, and those near the limits of inlining.
const SIZES: [(u64, u64); 8] =
    [(0, 132), (159, 162), (191, 193), (223, 226), (239, 258), (271, 274), (319, 322), (509, 516)];

/// Operations, as calls with the alignment `A`, the size `N` and the flag `V` (volatile).
const OPERATIONS: [&str; 5] = [
    "@llvm.memcpy.p0.p0.i64(ptr align A %to, ptr align A %from, i64 N, i1 V)",
    "@llvm.memmove.p0.p0.i64(ptr align A %to, ptr align A %near, i64 N, i1 V)",
    "@llvm.memset.p0.i64(ptr align A %to, i8 0, i64 N, i1 V)",
    "@llvm.memset.p0.i64(ptr align A %to, i8 -91, i64 N, i1 V)",
    "@llvm.memset.p0.i64(ptr align A %to, i8 %byte, i64 N, i1 V)",
];

/// Functions that prepare the buffer and print a sum of it, which depends on the order.
const COMMON: &str = "
@text = constant [10 x i8] c\"%d %016lx\\00\"
@line = constant [2 x i8] c\"\\0A\\00\"
@buffer = global [1200 x i8] zeroinitializer, align 16
@source = global [1200 x i8] zeroinitializer, align 16
declare i32 @printf(ptr, ...)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define void @prepare(ptr %p, i64 %by) noinline {
 br label %loop
loop:
 %i = phi i64 [ 0, %0 ], [ %j, %loop ]
 %q = getelementptr i8, ptr %p, i64 %i
 %x = mul i64 %i, %by
 %b = trunc i64 %x to i8
 store volatile i8 %b, ptr %q
 %j = add i64 %i, 1
 %c = icmp ult i64 %j, 1200
 br i1 %c, label %loop, label %end
end:
 ret void
}
define void @show(i32 %n) noinline {
 br label %loop
loop:
 %i = phi i64 [ 0, %0 ], [ %j, %loop ]
 %s = phi i64 [ 7, %0 ], [ %t, %loop ]
 %q = getelementptr i8, ptr @buffer, i64 %i
 %b = load volatile i8, ptr %q
 %w = zext i8 %b to i64
 %m = mul i64 %s, 1099511628211
 %t = xor i64 %m, %w
 %j = add i64 %i, 1
 %c = icmp ult i64 %j, 1200
 br i1 %c, label %loop, label %end
end:
 call i32 (ptr, ...) @printf(ptr @text, i32 %n, i64 %t)
 call i32 (ptr, ...) @printf(ptr @line)
 ret void
}
";

/// Returns a program that does each operation in a buffer, and shows the buffer.
fn program() -> String {
    let mut ir = String::from(COMMON);
    let (mut calls, mut number) = (String::new(), 0);
    for operation in OPERATIONS {
        for size in SIZES.into_iter().flat_map(|(first, end)| first..end) {
            // Volatile accesses to an address that is known to be misaligned are split differently.
            for (align, volatile) in [(1, 0), (4, 0), (8, 0), (16, 1)] {
                let call = operation
                    .replace("align A", &format!("align {align}"))
                    .replace("i64 N", &format!("i64 {size}"))
                    .replace("i1 V", &format!("i1 {volatile}"));
                write!(
                    ir,
                    "define void @f{number}(ptr %to, ptr %from, i8 %byte) noinline {{\n\
                     %near = getelementptr i8, ptr %to, i64 {align}\n call void {call}\n ret void }}\n"
                )
                .expect("a string");
                let at = 64 + align;
                write!(
                    calls,
                    "call void @prepare(ptr @buffer, i64 7)\n\
                     call void @f{number}(ptr getelementptr (i8, ptr @buffer, i64 {at}), \
                     ptr getelementptr (i8, ptr @source, i64 {at}), i8 {byte})\n\
                     call void @show(i32 {number})\n",
                    byte = number % 128
                )
                .expect("a string");
                number += 1;
            }
        }
    }
    ir + &format!("define i32 @main() {{\ncall void @prepare(ptr @source, i64 13)\n{calls}ret i32 0 }}\n")
}

fn check(target: Target, options: &[&str]) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    agreement::assert_llcs_output(target, options, &program(), 3000, folder.path());
}

#[test]
fn blocks_are_llcs_on_aarch64() {
    check(Target::Aarch64, &["-mtriple=aarch64-linux-gnu"]);
}

#[test]
fn blocks_are_llcs_on_riscv64() {
    let features = "-mattr=+m,+a,+f,+d,+c,+unaligned-scalar-mem";
    check(
        Target::Riscv64,
        &["-mtriple=riscv64-linux-gnu", features, "-target-abi=lp64d", "-code-model=medium"],
    );
}
