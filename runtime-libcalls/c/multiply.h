// Products in one format.
#include "format.h"

// Returns the high half of a product, with a sticky bit for the low half.
INLINE u32 sf_product(u32 a, u32 b) {
  u64 p = (u64)a * b;
  return (u32)(p >> 32) | ((u32)p != 0);
}

INLINE u64 df_product(u64 a, u64 b) {
  u128 p = product64(a, b);
  return high(p) | (low(p) != 0);
}

INLINE u128 tf_product(u128 a, u128 b) {
  u128 p00 = product64(low(a), low(b)), p01 = product64(low(a), high(b));
  u128 p10 = product64(high(a), low(b)), p11 = product64(high(a), high(b));
  u128 middle = (u128)high(p00) + low(p01) + low(p10);
  return (p11 + high(p01) + high(p10) + high(middle)) | ((low(p00) | low(middle)) != 0);
}

INLINE REAL FN(product_of)(REAL a, REAL b) {
  BITS p = FN(bits_of)(a), q = FN(bits_of)(b), infinity = FN(infinity)();
  u32 negative = FN(is_negative)(p ^ q);
  p = FN(magnitude)(p);
  q = FN(magnitude)(q);
  if (p > infinity || q > infinity) return FN(of_bits)(FN(quiet_nan)());
  if (p == infinity || q == infinity) {
    if (p == 0 || q == 0) return FN(of_bits)(FN(quiet_nan)());
    return FN(signed)(negative, infinity);
  }
  struct FN(parts) x = FN(unpacked)(p), y = FN(unpacked)(q);
  if (x.significand == 0 || y.significand == 0) return FN(signed)(negative, 0);
  struct FN(parts) result = {negative, x.exponent + y.exponent + 1, FN(product)(x.significand, y.significand)};
  if (!(result.significand >> (FN(width) - 1))) result.significand <<= 1, result.exponent--;
  return FN(rounded)(result);
}
