; What calls can say in IR and C does not: byval, sret, extensions of odd types, tail calls, va_arg, vectors and many results, conventions.
@format = private constant [9 x i8] c"%s: %ld\0A\00"
@n.byval = private constant [6 x i8] c"byval\00"
@n.sret = private constant [5 x i8] c"sret\00"
@n.tail = private constant [5 x i8] c"tail\00"
@n.va = private constant [7 x i8] c"va_arg\00"
@n.vec = private constant [7 x i8] c"vector\00"
@n.fast = private constant [7 x i8] c"fastcc\00"
@n.ext = private constant [4 x i8] c"ext\00"
@n.inv = private constant [9 x i8] c"indirect\00"
@n.undef = private constant [6 x i8] c"undef\00"
@n.big = private constant [4 x i8] c"big\00"
@table = global [3 x ptr] [ptr @twice, ptr @negate, ptr @twice]

%struct = type { i64, [5 x i32], double }

declare i32 @printf(ptr, ...)
declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)
declare void @llvm.va_copy.p0(ptr, ptr)

define void @show(ptr %name, i64 %v) noinline {
  %r = call i32 (ptr, ...) @printf(ptr @format, ptr %name, i64 %v)
  ret void
}

define i64 @by_value(ptr byval(%struct) align 8 %p, i64 %k) noinline {
  %a = load i64, ptr %p
  %q = getelementptr %struct, ptr %p, i64 0, i32 1, i64 3
  %b = load i32, ptr %q
  %b.z = sext i32 %b to i64
  store i64 0, ptr %p
  %s = add i64 %a, %b.z
  %t = mul i64 %s, %k
  ret i64 %t
}

define void @result(ptr sret(%struct) align 8 %p, i64 %v) noinline {
  store i64 %v, ptr %p
  %q = getelementptr %struct, ptr %p, i64 0, i32 1, i64 4
  store i32 9, ptr %q
  ret void
}

define i64 @twice(i64 %x) noinline {
  %r = shl i64 %x, 1
  ret i64 %r
}

define i64 @negate(i64 %x) noinline {
  %r = sub i64 0, %x
  ret i64 %r
}

define i64 @tail_to(i64 %x, i64 %y) noinline {
  %z = add i64 %x, %y
  %r = tail call i64 @twice(i64 %z)
  ret i64 %r
}

define i64 @must_tail(i64 %n, i64 %acc) noinline {
  %done = icmp eq i64 %n, 0
  br i1 %done, label %out, label %more
out:
  ret i64 %acc
more:
  %n1 = sub i64 %n, 1
  %acc1 = add i64 %acc, %n
  %r = musttail call i64 @must_tail(i64 %n1, i64 %acc1)
  ret i64 %r
}

define i64 @tail_indirect(ptr %f, i64 %x) noinline {
  %r = tail call i64 %f(i64 %x)
  ret i64 %r
}

; Reads its variable arguments through the pointer that va_start sets up where that is all a list is.
define i64 @forwarded(i64 %n, ...) noinline {
  %list = alloca [4 x i64], align 8
  call void @llvm.va_start.p0(ptr %list)
  %copy = alloca [4 x i64], align 8
  call void @llvm.va_copy.p0(ptr %copy, ptr %list)
  call void @llvm.va_end.p0(ptr %copy)
  call void @llvm.va_end.p0(ptr %list)
  ret i64 %n
}

define <4 x i32> @vector(<4 x i32> %a, <2 x double> %b, <8 x i8> %c) noinline {
  %e = extractelement <2 x double> %b, i32 1
  %i = fptosi double %e to i32
  %x = extractelement <8 x i8> %c, i32 5
  %x.z = zext i8 %x to i32
  %s = add i32 %i, %x.z
  %r = insertelement <4 x i32> %a, i32 %s, i32 2
  ret <4 x i32> %r
}

define <8 x i64> @large_vector(<8 x i64> %a, i64 %k) noinline {
  %r = insertelement <8 x i64> %a, i64 %k, i32 6
  ret <8 x i64> %r
}

define fastcc i64 @fast(i64 %a, i64 %b, double %c) noinline {
  %i = fptosi double %c to i64
  %x = mul i64 %a, %b
  %r = add i64 %x, %i
  ret i64 %r
}

define signext i8 @narrow(i8 signext %a, i16 zeroext %b, i1 zeroext %c, i1 signext %d) noinline {
  %b.t = trunc i16 %b to i8
  %c.z = zext i1 %c to i8
  %d.s = sext i1 %d to i8
  %x = add i8 %a, %b.t
  %y = add i8 %x, %c.z
  %z = add i8 %y, %d.s
  ret i8 %z
}

define zeroext i1 @truth(i64 %a) noinline {
  %c = icmp sgt i64 %a, 5
  ret i1 %c
}

define i64 @undefined(i64 %a, i64 %b) noinline {
  ret i64 %b
}

define { i64, i64, i64, i64, i64, i64, i64, i64, i64, i64 } @ten(i64 %a) noinline {
  %b = add i64 %a, 100
  %x = insertvalue { i64, i64, i64, i64, i64, i64, i64, i64, i64, i64 } poison, i64 %a, 0
  %y = insertvalue { i64, i64, i64, i64, i64, i64, i64, i64, i64, i64 } %x, i64 %b, 9
  ret { i64, i64, i64, i64, i64, i64, i64, i64, i64, i64 } %y
}

define i256 @wide(i256 %a, i256 %b) noinline {
  %r = add i256 %a, %b
  ret i256 %r
}

define void @never() noreturn noinline {
  unreachable
}

define i32 @main() {
  %s = alloca %struct, align 8
  store i64 5, ptr %s
  %q = getelementptr %struct, ptr %s, i64 0, i32 1, i64 3
  store i32 -2, ptr %q
  %v1 = call i64 @by_value(ptr byval(%struct) align 8 %s, i64 10)
  call void @show(ptr @n.byval, i64 %v1)
  %kept = load i64, ptr %s
  call void @show(ptr @n.byval, i64 %kept)
  call void @result(ptr sret(%struct) align 8 %s, i64 77)
  %v2 = load i64, ptr %s
  call void @show(ptr @n.sret, i64 %v2)
  %v3 = call i64 @tail_to(i64 20, i64 1)
  call void @show(ptr @n.tail, i64 %v3)
  %v4 = call i64 @must_tail(i64 1000000, i64 0)
  call void @show(ptr @n.tail, i64 %v4)
  %v5 = call i64 @tail_indirect(ptr @negate, i64 3)
  call void @show(ptr @n.tail, i64 %v5)
  %v6 = call i64 (i64, ...) @forwarded(i64 6, i64 1, double 2.0, i64 3)
  call void @show(ptr @n.va, i64 %v6)
  %vec = call <4 x i32> @vector(<4 x i32> <i32 1, i32 2, i32 3, i32 4>, <2 x double> <double 1.0, double 30.0>, <8 x i8> <i8 0, i8 1, i8 2, i8 3, i8 4, i8 200, i8 6, i8 7>)
  %e2 = extractelement <4 x i32> %vec, i32 2
  %e3 = extractelement <4 x i32> %vec, i32 3
  %e.s = mul i32 %e2, 10
  %e.t = add i32 %e.s, %e3
  %v7 = sext i32 %e.t to i64
  call void @show(ptr @n.vec, i64 %v7)
  %big = call <8 x i64> @large_vector(<8 x i64> <i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8>, i64 70)
  %b6 = extractelement <8 x i64> %big, i32 6
  %b7 = extractelement <8 x i64> %big, i32 7
  %v8 = add i64 %b6, %b7
  call void @show(ptr @n.vec, i64 %v8)
  %v9 = call fastcc i64 @fast(i64 6, i64 7, double 100.5)
  call void @show(ptr @n.fast, i64 %v9)
  %n = call signext i8 @narrow(i8 signext -100, i16 zeroext 65535, i1 zeroext true, i1 signext true)
  %v10 = sext i8 %n to i64
  call void @show(ptr @n.ext, i64 %v10)
  %t = call zeroext i1 @truth(i64 6)
  %v11 = zext i1 %t to i64
  call void @show(ptr @n.ext, i64 %v11)
  %f = load ptr, ptr getelementptr ([3 x ptr], ptr @table, i64 0, i64 1)
  %v12 = call i64 %f(i64 44)
  call void @show(ptr @n.inv, i64 %v12)
  %v13 = call i64 @undefined(i64 undef, i64 8)
  call void @show(ptr @n.undef, i64 %v13)
  %ten = call { i64, i64, i64, i64, i64, i64, i64, i64, i64, i64 } @ten(i64 3)
  %ten9 = extractvalue { i64, i64, i64, i64, i64, i64, i64, i64, i64, i64 } %ten, 9
  call void @show(ptr @n.big, i64 %ten9)
  %w = call i256 @wide(i256 18446744073709551616, i256 1361129467683753853853498429727072845824)
  %w.h = lshr i256 %w, 130
  %w.l = trunc i256 %w.h to i64
  call void @show(ptr @n.big, i64 %w.l)
  %w.m = lshr i256 %w, 64
  %w.n = trunc i256 %w.m to i64
  call void @show(ptr @n.big, i64 %w.n)
  ret i32 0
}
