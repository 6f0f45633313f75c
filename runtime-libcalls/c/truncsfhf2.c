// __truncsfhf2: a float as half, rounded.
#include "half.h"

_Float16 __truncsfhf2(float f) {
  u32 bits = __builtin_bit_cast(u32, f), biased = bits >> 23 & 0xff;
  u64 fraction = (u64)bits << 41;
  if (biased == 0xff && fraction != 0) return half_nan(bits >> 31, fraction);
  // Subnormal floats are far below what a half holds.
  return half_rounded(bits >> 31, (i32)biased - 127, biased ? fraction >> 1 | 1ull << 63 : 0);
}
