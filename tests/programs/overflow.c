// Arithmetic that reports overflow, and arithmetic that saturates, in every width.
#include "check.h"

#define EACH_TYPE(X) X(u8) X(u16) X(u32) X(u64) X(i8) X(i16) X(i32) X(i64)
#define OVERFLOWING(X) X(add) X(sub) X(mul)
#define DEFINE(T)                                                                                                            \
  static NOINLINE int T##_add(T a, T b, T *r) { return __builtin_add_overflow(a, b, r); }                                    \
  static NOINLINE int T##_sub(T a, T b, T *r) { return __builtin_sub_overflow(a, b, r); }                                    \
  static NOINLINE int T##_mul(T a, T b, T *r) { return __builtin_mul_overflow(a, b, r); }                                    \
  static NOINLINE T T##_adds(T a, T b) { return __builtin_elementwise_add_sat(a, b); }                                       \
  static NOINLINE T T##_subs(T a, T b) { return __builtin_elementwise_sub_sat(a, b); }                                       \
  static NOINLINE T T##_branch(T a, T b) { T r; if (__builtin_add_overflow(a, b, &r)) return a; return r; }                  \
  static NOINLINE T T##_max(T a, T b) { return __builtin_elementwise_max(a, b); }                                            \
  static NOINLINE T T##_min(T a, T b) { return __builtin_elementwise_min(a, b); }                                            \
  static NOINLINE T T##_inc(T a) { T r; return __builtin_add_overflow(a, (T)1, &r) ? 0 : r; }                                \
  static NOINLINE T T##_thrice(T a) { T r; return __builtin_mul_overflow(a, (T)3, &r) ? 1 : r; }
EACH_TYPE(DEFINE)
#define DEFINE_ABS(T) static NOINLINE T T##_abs(T a) { return __builtin_elementwise_abs(a); }
DEFINE_ABS(i8) DEFINE_ABS(i16) DEFINE_ABS(i32) DEFINE_ABS(i64)
static NOINLINE int wide_add(i128 a, i128 b, i128 *r) { return __builtin_add_overflow(a, b, r); }
static NOINLINE int wide_sub(i128 a, i128 b, i128 *r) { return __builtin_sub_overflow(a, b, r); }
static NOINLINE int wide_mul(i128 a, i128 b, i128 *r) { return __builtin_mul_overflow(a, b, r); }
static NOINLINE int uwide_add(u128 a, u128 b, u128 *r) { return __builtin_add_overflow(a, b, r); }
static NOINLINE int uwide_sub(u128 a, u128 b, u128 *r) { return __builtin_sub_overflow(a, b, r); }
static NOINLINE int uwide_mul(u128 a, u128 b, u128 *r) { return __builtin_mul_overflow(a, b, r); }
static NOINLINE int mixed(i32 a, u64 b, i16 *r) { return __builtin_add_overflow(a, b, r); }
static NOINLINE int mixed_mul(i64 a, u32 b, u32 *r) { return __builtin_mul_overflow(a, b, r); }
static NOINLINE u64 carry_chain(u64 *a, const u64 *b, int n) {
  unsigned long long carry = 0;
  for (int i = 0; i < n; i++) a[i] = __builtin_addcll(a[i], b[i], carry, &carry);
  return carry;
}
static NOINLINE u64 borrow_chain(u64 *a, const u64 *b, int n) {
  unsigned long long borrow = 0;
  for (int i = 0; i < n; i++) a[i] = __builtin_subcll(a[i], b[i], borrow, &borrow);
  return borrow;
}

#define PUT(F) put((u64)F(a, b, &r)), put((u64)r);
#define RUN(T)                                            \
  begin(#T);                                              \
  for (unsigned i = 0; i < COUNT(corners); i++)           \
    for (unsigned j = 0; j < COUNT(corners); j++) {       \
      T a = (T)corners[i], b = (T)corners[j], r;          \
      PUT(T##_add) PUT(T##_sub) PUT(T##_mul)              \
      put((u64)T##_adds(a, b)), put((u64)T##_subs(a, b)), put((u64)T##_branch(a, b)); \
      put((u64)T##_max(a, b)), put((u64)T##_min(a, b)), put((u64)T##_inc(a)), put((u64)T##_thrice(a)); \
    }                                                     \
  end();
#define PUT_WIDE(F, T) { T r; put((u64)F((T)a, (T)b, &r)); put128((u128)r); }
#define RUN_ABS(T) put((u64)T##_abs((T)a));

MAIN({
  EACH_TYPE(RUN)
  begin("wide");
  for (unsigned i = 0; i < COUNT(corners); i++)
    for (unsigned j = 0; j < COUNT(corners); j++) {
      u128 a = (u128)corners[i] << (j * 2 % 65) | corners[j];
      u128 b = (u128)(i64)corners[j] << (i % 65);
      PUT_WIDE(wide_add, i128) PUT_WIDE(wide_sub, i128) PUT_WIDE(wide_mul, i128)
      PUT_WIDE(uwide_add, u128) PUT_WIDE(uwide_sub, u128) PUT_WIDE(uwide_mul, u128)
      i16 r;
      u32 q;
      put((u64)mixed((i32)a, (u64)b, &r));
      put((u64)r);
      put((u64)mixed_mul((i64)a, (u32)b, &q));
      put(q);
    }
  end();
  begin("absolute");
  for (unsigned i = 0; i < COUNT(corners); i++) {
    u64 a = corners[i];
    RUN_ABS(i8) RUN_ABS(i16) RUN_ABS(i32) RUN_ABS(i64)
  }
  end();
  begin("chains");
  u64 sum[COUNT(corners)];
  memcpy(sum, corners, sizeof sum);
  for (int k = 0; k < 9; k++) {
    put(carry_chain(sum + k, corners + 2 * k, 20));
    put(borrow_chain(sum + 3, corners + k, 25));
    for (unsigned i = 0; i < COUNT(corners); i++) put(sum[i]);
  }
  end();
})
