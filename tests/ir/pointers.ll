; Vectors of pointers, and pointers as integers of other widths: arithmetic, comparisons, choices, conversions, masks.
; twinless: aarch64-ir0-O0
@format = private constant [11 x i8] c"%s: %016lx\00", align 1
@space = private constant [8 x i8] c" %016lx\00", align 1
@line = private constant [2 x i8] c"\0A\00", align 1
@bytes = global [256 x i8] zeroinitializer, align 16
@offsets = global [4 x i64] [i64 3, i64 40, i64 77, i64 112]
@numbers = global [8 x i64] [i64 -2, i64 1311768467463790320, i64 -81985529216486896, i64 255, i64 4294967296, i64 -1, i64 77, i64 36028797018963968], align 16
@out = global [8 x i64] zeroinitializer, align 16
@name.add_2 = private constant [6 x i8] c"add_2\00"
@name.index_2 = private constant [8 x i8] c"index_2\00"
@name.compare_eq_2 = private constant [13 x i8] c"compare_eq_2\00"
@name.compare_ne_2 = private constant [13 x i8] c"compare_ne_2\00"
@name.compare_ult_2 = private constant [14 x i8] c"compare_ult_2\00"
@name.compare_uge_2 = private constant [14 x i8] c"compare_uge_2\00"
@name.compare_ugt_2 = private constant [14 x i8] c"compare_ugt_2\00"
@name.null_2 = private constant [7 x i8] c"null_2\00"
@name.choose_2 = private constant [9 x i8] c"choose_2\00"
@name.freeze_2 = private constant [9 x i8] c"freeze_2\00"
@name.memory_2 = private constant [9 x i8] c"memory_2\00"
@name.lanes_2 = private constant [8 x i8] c"lanes_2\00"
@name.round_2 = private constant [8 x i8] c"round_2\00"
@name.mask_2 = private constant [7 x i8] c"mask_2\00"
@name.to_8_2 = private constant [7 x i8] c"to_8_2\00"
@name.from_8_2 = private constant [9 x i8] c"from_8_2\00"
@name.to_32_2 = private constant [8 x i8] c"to_32_2\00"
@name.from_32_2 = private constant [10 x i8] c"from_32_2\00"
@name.to_33_2 = private constant [8 x i8] c"to_33_2\00"
@name.from_33_2 = private constant [10 x i8] c"from_33_2\00"
@name.to_128_2 = private constant [9 x i8] c"to_128_2\00"
@name.from_128_2 = private constant [11 x i8] c"from_128_2\00"
@name.loop_2 = private constant [7 x i8] c"loop_2\00"
@name.add_3 = private constant [6 x i8] c"add_3\00"
@name.index_3 = private constant [8 x i8] c"index_3\00"
@name.compare_eq_3 = private constant [13 x i8] c"compare_eq_3\00"
@name.compare_ne_3 = private constant [13 x i8] c"compare_ne_3\00"
@name.compare_ult_3 = private constant [14 x i8] c"compare_ult_3\00"
@name.compare_uge_3 = private constant [14 x i8] c"compare_uge_3\00"
@name.compare_ugt_3 = private constant [14 x i8] c"compare_ugt_3\00"
@name.null_3 = private constant [7 x i8] c"null_3\00"
@name.choose_3 = private constant [9 x i8] c"choose_3\00"
@name.freeze_3 = private constant [9 x i8] c"freeze_3\00"
@name.memory_3 = private constant [9 x i8] c"memory_3\00"
@name.lanes_3 = private constant [8 x i8] c"lanes_3\00"
@name.round_3 = private constant [8 x i8] c"round_3\00"
@name.mask_3 = private constant [7 x i8] c"mask_3\00"
@name.to_8_3 = private constant [7 x i8] c"to_8_3\00"
@name.from_8_3 = private constant [9 x i8] c"from_8_3\00"
@name.to_32_3 = private constant [8 x i8] c"to_32_3\00"
@name.from_32_3 = private constant [10 x i8] c"from_32_3\00"
@name.to_33_3 = private constant [8 x i8] c"to_33_3\00"
@name.from_33_3 = private constant [10 x i8] c"from_33_3\00"
@name.to_128_3 = private constant [9 x i8] c"to_128_3\00"
@name.from_128_3 = private constant [11 x i8] c"from_128_3\00"
@name.loop_3 = private constant [7 x i8] c"loop_3\00"
@name.add_4 = private constant [6 x i8] c"add_4\00"
@name.index_4 = private constant [8 x i8] c"index_4\00"
@name.compare_eq_4 = private constant [13 x i8] c"compare_eq_4\00"
@name.compare_ne_4 = private constant [13 x i8] c"compare_ne_4\00"
@name.compare_ult_4 = private constant [14 x i8] c"compare_ult_4\00"
@name.compare_uge_4 = private constant [14 x i8] c"compare_uge_4\00"
@name.compare_ugt_4 = private constant [14 x i8] c"compare_ugt_4\00"
@name.null_4 = private constant [7 x i8] c"null_4\00"
@name.choose_4 = private constant [9 x i8] c"choose_4\00"
@name.freeze_4 = private constant [9 x i8] c"freeze_4\00"
@name.memory_4 = private constant [9 x i8] c"memory_4\00"
@name.lanes_4 = private constant [8 x i8] c"lanes_4\00"
@name.round_4 = private constant [8 x i8] c"round_4\00"
@name.mask_4 = private constant [7 x i8] c"mask_4\00"
@name.to_8_4 = private constant [7 x i8] c"to_8_4\00"
@name.from_8_4 = private constant [9 x i8] c"from_8_4\00"
@name.to_32_4 = private constant [8 x i8] c"to_32_4\00"
@name.from_32_4 = private constant [10 x i8] c"from_32_4\00"
@name.to_33_4 = private constant [8 x i8] c"to_33_4\00"
@name.from_33_4 = private constant [10 x i8] c"from_33_4\00"
@name.to_128_4 = private constant [9 x i8] c"to_128_4\00"
@name.from_128_4 = private constant [11 x i8] c"from_128_4\00"
@name.loop_4 = private constant [7 x i8] c"loop_4\00"
@name.add_8 = private constant [6 x i8] c"add_8\00"
@name.index_8 = private constant [8 x i8] c"index_8\00"
@name.compare_eq_8 = private constant [13 x i8] c"compare_eq_8\00"
@name.compare_ne_8 = private constant [13 x i8] c"compare_ne_8\00"
@name.compare_ult_8 = private constant [14 x i8] c"compare_ult_8\00"
@name.compare_uge_8 = private constant [14 x i8] c"compare_uge_8\00"
@name.compare_ugt_8 = private constant [14 x i8] c"compare_ugt_8\00"
@name.null_8 = private constant [7 x i8] c"null_8\00"
@name.choose_8 = private constant [9 x i8] c"choose_8\00"
@name.freeze_8 = private constant [9 x i8] c"freeze_8\00"
@name.memory_8 = private constant [9 x i8] c"memory_8\00"
@name.lanes_8 = private constant [8 x i8] c"lanes_8\00"
@name.round_8 = private constant [8 x i8] c"round_8\00"
@name.mask_8 = private constant [7 x i8] c"mask_8\00"
@name.to_8_8 = private constant [7 x i8] c"to_8_8\00"
@name.from_8_8 = private constant [9 x i8] c"from_8_8\00"
@name.to_32_8 = private constant [8 x i8] c"to_32_8\00"
@name.from_32_8 = private constant [10 x i8] c"from_32_8\00"
@name.to_33_8 = private constant [8 x i8] c"to_33_8\00"
@name.from_33_8 = private constant [10 x i8] c"from_33_8\00"
@name.to_128_8 = private constant [9 x i8] c"to_128_8\00"
@name.from_128_8 = private constant [11 x i8] c"from_128_8\00"
@name.loop_8 = private constant [7 x i8] c"loop_8\00"
@name.scalar_to_8 = private constant [12 x i8] c"scalar_to_8\00"
@name.scalar_from_8 = private constant [14 x i8] c"scalar_from_8\00"
@name.scalar_to_24 = private constant [13 x i8] c"scalar_to_24\00"
@name.scalar_from_24 = private constant [15 x i8] c"scalar_from_24\00"
@name.scalar_to_32 = private constant [13 x i8] c"scalar_to_32\00"
@name.scalar_from_32 = private constant [15 x i8] c"scalar_from_32\00"
@name.scalar_to_33 = private constant [13 x i8] c"scalar_to_33\00"
@name.scalar_from_33 = private constant [15 x i8] c"scalar_from_33\00"
@name.scalar_to_65 = private constant [13 x i8] c"scalar_to_65\00"
@name.scalar_from_65 = private constant [15 x i8] c"scalar_from_65\00"
@name.scalar_to_128 = private constant [14 x i8] c"scalar_to_128\00"
@name.scalar_from_128 = private constant [16 x i8] c"scalar_from_128\00"
declare i32 @printf(ptr, ...)
declare <2 x ptr> @llvm.ptrmask.v2p0.v2i64(<2 x ptr>, <2 x i64>)
declare <3 x ptr> @llvm.ptrmask.v3p0.v3i64(<3 x ptr>, <3 x i64>)
declare <4 x ptr> @llvm.ptrmask.v4p0.v4i64(<4 x ptr>, <4 x i64>)
declare <8 x ptr> @llvm.ptrmask.v8p0.v8i64(<8 x ptr>, <8 x i64>)

define void @t.add_2(ptr %out) noinline {
  %k = load volatile i64, ptr @offsets
  %k0 = insertelement <2 x i64> poison, i64 %k, i32 0
  %ks = shufflevector <2 x i64> %k0, <2 x i64> poison, <2 x i32> zeroinitializer
  %x = add <2 x i64> %ks, <i64 0, i64 5>
  %p = getelementptr i8, ptr @bytes, <2 x i64> %x
  %q = getelementptr i32, <2 x ptr> %p, i64 3
  %i = ptrtoint <2 x ptr> %q to <2 x i64>
  %base = ptrtoint ptr @bytes to i64
  %b0 = insertelement <2 x i64> poison, i64 %base, i32 0
  %bs = shufflevector <2 x i64> %b0, <2 x i64> poison, <2 x i32> zeroinitializer
  %d = sub <2 x i64> %i, %bs
  store <2 x i64> %d, ptr %out, align 8
  ret void
}

define void @t.index_2(ptr %out) noinline {
  %k = load volatile i64, ptr @offsets
  %k0 = insertelement <2 x i64> poison, i64 %k, i32 0
  %ks = shufflevector <2 x i64> %k0, <2 x i64> poison, <2 x i32> zeroinitializer
  %x = add <2 x i64> %ks, <i64 0, i64 5>
  %p = getelementptr i8, ptr @bytes, <2 x i64> %x
  %y = mul <2 x i64> %x, <i64 1, i64 0>
  %r = getelementptr i16, <2 x ptr> %p, <2 x i64> %y
  %i = ptrtoint <2 x ptr> %r to <2 x i64>
  %base = ptrtoint ptr @bytes to i64
  %b0 = insertelement <2 x i64> poison, i64 %base, i32 0
  %bs = shufflevector <2 x i64> %b0, <2 x i64> poison, <2 x i32> zeroinitializer
  %d = sub <2 x i64> %i, %bs
  store <2 x i64> %d, ptr %out, align 8
  ret void
}

define void @t.compare_eq_2(ptr %out) noinline {
  %k = load volatile i64, ptr @offsets
  %k0 = insertelement <2 x i64> poison, i64 %k, i32 0
  %ks = shufflevector <2 x i64> %k0, <2 x i64> poison, <2 x i32> zeroinitializer
  %x = add <2 x i64> %ks, <i64 0, i64 5>
  %p = getelementptr i8, ptr @bytes, <2 x i64> %x
  %y = mul <2 x i64> %x, <i64 1, i64 0>
  %r = getelementptr i16, <2 x ptr> %p, <2 x i64> %y
  %c = icmp eq <2 x ptr> %p, %r
  %q = select <2 x i1> %c, <2 x ptr> %p, <2 x ptr> %r
  %i = ptrtoint <2 x ptr> %q to <2 x i64>
  %base = ptrtoint ptr @bytes to i64
  %b0 = insertelement <2 x i64> poison, i64 %base, i32 0
  %bs = shufflevector <2 x i64> %b0, <2 x i64> poison, <2 x i32> zeroinitializer
  %d = sub <2 x i64> %i, %bs
  store <2 x i64> %d, ptr %out, align 8
  ret void
}

define void @t.compare_ne_2(ptr %out) noinline {
  %k = load volatile i64, ptr @offsets
  %k0 = insertelement <2 x i64> poison, i64 %k, i32 0
  %ks = shufflevector <2 x i64> %k0, <2 x i64> poison, <2 x i32> zeroinitializer
  %x = add <2 x i64> %ks, <i64 0, i64 5>
  %p = getelementptr i8, ptr @bytes, <2 x i64> %x
  %y = mul <2 x i64> %x, <i64 1, i64 0>
  %r = getelementptr i16, <2 x ptr> %p, <2 x i64> %y
  %c = icmp ne <2 x ptr> %p, %r
  %q = select <2 x i1> %c, <2 x ptr> %p, <2 x ptr> %r
  %i = ptrtoint <2 x ptr> %q to <2 x i64>
  %base = ptrtoint ptr @bytes to i64
  %b0 = insertelement <2 x i64> poison, i64 %base, i32 0
  %bs = shufflevector <2 x i64> %b0, <2 x i64> poison, <2 x i32> zeroinitializer
  %d = sub <2 x i64> %i, %bs
  store <2 x i64> %d, ptr %out, align 8
  ret void
}

define void @t.compare_ult_2(ptr %out) noinline {
  %k = load volatile i64, ptr @offsets
  %k0 = insertelement <2 x i64> poison, i64 %k, i32 0
  %ks = shufflevector <2 x i64> %k0, <2 x i64> poison, <2 x i32> zeroinitializer
  %x = add <2 x i64> %ks, <i64 0, i64 5>
  %p = getelementptr i8, ptr @bytes, <2 x i64> %x
  %y = mul <2 x i64> %x, <i64 1, i64 0>
  %r = getelementptr i16, <2 x ptr> %p, <2 x i64> %y
  %c = icmp ult <2 x ptr> %p, %r
  %q = select <2 x i1> %c, <2 x ptr> %p, <2 x ptr> %r
  %i = ptrtoint <2 x ptr> %q to <2 x i64>
  %base = ptrtoint ptr @bytes to i64
  %b0 = insertelement <2 x i64> poison, i64 %base, i32 0
  %bs = shufflevector <2 x i64> %b0, <2 x i64> poison, <2 x i32> zeroinitializer
  %d = sub <2 x i64> %i, %bs
  store <2 x i64> %d, ptr %out, align 8
  ret void
}

define void @t.compare_uge_2(ptr %out) noinline {
  %k = load volatile i64, ptr @offsets
  %k0 = insertelement <2 x i64> poison, i64 %k, i32 0
  %ks = shufflevector <2 x i64> %k0, <2 x i64> poison, <2 x i32> zeroinitializer
  %x = add <2 x i64> %ks, <i64 0, i64 5>
  %p = getelementptr i8, ptr @bytes, <2 x i64> %x
  %y = mul <2 x i64> %x, <i64 1, i64 0>
  %r = getelementptr i16, <2 x ptr> %p, <2 x i64> %y
  %c = icmp uge <2 x ptr> %p, %r
  %q = select <2 x i1> %c, <2 x ptr> %p, <2 x ptr> %r
  %i = ptrtoint <2 x ptr> %q to <2 x i64>
  %base = ptrtoint ptr @bytes to i64
  %b0 = insertelement <2 x i64> poison, i64 %base, i32 0
  %bs = shufflevector <2 x i64> %b0, <2 x i64> poison, <2 x i32> zeroinitializer
  %d = sub <2 x i64> %i, %bs
  store <2 x i64> %d, ptr %out, align 8
  ret void
}

define void @t.compare_ugt_2(ptr %out) noinline {
  %k = load volatile i64, ptr @offsets
  %k0 = insertelement <2 x i64> poison, i64 %k, i32 0
  %ks = shufflevector <2 x i64> %k0, <2 x i64> poison, <2 x i32> zeroinitializer
  %x = add <2 x i64> %ks, <i64 0, i64 5>
  %p = getelementptr i8, ptr @bytes, <2 x i64> %x
  %y = mul <2 x i64> %x, <i64 1, i64 0>
  %r = getelementptr i16, <2 x ptr> %p, <2 x i64> %y
  %c = icmp ugt <2 x ptr> %p, %r
  %q = select <2 x i1> %c, <2 x ptr> %p, <2 x ptr> %r
  %i = ptrtoint <2 x ptr> %q to <2 x i64>
  %base = ptrtoint ptr @bytes to i64
  %b0 = insertelement <2 x i64> poison, i64 %base, i32 0
  %bs = shufflevector <2 x i64> %b0, <2 x i64> poison, <2 x i32> zeroinitializer
  %d = sub <2 x i64> %i, %bs
  store <2 x i64> %d, ptr %out, align 8
  ret void
}

define void @t.null_2(ptr %out) noinline {
  %k = load volatile i64, ptr @offsets
  %k0 = insertelement <2 x i64> poison, i64 %k, i32 0
  %ks = shufflevector <2 x i64> %k0, <2 x i64> poison, <2 x i32> zeroinitializer
  %x = add <2 x i64> %ks, <i64 0, i64 5>
  %p = getelementptr i8, ptr @bytes, <2 x i64> %x
  %c = icmp eq <2 x ptr> %p, zeroinitializer
  %z = zext <2 x i1> %c to <2 x i64>
  store <2 x i64> %z, ptr %out, align 8
  ret void
}

define void @t.choose_2(ptr %out) noinline {
  %k = load volatile i64, ptr @offsets
  %k0 = insertelement <2 x i64> poison, i64 %k, i32 0
  %ks = shufflevector <2 x i64> %k0, <2 x i64> poison, <2 x i32> zeroinitializer
  %x = add <2 x i64> %ks, <i64 0, i64 5>
  %p = getelementptr i8, ptr @bytes, <2 x i64> %x
  %y = mul <2 x i64> %x, <i64 1, i64 0>
  %r = getelementptr i16, <2 x ptr> %p, <2 x i64> %y
  %c = icmp sgt i64 %k, 3
  %q = select i1 %c, <2 x ptr> %p, <2 x ptr> %r
  %i = ptrtoint <2 x ptr> %q to <2 x i64>
  %base = ptrtoint ptr @bytes to i64
  %b0 = insertelement <2 x i64> poison, i64 %base, i32 0
  %bs = shufflevector <2 x i64> %b0, <2 x i64> poison, <2 x i32> zeroinitializer
  %d = sub <2 x i64> %i, %bs
  store <2 x i64> %d, ptr %out, align 8
  ret void
}

define void @t.freeze_2(ptr %out) noinline {
  %k = load volatile i64, ptr @offsets
  %k0 = insertelement <2 x i64> poison, i64 %k, i32 0
  %ks = shufflevector <2 x i64> %k0, <2 x i64> poison, <2 x i32> zeroinitializer
  %x = add <2 x i64> %ks, <i64 0, i64 5>
  %p = getelementptr i8, ptr @bytes, <2 x i64> %x
  %q = freeze <2 x ptr> %p
  %i = ptrtoint <2 x ptr> %q to <2 x i64>
  %base = ptrtoint ptr @bytes to i64
  %b0 = insertelement <2 x i64> poison, i64 %base, i32 0
  %bs = shufflevector <2 x i64> %b0, <2 x i64> poison, <2 x i32> zeroinitializer
  %d = sub <2 x i64> %i, %bs
  store <2 x i64> %d, ptr %out, align 8
  ret void
}

define void @t.memory_2(ptr %out) noinline {
  %k = load volatile i64, ptr @offsets
  %k0 = insertelement <2 x i64> poison, i64 %k, i32 0
  %ks = shufflevector <2 x i64> %k0, <2 x i64> poison, <2 x i32> zeroinitializer
  %x = add <2 x i64> %ks, <i64 0, i64 5>
  %p = getelementptr i8, ptr @bytes, <2 x i64> %x
  store <2 x ptr> %p, ptr @bytes, align 1
  %q = load <2 x ptr>, ptr @bytes, align 1
  %i = ptrtoint <2 x ptr> %q to <2 x i64>
  %base = ptrtoint ptr @bytes to i64
  %b0 = insertelement <2 x i64> poison, i64 %base, i32 0
  %bs = shufflevector <2 x i64> %b0, <2 x i64> poison, <2 x i32> zeroinitializer
  %d = sub <2 x i64> %i, %bs
  store <2 x i64> %d, ptr %out, align 8
  ret void
}

define void @t.lanes_2(ptr %out) noinline {
  %k = load volatile i64, ptr @offsets
  %k0 = insertelement <2 x i64> poison, i64 %k, i32 0
  %ks = shufflevector <2 x i64> %k0, <2 x i64> poison, <2 x i32> zeroinitializer
  %x = add <2 x i64> %ks, <i64 0, i64 5>
  %p = getelementptr i8, ptr @bytes, <2 x i64> %x
  %y = mul <2 x i64> %x, <i64 1, i64 0>
  %r = getelementptr i16, <2 x ptr> %p, <2 x i64> %y
  %e = extractelement <2 x ptr> %p, i32 1
  %f = insertelement <2 x ptr> %r, ptr %e, i32 0
  %q = shufflevector <2 x ptr> %f, <2 x ptr> %p, <2 x i32> <i32 1, i32 0>
  %i = ptrtoint <2 x ptr> %q to <2 x i64>
  %base = ptrtoint ptr @bytes to i64
  %b0 = insertelement <2 x i64> poison, i64 %base, i32 0
  %bs = shufflevector <2 x i64> %b0, <2 x i64> poison, <2 x i32> zeroinitializer
  %d = sub <2 x i64> %i, %bs
  store <2 x i64> %d, ptr %out, align 8
  ret void
}

define void @t.round_2(ptr %out) noinline {
  %k = load volatile i64, ptr @offsets
  %k0 = insertelement <2 x i64> poison, i64 %k, i32 0
  %ks = shufflevector <2 x i64> %k0, <2 x i64> poison, <2 x i32> zeroinitializer
  %x = add <2 x i64> %ks, <i64 0, i64 5>
  %p = getelementptr i8, ptr @bytes, <2 x i64> %x
  %j = ptrtoint <2 x ptr> %p to <2 x i64>
  %m = and <2 x i64> %j, <i64 -8, i64 -8>
  %q = inttoptr <2 x i64> %m to <2 x ptr>
  %i = ptrtoint <2 x ptr> %q to <2 x i64>
  %base = ptrtoint ptr @bytes to i64
  %b0 = insertelement <2 x i64> poison, i64 %base, i32 0
  %bs = shufflevector <2 x i64> %b0, <2 x i64> poison, <2 x i32> zeroinitializer
  %d = sub <2 x i64> %i, %bs
  store <2 x i64> %d, ptr %out, align 8
  ret void
}

define void @t.mask_2(ptr %out) noinline {
  %k = load volatile i64, ptr @offsets
  %k0 = insertelement <2 x i64> poison, i64 %k, i32 0
  %ks = shufflevector <2 x i64> %k0, <2 x i64> poison, <2 x i32> zeroinitializer
  %x = add <2 x i64> %ks, <i64 0, i64 5>
  %p = getelementptr i8, ptr @bytes, <2 x i64> %x
  %q = call <2 x ptr> @llvm.ptrmask.v2p0.v2i64(<2 x ptr> %p, <2 x i64> <i64 -1, i64 -2>)
  %i = ptrtoint <2 x ptr> %q to <2 x i64>
  %base = ptrtoint ptr @bytes to i64
  %b0 = insertelement <2 x i64> poison, i64 %base, i32 0
  %bs = shufflevector <2 x i64> %b0, <2 x i64> poison, <2 x i32> zeroinitializer
  %d = sub <2 x i64> %i, %bs
  store <2 x i64> %d, ptr %out, align 8
  ret void
}

define void @t.to_8_2(ptr %out) noinline {
  %x = load volatile <2 x i64>, ptr @numbers, align 8
  %p = inttoptr <2 x i64> %x to <2 x ptr>
  %j = ptrtoint <2 x ptr> %p to <2 x i8>
  %r = zext <2 x i8> %j to <2 x i64>
  store <2 x i64> %r, ptr %out, align 8
  ret void
}

define void @t.from_8_2(ptr %out) noinline {
  %x = load volatile <2 x i64>, ptr @numbers, align 8
  %j = trunc <2 x i64> %x to <2 x i8>
  %p = inttoptr <2 x i8> %j to <2 x ptr>
  %r = ptrtoint <2 x ptr> %p to <2 x i64>
  store <2 x i64> %r, ptr %out, align 8
  ret void
}

define void @t.to_32_2(ptr %out) noinline {
  %x = load volatile <2 x i64>, ptr @numbers, align 8
  %p = inttoptr <2 x i64> %x to <2 x ptr>
  %j = ptrtoint <2 x ptr> %p to <2 x i32>
  %r = zext <2 x i32> %j to <2 x i64>
  store <2 x i64> %r, ptr %out, align 8
  ret void
}

define void @t.from_32_2(ptr %out) noinline {
  %x = load volatile <2 x i64>, ptr @numbers, align 8
  %j = trunc <2 x i64> %x to <2 x i32>
  %p = inttoptr <2 x i32> %j to <2 x ptr>
  %r = ptrtoint <2 x ptr> %p to <2 x i64>
  store <2 x i64> %r, ptr %out, align 8
  ret void
}

define void @t.to_33_2(ptr %out) noinline {
  %x = load volatile <2 x i64>, ptr @numbers, align 8
  %p = inttoptr <2 x i64> %x to <2 x ptr>
  %j = ptrtoint <2 x ptr> %p to <2 x i33>
  %r = zext <2 x i33> %j to <2 x i64>
  store <2 x i64> %r, ptr %out, align 8
  ret void
}

define void @t.from_33_2(ptr %out) noinline {
  %x = load volatile <2 x i64>, ptr @numbers, align 8
  %j = trunc <2 x i64> %x to <2 x i33>
  %p = inttoptr <2 x i33> %j to <2 x ptr>
  %r = ptrtoint <2 x ptr> %p to <2 x i64>
  store <2 x i64> %r, ptr %out, align 8
  ret void
}

define void @t.to_128_2(ptr %out) noinline {
  %x = load volatile <2 x i64>, ptr @numbers, align 8
  %p = inttoptr <2 x i64> %x to <2 x ptr>
  %j = ptrtoint <2 x ptr> %p to <2 x i128>
  %r = trunc <2 x i128> %j to <2 x i64>
  store <2 x i64> %r, ptr %out, align 8
  ret void
}

define void @t.from_128_2(ptr %out) noinline {
  %x = load volatile <2 x i64>, ptr @numbers, align 8
  %j = zext <2 x i64> %x to <2 x i128>
  %p = inttoptr <2 x i128> %j to <2 x ptr>
  %r = ptrtoint <2 x ptr> %p to <2 x i64>
  store <2 x i64> %r, ptr %out, align 8
  ret void
}

define void @t.loop_2(ptr %out) noinline {
entry:
  %k = load volatile i64, ptr @offsets
  %k0 = insertelement <2 x i64> poison, i64 %k, i32 0
  %ks = shufflevector <2 x i64> %k0, <2 x i64> poison, <2 x i32> zeroinitializer
  %x = add <2 x i64> %ks, <i64 0, i64 5>
  %p = getelementptr i8, ptr @bytes, <2 x i64> %x
  %y = mul <2 x i64> %x, <i64 1, i64 0>
  %r = getelementptr i16, <2 x ptr> %p, <2 x i64> %y
  br label %loop
loop:
  %c = phi i64 [ 0, %entry ], [ %c1, %loop ]
  %q = phi <2 x ptr> [ %p, %entry ], [ %s, %loop ]
  %o = phi <2 x ptr> [ %r, %entry ], [ %q, %loop ]
  %s = getelementptr i8, <2 x ptr> %o, i64 1
  %c1 = add i64 %c, 1
  %more = icmp ult i64 %c1, 5
  br i1 %more, label %loop, label %done
done:
  %i = ptrtoint <2 x ptr> %q to <2 x i64>
  %base = ptrtoint ptr @bytes to i64
  %b0 = insertelement <2 x i64> poison, i64 %base, i32 0
  %bs = shufflevector <2 x i64> %b0, <2 x i64> poison, <2 x i32> zeroinitializer
  %d = sub <2 x i64> %i, %bs
  store <2 x i64> %d, ptr %out, align 8
  ret void
}

define void @t.add_3(ptr %out) noinline {
  %k = load volatile i64, ptr @offsets
  %k0 = insertelement <3 x i64> poison, i64 %k, i32 0
  %ks = shufflevector <3 x i64> %k0, <3 x i64> poison, <3 x i32> zeroinitializer
  %x = add <3 x i64> %ks, <i64 0, i64 5, i64 10>
  %p = getelementptr i8, ptr @bytes, <3 x i64> %x
  %q = getelementptr i32, <3 x ptr> %p, i64 3
  %i = ptrtoint <3 x ptr> %q to <3 x i64>
  %base = ptrtoint ptr @bytes to i64
  %b0 = insertelement <3 x i64> poison, i64 %base, i32 0
  %bs = shufflevector <3 x i64> %b0, <3 x i64> poison, <3 x i32> zeroinitializer
  %d = sub <3 x i64> %i, %bs
  store <3 x i64> %d, ptr %out, align 8
  ret void
}

define void @t.index_3(ptr %out) noinline {
  %k = load volatile i64, ptr @offsets
  %k0 = insertelement <3 x i64> poison, i64 %k, i32 0
  %ks = shufflevector <3 x i64> %k0, <3 x i64> poison, <3 x i32> zeroinitializer
  %x = add <3 x i64> %ks, <i64 0, i64 5, i64 10>
  %p = getelementptr i8, ptr @bytes, <3 x i64> %x
  %y = mul <3 x i64> %x, <i64 1, i64 0, i64 -1>
  %r = getelementptr i16, <3 x ptr> %p, <3 x i64> %y
  %i = ptrtoint <3 x ptr> %r to <3 x i64>
  %base = ptrtoint ptr @bytes to i64
  %b0 = insertelement <3 x i64> poison, i64 %base, i32 0
  %bs = shufflevector <3 x i64> %b0, <3 x i64> poison, <3 x i32> zeroinitializer
  %d = sub <3 x i64> %i, %bs
  store <3 x i64> %d, ptr %out, align 8
  ret void
}

define void @t.compare_eq_3(ptr %out) noinline {
  %k = load volatile i64, ptr @offsets
  %k0 = insertelement <3 x i64> poison, i64 %k, i32 0
  %ks = shufflevector <3 x i64> %k0, <3 x i64> poison, <3 x i32> zeroinitializer
  %x = add <3 x i64> %ks, <i64 0, i64 5, i64 10>
  %p = getelementptr i8, ptr @bytes, <3 x i64> %x
  %y = mul <3 x i64> %x, <i64 1, i64 0, i64 -1>
  %r = getelementptr i16, <3 x ptr> %p, <3 x i64> %y
  %c = icmp eq <3 x ptr> %p, %r
  %q = select <3 x i1> %c, <3 x ptr> %p, <3 x ptr> %r
  %i = ptrtoint <3 x ptr> %q to <3 x i64>
  %base = ptrtoint ptr @bytes to i64
  %b0 = insertelement <3 x i64> poison, i64 %base, i32 0
  %bs = shufflevector <3 x i64> %b0, <3 x i64> poison, <3 x i32> zeroinitializer
  %d = sub <3 x i64> %i, %bs
  store <3 x i64> %d, ptr %out, align 8
  ret void
}

define void @t.compare_ne_3(ptr %out) noinline {
  %k = load volatile i64, ptr @offsets
  %k0 = insertelement <3 x i64> poison, i64 %k, i32 0
  %ks = shufflevector <3 x i64> %k0, <3 x i64> poison, <3 x i32> zeroinitializer
  %x = add <3 x i64> %ks, <i64 0, i64 5, i64 10>
  %p = getelementptr i8, ptr @bytes, <3 x i64> %x
  %y = mul <3 x i64> %x, <i64 1, i64 0, i64 -1>
  %r = getelementptr i16, <3 x ptr> %p, <3 x i64> %y
  %c = icmp ne <3 x ptr> %p, %r
  %q = select <3 x i1> %c, <3 x ptr> %p, <3 x ptr> %r
  %i = ptrtoint <3 x ptr> %q to <3 x i64>
  %base = ptrtoint ptr @bytes to i64
  %b0 = insertelement <3 x i64> poison, i64 %base, i32 0
  %bs = shufflevector <3 x i64> %b0, <3 x i64> poison, <3 x i32> zeroinitializer
  %d = sub <3 x i64> %i, %bs
  store <3 x i64> %d, ptr %out, align 8
  ret void
}

define void @t.compare_ult_3(ptr %out) noinline {
  %k = load volatile i64, ptr @offsets
  %k0 = insertelement <3 x i64> poison, i64 %k, i32 0
  %ks = shufflevector <3 x i64> %k0, <3 x i64> poison, <3 x i32> zeroinitializer
  %x = add <3 x i64> %ks, <i64 0, i64 5, i64 10>
  %p = getelementptr i8, ptr @bytes, <3 x i64> %x
  %y = mul <3 x i64> %x, <i64 1, i64 0, i64 -1>
  %r = getelementptr i16, <3 x ptr> %p, <3 x i64> %y
  %c = icmp ult <3 x ptr> %p, %r
  %q = select <3 x i1> %c, <3 x ptr> %p, <3 x ptr> %r
  %i = ptrtoint <3 x ptr> %q to <3 x i64>
  %base = ptrtoint ptr @bytes to i64
  %b0 = insertelement <3 x i64> poison, i64 %base, i32 0
  %bs = shufflevector <3 x i64> %b0, <3 x i64> poison, <3 x i32> zeroinitializer
  %d = sub <3 x i64> %i, %bs
  store <3 x i64> %d, ptr %out, align 8
  ret void
}

define void @t.compare_uge_3(ptr %out) noinline {
  %k = load volatile i64, ptr @offsets
  %k0 = insertelement <3 x i64> poison, i64 %k, i32 0
  %ks = shufflevector <3 x i64> %k0, <3 x i64> poison, <3 x i32> zeroinitializer
  %x = add <3 x i64> %ks, <i64 0, i64 5, i64 10>
  %p = getelementptr i8, ptr @bytes, <3 x i64> %x
  %y = mul <3 x i64> %x, <i64 1, i64 0, i64 -1>
  %r = getelementptr i16, <3 x ptr> %p, <3 x i64> %y
  %c = icmp uge <3 x ptr> %p, %r
  %q = select <3 x i1> %c, <3 x ptr> %p, <3 x ptr> %r
  %i = ptrtoint <3 x ptr> %q to <3 x i64>
  %base = ptrtoint ptr @bytes to i64
  %b0 = insertelement <3 x i64> poison, i64 %base, i32 0
  %bs = shufflevector <3 x i64> %b0, <3 x i64> poison, <3 x i32> zeroinitializer
  %d = sub <3 x i64> %i, %bs
  store <3 x i64> %d, ptr %out, align 8
  ret void
}

define void @t.compare_ugt_3(ptr %out) noinline {
  %k = load volatile i64, ptr @offsets
  %k0 = insertelement <3 x i64> poison, i64 %k, i32 0
  %ks = shufflevector <3 x i64> %k0, <3 x i64> poison, <3 x i32> zeroinitializer
  %x = add <3 x i64> %ks, <i64 0, i64 5, i64 10>
  %p = getelementptr i8, ptr @bytes, <3 x i64> %x
  %y = mul <3 x i64> %x, <i64 1, i64 0, i64 -1>
  %r = getelementptr i16, <3 x ptr> %p, <3 x i64> %y
  %c = icmp ugt <3 x ptr> %p, %r
  %q = select <3 x i1> %c, <3 x ptr> %p, <3 x ptr> %r
  %i = ptrtoint <3 x ptr> %q to <3 x i64>
  %base = ptrtoint ptr @bytes to i64
  %b0 = insertelement <3 x i64> poison, i64 %base, i32 0
  %bs = shufflevector <3 x i64> %b0, <3 x i64> poison, <3 x i32> zeroinitializer
  %d = sub <3 x i64> %i, %bs
  store <3 x i64> %d, ptr %out, align 8
  ret void
}

define void @t.null_3(ptr %out) noinline {
  %k = load volatile i64, ptr @offsets
  %k0 = insertelement <3 x i64> poison, i64 %k, i32 0
  %ks = shufflevector <3 x i64> %k0, <3 x i64> poison, <3 x i32> zeroinitializer
  %x = add <3 x i64> %ks, <i64 0, i64 5, i64 10>
  %p = getelementptr i8, ptr @bytes, <3 x i64> %x
  %c = icmp eq <3 x ptr> %p, zeroinitializer
  %z = zext <3 x i1> %c to <3 x i64>
  store <3 x i64> %z, ptr %out, align 8
  ret void
}

define void @t.choose_3(ptr %out) noinline {
  %k = load volatile i64, ptr @offsets
  %k0 = insertelement <3 x i64> poison, i64 %k, i32 0
  %ks = shufflevector <3 x i64> %k0, <3 x i64> poison, <3 x i32> zeroinitializer
  %x = add <3 x i64> %ks, <i64 0, i64 5, i64 10>
  %p = getelementptr i8, ptr @bytes, <3 x i64> %x
  %y = mul <3 x i64> %x, <i64 1, i64 0, i64 -1>
  %r = getelementptr i16, <3 x ptr> %p, <3 x i64> %y
  %c = icmp sgt i64 %k, 3
  %q = select i1 %c, <3 x ptr> %p, <3 x ptr> %r
  %i = ptrtoint <3 x ptr> %q to <3 x i64>
  %base = ptrtoint ptr @bytes to i64
  %b0 = insertelement <3 x i64> poison, i64 %base, i32 0
  %bs = shufflevector <3 x i64> %b0, <3 x i64> poison, <3 x i32> zeroinitializer
  %d = sub <3 x i64> %i, %bs
  store <3 x i64> %d, ptr %out, align 8
  ret void
}

define void @t.freeze_3(ptr %out) noinline {
  %k = load volatile i64, ptr @offsets
  %k0 = insertelement <3 x i64> poison, i64 %k, i32 0
  %ks = shufflevector <3 x i64> %k0, <3 x i64> poison, <3 x i32> zeroinitializer
  %x = add <3 x i64> %ks, <i64 0, i64 5, i64 10>
  %p = getelementptr i8, ptr @bytes, <3 x i64> %x
  %q = freeze <3 x ptr> %p
  %i = ptrtoint <3 x ptr> %q to <3 x i64>
  %base = ptrtoint ptr @bytes to i64
  %b0 = insertelement <3 x i64> poison, i64 %base, i32 0
  %bs = shufflevector <3 x i64> %b0, <3 x i64> poison, <3 x i32> zeroinitializer
  %d = sub <3 x i64> %i, %bs
  store <3 x i64> %d, ptr %out, align 8
  ret void
}

define void @t.memory_3(ptr %out) noinline {
  %k = load volatile i64, ptr @offsets
  %k0 = insertelement <3 x i64> poison, i64 %k, i32 0
  %ks = shufflevector <3 x i64> %k0, <3 x i64> poison, <3 x i32> zeroinitializer
  %x = add <3 x i64> %ks, <i64 0, i64 5, i64 10>
  %p = getelementptr i8, ptr @bytes, <3 x i64> %x
  store <3 x ptr> %p, ptr @bytes, align 1
  %q = load <3 x ptr>, ptr @bytes, align 1
  %i = ptrtoint <3 x ptr> %q to <3 x i64>
  %base = ptrtoint ptr @bytes to i64
  %b0 = insertelement <3 x i64> poison, i64 %base, i32 0
  %bs = shufflevector <3 x i64> %b0, <3 x i64> poison, <3 x i32> zeroinitializer
  %d = sub <3 x i64> %i, %bs
  store <3 x i64> %d, ptr %out, align 8
  ret void
}

define void @t.lanes_3(ptr %out) noinline {
  %k = load volatile i64, ptr @offsets
  %k0 = insertelement <3 x i64> poison, i64 %k, i32 0
  %ks = shufflevector <3 x i64> %k0, <3 x i64> poison, <3 x i32> zeroinitializer
  %x = add <3 x i64> %ks, <i64 0, i64 5, i64 10>
  %p = getelementptr i8, ptr @bytes, <3 x i64> %x
  %y = mul <3 x i64> %x, <i64 1, i64 0, i64 -1>
  %r = getelementptr i16, <3 x ptr> %p, <3 x i64> %y
  %e = extractelement <3 x ptr> %p, i32 2
  %f = insertelement <3 x ptr> %r, ptr %e, i32 0
  %q = shufflevector <3 x ptr> %f, <3 x ptr> %p, <3 x i32> <i32 1, i32 4, i32 1>
  %i = ptrtoint <3 x ptr> %q to <3 x i64>
  %base = ptrtoint ptr @bytes to i64
  %b0 = insertelement <3 x i64> poison, i64 %base, i32 0
  %bs = shufflevector <3 x i64> %b0, <3 x i64> poison, <3 x i32> zeroinitializer
  %d = sub <3 x i64> %i, %bs
  store <3 x i64> %d, ptr %out, align 8
  ret void
}

define void @t.round_3(ptr %out) noinline {
  %k = load volatile i64, ptr @offsets
  %k0 = insertelement <3 x i64> poison, i64 %k, i32 0
  %ks = shufflevector <3 x i64> %k0, <3 x i64> poison, <3 x i32> zeroinitializer
  %x = add <3 x i64> %ks, <i64 0, i64 5, i64 10>
  %p = getelementptr i8, ptr @bytes, <3 x i64> %x
  %j = ptrtoint <3 x ptr> %p to <3 x i64>
  %m = and <3 x i64> %j, <i64 -8, i64 -8, i64 -8>
  %q = inttoptr <3 x i64> %m to <3 x ptr>
  %i = ptrtoint <3 x ptr> %q to <3 x i64>
  %base = ptrtoint ptr @bytes to i64
  %b0 = insertelement <3 x i64> poison, i64 %base, i32 0
  %bs = shufflevector <3 x i64> %b0, <3 x i64> poison, <3 x i32> zeroinitializer
  %d = sub <3 x i64> %i, %bs
  store <3 x i64> %d, ptr %out, align 8
  ret void
}

define void @t.mask_3(ptr %out) noinline {
  %k = load volatile i64, ptr @offsets
  %k0 = insertelement <3 x i64> poison, i64 %k, i32 0
  %ks = shufflevector <3 x i64> %k0, <3 x i64> poison, <3 x i32> zeroinitializer
  %x = add <3 x i64> %ks, <i64 0, i64 5, i64 10>
  %p = getelementptr i8, ptr @bytes, <3 x i64> %x
  %q = call <3 x ptr> @llvm.ptrmask.v3p0.v3i64(<3 x ptr> %p, <3 x i64> <i64 -1, i64 -2, i64 -4>)
  %i = ptrtoint <3 x ptr> %q to <3 x i64>
  %base = ptrtoint ptr @bytes to i64
  %b0 = insertelement <3 x i64> poison, i64 %base, i32 0
  %bs = shufflevector <3 x i64> %b0, <3 x i64> poison, <3 x i32> zeroinitializer
  %d = sub <3 x i64> %i, %bs
  store <3 x i64> %d, ptr %out, align 8
  ret void
}

define void @t.to_8_3(ptr %out) noinline {
  %x = load volatile <3 x i64>, ptr @numbers, align 8
  %p = inttoptr <3 x i64> %x to <3 x ptr>
  %j = ptrtoint <3 x ptr> %p to <3 x i8>
  %r = zext <3 x i8> %j to <3 x i64>
  store <3 x i64> %r, ptr %out, align 8
  ret void
}

define void @t.from_8_3(ptr %out) noinline {
  %x = load volatile <3 x i64>, ptr @numbers, align 8
  %j = trunc <3 x i64> %x to <3 x i8>
  %p = inttoptr <3 x i8> %j to <3 x ptr>
  %r = ptrtoint <3 x ptr> %p to <3 x i64>
  store <3 x i64> %r, ptr %out, align 8
  ret void
}

define void @t.to_32_3(ptr %out) noinline {
  %x = load volatile <3 x i64>, ptr @numbers, align 8
  %p = inttoptr <3 x i64> %x to <3 x ptr>
  %j = ptrtoint <3 x ptr> %p to <3 x i32>
  %r = zext <3 x i32> %j to <3 x i64>
  store <3 x i64> %r, ptr %out, align 8
  ret void
}

define void @t.from_32_3(ptr %out) noinline {
  %x = load volatile <3 x i64>, ptr @numbers, align 8
  %j = trunc <3 x i64> %x to <3 x i32>
  %p = inttoptr <3 x i32> %j to <3 x ptr>
  %r = ptrtoint <3 x ptr> %p to <3 x i64>
  store <3 x i64> %r, ptr %out, align 8
  ret void
}

define void @t.to_33_3(ptr %out) noinline {
  %x = load volatile <3 x i64>, ptr @numbers, align 8
  %p = inttoptr <3 x i64> %x to <3 x ptr>
  %j = ptrtoint <3 x ptr> %p to <3 x i33>
  %r = zext <3 x i33> %j to <3 x i64>
  store <3 x i64> %r, ptr %out, align 8
  ret void
}

define void @t.from_33_3(ptr %out) noinline {
  %x = load volatile <3 x i64>, ptr @numbers, align 8
  %j = trunc <3 x i64> %x to <3 x i33>
  %p = inttoptr <3 x i33> %j to <3 x ptr>
  %r = ptrtoint <3 x ptr> %p to <3 x i64>
  store <3 x i64> %r, ptr %out, align 8
  ret void
}

define void @t.to_128_3(ptr %out) noinline {
  %x = load volatile <3 x i64>, ptr @numbers, align 8
  %p = inttoptr <3 x i64> %x to <3 x ptr>
  %j = ptrtoint <3 x ptr> %p to <3 x i128>
  %r = trunc <3 x i128> %j to <3 x i64>
  store <3 x i64> %r, ptr %out, align 8
  ret void
}

define void @t.from_128_3(ptr %out) noinline {
  %x = load volatile <3 x i64>, ptr @numbers, align 8
  %j = zext <3 x i64> %x to <3 x i128>
  %p = inttoptr <3 x i128> %j to <3 x ptr>
  %r = ptrtoint <3 x ptr> %p to <3 x i64>
  store <3 x i64> %r, ptr %out, align 8
  ret void
}

define void @t.loop_3(ptr %out) noinline {
entry:
  %k = load volatile i64, ptr @offsets
  %k0 = insertelement <3 x i64> poison, i64 %k, i32 0
  %ks = shufflevector <3 x i64> %k0, <3 x i64> poison, <3 x i32> zeroinitializer
  %x = add <3 x i64> %ks, <i64 0, i64 5, i64 10>
  %p = getelementptr i8, ptr @bytes, <3 x i64> %x
  %y = mul <3 x i64> %x, <i64 1, i64 0, i64 -1>
  %r = getelementptr i16, <3 x ptr> %p, <3 x i64> %y
  br label %loop
loop:
  %c = phi i64 [ 0, %entry ], [ %c1, %loop ]
  %q = phi <3 x ptr> [ %p, %entry ], [ %s, %loop ]
  %o = phi <3 x ptr> [ %r, %entry ], [ %q, %loop ]
  %s = getelementptr i8, <3 x ptr> %o, i64 1
  %c1 = add i64 %c, 1
  %more = icmp ult i64 %c1, 5
  br i1 %more, label %loop, label %done
done:
  %i = ptrtoint <3 x ptr> %q to <3 x i64>
  %base = ptrtoint ptr @bytes to i64
  %b0 = insertelement <3 x i64> poison, i64 %base, i32 0
  %bs = shufflevector <3 x i64> %b0, <3 x i64> poison, <3 x i32> zeroinitializer
  %d = sub <3 x i64> %i, %bs
  store <3 x i64> %d, ptr %out, align 8
  ret void
}

define void @t.add_4(ptr %out) noinline {
  %k = load volatile i64, ptr @offsets
  %k0 = insertelement <4 x i64> poison, i64 %k, i32 0
  %ks = shufflevector <4 x i64> %k0, <4 x i64> poison, <4 x i32> zeroinitializer
  %x = add <4 x i64> %ks, <i64 0, i64 5, i64 10, i64 15>
  %p = getelementptr i8, ptr @bytes, <4 x i64> %x
  %q = getelementptr i32, <4 x ptr> %p, i64 3
  %i = ptrtoint <4 x ptr> %q to <4 x i64>
  %base = ptrtoint ptr @bytes to i64
  %b0 = insertelement <4 x i64> poison, i64 %base, i32 0
  %bs = shufflevector <4 x i64> %b0, <4 x i64> poison, <4 x i32> zeroinitializer
  %d = sub <4 x i64> %i, %bs
  store <4 x i64> %d, ptr %out, align 8
  ret void
}

define void @t.index_4(ptr %out) noinline {
  %k = load volatile i64, ptr @offsets
  %k0 = insertelement <4 x i64> poison, i64 %k, i32 0
  %ks = shufflevector <4 x i64> %k0, <4 x i64> poison, <4 x i32> zeroinitializer
  %x = add <4 x i64> %ks, <i64 0, i64 5, i64 10, i64 15>
  %p = getelementptr i8, ptr @bytes, <4 x i64> %x
  %y = mul <4 x i64> %x, <i64 1, i64 0, i64 -1, i64 1>
  %r = getelementptr i16, <4 x ptr> %p, <4 x i64> %y
  %i = ptrtoint <4 x ptr> %r to <4 x i64>
  %base = ptrtoint ptr @bytes to i64
  %b0 = insertelement <4 x i64> poison, i64 %base, i32 0
  %bs = shufflevector <4 x i64> %b0, <4 x i64> poison, <4 x i32> zeroinitializer
  %d = sub <4 x i64> %i, %bs
  store <4 x i64> %d, ptr %out, align 8
  ret void
}

define void @t.compare_eq_4(ptr %out) noinline {
  %k = load volatile i64, ptr @offsets
  %k0 = insertelement <4 x i64> poison, i64 %k, i32 0
  %ks = shufflevector <4 x i64> %k0, <4 x i64> poison, <4 x i32> zeroinitializer
  %x = add <4 x i64> %ks, <i64 0, i64 5, i64 10, i64 15>
  %p = getelementptr i8, ptr @bytes, <4 x i64> %x
  %y = mul <4 x i64> %x, <i64 1, i64 0, i64 -1, i64 1>
  %r = getelementptr i16, <4 x ptr> %p, <4 x i64> %y
  %c = icmp eq <4 x ptr> %p, %r
  %q = select <4 x i1> %c, <4 x ptr> %p, <4 x ptr> %r
  %i = ptrtoint <4 x ptr> %q to <4 x i64>
  %base = ptrtoint ptr @bytes to i64
  %b0 = insertelement <4 x i64> poison, i64 %base, i32 0
  %bs = shufflevector <4 x i64> %b0, <4 x i64> poison, <4 x i32> zeroinitializer
  %d = sub <4 x i64> %i, %bs
  store <4 x i64> %d, ptr %out, align 8
  ret void
}

define void @t.compare_ne_4(ptr %out) noinline {
  %k = load volatile i64, ptr @offsets
  %k0 = insertelement <4 x i64> poison, i64 %k, i32 0
  %ks = shufflevector <4 x i64> %k0, <4 x i64> poison, <4 x i32> zeroinitializer
  %x = add <4 x i64> %ks, <i64 0, i64 5, i64 10, i64 15>
  %p = getelementptr i8, ptr @bytes, <4 x i64> %x
  %y = mul <4 x i64> %x, <i64 1, i64 0, i64 -1, i64 1>
  %r = getelementptr i16, <4 x ptr> %p, <4 x i64> %y
  %c = icmp ne <4 x ptr> %p, %r
  %q = select <4 x i1> %c, <4 x ptr> %p, <4 x ptr> %r
  %i = ptrtoint <4 x ptr> %q to <4 x i64>
  %base = ptrtoint ptr @bytes to i64
  %b0 = insertelement <4 x i64> poison, i64 %base, i32 0
  %bs = shufflevector <4 x i64> %b0, <4 x i64> poison, <4 x i32> zeroinitializer
  %d = sub <4 x i64> %i, %bs
  store <4 x i64> %d, ptr %out, align 8
  ret void
}

define void @t.compare_ult_4(ptr %out) noinline {
  %k = load volatile i64, ptr @offsets
  %k0 = insertelement <4 x i64> poison, i64 %k, i32 0
  %ks = shufflevector <4 x i64> %k0, <4 x i64> poison, <4 x i32> zeroinitializer
  %x = add <4 x i64> %ks, <i64 0, i64 5, i64 10, i64 15>
  %p = getelementptr i8, ptr @bytes, <4 x i64> %x
  %y = mul <4 x i64> %x, <i64 1, i64 0, i64 -1, i64 1>
  %r = getelementptr i16, <4 x ptr> %p, <4 x i64> %y
  %c = icmp ult <4 x ptr> %p, %r
  %q = select <4 x i1> %c, <4 x ptr> %p, <4 x ptr> %r
  %i = ptrtoint <4 x ptr> %q to <4 x i64>
  %base = ptrtoint ptr @bytes to i64
  %b0 = insertelement <4 x i64> poison, i64 %base, i32 0
  %bs = shufflevector <4 x i64> %b0, <4 x i64> poison, <4 x i32> zeroinitializer
  %d = sub <4 x i64> %i, %bs
  store <4 x i64> %d, ptr %out, align 8
  ret void
}

define void @t.compare_uge_4(ptr %out) noinline {
  %k = load volatile i64, ptr @offsets
  %k0 = insertelement <4 x i64> poison, i64 %k, i32 0
  %ks = shufflevector <4 x i64> %k0, <4 x i64> poison, <4 x i32> zeroinitializer
  %x = add <4 x i64> %ks, <i64 0, i64 5, i64 10, i64 15>
  %p = getelementptr i8, ptr @bytes, <4 x i64> %x
  %y = mul <4 x i64> %x, <i64 1, i64 0, i64 -1, i64 1>
  %r = getelementptr i16, <4 x ptr> %p, <4 x i64> %y
  %c = icmp uge <4 x ptr> %p, %r
  %q = select <4 x i1> %c, <4 x ptr> %p, <4 x ptr> %r
  %i = ptrtoint <4 x ptr> %q to <4 x i64>
  %base = ptrtoint ptr @bytes to i64
  %b0 = insertelement <4 x i64> poison, i64 %base, i32 0
  %bs = shufflevector <4 x i64> %b0, <4 x i64> poison, <4 x i32> zeroinitializer
  %d = sub <4 x i64> %i, %bs
  store <4 x i64> %d, ptr %out, align 8
  ret void
}

define void @t.compare_ugt_4(ptr %out) noinline {
  %k = load volatile i64, ptr @offsets
  %k0 = insertelement <4 x i64> poison, i64 %k, i32 0
  %ks = shufflevector <4 x i64> %k0, <4 x i64> poison, <4 x i32> zeroinitializer
  %x = add <4 x i64> %ks, <i64 0, i64 5, i64 10, i64 15>
  %p = getelementptr i8, ptr @bytes, <4 x i64> %x
  %y = mul <4 x i64> %x, <i64 1, i64 0, i64 -1, i64 1>
  %r = getelementptr i16, <4 x ptr> %p, <4 x i64> %y
  %c = icmp ugt <4 x ptr> %p, %r
  %q = select <4 x i1> %c, <4 x ptr> %p, <4 x ptr> %r
  %i = ptrtoint <4 x ptr> %q to <4 x i64>
  %base = ptrtoint ptr @bytes to i64
  %b0 = insertelement <4 x i64> poison, i64 %base, i32 0
  %bs = shufflevector <4 x i64> %b0, <4 x i64> poison, <4 x i32> zeroinitializer
  %d = sub <4 x i64> %i, %bs
  store <4 x i64> %d, ptr %out, align 8
  ret void
}

define void @t.null_4(ptr %out) noinline {
  %k = load volatile i64, ptr @offsets
  %k0 = insertelement <4 x i64> poison, i64 %k, i32 0
  %ks = shufflevector <4 x i64> %k0, <4 x i64> poison, <4 x i32> zeroinitializer
  %x = add <4 x i64> %ks, <i64 0, i64 5, i64 10, i64 15>
  %p = getelementptr i8, ptr @bytes, <4 x i64> %x
  %c = icmp eq <4 x ptr> %p, zeroinitializer
  %z = zext <4 x i1> %c to <4 x i64>
  store <4 x i64> %z, ptr %out, align 8
  ret void
}

define void @t.choose_4(ptr %out) noinline {
  %k = load volatile i64, ptr @offsets
  %k0 = insertelement <4 x i64> poison, i64 %k, i32 0
  %ks = shufflevector <4 x i64> %k0, <4 x i64> poison, <4 x i32> zeroinitializer
  %x = add <4 x i64> %ks, <i64 0, i64 5, i64 10, i64 15>
  %p = getelementptr i8, ptr @bytes, <4 x i64> %x
  %y = mul <4 x i64> %x, <i64 1, i64 0, i64 -1, i64 1>
  %r = getelementptr i16, <4 x ptr> %p, <4 x i64> %y
  %c = icmp sgt i64 %k, 3
  %q = select i1 %c, <4 x ptr> %p, <4 x ptr> %r
  %i = ptrtoint <4 x ptr> %q to <4 x i64>
  %base = ptrtoint ptr @bytes to i64
  %b0 = insertelement <4 x i64> poison, i64 %base, i32 0
  %bs = shufflevector <4 x i64> %b0, <4 x i64> poison, <4 x i32> zeroinitializer
  %d = sub <4 x i64> %i, %bs
  store <4 x i64> %d, ptr %out, align 8
  ret void
}

define void @t.freeze_4(ptr %out) noinline {
  %k = load volatile i64, ptr @offsets
  %k0 = insertelement <4 x i64> poison, i64 %k, i32 0
  %ks = shufflevector <4 x i64> %k0, <4 x i64> poison, <4 x i32> zeroinitializer
  %x = add <4 x i64> %ks, <i64 0, i64 5, i64 10, i64 15>
  %p = getelementptr i8, ptr @bytes, <4 x i64> %x
  %q = freeze <4 x ptr> %p
  %i = ptrtoint <4 x ptr> %q to <4 x i64>
  %base = ptrtoint ptr @bytes to i64
  %b0 = insertelement <4 x i64> poison, i64 %base, i32 0
  %bs = shufflevector <4 x i64> %b0, <4 x i64> poison, <4 x i32> zeroinitializer
  %d = sub <4 x i64> %i, %bs
  store <4 x i64> %d, ptr %out, align 8
  ret void
}

define void @t.memory_4(ptr %out) noinline {
  %k = load volatile i64, ptr @offsets
  %k0 = insertelement <4 x i64> poison, i64 %k, i32 0
  %ks = shufflevector <4 x i64> %k0, <4 x i64> poison, <4 x i32> zeroinitializer
  %x = add <4 x i64> %ks, <i64 0, i64 5, i64 10, i64 15>
  %p = getelementptr i8, ptr @bytes, <4 x i64> %x
  store <4 x ptr> %p, ptr @bytes, align 1
  %q = load <4 x ptr>, ptr @bytes, align 1
  %i = ptrtoint <4 x ptr> %q to <4 x i64>
  %base = ptrtoint ptr @bytes to i64
  %b0 = insertelement <4 x i64> poison, i64 %base, i32 0
  %bs = shufflevector <4 x i64> %b0, <4 x i64> poison, <4 x i32> zeroinitializer
  %d = sub <4 x i64> %i, %bs
  store <4 x i64> %d, ptr %out, align 8
  ret void
}

define void @t.lanes_4(ptr %out) noinline {
  %k = load volatile i64, ptr @offsets
  %k0 = insertelement <4 x i64> poison, i64 %k, i32 0
  %ks = shufflevector <4 x i64> %k0, <4 x i64> poison, <4 x i32> zeroinitializer
  %x = add <4 x i64> %ks, <i64 0, i64 5, i64 10, i64 15>
  %p = getelementptr i8, ptr @bytes, <4 x i64> %x
  %y = mul <4 x i64> %x, <i64 1, i64 0, i64 -1, i64 1>
  %r = getelementptr i16, <4 x ptr> %p, <4 x i64> %y
  %e = extractelement <4 x ptr> %p, i32 3
  %f = insertelement <4 x ptr> %r, ptr %e, i32 0
  %q = shufflevector <4 x ptr> %f, <4 x ptr> %p, <4 x i32> <i32 1, i32 4, i32 7, i32 2>
  %i = ptrtoint <4 x ptr> %q to <4 x i64>
  %base = ptrtoint ptr @bytes to i64
  %b0 = insertelement <4 x i64> poison, i64 %base, i32 0
  %bs = shufflevector <4 x i64> %b0, <4 x i64> poison, <4 x i32> zeroinitializer
  %d = sub <4 x i64> %i, %bs
  store <4 x i64> %d, ptr %out, align 8
  ret void
}

define void @t.round_4(ptr %out) noinline {
  %k = load volatile i64, ptr @offsets
  %k0 = insertelement <4 x i64> poison, i64 %k, i32 0
  %ks = shufflevector <4 x i64> %k0, <4 x i64> poison, <4 x i32> zeroinitializer
  %x = add <4 x i64> %ks, <i64 0, i64 5, i64 10, i64 15>
  %p = getelementptr i8, ptr @bytes, <4 x i64> %x
  %j = ptrtoint <4 x ptr> %p to <4 x i64>
  %m = and <4 x i64> %j, <i64 -8, i64 -8, i64 -8, i64 -8>
  %q = inttoptr <4 x i64> %m to <4 x ptr>
  %i = ptrtoint <4 x ptr> %q to <4 x i64>
  %base = ptrtoint ptr @bytes to i64
  %b0 = insertelement <4 x i64> poison, i64 %base, i32 0
  %bs = shufflevector <4 x i64> %b0, <4 x i64> poison, <4 x i32> zeroinitializer
  %d = sub <4 x i64> %i, %bs
  store <4 x i64> %d, ptr %out, align 8
  ret void
}

define void @t.mask_4(ptr %out) noinline {
  %k = load volatile i64, ptr @offsets
  %k0 = insertelement <4 x i64> poison, i64 %k, i32 0
  %ks = shufflevector <4 x i64> %k0, <4 x i64> poison, <4 x i32> zeroinitializer
  %x = add <4 x i64> %ks, <i64 0, i64 5, i64 10, i64 15>
  %p = getelementptr i8, ptr @bytes, <4 x i64> %x
  %q = call <4 x ptr> @llvm.ptrmask.v4p0.v4i64(<4 x ptr> %p, <4 x i64> <i64 -1, i64 -2, i64 -4, i64 -8>)
  %i = ptrtoint <4 x ptr> %q to <4 x i64>
  %base = ptrtoint ptr @bytes to i64
  %b0 = insertelement <4 x i64> poison, i64 %base, i32 0
  %bs = shufflevector <4 x i64> %b0, <4 x i64> poison, <4 x i32> zeroinitializer
  %d = sub <4 x i64> %i, %bs
  store <4 x i64> %d, ptr %out, align 8
  ret void
}

define void @t.to_8_4(ptr %out) noinline {
  %x = load volatile <4 x i64>, ptr @numbers, align 8
  %p = inttoptr <4 x i64> %x to <4 x ptr>
  %j = ptrtoint <4 x ptr> %p to <4 x i8>
  %r = zext <4 x i8> %j to <4 x i64>
  store <4 x i64> %r, ptr %out, align 8
  ret void
}

define void @t.from_8_4(ptr %out) noinline {
  %x = load volatile <4 x i64>, ptr @numbers, align 8
  %j = trunc <4 x i64> %x to <4 x i8>
  %p = inttoptr <4 x i8> %j to <4 x ptr>
  %r = ptrtoint <4 x ptr> %p to <4 x i64>
  store <4 x i64> %r, ptr %out, align 8
  ret void
}

define void @t.to_32_4(ptr %out) noinline {
  %x = load volatile <4 x i64>, ptr @numbers, align 8
  %p = inttoptr <4 x i64> %x to <4 x ptr>
  %j = ptrtoint <4 x ptr> %p to <4 x i32>
  %r = zext <4 x i32> %j to <4 x i64>
  store <4 x i64> %r, ptr %out, align 8
  ret void
}

define void @t.from_32_4(ptr %out) noinline {
  %x = load volatile <4 x i64>, ptr @numbers, align 8
  %j = trunc <4 x i64> %x to <4 x i32>
  %p = inttoptr <4 x i32> %j to <4 x ptr>
  %r = ptrtoint <4 x ptr> %p to <4 x i64>
  store <4 x i64> %r, ptr %out, align 8
  ret void
}

define void @t.to_33_4(ptr %out) noinline {
  %x = load volatile <4 x i64>, ptr @numbers, align 8
  %p = inttoptr <4 x i64> %x to <4 x ptr>
  %j = ptrtoint <4 x ptr> %p to <4 x i33>
  %r = zext <4 x i33> %j to <4 x i64>
  store <4 x i64> %r, ptr %out, align 8
  ret void
}

define void @t.from_33_4(ptr %out) noinline {
  %x = load volatile <4 x i64>, ptr @numbers, align 8
  %j = trunc <4 x i64> %x to <4 x i33>
  %p = inttoptr <4 x i33> %j to <4 x ptr>
  %r = ptrtoint <4 x ptr> %p to <4 x i64>
  store <4 x i64> %r, ptr %out, align 8
  ret void
}

define void @t.to_128_4(ptr %out) noinline {
  %x = load volatile <4 x i64>, ptr @numbers, align 8
  %p = inttoptr <4 x i64> %x to <4 x ptr>
  %j = ptrtoint <4 x ptr> %p to <4 x i128>
  %r = trunc <4 x i128> %j to <4 x i64>
  store <4 x i64> %r, ptr %out, align 8
  ret void
}

define void @t.from_128_4(ptr %out) noinline {
  %x = load volatile <4 x i64>, ptr @numbers, align 8
  %j = zext <4 x i64> %x to <4 x i128>
  %p = inttoptr <4 x i128> %j to <4 x ptr>
  %r = ptrtoint <4 x ptr> %p to <4 x i64>
  store <4 x i64> %r, ptr %out, align 8
  ret void
}

define void @t.loop_4(ptr %out) noinline {
entry:
  %k = load volatile i64, ptr @offsets
  %k0 = insertelement <4 x i64> poison, i64 %k, i32 0
  %ks = shufflevector <4 x i64> %k0, <4 x i64> poison, <4 x i32> zeroinitializer
  %x = add <4 x i64> %ks, <i64 0, i64 5, i64 10, i64 15>
  %p = getelementptr i8, ptr @bytes, <4 x i64> %x
  %y = mul <4 x i64> %x, <i64 1, i64 0, i64 -1, i64 1>
  %r = getelementptr i16, <4 x ptr> %p, <4 x i64> %y
  br label %loop
loop:
  %c = phi i64 [ 0, %entry ], [ %c1, %loop ]
  %q = phi <4 x ptr> [ %p, %entry ], [ %s, %loop ]
  %o = phi <4 x ptr> [ %r, %entry ], [ %q, %loop ]
  %s = getelementptr i8, <4 x ptr> %o, i64 1
  %c1 = add i64 %c, 1
  %more = icmp ult i64 %c1, 5
  br i1 %more, label %loop, label %done
done:
  %i = ptrtoint <4 x ptr> %q to <4 x i64>
  %base = ptrtoint ptr @bytes to i64
  %b0 = insertelement <4 x i64> poison, i64 %base, i32 0
  %bs = shufflevector <4 x i64> %b0, <4 x i64> poison, <4 x i32> zeroinitializer
  %d = sub <4 x i64> %i, %bs
  store <4 x i64> %d, ptr %out, align 8
  ret void
}

define void @t.add_8(ptr %out) noinline {
  %k = load volatile i64, ptr @offsets
  %k0 = insertelement <8 x i64> poison, i64 %k, i32 0
  %ks = shufflevector <8 x i64> %k0, <8 x i64> poison, <8 x i32> zeroinitializer
  %x = add <8 x i64> %ks, <i64 0, i64 5, i64 10, i64 15, i64 20, i64 25, i64 30, i64 35>
  %p = getelementptr i8, ptr @bytes, <8 x i64> %x
  %q = getelementptr i32, <8 x ptr> %p, i64 3
  %i = ptrtoint <8 x ptr> %q to <8 x i64>
  %base = ptrtoint ptr @bytes to i64
  %b0 = insertelement <8 x i64> poison, i64 %base, i32 0
  %bs = shufflevector <8 x i64> %b0, <8 x i64> poison, <8 x i32> zeroinitializer
  %d = sub <8 x i64> %i, %bs
  store <8 x i64> %d, ptr %out, align 8
  ret void
}

define void @t.index_8(ptr %out) noinline {
  %k = load volatile i64, ptr @offsets
  %k0 = insertelement <8 x i64> poison, i64 %k, i32 0
  %ks = shufflevector <8 x i64> %k0, <8 x i64> poison, <8 x i32> zeroinitializer
  %x = add <8 x i64> %ks, <i64 0, i64 5, i64 10, i64 15, i64 20, i64 25, i64 30, i64 35>
  %p = getelementptr i8, ptr @bytes, <8 x i64> %x
  %y = mul <8 x i64> %x, <i64 1, i64 0, i64 -1, i64 1, i64 0, i64 -1, i64 1, i64 0>
  %r = getelementptr i16, <8 x ptr> %p, <8 x i64> %y
  %i = ptrtoint <8 x ptr> %r to <8 x i64>
  %base = ptrtoint ptr @bytes to i64
  %b0 = insertelement <8 x i64> poison, i64 %base, i32 0
  %bs = shufflevector <8 x i64> %b0, <8 x i64> poison, <8 x i32> zeroinitializer
  %d = sub <8 x i64> %i, %bs
  store <8 x i64> %d, ptr %out, align 8
  ret void
}

define void @t.compare_eq_8(ptr %out) noinline {
  %k = load volatile i64, ptr @offsets
  %k0 = insertelement <8 x i64> poison, i64 %k, i32 0
  %ks = shufflevector <8 x i64> %k0, <8 x i64> poison, <8 x i32> zeroinitializer
  %x = add <8 x i64> %ks, <i64 0, i64 5, i64 10, i64 15, i64 20, i64 25, i64 30, i64 35>
  %p = getelementptr i8, ptr @bytes, <8 x i64> %x
  %y = mul <8 x i64> %x, <i64 1, i64 0, i64 -1, i64 1, i64 0, i64 -1, i64 1, i64 0>
  %r = getelementptr i16, <8 x ptr> %p, <8 x i64> %y
  %c = icmp eq <8 x ptr> %p, %r
  %q = select <8 x i1> %c, <8 x ptr> %p, <8 x ptr> %r
  %i = ptrtoint <8 x ptr> %q to <8 x i64>
  %base = ptrtoint ptr @bytes to i64
  %b0 = insertelement <8 x i64> poison, i64 %base, i32 0
  %bs = shufflevector <8 x i64> %b0, <8 x i64> poison, <8 x i32> zeroinitializer
  %d = sub <8 x i64> %i, %bs
  store <8 x i64> %d, ptr %out, align 8
  ret void
}

define void @t.compare_ne_8(ptr %out) noinline {
  %k = load volatile i64, ptr @offsets
  %k0 = insertelement <8 x i64> poison, i64 %k, i32 0
  %ks = shufflevector <8 x i64> %k0, <8 x i64> poison, <8 x i32> zeroinitializer
  %x = add <8 x i64> %ks, <i64 0, i64 5, i64 10, i64 15, i64 20, i64 25, i64 30, i64 35>
  %p = getelementptr i8, ptr @bytes, <8 x i64> %x
  %y = mul <8 x i64> %x, <i64 1, i64 0, i64 -1, i64 1, i64 0, i64 -1, i64 1, i64 0>
  %r = getelementptr i16, <8 x ptr> %p, <8 x i64> %y
  %c = icmp ne <8 x ptr> %p, %r
  %q = select <8 x i1> %c, <8 x ptr> %p, <8 x ptr> %r
  %i = ptrtoint <8 x ptr> %q to <8 x i64>
  %base = ptrtoint ptr @bytes to i64
  %b0 = insertelement <8 x i64> poison, i64 %base, i32 0
  %bs = shufflevector <8 x i64> %b0, <8 x i64> poison, <8 x i32> zeroinitializer
  %d = sub <8 x i64> %i, %bs
  store <8 x i64> %d, ptr %out, align 8
  ret void
}

define void @t.compare_ult_8(ptr %out) noinline {
  %k = load volatile i64, ptr @offsets
  %k0 = insertelement <8 x i64> poison, i64 %k, i32 0
  %ks = shufflevector <8 x i64> %k0, <8 x i64> poison, <8 x i32> zeroinitializer
  %x = add <8 x i64> %ks, <i64 0, i64 5, i64 10, i64 15, i64 20, i64 25, i64 30, i64 35>
  %p = getelementptr i8, ptr @bytes, <8 x i64> %x
  %y = mul <8 x i64> %x, <i64 1, i64 0, i64 -1, i64 1, i64 0, i64 -1, i64 1, i64 0>
  %r = getelementptr i16, <8 x ptr> %p, <8 x i64> %y
  %c = icmp ult <8 x ptr> %p, %r
  %q = select <8 x i1> %c, <8 x ptr> %p, <8 x ptr> %r
  %i = ptrtoint <8 x ptr> %q to <8 x i64>
  %base = ptrtoint ptr @bytes to i64
  %b0 = insertelement <8 x i64> poison, i64 %base, i32 0
  %bs = shufflevector <8 x i64> %b0, <8 x i64> poison, <8 x i32> zeroinitializer
  %d = sub <8 x i64> %i, %bs
  store <8 x i64> %d, ptr %out, align 8
  ret void
}

define void @t.compare_uge_8(ptr %out) noinline {
  %k = load volatile i64, ptr @offsets
  %k0 = insertelement <8 x i64> poison, i64 %k, i32 0
  %ks = shufflevector <8 x i64> %k0, <8 x i64> poison, <8 x i32> zeroinitializer
  %x = add <8 x i64> %ks, <i64 0, i64 5, i64 10, i64 15, i64 20, i64 25, i64 30, i64 35>
  %p = getelementptr i8, ptr @bytes, <8 x i64> %x
  %y = mul <8 x i64> %x, <i64 1, i64 0, i64 -1, i64 1, i64 0, i64 -1, i64 1, i64 0>
  %r = getelementptr i16, <8 x ptr> %p, <8 x i64> %y
  %c = icmp uge <8 x ptr> %p, %r
  %q = select <8 x i1> %c, <8 x ptr> %p, <8 x ptr> %r
  %i = ptrtoint <8 x ptr> %q to <8 x i64>
  %base = ptrtoint ptr @bytes to i64
  %b0 = insertelement <8 x i64> poison, i64 %base, i32 0
  %bs = shufflevector <8 x i64> %b0, <8 x i64> poison, <8 x i32> zeroinitializer
  %d = sub <8 x i64> %i, %bs
  store <8 x i64> %d, ptr %out, align 8
  ret void
}

define void @t.compare_ugt_8(ptr %out) noinline {
  %k = load volatile i64, ptr @offsets
  %k0 = insertelement <8 x i64> poison, i64 %k, i32 0
  %ks = shufflevector <8 x i64> %k0, <8 x i64> poison, <8 x i32> zeroinitializer
  %x = add <8 x i64> %ks, <i64 0, i64 5, i64 10, i64 15, i64 20, i64 25, i64 30, i64 35>
  %p = getelementptr i8, ptr @bytes, <8 x i64> %x
  %y = mul <8 x i64> %x, <i64 1, i64 0, i64 -1, i64 1, i64 0, i64 -1, i64 1, i64 0>
  %r = getelementptr i16, <8 x ptr> %p, <8 x i64> %y
  %c = icmp ugt <8 x ptr> %p, %r
  %q = select <8 x i1> %c, <8 x ptr> %p, <8 x ptr> %r
  %i = ptrtoint <8 x ptr> %q to <8 x i64>
  %base = ptrtoint ptr @bytes to i64
  %b0 = insertelement <8 x i64> poison, i64 %base, i32 0
  %bs = shufflevector <8 x i64> %b0, <8 x i64> poison, <8 x i32> zeroinitializer
  %d = sub <8 x i64> %i, %bs
  store <8 x i64> %d, ptr %out, align 8
  ret void
}

define void @t.null_8(ptr %out) noinline {
  %k = load volatile i64, ptr @offsets
  %k0 = insertelement <8 x i64> poison, i64 %k, i32 0
  %ks = shufflevector <8 x i64> %k0, <8 x i64> poison, <8 x i32> zeroinitializer
  %x = add <8 x i64> %ks, <i64 0, i64 5, i64 10, i64 15, i64 20, i64 25, i64 30, i64 35>
  %p = getelementptr i8, ptr @bytes, <8 x i64> %x
  %c = icmp eq <8 x ptr> %p, zeroinitializer
  %z = zext <8 x i1> %c to <8 x i64>
  store <8 x i64> %z, ptr %out, align 8
  ret void
}

define void @t.choose_8(ptr %out) noinline {
  %k = load volatile i64, ptr @offsets
  %k0 = insertelement <8 x i64> poison, i64 %k, i32 0
  %ks = shufflevector <8 x i64> %k0, <8 x i64> poison, <8 x i32> zeroinitializer
  %x = add <8 x i64> %ks, <i64 0, i64 5, i64 10, i64 15, i64 20, i64 25, i64 30, i64 35>
  %p = getelementptr i8, ptr @bytes, <8 x i64> %x
  %y = mul <8 x i64> %x, <i64 1, i64 0, i64 -1, i64 1, i64 0, i64 -1, i64 1, i64 0>
  %r = getelementptr i16, <8 x ptr> %p, <8 x i64> %y
  %c = icmp sgt i64 %k, 3
  %q = select i1 %c, <8 x ptr> %p, <8 x ptr> %r
  %i = ptrtoint <8 x ptr> %q to <8 x i64>
  %base = ptrtoint ptr @bytes to i64
  %b0 = insertelement <8 x i64> poison, i64 %base, i32 0
  %bs = shufflevector <8 x i64> %b0, <8 x i64> poison, <8 x i32> zeroinitializer
  %d = sub <8 x i64> %i, %bs
  store <8 x i64> %d, ptr %out, align 8
  ret void
}

define void @t.freeze_8(ptr %out) noinline {
  %k = load volatile i64, ptr @offsets
  %k0 = insertelement <8 x i64> poison, i64 %k, i32 0
  %ks = shufflevector <8 x i64> %k0, <8 x i64> poison, <8 x i32> zeroinitializer
  %x = add <8 x i64> %ks, <i64 0, i64 5, i64 10, i64 15, i64 20, i64 25, i64 30, i64 35>
  %p = getelementptr i8, ptr @bytes, <8 x i64> %x
  %q = freeze <8 x ptr> %p
  %i = ptrtoint <8 x ptr> %q to <8 x i64>
  %base = ptrtoint ptr @bytes to i64
  %b0 = insertelement <8 x i64> poison, i64 %base, i32 0
  %bs = shufflevector <8 x i64> %b0, <8 x i64> poison, <8 x i32> zeroinitializer
  %d = sub <8 x i64> %i, %bs
  store <8 x i64> %d, ptr %out, align 8
  ret void
}

define void @t.memory_8(ptr %out) noinline {
  %k = load volatile i64, ptr @offsets
  %k0 = insertelement <8 x i64> poison, i64 %k, i32 0
  %ks = shufflevector <8 x i64> %k0, <8 x i64> poison, <8 x i32> zeroinitializer
  %x = add <8 x i64> %ks, <i64 0, i64 5, i64 10, i64 15, i64 20, i64 25, i64 30, i64 35>
  %p = getelementptr i8, ptr @bytes, <8 x i64> %x
  store <8 x ptr> %p, ptr @bytes, align 1
  %q = load <8 x ptr>, ptr @bytes, align 1
  %i = ptrtoint <8 x ptr> %q to <8 x i64>
  %base = ptrtoint ptr @bytes to i64
  %b0 = insertelement <8 x i64> poison, i64 %base, i32 0
  %bs = shufflevector <8 x i64> %b0, <8 x i64> poison, <8 x i32> zeroinitializer
  %d = sub <8 x i64> %i, %bs
  store <8 x i64> %d, ptr %out, align 8
  ret void
}

define void @t.lanes_8(ptr %out) noinline {
  %k = load volatile i64, ptr @offsets
  %k0 = insertelement <8 x i64> poison, i64 %k, i32 0
  %ks = shufflevector <8 x i64> %k0, <8 x i64> poison, <8 x i32> zeroinitializer
  %x = add <8 x i64> %ks, <i64 0, i64 5, i64 10, i64 15, i64 20, i64 25, i64 30, i64 35>
  %p = getelementptr i8, ptr @bytes, <8 x i64> %x
  %y = mul <8 x i64> %x, <i64 1, i64 0, i64 -1, i64 1, i64 0, i64 -1, i64 1, i64 0>
  %r = getelementptr i16, <8 x ptr> %p, <8 x i64> %y
  %e = extractelement <8 x ptr> %p, i32 7
  %f = insertelement <8 x ptr> %r, ptr %e, i32 0
  %q = shufflevector <8 x ptr> %f, <8 x ptr> %p, <8 x i32> <i32 1, i32 4, i32 7, i32 10, i32 13, i32 0, i32 3, i32 6>
  %i = ptrtoint <8 x ptr> %q to <8 x i64>
  %base = ptrtoint ptr @bytes to i64
  %b0 = insertelement <8 x i64> poison, i64 %base, i32 0
  %bs = shufflevector <8 x i64> %b0, <8 x i64> poison, <8 x i32> zeroinitializer
  %d = sub <8 x i64> %i, %bs
  store <8 x i64> %d, ptr %out, align 8
  ret void
}

define void @t.round_8(ptr %out) noinline {
  %k = load volatile i64, ptr @offsets
  %k0 = insertelement <8 x i64> poison, i64 %k, i32 0
  %ks = shufflevector <8 x i64> %k0, <8 x i64> poison, <8 x i32> zeroinitializer
  %x = add <8 x i64> %ks, <i64 0, i64 5, i64 10, i64 15, i64 20, i64 25, i64 30, i64 35>
  %p = getelementptr i8, ptr @bytes, <8 x i64> %x
  %j = ptrtoint <8 x ptr> %p to <8 x i64>
  %m = and <8 x i64> %j, <i64 -8, i64 -8, i64 -8, i64 -8, i64 -8, i64 -8, i64 -8, i64 -8>
  %q = inttoptr <8 x i64> %m to <8 x ptr>
  %i = ptrtoint <8 x ptr> %q to <8 x i64>
  %base = ptrtoint ptr @bytes to i64
  %b0 = insertelement <8 x i64> poison, i64 %base, i32 0
  %bs = shufflevector <8 x i64> %b0, <8 x i64> poison, <8 x i32> zeroinitializer
  %d = sub <8 x i64> %i, %bs
  store <8 x i64> %d, ptr %out, align 8
  ret void
}

define void @t.mask_8(ptr %out) noinline {
  %k = load volatile i64, ptr @offsets
  %k0 = insertelement <8 x i64> poison, i64 %k, i32 0
  %ks = shufflevector <8 x i64> %k0, <8 x i64> poison, <8 x i32> zeroinitializer
  %x = add <8 x i64> %ks, <i64 0, i64 5, i64 10, i64 15, i64 20, i64 25, i64 30, i64 35>
  %p = getelementptr i8, ptr @bytes, <8 x i64> %x
  %q = call <8 x ptr> @llvm.ptrmask.v8p0.v8i64(<8 x ptr> %p, <8 x i64> <i64 -1, i64 -2, i64 -4, i64 -8, i64 -1, i64 -2, i64 -4, i64 -8>)
  %i = ptrtoint <8 x ptr> %q to <8 x i64>
  %base = ptrtoint ptr @bytes to i64
  %b0 = insertelement <8 x i64> poison, i64 %base, i32 0
  %bs = shufflevector <8 x i64> %b0, <8 x i64> poison, <8 x i32> zeroinitializer
  %d = sub <8 x i64> %i, %bs
  store <8 x i64> %d, ptr %out, align 8
  ret void
}

define void @t.to_8_8(ptr %out) noinline {
  %x = load volatile <8 x i64>, ptr @numbers, align 8
  %p = inttoptr <8 x i64> %x to <8 x ptr>
  %j = ptrtoint <8 x ptr> %p to <8 x i8>
  %r = zext <8 x i8> %j to <8 x i64>
  store <8 x i64> %r, ptr %out, align 8
  ret void
}

define void @t.from_8_8(ptr %out) noinline {
  %x = load volatile <8 x i64>, ptr @numbers, align 8
  %j = trunc <8 x i64> %x to <8 x i8>
  %p = inttoptr <8 x i8> %j to <8 x ptr>
  %r = ptrtoint <8 x ptr> %p to <8 x i64>
  store <8 x i64> %r, ptr %out, align 8
  ret void
}

define void @t.to_32_8(ptr %out) noinline {
  %x = load volatile <8 x i64>, ptr @numbers, align 8
  %p = inttoptr <8 x i64> %x to <8 x ptr>
  %j = ptrtoint <8 x ptr> %p to <8 x i32>
  %r = zext <8 x i32> %j to <8 x i64>
  store <8 x i64> %r, ptr %out, align 8
  ret void
}

define void @t.from_32_8(ptr %out) noinline {
  %x = load volatile <8 x i64>, ptr @numbers, align 8
  %j = trunc <8 x i64> %x to <8 x i32>
  %p = inttoptr <8 x i32> %j to <8 x ptr>
  %r = ptrtoint <8 x ptr> %p to <8 x i64>
  store <8 x i64> %r, ptr %out, align 8
  ret void
}

define void @t.to_33_8(ptr %out) noinline {
  %x = load volatile <8 x i64>, ptr @numbers, align 8
  %p = inttoptr <8 x i64> %x to <8 x ptr>
  %j = ptrtoint <8 x ptr> %p to <8 x i33>
  %r = zext <8 x i33> %j to <8 x i64>
  store <8 x i64> %r, ptr %out, align 8
  ret void
}

define void @t.from_33_8(ptr %out) noinline {
  %x = load volatile <8 x i64>, ptr @numbers, align 8
  %j = trunc <8 x i64> %x to <8 x i33>
  %p = inttoptr <8 x i33> %j to <8 x ptr>
  %r = ptrtoint <8 x ptr> %p to <8 x i64>
  store <8 x i64> %r, ptr %out, align 8
  ret void
}

define void @t.to_128_8(ptr %out) noinline {
  %x = load volatile <8 x i64>, ptr @numbers, align 8
  %p = inttoptr <8 x i64> %x to <8 x ptr>
  %j = ptrtoint <8 x ptr> %p to <8 x i128>
  %r = trunc <8 x i128> %j to <8 x i64>
  store <8 x i64> %r, ptr %out, align 8
  ret void
}

define void @t.from_128_8(ptr %out) noinline {
  %x = load volatile <8 x i64>, ptr @numbers, align 8
  %j = zext <8 x i64> %x to <8 x i128>
  %p = inttoptr <8 x i128> %j to <8 x ptr>
  %r = ptrtoint <8 x ptr> %p to <8 x i64>
  store <8 x i64> %r, ptr %out, align 8
  ret void
}

define void @t.loop_8(ptr %out) noinline {
entry:
  %k = load volatile i64, ptr @offsets
  %k0 = insertelement <8 x i64> poison, i64 %k, i32 0
  %ks = shufflevector <8 x i64> %k0, <8 x i64> poison, <8 x i32> zeroinitializer
  %x = add <8 x i64> %ks, <i64 0, i64 5, i64 10, i64 15, i64 20, i64 25, i64 30, i64 35>
  %p = getelementptr i8, ptr @bytes, <8 x i64> %x
  %y = mul <8 x i64> %x, <i64 1, i64 0, i64 -1, i64 1, i64 0, i64 -1, i64 1, i64 0>
  %r = getelementptr i16, <8 x ptr> %p, <8 x i64> %y
  br label %loop
loop:
  %c = phi i64 [ 0, %entry ], [ %c1, %loop ]
  %q = phi <8 x ptr> [ %p, %entry ], [ %s, %loop ]
  %o = phi <8 x ptr> [ %r, %entry ], [ %q, %loop ]
  %s = getelementptr i8, <8 x ptr> %o, i64 1
  %c1 = add i64 %c, 1
  %more = icmp ult i64 %c1, 5
  br i1 %more, label %loop, label %done
done:
  %i = ptrtoint <8 x ptr> %q to <8 x i64>
  %base = ptrtoint ptr @bytes to i64
  %b0 = insertelement <8 x i64> poison, i64 %base, i32 0
  %bs = shufflevector <8 x i64> %b0, <8 x i64> poison, <8 x i32> zeroinitializer
  %d = sub <8 x i64> %i, %bs
  store <8 x i64> %d, ptr %out, align 8
  ret void
}

define void @t.scalar_to_8(ptr %out) noinline {
  %x = load volatile i64, ptr @numbers, align 8
  %p = inttoptr i64 %x to ptr
  %j = ptrtoint ptr %p to i8
  %r = zext i8 %j to i64
  store i64 %r, ptr %out, align 8
  ret void
}

define void @t.scalar_from_8(ptr %out) noinline {
  %x = load volatile i64, ptr @numbers, align 8
  %j = trunc i64 %x to i8
  %p = inttoptr i8 %j to ptr
  %r = ptrtoint ptr %p to i64
  store i64 %r, ptr %out, align 8
  ret void
}

define void @t.scalar_to_24(ptr %out) noinline {
  %x = load volatile i64, ptr @numbers, align 8
  %p = inttoptr i64 %x to ptr
  %j = ptrtoint ptr %p to i24
  %r = zext i24 %j to i64
  store i64 %r, ptr %out, align 8
  ret void
}

define void @t.scalar_from_24(ptr %out) noinline {
  %x = load volatile i64, ptr @numbers, align 8
  %j = trunc i64 %x to i24
  %p = inttoptr i24 %j to ptr
  %r = ptrtoint ptr %p to i64
  store i64 %r, ptr %out, align 8
  ret void
}

define void @t.scalar_to_32(ptr %out) noinline {
  %x = load volatile i64, ptr @numbers, align 8
  %p = inttoptr i64 %x to ptr
  %j = ptrtoint ptr %p to i32
  %r = zext i32 %j to i64
  store i64 %r, ptr %out, align 8
  ret void
}

define void @t.scalar_from_32(ptr %out) noinline {
  %x = load volatile i64, ptr @numbers, align 8
  %j = trunc i64 %x to i32
  %p = inttoptr i32 %j to ptr
  %r = ptrtoint ptr %p to i64
  store i64 %r, ptr %out, align 8
  ret void
}

define void @t.scalar_to_33(ptr %out) noinline {
  %x = load volatile i64, ptr @numbers, align 8
  %p = inttoptr i64 %x to ptr
  %j = ptrtoint ptr %p to i33
  %r = zext i33 %j to i64
  store i64 %r, ptr %out, align 8
  ret void
}

define void @t.scalar_from_33(ptr %out) noinline {
  %x = load volatile i64, ptr @numbers, align 8
  %j = trunc i64 %x to i33
  %p = inttoptr i33 %j to ptr
  %r = ptrtoint ptr %p to i64
  store i64 %r, ptr %out, align 8
  ret void
}

define void @t.scalar_to_65(ptr %out) noinline {
  %x = load volatile i64, ptr @numbers, align 8
  %p = inttoptr i64 %x to ptr
  %j = ptrtoint ptr %p to i65
  %r = trunc i65 %j to i64
  store i64 %r, ptr %out, align 8
  ret void
}

define void @t.scalar_from_65(ptr %out) noinline {
  %x = load volatile i64, ptr @numbers, align 8
  %j = zext i64 %x to i65
  %p = inttoptr i65 %j to ptr
  %r = ptrtoint ptr %p to i64
  store i64 %r, ptr %out, align 8
  ret void
}

define void @t.scalar_to_128(ptr %out) noinline {
  %x = load volatile i64, ptr @numbers, align 8
  %p = inttoptr i64 %x to ptr
  %j = ptrtoint ptr %p to i128
  %r = trunc i128 %j to i64
  store i64 %r, ptr %out, align 8
  ret void
}

define void @t.scalar_from_128(ptr %out) noinline {
  %x = load volatile i64, ptr @numbers, align 8
  %j = zext i64 %x to i128
  %p = inttoptr i128 %j to ptr
  %r = ptrtoint ptr %p to i64
  store i64 %r, ptr %out, align 8
  ret void
}

define void @run(ptr %name, ptr %f, i64 %count) noinline {
entry:
  call void %f(ptr @out)
  %first = load i64, ptr @out
  %p0 = call i32 (ptr, ...) @printf(ptr @format, ptr %name, i64 %first)
  br label %loop
loop:
  %i = phi i64 [ 1, %entry ], [ %next, %again ]
  %more = icmp ult i64 %i, %count
  br i1 %more, label %again, label %done
again:
  %at = getelementptr i64, ptr @out, i64 %i
  %v = load i64, ptr %at
  %p1 = call i32 (ptr, ...) @printf(ptr @space, i64 %v)
  %next = add i64 %i, 1
  br label %loop
done:
  %p2 = call i32 (ptr, ...) @printf(ptr @line)
  ret void
}

define i32 @main() {
  call void @run(ptr @name.add_2, ptr @t.add_2, i64 2)
  call void @run(ptr @name.index_2, ptr @t.index_2, i64 2)
  call void @run(ptr @name.compare_eq_2, ptr @t.compare_eq_2, i64 2)
  call void @run(ptr @name.compare_ne_2, ptr @t.compare_ne_2, i64 2)
  call void @run(ptr @name.compare_ult_2, ptr @t.compare_ult_2, i64 2)
  call void @run(ptr @name.compare_uge_2, ptr @t.compare_uge_2, i64 2)
  call void @run(ptr @name.compare_ugt_2, ptr @t.compare_ugt_2, i64 2)
  call void @run(ptr @name.null_2, ptr @t.null_2, i64 2)
  call void @run(ptr @name.choose_2, ptr @t.choose_2, i64 2)
  call void @run(ptr @name.freeze_2, ptr @t.freeze_2, i64 2)
  call void @run(ptr @name.memory_2, ptr @t.memory_2, i64 2)
  call void @run(ptr @name.lanes_2, ptr @t.lanes_2, i64 2)
  call void @run(ptr @name.round_2, ptr @t.round_2, i64 2)
  call void @run(ptr @name.mask_2, ptr @t.mask_2, i64 2)
  call void @run(ptr @name.to_8_2, ptr @t.to_8_2, i64 2)
  call void @run(ptr @name.from_8_2, ptr @t.from_8_2, i64 2)
  call void @run(ptr @name.to_32_2, ptr @t.to_32_2, i64 2)
  call void @run(ptr @name.from_32_2, ptr @t.from_32_2, i64 2)
  call void @run(ptr @name.to_33_2, ptr @t.to_33_2, i64 2)
  call void @run(ptr @name.from_33_2, ptr @t.from_33_2, i64 2)
  call void @run(ptr @name.to_128_2, ptr @t.to_128_2, i64 2)
  call void @run(ptr @name.from_128_2, ptr @t.from_128_2, i64 2)
  call void @run(ptr @name.loop_2, ptr @t.loop_2, i64 2)
  call void @run(ptr @name.add_3, ptr @t.add_3, i64 3)
  call void @run(ptr @name.index_3, ptr @t.index_3, i64 3)
  call void @run(ptr @name.compare_eq_3, ptr @t.compare_eq_3, i64 3)
  call void @run(ptr @name.compare_ne_3, ptr @t.compare_ne_3, i64 3)
  call void @run(ptr @name.compare_ult_3, ptr @t.compare_ult_3, i64 3)
  call void @run(ptr @name.compare_uge_3, ptr @t.compare_uge_3, i64 3)
  call void @run(ptr @name.compare_ugt_3, ptr @t.compare_ugt_3, i64 3)
  call void @run(ptr @name.null_3, ptr @t.null_3, i64 3)
  call void @run(ptr @name.choose_3, ptr @t.choose_3, i64 3)
  call void @run(ptr @name.freeze_3, ptr @t.freeze_3, i64 3)
  call void @run(ptr @name.memory_3, ptr @t.memory_3, i64 3)
  call void @run(ptr @name.lanes_3, ptr @t.lanes_3, i64 3)
  call void @run(ptr @name.round_3, ptr @t.round_3, i64 3)
  call void @run(ptr @name.mask_3, ptr @t.mask_3, i64 3)
  call void @run(ptr @name.to_8_3, ptr @t.to_8_3, i64 3)
  call void @run(ptr @name.from_8_3, ptr @t.from_8_3, i64 3)
  call void @run(ptr @name.to_32_3, ptr @t.to_32_3, i64 3)
  call void @run(ptr @name.from_32_3, ptr @t.from_32_3, i64 3)
  call void @run(ptr @name.to_33_3, ptr @t.to_33_3, i64 3)
  call void @run(ptr @name.from_33_3, ptr @t.from_33_3, i64 3)
  call void @run(ptr @name.to_128_3, ptr @t.to_128_3, i64 3)
  call void @run(ptr @name.from_128_3, ptr @t.from_128_3, i64 3)
  call void @run(ptr @name.loop_3, ptr @t.loop_3, i64 3)
  call void @run(ptr @name.add_4, ptr @t.add_4, i64 4)
  call void @run(ptr @name.index_4, ptr @t.index_4, i64 4)
  call void @run(ptr @name.compare_eq_4, ptr @t.compare_eq_4, i64 4)
  call void @run(ptr @name.compare_ne_4, ptr @t.compare_ne_4, i64 4)
  call void @run(ptr @name.compare_ult_4, ptr @t.compare_ult_4, i64 4)
  call void @run(ptr @name.compare_uge_4, ptr @t.compare_uge_4, i64 4)
  call void @run(ptr @name.compare_ugt_4, ptr @t.compare_ugt_4, i64 4)
  call void @run(ptr @name.null_4, ptr @t.null_4, i64 4)
  call void @run(ptr @name.choose_4, ptr @t.choose_4, i64 4)
  call void @run(ptr @name.freeze_4, ptr @t.freeze_4, i64 4)
  call void @run(ptr @name.memory_4, ptr @t.memory_4, i64 4)
  call void @run(ptr @name.lanes_4, ptr @t.lanes_4, i64 4)
  call void @run(ptr @name.round_4, ptr @t.round_4, i64 4)
  call void @run(ptr @name.mask_4, ptr @t.mask_4, i64 4)
  call void @run(ptr @name.to_8_4, ptr @t.to_8_4, i64 4)
  call void @run(ptr @name.from_8_4, ptr @t.from_8_4, i64 4)
  call void @run(ptr @name.to_32_4, ptr @t.to_32_4, i64 4)
  call void @run(ptr @name.from_32_4, ptr @t.from_32_4, i64 4)
  call void @run(ptr @name.to_33_4, ptr @t.to_33_4, i64 4)
  call void @run(ptr @name.from_33_4, ptr @t.from_33_4, i64 4)
  call void @run(ptr @name.to_128_4, ptr @t.to_128_4, i64 4)
  call void @run(ptr @name.from_128_4, ptr @t.from_128_4, i64 4)
  call void @run(ptr @name.loop_4, ptr @t.loop_4, i64 4)
  call void @run(ptr @name.add_8, ptr @t.add_8, i64 8)
  call void @run(ptr @name.index_8, ptr @t.index_8, i64 8)
  call void @run(ptr @name.compare_eq_8, ptr @t.compare_eq_8, i64 8)
  call void @run(ptr @name.compare_ne_8, ptr @t.compare_ne_8, i64 8)
  call void @run(ptr @name.compare_ult_8, ptr @t.compare_ult_8, i64 8)
  call void @run(ptr @name.compare_uge_8, ptr @t.compare_uge_8, i64 8)
  call void @run(ptr @name.compare_ugt_8, ptr @t.compare_ugt_8, i64 8)
  call void @run(ptr @name.null_8, ptr @t.null_8, i64 8)
  call void @run(ptr @name.choose_8, ptr @t.choose_8, i64 8)
  call void @run(ptr @name.freeze_8, ptr @t.freeze_8, i64 8)
  call void @run(ptr @name.memory_8, ptr @t.memory_8, i64 8)
  call void @run(ptr @name.lanes_8, ptr @t.lanes_8, i64 8)
  call void @run(ptr @name.round_8, ptr @t.round_8, i64 8)
  call void @run(ptr @name.mask_8, ptr @t.mask_8, i64 8)
  call void @run(ptr @name.to_8_8, ptr @t.to_8_8, i64 8)
  call void @run(ptr @name.from_8_8, ptr @t.from_8_8, i64 8)
  call void @run(ptr @name.to_32_8, ptr @t.to_32_8, i64 8)
  call void @run(ptr @name.from_32_8, ptr @t.from_32_8, i64 8)
  call void @run(ptr @name.to_33_8, ptr @t.to_33_8, i64 8)
  call void @run(ptr @name.from_33_8, ptr @t.from_33_8, i64 8)
  call void @run(ptr @name.to_128_8, ptr @t.to_128_8, i64 8)
  call void @run(ptr @name.from_128_8, ptr @t.from_128_8, i64 8)
  call void @run(ptr @name.loop_8, ptr @t.loop_8, i64 8)
  call void @run(ptr @name.scalar_to_8, ptr @t.scalar_to_8, i64 1)
  call void @run(ptr @name.scalar_from_8, ptr @t.scalar_from_8, i64 1)
  call void @run(ptr @name.scalar_to_24, ptr @t.scalar_to_24, i64 1)
  call void @run(ptr @name.scalar_from_24, ptr @t.scalar_from_24, i64 1)
  call void @run(ptr @name.scalar_to_32, ptr @t.scalar_to_32, i64 1)
  call void @run(ptr @name.scalar_from_32, ptr @t.scalar_from_32, i64 1)
  call void @run(ptr @name.scalar_to_33, ptr @t.scalar_to_33, i64 1)
  call void @run(ptr @name.scalar_from_33, ptr @t.scalar_from_33, i64 1)
  call void @run(ptr @name.scalar_to_65, ptr @t.scalar_to_65, i64 1)
  call void @run(ptr @name.scalar_from_65, ptr @t.scalar_from_65, i64 1)
  call void @run(ptr @name.scalar_to_128, ptr @t.scalar_to_128, i64 1)
  call void @run(ptr @name.scalar_from_128, ptr @t.scalar_from_128, i64 1)
  ret i32 0
}
