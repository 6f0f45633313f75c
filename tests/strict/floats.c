// Floating point under FENV_ACCESS: results in each rounding mode, and the exceptions that each operation raises.
#include <fenv.h>
#include <math.h>
#include <stdio.h>

#pragma STDC FENV_ACCESS ON

static const int modes[] = {FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD, FE_UPWARD};
static volatile double doubles[] = {0.0, -0.0, 0.5, -0.5, 1.5, 2.5, -2.5, 3.25, 1e300, -1e-300, 4503599627370497.5, INFINITY, NAN};
static volatile float floats[] = {0.0f, 0.5f, -1.5f, 8388607.5f, 3.4e38f, 1e-40f, NAN};
static volatile long longs[] = {0, 1, -1, 9007199254740993, -9007199254740993, 0x7fffffffffffffff};
static volatile unsigned long unsigneds[] = {1, 0xffffffffffffffff, 0x8000000000000001};
static volatile int ints[] = {0, 16777217, -16777217, 0x7fffffff};

#define COUNT(a) (int)(sizeof(a) / sizeof((a)[0]))

// What has been raised since the last call.
static int raised(void) {
  int is = fetestexcept(FE_ALL_EXCEPT);
  feclearexcept(FE_ALL_EXCEPT);
  return (is & FE_INVALID ? 1 : 0) | (is & FE_DIVBYZERO ? 2 : 0) | (is & FE_OVERFLOW ? 4 : 0) | (is & FE_UNDERFLOW ? 8 : 0) |
         (is & FE_INEXACT ? 16 : 0);
}

// A digest, so that the output stays short.
static unsigned long digest;
static void put(double value, int flags) {
  union { double d; unsigned long u; } bits = {.d = value};
  if (value != value)
    bits.u = 0x7ff8000000000000;
  raised();
  digest = (digest ^ bits.u) * 1099511628211u;
  digest = (digest ^ (digest >> 29) ^ (unsigned)flags) * 1099511628211u;
}

#define EACH(name, list, expression)                  \
  static void name(void) {                            \
    for (int i = 0; i < COUNT(list); i++) {           \
      __typeof__(list[0]) x = list[i];                \
      raised();                                       \
      double r = (expression);                        \
      put(r, raised());                               \
    }                                                 \
  }
EACH(from_long, longs, (double)x)
EACH(from_long_to_float, longs, (float)x)
EACH(from_unsigned, unsigneds, (double)x)
EACH(from_unsigned_to_float, unsigneds, (float)x)
EACH(from_int_to_float, ints, (float)x)
EACH(from_int, ints, (double)x)
EACH(narrowed, doubles, (float)x)
EACH(widened, floats, (double)x)
EACH(quotient, doubles, 1.0 / x)
EACH(root, doubles, sqrt(x))
EACH(down, doubles, floor(x))
EACH(up, doubles, ceil(x))
EACH(to_zero, doubles, trunc(x))
EACH(nearest, doubles, round(x))
EACH(current, doubles, rint(x))
EACH(silent, doubles, nearbyint(x))
EACH(down_float, floats, floorf(x))
EACH(current_float, floats, rintf(x))
EACH(nearest_float, floats, roundf(x))
EACH(larger, doubles, fmax(x, 1.0))
EACH(fused, doubles, fma(x, 3.0, 1.0))

// Of numbers out of range only the exceptions are the same everywhere.
#define TO_INTEGER(name, list, expression, lowest, highest) \
  static void name(void) {                                  \
    for (int i = 0; i < COUNT(list); i++) {                 \
      __typeof__(list[0]) x = list[i];                      \
      raised();                                             \
      double r = (double)(expression);                      \
      int flags = raised() & (1 | 16);                      \
      put(x > lowest && x < highest ? r : 0, flags & 1 ? 1 : flags); \
    }                                                       \
  }
TO_INTEGER(to_int, doubles, (int)x, -2147483649.0, 2147483648.0)
TO_INTEGER(to_long, doubles, (long)x, -9e18, 9e18)
TO_INTEGER(to_unsigned_long, doubles, (unsigned long)x, -1.0, 1.8e19)
TO_INTEGER(float_to_int, floats, (int)x, -2147483648.0f, 2147483648.0f)
TO_INTEGER(current_long, doubles, lrint(x), -9e18, 9e18)

#define COMPARE(name, expression)                     \
  static void name(void) {                            \
    for (int i = 0; i < COUNT(doubles); i++)          \
      for (int j = 0; j < COUNT(doubles); j++) {      \
        double x = doubles[i], y = doubles[j];        \
        raised();                                     \
        int r = (expression);                         \
        int flags = raised();                         \
        put(r, flags);                                \
      }                                               \
  }
COMPARE(equal, x == y)
COMPARE(different, x != y)
COMPARE(less, x < y)
COMPARE(less_equal, x <= y)
COMPARE(greater, x > y)
COMPARE(not_less, !(x < y))
COMPARE(quietly_less, __builtin_isless(x, y))
COMPARE(quietly_not_greater, !__builtin_isgreater(x, y))
COMPARE(quietly_apart, __builtin_islessgreater(x, y))
COMPARE(unordered, __builtin_isunordered(x, y))

// A comparison whose flags are read before its result is used.
static int branches(volatile double *p, int *flags) {
  double x = *p;
  raised();
  int less = x < 1.0;
  *flags = raised();
  return less ? 3 : 5;
}

// Results that nobody reads raise all the same.
static int unused(void) {
  double x = doubles[10], n = doubles[12];
  raised();
  (void)(int)n;
  (void)(float)x;
  return raised();
}

// The same conversion in two modes.
static void twice(void) {
  long x = longs[3];
  fesetround(FE_DOWNWARD);
  double a = (double)x;
  fesetround(FE_UPWARD);
  double b = (double)x;
  fesetround(FE_TONEAREST);
  printf("twice %a %a\n", a, b);
}

#define RUN(name)                                     \
  for (int m = 0; m < 4; m++) {                       \
    digest = 14695981039346656037u;                   \
    fesetround(modes[m]);                             \
    name();                                           \
    fesetround(FE_TONEAREST);                         \
    printf("%s %d: %016lx\n", #name, m, digest);      \
  }

int main(void) {
  RUN(from_long) RUN(from_long_to_float) RUN(from_unsigned) RUN(from_unsigned_to_float) RUN(from_int_to_float) RUN(from_int)
  RUN(narrowed) RUN(widened) RUN(quotient) RUN(root) RUN(down) RUN(up) RUN(to_zero) RUN(nearest) RUN(current) RUN(silent)
  RUN(down_float) RUN(current_float) RUN(nearest_float) RUN(larger) RUN(fused)
  RUN(to_int) RUN(to_long) RUN(to_unsigned_long) RUN(float_to_int) RUN(current_long)
  RUN(equal) RUN(different) RUN(less) RUN(less_equal) RUN(greater) RUN(not_less)
  RUN(quietly_less) RUN(quietly_not_greater) RUN(quietly_apart) RUN(unordered)
  int flags = 0, way = branches(&doubles[12], &flags);
  printf("branches %d %d\n", way, flags);
  printf("unused %d\n", unused());
  twice();
  return 0;
}
