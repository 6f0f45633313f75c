// Functions of one and more reals that have instructions on some machines: roots, rounding, signs, fused products.
#include "check.h"
#include <math.h>

#define EACH(X) X(sqrt) X(fabs) X(floor) X(ceil) X(trunc) X(round) X(rint) X(nearbyint) X(roundeven)
double roundeven(double);
float roundevenf(float);
#define DEFINE(F)                                            \
  static NOINLINE double d_##F(double a) { return F(a); }    \
  static NOINLINE float f_##F(float a) { return F##f(a); }   \
  static NOINLINE double dn_##F(double a) { return -F(-a); }
#undef roundeven
#define roundeven __builtin_roundeven
#define roundevenf __builtin_roundevenf
EACH(DEFINE)
#define EACH2(X) X(fmin) X(fmax) X(copysign)
#define DEFINE2(F)                                                           \
  static NOINLINE double d_##F(double a, double b) { return F(a, b); }       \
  static NOINLINE float f_##F(float a, float b) { return F##f(a, b); }
EACH2(DEFINE2)
static NOINLINE double d_fma(double a, double b, double c) { return fma(a, b, c); }
static NOINLINE double d_fms(double a, double b, double c) { return fma(a, b, -c); }
static NOINLINE double d_fnma(double a, double b, double c) { return fma(-a, b, c); }
static NOINLINE double d_fnms(double a, double b, double c) { return -fma(a, b, c); }
static NOINLINE float f_fma(float a, float b, float c) { return fmaf(a, b, c); }
static NOINLINE float f_fms(float a, float b, float c) { return fmaf(a, b, -c); }
static NOINLINE float f_fnma(float a, float b, float c) { return fmaf(-a, b, c); }
static NOINLINE float f_fnms(float a, float b, float c) { return -fmaf(a, b, c); }
static NOINLINE long d_lround(double a) { return lround(a); }
static NOINLINE long d_lrint(double a) { return lrint(a); }
static NOINLINE long f_lround(float a) { return lroundf(a); }
static NOINLINE long f_lrint(float a) { return lrintf(a); }
static NOINLINE long d_floor_int(double a) { return (long)floor(a); }
static NOINLINE int f_ceil_int(float a) { return (int)ceilf(a); }
static NOINLINE int classify(double a) {
  return isnan(a) | isinf(a) << 1 | isfinite(a) << 2 | isnormal(a) << 3 | (signbit(a) != 0) << 4 | (fpclassify(a) == FP_ZERO) << 5 | (fpclassify(a) == FP_SUBNORMAL) << 6;
}
static NOINLINE int classify_float(float a) {
  return isnan(a) | isinf(a) << 1 | isfinite(a) << 2 | isnormal(a) << 3 | (signbit(a) != 0) << 4 | (fpclassify(a) == FP_ZERO) << 5 | (fpclassify(a) == FP_SUBNORMAL) << 6;
}
static NOINLINE double scaled(double a, int n) { return ldexp(a, n); }
static NOINLINE double split(double a) { int e; double m = frexp(a, &e); return isfinite(a) ? m + e : m; }
static NOINLINE double power(double a, int n) { return __builtin_powi(a, n); }

#define RUN(F)                                               \
  begin(#F);                                                 \
  for (unsigned i = 0; i <= COUNT(real_corners); i++) {      \
    double a = i == COUNT(real_corners) ? not_a_number() : real_corners[i]; \
    put_double(d_##F(a));                                    \
    put_double(dn_##F(a));                                   \
    put_float(f_##F((float)a));                              \
  }                                                          \
  end();
#define RUN2(F)                                              \
  begin(#F);                                                 \
  for (unsigned i = 0; i <= COUNT(real_corners); i++)        \
    for (unsigned j = 0; j < COUNT(real_corners); j++) {     \
      double a = i == COUNT(real_corners) ? not_a_number() : real_corners[i]; \
      double b = real_corners[j];                            \
      /* Of two zeros fmin and fmax may return either. */    \
      if (a == 0 && b == 0) continue;                        \
      if ((float)a == 0 && (float)b == 0) continue;          \
      put_double(d_##F(a, b));                               \
      put_float(f_##F((float)a, (float)b));                  \
    }                                                        \
  end();

MAIN({
  EACH(RUN)
  EACH2(RUN2)
  begin("fused");
  for (unsigned i = 0; i < COUNT(real_corners); i++)
    for (unsigned j = 0; j < COUNT(real_corners); j += 3)
      for (unsigned k = 0; k < COUNT(real_corners); k += 4) {
        double a = real_corners[i];
        double b = real_corners[j];
        double c = real_corners[k];
        put_double(d_fma(a, b, c));
        put_double(d_fms(a, b, c));
        put_double(d_fnma(a, b, c));
        /* LLVM's AArch64 gets the sign of a zero wrong here. */
        put_double(d_fnms(a, b, c) == 0 ? 0 : d_fnms(a, b, c));
        put_float(f_fma((float)a, (float)b, (float)c));
        put_float(f_fms((float)a, (float)b, (float)c));
        put_float(f_fnma((float)a, (float)b, (float)c));
        put_float(f_fnms((float)a, (float)b, (float)c) == 0 ? 0 : f_fnms((float)a, (float)b, (float)c));
      }
  end();
  begin("to integers");
  for (unsigned i = 0; i < COUNT(real_corners); i++) {
    double a = real_corners[i];
    put((u64)classify(a));
    put((u64)classify_float((float)a));
    if (a > -2e9 && a < 2e9) {
      put((u64)d_lround(a));
      put((u64)d_lrint(a));
      put((u64)f_lround((float)a));
      put((u64)f_lrint((float)a));
      put((u64)d_floor_int(a));
      put((u64)f_ceil_int((float)a));
      put_double(scaled(a, 10));
    }
    put_double(split(a));
    put_double(power(a, 3));
    put_double(power(a, -2));
  }
  put((u64)classify(not_a_number()));
  end();
})
