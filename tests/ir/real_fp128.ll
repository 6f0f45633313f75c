; Reals: fp128.
; twinless: aarch64
; Each operation is applied to all pairs of corners; a line of output is a digest of the results.
@corners = global [18 x i128] [i128 0, i128 170141183460469231731687303715884105728, i128 85065399433376081038215121361612832768, i128 255206582893845312769902425077496938496, i128 85073187878663883279657917106106662912, i128 255214371339133115011345220821990768640, i128 85047745624057062624278117674093484442, i128 1, i128 5192296858534827628530496329220095, i128 85169245370559758766351664005867634688, i128 255305236624301517177740816325374115840, i128 85646936681531981732610536950485483525, i128 85402898729180844834069603623012139007, i128 170135991163610696904058773219554885631, i128 340277174624079928635746076935438991359, i128 170135991163610696904058773219554885632, i128 340277174624079928635746076935438991360, i128 170138587312039964317873038467719495680], align 16
@digest = internal global i64 0
@format = private constant [12 x i8] c"%s: %016lx\0A\00", align 1

declare i32 @printf(ptr, ...)

define internal void @put(i128 %v) noinline {
  %hi.wide = lshr i128 %v, 64
  %hi = trunc i128 %hi.wide to i64
  %lo = trunc i128 %v to i64
  %old = load i64, ptr @digest
  %a = xor i64 %old, %lo
  %b = mul i64 %a, 1099511628211
  %c = lshr i64 %b, 29
  %d = xor i64 %b, %c
  %e = xor i64 %d, %hi
  %f = mul i64 %e, 1099511628211
  %g = lshr i64 %f, 31
  %h = xor i64 %f, %g
  store i64 %h, ptr @digest
  ret void
}

define internal void @run(ptr %name, ptr %operation) noinline {
entry:
  store i64 -3750763034362895579, ptr @digest
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %i.next, %outer.latch ]
  %a.at = getelementptr i128, ptr @corners, i64 %i
  %a = load i128, ptr %a.at
  br label %inner
inner:
  %j = phi i64 [ 0, %outer ], [ %j.next, %inner ]
  %b.at = getelementptr i128, ptr @corners, i64 %j
  %b = load i128, ptr %b.at
  %r = call i128 %operation(i128 %a, i128 %b)
  call void @put(i128 %r)
  %j.next = add i64 %j, 1
  %more = icmp ult i64 %j.next, 18
  br i1 %more, label %inner, label %outer.latch
outer.latch:
  %i.next = add i64 %i, 1
  %again = icmp ult i64 %i.next, 18
  br i1 %again, label %outer, label %done
done:
  %result = load i64, ptr @digest
  %printed = call i32 (ptr, ...) @printf(ptr @format, ptr %name, i64 %result)
  ret void
}

define internal i128 @op.fadd(i128 %a, i128 %b) noinline {
  %x = bitcast i128 %a to fp128
  %y = bitcast i128 %b to fp128
  %z = fadd fp128 %x, %y
  %nan = fcmp uno fp128 %z, %z
  %one = select i1 %nan, fp128 0xL00000000000000007FFF800000000000, fp128 %z
  %r = bitcast fp128 %one to i128
  ret i128 %r
}

define internal i128 @op.fsub(i128 %a, i128 %b) noinline {
  %x = bitcast i128 %a to fp128
  %y = bitcast i128 %b to fp128
  %z = fsub fp128 %x, %y
  %nan = fcmp uno fp128 %z, %z
  %one = select i1 %nan, fp128 0xL00000000000000007FFF800000000000, fp128 %z
  %r = bitcast fp128 %one to i128
  ret i128 %r
}

define internal i128 @op.fmul(i128 %a, i128 %b) noinline {
  %x = bitcast i128 %a to fp128
  %y = bitcast i128 %b to fp128
  %z = fmul fp128 %x, %y
  %nan = fcmp uno fp128 %z, %z
  %one = select i1 %nan, fp128 0xL00000000000000007FFF800000000000, fp128 %z
  %r = bitcast fp128 %one to i128
  ret i128 %r
}

define internal i128 @op.fdiv(i128 %a, i128 %b) noinline {
  %x = bitcast i128 %a to fp128
  %y = bitcast i128 %b to fp128
  %z = fdiv fp128 %x, %y
  %nan = fcmp uno fp128 %z, %z
  %one = select i1 %nan, fp128 0xL00000000000000007FFF800000000000, fp128 %z
  %r = bitcast fp128 %one to i128
  ret i128 %r
}

define internal i128 @op.frem(i128 %a, i128 %b) noinline {
  %x = bitcast i128 %a to fp128
  %y = bitcast i128 %b to fp128
  %z = frem fp128 %x, %y
  %nan = fcmp uno fp128 %z, %z
  %one = select i1 %nan, fp128 0xL00000000000000007FFF800000000000, fp128 %z
  %r = bitcast fp128 %one to i128
  ret i128 %r
}

define internal i128 @op.fneg(i128 %a, i128 %b) noinline {
  %x = bitcast i128 %a to fp128
  %y = bitcast i128 %b to fp128
  %z = fneg fp128 %x
  %nan = fcmp uno fp128 %z, %z
  %one = select i1 %nan, fp128 0xL00000000000000007FFF800000000000, fp128 %z
  %r = bitcast fp128 %one to i128
  ret i128 %r
}

define internal i128 @op.fabs(i128 %a, i128 %b) noinline {
  %x = bitcast i128 %a to fp128
  %y = bitcast i128 %b to fp128
  %z = call fp128 @llvm.fabs.f128(fp128 %x)
  %nan = fcmp uno fp128 %z, %z
  %one = select i1 %nan, fp128 0xL00000000000000007FFF800000000000, fp128 %z
  %r = bitcast fp128 %one to i128
  ret i128 %r
}

define internal i128 @op.sqrt(i128 %a, i128 %b) noinline {
  %x = bitcast i128 %a to fp128
  %y = bitcast i128 %b to fp128
  %z = call fp128 @llvm.sqrt.f128(fp128 %x)
  %nan = fcmp uno fp128 %z, %z
  %one = select i1 %nan, fp128 0xL00000000000000007FFF800000000000, fp128 %z
  %r = bitcast fp128 %one to i128
  ret i128 %r
}

define internal i128 @op.floor(i128 %a, i128 %b) noinline {
  %x = bitcast i128 %a to fp128
  %y = bitcast i128 %b to fp128
  %z = call fp128 @llvm.floor.f128(fp128 %x)
  %nan = fcmp uno fp128 %z, %z
  %one = select i1 %nan, fp128 0xL00000000000000007FFF800000000000, fp128 %z
  %r = bitcast fp128 %one to i128
  ret i128 %r
}

define internal i128 @op.ceil(i128 %a, i128 %b) noinline {
  %x = bitcast i128 %a to fp128
  %y = bitcast i128 %b to fp128
  %z = call fp128 @llvm.ceil.f128(fp128 %x)
  %nan = fcmp uno fp128 %z, %z
  %one = select i1 %nan, fp128 0xL00000000000000007FFF800000000000, fp128 %z
  %r = bitcast fp128 %one to i128
  ret i128 %r
}

define internal i128 @op.trunc(i128 %a, i128 %b) noinline {
  %x = bitcast i128 %a to fp128
  %y = bitcast i128 %b to fp128
  %z = call fp128 @llvm.trunc.f128(fp128 %x)
  %nan = fcmp uno fp128 %z, %z
  %one = select i1 %nan, fp128 0xL00000000000000007FFF800000000000, fp128 %z
  %r = bitcast fp128 %one to i128
  ret i128 %r
}

define internal i128 @op.rint(i128 %a, i128 %b) noinline {
  %x = bitcast i128 %a to fp128
  %y = bitcast i128 %b to fp128
  %z = call fp128 @llvm.rint.f128(fp128 %x)
  %nan = fcmp uno fp128 %z, %z
  %one = select i1 %nan, fp128 0xL00000000000000007FFF800000000000, fp128 %z
  %r = bitcast fp128 %one to i128
  ret i128 %r
}

define internal i128 @op.nearbyint(i128 %a, i128 %b) noinline {
  %x = bitcast i128 %a to fp128
  %y = bitcast i128 %b to fp128
  %z = call fp128 @llvm.nearbyint.f128(fp128 %x)
  %nan = fcmp uno fp128 %z, %z
  %one = select i1 %nan, fp128 0xL00000000000000007FFF800000000000, fp128 %z
  %r = bitcast fp128 %one to i128
  ret i128 %r
}

define internal i128 @op.round(i128 %a, i128 %b) noinline {
  %x = bitcast i128 %a to fp128
  %y = bitcast i128 %b to fp128
  %z = call fp128 @llvm.round.f128(fp128 %x)
  %nan = fcmp uno fp128 %z, %z
  %one = select i1 %nan, fp128 0xL00000000000000007FFF800000000000, fp128 %z
  %r = bitcast fp128 %one to i128
  ret i128 %r
}

define internal i128 @op.roundeven(i128 %a, i128 %b) noinline {
  %x = bitcast i128 %a to fp128
  %y = bitcast i128 %b to fp128
  %z = call fp128 @llvm.roundeven.f128(fp128 %x)
  %nan = fcmp uno fp128 %z, %z
  %one = select i1 %nan, fp128 0xL00000000000000007FFF800000000000, fp128 %z
  %r = bitcast fp128 %one to i128
  ret i128 %r
}

define internal i128 @op.canonicalize(i128 %a, i128 %b) noinline {
  %x = bitcast i128 %a to fp128
  %y = bitcast i128 %b to fp128
  %z = call fp128 @llvm.canonicalize.f128(fp128 %x)
  %nan = fcmp uno fp128 %z, %z
  %one = select i1 %nan, fp128 0xL00000000000000007FFF800000000000, fp128 %z
  %r = bitcast fp128 %one to i128
  ret i128 %r
}

define internal i128 @op.copysign(i128 %a, i128 %b) noinline {
  %x = bitcast i128 %a to fp128
  %y = bitcast i128 %b to fp128
  %z = call fp128 @llvm.copysign.f128(fp128 %x, fp128 %y)
  %nan = fcmp uno fp128 %z, %z
  %one = select i1 %nan, fp128 0xL00000000000000007FFF800000000000, fp128 %z
  %r = bitcast fp128 %one to i128
  ret i128 %r
}

define internal i128 @op.minnum(i128 %a, i128 %b) noinline {
  %x = bitcast i128 %a to fp128
  %y = bitcast i128 %b to fp128
  %z = call fp128 @llvm.minnum.f128(fp128 %x, fp128 %y)
  %nan = fcmp uno fp128 %z, %z
  %one = select i1 %nan, fp128 0xL00000000000000007FFF800000000000, fp128 %z
  %r = bitcast fp128 %one to i128
  ret i128 %r
}

define internal i128 @op.maxnum(i128 %a, i128 %b) noinline {
  %x = bitcast i128 %a to fp128
  %y = bitcast i128 %b to fp128
  %z = call fp128 @llvm.maxnum.f128(fp128 %x, fp128 %y)
  %nan = fcmp uno fp128 %z, %z
  %one = select i1 %nan, fp128 0xL00000000000000007FFF800000000000, fp128 %z
  %r = bitcast fp128 %one to i128
  ret i128 %r
}

define internal i128 @op.minimum(i128 %a, i128 %b) noinline {
  %x = bitcast i128 %a to fp128
  %y = bitcast i128 %b to fp128
  %z = call fp128 @llvm.minimum.f128(fp128 %x, fp128 %y)
  %nan = fcmp uno fp128 %z, %z
  %one = select i1 %nan, fp128 0xL00000000000000007FFF800000000000, fp128 %z
  %r = bitcast fp128 %one to i128
  ret i128 %r
}

define internal i128 @op.maximum(i128 %a, i128 %b) noinline {
  %x = bitcast i128 %a to fp128
  %y = bitcast i128 %b to fp128
  %z = call fp128 @llvm.maximum.f128(fp128 %x, fp128 %y)
  %nan = fcmp uno fp128 %z, %z
  %one = select i1 %nan, fp128 0xL00000000000000007FFF800000000000, fp128 %z
  %r = bitcast fp128 %one to i128
  ret i128 %r
}

define internal i128 @op.fma(i128 %a, i128 %b) noinline {
  %x = bitcast i128 %a to fp128
  %y = bitcast i128 %b to fp128
  %z = call fp128 @llvm.fma.f128(fp128 %x, fp128 %y, fp128 %x)
  %nan = fcmp uno fp128 %z, %z
  %one = select i1 %nan, fp128 0xL00000000000000007FFF800000000000, fp128 %z
  %r = bitcast fp128 %one to i128
  ret i128 %r
}

define internal i128 @op.fmuladd(i128 %a, i128 %b) noinline {
  %x = bitcast i128 %a to fp128
  %y = bitcast i128 %b to fp128
  %z = call fp128 @llvm.fmuladd.f128(fp128 %x, fp128 %y, fp128 %x)
  %nan = fcmp uno fp128 %z, %z
  %one = select i1 %nan, fp128 0xL00000000000000007FFF800000000000, fp128 %z
  %r = bitcast fp128 %one to i128
  ret i128 %r
}

define internal i128 @op.fcmp_oeq(i128 %a, i128 %b) noinline {
  %x = bitcast i128 %a to fp128
  %y = bitcast i128 %b to fp128
  %c = fcmp oeq fp128 %x, %y
  %r = zext i1 %c to i128
  ret i128 %r
}

define internal i128 @op.fcmp_ogt(i128 %a, i128 %b) noinline {
  %x = bitcast i128 %a to fp128
  %y = bitcast i128 %b to fp128
  %c = fcmp ogt fp128 %x, %y
  %r = zext i1 %c to i128
  ret i128 %r
}

define internal i128 @op.fcmp_oge(i128 %a, i128 %b) noinline {
  %x = bitcast i128 %a to fp128
  %y = bitcast i128 %b to fp128
  %c = fcmp oge fp128 %x, %y
  %r = zext i1 %c to i128
  ret i128 %r
}

define internal i128 @op.fcmp_olt(i128 %a, i128 %b) noinline {
  %x = bitcast i128 %a to fp128
  %y = bitcast i128 %b to fp128
  %c = fcmp olt fp128 %x, %y
  %r = zext i1 %c to i128
  ret i128 %r
}

define internal i128 @op.fcmp_ole(i128 %a, i128 %b) noinline {
  %x = bitcast i128 %a to fp128
  %y = bitcast i128 %b to fp128
  %c = fcmp ole fp128 %x, %y
  %r = zext i1 %c to i128
  ret i128 %r
}

define internal i128 @op.fcmp_one(i128 %a, i128 %b) noinline {
  %x = bitcast i128 %a to fp128
  %y = bitcast i128 %b to fp128
  %c = fcmp one fp128 %x, %y
  %r = zext i1 %c to i128
  ret i128 %r
}

define internal i128 @op.fcmp_ord(i128 %a, i128 %b) noinline {
  %x = bitcast i128 %a to fp128
  %y = bitcast i128 %b to fp128
  %c = fcmp ord fp128 %x, %y
  %r = zext i1 %c to i128
  ret i128 %r
}

define internal i128 @op.fcmp_ueq(i128 %a, i128 %b) noinline {
  %x = bitcast i128 %a to fp128
  %y = bitcast i128 %b to fp128
  %c = fcmp ueq fp128 %x, %y
  %r = zext i1 %c to i128
  ret i128 %r
}

define internal i128 @op.fcmp_ugt(i128 %a, i128 %b) noinline {
  %x = bitcast i128 %a to fp128
  %y = bitcast i128 %b to fp128
  %c = fcmp ugt fp128 %x, %y
  %r = zext i1 %c to i128
  ret i128 %r
}

define internal i128 @op.fcmp_uge(i128 %a, i128 %b) noinline {
  %x = bitcast i128 %a to fp128
  %y = bitcast i128 %b to fp128
  %c = fcmp uge fp128 %x, %y
  %r = zext i1 %c to i128
  ret i128 %r
}

define internal i128 @op.fcmp_ult(i128 %a, i128 %b) noinline {
  %x = bitcast i128 %a to fp128
  %y = bitcast i128 %b to fp128
  %c = fcmp ult fp128 %x, %y
  %r = zext i1 %c to i128
  ret i128 %r
}

define internal i128 @op.fcmp_ule(i128 %a, i128 %b) noinline {
  %x = bitcast i128 %a to fp128
  %y = bitcast i128 %b to fp128
  %c = fcmp ule fp128 %x, %y
  %r = zext i1 %c to i128
  ret i128 %r
}

define internal i128 @op.fcmp_une(i128 %a, i128 %b) noinline {
  %x = bitcast i128 %a to fp128
  %y = bitcast i128 %b to fp128
  %c = fcmp une fp128 %x, %y
  %r = zext i1 %c to i128
  ret i128 %r
}

define internal i128 @op.fcmp_uno(i128 %a, i128 %b) noinline {
  %x = bitcast i128 %a to fp128
  %y = bitcast i128 %b to fp128
  %c = fcmp uno fp128 %x, %y
  %r = zext i1 %c to i128
  ret i128 %r
}

define internal i128 @op.select(i128 %a, i128 %b) noinline {
  %x = bitcast i128 %a to fp128
  %y = bitcast i128 %b to fp128
  %c = fcmp olt fp128 %x, %y
  %z = select i1 %c, fp128 %y, fp128 %x
  %nan = fcmp uno fp128 %z, %z
  %one = select i1 %nan, fp128 0xL00000000000000007FFF800000000000, fp128 %z
  %r = bitcast fp128 %one to i128
  ret i128 %r
}

define internal i128 @op.fptosi_sat_8(i128 %a, i128 %b) noinline {
  %x = bitcast i128 %a to fp128
  %y = bitcast i128 %b to fp128
  %i = call i8 @llvm.fptosi.sat.i8.f128(fp128 %x)
  %r = zext i8 %i to i128
  ret i128 %r
}

define internal i128 @op.fptoui_sat_8(i128 %a, i128 %b) noinline {
  %x = bitcast i128 %a to fp128
  %y = bitcast i128 %b to fp128
  %i = call i8 @llvm.fptoui.sat.i8.f128(fp128 %x)
  %r = zext i8 %i to i128
  ret i128 %r
}

define internal i128 @op.fptosi_sat_32(i128 %a, i128 %b) noinline {
  %x = bitcast i128 %a to fp128
  %y = bitcast i128 %b to fp128
  %i = call i32 @llvm.fptosi.sat.i32.f128(fp128 %x)
  %r = zext i32 %i to i128
  ret i128 %r
}

define internal i128 @op.fptoui_sat_32(i128 %a, i128 %b) noinline {
  %x = bitcast i128 %a to fp128
  %y = bitcast i128 %b to fp128
  %i = call i32 @llvm.fptoui.sat.i32.f128(fp128 %x)
  %r = zext i32 %i to i128
  ret i128 %r
}

define internal i128 @op.fptosi_sat_64(i128 %a, i128 %b) noinline {
  %x = bitcast i128 %a to fp128
  %y = bitcast i128 %b to fp128
  %i = call i64 @llvm.fptosi.sat.i64.f128(fp128 %x)
  %r = zext i64 %i to i128
  ret i128 %r
}

define internal i128 @op.fptoui_sat_64(i128 %a, i128 %b) noinline {
  %x = bitcast i128 %a to fp128
  %y = bitcast i128 %b to fp128
  %i = call i64 @llvm.fptoui.sat.i64.f128(fp128 %x)
  %r = zext i64 %i to i128
  ret i128 %r
}

define internal i128 @op.fptosi_32(i128 %a, i128 %b) noinline {
  %x = bitcast i128 %a to fp128
  %y = bitcast i128 %b to fp128
  %mag = call fp128 @llvm.fabs.f128(fp128 %x)
  %ok = fcmp olt fp128 %mag, 0xL0000000000000000401C000000000000
  %v = select i1 %ok, fp128 %x, fp128 0xL00000000000000000000000000000000
  %i = fptosi fp128 %v to i32
  %r = sext i32 %i to i128
  ret i128 %r
}

define internal i128 @op.fptoui_32(i128 %a, i128 %b) noinline {
  %x = bitcast i128 %a to fp128
  %y = bitcast i128 %b to fp128
  %mag = call fp128 @llvm.fabs.f128(fp128 %x)
  %ok = fcmp olt fp128 %mag, 0xL0000000000000000401C000000000000
  %w = select i1 %ok, fp128 %x, fp128 0xL00000000000000000000000000000000
  %v = call fp128 @llvm.fabs.f128(fp128 %w)
  %i = fptoui fp128 %v to i32
  %r = zext i32 %i to i128
  ret i128 %r
}

define internal i128 @op.fptosi_64(i128 %a, i128 %b) noinline {
  %x = bitcast i128 %a to fp128
  %y = bitcast i128 %b to fp128
  %mag = call fp128 @llvm.fabs.f128(fp128 %x)
  %ok = fcmp olt fp128 %mag, 0xL0000000000000000401C000000000000
  %v = select i1 %ok, fp128 %x, fp128 0xL00000000000000000000000000000000
  %i = fptosi fp128 %v to i64
  %r = sext i64 %i to i128
  ret i128 %r
}

define internal i128 @op.fptoui_64(i128 %a, i128 %b) noinline {
  %x = bitcast i128 %a to fp128
  %y = bitcast i128 %b to fp128
  %mag = call fp128 @llvm.fabs.f128(fp128 %x)
  %ok = fcmp olt fp128 %mag, 0xL0000000000000000401C000000000000
  %w = select i1 %ok, fp128 %x, fp128 0xL00000000000000000000000000000000
  %v = call fp128 @llvm.fabs.f128(fp128 %w)
  %i = fptoui fp128 %v to i64
  %r = zext i64 %i to i128
  ret i128 %r
}

define internal i128 @op.fptosi_128(i128 %a, i128 %b) noinline {
  %x = bitcast i128 %a to fp128
  %y = bitcast i128 %b to fp128
  %mag = call fp128 @llvm.fabs.f128(fp128 %x)
  %ok = fcmp olt fp128 %mag, 0xL0000000000000000401C000000000000
  %v = select i1 %ok, fp128 %x, fp128 0xL00000000000000000000000000000000
  %i = fptosi fp128 %v to i128
  ret i128 %i
}

define internal i128 @op.fptoui_128(i128 %a, i128 %b) noinline {
  %x = bitcast i128 %a to fp128
  %y = bitcast i128 %b to fp128
  %mag = call fp128 @llvm.fabs.f128(fp128 %x)
  %ok = fcmp olt fp128 %mag, 0xL0000000000000000401C000000000000
  %w = select i1 %ok, fp128 %x, fp128 0xL00000000000000000000000000000000
  %v = call fp128 @llvm.fabs.f128(fp128 %w)
  %i = fptoui fp128 %v to i128
  ret i128 %i
}

define internal i128 @op.lround(i128 %a, i128 %b) noinline {
  %x = bitcast i128 %a to fp128
  %y = bitcast i128 %b to fp128
  %mag = call fp128 @llvm.fabs.f128(fp128 %x)
  %ok = fcmp olt fp128 %mag, 0xL0000000000000000401C000000000000
  %v = select i1 %ok, fp128 %x, fp128 0xL00000000000000000000000000000000
  %i = call i64 @llvm.lround.i64.f128(fp128 %v)
  %r = sext i64 %i to i128
  ret i128 %r
}

define internal i128 @op.llround(i128 %a, i128 %b) noinline {
  %x = bitcast i128 %a to fp128
  %y = bitcast i128 %b to fp128
  %mag = call fp128 @llvm.fabs.f128(fp128 %x)
  %ok = fcmp olt fp128 %mag, 0xL0000000000000000401C000000000000
  %v = select i1 %ok, fp128 %x, fp128 0xL00000000000000000000000000000000
  %i = call i64 @llvm.llround.i64.f128(fp128 %v)
  %r = sext i64 %i to i128
  ret i128 %r
}

define internal i128 @op.lrint(i128 %a, i128 %b) noinline {
  %x = bitcast i128 %a to fp128
  %y = bitcast i128 %b to fp128
  %mag = call fp128 @llvm.fabs.f128(fp128 %x)
  %ok = fcmp olt fp128 %mag, 0xL0000000000000000401C000000000000
  %v = select i1 %ok, fp128 %x, fp128 0xL00000000000000000000000000000000
  %i = call i64 @llvm.lrint.i64.f128(fp128 %v)
  %r = sext i64 %i to i128
  ret i128 %r
}

define internal i128 @op.llrint(i128 %a, i128 %b) noinline {
  %x = bitcast i128 %a to fp128
  %y = bitcast i128 %b to fp128
  %mag = call fp128 @llvm.fabs.f128(fp128 %x)
  %ok = fcmp olt fp128 %mag, 0xL0000000000000000401C000000000000
  %v = select i1 %ok, fp128 %x, fp128 0xL00000000000000000000000000000000
  %i = call i64 @llvm.llrint.i64.f128(fp128 %v)
  %r = sext i64 %i to i128
  ret i128 %r
}

define internal i128 @op.sitofp_32(i128 %a, i128 %b) noinline {
  %x = bitcast i128 %a to fp128
  %y = bitcast i128 %b to fp128
  %i = trunc i128 %a to i32
  %z = sitofp i32 %i to fp128
  %nan = fcmp uno fp128 %z, %z
  %one = select i1 %nan, fp128 0xL00000000000000007FFF800000000000, fp128 %z
  %r = bitcast fp128 %one to i128
  ret i128 %r
}

define internal i128 @op.uitofp_32(i128 %a, i128 %b) noinline {
  %x = bitcast i128 %a to fp128
  %y = bitcast i128 %b to fp128
  %i = trunc i128 %a to i32
  %z = uitofp i32 %i to fp128
  %nan = fcmp uno fp128 %z, %z
  %one = select i1 %nan, fp128 0xL00000000000000007FFF800000000000, fp128 %z
  %r = bitcast fp128 %one to i128
  ret i128 %r
}

define internal i128 @op.sitofp_64(i128 %a, i128 %b) noinline {
  %x = bitcast i128 %a to fp128
  %y = bitcast i128 %b to fp128
  %i = trunc i128 %a to i64
  %z = sitofp i64 %i to fp128
  %nan = fcmp uno fp128 %z, %z
  %one = select i1 %nan, fp128 0xL00000000000000007FFF800000000000, fp128 %z
  %r = bitcast fp128 %one to i128
  ret i128 %r
}

define internal i128 @op.uitofp_64(i128 %a, i128 %b) noinline {
  %x = bitcast i128 %a to fp128
  %y = bitcast i128 %b to fp128
  %i = trunc i128 %a to i64
  %z = uitofp i64 %i to fp128
  %nan = fcmp uno fp128 %z, %z
  %one = select i1 %nan, fp128 0xL00000000000000007FFF800000000000, fp128 %z
  %r = bitcast fp128 %one to i128
  ret i128 %r
}

define internal i128 @op.sitofp_128(i128 %a, i128 %b) noinline {
  %x = bitcast i128 %a to fp128
  %y = bitcast i128 %b to fp128
  %z = sitofp i128 %a to fp128
  %nan = fcmp uno fp128 %z, %z
  %one = select i1 %nan, fp128 0xL00000000000000007FFF800000000000, fp128 %z
  %r = bitcast fp128 %one to i128
  ret i128 %r
}

define internal i128 @op.uitofp_128(i128 %a, i128 %b) noinline {
  %x = bitcast i128 %a to fp128
  %y = bitcast i128 %b to fp128
  %z = uitofp i128 %a to fp128
  %nan = fcmp uno fp128 %z, %z
  %one = select i1 %nan, fp128 0xL00000000000000007FFF800000000000, fp128 %z
  %r = bitcast fp128 %one to i128
  ret i128 %r
}

define internal i128 @op.is_fpclass_3(i128 %a, i128 %b) noinline {
  %x = bitcast i128 %a to fp128
  %y = bitcast i128 %b to fp128
  %c = call i1 @llvm.is.fpclass.f128(fp128 %x, i32 3)
  %r = zext i1 %c to i128
  ret i128 %r
}

define internal i128 @op.is_fpclass_4(i128 %a, i128 %b) noinline {
  %x = bitcast i128 %a to fp128
  %y = bitcast i128 %b to fp128
  %c = call i1 @llvm.is.fpclass.f128(fp128 %x, i32 4)
  %r = zext i1 %c to i128
  ret i128 %r
}

define internal i128 @op.is_fpclass_8(i128 %a, i128 %b) noinline {
  %x = bitcast i128 %a to fp128
  %y = bitcast i128 %b to fp128
  %c = call i1 @llvm.is.fpclass.f128(fp128 %x, i32 8)
  %r = zext i1 %c to i128
  ret i128 %r
}

define internal i128 @op.is_fpclass_16(i128 %a, i128 %b) noinline {
  %x = bitcast i128 %a to fp128
  %y = bitcast i128 %b to fp128
  %c = call i1 @llvm.is.fpclass.f128(fp128 %x, i32 16)
  %r = zext i1 %c to i128
  ret i128 %r
}

define internal i128 @op.is_fpclass_32(i128 %a, i128 %b) noinline {
  %x = bitcast i128 %a to fp128
  %y = bitcast i128 %b to fp128
  %c = call i1 @llvm.is.fpclass.f128(fp128 %x, i32 32)
  %r = zext i1 %c to i128
  ret i128 %r
}

define internal i128 @op.is_fpclass_64(i128 %a, i128 %b) noinline {
  %x = bitcast i128 %a to fp128
  %y = bitcast i128 %b to fp128
  %c = call i1 @llvm.is.fpclass.f128(fp128 %x, i32 64)
  %r = zext i1 %c to i128
  ret i128 %r
}

define internal i128 @op.is_fpclass_128(i128 %a, i128 %b) noinline {
  %x = bitcast i128 %a to fp128
  %y = bitcast i128 %b to fp128
  %c = call i1 @llvm.is.fpclass.f128(fp128 %x, i32 128)
  %r = zext i1 %c to i128
  ret i128 %r
}

define internal i128 @op.is_fpclass_256(i128 %a, i128 %b) noinline {
  %x = bitcast i128 %a to fp128
  %y = bitcast i128 %b to fp128
  %c = call i1 @llvm.is.fpclass.f128(fp128 %x, i32 256)
  %r = zext i1 %c to i128
  ret i128 %r
}

define internal i128 @op.is_fpclass_512(i128 %a, i128 %b) noinline {
  %x = bitcast i128 %a to fp128
  %y = bitcast i128 %b to fp128
  %c = call i1 @llvm.is.fpclass.f128(fp128 %x, i32 512)
  %r = zext i1 %c to i128
  ret i128 %r
}

define internal i128 @op.is_fpclass_264(i128 %a, i128 %b) noinline {
  %x = bitcast i128 %a to fp128
  %y = bitcast i128 %b to fp128
  %c = call i1 @llvm.is.fpclass.f128(fp128 %x, i32 264)
  %r = zext i1 %c to i128
  ret i128 %r
}

define internal i128 @op.is_fpclass_504(i128 %a, i128 %b) noinline {
  %x = bitcast i128 %a to fp128
  %y = bitcast i128 %b to fp128
  %c = call i1 @llvm.is.fpclass.f128(fp128 %x, i32 504)
  %r = zext i1 %c to i128
  ret i128 %r
}

define internal i128 @op.powi(i128 %a, i128 %b) noinline {
  %x = bitcast i128 %a to fp128
  %y = bitcast i128 %b to fp128
  %z = call fp128 @llvm.powi.f128.i32(fp128 %x, i32 3)
  %nan = fcmp uno fp128 %z, %z
  %one = select i1 %nan, fp128 0xL00000000000000007FFF800000000000, fp128 %z
  %r = bitcast fp128 %one to i128
  ret i128 %r
}

define internal i128 @op.ldexp(i128 %a, i128 %b) noinline {
  %x = bitcast i128 %a to fp128
  %y = bitcast i128 %b to fp128
  %n = trunc i128 %b to i32
  %e = srem i32 %n, 9
  %z = call fp128 @llvm.ldexp.f128.i32(fp128 %x, i32 %e)
  %nan = fcmp uno fp128 %z, %z
  %one = select i1 %nan, fp128 0xL00000000000000007FFF800000000000, fp128 %z
  %r = bitcast fp128 %one to i128
  ret i128 %r
}

define internal i128 @op.frexp(i128 %a, i128 %b) noinline {
  %x = bitcast i128 %a to fp128
  %y = bitcast i128 %b to fp128
  %p = call { fp128, i32 } @llvm.frexp.f128.i32(fp128 %x)
  %m = extractvalue { fp128, i32 } %p, 0
  %e = extractvalue { fp128, i32 } %p, 1
  %fin = call i1 @llvm.is.fpclass.f128(fp128 %x, i32 504)
  %k = select i1 %fin, i32 %e, i32 0
  %f = sitofp i32 %k to fp128
  %z = fadd fp128 %m, %f
  %nan = fcmp uno fp128 %z, %z
  %one = select i1 %nan, fp128 0xL00000000000000007FFF800000000000, fp128 %z
  %r = bitcast fp128 %one to i128
  ret i128 %r
}

define internal i128 @op.modf(i128 %a, i128 %b) noinline {
  %x = bitcast i128 %a to fp128
  %y = bitcast i128 %b to fp128
  %p = call { fp128, fp128 } @llvm.modf.f128(fp128 %x)
  %m = extractvalue { fp128, fp128 } %p, 0
  %e = extractvalue { fp128, fp128 } %p, 1
  %z = fsub fp128 %m, %e
  %nan = fcmp uno fp128 %z, %z
  %one = select i1 %nan, fp128 0xL00000000000000007FFF800000000000, fp128 %z
  %r = bitcast fp128 %one to i128
  ret i128 %r
}

define internal i128 @op.to_float(i128 %a, i128 %b) noinline {
  %x = bitcast i128 %a to fp128
  %y = bitcast i128 %b to fp128
  %z = fptrunc fp128 %x to float
  %nan = fcmp uno float %z, %z
  %one = select i1 %nan, float 0x7FF8000000000000, float %z
  %bits = bitcast float %one to i32
  %r = zext i32 %bits to i128
  ret i128 %r
}

define internal i128 @op.from_float(i128 %a, i128 %b) noinline {
  %x = bitcast i128 %a to fp128
  %y = bitcast i128 %b to fp128
  %s = trunc i128 %a to i32
  %f = bitcast i32 %s to float
  %z = fpext float %f to fp128
  %nan = fcmp uno fp128 %z, %z
  %one = select i1 %nan, fp128 0xL00000000000000007FFF800000000000, fp128 %z
  %r = bitcast fp128 %one to i128
  ret i128 %r
}

define internal i128 @op.to_double(i128 %a, i128 %b) noinline {
  %x = bitcast i128 %a to fp128
  %y = bitcast i128 %b to fp128
  %z = fptrunc fp128 %x to double
  %nan = fcmp uno double %z, %z
  %one = select i1 %nan, double 0x7FF8000000000000, double %z
  %bits = bitcast double %one to i64
  %r = zext i64 %bits to i128
  ret i128 %r
}

define internal i128 @op.from_double(i128 %a, i128 %b) noinline {
  %x = bitcast i128 %a to fp128
  %y = bitcast i128 %b to fp128
  %s = trunc i128 %a to i64
  %f = bitcast i64 %s to double
  %z = fpext double %f to fp128
  %nan = fcmp uno fp128 %z, %z
  %one = select i1 %nan, fp128 0xL00000000000000007FFF800000000000, fp128 %z
  %r = bitcast fp128 %one to i128
  ret i128 %r
}

@name.fadd = private constant [5 x i8] c"fadd\00", align 1
@name.fsub = private constant [5 x i8] c"fsub\00", align 1
@name.fmul = private constant [5 x i8] c"fmul\00", align 1
@name.fdiv = private constant [5 x i8] c"fdiv\00", align 1
@name.frem = private constant [5 x i8] c"frem\00", align 1
@name.fneg = private constant [5 x i8] c"fneg\00", align 1
@name.fabs = private constant [5 x i8] c"fabs\00", align 1
@name.sqrt = private constant [5 x i8] c"sqrt\00", align 1
@name.floor = private constant [6 x i8] c"floor\00", align 1
@name.ceil = private constant [5 x i8] c"ceil\00", align 1
@name.trunc = private constant [6 x i8] c"trunc\00", align 1
@name.rint = private constant [5 x i8] c"rint\00", align 1
@name.nearbyint = private constant [10 x i8] c"nearbyint\00", align 1
@name.round = private constant [6 x i8] c"round\00", align 1
@name.roundeven = private constant [10 x i8] c"roundeven\00", align 1
@name.canonicalize = private constant [13 x i8] c"canonicalize\00", align 1
@name.copysign = private constant [9 x i8] c"copysign\00", align 1
@name.minnum = private constant [7 x i8] c"minnum\00", align 1
@name.maxnum = private constant [7 x i8] c"maxnum\00", align 1
@name.minimum = private constant [8 x i8] c"minimum\00", align 1
@name.maximum = private constant [8 x i8] c"maximum\00", align 1
@name.fma = private constant [4 x i8] c"fma\00", align 1
@name.fmuladd = private constant [8 x i8] c"fmuladd\00", align 1
@name.fcmp_oeq = private constant [9 x i8] c"fcmp_oeq\00", align 1
@name.fcmp_ogt = private constant [9 x i8] c"fcmp_ogt\00", align 1
@name.fcmp_oge = private constant [9 x i8] c"fcmp_oge\00", align 1
@name.fcmp_olt = private constant [9 x i8] c"fcmp_olt\00", align 1
@name.fcmp_ole = private constant [9 x i8] c"fcmp_ole\00", align 1
@name.fcmp_one = private constant [9 x i8] c"fcmp_one\00", align 1
@name.fcmp_ord = private constant [9 x i8] c"fcmp_ord\00", align 1
@name.fcmp_ueq = private constant [9 x i8] c"fcmp_ueq\00", align 1
@name.fcmp_ugt = private constant [9 x i8] c"fcmp_ugt\00", align 1
@name.fcmp_uge = private constant [9 x i8] c"fcmp_uge\00", align 1
@name.fcmp_ult = private constant [9 x i8] c"fcmp_ult\00", align 1
@name.fcmp_ule = private constant [9 x i8] c"fcmp_ule\00", align 1
@name.fcmp_une = private constant [9 x i8] c"fcmp_une\00", align 1
@name.fcmp_uno = private constant [9 x i8] c"fcmp_uno\00", align 1
@name.select = private constant [7 x i8] c"select\00", align 1
@name.fptosi_sat_8 = private constant [13 x i8] c"fptosi_sat_8\00", align 1
@name.fptoui_sat_8 = private constant [13 x i8] c"fptoui_sat_8\00", align 1
@name.fptosi_sat_32 = private constant [14 x i8] c"fptosi_sat_32\00", align 1
@name.fptoui_sat_32 = private constant [14 x i8] c"fptoui_sat_32\00", align 1
@name.fptosi_sat_64 = private constant [14 x i8] c"fptosi_sat_64\00", align 1
@name.fptoui_sat_64 = private constant [14 x i8] c"fptoui_sat_64\00", align 1
@name.fptosi_32 = private constant [10 x i8] c"fptosi_32\00", align 1
@name.fptoui_32 = private constant [10 x i8] c"fptoui_32\00", align 1
@name.fptosi_64 = private constant [10 x i8] c"fptosi_64\00", align 1
@name.fptoui_64 = private constant [10 x i8] c"fptoui_64\00", align 1
@name.fptosi_128 = private constant [11 x i8] c"fptosi_128\00", align 1
@name.fptoui_128 = private constant [11 x i8] c"fptoui_128\00", align 1
@name.lround = private constant [7 x i8] c"lround\00", align 1
@name.llround = private constant [8 x i8] c"llround\00", align 1
@name.lrint = private constant [6 x i8] c"lrint\00", align 1
@name.llrint = private constant [7 x i8] c"llrint\00", align 1
@name.sitofp_32 = private constant [10 x i8] c"sitofp_32\00", align 1
@name.uitofp_32 = private constant [10 x i8] c"uitofp_32\00", align 1
@name.sitofp_64 = private constant [10 x i8] c"sitofp_64\00", align 1
@name.uitofp_64 = private constant [10 x i8] c"uitofp_64\00", align 1
@name.sitofp_128 = private constant [11 x i8] c"sitofp_128\00", align 1
@name.uitofp_128 = private constant [11 x i8] c"uitofp_128\00", align 1
@name.is_fpclass_3 = private constant [13 x i8] c"is_fpclass_3\00", align 1
@name.is_fpclass_4 = private constant [13 x i8] c"is_fpclass_4\00", align 1
@name.is_fpclass_8 = private constant [13 x i8] c"is_fpclass_8\00", align 1
@name.is_fpclass_16 = private constant [14 x i8] c"is_fpclass_16\00", align 1
@name.is_fpclass_32 = private constant [14 x i8] c"is_fpclass_32\00", align 1
@name.is_fpclass_64 = private constant [14 x i8] c"is_fpclass_64\00", align 1
@name.is_fpclass_128 = private constant [15 x i8] c"is_fpclass_128\00", align 1
@name.is_fpclass_256 = private constant [15 x i8] c"is_fpclass_256\00", align 1
@name.is_fpclass_512 = private constant [15 x i8] c"is_fpclass_512\00", align 1
@name.is_fpclass_264 = private constant [15 x i8] c"is_fpclass_264\00", align 1
@name.is_fpclass_504 = private constant [15 x i8] c"is_fpclass_504\00", align 1
@name.powi = private constant [5 x i8] c"powi\00", align 1
@name.ldexp = private constant [6 x i8] c"ldexp\00", align 1
@name.frexp = private constant [6 x i8] c"frexp\00", align 1
@name.modf = private constant [5 x i8] c"modf\00", align 1
@name.to_float = private constant [9 x i8] c"to_float\00", align 1
@name.from_float = private constant [11 x i8] c"from_float\00", align 1
@name.to_double = private constant [10 x i8] c"to_double\00", align 1
@name.from_double = private constant [12 x i8] c"from_double\00", align 1

declare fp128 @llvm.canonicalize.f128(fp128)
declare fp128 @llvm.ceil.f128(fp128)
declare fp128 @llvm.copysign.f128(fp128, fp128)
declare fp128 @llvm.fabs.f128(fp128)
declare fp128 @llvm.floor.f128(fp128)
declare fp128 @llvm.fma.f128(fp128, fp128, fp128)
declare fp128 @llvm.fmuladd.f128(fp128, fp128, fp128)
declare i32 @llvm.fptosi.sat.i32.f128(fp128)
declare i64 @llvm.fptosi.sat.i64.f128(fp128)
declare i8 @llvm.fptosi.sat.i8.f128(fp128)
declare i32 @llvm.fptoui.sat.i32.f128(fp128)
declare i64 @llvm.fptoui.sat.i64.f128(fp128)
declare i8 @llvm.fptoui.sat.i8.f128(fp128)
declare { fp128, i32 } @llvm.frexp.f128.i32(fp128)
declare i1 @llvm.is.fpclass.f128(fp128, i32)
declare fp128 @llvm.ldexp.f128.i32(fp128, i32)
declare i64 @llvm.llrint.i64.f128(fp128)
declare i64 @llvm.llround.i64.f128(fp128)
declare i64 @llvm.lrint.i64.f128(fp128)
declare i64 @llvm.lround.i64.f128(fp128)
declare fp128 @llvm.maximum.f128(fp128, fp128)
declare fp128 @llvm.maxnum.f128(fp128, fp128)
declare fp128 @llvm.minimum.f128(fp128, fp128)
declare fp128 @llvm.minnum.f128(fp128, fp128)
declare { fp128, fp128 } @llvm.modf.f128(fp128)
declare fp128 @llvm.nearbyint.f128(fp128)
declare fp128 @llvm.powi.f128.i32(fp128, i32)
declare fp128 @llvm.rint.f128(fp128)
declare fp128 @llvm.round.f128(fp128)
declare fp128 @llvm.roundeven.f128(fp128)
declare fp128 @llvm.sqrt.f128(fp128)
declare fp128 @llvm.trunc.f128(fp128)

define i32 @main() {
  call void @run(ptr @name.fadd, ptr @op.fadd)
  call void @run(ptr @name.fsub, ptr @op.fsub)
  call void @run(ptr @name.fmul, ptr @op.fmul)
  call void @run(ptr @name.fdiv, ptr @op.fdiv)
  call void @run(ptr @name.frem, ptr @op.frem)
  call void @run(ptr @name.fneg, ptr @op.fneg)
  call void @run(ptr @name.fabs, ptr @op.fabs)
  call void @run(ptr @name.sqrt, ptr @op.sqrt)
  call void @run(ptr @name.floor, ptr @op.floor)
  call void @run(ptr @name.ceil, ptr @op.ceil)
  call void @run(ptr @name.trunc, ptr @op.trunc)
  call void @run(ptr @name.rint, ptr @op.rint)
  call void @run(ptr @name.nearbyint, ptr @op.nearbyint)
  call void @run(ptr @name.round, ptr @op.round)
  call void @run(ptr @name.roundeven, ptr @op.roundeven)
  call void @run(ptr @name.canonicalize, ptr @op.canonicalize)
  call void @run(ptr @name.copysign, ptr @op.copysign)
  call void @run(ptr @name.minnum, ptr @op.minnum)
  call void @run(ptr @name.maxnum, ptr @op.maxnum)
  call void @run(ptr @name.minimum, ptr @op.minimum)
  call void @run(ptr @name.maximum, ptr @op.maximum)
  call void @run(ptr @name.fma, ptr @op.fma)
  call void @run(ptr @name.fmuladd, ptr @op.fmuladd)
  call void @run(ptr @name.fcmp_oeq, ptr @op.fcmp_oeq)
  call void @run(ptr @name.fcmp_ogt, ptr @op.fcmp_ogt)
  call void @run(ptr @name.fcmp_oge, ptr @op.fcmp_oge)
  call void @run(ptr @name.fcmp_olt, ptr @op.fcmp_olt)
  call void @run(ptr @name.fcmp_ole, ptr @op.fcmp_ole)
  call void @run(ptr @name.fcmp_one, ptr @op.fcmp_one)
  call void @run(ptr @name.fcmp_ord, ptr @op.fcmp_ord)
  call void @run(ptr @name.fcmp_ueq, ptr @op.fcmp_ueq)
  call void @run(ptr @name.fcmp_ugt, ptr @op.fcmp_ugt)
  call void @run(ptr @name.fcmp_uge, ptr @op.fcmp_uge)
  call void @run(ptr @name.fcmp_ult, ptr @op.fcmp_ult)
  call void @run(ptr @name.fcmp_ule, ptr @op.fcmp_ule)
  call void @run(ptr @name.fcmp_une, ptr @op.fcmp_une)
  call void @run(ptr @name.fcmp_uno, ptr @op.fcmp_uno)
  call void @run(ptr @name.select, ptr @op.select)
  call void @run(ptr @name.fptosi_sat_8, ptr @op.fptosi_sat_8)
  call void @run(ptr @name.fptoui_sat_8, ptr @op.fptoui_sat_8)
  call void @run(ptr @name.fptosi_sat_32, ptr @op.fptosi_sat_32)
  call void @run(ptr @name.fptoui_sat_32, ptr @op.fptoui_sat_32)
  call void @run(ptr @name.fptosi_sat_64, ptr @op.fptosi_sat_64)
  call void @run(ptr @name.fptoui_sat_64, ptr @op.fptoui_sat_64)
  call void @run(ptr @name.fptosi_32, ptr @op.fptosi_32)
  call void @run(ptr @name.fptoui_32, ptr @op.fptoui_32)
  call void @run(ptr @name.fptosi_64, ptr @op.fptosi_64)
  call void @run(ptr @name.fptoui_64, ptr @op.fptoui_64)
  call void @run(ptr @name.fptosi_128, ptr @op.fptosi_128)
  call void @run(ptr @name.fptoui_128, ptr @op.fptoui_128)
  call void @run(ptr @name.lround, ptr @op.lround)
  call void @run(ptr @name.llround, ptr @op.llround)
  call void @run(ptr @name.lrint, ptr @op.lrint)
  call void @run(ptr @name.llrint, ptr @op.llrint)
  call void @run(ptr @name.sitofp_32, ptr @op.sitofp_32)
  call void @run(ptr @name.uitofp_32, ptr @op.uitofp_32)
  call void @run(ptr @name.sitofp_64, ptr @op.sitofp_64)
  call void @run(ptr @name.uitofp_64, ptr @op.uitofp_64)
  call void @run(ptr @name.sitofp_128, ptr @op.sitofp_128)
  call void @run(ptr @name.uitofp_128, ptr @op.uitofp_128)
  call void @run(ptr @name.is_fpclass_3, ptr @op.is_fpclass_3)
  call void @run(ptr @name.is_fpclass_4, ptr @op.is_fpclass_4)
  call void @run(ptr @name.is_fpclass_8, ptr @op.is_fpclass_8)
  call void @run(ptr @name.is_fpclass_16, ptr @op.is_fpclass_16)
  call void @run(ptr @name.is_fpclass_32, ptr @op.is_fpclass_32)
  call void @run(ptr @name.is_fpclass_64, ptr @op.is_fpclass_64)
  call void @run(ptr @name.is_fpclass_128, ptr @op.is_fpclass_128)
  call void @run(ptr @name.is_fpclass_256, ptr @op.is_fpclass_256)
  call void @run(ptr @name.is_fpclass_512, ptr @op.is_fpclass_512)
  call void @run(ptr @name.is_fpclass_264, ptr @op.is_fpclass_264)
  call void @run(ptr @name.is_fpclass_504, ptr @op.is_fpclass_504)
  call void @run(ptr @name.powi, ptr @op.powi)
  call void @run(ptr @name.ldexp, ptr @op.ldexp)
  call void @run(ptr @name.frexp, ptr @op.frexp)
  call void @run(ptr @name.modf, ptr @op.modf)
  call void @run(ptr @name.to_float, ptr @op.to_float)
  call void @run(ptr @name.from_float, ptr @op.from_float)
  call void @run(ptr @name.to_double, ptr @op.to_double)
  call void @run(ptr @name.from_double, ptr @op.from_double)
  ret i32 0
}
