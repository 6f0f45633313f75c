// Integer powers in one format, by squaring.
#include "format.h"

INLINE REAL FN(power)(REAL x, i32 n) {
  u32 left = n < 0 ? -(u32)n : (u32)n;
  REAL power = 1;
  while (1) {
    if (left & 1) power *= x;
    left >>= 1;
    if (left == 0) break;
    x *= x;
  }
  return n < 0 ? 1 / power : power;
}
