@info = external constant ptr
@other = external constant ptr
declare void @may_throw()
declare void @use(ptr)
declare i32 @__gxx_personality_v0(...)
define void @cleanup() uwtable personality ptr @__gxx_personality_v0 {
  invoke void @may_throw() to label %done unwind label %pad
done:
  ret void
pad:
  %p = landingpad { ptr, i32 } cleanup
  call void @use(ptr @info)
  unreachable
}
define void @quiet() nounwind { ret void }
define void @catch() uwtable personality ptr @__gxx_personality_v0 {
  invoke void @may_throw() to label %done unwind label %pad
done:
  ret void
pad:
  %p = landingpad { ptr, i32 } catch ptr @info catch ptr @other catch ptr null
  %object = extractvalue { ptr, i32 } %p, 0
  call void @use(ptr %object)
  unreachable
}
define void @filter() uwtable personality ptr @__gxx_personality_v0 {
  invoke void @may_throw() to label %done unwind label %pad
done:
  ret void
pad:
  %p = landingpad { ptr, i32 } cleanup filter [2 x ptr] [ptr @other, ptr @info] catch ptr @info filter [0 x ptr] zeroinitializer
  %object = extractvalue { ptr, i32 } %p, 0
  call void @use(ptr %object)
  unreachable
}
