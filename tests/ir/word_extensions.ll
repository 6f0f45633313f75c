; Extensions of words that rest on each other, erased one after the other: what is returned must still be extended.
@out = global i64 0
@format = constant [6 x i8] c"%llx\0A\00"
declare i32 @printf(ptr, ...)

define internal i64 @f(ptr %o, i64 %a, i64 %x, i64 %n, i64 %m) noinline {
entry:
  br label %loop
loop:
  %w = phi i64 [ 0, %entry ], [ %wj, %latch ]
  %i = phi i64 [ 0, %entry ], [ %i1, %latch ]
  %z = add i64 %m, %i
  %zt = trunc i64 %z to i32
  %ez = sext i32 %zt to i64
  store volatile i64 %ez, ptr %o
  %wt = trunc i64 %w to i32
  %ew = sext i32 %wt to i64
  store volatile i64 %ew, ptr %o
  %xt = trunc i64 %x to i32
  %e0 = sext i32 %xt to i64
  %y = mul i64 %i, 999
  %v1 = or i64 %e0, %y
  %v1m = and i64 %v1, 255
  store volatile i64 %v1m, ptr %o
  %v1t = trunc i64 %v1 to i32
  %e1 = sext i32 %v1t to i64
  %v2 = or i64 %e1, %z
  %v2m = and i64 %v2, 127
  store volatile i64 %v2m, ptr %o
  %v2t = trunc i64 %v2 to i32
  %e2 = sext i32 %v2t to i64
  %k = icmp eq i64 %i, 5
  br i1 %k, label %odd, label %latch
odd:
  store volatile i64 7, ptr %o
  br label %latch
latch:
  %wj = phi i64 [ %v2, %loop ], [ %a, %odd ]
  %i1 = add i64 %i, 1
  %d = icmp eq i64 %i1, %n
  br i1 %d, label %done, label %loop
done:
  ret i64 %e2
}

define i32 @main() {
  %a = call i64 @f(ptr @out, i64 1, i64 1311768467284833281, i64 3, i64 0)
  call i32 (ptr, ...) @printf(ptr @format, i64 %a)
  %b = call i64 @f(ptr @out, i64 1, i64 2147483649, i64 3, i64 0)
  call i32 (ptr, ...) @printf(ptr @format, i64 %b)
  ret i32 0
}
