; The instruction `va_arg`, which clang makes for neither target; where a `va_list` is no pointer, LLVM has wrong code for it.
; twinless: aarch64
@format = private constant [14 x i8] c"%ld %ld %.2f\0A\00"

declare i32 @printf(ptr, ...)
declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)

define i64 @sum(i32 %count, ...) noinline {
entry:
  %list = alloca [4 x i64]
  call void @llvm.va_start.p0(ptr %list)
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %s = phi i64 [ 0, %entry ], [ %u, %loop ]
  %a = va_arg ptr %list, i32
  %b = va_arg ptr %list, i64
  %w = sext i32 %a to i64
  %t = mul i64 %w, %b
  %u = add i64 %s, %t
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %count
  br i1 %more, label %loop, label %done
done:
  call void @llvm.va_end.p0(ptr %list)
  ret i64 %u
}

define double @mixed(i64 %x, ...) noinline {
  %list = alloca [4 x i64]
  call void @llvm.va_start.p0(ptr %list)
  %a = va_arg ptr %list, double
  %p = va_arg ptr %list, ptr
  %wide = va_arg ptr %list, i128
  %c = va_arg ptr %list, i64
  call void @llvm.va_end.p0(ptr %list)
  %v = load double, ptr %p
  %w = sitofp i128 %wide to double
  %d = sitofp i64 %c to double
  %s = fadd double %a, %v
  %t = fadd double %s, %w
  %r = fadd double %t, %d
  ret double %r
}

define i32 @main() {
  %a = call i64 (i32, ...) @sum(i32 1, i32 -3, i64 7)
  %b = call i64 (i32, ...) @sum(i32 4, i32 1, i64 2, i32 3, i64 4, i32 5, i64 6, i32 -7, i64 8)
  %v = alloca double
  store double 0.25, ptr %v
  %c = call double (i64, ...) @mixed(i64 1, double 1.5, ptr %v, i128 -1000, i64 100)
  %r = call i32 (ptr, ...) @printf(ptr @format, i64 %a, i64 %b, double %c)
  ret i32 0
}
