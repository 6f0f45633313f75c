; The floating-point environment: rounding modes set and read, the whole environment saved and put back, exceptions raised.
@format = private constant [9 x i8] c"%s: %ld\0A\00"
@one = global double 1.0
@three = global double 3.0
@n_mode = private constant [5 x i8] c"mode\00"
@n_up = private constant [3 x i8] c"up\00"
@n_environment = private constant [12 x i8] c"environment\00"
@zero = global double 0.0
@n_raised = private constant [7 x i8] c"raised\00"
@n_reset = private constant [6 x i8] c"reset\00"

declare i32 @printf(ptr, ...)
declare i32 @feclearexcept(i32)
declare i32 @fetestexcept(i32)
declare i32 @llvm.get.rounding()
declare void @llvm.set.rounding(i32)
declare i64 @llvm.get.fpenv.i64()
declare void @llvm.set.fpenv.i64(i64)
declare void @llvm.reset.fpenv()
declare i64 @llvm.get.fpmode.i64()
declare void @llvm.set.fpmode.i64(i64)
declare void @llvm.reset.fpmode()
declare double @llvm.experimental.constrained.fdiv.f64(double, double, metadata, metadata)

define void @show(ptr %name, i64 %value) noinline {
  %r = call i32 (ptr, ...) @printf(ptr @format, ptr %name, i64 %value)
  ret void
}

; The mode after it was set, and a third as it comes out rounded so.
define i64 @mode(i32 %mode) noinline strictfp {
  call void @llvm.set.rounding(i32 %mode) strictfp
  %a = load volatile double, ptr @one
  %b = load volatile double, ptr @three
  %q = call double @llvm.experimental.constrained.fdiv.f64(double %a, double %b, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %now = call i32 @llvm.get.rounding() strictfp
  call void @llvm.set.rounding(i32 1) strictfp
  %bits = bitcast double %q to i64
  %low = and i64 %bits, 255
  %w = zext i32 %now to i64
  %h = shl i64 %w, 8
  %r = or i64 %h, %low
  ret i64 %r
}

define i64 @constant() noinline strictfp {
  call void @llvm.set.rounding(i32 2) strictfp
  %now = call i32 @llvm.get.rounding() strictfp
  call void @llvm.set.rounding(i32 1) strictfp
  %r = zext i32 %now to i64
  ret i64 %r
}

define i64 @environment() noinline strictfp {
  call void @llvm.set.rounding(i32 3) strictfp
  %env = call i64 @llvm.get.fpenv.i64() strictfp
  %control = call i64 @llvm.get.fpmode.i64() strictfp
  call void @llvm.set.rounding(i32 0) strictfp
  call void @llvm.set.fpenv.i64(i64 %env) strictfp
  %first = call i32 @llvm.get.rounding() strictfp
  call void @llvm.set.rounding(i32 2) strictfp
  call void @llvm.set.fpmode.i64(i64 %control) strictfp
  %second = call i32 @llvm.get.rounding() strictfp
  call void @llvm.set.rounding(i32 1) strictfp
  %s = shl i32 %first, 8
  %t = or i32 %s, %second
  %r = zext i32 %t to i64
  ret i64 %r
}

define i64 @reset() noinline strictfp {
  call void @llvm.set.rounding(i32 3) strictfp
  call void @llvm.reset.fpenv() strictfp
  %first = call i32 @llvm.get.rounding() strictfp
  call void @llvm.set.rounding(i32 2) strictfp
  call void @llvm.reset.fpmode() strictfp
  %second = call i32 @llvm.get.rounding() strictfp
  %s = shl i32 %first, 8
  %t = or i32 %s, %second
  %r = zext i32 %t to i64
  ret i64 %r
}

; A quotient that nobody reads raises what it raises.
define i64 @raised() noinline strictfp {
  %cleared = call i32 @feclearexcept(i32 31) strictfp
  %a = load volatile double, ptr @one
  %b = load volatile double, ptr @zero
  %before = call i32 @fetestexcept(i32 31) strictfp
  %q = call double @llvm.experimental.constrained.fdiv.f64(double %a, double %b, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %behind = call i32 @fetestexcept(i32 31) strictfp
  %some = icmp ne i32 %before, 0
  %more = icmp ne i32 %behind, 0
  %s = zext i1 %some to i64
  %m = zext i1 %more to i64
  %h = shl i64 %s, 8
  %r = or i64 %h, %m
  ret i64 %r
}

define i32 @main() strictfp {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %mode = call i64 @mode(i32 %i) strictfp
  call void @show(ptr @n_mode, i64 %mode) strictfp
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 4
  br i1 %more, label %loop, label %done
done:
  %up = call i64 @constant() strictfp
  call void @show(ptr @n_up, i64 %up) strictfp
  %environment = call i64 @environment() strictfp
  call void @show(ptr @n_environment, i64 %environment) strictfp
  %reset = call i64 @reset() strictfp
  call void @show(ptr @n_reset, i64 %reset) strictfp
  %raised = call i64 @raised() strictfp
  call void @show(ptr @n_raised, i64 %raised) strictfp
  ret i32 0
}
