// __truncdfhf2: a double as half, rounded once.
#include "half.h"

_Float16 __truncdfhf2(double f) {
  u64 bits = __builtin_bit_cast(u64, f), fraction = bits << 12;
  u32 biased = bits >> 52 & 0x7ff;
  if (biased == 0x7ff && fraction != 0) return half_nan(bits >> 63 != 0, fraction);
  // Subnormal doubles are far below what a half holds.
  return half_rounded(bits >> 63 != 0, (i32)biased - 1023, biased ? fraction >> 1 | 1ull << 63 : 0);
}
