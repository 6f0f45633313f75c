// Frames: alloca, variable-length arrays, over-aligned and very large objects, many spilled values, addresses of the frame.
#include "check.h"
#include <alloca.h>

UNKNOWN void escape(void *p) { (void)p; }
UNKNOWN u64 opaque(u64 x) { return x; }

static NOINLINE u64 sum(const u8 *p, size_t n) { u64 t = 0; for (size_t i = 0; i < n; i++) t = t * 31 + p[i]; return t; }
static NOINLINE u64 with_alloca(int n) {
  u64 t = 0;
  for (int i = 1; i <= n; i++) {
    u8 *p = alloca((size_t)i * 3);
    memset(p, i, (size_t)i * 3);
    t += sum(p, (size_t)i * 3) + ((uintptr_t)p & 15);
  }
  return t;
}
static NOINLINE u64 with_array(int n, int m) {
  u16 a[n][m];
  for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) a[i][j] = (u16)(i * j + i);
  u64 t = sizeof a;
  for (int j = 0; j < m; j++) for (int i = 0; i < n; i++) t = t * 3 + a[i][j];
  for (int k = 1; k < 4; k++) { double d[n * k]; d[0] = k; d[n * k - 1] = 0.5; escape(d); t += (u64)(d[0] * 4 + d[n * k - 1] * 2); }
  return t;
}
static NOINLINE u64 over_aligned(int k) {
  _Alignas(16) u8 a[5];
  _Alignas(64) u8 b[100];
  _Alignas(4096) u8 c[10];
  _Alignas(32) double d = k;
  memset(a, k, 5), memset(b, k + 1, 100), memset(c, k + 2, 10);
  escape(a), escape(b), escape(c), escape(&d);
  return sum(a, 5) + sum(b, 100) + sum(c, 10) + (u64)d + ((uintptr_t)a % 16) + ((uintptr_t)b % 64) * 1000 + ((uintptr_t)c % 4096) * 1000 + ((uintptr_t)&d % 32) * 1000;
}
static NOINLINE u64 aligned_dynamic(int n) {
  _Alignas(128) u8 a[30];
  u8 v[n];
  u8 *p = __builtin_alloca_with_align(n * 2, 512);
  memset(a, 1, 30), memset(v, 2, (size_t)n), memset(p, 3, (size_t)n * 2);
  escape(a), escape(v), escape(p);
  return sum(a, 30) + sum(v, (size_t)n) + sum(p, (size_t)n * 2) + ((uintptr_t)a % 128) * 1000 + ((uintptr_t)p % 64) * 1000;
}
#define LARGE(N) static NOINLINE u64 large##N(int k) { u8 a[N]; int first = k, last; memset(a, k, N); a[0] = 1, a[N - 1] = 2, a[N / 2] = 3; escape(a); escape(&first); last = first + a[N / 2]; escape(&last); return sum(a, N) + (u64)(first * last); }
LARGE(1000) LARGE(2000) LARGE(2040) LARGE(2048) LARGE(4000) LARGE(4080) LARGE(4100) LARGE(8200) LARGE(33000) LARGE(70000) LARGE(300000)
struct five { u64 v[5]; };
static NOINLINE u64 large_with_many(int k, u64 a, u64 b, u64 c, u64 d, u64 e, u64 f, u64 g, u64 h, u64 i, struct five s, double x) {
  u8 buffer[5000];
  u64 list[10] = {a, b, c, d, e, f, g, h, i, s.v[4]};
  memset(buffer, k, sizeof buffer);
  escape(buffer), escape(list);
  return sum(buffer, sizeof buffer) + list[0] + list[9] * 3 + i + s.v[1] + (u64)x;
}
// More values alive than there are registers.
static NOINLINE u64 pressure(const u64 *p) {
  u64 a0 = p[0], a1 = p[1], a2 = p[2], a3 = p[3], a4 = p[4], a5 = p[5], a6 = p[6], a7 = p[7], a8 = p[8], a9 = p[9];
  u64 b0 = a0 * a1, b1 = a1 + a2, b2 = a2 ^ a3, b3 = a3 - a4, b4 = a4 | a5, b5 = a5 & a6, b6 = a6 * a7, b7 = a7 + a8, b8 = a8 ^ a9, b9 = a9 - a0;
  u64 c0 = opaque(b0), c1 = opaque(b1), c2 = opaque(b2), c3 = opaque(b3), c4 = opaque(b4), c5 = opaque(b5), c6 = opaque(b6), c7 = opaque(b7), c8 = opaque(b8), c9 = opaque(b9);
  u64 d0 = c0 + b9 * a5, d1 = c1 + b8 * a6, d2 = c2 + b7 * a7, d3 = c3 + b6 * a8, d4 = c4 + b5 * a9;
  return (a0 ^ a1 ^ a2 ^ a3 ^ a4 ^ a5 ^ a6 ^ a7 ^ a8 ^ a9) + (b0 ^ b1 ^ b2 ^ b3 ^ b4 ^ b5 ^ b6 ^ b7 ^ b8 ^ b9) * 3 + (c0 ^ c1 ^ c2 ^ c3 ^ c4 ^ c5 ^ c6 ^ c7 ^ c8 ^ c9) * 5 + (d0 ^ d1 ^ d2 ^ d3 ^ d4) * 7;
}
static NOINLINE double real_pressure(const double *p, int n) {
  double a[40], t = 0;
  double r0 = p[0], r1 = p[1], r2 = p[2], r3 = p[3], r4 = p[4], r5 = p[5], r6 = p[6], r7 = p[7], r8 = p[8], r9 = p[9], r10 = p[10], r11 = p[11], r12 = p[12], r13 = p[13], r14 = p[14], r15 = p[15];
  double q0 = r0 * r1, q1 = r1 * r2, q2 = r2 * r3, q3 = r3 * r4, q4 = r4 * r5, q5 = r5 * r6, q6 = r6 * r7, q7 = r7 * r8, q8 = r8 * r9, q9 = r9 * r10, q10 = r10 * r11, q11 = r11 * r12, q12 = r12 * r13, q13 = r13 * r14, q14 = r14 * r15, q15 = r15 * r0;
  for (int i = 0; i < n; i++) {
    t += r0 + r1 * q0 - r2 * q1 + r3 * q2 - r4 * q3 + r5 * q4 - r6 * q5 + r7 * q6 - r8 * q7 + r9 * q8 - r10 * q9 + r11 * q10 - r12 * q11 + r13 * q12 - r14 * q13 + r15 * q14 - q15;
    a[i % 40] = t;
    escape(a);
    r0 += a[i % 40], q7 -= r5, r9 = q3, q3 = -r9;
  }
  return t + r0 + q7;
}
static NOINLINE int frame(void) {
  char *here = __builtin_frame_address(0);
  char local;
  escape(&local);
  i64 distance = here - &local;
  return distance > -4096 && distance < 4096 && __builtin_return_address(0) != 0;
}
static NOINLINE int shared_slots(int k) {
  int t = 0;
  { int a[50]; a[k] = 1; escape(a); t += a[k]; }
  { double b[30]; b[k] = 2; escape(b); t += (int)b[k]; }
  { short c[90]; c[k] = 4; escape(c); t += c[k]; }
  return t;
}
static NOINLINE u64 object_sizes(u8 *unknown) {
  u8 known[20];
  escape(known);
  return __builtin_object_size(known + 3, 0) + 100 * __builtin_object_size(known + 5, 1) + (__builtin_object_size(unknown, 0) == (size_t)-1) + __builtin_dynamic_object_size(known, 0) * 10000;
}

MAIN({
  begin("frames");
  for (int k = 0; k < 9; k++) {
    put(with_alloca(k * 5)), put(with_array(k + 1, 7 - k / 2)), put(over_aligned(k)), put(aligned_dynamic(k * 7 + 1));
    put(large1000(k)), put(large2000(k)), put(large2040(k)), put(large2048(k)), put(large4000(k)), put(large4080(k)), put(large4100(k)), put(large8200(k)), put(large33000(k));
    put((u64)shared_slots(k));
  }
  put(large_with_many(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, (struct five){{11, 12, 13, 14, 15}}, 16));
  put(large70000(3)), put(large300000(4));
  put(pressure(corners)), put(pressure(corners + 20)), put(pressure(corners + 40));
  put_double(real_pressure(real_corners, 10)), put_double(real_pressure(real_corners, 55));
  put((u64)frame());
  u8 byte;
  put(object_sizes(&byte));
  end();
})
