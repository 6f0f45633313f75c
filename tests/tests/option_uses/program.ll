; Has something for each option: a thread-local variable, a constant in memory, a loop with a call, values that are spilled, code in source lines,
; an attribute that is warned of.
target triple = "riscv64-unknown-linux-gnu"

@step = thread_local global i32 3
@text = private constant [6 x i8] c"right\00"
@list = global [64 x i64] zeroinitializer

declare i32 @puts(ptr)
declare ptr @llvm.threadlocal.address.p0(ptr)

define i64 @spread(ptr %p) "unheard-of" !dbg !5 {
entry:
  br label %loop, !dbg !8
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i64 [ 0, %entry ], [ %more, %loop ]
  %at = getelementptr i64, ptr %p, i64 %i
  store volatile i64 %i, ptr %at, !dbg !8
  %v = load volatile i64, ptr %at, !dbg !9
  %odd = mul i64 %v, 3
  %more = add i64 %sum, %odd
  %next = add i64 %i, 1
  %done = icmp eq i64 %next, 64
  br i1 %done, label %end, label %loop, !dbg !9
end:
  ret i64 %more, !dbg !9
}

define i32 @main() !dbg !10 {
  %sum = call i64 @spread(ptr @list), !dbg !11
  %address = call ptr @llvm.threadlocal.address.p0(ptr @step)
  %three = load volatile i32, ptr %address
  %first = trunc i64 %sum to i32
  %rest = urem i32 %first, 7
  %result = mul i32 %rest, %three
  %said = call i32 @puts(ptr @text), !dbg !11
  %twice = add i32 %result, %said
  %none = sub i32 %twice, %twice
  ret i32 %none, !dbg !11
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3, !12}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, producer: "hand", isOptimized: true, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/src")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !DISubroutineType(types: !{})
!5 = distinct !DISubprogram(name: "spread", scope: !1, file: !1, line: 1, type: !4, spFlags: DISPFlagDefinition, unit: !0)
!8 = !DILocation(line: 2, column: 3, scope: !5)
!9 = !DILocation(line: 3, column: 3, scope: !5)
!10 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 6, type: !4, spFlags: DISPFlagDefinition, unit: !0)
!11 = !DILocation(line: 7, column: 3, scope: !10)
!12 = !{i32 6, !"riscv-isa", !13}
!13 = !{!"rv64i2p1_m2p0_a2p1_f2p2_d2p2_c2p0"}

; RUN: llc -filetype=null -no-warn %s
