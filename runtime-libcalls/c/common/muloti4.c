// __muloti4: a signed product with overflow check.
#include "wide.h"

i128 __muloti4(i128 a, i128 b, i32 *overflow) {
  u128 x = magnitude(a), y = magnitude(b);
  int negative = (a < 0) != (b < 0);
  // If both high words are nonzero, the product is at least 2^128. If one is, the cross product
  // decides.
  int lost = high(x) != 0 && high(y) != 0;
  u128 cross = high(x) ? product64(high(x), low(y)) : product64(high(y), low(x));
  u128 p = product64(low(x), low(y));
  u64 top;
  lost |= high(cross) != 0;
  lost |= __builtin_add_overflow(high(p), low(cross), &top);
  u128 size = wide(top, low(p));
  u128 limit = wide(1ull << 63, 0);
  lost |= size > limit || (size == limit && !negative);
  *overflow = lost;
  u128 all = product128((u128)a, (u128)b);
  return (i128)all;
}
