; Fixed-point arithmetic.
; Each operation is applied to all pairs of corners; a line of output is a digest of the results.
@corners = global [24 x i128] [i128 0, i128 1, i128 2, i128 3, i128 5, i128 127, i128 128, i128 255, i128 4660, i128 32767, i128 32768, i128 65535, i128 305419896, i128 2147483647, i128 2147483648, i128 4294967295, i128 1311768467463790320, i128 9223372036854775807, i128 9223372036854775808, i128 18446744073709551615, i128 338770000845734292516042252062085074415, i128 170141183460469231731687303715884105728, i128 340282366920938463463374607431768211455, i128 340282366920938463463374607431768211449], align 16
@digest = internal global i64 0
@format = private constant [12 x i8] c"%s: %016lx\0A\00", align 1

declare i32 @printf(ptr, ...)

define internal void @put(i128 %v) noinline {
  %hi.wide = lshr i128 %v, 64
  %hi = trunc i128 %hi.wide to i64
  %lo = trunc i128 %v to i64
  %old = load i64, ptr @digest
  %a = xor i64 %old, %lo
  %b = mul i64 %a, 1099511628211
  %c = lshr i64 %b, 29
  %d = xor i64 %b, %c
  %e = xor i64 %d, %hi
  %f = mul i64 %e, 1099511628211
  %g = lshr i64 %f, 31
  %h = xor i64 %f, %g
  store i64 %h, ptr @digest
  ret void
}

define internal void @run(ptr %name, ptr %operation) noinline {
entry:
  store i64 -3750763034362895579, ptr @digest
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %i.next, %outer.latch ]
  %a.at = getelementptr i128, ptr @corners, i64 %i
  %a = load i128, ptr %a.at
  br label %inner
inner:
  %j = phi i64 [ 0, %outer ], [ %j.next, %inner ]
  %b.at = getelementptr i128, ptr @corners, i64 %j
  %b = load i128, ptr %b.at
  %r = call i128 %operation(i128 %a, i128 %b)
  call void @put(i128 %r)
  %j.next = add i64 %j, 1
  %more = icmp ult i64 %j.next, 24
  br i1 %more, label %inner, label %outer.latch
outer.latch:
  %i.next = add i64 %i, 1
  %again = icmp ult i64 %i.next, 24
  br i1 %again, label %outer, label %done
done:
  %result = load i64, ptr @digest
  %printed = call i32 (ptr, ...) @printf(ptr @format, ptr %name, i64 %result)
  ret void
}

define internal i128 @op.smul.fix.i8.3(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i8
  %y.n = trunc i128 %b to i8
  %x = ashr i8 %x.n, 3
  %y = ashr i8 %y.n, 3
  %z = call i8 @llvm.smul.fix.i8(i8 %x, i8 %y, i32 3)
  %r = zext i8 %z to i128
  ret i128 %r
}

define internal i128 @op.smul.fix.i8.7(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i8
  %y.n = trunc i128 %b to i8
  %x = ashr i8 %x.n, 1
  %y = ashr i8 %y.n, 1
  %z = call i8 @llvm.smul.fix.i8(i8 %x, i8 %y, i32 7)
  %r = zext i8 %z to i128
  ret i128 %r
}

define internal i128 @op.smul.fix.sat.i8.3(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i8
  %y.n = trunc i128 %b to i8
  %z = call i8 @llvm.smul.fix.sat.i8(i8 %x.n, i8 %y.n, i32 3)
  %r = zext i8 %z to i128
  ret i128 %r
}

define internal i128 @op.smul.fix.sat.i8.7(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i8
  %y.n = trunc i128 %b to i8
  %z = call i8 @llvm.smul.fix.sat.i8(i8 %x.n, i8 %y.n, i32 7)
  %r = zext i8 %z to i128
  ret i128 %r
}

define internal i128 @op.umul.fix.i8.3(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i8
  %y.n = trunc i128 %b to i8
  %x = lshr i8 %x.n, 3
  %y = lshr i8 %y.n, 3
  %z = call i8 @llvm.umul.fix.i8(i8 %x, i8 %y, i32 3)
  %r = zext i8 %z to i128
  ret i128 %r
}

define internal i128 @op.umul.fix.i8.7(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i8
  %y.n = trunc i128 %b to i8
  %x = lshr i8 %x.n, 1
  %y = lshr i8 %y.n, 1
  %z = call i8 @llvm.umul.fix.i8(i8 %x, i8 %y, i32 7)
  %r = zext i8 %z to i128
  ret i128 %r
}

define internal i128 @op.umul.fix.sat.i8.3(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i8
  %y.n = trunc i128 %b to i8
  %z = call i8 @llvm.umul.fix.sat.i8(i8 %x.n, i8 %y.n, i32 3)
  %r = zext i8 %z to i128
  ret i128 %r
}

define internal i128 @op.umul.fix.sat.i8.7(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i8
  %y.n = trunc i128 %b to i8
  %z = call i8 @llvm.umul.fix.sat.i8(i8 %x.n, i8 %y.n, i32 7)
  %r = zext i8 %z to i128
  ret i128 %r
}

define internal i128 @op.sdiv.fix.i8.3(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i8
  %y.n = trunc i128 %b to i8
  %x = ashr i8 %x.n, 4
  %zero = icmp eq i8 %y.n, 0
  %d = select i1 %zero, i8 3, i8 %y.n
  %z = call i8 @llvm.sdiv.fix.i8(i8 %x, i8 %d, i32 3)
  %r = zext i8 %z to i128
  ret i128 %r
}

define internal i128 @op.sdiv.fix.i8.4(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i8
  %y.n = trunc i128 %b to i8
  %x = ashr i8 %x.n, 4
  %zero = icmp eq i8 %y.n, 0
  %d = select i1 %zero, i8 3, i8 %y.n
  %z = call i8 @llvm.sdiv.fix.i8(i8 %x, i8 %d, i32 4)
  %r = zext i8 %z to i128
  ret i128 %r
}

define internal i128 @op.sdiv.fix.sat.i8.3(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i8
  %y.n = trunc i128 %b to i8
  %zero = icmp eq i8 %y.n, 0
  %d = select i1 %zero, i8 3, i8 %y.n
  %z = call i8 @llvm.sdiv.fix.sat.i8(i8 %x.n, i8 %d, i32 3)
  %r = zext i8 %z to i128
  ret i128 %r
}

define internal i128 @op.sdiv.fix.sat.i8.4(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i8
  %y.n = trunc i128 %b to i8
  %zero = icmp eq i8 %y.n, 0
  %d = select i1 %zero, i8 3, i8 %y.n
  %z = call i8 @llvm.sdiv.fix.sat.i8(i8 %x.n, i8 %d, i32 4)
  %r = zext i8 %z to i128
  ret i128 %r
}

define internal i128 @op.udiv.fix.i8.3(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i8
  %y.n = trunc i128 %b to i8
  %x = lshr i8 %x.n, 4
  %zero = icmp eq i8 %y.n, 0
  %d = select i1 %zero, i8 3, i8 %y.n
  %z = call i8 @llvm.udiv.fix.i8(i8 %x, i8 %d, i32 3)
  %r = zext i8 %z to i128
  ret i128 %r
}

define internal i128 @op.udiv.fix.i8.4(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i8
  %y.n = trunc i128 %b to i8
  %x = lshr i8 %x.n, 4
  %zero = icmp eq i8 %y.n, 0
  %d = select i1 %zero, i8 3, i8 %y.n
  %z = call i8 @llvm.udiv.fix.i8(i8 %x, i8 %d, i32 4)
  %r = zext i8 %z to i128
  ret i128 %r
}

define internal i128 @op.udiv.fix.sat.i8.3(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i8
  %y.n = trunc i128 %b to i8
  %zero = icmp eq i8 %y.n, 0
  %d = select i1 %zero, i8 3, i8 %y.n
  %z = call i8 @llvm.udiv.fix.sat.i8(i8 %x.n, i8 %d, i32 3)
  %r = zext i8 %z to i128
  ret i128 %r
}

define internal i128 @op.udiv.fix.sat.i8.4(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i8
  %y.n = trunc i128 %b to i8
  %zero = icmp eq i8 %y.n, 0
  %d = select i1 %zero, i8 3, i8 %y.n
  %z = call i8 @llvm.udiv.fix.sat.i8(i8 %x.n, i8 %d, i32 4)
  %r = zext i8 %z to i128
  ret i128 %r
}

define internal i128 @op.smul.fix.i13.5(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i13
  %y.n = trunc i128 %b to i13
  %x = ashr i13 %x.n, 4
  %y = ashr i13 %y.n, 4
  %z = call i13 @llvm.smul.fix.i13(i13 %x, i13 %y, i32 5)
  %r = zext i13 %z to i128
  ret i128 %r
}

define internal i128 @op.smul.fix.sat.i13.5(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i13
  %y.n = trunc i128 %b to i13
  %z = call i13 @llvm.smul.fix.sat.i13(i13 %x.n, i13 %y.n, i32 5)
  %r = zext i13 %z to i128
  ret i128 %r
}

define internal i128 @op.umul.fix.i13.5(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i13
  %y.n = trunc i128 %b to i13
  %x = lshr i13 %x.n, 4
  %y = lshr i13 %y.n, 4
  %z = call i13 @llvm.umul.fix.i13(i13 %x, i13 %y, i32 5)
  %r = zext i13 %z to i128
  ret i128 %r
}

define internal i128 @op.umul.fix.sat.i13.5(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i13
  %y.n = trunc i128 %b to i13
  %z = call i13 @llvm.umul.fix.sat.i13(i13 %x.n, i13 %y.n, i32 5)
  %r = zext i13 %z to i128
  ret i128 %r
}

define internal i128 @op.sdiv.fix.i13.5(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i13
  %y.n = trunc i128 %b to i13
  %x = ashr i13 %x.n, 6
  %zero = icmp eq i13 %y.n, 0
  %d = select i1 %zero, i13 3, i13 %y.n
  %z = call i13 @llvm.sdiv.fix.i13(i13 %x, i13 %d, i32 5)
  %r = zext i13 %z to i128
  ret i128 %r
}

define internal i128 @op.sdiv.fix.sat.i13.5(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i13
  %y.n = trunc i128 %b to i13
  %zero = icmp eq i13 %y.n, 0
  %d = select i1 %zero, i13 3, i13 %y.n
  %z = call i13 @llvm.sdiv.fix.sat.i13(i13 %x.n, i13 %d, i32 5)
  %r = zext i13 %z to i128
  ret i128 %r
}

define internal i128 @op.udiv.fix.i13.5(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i13
  %y.n = trunc i128 %b to i13
  %x = lshr i13 %x.n, 6
  %zero = icmp eq i13 %y.n, 0
  %d = select i1 %zero, i13 3, i13 %y.n
  %z = call i13 @llvm.udiv.fix.i13(i13 %x, i13 %d, i32 5)
  %r = zext i13 %z to i128
  ret i128 %r
}

define internal i128 @op.udiv.fix.sat.i13.5(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i13
  %y.n = trunc i128 %b to i13
  %zero = icmp eq i13 %y.n, 0
  %d = select i1 %zero, i13 3, i13 %y.n
  %z = call i13 @llvm.udiv.fix.sat.i13(i13 %x.n, i13 %d, i32 5)
  %r = zext i13 %z to i128
  ret i128 %r
}

define internal i128 @op.smul.fix.i16.0(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i16
  %y.n = trunc i128 %b to i16
  %x = ashr i16 %x.n, 8
  %y = ashr i16 %y.n, 8
  %z = call i16 @llvm.smul.fix.i16(i16 %x, i16 %y, i32 0)
  %r = zext i16 %z to i128
  ret i128 %r
}

define internal i128 @op.smul.fix.i16.15(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i16
  %y.n = trunc i128 %b to i16
  %x = ashr i16 %x.n, 1
  %y = ashr i16 %y.n, 1
  %z = call i16 @llvm.smul.fix.i16(i16 %x, i16 %y, i32 15)
  %r = zext i16 %z to i128
  ret i128 %r
}

define internal i128 @op.smul.fix.sat.i16.0(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i16
  %y.n = trunc i128 %b to i16
  %z = call i16 @llvm.smul.fix.sat.i16(i16 %x.n, i16 %y.n, i32 0)
  %r = zext i16 %z to i128
  ret i128 %r
}

define internal i128 @op.smul.fix.sat.i16.15(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i16
  %y.n = trunc i128 %b to i16
  %z = call i16 @llvm.smul.fix.sat.i16(i16 %x.n, i16 %y.n, i32 15)
  %r = zext i16 %z to i128
  ret i128 %r
}

define internal i128 @op.umul.fix.i16.0(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i16
  %y.n = trunc i128 %b to i16
  %x = lshr i16 %x.n, 8
  %y = lshr i16 %y.n, 8
  %z = call i16 @llvm.umul.fix.i16(i16 %x, i16 %y, i32 0)
  %r = zext i16 %z to i128
  ret i128 %r
}

define internal i128 @op.umul.fix.i16.15(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i16
  %y.n = trunc i128 %b to i16
  %x = lshr i16 %x.n, 1
  %y = lshr i16 %y.n, 1
  %z = call i16 @llvm.umul.fix.i16(i16 %x, i16 %y, i32 15)
  %r = zext i16 %z to i128
  ret i128 %r
}

define internal i128 @op.umul.fix.sat.i16.0(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i16
  %y.n = trunc i128 %b to i16
  %z = call i16 @llvm.umul.fix.sat.i16(i16 %x.n, i16 %y.n, i32 0)
  %r = zext i16 %z to i128
  ret i128 %r
}

define internal i128 @op.umul.fix.sat.i16.15(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i16
  %y.n = trunc i128 %b to i16
  %z = call i16 @llvm.umul.fix.sat.i16(i16 %x.n, i16 %y.n, i32 15)
  %r = zext i16 %z to i128
  ret i128 %r
}

define internal i128 @op.sdiv.fix.i16.0(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i16
  %y.n = trunc i128 %b to i16
  %x = ashr i16 %x.n, 8
  %zero = icmp eq i16 %y.n, 0
  %d = select i1 %zero, i16 3, i16 %y.n
  %z = call i16 @llvm.sdiv.fix.i16(i16 %x, i16 %d, i32 0)
  %r = zext i16 %z to i128
  ret i128 %r
}

define internal i128 @op.sdiv.fix.i16.8(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i16
  %y.n = trunc i128 %b to i16
  %x = ashr i16 %x.n, 8
  %zero = icmp eq i16 %y.n, 0
  %d = select i1 %zero, i16 3, i16 %y.n
  %z = call i16 @llvm.sdiv.fix.i16(i16 %x, i16 %d, i32 8)
  %r = zext i16 %z to i128
  ret i128 %r
}

define internal i128 @op.sdiv.fix.sat.i16.0(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i16
  %y.n = trunc i128 %b to i16
  %zero = icmp eq i16 %y.n, 0
  %d = select i1 %zero, i16 3, i16 %y.n
  %z = call i16 @llvm.sdiv.fix.sat.i16(i16 %x.n, i16 %d, i32 0)
  %r = zext i16 %z to i128
  ret i128 %r
}

define internal i128 @op.sdiv.fix.sat.i16.8(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i16
  %y.n = trunc i128 %b to i16
  %zero = icmp eq i16 %y.n, 0
  %d = select i1 %zero, i16 3, i16 %y.n
  %z = call i16 @llvm.sdiv.fix.sat.i16(i16 %x.n, i16 %d, i32 8)
  %r = zext i16 %z to i128
  ret i128 %r
}

define internal i128 @op.udiv.fix.i16.0(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i16
  %y.n = trunc i128 %b to i16
  %x = lshr i16 %x.n, 8
  %zero = icmp eq i16 %y.n, 0
  %d = select i1 %zero, i16 3, i16 %y.n
  %z = call i16 @llvm.udiv.fix.i16(i16 %x, i16 %d, i32 0)
  %r = zext i16 %z to i128
  ret i128 %r
}

define internal i128 @op.udiv.fix.i16.8(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i16
  %y.n = trunc i128 %b to i16
  %x = lshr i16 %x.n, 8
  %zero = icmp eq i16 %y.n, 0
  %d = select i1 %zero, i16 3, i16 %y.n
  %z = call i16 @llvm.udiv.fix.i16(i16 %x, i16 %d, i32 8)
  %r = zext i16 %z to i128
  ret i128 %r
}

define internal i128 @op.udiv.fix.sat.i16.0(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i16
  %y.n = trunc i128 %b to i16
  %zero = icmp eq i16 %y.n, 0
  %d = select i1 %zero, i16 3, i16 %y.n
  %z = call i16 @llvm.udiv.fix.sat.i16(i16 %x.n, i16 %d, i32 0)
  %r = zext i16 %z to i128
  ret i128 %r
}

define internal i128 @op.udiv.fix.sat.i16.8(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i16
  %y.n = trunc i128 %b to i16
  %zero = icmp eq i16 %y.n, 0
  %d = select i1 %zero, i16 3, i16 %y.n
  %z = call i16 @llvm.udiv.fix.sat.i16(i16 %x.n, i16 %d, i32 8)
  %r = zext i16 %z to i128
  ret i128 %r
}

define internal i128 @op.smul.fix.i32.9(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x = ashr i32 %x.n, 12
  %y = ashr i32 %y.n, 12
  %z = call i32 @llvm.smul.fix.i32(i32 %x, i32 %y, i32 9)
  %r = zext i32 %z to i128
  ret i128 %r
}

define internal i128 @op.smul.fix.i32.31(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x = ashr i32 %x.n, 1
  %y = ashr i32 %y.n, 1
  %z = call i32 @llvm.smul.fix.i32(i32 %x, i32 %y, i32 31)
  %r = zext i32 %z to i128
  ret i128 %r
}

define internal i128 @op.smul.fix.sat.i32.9(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %z = call i32 @llvm.smul.fix.sat.i32(i32 %x.n, i32 %y.n, i32 9)
  %r = zext i32 %z to i128
  ret i128 %r
}

define internal i128 @op.smul.fix.sat.i32.31(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %z = call i32 @llvm.smul.fix.sat.i32(i32 %x.n, i32 %y.n, i32 31)
  %r = zext i32 %z to i128
  ret i128 %r
}

define internal i128 @op.umul.fix.i32.9(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x = lshr i32 %x.n, 12
  %y = lshr i32 %y.n, 12
  %z = call i32 @llvm.umul.fix.i32(i32 %x, i32 %y, i32 9)
  %r = zext i32 %z to i128
  ret i128 %r
}

define internal i128 @op.umul.fix.i32.31(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x = lshr i32 %x.n, 1
  %y = lshr i32 %y.n, 1
  %z = call i32 @llvm.umul.fix.i32(i32 %x, i32 %y, i32 31)
  %r = zext i32 %z to i128
  ret i128 %r
}

define internal i128 @op.umul.fix.sat.i32.9(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %z = call i32 @llvm.umul.fix.sat.i32(i32 %x.n, i32 %y.n, i32 9)
  %r = zext i32 %z to i128
  ret i128 %r
}

define internal i128 @op.umul.fix.sat.i32.31(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %z = call i32 @llvm.umul.fix.sat.i32(i32 %x.n, i32 %y.n, i32 31)
  %r = zext i32 %z to i128
  ret i128 %r
}

define internal i128 @op.sdiv.fix.i32.9(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x = ashr i32 %x.n, 16
  %zero = icmp eq i32 %y.n, 0
  %d = select i1 %zero, i32 3, i32 %y.n
  %z = call i32 @llvm.sdiv.fix.i32(i32 %x, i32 %d, i32 9)
  %r = zext i32 %z to i128
  ret i128 %r
}

define internal i128 @op.sdiv.fix.i32.16(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x = ashr i32 %x.n, 16
  %zero = icmp eq i32 %y.n, 0
  %d = select i1 %zero, i32 3, i32 %y.n
  %z = call i32 @llvm.sdiv.fix.i32(i32 %x, i32 %d, i32 16)
  %r = zext i32 %z to i128
  ret i128 %r
}

define internal i128 @op.sdiv.fix.sat.i32.9(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %zero = icmp eq i32 %y.n, 0
  %d = select i1 %zero, i32 3, i32 %y.n
  %z = call i32 @llvm.sdiv.fix.sat.i32(i32 %x.n, i32 %d, i32 9)
  %r = zext i32 %z to i128
  ret i128 %r
}

define internal i128 @op.sdiv.fix.sat.i32.16(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %zero = icmp eq i32 %y.n, 0
  %d = select i1 %zero, i32 3, i32 %y.n
  %z = call i32 @llvm.sdiv.fix.sat.i32(i32 %x.n, i32 %d, i32 16)
  %r = zext i32 %z to i128
  ret i128 %r
}

define internal i128 @op.udiv.fix.i32.9(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x = lshr i32 %x.n, 16
  %zero = icmp eq i32 %y.n, 0
  %d = select i1 %zero, i32 3, i32 %y.n
  %z = call i32 @llvm.udiv.fix.i32(i32 %x, i32 %d, i32 9)
  %r = zext i32 %z to i128
  ret i128 %r
}

define internal i128 @op.udiv.fix.i32.16(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x = lshr i32 %x.n, 16
  %zero = icmp eq i32 %y.n, 0
  %d = select i1 %zero, i32 3, i32 %y.n
  %z = call i32 @llvm.udiv.fix.i32(i32 %x, i32 %d, i32 16)
  %r = zext i32 %z to i128
  ret i128 %r
}

define internal i128 @op.udiv.fix.sat.i32.9(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %zero = icmp eq i32 %y.n, 0
  %d = select i1 %zero, i32 3, i32 %y.n
  %z = call i32 @llvm.udiv.fix.sat.i32(i32 %x.n, i32 %d, i32 9)
  %r = zext i32 %z to i128
  ret i128 %r
}

define internal i128 @op.udiv.fix.sat.i32.16(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %zero = icmp eq i32 %y.n, 0
  %d = select i1 %zero, i32 3, i32 %y.n
  %z = call i32 @llvm.udiv.fix.sat.i32(i32 %x.n, i32 %d, i32 16)
  %r = zext i32 %z to i128
  ret i128 %r
}

define internal i128 @op.smul.fix.i64.1(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i64
  %y.n = trunc i128 %b to i64
  %x = ashr i64 %x.n, 32
  %y = ashr i64 %y.n, 32
  %z = call i64 @llvm.smul.fix.i64(i64 %x, i64 %y, i32 1)
  %r = zext i64 %z to i128
  ret i128 %r
}

define internal i128 @op.smul.fix.i64.63(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i64
  %y.n = trunc i128 %b to i64
  %x = ashr i64 %x.n, 1
  %y = ashr i64 %y.n, 1
  %z = call i64 @llvm.smul.fix.i64(i64 %x, i64 %y, i32 63)
  %r = zext i64 %z to i128
  ret i128 %r
}

define internal i128 @op.smul.fix.sat.i64.1(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i64
  %y.n = trunc i128 %b to i64
  %z = call i64 @llvm.smul.fix.sat.i64(i64 %x.n, i64 %y.n, i32 1)
  %r = zext i64 %z to i128
  ret i128 %r
}

define internal i128 @op.smul.fix.sat.i64.63(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i64
  %y.n = trunc i128 %b to i64
  %z = call i64 @llvm.smul.fix.sat.i64(i64 %x.n, i64 %y.n, i32 63)
  %r = zext i64 %z to i128
  ret i128 %r
}

define internal i128 @op.umul.fix.i64.1(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i64
  %y.n = trunc i128 %b to i64
  %x = lshr i64 %x.n, 32
  %y = lshr i64 %y.n, 32
  %z = call i64 @llvm.umul.fix.i64(i64 %x, i64 %y, i32 1)
  %r = zext i64 %z to i128
  ret i128 %r
}

define internal i128 @op.umul.fix.i64.63(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i64
  %y.n = trunc i128 %b to i64
  %x = lshr i64 %x.n, 1
  %y = lshr i64 %y.n, 1
  %z = call i64 @llvm.umul.fix.i64(i64 %x, i64 %y, i32 63)
  %r = zext i64 %z to i128
  ret i128 %r
}

define internal i128 @op.umul.fix.sat.i64.1(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i64
  %y.n = trunc i128 %b to i64
  %z = call i64 @llvm.umul.fix.sat.i64(i64 %x.n, i64 %y.n, i32 1)
  %r = zext i64 %z to i128
  ret i128 %r
}

define internal i128 @op.umul.fix.sat.i64.63(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i64
  %y.n = trunc i128 %b to i64
  %z = call i64 @llvm.umul.fix.sat.i64(i64 %x.n, i64 %y.n, i32 63)
  %r = zext i64 %z to i128
  ret i128 %r
}

define internal i128 @op.sdiv.fix.i64.1(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i64
  %y.n = trunc i128 %b to i64
  %x = ashr i64 %x.n, 32
  %zero = icmp eq i64 %y.n, 0
  %d = select i1 %zero, i64 3, i64 %y.n
  %z = call i64 @llvm.sdiv.fix.i64(i64 %x, i64 %d, i32 1)
  %r = zext i64 %z to i128
  ret i128 %r
}

define internal i128 @op.sdiv.fix.i64.32(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i64
  %y.n = trunc i128 %b to i64
  %x = ashr i64 %x.n, 32
  %zero = icmp eq i64 %y.n, 0
  %d = select i1 %zero, i64 3, i64 %y.n
  %z = call i64 @llvm.sdiv.fix.i64(i64 %x, i64 %d, i32 32)
  %r = zext i64 %z to i128
  ret i128 %r
}

define internal i128 @op.sdiv.fix.sat.i64.1(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i64
  %y.n = trunc i128 %b to i64
  %zero = icmp eq i64 %y.n, 0
  %d = select i1 %zero, i64 3, i64 %y.n
  %z = call i64 @llvm.sdiv.fix.sat.i64(i64 %x.n, i64 %d, i32 1)
  %r = zext i64 %z to i128
  ret i128 %r
}

define internal i128 @op.sdiv.fix.sat.i64.32(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i64
  %y.n = trunc i128 %b to i64
  %zero = icmp eq i64 %y.n, 0
  %d = select i1 %zero, i64 3, i64 %y.n
  %z = call i64 @llvm.sdiv.fix.sat.i64(i64 %x.n, i64 %d, i32 32)
  %r = zext i64 %z to i128
  ret i128 %r
}

define internal i128 @op.udiv.fix.i64.1(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i64
  %y.n = trunc i128 %b to i64
  %x = lshr i64 %x.n, 32
  %zero = icmp eq i64 %y.n, 0
  %d = select i1 %zero, i64 3, i64 %y.n
  %z = call i64 @llvm.udiv.fix.i64(i64 %x, i64 %d, i32 1)
  %r = zext i64 %z to i128
  ret i128 %r
}

define internal i128 @op.udiv.fix.i64.32(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i64
  %y.n = trunc i128 %b to i64
  %x = lshr i64 %x.n, 32
  %zero = icmp eq i64 %y.n, 0
  %d = select i1 %zero, i64 3, i64 %y.n
  %z = call i64 @llvm.udiv.fix.i64(i64 %x, i64 %d, i32 32)
  %r = zext i64 %z to i128
  ret i128 %r
}

define internal i128 @op.udiv.fix.sat.i64.1(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i64
  %y.n = trunc i128 %b to i64
  %zero = icmp eq i64 %y.n, 0
  %d = select i1 %zero, i64 3, i64 %y.n
  %z = call i64 @llvm.udiv.fix.sat.i64(i64 %x.n, i64 %d, i32 1)
  %r = zext i64 %z to i128
  ret i128 %r
}

define internal i128 @op.udiv.fix.sat.i64.32(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i64
  %y.n = trunc i128 %b to i64
  %zero = icmp eq i64 %y.n, 0
  %d = select i1 %zero, i64 3, i64 %y.n
  %z = call i64 @llvm.udiv.fix.sat.i64(i64 %x.n, i64 %d, i32 32)
  %r = zext i64 %z to i128
  ret i128 %r
}

define internal i128 @op.smul.fix.i128.64(i128 %a, i128 %b) noinline {
  %x.n = add i128 %a, 0
  %y.n = add i128 %b, 0
  %x = ashr i128 %x.n, 32
  %y = ashr i128 %y.n, 32
  %z = call i128 @llvm.smul.fix.i128(i128 %x, i128 %y, i32 64)
  ret i128 %z
}

define internal i128 @op.smul.fix.sat.i128.64(i128 %a, i128 %b) noinline {
  %x.n = add i128 %a, 0
  %y.n = add i128 %b, 0
  %z = call i128 @llvm.smul.fix.sat.i128(i128 %x.n, i128 %y.n, i32 64)
  ret i128 %z
}

define internal i128 @op.umul.fix.i128.64(i128 %a, i128 %b) noinline {
  %x.n = add i128 %a, 0
  %y.n = add i128 %b, 0
  %x = lshr i128 %x.n, 32
  %y = lshr i128 %y.n, 32
  %z = call i128 @llvm.umul.fix.i128(i128 %x, i128 %y, i32 64)
  ret i128 %z
}

define internal i128 @op.umul.fix.sat.i128.64(i128 %a, i128 %b) noinline {
  %x.n = add i128 %a, 0
  %y.n = add i128 %b, 0
  %z = call i128 @llvm.umul.fix.sat.i128(i128 %x.n, i128 %y.n, i32 64)
  ret i128 %z
}

@name.smul.fix.i8.3 = private constant [14 x i8] c"smul.fix.i8.3\00", align 1
@name.smul.fix.i8.7 = private constant [14 x i8] c"smul.fix.i8.7\00", align 1
@name.smul.fix.sat.i8.3 = private constant [18 x i8] c"smul.fix.sat.i8.3\00", align 1
@name.smul.fix.sat.i8.7 = private constant [18 x i8] c"smul.fix.sat.i8.7\00", align 1
@name.umul.fix.i8.3 = private constant [14 x i8] c"umul.fix.i8.3\00", align 1
@name.umul.fix.i8.7 = private constant [14 x i8] c"umul.fix.i8.7\00", align 1
@name.umul.fix.sat.i8.3 = private constant [18 x i8] c"umul.fix.sat.i8.3\00", align 1
@name.umul.fix.sat.i8.7 = private constant [18 x i8] c"umul.fix.sat.i8.7\00", align 1
@name.sdiv.fix.i8.3 = private constant [14 x i8] c"sdiv.fix.i8.3\00", align 1
@name.sdiv.fix.i8.4 = private constant [14 x i8] c"sdiv.fix.i8.4\00", align 1
@name.sdiv.fix.sat.i8.3 = private constant [18 x i8] c"sdiv.fix.sat.i8.3\00", align 1
@name.sdiv.fix.sat.i8.4 = private constant [18 x i8] c"sdiv.fix.sat.i8.4\00", align 1
@name.udiv.fix.i8.3 = private constant [14 x i8] c"udiv.fix.i8.3\00", align 1
@name.udiv.fix.i8.4 = private constant [14 x i8] c"udiv.fix.i8.4\00", align 1
@name.udiv.fix.sat.i8.3 = private constant [18 x i8] c"udiv.fix.sat.i8.3\00", align 1
@name.udiv.fix.sat.i8.4 = private constant [18 x i8] c"udiv.fix.sat.i8.4\00", align 1
@name.smul.fix.i13.5 = private constant [15 x i8] c"smul.fix.i13.5\00", align 1
@name.smul.fix.sat.i13.5 = private constant [19 x i8] c"smul.fix.sat.i13.5\00", align 1
@name.umul.fix.i13.5 = private constant [15 x i8] c"umul.fix.i13.5\00", align 1
@name.umul.fix.sat.i13.5 = private constant [19 x i8] c"umul.fix.sat.i13.5\00", align 1
@name.sdiv.fix.i13.5 = private constant [15 x i8] c"sdiv.fix.i13.5\00", align 1
@name.sdiv.fix.sat.i13.5 = private constant [19 x i8] c"sdiv.fix.sat.i13.5\00", align 1
@name.udiv.fix.i13.5 = private constant [15 x i8] c"udiv.fix.i13.5\00", align 1
@name.udiv.fix.sat.i13.5 = private constant [19 x i8] c"udiv.fix.sat.i13.5\00", align 1
@name.smul.fix.i16.0 = private constant [15 x i8] c"smul.fix.i16.0\00", align 1
@name.smul.fix.i16.15 = private constant [16 x i8] c"smul.fix.i16.15\00", align 1
@name.smul.fix.sat.i16.0 = private constant [19 x i8] c"smul.fix.sat.i16.0\00", align 1
@name.smul.fix.sat.i16.15 = private constant [20 x i8] c"smul.fix.sat.i16.15\00", align 1
@name.umul.fix.i16.0 = private constant [15 x i8] c"umul.fix.i16.0\00", align 1
@name.umul.fix.i16.15 = private constant [16 x i8] c"umul.fix.i16.15\00", align 1
@name.umul.fix.sat.i16.0 = private constant [19 x i8] c"umul.fix.sat.i16.0\00", align 1
@name.umul.fix.sat.i16.15 = private constant [20 x i8] c"umul.fix.sat.i16.15\00", align 1
@name.sdiv.fix.i16.0 = private constant [15 x i8] c"sdiv.fix.i16.0\00", align 1
@name.sdiv.fix.i16.8 = private constant [15 x i8] c"sdiv.fix.i16.8\00", align 1
@name.sdiv.fix.sat.i16.0 = private constant [19 x i8] c"sdiv.fix.sat.i16.0\00", align 1
@name.sdiv.fix.sat.i16.8 = private constant [19 x i8] c"sdiv.fix.sat.i16.8\00", align 1
@name.udiv.fix.i16.0 = private constant [15 x i8] c"udiv.fix.i16.0\00", align 1
@name.udiv.fix.i16.8 = private constant [15 x i8] c"udiv.fix.i16.8\00", align 1
@name.udiv.fix.sat.i16.0 = private constant [19 x i8] c"udiv.fix.sat.i16.0\00", align 1
@name.udiv.fix.sat.i16.8 = private constant [19 x i8] c"udiv.fix.sat.i16.8\00", align 1
@name.smul.fix.i32.9 = private constant [15 x i8] c"smul.fix.i32.9\00", align 1
@name.smul.fix.i32.31 = private constant [16 x i8] c"smul.fix.i32.31\00", align 1
@name.smul.fix.sat.i32.9 = private constant [19 x i8] c"smul.fix.sat.i32.9\00", align 1
@name.smul.fix.sat.i32.31 = private constant [20 x i8] c"smul.fix.sat.i32.31\00", align 1
@name.umul.fix.i32.9 = private constant [15 x i8] c"umul.fix.i32.9\00", align 1
@name.umul.fix.i32.31 = private constant [16 x i8] c"umul.fix.i32.31\00", align 1
@name.umul.fix.sat.i32.9 = private constant [19 x i8] c"umul.fix.sat.i32.9\00", align 1
@name.umul.fix.sat.i32.31 = private constant [20 x i8] c"umul.fix.sat.i32.31\00", align 1
@name.sdiv.fix.i32.9 = private constant [15 x i8] c"sdiv.fix.i32.9\00", align 1
@name.sdiv.fix.i32.16 = private constant [16 x i8] c"sdiv.fix.i32.16\00", align 1
@name.sdiv.fix.sat.i32.9 = private constant [19 x i8] c"sdiv.fix.sat.i32.9\00", align 1
@name.sdiv.fix.sat.i32.16 = private constant [20 x i8] c"sdiv.fix.sat.i32.16\00", align 1
@name.udiv.fix.i32.9 = private constant [15 x i8] c"udiv.fix.i32.9\00", align 1
@name.udiv.fix.i32.16 = private constant [16 x i8] c"udiv.fix.i32.16\00", align 1
@name.udiv.fix.sat.i32.9 = private constant [19 x i8] c"udiv.fix.sat.i32.9\00", align 1
@name.udiv.fix.sat.i32.16 = private constant [20 x i8] c"udiv.fix.sat.i32.16\00", align 1
@name.smul.fix.i64.1 = private constant [15 x i8] c"smul.fix.i64.1\00", align 1
@name.smul.fix.i64.63 = private constant [16 x i8] c"smul.fix.i64.63\00", align 1
@name.smul.fix.sat.i64.1 = private constant [19 x i8] c"smul.fix.sat.i64.1\00", align 1
@name.smul.fix.sat.i64.63 = private constant [20 x i8] c"smul.fix.sat.i64.63\00", align 1
@name.umul.fix.i64.1 = private constant [15 x i8] c"umul.fix.i64.1\00", align 1
@name.umul.fix.i64.63 = private constant [16 x i8] c"umul.fix.i64.63\00", align 1
@name.umul.fix.sat.i64.1 = private constant [19 x i8] c"umul.fix.sat.i64.1\00", align 1
@name.umul.fix.sat.i64.63 = private constant [20 x i8] c"umul.fix.sat.i64.63\00", align 1
@name.sdiv.fix.i64.1 = private constant [15 x i8] c"sdiv.fix.i64.1\00", align 1
@name.sdiv.fix.i64.32 = private constant [16 x i8] c"sdiv.fix.i64.32\00", align 1
@name.sdiv.fix.sat.i64.1 = private constant [19 x i8] c"sdiv.fix.sat.i64.1\00", align 1
@name.sdiv.fix.sat.i64.32 = private constant [20 x i8] c"sdiv.fix.sat.i64.32\00", align 1
@name.udiv.fix.i64.1 = private constant [15 x i8] c"udiv.fix.i64.1\00", align 1
@name.udiv.fix.i64.32 = private constant [16 x i8] c"udiv.fix.i64.32\00", align 1
@name.udiv.fix.sat.i64.1 = private constant [19 x i8] c"udiv.fix.sat.i64.1\00", align 1
@name.udiv.fix.sat.i64.32 = private constant [20 x i8] c"udiv.fix.sat.i64.32\00", align 1
@name.smul.fix.i128.64 = private constant [17 x i8] c"smul.fix.i128.64\00", align 1
@name.smul.fix.sat.i128.64 = private constant [21 x i8] c"smul.fix.sat.i128.64\00", align 1
@name.umul.fix.i128.64 = private constant [17 x i8] c"umul.fix.i128.64\00", align 1
@name.umul.fix.sat.i128.64 = private constant [21 x i8] c"umul.fix.sat.i128.64\00", align 1

declare i13 @llvm.sdiv.fix.i13(i13, i13, i32)
declare i16 @llvm.sdiv.fix.i16(i16, i16, i32)
declare i32 @llvm.sdiv.fix.i32(i32, i32, i32)
declare i64 @llvm.sdiv.fix.i64(i64, i64, i32)
declare i8 @llvm.sdiv.fix.i8(i8, i8, i32)
declare i13 @llvm.sdiv.fix.sat.i13(i13, i13, i32)
declare i16 @llvm.sdiv.fix.sat.i16(i16, i16, i32)
declare i32 @llvm.sdiv.fix.sat.i32(i32, i32, i32)
declare i64 @llvm.sdiv.fix.sat.i64(i64, i64, i32)
declare i8 @llvm.sdiv.fix.sat.i8(i8, i8, i32)
declare i128 @llvm.smul.fix.i128(i128, i128, i32)
declare i13 @llvm.smul.fix.i13(i13, i13, i32)
declare i16 @llvm.smul.fix.i16(i16, i16, i32)
declare i32 @llvm.smul.fix.i32(i32, i32, i32)
declare i64 @llvm.smul.fix.i64(i64, i64, i32)
declare i8 @llvm.smul.fix.i8(i8, i8, i32)
declare i128 @llvm.smul.fix.sat.i128(i128, i128, i32)
declare i13 @llvm.smul.fix.sat.i13(i13, i13, i32)
declare i16 @llvm.smul.fix.sat.i16(i16, i16, i32)
declare i32 @llvm.smul.fix.sat.i32(i32, i32, i32)
declare i64 @llvm.smul.fix.sat.i64(i64, i64, i32)
declare i8 @llvm.smul.fix.sat.i8(i8, i8, i32)
declare i13 @llvm.udiv.fix.i13(i13, i13, i32)
declare i16 @llvm.udiv.fix.i16(i16, i16, i32)
declare i32 @llvm.udiv.fix.i32(i32, i32, i32)
declare i64 @llvm.udiv.fix.i64(i64, i64, i32)
declare i8 @llvm.udiv.fix.i8(i8, i8, i32)
declare i13 @llvm.udiv.fix.sat.i13(i13, i13, i32)
declare i16 @llvm.udiv.fix.sat.i16(i16, i16, i32)
declare i32 @llvm.udiv.fix.sat.i32(i32, i32, i32)
declare i64 @llvm.udiv.fix.sat.i64(i64, i64, i32)
declare i8 @llvm.udiv.fix.sat.i8(i8, i8, i32)
declare i128 @llvm.umul.fix.i128(i128, i128, i32)
declare i13 @llvm.umul.fix.i13(i13, i13, i32)
declare i16 @llvm.umul.fix.i16(i16, i16, i32)
declare i32 @llvm.umul.fix.i32(i32, i32, i32)
declare i64 @llvm.umul.fix.i64(i64, i64, i32)
declare i8 @llvm.umul.fix.i8(i8, i8, i32)
declare i128 @llvm.umul.fix.sat.i128(i128, i128, i32)
declare i13 @llvm.umul.fix.sat.i13(i13, i13, i32)
declare i16 @llvm.umul.fix.sat.i16(i16, i16, i32)
declare i32 @llvm.umul.fix.sat.i32(i32, i32, i32)
declare i64 @llvm.umul.fix.sat.i64(i64, i64, i32)
declare i8 @llvm.umul.fix.sat.i8(i8, i8, i32)

define i32 @main() {
  call void @run(ptr @name.smul.fix.i8.3, ptr @op.smul.fix.i8.3)
  call void @run(ptr @name.smul.fix.i8.7, ptr @op.smul.fix.i8.7)
  call void @run(ptr @name.smul.fix.sat.i8.3, ptr @op.smul.fix.sat.i8.3)
  call void @run(ptr @name.smul.fix.sat.i8.7, ptr @op.smul.fix.sat.i8.7)
  call void @run(ptr @name.umul.fix.i8.3, ptr @op.umul.fix.i8.3)
  call void @run(ptr @name.umul.fix.i8.7, ptr @op.umul.fix.i8.7)
  call void @run(ptr @name.umul.fix.sat.i8.3, ptr @op.umul.fix.sat.i8.3)
  call void @run(ptr @name.umul.fix.sat.i8.7, ptr @op.umul.fix.sat.i8.7)
  call void @run(ptr @name.sdiv.fix.i8.3, ptr @op.sdiv.fix.i8.3)
  call void @run(ptr @name.sdiv.fix.i8.4, ptr @op.sdiv.fix.i8.4)
  call void @run(ptr @name.sdiv.fix.sat.i8.3, ptr @op.sdiv.fix.sat.i8.3)
  call void @run(ptr @name.sdiv.fix.sat.i8.4, ptr @op.sdiv.fix.sat.i8.4)
  call void @run(ptr @name.udiv.fix.i8.3, ptr @op.udiv.fix.i8.3)
  call void @run(ptr @name.udiv.fix.i8.4, ptr @op.udiv.fix.i8.4)
  call void @run(ptr @name.udiv.fix.sat.i8.3, ptr @op.udiv.fix.sat.i8.3)
  call void @run(ptr @name.udiv.fix.sat.i8.4, ptr @op.udiv.fix.sat.i8.4)
  call void @run(ptr @name.smul.fix.i13.5, ptr @op.smul.fix.i13.5)
  call void @run(ptr @name.smul.fix.sat.i13.5, ptr @op.smul.fix.sat.i13.5)
  call void @run(ptr @name.umul.fix.i13.5, ptr @op.umul.fix.i13.5)
  call void @run(ptr @name.umul.fix.sat.i13.5, ptr @op.umul.fix.sat.i13.5)
  call void @run(ptr @name.sdiv.fix.i13.5, ptr @op.sdiv.fix.i13.5)
  call void @run(ptr @name.sdiv.fix.sat.i13.5, ptr @op.sdiv.fix.sat.i13.5)
  call void @run(ptr @name.udiv.fix.i13.5, ptr @op.udiv.fix.i13.5)
  call void @run(ptr @name.udiv.fix.sat.i13.5, ptr @op.udiv.fix.sat.i13.5)
  call void @run(ptr @name.smul.fix.i16.0, ptr @op.smul.fix.i16.0)
  call void @run(ptr @name.smul.fix.i16.15, ptr @op.smul.fix.i16.15)
  call void @run(ptr @name.smul.fix.sat.i16.0, ptr @op.smul.fix.sat.i16.0)
  call void @run(ptr @name.smul.fix.sat.i16.15, ptr @op.smul.fix.sat.i16.15)
  call void @run(ptr @name.umul.fix.i16.0, ptr @op.umul.fix.i16.0)
  call void @run(ptr @name.umul.fix.i16.15, ptr @op.umul.fix.i16.15)
  call void @run(ptr @name.umul.fix.sat.i16.0, ptr @op.umul.fix.sat.i16.0)
  call void @run(ptr @name.umul.fix.sat.i16.15, ptr @op.umul.fix.sat.i16.15)
  call void @run(ptr @name.sdiv.fix.i16.0, ptr @op.sdiv.fix.i16.0)
  call void @run(ptr @name.sdiv.fix.i16.8, ptr @op.sdiv.fix.i16.8)
  call void @run(ptr @name.sdiv.fix.sat.i16.0, ptr @op.sdiv.fix.sat.i16.0)
  call void @run(ptr @name.sdiv.fix.sat.i16.8, ptr @op.sdiv.fix.sat.i16.8)
  call void @run(ptr @name.udiv.fix.i16.0, ptr @op.udiv.fix.i16.0)
  call void @run(ptr @name.udiv.fix.i16.8, ptr @op.udiv.fix.i16.8)
  call void @run(ptr @name.udiv.fix.sat.i16.0, ptr @op.udiv.fix.sat.i16.0)
  call void @run(ptr @name.udiv.fix.sat.i16.8, ptr @op.udiv.fix.sat.i16.8)
  call void @run(ptr @name.smul.fix.i32.9, ptr @op.smul.fix.i32.9)
  call void @run(ptr @name.smul.fix.i32.31, ptr @op.smul.fix.i32.31)
  call void @run(ptr @name.smul.fix.sat.i32.9, ptr @op.smul.fix.sat.i32.9)
  call void @run(ptr @name.smul.fix.sat.i32.31, ptr @op.smul.fix.sat.i32.31)
  call void @run(ptr @name.umul.fix.i32.9, ptr @op.umul.fix.i32.9)
  call void @run(ptr @name.umul.fix.i32.31, ptr @op.umul.fix.i32.31)
  call void @run(ptr @name.umul.fix.sat.i32.9, ptr @op.umul.fix.sat.i32.9)
  call void @run(ptr @name.umul.fix.sat.i32.31, ptr @op.umul.fix.sat.i32.31)
  call void @run(ptr @name.sdiv.fix.i32.9, ptr @op.sdiv.fix.i32.9)
  call void @run(ptr @name.sdiv.fix.i32.16, ptr @op.sdiv.fix.i32.16)
  call void @run(ptr @name.sdiv.fix.sat.i32.9, ptr @op.sdiv.fix.sat.i32.9)
  call void @run(ptr @name.sdiv.fix.sat.i32.16, ptr @op.sdiv.fix.sat.i32.16)
  call void @run(ptr @name.udiv.fix.i32.9, ptr @op.udiv.fix.i32.9)
  call void @run(ptr @name.udiv.fix.i32.16, ptr @op.udiv.fix.i32.16)
  call void @run(ptr @name.udiv.fix.sat.i32.9, ptr @op.udiv.fix.sat.i32.9)
  call void @run(ptr @name.udiv.fix.sat.i32.16, ptr @op.udiv.fix.sat.i32.16)
  call void @run(ptr @name.smul.fix.i64.1, ptr @op.smul.fix.i64.1)
  call void @run(ptr @name.smul.fix.i64.63, ptr @op.smul.fix.i64.63)
  call void @run(ptr @name.smul.fix.sat.i64.1, ptr @op.smul.fix.sat.i64.1)
  call void @run(ptr @name.smul.fix.sat.i64.63, ptr @op.smul.fix.sat.i64.63)
  call void @run(ptr @name.umul.fix.i64.1, ptr @op.umul.fix.i64.1)
  call void @run(ptr @name.umul.fix.i64.63, ptr @op.umul.fix.i64.63)
  call void @run(ptr @name.umul.fix.sat.i64.1, ptr @op.umul.fix.sat.i64.1)
  call void @run(ptr @name.umul.fix.sat.i64.63, ptr @op.umul.fix.sat.i64.63)
  call void @run(ptr @name.sdiv.fix.i64.1, ptr @op.sdiv.fix.i64.1)
  call void @run(ptr @name.sdiv.fix.i64.32, ptr @op.sdiv.fix.i64.32)
  call void @run(ptr @name.sdiv.fix.sat.i64.1, ptr @op.sdiv.fix.sat.i64.1)
  call void @run(ptr @name.sdiv.fix.sat.i64.32, ptr @op.sdiv.fix.sat.i64.32)
  call void @run(ptr @name.udiv.fix.i64.1, ptr @op.udiv.fix.i64.1)
  call void @run(ptr @name.udiv.fix.i64.32, ptr @op.udiv.fix.i64.32)
  call void @run(ptr @name.udiv.fix.sat.i64.1, ptr @op.udiv.fix.sat.i64.1)
  call void @run(ptr @name.udiv.fix.sat.i64.32, ptr @op.udiv.fix.sat.i64.32)
  call void @run(ptr @name.smul.fix.i128.64, ptr @op.smul.fix.i128.64)
  call void @run(ptr @name.smul.fix.sat.i128.64, ptr @op.smul.fix.sat.i128.64)
  call void @run(ptr @name.umul.fix.i128.64, ptr @op.umul.fix.i128.64)
  call void @run(ptr @name.umul.fix.sat.i128.64, ptr @op.umul.fix.sat.i128.64)
  ret i32 0
}
