// Every binary operation on every width, all pairs of corners.
#include "check.h"

#define EACH_OP(X, T) \
  X(add, T, a + b) X(sub, T, a - b) X(mul, T, a *b) X(and, T, a &b) X(or, T, a | b) X(xor, T, a ^ b) \
  X(andn, T, a & ~b) X(orn, T, a | ~b) X(xnor, T, ~(a ^ b)) X(nand, T, ~(a & b)) X(nor, T, ~(a | b)) \
  X(avg, T, (T)(a / 2 + b / 2)) X(addsub, T, (a + b) * (a - b)) X(madd, T, a * b + a) X(msub, T, a - a * b) X(neg, T, -a) X(not, T, ~a) \
  X(max, T, a > b ? a : b) X(min, T, a < b ? a : b) X(diff, T, a > b ? a - b : b - a)

#define DEFINE(NAME, T, EXPRESSION) \
  static NOINLINE T T##_##NAME(T a, T b) { return (T)(EXPRESSION); }

#define RUN(NAME, T, EXPRESSION)                                                     \
  begin(#T " " #NAME);                                                               \
  for (unsigned i = 0; i < COUNT(corners); i++)                                      \
    for (unsigned j = 0; j < COUNT(corners); j++)                                    \
      put((u64)T##_##NAME((T)corners[i], (T)corners[j]));                            \
  end();

EACH_OP(DEFINE, u8) EACH_OP(DEFINE, u16) EACH_OP(DEFINE, u32) EACH_OP(DEFINE, u64)
EACH_OP(DEFINE, i8) EACH_OP(DEFINE, i16)
// Wrapping arithmetic of the wide signed types is done unsigned; what is signed about them is elsewhere.
static NOINLINE i32 i32_abs(i32 a) { return a < 0 ? (i32)(0u - (u32)a) : a; }
static NOINLINE i64 i64_abs(i64 a) { return a < 0 ? (i64)(0ull - (u64)a) : a; }
static NOINLINE i32 i32_sign(i32 a) { return (a > 0) - (a < 0); }
static NOINLINE i64 i64_sign(i64 a) { return (a > 0) - (a < 0); }
static NOINLINE i32 i32_max(i32 a, i32 b) { return a > b ? a : b; }
static NOINLINE i64 i64_max(i64 a, i64 b) { return a > b ? a : b; }
static NOINLINE i32 i32_min(i32 a, i32 b) { return a < b ? a : b; }
static NOINLINE i64 i64_min(i64 a, i64 b) { return a < b ? a : b; }
static NOINLINE u64 widening(u32 a, u32 b) { return (u64)a * b; }
static NOINLINE i64 widening_signed(i32 a, i32 b) { return (i64)a * b; }
static NOINLINE u64 high_half(u64 a, u64 b) { return (u64)(((u128)a * b) >> 64); }
static NOINLINE i64 high_half_signed(i64 a, i64 b) { return (i64)(((i128)a * b) >> 64); }
static NOINLINE u64 accumulate(u64 sum, u32 a, u32 b) { return sum + (u64)a * b; }
static NOINLINE i64 accumulate_signed(i64 sum, i32 a, i32 b) { return (i64)((u64)sum - (u64)((i64)a * b)); }

MAIN({
  EACH_OP(RUN, u8) EACH_OP(RUN, u16) EACH_OP(RUN, u32) EACH_OP(RUN, u64)
  EACH_OP(RUN, i8) EACH_OP(RUN, i16)
  begin("signed");
  for (unsigned i = 0; i < COUNT(corners); i++) {
    put((u64)i32_abs((i32)corners[i]));
    put((u64)i64_abs((i64)corners[i]));
    put((u64)i32_sign((i32)corners[i]));
    put((u64)i64_sign((i64)corners[i]));
    for (unsigned j = 0; j < COUNT(corners); j++) {
      put((u64)i32_max((i32)corners[i], (i32)corners[j]));
      put((u64)i64_max((i64)corners[i], (i64)corners[j]));
      put((u64)i32_min((i32)corners[i], (i32)corners[j]));
      put((u64)i64_min((i64)corners[i], (i64)corners[j]));
    }
  }
  end();
  begin("wide products");
  for (unsigned i = 0; i < COUNT(corners); i++)
    for (unsigned j = 0; j < COUNT(corners); j++) {
      u64 a = corners[i], b = corners[j];
      put(widening((u32)a, (u32)b));
      put((u64)widening_signed((i32)a, (i32)b));
      put(high_half(a, b));
      put((u64)high_half_signed((i64)a, (i64)b));
      put(accumulate(a ^ b, (u32)a, (u32)b));
      put((u64)accumulate_signed((i64)(a ^ b), (i32)a, (i32)b));
    }
  end();
})
