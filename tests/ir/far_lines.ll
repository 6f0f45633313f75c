; Two values of a loop that are further apart than what an addition holds.
@format = constant [6 x i8] c"%llx\0A\00"
declare i32 @printf(ptr, ...)

define internal i64 @f(ptr %a, i64 %n, i64 %x) noinline {
entry:
  br label %loop
loop:
  %i = phi i64 [0, %entry], [%i1, %loop]
  %s = phi i64 [0, %entry], [%s3, %loop]
  %b = add i64 %i, %x
  %u = shl i64 %b, 3
  %v1 = add i64 %u, -2000
  %v2 = add i64 %u, 2000
  %s1 = xor i64 %s, %v1
  %s2 = mul i64 %s1, %n
  %s3 = xor i64 %s2, %v2
  %i1 = add i64 %i, 1
  %c = icmp eq i64 %i1, %n
  br i1 %c, label %e, label %loop
e:
  ret i64 %s3
}

define i32 @main() {
  %a = call i64 @f(ptr null, i64 7, i64 3)
  call i32 (ptr, ...) @printf(ptr @format, i64 %a)
  ret i32 0
}
