// __bswapsi2, __bswapdi2: an integer with reversed bytes.
#include "types.h"

INLINE u32 swap(u32 x) { return x >> 24 | (x >> 8 & 0xff00) | (x << 8 & 0xff0000) | x << 24; }

u32 __bswapsi2(u32 x) { return swap(x); }
u64 __bswapdi2(u64 x) { return (u64)swap((u32)x) << 32 | swap((u32)(x >> 32)); }
