; Data of all kinds: sections by name and flags, strings, constants, tables, alignments, differences, constructors.
source_filename = "data.c"

@string = private unnamed_addr constant [6 x i8] c"hello\00"
@escapes = private unnamed_addr constant [10 x i8] c"\22\5C\0A\09\0D\07\80\FF?\00"
@wide = private unnamed_addr constant [3 x i32] [i32 104, i32 228, i32 0]
@inner_zero = constant [6 x i8] c"a\00b\00c\00"
@named_string = unnamed_addr constant [4 x i8] c"abc\00"
@constant4 = private unnamed_addr constant i32 4
@constant8 = private unnamed_addr constant i64 8
@constant16 = private unnamed_addr constant i128 16
@zeros = global [100 x i8] zeroinitializer
@ends_in_zeros = global { i32, [50 x i8] } { i32 1, [50 x i8] zeroinitializer }
@aligned = global i8 1, align 4096
@aligned_zero = internal global [3 x i8] zeroinitializer, align 8192
@odd_sizes = global <{ i8, i16, i32, i64, i24 }> <{ i8 1, i16 2, i32 3, i64 4, i24 5 }>
@floats = global { half, float, double, fp128 } { half 0xH3C00, float 1.5, double 2.5, fp128 0xL00000000000000003FFF000000000000 }
@empty = global [0 x i32] zeroinitializer

@in_section = global i32 1, section "mine"
@in_section_const = constant i32 2, section "mine.ro"
@in_section_zero = global i32 0, section ".bss.mine"
@in_section_init = global ptr @target, section ".init_array.00001"
@in_section_space = global i32 3, section "with space"
@in_section_note = constant [4 x i8] c"GNU\00", section ".note.mine"
@in_section_tls = thread_local global i32 4, section ".tdata.mine"
@retained = internal global i32 5, section "keep_me"

@pointer = global ptr @target
@pointer_inside = global ptr getelementptr (i8, ptr @pointer, i64 12)
@pointer_const = constant ptr @target
@pointer_string = constant ptr @string
@pointer_extern = internal constant [2 x ptr] [ptr @outside, ptr getelementptr (i8, ptr @outside, i64 -8)]
@address32 = global i32 trunc (i64 sub (i64 ptrtoint (ptr @pointer to i64), i64 ptrtoint (ptr @address32 to i64)) to i32)
@relative = constant [2 x i32] [i32 trunc (i64 sub (i64 ptrtoint (ptr @string to i64), i64 ptrtoint (ptr @relative to i64)) to i32), i32 trunc (i64 sub (i64 ptrtoint (ptr @constant8 to i64), i64 ptrtoint (ptr @relative to i64)) to i32)]
@start = global i32 6, section "pair"
@end = weak global i32 7, section "pair"
@distance = constant i64 sub (i64 ptrtoint (ptr @end to i64), i64 ptrtoint (ptr @start to i64)), section "other"
@block = global ptr blockaddress(@jumps, %second)
@blocks = internal constant [2 x ptr] [ptr blockaddress(@jumps, %first), ptr blockaddress(@jumps, %second)]

@llvm.global_ctors = appending global [3 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @target, ptr null }, { i32, ptr, ptr } { i32 101, ptr @target, ptr null }, { i32, ptr, ptr } { i32 65535, ptr @outside, ptr null }]
@llvm.global_dtors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @target, ptr null }]
@llvm.used = appending global [1 x ptr] [ptr @retained], section "llvm.metadata"
@llvm.compiler.used = appending global [1 x ptr] [ptr @named_string], section "llvm.metadata"

declare void @outside()

define void @target() {
  ret void
}

define i32 @jumps(i64 %n) {
entry:
  %slot = getelementptr [2 x ptr], ptr @blocks, i64 0, i64 %n
  %to = load ptr, ptr %slot
  indirectbr ptr %to, [label %first, label %second]
first:
  ret i32 1
second:
  ret i32 2
}

define i32 @table(i32 %n) {
entry:
  switch i32 %n, label %other [ i32 0, label %a
                                i32 1, label %b
                                i32 2, label %c
                                i32 3, label %d
                                i32 4, label %e
                                i32 5, label %f ]
a:
  tail call void @outside()
  ret i32 10
b:
  ret i32 21
c:
  tail call void @target()
  ret i32 32
d:
  ret i32 43
e:
  ret i32 5
f:
  ret i32 87
other:
  ret i32 0
}

define double @pool(double %x) {
  %y = fmul double %x, 0x3FF3C0CA428C59FB
  %z = fadd double %y, 0x4005BF0A8B145769
  ret double %z
}

define <4 x i32> @vector_pool(<4 x i32> %x) {
  %y = add <4 x i32> %x, <i32 19088743, i32 2, i32 -3, i32 400000>
  ret <4 x i32> %y
}

define void @aligned_code() align 128 {
  ret void
}

!llvm.ident = !{!0, !1}
!0 = !{!"a compiler"}
!1 = !{!"another one"}
