// The functions of <math.h> as intrinsics, for all three widths. Libraries differ in the last bits: so few digits are printed.
// flags: -fno-math-errno
#include <stdio.h>
#include <math.h>

static volatile double arguments[] = {0.1, 0.5, 0.75, 0.99, 1.0, 1.5, 2.25, 3.0, 10.0};

#define ONE(T, F, NAME, PRECISION)                                                          \
  static __attribute__((noinline)) void NAME(void) {                                        \
    printf("%-8s", #NAME);                                                                  \
    for (unsigned i = 0; i < sizeof arguments / sizeof *arguments; i++)                     \
      printf(" %." #PRECISION "g", (double)F((T)arguments[i]));                             \
    puts("");                                                                               \
  }
#define TWO(T, F, NAME, PRECISION)                                                          \
  static __attribute__((noinline)) void NAME(void) {                                        \
    printf("%-8s", #NAME);                                                                  \
    for (unsigned i = 1; i < sizeof arguments / sizeof *arguments; i++)                     \
      printf(" %." #PRECISION "g", (double)F((T)arguments[i], (T)arguments[i - 1]));        \
    puts("");                                                                               \
  }
#define EACH(KIND, F) KIND(float, __builtin_##F##f, F##_f, 5) KIND(double, __builtin_##F, F##_d, 11) KIND(long double, __builtin_##F##l, F##_l, 13)

EACH(ONE, sin) EACH(ONE, cos) EACH(ONE, tan) EACH(ONE, asin) EACH(ONE, acos) EACH(ONE, atan)
EACH(ONE, sinh) EACH(ONE, cosh) EACH(ONE, tanh)
EACH(ONE, exp) EACH(ONE, exp2) EACH(ONE, exp10) EACH(ONE, log) EACH(ONE, log2) EACH(ONE, log10)
EACH(TWO, pow) EACH(TWO, atan2) EACH(TWO, fmod)

// Two results.
#define PARTS(T, S)                                                                         \
  static __attribute__((noinline)) void parts_##S(void) {                                   \
    for (unsigned i = 0; i < sizeof arguments / sizeof *arguments; i++) {                   \
      int exponent;                                                                         \
      T whole, sine, cosine, x = (T)arguments[i] * 3;                                       \
      T fraction = __builtin_modf##S(x, &whole), mantissa = __builtin_frexp##S(x, &exponent); \
      __builtin_sincos##S(x, &sine, &cosine);                                               \
      printf("%.5g %.5g %.5g %d %.4f %.4f\n", (double)fraction, (double)whole, (double)mantissa, exponent, (double)sine, (double)cosine); \
    }                                                                                       \
  }
PARTS(float, f) PARTS(double, ) PARTS(long double, l)

#define RUN(F) F##_f(); F##_d(); F##_l();
int main(void) {
  RUN(sin) RUN(cos) RUN(tan) RUN(asin) RUN(acos) RUN(atan) RUN(sinh) RUN(cosh) RUN(tanh)
  RUN(exp) RUN(exp2) RUN(exp10) RUN(log) RUN(log2) RUN(log10) RUN(pow) RUN(atan2) RUN(fmod)
  parts_f(), parts_(), parts_l();
}
