; How many elements are zero before the first that is not, in vectors of flags and of numbers; and where dynamic allocas end.
@format = private constant [10 x i8] c"%ld %ld\0A\00\00"
declare i32 @printf(ptr, ...)
declare i64 @llvm.get.dynamic.area.offset.i64()
declare i64 @llvm.experimental.cttz.elts.i64.v16i1(<16 x i1>, i1)
declare i32 @llvm.experimental.cttz.elts.i32.v4i32(<4 x i32>, i1)
declare i8 @llvm.experimental.cttz.elts.i8.v8i8(<8 x i8>, i1)
declare i64 @llvm.experimental.cttz.elts.i64.v3i64(<3 x i64>, i1)

define void @show(i64 %a, i64 %b) noinline {
  %r = call i32 (ptr, ...) @printf(ptr @format, i64 %a, i64 %b)
  ret void
}

define i64 @flags(<16 x i8> %a, <16 x i8> %b) noinline {
  %c = icmp eq <16 x i8> %a, %b
  %n = call i64 @llvm.experimental.cttz.elts.i64.v16i1(<16 x i1> %c, i1 false)
  ret i64 %n
}

define i32 @words(<4 x i32> %v) noinline {
  %n = call i32 @llvm.experimental.cttz.elts.i32.v4i32(<4 x i32> %v, i1 false)
  ret i32 %n
}

define i8 @bytes(<8 x i8> %v) noinline {
  %n = call i8 @llvm.experimental.cttz.elts.i8.v8i8(<8 x i8> %v, i1 true)
  ret i8 %n
}

define i64 @odd(<3 x i64> %v) noinline {
  %n = call i64 @llvm.experimental.cttz.elts.i64.v3i64(<3 x i64> %v, i1 false)
  ret i64 %n
}

define i64 @area(i64 %size) noinline {
  %place = alloca i8, i64 %size, align 16
  store volatile i8 1, ptr %place
  %offset = call i64 @llvm.get.dynamic.area.offset.i64()
  %stack = call ptr @llvm.stacksave.p0()
  %start = ptrtoint ptr %place to i64
  %end = ptrtoint ptr %stack to i64
  %distance = sub i64 %start, %end
  %difference = sub i64 %distance, %offset
  ret i64 %difference
}
declare ptr @llvm.stacksave.p0()

define i32 @main() {
  %r1 = call i64 @flags(<16 x i8> <i8 7, i8 1, i8 1, i8 7, i8 1, i8 1, i8 7, i8 1, i8 1, i8 7, i8 1, i8 1, i8 7, i8 1, i8 1, i8 7>, <16 x i8> splat (i8 7))
  %w1 = add i64 %r1, 0
  call void @show(i64 1, i64 %w1)
  %r2 = call i64 @flags(<16 x i8> <i8 1, i8 7, i8 1, i8 7, i8 1, i8 1, i8 7, i8 1, i8 1, i8 7, i8 1, i8 1, i8 7, i8 1, i8 1, i8 7>, <16 x i8> splat (i8 7))
  %w2 = add i64 %r2, 0
  call void @show(i64 2, i64 %w2)
  %r3 = call i64 @flags(<16 x i8> <i8 1, i8 1, i8 7, i8 7, i8 1, i8 1, i8 7, i8 1, i8 1, i8 7, i8 1, i8 1, i8 7, i8 1, i8 1, i8 7>, <16 x i8> splat (i8 7))
  %w3 = add i64 %r3, 0
  call void @show(i64 3, i64 %w3)
  %r4 = call i64 @flags(<16 x i8> <i8 1, i8 1, i8 1, i8 7, i8 1, i8 1, i8 7, i8 1, i8 1, i8 7, i8 1, i8 1, i8 7, i8 1, i8 1, i8 7>, <16 x i8> splat (i8 7))
  %w4 = add i64 %r4, 0
  call void @show(i64 4, i64 %w4)
  %r5 = call i64 @flags(<16 x i8> <i8 1, i8 1, i8 1, i8 1, i8 7, i8 1, i8 7, i8 1, i8 1, i8 7, i8 1, i8 1, i8 7, i8 1, i8 1, i8 7>, <16 x i8> splat (i8 7))
  %w5 = add i64 %r5, 0
  call void @show(i64 5, i64 %w5)
  %r6 = call i64 @flags(<16 x i8> <i8 1, i8 1, i8 1, i8 1, i8 1, i8 7, i8 7, i8 1, i8 1, i8 7, i8 1, i8 1, i8 7, i8 1, i8 1, i8 7>, <16 x i8> splat (i8 7))
  %w6 = add i64 %r6, 0
  call void @show(i64 6, i64 %w6)
  %r7 = call i64 @flags(<16 x i8> <i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 7, i8 1, i8 1, i8 7, i8 1, i8 1, i8 7, i8 1, i8 1, i8 7>, <16 x i8> splat (i8 7))
  %w7 = add i64 %r7, 0
  call void @show(i64 7, i64 %w7)
  %r8 = call i64 @flags(<16 x i8> <i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 7, i8 1, i8 7, i8 1, i8 1, i8 7, i8 1, i8 1, i8 7>, <16 x i8> splat (i8 7))
  %w8 = add i64 %r8, 0
  call void @show(i64 8, i64 %w8)
  %r9 = call i64 @flags(<16 x i8> <i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 7, i8 7, i8 1, i8 1, i8 7, i8 1, i8 1, i8 7>, <16 x i8> splat (i8 7))
  %w9 = add i64 %r9, 0
  call void @show(i64 9, i64 %w9)
  %r10 = call i64 @flags(<16 x i8> <i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 7, i8 1, i8 1, i8 7, i8 1, i8 1, i8 7>, <16 x i8> splat (i8 7))
  %w10 = add i64 %r10, 0
  call void @show(i64 10, i64 %w10)
  %r11 = call i64 @flags(<16 x i8> <i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 7, i8 1, i8 7, i8 1, i8 1, i8 7>, <16 x i8> splat (i8 7))
  %w11 = add i64 %r11, 0
  call void @show(i64 11, i64 %w11)
  %r12 = call i64 @flags(<16 x i8> <i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 7, i8 7, i8 1, i8 1, i8 7>, <16 x i8> splat (i8 7))
  %w12 = add i64 %r12, 0
  call void @show(i64 12, i64 %w12)
  %r13 = call i64 @flags(<16 x i8> <i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 7, i8 1, i8 1, i8 7>, <16 x i8> splat (i8 7))
  %w13 = add i64 %r13, 0
  call void @show(i64 13, i64 %w13)
  %r14 = call i64 @flags(<16 x i8> <i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 7, i8 1, i8 7>, <16 x i8> splat (i8 7))
  %w14 = add i64 %r14, 0
  call void @show(i64 14, i64 %w14)
  %r15 = call i64 @flags(<16 x i8> <i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 7, i8 7>, <16 x i8> splat (i8 7))
  %w15 = add i64 %r15, 0
  call void @show(i64 15, i64 %w15)
  %r16 = call i64 @flags(<16 x i8> <i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 7>, <16 x i8> splat (i8 7))
  %w16 = add i64 %r16, 0
  call void @show(i64 16, i64 %w16)
  %r17 = call i64 @flags(<16 x i8> <i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1>, <16 x i8> splat (i8 7))
  %w17 = add i64 %r17, 0
  call void @show(i64 17, i64 %w17)
  %r18 = call i32 @words(<4 x i32> <i32 0, i32 0, i32 0, i32 0>)
  %w18 = zext i32 %r18 to i64
  call void @show(i64 18, i64 %w18)
  %r19 = call i32 @words(<4 x i32> <i32 0, i32 0, i32 -1, i32 3>)
  %w19 = zext i32 %r19 to i64
  call void @show(i64 19, i64 %w19)
  %r20 = call i32 @words(<4 x i32> <i32 65536, i32 0, i32 0, i32 0>)
  %w20 = zext i32 %r20 to i64
  call void @show(i64 20, i64 %w20)
  %r21 = call i32 @words(<4 x i32> <i32 0, i32 0, i32 0, i32 1073741824>)
  %w21 = zext i32 %r21 to i64
  call void @show(i64 21, i64 %w21)
  %r22 = call i8 @bytes(<8 x i8> <i8 0, i8 0, i8 0, i8 0, i8 0, i8 0, i8 0, i8 -128>)
  %w22 = zext i8 %r22 to i64
  call void @show(i64 22, i64 %w22)
  %r23 = call i8 @bytes(<8 x i8> <i8 0, i8 0, i8 0, i8 1, i8 0, i8 2, i8 0, i8 0>)
  %w23 = zext i8 %r23 to i64
  call void @show(i64 23, i64 %w23)
  %r24 = call i8 @bytes(<8 x i8> <i8 5, i8 0, i8 0, i8 0, i8 0, i8 0, i8 0, i8 0>)
  %w24 = zext i8 %r24 to i64
  call void @show(i64 24, i64 %w24)
  %r25 = call i64 @odd(<3 x i64> <i64 0, i64 0, i64 0>)
  %w25 = add i64 %r25, 0
  call void @show(i64 25, i64 %w25)
  %r26 = call i64 @odd(<3 x i64> <i64 0, i64 1099511627776, i64 0>)
  %w26 = add i64 %r26, 0
  call void @show(i64 26, i64 %w26)
  %r27 = call i64 @odd(<3 x i64> <i64 0, i64 0, i64 -9>)
  %w27 = add i64 %r27, 0
  call void @show(i64 27, i64 %w27)
  %r28 = call i64 @area(i64 16)
  %w28 = add i64 %r28, 0
  call void @show(i64 28, i64 %w28)
  %r29 = call i64 @area(i64 1)
  %w29 = add i64 %r29, 0
  call void @show(i64 29, i64 %w29)
  %r30 = call i64 @area(i64 100)
  %w30 = add i64 %r30, 0
  call void @show(i64 30, i64 %w30)
  %r31 = call i64 @area(i64 5000)
  %w31 = add i64 %r31, 0
  call void @show(i64 31, i64 %w31)
  ret i32 0
}
