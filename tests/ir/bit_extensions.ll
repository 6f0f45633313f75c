; Bit manipulation with extensions that are switched on function by function (elsewhere their names say nothing).
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

define internal i128 @op.ctpop.i8(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i8
  %y = trunc i128 %b to i8
  %z = call i8 @llvm.ctpop.i8(i8 %x)
  %r = zext i8 %z to i128
  ret i128 %r
}

define internal i128 @op.ctlz.i8(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i8
  %y = trunc i128 %b to i8
  %z = call i8 @llvm.ctlz.i8(i8 %x, i1 false)
  %r = zext i8 %z to i128
  ret i128 %r
}

define internal i128 @op.ctlz_poison.i8(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i8
  %y = trunc i128 %b to i8
  %nz = or i8 %x, 4
  %z = call i8 @llvm.ctlz.i8(i8 %nz, i1 true)
  %r = zext i8 %z to i128
  ret i128 %r
}

define internal i128 @op.cttz.i8(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i8
  %y = trunc i128 %b to i8
  %z = call i8 @llvm.cttz.i8(i8 %x, i1 false)
  %r = zext i8 %z to i128
  ret i128 %r
}

define internal i128 @op.cttz_poison.i8(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i8
  %y = trunc i128 %b to i8
  %nz = or i8 %x, 4
  %z = call i8 @llvm.cttz.i8(i8 %nz, i1 true)
  %r = zext i8 %z to i128
  ret i128 %r
}

define internal i128 @op.smin.i8(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i8
  %y = trunc i128 %b to i8
  %z = call i8 @llvm.smin.i8(i8 %x, i8 %y)
  %r = zext i8 %z to i128
  ret i128 %r
}

define internal i128 @op.smax.i8(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i8
  %y = trunc i128 %b to i8
  %z = call i8 @llvm.smax.i8(i8 %x, i8 %y)
  %r = zext i8 %z to i128
  ret i128 %r
}

define internal i128 @op.umin.i8(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i8
  %y = trunc i128 %b to i8
  %z = call i8 @llvm.umin.i8(i8 %x, i8 %y)
  %r = zext i8 %z to i128
  ret i128 %r
}

define internal i128 @op.umax.i8(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i8
  %y = trunc i128 %b to i8
  %z = call i8 @llvm.umax.i8(i8 %x, i8 %y)
  %r = zext i8 %z to i128
  ret i128 %r
}

define internal i128 @op.rot_fshl.i8(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i8
  %y = trunc i128 %b to i8
  %z = call i8 @llvm.fshl.i8(i8 %x, i8 %x, i8 %y)
  %r = zext i8 %z to i128
  ret i128 %r
}

define internal i128 @op.rot_fshl_5.i8(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i8
  %y = trunc i128 %b to i8
  %z = call i8 @llvm.fshl.i8(i8 %x, i8 %x, i8 5)
  %r = zext i8 %z to i128
  ret i128 %r
}

define internal i128 @op.fshl.i8(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i8
  %y = trunc i128 %b to i8
  %z = call i8 @llvm.fshl.i8(i8 %x, i8 %y, i8 %y)
  %r = zext i8 %z to i128
  ret i128 %r
}

define internal i128 @op.rot_fshr.i8(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i8
  %y = trunc i128 %b to i8
  %z = call i8 @llvm.fshr.i8(i8 %x, i8 %x, i8 %y)
  %r = zext i8 %z to i128
  ret i128 %r
}

define internal i128 @op.rot_fshr_5.i8(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i8
  %y = trunc i128 %b to i8
  %z = call i8 @llvm.fshr.i8(i8 %x, i8 %x, i8 5)
  %r = zext i8 %z to i128
  ret i128 %r
}

define internal i128 @op.fshr.i8(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i8
  %y = trunc i128 %b to i8
  %z = call i8 @llvm.fshr.i8(i8 %x, i8 %y, i8 %y)
  %r = zext i8 %z to i128
  ret i128 %r
}

define internal i128 @op.andn.i8(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i8
  %y = trunc i128 %b to i8
  %n = xor i8 %y, -1
  %z = and i8 %x, %n
  %r = zext i8 %z to i128
  ret i128 %r
}

define internal i128 @op.orn.i8(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i8
  %y = trunc i128 %b to i8
  %n = xor i8 %y, -1
  %z = or i8 %x, %n
  %r = zext i8 %z to i128
  ret i128 %r
}

define internal i128 @op.xnor.i8(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i8
  %y = trunc i128 %b to i8
  %n = xor i8 %y, -1
  %z = xor i8 %x, %n
  %r = zext i8 %z to i128
  ret i128 %r
}

define internal i128 @op.sh1add.i8(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i8
  %y = trunc i128 %b to i8
  %s = shl i8 %x, 1
  %z = add i8 %y, %s
  %r = zext i8 %z to i128
  ret i128 %r
}

define internal i128 @op.sh2add.i8(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i8
  %y = trunc i128 %b to i8
  %s = shl i8 %x, 2
  %z = add i8 %y, %s
  %r = zext i8 %z to i128
  ret i128 %r
}

define internal i128 @op.sh3add.i8(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i8
  %y = trunc i128 %b to i8
  %s = shl i8 %x, 3
  %z = add i8 %y, %s
  %r = zext i8 %z to i128
  ret i128 %r
}

define internal i128 @op.abs.i8(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i8
  %y = trunc i128 %b to i8
  %z = call i8 @llvm.abs.i8(i8 %x, i1 false)
  %r = zext i8 %z to i128
  ret i128 %r
}

define internal i128 @op.zext.i8(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i8
  %y = trunc i128 %b to i8
  %e = zext i8 %x to i64
  %l = lshr i64 %e, 3
  %z = trunc i64 %l to i8
  %r = zext i8 %z to i128
  ret i128 %r
}

define internal i128 @op.sext.i8(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i8
  %y = trunc i128 %b to i8
  %e = sext i8 %x to i64
  %k = mul i64 %e, 3
  %l = lshr i64 %k, 5
  %z = trunc i64 %l to i8
  %r = zext i8 %z to i128
  ret i128 %r
}

define internal i128 @op.ctpop.i16(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i16
  %y = trunc i128 %b to i16
  %z = call i16 @llvm.ctpop.i16(i16 %x)
  %r = zext i16 %z to i128
  ret i128 %r
}

define internal i128 @op.bswap.i16(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i16
  %y = trunc i128 %b to i16
  %z = call i16 @llvm.bswap.i16(i16 %x)
  %r = zext i16 %z to i128
  ret i128 %r
}

define internal i128 @op.ctlz.i16(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i16
  %y = trunc i128 %b to i16
  %z = call i16 @llvm.ctlz.i16(i16 %x, i1 false)
  %r = zext i16 %z to i128
  ret i128 %r
}

define internal i128 @op.ctlz_poison.i16(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i16
  %y = trunc i128 %b to i16
  %nz = or i16 %x, 4
  %z = call i16 @llvm.ctlz.i16(i16 %nz, i1 true)
  %r = zext i16 %z to i128
  ret i128 %r
}

define internal i128 @op.cttz.i16(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i16
  %y = trunc i128 %b to i16
  %z = call i16 @llvm.cttz.i16(i16 %x, i1 false)
  %r = zext i16 %z to i128
  ret i128 %r
}

define internal i128 @op.cttz_poison.i16(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i16
  %y = trunc i128 %b to i16
  %nz = or i16 %x, 4
  %z = call i16 @llvm.cttz.i16(i16 %nz, i1 true)
  %r = zext i16 %z to i128
  ret i128 %r
}

define internal i128 @op.smin.i16(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i16
  %y = trunc i128 %b to i16
  %z = call i16 @llvm.smin.i16(i16 %x, i16 %y)
  %r = zext i16 %z to i128
  ret i128 %r
}

define internal i128 @op.smax.i16(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i16
  %y = trunc i128 %b to i16
  %z = call i16 @llvm.smax.i16(i16 %x, i16 %y)
  %r = zext i16 %z to i128
  ret i128 %r
}

define internal i128 @op.umin.i16(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i16
  %y = trunc i128 %b to i16
  %z = call i16 @llvm.umin.i16(i16 %x, i16 %y)
  %r = zext i16 %z to i128
  ret i128 %r
}

define internal i128 @op.umax.i16(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i16
  %y = trunc i128 %b to i16
  %z = call i16 @llvm.umax.i16(i16 %x, i16 %y)
  %r = zext i16 %z to i128
  ret i128 %r
}

define internal i128 @op.rot_fshl.i16(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i16
  %y = trunc i128 %b to i16
  %z = call i16 @llvm.fshl.i16(i16 %x, i16 %x, i16 %y)
  %r = zext i16 %z to i128
  ret i128 %r
}

define internal i128 @op.rot_fshl_5.i16(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i16
  %y = trunc i128 %b to i16
  %z = call i16 @llvm.fshl.i16(i16 %x, i16 %x, i16 5)
  %r = zext i16 %z to i128
  ret i128 %r
}

define internal i128 @op.fshl.i16(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i16
  %y = trunc i128 %b to i16
  %z = call i16 @llvm.fshl.i16(i16 %x, i16 %y, i16 %y)
  %r = zext i16 %z to i128
  ret i128 %r
}

define internal i128 @op.rot_fshr.i16(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i16
  %y = trunc i128 %b to i16
  %z = call i16 @llvm.fshr.i16(i16 %x, i16 %x, i16 %y)
  %r = zext i16 %z to i128
  ret i128 %r
}

define internal i128 @op.rot_fshr_5.i16(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i16
  %y = trunc i128 %b to i16
  %z = call i16 @llvm.fshr.i16(i16 %x, i16 %x, i16 5)
  %r = zext i16 %z to i128
  ret i128 %r
}

define internal i128 @op.fshr.i16(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i16
  %y = trunc i128 %b to i16
  %z = call i16 @llvm.fshr.i16(i16 %x, i16 %y, i16 %y)
  %r = zext i16 %z to i128
  ret i128 %r
}

define internal i128 @op.andn.i16(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i16
  %y = trunc i128 %b to i16
  %n = xor i16 %y, -1
  %z = and i16 %x, %n
  %r = zext i16 %z to i128
  ret i128 %r
}

define internal i128 @op.orn.i16(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i16
  %y = trunc i128 %b to i16
  %n = xor i16 %y, -1
  %z = or i16 %x, %n
  %r = zext i16 %z to i128
  ret i128 %r
}

define internal i128 @op.xnor.i16(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i16
  %y = trunc i128 %b to i16
  %n = xor i16 %y, -1
  %z = xor i16 %x, %n
  %r = zext i16 %z to i128
  ret i128 %r
}

define internal i128 @op.sh1add.i16(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i16
  %y = trunc i128 %b to i16
  %s = shl i16 %x, 1
  %z = add i16 %y, %s
  %r = zext i16 %z to i128
  ret i128 %r
}

define internal i128 @op.sh2add.i16(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i16
  %y = trunc i128 %b to i16
  %s = shl i16 %x, 2
  %z = add i16 %y, %s
  %r = zext i16 %z to i128
  ret i128 %r
}

define internal i128 @op.sh3add.i16(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i16
  %y = trunc i128 %b to i16
  %s = shl i16 %x, 3
  %z = add i16 %y, %s
  %r = zext i16 %z to i128
  ret i128 %r
}

define internal i128 @op.abs.i16(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i16
  %y = trunc i128 %b to i16
  %z = call i16 @llvm.abs.i16(i16 %x, i1 false)
  %r = zext i16 %z to i128
  ret i128 %r
}

define internal i128 @op.zext.i16(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i16
  %y = trunc i128 %b to i16
  %e = zext i16 %x to i64
  %l = lshr i64 %e, 3
  %z = trunc i64 %l to i16
  %r = zext i16 %z to i128
  ret i128 %r
}

define internal i128 @op.sext.i16(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i16
  %y = trunc i128 %b to i16
  %e = sext i16 %x to i64
  %k = mul i64 %e, 3
  %l = lshr i64 %k, 5
  %z = trunc i64 %l to i16
  %r = zext i16 %z to i128
  ret i128 %r
}

define internal i128 @op.ctpop.i32(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i32
  %y = trunc i128 %b to i32
  %z = call i32 @llvm.ctpop.i32(i32 %x)
  %r = zext i32 %z to i128
  ret i128 %r
}

define internal i128 @op.bswap.i32(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i32
  %y = trunc i128 %b to i32
  %z = call i32 @llvm.bswap.i32(i32 %x)
  %r = zext i32 %z to i128
  ret i128 %r
}

define internal i128 @op.ctlz.i32(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i32
  %y = trunc i128 %b to i32
  %z = call i32 @llvm.ctlz.i32(i32 %x, i1 false)
  %r = zext i32 %z to i128
  ret i128 %r
}

define internal i128 @op.ctlz_poison.i32(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i32
  %y = trunc i128 %b to i32
  %nz = or i32 %x, 4
  %z = call i32 @llvm.ctlz.i32(i32 %nz, i1 true)
  %r = zext i32 %z to i128
  ret i128 %r
}

define internal i128 @op.cttz.i32(i128 %a, i128 %b) noinline #0 {
  %x.w = trunc i128 %a to i32
  %y = trunc i128 %b to i32
  %x.h = trunc i32 %x.w to i16
  %x = zext i16 %x.h to i32
  %z = call i32 @llvm.cttz.i32(i32 %x, i1 false)
  %r = zext i32 %z to i128
  ret i128 %r
}

define internal i128 @op.cttz_poison.i32(i128 %a, i128 %b) noinline #0 {
  %x.w = trunc i128 %a to i32
  %y = trunc i128 %b to i32
  %x.h = trunc i32 %x.w to i16
  %x = zext i16 %x.h to i32
  %nz = or i32 %x, 4
  %z = call i32 @llvm.cttz.i32(i32 %nz, i1 true)
  %r = zext i32 %z to i128
  ret i128 %r
}

define internal i128 @op.smin.i32(i128 %a, i128 %b) noinline #0 {
  %x.w = trunc i128 %a to i32
  %y = trunc i128 %b to i32
  %x.h = trunc i32 %x.w to i16
  %x = zext i16 %x.h to i32
  %z = call i32 @llvm.smin.i32(i32 %x, i32 %y)
  %r = zext i32 %z to i128
  ret i128 %r
}

define internal i128 @op.smax.i32(i128 %a, i128 %b) noinline #0 {
  %x.w = trunc i128 %a to i32
  %y = trunc i128 %b to i32
  %x.h = trunc i32 %x.w to i16
  %x = zext i16 %x.h to i32
  %z = call i32 @llvm.smax.i32(i32 %x, i32 %y)
  %r = zext i32 %z to i128
  ret i128 %r
}

define internal i128 @op.umin.i32(i128 %a, i128 %b) noinline #0 {
  %x.w = trunc i128 %a to i32
  %y = trunc i128 %b to i32
  %x.h = trunc i32 %x.w to i16
  %x = zext i16 %x.h to i32
  %z = call i32 @llvm.umin.i32(i32 %x, i32 %y)
  %r = zext i32 %z to i128
  ret i128 %r
}

define internal i128 @op.umax.i32(i128 %a, i128 %b) noinline #0 {
  %x.w = trunc i128 %a to i32
  %y = trunc i128 %b to i32
  %x.h = trunc i32 %x.w to i16
  %x = zext i16 %x.h to i32
  %z = call i32 @llvm.umax.i32(i32 %x, i32 %y)
  %r = zext i32 %z to i128
  ret i128 %r
}

define internal i128 @op.rot_fshl.i32(i128 %a, i128 %b) noinline #0 {
  %x.w = trunc i128 %a to i32
  %y = trunc i128 %b to i32
  %x.h = trunc i32 %x.w to i16
  %x = zext i16 %x.h to i32
  %z = call i32 @llvm.fshl.i32(i32 %x, i32 %x, i32 %y)
  %r = zext i32 %z to i128
  ret i128 %r
}

define internal i128 @op.rot_fshl_5.i32(i128 %a, i128 %b) noinline #0 {
  %x.w = trunc i128 %a to i32
  %y = trunc i128 %b to i32
  %x.h = trunc i32 %x.w to i16
  %x = zext i16 %x.h to i32
  %z = call i32 @llvm.fshl.i32(i32 %x, i32 %x, i32 5)
  %r = zext i32 %z to i128
  ret i128 %r
}

define internal i128 @op.fshl.i32(i128 %a, i128 %b) noinline #0 {
  %x.w = trunc i128 %a to i32
  %y = trunc i128 %b to i32
  %x.h = trunc i32 %x.w to i16
  %x = zext i16 %x.h to i32
  %z = call i32 @llvm.fshl.i32(i32 %x, i32 %y, i32 %y)
  %r = zext i32 %z to i128
  ret i128 %r
}

define internal i128 @op.rot_fshr.i32(i128 %a, i128 %b) noinline #0 {
  %x.w = trunc i128 %a to i32
  %y = trunc i128 %b to i32
  %x.h = trunc i32 %x.w to i16
  %x = zext i16 %x.h to i32
  %z = call i32 @llvm.fshr.i32(i32 %x, i32 %x, i32 %y)
  %r = zext i32 %z to i128
  ret i128 %r
}

define internal i128 @op.rot_fshr_5.i32(i128 %a, i128 %b) noinline #0 {
  %x.w = trunc i128 %a to i32
  %y = trunc i128 %b to i32
  %x.h = trunc i32 %x.w to i16
  %x = zext i16 %x.h to i32
  %z = call i32 @llvm.fshr.i32(i32 %x, i32 %x, i32 5)
  %r = zext i32 %z to i128
  ret i128 %r
}

define internal i128 @op.fshr.i32(i128 %a, i128 %b) noinline #0 {
  %x.w = trunc i128 %a to i32
  %y = trunc i128 %b to i32
  %x.h = trunc i32 %x.w to i16
  %x = zext i16 %x.h to i32
  %z = call i32 @llvm.fshr.i32(i32 %x, i32 %y, i32 %y)
  %r = zext i32 %z to i128
  ret i128 %r
}

define internal i128 @op.andn.i32(i128 %a, i128 %b) noinline #0 {
  %x.w = trunc i128 %a to i32
  %y = trunc i128 %b to i32
  %x.h = trunc i32 %x.w to i16
  %x = zext i16 %x.h to i32
  %n = xor i32 %y, -1
  %z = and i32 %x, %n
  %r = zext i32 %z to i128
  ret i128 %r
}

define internal i128 @op.orn.i32(i128 %a, i128 %b) noinline #0 {
  %x.w = trunc i128 %a to i32
  %y = trunc i128 %b to i32
  %x.h = trunc i32 %x.w to i16
  %x = zext i16 %x.h to i32
  %n = xor i32 %y, -1
  %z = or i32 %x, %n
  %r = zext i32 %z to i128
  ret i128 %r
}

define internal i128 @op.xnor.i32(i128 %a, i128 %b) noinline #0 {
  %x.w = trunc i128 %a to i32
  %y = trunc i128 %b to i32
  %x.h = trunc i32 %x.w to i16
  %x = zext i16 %x.h to i32
  %n = xor i32 %y, -1
  %z = xor i32 %x, %n
  %r = zext i32 %z to i128
  ret i128 %r
}

define internal i128 @op.sh1add.i32(i128 %a, i128 %b) noinline #0 {
  %x.w = trunc i128 %a to i32
  %y = trunc i128 %b to i32
  %x.h = trunc i32 %x.w to i16
  %x = zext i16 %x.h to i32
  %s = shl i32 %x, 1
  %z = add i32 %y, %s
  %r = zext i32 %z to i128
  ret i128 %r
}

define internal i128 @op.sh2add.i32(i128 %a, i128 %b) noinline #0 {
  %x.w = trunc i128 %a to i32
  %y = trunc i128 %b to i32
  %x.h = trunc i32 %x.w to i16
  %x = zext i16 %x.h to i32
  %s = shl i32 %x, 2
  %z = add i32 %y, %s
  %r = zext i32 %z to i128
  ret i128 %r
}

define internal i128 @op.sh3add.i32(i128 %a, i128 %b) noinline #0 {
  %x.w = trunc i128 %a to i32
  %y = trunc i128 %b to i32
  %x.h = trunc i32 %x.w to i16
  %x = zext i16 %x.h to i32
  %s = shl i32 %x, 3
  %z = add i32 %y, %s
  %r = zext i32 %z to i128
  ret i128 %r
}

define internal i128 @op.abs.i32(i128 %a, i128 %b) noinline #0 {
  %x.w = trunc i128 %a to i32
  %y = trunc i128 %b to i32
  %x.h = trunc i32 %x.w to i16
  %x = zext i16 %x.h to i32
  %z = call i32 @llvm.abs.i32(i32 %x, i1 false)
  %r = zext i32 %z to i128
  ret i128 %r
}

define internal i128 @op.zext.i32(i128 %a, i128 %b) noinline #0 {
  %x.w = trunc i128 %a to i32
  %y = trunc i128 %b to i32
  %x.h = trunc i32 %x.w to i16
  %x = zext i16 %x.h to i32
  %e = zext i32 %x to i64
  %l = lshr i64 %e, 3
  %z = trunc i64 %l to i32
  %r = zext i32 %z to i128
  ret i128 %r
}

define internal i128 @op.sext.i32(i128 %a, i128 %b) noinline #0 {
  %x.w = trunc i128 %a to i32
  %y = trunc i128 %b to i32
  %x.h = trunc i32 %x.w to i16
  %x = zext i16 %x.h to i32
  %e = sext i32 %x to i64
  %k = mul i64 %e, 3
  %l = lshr i64 %k, 5
  %z = trunc i64 %l to i32
  %r = zext i32 %z to i128
  ret i128 %r
}

define internal i128 @op.ctpop.i64(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i64
  %y = trunc i128 %b to i64
  %z = call i64 @llvm.ctpop.i64(i64 %x)
  %r = zext i64 %z to i128
  ret i128 %r
}

define internal i128 @op.bswap.i64(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i64
  %y = trunc i128 %b to i64
  %z = call i64 @llvm.bswap.i64(i64 %x)
  %r = zext i64 %z to i128
  ret i128 %r
}

define internal i128 @op.ctlz.i64(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i64
  %y = trunc i128 %b to i64
  %z = call i64 @llvm.ctlz.i64(i64 %x, i1 false)
  %r = zext i64 %z to i128
  ret i128 %r
}

define internal i128 @op.ctlz_poison.i64(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i64
  %y = trunc i128 %b to i64
  %nz = or i64 %x, 4
  %z = call i64 @llvm.ctlz.i64(i64 %nz, i1 true)
  %r = zext i64 %z to i128
  ret i128 %r
}

define internal i128 @op.cttz.i64(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i64
  %y = trunc i128 %b to i64
  %z = call i64 @llvm.cttz.i64(i64 %x, i1 false)
  %r = zext i64 %z to i128
  ret i128 %r
}

define internal i128 @op.cttz_poison.i64(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i64
  %y = trunc i128 %b to i64
  %nz = or i64 %x, 4
  %z = call i64 @llvm.cttz.i64(i64 %nz, i1 true)
  %r = zext i64 %z to i128
  ret i128 %r
}

define internal i128 @op.smin.i64(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i64
  %y = trunc i128 %b to i64
  %z = call i64 @llvm.smin.i64(i64 %x, i64 %y)
  %r = zext i64 %z to i128
  ret i128 %r
}

define internal i128 @op.smax.i64(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i64
  %y = trunc i128 %b to i64
  %z = call i64 @llvm.smax.i64(i64 %x, i64 %y)
  %r = zext i64 %z to i128
  ret i128 %r
}

define internal i128 @op.umin.i64(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i64
  %y = trunc i128 %b to i64
  %z = call i64 @llvm.umin.i64(i64 %x, i64 %y)
  %r = zext i64 %z to i128
  ret i128 %r
}

define internal i128 @op.umax.i64(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i64
  %y = trunc i128 %b to i64
  %z = call i64 @llvm.umax.i64(i64 %x, i64 %y)
  %r = zext i64 %z to i128
  ret i128 %r
}

define internal i128 @op.rot_fshl.i64(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i64
  %y = trunc i128 %b to i64
  %z = call i64 @llvm.fshl.i64(i64 %x, i64 %x, i64 %y)
  %r = zext i64 %z to i128
  ret i128 %r
}

define internal i128 @op.rot_fshl_5.i64(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i64
  %y = trunc i128 %b to i64
  %z = call i64 @llvm.fshl.i64(i64 %x, i64 %x, i64 5)
  %r = zext i64 %z to i128
  ret i128 %r
}

define internal i128 @op.fshl.i64(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i64
  %y = trunc i128 %b to i64
  %z = call i64 @llvm.fshl.i64(i64 %x, i64 %y, i64 %y)
  %r = zext i64 %z to i128
  ret i128 %r
}

define internal i128 @op.rot_fshr.i64(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i64
  %y = trunc i128 %b to i64
  %z = call i64 @llvm.fshr.i64(i64 %x, i64 %x, i64 %y)
  %r = zext i64 %z to i128
  ret i128 %r
}

define internal i128 @op.rot_fshr_5.i64(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i64
  %y = trunc i128 %b to i64
  %z = call i64 @llvm.fshr.i64(i64 %x, i64 %x, i64 5)
  %r = zext i64 %z to i128
  ret i128 %r
}

define internal i128 @op.fshr.i64(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i64
  %y = trunc i128 %b to i64
  %z = call i64 @llvm.fshr.i64(i64 %x, i64 %y, i64 %y)
  %r = zext i64 %z to i128
  ret i128 %r
}

define internal i128 @op.andn.i64(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i64
  %y = trunc i128 %b to i64
  %n = xor i64 %y, -1
  %z = and i64 %x, %n
  %r = zext i64 %z to i128
  ret i128 %r
}

define internal i128 @op.orn.i64(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i64
  %y = trunc i128 %b to i64
  %n = xor i64 %y, -1
  %z = or i64 %x, %n
  %r = zext i64 %z to i128
  ret i128 %r
}

define internal i128 @op.xnor.i64(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i64
  %y = trunc i128 %b to i64
  %n = xor i64 %y, -1
  %z = xor i64 %x, %n
  %r = zext i64 %z to i128
  ret i128 %r
}

define internal i128 @op.sh1add.i64(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i64
  %y = trunc i128 %b to i64
  %s = shl i64 %x, 1
  %z = add i64 %y, %s
  %r = zext i64 %z to i128
  ret i128 %r
}

define internal i128 @op.sh1ptr.i64(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i64
  %y = trunc i128 %b to i64
  %p = inttoptr i64 %y to ptr
  %q = getelementptr i16, ptr %p, i64 %x
  %z = ptrtoint ptr %q to i64
  %r = zext i64 %z to i128
  ret i128 %r
}

define internal i128 @op.sh2add.i64(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i64
  %y = trunc i128 %b to i64
  %s = shl i64 %x, 2
  %z = add i64 %y, %s
  %r = zext i64 %z to i128
  ret i128 %r
}

define internal i128 @op.sh2ptr.i64(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i64
  %y = trunc i128 %b to i64
  %p = inttoptr i64 %y to ptr
  %q = getelementptr i32, ptr %p, i64 %x
  %z = ptrtoint ptr %q to i64
  %r = zext i64 %z to i128
  ret i128 %r
}

define internal i128 @op.sh3add.i64(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i64
  %y = trunc i128 %b to i64
  %s = shl i64 %x, 3
  %z = add i64 %y, %s
  %r = zext i64 %z to i128
  ret i128 %r
}

define internal i128 @op.sh3ptr.i64(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i64
  %y = trunc i128 %b to i64
  %p = inttoptr i64 %y to ptr
  %q = getelementptr i64, ptr %p, i64 %x
  %z = ptrtoint ptr %q to i64
  %r = zext i64 %z to i128
  ret i128 %r
}

define internal i128 @op.abs.i64(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i64
  %y = trunc i128 %b to i64
  %z = call i64 @llvm.abs.i64(i64 %x, i1 false)
  %r = zext i64 %z to i128
  ret i128 %r
}

define internal i128 @op.ctpop.i128(i128 %a, i128 %b) noinline #0 {
  %x = xor i128 %a, 0
  %y = xor i128 %b, 0
  %z = call i128 @llvm.ctpop.i128(i128 %x)
  ret i128 %z
}

define internal i128 @op.bswap.i128(i128 %a, i128 %b) noinline #0 {
  %x = xor i128 %a, 0
  %y = xor i128 %b, 0
  %z = call i128 @llvm.bswap.i128(i128 %x)
  ret i128 %z
}

define internal i128 @op.ctlz.i128(i128 %a, i128 %b) noinline #0 {
  %x = xor i128 %a, 0
  %y = xor i128 %b, 0
  %z = call i128 @llvm.ctlz.i128(i128 %x, i1 false)
  ret i128 %z
}

define internal i128 @op.ctlz_poison.i128(i128 %a, i128 %b) noinline #0 {
  %x = xor i128 %a, 0
  %y = xor i128 %b, 0
  %nz = or i128 %x, 4
  %z = call i128 @llvm.ctlz.i128(i128 %nz, i1 true)
  ret i128 %z
}

define internal i128 @op.cttz.i128(i128 %a, i128 %b) noinline #0 {
  %x = xor i128 %a, 0
  %y = xor i128 %b, 0
  %z = call i128 @llvm.cttz.i128(i128 %x, i1 false)
  ret i128 %z
}

define internal i128 @op.cttz_poison.i128(i128 %a, i128 %b) noinline #0 {
  %x = xor i128 %a, 0
  %y = xor i128 %b, 0
  %nz = or i128 %x, 4
  %z = call i128 @llvm.cttz.i128(i128 %nz, i1 true)
  ret i128 %z
}

define internal i128 @op.smin.i128(i128 %a, i128 %b) noinline #0 {
  %x = xor i128 %a, 0
  %y = xor i128 %b, 0
  %z = call i128 @llvm.smin.i128(i128 %x, i128 %y)
  ret i128 %z
}

define internal i128 @op.smax.i128(i128 %a, i128 %b) noinline #0 {
  %x = xor i128 %a, 0
  %y = xor i128 %b, 0
  %z = call i128 @llvm.smax.i128(i128 %x, i128 %y)
  ret i128 %z
}

define internal i128 @op.umin.i128(i128 %a, i128 %b) noinline #0 {
  %x = xor i128 %a, 0
  %y = xor i128 %b, 0
  %z = call i128 @llvm.umin.i128(i128 %x, i128 %y)
  ret i128 %z
}

define internal i128 @op.umax.i128(i128 %a, i128 %b) noinline #0 {
  %x = xor i128 %a, 0
  %y = xor i128 %b, 0
  %z = call i128 @llvm.umax.i128(i128 %x, i128 %y)
  ret i128 %z
}

define internal i128 @op.rot_fshl.i128(i128 %a, i128 %b) noinline #0 {
  %x = xor i128 %a, 0
  %y = xor i128 %b, 0
  %z = call i128 @llvm.fshl.i128(i128 %x, i128 %x, i128 %y)
  ret i128 %z
}

define internal i128 @op.rot_fshl_5.i128(i128 %a, i128 %b) noinline #0 {
  %x = xor i128 %a, 0
  %y = xor i128 %b, 0
  %z = call i128 @llvm.fshl.i128(i128 %x, i128 %x, i128 5)
  ret i128 %z
}

define internal i128 @op.fshl.i128(i128 %a, i128 %b) noinline #0 {
  %x = xor i128 %a, 0
  %y = xor i128 %b, 0
  %z = call i128 @llvm.fshl.i128(i128 %x, i128 %y, i128 %y)
  ret i128 %z
}

define internal i128 @op.rot_fshr.i128(i128 %a, i128 %b) noinline #0 {
  %x = xor i128 %a, 0
  %y = xor i128 %b, 0
  %z = call i128 @llvm.fshr.i128(i128 %x, i128 %x, i128 %y)
  ret i128 %z
}

define internal i128 @op.rot_fshr_5.i128(i128 %a, i128 %b) noinline #0 {
  %x = xor i128 %a, 0
  %y = xor i128 %b, 0
  %z = call i128 @llvm.fshr.i128(i128 %x, i128 %x, i128 5)
  ret i128 %z
}

define internal i128 @op.fshr.i128(i128 %a, i128 %b) noinline #0 {
  %x = xor i128 %a, 0
  %y = xor i128 %b, 0
  %z = call i128 @llvm.fshr.i128(i128 %x, i128 %y, i128 %y)
  ret i128 %z
}

define internal i128 @op.andn.i128(i128 %a, i128 %b) noinline #0 {
  %x = xor i128 %a, 0
  %y = xor i128 %b, 0
  %n = xor i128 %y, -1
  %z = and i128 %x, %n
  ret i128 %z
}

define internal i128 @op.orn.i128(i128 %a, i128 %b) noinline #0 {
  %x = xor i128 %a, 0
  %y = xor i128 %b, 0
  %n = xor i128 %y, -1
  %z = or i128 %x, %n
  ret i128 %z
}

define internal i128 @op.xnor.i128(i128 %a, i128 %b) noinline #0 {
  %x = xor i128 %a, 0
  %y = xor i128 %b, 0
  %n = xor i128 %y, -1
  %z = xor i128 %x, %n
  ret i128 %z
}

define internal i128 @op.sh1add.i128(i128 %a, i128 %b) noinline #0 {
  %x = xor i128 %a, 0
  %y = xor i128 %b, 0
  %s = shl i128 %x, 1
  %z = add i128 %y, %s
  ret i128 %z
}

define internal i128 @op.sh2add.i128(i128 %a, i128 %b) noinline #0 {
  %x = xor i128 %a, 0
  %y = xor i128 %b, 0
  %s = shl i128 %x, 2
  %z = add i128 %y, %s
  ret i128 %z
}

define internal i128 @op.sh3add.i128(i128 %a, i128 %b) noinline #0 {
  %x = xor i128 %a, 0
  %y = xor i128 %b, 0
  %s = shl i128 %x, 3
  %z = add i128 %y, %s
  ret i128 %z
}

define internal i128 @op.abs.i128(i128 %a, i128 %b) noinline #0 {
  %x = xor i128 %a, 0
  %y = xor i128 %b, 0
  %z = call i128 @llvm.abs.i128(i128 %x, i1 false)
  ret i128 %z
}

define internal i128 @op.ctpop.i24(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i24
  %y = trunc i128 %b to i24
  %z = call i24 @llvm.ctpop.i24(i24 %x)
  %r = zext i24 %z to i128
  ret i128 %r
}

define internal i128 @op.ctlz.i24(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i24
  %y = trunc i128 %b to i24
  %z = call i24 @llvm.ctlz.i24(i24 %x, i1 false)
  %r = zext i24 %z to i128
  ret i128 %r
}

define internal i128 @op.ctlz_poison.i24(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i24
  %y = trunc i128 %b to i24
  %nz = or i24 %x, 4
  %z = call i24 @llvm.ctlz.i24(i24 %nz, i1 true)
  %r = zext i24 %z to i128
  ret i128 %r
}

define internal i128 @op.cttz.i24(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i24
  %y = trunc i128 %b to i24
  %z = call i24 @llvm.cttz.i24(i24 %x, i1 false)
  %r = zext i24 %z to i128
  ret i128 %r
}

define internal i128 @op.cttz_poison.i24(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i24
  %y = trunc i128 %b to i24
  %nz = or i24 %x, 4
  %z = call i24 @llvm.cttz.i24(i24 %nz, i1 true)
  %r = zext i24 %z to i128
  ret i128 %r
}

define internal i128 @op.smin.i24(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i24
  %y = trunc i128 %b to i24
  %z = call i24 @llvm.smin.i24(i24 %x, i24 %y)
  %r = zext i24 %z to i128
  ret i128 %r
}

define internal i128 @op.smax.i24(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i24
  %y = trunc i128 %b to i24
  %z = call i24 @llvm.smax.i24(i24 %x, i24 %y)
  %r = zext i24 %z to i128
  ret i128 %r
}

define internal i128 @op.umin.i24(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i24
  %y = trunc i128 %b to i24
  %z = call i24 @llvm.umin.i24(i24 %x, i24 %y)
  %r = zext i24 %z to i128
  ret i128 %r
}

define internal i128 @op.umax.i24(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i24
  %y = trunc i128 %b to i24
  %z = call i24 @llvm.umax.i24(i24 %x, i24 %y)
  %r = zext i24 %z to i128
  ret i128 %r
}

define internal i128 @op.rot_fshl.i24(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i24
  %y = trunc i128 %b to i24
  %z = call i24 @llvm.fshl.i24(i24 %x, i24 %x, i24 %y)
  %r = zext i24 %z to i128
  ret i128 %r
}

define internal i128 @op.rot_fshl_5.i24(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i24
  %y = trunc i128 %b to i24
  %z = call i24 @llvm.fshl.i24(i24 %x, i24 %x, i24 5)
  %r = zext i24 %z to i128
  ret i128 %r
}

define internal i128 @op.fshl.i24(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i24
  %y = trunc i128 %b to i24
  %z = call i24 @llvm.fshl.i24(i24 %x, i24 %y, i24 %y)
  %r = zext i24 %z to i128
  ret i128 %r
}

define internal i128 @op.rot_fshr.i24(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i24
  %y = trunc i128 %b to i24
  %z = call i24 @llvm.fshr.i24(i24 %x, i24 %x, i24 %y)
  %r = zext i24 %z to i128
  ret i128 %r
}

define internal i128 @op.rot_fshr_5.i24(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i24
  %y = trunc i128 %b to i24
  %z = call i24 @llvm.fshr.i24(i24 %x, i24 %x, i24 5)
  %r = zext i24 %z to i128
  ret i128 %r
}

define internal i128 @op.fshr.i24(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i24
  %y = trunc i128 %b to i24
  %z = call i24 @llvm.fshr.i24(i24 %x, i24 %y, i24 %y)
  %r = zext i24 %z to i128
  ret i128 %r
}

define internal i128 @op.andn.i24(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i24
  %y = trunc i128 %b to i24
  %n = xor i24 %y, -1
  %z = and i24 %x, %n
  %r = zext i24 %z to i128
  ret i128 %r
}

define internal i128 @op.orn.i24(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i24
  %y = trunc i128 %b to i24
  %n = xor i24 %y, -1
  %z = or i24 %x, %n
  %r = zext i24 %z to i128
  ret i128 %r
}

define internal i128 @op.xnor.i24(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i24
  %y = trunc i128 %b to i24
  %n = xor i24 %y, -1
  %z = xor i24 %x, %n
  %r = zext i24 %z to i128
  ret i128 %r
}

define internal i128 @op.sh1add.i24(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i24
  %y = trunc i128 %b to i24
  %s = shl i24 %x, 1
  %z = add i24 %y, %s
  %r = zext i24 %z to i128
  ret i128 %r
}

define internal i128 @op.sh2add.i24(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i24
  %y = trunc i128 %b to i24
  %s = shl i24 %x, 2
  %z = add i24 %y, %s
  %r = zext i24 %z to i128
  ret i128 %r
}

define internal i128 @op.sh3add.i24(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i24
  %y = trunc i128 %b to i24
  %s = shl i24 %x, 3
  %z = add i24 %y, %s
  %r = zext i24 %z to i128
  ret i128 %r
}

define internal i128 @op.abs.i24(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i24
  %y = trunc i128 %b to i24
  %z = call i24 @llvm.abs.i24(i24 %x, i1 false)
  %r = zext i24 %z to i128
  ret i128 %r
}

define internal i128 @op.zext.i24(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i24
  %y = trunc i128 %b to i24
  %e = zext i24 %x to i64
  %l = lshr i64 %e, 3
  %z = trunc i64 %l to i24
  %r = zext i24 %z to i128
  ret i128 %r
}

define internal i128 @op.sext.i24(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i24
  %y = trunc i128 %b to i24
  %e = sext i24 %x to i64
  %k = mul i64 %e, 3
  %l = lshr i64 %k, 5
  %z = trunc i64 %l to i24
  %r = zext i24 %z to i128
  ret i128 %r
}

define internal i128 @op.ctpop.i37(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i37
  %y = trunc i128 %b to i37
  %z = call i37 @llvm.ctpop.i37(i37 %x)
  %r = zext i37 %z to i128
  ret i128 %r
}

define internal i128 @op.ctlz.i37(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i37
  %y = trunc i128 %b to i37
  %z = call i37 @llvm.ctlz.i37(i37 %x, i1 false)
  %r = zext i37 %z to i128
  ret i128 %r
}

define internal i128 @op.ctlz_poison.i37(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i37
  %y = trunc i128 %b to i37
  %nz = or i37 %x, 4
  %z = call i37 @llvm.ctlz.i37(i37 %nz, i1 true)
  %r = zext i37 %z to i128
  ret i128 %r
}

define internal i128 @op.cttz.i37(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i37
  %y = trunc i128 %b to i37
  %z = call i37 @llvm.cttz.i37(i37 %x, i1 false)
  %r = zext i37 %z to i128
  ret i128 %r
}

define internal i128 @op.cttz_poison.i37(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i37
  %y = trunc i128 %b to i37
  %nz = or i37 %x, 4
  %z = call i37 @llvm.cttz.i37(i37 %nz, i1 true)
  %r = zext i37 %z to i128
  ret i128 %r
}

define internal i128 @op.smin.i37(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i37
  %y = trunc i128 %b to i37
  %z = call i37 @llvm.smin.i37(i37 %x, i37 %y)
  %r = zext i37 %z to i128
  ret i128 %r
}

define internal i128 @op.smax.i37(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i37
  %y = trunc i128 %b to i37
  %z = call i37 @llvm.smax.i37(i37 %x, i37 %y)
  %r = zext i37 %z to i128
  ret i128 %r
}

define internal i128 @op.umin.i37(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i37
  %y = trunc i128 %b to i37
  %z = call i37 @llvm.umin.i37(i37 %x, i37 %y)
  %r = zext i37 %z to i128
  ret i128 %r
}

define internal i128 @op.umax.i37(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i37
  %y = trunc i128 %b to i37
  %z = call i37 @llvm.umax.i37(i37 %x, i37 %y)
  %r = zext i37 %z to i128
  ret i128 %r
}

define internal i128 @op.rot_fshl.i37(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i37
  %y = trunc i128 %b to i37
  %z = call i37 @llvm.fshl.i37(i37 %x, i37 %x, i37 %y)
  %r = zext i37 %z to i128
  ret i128 %r
}

define internal i128 @op.rot_fshl_5.i37(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i37
  %y = trunc i128 %b to i37
  %z = call i37 @llvm.fshl.i37(i37 %x, i37 %x, i37 5)
  %r = zext i37 %z to i128
  ret i128 %r
}

define internal i128 @op.fshl.i37(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i37
  %y = trunc i128 %b to i37
  %z = call i37 @llvm.fshl.i37(i37 %x, i37 %y, i37 %y)
  %r = zext i37 %z to i128
  ret i128 %r
}

define internal i128 @op.rot_fshr.i37(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i37
  %y = trunc i128 %b to i37
  %z = call i37 @llvm.fshr.i37(i37 %x, i37 %x, i37 %y)
  %r = zext i37 %z to i128
  ret i128 %r
}

define internal i128 @op.rot_fshr_5.i37(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i37
  %y = trunc i128 %b to i37
  %z = call i37 @llvm.fshr.i37(i37 %x, i37 %x, i37 5)
  %r = zext i37 %z to i128
  ret i128 %r
}

define internal i128 @op.fshr.i37(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i37
  %y = trunc i128 %b to i37
  %z = call i37 @llvm.fshr.i37(i37 %x, i37 %y, i37 %y)
  %r = zext i37 %z to i128
  ret i128 %r
}

define internal i128 @op.andn.i37(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i37
  %y = trunc i128 %b to i37
  %n = xor i37 %y, -1
  %z = and i37 %x, %n
  %r = zext i37 %z to i128
  ret i128 %r
}

define internal i128 @op.orn.i37(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i37
  %y = trunc i128 %b to i37
  %n = xor i37 %y, -1
  %z = or i37 %x, %n
  %r = zext i37 %z to i128
  ret i128 %r
}

define internal i128 @op.xnor.i37(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i37
  %y = trunc i128 %b to i37
  %n = xor i37 %y, -1
  %z = xor i37 %x, %n
  %r = zext i37 %z to i128
  ret i128 %r
}

define internal i128 @op.sh1add.i37(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i37
  %y = trunc i128 %b to i37
  %s = shl i37 %x, 1
  %z = add i37 %y, %s
  %r = zext i37 %z to i128
  ret i128 %r
}

define internal i128 @op.sh2add.i37(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i37
  %y = trunc i128 %b to i37
  %s = shl i37 %x, 2
  %z = add i37 %y, %s
  %r = zext i37 %z to i128
  ret i128 %r
}

define internal i128 @op.sh3add.i37(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i37
  %y = trunc i128 %b to i37
  %s = shl i37 %x, 3
  %z = add i37 %y, %s
  %r = zext i37 %z to i128
  ret i128 %r
}

define internal i128 @op.abs.i37(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i37
  %y = trunc i128 %b to i37
  %z = call i37 @llvm.abs.i37(i37 %x, i1 false)
  %r = zext i37 %z to i128
  ret i128 %r
}

define internal i128 @op.zext.i37(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i37
  %y = trunc i128 %b to i37
  %e = zext i37 %x to i64
  %l = lshr i64 %e, 3
  %z = trunc i64 %l to i37
  %r = zext i37 %z to i128
  ret i128 %r
}

define internal i128 @op.sext.i37(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i37
  %y = trunc i128 %b to i37
  %e = sext i37 %x to i64
  %k = mul i64 %e, 3
  %l = lshr i64 %k, 5
  %z = trunc i64 %l to i37
  %r = zext i37 %z to i128
  ret i128 %r
}

define internal i128 @op.word_index(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i32
  %p = inttoptr i64 4096 to ptr
  %i = zext i32 %x to i64
  %q = getelementptr i64, ptr %p, i64 %i
  %z = ptrtoint ptr %q to i64
  %r = zext i64 %z to i128
  ret i128 %r
}

define internal i128 @op.low_word(i128 %a, i128 %b) noinline #0 {
  %x = trunc i128 %a to i64
  %y = trunc i128 %b to i64
  %s = add i64 %x, %y
  %z = and i64 %s, 4294967295
  %r = zext i64 %z to i128
  ret i128 %r
}

define internal i128 @op.ctpop.4xi32(i128 %a, i128 %b) noinline #0 {
  %x = bitcast i128 %a to <4 x i32>
  %y = bitcast i128 %b to <4 x i32>
  %v = call <4 x i32> @llvm.ctpop.v4i32(<4 x i32> %x)
  %r = bitcast <4 x i32> %v to i128
  ret i128 %r
}

define internal i128 @op.smin.4xi32(i128 %a, i128 %b) noinline #0 {
  %x = bitcast i128 %a to <4 x i32>
  %y = bitcast i128 %b to <4 x i32>
  %v = call <4 x i32> @llvm.smin.v4i32(<4 x i32> %x, <4 x i32> %y)
  %r = bitcast <4 x i32> %v to i128
  ret i128 %r
}

define internal i128 @op.umax.4xi32(i128 %a, i128 %b) noinline #0 {
  %x = bitcast i128 %a to <4 x i32>
  %y = bitcast i128 %b to <4 x i32>
  %v = call <4 x i32> @llvm.umax.v4i32(<4 x i32> %x, <4 x i32> %y)
  %r = bitcast <4 x i32> %v to i128
  ret i128 %r
}

define internal i128 @op.fshl.4xi32(i128 %a, i128 %b) noinline #0 {
  %x = bitcast i128 %a to <4 x i32>
  %y = bitcast i128 %b to <4 x i32>
  %v = call <4 x i32> @llvm.fshl.v4i32(<4 x i32> %x, <4 x i32> %x, <4 x i32> %y)
  %r = bitcast <4 x i32> %v to i128
  ret i128 %r
}

define internal i128 @op.bswap.4xi32(i128 %a, i128 %b) noinline #0 {
  %x = bitcast i128 %a to <4 x i32>
  %y = bitcast i128 %b to <4 x i32>
  %v = call <4 x i32> @llvm.bswap.v4i32(<4 x i32> %x)
  %r = bitcast <4 x i32> %v to i128
  ret i128 %r
}

define internal i128 @op.ctlz.4xi32(i128 %a, i128 %b) noinline #0 {
  %x = bitcast i128 %a to <4 x i32>
  %y = bitcast i128 %b to <4 x i32>
  %v = call <4 x i32> @llvm.ctlz.v4i32(<4 x i32> %x, i1 false)
  %r = bitcast <4 x i32> %v to i128
  ret i128 %r
}

define internal i128 @op.ctpop.2xi64(i128 %a, i128 %b) noinline #0 {
  %x = bitcast i128 %a to <2 x i64>
  %y = bitcast i128 %b to <2 x i64>
  %v = call <2 x i64> @llvm.ctpop.v2i64(<2 x i64> %x)
  %r = bitcast <2 x i64> %v to i128
  ret i128 %r
}

define internal i128 @op.smin.2xi64(i128 %a, i128 %b) noinline #0 {
  %x = bitcast i128 %a to <2 x i64>
  %y = bitcast i128 %b to <2 x i64>
  %v = call <2 x i64> @llvm.smin.v2i64(<2 x i64> %x, <2 x i64> %y)
  %r = bitcast <2 x i64> %v to i128
  ret i128 %r
}

define internal i128 @op.umax.2xi64(i128 %a, i128 %b) noinline #0 {
  %x = bitcast i128 %a to <2 x i64>
  %y = bitcast i128 %b to <2 x i64>
  %v = call <2 x i64> @llvm.umax.v2i64(<2 x i64> %x, <2 x i64> %y)
  %r = bitcast <2 x i64> %v to i128
  ret i128 %r
}

define internal i128 @op.fshl.2xi64(i128 %a, i128 %b) noinline #0 {
  %x = bitcast i128 %a to <2 x i64>
  %y = bitcast i128 %b to <2 x i64>
  %v = call <2 x i64> @llvm.fshl.v2i64(<2 x i64> %x, <2 x i64> %x, <2 x i64> %y)
  %r = bitcast <2 x i64> %v to i128
  ret i128 %r
}

define internal i128 @op.bswap.2xi64(i128 %a, i128 %b) noinline #0 {
  %x = bitcast i128 %a to <2 x i64>
  %y = bitcast i128 %b to <2 x i64>
  %v = call <2 x i64> @llvm.bswap.v2i64(<2 x i64> %x)
  %r = bitcast <2 x i64> %v to i128
  ret i128 %r
}

define internal i128 @op.ctlz.2xi64(i128 %a, i128 %b) noinline #0 {
  %x = bitcast i128 %a to <2 x i64>
  %y = bitcast i128 %b to <2 x i64>
  %v = call <2 x i64> @llvm.ctlz.v2i64(<2 x i64> %x, i1 false)
  %r = bitcast <2 x i64> %v to i128
  ret i128 %r
}

define internal i128 @op.ctpop.8xi16(i128 %a, i128 %b) noinline #0 {
  %x = bitcast i128 %a to <8 x i16>
  %y = bitcast i128 %b to <8 x i16>
  %v = call <8 x i16> @llvm.ctpop.v8i16(<8 x i16> %x)
  %r = bitcast <8 x i16> %v to i128
  ret i128 %r
}

define internal i128 @op.smin.8xi16(i128 %a, i128 %b) noinline #0 {
  %x = bitcast i128 %a to <8 x i16>
  %y = bitcast i128 %b to <8 x i16>
  %v = call <8 x i16> @llvm.smin.v8i16(<8 x i16> %x, <8 x i16> %y)
  %r = bitcast <8 x i16> %v to i128
  ret i128 %r
}

define internal i128 @op.umax.8xi16(i128 %a, i128 %b) noinline #0 {
  %x = bitcast i128 %a to <8 x i16>
  %y = bitcast i128 %b to <8 x i16>
  %v = call <8 x i16> @llvm.umax.v8i16(<8 x i16> %x, <8 x i16> %y)
  %r = bitcast <8 x i16> %v to i128
  ret i128 %r
}

define internal i128 @op.fshl.8xi16(i128 %a, i128 %b) noinline #0 {
  %x = bitcast i128 %a to <8 x i16>
  %y = bitcast i128 %b to <8 x i16>
  %v = call <8 x i16> @llvm.fshl.v8i16(<8 x i16> %x, <8 x i16> %x, <8 x i16> %y)
  %r = bitcast <8 x i16> %v to i128
  ret i128 %r
}

define internal i128 @op.bswap.8xi16(i128 %a, i128 %b) noinline #0 {
  %x = bitcast i128 %a to <8 x i16>
  %y = bitcast i128 %b to <8 x i16>
  %v = call <8 x i16> @llvm.bswap.v8i16(<8 x i16> %x)
  %r = bitcast <8 x i16> %v to i128
  ret i128 %r
}

define internal i128 @op.ctlz.8xi16(i128 %a, i128 %b) noinline #0 {
  %x = bitcast i128 %a to <8 x i16>
  %y = bitcast i128 %b to <8 x i16>
  %v = call <8 x i16> @llvm.ctlz.v8i16(<8 x i16> %x, i1 false)
  %r = bitcast <8 x i16> %v to i128
  ret i128 %r
}

@name.ctpop.i8 = private constant [9 x i8] c"ctpop.i8\00", align 1
@name.ctlz.i8 = private constant [8 x i8] c"ctlz.i8\00", align 1
@name.ctlz_poison.i8 = private constant [15 x i8] c"ctlz_poison.i8\00", align 1
@name.cttz.i8 = private constant [8 x i8] c"cttz.i8\00", align 1
@name.cttz_poison.i8 = private constant [15 x i8] c"cttz_poison.i8\00", align 1
@name.smin.i8 = private constant [8 x i8] c"smin.i8\00", align 1
@name.smax.i8 = private constant [8 x i8] c"smax.i8\00", align 1
@name.umin.i8 = private constant [8 x i8] c"umin.i8\00", align 1
@name.umax.i8 = private constant [8 x i8] c"umax.i8\00", align 1
@name.rot_fshl.i8 = private constant [12 x i8] c"rot_fshl.i8\00", align 1
@name.rot_fshl_5.i8 = private constant [14 x i8] c"rot_fshl_5.i8\00", align 1
@name.fshl.i8 = private constant [8 x i8] c"fshl.i8\00", align 1
@name.rot_fshr.i8 = private constant [12 x i8] c"rot_fshr.i8\00", align 1
@name.rot_fshr_5.i8 = private constant [14 x i8] c"rot_fshr_5.i8\00", align 1
@name.fshr.i8 = private constant [8 x i8] c"fshr.i8\00", align 1
@name.andn.i8 = private constant [8 x i8] c"andn.i8\00", align 1
@name.orn.i8 = private constant [7 x i8] c"orn.i8\00", align 1
@name.xnor.i8 = private constant [8 x i8] c"xnor.i8\00", align 1
@name.sh1add.i8 = private constant [10 x i8] c"sh1add.i8\00", align 1
@name.sh2add.i8 = private constant [10 x i8] c"sh2add.i8\00", align 1
@name.sh3add.i8 = private constant [10 x i8] c"sh3add.i8\00", align 1
@name.abs.i8 = private constant [7 x i8] c"abs.i8\00", align 1
@name.zext.i8 = private constant [8 x i8] c"zext.i8\00", align 1
@name.sext.i8 = private constant [8 x i8] c"sext.i8\00", align 1
@name.ctpop.i16 = private constant [10 x i8] c"ctpop.i16\00", align 1
@name.bswap.i16 = private constant [10 x i8] c"bswap.i16\00", align 1
@name.ctlz.i16 = private constant [9 x i8] c"ctlz.i16\00", align 1
@name.ctlz_poison.i16 = private constant [16 x i8] c"ctlz_poison.i16\00", align 1
@name.cttz.i16 = private constant [9 x i8] c"cttz.i16\00", align 1
@name.cttz_poison.i16 = private constant [16 x i8] c"cttz_poison.i16\00", align 1
@name.smin.i16 = private constant [9 x i8] c"smin.i16\00", align 1
@name.smax.i16 = private constant [9 x i8] c"smax.i16\00", align 1
@name.umin.i16 = private constant [9 x i8] c"umin.i16\00", align 1
@name.umax.i16 = private constant [9 x i8] c"umax.i16\00", align 1
@name.rot_fshl.i16 = private constant [13 x i8] c"rot_fshl.i16\00", align 1
@name.rot_fshl_5.i16 = private constant [15 x i8] c"rot_fshl_5.i16\00", align 1
@name.fshl.i16 = private constant [9 x i8] c"fshl.i16\00", align 1
@name.rot_fshr.i16 = private constant [13 x i8] c"rot_fshr.i16\00", align 1
@name.rot_fshr_5.i16 = private constant [15 x i8] c"rot_fshr_5.i16\00", align 1
@name.fshr.i16 = private constant [9 x i8] c"fshr.i16\00", align 1
@name.andn.i16 = private constant [9 x i8] c"andn.i16\00", align 1
@name.orn.i16 = private constant [8 x i8] c"orn.i16\00", align 1
@name.xnor.i16 = private constant [9 x i8] c"xnor.i16\00", align 1
@name.sh1add.i16 = private constant [11 x i8] c"sh1add.i16\00", align 1
@name.sh2add.i16 = private constant [11 x i8] c"sh2add.i16\00", align 1
@name.sh3add.i16 = private constant [11 x i8] c"sh3add.i16\00", align 1
@name.abs.i16 = private constant [8 x i8] c"abs.i16\00", align 1
@name.zext.i16 = private constant [9 x i8] c"zext.i16\00", align 1
@name.sext.i16 = private constant [9 x i8] c"sext.i16\00", align 1
@name.ctpop.i32 = private constant [10 x i8] c"ctpop.i32\00", align 1
@name.bswap.i32 = private constant [10 x i8] c"bswap.i32\00", align 1
@name.ctlz.i32 = private constant [9 x i8] c"ctlz.i32\00", align 1
@name.ctlz_poison.i32 = private constant [16 x i8] c"ctlz_poison.i32\00", align 1
@name.cttz.i32 = private constant [9 x i8] c"cttz.i32\00", align 1
@name.cttz_poison.i32 = private constant [16 x i8] c"cttz_poison.i32\00", align 1
@name.smin.i32 = private constant [9 x i8] c"smin.i32\00", align 1
@name.smax.i32 = private constant [9 x i8] c"smax.i32\00", align 1
@name.umin.i32 = private constant [9 x i8] c"umin.i32\00", align 1
@name.umax.i32 = private constant [9 x i8] c"umax.i32\00", align 1
@name.rot_fshl.i32 = private constant [13 x i8] c"rot_fshl.i32\00", align 1
@name.rot_fshl_5.i32 = private constant [15 x i8] c"rot_fshl_5.i32\00", align 1
@name.fshl.i32 = private constant [9 x i8] c"fshl.i32\00", align 1
@name.rot_fshr.i32 = private constant [13 x i8] c"rot_fshr.i32\00", align 1
@name.rot_fshr_5.i32 = private constant [15 x i8] c"rot_fshr_5.i32\00", align 1
@name.fshr.i32 = private constant [9 x i8] c"fshr.i32\00", align 1
@name.andn.i32 = private constant [9 x i8] c"andn.i32\00", align 1
@name.orn.i32 = private constant [8 x i8] c"orn.i32\00", align 1
@name.xnor.i32 = private constant [9 x i8] c"xnor.i32\00", align 1
@name.sh1add.i32 = private constant [11 x i8] c"sh1add.i32\00", align 1
@name.sh2add.i32 = private constant [11 x i8] c"sh2add.i32\00", align 1
@name.sh3add.i32 = private constant [11 x i8] c"sh3add.i32\00", align 1
@name.abs.i32 = private constant [8 x i8] c"abs.i32\00", align 1
@name.zext.i32 = private constant [9 x i8] c"zext.i32\00", align 1
@name.sext.i32 = private constant [9 x i8] c"sext.i32\00", align 1
@name.ctpop.i64 = private constant [10 x i8] c"ctpop.i64\00", align 1
@name.bswap.i64 = private constant [10 x i8] c"bswap.i64\00", align 1
@name.ctlz.i64 = private constant [9 x i8] c"ctlz.i64\00", align 1
@name.ctlz_poison.i64 = private constant [16 x i8] c"ctlz_poison.i64\00", align 1
@name.cttz.i64 = private constant [9 x i8] c"cttz.i64\00", align 1
@name.cttz_poison.i64 = private constant [16 x i8] c"cttz_poison.i64\00", align 1
@name.smin.i64 = private constant [9 x i8] c"smin.i64\00", align 1
@name.smax.i64 = private constant [9 x i8] c"smax.i64\00", align 1
@name.umin.i64 = private constant [9 x i8] c"umin.i64\00", align 1
@name.umax.i64 = private constant [9 x i8] c"umax.i64\00", align 1
@name.rot_fshl.i64 = private constant [13 x i8] c"rot_fshl.i64\00", align 1
@name.rot_fshl_5.i64 = private constant [15 x i8] c"rot_fshl_5.i64\00", align 1
@name.fshl.i64 = private constant [9 x i8] c"fshl.i64\00", align 1
@name.rot_fshr.i64 = private constant [13 x i8] c"rot_fshr.i64\00", align 1
@name.rot_fshr_5.i64 = private constant [15 x i8] c"rot_fshr_5.i64\00", align 1
@name.fshr.i64 = private constant [9 x i8] c"fshr.i64\00", align 1
@name.andn.i64 = private constant [9 x i8] c"andn.i64\00", align 1
@name.orn.i64 = private constant [8 x i8] c"orn.i64\00", align 1
@name.xnor.i64 = private constant [9 x i8] c"xnor.i64\00", align 1
@name.sh1add.i64 = private constant [11 x i8] c"sh1add.i64\00", align 1
@name.sh1ptr.i64 = private constant [11 x i8] c"sh1ptr.i64\00", align 1
@name.sh2add.i64 = private constant [11 x i8] c"sh2add.i64\00", align 1
@name.sh2ptr.i64 = private constant [11 x i8] c"sh2ptr.i64\00", align 1
@name.sh3add.i64 = private constant [11 x i8] c"sh3add.i64\00", align 1
@name.sh3ptr.i64 = private constant [11 x i8] c"sh3ptr.i64\00", align 1
@name.abs.i64 = private constant [8 x i8] c"abs.i64\00", align 1
@name.ctpop.i128 = private constant [11 x i8] c"ctpop.i128\00", align 1
@name.bswap.i128 = private constant [11 x i8] c"bswap.i128\00", align 1
@name.ctlz.i128 = private constant [10 x i8] c"ctlz.i128\00", align 1
@name.ctlz_poison.i128 = private constant [17 x i8] c"ctlz_poison.i128\00", align 1
@name.cttz.i128 = private constant [10 x i8] c"cttz.i128\00", align 1
@name.cttz_poison.i128 = private constant [17 x i8] c"cttz_poison.i128\00", align 1
@name.smin.i128 = private constant [10 x i8] c"smin.i128\00", align 1
@name.smax.i128 = private constant [10 x i8] c"smax.i128\00", align 1
@name.umin.i128 = private constant [10 x i8] c"umin.i128\00", align 1
@name.umax.i128 = private constant [10 x i8] c"umax.i128\00", align 1
@name.rot_fshl.i128 = private constant [14 x i8] c"rot_fshl.i128\00", align 1
@name.rot_fshl_5.i128 = private constant [16 x i8] c"rot_fshl_5.i128\00", align 1
@name.fshl.i128 = private constant [10 x i8] c"fshl.i128\00", align 1
@name.rot_fshr.i128 = private constant [14 x i8] c"rot_fshr.i128\00", align 1
@name.rot_fshr_5.i128 = private constant [16 x i8] c"rot_fshr_5.i128\00", align 1
@name.fshr.i128 = private constant [10 x i8] c"fshr.i128\00", align 1
@name.andn.i128 = private constant [10 x i8] c"andn.i128\00", align 1
@name.orn.i128 = private constant [9 x i8] c"orn.i128\00", align 1
@name.xnor.i128 = private constant [10 x i8] c"xnor.i128\00", align 1
@name.sh1add.i128 = private constant [12 x i8] c"sh1add.i128\00", align 1
@name.sh2add.i128 = private constant [12 x i8] c"sh2add.i128\00", align 1
@name.sh3add.i128 = private constant [12 x i8] c"sh3add.i128\00", align 1
@name.abs.i128 = private constant [9 x i8] c"abs.i128\00", align 1
@name.ctpop.i24 = private constant [10 x i8] c"ctpop.i24\00", align 1
@name.ctlz.i24 = private constant [9 x i8] c"ctlz.i24\00", align 1
@name.ctlz_poison.i24 = private constant [16 x i8] c"ctlz_poison.i24\00", align 1
@name.cttz.i24 = private constant [9 x i8] c"cttz.i24\00", align 1
@name.cttz_poison.i24 = private constant [16 x i8] c"cttz_poison.i24\00", align 1
@name.smin.i24 = private constant [9 x i8] c"smin.i24\00", align 1
@name.smax.i24 = private constant [9 x i8] c"smax.i24\00", align 1
@name.umin.i24 = private constant [9 x i8] c"umin.i24\00", align 1
@name.umax.i24 = private constant [9 x i8] c"umax.i24\00", align 1
@name.rot_fshl.i24 = private constant [13 x i8] c"rot_fshl.i24\00", align 1
@name.rot_fshl_5.i24 = private constant [15 x i8] c"rot_fshl_5.i24\00", align 1
@name.fshl.i24 = private constant [9 x i8] c"fshl.i24\00", align 1
@name.rot_fshr.i24 = private constant [13 x i8] c"rot_fshr.i24\00", align 1
@name.rot_fshr_5.i24 = private constant [15 x i8] c"rot_fshr_5.i24\00", align 1
@name.fshr.i24 = private constant [9 x i8] c"fshr.i24\00", align 1
@name.andn.i24 = private constant [9 x i8] c"andn.i24\00", align 1
@name.orn.i24 = private constant [8 x i8] c"orn.i24\00", align 1
@name.xnor.i24 = private constant [9 x i8] c"xnor.i24\00", align 1
@name.sh1add.i24 = private constant [11 x i8] c"sh1add.i24\00", align 1
@name.sh2add.i24 = private constant [11 x i8] c"sh2add.i24\00", align 1
@name.sh3add.i24 = private constant [11 x i8] c"sh3add.i24\00", align 1
@name.abs.i24 = private constant [8 x i8] c"abs.i24\00", align 1
@name.zext.i24 = private constant [9 x i8] c"zext.i24\00", align 1
@name.sext.i24 = private constant [9 x i8] c"sext.i24\00", align 1
@name.ctpop.i37 = private constant [10 x i8] c"ctpop.i37\00", align 1
@name.ctlz.i37 = private constant [9 x i8] c"ctlz.i37\00", align 1
@name.ctlz_poison.i37 = private constant [16 x i8] c"ctlz_poison.i37\00", align 1
@name.cttz.i37 = private constant [9 x i8] c"cttz.i37\00", align 1
@name.cttz_poison.i37 = private constant [16 x i8] c"cttz_poison.i37\00", align 1
@name.smin.i37 = private constant [9 x i8] c"smin.i37\00", align 1
@name.smax.i37 = private constant [9 x i8] c"smax.i37\00", align 1
@name.umin.i37 = private constant [9 x i8] c"umin.i37\00", align 1
@name.umax.i37 = private constant [9 x i8] c"umax.i37\00", align 1
@name.rot_fshl.i37 = private constant [13 x i8] c"rot_fshl.i37\00", align 1
@name.rot_fshl_5.i37 = private constant [15 x i8] c"rot_fshl_5.i37\00", align 1
@name.fshl.i37 = private constant [9 x i8] c"fshl.i37\00", align 1
@name.rot_fshr.i37 = private constant [13 x i8] c"rot_fshr.i37\00", align 1
@name.rot_fshr_5.i37 = private constant [15 x i8] c"rot_fshr_5.i37\00", align 1
@name.fshr.i37 = private constant [9 x i8] c"fshr.i37\00", align 1
@name.andn.i37 = private constant [9 x i8] c"andn.i37\00", align 1
@name.orn.i37 = private constant [8 x i8] c"orn.i37\00", align 1
@name.xnor.i37 = private constant [9 x i8] c"xnor.i37\00", align 1
@name.sh1add.i37 = private constant [11 x i8] c"sh1add.i37\00", align 1
@name.sh2add.i37 = private constant [11 x i8] c"sh2add.i37\00", align 1
@name.sh3add.i37 = private constant [11 x i8] c"sh3add.i37\00", align 1
@name.abs.i37 = private constant [8 x i8] c"abs.i37\00", align 1
@name.zext.i37 = private constant [9 x i8] c"zext.i37\00", align 1
@name.sext.i37 = private constant [9 x i8] c"sext.i37\00", align 1
@name.word_index = private constant [11 x i8] c"word_index\00", align 1
@name.low_word = private constant [9 x i8] c"low_word\00", align 1
@name.ctpop.4xi32 = private constant [12 x i8] c"ctpop.4xi32\00", align 1
@name.smin.4xi32 = private constant [11 x i8] c"smin.4xi32\00", align 1
@name.umax.4xi32 = private constant [11 x i8] c"umax.4xi32\00", align 1
@name.fshl.4xi32 = private constant [11 x i8] c"fshl.4xi32\00", align 1
@name.bswap.4xi32 = private constant [12 x i8] c"bswap.4xi32\00", align 1
@name.ctlz.4xi32 = private constant [11 x i8] c"ctlz.4xi32\00", align 1
@name.ctpop.2xi64 = private constant [12 x i8] c"ctpop.2xi64\00", align 1
@name.smin.2xi64 = private constant [11 x i8] c"smin.2xi64\00", align 1
@name.umax.2xi64 = private constant [11 x i8] c"umax.2xi64\00", align 1
@name.fshl.2xi64 = private constant [11 x i8] c"fshl.2xi64\00", align 1
@name.bswap.2xi64 = private constant [12 x i8] c"bswap.2xi64\00", align 1
@name.ctlz.2xi64 = private constant [11 x i8] c"ctlz.2xi64\00", align 1
@name.ctpop.8xi16 = private constant [12 x i8] c"ctpop.8xi16\00", align 1
@name.smin.8xi16 = private constant [11 x i8] c"smin.8xi16\00", align 1
@name.umax.8xi16 = private constant [11 x i8] c"umax.8xi16\00", align 1
@name.fshl.8xi16 = private constant [11 x i8] c"fshl.8xi16\00", align 1
@name.bswap.8xi16 = private constant [12 x i8] c"bswap.8xi16\00", align 1
@name.ctlz.8xi16 = private constant [11 x i8] c"ctlz.8xi16\00", align 1

declare i128 @llvm.abs.i128(i128, i1)
declare i16 @llvm.abs.i16(i16, i1)
declare i24 @llvm.abs.i24(i24, i1)
declare i32 @llvm.abs.i32(i32, i1)
declare i37 @llvm.abs.i37(i37, i1)
declare i64 @llvm.abs.i64(i64, i1)
declare i8 @llvm.abs.i8(i8, i1)
declare i128 @llvm.bswap.i128(i128)
declare i16 @llvm.bswap.i16(i16)
declare i32 @llvm.bswap.i32(i32)
declare i64 @llvm.bswap.i64(i64)
declare <2 x i64> @llvm.bswap.v2i64(<2 x i64>)
declare <4 x i32> @llvm.bswap.v4i32(<4 x i32>)
declare <8 x i16> @llvm.bswap.v8i16(<8 x i16>)
declare i128 @llvm.ctlz.i128(i128, i1)
declare i16 @llvm.ctlz.i16(i16, i1)
declare i24 @llvm.ctlz.i24(i24, i1)
declare i32 @llvm.ctlz.i32(i32, i1)
declare i37 @llvm.ctlz.i37(i37, i1)
declare i64 @llvm.ctlz.i64(i64, i1)
declare i8 @llvm.ctlz.i8(i8, i1)
declare <2 x i64> @llvm.ctlz.v2i64(<2 x i64>, i1)
declare <4 x i32> @llvm.ctlz.v4i32(<4 x i32>, i1)
declare <8 x i16> @llvm.ctlz.v8i16(<8 x i16>, i1)
declare i128 @llvm.ctpop.i128(i128)
declare i16 @llvm.ctpop.i16(i16)
declare i24 @llvm.ctpop.i24(i24)
declare i32 @llvm.ctpop.i32(i32)
declare i37 @llvm.ctpop.i37(i37)
declare i64 @llvm.ctpop.i64(i64)
declare i8 @llvm.ctpop.i8(i8)
declare <2 x i64> @llvm.ctpop.v2i64(<2 x i64>)
declare <4 x i32> @llvm.ctpop.v4i32(<4 x i32>)
declare <8 x i16> @llvm.ctpop.v8i16(<8 x i16>)
declare i128 @llvm.cttz.i128(i128, i1)
declare i16 @llvm.cttz.i16(i16, i1)
declare i24 @llvm.cttz.i24(i24, i1)
declare i32 @llvm.cttz.i32(i32, i1)
declare i37 @llvm.cttz.i37(i37, i1)
declare i64 @llvm.cttz.i64(i64, i1)
declare i8 @llvm.cttz.i8(i8, i1)
declare i128 @llvm.fshl.i128(i128, i128, i128)
declare i16 @llvm.fshl.i16(i16, i16, i16)
declare i24 @llvm.fshl.i24(i24, i24, i24)
declare i32 @llvm.fshl.i32(i32, i32, i32)
declare i37 @llvm.fshl.i37(i37, i37, i37)
declare i64 @llvm.fshl.i64(i64, i64, i64)
declare i8 @llvm.fshl.i8(i8, i8, i8)
declare <2 x i64> @llvm.fshl.v2i64(<2 x i64>, <2 x i64>, <2 x i64>)
declare <4 x i32> @llvm.fshl.v4i32(<4 x i32>, <4 x i32>, <4 x i32>)
declare <8 x i16> @llvm.fshl.v8i16(<8 x i16>, <8 x i16>, <8 x i16>)
declare i128 @llvm.fshr.i128(i128, i128, i128)
declare i16 @llvm.fshr.i16(i16, i16, i16)
declare i24 @llvm.fshr.i24(i24, i24, i24)
declare i32 @llvm.fshr.i32(i32, i32, i32)
declare i37 @llvm.fshr.i37(i37, i37, i37)
declare i64 @llvm.fshr.i64(i64, i64, i64)
declare i8 @llvm.fshr.i8(i8, i8, i8)
declare i128 @llvm.smax.i128(i128, i128)
declare i16 @llvm.smax.i16(i16, i16)
declare i24 @llvm.smax.i24(i24, i24)
declare i32 @llvm.smax.i32(i32, i32)
declare i37 @llvm.smax.i37(i37, i37)
declare i64 @llvm.smax.i64(i64, i64)
declare i8 @llvm.smax.i8(i8, i8)
declare i128 @llvm.smin.i128(i128, i128)
declare i16 @llvm.smin.i16(i16, i16)
declare i24 @llvm.smin.i24(i24, i24)
declare i32 @llvm.smin.i32(i32, i32)
declare i37 @llvm.smin.i37(i37, i37)
declare i64 @llvm.smin.i64(i64, i64)
declare i8 @llvm.smin.i8(i8, i8)
declare <2 x i64> @llvm.smin.v2i64(<2 x i64>, <2 x i64>)
declare <4 x i32> @llvm.smin.v4i32(<4 x i32>, <4 x i32>)
declare <8 x i16> @llvm.smin.v8i16(<8 x i16>, <8 x i16>)
declare i128 @llvm.umax.i128(i128, i128)
declare i16 @llvm.umax.i16(i16, i16)
declare i24 @llvm.umax.i24(i24, i24)
declare i32 @llvm.umax.i32(i32, i32)
declare i37 @llvm.umax.i37(i37, i37)
declare i64 @llvm.umax.i64(i64, i64)
declare i8 @llvm.umax.i8(i8, i8)
declare <2 x i64> @llvm.umax.v2i64(<2 x i64>, <2 x i64>)
declare <4 x i32> @llvm.umax.v4i32(<4 x i32>, <4 x i32>)
declare <8 x i16> @llvm.umax.v8i16(<8 x i16>, <8 x i16>)
declare i128 @llvm.umin.i128(i128, i128)
declare i16 @llvm.umin.i16(i16, i16)
declare i24 @llvm.umin.i24(i24, i24)
declare i32 @llvm.umin.i32(i32, i32)
declare i37 @llvm.umin.i37(i37, i37)
declare i64 @llvm.umin.i64(i64, i64)
declare i8 @llvm.umin.i8(i8, i8)

define i32 @main() {
  call void @run(ptr @name.ctpop.i8, ptr @op.ctpop.i8)
  call void @run(ptr @name.ctlz.i8, ptr @op.ctlz.i8)
  call void @run(ptr @name.ctlz_poison.i8, ptr @op.ctlz_poison.i8)
  call void @run(ptr @name.cttz.i8, ptr @op.cttz.i8)
  call void @run(ptr @name.cttz_poison.i8, ptr @op.cttz_poison.i8)
  call void @run(ptr @name.smin.i8, ptr @op.smin.i8)
  call void @run(ptr @name.smax.i8, ptr @op.smax.i8)
  call void @run(ptr @name.umin.i8, ptr @op.umin.i8)
  call void @run(ptr @name.umax.i8, ptr @op.umax.i8)
  call void @run(ptr @name.rot_fshl.i8, ptr @op.rot_fshl.i8)
  call void @run(ptr @name.rot_fshl_5.i8, ptr @op.rot_fshl_5.i8)
  call void @run(ptr @name.fshl.i8, ptr @op.fshl.i8)
  call void @run(ptr @name.rot_fshr.i8, ptr @op.rot_fshr.i8)
  call void @run(ptr @name.rot_fshr_5.i8, ptr @op.rot_fshr_5.i8)
  call void @run(ptr @name.fshr.i8, ptr @op.fshr.i8)
  call void @run(ptr @name.andn.i8, ptr @op.andn.i8)
  call void @run(ptr @name.orn.i8, ptr @op.orn.i8)
  call void @run(ptr @name.xnor.i8, ptr @op.xnor.i8)
  call void @run(ptr @name.sh1add.i8, ptr @op.sh1add.i8)
  call void @run(ptr @name.sh2add.i8, ptr @op.sh2add.i8)
  call void @run(ptr @name.sh3add.i8, ptr @op.sh3add.i8)
  call void @run(ptr @name.abs.i8, ptr @op.abs.i8)
  call void @run(ptr @name.zext.i8, ptr @op.zext.i8)
  call void @run(ptr @name.sext.i8, ptr @op.sext.i8)
  call void @run(ptr @name.ctpop.i16, ptr @op.ctpop.i16)
  call void @run(ptr @name.bswap.i16, ptr @op.bswap.i16)
  call void @run(ptr @name.ctlz.i16, ptr @op.ctlz.i16)
  call void @run(ptr @name.ctlz_poison.i16, ptr @op.ctlz_poison.i16)
  call void @run(ptr @name.cttz.i16, ptr @op.cttz.i16)
  call void @run(ptr @name.cttz_poison.i16, ptr @op.cttz_poison.i16)
  call void @run(ptr @name.smin.i16, ptr @op.smin.i16)
  call void @run(ptr @name.smax.i16, ptr @op.smax.i16)
  call void @run(ptr @name.umin.i16, ptr @op.umin.i16)
  call void @run(ptr @name.umax.i16, ptr @op.umax.i16)
  call void @run(ptr @name.rot_fshl.i16, ptr @op.rot_fshl.i16)
  call void @run(ptr @name.rot_fshl_5.i16, ptr @op.rot_fshl_5.i16)
  call void @run(ptr @name.fshl.i16, ptr @op.fshl.i16)
  call void @run(ptr @name.rot_fshr.i16, ptr @op.rot_fshr.i16)
  call void @run(ptr @name.rot_fshr_5.i16, ptr @op.rot_fshr_5.i16)
  call void @run(ptr @name.fshr.i16, ptr @op.fshr.i16)
  call void @run(ptr @name.andn.i16, ptr @op.andn.i16)
  call void @run(ptr @name.orn.i16, ptr @op.orn.i16)
  call void @run(ptr @name.xnor.i16, ptr @op.xnor.i16)
  call void @run(ptr @name.sh1add.i16, ptr @op.sh1add.i16)
  call void @run(ptr @name.sh2add.i16, ptr @op.sh2add.i16)
  call void @run(ptr @name.sh3add.i16, ptr @op.sh3add.i16)
  call void @run(ptr @name.abs.i16, ptr @op.abs.i16)
  call void @run(ptr @name.zext.i16, ptr @op.zext.i16)
  call void @run(ptr @name.sext.i16, ptr @op.sext.i16)
  call void @run(ptr @name.ctpop.i32, ptr @op.ctpop.i32)
  call void @run(ptr @name.bswap.i32, ptr @op.bswap.i32)
  call void @run(ptr @name.ctlz.i32, ptr @op.ctlz.i32)
  call void @run(ptr @name.ctlz_poison.i32, ptr @op.ctlz_poison.i32)
  call void @run(ptr @name.cttz.i32, ptr @op.cttz.i32)
  call void @run(ptr @name.cttz_poison.i32, ptr @op.cttz_poison.i32)
  call void @run(ptr @name.smin.i32, ptr @op.smin.i32)
  call void @run(ptr @name.smax.i32, ptr @op.smax.i32)
  call void @run(ptr @name.umin.i32, ptr @op.umin.i32)
  call void @run(ptr @name.umax.i32, ptr @op.umax.i32)
  call void @run(ptr @name.rot_fshl.i32, ptr @op.rot_fshl.i32)
  call void @run(ptr @name.rot_fshl_5.i32, ptr @op.rot_fshl_5.i32)
  call void @run(ptr @name.fshl.i32, ptr @op.fshl.i32)
  call void @run(ptr @name.rot_fshr.i32, ptr @op.rot_fshr.i32)
  call void @run(ptr @name.rot_fshr_5.i32, ptr @op.rot_fshr_5.i32)
  call void @run(ptr @name.fshr.i32, ptr @op.fshr.i32)
  call void @run(ptr @name.andn.i32, ptr @op.andn.i32)
  call void @run(ptr @name.orn.i32, ptr @op.orn.i32)
  call void @run(ptr @name.xnor.i32, ptr @op.xnor.i32)
  call void @run(ptr @name.sh1add.i32, ptr @op.sh1add.i32)
  call void @run(ptr @name.sh2add.i32, ptr @op.sh2add.i32)
  call void @run(ptr @name.sh3add.i32, ptr @op.sh3add.i32)
  call void @run(ptr @name.abs.i32, ptr @op.abs.i32)
  call void @run(ptr @name.zext.i32, ptr @op.zext.i32)
  call void @run(ptr @name.sext.i32, ptr @op.sext.i32)
  call void @run(ptr @name.ctpop.i64, ptr @op.ctpop.i64)
  call void @run(ptr @name.bswap.i64, ptr @op.bswap.i64)
  call void @run(ptr @name.ctlz.i64, ptr @op.ctlz.i64)
  call void @run(ptr @name.ctlz_poison.i64, ptr @op.ctlz_poison.i64)
  call void @run(ptr @name.cttz.i64, ptr @op.cttz.i64)
  call void @run(ptr @name.cttz_poison.i64, ptr @op.cttz_poison.i64)
  call void @run(ptr @name.smin.i64, ptr @op.smin.i64)
  call void @run(ptr @name.smax.i64, ptr @op.smax.i64)
  call void @run(ptr @name.umin.i64, ptr @op.umin.i64)
  call void @run(ptr @name.umax.i64, ptr @op.umax.i64)
  call void @run(ptr @name.rot_fshl.i64, ptr @op.rot_fshl.i64)
  call void @run(ptr @name.rot_fshl_5.i64, ptr @op.rot_fshl_5.i64)
  call void @run(ptr @name.fshl.i64, ptr @op.fshl.i64)
  call void @run(ptr @name.rot_fshr.i64, ptr @op.rot_fshr.i64)
  call void @run(ptr @name.rot_fshr_5.i64, ptr @op.rot_fshr_5.i64)
  call void @run(ptr @name.fshr.i64, ptr @op.fshr.i64)
  call void @run(ptr @name.andn.i64, ptr @op.andn.i64)
  call void @run(ptr @name.orn.i64, ptr @op.orn.i64)
  call void @run(ptr @name.xnor.i64, ptr @op.xnor.i64)
  call void @run(ptr @name.sh1add.i64, ptr @op.sh1add.i64)
  call void @run(ptr @name.sh1ptr.i64, ptr @op.sh1ptr.i64)
  call void @run(ptr @name.sh2add.i64, ptr @op.sh2add.i64)
  call void @run(ptr @name.sh2ptr.i64, ptr @op.sh2ptr.i64)
  call void @run(ptr @name.sh3add.i64, ptr @op.sh3add.i64)
  call void @run(ptr @name.sh3ptr.i64, ptr @op.sh3ptr.i64)
  call void @run(ptr @name.abs.i64, ptr @op.abs.i64)
  call void @run(ptr @name.ctpop.i128, ptr @op.ctpop.i128)
  call void @run(ptr @name.bswap.i128, ptr @op.bswap.i128)
  call void @run(ptr @name.ctlz.i128, ptr @op.ctlz.i128)
  call void @run(ptr @name.ctlz_poison.i128, ptr @op.ctlz_poison.i128)
  call void @run(ptr @name.cttz.i128, ptr @op.cttz.i128)
  call void @run(ptr @name.cttz_poison.i128, ptr @op.cttz_poison.i128)
  call void @run(ptr @name.smin.i128, ptr @op.smin.i128)
  call void @run(ptr @name.smax.i128, ptr @op.smax.i128)
  call void @run(ptr @name.umin.i128, ptr @op.umin.i128)
  call void @run(ptr @name.umax.i128, ptr @op.umax.i128)
  call void @run(ptr @name.rot_fshl.i128, ptr @op.rot_fshl.i128)
  call void @run(ptr @name.rot_fshl_5.i128, ptr @op.rot_fshl_5.i128)
  call void @run(ptr @name.fshl.i128, ptr @op.fshl.i128)
  call void @run(ptr @name.rot_fshr.i128, ptr @op.rot_fshr.i128)
  call void @run(ptr @name.rot_fshr_5.i128, ptr @op.rot_fshr_5.i128)
  call void @run(ptr @name.fshr.i128, ptr @op.fshr.i128)
  call void @run(ptr @name.andn.i128, ptr @op.andn.i128)
  call void @run(ptr @name.orn.i128, ptr @op.orn.i128)
  call void @run(ptr @name.xnor.i128, ptr @op.xnor.i128)
  call void @run(ptr @name.sh1add.i128, ptr @op.sh1add.i128)
  call void @run(ptr @name.sh2add.i128, ptr @op.sh2add.i128)
  call void @run(ptr @name.sh3add.i128, ptr @op.sh3add.i128)
  call void @run(ptr @name.abs.i128, ptr @op.abs.i128)
  call void @run(ptr @name.ctpop.i24, ptr @op.ctpop.i24)
  call void @run(ptr @name.ctlz.i24, ptr @op.ctlz.i24)
  call void @run(ptr @name.ctlz_poison.i24, ptr @op.ctlz_poison.i24)
  call void @run(ptr @name.cttz.i24, ptr @op.cttz.i24)
  call void @run(ptr @name.cttz_poison.i24, ptr @op.cttz_poison.i24)
  call void @run(ptr @name.smin.i24, ptr @op.smin.i24)
  call void @run(ptr @name.smax.i24, ptr @op.smax.i24)
  call void @run(ptr @name.umin.i24, ptr @op.umin.i24)
  call void @run(ptr @name.umax.i24, ptr @op.umax.i24)
  call void @run(ptr @name.rot_fshl.i24, ptr @op.rot_fshl.i24)
  call void @run(ptr @name.rot_fshl_5.i24, ptr @op.rot_fshl_5.i24)
  call void @run(ptr @name.fshl.i24, ptr @op.fshl.i24)
  call void @run(ptr @name.rot_fshr.i24, ptr @op.rot_fshr.i24)
  call void @run(ptr @name.rot_fshr_5.i24, ptr @op.rot_fshr_5.i24)
  call void @run(ptr @name.fshr.i24, ptr @op.fshr.i24)
  call void @run(ptr @name.andn.i24, ptr @op.andn.i24)
  call void @run(ptr @name.orn.i24, ptr @op.orn.i24)
  call void @run(ptr @name.xnor.i24, ptr @op.xnor.i24)
  call void @run(ptr @name.sh1add.i24, ptr @op.sh1add.i24)
  call void @run(ptr @name.sh2add.i24, ptr @op.sh2add.i24)
  call void @run(ptr @name.sh3add.i24, ptr @op.sh3add.i24)
  call void @run(ptr @name.abs.i24, ptr @op.abs.i24)
  call void @run(ptr @name.zext.i24, ptr @op.zext.i24)
  call void @run(ptr @name.sext.i24, ptr @op.sext.i24)
  call void @run(ptr @name.ctpop.i37, ptr @op.ctpop.i37)
  call void @run(ptr @name.ctlz.i37, ptr @op.ctlz.i37)
  call void @run(ptr @name.ctlz_poison.i37, ptr @op.ctlz_poison.i37)
  call void @run(ptr @name.cttz.i37, ptr @op.cttz.i37)
  call void @run(ptr @name.cttz_poison.i37, ptr @op.cttz_poison.i37)
  call void @run(ptr @name.smin.i37, ptr @op.smin.i37)
  call void @run(ptr @name.smax.i37, ptr @op.smax.i37)
  call void @run(ptr @name.umin.i37, ptr @op.umin.i37)
  call void @run(ptr @name.umax.i37, ptr @op.umax.i37)
  call void @run(ptr @name.rot_fshl.i37, ptr @op.rot_fshl.i37)
  call void @run(ptr @name.rot_fshl_5.i37, ptr @op.rot_fshl_5.i37)
  call void @run(ptr @name.fshl.i37, ptr @op.fshl.i37)
  call void @run(ptr @name.rot_fshr.i37, ptr @op.rot_fshr.i37)
  call void @run(ptr @name.rot_fshr_5.i37, ptr @op.rot_fshr_5.i37)
  call void @run(ptr @name.fshr.i37, ptr @op.fshr.i37)
  call void @run(ptr @name.andn.i37, ptr @op.andn.i37)
  call void @run(ptr @name.orn.i37, ptr @op.orn.i37)
  call void @run(ptr @name.xnor.i37, ptr @op.xnor.i37)
  call void @run(ptr @name.sh1add.i37, ptr @op.sh1add.i37)
  call void @run(ptr @name.sh2add.i37, ptr @op.sh2add.i37)
  call void @run(ptr @name.sh3add.i37, ptr @op.sh3add.i37)
  call void @run(ptr @name.abs.i37, ptr @op.abs.i37)
  call void @run(ptr @name.zext.i37, ptr @op.zext.i37)
  call void @run(ptr @name.sext.i37, ptr @op.sext.i37)
  call void @run(ptr @name.word_index, ptr @op.word_index)
  call void @run(ptr @name.low_word, ptr @op.low_word)
  call void @run(ptr @name.ctpop.4xi32, ptr @op.ctpop.4xi32)
  call void @run(ptr @name.smin.4xi32, ptr @op.smin.4xi32)
  call void @run(ptr @name.umax.4xi32, ptr @op.umax.4xi32)
  call void @run(ptr @name.fshl.4xi32, ptr @op.fshl.4xi32)
  call void @run(ptr @name.bswap.4xi32, ptr @op.bswap.4xi32)
  call void @run(ptr @name.ctlz.4xi32, ptr @op.ctlz.4xi32)
  call void @run(ptr @name.ctpop.2xi64, ptr @op.ctpop.2xi64)
  call void @run(ptr @name.smin.2xi64, ptr @op.smin.2xi64)
  call void @run(ptr @name.umax.2xi64, ptr @op.umax.2xi64)
  call void @run(ptr @name.fshl.2xi64, ptr @op.fshl.2xi64)
  call void @run(ptr @name.bswap.2xi64, ptr @op.bswap.2xi64)
  call void @run(ptr @name.ctlz.2xi64, ptr @op.ctlz.2xi64)
  call void @run(ptr @name.ctpop.8xi16, ptr @op.ctpop.8xi16)
  call void @run(ptr @name.smin.8xi16, ptr @op.smin.8xi16)
  call void @run(ptr @name.umax.8xi16, ptr @op.umax.8xi16)
  call void @run(ptr @name.fshl.8xi16, ptr @op.fshl.8xi16)
  call void @run(ptr @name.bswap.8xi16, ptr @op.bswap.8xi16)
  call void @run(ptr @name.ctlz.8xi16, ptr @op.ctlz.8xi16)
  ret i32 0
}

attributes #0 = { "target-features"="+zba,+zbb,+m,+a,+f,+d,+c" }
