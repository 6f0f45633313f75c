; Symbols of all kinds: names, binding, visibility, aliases, groups, common, unwind information or none.
source_filename = "odd-name.c"

$shared = comdat any
$kept = comdat nodeduplicate
$"odd group" = comdat any

@"with \22quotes\22" = global i32 1, section ".data"
@"with space" = global i32 2
@"umlaut \C3\A4" = global i32 3
@"dollar$name" = global i32 4
@"$x" = global i32 5
@"back\5Cslash" = global i32 6, section ".data"
@a0 = global i32 7
@x0 = global i32 8
@add = global i32 9
@zero = global i32 10
@sp = global i32 11
@"1digit" = global i32 12
@"at@sign" = global i32 13
@"plus+1" = global i32 14
@"" = global i32 15
@fa0 = global i32 16
@v0 = global i32 17
@lo12 = global i32 18
@"(paren)" = global i32 19
@"semi;colon" = global i32 20
@"hash#sign" = global i32 21
@"comma,name" = global i32 22
@".dot" = global i32 23
@X1 = global i32 24

@private = private global i32 30
@internal = internal global i32 31
@weak = weak global i32 32
@weak_odr = weak_odr global i32 33
@linkonce = linkonce global i32 34
@common = common global [12 x i8] zeroinitializer, align 16
@hidden = hidden global i32 36
@protected = protected global i32 37
@extern_weak = extern_weak global i32
@extern_hidden = external hidden global i32
@external = external global i32
@thread = thread_local global i32 38
@thread_zero = internal thread_local global i64 0
@thread_external = external thread_local global i32
@in_group = linkonce_odr global i32 40, comdat($shared)
@in_kept = global i32 41, comdat($kept)
@in_odd = global i32 42, comdat($"odd group")

@refers = constant [2 x ptr] [ptr @"with \22quotes\22", ptr @"back\5Cslash"]

@alias = alias i32, ptr @weak
@weak_alias = weak alias i32, ptr @internal
@hidden_alias = hidden alias i32, ptr @hidden
@inside = alias i8, getelementptr (i8, ptr @hidden, i64 1)
@function_alias = alias i32 (), ptr @reads
@internal_alias = internal alias i32 (), ptr @reads
@resolved = ifunc i32 (), ptr @resolver

@llvm.used = appending global [1 x ptr] [ptr @internal], section "llvm.metadata"

define i32 @reads() {
  %1 = load volatile i32, ptr @weak_odr
  %2 = load volatile i32, ptr @"with space"
  %3 = load volatile i32, ptr @"umlaut \C3\A4"
  %4 = load volatile i32, ptr @"dollar$name"
  %5 = load volatile i32, ptr @"$x"
  %6 = load volatile i32, ptr @linkonce
  %7 = load volatile i32, ptr @a0
  %8 = load volatile i32, ptr @x0
  %9 = load volatile i32, ptr @add
  %10 = load volatile i32, ptr @zero
  %11 = load volatile i32, ptr @sp
  %12 = load volatile i32, ptr @"1digit"
  %13 = load volatile i32, ptr @"at@sign"
  %14 = load volatile i32, ptr @"plus+1"
  %15 = load volatile i32, ptr @fa0
  %16 = load volatile i32, ptr @v0
  %17 = load volatile i32, ptr @lo12
  %18 = load volatile i32, ptr @"(paren)"
  %19 = load volatile i32, ptr @"semi;colon"
  %20 = load volatile i32, ptr @"hash#sign"
  %21 = load volatile i32, ptr @"comma,name"
  %22 = load volatile i32, ptr @".dot"
  %23 = load volatile i32, ptr @X1
  %24 = load volatile i32, ptr @".dot"
  %25 = load volatile i32, ptr @private
  %26 = load volatile i32, ptr @internal
  %27 = load volatile i32, ptr @weak
  %28 = load volatile i32, ptr @extern_weak
  %29 = load volatile i32, ptr @extern_hidden
  %30 = load volatile i32, ptr @external
  %31 = load volatile i32, ptr @in_group
  %32 = load volatile i32, ptr @common
  %33 = load volatile i32, ptr @hidden
  %34 = load volatile i32, ptr @protected
  %35 = load volatile i32, ptr @0
  ret i32 %1
}

declare i32 @mul()
@"call me" = external global i32
declare extern_weak i32 @maybe()
declare hidden i32 @ra()

define i32 @calls() uwtable {
  %1 = call i32 @mul()
  %2 = load i32, ptr @"call me"
  %3 = call i32 @maybe()
  %4 = call i32 @ra()
  %5 = call i32 @sub()
  %6 = call i32 @static()
  %7 = call i32 @resolved()
  %8 = call i32 @function_alias()
  %9 = call i32 @internal_alias()
  ret i32 %9
}

define linkonce_odr i32 @sub() nounwind comdat($shared) {
  ret i32 1
}

define internal i32 @static() nounwind {
  %1 = call i32 @reads()
  ret i32 %1
}

define hidden i32 @"ret"() align 64 {
  ret i32 2
}

define weak protected i32 @"x30"() section ".text.special" {
  ret i32 3
}

define internal ptr @resolver() {
  ret ptr @reads
}

define void @weak_odr_in_kept() comdat($kept) {
  ret void
}
