// __trunctfhf2: a 128-bit float as half, rounded once.
#include "half.h"

_Float16 __trunctfhf2(long double f) {
  u128 bits = __builtin_bit_cast(u128, f);
  int negative = high(bits) >> 63 != 0;
  u32 biased = high(bits) >> 48 & 0x7fff;
  u128 all = shift_left(bits, 16);
  u64 fraction = high(all) | (low(all) != 0);
  if (biased == 0x7fff && fraction != 0) return half_nan(negative, fraction);
  // Subnormal numbers are far below what a half holds.
  u64 lost = fraction & 1;
  return half_rounded(negative, (i32)biased - 16383, biased ? fraction >> 1 | 1ull << 63 | lost : 0);
}
