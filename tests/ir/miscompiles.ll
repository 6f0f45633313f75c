; Patterns that compilers have got wrong before: each line must show what the comment beside the call says.
; twinless: aarch64-ir0-O2-pie
@format = private constant [15 x i8] c"%s: %016lx\0A\00\00\00\00"
@n.fshl9 = private constant [8 x i8] c"fshl i9\00"
@n.fshr33 = private constant [9 x i8] c"fshr i33\00"
@n.or = private constant [9 x i8] c"disjoint\00"
@n.zext = private constant [12 x i8] c"freeze zext\00"
@n.urem = private constant [12 x i8] c"freeze urem\00"
@n.bool = private constant [9 x i8] c"i1 shift\00"
@n.logic = private constant [14 x i8] c"select and or\00"
@n.cmn = private constant [4 x i8] c"cmn\00"
@n.bswap = private constant [6 x i8] c"bswap\00"
@n.addc = private constant [10 x i8] c"sub carry\00"
@n.sext = private constant [9 x i8] c"sext cmp\00"
@n.trunc = private constant [10 x i8] c"trunc cmp\00"
@n.nsw = private constant [6 x i8] c"wraps\00"
@n.load = private constant [10 x i8] c"load fold\00"
@n.amount = private constant [13 x i8] c"undef amount\00"
@n.frozen = private constant [7 x i8] c"frozen\00"
@n.kept = private constant [15 x i8] c"kept in memory\00"
@n.filled = private constant [7 x i8] c"filled\00"
@n.return = private constant [15 x i8] c"return address\00"
@n.found = private constant [6 x i8] c"found\00"
@sink = global i64 0
@n.fneg = private constant [8 x i8] c"neg fma\00"

declare i32 @printf(ptr, ...)
declare i9 @llvm.fshl.i9(i9, i9, i9)
declare i33 @llvm.fshr.i33(i33, i33, i33)
declare i33 @llvm.fshl.i33(i33, i33, i33)
declare i64 @llvm.fshl.i64(i64, i64, i64)
declare i32 @llvm.fshr.i32(i32, i32, i32)
declare i9 @llvm.fshr.i9(i9, i9, i9)
declare i64 @llvm.bswap.i64(i64)
declare i32 @llvm.bswap.i32(i32)
declare i16 @llvm.bswap.i16(i16)
declare double @llvm.fma.f64(double, double, double)
declare ptr @llvm.returnaddress(i32)
declare void @llvm.memset.inline.p0.i64(ptr, i8, i64, i1)

define void @show(ptr %name, i64 %v) noinline {
  %r = call i32 (ptr, ...) @printf(ptr @format, ptr %name, i64 %v)
  ret void
}

; The amount counts modulo 9, not modulo a power of two.
define i64 @fshl9(i9 %a, i9 %b, i9 %n) noinline {
  %r = call i9 @llvm.fshl.i9(i9 %a, i9 %b, i9 %n)
  %z = zext i9 %r to i64
  ret i64 %z
}

define i64 @fshr33(i33 %a, i33 %b, i33 %n) noinline {
  %r = call i33 @llvm.fshr.i33(i33 %a, i33 %b, i33 %n)
  %z = zext i33 %r to i64
  ret i64 %z
}

; All ones stay all ones by whatever amount they are rotated: both shifts must see the same one.
define i64 @undef_amount(i64 %ones) noinline {
  %x9 = trunc i64 %ones to i9
  %x32 = trunc i64 %ones to i32
  %x33 = trunc i64 %ones to i33
  %f9 = call i9 @llvm.fshr.i9(i9 %x9, i9 %x9, i9 undef)
  %f32 = call i32 @llvm.fshr.i32(i32 %x32, i32 %x32, i32 undef)
  %f33 = call i33 @llvm.fshl.i33(i33 %x33, i33 %x33, i33 undef)
  %f64 = call i64 @llvm.fshl.i64(i64 %ones, i64 %ones, i64 undef)
  %s9 = sext i9 %f9 to i64
  %s32 = sext i32 %f32 to i64
  %s33 = sext i33 %f33 to i64
  %a = and i64 %s9, %s32
  %b = and i64 %s33, %f64
  %r = and i64 %a, %b
  ret i64 %r
}

; A frozen value is one value, of its width, also where it was undefined or poison.
define i64 @frozen(i8 %a) noinline {
  %poison = add nuw i8 %a, 200
  %p = freeze i8 %poison
  %u = freeze i8 undef
  %p.wide = zext i8 %p to i64
  %u.wide = zext i8 %u to i64
  %p.low = icmp ult i64 %p.wide, 256
  %u.low = icmp ult i64 %u.wide, 256
  %u.rem = urem i8 %u, 10
  %u.rem.low = icmp ult i8 %u.rem, 10
  %u.div = udiv i8 %u, 10
  %tens = mul i8 %u.div, 10
  %back = add i8 %tens, %u.rem
  %same = icmp eq i8 %back, %u
  %p.rem = urem i64 %p.wide, 255
  %p.rem.low = icmp ult i64 %p.rem, 255
  %x = and i1 %p.low, %u.low
  %y = and i1 %u.rem.low, %same
  %z = and i1 %x, %p.rem.low
  %all = and i1 %y, %z
  %r = zext i1 %all to i64
  ret i64 %r
}

define i64 @disjoint(i64 %a) noinline {
  %high = shl i64 %a, 4
  %sum = add i64 %high, 16
  %r = or disjoint i64 %sum, 5
  %s = add i64 %r, 3
  ret i64 %s
}

define i64 @freeze_zext(i8 %a) noinline {
  %x = add nuw i8 %a, 1
  %f = freeze i8 %x
  %z = zext i8 %f to i64
  %same = and i64 %z, 511
  ret i64 %same
}

define i64 @freeze_urem(i16 %a) noinline {
  %f = freeze i16 %a
  %r = urem i16 %f, 10
  %z = zext i16 %r to i64
  %w = zext i16 %f to i64
  %s = mul i64 %w, 100
  %t = add i64 %s, %z
  ret i64 %t
}

define i64 @bool_shift(i1 %a, i1 %b) noinline {
  %x = shl i1 %a, 0
  %y = lshr i1 %x, 0
  %z = ashr i1 %y, 0
  %d = xor i1 %z, %b
  %e = add i1 %d, true
  %s = sext i1 %e to i64
  ret i64 %s
}

; A select of conditions is no `or`: the second may be poison when the first decides.
define i64 @logic(i32 %a, i32 %b) noinline {
  %c = icmp eq i32 %b, 0
  %safe = select i1 %c, i32 1, i32 %b
  %q = sdiv i32 %a, %safe
  %d = icmp sgt i32 %q, 3
  %or = select i1 %c, i1 true, i1 %d
  %and = select i1 %or, i1 %d, i1 false
  %x = zext i1 %or to i64
  %y = zext i1 %and to i64
  %y2 = shl i64 %y, 1
  %r = or i64 %x, %y2
  ret i64 %r
}

; Comparing with the negation of the smallest integer is no addition.
define i64 @cmn(i32 %a, i32 %b) noinline {
  %n = sub i32 0, %b
  %c = icmp slt i32 %a, %n
  %d = icmp ult i32 %a, %n
  %e = icmp eq i32 %a, %n
  %f = icmp sgt i32 %a, -2147483648
  %g = icmp ule i32 %n, %a
  %c.z = zext i1 %c to i64
  %d.z = zext i1 %d to i64
  %e.z = zext i1 %e to i64
  %f.z = zext i1 %f to i64
  %g.z = zext i1 %g to i64
  %d2 = shl i64 %d.z, 4
  %e2 = shl i64 %e.z, 8
  %f2 = shl i64 %f.z, 12
  %g2 = shl i64 %g.z, 16
  %r0 = or i64 %c.z, %d2
  %r1 = or i64 %r0, %e2
  %r2 = or i64 %r1, %f2
  %r3 = or i64 %r2, %g2
  ret i64 %r3
}

; What is known of the bits of a swapped value are the swapped bits.
define i64 @swapped(i64 %a) noinline {
  %m = and i64 %a, 255
  %b = call i64 @llvm.bswap.i64(i64 %m)
  %c = lshr i64 %b, 56
  %h = trunc i64 %a to i32
  %d = call i32 @llvm.bswap.i32(i32 %h)
  %e = zext i32 %d to i64
  %f = shl i64 %e, 8
  %s = trunc i64 %a to i16
  %g = call i16 @llvm.bswap.i16(i16 %s)
  %i = zext i16 %g to i64
  %j = shl i64 %i, 44
  %r = or i64 %c, %f
  %t = xor i64 %r, %j
  ret i64 %t
}

define i64 @carry(i128 %a, i128 %b) noinline {
  %d = sub i128 %a, %b
  %c = icmp ult i128 %a, %b
  %z = zext i1 %c to i128
  %e = sub i128 %d, %z
  %h = lshr i128 %e, 64
  %x = xor i128 %h, %e
  %r = trunc i128 %x to i64
  ret i64 %r
}

define i64 @sext_cmp(i32 %a, i32 %b) noinline {
  %c = icmp slt i32 %a, %b
  %s = sext i1 %c to i64
  %m = and i64 %s, 42
  %d = icmp eq i64 %m, 42
  %n = select i1 %d, i64 -1, i64 %s
  %e = sext i32 %a to i64
  %r = xor i64 %n, %e
  ret i64 %r
}

define i64 @trunc_cmp(i64 %a, i64 %b) noinline {
  %x = trunc i64 %a to i32
  %y = trunc i64 %b to i32
  %c = icmp ugt i32 %x, %y
  %p = trunc i64 %a to i8
  %q = trunc i64 %b to i8
  %d = icmp sge i8 %p, %q
  %e = icmp eq i32 %x, 0
  %t = trunc i64 %a to i1
  %c.z = zext i1 %c to i64
  %d.z = zext i1 %d to i64
  %e.z = zext i1 %e to i64
  %t.z = zext i1 %t to i64
  %d2 = shl i64 %d.z, 4
  %e2 = shl i64 %e.z, 8
  %t2 = shl i64 %t.z, 12
  %r0 = or i64 %c.z, %d2
  %r1 = or i64 %r0, %e2
  %r2 = or i64 %r1, %t2
  ret i64 %r2
}

; 32-bit arithmetic wraps before it is extended.
define i64 @wraps(i32 %a, i32 %b) noinline {
  %s = add i32 %a, %b
  %p = mul i32 %s, %b
  %l = shl i32 %p, 3
  %x = sext i32 %l to i64
  %y = zext i32 %s to i64
  %h = lshr i32 %s, 4
  %g = ashr i32 %p, 5
  %h.z = zext i32 %h to i64
  %g.z = sext i32 %g to i64
  %t = add i64 %x, %y
  %u = xor i64 %t, %h.z
  %v = add i64 %u, %g.z
  ret i64 %v
}

; A load does not move over a store that may change it.
define i64 @load_fold(ptr %p, ptr %q, i32 %v) noinline {
  %a = load i32, ptr %p
  store i32 %v, ptr %q
  %b = load i32, ptr %p
  %a.z = zext i32 %a to i64
  %b.z = sext i32 %b to i64
  %s = shl i64 %a.z, 32
  %r = xor i64 %s, %b.z
  store i32 0, ptr %p
  ret i64 %r
}

; A sum that cancels is +0, and its negation -0.
define i64 @neg_fma(double %a, double %b, double %c) noinline {
  %f = call double @llvm.fma.f64(double %a, double %b, double %c)
  %n = fneg double %f
  %z = fcmp oeq double %f, 0.0
  %m = select i1 %z, double 0.0, double %n
  %r = bitcast double %m to i64
  ret i64 %r
}

; A register's part that is in memory between a phi and the next time it is written: the phi has to be stored.
define i64 @kept_in_memory(i32 %n) noinline {
start:
  br label %loop
loop:
  %i = phi i32 [ %n, %start ], [ %j, %loop ]
  %a = phi <4 x i32> [ %e, %loop ], [ splat (i32 5), %start ]
  %b = phi <4 x i32> [ %g, %loop ], [ splat (i32 6), %start ]
  %c = phi <4 x i32> [ %d, %loop ], [ splat (i32 7), %start ]
  %x0 = phi i32 [ %y0, %loop ], [ 3, %start ]
  %d = or <4 x i32> %a, %c
  %d64 = bitcast <4 x i32> %d to <2 x i64>
  %d8 = bitcast <2 x i64> %d64 to <16 x i8>
  %d32 = bitcast <16 x i8> %d8 to <4 x i32>
  %e = xor <4 x i32> %d32, %a
  %b8 = bitcast <4 x i32> %b to <16 x i8>
  %g = bitcast <16 x i8> %b8 to <4 x i32>
  %y0 = mul i32 %x0, 3
  %j = add i32 %i, -1
  %again = icmp ne i32 %j, 0
  br i1 %again, label %loop, label %out
out:
  %t0 = extractelement <4 x i32> %e, i32 3
  %t1 = xor i32 %t0, %y0
  %h = zext i32 %t1 to i64
  %s = extractelement <4 x i32> %g, i32 1
  %z = zext i32 %s to i64
  %r = add i64 %z, %h
  ret i64 %r
}

define i64 @next(i64 %a) noinline {
  %r = add i64 %a, 1
  ret i64 %r
}

; The phi may be where the return address came in, on a way that restores that register before the phi's last use.
define i64 @return_address(i64 %n) noinline {
  %address = call ptr @llvm.returnaddress(i32 0)
  %a = ptrtoint ptr %address to i64
  %zero = icmp eq i64 %n, 0
  br i1 %zero, label %out, label %work
work:
  %next = call i64 @next(i64 %n)
  %w = xor i64 %next, 85
  br label %out
out:
  %r = phi i64 [ %a, %0 ], [ %w, %work ]
  store volatile i64 0, ptr @sink
  store volatile i64 %r, ptr @sink
  ret i64 %r
}

; What must not become a call is filled in place, byte by byte at either end.
define i64 @filled(i8 %byte) noinline {
  %block = alloca [3 x i64], align 8
  store [3 x i64] zeroinitializer, ptr %block
  %second = getelementptr i8, ptr %block, i64 1
  call void @llvm.memset.inline.p0.i64(ptr %second, i8 %byte, i64 21, i1 false)
  %words = load [3 x i64], ptr %block
  %a = extractvalue [3 x i64] %words, 0
  %b = extractvalue [3 x i64] %words, 1
  %c = extractvalue [3 x i64] %words, 2
  %ab = xor i64 %a, %b
  %r = xor i64 %ab, %c
  ret i64 %r
}

; What a pointer comes from is a call, whose attributes are not those of the function that it points to.
define i64 @number_in(ptr %p) noinline {
  store i64 77, ptr %p
  %v = load i64, ptr %p
  ret i64 %v
}
define ptr @find(ptr byval([4 x i64]) %p) noinline {
  ret ptr @number_in
}
define i64 @found(ptr %p) noinline {
  %f = call ptr @find(ptr byval([4 x i64]) %p)
  %v = call i64 %f(ptr %p)
  %w = load i64, ptr %p
  %sum = mul i64 %w, %v
  ret i64 %sum
}

define i32 @main() {
  %slot = alloca i32
  br label %loop
loop:
  %i = phi i64 [ 0, %0 ], [ %n, %loop ]
  %x = mul i64 %i, 2654435761
  %a9 = trunc i64 %x to i9
  %b9 = trunc i64 %i to i9
  %v1 = call i64 @fshl9(i9 %a9, i9 85, i9 %b9)
  call void @show(ptr @n.fshl9, i64 %v1)
  %a33 = trunc i64 %x to i33
  %b33 = trunc i64 %i to i33
  %c33 = mul i33 %b33, 5
  %v2 = call i64 @fshr33(i33 %a33, i33 123456789, i33 %c33)
  call void @show(ptr @n.fshr33, i64 %v2)
  %undefined = call i64 @undef_amount(i64 -1)
  call void @show(ptr @n.amount, i64 %undefined)
  %i100 = trunc i64 %x to i8
  %frozen = call i64 @frozen(i8 %i100)
  call void @show(ptr @n.frozen, i64 %frozen)
  %v3 = call i64 @disjoint(i64 %x)
  call void @show(ptr @n.or, i64 %v3)
  %a8 = trunc i64 %i to i8
  %v4 = call i64 @freeze_zext(i8 %a8)
  call void @show(ptr @n.zext, i64 %v4)
  %a16 = trunc i64 %x to i16
  %v5 = call i64 @freeze_urem(i16 %a16)
  call void @show(ptr @n.urem, i64 %v5)
  %a1 = trunc i64 %i to i1
  %i2 = lshr i64 %i, 1
  %b1 = trunc i64 %i2 to i1
  %v6 = call i64 @bool_shift(i1 %a1, i1 %b1)
  call void @show(ptr @n.bool, i64 %v6)
  %a32 = trunc i64 %x to i32
  %b32 = trunc i64 %i to i32
  %c32 = sub i32 %b32, 3
  %v7 = call i64 @logic(i32 %a32, i32 %c32)
  call void @show(ptr @n.logic, i64 %v7)
  %v8 = call i64 @cmn(i32 %c32, i32 -2147483648)
  call void @show(ptr @n.cmn, i64 %v8)
  %v9 = call i64 @cmn(i32 %c32, i32 %b32)
  call void @show(ptr @n.cmn, i64 %v9)
  %v10 = call i64 @cmn(i32 -2147483648, i32 -2147483648)
  call void @show(ptr @n.cmn, i64 %v10)
  %v11 = call i64 @swapped(i64 %x)
  call void @show(ptr @n.bswap, i64 %v11)
  %wa = sext i64 %x to i128
  %wb = zext i32 %c32 to i128
  %wc = shl i128 %wb, 60
  %v12 = call i64 @carry(i128 %wa, i128 %wc)
  call void @show(ptr @n.addc, i64 %v12)
  %v13 = call i64 @sext_cmp(i32 %a32, i32 %c32)
  call void @show(ptr @n.sext, i64 %v13)
  %xx = mul i64 %x, 4294967295
  %v14 = call i64 @trunc_cmp(i64 %x, i64 %xx)
  call void @show(ptr @n.trunc, i64 %v14)
  %v15 = call i64 @wraps(i32 %a32, i32 2147483600)
  call void @show(ptr @n.nsw, i64 %v15)
  store i32 %a32, ptr %slot
  %v16 = call i64 @load_fold(ptr %slot, ptr %slot, i32 %c32)
  call void @show(ptr @n.load, i64 %v16)
  %d = sitofp i32 %c32 to double
  %v17 = call i64 @neg_fma(double %d, double %d, double 1.5)
  call void @show(ptr @n.fneg, i64 %v17)
  %n = add i64 %i, 1
  %again = icmp ult i64 %n, 20
  br i1 %again, label %loop, label %out
out:
  %kept = call i64 @kept_in_memory(i32 3)
  call void @show(ptr @n.kept, i64 %kept)
  %worked = call i64 @return_address(i64 5)
  call void @show(ptr @n.return, i64 %worked)
  %filled = call i64 @filled(i8 -85)
  call void @show(ptr @n.filled, i64 %filled)
  %object = alloca [4 x i64]
  store i64 1, ptr %object
  %found = call i64 @found(ptr %object)
  call void @show(ptr @n.found, i64 %found)
  ret i32 0
}
