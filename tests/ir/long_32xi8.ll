; Vectors of 32 integers of 8 bits, in memory.
; Each operation is applied to vectors of pseudo-random bytes, zeros and ones; a line of output is a digest of the results.
@format = private constant [12 x i8] c"%s: %016lx\0A\00", align 1
@a = internal global [128 x i8] zeroinitializer, align 16
@b = internal global [128 x i8] zeroinitializer, align 16
@out = internal global [128 x i8] zeroinitializer, align 16
@seed = internal global i64 1
declare i32 @printf(ptr, ...)
declare <32 x i8> @llvm.abs.v32i8(<32 x i8>, i1)
declare <32 x i8> @llvm.bitreverse.v32i8(<32 x i8>)
declare <32 x i8> @llvm.ctlz.v32i8(<32 x i8>, i1)
declare <32 x i8> @llvm.ctpop.v32i8(<32 x i8>)
declare <32 x i8> @llvm.cttz.v32i8(<32 x i8>, i1)
declare <32 x i8> @llvm.fshl.v32i8(<32 x i8>, <32 x i8>, <32 x i8>)
declare <32 x i8> @llvm.fshr.v32i8(<32 x i8>, <32 x i8>, <32 x i8>)
declare <32 x i8> @llvm.sadd.sat.v32i8(<32 x i8>, <32 x i8>)
declare <32 x i8> @llvm.smax.v32i8(<32 x i8>, <32 x i8>)
declare <32 x i8> @llvm.smin.v32i8(<32 x i8>, <32 x i8>)
declare <32 x i8> @llvm.ssub.sat.v32i8(<32 x i8>, <32 x i8>)
declare <32 x i8> @llvm.uadd.sat.v32i8(<32 x i8>, <32 x i8>)
declare <32 x i8> @llvm.umax.v32i8(<32 x i8>, <32 x i8>)
declare <32 x i8> @llvm.umin.v32i8(<32 x i8>, <32 x i8>)
declare <32 x i8> @llvm.usub.sat.v32i8(<32 x i8>, <32 x i8>)
declare i8 @llvm.vector.reduce.add.v32i8(<32 x i8>)
declare i8 @llvm.vector.reduce.and.v32i8(<32 x i8>)
declare i8 @llvm.vector.reduce.mul.v32i8(<32 x i8>)
declare i8 @llvm.vector.reduce.or.v32i8(<32 x i8>)
declare i8 @llvm.vector.reduce.smax.v32i8(<32 x i8>)
declare i8 @llvm.vector.reduce.smin.v32i8(<32 x i8>)
declare i8 @llvm.vector.reduce.umax.v32i8(<32 x i8>)
declare i8 @llvm.vector.reduce.umin.v32i8(<32 x i8>)
declare i8 @llvm.vector.reduce.xor.v32i8(<32 x i8>)
@name.add = private constant [4 x i8] c"add\00"
@name.sub = private constant [4 x i8] c"sub\00"
@name.mul = private constant [4 x i8] c"mul\00"
@name.and = private constant [4 x i8] c"and\00"
@name.or = private constant [3 x i8] c"or\00"
@name.xor = private constant [4 x i8] c"xor\00"
@name.udiv = private constant [5 x i8] c"udiv\00"
@name.srem = private constant [5 x i8] c"srem\00"
@name.shl = private constant [4 x i8] c"shl\00"
@name.shl_const = private constant [10 x i8] c"shl_const\00"
@name.lshr = private constant [5 x i8] c"lshr\00"
@name.lshr_const = private constant [11 x i8] c"lshr_const\00"
@name.ashr = private constant [5 x i8] c"ashr\00"
@name.ashr_const = private constant [11 x i8] c"ashr_const\00"
@name.not = private constant [4 x i8] c"not\00"
@name.and_not = private constant [8 x i8] c"and_not\00"
@name.or_not = private constant [7 x i8] c"or_not\00"
@name.bit_select = private constant [11 x i8] c"bit_select\00"
@name.multiply_add = private constant [13 x i8] c"multiply_add\00"
@name.multiply_sub = private constant [13 x i8] c"multiply_sub\00"
@name.select_eq = private constant [10 x i8] c"select_eq\00"
@name.select_ne = private constant [10 x i8] c"select_ne\00"
@name.select_ugt = private constant [11 x i8] c"select_ugt\00"
@name.select_uge = private constant [11 x i8] c"select_uge\00"
@name.select_ult = private constant [11 x i8] c"select_ult\00"
@name.select_ule = private constant [11 x i8] c"select_ule\00"
@name.select_sgt = private constant [11 x i8] c"select_sgt\00"
@name.select_sge = private constant [11 x i8] c"select_sge\00"
@name.select_slt = private constant [11 x i8] c"select_slt\00"
@name.select_sle = private constant [11 x i8] c"select_sle\00"
@name.zero_eq = private constant [8 x i8] c"zero_eq\00"
@name.zero_ne = private constant [8 x i8] c"zero_ne\00"
@name.zero_sgt = private constant [9 x i8] c"zero_sgt\00"
@name.zero_sge = private constant [9 x i8] c"zero_sge\00"
@name.zero_slt = private constant [9 x i8] c"zero_slt\00"
@name.zero_sle = private constant [9 x i8] c"zero_sle\00"
@name.zero_ugt = private constant [9 x i8] c"zero_ugt\00"
@name.zero_left = private constant [10 x i8] c"zero_left\00"
@name.mask = private constant [5 x i8] c"mask\00"
@name.choose = private constant [7 x i8] c"choose\00"
@name.smin = private constant [5 x i8] c"smin\00"
@name.smax = private constant [5 x i8] c"smax\00"
@name.umin = private constant [5 x i8] c"umin\00"
@name.umax = private constant [5 x i8] c"umax\00"
@name.uadd_sat = private constant [9 x i8] c"uadd_sat\00"
@name.sadd_sat = private constant [9 x i8] c"sadd_sat\00"
@name.usub_sat = private constant [9 x i8] c"usub_sat\00"
@name.ssub_sat = private constant [9 x i8] c"ssub_sat\00"
@name.abs = private constant [4 x i8] c"abs\00"
@name.ctlz = private constant [5 x i8] c"ctlz\00"
@name.ctlz_nonzero = private constant [13 x i8] c"ctlz_nonzero\00"
@name.cttz = private constant [5 x i8] c"cttz\00"
@name.cttz_nonzero = private constant [13 x i8] c"cttz_nonzero\00"
@name.ctpop = private constant [6 x i8] c"ctpop\00"
@name.bitreverse = private constant [11 x i8] c"bitreverse\00"
@name.fshl = private constant [5 x i8] c"fshl\00"
@name.fshl_const = private constant [11 x i8] c"fshl_const\00"
@name.fshl_rotate = private constant [12 x i8] c"fshl_rotate\00"
@name.fshl_rotate_const = private constant [18 x i8] c"fshl_rotate_const\00"
@name.fshr = private constant [5 x i8] c"fshr\00"
@name.fshr_const = private constant [11 x i8] c"fshr_const\00"
@name.fshr_rotate = private constant [12 x i8] c"fshr_rotate\00"
@name.fshr_rotate_const = private constant [18 x i8] c"fshr_rotate_const\00"
@name.sext_16 = private constant [8 x i8] c"sext_16\00"
@name.zext_16 = private constant [8 x i8] c"zext_16\00"
@name.long_sadd = private constant [10 x i8] c"long_sadd\00"
@name.long_ssub = private constant [10 x i8] c"long_ssub\00"
@name.long_smul = private constant [10 x i8] c"long_smul\00"
@name.long_smadd = private constant [11 x i8] c"long_smadd\00"
@name.long_smsub = private constant [11 x i8] c"long_smsub\00"
@name.wide_sadd = private constant [10 x i8] c"wide_sadd\00"
@name.wide_ssub = private constant [10 x i8] c"wide_ssub\00"
@name.long_uadd = private constant [10 x i8] c"long_uadd\00"
@name.long_usub = private constant [10 x i8] c"long_usub\00"
@name.long_umul = private constant [10 x i8] c"long_umul\00"
@name.long_umadd = private constant [11 x i8] c"long_umadd\00"
@name.long_umsub = private constant [11 x i8] c"long_umsub\00"
@name.wide_uadd = private constant [10 x i8] c"wide_uadd\00"
@name.wide_usub = private constant [10 x i8] c"wide_usub\00"
@name.sext_32 = private constant [8 x i8] c"sext_32\00"
@name.zext_32 = private constant [8 x i8] c"zext_32\00"
@name.inreg_4 = private constant [8 x i8] c"inreg_4\00"
@name.reduce_add = private constant [11 x i8] c"reduce_add\00"
@name.reduce_mul = private constant [11 x i8] c"reduce_mul\00"
@name.reduce_and = private constant [11 x i8] c"reduce_and\00"
@name.reduce_or = private constant [10 x i8] c"reduce_or\00"
@name.reduce_xor = private constant [11 x i8] c"reduce_xor\00"
@name.reduce_smax = private constant [12 x i8] c"reduce_smax\00"
@name.reduce_smin = private constant [12 x i8] c"reduce_smin\00"
@name.reduce_umax = private constant [12 x i8] c"reduce_umax\00"
@name.reduce_umin = private constant [12 x i8] c"reduce_umin\00"
@name.reverse = private constant [8 x i8] c"reverse\00"
@name.random = private constant [7 x i8] c"random\00"
@name.random_one = private constant [11 x i8] c"random_one\00"
@name.random_holes = private constant [13 x i8] c"random_holes\00"
@name.zip = private constant [4 x i8] c"zip\00"
@name.zip_all = private constant [8 x i8] c"zip_all\00"
@name.unzip = private constant [6 x i8] c"unzip\00"
@name.unzip_odd = private constant [10 x i8] c"unzip_odd\00"
@name.halve = private constant [6 x i8] c"halve\00"
@name.upper = private constant [6 x i8] c"upper\00"
@name.trn = private constant [4 x i8] c"trn\00"
@name.rotate = private constant [7 x i8] c"rotate\00"
@name.slide = private constant [6 x i8] c"slide\00"
@name.broadcast = private constant [10 x i8] c"broadcast\00"
@name.blend = private constant [6 x i8] c"blend\00"
@name.one = private constant [4 x i8] c"one\00"
@name.splat = private constant [6 x i8] c"splat\00"
@name.insert = private constant [7 x i8] c"insert\00"
@name.insert_variable = private constant [16 x i8] c"insert_variable\00"
@name.freeze = private constant [7 x i8] c"freeze\00"
@name.phi = private constant [4 x i8] c"phi\00"

define internal void @fill(ptr %p, i64 %round) noinline {
entry:
  %mode = and i64 %round, 3
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %old = load i64, ptr @seed
  %m = mul i64 %old, 6364136223846793005
  %new = add i64 %m, 1442695040888963407
  store i64 %new, ptr @seed
  %top = lshr i64 %new, 56
  %random = trunc i64 %top to i8
  %r1 = and i8 %random, 1
  %sparse = sub i8 0, %r1
  %dense = icmp eq i64 %mode, 0
  %byte = select i1 %dense, i8 %sparse, i8 %random
  %at = getelementptr i8, ptr %p, i64 %i
  store i8 %byte, ptr %at
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, 128
  br i1 %more, label %loop, label %done
done:
  ret void
}

define internal void @run(ptr %name, ptr %operation, i64 %bytes) noinline {
entry:
  store i64 12345, ptr @seed
  br label %outer
outer:
  %k = phi i64 [ 0, %entry ], [ %k.next, %outer.latch ]
  %d0 = phi i64 [ -3750763034362895579, %entry ], [ %d.next, %outer.latch ]
  %k.b = udiv i64 %k, 3
  call void @fill(ptr @a, i64 %k)
  call void @fill(ptr @b, i64 %k.b)
  call void %operation(ptr @a, ptr @b, ptr @out)
  br label %inner
inner:
  %i = phi i64 [ 0, %outer ], [ %i.next, %inner ]
  %d = phi i64 [ %d0, %outer ], [ %d.next, %inner ]
  %at = getelementptr i8, ptr @out, i64 %i
  %v = load i8, ptr %at
  %w = zext i8 %v to i64
  %x = xor i64 %d, %w
  %y = mul i64 %x, 1099511628211
  %s = lshr i64 %y, 29
  %d.next = xor i64 %y, %s
  %i.next = add i64 %i, 1
  %more = icmp ult i64 %i.next, %bytes
  br i1 %more, label %inner, label %outer.latch
outer.latch:
  %k.next = add i64 %k, 1
  %again = icmp ult i64 %k.next, 12
  br i1 %again, label %outer, label %done
done:
  %printed = call i32 (ptr, ...) @printf(ptr @format, ptr %name, i64 %d.next)
  ret void
}

define internal void @op.add(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %z = add <32 x i8> %x, %y
  store <32 x i8> %z, ptr %out, align 1
  ret void
}

define internal void @op.sub(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %z = sub <32 x i8> %x, %y
  store <32 x i8> %z, ptr %out, align 1
  ret void
}

define internal void @op.mul(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %z = mul <32 x i8> %x, %y
  store <32 x i8> %z, ptr %out, align 1
  ret void
}

define internal void @op.and(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %z = and <32 x i8> %x, %y
  store <32 x i8> %z, ptr %out, align 1
  ret void
}

define internal void @op.or(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %z = or <32 x i8> %x, %y
  store <32 x i8> %z, ptr %out, align 1
  ret void
}

define internal void @op.xor(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %z = xor <32 x i8> %x, %y
  store <32 x i8> %z, ptr %out, align 1
  ret void
}

define internal void @op.udiv(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %d1 = lshr <32 x i8> %y, <i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1>
  %d = or <32 x i8> %d1, <i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1>
  %z = udiv <32 x i8> %x, %d
  store <32 x i8> %z, ptr %out, align 1
  ret void
}

define internal void @op.srem(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %d1 = lshr <32 x i8> %y, <i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1>
  %d = or <32 x i8> %d1, <i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1, i8 1>
  %z = srem <32 x i8> %x, %d
  store <32 x i8> %z, ptr %out, align 1
  ret void
}

define internal void @op.shl(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %m = and <32 x i8> %y, <i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7>
  %z = shl <32 x i8> %x, %m
  store <32 x i8> %z, ptr %out, align 1
  ret void
}

define internal void @op.shl_const(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %z = shl <32 x i8> %x, <i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2>
  store <32 x i8> %z, ptr %out, align 1
  ret void
}

define internal void @op.lshr(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %m = and <32 x i8> %y, <i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7>
  %z = lshr <32 x i8> %x, %m
  store <32 x i8> %z, ptr %out, align 1
  ret void
}

define internal void @op.lshr_const(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %z = lshr <32 x i8> %x, <i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2>
  store <32 x i8> %z, ptr %out, align 1
  ret void
}

define internal void @op.ashr(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %m = and <32 x i8> %y, <i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7, i8 7>
  %z = ashr <32 x i8> %x, %m
  store <32 x i8> %z, ptr %out, align 1
  ret void
}

define internal void @op.ashr_const(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %z = ashr <32 x i8> %x, <i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2>
  store <32 x i8> %z, ptr %out, align 1
  ret void
}

define internal void @op.not(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %z = xor <32 x i8> %x, <i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1>
  store <32 x i8> %z, ptr %out, align 1
  ret void
}

define internal void @op.and_not(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %m = xor <32 x i8> %y, <i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1>
  %z = and <32 x i8> %x, %m
  store <32 x i8> %z, ptr %out, align 1
  ret void
}

define internal void @op.or_not(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %m = xor <32 x i8> %y, <i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1>
  %z = or <32 x i8> %m, %x
  store <32 x i8> %z, ptr %out, align 1
  ret void
}

define internal void @op.bit_select(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %m = add <32 x i8> %x, %y
  %i = xor <32 x i8> %m, <i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1>
  %p = and <32 x i8> %x, %m
  %q = and <32 x i8> %y, %i
  %z = or <32 x i8> %p, %q
  store <32 x i8> %z, ptr %out, align 1
  ret void
}

define internal void @op.multiply_add(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %m = mul <32 x i8> %x, %y
  %z = add <32 x i8> %m, %x
  store <32 x i8> %z, ptr %out, align 1
  ret void
}

define internal void @op.multiply_sub(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %m = mul <32 x i8> %x, %y
  %z = sub <32 x i8> %x, %m
  store <32 x i8> %z, ptr %out, align 1
  ret void
}

define internal void @op.select_eq(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %c = icmp eq <32 x i8> %x, %y
  %z = select <32 x i1> %c, <32 x i8> %x, <32 x i8> %y
  store <32 x i8> %z, ptr %out, align 1
  ret void
}

define internal void @op.select_ne(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %c = icmp ne <32 x i8> %x, %y
  %z = select <32 x i1> %c, <32 x i8> %x, <32 x i8> %y
  store <32 x i8> %z, ptr %out, align 1
  ret void
}

define internal void @op.select_ugt(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %c = icmp ugt <32 x i8> %x, %y
  %z = select <32 x i1> %c, <32 x i8> %x, <32 x i8> %y
  store <32 x i8> %z, ptr %out, align 1
  ret void
}

define internal void @op.select_uge(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %c = icmp uge <32 x i8> %x, %y
  %z = select <32 x i1> %c, <32 x i8> %x, <32 x i8> %y
  store <32 x i8> %z, ptr %out, align 1
  ret void
}

define internal void @op.select_ult(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %c = icmp ult <32 x i8> %x, %y
  %z = select <32 x i1> %c, <32 x i8> %x, <32 x i8> %y
  store <32 x i8> %z, ptr %out, align 1
  ret void
}

define internal void @op.select_ule(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %c = icmp ule <32 x i8> %x, %y
  %z = select <32 x i1> %c, <32 x i8> %x, <32 x i8> %y
  store <32 x i8> %z, ptr %out, align 1
  ret void
}

define internal void @op.select_sgt(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %c = icmp sgt <32 x i8> %x, %y
  %z = select <32 x i1> %c, <32 x i8> %x, <32 x i8> %y
  store <32 x i8> %z, ptr %out, align 1
  ret void
}

define internal void @op.select_sge(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %c = icmp sge <32 x i8> %x, %y
  %z = select <32 x i1> %c, <32 x i8> %x, <32 x i8> %y
  store <32 x i8> %z, ptr %out, align 1
  ret void
}

define internal void @op.select_slt(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %c = icmp slt <32 x i8> %x, %y
  %z = select <32 x i1> %c, <32 x i8> %x, <32 x i8> %y
  store <32 x i8> %z, ptr %out, align 1
  ret void
}

define internal void @op.select_sle(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %c = icmp sle <32 x i8> %x, %y
  %z = select <32 x i1> %c, <32 x i8> %x, <32 x i8> %y
  store <32 x i8> %z, ptr %out, align 1
  ret void
}

define internal void @op.zero_eq(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %c = icmp eq <32 x i8> %x, zeroinitializer
  %z = sext <32 x i1> %c to <32 x i8>
  store <32 x i8> %z, ptr %out, align 1
  ret void
}

define internal void @op.zero_ne(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %c = icmp ne <32 x i8> %x, zeroinitializer
  %z = sext <32 x i1> %c to <32 x i8>
  store <32 x i8> %z, ptr %out, align 1
  ret void
}

define internal void @op.zero_sgt(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %c = icmp sgt <32 x i8> %x, zeroinitializer
  %z = sext <32 x i1> %c to <32 x i8>
  store <32 x i8> %z, ptr %out, align 1
  ret void
}

define internal void @op.zero_sge(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %c = icmp sge <32 x i8> %x, zeroinitializer
  %z = sext <32 x i1> %c to <32 x i8>
  store <32 x i8> %z, ptr %out, align 1
  ret void
}

define internal void @op.zero_slt(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %c = icmp slt <32 x i8> %x, zeroinitializer
  %z = sext <32 x i1> %c to <32 x i8>
  store <32 x i8> %z, ptr %out, align 1
  ret void
}

define internal void @op.zero_sle(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %c = icmp sle <32 x i8> %x, zeroinitializer
  %z = sext <32 x i1> %c to <32 x i8>
  store <32 x i8> %z, ptr %out, align 1
  ret void
}

define internal void @op.zero_ugt(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %c = icmp ugt <32 x i8> %x, zeroinitializer
  %z = sext <32 x i1> %c to <32 x i8>
  store <32 x i8> %z, ptr %out, align 1
  ret void
}

define internal void @op.zero_left(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %c = icmp slt <32 x i8> zeroinitializer, %x
  %z = zext <32 x i1> %c to <32 x i8>
  store <32 x i8> %z, ptr %out, align 1
  ret void
}

define internal void @op.mask(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %c = icmp ult <32 x i8> %x, %y
  %z = zext <32 x i1> %c to <32 x i16>
  store <32 x i16> %z, ptr %out, align 1
  ret void
}

define internal void @op.choose(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %s = extractelement <32 x i8> %y, i32 0
  %c = icmp slt i8 %s, 0
  %z = select i1 %c, <32 x i8> %x, <32 x i8> %y
  store <32 x i8> %z, ptr %out, align 1
  ret void
}

define internal void @op.smin(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %z = call <32 x i8> @llvm.smin.v32i8(<32 x i8> %x, <32 x i8> %y)
  store <32 x i8> %z, ptr %out, align 1
  ret void
}

define internal void @op.smax(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %z = call <32 x i8> @llvm.smax.v32i8(<32 x i8> %x, <32 x i8> %y)
  store <32 x i8> %z, ptr %out, align 1
  ret void
}

define internal void @op.umin(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %z = call <32 x i8> @llvm.umin.v32i8(<32 x i8> %x, <32 x i8> %y)
  store <32 x i8> %z, ptr %out, align 1
  ret void
}

define internal void @op.umax(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %z = call <32 x i8> @llvm.umax.v32i8(<32 x i8> %x, <32 x i8> %y)
  store <32 x i8> %z, ptr %out, align 1
  ret void
}

define internal void @op.uadd_sat(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %z = call <32 x i8> @llvm.uadd.sat.v32i8(<32 x i8> %x, <32 x i8> %y)
  store <32 x i8> %z, ptr %out, align 1
  ret void
}

define internal void @op.sadd_sat(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %z = call <32 x i8> @llvm.sadd.sat.v32i8(<32 x i8> %x, <32 x i8> %y)
  store <32 x i8> %z, ptr %out, align 1
  ret void
}

define internal void @op.usub_sat(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %z = call <32 x i8> @llvm.usub.sat.v32i8(<32 x i8> %x, <32 x i8> %y)
  store <32 x i8> %z, ptr %out, align 1
  ret void
}

define internal void @op.ssub_sat(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %z = call <32 x i8> @llvm.ssub.sat.v32i8(<32 x i8> %x, <32 x i8> %y)
  store <32 x i8> %z, ptr %out, align 1
  ret void
}

define internal void @op.abs(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %z = call <32 x i8> @llvm.abs.v32i8(<32 x i8> %x, i1 false)
  store <32 x i8> %z, ptr %out, align 1
  ret void
}

define internal void @op.ctlz(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %z = call <32 x i8> @llvm.ctlz.v32i8(<32 x i8> %x, i1 false)
  store <32 x i8> %z, ptr %out, align 1
  ret void
}

define internal void @op.ctlz_nonzero(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %w = or <32 x i8> %x, <i8 4, i8 4, i8 4, i8 4, i8 4, i8 4, i8 4, i8 4, i8 4, i8 4, i8 4, i8 4, i8 4, i8 4, i8 4, i8 4, i8 4, i8 4, i8 4, i8 4, i8 4, i8 4, i8 4, i8 4, i8 4, i8 4, i8 4, i8 4, i8 4, i8 4, i8 4, i8 4>
  %z = call <32 x i8> @llvm.ctlz.v32i8(<32 x i8> %w, i1 true)
  store <32 x i8> %z, ptr %out, align 1
  ret void
}

define internal void @op.cttz(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %z = call <32 x i8> @llvm.cttz.v32i8(<32 x i8> %x, i1 false)
  store <32 x i8> %z, ptr %out, align 1
  ret void
}

define internal void @op.cttz_nonzero(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %w = or <32 x i8> %x, <i8 4, i8 4, i8 4, i8 4, i8 4, i8 4, i8 4, i8 4, i8 4, i8 4, i8 4, i8 4, i8 4, i8 4, i8 4, i8 4, i8 4, i8 4, i8 4, i8 4, i8 4, i8 4, i8 4, i8 4, i8 4, i8 4, i8 4, i8 4, i8 4, i8 4, i8 4, i8 4>
  %z = call <32 x i8> @llvm.cttz.v32i8(<32 x i8> %w, i1 true)
  store <32 x i8> %z, ptr %out, align 1
  ret void
}

define internal void @op.ctpop(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %z = call <32 x i8> @llvm.ctpop.v32i8(<32 x i8> %x)
  store <32 x i8> %z, ptr %out, align 1
  ret void
}

define internal void @op.bitreverse(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %z = call <32 x i8> @llvm.bitreverse.v32i8(<32 x i8> %x)
  store <32 x i8> %z, ptr %out, align 1
  ret void
}

define internal void @op.fshl(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %z = call <32 x i8> @llvm.fshl.v32i8(<32 x i8> %x, <32 x i8> %y, <32 x i8> %x)
  store <32 x i8> %z, ptr %out, align 1
  ret void
}

define internal void @op.fshl_const(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %z = call <32 x i8> @llvm.fshl.v32i8(<32 x i8> %x, <32 x i8> %y, <32 x i8> <i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2>)
  store <32 x i8> %z, ptr %out, align 1
  ret void
}

define internal void @op.fshl_rotate(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %z = call <32 x i8> @llvm.fshl.v32i8(<32 x i8> %x, <32 x i8> %x, <32 x i8> %y)
  store <32 x i8> %z, ptr %out, align 1
  ret void
}

define internal void @op.fshl_rotate_const(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %z = call <32 x i8> @llvm.fshl.v32i8(<32 x i8> %x, <32 x i8> %x, <32 x i8> <i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2>)
  store <32 x i8> %z, ptr %out, align 1
  ret void
}

define internal void @op.fshr(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %z = call <32 x i8> @llvm.fshr.v32i8(<32 x i8> %x, <32 x i8> %y, <32 x i8> %x)
  store <32 x i8> %z, ptr %out, align 1
  ret void
}

define internal void @op.fshr_const(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %z = call <32 x i8> @llvm.fshr.v32i8(<32 x i8> %x, <32 x i8> %y, <32 x i8> <i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2>)
  store <32 x i8> %z, ptr %out, align 1
  ret void
}

define internal void @op.fshr_rotate(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %z = call <32 x i8> @llvm.fshr.v32i8(<32 x i8> %x, <32 x i8> %x, <32 x i8> %y)
  store <32 x i8> %z, ptr %out, align 1
  ret void
}

define internal void @op.fshr_rotate_const(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %z = call <32 x i8> @llvm.fshr.v32i8(<32 x i8> %x, <32 x i8> %x, <32 x i8> <i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2, i8 2>)
  store <32 x i8> %z, ptr %out, align 1
  ret void
}

define internal void @op.sext_16(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %z = sext <32 x i8> %x to <32 x i16>
  store <32 x i16> %z, ptr %out, align 1
  ret void
}

define internal void @op.zext_16(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %z = zext <32 x i8> %x to <32 x i16>
  store <32 x i16> %z, ptr %out, align 1
  ret void
}

define internal void @op.long_sadd(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %xw = sext <32 x i8> %x to <32 x i16>
  %yw = sext <32 x i8> %y to <32 x i16>
  %z = add <32 x i16> %xw, %yw
  store <32 x i16> %z, ptr %out, align 1
  ret void
}

define internal void @op.long_ssub(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %xw = sext <32 x i8> %x to <32 x i16>
  %yw = sext <32 x i8> %y to <32 x i16>
  %z = sub <32 x i16> %xw, %yw
  store <32 x i16> %z, ptr %out, align 1
  ret void
}

define internal void @op.long_smul(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %xw = sext <32 x i8> %x to <32 x i16>
  %yw = sext <32 x i8> %y to <32 x i16>
  %z = mul <32 x i16> %xw, %yw
  store <32 x i16> %z, ptr %out, align 1
  ret void
}

define internal void @op.long_smadd(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %xw = sext <32 x i8> %x to <32 x i16>
  %yw = sext <32 x i8> %y to <32 x i16>
  %c = load <32 x i16>, ptr %pb, align 1
  %m = mul <32 x i16> %xw, %yw
  %z = add <32 x i16> %c, %m
  store <32 x i16> %z, ptr %out, align 1
  ret void
}

define internal void @op.long_smsub(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %xw = sext <32 x i8> %x to <32 x i16>
  %yw = sext <32 x i8> %y to <32 x i16>
  %c = load <32 x i16>, ptr %pb, align 1
  %m = mul <32 x i16> %xw, %yw
  %z = sub <32 x i16> %c, %m
  store <32 x i16> %z, ptr %out, align 1
  ret void
}

define internal void @op.wide_sadd(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %xw = sext <32 x i8> %x to <32 x i16>
  %c = load <32 x i16>, ptr %pb, align 1
  %z = add <32 x i16> %xw, %c
  store <32 x i16> %z, ptr %out, align 1
  ret void
}

define internal void @op.wide_ssub(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %xw = sext <32 x i8> %x to <32 x i16>
  %c = load <32 x i16>, ptr %pb, align 1
  %z = sub <32 x i16> %c, %xw
  store <32 x i16> %z, ptr %out, align 1
  ret void
}

define internal void @op.long_uadd(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %xw = zext <32 x i8> %x to <32 x i16>
  %yw = zext <32 x i8> %y to <32 x i16>
  %z = add <32 x i16> %xw, %yw
  store <32 x i16> %z, ptr %out, align 1
  ret void
}

define internal void @op.long_usub(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %xw = zext <32 x i8> %x to <32 x i16>
  %yw = zext <32 x i8> %y to <32 x i16>
  %z = sub <32 x i16> %xw, %yw
  store <32 x i16> %z, ptr %out, align 1
  ret void
}

define internal void @op.long_umul(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %xw = zext <32 x i8> %x to <32 x i16>
  %yw = zext <32 x i8> %y to <32 x i16>
  %z = mul <32 x i16> %xw, %yw
  store <32 x i16> %z, ptr %out, align 1
  ret void
}

define internal void @op.long_umadd(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %xw = zext <32 x i8> %x to <32 x i16>
  %yw = zext <32 x i8> %y to <32 x i16>
  %c = load <32 x i16>, ptr %pb, align 1
  %m = mul <32 x i16> %xw, %yw
  %z = add <32 x i16> %c, %m
  store <32 x i16> %z, ptr %out, align 1
  ret void
}

define internal void @op.long_umsub(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %xw = zext <32 x i8> %x to <32 x i16>
  %yw = zext <32 x i8> %y to <32 x i16>
  %c = load <32 x i16>, ptr %pb, align 1
  %m = mul <32 x i16> %xw, %yw
  %z = sub <32 x i16> %c, %m
  store <32 x i16> %z, ptr %out, align 1
  ret void
}

define internal void @op.wide_uadd(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %xw = zext <32 x i8> %x to <32 x i16>
  %c = load <32 x i16>, ptr %pb, align 1
  %z = add <32 x i16> %xw, %c
  store <32 x i16> %z, ptr %out, align 1
  ret void
}

define internal void @op.wide_usub(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %xw = zext <32 x i8> %x to <32 x i16>
  %c = load <32 x i16>, ptr %pb, align 1
  %z = sub <32 x i16> %c, %xw
  store <32 x i16> %z, ptr %out, align 1
  ret void
}

define internal void @op.sext_32(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %z = sext <32 x i8> %x to <32 x i32>
  store <32 x i32> %z, ptr %out, align 1
  ret void
}

define internal void @op.zext_32(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %z = zext <32 x i8> %x to <32 x i32>
  store <32 x i32> %z, ptr %out, align 1
  ret void
}

define internal void @op.inreg_4(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %t = trunc <32 x i8> %x to <32 x i4>
  %z = sext <32 x i4> %t to <32 x i8>
  store <32 x i8> %z, ptr %out, align 1
  ret void
}

define internal void @op.reduce_add(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %s = call i8 @llvm.vector.reduce.add.v32i8(<32 x i8> %x)
  store i8 %s, ptr %out, align 1
  ret void
}

define internal void @op.reduce_mul(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %s = call i8 @llvm.vector.reduce.mul.v32i8(<32 x i8> %x)
  store i8 %s, ptr %out, align 1
  ret void
}

define internal void @op.reduce_and(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %s = call i8 @llvm.vector.reduce.and.v32i8(<32 x i8> %x)
  store i8 %s, ptr %out, align 1
  ret void
}

define internal void @op.reduce_or(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %s = call i8 @llvm.vector.reduce.or.v32i8(<32 x i8> %x)
  store i8 %s, ptr %out, align 1
  ret void
}

define internal void @op.reduce_xor(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %s = call i8 @llvm.vector.reduce.xor.v32i8(<32 x i8> %x)
  store i8 %s, ptr %out, align 1
  ret void
}

define internal void @op.reduce_smax(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %s = call i8 @llvm.vector.reduce.smax.v32i8(<32 x i8> %x)
  store i8 %s, ptr %out, align 1
  ret void
}

define internal void @op.reduce_smin(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %s = call i8 @llvm.vector.reduce.smin.v32i8(<32 x i8> %x)
  store i8 %s, ptr %out, align 1
  ret void
}

define internal void @op.reduce_umax(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %s = call i8 @llvm.vector.reduce.umax.v32i8(<32 x i8> %x)
  store i8 %s, ptr %out, align 1
  ret void
}

define internal void @op.reduce_umin(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %s = call i8 @llvm.vector.reduce.umin.v32i8(<32 x i8> %x)
  store i8 %s, ptr %out, align 1
  ret void
}

define internal void @op.reverse(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %z = shufflevector <32 x i8> %x, <32 x i8> %y, <32 x i32> <i32 31, i32 30, i32 29, i32 28, i32 27, i32 26, i32 25, i32 24, i32 23, i32 22, i32 21, i32 20, i32 19, i32 18, i32 17, i32 16, i32 15, i32 14, i32 13, i32 12, i32 11, i32 10, i32 9, i32 8, i32 7, i32 6, i32 5, i32 4, i32 3, i32 2, i32 1, i32 0>
  store <32 x i8> %z, ptr %out, align 1
  ret void
}

define internal void @op.random(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %z = shufflevector <32 x i8> %x, <32 x i8> %y, <32 x i32> <i32 15, i32 37, i32 35, i32 34, i32 36, i32 20, i32 47, i32 31, i32 11, i32 49, i32 46, i32 38, i32 44, i32 47, i32 37, i32 19, i32 58, i32 24, i32 62, i32 57, i32 50, i32 57, i32 49, i32 61, i32 54, i32 51, i32 62, i32 25, i32 19, i32 1, i32 17, i32 45>
  store <32 x i8> %z, ptr %out, align 1
  ret void
}

define internal void @op.random_one(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %z = shufflevector <32 x i8> %x, <32 x i8> %y, <32 x i32> <i32 20, i32 18, i32 11, i32 31, i32 7, i32 13, i32 31, i32 30, i32 24, i32 25, i32 21, i32 21, i32 2, i32 19, i32 1, i32 14, i32 6, i32 10, i32 10, i32 12, i32 2, i32 15, i32 1, i32 16, i32 12, i32 6, i32 4, i32 19, i32 25, i32 15, i32 29, i32 13>
  store <32 x i8> %z, ptr %out, align 1
  ret void
}

define internal void @op.random_holes(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %z = shufflevector <32 x i8> %x, <32 x i8> %y, <32 x i32> <i32 poison, i32 poison, i32 47, i32 poison, i32 poison, i32 poison, i32 poison, i32 51, i32 poison, i32 poison, i32 1, i32 poison, i32 11, i32 62, i32 35, i32 0, i32 poison, i32 poison, i32 poison, i32 58, i32 16, i32 58, i32 3, i32 3, i32 35, i32 63, i32 20, i32 poison, i32 61, i32 29, i32 39, i32 poison>
  %z0 = insertelement <32 x i8> %z, i8 0, i32 0
  %z1 = insertelement <32 x i8> %z0, i8 0, i32 1
  %z3 = insertelement <32 x i8> %z1, i8 0, i32 3
  %z4 = insertelement <32 x i8> %z3, i8 0, i32 4
  %z5 = insertelement <32 x i8> %z4, i8 0, i32 5
  %z6 = insertelement <32 x i8> %z5, i8 0, i32 6
  %z8 = insertelement <32 x i8> %z6, i8 0, i32 8
  %z9 = insertelement <32 x i8> %z8, i8 0, i32 9
  %z11 = insertelement <32 x i8> %z9, i8 0, i32 11
  %z16 = insertelement <32 x i8> %z11, i8 0, i32 16
  %z17 = insertelement <32 x i8> %z16, i8 0, i32 17
  %z18 = insertelement <32 x i8> %z17, i8 0, i32 18
  %z27 = insertelement <32 x i8> %z18, i8 0, i32 27
  %z31 = insertelement <32 x i8> %z27, i8 0, i32 31
  store <32 x i8> %z31, ptr %out, align 1
  ret void
}

define internal void @op.zip(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %z = shufflevector <32 x i8> %x, <32 x i8> %y, <32 x i32> <i32 0, i32 32, i32 1, i32 33, i32 2, i32 34, i32 3, i32 35, i32 4, i32 36, i32 5, i32 37, i32 6, i32 38, i32 7, i32 39, i32 8, i32 40, i32 9, i32 41, i32 10, i32 42, i32 11, i32 43, i32 12, i32 44, i32 13, i32 45, i32 14, i32 46, i32 15, i32 47>
  store <32 x i8> %z, ptr %out, align 1
  ret void
}

define internal void @op.zip_all(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %z = shufflevector <32 x i8> %x, <32 x i8> %y, <64 x i32> <i32 0, i32 32, i32 1, i32 33, i32 2, i32 34, i32 3, i32 35, i32 4, i32 36, i32 5, i32 37, i32 6, i32 38, i32 7, i32 39, i32 8, i32 40, i32 9, i32 41, i32 10, i32 42, i32 11, i32 43, i32 12, i32 44, i32 13, i32 45, i32 14, i32 46, i32 15, i32 47, i32 16, i32 48, i32 17, i32 49, i32 18, i32 50, i32 19, i32 51, i32 20, i32 52, i32 21, i32 53, i32 22, i32 54, i32 23, i32 55, i32 24, i32 56, i32 25, i32 57, i32 26, i32 58, i32 27, i32 59, i32 28, i32 60, i32 29, i32 61, i32 30, i32 62, i32 31, i32 63>
  store <64 x i8> %z, ptr %out, align 1
  ret void
}

define internal void @op.unzip(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %z = shufflevector <32 x i8> %x, <32 x i8> %y, <32 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30, i32 32, i32 34, i32 36, i32 38, i32 40, i32 42, i32 44, i32 46, i32 48, i32 50, i32 52, i32 54, i32 56, i32 58, i32 60, i32 62>
  store <32 x i8> %z, ptr %out, align 1
  ret void
}

define internal void @op.unzip_odd(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %z = shufflevector <32 x i8> %x, <32 x i8> %y, <32 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15, i32 17, i32 19, i32 21, i32 23, i32 25, i32 27, i32 29, i32 31, i32 33, i32 35, i32 37, i32 39, i32 41, i32 43, i32 45, i32 47, i32 49, i32 51, i32 53, i32 55, i32 57, i32 59, i32 61, i32 63>
  store <32 x i8> %z, ptr %out, align 1
  ret void
}

define internal void @op.halve(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %z = shufflevector <32 x i8> %x, <32 x i8> %y, <16 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14, i32 16, i32 18, i32 20, i32 22, i32 24, i32 26, i32 28, i32 30>
  store <16 x i8> %z, ptr %out, align 1
  ret void
}

define internal void @op.upper(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %z = shufflevector <32 x i8> %x, <32 x i8> %y, <16 x i32> <i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  store <16 x i8> %z, ptr %out, align 1
  ret void
}

define internal void @op.trn(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %z = shufflevector <32 x i8> %x, <32 x i8> %y, <32 x i32> <i32 0, i32 32, i32 2, i32 34, i32 4, i32 36, i32 6, i32 38, i32 8, i32 40, i32 10, i32 42, i32 12, i32 44, i32 14, i32 46, i32 16, i32 48, i32 18, i32 50, i32 20, i32 52, i32 22, i32 54, i32 24, i32 56, i32 26, i32 58, i32 28, i32 60, i32 30, i32 62>
  store <32 x i8> %z, ptr %out, align 1
  ret void
}

define internal void @op.rotate(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %z = shufflevector <32 x i8> %x, <32 x i8> %y, <32 x i32> <i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 0>
  store <32 x i8> %z, ptr %out, align 1
  ret void
}

define internal void @op.slide(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %z = shufflevector <32 x i8> %x, <32 x i8> %y, <32 x i32> <i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 32, i32 33, i32 34, i32 35, i32 36, i32 37, i32 38, i32 39, i32 40, i32 41, i32 42, i32 43, i32 44, i32 45, i32 46, i32 47>
  store <32 x i8> %z, ptr %out, align 1
  ret void
}

define internal void @op.broadcast(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %z = shufflevector <32 x i8> %x, <32 x i8> %y, <32 x i32> <i32 31, i32 31, i32 31, i32 31, i32 31, i32 31, i32 31, i32 31, i32 31, i32 31, i32 31, i32 31, i32 31, i32 31, i32 31, i32 31, i32 31, i32 31, i32 31, i32 31, i32 31, i32 31, i32 31, i32 31, i32 31, i32 31, i32 31, i32 31, i32 31, i32 31, i32 31, i32 31>
  store <32 x i8> %z, ptr %out, align 1
  ret void
}

define internal void @op.blend(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %z = shufflevector <32 x i8> %x, <32 x i8> %y, <32 x i32> <i32 0, i32 33, i32 2, i32 35, i32 4, i32 37, i32 6, i32 39, i32 8, i32 41, i32 10, i32 43, i32 12, i32 45, i32 14, i32 47, i32 16, i32 49, i32 18, i32 51, i32 20, i32 53, i32 22, i32 55, i32 24, i32 57, i32 26, i32 59, i32 28, i32 61, i32 30, i32 63>
  store <32 x i8> %z, ptr %out, align 1
  ret void
}

define internal void @op.one(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %z = shufflevector <32 x i8> %x, <32 x i8> %y, <32 x i32> <i32 0, i32 32, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  store <32 x i8> %z, ptr %out, align 1
  ret void
}

define internal void @op.splat(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %s = extractelement <32 x i8> %x, i32 1
  %i = insertelement <32 x i8> poison, i8 %s, i32 0
  %z = shufflevector <32 x i8> %i, <32 x i8> poison, <32 x i32> zeroinitializer
  store <32 x i8> %z, ptr %out, align 1
  ret void
}

define internal void @op.insert(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %s = extractelement <32 x i8> %y, i32 31
  %z = insertelement <32 x i8> %x, i8 %s, i32 16
  store <32 x i8> %z, ptr %out, align 1
  ret void
}

define internal void @op.insert_variable(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %k = load i8, ptr %pb
  %r = urem i8 %k, 32
  %s = extractelement <32 x i8> %y, i8 %r
  %u = sub i8 31, %r
  %z = insertelement <32 x i8> %x, i8 %s, i8 %u
  store <32 x i8> %z, ptr %out, align 1
  ret void
}

define internal void @op.freeze(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  %z = freeze <32 x i8> %x
  store <32 x i8> %z, ptr %out, align 1
  ret void
}

define internal void @op.phi(ptr %pa, ptr %pb, ptr %out) noinline {
entry:
  %x = load <32 x i8>, ptr %pa, align 1
  %y = load <32 x i8>, ptr %pb, align 1
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %k1, %loop ]
  %z = phi <32 x i8> [ %x, %entry ], [ %t, %loop ]
  %t = add <32 x i8> %z, %y
  %k1 = add i32 %k, 1
  %more = icmp ult i32 %k1, 4
  br i1 %more, label %loop, label %done
done:
  store <32 x i8> %z, ptr %out, align 1
  ret void
}

define i32 @main() {
  call void @run(ptr @name.add, ptr @op.add, i64 32)
  call void @run(ptr @name.sub, ptr @op.sub, i64 32)
  call void @run(ptr @name.mul, ptr @op.mul, i64 32)
  call void @run(ptr @name.and, ptr @op.and, i64 32)
  call void @run(ptr @name.or, ptr @op.or, i64 32)
  call void @run(ptr @name.xor, ptr @op.xor, i64 32)
  call void @run(ptr @name.udiv, ptr @op.udiv, i64 32)
  call void @run(ptr @name.srem, ptr @op.srem, i64 32)
  call void @run(ptr @name.shl, ptr @op.shl, i64 32)
  call void @run(ptr @name.shl_const, ptr @op.shl_const, i64 32)
  call void @run(ptr @name.lshr, ptr @op.lshr, i64 32)
  call void @run(ptr @name.lshr_const, ptr @op.lshr_const, i64 32)
  call void @run(ptr @name.ashr, ptr @op.ashr, i64 32)
  call void @run(ptr @name.ashr_const, ptr @op.ashr_const, i64 32)
  call void @run(ptr @name.not, ptr @op.not, i64 32)
  call void @run(ptr @name.and_not, ptr @op.and_not, i64 32)
  call void @run(ptr @name.or_not, ptr @op.or_not, i64 32)
  call void @run(ptr @name.bit_select, ptr @op.bit_select, i64 32)
  call void @run(ptr @name.multiply_add, ptr @op.multiply_add, i64 32)
  call void @run(ptr @name.multiply_sub, ptr @op.multiply_sub, i64 32)
  call void @run(ptr @name.select_eq, ptr @op.select_eq, i64 32)
  call void @run(ptr @name.select_ne, ptr @op.select_ne, i64 32)
  call void @run(ptr @name.select_ugt, ptr @op.select_ugt, i64 32)
  call void @run(ptr @name.select_uge, ptr @op.select_uge, i64 32)
  call void @run(ptr @name.select_ult, ptr @op.select_ult, i64 32)
  call void @run(ptr @name.select_ule, ptr @op.select_ule, i64 32)
  call void @run(ptr @name.select_sgt, ptr @op.select_sgt, i64 32)
  call void @run(ptr @name.select_sge, ptr @op.select_sge, i64 32)
  call void @run(ptr @name.select_slt, ptr @op.select_slt, i64 32)
  call void @run(ptr @name.select_sle, ptr @op.select_sle, i64 32)
  call void @run(ptr @name.zero_eq, ptr @op.zero_eq, i64 32)
  call void @run(ptr @name.zero_ne, ptr @op.zero_ne, i64 32)
  call void @run(ptr @name.zero_sgt, ptr @op.zero_sgt, i64 32)
  call void @run(ptr @name.zero_sge, ptr @op.zero_sge, i64 32)
  call void @run(ptr @name.zero_slt, ptr @op.zero_slt, i64 32)
  call void @run(ptr @name.zero_sle, ptr @op.zero_sle, i64 32)
  call void @run(ptr @name.zero_ugt, ptr @op.zero_ugt, i64 32)
  call void @run(ptr @name.zero_left, ptr @op.zero_left, i64 32)
  call void @run(ptr @name.mask, ptr @op.mask, i64 64)
  call void @run(ptr @name.choose, ptr @op.choose, i64 32)
  call void @run(ptr @name.smin, ptr @op.smin, i64 32)
  call void @run(ptr @name.smax, ptr @op.smax, i64 32)
  call void @run(ptr @name.umin, ptr @op.umin, i64 32)
  call void @run(ptr @name.umax, ptr @op.umax, i64 32)
  call void @run(ptr @name.uadd_sat, ptr @op.uadd_sat, i64 32)
  call void @run(ptr @name.sadd_sat, ptr @op.sadd_sat, i64 32)
  call void @run(ptr @name.usub_sat, ptr @op.usub_sat, i64 32)
  call void @run(ptr @name.ssub_sat, ptr @op.ssub_sat, i64 32)
  call void @run(ptr @name.abs, ptr @op.abs, i64 32)
  call void @run(ptr @name.ctlz, ptr @op.ctlz, i64 32)
  call void @run(ptr @name.ctlz_nonzero, ptr @op.ctlz_nonzero, i64 32)
  call void @run(ptr @name.cttz, ptr @op.cttz, i64 32)
  call void @run(ptr @name.cttz_nonzero, ptr @op.cttz_nonzero, i64 32)
  call void @run(ptr @name.ctpop, ptr @op.ctpop, i64 32)
  call void @run(ptr @name.bitreverse, ptr @op.bitreverse, i64 32)
  call void @run(ptr @name.fshl, ptr @op.fshl, i64 32)
  call void @run(ptr @name.fshl_const, ptr @op.fshl_const, i64 32)
  call void @run(ptr @name.fshl_rotate, ptr @op.fshl_rotate, i64 32)
  call void @run(ptr @name.fshl_rotate_const, ptr @op.fshl_rotate_const, i64 32)
  call void @run(ptr @name.fshr, ptr @op.fshr, i64 32)
  call void @run(ptr @name.fshr_const, ptr @op.fshr_const, i64 32)
  call void @run(ptr @name.fshr_rotate, ptr @op.fshr_rotate, i64 32)
  call void @run(ptr @name.fshr_rotate_const, ptr @op.fshr_rotate_const, i64 32)
  call void @run(ptr @name.sext_16, ptr @op.sext_16, i64 64)
  call void @run(ptr @name.zext_16, ptr @op.zext_16, i64 64)
  call void @run(ptr @name.long_sadd, ptr @op.long_sadd, i64 64)
  call void @run(ptr @name.long_ssub, ptr @op.long_ssub, i64 64)
  call void @run(ptr @name.long_smul, ptr @op.long_smul, i64 64)
  call void @run(ptr @name.long_smadd, ptr @op.long_smadd, i64 64)
  call void @run(ptr @name.long_smsub, ptr @op.long_smsub, i64 64)
  call void @run(ptr @name.wide_sadd, ptr @op.wide_sadd, i64 64)
  call void @run(ptr @name.wide_ssub, ptr @op.wide_ssub, i64 64)
  call void @run(ptr @name.long_uadd, ptr @op.long_uadd, i64 64)
  call void @run(ptr @name.long_usub, ptr @op.long_usub, i64 64)
  call void @run(ptr @name.long_umul, ptr @op.long_umul, i64 64)
  call void @run(ptr @name.long_umadd, ptr @op.long_umadd, i64 64)
  call void @run(ptr @name.long_umsub, ptr @op.long_umsub, i64 64)
  call void @run(ptr @name.wide_uadd, ptr @op.wide_uadd, i64 64)
  call void @run(ptr @name.wide_usub, ptr @op.wide_usub, i64 64)
  call void @run(ptr @name.sext_32, ptr @op.sext_32, i64 128)
  call void @run(ptr @name.zext_32, ptr @op.zext_32, i64 128)
  call void @run(ptr @name.inreg_4, ptr @op.inreg_4, i64 32)
  call void @run(ptr @name.reduce_add, ptr @op.reduce_add, i64 1)
  call void @run(ptr @name.reduce_mul, ptr @op.reduce_mul, i64 1)
  call void @run(ptr @name.reduce_and, ptr @op.reduce_and, i64 1)
  call void @run(ptr @name.reduce_or, ptr @op.reduce_or, i64 1)
  call void @run(ptr @name.reduce_xor, ptr @op.reduce_xor, i64 1)
  call void @run(ptr @name.reduce_smax, ptr @op.reduce_smax, i64 1)
  call void @run(ptr @name.reduce_smin, ptr @op.reduce_smin, i64 1)
  call void @run(ptr @name.reduce_umax, ptr @op.reduce_umax, i64 1)
  call void @run(ptr @name.reduce_umin, ptr @op.reduce_umin, i64 1)
  call void @run(ptr @name.reverse, ptr @op.reverse, i64 32)
  call void @run(ptr @name.random, ptr @op.random, i64 32)
  call void @run(ptr @name.random_one, ptr @op.random_one, i64 32)
  call void @run(ptr @name.random_holes, ptr @op.random_holes, i64 32)
  call void @run(ptr @name.zip, ptr @op.zip, i64 32)
  call void @run(ptr @name.zip_all, ptr @op.zip_all, i64 64)
  call void @run(ptr @name.unzip, ptr @op.unzip, i64 32)
  call void @run(ptr @name.unzip_odd, ptr @op.unzip_odd, i64 32)
  call void @run(ptr @name.halve, ptr @op.halve, i64 16)
  call void @run(ptr @name.upper, ptr @op.upper, i64 16)
  call void @run(ptr @name.trn, ptr @op.trn, i64 32)
  call void @run(ptr @name.rotate, ptr @op.rotate, i64 32)
  call void @run(ptr @name.slide, ptr @op.slide, i64 32)
  call void @run(ptr @name.broadcast, ptr @op.broadcast, i64 32)
  call void @run(ptr @name.blend, ptr @op.blend, i64 32)
  call void @run(ptr @name.one, ptr @op.one, i64 32)
  call void @run(ptr @name.splat, ptr @op.splat, i64 32)
  call void @run(ptr @name.insert, ptr @op.insert, i64 32)
  call void @run(ptr @name.insert_variable, ptr @op.insert_variable, i64 32)
  call void @run(ptr @name.freeze, ptr @op.freeze, i64 32)
  call void @run(ptr @name.phi, ptr @op.phi, i64 32)
  ret i32 0
}
