declare void @llvm.gcroot(ptr, ptr)
declare void @update_roots()

; The collector changes the roots at every call.
define i64 @tabled(i64 %a, i64 %b) gc "ocaml" {
  %x = alloca ptr
  %y = alloca ptr
  %z = alloca ptr
  call void @llvm.gcroot(ptr %x, ptr null)
  call void @llvm.gcroot(ptr %y, ptr null)
  call void @llvm.gcroot(ptr %z, ptr null)
  %pa = inttoptr i64 %a to ptr
  %pb = inttoptr i64 %b to ptr
  store ptr %pa, ptr %x
  call void @update_roots()
  store ptr %pb, ptr %y
  call void @update_roots()
  %vx = load ptr, ptr %x
  %vy = load ptr, ptr %y
  %vz = load ptr, ptr %z
  %ix = ptrtoint ptr %vx to i64
  %iy = ptrtoint ptr %vy to i64
  %iz = ptrtoint ptr %vz to i64
  %s = add i64 %ix, %iy
  %t = add i64 %s, %iz
  ret i64 %t
}

define i64 @tabled_many(i64 %a, i64 %n) gc "ocaml" {
entry:
  %x = alloca ptr
  %other = alloca [300 x i64]
  call void @llvm.gcroot(ptr %x, ptr null)
  %pa = inttoptr i64 %a to ptr
  store ptr %pa, ptr %x
  store volatile i64 1, ptr %other
  br label %loop
loop:
  %i = phi i64 [ %n, %entry ], [ %less, %loop ]
  call void @update_roots()
  %less = sub i64 %i, 1
  %done = icmp eq i64 %less, 0
  br i1 %done, label %end, label %loop
end:
  %v = load ptr, ptr %x
  %r = ptrtoint ptr %v to i64
  ret i64 %r
}
