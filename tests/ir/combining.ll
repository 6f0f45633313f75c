; What no front end writes, and the combiners simplify: operands that are the same, selections between the same, remainders that are compared
; with zero.
@format = private constant [6 x i8] c"%lld\0A\00"

declare i32 @printf(ptr, ...)

define void @show(i64 %value) noinline {
  %r = call i32 (ptr, ...) @printf(ptr @format, i64 %value)
  ret void
}

define i64 @same(i64 %x, i64 %y) noinline {
  %and = and i64 %x, %x
  %or = or i64 %y, %y
  %xor = xor i64 %and, %and
  %sub = sub i64 %or, %or
  %a = add i64 %and, %xor
  %b = sub i64 %or, %sub
  %s = add i64 %a, %b
  ret i64 %s
}

define i64 @same_selected(i1 %c, i64 %x) noinline {
  %s = select i1 %c, i64 %x, i64 %x
  ret i64 %s
}

define i64 @is_multiple(i64 %x, i32 %y) noinline {
  %r15 = urem i64 %x, 15
  %c15 = icmp eq i64 %r15, 0
  %r7 = urem i32 %y, 7
  %c7 = icmp ne i32 %r7, 0
  %a = zext i1 %c15 to i64
  %b = select i1 %c7, i64 10, i64 20
  %s = add i64 %a, %b
  ret i64 %s
}

define i32 @main() {
  %a = call i64 @same(i64 40, i64 -3)
  call void @show(i64 %a)
  %b = call i64 @same_selected(i1 true, i64 12)
  call void @show(i64 %b)
  %c = call i64 @is_multiple(i64 -1, i32 4294967291)
  call void @show(i64 %c)
  %d = call i64 @is_multiple(i64 -2, i32 4294967290)
  call void @show(i64 %d)
  %e = call i64 @is_multiple(i64 0, i32 0)
  call void @show(i64 %e)
  %f = call i64 @is_multiple(i64 225, i32 50)
  call void @show(i64 %f)
  ret i32 0
}
