// Volatile accesses of every width, and what must not be moved or merged.
#include "check.h"

volatile u8 b; volatile i8 sb; volatile u16 h; volatile i16 sh; volatile u32 w; volatile i32 sw; volatile u64 d; volatile float f; volatile double g;
volatile u128 wide;
struct device { volatile u32 status, data; volatile u8 bytes[4]; };
static NOINLINE u64 poll(struct device *p, int n) { u64 t = 0; for (int i = 0; i < n; i++) { p->data = (u32)i * 3; p->status; t += p->data + p->status; p->bytes[i & 3]++; } return t; }
static NOINLINE void twice(volatile int *p) { *p = 1; *p = 2; (void)*p; (void)*p; }
static NOINLINE int busy(volatile const int *p) { int n = 0; while (*p && n < 10) n++; return n; }

MAIN({
  begin("volatile");
  for (unsigned i = 0; i < COUNT(corners); i++) {
    u64 a = corners[i];
    b = (u8)a, sb = (i8)a, h = (u16)a, sh = (i16)a, w = (u32)a, sw = (i32)a, d = a, f = (float)(i64)a, g = (double)a, wide = (u128)a << 60;
    put(b), put((u64)sb), put(h), put((u64)sh), put(w), put((u64)sw), put(d), put_float(f), put_double(g), put128(wide);
    b++, sb--, h *= 3, sh >>= 1, w ^= d, sw += b, d -= w, f *= 2, g /= 3, wide += d;
    put(b), put((u64)sb), put(h), put((u64)sh), put(w), put((u64)sw), put(d), put_float(f), put_double(g), put128(wide);
  }
  struct device device = {5, 6, {1, 2, 3, 4}};
  put(poll(&device, 10));
  for (int i = 0; i < 4; i++) put(device.bytes[i]);
  int x = 7;
  twice(&x);
  put((u64)x), put((u64)busy(&x));
  end();
})
