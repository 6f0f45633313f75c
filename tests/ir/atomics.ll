; Every atomic operation at every width and ordering, on memory whose neighbours are shown, too; loads and stores, fences, compare-exchanges
; that succeed and fail; pointers and reals.
@format = private constant [12 x i8] c"%s: %016lx\0A\00"
@memory = internal global [2 x i64] zeroinitializer, align 16
declare i32 @printf(ptr, ...)

define void @show(ptr %name, i64 %v) noinline {
  %r = call i32 (ptr, ...) @printf(ptr @format, ptr %name, i64 %v)
  ret void
}

@n.xchg_i8 = private constant [8 x i8] c"xchg_i8\00"
@n.add_i8 = private constant [7 x i8] c"add_i8\00"
@n.sub_i8 = private constant [7 x i8] c"sub_i8\00"
@n.and_i8 = private constant [7 x i8] c"and_i8\00"
@n.nand_i8 = private constant [8 x i8] c"nand_i8\00"
@n.or_i8 = private constant [6 x i8] c"or_i8\00"
@n.xor_i8 = private constant [7 x i8] c"xor_i8\00"
@n.max_i8 = private constant [7 x i8] c"max_i8\00"
@n.min_i8 = private constant [7 x i8] c"min_i8\00"
@n.umax_i8 = private constant [8 x i8] c"umax_i8\00"
@n.umin_i8 = private constant [8 x i8] c"umin_i8\00"
@n.uinc_wrap_i8 = private constant [13 x i8] c"uinc_wrap_i8\00"
@n.udec_wrap_i8 = private constant [13 x i8] c"udec_wrap_i8\00"
@n.usub_cond_i8 = private constant [13 x i8] c"usub_cond_i8\00"
@n.usub_sat_i8 = private constant [12 x i8] c"usub_sat_i8\00"
@n.cmpxchg_i8 = private constant [11 x i8] c"cmpxchg_i8\00"
@n.access_i8 = private constant [10 x i8] c"access_i8\00"
@n.xchg_i16 = private constant [9 x i8] c"xchg_i16\00"
@n.add_i16 = private constant [8 x i8] c"add_i16\00"
@n.sub_i16 = private constant [8 x i8] c"sub_i16\00"
@n.and_i16 = private constant [8 x i8] c"and_i16\00"
@n.nand_i16 = private constant [9 x i8] c"nand_i16\00"
@n.or_i16 = private constant [7 x i8] c"or_i16\00"
@n.xor_i16 = private constant [8 x i8] c"xor_i16\00"
@n.max_i16 = private constant [8 x i8] c"max_i16\00"
@n.min_i16 = private constant [8 x i8] c"min_i16\00"
@n.umax_i16 = private constant [9 x i8] c"umax_i16\00"
@n.umin_i16 = private constant [9 x i8] c"umin_i16\00"
@n.uinc_wrap_i16 = private constant [14 x i8] c"uinc_wrap_i16\00"
@n.udec_wrap_i16 = private constant [14 x i8] c"udec_wrap_i16\00"
@n.usub_cond_i16 = private constant [14 x i8] c"usub_cond_i16\00"
@n.usub_sat_i16 = private constant [13 x i8] c"usub_sat_i16\00"
@n.cmpxchg_i16 = private constant [12 x i8] c"cmpxchg_i16\00"
@n.access_i16 = private constant [11 x i8] c"access_i16\00"
@n.xchg_i32 = private constant [9 x i8] c"xchg_i32\00"
@n.add_i32 = private constant [8 x i8] c"add_i32\00"
@n.sub_i32 = private constant [8 x i8] c"sub_i32\00"
@n.and_i32 = private constant [8 x i8] c"and_i32\00"
@n.nand_i32 = private constant [9 x i8] c"nand_i32\00"
@n.or_i32 = private constant [7 x i8] c"or_i32\00"
@n.xor_i32 = private constant [8 x i8] c"xor_i32\00"
@n.max_i32 = private constant [8 x i8] c"max_i32\00"
@n.min_i32 = private constant [8 x i8] c"min_i32\00"
@n.umax_i32 = private constant [9 x i8] c"umax_i32\00"
@n.umin_i32 = private constant [9 x i8] c"umin_i32\00"
@n.uinc_wrap_i32 = private constant [14 x i8] c"uinc_wrap_i32\00"
@n.udec_wrap_i32 = private constant [14 x i8] c"udec_wrap_i32\00"
@n.usub_cond_i32 = private constant [14 x i8] c"usub_cond_i32\00"
@n.usub_sat_i32 = private constant [13 x i8] c"usub_sat_i32\00"
@n.cmpxchg_i32 = private constant [12 x i8] c"cmpxchg_i32\00"
@n.access_i32 = private constant [11 x i8] c"access_i32\00"
@n.xchg_i64 = private constant [9 x i8] c"xchg_i64\00"
@n.add_i64 = private constant [8 x i8] c"add_i64\00"
@n.sub_i64 = private constant [8 x i8] c"sub_i64\00"
@n.and_i64 = private constant [8 x i8] c"and_i64\00"
@n.nand_i64 = private constant [9 x i8] c"nand_i64\00"
@n.or_i64 = private constant [7 x i8] c"or_i64\00"
@n.xor_i64 = private constant [8 x i8] c"xor_i64\00"
@n.max_i64 = private constant [8 x i8] c"max_i64\00"
@n.min_i64 = private constant [8 x i8] c"min_i64\00"
@n.umax_i64 = private constant [9 x i8] c"umax_i64\00"
@n.umin_i64 = private constant [9 x i8] c"umin_i64\00"
@n.uinc_wrap_i64 = private constant [14 x i8] c"uinc_wrap_i64\00"
@n.udec_wrap_i64 = private constant [14 x i8] c"udec_wrap_i64\00"
@n.usub_cond_i64 = private constant [14 x i8] c"usub_cond_i64\00"
@n.usub_sat_i64 = private constant [13 x i8] c"usub_sat_i64\00"
@n.cmpxchg_i64 = private constant [12 x i8] c"cmpxchg_i64\00"
@n.access_i64 = private constant [11 x i8] c"access_i64\00"
@n.xchg_float = private constant [11 x i8] c"xchg_float\00"
@n.fadd_float = private constant [11 x i8] c"fadd_float\00"
@n.fsub_float = private constant [11 x i8] c"fsub_float\00"
@n.fmax_float = private constant [11 x i8] c"fmax_float\00"
@n.fmin_float = private constant [11 x i8] c"fmin_float\00"
@n.fmaximum_float = private constant [15 x i8] c"fmaximum_float\00"
@n.fminimum_float = private constant [15 x i8] c"fminimum_float\00"
@n.access_float = private constant [13 x i8] c"access_float\00"
@n.xchg_double = private constant [12 x i8] c"xchg_double\00"
@n.fadd_double = private constant [12 x i8] c"fadd_double\00"
@n.fsub_double = private constant [12 x i8] c"fsub_double\00"
@n.fmax_double = private constant [12 x i8] c"fmax_double\00"
@n.fmin_double = private constant [12 x i8] c"fmin_double\00"
@n.fmaximum_double = private constant [16 x i8] c"fmaximum_double\00"
@n.fminimum_double = private constant [16 x i8] c"fminimum_double\00"
@n.access_double = private constant [14 x i8] c"access_double\00"
@n.half = private constant [5 x i8] c"half\00"
@n.pointer = private constant [8 x i8] c"pointer\00"
@n.fences = private constant [7 x i8] c"fences\00"

define void @xchg_i8(i8 %v) noinline {
  %p = getelementptr i8, ptr @memory, i64 3
  %o0 = atomicrmw xchg ptr %p, i8 %v monotonic
  %e0 = zext i8 %o0 to i64
  call void @show(ptr @n.xchg_i8, i64 %e0)
  %o1 = atomicrmw volatile xchg ptr %p, i8 %v acquire
  %e1 = zext i8 %o1 to i64
  call void @show(ptr @n.xchg_i8, i64 %e1)
  %o2 = atomicrmw xchg ptr %p, i8 %v release
  %e2 = zext i8 %o2 to i64
  call void @show(ptr @n.xchg_i8, i64 %e2)
  %o3 = atomicrmw xchg ptr %p, i8 %v acq_rel
  %e3 = zext i8 %o3 to i64
  call void @show(ptr @n.xchg_i8, i64 %e3)
  %o4 = atomicrmw xchg ptr %p, i8 %v seq_cst
  %e4 = zext i8 %o4 to i64
  call void @show(ptr @n.xchg_i8, i64 %e4)
  %m0 = load i64, ptr @memory
  %m8 = load i64, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @show(ptr @n.xchg_i8, i64 %m0)
  call void @show(ptr @n.xchg_i8, i64 %m8)
  ret void
}

define void @add_i8(i8 %v) noinline {
  %p = getelementptr i8, ptr @memory, i64 3
  %o0 = atomicrmw add ptr %p, i8 %v monotonic
  %e0 = zext i8 %o0 to i64
  call void @show(ptr @n.add_i8, i64 %e0)
  %o1 = atomicrmw volatile add ptr %p, i8 %v acquire
  %e1 = zext i8 %o1 to i64
  call void @show(ptr @n.add_i8, i64 %e1)
  %o2 = atomicrmw add ptr %p, i8 %v release
  %e2 = zext i8 %o2 to i64
  call void @show(ptr @n.add_i8, i64 %e2)
  %o3 = atomicrmw add ptr %p, i8 %v acq_rel
  %e3 = zext i8 %o3 to i64
  call void @show(ptr @n.add_i8, i64 %e3)
  %o4 = atomicrmw add ptr %p, i8 %v seq_cst
  %e4 = zext i8 %o4 to i64
  call void @show(ptr @n.add_i8, i64 %e4)
  %m0 = load i64, ptr @memory
  %m8 = load i64, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @show(ptr @n.add_i8, i64 %m0)
  call void @show(ptr @n.add_i8, i64 %m8)
  ret void
}

define void @sub_i8(i8 %v) noinline {
  %p = getelementptr i8, ptr @memory, i64 3
  %o0 = atomicrmw sub ptr %p, i8 %v monotonic
  %e0 = zext i8 %o0 to i64
  call void @show(ptr @n.sub_i8, i64 %e0)
  %o1 = atomicrmw volatile sub ptr %p, i8 %v acquire
  %e1 = zext i8 %o1 to i64
  call void @show(ptr @n.sub_i8, i64 %e1)
  %o2 = atomicrmw sub ptr %p, i8 %v release
  %e2 = zext i8 %o2 to i64
  call void @show(ptr @n.sub_i8, i64 %e2)
  %o3 = atomicrmw sub ptr %p, i8 %v acq_rel
  %e3 = zext i8 %o3 to i64
  call void @show(ptr @n.sub_i8, i64 %e3)
  %o4 = atomicrmw sub ptr %p, i8 %v seq_cst
  %e4 = zext i8 %o4 to i64
  call void @show(ptr @n.sub_i8, i64 %e4)
  %m0 = load i64, ptr @memory
  %m8 = load i64, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @show(ptr @n.sub_i8, i64 %m0)
  call void @show(ptr @n.sub_i8, i64 %m8)
  ret void
}

define void @and_i8(i8 %v) noinline {
  %p = getelementptr i8, ptr @memory, i64 3
  %o0 = atomicrmw and ptr %p, i8 %v monotonic
  %e0 = zext i8 %o0 to i64
  call void @show(ptr @n.and_i8, i64 %e0)
  %o1 = atomicrmw volatile and ptr %p, i8 %v acquire
  %e1 = zext i8 %o1 to i64
  call void @show(ptr @n.and_i8, i64 %e1)
  %o2 = atomicrmw and ptr %p, i8 %v release
  %e2 = zext i8 %o2 to i64
  call void @show(ptr @n.and_i8, i64 %e2)
  %o3 = atomicrmw and ptr %p, i8 %v acq_rel
  %e3 = zext i8 %o3 to i64
  call void @show(ptr @n.and_i8, i64 %e3)
  %o4 = atomicrmw and ptr %p, i8 %v seq_cst
  %e4 = zext i8 %o4 to i64
  call void @show(ptr @n.and_i8, i64 %e4)
  %m0 = load i64, ptr @memory
  %m8 = load i64, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @show(ptr @n.and_i8, i64 %m0)
  call void @show(ptr @n.and_i8, i64 %m8)
  ret void
}

define void @nand_i8(i8 %v) noinline {
  %p = getelementptr i8, ptr @memory, i64 3
  %o0 = atomicrmw nand ptr %p, i8 %v monotonic
  %e0 = zext i8 %o0 to i64
  call void @show(ptr @n.nand_i8, i64 %e0)
  %o1 = atomicrmw volatile nand ptr %p, i8 %v acquire
  %e1 = zext i8 %o1 to i64
  call void @show(ptr @n.nand_i8, i64 %e1)
  %o2 = atomicrmw nand ptr %p, i8 %v release
  %e2 = zext i8 %o2 to i64
  call void @show(ptr @n.nand_i8, i64 %e2)
  %o3 = atomicrmw nand ptr %p, i8 %v acq_rel
  %e3 = zext i8 %o3 to i64
  call void @show(ptr @n.nand_i8, i64 %e3)
  %o4 = atomicrmw nand ptr %p, i8 %v seq_cst
  %e4 = zext i8 %o4 to i64
  call void @show(ptr @n.nand_i8, i64 %e4)
  %m0 = load i64, ptr @memory
  %m8 = load i64, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @show(ptr @n.nand_i8, i64 %m0)
  call void @show(ptr @n.nand_i8, i64 %m8)
  ret void
}

define void @or_i8(i8 %v) noinline {
  %p = getelementptr i8, ptr @memory, i64 3
  %o0 = atomicrmw or ptr %p, i8 %v monotonic
  %e0 = zext i8 %o0 to i64
  call void @show(ptr @n.or_i8, i64 %e0)
  %o1 = atomicrmw volatile or ptr %p, i8 %v acquire
  %e1 = zext i8 %o1 to i64
  call void @show(ptr @n.or_i8, i64 %e1)
  %o2 = atomicrmw or ptr %p, i8 %v release
  %e2 = zext i8 %o2 to i64
  call void @show(ptr @n.or_i8, i64 %e2)
  %o3 = atomicrmw or ptr %p, i8 %v acq_rel
  %e3 = zext i8 %o3 to i64
  call void @show(ptr @n.or_i8, i64 %e3)
  %o4 = atomicrmw or ptr %p, i8 %v seq_cst
  %e4 = zext i8 %o4 to i64
  call void @show(ptr @n.or_i8, i64 %e4)
  %m0 = load i64, ptr @memory
  %m8 = load i64, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @show(ptr @n.or_i8, i64 %m0)
  call void @show(ptr @n.or_i8, i64 %m8)
  ret void
}

define void @xor_i8(i8 %v) noinline {
  %p = getelementptr i8, ptr @memory, i64 3
  %o0 = atomicrmw xor ptr %p, i8 %v monotonic
  %e0 = zext i8 %o0 to i64
  call void @show(ptr @n.xor_i8, i64 %e0)
  %o1 = atomicrmw volatile xor ptr %p, i8 %v acquire
  %e1 = zext i8 %o1 to i64
  call void @show(ptr @n.xor_i8, i64 %e1)
  %o2 = atomicrmw xor ptr %p, i8 %v release
  %e2 = zext i8 %o2 to i64
  call void @show(ptr @n.xor_i8, i64 %e2)
  %o3 = atomicrmw xor ptr %p, i8 %v acq_rel
  %e3 = zext i8 %o3 to i64
  call void @show(ptr @n.xor_i8, i64 %e3)
  %o4 = atomicrmw xor ptr %p, i8 %v seq_cst
  %e4 = zext i8 %o4 to i64
  call void @show(ptr @n.xor_i8, i64 %e4)
  %m0 = load i64, ptr @memory
  %m8 = load i64, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @show(ptr @n.xor_i8, i64 %m0)
  call void @show(ptr @n.xor_i8, i64 %m8)
  ret void
}

define void @max_i8(i8 %v) noinline {
  %p = getelementptr i8, ptr @memory, i64 3
  %o0 = atomicrmw max ptr %p, i8 %v monotonic
  %e0 = zext i8 %o0 to i64
  call void @show(ptr @n.max_i8, i64 %e0)
  %o1 = atomicrmw volatile max ptr %p, i8 %v acquire
  %e1 = zext i8 %o1 to i64
  call void @show(ptr @n.max_i8, i64 %e1)
  %o2 = atomicrmw max ptr %p, i8 %v release
  %e2 = zext i8 %o2 to i64
  call void @show(ptr @n.max_i8, i64 %e2)
  %o3 = atomicrmw max ptr %p, i8 %v acq_rel
  %e3 = zext i8 %o3 to i64
  call void @show(ptr @n.max_i8, i64 %e3)
  %o4 = atomicrmw max ptr %p, i8 %v seq_cst
  %e4 = zext i8 %o4 to i64
  call void @show(ptr @n.max_i8, i64 %e4)
  %m0 = load i64, ptr @memory
  %m8 = load i64, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @show(ptr @n.max_i8, i64 %m0)
  call void @show(ptr @n.max_i8, i64 %m8)
  ret void
}

define void @min_i8(i8 %v) noinline {
  %p = getelementptr i8, ptr @memory, i64 3
  %o0 = atomicrmw min ptr %p, i8 %v monotonic
  %e0 = zext i8 %o0 to i64
  call void @show(ptr @n.min_i8, i64 %e0)
  %o1 = atomicrmw volatile min ptr %p, i8 %v acquire
  %e1 = zext i8 %o1 to i64
  call void @show(ptr @n.min_i8, i64 %e1)
  %o2 = atomicrmw min ptr %p, i8 %v release
  %e2 = zext i8 %o2 to i64
  call void @show(ptr @n.min_i8, i64 %e2)
  %o3 = atomicrmw min ptr %p, i8 %v acq_rel
  %e3 = zext i8 %o3 to i64
  call void @show(ptr @n.min_i8, i64 %e3)
  %o4 = atomicrmw min ptr %p, i8 %v seq_cst
  %e4 = zext i8 %o4 to i64
  call void @show(ptr @n.min_i8, i64 %e4)
  %m0 = load i64, ptr @memory
  %m8 = load i64, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @show(ptr @n.min_i8, i64 %m0)
  call void @show(ptr @n.min_i8, i64 %m8)
  ret void
}

define void @umax_i8(i8 %v) noinline {
  %p = getelementptr i8, ptr @memory, i64 3
  %o0 = atomicrmw umax ptr %p, i8 %v monotonic
  %e0 = zext i8 %o0 to i64
  call void @show(ptr @n.umax_i8, i64 %e0)
  %o1 = atomicrmw volatile umax ptr %p, i8 %v acquire
  %e1 = zext i8 %o1 to i64
  call void @show(ptr @n.umax_i8, i64 %e1)
  %o2 = atomicrmw umax ptr %p, i8 %v release
  %e2 = zext i8 %o2 to i64
  call void @show(ptr @n.umax_i8, i64 %e2)
  %o3 = atomicrmw umax ptr %p, i8 %v acq_rel
  %e3 = zext i8 %o3 to i64
  call void @show(ptr @n.umax_i8, i64 %e3)
  %o4 = atomicrmw umax ptr %p, i8 %v seq_cst
  %e4 = zext i8 %o4 to i64
  call void @show(ptr @n.umax_i8, i64 %e4)
  %m0 = load i64, ptr @memory
  %m8 = load i64, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @show(ptr @n.umax_i8, i64 %m0)
  call void @show(ptr @n.umax_i8, i64 %m8)
  ret void
}

define void @umin_i8(i8 %v) noinline {
  %p = getelementptr i8, ptr @memory, i64 3
  %o0 = atomicrmw umin ptr %p, i8 %v monotonic
  %e0 = zext i8 %o0 to i64
  call void @show(ptr @n.umin_i8, i64 %e0)
  %o1 = atomicrmw volatile umin ptr %p, i8 %v acquire
  %e1 = zext i8 %o1 to i64
  call void @show(ptr @n.umin_i8, i64 %e1)
  %o2 = atomicrmw umin ptr %p, i8 %v release
  %e2 = zext i8 %o2 to i64
  call void @show(ptr @n.umin_i8, i64 %e2)
  %o3 = atomicrmw umin ptr %p, i8 %v acq_rel
  %e3 = zext i8 %o3 to i64
  call void @show(ptr @n.umin_i8, i64 %e3)
  %o4 = atomicrmw umin ptr %p, i8 %v seq_cst
  %e4 = zext i8 %o4 to i64
  call void @show(ptr @n.umin_i8, i64 %e4)
  %m0 = load i64, ptr @memory
  %m8 = load i64, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @show(ptr @n.umin_i8, i64 %m0)
  call void @show(ptr @n.umin_i8, i64 %m8)
  ret void
}

define void @uinc_wrap_i8(i8 %v) noinline {
  %p = getelementptr i8, ptr @memory, i64 3
  %o0 = atomicrmw uinc_wrap ptr %p, i8 %v monotonic
  %e0 = zext i8 %o0 to i64
  call void @show(ptr @n.uinc_wrap_i8, i64 %e0)
  %o1 = atomicrmw volatile uinc_wrap ptr %p, i8 %v acquire
  %e1 = zext i8 %o1 to i64
  call void @show(ptr @n.uinc_wrap_i8, i64 %e1)
  %o2 = atomicrmw uinc_wrap ptr %p, i8 %v release
  %e2 = zext i8 %o2 to i64
  call void @show(ptr @n.uinc_wrap_i8, i64 %e2)
  %o3 = atomicrmw uinc_wrap ptr %p, i8 %v acq_rel
  %e3 = zext i8 %o3 to i64
  call void @show(ptr @n.uinc_wrap_i8, i64 %e3)
  %o4 = atomicrmw uinc_wrap ptr %p, i8 %v seq_cst
  %e4 = zext i8 %o4 to i64
  call void @show(ptr @n.uinc_wrap_i8, i64 %e4)
  %m0 = load i64, ptr @memory
  %m8 = load i64, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @show(ptr @n.uinc_wrap_i8, i64 %m0)
  call void @show(ptr @n.uinc_wrap_i8, i64 %m8)
  ret void
}

define void @udec_wrap_i8(i8 %v) noinline {
  %p = getelementptr i8, ptr @memory, i64 3
  %o0 = atomicrmw udec_wrap ptr %p, i8 %v monotonic
  %e0 = zext i8 %o0 to i64
  call void @show(ptr @n.udec_wrap_i8, i64 %e0)
  %o1 = atomicrmw volatile udec_wrap ptr %p, i8 %v acquire
  %e1 = zext i8 %o1 to i64
  call void @show(ptr @n.udec_wrap_i8, i64 %e1)
  %o2 = atomicrmw udec_wrap ptr %p, i8 %v release
  %e2 = zext i8 %o2 to i64
  call void @show(ptr @n.udec_wrap_i8, i64 %e2)
  %o3 = atomicrmw udec_wrap ptr %p, i8 %v acq_rel
  %e3 = zext i8 %o3 to i64
  call void @show(ptr @n.udec_wrap_i8, i64 %e3)
  %o4 = atomicrmw udec_wrap ptr %p, i8 %v seq_cst
  %e4 = zext i8 %o4 to i64
  call void @show(ptr @n.udec_wrap_i8, i64 %e4)
  %m0 = load i64, ptr @memory
  %m8 = load i64, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @show(ptr @n.udec_wrap_i8, i64 %m0)
  call void @show(ptr @n.udec_wrap_i8, i64 %m8)
  ret void
}

define void @usub_cond_i8(i8 %v) noinline {
  %p = getelementptr i8, ptr @memory, i64 3
  %o0 = atomicrmw usub_cond ptr %p, i8 %v monotonic
  %e0 = zext i8 %o0 to i64
  call void @show(ptr @n.usub_cond_i8, i64 %e0)
  %o1 = atomicrmw volatile usub_cond ptr %p, i8 %v acquire
  %e1 = zext i8 %o1 to i64
  call void @show(ptr @n.usub_cond_i8, i64 %e1)
  %o2 = atomicrmw usub_cond ptr %p, i8 %v release
  %e2 = zext i8 %o2 to i64
  call void @show(ptr @n.usub_cond_i8, i64 %e2)
  %o3 = atomicrmw usub_cond ptr %p, i8 %v acq_rel
  %e3 = zext i8 %o3 to i64
  call void @show(ptr @n.usub_cond_i8, i64 %e3)
  %o4 = atomicrmw usub_cond ptr %p, i8 %v seq_cst
  %e4 = zext i8 %o4 to i64
  call void @show(ptr @n.usub_cond_i8, i64 %e4)
  %m0 = load i64, ptr @memory
  %m8 = load i64, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @show(ptr @n.usub_cond_i8, i64 %m0)
  call void @show(ptr @n.usub_cond_i8, i64 %m8)
  ret void
}

define void @usub_sat_i8(i8 %v) noinline {
  %p = getelementptr i8, ptr @memory, i64 3
  %o0 = atomicrmw usub_sat ptr %p, i8 %v monotonic
  %e0 = zext i8 %o0 to i64
  call void @show(ptr @n.usub_sat_i8, i64 %e0)
  %o1 = atomicrmw volatile usub_sat ptr %p, i8 %v acquire
  %e1 = zext i8 %o1 to i64
  call void @show(ptr @n.usub_sat_i8, i64 %e1)
  %o2 = atomicrmw usub_sat ptr %p, i8 %v release
  %e2 = zext i8 %o2 to i64
  call void @show(ptr @n.usub_sat_i8, i64 %e2)
  %o3 = atomicrmw usub_sat ptr %p, i8 %v acq_rel
  %e3 = zext i8 %o3 to i64
  call void @show(ptr @n.usub_sat_i8, i64 %e3)
  %o4 = atomicrmw usub_sat ptr %p, i8 %v seq_cst
  %e4 = zext i8 %o4 to i64
  call void @show(ptr @n.usub_sat_i8, i64 %e4)
  %m0 = load i64, ptr @memory
  %m8 = load i64, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @show(ptr @n.usub_sat_i8, i64 %m0)
  call void @show(ptr @n.usub_sat_i8, i64 %m8)
  ret void
}

define void @cmpxchg_i8(i8 %v, i8 %new) noinline {
  %p = getelementptr i8, ptr @memory, i64 3
  %r0 = cmpxchg ptr %p, i8 %v, i8 %new monotonic monotonic
  %o0 = extractvalue { i8, i1 } %r0, 0
  %s0 = extractvalue { i8, i1 } %r0, 1
  %z0 = zext i1 %s0 to i64
  %e0 = zext i8 %o0 to i64
  call void @show(ptr @n.cmpxchg_i8, i64 %e0)
  call void @show(ptr @n.cmpxchg_i8, i64 %z0)
  store atomic i8 %new, ptr %p release, align 1
  %r1 = cmpxchg ptr %p, i8 %v, i8 %new acquire monotonic
  %o1 = extractvalue { i8, i1 } %r1, 0
  %s1 = extractvalue { i8, i1 } %r1, 1
  %z1 = zext i1 %s1 to i64
  %e1 = zext i8 %o1 to i64
  call void @show(ptr @n.cmpxchg_i8, i64 %e1)
  call void @show(ptr @n.cmpxchg_i8, i64 %z1)
  store atomic i8 %v, ptr %p monotonic, align 1
  %r2 = cmpxchg volatile ptr %p, i8 %v, i8 %new acquire acquire
  %o2 = extractvalue { i8, i1 } %r2, 0
  %s2 = extractvalue { i8, i1 } %r2, 1
  %z2 = zext i1 %s2 to i64
  %e2 = zext i8 %o2 to i64
  call void @show(ptr @n.cmpxchg_i8, i64 %e2)
  call void @show(ptr @n.cmpxchg_i8, i64 %z2)
  store i8 %v, ptr %p
  %r3 = cmpxchg ptr %p, i8 %v, i8 %new release monotonic
  %o3 = extractvalue { i8, i1 } %r3, 0
  %s3 = extractvalue { i8, i1 } %r3, 1
  %z3 = zext i1 %s3 to i64
  %e3 = zext i8 %o3 to i64
  call void @show(ptr @n.cmpxchg_i8, i64 %e3)
  call void @show(ptr @n.cmpxchg_i8, i64 %z3)
  store atomic i8 %new, ptr %p release, align 1
  %r4 = cmpxchg ptr %p, i8 %v, i8 %new release acquire
  %o4 = extractvalue { i8, i1 } %r4, 0
  %s4 = extractvalue { i8, i1 } %r4, 1
  %z4 = zext i1 %s4 to i64
  %e4 = zext i8 %o4 to i64
  call void @show(ptr @n.cmpxchg_i8, i64 %e4)
  call void @show(ptr @n.cmpxchg_i8, i64 %z4)
  store atomic i8 %v, ptr %p monotonic, align 1
  %r5 = cmpxchg ptr %p, i8 %v, i8 %new acq_rel acquire
  %o5 = extractvalue { i8, i1 } %r5, 0
  %s5 = extractvalue { i8, i1 } %r5, 1
  %z5 = zext i1 %s5 to i64
  %e5 = zext i8 %o5 to i64
  call void @show(ptr @n.cmpxchg_i8, i64 %e5)
  call void @show(ptr @n.cmpxchg_i8, i64 %z5)
  store i8 %v, ptr %p
  %r6 = cmpxchg ptr %p, i8 %v, i8 %new acq_rel seq_cst
  %o6 = extractvalue { i8, i1 } %r6, 0
  %s6 = extractvalue { i8, i1 } %r6, 1
  %z6 = zext i1 %s6 to i64
  %e6 = zext i8 %o6 to i64
  call void @show(ptr @n.cmpxchg_i8, i64 %e6)
  call void @show(ptr @n.cmpxchg_i8, i64 %z6)
  store atomic i8 %new, ptr %p release, align 1
  %r7 = cmpxchg ptr %p, i8 %v, i8 %new seq_cst seq_cst
  %o7 = extractvalue { i8, i1 } %r7, 0
  %s7 = extractvalue { i8, i1 } %r7, 1
  %z7 = zext i1 %s7 to i64
  %e7 = zext i8 %o7 to i64
  call void @show(ptr @n.cmpxchg_i8, i64 %e7)
  call void @show(ptr @n.cmpxchg_i8, i64 %z7)
  store atomic i8 %v, ptr %p monotonic, align 1
  %r8 = cmpxchg ptr %p, i8 %v, i8 %new monotonic acquire
  %o8 = extractvalue { i8, i1 } %r8, 0
  %s8 = extractvalue { i8, i1 } %r8, 1
  %z8 = zext i1 %s8 to i64
  %e8 = zext i8 %o8 to i64
  call void @show(ptr @n.cmpxchg_i8, i64 %e8)
  call void @show(ptr @n.cmpxchg_i8, i64 %z8)
  store i8 %v, ptr %p
  %r9 = cmpxchg ptr %p, i8 %v, i8 %new release seq_cst
  %o9 = extractvalue { i8, i1 } %r9, 0
  %s9 = extractvalue { i8, i1 } %r9, 1
  %z9 = zext i1 %s9 to i64
  %e9 = zext i8 %o9 to i64
  call void @show(ptr @n.cmpxchg_i8, i64 %e9)
  call void @show(ptr @n.cmpxchg_i8, i64 %z9)
  store atomic i8 %new, ptr %p release, align 1
  %r10 = cmpxchg weak ptr %p, i8 %v, i8 %new monotonic monotonic
  %o10 = extractvalue { i8, i1 } %r10, 0
  %s10 = extractvalue { i8, i1 } %r10, 1
  %z10 = zext i1 %s10 to i64
  %e10 = zext i8 %o10 to i64
  call void @show(ptr @n.cmpxchg_i8, i64 %e10)
  call void @show(ptr @n.cmpxchg_i8, i64 %z10)
  store atomic i8 %v, ptr %p monotonic, align 1
  %r11 = cmpxchg weak ptr %p, i8 %v, i8 %new acquire monotonic
  %o11 = extractvalue { i8, i1 } %r11, 0
  %s11 = extractvalue { i8, i1 } %r11, 1
  %z11 = zext i1 %s11 to i64
  %e11 = zext i8 %o11 to i64
  call void @show(ptr @n.cmpxchg_i8, i64 %e11)
  call void @show(ptr @n.cmpxchg_i8, i64 %z11)
  store i8 %v, ptr %p
  %r12 = cmpxchg weak ptr %p, i8 %v, i8 %new acquire acquire
  %o12 = extractvalue { i8, i1 } %r12, 0
  %s12 = extractvalue { i8, i1 } %r12, 1
  %z12 = zext i1 %s12 to i64
  %e12 = zext i8 %o12 to i64
  call void @show(ptr @n.cmpxchg_i8, i64 %e12)
  call void @show(ptr @n.cmpxchg_i8, i64 %z12)
  store atomic i8 %new, ptr %p release, align 1
  %r13 = cmpxchg weak ptr %p, i8 %v, i8 %new release monotonic
  %o13 = extractvalue { i8, i1 } %r13, 0
  %s13 = extractvalue { i8, i1 } %r13, 1
  %z13 = zext i1 %s13 to i64
  %e13 = zext i8 %o13 to i64
  call void @show(ptr @n.cmpxchg_i8, i64 %e13)
  call void @show(ptr @n.cmpxchg_i8, i64 %z13)
  store atomic i8 %v, ptr %p monotonic, align 1
  %r14 = cmpxchg weak ptr %p, i8 %v, i8 %new release acquire
  %o14 = extractvalue { i8, i1 } %r14, 0
  %s14 = extractvalue { i8, i1 } %r14, 1
  %z14 = zext i1 %s14 to i64
  %e14 = zext i8 %o14 to i64
  call void @show(ptr @n.cmpxchg_i8, i64 %e14)
  call void @show(ptr @n.cmpxchg_i8, i64 %z14)
  store i8 %v, ptr %p
  %r15 = cmpxchg weak ptr %p, i8 %v, i8 %new acq_rel acquire
  %o15 = extractvalue { i8, i1 } %r15, 0
  %s15 = extractvalue { i8, i1 } %r15, 1
  %z15 = zext i1 %s15 to i64
  %e15 = zext i8 %o15 to i64
  call void @show(ptr @n.cmpxchg_i8, i64 %e15)
  call void @show(ptr @n.cmpxchg_i8, i64 %z15)
  store atomic i8 %new, ptr %p release, align 1
  %r16 = cmpxchg weak ptr %p, i8 %v, i8 %new acq_rel seq_cst
  %o16 = extractvalue { i8, i1 } %r16, 0
  %s16 = extractvalue { i8, i1 } %r16, 1
  %z16 = zext i1 %s16 to i64
  %e16 = zext i8 %o16 to i64
  call void @show(ptr @n.cmpxchg_i8, i64 %e16)
  call void @show(ptr @n.cmpxchg_i8, i64 %z16)
  store atomic i8 %v, ptr %p monotonic, align 1
  %r17 = cmpxchg weak ptr %p, i8 %v, i8 %new seq_cst seq_cst
  %o17 = extractvalue { i8, i1 } %r17, 0
  %s17 = extractvalue { i8, i1 } %r17, 1
  %z17 = zext i1 %s17 to i64
  %e17 = zext i8 %o17 to i64
  call void @show(ptr @n.cmpxchg_i8, i64 %e17)
  call void @show(ptr @n.cmpxchg_i8, i64 %z17)
  store i8 %v, ptr %p
  %r18 = cmpxchg weak ptr %p, i8 %v, i8 %new monotonic acquire
  %o18 = extractvalue { i8, i1 } %r18, 0
  %s18 = extractvalue { i8, i1 } %r18, 1
  %z18 = zext i1 %s18 to i64
  %e18 = zext i8 %o18 to i64
  call void @show(ptr @n.cmpxchg_i8, i64 %e18)
  call void @show(ptr @n.cmpxchg_i8, i64 %z18)
  store atomic i8 %new, ptr %p release, align 1
  %r19 = cmpxchg weak ptr %p, i8 %v, i8 %new release seq_cst
  %o19 = extractvalue { i8, i1 } %r19, 0
  %s19 = extractvalue { i8, i1 } %r19, 1
  %z19 = zext i1 %s19 to i64
  %e19 = zext i8 %o19 to i64
  call void @show(ptr @n.cmpxchg_i8, i64 %e19)
  call void @show(ptr @n.cmpxchg_i8, i64 %z19)
  store atomic i8 %v, ptr %p monotonic, align 1
  %m0 = load i64, ptr @memory
  %m8 = load i64, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @show(ptr @n.cmpxchg_i8, i64 %m0)
  call void @show(ptr @n.cmpxchg_i8, i64 %m8)
  ret void
}

define void @access_i8(i8 %v) noinline {
  %p = getelementptr i8, ptr @memory, i64 3
  %l0 = load atomic i8, ptr %p unordered, align 1
  %x0 = add i8 %l0, %v
  store atomic i8 %x0, ptr %p unordered, align 1
  %e0 = sext i8 %l0 to i64
  call void @show(ptr @n.access_i8, i64 %e0)
  %l1 = load atomic i8, ptr %p monotonic, align 1
  %x1 = add i8 %l1, %v
  store atomic volatile i8 %x1, ptr %p monotonic, align 1
  %e1 = sext i8 %l1 to i64
  call void @show(ptr @n.access_i8, i64 %e1)
  %l2 = load atomic i8, ptr %p acquire, align 1
  %x2 = add i8 %l2, %v
  store atomic i8 %x2, ptr %p release, align 1
  %e2 = sext i8 %l2 to i64
  call void @show(ptr @n.access_i8, i64 %e2)
  %l3 = load atomic i8, ptr %p seq_cst, align 1
  %x3 = add i8 %l3, %v
  store atomic i8 %x3, ptr %p seq_cst, align 1
  %e3 = sext i8 %l3 to i64
  call void @show(ptr @n.access_i8, i64 %e3)
  %m0 = load i64, ptr @memory
  %m8 = load i64, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @show(ptr @n.access_i8, i64 %m0)
  call void @show(ptr @n.access_i8, i64 %m8)
  ret void
}

define void @xchg_i16(i16 %v) noinline {
  %p = getelementptr i8, ptr @memory, i64 6
  %o0 = atomicrmw xchg ptr %p, i16 %v monotonic
  %e0 = zext i16 %o0 to i64
  call void @show(ptr @n.xchg_i16, i64 %e0)
  %o1 = atomicrmw volatile xchg ptr %p, i16 %v acquire
  %e1 = zext i16 %o1 to i64
  call void @show(ptr @n.xchg_i16, i64 %e1)
  %o2 = atomicrmw xchg ptr %p, i16 %v release
  %e2 = zext i16 %o2 to i64
  call void @show(ptr @n.xchg_i16, i64 %e2)
  %o3 = atomicrmw xchg ptr %p, i16 %v acq_rel
  %e3 = zext i16 %o3 to i64
  call void @show(ptr @n.xchg_i16, i64 %e3)
  %o4 = atomicrmw xchg ptr %p, i16 %v seq_cst
  %e4 = zext i16 %o4 to i64
  call void @show(ptr @n.xchg_i16, i64 %e4)
  %m0 = load i64, ptr @memory
  %m8 = load i64, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @show(ptr @n.xchg_i16, i64 %m0)
  call void @show(ptr @n.xchg_i16, i64 %m8)
  ret void
}

define void @add_i16(i16 %v) noinline {
  %p = getelementptr i8, ptr @memory, i64 6
  %o0 = atomicrmw add ptr %p, i16 %v monotonic
  %e0 = zext i16 %o0 to i64
  call void @show(ptr @n.add_i16, i64 %e0)
  %o1 = atomicrmw volatile add ptr %p, i16 %v acquire
  %e1 = zext i16 %o1 to i64
  call void @show(ptr @n.add_i16, i64 %e1)
  %o2 = atomicrmw add ptr %p, i16 %v release
  %e2 = zext i16 %o2 to i64
  call void @show(ptr @n.add_i16, i64 %e2)
  %o3 = atomicrmw add ptr %p, i16 %v acq_rel
  %e3 = zext i16 %o3 to i64
  call void @show(ptr @n.add_i16, i64 %e3)
  %o4 = atomicrmw add ptr %p, i16 %v seq_cst
  %e4 = zext i16 %o4 to i64
  call void @show(ptr @n.add_i16, i64 %e4)
  %m0 = load i64, ptr @memory
  %m8 = load i64, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @show(ptr @n.add_i16, i64 %m0)
  call void @show(ptr @n.add_i16, i64 %m8)
  ret void
}

define void @sub_i16(i16 %v) noinline {
  %p = getelementptr i8, ptr @memory, i64 6
  %o0 = atomicrmw sub ptr %p, i16 %v monotonic
  %e0 = zext i16 %o0 to i64
  call void @show(ptr @n.sub_i16, i64 %e0)
  %o1 = atomicrmw volatile sub ptr %p, i16 %v acquire
  %e1 = zext i16 %o1 to i64
  call void @show(ptr @n.sub_i16, i64 %e1)
  %o2 = atomicrmw sub ptr %p, i16 %v release
  %e2 = zext i16 %o2 to i64
  call void @show(ptr @n.sub_i16, i64 %e2)
  %o3 = atomicrmw sub ptr %p, i16 %v acq_rel
  %e3 = zext i16 %o3 to i64
  call void @show(ptr @n.sub_i16, i64 %e3)
  %o4 = atomicrmw sub ptr %p, i16 %v seq_cst
  %e4 = zext i16 %o4 to i64
  call void @show(ptr @n.sub_i16, i64 %e4)
  %m0 = load i64, ptr @memory
  %m8 = load i64, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @show(ptr @n.sub_i16, i64 %m0)
  call void @show(ptr @n.sub_i16, i64 %m8)
  ret void
}

define void @and_i16(i16 %v) noinline {
  %p = getelementptr i8, ptr @memory, i64 6
  %o0 = atomicrmw and ptr %p, i16 %v monotonic
  %e0 = zext i16 %o0 to i64
  call void @show(ptr @n.and_i16, i64 %e0)
  %o1 = atomicrmw volatile and ptr %p, i16 %v acquire
  %e1 = zext i16 %o1 to i64
  call void @show(ptr @n.and_i16, i64 %e1)
  %o2 = atomicrmw and ptr %p, i16 %v release
  %e2 = zext i16 %o2 to i64
  call void @show(ptr @n.and_i16, i64 %e2)
  %o3 = atomicrmw and ptr %p, i16 %v acq_rel
  %e3 = zext i16 %o3 to i64
  call void @show(ptr @n.and_i16, i64 %e3)
  %o4 = atomicrmw and ptr %p, i16 %v seq_cst
  %e4 = zext i16 %o4 to i64
  call void @show(ptr @n.and_i16, i64 %e4)
  %m0 = load i64, ptr @memory
  %m8 = load i64, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @show(ptr @n.and_i16, i64 %m0)
  call void @show(ptr @n.and_i16, i64 %m8)
  ret void
}

define void @nand_i16(i16 %v) noinline {
  %p = getelementptr i8, ptr @memory, i64 6
  %o0 = atomicrmw nand ptr %p, i16 %v monotonic
  %e0 = zext i16 %o0 to i64
  call void @show(ptr @n.nand_i16, i64 %e0)
  %o1 = atomicrmw volatile nand ptr %p, i16 %v acquire
  %e1 = zext i16 %o1 to i64
  call void @show(ptr @n.nand_i16, i64 %e1)
  %o2 = atomicrmw nand ptr %p, i16 %v release
  %e2 = zext i16 %o2 to i64
  call void @show(ptr @n.nand_i16, i64 %e2)
  %o3 = atomicrmw nand ptr %p, i16 %v acq_rel
  %e3 = zext i16 %o3 to i64
  call void @show(ptr @n.nand_i16, i64 %e3)
  %o4 = atomicrmw nand ptr %p, i16 %v seq_cst
  %e4 = zext i16 %o4 to i64
  call void @show(ptr @n.nand_i16, i64 %e4)
  %m0 = load i64, ptr @memory
  %m8 = load i64, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @show(ptr @n.nand_i16, i64 %m0)
  call void @show(ptr @n.nand_i16, i64 %m8)
  ret void
}

define void @or_i16(i16 %v) noinline {
  %p = getelementptr i8, ptr @memory, i64 6
  %o0 = atomicrmw or ptr %p, i16 %v monotonic
  %e0 = zext i16 %o0 to i64
  call void @show(ptr @n.or_i16, i64 %e0)
  %o1 = atomicrmw volatile or ptr %p, i16 %v acquire
  %e1 = zext i16 %o1 to i64
  call void @show(ptr @n.or_i16, i64 %e1)
  %o2 = atomicrmw or ptr %p, i16 %v release
  %e2 = zext i16 %o2 to i64
  call void @show(ptr @n.or_i16, i64 %e2)
  %o3 = atomicrmw or ptr %p, i16 %v acq_rel
  %e3 = zext i16 %o3 to i64
  call void @show(ptr @n.or_i16, i64 %e3)
  %o4 = atomicrmw or ptr %p, i16 %v seq_cst
  %e4 = zext i16 %o4 to i64
  call void @show(ptr @n.or_i16, i64 %e4)
  %m0 = load i64, ptr @memory
  %m8 = load i64, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @show(ptr @n.or_i16, i64 %m0)
  call void @show(ptr @n.or_i16, i64 %m8)
  ret void
}

define void @xor_i16(i16 %v) noinline {
  %p = getelementptr i8, ptr @memory, i64 6
  %o0 = atomicrmw xor ptr %p, i16 %v monotonic
  %e0 = zext i16 %o0 to i64
  call void @show(ptr @n.xor_i16, i64 %e0)
  %o1 = atomicrmw volatile xor ptr %p, i16 %v acquire
  %e1 = zext i16 %o1 to i64
  call void @show(ptr @n.xor_i16, i64 %e1)
  %o2 = atomicrmw xor ptr %p, i16 %v release
  %e2 = zext i16 %o2 to i64
  call void @show(ptr @n.xor_i16, i64 %e2)
  %o3 = atomicrmw xor ptr %p, i16 %v acq_rel
  %e3 = zext i16 %o3 to i64
  call void @show(ptr @n.xor_i16, i64 %e3)
  %o4 = atomicrmw xor ptr %p, i16 %v seq_cst
  %e4 = zext i16 %o4 to i64
  call void @show(ptr @n.xor_i16, i64 %e4)
  %m0 = load i64, ptr @memory
  %m8 = load i64, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @show(ptr @n.xor_i16, i64 %m0)
  call void @show(ptr @n.xor_i16, i64 %m8)
  ret void
}

define void @max_i16(i16 %v) noinline {
  %p = getelementptr i8, ptr @memory, i64 6
  %o0 = atomicrmw max ptr %p, i16 %v monotonic
  %e0 = zext i16 %o0 to i64
  call void @show(ptr @n.max_i16, i64 %e0)
  %o1 = atomicrmw volatile max ptr %p, i16 %v acquire
  %e1 = zext i16 %o1 to i64
  call void @show(ptr @n.max_i16, i64 %e1)
  %o2 = atomicrmw max ptr %p, i16 %v release
  %e2 = zext i16 %o2 to i64
  call void @show(ptr @n.max_i16, i64 %e2)
  %o3 = atomicrmw max ptr %p, i16 %v acq_rel
  %e3 = zext i16 %o3 to i64
  call void @show(ptr @n.max_i16, i64 %e3)
  %o4 = atomicrmw max ptr %p, i16 %v seq_cst
  %e4 = zext i16 %o4 to i64
  call void @show(ptr @n.max_i16, i64 %e4)
  %m0 = load i64, ptr @memory
  %m8 = load i64, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @show(ptr @n.max_i16, i64 %m0)
  call void @show(ptr @n.max_i16, i64 %m8)
  ret void
}

define void @min_i16(i16 %v) noinline {
  %p = getelementptr i8, ptr @memory, i64 6
  %o0 = atomicrmw min ptr %p, i16 %v monotonic
  %e0 = zext i16 %o0 to i64
  call void @show(ptr @n.min_i16, i64 %e0)
  %o1 = atomicrmw volatile min ptr %p, i16 %v acquire
  %e1 = zext i16 %o1 to i64
  call void @show(ptr @n.min_i16, i64 %e1)
  %o2 = atomicrmw min ptr %p, i16 %v release
  %e2 = zext i16 %o2 to i64
  call void @show(ptr @n.min_i16, i64 %e2)
  %o3 = atomicrmw min ptr %p, i16 %v acq_rel
  %e3 = zext i16 %o3 to i64
  call void @show(ptr @n.min_i16, i64 %e3)
  %o4 = atomicrmw min ptr %p, i16 %v seq_cst
  %e4 = zext i16 %o4 to i64
  call void @show(ptr @n.min_i16, i64 %e4)
  %m0 = load i64, ptr @memory
  %m8 = load i64, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @show(ptr @n.min_i16, i64 %m0)
  call void @show(ptr @n.min_i16, i64 %m8)
  ret void
}

define void @umax_i16(i16 %v) noinline {
  %p = getelementptr i8, ptr @memory, i64 6
  %o0 = atomicrmw umax ptr %p, i16 %v monotonic
  %e0 = zext i16 %o0 to i64
  call void @show(ptr @n.umax_i16, i64 %e0)
  %o1 = atomicrmw volatile umax ptr %p, i16 %v acquire
  %e1 = zext i16 %o1 to i64
  call void @show(ptr @n.umax_i16, i64 %e1)
  %o2 = atomicrmw umax ptr %p, i16 %v release
  %e2 = zext i16 %o2 to i64
  call void @show(ptr @n.umax_i16, i64 %e2)
  %o3 = atomicrmw umax ptr %p, i16 %v acq_rel
  %e3 = zext i16 %o3 to i64
  call void @show(ptr @n.umax_i16, i64 %e3)
  %o4 = atomicrmw umax ptr %p, i16 %v seq_cst
  %e4 = zext i16 %o4 to i64
  call void @show(ptr @n.umax_i16, i64 %e4)
  %m0 = load i64, ptr @memory
  %m8 = load i64, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @show(ptr @n.umax_i16, i64 %m0)
  call void @show(ptr @n.umax_i16, i64 %m8)
  ret void
}

define void @umin_i16(i16 %v) noinline {
  %p = getelementptr i8, ptr @memory, i64 6
  %o0 = atomicrmw umin ptr %p, i16 %v monotonic
  %e0 = zext i16 %o0 to i64
  call void @show(ptr @n.umin_i16, i64 %e0)
  %o1 = atomicrmw volatile umin ptr %p, i16 %v acquire
  %e1 = zext i16 %o1 to i64
  call void @show(ptr @n.umin_i16, i64 %e1)
  %o2 = atomicrmw umin ptr %p, i16 %v release
  %e2 = zext i16 %o2 to i64
  call void @show(ptr @n.umin_i16, i64 %e2)
  %o3 = atomicrmw umin ptr %p, i16 %v acq_rel
  %e3 = zext i16 %o3 to i64
  call void @show(ptr @n.umin_i16, i64 %e3)
  %o4 = atomicrmw umin ptr %p, i16 %v seq_cst
  %e4 = zext i16 %o4 to i64
  call void @show(ptr @n.umin_i16, i64 %e4)
  %m0 = load i64, ptr @memory
  %m8 = load i64, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @show(ptr @n.umin_i16, i64 %m0)
  call void @show(ptr @n.umin_i16, i64 %m8)
  ret void
}

define void @uinc_wrap_i16(i16 %v) noinline {
  %p = getelementptr i8, ptr @memory, i64 6
  %o0 = atomicrmw uinc_wrap ptr %p, i16 %v monotonic
  %e0 = zext i16 %o0 to i64
  call void @show(ptr @n.uinc_wrap_i16, i64 %e0)
  %o1 = atomicrmw volatile uinc_wrap ptr %p, i16 %v acquire
  %e1 = zext i16 %o1 to i64
  call void @show(ptr @n.uinc_wrap_i16, i64 %e1)
  %o2 = atomicrmw uinc_wrap ptr %p, i16 %v release
  %e2 = zext i16 %o2 to i64
  call void @show(ptr @n.uinc_wrap_i16, i64 %e2)
  %o3 = atomicrmw uinc_wrap ptr %p, i16 %v acq_rel
  %e3 = zext i16 %o3 to i64
  call void @show(ptr @n.uinc_wrap_i16, i64 %e3)
  %o4 = atomicrmw uinc_wrap ptr %p, i16 %v seq_cst
  %e4 = zext i16 %o4 to i64
  call void @show(ptr @n.uinc_wrap_i16, i64 %e4)
  %m0 = load i64, ptr @memory
  %m8 = load i64, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @show(ptr @n.uinc_wrap_i16, i64 %m0)
  call void @show(ptr @n.uinc_wrap_i16, i64 %m8)
  ret void
}

define void @udec_wrap_i16(i16 %v) noinline {
  %p = getelementptr i8, ptr @memory, i64 6
  %o0 = atomicrmw udec_wrap ptr %p, i16 %v monotonic
  %e0 = zext i16 %o0 to i64
  call void @show(ptr @n.udec_wrap_i16, i64 %e0)
  %o1 = atomicrmw volatile udec_wrap ptr %p, i16 %v acquire
  %e1 = zext i16 %o1 to i64
  call void @show(ptr @n.udec_wrap_i16, i64 %e1)
  %o2 = atomicrmw udec_wrap ptr %p, i16 %v release
  %e2 = zext i16 %o2 to i64
  call void @show(ptr @n.udec_wrap_i16, i64 %e2)
  %o3 = atomicrmw udec_wrap ptr %p, i16 %v acq_rel
  %e3 = zext i16 %o3 to i64
  call void @show(ptr @n.udec_wrap_i16, i64 %e3)
  %o4 = atomicrmw udec_wrap ptr %p, i16 %v seq_cst
  %e4 = zext i16 %o4 to i64
  call void @show(ptr @n.udec_wrap_i16, i64 %e4)
  %m0 = load i64, ptr @memory
  %m8 = load i64, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @show(ptr @n.udec_wrap_i16, i64 %m0)
  call void @show(ptr @n.udec_wrap_i16, i64 %m8)
  ret void
}

define void @usub_cond_i16(i16 %v) noinline {
  %p = getelementptr i8, ptr @memory, i64 6
  %o0 = atomicrmw usub_cond ptr %p, i16 %v monotonic
  %e0 = zext i16 %o0 to i64
  call void @show(ptr @n.usub_cond_i16, i64 %e0)
  %o1 = atomicrmw volatile usub_cond ptr %p, i16 %v acquire
  %e1 = zext i16 %o1 to i64
  call void @show(ptr @n.usub_cond_i16, i64 %e1)
  %o2 = atomicrmw usub_cond ptr %p, i16 %v release
  %e2 = zext i16 %o2 to i64
  call void @show(ptr @n.usub_cond_i16, i64 %e2)
  %o3 = atomicrmw usub_cond ptr %p, i16 %v acq_rel
  %e3 = zext i16 %o3 to i64
  call void @show(ptr @n.usub_cond_i16, i64 %e3)
  %o4 = atomicrmw usub_cond ptr %p, i16 %v seq_cst
  %e4 = zext i16 %o4 to i64
  call void @show(ptr @n.usub_cond_i16, i64 %e4)
  %m0 = load i64, ptr @memory
  %m8 = load i64, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @show(ptr @n.usub_cond_i16, i64 %m0)
  call void @show(ptr @n.usub_cond_i16, i64 %m8)
  ret void
}

define void @usub_sat_i16(i16 %v) noinline {
  %p = getelementptr i8, ptr @memory, i64 6
  %o0 = atomicrmw usub_sat ptr %p, i16 %v monotonic
  %e0 = zext i16 %o0 to i64
  call void @show(ptr @n.usub_sat_i16, i64 %e0)
  %o1 = atomicrmw volatile usub_sat ptr %p, i16 %v acquire
  %e1 = zext i16 %o1 to i64
  call void @show(ptr @n.usub_sat_i16, i64 %e1)
  %o2 = atomicrmw usub_sat ptr %p, i16 %v release
  %e2 = zext i16 %o2 to i64
  call void @show(ptr @n.usub_sat_i16, i64 %e2)
  %o3 = atomicrmw usub_sat ptr %p, i16 %v acq_rel
  %e3 = zext i16 %o3 to i64
  call void @show(ptr @n.usub_sat_i16, i64 %e3)
  %o4 = atomicrmw usub_sat ptr %p, i16 %v seq_cst
  %e4 = zext i16 %o4 to i64
  call void @show(ptr @n.usub_sat_i16, i64 %e4)
  %m0 = load i64, ptr @memory
  %m8 = load i64, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @show(ptr @n.usub_sat_i16, i64 %m0)
  call void @show(ptr @n.usub_sat_i16, i64 %m8)
  ret void
}

define void @cmpxchg_i16(i16 %v, i16 %new) noinline {
  %p = getelementptr i8, ptr @memory, i64 6
  %r0 = cmpxchg ptr %p, i16 %v, i16 %new monotonic monotonic
  %o0 = extractvalue { i16, i1 } %r0, 0
  %s0 = extractvalue { i16, i1 } %r0, 1
  %z0 = zext i1 %s0 to i64
  %e0 = zext i16 %o0 to i64
  call void @show(ptr @n.cmpxchg_i16, i64 %e0)
  call void @show(ptr @n.cmpxchg_i16, i64 %z0)
  store atomic i16 %new, ptr %p release, align 2
  %r1 = cmpxchg ptr %p, i16 %v, i16 %new acquire monotonic
  %o1 = extractvalue { i16, i1 } %r1, 0
  %s1 = extractvalue { i16, i1 } %r1, 1
  %z1 = zext i1 %s1 to i64
  %e1 = zext i16 %o1 to i64
  call void @show(ptr @n.cmpxchg_i16, i64 %e1)
  call void @show(ptr @n.cmpxchg_i16, i64 %z1)
  store atomic i16 %v, ptr %p monotonic, align 2
  %r2 = cmpxchg volatile ptr %p, i16 %v, i16 %new acquire acquire
  %o2 = extractvalue { i16, i1 } %r2, 0
  %s2 = extractvalue { i16, i1 } %r2, 1
  %z2 = zext i1 %s2 to i64
  %e2 = zext i16 %o2 to i64
  call void @show(ptr @n.cmpxchg_i16, i64 %e2)
  call void @show(ptr @n.cmpxchg_i16, i64 %z2)
  store i16 %v, ptr %p
  %r3 = cmpxchg ptr %p, i16 %v, i16 %new release monotonic
  %o3 = extractvalue { i16, i1 } %r3, 0
  %s3 = extractvalue { i16, i1 } %r3, 1
  %z3 = zext i1 %s3 to i64
  %e3 = zext i16 %o3 to i64
  call void @show(ptr @n.cmpxchg_i16, i64 %e3)
  call void @show(ptr @n.cmpxchg_i16, i64 %z3)
  store atomic i16 %new, ptr %p release, align 2
  %r4 = cmpxchg ptr %p, i16 %v, i16 %new release acquire
  %o4 = extractvalue { i16, i1 } %r4, 0
  %s4 = extractvalue { i16, i1 } %r4, 1
  %z4 = zext i1 %s4 to i64
  %e4 = zext i16 %o4 to i64
  call void @show(ptr @n.cmpxchg_i16, i64 %e4)
  call void @show(ptr @n.cmpxchg_i16, i64 %z4)
  store atomic i16 %v, ptr %p monotonic, align 2
  %r5 = cmpxchg ptr %p, i16 %v, i16 %new acq_rel acquire
  %o5 = extractvalue { i16, i1 } %r5, 0
  %s5 = extractvalue { i16, i1 } %r5, 1
  %z5 = zext i1 %s5 to i64
  %e5 = zext i16 %o5 to i64
  call void @show(ptr @n.cmpxchg_i16, i64 %e5)
  call void @show(ptr @n.cmpxchg_i16, i64 %z5)
  store i16 %v, ptr %p
  %r6 = cmpxchg ptr %p, i16 %v, i16 %new acq_rel seq_cst
  %o6 = extractvalue { i16, i1 } %r6, 0
  %s6 = extractvalue { i16, i1 } %r6, 1
  %z6 = zext i1 %s6 to i64
  %e6 = zext i16 %o6 to i64
  call void @show(ptr @n.cmpxchg_i16, i64 %e6)
  call void @show(ptr @n.cmpxchg_i16, i64 %z6)
  store atomic i16 %new, ptr %p release, align 2
  %r7 = cmpxchg ptr %p, i16 %v, i16 %new seq_cst seq_cst
  %o7 = extractvalue { i16, i1 } %r7, 0
  %s7 = extractvalue { i16, i1 } %r7, 1
  %z7 = zext i1 %s7 to i64
  %e7 = zext i16 %o7 to i64
  call void @show(ptr @n.cmpxchg_i16, i64 %e7)
  call void @show(ptr @n.cmpxchg_i16, i64 %z7)
  store atomic i16 %v, ptr %p monotonic, align 2
  %r8 = cmpxchg ptr %p, i16 %v, i16 %new monotonic acquire
  %o8 = extractvalue { i16, i1 } %r8, 0
  %s8 = extractvalue { i16, i1 } %r8, 1
  %z8 = zext i1 %s8 to i64
  %e8 = zext i16 %o8 to i64
  call void @show(ptr @n.cmpxchg_i16, i64 %e8)
  call void @show(ptr @n.cmpxchg_i16, i64 %z8)
  store i16 %v, ptr %p
  %r9 = cmpxchg ptr %p, i16 %v, i16 %new release seq_cst
  %o9 = extractvalue { i16, i1 } %r9, 0
  %s9 = extractvalue { i16, i1 } %r9, 1
  %z9 = zext i1 %s9 to i64
  %e9 = zext i16 %o9 to i64
  call void @show(ptr @n.cmpxchg_i16, i64 %e9)
  call void @show(ptr @n.cmpxchg_i16, i64 %z9)
  store atomic i16 %new, ptr %p release, align 2
  %r10 = cmpxchg weak ptr %p, i16 %v, i16 %new monotonic monotonic
  %o10 = extractvalue { i16, i1 } %r10, 0
  %s10 = extractvalue { i16, i1 } %r10, 1
  %z10 = zext i1 %s10 to i64
  %e10 = zext i16 %o10 to i64
  call void @show(ptr @n.cmpxchg_i16, i64 %e10)
  call void @show(ptr @n.cmpxchg_i16, i64 %z10)
  store atomic i16 %v, ptr %p monotonic, align 2
  %r11 = cmpxchg weak ptr %p, i16 %v, i16 %new acquire monotonic
  %o11 = extractvalue { i16, i1 } %r11, 0
  %s11 = extractvalue { i16, i1 } %r11, 1
  %z11 = zext i1 %s11 to i64
  %e11 = zext i16 %o11 to i64
  call void @show(ptr @n.cmpxchg_i16, i64 %e11)
  call void @show(ptr @n.cmpxchg_i16, i64 %z11)
  store i16 %v, ptr %p
  %r12 = cmpxchg weak ptr %p, i16 %v, i16 %new acquire acquire
  %o12 = extractvalue { i16, i1 } %r12, 0
  %s12 = extractvalue { i16, i1 } %r12, 1
  %z12 = zext i1 %s12 to i64
  %e12 = zext i16 %o12 to i64
  call void @show(ptr @n.cmpxchg_i16, i64 %e12)
  call void @show(ptr @n.cmpxchg_i16, i64 %z12)
  store atomic i16 %new, ptr %p release, align 2
  %r13 = cmpxchg weak ptr %p, i16 %v, i16 %new release monotonic
  %o13 = extractvalue { i16, i1 } %r13, 0
  %s13 = extractvalue { i16, i1 } %r13, 1
  %z13 = zext i1 %s13 to i64
  %e13 = zext i16 %o13 to i64
  call void @show(ptr @n.cmpxchg_i16, i64 %e13)
  call void @show(ptr @n.cmpxchg_i16, i64 %z13)
  store atomic i16 %v, ptr %p monotonic, align 2
  %r14 = cmpxchg weak ptr %p, i16 %v, i16 %new release acquire
  %o14 = extractvalue { i16, i1 } %r14, 0
  %s14 = extractvalue { i16, i1 } %r14, 1
  %z14 = zext i1 %s14 to i64
  %e14 = zext i16 %o14 to i64
  call void @show(ptr @n.cmpxchg_i16, i64 %e14)
  call void @show(ptr @n.cmpxchg_i16, i64 %z14)
  store i16 %v, ptr %p
  %r15 = cmpxchg weak ptr %p, i16 %v, i16 %new acq_rel acquire
  %o15 = extractvalue { i16, i1 } %r15, 0
  %s15 = extractvalue { i16, i1 } %r15, 1
  %z15 = zext i1 %s15 to i64
  %e15 = zext i16 %o15 to i64
  call void @show(ptr @n.cmpxchg_i16, i64 %e15)
  call void @show(ptr @n.cmpxchg_i16, i64 %z15)
  store atomic i16 %new, ptr %p release, align 2
  %r16 = cmpxchg weak ptr %p, i16 %v, i16 %new acq_rel seq_cst
  %o16 = extractvalue { i16, i1 } %r16, 0
  %s16 = extractvalue { i16, i1 } %r16, 1
  %z16 = zext i1 %s16 to i64
  %e16 = zext i16 %o16 to i64
  call void @show(ptr @n.cmpxchg_i16, i64 %e16)
  call void @show(ptr @n.cmpxchg_i16, i64 %z16)
  store atomic i16 %v, ptr %p monotonic, align 2
  %r17 = cmpxchg weak ptr %p, i16 %v, i16 %new seq_cst seq_cst
  %o17 = extractvalue { i16, i1 } %r17, 0
  %s17 = extractvalue { i16, i1 } %r17, 1
  %z17 = zext i1 %s17 to i64
  %e17 = zext i16 %o17 to i64
  call void @show(ptr @n.cmpxchg_i16, i64 %e17)
  call void @show(ptr @n.cmpxchg_i16, i64 %z17)
  store i16 %v, ptr %p
  %r18 = cmpxchg weak ptr %p, i16 %v, i16 %new monotonic acquire
  %o18 = extractvalue { i16, i1 } %r18, 0
  %s18 = extractvalue { i16, i1 } %r18, 1
  %z18 = zext i1 %s18 to i64
  %e18 = zext i16 %o18 to i64
  call void @show(ptr @n.cmpxchg_i16, i64 %e18)
  call void @show(ptr @n.cmpxchg_i16, i64 %z18)
  store atomic i16 %new, ptr %p release, align 2
  %r19 = cmpxchg weak ptr %p, i16 %v, i16 %new release seq_cst
  %o19 = extractvalue { i16, i1 } %r19, 0
  %s19 = extractvalue { i16, i1 } %r19, 1
  %z19 = zext i1 %s19 to i64
  %e19 = zext i16 %o19 to i64
  call void @show(ptr @n.cmpxchg_i16, i64 %e19)
  call void @show(ptr @n.cmpxchg_i16, i64 %z19)
  store atomic i16 %v, ptr %p monotonic, align 2
  %m0 = load i64, ptr @memory
  %m8 = load i64, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @show(ptr @n.cmpxchg_i16, i64 %m0)
  call void @show(ptr @n.cmpxchg_i16, i64 %m8)
  ret void
}

define void @access_i16(i16 %v) noinline {
  %p = getelementptr i8, ptr @memory, i64 6
  %l0 = load atomic i16, ptr %p unordered, align 2
  %x0 = add i16 %l0, %v
  store atomic i16 %x0, ptr %p unordered, align 2
  %e0 = sext i16 %l0 to i64
  call void @show(ptr @n.access_i16, i64 %e0)
  %l1 = load atomic i16, ptr %p monotonic, align 2
  %x1 = add i16 %l1, %v
  store atomic volatile i16 %x1, ptr %p monotonic, align 2
  %e1 = sext i16 %l1 to i64
  call void @show(ptr @n.access_i16, i64 %e1)
  %l2 = load atomic i16, ptr %p acquire, align 2
  %x2 = add i16 %l2, %v
  store atomic i16 %x2, ptr %p release, align 2
  %e2 = sext i16 %l2 to i64
  call void @show(ptr @n.access_i16, i64 %e2)
  %l3 = load atomic i16, ptr %p seq_cst, align 2
  %x3 = add i16 %l3, %v
  store atomic i16 %x3, ptr %p seq_cst, align 2
  %e3 = sext i16 %l3 to i64
  call void @show(ptr @n.access_i16, i64 %e3)
  %m0 = load i64, ptr @memory
  %m8 = load i64, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @show(ptr @n.access_i16, i64 %m0)
  call void @show(ptr @n.access_i16, i64 %m8)
  ret void
}

define void @xchg_i32(i32 %v) noinline {
  %p = getelementptr i8, ptr @memory, i64 4
  %o0 = atomicrmw xchg ptr %p, i32 %v monotonic
  %e0 = zext i32 %o0 to i64
  call void @show(ptr @n.xchg_i32, i64 %e0)
  %o1 = atomicrmw volatile xchg ptr %p, i32 %v acquire
  %e1 = zext i32 %o1 to i64
  call void @show(ptr @n.xchg_i32, i64 %e1)
  %o2 = atomicrmw xchg ptr %p, i32 %v release
  %e2 = zext i32 %o2 to i64
  call void @show(ptr @n.xchg_i32, i64 %e2)
  %o3 = atomicrmw xchg ptr %p, i32 %v acq_rel
  %e3 = zext i32 %o3 to i64
  call void @show(ptr @n.xchg_i32, i64 %e3)
  %o4 = atomicrmw xchg ptr %p, i32 %v seq_cst
  %e4 = zext i32 %o4 to i64
  call void @show(ptr @n.xchg_i32, i64 %e4)
  %m0 = load i64, ptr @memory
  %m8 = load i64, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @show(ptr @n.xchg_i32, i64 %m0)
  call void @show(ptr @n.xchg_i32, i64 %m8)
  ret void
}

define void @add_i32(i32 %v) noinline {
  %p = getelementptr i8, ptr @memory, i64 4
  %o0 = atomicrmw add ptr %p, i32 %v monotonic
  %e0 = zext i32 %o0 to i64
  call void @show(ptr @n.add_i32, i64 %e0)
  %o1 = atomicrmw volatile add ptr %p, i32 %v acquire
  %e1 = zext i32 %o1 to i64
  call void @show(ptr @n.add_i32, i64 %e1)
  %o2 = atomicrmw add ptr %p, i32 %v release
  %e2 = zext i32 %o2 to i64
  call void @show(ptr @n.add_i32, i64 %e2)
  %o3 = atomicrmw add ptr %p, i32 %v acq_rel
  %e3 = zext i32 %o3 to i64
  call void @show(ptr @n.add_i32, i64 %e3)
  %o4 = atomicrmw add ptr %p, i32 %v seq_cst
  %e4 = zext i32 %o4 to i64
  call void @show(ptr @n.add_i32, i64 %e4)
  %m0 = load i64, ptr @memory
  %m8 = load i64, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @show(ptr @n.add_i32, i64 %m0)
  call void @show(ptr @n.add_i32, i64 %m8)
  ret void
}

define void @sub_i32(i32 %v) noinline {
  %p = getelementptr i8, ptr @memory, i64 4
  %o0 = atomicrmw sub ptr %p, i32 %v monotonic
  %e0 = zext i32 %o0 to i64
  call void @show(ptr @n.sub_i32, i64 %e0)
  %o1 = atomicrmw volatile sub ptr %p, i32 %v acquire
  %e1 = zext i32 %o1 to i64
  call void @show(ptr @n.sub_i32, i64 %e1)
  %o2 = atomicrmw sub ptr %p, i32 %v release
  %e2 = zext i32 %o2 to i64
  call void @show(ptr @n.sub_i32, i64 %e2)
  %o3 = atomicrmw sub ptr %p, i32 %v acq_rel
  %e3 = zext i32 %o3 to i64
  call void @show(ptr @n.sub_i32, i64 %e3)
  %o4 = atomicrmw sub ptr %p, i32 %v seq_cst
  %e4 = zext i32 %o4 to i64
  call void @show(ptr @n.sub_i32, i64 %e4)
  %m0 = load i64, ptr @memory
  %m8 = load i64, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @show(ptr @n.sub_i32, i64 %m0)
  call void @show(ptr @n.sub_i32, i64 %m8)
  ret void
}

define void @and_i32(i32 %v) noinline {
  %p = getelementptr i8, ptr @memory, i64 4
  %o0 = atomicrmw and ptr %p, i32 %v monotonic
  %e0 = zext i32 %o0 to i64
  call void @show(ptr @n.and_i32, i64 %e0)
  %o1 = atomicrmw volatile and ptr %p, i32 %v acquire
  %e1 = zext i32 %o1 to i64
  call void @show(ptr @n.and_i32, i64 %e1)
  %o2 = atomicrmw and ptr %p, i32 %v release
  %e2 = zext i32 %o2 to i64
  call void @show(ptr @n.and_i32, i64 %e2)
  %o3 = atomicrmw and ptr %p, i32 %v acq_rel
  %e3 = zext i32 %o3 to i64
  call void @show(ptr @n.and_i32, i64 %e3)
  %o4 = atomicrmw and ptr %p, i32 %v seq_cst
  %e4 = zext i32 %o4 to i64
  call void @show(ptr @n.and_i32, i64 %e4)
  %m0 = load i64, ptr @memory
  %m8 = load i64, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @show(ptr @n.and_i32, i64 %m0)
  call void @show(ptr @n.and_i32, i64 %m8)
  ret void
}

define void @nand_i32(i32 %v) noinline {
  %p = getelementptr i8, ptr @memory, i64 4
  %o0 = atomicrmw nand ptr %p, i32 %v monotonic
  %e0 = zext i32 %o0 to i64
  call void @show(ptr @n.nand_i32, i64 %e0)
  %o1 = atomicrmw volatile nand ptr %p, i32 %v acquire
  %e1 = zext i32 %o1 to i64
  call void @show(ptr @n.nand_i32, i64 %e1)
  %o2 = atomicrmw nand ptr %p, i32 %v release
  %e2 = zext i32 %o2 to i64
  call void @show(ptr @n.nand_i32, i64 %e2)
  %o3 = atomicrmw nand ptr %p, i32 %v acq_rel
  %e3 = zext i32 %o3 to i64
  call void @show(ptr @n.nand_i32, i64 %e3)
  %o4 = atomicrmw nand ptr %p, i32 %v seq_cst
  %e4 = zext i32 %o4 to i64
  call void @show(ptr @n.nand_i32, i64 %e4)
  %m0 = load i64, ptr @memory
  %m8 = load i64, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @show(ptr @n.nand_i32, i64 %m0)
  call void @show(ptr @n.nand_i32, i64 %m8)
  ret void
}

define void @or_i32(i32 %v) noinline {
  %p = getelementptr i8, ptr @memory, i64 4
  %o0 = atomicrmw or ptr %p, i32 %v monotonic
  %e0 = zext i32 %o0 to i64
  call void @show(ptr @n.or_i32, i64 %e0)
  %o1 = atomicrmw volatile or ptr %p, i32 %v acquire
  %e1 = zext i32 %o1 to i64
  call void @show(ptr @n.or_i32, i64 %e1)
  %o2 = atomicrmw or ptr %p, i32 %v release
  %e2 = zext i32 %o2 to i64
  call void @show(ptr @n.or_i32, i64 %e2)
  %o3 = atomicrmw or ptr %p, i32 %v acq_rel
  %e3 = zext i32 %o3 to i64
  call void @show(ptr @n.or_i32, i64 %e3)
  %o4 = atomicrmw or ptr %p, i32 %v seq_cst
  %e4 = zext i32 %o4 to i64
  call void @show(ptr @n.or_i32, i64 %e4)
  %m0 = load i64, ptr @memory
  %m8 = load i64, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @show(ptr @n.or_i32, i64 %m0)
  call void @show(ptr @n.or_i32, i64 %m8)
  ret void
}

define void @xor_i32(i32 %v) noinline {
  %p = getelementptr i8, ptr @memory, i64 4
  %o0 = atomicrmw xor ptr %p, i32 %v monotonic
  %e0 = zext i32 %o0 to i64
  call void @show(ptr @n.xor_i32, i64 %e0)
  %o1 = atomicrmw volatile xor ptr %p, i32 %v acquire
  %e1 = zext i32 %o1 to i64
  call void @show(ptr @n.xor_i32, i64 %e1)
  %o2 = atomicrmw xor ptr %p, i32 %v release
  %e2 = zext i32 %o2 to i64
  call void @show(ptr @n.xor_i32, i64 %e2)
  %o3 = atomicrmw xor ptr %p, i32 %v acq_rel
  %e3 = zext i32 %o3 to i64
  call void @show(ptr @n.xor_i32, i64 %e3)
  %o4 = atomicrmw xor ptr %p, i32 %v seq_cst
  %e4 = zext i32 %o4 to i64
  call void @show(ptr @n.xor_i32, i64 %e4)
  %m0 = load i64, ptr @memory
  %m8 = load i64, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @show(ptr @n.xor_i32, i64 %m0)
  call void @show(ptr @n.xor_i32, i64 %m8)
  ret void
}

define void @max_i32(i32 %v) noinline {
  %p = getelementptr i8, ptr @memory, i64 4
  %o0 = atomicrmw max ptr %p, i32 %v monotonic
  %e0 = zext i32 %o0 to i64
  call void @show(ptr @n.max_i32, i64 %e0)
  %o1 = atomicrmw volatile max ptr %p, i32 %v acquire
  %e1 = zext i32 %o1 to i64
  call void @show(ptr @n.max_i32, i64 %e1)
  %o2 = atomicrmw max ptr %p, i32 %v release
  %e2 = zext i32 %o2 to i64
  call void @show(ptr @n.max_i32, i64 %e2)
  %o3 = atomicrmw max ptr %p, i32 %v acq_rel
  %e3 = zext i32 %o3 to i64
  call void @show(ptr @n.max_i32, i64 %e3)
  %o4 = atomicrmw max ptr %p, i32 %v seq_cst
  %e4 = zext i32 %o4 to i64
  call void @show(ptr @n.max_i32, i64 %e4)
  %m0 = load i64, ptr @memory
  %m8 = load i64, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @show(ptr @n.max_i32, i64 %m0)
  call void @show(ptr @n.max_i32, i64 %m8)
  ret void
}

define void @min_i32(i32 %v) noinline {
  %p = getelementptr i8, ptr @memory, i64 4
  %o0 = atomicrmw min ptr %p, i32 %v monotonic
  %e0 = zext i32 %o0 to i64
  call void @show(ptr @n.min_i32, i64 %e0)
  %o1 = atomicrmw volatile min ptr %p, i32 %v acquire
  %e1 = zext i32 %o1 to i64
  call void @show(ptr @n.min_i32, i64 %e1)
  %o2 = atomicrmw min ptr %p, i32 %v release
  %e2 = zext i32 %o2 to i64
  call void @show(ptr @n.min_i32, i64 %e2)
  %o3 = atomicrmw min ptr %p, i32 %v acq_rel
  %e3 = zext i32 %o3 to i64
  call void @show(ptr @n.min_i32, i64 %e3)
  %o4 = atomicrmw min ptr %p, i32 %v seq_cst
  %e4 = zext i32 %o4 to i64
  call void @show(ptr @n.min_i32, i64 %e4)
  %m0 = load i64, ptr @memory
  %m8 = load i64, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @show(ptr @n.min_i32, i64 %m0)
  call void @show(ptr @n.min_i32, i64 %m8)
  ret void
}

define void @umax_i32(i32 %v) noinline {
  %p = getelementptr i8, ptr @memory, i64 4
  %o0 = atomicrmw umax ptr %p, i32 %v monotonic
  %e0 = zext i32 %o0 to i64
  call void @show(ptr @n.umax_i32, i64 %e0)
  %o1 = atomicrmw volatile umax ptr %p, i32 %v acquire
  %e1 = zext i32 %o1 to i64
  call void @show(ptr @n.umax_i32, i64 %e1)
  %o2 = atomicrmw umax ptr %p, i32 %v release
  %e2 = zext i32 %o2 to i64
  call void @show(ptr @n.umax_i32, i64 %e2)
  %o3 = atomicrmw umax ptr %p, i32 %v acq_rel
  %e3 = zext i32 %o3 to i64
  call void @show(ptr @n.umax_i32, i64 %e3)
  %o4 = atomicrmw umax ptr %p, i32 %v seq_cst
  %e4 = zext i32 %o4 to i64
  call void @show(ptr @n.umax_i32, i64 %e4)
  %m0 = load i64, ptr @memory
  %m8 = load i64, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @show(ptr @n.umax_i32, i64 %m0)
  call void @show(ptr @n.umax_i32, i64 %m8)
  ret void
}

define void @umin_i32(i32 %v) noinline {
  %p = getelementptr i8, ptr @memory, i64 4
  %o0 = atomicrmw umin ptr %p, i32 %v monotonic
  %e0 = zext i32 %o0 to i64
  call void @show(ptr @n.umin_i32, i64 %e0)
  %o1 = atomicrmw volatile umin ptr %p, i32 %v acquire
  %e1 = zext i32 %o1 to i64
  call void @show(ptr @n.umin_i32, i64 %e1)
  %o2 = atomicrmw umin ptr %p, i32 %v release
  %e2 = zext i32 %o2 to i64
  call void @show(ptr @n.umin_i32, i64 %e2)
  %o3 = atomicrmw umin ptr %p, i32 %v acq_rel
  %e3 = zext i32 %o3 to i64
  call void @show(ptr @n.umin_i32, i64 %e3)
  %o4 = atomicrmw umin ptr %p, i32 %v seq_cst
  %e4 = zext i32 %o4 to i64
  call void @show(ptr @n.umin_i32, i64 %e4)
  %m0 = load i64, ptr @memory
  %m8 = load i64, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @show(ptr @n.umin_i32, i64 %m0)
  call void @show(ptr @n.umin_i32, i64 %m8)
  ret void
}

define void @uinc_wrap_i32(i32 %v) noinline {
  %p = getelementptr i8, ptr @memory, i64 4
  %o0 = atomicrmw uinc_wrap ptr %p, i32 %v monotonic
  %e0 = zext i32 %o0 to i64
  call void @show(ptr @n.uinc_wrap_i32, i64 %e0)
  %o1 = atomicrmw volatile uinc_wrap ptr %p, i32 %v acquire
  %e1 = zext i32 %o1 to i64
  call void @show(ptr @n.uinc_wrap_i32, i64 %e1)
  %o2 = atomicrmw uinc_wrap ptr %p, i32 %v release
  %e2 = zext i32 %o2 to i64
  call void @show(ptr @n.uinc_wrap_i32, i64 %e2)
  %o3 = atomicrmw uinc_wrap ptr %p, i32 %v acq_rel
  %e3 = zext i32 %o3 to i64
  call void @show(ptr @n.uinc_wrap_i32, i64 %e3)
  %o4 = atomicrmw uinc_wrap ptr %p, i32 %v seq_cst
  %e4 = zext i32 %o4 to i64
  call void @show(ptr @n.uinc_wrap_i32, i64 %e4)
  %m0 = load i64, ptr @memory
  %m8 = load i64, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @show(ptr @n.uinc_wrap_i32, i64 %m0)
  call void @show(ptr @n.uinc_wrap_i32, i64 %m8)
  ret void
}

define void @udec_wrap_i32(i32 %v) noinline {
  %p = getelementptr i8, ptr @memory, i64 4
  %o0 = atomicrmw udec_wrap ptr %p, i32 %v monotonic
  %e0 = zext i32 %o0 to i64
  call void @show(ptr @n.udec_wrap_i32, i64 %e0)
  %o1 = atomicrmw volatile udec_wrap ptr %p, i32 %v acquire
  %e1 = zext i32 %o1 to i64
  call void @show(ptr @n.udec_wrap_i32, i64 %e1)
  %o2 = atomicrmw udec_wrap ptr %p, i32 %v release
  %e2 = zext i32 %o2 to i64
  call void @show(ptr @n.udec_wrap_i32, i64 %e2)
  %o3 = atomicrmw udec_wrap ptr %p, i32 %v acq_rel
  %e3 = zext i32 %o3 to i64
  call void @show(ptr @n.udec_wrap_i32, i64 %e3)
  %o4 = atomicrmw udec_wrap ptr %p, i32 %v seq_cst
  %e4 = zext i32 %o4 to i64
  call void @show(ptr @n.udec_wrap_i32, i64 %e4)
  %m0 = load i64, ptr @memory
  %m8 = load i64, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @show(ptr @n.udec_wrap_i32, i64 %m0)
  call void @show(ptr @n.udec_wrap_i32, i64 %m8)
  ret void
}

define void @usub_cond_i32(i32 %v) noinline {
  %p = getelementptr i8, ptr @memory, i64 4
  %o0 = atomicrmw usub_cond ptr %p, i32 %v monotonic
  %e0 = zext i32 %o0 to i64
  call void @show(ptr @n.usub_cond_i32, i64 %e0)
  %o1 = atomicrmw volatile usub_cond ptr %p, i32 %v acquire
  %e1 = zext i32 %o1 to i64
  call void @show(ptr @n.usub_cond_i32, i64 %e1)
  %o2 = atomicrmw usub_cond ptr %p, i32 %v release
  %e2 = zext i32 %o2 to i64
  call void @show(ptr @n.usub_cond_i32, i64 %e2)
  %o3 = atomicrmw usub_cond ptr %p, i32 %v acq_rel
  %e3 = zext i32 %o3 to i64
  call void @show(ptr @n.usub_cond_i32, i64 %e3)
  %o4 = atomicrmw usub_cond ptr %p, i32 %v seq_cst
  %e4 = zext i32 %o4 to i64
  call void @show(ptr @n.usub_cond_i32, i64 %e4)
  %m0 = load i64, ptr @memory
  %m8 = load i64, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @show(ptr @n.usub_cond_i32, i64 %m0)
  call void @show(ptr @n.usub_cond_i32, i64 %m8)
  ret void
}

define void @usub_sat_i32(i32 %v) noinline {
  %p = getelementptr i8, ptr @memory, i64 4
  %o0 = atomicrmw usub_sat ptr %p, i32 %v monotonic
  %e0 = zext i32 %o0 to i64
  call void @show(ptr @n.usub_sat_i32, i64 %e0)
  %o1 = atomicrmw volatile usub_sat ptr %p, i32 %v acquire
  %e1 = zext i32 %o1 to i64
  call void @show(ptr @n.usub_sat_i32, i64 %e1)
  %o2 = atomicrmw usub_sat ptr %p, i32 %v release
  %e2 = zext i32 %o2 to i64
  call void @show(ptr @n.usub_sat_i32, i64 %e2)
  %o3 = atomicrmw usub_sat ptr %p, i32 %v acq_rel
  %e3 = zext i32 %o3 to i64
  call void @show(ptr @n.usub_sat_i32, i64 %e3)
  %o4 = atomicrmw usub_sat ptr %p, i32 %v seq_cst
  %e4 = zext i32 %o4 to i64
  call void @show(ptr @n.usub_sat_i32, i64 %e4)
  %m0 = load i64, ptr @memory
  %m8 = load i64, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @show(ptr @n.usub_sat_i32, i64 %m0)
  call void @show(ptr @n.usub_sat_i32, i64 %m8)
  ret void
}

define void @cmpxchg_i32(i32 %v, i32 %new) noinline {
  %p = getelementptr i8, ptr @memory, i64 4
  %r0 = cmpxchg ptr %p, i32 %v, i32 %new monotonic monotonic
  %o0 = extractvalue { i32, i1 } %r0, 0
  %s0 = extractvalue { i32, i1 } %r0, 1
  %z0 = zext i1 %s0 to i64
  %e0 = zext i32 %o0 to i64
  call void @show(ptr @n.cmpxchg_i32, i64 %e0)
  call void @show(ptr @n.cmpxchg_i32, i64 %z0)
  store atomic i32 %new, ptr %p release, align 4
  %r1 = cmpxchg ptr %p, i32 %v, i32 %new acquire monotonic
  %o1 = extractvalue { i32, i1 } %r1, 0
  %s1 = extractvalue { i32, i1 } %r1, 1
  %z1 = zext i1 %s1 to i64
  %e1 = zext i32 %o1 to i64
  call void @show(ptr @n.cmpxchg_i32, i64 %e1)
  call void @show(ptr @n.cmpxchg_i32, i64 %z1)
  store atomic i32 %v, ptr %p monotonic, align 4
  %r2 = cmpxchg volatile ptr %p, i32 %v, i32 %new acquire acquire
  %o2 = extractvalue { i32, i1 } %r2, 0
  %s2 = extractvalue { i32, i1 } %r2, 1
  %z2 = zext i1 %s2 to i64
  %e2 = zext i32 %o2 to i64
  call void @show(ptr @n.cmpxchg_i32, i64 %e2)
  call void @show(ptr @n.cmpxchg_i32, i64 %z2)
  store i32 %v, ptr %p
  %r3 = cmpxchg ptr %p, i32 %v, i32 %new release monotonic
  %o3 = extractvalue { i32, i1 } %r3, 0
  %s3 = extractvalue { i32, i1 } %r3, 1
  %z3 = zext i1 %s3 to i64
  %e3 = zext i32 %o3 to i64
  call void @show(ptr @n.cmpxchg_i32, i64 %e3)
  call void @show(ptr @n.cmpxchg_i32, i64 %z3)
  store atomic i32 %new, ptr %p release, align 4
  %r4 = cmpxchg ptr %p, i32 %v, i32 %new release acquire
  %o4 = extractvalue { i32, i1 } %r4, 0
  %s4 = extractvalue { i32, i1 } %r4, 1
  %z4 = zext i1 %s4 to i64
  %e4 = zext i32 %o4 to i64
  call void @show(ptr @n.cmpxchg_i32, i64 %e4)
  call void @show(ptr @n.cmpxchg_i32, i64 %z4)
  store atomic i32 %v, ptr %p monotonic, align 4
  %r5 = cmpxchg ptr %p, i32 %v, i32 %new acq_rel acquire
  %o5 = extractvalue { i32, i1 } %r5, 0
  %s5 = extractvalue { i32, i1 } %r5, 1
  %z5 = zext i1 %s5 to i64
  %e5 = zext i32 %o5 to i64
  call void @show(ptr @n.cmpxchg_i32, i64 %e5)
  call void @show(ptr @n.cmpxchg_i32, i64 %z5)
  store i32 %v, ptr %p
  %r6 = cmpxchg ptr %p, i32 %v, i32 %new acq_rel seq_cst
  %o6 = extractvalue { i32, i1 } %r6, 0
  %s6 = extractvalue { i32, i1 } %r6, 1
  %z6 = zext i1 %s6 to i64
  %e6 = zext i32 %o6 to i64
  call void @show(ptr @n.cmpxchg_i32, i64 %e6)
  call void @show(ptr @n.cmpxchg_i32, i64 %z6)
  store atomic i32 %new, ptr %p release, align 4
  %r7 = cmpxchg ptr %p, i32 %v, i32 %new seq_cst seq_cst
  %o7 = extractvalue { i32, i1 } %r7, 0
  %s7 = extractvalue { i32, i1 } %r7, 1
  %z7 = zext i1 %s7 to i64
  %e7 = zext i32 %o7 to i64
  call void @show(ptr @n.cmpxchg_i32, i64 %e7)
  call void @show(ptr @n.cmpxchg_i32, i64 %z7)
  store atomic i32 %v, ptr %p monotonic, align 4
  %r8 = cmpxchg ptr %p, i32 %v, i32 %new monotonic acquire
  %o8 = extractvalue { i32, i1 } %r8, 0
  %s8 = extractvalue { i32, i1 } %r8, 1
  %z8 = zext i1 %s8 to i64
  %e8 = zext i32 %o8 to i64
  call void @show(ptr @n.cmpxchg_i32, i64 %e8)
  call void @show(ptr @n.cmpxchg_i32, i64 %z8)
  store i32 %v, ptr %p
  %r9 = cmpxchg ptr %p, i32 %v, i32 %new release seq_cst
  %o9 = extractvalue { i32, i1 } %r9, 0
  %s9 = extractvalue { i32, i1 } %r9, 1
  %z9 = zext i1 %s9 to i64
  %e9 = zext i32 %o9 to i64
  call void @show(ptr @n.cmpxchg_i32, i64 %e9)
  call void @show(ptr @n.cmpxchg_i32, i64 %z9)
  store atomic i32 %new, ptr %p release, align 4
  %r10 = cmpxchg weak ptr %p, i32 %v, i32 %new monotonic monotonic
  %o10 = extractvalue { i32, i1 } %r10, 0
  %s10 = extractvalue { i32, i1 } %r10, 1
  %z10 = zext i1 %s10 to i64
  %e10 = zext i32 %o10 to i64
  call void @show(ptr @n.cmpxchg_i32, i64 %e10)
  call void @show(ptr @n.cmpxchg_i32, i64 %z10)
  store atomic i32 %v, ptr %p monotonic, align 4
  %r11 = cmpxchg weak ptr %p, i32 %v, i32 %new acquire monotonic
  %o11 = extractvalue { i32, i1 } %r11, 0
  %s11 = extractvalue { i32, i1 } %r11, 1
  %z11 = zext i1 %s11 to i64
  %e11 = zext i32 %o11 to i64
  call void @show(ptr @n.cmpxchg_i32, i64 %e11)
  call void @show(ptr @n.cmpxchg_i32, i64 %z11)
  store i32 %v, ptr %p
  %r12 = cmpxchg weak ptr %p, i32 %v, i32 %new acquire acquire
  %o12 = extractvalue { i32, i1 } %r12, 0
  %s12 = extractvalue { i32, i1 } %r12, 1
  %z12 = zext i1 %s12 to i64
  %e12 = zext i32 %o12 to i64
  call void @show(ptr @n.cmpxchg_i32, i64 %e12)
  call void @show(ptr @n.cmpxchg_i32, i64 %z12)
  store atomic i32 %new, ptr %p release, align 4
  %r13 = cmpxchg weak ptr %p, i32 %v, i32 %new release monotonic
  %o13 = extractvalue { i32, i1 } %r13, 0
  %s13 = extractvalue { i32, i1 } %r13, 1
  %z13 = zext i1 %s13 to i64
  %e13 = zext i32 %o13 to i64
  call void @show(ptr @n.cmpxchg_i32, i64 %e13)
  call void @show(ptr @n.cmpxchg_i32, i64 %z13)
  store atomic i32 %v, ptr %p monotonic, align 4
  %r14 = cmpxchg weak ptr %p, i32 %v, i32 %new release acquire
  %o14 = extractvalue { i32, i1 } %r14, 0
  %s14 = extractvalue { i32, i1 } %r14, 1
  %z14 = zext i1 %s14 to i64
  %e14 = zext i32 %o14 to i64
  call void @show(ptr @n.cmpxchg_i32, i64 %e14)
  call void @show(ptr @n.cmpxchg_i32, i64 %z14)
  store i32 %v, ptr %p
  %r15 = cmpxchg weak ptr %p, i32 %v, i32 %new acq_rel acquire
  %o15 = extractvalue { i32, i1 } %r15, 0
  %s15 = extractvalue { i32, i1 } %r15, 1
  %z15 = zext i1 %s15 to i64
  %e15 = zext i32 %o15 to i64
  call void @show(ptr @n.cmpxchg_i32, i64 %e15)
  call void @show(ptr @n.cmpxchg_i32, i64 %z15)
  store atomic i32 %new, ptr %p release, align 4
  %r16 = cmpxchg weak ptr %p, i32 %v, i32 %new acq_rel seq_cst
  %o16 = extractvalue { i32, i1 } %r16, 0
  %s16 = extractvalue { i32, i1 } %r16, 1
  %z16 = zext i1 %s16 to i64
  %e16 = zext i32 %o16 to i64
  call void @show(ptr @n.cmpxchg_i32, i64 %e16)
  call void @show(ptr @n.cmpxchg_i32, i64 %z16)
  store atomic i32 %v, ptr %p monotonic, align 4
  %r17 = cmpxchg weak ptr %p, i32 %v, i32 %new seq_cst seq_cst
  %o17 = extractvalue { i32, i1 } %r17, 0
  %s17 = extractvalue { i32, i1 } %r17, 1
  %z17 = zext i1 %s17 to i64
  %e17 = zext i32 %o17 to i64
  call void @show(ptr @n.cmpxchg_i32, i64 %e17)
  call void @show(ptr @n.cmpxchg_i32, i64 %z17)
  store i32 %v, ptr %p
  %r18 = cmpxchg weak ptr %p, i32 %v, i32 %new monotonic acquire
  %o18 = extractvalue { i32, i1 } %r18, 0
  %s18 = extractvalue { i32, i1 } %r18, 1
  %z18 = zext i1 %s18 to i64
  %e18 = zext i32 %o18 to i64
  call void @show(ptr @n.cmpxchg_i32, i64 %e18)
  call void @show(ptr @n.cmpxchg_i32, i64 %z18)
  store atomic i32 %new, ptr %p release, align 4
  %r19 = cmpxchg weak ptr %p, i32 %v, i32 %new release seq_cst
  %o19 = extractvalue { i32, i1 } %r19, 0
  %s19 = extractvalue { i32, i1 } %r19, 1
  %z19 = zext i1 %s19 to i64
  %e19 = zext i32 %o19 to i64
  call void @show(ptr @n.cmpxchg_i32, i64 %e19)
  call void @show(ptr @n.cmpxchg_i32, i64 %z19)
  store atomic i32 %v, ptr %p monotonic, align 4
  %m0 = load i64, ptr @memory
  %m8 = load i64, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @show(ptr @n.cmpxchg_i32, i64 %m0)
  call void @show(ptr @n.cmpxchg_i32, i64 %m8)
  ret void
}

define void @access_i32(i32 %v) noinline {
  %p = getelementptr i8, ptr @memory, i64 4
  %l0 = load atomic i32, ptr %p unordered, align 4
  %x0 = add i32 %l0, %v
  store atomic i32 %x0, ptr %p unordered, align 4
  %e0 = sext i32 %l0 to i64
  call void @show(ptr @n.access_i32, i64 %e0)
  %l1 = load atomic i32, ptr %p monotonic, align 4
  %x1 = add i32 %l1, %v
  store atomic volatile i32 %x1, ptr %p monotonic, align 4
  %e1 = sext i32 %l1 to i64
  call void @show(ptr @n.access_i32, i64 %e1)
  %l2 = load atomic i32, ptr %p acquire, align 4
  %x2 = add i32 %l2, %v
  store atomic i32 %x2, ptr %p release, align 4
  %e2 = sext i32 %l2 to i64
  call void @show(ptr @n.access_i32, i64 %e2)
  %l3 = load atomic i32, ptr %p seq_cst, align 4
  %x3 = add i32 %l3, %v
  store atomic i32 %x3, ptr %p seq_cst, align 4
  %e3 = sext i32 %l3 to i64
  call void @show(ptr @n.access_i32, i64 %e3)
  %m0 = load i64, ptr @memory
  %m8 = load i64, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @show(ptr @n.access_i32, i64 %m0)
  call void @show(ptr @n.access_i32, i64 %m8)
  ret void
}

define void @xchg_i64(i64 %v) noinline {
  %p = getelementptr i8, ptr @memory, i64 8
  %o0 = atomicrmw xchg ptr %p, i64 %v monotonic
  call void @show(ptr @n.xchg_i64, i64 %o0)
  %o1 = atomicrmw volatile xchg ptr %p, i64 %v acquire
  call void @show(ptr @n.xchg_i64, i64 %o1)
  %o2 = atomicrmw xchg ptr %p, i64 %v release
  call void @show(ptr @n.xchg_i64, i64 %o2)
  %o3 = atomicrmw xchg ptr %p, i64 %v acq_rel
  call void @show(ptr @n.xchg_i64, i64 %o3)
  %o4 = atomicrmw xchg ptr %p, i64 %v seq_cst
  call void @show(ptr @n.xchg_i64, i64 %o4)
  %m0 = load i64, ptr @memory
  %m8 = load i64, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @show(ptr @n.xchg_i64, i64 %m0)
  call void @show(ptr @n.xchg_i64, i64 %m8)
  ret void
}

define void @add_i64(i64 %v) noinline {
  %p = getelementptr i8, ptr @memory, i64 8
  %o0 = atomicrmw add ptr %p, i64 %v monotonic
  call void @show(ptr @n.add_i64, i64 %o0)
  %o1 = atomicrmw volatile add ptr %p, i64 %v acquire
  call void @show(ptr @n.add_i64, i64 %o1)
  %o2 = atomicrmw add ptr %p, i64 %v release
  call void @show(ptr @n.add_i64, i64 %o2)
  %o3 = atomicrmw add ptr %p, i64 %v acq_rel
  call void @show(ptr @n.add_i64, i64 %o3)
  %o4 = atomicrmw add ptr %p, i64 %v seq_cst
  call void @show(ptr @n.add_i64, i64 %o4)
  %m0 = load i64, ptr @memory
  %m8 = load i64, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @show(ptr @n.add_i64, i64 %m0)
  call void @show(ptr @n.add_i64, i64 %m8)
  ret void
}

define void @sub_i64(i64 %v) noinline {
  %p = getelementptr i8, ptr @memory, i64 8
  %o0 = atomicrmw sub ptr %p, i64 %v monotonic
  call void @show(ptr @n.sub_i64, i64 %o0)
  %o1 = atomicrmw volatile sub ptr %p, i64 %v acquire
  call void @show(ptr @n.sub_i64, i64 %o1)
  %o2 = atomicrmw sub ptr %p, i64 %v release
  call void @show(ptr @n.sub_i64, i64 %o2)
  %o3 = atomicrmw sub ptr %p, i64 %v acq_rel
  call void @show(ptr @n.sub_i64, i64 %o3)
  %o4 = atomicrmw sub ptr %p, i64 %v seq_cst
  call void @show(ptr @n.sub_i64, i64 %o4)
  %m0 = load i64, ptr @memory
  %m8 = load i64, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @show(ptr @n.sub_i64, i64 %m0)
  call void @show(ptr @n.sub_i64, i64 %m8)
  ret void
}

define void @and_i64(i64 %v) noinline {
  %p = getelementptr i8, ptr @memory, i64 8
  %o0 = atomicrmw and ptr %p, i64 %v monotonic
  call void @show(ptr @n.and_i64, i64 %o0)
  %o1 = atomicrmw volatile and ptr %p, i64 %v acquire
  call void @show(ptr @n.and_i64, i64 %o1)
  %o2 = atomicrmw and ptr %p, i64 %v release
  call void @show(ptr @n.and_i64, i64 %o2)
  %o3 = atomicrmw and ptr %p, i64 %v acq_rel
  call void @show(ptr @n.and_i64, i64 %o3)
  %o4 = atomicrmw and ptr %p, i64 %v seq_cst
  call void @show(ptr @n.and_i64, i64 %o4)
  %m0 = load i64, ptr @memory
  %m8 = load i64, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @show(ptr @n.and_i64, i64 %m0)
  call void @show(ptr @n.and_i64, i64 %m8)
  ret void
}

define void @nand_i64(i64 %v) noinline {
  %p = getelementptr i8, ptr @memory, i64 8
  %o0 = atomicrmw nand ptr %p, i64 %v monotonic
  call void @show(ptr @n.nand_i64, i64 %o0)
  %o1 = atomicrmw volatile nand ptr %p, i64 %v acquire
  call void @show(ptr @n.nand_i64, i64 %o1)
  %o2 = atomicrmw nand ptr %p, i64 %v release
  call void @show(ptr @n.nand_i64, i64 %o2)
  %o3 = atomicrmw nand ptr %p, i64 %v acq_rel
  call void @show(ptr @n.nand_i64, i64 %o3)
  %o4 = atomicrmw nand ptr %p, i64 %v seq_cst
  call void @show(ptr @n.nand_i64, i64 %o4)
  %m0 = load i64, ptr @memory
  %m8 = load i64, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @show(ptr @n.nand_i64, i64 %m0)
  call void @show(ptr @n.nand_i64, i64 %m8)
  ret void
}

define void @or_i64(i64 %v) noinline {
  %p = getelementptr i8, ptr @memory, i64 8
  %o0 = atomicrmw or ptr %p, i64 %v monotonic
  call void @show(ptr @n.or_i64, i64 %o0)
  %o1 = atomicrmw volatile or ptr %p, i64 %v acquire
  call void @show(ptr @n.or_i64, i64 %o1)
  %o2 = atomicrmw or ptr %p, i64 %v release
  call void @show(ptr @n.or_i64, i64 %o2)
  %o3 = atomicrmw or ptr %p, i64 %v acq_rel
  call void @show(ptr @n.or_i64, i64 %o3)
  %o4 = atomicrmw or ptr %p, i64 %v seq_cst
  call void @show(ptr @n.or_i64, i64 %o4)
  %m0 = load i64, ptr @memory
  %m8 = load i64, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @show(ptr @n.or_i64, i64 %m0)
  call void @show(ptr @n.or_i64, i64 %m8)
  ret void
}

define void @xor_i64(i64 %v) noinline {
  %p = getelementptr i8, ptr @memory, i64 8
  %o0 = atomicrmw xor ptr %p, i64 %v monotonic
  call void @show(ptr @n.xor_i64, i64 %o0)
  %o1 = atomicrmw volatile xor ptr %p, i64 %v acquire
  call void @show(ptr @n.xor_i64, i64 %o1)
  %o2 = atomicrmw xor ptr %p, i64 %v release
  call void @show(ptr @n.xor_i64, i64 %o2)
  %o3 = atomicrmw xor ptr %p, i64 %v acq_rel
  call void @show(ptr @n.xor_i64, i64 %o3)
  %o4 = atomicrmw xor ptr %p, i64 %v seq_cst
  call void @show(ptr @n.xor_i64, i64 %o4)
  %m0 = load i64, ptr @memory
  %m8 = load i64, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @show(ptr @n.xor_i64, i64 %m0)
  call void @show(ptr @n.xor_i64, i64 %m8)
  ret void
}

define void @max_i64(i64 %v) noinline {
  %p = getelementptr i8, ptr @memory, i64 8
  %o0 = atomicrmw max ptr %p, i64 %v monotonic
  call void @show(ptr @n.max_i64, i64 %o0)
  %o1 = atomicrmw volatile max ptr %p, i64 %v acquire
  call void @show(ptr @n.max_i64, i64 %o1)
  %o2 = atomicrmw max ptr %p, i64 %v release
  call void @show(ptr @n.max_i64, i64 %o2)
  %o3 = atomicrmw max ptr %p, i64 %v acq_rel
  call void @show(ptr @n.max_i64, i64 %o3)
  %o4 = atomicrmw max ptr %p, i64 %v seq_cst
  call void @show(ptr @n.max_i64, i64 %o4)
  %m0 = load i64, ptr @memory
  %m8 = load i64, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @show(ptr @n.max_i64, i64 %m0)
  call void @show(ptr @n.max_i64, i64 %m8)
  ret void
}

define void @min_i64(i64 %v) noinline {
  %p = getelementptr i8, ptr @memory, i64 8
  %o0 = atomicrmw min ptr %p, i64 %v monotonic
  call void @show(ptr @n.min_i64, i64 %o0)
  %o1 = atomicrmw volatile min ptr %p, i64 %v acquire
  call void @show(ptr @n.min_i64, i64 %o1)
  %o2 = atomicrmw min ptr %p, i64 %v release
  call void @show(ptr @n.min_i64, i64 %o2)
  %o3 = atomicrmw min ptr %p, i64 %v acq_rel
  call void @show(ptr @n.min_i64, i64 %o3)
  %o4 = atomicrmw min ptr %p, i64 %v seq_cst
  call void @show(ptr @n.min_i64, i64 %o4)
  %m0 = load i64, ptr @memory
  %m8 = load i64, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @show(ptr @n.min_i64, i64 %m0)
  call void @show(ptr @n.min_i64, i64 %m8)
  ret void
}

define void @umax_i64(i64 %v) noinline {
  %p = getelementptr i8, ptr @memory, i64 8
  %o0 = atomicrmw umax ptr %p, i64 %v monotonic
  call void @show(ptr @n.umax_i64, i64 %o0)
  %o1 = atomicrmw volatile umax ptr %p, i64 %v acquire
  call void @show(ptr @n.umax_i64, i64 %o1)
  %o2 = atomicrmw umax ptr %p, i64 %v release
  call void @show(ptr @n.umax_i64, i64 %o2)
  %o3 = atomicrmw umax ptr %p, i64 %v acq_rel
  call void @show(ptr @n.umax_i64, i64 %o3)
  %o4 = atomicrmw umax ptr %p, i64 %v seq_cst
  call void @show(ptr @n.umax_i64, i64 %o4)
  %m0 = load i64, ptr @memory
  %m8 = load i64, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @show(ptr @n.umax_i64, i64 %m0)
  call void @show(ptr @n.umax_i64, i64 %m8)
  ret void
}

define void @umin_i64(i64 %v) noinline {
  %p = getelementptr i8, ptr @memory, i64 8
  %o0 = atomicrmw umin ptr %p, i64 %v monotonic
  call void @show(ptr @n.umin_i64, i64 %o0)
  %o1 = atomicrmw volatile umin ptr %p, i64 %v acquire
  call void @show(ptr @n.umin_i64, i64 %o1)
  %o2 = atomicrmw umin ptr %p, i64 %v release
  call void @show(ptr @n.umin_i64, i64 %o2)
  %o3 = atomicrmw umin ptr %p, i64 %v acq_rel
  call void @show(ptr @n.umin_i64, i64 %o3)
  %o4 = atomicrmw umin ptr %p, i64 %v seq_cst
  call void @show(ptr @n.umin_i64, i64 %o4)
  %m0 = load i64, ptr @memory
  %m8 = load i64, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @show(ptr @n.umin_i64, i64 %m0)
  call void @show(ptr @n.umin_i64, i64 %m8)
  ret void
}

define void @uinc_wrap_i64(i64 %v) noinline {
  %p = getelementptr i8, ptr @memory, i64 8
  %o0 = atomicrmw uinc_wrap ptr %p, i64 %v monotonic
  call void @show(ptr @n.uinc_wrap_i64, i64 %o0)
  %o1 = atomicrmw volatile uinc_wrap ptr %p, i64 %v acquire
  call void @show(ptr @n.uinc_wrap_i64, i64 %o1)
  %o2 = atomicrmw uinc_wrap ptr %p, i64 %v release
  call void @show(ptr @n.uinc_wrap_i64, i64 %o2)
  %o3 = atomicrmw uinc_wrap ptr %p, i64 %v acq_rel
  call void @show(ptr @n.uinc_wrap_i64, i64 %o3)
  %o4 = atomicrmw uinc_wrap ptr %p, i64 %v seq_cst
  call void @show(ptr @n.uinc_wrap_i64, i64 %o4)
  %m0 = load i64, ptr @memory
  %m8 = load i64, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @show(ptr @n.uinc_wrap_i64, i64 %m0)
  call void @show(ptr @n.uinc_wrap_i64, i64 %m8)
  ret void
}

define void @udec_wrap_i64(i64 %v) noinline {
  %p = getelementptr i8, ptr @memory, i64 8
  %o0 = atomicrmw udec_wrap ptr %p, i64 %v monotonic
  call void @show(ptr @n.udec_wrap_i64, i64 %o0)
  %o1 = atomicrmw volatile udec_wrap ptr %p, i64 %v acquire
  call void @show(ptr @n.udec_wrap_i64, i64 %o1)
  %o2 = atomicrmw udec_wrap ptr %p, i64 %v release
  call void @show(ptr @n.udec_wrap_i64, i64 %o2)
  %o3 = atomicrmw udec_wrap ptr %p, i64 %v acq_rel
  call void @show(ptr @n.udec_wrap_i64, i64 %o3)
  %o4 = atomicrmw udec_wrap ptr %p, i64 %v seq_cst
  call void @show(ptr @n.udec_wrap_i64, i64 %o4)
  %m0 = load i64, ptr @memory
  %m8 = load i64, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @show(ptr @n.udec_wrap_i64, i64 %m0)
  call void @show(ptr @n.udec_wrap_i64, i64 %m8)
  ret void
}

define void @usub_cond_i64(i64 %v) noinline {
  %p = getelementptr i8, ptr @memory, i64 8
  %o0 = atomicrmw usub_cond ptr %p, i64 %v monotonic
  call void @show(ptr @n.usub_cond_i64, i64 %o0)
  %o1 = atomicrmw volatile usub_cond ptr %p, i64 %v acquire
  call void @show(ptr @n.usub_cond_i64, i64 %o1)
  %o2 = atomicrmw usub_cond ptr %p, i64 %v release
  call void @show(ptr @n.usub_cond_i64, i64 %o2)
  %o3 = atomicrmw usub_cond ptr %p, i64 %v acq_rel
  call void @show(ptr @n.usub_cond_i64, i64 %o3)
  %o4 = atomicrmw usub_cond ptr %p, i64 %v seq_cst
  call void @show(ptr @n.usub_cond_i64, i64 %o4)
  %m0 = load i64, ptr @memory
  %m8 = load i64, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @show(ptr @n.usub_cond_i64, i64 %m0)
  call void @show(ptr @n.usub_cond_i64, i64 %m8)
  ret void
}

define void @usub_sat_i64(i64 %v) noinline {
  %p = getelementptr i8, ptr @memory, i64 8
  %o0 = atomicrmw usub_sat ptr %p, i64 %v monotonic
  call void @show(ptr @n.usub_sat_i64, i64 %o0)
  %o1 = atomicrmw volatile usub_sat ptr %p, i64 %v acquire
  call void @show(ptr @n.usub_sat_i64, i64 %o1)
  %o2 = atomicrmw usub_sat ptr %p, i64 %v release
  call void @show(ptr @n.usub_sat_i64, i64 %o2)
  %o3 = atomicrmw usub_sat ptr %p, i64 %v acq_rel
  call void @show(ptr @n.usub_sat_i64, i64 %o3)
  %o4 = atomicrmw usub_sat ptr %p, i64 %v seq_cst
  call void @show(ptr @n.usub_sat_i64, i64 %o4)
  %m0 = load i64, ptr @memory
  %m8 = load i64, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @show(ptr @n.usub_sat_i64, i64 %m0)
  call void @show(ptr @n.usub_sat_i64, i64 %m8)
  ret void
}

define void @cmpxchg_i64(i64 %v, i64 %new) noinline {
  %p = getelementptr i8, ptr @memory, i64 8
  %r0 = cmpxchg ptr %p, i64 %v, i64 %new monotonic monotonic
  %o0 = extractvalue { i64, i1 } %r0, 0
  %s0 = extractvalue { i64, i1 } %r0, 1
  %z0 = zext i1 %s0 to i64
  call void @show(ptr @n.cmpxchg_i64, i64 %o0)
  call void @show(ptr @n.cmpxchg_i64, i64 %z0)
  store atomic i64 %new, ptr %p release, align 8
  %r1 = cmpxchg ptr %p, i64 %v, i64 %new acquire monotonic
  %o1 = extractvalue { i64, i1 } %r1, 0
  %s1 = extractvalue { i64, i1 } %r1, 1
  %z1 = zext i1 %s1 to i64
  call void @show(ptr @n.cmpxchg_i64, i64 %o1)
  call void @show(ptr @n.cmpxchg_i64, i64 %z1)
  store atomic i64 %v, ptr %p monotonic, align 8
  %r2 = cmpxchg volatile ptr %p, i64 %v, i64 %new acquire acquire
  %o2 = extractvalue { i64, i1 } %r2, 0
  %s2 = extractvalue { i64, i1 } %r2, 1
  %z2 = zext i1 %s2 to i64
  call void @show(ptr @n.cmpxchg_i64, i64 %o2)
  call void @show(ptr @n.cmpxchg_i64, i64 %z2)
  store i64 %v, ptr %p
  %r3 = cmpxchg ptr %p, i64 %v, i64 %new release monotonic
  %o3 = extractvalue { i64, i1 } %r3, 0
  %s3 = extractvalue { i64, i1 } %r3, 1
  %z3 = zext i1 %s3 to i64
  call void @show(ptr @n.cmpxchg_i64, i64 %o3)
  call void @show(ptr @n.cmpxchg_i64, i64 %z3)
  store atomic i64 %new, ptr %p release, align 8
  %r4 = cmpxchg ptr %p, i64 %v, i64 %new release acquire
  %o4 = extractvalue { i64, i1 } %r4, 0
  %s4 = extractvalue { i64, i1 } %r4, 1
  %z4 = zext i1 %s4 to i64
  call void @show(ptr @n.cmpxchg_i64, i64 %o4)
  call void @show(ptr @n.cmpxchg_i64, i64 %z4)
  store atomic i64 %v, ptr %p monotonic, align 8
  %r5 = cmpxchg ptr %p, i64 %v, i64 %new acq_rel acquire
  %o5 = extractvalue { i64, i1 } %r5, 0
  %s5 = extractvalue { i64, i1 } %r5, 1
  %z5 = zext i1 %s5 to i64
  call void @show(ptr @n.cmpxchg_i64, i64 %o5)
  call void @show(ptr @n.cmpxchg_i64, i64 %z5)
  store i64 %v, ptr %p
  %r6 = cmpxchg ptr %p, i64 %v, i64 %new acq_rel seq_cst
  %o6 = extractvalue { i64, i1 } %r6, 0
  %s6 = extractvalue { i64, i1 } %r6, 1
  %z6 = zext i1 %s6 to i64
  call void @show(ptr @n.cmpxchg_i64, i64 %o6)
  call void @show(ptr @n.cmpxchg_i64, i64 %z6)
  store atomic i64 %new, ptr %p release, align 8
  %r7 = cmpxchg ptr %p, i64 %v, i64 %new seq_cst seq_cst
  %o7 = extractvalue { i64, i1 } %r7, 0
  %s7 = extractvalue { i64, i1 } %r7, 1
  %z7 = zext i1 %s7 to i64
  call void @show(ptr @n.cmpxchg_i64, i64 %o7)
  call void @show(ptr @n.cmpxchg_i64, i64 %z7)
  store atomic i64 %v, ptr %p monotonic, align 8
  %r8 = cmpxchg ptr %p, i64 %v, i64 %new monotonic acquire
  %o8 = extractvalue { i64, i1 } %r8, 0
  %s8 = extractvalue { i64, i1 } %r8, 1
  %z8 = zext i1 %s8 to i64
  call void @show(ptr @n.cmpxchg_i64, i64 %o8)
  call void @show(ptr @n.cmpxchg_i64, i64 %z8)
  store i64 %v, ptr %p
  %r9 = cmpxchg ptr %p, i64 %v, i64 %new release seq_cst
  %o9 = extractvalue { i64, i1 } %r9, 0
  %s9 = extractvalue { i64, i1 } %r9, 1
  %z9 = zext i1 %s9 to i64
  call void @show(ptr @n.cmpxchg_i64, i64 %o9)
  call void @show(ptr @n.cmpxchg_i64, i64 %z9)
  store atomic i64 %new, ptr %p release, align 8
  %r10 = cmpxchg weak ptr %p, i64 %v, i64 %new monotonic monotonic
  %o10 = extractvalue { i64, i1 } %r10, 0
  %s10 = extractvalue { i64, i1 } %r10, 1
  %z10 = zext i1 %s10 to i64
  call void @show(ptr @n.cmpxchg_i64, i64 %o10)
  call void @show(ptr @n.cmpxchg_i64, i64 %z10)
  store atomic i64 %v, ptr %p monotonic, align 8
  %r11 = cmpxchg weak ptr %p, i64 %v, i64 %new acquire monotonic
  %o11 = extractvalue { i64, i1 } %r11, 0
  %s11 = extractvalue { i64, i1 } %r11, 1
  %z11 = zext i1 %s11 to i64
  call void @show(ptr @n.cmpxchg_i64, i64 %o11)
  call void @show(ptr @n.cmpxchg_i64, i64 %z11)
  store i64 %v, ptr %p
  %r12 = cmpxchg weak ptr %p, i64 %v, i64 %new acquire acquire
  %o12 = extractvalue { i64, i1 } %r12, 0
  %s12 = extractvalue { i64, i1 } %r12, 1
  %z12 = zext i1 %s12 to i64
  call void @show(ptr @n.cmpxchg_i64, i64 %o12)
  call void @show(ptr @n.cmpxchg_i64, i64 %z12)
  store atomic i64 %new, ptr %p release, align 8
  %r13 = cmpxchg weak ptr %p, i64 %v, i64 %new release monotonic
  %o13 = extractvalue { i64, i1 } %r13, 0
  %s13 = extractvalue { i64, i1 } %r13, 1
  %z13 = zext i1 %s13 to i64
  call void @show(ptr @n.cmpxchg_i64, i64 %o13)
  call void @show(ptr @n.cmpxchg_i64, i64 %z13)
  store atomic i64 %v, ptr %p monotonic, align 8
  %r14 = cmpxchg weak ptr %p, i64 %v, i64 %new release acquire
  %o14 = extractvalue { i64, i1 } %r14, 0
  %s14 = extractvalue { i64, i1 } %r14, 1
  %z14 = zext i1 %s14 to i64
  call void @show(ptr @n.cmpxchg_i64, i64 %o14)
  call void @show(ptr @n.cmpxchg_i64, i64 %z14)
  store i64 %v, ptr %p
  %r15 = cmpxchg weak ptr %p, i64 %v, i64 %new acq_rel acquire
  %o15 = extractvalue { i64, i1 } %r15, 0
  %s15 = extractvalue { i64, i1 } %r15, 1
  %z15 = zext i1 %s15 to i64
  call void @show(ptr @n.cmpxchg_i64, i64 %o15)
  call void @show(ptr @n.cmpxchg_i64, i64 %z15)
  store atomic i64 %new, ptr %p release, align 8
  %r16 = cmpxchg weak ptr %p, i64 %v, i64 %new acq_rel seq_cst
  %o16 = extractvalue { i64, i1 } %r16, 0
  %s16 = extractvalue { i64, i1 } %r16, 1
  %z16 = zext i1 %s16 to i64
  call void @show(ptr @n.cmpxchg_i64, i64 %o16)
  call void @show(ptr @n.cmpxchg_i64, i64 %z16)
  store atomic i64 %v, ptr %p monotonic, align 8
  %r17 = cmpxchg weak ptr %p, i64 %v, i64 %new seq_cst seq_cst
  %o17 = extractvalue { i64, i1 } %r17, 0
  %s17 = extractvalue { i64, i1 } %r17, 1
  %z17 = zext i1 %s17 to i64
  call void @show(ptr @n.cmpxchg_i64, i64 %o17)
  call void @show(ptr @n.cmpxchg_i64, i64 %z17)
  store i64 %v, ptr %p
  %r18 = cmpxchg weak ptr %p, i64 %v, i64 %new monotonic acquire
  %o18 = extractvalue { i64, i1 } %r18, 0
  %s18 = extractvalue { i64, i1 } %r18, 1
  %z18 = zext i1 %s18 to i64
  call void @show(ptr @n.cmpxchg_i64, i64 %o18)
  call void @show(ptr @n.cmpxchg_i64, i64 %z18)
  store atomic i64 %new, ptr %p release, align 8
  %r19 = cmpxchg weak ptr %p, i64 %v, i64 %new release seq_cst
  %o19 = extractvalue { i64, i1 } %r19, 0
  %s19 = extractvalue { i64, i1 } %r19, 1
  %z19 = zext i1 %s19 to i64
  call void @show(ptr @n.cmpxchg_i64, i64 %o19)
  call void @show(ptr @n.cmpxchg_i64, i64 %z19)
  store atomic i64 %v, ptr %p monotonic, align 8
  %m0 = load i64, ptr @memory
  %m8 = load i64, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @show(ptr @n.cmpxchg_i64, i64 %m0)
  call void @show(ptr @n.cmpxchg_i64, i64 %m8)
  ret void
}

define void @access_i64(i64 %v) noinline {
  %p = getelementptr i8, ptr @memory, i64 8
  %l0 = load atomic i64, ptr %p unordered, align 8
  %x0 = add i64 %l0, %v
  store atomic i64 %x0, ptr %p unordered, align 8
  call void @show(ptr @n.access_i64, i64 %l0)
  %l1 = load atomic i64, ptr %p monotonic, align 8
  %x1 = add i64 %l1, %v
  store atomic volatile i64 %x1, ptr %p monotonic, align 8
  call void @show(ptr @n.access_i64, i64 %l1)
  %l2 = load atomic i64, ptr %p acquire, align 8
  %x2 = add i64 %l2, %v
  store atomic i64 %x2, ptr %p release, align 8
  call void @show(ptr @n.access_i64, i64 %l2)
  %l3 = load atomic i64, ptr %p seq_cst, align 8
  %x3 = add i64 %l3, %v
  store atomic i64 %x3, ptr %p seq_cst, align 8
  call void @show(ptr @n.access_i64, i64 %l3)
  %m0 = load i64, ptr @memory
  %m8 = load i64, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @show(ptr @n.access_i64, i64 %m0)
  call void @show(ptr @n.access_i64, i64 %m8)
  ret void
}

define void @xchg_float(float %v) noinline {
  %o0 = atomicrmw xchg ptr @memory, float %v monotonic
  %b0 = bitcast float %o0 to i32
  %e0 = zext i32 %b0 to i64
  call void @show(ptr @n.xchg_float, i64 %e0)
  %o1 = atomicrmw xchg ptr @memory, float %v acquire
  %b1 = bitcast float %o1 to i32
  %e1 = zext i32 %b1 to i64
  call void @show(ptr @n.xchg_float, i64 %e1)
  %o2 = atomicrmw xchg ptr @memory, float %v release
  %b2 = bitcast float %o2 to i32
  %e2 = zext i32 %b2 to i64
  call void @show(ptr @n.xchg_float, i64 %e2)
  %o3 = atomicrmw xchg ptr @memory, float %v acq_rel
  %b3 = bitcast float %o3 to i32
  %e3 = zext i32 %b3 to i64
  call void @show(ptr @n.xchg_float, i64 %e3)
  %o4 = atomicrmw xchg ptr @memory, float %v seq_cst
  %b4 = bitcast float %o4 to i32
  %e4 = zext i32 %b4 to i64
  call void @show(ptr @n.xchg_float, i64 %e4)
  %m0 = load i64, ptr @memory
  call void @show(ptr @n.xchg_float, i64 %m0)
  ret void
}

define void @fadd_float(float %v) noinline {
  %o0 = atomicrmw fadd ptr @memory, float %v monotonic
  %b0 = bitcast float %o0 to i32
  %e0 = zext i32 %b0 to i64
  call void @show(ptr @n.fadd_float, i64 %e0)
  %o1 = atomicrmw fadd ptr @memory, float %v acquire
  %b1 = bitcast float %o1 to i32
  %e1 = zext i32 %b1 to i64
  call void @show(ptr @n.fadd_float, i64 %e1)
  %o2 = atomicrmw fadd ptr @memory, float %v release
  %b2 = bitcast float %o2 to i32
  %e2 = zext i32 %b2 to i64
  call void @show(ptr @n.fadd_float, i64 %e2)
  %o3 = atomicrmw fadd ptr @memory, float %v acq_rel
  %b3 = bitcast float %o3 to i32
  %e3 = zext i32 %b3 to i64
  call void @show(ptr @n.fadd_float, i64 %e3)
  %o4 = atomicrmw fadd ptr @memory, float %v seq_cst
  %b4 = bitcast float %o4 to i32
  %e4 = zext i32 %b4 to i64
  call void @show(ptr @n.fadd_float, i64 %e4)
  %m0 = load i64, ptr @memory
  call void @show(ptr @n.fadd_float, i64 %m0)
  ret void
}

define void @fsub_float(float %v) noinline {
  %o0 = atomicrmw fsub ptr @memory, float %v monotonic
  %b0 = bitcast float %o0 to i32
  %e0 = zext i32 %b0 to i64
  call void @show(ptr @n.fsub_float, i64 %e0)
  %o1 = atomicrmw fsub ptr @memory, float %v acquire
  %b1 = bitcast float %o1 to i32
  %e1 = zext i32 %b1 to i64
  call void @show(ptr @n.fsub_float, i64 %e1)
  %o2 = atomicrmw fsub ptr @memory, float %v release
  %b2 = bitcast float %o2 to i32
  %e2 = zext i32 %b2 to i64
  call void @show(ptr @n.fsub_float, i64 %e2)
  %o3 = atomicrmw fsub ptr @memory, float %v acq_rel
  %b3 = bitcast float %o3 to i32
  %e3 = zext i32 %b3 to i64
  call void @show(ptr @n.fsub_float, i64 %e3)
  %o4 = atomicrmw fsub ptr @memory, float %v seq_cst
  %b4 = bitcast float %o4 to i32
  %e4 = zext i32 %b4 to i64
  call void @show(ptr @n.fsub_float, i64 %e4)
  %m0 = load i64, ptr @memory
  call void @show(ptr @n.fsub_float, i64 %m0)
  ret void
}

define void @fmax_float(float %v) noinline {
  %o0 = atomicrmw fmax ptr @memory, float %v monotonic
  %b0 = bitcast float %o0 to i32
  %e0 = zext i32 %b0 to i64
  call void @show(ptr @n.fmax_float, i64 %e0)
  %o1 = atomicrmw fmax ptr @memory, float %v acquire
  %b1 = bitcast float %o1 to i32
  %e1 = zext i32 %b1 to i64
  call void @show(ptr @n.fmax_float, i64 %e1)
  %o2 = atomicrmw fmax ptr @memory, float %v release
  %b2 = bitcast float %o2 to i32
  %e2 = zext i32 %b2 to i64
  call void @show(ptr @n.fmax_float, i64 %e2)
  %o3 = atomicrmw fmax ptr @memory, float %v acq_rel
  %b3 = bitcast float %o3 to i32
  %e3 = zext i32 %b3 to i64
  call void @show(ptr @n.fmax_float, i64 %e3)
  %o4 = atomicrmw fmax ptr @memory, float %v seq_cst
  %b4 = bitcast float %o4 to i32
  %e4 = zext i32 %b4 to i64
  call void @show(ptr @n.fmax_float, i64 %e4)
  %m0 = load i64, ptr @memory
  call void @show(ptr @n.fmax_float, i64 %m0)
  ret void
}

define void @fmin_float(float %v) noinline {
  %o0 = atomicrmw fmin ptr @memory, float %v monotonic
  %b0 = bitcast float %o0 to i32
  %e0 = zext i32 %b0 to i64
  call void @show(ptr @n.fmin_float, i64 %e0)
  %o1 = atomicrmw fmin ptr @memory, float %v acquire
  %b1 = bitcast float %o1 to i32
  %e1 = zext i32 %b1 to i64
  call void @show(ptr @n.fmin_float, i64 %e1)
  %o2 = atomicrmw fmin ptr @memory, float %v release
  %b2 = bitcast float %o2 to i32
  %e2 = zext i32 %b2 to i64
  call void @show(ptr @n.fmin_float, i64 %e2)
  %o3 = atomicrmw fmin ptr @memory, float %v acq_rel
  %b3 = bitcast float %o3 to i32
  %e3 = zext i32 %b3 to i64
  call void @show(ptr @n.fmin_float, i64 %e3)
  %o4 = atomicrmw fmin ptr @memory, float %v seq_cst
  %b4 = bitcast float %o4 to i32
  %e4 = zext i32 %b4 to i64
  call void @show(ptr @n.fmin_float, i64 %e4)
  %m0 = load i64, ptr @memory
  call void @show(ptr @n.fmin_float, i64 %m0)
  ret void
}

define void @fmaximum_float(float %v) noinline {
  %o0 = atomicrmw fmaximum ptr @memory, float %v monotonic
  %b0 = bitcast float %o0 to i32
  %e0 = zext i32 %b0 to i64
  call void @show(ptr @n.fmaximum_float, i64 %e0)
  %o1 = atomicrmw fmaximum ptr @memory, float %v acquire
  %b1 = bitcast float %o1 to i32
  %e1 = zext i32 %b1 to i64
  call void @show(ptr @n.fmaximum_float, i64 %e1)
  %o2 = atomicrmw fmaximum ptr @memory, float %v release
  %b2 = bitcast float %o2 to i32
  %e2 = zext i32 %b2 to i64
  call void @show(ptr @n.fmaximum_float, i64 %e2)
  %o3 = atomicrmw fmaximum ptr @memory, float %v acq_rel
  %b3 = bitcast float %o3 to i32
  %e3 = zext i32 %b3 to i64
  call void @show(ptr @n.fmaximum_float, i64 %e3)
  %o4 = atomicrmw fmaximum ptr @memory, float %v seq_cst
  %b4 = bitcast float %o4 to i32
  %e4 = zext i32 %b4 to i64
  call void @show(ptr @n.fmaximum_float, i64 %e4)
  %m0 = load i64, ptr @memory
  call void @show(ptr @n.fmaximum_float, i64 %m0)
  ret void
}

define void @fminimum_float(float %v) noinline {
  %o0 = atomicrmw fminimum ptr @memory, float %v monotonic
  %b0 = bitcast float %o0 to i32
  %e0 = zext i32 %b0 to i64
  call void @show(ptr @n.fminimum_float, i64 %e0)
  %o1 = atomicrmw fminimum ptr @memory, float %v acquire
  %b1 = bitcast float %o1 to i32
  %e1 = zext i32 %b1 to i64
  call void @show(ptr @n.fminimum_float, i64 %e1)
  %o2 = atomicrmw fminimum ptr @memory, float %v release
  %b2 = bitcast float %o2 to i32
  %e2 = zext i32 %b2 to i64
  call void @show(ptr @n.fminimum_float, i64 %e2)
  %o3 = atomicrmw fminimum ptr @memory, float %v acq_rel
  %b3 = bitcast float %o3 to i32
  %e3 = zext i32 %b3 to i64
  call void @show(ptr @n.fminimum_float, i64 %e3)
  %o4 = atomicrmw fminimum ptr @memory, float %v seq_cst
  %b4 = bitcast float %o4 to i32
  %e4 = zext i32 %b4 to i64
  call void @show(ptr @n.fminimum_float, i64 %e4)
  %m0 = load i64, ptr @memory
  call void @show(ptr @n.fminimum_float, i64 %m0)
  ret void
}

define void @access_float(float %v) noinline {
  %l0 = load atomic float, ptr @memory unordered, align 4
  %x0 = fadd float %l0, %v
  store atomic float %x0, ptr @memory unordered, align 4
  %l1 = load atomic float, ptr @memory monotonic, align 4
  %x1 = fadd float %l1, %v
  store atomic float %x1, ptr @memory monotonic, align 4
  %l2 = load atomic float, ptr @memory acquire, align 4
  %x2 = fadd float %l2, %v
  store atomic float %x2, ptr @memory release, align 4
  %l3 = load atomic float, ptr @memory seq_cst, align 4
  %x3 = fadd float %l3, %v
  store atomic float %x3, ptr @memory seq_cst, align 4
  %m0 = load i64, ptr @memory
  call void @show(ptr @n.access_float, i64 %m0)
  ret void
}

define void @xchg_double(double %v) noinline {
  %o0 = atomicrmw xchg ptr @memory, double %v monotonic
  %b0 = bitcast double %o0 to i64
  call void @show(ptr @n.xchg_double, i64 %b0)
  %o1 = atomicrmw xchg ptr @memory, double %v acquire
  %b1 = bitcast double %o1 to i64
  call void @show(ptr @n.xchg_double, i64 %b1)
  %o2 = atomicrmw xchg ptr @memory, double %v release
  %b2 = bitcast double %o2 to i64
  call void @show(ptr @n.xchg_double, i64 %b2)
  %o3 = atomicrmw xchg ptr @memory, double %v acq_rel
  %b3 = bitcast double %o3 to i64
  call void @show(ptr @n.xchg_double, i64 %b3)
  %o4 = atomicrmw xchg ptr @memory, double %v seq_cst
  %b4 = bitcast double %o4 to i64
  call void @show(ptr @n.xchg_double, i64 %b4)
  %m0 = load i64, ptr @memory
  call void @show(ptr @n.xchg_double, i64 %m0)
  ret void
}

define void @fadd_double(double %v) noinline {
  %o0 = atomicrmw fadd ptr @memory, double %v monotonic
  %b0 = bitcast double %o0 to i64
  call void @show(ptr @n.fadd_double, i64 %b0)
  %o1 = atomicrmw fadd ptr @memory, double %v acquire
  %b1 = bitcast double %o1 to i64
  call void @show(ptr @n.fadd_double, i64 %b1)
  %o2 = atomicrmw fadd ptr @memory, double %v release
  %b2 = bitcast double %o2 to i64
  call void @show(ptr @n.fadd_double, i64 %b2)
  %o3 = atomicrmw fadd ptr @memory, double %v acq_rel
  %b3 = bitcast double %o3 to i64
  call void @show(ptr @n.fadd_double, i64 %b3)
  %o4 = atomicrmw fadd ptr @memory, double %v seq_cst
  %b4 = bitcast double %o4 to i64
  call void @show(ptr @n.fadd_double, i64 %b4)
  %m0 = load i64, ptr @memory
  call void @show(ptr @n.fadd_double, i64 %m0)
  ret void
}

define void @fsub_double(double %v) noinline {
  %o0 = atomicrmw fsub ptr @memory, double %v monotonic
  %b0 = bitcast double %o0 to i64
  call void @show(ptr @n.fsub_double, i64 %b0)
  %o1 = atomicrmw fsub ptr @memory, double %v acquire
  %b1 = bitcast double %o1 to i64
  call void @show(ptr @n.fsub_double, i64 %b1)
  %o2 = atomicrmw fsub ptr @memory, double %v release
  %b2 = bitcast double %o2 to i64
  call void @show(ptr @n.fsub_double, i64 %b2)
  %o3 = atomicrmw fsub ptr @memory, double %v acq_rel
  %b3 = bitcast double %o3 to i64
  call void @show(ptr @n.fsub_double, i64 %b3)
  %o4 = atomicrmw fsub ptr @memory, double %v seq_cst
  %b4 = bitcast double %o4 to i64
  call void @show(ptr @n.fsub_double, i64 %b4)
  %m0 = load i64, ptr @memory
  call void @show(ptr @n.fsub_double, i64 %m0)
  ret void
}

define void @fmax_double(double %v) noinline {
  %o0 = atomicrmw fmax ptr @memory, double %v monotonic
  %b0 = bitcast double %o0 to i64
  call void @show(ptr @n.fmax_double, i64 %b0)
  %o1 = atomicrmw fmax ptr @memory, double %v acquire
  %b1 = bitcast double %o1 to i64
  call void @show(ptr @n.fmax_double, i64 %b1)
  %o2 = atomicrmw fmax ptr @memory, double %v release
  %b2 = bitcast double %o2 to i64
  call void @show(ptr @n.fmax_double, i64 %b2)
  %o3 = atomicrmw fmax ptr @memory, double %v acq_rel
  %b3 = bitcast double %o3 to i64
  call void @show(ptr @n.fmax_double, i64 %b3)
  %o4 = atomicrmw fmax ptr @memory, double %v seq_cst
  %b4 = bitcast double %o4 to i64
  call void @show(ptr @n.fmax_double, i64 %b4)
  %m0 = load i64, ptr @memory
  call void @show(ptr @n.fmax_double, i64 %m0)
  ret void
}

define void @fmin_double(double %v) noinline {
  %o0 = atomicrmw fmin ptr @memory, double %v monotonic
  %b0 = bitcast double %o0 to i64
  call void @show(ptr @n.fmin_double, i64 %b0)
  %o1 = atomicrmw fmin ptr @memory, double %v acquire
  %b1 = bitcast double %o1 to i64
  call void @show(ptr @n.fmin_double, i64 %b1)
  %o2 = atomicrmw fmin ptr @memory, double %v release
  %b2 = bitcast double %o2 to i64
  call void @show(ptr @n.fmin_double, i64 %b2)
  %o3 = atomicrmw fmin ptr @memory, double %v acq_rel
  %b3 = bitcast double %o3 to i64
  call void @show(ptr @n.fmin_double, i64 %b3)
  %o4 = atomicrmw fmin ptr @memory, double %v seq_cst
  %b4 = bitcast double %o4 to i64
  call void @show(ptr @n.fmin_double, i64 %b4)
  %m0 = load i64, ptr @memory
  call void @show(ptr @n.fmin_double, i64 %m0)
  ret void
}

define void @fmaximum_double(double %v) noinline {
  %o0 = atomicrmw fmaximum ptr @memory, double %v monotonic
  %b0 = bitcast double %o0 to i64
  call void @show(ptr @n.fmaximum_double, i64 %b0)
  %o1 = atomicrmw fmaximum ptr @memory, double %v acquire
  %b1 = bitcast double %o1 to i64
  call void @show(ptr @n.fmaximum_double, i64 %b1)
  %o2 = atomicrmw fmaximum ptr @memory, double %v release
  %b2 = bitcast double %o2 to i64
  call void @show(ptr @n.fmaximum_double, i64 %b2)
  %o3 = atomicrmw fmaximum ptr @memory, double %v acq_rel
  %b3 = bitcast double %o3 to i64
  call void @show(ptr @n.fmaximum_double, i64 %b3)
  %o4 = atomicrmw fmaximum ptr @memory, double %v seq_cst
  %b4 = bitcast double %o4 to i64
  call void @show(ptr @n.fmaximum_double, i64 %b4)
  %m0 = load i64, ptr @memory
  call void @show(ptr @n.fmaximum_double, i64 %m0)
  ret void
}

define void @fminimum_double(double %v) noinline {
  %o0 = atomicrmw fminimum ptr @memory, double %v monotonic
  %b0 = bitcast double %o0 to i64
  call void @show(ptr @n.fminimum_double, i64 %b0)
  %o1 = atomicrmw fminimum ptr @memory, double %v acquire
  %b1 = bitcast double %o1 to i64
  call void @show(ptr @n.fminimum_double, i64 %b1)
  %o2 = atomicrmw fminimum ptr @memory, double %v release
  %b2 = bitcast double %o2 to i64
  call void @show(ptr @n.fminimum_double, i64 %b2)
  %o3 = atomicrmw fminimum ptr @memory, double %v acq_rel
  %b3 = bitcast double %o3 to i64
  call void @show(ptr @n.fminimum_double, i64 %b3)
  %o4 = atomicrmw fminimum ptr @memory, double %v seq_cst
  %b4 = bitcast double %o4 to i64
  call void @show(ptr @n.fminimum_double, i64 %b4)
  %m0 = load i64, ptr @memory
  call void @show(ptr @n.fminimum_double, i64 %m0)
  ret void
}

define void @access_double(double %v) noinline {
  %l0 = load atomic double, ptr @memory unordered, align 8
  %x0 = fadd double %l0, %v
  store atomic double %x0, ptr @memory unordered, align 8
  %l1 = load atomic double, ptr @memory monotonic, align 8
  %x1 = fadd double %l1, %v
  store atomic double %x1, ptr @memory monotonic, align 8
  %l2 = load atomic double, ptr @memory acquire, align 8
  %x2 = fadd double %l2, %v
  store atomic double %x2, ptr @memory release, align 8
  %l3 = load atomic double, ptr @memory seq_cst, align 8
  %x3 = fadd double %l3, %v
  store atomic double %x3, ptr @memory seq_cst, align 8
  %m0 = load i64, ptr @memory
  call void @show(ptr @n.access_double, i64 %m0)
  ret void
}

define void @half(half %v) noinline {
  %o = atomicrmw xchg ptr @memory, half %v seq_cst
  %x = atomicrmw xchg ptr @memory, half 2.0 release
  %b = bitcast half %o to i16
  %c = bitcast half %x to i16
  %e = zext i16 %b to i64
  %f = zext i16 %c to i64
  call void @show(ptr @n.half, i64 %e)
  call void @show(ptr @n.half, i64 %f)
  ret void
}

define void @pointer(ptr %a, ptr %b) noinline {
  store atomic ptr %a, ptr @memory release, align 8
  %l = load atomic ptr, ptr @memory acquire, align 8
  %same = icmp eq ptr %l, %a
  %o = atomicrmw xchg ptr @memory, ptr %b acq_rel
  %r = cmpxchg ptr @memory, ptr %b, ptr null seq_cst monotonic
  %old = extractvalue { ptr, i1 } %r, 0
  %ok = extractvalue { ptr, i1 } %r, 1
  %s1 = icmp eq ptr %o, %a
  %s2 = icmp eq ptr %old, %b
  %t0 = and i1 %same, %s1
  %t1 = and i1 %s2, %ok
  %t = and i1 %t0, %t1
  %e = zext i1 %t to i64
  call void @show(ptr @n.pointer, i64 %e)
  %m = load i64, ptr @memory
  call void @show(ptr @n.pointer, i64 %m)
  ret void
}

define void @fences() noinline {
  fence acquire
  fence syncscope("singlethread") acquire
  fence release
  fence syncscope("singlethread") release
  fence acq_rel
  fence syncscope("singlethread") acq_rel
  fence seq_cst
  fence syncscope("singlethread") seq_cst
  call void @show(ptr @n.fences, i64 1)
  ret void
}

define i32 @main() {
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @xchg_i8(i8 3)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @xchg_i8(i8 -123)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @add_i8(i8 3)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @add_i8(i8 -123)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @sub_i8(i8 3)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @sub_i8(i8 -123)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @and_i8(i8 3)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @and_i8(i8 -123)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @nand_i8(i8 3)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @nand_i8(i8 -123)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @or_i8(i8 3)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @or_i8(i8 -123)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @xor_i8(i8 3)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @xor_i8(i8 -123)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @max_i8(i8 3)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @max_i8(i8 -123)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @min_i8(i8 3)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @min_i8(i8 -123)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @umax_i8(i8 3)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @umax_i8(i8 -123)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @umin_i8(i8 3)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @umin_i8(i8 -123)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @uinc_wrap_i8(i8 3)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @uinc_wrap_i8(i8 -123)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @udec_wrap_i8(i8 3)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @udec_wrap_i8(i8 -123)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @usub_cond_i8(i8 3)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @usub_cond_i8(i8 -123)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @usub_sat_i8(i8 3)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @usub_sat_i8(i8 -123)
  store i64 -1, ptr @memory
  store i64 -1, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @cmpxchg_i8(i8 -1, i8 7)
  store i64 -1, ptr @memory
  store i64 -1, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @cmpxchg_i8(i8 -128, i8 100)
  call void @access_i8(i8 77)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @xchg_i16(i16 3)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @xchg_i16(i16 -32763)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @add_i16(i16 3)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @add_i16(i16 -32763)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @sub_i16(i16 3)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @sub_i16(i16 -32763)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @and_i16(i16 3)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @and_i16(i16 -32763)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @nand_i16(i16 3)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @nand_i16(i16 -32763)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @or_i16(i16 3)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @or_i16(i16 -32763)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @xor_i16(i16 3)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @xor_i16(i16 -32763)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @max_i16(i16 3)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @max_i16(i16 -32763)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @min_i16(i16 3)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @min_i16(i16 -32763)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @umax_i16(i16 3)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @umax_i16(i16 -32763)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @umin_i16(i16 3)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @umin_i16(i16 -32763)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @uinc_wrap_i16(i16 3)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @uinc_wrap_i16(i16 -32763)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @udec_wrap_i16(i16 3)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @udec_wrap_i16(i16 -32763)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @usub_cond_i16(i16 3)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @usub_cond_i16(i16 -32763)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @usub_sat_i16(i16 3)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @usub_sat_i16(i16 -32763)
  store i64 -1, ptr @memory
  store i64 -1, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @cmpxchg_i16(i16 -1, i16 7)
  store i64 -1, ptr @memory
  store i64 -1, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @cmpxchg_i16(i16 -128, i16 100)
  call void @access_i16(i16 77)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @xchg_i32(i32 3)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @xchg_i32(i32 -2147483643)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @add_i32(i32 3)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @add_i32(i32 -2147483643)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @sub_i32(i32 3)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @sub_i32(i32 -2147483643)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @and_i32(i32 3)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @and_i32(i32 -2147483643)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @nand_i32(i32 3)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @nand_i32(i32 -2147483643)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @or_i32(i32 3)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @or_i32(i32 -2147483643)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @xor_i32(i32 3)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @xor_i32(i32 -2147483643)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @max_i32(i32 3)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @max_i32(i32 -2147483643)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @min_i32(i32 3)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @min_i32(i32 -2147483643)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @umax_i32(i32 3)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @umax_i32(i32 -2147483643)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @umin_i32(i32 3)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @umin_i32(i32 -2147483643)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @uinc_wrap_i32(i32 3)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @uinc_wrap_i32(i32 -2147483643)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @udec_wrap_i32(i32 3)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @udec_wrap_i32(i32 -2147483643)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @usub_cond_i32(i32 3)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @usub_cond_i32(i32 -2147483643)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @usub_sat_i32(i32 3)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @usub_sat_i32(i32 -2147483643)
  store i64 -1, ptr @memory
  store i64 -1, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @cmpxchg_i32(i32 -1, i32 7)
  store i64 -1, ptr @memory
  store i64 -1, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @cmpxchg_i32(i32 -128, i32 100)
  call void @access_i32(i32 77)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @xchg_i64(i64 3)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @xchg_i64(i64 -9223372036854775803)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @add_i64(i64 3)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @add_i64(i64 -9223372036854775803)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @sub_i64(i64 3)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @sub_i64(i64 -9223372036854775803)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @and_i64(i64 3)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @and_i64(i64 -9223372036854775803)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @nand_i64(i64 3)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @nand_i64(i64 -9223372036854775803)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @or_i64(i64 3)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @or_i64(i64 -9223372036854775803)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @xor_i64(i64 3)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @xor_i64(i64 -9223372036854775803)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @max_i64(i64 3)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @max_i64(i64 -9223372036854775803)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @min_i64(i64 3)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @min_i64(i64 -9223372036854775803)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @umax_i64(i64 3)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @umax_i64(i64 -9223372036854775803)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @umin_i64(i64 3)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @umin_i64(i64 -9223372036854775803)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @uinc_wrap_i64(i64 3)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @uinc_wrap_i64(i64 -9223372036854775803)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @udec_wrap_i64(i64 3)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @udec_wrap_i64(i64 -9223372036854775803)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @usub_cond_i64(i64 3)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @usub_cond_i64(i64 -9223372036854775803)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @usub_sat_i64(i64 3)
  store i64 -8102099357864587377, ptr @memory
  store i64 1311768467463790320, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @usub_sat_i64(i64 -9223372036854775803)
  store i64 -1, ptr @memory
  store i64 -1, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @cmpxchg_i64(i64 -1, i64 7)
  store i64 -1, ptr @memory
  store i64 -1, ptr getelementptr (i8, ptr @memory, i64 8)
  call void @cmpxchg_i64(i64 -128, i64 100)
  call void @access_i64(i64 77)
  store i64 0, ptr @memory
  store float 1.5, ptr @memory
  call void @xchg_float(float 2.5)
  store i64 0, ptr @memory
  store float 1.5, ptr @memory
  call void @xchg_float(float -1.0)
  store i64 0, ptr @memory
  store float 1.5, ptr @memory
  call void @fadd_float(float 2.5)
  store i64 0, ptr @memory
  store float 1.5, ptr @memory
  call void @fadd_float(float -1.0)
  store i64 0, ptr @memory
  store float 1.5, ptr @memory
  call void @fsub_float(float 2.5)
  store i64 0, ptr @memory
  store float 1.5, ptr @memory
  call void @fsub_float(float -1.0)
  store i64 0, ptr @memory
  store float 1.5, ptr @memory
  call void @fmax_float(float 2.5)
  store i64 0, ptr @memory
  store float 1.5, ptr @memory
  call void @fmax_float(float -1.0)
  store i64 0, ptr @memory
  store float 1.5, ptr @memory
  call void @fmin_float(float 2.5)
  store i64 0, ptr @memory
  store float 1.5, ptr @memory
  call void @fmin_float(float -1.0)
  store i64 0, ptr @memory
  store float 1.5, ptr @memory
  call void @fmaximum_float(float 2.5)
  store i64 0, ptr @memory
  store float 1.5, ptr @memory
  call void @fmaximum_float(float -1.0)
  store i64 0, ptr @memory
  store float 1.5, ptr @memory
  call void @fminimum_float(float 2.5)
  store i64 0, ptr @memory
  store float 1.5, ptr @memory
  call void @fminimum_float(float -1.0)
  store i64 0, ptr @memory
  call void @access_float(float 0.75)
  store i64 0, ptr @memory
  store double 1.5, ptr @memory
  call void @xchg_double(double 2.5)
  store i64 0, ptr @memory
  store double 1.5, ptr @memory
  call void @xchg_double(double -1.0)
  store i64 0, ptr @memory
  store double 1.5, ptr @memory
  call void @fadd_double(double 2.5)
  store i64 0, ptr @memory
  store double 1.5, ptr @memory
  call void @fadd_double(double -1.0)
  store i64 0, ptr @memory
  store double 1.5, ptr @memory
  call void @fsub_double(double 2.5)
  store i64 0, ptr @memory
  store double 1.5, ptr @memory
  call void @fsub_double(double -1.0)
  store i64 0, ptr @memory
  store double 1.5, ptr @memory
  call void @fmax_double(double 2.5)
  store i64 0, ptr @memory
  store double 1.5, ptr @memory
  call void @fmax_double(double -1.0)
  store i64 0, ptr @memory
  store double 1.5, ptr @memory
  call void @fmin_double(double 2.5)
  store i64 0, ptr @memory
  store double 1.5, ptr @memory
  call void @fmin_double(double -1.0)
  store i64 0, ptr @memory
  store double 1.5, ptr @memory
  call void @fmaximum_double(double 2.5)
  store i64 0, ptr @memory
  store double 1.5, ptr @memory
  call void @fmaximum_double(double -1.0)
  store i64 0, ptr @memory
  store double 1.5, ptr @memory
  call void @fminimum_double(double 2.5)
  store i64 0, ptr @memory
  store double 1.5, ptr @memory
  call void @fminimum_double(double -1.0)
  store i64 0, ptr @memory
  call void @access_double(double 0.75)
  store i64 15360, ptr @memory
  call void @half(half 3.0)
  call void @pointer(ptr @memory, ptr @format)
  call void @fences()
  ret i32 0
}
