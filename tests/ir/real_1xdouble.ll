; Reals: vectors of 1 double.
; Each operation is applied to all pairs of corners; a line of output is a digest of the results.
@corners = global [18 x i128] [i128 0, i128 9223372036854775808, i128 4607182418800017408, i128 13832806255468478464, i128 4612811918334230528, i128 13838435755002691584, i128 4591870180066957722, i128 20240225330731, i128 4728057454355546112, i128 13970166044104327168, i128 4751297606875873280, i128 4890946611321988160, i128 14114318648176763968, i128 4895194658196988160, i128 9094988921128908188, i128 9218868437227405312, i128 18442240474082181120, i128 9221120237041090560], align 16
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
  %x = bitcast i64 %a.n to <1 x double>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <1 x double>
  %z = fadd <1 x double> %x, %y
  %nan = fcmp uno <1 x double> %z, %z
  %one = select <1 x i1> %nan, <1 x double> <double 0x7FF8000000000000>, <1 x double> %z
  %bits = bitcast <1 x double> %one to <1 x i64>
  %z.w = bitcast <1 x i64> %bits to i64
  %r = zext i64 %z.w to i128
  ret i128 %r
}

define internal i128 @op.fsub(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <1 x double>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <1 x double>
  %z = fsub <1 x double> %x, %y
  %nan = fcmp uno <1 x double> %z, %z
  %one = select <1 x i1> %nan, <1 x double> <double 0x7FF8000000000000>, <1 x double> %z
  %bits = bitcast <1 x double> %one to <1 x i64>
  %z.w = bitcast <1 x i64> %bits to i64
  %r = zext i64 %z.w to i128
  ret i128 %r
}

define internal i128 @op.fmul(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <1 x double>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <1 x double>
  %z = fmul <1 x double> %x, %y
  %nan = fcmp uno <1 x double> %z, %z
  %one = select <1 x i1> %nan, <1 x double> <double 0x7FF8000000000000>, <1 x double> %z
  %bits = bitcast <1 x double> %one to <1 x i64>
  %z.w = bitcast <1 x i64> %bits to i64
  %r = zext i64 %z.w to i128
  ret i128 %r
}

define internal i128 @op.fdiv(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <1 x double>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <1 x double>
  %z = fdiv <1 x double> %x, %y
  %nan = fcmp uno <1 x double> %z, %z
  %one = select <1 x i1> %nan, <1 x double> <double 0x7FF8000000000000>, <1 x double> %z
  %bits = bitcast <1 x double> %one to <1 x i64>
  %z.w = bitcast <1 x i64> %bits to i64
  %r = zext i64 %z.w to i128
  ret i128 %r
}

define internal i128 @op.fneg(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <1 x double>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <1 x double>
  %z = fneg <1 x double> %x
  %nan = fcmp uno <1 x double> %z, %z
  %one = select <1 x i1> %nan, <1 x double> <double 0x7FF8000000000000>, <1 x double> %z
  %bits = bitcast <1 x double> %one to <1 x i64>
  %z.w = bitcast <1 x i64> %bits to i64
  %r = zext i64 %z.w to i128
  ret i128 %r
}

define internal i128 @op.fnmul(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <1 x double>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <1 x double>
  %m = fmul <1 x double> %x, %y
  %z = fneg <1 x double> %m
  %nan = fcmp uno <1 x double> %z, %z
  %one = select <1 x i1> %nan, <1 x double> <double 0x7FF8000000000000>, <1 x double> %z
  %bits = bitcast <1 x double> %one to <1 x i64>
  %z.w = bitcast <1 x i64> %bits to i64
  %r = zext i64 %z.w to i128
  ret i128 %r
}

define internal i128 @op.constants(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <1 x double>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <1 x double>
  %m = fmul <1 x double> %x, <double 5.000000e-01>
  %z = fadd <1 x double> %m, <double -3.000000e+00>
  %nan = fcmp uno <1 x double> %z, %z
  %one = select <1 x i1> %nan, <1 x double> <double 0x7FF8000000000000>, <1 x double> %z
  %bits = bitcast <1 x double> %one to <1 x i64>
  %z.w = bitcast <1 x i64> %bits to i64
  %r = zext i64 %z.w to i128
  ret i128 %r
}

define internal i128 @op.fabs(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <1 x double>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <1 x double>
  %z = call <1 x double> @llvm.fabs.v1f64(<1 x double> %x)
  %nan = fcmp uno <1 x double> %z, %z
  %one = select <1 x i1> %nan, <1 x double> <double 0x7FF8000000000000>, <1 x double> %z
  %bits = bitcast <1 x double> %one to <1 x i64>
  %z.w = bitcast <1 x i64> %bits to i64
  %r = zext i64 %z.w to i128
  ret i128 %r
}

define internal i128 @op.sqrt(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <1 x double>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <1 x double>
  %z = call <1 x double> @llvm.sqrt.v1f64(<1 x double> %x)
  %nan = fcmp uno <1 x double> %z, %z
  %one = select <1 x i1> %nan, <1 x double> <double 0x7FF8000000000000>, <1 x double> %z
  %bits = bitcast <1 x double> %one to <1 x i64>
  %z.w = bitcast <1 x i64> %bits to i64
  %r = zext i64 %z.w to i128
  ret i128 %r
}

define internal i128 @op.floor(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <1 x double>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <1 x double>
  %z = call <1 x double> @llvm.floor.v1f64(<1 x double> %x)
  %nan = fcmp uno <1 x double> %z, %z
  %one = select <1 x i1> %nan, <1 x double> <double 0x7FF8000000000000>, <1 x double> %z
  %bits = bitcast <1 x double> %one to <1 x i64>
  %z.w = bitcast <1 x i64> %bits to i64
  %r = zext i64 %z.w to i128
  ret i128 %r
}

define internal i128 @op.ceil(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <1 x double>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <1 x double>
  %z = call <1 x double> @llvm.ceil.v1f64(<1 x double> %x)
  %nan = fcmp uno <1 x double> %z, %z
  %one = select <1 x i1> %nan, <1 x double> <double 0x7FF8000000000000>, <1 x double> %z
  %bits = bitcast <1 x double> %one to <1 x i64>
  %z.w = bitcast <1 x i64> %bits to i64
  %r = zext i64 %z.w to i128
  ret i128 %r
}

define internal i128 @op.trunc(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <1 x double>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <1 x double>
  %z = call <1 x double> @llvm.trunc.v1f64(<1 x double> %x)
  %nan = fcmp uno <1 x double> %z, %z
  %one = select <1 x i1> %nan, <1 x double> <double 0x7FF8000000000000>, <1 x double> %z
  %bits = bitcast <1 x double> %one to <1 x i64>
  %z.w = bitcast <1 x i64> %bits to i64
  %r = zext i64 %z.w to i128
  ret i128 %r
}

define internal i128 @op.rint(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <1 x double>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <1 x double>
  %z = call <1 x double> @llvm.rint.v1f64(<1 x double> %x)
  %nan = fcmp uno <1 x double> %z, %z
  %one = select <1 x i1> %nan, <1 x double> <double 0x7FF8000000000000>, <1 x double> %z
  %bits = bitcast <1 x double> %one to <1 x i64>
  %z.w = bitcast <1 x i64> %bits to i64
  %r = zext i64 %z.w to i128
  ret i128 %r
}

define internal i128 @op.nearbyint(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <1 x double>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <1 x double>
  %z = call <1 x double> @llvm.nearbyint.v1f64(<1 x double> %x)
  %nan = fcmp uno <1 x double> %z, %z
  %one = select <1 x i1> %nan, <1 x double> <double 0x7FF8000000000000>, <1 x double> %z
  %bits = bitcast <1 x double> %one to <1 x i64>
  %z.w = bitcast <1 x i64> %bits to i64
  %r = zext i64 %z.w to i128
  ret i128 %r
}

define internal i128 @op.round(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <1 x double>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <1 x double>
  %z = call <1 x double> @llvm.round.v1f64(<1 x double> %x)
  %nan = fcmp uno <1 x double> %z, %z
  %one = select <1 x i1> %nan, <1 x double> <double 0x7FF8000000000000>, <1 x double> %z
  %bits = bitcast <1 x double> %one to <1 x i64>
  %z.w = bitcast <1 x i64> %bits to i64
  %r = zext i64 %z.w to i128
  ret i128 %r
}

define internal i128 @op.roundeven(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <1 x double>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <1 x double>
  %z = call <1 x double> @llvm.roundeven.v1f64(<1 x double> %x)
  %nan = fcmp uno <1 x double> %z, %z
  %one = select <1 x i1> %nan, <1 x double> <double 0x7FF8000000000000>, <1 x double> %z
  %bits = bitcast <1 x double> %one to <1 x i64>
  %z.w = bitcast <1 x i64> %bits to i64
  %r = zext i64 %z.w to i128
  ret i128 %r
}

define internal i128 @op.copysign(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <1 x double>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <1 x double>
  %z = call <1 x double> @llvm.copysign.v1f64(<1 x double> %x, <1 x double> %y)
  %nan = fcmp uno <1 x double> %z, %z
  %one = select <1 x i1> %nan, <1 x double> <double 0x7FF8000000000000>, <1 x double> %z
  %bits = bitcast <1 x double> %one to <1 x i64>
  %z.w = bitcast <1 x i64> %bits to i64
  %r = zext i64 %z.w to i128
  ret i128 %r
}

define internal i128 @op.minimum(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <1 x double>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <1 x double>
  %z = call <1 x double> @llvm.minimum.v1f64(<1 x double> %x, <1 x double> %y)
  %nan = fcmp uno <1 x double> %z, %z
  %one = select <1 x i1> %nan, <1 x double> <double 0x7FF8000000000000>, <1 x double> %z
  %bits = bitcast <1 x double> %one to <1 x i64>
  %z.w = bitcast <1 x i64> %bits to i64
  %r = zext i64 %z.w to i128
  ret i128 %r
}

define internal i128 @op.maximum(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <1 x double>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <1 x double>
  %z = call <1 x double> @llvm.maximum.v1f64(<1 x double> %x, <1 x double> %y)
  %nan = fcmp uno <1 x double> %z, %z
  %one = select <1 x i1> %nan, <1 x double> <double 0x7FF8000000000000>, <1 x double> %z
  %bits = bitcast <1 x double> %one to <1 x i64>
  %z.w = bitcast <1 x i64> %bits to i64
  %r = zext i64 %z.w to i128
  ret i128 %r
}

define internal i128 @op.minnum(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <1 x double>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <1 x double>
  %m = call <1 x double> @llvm.minnum.v1f64(<1 x double> %x, <1 x double> %y)
  %z = fadd <1 x double> %m, <double 0.000000e+00>
  %nan = fcmp uno <1 x double> %z, %z
  %one = select <1 x i1> %nan, <1 x double> <double 0x7FF8000000000000>, <1 x double> %z
  %bits = bitcast <1 x double> %one to <1 x i64>
  %z.w = bitcast <1 x i64> %bits to i64
  %r = zext i64 %z.w to i128
  ret i128 %r
}

define internal i128 @op.maxnum(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <1 x double>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <1 x double>
  %m = call <1 x double> @llvm.maxnum.v1f64(<1 x double> %x, <1 x double> %y)
  %z = fadd <1 x double> %m, <double 0.000000e+00>
  %nan = fcmp uno <1 x double> %z, %z
  %one = select <1 x i1> %nan, <1 x double> <double 0x7FF8000000000000>, <1 x double> %z
  %bits = bitcast <1 x double> %one to <1 x i64>
  %z.w = bitcast <1 x i64> %bits to i64
  %r = zext i64 %z.w to i128
  ret i128 %r
}

define internal i128 @op.fma(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <1 x double>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <1 x double>
  %z = call <1 x double> @llvm.fma.v1f64(<1 x double> %x, <1 x double> %y, <1 x double> %x)
  %nan = fcmp uno <1 x double> %z, %z
  %one = select <1 x i1> %nan, <1 x double> <double 0x7FF8000000000000>, <1 x double> %z
  %bits = bitcast <1 x double> %one to <1 x i64>
  %z.w = bitcast <1 x i64> %bits to i64
  %r = zext i64 %z.w to i128
  ret i128 %r
}

define internal i128 @op.fms(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <1 x double>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <1 x double>
  %n = fneg <1 x double> %y
  %z = call <1 x double> @llvm.fma.v1f64(<1 x double> %x, <1 x double> %y, <1 x double> %n)
  %nan = fcmp uno <1 x double> %z, %z
  %one = select <1 x i1> %nan, <1 x double> <double 0x7FF8000000000000>, <1 x double> %z
  %bits = bitcast <1 x double> %one to <1 x i64>
  %z.w = bitcast <1 x i64> %bits to i64
  %r = zext i64 %z.w to i128
  ret i128 %r
}

define internal i128 @op.fnma(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <1 x double>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <1 x double>
  %n = fneg <1 x double> %y
  %z = call <1 x double> @llvm.fma.v1f64(<1 x double> %x, <1 x double> %n, <1 x double> %x)
  %nan = fcmp uno <1 x double> %z, %z
  %one = select <1 x i1> %nan, <1 x double> <double 0x7FF8000000000000>, <1 x double> %z
  %bits = bitcast <1 x double> %one to <1 x i64>
  %z.w = bitcast <1 x i64> %bits to i64
  %r = zext i64 %z.w to i128
  ret i128 %r
}

define internal i128 @op.fcmp_false(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <1 x double>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <1 x double>
  %c = fcmp false <1 x double> %x, %y
  %z.w = bitcast <1 x i1> %c to i1
  %r = zext i1 %z.w to i128
  ret i128 %r
}

define internal i128 @op.select_false(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <1 x double>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <1 x double>
  %c = fcmp false <1 x double> %x, %y
  %z = select <1 x i1> %c, <1 x double> %y, <1 x double> %x
  %nan = fcmp uno <1 x double> %z, %z
  %one = select <1 x i1> %nan, <1 x double> <double 0x7FF8000000000000>, <1 x double> %z
  %bits = bitcast <1 x double> %one to <1 x i64>
  %z.w = bitcast <1 x i64> %bits to i64
  %r = zext i64 %z.w to i128
  ret i128 %r
}

define internal i128 @op.fcmp_oeq(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <1 x double>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <1 x double>
  %c = fcmp oeq <1 x double> %x, %y
  %z.w = bitcast <1 x i1> %c to i1
  %r = zext i1 %z.w to i128
  ret i128 %r
}

define internal i128 @op.select_oeq(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <1 x double>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <1 x double>
  %c = fcmp oeq <1 x double> %x, %y
  %z = select <1 x i1> %c, <1 x double> %y, <1 x double> %x
  %nan = fcmp uno <1 x double> %z, %z
  %one = select <1 x i1> %nan, <1 x double> <double 0x7FF8000000000000>, <1 x double> %z
  %bits = bitcast <1 x double> %one to <1 x i64>
  %z.w = bitcast <1 x i64> %bits to i64
  %r = zext i64 %z.w to i128
  ret i128 %r
}

define internal i128 @op.fcmp_ogt(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <1 x double>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <1 x double>
  %c = fcmp ogt <1 x double> %x, %y
  %z.w = bitcast <1 x i1> %c to i1
  %r = zext i1 %z.w to i128
  ret i128 %r
}

define internal i128 @op.select_ogt(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <1 x double>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <1 x double>
  %c = fcmp ogt <1 x double> %x, %y
  %z = select <1 x i1> %c, <1 x double> %y, <1 x double> %x
  %nan = fcmp uno <1 x double> %z, %z
  %one = select <1 x i1> %nan, <1 x double> <double 0x7FF8000000000000>, <1 x double> %z
  %bits = bitcast <1 x double> %one to <1 x i64>
  %z.w = bitcast <1 x i64> %bits to i64
  %r = zext i64 %z.w to i128
  ret i128 %r
}

define internal i128 @op.fcmp_oge(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <1 x double>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <1 x double>
  %c = fcmp oge <1 x double> %x, %y
  %z.w = bitcast <1 x i1> %c to i1
  %r = zext i1 %z.w to i128
  ret i128 %r
}

define internal i128 @op.select_oge(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <1 x double>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <1 x double>
  %c = fcmp oge <1 x double> %x, %y
  %z = select <1 x i1> %c, <1 x double> %y, <1 x double> %x
  %nan = fcmp uno <1 x double> %z, %z
  %one = select <1 x i1> %nan, <1 x double> <double 0x7FF8000000000000>, <1 x double> %z
  %bits = bitcast <1 x double> %one to <1 x i64>
  %z.w = bitcast <1 x i64> %bits to i64
  %r = zext i64 %z.w to i128
  ret i128 %r
}

define internal i128 @op.fcmp_olt(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <1 x double>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <1 x double>
  %c = fcmp olt <1 x double> %x, %y
  %z.w = bitcast <1 x i1> %c to i1
  %r = zext i1 %z.w to i128
  ret i128 %r
}

define internal i128 @op.select_olt(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <1 x double>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <1 x double>
  %c = fcmp olt <1 x double> %x, %y
  %z = select <1 x i1> %c, <1 x double> %y, <1 x double> %x
  %nan = fcmp uno <1 x double> %z, %z
  %one = select <1 x i1> %nan, <1 x double> <double 0x7FF8000000000000>, <1 x double> %z
  %bits = bitcast <1 x double> %one to <1 x i64>
  %z.w = bitcast <1 x i64> %bits to i64
  %r = zext i64 %z.w to i128
  ret i128 %r
}

define internal i128 @op.fcmp_ole(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <1 x double>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <1 x double>
  %c = fcmp ole <1 x double> %x, %y
  %z.w = bitcast <1 x i1> %c to i1
  %r = zext i1 %z.w to i128
  ret i128 %r
}

define internal i128 @op.select_ole(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <1 x double>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <1 x double>
  %c = fcmp ole <1 x double> %x, %y
  %z = select <1 x i1> %c, <1 x double> %y, <1 x double> %x
  %nan = fcmp uno <1 x double> %z, %z
  %one = select <1 x i1> %nan, <1 x double> <double 0x7FF8000000000000>, <1 x double> %z
  %bits = bitcast <1 x double> %one to <1 x i64>
  %z.w = bitcast <1 x i64> %bits to i64
  %r = zext i64 %z.w to i128
  ret i128 %r
}

define internal i128 @op.fcmp_one(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <1 x double>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <1 x double>
  %c = fcmp one <1 x double> %x, %y
  %z.w = bitcast <1 x i1> %c to i1
  %r = zext i1 %z.w to i128
  ret i128 %r
}

define internal i128 @op.select_one(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <1 x double>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <1 x double>
  %c = fcmp one <1 x double> %x, %y
  %z = select <1 x i1> %c, <1 x double> %y, <1 x double> %x
  %nan = fcmp uno <1 x double> %z, %z
  %one = select <1 x i1> %nan, <1 x double> <double 0x7FF8000000000000>, <1 x double> %z
  %bits = bitcast <1 x double> %one to <1 x i64>
  %z.w = bitcast <1 x i64> %bits to i64
  %r = zext i64 %z.w to i128
  ret i128 %r
}

define internal i128 @op.fcmp_ord(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <1 x double>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <1 x double>
  %c = fcmp ord <1 x double> %x, %y
  %z.w = bitcast <1 x i1> %c to i1
  %r = zext i1 %z.w to i128
  ret i128 %r
}

define internal i128 @op.select_ord(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <1 x double>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <1 x double>
  %c = fcmp ord <1 x double> %x, %y
  %z = select <1 x i1> %c, <1 x double> %y, <1 x double> %x
  %nan = fcmp uno <1 x double> %z, %z
  %one = select <1 x i1> %nan, <1 x double> <double 0x7FF8000000000000>, <1 x double> %z
  %bits = bitcast <1 x double> %one to <1 x i64>
  %z.w = bitcast <1 x i64> %bits to i64
  %r = zext i64 %z.w to i128
  ret i128 %r
}

define internal i128 @op.fcmp_ueq(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <1 x double>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <1 x double>
  %c = fcmp ueq <1 x double> %x, %y
  %z.w = bitcast <1 x i1> %c to i1
  %r = zext i1 %z.w to i128
  ret i128 %r
}

define internal i128 @op.select_ueq(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <1 x double>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <1 x double>
  %c = fcmp ueq <1 x double> %x, %y
  %z = select <1 x i1> %c, <1 x double> %y, <1 x double> %x
  %nan = fcmp uno <1 x double> %z, %z
  %one = select <1 x i1> %nan, <1 x double> <double 0x7FF8000000000000>, <1 x double> %z
  %bits = bitcast <1 x double> %one to <1 x i64>
  %z.w = bitcast <1 x i64> %bits to i64
  %r = zext i64 %z.w to i128
  ret i128 %r
}

define internal i128 @op.fcmp_ugt(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <1 x double>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <1 x double>
  %c = fcmp ugt <1 x double> %x, %y
  %z.w = bitcast <1 x i1> %c to i1
  %r = zext i1 %z.w to i128
  ret i128 %r
}

define internal i128 @op.select_ugt(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <1 x double>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <1 x double>
  %c = fcmp ugt <1 x double> %x, %y
  %z = select <1 x i1> %c, <1 x double> %y, <1 x double> %x
  %nan = fcmp uno <1 x double> %z, %z
  %one = select <1 x i1> %nan, <1 x double> <double 0x7FF8000000000000>, <1 x double> %z
  %bits = bitcast <1 x double> %one to <1 x i64>
  %z.w = bitcast <1 x i64> %bits to i64
  %r = zext i64 %z.w to i128
  ret i128 %r
}

define internal i128 @op.fcmp_uge(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <1 x double>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <1 x double>
  %c = fcmp uge <1 x double> %x, %y
  %z.w = bitcast <1 x i1> %c to i1
  %r = zext i1 %z.w to i128
  ret i128 %r
}

define internal i128 @op.select_uge(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <1 x double>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <1 x double>
  %c = fcmp uge <1 x double> %x, %y
  %z = select <1 x i1> %c, <1 x double> %y, <1 x double> %x
  %nan = fcmp uno <1 x double> %z, %z
  %one = select <1 x i1> %nan, <1 x double> <double 0x7FF8000000000000>, <1 x double> %z
  %bits = bitcast <1 x double> %one to <1 x i64>
  %z.w = bitcast <1 x i64> %bits to i64
  %r = zext i64 %z.w to i128
  ret i128 %r
}

define internal i128 @op.fcmp_ult(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <1 x double>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <1 x double>
  %c = fcmp ult <1 x double> %x, %y
  %z.w = bitcast <1 x i1> %c to i1
  %r = zext i1 %z.w to i128
  ret i128 %r
}

define internal i128 @op.select_ult(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <1 x double>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <1 x double>
  %c = fcmp ult <1 x double> %x, %y
  %z = select <1 x i1> %c, <1 x double> %y, <1 x double> %x
  %nan = fcmp uno <1 x double> %z, %z
  %one = select <1 x i1> %nan, <1 x double> <double 0x7FF8000000000000>, <1 x double> %z
  %bits = bitcast <1 x double> %one to <1 x i64>
  %z.w = bitcast <1 x i64> %bits to i64
  %r = zext i64 %z.w to i128
  ret i128 %r
}

define internal i128 @op.fcmp_ule(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <1 x double>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <1 x double>
  %c = fcmp ule <1 x double> %x, %y
  %z.w = bitcast <1 x i1> %c to i1
  %r = zext i1 %z.w to i128
  ret i128 %r
}

define internal i128 @op.select_ule(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <1 x double>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <1 x double>
  %c = fcmp ule <1 x double> %x, %y
  %z = select <1 x i1> %c, <1 x double> %y, <1 x double> %x
  %nan = fcmp uno <1 x double> %z, %z
  %one = select <1 x i1> %nan, <1 x double> <double 0x7FF8000000000000>, <1 x double> %z
  %bits = bitcast <1 x double> %one to <1 x i64>
  %z.w = bitcast <1 x i64> %bits to i64
  %r = zext i64 %z.w to i128
  ret i128 %r
}

define internal i128 @op.fcmp_une(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <1 x double>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <1 x double>
  %c = fcmp une <1 x double> %x, %y
  %z.w = bitcast <1 x i1> %c to i1
  %r = zext i1 %z.w to i128
  ret i128 %r
}

define internal i128 @op.select_une(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <1 x double>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <1 x double>
  %c = fcmp une <1 x double> %x, %y
  %z = select <1 x i1> %c, <1 x double> %y, <1 x double> %x
  %nan = fcmp uno <1 x double> %z, %z
  %one = select <1 x i1> %nan, <1 x double> <double 0x7FF8000000000000>, <1 x double> %z
  %bits = bitcast <1 x double> %one to <1 x i64>
  %z.w = bitcast <1 x i64> %bits to i64
  %r = zext i64 %z.w to i128
  ret i128 %r
}

define internal i128 @op.fcmp_uno(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <1 x double>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <1 x double>
  %c = fcmp uno <1 x double> %x, %y
  %z.w = bitcast <1 x i1> %c to i1
  %r = zext i1 %z.w to i128
  ret i128 %r
}

define internal i128 @op.select_uno(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <1 x double>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <1 x double>
  %c = fcmp uno <1 x double> %x, %y
  %z = select <1 x i1> %c, <1 x double> %y, <1 x double> %x
  %nan = fcmp uno <1 x double> %z, %z
  %one = select <1 x i1> %nan, <1 x double> <double 0x7FF8000000000000>, <1 x double> %z
  %bits = bitcast <1 x double> %one to <1 x i64>
  %z.w = bitcast <1 x i64> %bits to i64
  %r = zext i64 %z.w to i128
  ret i128 %r
}

define internal i128 @op.fcmp_true(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <1 x double>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <1 x double>
  %c = fcmp true <1 x double> %x, %y
  %z.w = bitcast <1 x i1> %c to i1
  %r = zext i1 %z.w to i128
  ret i128 %r
}

define internal i128 @op.select_true(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <1 x double>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <1 x double>
  %c = fcmp true <1 x double> %x, %y
  %z = select <1 x i1> %c, <1 x double> %y, <1 x double> %x
  %nan = fcmp uno <1 x double> %z, %z
  %one = select <1 x i1> %nan, <1 x double> <double 0x7FF8000000000000>, <1 x double> %z
  %bits = bitcast <1 x double> %one to <1 x i64>
  %z.w = bitcast <1 x i64> %bits to i64
  %r = zext i64 %z.w to i128
  ret i128 %r
}

define internal i128 @op.fptosi_sat_64(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <1 x double>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <1 x double>
  %c = call <1 x i64> @llvm.fptosi.sat.v1i64.v1f64(<1 x double> %x)
  %z.w = bitcast <1 x i64> %c to i64
  %r = zext i64 %z.w to i128
  ret i128 %r
}

define internal i128 @op.fptoui_sat_64(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <1 x double>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <1 x double>
  %c = call <1 x i64> @llvm.fptoui.sat.v1i64.v1f64(<1 x double> %x)
  %z.w = bitcast <1 x i64> %c to i64
  %r = zext i64 %z.w to i128
  ret i128 %r
}

define internal i128 @op.sitofp(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <1 x double>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <1 x double>
  %i = bitcast <1 x double> %x to <1 x i64>
  %z = sitofp <1 x i64> %i to <1 x double>
  %nan = fcmp uno <1 x double> %z, %z
  %one = select <1 x i1> %nan, <1 x double> <double 0x7FF8000000000000>, <1 x double> %z
  %bits = bitcast <1 x double> %one to <1 x i64>
  %z.w = bitcast <1 x i64> %bits to i64
  %r = zext i64 %z.w to i128
  ret i128 %r
}

define internal i128 @op.uitofp(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <1 x double>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <1 x double>
  %i = bitcast <1 x double> %x to <1 x i64>
  %z = uitofp <1 x i64> %i to <1 x double>
  %nan = fcmp uno <1 x double> %z, %z
  %one = select <1 x i1> %nan, <1 x double> <double 0x7FF8000000000000>, <1 x double> %z
  %bits = bitcast <1 x double> %one to <1 x i64>
  %z.w = bitcast <1 x i64> %bits to i64
  %r = zext i64 %z.w to i128
  ret i128 %r
}

define internal i128 @op.extract(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <1 x double>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <1 x double>
  %e = extractelement <1 x double> %x, i32 0
  %z = insertelement <1 x double> %y, double %e, i32 0
  %nan = fcmp uno <1 x double> %z, %z
  %one = select <1 x i1> %nan, <1 x double> <double 0x7FF8000000000000>, <1 x double> %z
  %bits = bitcast <1 x double> %one to <1 x i64>
  %z.w = bitcast <1 x i64> %bits to i64
  %r = zext i64 %z.w to i128
  ret i128 %r
}

define internal i128 @op.splat(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <1 x double>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <1 x double>
  %e = extractelement <1 x double> %x, i32 0
  %u = insertelement <1 x double> poison, double %e, i32 0
  %w = shufflevector <1 x double> %u, <1 x double> poison, <1 x i32> zeroinitializer
  %z = fmul <1 x double> %w, %y
  %nan = fcmp uno <1 x double> %z, %z
  %one = select <1 x i1> %nan, <1 x double> <double 0x7FF8000000000000>, <1 x double> %z
  %bits = bitcast <1 x double> %one to <1 x i64>
  %z.w = bitcast <1 x i64> %bits to i64
  %r = zext i64 %z.w to i128
  ret i128 %r
}

define internal i128 @op.reverse(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to <1 x double>
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to <1 x double>
  %z = shufflevector <1 x double> %x, <1 x double> %y, <1 x i32> <i32 1>
  %nan = fcmp uno <1 x double> %z, %z
  %one = select <1 x i1> %nan, <1 x double> <double 0x7FF8000000000000>, <1 x double> %z
  %bits = bitcast <1 x double> %one to <1 x i64>
  %z.w = bitcast <1 x i64> %bits to i64
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
@name.fptosi_sat_64 = private constant [14 x i8] c"fptosi_sat_64\00"
@name.fptoui_sat_64 = private constant [14 x i8] c"fptoui_sat_64\00"
@name.sitofp = private constant [7 x i8] c"sitofp\00"
@name.uitofp = private constant [7 x i8] c"uitofp\00"
@name.extract = private constant [8 x i8] c"extract\00"
@name.splat = private constant [6 x i8] c"splat\00"
@name.reverse = private constant [8 x i8] c"reverse\00"

declare <1 x double> @llvm.ceil.v1f64(<1 x double>)
declare <1 x double> @llvm.copysign.v1f64(<1 x double>, <1 x double>)
declare <1 x double> @llvm.fabs.v1f64(<1 x double>)
declare <1 x double> @llvm.floor.v1f64(<1 x double>)
declare <1 x double> @llvm.fma.v1f64(<1 x double>, <1 x double>, <1 x double>)
declare <1 x double> @llvm.maximum.v1f64(<1 x double>, <1 x double>)
declare <1 x double> @llvm.maxnum.v1f64(<1 x double>, <1 x double>)
declare <1 x double> @llvm.minimum.v1f64(<1 x double>, <1 x double>)
declare <1 x double> @llvm.minnum.v1f64(<1 x double>, <1 x double>)
declare <1 x double> @llvm.nearbyint.v1f64(<1 x double>)
declare <1 x double> @llvm.rint.v1f64(<1 x double>)
declare <1 x double> @llvm.round.v1f64(<1 x double>)
declare <1 x double> @llvm.roundeven.v1f64(<1 x double>)
declare <1 x double> @llvm.sqrt.v1f64(<1 x double>)
declare <1 x double> @llvm.trunc.v1f64(<1 x double>)
declare <1 x i64> @llvm.fptosi.sat.v1i64.v1f64(<1 x double>)
declare <1 x i64> @llvm.fptoui.sat.v1i64.v1f64(<1 x double>)

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
  call void @run(ptr @name.fptosi_sat_64, ptr @op.fptosi_sat_64)
  call void @run(ptr @name.fptoui_sat_64, ptr @op.fptoui_sat_64)
  call void @run(ptr @name.sitofp, ptr @op.sitofp)
  call void @run(ptr @name.uitofp, ptr @op.uitofp)
  call void @run(ptr @name.extract, ptr @op.extract)
  call void @run(ptr @name.splat, ptr @op.splat)
  call void @run(ptr @name.reverse, ptr @op.reverse)
  ret i32 0
}
