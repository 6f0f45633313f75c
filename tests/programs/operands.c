// Operands that instructions hold: shifted, extended and inverted ones, constants on either side, bit fields, negations, conditions
// that choose between values and their neighbours; rotations and shifts of two words.
// flags: -fwrapv -ffp-contract=off -fno-math-errno
#include "check.h"

#define UNARY(X, T, U)                                                                                                              \
  X(T, U, neg_shl, -(a << 3)) X(T, U, neg_shr, -(T)((U)a >> 5)) X(T, U, neg_sar, -(a >> 7)) X(T, U, not_shl, ~(a << 9))             \
  X(T, U, not_shr, ~(T)((U)a >> 4)) X(T, U, not_sar, ~(a >> 11)) X(T, U, mask, a & 0xff0) X(T, U, not, ~a) X(T, U, neg, -a)         \
  X(T, U, field, (T)((U)a >> 5 & 0x3f)) X(T, U, top, (T)((U)a >> (sizeof(T) * 8 - 4))) X(T, U, low8, (T)(i8)a)                      \
  X(T, U, low16, (T)(i16)a) X(T, U, field_signed, (T)(i8)(a >> 6)) X(T, U, add1, a + 1) X(T, U, sub1, a - 1)                        \
  X(T, U, add_page, a + 0x5000) X(T, U, add_far, a + 0x123456) X(T, U, from, 77 - a) X(T, U, rol, (T)((U)a << 7 | (U)a >> (sizeof(T) * 8 - 7))) \
  X(T, U, ror, (T)((U)a >> 3 | (U)a << (sizeof(T) * 8 - 3))) X(T, U, abs, a < 0 ? (T)-(U)a : a) X(T, U, sign, a < 0 ? -1 : 0)       \
  X(T, U, nonneg, a < 0 ? 0 : -1) X(T, U, bool, a == 5 ? 1 : 0) X(T, U, inverted_bool, a == 5 ? 0 : 1) X(T, U, is_zero, !a)

#define BINARY(X, T, U)                                                                                                             \
  X(T, U, add_shl, (T)(a + (b << 3))) X(T, U, shl_add, (T)((a << 2) + b)) X(T, U, sub_shl, (T)(a - (b << 3)))                       \
  X(T, U, and_shl, a & (b << 5)) X(T, U, or_shr, a | (T)((U)b >> 5)) X(T, U, xor_sar, a ^ (b >> 9)) X(T, U, shl_and, (a << 4) & b)  \
  X(T, U, shl_or, (a << 4) | b) X(T, U, shl_xor, (a << 4) ^ b) X(T, U, and_not, a & ~b) X(T, U, not_and, ~a & b)                    \
  X(T, U, or_not, a | ~b) X(T, U, not_or, ~a | b) X(T, U, xor_not, a ^ ~b) X(T, U, not_xor, ~(a ^ b)) X(T, U, inverted_xor, ~a ^ b) \
  X(T, U, add_i8, a + (T)(i8)b) X(T, U, i8_add, (T)(i8)a + b) X(T, U, add_u8, a + (T)(u8)b) X(T, U, u8_add, (T)(u8)a + b)           \
  X(T, U, add_i16, a + (T)(i16)b) X(T, U, i16_add, (T)(i16)a + b) X(T, U, add_u16, a + (T)(u16)b) X(T, U, u16_add, (T)(u16)a + b)   \
  X(T, U, sub_i8, a - (T)(i8)b) X(T, U, sub_u8, a - (T)(u8)b) X(T, U, sub_i16, a - (T)(i16)b) X(T, U, sub_u16, a - (T)(u16)b)       \
  X(T, U, add_i32, a + (T)(i32)b) X(T, U, sub_u32, a - (T)(u32)b) X(T, U, i32_add, (T)(i32)a + b)                                   \
  X(T, U, add_i8_shl, a + ((T)(i8)b << 2)) X(T, U, u16_shl_add, ((T)(u16)a << 1) + b)                                               \
  X(T, U, mul_add, a * b + a) X(T, U, add_mul, a + a * b) X(T, U, sub_mul, a - a * b) X(T, U, neg_mul, -(a * b))                    \
  X(T, U, cmp_shl, a < (b << 3)) X(T, U, cmp_u8, (U)a < (U)(u8)b) X(T, U, cmp_neg, a == -b) X(T, U, cmp_bits, (a & b) != 0)         \
  X(T, U, cmp_shl_left, (a << 2) > b) X(T, U, cmp_constant, 100 < b) X(T, U, cmp_negative, a > -300)                                \
  X(T, U, choose_add, a < b ? a : b + 1) X(T, U, add_choose, a < b ? a + 1 : b) X(T, U, choose_neg, a < b ? a : -b)                 \
  X(T, U, neg_choose, a < b ? -a : b) X(T, U, choose_not, a < b ? a : ~b) X(T, U, not_choose, a < b ? ~a : b)                       \
  X(T, U, choose_zero, a < b ? a : 0) X(T, U, zero_choose, a < b ? 0 : b) X(T, U, rotate, (T)((U)a << (b & 15) | (U)a >> (-b & (sizeof(T) * 8 - 1)))) \
  X(T, U, double_shift, (T)((U)a << 11 | (U)b >> (sizeof(T) * 8 - 11)))

#define DEFINE_UNARY(T, U, NAME, E) static NOINLINE T T##_##NAME(T a) { return (T)(E); }
#define DEFINE_BINARY(T, U, NAME, E) static NOINLINE T T##_##NAME##_2(T a, T b) { return (T)(E); }
UNARY(DEFINE_UNARY, i32, u32) UNARY(DEFINE_UNARY, i64, u64) BINARY(DEFINE_BINARY, i32, u32) BINARY(DEFINE_BINARY, i64, u64)

#define TRY_UNARY(T, U, NAME, E) begin(#T " " #NAME); for (size_t i = 0; i < COUNT(corners); i++) put((u64)T##_##NAME((T)corners[i])); end();
#define TRY_BINARY(T, U, NAME, E)                                                                     \
  begin(#T " " #NAME);                                                                                \
  for (size_t i = 0; i < COUNT(corners); i++)                                                         \
    for (size_t j = i % 3; j < COUNT(corners); j += 3) put((u64)T##_##NAME##_2((T)corners[i], (T)corners[j])); \
  end();

// Products of halves, added to or taken from a word.
static NOINLINE i64 long_add(i64 c, i32 a, i32 b) { return c + (i64)a * b; }
static NOINLINE u64 long_add_unsigned(u64 c, u32 a, u32 b) { return c + (u64)a * b; }
static NOINLINE i64 long_sub(i64 c, i32 a, i32 b) { return c - (i64)a * b; }
static NOINLINE i64 index_of(const i32 *p, i32 k, u32 n) { return p[k & 7] + (i64)p[n % 8]; }
static NOINLINE void products(void) {
  static const i32 list[8] = {5, -7, 9, -11, 13, -15, 17, -19};
  begin("products");
  for (size_t i = 0; i < COUNT(corners); i++)
    for (size_t j = 0; j < COUNT(corners); j += 2) {
      i32 a = (i32)corners[i], b = (i32)corners[j];
      put((u64)long_add((i64)corners[j], a, b)), put(long_add_unsigned(corners[i], (u32)a, (u32)b)), put((u64)long_sub((i64)corners[i], a, b));
      put((u64)index_of(list, a, (u32)b));
    }
  end();
}

// Overflow by constants.
static NOINLINE u32 checked(i32 a, i64 b) {
  i32 r; i64 s; u32 t; u64 v;
  u32 flags = __builtin_sub_overflow(a, 100, &r);
  flags = flags * 2 + __builtin_sub_overflow(b, 4095, &s);
  flags = flags * 2 + __builtin_add_overflow(a, 77, &r);
  flags = flags * 2 + __builtin_sub_overflow((u32)a, 33u, &t);
  flags = flags * 2 + __builtin_add_overflow((u64)b, 5u, &v);
  return flags ^ (u32)r ^ (u32)s ^ t ^ (u32)v;
}
static NOINLINE void overflow(void) {
  begin("overflow");
  for (size_t i = 0; i < COUNT(corners); i++) put(checked((i32)corners[i], (i64)corners[i]));
  end();
}

// Fused operations with negated operands, rounded conversions, bits of reals.
static NOINLINE float fused(float a, float b, float c, int k) {
  switch (k) {
    case 0: return __builtin_fmaf(-a, b, -c);
    case 1: return __builtin_fmaf(a, -b, c);
    case 2: return __builtin_fmaf(a, b, -c);
    case 3: return -__builtin_fmaf(a, b, c);
    case 4: return -(a * b);
    case 5: return __builtin_copysignf(a, b);
    default: return a < b ? c : a;
  }
}
static NOINLINE double fused_double(double a, double b, double c, int k) {
  switch (k) {
    case 0: return __builtin_fma(-a, b, -c);
    case 1: return __builtin_fma(-a, b, c);
    case 2: return __builtin_fma(a, b, -c);
    case 3: return -__builtin_fma(a, b, c);
    case 4: return -(a * b);
    case 5: return __builtin_copysign(a, b);
    default: return a < b ? c : a;
  }
}
// A constant that is a number here and bits there.
static NOINLINE float constant_or(float x, int k) {
  float r = 3.25f;
  if (k == 1) r = x;
  if (k == 2) r = -0.0f;
  return r;
}
static NOINLINE u32 bits_of(float x, int k) {
  union { float f; u32 u; } v = {x};
  if (k) v.u ^= 0x80000000u;
  return v.u;
}
static NOINLINE void reals(void) {
  begin("reals");
  for (size_t i = 0; i < COUNT(real_corners); i++)
    for (size_t j = 0; j < COUNT(real_corners); j += 3)
      for (int k = 0; k < 7; k++) {
        double a = real_corners[i], b = real_corners[j], c = 1.75;
        put_float(fused((float)a, (float)b, (float)c, k)), put_double(fused_double(a, b, c, k));
        put_float(constant_or((float)a, k)), put(bits_of((float)b, k & 1));
      }
  end();
}

static NOINLINE void fences(void) {
  static int seen;
  begin("fences");
  for (int i = 0; i < 3; i++) {
    seen += i;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    put((u64)seen);
    __atomic_signal_fence(__ATOMIC_ACQUIRE);
  }
  end();
}

MAIN({
  UNARY(TRY_UNARY, i32, u32) UNARY(TRY_UNARY, i64, u64)
  BINARY(TRY_BINARY, i32, u32) BINARY(TRY_BINARY, i64, u64)
  products();
  overflow();
  reals();
  fences();
})
