// __mulodi4: a signed product of 64 bits with overflow check.
#include "wide.h"

i64 __mulodi4(i64 a, i64 b, i32 *overflow) {
  u64 x = a < 0 ? -(u64)a : (u64)a, y = b < 0 ? -(u64)b : (u64)b;
  u64 negative = (a < 0) != (b < 0);
  u128 product = product64(x, y);
  *overflow = high(product) != 0 || low(product) > (1ull << 63) - 1 + negative;
  return (i64)(negative ? -low(product) : low(product));
}
