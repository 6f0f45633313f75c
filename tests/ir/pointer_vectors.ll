; Vectors of pointers: compared, selected, masked and converted.
@a = global [8 x i64] [i64 0, i64 5, i64 0, i64 -1, i64 9, i64 7, i64 3, i64 -1]
@b = global [8 x i64] [i64 1, i64 5, i64 0, i64 -2, i64 2, i64 7, i64 4, i64 -1]
@f = private constant [10 x i8] c"%ld %ld\0A\00\00"
declare i32 @printf(ptr, ...)
define i32 @main() {
  %a = load volatile <4 x ptr>, ptr @a
  %b = load volatile <4 x ptr>, ptr @b
  %e = icmp eq <4 x ptr> %a, %b
  %u = icmp ult <4 x ptr> %a, %b
  %s = icmp sgt <4 x ptr> %a, %b
  %n = icmp ne <4 x ptr> %a, zeroinitializer
  %e1 = zext <4 x i1> %e to <4 x i64>
  %u1 = zext <4 x i1> %u to <4 x i64>
  %s1 = zext <4 x i1> %s to <4 x i64>
  %n1 = zext <4 x i1> %n to <4 x i64>
  %w = mul <4 x i64> %e1, <i64 1, i64 10, i64 100, i64 1000>
  %x = mul <4 x i64> %u1, <i64 2, i64 20, i64 200, i64 2000>
  %y = mul <4 x i64> %s1, <i64 4, i64 40, i64 400, i64 4000>
  %z = mul <4 x i64> %n1, <i64 10000, i64 100000, i64 1000000, i64 10000000>
  %p = add <4 x i64> %w, %x
  %q = add <4 x i64> %y, %z
  %r = add <4 x i64> %p, %q
  %t = call i64 @llvm.vector.reduce.add.v4i64(<4 x i64> %r)
  %c = load volatile <2 x ptr>, ptr @a
  %m = load volatile <2 x i64>, ptr @b
  %k = call <2 x ptr> @llvm.ptrmask.v2p0.v2i64(<2 x ptr> %c, <2 x i64> %m)
  %ki = ptrtoint <2 x ptr> %k to <2 x i64>
  %kk = call i64 @llvm.vector.reduce.add.v2i64(<2 x i64> %ki)
  %sel = select <4 x i1> %u, <4 x ptr> %a, <4 x ptr> %b
  %si = ptrtoint <4 x ptr> %sel to <4 x i64>
  %ss = call i64 @llvm.vector.reduce.add.v4i64(<4 x i64> %si)
  %o = mul i64 %ss, 100
  %oo = add i64 %o, %kk
  call i32 (ptr, ...) @printf(ptr @f, i64 %t, i64 %oo)
  ret i32 0
}
