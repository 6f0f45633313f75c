; Vectors of 2 halfs, in memory.
; Each operation is applied to vectors of pseudo-random bytes, zeros and ones; a line of output is a digest of the results.
@format = private constant [12 x i8] c"%s: %016lx\0A\00", align 1
@a = internal global [128 x i8] zeroinitializer, align 16
@b = internal global [128 x i8] zeroinitializer, align 16
@out = internal global [128 x i8] zeroinitializer, align 16
@seed = internal global i64 1
declare i32 @printf(ptr, ...)
declare <2 x half> @llvm.canonicalize.v2f16(<2 x half>)
declare <2 x half> @llvm.ceil.v2f16(<2 x half>)
declare <2 x half> @llvm.copysign.v2f16(<2 x half>, <2 x half>)
declare <2 x half> @llvm.fabs.v2f16(<2 x half>)
declare <2 x half> @llvm.floor.v2f16(<2 x half>)
declare <2 x half> @llvm.fma.v2f16(<2 x half>, <2 x half>, <2 x half>)
declare <2 x half> @llvm.ldexp.v2f16.v2i32(<2 x half>, <2 x i32>)
declare <2 x half> @llvm.maximum.v2f16(<2 x half>, <2 x half>)
declare <2 x half> @llvm.maximumnum.v2f16(<2 x half>, <2 x half>)
declare <2 x half> @llvm.maxnum.v2f16(<2 x half>, <2 x half>)
declare <2 x half> @llvm.minimum.v2f16(<2 x half>, <2 x half>)
declare <2 x half> @llvm.minimumnum.v2f16(<2 x half>, <2 x half>)
declare <2 x half> @llvm.minnum.v2f16(<2 x half>, <2 x half>)
declare <2 x half> @llvm.nearbyint.v2f16(<2 x half>)
declare <2 x half> @llvm.powi.v2f16.i32(<2 x half>, i32)
declare <2 x half> @llvm.rint.v2f16(<2 x half>)
declare <2 x half> @llvm.round.v2f16(<2 x half>)
declare <2 x half> @llvm.roundeven.v2f16(<2 x half>)
declare <2 x half> @llvm.sqrt.v2f16(<2 x half>)
declare <2 x half> @llvm.trunc.v2f16(<2 x half>)
declare <2 x i16> @llvm.fptosi.sat.v2i16.v2f16(<2 x half>)
declare <2 x i16> @llvm.fptoui.sat.v2i16.v2f16(<2 x half>)
declare <2 x i1> @llvm.is.fpclass.v2f16(<2 x half>, i32 immarg)
declare <2 x i32> @llvm.fptosi.sat.v2i32.v2f16(<2 x half>)
declare <2 x i32> @llvm.fptoui.sat.v2i32.v2f16(<2 x half>)
declare <2 x i64> @llvm.fptosi.sat.v2i64.v2f16(<2 x half>)
declare <2 x i64> @llvm.fptoui.sat.v2i64.v2f16(<2 x half>)
declare <2 x i64> @llvm.llrint.v2i64.v2f16(<2 x half>)
declare <2 x i64> @llvm.lrint.v2i64.v2f16(<2 x half>)
declare <2 x i8> @llvm.fptosi.sat.v2i8.v2f16(<2 x half>)
declare <2 x i8> @llvm.fptoui.sat.v2i8.v2f16(<2 x half>)
declare half @llvm.vector.reduce.fadd.v2f16(half, <2 x half>)
declare half @llvm.vector.reduce.fmax.v2f16(<2 x half>)
declare half @llvm.vector.reduce.fmaximum.v2f16(<2 x half>)
declare half @llvm.vector.reduce.fmin.v2f16(<2 x half>)
declare half @llvm.vector.reduce.fminimum.v2f16(<2 x half>)
declare half @llvm.vector.reduce.fmul.v2f16(half, <2 x half>)
@name.fadd = private constant [5 x i8] c"fadd\00"
@name.fadd_raw = private constant [9 x i8] c"fadd_raw\00"
@name.fsub = private constant [5 x i8] c"fsub\00"
@name.fsub_raw = private constant [9 x i8] c"fsub_raw\00"
@name.fmul = private constant [5 x i8] c"fmul\00"
@name.fmul_raw = private constant [9 x i8] c"fmul_raw\00"
@name.fdiv = private constant [5 x i8] c"fdiv\00"
@name.fdiv_raw = private constant [9 x i8] c"fdiv_raw\00"
@name.frem = private constant [5 x i8] c"frem\00"
@name.fneg = private constant [5 x i8] c"fneg\00"
@name.fneg_fmul = private constant [10 x i8] c"fneg_fmul\00"
@name.fabs = private constant [5 x i8] c"fabs\00"
@name.sqrt = private constant [5 x i8] c"sqrt\00"
@name.floor = private constant [6 x i8] c"floor\00"
@name.ceil = private constant [5 x i8] c"ceil\00"
@name.trunc = private constant [6 x i8] c"trunc\00"
@name.rint = private constant [5 x i8] c"rint\00"
@name.nearbyint = private constant [10 x i8] c"nearbyint\00"
@name.round = private constant [6 x i8] c"round\00"
@name.roundeven = private constant [10 x i8] c"roundeven\00"
@name.canonicalize = private constant [13 x i8] c"canonicalize\00"
@name.copysign = private constant [9 x i8] c"copysign\00"
@name.minnum = private constant [7 x i8] c"minnum\00"
@name.maxnum = private constant [7 x i8] c"maxnum\00"
@name.minimum = private constant [8 x i8] c"minimum\00"
@name.maximum = private constant [8 x i8] c"maximum\00"
@name.minimumnum = private constant [11 x i8] c"minimumnum\00"
@name.maximumnum = private constant [11 x i8] c"maximumnum\00"
@name.fma = private constant [4 x i8] c"fma\00"
@name.fma_neg = private constant [8 x i8] c"fma_neg\00"
@name.fma_neg_right = private constant [14 x i8] c"fma_neg_right\00"
@name.fma_neg_addend = private constant [15 x i8] c"fma_neg_addend\00"
@name.fma_neg_both = private constant [13 x i8] c"fma_neg_both\00"
@name.neg_fma = private constant [8 x i8] c"neg_fma\00"
@name.fcmp_false = private constant [11 x i8] c"fcmp_false\00"
@name.fcmp_oeq = private constant [9 x i8] c"fcmp_oeq\00"
@name.fcmp_ogt = private constant [9 x i8] c"fcmp_ogt\00"
@name.fcmp_oge = private constant [9 x i8] c"fcmp_oge\00"
@name.fcmp_olt = private constant [9 x i8] c"fcmp_olt\00"
@name.fcmp_ole = private constant [9 x i8] c"fcmp_ole\00"
@name.fcmp_one = private constant [9 x i8] c"fcmp_one\00"
@name.fcmp_ord = private constant [9 x i8] c"fcmp_ord\00"
@name.fcmp_ueq = private constant [9 x i8] c"fcmp_ueq\00"
@name.fcmp_ugt = private constant [9 x i8] c"fcmp_ugt\00"
@name.fcmp_uge = private constant [9 x i8] c"fcmp_uge\00"
@name.fcmp_ult = private constant [9 x i8] c"fcmp_ult\00"
@name.fcmp_ule = private constant [9 x i8] c"fcmp_ule\00"
@name.fcmp_une = private constant [9 x i8] c"fcmp_une\00"
@name.fcmp_uno = private constant [9 x i8] c"fcmp_uno\00"
@name.fcmp_true = private constant [10 x i8] c"fcmp_true\00"
@name.zero_oeq = private constant [9 x i8] c"zero_oeq\00"
@name.zero_ogt = private constant [9 x i8] c"zero_ogt\00"
@name.zero_oge = private constant [9 x i8] c"zero_oge\00"
@name.zero_olt = private constant [9 x i8] c"zero_olt\00"
@name.zero_ole = private constant [9 x i8] c"zero_ole\00"
@name.zero_une = private constant [9 x i8] c"zero_une\00"
@name.zero_ult = private constant [9 x i8] c"zero_ult\00"
@name.select_olt = private constant [11 x i8] c"select_olt\00"
@name.select_uge = private constant [11 x i8] c"select_uge\00"
@name.select_one = private constant [11 x i8] c"select_one\00"
@name.class_3 = private constant [8 x i8] c"class_3\00"
@name.class_96 = private constant [9 x i8] c"class_96\00"
@name.class_264 = private constant [10 x i8] c"class_264\00"
@name.class_516 = private constant [10 x i8] c"class_516\00"
@name.class_504 = private constant [10 x i8] c"class_504\00"
@name.class_144 = private constant [10 x i8] c"class_144\00"
@name.fptosi_8 = private constant [9 x i8] c"fptosi_8\00"
@name.fptoui_8 = private constant [9 x i8] c"fptoui_8\00"
@name.fptosi_sat_8 = private constant [13 x i8] c"fptosi_sat_8\00"
@name.sitofp_8 = private constant [9 x i8] c"sitofp_8\00"
@name.fptoui_sat_8 = private constant [13 x i8] c"fptoui_sat_8\00"
@name.uitofp_8 = private constant [9 x i8] c"uitofp_8\00"
@name.fptosi_16 = private constant [10 x i8] c"fptosi_16\00"
@name.fptoui_16 = private constant [10 x i8] c"fptoui_16\00"
@name.fptosi_sat_16 = private constant [14 x i8] c"fptosi_sat_16\00"
@name.sitofp_16 = private constant [10 x i8] c"sitofp_16\00"
@name.fptoui_sat_16 = private constant [14 x i8] c"fptoui_sat_16\00"
@name.uitofp_16 = private constant [10 x i8] c"uitofp_16\00"
@name.fptosi_32 = private constant [10 x i8] c"fptosi_32\00"
@name.fptoui_32 = private constant [10 x i8] c"fptoui_32\00"
@name.fptosi_sat_32 = private constant [14 x i8] c"fptosi_sat_32\00"
@name.sitofp_32 = private constant [10 x i8] c"sitofp_32\00"
@name.fptoui_sat_32 = private constant [14 x i8] c"fptoui_sat_32\00"
@name.uitofp_32 = private constant [10 x i8] c"uitofp_32\00"
@name.fptosi_64 = private constant [10 x i8] c"fptosi_64\00"
@name.fptoui_64 = private constant [10 x i8] c"fptoui_64\00"
@name.fptosi_sat_64 = private constant [14 x i8] c"fptosi_sat_64\00"
@name.sitofp_64 = private constant [10 x i8] c"sitofp_64\00"
@name.fptoui_sat_64 = private constant [14 x i8] c"fptoui_sat_64\00"
@name.uitofp_64 = private constant [10 x i8] c"uitofp_64\00"
@name.fpext_float = private constant [12 x i8] c"fpext_float\00"
@name.fpext_double = private constant [13 x i8] c"fpext_double\00"
@name.lrint = private constant [6 x i8] c"lrint\00"
@name.llrint = private constant [7 x i8] c"llrint\00"
@name.powi = private constant [5 x i8] c"powi\00"
@name.ldexp = private constant [6 x i8] c"ldexp\00"
@name.ordered_fadd = private constant [13 x i8] c"ordered_fadd\00"
@name.reduce_fadd = private constant [12 x i8] c"reduce_fadd\00"
@name.ordered_fmul = private constant [13 x i8] c"ordered_fmul\00"
@name.reduce_fmul = private constant [12 x i8] c"reduce_fmul\00"
@name.reduce_fmax = private constant [12 x i8] c"reduce_fmax\00"
@name.reduce_fmin = private constant [12 x i8] c"reduce_fmin\00"
@name.reduce_fmaximum = private constant [16 x i8] c"reduce_fmaximum\00"
@name.reduce_fminimum = private constant [16 x i8] c"reduce_fminimum\00"
@name.splat = private constant [6 x i8] c"splat\00"
@name.reverse = private constant [8 x i8] c"reverse\00"
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


; What the routines of the compiler's library do, which not every library has.
define weak float @__extendhfsf2(half %h) {
  %b = bitcast half %h to i16
  %w = zext i16 %b to i32
  %s = and i32 %w, 32768
  %sign = shl i32 %s, 16
  %rest = and i32 %w, 32767
  %up = shl i32 %rest, 13
  %exponent = and i32 %w, 31744
  %special = icmp eq i32 %exponent, 31744
  %bias = select i1 %special, i32 1879048192, i32 939524096
  %normal = add i32 %up, %bias
  %int = uitofp i32 %rest to float
  %small = fmul float %int, 0x3E70000000000000
  %small.bits = bitcast float %small to i32
  %tiny = icmp ult i32 %rest, 1024
  %magnitude = select i1 %tiny, i32 %small.bits, i32 %normal
  %all = or i32 %magnitude, %sign
  %r = bitcast i32 %all to float
  ret float %r
}

define weak half @__truncdfhf2(double %d) {
  %b = bitcast double %d to i64
  %up = lshr i64 %b, 48
  %sign = and i64 %up, 32768
  %rest = and i64 %b, 9223372036854775807
  %nan = icmp ugt i64 %rest, 9218868437227405312
  %large = icmp uge i64 %rest, 4679235613842341888
  %tiny = icmp ult i64 %rest, 4544132024016830464
  %biased = sub i64 %rest, 4539628424389459968
  %odd.up = lshr i64 %biased, 42
  %odd = and i64 %odd.up, 1
  %half = add i64 %biased, 2199023255551
  %rounded = add i64 %half, %odd
  %normal = lshr i64 %rounded, 42
  %magnitude.real = bitcast i64 %rest to double
  %scaled = fmul double %magnitude.real, 16777216.0
  %whole = fadd double %scaled, 4503599627370496.0
  %whole.bits = bitcast double %whole to i64
  %subnormal = and i64 %whole.bits, 65535
  %m0 = select i1 %tiny, i64 %subnormal, i64 %normal
  %m1 = select i1 %large, i64 31744, i64 %m0
  %m2 = select i1 %nan, i64 32256, i64 %m1
  %all = or i64 %m2, %sign
  %narrow = trunc i64 %all to i16
  %r = bitcast i16 %narrow to half
  ret half %r
}

define weak half @__truncsfhf2(float %f) {
  %d = fpext float %f to double
  %r = call half @__truncdfhf2(double %d)
  ret half %r
}

define internal void @op.fadd(ptr %pa, ptr %pb, ptr %out) noinline {
  %xi = load <2 x i16>, ptr %pa, align 1
  %xw = sitofp <2 x i16> %xi to <2 x half>
  %x = fmul <2 x half> %xw, <half 0xH2400, half 0xH2400>
  %yi = load <2 x i16>, ptr %pb, align 1
  %yw = sitofp <2 x i16> %yi to <2 x half>
  %y = fmul <2 x half> %yw, <half 0xH2400, half 0xH2400>
  %z = fadd <2 x half> %x, %y
  %nan = fcmp uno <2 x half> %z, %z
  %o = select <2 x i1> %nan, <2 x half> <half 0xH7E00, half 0xH7E00>, <2 x half> %z
  store <2 x half> %o, ptr %out, align 1
  ret void
}

define internal void @op.fadd_raw(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <2 x half>, ptr %pa, align 1
  %y = load <2 x half>, ptr %pb, align 1
  %z = fadd <2 x half> %x, %y
  %nan = fcmp uno <2 x half> %z, %z
  %o = select <2 x i1> %nan, <2 x half> <half 0xH7E00, half 0xH7E00>, <2 x half> %z
  store <2 x half> %o, ptr %out, align 1
  ret void
}

define internal void @op.fsub(ptr %pa, ptr %pb, ptr %out) noinline {
  %xi = load <2 x i16>, ptr %pa, align 1
  %xw = sitofp <2 x i16> %xi to <2 x half>
  %x = fmul <2 x half> %xw, <half 0xH2400, half 0xH2400>
  %yi = load <2 x i16>, ptr %pb, align 1
  %yw = sitofp <2 x i16> %yi to <2 x half>
  %y = fmul <2 x half> %yw, <half 0xH2400, half 0xH2400>
  %z = fsub <2 x half> %x, %y
  %nan = fcmp uno <2 x half> %z, %z
  %o = select <2 x i1> %nan, <2 x half> <half 0xH7E00, half 0xH7E00>, <2 x half> %z
  store <2 x half> %o, ptr %out, align 1
  ret void
}

define internal void @op.fsub_raw(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <2 x half>, ptr %pa, align 1
  %y = load <2 x half>, ptr %pb, align 1
  %z = fsub <2 x half> %x, %y
  %nan = fcmp uno <2 x half> %z, %z
  %o = select <2 x i1> %nan, <2 x half> <half 0xH7E00, half 0xH7E00>, <2 x half> %z
  store <2 x half> %o, ptr %out, align 1
  ret void
}

define internal void @op.fmul(ptr %pa, ptr %pb, ptr %out) noinline {
  %xi = load <2 x i16>, ptr %pa, align 1
  %xw = sitofp <2 x i16> %xi to <2 x half>
  %x = fmul <2 x half> %xw, <half 0xH2400, half 0xH2400>
  %yi = load <2 x i16>, ptr %pb, align 1
  %yw = sitofp <2 x i16> %yi to <2 x half>
  %y = fmul <2 x half> %yw, <half 0xH2400, half 0xH2400>
  %z = fmul <2 x half> %x, %y
  %nan = fcmp uno <2 x half> %z, %z
  %o = select <2 x i1> %nan, <2 x half> <half 0xH7E00, half 0xH7E00>, <2 x half> %z
  store <2 x half> %o, ptr %out, align 1
  ret void
}

define internal void @op.fmul_raw(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <2 x half>, ptr %pa, align 1
  %y = load <2 x half>, ptr %pb, align 1
  %z = fmul <2 x half> %x, %y
  %nan = fcmp uno <2 x half> %z, %z
  %o = select <2 x i1> %nan, <2 x half> <half 0xH7E00, half 0xH7E00>, <2 x half> %z
  store <2 x half> %o, ptr %out, align 1
  ret void
}

define internal void @op.fdiv(ptr %pa, ptr %pb, ptr %out) noinline {
  %xi = load <2 x i16>, ptr %pa, align 1
  %xw = sitofp <2 x i16> %xi to <2 x half>
  %x = fmul <2 x half> %xw, <half 0xH2400, half 0xH2400>
  %yi = load <2 x i16>, ptr %pb, align 1
  %yw = sitofp <2 x i16> %yi to <2 x half>
  %y = fmul <2 x half> %yw, <half 0xH2400, half 0xH2400>
  %z = fdiv <2 x half> %x, %y
  %nan = fcmp uno <2 x half> %z, %z
  %o = select <2 x i1> %nan, <2 x half> <half 0xH7E00, half 0xH7E00>, <2 x half> %z
  store <2 x half> %o, ptr %out, align 1
  ret void
}

define internal void @op.fdiv_raw(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <2 x half>, ptr %pa, align 1
  %y = load <2 x half>, ptr %pb, align 1
  %z = fdiv <2 x half> %x, %y
  %nan = fcmp uno <2 x half> %z, %z
  %o = select <2 x i1> %nan, <2 x half> <half 0xH7E00, half 0xH7E00>, <2 x half> %z
  store <2 x half> %o, ptr %out, align 1
  ret void
}

define internal void @op.frem(ptr %pa, ptr %pb, ptr %out) noinline {
  %xi = load <2 x i16>, ptr %pa, align 1
  %xw = sitofp <2 x i16> %xi to <2 x half>
  %x = fmul <2 x half> %xw, <half 0xH2400, half 0xH2400>
  %yi = load <2 x i16>, ptr %pb, align 1
  %yw = sitofp <2 x i16> %yi to <2 x half>
  %y = fmul <2 x half> %yw, <half 0xH2400, half 0xH2400>
  %z = frem <2 x half> %x, %y
  %nan = fcmp uno <2 x half> %z, %z
  %o = select <2 x i1> %nan, <2 x half> <half 0xH7E00, half 0xH7E00>, <2 x half> %z
  store <2 x half> %o, ptr %out, align 1
  ret void
}

define internal void @op.fneg(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <2 x half>, ptr %pa, align 1
  %y = load <2 x half>, ptr %pb, align 1
  %z = fneg <2 x half> %x
  %nan = fcmp uno <2 x half> %z, %z
  %o = select <2 x i1> %nan, <2 x half> <half 0xH7E00, half 0xH7E00>, <2 x half> %z
  store <2 x half> %o, ptr %out, align 1
  ret void
}

define internal void @op.fneg_fmul(ptr %pa, ptr %pb, ptr %out) noinline {
  %xi = load <2 x i16>, ptr %pa, align 1
  %xw = sitofp <2 x i16> %xi to <2 x half>
  %x = fmul <2 x half> %xw, <half 0xH2400, half 0xH2400>
  %yi = load <2 x i16>, ptr %pb, align 1
  %yw = sitofp <2 x i16> %yi to <2 x half>
  %y = fmul <2 x half> %yw, <half 0xH2400, half 0xH2400>
  %p = fmul <2 x half> %x, %y
  %z = fneg <2 x half> %p
  %nan = fcmp uno <2 x half> %z, %z
  %o = select <2 x i1> %nan, <2 x half> <half 0xH7E00, half 0xH7E00>, <2 x half> %z
  store <2 x half> %o, ptr %out, align 1
  ret void
}

define internal void @op.fabs(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <2 x half>, ptr %pa, align 1
  %y = load <2 x half>, ptr %pb, align 1
  %z = call <2 x half> @llvm.fabs.v2f16(<2 x half> %x)
  %nan = fcmp uno <2 x half> %z, %z
  %o = select <2 x i1> %nan, <2 x half> <half 0xH7E00, half 0xH7E00>, <2 x half> %z
  store <2 x half> %o, ptr %out, align 1
  ret void
}

define internal void @op.sqrt(ptr %pa, ptr %pb, ptr %out) noinline {
  %xi = load <2 x i16>, ptr %pa, align 1
  %xw = sitofp <2 x i16> %xi to <2 x half>
  %x = fmul <2 x half> %xw, <half 0xH2400, half 0xH2400>
  %yi = load <2 x i16>, ptr %pb, align 1
  %yw = sitofp <2 x i16> %yi to <2 x half>
  %y = fmul <2 x half> %yw, <half 0xH2400, half 0xH2400>
  %z = call <2 x half> @llvm.sqrt.v2f16(<2 x half> %x)
  %nan = fcmp uno <2 x half> %z, %z
  %o = select <2 x i1> %nan, <2 x half> <half 0xH7E00, half 0xH7E00>, <2 x half> %z
  store <2 x half> %o, ptr %out, align 1
  ret void
}

define internal void @op.floor(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <2 x half>, ptr %pa, align 1
  %y = load <2 x half>, ptr %pb, align 1
  %z = call <2 x half> @llvm.floor.v2f16(<2 x half> %x)
  %nan = fcmp uno <2 x half> %z, %z
  %o = select <2 x i1> %nan, <2 x half> <half 0xH7E00, half 0xH7E00>, <2 x half> %z
  store <2 x half> %o, ptr %out, align 1
  ret void
}

define internal void @op.ceil(ptr %pa, ptr %pb, ptr %out) noinline {
  %xi = load <2 x i16>, ptr %pa, align 1
  %xw = sitofp <2 x i16> %xi to <2 x half>
  %x = fmul <2 x half> %xw, <half 0xH2400, half 0xH2400>
  %yi = load <2 x i16>, ptr %pb, align 1
  %yw = sitofp <2 x i16> %yi to <2 x half>
  %y = fmul <2 x half> %yw, <half 0xH2400, half 0xH2400>
  %z = call <2 x half> @llvm.ceil.v2f16(<2 x half> %x)
  %nan = fcmp uno <2 x half> %z, %z
  %o = select <2 x i1> %nan, <2 x half> <half 0xH7E00, half 0xH7E00>, <2 x half> %z
  store <2 x half> %o, ptr %out, align 1
  ret void
}

define internal void @op.trunc(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <2 x half>, ptr %pa, align 1
  %y = load <2 x half>, ptr %pb, align 1
  %z = call <2 x half> @llvm.trunc.v2f16(<2 x half> %x)
  %nan = fcmp uno <2 x half> %z, %z
  %o = select <2 x i1> %nan, <2 x half> <half 0xH7E00, half 0xH7E00>, <2 x half> %z
  store <2 x half> %o, ptr %out, align 1
  ret void
}

define internal void @op.rint(ptr %pa, ptr %pb, ptr %out) noinline {
  %xi = load <2 x i16>, ptr %pa, align 1
  %xw = sitofp <2 x i16> %xi to <2 x half>
  %x = fmul <2 x half> %xw, <half 0xH2400, half 0xH2400>
  %yi = load <2 x i16>, ptr %pb, align 1
  %yw = sitofp <2 x i16> %yi to <2 x half>
  %y = fmul <2 x half> %yw, <half 0xH2400, half 0xH2400>
  %z = call <2 x half> @llvm.rint.v2f16(<2 x half> %x)
  %nan = fcmp uno <2 x half> %z, %z
  %o = select <2 x i1> %nan, <2 x half> <half 0xH7E00, half 0xH7E00>, <2 x half> %z
  store <2 x half> %o, ptr %out, align 1
  ret void
}

define internal void @op.nearbyint(ptr %pa, ptr %pb, ptr %out) noinline {
  %xi = load <2 x i16>, ptr %pa, align 1
  %xw = sitofp <2 x i16> %xi to <2 x half>
  %x = fmul <2 x half> %xw, <half 0xH2400, half 0xH2400>
  %yi = load <2 x i16>, ptr %pb, align 1
  %yw = sitofp <2 x i16> %yi to <2 x half>
  %y = fmul <2 x half> %yw, <half 0xH2400, half 0xH2400>
  %z = call <2 x half> @llvm.nearbyint.v2f16(<2 x half> %x)
  %nan = fcmp uno <2 x half> %z, %z
  %o = select <2 x i1> %nan, <2 x half> <half 0xH7E00, half 0xH7E00>, <2 x half> %z
  store <2 x half> %o, ptr %out, align 1
  ret void
}

define internal void @op.round(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <2 x half>, ptr %pa, align 1
  %y = load <2 x half>, ptr %pb, align 1
  %z = call <2 x half> @llvm.round.v2f16(<2 x half> %x)
  %nan = fcmp uno <2 x half> %z, %z
  %o = select <2 x i1> %nan, <2 x half> <half 0xH7E00, half 0xH7E00>, <2 x half> %z
  store <2 x half> %o, ptr %out, align 1
  ret void
}

define internal void @op.roundeven(ptr %pa, ptr %pb, ptr %out) noinline {
  %xi = load <2 x i16>, ptr %pa, align 1
  %xw = sitofp <2 x i16> %xi to <2 x half>
  %x = fmul <2 x half> %xw, <half 0xH2400, half 0xH2400>
  %yi = load <2 x i16>, ptr %pb, align 1
  %yw = sitofp <2 x i16> %yi to <2 x half>
  %y = fmul <2 x half> %yw, <half 0xH2400, half 0xH2400>
  %z = call <2 x half> @llvm.roundeven.v2f16(<2 x half> %x)
  %nan = fcmp uno <2 x half> %z, %z
  %o = select <2 x i1> %nan, <2 x half> <half 0xH7E00, half 0xH7E00>, <2 x half> %z
  store <2 x half> %o, ptr %out, align 1
  ret void
}

define internal void @op.canonicalize(ptr %pa, ptr %pb, ptr %out) noinline {
  %xi = load <2 x i16>, ptr %pa, align 1
  %xw = sitofp <2 x i16> %xi to <2 x half>
  %x = fmul <2 x half> %xw, <half 0xH2400, half 0xH2400>
  %yi = load <2 x i16>, ptr %pb, align 1
  %yw = sitofp <2 x i16> %yi to <2 x half>
  %y = fmul <2 x half> %yw, <half 0xH2400, half 0xH2400>
  %z = call <2 x half> @llvm.canonicalize.v2f16(<2 x half> %x)
  %nan = fcmp uno <2 x half> %z, %z
  %o = select <2 x i1> %nan, <2 x half> <half 0xH7E00, half 0xH7E00>, <2 x half> %z
  store <2 x half> %o, ptr %out, align 1
  ret void
}

define internal void @op.copysign(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <2 x half>, ptr %pa, align 1
  %y = load <2 x half>, ptr %pb, align 1
  %z = call <2 x half> @llvm.copysign.v2f16(<2 x half> %x, <2 x half> %y)
  %nan = fcmp uno <2 x half> %z, %z
  %o = select <2 x i1> %nan, <2 x half> <half 0xH7E00, half 0xH7E00>, <2 x half> %z
  store <2 x half> %o, ptr %out, align 1
  ret void
}

define internal void @op.minnum(ptr %pa, ptr %pb, ptr %out) noinline {
  %xi = load <2 x i16>, ptr %pa, align 1
  %xw = sitofp <2 x i16> %xi to <2 x half>
  %x = fmul <2 x half> %xw, <half 0xH2400, half 0xH2400>
  %yi = load <2 x i16>, ptr %pb, align 1
  %yw = sitofp <2 x i16> %yi to <2 x half>
  %y = fmul <2 x half> %yw, <half 0xH2400, half 0xH2400>
  %z = call <2 x half> @llvm.minnum.v2f16(<2 x half> %x, <2 x half> %y)
  %nan = fcmp uno <2 x half> %z, %z
  %o = select <2 x i1> %nan, <2 x half> <half 0xH7E00, half 0xH7E00>, <2 x half> %z
  store <2 x half> %o, ptr %out, align 1
  ret void
}

define internal void @op.maxnum(ptr %pa, ptr %pb, ptr %out) noinline {
  %xi = load <2 x i16>, ptr %pa, align 1
  %xw = sitofp <2 x i16> %xi to <2 x half>
  %x = fmul <2 x half> %xw, <half 0xH2400, half 0xH2400>
  %yi = load <2 x i16>, ptr %pb, align 1
  %yw = sitofp <2 x i16> %yi to <2 x half>
  %y = fmul <2 x half> %yw, <half 0xH2400, half 0xH2400>
  %z = call <2 x half> @llvm.maxnum.v2f16(<2 x half> %x, <2 x half> %y)
  %nan = fcmp uno <2 x half> %z, %z
  %o = select <2 x i1> %nan, <2 x half> <half 0xH7E00, half 0xH7E00>, <2 x half> %z
  store <2 x half> %o, ptr %out, align 1
  ret void
}

define internal void @op.minimum(ptr %pa, ptr %pb, ptr %out) noinline {
  %xi = load <2 x i16>, ptr %pa, align 1
  %xw = sitofp <2 x i16> %xi to <2 x half>
  %x = fmul <2 x half> %xw, <half 0xH2400, half 0xH2400>
  %yi = load <2 x i16>, ptr %pb, align 1
  %yw = sitofp <2 x i16> %yi to <2 x half>
  %y = fmul <2 x half> %yw, <half 0xH2400, half 0xH2400>
  %z = call <2 x half> @llvm.minimum.v2f16(<2 x half> %x, <2 x half> %y)
  %nan = fcmp uno <2 x half> %z, %z
  %o = select <2 x i1> %nan, <2 x half> <half 0xH7E00, half 0xH7E00>, <2 x half> %z
  store <2 x half> %o, ptr %out, align 1
  ret void
}

define internal void @op.maximum(ptr %pa, ptr %pb, ptr %out) noinline {
  %xi = load <2 x i16>, ptr %pa, align 1
  %xw = sitofp <2 x i16> %xi to <2 x half>
  %x = fmul <2 x half> %xw, <half 0xH2400, half 0xH2400>
  %yi = load <2 x i16>, ptr %pb, align 1
  %yw = sitofp <2 x i16> %yi to <2 x half>
  %y = fmul <2 x half> %yw, <half 0xH2400, half 0xH2400>
  %z = call <2 x half> @llvm.maximum.v2f16(<2 x half> %x, <2 x half> %y)
  %nan = fcmp uno <2 x half> %z, %z
  %o = select <2 x i1> %nan, <2 x half> <half 0xH7E00, half 0xH7E00>, <2 x half> %z
  store <2 x half> %o, ptr %out, align 1
  ret void
}

define internal void @op.minimumnum(ptr %pa, ptr %pb, ptr %out) noinline {
  %xi = load <2 x i16>, ptr %pa, align 1
  %xw = sitofp <2 x i16> %xi to <2 x half>
  %x = fmul <2 x half> %xw, <half 0xH2400, half 0xH2400>
  %yi = load <2 x i16>, ptr %pb, align 1
  %yw = sitofp <2 x i16> %yi to <2 x half>
  %y = fmul <2 x half> %yw, <half 0xH2400, half 0xH2400>
  %z = call <2 x half> @llvm.minimumnum.v2f16(<2 x half> %x, <2 x half> %y)
  %nan = fcmp uno <2 x half> %z, %z
  %o = select <2 x i1> %nan, <2 x half> <half 0xH7E00, half 0xH7E00>, <2 x half> %z
  store <2 x half> %o, ptr %out, align 1
  ret void
}

define internal void @op.maximumnum(ptr %pa, ptr %pb, ptr %out) noinline {
  %xi = load <2 x i16>, ptr %pa, align 1
  %xw = sitofp <2 x i16> %xi to <2 x half>
  %x = fmul <2 x half> %xw, <half 0xH2400, half 0xH2400>
  %yi = load <2 x i16>, ptr %pb, align 1
  %yw = sitofp <2 x i16> %yi to <2 x half>
  %y = fmul <2 x half> %yw, <half 0xH2400, half 0xH2400>
  %z = call <2 x half> @llvm.maximumnum.v2f16(<2 x half> %x, <2 x half> %y)
  %nan = fcmp uno <2 x half> %z, %z
  %o = select <2 x i1> %nan, <2 x half> <half 0xH7E00, half 0xH7E00>, <2 x half> %z
  store <2 x half> %o, ptr %out, align 1
  ret void
}

define internal void @op.fma(ptr %pa, ptr %pb, ptr %out) noinline {
  %xi = load <2 x i16>, ptr %pa, align 1
  %xw = sitofp <2 x i16> %xi to <2 x half>
  %x = fmul <2 x half> %xw, <half 0xH2400, half 0xH2400>
  %yi = load <2 x i16>, ptr %pb, align 1
  %yw = sitofp <2 x i16> %yi to <2 x half>
  %y = fmul <2 x half> %yw, <half 0xH2400, half 0xH2400>
  %z = call <2 x half> @llvm.fma.v2f16(<2 x half> %x, <2 x half> %y, <2 x half> %x)
  %nan = fcmp uno <2 x half> %z, %z
  %o = select <2 x i1> %nan, <2 x half> <half 0xH7E00, half 0xH7E00>, <2 x half> %z
  store <2 x half> %o, ptr %out, align 1
  ret void
}

define internal void @op.fma_neg(ptr %pa, ptr %pb, ptr %out) noinline {
  %xi = load <2 x i16>, ptr %pa, align 1
  %xw = sitofp <2 x i16> %xi to <2 x half>
  %x = fmul <2 x half> %xw, <half 0xH2400, half 0xH2400>
  %yi = load <2 x i16>, ptr %pb, align 1
  %yw = sitofp <2 x i16> %yi to <2 x half>
  %y = fmul <2 x half> %yw, <half 0xH2400, half 0xH2400>
  %m = fneg <2 x half> %x
  %z = call <2 x half> @llvm.fma.v2f16(<2 x half> %m, <2 x half> %y, <2 x half> %x)
  %nan = fcmp uno <2 x half> %z, %z
  %o = select <2 x i1> %nan, <2 x half> <half 0xH7E00, half 0xH7E00>, <2 x half> %z
  store <2 x half> %o, ptr %out, align 1
  ret void
}

define internal void @op.fma_neg_right(ptr %pa, ptr %pb, ptr %out) noinline {
  %xi = load <2 x i16>, ptr %pa, align 1
  %xw = sitofp <2 x i16> %xi to <2 x half>
  %x = fmul <2 x half> %xw, <half 0xH2400, half 0xH2400>
  %yi = load <2 x i16>, ptr %pb, align 1
  %yw = sitofp <2 x i16> %yi to <2 x half>
  %y = fmul <2 x half> %yw, <half 0xH2400, half 0xH2400>
  %m = fneg <2 x half> %y
  %z = call <2 x half> @llvm.fma.v2f16(<2 x half> %x, <2 x half> %m, <2 x half> %x)
  %nan = fcmp uno <2 x half> %z, %z
  %o = select <2 x i1> %nan, <2 x half> <half 0xH7E00, half 0xH7E00>, <2 x half> %z
  store <2 x half> %o, ptr %out, align 1
  ret void
}

define internal void @op.fma_neg_addend(ptr %pa, ptr %pb, ptr %out) noinline {
  %xi = load <2 x i16>, ptr %pa, align 1
  %xw = sitofp <2 x i16> %xi to <2 x half>
  %x = fmul <2 x half> %xw, <half 0xH2400, half 0xH2400>
  %yi = load <2 x i16>, ptr %pb, align 1
  %yw = sitofp <2 x i16> %yi to <2 x half>
  %y = fmul <2 x half> %yw, <half 0xH2400, half 0xH2400>
  %m = fneg <2 x half> %y
  %z = call <2 x half> @llvm.fma.v2f16(<2 x half> %x, <2 x half> %y, <2 x half> %m)
  %nan = fcmp uno <2 x half> %z, %z
  %o = select <2 x i1> %nan, <2 x half> <half 0xH7E00, half 0xH7E00>, <2 x half> %z
  store <2 x half> %o, ptr %out, align 1
  ret void
}

define internal void @op.fma_neg_both(ptr %pa, ptr %pb, ptr %out) noinline {
  %xi = load <2 x i16>, ptr %pa, align 1
  %xw = sitofp <2 x i16> %xi to <2 x half>
  %x = fmul <2 x half> %xw, <half 0xH2400, half 0xH2400>
  %yi = load <2 x i16>, ptr %pb, align 1
  %yw = sitofp <2 x i16> %yi to <2 x half>
  %y = fmul <2 x half> %yw, <half 0xH2400, half 0xH2400>
  %m = fneg <2 x half> %x
  %k = fneg <2 x half> %y
  %z = call <2 x half> @llvm.fma.v2f16(<2 x half> %m, <2 x half> %y, <2 x half> %k)
  %nan = fcmp uno <2 x half> %z, %z
  %o = select <2 x i1> %nan, <2 x half> <half 0xH7E00, half 0xH7E00>, <2 x half> %z
  store <2 x half> %o, ptr %out, align 1
  ret void
}

define internal void @op.neg_fma(ptr %pa, ptr %pb, ptr %out) noinline {
  %xi = load <2 x i16>, ptr %pa, align 1
  %xw = sitofp <2 x i16> %xi to <2 x half>
  %x = fmul <2 x half> %xw, <half 0xH2400, half 0xH2400>
  %yi = load <2 x i16>, ptr %pb, align 1
  %yw = sitofp <2 x i16> %yi to <2 x half>
  %y = fmul <2 x half> %yw, <half 0xH2400, half 0xH2400>
  %m = call <2 x half> @llvm.fma.v2f16(<2 x half> %x, <2 x half> %y, <2 x half> %x)
  %z = fneg <2 x half> %m
  %nan = fcmp uno <2 x half> %z, %z
  %o = select <2 x i1> %nan, <2 x half> <half 0xH7E00, half 0xH7E00>, <2 x half> %z
  store <2 x half> %o, ptr %out, align 1
  ret void
}

define internal void @op.fcmp_false(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <2 x half>, ptr %pa, align 1
  %y = load <2 x half>, ptr %pb, align 1
  %c = fcmp false <2 x half> %x, %y
  %z = sext <2 x i1> %c to <2 x i16>
  store <2 x i16> %z, ptr %out, align 1
  ret void
}

define internal void @op.fcmp_oeq(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <2 x half>, ptr %pa, align 1
  %y = load <2 x half>, ptr %pb, align 1
  %c = fcmp oeq <2 x half> %x, %y
  %z = sext <2 x i1> %c to <2 x i16>
  store <2 x i16> %z, ptr %out, align 1
  ret void
}

define internal void @op.fcmp_ogt(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <2 x half>, ptr %pa, align 1
  %y = load <2 x half>, ptr %pb, align 1
  %c = fcmp ogt <2 x half> %x, %y
  %z = sext <2 x i1> %c to <2 x i16>
  store <2 x i16> %z, ptr %out, align 1
  ret void
}

define internal void @op.fcmp_oge(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <2 x half>, ptr %pa, align 1
  %y = load <2 x half>, ptr %pb, align 1
  %c = fcmp oge <2 x half> %x, %y
  %z = sext <2 x i1> %c to <2 x i16>
  store <2 x i16> %z, ptr %out, align 1
  ret void
}

define internal void @op.fcmp_olt(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <2 x half>, ptr %pa, align 1
  %y = load <2 x half>, ptr %pb, align 1
  %c = fcmp olt <2 x half> %x, %y
  %z = sext <2 x i1> %c to <2 x i16>
  store <2 x i16> %z, ptr %out, align 1
  ret void
}

define internal void @op.fcmp_ole(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <2 x half>, ptr %pa, align 1
  %y = load <2 x half>, ptr %pb, align 1
  %c = fcmp ole <2 x half> %x, %y
  %z = sext <2 x i1> %c to <2 x i16>
  store <2 x i16> %z, ptr %out, align 1
  ret void
}

define internal void @op.fcmp_one(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <2 x half>, ptr %pa, align 1
  %y = load <2 x half>, ptr %pb, align 1
  %c = fcmp one <2 x half> %x, %y
  %z = sext <2 x i1> %c to <2 x i16>
  store <2 x i16> %z, ptr %out, align 1
  ret void
}

define internal void @op.fcmp_ord(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <2 x half>, ptr %pa, align 1
  %y = load <2 x half>, ptr %pb, align 1
  %c = fcmp ord <2 x half> %x, %y
  %z = sext <2 x i1> %c to <2 x i16>
  store <2 x i16> %z, ptr %out, align 1
  ret void
}

define internal void @op.fcmp_ueq(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <2 x half>, ptr %pa, align 1
  %y = load <2 x half>, ptr %pb, align 1
  %c = fcmp ueq <2 x half> %x, %y
  %z = sext <2 x i1> %c to <2 x i16>
  store <2 x i16> %z, ptr %out, align 1
  ret void
}

define internal void @op.fcmp_ugt(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <2 x half>, ptr %pa, align 1
  %y = load <2 x half>, ptr %pb, align 1
  %c = fcmp ugt <2 x half> %x, %y
  %z = sext <2 x i1> %c to <2 x i16>
  store <2 x i16> %z, ptr %out, align 1
  ret void
}

define internal void @op.fcmp_uge(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <2 x half>, ptr %pa, align 1
  %y = load <2 x half>, ptr %pb, align 1
  %c = fcmp uge <2 x half> %x, %y
  %z = sext <2 x i1> %c to <2 x i16>
  store <2 x i16> %z, ptr %out, align 1
  ret void
}

define internal void @op.fcmp_ult(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <2 x half>, ptr %pa, align 1
  %y = load <2 x half>, ptr %pb, align 1
  %c = fcmp ult <2 x half> %x, %y
  %z = sext <2 x i1> %c to <2 x i16>
  store <2 x i16> %z, ptr %out, align 1
  ret void
}

define internal void @op.fcmp_ule(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <2 x half>, ptr %pa, align 1
  %y = load <2 x half>, ptr %pb, align 1
  %c = fcmp ule <2 x half> %x, %y
  %z = sext <2 x i1> %c to <2 x i16>
  store <2 x i16> %z, ptr %out, align 1
  ret void
}

define internal void @op.fcmp_une(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <2 x half>, ptr %pa, align 1
  %y = load <2 x half>, ptr %pb, align 1
  %c = fcmp une <2 x half> %x, %y
  %z = sext <2 x i1> %c to <2 x i16>
  store <2 x i16> %z, ptr %out, align 1
  ret void
}

define internal void @op.fcmp_uno(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <2 x half>, ptr %pa, align 1
  %y = load <2 x half>, ptr %pb, align 1
  %c = fcmp uno <2 x half> %x, %y
  %z = sext <2 x i1> %c to <2 x i16>
  store <2 x i16> %z, ptr %out, align 1
  ret void
}

define internal void @op.fcmp_true(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <2 x half>, ptr %pa, align 1
  %y = load <2 x half>, ptr %pb, align 1
  %c = fcmp true <2 x half> %x, %y
  %z = sext <2 x i1> %c to <2 x i16>
  store <2 x i16> %z, ptr %out, align 1
  ret void
}

define internal void @op.zero_oeq(ptr %pa, ptr %pb, ptr %out) noinline {
  %xi = load <2 x i16>, ptr %pa, align 1
  %xw = sitofp <2 x i16> %xi to <2 x half>
  %x = fmul <2 x half> %xw, <half 0xH2400, half 0xH2400>
  %yi = load <2 x i16>, ptr %pb, align 1
  %yw = sitofp <2 x i16> %yi to <2 x half>
  %y = fmul <2 x half> %yw, <half 0xH2400, half 0xH2400>
  %c = fcmp oeq <2 x half> %x, zeroinitializer
  %z = sext <2 x i1> %c to <2 x i16>
  store <2 x i16> %z, ptr %out, align 1
  ret void
}

define internal void @op.zero_ogt(ptr %pa, ptr %pb, ptr %out) noinline {
  %xi = load <2 x i16>, ptr %pa, align 1
  %xw = sitofp <2 x i16> %xi to <2 x half>
  %x = fmul <2 x half> %xw, <half 0xH2400, half 0xH2400>
  %yi = load <2 x i16>, ptr %pb, align 1
  %yw = sitofp <2 x i16> %yi to <2 x half>
  %y = fmul <2 x half> %yw, <half 0xH2400, half 0xH2400>
  %c = fcmp ogt <2 x half> %x, zeroinitializer
  %z = sext <2 x i1> %c to <2 x i16>
  store <2 x i16> %z, ptr %out, align 1
  ret void
}

define internal void @op.zero_oge(ptr %pa, ptr %pb, ptr %out) noinline {
  %xi = load <2 x i16>, ptr %pa, align 1
  %xw = sitofp <2 x i16> %xi to <2 x half>
  %x = fmul <2 x half> %xw, <half 0xH2400, half 0xH2400>
  %yi = load <2 x i16>, ptr %pb, align 1
  %yw = sitofp <2 x i16> %yi to <2 x half>
  %y = fmul <2 x half> %yw, <half 0xH2400, half 0xH2400>
  %c = fcmp oge <2 x half> %x, zeroinitializer
  %z = sext <2 x i1> %c to <2 x i16>
  store <2 x i16> %z, ptr %out, align 1
  ret void
}

define internal void @op.zero_olt(ptr %pa, ptr %pb, ptr %out) noinline {
  %xi = load <2 x i16>, ptr %pa, align 1
  %xw = sitofp <2 x i16> %xi to <2 x half>
  %x = fmul <2 x half> %xw, <half 0xH2400, half 0xH2400>
  %yi = load <2 x i16>, ptr %pb, align 1
  %yw = sitofp <2 x i16> %yi to <2 x half>
  %y = fmul <2 x half> %yw, <half 0xH2400, half 0xH2400>
  %c = fcmp olt <2 x half> %x, zeroinitializer
  %z = sext <2 x i1> %c to <2 x i16>
  store <2 x i16> %z, ptr %out, align 1
  ret void
}

define internal void @op.zero_ole(ptr %pa, ptr %pb, ptr %out) noinline {
  %xi = load <2 x i16>, ptr %pa, align 1
  %xw = sitofp <2 x i16> %xi to <2 x half>
  %x = fmul <2 x half> %xw, <half 0xH2400, half 0xH2400>
  %yi = load <2 x i16>, ptr %pb, align 1
  %yw = sitofp <2 x i16> %yi to <2 x half>
  %y = fmul <2 x half> %yw, <half 0xH2400, half 0xH2400>
  %c = fcmp ole <2 x half> %x, zeroinitializer
  %z = sext <2 x i1> %c to <2 x i16>
  store <2 x i16> %z, ptr %out, align 1
  ret void
}

define internal void @op.zero_une(ptr %pa, ptr %pb, ptr %out) noinline {
  %xi = load <2 x i16>, ptr %pa, align 1
  %xw = sitofp <2 x i16> %xi to <2 x half>
  %x = fmul <2 x half> %xw, <half 0xH2400, half 0xH2400>
  %yi = load <2 x i16>, ptr %pb, align 1
  %yw = sitofp <2 x i16> %yi to <2 x half>
  %y = fmul <2 x half> %yw, <half 0xH2400, half 0xH2400>
  %c = fcmp une <2 x half> %x, zeroinitializer
  %z = sext <2 x i1> %c to <2 x i16>
  store <2 x i16> %z, ptr %out, align 1
  ret void
}

define internal void @op.zero_ult(ptr %pa, ptr %pb, ptr %out) noinline {
  %xi = load <2 x i16>, ptr %pa, align 1
  %xw = sitofp <2 x i16> %xi to <2 x half>
  %x = fmul <2 x half> %xw, <half 0xH2400, half 0xH2400>
  %yi = load <2 x i16>, ptr %pb, align 1
  %yw = sitofp <2 x i16> %yi to <2 x half>
  %y = fmul <2 x half> %yw, <half 0xH2400, half 0xH2400>
  %c = fcmp ult <2 x half> %x, zeroinitializer
  %z = sext <2 x i1> %c to <2 x i16>
  store <2 x i16> %z, ptr %out, align 1
  ret void
}

define internal void @op.select_olt(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <2 x half>, ptr %pa, align 1
  %y = load <2 x half>, ptr %pb, align 1
  %c = fcmp olt <2 x half> %x, %y
  %z = select <2 x i1> %c, <2 x half> %x, <2 x half> %y
  %nan = fcmp uno <2 x half> %z, %z
  %o = select <2 x i1> %nan, <2 x half> <half 0xH7E00, half 0xH7E00>, <2 x half> %z
  store <2 x half> %o, ptr %out, align 1
  ret void
}

define internal void @op.select_uge(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <2 x half>, ptr %pa, align 1
  %y = load <2 x half>, ptr %pb, align 1
  %c = fcmp uge <2 x half> %x, %y
  %z = select <2 x i1> %c, <2 x half> %x, <2 x half> %y
  %nan = fcmp uno <2 x half> %z, %z
  %o = select <2 x i1> %nan, <2 x half> <half 0xH7E00, half 0xH7E00>, <2 x half> %z
  store <2 x half> %o, ptr %out, align 1
  ret void
}

define internal void @op.select_one(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <2 x half>, ptr %pa, align 1
  %y = load <2 x half>, ptr %pb, align 1
  %c = fcmp one <2 x half> %x, %y
  %z = select <2 x i1> %c, <2 x half> %x, <2 x half> %y
  %nan = fcmp uno <2 x half> %z, %z
  %o = select <2 x i1> %nan, <2 x half> <half 0xH7E00, half 0xH7E00>, <2 x half> %z
  store <2 x half> %o, ptr %out, align 1
  ret void
}

define internal void @op.class_3(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <2 x half>, ptr %pa, align 1
  %y = load <2 x half>, ptr %pb, align 1
  %c = call <2 x i1> @llvm.is.fpclass.v2f16(<2 x half> %x, i32 3)
  %z = zext <2 x i1> %c to <2 x i8>
  store <2 x i8> %z, ptr %out, align 1
  ret void
}

define internal void @op.class_96(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <2 x half>, ptr %pa, align 1
  %y = load <2 x half>, ptr %pb, align 1
  %c = call <2 x i1> @llvm.is.fpclass.v2f16(<2 x half> %x, i32 96)
  %z = zext <2 x i1> %c to <2 x i8>
  store <2 x i8> %z, ptr %out, align 1
  ret void
}

define internal void @op.class_264(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <2 x half>, ptr %pa, align 1
  %y = load <2 x half>, ptr %pb, align 1
  %c = call <2 x i1> @llvm.is.fpclass.v2f16(<2 x half> %x, i32 264)
  %z = zext <2 x i1> %c to <2 x i8>
  store <2 x i8> %z, ptr %out, align 1
  ret void
}

define internal void @op.class_516(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <2 x half>, ptr %pa, align 1
  %y = load <2 x half>, ptr %pb, align 1
  %c = call <2 x i1> @llvm.is.fpclass.v2f16(<2 x half> %x, i32 516)
  %z = zext <2 x i1> %c to <2 x i8>
  store <2 x i8> %z, ptr %out, align 1
  ret void
}

define internal void @op.class_504(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <2 x half>, ptr %pa, align 1
  %y = load <2 x half>, ptr %pb, align 1
  %c = call <2 x i1> @llvm.is.fpclass.v2f16(<2 x half> %x, i32 504)
  %z = zext <2 x i1> %c to <2 x i8>
  store <2 x i8> %z, ptr %out, align 1
  ret void
}

define internal void @op.class_144(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <2 x half>, ptr %pa, align 1
  %y = load <2 x half>, ptr %pb, align 1
  %c = call <2 x i1> @llvm.is.fpclass.v2f16(<2 x half> %x, i32 144)
  %z = zext <2 x i1> %c to <2 x i8>
  store <2 x i8> %z, ptr %out, align 1
  ret void
}

define internal void @op.fptosi_8(ptr %pa, ptr %pb, ptr %out) noinline {
  %xi = load <2 x i16>, ptr %pa, align 1
  %xw = sitofp <2 x i16> %xi to <2 x half>
  %x = fmul <2 x half> %xw, <half 0xH2400, half 0xH2400>
  %yi = load <2 x i16>, ptr %pb, align 1
  %yw = sitofp <2 x i16> %yi to <2 x half>
  %y = fmul <2 x half> %yw, <half 0xH2400, half 0xH2400>
  %q = fmul <2 x half> %x, <half 0xH3400, half 0xH3400>
  %z = fptosi <2 x half> %q to <2 x i8>
  store <2 x i8> %z, ptr %out, align 1
  ret void
}

define internal void @op.fptoui_8(ptr %pa, ptr %pb, ptr %out) noinline {
  %xi = load <2 x i16>, ptr %pa, align 1
  %xw = sitofp <2 x i16> %xi to <2 x half>
  %x = fmul <2 x half> %xw, <half 0xH2400, half 0xH2400>
  %yi = load <2 x i16>, ptr %pb, align 1
  %yw = sitofp <2 x i16> %yi to <2 x half>
  %y = fmul <2 x half> %yw, <half 0xH2400, half 0xH2400>
  %q = fmul <2 x half> %x, <half 0xH3400, half 0xH3400>
  %a = call <2 x half> @llvm.fabs.v2f16(<2 x half> %q)
  %z = fptoui <2 x half> %a to <2 x i8>
  store <2 x i8> %z, ptr %out, align 1
  ret void
}

define internal void @op.fptosi_sat_8(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <2 x half>, ptr %pa, align 1
  %y = load <2 x half>, ptr %pb, align 1
  %z = call <2 x i8> @llvm.fptosi.sat.v2i8.v2f16(<2 x half> %x)
  store <2 x i8> %z, ptr %out, align 1
  ret void
}

define internal void @op.sitofp_8(ptr %pa, ptr %pb, ptr %out) noinline {
  %xi = load <2 x i8>, ptr %pa, align 1
  %z = sitofp <2 x i8> %xi to <2 x half>
  %nan = fcmp uno <2 x half> %z, %z
  %o = select <2 x i1> %nan, <2 x half> <half 0xH7E00, half 0xH7E00>, <2 x half> %z
  store <2 x half> %o, ptr %out, align 1
  ret void
}

define internal void @op.fptoui_sat_8(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <2 x half>, ptr %pa, align 1
  %y = load <2 x half>, ptr %pb, align 1
  %z = call <2 x i8> @llvm.fptoui.sat.v2i8.v2f16(<2 x half> %x)
  store <2 x i8> %z, ptr %out, align 1
  ret void
}

define internal void @op.uitofp_8(ptr %pa, ptr %pb, ptr %out) noinline {
  %xi = load <2 x i8>, ptr %pa, align 1
  %z = uitofp <2 x i8> %xi to <2 x half>
  %nan = fcmp uno <2 x half> %z, %z
  %o = select <2 x i1> %nan, <2 x half> <half 0xH7E00, half 0xH7E00>, <2 x half> %z
  store <2 x half> %o, ptr %out, align 1
  ret void
}

define internal void @op.fptosi_16(ptr %pa, ptr %pb, ptr %out) noinline {
  %xi = load <2 x i16>, ptr %pa, align 1
  %xw = sitofp <2 x i16> %xi to <2 x half>
  %x = fmul <2 x half> %xw, <half 0xH2400, half 0xH2400>
  %yi = load <2 x i16>, ptr %pb, align 1
  %yw = sitofp <2 x i16> %yi to <2 x half>
  %y = fmul <2 x half> %yw, <half 0xH2400, half 0xH2400>
  %q = fmul <2 x half> %x, <half 0xH3400, half 0xH3400>
  %z = fptosi <2 x half> %q to <2 x i16>
  store <2 x i16> %z, ptr %out, align 1
  ret void
}

define internal void @op.fptoui_16(ptr %pa, ptr %pb, ptr %out) noinline {
  %xi = load <2 x i16>, ptr %pa, align 1
  %xw = sitofp <2 x i16> %xi to <2 x half>
  %x = fmul <2 x half> %xw, <half 0xH2400, half 0xH2400>
  %yi = load <2 x i16>, ptr %pb, align 1
  %yw = sitofp <2 x i16> %yi to <2 x half>
  %y = fmul <2 x half> %yw, <half 0xH2400, half 0xH2400>
  %q = fmul <2 x half> %x, <half 0xH3400, half 0xH3400>
  %a = call <2 x half> @llvm.fabs.v2f16(<2 x half> %q)
  %z = fptoui <2 x half> %a to <2 x i16>
  store <2 x i16> %z, ptr %out, align 1
  ret void
}

define internal void @op.fptosi_sat_16(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <2 x half>, ptr %pa, align 1
  %y = load <2 x half>, ptr %pb, align 1
  %z = call <2 x i16> @llvm.fptosi.sat.v2i16.v2f16(<2 x half> %x)
  store <2 x i16> %z, ptr %out, align 1
  ret void
}

define internal void @op.sitofp_16(ptr %pa, ptr %pb, ptr %out) noinline {
  %xi = load <2 x i16>, ptr %pa, align 1
  %z = sitofp <2 x i16> %xi to <2 x half>
  %nan = fcmp uno <2 x half> %z, %z
  %o = select <2 x i1> %nan, <2 x half> <half 0xH7E00, half 0xH7E00>, <2 x half> %z
  store <2 x half> %o, ptr %out, align 1
  ret void
}

define internal void @op.fptoui_sat_16(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <2 x half>, ptr %pa, align 1
  %y = load <2 x half>, ptr %pb, align 1
  %z = call <2 x i16> @llvm.fptoui.sat.v2i16.v2f16(<2 x half> %x)
  store <2 x i16> %z, ptr %out, align 1
  ret void
}

define internal void @op.uitofp_16(ptr %pa, ptr %pb, ptr %out) noinline {
  %xi = load <2 x i16>, ptr %pa, align 1
  %z = uitofp <2 x i16> %xi to <2 x half>
  %nan = fcmp uno <2 x half> %z, %z
  %o = select <2 x i1> %nan, <2 x half> <half 0xH7E00, half 0xH7E00>, <2 x half> %z
  store <2 x half> %o, ptr %out, align 1
  ret void
}

define internal void @op.fptosi_32(ptr %pa, ptr %pb, ptr %out) noinline {
  %xi = load <2 x i16>, ptr %pa, align 1
  %xw = sitofp <2 x i16> %xi to <2 x half>
  %x = fmul <2 x half> %xw, <half 0xH2400, half 0xH2400>
  %yi = load <2 x i16>, ptr %pb, align 1
  %yw = sitofp <2 x i16> %yi to <2 x half>
  %y = fmul <2 x half> %yw, <half 0xH2400, half 0xH2400>
  %q = fmul <2 x half> %x, <half 0xH3400, half 0xH3400>
  %z = fptosi <2 x half> %q to <2 x i32>
  store <2 x i32> %z, ptr %out, align 1
  ret void
}

define internal void @op.fptoui_32(ptr %pa, ptr %pb, ptr %out) noinline {
  %xi = load <2 x i16>, ptr %pa, align 1
  %xw = sitofp <2 x i16> %xi to <2 x half>
  %x = fmul <2 x half> %xw, <half 0xH2400, half 0xH2400>
  %yi = load <2 x i16>, ptr %pb, align 1
  %yw = sitofp <2 x i16> %yi to <2 x half>
  %y = fmul <2 x half> %yw, <half 0xH2400, half 0xH2400>
  %q = fmul <2 x half> %x, <half 0xH3400, half 0xH3400>
  %a = call <2 x half> @llvm.fabs.v2f16(<2 x half> %q)
  %z = fptoui <2 x half> %a to <2 x i32>
  store <2 x i32> %z, ptr %out, align 1
  ret void
}

define internal void @op.fptosi_sat_32(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <2 x half>, ptr %pa, align 1
  %y = load <2 x half>, ptr %pb, align 1
  %z = call <2 x i32> @llvm.fptosi.sat.v2i32.v2f16(<2 x half> %x)
  store <2 x i32> %z, ptr %out, align 1
  ret void
}

define internal void @op.sitofp_32(ptr %pa, ptr %pb, ptr %out) noinline {
  %xi = load <2 x i32>, ptr %pa, align 1
  %z = sitofp <2 x i32> %xi to <2 x half>
  %nan = fcmp uno <2 x half> %z, %z
  %o = select <2 x i1> %nan, <2 x half> <half 0xH7E00, half 0xH7E00>, <2 x half> %z
  store <2 x half> %o, ptr %out, align 1
  ret void
}

define internal void @op.fptoui_sat_32(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <2 x half>, ptr %pa, align 1
  %y = load <2 x half>, ptr %pb, align 1
  %z = call <2 x i32> @llvm.fptoui.sat.v2i32.v2f16(<2 x half> %x)
  store <2 x i32> %z, ptr %out, align 1
  ret void
}

define internal void @op.uitofp_32(ptr %pa, ptr %pb, ptr %out) noinline {
  %xi = load <2 x i32>, ptr %pa, align 1
  %z = uitofp <2 x i32> %xi to <2 x half>
  %nan = fcmp uno <2 x half> %z, %z
  %o = select <2 x i1> %nan, <2 x half> <half 0xH7E00, half 0xH7E00>, <2 x half> %z
  store <2 x half> %o, ptr %out, align 1
  ret void
}

define internal void @op.fptosi_64(ptr %pa, ptr %pb, ptr %out) noinline {
  %xi = load <2 x i16>, ptr %pa, align 1
  %xw = sitofp <2 x i16> %xi to <2 x half>
  %x = fmul <2 x half> %xw, <half 0xH2400, half 0xH2400>
  %yi = load <2 x i16>, ptr %pb, align 1
  %yw = sitofp <2 x i16> %yi to <2 x half>
  %y = fmul <2 x half> %yw, <half 0xH2400, half 0xH2400>
  %q = fmul <2 x half> %x, <half 0xH3400, half 0xH3400>
  %z = fptosi <2 x half> %q to <2 x i64>
  store <2 x i64> %z, ptr %out, align 1
  ret void
}

define internal void @op.fptoui_64(ptr %pa, ptr %pb, ptr %out) noinline {
  %xi = load <2 x i16>, ptr %pa, align 1
  %xw = sitofp <2 x i16> %xi to <2 x half>
  %x = fmul <2 x half> %xw, <half 0xH2400, half 0xH2400>
  %yi = load <2 x i16>, ptr %pb, align 1
  %yw = sitofp <2 x i16> %yi to <2 x half>
  %y = fmul <2 x half> %yw, <half 0xH2400, half 0xH2400>
  %q = fmul <2 x half> %x, <half 0xH3400, half 0xH3400>
  %a = call <2 x half> @llvm.fabs.v2f16(<2 x half> %q)
  %z = fptoui <2 x half> %a to <2 x i64>
  store <2 x i64> %z, ptr %out, align 1
  ret void
}

define internal void @op.fptosi_sat_64(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <2 x half>, ptr %pa, align 1
  %y = load <2 x half>, ptr %pb, align 1
  %z = call <2 x i64> @llvm.fptosi.sat.v2i64.v2f16(<2 x half> %x)
  store <2 x i64> %z, ptr %out, align 1
  ret void
}

define internal void @op.sitofp_64(ptr %pa, ptr %pb, ptr %out) noinline {
  %xi = load <2 x i64>, ptr %pa, align 1
  %z = sitofp <2 x i64> %xi to <2 x half>
  %nan = fcmp uno <2 x half> %z, %z
  %o = select <2 x i1> %nan, <2 x half> <half 0xH7E00, half 0xH7E00>, <2 x half> %z
  store <2 x half> %o, ptr %out, align 1
  ret void
}

define internal void @op.fptoui_sat_64(ptr %pa, ptr %pb, ptr %out) noinline {
  %x = load <2 x half>, ptr %pa, align 1
  %y = load <2 x half>, ptr %pb, align 1
  %z = call <2 x i64> @llvm.fptoui.sat.v2i64.v2f16(<2 x half> %x)
  store <2 x i64> %z, ptr %out, align 1
  ret void
}

define internal void @op.uitofp_64(ptr %pa, ptr %pb, ptr %out) noinline {
  %xi = load <2 x i64>, ptr %pa, align 1
  %z = uitofp <2 x i64> %xi to <2 x half>
  %nan = fcmp uno <2 x half> %z, %z
  %o = select <2 x i1> %nan, <2 x half> <half 0xH7E00, half 0xH7E00>, <2 x half> %z
  store <2 x half> %o, ptr %out, align 1
  ret void
}

define internal void @op.fpext_float(ptr %pa, ptr %pb, ptr %out) noinline {
  %xi = load <2 x i16>, ptr %pa, align 1
  %xw = sitofp <2 x i16> %xi to <2 x half>
  %x = fmul <2 x half> %xw, <half 0xH2400, half 0xH2400>
  %yi = load <2 x i16>, ptr %pb, align 1
  %yw = sitofp <2 x i16> %yi to <2 x half>
  %y = fmul <2 x half> %yw, <half 0xH2400, half 0xH2400>
  %w = fpext <2 x half> %x to <2 x float>
  %z = fadd <2 x float> %w, %w
  store <2 x float> %z, ptr %out, align 1
  ret void
}

define internal void @op.fpext_double(ptr %pa, ptr %pb, ptr %out) noinline {
  %xi = load <2 x i16>, ptr %pa, align 1
  %xw = sitofp <2 x i16> %xi to <2 x half>
  %x = fmul <2 x half> %xw, <half 0xH2400, half 0xH2400>
  %yi = load <2 x i16>, ptr %pb, align 1
  %yw = sitofp <2 x i16> %yi to <2 x half>
  %y = fmul <2 x half> %yw, <half 0xH2400, half 0xH2400>
  %w = fpext <2 x half> %x to <2 x double>
  %z = fadd <2 x double> %w, %w
  store <2 x double> %z, ptr %out, align 1
  ret void
}

define internal void @op.lrint(ptr %pa, ptr %pb, ptr %out) noinline {
  %xi = load <2 x i16>, ptr %pa, align 1
  %xw = sitofp <2 x i16> %xi to <2 x half>
  %x = fmul <2 x half> %xw, <half 0xH2400, half 0xH2400>
  %yi = load <2 x i16>, ptr %pb, align 1
  %yw = sitofp <2 x i16> %yi to <2 x half>
  %y = fmul <2 x half> %yw, <half 0xH2400, half 0xH2400>
  %z = call <2 x i64> @llvm.lrint.v2i64.v2f16(<2 x half> %x)
  store <2 x i64> %z, ptr %out, align 1
  ret void
}

define internal void @op.llrint(ptr %pa, ptr %pb, ptr %out) noinline {
  %xi = load <2 x i16>, ptr %pa, align 1
  %xw = sitofp <2 x i16> %xi to <2 x half>
  %x = fmul <2 x half> %xw, <half 0xH2400, half 0xH2400>
  %yi = load <2 x i16>, ptr %pb, align 1
  %yw = sitofp <2 x i16> %yi to <2 x half>
  %y = fmul <2 x half> %yw, <half 0xH2400, half 0xH2400>
  %z = call <2 x i64> @llvm.llrint.v2i64.v2f16(<2 x half> %x)
  store <2 x i64> %z, ptr %out, align 1
  ret void
}

define internal void @op.powi(ptr %pa, ptr %pb, ptr %out) noinline {
  %xi = load <2 x i16>, ptr %pa, align 1
  %xw = sitofp <2 x i16> %xi to <2 x half>
  %x = fmul <2 x half> %xw, <half 0xH2400, half 0xH2400>
  %yi = load <2 x i16>, ptr %pb, align 1
  %yw = sitofp <2 x i16> %yi to <2 x half>
  %y = fmul <2 x half> %yw, <half 0xH2400, half 0xH2400>
  %k = load i8, ptr %pb
  %e = sext i8 %k to i32
  %f = ashr i32 %e, 5
  %z = call <2 x half> @llvm.powi.v2f16.i32(<2 x half> %x, i32 %f)
  %nan = fcmp uno <2 x half> %z, %z
  %o = select <2 x i1> %nan, <2 x half> <half 0xH7E00, half 0xH7E00>, <2 x half> %z
  store <2 x half> %o, ptr %out, align 1
  ret void
}

define internal void @op.ldexp(ptr %pa, ptr %pb, ptr %out) noinline {
  %xi = load <2 x i16>, ptr %pa, align 1
  %xw = sitofp <2 x i16> %xi to <2 x half>
  %x = fmul <2 x half> %xw, <half 0xH2400, half 0xH2400>
  %yi = load <2 x i16>, ptr %pb, align 1
  %yw = sitofp <2 x i16> %yi to <2 x half>
  %y = fmul <2 x half> %yw, <half 0xH2400, half 0xH2400>
  %k = load <2 x i8>, ptr %pb
  %e = sext <2 x i8> %k to <2 x i32>
  %f = ashr <2 x i32> %e, <i32 4, i32 4>
  %z = call <2 x half> @llvm.ldexp.v2f16.v2i32(<2 x half> %x, <2 x i32> %f)
  %nan = fcmp uno <2 x half> %z, %z
  %o = select <2 x i1> %nan, <2 x half> <half 0xH7E00, half 0xH7E00>, <2 x half> %z
  store <2 x half> %o, ptr %out, align 1
  ret void
}

define internal void @op.ordered_fadd(ptr %pa, ptr %pb, ptr %out) noinline {
  %xi = load <2 x i16>, ptr %pa, align 1
  %xw = sitofp <2 x i16> %xi to <2 x half>
  %x = fmul <2 x half> %xw, <half 0xH2400, half 0xH2400>
  %yi = load <2 x i16>, ptr %pb, align 1
  %yw = sitofp <2 x i16> %yi to <2 x half>
  %y = fmul <2 x half> %yw, <half 0xH2400, half 0xH2400>
  %s = extractelement <2 x half> %y, i32 0
  %z = call half @llvm.vector.reduce.fadd.v2f16(half %s, <2 x half> %x)
  %nan = fcmp uno half %z, %z
  %o = select i1 %nan, half 0xH7E00, half %z
  store half %o, ptr %out, align 1
  ret void
}

define internal void @op.reduce_fadd(ptr %pa, ptr %pb, ptr %out) noinline {
  %xi = load <2 x i16>, ptr %pa, align 1
  %xs = ashr <2 x i16> %xi, <i16 12, i16 12>
  %x = sitofp <2 x i16> %xs to <2 x half>
  %s = extractelement <2 x half> %x, i32 0
  %z = call reassoc half @llvm.vector.reduce.fadd.v2f16(half %s, <2 x half> %x)
  %nan = fcmp uno half %z, %z
  %o = select i1 %nan, half 0xH7E00, half %z
  store half %o, ptr %out, align 1
  ret void
}

define internal void @op.ordered_fmul(ptr %pa, ptr %pb, ptr %out) noinline {
  %xi = load <2 x i16>, ptr %pa, align 1
  %xw = sitofp <2 x i16> %xi to <2 x half>
  %x = fmul <2 x half> %xw, <half 0xH2400, half 0xH2400>
  %yi = load <2 x i16>, ptr %pb, align 1
  %yw = sitofp <2 x i16> %yi to <2 x half>
  %y = fmul <2 x half> %yw, <half 0xH2400, half 0xH2400>
  %s = extractelement <2 x half> %y, i32 0
  %z = call half @llvm.vector.reduce.fmul.v2f16(half %s, <2 x half> %x)
  %nan = fcmp uno half %z, %z
  %o = select i1 %nan, half 0xH7E00, half %z
  store half %o, ptr %out, align 1
  ret void
}

define internal void @op.reduce_fmul(ptr %pa, ptr %pb, ptr %out) noinline {
  %xi = load <2 x i16>, ptr %pa, align 1
  %xs = ashr <2 x i16> %xi, <i16 12, i16 12>
  %x = sitofp <2 x i16> %xs to <2 x half>
  %s = extractelement <2 x half> %x, i32 0
  %z = call reassoc half @llvm.vector.reduce.fmul.v2f16(half %s, <2 x half> %x)
  %nan = fcmp uno half %z, %z
  %o = select i1 %nan, half 0xH7E00, half %z
  store half %o, ptr %out, align 1
  ret void
}

define internal void @op.reduce_fmax(ptr %pa, ptr %pb, ptr %out) noinline {
  %xi = load <2 x i16>, ptr %pa, align 1
  %xw = sitofp <2 x i16> %xi to <2 x half>
  %x = fmul <2 x half> %xw, <half 0xH2400, half 0xH2400>
  %yi = load <2 x i16>, ptr %pb, align 1
  %yw = sitofp <2 x i16> %yi to <2 x half>
  %y = fmul <2 x half> %yw, <half 0xH2400, half 0xH2400>
  %z = call half @llvm.vector.reduce.fmax.v2f16(<2 x half> %x)
  store half %z, ptr %out, align 1
  ret void
}

define internal void @op.reduce_fmin(ptr %pa, ptr %pb, ptr %out) noinline {
  %xi = load <2 x i16>, ptr %pa, align 1
  %xw = sitofp <2 x i16> %xi to <2 x half>
  %x = fmul <2 x half> %xw, <half 0xH2400, half 0xH2400>
  %yi = load <2 x i16>, ptr %pb, align 1
  %yw = sitofp <2 x i16> %yi to <2 x half>
  %y = fmul <2 x half> %yw, <half 0xH2400, half 0xH2400>
  %z = call half @llvm.vector.reduce.fmin.v2f16(<2 x half> %x)
  store half %z, ptr %out, align 1
  ret void
}

define internal void @op.reduce_fmaximum(ptr %pa, ptr %pb, ptr %out) noinline {
  %xi = load <2 x i16>, ptr %pa, align 1
  %xw = sitofp <2 x i16> %xi to <2 x half>
  %x = fmul <2 x half> %xw, <half 0xH2400, half 0xH2400>
  %yi = load <2 x i16>, ptr %pb, align 1
  %yw = sitofp <2 x i16> %yi to <2 x half>
  %y = fmul <2 x half> %yw, <half 0xH2400, half 0xH2400>
  %z = call half @llvm.vector.reduce.fmaximum.v2f16(<2 x half> %x)
  store half %z, ptr %out, align 1
  ret void
}

define internal void @op.reduce_fminimum(ptr %pa, ptr %pb, ptr %out) noinline {
  %xi = load <2 x i16>, ptr %pa, align 1
  %xw = sitofp <2 x i16> %xi to <2 x half>
  %x = fmul <2 x half> %xw, <half 0xH2400, half 0xH2400>
  %yi = load <2 x i16>, ptr %pb, align 1
  %yw = sitofp <2 x i16> %yi to <2 x half>
  %y = fmul <2 x half> %yw, <half 0xH2400, half 0xH2400>
  %z = call half @llvm.vector.reduce.fminimum.v2f16(<2 x half> %x)
  store half %z, ptr %out, align 1
  ret void
}

define internal void @op.splat(ptr %pa, ptr %pb, ptr %out) noinline {
  %xi = load <2 x i16>, ptr %pa, align 1
  %xw = sitofp <2 x i16> %xi to <2 x half>
  %x = fmul <2 x half> %xw, <half 0xH2400, half 0xH2400>
  %yi = load <2 x i16>, ptr %pb, align 1
  %yw = sitofp <2 x i16> %yi to <2 x half>
  %y = fmul <2 x half> %yw, <half 0xH2400, half 0xH2400>
  %s = extractelement <2 x half> %x, i32 1
  %i = insertelement <2 x half> poison, half %s, i32 0
  %v = shufflevector <2 x half> %i, <2 x half> poison, <2 x i32> zeroinitializer
  %z = fmul <2 x half> %v, %y
  %nan = fcmp uno <2 x half> %z, %z
  %o = select <2 x i1> %nan, <2 x half> <half 0xH7E00, half 0xH7E00>, <2 x half> %z
  store <2 x half> %o, ptr %out, align 1
  ret void
}

define internal void @op.reverse(ptr %pa, ptr %pb, ptr %out) noinline {
  %xi = load <2 x i16>, ptr %pa, align 1
  %xw = sitofp <2 x i16> %xi to <2 x half>
  %x = fmul <2 x half> %xw, <half 0xH2400, half 0xH2400>
  %yi = load <2 x i16>, ptr %pb, align 1
  %yw = sitofp <2 x i16> %yi to <2 x half>
  %y = fmul <2 x half> %yw, <half 0xH2400, half 0xH2400>
  %z = shufflevector <2 x half> %x, <2 x half> %y, <2 x i32> <i32 3, i32 1>
  %nan = fcmp uno <2 x half> %z, %z
  %o = select <2 x i1> %nan, <2 x half> <half 0xH7E00, half 0xH7E00>, <2 x half> %z
  store <2 x half> %o, ptr %out, align 1
  ret void
}

define internal void @op.freeze(ptr %pa, ptr %pb, ptr %out) noinline {
  %xi = load <2 x i16>, ptr %pa, align 1
  %xw = sitofp <2 x i16> %xi to <2 x half>
  %x = fmul <2 x half> %xw, <half 0xH2400, half 0xH2400>
  %yi = load <2 x i16>, ptr %pb, align 1
  %yw = sitofp <2 x i16> %yi to <2 x half>
  %y = fmul <2 x half> %yw, <half 0xH2400, half 0xH2400>
  %z = freeze <2 x half> %x
  %nan = fcmp uno <2 x half> %z, %z
  %o = select <2 x i1> %nan, <2 x half> <half 0xH7E00, half 0xH7E00>, <2 x half> %z
  store <2 x half> %o, ptr %out, align 1
  ret void
}

define internal void @op.phi(ptr %pa, ptr %pb, ptr %out) noinline {
entry:
  %xi = load <2 x i16>, ptr %pa, align 1
  %xw = sitofp <2 x i16> %xi to <2 x half>
  %x = fmul <2 x half> %xw, <half 0xH2400, half 0xH2400>
  %yi = load <2 x i16>, ptr %pb, align 1
  %yw = sitofp <2 x i16> %yi to <2 x half>
  %y = fmul <2 x half> %yw, <half 0xH2400, half 0xH2400>
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %k1, %loop ]
  %z = phi <2 x half> [ %x, %entry ], [ %t, %loop ]
  %t = fadd <2 x half> %z, %y
  %k1 = add i32 %k, 1
  %more = icmp ult i32 %k1, 4
  br i1 %more, label %loop, label %done
done:
  %nan = fcmp uno <2 x half> %z, %z
  %o = select <2 x i1> %nan, <2 x half> <half 0xH7E00, half 0xH7E00>, <2 x half> %z
  store <2 x half> %o, ptr %out, align 1
  ret void
}

define i32 @main() {
  call void @run(ptr @name.fadd, ptr @op.fadd, i64 4)
  call void @run(ptr @name.fadd_raw, ptr @op.fadd_raw, i64 4)
  call void @run(ptr @name.fsub, ptr @op.fsub, i64 4)
  call void @run(ptr @name.fsub_raw, ptr @op.fsub_raw, i64 4)
  call void @run(ptr @name.fmul, ptr @op.fmul, i64 4)
  call void @run(ptr @name.fmul_raw, ptr @op.fmul_raw, i64 4)
  call void @run(ptr @name.fdiv, ptr @op.fdiv, i64 4)
  call void @run(ptr @name.fdiv_raw, ptr @op.fdiv_raw, i64 4)
  call void @run(ptr @name.frem, ptr @op.frem, i64 4)
  call void @run(ptr @name.fneg, ptr @op.fneg, i64 4)
  call void @run(ptr @name.fneg_fmul, ptr @op.fneg_fmul, i64 4)
  call void @run(ptr @name.fabs, ptr @op.fabs, i64 4)
  call void @run(ptr @name.sqrt, ptr @op.sqrt, i64 4)
  call void @run(ptr @name.floor, ptr @op.floor, i64 4)
  call void @run(ptr @name.ceil, ptr @op.ceil, i64 4)
  call void @run(ptr @name.trunc, ptr @op.trunc, i64 4)
  call void @run(ptr @name.rint, ptr @op.rint, i64 4)
  call void @run(ptr @name.nearbyint, ptr @op.nearbyint, i64 4)
  call void @run(ptr @name.round, ptr @op.round, i64 4)
  call void @run(ptr @name.roundeven, ptr @op.roundeven, i64 4)
  call void @run(ptr @name.canonicalize, ptr @op.canonicalize, i64 4)
  call void @run(ptr @name.copysign, ptr @op.copysign, i64 4)
  call void @run(ptr @name.minnum, ptr @op.minnum, i64 4)
  call void @run(ptr @name.maxnum, ptr @op.maxnum, i64 4)
  call void @run(ptr @name.minimum, ptr @op.minimum, i64 4)
  call void @run(ptr @name.maximum, ptr @op.maximum, i64 4)
  call void @run(ptr @name.minimumnum, ptr @op.minimumnum, i64 4)
  call void @run(ptr @name.maximumnum, ptr @op.maximumnum, i64 4)
  call void @run(ptr @name.fma, ptr @op.fma, i64 4)
  call void @run(ptr @name.fma_neg, ptr @op.fma_neg, i64 4)
  call void @run(ptr @name.fma_neg_right, ptr @op.fma_neg_right, i64 4)
  call void @run(ptr @name.fma_neg_addend, ptr @op.fma_neg_addend, i64 4)
  call void @run(ptr @name.fma_neg_both, ptr @op.fma_neg_both, i64 4)
  call void @run(ptr @name.neg_fma, ptr @op.neg_fma, i64 4)
  call void @run(ptr @name.fcmp_false, ptr @op.fcmp_false, i64 4)
  call void @run(ptr @name.fcmp_oeq, ptr @op.fcmp_oeq, i64 4)
  call void @run(ptr @name.fcmp_ogt, ptr @op.fcmp_ogt, i64 4)
  call void @run(ptr @name.fcmp_oge, ptr @op.fcmp_oge, i64 4)
  call void @run(ptr @name.fcmp_olt, ptr @op.fcmp_olt, i64 4)
  call void @run(ptr @name.fcmp_ole, ptr @op.fcmp_ole, i64 4)
  call void @run(ptr @name.fcmp_one, ptr @op.fcmp_one, i64 4)
  call void @run(ptr @name.fcmp_ord, ptr @op.fcmp_ord, i64 4)
  call void @run(ptr @name.fcmp_ueq, ptr @op.fcmp_ueq, i64 4)
  call void @run(ptr @name.fcmp_ugt, ptr @op.fcmp_ugt, i64 4)
  call void @run(ptr @name.fcmp_uge, ptr @op.fcmp_uge, i64 4)
  call void @run(ptr @name.fcmp_ult, ptr @op.fcmp_ult, i64 4)
  call void @run(ptr @name.fcmp_ule, ptr @op.fcmp_ule, i64 4)
  call void @run(ptr @name.fcmp_une, ptr @op.fcmp_une, i64 4)
  call void @run(ptr @name.fcmp_uno, ptr @op.fcmp_uno, i64 4)
  call void @run(ptr @name.fcmp_true, ptr @op.fcmp_true, i64 4)
  call void @run(ptr @name.zero_oeq, ptr @op.zero_oeq, i64 4)
  call void @run(ptr @name.zero_ogt, ptr @op.zero_ogt, i64 4)
  call void @run(ptr @name.zero_oge, ptr @op.zero_oge, i64 4)
  call void @run(ptr @name.zero_olt, ptr @op.zero_olt, i64 4)
  call void @run(ptr @name.zero_ole, ptr @op.zero_ole, i64 4)
  call void @run(ptr @name.zero_une, ptr @op.zero_une, i64 4)
  call void @run(ptr @name.zero_ult, ptr @op.zero_ult, i64 4)
  call void @run(ptr @name.select_olt, ptr @op.select_olt, i64 4)
  call void @run(ptr @name.select_uge, ptr @op.select_uge, i64 4)
  call void @run(ptr @name.select_one, ptr @op.select_one, i64 4)
  call void @run(ptr @name.class_3, ptr @op.class_3, i64 2)
  call void @run(ptr @name.class_96, ptr @op.class_96, i64 2)
  call void @run(ptr @name.class_264, ptr @op.class_264, i64 2)
  call void @run(ptr @name.class_516, ptr @op.class_516, i64 2)
  call void @run(ptr @name.class_504, ptr @op.class_504, i64 2)
  call void @run(ptr @name.class_144, ptr @op.class_144, i64 2)
  call void @run(ptr @name.fptosi_8, ptr @op.fptosi_8, i64 2)
  call void @run(ptr @name.fptoui_8, ptr @op.fptoui_8, i64 2)
  call void @run(ptr @name.fptosi_sat_8, ptr @op.fptosi_sat_8, i64 2)
  call void @run(ptr @name.sitofp_8, ptr @op.sitofp_8, i64 4)
  call void @run(ptr @name.fptoui_sat_8, ptr @op.fptoui_sat_8, i64 2)
  call void @run(ptr @name.uitofp_8, ptr @op.uitofp_8, i64 4)
  call void @run(ptr @name.fptosi_16, ptr @op.fptosi_16, i64 4)
  call void @run(ptr @name.fptoui_16, ptr @op.fptoui_16, i64 4)
  call void @run(ptr @name.fptosi_sat_16, ptr @op.fptosi_sat_16, i64 4)
  call void @run(ptr @name.sitofp_16, ptr @op.sitofp_16, i64 4)
  call void @run(ptr @name.fptoui_sat_16, ptr @op.fptoui_sat_16, i64 4)
  call void @run(ptr @name.uitofp_16, ptr @op.uitofp_16, i64 4)
  call void @run(ptr @name.fptosi_32, ptr @op.fptosi_32, i64 8)
  call void @run(ptr @name.fptoui_32, ptr @op.fptoui_32, i64 8)
  call void @run(ptr @name.fptosi_sat_32, ptr @op.fptosi_sat_32, i64 8)
  call void @run(ptr @name.sitofp_32, ptr @op.sitofp_32, i64 4)
  call void @run(ptr @name.fptoui_sat_32, ptr @op.fptoui_sat_32, i64 8)
  call void @run(ptr @name.uitofp_32, ptr @op.uitofp_32, i64 4)
  call void @run(ptr @name.fptosi_64, ptr @op.fptosi_64, i64 16)
  call void @run(ptr @name.fptoui_64, ptr @op.fptoui_64, i64 16)
  call void @run(ptr @name.fptosi_sat_64, ptr @op.fptosi_sat_64, i64 16)
  call void @run(ptr @name.sitofp_64, ptr @op.sitofp_64, i64 4)
  call void @run(ptr @name.fptoui_sat_64, ptr @op.fptoui_sat_64, i64 16)
  call void @run(ptr @name.uitofp_64, ptr @op.uitofp_64, i64 4)
  call void @run(ptr @name.fpext_float, ptr @op.fpext_float, i64 8)
  call void @run(ptr @name.fpext_double, ptr @op.fpext_double, i64 16)
  call void @run(ptr @name.lrint, ptr @op.lrint, i64 16)
  call void @run(ptr @name.llrint, ptr @op.llrint, i64 16)
  call void @run(ptr @name.powi, ptr @op.powi, i64 4)
  call void @run(ptr @name.ldexp, ptr @op.ldexp, i64 4)
  call void @run(ptr @name.ordered_fadd, ptr @op.ordered_fadd, i64 2)
  call void @run(ptr @name.reduce_fadd, ptr @op.reduce_fadd, i64 2)
  call void @run(ptr @name.ordered_fmul, ptr @op.ordered_fmul, i64 2)
  call void @run(ptr @name.reduce_fmul, ptr @op.reduce_fmul, i64 2)
  call void @run(ptr @name.reduce_fmax, ptr @op.reduce_fmax, i64 2)
  call void @run(ptr @name.reduce_fmin, ptr @op.reduce_fmin, i64 2)
  call void @run(ptr @name.reduce_fmaximum, ptr @op.reduce_fmaximum, i64 2)
  call void @run(ptr @name.reduce_fminimum, ptr @op.reduce_fminimum, i64 2)
  call void @run(ptr @name.splat, ptr @op.splat, i64 4)
  call void @run(ptr @name.reverse, ptr @op.reverse, i64 4)
  call void @run(ptr @name.freeze, ptr @op.freeze, i64 4)
  call void @run(ptr @name.phi, ptr @op.phi, i64 4)
  ret i32 0
}
