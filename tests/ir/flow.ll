; Control flow that C does not write: switches on wide and odd types, phis of all types, unreachable blocks, edges that need splitting,
; blocks that jump to themselves, computed jumps with many edges from one block.
@format = private constant [9 x i8] c"%s: %ld\0A\00"
@n.wide = private constant [5 x i8] c"wide\00"
@n.odd = private constant [4 x i8] c"odd\00"
@n.bool = private constant [5 x i8] c"bool\00"
@n.same = private constant [5 x i8] c"same\00"
@n.ind = private constant [9 x i8] c"indirect\00"
@n.swap = private constant [5 x i8] c"swap\00"
@n.dead = private constant [5 x i8] c"dead\00"
@n.many = private constant [5 x i8] c"many\00"
@labels = private constant [3 x ptr] [ptr blockaddress(@jump, %first), ptr blockaddress(@jump, %second), ptr blockaddress(@jump, %third)]

declare i32 @printf(ptr, ...)

define void @show(ptr %name, i64 %v) noinline {
  %r = call i32 (ptr, ...) @printf(ptr @format, ptr %name, i64 %v)
  ret void
}

define i64 @wide_switch(i128 %x) noinline {
entry:
  switch i128 %x, label %other [
    i128 0, label %a
    i128 18446744073709551616, label %b
    i128 18446744073709551617, label %c
    i128 -1, label %d
    i128 170141183460469231731687303715884105727, label %e
  ]
a:
  ret i64 1
b:
  ret i64 2
c:
  ret i64 3
d:
  ret i64 4
e:
  ret i64 5
other:
  ret i64 6
}

define i64 @odd_switch(i7 %x) noinline {
entry:
  switch i7 %x, label %other [
    i7 0, label %a
    i7 1, label %b
    i7 2, label %a
    i7 3, label %c
    i7 4, label %b
    i7 5, label %a
    i7 6, label %c
    i7 63, label %a
    i7 -64, label %b
    i7 -1, label %c
  ]
a:
  br label %join
b:
  br label %join
c:
  br label %join
other:
  br label %join
join:
  %r = phi i64 [ 10, %a ], [ 20, %b ], [ 30, %c ], [ 40, %other ]
  ret i64 %r
}

define i64 @bool_switch(i1 %x) noinline {
entry:
  switch i1 %x, label %other [ i1 true, label %a ]
a:
  ret i64 1
other:
  ret i64 0
}

; All cases and the default lead to one block: its phi has an entry for each edge.
define i64 @same_target(i32 %x) noinline {
entry:
  switch i32 %x, label %join [
    i32 1, label %join
    i32 2, label %join
    i32 3, label %middle
  ]
middle:
  br label %join
join:
  %r = phi i64 [ 5, %entry ], [ 5, %entry ], [ 5, %entry ], [ 7, %middle ]
  ret i64 %r
}

define i64 @jump(i64 %n) noinline {
entry:
  br label %dispatch
dispatch:
  %i = phi i64 [ 0, %entry ], [ %i1, %first ], [ %i2, %second ]
  %sum = phi i64 [ 1, %entry ], [ %s1, %first ], [ %s2, %second ]
  %which = urem i64 %i, 2
  %done = icmp uge i64 %i, %n
  %index = select i1 %done, i64 2, i64 %which
  %at = getelementptr [3 x ptr], ptr @labels, i64 0, i64 %index
  %to = load ptr, ptr %at
  indirectbr ptr %to, [label %first, label %second, label %third, label %first]
first:
  %f = phi i64 [ %sum, %dispatch ], [ %sum, %dispatch ]
  %i1 = add i64 %i, 1
  %s1 = mul i64 %f, 3
  br label %dispatch
second:
  %i2 = add i64 %i, 1
  %s2 = add i64 %sum, 1
  br label %dispatch
third:
  ret i64 %sum
}

; Values that change places on the way round, of several types.
define i64 @swap(i32 %n) noinline {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %a = phi i64 [ 1, %entry ], [ %b, %loop ]
  %b = phi i64 [ 2, %entry ], [ %c, %loop ]
  %c = phi i64 [ 3, %entry ], [ %a, %loop ]
  %x = phi double [ 1.0, %entry ], [ %y, %loop ]
  %y = phi double [ 2.0, %entry ], [ %x, %loop ]
  %p = phi i1 [ true, %entry ], [ %q, %loop ]
  %q = phi i1 [ false, %entry ], [ %p, %loop ]
  %w = phi i128 [ 4, %entry ], [ %v, %loop ]
  %v = phi i128 [ 5, %entry ], [ %w, %loop ]
  %l = phi <4 x i32> [ zeroinitializer, %entry ], [ %m, %loop ]
  %m = phi <4 x i32> [ <i32 1, i32 2, i32 3, i32 4>, %entry ], [ %l, %loop ]
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %out
out:
  %x.i = fptosi double %x to i64
  %p.i = zext i1 %p to i64
  %w.i = trunc i128 %w to i64
  %l.e = extractelement <4 x i32> %l, i32 3
  %l.i = zext i32 %l.e to i64
  %t0 = mul i64 %a, 10
  %t1 = add i64 %t0, %b
  %t2 = mul i64 %t1, 10
  %t3 = add i64 %t2, %x.i
  %t4 = mul i64 %t3, 10
  %t5 = add i64 %t4, %p.i
  %t6 = mul i64 %t5, 10
  %t7 = add i64 %t6, %w.i
  %t8 = mul i64 %t7, 10
  %t9 = add i64 %t8, %l.i
  ret i64 %t9
}

define i64 @dead_blocks(i64 %x) noinline {
entry:
  br label %live
island:
  %y = add i64 %z, 1
  br label %peninsula
peninsula:
  %z = phi i64 [ %y, %island ]
  br i1 undef, label %island, label %live
live:
  %r = phi i64 [ %x, %entry ], [ %z, %peninsula ]
  %c = icmp eq i64 %r, 12345
  br i1 %c, label %trap, label %fine
trap:
  unreachable
fine:
  ret i64 %r
}

define i64 @constant_branch(i64 %x) noinline {
  br i1 true, label %a, label %b
a:
  br i1 false, label %b, label %c
b:
  ret i64 0
c:
  %k = phi i64 [ %x, %a ]
  ret i64 %k
}

; One condition, many edges with different values.
define i64 @many_values(i64 %x, i64 %y) noinline {
entry:
  %c = icmp slt i64 %x, %y
  br i1 %c, label %join, label %next
next:
  %d = icmp sgt i64 %x, 100
  br i1 %d, label %join, label %last
last:
  %e = icmp eq i64 %x, %y
  br i1 %e, label %join, label %loop
loop:
  %k = phi i64 [ %x, %last ], [ %k1, %loop ]
  %k1 = sub i64 %k, 7
  %f = icmp sgt i64 %k1, %y
  br i1 %f, label %loop, label %join
join:
  %r = phi i64 [ %y, %entry ], [ %x, %next ], [ 0, %last ], [ %k1, %loop ]
  %s = phi i64 [ 1, %entry ], [ 2, %next ], [ 3, %last ], [ %k, %loop ]
  %t = mul i64 %r, 1000
  %u = add i64 %t, %s
  ret i64 %u
}

define i32 @main() {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %n, %loop ]
  %w = zext i64 %i to i128
  %w1 = add i128 %w, 18446744073709551612
  %v1 = call i64 @wide_switch(i128 %w1)
  call void @show(ptr @n.wide, i64 %v1)
  %o = trunc i64 %i to i7
  %o1 = mul i7 %o, 3
  %v2 = call i64 @odd_switch(i7 %o)
  call void @show(ptr @n.odd, i64 %v2)
  %v3 = call i64 @odd_switch(i7 %o1)
  call void @show(ptr @n.odd, i64 %v3)
  %b = trunc i64 %i to i1
  %v4 = call i64 @bool_switch(i1 %b)
  call void @show(ptr @n.bool, i64 %v4)
  %s = trunc i64 %i to i32
  %v5 = call i64 @same_target(i32 %s)
  call void @show(ptr @n.same, i64 %v5)
  %v6 = call i64 @jump(i64 %i)
  call void @show(ptr @n.ind, i64 %v6)
  %v7 = call i64 @swap(i32 %s)
  call void @show(ptr @n.swap, i64 %v7)
  %v8 = call i64 @dead_blocks(i64 %i)
  call void @show(ptr @n.dead, i64 %v8)
  %v9 = call i64 @constant_branch(i64 %i)
  call void @show(ptr @n.dead, i64 %v9)
  %k = mul i64 %i, 17
  %v10 = call i64 @many_values(i64 %k, i64 60)
  call void @show(ptr @n.many, i64 %v10)
  %n = add i64 %i, 1
  %again = icmp ult i64 %n, 12
  br i1 %again, label %loop, label %out
out:
  %e1 = call i64 @wide_switch(i128 -1)
  call void @show(ptr @n.wide, i64 %e1)
  %e2 = call i64 @wide_switch(i128 170141183460469231731687303715884105727)
  call void @show(ptr @n.wide, i64 %e2)
  %e3 = call i64 @odd_switch(i7 -64)
  call void @show(ptr @n.odd, i64 %e3)
  %e4 = call i64 @odd_switch(i7 63)
  call void @show(ptr @n.odd, i64 %e4)
  ret i32 0
}
