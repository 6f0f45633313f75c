// __ashrti3: an arithmetic right shift, 0 <= n < 128.
#include "wide.h"

i128 __ashrti3(i128 x, i32 n) {
  u64 sign = (u64)((i64)high((u128)x) >> 63);
  u128 flip = wide(sign, sign);
  // Shifting in ones is the complement of shifting zeros into the complement.
  return (i128)(shift_right((u128)x ^ flip, (u32)n) ^ flip);
}
