// From a float or double to a 128-bit integer, truncated. Out of range (undefined in C) it gives the nearest integer there
// is, and for a NaN zero.
#include "wide.h"

// A number as significand * 2^exponent with its sign; NaN as zero, infinity as what is out of every range.
struct parts {
  int negative;
  i32 exponent;
  u64 significand;
};

INLINE struct parts parts_f64(double f) {
  u64 bits = __builtin_bit_cast(u64, f);
  u64 fraction = bits & 0xfffffffffffffull;
  i32 biased = (i32)(bits >> 52 & 0x7ff);
  struct parts p = {bits >> 63 != 0, biased - 1075, fraction | 1ull << 52};
  if (biased == 0 || (biased == 0x7ff && fraction != 0)) p.significand = 0;
  return p;
}

INLINE struct parts parts_f32(float f) {
  u32 bits = __builtin_bit_cast(u32, f);
  u32 fraction = bits & 0x7fffff;
  i32 biased = (i32)(bits >> 23 & 0xff);
  struct parts p = {bits >> 31 != 0, biased - 150, fraction | 1u << 23};
  if (biased == 0xff) p.exponent = 1024;
  if (biased == 0 || (biased == 0xff && fraction != 0)) p.significand = 0;
  return p;
}

INLINE u128 to_unsigned(struct parts p) {
  if (p.significand == 0 || p.negative || p.exponent <= -64) return 0;
  u128 x = wide(0, p.significand);
  if (p.exponent <= 0) return shift_right(x, (u32)-p.exponent);
  if ((u32)p.exponent > leading_zeros(x)) return ~(u128)0;
  return shift_left(x, (u32)p.exponent);
}

INLINE i128 to_signed(struct parts p) {
  int negative = p.negative;
  u128 largest = wide(~0ull >> 1, ~0ull);
  p.negative = 0;
  u128 size = to_unsigned(p);
  if (negative) return (i128)(size > largest ? largest + 1 : -size);
  return (i128)(size > largest ? largest : size);
}
