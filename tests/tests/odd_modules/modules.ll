; Modules with unusual symbols and sections; `;;` and a title precede each.
;; naked functions and data around code
define void @f() naked section "s1" { call void asm sideeffect "ret", ""() 
 unreachable }
define i32 @g() section "s1" prefix i32 7 prologue i8 1 { ret i32 1 }
define i32 @h() naked align 32 prefix [3 x i8] c"abc" {
 unreachable }
;; comdats
$a = comdat any
$b = comdat nodeduplicate
$c = comdat any
@a = global i32 1, comdat
@b = internal global i32 1, comdat
@c = private constant i32 2, comdat, section "x"
define linkonce_odr void @d() comdat($c) { ret void }
define internal void @e() comdat($b) { ret void }
@keep = global ptr @e
;; indirect functions
@i = ifunc void (), ptr @r
@ai = alias void (), ptr @i
@hi = hidden ifunc i32 (i32), ptr @r2
@li = internal ifunc i32 (i32), ptr @r2
define internal ptr @r() { ret ptr null }
define ptr @r2() { ret ptr @i }
@p = global ptr @i
@q = global ptr @ai
define void @f() { call void @i()
 call void @ai()
 %x = call i32 @li(i32 1)
 %y = call i32 @hi(i32 1)
 ret void }
;; thread-local variables
@a = thread_local global i32 5
@b = thread_local(initialexec) global i32 0
@c = thread_local(localexec) global i64 0, align 64
@d = thread_local(localdynamic) constant [3 x i8] c"abc"
@e = external thread_local global i32
@w = weak thread_local global i32 3
@in = internal thread_local global i32 0
@h = hidden thread_local global i32 0
define ptr @f() { %x = call ptr @llvm.threadlocal.address.p0(ptr @a) 
 ret ptr %x }
define i32 @g() { %1 = load i32, ptr @b
 %2 = load i32, ptr @e
 %3 = load i32, ptr @in
 %4 = load i32, ptr @w
 %5 = load i64, ptr @c
 %t = trunc i64 %5 to i32
 %s = add i32 %1, %2
 %s2 = add i32 %3, %4
 %s3 = add i32 %s, %s2
 %s4 = add i32 %s3, %t
 ret i32 %s4 }
declare ptr @llvm.threadlocal.address.p0(ptr)
;; definitions elsewhere
@x = available_externally global i32 1
@y = available_externally constant [4 x i32] zeroinitializer
define available_externally i32 @ae() { ret i32 1 }
define i32 @f() { %1 = call i32 @ae()
 %2 = load i32, ptr @x
 %3 = add i32 %1, %2
 ret i32 %3 }
@p = global ptr @y
;; common variables
@c1 = common global i32 0, align 64
@c2 = common global [100 x i8] zeroinitializer, align 1
@c3 = common hidden global i64 0, align 8
@c4 = common protected global i16 0
@c5 = common thread_local global i32 0
define ptr @f() { ret ptr @c1 }
;; used variables
@llvm.used = appending global [2 x ptr] [ptr @a, ptr @f], section "llvm.metadata"
@llvm.compiler.used = appending global [2 x ptr] [ptr @b, ptr @g], section "llvm.metadata"
@a = internal global i32 1
@b = internal global i32 2
@d = internal global i32 3, section "mysec"
@e = internal constant i32 3, section "mysec2", align 128
define internal void @f() { ret void }
define internal void @g() { ret void }
;; constructors
$dd = comdat any
@dd = global i32 0, comdat
@xx = external global i32
@llvm.global_ctors = appending global [5 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 1, ptr @a, ptr null }, { i32, ptr, ptr } { i32 65535, ptr @b, ptr @dd }, { i32, ptr, ptr } { i32 0, ptr @a, ptr @xx }, { i32, ptr, ptr } { i32 65535, ptr null, ptr null }, { i32, ptr, ptr } { i32 65535, ptr @a, ptr null}]
@llvm.global_dtors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 200, ptr @ext, ptr @dd }]
define internal void @a() { ret void }
define linkonce_odr void @b() comdat($dd) { ret void }
declare void @ext()
;; associated sections
@a = global i32 1, section "aa", !associated !0
@b = global i32 1, section "bb", !associated !1
@c = global i32 1, !associated !2
@d = internal constant i32 5, section "dd", !associated !3
define void @f() !associated !4 { ret void }
define void @g() section "gg" !associated !5 { ret void }
@e = external global i32
!0 = !{ptr @b}
!1 = !{ptr @c}
!2 = !{ptr @f}
!3 = !{ptr @e}
!4 = !{ptr @g}
!5 = !{ptr null}
;; visibility
@h = hidden global i32 1
@p = protected global i32 1
@eh = external hidden global i32
@ep = external protected global i32
@dl = external dso_local global i32
@pr = external dso_preemptable global i32
declare hidden void @hf()
declare protected void @pf()
declare dso_local void @df()
define protected void @pd() { ret void }
define i32 @f() { call void @hf()
 call void @pf()
 call void @df()
 call void @pd()
 %1 = load i32, ptr @h
 %2 = load i32, ptr @p
 %3 = load i32, ptr @eh
 %4 = load i32, ptr @ep
 %5 = load i32, ptr @dl
 %6 = load i32, ptr @pr
 %a = add i32 %1, %2
 %b = add i32 %3, %4
 %c = add i32 %5, %6
 %d = add i32 %a, %b
 %e = add i32 %c, %d
 ret i32 %e }
;; protection and kcfi
define void @f() "branch-target-enforcement" { ret void }
define void @g(ptr %p) { call void %p() [ "kcfi"(i32 1234) ]
 ret void }
define void @h() !kcfi_type !5 { ret void }
declare !kcfi_type !5 void @ext()
@p = global ptr @ext
!llvm.module.flags = !{!0,!1,!2,!3}
!0 = !{i32 8, !"branch-target-enforcement", i32 1}
!1 = !{i32 8, !"sign-return-address", i32 1}
!2 = !{i32 4, !"kcfi", i32 1}
!3 = !{i32 8, !"guarded-control-stack", i32 1}
!5 = !{i32 7777}
;; names
source_filename = "odd\22name.c"
module asm ".globl masym"
module asm "masym:"
module asm ".section foo"
@"weird name" = global i32 1
@"\01lit" = global i32 2
@"quo\22te" = global i32 3, section "sec tion"
@0 = private constant [4 x i8] c"abc\00"
@1 = internal global i32 4
@2 = global ptr @1
define void @"sp ace"() section "a b" { ret void }
define ptr @3() { ret ptr @0 }
;; constants
@s1 = private unnamed_addr constant [4 x i8] c"abc\00"
@s2 = private unnamed_addr constant [2 x i16] [i16 97, i16 0]
@s3 = private unnamed_addr constant [2 x i32] [i32 97, i32 0], align 8
@s4 = private unnamed_addr constant [5 x i8] c"a\00bc\00"
@s5 = private local_unnamed_addr constant [4 x i8] c"xyz\00"
@c8 = private unnamed_addr constant i64 5
@c16 = private unnamed_addr constant <4 x i32> <i32 1, i32 2, i32 3, i32 4>
@c32 = private unnamed_addr constant [4 x i64] [i64 1, i64 2, i64 3, i64 4]
@s6 = linkonce_odr unnamed_addr constant [4 x i8] c"abc\00"
@u = global [9 x ptr] [ptr @s1, ptr @s2, ptr @s3, ptr @s4, ptr @s5, ptr @c8, ptr @c16, ptr @c32, ptr @s6]
;; initializers
@a = global { i8, i32, [3 x i16], <{ i8, i64 }> } { i8 1, i32 2, [3 x i16] [i16 1, i16 2, i16 3], <{ i8, i64 }> <{ i8 7, i64 8 }> }
@b = global i1 true
@c = global i65 36893488147419103231
@d = global x86_fp80 0xK3FFF8000000000000000
@e = global fp128 0xL00000000000000003FFF000000000000
@f = global half 0xH3C00
@g = global bfloat 0xR3F80
@h = global <3 x i1> <i1 1, i1 0, i1 1>
@i = global <5 x i3> <i3 1, i3 2, i3 3, i3 -1, i3 0>
@j = global [0 x i32] zeroinitializer
@k = global {} zeroinitializer
@l = global i128 -1
@m = global ptr inttoptr (i64 4096 to ptr)
@o = global i64 sub (i64 ptrtoint (ptr @a to i64), i64 ptrtoint (ptr @o to i64))
@p = global ppc_fp128 0xM3FF00000000000000000000000000000
@q = global i8 undef
@r = global [4 x i8] poison
;; aliases
@a = alias i32, ptr @g
@b = weak alias i32, ptr @a
@c = hidden alias i8, getelementptr (i8, ptr @g2, i64 4)
@d = internal alias void (), ptr @f
@e = linkonce_odr alias void (), ptr @f
@t = thread_local global i32 0
@g = global i32 1
@g2 = internal global [2 x i32] [i32 1, i32 2]
define void @f() { ret void }
@u = global [5 x ptr] [ptr @a, ptr @b, ptr @c, ptr @d, ptr @e]
@priv = private alias i32, ptr @g
@u2 = global ptr @priv
;; weak references
declare extern_weak i32 @ew()
@ewg = extern_weak global i32
@ewh = extern_weak hidden global i32
define i32 @f() { %c = icmp eq ptr @ew, null
 br i1 %c, label %a, label %b
a: ret i32 0
b: %r = call i32 @ew()
 %l = load i32, ptr @ewg
 %l2 = load i32, ptr @ewh
 %s = add i32 %r, %l
 %s2 = add i32 %s, %l2
 ret i32 %s2 }
;; room for patches and stack probes
define void @f() "patchable-function-entry"="3" "patchable-function-prefix"="2" section "ff" { ret void }
define void @g() "patchable-function-entry"="1" comdat { ret void }
$g = comdat any
define void @i() "stack-probe-size"="64" "probe-stack"="inline-asm" { %a = alloca [5000 x i8]
 call void @u(ptr %a)
 ret void }
declare void @u(ptr)
define void @j() sspreq { ret void }
define void @k() sspstrong { %a = alloca [5 x i8]
 call void @u(ptr %a)
 ret void }
;; section prefixes
define void @f() hot { ret void }
define void @g() cold { ret void }
define void @h() !section_prefix !0 { ret void }
define void @i() section "x" !section_prefix !0 { ret void }
@d = global i32 1, !section_prefix !1
!0 = !{!"function_section_prefix", !"unlikely"}
!1 = !{!"section_prefix", !"hot"}
define void @j() #0 { ret void }
attributes #0 = { optnone noinline alignstack=64 "frame-pointer"="all" }
;; named metadata
!llvm.ident = !{!0, !1}
!llvm.commandline = !{!2, !3}
!llvm.linker.options = !{!4}
!llvm.dependent-libraries = !{!5}
!llvm.module.flags = !{!6,!7,!8,!9,!10}
!0 = !{!"one"}
!1 = !{!"two"}
!2 = !{!"cmd a"}
!3 = !{!"cmd b"}
!4 = !{!"k", !"v"}
!5 = !{!"libx"}
!6 = !{i32 1, !"wchar_size", i32 4}
!7 = !{i32 8, !"PIC Level", i32 2}
!8 = !{i32 7, !"PIE Level", i32 2}
!9 = !{i32 7, !"uwtable", i32 2}
!10 = !{i32 7, !"frame-pointer", i32 2}
@x = global i32 1
define ptr @f() { ret ptr @x }
;; code models
@x = global i32 1, no_sanitize_address, code_model "large"
@y = external global i32, code_model "small"
@z = internal global i32 1, align 16
define i32 @f() { %a = load i32, ptr @x
 %b = load i32, ptr @y
 %c = add i32 %a, %b
 ret i32 %c }
;; sections by name
@a = global ptr @f, !exclude !0
@b = global i32 1, section ".foo", !exclude !0
@c = internal constant ptr @f, section ".rodata.x"
@d = constant ptr @f
@e = internal unnamed_addr constant ptr @a
@ff = global i32 0, section ".bss.x"
@g2 = global i32 0, section ".tbss.y"
@h = global i32 3, section ".data.rel.ro.z"
@i = constant i32 3, section ".init_array.5"
@j = global i32 3, section ".note.x"
@k = global i32 3, section ".llvm.lto"
define void @f() { ret void }
!0 = !{}
;; sections by attribute
@a = global i32 1 #0
@b = global i32 0 #0
@c = constant i32 1 #0
@d = internal constant ptr @a #0
define void @f() #1 { ret void }
define void @g() #1 section "x" { ret void }
attributes #0 = { "bss-section"="mybss" "data-section"="mydata" "rodata-section"="myro" "relro-section"="myrelro" }
attributes #1 = { "implicit-section-name"="mytext" }
;; unwind tables
define void @f() nounwind uwtable { ret void }
define void @g() uwtable(sync) { call void @h()
 ret void }
declare void @h()
define void @i() nounwind { call void @h()
 ret void }
declare i32 @__gxx_personality_v0(...)
@ti = external constant ptr
@ti2 = internal constant ptr null
;; calling conventions
define void @f(ptr %x, ...) { ret void }
define fastcc i32 @fc(i32 %a) { ret i32 %a }
define preserve_mostcc void @pm() { call void @e()
 ret void }
declare void @e()
;; addresses of code
define void @f() { ret void }
define void @g() { ret void }
@bb = global ptr blockaddress(@h, %x)
@d = global i32 trunc (i64 sub (i64 ptrtoint (ptr @f to i64), i64 ptrtoint (ptr @d to i64)) to i32)
@de = global i32 trunc (i64 sub (i64 ptrtoint (ptr dso_local_equivalent @g to i64), i64 ptrtoint (ptr @de to i64)) to i32)
@nc = global ptr no_cfi @f
define void @h(ptr %p) { indirectbr ptr %p, [label %x, label %y]
x: ret void
y: ret void }
;; attributes without sections
define void @f() "zero-call-used-regs"="all" { ret void }
define void @g() returns_twice { ret void }
define void @h() noredzone nonlazybind noimplicitfloat { call void @e()
 ret void }
declare void @e() nonlazybind
define void @i() "thunk" { musttail call void @e()
 ret void }
define void @j() "use-soft-float"="false" "no-jump-tables"="true" "warn-stack-size"="1" { %a = alloca [100 x i8]
 call void @u(ptr %a)
 ret void }
declare void @u(ptr)
;; embedded modules
@llvm.global_ctors = appending global [0 x { i32, ptr, ptr }] zeroinitializer
@llvm.embedded.module = private constant [3 x i8] c"abc", section ".llvmbc", align 1
@llvm.cmdline = private constant [3 x i8] c"abc", section ".llvmcmd", align 1
@llvm.compiler.used = appending global [2 x ptr] [ptr @llvm.embedded.module, ptr @llvm.cmdline], section "llvm.metadata"
;; passed and returned values
define void @f(ptr byval([20 x i8]) align 16 %a, ptr sret({i64,i64,i64}) %r, i32 signext %b, i8 zeroext %c, ptr nest %n, ptr inreg %i) { ret void }
define <8 x float> @v(<8 x float> %x) { ret <8 x float> %x }
define [9 x i64] @arr() { ret [9 x i64] zeroinitializer }
define { <2 x i1>, i128, half } @mix(i129 %z) { ret { <2 x i1>, i128, half } zeroinitializer }
;; address spaces and collectors
@a = externally_initialized global i32 0
@b = external externally_initialized global i32
@c = addrspace(1) global i32 0
@d = internal addrspace(0) constant [2 x ptr] [ptr @b, ptr null]
@e = global ptr addrspacecast (ptr addrspace(1) @c to ptr)
define ptr @f() { ret ptr @d }
define void @g() addrspace(0) gc "statepoint-example" { ret void }
define void @deb() !prof !0 { ret void }
!0 = !{!"function_entry_count", i64 0}
