// Conversion from integers to one format, rounded.
#include "format.h"

INLINE u32 zeros_u128(u128 x) { return leading_zeros(x); }

// For unsigned integers U of N bits: from_U, the number with this sign and this magnitude.
#define FROM_INTEGER(U, N)                                                                                \
  INLINE REAL FN(from_##U)(u32 negative, U size) {                                                        \
    if (size == 0) return FN(of_bits)(0);                                                                 \
    u32 up = zeros_##U(size);                                                                             \
    struct FN(parts) x = {negative, N - 1 - (i32)up, (WORD)resized((U)(size << up), N, FN(width))};       \
    return FN(rounded)(x);                                                                                \
  }                                                                                                       \
  INLINE REAL FN(from_signed_##U)(U x) { return FN(from_##U)(x >> (N - 1) != 0, x >> (N - 1) ? -x : x); }

FROM_INTEGER(u32, 32)
FROM_INTEGER(u64, 64)
FROM_INTEGER(u128, 128)
