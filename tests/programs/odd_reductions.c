// Reductions of vectors whose registers do not pair: whole registers and the elements that are left.
#include "check.h"

#define REDUCE(T, S, N)                                                                                        \
  typedef T v##N##T __attribute__((ext_vector_type(N)));                                                       \
  typedef S v##N##S __attribute__((ext_vector_type(N)));                                                       \
  static NOINLINE T T##N##_sum(const v##N##T *p) { return __builtin_reduce_add(*p); }                          \
  static NOINLINE T T##N##_product(const v##N##T *p) { return __builtin_reduce_mul(*p | 1); }                  \
  static NOINLINE T T##N##_bits(const v##N##T *p) { return __builtin_reduce_and(*p | 5) ^ __builtin_reduce_or(*p & 90) << 1 ^ __builtin_reduce_xor(*p); } \
  static NOINLINE T T##N##_extremes(const v##N##T *p) { return __builtin_reduce_max(*p) * 3 ^ __builtin_reduce_min(*p); } \
  static NOINLINE S T##N##_signed(const v##N##S *p) { return __builtin_reduce_max(*p) * 3 ^ __builtin_reduce_min(*p); } \
  static NOINLINE S T##N##_squares(const v##N##S *p) { return __builtin_reduce_add(*p * *p); }

#define WIDE_REDUCE(T, S, N)                                                                                   \
  typedef S v##N##S##_wide __attribute__((ext_vector_type(N)));                                                \
  static NOINLINE S T##N##S##_wide(const v##N##T *p) { return __builtin_reduce_add(__builtin_convertvector(*p, v##N##S##_wide)); }

#define BYTES(X) X(u8, i8, 17) X(u8, i8, 20) X(u8, i8, 24) X(u8, i8, 28) X(u8, i8, 33) X(u8, i8, 48)
#define HALVES(X) X(u16, i16, 9) X(u16, i16, 10) X(u16, i16, 12) X(u16, i16, 15) X(u16, i16, 20) X(u16, i16, 24)
#define WORDS(X) X(u32, i32, 3) X(u32, i32, 5) X(u32, i32, 6) X(u32, i32, 7) X(u32, i32, 12) X(u32, i32, 13) X(u32, i32, 20)
#define DOUBLES(X) X(u64, i64, 3) X(u64, i64, 5) X(u64, i64, 6) X(u64, i64, 7) X(u64, i64, 10)
BYTES(REDUCE) HALVES(REDUCE) WORDS(REDUCE) DOUBLES(REDUCE)
#define WIDENED(X) X(u8, u16, 20) X(u8, u32, 24) X(u8, u32, 28) X(u16, u32, 12) X(u16, u32, 20) X(u16, u64, 10) X(u32, u64, 6) X(u32, u64, 12) X(u32, u64, 13)
WIDENED(WIDE_REDUCE)

#define REDUCE_REAL(T, N)                                                                                      \
  typedef T v##N##T __attribute__((ext_vector_type(N)));                                                       \
  static NOINLINE T T##N##_limits(const v##N##T *p) { return __builtin_reduce_max(*p) * 3 - __builtin_reduce_min(*p); } \
  static NOINLINE T T##N##_sum(const v##N##T *p) {                                                             \
    _Pragma("clang fp reassociate(on)") T sum = 0;                                                             \
    for (int i = 0; i < N; i++) sum += (*p)[i];                            \
    return sum;                                                                                                \
  }
#define FLOATS(X) X(float, 5) X(float, 6) X(float, 12) X(float, 20)
#define REALS(X) X(double, 3) X(double, 6) X(double, 10)
FLOATS(REDUCE_REAL) REALS(REDUCE_REAL)

static u32 state = 1;
static u8 random_byte(void) { return (state = state * 1103515245 + 12345) >> 16; }

static u8 memory[512] __attribute__((aligned(512)));
#define CHECK(T, S, N) begin(#T " " #N); put(T##N##_sum((void *)memory)), put(T##N##_product((void *)memory)), put(T##N##_bits((void *)memory)), \
  put(T##N##_extremes((void *)memory)), put((u64)T##N##_signed((void *)memory)), put((u64)T##N##_squares((void *)memory)); end();
#define CHECK_WIDE(T, S, N) begin(#T " to " #S " " #N); put(T##N##S##_wide((void *)memory)); end();
#define CHECK_REAL(T, N) begin(#T " " #N); put((u64)(i64)T##N##_limits((void *)memory)), put((u64)(i64)T##N##_sum((void *)memory)); end();

MAIN({
  for (int round = 0; round < 2; round++) {
    for (int i = 0; i < 512; i++) memory[i] = random_byte();
    BYTES(CHECK) HALVES(CHECK) WORDS(CHECK) DOUBLES(CHECK) WIDENED(CHECK_WIDE)
    for (int i = 0; i < 64; i++) ((float *)memory)[i] = random_byte() - 100;
    FLOATS(CHECK_REAL)
    for (int i = 0; i < 64; i++) ((double *)memory)[i] = random_byte() - 100;
    REALS(CHECK_REAL)
  }
})
