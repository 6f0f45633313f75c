; Arguments in all the registers that `fastcc` has, and behind them.
declare i32 @printf(ptr, ...)
@line = private constant [41 x i8] c"%ld %ld %ld %ld %ld %.2f %.2f %.2f %.2f\0A\00"

define internal fastcc void @show(i64 %a, i64 %b, i64 %c, i64 %d, i64 %e, i64 %f, i64 %g, i64 %h, i64 %i, i32 %j, i128 %k, i64 %l,
    i128 %m, [19 x double] %x, float %y, double %z, float %u, float %v, double %w, i64 %n) noinline {
  %k.low = trunc i128 %k to i64
  %k.shifted = lshr i128 %k, 64
  %k.high = trunc i128 %k.shifted to i64
  %m.shifted = lshr i128 %m, 64
  %m.high = trunc i128 %m.shifted to i64
  %j.wide = sext i32 %j to i64
  %ai = mul i64 %a, %i
  %ij = add i64 %ai, %j.wide
  %k.both = xor i64 %k.low, %k.high
  %ln = mul i64 %l, %n
  %x18 = extractvalue [19 x double] %x, 18
  %x8 = extractvalue [19 x double] %x, 8
  %x.sum = fadd double %x18, %x8
  %y.wide = fpext float %y to double
  %u.wide = fpext float %u to double
  %v.wide = fpext float %v to double
  %uv = fsub double %u.wide, %v.wide
  %zw = fmul double %z, %w
  call i32 (ptr, ...) @printf(ptr @line, i64 %ij, i64 %h, i64 %k.both, i64 %ln, i64 %m.high, double %x.sum, double %y.wide, double %uv, double %zw)
  ret void
}

define internal fastcc void @between(ptr %function, i64 %s) noinline {
  %s128 = sext i64 %s to i128
  %k = shl i128 %s128, 63
  %m = shl i128 %s128, 66
  %d = sitofp i64 %s to double
  %f = sitofp i64 %s to float
  %x8 = insertvalue [19 x double] zeroinitializer, double %d, 8
  %x = insertvalue [19 x double] %x8, double 0.25, 18
  %half = fmul float %f, 0.5
  %s32 = trunc i64 %s to i32
  call fastcc void %function(i64 %s, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i32 %s32, i128 %k, i64 11,
    i128 %m, [19 x double] %x, float %half, double 1.5, float %f, float 0.75, double %d, i64 13)
  ret void
}

define i32 @main() {
  call fastcc void @between(ptr @show, i64 3)
  call fastcc void @between(ptr @show, i64 -5)
  ret i32 0
}
