// Shifts and rotates of every width by every amount, variable and constant, and shifts that combine.
#include "check.h"

#define EACH_TYPE(X) X(u8, 8) X(u16, 16) X(u32, 32) X(u64, 64) X(i8, 8) X(i16, 16) X(i32, 32) X(i64, 64)
#define DEFINE(T, N)                                                         \
  static NOINLINE T T##_shl(T a, unsigned n) { return (T)((u64)a << n); }    \
  static NOINLINE T T##_shr(T a, unsigned n) { return (T)(a >> n); }         \
  static NOINLINE T T##_mask(T a, unsigned n) { return (T)(a >> (n & (N - 1))); } \
  static NOINLINE T T##_rotl(T a, unsigned n) { return (T)((u64)a << n | (u64)(T)a >> ((N - n) & (N - 1))); } \
  static NOINLINE T T##_shl1(T a) { return (T)((u64)a << 1); }               \
  static NOINLINE T T##_shr1(T a) { return (T)(a >> 1); }                    \
  static NOINLINE T T##_shlmost(T a) { return (T)((u64)a << (N - 1)); }      \
  static NOINLINE T T##_shrmost(T a) { return (T)(a >> (N - 1)); }           \
  static NOINLINE T T##_field(T a) { return (T)((a >> 3) & 0x1f); }          \
  static NOINLINE T T##_extend(T a) { return (T)((T)((u64)a << (N - 5)) >> (N - 5)); }
EACH_TYPE(DEFINE)
static NOINLINE u32 rotate32(u32 a, unsigned n) { return a << (n & 31) | a >> (-n & 31); }
static NOINLINE u64 rotate64(u64 a, unsigned n) { return a << (n & 63) | a >> (-n & 63); }
static NOINLINE u32 rotate32_7(u32 a) { return a << 7 | a >> 25; }
static NOINLINE u64 rotate64_13(u64 a) { return a >> 13 | a << 51; }
static NOINLINE u16 rotate16_8(u16 a) { return (u16)(a << 8 | a >> 8); }
static NOINLINE u64 one_at(unsigned n) { return (u64)1 << n; }
static NOINLINE u64 ones_below(unsigned n) { return ((u64)1 << n) - 1; }
static NOINLINE i32 test_bit(u64 a, unsigned n) { return (a >> n & 1) != 0; }
static NOINLINE u64 set_bit(u64 a, unsigned n) { return a | (u64)1 << n; }
static NOINLINE u64 clear_bit(u64 a, unsigned n) { return a & ~((u64)1 << n); }
static NOINLINE u64 flip_bit(u64 a, unsigned n) { return a ^ (u64)1 << n; }
static NOINLINE u64 funnel(u64 a, u64 b, unsigned n) { return n ? a << n | b >> (64 - n) : a; }
static NOINLINE u64 zero_extended(u32 a) { return (u64)a << 3; }
static NOINLINE i64 sign_extended(i32 a) { return (i64)((u64)(i64)a << 2); }
static NOINLINE u64 index_of(u64 base, u32 i) { return base + ((u64)i << 3); }
static NOINLINE u64 shifted_operand(u64 a, u64 b) { return (a + (b << 4)) ^ (a - (b >> 7)) ^ (a & (u64)((i64)b >> 9)) ^ (a | ~(b << 11)); }
static NOINLINE u32 shifted_operand32(u32 a, u32 b) { return (a + (b << 4)) ^ (a - (b >> 7)) ^ (a & (u32)((i32)b >> 9)) ^ (a | ~(b << 11)); }

#define RUN(T, N)                                                    \
  begin(#T);                                                         \
  for (unsigned i = 0; i < COUNT(corners); i++) {                    \
    T a = (T)corners[i];                                             \
    for (unsigned n = 0; n < N; n++) {                               \
      put((u64)T##_shl(a, n));                                       \
      put((u64)T##_shr(a, n));                                       \
      put((u64)T##_mask(a, n + 100));                                \
      if (n) put((u64)T##_rotl(a, n));                               \
    }                                                                \
    put((u64)T##_shl1(a));                                           \
    put((u64)T##_shr1(a));                                           \
    put((u64)T##_shlmost(a));                                        \
    put((u64)T##_shrmost(a));                                        \
    put((u64)T##_field(a));                                          \
    put((u64)T##_extend(a));                                         \
  }                                                                  \
  end();

MAIN({
  EACH_TYPE(RUN)
  begin("bits");
  for (unsigned i = 0; i < COUNT(corners); i++) {
    u64 a = corners[i];
    for (unsigned n = 0; n < 64; n++) {
      put(rotate32((u32)a, n));
      put(rotate64(a, n));
      put(one_at(n));
      put(ones_below(n));
      put((u64)test_bit(a, n));
      put(set_bit(a, n));
      put(clear_bit(a, n));
      put(flip_bit(a, n));
      put(funnel(a, ~a * 3, n));
    }
    put(rotate32_7((u32)a));
    put(rotate64_13(a));
    put(rotate16_8((u16)a));
    put(zero_extended((u32)a));
    put((u64)sign_extended((i32)a));
    put(index_of(a, (u32)a));
    put(shifted_operand(a, a * 5 + 1));
    put(shifted_operand32((u32)a, (u32)a * 5 + 1));
  }
  end();
})
