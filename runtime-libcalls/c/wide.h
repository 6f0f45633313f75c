// The two halves of a 128-bit integer, and steps that several members share. Nothing here may use
// an operation that itself becomes a call of this library. 128-bit values are only split, combined,
// added, subtracted and compared; everything else is computed on 64-bit words.
#ifndef GISEL_WIDE_H
#define GISEL_WIDE_H

#include "types.h"

INLINE u64 low(u128 x) { return (u64)x; }
INLINE u64 high(u128 x) { return (u64)(x >> 64); }
INLINE u128 wide(u64 hi, u64 lo) { return (u128)hi << 64 | lo; }

// Shifts by words: x << n and x >> n for 0 <= n < 128.
INLINE u128 shift_left(u128 x, u32 n) {
  if (n >= 64) return wide(low(x) << (n & 63), 0);
  if (n == 0) return x;
  return wide(high(x) << n | low(x) >> (64 - n), low(x) << n);
}

INLINE u128 shift_right(u128 x, u32 n) {
  if (n >= 64) return wide(0, high(x) >> (n & 63));
  if (n == 0) return x;
  return wide(high(x) >> n, low(x) >> n | high(x) << (64 - n));
}

// Returns the number of leading zeros, x != 0.
INLINE u32 leading_zeros(u128 x) {
  return high(x) ? (u32)__builtin_clzll(high(x)) : 64 + (u32)__builtin_clzll(low(x));
}

// Returns |x| as an unsigned number; the smallest integer is its own magnitude.
INLINE u128 magnitude(i128 x) { return x < 0 ? -(u128)x : (u128)x; }

// Returns the 128-bit product a * b, computed from 32-bit digits. A 128-bit multiplication would
// call __multi3.
INLINE u128 product64(u64 a, u64 b) {
  u64 a0 = (u32)a, a1 = a >> 32, b0 = (u32)b, b1 = b >> 32;
  u64 p00 = a0 * b0, p01 = a0 * b1, p10 = a1 * b0, p11 = a1 * b1;
  u64 middle = (p00 >> 32) + (u32)p01 + (u32)p10;
  u64 hi = p11 + (p01 >> 32) + (p10 >> 32) + (middle >> 32);
  return wide(hi, middle << 32 | (u32)p00);
}

INLINE u128 product128(u128 a, u128 b) {
  u128 p = product64(low(a), low(b));
  return wide(high(p) + low(a) * high(b) + high(a) * low(b), low(p));
}

u128 __udivmodti4(u128 n, u128 d, u128 *rest);

#endif
