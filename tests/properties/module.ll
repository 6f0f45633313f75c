; What the probes of `src/properties` ask for stands in place of the words in braces.

source_filename = "module.ll"

@variable = {storage} global [4 x i32] [i32 1, i32 2, i32 3, i32 4], align 4{variable}
@zeros = {storage} global [4 x i32] zeroinitializer, align 4{variable}
@pointer = global ptr @probed
@thread = thread_local global i32 5
@text = constant [6 x i8] c"text\0A\00"
$group = comdat any
{named}
declare {result} i32 @callee(i32 {integer}, ptr {pointer}) {declaration}
declare i32 @variadic(ptr, ...) {declaration}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.trap()
declare double @llvm.sqrt.f64(double)
declare double @llvm.fmuladd.f64(double, double, double)

define {result} i32 @probed(i32 {integer} %a, ptr {pointer} %p, double %d, float %s) {function} {
entry:
  %array = alloca [40 x i8], align 1
  %slot = alloca i32
  call void @llvm.memcpy.p0.p0.i64(ptr %array, ptr %p, i64 40, i1 false)
  %called = call {result} i32 @callee(i32 {integer} %a, ptr {pointer} %array) {call}
  %other = load ptr, ptr @pointer{load}
  %indirect = call {result} i32 %other(i32 {integer} %called, ptr {pointer} %slot) {call}
  switch i32 %indirect, label %last [
    i32 0, label %atomics
    i32 1, label %floats
    i32 2, label %loop
    i32 3, label %variables
    i32 4, label %unaligned
    i32 5, label %many
  ]
atomics:
  %old = atomicrmw add ptr @zeros, i32 %a seq_cst
  %got = cmpxchg ptr @zeros, i32 %old, i32 %a acquire monotonic
  br label %last
floats:
  %root = call double @llvm.sqrt.f64(double %d)
  %sum = fadd double %root, %d
  %quotient = fdiv double %sum, 3.000000e+00
  %fused = call double @llvm.fmuladd.f64(double %quotient, double %d, double %root)
  %positive = fcmp olt double %fused, %d
  %chosen = select i1 %positive, double %fused, double %d
  %half = fmul float %s, 5.000000e-01
  %converted = fptosi float %half to i32
  store double %chosen, ptr %p, align 8
  store i32 %converted, ptr @zeros, align 4
  br label %last
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %element = getelementptr i32, ptr %p, i32 %i
  %value = load i32, ptr %element, align 4{load}
  %scaled = mul i32 %value, 10
  %part = sdiv i32 %scaled, 7
  store i32 %part, ptr %element, align 4
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %a
  br i1 %more, label %loop, label %last
variables:
  %v = load i32, ptr @variable, align 4
  %t = load i32, ptr @thread, align 4
  %both = add i32 %v, %t
  store i32 %both, ptr @zeros, align 4
  br label %last
unaligned:
  %whole = load i64, ptr %p, align 1
  %vector = load <4 x i32>, ptr %p, align 16
  %doubled = add <4 x i32> %vector, %vector
  store <4 x i32> %doubled, ptr %p, align 16
  store i64 %whole, ptr @zeros, align 4
  br label %last
many:
  %printed = call i32 (ptr, ...) @variadic(ptr @text, i32 %a, double %d) {call}
  %low = load i8, ptr %array, align 1
  %wide = sext i8 %low to i32
  br label %last
last:
  %result = phi i32 [ %indirect, %entry ], [ %old, %atomics ], [ 1, %floats ], [ %part, %loop ], [ %both, %variables ], [ 2, %unaligned ], [ %wide, %many ]
  ret i32 %result
}

define i32 @leaf(i32 %a, i32 %b) {function} {
  %sum = add i32 %a, %b
  ret i32 %sum
}

define {result} i32 @tail(i32 {integer} %a, ptr {pointer} %p) {function} {
  %called = tail call {result} i32 @callee(i32 {integer} %a, ptr {pointer} %p) {call}
  ret i32 %called
}

define void @traps() {function} {
  call void @llvm.trap() {call}
  unreachable
}

define i32 @large(i32 %a) {function} {
  %array = alloca [20000 x i8], align 16
  %called = call {result} i32 @callee(i32 {integer} %a, ptr {pointer} %array) {call}
  ret i32 %called
}

define linkonce_odr void @grouped(i64 %size) comdat($group) {function} {
  %array = alloca i8, i64 %size, align 64
  %called = call {result} i32 @callee(i32 {integer} 1, ptr {pointer} %array) {call}
  ret void
}
