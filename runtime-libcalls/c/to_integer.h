// Conversion from one format to integers, truncated. Out of range (undefined in C), the result is
// the nearest integer, and zero for a NaN.
#include "format.h"

// For unsigned integers U of N bits: truncated_U, the integer part of a magnitude; to_U, the bits
// of a signed (`is_signed`) or unsigned integer.
#define TO_INTEGER(U, N)                                                                   \
  INLINE U FN(truncated_##U)(BITS magnitude) {                                             \
    if (magnitude > FN(infinity)()) return 0;                                              \
    struct FN(parts) x = FN(unpacked)(magnitude);                                          \
    if (x.significand == 0 || x.exponent < 0) return 0;                                    \
    if (x.exponent >= N || x.exponent > FN(bias)) return ~(U)0;                            \
    if (x.exponent < FN(width)) return (U)(x.significand >> (FN(width) - 1 - x.exponent)); \
    return (U)x.significand << (x.exponent - FN(width) + 1);                               \
  }                                                                                        \
  INLINE U FN(to_##U)(REAL a, u32 is_signed) {                                             \
    BITS bits = FN(bits_of)(a);                                                            \
    u32 negative = FN(is_negative)(bits);                                                  \
    U size = FN(truncated_##U)(FN(magnitude)(bits));                                       \
    U largest = is_signed ? (~(U)0 >> 1) + negative : negative ? 0 : ~(U)0;                \
    if (size > largest) size = largest;                                                    \
    return negative ? -size : size;                                                        \
  }

TO_INTEGER(u32, 32)
TO_INTEGER(u64, 64)
TO_INTEGER(u128, 128)
