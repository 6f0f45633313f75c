; Values of structure and array type: built, taken apart, selected, frozen, passed, returned, met in phis, loaded and stored.
%pair = type { i32, double }
%nest = type { i8, [3 x i16], %pair, { float, i64 } }

@format = private constant [28 x i8] c"%d %d %d %d %d %.2f %.2f %d\00"
@line = private constant [7 x i8] c"%d %d\0A\00"
@nest.1 = global %nest { i8 -3, [3 x i16] [i16 1, i16 2, i16 3], %pair { i32 4, double 5.5 }, { float, i64 } { float 6.25, i64 7 } }
@array = global [4 x %pair] [%pair { i32 1, double 1.5 }, %pair { i32 2, double 2.5 }, %pair zeroinitializer, %pair undef]

declare i32 @printf(ptr, ...)
declare i32 @puts(ptr)

define void @show(%nest %n) noinline {
  %a = extractvalue %nest %n, 0
  %a.i = sext i8 %a to i32
  %b0 = extractvalue %nest %n, 1, 0
  %b1 = extractvalue %nest %n, 1, 1
  %b2 = extractvalue %nest %n, 1, 2
  %b0.i = sext i16 %b0 to i32
  %b1.i = sext i16 %b1 to i32
  %b2.i = zext i16 %b2 to i32
  %c = extractvalue %nest %n, 2
  %c0 = extractvalue %pair %c, 0
  %c1 = extractvalue %pair %c, 1
  %d0 = extractvalue %nest %n, 3, 0
  %d0.d = fpext float %d0 to double
  %d1 = extractvalue %nest %n, 3, 1
  %d1.i = trunc i64 %d1 to i32
  %r = call i32 (ptr, ...) @printf(ptr @format, i32 %a.i, i32 %b0.i, i32 %b1.i, i32 %b2.i, i32 %c0, double %c1, double %d0.d, i32 %d1.i)
  %e = alloca i8
  store i8 0, ptr %e
  %s = call i32 @puts(ptr %e)
  ret void
}

define %nest @build(i8 %a, i16 %b, double %c, i64 %d) noinline {
  %p = insertvalue %pair { i32 99, double undef }, double %c, 1
  %n0 = insertvalue %nest zeroinitializer, i8 %a, 0
  %n1 = insertvalue %nest %n0, i16 %b, 1, 1
  %n2 = insertvalue %nest %n1, %pair %p, 2
  %n3 = insertvalue %nest %n2, i64 %d, 3, 1
  %n4 = insertvalue %nest %n3, float 2.5, 3, 0
  ret %nest %n4
}

define %nest @choose(i1 %c, %nest %x, %nest %y) noinline {
  %r = select i1 %c, %nest %x, %nest %y
  %f = freeze %nest %r
  ret %nest %f
}

define [4 x i32] @array_of(i32 %a) noinline {
  %b = add i32 %a, 1
  %x = insertvalue [4 x i32] undef, i32 %a, 0
  %y = insertvalue [4 x i32] %x, i32 %b, 1
  %z = insertvalue [4 x i32] %y, i32 %a, 2
  %w = insertvalue [4 x i32] %z, i32 7, 3
  ret [4 x i32] %w
}

define %pair @met(i32 %n) noinline {
entry:
  %c = icmp sgt i32 %n, 2
  br i1 %c, label %loop, label %other
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %loop ]
  %v = phi %pair [ { i32 1, double 1.0 }, %entry ], [ %v.next, %loop ]
  %v0 = extractvalue %pair %v, 0
  %v1 = extractvalue %pair %v, 1
  %v0.n = mul i32 %v0, 3
  %v1.n = fadd double %v1, 0.5
  %v.0 = insertvalue %pair %v, i32 %v0.n, 0
  %v.next = insertvalue %pair %v.0, double %v1.n, 1
  %i.next = add i32 %i, 1
  %again = icmp slt i32 %i.next, %n
  br i1 %again, label %loop, label %join
other:
  br label %join
join:
  %r = phi %pair [ %v.next, %loop ], [ { i32 -1, double -1.0 }, %other ]
  ret %pair %r
}

define { i64, i64, i64, i64, i64 } @many(i64 %a) noinline {
  %b = mul i64 %a, 2
  %x = insertvalue { i64, i64, i64, i64, i64 } zeroinitializer, i64 %a, 0
  %y = insertvalue { i64, i64, i64, i64, i64 } %x, i64 %b, 4
  ret { i64, i64, i64, i64, i64 } %y
}

define {} @nothing({} %x, [0 x i32] %y) noinline {
  ret {} %x
}

define { i1, i7, i33 } @odd(i1 %a, i7 %b, i33 %c) noinline {
  %x = insertvalue { i1, i7, i33 } poison, i1 %a, 0
  %y = insertvalue { i1, i7, i33 } %x, i7 %b, 1
  %z = insertvalue { i1, i7, i33 } %y, i33 %c, 2
  ret { i1, i7, i33 } %z
}

define i32 @main() {
  %n = load %nest, ptr @nest.1
  call void @show(%nest %n)
  %m = call %nest @build(i8 5, i16 -6, double 7.75, i64 8)
  call void @show(%nest %m)
  %x = call %nest @choose(i1 true, %nest %n, %nest %m)
  call void @show(%nest %x)
  %y = call %nest @choose(i1 false, %nest %n, %nest %m)
  call void @show(%nest %y)
  %slot = alloca %nest, align 32
  store %nest %y, ptr %slot
  %third = getelementptr %nest, ptr %slot, i32 0, i32 1, i64 2
  store i16 -1, ptr %third
  %z = load %nest, ptr %slot
  call void @show(%nest %z)
  %a = call [4 x i32] @array_of(i32 41)
  %a1 = extractvalue [4 x i32] %a, 1
  %a3 = extractvalue [4 x i32] %a, 3
  %p1 = call i32 (ptr, ...) @printf(ptr @line, i32 %a1, i32 %a3)
  %q = call %pair @met(i32 5)
  %q0 = extractvalue %pair %q, 0
  %q1 = extractvalue %pair %q, 1
  %q1.i = fptosi double %q1 to i32
  %p2 = call i32 (ptr, ...) @printf(ptr @line, i32 %q0, i32 %q1.i)
  %o = call %pair @met(i32 1)
  %o0 = extractvalue %pair %o, 0
  %p3 = call i32 (ptr, ...) @printf(ptr @line, i32 %o0, i32 0)
  %g = call { i64, i64, i64, i64, i64 } @many(i64 21)
  %g0 = extractvalue { i64, i64, i64, i64, i64 } %g, 3
  %g4 = extractvalue { i64, i64, i64, i64, i64 } %g, 4
  %g0.i = trunc i64 %g0 to i32
  %g4.i = trunc i64 %g4 to i32
  %p4 = call i32 (ptr, ...) @printf(ptr @line, i32 %g0.i, i32 %g4.i)
  %e = call {} @nothing({} zeroinitializer, [0 x i32] undef)
  %w = call { i1, i7, i33 } @odd(i1 true, i7 -5, i33 4294967297)
  %w1 = extractvalue { i1, i7, i33 } %w, 1
  %w2 = extractvalue { i1, i7, i33 } %w, 2
  %w1.i = sext i7 %w1 to i32
  %w2.s = lshr i33 %w2, 1
  %w2.i = trunc i33 %w2.s to i32
  %p5 = call i32 (ptr, ...) @printf(ptr @line, i32 %w1.i, i32 %w2.i)
  %all = load [4 x %pair], ptr @array
  %all1 = extractvalue [4 x %pair] %all, 1
  store %pair %all1, ptr getelementptr ([4 x %pair], ptr @array, i64 0, i64 2)
  %at = load i32, ptr getelementptr ([4 x %pair], ptr @array, i64 0, i64 2, i32 0)
  %p6 = call i32 (ptr, ...) @printf(ptr @line, i32 %at, i32 0)
  ret i32 0
}
