; Assembly that aligns code further than the function around it is aligned, after code of other sizes.
declare void @outside()

define void @first() {
  ret void
}

define void @at_once(i32 %x) {
  call void asm sideeffect ".p2align 4\0A\09nop", ""()
  %c = icmp eq i32 %x, 0
  br i1 %c, label %zero, label %done
zero:
  call void asm sideeffect "nop\0A\09.balign 32\0A\09nop", ""()
  br label %done
done:
  ret void
}

define void @aligned() align 16 {
  call void asm sideeffect "nop\0A\09.balign 8\0A\09nop\0A\09.balign 64\0A\09nop", ""()
  call void @outside()
  call void asm sideeffect ".balign 64", ""()
  ret void
}

define void @in_other_sections() section ".text.x" {
  call void asm sideeffect "nop\0A\09.pushsection .text.x,\22ax\22\0A\09nop\0A\09.p2align 3\0A\09nop\0A\09.popsection", ""()
  call void asm sideeffect ".pushsection .text.y,\22ax\22\0A\09nop\0A\09.p2align 3\0A\09nop\0A\09.popsection", ""()
  ret void
}

define void @after_them() section ".text.x" {
  call void @outside()
  call void asm sideeffect ".pushsection .text.y,\22ax\22\0A\09nop\0A\09.p2align 5\0A\09nop\0A\09.popsection", ""()
  call void asm sideeffect ".p2align 5", ""()
  ret void
}

define i32 @with_a_handler() personality ptr @__gxx_personality_v0 {
  invoke void @outside() to label %fine unwind label %caught
fine:
  call void asm sideeffect ".p2align 4", ""()
  invoke void @outside() to label %done unwind label %caught
done:
  ret i32 0
caught:
  %pad = landingpad { ptr, i32 } catch ptr null
  ret i32 1
}

declare i32 @__gxx_personality_v0(...)
