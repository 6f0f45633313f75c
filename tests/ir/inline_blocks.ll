; Copies and fills that must not become calls, of lengths that only the run knows and of large ones: each prints a sum over the memory.

declare i32 @printf(ptr, ...)
declare void @llvm.memcpy.inline.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.inline.p0.i64(ptr, i8, i64, i1)

@line = private constant [7 x i8] c"%d %d\0A\00"
@from = global [80000 x i8] zeroinitializer
@to = global [80000 x i8] zeroinitializer

define i32 @sum(ptr %p) noinline {
entry:
  br label %next
next:
  %i = phi i64 [ 0, %entry ], [ %more, %next ]
  %old = phi i32 [ 7, %entry ], [ %new, %next ]
  %at = getelementptr i8, ptr %p, i64 %i
  %byte = load i8, ptr %at
  %wide = zext i8 %byte to i32
  %times = mul i32 %old, 31
  %new = add i32 %times, %wide
  %more = add i64 %i, 1
  %done = icmp eq i64 %more, 80000
  br i1 %done, label %end, label %next
end:
  ret i32 %new
}

define void @copy(ptr %d, ptr %s, i64 %n) noinline {
  call void @llvm.memcpy.inline.p0.p0.i64(ptr align 4 %d, ptr align 4 %s, i64 %n, i1 false)
  ret void
}

define void @fill(ptr %d, i8 %v, i64 %n) noinline {
  call void @llvm.memset.inline.p0.i64(ptr %d, i8 %v, i64 %n, i1 true)
  ret void
}

define void @show(i32 %n) noinline {
  %sum = call i32 @sum(ptr @to)
  %printed = call i32 (ptr, ...) @printf(ptr @line, i32 %n, i32 %sum)
  ret void
}

define i32 @main() {
  call void @fill(ptr @from, i8 -91, i64 70001)
  call void @copy(ptr @to, ptr @from, i64 0)
  call void @show(i32 1)
  call void @copy(ptr @to, ptr @from, i64 1)
  call void @show(i32 2)
  call void @fill(ptr getelementptr (i8, ptr @from, i64 4), i8 3, i64 1000)
  call void @copy(ptr getelementptr (i8, ptr @to, i64 8), ptr @from, i64 1003)
  call void @show(i32 3)
  call void @fill(ptr @to, i8 9, i64 0)
  call void @show(i32 4)
  call void @llvm.memset.inline.p0.i64(ptr @to, i8 5, i64 70000, i1 false)
  call void @show(i32 5)
  call void @llvm.memcpy.inline.p0.p0.i64(ptr @to, ptr @from, i64 69999, i1 false)
  call void @show(i32 6)
  ret i32 0
}
