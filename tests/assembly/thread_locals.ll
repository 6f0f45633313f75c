; Thread-local variables of all models and kinds of sections, and what is done with their addresses.
$group = comdat any
@general = thread_local global i32 5
@dynamic = internal thread_local(localdynamic) global [5 x i32] [i32 1, i32 2, i32 3, i32 4, i32 5]
@initial = external thread_local(initialexec) global i64
@local = internal thread_local(localexec) global i64 7, align 16
@zero = internal thread_local global [300 x i8] zeroinitializer, align 64
@outside = external thread_local global i32
@hidden = hidden thread_local(localexec) global i16 3
@weak = extern_weak thread_local(initialexec) global i32
@group = linkonce_odr thread_local global i32 9, comdat
@named = thread_local global i32 0, section ".tbss.named"
@with_address = thread_local global ptr @plain
@plain = internal global i32 8
@alias = thread_local alias i32, getelementptr ([5 x i32], ptr @dynamic, i32 0, i32 2)
@private = private thread_local(localexec) global i32 11

declare ptr @llvm.threadlocal.address.p0(ptr)
declare ptr @llvm.thread.pointer.p0()
declare void @use(ptr, ptr, ptr, i64)

define i64 @sum(i64 %by) {
  %general = load i32, ptr @general
  %dynamic = load i32, ptr getelementptr ([5 x i32], ptr @dynamic, i32 0, i32 3)
  %initial = load i64, ptr @initial
  %local = load i64, ptr @local
  %high = load i32, ptr getelementptr (i8, ptr @local, i64 4)
  %hidden = load i16, ptr @hidden
  %a = zext i32 %general to i64
  %b = zext i32 %dynamic to i64
  %c = zext i16 %hidden to i64
  %d = zext i32 %high to i64
  %e = add i64 %a, %b
  %f = add i64 %initial, %local
  %g = mul i64 %e, %f
  %h = add i64 %c, %d
  %i = mul i64 %g, %h
  %j = mul i64 %i, %by
  store i64 %j, ptr @initial
  store i64 %j, ptr @local
  store i32 1, ptr @private
  ret i64 %j
}

define void @addresses() {
  %alias = call ptr @llvm.threadlocal.address.p0(ptr @alias)
  %weak = call ptr @llvm.threadlocal.address.p0(ptr @weak)
  %thread = call ptr @llvm.thread.pointer.p0()
  %number = ptrtoint ptr @zero to i64
  call void @use(ptr %alias, ptr %weak, ptr %thread, i64 %number)
  call void @use(ptr @outside, ptr @group, ptr @named, i64 ptrtoint (ptr @with_address to i64))
  ret void
}
