// Counting, reversing and swapping bits and bytes of every width.
#include "check.h"

static NOINLINE int clz32(u32 a) { return __builtin_clz(a); }
static NOINLINE int clz64(u64 a) { return __builtin_clzll(a); }
static NOINLINE int ctz32(u32 a) { return __builtin_ctz(a); }
static NOINLINE int ctz64(u64 a) { return __builtin_ctzll(a); }
static NOINLINE int clz8(u8 a) { return __builtin_clzg(a, 8); }
static NOINLINE int clz16(u16 a) { return __builtin_clzg(a, 16); }
static NOINLINE int ctz8(u8 a) { return __builtin_ctzg(a, 8); }
static NOINLINE int ctz16(u16 a) { return __builtin_ctzg(a, 16); }
static NOINLINE int clz32z(u32 a) { return a ? __builtin_clz(a) : 32; }
static NOINLINE int clz64z(u64 a) { return a ? __builtin_clzll(a) : 64; }
static NOINLINE int ctz32z(u32 a) { return a ? __builtin_ctz(a) : 32; }
static NOINLINE int ctz64z(u64 a) { return a ? __builtin_ctzll(a) : 64; }
static NOINLINE int clz128(u128 a) { return __builtin_clzg(a, 128); }
static NOINLINE int ctz128(u128 a) { return __builtin_ctzg(a, 128); }
static NOINLINE int pop128(u128 a) { return __builtin_popcountg(a); }
static NOINLINE int pop8(u8 a) { return __builtin_popcountg(a); }
static NOINLINE int pop16(u16 a) { return __builtin_popcountg(a); }
static NOINLINE int pop32(u32 a) { return __builtin_popcount(a); }
static NOINLINE int pop64(u64 a) { return __builtin_popcountll(a); }
static NOINLINE int parity32(u32 a) { return __builtin_parity(a); }
static NOINLINE int parity64(u64 a) { return __builtin_parityll(a); }
static NOINLINE int ffs32(u32 a) { return __builtin_ffs((int)a); }
static NOINLINE int ffs64(u64 a) { return __builtin_ffsll((i64)a); }
static NOINLINE int sign_bits32(u32 a) { return __builtin_clrsb((int)a); }
static NOINLINE int sign_bits64(u64 a) { return __builtin_clrsbll((i64)a); }
static NOINLINE u16 swap16(u16 a) { return __builtin_bswap16(a); }
static NOINLINE u32 swap32(u32 a) { return __builtin_bswap32(a); }
static NOINLINE u64 swap64(u64 a) { return __builtin_bswap64(a); }
static NOINLINE u128 swap128(u128 a) { return (u128)__builtin_bswap64((u64)a) << 64 | __builtin_bswap64((u64)(a >> 64)); }
static NOINLINE u8 reverse8(u8 a) { return __builtin_bitreverse8(a); }
static NOINLINE u16 reverse16(u16 a) { return __builtin_bitreverse16(a); }
static NOINLINE u32 reverse32(u32 a) { return __builtin_bitreverse32(a); }
static NOINLINE u64 reverse64(u64 a) { return __builtin_bitreverse64(a); }
static NOINLINE u8 rotate8(u8 a, u8 n) { return __builtin_rotateleft8(a, n); }
static NOINLINE u16 rotate16(u16 a, u16 n) { return __builtin_rotateleft16(a, n); }
static NOINLINE u32 rotate32(u32 a, u32 n) { return __builtin_rotateleft32(a, n); }
static NOINLINE u64 rotate64(u64 a, u64 n) { return __builtin_rotateleft64(a, n); }
static NOINLINE u8 rotater8(u8 a, u8 n) { return __builtin_rotateright8(a, n); }
static NOINLINE u32 rotater32(u32 a, u32 n) { return __builtin_rotateright32(a, n); }
static NOINLINE u64 rotater64(u64 a, u64 n) { return __builtin_rotateright64(a, n); }
static NOINLINE u32 low_swapped(u64 a) { return __builtin_bswap32((u32)(a >> 8)); }
static NOINLINE u64 loaded_swapped(const void *p) { u64 a; memcpy(&a, p, 8); return __builtin_bswap64(a); }
static NOINLINE u64 big_endian(const u8 *p) { return (u64)p[0] << 24 | (u64)p[1] << 16 | (u64)p[2] << 8 | p[3]; }
static NOINLINE u64 lowest(u64 a) { return a & -a; }
static NOINLINE u64 without_lowest(u64 a) { return a & (a - 1); }
static NOINLINE u64 field(u64 a) { return a >> 7 & 0x1ff; }
static NOINLINE i64 signed_field(u64 a) { return (i64)(a << 20) >> 50; }
static NOINLINE u64 insert(u64 a, u64 b) { return (a & ~0xff00ull) | (b & 0xff) << 8; }
static NOINLINE u32 power_of_two(u32 a) { return a && !(a & (a - 1)); }

MAIN({
  for (unsigned i = 0; i < COUNT(corners); i++) {
    u64 a = corners[i];
    char name[24];
    snprintf(name, sizeof name, "%016llx", (unsigned long long)a);
    begin(name);
    if ((u32)a) put((u64)clz32((u32)a)), put((u64)ctz32((u32)a));
    if (a) put((u64)clz64(a)), put((u64)ctz64(a));
    put((u64)clz8((u8)a));
    put((u64)clz16((u16)a));
    put((u64)ctz8((u8)a));
    put((u64)ctz16((u16)a));
    put((u64)clz32z((u32)a));
    put((u64)clz64z(a));
    put((u64)ctz32z((u32)a));
    put((u64)ctz64z(a));
    for (int k = 0; k < 128; k += 9) {
      u128 w = (u128)a << k;
      put((u64)clz128(w));
      put((u64)ctz128(w));
      put((u64)pop128(w));
      put128(swap128(w));
    }
    put((u64)pop8((u8)a));
    put((u64)pop16((u16)a));
    put((u64)pop32((u32)a));
    put((u64)pop64(a));
    put((u64)parity32((u32)a));
    put((u64)parity64(a));
    put((u64)ffs32((u32)a));
    put((u64)ffs64(a));
    put((u64)sign_bits32((u32)a));
    put((u64)sign_bits64(a));
    put(swap16((u16)a));
    put(swap32((u32)a));
    put(swap64(a));
    put(reverse8((u8)a));
    put(reverse16((u16)a));
    put(reverse32((u32)a));
    put(reverse64(a));
    for (unsigned n = 0; n < 130; n += 3) {
      put(rotate8((u8)a, (u8)n));
      put(rotate16((u16)a, (u16)n));
      put(rotate32((u32)a, n));
      put(rotate64(a, n));
      put(rotater8((u8)a, (u8)n));
      put(rotater32((u32)a, n));
      put(rotater64(a, n));
    }
    put(low_swapped(a));
    put(loaded_swapped(&a));
    put(big_endian((u8 *)&a));
    put(lowest(a));
    put(without_lowest(a));
    put(field(a));
    put((u64)signed_field(a));
    put(insert(a, ~a));
    put(power_of_two((u32)a));
    end();
  }
})
