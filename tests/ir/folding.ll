; Conditions and constants that selection meets in an odd shape: negated branches, comparisons of reals on which branches hang, amounts that
; become constant late, addresses.
@format = private constant [9 x i8] c"%s: %ld\0A\00"
@n_not_less = private constant [9 x i8] c"not less\00"
@n_not_bit = private constant [8 x i8] c"not bit\00"
@n_late = private constant [5 x i8] c"late\00"
@n_real = private constant [5 x i8] c"real\00"
@n_data = private constant [5 x i8] c"data\00"
@reals = global [5 x double] [double 1.0, double -2.5, double 0x7FF8000000000000, double 0.0, double 0x7FF0000000000000]
@data = global [4 x i64] [i64 3, i64 5, i64 7, i64 11]

declare i32 @printf(ptr, ...)

define void @show(ptr %name, i64 %value) noinline {
  %r = call i32 (ptr, ...) @printf(ptr @format, ptr %name, i64 %value)
  ret void
}

define i64 @not_less(i64 %x, i64 %y) noinline {
  %c = icmp slt i64 %x, %y
  %n = xor i1 %c, true
  br i1 %n, label %yes, label %no
yes:
  ret i64 1
no:
  ret i64 2
}

define i64 @not_bit(i64 %x) noinline {
  %c = trunc i64 %x to i1
  %n = xor i1 %c, true
  br i1 %n, label %yes, label %no
yes:
  ret i64 1
no:
  ret i64 2
}

define i32 @late(i32 %x) noinline {
  %n = extractelement <2 x i32> <i32 3, i32 5>, i64 1
  %a = shl i32 %x, %n
  %b = lshr i32 %x, %n
  %c = ashr i32 %x, %n
  %d = xor i32 %a, %b
  %e = xor i32 %d, %c
  ret i32 %e
}

; One bit for each predicate on which a branch hangs.
define i64 @real(double %x, double %y) noinline {
  br label %t0
t0:
  %c0 = fcmp oeq double %x, %y
  br i1 %c0, label %y0, label %t1
y0:
  %s0 = or i64 0, 1
  br label %t1
t1:
  %r1 = phi i64 [ 0, %t0 ], [ %s0, %y0 ]
  %c1 = fcmp ogt double %x, %y
  br i1 %c1, label %y1, label %t2
y1:
  %s1 = or i64 %r1, 2
  br label %t2
t2:
  %r2 = phi i64 [ %r1, %t1 ], [ %s1, %y1 ]
  %c2 = fcmp oge double %x, %y
  br i1 %c2, label %y2, label %t3
y2:
  %s2 = or i64 %r2, 4
  br label %t3
t3:
  %r3 = phi i64 [ %r2, %t2 ], [ %s2, %y2 ]
  %c3 = fcmp olt double %x, %y
  br i1 %c3, label %y3, label %t4
y3:
  %s3 = or i64 %r3, 8
  br label %t4
t4:
  %r4 = phi i64 [ %r3, %t3 ], [ %s3, %y3 ]
  %c4 = fcmp ole double %x, %y
  br i1 %c4, label %y4, label %t5
y4:
  %s4 = or i64 %r4, 16
  br label %t5
t5:
  %r5 = phi i64 [ %r4, %t4 ], [ %s4, %y4 ]
  %c5 = fcmp one double %x, %y
  br i1 %c5, label %y5, label %t6
y5:
  %s5 = or i64 %r5, 32
  br label %t6
t6:
  %r6 = phi i64 [ %r5, %t5 ], [ %s5, %y5 ]
  %c6 = fcmp ord double %x, %y
  br i1 %c6, label %y6, label %t7
y6:
  %s6 = or i64 %r6, 64
  br label %t7
t7:
  %r7 = phi i64 [ %r6, %t6 ], [ %s6, %y6 ]
  %c7 = fcmp ueq double %x, %y
  br i1 %c7, label %y7, label %t8
y7:
  %s7 = or i64 %r7, 128
  br label %t8
t8:
  %r8 = phi i64 [ %r7, %t7 ], [ %s7, %y7 ]
  %c8 = fcmp ugt double %x, %y
  br i1 %c8, label %y8, label %t9
y8:
  %s8 = or i64 %r8, 256
  br label %t9
t9:
  %r9 = phi i64 [ %r8, %t8 ], [ %s8, %y8 ]
  %c9 = fcmp uge double %x, %y
  br i1 %c9, label %y9, label %t10
y9:
  %s9 = or i64 %r9, 512
  br label %t10
t10:
  %r10 = phi i64 [ %r9, %t9 ], [ %s9, %y9 ]
  %c10 = fcmp ult double %x, %y
  br i1 %c10, label %y10, label %t11
y10:
  %s10 = or i64 %r10, 1024
  br label %t11
t11:
  %r11 = phi i64 [ %r10, %t10 ], [ %s10, %y10 ]
  %c11 = fcmp ule double %x, %y
  br i1 %c11, label %y11, label %t12
y11:
  %s11 = or i64 %r11, 2048
  br label %t12
t12:
  %r12 = phi i64 [ %r11, %t11 ], [ %s11, %y11 ]
  %c12 = fcmp une double %x, %y
  br i1 %c12, label %y12, label %t13
y12:
  %s12 = or i64 %r12, 4096
  br label %t13
t13:
  %r13 = phi i64 [ %r12, %t12 ], [ %s12, %y12 ]
  %c13 = fcmp uno double %x, %y
  br i1 %c13, label %y13, label %t14
y13:
  %s13 = or i64 %r13, 8192
  br label %t14
t14:
  %r14 = phi i64 [ %r13, %t13 ], [ %s13, %y13 ]
  ret i64 %r14
}

define ptr @element(i64 %n) noinline {
  %p = getelementptr [4 x i64], ptr @data, i64 0, i64 %n
  ret ptr %p
}

define i32 @main() {
  %l1 = call i64 @not_less(i64 4, i64 5)
  call void @show(ptr @n_not_less, i64 %l1)
  %l2 = call i64 @not_less(i64 5, i64 4)
  call void @show(ptr @n_not_less, i64 %l2)
  %b1 = call i64 @not_bit(i64 4)
  call void @show(ptr @n_not_bit, i64 %b1)
  %b2 = call i64 @not_bit(i64 -5)
  call void @show(ptr @n_not_bit, i64 %b2)
  %late = call i32 @late(i32 -1985229329)
  %late.w = sext i32 %late to i64
  call void @show(ptr @n_late, i64 %late.w)
  %p = call ptr @element(i64 2)
  %d = load i64, ptr %p
  call void @show(ptr @n_data, i64 %d)
  br label %outer
outer:
  %i = phi i64 [ 0, %0 ], [ %i.next, %latch ]
  %x.at = getelementptr double, ptr @reals, i64 %i
  %x = load double, ptr %x.at
  br label %inner
inner:
  %j = phi i64 [ 0, %outer ], [ %j.next, %inner ]
  %y.at = getelementptr double, ptr @reals, i64 %j
  %y = load double, ptr %y.at
  %v = call i64 @real(double %x, double %y)
  call void @show(ptr @n_real, i64 %v)
  %j.next = add i64 %j, 1
  %more = icmp ult i64 %j.next, 5
  br i1 %more, label %inner, label %latch
latch:
  %i.next = add i64 %i, 1
  %again = icmp ult i64 %i.next, 5
  br i1 %again, label %outer, label %done
done:
  ret i32 0
}
