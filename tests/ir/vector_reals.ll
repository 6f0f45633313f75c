; Vectors of reals and of pointers, by the intrinsics for whole vectors.
; Each operation is applied to all pairs of corners; a line of output is a digest of the results.
@corners = global [14 x i128] [i128 0, i128 2147483648, i128 1065353216, i128 3212836864, i128 1080033280, i128 3240099840, i128 1036831949, i128 1232348160, i128 3405774849, i128 1325400064, i128 2139095040, i128 4286578688, i128 2143289344, i128 74565], align 16
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
  %more = icmp ult i64 %j.next, 14
  br i1 %more, label %inner, label %outer.latch
outer.latch:
  %i.next = add i64 %i, 1
  %again = icmp ult i64 %i.next, 14
  br i1 %again, label %outer, label %done
done:
  %result = load i64, ptr @digest
  %printed = call i32 (ptr, ...) @printf(ptr @format, ptr %name, i64 %result)
  ret void
}

define internal i128 @op.fadd_ordered.v2f32(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x = bitcast i32 %x.n to float
  %y = bitcast i32 %y.n to float
  %x2 = fmul float %x, 5.0e-1
  %y2 = fneg float %y
  %m = fadd float %x, %y
  %d = fsub float %x, 1.0
  %v0 = insertelement <2 x float> poison, float %x, i32 0
  %v1 = insertelement <2 x float> %v0, float %y, i32 1
  %z = call float @llvm.vector.reduce.fadd.v2f32(float %y, <2 x float> %v1)
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.fadd_any.v2f32(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x = bitcast i32 %x.n to float
  %y = bitcast i32 %y.n to float
  %x2 = fmul float %x, 5.0e-1
  %y2 = fneg float %y
  %m = fadd float %x, %y
  %d = fsub float %x, 1.0
  %v0 = insertelement <2 x float> poison, float %x, i32 0
  %v1 = insertelement <2 x float> %v0, float %y, i32 1
  %ii = trunc i128 %a to i3
  %jj = trunc i128 %b to i3
  %fi = sitofp i3 %ii to float
  %fj = uitofp i3 %jj to float
  %w0 = insertelement <2 x float> poison, float %fi, i32 0
  %w1 = insertelement <2 x float> %w0, float %fj, i32 1
  %z = call reassoc float @llvm.vector.reduce.fadd.v2f32(float 2.0, <2 x float> %w1)
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.fmul_ordered.v2f32(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x = bitcast i32 %x.n to float
  %y = bitcast i32 %y.n to float
  %x2 = fmul float %x, 5.0e-1
  %y2 = fneg float %y
  %m = fadd float %x, %y
  %d = fsub float %x, 1.0
  %v0 = insertelement <2 x float> poison, float %x, i32 0
  %v1 = insertelement <2 x float> %v0, float %y, i32 1
  %z = call float @llvm.vector.reduce.fmul.v2f32(float %y, <2 x float> %v1)
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.fmul_any.v2f32(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x = bitcast i32 %x.n to float
  %y = bitcast i32 %y.n to float
  %x2 = fmul float %x, 5.0e-1
  %y2 = fneg float %y
  %m = fadd float %x, %y
  %d = fsub float %x, 1.0
  %v0 = insertelement <2 x float> poison, float %x, i32 0
  %v1 = insertelement <2 x float> %v0, float %y, i32 1
  %ii = trunc i128 %a to i3
  %jj = trunc i128 %b to i3
  %fi = sitofp i3 %ii to float
  %fj = uitofp i3 %jj to float
  %w0 = insertelement <2 x float> poison, float %fi, i32 0
  %w1 = insertelement <2 x float> %w0, float %fj, i32 1
  %z = call reassoc float @llvm.vector.reduce.fmul.v2f32(float 2.0, <2 x float> %w1)
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.fmax.v2f32(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x = bitcast i32 %x.n to float
  %y = bitcast i32 %y.n to float
  %x2 = fmul float %x, 5.0e-1
  %y2 = fneg float %y
  %m = fadd float %x, %y
  %d = fsub float %x, 1.0
  %v0 = insertelement <2 x float> poison, float %x, i32 0
  %v1 = insertelement <2 x float> %v0, float %y, i32 1
  %zz = call float @llvm.vector.reduce.fmax.v2f32(<2 x float> %v1)
  %z = fadd float %zz, 0.0
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.fmin.v2f32(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x = bitcast i32 %x.n to float
  %y = bitcast i32 %y.n to float
  %x2 = fmul float %x, 5.0e-1
  %y2 = fneg float %y
  %m = fadd float %x, %y
  %d = fsub float %x, 1.0
  %v0 = insertelement <2 x float> poison, float %x, i32 0
  %v1 = insertelement <2 x float> %v0, float %y, i32 1
  %zz = call float @llvm.vector.reduce.fmin.v2f32(<2 x float> %v1)
  %z = fadd float %zz, 0.0
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.fmaximum.v2f32(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x = bitcast i32 %x.n to float
  %y = bitcast i32 %y.n to float
  %x2 = fmul float %x, 5.0e-1
  %y2 = fneg float %y
  %m = fadd float %x, %y
  %d = fsub float %x, 1.0
  %v0 = insertelement <2 x float> poison, float %x, i32 0
  %v1 = insertelement <2 x float> %v0, float %y, i32 1
  %z = call float @llvm.vector.reduce.fmaximum.v2f32(<2 x float> %v1)
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.fminimum.v2f32(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x = bitcast i32 %x.n to float
  %y = bitcast i32 %y.n to float
  %x2 = fmul float %x, 5.0e-1
  %y2 = fneg float %y
  %m = fadd float %x, %y
  %d = fsub float %x, 1.0
  %v0 = insertelement <2 x float> poison, float %x, i32 0
  %v1 = insertelement <2 x float> %v0, float %y, i32 1
  %z = call float @llvm.vector.reduce.fminimum.v2f32(<2 x float> %v1)
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.reverse.v2f32(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x = bitcast i32 %x.n to float
  %y = bitcast i32 %y.n to float
  %x2 = fmul float %x, 5.0e-1
  %y2 = fneg float %y
  %m = fadd float %x, %y
  %d = fsub float %x, 1.0
  %v0 = insertelement <2 x float> poison, float %x, i32 0
  %v1 = insertelement <2 x float> %v0, float %y, i32 1
  %o = call <2 x float> @llvm.vector.reverse.v2f32(<2 x float> %v1)
  %z = extractelement <2 x float> %o, i32 1
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.lrint.v2f32(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x = bitcast i32 %x.n to float
  %y = bitcast i32 %y.n to float
  %x2 = fmul float %x, 5.0e-1
  %y2 = fneg float %y
  %m = fadd float %x, %y
  %d = fsub float %x, 1.0
  %v0 = insertelement <2 x float> poison, float %x, i32 0
  %v1 = insertelement <2 x float> %v0, float %y, i32 1
  %mag = call <2 x float> @llvm.fabs.v2f32(<2 x float> %v1)
  %ok = fcmp olt <2 x float> %mag, splat (float 1.0e9)
  %g = select <2 x i1> %ok, <2 x float> %v1, <2 x float> zeroinitializer
  %o = call <2 x i64> @llvm.lrint.v2i64.v2f32(<2 x float> %g)
  %e = extractelement <2 x i64> %o, i32 1
  %r = sext i64 %e to i128
  ret i128 %r
}

define internal i128 @op.llrint.v2f32(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x = bitcast i32 %x.n to float
  %y = bitcast i32 %y.n to float
  %x2 = fmul float %x, 5.0e-1
  %y2 = fneg float %y
  %m = fadd float %x, %y
  %d = fsub float %x, 1.0
  %v0 = insertelement <2 x float> poison, float %x, i32 0
  %v1 = insertelement <2 x float> %v0, float %y, i32 1
  %mag = call <2 x float> @llvm.fabs.v2f32(<2 x float> %v1)
  %ok = fcmp olt <2 x float> %mag, splat (float 1.0e9)
  %g = select <2 x i1> %ok, <2 x float> %v1, <2 x float> zeroinitializer
  %o = call <2 x i64> @llvm.llrint.v2i64.v2f32(<2 x float> %g)
  %e = extractelement <2 x i64> %o, i32 1
  %r = sext i64 %e to i128
  ret i128 %r
}

define internal i128 @op.lround.v2f32(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x = bitcast i32 %x.n to float
  %y = bitcast i32 %y.n to float
  %x2 = fmul float %x, 5.0e-1
  %y2 = fneg float %y
  %m = fadd float %x, %y
  %d = fsub float %x, 1.0
  %v0 = insertelement <2 x float> poison, float %x, i32 0
  %v1 = insertelement <2 x float> %v0, float %y, i32 1
  %mag = call <2 x float> @llvm.fabs.v2f32(<2 x float> %v1)
  %ok = fcmp olt <2 x float> %mag, splat (float 1.0e9)
  %g = select <2 x i1> %ok, <2 x float> %v1, <2 x float> zeroinitializer
  %o = call <2 x i64> @llvm.lround.v2i64.v2f32(<2 x float> %g)
  %e = extractelement <2 x i64> %o, i32 1
  %r = sext i64 %e to i128
  ret i128 %r
}

define internal i128 @op.llround.v2f32(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x = bitcast i32 %x.n to float
  %y = bitcast i32 %y.n to float
  %x2 = fmul float %x, 5.0e-1
  %y2 = fneg float %y
  %m = fadd float %x, %y
  %d = fsub float %x, 1.0
  %v0 = insertelement <2 x float> poison, float %x, i32 0
  %v1 = insertelement <2 x float> %v0, float %y, i32 1
  %mag = call <2 x float> @llvm.fabs.v2f32(<2 x float> %v1)
  %ok = fcmp olt <2 x float> %mag, splat (float 1.0e9)
  %g = select <2 x i1> %ok, <2 x float> %v1, <2 x float> zeroinitializer
  %o = call <2 x i64> @llvm.llround.v2i64.v2f32(<2 x float> %g)
  %e = extractelement <2 x i64> %o, i32 1
  %r = sext i64 %e to i128
  ret i128 %r
}

define internal i128 @op.is_fpclass.v2f32(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x = bitcast i32 %x.n to float
  %y = bitcast i32 %y.n to float
  %x2 = fmul float %x, 5.0e-1
  %y2 = fneg float %y
  %m = fadd float %x, %y
  %d = fsub float %x, 1.0
  %v0 = insertelement <2 x float> poison, float %x, i32 0
  %v1 = insertelement <2 x float> %v0, float %y, i32 1
  %o = call <2 x i1> @llvm.is.fpclass.v2f32(<2 x float> %v1, i32 264)
  %e = extractelement <2 x i1> %o, i32 1
  %r = zext i1 %e to i128
  ret i128 %r
}

define internal i128 @op.powi.v2f32(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x = bitcast i32 %x.n to float
  %y = bitcast i32 %y.n to float
  %x2 = fmul float %x, 5.0e-1
  %y2 = fneg float %y
  %m = fadd float %x, %y
  %d = fsub float %x, 1.0
  %v0 = insertelement <2 x float> poison, float %x, i32 0
  %v1 = insertelement <2 x float> %v0, float %y, i32 1
  %o = call <2 x float> @llvm.powi.v2f32.i32(<2 x float> %v1, i32 2)
  %z = extractelement <2 x float> %o, i32 1
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.frexp.v2f32(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x = bitcast i32 %x.n to float
  %y = bitcast i32 %y.n to float
  %x2 = fmul float %x, 5.0e-1
  %y2 = fneg float %y
  %m = fadd float %x, %y
  %d = fsub float %x, 1.0
  %v0 = insertelement <2 x float> poison, float %x, i32 0
  %v1 = insertelement <2 x float> %v0, float %y, i32 1
  %p = call { <2 x float>, <2 x i32> } @llvm.frexp.v2f32.v2i32(<2 x float> %v1)
  %o = extractvalue { <2 x float>, <2 x i32> } %p, 0
  %z = extractelement <2 x float> %o, i32 1
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.modf.v2f32(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x = bitcast i32 %x.n to float
  %y = bitcast i32 %y.n to float
  %x2 = fmul float %x, 5.0e-1
  %y2 = fneg float %y
  %m = fadd float %x, %y
  %d = fsub float %x, 1.0
  %v0 = insertelement <2 x float> poison, float %x, i32 0
  %v1 = insertelement <2 x float> %v0, float %y, i32 1
  %p = call { <2 x float>, <2 x float> } @llvm.modf.v2f32(<2 x float> %v1)
  %o = extractvalue { <2 x float>, <2 x float> } %p, 1
  %z = extractelement <2 x float> %o, i32 1
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.fneg_fabs.v2f32(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x = bitcast i32 %x.n to float
  %y = bitcast i32 %y.n to float
  %x2 = fmul float %x, 5.0e-1
  %y2 = fneg float %y
  %m = fadd float %x, %y
  %d = fsub float %x, 1.0
  %v0 = insertelement <2 x float> poison, float %x, i32 0
  %v1 = insertelement <2 x float> %v0, float %y, i32 1
  %k = call <2 x float> @llvm.fabs.v2f32(<2 x float> %v1)
  %o = fneg <2 x float> %k
  %z = extractelement <2 x float> %o, i32 1
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.fma.v2f32(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x = bitcast i32 %x.n to float
  %y = bitcast i32 %y.n to float
  %x2 = fmul float %x, 5.0e-1
  %y2 = fneg float %y
  %m = fadd float %x, %y
  %d = fsub float %x, 1.0
  %v0 = insertelement <2 x float> poison, float %x, i32 0
  %v1 = insertelement <2 x float> %v0, float %y, i32 1
  %k = shufflevector <2 x float> %v1, <2 x float> poison, <2 x i32> <i32 1, i32 0>
  %o = call <2 x float> @llvm.fma.v2f32(<2 x float> %v1, <2 x float> %k, <2 x float> %v1)
  %z = extractelement <2 x float> %o, i32 1
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.fadd_ordered.v4f32(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x = bitcast i32 %x.n to float
  %y = bitcast i32 %y.n to float
  %x2 = fmul float %x, 5.0e-1
  %y2 = fneg float %y
  %m = fadd float %x, %y
  %d = fsub float %x, 1.0
  %v0 = insertelement <4 x float> poison, float %x, i32 0
  %v1 = insertelement <4 x float> %v0, float %y, i32 1
  %v2 = insertelement <4 x float> %v1, float %x2, i32 2
  %v3 = insertelement <4 x float> %v2, float %y2, i32 3
  %z = call float @llvm.vector.reduce.fadd.v4f32(float %y, <4 x float> %v3)
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.fadd_any.v4f32(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x = bitcast i32 %x.n to float
  %y = bitcast i32 %y.n to float
  %x2 = fmul float %x, 5.0e-1
  %y2 = fneg float %y
  %m = fadd float %x, %y
  %d = fsub float %x, 1.0
  %v0 = insertelement <4 x float> poison, float %x, i32 0
  %v1 = insertelement <4 x float> %v0, float %y, i32 1
  %v2 = insertelement <4 x float> %v1, float %x2, i32 2
  %v3 = insertelement <4 x float> %v2, float %y2, i32 3
  %ii = trunc i128 %a to i3
  %jj = trunc i128 %b to i3
  %fi = sitofp i3 %ii to float
  %fj = uitofp i3 %jj to float
  %w0 = insertelement <4 x float> poison, float %fi, i32 0
  %w1 = insertelement <4 x float> %w0, float %fj, i32 1
  %w2 = insertelement <4 x float> %w1, float %fi, i32 2
  %w3 = insertelement <4 x float> %w2, float %fj, i32 3
  %z = call reassoc float @llvm.vector.reduce.fadd.v4f32(float 2.0, <4 x float> %w3)
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.fmul_ordered.v4f32(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x = bitcast i32 %x.n to float
  %y = bitcast i32 %y.n to float
  %x2 = fmul float %x, 5.0e-1
  %y2 = fneg float %y
  %m = fadd float %x, %y
  %d = fsub float %x, 1.0
  %v0 = insertelement <4 x float> poison, float %x, i32 0
  %v1 = insertelement <4 x float> %v0, float %y, i32 1
  %v2 = insertelement <4 x float> %v1, float %x2, i32 2
  %v3 = insertelement <4 x float> %v2, float %y2, i32 3
  %z = call float @llvm.vector.reduce.fmul.v4f32(float %y, <4 x float> %v3)
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.fmul_any.v4f32(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x = bitcast i32 %x.n to float
  %y = bitcast i32 %y.n to float
  %x2 = fmul float %x, 5.0e-1
  %y2 = fneg float %y
  %m = fadd float %x, %y
  %d = fsub float %x, 1.0
  %v0 = insertelement <4 x float> poison, float %x, i32 0
  %v1 = insertelement <4 x float> %v0, float %y, i32 1
  %v2 = insertelement <4 x float> %v1, float %x2, i32 2
  %v3 = insertelement <4 x float> %v2, float %y2, i32 3
  %ii = trunc i128 %a to i3
  %jj = trunc i128 %b to i3
  %fi = sitofp i3 %ii to float
  %fj = uitofp i3 %jj to float
  %w0 = insertelement <4 x float> poison, float %fi, i32 0
  %w1 = insertelement <4 x float> %w0, float %fj, i32 1
  %w2 = insertelement <4 x float> %w1, float %fi, i32 2
  %w3 = insertelement <4 x float> %w2, float %fj, i32 3
  %z = call reassoc float @llvm.vector.reduce.fmul.v4f32(float 2.0, <4 x float> %w3)
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.fmax.v4f32(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x = bitcast i32 %x.n to float
  %y = bitcast i32 %y.n to float
  %x2 = fmul float %x, 5.0e-1
  %y2 = fneg float %y
  %m = fadd float %x, %y
  %d = fsub float %x, 1.0
  %v0 = insertelement <4 x float> poison, float %x, i32 0
  %v1 = insertelement <4 x float> %v0, float %y, i32 1
  %v2 = insertelement <4 x float> %v1, float %x2, i32 2
  %v3 = insertelement <4 x float> %v2, float %y2, i32 3
  %zz = call float @llvm.vector.reduce.fmax.v4f32(<4 x float> %v3)
  %z = fadd float %zz, 0.0
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.fmin.v4f32(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x = bitcast i32 %x.n to float
  %y = bitcast i32 %y.n to float
  %x2 = fmul float %x, 5.0e-1
  %y2 = fneg float %y
  %m = fadd float %x, %y
  %d = fsub float %x, 1.0
  %v0 = insertelement <4 x float> poison, float %x, i32 0
  %v1 = insertelement <4 x float> %v0, float %y, i32 1
  %v2 = insertelement <4 x float> %v1, float %x2, i32 2
  %v3 = insertelement <4 x float> %v2, float %y2, i32 3
  %zz = call float @llvm.vector.reduce.fmin.v4f32(<4 x float> %v3)
  %z = fadd float %zz, 0.0
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.fmaximum.v4f32(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x = bitcast i32 %x.n to float
  %y = bitcast i32 %y.n to float
  %x2 = fmul float %x, 5.0e-1
  %y2 = fneg float %y
  %m = fadd float %x, %y
  %d = fsub float %x, 1.0
  %v0 = insertelement <4 x float> poison, float %x, i32 0
  %v1 = insertelement <4 x float> %v0, float %y, i32 1
  %v2 = insertelement <4 x float> %v1, float %x2, i32 2
  %v3 = insertelement <4 x float> %v2, float %y2, i32 3
  %z = call float @llvm.vector.reduce.fmaximum.v4f32(<4 x float> %v3)
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.fminimum.v4f32(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x = bitcast i32 %x.n to float
  %y = bitcast i32 %y.n to float
  %x2 = fmul float %x, 5.0e-1
  %y2 = fneg float %y
  %m = fadd float %x, %y
  %d = fsub float %x, 1.0
  %v0 = insertelement <4 x float> poison, float %x, i32 0
  %v1 = insertelement <4 x float> %v0, float %y, i32 1
  %v2 = insertelement <4 x float> %v1, float %x2, i32 2
  %v3 = insertelement <4 x float> %v2, float %y2, i32 3
  %z = call float @llvm.vector.reduce.fminimum.v4f32(<4 x float> %v3)
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.reverse.v4f32(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x = bitcast i32 %x.n to float
  %y = bitcast i32 %y.n to float
  %x2 = fmul float %x, 5.0e-1
  %y2 = fneg float %y
  %m = fadd float %x, %y
  %d = fsub float %x, 1.0
  %v0 = insertelement <4 x float> poison, float %x, i32 0
  %v1 = insertelement <4 x float> %v0, float %y, i32 1
  %v2 = insertelement <4 x float> %v1, float %x2, i32 2
  %v3 = insertelement <4 x float> %v2, float %y2, i32 3
  %o = call <4 x float> @llvm.vector.reverse.v4f32(<4 x float> %v3)
  %z = extractelement <4 x float> %o, i32 3
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.extract.v4f32(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x = bitcast i32 %x.n to float
  %y = bitcast i32 %y.n to float
  %x2 = fmul float %x, 5.0e-1
  %y2 = fneg float %y
  %m = fadd float %x, %y
  %d = fsub float %x, 1.0
  %v0 = insertelement <4 x float> poison, float %x, i32 0
  %v1 = insertelement <4 x float> %v0, float %y, i32 1
  %v2 = insertelement <4 x float> %v1, float %x2, i32 2
  %v3 = insertelement <4 x float> %v2, float %y2, i32 3
  %h = call <2 x float> @llvm.vector.extract.v2f32.v4f32(<4 x float> %v3, i64 2)
  %z = extractelement <2 x float> %h, i32 1
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.insert.v4f32(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x = bitcast i32 %x.n to float
  %y = bitcast i32 %y.n to float
  %x2 = fmul float %x, 5.0e-1
  %y2 = fneg float %y
  %m = fadd float %x, %y
  %d = fsub float %x, 1.0
  %v0 = insertelement <4 x float> poison, float %x, i32 0
  %v1 = insertelement <4 x float> %v0, float %y, i32 1
  %v2 = insertelement <4 x float> %v1, float %x2, i32 2
  %v3 = insertelement <4 x float> %v2, float %y2, i32 3
  %h = call <2 x float> @llvm.vector.extract.v2f32.v4f32(<4 x float> %v3, i64 0)
  %o = call <4 x float> @llvm.vector.insert.v4f32.v2f32(<4 x float> %v3, <2 x float> %h, i64 2)
  %z = extractelement <4 x float> %o, i32 3
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.lrint.v4f32(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x = bitcast i32 %x.n to float
  %y = bitcast i32 %y.n to float
  %x2 = fmul float %x, 5.0e-1
  %y2 = fneg float %y
  %m = fadd float %x, %y
  %d = fsub float %x, 1.0
  %v0 = insertelement <4 x float> poison, float %x, i32 0
  %v1 = insertelement <4 x float> %v0, float %y, i32 1
  %v2 = insertelement <4 x float> %v1, float %x2, i32 2
  %v3 = insertelement <4 x float> %v2, float %y2, i32 3
  %mag = call <4 x float> @llvm.fabs.v4f32(<4 x float> %v3)
  %ok = fcmp olt <4 x float> %mag, splat (float 1.0e9)
  %g = select <4 x i1> %ok, <4 x float> %v3, <4 x float> zeroinitializer
  %o = call <4 x i64> @llvm.lrint.v4i64.v4f32(<4 x float> %g)
  %e = extractelement <4 x i64> %o, i32 3
  %r = sext i64 %e to i128
  ret i128 %r
}

define internal i128 @op.llrint.v4f32(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x = bitcast i32 %x.n to float
  %y = bitcast i32 %y.n to float
  %x2 = fmul float %x, 5.0e-1
  %y2 = fneg float %y
  %m = fadd float %x, %y
  %d = fsub float %x, 1.0
  %v0 = insertelement <4 x float> poison, float %x, i32 0
  %v1 = insertelement <4 x float> %v0, float %y, i32 1
  %v2 = insertelement <4 x float> %v1, float %x2, i32 2
  %v3 = insertelement <4 x float> %v2, float %y2, i32 3
  %mag = call <4 x float> @llvm.fabs.v4f32(<4 x float> %v3)
  %ok = fcmp olt <4 x float> %mag, splat (float 1.0e9)
  %g = select <4 x i1> %ok, <4 x float> %v3, <4 x float> zeroinitializer
  %o = call <4 x i64> @llvm.llrint.v4i64.v4f32(<4 x float> %g)
  %e = extractelement <4 x i64> %o, i32 3
  %r = sext i64 %e to i128
  ret i128 %r
}

define internal i128 @op.lround.v4f32(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x = bitcast i32 %x.n to float
  %y = bitcast i32 %y.n to float
  %x2 = fmul float %x, 5.0e-1
  %y2 = fneg float %y
  %m = fadd float %x, %y
  %d = fsub float %x, 1.0
  %v0 = insertelement <4 x float> poison, float %x, i32 0
  %v1 = insertelement <4 x float> %v0, float %y, i32 1
  %v2 = insertelement <4 x float> %v1, float %x2, i32 2
  %v3 = insertelement <4 x float> %v2, float %y2, i32 3
  %mag = call <4 x float> @llvm.fabs.v4f32(<4 x float> %v3)
  %ok = fcmp olt <4 x float> %mag, splat (float 1.0e9)
  %g = select <4 x i1> %ok, <4 x float> %v3, <4 x float> zeroinitializer
  %o = call <4 x i64> @llvm.lround.v4i64.v4f32(<4 x float> %g)
  %e = extractelement <4 x i64> %o, i32 3
  %r = sext i64 %e to i128
  ret i128 %r
}

define internal i128 @op.llround.v4f32(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x = bitcast i32 %x.n to float
  %y = bitcast i32 %y.n to float
  %x2 = fmul float %x, 5.0e-1
  %y2 = fneg float %y
  %m = fadd float %x, %y
  %d = fsub float %x, 1.0
  %v0 = insertelement <4 x float> poison, float %x, i32 0
  %v1 = insertelement <4 x float> %v0, float %y, i32 1
  %v2 = insertelement <4 x float> %v1, float %x2, i32 2
  %v3 = insertelement <4 x float> %v2, float %y2, i32 3
  %mag = call <4 x float> @llvm.fabs.v4f32(<4 x float> %v3)
  %ok = fcmp olt <4 x float> %mag, splat (float 1.0e9)
  %g = select <4 x i1> %ok, <4 x float> %v3, <4 x float> zeroinitializer
  %o = call <4 x i64> @llvm.llround.v4i64.v4f32(<4 x float> %g)
  %e = extractelement <4 x i64> %o, i32 3
  %r = sext i64 %e to i128
  ret i128 %r
}

define internal i128 @op.is_fpclass.v4f32(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x = bitcast i32 %x.n to float
  %y = bitcast i32 %y.n to float
  %x2 = fmul float %x, 5.0e-1
  %y2 = fneg float %y
  %m = fadd float %x, %y
  %d = fsub float %x, 1.0
  %v0 = insertelement <4 x float> poison, float %x, i32 0
  %v1 = insertelement <4 x float> %v0, float %y, i32 1
  %v2 = insertelement <4 x float> %v1, float %x2, i32 2
  %v3 = insertelement <4 x float> %v2, float %y2, i32 3
  %o = call <4 x i1> @llvm.is.fpclass.v4f32(<4 x float> %v3, i32 264)
  %e = extractelement <4 x i1> %o, i32 1
  %r = zext i1 %e to i128
  ret i128 %r
}

define internal i128 @op.powi.v4f32(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x = bitcast i32 %x.n to float
  %y = bitcast i32 %y.n to float
  %x2 = fmul float %x, 5.0e-1
  %y2 = fneg float %y
  %m = fadd float %x, %y
  %d = fsub float %x, 1.0
  %v0 = insertelement <4 x float> poison, float %x, i32 0
  %v1 = insertelement <4 x float> %v0, float %y, i32 1
  %v2 = insertelement <4 x float> %v1, float %x2, i32 2
  %v3 = insertelement <4 x float> %v2, float %y2, i32 3
  %o = call <4 x float> @llvm.powi.v4f32.i32(<4 x float> %v3, i32 2)
  %z = extractelement <4 x float> %o, i32 3
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.frexp.v4f32(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x = bitcast i32 %x.n to float
  %y = bitcast i32 %y.n to float
  %x2 = fmul float %x, 5.0e-1
  %y2 = fneg float %y
  %m = fadd float %x, %y
  %d = fsub float %x, 1.0
  %v0 = insertelement <4 x float> poison, float %x, i32 0
  %v1 = insertelement <4 x float> %v0, float %y, i32 1
  %v2 = insertelement <4 x float> %v1, float %x2, i32 2
  %v3 = insertelement <4 x float> %v2, float %y2, i32 3
  %p = call { <4 x float>, <4 x i32> } @llvm.frexp.v4f32.v4i32(<4 x float> %v3)
  %o = extractvalue { <4 x float>, <4 x i32> } %p, 0
  %z = extractelement <4 x float> %o, i32 3
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.modf.v4f32(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x = bitcast i32 %x.n to float
  %y = bitcast i32 %y.n to float
  %x2 = fmul float %x, 5.0e-1
  %y2 = fneg float %y
  %m = fadd float %x, %y
  %d = fsub float %x, 1.0
  %v0 = insertelement <4 x float> poison, float %x, i32 0
  %v1 = insertelement <4 x float> %v0, float %y, i32 1
  %v2 = insertelement <4 x float> %v1, float %x2, i32 2
  %v3 = insertelement <4 x float> %v2, float %y2, i32 3
  %p = call { <4 x float>, <4 x float> } @llvm.modf.v4f32(<4 x float> %v3)
  %o = extractvalue { <4 x float>, <4 x float> } %p, 1
  %z = extractelement <4 x float> %o, i32 3
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.fneg_fabs.v4f32(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x = bitcast i32 %x.n to float
  %y = bitcast i32 %y.n to float
  %x2 = fmul float %x, 5.0e-1
  %y2 = fneg float %y
  %m = fadd float %x, %y
  %d = fsub float %x, 1.0
  %v0 = insertelement <4 x float> poison, float %x, i32 0
  %v1 = insertelement <4 x float> %v0, float %y, i32 1
  %v2 = insertelement <4 x float> %v1, float %x2, i32 2
  %v3 = insertelement <4 x float> %v2, float %y2, i32 3
  %k = call <4 x float> @llvm.fabs.v4f32(<4 x float> %v3)
  %o = fneg <4 x float> %k
  %z = extractelement <4 x float> %o, i32 3
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.fma.v4f32(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x = bitcast i32 %x.n to float
  %y = bitcast i32 %y.n to float
  %x2 = fmul float %x, 5.0e-1
  %y2 = fneg float %y
  %m = fadd float %x, %y
  %d = fsub float %x, 1.0
  %v0 = insertelement <4 x float> poison, float %x, i32 0
  %v1 = insertelement <4 x float> %v0, float %y, i32 1
  %v2 = insertelement <4 x float> %v1, float %x2, i32 2
  %v3 = insertelement <4 x float> %v2, float %y2, i32 3
  %k = shufflevector <4 x float> %v3, <4 x float> poison, <4 x i32> <i32 1, i32 2, i32 3, i32 0>
  %o = call <4 x float> @llvm.fma.v4f32(<4 x float> %v3, <4 x float> %k, <4 x float> %v3)
  %z = extractelement <4 x float> %o, i32 3
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.fadd_ordered.v3f32(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x = bitcast i32 %x.n to float
  %y = bitcast i32 %y.n to float
  %x2 = fmul float %x, 5.0e-1
  %y2 = fneg float %y
  %m = fadd float %x, %y
  %d = fsub float %x, 1.0
  %v0 = insertelement <3 x float> poison, float %x, i32 0
  %v1 = insertelement <3 x float> %v0, float %y, i32 1
  %v2 = insertelement <3 x float> %v1, float %x2, i32 2
  %z = call float @llvm.vector.reduce.fadd.v3f32(float %y, <3 x float> %v2)
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.fadd_any.v3f32(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x = bitcast i32 %x.n to float
  %y = bitcast i32 %y.n to float
  %x2 = fmul float %x, 5.0e-1
  %y2 = fneg float %y
  %m = fadd float %x, %y
  %d = fsub float %x, 1.0
  %v0 = insertelement <3 x float> poison, float %x, i32 0
  %v1 = insertelement <3 x float> %v0, float %y, i32 1
  %v2 = insertelement <3 x float> %v1, float %x2, i32 2
  %ii = trunc i128 %a to i3
  %jj = trunc i128 %b to i3
  %fi = sitofp i3 %ii to float
  %fj = uitofp i3 %jj to float
  %w0 = insertelement <3 x float> poison, float %fi, i32 0
  %w1 = insertelement <3 x float> %w0, float %fj, i32 1
  %w2 = insertelement <3 x float> %w1, float %fi, i32 2
  %z = call reassoc float @llvm.vector.reduce.fadd.v3f32(float 2.0, <3 x float> %w2)
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.fmul_ordered.v3f32(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x = bitcast i32 %x.n to float
  %y = bitcast i32 %y.n to float
  %x2 = fmul float %x, 5.0e-1
  %y2 = fneg float %y
  %m = fadd float %x, %y
  %d = fsub float %x, 1.0
  %v0 = insertelement <3 x float> poison, float %x, i32 0
  %v1 = insertelement <3 x float> %v0, float %y, i32 1
  %v2 = insertelement <3 x float> %v1, float %x2, i32 2
  %z = call float @llvm.vector.reduce.fmul.v3f32(float %y, <3 x float> %v2)
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.fmul_any.v3f32(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x = bitcast i32 %x.n to float
  %y = bitcast i32 %y.n to float
  %x2 = fmul float %x, 5.0e-1
  %y2 = fneg float %y
  %m = fadd float %x, %y
  %d = fsub float %x, 1.0
  %v0 = insertelement <3 x float> poison, float %x, i32 0
  %v1 = insertelement <3 x float> %v0, float %y, i32 1
  %v2 = insertelement <3 x float> %v1, float %x2, i32 2
  %ii = trunc i128 %a to i3
  %jj = trunc i128 %b to i3
  %fi = sitofp i3 %ii to float
  %fj = uitofp i3 %jj to float
  %w0 = insertelement <3 x float> poison, float %fi, i32 0
  %w1 = insertelement <3 x float> %w0, float %fj, i32 1
  %w2 = insertelement <3 x float> %w1, float %fi, i32 2
  %z = call reassoc float @llvm.vector.reduce.fmul.v3f32(float 2.0, <3 x float> %w2)
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.fmax.v3f32(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x = bitcast i32 %x.n to float
  %y = bitcast i32 %y.n to float
  %x2 = fmul float %x, 5.0e-1
  %y2 = fneg float %y
  %m = fadd float %x, %y
  %d = fsub float %x, 1.0
  %v0 = insertelement <3 x float> poison, float %x, i32 0
  %v1 = insertelement <3 x float> %v0, float %y, i32 1
  %v2 = insertelement <3 x float> %v1, float %x2, i32 2
  %zz = call float @llvm.vector.reduce.fmax.v3f32(<3 x float> %v2)
  %z = fadd float %zz, 0.0
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.fmin.v3f32(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x = bitcast i32 %x.n to float
  %y = bitcast i32 %y.n to float
  %x2 = fmul float %x, 5.0e-1
  %y2 = fneg float %y
  %m = fadd float %x, %y
  %d = fsub float %x, 1.0
  %v0 = insertelement <3 x float> poison, float %x, i32 0
  %v1 = insertelement <3 x float> %v0, float %y, i32 1
  %v2 = insertelement <3 x float> %v1, float %x2, i32 2
  %zz = call float @llvm.vector.reduce.fmin.v3f32(<3 x float> %v2)
  %z = fadd float %zz, 0.0
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.fmaximum.v3f32(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x = bitcast i32 %x.n to float
  %y = bitcast i32 %y.n to float
  %x2 = fmul float %x, 5.0e-1
  %y2 = fneg float %y
  %m = fadd float %x, %y
  %d = fsub float %x, 1.0
  %v0 = insertelement <3 x float> poison, float %x, i32 0
  %v1 = insertelement <3 x float> %v0, float %y, i32 1
  %v2 = insertelement <3 x float> %v1, float %x2, i32 2
  %z = call float @llvm.vector.reduce.fmaximum.v3f32(<3 x float> %v2)
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.fminimum.v3f32(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x = bitcast i32 %x.n to float
  %y = bitcast i32 %y.n to float
  %x2 = fmul float %x, 5.0e-1
  %y2 = fneg float %y
  %m = fadd float %x, %y
  %d = fsub float %x, 1.0
  %v0 = insertelement <3 x float> poison, float %x, i32 0
  %v1 = insertelement <3 x float> %v0, float %y, i32 1
  %v2 = insertelement <3 x float> %v1, float %x2, i32 2
  %z = call float @llvm.vector.reduce.fminimum.v3f32(<3 x float> %v2)
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.reverse.v3f32(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x = bitcast i32 %x.n to float
  %y = bitcast i32 %y.n to float
  %x2 = fmul float %x, 5.0e-1
  %y2 = fneg float %y
  %m = fadd float %x, %y
  %d = fsub float %x, 1.0
  %v0 = insertelement <3 x float> poison, float %x, i32 0
  %v1 = insertelement <3 x float> %v0, float %y, i32 1
  %v2 = insertelement <3 x float> %v1, float %x2, i32 2
  %o = call <3 x float> @llvm.vector.reverse.v3f32(<3 x float> %v2)
  %z = extractelement <3 x float> %o, i32 2
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.lrint.v3f32(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x = bitcast i32 %x.n to float
  %y = bitcast i32 %y.n to float
  %x2 = fmul float %x, 5.0e-1
  %y2 = fneg float %y
  %m = fadd float %x, %y
  %d = fsub float %x, 1.0
  %v0 = insertelement <3 x float> poison, float %x, i32 0
  %v1 = insertelement <3 x float> %v0, float %y, i32 1
  %v2 = insertelement <3 x float> %v1, float %x2, i32 2
  %mag = call <3 x float> @llvm.fabs.v3f32(<3 x float> %v2)
  %ok = fcmp olt <3 x float> %mag, splat (float 1.0e9)
  %g = select <3 x i1> %ok, <3 x float> %v2, <3 x float> zeroinitializer
  %o = call <3 x i64> @llvm.lrint.v3i64.v3f32(<3 x float> %g)
  %e = extractelement <3 x i64> %o, i32 2
  %r = sext i64 %e to i128
  ret i128 %r
}

define internal i128 @op.llrint.v3f32(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x = bitcast i32 %x.n to float
  %y = bitcast i32 %y.n to float
  %x2 = fmul float %x, 5.0e-1
  %y2 = fneg float %y
  %m = fadd float %x, %y
  %d = fsub float %x, 1.0
  %v0 = insertelement <3 x float> poison, float %x, i32 0
  %v1 = insertelement <3 x float> %v0, float %y, i32 1
  %v2 = insertelement <3 x float> %v1, float %x2, i32 2
  %mag = call <3 x float> @llvm.fabs.v3f32(<3 x float> %v2)
  %ok = fcmp olt <3 x float> %mag, splat (float 1.0e9)
  %g = select <3 x i1> %ok, <3 x float> %v2, <3 x float> zeroinitializer
  %o = call <3 x i64> @llvm.llrint.v3i64.v3f32(<3 x float> %g)
  %e = extractelement <3 x i64> %o, i32 2
  %r = sext i64 %e to i128
  ret i128 %r
}

define internal i128 @op.lround.v3f32(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x = bitcast i32 %x.n to float
  %y = bitcast i32 %y.n to float
  %x2 = fmul float %x, 5.0e-1
  %y2 = fneg float %y
  %m = fadd float %x, %y
  %d = fsub float %x, 1.0
  %v0 = insertelement <3 x float> poison, float %x, i32 0
  %v1 = insertelement <3 x float> %v0, float %y, i32 1
  %v2 = insertelement <3 x float> %v1, float %x2, i32 2
  %mag = call <3 x float> @llvm.fabs.v3f32(<3 x float> %v2)
  %ok = fcmp olt <3 x float> %mag, splat (float 1.0e9)
  %g = select <3 x i1> %ok, <3 x float> %v2, <3 x float> zeroinitializer
  %o = call <3 x i64> @llvm.lround.v3i64.v3f32(<3 x float> %g)
  %e = extractelement <3 x i64> %o, i32 2
  %r = sext i64 %e to i128
  ret i128 %r
}

define internal i128 @op.llround.v3f32(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x = bitcast i32 %x.n to float
  %y = bitcast i32 %y.n to float
  %x2 = fmul float %x, 5.0e-1
  %y2 = fneg float %y
  %m = fadd float %x, %y
  %d = fsub float %x, 1.0
  %v0 = insertelement <3 x float> poison, float %x, i32 0
  %v1 = insertelement <3 x float> %v0, float %y, i32 1
  %v2 = insertelement <3 x float> %v1, float %x2, i32 2
  %mag = call <3 x float> @llvm.fabs.v3f32(<3 x float> %v2)
  %ok = fcmp olt <3 x float> %mag, splat (float 1.0e9)
  %g = select <3 x i1> %ok, <3 x float> %v2, <3 x float> zeroinitializer
  %o = call <3 x i64> @llvm.llround.v3i64.v3f32(<3 x float> %g)
  %e = extractelement <3 x i64> %o, i32 2
  %r = sext i64 %e to i128
  ret i128 %r
}

define internal i128 @op.is_fpclass.v3f32(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x = bitcast i32 %x.n to float
  %y = bitcast i32 %y.n to float
  %x2 = fmul float %x, 5.0e-1
  %y2 = fneg float %y
  %m = fadd float %x, %y
  %d = fsub float %x, 1.0
  %v0 = insertelement <3 x float> poison, float %x, i32 0
  %v1 = insertelement <3 x float> %v0, float %y, i32 1
  %v2 = insertelement <3 x float> %v1, float %x2, i32 2
  %o = call <3 x i1> @llvm.is.fpclass.v3f32(<3 x float> %v2, i32 264)
  %e = extractelement <3 x i1> %o, i32 1
  %r = zext i1 %e to i128
  ret i128 %r
}

define internal i128 @op.powi.v3f32(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x = bitcast i32 %x.n to float
  %y = bitcast i32 %y.n to float
  %x2 = fmul float %x, 5.0e-1
  %y2 = fneg float %y
  %m = fadd float %x, %y
  %d = fsub float %x, 1.0
  %v0 = insertelement <3 x float> poison, float %x, i32 0
  %v1 = insertelement <3 x float> %v0, float %y, i32 1
  %v2 = insertelement <3 x float> %v1, float %x2, i32 2
  %o = call <3 x float> @llvm.powi.v3f32.i32(<3 x float> %v2, i32 2)
  %z = extractelement <3 x float> %o, i32 2
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.frexp.v3f32(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x = bitcast i32 %x.n to float
  %y = bitcast i32 %y.n to float
  %x2 = fmul float %x, 5.0e-1
  %y2 = fneg float %y
  %m = fadd float %x, %y
  %d = fsub float %x, 1.0
  %v0 = insertelement <3 x float> poison, float %x, i32 0
  %v1 = insertelement <3 x float> %v0, float %y, i32 1
  %v2 = insertelement <3 x float> %v1, float %x2, i32 2
  %p = call { <3 x float>, <3 x i32> } @llvm.frexp.v3f32.v3i32(<3 x float> %v2)
  %o = extractvalue { <3 x float>, <3 x i32> } %p, 0
  %z = extractelement <3 x float> %o, i32 2
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.modf.v3f32(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x = bitcast i32 %x.n to float
  %y = bitcast i32 %y.n to float
  %x2 = fmul float %x, 5.0e-1
  %y2 = fneg float %y
  %m = fadd float %x, %y
  %d = fsub float %x, 1.0
  %v0 = insertelement <3 x float> poison, float %x, i32 0
  %v1 = insertelement <3 x float> %v0, float %y, i32 1
  %v2 = insertelement <3 x float> %v1, float %x2, i32 2
  %p = call { <3 x float>, <3 x float> } @llvm.modf.v3f32(<3 x float> %v2)
  %o = extractvalue { <3 x float>, <3 x float> } %p, 1
  %z = extractelement <3 x float> %o, i32 2
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.fneg_fabs.v3f32(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x = bitcast i32 %x.n to float
  %y = bitcast i32 %y.n to float
  %x2 = fmul float %x, 5.0e-1
  %y2 = fneg float %y
  %m = fadd float %x, %y
  %d = fsub float %x, 1.0
  %v0 = insertelement <3 x float> poison, float %x, i32 0
  %v1 = insertelement <3 x float> %v0, float %y, i32 1
  %v2 = insertelement <3 x float> %v1, float %x2, i32 2
  %k = call <3 x float> @llvm.fabs.v3f32(<3 x float> %v2)
  %o = fneg <3 x float> %k
  %z = extractelement <3 x float> %o, i32 2
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.fma.v3f32(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x = bitcast i32 %x.n to float
  %y = bitcast i32 %y.n to float
  %x2 = fmul float %x, 5.0e-1
  %y2 = fneg float %y
  %m = fadd float %x, %y
  %d = fsub float %x, 1.0
  %v0 = insertelement <3 x float> poison, float %x, i32 0
  %v1 = insertelement <3 x float> %v0, float %y, i32 1
  %v2 = insertelement <3 x float> %v1, float %x2, i32 2
  %k = shufflevector <3 x float> %v2, <3 x float> poison, <3 x i32> <i32 1, i32 2, i32 0>
  %o = call <3 x float> @llvm.fma.v3f32(<3 x float> %v2, <3 x float> %k, <3 x float> %v2)
  %z = extractelement <3 x float> %o, i32 2
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.fadd_ordered.v2f64(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x.f = bitcast i32 %x.n to float
  %y.f = bitcast i32 %y.n to float
  %x = fpext float %x.f to double
  %y = fpext float %y.f to double
  %x2 = fmul double %x, 5.0e-1
  %y2 = fneg double %y
  %m = fadd double %x, %y
  %d = fsub double %x, 1.0
  %v0 = insertelement <2 x double> poison, double %x, i32 0
  %v1 = insertelement <2 x double> %v0, double %y, i32 1
  %z = call double @llvm.vector.reduce.fadd.v2f64(double %y, <2 x double> %v1)
  %nan = fcmp uno double %z, %z
  %one = select i1 %nan, double 0x7FF8000000000000, double %z
  %bits = bitcast double %one to i64
  %r = zext i64 %bits to i128
  ret i128 %r
}

define internal i128 @op.fadd_any.v2f64(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x.f = bitcast i32 %x.n to float
  %y.f = bitcast i32 %y.n to float
  %x = fpext float %x.f to double
  %y = fpext float %y.f to double
  %x2 = fmul double %x, 5.0e-1
  %y2 = fneg double %y
  %m = fadd double %x, %y
  %d = fsub double %x, 1.0
  %v0 = insertelement <2 x double> poison, double %x, i32 0
  %v1 = insertelement <2 x double> %v0, double %y, i32 1
  %ii = trunc i128 %a to i3
  %jj = trunc i128 %b to i3
  %fi = sitofp i3 %ii to double
  %fj = uitofp i3 %jj to double
  %w0 = insertelement <2 x double> poison, double %fi, i32 0
  %w1 = insertelement <2 x double> %w0, double %fj, i32 1
  %z = call reassoc double @llvm.vector.reduce.fadd.v2f64(double 2.0, <2 x double> %w1)
  %nan = fcmp uno double %z, %z
  %one = select i1 %nan, double 0x7FF8000000000000, double %z
  %bits = bitcast double %one to i64
  %r = zext i64 %bits to i128
  ret i128 %r
}

define internal i128 @op.fmul_ordered.v2f64(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x.f = bitcast i32 %x.n to float
  %y.f = bitcast i32 %y.n to float
  %x = fpext float %x.f to double
  %y = fpext float %y.f to double
  %x2 = fmul double %x, 5.0e-1
  %y2 = fneg double %y
  %m = fadd double %x, %y
  %d = fsub double %x, 1.0
  %v0 = insertelement <2 x double> poison, double %x, i32 0
  %v1 = insertelement <2 x double> %v0, double %y, i32 1
  %z = call double @llvm.vector.reduce.fmul.v2f64(double %y, <2 x double> %v1)
  %nan = fcmp uno double %z, %z
  %one = select i1 %nan, double 0x7FF8000000000000, double %z
  %bits = bitcast double %one to i64
  %r = zext i64 %bits to i128
  ret i128 %r
}

define internal i128 @op.fmul_any.v2f64(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x.f = bitcast i32 %x.n to float
  %y.f = bitcast i32 %y.n to float
  %x = fpext float %x.f to double
  %y = fpext float %y.f to double
  %x2 = fmul double %x, 5.0e-1
  %y2 = fneg double %y
  %m = fadd double %x, %y
  %d = fsub double %x, 1.0
  %v0 = insertelement <2 x double> poison, double %x, i32 0
  %v1 = insertelement <2 x double> %v0, double %y, i32 1
  %ii = trunc i128 %a to i3
  %jj = trunc i128 %b to i3
  %fi = sitofp i3 %ii to double
  %fj = uitofp i3 %jj to double
  %w0 = insertelement <2 x double> poison, double %fi, i32 0
  %w1 = insertelement <2 x double> %w0, double %fj, i32 1
  %z = call reassoc double @llvm.vector.reduce.fmul.v2f64(double 2.0, <2 x double> %w1)
  %nan = fcmp uno double %z, %z
  %one = select i1 %nan, double 0x7FF8000000000000, double %z
  %bits = bitcast double %one to i64
  %r = zext i64 %bits to i128
  ret i128 %r
}

define internal i128 @op.fmax.v2f64(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x.f = bitcast i32 %x.n to float
  %y.f = bitcast i32 %y.n to float
  %x = fpext float %x.f to double
  %y = fpext float %y.f to double
  %x2 = fmul double %x, 5.0e-1
  %y2 = fneg double %y
  %m = fadd double %x, %y
  %d = fsub double %x, 1.0
  %v0 = insertelement <2 x double> poison, double %x, i32 0
  %v1 = insertelement <2 x double> %v0, double %y, i32 1
  %zz = call double @llvm.vector.reduce.fmax.v2f64(<2 x double> %v1)
  %z = fadd double %zz, 0.0
  %nan = fcmp uno double %z, %z
  %one = select i1 %nan, double 0x7FF8000000000000, double %z
  %bits = bitcast double %one to i64
  %r = zext i64 %bits to i128
  ret i128 %r
}

define internal i128 @op.fmin.v2f64(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x.f = bitcast i32 %x.n to float
  %y.f = bitcast i32 %y.n to float
  %x = fpext float %x.f to double
  %y = fpext float %y.f to double
  %x2 = fmul double %x, 5.0e-1
  %y2 = fneg double %y
  %m = fadd double %x, %y
  %d = fsub double %x, 1.0
  %v0 = insertelement <2 x double> poison, double %x, i32 0
  %v1 = insertelement <2 x double> %v0, double %y, i32 1
  %zz = call double @llvm.vector.reduce.fmin.v2f64(<2 x double> %v1)
  %z = fadd double %zz, 0.0
  %nan = fcmp uno double %z, %z
  %one = select i1 %nan, double 0x7FF8000000000000, double %z
  %bits = bitcast double %one to i64
  %r = zext i64 %bits to i128
  ret i128 %r
}

define internal i128 @op.fmaximum.v2f64(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x.f = bitcast i32 %x.n to float
  %y.f = bitcast i32 %y.n to float
  %x = fpext float %x.f to double
  %y = fpext float %y.f to double
  %x2 = fmul double %x, 5.0e-1
  %y2 = fneg double %y
  %m = fadd double %x, %y
  %d = fsub double %x, 1.0
  %v0 = insertelement <2 x double> poison, double %x, i32 0
  %v1 = insertelement <2 x double> %v0, double %y, i32 1
  %z = call double @llvm.vector.reduce.fmaximum.v2f64(<2 x double> %v1)
  %nan = fcmp uno double %z, %z
  %one = select i1 %nan, double 0x7FF8000000000000, double %z
  %bits = bitcast double %one to i64
  %r = zext i64 %bits to i128
  ret i128 %r
}

define internal i128 @op.fminimum.v2f64(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x.f = bitcast i32 %x.n to float
  %y.f = bitcast i32 %y.n to float
  %x = fpext float %x.f to double
  %y = fpext float %y.f to double
  %x2 = fmul double %x, 5.0e-1
  %y2 = fneg double %y
  %m = fadd double %x, %y
  %d = fsub double %x, 1.0
  %v0 = insertelement <2 x double> poison, double %x, i32 0
  %v1 = insertelement <2 x double> %v0, double %y, i32 1
  %z = call double @llvm.vector.reduce.fminimum.v2f64(<2 x double> %v1)
  %nan = fcmp uno double %z, %z
  %one = select i1 %nan, double 0x7FF8000000000000, double %z
  %bits = bitcast double %one to i64
  %r = zext i64 %bits to i128
  ret i128 %r
}

define internal i128 @op.reverse.v2f64(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x.f = bitcast i32 %x.n to float
  %y.f = bitcast i32 %y.n to float
  %x = fpext float %x.f to double
  %y = fpext float %y.f to double
  %x2 = fmul double %x, 5.0e-1
  %y2 = fneg double %y
  %m = fadd double %x, %y
  %d = fsub double %x, 1.0
  %v0 = insertelement <2 x double> poison, double %x, i32 0
  %v1 = insertelement <2 x double> %v0, double %y, i32 1
  %o = call <2 x double> @llvm.vector.reverse.v2f64(<2 x double> %v1)
  %z = extractelement <2 x double> %o, i32 1
  %nan = fcmp uno double %z, %z
  %one = select i1 %nan, double 0x7FF8000000000000, double %z
  %bits = bitcast double %one to i64
  %r = zext i64 %bits to i128
  ret i128 %r
}

define internal i128 @op.lrint.v2f64(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x.f = bitcast i32 %x.n to float
  %y.f = bitcast i32 %y.n to float
  %x = fpext float %x.f to double
  %y = fpext float %y.f to double
  %x2 = fmul double %x, 5.0e-1
  %y2 = fneg double %y
  %m = fadd double %x, %y
  %d = fsub double %x, 1.0
  %v0 = insertelement <2 x double> poison, double %x, i32 0
  %v1 = insertelement <2 x double> %v0, double %y, i32 1
  %mag = call <2 x double> @llvm.fabs.v2f64(<2 x double> %v1)
  %ok = fcmp olt <2 x double> %mag, splat (double 1.0e9)
  %g = select <2 x i1> %ok, <2 x double> %v1, <2 x double> zeroinitializer
  %o = call <2 x i64> @llvm.lrint.v2i64.v2f64(<2 x double> %g)
  %e = extractelement <2 x i64> %o, i32 1
  %r = sext i64 %e to i128
  ret i128 %r
}

define internal i128 @op.llrint.v2f64(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x.f = bitcast i32 %x.n to float
  %y.f = bitcast i32 %y.n to float
  %x = fpext float %x.f to double
  %y = fpext float %y.f to double
  %x2 = fmul double %x, 5.0e-1
  %y2 = fneg double %y
  %m = fadd double %x, %y
  %d = fsub double %x, 1.0
  %v0 = insertelement <2 x double> poison, double %x, i32 0
  %v1 = insertelement <2 x double> %v0, double %y, i32 1
  %mag = call <2 x double> @llvm.fabs.v2f64(<2 x double> %v1)
  %ok = fcmp olt <2 x double> %mag, splat (double 1.0e9)
  %g = select <2 x i1> %ok, <2 x double> %v1, <2 x double> zeroinitializer
  %o = call <2 x i64> @llvm.llrint.v2i64.v2f64(<2 x double> %g)
  %e = extractelement <2 x i64> %o, i32 1
  %r = sext i64 %e to i128
  ret i128 %r
}

define internal i128 @op.lround.v2f64(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x.f = bitcast i32 %x.n to float
  %y.f = bitcast i32 %y.n to float
  %x = fpext float %x.f to double
  %y = fpext float %y.f to double
  %x2 = fmul double %x, 5.0e-1
  %y2 = fneg double %y
  %m = fadd double %x, %y
  %d = fsub double %x, 1.0
  %v0 = insertelement <2 x double> poison, double %x, i32 0
  %v1 = insertelement <2 x double> %v0, double %y, i32 1
  %mag = call <2 x double> @llvm.fabs.v2f64(<2 x double> %v1)
  %ok = fcmp olt <2 x double> %mag, splat (double 1.0e9)
  %g = select <2 x i1> %ok, <2 x double> %v1, <2 x double> zeroinitializer
  %o = call <2 x i64> @llvm.lround.v2i64.v2f64(<2 x double> %g)
  %e = extractelement <2 x i64> %o, i32 1
  %r = sext i64 %e to i128
  ret i128 %r
}

define internal i128 @op.llround.v2f64(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x.f = bitcast i32 %x.n to float
  %y.f = bitcast i32 %y.n to float
  %x = fpext float %x.f to double
  %y = fpext float %y.f to double
  %x2 = fmul double %x, 5.0e-1
  %y2 = fneg double %y
  %m = fadd double %x, %y
  %d = fsub double %x, 1.0
  %v0 = insertelement <2 x double> poison, double %x, i32 0
  %v1 = insertelement <2 x double> %v0, double %y, i32 1
  %mag = call <2 x double> @llvm.fabs.v2f64(<2 x double> %v1)
  %ok = fcmp olt <2 x double> %mag, splat (double 1.0e9)
  %g = select <2 x i1> %ok, <2 x double> %v1, <2 x double> zeroinitializer
  %o = call <2 x i64> @llvm.llround.v2i64.v2f64(<2 x double> %g)
  %e = extractelement <2 x i64> %o, i32 1
  %r = sext i64 %e to i128
  ret i128 %r
}

define internal i128 @op.is_fpclass.v2f64(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x.f = bitcast i32 %x.n to float
  %y.f = bitcast i32 %y.n to float
  %x = fpext float %x.f to double
  %y = fpext float %y.f to double
  %x2 = fmul double %x, 5.0e-1
  %y2 = fneg double %y
  %m = fadd double %x, %y
  %d = fsub double %x, 1.0
  %v0 = insertelement <2 x double> poison, double %x, i32 0
  %v1 = insertelement <2 x double> %v0, double %y, i32 1
  %o = call <2 x i1> @llvm.is.fpclass.v2f64(<2 x double> %v1, i32 264)
  %e = extractelement <2 x i1> %o, i32 1
  %r = zext i1 %e to i128
  ret i128 %r
}

define internal i128 @op.powi.v2f64(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x.f = bitcast i32 %x.n to float
  %y.f = bitcast i32 %y.n to float
  %x = fpext float %x.f to double
  %y = fpext float %y.f to double
  %x2 = fmul double %x, 5.0e-1
  %y2 = fneg double %y
  %m = fadd double %x, %y
  %d = fsub double %x, 1.0
  %v0 = insertelement <2 x double> poison, double %x, i32 0
  %v1 = insertelement <2 x double> %v0, double %y, i32 1
  %o = call <2 x double> @llvm.powi.v2f64.i32(<2 x double> %v1, i32 2)
  %z = extractelement <2 x double> %o, i32 1
  %nan = fcmp uno double %z, %z
  %one = select i1 %nan, double 0x7FF8000000000000, double %z
  %bits = bitcast double %one to i64
  %r = zext i64 %bits to i128
  ret i128 %r
}

define internal i128 @op.frexp.v2f64(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x.f = bitcast i32 %x.n to float
  %y.f = bitcast i32 %y.n to float
  %x = fpext float %x.f to double
  %y = fpext float %y.f to double
  %x2 = fmul double %x, 5.0e-1
  %y2 = fneg double %y
  %m = fadd double %x, %y
  %d = fsub double %x, 1.0
  %v0 = insertelement <2 x double> poison, double %x, i32 0
  %v1 = insertelement <2 x double> %v0, double %y, i32 1
  %p = call { <2 x double>, <2 x i32> } @llvm.frexp.v2f64.v2i32(<2 x double> %v1)
  %o = extractvalue { <2 x double>, <2 x i32> } %p, 0
  %z = extractelement <2 x double> %o, i32 1
  %nan = fcmp uno double %z, %z
  %one = select i1 %nan, double 0x7FF8000000000000, double %z
  %bits = bitcast double %one to i64
  %r = zext i64 %bits to i128
  ret i128 %r
}

define internal i128 @op.modf.v2f64(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x.f = bitcast i32 %x.n to float
  %y.f = bitcast i32 %y.n to float
  %x = fpext float %x.f to double
  %y = fpext float %y.f to double
  %x2 = fmul double %x, 5.0e-1
  %y2 = fneg double %y
  %m = fadd double %x, %y
  %d = fsub double %x, 1.0
  %v0 = insertelement <2 x double> poison, double %x, i32 0
  %v1 = insertelement <2 x double> %v0, double %y, i32 1
  %p = call { <2 x double>, <2 x double> } @llvm.modf.v2f64(<2 x double> %v1)
  %o = extractvalue { <2 x double>, <2 x double> } %p, 1
  %z = extractelement <2 x double> %o, i32 1
  %nan = fcmp uno double %z, %z
  %one = select i1 %nan, double 0x7FF8000000000000, double %z
  %bits = bitcast double %one to i64
  %r = zext i64 %bits to i128
  ret i128 %r
}

define internal i128 @op.fneg_fabs.v2f64(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x.f = bitcast i32 %x.n to float
  %y.f = bitcast i32 %y.n to float
  %x = fpext float %x.f to double
  %y = fpext float %y.f to double
  %x2 = fmul double %x, 5.0e-1
  %y2 = fneg double %y
  %m = fadd double %x, %y
  %d = fsub double %x, 1.0
  %v0 = insertelement <2 x double> poison, double %x, i32 0
  %v1 = insertelement <2 x double> %v0, double %y, i32 1
  %k = call <2 x double> @llvm.fabs.v2f64(<2 x double> %v1)
  %o = fneg <2 x double> %k
  %z = extractelement <2 x double> %o, i32 1
  %nan = fcmp uno double %z, %z
  %one = select i1 %nan, double 0x7FF8000000000000, double %z
  %bits = bitcast double %one to i64
  %r = zext i64 %bits to i128
  ret i128 %r
}

define internal i128 @op.fma.v2f64(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x.f = bitcast i32 %x.n to float
  %y.f = bitcast i32 %y.n to float
  %x = fpext float %x.f to double
  %y = fpext float %y.f to double
  %x2 = fmul double %x, 5.0e-1
  %y2 = fneg double %y
  %m = fadd double %x, %y
  %d = fsub double %x, 1.0
  %v0 = insertelement <2 x double> poison, double %x, i32 0
  %v1 = insertelement <2 x double> %v0, double %y, i32 1
  %k = shufflevector <2 x double> %v1, <2 x double> poison, <2 x i32> <i32 1, i32 0>
  %o = call <2 x double> @llvm.fma.v2f64(<2 x double> %v1, <2 x double> %k, <2 x double> %v1)
  %z = extractelement <2 x double> %o, i32 1
  %nan = fcmp uno double %z, %z
  %one = select i1 %nan, double 0x7FF8000000000000, double %z
  %bits = bitcast double %one to i64
  %r = zext i64 %bits to i128
  ret i128 %r
}

define internal i128 @op.fadd_ordered.v4f16(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i16
  %y.n = trunc i128 %b to i16
  %x = bitcast i16 %x.n to half
  %y = bitcast i16 %y.n to half
  %x2 = fmul half %x, 5.0e-1
  %y2 = fneg half %y
  %m = fadd half %x, %y
  %d = fsub half %x, 1.0
  %v0 = insertelement <4 x half> poison, half %x, i32 0
  %v1 = insertelement <4 x half> %v0, half %y, i32 1
  %v2 = insertelement <4 x half> %v1, half %x2, i32 2
  %v3 = insertelement <4 x half> %v2, half %y2, i32 3
  %z = call half @llvm.vector.reduce.fadd.v4f16(half %y, <4 x half> %v3)
  %nan = fcmp uno half %z, %z
  %one = select i1 %nan, half 0x7FF8000000000000, half %z
  %bits = bitcast half %one to i16
  %r = zext i16 %bits to i128
  ret i128 %r
}

define internal i128 @op.fadd_any.v4f16(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i16
  %y.n = trunc i128 %b to i16
  %x = bitcast i16 %x.n to half
  %y = bitcast i16 %y.n to half
  %x2 = fmul half %x, 5.0e-1
  %y2 = fneg half %y
  %m = fadd half %x, %y
  %d = fsub half %x, 1.0
  %v0 = insertelement <4 x half> poison, half %x, i32 0
  %v1 = insertelement <4 x half> %v0, half %y, i32 1
  %v2 = insertelement <4 x half> %v1, half %x2, i32 2
  %v3 = insertelement <4 x half> %v2, half %y2, i32 3
  %ii = trunc i128 %a to i3
  %jj = trunc i128 %b to i3
  %fi = sitofp i3 %ii to half
  %fj = uitofp i3 %jj to half
  %w0 = insertelement <4 x half> poison, half %fi, i32 0
  %w1 = insertelement <4 x half> %w0, half %fj, i32 1
  %w2 = insertelement <4 x half> %w1, half %fi, i32 2
  %w3 = insertelement <4 x half> %w2, half %fj, i32 3
  %z = call reassoc half @llvm.vector.reduce.fadd.v4f16(half 2.0, <4 x half> %w3)
  %nan = fcmp uno half %z, %z
  %one = select i1 %nan, half 0x7FF8000000000000, half %z
  %bits = bitcast half %one to i16
  %r = zext i16 %bits to i128
  ret i128 %r
}

define internal i128 @op.fmul_ordered.v4f16(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i16
  %y.n = trunc i128 %b to i16
  %x = bitcast i16 %x.n to half
  %y = bitcast i16 %y.n to half
  %x2 = fmul half %x, 5.0e-1
  %y2 = fneg half %y
  %m = fadd half %x, %y
  %d = fsub half %x, 1.0
  %v0 = insertelement <4 x half> poison, half %x, i32 0
  %v1 = insertelement <4 x half> %v0, half %y, i32 1
  %v2 = insertelement <4 x half> %v1, half %x2, i32 2
  %v3 = insertelement <4 x half> %v2, half %y2, i32 3
  %z = call half @llvm.vector.reduce.fmul.v4f16(half %y, <4 x half> %v3)
  %nan = fcmp uno half %z, %z
  %one = select i1 %nan, half 0x7FF8000000000000, half %z
  %bits = bitcast half %one to i16
  %r = zext i16 %bits to i128
  ret i128 %r
}

define internal i128 @op.fmul_any.v4f16(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i16
  %y.n = trunc i128 %b to i16
  %x = bitcast i16 %x.n to half
  %y = bitcast i16 %y.n to half
  %x2 = fmul half %x, 5.0e-1
  %y2 = fneg half %y
  %m = fadd half %x, %y
  %d = fsub half %x, 1.0
  %v0 = insertelement <4 x half> poison, half %x, i32 0
  %v1 = insertelement <4 x half> %v0, half %y, i32 1
  %v2 = insertelement <4 x half> %v1, half %x2, i32 2
  %v3 = insertelement <4 x half> %v2, half %y2, i32 3
  %ii = trunc i128 %a to i3
  %jj = trunc i128 %b to i3
  %fi = sitofp i3 %ii to half
  %fj = uitofp i3 %jj to half
  %w0 = insertelement <4 x half> poison, half %fi, i32 0
  %w1 = insertelement <4 x half> %w0, half %fj, i32 1
  %w2 = insertelement <4 x half> %w1, half %fi, i32 2
  %w3 = insertelement <4 x half> %w2, half %fj, i32 3
  %z = call reassoc half @llvm.vector.reduce.fmul.v4f16(half 2.0, <4 x half> %w3)
  %nan = fcmp uno half %z, %z
  %one = select i1 %nan, half 0x7FF8000000000000, half %z
  %bits = bitcast half %one to i16
  %r = zext i16 %bits to i128
  ret i128 %r
}

define internal i128 @op.fmax.v4f16(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i16
  %y.n = trunc i128 %b to i16
  %x = bitcast i16 %x.n to half
  %y = bitcast i16 %y.n to half
  %x2 = fmul half %x, 5.0e-1
  %y2 = fneg half %y
  %m = fadd half %x, %y
  %d = fsub half %x, 1.0
  %v0 = insertelement <4 x half> poison, half %x, i32 0
  %v1 = insertelement <4 x half> %v0, half %y, i32 1
  %v2 = insertelement <4 x half> %v1, half %x2, i32 2
  %v3 = insertelement <4 x half> %v2, half %y2, i32 3
  %zz = call half @llvm.vector.reduce.fmax.v4f16(<4 x half> %v3)
  %z = fadd half %zz, 0.0
  %nan = fcmp uno half %z, %z
  %one = select i1 %nan, half 0x7FF8000000000000, half %z
  %bits = bitcast half %one to i16
  %r = zext i16 %bits to i128
  ret i128 %r
}

define internal i128 @op.fmin.v4f16(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i16
  %y.n = trunc i128 %b to i16
  %x = bitcast i16 %x.n to half
  %y = bitcast i16 %y.n to half
  %x2 = fmul half %x, 5.0e-1
  %y2 = fneg half %y
  %m = fadd half %x, %y
  %d = fsub half %x, 1.0
  %v0 = insertelement <4 x half> poison, half %x, i32 0
  %v1 = insertelement <4 x half> %v0, half %y, i32 1
  %v2 = insertelement <4 x half> %v1, half %x2, i32 2
  %v3 = insertelement <4 x half> %v2, half %y2, i32 3
  %zz = call half @llvm.vector.reduce.fmin.v4f16(<4 x half> %v3)
  %z = fadd half %zz, 0.0
  %nan = fcmp uno half %z, %z
  %one = select i1 %nan, half 0x7FF8000000000000, half %z
  %bits = bitcast half %one to i16
  %r = zext i16 %bits to i128
  ret i128 %r
}

define internal i128 @op.fmaximum.v4f16(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i16
  %y.n = trunc i128 %b to i16
  %x = bitcast i16 %x.n to half
  %y = bitcast i16 %y.n to half
  %x2 = fmul half %x, 5.0e-1
  %y2 = fneg half %y
  %m = fadd half %x, %y
  %d = fsub half %x, 1.0
  %v0 = insertelement <4 x half> poison, half %x, i32 0
  %v1 = insertelement <4 x half> %v0, half %y, i32 1
  %v2 = insertelement <4 x half> %v1, half %x2, i32 2
  %v3 = insertelement <4 x half> %v2, half %y2, i32 3
  %z = call half @llvm.vector.reduce.fmaximum.v4f16(<4 x half> %v3)
  %nan = fcmp uno half %z, %z
  %one = select i1 %nan, half 0x7FF8000000000000, half %z
  %bits = bitcast half %one to i16
  %r = zext i16 %bits to i128
  ret i128 %r
}

define internal i128 @op.fminimum.v4f16(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i16
  %y.n = trunc i128 %b to i16
  %x = bitcast i16 %x.n to half
  %y = bitcast i16 %y.n to half
  %x2 = fmul half %x, 5.0e-1
  %y2 = fneg half %y
  %m = fadd half %x, %y
  %d = fsub half %x, 1.0
  %v0 = insertelement <4 x half> poison, half %x, i32 0
  %v1 = insertelement <4 x half> %v0, half %y, i32 1
  %v2 = insertelement <4 x half> %v1, half %x2, i32 2
  %v3 = insertelement <4 x half> %v2, half %y2, i32 3
  %z = call half @llvm.vector.reduce.fminimum.v4f16(<4 x half> %v3)
  %nan = fcmp uno half %z, %z
  %one = select i1 %nan, half 0x7FF8000000000000, half %z
  %bits = bitcast half %one to i16
  %r = zext i16 %bits to i128
  ret i128 %r
}

define internal i128 @op.reverse.v4f16(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i16
  %y.n = trunc i128 %b to i16
  %x = bitcast i16 %x.n to half
  %y = bitcast i16 %y.n to half
  %x2 = fmul half %x, 5.0e-1
  %y2 = fneg half %y
  %m = fadd half %x, %y
  %d = fsub half %x, 1.0
  %v0 = insertelement <4 x half> poison, half %x, i32 0
  %v1 = insertelement <4 x half> %v0, half %y, i32 1
  %v2 = insertelement <4 x half> %v1, half %x2, i32 2
  %v3 = insertelement <4 x half> %v2, half %y2, i32 3
  %o = call <4 x half> @llvm.vector.reverse.v4f16(<4 x half> %v3)
  %z = extractelement <4 x half> %o, i32 3
  %nan = fcmp uno half %z, %z
  %one = select i1 %nan, half 0x7FF8000000000000, half %z
  %bits = bitcast half %one to i16
  %r = zext i16 %bits to i128
  ret i128 %r
}

define internal i128 @op.extract.v4f16(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i16
  %y.n = trunc i128 %b to i16
  %x = bitcast i16 %x.n to half
  %y = bitcast i16 %y.n to half
  %x2 = fmul half %x, 5.0e-1
  %y2 = fneg half %y
  %m = fadd half %x, %y
  %d = fsub half %x, 1.0
  %v0 = insertelement <4 x half> poison, half %x, i32 0
  %v1 = insertelement <4 x half> %v0, half %y, i32 1
  %v2 = insertelement <4 x half> %v1, half %x2, i32 2
  %v3 = insertelement <4 x half> %v2, half %y2, i32 3
  %h = call <2 x half> @llvm.vector.extract.v2f16.v4f16(<4 x half> %v3, i64 2)
  %z = extractelement <2 x half> %h, i32 1
  %nan = fcmp uno half %z, %z
  %one = select i1 %nan, half 0x7FF8000000000000, half %z
  %bits = bitcast half %one to i16
  %r = zext i16 %bits to i128
  ret i128 %r
}

define internal i128 @op.insert.v4f16(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i16
  %y.n = trunc i128 %b to i16
  %x = bitcast i16 %x.n to half
  %y = bitcast i16 %y.n to half
  %x2 = fmul half %x, 5.0e-1
  %y2 = fneg half %y
  %m = fadd half %x, %y
  %d = fsub half %x, 1.0
  %v0 = insertelement <4 x half> poison, half %x, i32 0
  %v1 = insertelement <4 x half> %v0, half %y, i32 1
  %v2 = insertelement <4 x half> %v1, half %x2, i32 2
  %v3 = insertelement <4 x half> %v2, half %y2, i32 3
  %h = call <2 x half> @llvm.vector.extract.v2f16.v4f16(<4 x half> %v3, i64 0)
  %o = call <4 x half> @llvm.vector.insert.v4f16.v2f16(<4 x half> %v3, <2 x half> %h, i64 2)
  %z = extractelement <4 x half> %o, i32 3
  %nan = fcmp uno half %z, %z
  %one = select i1 %nan, half 0x7FF8000000000000, half %z
  %bits = bitcast half %one to i16
  %r = zext i16 %bits to i128
  ret i128 %r
}

define internal i128 @op.lrint.v4f16(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i16
  %y.n = trunc i128 %b to i16
  %x = bitcast i16 %x.n to half
  %y = bitcast i16 %y.n to half
  %x2 = fmul half %x, 5.0e-1
  %y2 = fneg half %y
  %m = fadd half %x, %y
  %d = fsub half %x, 1.0
  %v0 = insertelement <4 x half> poison, half %x, i32 0
  %v1 = insertelement <4 x half> %v0, half %y, i32 1
  %v2 = insertelement <4 x half> %v1, half %x2, i32 2
  %v3 = insertelement <4 x half> %v2, half %y2, i32 3
  %mag = call <4 x half> @llvm.fabs.v4f16(<4 x half> %v3)
  %ok = fcmp olt <4 x half> %mag, splat (half 0xH6000)
  %g = select <4 x i1> %ok, <4 x half> %v3, <4 x half> zeroinitializer
  %o = call <4 x i64> @llvm.lrint.v4i64.v4f16(<4 x half> %g)
  %e = extractelement <4 x i64> %o, i32 3
  %r = sext i64 %e to i128
  ret i128 %r
}

define internal i128 @op.llrint.v4f16(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i16
  %y.n = trunc i128 %b to i16
  %x = bitcast i16 %x.n to half
  %y = bitcast i16 %y.n to half
  %x2 = fmul half %x, 5.0e-1
  %y2 = fneg half %y
  %m = fadd half %x, %y
  %d = fsub half %x, 1.0
  %v0 = insertelement <4 x half> poison, half %x, i32 0
  %v1 = insertelement <4 x half> %v0, half %y, i32 1
  %v2 = insertelement <4 x half> %v1, half %x2, i32 2
  %v3 = insertelement <4 x half> %v2, half %y2, i32 3
  %mag = call <4 x half> @llvm.fabs.v4f16(<4 x half> %v3)
  %ok = fcmp olt <4 x half> %mag, splat (half 0xH6000)
  %g = select <4 x i1> %ok, <4 x half> %v3, <4 x half> zeroinitializer
  %o = call <4 x i64> @llvm.llrint.v4i64.v4f16(<4 x half> %g)
  %e = extractelement <4 x i64> %o, i32 3
  %r = sext i64 %e to i128
  ret i128 %r
}

define internal i128 @op.lround.v4f16(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i16
  %y.n = trunc i128 %b to i16
  %x = bitcast i16 %x.n to half
  %y = bitcast i16 %y.n to half
  %x2 = fmul half %x, 5.0e-1
  %y2 = fneg half %y
  %m = fadd half %x, %y
  %d = fsub half %x, 1.0
  %v0 = insertelement <4 x half> poison, half %x, i32 0
  %v1 = insertelement <4 x half> %v0, half %y, i32 1
  %v2 = insertelement <4 x half> %v1, half %x2, i32 2
  %v3 = insertelement <4 x half> %v2, half %y2, i32 3
  %mag = call <4 x half> @llvm.fabs.v4f16(<4 x half> %v3)
  %ok = fcmp olt <4 x half> %mag, splat (half 0xH6000)
  %g = select <4 x i1> %ok, <4 x half> %v3, <4 x half> zeroinitializer
  %o = call <4 x i64> @llvm.lround.v4i64.v4f16(<4 x half> %g)
  %e = extractelement <4 x i64> %o, i32 3
  %r = sext i64 %e to i128
  ret i128 %r
}

define internal i128 @op.llround.v4f16(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i16
  %y.n = trunc i128 %b to i16
  %x = bitcast i16 %x.n to half
  %y = bitcast i16 %y.n to half
  %x2 = fmul half %x, 5.0e-1
  %y2 = fneg half %y
  %m = fadd half %x, %y
  %d = fsub half %x, 1.0
  %v0 = insertelement <4 x half> poison, half %x, i32 0
  %v1 = insertelement <4 x half> %v0, half %y, i32 1
  %v2 = insertelement <4 x half> %v1, half %x2, i32 2
  %v3 = insertelement <4 x half> %v2, half %y2, i32 3
  %mag = call <4 x half> @llvm.fabs.v4f16(<4 x half> %v3)
  %ok = fcmp olt <4 x half> %mag, splat (half 0xH6000)
  %g = select <4 x i1> %ok, <4 x half> %v3, <4 x half> zeroinitializer
  %o = call <4 x i64> @llvm.llround.v4i64.v4f16(<4 x half> %g)
  %e = extractelement <4 x i64> %o, i32 3
  %r = sext i64 %e to i128
  ret i128 %r
}

define internal i128 @op.is_fpclass.v4f16(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i16
  %y.n = trunc i128 %b to i16
  %x = bitcast i16 %x.n to half
  %y = bitcast i16 %y.n to half
  %x2 = fmul half %x, 5.0e-1
  %y2 = fneg half %y
  %m = fadd half %x, %y
  %d = fsub half %x, 1.0
  %v0 = insertelement <4 x half> poison, half %x, i32 0
  %v1 = insertelement <4 x half> %v0, half %y, i32 1
  %v2 = insertelement <4 x half> %v1, half %x2, i32 2
  %v3 = insertelement <4 x half> %v2, half %y2, i32 3
  %o = call <4 x i1> @llvm.is.fpclass.v4f16(<4 x half> %v3, i32 264)
  %e = extractelement <4 x i1> %o, i32 1
  %r = zext i1 %e to i128
  ret i128 %r
}

define internal i128 @op.powi.v4f16(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i16
  %y.n = trunc i128 %b to i16
  %x = bitcast i16 %x.n to half
  %y = bitcast i16 %y.n to half
  %x2 = fmul half %x, 5.0e-1
  %y2 = fneg half %y
  %m = fadd half %x, %y
  %d = fsub half %x, 1.0
  %v0 = insertelement <4 x half> poison, half %x, i32 0
  %v1 = insertelement <4 x half> %v0, half %y, i32 1
  %v2 = insertelement <4 x half> %v1, half %x2, i32 2
  %v3 = insertelement <4 x half> %v2, half %y2, i32 3
  %o = call <4 x half> @llvm.powi.v4f16.i32(<4 x half> %v3, i32 2)
  %z = extractelement <4 x half> %o, i32 3
  %nan = fcmp uno half %z, %z
  %one = select i1 %nan, half 0x7FF8000000000000, half %z
  %bits = bitcast half %one to i16
  %r = zext i16 %bits to i128
  ret i128 %r
}

define internal i128 @op.frexp.v4f16(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i16
  %y.n = trunc i128 %b to i16
  %x = bitcast i16 %x.n to half
  %y = bitcast i16 %y.n to half
  %x2 = fmul half %x, 5.0e-1
  %y2 = fneg half %y
  %m = fadd half %x, %y
  %d = fsub half %x, 1.0
  %v0 = insertelement <4 x half> poison, half %x, i32 0
  %v1 = insertelement <4 x half> %v0, half %y, i32 1
  %v2 = insertelement <4 x half> %v1, half %x2, i32 2
  %v3 = insertelement <4 x half> %v2, half %y2, i32 3
  %p = call { <4 x half>, <4 x i32> } @llvm.frexp.v4f16.v4i32(<4 x half> %v3)
  %o = extractvalue { <4 x half>, <4 x i32> } %p, 0
  %z = extractelement <4 x half> %o, i32 3
  %nan = fcmp uno half %z, %z
  %one = select i1 %nan, half 0x7FF8000000000000, half %z
  %bits = bitcast half %one to i16
  %r = zext i16 %bits to i128
  ret i128 %r
}

define internal i128 @op.modf.v4f16(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i16
  %y.n = trunc i128 %b to i16
  %x = bitcast i16 %x.n to half
  %y = bitcast i16 %y.n to half
  %x2 = fmul half %x, 5.0e-1
  %y2 = fneg half %y
  %m = fadd half %x, %y
  %d = fsub half %x, 1.0
  %v0 = insertelement <4 x half> poison, half %x, i32 0
  %v1 = insertelement <4 x half> %v0, half %y, i32 1
  %v2 = insertelement <4 x half> %v1, half %x2, i32 2
  %v3 = insertelement <4 x half> %v2, half %y2, i32 3
  %p = call { <4 x half>, <4 x half> } @llvm.modf.v4f16(<4 x half> %v3)
  %o = extractvalue { <4 x half>, <4 x half> } %p, 1
  %z = extractelement <4 x half> %o, i32 3
  %nan = fcmp uno half %z, %z
  %one = select i1 %nan, half 0x7FF8000000000000, half %z
  %bits = bitcast half %one to i16
  %r = zext i16 %bits to i128
  ret i128 %r
}

define internal i128 @op.fneg_fabs.v4f16(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i16
  %y.n = trunc i128 %b to i16
  %x = bitcast i16 %x.n to half
  %y = bitcast i16 %y.n to half
  %x2 = fmul half %x, 5.0e-1
  %y2 = fneg half %y
  %m = fadd half %x, %y
  %d = fsub half %x, 1.0
  %v0 = insertelement <4 x half> poison, half %x, i32 0
  %v1 = insertelement <4 x half> %v0, half %y, i32 1
  %v2 = insertelement <4 x half> %v1, half %x2, i32 2
  %v3 = insertelement <4 x half> %v2, half %y2, i32 3
  %k = call <4 x half> @llvm.fabs.v4f16(<4 x half> %v3)
  %o = fneg <4 x half> %k
  %z = extractelement <4 x half> %o, i32 3
  %nan = fcmp uno half %z, %z
  %one = select i1 %nan, half 0x7FF8000000000000, half %z
  %bits = bitcast half %one to i16
  %r = zext i16 %bits to i128
  ret i128 %r
}

define internal i128 @op.fma.v4f16(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i16
  %y.n = trunc i128 %b to i16
  %x = bitcast i16 %x.n to half
  %y = bitcast i16 %y.n to half
  %x2 = fmul half %x, 5.0e-1
  %y2 = fneg half %y
  %m = fadd half %x, %y
  %d = fsub half %x, 1.0
  %v0 = insertelement <4 x half> poison, half %x, i32 0
  %v1 = insertelement <4 x half> %v0, half %y, i32 1
  %v2 = insertelement <4 x half> %v1, half %x2, i32 2
  %v3 = insertelement <4 x half> %v2, half %y2, i32 3
  %k = shufflevector <4 x half> %v3, <4 x half> poison, <4 x i32> <i32 1, i32 2, i32 3, i32 0>
  %o = call <4 x half> @llvm.fma.v4f16(<4 x half> %v3, <4 x half> %k, <4 x half> %v3)
  %z = extractelement <4 x half> %o, i32 3
  %nan = fcmp uno half %z, %z
  %one = select i1 %nan, half 0x7FF8000000000000, half %z
  %bits = bitcast half %one to i16
  %r = zext i16 %bits to i128
  ret i128 %r
}

define internal i128 @op.fadd_ordered.v8f32(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x = bitcast i32 %x.n to float
  %y = bitcast i32 %y.n to float
  %x2 = fmul float %x, 5.0e-1
  %y2 = fneg float %y
  %m = fadd float %x, %y
  %d = fsub float %x, 1.0
  %v0 = insertelement <8 x float> poison, float %x, i32 0
  %v1 = insertelement <8 x float> %v0, float %y, i32 1
  %v2 = insertelement <8 x float> %v1, float %x2, i32 2
  %v3 = insertelement <8 x float> %v2, float %y2, i32 3
  %v4 = insertelement <8 x float> %v3, float %m, i32 4
  %v5 = insertelement <8 x float> %v4, float %d, i32 5
  %v6 = insertelement <8 x float> %v5, float %x, i32 6
  %v7 = insertelement <8 x float> %v6, float %y, i32 7
  %z = call float @llvm.vector.reduce.fadd.v8f32(float %y, <8 x float> %v7)
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.fadd_any.v8f32(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x = bitcast i32 %x.n to float
  %y = bitcast i32 %y.n to float
  %x2 = fmul float %x, 5.0e-1
  %y2 = fneg float %y
  %m = fadd float %x, %y
  %d = fsub float %x, 1.0
  %v0 = insertelement <8 x float> poison, float %x, i32 0
  %v1 = insertelement <8 x float> %v0, float %y, i32 1
  %v2 = insertelement <8 x float> %v1, float %x2, i32 2
  %v3 = insertelement <8 x float> %v2, float %y2, i32 3
  %v4 = insertelement <8 x float> %v3, float %m, i32 4
  %v5 = insertelement <8 x float> %v4, float %d, i32 5
  %v6 = insertelement <8 x float> %v5, float %x, i32 6
  %v7 = insertelement <8 x float> %v6, float %y, i32 7
  %ii = trunc i128 %a to i3
  %jj = trunc i128 %b to i3
  %fi = sitofp i3 %ii to float
  %fj = uitofp i3 %jj to float
  %w0 = insertelement <8 x float> poison, float %fi, i32 0
  %w1 = insertelement <8 x float> %w0, float %fj, i32 1
  %w2 = insertelement <8 x float> %w1, float %fi, i32 2
  %w3 = insertelement <8 x float> %w2, float %fj, i32 3
  %w4 = insertelement <8 x float> %w3, float %fi, i32 4
  %w5 = insertelement <8 x float> %w4, float %fj, i32 5
  %w6 = insertelement <8 x float> %w5, float %fi, i32 6
  %w7 = insertelement <8 x float> %w6, float %fj, i32 7
  %z = call reassoc float @llvm.vector.reduce.fadd.v8f32(float 2.0, <8 x float> %w7)
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.fmul_ordered.v8f32(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x = bitcast i32 %x.n to float
  %y = bitcast i32 %y.n to float
  %x2 = fmul float %x, 5.0e-1
  %y2 = fneg float %y
  %m = fadd float %x, %y
  %d = fsub float %x, 1.0
  %v0 = insertelement <8 x float> poison, float %x, i32 0
  %v1 = insertelement <8 x float> %v0, float %y, i32 1
  %v2 = insertelement <8 x float> %v1, float %x2, i32 2
  %v3 = insertelement <8 x float> %v2, float %y2, i32 3
  %v4 = insertelement <8 x float> %v3, float %m, i32 4
  %v5 = insertelement <8 x float> %v4, float %d, i32 5
  %v6 = insertelement <8 x float> %v5, float %x, i32 6
  %v7 = insertelement <8 x float> %v6, float %y, i32 7
  %z = call float @llvm.vector.reduce.fmul.v8f32(float %y, <8 x float> %v7)
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.fmul_any.v8f32(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x = bitcast i32 %x.n to float
  %y = bitcast i32 %y.n to float
  %x2 = fmul float %x, 5.0e-1
  %y2 = fneg float %y
  %m = fadd float %x, %y
  %d = fsub float %x, 1.0
  %v0 = insertelement <8 x float> poison, float %x, i32 0
  %v1 = insertelement <8 x float> %v0, float %y, i32 1
  %v2 = insertelement <8 x float> %v1, float %x2, i32 2
  %v3 = insertelement <8 x float> %v2, float %y2, i32 3
  %v4 = insertelement <8 x float> %v3, float %m, i32 4
  %v5 = insertelement <8 x float> %v4, float %d, i32 5
  %v6 = insertelement <8 x float> %v5, float %x, i32 6
  %v7 = insertelement <8 x float> %v6, float %y, i32 7
  %ii = trunc i128 %a to i3
  %jj = trunc i128 %b to i3
  %fi = sitofp i3 %ii to float
  %fj = uitofp i3 %jj to float
  %w0 = insertelement <8 x float> poison, float %fi, i32 0
  %w1 = insertelement <8 x float> %w0, float %fj, i32 1
  %w2 = insertelement <8 x float> %w1, float %fi, i32 2
  %w3 = insertelement <8 x float> %w2, float %fj, i32 3
  %w4 = insertelement <8 x float> %w3, float %fi, i32 4
  %w5 = insertelement <8 x float> %w4, float %fj, i32 5
  %w6 = insertelement <8 x float> %w5, float %fi, i32 6
  %w7 = insertelement <8 x float> %w6, float %fj, i32 7
  %z = call reassoc float @llvm.vector.reduce.fmul.v8f32(float 2.0, <8 x float> %w7)
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.fmax.v8f32(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x = bitcast i32 %x.n to float
  %y = bitcast i32 %y.n to float
  %x2 = fmul float %x, 5.0e-1
  %y2 = fneg float %y
  %m = fadd float %x, %y
  %d = fsub float %x, 1.0
  %v0 = insertelement <8 x float> poison, float %x, i32 0
  %v1 = insertelement <8 x float> %v0, float %y, i32 1
  %v2 = insertelement <8 x float> %v1, float %x2, i32 2
  %v3 = insertelement <8 x float> %v2, float %y2, i32 3
  %v4 = insertelement <8 x float> %v3, float %m, i32 4
  %v5 = insertelement <8 x float> %v4, float %d, i32 5
  %v6 = insertelement <8 x float> %v5, float %x, i32 6
  %v7 = insertelement <8 x float> %v6, float %y, i32 7
  %zz = call float @llvm.vector.reduce.fmax.v8f32(<8 x float> %v7)
  %z = fadd float %zz, 0.0
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.fmin.v8f32(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x = bitcast i32 %x.n to float
  %y = bitcast i32 %y.n to float
  %x2 = fmul float %x, 5.0e-1
  %y2 = fneg float %y
  %m = fadd float %x, %y
  %d = fsub float %x, 1.0
  %v0 = insertelement <8 x float> poison, float %x, i32 0
  %v1 = insertelement <8 x float> %v0, float %y, i32 1
  %v2 = insertelement <8 x float> %v1, float %x2, i32 2
  %v3 = insertelement <8 x float> %v2, float %y2, i32 3
  %v4 = insertelement <8 x float> %v3, float %m, i32 4
  %v5 = insertelement <8 x float> %v4, float %d, i32 5
  %v6 = insertelement <8 x float> %v5, float %x, i32 6
  %v7 = insertelement <8 x float> %v6, float %y, i32 7
  %zz = call float @llvm.vector.reduce.fmin.v8f32(<8 x float> %v7)
  %z = fadd float %zz, 0.0
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.fmaximum.v8f32(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x = bitcast i32 %x.n to float
  %y = bitcast i32 %y.n to float
  %x2 = fmul float %x, 5.0e-1
  %y2 = fneg float %y
  %m = fadd float %x, %y
  %d = fsub float %x, 1.0
  %v0 = insertelement <8 x float> poison, float %x, i32 0
  %v1 = insertelement <8 x float> %v0, float %y, i32 1
  %v2 = insertelement <8 x float> %v1, float %x2, i32 2
  %v3 = insertelement <8 x float> %v2, float %y2, i32 3
  %v4 = insertelement <8 x float> %v3, float %m, i32 4
  %v5 = insertelement <8 x float> %v4, float %d, i32 5
  %v6 = insertelement <8 x float> %v5, float %x, i32 6
  %v7 = insertelement <8 x float> %v6, float %y, i32 7
  %z = call float @llvm.vector.reduce.fmaximum.v8f32(<8 x float> %v7)
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.fminimum.v8f32(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x = bitcast i32 %x.n to float
  %y = bitcast i32 %y.n to float
  %x2 = fmul float %x, 5.0e-1
  %y2 = fneg float %y
  %m = fadd float %x, %y
  %d = fsub float %x, 1.0
  %v0 = insertelement <8 x float> poison, float %x, i32 0
  %v1 = insertelement <8 x float> %v0, float %y, i32 1
  %v2 = insertelement <8 x float> %v1, float %x2, i32 2
  %v3 = insertelement <8 x float> %v2, float %y2, i32 3
  %v4 = insertelement <8 x float> %v3, float %m, i32 4
  %v5 = insertelement <8 x float> %v4, float %d, i32 5
  %v6 = insertelement <8 x float> %v5, float %x, i32 6
  %v7 = insertelement <8 x float> %v6, float %y, i32 7
  %z = call float @llvm.vector.reduce.fminimum.v8f32(<8 x float> %v7)
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.reverse.v8f32(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x = bitcast i32 %x.n to float
  %y = bitcast i32 %y.n to float
  %x2 = fmul float %x, 5.0e-1
  %y2 = fneg float %y
  %m = fadd float %x, %y
  %d = fsub float %x, 1.0
  %v0 = insertelement <8 x float> poison, float %x, i32 0
  %v1 = insertelement <8 x float> %v0, float %y, i32 1
  %v2 = insertelement <8 x float> %v1, float %x2, i32 2
  %v3 = insertelement <8 x float> %v2, float %y2, i32 3
  %v4 = insertelement <8 x float> %v3, float %m, i32 4
  %v5 = insertelement <8 x float> %v4, float %d, i32 5
  %v6 = insertelement <8 x float> %v5, float %x, i32 6
  %v7 = insertelement <8 x float> %v6, float %y, i32 7
  %o = call <8 x float> @llvm.vector.reverse.v8f32(<8 x float> %v7)
  %z = extractelement <8 x float> %o, i32 7
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.extract.v8f32(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x = bitcast i32 %x.n to float
  %y = bitcast i32 %y.n to float
  %x2 = fmul float %x, 5.0e-1
  %y2 = fneg float %y
  %m = fadd float %x, %y
  %d = fsub float %x, 1.0
  %v0 = insertelement <8 x float> poison, float %x, i32 0
  %v1 = insertelement <8 x float> %v0, float %y, i32 1
  %v2 = insertelement <8 x float> %v1, float %x2, i32 2
  %v3 = insertelement <8 x float> %v2, float %y2, i32 3
  %v4 = insertelement <8 x float> %v3, float %m, i32 4
  %v5 = insertelement <8 x float> %v4, float %d, i32 5
  %v6 = insertelement <8 x float> %v5, float %x, i32 6
  %v7 = insertelement <8 x float> %v6, float %y, i32 7
  %h = call <4 x float> @llvm.vector.extract.v4f32.v8f32(<8 x float> %v7, i64 4)
  %z = extractelement <4 x float> %h, i32 1
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.insert.v8f32(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x = bitcast i32 %x.n to float
  %y = bitcast i32 %y.n to float
  %x2 = fmul float %x, 5.0e-1
  %y2 = fneg float %y
  %m = fadd float %x, %y
  %d = fsub float %x, 1.0
  %v0 = insertelement <8 x float> poison, float %x, i32 0
  %v1 = insertelement <8 x float> %v0, float %y, i32 1
  %v2 = insertelement <8 x float> %v1, float %x2, i32 2
  %v3 = insertelement <8 x float> %v2, float %y2, i32 3
  %v4 = insertelement <8 x float> %v3, float %m, i32 4
  %v5 = insertelement <8 x float> %v4, float %d, i32 5
  %v6 = insertelement <8 x float> %v5, float %x, i32 6
  %v7 = insertelement <8 x float> %v6, float %y, i32 7
  %h = call <4 x float> @llvm.vector.extract.v4f32.v8f32(<8 x float> %v7, i64 0)
  %o = call <8 x float> @llvm.vector.insert.v8f32.v4f32(<8 x float> %v7, <4 x float> %h, i64 4)
  %z = extractelement <8 x float> %o, i32 7
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.lrint.v8f32(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x = bitcast i32 %x.n to float
  %y = bitcast i32 %y.n to float
  %x2 = fmul float %x, 5.0e-1
  %y2 = fneg float %y
  %m = fadd float %x, %y
  %d = fsub float %x, 1.0
  %v0 = insertelement <8 x float> poison, float %x, i32 0
  %v1 = insertelement <8 x float> %v0, float %y, i32 1
  %v2 = insertelement <8 x float> %v1, float %x2, i32 2
  %v3 = insertelement <8 x float> %v2, float %y2, i32 3
  %v4 = insertelement <8 x float> %v3, float %m, i32 4
  %v5 = insertelement <8 x float> %v4, float %d, i32 5
  %v6 = insertelement <8 x float> %v5, float %x, i32 6
  %v7 = insertelement <8 x float> %v6, float %y, i32 7
  %mag = call <8 x float> @llvm.fabs.v8f32(<8 x float> %v7)
  %ok = fcmp olt <8 x float> %mag, splat (float 1.0e9)
  %g = select <8 x i1> %ok, <8 x float> %v7, <8 x float> zeroinitializer
  %o = call <8 x i64> @llvm.lrint.v8i64.v8f32(<8 x float> %g)
  %e = extractelement <8 x i64> %o, i32 7
  %r = sext i64 %e to i128
  ret i128 %r
}

define internal i128 @op.llrint.v8f32(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x = bitcast i32 %x.n to float
  %y = bitcast i32 %y.n to float
  %x2 = fmul float %x, 5.0e-1
  %y2 = fneg float %y
  %m = fadd float %x, %y
  %d = fsub float %x, 1.0
  %v0 = insertelement <8 x float> poison, float %x, i32 0
  %v1 = insertelement <8 x float> %v0, float %y, i32 1
  %v2 = insertelement <8 x float> %v1, float %x2, i32 2
  %v3 = insertelement <8 x float> %v2, float %y2, i32 3
  %v4 = insertelement <8 x float> %v3, float %m, i32 4
  %v5 = insertelement <8 x float> %v4, float %d, i32 5
  %v6 = insertelement <8 x float> %v5, float %x, i32 6
  %v7 = insertelement <8 x float> %v6, float %y, i32 7
  %mag = call <8 x float> @llvm.fabs.v8f32(<8 x float> %v7)
  %ok = fcmp olt <8 x float> %mag, splat (float 1.0e9)
  %g = select <8 x i1> %ok, <8 x float> %v7, <8 x float> zeroinitializer
  %o = call <8 x i64> @llvm.llrint.v8i64.v8f32(<8 x float> %g)
  %e = extractelement <8 x i64> %o, i32 7
  %r = sext i64 %e to i128
  ret i128 %r
}

define internal i128 @op.lround.v8f32(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x = bitcast i32 %x.n to float
  %y = bitcast i32 %y.n to float
  %x2 = fmul float %x, 5.0e-1
  %y2 = fneg float %y
  %m = fadd float %x, %y
  %d = fsub float %x, 1.0
  %v0 = insertelement <8 x float> poison, float %x, i32 0
  %v1 = insertelement <8 x float> %v0, float %y, i32 1
  %v2 = insertelement <8 x float> %v1, float %x2, i32 2
  %v3 = insertelement <8 x float> %v2, float %y2, i32 3
  %v4 = insertelement <8 x float> %v3, float %m, i32 4
  %v5 = insertelement <8 x float> %v4, float %d, i32 5
  %v6 = insertelement <8 x float> %v5, float %x, i32 6
  %v7 = insertelement <8 x float> %v6, float %y, i32 7
  %mag = call <8 x float> @llvm.fabs.v8f32(<8 x float> %v7)
  %ok = fcmp olt <8 x float> %mag, splat (float 1.0e9)
  %g = select <8 x i1> %ok, <8 x float> %v7, <8 x float> zeroinitializer
  %o = call <8 x i64> @llvm.lround.v8i64.v8f32(<8 x float> %g)
  %e = extractelement <8 x i64> %o, i32 7
  %r = sext i64 %e to i128
  ret i128 %r
}

define internal i128 @op.llround.v8f32(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x = bitcast i32 %x.n to float
  %y = bitcast i32 %y.n to float
  %x2 = fmul float %x, 5.0e-1
  %y2 = fneg float %y
  %m = fadd float %x, %y
  %d = fsub float %x, 1.0
  %v0 = insertelement <8 x float> poison, float %x, i32 0
  %v1 = insertelement <8 x float> %v0, float %y, i32 1
  %v2 = insertelement <8 x float> %v1, float %x2, i32 2
  %v3 = insertelement <8 x float> %v2, float %y2, i32 3
  %v4 = insertelement <8 x float> %v3, float %m, i32 4
  %v5 = insertelement <8 x float> %v4, float %d, i32 5
  %v6 = insertelement <8 x float> %v5, float %x, i32 6
  %v7 = insertelement <8 x float> %v6, float %y, i32 7
  %mag = call <8 x float> @llvm.fabs.v8f32(<8 x float> %v7)
  %ok = fcmp olt <8 x float> %mag, splat (float 1.0e9)
  %g = select <8 x i1> %ok, <8 x float> %v7, <8 x float> zeroinitializer
  %o = call <8 x i64> @llvm.llround.v8i64.v8f32(<8 x float> %g)
  %e = extractelement <8 x i64> %o, i32 7
  %r = sext i64 %e to i128
  ret i128 %r
}

define internal i128 @op.is_fpclass.v8f32(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x = bitcast i32 %x.n to float
  %y = bitcast i32 %y.n to float
  %x2 = fmul float %x, 5.0e-1
  %y2 = fneg float %y
  %m = fadd float %x, %y
  %d = fsub float %x, 1.0
  %v0 = insertelement <8 x float> poison, float %x, i32 0
  %v1 = insertelement <8 x float> %v0, float %y, i32 1
  %v2 = insertelement <8 x float> %v1, float %x2, i32 2
  %v3 = insertelement <8 x float> %v2, float %y2, i32 3
  %v4 = insertelement <8 x float> %v3, float %m, i32 4
  %v5 = insertelement <8 x float> %v4, float %d, i32 5
  %v6 = insertelement <8 x float> %v5, float %x, i32 6
  %v7 = insertelement <8 x float> %v6, float %y, i32 7
  %o = call <8 x i1> @llvm.is.fpclass.v8f32(<8 x float> %v7, i32 264)
  %e = extractelement <8 x i1> %o, i32 1
  %r = zext i1 %e to i128
  ret i128 %r
}

define internal i128 @op.powi.v8f32(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x = bitcast i32 %x.n to float
  %y = bitcast i32 %y.n to float
  %x2 = fmul float %x, 5.0e-1
  %y2 = fneg float %y
  %m = fadd float %x, %y
  %d = fsub float %x, 1.0
  %v0 = insertelement <8 x float> poison, float %x, i32 0
  %v1 = insertelement <8 x float> %v0, float %y, i32 1
  %v2 = insertelement <8 x float> %v1, float %x2, i32 2
  %v3 = insertelement <8 x float> %v2, float %y2, i32 3
  %v4 = insertelement <8 x float> %v3, float %m, i32 4
  %v5 = insertelement <8 x float> %v4, float %d, i32 5
  %v6 = insertelement <8 x float> %v5, float %x, i32 6
  %v7 = insertelement <8 x float> %v6, float %y, i32 7
  %o = call <8 x float> @llvm.powi.v8f32.i32(<8 x float> %v7, i32 2)
  %z = extractelement <8 x float> %o, i32 7
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.frexp.v8f32(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x = bitcast i32 %x.n to float
  %y = bitcast i32 %y.n to float
  %x2 = fmul float %x, 5.0e-1
  %y2 = fneg float %y
  %m = fadd float %x, %y
  %d = fsub float %x, 1.0
  %v0 = insertelement <8 x float> poison, float %x, i32 0
  %v1 = insertelement <8 x float> %v0, float %y, i32 1
  %v2 = insertelement <8 x float> %v1, float %x2, i32 2
  %v3 = insertelement <8 x float> %v2, float %y2, i32 3
  %v4 = insertelement <8 x float> %v3, float %m, i32 4
  %v5 = insertelement <8 x float> %v4, float %d, i32 5
  %v6 = insertelement <8 x float> %v5, float %x, i32 6
  %v7 = insertelement <8 x float> %v6, float %y, i32 7
  %p = call { <8 x float>, <8 x i32> } @llvm.frexp.v8f32.v8i32(<8 x float> %v7)
  %o = extractvalue { <8 x float>, <8 x i32> } %p, 0
  %z = extractelement <8 x float> %o, i32 7
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.modf.v8f32(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x = bitcast i32 %x.n to float
  %y = bitcast i32 %y.n to float
  %x2 = fmul float %x, 5.0e-1
  %y2 = fneg float %y
  %m = fadd float %x, %y
  %d = fsub float %x, 1.0
  %v0 = insertelement <8 x float> poison, float %x, i32 0
  %v1 = insertelement <8 x float> %v0, float %y, i32 1
  %v2 = insertelement <8 x float> %v1, float %x2, i32 2
  %v3 = insertelement <8 x float> %v2, float %y2, i32 3
  %v4 = insertelement <8 x float> %v3, float %m, i32 4
  %v5 = insertelement <8 x float> %v4, float %d, i32 5
  %v6 = insertelement <8 x float> %v5, float %x, i32 6
  %v7 = insertelement <8 x float> %v6, float %y, i32 7
  %p = call { <8 x float>, <8 x float> } @llvm.modf.v8f32(<8 x float> %v7)
  %o = extractvalue { <8 x float>, <8 x float> } %p, 1
  %z = extractelement <8 x float> %o, i32 7
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.fneg_fabs.v8f32(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x = bitcast i32 %x.n to float
  %y = bitcast i32 %y.n to float
  %x2 = fmul float %x, 5.0e-1
  %y2 = fneg float %y
  %m = fadd float %x, %y
  %d = fsub float %x, 1.0
  %v0 = insertelement <8 x float> poison, float %x, i32 0
  %v1 = insertelement <8 x float> %v0, float %y, i32 1
  %v2 = insertelement <8 x float> %v1, float %x2, i32 2
  %v3 = insertelement <8 x float> %v2, float %y2, i32 3
  %v4 = insertelement <8 x float> %v3, float %m, i32 4
  %v5 = insertelement <8 x float> %v4, float %d, i32 5
  %v6 = insertelement <8 x float> %v5, float %x, i32 6
  %v7 = insertelement <8 x float> %v6, float %y, i32 7
  %k = call <8 x float> @llvm.fabs.v8f32(<8 x float> %v7)
  %o = fneg <8 x float> %k
  %z = extractelement <8 x float> %o, i32 7
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.fma.v8f32(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %y.n = trunc i128 %b to i32
  %x = bitcast i32 %x.n to float
  %y = bitcast i32 %y.n to float
  %x2 = fmul float %x, 5.0e-1
  %y2 = fneg float %y
  %m = fadd float %x, %y
  %d = fsub float %x, 1.0
  %v0 = insertelement <8 x float> poison, float %x, i32 0
  %v1 = insertelement <8 x float> %v0, float %y, i32 1
  %v2 = insertelement <8 x float> %v1, float %x2, i32 2
  %v3 = insertelement <8 x float> %v2, float %y2, i32 3
  %v4 = insertelement <8 x float> %v3, float %m, i32 4
  %v5 = insertelement <8 x float> %v4, float %d, i32 5
  %v6 = insertelement <8 x float> %v5, float %x, i32 6
  %v7 = insertelement <8 x float> %v6, float %y, i32 7
  %k = shufflevector <8 x float> %v7, <8 x float> poison, <8 x i32> <i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 0>
  %o = call <8 x float> @llvm.fma.v8f32(<8 x float> %v7, <8 x float> %k, <8 x float> %v7)
  %z = extractelement <8 x float> %o, i32 7
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.pointers.2(i128 %a, i128 %b) noinline {
  %x = trunc i128 %a to i64
  %y = trunc i128 %b to i64
  %v0 = insertelement <2 x i64> poison, i64 %x, i32 0
  %v1 = insertelement <2 x i64> %v0, i64 %y, i32 1
  %p = inttoptr <2 x i64> %v1 to <2 x ptr>
  %q = getelementptr [3 x i32], <2 x ptr> %p, <2 x i64> %v1, i64 1
  %i = ptrtoint <2 x ptr> %q to <2 x i64>
  %e = extractelement <2 x i64> %i, i32 1
  %r = zext i64 %e to i128
  ret i128 %r
}

define internal i128 @op.narrow_pointers.2(i128 %a, i128 %b) noinline {
  %x = trunc i128 %a to i64
  %y = trunc i128 %b to i64
  %v0 = insertelement <2 x i64> poison, i64 %x, i32 0
  %v1 = insertelement <2 x i64> %v0, i64 %y, i32 1
  %s = trunc <2 x i64> %v1 to <2 x i16>
  %p = inttoptr <2 x i16> %s to <2 x ptr>
  %q = getelementptr i8, <2 x ptr> %p, i64 5
  %i = ptrtoint <2 x ptr> %q to <2 x i24>
  %e = extractelement <2 x i24> %i, i32 1
  %r = zext i24 %e to i128
  ret i128 %r
}

define internal i128 @op.spaces.2(i128 %a, i128 %b) noinline {
  %x = trunc i128 %a to i64
  %y = trunc i128 %b to i64
  %v0 = insertelement <2 x i64> poison, i64 %x, i32 0
  %v1 = insertelement <2 x i64> %v0, i64 %y, i32 1
  %p = inttoptr <2 x i64> %v1 to <2 x ptr>
  %q = addrspacecast <2 x ptr> %p to <2 x ptr addrspace(1)>
  %o = addrspacecast <2 x ptr addrspace(1)> %q to <2 x ptr>
  %i = ptrtoint <2 x ptr> %o to <2 x i64>
  %e = extractelement <2 x i64> %i, i32 1
  %r = zext i64 %e to i128
  ret i128 %r
}

define internal i128 @op.pointers.3(i128 %a, i128 %b) noinline {
  %x = trunc i128 %a to i64
  %y = trunc i128 %b to i64
  %v0 = insertelement <3 x i64> poison, i64 %x, i32 0
  %v1 = insertelement <3 x i64> %v0, i64 %y, i32 1
  %v2 = insertelement <3 x i64> %v1, i64 %x, i32 2
  %p = inttoptr <3 x i64> %v2 to <3 x ptr>
  %q = getelementptr [3 x i32], <3 x ptr> %p, <3 x i64> %v2, i64 1
  %i = ptrtoint <3 x ptr> %q to <3 x i64>
  %e = extractelement <3 x i64> %i, i32 2
  %r = zext i64 %e to i128
  ret i128 %r
}

define internal i128 @op.narrow_pointers.3(i128 %a, i128 %b) noinline {
  %x = trunc i128 %a to i64
  %y = trunc i128 %b to i64
  %v0 = insertelement <3 x i64> poison, i64 %x, i32 0
  %v1 = insertelement <3 x i64> %v0, i64 %y, i32 1
  %v2 = insertelement <3 x i64> %v1, i64 %x, i32 2
  %s = trunc <3 x i64> %v2 to <3 x i16>
  %p = inttoptr <3 x i16> %s to <3 x ptr>
  %q = getelementptr i8, <3 x ptr> %p, i64 5
  %i = ptrtoint <3 x ptr> %q to <3 x i24>
  %e = extractelement <3 x i24> %i, i32 2
  %r = zext i24 %e to i128
  ret i128 %r
}

define internal i128 @op.spaces.3(i128 %a, i128 %b) noinline {
  %x = trunc i128 %a to i64
  %y = trunc i128 %b to i64
  %v0 = insertelement <3 x i64> poison, i64 %x, i32 0
  %v1 = insertelement <3 x i64> %v0, i64 %y, i32 1
  %v2 = insertelement <3 x i64> %v1, i64 %x, i32 2
  %p = inttoptr <3 x i64> %v2 to <3 x ptr>
  %q = addrspacecast <3 x ptr> %p to <3 x ptr addrspace(1)>
  %o = addrspacecast <3 x ptr addrspace(1)> %q to <3 x ptr>
  %i = ptrtoint <3 x ptr> %o to <3 x i64>
  %e = extractelement <3 x i64> %i, i32 2
  %r = zext i64 %e to i128
  ret i128 %r
}

define internal i128 @op.pointers.4(i128 %a, i128 %b) noinline {
  %x = trunc i128 %a to i64
  %y = trunc i128 %b to i64
  %v0 = insertelement <4 x i64> poison, i64 %x, i32 0
  %v1 = insertelement <4 x i64> %v0, i64 %y, i32 1
  %v2 = insertelement <4 x i64> %v1, i64 %x, i32 2
  %v3 = insertelement <4 x i64> %v2, i64 %y, i32 3
  %p = inttoptr <4 x i64> %v3 to <4 x ptr>
  %q = getelementptr [3 x i32], <4 x ptr> %p, <4 x i64> %v3, i64 1
  %i = ptrtoint <4 x ptr> %q to <4 x i64>
  %e = extractelement <4 x i64> %i, i32 3
  %r = zext i64 %e to i128
  ret i128 %r
}

define internal i128 @op.narrow_pointers.4(i128 %a, i128 %b) noinline {
  %x = trunc i128 %a to i64
  %y = trunc i128 %b to i64
  %v0 = insertelement <4 x i64> poison, i64 %x, i32 0
  %v1 = insertelement <4 x i64> %v0, i64 %y, i32 1
  %v2 = insertelement <4 x i64> %v1, i64 %x, i32 2
  %v3 = insertelement <4 x i64> %v2, i64 %y, i32 3
  %s = trunc <4 x i64> %v3 to <4 x i16>
  %p = inttoptr <4 x i16> %s to <4 x ptr>
  %q = getelementptr i8, <4 x ptr> %p, i64 5
  %i = ptrtoint <4 x ptr> %q to <4 x i24>
  %e = extractelement <4 x i24> %i, i32 3
  %r = zext i24 %e to i128
  ret i128 %r
}

define internal i128 @op.spaces.4(i128 %a, i128 %b) noinline {
  %x = trunc i128 %a to i64
  %y = trunc i128 %b to i64
  %v0 = insertelement <4 x i64> poison, i64 %x, i32 0
  %v1 = insertelement <4 x i64> %v0, i64 %y, i32 1
  %v2 = insertelement <4 x i64> %v1, i64 %x, i32 2
  %v3 = insertelement <4 x i64> %v2, i64 %y, i32 3
  %p = inttoptr <4 x i64> %v3 to <4 x ptr>
  %q = addrspacecast <4 x ptr> %p to <4 x ptr addrspace(1)>
  %o = addrspacecast <4 x ptr addrspace(1)> %q to <4 x ptr>
  %i = ptrtoint <4 x ptr> %o to <4 x i64>
  %e = extractelement <4 x i64> %i, i32 3
  %r = zext i64 %e to i128
  ret i128 %r
}

define internal i128 @op.pointer_of_i16(i128 %a, i128 %b) noinline {
  %n = trunc i128 %a to i16
  %p = inttoptr i16 %n to ptr
  %q = getelementptr i8, ptr %p, i128 %b
  %i = ptrtoint ptr %q to i16
  %r = zext i16 %i to i128
  ret i128 %r
}

define internal i128 @op.offset_of_i16(i128 %a, i128 %b) noinline {
  %n = trunc i128 %a to i16
  %j = trunc i128 %b to i64
  %p = inttoptr i64 %j to ptr
  %q = getelementptr i16, ptr %p, i16 %n
  %i = ptrtoaddr ptr %q to i64
  %r = zext i64 %i to i128
  ret i128 %r
}

define internal i128 @op.pointer_of_i48(i128 %a, i128 %b) noinline {
  %n = trunc i128 %a to i48
  %p = inttoptr i48 %n to ptr
  %q = getelementptr i8, ptr %p, i128 %b
  %i = ptrtoint ptr %q to i48
  %r = zext i48 %i to i128
  ret i128 %r
}

define internal i128 @op.offset_of_i48(i128 %a, i128 %b) noinline {
  %n = trunc i128 %a to i48
  %j = trunc i128 %b to i64
  %p = inttoptr i64 %j to ptr
  %q = getelementptr i16, ptr %p, i48 %n
  %i = ptrtoaddr ptr %q to i64
  %r = zext i64 %i to i128
  ret i128 %r
}

define internal i128 @op.pointer_of_i100(i128 %a, i128 %b) noinline {
  %n = trunc i128 %a to i100
  %p = inttoptr i100 %n to ptr
  %q = getelementptr i8, ptr %p, i128 %b
  %i = ptrtoint ptr %q to i100
  %r = zext i100 %i to i128
  ret i128 %r
}

define internal i128 @op.offset_of_i100(i128 %a, i128 %b) noinline {
  %n = trunc i128 %a to i100
  %j = trunc i128 %b to i64
  %p = inttoptr i64 %j to ptr
  %q = getelementptr i16, ptr %p, i100 %n
  %i = ptrtoaddr ptr %q to i64
  %r = zext i64 %i to i128
  ret i128 %r
}

define internal i128 @op.ldexp.i8(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %x = bitcast i32 %x.n to float
  %e = trunc i128 %b to i5
  %n = sext i5 %e to i8
  %z = call float @llvm.ldexp.f32.i8(float %x, i8 %n)
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.ldexp.i16(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %x = bitcast i32 %x.n to float
  %e = trunc i128 %b to i5
  %n = sext i5 %e to i16
  %z = call float @llvm.ldexp.f32.i16(float %x, i16 %n)
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.ldexp.i64(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %x = bitcast i32 %x.n to float
  %e = trunc i128 %b to i5
  %n = sext i5 %e to i64
  %z = call float @llvm.ldexp.f32.i64(float %x, i64 %n)
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.powi.i16(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %x = bitcast i32 %x.n to float
  %e = trunc i128 %b to i3
  %n = sext i3 %e to i16
  %z = call float @llvm.powi.f32.i16(float %x, i16 %n)
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.lrint.i32(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %x = bitcast i32 %x.n to float
  %mag = call float @llvm.fabs.f32(float %x)
  %ok = fcmp olt float %mag, 1.0e9
  %v = select i1 %ok, float %x, float 0.0
  %i = call i32 @llvm.lrint.i32.f32(float %v)
  %r = sext i32 %i to i128
  ret i128 %r
}

define internal i128 @op.lround.i32(i128 %a, i128 %b) noinline {
  %x.n = trunc i128 %a to i32
  %x = bitcast i32 %x.n to float
  %mag = call float @llvm.fabs.f32(float %x)
  %ok = fcmp olt float %mag, 1.0e9
  %v = select i1 %ok, float %x, float 0.0
  %i = call i32 @llvm.lround.i32.f32(float %v)
  %r = sext i32 %i to i128
  ret i128 %r
}

@name.fadd_ordered.v2f32 = private constant [19 x i8] c"fadd_ordered.v2f32\00", align 1
@name.fadd_any.v2f32 = private constant [15 x i8] c"fadd_any.v2f32\00", align 1
@name.fmul_ordered.v2f32 = private constant [19 x i8] c"fmul_ordered.v2f32\00", align 1
@name.fmul_any.v2f32 = private constant [15 x i8] c"fmul_any.v2f32\00", align 1
@name.fmax.v2f32 = private constant [11 x i8] c"fmax.v2f32\00", align 1
@name.fmin.v2f32 = private constant [11 x i8] c"fmin.v2f32\00", align 1
@name.fmaximum.v2f32 = private constant [15 x i8] c"fmaximum.v2f32\00", align 1
@name.fminimum.v2f32 = private constant [15 x i8] c"fminimum.v2f32\00", align 1
@name.reverse.v2f32 = private constant [14 x i8] c"reverse.v2f32\00", align 1
@name.lrint.v2f32 = private constant [12 x i8] c"lrint.v2f32\00", align 1
@name.llrint.v2f32 = private constant [13 x i8] c"llrint.v2f32\00", align 1
@name.lround.v2f32 = private constant [13 x i8] c"lround.v2f32\00", align 1
@name.llround.v2f32 = private constant [14 x i8] c"llround.v2f32\00", align 1
@name.is_fpclass.v2f32 = private constant [17 x i8] c"is_fpclass.v2f32\00", align 1
@name.powi.v2f32 = private constant [11 x i8] c"powi.v2f32\00", align 1
@name.frexp.v2f32 = private constant [12 x i8] c"frexp.v2f32\00", align 1
@name.modf.v2f32 = private constant [11 x i8] c"modf.v2f32\00", align 1
@name.fneg_fabs.v2f32 = private constant [16 x i8] c"fneg_fabs.v2f32\00", align 1
@name.fma.v2f32 = private constant [10 x i8] c"fma.v2f32\00", align 1
@name.fadd_ordered.v4f32 = private constant [19 x i8] c"fadd_ordered.v4f32\00", align 1
@name.fadd_any.v4f32 = private constant [15 x i8] c"fadd_any.v4f32\00", align 1
@name.fmul_ordered.v4f32 = private constant [19 x i8] c"fmul_ordered.v4f32\00", align 1
@name.fmul_any.v4f32 = private constant [15 x i8] c"fmul_any.v4f32\00", align 1
@name.fmax.v4f32 = private constant [11 x i8] c"fmax.v4f32\00", align 1
@name.fmin.v4f32 = private constant [11 x i8] c"fmin.v4f32\00", align 1
@name.fmaximum.v4f32 = private constant [15 x i8] c"fmaximum.v4f32\00", align 1
@name.fminimum.v4f32 = private constant [15 x i8] c"fminimum.v4f32\00", align 1
@name.reverse.v4f32 = private constant [14 x i8] c"reverse.v4f32\00", align 1
@name.extract.v4f32 = private constant [14 x i8] c"extract.v4f32\00", align 1
@name.insert.v4f32 = private constant [13 x i8] c"insert.v4f32\00", align 1
@name.lrint.v4f32 = private constant [12 x i8] c"lrint.v4f32\00", align 1
@name.llrint.v4f32 = private constant [13 x i8] c"llrint.v4f32\00", align 1
@name.lround.v4f32 = private constant [13 x i8] c"lround.v4f32\00", align 1
@name.llround.v4f32 = private constant [14 x i8] c"llround.v4f32\00", align 1
@name.is_fpclass.v4f32 = private constant [17 x i8] c"is_fpclass.v4f32\00", align 1
@name.powi.v4f32 = private constant [11 x i8] c"powi.v4f32\00", align 1
@name.frexp.v4f32 = private constant [12 x i8] c"frexp.v4f32\00", align 1
@name.modf.v4f32 = private constant [11 x i8] c"modf.v4f32\00", align 1
@name.fneg_fabs.v4f32 = private constant [16 x i8] c"fneg_fabs.v4f32\00", align 1
@name.fma.v4f32 = private constant [10 x i8] c"fma.v4f32\00", align 1
@name.fadd_ordered.v3f32 = private constant [19 x i8] c"fadd_ordered.v3f32\00", align 1
@name.fadd_any.v3f32 = private constant [15 x i8] c"fadd_any.v3f32\00", align 1
@name.fmul_ordered.v3f32 = private constant [19 x i8] c"fmul_ordered.v3f32\00", align 1
@name.fmul_any.v3f32 = private constant [15 x i8] c"fmul_any.v3f32\00", align 1
@name.fmax.v3f32 = private constant [11 x i8] c"fmax.v3f32\00", align 1
@name.fmin.v3f32 = private constant [11 x i8] c"fmin.v3f32\00", align 1
@name.fmaximum.v3f32 = private constant [15 x i8] c"fmaximum.v3f32\00", align 1
@name.fminimum.v3f32 = private constant [15 x i8] c"fminimum.v3f32\00", align 1
@name.reverse.v3f32 = private constant [14 x i8] c"reverse.v3f32\00", align 1
@name.lrint.v3f32 = private constant [12 x i8] c"lrint.v3f32\00", align 1
@name.llrint.v3f32 = private constant [13 x i8] c"llrint.v3f32\00", align 1
@name.lround.v3f32 = private constant [13 x i8] c"lround.v3f32\00", align 1
@name.llround.v3f32 = private constant [14 x i8] c"llround.v3f32\00", align 1
@name.is_fpclass.v3f32 = private constant [17 x i8] c"is_fpclass.v3f32\00", align 1
@name.powi.v3f32 = private constant [11 x i8] c"powi.v3f32\00", align 1
@name.frexp.v3f32 = private constant [12 x i8] c"frexp.v3f32\00", align 1
@name.modf.v3f32 = private constant [11 x i8] c"modf.v3f32\00", align 1
@name.fneg_fabs.v3f32 = private constant [16 x i8] c"fneg_fabs.v3f32\00", align 1
@name.fma.v3f32 = private constant [10 x i8] c"fma.v3f32\00", align 1
@name.fadd_ordered.v2f64 = private constant [19 x i8] c"fadd_ordered.v2f64\00", align 1
@name.fadd_any.v2f64 = private constant [15 x i8] c"fadd_any.v2f64\00", align 1
@name.fmul_ordered.v2f64 = private constant [19 x i8] c"fmul_ordered.v2f64\00", align 1
@name.fmul_any.v2f64 = private constant [15 x i8] c"fmul_any.v2f64\00", align 1
@name.fmax.v2f64 = private constant [11 x i8] c"fmax.v2f64\00", align 1
@name.fmin.v2f64 = private constant [11 x i8] c"fmin.v2f64\00", align 1
@name.fmaximum.v2f64 = private constant [15 x i8] c"fmaximum.v2f64\00", align 1
@name.fminimum.v2f64 = private constant [15 x i8] c"fminimum.v2f64\00", align 1
@name.reverse.v2f64 = private constant [14 x i8] c"reverse.v2f64\00", align 1
@name.lrint.v2f64 = private constant [12 x i8] c"lrint.v2f64\00", align 1
@name.llrint.v2f64 = private constant [13 x i8] c"llrint.v2f64\00", align 1
@name.lround.v2f64 = private constant [13 x i8] c"lround.v2f64\00", align 1
@name.llround.v2f64 = private constant [14 x i8] c"llround.v2f64\00", align 1
@name.is_fpclass.v2f64 = private constant [17 x i8] c"is_fpclass.v2f64\00", align 1
@name.powi.v2f64 = private constant [11 x i8] c"powi.v2f64\00", align 1
@name.frexp.v2f64 = private constant [12 x i8] c"frexp.v2f64\00", align 1
@name.modf.v2f64 = private constant [11 x i8] c"modf.v2f64\00", align 1
@name.fneg_fabs.v2f64 = private constant [16 x i8] c"fneg_fabs.v2f64\00", align 1
@name.fma.v2f64 = private constant [10 x i8] c"fma.v2f64\00", align 1
@name.fadd_ordered.v4f16 = private constant [19 x i8] c"fadd_ordered.v4f16\00", align 1
@name.fadd_any.v4f16 = private constant [15 x i8] c"fadd_any.v4f16\00", align 1
@name.fmul_ordered.v4f16 = private constant [19 x i8] c"fmul_ordered.v4f16\00", align 1
@name.fmul_any.v4f16 = private constant [15 x i8] c"fmul_any.v4f16\00", align 1
@name.fmax.v4f16 = private constant [11 x i8] c"fmax.v4f16\00", align 1
@name.fmin.v4f16 = private constant [11 x i8] c"fmin.v4f16\00", align 1
@name.fmaximum.v4f16 = private constant [15 x i8] c"fmaximum.v4f16\00", align 1
@name.fminimum.v4f16 = private constant [15 x i8] c"fminimum.v4f16\00", align 1
@name.reverse.v4f16 = private constant [14 x i8] c"reverse.v4f16\00", align 1
@name.extract.v4f16 = private constant [14 x i8] c"extract.v4f16\00", align 1
@name.insert.v4f16 = private constant [13 x i8] c"insert.v4f16\00", align 1
@name.lrint.v4f16 = private constant [12 x i8] c"lrint.v4f16\00", align 1
@name.llrint.v4f16 = private constant [13 x i8] c"llrint.v4f16\00", align 1
@name.lround.v4f16 = private constant [13 x i8] c"lround.v4f16\00", align 1
@name.llround.v4f16 = private constant [14 x i8] c"llround.v4f16\00", align 1
@name.is_fpclass.v4f16 = private constant [17 x i8] c"is_fpclass.v4f16\00", align 1
@name.powi.v4f16 = private constant [11 x i8] c"powi.v4f16\00", align 1
@name.frexp.v4f16 = private constant [12 x i8] c"frexp.v4f16\00", align 1
@name.modf.v4f16 = private constant [11 x i8] c"modf.v4f16\00", align 1
@name.fneg_fabs.v4f16 = private constant [16 x i8] c"fneg_fabs.v4f16\00", align 1
@name.fma.v4f16 = private constant [10 x i8] c"fma.v4f16\00", align 1
@name.fadd_ordered.v8f32 = private constant [19 x i8] c"fadd_ordered.v8f32\00", align 1
@name.fadd_any.v8f32 = private constant [15 x i8] c"fadd_any.v8f32\00", align 1
@name.fmul_ordered.v8f32 = private constant [19 x i8] c"fmul_ordered.v8f32\00", align 1
@name.fmul_any.v8f32 = private constant [15 x i8] c"fmul_any.v8f32\00", align 1
@name.fmax.v8f32 = private constant [11 x i8] c"fmax.v8f32\00", align 1
@name.fmin.v8f32 = private constant [11 x i8] c"fmin.v8f32\00", align 1
@name.fmaximum.v8f32 = private constant [15 x i8] c"fmaximum.v8f32\00", align 1
@name.fminimum.v8f32 = private constant [15 x i8] c"fminimum.v8f32\00", align 1
@name.reverse.v8f32 = private constant [14 x i8] c"reverse.v8f32\00", align 1
@name.extract.v8f32 = private constant [14 x i8] c"extract.v8f32\00", align 1
@name.insert.v8f32 = private constant [13 x i8] c"insert.v8f32\00", align 1
@name.lrint.v8f32 = private constant [12 x i8] c"lrint.v8f32\00", align 1
@name.llrint.v8f32 = private constant [13 x i8] c"llrint.v8f32\00", align 1
@name.lround.v8f32 = private constant [13 x i8] c"lround.v8f32\00", align 1
@name.llround.v8f32 = private constant [14 x i8] c"llround.v8f32\00", align 1
@name.is_fpclass.v8f32 = private constant [17 x i8] c"is_fpclass.v8f32\00", align 1
@name.powi.v8f32 = private constant [11 x i8] c"powi.v8f32\00", align 1
@name.frexp.v8f32 = private constant [12 x i8] c"frexp.v8f32\00", align 1
@name.modf.v8f32 = private constant [11 x i8] c"modf.v8f32\00", align 1
@name.fneg_fabs.v8f32 = private constant [16 x i8] c"fneg_fabs.v8f32\00", align 1
@name.fma.v8f32 = private constant [10 x i8] c"fma.v8f32\00", align 1
@name.pointers.2 = private constant [11 x i8] c"pointers.2\00", align 1
@name.narrow_pointers.2 = private constant [18 x i8] c"narrow_pointers.2\00", align 1
@name.spaces.2 = private constant [9 x i8] c"spaces.2\00", align 1
@name.pointers.3 = private constant [11 x i8] c"pointers.3\00", align 1
@name.narrow_pointers.3 = private constant [18 x i8] c"narrow_pointers.3\00", align 1
@name.spaces.3 = private constant [9 x i8] c"spaces.3\00", align 1
@name.pointers.4 = private constant [11 x i8] c"pointers.4\00", align 1
@name.narrow_pointers.4 = private constant [18 x i8] c"narrow_pointers.4\00", align 1
@name.spaces.4 = private constant [9 x i8] c"spaces.4\00", align 1
@name.pointer_of_i16 = private constant [15 x i8] c"pointer_of_i16\00", align 1
@name.offset_of_i16 = private constant [14 x i8] c"offset_of_i16\00", align 1
@name.pointer_of_i48 = private constant [15 x i8] c"pointer_of_i48\00", align 1
@name.offset_of_i48 = private constant [14 x i8] c"offset_of_i48\00", align 1
@name.pointer_of_i100 = private constant [16 x i8] c"pointer_of_i100\00", align 1
@name.offset_of_i100 = private constant [15 x i8] c"offset_of_i100\00", align 1
@name.ldexp.i8 = private constant [9 x i8] c"ldexp.i8\00", align 1
@name.ldexp.i16 = private constant [10 x i8] c"ldexp.i16\00", align 1
@name.ldexp.i64 = private constant [10 x i8] c"ldexp.i64\00", align 1
@name.powi.i16 = private constant [9 x i8] c"powi.i16\00", align 1
@name.lrint.i32 = private constant [10 x i8] c"lrint.i32\00", align 1
@name.lround.i32 = private constant [11 x i8] c"lround.i32\00", align 1

declare float @llvm.fabs.f32(float)
declare <2 x float> @llvm.fabs.v2f32(<2 x float>)
declare <2 x double> @llvm.fabs.v2f64(<2 x double>)
declare <3 x float> @llvm.fabs.v3f32(<3 x float>)
declare <4 x half> @llvm.fabs.v4f16(<4 x half>)
declare <4 x float> @llvm.fabs.v4f32(<4 x float>)
declare <8 x float> @llvm.fabs.v8f32(<8 x float>)
declare <2 x float> @llvm.fma.v2f32(<2 x float>, <2 x float>, <2 x float>)
declare <2 x double> @llvm.fma.v2f64(<2 x double>, <2 x double>, <2 x double>)
declare <3 x float> @llvm.fma.v3f32(<3 x float>, <3 x float>, <3 x float>)
declare <4 x half> @llvm.fma.v4f16(<4 x half>, <4 x half>, <4 x half>)
declare <4 x float> @llvm.fma.v4f32(<4 x float>, <4 x float>, <4 x float>)
declare <8 x float> @llvm.fma.v8f32(<8 x float>, <8 x float>, <8 x float>)
declare { <2 x float>, <2 x i32> } @llvm.frexp.v2f32.v2i32(<2 x float>)
declare { <2 x double>, <2 x i32> } @llvm.frexp.v2f64.v2i32(<2 x double>)
declare { <3 x float>, <3 x i32> } @llvm.frexp.v3f32.v3i32(<3 x float>)
declare { <4 x half>, <4 x i32> } @llvm.frexp.v4f16.v4i32(<4 x half>)
declare { <4 x float>, <4 x i32> } @llvm.frexp.v4f32.v4i32(<4 x float>)
declare { <8 x float>, <8 x i32> } @llvm.frexp.v8f32.v8i32(<8 x float>)
declare <2 x i1> @llvm.is.fpclass.v2f32(<2 x float>, i32)
declare <2 x i1> @llvm.is.fpclass.v2f64(<2 x double>, i32)
declare <3 x i1> @llvm.is.fpclass.v3f32(<3 x float>, i32)
declare <4 x i1> @llvm.is.fpclass.v4f16(<4 x half>, i32)
declare <4 x i1> @llvm.is.fpclass.v4f32(<4 x float>, i32)
declare <8 x i1> @llvm.is.fpclass.v8f32(<8 x float>, i32)
declare float @llvm.ldexp.f32.i16(float, i16)
declare float @llvm.ldexp.f32.i64(float, i64)
declare float @llvm.ldexp.f32.i8(float, i8)
declare <2 x i64> @llvm.llrint.v2i64.v2f32(<2 x float>)
declare <2 x i64> @llvm.llrint.v2i64.v2f64(<2 x double>)
declare <3 x i64> @llvm.llrint.v3i64.v3f32(<3 x float>)
declare <4 x i64> @llvm.llrint.v4i64.v4f16(<4 x half>)
declare <4 x i64> @llvm.llrint.v4i64.v4f32(<4 x float>)
declare <8 x i64> @llvm.llrint.v8i64.v8f32(<8 x float>)
declare <2 x i64> @llvm.llround.v2i64.v2f32(<2 x float>)
declare <2 x i64> @llvm.llround.v2i64.v2f64(<2 x double>)
declare <3 x i64> @llvm.llround.v3i64.v3f32(<3 x float>)
declare <4 x i64> @llvm.llround.v4i64.v4f16(<4 x half>)
declare <4 x i64> @llvm.llround.v4i64.v4f32(<4 x float>)
declare <8 x i64> @llvm.llround.v8i64.v8f32(<8 x float>)
declare i32 @llvm.lrint.i32.f32(float)
declare <2 x i64> @llvm.lrint.v2i64.v2f32(<2 x float>)
declare <2 x i64> @llvm.lrint.v2i64.v2f64(<2 x double>)
declare <3 x i64> @llvm.lrint.v3i64.v3f32(<3 x float>)
declare <4 x i64> @llvm.lrint.v4i64.v4f16(<4 x half>)
declare <4 x i64> @llvm.lrint.v4i64.v4f32(<4 x float>)
declare <8 x i64> @llvm.lrint.v8i64.v8f32(<8 x float>)
declare i32 @llvm.lround.i32.f32(float)
declare <2 x i64> @llvm.lround.v2i64.v2f32(<2 x float>)
declare <2 x i64> @llvm.lround.v2i64.v2f64(<2 x double>)
declare <3 x i64> @llvm.lround.v3i64.v3f32(<3 x float>)
declare <4 x i64> @llvm.lround.v4i64.v4f16(<4 x half>)
declare <4 x i64> @llvm.lround.v4i64.v4f32(<4 x float>)
declare <8 x i64> @llvm.lround.v8i64.v8f32(<8 x float>)
declare { <2 x float>, <2 x float> } @llvm.modf.v2f32(<2 x float>)
declare { <2 x double>, <2 x double> } @llvm.modf.v2f64(<2 x double>)
declare { <3 x float>, <3 x float> } @llvm.modf.v3f32(<3 x float>)
declare { <4 x half>, <4 x half> } @llvm.modf.v4f16(<4 x half>)
declare { <4 x float>, <4 x float> } @llvm.modf.v4f32(<4 x float>)
declare { <8 x float>, <8 x float> } @llvm.modf.v8f32(<8 x float>)
declare float @llvm.powi.f32.i16(float, i16)
declare <2 x float> @llvm.powi.v2f32.i32(<2 x float>, i32)
declare <2 x double> @llvm.powi.v2f64.i32(<2 x double>, i32)
declare <3 x float> @llvm.powi.v3f32.i32(<3 x float>, i32)
declare <4 x half> @llvm.powi.v4f16.i32(<4 x half>, i32)
declare <4 x float> @llvm.powi.v4f32.i32(<4 x float>, i32)
declare <8 x float> @llvm.powi.v8f32.i32(<8 x float>, i32)
declare <2 x half> @llvm.vector.extract.v2f16.v4f16(<4 x half>, i64)
declare <2 x float> @llvm.vector.extract.v2f32.v4f32(<4 x float>, i64)
declare <4 x float> @llvm.vector.extract.v4f32.v8f32(<8 x float>, i64)
declare <4 x half> @llvm.vector.insert.v4f16.v2f16(<4 x half>, <2 x half>, i64)
declare <4 x float> @llvm.vector.insert.v4f32.v2f32(<4 x float>, <2 x float>, i64)
declare <8 x float> @llvm.vector.insert.v8f32.v4f32(<8 x float>, <4 x float>, i64)
declare float @llvm.vector.reduce.fadd.v2f32(float, <2 x float>)
declare double @llvm.vector.reduce.fadd.v2f64(double, <2 x double>)
declare float @llvm.vector.reduce.fadd.v3f32(float, <3 x float>)
declare half @llvm.vector.reduce.fadd.v4f16(half, <4 x half>)
declare float @llvm.vector.reduce.fadd.v4f32(float, <4 x float>)
declare float @llvm.vector.reduce.fadd.v8f32(float, <8 x float>)
declare float @llvm.vector.reduce.fmax.v2f32(<2 x float>)
declare double @llvm.vector.reduce.fmax.v2f64(<2 x double>)
declare float @llvm.vector.reduce.fmax.v3f32(<3 x float>)
declare half @llvm.vector.reduce.fmax.v4f16(<4 x half>)
declare float @llvm.vector.reduce.fmax.v4f32(<4 x float>)
declare float @llvm.vector.reduce.fmax.v8f32(<8 x float>)
declare float @llvm.vector.reduce.fmaximum.v2f32(<2 x float>)
declare double @llvm.vector.reduce.fmaximum.v2f64(<2 x double>)
declare float @llvm.vector.reduce.fmaximum.v3f32(<3 x float>)
declare half @llvm.vector.reduce.fmaximum.v4f16(<4 x half>)
declare float @llvm.vector.reduce.fmaximum.v4f32(<4 x float>)
declare float @llvm.vector.reduce.fmaximum.v8f32(<8 x float>)
declare float @llvm.vector.reduce.fmin.v2f32(<2 x float>)
declare double @llvm.vector.reduce.fmin.v2f64(<2 x double>)
declare float @llvm.vector.reduce.fmin.v3f32(<3 x float>)
declare half @llvm.vector.reduce.fmin.v4f16(<4 x half>)
declare float @llvm.vector.reduce.fmin.v4f32(<4 x float>)
declare float @llvm.vector.reduce.fmin.v8f32(<8 x float>)
declare float @llvm.vector.reduce.fminimum.v2f32(<2 x float>)
declare double @llvm.vector.reduce.fminimum.v2f64(<2 x double>)
declare float @llvm.vector.reduce.fminimum.v3f32(<3 x float>)
declare half @llvm.vector.reduce.fminimum.v4f16(<4 x half>)
declare float @llvm.vector.reduce.fminimum.v4f32(<4 x float>)
declare float @llvm.vector.reduce.fminimum.v8f32(<8 x float>)
declare float @llvm.vector.reduce.fmul.v2f32(float, <2 x float>)
declare double @llvm.vector.reduce.fmul.v2f64(double, <2 x double>)
declare float @llvm.vector.reduce.fmul.v3f32(float, <3 x float>)
declare half @llvm.vector.reduce.fmul.v4f16(half, <4 x half>)
declare float @llvm.vector.reduce.fmul.v4f32(float, <4 x float>)
declare float @llvm.vector.reduce.fmul.v8f32(float, <8 x float>)
declare <2 x float> @llvm.vector.reverse.v2f32(<2 x float>)
declare <2 x double> @llvm.vector.reverse.v2f64(<2 x double>)
declare <3 x float> @llvm.vector.reverse.v3f32(<3 x float>)
declare <4 x half> @llvm.vector.reverse.v4f16(<4 x half>)
declare <4 x float> @llvm.vector.reverse.v4f32(<4 x float>)
declare <8 x float> @llvm.vector.reverse.v8f32(<8 x float>)

define i32 @main() {
  call void @run(ptr @name.fadd_ordered.v2f32, ptr @op.fadd_ordered.v2f32)
  call void @run(ptr @name.fadd_any.v2f32, ptr @op.fadd_any.v2f32)
  call void @run(ptr @name.fmul_ordered.v2f32, ptr @op.fmul_ordered.v2f32)
  call void @run(ptr @name.fmul_any.v2f32, ptr @op.fmul_any.v2f32)
  call void @run(ptr @name.fmax.v2f32, ptr @op.fmax.v2f32)
  call void @run(ptr @name.fmin.v2f32, ptr @op.fmin.v2f32)
  call void @run(ptr @name.fmaximum.v2f32, ptr @op.fmaximum.v2f32)
  call void @run(ptr @name.fminimum.v2f32, ptr @op.fminimum.v2f32)
  call void @run(ptr @name.reverse.v2f32, ptr @op.reverse.v2f32)
  call void @run(ptr @name.lrint.v2f32, ptr @op.lrint.v2f32)
  call void @run(ptr @name.llrint.v2f32, ptr @op.llrint.v2f32)
  call void @run(ptr @name.lround.v2f32, ptr @op.lround.v2f32)
  call void @run(ptr @name.llround.v2f32, ptr @op.llround.v2f32)
  call void @run(ptr @name.is_fpclass.v2f32, ptr @op.is_fpclass.v2f32)
  call void @run(ptr @name.powi.v2f32, ptr @op.powi.v2f32)
  call void @run(ptr @name.frexp.v2f32, ptr @op.frexp.v2f32)
  call void @run(ptr @name.modf.v2f32, ptr @op.modf.v2f32)
  call void @run(ptr @name.fneg_fabs.v2f32, ptr @op.fneg_fabs.v2f32)
  call void @run(ptr @name.fma.v2f32, ptr @op.fma.v2f32)
  call void @run(ptr @name.fadd_ordered.v4f32, ptr @op.fadd_ordered.v4f32)
  call void @run(ptr @name.fadd_any.v4f32, ptr @op.fadd_any.v4f32)
  call void @run(ptr @name.fmul_ordered.v4f32, ptr @op.fmul_ordered.v4f32)
  call void @run(ptr @name.fmul_any.v4f32, ptr @op.fmul_any.v4f32)
  call void @run(ptr @name.fmax.v4f32, ptr @op.fmax.v4f32)
  call void @run(ptr @name.fmin.v4f32, ptr @op.fmin.v4f32)
  call void @run(ptr @name.fmaximum.v4f32, ptr @op.fmaximum.v4f32)
  call void @run(ptr @name.fminimum.v4f32, ptr @op.fminimum.v4f32)
  call void @run(ptr @name.reverse.v4f32, ptr @op.reverse.v4f32)
  call void @run(ptr @name.extract.v4f32, ptr @op.extract.v4f32)
  call void @run(ptr @name.insert.v4f32, ptr @op.insert.v4f32)
  call void @run(ptr @name.lrint.v4f32, ptr @op.lrint.v4f32)
  call void @run(ptr @name.llrint.v4f32, ptr @op.llrint.v4f32)
  call void @run(ptr @name.lround.v4f32, ptr @op.lround.v4f32)
  call void @run(ptr @name.llround.v4f32, ptr @op.llround.v4f32)
  call void @run(ptr @name.is_fpclass.v4f32, ptr @op.is_fpclass.v4f32)
  call void @run(ptr @name.powi.v4f32, ptr @op.powi.v4f32)
  call void @run(ptr @name.frexp.v4f32, ptr @op.frexp.v4f32)
  call void @run(ptr @name.modf.v4f32, ptr @op.modf.v4f32)
  call void @run(ptr @name.fneg_fabs.v4f32, ptr @op.fneg_fabs.v4f32)
  call void @run(ptr @name.fma.v4f32, ptr @op.fma.v4f32)
  call void @run(ptr @name.fadd_ordered.v3f32, ptr @op.fadd_ordered.v3f32)
  call void @run(ptr @name.fadd_any.v3f32, ptr @op.fadd_any.v3f32)
  call void @run(ptr @name.fmul_ordered.v3f32, ptr @op.fmul_ordered.v3f32)
  call void @run(ptr @name.fmul_any.v3f32, ptr @op.fmul_any.v3f32)
  call void @run(ptr @name.fmax.v3f32, ptr @op.fmax.v3f32)
  call void @run(ptr @name.fmin.v3f32, ptr @op.fmin.v3f32)
  call void @run(ptr @name.fmaximum.v3f32, ptr @op.fmaximum.v3f32)
  call void @run(ptr @name.fminimum.v3f32, ptr @op.fminimum.v3f32)
  call void @run(ptr @name.reverse.v3f32, ptr @op.reverse.v3f32)
  call void @run(ptr @name.lrint.v3f32, ptr @op.lrint.v3f32)
  call void @run(ptr @name.llrint.v3f32, ptr @op.llrint.v3f32)
  call void @run(ptr @name.lround.v3f32, ptr @op.lround.v3f32)
  call void @run(ptr @name.llround.v3f32, ptr @op.llround.v3f32)
  call void @run(ptr @name.is_fpclass.v3f32, ptr @op.is_fpclass.v3f32)
  call void @run(ptr @name.powi.v3f32, ptr @op.powi.v3f32)
  call void @run(ptr @name.frexp.v3f32, ptr @op.frexp.v3f32)
  call void @run(ptr @name.modf.v3f32, ptr @op.modf.v3f32)
  call void @run(ptr @name.fneg_fabs.v3f32, ptr @op.fneg_fabs.v3f32)
  call void @run(ptr @name.fma.v3f32, ptr @op.fma.v3f32)
  call void @run(ptr @name.fadd_ordered.v2f64, ptr @op.fadd_ordered.v2f64)
  call void @run(ptr @name.fadd_any.v2f64, ptr @op.fadd_any.v2f64)
  call void @run(ptr @name.fmul_ordered.v2f64, ptr @op.fmul_ordered.v2f64)
  call void @run(ptr @name.fmul_any.v2f64, ptr @op.fmul_any.v2f64)
  call void @run(ptr @name.fmax.v2f64, ptr @op.fmax.v2f64)
  call void @run(ptr @name.fmin.v2f64, ptr @op.fmin.v2f64)
  call void @run(ptr @name.fmaximum.v2f64, ptr @op.fmaximum.v2f64)
  call void @run(ptr @name.fminimum.v2f64, ptr @op.fminimum.v2f64)
  call void @run(ptr @name.reverse.v2f64, ptr @op.reverse.v2f64)
  call void @run(ptr @name.lrint.v2f64, ptr @op.lrint.v2f64)
  call void @run(ptr @name.llrint.v2f64, ptr @op.llrint.v2f64)
  call void @run(ptr @name.lround.v2f64, ptr @op.lround.v2f64)
  call void @run(ptr @name.llround.v2f64, ptr @op.llround.v2f64)
  call void @run(ptr @name.is_fpclass.v2f64, ptr @op.is_fpclass.v2f64)
  call void @run(ptr @name.powi.v2f64, ptr @op.powi.v2f64)
  call void @run(ptr @name.frexp.v2f64, ptr @op.frexp.v2f64)
  call void @run(ptr @name.modf.v2f64, ptr @op.modf.v2f64)
  call void @run(ptr @name.fneg_fabs.v2f64, ptr @op.fneg_fabs.v2f64)
  call void @run(ptr @name.fma.v2f64, ptr @op.fma.v2f64)
  call void @run(ptr @name.fadd_ordered.v4f16, ptr @op.fadd_ordered.v4f16)
  call void @run(ptr @name.fadd_any.v4f16, ptr @op.fadd_any.v4f16)
  call void @run(ptr @name.fmul_ordered.v4f16, ptr @op.fmul_ordered.v4f16)
  call void @run(ptr @name.fmul_any.v4f16, ptr @op.fmul_any.v4f16)
  call void @run(ptr @name.fmax.v4f16, ptr @op.fmax.v4f16)
  call void @run(ptr @name.fmin.v4f16, ptr @op.fmin.v4f16)
  call void @run(ptr @name.fmaximum.v4f16, ptr @op.fmaximum.v4f16)
  call void @run(ptr @name.fminimum.v4f16, ptr @op.fminimum.v4f16)
  call void @run(ptr @name.reverse.v4f16, ptr @op.reverse.v4f16)
  call void @run(ptr @name.extract.v4f16, ptr @op.extract.v4f16)
  call void @run(ptr @name.insert.v4f16, ptr @op.insert.v4f16)
  call void @run(ptr @name.lrint.v4f16, ptr @op.lrint.v4f16)
  call void @run(ptr @name.llrint.v4f16, ptr @op.llrint.v4f16)
  call void @run(ptr @name.lround.v4f16, ptr @op.lround.v4f16)
  call void @run(ptr @name.llround.v4f16, ptr @op.llround.v4f16)
  call void @run(ptr @name.is_fpclass.v4f16, ptr @op.is_fpclass.v4f16)
  call void @run(ptr @name.powi.v4f16, ptr @op.powi.v4f16)
  call void @run(ptr @name.frexp.v4f16, ptr @op.frexp.v4f16)
  call void @run(ptr @name.modf.v4f16, ptr @op.modf.v4f16)
  call void @run(ptr @name.fneg_fabs.v4f16, ptr @op.fneg_fabs.v4f16)
  call void @run(ptr @name.fma.v4f16, ptr @op.fma.v4f16)
  call void @run(ptr @name.fadd_ordered.v8f32, ptr @op.fadd_ordered.v8f32)
  call void @run(ptr @name.fadd_any.v8f32, ptr @op.fadd_any.v8f32)
  call void @run(ptr @name.fmul_ordered.v8f32, ptr @op.fmul_ordered.v8f32)
  call void @run(ptr @name.fmul_any.v8f32, ptr @op.fmul_any.v8f32)
  call void @run(ptr @name.fmax.v8f32, ptr @op.fmax.v8f32)
  call void @run(ptr @name.fmin.v8f32, ptr @op.fmin.v8f32)
  call void @run(ptr @name.fmaximum.v8f32, ptr @op.fmaximum.v8f32)
  call void @run(ptr @name.fminimum.v8f32, ptr @op.fminimum.v8f32)
  call void @run(ptr @name.reverse.v8f32, ptr @op.reverse.v8f32)
  call void @run(ptr @name.extract.v8f32, ptr @op.extract.v8f32)
  call void @run(ptr @name.insert.v8f32, ptr @op.insert.v8f32)
  call void @run(ptr @name.lrint.v8f32, ptr @op.lrint.v8f32)
  call void @run(ptr @name.llrint.v8f32, ptr @op.llrint.v8f32)
  call void @run(ptr @name.lround.v8f32, ptr @op.lround.v8f32)
  call void @run(ptr @name.llround.v8f32, ptr @op.llround.v8f32)
  call void @run(ptr @name.is_fpclass.v8f32, ptr @op.is_fpclass.v8f32)
  call void @run(ptr @name.powi.v8f32, ptr @op.powi.v8f32)
  call void @run(ptr @name.frexp.v8f32, ptr @op.frexp.v8f32)
  call void @run(ptr @name.modf.v8f32, ptr @op.modf.v8f32)
  call void @run(ptr @name.fneg_fabs.v8f32, ptr @op.fneg_fabs.v8f32)
  call void @run(ptr @name.fma.v8f32, ptr @op.fma.v8f32)
  call void @run(ptr @name.pointers.2, ptr @op.pointers.2)
  call void @run(ptr @name.narrow_pointers.2, ptr @op.narrow_pointers.2)
  call void @run(ptr @name.spaces.2, ptr @op.spaces.2)
  call void @run(ptr @name.pointers.3, ptr @op.pointers.3)
  call void @run(ptr @name.narrow_pointers.3, ptr @op.narrow_pointers.3)
  call void @run(ptr @name.spaces.3, ptr @op.spaces.3)
  call void @run(ptr @name.pointers.4, ptr @op.pointers.4)
  call void @run(ptr @name.narrow_pointers.4, ptr @op.narrow_pointers.4)
  call void @run(ptr @name.spaces.4, ptr @op.spaces.4)
  call void @run(ptr @name.pointer_of_i16, ptr @op.pointer_of_i16)
  call void @run(ptr @name.offset_of_i16, ptr @op.offset_of_i16)
  call void @run(ptr @name.pointer_of_i48, ptr @op.pointer_of_i48)
  call void @run(ptr @name.offset_of_i48, ptr @op.offset_of_i48)
  call void @run(ptr @name.pointer_of_i100, ptr @op.pointer_of_i100)
  call void @run(ptr @name.offset_of_i100, ptr @op.offset_of_i100)
  call void @run(ptr @name.ldexp.i8, ptr @op.ldexp.i8)
  call void @run(ptr @name.ldexp.i16, ptr @op.ldexp.i16)
  call void @run(ptr @name.ldexp.i64, ptr @op.ldexp.i64)
  call void @run(ptr @name.powi.i16, ptr @op.powi.i16)
  call void @run(ptr @name.lrint.i32, ptr @op.lrint.i32)
  call void @run(ptr @name.lround.i32, ptr @op.lround.i32)
  ret i32 0
}
