; Code that the linker may shorten, beside functions and assembly that it must not.
module asm "in_assembly:"
module asm "\09call\09outside"
module asm "\09ret"

@seen = external global i32

declare i32 @outside()

define i32 @shortened() #0 {
  %1 = call i32 @outside()
  %2 = load i32, ptr @seen
  %3 = add i32 %1, %2
  ret i32 %3
}

define i32 @kept() #1 {
  %1 = call i32 @outside()
  %2 = load i32, ptr @seen
  %3 = add i32 %1, %2
  ret i32 %3
}

define i32 @kept_with_more() #2 {
  %1 = call i32 @outside()
  %2 = load i32, ptr @seen
  %3 = call i32 asm "call outside", "={a0}"()
  %4 = add i32 %1, %2
  %5 = add i32 %4, %3
  ret i32 %5
}

define i32 @kept_and_aligned() #1 align 16 {
  %1 = call i32 @outside()
  ret i32 %1
}

define i32 @shortened_and_aligned() #0 align 16 {
  %1 = call i32 @outside()
  ret i32 %1
}

define i32 @kept_between() #1 align 8 {
  %1 = call i32 @outside()
  ret i32 %1
}

attributes #0 = { "target-features"="+m,+a,+f,+d,+c,+relax" }
attributes #1 = { "target-features"="+m,+a,+f,+d,+c" }
attributes #2 = { "target-features"="+m,+a,+f,+d,+c,+zbb" }
