; Integers of 128 bits.
; Each operation is applied to all pairs of corners; a line of output is a digest of the results.
@corners = global [32 x i128] [i128 0, i128 1, i128 2, i128 3, i128 5, i128 7, i128 8, i128 15, i128 127, i128 128, i128 255, i128 256, i128 511, i128 32767, i128 32768, i128 65535, i128 65536, i128 2147483647, i128 2147483648, i128 4294967295, i128 8589934591, i128 1311768467463790320, i128 9223372036854775807, i128 9223372036854775808, i128 18446744073709551615, i128 18446744073709551616, i128 24197857203266734881846307747534221840, i128 113429186379523348228037317453566814890, i128 170141183460469231731687303715884105727, i128 -170141183460469231731687303715884105728, i128 -1, i128 -2], align 16
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
  %more = icmp ult i64 %j.next, 32
  br i1 %more, label %inner, label %outer.latch
outer.latch:
  %i.next = add i64 %i, 1
  %again = icmp ult i64 %i.next, 32
  br i1 %again, label %outer, label %done
done:
  %result = load i64, ptr @digest
  %printed = call i32 (ptr, ...) @printf(ptr @format, ptr %name, i64 %result)
  ret void
}

define internal i128 @op.add(i128 %a, i128 %b) noinline {
  %x = add i128 %a, 0
  %y = add i128 %b, 0
  %z = add i128 %x, %y
  %r = add i128 %z, 0
  ret i128 %r
}

define internal i128 @op.sub(i128 %a, i128 %b) noinline {
  %x = add i128 %a, 0
  %y = add i128 %b, 0
  %z = sub i128 %x, %y
  %r = add i128 %z, 0
  ret i128 %r
}

define internal i128 @op.mul(i128 %a, i128 %b) noinline {
  %x = add i128 %a, 0
  %y = add i128 %b, 0
  %z = mul i128 %x, %y
  %r = add i128 %z, 0
  ret i128 %r
}

define internal i128 @op.and(i128 %a, i128 %b) noinline {
  %x = add i128 %a, 0
  %y = add i128 %b, 0
  %z = and i128 %x, %y
  %r = add i128 %z, 0
  ret i128 %r
}

define internal i128 @op.or(i128 %a, i128 %b) noinline {
  %x = add i128 %a, 0
  %y = add i128 %b, 0
  %z = or i128 %x, %y
  %r = add i128 %z, 0
  ret i128 %r
}

define internal i128 @op.xor(i128 %a, i128 %b) noinline {
  %x = add i128 %a, 0
  %y = add i128 %b, 0
  %z = xor i128 %x, %y
  %r = add i128 %z, 0
  ret i128 %r
}

define internal i128 @op.neg(i128 %a, i128 %b) noinline {
  %x = add i128 %a, 0
  %y = add i128 %b, 0
  %z = sub i128 0, %x
  %r = add i128 %z, 0
  ret i128 %r
}

define internal i128 @op.not(i128 %a, i128 %b) noinline {
  %x = add i128 %a, 0
  %y = add i128 %b, 0
  %z = xor i128 %x, -1
  %r = add i128 %z, 0
  ret i128 %r
}

define internal i128 @op.andnot(i128 %a, i128 %b) noinline {
  %x = add i128 %a, 0
  %y = add i128 %b, 0
  %n = xor i128 %y, -1
  %z = and i128 %x, %n
  %r = add i128 %z, 0
  ret i128 %r
}

define internal i128 @op.addc(i128 %a, i128 %b) noinline {
  %x = add i128 %a, 0
  %y = add i128 %b, 0
  %z = add i128 %x, 85
  %r = add i128 %z, 0
  ret i128 %r
}

define internal i128 @op.mulc(i128 %a, i128 %b) noinline {
  %x = add i128 %a, 0
  %y = add i128 %b, 0
  %z = mul i128 %x, 5
  %r = add i128 %z, 0
  ret i128 %r
}

define internal i128 @op.udiv(i128 %a, i128 %b) noinline {
  %x = add i128 %a, 0
  %y = add i128 %b, 0
  %y0 = icmp eq i128 %y, 0
  %ym = icmp eq i128 %y, -1
  %yb = or i1 %y0, %ym
  %d = select i1 %yb, i128 1, i128 %y
  %z = udiv i128 %x, %d
  %r = add i128 %z, 0
  ret i128 %r
}

define internal i128 @op.urem(i128 %a, i128 %b) noinline {
  %x = add i128 %a, 0
  %y = add i128 %b, 0
  %y0 = icmp eq i128 %y, 0
  %ym = icmp eq i128 %y, -1
  %yb = or i1 %y0, %ym
  %d = select i1 %yb, i128 1, i128 %y
  %z = urem i128 %x, %d
  %r = add i128 %z, 0
  ret i128 %r
}

define internal i128 @op.sdiv(i128 %a, i128 %b) noinline {
  %x = add i128 %a, 0
  %y = add i128 %b, 0
  %y0 = icmp eq i128 %y, 0
  %ym = icmp eq i128 %y, -1
  %yb = or i1 %y0, %ym
  %d = select i1 %yb, i128 1, i128 %y
  %z = sdiv i128 %x, %d
  %r = add i128 %z, 0
  ret i128 %r
}

define internal i128 @op.srem(i128 %a, i128 %b) noinline {
  %x = add i128 %a, 0
  %y = add i128 %b, 0
  %y0 = icmp eq i128 %y, 0
  %ym = icmp eq i128 %y, -1
  %yb = or i1 %y0, %ym
  %d = select i1 %yb, i128 1, i128 %y
  %z = srem i128 %x, %d
  %r = add i128 %z, 0
  ret i128 %r
}

define internal i128 @op.shl(i128 %a, i128 %b) noinline {
  %x = add i128 %a, 0
  %y = add i128 %b, 0
  %n = and i128 %y, 127
  %z = shl i128 %x, %n
  %r = add i128 %z, 0
  ret i128 %r
}

define internal i128 @op.shl1(i128 %a, i128 %b) noinline {
  %x = add i128 %a, 0
  %y = add i128 %b, 0
  %z = shl i128 %x, 64
  %r = add i128 %z, 0
  ret i128 %r
}

define internal i128 @op.shlm(i128 %a, i128 %b) noinline {
  %x = add i128 %a, 0
  %y = add i128 %b, 0
  %z = shl i128 %x, 127
  %r = add i128 %z, 0
  ret i128 %r
}

define internal i128 @op.lshr(i128 %a, i128 %b) noinline {
  %x = add i128 %a, 0
  %y = add i128 %b, 0
  %n = and i128 %y, 127
  %z = lshr i128 %x, %n
  %r = add i128 %z, 0
  ret i128 %r
}

define internal i128 @op.lshr1(i128 %a, i128 %b) noinline {
  %x = add i128 %a, 0
  %y = add i128 %b, 0
  %z = lshr i128 %x, 64
  %r = add i128 %z, 0
  ret i128 %r
}

define internal i128 @op.lshrm(i128 %a, i128 %b) noinline {
  %x = add i128 %a, 0
  %y = add i128 %b, 0
  %z = lshr i128 %x, 127
  %r = add i128 %z, 0
  ret i128 %r
}

define internal i128 @op.ashr(i128 %a, i128 %b) noinline {
  %x = add i128 %a, 0
  %y = add i128 %b, 0
  %n = and i128 %y, 127
  %z = ashr i128 %x, %n
  %r = add i128 %z, 0
  ret i128 %r
}

define internal i128 @op.ashr1(i128 %a, i128 %b) noinline {
  %x = add i128 %a, 0
  %y = add i128 %b, 0
  %z = ashr i128 %x, 64
  %r = add i128 %z, 0
  ret i128 %r
}

define internal i128 @op.ashrm(i128 %a, i128 %b) noinline {
  %x = add i128 %a, 0
  %y = add i128 %b, 0
  %z = ashr i128 %x, 127
  %r = add i128 %z, 0
  ret i128 %r
}

define internal i128 @op.smax(i128 %a, i128 %b) noinline {
  %x = add i128 %a, 0
  %y = add i128 %b, 0
  %z = call i128 @llvm.smax.i128(i128 %x, i128 %y)
  %r = add i128 %z, 0
  ret i128 %r
}

define internal i128 @op.smin(i128 %a, i128 %b) noinline {
  %x = add i128 %a, 0
  %y = add i128 %b, 0
  %z = call i128 @llvm.smin.i128(i128 %x, i128 %y)
  %r = add i128 %z, 0
  ret i128 %r
}

define internal i128 @op.umax(i128 %a, i128 %b) noinline {
  %x = add i128 %a, 0
  %y = add i128 %b, 0
  %z = call i128 @llvm.umax.i128(i128 %x, i128 %y)
  %r = add i128 %z, 0
  ret i128 %r
}

define internal i128 @op.umin(i128 %a, i128 %b) noinline {
  %x = add i128 %a, 0
  %y = add i128 %b, 0
  %z = call i128 @llvm.umin.i128(i128 %x, i128 %y)
  %r = add i128 %z, 0
  ret i128 %r
}

define internal i128 @op.sadd_sat(i128 %a, i128 %b) noinline {
  %x = add i128 %a, 0
  %y = add i128 %b, 0
  %z = call i128 @llvm.sadd.sat.i128(i128 %x, i128 %y)
  %r = add i128 %z, 0
  ret i128 %r
}

define internal i128 @op.uadd_sat(i128 %a, i128 %b) noinline {
  %x = add i128 %a, 0
  %y = add i128 %b, 0
  %z = call i128 @llvm.uadd.sat.i128(i128 %x, i128 %y)
  %r = add i128 %z, 0
  ret i128 %r
}

define internal i128 @op.ssub_sat(i128 %a, i128 %b) noinline {
  %x = add i128 %a, 0
  %y = add i128 %b, 0
  %z = call i128 @llvm.ssub.sat.i128(i128 %x, i128 %y)
  %r = add i128 %z, 0
  ret i128 %r
}

define internal i128 @op.usub_sat(i128 %a, i128 %b) noinline {
  %x = add i128 %a, 0
  %y = add i128 %b, 0
  %z = call i128 @llvm.usub.sat.i128(i128 %x, i128 %y)
  %r = add i128 %z, 0
  ret i128 %r
}

define internal i128 @op.sshl_sat(i128 %a, i128 %b) noinline {
  %x = add i128 %a, 0
  %y = add i128 %b, 0
  %n = and i128 %y, 127
  %z = call i128 @llvm.sshl.sat.i128(i128 %x, i128 %n)
  %r = add i128 %z, 0
  ret i128 %r
}

define internal i128 @op.ushl_sat(i128 %a, i128 %b) noinline {
  %x = add i128 %a, 0
  %y = add i128 %b, 0
  %n = and i128 %y, 127
  %z = call i128 @llvm.ushl.sat.i128(i128 %x, i128 %n)
  %r = add i128 %z, 0
  ret i128 %r
}

define internal i128 @op.abs(i128 %a, i128 %b) noinline {
  %x = add i128 %a, 0
  %y = add i128 %b, 0
  %z = call i128 @llvm.abs.i128(i128 %x, i1 false)
  %r = add i128 %z, 0
  ret i128 %r
}

define internal i128 @op.ctpop(i128 %a, i128 %b) noinline {
  %x = add i128 %a, 0
  %y = add i128 %b, 0
  %z = call i128 @llvm.ctpop.i128(i128 %x)
  %r = add i128 %z, 0
  ret i128 %r
}

define internal i128 @op.ctlz(i128 %a, i128 %b) noinline {
  %x = add i128 %a, 0
  %y = add i128 %b, 0
  %z = call i128 @llvm.ctlz.i128(i128 %x, i1 false)
  %r = add i128 %z, 0
  ret i128 %r
}

define internal i128 @op.cttz(i128 %a, i128 %b) noinline {
  %x = add i128 %a, 0
  %y = add i128 %b, 0
  %z = call i128 @llvm.cttz.i128(i128 %x, i1 false)
  %r = add i128 %z, 0
  ret i128 %r
}

define internal i128 @op.bitreverse(i128 %a, i128 %b) noinline {
  %x = add i128 %a, 0
  %y = add i128 %b, 0
  %z = call i128 @llvm.bitreverse.i128(i128 %x)
  %r = add i128 %z, 0
  ret i128 %r
}

define internal i128 @op.bswap(i128 %a, i128 %b) noinline {
  %x = add i128 %a, 0
  %y = add i128 %b, 0
  %z = call i128 @llvm.bswap.i128(i128 %x)
  %r = add i128 %z, 0
  ret i128 %r
}

define internal i128 @op.fshl(i128 %a, i128 %b) noinline {
  %x = add i128 %a, 0
  %y = add i128 %b, 0
  %n = xor i128 %y, 3
  %z = call i128 @llvm.fshl.i128(i128 %x, i128 %y, i128 %n)
  %r = add i128 %z, 0
  ret i128 %r
}

define internal i128 @op.fshl_self(i128 %a, i128 %b) noinline {
  %x = add i128 %a, 0
  %y = add i128 %b, 0
  %n = xor i128 %y, 3
  %z = call i128 @llvm.fshl.i128(i128 %x, i128 %x, i128 %n)
  %r = add i128 %z, 0
  ret i128 %r
}

define internal i128 @op.fshl_c(i128 %a, i128 %b) noinline {
  %x = add i128 %a, 0
  %y = add i128 %b, 0
  %z = call i128 @llvm.fshl.i128(i128 %x, i128 %y, i128 42)
  %r = add i128 %z, 0
  ret i128 %r
}

define internal i128 @op.fshr(i128 %a, i128 %b) noinline {
  %x = add i128 %a, 0
  %y = add i128 %b, 0
  %n = xor i128 %y, 3
  %z = call i128 @llvm.fshr.i128(i128 %x, i128 %y, i128 %n)
  %r = add i128 %z, 0
  ret i128 %r
}

define internal i128 @op.fshr_self(i128 %a, i128 %b) noinline {
  %x = add i128 %a, 0
  %y = add i128 %b, 0
  %n = xor i128 %y, 3
  %z = call i128 @llvm.fshr.i128(i128 %x, i128 %x, i128 %n)
  %r = add i128 %z, 0
  ret i128 %r
}

define internal i128 @op.fshr_c(i128 %a, i128 %b) noinline {
  %x = add i128 %a, 0
  %y = add i128 %b, 0
  %z = call i128 @llvm.fshr.i128(i128 %x, i128 %y, i128 42)
  %r = add i128 %z, 0
  ret i128 %r
}

define internal i128 @op.uadd_value(i128 %a, i128 %b) noinline {
  %x = add i128 %a, 0
  %y = add i128 %b, 0
  %p = call { i128, i1 } @llvm.uadd.with.overflow.i128(i128 %x, i128 %y)
  %z = extractvalue { i128, i1 } %p, 0
  %r = add i128 %z, 0
  ret i128 %r
}

define internal i128 @op.uadd_flag(i128 %a, i128 %b) noinline {
  %x = add i128 %a, 0
  %y = add i128 %b, 0
  %p = call { i128, i1 } @llvm.uadd.with.overflow.i128(i128 %x, i128 %y)
  %z = extractvalue { i128, i1 } %p, 1
  %r = zext i1 %z to i128
  ret i128 %r
}

define internal i128 @op.sadd_value(i128 %a, i128 %b) noinline {
  %x = add i128 %a, 0
  %y = add i128 %b, 0
  %p = call { i128, i1 } @llvm.sadd.with.overflow.i128(i128 %x, i128 %y)
  %z = extractvalue { i128, i1 } %p, 0
  %r = add i128 %z, 0
  ret i128 %r
}

define internal i128 @op.sadd_flag(i128 %a, i128 %b) noinline {
  %x = add i128 %a, 0
  %y = add i128 %b, 0
  %p = call { i128, i1 } @llvm.sadd.with.overflow.i128(i128 %x, i128 %y)
  %z = extractvalue { i128, i1 } %p, 1
  %r = zext i1 %z to i128
  ret i128 %r
}

define internal i128 @op.usub_value(i128 %a, i128 %b) noinline {
  %x = add i128 %a, 0
  %y = add i128 %b, 0
  %p = call { i128, i1 } @llvm.usub.with.overflow.i128(i128 %x, i128 %y)
  %z = extractvalue { i128, i1 } %p, 0
  %r = add i128 %z, 0
  ret i128 %r
}

define internal i128 @op.usub_flag(i128 %a, i128 %b) noinline {
  %x = add i128 %a, 0
  %y = add i128 %b, 0
  %p = call { i128, i1 } @llvm.usub.with.overflow.i128(i128 %x, i128 %y)
  %z = extractvalue { i128, i1 } %p, 1
  %r = zext i1 %z to i128
  ret i128 %r
}

define internal i128 @op.ssub_value(i128 %a, i128 %b) noinline {
  %x = add i128 %a, 0
  %y = add i128 %b, 0
  %p = call { i128, i1 } @llvm.ssub.with.overflow.i128(i128 %x, i128 %y)
  %z = extractvalue { i128, i1 } %p, 0
  %r = add i128 %z, 0
  ret i128 %r
}

define internal i128 @op.ssub_flag(i128 %a, i128 %b) noinline {
  %x = add i128 %a, 0
  %y = add i128 %b, 0
  %p = call { i128, i1 } @llvm.ssub.with.overflow.i128(i128 %x, i128 %y)
  %z = extractvalue { i128, i1 } %p, 1
  %r = zext i1 %z to i128
  ret i128 %r
}

define internal i128 @op.umul_value(i128 %a, i128 %b) noinline {
  %x = add i128 %a, 0
  %y = add i128 %b, 0
  %p = call { i128, i1 } @llvm.umul.with.overflow.i128(i128 %x, i128 %y)
  %z = extractvalue { i128, i1 } %p, 0
  %r = add i128 %z, 0
  ret i128 %r
}

define internal i128 @op.umul_flag(i128 %a, i128 %b) noinline {
  %x = add i128 %a, 0
  %y = add i128 %b, 0
  %p = call { i128, i1 } @llvm.umul.with.overflow.i128(i128 %x, i128 %y)
  %z = extractvalue { i128, i1 } %p, 1
  %r = zext i1 %z to i128
  ret i128 %r
}

define internal i128 @op.smul_value(i128 %a, i128 %b) noinline {
  %x = add i128 %a, 0
  %y = add i128 %b, 0
  %p = call { i128, i1 } @llvm.smul.with.overflow.i128(i128 %x, i128 %y)
  %z = extractvalue { i128, i1 } %p, 0
  %r = add i128 %z, 0
  ret i128 %r
}

define internal i128 @op.smul_flag(i128 %a, i128 %b) noinline {
  %x = add i128 %a, 0
  %y = add i128 %b, 0
  %p = call { i128, i1 } @llvm.smul.with.overflow.i128(i128 %x, i128 %y)
  %z = extractvalue { i128, i1 } %p, 1
  %r = zext i1 %z to i128
  ret i128 %r
}

define internal i128 @op.icmp_eq(i128 %a, i128 %b) noinline {
  %x = add i128 %a, 0
  %y = add i128 %b, 0
  %z = icmp eq i128 %x, %y
  %r = zext i1 %z to i128
  ret i128 %r
}

define internal i128 @op.icmp_eq_c(i128 %a, i128 %b) noinline {
  %x = add i128 %a, 0
  %y = add i128 %b, 0
  %z = icmp eq i128 %x, 3
  %r = zext i1 %z to i128
  ret i128 %r
}

define internal i128 @op.icmp_ne(i128 %a, i128 %b) noinline {
  %x = add i128 %a, 0
  %y = add i128 %b, 0
  %z = icmp ne i128 %x, %y
  %r = zext i1 %z to i128
  ret i128 %r
}

define internal i128 @op.icmp_ult(i128 %a, i128 %b) noinline {
  %x = add i128 %a, 0
  %y = add i128 %b, 0
  %z = icmp ult i128 %x, %y
  %r = zext i1 %z to i128
  ret i128 %r
}

define internal i128 @op.icmp_ult_c(i128 %a, i128 %b) noinline {
  %x = add i128 %a, 0
  %y = add i128 %b, 0
  %z = icmp ult i128 %x, 3
  %r = zext i1 %z to i128
  ret i128 %r
}

define internal i128 @op.icmp_ule(i128 %a, i128 %b) noinline {
  %x = add i128 %a, 0
  %y = add i128 %b, 0
  %z = icmp ule i128 %x, %y
  %r = zext i1 %z to i128
  ret i128 %r
}

define internal i128 @op.icmp_ugt(i128 %a, i128 %b) noinline {
  %x = add i128 %a, 0
  %y = add i128 %b, 0
  %z = icmp ugt i128 %x, %y
  %r = zext i1 %z to i128
  ret i128 %r
}

define internal i128 @op.icmp_uge(i128 %a, i128 %b) noinline {
  %x = add i128 %a, 0
  %y = add i128 %b, 0
  %z = icmp uge i128 %x, %y
  %r = zext i1 %z to i128
  ret i128 %r
}

define internal i128 @op.icmp_slt(i128 %a, i128 %b) noinline {
  %x = add i128 %a, 0
  %y = add i128 %b, 0
  %z = icmp slt i128 %x, %y
  %r = zext i1 %z to i128
  ret i128 %r
}

define internal i128 @op.icmp_slt_c(i128 %a, i128 %b) noinline {
  %x = add i128 %a, 0
  %y = add i128 %b, 0
  %z = icmp slt i128 %x, 3
  %r = zext i1 %z to i128
  ret i128 %r
}

define internal i128 @op.icmp_sle(i128 %a, i128 %b) noinline {
  %x = add i128 %a, 0
  %y = add i128 %b, 0
  %z = icmp sle i128 %x, %y
  %r = zext i1 %z to i128
  ret i128 %r
}

define internal i128 @op.icmp_sgt(i128 %a, i128 %b) noinline {
  %x = add i128 %a, 0
  %y = add i128 %b, 0
  %z = icmp sgt i128 %x, %y
  %r = zext i1 %z to i128
  ret i128 %r
}

define internal i128 @op.icmp_sgt_c(i128 %a, i128 %b) noinline {
  %x = add i128 %a, 0
  %y = add i128 %b, 0
  %z = icmp sgt i128 %x, 3
  %r = zext i1 %z to i128
  ret i128 %r
}

define internal i128 @op.icmp_sge(i128 %a, i128 %b) noinline {
  %x = add i128 %a, 0
  %y = add i128 %b, 0
  %z = icmp sge i128 %x, %y
  %r = zext i1 %z to i128
  ret i128 %r
}

define internal i128 @op.sext_icmp(i128 %a, i128 %b) noinline {
  %x = add i128 %a, 0
  %y = add i128 %b, 0
  %c = icmp slt i128 %x, %y
  %z = sext i1 %c to i128
  %r = add i128 %z, 0
  ret i128 %r
}

define internal i128 @op.select(i128 %a, i128 %b) noinline {
  %x = add i128 %a, 0
  %y = add i128 %b, 0
  %c = icmp ugt i128 %x, %y
  %z = select i1 %c, i128 %y, i128 %x
  %r = add i128 %z, 0
  ret i128 %r
}

define internal i128 @op.freeze(i128 %a, i128 %b) noinline {
  %x = add i128 %a, 0
  %y = add i128 %b, 0
  %q = freeze i128 %x
  %z = add i128 %q, %q
  %r = add i128 %z, 0
  ret i128 %r
}

define internal i128 @op.memory(i128 %a, i128 %b) noinline {
  %x = add i128 %a, 0
  %y = add i128 %b, 0
  %p = alloca i128
  %q = alloca i128
  store i128 %x, ptr %p
  store i128 %y, ptr %q
  %u = load i128, ptr %p
  %v = load volatile i128, ptr %q
  %z = xor i128 %u, %v
  %r = add i128 %z, 0
  ret i128 %r
}

define internal i128 @op.scmp(i128 %a, i128 %b) noinline {
  %x = add i128 %a, 0
  %y = add i128 %b, 0
  %z = call i8 @llvm.scmp.i8.i128(i128 %x, i128 %y)
  %r = sext i8 %z to i128
  ret i128 %r
}

define internal i128 @op.ucmp(i128 %a, i128 %b) noinline {
  %x = add i128 %a, 0
  %y = add i128 %b, 0
  %z = call i8 @llvm.ucmp.i8.i128(i128 %x, i128 %y)
  %r = sext i8 %z to i128
  ret i128 %r
}

define internal i128 @op.sitofp_double(i128 %a, i128 %b) noinline {
  %x = add i128 %a, 0
  %y = add i128 %b, 0
  %c = sitofp i128 %x to double
  %d = bitcast double %c to i64
  %r = zext i64 %d to i128
  ret i128 %r
}

define internal i128 @op.uitofp_double(i128 %a, i128 %b) noinline {
  %x = add i128 %a, 0
  %y = add i128 %b, 0
  %c = uitofp i128 %x to double
  %d = bitcast double %c to i64
  %r = zext i64 %d to i128
  ret i128 %r
}

define internal i128 @op.fptosi_sat_double(i128 %a, i128 %b) noinline {
  %x = add i128 %a, 0
  %y = add i128 %b, 0
  %c = trunc i128 %b to i64
  %d = bitcast i64 %c to double
  %s = sitofp i128 %x to double
  %big = icmp ult i128 %b, 65536
  %e = select i1 %big, double %s, double %d
  %z = call i128 @llvm.fptosi.sat.i128.f64(double %e)
  %r = add i128 %z, 0
  ret i128 %r
}

define internal i128 @op.fptoui_sat_double(i128 %a, i128 %b) noinline {
  %x = add i128 %a, 0
  %y = add i128 %b, 0
  %c = trunc i128 %b to i64
  %d = bitcast i64 %c to double
  %s = sitofp i128 %x to double
  %big = icmp ult i128 %b, 65536
  %e = select i1 %big, double %s, double %d
  %z = call i128 @llvm.fptoui.sat.i128.f64(double %e)
  %r = add i128 %z, 0
  ret i128 %r
}

define internal i128 @op.sitofp_float(i128 %a, i128 %b) noinline {
  %x = add i128 %a, 0
  %y = add i128 %b, 0
  %c = sitofp i128 %x to float
  %d = bitcast float %c to i32
  %r = zext i32 %d to i128
  ret i128 %r
}

define internal i128 @op.uitofp_float(i128 %a, i128 %b) noinline {
  %x = add i128 %a, 0
  %y = add i128 %b, 0
  %c = uitofp i128 %x to float
  %d = bitcast float %c to i32
  %r = zext i32 %d to i128
  ret i128 %r
}

define internal i128 @op.fptosi_sat_float(i128 %a, i128 %b) noinline {
  %x = add i128 %a, 0
  %y = add i128 %b, 0
  %c = trunc i128 %b to i32
  %d = bitcast i32 %c to float
  %s = sitofp i128 %x to float
  %big = icmp ult i128 %b, 65536
  %e = select i1 %big, float %s, float %d
  %z = call i128 @llvm.fptosi.sat.i128.f32(float %e)
  %r = add i128 %z, 0
  ret i128 %r
}

define internal i128 @op.fptoui_sat_float(i128 %a, i128 %b) noinline {
  %x = add i128 %a, 0
  %y = add i128 %b, 0
  %c = trunc i128 %b to i32
  %d = bitcast i32 %c to float
  %s = sitofp i128 %x to float
  %big = icmp ult i128 %b, 65536
  %e = select i1 %big, float %s, float %d
  %z = call i128 @llvm.fptoui.sat.i128.f32(float %e)
  %r = add i128 %z, 0
  ret i128 %r
}

define internal i128 @op.switch(i128 %a, i128 %b) noinline {
  %x = add i128 %a, 0
  %y = add i128 %b, 0
  br label %start
  start:
  switch i128 %x, label %other [ i128 0, label %one
  i128 1, label %two
  i128 -1, label %three ]
  one:
  br label %join
  two:
  br label %join
  three:
  br label %join
  other:
  br label %join
  join:
  %z = phi i128 [ %y, %one ], [ 1, %two ], [ %x, %three ], [ 0, %other ]
  %r = add i128 %z, 0
  ret i128 %r
}

define internal i128 @op.argument(i128 %a, i128 %b) noinline {
  %x = add i128 %a, 0
  %y = add i128 %b, 0
  %z = call i128 @callee(i128 %x, i128 %y)
  %r = add i128 %z, 0
  ret i128 %r
}

define internal i128 @callee(i128 %x, i128 %y) noinline {
  %r = sub i128 %y, %x
  ret i128 %r
}
@name.add = private constant [4 x i8] c"add\00"
@name.sub = private constant [4 x i8] c"sub\00"
@name.mul = private constant [4 x i8] c"mul\00"
@name.and = private constant [4 x i8] c"and\00"
@name.or = private constant [3 x i8] c"or\00"
@name.xor = private constant [4 x i8] c"xor\00"
@name.neg = private constant [4 x i8] c"neg\00"
@name.not = private constant [4 x i8] c"not\00"
@name.andnot = private constant [7 x i8] c"andnot\00"
@name.addc = private constant [5 x i8] c"addc\00"
@name.mulc = private constant [5 x i8] c"mulc\00"
@name.udiv = private constant [5 x i8] c"udiv\00"
@name.urem = private constant [5 x i8] c"urem\00"
@name.sdiv = private constant [5 x i8] c"sdiv\00"
@name.srem = private constant [5 x i8] c"srem\00"
@name.shl = private constant [4 x i8] c"shl\00"
@name.shl1 = private constant [5 x i8] c"shl1\00"
@name.shlm = private constant [5 x i8] c"shlm\00"
@name.lshr = private constant [5 x i8] c"lshr\00"
@name.lshr1 = private constant [6 x i8] c"lshr1\00"
@name.lshrm = private constant [6 x i8] c"lshrm\00"
@name.ashr = private constant [5 x i8] c"ashr\00"
@name.ashr1 = private constant [6 x i8] c"ashr1\00"
@name.ashrm = private constant [6 x i8] c"ashrm\00"
@name.smax = private constant [5 x i8] c"smax\00"
@name.smin = private constant [5 x i8] c"smin\00"
@name.umax = private constant [5 x i8] c"umax\00"
@name.umin = private constant [5 x i8] c"umin\00"
@name.sadd_sat = private constant [9 x i8] c"sadd_sat\00"
@name.uadd_sat = private constant [9 x i8] c"uadd_sat\00"
@name.ssub_sat = private constant [9 x i8] c"ssub_sat\00"
@name.usub_sat = private constant [9 x i8] c"usub_sat\00"
@name.sshl_sat = private constant [9 x i8] c"sshl_sat\00"
@name.ushl_sat = private constant [9 x i8] c"ushl_sat\00"
@name.abs = private constant [4 x i8] c"abs\00"
@name.ctpop = private constant [6 x i8] c"ctpop\00"
@name.ctlz = private constant [5 x i8] c"ctlz\00"
@name.cttz = private constant [5 x i8] c"cttz\00"
@name.bitreverse = private constant [11 x i8] c"bitreverse\00"
@name.bswap = private constant [6 x i8] c"bswap\00"
@name.fshl = private constant [5 x i8] c"fshl\00"
@name.fshl_self = private constant [10 x i8] c"fshl_self\00"
@name.fshl_c = private constant [7 x i8] c"fshl_c\00"
@name.fshr = private constant [5 x i8] c"fshr\00"
@name.fshr_self = private constant [10 x i8] c"fshr_self\00"
@name.fshr_c = private constant [7 x i8] c"fshr_c\00"
@name.uadd_value = private constant [11 x i8] c"uadd_value\00"
@name.uadd_flag = private constant [10 x i8] c"uadd_flag\00"
@name.sadd_value = private constant [11 x i8] c"sadd_value\00"
@name.sadd_flag = private constant [10 x i8] c"sadd_flag\00"
@name.usub_value = private constant [11 x i8] c"usub_value\00"
@name.usub_flag = private constant [10 x i8] c"usub_flag\00"
@name.ssub_value = private constant [11 x i8] c"ssub_value\00"
@name.ssub_flag = private constant [10 x i8] c"ssub_flag\00"
@name.umul_value = private constant [11 x i8] c"umul_value\00"
@name.umul_flag = private constant [10 x i8] c"umul_flag\00"
@name.smul_value = private constant [11 x i8] c"smul_value\00"
@name.smul_flag = private constant [10 x i8] c"smul_flag\00"
@name.icmp_eq = private constant [8 x i8] c"icmp_eq\00"
@name.icmp_eq_c = private constant [10 x i8] c"icmp_eq_c\00"
@name.icmp_ne = private constant [8 x i8] c"icmp_ne\00"
@name.icmp_ult = private constant [9 x i8] c"icmp_ult\00"
@name.icmp_ult_c = private constant [11 x i8] c"icmp_ult_c\00"
@name.icmp_ule = private constant [9 x i8] c"icmp_ule\00"
@name.icmp_ugt = private constant [9 x i8] c"icmp_ugt\00"
@name.icmp_uge = private constant [9 x i8] c"icmp_uge\00"
@name.icmp_slt = private constant [9 x i8] c"icmp_slt\00"
@name.icmp_slt_c = private constant [11 x i8] c"icmp_slt_c\00"
@name.icmp_sle = private constant [9 x i8] c"icmp_sle\00"
@name.icmp_sgt = private constant [9 x i8] c"icmp_sgt\00"
@name.icmp_sgt_c = private constant [11 x i8] c"icmp_sgt_c\00"
@name.icmp_sge = private constant [9 x i8] c"icmp_sge\00"
@name.sext_icmp = private constant [10 x i8] c"sext_icmp\00"
@name.select = private constant [7 x i8] c"select\00"
@name.freeze = private constant [7 x i8] c"freeze\00"
@name.memory = private constant [7 x i8] c"memory\00"
@name.scmp = private constant [5 x i8] c"scmp\00"
@name.ucmp = private constant [5 x i8] c"ucmp\00"
@name.sitofp_double = private constant [14 x i8] c"sitofp_double\00"
@name.uitofp_double = private constant [14 x i8] c"uitofp_double\00"
@name.fptosi_sat_double = private constant [18 x i8] c"fptosi_sat_double\00"
@name.fptoui_sat_double = private constant [18 x i8] c"fptoui_sat_double\00"
@name.sitofp_float = private constant [13 x i8] c"sitofp_float\00"
@name.uitofp_float = private constant [13 x i8] c"uitofp_float\00"
@name.fptosi_sat_float = private constant [17 x i8] c"fptosi_sat_float\00"
@name.fptoui_sat_float = private constant [17 x i8] c"fptoui_sat_float\00"
@name.switch = private constant [7 x i8] c"switch\00"
@name.argument = private constant [9 x i8] c"argument\00"

declare i128 @llvm.abs.i128(i128, i1)
declare i128 @llvm.bitreverse.i128(i128)
declare i128 @llvm.bswap.i128(i128)
declare i128 @llvm.ctlz.i128(i128, i1)
declare i128 @llvm.ctpop.i128(i128)
declare i128 @llvm.cttz.i128(i128, i1)
declare i128 @llvm.fptosi.sat.i128.f32(float)
declare i128 @llvm.fptosi.sat.i128.f64(double)
declare i128 @llvm.fptoui.sat.i128.f32(float)
declare i128 @llvm.fptoui.sat.i128.f64(double)
declare i128 @llvm.fshl.i128(i128, i128, i128)
declare i128 @llvm.fshr.i128(i128, i128, i128)
declare i128 @llvm.sadd.sat.i128(i128, i128)
declare i128 @llvm.smax.i128(i128, i128)
declare i128 @llvm.smin.i128(i128, i128)
declare i128 @llvm.sshl.sat.i128(i128, i128)
declare i128 @llvm.ssub.sat.i128(i128, i128)
declare i128 @llvm.uadd.sat.i128(i128, i128)
declare i128 @llvm.umax.i128(i128, i128)
declare i128 @llvm.umin.i128(i128, i128)
declare i128 @llvm.ushl.sat.i128(i128, i128)
declare i128 @llvm.usub.sat.i128(i128, i128)
declare i8 @llvm.scmp.i8.i128(i128, i128)
declare i8 @llvm.ucmp.i8.i128(i128, i128)
declare { i128, i1 } @llvm.sadd.with.overflow.i128(i128, i128)
declare { i128, i1 } @llvm.smul.with.overflow.i128(i128, i128)
declare { i128, i1 } @llvm.ssub.with.overflow.i128(i128, i128)
declare { i128, i1 } @llvm.uadd.with.overflow.i128(i128, i128)
declare { i128, i1 } @llvm.umul.with.overflow.i128(i128, i128)
declare { i128, i1 } @llvm.usub.with.overflow.i128(i128, i128)

define i32 @main() {
  call void @run(ptr @name.add, ptr @op.add)
  call void @run(ptr @name.sub, ptr @op.sub)
  call void @run(ptr @name.mul, ptr @op.mul)
  call void @run(ptr @name.and, ptr @op.and)
  call void @run(ptr @name.or, ptr @op.or)
  call void @run(ptr @name.xor, ptr @op.xor)
  call void @run(ptr @name.neg, ptr @op.neg)
  call void @run(ptr @name.not, ptr @op.not)
  call void @run(ptr @name.andnot, ptr @op.andnot)
  call void @run(ptr @name.addc, ptr @op.addc)
  call void @run(ptr @name.mulc, ptr @op.mulc)
  call void @run(ptr @name.udiv, ptr @op.udiv)
  call void @run(ptr @name.urem, ptr @op.urem)
  call void @run(ptr @name.sdiv, ptr @op.sdiv)
  call void @run(ptr @name.srem, ptr @op.srem)
  call void @run(ptr @name.shl, ptr @op.shl)
  call void @run(ptr @name.shl1, ptr @op.shl1)
  call void @run(ptr @name.shlm, ptr @op.shlm)
  call void @run(ptr @name.lshr, ptr @op.lshr)
  call void @run(ptr @name.lshr1, ptr @op.lshr1)
  call void @run(ptr @name.lshrm, ptr @op.lshrm)
  call void @run(ptr @name.ashr, ptr @op.ashr)
  call void @run(ptr @name.ashr1, ptr @op.ashr1)
  call void @run(ptr @name.ashrm, ptr @op.ashrm)
  call void @run(ptr @name.smax, ptr @op.smax)
  call void @run(ptr @name.smin, ptr @op.smin)
  call void @run(ptr @name.umax, ptr @op.umax)
  call void @run(ptr @name.umin, ptr @op.umin)
  call void @run(ptr @name.sadd_sat, ptr @op.sadd_sat)
  call void @run(ptr @name.uadd_sat, ptr @op.uadd_sat)
  call void @run(ptr @name.ssub_sat, ptr @op.ssub_sat)
  call void @run(ptr @name.usub_sat, ptr @op.usub_sat)
  call void @run(ptr @name.sshl_sat, ptr @op.sshl_sat)
  call void @run(ptr @name.ushl_sat, ptr @op.ushl_sat)
  call void @run(ptr @name.abs, ptr @op.abs)
  call void @run(ptr @name.ctpop, ptr @op.ctpop)
  call void @run(ptr @name.ctlz, ptr @op.ctlz)
  call void @run(ptr @name.cttz, ptr @op.cttz)
  call void @run(ptr @name.bitreverse, ptr @op.bitreverse)
  call void @run(ptr @name.bswap, ptr @op.bswap)
  call void @run(ptr @name.fshl, ptr @op.fshl)
  call void @run(ptr @name.fshl_self, ptr @op.fshl_self)
  call void @run(ptr @name.fshl_c, ptr @op.fshl_c)
  call void @run(ptr @name.fshr, ptr @op.fshr)
  call void @run(ptr @name.fshr_self, ptr @op.fshr_self)
  call void @run(ptr @name.fshr_c, ptr @op.fshr_c)
  call void @run(ptr @name.uadd_value, ptr @op.uadd_value)
  call void @run(ptr @name.uadd_flag, ptr @op.uadd_flag)
  call void @run(ptr @name.sadd_value, ptr @op.sadd_value)
  call void @run(ptr @name.sadd_flag, ptr @op.sadd_flag)
  call void @run(ptr @name.usub_value, ptr @op.usub_value)
  call void @run(ptr @name.usub_flag, ptr @op.usub_flag)
  call void @run(ptr @name.ssub_value, ptr @op.ssub_value)
  call void @run(ptr @name.ssub_flag, ptr @op.ssub_flag)
  call void @run(ptr @name.umul_value, ptr @op.umul_value)
  call void @run(ptr @name.umul_flag, ptr @op.umul_flag)
  call void @run(ptr @name.smul_value, ptr @op.smul_value)
  call void @run(ptr @name.smul_flag, ptr @op.smul_flag)
  call void @run(ptr @name.icmp_eq, ptr @op.icmp_eq)
  call void @run(ptr @name.icmp_eq_c, ptr @op.icmp_eq_c)
  call void @run(ptr @name.icmp_ne, ptr @op.icmp_ne)
  call void @run(ptr @name.icmp_ult, ptr @op.icmp_ult)
  call void @run(ptr @name.icmp_ult_c, ptr @op.icmp_ult_c)
  call void @run(ptr @name.icmp_ule, ptr @op.icmp_ule)
  call void @run(ptr @name.icmp_ugt, ptr @op.icmp_ugt)
  call void @run(ptr @name.icmp_uge, ptr @op.icmp_uge)
  call void @run(ptr @name.icmp_slt, ptr @op.icmp_slt)
  call void @run(ptr @name.icmp_slt_c, ptr @op.icmp_slt_c)
  call void @run(ptr @name.icmp_sle, ptr @op.icmp_sle)
  call void @run(ptr @name.icmp_sgt, ptr @op.icmp_sgt)
  call void @run(ptr @name.icmp_sgt_c, ptr @op.icmp_sgt_c)
  call void @run(ptr @name.icmp_sge, ptr @op.icmp_sge)
  call void @run(ptr @name.sext_icmp, ptr @op.sext_icmp)
  call void @run(ptr @name.select, ptr @op.select)
  call void @run(ptr @name.freeze, ptr @op.freeze)
  call void @run(ptr @name.memory, ptr @op.memory)
  call void @run(ptr @name.scmp, ptr @op.scmp)
  call void @run(ptr @name.ucmp, ptr @op.ucmp)
  call void @run(ptr @name.sitofp_double, ptr @op.sitofp_double)
  call void @run(ptr @name.uitofp_double, ptr @op.uitofp_double)
  call void @run(ptr @name.fptosi_sat_double, ptr @op.fptosi_sat_double)
  call void @run(ptr @name.fptoui_sat_double, ptr @op.fptoui_sat_double)
  call void @run(ptr @name.sitofp_float, ptr @op.sitofp_float)
  call void @run(ptr @name.uitofp_float, ptr @op.uitofp_float)
  call void @run(ptr @name.fptosi_sat_float, ptr @op.fptosi_sat_float)
  call void @run(ptr @name.fptoui_sat_float, ptr @op.fptoui_sat_float)
  call void @run(ptr @name.switch, ptr @op.switch)
  call void @run(ptr @name.argument, ptr @op.argument)
  ret i32 0
}
