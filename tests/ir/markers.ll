; Intrinsics that are hints, markers or the identity: what stands beside them must come out right.
@format = private constant [9 x i8] c"%s: %ld\0A\00"
@text = private constant [5 x i8] c"note\00"
@file = private constant [7 x i8] c"file.c\00"
@word = global i64 41
@code = global [4 x i32] zeroinitializer, align 16
@n_annotation = private constant [11 x i8] c"annotation\00"
@n_fence = private constant [6 x i8] c"fence\00"
@n_use = private constant [4 x i8] c"use\00"
@n_cache = private constant [6 x i8] c"cache\00"
@n_half = private constant [5 x i8] c"half\00"
@n_counters = private constant [9 x i8] c"counters\00"
@n_debug = private constant [6 x i8] c"debug\00"

declare i32 @printf(ptr, ...)
declare i32 @llvm.annotation.i32.p0(i32, ptr, ptr, i32)
declare ptr @llvm.ptr.annotation.p0.p0(ptr, ptr, ptr, i32, ptr)
declare void @llvm.var.annotation.p0.p0(ptr, ptr, ptr, i32, ptr)
declare float @llvm.arithmetic.fence.f32(float)
declare <2 x double> @llvm.arithmetic.fence.v2f64(<2 x double>)
declare void @llvm.fake.use(...)
declare void @llvm.clear_cache(ptr, ptr)
declare i16 @llvm.convert.to.fp16.f32(float)
declare i16 @llvm.convert.to.fp16.f64(double)
declare float @llvm.convert.from.fp16.f32(i16)
declare double @llvm.convert.from.fp16.f64(i16)
declare i64 @llvm.readcyclecounter()
declare i64 @llvm.readsteadycounter()

define void @show(ptr %name, i64 %value) noinline {
  %r = call i32 (ptr, ...) @printf(ptr @format, ptr %name, i64 %value)
  ret void
}

define i64 @annotation(i32 %x) noinline {
  %variable = alloca i64
  call void @llvm.var.annotation.p0.p0(ptr %variable, ptr @text, ptr @file, i32 1, ptr null)
  %y = call i32 @llvm.annotation.i32.p0(i32 %x, ptr @text, ptr @file, i32 2)
  %w = sext i32 %y to i64
  store i64 %w, ptr %variable
  %p = call ptr @llvm.ptr.annotation.p0.p0(ptr %variable, ptr @text, ptr @file, i32 3, ptr null)
  %r = load i64, ptr %p
  ret i64 %r
}

define i64 @fence(float %a, float %b) noinline {
  %s = fadd reassoc float %a, %b
  %f = call float @llvm.arithmetic.fence.f32(float %s)
  %d = fsub reassoc float %f, %b
  %w = fpext float %d to double
  %v = insertelement <2 x double> splat (double 3.0), double %w, i32 0
  %g = call <2 x double> @llvm.arithmetic.fence.v2f64(<2 x double> %v)
  %x = extractelement <2 x double> %g, i32 0
  %y = extractelement <2 x double> %g, i32 1
  %m = fmul double %x, %y
  %r = fptosi double %m to i64
  ret i64 %r
}

define i64 @use(i64 %x, double %d) noinline {
  %y = mul i64 %x, 3
  call void (...) @llvm.fake.use(i64 %y)
  call void (...) @llvm.fake.use(double %d)
  ret i64 %x
}

define i64 @cache() noinline {
  store i32 7, ptr @code
  call void @llvm.clear_cache(ptr @code, ptr getelementptr (i8, ptr @code, i64 16))
  %v = load i32, ptr @code
  %r = sext i32 %v to i64
  ret i64 %r
}

define i64 @half(float %f, double %d) noinline {
  %a = call i16 @llvm.convert.to.fp16.f32(float %f)
  %b = call i16 @llvm.convert.to.fp16.f64(double %d)
  %x = call float @llvm.convert.from.fp16.f32(i16 %a)
  %y = call double @llvm.convert.from.fp16.f64(i16 %b)
  %w = fpext float %x to double
  %s = fadd double %w, %y
  %m = fmul double %s, 4096.0
  %i = fptosi double %m to i64
  %a.w = zext i16 %a to i64
  %h = shl i64 %a.w, 40
  %r = add i64 %h, %i
  ret i64 %r
}

; Counters do not run backwards.
define i64 @counters() noinline {
  %a = call i64 @llvm.readsteadycounter()
  %c = call i64 @llvm.readcyclecounter()
  %b = call i64 @llvm.readsteadycounter()
  %d = call i64 @llvm.readcyclecounter()
  %e = sub i64 %b, %a
  %f = sub i64 %d, %c
  %g = icmp sge i64 %e, 0
  %h = icmp sge i64 %f, 0
  %both = and i1 %g, %h
  %r = zext i1 %both to i64
  ret i64 %r
}

; Debug intrinsics as text of older versions has them.
declare void @llvm.dbg.value(metadata, metadata, metadata)
declare void @llvm.dbg.declare(metadata, metadata, metadata)
declare void @llvm.dbg.label(metadata)

define i64 @debug(i64 %x) noinline !dbg !4 {
  %v = alloca i64
  call void @llvm.dbg.declare(metadata ptr %v, metadata !8, metadata !DIExpression()), !dbg !10
  call void @llvm.dbg.value(metadata i64 %x, metadata !9, metadata !DIExpression()), !dbg !10
  call void @llvm.dbg.label(metadata !11), !dbg !10
  store i64 %x, ptr %v, !dbg !10
  %y = load i64, ptr %v, !dbg !10
  %r = mul i64 %y, %y, !dbg !10
  ret i64 %r, !dbg !10
}

define i32 @main() {
  %annotation = call i64 @annotation(i32 -5)
  call void @show(ptr @n_annotation, i64 %annotation)
  %fence = call i64 @fence(float 0x3FF19999A0000000, float 16777216.0)
  call void @show(ptr @n_fence, i64 %fence)
  %use = call i64 @use(i64 12, double 1.5)
  call void @show(ptr @n_use, i64 %use)
  %cache = call i64 @cache()
  call void @show(ptr @n_cache, i64 %cache)
  %half = call i64 @half(float 0x400921FB60000000, double 0xBFE5555555555555)
  call void @show(ptr @n_half, i64 %half)
  %counters = call i64 @counters()
  call void @show(ptr @n_counters, i64 %counters)
  %debug = call i64 @debug(i64 9)
  call void @show(ptr @n_debug, i64 %debug)
  ret i32 0
}

!llvm.dbg.cu = !{!1}
!llvm.module.flags = !{!3}
!0 = !DIFile(filename: "file.c", directory: "/")
!1 = distinct !DICompileUnit(language: DW_LANG_C99, file: !0, emissionKind: NoDebug)
!2 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "debug", scope: !0, file: !0, line: 1, type: !5, unit: !1, spFlags: DISPFlagDefinition, retainedNodes: !7)
!5 = !DISubroutineType(types: !6)
!6 = !{!2, !2}
!7 = !{!8, !9, !11}
!8 = !DILocalVariable(name: "v", scope: !4, file: !0, line: 2, type: !2)
!9 = !DILocalVariable(name: "x", arg: 1, scope: !4, file: !0, line: 1, type: !2)
!10 = !DILocation(line: 3, scope: !4)
!11 = !DILabel(scope: !4, name: "here", file: !0, line: 3)
