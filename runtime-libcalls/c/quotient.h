// Quotients in one format, one bit at a time.
#include "format.h"

INLINE REAL FN(quotient_of)(REAL a, REAL b) {
  BITS p = FN(bits_of)(a), q = FN(bits_of)(b), infinity = FN(infinity)();
  u32 negative = FN(is_negative)(p ^ q);
  p = FN(magnitude)(p);
  q = FN(magnitude)(q);
  // Zero divided by zero, infinity divided by infinity.
  if (p > infinity || q > infinity || (p == q && (p == 0 || p == infinity))) return FN(of_bits)(FN(quiet_nan)());
  if (p == infinity || q == 0) return FN(signed)(negative, infinity);
  if (p == 0 || q == infinity) return FN(signed)(negative, 0);
  struct FN(parts) x = FN(unpacked)(p), y = FN(unpacked)(q);
  struct FN(parts) result = {negative, x.exponent - y.exponent, 0};
  // The top bit is left free, so that the remainder can be doubled.
  WORD rest = x.significand >> 1, by = y.significand >> 1;
  if (rest < by) rest <<= 1, result.exponent--;
  // All bits of the format, and two for rounding; the first bit is one.
  u32 digits = FN(fraction) + 3;
  for (u32 i = 0; i < digits; i++) {
    result.significand <<= 1;
    if (rest >= by) rest -= by, result.significand |= 1;
    rest <<= 1;
  }
  result.significand = result.significand << (FN(width) - digits) | (rest != 0);
  return FN(rounded)(result);
}
