; Reals: vectors of 2 float.
; Each operation is applied to all pairs of corners; a line of output is a digest of the results.
@corners = global [18 x i128] [i128 13862079653046386688, i128 4453159314550423552, i128 306498521530368, i128 5302623771398504448, i128 14915921966926921728, i128 5728578729242787840, i128 6845770763795745997, i128 16069142799613761218, i128 6879755139399726137, i128 9178813120431259648, i128 9187343241169600512, i128 18410715278284492861, i128 9205357642086682685, i128 1601817817, i128 9223372038991884774, i128 4575657223547518976, i128 13817043661059260416, i128 4620693219825418240], align 16
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
  %more = icmp ult i64 %j.next, 18
  br i1 %more, label %inner, label %outer.latch
outer.latch:
  %i.next = add i64 %i, 1
  %again = icmp ult i64 %i.next, 18
  br i1 %again, label %outer, label %done
done:
  %result = load i64, ptr @digest
  %printed = call i32 (ptr, ...) @printf(ptr @format, ptr %name, i64 %result)
  ret void
}

define internal i128 @op.fadd(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <2 x float>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <2 x float>
  %z = fadd <2 x float> %x, %y
  %nan = fcmp uno <2 x float> %z, %z
  %one = select <2 x i1> %nan, <2 x float> <float 0x7FF8000000000000, float 0x7FF8000000000000>, <2 x float> %z
  %bits = bitcast <2 x float> %one to <2 x i32>
  %z.w = bitcast <2 x i32> %bits to i64
  %r = zext i64 %z.w to i128
  ret i128 %r
}

define internal i128 @op.fsub(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <2 x float>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <2 x float>
  %z = fsub <2 x float> %x, %y
  %nan = fcmp uno <2 x float> %z, %z
  %one = select <2 x i1> %nan, <2 x float> <float 0x7FF8000000000000, float 0x7FF8000000000000>, <2 x float> %z
  %bits = bitcast <2 x float> %one to <2 x i32>
  %z.w = bitcast <2 x i32> %bits to i64
  %r = zext i64 %z.w to i128
  ret i128 %r
}

define internal i128 @op.fmul(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <2 x float>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <2 x float>
  %z = fmul <2 x float> %x, %y
  %nan = fcmp uno <2 x float> %z, %z
  %one = select <2 x i1> %nan, <2 x float> <float 0x7FF8000000000000, float 0x7FF8000000000000>, <2 x float> %z
  %bits = bitcast <2 x float> %one to <2 x i32>
  %z.w = bitcast <2 x i32> %bits to i64
  %r = zext i64 %z.w to i128
  ret i128 %r
}

define internal i128 @op.fdiv(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <2 x float>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <2 x float>
  %z = fdiv <2 x float> %x, %y
  %nan = fcmp uno <2 x float> %z, %z
  %one = select <2 x i1> %nan, <2 x float> <float 0x7FF8000000000000, float 0x7FF8000000000000>, <2 x float> %z
  %bits = bitcast <2 x float> %one to <2 x i32>
  %z.w = bitcast <2 x i32> %bits to i64
  %r = zext i64 %z.w to i128
  ret i128 %r
}

define internal i128 @op.fneg(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <2 x float>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <2 x float>
  %z = fneg <2 x float> %x
  %nan = fcmp uno <2 x float> %z, %z
  %one = select <2 x i1> %nan, <2 x float> <float 0x7FF8000000000000, float 0x7FF8000000000000>, <2 x float> %z
  %bits = bitcast <2 x float> %one to <2 x i32>
  %z.w = bitcast <2 x i32> %bits to i64
  %r = zext i64 %z.w to i128
  ret i128 %r
}

define internal i128 @op.fnmul(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <2 x float>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <2 x float>
  %m = fmul <2 x float> %x, %y
  %z = fneg <2 x float> %m
  %nan = fcmp uno <2 x float> %z, %z
  %one = select <2 x i1> %nan, <2 x float> <float 0x7FF8000000000000, float 0x7FF8000000000000>, <2 x float> %z
  %bits = bitcast <2 x float> %one to <2 x i32>
  %z.w = bitcast <2 x i32> %bits to i64
  %r = zext i64 %z.w to i128
  ret i128 %r
}

define internal i128 @op.constants(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <2 x float>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <2 x float>
  %m = fmul <2 x float> %x, <float 5.000000e-01, float 5.000000e-01>
  %z = fadd <2 x float> %m, <float -3.000000e+00, float -3.000000e+00>
  %nan = fcmp uno <2 x float> %z, %z
  %one = select <2 x i1> %nan, <2 x float> <float 0x7FF8000000000000, float 0x7FF8000000000000>, <2 x float> %z
  %bits = bitcast <2 x float> %one to <2 x i32>
  %z.w = bitcast <2 x i32> %bits to i64
  %r = zext i64 %z.w to i128
  ret i128 %r
}

define internal i128 @op.fabs(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <2 x float>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <2 x float>
  %z = call <2 x float> @llvm.fabs.v2f32(<2 x float> %x)
  %nan = fcmp uno <2 x float> %z, %z
  %one = select <2 x i1> %nan, <2 x float> <float 0x7FF8000000000000, float 0x7FF8000000000000>, <2 x float> %z
  %bits = bitcast <2 x float> %one to <2 x i32>
  %z.w = bitcast <2 x i32> %bits to i64
  %r = zext i64 %z.w to i128
  ret i128 %r
}

define internal i128 @op.sqrt(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <2 x float>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <2 x float>
  %z = call <2 x float> @llvm.sqrt.v2f32(<2 x float> %x)
  %nan = fcmp uno <2 x float> %z, %z
  %one = select <2 x i1> %nan, <2 x float> <float 0x7FF8000000000000, float 0x7FF8000000000000>, <2 x float> %z
  %bits = bitcast <2 x float> %one to <2 x i32>
  %z.w = bitcast <2 x i32> %bits to i64
  %r = zext i64 %z.w to i128
  ret i128 %r
}

define internal i128 @op.floor(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <2 x float>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <2 x float>
  %z = call <2 x float> @llvm.floor.v2f32(<2 x float> %x)
  %nan = fcmp uno <2 x float> %z, %z
  %one = select <2 x i1> %nan, <2 x float> <float 0x7FF8000000000000, float 0x7FF8000000000000>, <2 x float> %z
  %bits = bitcast <2 x float> %one to <2 x i32>
  %z.w = bitcast <2 x i32> %bits to i64
  %r = zext i64 %z.w to i128
  ret i128 %r
}

define internal i128 @op.ceil(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <2 x float>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <2 x float>
  %z = call <2 x float> @llvm.ceil.v2f32(<2 x float> %x)
  %nan = fcmp uno <2 x float> %z, %z
  %one = select <2 x i1> %nan, <2 x float> <float 0x7FF8000000000000, float 0x7FF8000000000000>, <2 x float> %z
  %bits = bitcast <2 x float> %one to <2 x i32>
  %z.w = bitcast <2 x i32> %bits to i64
  %r = zext i64 %z.w to i128
  ret i128 %r
}

define internal i128 @op.trunc(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <2 x float>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <2 x float>
  %z = call <2 x float> @llvm.trunc.v2f32(<2 x float> %x)
  %nan = fcmp uno <2 x float> %z, %z
  %one = select <2 x i1> %nan, <2 x float> <float 0x7FF8000000000000, float 0x7FF8000000000000>, <2 x float> %z
  %bits = bitcast <2 x float> %one to <2 x i32>
  %z.w = bitcast <2 x i32> %bits to i64
  %r = zext i64 %z.w to i128
  ret i128 %r
}

define internal i128 @op.rint(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <2 x float>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <2 x float>
  %z = call <2 x float> @llvm.rint.v2f32(<2 x float> %x)
  %nan = fcmp uno <2 x float> %z, %z
  %one = select <2 x i1> %nan, <2 x float> <float 0x7FF8000000000000, float 0x7FF8000000000000>, <2 x float> %z
  %bits = bitcast <2 x float> %one to <2 x i32>
  %z.w = bitcast <2 x i32> %bits to i64
  %r = zext i64 %z.w to i128
  ret i128 %r
}

define internal i128 @op.nearbyint(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <2 x float>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <2 x float>
  %z = call <2 x float> @llvm.nearbyint.v2f32(<2 x float> %x)
  %nan = fcmp uno <2 x float> %z, %z
  %one = select <2 x i1> %nan, <2 x float> <float 0x7FF8000000000000, float 0x7FF8000000000000>, <2 x float> %z
  %bits = bitcast <2 x float> %one to <2 x i32>
  %z.w = bitcast <2 x i32> %bits to i64
  %r = zext i64 %z.w to i128
  ret i128 %r
}

define internal i128 @op.round(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <2 x float>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <2 x float>
  %z = call <2 x float> @llvm.round.v2f32(<2 x float> %x)
  %nan = fcmp uno <2 x float> %z, %z
  %one = select <2 x i1> %nan, <2 x float> <float 0x7FF8000000000000, float 0x7FF8000000000000>, <2 x float> %z
  %bits = bitcast <2 x float> %one to <2 x i32>
  %z.w = bitcast <2 x i32> %bits to i64
  %r = zext i64 %z.w to i128
  ret i128 %r
}

define internal i128 @op.roundeven(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <2 x float>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <2 x float>
  %z = call <2 x float> @llvm.roundeven.v2f32(<2 x float> %x)
  %nan = fcmp uno <2 x float> %z, %z
  %one = select <2 x i1> %nan, <2 x float> <float 0x7FF8000000000000, float 0x7FF8000000000000>, <2 x float> %z
  %bits = bitcast <2 x float> %one to <2 x i32>
  %z.w = bitcast <2 x i32> %bits to i64
  %r = zext i64 %z.w to i128
  ret i128 %r
}

define internal i128 @op.copysign(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <2 x float>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <2 x float>
  %z = call <2 x float> @llvm.copysign.v2f32(<2 x float> %x, <2 x float> %y)
  %nan = fcmp uno <2 x float> %z, %z
  %one = select <2 x i1> %nan, <2 x float> <float 0x7FF8000000000000, float 0x7FF8000000000000>, <2 x float> %z
  %bits = bitcast <2 x float> %one to <2 x i32>
  %z.w = bitcast <2 x i32> %bits to i64
  %r = zext i64 %z.w to i128
  ret i128 %r
}

define internal i128 @op.minimum(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <2 x float>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <2 x float>
  %z = call <2 x float> @llvm.minimum.v2f32(<2 x float> %x, <2 x float> %y)
  %nan = fcmp uno <2 x float> %z, %z
  %one = select <2 x i1> %nan, <2 x float> <float 0x7FF8000000000000, float 0x7FF8000000000000>, <2 x float> %z
  %bits = bitcast <2 x float> %one to <2 x i32>
  %z.w = bitcast <2 x i32> %bits to i64
  %r = zext i64 %z.w to i128
  ret i128 %r
}

define internal i128 @op.maximum(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <2 x float>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <2 x float>
  %z = call <2 x float> @llvm.maximum.v2f32(<2 x float> %x, <2 x float> %y)
  %nan = fcmp uno <2 x float> %z, %z
  %one = select <2 x i1> %nan, <2 x float> <float 0x7FF8000000000000, float 0x7FF8000000000000>, <2 x float> %z
  %bits = bitcast <2 x float> %one to <2 x i32>
  %z.w = bitcast <2 x i32> %bits to i64
  %r = zext i64 %z.w to i128
  ret i128 %r
}

define internal i128 @op.minnum(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <2 x float>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <2 x float>
  %m = call <2 x float> @llvm.minnum.v2f32(<2 x float> %x, <2 x float> %y)
  %z = fadd <2 x float> %m, <float 0.000000e+00, float 0.000000e+00>
  %nan = fcmp uno <2 x float> %z, %z
  %one = select <2 x i1> %nan, <2 x float> <float 0x7FF8000000000000, float 0x7FF8000000000000>, <2 x float> %z
  %bits = bitcast <2 x float> %one to <2 x i32>
  %z.w = bitcast <2 x i32> %bits to i64
  %r = zext i64 %z.w to i128
  ret i128 %r
}

define internal i128 @op.maxnum(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <2 x float>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <2 x float>
  %m = call <2 x float> @llvm.maxnum.v2f32(<2 x float> %x, <2 x float> %y)
  %z = fadd <2 x float> %m, <float 0.000000e+00, float 0.000000e+00>
  %nan = fcmp uno <2 x float> %z, %z
  %one = select <2 x i1> %nan, <2 x float> <float 0x7FF8000000000000, float 0x7FF8000000000000>, <2 x float> %z
  %bits = bitcast <2 x float> %one to <2 x i32>
  %z.w = bitcast <2 x i32> %bits to i64
  %r = zext i64 %z.w to i128
  ret i128 %r
}

define internal i128 @op.fma(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <2 x float>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <2 x float>
  %z = call <2 x float> @llvm.fma.v2f32(<2 x float> %x, <2 x float> %y, <2 x float> %x)
  %nan = fcmp uno <2 x float> %z, %z
  %one = select <2 x i1> %nan, <2 x float> <float 0x7FF8000000000000, float 0x7FF8000000000000>, <2 x float> %z
  %bits = bitcast <2 x float> %one to <2 x i32>
  %z.w = bitcast <2 x i32> %bits to i64
  %r = zext i64 %z.w to i128
  ret i128 %r
}

define internal i128 @op.fms(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <2 x float>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <2 x float>
  %n = fneg <2 x float> %y
  %z = call <2 x float> @llvm.fma.v2f32(<2 x float> %x, <2 x float> %y, <2 x float> %n)
  %nan = fcmp uno <2 x float> %z, %z
  %one = select <2 x i1> %nan, <2 x float> <float 0x7FF8000000000000, float 0x7FF8000000000000>, <2 x float> %z
  %bits = bitcast <2 x float> %one to <2 x i32>
  %z.w = bitcast <2 x i32> %bits to i64
  %r = zext i64 %z.w to i128
  ret i128 %r
}

define internal i128 @op.fnma(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <2 x float>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <2 x float>
  %n = fneg <2 x float> %y
  %z = call <2 x float> @llvm.fma.v2f32(<2 x float> %x, <2 x float> %n, <2 x float> %x)
  %nan = fcmp uno <2 x float> %z, %z
  %one = select <2 x i1> %nan, <2 x float> <float 0x7FF8000000000000, float 0x7FF8000000000000>, <2 x float> %z
  %bits = bitcast <2 x float> %one to <2 x i32>
  %z.w = bitcast <2 x i32> %bits to i64
  %r = zext i64 %z.w to i128
  ret i128 %r
}

define internal i128 @op.fcmp_false(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <2 x float>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <2 x float>
  %c = fcmp false <2 x float> %x, %y
  %z.w = bitcast <2 x i1> %c to i2
  %r = zext i2 %z.w to i128
  ret i128 %r
}

define internal i128 @op.select_false(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <2 x float>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <2 x float>
  %c = fcmp false <2 x float> %x, %y
  %z = select <2 x i1> %c, <2 x float> %y, <2 x float> %x
  %nan = fcmp uno <2 x float> %z, %z
  %one = select <2 x i1> %nan, <2 x float> <float 0x7FF8000000000000, float 0x7FF8000000000000>, <2 x float> %z
  %bits = bitcast <2 x float> %one to <2 x i32>
  %z.w = bitcast <2 x i32> %bits to i64
  %r = zext i64 %z.w to i128
  ret i128 %r
}

define internal i128 @op.fcmp_oeq(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <2 x float>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <2 x float>
  %c = fcmp oeq <2 x float> %x, %y
  %z.w = bitcast <2 x i1> %c to i2
  %r = zext i2 %z.w to i128
  ret i128 %r
}

define internal i128 @op.select_oeq(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <2 x float>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <2 x float>
  %c = fcmp oeq <2 x float> %x, %y
  %z = select <2 x i1> %c, <2 x float> %y, <2 x float> %x
  %nan = fcmp uno <2 x float> %z, %z
  %one = select <2 x i1> %nan, <2 x float> <float 0x7FF8000000000000, float 0x7FF8000000000000>, <2 x float> %z
  %bits = bitcast <2 x float> %one to <2 x i32>
  %z.w = bitcast <2 x i32> %bits to i64
  %r = zext i64 %z.w to i128
  ret i128 %r
}

define internal i128 @op.fcmp_ogt(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <2 x float>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <2 x float>
  %c = fcmp ogt <2 x float> %x, %y
  %z.w = bitcast <2 x i1> %c to i2
  %r = zext i2 %z.w to i128
  ret i128 %r
}

define internal i128 @op.select_ogt(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <2 x float>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <2 x float>
  %c = fcmp ogt <2 x float> %x, %y
  %z = select <2 x i1> %c, <2 x float> %y, <2 x float> %x
  %nan = fcmp uno <2 x float> %z, %z
  %one = select <2 x i1> %nan, <2 x float> <float 0x7FF8000000000000, float 0x7FF8000000000000>, <2 x float> %z
  %bits = bitcast <2 x float> %one to <2 x i32>
  %z.w = bitcast <2 x i32> %bits to i64
  %r = zext i64 %z.w to i128
  ret i128 %r
}

define internal i128 @op.fcmp_oge(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <2 x float>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <2 x float>
  %c = fcmp oge <2 x float> %x, %y
  %z.w = bitcast <2 x i1> %c to i2
  %r = zext i2 %z.w to i128
  ret i128 %r
}

define internal i128 @op.select_oge(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <2 x float>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <2 x float>
  %c = fcmp oge <2 x float> %x, %y
  %z = select <2 x i1> %c, <2 x float> %y, <2 x float> %x
  %nan = fcmp uno <2 x float> %z, %z
  %one = select <2 x i1> %nan, <2 x float> <float 0x7FF8000000000000, float 0x7FF8000000000000>, <2 x float> %z
  %bits = bitcast <2 x float> %one to <2 x i32>
  %z.w = bitcast <2 x i32> %bits to i64
  %r = zext i64 %z.w to i128
  ret i128 %r
}

define internal i128 @op.fcmp_olt(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <2 x float>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <2 x float>
  %c = fcmp olt <2 x float> %x, %y
  %z.w = bitcast <2 x i1> %c to i2
  %r = zext i2 %z.w to i128
  ret i128 %r
}

define internal i128 @op.select_olt(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <2 x float>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <2 x float>
  %c = fcmp olt <2 x float> %x, %y
  %z = select <2 x i1> %c, <2 x float> %y, <2 x float> %x
  %nan = fcmp uno <2 x float> %z, %z
  %one = select <2 x i1> %nan, <2 x float> <float 0x7FF8000000000000, float 0x7FF8000000000000>, <2 x float> %z
  %bits = bitcast <2 x float> %one to <2 x i32>
  %z.w = bitcast <2 x i32> %bits to i64
  %r = zext i64 %z.w to i128
  ret i128 %r
}

define internal i128 @op.fcmp_ole(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <2 x float>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <2 x float>
  %c = fcmp ole <2 x float> %x, %y
  %z.w = bitcast <2 x i1> %c to i2
  %r = zext i2 %z.w to i128
  ret i128 %r
}

define internal i128 @op.select_ole(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <2 x float>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <2 x float>
  %c = fcmp ole <2 x float> %x, %y
  %z = select <2 x i1> %c, <2 x float> %y, <2 x float> %x
  %nan = fcmp uno <2 x float> %z, %z
  %one = select <2 x i1> %nan, <2 x float> <float 0x7FF8000000000000, float 0x7FF8000000000000>, <2 x float> %z
  %bits = bitcast <2 x float> %one to <2 x i32>
  %z.w = bitcast <2 x i32> %bits to i64
  %r = zext i64 %z.w to i128
  ret i128 %r
}

define internal i128 @op.fcmp_one(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <2 x float>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <2 x float>
  %c = fcmp one <2 x float> %x, %y
  %z.w = bitcast <2 x i1> %c to i2
  %r = zext i2 %z.w to i128
  ret i128 %r
}

define internal i128 @op.select_one(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <2 x float>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <2 x float>
  %c = fcmp one <2 x float> %x, %y
  %z = select <2 x i1> %c, <2 x float> %y, <2 x float> %x
  %nan = fcmp uno <2 x float> %z, %z
  %one = select <2 x i1> %nan, <2 x float> <float 0x7FF8000000000000, float 0x7FF8000000000000>, <2 x float> %z
  %bits = bitcast <2 x float> %one to <2 x i32>
  %z.w = bitcast <2 x i32> %bits to i64
  %r = zext i64 %z.w to i128
  ret i128 %r
}

define internal i128 @op.fcmp_ord(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <2 x float>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <2 x float>
  %c = fcmp ord <2 x float> %x, %y
  %z.w = bitcast <2 x i1> %c to i2
  %r = zext i2 %z.w to i128
  ret i128 %r
}

define internal i128 @op.select_ord(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <2 x float>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <2 x float>
  %c = fcmp ord <2 x float> %x, %y
  %z = select <2 x i1> %c, <2 x float> %y, <2 x float> %x
  %nan = fcmp uno <2 x float> %z, %z
  %one = select <2 x i1> %nan, <2 x float> <float 0x7FF8000000000000, float 0x7FF8000000000000>, <2 x float> %z
  %bits = bitcast <2 x float> %one to <2 x i32>
  %z.w = bitcast <2 x i32> %bits to i64
  %r = zext i64 %z.w to i128
  ret i128 %r
}

define internal i128 @op.fcmp_ueq(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <2 x float>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <2 x float>
  %c = fcmp ueq <2 x float> %x, %y
  %z.w = bitcast <2 x i1> %c to i2
  %r = zext i2 %z.w to i128
  ret i128 %r
}

define internal i128 @op.select_ueq(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <2 x float>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <2 x float>
  %c = fcmp ueq <2 x float> %x, %y
  %z = select <2 x i1> %c, <2 x float> %y, <2 x float> %x
  %nan = fcmp uno <2 x float> %z, %z
  %one = select <2 x i1> %nan, <2 x float> <float 0x7FF8000000000000, float 0x7FF8000000000000>, <2 x float> %z
  %bits = bitcast <2 x float> %one to <2 x i32>
  %z.w = bitcast <2 x i32> %bits to i64
  %r = zext i64 %z.w to i128
  ret i128 %r
}

define internal i128 @op.fcmp_ugt(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <2 x float>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <2 x float>
  %c = fcmp ugt <2 x float> %x, %y
  %z.w = bitcast <2 x i1> %c to i2
  %r = zext i2 %z.w to i128
  ret i128 %r
}

define internal i128 @op.select_ugt(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <2 x float>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <2 x float>
  %c = fcmp ugt <2 x float> %x, %y
  %z = select <2 x i1> %c, <2 x float> %y, <2 x float> %x
  %nan = fcmp uno <2 x float> %z, %z
  %one = select <2 x i1> %nan, <2 x float> <float 0x7FF8000000000000, float 0x7FF8000000000000>, <2 x float> %z
  %bits = bitcast <2 x float> %one to <2 x i32>
  %z.w = bitcast <2 x i32> %bits to i64
  %r = zext i64 %z.w to i128
  ret i128 %r
}

define internal i128 @op.fcmp_uge(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <2 x float>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <2 x float>
  %c = fcmp uge <2 x float> %x, %y
  %z.w = bitcast <2 x i1> %c to i2
  %r = zext i2 %z.w to i128
  ret i128 %r
}

define internal i128 @op.select_uge(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <2 x float>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <2 x float>
  %c = fcmp uge <2 x float> %x, %y
  %z = select <2 x i1> %c, <2 x float> %y, <2 x float> %x
  %nan = fcmp uno <2 x float> %z, %z
  %one = select <2 x i1> %nan, <2 x float> <float 0x7FF8000000000000, float 0x7FF8000000000000>, <2 x float> %z
  %bits = bitcast <2 x float> %one to <2 x i32>
  %z.w = bitcast <2 x i32> %bits to i64
  %r = zext i64 %z.w to i128
  ret i128 %r
}

define internal i128 @op.fcmp_ult(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <2 x float>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <2 x float>
  %c = fcmp ult <2 x float> %x, %y
  %z.w = bitcast <2 x i1> %c to i2
  %r = zext i2 %z.w to i128
  ret i128 %r
}

define internal i128 @op.select_ult(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <2 x float>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <2 x float>
  %c = fcmp ult <2 x float> %x, %y
  %z = select <2 x i1> %c, <2 x float> %y, <2 x float> %x
  %nan = fcmp uno <2 x float> %z, %z
  %one = select <2 x i1> %nan, <2 x float> <float 0x7FF8000000000000, float 0x7FF8000000000000>, <2 x float> %z
  %bits = bitcast <2 x float> %one to <2 x i32>
  %z.w = bitcast <2 x i32> %bits to i64
  %r = zext i64 %z.w to i128
  ret i128 %r
}

define internal i128 @op.fcmp_ule(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <2 x float>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <2 x float>
  %c = fcmp ule <2 x float> %x, %y
  %z.w = bitcast <2 x i1> %c to i2
  %r = zext i2 %z.w to i128
  ret i128 %r
}

define internal i128 @op.select_ule(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <2 x float>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <2 x float>
  %c = fcmp ule <2 x float> %x, %y
  %z = select <2 x i1> %c, <2 x float> %y, <2 x float> %x
  %nan = fcmp uno <2 x float> %z, %z
  %one = select <2 x i1> %nan, <2 x float> <float 0x7FF8000000000000, float 0x7FF8000000000000>, <2 x float> %z
  %bits = bitcast <2 x float> %one to <2 x i32>
  %z.w = bitcast <2 x i32> %bits to i64
  %r = zext i64 %z.w to i128
  ret i128 %r
}

define internal i128 @op.fcmp_une(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <2 x float>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <2 x float>
  %c = fcmp une <2 x float> %x, %y
  %z.w = bitcast <2 x i1> %c to i2
  %r = zext i2 %z.w to i128
  ret i128 %r
}

define internal i128 @op.select_une(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <2 x float>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <2 x float>
  %c = fcmp une <2 x float> %x, %y
  %z = select <2 x i1> %c, <2 x float> %y, <2 x float> %x
  %nan = fcmp uno <2 x float> %z, %z
  %one = select <2 x i1> %nan, <2 x float> <float 0x7FF8000000000000, float 0x7FF8000000000000>, <2 x float> %z
  %bits = bitcast <2 x float> %one to <2 x i32>
  %z.w = bitcast <2 x i32> %bits to i64
  %r = zext i64 %z.w to i128
  ret i128 %r
}

define internal i128 @op.fcmp_uno(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <2 x float>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <2 x float>
  %c = fcmp uno <2 x float> %x, %y
  %z.w = bitcast <2 x i1> %c to i2
  %r = zext i2 %z.w to i128
  ret i128 %r
}

define internal i128 @op.select_uno(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <2 x float>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <2 x float>
  %c = fcmp uno <2 x float> %x, %y
  %z = select <2 x i1> %c, <2 x float> %y, <2 x float> %x
  %nan = fcmp uno <2 x float> %z, %z
  %one = select <2 x i1> %nan, <2 x float> <float 0x7FF8000000000000, float 0x7FF8000000000000>, <2 x float> %z
  %bits = bitcast <2 x float> %one to <2 x i32>
  %z.w = bitcast <2 x i32> %bits to i64
  %r = zext i64 %z.w to i128
  ret i128 %r
}

define internal i128 @op.fcmp_true(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <2 x float>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <2 x float>
  %c = fcmp true <2 x float> %x, %y
  %z.w = bitcast <2 x i1> %c to i2
  %r = zext i2 %z.w to i128
  ret i128 %r
}

define internal i128 @op.select_true(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <2 x float>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <2 x float>
  %c = fcmp true <2 x float> %x, %y
  %z = select <2 x i1> %c, <2 x float> %y, <2 x float> %x
  %nan = fcmp uno <2 x float> %z, %z
  %one = select <2 x i1> %nan, <2 x float> <float 0x7FF8000000000000, float 0x7FF8000000000000>, <2 x float> %z
  %bits = bitcast <2 x float> %one to <2 x i32>
  %z.w = bitcast <2 x i32> %bits to i64
  %r = zext i64 %z.w to i128
  ret i128 %r
}

define internal i128 @op.fptosi_sat_32(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <2 x float>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <2 x float>
  %c = call <2 x i32> @llvm.fptosi.sat.v2i32.v2f32(<2 x float> %x)
  %z.w = bitcast <2 x i32> %c to i64
  %r = zext i64 %z.w to i128
  ret i128 %r
}

define internal i128 @op.fptoui_sat_32(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <2 x float>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <2 x float>
  %c = call <2 x i32> @llvm.fptoui.sat.v2i32.v2f32(<2 x float> %x)
  %z.w = bitcast <2 x i32> %c to i64
  %r = zext i64 %z.w to i128
  ret i128 %r
}

define internal i128 @op.sitofp(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <2 x float>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <2 x float>
  %i = bitcast <2 x float> %x to <2 x i32>
  %z = sitofp <2 x i32> %i to <2 x float>
  %nan = fcmp uno <2 x float> %z, %z
  %one = select <2 x i1> %nan, <2 x float> <float 0x7FF8000000000000, float 0x7FF8000000000000>, <2 x float> %z
  %bits = bitcast <2 x float> %one to <2 x i32>
  %z.w = bitcast <2 x i32> %bits to i64
  %r = zext i64 %z.w to i128
  ret i128 %r
}

define internal i128 @op.uitofp(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <2 x float>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <2 x float>
  %i = bitcast <2 x float> %x to <2 x i32>
  %z = uitofp <2 x i32> %i to <2 x float>
  %nan = fcmp uno <2 x float> %z, %z
  %one = select <2 x i1> %nan, <2 x float> <float 0x7FF8000000000000, float 0x7FF8000000000000>, <2 x float> %z
  %bits = bitcast <2 x float> %one to <2 x i32>
  %z.w = bitcast <2 x i32> %bits to i64
  %r = zext i64 %z.w to i128
  ret i128 %r
}

define internal i128 @op.extract(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <2 x float>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <2 x float>
  %e = extractelement <2 x float> %x, i32 1
  %z = insertelement <2 x float> %y, float %e, i32 0
  %nan = fcmp uno <2 x float> %z, %z
  %one = select <2 x i1> %nan, <2 x float> <float 0x7FF8000000000000, float 0x7FF8000000000000>, <2 x float> %z
  %bits = bitcast <2 x float> %one to <2 x i32>
  %z.w = bitcast <2 x i32> %bits to i64
  %r = zext i64 %z.w to i128
  ret i128 %r
}

define internal i128 @op.splat(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <2 x float>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <2 x float>
  %e = extractelement <2 x float> %x, i32 0
  %u = insertelement <2 x float> poison, float %e, i32 0
  %w = shufflevector <2 x float> %u, <2 x float> poison, <2 x i32> zeroinitializer
  %z = fmul <2 x float> %w, %y
  %nan = fcmp uno <2 x float> %z, %z
  %one = select <2 x i1> %nan, <2 x float> <float 0x7FF8000000000000, float 0x7FF8000000000000>, <2 x float> %z
  %bits = bitcast <2 x float> %one to <2 x i32>
  %z.w = bitcast <2 x i32> %bits to i64
  %r = zext i64 %z.w to i128
  ret i128 %r
}

define internal i128 @op.reverse(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <2 x float>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <2 x float>
  %z = shufflevector <2 x float> %x, <2 x float> %y, <2 x i32> <i32 3, i32 1>
  %nan = fcmp uno <2 x float> %z, %z
  %one = select <2 x i1> %nan, <2 x float> <float 0x7FF8000000000000, float 0x7FF8000000000000>, <2 x float> %z
  %bits = bitcast <2 x float> %one to <2 x i32>
  %z.w = bitcast <2 x i32> %bits to i64
  %r = zext i64 %z.w to i128
  ret i128 %r
}
@name.fadd = private constant [5 x i8] c"fadd\00"
@name.fsub = private constant [5 x i8] c"fsub\00"
@name.fmul = private constant [5 x i8] c"fmul\00"
@name.fdiv = private constant [5 x i8] c"fdiv\00"
@name.fneg = private constant [5 x i8] c"fneg\00"
@name.fnmul = private constant [6 x i8] c"fnmul\00"
@name.constants = private constant [10 x i8] c"constants\00"
@name.fabs = private constant [5 x i8] c"fabs\00"
@name.sqrt = private constant [5 x i8] c"sqrt\00"
@name.floor = private constant [6 x i8] c"floor\00"
@name.ceil = private constant [5 x i8] c"ceil\00"
@name.trunc = private constant [6 x i8] c"trunc\00"
@name.rint = private constant [5 x i8] c"rint\00"
@name.nearbyint = private constant [10 x i8] c"nearbyint\00"
@name.round = private constant [6 x i8] c"round\00"
@name.roundeven = private constant [10 x i8] c"roundeven\00"
@name.copysign = private constant [9 x i8] c"copysign\00"
@name.minimum = private constant [8 x i8] c"minimum\00"
@name.maximum = private constant [8 x i8] c"maximum\00"
@name.minnum = private constant [7 x i8] c"minnum\00"
@name.maxnum = private constant [7 x i8] c"maxnum\00"
@name.fma = private constant [4 x i8] c"fma\00"
@name.fms = private constant [4 x i8] c"fms\00"
@name.fnma = private constant [5 x i8] c"fnma\00"
@name.fcmp_false = private constant [11 x i8] c"fcmp_false\00"
@name.select_false = private constant [13 x i8] c"select_false\00"
@name.fcmp_oeq = private constant [9 x i8] c"fcmp_oeq\00"
@name.select_oeq = private constant [11 x i8] c"select_oeq\00"
@name.fcmp_ogt = private constant [9 x i8] c"fcmp_ogt\00"
@name.select_ogt = private constant [11 x i8] c"select_ogt\00"
@name.fcmp_oge = private constant [9 x i8] c"fcmp_oge\00"
@name.select_oge = private constant [11 x i8] c"select_oge\00"
@name.fcmp_olt = private constant [9 x i8] c"fcmp_olt\00"
@name.select_olt = private constant [11 x i8] c"select_olt\00"
@name.fcmp_ole = private constant [9 x i8] c"fcmp_ole\00"
@name.select_ole = private constant [11 x i8] c"select_ole\00"
@name.fcmp_one = private constant [9 x i8] c"fcmp_one\00"
@name.select_one = private constant [11 x i8] c"select_one\00"
@name.fcmp_ord = private constant [9 x i8] c"fcmp_ord\00"
@name.select_ord = private constant [11 x i8] c"select_ord\00"
@name.fcmp_ueq = private constant [9 x i8] c"fcmp_ueq\00"
@name.select_ueq = private constant [11 x i8] c"select_ueq\00"
@name.fcmp_ugt = private constant [9 x i8] c"fcmp_ugt\00"
@name.select_ugt = private constant [11 x i8] c"select_ugt\00"
@name.fcmp_uge = private constant [9 x i8] c"fcmp_uge\00"
@name.select_uge = private constant [11 x i8] c"select_uge\00"
@name.fcmp_ult = private constant [9 x i8] c"fcmp_ult\00"
@name.select_ult = private constant [11 x i8] c"select_ult\00"
@name.fcmp_ule = private constant [9 x i8] c"fcmp_ule\00"
@name.select_ule = private constant [11 x i8] c"select_ule\00"
@name.fcmp_une = private constant [9 x i8] c"fcmp_une\00"
@name.select_une = private constant [11 x i8] c"select_une\00"
@name.fcmp_uno = private constant [9 x i8] c"fcmp_uno\00"
@name.select_uno = private constant [11 x i8] c"select_uno\00"
@name.fcmp_true = private constant [10 x i8] c"fcmp_true\00"
@name.select_true = private constant [12 x i8] c"select_true\00"
@name.fptosi_sat_32 = private constant [14 x i8] c"fptosi_sat_32\00"
@name.fptoui_sat_32 = private constant [14 x i8] c"fptoui_sat_32\00"
@name.sitofp = private constant [7 x i8] c"sitofp\00"
@name.uitofp = private constant [7 x i8] c"uitofp\00"
@name.extract = private constant [8 x i8] c"extract\00"
@name.splat = private constant [6 x i8] c"splat\00"
@name.reverse = private constant [8 x i8] c"reverse\00"

declare <2 x float> @llvm.ceil.v2f32(<2 x float>)
declare <2 x float> @llvm.copysign.v2f32(<2 x float>, <2 x float>)
declare <2 x float> @llvm.fabs.v2f32(<2 x float>)
declare <2 x float> @llvm.floor.v2f32(<2 x float>)
declare <2 x float> @llvm.fma.v2f32(<2 x float>, <2 x float>, <2 x float>)
declare <2 x float> @llvm.maximum.v2f32(<2 x float>, <2 x float>)
declare <2 x float> @llvm.maxnum.v2f32(<2 x float>, <2 x float>)
declare <2 x float> @llvm.minimum.v2f32(<2 x float>, <2 x float>)
declare <2 x float> @llvm.minnum.v2f32(<2 x float>, <2 x float>)
declare <2 x float> @llvm.nearbyint.v2f32(<2 x float>)
declare <2 x float> @llvm.rint.v2f32(<2 x float>)
declare <2 x float> @llvm.round.v2f32(<2 x float>)
declare <2 x float> @llvm.roundeven.v2f32(<2 x float>)
declare <2 x float> @llvm.sqrt.v2f32(<2 x float>)
declare <2 x float> @llvm.trunc.v2f32(<2 x float>)
declare <2 x i32> @llvm.fptosi.sat.v2i32.v2f32(<2 x float>)
declare <2 x i32> @llvm.fptoui.sat.v2i32.v2f32(<2 x float>)

define i32 @main() {
  call void @run(ptr @name.fadd, ptr @op.fadd)
  call void @run(ptr @name.fsub, ptr @op.fsub)
  call void @run(ptr @name.fmul, ptr @op.fmul)
  call void @run(ptr @name.fdiv, ptr @op.fdiv)
  call void @run(ptr @name.fneg, ptr @op.fneg)
  call void @run(ptr @name.fnmul, ptr @op.fnmul)
  call void @run(ptr @name.constants, ptr @op.constants)
  call void @run(ptr @name.fabs, ptr @op.fabs)
  call void @run(ptr @name.sqrt, ptr @op.sqrt)
  call void @run(ptr @name.floor, ptr @op.floor)
  call void @run(ptr @name.ceil, ptr @op.ceil)
  call void @run(ptr @name.trunc, ptr @op.trunc)
  call void @run(ptr @name.rint, ptr @op.rint)
  call void @run(ptr @name.nearbyint, ptr @op.nearbyint)
  call void @run(ptr @name.round, ptr @op.round)
  call void @run(ptr @name.roundeven, ptr @op.roundeven)
  call void @run(ptr @name.copysign, ptr @op.copysign)
  call void @run(ptr @name.minimum, ptr @op.minimum)
  call void @run(ptr @name.maximum, ptr @op.maximum)
  call void @run(ptr @name.minnum, ptr @op.minnum)
  call void @run(ptr @name.maxnum, ptr @op.maxnum)
  call void @run(ptr @name.fma, ptr @op.fma)
  call void @run(ptr @name.fms, ptr @op.fms)
  call void @run(ptr @name.fnma, ptr @op.fnma)
  call void @run(ptr @name.fcmp_false, ptr @op.fcmp_false)
  call void @run(ptr @name.select_false, ptr @op.select_false)
  call void @run(ptr @name.fcmp_oeq, ptr @op.fcmp_oeq)
  call void @run(ptr @name.select_oeq, ptr @op.select_oeq)
  call void @run(ptr @name.fcmp_ogt, ptr @op.fcmp_ogt)
  call void @run(ptr @name.select_ogt, ptr @op.select_ogt)
  call void @run(ptr @name.fcmp_oge, ptr @op.fcmp_oge)
  call void @run(ptr @name.select_oge, ptr @op.select_oge)
  call void @run(ptr @name.fcmp_olt, ptr @op.fcmp_olt)
  call void @run(ptr @name.select_olt, ptr @op.select_olt)
  call void @run(ptr @name.fcmp_ole, ptr @op.fcmp_ole)
  call void @run(ptr @name.select_ole, ptr @op.select_ole)
  call void @run(ptr @name.fcmp_one, ptr @op.fcmp_one)
  call void @run(ptr @name.select_one, ptr @op.select_one)
  call void @run(ptr @name.fcmp_ord, ptr @op.fcmp_ord)
  call void @run(ptr @name.select_ord, ptr @op.select_ord)
  call void @run(ptr @name.fcmp_ueq, ptr @op.fcmp_ueq)
  call void @run(ptr @name.select_ueq, ptr @op.select_ueq)
  call void @run(ptr @name.fcmp_ugt, ptr @op.fcmp_ugt)
  call void @run(ptr @name.select_ugt, ptr @op.select_ugt)
  call void @run(ptr @name.fcmp_uge, ptr @op.fcmp_uge)
  call void @run(ptr @name.select_uge, ptr @op.select_uge)
  call void @run(ptr @name.fcmp_ult, ptr @op.fcmp_ult)
  call void @run(ptr @name.select_ult, ptr @op.select_ult)
  call void @run(ptr @name.fcmp_ule, ptr @op.fcmp_ule)
  call void @run(ptr @name.select_ule, ptr @op.select_ule)
  call void @run(ptr @name.fcmp_une, ptr @op.fcmp_une)
  call void @run(ptr @name.select_une, ptr @op.select_une)
  call void @run(ptr @name.fcmp_uno, ptr @op.fcmp_uno)
  call void @run(ptr @name.select_uno, ptr @op.select_uno)
  call void @run(ptr @name.fcmp_true, ptr @op.fcmp_true)
  call void @run(ptr @name.select_true, ptr @op.select_true)
  call void @run(ptr @name.fptosi_sat_32, ptr @op.fptosi_sat_32)
  call void @run(ptr @name.fptoui_sat_32, ptr @op.fptoui_sat_32)
  call void @run(ptr @name.sitofp, ptr @op.sitofp)
  call void @run(ptr @name.uitofp, ptr @op.uitofp)
  call void @run(ptr @name.extract, ptr @op.extract)
  call void @run(ptr @name.splat, ptr @op.splat)
  call void @run(ptr @name.reverse, ptr @op.reverse)
  ret i32 0
}
