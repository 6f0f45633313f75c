// Quotients and remainders of unsigned integers of type U with N bits, by subtraction, for machines
// without division. As for RISC-V's instructions, division by zero gives a quotient of all ones and
// the dividend as remainder.
#include "types.h"

#define DIVIDE(U, N)                                                                   \
  INLINE U magnitude(U x) { return x >> (N - 1) ? -x : x; }                            \
  static U divide(U n, U d, U *rest) {                                                 \
    U quotient = 0, bit = 1;                                                           \
    *rest = n;                                                                         \
    if (d == 0) return ~(U)0;                                                          \
    for (; d < n && !(d >> (N - 1)); d <<= 1) bit <<= 1;                               \
    for (; bit != 0; bit >>= 1, d >>= 1)                                               \
      if (n >= d) n -= d, quotient |= bit;                                             \
    *rest = n;                                                                         \
    return quotient;                                                                   \
  }                                                                                    \
  /* Rounded towards zero; the remainder has the sign of the dividend. */              \
  INLINE U divide_signed(U n, U d, U *rest) {                                          \
    U quotient = divide(magnitude(n), magnitude(d), rest);                             \
    if (n >> (N - 1)) *rest = -*rest;                                                  \
    return d != 0 && (n ^ d) >> (N - 1) ? -quotient : quotient;                        \
  }
