// Floating-point numbers of one format, computed by integers alone. The including file defines
// FORMAT: hf (half), bf (bfloat), sf (single), df (double) or tf (quad). Every name here has it as
// prefix, so that a conversion can include this file for two formats.
//
// A number is unpacked into sign, exponent and significand, and packed with one rounding, to
// nearest with ties to even. The significand is left-aligned in a word that has at least four bits
// more than the format. Results have the lowest bit of that word set if any lower bit was lost
// ("sticky"), which is sufficient for rounding.
#ifndef GISEL_FORMAT_H
#define GISEL_FORMAT_H

#include "wide.h"

typedef _Float16 hf_real;
typedef __bf16 bf_real;
typedef float sf_real;
typedef double df_real;
typedef long double tf_real;

// The bits of a number in memory.
typedef u16 hf_bits, bf_bits;
typedef u32 sf_bits;
typedef u64 df_bits;
typedef u128 tf_bits;

// The type of a significand.
typedef u32 hf_word, bf_word, sf_word;
typedef u64 df_word;
typedef u128 tf_word;

// The numbers of stored bits, of fraction bits, and of bits in a word.
enum { hf_size = 16, hf_fraction = 10, hf_width = 32 };
enum { bf_size = 16, bf_fraction = 7, bf_width = 32 };
enum { sf_size = 32, sf_fraction = 23, sf_width = 32 };
enum { df_size = 64, df_fraction = 52, df_width = 64 };
enum { tf_size = 128, tf_fraction = 112, tf_width = 128 };

INLINE u32 zeros_u32(u32 x) { return (u32)__builtin_clz(x); }
INLINE u32 zeros_u64(u64 x) { return (u32)__builtin_clzll(x); }

INLINE u32 sf_leading_zeros(u32 x) { return zeros_u32(x); }
INLINE u32 hf_leading_zeros(u32 x) { return zeros_u32(x); }
INLINE u32 bf_leading_zeros(u32 x) { return zeros_u32(x); }
INLINE u32 df_leading_zeros(u64 x) { return zeros_u64(x); }
INLINE u32 tf_leading_zeros(u128 x) { return leading_zeros(x); }

// Returns the leading `to` of x's `from` bits; lost bits are sticky. `to` may be greater than
// `from`.
INLINE u128 resized(u128 x, u32 from, u32 to) {
  if (from <= to) return x << (to - from);
  u128 lost = x & (((u128)1 << (from - to)) - 1);
  return x >> (from - to) | (lost != 0);
}

#define PASTE_(a, b) a##_##b
#define PASTE(a, b) PASTE_(a, b)
#define FN(name) PASTE(FORMAT, name)

#endif

#define REAL FN(real)
#define BITS FN(bits)
#define WORD FN(word)

// A finite number: significand * 2^(exponent - width + 1). The top bit of the significand is set,
// or it is zero.
struct FN(parts) {
  u32 negative;
  i32 exponent;
  WORD significand;
};

enum { FN(bias) = (1 << (FN(size) - FN(fraction) - 2)) - 1 };

INLINE BITS FN(bits_of)(REAL x) { return __builtin_bit_cast(BITS, x); }
INLINE REAL FN(of_bits)(BITS bits) { return __builtin_bit_cast(REAL, bits); }
INLINE u32 FN(is_negative)(BITS bits) { return (u32)(bits >> (FN(size) - 1)); }
INLINE BITS FN(magnitude)(BITS bits) { return bits & (BITS)~((BITS)1 << (FN(size) - 1)); }
INLINE BITS FN(infinity)(void) { return (BITS)((BITS)(2 * FN(bias) + 1) << FN(fraction)); }
INLINE BITS FN(quiet_nan)(void) { return FN(infinity)() | (BITS)((BITS)1 << (FN(fraction) - 1)); }
INLINE REAL FN(signed)(u32 negative, BITS magnitude) {
  return FN(of_bits)((BITS)((BITS)negative << (FN(size) - 1)) | magnitude);
}
INLINE REAL FN(negated)(REAL x) { return FN(of_bits)(FN(bits_of)(x) ^ (BITS)((BITS)1 << (FN(size) - 1))); }

INLINE struct FN(parts) FN(unpacked)(BITS bits) {
  struct FN(parts) x = {FN(is_negative)(bits), 0, 0};
  u32 biased = (u32)(FN(magnitude)(bits) >> FN(fraction));
  WORD fraction = (WORD)bits << (FN(width) - FN(fraction)) >> 1;
  if (biased != 0) {
    x.exponent = (i32)biased - FN(bias);
    x.significand = fraction | (WORD)1 << (FN(width) - 1);
  } else if (fraction != 0) {
    u32 up = FN(leading_zeros)(fraction);
    x.exponent = 1 - FN(bias) - (i32)up;
    x.significand = fraction << up;
  }
  return x;
}

INLINE REAL FN(rounded)(struct FN(parts) x) {
  i32 smallest = 1 - FN(bias);
  if (x.significand == 0 || x.exponent < smallest - FN(fraction) - 1) return FN(signed)(x.negative, 0);
  if (x.exponent > FN(bias)) return FN(signed)(x.negative, FN(infinity)());
  // The leading bit adds one to the exponent, as does a carry into it. Subnormal results have fewer
  // bits.
  u32 dropped = FN(width) - 1 - FN(fraction), biased = 0;
  if (x.exponent < smallest)
    dropped += (u32)(smallest - x.exponent);
  else
    biased = (u32)(x.exponent - smallest);
  WORD kept = dropped < FN(width) ? x.significand >> dropped : 0;
  WORD rest = x.significand << (FN(width) - dropped), half = (WORD)1 << (FN(width) - 1);
  kept += rest > half || (rest == half && (kept & 1));
  return FN(signed)(x.negative, (BITS)(((BITS)biased << FN(fraction)) + (BITS)kept));
}
