; Globals and constants: odd types, packed structures, constant expressions in initialisers and instructions, aliases with offsets, relative
; pointers, intrinsics that C rarely meets.
@format = private constant [10 x i8] c"%s: %lx\0A\00\00"
@n = private constant [5 x i8] c"data\00"
@n.e = private constant [5 x i8] c"expr\00"
@n.i = private constant [10 x i8] c"intrinsic\00"
@bytes = global [16 x i8] c"0123456789abcdef", align 16
@odd24 = global i24 -5
@odd65 = global i65 18446744073709551617
@odd128 = global i128 -2
@vector = global <3 x i16> <i16 1, i16 -2, i16 3>
@bools = global <8 x i1> <i1 true, i1 false, i1 true, i1 true, i1 false, i1 false, i1 false, i1 true>
@reals = global [3 x float] [float 1.5, float -0.0, float 0x7FF0000000000000]
@wide.reals = global <2 x double> <double 0.1, double -1.0>
@packed = global <{ i8, i32, i16, i64 }> <{ i8 1, i32 2, i16 3, i64 4 }>
@undefined = global { i32, i32 } { i32 undef, i32 7 }
@inside = global ptr getelementptr inbounds ([16 x i8], ptr @bytes, i64 0, i64 7)
@difference = global i64 sub (i64 ptrtoint (ptr getelementptr ([16 x i8], ptr @bytes, i64 0, i64 12) to i64), i64 ptrtoint (ptr @bytes to i64))
@aliased = alias i8, getelementptr ([16 x i8], ptr @bytes, i64 0, i64 3)
@whole = alias [16 x i8], ptr @bytes
@function.alias = alias i64 (i64), ptr @square
@relative = constant [3 x i32] [i32 trunc (i64 sub (i64 ptrtoint (ptr @bytes to i64), i64 ptrtoint (ptr @relative to i64)) to i32), i32 trunc (i64 sub (i64 ptrtoint (ptr @inside to i64), i64 ptrtoint (ptr @relative to i64)) to i32), i32 5], align 4
@sectioned = global i32 9, section "own", align 64
@internal.zero = internal global [100 x i64] zeroinitializer
@unnamed = private unnamed_addr constant [4 x i8] c"abc\00"
@external.weak = extern_weak global i32
@initialized = global i64 0
@llvm.global_ctors = appending global [2 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @second, ptr null }, { i32, ptr, ptr } { i32 200, ptr @first, ptr null }]
@llvm.used = appending global [1 x ptr] [ptr @sectioned], section "llvm.metadata"
@llvm.compiler.used = appending global [1 x ptr] [ptr @odd24], section "llvm.metadata"

declare i32 @printf(ptr, ...)
declare ptr @llvm.load.relative.i64(ptr, i64)
declare i64 @llvm.objectsize.i64.p0(ptr, i1, i1, i1)
declare i1 @llvm.expect.i1(i1, i1)
declare void @llvm.assume(i1)
declare ptr @llvm.stacksave.p0()
declare void @llvm.stackrestore.p0(ptr)
declare ptr @llvm.ptrmask.p0.i64(ptr, i64)
declare i1 @llvm.is.constant.i64(i64)
declare void @llvm.donothing()
declare void @llvm.sideeffect()
declare ptr @llvm.launder.invariant.group.p0(ptr)
declare ptr @llvm.strip.invariant.group.p0(ptr)
declare ptr @llvm.invariant.start.p0(i64, ptr)
declare void @llvm.invariant.end.p0(ptr, i64, ptr)
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
declare void @llvm.memcpy.inline.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.inline.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memcpy.p0.p0.i32(ptr, ptr, i32, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.prefetch.p0(ptr, i32, i32, i32)
declare i64 @llvm.expect.with.probability.i64(i64, i64, double)
declare ptr @llvm.threadlocal.address.p0(ptr)

define void @show(ptr %name, i64 %v) noinline {
  %r = call i32 (ptr, ...) @printf(ptr @format, ptr %name, i64 %v)
  ret void
}

define void @first() {
  store i64 1, ptr @initialized
  ret void
}

define void @second() {
  %v = load i64, ptr @initialized
  %w = mul i64 %v, 10
  %x = add i64 %w, 2
  store i64 %x, ptr @initialized
  ret void
}

define i64 @square(i64 %x) noinline {
  %r = mul i64 %x, %x
  ret i64 %r
}

define i64 @dynamic(i64 %n) noinline {
  %saved = call ptr @llvm.stacksave.p0()
  %p = alloca i64, i64 %n, align 64
  %last.i = sub i64 %n, 1
  %last = getelementptr i64, ptr %p, i64 %last.i
  store i64 %n, ptr %last
  %a = ptrtoint ptr %p to i64
  %m = and i64 %a, 63
  %v = load i64, ptr %last
  call void @llvm.stackrestore.p0(ptr %saved)
  %r = add i64 %v, %m
  ret i64 %r
}

define i64 @scopes(i64 %x) noinline {
  %p = alloca [8 x i64]
  %q = alloca [8 x i64]
  call void @llvm.lifetime.start.p0(ptr %p)
  store i64 %x, ptr %p
  %a = load volatile i64, ptr %p
  call void @llvm.lifetime.end.p0(ptr %p)
  call void @llvm.lifetime.start.p0(ptr %q)
  store i64 %a, ptr %q
  %b = load volatile i64, ptr %q
  call void @llvm.lifetime.end.p0(ptr %q)
  ret i64 %b
}

define i64 @intrinsics(ptr %p, i64 %x) noinline {
  %c = icmp sgt i64 %x, 0
  %e = call i1 @llvm.expect.i1(i1 %c, i1 true)
  call void @llvm.assume(i1 %e)
  call void @llvm.donothing()
  call void @llvm.sideeffect()
  call void @llvm.prefetch.p0(ptr %p, i32 0, i32 3, i32 1)
  %l = call ptr @llvm.launder.invariant.group.p0(ptr %p)
  %s = call ptr @llvm.strip.invariant.group.p0(ptr %l)
  %inv = call ptr @llvm.invariant.start.p0(i64 8, ptr %s)
  %a = load i64, ptr %s
  call void @llvm.invariant.end.p0(ptr %inv, i64 8, ptr %s)
  %m = call ptr @llvm.ptrmask.p0.i64(ptr %p, i64 -8)
  %b = load i64, ptr %m
  %k = call i1 @llvm.is.constant.i64(i64 %x)
  %k.z = zext i1 %k to i64
  %w = call i64 @llvm.expect.with.probability.i64(i64 %x, i64 5, double 0.5)
  %o = call i64 @llvm.objectsize.i64.p0(ptr %p, i1 false, i1 true, i1 false)
  %r0 = add i64 %a, %b
  %r1 = add i64 %r0, %k.z
  %r2 = add i64 %r1, %w
  %r3 = sub i64 %r2, %o
  ret i64 %r3
}

define i64 @blocks(ptr %to, ptr %from, i64 %n) noinline {
  call void @llvm.memcpy.inline.p0.p0.i64(ptr %to, ptr %from, i64 13, i1 false)
  %a = getelementptr i8, ptr %to, i64 16
  call void @llvm.memset.inline.p0.i64(ptr %a, i8 65, i64 21, i1 false)
  %b = getelementptr i8, ptr %to, i64 40
  call void @llvm.memcpy.p0.p0.i32(ptr %b, ptr %to, i32 7, i1 true)
  %c = getelementptr i8, ptr %to, i64 1
  call void @llvm.memmove.p0.p0.i64(ptr %c, ptr %to, i64 %n, i1 false)
  %d = getelementptr i8, ptr %to, i64 50
  call void @llvm.memset.p0.i64(ptr align 2 %d, i8 -1, i64 6, i1 false)
  call void @llvm.memset.p0.i64(ptr %d, i8 7, i64 0, i1 false)
  %x = load i64, ptr %to, align 1
  %f = getelementptr i8, ptr %to, i64 33
  %y = load i64, ptr %f, align 1
  %g = getelementptr i8, ptr %to, i64 46
  %z = load i64, ptr %g, align 1
  %r = xor i64 %x, %y
  %s = xor i64 %r, %z
  ret i64 %s
}

define i32 @main() {
  %v1 = load i24, ptr @odd24
  %w1 = sext i24 %v1 to i64
  call void @show(ptr @n, i64 %w1)
  %v2 = load i65, ptr @odd65
  %h2 = lshr i65 %v2, 1
  %w2 = trunc i65 %h2 to i64
  call void @show(ptr @n, i64 %w2)
  %v3 = load i128, ptr @odd128
  %h3 = lshr i128 %v3, 3
  %w3 = trunc i128 %h3 to i64
  call void @show(ptr @n, i64 %w3)
  %v4 = load <3 x i16>, ptr @vector
  %e4 = extractelement <3 x i16> %v4, i32 1
  %w4 = sext i16 %e4 to i64
  call void @show(ptr @n, i64 %w4)
  %v5 = load <8 x i1>, ptr @bools
  %b5 = bitcast <8 x i1> %v5 to i8
  %w5 = zext i8 %b5 to i64
  call void @show(ptr @n, i64 %w5)
  %v6 = load i64, ptr getelementptr (i8, ptr @packed, i64 7), align 1
  call void @show(ptr @n, i64 %v6)
  %v7 = load i32, ptr getelementptr ({ i32, i32 }, ptr @undefined, i32 0, i32 1)
  %w7 = zext i32 %v7 to i64
  call void @show(ptr @n, i64 %w7)
  %p8 = load ptr, ptr @inside
  %v8 = load i8, ptr %p8
  %w8 = zext i8 %v8 to i64
  call void @show(ptr @n, i64 %w8)
  %v9 = load i64, ptr @difference
  call void @show(ptr @n, i64 %v9)
  %v10 = load i8, ptr @aliased
  %w10 = zext i8 %v10 to i64
  call void @show(ptr @n, i64 %w10)
  %v11 = load i8, ptr getelementptr ([16 x i8], ptr @whole, i64 0, i64 15)
  %w11 = zext i8 %v11 to i64
  call void @show(ptr @n, i64 %w11)
  %v12 = call i64 @function.alias(i64 12)
  call void @show(ptr @n, i64 %v12)
  %p13 = call ptr @llvm.load.relative.i64(ptr @relative, i64 0)
  %v13 = load i8, ptr %p13
  %w13 = zext i8 %v13 to i64
  call void @show(ptr @n, i64 %w13)
  %p14 = call ptr @llvm.load.relative.i64(ptr @relative, i64 4)
  %q14 = load ptr, ptr %p14
  %c14 = icmp eq ptr %q14, %p8
  %w14 = zext i1 %c14 to i64
  call void @show(ptr @n, i64 %w14)
  %c15 = icmp eq ptr @external.weak, null
  %w15 = zext i1 %c15 to i64
  call void @show(ptr @n.e, i64 %w15)
  %v16 = and i64 ptrtoint (ptr @sectioned to i64), 63
  call void @show(ptr @n.e, i64 %v16)
  %v17 = load float, ptr getelementptr ([3 x float], ptr @reals, i64 0, i64 2)
  %b17 = bitcast float %v17 to i32
  %w17 = zext i32 %b17 to i64
  call void @show(ptr @n, i64 %w17)
  %v18 = load <2 x double>, ptr @wide.reals
  %e18 = extractelement <2 x double> %v18, i32 0
  %w18 = bitcast double %e18 to i64
  call void @show(ptr @n, i64 %w18)
  %v19 = load i64, ptr @initialized
  call void @show(ptr @n, i64 %v19)
  %v20 = load i64, ptr getelementptr inbounds ([100 x i64], ptr @internal.zero, i64 0, i64 99)
  call void @show(ptr @n, i64 %v20)
  %v21 = call i64 @dynamic(i64 17)
  call void @show(ptr @n.i, i64 %v21)
  %v22 = call i64 @scopes(i64 22)
  call void @show(ptr @n.i, i64 %v22)
  %slot = alloca i64, align 16
  store i64 100, ptr %slot
  %v23 = call i64 @intrinsics(ptr %slot, i64 3)
  call void @show(ptr @n.i, i64 %v23)
  %area = alloca [64 x i8], align 16
  call void @llvm.memset.p0.i64(ptr align 16 %area, i8 17, i64 64, i1 false)
  %v24 = call i64 @blocks(ptr %area, ptr @bytes, i64 9)
  call void @show(ptr @n.i, i64 %v24)
  ret i32 0
}
