// Quotients and remainders of every width, by variables and by constants.
#include "check.h"

#define EACH_TYPE(X) X(u8) X(u16) X(u32) X(u64) X(i8) X(i16) X(i32) X(i64)
#define EACH_CONSTANT(X, T) \
  X(T, 1) X(T, 2) X(T, 3) X(T, 5) X(T, 6) X(T, 7) X(T, 8) X(T, 9) X(T, 10) X(T, 11) X(T, 12) X(T, 16) X(T, 25) X(T, 60) X(T, 64) X(T, 100) X(T, 125) X(T, 127)

#define DEFINE(T)                                         \
  static NOINLINE T T##_div(T a, T b) { return a / b; }   \
  static NOINLINE T T##_rem(T a, T b) { return a % b; }   \
  static NOINLINE T T##_both(T a, T b) { return (T)(a / b ^ a % b); }
#define BY(T, C)                                            \
  static NOINLINE T T##_div##C(T a) { return a / (T)C; }    \
  static NOINLINE T T##_rem##C(T a) { return a % (T)C; }    \
  static NOINLINE T T##_divides##C(T a) { return a % (T)C == 0; }
#define BY_ALL(T) EACH_CONSTANT(BY, T)
EACH_TYPE(DEFINE) EACH_TYPE(BY_ALL)
static NOINLINE i32 by_minus_seven(i32 a) { return a / -7 + a % -7; }
static NOINLINE i64 by_minus_eight(i64 a) { return a / -8 + a % -8; }
static NOINLINE u64 by_large(u64 a) { return a / 1000000007u + a % 1000000007u; }
static NOINLINE u64 by_larger(u64 a) { return a / 0xfffffffffffffff5u + a % 0x8000000000000003u; }
static NOINLINE i64 by_smallest(i64 a) { return a / INT64_MIN + a % INT64_MIN; }
static NOINLINE i64 wide_by_narrow(i64 a, i32 b) { return a / b; }

// b is not zero, and not -1 for the smallest a.
#define RUN(T)                                                       \
  begin(#T " by variable");                                          \
  for (unsigned i = 0; i < COUNT(corners); i++)                      \
    for (unsigned j = 0; j < COUNT(corners); j++) {                  \
      T a = (T)corners[i], b = (T)corners[j];                        \
      if (b == 0 || (b == (T)-1 && a == (T)((u64)1 << (sizeof(T) * 8 - 1)))) continue; \
      put((u64)T##_div(a, b));                                       \
      put((u64)T##_rem(a, b));                                       \
      put((u64)T##_both(a, b));                                      \
    }                                                                \
  end();                                                             \
  begin(#T " by constant");                                          \
  for (unsigned i = 0; i < COUNT(corners); i++) {                    \
    EACH_CONSTANT(PUT, T)                                            \
  }                                                                  \
  end();
#define PUT(T, C)                                                    \
  put((u64)T##_div##C((T)corners[i]));                               \
  put((u64)T##_rem##C((T)corners[i]));                               \
  put((u64)T##_divides##C((T)corners[i]));

MAIN({
  EACH_TYPE(RUN)
  begin("others");
  for (unsigned i = 0; i < COUNT(corners); i++) {
    u64 a = corners[i];
    put((u64)by_minus_seven((i32)a));
    put((u64)by_minus_eight((i64)a));
    put(by_large(a));
    put(by_larger(a));
    put((u64)by_smallest((i64)a));
    if ((i32)a != 0) put((u64)wide_by_narrow((i64)(a ^ 0x1234567812345678), (i32)a));
  }
  end();
})
