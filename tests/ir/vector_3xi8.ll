; Vectors of 3 integers of 8 bits.
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
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %z = add <3 x i8> %x, %y
  %z.n = bitcast <3 x i8> %z to i24
  %r = zext i24 %z.n to i128
  ret i128 %r
}

define internal i128 @op.sub(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %z = sub <3 x i8> %x, %y
  %z.n = bitcast <3 x i8> %z to i24
  %r = sext i24 %z.n to i128
  ret i128 %r
}

define internal i128 @op.mul(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %z = mul <3 x i8> %x, %y
  %z.n = bitcast <3 x i8> %z to i24
  %r = sext i24 %z.n to i128
  ret i128 %r
}

define internal i128 @op.and(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %z = and <3 x i8> %x, %y
  %z.n = bitcast <3 x i8> %z to i24
  %r = zext i24 %z.n to i128
  ret i128 %r
}

define internal i128 @op.or(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %z = or <3 x i8> %x, %y
  %z.n = bitcast <3 x i8> %z to i24
  %r = zext i24 %z.n to i128
  ret i128 %r
}

define internal i128 @op.xor(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %z = xor <3 x i8> %x, %y
  %z.n = bitcast <3 x i8> %z to i24
  %r = zext i24 %z.n to i128
  ret i128 %r
}

define internal i128 @op.neg(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %z = sub <3 x i8> zeroinitializer, %x
  %z.n = bitcast <3 x i8> %z to i24
  %r = zext i24 %z.n to i128
  ret i128 %r
}

define internal i128 @op.not(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %z = xor <3 x i8> %x, <i8 -1, i8 -1, i8 -1>
  %z.n = bitcast <3 x i8> %z to i24
  %r = sext i24 %z.n to i128
  ret i128 %r
}

define internal i128 @op.andnot(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %n = xor <3 x i8> %y, <i8 -1, i8 -1, i8 -1>
  %z = and <3 x i8> %x, %n
  %z.n = bitcast <3 x i8> %z to i24
  %r = zext i24 %z.n to i128
  ret i128 %r
}

define internal i128 @op.addc(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %z = add <3 x i8> %x, <i8 85, i8 85, i8 85>
  %z.n = bitcast <3 x i8> %z to i24
  %r = zext i24 %z.n to i128
  ret i128 %r
}

define internal i128 @op.mulc(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %z = mul <3 x i8> %x, <i8 5, i8 5, i8 5>
  %z.n = bitcast <3 x i8> %z to i24
  %r = zext i24 %z.n to i128
  ret i128 %r
}

define internal i128 @op.udiv(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %y0 = icmp eq <3 x i8> %y, <i8 0, i8 0, i8 0>
  %ym = icmp eq <3 x i8> %y, <i8 -1, i8 -1, i8 -1>
  %yb = or <3 x i1> %y0, %ym
  %d = select <3 x i1> %yb, <3 x i8> <i8 1, i8 1, i8 1>, <3 x i8> %y
  %z = udiv <3 x i8> %x, %d
  %z.n = bitcast <3 x i8> %z to i24
  %r = zext i24 %z.n to i128
  ret i128 %r
}

define internal i128 @op.udivc(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %z = udiv <3 x i8> %x, <i8 7, i8 7, i8 7>
  %z.n = bitcast <3 x i8> %z to i24
  %r = zext i24 %z.n to i128
  ret i128 %r
}

define internal i128 @op.udivp(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %z = udiv <3 x i8> %x, <i8 8, i8 8, i8 8>
  %z.n = bitcast <3 x i8> %z to i24
  %r = zext i24 %z.n to i128
  ret i128 %r
}

define internal i128 @op.urem(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %y0 = icmp eq <3 x i8> %y, <i8 0, i8 0, i8 0>
  %ym = icmp eq <3 x i8> %y, <i8 -1, i8 -1, i8 -1>
  %yb = or <3 x i1> %y0, %ym
  %d = select <3 x i1> %yb, <3 x i8> <i8 1, i8 1, i8 1>, <3 x i8> %y
  %z = urem <3 x i8> %x, %d
  %z.n = bitcast <3 x i8> %z to i24
  %r = zext i24 %z.n to i128
  ret i128 %r
}

define internal i128 @op.uremc(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %z = urem <3 x i8> %x, <i8 7, i8 7, i8 7>
  %z.n = bitcast <3 x i8> %z to i24
  %r = zext i24 %z.n to i128
  ret i128 %r
}

define internal i128 @op.uremp(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %z = urem <3 x i8> %x, <i8 8, i8 8, i8 8>
  %z.n = bitcast <3 x i8> %z to i24
  %r = zext i24 %z.n to i128
  ret i128 %r
}

define internal i128 @op.sdiv(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %y0 = icmp eq <3 x i8> %y, <i8 0, i8 0, i8 0>
  %ym = icmp eq <3 x i8> %y, <i8 -1, i8 -1, i8 -1>
  %yb = or <3 x i1> %y0, %ym
  %d = select <3 x i1> %yb, <3 x i8> <i8 1, i8 1, i8 1>, <3 x i8> %y
  %z = sdiv <3 x i8> %x, %d
  %z.n = bitcast <3 x i8> %z to i24
  %r = sext i24 %z.n to i128
  ret i128 %r
}

define internal i128 @op.sdivc(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %z = sdiv <3 x i8> %x, <i8 7, i8 7, i8 7>
  %z.n = bitcast <3 x i8> %z to i24
  %r = sext i24 %z.n to i128
  ret i128 %r
}

define internal i128 @op.sdivp(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %z = sdiv <3 x i8> %x, <i8 8, i8 8, i8 8>
  %z.n = bitcast <3 x i8> %z to i24
  %r = zext i24 %z.n to i128
  ret i128 %r
}

define internal i128 @op.srem(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %y0 = icmp eq <3 x i8> %y, <i8 0, i8 0, i8 0>
  %ym = icmp eq <3 x i8> %y, <i8 -1, i8 -1, i8 -1>
  %yb = or <3 x i1> %y0, %ym
  %d = select <3 x i1> %yb, <3 x i8> <i8 1, i8 1, i8 1>, <3 x i8> %y
  %z = srem <3 x i8> %x, %d
  %z.n = bitcast <3 x i8> %z to i24
  %r = sext i24 %z.n to i128
  ret i128 %r
}

define internal i128 @op.sremc(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %z = srem <3 x i8> %x, <i8 7, i8 7, i8 7>
  %z.n = bitcast <3 x i8> %z to i24
  %r = sext i24 %z.n to i128
  ret i128 %r
}

define internal i128 @op.sremp(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %z = srem <3 x i8> %x, <i8 8, i8 8, i8 8>
  %z.n = bitcast <3 x i8> %z to i24
  %r = zext i24 %z.n to i128
  ret i128 %r
}

define internal i128 @op.shl(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %n = and <3 x i8> %y, <i8 7, i8 7, i8 7>
  %z = shl <3 x i8> %x, %n
  %z.n = bitcast <3 x i8> %z to i24
  %r = zext i24 %z.n to i128
  ret i128 %r
}

define internal i128 @op.shl1(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %z = shl <3 x i8> %x, <i8 4, i8 4, i8 4>
  %z.n = bitcast <3 x i8> %z to i24
  %r = zext i24 %z.n to i128
  ret i128 %r
}

define internal i128 @op.shlm(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %z = shl <3 x i8> %x, <i8 7, i8 7, i8 7>
  %z.n = bitcast <3 x i8> %z to i24
  %r = zext i24 %z.n to i128
  ret i128 %r
}

define internal i128 @op.lshr(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %n = and <3 x i8> %y, <i8 7, i8 7, i8 7>
  %z = lshr <3 x i8> %x, %n
  %z.n = bitcast <3 x i8> %z to i24
  %r = zext i24 %z.n to i128
  ret i128 %r
}

define internal i128 @op.lshr1(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %z = lshr <3 x i8> %x, <i8 4, i8 4, i8 4>
  %z.n = bitcast <3 x i8> %z to i24
  %r = zext i24 %z.n to i128
  ret i128 %r
}

define internal i128 @op.lshrm(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %z = lshr <3 x i8> %x, <i8 7, i8 7, i8 7>
  %z.n = bitcast <3 x i8> %z to i24
  %r = zext i24 %z.n to i128
  ret i128 %r
}

define internal i128 @op.ashr(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %n = and <3 x i8> %y, <i8 7, i8 7, i8 7>
  %z = ashr <3 x i8> %x, %n
  %z.n = bitcast <3 x i8> %z to i24
  %r = sext i24 %z.n to i128
  ret i128 %r
}

define internal i128 @op.ashr1(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %z = ashr <3 x i8> %x, <i8 4, i8 4, i8 4>
  %z.n = bitcast <3 x i8> %z to i24
  %r = zext i24 %z.n to i128
  ret i128 %r
}

define internal i128 @op.ashrm(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %z = ashr <3 x i8> %x, <i8 7, i8 7, i8 7>
  %z.n = bitcast <3 x i8> %z to i24
  %r = zext i24 %z.n to i128
  ret i128 %r
}

define internal i128 @op.smax(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %z = call <3 x i8> @llvm.smax.v3i8(<3 x i8> %x, <3 x i8> %y)
  %z.n = bitcast <3 x i8> %z to i24
  %r = zext i24 %z.n to i128
  ret i128 %r
}

define internal i128 @op.smin(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %z = call <3 x i8> @llvm.smin.v3i8(<3 x i8> %x, <3 x i8> %y)
  %z.n = bitcast <3 x i8> %z to i24
  %r = zext i24 %z.n to i128
  ret i128 %r
}

define internal i128 @op.umax(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %z = call <3 x i8> @llvm.umax.v3i8(<3 x i8> %x, <3 x i8> %y)
  %z.n = bitcast <3 x i8> %z to i24
  %r = zext i24 %z.n to i128
  ret i128 %r
}

define internal i128 @op.umin(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %z = call <3 x i8> @llvm.umin.v3i8(<3 x i8> %x, <3 x i8> %y)
  %z.n = bitcast <3 x i8> %z to i24
  %r = zext i24 %z.n to i128
  ret i128 %r
}

define internal i128 @op.sadd_sat(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %z = call <3 x i8> @llvm.sadd.sat.v3i8(<3 x i8> %x, <3 x i8> %y)
  %z.n = bitcast <3 x i8> %z to i24
  %r = zext i24 %z.n to i128
  ret i128 %r
}

define internal i128 @op.uadd_sat(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %z = call <3 x i8> @llvm.uadd.sat.v3i8(<3 x i8> %x, <3 x i8> %y)
  %z.n = bitcast <3 x i8> %z to i24
  %r = zext i24 %z.n to i128
  ret i128 %r
}

define internal i128 @op.ssub_sat(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %z = call <3 x i8> @llvm.ssub.sat.v3i8(<3 x i8> %x, <3 x i8> %y)
  %z.n = bitcast <3 x i8> %z to i24
  %r = zext i24 %z.n to i128
  ret i128 %r
}

define internal i128 @op.usub_sat(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %z = call <3 x i8> @llvm.usub.sat.v3i8(<3 x i8> %x, <3 x i8> %y)
  %z.n = bitcast <3 x i8> %z to i24
  %r = zext i24 %z.n to i128
  ret i128 %r
}

define internal i128 @op.sshl_sat(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %n = and <3 x i8> %y, <i8 7, i8 7, i8 7>
  %z = call <3 x i8> @llvm.sshl.sat.v3i8(<3 x i8> %x, <3 x i8> %n)
  %z.n = bitcast <3 x i8> %z to i24
  %r = zext i24 %z.n to i128
  ret i128 %r
}

define internal i128 @op.ushl_sat(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %n = and <3 x i8> %y, <i8 7, i8 7, i8 7>
  %z = call <3 x i8> @llvm.ushl.sat.v3i8(<3 x i8> %x, <3 x i8> %n)
  %z.n = bitcast <3 x i8> %z to i24
  %r = zext i24 %z.n to i128
  ret i128 %r
}

define internal i128 @op.abs(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %z = call <3 x i8> @llvm.abs.v3i8(<3 x i8> %x, i1 false)
  %z.n = bitcast <3 x i8> %z to i24
  %r = zext i24 %z.n to i128
  ret i128 %r
}

define internal i128 @op.ctpop(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %z = call <3 x i8> @llvm.ctpop.v3i8(<3 x i8> %x)
  %z.n = bitcast <3 x i8> %z to i24
  %r = zext i24 %z.n to i128
  ret i128 %r
}

define internal i128 @op.ctlz(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %z = call <3 x i8> @llvm.ctlz.v3i8(<3 x i8> %x, i1 false)
  %z.n = bitcast <3 x i8> %z to i24
  %r = zext i24 %z.n to i128
  ret i128 %r
}

define internal i128 @op.cttz(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %z = call <3 x i8> @llvm.cttz.v3i8(<3 x i8> %x, i1 false)
  %z.n = bitcast <3 x i8> %z to i24
  %r = zext i24 %z.n to i128
  ret i128 %r
}

define internal i128 @op.bitreverse(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %z = call <3 x i8> @llvm.bitreverse.v3i8(<3 x i8> %x)
  %z.n = bitcast <3 x i8> %z to i24
  %r = zext i24 %z.n to i128
  ret i128 %r
}

define internal i128 @op.fshl(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %n = xor <3 x i8> %y, <i8 3, i8 3, i8 3>
  %z = call <3 x i8> @llvm.fshl.v3i8(<3 x i8> %x, <3 x i8> %y, <3 x i8> %n)
  %z.n = bitcast <3 x i8> %z to i24
  %r = zext i24 %z.n to i128
  ret i128 %r
}

define internal i128 @op.fshl_self(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %n = xor <3 x i8> %y, <i8 3, i8 3, i8 3>
  %z = call <3 x i8> @llvm.fshl.v3i8(<3 x i8> %x, <3 x i8> %x, <3 x i8> %n)
  %z.n = bitcast <3 x i8> %z to i24
  %r = zext i24 %z.n to i128
  ret i128 %r
}

define internal i128 @op.fshl_c(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %z = call <3 x i8> @llvm.fshl.v3i8(<3 x i8> %x, <3 x i8> %y, <3 x i8> <i8 2, i8 2, i8 2>)
  %z.n = bitcast <3 x i8> %z to i24
  %r = zext i24 %z.n to i128
  ret i128 %r
}

define internal i128 @op.fshr(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %n = xor <3 x i8> %y, <i8 3, i8 3, i8 3>
  %z = call <3 x i8> @llvm.fshr.v3i8(<3 x i8> %x, <3 x i8> %y, <3 x i8> %n)
  %z.n = bitcast <3 x i8> %z to i24
  %r = zext i24 %z.n to i128
  ret i128 %r
}

define internal i128 @op.fshr_self(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %n = xor <3 x i8> %y, <i8 3, i8 3, i8 3>
  %z = call <3 x i8> @llvm.fshr.v3i8(<3 x i8> %x, <3 x i8> %x, <3 x i8> %n)
  %z.n = bitcast <3 x i8> %z to i24
  %r = zext i24 %z.n to i128
  ret i128 %r
}

define internal i128 @op.fshr_c(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %z = call <3 x i8> @llvm.fshr.v3i8(<3 x i8> %x, <3 x i8> %y, <3 x i8> <i8 2, i8 2, i8 2>)
  %z.n = bitcast <3 x i8> %z to i24
  %r = zext i24 %z.n to i128
  ret i128 %r
}

define internal i128 @op.uadd_value(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %p = call { <3 x i8>, <3 x i1> } @llvm.uadd.with.overflow.v3i8(<3 x i8> %x, <3 x i8> %y)
  %z = extractvalue { <3 x i8>, <3 x i1> } %p, 0
  %z.n = bitcast <3 x i8> %z to i24
  %r = zext i24 %z.n to i128
  ret i128 %r
}

define internal i128 @op.sadd_value(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %p = call { <3 x i8>, <3 x i1> } @llvm.sadd.with.overflow.v3i8(<3 x i8> %x, <3 x i8> %y)
  %z = extractvalue { <3 x i8>, <3 x i1> } %p, 0
  %z.n = bitcast <3 x i8> %z to i24
  %r = zext i24 %z.n to i128
  ret i128 %r
}

define internal i128 @op.usub_value(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %p = call { <3 x i8>, <3 x i1> } @llvm.usub.with.overflow.v3i8(<3 x i8> %x, <3 x i8> %y)
  %z = extractvalue { <3 x i8>, <3 x i1> } %p, 0
  %z.n = bitcast <3 x i8> %z to i24
  %r = zext i24 %z.n to i128
  ret i128 %r
}

define internal i128 @op.ssub_value(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %p = call { <3 x i8>, <3 x i1> } @llvm.ssub.with.overflow.v3i8(<3 x i8> %x, <3 x i8> %y)
  %z = extractvalue { <3 x i8>, <3 x i1> } %p, 0
  %z.n = bitcast <3 x i8> %z to i24
  %r = zext i24 %z.n to i128
  ret i128 %r
}

define internal i128 @op.umul_value(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %p = call { <3 x i8>, <3 x i1> } @llvm.umul.with.overflow.v3i8(<3 x i8> %x, <3 x i8> %y)
  %z = extractvalue { <3 x i8>, <3 x i1> } %p, 0
  %z.n = bitcast <3 x i8> %z to i24
  %r = zext i24 %z.n to i128
  ret i128 %r
}

define internal i128 @op.smul_value(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %p = call { <3 x i8>, <3 x i1> } @llvm.smul.with.overflow.v3i8(<3 x i8> %x, <3 x i8> %y)
  %z = extractvalue { <3 x i8>, <3 x i1> } %p, 0
  %z.n = bitcast <3 x i8> %z to i24
  %r = zext i24 %z.n to i128
  ret i128 %r
}

define internal i128 @op.icmp_eq(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %z = icmp eq <3 x i8> %x, %y
  %z.n = bitcast <3 x i1> %z to i3
  %r = zext i3 %z.n to i128
  ret i128 %r
}

define internal i128 @op.icmp_eq_c(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %z = icmp eq <3 x i8> %x, <i8 3, i8 3, i8 3>
  %z.n = bitcast <3 x i1> %z to i3
  %r = zext i3 %z.n to i128
  ret i128 %r
}

define internal i128 @op.icmp_ne(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %z = icmp ne <3 x i8> %x, %y
  %z.n = bitcast <3 x i1> %z to i3
  %r = zext i3 %z.n to i128
  ret i128 %r
}

define internal i128 @op.icmp_ult(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %z = icmp ult <3 x i8> %x, %y
  %z.n = bitcast <3 x i1> %z to i3
  %r = zext i3 %z.n to i128
  ret i128 %r
}

define internal i128 @op.icmp_ult_c(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %z = icmp ult <3 x i8> %x, <i8 3, i8 3, i8 3>
  %z.n = bitcast <3 x i1> %z to i3
  %r = zext i3 %z.n to i128
  ret i128 %r
}

define internal i128 @op.icmp_ule(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %z = icmp ule <3 x i8> %x, %y
  %z.n = bitcast <3 x i1> %z to i3
  %r = zext i3 %z.n to i128
  ret i128 %r
}

define internal i128 @op.icmp_ugt(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %z = icmp ugt <3 x i8> %x, %y
  %z.n = bitcast <3 x i1> %z to i3
  %r = zext i3 %z.n to i128
  ret i128 %r
}

define internal i128 @op.icmp_uge(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %z = icmp uge <3 x i8> %x, %y
  %z.n = bitcast <3 x i1> %z to i3
  %r = zext i3 %z.n to i128
  ret i128 %r
}

define internal i128 @op.icmp_slt(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %z = icmp slt <3 x i8> %x, %y
  %z.n = bitcast <3 x i1> %z to i3
  %r = zext i3 %z.n to i128
  ret i128 %r
}

define internal i128 @op.icmp_slt_c(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %z = icmp slt <3 x i8> %x, <i8 3, i8 3, i8 3>
  %z.n = bitcast <3 x i1> %z to i3
  %r = zext i3 %z.n to i128
  ret i128 %r
}

define internal i128 @op.icmp_sle(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %z = icmp sle <3 x i8> %x, %y
  %z.n = bitcast <3 x i1> %z to i3
  %r = zext i3 %z.n to i128
  ret i128 %r
}

define internal i128 @op.icmp_sgt(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %z = icmp sgt <3 x i8> %x, %y
  %z.n = bitcast <3 x i1> %z to i3
  %r = zext i3 %z.n to i128
  ret i128 %r
}

define internal i128 @op.icmp_sgt_c(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %z = icmp sgt <3 x i8> %x, <i8 3, i8 3, i8 3>
  %z.n = bitcast <3 x i1> %z to i3
  %r = zext i3 %z.n to i128
  ret i128 %r
}

define internal i128 @op.icmp_sge(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %z = icmp sge <3 x i8> %x, %y
  %z.n = bitcast <3 x i1> %z to i3
  %r = zext i3 %z.n to i128
  ret i128 %r
}

define internal i128 @op.sext_icmp(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %c = icmp slt <3 x i8> %x, %y
  %z = sext <3 x i1> %c to <3 x i8>
  %z.n = bitcast <3 x i8> %z to i24
  %r = zext i24 %z.n to i128
  ret i128 %r
}

define internal i128 @op.select(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %c = icmp ugt <3 x i8> %x, %y
  %z = select <3 x i1> %c, <3 x i8> %y, <3 x i8> %x
  %z.n = bitcast <3 x i8> %z to i24
  %r = zext i24 %z.n to i128
  ret i128 %r
}

define internal i128 @op.freeze(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %q = freeze <3 x i8> %x
  %z = add <3 x i8> %q, %q
  %z.n = bitcast <3 x i8> %z to i24
  %r = zext i24 %z.n to i128
  ret i128 %r
}

define internal i128 @op.memory(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %p = alloca <3 x i8>
  %q = alloca <3 x i8>
  store <3 x i8> %x, ptr %p
  store <3 x i8> %y, ptr %q
  %u = load <3 x i8>, ptr %p
  %v = load volatile <3 x i8>, ptr %q
  %z = xor <3 x i8> %u, %v
  %z.n = bitcast <3 x i8> %z to i24
  %r = zext i24 %z.n to i128
  ret i128 %r
}

define internal i128 @op.extract(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %i = urem i128 %a, 3
  %j = trunc i128 %i to i64
  %e = extractelement <3 x i8> %y, i64 %j
  %g = extractelement <3 x i8> %x, i32 2
  %s = xor i8 %e, %g
  %r = zext i8 %s to i128
  ret i128 %r
}

define internal i128 @op.insert(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %i = urem i128 %a, 3
  %j = trunc i128 %i to i32
  %e = extractelement <3 x i8> %y, i64 0
  %u = insertelement <3 x i8> %x, i8 %e, i32 %j
  %z = insertelement <3 x i8> %u, i8 1, i64 2
  %z.n = bitcast <3 x i8> %z to i24
  %r = zext i24 %z.n to i128
  ret i128 %r
}

define internal i128 @op.splat(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %e = extractelement <3 x i8> %y, i64 0
  %u = insertelement <3 x i8> poison, i8 %e, i64 0
  %w = shufflevector <3 x i8> %u, <3 x i8> poison, <3 x i32> zeroinitializer
  %z = add <3 x i8> %w, %x
  %z.n = bitcast <3 x i8> %z to i24
  %r = zext i24 %z.n to i128
  ret i128 %r
}

define internal i128 @op.reverse(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %z = shufflevector <3 x i8> %x, <3 x i8> %y, <3 x i32> <i32 2, i32 1, i32 0>
  %z.n = bitcast <3 x i8> %z to i24
  %r = zext i24 %z.n to i128
  ret i128 %r
}

define internal i128 @op.interleave(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %z = shufflevector <3 x i8> %x, <3 x i8> %y, <3 x i32> <i32 0, i32 3, i32 1>
  %z.n = bitcast <3 x i8> %z to i24
  %r = zext i24 %z.n to i128
  ret i128 %r
}

define internal i128 @op.even(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %z = shufflevector <3 x i8> %x, <3 x i8> %y, <3 x i32> <i32 0, i32 2, i32 4>
  %z.n = bitcast <3 x i8> %z to i24
  %r = zext i24 %z.n to i128
  ret i128 %r
}

define internal i128 @op.rotate(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %z = shufflevector <3 x i8> %x, <3 x i8> %y, <3 x i32> <i32 1, i32 2, i32 3>
  %z.n = bitcast <3 x i8> %z to i24
  %r = zext i24 %z.n to i128
  ret i128 %r
}

define internal i128 @op.blend(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %z = shufflevector <3 x i8> %x, <3 x i8> %y, <3 x i32> <i32 0, i32 4, i32 2>
  %z.n = bitcast <3 x i8> %z to i24
  %r = zext i24 %z.n to i128
  ret i128 %r
}

define internal i128 @op.last(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %z = shufflevector <3 x i8> %x, <3 x i8> %y, <3 x i32> <i32 5, i32 5, i32 5>
  %z.n = bitcast <3 x i8> %z to i24
  %r = zext i24 %z.n to i128
  ret i128 %r
}

define internal i128 @op.mixed(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %z = shufflevector <3 x i8> %x, <3 x i8> %y, <3 x i32> <i32 3, i32 2, i32 1>
  %z.n = bitcast <3 x i8> %z to i24
  %r = zext i24 %z.n to i128
  ret i128 %r
}

define internal i128 @op.reduce_add(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %z = call i8 @llvm.vector.reduce.add.v3i8(<3 x i8> %x)
  %s = call i8 @llvm.vector.reduce.add.v3i8(<3 x i8> %y)
  %t = xor i8 %z, %s
  %r = zext i8 %t to i128
  ret i128 %r
}

define internal i128 @op.reduce_mul(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %z = call i8 @llvm.vector.reduce.mul.v3i8(<3 x i8> %x)
  %s = call i8 @llvm.vector.reduce.mul.v3i8(<3 x i8> %y)
  %t = xor i8 %z, %s
  %r = zext i8 %t to i128
  ret i128 %r
}

define internal i128 @op.reduce_and(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %z = call i8 @llvm.vector.reduce.and.v3i8(<3 x i8> %x)
  %s = call i8 @llvm.vector.reduce.and.v3i8(<3 x i8> %y)
  %t = xor i8 %z, %s
  %r = zext i8 %t to i128
  ret i128 %r
}

define internal i128 @op.reduce_or(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %z = call i8 @llvm.vector.reduce.or.v3i8(<3 x i8> %x)
  %s = call i8 @llvm.vector.reduce.or.v3i8(<3 x i8> %y)
  %t = xor i8 %z, %s
  %r = zext i8 %t to i128
  ret i128 %r
}

define internal i128 @op.reduce_xor(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %z = call i8 @llvm.vector.reduce.xor.v3i8(<3 x i8> %x)
  %s = call i8 @llvm.vector.reduce.xor.v3i8(<3 x i8> %y)
  %t = xor i8 %z, %s
  %r = zext i8 %t to i128
  ret i128 %r
}

define internal i128 @op.reduce_smax(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %z = call i8 @llvm.vector.reduce.smax.v3i8(<3 x i8> %x)
  %s = call i8 @llvm.vector.reduce.smax.v3i8(<3 x i8> %y)
  %t = xor i8 %z, %s
  %r = zext i8 %t to i128
  ret i128 %r
}

define internal i128 @op.reduce_smin(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %z = call i8 @llvm.vector.reduce.smin.v3i8(<3 x i8> %x)
  %s = call i8 @llvm.vector.reduce.smin.v3i8(<3 x i8> %y)
  %t = xor i8 %z, %s
  %r = zext i8 %t to i128
  ret i128 %r
}

define internal i128 @op.reduce_umax(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %z = call i8 @llvm.vector.reduce.umax.v3i8(<3 x i8> %x)
  %s = call i8 @llvm.vector.reduce.umax.v3i8(<3 x i8> %y)
  %t = xor i8 %z, %s
  %r = zext i8 %t to i128
  ret i128 %r
}

define internal i128 @op.reduce_umin(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %z = call i8 @llvm.vector.reduce.umin.v3i8(<3 x i8> %x)
  %s = call i8 @llvm.vector.reduce.umin.v3i8(<3 x i8> %y)
  %t = xor i8 %z, %s
  %r = zext i8 %t to i128
  ret i128 %r
}

define internal i128 @op.zext(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %w = zext <3 x i8> %x to <3 x i16>
  %v = zext <3 x i8> %y to <3 x i16>
  %m = mul <3 x i16> %w, %v
  %n = bitcast <3 x i16> %m to i48
  %r = zext i48 %n to i128
  ret i128 %r
}

define internal i128 @op.sext(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %w = sext <3 x i8> %x to <3 x i16>
  %v = sext <3 x i8> %y to <3 x i16>
  %m = mul <3 x i16> %w, %v
  %n = bitcast <3 x i16> %m to i48
  %r = zext i48 %n to i128
  ret i128 %r
}

define internal i128 @op.trunc(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %w = trunc <3 x i8> %x to <3 x i4>
  %n = bitcast <3 x i4> %w to i12
  %r = zext i12 %n to i128
  ret i128 %r
}

define internal i128 @op.masked(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %c = trunc <3 x i8> %y to <3 x i1>
  %z = select <3 x i1> %c, <3 x i8> %x, <3 x i8> <i8 1, i8 1, i8 1>
  %z.n = bitcast <3 x i8> %z to i24
  %r = zext i24 %z.n to i128
  ret i128 %r
}

define internal i128 @op.scalar_condition(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %c = icmp ugt i128 %a, %b
  %z = select i1 %c, <3 x i8> %x, <3 x i8> %y
  %z.n = bitcast <3 x i8> %z to i24
  %r = zext i24 %z.n to i128
  ret i128 %r
}

define internal i128 @op.argument(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  %z = call <3 x i8> @callee(<3 x i8> %x, i32 7, <3 x i8> %y)
  %z.n = bitcast <3 x i8> %z to i24
  %r = zext i24 %z.n to i128
  ret i128 %r
}

define internal <3 x i8> @callee(<3 x i8> %x, i32 %k, <3 x i8> %y) noinline {
  %r = sub <3 x i8> %y, %x
  ret <3 x i8> %r
}

define internal i128 @op.loop(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i24
  %x = bitcast i24 %a.n to <3 x i8>
  %b.n = trunc i128 %b to i24
  %y = bitcast i24 %b.n to <3 x i8>
  br label %loop
  loop:
  %i = phi i32 [ 0, %0 ], [ %n, %loop ]
  %acc = phi <3 x i8> [ %x, %0 ], [ %z, %loop ]
  %z = add <3 x i8> %acc, %y
  %n = add i32 %i, 1
  %c = icmp ult i32 %n, 3
  br i1 %c, label %loop, label %out
  out:
  %z.n = bitcast <3 x i8> %z to i24
  %r = zext i24 %z.n to i128
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
@name.udivc = private constant [6 x i8] c"udivc\00"
@name.udivp = private constant [6 x i8] c"udivp\00"
@name.urem = private constant [5 x i8] c"urem\00"
@name.uremc = private constant [6 x i8] c"uremc\00"
@name.uremp = private constant [6 x i8] c"uremp\00"
@name.sdiv = private constant [5 x i8] c"sdiv\00"
@name.sdivc = private constant [6 x i8] c"sdivc\00"
@name.sdivp = private constant [6 x i8] c"sdivp\00"
@name.srem = private constant [5 x i8] c"srem\00"
@name.sremc = private constant [6 x i8] c"sremc\00"
@name.sremp = private constant [6 x i8] c"sremp\00"
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
@name.fshl = private constant [5 x i8] c"fshl\00"
@name.fshl_self = private constant [10 x i8] c"fshl_self\00"
@name.fshl_c = private constant [7 x i8] c"fshl_c\00"
@name.fshr = private constant [5 x i8] c"fshr\00"
@name.fshr_self = private constant [10 x i8] c"fshr_self\00"
@name.fshr_c = private constant [7 x i8] c"fshr_c\00"
@name.uadd_value = private constant [11 x i8] c"uadd_value\00"
@name.sadd_value = private constant [11 x i8] c"sadd_value\00"
@name.usub_value = private constant [11 x i8] c"usub_value\00"
@name.ssub_value = private constant [11 x i8] c"ssub_value\00"
@name.umul_value = private constant [11 x i8] c"umul_value\00"
@name.smul_value = private constant [11 x i8] c"smul_value\00"
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
@name.extract = private constant [8 x i8] c"extract\00"
@name.insert = private constant [7 x i8] c"insert\00"
@name.splat = private constant [6 x i8] c"splat\00"
@name.reverse = private constant [8 x i8] c"reverse\00"
@name.interleave = private constant [11 x i8] c"interleave\00"
@name.even = private constant [5 x i8] c"even\00"
@name.rotate = private constant [7 x i8] c"rotate\00"
@name.blend = private constant [6 x i8] c"blend\00"
@name.last = private constant [5 x i8] c"last\00"
@name.mixed = private constant [6 x i8] c"mixed\00"
@name.reduce_add = private constant [11 x i8] c"reduce_add\00"
@name.reduce_mul = private constant [11 x i8] c"reduce_mul\00"
@name.reduce_and = private constant [11 x i8] c"reduce_and\00"
@name.reduce_or = private constant [10 x i8] c"reduce_or\00"
@name.reduce_xor = private constant [11 x i8] c"reduce_xor\00"
@name.reduce_smax = private constant [12 x i8] c"reduce_smax\00"
@name.reduce_smin = private constant [12 x i8] c"reduce_smin\00"
@name.reduce_umax = private constant [12 x i8] c"reduce_umax\00"
@name.reduce_umin = private constant [12 x i8] c"reduce_umin\00"
@name.zext = private constant [5 x i8] c"zext\00"
@name.sext = private constant [5 x i8] c"sext\00"
@name.trunc = private constant [6 x i8] c"trunc\00"
@name.masked = private constant [7 x i8] c"masked\00"
@name.scalar_condition = private constant [17 x i8] c"scalar_condition\00"
@name.argument = private constant [9 x i8] c"argument\00"
@name.loop = private constant [5 x i8] c"loop\00"

declare <3 x i8> @llvm.abs.v3i8(<3 x i8>, i1)
declare <3 x i8> @llvm.bitreverse.v3i8(<3 x i8>)
declare <3 x i8> @llvm.ctlz.v3i8(<3 x i8>, i1)
declare <3 x i8> @llvm.ctpop.v3i8(<3 x i8>)
declare <3 x i8> @llvm.cttz.v3i8(<3 x i8>, i1)
declare <3 x i8> @llvm.fshl.v3i8(<3 x i8>, <3 x i8>, <3 x i8>)
declare <3 x i8> @llvm.fshr.v3i8(<3 x i8>, <3 x i8>, <3 x i8>)
declare <3 x i8> @llvm.sadd.sat.v3i8(<3 x i8>, <3 x i8>)
declare <3 x i8> @llvm.smax.v3i8(<3 x i8>, <3 x i8>)
declare <3 x i8> @llvm.smin.v3i8(<3 x i8>, <3 x i8>)
declare <3 x i8> @llvm.sshl.sat.v3i8(<3 x i8>, <3 x i8>)
declare <3 x i8> @llvm.ssub.sat.v3i8(<3 x i8>, <3 x i8>)
declare <3 x i8> @llvm.uadd.sat.v3i8(<3 x i8>, <3 x i8>)
declare <3 x i8> @llvm.umax.v3i8(<3 x i8>, <3 x i8>)
declare <3 x i8> @llvm.umin.v3i8(<3 x i8>, <3 x i8>)
declare <3 x i8> @llvm.ushl.sat.v3i8(<3 x i8>, <3 x i8>)
declare <3 x i8> @llvm.usub.sat.v3i8(<3 x i8>, <3 x i8>)
declare i8 @llvm.vector.reduce.add.v3i8(<3 x i8>)
declare i8 @llvm.vector.reduce.and.v3i8(<3 x i8>)
declare i8 @llvm.vector.reduce.mul.v3i8(<3 x i8>)
declare i8 @llvm.vector.reduce.or.v3i8(<3 x i8>)
declare i8 @llvm.vector.reduce.smax.v3i8(<3 x i8>)
declare i8 @llvm.vector.reduce.smin.v3i8(<3 x i8>)
declare i8 @llvm.vector.reduce.umax.v3i8(<3 x i8>)
declare i8 @llvm.vector.reduce.umin.v3i8(<3 x i8>)
declare i8 @llvm.vector.reduce.xor.v3i8(<3 x i8>)
declare { <3 x i8>, <3 x i1> } @llvm.sadd.with.overflow.v3i8(<3 x i8>, <3 x i8>)
declare { <3 x i8>, <3 x i1> } @llvm.smul.with.overflow.v3i8(<3 x i8>, <3 x i8>)
declare { <3 x i8>, <3 x i1> } @llvm.ssub.with.overflow.v3i8(<3 x i8>, <3 x i8>)
declare { <3 x i8>, <3 x i1> } @llvm.uadd.with.overflow.v3i8(<3 x i8>, <3 x i8>)
declare { <3 x i8>, <3 x i1> } @llvm.umul.with.overflow.v3i8(<3 x i8>, <3 x i8>)
declare { <3 x i8>, <3 x i1> } @llvm.usub.with.overflow.v3i8(<3 x i8>, <3 x i8>)

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
  call void @run(ptr @name.udivc, ptr @op.udivc)
  call void @run(ptr @name.udivp, ptr @op.udivp)
  call void @run(ptr @name.urem, ptr @op.urem)
  call void @run(ptr @name.uremc, ptr @op.uremc)
  call void @run(ptr @name.uremp, ptr @op.uremp)
  call void @run(ptr @name.sdiv, ptr @op.sdiv)
  call void @run(ptr @name.sdivc, ptr @op.sdivc)
  call void @run(ptr @name.sdivp, ptr @op.sdivp)
  call void @run(ptr @name.srem, ptr @op.srem)
  call void @run(ptr @name.sremc, ptr @op.sremc)
  call void @run(ptr @name.sremp, ptr @op.sremp)
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
  call void @run(ptr @name.fshl, ptr @op.fshl)
  call void @run(ptr @name.fshl_self, ptr @op.fshl_self)
  call void @run(ptr @name.fshl_c, ptr @op.fshl_c)
  call void @run(ptr @name.fshr, ptr @op.fshr)
  call void @run(ptr @name.fshr_self, ptr @op.fshr_self)
  call void @run(ptr @name.fshr_c, ptr @op.fshr_c)
  call void @run(ptr @name.uadd_value, ptr @op.uadd_value)
  call void @run(ptr @name.sadd_value, ptr @op.sadd_value)
  call void @run(ptr @name.usub_value, ptr @op.usub_value)
  call void @run(ptr @name.ssub_value, ptr @op.ssub_value)
  call void @run(ptr @name.umul_value, ptr @op.umul_value)
  call void @run(ptr @name.smul_value, ptr @op.smul_value)
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
  call void @run(ptr @name.extract, ptr @op.extract)
  call void @run(ptr @name.insert, ptr @op.insert)
  call void @run(ptr @name.splat, ptr @op.splat)
  call void @run(ptr @name.reverse, ptr @op.reverse)
  call void @run(ptr @name.interleave, ptr @op.interleave)
  call void @run(ptr @name.even, ptr @op.even)
  call void @run(ptr @name.rotate, ptr @op.rotate)
  call void @run(ptr @name.blend, ptr @op.blend)
  call void @run(ptr @name.last, ptr @op.last)
  call void @run(ptr @name.mixed, ptr @op.mixed)
  call void @run(ptr @name.reduce_add, ptr @op.reduce_add)
  call void @run(ptr @name.reduce_mul, ptr @op.reduce_mul)
  call void @run(ptr @name.reduce_and, ptr @op.reduce_and)
  call void @run(ptr @name.reduce_or, ptr @op.reduce_or)
  call void @run(ptr @name.reduce_xor, ptr @op.reduce_xor)
  call void @run(ptr @name.reduce_smax, ptr @op.reduce_smax)
  call void @run(ptr @name.reduce_smin, ptr @op.reduce_smin)
  call void @run(ptr @name.reduce_umax, ptr @op.reduce_umax)
  call void @run(ptr @name.reduce_umin, ptr @op.reduce_umin)
  call void @run(ptr @name.zext, ptr @op.zext)
  call void @run(ptr @name.sext, ptr @op.sext)
  call void @run(ptr @name.trunc, ptr @op.trunc)
  call void @run(ptr @name.masked, ptr @op.masked)
  call void @run(ptr @name.scalar_condition, ptr @op.scalar_condition)
  call void @run(ptr @name.argument, ptr @op.argument)
  call void @run(ptr @name.loop, ptr @op.loop)
  ret i32 0
}
