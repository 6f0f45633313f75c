; Operations on odd types: switches on wide integers, wide divisions under a mask and of fixed-point numbers, comparisons of vectors whose
; exceptions matter, roundings of vectors, vectors of odd elements as other vectors.
@format = private constant [12 x i8] c"%s: %016lx\0A\00", align 1
@n.switch = private constant [7 x i8] c"switch\00"
@n.vp = private constant [3 x i8] c"vp\00"
@n.fix = private constant [4 x i8] c"fix\00"
@n.fcmp = private constant [5 x i8] c"fcmp\00"
@n.fcmps = private constant [6 x i8] c"fcmps\00"
@n.floor = private constant [6 x i8] c"floor\00"
@n.bitcast = private constant [8 x i8] c"bitcast\00"
@n.used = private constant [5 x i8] c"used\00"

declare i32 @printf(ptr, ...)
declare i32 @feclearexcept(i32)
declare i32 @fetestexcept(i32)

define internal void @put(ptr %name, i64 %v) noinline {
  %r = call i32 (ptr, ...) @printf(ptr @format, ptr %name, i64 %v)
  ret void
}

; Cases on both sides of what 128 bits hold.
define internal i64 @wide(i200 %v) noinline {
  switch i200 %v, label %other [
    i200 0, label %zero
    i200 1, label %one
    i200 2, label %zero
    i200 3, label %one
    i200 -1, label %minus
    i200 170141183460469231731687303715884105727, label %great
    i200 170141183460469231731687303715884105728, label %beyond
    i200 -170141183460469231731687303715884105728, label %minus
    i200 -170141183460469231731687303715884105729, label %beyond
    i200 803469022129495137770981046170581301261101496891396417650687, label %one
    i200 340282366920938463463374607431768211456, label %other
  ]
zero:
  ret i64 10
one:
  ret i64 11
minus:
  ret i64 12
great:
  ret i64 13
beyond:
  ret i64 14
other:
  ret i64 15
}

define internal void @switches() noinline {
  %a = call i64 @wide(i200 0)
  %b = call i64 @wide(i200 3)
  %c = call i64 @wide(i200 -1)
  %d = call i64 @wide(i200 170141183460469231731687303715884105727)
  %e = call i64 @wide(i200 170141183460469231731687303715884105728)
  %f = call i64 @wide(i200 -170141183460469231731687303715884105728)
  %g = call i64 @wide(i200 -170141183460469231731687303715884105729)
  %h = call i64 @wide(i200 803469022129495137770981046170581301261101496891396417650687)
  %i = call i64 @wide(i200 340282366920938463463374607431768211456)
  %j = call i64 @wide(i200 340282366920938463463374607431768211457)
  call void @put(ptr @n.switch, i64 %a)
  call void @put(ptr @n.switch, i64 %b)
  call void @put(ptr @n.switch, i64 %c)
  call void @put(ptr @n.switch, i64 %d)
  call void @put(ptr @n.switch, i64 %e)
  call void @put(ptr @n.switch, i64 %f)
  call void @put(ptr @n.switch, i64 %g)
  call void @put(ptr @n.switch, i64 %h)
  call void @put(ptr @n.switch, i64 %i)
  call void @put(ptr @n.switch, i64 %j)
  ret void
}

; A divisor that is zero where the mask is not set.
define internal void @vp_division(<3 x i192> %a, <3 x i192> %b, <3 x i1> %mask) noinline {
  %q = call <3 x i192> @llvm.vp.udiv.v3i192(<3 x i192> %a, <3 x i192> %b, <3 x i1> %mask, i32 3)
  %r = call <3 x i192> @llvm.vp.srem.v3i192(<3 x i192> %a, <3 x i192> %b, <3 x i1> %mask, i32 3)
  %x = xor <3 x i192> %q, %r
  %y = select <3 x i1> %mask, <3 x i192> %x, <3 x i192> zeroinitializer
  %s = call i192 @llvm.vector.reduce.add.v3i192(<3 x i192> %y)
  %h = lshr i192 %s, 77
  %z = xor i192 %s, %h
  %t = trunc i192 %z to i64
  call void @put(ptr @n.vp, i64 %t)
  ret void
}

define internal void @fixed(i96 %a, i96 %b) noinline {
  %q = call i96 @llvm.sdiv.fix.i96(i96 %a, i96 %b, i32 20)
  %p = call i96 @llvm.udiv.fix.sat.i96(i96 %a, i96 %b, i32 20)
  %x = xor i96 %q, %p
  %h = lshr i96 %x, 40
  %z = xor i96 %x, %h
  %t = trunc i96 %z to i64
  call void @put(ptr @n.fix, i64 %t)
  ret void
}

; Flags, and whether an exception was raised.
define internal void @compare(<4 x float> %a, <4 x float> %b) noinline strictfp {
  %c = call i32 @feclearexcept(i32 31)
  %q = call <4 x i1> @llvm.experimental.constrained.fcmp.v4f32(<4 x float> %a, <4 x float> %b, metadata !"olt", metadata !"fpexcept.strict") strictfp
  %e = call i32 @fetestexcept(i32 31)
  %raised = icmp ne i32 %e, 0
  %bits = bitcast <4 x i1> %q to i4
  %wide = zext i4 %bits to i64
  %flag = zext i1 %raised to i64
  %high = shl i64 %flag, 8
  %all = or i64 %wide, %high
  call void @put(ptr @n.fcmp, i64 %all)
  %c2 = call i32 @feclearexcept(i32 31)
  %q2 = call <4 x i1> @llvm.experimental.constrained.fcmps.v4f32(<4 x float> %a, <4 x float> %b, metadata !"une", metadata !"fpexcept.strict") strictfp
  %e2 = call i32 @fetestexcept(i32 31)
  %raised2 = icmp ne i32 %e2, 0
  %bits2 = bitcast <4 x i1> %q2 to i4
  %wide2 = zext i4 %bits2 to i64
  %flag2 = zext i1 %raised2 to i64
  %high2 = shl i64 %flag2, 8
  %all2 = or i64 %wide2, %high2
  call void @put(ptr @n.fcmps, i64 %all2)
  ret void
}

define internal void @round(<3 x double> %a) noinline strictfp {
  %c = call i32 @feclearexcept(i32 31)
  %f = call <3 x double> @llvm.experimental.constrained.floor.v3f64(<3 x double> %a, metadata !"fpexcept.strict") strictfp
  %e = call i32 @fetestexcept(i32 31)
  %raised = icmp ne i32 %e, 0
  %flag = zext i1 %raised to i64
  %i = bitcast <3 x double> %f to <3 x i64>
  %s = call i64 @llvm.vector.reduce.add.v3i64(<3 x i64> %i)
  call void @put(ptr @n.floor, i64 %s)
  call void @put(ptr @n.floor, i64 %flag)
  ret void
}

define internal void @other_elements(<5 x i40> %a) noinline {
  %t = trunc <5 x i40> %a to <5 x i33>
  %v = bitcast <5 x i33> %t to <33 x i5>
  %w = zext <33 x i5> %v to <33 x i64>
  %x = mul <33 x i64> %w, <i64 1, i64 3, i64 5, i64 7, i64 11, i64 13, i64 17, i64 19, i64 23, i64 29, i64 31, i64 37, i64 41, i64 43, i64 47, i64 53, i64 59, i64 61, i64 67, i64 71, i64 73, i64 79, i64 83, i64 89, i64 97, i64 101, i64 103, i64 107, i64 109, i64 113, i64 127, i64 131, i64 137>
  %s = call i64 @llvm.vector.reduce.add.v33i64(<33 x i64> %x)
  call void @put(ptr @n.bitcast, i64 %s)
  ret void
}

; More parts than there are registers.
define internal void @used(<64 x i64> %a, <2 x half> %b) noinline {
  %c = mul <64 x i64> %a, %a
  call void (...) @llvm.fake.use(<64 x i64> %c)
  call void (...) @llvm.fake.use(<2 x half> %b)
  %s = call i64 @llvm.vector.reduce.add.v64i64(<64 x i64> %c)
  call void @put(ptr @n.used, i64 %s)
  ret void
}

define i32 @main() strictfp {
  call void @switches()
  call void @vp_division(<3 x i192> <i192 1606938044258990275541962092341162602522202993782792835301376, i192 77, i192 -99999999999999999999999999999999999999999999999>, <3 x i192> <i192 123456789012345678901234567890, i192 0, i192 3333333333333333333333>, <3 x i1> <i1 true, i1 false, i1 true>)
  call void @fixed(i96 -12345678901234567, i96 987654321)
  call void @fixed(i96 39614081257132168796771975167, i96 3)
  call void @compare(<4 x float> <float 1.0, float 2.0, float -3.0, float 0.0>, <4 x float> <float 2.0, float 1.0, float 4.0, float 0.0>)
  call void @compare(<4 x float> <float 1.0, float 2.0, float 0x7FF8000000000000, float 0.0>, <4 x float> <float 2.0, float 1.0, float 4.0, float 0.0>)
  call void @round(<3 x double> <double 1.5, double -2.25, double 0.0>)
  call void @other_elements(<5 x i40> <i40 123456789012, i40 987654321098, i40 555555555555, i40 1, i40 -2>)
  call void @used(<64 x i64> splat (i64 7), <2 x half> splat (half 1.0))
  ret i32 0
}
