// __extendhftf2: a half as a 128-bit float, exactly.
#include "half.h"

long double __extendhftf2(_Float16 h) {
  u32 bits = bits_of_half(h), biased = bits >> 10 & 31;
  u64 sign = (u64)(bits >> 15) << 63, fraction = bits & 0x3ff, exponent = biased + 16368;
  if (biased == 31) exponent = 0x7fff, fraction |= fraction ? 0x200 : 0;
  if (biased == 0) {
    // A subnormal half is a normal number.
    u32 up = fraction ? (u32)__builtin_clzll(fraction) - 53 : 0;
    exponent = fraction ? 16369 - up : 0;
    fraction = fraction << up & 0x3ff;
  }
  return __builtin_bit_cast(long double, wide(sign | exponent << 48 | fraction << 38, 0));
}
