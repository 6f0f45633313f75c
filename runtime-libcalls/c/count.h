// Counts of bits by halving, on words of 32 bits and without multiplication.
#include "types.h"

// The number of leading zeros; 32 of zero.
INLINE i32 leading_zeros_32(u32 x) {
  i32 n = 32;
  for (i32 half = 16; half != 0; half >>= 1)
    if (x >> half) n -= half, x >>= half;
  return n - (i32)x;
}

// The number of trailing zeros; 32 of zero. Of x and -x only the lowest bit that is set is common.
INLINE i32 trailing_zeros_32(u32 x) { return x == 0 ? 32 : 31 - leading_zeros_32(x & -x); }

INLINE i32 ones_32(u32 x) {
  x -= x >> 1 & 0x55555555;
  x = (x & 0x33333333) + (x >> 2 & 0x33333333);
  x = (x + (x >> 4)) & 0x0f0f0f0f;
  x += x >> 8;
  return (i32)((x + (x >> 16)) & 0x3f);
}

// Whether the number of bits that are set is odd: bit n of the constant says it of n.
INLINE i32 parity_32(u32 x) {
  x ^= x >> 16;
  x ^= x >> 8;
  x ^= x >> 4;
  return 0x6996 >> (x & 15) & 1;
}
