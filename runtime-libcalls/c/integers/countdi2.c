// __clzdi2, __ctzdi2 (x != 0), __ffsdi2, __popcountdi2, __paritydi2: bits of a 64-bit integer.
#include "count.h"

INLINE i32 trailing_zeros(u64 x) {
  u32 lo = (u32)x;
  return lo != 0 ? trailing_zeros_32(lo) : 32 + trailing_zeros_32((u32)(x >> 32));
}

i32 __clzdi2(u64 x) {
  u32 hi = (u32)(x >> 32);
  return hi != 0 ? leading_zeros_32(hi) : 32 + leading_zeros_32((u32)x);
}

i32 __ctzdi2(u64 x) { return trailing_zeros(x); }
i32 __ffsdi2(u64 x) { return x == 0 ? 0 : trailing_zeros(x) + 1; }
i32 __popcountdi2(u64 x) { return ones_32((u32)x) + ones_32((u32)(x >> 32)); }
i32 __paritydi2(u64 x) { return parity_32((u32)x ^ (u32)(x >> 32)); }
