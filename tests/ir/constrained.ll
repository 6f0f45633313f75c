; Constrained operations.
; Each operation is applied to all pairs of corners; a line of output is a digest of the results.
@corners = global [38 x i128] [i128 0, i128 2147483648, i128 1065353216, i128 3212836864, i128 1080033280, i128 3240099840, i128 1036831949, i128 1232348160, i128 3405774849, i128 1325400064, i128 2139095040, i128 4286578688, i128 2143289344, i128 74565, i128 0, i128 9223372036854775808, i128 4607182418800017408, i128 13832806255468478464, i128 4591870180066957722, i128 4666723172467343360, i128 14069741636278059009, i128 9218868437227405311, i128 7, i128 9218868437227405312, i128 18442240474082181120, i128 9221120237041090560, i128 4472406533629990549, i128 31744, i128 64512, i128 32256, i128 15360, i128 48128, i128 3, i128 19269, i128 170135991163610696904058773219554885632, i128 340277174624079928635746076935438991360, i128 85068884041158538245348294443315232768, i128 85096877733080948430713087495608729600], align 16
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
  %more = icmp ult i64 %j.next, 38
  br i1 %more, label %inner, label %outer.latch
outer.latch:
  %i.next = add i64 %i, 1
  %again = icmp ult i64 %i.next, 38
  br i1 %again, label %outer, label %done
done:
  %result = load i64, ptr @digest
  %printed = call i32 (ptr, ...) @printf(ptr @format, ptr %name, i64 %result)
  ret void
}

define internal i128 @op.fadd.f32(i128 %a, i128 %b) noinline strictfp {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %z = call float @llvm.experimental.constrained.fadd.f32(float %x, float %y, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.fsub.f32(i128 %a, i128 %b) noinline strictfp {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %z = call float @llvm.experimental.constrained.fsub.f32(float %x, float %y, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.fmul.f32(i128 %a, i128 %b) noinline strictfp {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %z = call float @llvm.experimental.constrained.fmul.f32(float %x, float %y, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.fdiv.f32(i128 %a, i128 %b) noinline strictfp {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %z = call float @llvm.experimental.constrained.fdiv.f32(float %x, float %y, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.frem.f32(i128 %a, i128 %b) noinline strictfp {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %z = call float @llvm.experimental.constrained.frem.f32(float %x, float %y, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.fma.f32(i128 %a, i128 %b) noinline strictfp {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %z = call float @llvm.experimental.constrained.fma.f32(float %x, float %y, float %x, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.fmuladd.f32(i128 %a, i128 %b) noinline strictfp {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %z = call float @llvm.experimental.constrained.fmuladd.f32(float %x, float %y, float %x, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.sqrt.f32(i128 %a, i128 %b) noinline strictfp {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %z = call float @llvm.experimental.constrained.sqrt.f32(float %x, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.ldexp.f32(i128 %a, i128 %b) noinline strictfp {
  %a.n = trunc i128 %a to i32
  %x = bitcast i32 %a.n to float
  %b.n = trunc i128 %b to i32
  %y = bitcast i32 %b.n to float
  %e = trunc i128 %b to i5
  %n = sext i5 %e to i32
  %z = call float @llvm.experimental.constrained.ldexp.f32.i32(float %x, i32 %n, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.fadd.f64(i128 %a, i128 %b) noinline strictfp {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to double
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to double
  %z = call double @llvm.experimental.constrained.fadd.f64(double %x, double %y, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %nan = fcmp uno double %z, %z
  %one = select i1 %nan, double 0x7FF8000000000000, double %z
  %bits = bitcast double %one to i64
  %r = zext i64 %bits to i128
  ret i128 %r
}

define internal i128 @op.fsub.f64(i128 %a, i128 %b) noinline strictfp {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to double
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to double
  %z = call double @llvm.experimental.constrained.fsub.f64(double %x, double %y, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %nan = fcmp uno double %z, %z
  %one = select i1 %nan, double 0x7FF8000000000000, double %z
  %bits = bitcast double %one to i64
  %r = zext i64 %bits to i128
  ret i128 %r
}

define internal i128 @op.fmul.f64(i128 %a, i128 %b) noinline strictfp {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to double
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to double
  %z = call double @llvm.experimental.constrained.fmul.f64(double %x, double %y, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %nan = fcmp uno double %z, %z
  %one = select i1 %nan, double 0x7FF8000000000000, double %z
  %bits = bitcast double %one to i64
  %r = zext i64 %bits to i128
  ret i128 %r
}

define internal i128 @op.fdiv.f64(i128 %a, i128 %b) noinline strictfp {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to double
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to double
  %z = call double @llvm.experimental.constrained.fdiv.f64(double %x, double %y, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %nan = fcmp uno double %z, %z
  %one = select i1 %nan, double 0x7FF8000000000000, double %z
  %bits = bitcast double %one to i64
  %r = zext i64 %bits to i128
  ret i128 %r
}

define internal i128 @op.frem.f64(i128 %a, i128 %b) noinline strictfp {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to double
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to double
  %z = call double @llvm.experimental.constrained.frem.f64(double %x, double %y, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %nan = fcmp uno double %z, %z
  %one = select i1 %nan, double 0x7FF8000000000000, double %z
  %bits = bitcast double %one to i64
  %r = zext i64 %bits to i128
  ret i128 %r
}

define internal i128 @op.fma.f64(i128 %a, i128 %b) noinline strictfp {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to double
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to double
  %z = call double @llvm.experimental.constrained.fma.f64(double %x, double %y, double %x, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %nan = fcmp uno double %z, %z
  %one = select i1 %nan, double 0x7FF8000000000000, double %z
  %bits = bitcast double %one to i64
  %r = zext i64 %bits to i128
  ret i128 %r
}

define internal i128 @op.fmuladd.f64(i128 %a, i128 %b) noinline strictfp {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to double
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to double
  %z = call double @llvm.experimental.constrained.fmuladd.f64(double %x, double %y, double %x, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %nan = fcmp uno double %z, %z
  %one = select i1 %nan, double 0x7FF8000000000000, double %z
  %bits = bitcast double %one to i64
  %r = zext i64 %bits to i128
  ret i128 %r
}

define internal i128 @op.sqrt.f64(i128 %a, i128 %b) noinline strictfp {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to double
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to double
  %z = call double @llvm.experimental.constrained.sqrt.f64(double %x, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %nan = fcmp uno double %z, %z
  %one = select i1 %nan, double 0x7FF8000000000000, double %z
  %bits = bitcast double %one to i64
  %r = zext i64 %bits to i128
  ret i128 %r
}

define internal i128 @op.ldexp.f64(i128 %a, i128 %b) noinline strictfp {
  %a.n = trunc i128 %a to i64
  %x = bitcast i64 %a.n to double
  %b.n = trunc i128 %b to i64
  %y = bitcast i64 %b.n to double
  %e = trunc i128 %b to i5
  %n = sext i5 %e to i32
  %z = call double @llvm.experimental.constrained.ldexp.f64.i32(double %x, i32 %n, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %nan = fcmp uno double %z, %z
  %one = select i1 %nan, double 0x7FF8000000000000, double %z
  %bits = bitcast double %one to i64
  %r = zext i64 %bits to i128
  ret i128 %r
}

define internal i128 @op.fadd.f128(i128 %a, i128 %b) noinline strictfp {
  %x.f = bitcast i128 %a to fp128
  %y.f = bitcast i128 %b to fp128
  %x = fadd fp128 %x.f, 0xL00000000000000003FFF000000000000
  %y = fsub fp128 %y.f, 0xL00000000000000003FFF000000000000
  %z = call fp128 @llvm.experimental.constrained.fadd.f128(fp128 %x, fp128 %y, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %nan = fcmp uno fp128 %z, %z
  %one = select i1 %nan, fp128 0xL00000000000000007FFF800000000000, fp128 %z
  %r = bitcast fp128 %one to i128
  ret i128 %r
}

define internal i128 @op.fsub.f128(i128 %a, i128 %b) noinline strictfp {
  %x.f = bitcast i128 %a to fp128
  %y.f = bitcast i128 %b to fp128
  %x = fadd fp128 %x.f, 0xL00000000000000003FFF000000000000
  %y = fsub fp128 %y.f, 0xL00000000000000003FFF000000000000
  %z = call fp128 @llvm.experimental.constrained.fsub.f128(fp128 %x, fp128 %y, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %nan = fcmp uno fp128 %z, %z
  %one = select i1 %nan, fp128 0xL00000000000000007FFF800000000000, fp128 %z
  %r = bitcast fp128 %one to i128
  ret i128 %r
}

define internal i128 @op.fmul.f128(i128 %a, i128 %b) noinline strictfp {
  %x.f = bitcast i128 %a to fp128
  %y.f = bitcast i128 %b to fp128
  %x = fadd fp128 %x.f, 0xL00000000000000003FFF000000000000
  %y = fsub fp128 %y.f, 0xL00000000000000003FFF000000000000
  %z = call fp128 @llvm.experimental.constrained.fmul.f128(fp128 %x, fp128 %y, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %nan = fcmp uno fp128 %z, %z
  %one = select i1 %nan, fp128 0xL00000000000000007FFF800000000000, fp128 %z
  %r = bitcast fp128 %one to i128
  ret i128 %r
}

define internal i128 @op.fdiv.f128(i128 %a, i128 %b) noinline strictfp {
  %x.f = bitcast i128 %a to fp128
  %y.f = bitcast i128 %b to fp128
  %x = fadd fp128 %x.f, 0xL00000000000000003FFF000000000000
  %y = fsub fp128 %y.f, 0xL00000000000000003FFF000000000000
  %z = call fp128 @llvm.experimental.constrained.fdiv.f128(fp128 %x, fp128 %y, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %nan = fcmp uno fp128 %z, %z
  %one = select i1 %nan, fp128 0xL00000000000000007FFF800000000000, fp128 %z
  %r = bitcast fp128 %one to i128
  ret i128 %r
}

define internal i128 @op.frem.f128(i128 %a, i128 %b) noinline strictfp {
  %x.f = bitcast i128 %a to fp128
  %y.f = bitcast i128 %b to fp128
  %x = fadd fp128 %x.f, 0xL00000000000000003FFF000000000000
  %y = fsub fp128 %y.f, 0xL00000000000000003FFF000000000000
  %z = call fp128 @llvm.experimental.constrained.frem.f128(fp128 %x, fp128 %y, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %nan = fcmp uno fp128 %z, %z
  %one = select i1 %nan, fp128 0xL00000000000000007FFF800000000000, fp128 %z
  %r = bitcast fp128 %one to i128
  ret i128 %r
}

define internal i128 @op.fma.f128(i128 %a, i128 %b) noinline strictfp {
  %x.f = bitcast i128 %a to fp128
  %y.f = bitcast i128 %b to fp128
  %x = fadd fp128 %x.f, 0xL00000000000000003FFF000000000000
  %y = fsub fp128 %y.f, 0xL00000000000000003FFF000000000000
  %z = call fp128 @llvm.experimental.constrained.fma.f128(fp128 %x, fp128 %y, fp128 %x, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %nan = fcmp uno fp128 %z, %z
  %one = select i1 %nan, fp128 0xL00000000000000007FFF800000000000, fp128 %z
  %r = bitcast fp128 %one to i128
  ret i128 %r
}

define internal i128 @op.fmuladd.f128(i128 %a, i128 %b) noinline strictfp {
  %x.f = bitcast i128 %a to fp128
  %y.f = bitcast i128 %b to fp128
  %x = fadd fp128 %x.f, 0xL00000000000000003FFF000000000000
  %y = fsub fp128 %y.f, 0xL00000000000000003FFF000000000000
  %z = call fp128 @llvm.experimental.constrained.fmuladd.f128(fp128 %x, fp128 %y, fp128 %x, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %nan = fcmp uno fp128 %z, %z
  %one = select i1 %nan, fp128 0xL00000000000000007FFF800000000000, fp128 %z
  %r = bitcast fp128 %one to i128
  ret i128 %r
}

define internal i128 @op.sqrt.f128(i128 %a, i128 %b) noinline strictfp {
  %x.f = bitcast i128 %a to fp128
  %y.f = bitcast i128 %b to fp128
  %x = fadd fp128 %x.f, 0xL00000000000000003FFF000000000000
  %y = fsub fp128 %y.f, 0xL00000000000000003FFF000000000000
  %z = call fp128 @llvm.experimental.constrained.sqrt.f128(fp128 %x, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %nan = fcmp uno fp128 %z, %z
  %one = select i1 %nan, fp128 0xL00000000000000007FFF800000000000, fp128 %z
  %r = bitcast fp128 %one to i128
  ret i128 %r
}

define internal i128 @op.ldexp.f128(i128 %a, i128 %b) noinline strictfp {
  %x.f = bitcast i128 %a to fp128
  %y.f = bitcast i128 %b to fp128
  %x = fadd fp128 %x.f, 0xL00000000000000003FFF000000000000
  %y = fsub fp128 %y.f, 0xL00000000000000003FFF000000000000
  %e = trunc i128 %b to i5
  %n = sext i5 %e to i32
  %z = call fp128 @llvm.experimental.constrained.ldexp.f128.i32(fp128 %x, i32 %n, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %nan = fcmp uno fp128 %z, %z
  %one = select i1 %nan, fp128 0xL00000000000000007FFF800000000000, fp128 %z
  %r = bitcast fp128 %one to i128
  ret i128 %r
}

@name.fadd.f32 = private constant [9 x i8] c"fadd.f32\00", align 1
@name.fsub.f32 = private constant [9 x i8] c"fsub.f32\00", align 1
@name.fmul.f32 = private constant [9 x i8] c"fmul.f32\00", align 1
@name.fdiv.f32 = private constant [9 x i8] c"fdiv.f32\00", align 1
@name.frem.f32 = private constant [9 x i8] c"frem.f32\00", align 1
@name.fma.f32 = private constant [8 x i8] c"fma.f32\00", align 1
@name.fmuladd.f32 = private constant [12 x i8] c"fmuladd.f32\00", align 1
@name.sqrt.f32 = private constant [9 x i8] c"sqrt.f32\00", align 1
@name.ldexp.f32 = private constant [10 x i8] c"ldexp.f32\00", align 1
@name.fadd.f64 = private constant [9 x i8] c"fadd.f64\00", align 1
@name.fsub.f64 = private constant [9 x i8] c"fsub.f64\00", align 1
@name.fmul.f64 = private constant [9 x i8] c"fmul.f64\00", align 1
@name.fdiv.f64 = private constant [9 x i8] c"fdiv.f64\00", align 1
@name.frem.f64 = private constant [9 x i8] c"frem.f64\00", align 1
@name.fma.f64 = private constant [8 x i8] c"fma.f64\00", align 1
@name.fmuladd.f64 = private constant [12 x i8] c"fmuladd.f64\00", align 1
@name.sqrt.f64 = private constant [9 x i8] c"sqrt.f64\00", align 1
@name.ldexp.f64 = private constant [10 x i8] c"ldexp.f64\00", align 1
@name.fadd.f128 = private constant [10 x i8] c"fadd.f128\00", align 1
@name.fsub.f128 = private constant [10 x i8] c"fsub.f128\00", align 1
@name.fmul.f128 = private constant [10 x i8] c"fmul.f128\00", align 1
@name.fdiv.f128 = private constant [10 x i8] c"fdiv.f128\00", align 1
@name.frem.f128 = private constant [10 x i8] c"frem.f128\00", align 1
@name.fma.f128 = private constant [9 x i8] c"fma.f128\00", align 1
@name.fmuladd.f128 = private constant [13 x i8] c"fmuladd.f128\00", align 1
@name.sqrt.f128 = private constant [10 x i8] c"sqrt.f128\00", align 1
@name.ldexp.f128 = private constant [11 x i8] c"ldexp.f128\00", align 1

declare fp128 @llvm.experimental.constrained.fadd.f128(fp128, fp128, metadata, metadata)
declare float @llvm.experimental.constrained.fadd.f32(float, float, metadata, metadata)
declare double @llvm.experimental.constrained.fadd.f64(double, double, metadata, metadata)
declare fp128 @llvm.experimental.constrained.fdiv.f128(fp128, fp128, metadata, metadata)
declare float @llvm.experimental.constrained.fdiv.f32(float, float, metadata, metadata)
declare double @llvm.experimental.constrained.fdiv.f64(double, double, metadata, metadata)
declare fp128 @llvm.experimental.constrained.fma.f128(fp128, fp128, fp128, metadata, metadata)
declare float @llvm.experimental.constrained.fma.f32(float, float, float, metadata, metadata)
declare double @llvm.experimental.constrained.fma.f64(double, double, double, metadata, metadata)
declare fp128 @llvm.experimental.constrained.fmul.f128(fp128, fp128, metadata, metadata)
declare float @llvm.experimental.constrained.fmul.f32(float, float, metadata, metadata)
declare double @llvm.experimental.constrained.fmul.f64(double, double, metadata, metadata)
declare fp128 @llvm.experimental.constrained.fmuladd.f128(fp128, fp128, fp128, metadata, metadata)
declare float @llvm.experimental.constrained.fmuladd.f32(float, float, float, metadata, metadata)
declare double @llvm.experimental.constrained.fmuladd.f64(double, double, double, metadata, metadata)
declare fp128 @llvm.experimental.constrained.frem.f128(fp128, fp128, metadata, metadata)
declare float @llvm.experimental.constrained.frem.f32(float, float, metadata, metadata)
declare double @llvm.experimental.constrained.frem.f64(double, double, metadata, metadata)
declare fp128 @llvm.experimental.constrained.fsub.f128(fp128, fp128, metadata, metadata)
declare float @llvm.experimental.constrained.fsub.f32(float, float, metadata, metadata)
declare double @llvm.experimental.constrained.fsub.f64(double, double, metadata, metadata)
declare fp128 @llvm.experimental.constrained.ldexp.f128.i32(fp128, i32, metadata, metadata)
declare float @llvm.experimental.constrained.ldexp.f32.i32(float, i32, metadata, metadata)
declare double @llvm.experimental.constrained.ldexp.f64.i32(double, i32, metadata, metadata)
declare fp128 @llvm.experimental.constrained.sqrt.f128(fp128, metadata, metadata)
declare float @llvm.experimental.constrained.sqrt.f32(float, metadata, metadata)
declare double @llvm.experimental.constrained.sqrt.f64(double, metadata, metadata)

define i32 @main() {
  call void @run(ptr @name.fadd.f32, ptr @op.fadd.f32)
  call void @run(ptr @name.fsub.f32, ptr @op.fsub.f32)
  call void @run(ptr @name.fmul.f32, ptr @op.fmul.f32)
  call void @run(ptr @name.fdiv.f32, ptr @op.fdiv.f32)
  call void @run(ptr @name.frem.f32, ptr @op.frem.f32)
  call void @run(ptr @name.fma.f32, ptr @op.fma.f32)
  call void @run(ptr @name.fmuladd.f32, ptr @op.fmuladd.f32)
  call void @run(ptr @name.sqrt.f32, ptr @op.sqrt.f32)
  call void @run(ptr @name.ldexp.f32, ptr @op.ldexp.f32)
  call void @run(ptr @name.fadd.f64, ptr @op.fadd.f64)
  call void @run(ptr @name.fsub.f64, ptr @op.fsub.f64)
  call void @run(ptr @name.fmul.f64, ptr @op.fmul.f64)
  call void @run(ptr @name.fdiv.f64, ptr @op.fdiv.f64)
  call void @run(ptr @name.frem.f64, ptr @op.frem.f64)
  call void @run(ptr @name.fma.f64, ptr @op.fma.f64)
  call void @run(ptr @name.fmuladd.f64, ptr @op.fmuladd.f64)
  call void @run(ptr @name.sqrt.f64, ptr @op.sqrt.f64)
  call void @run(ptr @name.ldexp.f64, ptr @op.ldexp.f64)
  call void @run(ptr @name.fadd.f128, ptr @op.fadd.f128)
  call void @run(ptr @name.fsub.f128, ptr @op.fsub.f128)
  call void @run(ptr @name.fmul.f128, ptr @op.fmul.f128)
  call void @run(ptr @name.fdiv.f128, ptr @op.fdiv.f128)
  call void @run(ptr @name.frem.f128, ptr @op.frem.f128)
  call void @run(ptr @name.fma.f128, ptr @op.fma.f128)
  call void @run(ptr @name.fmuladd.f128, ptr @op.fmuladd.f128)
  call void @run(ptr @name.sqrt.f128, ptr @op.sqrt.f128)
  call void @run(ptr @name.ldexp.f128, ptr @op.ldexp.f128)
  ret i32 0
}
