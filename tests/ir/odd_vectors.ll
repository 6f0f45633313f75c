; Vectors of integers of odd widths in memory, where their elements lie without gaps: stored as a whole, read as a whole.

@format = private constant [16 x i8] c"%lx %lx %lx %d\0A\00"
@memory = global [32 x i8] zeroinitializer, align 32

declare i32 @printf(ptr, ...)

define void @show(i65 %low, i65 %high, i32 %n) noinline {
  %a = trunc i65 %low to i64
  %b = trunc i65 %high to i64
  %c = lshr i65 %high, 63
  %d = trunc i65 %c to i64
  call i32 (ptr, ...) @printf(ptr @format, i64 %a, i64 %b, i64 %d, i32 %n)
  ret void
}

define void @wide(i65 %a, i65 %b) noinline {
  %x = insertelement <2 x i65> poison, i65 %a, i32 0
  %y = insertelement <2 x i65> %x, i65 %b, i32 1
  store <2 x i65> %y, ptr @memory
  %second = load i64, ptr getelementptr (i8, ptr @memory, i64 8)
  %n = trunc i64 %second to i32
  %z = load <2 x i65>, ptr @memory
  %low = extractelement <2 x i65> %z, i32 0
  %high = extractelement <2 x i65> %z, i32 1
  call void @show(i65 %low, i65 %high, i32 %n)
  ret void
}

define void @narrow(i24 %a, i24 %b) noinline {
  %x = insertelement <5 x i24> zeroinitializer, i24 %a, i32 2
  %y = insertelement <5 x i24> %x, i24 %b, i32 4
  store <5 x i24> %y, ptr @memory
  %second = load i32, ptr getelementptr (i8, ptr @memory, i64 12)
  %z = load <5 x i24>, ptr @memory
  %low = extractelement <5 x i24> %z, i32 2
  %high = extractelement <5 x i24> %z, i32 4
  %low65 = zext i24 %low to i65
  %high65 = zext i24 %high to i65
  %n = and i32 %second, 16777215
  call void @show(i65 %low65, i65 %high65, i32 %n)
  ret void
}

define i32 @main() {
  call void @wide(i65 25000000000000000001, i65 30000000000000000003)
  call void @narrow(i24 74565, i24 11259375)
  ret i32 0
}
