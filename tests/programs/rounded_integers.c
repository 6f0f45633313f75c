// Floats that are rounded and converted to integers, in every direction and of every width.
#include "check.h"

#define ROUND(NAME, SINGLE) \
  static NOINLINE i32 w_##NAME(double x) { return (i32)__builtin_##NAME(x); } \
  static NOINLINE u32 u_##NAME(double x) { return (u32)__builtin_##NAME(x); } \
  static NOINLINE i64 l_##NAME(double x) { return (i64)__builtin_##NAME(x); } \
  static NOINLINE u64 ul_##NAME(double x) { return (u64)__builtin_##NAME(x); } \
  static NOINLINE i16 h_##NAME(double x) { return (i16)__builtin_##NAME(x); } \
  static NOINLINE i32 w_##SINGLE(float x) { return (i32)__builtin_##SINGLE(x); } \
  static NOINLINE u32 u_##SINGLE(float x) { return (u32)__builtin_##SINGLE(x); } \
  static NOINLINE i64 l_##SINGLE(float x) { return (i64)__builtin_##SINGLE(x); } \
  static NOINLINE u64 ul_##SINGLE(float x) { return (u64)__builtin_##SINGLE(x); } \
  static NOINLINE double both_##NAME(double x) { double y = __builtin_##NAME(x); return y + (i32)y; }

#define EACH(F) F(floor, floorf) F(ceil, ceilf) F(trunc, truncf) F(round, roundf) F(rint, rintf) F(roundeven, roundevenf)

// Not every C library has these. The rounding mode is to the nearest, and to even ones.
__attribute__((weak)) double roundeven(double x) { return __builtin_rint(x); }
__attribute__((weak)) float roundevenf(float x) { return __builtin_rintf(x); }
EACH(ROUND)

#define SIGNED(NAME, SINGLE) \
  put((u64)w_##NAME(x)), put((u64)l_##NAME(x)), put((u64)(i64)w_##SINGLE((float)x)), put((u64)l_##SINGLE((float)x)), \
      put((u64)(i64)both_##NAME(x));
#define UNSIGNED(NAME, SINGLE) \
  put(u_##NAME(x)), put(ul_##NAME(x)), put(u_##SINGLE((float)x)), put(ul_##SINGLE((float)x));
#define HALF(NAME, SINGLE) put((u64)h_##NAME(x));

MAIN({
  begin("rounded integers");
  for (unsigned i = 0; i < 4000; i++) {
    double x = ((double)i - 2000.0) / 8;
    EACH(SIGNED)
    EACH(HALF)
    x = (double)i / 8;
    EACH(UNSIGNED)
    // Some C libraries' floor is wrong from 2^20 on.
    x = ((double)i - 2000.0) * 1000003.0 / 4096;
    EACH(SIGNED)
  }
  end();
})
