// From a 128-bit integer to a floating type F, rounded to nearest, ties to even.
//
// A number of more than one word is cut down to its leading 64 bits, with what is lost kept as a sticky lowest bit. These
// 64 bits are more than twice what F holds, so converting them rounds the whole as it should, and scaling by a
// power of two is exact (or overflows to infinity, which is where rounding leads too).
#include "wide.h"

#define FLOAT_FROM(F, POWER_OF_TWO)                                     \
  INLINE F float_from(u128 x) {                                         \
    if (high(x) == 0) return (F)low(x);                                 \
    u32 lost = 64 - leading_zeros(x);                                   \
    u64 lead = low(shift_right(x, lost));                               \
    u64 sticky = low(x) << (64 - lost) != 0;                            \
    return (F)(lead | sticky) * POWER_OF_TWO(lost);                     \
  }

INLINE double two_to_f64(u32 n) { return __builtin_bit_cast(double, (u64)(1023 + n) << 52); }
INLINE float two_to_f32(u32 n) { return __builtin_bit_cast(float, (u32)(127 + n) << 23); }
