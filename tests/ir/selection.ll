; What C programs seldom bring to instruction selection: operations with a constant on the left, intrinsics on
; floating-point values, fences, large alignments on the stack, negated conditions.
@format = private constant [9 x i8] c"%s: %ld\0A\00"
@n_and = private constant [4 x i8] c"and\00"
@n_or = private constant [3 x i8] c"or\00"
@n_xor = private constant [4 x i8] c"xor\00"
@n_mask = private constant [5 x i8] c"mask\00"
@n_sign = private constant [5 x i8] c"sign\00"
@n_round = private constant [6 x i8] c"round\00"
@n_min = private constant [4 x i8] c"min\00"
@n_fma = private constant [4 x i8] c"fma\00"
@n_cmp = private constant [4 x i8] c"cmp\00"
@n_stack = private constant [6 x i8] c"stack\00"
@n_branch = private constant [7 x i8] c"branch\00"
@n_word = private constant [5 x i8] c"word\00"
@n_short = private constant [6 x i8] c"short\00"
@n_lane = private constant [5 x i8] c"lane\00"
@five = global [5 x i8] c"\01\02\83\04\FF"
@n_pair = private constant [5 x i8] c"pair\00"
@pair = global i128 36893488147419103239, align 16
@word = global i32 -2, align 4

declare i32 @printf(ptr, ...)
declare double @llvm.copysign.f64(double, double)
declare float @llvm.copysign.f32(float, float)
declare i64 @llvm.lrint.i64.f64(double)
declare i16 @llvm.lrint.i16.f32(float)
declare i64 @llvm.llrint.i64.f32(float)
declare i64 @llvm.lround.i64.f64(double)
declare i64 @llvm.llround.i64.f32(float)
declare double @llvm.minimumnum.f64(double, double)
declare float @llvm.maximumnum.f32(float, float)
declare double @llvm.canonicalize.f64(double)
declare double @llvm.fma.f64(double, double, double)
declare <2 x double> @llvm.fma.v2f64(<2 x double>, <2 x double>, <2 x double>)
declare ptr @llvm.ptrmask.p0.i64(ptr, i64)

define void @show(ptr %name, i64 %value) noinline {
  %r = call i32 (ptr, ...) @printf(ptr @format, ptr %name, i64 %value)
  ret void
}

define i64 @by_elements(<2 x double> %a, <2 x double> %b, double %s) noinline {
  %t = fmul double %s, 3.0
  %i = insertelement <2 x double> poison, double %t, i64 0
  %scalar = shufflevector <2 x double> %i, <2 x double> poison, <2 x i32> zeroinitializer
  %lane = shufflevector <2 x double> %b, <2 x double> poison, <2 x i32> <i32 1, i32 1>
  %negated = fneg <2 x double> %b
  %1 = fmul <2 x double> %a, %scalar
  %2 = fmul <2 x double> %lane, %1
  %3 = call <2 x double> @llvm.fma.v2f64(<2 x double> %a, <2 x double> %scalar, <2 x double> %2)
  %4 = call <2 x double> @llvm.fma.v2f64(<2 x double> %lane, <2 x double> %3, <2 x double> %a)
  %5 = call <2 x double> @llvm.fma.v2f64(<2 x double> %negated, <2 x double> %lane, <2 x double> %4)
  %6 = extractelement <2 x double> %5, i64 0
  %7 = extractelement <2 x double> %5, i64 1
  %8 = fmul double %7, 16777216.0
  %9 = fadd double %6, %8
  %r = fptosi double %9 to i64
  ret i64 %r
}
define i64 @by_single_elements(<4 x float> %a, float %s) noinline {
  %t = fmul float %s, 3.0
  %i = insertelement <4 x float> poison, float %t, i64 0
  %scalar = shufflevector <4 x float> %i, <4 x float> poison, <4 x i32> zeroinitializer
  %half = shufflevector <4 x float> %a, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %short = shufflevector <4 x float> %a, <4 x float> poison, <2 x i32> <i32 3, i32 3>
  %1 = fmul <4 x float> %a, %scalar
  %2 = fmul <2 x float> %half, %short
  %3 = extractelement <4 x float> %1, i64 2
  %4 = extractelement <2 x float> %2, i64 1
  %5 = fmul float %4, 4096.0
  %6 = fadd float %3, %5
  %r = fptosi float %6 to i64
  ret i64 %r
}

define i64 @left_and(i64 %x) noinline {
  %r = and i64 1234, %x
  ret i64 %r
}
define i64 @left_or(i64 %x) noinline {
  %r = or i64 -2000, %x
  ret i64 %r
}
define i64 @left_xor(i64 %x) noinline {
  %r = xor i64 77, %x
  ret i64 %r
}

define i64 @mask_pointer(ptr %p, i64 %m) noinline {
  %q = call ptr @llvm.ptrmask.p0.i64(ptr %p, i64 %m)
  %r = call ptr @llvm.ptrmask.p0.i64(ptr %q, i64 -16)
  %i = ptrtoint ptr %r to i64
  ret i64 %i
}

define i64 @signs(double %a, float %b) noinline {
  %w = fpext float %b to double
  %x = call double @llvm.copysign.f64(double %a, double %w)
  %n = fptrunc double %a to float
  %y = call float @llvm.copysign.f32(float %b, float %n)
  %z = fpext float %y to double
  %s = fadd double %x, %z
  %c = call double @llvm.canonicalize.f64(double %s)
  %r = fptosi double %c to i64
  ret i64 %r
}

define i64 @rounds(double %a, float %b) noinline {
  %p = call i64 @llvm.lrint.i64.f64(double %a)
  %q = call i64 @llvm.llrint.i64.f32(float %b)
  %s = call i64 @llvm.lround.i64.f64(double %a)
  %t = call i64 @llvm.llround.i64.f32(float %b)
  %1 = mul i64 %p, 1000000
  %2 = mul i64 %q, 10000
  %3 = mul i64 %s, 100
  %4 = add i64 %1, %2
  %5 = add i64 %3, %t
  %6 = add i64 %4, %5
  ret i64 %6
}

define i64 @least(double %a, float %b) noinline {
  %x = call double @llvm.minimumnum.f64(double %a, double 2.0)
  %y = call float @llvm.maximumnum.f32(float %b, float 0x7FF8000000000000)
  %z = fpext float %y to double
  %s = fadd double %x, %z
  %r = fptosi double %s to i64
  ret i64 %r
}

define i64 @fused(double %a, double %b, double %c) noinline {
  %na = fneg double %a
  %nc = fneg double %c
  %1 = call double @llvm.fma.f64(double %a, double %b, double %nc)
  %2 = call double @llvm.fma.f64(double %na, double %b, double %c)
  %3 = call double @llvm.fma.f64(double %na, double %b, double %nc)
  %4 = call double @llvm.fma.f64(double %a, double %b, double %c)
  %5 = fmul double %1, 1000.0
  %6 = fmul double %2, 100.0
  %7 = fmul double %3, 10.0
  %8 = fadd double %5, %6
  %9 = fadd double %7, %4
  %10 = fadd double %8, %9
  %r = fptosi double %10 to i64
  ret i64 %r
}

define i64 @constant_compares(double %a) noinline {
  %f = fcmp false double %a, %a
  %t = fcmp true double %a, %a
  %x = zext i1 %f to i64
  %y = zext i1 %t to i64
  %s = shl i64 %y, 1
  %r = or i64 %s, %x
  ret i64 %r
}

define i64 @aligned_stack(i64 %n) noinline {
  %p = alloca i8, i64 %n, align 4096
  store volatile i8 7, ptr %p
  %i = ptrtoint ptr %p to i64
  %low = and i64 %i, 4095
  %v = load volatile i8, ptr %p
  %w = zext i8 %v to i64
  %r = add i64 %low, %w
  ret i64 %r
}

define i64 @negated(i64 %a, i64 %b, i1 %flag) noinline {
  %c = icmp ult i64 %a, %b
  %n = xor i1 %c, true
  br i1 %n, label %not_less, label %less
not_less:
  fence acquire
  %m = xor i1 %flag, true
  br i1 %m, label %one, label %two
less:
  fence release
  ret i64 1
one:
  fence acq_rel
  ret i64 2
two:
  fence seq_cst
  ret i64 3
}

define i64 @wide_word() noinline {
  %v = load i32, ptr @word
  %z = zext i32 %v to i64
  %w = load i32, ptr @word
  %s = sext i32 %w to i64
  %u = zext i32 %w to i64
  %1 = add i64 %z, %s
  %2 = add i64 %1, %u
  ret i64 %2
}

; A result of less than a register.
define i64 @short_round(float %x) noinline {
  %r = call i16 @llvm.lrint.i16.f32(float %x)
  %z = sext i16 %r to i64
  ret i64 %z
}

; A lane from a general register among those of a vector.
define i64 @new_lane(i32 %y) noinline {
  %a = load <5 x i8>, ptr @five, align 1
  %b = add <5 x i8> %a, %a
  %x = trunc i32 %y to i8
  %c = insertelement <5 x i8> %b, i8 %x, i32 1
  %d = add <5 x i8> %c, %c
  %i = bitcast <5 x i8> %d to i40
  %z = zext i40 %i to i64
  ret i64 %z
}

; Two words at once: a call where the target has no such instructions.
define weak zeroext i1 @__atomic_compare_exchange_16(ptr %p, ptr %expected, i128 %new, i32 %s, i32 %f) {
  %old = load i128, ptr %p
  %e = load i128, ptr %expected
  %same = icmp eq i128 %old, %e
  %value = select i1 %same, i128 %new, i128 %old
  store i128 %value, ptr %p
  store i128 %old, ptr %expected
  ret i1 %same
}

define i64 @exchange_pair(i128 %expected, i128 %new) noinline {
  %r = cmpxchg ptr @pair, i128 %expected, i128 %new acq_rel monotonic, align 16
  %old = extractvalue { i128, i1 } %r, 0
  %done = extractvalue { i128, i1 } %r, 1
  %now = load i128, ptr @pair
  %low = trunc i128 %old to i64
  %high.wide = lshr i128 %now, 64
  %high = trunc i128 %high.wide to i64
  %bit = zext i1 %done to i64
  %a = mul i64 %low, 100
  %b = mul i64 %high, 10
  %c = add i64 %a, %b
  %d = add i64 %c, %bit
  ret i64 %d
}

define i32 @main() {
  %1 = call i64 @left_and(i64 -1)
  call void @show(ptr @n_and, i64 %1)
  %2 = call i64 @left_or(i64 5)
  call void @show(ptr @n_or, i64 %2)
  %3 = call i64 @left_xor(i64 1000)
  call void @show(ptr @n_xor, i64 %3)
  %p = inttoptr i64 123456789 to ptr
  %4 = call i64 @mask_pointer(ptr %p, i64 -1025)
  call void @show(ptr @n_mask, i64 %4)
  %5 = call i64 @signs(double -70.0, float 5.0)
  call void @show(ptr @n_sign, i64 %5)
  %6 = call i64 @rounds(double 2.5, float 3.5)
  call void @show(ptr @n_round, i64 %6)
  %7 = call i64 @least(double 9.0, float 40.0)
  call void @show(ptr @n_min, i64 %7)
  %8 = call i64 @fused(double 3.0, double 5.0, double 7.0)
  call void @show(ptr @n_fma, i64 %8)
  %9 = call i64 @constant_compares(double 1.0)
  call void @show(ptr @n_cmp, i64 %9)
  %10 = call i64 @aligned_stack(i64 100)
  call void @show(ptr @n_stack, i64 %10)
  %11 = call i64 @negated(i64 1, i64 2, i1 false)
  call void @show(ptr @n_branch, i64 %11)
  %12 = call i64 @negated(i64 2, i64 1, i1 false)
  call void @show(ptr @n_branch, i64 %12)
  %13 = call i64 @negated(i64 2, i64 1, i1 true)
  call void @show(ptr @n_branch, i64 %13)
  %14 = call i64 @wide_word()
  call void @show(ptr @n_word, i64 %14)
  %sr = call i64 @short_round(float -1234.5)
  call void @show(ptr @n_short, i64 %sr)
  %nl = call i64 @new_lane(i32 12345)
  call void @show(ptr @n_lane, i64 %nl)
  %e1 = call i64 @by_elements(<2 x double> <double 2.0, double 3.0>, <2 x double> <double 5.0, double 7.0>, double 11.0)
  call void @show(ptr @n_lane, i64 %e1)
  %e2 = call i64 @by_single_elements(<4 x float> <float 2.0, float 3.0, float 5.0, float 7.0>, float 11.0)
  call void @show(ptr @n_lane, i64 %e2)
  %p1 = call i64 @exchange_pair(i128 36893488147419103240, i128 5)
  call void @show(ptr @n_pair, i64 %p1)
  %p2 = call i64 @exchange_pair(i128 36893488147419103239, i128 55340232221128654853)
  call void @show(ptr @n_pair, i64 %p2)
  ret i32 0
}
