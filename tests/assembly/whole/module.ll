module asm ".globl in_assembly"
module asm "in_assembly: .word 5"
$shared = comdat any
@weak_variable = extern_weak global i32
@hidden_variable = external hidden global i32
@counter = internal global i64 1
@exported = global i32 0
@common = common global [3 x i32] zeroinitializer, align 4
@thread = thread_local global i32 3
@thread_zero = internal thread_local global i32 0
@llvm.global_ctors = appending global [2 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @first, ptr null }, { i32, ptr, ptr } { i32 101, ptr @first, ptr null }]
@llvm.global_dtors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @first, ptr null }]
@after = global ptr @counter
@shared = linkonce_odr constant double 0x400921FB54442D18, comdat
@placed = global i32 7, section ".placed"
@table = private unnamed_addr constant [2 x ptr] [ptr @first, ptr @weak_function]
@keeps = global ptr @table
@alias = alias i32, ptr @exported
@hidden_alias = hidden alias i32, ptr @exported
@function_alias = weak alias void (), ptr @first
@chosen = ifunc void (), ptr @resolver
declare extern_weak void @weak_function()
declare hidden void @hidden_function()
define void @first() { ret void }
define internal ptr @resolver() { ret ptr @first }
define weak_odr hidden void @odr() { ret void }
define void @placed_function() section ".code" { ret void }
define protected i32 @seven() align 64 { ret i32 7 }
