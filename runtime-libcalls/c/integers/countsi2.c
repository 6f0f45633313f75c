// __clzsi2, __ctzsi2 (x != 0), __ffssi2, __popcountsi2, __paritysi2: bits of a 32-bit integer.
#include "count.h"

i32 __clzsi2(u32 x) { return leading_zeros_32(x); }
i32 __ctzsi2(u32 x) { return trailing_zeros_32(x); }
i32 __ffssi2(u32 x) { return x == 0 ? 0 : trailing_zeros_32(x) + 1; }
i32 __popcountsi2(u32 x) { return ones_32(x); }
i32 __paritysi2(u32 x) { return parity_32(x); }
