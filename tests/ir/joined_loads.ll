; Loads that are put together by shifts: of narrower values, which lose what is shifted out of them, and of the whole.
@format = private constant [6 x i8] c"%llx\0A\00"
@bytes = global [16 x i8] c"\11\22\33\44\55\66\77\88\99\AA\BB\CC\DD\EE\FF\01"

declare i32 @printf(ptr, ...)
declare i16 @llvm.bswap.i16(i16)

define void @show(i64 %value) noinline {
  %r = call i32 (ptr, ...) @printf(ptr @format, i64 %value)
  ret void
}

define i32 @narrow_16(ptr %p) noinline {
  %a = load i8, ptr %p
  %q = getelementptr i8, ptr %p, i64 1
  %b = load i16, ptr %q, align 1
  %s = getelementptr i8, ptr %p, i64 3
  %d = load i8, ptr %s
  %bs = shl i16 %b, 8
  %az = zext i8 %a to i32
  %bz = zext i16 %bs to i32
  %dz = zext i8 %d to i32
  %d1 = shl i32 %dz, 24
  %x = or i32 %az, %bz
  %z = or i32 %x, %d1
  ret i32 %z
}

define i64 @narrow_32(ptr %p) noinline {
  %a = load i16, ptr %p, align 1
  %q = getelementptr i8, ptr %p, i64 2
  %b = load i32, ptr %q, align 1
  %s = getelementptr i8, ptr %p, i64 6
  %d = load i16, ptr %s, align 1
  %bs = shl i32 %b, 16
  %az = zext i16 %a to i64
  %bz = zext i32 %bs to i64
  %dz = zext i16 %d to i64
  %d1 = shl i64 %dz, 48
  %x = or i64 %az, %bz
  %z = or i64 %x, %d1
  ret i64 %z
}

define i32 @swapped(ptr %p) noinline {
  %a = load i8, ptr %p
  %q = getelementptr i8, ptr %p, i64 1
  %b = load i16, ptr %q, align 1
  %s = getelementptr i8, ptr %p, i64 3
  %d = load i8, ptr %s
  %bb = call i16 @llvm.bswap.i16(i16 %b)
  %bs = shl i16 %bb, 8
  %az = zext i8 %a to i32
  %bz = zext i16 %bs to i32
  %dz = zext i8 %d to i32
  %d1 = shl i32 %az, 24
  %x = or i32 %dz, %bz
  %z = or i32 %x, %d1
  ret i32 %z
}

define i32 @or_inside(ptr %p) noinline {
  %a = load i8, ptr %p
  %p2 = getelementptr i8, ptr %p, i64 1
  %b = load i8, ptr %p2
  %az = zext i8 %a to i16
  %bz = zext i8 %b to i16
  %s = shl i16 %bz, 8
  %o = or i16 %s, %az
  %o2 = shl i16 %o, 8
  %z = zext i16 %o2 to i32
  %p3 = getelementptr i8, ptr %p, i64 -1
  %c = load i8, ptr %p3
  %cz = zext i8 %c to i32
  %r = or i32 %z, %cz
  %p4 = getelementptr i8, ptr %p, i64 2
  %d = load i8, ptr %p4
  %dz = zext i8 %d to i32
  %ds = shl i32 %dz, 24
  %r2 = or i32 %r, %ds
  ret i32 %r2
}

define i32 @whole(ptr %p) noinline {
  %a = load i8, ptr %p
  %q = getelementptr i8, ptr %p, i64 1
  %b = load i8, ptr %q
  %s = getelementptr i8, ptr %p, i64 2
  %d = load i16, ptr %s, align 1
  %az = zext i8 %a to i16
  %bz = zext i8 %b to i16
  %bs = shl i16 %bz, 8
  %ab = or i16 %az, %bs
  %low = zext i16 %ab to i32
  %dz = zext i16 %d to i32
  %ds = shl i32 %dz, 16
  %z = or i32 %low, %ds
  ret i32 %z
}

define i32 @main() {
  %p = getelementptr i8, ptr @bytes, i64 3
  %a = call i32 @narrow_16(ptr %p)
  %az = zext i32 %a to i64
  call void @show(i64 %az)
  %b = call i64 @narrow_32(ptr %p)
  call void @show(i64 %b)
  %c = call i32 @swapped(ptr %p)
  %cz = zext i32 %c to i64
  call void @show(i64 %cz)
  %d = call i32 @or_inside(ptr %p)
  %dz = zext i32 %d to i64
  call void @show(i64 %dz)
  %e = call i32 @whole(ptr %p)
  %ez = zext i32 %e to i64
  call void @show(i64 %ez)
  ret i32 0
}
