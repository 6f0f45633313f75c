@meta = internal constant i64 3

declare void @llvm.gcroot(ptr, ptr)
declare ptr @llvm.gcread(ptr, ptr)
declare void @llvm.gcwrite(ptr, ptr, ptr)
declare void @collect()
declare ptr @allocate(i64)
declare void @fail(i64)
declare i32 @__gxx_personality_v0(...)
declare ptr @__cxa_begin_catch(ptr)
declare void @__cxa_end_catch()

define ptr @cons(i64 %value, ptr %tail) gc "shadow-stack" {
  %root = alloca ptr
  call void @llvm.gcroot(ptr %root, ptr null)
  store ptr %tail, ptr %root
  %node = call ptr @allocate(i64 %value)
  %rest = load ptr, ptr %root
  call void @llvm.gcwrite(ptr %rest, ptr %node, ptr %node)
  ret ptr %node
}

; The second root has metadata, and is the first one in the frame.
define ptr @build(i64 %n) gc "shadow-stack" {
  %unused = alloca ptr
  %root = alloca ptr
  call void @llvm.gcroot(ptr %unused, ptr null)
  call void @llvm.gcroot(ptr %root, ptr @meta)
  %done = icmp eq i64 %n, 0
  br i1 %done, label %end, label %more
end:
  ret ptr null
more:
  %less = sub i64 %n, 1
  %rest = call ptr @build(i64 %less)
  store ptr %rest, ptr %root
  call void @collect()
  %moved = load ptr, ptr %root
  %list = tail call ptr @cons(i64 %n, ptr %moved)
  ret ptr %list
}

define i64 @sum(ptr %list) gc "shadow-stack" {
  %root = alloca ptr
  call void @llvm.gcroot(ptr %root, ptr null)
  store ptr %list, ptr %root
  %empty = icmp eq ptr %list, null
  br i1 %empty, label %end, label %more
end:
  ret i64 0
more:
  call void @collect()
  %here = load ptr, ptr %root
  %next = call ptr @llvm.gcread(ptr %here, ptr %here)
  %others = call i64 @sum(ptr %next)
  %again = load ptr, ptr %root
  %field = getelementptr i8, ptr %again, i64 8
  %value = load i64, ptr %field
  %sum = add i64 %value, %others
  ret i64 %sum
}

; Throws through all its frames.
define i64 @deep(i64 %n, ptr %list) gc "shadow-stack" {
  %root = alloca ptr
  call void @llvm.gcroot(ptr %root, ptr null)
  store ptr %list, ptr %root
  %done = icmp eq i64 %n, 0
  br i1 %done, label %end, label %more
end:
  call void @fail(i64 42)
  ret i64 0
more:
  call void @collect()
  %less = sub i64 %n, 1
  %here = load ptr, ptr %root
  %r = call i64 @deep(i64 %less, ptr %here)
  ret i64 %r
}

; Catches, and has a cleanup of its own.
define i64 @guarded(i64 %n, ptr %list) gc "shadow-stack" personality ptr @__gxx_personality_v0 {
  %root = alloca ptr
  call void @llvm.gcroot(ptr %root, ptr null)
  store ptr %list, ptr %root
  %r = invoke i64 @inner(i64 %n, ptr %list) to label %fine unwind label %pad
fine:
  %here = load ptr, ptr %root
  %s = call i64 @sum(ptr %here)
  %t = add i64 %s, %r
  ret i64 %t
pad:
  %caught = landingpad { ptr, i32 } catch ptr null
  %exception = extractvalue { ptr, i32 } %caught, 0
  %object = call ptr @__cxa_begin_catch(ptr %exception)
  %number = load i32, ptr %object
  call void @__cxa_end_catch()
  %still = load ptr, ptr %root
  %u = call i64 @sum(ptr %still)
  %wide = sext i32 %number to i64
  %v = sub i64 %u, %wide
  ret i64 %v
}

define i64 @inner(i64 %n, ptr %list) gc "shadow-stack" personality ptr @__gxx_personality_v0 {
  %root = alloca ptr
  call void @llvm.gcroot(ptr %root, ptr null)
  store ptr %list, ptr %root
  invoke void @fail(i64 %n) to label %fine unwind label %pad
fine:
  ret i64 1000
pad:
  %caught = landingpad { ptr, i32 } cleanup
  call void @collect()
  resume { ptr, i32 } %caught
}

; Phis whose blocks end at calls that throw; a root of a block that is executed several times.
define i64 @looped(i64 %n, ptr %list) gc "shadow-stack" {
entry:
  %root = alloca ptr
  call void @llvm.gcroot(ptr %root, ptr null)
  call void @collect()
  store ptr null, ptr %root
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %sum = phi i64 [ 0, %entry ], [ %more, %latch ]
  %node = call ptr @allocate(i64 %i)
  store ptr %node, ptr %root
  %odd = and i64 %i, 1
  %is_odd = icmp ne i64 %odd, 0
  br i1 %is_odd, label %collects, label %latch
collects:
  call void @collect()
  %b = load ptr, ptr %root
  %bf = getelementptr i8, ptr %b, i64 8
  %bv = load i64, ptr %bf
  %ten = mul i64 %bv, 10
  br label %latch
latch:
  %value = phi i64 [ %ten, %collects ], [ %i, %loop ]
  %more = add i64 %sum, %value
  %next = add i64 %i, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  ret i64 %more
}

; The frame is unlinked before the call.
define ptr @last(i64 %n, ptr %list) gc "shadow-stack" {
  %root = alloca ptr
  call void @llvm.gcroot(ptr %root, ptr null)
  store ptr %list, ptr %root
  %field = load ptr, ptr %list
  %done = icmp eq i64 %n, 0
  br i1 %done, label %end, label %more
end:
  %r = load ptr, ptr %root
  ret ptr %r
more:
  %less = sub i64 %n, 1
  %tail = musttail call ptr @last(i64 %less, ptr %field)
  ret ptr %tail
}
