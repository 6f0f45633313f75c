@__LLVM_StackMaps = external global i8

declare token @llvm.experimental.gc.statepoint.p0(i64, i32, ptr, i32, i32, ...)
declare ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token, i32, i32)
declare ptr addrspace(1) @llvm.experimental.gc.result.p1(token)
declare i64 @llvm.experimental.gc.result.i64(token)
declare void @collect()
declare void @raise_if(i32)
declare void @landed(ptr addrspace(1))
declare ptr addrspace(1) @allocate(i64)
declare i32 @__gcc_personality_v0(...)

define ptr @maps() {
  ret ptr @__LLVM_StackMaps
}

define ptr addrspace(1) @cons(i64 %v, ptr addrspace(1) %tail) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 1, i32 0, ptr elementtype(ptr addrspace(1) (i64)) @allocate, i32 1, i32 0, i64 %v, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %tail) ]
  %cell = call ptr addrspace(1) @llvm.experimental.gc.result.p1(token %t)
  %moved = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
  %next = getelementptr i8, ptr addrspace(1) %cell, i64 8
  store ptr addrspace(1) %moved, ptr addrspace(1) %next
  ret ptr addrspace(1) %cell
}

define ptr addrspace(1) @build(i64 %n) gc "statepoint-example" {
  %done = icmp eq i64 %n, 0
  br i1 %done, label %end, label %more
end:
  ret ptr addrspace(1) null
more:
  %less = sub i64 %n, 1
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2, i32 0, ptr elementtype(ptr addrspace(1) (i64)) @build, i32 1, i32 0, i64 %less, i32 0, i32 0) [ "deopt"(i64 %n, i32 7) ]
  %rest = call ptr addrspace(1) @llvm.experimental.gc.result.p1(token %t)
  %t2 = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 3, i32 0, ptr elementtype(ptr addrspace(1) (i64, ptr addrspace(1))) @cons, i32 2, i32 0, i64 %n, ptr addrspace(1) %rest, i32 0, i32 0) [ "gc-live"() ]
  %all = call ptr addrspace(1) @llvm.experimental.gc.result.p1(token %t2)
  ret ptr addrspace(1) %all
}

; The field's address is derived from the cell's.
define i64 @sum(ptr addrspace(1) %list) gc "statepoint-example" {
  %empty = icmp eq ptr addrspace(1) %list, null
  br i1 %empty, label %end, label %more
end:
  ret i64 0
more:
  %field = getelementptr i8, ptr addrspace(1) %list, i64 8
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 4, i32 0, ptr elementtype(void ()) @collect, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %list, ptr addrspace(1) %field) ]
  %list1 = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
  %field1 = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 1)
  %next = load ptr addrspace(1), ptr addrspace(1) %field1
  %t2 = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 5, i32 0, ptr elementtype(i64 (ptr addrspace(1))) @sum, i32 1, i32 0, ptr addrspace(1) %next, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %list1) ]
  %list2 = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t2, i32 0, i32 0)
  %others = call i64 @llvm.experimental.gc.result.i64(token %t2)
  %value = load i64, ptr addrspace(1) %list2
  %sum = add i64 %value, %others
  ret i64 %sum
}

; Pointers in phis; the end of the loop stands before its start.
define i64 @looped(i64 %n) gc "statepoint-example" {
  br label %head
tail:
  %moved = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
  %cell = call ptr addrspace(1) @llvm.experimental.gc.result.p1(token %t)
  %next = getelementptr i8, ptr addrspace(1) %cell, i64 8
  store ptr addrspace(1) %moved, ptr addrspace(1) %next
  %i1 = add i64 %i, 1
  %more = icmp ult i64 %i1, %n
  br i1 %more, label %head, label %end
head:
  %i = phi i64 [ 0, %0 ], [ %i1, %tail ]
  %list = phi ptr addrspace(1) [ null, %0 ], [ %cell, %tail ]
  %square = mul i64 %i, %i
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 6, i32 0, ptr elementtype(ptr addrspace(1) (i64)) @allocate, i32 1, i32 0, i64 %square, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %list) ]
  br label %tail
end:
  %t2 = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 7, i32 0, ptr elementtype(i64 (ptr addrspace(1))) @sum, i32 1, i32 0, ptr addrspace(1) %cell, i32 0, i32 0) [ "gc-live"() ]
  %r = call i64 @llvm.experimental.gc.result.i64(token %t2)
  ret i64 %r
}

; The stack pointer is where nobody knows.
define i64 @dynamic(i64 %n) gc "statepoint-example" {
  %room = alloca i8, i64 %n
  store volatile i8 1, ptr %room
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 8, i32 0, ptr elementtype(ptr addrspace(1) (i64)) @build, i32 1, i32 0, i64 %n, i32 0, i32 0) [ "gc-live"() ]
  %list = call ptr addrspace(1) @llvm.experimental.gc.result.p1(token %t)
  %t2 = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 9, i32 0, ptr elementtype(void ()) @collect, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %list, ptr addrspace(1) null) ]
  %list2 = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t2, i32 0, i32 0)
  %none = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t2, i32 1, i32 1)
  %isnone = icmp eq ptr addrspace(1) %none, null
  %value = load i64, ptr addrspace(1) %list2
  %extra = zext i1 %isnone to i64
  %r = add i64 %value, %extra
  ret i64 %r
}

define i64 @invoked(i64 %n, i32 %raises) gc "statepoint-example" personality ptr @__gcc_personality_v0 {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 10, i32 0, ptr elementtype(ptr addrspace(1) (i64)) @allocate, i32 1, i32 0, i64 %n, i32 0, i32 0)
  %cell = call ptr addrspace(1) @llvm.experimental.gc.result.p1(token %t)
  %t2 = invoke token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 11, i32 0, ptr elementtype(void (i32)) @raise_if, i32 1, i32 0, i32 %raises, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %cell) ]
    to label %after unwind label %pad
after:
  %cell2 = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t2, i32 0, i32 0)
  %value = load i64, ptr addrspace(1) %cell2
  ret i64 %value
pad:
  %l = landingpad token cleanup
  %cell3 = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %l, i32 0, i32 0)
  call void @landed(ptr addrspace(1) %cell3)
  unreachable
}
