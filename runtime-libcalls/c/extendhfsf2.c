// __extendhfsf2: a half as float, exactly.
#include "half.h"

float __extendhfsf2(_Float16 h) {
  u32 bits = bits_of_half(h), sign = bits >> 15 << 31, biased = bits >> 10 & 31, fraction = bits & 0x3ff;
  if (biased == 31) return __builtin_bit_cast(float, sign | 0x7f800000 | (fraction ? 1u << 22 : 0) | fraction << 13);
  if (biased != 0) return __builtin_bit_cast(float, sign | (biased + 112) << 23 | fraction << 13);
  if (fraction == 0) return __builtin_bit_cast(float, sign);
  // A subnormal half is a normal float.
  u32 up = (u32)__builtin_clzll(fraction) - 53;
  return __builtin_bit_cast(float, sign | (113 - up) << 23 | (fraction << up & 0x3ff) << 13);
}
