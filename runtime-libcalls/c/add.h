// Sums in one format.
#include "format.h"

INLINE REAL FN(sum)(REAL a, REAL b) {
  BITS p = FN(bits_of)(a), q = FN(bits_of)(b);
  if (FN(magnitude)(p) < FN(magnitude)(q)) {
    BITS larger = q;
    q = p;
    p = larger;
  }
  if (FN(magnitude)(p) > FN(infinity)()) return FN(of_bits)(FN(quiet_nan)());
  if (FN(magnitude)(p) == FN(infinity)()) {
    BITS opposite = FN(bits_of)(FN(negated)(FN(of_bits)(p)));
    return FN(of_bits)(q == opposite ? FN(quiet_nan)() : p);
  }
  struct FN(parts) x = FN(unpacked)(p), y = FN(unpacked)(q);
  // Only the sum of two negative zeros is a negative zero.
  if (y.significand == 0) return FN(of_bits)(x.significand == 0 ? p & q : p);
  // One bit is left free for the carry, and the smaller operand is aligned.
  u32 distance = (u32)(x.exponent - y.exponent);
  WORD large = x.significand >> 1, small = y.significand >> 1;
  if (distance >= FN(width))
    small = 1;
  else if (distance != 0)
    small = small >> distance | (small << (FN(width) - distance) != 0);
  WORD sum = x.negative == y.negative ? large + small : large - small;
  if (sum == 0) return FN(of_bits)(0);
  u32 up = FN(leading_zeros)(sum);
  struct FN(parts) result = {x.negative, x.exponent + 1 - (i32)up, sum << up};
  return FN(rounded)(result);
}
