// __ashldi3, __lshrdi3, __ashrdi3: shifts of 64-bit integers by 32-bit words, 0 <= n < 64.
#include "types.h"

INLINE u64 pair(u32 hi, u32 lo) { return (u64)hi << 32 | lo; }

u64 __ashldi3(u64 x, i32 n) {
  u32 hi = (u32)(x >> 32), lo = (u32)x;
  if (n >= 32) return pair(lo << (n & 31), 0);
  return n == 0 ? x : pair(hi << n | lo >> (32 - n), lo << n);
}

u64 __lshrdi3(u64 x, i32 n) {
  u32 hi = (u32)(x >> 32), lo = (u32)x;
  if (n >= 32) return hi >> (n & 31);
  return n == 0 ? x : pair(hi >> n, lo >> n | hi << (32 - n));
}

u64 __ashrdi3(u64 x, i32 n) {
  i32 hi = (i32)(x >> 32);
  u32 lo = (u32)x;
  if (n >= 32) return pair((u32)(hi >> 31), (u32)(hi >> (n & 31)));
  return n == 0 ? x : pair((u32)(hi >> n), lo >> n | (u32)hi << (32 - n));
}
