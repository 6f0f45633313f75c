declare i32 @printf(ptr, ...)
@fmt = constant [6 x i8] c"%lx\0A\00\00"
; A word that is loaded once is extended both ways, and what is computed from one of them is compared.
@w = global i32 -1
define i64 @f(ptr %p, i1 %c, i64 %k) {
entry:
  %w = load i32, ptr %p
  %s = sext i32 %w to i64
  %z = zext i32 %w to i64
  br i1 %c, label %a, label %b
a:
  %y = add i64 %s, 1
  br label %b
b:
  %ph = phi i64 [%y, %a], [%k, %entry]
  %cmp = icmp ult i64 %ph, 5
  %e = zext i1 %cmp to i64
  %r = add i64 %z, %e
  ret i64 %r
}
define i32 @main() {
  %r = call i64 @f(ptr @w, i1 true, i64 9)
  %p = call i32 (ptr, ...) @printf(ptr @fmt, i64 %r)
  ret i32 0
}
