; Reals: vectors of 3 float.
; Each operation is applied to all pairs of corners; a line of output is a digest of the results.
@corners = global [18 x i128] [i128 24604058294659012616666480640, i128 29402361546415669883185397760, i128 69016442799094985863928479744, i128 29548323328209744832988446720, i128 39422702168347969605320310784, i128 39459338757950074991652372480, i128 79073420016199435822977305805, i128 39536710020745975329204541122, i128 6879755139399726137, i128 39614081266310981917203234816, i128 19652298132842755105193197568, i128 59343750651653632206261260349, i128 19845726263999110174063267901, i128 59537178764381257597531573465, i128 19126173619871846100925264358, i128 1316401126245284569939968, i128 22774595681148756791757111296, i128 64063397037639122445855096832], align 16
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
  %a.n = trunc i128 %a to i96
  %x = bitcast i96 %a.n to <3 x float>
  %b.n = trunc i128 %b to i96
  %y = bitcast i96 %b.n to <3 x float>
  %z = fadd <3 x float> %x, %y
  %nan = fcmp uno <3 x float> %z, %z
  %one = select <3 x i1> %nan, <3 x float> <float 0x7FF8000000000000, float 0x7FF8000000000000, float 0x7FF8000000000000>, <3 x float> %z
  %bits = bitcast <3 x float> %one to <3 x i32>
  %z.w = bitcast <3 x i32> %bits to i96
  %r = zext i96 %z.w to i128
  ret i128 %r
}

define internal i128 @op.fsub(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i96
  %x = bitcast i96 %a.n to <3 x float>
  %b.n = trunc i128 %b to i96
  %y = bitcast i96 %b.n to <3 x float>
  %z = fsub <3 x float> %x, %y
  %nan = fcmp uno <3 x float> %z, %z
  %one = select <3 x i1> %nan, <3 x float> <float 0x7FF8000000000000, float 0x7FF8000000000000, float 0x7FF8000000000000>, <3 x float> %z
  %bits = bitcast <3 x float> %one to <3 x i32>
  %z.w = bitcast <3 x i32> %bits to i96
  %r = zext i96 %z.w to i128
  ret i128 %r
}

define internal i128 @op.fmul(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i96
  %x = bitcast i96 %a.n to <3 x float>
  %b.n = trunc i128 %b to i96
  %y = bitcast i96 %b.n to <3 x float>
  %z = fmul <3 x float> %x, %y
  %nan = fcmp uno <3 x float> %z, %z
  %one = select <3 x i1> %nan, <3 x float> <float 0x7FF8000000000000, float 0x7FF8000000000000, float 0x7FF8000000000000>, <3 x float> %z
  %bits = bitcast <3 x float> %one to <3 x i32>
  %z.w = bitcast <3 x i32> %bits to i96
  %r = zext i96 %z.w to i128
  ret i128 %r
}

define internal i128 @op.fdiv(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i96
  %x = bitcast i96 %a.n to <3 x float>
  %b.n = trunc i128 %b to i96
  %y = bitcast i96 %b.n to <3 x float>
  %z = fdiv <3 x float> %x, %y
  %nan = fcmp uno <3 x float> %z, %z
  %one = select <3 x i1> %nan, <3 x float> <float 0x7FF8000000000000, float 0x7FF8000000000000, float 0x7FF8000000000000>, <3 x float> %z
  %bits = bitcast <3 x float> %one to <3 x i32>
  %z.w = bitcast <3 x i32> %bits to i96
  %r = zext i96 %z.w to i128
  ret i128 %r
}

define internal i128 @op.fneg(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i96
  %x = bitcast i96 %a.n to <3 x float>
  %b.n = trunc i128 %b to i96
  %y = bitcast i96 %b.n to <3 x float>
  %z = fneg <3 x float> %x
  %nan = fcmp uno <3 x float> %z, %z
  %one = select <3 x i1> %nan, <3 x float> <float 0x7FF8000000000000, float 0x7FF8000000000000, float 0x7FF8000000000000>, <3 x float> %z
  %bits = bitcast <3 x float> %one to <3 x i32>
  %z.w = bitcast <3 x i32> %bits to i96
  %r = zext i96 %z.w to i128
  ret i128 %r
}

define internal i128 @op.fnmul(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i96
  %x = bitcast i96 %a.n to <3 x float>
  %b.n = trunc i128 %b to i96
  %y = bitcast i96 %b.n to <3 x float>
  %m = fmul <3 x float> %x, %y
  %z = fneg <3 x float> %m
  %nan = fcmp uno <3 x float> %z, %z
  %one = select <3 x i1> %nan, <3 x float> <float 0x7FF8000000000000, float 0x7FF8000000000000, float 0x7FF8000000000000>, <3 x float> %z
  %bits = bitcast <3 x float> %one to <3 x i32>
  %z.w = bitcast <3 x i32> %bits to i96
  %r = zext i96 %z.w to i128
  ret i128 %r
}

define internal i128 @op.constants(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i96
  %x = bitcast i96 %a.n to <3 x float>
  %b.n = trunc i128 %b to i96
  %y = bitcast i96 %b.n to <3 x float>
  %m = fmul <3 x float> %x, <float 5.000000e-01, float 5.000000e-01, float 5.000000e-01>
  %z = fadd <3 x float> %m, <float -3.000000e+00, float -3.000000e+00, float -3.000000e+00>
  %nan = fcmp uno <3 x float> %z, %z
  %one = select <3 x i1> %nan, <3 x float> <float 0x7FF8000000000000, float 0x7FF8000000000000, float 0x7FF8000000000000>, <3 x float> %z
  %bits = bitcast <3 x float> %one to <3 x i32>
  %z.w = bitcast <3 x i32> %bits to i96
  %r = zext i96 %z.w to i128
  ret i128 %r
}

define internal i128 @op.fabs(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i96
  %x = bitcast i96 %a.n to <3 x float>
  %b.n = trunc i128 %b to i96
  %y = bitcast i96 %b.n to <3 x float>
  %z = call <3 x float> @llvm.fabs.v3f32(<3 x float> %x)
  %nan = fcmp uno <3 x float> %z, %z
  %one = select <3 x i1> %nan, <3 x float> <float 0x7FF8000000000000, float 0x7FF8000000000000, float 0x7FF8000000000000>, <3 x float> %z
  %bits = bitcast <3 x float> %one to <3 x i32>
  %z.w = bitcast <3 x i32> %bits to i96
  %r = zext i96 %z.w to i128
  ret i128 %r
}

define internal i128 @op.sqrt(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i96
  %x = bitcast i96 %a.n to <3 x float>
  %b.n = trunc i128 %b to i96
  %y = bitcast i96 %b.n to <3 x float>
  %z = call <3 x float> @llvm.sqrt.v3f32(<3 x float> %x)
  %nan = fcmp uno <3 x float> %z, %z
  %one = select <3 x i1> %nan, <3 x float> <float 0x7FF8000000000000, float 0x7FF8000000000000, float 0x7FF8000000000000>, <3 x float> %z
  %bits = bitcast <3 x float> %one to <3 x i32>
  %z.w = bitcast <3 x i32> %bits to i96
  %r = zext i96 %z.w to i128
  ret i128 %r
}

define internal i128 @op.floor(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i96
  %x = bitcast i96 %a.n to <3 x float>
  %b.n = trunc i128 %b to i96
  %y = bitcast i96 %b.n to <3 x float>
  %z = call <3 x float> @llvm.floor.v3f32(<3 x float> %x)
  %nan = fcmp uno <3 x float> %z, %z
  %one = select <3 x i1> %nan, <3 x float> <float 0x7FF8000000000000, float 0x7FF8000000000000, float 0x7FF8000000000000>, <3 x float> %z
  %bits = bitcast <3 x float> %one to <3 x i32>
  %z.w = bitcast <3 x i32> %bits to i96
  %r = zext i96 %z.w to i128
  ret i128 %r
}

define internal i128 @op.ceil(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i96
  %x = bitcast i96 %a.n to <3 x float>
  %b.n = trunc i128 %b to i96
  %y = bitcast i96 %b.n to <3 x float>
  %z = call <3 x float> @llvm.ceil.v3f32(<3 x float> %x)
  %nan = fcmp uno <3 x float> %z, %z
  %one = select <3 x i1> %nan, <3 x float> <float 0x7FF8000000000000, float 0x7FF8000000000000, float 0x7FF8000000000000>, <3 x float> %z
  %bits = bitcast <3 x float> %one to <3 x i32>
  %z.w = bitcast <3 x i32> %bits to i96
  %r = zext i96 %z.w to i128
  ret i128 %r
}

define internal i128 @op.trunc(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i96
  %x = bitcast i96 %a.n to <3 x float>
  %b.n = trunc i128 %b to i96
  %y = bitcast i96 %b.n to <3 x float>
  %z = call <3 x float> @llvm.trunc.v3f32(<3 x float> %x)
  %nan = fcmp uno <3 x float> %z, %z
  %one = select <3 x i1> %nan, <3 x float> <float 0x7FF8000000000000, float 0x7FF8000000000000, float 0x7FF8000000000000>, <3 x float> %z
  %bits = bitcast <3 x float> %one to <3 x i32>
  %z.w = bitcast <3 x i32> %bits to i96
  %r = zext i96 %z.w to i128
  ret i128 %r
}

define internal i128 @op.rint(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i96
  %x = bitcast i96 %a.n to <3 x float>
  %b.n = trunc i128 %b to i96
  %y = bitcast i96 %b.n to <3 x float>
  %z = call <3 x float> @llvm.rint.v3f32(<3 x float> %x)
  %nan = fcmp uno <3 x float> %z, %z
  %one = select <3 x i1> %nan, <3 x float> <float 0x7FF8000000000000, float 0x7FF8000000000000, float 0x7FF8000000000000>, <3 x float> %z
  %bits = bitcast <3 x float> %one to <3 x i32>
  %z.w = bitcast <3 x i32> %bits to i96
  %r = zext i96 %z.w to i128
  ret i128 %r
}

define internal i128 @op.nearbyint(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i96
  %x = bitcast i96 %a.n to <3 x float>
  %b.n = trunc i128 %b to i96
  %y = bitcast i96 %b.n to <3 x float>
  %z = call <3 x float> @llvm.nearbyint.v3f32(<3 x float> %x)
  %nan = fcmp uno <3 x float> %z, %z
  %one = select <3 x i1> %nan, <3 x float> <float 0x7FF8000000000000, float 0x7FF8000000000000, float 0x7FF8000000000000>, <3 x float> %z
  %bits = bitcast <3 x float> %one to <3 x i32>
  %z.w = bitcast <3 x i32> %bits to i96
  %r = zext i96 %z.w to i128
  ret i128 %r
}

define internal i128 @op.round(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i96
  %x = bitcast i96 %a.n to <3 x float>
  %b.n = trunc i128 %b to i96
  %y = bitcast i96 %b.n to <3 x float>
  %z = call <3 x float> @llvm.round.v3f32(<3 x float> %x)
  %nan = fcmp uno <3 x float> %z, %z
  %one = select <3 x i1> %nan, <3 x float> <float 0x7FF8000000000000, float 0x7FF8000000000000, float 0x7FF8000000000000>, <3 x float> %z
  %bits = bitcast <3 x float> %one to <3 x i32>
  %z.w = bitcast <3 x i32> %bits to i96
  %r = zext i96 %z.w to i128
  ret i128 %r
}

define internal i128 @op.roundeven(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i96
  %x = bitcast i96 %a.n to <3 x float>
  %b.n = trunc i128 %b to i96
  %y = bitcast i96 %b.n to <3 x float>
  %z = call <3 x float> @llvm.roundeven.v3f32(<3 x float> %x)
  %nan = fcmp uno <3 x float> %z, %z
  %one = select <3 x i1> %nan, <3 x float> <float 0x7FF8000000000000, float 0x7FF8000000000000, float 0x7FF8000000000000>, <3 x float> %z
  %bits = bitcast <3 x float> %one to <3 x i32>
  %z.w = bitcast <3 x i32> %bits to i96
  %r = zext i96 %z.w to i128
  ret i128 %r
}

define internal i128 @op.copysign(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i96
  %x = bitcast i96 %a.n to <3 x float>
  %b.n = trunc i128 %b to i96
  %y = bitcast i96 %b.n to <3 x float>
  %z = call <3 x float> @llvm.copysign.v3f32(<3 x float> %x, <3 x float> %y)
  %nan = fcmp uno <3 x float> %z, %z
  %one = select <3 x i1> %nan, <3 x float> <float 0x7FF8000000000000, float 0x7FF8000000000000, float 0x7FF8000000000000>, <3 x float> %z
  %bits = bitcast <3 x float> %one to <3 x i32>
  %z.w = bitcast <3 x i32> %bits to i96
  %r = zext i96 %z.w to i128
  ret i128 %r
}

define internal i128 @op.minimum(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i96
  %x = bitcast i96 %a.n to <3 x float>
  %b.n = trunc i128 %b to i96
  %y = bitcast i96 %b.n to <3 x float>
  %z = call <3 x float> @llvm.minimum.v3f32(<3 x float> %x, <3 x float> %y)
  %nan = fcmp uno <3 x float> %z, %z
  %one = select <3 x i1> %nan, <3 x float> <float 0x7FF8000000000000, float 0x7FF8000000000000, float 0x7FF8000000000000>, <3 x float> %z
  %bits = bitcast <3 x float> %one to <3 x i32>
  %z.w = bitcast <3 x i32> %bits to i96
  %r = zext i96 %z.w to i128
  ret i128 %r
}

define internal i128 @op.maximum(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i96
  %x = bitcast i96 %a.n to <3 x float>
  %b.n = trunc i128 %b to i96
  %y = bitcast i96 %b.n to <3 x float>
  %z = call <3 x float> @llvm.maximum.v3f32(<3 x float> %x, <3 x float> %y)
  %nan = fcmp uno <3 x float> %z, %z
  %one = select <3 x i1> %nan, <3 x float> <float 0x7FF8000000000000, float 0x7FF8000000000000, float 0x7FF8000000000000>, <3 x float> %z
  %bits = bitcast <3 x float> %one to <3 x i32>
  %z.w = bitcast <3 x i32> %bits to i96
  %r = zext i96 %z.w to i128
  ret i128 %r
}

define internal i128 @op.minnum(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i96
  %x = bitcast i96 %a.n to <3 x float>
  %b.n = trunc i128 %b to i96
  %y = bitcast i96 %b.n to <3 x float>
  %m = call <3 x float> @llvm.minnum.v3f32(<3 x float> %x, <3 x float> %y)
  %z = fadd <3 x float> %m, <float 0.000000e+00, float 0.000000e+00, float 0.000000e+00>
  %nan = fcmp uno <3 x float> %z, %z
  %one = select <3 x i1> %nan, <3 x float> <float 0x7FF8000000000000, float 0x7FF8000000000000, float 0x7FF8000000000000>, <3 x float> %z
  %bits = bitcast <3 x float> %one to <3 x i32>
  %z.w = bitcast <3 x i32> %bits to i96
  %r = zext i96 %z.w to i128
  ret i128 %r
}

define internal i128 @op.maxnum(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i96
  %x = bitcast i96 %a.n to <3 x float>
  %b.n = trunc i128 %b to i96
  %y = bitcast i96 %b.n to <3 x float>
  %m = call <3 x float> @llvm.maxnum.v3f32(<3 x float> %x, <3 x float> %y)
  %z = fadd <3 x float> %m, <float 0.000000e+00, float 0.000000e+00, float 0.000000e+00>
  %nan = fcmp uno <3 x float> %z, %z
  %one = select <3 x i1> %nan, <3 x float> <float 0x7FF8000000000000, float 0x7FF8000000000000, float 0x7FF8000000000000>, <3 x float> %z
  %bits = bitcast <3 x float> %one to <3 x i32>
  %z.w = bitcast <3 x i32> %bits to i96
  %r = zext i96 %z.w to i128
  ret i128 %r
}

define internal i128 @op.fma(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i96
  %x = bitcast i96 %a.n to <3 x float>
  %b.n = trunc i128 %b to i96
  %y = bitcast i96 %b.n to <3 x float>
  %z = call <3 x float> @llvm.fma.v3f32(<3 x float> %x, <3 x float> %y, <3 x float> %x)
  %nan = fcmp uno <3 x float> %z, %z
  %one = select <3 x i1> %nan, <3 x float> <float 0x7FF8000000000000, float 0x7FF8000000000000, float 0x7FF8000000000000>, <3 x float> %z
  %bits = bitcast <3 x float> %one to <3 x i32>
  %z.w = bitcast <3 x i32> %bits to i96
  %r = zext i96 %z.w to i128
  ret i128 %r
}

define internal i128 @op.fms(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i96
  %x = bitcast i96 %a.n to <3 x float>
  %b.n = trunc i128 %b to i96
  %y = bitcast i96 %b.n to <3 x float>
  %n = fneg <3 x float> %y
  %z = call <3 x float> @llvm.fma.v3f32(<3 x float> %x, <3 x float> %y, <3 x float> %n)
  %nan = fcmp uno <3 x float> %z, %z
  %one = select <3 x i1> %nan, <3 x float> <float 0x7FF8000000000000, float 0x7FF8000000000000, float 0x7FF8000000000000>, <3 x float> %z
  %bits = bitcast <3 x float> %one to <3 x i32>
  %z.w = bitcast <3 x i32> %bits to i96
  %r = zext i96 %z.w to i128
  ret i128 %r
}

define internal i128 @op.fnma(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i96
  %x = bitcast i96 %a.n to <3 x float>
  %b.n = trunc i128 %b to i96
  %y = bitcast i96 %b.n to <3 x float>
  %n = fneg <3 x float> %y
  %z = call <3 x float> @llvm.fma.v3f32(<3 x float> %x, <3 x float> %n, <3 x float> %x)
  %nan = fcmp uno <3 x float> %z, %z
  %one = select <3 x i1> %nan, <3 x float> <float 0x7FF8000000000000, float 0x7FF8000000000000, float 0x7FF8000000000000>, <3 x float> %z
  %bits = bitcast <3 x float> %one to <3 x i32>
  %z.w = bitcast <3 x i32> %bits to i96
  %r = zext i96 %z.w to i128
  ret i128 %r
}

define internal i128 @op.fcmp_false(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i96
  %x = bitcast i96 %a.n to <3 x float>
  %b.n = trunc i128 %b to i96
  %y = bitcast i96 %b.n to <3 x float>
  %c = fcmp false <3 x float> %x, %y
  %z.w = bitcast <3 x i1> %c to i3
  %r = zext i3 %z.w to i128
  ret i128 %r
}

define internal i128 @op.select_false(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i96
  %x = bitcast i96 %a.n to <3 x float>
  %b.n = trunc i128 %b to i96
  %y = bitcast i96 %b.n to <3 x float>
  %c = fcmp false <3 x float> %x, %y
  %z = select <3 x i1> %c, <3 x float> %y, <3 x float> %x
  %nan = fcmp uno <3 x float> %z, %z
  %one = select <3 x i1> %nan, <3 x float> <float 0x7FF8000000000000, float 0x7FF8000000000000, float 0x7FF8000000000000>, <3 x float> %z
  %bits = bitcast <3 x float> %one to <3 x i32>
  %z.w = bitcast <3 x i32> %bits to i96
  %r = zext i96 %z.w to i128
  ret i128 %r
}

define internal i128 @op.fcmp_oeq(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i96
  %x = bitcast i96 %a.n to <3 x float>
  %b.n = trunc i128 %b to i96
  %y = bitcast i96 %b.n to <3 x float>
  %c = fcmp oeq <3 x float> %x, %y
  %z.w = bitcast <3 x i1> %c to i3
  %r = zext i3 %z.w to i128
  ret i128 %r
}

define internal i128 @op.select_oeq(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i96
  %x = bitcast i96 %a.n to <3 x float>
  %b.n = trunc i128 %b to i96
  %y = bitcast i96 %b.n to <3 x float>
  %c = fcmp oeq <3 x float> %x, %y
  %z = select <3 x i1> %c, <3 x float> %y, <3 x float> %x
  %nan = fcmp uno <3 x float> %z, %z
  %one = select <3 x i1> %nan, <3 x float> <float 0x7FF8000000000000, float 0x7FF8000000000000, float 0x7FF8000000000000>, <3 x float> %z
  %bits = bitcast <3 x float> %one to <3 x i32>
  %z.w = bitcast <3 x i32> %bits to i96
  %r = zext i96 %z.w to i128
  ret i128 %r
}

define internal i128 @op.fcmp_ogt(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i96
  %x = bitcast i96 %a.n to <3 x float>
  %b.n = trunc i128 %b to i96
  %y = bitcast i96 %b.n to <3 x float>
  %c = fcmp ogt <3 x float> %x, %y
  %z.w = bitcast <3 x i1> %c to i3
  %r = zext i3 %z.w to i128
  ret i128 %r
}

define internal i128 @op.select_ogt(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i96
  %x = bitcast i96 %a.n to <3 x float>
  %b.n = trunc i128 %b to i96
  %y = bitcast i96 %b.n to <3 x float>
  %c = fcmp ogt <3 x float> %x, %y
  %z = select <3 x i1> %c, <3 x float> %y, <3 x float> %x
  %nan = fcmp uno <3 x float> %z, %z
  %one = select <3 x i1> %nan, <3 x float> <float 0x7FF8000000000000, float 0x7FF8000000000000, float 0x7FF8000000000000>, <3 x float> %z
  %bits = bitcast <3 x float> %one to <3 x i32>
  %z.w = bitcast <3 x i32> %bits to i96
  %r = zext i96 %z.w to i128
  ret i128 %r
}

define internal i128 @op.fcmp_oge(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i96
  %x = bitcast i96 %a.n to <3 x float>
  %b.n = trunc i128 %b to i96
  %y = bitcast i96 %b.n to <3 x float>
  %c = fcmp oge <3 x float> %x, %y
  %z.w = bitcast <3 x i1> %c to i3
  %r = zext i3 %z.w to i128
  ret i128 %r
}

define internal i128 @op.select_oge(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i96
  %x = bitcast i96 %a.n to <3 x float>
  %b.n = trunc i128 %b to i96
  %y = bitcast i96 %b.n to <3 x float>
  %c = fcmp oge <3 x float> %x, %y
  %z = select <3 x i1> %c, <3 x float> %y, <3 x float> %x
  %nan = fcmp uno <3 x float> %z, %z
  %one = select <3 x i1> %nan, <3 x float> <float 0x7FF8000000000000, float 0x7FF8000000000000, float 0x7FF8000000000000>, <3 x float> %z
  %bits = bitcast <3 x float> %one to <3 x i32>
  %z.w = bitcast <3 x i32> %bits to i96
  %r = zext i96 %z.w to i128
  ret i128 %r
}

define internal i128 @op.fcmp_olt(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i96
  %x = bitcast i96 %a.n to <3 x float>
  %b.n = trunc i128 %b to i96
  %y = bitcast i96 %b.n to <3 x float>
  %c = fcmp olt <3 x float> %x, %y
  %z.w = bitcast <3 x i1> %c to i3
  %r = zext i3 %z.w to i128
  ret i128 %r
}

define internal i128 @op.select_olt(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i96
  %x = bitcast i96 %a.n to <3 x float>
  %b.n = trunc i128 %b to i96
  %y = bitcast i96 %b.n to <3 x float>
  %c = fcmp olt <3 x float> %x, %y
  %z = select <3 x i1> %c, <3 x float> %y, <3 x float> %x
  %nan = fcmp uno <3 x float> %z, %z
  %one = select <3 x i1> %nan, <3 x float> <float 0x7FF8000000000000, float 0x7FF8000000000000, float 0x7FF8000000000000>, <3 x float> %z
  %bits = bitcast <3 x float> %one to <3 x i32>
  %z.w = bitcast <3 x i32> %bits to i96
  %r = zext i96 %z.w to i128
  ret i128 %r
}

define internal i128 @op.fcmp_ole(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i96
  %x = bitcast i96 %a.n to <3 x float>
  %b.n = trunc i128 %b to i96
  %y = bitcast i96 %b.n to <3 x float>
  %c = fcmp ole <3 x float> %x, %y
  %z.w = bitcast <3 x i1> %c to i3
  %r = zext i3 %z.w to i128
  ret i128 %r
}

define internal i128 @op.select_ole(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i96
  %x = bitcast i96 %a.n to <3 x float>
  %b.n = trunc i128 %b to i96
  %y = bitcast i96 %b.n to <3 x float>
  %c = fcmp ole <3 x float> %x, %y
  %z = select <3 x i1> %c, <3 x float> %y, <3 x float> %x
  %nan = fcmp uno <3 x float> %z, %z
  %one = select <3 x i1> %nan, <3 x float> <float 0x7FF8000000000000, float 0x7FF8000000000000, float 0x7FF8000000000000>, <3 x float> %z
  %bits = bitcast <3 x float> %one to <3 x i32>
  %z.w = bitcast <3 x i32> %bits to i96
  %r = zext i96 %z.w to i128
  ret i128 %r
}

define internal i128 @op.fcmp_one(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i96
  %x = bitcast i96 %a.n to <3 x float>
  %b.n = trunc i128 %b to i96
  %y = bitcast i96 %b.n to <3 x float>
  %c = fcmp one <3 x float> %x, %y
  %z.w = bitcast <3 x i1> %c to i3
  %r = zext i3 %z.w to i128
  ret i128 %r
}

define internal i128 @op.select_one(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i96
  %x = bitcast i96 %a.n to <3 x float>
  %b.n = trunc i128 %b to i96
  %y = bitcast i96 %b.n to <3 x float>
  %c = fcmp one <3 x float> %x, %y
  %z = select <3 x i1> %c, <3 x float> %y, <3 x float> %x
  %nan = fcmp uno <3 x float> %z, %z
  %one = select <3 x i1> %nan, <3 x float> <float 0x7FF8000000000000, float 0x7FF8000000000000, float 0x7FF8000000000000>, <3 x float> %z
  %bits = bitcast <3 x float> %one to <3 x i32>
  %z.w = bitcast <3 x i32> %bits to i96
  %r = zext i96 %z.w to i128
  ret i128 %r
}

define internal i128 @op.fcmp_ord(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i96
  %x = bitcast i96 %a.n to <3 x float>
  %b.n = trunc i128 %b to i96
  %y = bitcast i96 %b.n to <3 x float>
  %c = fcmp ord <3 x float> %x, %y
  %z.w = bitcast <3 x i1> %c to i3
  %r = zext i3 %z.w to i128
  ret i128 %r
}

define internal i128 @op.select_ord(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i96
  %x = bitcast i96 %a.n to <3 x float>
  %b.n = trunc i128 %b to i96
  %y = bitcast i96 %b.n to <3 x float>
  %c = fcmp ord <3 x float> %x, %y
  %z = select <3 x i1> %c, <3 x float> %y, <3 x float> %x
  %nan = fcmp uno <3 x float> %z, %z
  %one = select <3 x i1> %nan, <3 x float> <float 0x7FF8000000000000, float 0x7FF8000000000000, float 0x7FF8000000000000>, <3 x float> %z
  %bits = bitcast <3 x float> %one to <3 x i32>
  %z.w = bitcast <3 x i32> %bits to i96
  %r = zext i96 %z.w to i128
  ret i128 %r
}

define internal i128 @op.fcmp_ueq(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i96
  %x = bitcast i96 %a.n to <3 x float>
  %b.n = trunc i128 %b to i96
  %y = bitcast i96 %b.n to <3 x float>
  %c = fcmp ueq <3 x float> %x, %y
  %z.w = bitcast <3 x i1> %c to i3
  %r = zext i3 %z.w to i128
  ret i128 %r
}

define internal i128 @op.select_ueq(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i96
  %x = bitcast i96 %a.n to <3 x float>
  %b.n = trunc i128 %b to i96
  %y = bitcast i96 %b.n to <3 x float>
  %c = fcmp ueq <3 x float> %x, %y
  %z = select <3 x i1> %c, <3 x float> %y, <3 x float> %x
  %nan = fcmp uno <3 x float> %z, %z
  %one = select <3 x i1> %nan, <3 x float> <float 0x7FF8000000000000, float 0x7FF8000000000000, float 0x7FF8000000000000>, <3 x float> %z
  %bits = bitcast <3 x float> %one to <3 x i32>
  %z.w = bitcast <3 x i32> %bits to i96
  %r = zext i96 %z.w to i128
  ret i128 %r
}

define internal i128 @op.fcmp_ugt(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i96
  %x = bitcast i96 %a.n to <3 x float>
  %b.n = trunc i128 %b to i96
  %y = bitcast i96 %b.n to <3 x float>
  %c = fcmp ugt <3 x float> %x, %y
  %z.w = bitcast <3 x i1> %c to i3
  %r = zext i3 %z.w to i128
  ret i128 %r
}

define internal i128 @op.select_ugt(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i96
  %x = bitcast i96 %a.n to <3 x float>
  %b.n = trunc i128 %b to i96
  %y = bitcast i96 %b.n to <3 x float>
  %c = fcmp ugt <3 x float> %x, %y
  %z = select <3 x i1> %c, <3 x float> %y, <3 x float> %x
  %nan = fcmp uno <3 x float> %z, %z
  %one = select <3 x i1> %nan, <3 x float> <float 0x7FF8000000000000, float 0x7FF8000000000000, float 0x7FF8000000000000>, <3 x float> %z
  %bits = bitcast <3 x float> %one to <3 x i32>
  %z.w = bitcast <3 x i32> %bits to i96
  %r = zext i96 %z.w to i128
  ret i128 %r
}

define internal i128 @op.fcmp_uge(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i96
  %x = bitcast i96 %a.n to <3 x float>
  %b.n = trunc i128 %b to i96
  %y = bitcast i96 %b.n to <3 x float>
  %c = fcmp uge <3 x float> %x, %y
  %z.w = bitcast <3 x i1> %c to i3
  %r = zext i3 %z.w to i128
  ret i128 %r
}

define internal i128 @op.select_uge(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i96
  %x = bitcast i96 %a.n to <3 x float>
  %b.n = trunc i128 %b to i96
  %y = bitcast i96 %b.n to <3 x float>
  %c = fcmp uge <3 x float> %x, %y
  %z = select <3 x i1> %c, <3 x float> %y, <3 x float> %x
  %nan = fcmp uno <3 x float> %z, %z
  %one = select <3 x i1> %nan, <3 x float> <float 0x7FF8000000000000, float 0x7FF8000000000000, float 0x7FF8000000000000>, <3 x float> %z
  %bits = bitcast <3 x float> %one to <3 x i32>
  %z.w = bitcast <3 x i32> %bits to i96
  %r = zext i96 %z.w to i128
  ret i128 %r
}

define internal i128 @op.fcmp_ult(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i96
  %x = bitcast i96 %a.n to <3 x float>
  %b.n = trunc i128 %b to i96
  %y = bitcast i96 %b.n to <3 x float>
  %c = fcmp ult <3 x float> %x, %y
  %z.w = bitcast <3 x i1> %c to i3
  %r = zext i3 %z.w to i128
  ret i128 %r
}

define internal i128 @op.select_ult(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i96
  %x = bitcast i96 %a.n to <3 x float>
  %b.n = trunc i128 %b to i96
  %y = bitcast i96 %b.n to <3 x float>
  %c = fcmp ult <3 x float> %x, %y
  %z = select <3 x i1> %c, <3 x float> %y, <3 x float> %x
  %nan = fcmp uno <3 x float> %z, %z
  %one = select <3 x i1> %nan, <3 x float> <float 0x7FF8000000000000, float 0x7FF8000000000000, float 0x7FF8000000000000>, <3 x float> %z
  %bits = bitcast <3 x float> %one to <3 x i32>
  %z.w = bitcast <3 x i32> %bits to i96
  %r = zext i96 %z.w to i128
  ret i128 %r
}

define internal i128 @op.fcmp_ule(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i96
  %x = bitcast i96 %a.n to <3 x float>
  %b.n = trunc i128 %b to i96
  %y = bitcast i96 %b.n to <3 x float>
  %c = fcmp ule <3 x float> %x, %y
  %z.w = bitcast <3 x i1> %c to i3
  %r = zext i3 %z.w to i128
  ret i128 %r
}

define internal i128 @op.select_ule(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i96
  %x = bitcast i96 %a.n to <3 x float>
  %b.n = trunc i128 %b to i96
  %y = bitcast i96 %b.n to <3 x float>
  %c = fcmp ule <3 x float> %x, %y
  %z = select <3 x i1> %c, <3 x float> %y, <3 x float> %x
  %nan = fcmp uno <3 x float> %z, %z
  %one = select <3 x i1> %nan, <3 x float> <float 0x7FF8000000000000, float 0x7FF8000000000000, float 0x7FF8000000000000>, <3 x float> %z
  %bits = bitcast <3 x float> %one to <3 x i32>
  %z.w = bitcast <3 x i32> %bits to i96
  %r = zext i96 %z.w to i128
  ret i128 %r
}

define internal i128 @op.fcmp_une(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i96
  %x = bitcast i96 %a.n to <3 x float>
  %b.n = trunc i128 %b to i96
  %y = bitcast i96 %b.n to <3 x float>
  %c = fcmp une <3 x float> %x, %y
  %z.w = bitcast <3 x i1> %c to i3
  %r = zext i3 %z.w to i128
  ret i128 %r
}

define internal i128 @op.select_une(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i96
  %x = bitcast i96 %a.n to <3 x float>
  %b.n = trunc i128 %b to i96
  %y = bitcast i96 %b.n to <3 x float>
  %c = fcmp une <3 x float> %x, %y
  %z = select <3 x i1> %c, <3 x float> %y, <3 x float> %x
  %nan = fcmp uno <3 x float> %z, %z
  %one = select <3 x i1> %nan, <3 x float> <float 0x7FF8000000000000, float 0x7FF8000000000000, float 0x7FF8000000000000>, <3 x float> %z
  %bits = bitcast <3 x float> %one to <3 x i32>
  %z.w = bitcast <3 x i32> %bits to i96
  %r = zext i96 %z.w to i128
  ret i128 %r
}

define internal i128 @op.fcmp_uno(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i96
  %x = bitcast i96 %a.n to <3 x float>
  %b.n = trunc i128 %b to i96
  %y = bitcast i96 %b.n to <3 x float>
  %c = fcmp uno <3 x float> %x, %y
  %z.w = bitcast <3 x i1> %c to i3
  %r = zext i3 %z.w to i128
  ret i128 %r
}

define internal i128 @op.select_uno(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i96
  %x = bitcast i96 %a.n to <3 x float>
  %b.n = trunc i128 %b to i96
  %y = bitcast i96 %b.n to <3 x float>
  %c = fcmp uno <3 x float> %x, %y
  %z = select <3 x i1> %c, <3 x float> %y, <3 x float> %x
  %nan = fcmp uno <3 x float> %z, %z
  %one = select <3 x i1> %nan, <3 x float> <float 0x7FF8000000000000, float 0x7FF8000000000000, float 0x7FF8000000000000>, <3 x float> %z
  %bits = bitcast <3 x float> %one to <3 x i32>
  %z.w = bitcast <3 x i32> %bits to i96
  %r = zext i96 %z.w to i128
  ret i128 %r
}

define internal i128 @op.fcmp_true(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i96
  %x = bitcast i96 %a.n to <3 x float>
  %b.n = trunc i128 %b to i96
  %y = bitcast i96 %b.n to <3 x float>
  %c = fcmp true <3 x float> %x, %y
  %z.w = bitcast <3 x i1> %c to i3
  %r = zext i3 %z.w to i128
  ret i128 %r
}

define internal i128 @op.select_true(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i96
  %x = bitcast i96 %a.n to <3 x float>
  %b.n = trunc i128 %b to i96
  %y = bitcast i96 %b.n to <3 x float>
  %c = fcmp true <3 x float> %x, %y
  %z = select <3 x i1> %c, <3 x float> %y, <3 x float> %x
  %nan = fcmp uno <3 x float> %z, %z
  %one = select <3 x i1> %nan, <3 x float> <float 0x7FF8000000000000, float 0x7FF8000000000000, float 0x7FF8000000000000>, <3 x float> %z
  %bits = bitcast <3 x float> %one to <3 x i32>
  %z.w = bitcast <3 x i32> %bits to i96
  %r = zext i96 %z.w to i128
  ret i128 %r
}

define internal i128 @op.fptosi_sat_32(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i96
  %x = bitcast i96 %a.n to <3 x float>
  %b.n = trunc i128 %b to i96
  %y = bitcast i96 %b.n to <3 x float>
  %c = call <3 x i32> @llvm.fptosi.sat.v3i32.v3f32(<3 x float> %x)
  %z.w = bitcast <3 x i32> %c to i96
  %r = zext i96 %z.w to i128
  ret i128 %r
}

define internal i128 @op.fptoui_sat_32(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i96
  %x = bitcast i96 %a.n to <3 x float>
  %b.n = trunc i128 %b to i96
  %y = bitcast i96 %b.n to <3 x float>
  %c = call <3 x i32> @llvm.fptoui.sat.v3i32.v3f32(<3 x float> %x)
  %z.w = bitcast <3 x i32> %c to i96
  %r = zext i96 %z.w to i128
  ret i128 %r
}

define internal i128 @op.sitofp(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i96
  %x = bitcast i96 %a.n to <3 x float>
  %b.n = trunc i128 %b to i96
  %y = bitcast i96 %b.n to <3 x float>
  %i = bitcast <3 x float> %x to <3 x i32>
  %z = sitofp <3 x i32> %i to <3 x float>
  %nan = fcmp uno <3 x float> %z, %z
  %one = select <3 x i1> %nan, <3 x float> <float 0x7FF8000000000000, float 0x7FF8000000000000, float 0x7FF8000000000000>, <3 x float> %z
  %bits = bitcast <3 x float> %one to <3 x i32>
  %z.w = bitcast <3 x i32> %bits to i96
  %r = zext i96 %z.w to i128
  ret i128 %r
}

define internal i128 @op.uitofp(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i96
  %x = bitcast i96 %a.n to <3 x float>
  %b.n = trunc i128 %b to i96
  %y = bitcast i96 %b.n to <3 x float>
  %i = bitcast <3 x float> %x to <3 x i32>
  %z = uitofp <3 x i32> %i to <3 x float>
  %nan = fcmp uno <3 x float> %z, %z
  %one = select <3 x i1> %nan, <3 x float> <float 0x7FF8000000000000, float 0x7FF8000000000000, float 0x7FF8000000000000>, <3 x float> %z
  %bits = bitcast <3 x float> %one to <3 x i32>
  %z.w = bitcast <3 x i32> %bits to i96
  %r = zext i96 %z.w to i128
  ret i128 %r
}

define internal i128 @op.extract(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i96
  %x = bitcast i96 %a.n to <3 x float>
  %b.n = trunc i128 %b to i96
  %y = bitcast i96 %b.n to <3 x float>
  %e = extractelement <3 x float> %x, i32 2
  %z = insertelement <3 x float> %y, float %e, i32 0
  %nan = fcmp uno <3 x float> %z, %z
  %one = select <3 x i1> %nan, <3 x float> <float 0x7FF8000000000000, float 0x7FF8000000000000, float 0x7FF8000000000000>, <3 x float> %z
  %bits = bitcast <3 x float> %one to <3 x i32>
  %z.w = bitcast <3 x i32> %bits to i96
  %r = zext i96 %z.w to i128
  ret i128 %r
}

define internal i128 @op.splat(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i96
  %x = bitcast i96 %a.n to <3 x float>
  %b.n = trunc i128 %b to i96
  %y = bitcast i96 %b.n to <3 x float>
  %e = extractelement <3 x float> %x, i32 0
  %u = insertelement <3 x float> poison, float %e, i32 0
  %w = shufflevector <3 x float> %u, <3 x float> poison, <3 x i32> zeroinitializer
  %z = fmul <3 x float> %w, %y
  %nan = fcmp uno <3 x float> %z, %z
  %one = select <3 x i1> %nan, <3 x float> <float 0x7FF8000000000000, float 0x7FF8000000000000, float 0x7FF8000000000000>, <3 x float> %z
  %bits = bitcast <3 x float> %one to <3 x i32>
  %z.w = bitcast <3 x i32> %bits to i96
  %r = zext i96 %z.w to i128
  ret i128 %r
}

define internal i128 @op.reverse(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i96
  %x = bitcast i96 %a.n to <3 x float>
  %b.n = trunc i128 %b to i96
  %y = bitcast i96 %b.n to <3 x float>
  %z = shufflevector <3 x float> %x, <3 x float> %y, <3 x i32> <i32 5, i32 3, i32 1>
  %nan = fcmp uno <3 x float> %z, %z
  %one = select <3 x i1> %nan, <3 x float> <float 0x7FF8000000000000, float 0x7FF8000000000000, float 0x7FF8000000000000>, <3 x float> %z
  %bits = bitcast <3 x float> %one to <3 x i32>
  %z.w = bitcast <3 x i32> %bits to i96
  %r = zext i96 %z.w to i128
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

declare <3 x float> @llvm.ceil.v3f32(<3 x float>)
declare <3 x float> @llvm.copysign.v3f32(<3 x float>, <3 x float>)
declare <3 x float> @llvm.fabs.v3f32(<3 x float>)
declare <3 x float> @llvm.floor.v3f32(<3 x float>)
declare <3 x float> @llvm.fma.v3f32(<3 x float>, <3 x float>, <3 x float>)
declare <3 x float> @llvm.maximum.v3f32(<3 x float>, <3 x float>)
declare <3 x float> @llvm.maxnum.v3f32(<3 x float>, <3 x float>)
declare <3 x float> @llvm.minimum.v3f32(<3 x float>, <3 x float>)
declare <3 x float> @llvm.minnum.v3f32(<3 x float>, <3 x float>)
declare <3 x float> @llvm.nearbyint.v3f32(<3 x float>)
declare <3 x float> @llvm.rint.v3f32(<3 x float>)
declare <3 x float> @llvm.round.v3f32(<3 x float>)
declare <3 x float> @llvm.roundeven.v3f32(<3 x float>)
declare <3 x float> @llvm.sqrt.v3f32(<3 x float>)
declare <3 x float> @llvm.trunc.v3f32(<3 x float>)
declare <3 x i32> @llvm.fptosi.sat.v3i32.v3f32(<3 x float>)
declare <3 x i32> @llvm.fptoui.sat.v3i32.v3f32(<3 x float>)

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
