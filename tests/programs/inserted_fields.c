// Fields that replace bits of another value: every position and width, from the lowest bits, from the same bits, and from the top.
#include "check.h"

#define ONES(W) (~0ull >> (64 - (W)))

#define FIELD(P, W) \
  static NOINLINE u64 low_##P##_##W(u64 x, u64 y) { return (x & ~(ONES(W) << P)) | ((y & ONES(W)) << P); } \
  static NOINLINE u64 same_##P##_##W(u64 x, u64 y) { return (x & ~(ONES(W) << P)) | (y & (ONES(W) << P)); } \
  static NOINLINE u64 shifted_##P##_##W(u64 x, u64 y) { return ((y << P) & (ONES(W) << P)) | (x & ~(ONES(W) << P)); } \
  static NOINLINE u64 extracted_##P##_##W(u64 x, u64 y) { return (x & ~ONES(W)) | ((y >> P) & ONES(W)); } \
  static NOINLINE u64 masked_##P##_##W(u64 x, u64 y) { return (x & ~(ONES(W) << P)) | (y << P); } \
  static NOINLINE u32 low32_##P##_##W(u32 x, u32 y) { return (x & ~(u32)(ONES(W) << P)) | ((y & (u32)ONES(W)) << (P & 31)); } \
  static NOINLINE u32 extracted32_##P##_##W(u32 x, u32 y) { return (x & ~(u32)ONES(W)) | ((y >> (P & 31)) & (u32)ONES(W)); } \
  static NOINLINE u32 top32_##P##_##W(u32 x, u32 y) { return (x & (u32)ONES(W)) | (y << (W & 31)); } \
  static NOINLINE u64 both_##P##_##W(u64 x, u64 y) { u64 a = y & ONES(W); return ((x & ~(ONES(W) << P)) | (a << P)) + a; }

#define FIELDS(F) \
  F(0, 1) F(0, 7) F(0, 31) F(0, 32) F(0, 33) F(0, 63) F(1, 1) F(1, 31) F(1, 63) F(3, 5) F(7, 25) F(8, 8) F(16, 16) F(20, 12) \
  F(20, 44) F(24, 8) F(31, 1) F(31, 2) F(32, 31) F(32, 32) F(33, 20) F(40, 24) F(48, 3) F(62, 1) F(62, 2) F(63, 1)

FIELDS(FIELD)

#define TRY(P, W) \
  put(low_##P##_##W(x, y)), put(same_##P##_##W(x, y)), put(shifted_##P##_##W(x, y)), put(extracted_##P##_##W(x, y)), \
      put(masked_##P##_##W(x, y)), put(low32_##P##_##W(x, y)), put(extracted32_##P##_##W(x, y)), \
      put(top32_##P##_##W(x, y)), put(both_##P##_##W(x, y));

MAIN({
  begin("inserted fields");
  u64 x = 0x123456789abcdef0u;
  for (unsigned i = 0; i < 200; i++) {
    u64 y = (x ^ x >> 27) * 0x9e3779b97f4a7c15u;
    FIELDS(TRY)
    x = y + i;
  }
  end();
})
