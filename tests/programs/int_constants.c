// Constants of every shape: as values, and as operands of every operation, around the limits of immediates.
#include "check.h"

#define EACH(X) \
  X(0) X(1) X(-1) X(2) X(31) X(32) X(-32) X(-33) X(255) X(256) X(2047) X(2048) X(-2048) X(-2049) X(4095) X(4096) X(-4096) X(0xff0) X(0xfff000) X(0x1000000) \
  X(65535) X(65536) X(-65536) X(0xffff0000) X(0x12345) X(0x7ffff000) X(0x7fffffff) X(-0x7fffffff) X(0x7ffff7ff) X(0x7ffff800) X(0x80000000) X(0x80000001) \
  X(0xfffff800) X(0xffffffff) X(0x100000000) X(0x1ffffffff) X(0x123456789) X(0x0f0f0f0f) X(0x0f0f0f0f0f0f0f0f) X(0x5555555555555555) X(0x00ff00ff00ff00ff) \
  X(0x3ffffffc) X(0xc0000003) X(0x8000000000000001) X(0x7fffffffffffffff) X(0x8000000000000000) X(0xfffffffffffff000) X(0xffff0000ffff0000) \
  X(0x123456789abcdef0) X(0xfedcba9876543210) X(0xffffffff12345678) X(0x0000123400005678) X(0xffffffffffff1234) X(0x1234ffffffffffff) X(0x8080808080808080)


// What each constant does to a, in both widths.
#define WIDE(C) put(a + (u64)(C)); put(a - (u64)(C)); put((u64)(C) - a); put(a * (u64)(C)); put(a & (u64)(C)); put(a | (u64)(C)); put(a ^ (u64)(C)); \
  put(a & ~(u64)(C)); put(a == (u64)(C)); put(a < (u64)(C)); put((i64)a < (i64)(C)); put((i64)a > (i64)(C)); put(a >= (u64)(C)); put((u64)(C));
#define NARROW(C) put(b + (u32)(C)); put(b - (u32)(C)); put((u32)(C) - b); put(b * (u32)(C)); put(b & (u32)(C)); put(b | (u32)(C)); put(b ^ (u32)(C)); \
  put(b & ~(u32)(C)); put(b == (u32)(C)); put(b < (u32)(C)); put((i32)b < (i32)(C)); put((i32)b > (i32)(C)); put(b >= (u32)(C)); put((u32)(C)); \
  put((u64)(i64)(i32)(b + (u32)(C)));

static NOINLINE void wide(u64 a) { EACH(WIDE) }
static NOINLINE void narrow(u32 b) { EACH(NARROW) }

static NOINLINE double real(int n) {
  switch (n) {
    case 0: return 0.0;
    case 1: return -0.0;
    case 2: return 1.0;
    case 3: return 0.1;
    case 4: return 31.0;
    case 5: return 1e100;
    case 6: return 1.0 / 0.0;
    case 7: return 4.9e-324;
    default: return -2.125;
  }
}
static NOINLINE float small(int n) {
  switch (n) {
    case 0: return 0.0f;
    case 1: return -0.0f;
    case 2: return 1.0f;
    case 3: return 0.1f;
    case 4: return 31.0f;
    case 5: return 1e30f;
    case 6: return -1.0f / 0.0f;
    case 7: return 1e-45f;
    default: return -2.125f;
  }
}

MAIN({
  for (unsigned i = 0; i < COUNT(corners); i++) {
    char name[32];
    snprintf(name, sizeof name, "with %016llx", (unsigned long long)corners[i]);
    begin(name);
    wide(corners[i]);
    narrow((u32)corners[i]);
    end();
  }
  begin("reals");
  for (int i = 0; i < 9; i++) put_double(real(i)), put_float(small(i));
  end();
})
