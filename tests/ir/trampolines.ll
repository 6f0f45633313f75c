; A function with a nest argument, called through trampolines that are written at run time.
@format = private constant [13 x i8] c"%ld %ld %ld\0A\00"

declare i32 @printf(ptr, ...)
declare ptr @mmap(ptr, i64, i32, i32, i32, i64)
declare void @llvm.init.trampoline(ptr, ptr, ptr)
declare ptr @llvm.adjust.trampoline(ptr)

define internal i64 @nested(ptr nest %frame, i64 %a, i64 %b) {
  %base = load i64, ptr %frame
  %product = mul i64 %a, %b
  %sum = add i64 %product, %base
  store i64 %sum, ptr %frame
  ret i64 %sum
}

define i64 @call(ptr %function, i64 %a) noinline {
  %r = call i64 %function(i64 %a, i64 10)
  ret i64 %r
}

define i32 @main() {
  %frame = alloca i64
  %other = alloca i64
  store i64 1000, ptr %frame
  store i64 5, ptr %other
  ; Readable, writable, executable; private, of no file.
  %memory = call ptr @mmap(ptr null, i64 4096, i32 7, i32 34, i32 -1, i64 0)
  %second = getelementptr i8, ptr %memory, i64 64
  call void @llvm.init.trampoline(ptr align 8 %memory, ptr @nested, ptr %frame)
  call void @llvm.init.trampoline(ptr %second, ptr @nested, ptr %other)
  %f = call ptr @llvm.adjust.trampoline(ptr %memory)
  %g = call ptr @llvm.adjust.trampoline(ptr %second)
  %x = call i64 @call(ptr %f, i64 3)
  %y = call i64 @call(ptr %g, i64 4)
  %z = call i64 @call(ptr %f, i64 1)
  %n = call i32 (ptr, ...) @printf(ptr @format, i64 %x, i64 %y, i64 %z)
  ret i32 0
}
