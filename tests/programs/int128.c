// 128-bit integers: every operation, conversion and comparison.
#include "check.h"

#define EACH_OP(X) X(add, a + b) X(sub, a - b) X(mul, a *b) X(and, a &b) X(or, a | b) X(xor, a ^ b) X(neg, -a) X(not, ~a) X(max, a > b ? a : b) X(mulc, a * 10 + 7) \
  X(inc, a + 1) X(dec, a - 1) X(andc, a & 0xffff0000ffffull) X(square, a *a)
#define DEFINE(N, E) static NOINLINE u128 op_##N(u128 a, u128 b) { return E; }
EACH_OP(DEFINE)
static NOINLINE u128 udiv(u128 a, u128 b) { return a / b; }
static NOINLINE u128 urem(u128 a, u128 b) { return a % b; }
static NOINLINE i128 sdiv(i128 a, i128 b) { return a / b; }
static NOINLINE i128 srem(i128 a, i128 b) { return a % b; }
static NOINLINE u128 udiv10(u128 a) { return a / 10; }
static NOINLINE u128 urem10(u128 a) { return a % 10; }
static NOINLINE i128 sdiv16(i128 a) { return a / 16; }
static NOINLINE u128 shl(u128 a, unsigned n) { return a << n; }
static NOINLINE u128 lshr(u128 a, unsigned n) { return a >> n; }
static NOINLINE i128 ashr(i128 a, unsigned n) { return a >> n; }
static NOINLINE u128 shl64(u128 a) { return a << 64; }
static NOINLINE u128 shl13(u128 a) { return a << 13; }
static NOINLINE u128 lshr77(u128 a) { return a >> 77; }
static NOINLINE i128 ashr100(i128 a) { return a >> 100; }
static NOINLINE u128 rotate(u128 a, unsigned n) { return a << n | a >> (-n & 127); }
static NOINLINE int compare(u128 a, u128 b) { return (a == b) | (a != b) << 1 | (a < b) << 2 | (a <= b) << 3 | (a > b) << 4 | (a >= b) << 5; }
static NOINLINE int scompare(i128 a, i128 b) { return (a < b) | (a <= b) << 1 | (a > b) << 2 | (a >= b) << 3 | (a < 0) << 4 | (a == 0) << 5; }
static NOINLINE int branch(i128 a, i128 b) { if (a < b) return 1; if (a == b) return 2; if ((u128)a > (u128)b) return 3; return 4; }
static NOINLINE double to_double(i128 a) { return (double)a; }
static NOINLINE float to_float(i128 a) { return (float)a; }
static NOINLINE double uto_double(u128 a) { return (double)a; }
static NOINLINE float uto_float(u128 a) { return (float)a; }
static NOINLINE i128 of_double(double a) { return (i128)a; }
static NOINLINE i128 of_float(float a) { return (i128)a; }
static NOINLINE u128 uof_double(double a) { return (u128)a; }
static NOINLINE u128 uof_float(float a) { return (u128)a; }
static NOINLINE i128 extend32(i32 a) { return a; }
static NOINLINE i128 extend64(i64 a) { return a; }
static NOINLINE u128 zextend8(u8 a) { return a; }
static NOINLINE i32 narrow(i128 a) { return (i32)a; }
static NOINLINE int counts(u128 a) { return __builtin_popcountll((u64)a) + __builtin_popcountll((u64)(a >> 64)); }
static NOINLINE u128 ninth(u128 a, u128 b, u128 c, u128 d, u128 e) { return a ^ (b << 1) ^ (c << 2) ^ (d << 3) ^ (e << 4); }
static NOINLINE u128 odd_pair(int x, u128 a, int y, u128 b) { return x + a + y + b; }

struct pair { u128 a; u8 tag; };
static NOINLINE struct pair make(u128 a) { return (struct pair){a * 3, (u8)a}; }

#define PUT(N, E) put128(op_##N(a, b));

static char *decimal(u128 a, char *end) {
  *--end = 0;
  do *--end = (char)('0' + (int)(a % 10)), a /= 10;
  while (a);
  return end;
}

MAIN({
  u128 table[64];
  unsigned n = 0;
  for (unsigned i = 0; i < COUNT(corners); i += 2) table[n++] = corners[i];
  for (unsigned i = 0; i < COUNT(corners); i += 3) table[n++] = (u128)corners[i] << 64 | corners[COUNT(corners) - 1 - i];
  begin("operations");
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = 0; j < n; j++) {
      u128 a = table[i];
      u128 b = table[j];
      EACH_OP(PUT)
      if (b) {
        put128(udiv(a, b));
        put128(urem(a, b));
        if (b + 1) {
          put128((u128)sdiv((i128)a, (i128)b));
          put128((u128)srem((i128)a, (i128)b));
        }
      }
      put((u64)compare(a, b));
      put((u64)scompare((i128)a, (i128)b));
      put((u64)branch((i128)a, (i128)b));
      put128(ninth(a, b, a + b, a - b, ~a));
      put128(odd_pair((int)i, a, (int)j, b));
    }
  end();
  begin("shifts");
  for (unsigned i = 0; i < n; i++) {
    u128 a = table[i];
    for (unsigned k = 0; k < 128; k++) {
      put128(shl(a, k));
      put128(lshr(a, k));
      put128((u128)ashr((i128)a, k));
      if (k) put128(rotate(a, k));
    }
    put128(shl64(a));
    put128(shl13(a));
    put128(lshr77(a));
    put128((u128)ashr100((i128)a));
    put128(udiv10(a));
    put128(urem10(a));
    put128((u128)sdiv16((i128)a));
  }
  end();
  begin("conversions");
  for (unsigned i = 0; i < n; i++) {
    u128 a = table[i];
    put_double(to_double((i128)a));
    put_float(to_float((i128)a));
    put_double(uto_double(a));
    put_float(uto_float(a));
    put128((u128)extend32((i32)a));
    put128((u128)extend64((i64)a));
    put128(zextend8((u8)a));
    put((u64)narrow((i128)a));
    put((u64)counts(a));
    struct pair p = make(a);
    put128(p.a);
    put(p.tag);
  }
  for (unsigned i = 0; i < COUNT(real_corners); i++) {
    double a = real_corners[i];
    if (a > -1.7e38 && a < 1.7e38) put128((u128)of_double(a)), put128((u128)of_float((float)a));
    if (a >= 0 && a < 3.4e38) put128(uof_double(a)), put128(uof_float((float)a));
  }
  end();
  char text[48];
  puts(decimal(~(u128)0, text + 48));
  u128 factorial = 1;
  for (int i = 1; i <= 33; i++) factorial *= (unsigned)i;
  puts(decimal(factorial, text + 48));
})
