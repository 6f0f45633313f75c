; Reals: float.
; Each operation is applied to all pairs of corners; a line of output is a digest of the results.
@corners = global [18 x i128] [i128 0, i128 2147483648, i128 1065353216, i128 3217031168, i128 1075838976, i128 3227516928, i128 1036831949, i128 71362, i128 1234613305, i128 3472883712, i128 1333788672, i128 1593905213, i128 3741388861, i128 1601817817, i128 2137108966, i128 2139095040, i128 4286578688, i128 2143289344], align 16
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
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %z = fadd float %x, %y
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.fsub(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %z = fsub float %x, %y
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.fmul(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %z = fmul float %x, %y
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.fdiv(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %z = fdiv float %x, %y
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.fneg(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %z = fneg float %x
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.fnmul(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %m = fmul float %x, %y
  %z = fneg float %m
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.constants(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %m = fmul float %x, 5.000000e-01
  %z = fadd float %m, -3.000000e+00
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.fabs(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %z = call float @llvm.fabs.f32(float %x)
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.sqrt(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %z = call float @llvm.sqrt.f32(float %x)
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.floor(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %z = call float @llvm.floor.f32(float %x)
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.ceil(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %z = call float @llvm.ceil.f32(float %x)
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.trunc(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %z = call float @llvm.trunc.f32(float %x)
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.rint(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %z = call float @llvm.rint.f32(float %x)
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.nearbyint(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %z = call float @llvm.nearbyint.f32(float %x)
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.round(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %z = call float @llvm.round.f32(float %x)
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.roundeven(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %z = call float @llvm.roundeven.f32(float %x)
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.copysign(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %z = call float @llvm.copysign.f32(float %x, float %y)
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.minimum(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %z = call float @llvm.minimum.f32(float %x, float %y)
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.maximum(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %z = call float @llvm.maximum.f32(float %x, float %y)
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.minnum(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %m = call float @llvm.minnum.f32(float %x, float %y)
  %z = fadd float %m, 0.000000e+00
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.maxnum(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %m = call float @llvm.maxnum.f32(float %x, float %y)
  %z = fadd float %m, 0.000000e+00
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.fma(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %z = call float @llvm.fma.f32(float %x, float %y, float %x)
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.fms(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %n = fneg float %y
  %z = call float @llvm.fma.f32(float %x, float %y, float %n)
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.fnma(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %n = fneg float %y
  %z = call float @llvm.fma.f32(float %x, float %n, float %x)
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.fcmp_false(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %c = fcmp false float %x, %y
  %r = zext i1 %c to i128
  ret i128 %r
}

define internal i128 @op.select_false(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %c = fcmp false float %x, %y
  %z = select i1 %c, float %y, float %x
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.fcmp_oeq(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %c = fcmp oeq float %x, %y
  %r = zext i1 %c to i128
  ret i128 %r
}

define internal i128 @op.select_oeq(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %c = fcmp oeq float %x, %y
  %z = select i1 %c, float %y, float %x
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.fcmp_ogt(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %c = fcmp ogt float %x, %y
  %r = zext i1 %c to i128
  ret i128 %r
}

define internal i128 @op.select_ogt(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %c = fcmp ogt float %x, %y
  %z = select i1 %c, float %y, float %x
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.fcmp_oge(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %c = fcmp oge float %x, %y
  %r = zext i1 %c to i128
  ret i128 %r
}

define internal i128 @op.select_oge(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %c = fcmp oge float %x, %y
  %z = select i1 %c, float %y, float %x
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.fcmp_olt(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %c = fcmp olt float %x, %y
  %r = zext i1 %c to i128
  ret i128 %r
}

define internal i128 @op.select_olt(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %c = fcmp olt float %x, %y
  %z = select i1 %c, float %y, float %x
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.fcmp_ole(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %c = fcmp ole float %x, %y
  %r = zext i1 %c to i128
  ret i128 %r
}

define internal i128 @op.select_ole(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %c = fcmp ole float %x, %y
  %z = select i1 %c, float %y, float %x
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.fcmp_one(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %c = fcmp one float %x, %y
  %r = zext i1 %c to i128
  ret i128 %r
}

define internal i128 @op.select_one(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %c = fcmp one float %x, %y
  %z = select i1 %c, float %y, float %x
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.fcmp_ord(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %c = fcmp ord float %x, %y
  %r = zext i1 %c to i128
  ret i128 %r
}

define internal i128 @op.select_ord(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %c = fcmp ord float %x, %y
  %z = select i1 %c, float %y, float %x
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.fcmp_ueq(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %c = fcmp ueq float %x, %y
  %r = zext i1 %c to i128
  ret i128 %r
}

define internal i128 @op.select_ueq(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %c = fcmp ueq float %x, %y
  %z = select i1 %c, float %y, float %x
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.fcmp_ugt(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %c = fcmp ugt float %x, %y
  %r = zext i1 %c to i128
  ret i128 %r
}

define internal i128 @op.select_ugt(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %c = fcmp ugt float %x, %y
  %z = select i1 %c, float %y, float %x
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.fcmp_uge(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %c = fcmp uge float %x, %y
  %r = zext i1 %c to i128
  ret i128 %r
}

define internal i128 @op.select_uge(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %c = fcmp uge float %x, %y
  %z = select i1 %c, float %y, float %x
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.fcmp_ult(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %c = fcmp ult float %x, %y
  %r = zext i1 %c to i128
  ret i128 %r
}

define internal i128 @op.select_ult(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %c = fcmp ult float %x, %y
  %z = select i1 %c, float %y, float %x
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.fcmp_ule(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %c = fcmp ule float %x, %y
  %r = zext i1 %c to i128
  ret i128 %r
}

define internal i128 @op.select_ule(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %c = fcmp ule float %x, %y
  %z = select i1 %c, float %y, float %x
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.fcmp_une(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %c = fcmp une float %x, %y
  %r = zext i1 %c to i128
  ret i128 %r
}

define internal i128 @op.select_une(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %c = fcmp une float %x, %y
  %z = select i1 %c, float %y, float %x
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.fcmp_uno(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %c = fcmp uno float %x, %y
  %r = zext i1 %c to i128
  ret i128 %r
}

define internal i128 @op.select_uno(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %c = fcmp uno float %x, %y
  %z = select i1 %c, float %y, float %x
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.fcmp_true(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %c = fcmp true float %x, %y
  %r = zext i1 %c to i128
  ret i128 %r
}

define internal i128 @op.select_true(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %c = fcmp true float %x, %y
  %z = select i1 %c, float %y, float %x
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.fptosi_sat_8(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %c = call i8 @llvm.fptosi.sat.i8.f32(float %x)
  %r = zext i8 %c to i128
  ret i128 %r
}

define internal i128 @op.fptosi_sat_16(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %c = call i16 @llvm.fptosi.sat.i16.f32(float %x)
  %r = zext i16 %c to i128
  ret i128 %r
}

define internal i128 @op.fptosi_sat_32(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %c = call i32 @llvm.fptosi.sat.i32.f32(float %x)
  %r = zext i32 %c to i128
  ret i128 %r
}

define internal i128 @op.fptosi_sat_64(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %c = call i64 @llvm.fptosi.sat.i64.f32(float %x)
  %r = zext i64 %c to i128
  ret i128 %r
}

define internal i128 @op.fptoui_sat_8(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %c = call i8 @llvm.fptoui.sat.i8.f32(float %x)
  %r = zext i8 %c to i128
  ret i128 %r
}

define internal i128 @op.fptoui_sat_16(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %c = call i16 @llvm.fptoui.sat.i16.f32(float %x)
  %r = zext i16 %c to i128
  ret i128 %r
}

define internal i128 @op.fptoui_sat_32(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %c = call i32 @llvm.fptoui.sat.i32.f32(float %x)
  %r = zext i32 %c to i128
  ret i128 %r
}

define internal i128 @op.fptoui_sat_64(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %c = call i64 @llvm.fptoui.sat.i64.f32(float %x)
  %r = zext i64 %c to i128
  ret i128 %r
}

define internal i128 @op.sitofp(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %i = bitcast float %x to i32
  %z = sitofp i32 %i to float
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.uitofp(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %i = bitcast float %x to i32
  %z = uitofp i32 %i to float
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.frem(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %z = frem float %x, %y
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.is_fpclass_1(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %c = call i1 @llvm.is.fpclass.f32(float %x, i32 1)
  %r = zext i1 %c to i128
  ret i128 %r
}

define internal i128 @op.is_fpclass_2(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %c = call i1 @llvm.is.fpclass.f32(float %x, i32 2)
  %r = zext i1 %c to i128
  ret i128 %r
}

define internal i128 @op.is_fpclass_3(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %c = call i1 @llvm.is.fpclass.f32(float %x, i32 3)
  %r = zext i1 %c to i128
  ret i128 %r
}

define internal i128 @op.is_fpclass_4(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %c = call i1 @llvm.is.fpclass.f32(float %x, i32 4)
  %r = zext i1 %c to i128
  ret i128 %r
}

define internal i128 @op.is_fpclass_8(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %c = call i1 @llvm.is.fpclass.f32(float %x, i32 8)
  %r = zext i1 %c to i128
  ret i128 %r
}

define internal i128 @op.is_fpclass_16(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %c = call i1 @llvm.is.fpclass.f32(float %x, i32 16)
  %r = zext i1 %c to i128
  ret i128 %r
}

define internal i128 @op.is_fpclass_32(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %c = call i1 @llvm.is.fpclass.f32(float %x, i32 32)
  %r = zext i1 %c to i128
  ret i128 %r
}

define internal i128 @op.is_fpclass_64(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %c = call i1 @llvm.is.fpclass.f32(float %x, i32 64)
  %r = zext i1 %c to i128
  ret i128 %r
}

define internal i128 @op.is_fpclass_128(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %c = call i1 @llvm.is.fpclass.f32(float %x, i32 128)
  %r = zext i1 %c to i128
  ret i128 %r
}

define internal i128 @op.is_fpclass_256(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %c = call i1 @llvm.is.fpclass.f32(float %x, i32 256)
  %r = zext i1 %c to i128
  ret i128 %r
}

define internal i128 @op.is_fpclass_512(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %c = call i1 @llvm.is.fpclass.f32(float %x, i32 512)
  %r = zext i1 %c to i128
  ret i128 %r
}

define internal i128 @op.is_fpclass_516(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %c = call i1 @llvm.is.fpclass.f32(float %x, i32 516)
  %r = zext i1 %c to i128
  ret i128 %r
}

define internal i128 @op.is_fpclass_264(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %c = call i1 @llvm.is.fpclass.f32(float %x, i32 264)
  %r = zext i1 %c to i128
  ret i128 %r
}

define internal i128 @op.is_fpclass_504(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %c = call i1 @llvm.is.fpclass.f32(float %x, i32 504)
  %r = zext i1 %c to i128
  ret i128 %r
}

define internal i128 @op.is_fpclass_240(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %c = call i1 @llvm.is.fpclass.f32(float %x, i32 240)
  %r = zext i1 %c to i128
  ret i128 %r
}

define internal i128 @op.is_fpclass_144(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %c = call i1 @llvm.is.fpclass.f32(float %x, i32 144)
  %r = zext i1 %c to i128
  ret i128 %r
}

define internal i128 @op.is_fpclass_96(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %c = call i1 @llvm.is.fpclass.f32(float %x, i32 96)
  %r = zext i1 %c to i128
  ret i128 %r
}

define internal i128 @op.is_fpclass_519(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %c = call i1 @llvm.is.fpclass.f32(float %x, i32 519)
  %r = zext i1 %c to i128
  ret i128 %r
}

define internal i128 @op.is_fpclass_1020(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %c = call i1 @llvm.is.fpclass.f32(float %x, i32 1020)
  %r = zext i1 %c to i128
  ret i128 %r
}

define internal i128 @op.is_fpclass_120(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %c = call i1 @llvm.is.fpclass.f32(float %x, i32 120)
  %r = zext i1 %c to i128
  ret i128 %r
}

define internal i128 @op.is_fpclass_408(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %c = call i1 @llvm.is.fpclass.f32(float %x, i32 408)
  %r = zext i1 %c to i128
  ret i128 %r
}

define internal i128 @op.is_fpclass_612(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %c = call i1 @llvm.is.fpclass.f32(float %x, i32 612)
  %r = zext i1 %c to i128
  ret i128 %r
}

define internal i128 @op.is_fpclass_1023(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %c = call i1 @llvm.is.fpclass.f32(float %x, i32 1023)
  %r = zext i1 %c to i128
  ret i128 %r
}

define internal i128 @op.is_fpclass_0(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %c = call i1 @llvm.is.fpclass.f32(float %x, i32 0)
  %r = zext i1 %c to i128
  ret i128 %r
}

define internal i128 @op.lround(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %in = call float @llvm.fabs.f32(float %x)
  %ok = fcmp olt float %in, 1.000000e+09
  %v = select i1 %ok, float %x, float 0.0
  %c = call i64 @llvm.lround.i64.f32(float %v)
  %r = sext i64 %c to i128
  ret i128 %r
}

define internal i128 @op.llround(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %in = call float @llvm.fabs.f32(float %x)
  %ok = fcmp olt float %in, 1.000000e+09
  %v = select i1 %ok, float %x, float 0.0
  %c = call i64 @llvm.llround.i64.f32(float %v)
  %r = sext i64 %c to i128
  ret i128 %r
}

define internal i128 @op.lrint(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %in = call float @llvm.fabs.f32(float %x)
  %ok = fcmp olt float %in, 1.000000e+09
  %v = select i1 %ok, float %x, float 0.0
  %c = call i64 @llvm.lrint.i64.f32(float %v)
  %r = sext i64 %c to i128
  ret i128 %r
}

define internal i128 @op.llrint(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %in = call float @llvm.fabs.f32(float %x)
  %ok = fcmp olt float %in, 1.000000e+09
  %v = select i1 %ok, float %x, float 0.0
  %c = call i64 @llvm.llrint.i64.f32(float %v)
  %r = sext i64 %c to i128
  ret i128 %r
}

define internal i128 @op.fptosi_32(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %in = call float @llvm.fabs.f32(float %x)
  %ok = fcmp olt float %in, 1.000000e+09
  %v = select i1 %ok, float %x, float 0.0
  %c = fptosi float %v to i32
  %r = sext i32 %c to i128
  ret i128 %r
}

define internal i128 @op.fptosi_64(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %in = call float @llvm.fabs.f32(float %x)
  %ok = fcmp olt float %in, 1.000000e+09
  %v = select i1 %ok, float %x, float 0.0
  %c = fptosi float %v to i64
  %r = sext i64 %c to i128
  ret i128 %r
}

define internal i128 @op.fptosi_128(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %in = call float @llvm.fabs.f32(float %x)
  %ok = fcmp olt float %in, 1.000000e+09
  %v = select i1 %ok, float %x, float 0.0
  %c = fptosi float %v to i128
  %r = or i128 %c, 0
  ret i128 %r
}

define internal i128 @op.fptoui_32(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %in = call float @llvm.fabs.f32(float %x)
  %ok = fcmp olt float %in, 1.000000e+09
  %v = select i1 %ok, float %x, float 0.0
  %vv = call float @llvm.fabs.f32(float %v)
  %c = fptoui float %vv to i32
  %r = sext i32 %c to i128
  ret i128 %r
}

define internal i128 @op.fptoui_64(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %in = call float @llvm.fabs.f32(float %x)
  %ok = fcmp olt float %in, 1.000000e+09
  %v = select i1 %ok, float %x, float 0.0
  %vv = call float @llvm.fabs.f32(float %v)
  %c = fptoui float %vv to i64
  %r = sext i64 %c to i128
  ret i128 %r
}

define internal i128 @op.fptoui_128(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %in = call float @llvm.fabs.f32(float %x)
  %ok = fcmp olt float %in, 1.000000e+09
  %v = select i1 %ok, float %x, float 0.0
  %vv = call float @llvm.fabs.f32(float %v)
  %c = fptoui float %vv to i128
  %r = or i128 %c, 0
  ret i128 %r
}

define internal i128 @op.powi(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %z = call float @llvm.powi.f32.i32(float %x, i32 5)
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.ldexp(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %z = call float @llvm.ldexp.f32.i32(float %x, i32 -3)
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.fpext(i128 %a, i128 %b) noinline {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %d = fpext float %x to double
  %e = fmul double %d, 3.0
  %z = fptrunc double %e to float
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
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
@name.fptosi_sat_8 = private constant [13 x i8] c"fptosi_sat_8\00"
@name.fptosi_sat_16 = private constant [14 x i8] c"fptosi_sat_16\00"
@name.fptosi_sat_32 = private constant [14 x i8] c"fptosi_sat_32\00"
@name.fptosi_sat_64 = private constant [14 x i8] c"fptosi_sat_64\00"
@name.fptoui_sat_8 = private constant [13 x i8] c"fptoui_sat_8\00"
@name.fptoui_sat_16 = private constant [14 x i8] c"fptoui_sat_16\00"
@name.fptoui_sat_32 = private constant [14 x i8] c"fptoui_sat_32\00"
@name.fptoui_sat_64 = private constant [14 x i8] c"fptoui_sat_64\00"
@name.sitofp = private constant [7 x i8] c"sitofp\00"
@name.uitofp = private constant [7 x i8] c"uitofp\00"
@name.frem = private constant [5 x i8] c"frem\00"
@name.is_fpclass_1 = private constant [13 x i8] c"is_fpclass_1\00"
@name.is_fpclass_2 = private constant [13 x i8] c"is_fpclass_2\00"
@name.is_fpclass_3 = private constant [13 x i8] c"is_fpclass_3\00"
@name.is_fpclass_4 = private constant [13 x i8] c"is_fpclass_4\00"
@name.is_fpclass_8 = private constant [13 x i8] c"is_fpclass_8\00"
@name.is_fpclass_16 = private constant [14 x i8] c"is_fpclass_16\00"
@name.is_fpclass_32 = private constant [14 x i8] c"is_fpclass_32\00"
@name.is_fpclass_64 = private constant [14 x i8] c"is_fpclass_64\00"
@name.is_fpclass_128 = private constant [15 x i8] c"is_fpclass_128\00"
@name.is_fpclass_256 = private constant [15 x i8] c"is_fpclass_256\00"
@name.is_fpclass_512 = private constant [15 x i8] c"is_fpclass_512\00"
@name.is_fpclass_516 = private constant [15 x i8] c"is_fpclass_516\00"
@name.is_fpclass_264 = private constant [15 x i8] c"is_fpclass_264\00"
@name.is_fpclass_504 = private constant [15 x i8] c"is_fpclass_504\00"
@name.is_fpclass_240 = private constant [15 x i8] c"is_fpclass_240\00"
@name.is_fpclass_144 = private constant [15 x i8] c"is_fpclass_144\00"
@name.is_fpclass_96 = private constant [14 x i8] c"is_fpclass_96\00"
@name.is_fpclass_519 = private constant [15 x i8] c"is_fpclass_519\00"
@name.is_fpclass_1020 = private constant [16 x i8] c"is_fpclass_1020\00"
@name.is_fpclass_120 = private constant [15 x i8] c"is_fpclass_120\00"
@name.is_fpclass_408 = private constant [15 x i8] c"is_fpclass_408\00"
@name.is_fpclass_612 = private constant [15 x i8] c"is_fpclass_612\00"
@name.is_fpclass_1023 = private constant [16 x i8] c"is_fpclass_1023\00"
@name.is_fpclass_0 = private constant [13 x i8] c"is_fpclass_0\00"
@name.lround = private constant [7 x i8] c"lround\00"
@name.llround = private constant [8 x i8] c"llround\00"
@name.lrint = private constant [6 x i8] c"lrint\00"
@name.llrint = private constant [7 x i8] c"llrint\00"
@name.fptosi_32 = private constant [10 x i8] c"fptosi_32\00"
@name.fptosi_64 = private constant [10 x i8] c"fptosi_64\00"
@name.fptosi_128 = private constant [11 x i8] c"fptosi_128\00"
@name.fptoui_32 = private constant [10 x i8] c"fptoui_32\00"
@name.fptoui_64 = private constant [10 x i8] c"fptoui_64\00"
@name.fptoui_128 = private constant [11 x i8] c"fptoui_128\00"
@name.powi = private constant [5 x i8] c"powi\00"
@name.ldexp = private constant [6 x i8] c"ldexp\00"
@name.fpext = private constant [6 x i8] c"fpext\00"

declare float @llvm.ceil.f32(float)
declare float @llvm.copysign.f32(float, float)
declare float @llvm.fabs.f32(float)
declare float @llvm.floor.f32(float)
declare float @llvm.fma.f32(float, float, float)
declare float @llvm.ldexp.f32.i32(float, i32)
declare float @llvm.maximum.f32(float, float)
declare float @llvm.maxnum.f32(float, float)
declare float @llvm.minimum.f32(float, float)
declare float @llvm.minnum.f32(float, float)
declare float @llvm.nearbyint.f32(float)
declare float @llvm.powi.f32.i32(float, i32)
declare float @llvm.rint.f32(float)
declare float @llvm.round.f32(float)
declare float @llvm.roundeven.f32(float)
declare float @llvm.sqrt.f32(float)
declare float @llvm.trunc.f32(float)
declare i1 @llvm.is.fpclass.f32(float, i32)
declare i16 @llvm.fptosi.sat.i16.f32(float)
declare i16 @llvm.fptoui.sat.i16.f32(float)
declare i32 @llvm.fptosi.sat.i32.f32(float)
declare i32 @llvm.fptoui.sat.i32.f32(float)
declare i64 @llvm.fptosi.sat.i64.f32(float)
declare i64 @llvm.fptoui.sat.i64.f32(float)
declare i64 @llvm.llrint.i64.f32(float)
declare i64 @llvm.llround.i64.f32(float)
declare i64 @llvm.lrint.i64.f32(float)
declare i64 @llvm.lround.i64.f32(float)
declare i8 @llvm.fptosi.sat.i8.f32(float)
declare i8 @llvm.fptoui.sat.i8.f32(float)

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
  call void @run(ptr @name.fptosi_sat_8, ptr @op.fptosi_sat_8)
  call void @run(ptr @name.fptosi_sat_16, ptr @op.fptosi_sat_16)
  call void @run(ptr @name.fptosi_sat_32, ptr @op.fptosi_sat_32)
  call void @run(ptr @name.fptosi_sat_64, ptr @op.fptosi_sat_64)
  call void @run(ptr @name.fptoui_sat_8, ptr @op.fptoui_sat_8)
  call void @run(ptr @name.fptoui_sat_16, ptr @op.fptoui_sat_16)
  call void @run(ptr @name.fptoui_sat_32, ptr @op.fptoui_sat_32)
  call void @run(ptr @name.fptoui_sat_64, ptr @op.fptoui_sat_64)
  call void @run(ptr @name.sitofp, ptr @op.sitofp)
  call void @run(ptr @name.uitofp, ptr @op.uitofp)
  call void @run(ptr @name.frem, ptr @op.frem)
  call void @run(ptr @name.is_fpclass_1, ptr @op.is_fpclass_1)
  call void @run(ptr @name.is_fpclass_2, ptr @op.is_fpclass_2)
  call void @run(ptr @name.is_fpclass_3, ptr @op.is_fpclass_3)
  call void @run(ptr @name.is_fpclass_4, ptr @op.is_fpclass_4)
  call void @run(ptr @name.is_fpclass_8, ptr @op.is_fpclass_8)
  call void @run(ptr @name.is_fpclass_16, ptr @op.is_fpclass_16)
  call void @run(ptr @name.is_fpclass_32, ptr @op.is_fpclass_32)
  call void @run(ptr @name.is_fpclass_64, ptr @op.is_fpclass_64)
  call void @run(ptr @name.is_fpclass_128, ptr @op.is_fpclass_128)
  call void @run(ptr @name.is_fpclass_256, ptr @op.is_fpclass_256)
  call void @run(ptr @name.is_fpclass_512, ptr @op.is_fpclass_512)
  call void @run(ptr @name.is_fpclass_516, ptr @op.is_fpclass_516)
  call void @run(ptr @name.is_fpclass_264, ptr @op.is_fpclass_264)
  call void @run(ptr @name.is_fpclass_504, ptr @op.is_fpclass_504)
  call void @run(ptr @name.is_fpclass_240, ptr @op.is_fpclass_240)
  call void @run(ptr @name.is_fpclass_144, ptr @op.is_fpclass_144)
  call void @run(ptr @name.is_fpclass_96, ptr @op.is_fpclass_96)
  call void @run(ptr @name.is_fpclass_519, ptr @op.is_fpclass_519)
  call void @run(ptr @name.is_fpclass_1020, ptr @op.is_fpclass_1020)
  call void @run(ptr @name.is_fpclass_120, ptr @op.is_fpclass_120)
  call void @run(ptr @name.is_fpclass_408, ptr @op.is_fpclass_408)
  call void @run(ptr @name.is_fpclass_612, ptr @op.is_fpclass_612)
  call void @run(ptr @name.is_fpclass_1023, ptr @op.is_fpclass_1023)
  call void @run(ptr @name.is_fpclass_0, ptr @op.is_fpclass_0)
  call void @run(ptr @name.lround, ptr @op.lround)
  call void @run(ptr @name.llround, ptr @op.llround)
  call void @run(ptr @name.lrint, ptr @op.lrint)
  call void @run(ptr @name.llrint, ptr @op.llrint)
  call void @run(ptr @name.fptosi_32, ptr @op.fptosi_32)
  call void @run(ptr @name.fptosi_64, ptr @op.fptosi_64)
  call void @run(ptr @name.fptosi_128, ptr @op.fptosi_128)
  call void @run(ptr @name.fptoui_32, ptr @op.fptoui_32)
  call void @run(ptr @name.fptoui_64, ptr @op.fptoui_64)
  call void @run(ptr @name.fptoui_128, ptr @op.fptoui_128)
  call void @run(ptr @name.powi, ptr @op.powi)
  call void @run(ptr @name.ldexp, ptr @op.ldexp)
  call void @run(ptr @name.fpext, ptr @op.fpext)
  ret i32 0
}
