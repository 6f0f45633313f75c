// __ctzti2: the number of trailing zeros, x != 0.
#include "wide.h"

i32 __ctzti2(i128 x) {
  u64 lo = low((u128)x);
  return lo ? __builtin_ctzll(lo) : 64 + __builtin_ctzll(high((u128)x));
}
