// Between half precision and the wider formats, by their bits: a machine without half precision has no instruction for it.
#include "wide.h"

INLINE u32 bits_of_half(_Float16 h) { return __builtin_bit_cast(unsigned short, h); }
INLINE _Float16 half_of_bits(u32 bits) { return __builtin_bit_cast(_Float16, (unsigned short)bits); }

// A quiet NaN with the leading bits of another's fraction, which stands at the top of `fraction`.
INLINE _Float16 half_nan(int negative, u64 fraction) {
  return half_of_bits((u32)negative << 15 | 0x7e00 | (u32)(fraction >> 54));
}

// significand * 2^(exponent - 63), rounded to nearest, ties to even. The significand's top bit is set, or it is zero; its lowest bit
// stands for all that did not fit.
INLINE _Float16 half_rounded(int negative, i32 exponent, u64 significand) {
  u32 sign = (u32)negative << 15;
  if (significand == 0 || exponent < -26) return half_of_bits(sign);
  if (exponent > 15) return half_of_bits(sign | 0x7c00);
  // Subnormal results keep fewer bits.
  u32 dropped = exponent < -14 ? 53 + (u32)(-14 - exponent) : 53;
  u64 kept = dropped < 64 ? significand >> dropped : 0;
  u64 rest = dropped <= 64 ? significand << (64 - dropped) : significand >> 1;
  kept += rest > 1ull << 63 || (rest == 1ull << 63 && (kept & 1));
  // The leading bit that was kept adds one to the exponent; so does a carry into it.
  u32 biased = exponent < -14 ? 0 : (u32)(exponent + 14);
  return half_of_bits(sign | ((biased << 10) + (u32)kept));
}
