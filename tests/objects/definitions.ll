; One definition or declaration of each kind; a test adds what uses them.
%S = type { i32, [3 x i8], i64 }
$c_any = comdat any
$c_nd = comdat nodeduplicate
$inl = comdat any
$linkvar = comdat any
@ext = external global i32
@extd = external dso_local global i32
@exth = external hidden global i32
@extc = external constant i32
@extw = extern_weak global i32
@extwd = extern_weak dso_local global i32
@def = global i32 5
@defd = dso_local global i32 6
@defh = hidden global i32 7
@defp = protected global i32 7
@const = constant i32 7
@ua = unnamed_addr constant i32 7
@lua = local_unnamed_addr constant i64 9
@ua16 = unnamed_addr constant [2 x i64] [i64 1, i64 2]
@ua32 = private unnamed_addr constant [4 x i64] [i64 1, i64 2, i64 3, i64 4]
@uaal = unnamed_addr constant i32 7, align 16
@str = private unnamed_addr constant [6 x i8] c"hello\00", align 1
@str0 = private unnamed_addr constant [6 x i8] c"he\00lo\00", align 1
@strn = private unnamed_addr constant [5 x i8] c"hello", align 1
@wstr = private unnamed_addr constant [3 x i16] [i16 65, i16 66, i16 0], align 2
@wwstr = private unnamed_addr constant [3 x i32] [i32 65, i32 66, i32 0], align 4
@straln = private unnamed_addr constant [6 x i8] c"hello\00", align 8
@zero = global i32 0
@zeroc = constant i32 0
@izero = internal global [100 x i8] zeroinitializer, align 32
@tiny = internal global i8 0
@common = common global i32 0, align 4
@commonbig = common global [100 x i64] zeroinitializer, align 16
@weak = weak global i32 3
@weakodr = weak_odr constant i32 3
@lo = linkonce global i32 3
@loodr = linkonce_odr constant i32 3
@linkvar = linkonce_odr global i32 3, comdat
@avail = available_externally global i32 44
@avail2 = available_externally constant i32 45
@inany = global i32 3, comdat($c_any)
@inany2 = internal global i32 4, comdat($c_any)
@innd = global i32 3, comdat($c_nd)
@sect = global i32 3, section ".mysec"
@sectc = constant i32 3, section ".mysecc"
@sectz = global i32 0, section ".mysecz"
@sectbss = global i32 0, section ".bss.mine"
@sectro = constant i32 3, section ".rodata.mine"
@sectint = internal constant i32 3, section "set_foo"
@sectinit = global ptr @f, section ".init_array.5"
@sectretain = global i32 5, section ".kept", !retain !0
@sectprefix = global i32 5, !section_prefix !1
@sectprefixc = constant i32 5, !section_prefix !2
@sectprefixz = global i32 0, !section_prefix !1
@ptrc = constant ptr @def
@ptrcl = internal constant ptr @defd
@ptrs = global [3 x ptr] [ptr @f, ptr getelementptr (i8, ptr @def, i64 8), ptr @ext]
@rel = private constant [2 x i32] [i32 trunc (i64 sub (i64 ptrtoint (ptr @f to i64), i64 ptrtoint (ptr @rel to i64)) to i32), i32 trunc (i64 sub (i64 ptrtoint (ptr dso_local_equivalent @extfn to i64), i64 ptrtoint (ptr @rel to i64)) to i32)]
@relv = linkonce_odr hidden unnamed_addr constant { [3 x i32] } { [3 x i32] [i32 0, i32 trunc (i64 sub (i64 ptrtoint (ptr @exth to i64), i64 ptrtoint (ptr getelementptr inbounds ({ [3 x i32] }, ptr @relv, i32 0, i32 0, i32 2) to i64)) to i32), i32 trunc (i64 sub (i64 ptrtoint (ptr dso_local_equivalent @f to i64), i64 ptrtoint (ptr getelementptr inbounds ({ [3 x i32] }, ptr @relv, i32 0, i32 0, i32 2) to i64)) to i32)] }
@big = global [200000 x i8] zeroinitializer
@aligned = global i8 1, align 4096
@st = internal global %S { i32 1, [3 x i8] c"abc", i64 4 }
@alias = alias i32, ptr @def
@aliasw = weak alias i32, ptr @def
@aliash = hidden alias i32, ptr @def
@aliasi = internal alias i32, ptr @def
@aliaso = alias i8, getelementptr (i8, ptr @ptrs, i64 8)
@aliasd = dso_local alias i32, ptr @def
@aliasf = alias i32 (), ptr @f
@aliasp = alias i8, inttoptr (i64 add (i64 ptrtoint (ptr @ptrs to i64), i64 16) to ptr)
@unnamed = private global { i32, [12 x i8] } zeroinitializer, align 16
@aliasu = alias i32, ptr @unnamed
@aliasua = alias i16, ptr @aliasu
@aliasut = alias i32, inttoptr (i64 add (i64 ptrtoint (ptr @unnamed to i64), i64 1152921504606846976) to ptr)
@aliasi2 = alias i8, ptr @aliasi
@ifn = ifunc i32 (), ptr @resolver
@ifnh = hidden ifunc i32 (), ptr @resolver
@ifni = internal ifunc i32 (), ptr @resolver
@aliasifn = alias i32 (), ptr @ifn
@ifptr = global ptr @ifn
@ifptri = constant ptr @ifni
@llvm.global_ctors = appending global [4 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @ctor, ptr null }, { i32, ptr, ptr } { i32 101, ptr @ctor, ptr null }, { i32, ptr, ptr } { i32 0, ptr @ctor, ptr @def }, { i32, ptr, ptr } { i32 65535, ptr @ctor, ptr @linkvar }]
@llvm.global_dtors = appending global [2 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @ctor, ptr null }, { i32, ptr, ptr } { i32 2000, ptr @ctor, ptr null }]
@llvm.used = appending global [2 x ptr] [ptr @st, ptr @tiny], section "llvm.metadata"
@llvm.compiler.used = appending global [1 x ptr] [ptr @izero], section "llvm.metadata"
declare i32 @extfn()
declare dso_local i32 @extfnd()
declare hidden i32 @extfnh()
declare extern_weak i32 @extfnw()
define ptr @resolver() { ret ptr @f }
define internal void @ctor() { ret void }
define i32 @f() { ret i32 1 }
define dso_local i32 @fd() { ret i32 1 }
define hidden i32 @fh() { ret i32 1 }
define protected i32 @fp() { ret i32 1 }
define internal i32 @fi() noinline { ret i32 1 }
define weak i32 @fw() { ret i32 1 }
define weak_odr hidden i32 @fwo() { ret i32 1 }
define linkonce i32 @flo() { ret i32 1 }
define linkonce_odr i32 @inl() comdat { ret i32 1 }
define i32 @incom() comdat($c_any) { ret i32 1 }
define available_externally i32 @fav() { ret i32 7 }
define i32 @fsec() section ".mytext" { ret i32 1 }
define i32 @fhot() !section_prefix !1 { ret i32 1 }
define i32 @fcold() !section_prefix !2 { ret i32 1 }
define i32 @fret() !retain !0 { ret i32 1 }
define i32 @fal() align 64 { ret i32 1 }
define aarch64_vector_pcs i32 @fvec() { ret i32 1 }
!llvm.linker.options = !{!3, !4}
!llvm.dependent-libraries = !{!5}
!llvm.commandline = !{!5}
!0 = !{}
!1 = !{!"section_prefix", !"hot"}
!2 = !{!"section_prefix", !"unlikely"}
!3 = !{!"lib", !"m"}
!4 = !{!"one", !"two words"}
!5 = !{!"name"}
