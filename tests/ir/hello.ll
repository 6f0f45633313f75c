; The smallest program in IR with output.
@text = private constant [6 x i8] c"hello\00"

declare i32 @puts(ptr)

define i32 @main() {
  %r = call i32 @puts(ptr @text)
  ret i32 0
}
