; Addresses of the small code model.
; options: -code-model=small
@format = private constant [9 x i8] c"%s: %ld\0A\00"
@name = private constant [5 x i8] c"data\00"
@data = global [4 x i64] [i64 3, i64 5, i64 7, i64 11]
@bytes = internal global [8 x i8] c"abcdefgh"
@handler = global ptr @times

declare i32 @printf(ptr, ...)
declare i64 @strlen(ptr)

define internal i64 @times(i64 %x) noinline {
  %r = mul i64 %x, 3
  ret i64 %r
}

define i64 @element(i64 %n) noinline {
  %p = getelementptr [4 x i64], ptr @data, i64 0, i64 %n
  %v = load i64, ptr %p
  %w = load i64, ptr getelementptr ([4 x i64], ptr @data, i64 0, i64 3)
  store i8 0, ptr getelementptr (i8, ptr @bytes, i64 5)
  %length = call i64 @strlen(ptr @bytes)
  %f = load ptr, ptr @handler
  %same = icmp eq ptr %f, @times
  %k = zext i1 %same to i64
  %t = call i64 %f(i64 %v)
  %s = add i64 %t, %w
  %u = add i64 %s, %length
  %r = add i64 %u, %k
  ret i64 %r
}

define i32 @main() {
  %v = call i64 @element(i64 2)
  %r = call i32 (ptr, ...) @printf(ptr @format, ptr @name, i64 %v)
  ret i32 0
}
