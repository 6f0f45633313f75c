// Every comparison of every width, as a value, in a branch, in a selection, and with constants.
#include "check.h"

#define EACH_TYPE(X) X(u8) X(u16) X(u32) X(u64) X(i8) X(i16) X(i32) X(i64)
#define EACH_OP(X, T) X(T, eq, ==) X(T, ne, !=) X(T, lt, <) X(T, le, <=) X(T, gt, >) X(T, ge, >=)
#define EACH_CONSTANT(X, T, N, O) X(T, N, O, 0, zero) X(T, N, O, 1, one) X(T, N, O, -1, minus) X(T, N, O, 42, some) X(T, N, O, 2047, twelve) X(T, N, O, 4096, shifted) X(T, N, O, 0x12345678, large)

UNKNOWN void nothing(void) {}

#define DEFINE_OP(T, N, O)                                                         \
  static NOINLINE int T##_##N(T a, T b) { return a O b; }                          \
  static NOINLINE int T##_##N##_branch(T a, T b) { if (a O b) { nothing(); return 3; } nothing(); return 5; } \
  static NOINLINE T T##_##N##_select(T a, T b) { return a O b ? a : b; }           \
  static NOINLINE T T##_##N##_add(T a, T b) { return a + (a O b); }                \
  static NOINLINE T T##_##N##_mask(T a, T b) { return (T)-(a O b) & b; }           \
  EACH_CONSTANT(DEFINE_CONSTANT, T, N, O)
#define DEFINE_CONSTANT(T, N, O, C, CN)                                            \
  static NOINLINE int T##_##N##_##CN(T a) { return a O (T)C; }                     \
  static NOINLINE int T##_##N##_##CN##_branch(T a) { if (a O (T)C) { nothing(); return 3; } nothing(); return 5; }
#define DEFINE(T) EACH_OP(DEFINE_OP, T)
EACH_TYPE(DEFINE)

#define RUN(T) EACH_OP(RUN_OP, T)
#define RUN_OP(T, N, O)                               \
  begin(#T " " #N);                                   \
  for (unsigned i = 0; i < COUNT(corners); i++) {     \
    T a = (T)corners[i];                              \
    for (unsigned j = 0; j < COUNT(corners); j++) {   \
      T b = (T)corners[j];                            \
      put((u64)T##_##N(a, b));                        \
      put((u64)T##_##N##_branch(a, b));               \
      put((u64)T##_##N##_select(a, b));               \
      put((u64)T##_##N##_add(a, b));                  \
      put((u64)T##_##N##_mask(a, b));                 \
    }                                                 \
    EACH_CONSTANT(RUN_CONSTANT, T, N, O)              \
  }                                                   \
  end();
#define RUN_CONSTANT(T, N, O, C, CN) put((u64)T##_##N##_##CN(a)); put((u64)T##_##N##_##CN##_branch(a));

MAIN({ EACH_TYPE(RUN) })
