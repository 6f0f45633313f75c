// Arithmetic, comparison and selection of float and double on all pairs of corners, NaN among them.
// flags: -ffp-contract=off
#include "check.h"

#define EACH_TYPE(X) X(float) X(double)
#define ARITHMETIC(X, T) X(T, add, a + b) X(T, sub, a - b) X(T, mul, a *b) X(T, div, a / b) X(T, neg, -a) X(T, nmul, -a *b) X(T, nmul2, -(a * b)) \
  X(T, madd, a *b + a) X(T, selmax, a > b ? a : b) X(T, selmin, a < b ? a : b) X(T, seleq, a == b ? a : -b) X(T, selne, a != b ? b : a) \
  X(T, selge, a >= b ? 1 : b) X(T, selle, a <= b ? a : 2) X(T, nan, a != a ? 7 : b)
#define COMPARE(X, T) X(T, eq, a == b) X(T, ne, a != b) X(T, lt, a < b) X(T, le, a <= b) X(T, gt, a > b) X(T, ge, a >= b) \
  X(T, nlt, !(a < b)) X(T, nle, !(a <= b)) X(T, ngt, !(a > b)) X(T, nge, !(a >= b)) X(T, uno, __builtin_isunordered(a, b)) X(T, ord, !__builtin_isunordered(a, b)) \
  X(T, lg, __builtin_islessgreater(a, b)) X(T, ueq, !__builtin_islessgreater(a, b)) X(T, zero, a == 0) X(T, positive, a > 0)

UNKNOWN void nothing(void) {}
#define DEFINE_A(T, N, E) static NOINLINE T T##_##N(T a, T b) { return E; }
#define DEFINE_C(T, N, E)                                   \
  static NOINLINE int T##_##N(T a, T b) { return E; }       \
  static NOINLINE int T##_##N##_branch(T a, T b) { if (E) { nothing(); return 3; } nothing(); return 5; } \
  static NOINLINE int T##_##N##_int(T a, T b, int c, int d) { return E ? c : d; }
#define DEFINE(T) ARITHMETIC(DEFINE_A, T) COMPARE(DEFINE_C, T)
EACH_TYPE(DEFINE)

#define PUT(T, V) ((sizeof(T) == 4) ? put_float((float)(V)) : put_double(V))
#define RUN_A(T, N, E) begin(#T " " #N); LOOP(T, PUT(T, T##_##N(a, b))) end();
#define RUN_C(T, N, E) begin(#T " " #N); LOOP(T, put((u64)T##_##N(a, b)); put((u64)T##_##N##_branch(a, b)); put((u64)T##_##N##_int(a, b, 7, -9))) end();
#define LOOP(T, BODY)                                         \
  for (unsigned i = 0; i <= COUNT(real_corners); i++)         \
    for (unsigned j = 0; j <= COUNT(real_corners); j++) {     \
      T a = (T)(i == COUNT(real_corners) ? not_a_number() : real_corners[i]);    \
      T b = (T)(j == COUNT(real_corners) ? not_a_number() : real_corners[j]);    \
      BODY;                                                   \
    }

MAIN({ ARITHMETIC(RUN_A, float) COMPARE(RUN_C, float) ARITHMETIC(RUN_A, double) COMPARE(RUN_C, double) })
