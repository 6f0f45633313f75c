// Bit counts by halving, on 32-bit words and without multiplication.
#include "types.h"

// Returns the number of leading zeros; 32 for zero.
INLINE i32 leading_zeros_32(u32 x) {
  i32 n = 32;
  for (i32 half = 16; half != 0; half >>= 1)
    if (x >> half) n -= half, x >>= half;
  return n - (i32)x;
}

// Returns the number of trailing zeros; 32 for zero. x and -x have only the lowest set bit in
// common.
INLINE i32 trailing_zeros_32(u32 x) { return x == 0 ? 32 : 31 - leading_zeros_32(x & -x); }

INLINE i32 ones_32(u32 x) {
  x -= x >> 1 & 0x55555555;
  x = (x & 0x33333333) + (x >> 2 & 0x33333333);
  x = (x + (x >> 4)) & 0x0f0f0f0f;
  x += x >> 8;
  return (i32)((x + (x >> 16)) & 0x3f);
}

// Returns 1 if the number of set bits is odd; the constant is a table by the low four bits.
INLINE i32 parity_32(u32 x) {
  x ^= x >> 16;
  x ^= x >> 8;
  x ^= x >> 4;
  return 0x6996 >> (x & 15) & 1;
}
