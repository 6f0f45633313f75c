; Intrinsics that are calls of a runtime's routines, which are here, and fills of memory by a pattern.
@format = private constant [13 x i8] c"%d %d %d %d\0A\00"
@text = private constant [11 x i8] c"%s %d %ld\0A\00"
@copied = private constant [7 x i8] c"copied\00"
@filled = private constant [7 x i8] c"filled\00"
@retained = private constant [9 x i8] c"retained\00"
@entered = private constant [8 x i8] c"entered\00"
@numbers = global [12 x i32] [i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12]
@count = global i64 3

declare i32 @printf(ptr, ...)
declare void @llvm.memcpy.element.unordered.atomic.p0.p0.i32(ptr, ptr, i32, i32)
declare void @llvm.memset.element.unordered.atomic.p0.i64(ptr, i8, i64, i32)
declare void @llvm.experimental.memset.pattern.p0.i64.i64(ptr, i64, i64, i1)
declare void @llvm.experimental.memset.pattern.p0.i16.i32(ptr, i16, i32, i1)
declare ptr @llvm.objc.retain(ptr)
declare i32 @llvm.objc.sync.enter(ptr)
declare void @llvm.objc.clang.arc.use(...)
declare ptr @llvm.sponentry.p0()

define void @__llvm_memcpy_element_unordered_atomic_4(ptr %to, ptr %from, i64 %bytes) {
  call i32 (ptr, ...) @printf(ptr @text, ptr @copied, i32 4, i64 %bytes)
  ret void
}

define void @__llvm_memset_element_unordered_atomic_8(ptr %to, i8 zeroext %byte, i64 %bytes) {
  %wide = zext i8 %byte to i32
  call i32 (ptr, ...) @printf(ptr @text, ptr @filled, i32 %wide, i64 %bytes)
  ret void
}

define ptr @objc_retain(ptr %object) {
  call i32 (ptr, ...) @printf(ptr @text, ptr @retained, i32 0, i64 1)
  ret ptr %object
}

define i32 @objc_sync_enter(ptr %object) {
  %number = load i32, ptr %object
  call i32 (ptr, ...) @printf(ptr @text, ptr @entered, i32 %number, i64 2)
  ret i32 -7
}

define void @show(i64 %first) {
  %p0 = getelementptr i32, ptr @numbers, i64 %first
  %p1 = getelementptr i32, ptr %p0, i64 1
  %p2 = getelementptr i32, ptr %p0, i64 2
  %p3 = getelementptr i32, ptr %p0, i64 3
  %v0 = load i32, ptr %p0
  %v1 = load i32, ptr %p1
  %v2 = load i32, ptr %p2
  %v3 = load i32, ptr %p3
  call i32 (ptr, ...) @printf(ptr @format, i32 %v0, i32 %v1, i32 %v2, i32 %v3)
  ret void
}

; The ninth argument is the first that is on the stack.
define i64 @ninth(i64 %a, i64 %b, i64 %c, i64 %d, i64 %e, i64 %f, i64 %g, i64 %h, i64 %i) noinline {
  %entry = call ptr @llvm.sponentry.p0()
  %value = load i64, ptr %entry
  ret i64 %value
}

define i32 @main() {
  call void @llvm.memcpy.element.unordered.atomic.p0.p0.i32(ptr align 4 @numbers, ptr align 4 @numbers, i32 16, i32 4)
  call void @llvm.memset.element.unordered.atomic.p0.i64(ptr align 8 @numbers, i8 200, i64 24, i32 8)
  %next = call ptr @llvm.objc.retain(ptr @numbers)
  %result = call i32 @llvm.objc.sync.enter(ptr %next)
  call void (...) @llvm.objc.clang.arc.use(ptr %next)
  call i32 (ptr, ...) @printf(ptr @format, i32 %result, i32 0, i32 0, i32 0)
  %count = load i64, ptr @count
  call void @llvm.experimental.memset.pattern.p0.i64.i64(ptr align 4 @numbers, i64 21474836486, i64 %count, i1 false)
  %none = sub i64 %count, 3
  %after = getelementptr i32, ptr @numbers, i64 8
  call void @llvm.experimental.memset.pattern.p0.i64.i64(ptr %after, i64 -1, i64 %none, i1 false)
  %odd = getelementptr i8, ptr @numbers, i64 33
  call void @llvm.experimental.memset.pattern.p0.i16.i32(ptr %odd, i16 258, i32 3, i1 true)
  call void @show(i64 0)
  call void @show(i64 4)
  call void @show(i64 8)
  %ninth = call i64 @ninth(i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 99)
  %small = trunc i64 %ninth to i32
  call i32 (ptr, ...) @printf(ptr @format, i32 %small, i32 0, i32 0, i32 0)
  ret i32 0
}
